"""The loops that encode, against those that explain: the same tokens, for merges that make sense and that do not."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import corpora, words
from tokviz import bpe
from tokviz.bpe import Encoding, Model, Pair, Remembered, Rules, apply_merges
from tokviz.bpe.encoding import Loop
from tokviz.corpus import Corpus

LOOPS: tuple[Loop, ...] = get_args(Loop)
MARKS = (
    Rules(),
    Rules(end_of_word="$"),
    Rules(end_of_word="$", end_of_word_attached=True),
    Rules(continuing_prefix="#", start_of_word="^"),
    Rules(alphabet="bytes"),
)


@st.composite
def models(draw: st.DrawFn) -> Model:
    """Merges in any order, some twice, with any rules; the vocabulary, whose order may be a ranking, shuffled too."""
    rules = draw(st.sampled_from(MARKS))
    symbols = sorted({symbol for word in ("a", "b", "c", "ab", "abc", "cab") for symbol in rules.segment(word)})
    merges: list[Pair] = []
    for _ in range(draw(st.integers(0, 9))):
        left, right = draw(st.sampled_from(symbols)), draw(st.sampled_from(symbols))
        merges.append((left, right))
        symbols.append(rules.join(left, right))
    merges = draw(st.permutations(merges))
    merges += draw(st.lists(st.sampled_from(merges), max_size=2)) if merges else []
    vocabulary = draw(st.permutations(list(dict.fromkeys(symbols))))
    encoding = Encoding(rank_by=draw(st.sampled_from(["pair", "token"])), last_duplicate=draw(st.booleans()))
    return Model(tuple(merges), tuple(vocabulary), rules, encoding)


@settings(max_examples=400)
@given(models(), st.lists(words("abcé", 14) | st.sampled_from(["", "aaaaaaa", "abababab", "cabcabcab"]), max_size=5))
def test_every_loop_does_what_it_explains(model: Model, others: list[str]) -> None:
    for loop in LOOPS:
        looped = replace(model, encoding=replace(model.encoding, loop=loop))
        for word in others:
            assert looped.encode_word(word) == looped.explain(word).tokens, loop


@settings(max_examples=200)
@given(models(), words("abc", 30))
def test_the_queue_does_what_the_loop_does(model: Model, word: str) -> None:
    model = replace(model, encoding=replace(model.encoding, loop="one-at-a-time"))
    plain = model.encode_word(word)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(apply_merges, "LONG", 0)
        assert replace(model).encode_word(word) == plain


@settings(max_examples=60)
@given(corpora(), st.lists(words("abcé", 9), max_size=8), st.sampled_from(["huggingface", "subword-nmt", "minbpe"]))
def test_words_are_remembered_and_counted(corpus: Corpus, others: list[str], preset: str) -> None:
    model = bpe.train(corpus, merges=9, rules=preset).model()
    text = " ".join([*others, *others[:3]])
    fresh = [token for word in text.split() for token in model.explain(word).tokens]
    assert model.encode(text) == model.encode(text) == fresh
    different = len(set(text.split()))
    assert model.remembered == Remembered(different, 2 * len(text.split()) - different, different)


@settings(max_examples=100)
@given(st.sampled_from(MARKS), st.text("abé$#^", max_size=5))
def test_the_short_way_to_first_symbols_is_the_same(rules: Rules, word: str) -> None:
    assert Model((), (), rules).explain(word).start == rules.segment(word)
