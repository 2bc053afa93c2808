"""The picture of a training that removes tokens again: tests of parts, what is crossed out, sizes, sentences."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import corpora
from tokviz import examples, picky
from tokviz.algorithms import PICKY
from tokviz.corpus import Corpus
from tokviz.views.picky import narration, picture, tables
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.sentences import as_text, without_marks

EN = load("en")
LESSON = picky.train(examples.load("parts").corpus, rules=PICKY.own(examples.load("parts").recipe("picky").rules))
KENTUCKY = picky.train(
    examples.load("kentucky").corpus, rules=PICKY.own(examples.load("kentucky").recipe("picky").rules), merges=12
)


def built(trace: picky.Trace, language: str = "en", *, asks: bool = False) -> dict[str, Any]:
    return picture.payload(trace, range(len(trace) + 1), load(language), asks=asks)


def shown_tests(payload: dict[str, Any], k: int) -> list[tuple[str, str, bool]]:
    """Part, verdict, and whether it is crossed out."""
    texts = [chip["text"] for chip in payload["tokens"]]
    rows = payload["frames"][k].get("tests", {"rows": []})["rows"]
    return [(texts[row["symbol"]], row["verdict"], row["out"]) for row in rows]


def test_the_tests_of_the_worked_example() -> None:
    """After step 4, ▁ab is tested: 9 merged, 4 left, 9/13 above 1/2. Step 5 removes it."""
    payload = built(LESSON)
    removed, ahead, letter = EN("picky.verdict.removed"), EN("picky.verdict.next"), EN("picky.verdict.letter")
    assert shown_tests(payload, 0) == []
    assert shown_tests(payload, 1) == [("▁", letter, False), ("a", letter, False)]
    assert shown_tests(payload, 4) == [("▁ab", ahead, False)]
    assert shown_tests(payload, 5) == [("▁ab", removed, True), ("c", letter, False)]
    (row,) = payload["frames"][4]["tests"]["rows"]
    assert (row["bar"], row["limit"]) == (round(9 / 13, 4), 0.5)
    assert (row["worth"], row["worked"]) == ("9/13 ≈ 69%", "9 / (4 + 9) ≈ 69.23%")
    assert payload["frames"][4]["candidates"]["rows"] == []
    assert payload["frames"][5]["candidates"]["rows"]


def test_kentucky_loses_both_halves() -> None:
    """At merge 8 both are tested, 12/12 and 12/13; steps 13 and 14 remove them, and lucky is in letters again."""
    payload = built(KENTUCKY)
    texts = [chip["text"] for chip in payload["tokens"]]
    rows = payload["frames"][12]["tests"]["rows"]
    assert [(texts[row["symbol"]], row["worth"], row["limit"]) for row in rows] == [
        ("▁Kent", "12/12 = 100%", 0.9),
        ("ucky", "12/13 ≈ 92%", 0.9),
    ]
    assert shown_tests(payload, 12) == [
        ("▁Kent", EN("picky.verdict.next"), False),
        ("ucky", EN("picky.verdict.then"), False),
    ]
    assert [texts[payload["frames"][k]["removes_next"]] for k in (12, 13)] == ["▁Kent", "ucky"]
    assert "removes_next" not in payload["frames"][14]
    assert "places" not in payload["frames"][12]
    inside, again = payload["frames"][14]["places"]["rows"]
    assert (inside["count"], [texts[symbol] for symbol in inside["symbols"]]) == (12, ["▁Kentucky"])
    assert (again["count"], again["word"], [texts[symbol] for symbol in again["symbols"]]) == (1, "lucky", [*"▁lucky"])
    assert again["pieces"] == [2, 3, 4, 5]


def test_the_slider_marks_removals_and_the_vocabulary_is_compared_with_plain_bpe() -> None:
    payload = built(KENTUCKY)
    assert [k + 1 for k, sign in enumerate(payload["picture"]["ties"]) if sign == "x"] == [
        k + 1 for k, kind in enumerate(KENTUCKY.kinds) if kind == "removal"
    ]
    assert payload["picture"]["ties"].count("x") == 10
    told = without_marks(payload["frames"][14]["vocabulary"])
    assert told.startswith("13 = ")
    assert EN("picky.vocabulary.plain", merges=EN.count("count.merges", 8), size=19) in told


def test_what_is_next_is_not_told_while_it_is_asked() -> None:
    frame = built(KENTUCKY, asks=True)["frames"][12]
    assert not {"tests", "places", "removes_next"} & frame.keys()


@given(corpora(max_words=5), st.sampled_from([*picky.PRESETS]))
def test_tests_that_are_shown_early_count_what_the_words_have(corpus: Corpus, preset: str) -> None:
    trace = picky.train(corpus, rules=preset, merges=8)
    for k in range(len(trace) + 1):
        ahead = trace.tokens[k : trace.next_merge(k)]
        symbols = trace.occurrences(k)
        for test in narration.known_tests(trace, k):
            if test.part in ahead or not test.is_removed:
                assert test.left_over == symbols.get(test.part, 0)


def test_when_tokens_are_crossed_out() -> None:
    """▁a is made in step 1, removed in 3, back in 6, removed in 8, back in 11, removed in 13."""
    payload = built(LESSON)
    texts = [chip["text"] for chip in payload["tokens"]]
    removed = {texts[token["symbol"]]: token.get("removed", []) for token in payload["picture"]["merges"]}
    assert removed == {"▁a": [3, 6, 8, 11, 13], "▁ab": [5, 7, 10, 12], "▁abc": [], "▁abd": []}


def test_pieces_are_marked_as_new_and_what_is_split_as_next() -> None:
    payload = built(LESSON)

    def spans(k: int) -> list[tuple[int, int, int, str]]:
        (group,) = payload["frames"][k]["groups"]
        return [(one["place"], one["start"], one["length"], one["mark"]) for one in group["spans"]]

    assert (1, 0, 1, "next") in spans(4)
    assert [span for span in spans(5) if span[0] == 1 and span[3] == "new"] == [(1, i, 1, "new") for i in range(3)]


def test_scaffolds_are_compared_with_the_best_pair() -> None:
    trace = picky.train(Corpus({"abc": 9, "ab": 1, "abd": 3}), rules="scaffold")
    payload = built(trace)
    row = payload["frames"][2]["tests"]["rows"][0]
    assert (row["bar"], row["limit"], row["worth"]) == (0, 1, EN("picky.panel.left", left=0, head=9))


def test_questions() -> None:
    asked = [narration.next_event(LESSON, k, EN) for k in range(len(LESSON))]
    about_parts = [k for k, one in enumerate(asked) if one is not None and not one.pairs]
    assert about_parts == [2, 4, 7, 9, 12]
    for k in about_parts:
        question = asked[k]
        assert question is not None
        assert [option.names for option in question.options if option.right] == [(LESSON[k].token,)]


@pytest.mark.parametrize("language", LANGUAGES)
@given(corpora(max_words=5), st.sampled_from([*picky.PRESETS]), st.booleans())
def test_every_frame_can_be_told(language: str, corpus: Corpus, preset: str, asks: bool) -> None:
    trace = picky.train(corpus, rules=preset, merges=8)
    payload = built(trace, language, asks=asks)
    assert len(payload["frames"]) == len(trace) + 1
    say = load(language)
    for k in range(len(trace)):
        question = narration.next_event(trace, k, say)
        assert question is None or sum(option.chosen for option in question.options) == 1
        tests = narration.settled_tests(trace, k)
        out = {*trace.removed(k), trace.tokens[k]}
        assert all(not test.is_removed or test.part in out for test in tests)


def test_steps_as_tables() -> None:
    frame = tables.steps(LESSON).frame()
    assert frame["kind"].tolist()[:5] == ["new", "new", "removal", "new", "removal"]
    assert frame["share"].tolist()[4] == "9/13"
    assert frame["parts"].tolist()[4] == "▁ a b"
    assert frame["vocabulary_size"].tolist()[-1] == 12
    assert frame["with_removed"].tolist()[-1] == 13


def test_the_history_of_a_token() -> None:
    (first, *_) = tables.histories(LESSON, 8)
    assert (first.token, first.is_in) == ("▁a", False)
    assert first.steps == ((1, "new"), (3, "removal"), (6, "return"), (8, "removal"))


def test_beside_plain_bpe_of_the_same_size() -> None:
    """With 12 tokens, BPE makes three merges, ▁a, ▁ab and ▁abc; then ab is one token, and abd two: 9 + 1 + 2 * 3."""
    ours, plain = tables.beside_bpe(LESSON, len(LESSON))
    assert (ours.size, ours.ever, ours.merges, ours.symbols) == (12, 13, 8, 13)
    assert (plain.size, plain.ever, plain.merges, plain.symbols) == (12, 12, 3, 16)


def test_the_end_names_both_sizes() -> None:
    assert EN("picky.end.sizes", size=12, ever=13).strip() in as_text(narration.end(LESSON, EN))


def test_why_a_token_was_made_and_is_gone() -> None:
    """▁ab is made in step 2, since ▁a b occurs 13 times, and removed in 5 after ▁ab c became ▁abc."""
    told = narration.why_removed(LESSON, "▁ab", 5, EN)
    assert told is not None
    judged = EN("picky.judged.above", worked="9 / (4 + 9) ≈ 69.23%".replace(" ", "\xa0"), threshold="50%")
    values = {"token": "`▁ab`", "made": 2, "pair": "`▁a b`", "count": "13 times", "removed": 5, "into": "`▁abc`"}
    assert as_text(told) == EN("picky.tree.removed", judged=judged, **values)
    assert narration.why_removed(LESSON, "▁ab", 7, EN) is None
