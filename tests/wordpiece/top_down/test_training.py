"""Google's top-down learner: the golden cases, each step of them, and random corpora against the plain algorithm."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.golden_cases import Case, cases
from tests.strategies import corpora
from tests.wordpiece.top_down import naive
from tokviz import wordpiece
from tokviz.corpus import Corpus
from tokviz.errors import CorpusError, LimitError, RulesError
from tokviz.wordpiece import TOP_DOWN_PRESETS, TopDownRules, TopDownTrace
from tokviz.wordpiece.top_down import selection
from tokviz.wordpiece.top_down.selection import in_order
from tokviz.wordpiece.top_down.steps import Complete, Count, Select
from tokviz.wordpiece.top_down.training import (
    Learner,
    frequent_characters,
    search,
    search_bounds,
    short_words,
    spelled_words,
)

HUG = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
MANY = settings(max_examples=3 * settings().max_examples)
STOPPED = {"within slack": "within_slack", "lower >= upper": "bounds_met"}


# -- golden ------------------------------------------------------------------------------------------------------------


def rules_of(params: Case) -> TopDownRules:
    """The rules that the parameters of a golden case say."""
    most = params.get("max_input_tokens")
    return TopDownRules(
        subtract=params.get("subtract", "all"),
        keep="above" if params.get("keep") == ">" else "at-least",
        iterations=params["num_iterations"],
        lower_threshold=params.get("lower_thresh", 10),
        upper_threshold=params.get("upper_thresh", 10_000_000),
        slack=params.get("slack_ratio", 0.05),
        max_word_length=params["max_token_length"],
        max_words=None if most == -1 else most,
        max_characters=params.get("max_unique_chars", 1_000),
        continuing_prefix=params["joiner"] if params["include_joiner_token"] else "",
        special_tokens=tuple(params["reserved_tokens"]),
    )


def check_iterations(trace: TopDownTrace, iterations: list[Case]) -> None:
    """The last trial, step by step."""
    steps = [step for step in trace if step.trial == len(trace.trials) - 1]
    for number, expected in enumerate(iterations):
        assert expected["iteration"] == number
        mine = [step for step in steps if isinstance(step, Count | Select | Complete) and step.iteration == number]
        count, *selects, complete = mine
        assert isinstance(count, Count)
        assert isinstance(complete, Complete)
        if "splits" in expected:
            assert {word: list(pieces) for word, pieces in count.splits.items()} == expected["splits"]
        rows: list[list[Any]] = []
        kept: dict[str, int] = {}
        for select in selects:
            assert isinstance(select, Select)
            found: list[list[Any]] = [[one.token, one.length, one.count, one.remains] for one in select.candidates]
            assert [row[3] for row in found] == sorted((row[3] for row in found), reverse=True)
            rows += sorted(found, key=lambda row: row[0])
            kept |= {one.token: one.remains for one in select.kept}
        assert rows == expected["rows"]
        assert kept == expected["kept"]
        always = {*trace.rules.special_tokens, *trace.vocabulary(0)}
        assert set(trace.vocabulary(complete.index + 1)) == always.union(kept)


@pytest.mark.parametrize("case", cases("10_tf_text_wordpiece", "tf-text/learn-with-threshold"))
def test_golden_thresholds(case: Case) -> None:
    params, expected = case["params"], case["expected"]
    trace = wordpiece.train_top_down(Corpus(case["corpus"]), threshold=params["threshold"], rules=rules_of(params))
    assert list(trace.vocabulary()) == expected["vocab"]
    assert trace.sizes()[-1] == trace.trials[-1].size == expected["size"]
    assert (trace.stopped, len(trace.trials)) == ("given", 1)
    check_iterations(trace, expected.get("iterations", []))


@pytest.mark.parametrize("case", cases("10_tf_text_wordpiece", "tf-text/learn"))
def test_golden_searches(case: Case) -> None:
    params, expected = case["params"], case["expected"]
    corpus = Corpus(case["corpus"])
    trace = wordpiece.train_top_down(corpus, vocab_size=params["vocab_size"], rules=rules_of(params))
    assert list(trace.vocabulary()) == expected["vocab"]
    assert [[word, corpus[word]] for word in trace.used] == expected["words_used"]
    check_search(trace.trials, expected)
    check_iterations(trace, expected.get("iterations", []))


@pytest.mark.parametrize("case", cases("10_tf_text_wordpiece", "tf-text/binary-search"))
def test_golden_binary_search(case: Case) -> None:
    params, expected = case["params"], case["expected"]
    learner = Learner(case["corpus"], rules_of(params))
    trials = tuple(search(learner, params["lower"], params["upper"], params["vocab_size"]))
    trace = TopDownTrace(Corpus(case["corpus"]), learner.rules, params["vocab_size"], trials, learner.substrings)
    assert list(trace.vocabulary()) == expected["vocab"]
    check_search(trials, expected)


def check_search(trials: Any, expected: Case) -> None:
    for trial, state in zip(trials, expected["search"], strict=True):
        assert (trial.lower, trial.upper, trial.threshold, trial.size) == (
            state["lower"],
            state["upper"],
            state["threshold"],
            state["size"],
        )
        if state["stop"] is None:
            assert trial.judgment in ("too_large", "too_small")
        else:
            assert trial.judgment == STOPPED[state["stop"]]
    assert trials[-1].size == expected["size"]


@pytest.mark.parametrize("case", cases("10_tf_text_wordpiece", "tf-text/split"))
def test_golden_splits(case: Case) -> None:
    """Words are cut by the longest match; the model does it alike."""
    params, expected = case["params"], case["expected"]
    for row in expected["rows"]:
        prefix = params["joiner"] if row["include_joiner_token"] else ""
        found = wordpiece.Model(params["vocab"], prefix=prefix).explain(row["word"])
        if row["pieces"] is None:
            assert found.stopped == "no-match"
        else:
            assert list(found.tokens) == row["pieces"]
            assert [step.end for step in found] == row["ends"]
    if "substrings_considered" in expected:
        check_substrings(params["vocab"], expected)


def check_substrings(vocabulary: list[str], expected: Case) -> None:
    """A corpus whose first iteration keeps exactly these tokens shows what the second one counts."""
    (row,) = expected["rows"]
    word = row["word"]
    learned = {"undeniable": 1, "un": 20, "xdeni": 20, "xable": 20, "xndeni": 20, "xiable": 20}
    trace = wordpiece.train_top_down(Corpus(learned), threshold=20, rules=replace(TopDownRules(), iterations=2))
    count = next(step for step in trace if isinstance(step, Count) and step.iteration == 1)
    assert set(vocabulary) <= set(trace.vocabulary(count.index))
    assert list(count.splits[word]) == row["pieces"]
    found = [token for tokens in count.substrings(word) for token in tokens]
    assert (found, len(found)) == (expected["substrings_considered"], expected["n_substrings"])


@pytest.mark.parametrize("case", cases("10_tf_text_wordpiece", "tf-text/search-bounds"))
def test_golden_bounds(case: Case) -> None:
    counts = [count for _, count in case["params"]["words"]]
    for row in case["expected"]["rows"]:
        rules = TopDownRules(lower_threshold=row["lower_thresh"], upper_threshold=row["upper_thresh"])
        assert search_bounds(counts, rules) == (row["lower"], row["upper"])


@pytest.mark.parametrize("case", cases("10_tf_text_wordpiece", "tf-text/input-words"))
def test_golden_short_words(case: Case) -> None:
    params = case["params"]
    rules = TopDownRules(max_word_length=params["max_token_length"], special_tokens=tuple(params["reserved_tokens"]))
    for row in case["expected"]["rows"]:
        assert short_words(dict(row["words"]), rules) == dict(row["kept"])


@pytest.mark.parametrize("case", cases("10_tf_text_wordpiece", "tf-text/allowed-characters"))
def test_golden_characters(case: Case) -> None:
    for row in case["expected"]["rows"]:
        found = frequent_characters(dict(row["words"]), case["params"]["max_unique_chars"])
        assert sorted(found) == row["kept_sorted"]


@pytest.mark.parametrize("case", cases("10_tf_text_wordpiece", "tf-text/filter-words"))
def test_golden_spelled_words(case: Case) -> None:
    params = case["params"]
    for row in case["expected"]["rows"]:
        found = spelled_words(dict(row["words"]), params["allowed"], params["max_input_tokens"])
        assert [list(item) for item in found.items()] == row["kept"]


@pytest.mark.parametrize("case", cases("10_tf_text_wordpiece", "tf-text/final-vocabulary"))
def test_golden_order(case: Case) -> None:
    params = case["params"]
    found = in_order(params["reserved_tokens"], params["characters"], params["tokens"])
    assert list(found) == case["expected"]["vocab"]


@pytest.mark.parametrize("case", cases("10_tf_text_wordpiece", "tf-text/errors"))
def test_golden_errors(case: Case) -> None:
    """An error that the library raises of its own accord cannot be asked for here, or is a typed error."""
    no_words, no_maximum, too_long = case["expected"]["rows"]
    assert "no words" in no_words["call"]
    with pytest.raises(CorpusError):
        Corpus({})
    assert "None" in no_maximum["call"]  # documented there, and not working
    rules = TopDownRules(max_words=None, max_word_length=3)
    assert "longer" in too_long["call"]
    trace = wordpiece.train_top_down(Corpus({"long": 20, "low": 20}), threshold=20, rules=rules)
    assert trace.words() == {"long": (), "low": ("low",)}


# -- worked by hand ----------------------------------------------------------------------------------------------------


def test_human_and_humas() -> None:
    """The guide's own example: its text leaves 3 for `huma`, its code 0."""
    corpus = Corpus({"human": 113, "humas": 3})
    for rules, left in (("tf-text", 0), ("tf-text-guide", 3)):
        trace = wordpiece.train_top_down(corpus, threshold=100, rules=rules)
        select = next(step for step in trace if isinstance(step, Select) and step.length == 4)
        huma = next(one for one in select.candidates if one.token == "huma")
        assert (huma.count, huma.remains, huma.kept) == (116, left, False)
        taken = [(one.token, one.count) for one in huma.taken]
        assert taken == [("human", 113), *([("humas", 3)] if rules == "tf-text" else [])]


def test_a_shared_beginning() -> None:
    """`un` begins 15 words, but no word ends with it: the code cannot learn it, the guide's rule does."""
    corpus = Corpus({"undo": 5, "unfit": 5, "unlit": 5})
    assert "un" not in wordpiece.train_top_down(corpus, threshold=10).vocabulary()
    assert "un" in wordpiece.train_top_down(corpus, threshold=10, rules="tf-text-guide").vocabulary()


def test_the_size_is_no_maximum() -> None:
    rules = replace(TOP_DOWN_PRESETS["tf-text"], special_tokens=("[UNK]",))
    trace = wordpiece.train_top_down(HUG, vocab_size=16, rules=rules)
    assert [(one.lower, one.upper, one.threshold, one.size) for one in trace.trials] == [
        (10, 12, 11, 17),
        (12, 12, 12, 17),
    ]
    assert (trace.stopped, trace.threshold, len(trace.vocabulary())) == ("bounds_met", 12, 17)


def test_what_is_refused() -> None:
    unusable: list[dict[str, Any]] = [
        {"subtract": "some"},
        {"keep": "below"},
        {"iterations": -1},
        {"iterations": 21},
        {"slack": 2.0},
        {"max_words": 0},
        {"lower_threshold": -1},
    ]
    for wrong in unusable:
        with pytest.raises(RulesError):
            TopDownRules(**wrong)
    goals: list[dict[str, Any]] = [{}, {"vocab_size": 5, "threshold": 5}, {"vocab_size": -1}, {"threshold": -1}]
    for goal in goals:
        with pytest.raises(RulesError):
            wordpiece.train_top_down(HUG, **goal)
    with pytest.raises(RulesError, match="tf-text"):
        wordpiece.train_top_down(HUG, vocab_size=5, rules="course")


def test_too_many_substrings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selection, "MAX_SUBSTRINGS", 6)
    wordpiece.train_top_down(Corpus({"abc": 1}), threshold=1)
    with pytest.raises(LimitError) as caught:
        wordpiece.train_top_down(Corpus({"abc": 1, "d": 1}), threshold=1)
    assert (caught.value.code, caught.value.details["met"]) == ("limit-substrings", 7)


# -- random corpora ----------------------------------------------------------------------------------------------------


@st.composite
def marked_corpora(draw: st.DrawFn) -> Corpus:
    """As `corpora`, and some words begin with the mark or are all marks."""
    corpus = dict(draw(corpora(max_words=8, max_count=9)))
    word = st.text("#a", min_size=1, max_size=6)
    return Corpus(corpus | draw(st.dictionaries(word, st.integers(1, 9), max_size=3)))


RULES = st.builds(
    TopDownRules,
    subtract=st.sampled_from(["all", "kept"]),
    keep=st.sampled_from(["at-least", "above"]),
    iterations=st.integers(0, 4),
    lower_threshold=st.none() | st.integers(0, 6),
    upper_threshold=st.none() | st.integers(0, 12),
    slack=st.sampled_from([0.0, 0.05, 0.5]),
    max_word_length=st.sampled_from([2, 5, 50]),
    max_words=st.none() | st.integers(1, 6),
    max_characters=st.sampled_from([1, 3, 1_000]),
    continuing_prefix=st.sampled_from(["##", "#", "", "@@"]),
    special_tokens=st.sampled_from([(), ("[UNK]",), ("a", "##b", "[UNK]"), ("ab",)]),
)


@given(marked_corpora(), RULES, st.integers(0, 12))
@MANY
@example(Corpus({"##a": 4, "ba": 6}), TopDownRules(iterations=2), 4)
@example(Corpus({"abc": 3}), TopDownRules(iterations=2), 0)
def test_a_threshold_equals_the_plain_algorithm(corpus: Corpus, rules: TopDownRules, threshold: int) -> None:
    rules = replace(rules, max_word_length=50, max_characters=1_000, max_words=None)
    trace = wordpiece.train_top_down(corpus, threshold=threshold, rules=rules)
    words = [(word, corpus[word]) for word in trace.used]
    expected = naive.learn_with_threshold(
        words,
        threshold,
        rules.iterations,
        rules.continuing_prefix,
        rules.special_tokens,
        rules.subtract,
        ">" if rules.keep == "above" else ">=",
    )
    assert list(trace.vocabulary()) == expected.vocabulary
    assert trace.trials[0].size == len(expected.vocabulary)
    for step in trace:
        if isinstance(step, Count):
            splits = {word: list(pieces) for word, pieces in step.splits.items()}
            assert splits == expected.iterations[step.iteration].splits
        elif isinstance(step, Select):
            found = {(one.token, one.count, one.remains) for one in step.candidates}
            rows = expected.iterations[step.iteration].rows
            assert found == {(token, count, left) for token, length, count, left in rows if length == step.length}
            for one in step.candidates:
                assert one.count - one.remains == sum(part.count for part in one.taken)
                assert one.count == sum(part.total for part in one.contributions)
        elif isinstance(step, Complete):
            tokens = expected.iterations[step.iteration].tokens
            assert set(trace.vocabulary(step.index + 1)) == set(tokens).union(rules.special_tokens)


@given(marked_corpora(), RULES, st.integers(0, 40))
@MANY
def test_a_search_equals_the_plain_algorithm(corpus: Corpus, rules: TopDownRules, vocab_size: int) -> None:
    trace = wordpiece.train_top_down(corpus, vocab_size=vocab_size, rules=rules)
    expected = naive.learn(
        list(corpus.items()),
        vocab_size,
        reserved=rules.special_tokens,
        lower_threshold=rules.lower_threshold,
        upper_threshold=rules.upper_threshold,
        iterations=rules.iterations,
        max_words=rules.max_words,
        max_token_length=rules.max_word_length,
        max_characters=rules.max_characters,
        slack=rules.slack,
        joiner=rules.continuing_prefix,
        subtract=rules.subtract,
        keep=">" if rules.keep == "above" else ">=",
    )
    assert [(one.lower, one.upper, one.threshold, one.size) for one in trace.trials] == expected.states
    assert trace.stopped == expected.stopped
    assert [(word, corpus[word]) for word in trace.used] == list(expected.words)
    assert list(trace.vocabulary()) == expected.learned.vocabulary


@given(corpora(max_words=8, max_count=9), st.integers(1, 12))
def test_only_whole_words_and_their_ends(corpus: Corpus, threshold: int) -> None:
    """The closed form: what remains under the code's rule is how often the rest of a word is exactly the token."""
    trace = wordpiece.train_top_down(corpus, threshold=threshold, rules=TopDownRules(iterations=1))
    kept = trace.trials[0].iterations[0].tokens(trace._substrings)
    rests: dict[str, int] = {}
    for word, count in corpus.items():
        for start in range(len(word)):
            rest = ("##" if start else "") + word[start:]
            rests[rest] = rests.get(rest, 0) + count
    assert kept == {rest: count for rest, count in rests.items() if count >= threshold}
