"""A top-down training in the picture and in sentences: every step is told, and what is kept is marked."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.catalogs import KEYS
from tests.strategies import corpora
from tokviz import examples, wordpiece
from tokviz.corpus import Corpus
from tokviz.features.worksheets import training_page
from tokviz.views import notebook
from tokviz.views.algorithms import views_of
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.sentences import as_text
from tokviz.views.top_down import narration, picture, tables
from tokviz.wordpiece import TopDownRules
from tokviz.wordpiece.top_down.rules import Subtract
from tokviz.wordpiece.top_down.steps import Select

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
    shown = views.picture.payload(trace, range(len(trace) + 1), say)
    assert len(json.loads(json.dumps(shown))["frames"]) == len(trace) + 1
    for k in range(len(trace) + 1):
        told = [as_text(sentence) for sentence in views.said(trace, k, say)]
        assert len(told) == 2
        assert not any("{" in sentence or "\0" in sentence for sentence in told)


def test_a_selection_is_worked_out() -> None:
    """Of hug's 15 the longer hugs takes 5, whether it is kept (the code) or not."""
    told = as_text(narration.done(CODE[3], KEYS))
    assert told == (
        "top-down.select(number=4, length=3)"
        "top-down.kept(limit=top-down.limit.at-least(threshold=11), tokens=`pun` (12))"
        "top-down.not-kept(tokens=`hug` (15 − 5 = 10), `##ugs` (5), `pug` (5) and `bun` (4))"
    )
    assert "`hug` (15)" in as_text(narration.done(GUIDE[3], EN))


def test_what_a_step_keeps_is_in_the_picture() -> None:
    shown = picture.payload(CODE, range(3, 5), EN)
    before, after = shown["frames"]

    def name(token: int) -> str:
        return str(shown["tokens"][token]["text"])

    rows = {name(row.pop("token")): row for row in before["selection"]["rows"]}
    pun = {"words": ["pun"], "counts": [12]}
    assert rows["pun"] == {"count": 12, "remains": 12, "kept": True, "words": pun, "taken": []}
    (taken,) = rows["hug"].pop("taken")
    assert (name(taken["token"]), taken["count"]) == ("hugs", 5)
    words = {"words": ["hug", "hugs"], "counts": [10, 5]}
    assert rows["hug"] == {"count": 15, "remains": 10, "kept": False, "words": words}
    hug, ugs = before["selection"]["counted"]["hugs"]
    assert (hug["start"], name(hug["token"]), name(hug["taken_by"])) == (0, "hug", "hugs")
    assert (ugs["start"], name(ugs["token"]), "taken_by" in ugs) == (1, "##ugs", False)
    assert before["kept"] == []
    (kept,) = after["kept"]
    assert (name(kept["token"]), kept["remains"], kept["new"]) == ("pun", 12, True)


def test_a_search_without_a_match_says_so() -> None:
    trace = wordpiece.train_top_down(Corpus({f"low{n}": n for n in range(1, 60)}), vocab_size=24)
    shown = picture.payload(trace, range(0, 1), EN, "xyz")
    assert (shown["found"], shown["frames"][0]["groups"][0]) == (0, {"heading": None, "rows": [], "spans": []})
    shown = picture.payload(trace, range(0, 1), EN, "low5")
    assert (shown["found"], [len(group["rows"]) for group in shown["frames"][0]["groups"]]) == (11, [11, 24])
    assert picture.payload(trace, range(0, 1), EN)["found"] is None


@given(corpora(max_count=9), st.sampled_from(["all", "kept"]), st.sampled_from(["##", "", "a"]))
def test_the_picture_adds_up(corpus: Corpus, subtract: Subtract, prefix: str) -> None:
    """The counts of its words sum to the count of a substring; the part that longer ones took is missing from it."""
    rules = TopDownRules(subtract=subtract, lower_threshold=1, continuing_prefix=prefix)
    trace = wordpiece.train_top_down(corpus, vocab_size=20, rules=rules)
    shown = picture.payload(trace, range(len(trace) + 1), EN)
    for k, frame in enumerate(shown["frames"]):
        step = trace[k] if k < len(trace) else None
        assert ("selection" in frame) == isinstance(step, Select)
        if not isinstance(step, Select):
            continue
        selected = frame["selection"]
        counted: Counter[int] = Counter()
        left: Counter[int] = Counter()
        for word, count in corpus.items():
            for place in selected["counted"].get(word, ()):
                counted[place["token"]] += count
                left[place["token"]] += count * ("taken_by" not in place)
        for row in selected["rows"]:
            assert (counted[row["token"]], left[row["token"]]) == (row["count"], row["remains"])
            assert sum(row["words"]["counts"]) == row["count"]
            taken = sum(one["count"] for one in row["taken"])
            assert len(row["taken"]) == 6 or taken == row["count"] - row["remains"]
            assert row["kept"] == (row["remains"] >= selected["threshold"])
        assert selected["total"] == len(step.candidates)
    for sent, trial in zip(shown["picture"]["trials"], trace.trials, strict=True):
        assert trace[sent.pop("begins")].kind == "threshold"
        assert sent == {name: getattr(trial, name) for name in ("lower", "upper", "threshold", "size", "judgment")}


def test_it_says_when_a_lower_threshold_would_give_more() -> None:
    assert "top-down.stopped.bound(least=10)" in as_text(narration.end(CODE, KEYS))
    small = wordpiece.train_top_down(HUG, vocab_size=24, rules=TopDownRules(lower_threshold=1))
    assert "top-down.stopped.bound(" not in as_text(narration.end(small, KEYS))


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
    assert CODE.outcome("xyz") is None
    found = CODE.outcome("##ug")
    assert found is not None
    assert (found.count, found.remains, found.kept) == (0, 0, False) or found.count >= found.remains


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("filled", [True, False])
def test_it_goes_on_paper_and_into_a_notebook(language: str, filled: bool) -> None:
    say = load(language)
    sheet = training_page.page(CODE, 1, 12, say, filled=filled, example="hug")
    assert ("15 − 5 = 10" in sheet) == filled
    assert "<td" in notebook.html(CODE, say)
    prose = wordpiece.train_top_down(examples.load("lighthouse").cut("whitespace"), vocab_size=200)
    assert say("top-down.sheet.task") in training_page.page(prose, 1, 3, say, filled=filled)
