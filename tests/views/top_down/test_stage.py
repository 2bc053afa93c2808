"""A top-down training on the stage and in sentences: every step is told, and what is kept is marked."""

from __future__ import annotations

import json

import pytest

from tokviz import examples, wordpiece
from tokviz.corpus import Corpus
from tokviz.views.algorithms import views_of
from tokviz.views.merges.narration import as_text
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.takeaway import notebook, worksheet
from tokviz.views.top_down import narration, stage, tables
from tokviz.wordpiece import TopDownRules

EN = load("en")
HUG = examples.load("hug").corpus
CODE = wordpiece.train_top_down(HUG, vocab_size=24)
GUIDE = wordpiece.train_top_down(HUG, vocab_size=24, rules="tf-text-guide")
UN = Corpus({"undo": 5, "unfit": 5, "unlit": 5})


@pytest.mark.parametrize("trace", [CODE, GUIDE], ids=["code", "guide"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_is_told_and_shown(trace: wordpiece.TopDownTrace, language: str) -> None:
    say = load(language)
    views = views_of(trace)
    shown = views.stage.payload(trace, range(len(trace) + 1), say, views.stage.colours(trace))
    assert len(json.loads(json.dumps(shown))["frames"]) == len(trace) + 1
    for k in range(len(trace) + 1):
        told = [as_text(sentence) for sentence in views.said(trace, k, say)]
        assert len(told) == 2
        assert not any("{" in sentence or "\0" in sentence for sentence in told)


def test_a_selection_is_worked_out() -> None:
    """Of hug's 15 the longer hugs takes 5, whether it is kept (the code) or not."""
    told = as_text(narration.done(CODE[3], EN))
    assert told == (
        "Step 4, length 3. Kept, because they have at least 11 left: `pun` (12). "
        "Not kept: `hug` (15 − 5 = 10), `##ugs` (5), `pug` (5) and `bun` (4)."
    )
    assert "`hug` (15)" in as_text(narration.done(GUIDE[3], EN))


def test_what_a_step_keeps_is_marked() -> None:
    shown = stage.payload(CODE, range(3, 5), EN, stage.token_colours(CODE))
    rows, tokens = shown["rows"], shown["tokens"]

    def marked(frame: int, kind: str) -> list[str]:
        found = []
        for _, refs in shown["frames"][frame]["groups"]:
            for row, marks in (ref for ref in refs if isinstance(ref, list)):
                found += [tokens[rows[row][2][at]][0] for at, _, name in marks if name == kind]
        return found

    assert marked(0, "next") == ["pun"]
    assert marked(1, "new") == ["pun"]


def test_it_says_when_a_lower_threshold_would_give_more() -> None:
    assert "set the lowest threshold to 1" in as_text(narration.end(CODE, EN))
    small = wordpiece.train_top_down(HUG, vocab_size=24, rules=TopDownRules(lower_threshold=1))
    assert "lowest threshold" not in as_text(narration.end(small, EN))


def test_code_and_guide_part_where_a_token_is_no_end_of_a_word() -> None:
    code, guide = (
        wordpiece.train_top_down(UN, threshold=10, rules=TopDownRules(subtract=subtract, keep="at-least"))
        for subtract in ("all", "kept")
    )
    found = tables.parting(code, guide)
    assert found is not None
    assert found.token == "un"
    assert found.mine is not None
    assert found.theirs is not None
    assert (found.mine.count, found.mine.remains, found.theirs.remains) == (15, 0, 15)
    assert tables.parting(code, code) is None


def test_what_became_of_a_token() -> None:
    assert CODE.fate("xyz") is None
    found = CODE.fate("##ug")
    assert found is not None
    assert (found.count, found.remains, found.kept) == (0, 0, False) or found.count >= found.remains


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("filled", [True, False])
def test_it_goes_on_paper_and_into_a_notebook(language: str, filled: bool) -> None:
    say = load(language)
    sheet = worksheet.page(CODE, 1, 12, say, filled=filled, example="hug")
    assert ("15 − 5 = 10" in sheet) == filled
    assert "<td" in notebook.html(CODE, say)
    prose = wordpiece.train_top_down(examples.load("lighthouse").cut("whitespace"), vocab_size=200)
    assert say("td.sheet.task") in worksheet.page(prose, 1, 3, say, filled=filled)
