"""Merging by likelihood gain, and what merges do to the likelihood: the golden numbers, exact ties, random corpora."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.golden_cases import Case, cases
from tests.strategies import corpora
from tests.wordpiece import naive
from tokviz import wordpiece
from tokviz.corpus import Corpus
from tokviz.merging.plain import Word, merged
from tokviz.merging.rules import TieBreak
from tokviz.wordpiece import PRESETS, Rules, Trace
from tokviz.wordpiece.rules import SelectBy
from tokviz.wordpiece.scores import Gain, compare_gains, gain_places

HUG = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
MANY = settings(max_examples=3 * settings().max_examples)
STYLES = {
    "##": Rules(select_by="gain"),
    "▁": replace(PRESETS["gain"], special_tokens=()),
    "": Rules(select_by="gain", continuing_prefix=""),
}


def near(value: Any, digits: int = 9) -> Any:
    return pytest.approx(value, abs=10.0**-digits + 1e-12)


# -- golden ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", cases("11_gain_wordpiece", "wordpiece/gain-candidates"))
def test_golden_candidates(case: Case) -> None:
    expected = case["expected"]
    trace = wordpiece.train(Corpus(case["corpus"]), rules=STYLES[case["params"]["style"]])
    assert (trace.total_symbols[0], trace.total_pairs[0]) == (expected["symbols"], expected["pairs"])
    assert trace.occurrences(0) == expected["symbol_counts"]
    assert trace.log_likelihood(0) == near(expected["log_likelihood"])
    for one, row in zip(trace.candidates(0), expected["rows"], strict=True):
        assert (list(one.pair), one.count, one.left_count, one.right_count) == (
            row["pair"],
            row["count"],
            row["left"],
            row["right"],
        )
        assert one.score == Fraction(row["score"])
        assert one.gain / one.count == near(row["pmi"])
        assert one.gain == near(row["gain"])
        assert one.likelihood_change == near(row["log_likelihood_change"])


@pytest.mark.parametrize("case", cases("11_gain_wordpiece", "wordpiece/gain", without="homer-printed"))
def test_golden_merges(case: Case) -> None:
    params, expected = case["params"], case["expected"]
    trace = wordpiece.train(Corpus(case["corpus"]), merges=params["num_merges"], rules=STYLES[params["style"]])
    assert trace.merges == [tuple(pair) for pair in expected["merges"]]
    assert list(trace.tokens) == expected["new_tokens"]
    for step, row in zip(trace, expected["steps"], strict=True):
        assert (step.count, step.left_count, step.right_count) == (row["count"], row["left"], row["right"])
        assert [list(pair) for pair in step.tied] == row["tied"]
        assert trace.tie_sizes[step.index] == len(row["tied"])
        assert (step.gain, step.likelihood_change) == (near(row["gain"]), near(row["log_likelihood_change"]))
        assert trace.value(step.index) == step.gain
        candidates = trace.candidates(step.index)
        assert (trace.total_symbols[step.index], trace.total_pairs[step.index]) == (row["symbols"], row["pairs"])
        if row["second"] is None:
            assert len(candidates) == len(row["tied"])
        else:
            assert candidates[len(row["tied"])].gain == near(row["second"])
    assert {word: list(symbols) for word, symbols in trace.words().items()} == expected["final"]
    assert trace.log_likelihood() == near(expected["log_likelihood"])


@pytest.mark.parametrize("case", cases("11_gain_wordpiece", "wordpiece/log-likelihood"))
def test_golden_likelihoods(case: Case) -> None:
    expected, criterion = case["expected"], case["params"]["criterion"]
    # No convention of the field goes by the change itself; on these words the gain chooses the same.
    select_by: SelectBy = "gain" if criterion == "delta" else criterion
    trace = wordpiece.train(Corpus(case["corpus"]), rules=Rules(select_by=select_by))
    assert trace.merges == [tuple(pair) for pair in expected["merges"]]
    assert [trace.log_likelihood(k) for k in range(len(trace))] == near(expected["log_likelihood_before"], 6)
    assert [step.likelihood_change for step in trace] == near(expected["change"], 6)
    assert trace.log_likelihood() == near(expected["log_likelihood_end"], 6)
    if criterion == "delta":
        for k in range(len(trace)):
            best = max(trace.candidates(k), key=lambda one: one.likelihood_change)
            assert best.pair == trace.merges[k]


@pytest.mark.parametrize("case", cases("11_gain_wordpiece", "wordpiece/gain-encode"))
def test_golden_encoding(case: Case) -> None:
    model = wordpiece.Model(case["params"]["vocab"], prefix="", start_of_word="▁")
    for word, tokens in case["expected"]["encodes"].items():
        assert list(model.explain(word).tokens) == tokens


def test_what_the_notebook_prints() -> None:
    """Its texts are not here; the facts that it prints about them are held against each other."""
    (case,) = (one.values[0] for one in cases("11_gain_wordpiece", "wordpiece/gain") if one.id == "homer-printed")
    expected = case["expected"]
    assert expected["vocabulary_size"] == expected["characters"] + case["params"]["num_merges"]
    model = wordpiece.Model(["[UNK]", "▁The", "re", "fore", "▁to", "u", "ch"], prefix="", start_of_word="▁")
    for word, tokens in expected["encodes"].items():
        assert list(model.explain(word.removeprefix("▁")).tokens) == tokens


# -- the preset --------------------------------------------------------------------------------------------------------


def test_the_preset_marks_the_first_piece() -> None:
    trace = wordpiece.train(HUG, merges=5, rules="gain")
    model = trace.model()
    assert model.encode("hugs pug bug mug") == ["▁hug", "s", "▁p", "ug", "▁", "b", "ug", "[UNK]"]
    assert model.decode(model.encode("hugs pug bug mug")) == "hugs pug bug [UNK]"
    assert trace.to_dict()["rules"]["preset"] == "gain"


def test_the_first_choice_of_score_hardly_helps_the_likelihood() -> None:
    """`##g ##s` has the highest score, and of six pairs only `b ##u` improves the likelihood less."""
    found = wordpiece.train(HUG).candidates(0)
    assert found[0].pair == ("##g", "##s")
    by_change = sorted(found, key=lambda one: one.likelihood_change)
    assert [one.pair for one in by_change[:2]] == [("b", "##u"), ("##g", "##s")]


# -- exact order -------------------------------------------------------------------------------------------------------


def test_equal_gains_of_different_counts() -> None:
    assert compare_gains(Gain(3, Fraction(4, 9)), Gain(6, Fraction(2, 3))) == 0
    assert compare_gains(Gain(10**12, Fraction(1)), Gain(1, Fraction(1))) == 0
    assert compare_gains(Gain(2 * 10**12, Fraction(2)), Gain(10**12, Fraction(4))) == 0


def test_gains_that_only_many_digits_tell_apart() -> None:
    """Logarithms whose ratio is close to a fraction: a continued fraction of ln 3 / ln 2 gives it."""
    m, n = 10_590_737, 16_785_921  # 2**n and 3**m agree in their logarithms to 16 digits
    one, other = Gain(n, Fraction(2)), Gain(m, Fraction(3))
    assert abs(one.nats / other.nats - 1) < 1e-14
    assert compare_gains(one, other) == -compare_gains(other, one) != 0
    with localcontext(prec=60):
        assert (compare_gains(one, other) > 0) == (n * Decimal(2).ln() > m * Decimal(3).ln())


@given(st.lists(st.tuples(st.integers(1, 6), st.fractions(Fraction(1, 9), 9, max_denominator=9)), max_size=8))
@MANY
def test_order_of_gains_is_that_of_powers(parts: list[tuple[int, Fraction]]) -> None:
    gains = {i: Gain(count, lift) for i, (count, lift) in enumerate(parts) if lift}
    powers = {i: one.lift**one.count for i, one in gains.items()}
    place = gain_places(gains)
    for i in gains:
        for j in gains:
            assert (place[i] < place[j], place[i] == place[j]) == (powers[i] > powers[j], powers[i] == powers[j])


# -- random corpora ----------------------------------------------------------------------------------------------------


@given(
    corpora(max_words=10),
    st.sampled_from(["first-seen", "greatest-pair", "smallest-pair"]),
    st.integers(1, 3),
    st.sampled_from(["##", "▁", "", "@"]),
    st.sampled_from([1, 7, 10**7, 10**9]),
)
@MANY
@example(Corpus({"aaaa": 3, "aaaaa": 1}), "first-seen", 1, "", 1)
@example(Corpus({"caa": 3, "bbb": 3, "baa": 2}), "first-seen", 1, "▁", 1)
def test_training_equals_the_naive_one(
    corpus: Corpus, tie_break: TieBreak, minimum_count: int, style: str, times: int
) -> None:
    corpus = Corpus({word: count * times - i for i, (word, count) in enumerate(corpus.items()) if count * times > i})
    start, prefix = ("▁", "") if style == "▁" else ("", style)
    rules = Rules(
        select_by="gain",
        start_of_word=start,
        continuing_prefix=prefix,
        tie_break=tie_break,
        minimum_count=minimum_count,
    )
    trace = wordpiece.train(corpus, rules=rules)
    expected = naive.train(
        list(corpus.items()),
        by="gain",
        prefix=prefix,
        start=start,
        minimum_count=minimum_count,
        order=naive.orders(prefix)[tie_break],
    )
    assert trace.merges == [step.pair for step in expected]
    assert list(trace.tie_sizes) == [len(step.tied) for step in expected]
    assert [step.tied for step in trace] == [step.tied for step in expected]


@given(corpora(max_words=10), st.sampled_from(["score", "gain", "count"]), st.sampled_from(["##", "▁", ""]))
def test_the_likelihood_is_what_the_steps_make_it(corpus: Corpus, select_by: SelectBy, style: str) -> None:
    trace = wordpiece.train(corpus, rules=replace(STYLES[style], select_by=select_by))
    weights = corpus.counts
    before = naive.log_likelihood(list(trace.words(0).values()), weights)
    for k, step in enumerate(trace):
        after = naive.log_likelihood(list(trace.words(k + 1).values()), weights)
        assert step.likelihood_change == near(after - before)
        assert trace.log_likelihood(k) == near(before)
        check_candidates(trace, k)
        before = after


def check_candidates(trace: Trace, k: int) -> None:
    """Every candidate says truly what merging it would do."""
    weights, words = trace.corpus.counts, list(trace.words(k).values())
    before = naive.log_likelihood(words, weights)
    for one in trace.candidates(k):
        then = [merged(word, one.pair, one.token) for word in words]
        assert one.likelihood_change == near(naive.log_likelihood(then, weights) - before)
        assert one.gain == near(float(gain(one.count, one.left_count, one.right_count, words, weights)))
    assert trace.candidates(k)[0].likelihood_change == near(trace[k].likelihood_change)
    assert trace.candidates(k)[0].gain == trace[k].gain


def gain(count: int, left: int, right: int, words: list[Word], weights: tuple[int, ...]) -> Any:
    symbols = sum(weight * len(word) for word, weight in zip(words, weights, strict=True))
    pairs = sum(weight * (len(word) - 1) for word, weight in zip(words, weights, strict=True))
    return naive.measure("gain", count, left, right, symbols, pairs)


def test_a_token_that_is_a_symbol_already() -> None:
    """With no marks, `a a` in one place and the letters of another word may come to the same string."""
    trace = wordpiece.train(Corpus({"##a": 3, "ba": 2, "##": 1}), rules=Rules(select_by="count"))
    for k in range(len(trace)):
        check_candidates(trace, k)
    assert len(set(trace.tokens)) < len(trace.tokens) or set(trace.tokens) & set(trace.vocabulary(0))
