"""The step where two conventions part, in the payload of the picture: told from both traces, and only at that step."""

from __future__ import annotations

from typing import Any

import pytest

from tokviz import bpe, wordpiece
from tokviz.bpe import Trace
from tokviz.corpus import Corpus
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.views.merges import picture
from tokviz.views.merges.picture import OtherTraining, show_parting
from tokviz.views.shared.catalog import load
from tokviz.views.shared.sentences import as_text

EN = load("en")
LOW = Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3})
HUG = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})


def built(trace: MergeTrace[Step], other: MergeTrace[Step], steps: range | None = None) -> dict[str, Any]:
    payload = picture.payload(trace, steps or range(len(trace) + 1), EN)
    show_parting(payload, trace, OtherTraining(other, "mine", "theirs"), EN)
    return payload


def marked(payload: dict[str, Any], step: int) -> dict[str, list[list[Any]]]:
    """Word -> start, length and mark of what is marked as the other's."""
    found: dict[str, list[list[Any]]] = {}
    for group in payload["frames"][step]["groups"]:
        for span in group["spans"]:
            if span["mark"] == "other":
                word = payload["rows"][group["rows"][span["place"]]]["label"]
                found.setdefault(word, []).append([span["start"], span["length"], span["mark"]])
    return found


def pair(payload: dict[str, Any], row: dict[str, Any]) -> list[str]:
    return [payload["tokens"][row[side]]["text"] for side in ("left", "right")]


def parting(left: str, right: str) -> str:
    return EN("picture.parting", mine="mine", left=left, theirs="theirs", right=right)


def test_symbols_of_another_convention_are_framed_around_the_letters_that_they_have() -> None:
    payload = built(bpe.train(LOW, rules="sennrich"), bpe.train(LOW, rules="subword-nmt"))
    assert payload["picture"]["parting"] == {"step": 0, "told": EN("picture.parting.go", number=1)}
    left = f"`e s`, 9 times; {EN('reason.rule.first-seen.present')}"
    right = f"`s t</w>`, 9 times; {EN('reason.rule.greatest-pair.present')}"
    assert as_text(payload["frames"][0]["say"][1]["text"]) == parting(left, right)
    assert marked(payload, 0) == {"newest": [[4, 3, "other"]], "widest": [[4, 3, "other"]]}
    other = payload["frames"][0]["candidates"]["other"]
    assert pair(payload, other["row"]) == ["s", "t</w>"]
    assert other["row"]["words"] == {"words": ["newest", "widest"], "counts": [6, 3]}
    assert other["note"]["long"] == "wins, last code point"


def test_only_the_step_where_they_part_is_changed() -> None:
    trace = bpe.train(LOW, rules="sennrich")
    plain, payload = picture.payload(trace, range(len(trace) + 1), EN), built(trace, bpe.train(LOW, rules="course"))
    assert payload["picture"]["parting"]["step"] == 2
    assert marked(payload, 2) == {"low": [[0, 2, "other"]], "lower": [[0, 2, "other"]]}
    kept = [k for k in range(len(trace) + 1) if payload["frames"][k] == plain["frames"][k]]
    assert kept == [k for k in range(len(trace) + 1) if k != 2]


def test_a_part_without_the_step_says_where_it_is() -> None:
    trace = bpe.train(LOW, rules="sennrich")
    payload = built(trace, bpe.train(LOW, rules="course"), range(5, 10))
    assert payload["picture"]["parting"]["step"] == 2
    assert payload["frames"] == picture.payload(trace, range(5, 10), EN)["frames"]


def test_the_same_merges_never_part() -> None:
    trace = bpe.train(LOW, rules="sennrich")
    payload = built(trace, bpe.train(LOW, rules="sennrich"))
    assert payload["picture"]["parting"] == {"step": None, "told": EN("picture.parting.never")}


def _end(short: Trace, long: Trace) -> tuple[str, bool]:
    payload = built(short, long)
    frame = payload["frames"][payload["picture"]["parting"]["step"]]
    return as_text(frame["say"][1]["text"]), "other" in frame["candidates"]


def test_one_that_has_ended_is_said_to_merge_no_further() -> None:
    short, long = bpe.train(LOW, merges=3, rules="sennrich"), bpe.train(LOW, rules="sennrich")
    goes_on, ended = f"`l o`, 7 times; {EN('reason.rule.first-seen.present')}", EN("picture.parting.none")
    assert _end(short, long) == (parting(ended, goes_on), True)
    assert _end(long, short) == (parting(goes_on, ended), False)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_count_beside_scores_has_no_bar(language: str) -> None:
    trace, other = wordpiece.train(HUG, rules="course"), wordpiece.train(HUG, rules="huggingface")
    payload = picture.payload(trace, range(len(trace) + 1), load(language))
    show_parting(payload, trace, OtherTraining(other, "a", "b"), load(language))
    row = payload["frames"][0]["candidates"]["other"]["row"]
    assert pair(payload, row) == ["##u", "##g"]
    assert (row["bar"], row["words"]) == (0, {"words": [], "counts": []})
    assert marked(payload, 0)["hugs"] == [[1, 2, "other"]]
