"""The text rows of `/bytes`: characters, bytes, pre-tokens and tokens on one axis, by hand and for any text."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given

from tests.strategies import texts
from tokviz import Corpus, bpe
from tokviz.bpe import PRESETS
from tokviz.pretokenize import with_alternatives
from tokviz.views import byte_level
from tokviz.views.byte_level import text_rows_payload
from tokviz.views.shared.catalog import load

EN = load("en")
MODEL = bpe.train(Corpus.from_text("né né né the the", "gpt2"), merges=6, rules=PRESETS["minbpe"]).model(
    pretokenizer="gpt2"
)


def built(text: str) -> dict[str, Any]:
    pieces = with_alternatives(text, "gpt2")
    made = text_rows_payload(pieces, byte_level.tokens(pieces, MODEL), len(MODEL.merges), EN)
    return dict(json.loads(json.dumps(made)))


def columns(parts: list[dict[str, Any]]) -> list[tuple[str, int, int]]:
    return [(part["text"], part["start"], part["end"]) for part in parts]


def test_a_character_spans_its_bytes() -> None:
    found = built("a é")
    assert columns(found["characters"]) == [("a", 0, 1), ("␣", 1, 2), ("é", 2, 4)]
    assert [row["kind"] for row in found["rows"]] == ["byte", "pretoken", "token"]
    octets, words, tokens = (row["parts"] for row in found["rows"])
    assert columns(octets) == [("61", 0, 1), ("20", 1, 2), ("C3", 2, 3), ("A9", 3, 4)]
    assert columns(words) == [("a", 0, 1), ("␣é", 1, 4)]
    assert [word["number"] for word in words] == [1, 2]
    assert [(block["start"], block["end"], block["before"]) for block in found["blocks"]] == [
        (0, 1, "line"),
        (1, 4, "space"),
    ]
    assert "made" not in tokens[0], "a byte was made by no merge"


def test_a_token_tells_the_merge_that_made_it() -> None:
    tokens = built("né the")["rows"][2]["parts"]
    made = {one["text"]: one["made"] for one in tokens if "made" in one}
    assert made, "something is merged"
    assert all(MODEL.vocabulary[255 + number] == name for name, number in made.items())


def test_a_long_pretoken_is_drawn_in_parts() -> None:
    found = built("x" * 40)
    assert len(found["blocks"]) > 1
    words = found["rows"][1]["parts"]
    assert [one["number"] for one in words] == [1] * len(words)
    assert ["from_before" in one for one in words] == [False, *[True] * (len(words) - 1)]
    assert ["goes_on" in one for one in words] == [*[True] * (len(words) - 1), False]


def test_lines_end_where_the_text_says() -> None:
    assert [block["before"] for block in built("a\nb")["blocks"]] == ["line", "space", "line"]


@given(texts())
def test_every_row_covers_every_byte_once(text: str) -> None:
    found = built(text)
    size = len(text.encode("utf-8", "surrogatepass"))
    for row in (found["characters"], *(row["parts"] for row in found["rows"]), found["blocks"]):
        at = 0
        for part in row:
            assert part["start"] == at < part["end"]
            at = part["end"]
        assert at == size
