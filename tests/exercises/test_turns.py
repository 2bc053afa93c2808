"""Exercises on the turns of parity-aware BPE: one right answer on any corpus, and it follows from what is given."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.parity.conventions import corpus_of
from tests.parity.libraries import Words
from tests.parity.test_against_libraries import inputs
from tests.parity.test_turns import KNOBS
from tokviz import parity
from tokviz.corpus import Corpus, Language, LanguageCorpus
from tokviz.exercises import LEVELS, Task, about, check, make
from tokviz.parity import Rules, Trace
from tokviz.parity.questions import most_turns
from tokviz.views.exercises.wording import sentences
from tokviz.views.shared.catalog import load
from tokviz.views.shared.sentences import as_text

EN = load("en")
TIE_BREAKS = ("greatest-pair", "smallest-pair", "smallest-ids", "shortest-token")
SEEDS = range(20)


def asked(kind: str, trace: Trace, k: int) -> Task | None:
    """The task after k merges; None where there is none."""
    try:
        return about(kind, trace=trace, k=k)
    except IndexError:
        return None


def turn_by_hand(task: Task) -> str:
    """The language that a reader finds: by the rows and the numbers of the question alone."""
    most = task.prompt.values.get("most")
    best, name = None, ""
    for row in task.get("languages"):
        if row.is_exhausted or (most is not None and row.had > most):
            continue
        value = -Fraction(row.length) if row.start is None else Fraction(row.start, row.length) / row.ratio
        if best is None or value < best:
            best, name = value, row.name
    return name


def pairs_by_hand(task: Task) -> list[tuple[str, str]]:
    """The pairs that a reader finds: the most frequent in the words of the language that the question names."""
    counts: Counter[tuple[str, str]] = Counter()
    for form, count, language in task.get("language-words"):
        if language == task.prompt.values["language"]:
            for pair in pairwise(form):
                counts[pair] += count
    return [pair for pair in counts if counts[pair] == max(counts.values())]


def right_choices(task: Task) -> list[str]:
    return [choice for choice in task.choices if check(task, choice).right]


@given(inputs(), KNOBS, st.data())
def test_the_language_follows_from_what_is_given_and_only_one_that_ties_is_right_beside_it(
    data: tuple[list[Words], list[Words] | None], knobs: dict[str, Any], drawn: st.DataObject
) -> None:
    corpus = corpus_of(*data)
    ratio = drawn.draw(st.lists(st.sampled_from([0.1, 0.3, 1.0, 3.0]), min_size=len(data[0]), max_size=len(data[0])))
    trace = parity.train(corpus, rules=Rules(**knobs, ratio=tuple(ratio)), merges=12)
    for k in range(len(trace) + 1):
        task = asked("turn-language", trace, k)
        if task is not None:
            assert task.solution == turn_by_hand(task)
            rows = {row.name: row for row in task.get("languages") if not row.is_exhausted}
            best = {name for name, row in rows.items() if row.score == rows[str(task.solution)].score}
            assert {str(task.solution)} <= set(right_choices(task)) <= best
            assert task.solution == trace.languages[trace.turns[k] or 0].name
            assert [check(task, str(number)).readable for number in (1, len(task.choices))] == [True, True]


@given(inputs(), KNOBS, st.sampled_from(TIE_BREAKS), st.sampled_from([None, 2, 4]))
def test_one_pair_is_right_and_it_follows_from_the_counts_of_the_language(
    data: tuple[list[Words], list[Words] | None], knobs: dict[str, Any], tie_break: Any, longest: int | None
) -> None:
    rules = Rules(**knobs, tie_break=tie_break, max_token_length=longest)
    trace = parity.train(corpus_of(*data), rules=rules, merges=12)
    for k in range(len(trace) + 1):
        task = asked("turn-pair", trace, k)
        if task is None:
            continue
        best = pairs_by_hand(task)
        assert task.accepted == (trace[k].pair,)
        assert task.solution in best
        assert ("rule" in task.prompt.values) == (len(best) > 1)
        known = cast("list[tuple[str, str]]", [*task.known])
        assert [pair for pair in known if check(task, pair).right] == [task.solution]


@given(inputs(), KNOBS)
def test_a_turn_is_asked_wherever_lengths_decide_it(
    data: tuple[list[Words], list[Words] | None], knobs: dict[str, Any]
) -> None:
    trace = parity.train(corpus_of(*data), rules=Rules(**knobs), merges=12)
    for k in range(len(trace)):
        turn = trace.turn(k)
        if len(trace.languages) > 1 and turn.language is not None and not turn.is_over and trace.measure != "ratio":
            assert asked("turn-language", trace, k) is not None


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", SEEDS)
def test_drawn_tasks_follow_from_what_is_given(seed: int, level: int) -> None:
    task = make("turn-language", seed, level)
    assert turn_by_hand(task) == task.solution
    assert right_choices(task) == [task.solution]
    pair = make("turn-pair", seed, level)
    best = pairs_by_hand(pair)
    assert pair.solution in best
    assert (len(best) > 1) == (level == 3)


@pytest.mark.parametrize("seed", SEEDS)
def test_harder_levels_have_what_is_new_in_them(seed: int) -> None:
    ratio = make("turn-language", seed, 2).get("languages")
    assert len({row.ratio for row in ratio}) > 1
    windowed = make("turn-language", seed, 3)
    longest = max(windowed.get("languages"), key=lambda row: row.length)
    assert longest.name != windowed.solution
    assert check(windowed, longest.name).said[0].key == "exercise.wrong.turn.passed"


@pytest.mark.parametrize("seed", SEEDS)
def test_the_most_frequent_pair_of_all_languages_is_wrong_and_told_so(seed: int) -> None:
    task = make("turn-pair", seed, 2)
    together: Counter[tuple[str, str]] = Counter()
    for form, count, _ in task.get("language-words"):
        for pair in pairwise(form):
            together[pair] += count
    verdict = check(task, max(together, key=together.__getitem__))
    assert not verdict.right
    assert verdict.said[0].key in {"exercise.wrong.turn-pair.together", "exercise.wrong.turn-pair.none"}


def test_words_are_few_and_short() -> None:
    for level in LEVELS:
        for seed in SEEDS:
            words = make("turn-pair", seed, level).get("language-words")
            assert len(words) <= 5
            assert sum(len(form) for form, _, _ in words) <= 30
            assert max(count for _, count, _ in words) <= 9


# -- by hand -----------------------------------------------------------------------------------------------------------

TWO = LanguageCorpus([Language.of("A", {"abab": 4}), Language.of("B", {"cdcd": 4})])
"""Two languages of 16 symbols each: every turn begins with a tie."""


def test_a_language_that_ties_is_right_though_the_one_listed_first_chooses() -> None:
    task = about("turn-language", trace=parity.train(TWO), k=0)
    assert (task.solution, task.others) == ("A", ("B",))
    assert check(task, "B").right
    assert check(task, "a").right
    assert check(task, "1").right
    assert not check(task, "C").readable


@pytest.mark.parametrize(("alpha", "is_told"), [(1.0, True), (2.0, False)])
def test_a_window_is_told_where_it_can_pass_over_a_language(alpha: float, is_told: bool) -> None:
    trace = parity.train(TWO, rules=Rules(variant="window", window_size=2, alpha=alpha))
    assert (most_turns(trace) < 2) == is_told
    asked = about("turn-language", trace=trace, k=1).prompt
    assert (asked.key, "most" in asked.values) == ("parity.ask.turn.training" + ".window" * is_told, is_told)


def test_an_exhausted_language_is_no_answer() -> None:
    corpus = LanguageCorpus([Language.of("A", {"x": 90}), Language.of("B", {"cdcd": 4}), Language.of("C", {"ef": 1})])
    task = about("turn-language", trace=parity.train(corpus), k=0)
    assert task.solution == "B"
    assert [said.key for said in check(task, "A").said] == ["exercise.wrong.turn.exhausted"]
    assert [said.key for said in check(task, "C").said] == ["exercise.wrong.turn.length"]


def test_the_reason_is_the_sentence_of_the_picture() -> None:
    trace = parity.train(TWO, rules=Rules(variant="window", window_size=2, alpha=1.0))
    task = about("turn-language", trace=trace, k=1)
    turn = EN("parity.turn.training", number=2, language="B", score=EN.count("count.length", 16))
    assert as_text(sentences(task.because, EN)) == turn


def test_turns_that_no_length_decides_are_not_asked() -> None:
    with pytest.raises(IndexError):  # both had too many turns
        about("turn-language", trace=parity.train(TWO, rules=Rules(variant="window", window_size=2, alpha=0.5)), k=2)
    with pytest.raises(IndexError):  # of all languages together
        about("turn-language", trace=parity.train(TWO, rules=Rules(global_merges=1)), k=0)
    with pytest.raises(IndexError):  # one language
        about("turn-language", trace=parity.train(Corpus({"low": 5})), k=0)
    same = LanguageCorpus([Language.of("A", {"ab": 1}), Language.of("a", {"cd": 1})])
    with pytest.raises(IndexError):
        about("turn-language", trace=parity.train(same), k=0)
    with pytest.raises(IndexError):  # the end
        about("turn-pair", trace=parity.train(TWO, merges=1), k=1)


def test_a_tied_pair_is_wrong_where_the_question_says_the_rule() -> None:
    corpus = LanguageCorpus([Language.of("A", {"abc": 2}), Language.of("B", {})])
    task = about("turn-pair", trace=parity.train(corpus))
    assert task.solution == ("b", "c")
    verdict = check(task, "a b")
    assert (verdict.right, [said.key for said in verdict.said]) == (False, ["exercise.wrong.turn-pair.tied"])
    with pytest.raises(IndexError):  # ids are not given
        about("turn-pair", trace=parity.train(corpus, rules=Rules(tie_break="smallest-ids")))
