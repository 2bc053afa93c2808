"""Sizes: which there can be, and which tokenizer of a smaller size is in a trace."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.compare.tokenizers import HUG
from tests.strategies import corpora
from tokviz import bpe, unigram, wordpiece
from tokviz.bpe import Applier
from tokviz.compare.comparison import USUAL, ComparedCorpus, Comparison, Engine, Slot
from tokviz.compare.sizes import SizeRange, Tokenizer, at_size, common_sizes, possible_sizes, size_range, usual_size
from tokviz.corpus import Corpus, parse
from tokviz.errors import TokvizError

PLAIN = ("course", "hard-em", "soft-em")


@given(corpora(), st.sampled_from(["course", "sennrich", "huggingface", "sentencepiece"]), st.integers(0, 40))
def test_a_smaller_bpe_is_a_beginning_of_the_trace(corpus: Corpus, preset: str, size: int) -> None:
    whole = bpe.train(corpus, merges=30, rules=preset)
    found = at_size(whole, size)
    special = len(whole.rules.first_tokens)
    again = bpe.train(corpus, merges=30, vocab_size=size + special, rules=preset)
    assert isinstance(found.model, bpe.Model)
    assert list(found.model.merges) == again.merges
    assert found.size == len(again.vocabulary()) - special == len(found.model.vocabulary) - found.special
    assert found.size in possible_sizes(whole)


@given(corpora(), st.sampled_from(["course", "huggingface"]), st.integers(0, 40))
def test_a_smaller_wordpiece_is_a_beginning_of_the_trace(corpus: Corpus, preset: str, size: int) -> None:
    whole = wordpiece.train(corpus, rules=preset)
    found = at_size(whole, size)
    assert isinstance(found.model, wordpiece.Model)
    again = wordpiece.train(corpus, vocab_size=size + 5, rules=preset)
    assert found.model.vocabulary == again.vocabulary()
    assert found.special == 5
    assert found.is_exact
    merges = found.by_merges
    assert merges is not None
    for word, symbols in whole.words(found.steps).items():
        assert merges.encode_word(word) == symbols


@given(corpora(), st.sampled_from(PLAIN), st.booleans(), st.integers(1, 12), st.integers(1, 30))
def test_a_state_of_a_unigram_trace_is_exact_where_it_says_so(
    corpus: Corpus, preset: str, overshoot: bool, aim: int, size: int
) -> None:
    rules = replace(unigram.PRESETS[preset], overshoot=overshoot, special_tokens=("<s>",))
    try:
        whole = unigram.train(corpus, vocab_size=aim + 1, rules=rules)
        again = unigram.train(corpus, vocab_size=size + 1, rules=rules)
    except TokvizError:
        return
    found = at_size(whole, size)
    assert found.size in possible_sizes(whole)
    if found.is_exact:
        assert isinstance(found.model, unigram.Model)
        assert found.model.scores == again.model().scores
    assert found.size == max((one for one in possible_sizes(whole) if one <= size), default=min(possible_sizes(whole)))
    assert at_size(whole, aim).steps == len(whole)
    assert at_size(whole, aim).is_exact


def test_the_library_flows_are_exact_only_at_their_end() -> None:
    corpus = Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3, "lowest": 4, "newer": 7})
    trace = unigram.train(corpus, vocab_size=14, rules="huggingface")
    assert at_size(trace, 14).is_exact
    assert at_size(trace, 14).steps == len(trace)
    others = [at_size(trace, size) for size in (*possible_sizes(trace), 999) if size != 14]
    assert others
    assert not any(other.is_exact for other in others)


def test_beyond_the_trace() -> None:
    cut = bpe.train(HUG, merges=2, rules="course")
    assert (at_size(cut, 99).size, at_size(cut, 99).is_exact) == (9, False)
    whole = bpe.train(HUG, rules="course")
    assert (at_size(whole, 99).size, at_size(whole, 99).is_exact) == (14, True)
    assert (at_size(whole, 1).size, at_size(whole, 1).is_exact) == (7, True)


@given(corpora(), st.sampled_from(["course", "sennrich", "subword-nmt", "huggingface", "minbpe"]))
def test_the_range_of_merging(corpus: Corpus, preset: str) -> None:
    rules = bpe.PRESETS[preset]
    found = size_range(corpus, rules)
    sizes = bpe.train(corpus, rules=rules).sizes()
    assert found == SizeRange(sizes[0], sizes[-1])
    with patch("tokviz.compare.sizes._SYMBOLS_TO_TRAIN", 0):
        bound = size_range(corpus, rules)
    assert bound.smallest == sizes[0]
    assert bound.largest >= sizes[-1]
    assert bound.is_largest_exact == (bpe.train(corpus, merges=0, rules=rules).stopped != "merges")


@given(corpora(), st.sampled_from(PLAIN))
def test_the_range_of_unigram(corpus: Corpus, preset: str) -> None:
    found = size_range(corpus, unigram.PRESETS[preset])
    try:
        least = unigram.train(corpus, vocab_size=found.smallest, rules=preset)
        most = unigram.train(corpus, vocab_size=found.largest, rules=preset)
    except TokvizError:
        return
    assert at_size(least, found.smallest).size == found.smallest or unigram.PRESETS[preset].overshoot
    assert most.pieces_left[1] == found.largest
    assert not any(step.kind == "prune" for step in most)


@pytest.mark.parametrize("preset", ["huggingface", "sentencepiece"])
def test_the_libraries_refuse_less_than_the_smallest(preset: str) -> None:
    corpus = Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3})
    smallest = size_range(corpus, unigram.PRESETS[preset]).smallest + len(unigram.PRESETS[preset].first_tokens)
    unigram.train(corpus, vocab_size=smallest, rules=preset)
    with pytest.raises(TokvizError):
        unigram.train(corpus, vocab_size=smallest - 1, rules=preset)


def test_a_large_corpus_has_a_bound() -> None:
    corpus = Corpus({f"{i:05}": 1 for i in range(5_000)})
    found = size_range(corpus, bpe.PRESETS["course"])
    assert found == SizeRange(10, 10 + 4 * 5_000, False)
    assert not size_range(HUG, bpe.PRESETS["sentencepiece"]).is_largest_exact  # it goes on at count 0


SHORT = {
    "english": "The tram was late again, so we walked along the river, and by the time we reached the market the last "
    "stalls were closing; the walk had taken longer than the waiting would have.",
    "chinese": "今天下午我们去湖边散步，湖水很静，湖边的树影也很静。孩子们在湖边放风筝，风筝飞得很高。",
    "code": "for row in rows:\n    for cell in row.cells:\n        if cell.value is None:\n            "
    "cell.value = row.default\n        total += cell.value\nreturn total",
    "one word": "banana",
    "two words": "singing ringing",
    "poem": "I saw the moon above the mill,\nthe mill wheel stood, the stream was still;\n"
    "I called your name across the hill,\nthe hill it calls, it calls it still.",
    "german": "Der Zug fuhr langsam durch das Tal, das Tal lag still im Nebel, und im Zug schlief ein Kind.",
    "counts": "play 9, player 4, playing 6, stay 7, staying 3",
}
"""Texts that nothing was tuned on."""


def compared_at(name: str, choose: Callable[[int, int], int]) -> Comparison:
    """The usual tokenizers on a short text, of the size that is chosen between the smallest and the largest."""
    source = ComparedCorpus.of_own(parse(SHORT[name], "words"), "words", (name,))
    engine, slots = Engine(source), [Slot.of(one) for one in USUAL]
    low, high, is_common = common_sizes([found for found in map(engine.possible, slots) if found])
    assert is_common
    made = tuple(engine.tokenizer(slot, choose(low, high), slot.name) for slot in slots)
    return Comparison(engine, made, SHORT[name])


@pytest.mark.parametrize("name", SHORT)
def test_differences_show_at_the_size_of_a_short_text(name: str) -> None:
    """Something is merged and most is not; most words are told apart, and no fewer than halfway or at the end."""
    found = compared_at(name, usual_size)
    words = len(found.engine.source.text.words)
    halfway, end = (compared_at(name, at) for at in (lambda low, high: (low + high) // 2, lambda low, high: high))
    assert len(found.differing) >= max(words / 2, len(halfway.differing), len(end.differing))
    for one in found.tokenizers:
        if one.tokenizer.merging is None:
            continue
        splits = found.engine.reading(one, found.engine.source.text).splits.values()
        assert 0 < one.tokenizer.steps < len(one.tokenizer.merging) / 2 + 1
        assert sum(len(split.tokens) == 1 for split in splits) <= words / 2


@given(st.integers(1, 3_000), st.integers(0, 3_000))
def test_the_usual_size_is_possible_and_not_nearly_all(low: int, more: int) -> None:
    size = usual_size(low, low + more)
    assert low <= size <= max(low, 500)
    assert size - low <= more / 3 + 1
    assert size > low or not more or low >= 500


def test_models_without_a_trace() -> None:
    assert Tokenizer(Applier([("l", "o")])).entries is None
    assert Tokenizer(Applier([("l", "o")], vocabulary={"lo"})).entries == 1
    assert Tokenizer(wordpiece.Model(["a"])).by_merges is None
