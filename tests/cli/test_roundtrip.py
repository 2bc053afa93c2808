"""``tokviz roundtrip``: what is printed and written is what comes back, and the exit code says so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.catalogs import saying
from tests.cli.conftest import Cli, right
from tokviz.files.by_name import SHIPPED, on_this_machine
from tokviz.files.pipeline import Pipeline
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.sentences import as_text, segments
from tokviz.views.tokenizers.round_trip import REASON_KEYS, sentences_on_ids
from tokviz.vocabularies.round_trip import ids_trip, single_trips, text_trip

PLAIN = str(Path(__file__).parents[1] / "golden" / "round_trips" / "plain_bytes.json")


@pytest.mark.parametrize("language", LANGUAGES)
def test_ids_that_do_not_come_back(cli: Cli, language: str) -> None:
    ended = cli("roundtrip", PLAIN, "--ids", "71", "257", "256", "--lang", language)
    assert ended.code == 1
    trip = ids_trip(Pipeline.from_file(PLAIN), [71, 257, 256])
    for sentence in sentences_on_ids(trip, load(language)):
        assert as_text(segments(sentence)) in ended.out
    assert "263" in ended.out.split()


@pytest.mark.parametrize("name", SHIPPED)
def test_a_text_as_data(name: str, cli: Cli) -> None:
    pipeline, text = on_this_machine()[name].open(), "Naïve  text [MASK]"
    trip = text_trip(pipeline, text)
    ended = cli("roundtrip", name, text, "-f", "json")
    read = json.loads(ended.out)
    assert ended.code == 1 - (trip.returns and trip.onward.returns)
    assert (read["text"], read["onward"]["ids"]) == (text, list(trip.onward.ids))
    assert (read["onward"]["text"], read["onward"]["again"]["ids"]) == (trip.onward.text, list(trip.onward.again))
    assert read["returns"] == trip.returns
    assert (read["parting"]["kind"] if "parting" in read else None) == (trip.parting and trip.parting.reason)


def test_each_id(cli: Cli) -> None:
    pipeline, say = on_this_machine()["bert"].open(), load("en")
    singles = single_trips(pipeline)
    ended = cli("roundtrip", "bert", "--each")
    assert ended.code == 1
    assert saying("roundtrip.each.lost", lost=len(singles.lost), entries=singles.entries).search(ended.out)
    for reason, number in singles.by_reason:
        assert [*say(REASON_KEYS[reason]).split(), f"{number}"] in [line.split() for line in ended.out.splitlines()]
    read = json.loads(cli("roundtrip", "bert", "--each", "--format", "json").out)
    assert read["reasons"] == dict(singles.by_reason)
    assert [one["ids"] for one in read["lost"]] == [list(trip.ids) for trip in singles.lost]


def test_what_comes_back_ends_well(cli: Cli) -> None:
    out = right(cli("roundtrip", "gpt", "low  lower")).out
    for key in ("roundtrip.text.returns", "roundtrip.ids.returns"):
        assert load("en")(key) in out


def test_what_is_no_id_is_an_error(cli: Cli) -> None:
    for wrong in ("99999", "-1", "x"):
        ended = cli("roundtrip", "gpt", "--ids", "5", wrong)
        assert ended.code == 2
    ended = cli("roundtrip", "gpt", "low", "--each")
    assert saying("error.cli-unused", option="'low'", beside="--each").search(ended.err)
