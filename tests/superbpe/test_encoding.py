"""The encoding of a line step by step: its tokens are the model's own, and borders fall once the list is past words."""

from __future__ import annotations

from collections import Counter
from itertools import chain, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.superbpe.test_against_plain import lines, rules, texts
from tests.superbpe.test_boundless import lines as boundless_lines
from tests.superbpe.test_boundless import rules as boundless_rules
from tokviz import examples, superbpe
from tokviz.corpus import Corpus
from tokviz.errors import LimitError
from tokviz.models.text_encoder import MAX_EXPLAINED
from tokviz.superbpe import Model, Rules, boundless, train
from tokviz.superbpe.encoding import LineEncoding, explain_line, lines_of

LESSON = examples.load("by-the-way")


def lesson() -> Model:
    recipe = LESSON.recipes["superbpe"]
    assert isinstance(recipe.rules, Rules)
    return train(LESSON.corpus_for("superbpe"), merges=recipe.merges, rules=recipe.rules).model()


def states(encoding: LineEncoding) -> list[tuple[str, ...]]:
    """The symbols before each iteration, and at the end."""
    return [*(step.symbols for step in encoding.merged), encoding.merged.tokens]


@given(corpus=lines, asked=rules, size=st.integers(0, 40), text=texts)
def test_the_tokens_are_those_of_the_model(corpus: Corpus, asked: Rules, size: int, text: str) -> None:
    model = train(corpus, vocab_size=size, rules=asked).model()
    every = [explain_line(model, line) for line in lines_of(model, text)]
    tokens = tuple(chain.from_iterable(encoding.merged.tokens for encoding in every))
    assert tokens == tuple(model.encode(text))
    assert [model.ids[token] for token in tokens] == [model.ids[token] for token in model.encode(text)]
    for encoding in every:
        check_steps(model, encoding)


def check_steps(model: Model, encoding: LineEncoding) -> None:
    merged, fall = encoding.merged, encoding.fall
    for step, following in pairwise(merged):
        assert step.after == following.symbols
    for k, step in enumerate(merged):
        assert step.choice.chosen.pair == step.pair
        assert step.choice.is_earliest
        if encoding.falling and fall is not None:
            assert (step.rank < model.inside) == (k < fall) or k > fall
        if encoding.crosses(step) and fall is not None and k < fall:
            assert step.rank < model.inside  # a merge of the first stage crosses what was a border elsewhere
    for k, symbols in enumerate(states(encoding)):
        are_fallen = fall is not None and k >= fall
        borders = encoding.borders(symbols, are_fallen=are_fallen)
        assert all(0 < border.place < len(symbols) for border in borders)
        assert not (are_fallen and any(border.falls for border in borders))


@given(corpus=boundless_lines, asked=boundless_rules, text=texts)
def test_so_are_those_of_the_log(corpus: Corpus, asked: boundless.Rules, text: str) -> None:
    model = boundless.train(corpus, merges=20, rules=asked).model()
    every = [model.explain(line) for line in lines_of(model, text)]
    assert [token for encoding in every for token in encoding.tokens] == model.encode(text)
    for encoding in every:
        for step in encoding:
            candidates = model.candidates(step.before)
            found = [one for one in candidates if one.number == step.number]
            symbols = tuple(chain.from_iterable(step.before))
            assert found
            assert all((one.kind, one.pair) == (step.kind, step.pair) for one in found)
            assert all(symbols[one.place : one.place + 2] == one.pair for one in candidates)


def test_the_borders_fall_in_one_step() -> None:
    encoding = explain_line(lesson(), "on the way")
    (fall,) = (k for k in range(len(encoding.merged) + 1) if k == encoding.fall)
    before = encoding.merged[fall].symbols
    assert before == ("o", "n", "Ġthe", "Ġway")
    assert [border.place for border in encoding.borders(before, are_fallen=False)] == [2, 3]
    assert encoding.borders(before, are_fallen=True) == ()
    assert encoding.merged.tokens == ("o", "nĠtheĠway")


def test_borders_fall_at_the_end_too_where_no_merge_follows() -> None:
    encoding = explain_line(lesson(), "by the")
    assert encoding.fall == len(encoding.merged)


def test_borders_that_stay_are_told_apart() -> None:
    corpus = Corpus(Counter({"by the way, in 2016": 2}))
    model = train(corpus, merges=12, rules="superbpe").model()
    encoding = explain_line(model, "by the 2016")
    borders = encoding.borders(encoding.merged.start, are_fallen=False)
    assert [(border.place, border.falls) for border in borders] == [(2, True), (6, True), (7, False), (10, False)]


def test_symbols_that_are_dropped_take_no_place() -> None:
    encoding = explain_line(lesson(), "on xthe way")
    assert [(one.place, one.symbol) for one in encoding.merged.dropped] == [(3, "x")]
    assert encoding.merged.start == tuple("onĠtheĠway")
    borders = encoding.borders(encoding.merged.start, are_fallen=False)
    assert [border.place for border in borders] == [2, 6]


def test_before_the_transition_nothing_falls() -> None:
    model = superbpe.train(LESSON.corpus_for("superbpe"), merges=3, rules=Rules(transition=40, stage1="spaces")).model()
    encoding = explain_line(model, "by the way")
    assert (encoding.fall, encoding.falling) == (None, frozenset())
    assert len(encoding.borders(encoding.merged.start, are_fallen=False)) == 2


def test_a_long_line_is_not_explained() -> None:
    with pytest.raises(LimitError):
        explain_line(lesson(), "by the way " * (MAX_EXPLAINED // 10))
