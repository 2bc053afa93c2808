"""Random corpora: tokviz learns what the libraries themselves learn, and what two plain loops of our own learn.

`make test` runs a few hundred cases, always the same. Thousands of new ones, for a nightly run, are
`make test ARGS="-k against_libraries --hypothesis-profile=explore"`.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from tests.bpe import libraries
from tests.strategies import corpora, words
from tokviz import bpe, wordpiece
from tokviz.bpe import PRESETS, Pair
from tokviz.corpus import Corpus
from tokviz.errors import CorpusError, RulesError

MANY = settings(max_examples=2 * settings().max_examples)
FEWER = settings(max_examples=settings().max_examples // 2)  # sentencepiece takes longer than all the others

SPECIAL_TOKENS = st.lists(st.sampled_from(["<s>", "ab", "a", "aa", "ba", "abc", "c"]), max_size=3)


@given(corpora(), st.integers(0, 40), st.integers(1, 3), st.booleans())
@MANY
def test_subword_nmt(corpus: Corpus, symbols: int, minimum_count: int, total_symbols: bool) -> None:
    assume(any(len(word) > 1 for word in corpus))  # it raises ValueError otherwise
    expected = libraries.subword_nmt(corpus, symbols, minimum_count=minimum_count, total_symbols=total_symbols)
    rules = replace(PRESETS["subword-nmt"], minimum_count=minimum_count)
    if total_symbols:
        trace = bpe.train(corpus, vocab_size=symbols, rules=rules)
    else:
        trace = bpe.train(corpus, merges=symbols, rules=rules)
    assert trace.merges == expected


@given(
    corpora(),
    st.integers(0, 60),
    st.integers(0, 3),
    SPECIAL_TOKENS,
    st.none() | st.integers(1, 7),
    st.lists(st.sampled_from("azé中"), max_size=3),
)
@MANY
@example(Corpus({"ab": 5, "abc": 2}), 50, 0, ["ab", "<s>"], None, [])
@example(Corpus({"aaaaaaa": 2, "aaa": 1}), 50, 0, ["aa"], 4, [])
def test_tokenizers(
    corpus: Corpus,
    vocab_size: int,
    minimum_count: int,
    special_tokens: list[str],
    max_token_length: int | None,
    initial_alphabet: list[str],
) -> None:
    merges, vocabulary = libraries.hugging_face(
        libraries.as_lines(corpus),
        vocab_size,
        min_frequency=minimum_count,
        special_tokens=special_tokens,
        max_token_length=max_token_length,
        initial_alphabet=initial_alphabet,
    )
    rules = replace(
        PRESETS["huggingface"],
        minimum_count=max(minimum_count, 1),  # it never merges what does not occur
        special_tokens=tuple(special_tokens),
        max_token_length=max_token_length,
        initial_alphabet=tuple(initial_alphabet),
    )
    trace = bpe.train(corpus, vocab_size=vocab_size, rules=rules)
    assert trace.merges == merges
    assert list(trace.vocabulary()) == vocabulary


@given(
    corpora() | st.builds(Corpus, st.dictionaries(words("ab", 24), st.integers(1, 3), min_size=1, max_size=3)),
    st.data(),
)
@FEWER
def test_sentencepiece(corpus: Corpus, data: st.DataObject) -> None:
    least = 3 + len({character for word in corpus for character in word}) + 1  # meta pieces, characters, the mark
    vocab_size = data.draw(st.integers(least, least + 40))
    trace = bpe.train(corpus, vocab_size=vocab_size, rules=libraries.MIXED)
    assert list(trace.vocabulary()) == libraries.sentencepiece_bpe(corpus, vocab_size)


FREQUENT = st.dictionaries(words("ab", 8), st.integers(5, 30), min_size=1, max_size=6)
RARE = st.dictionaries(words("abcde", 6) | words("abx<>", 6), st.integers(1, 3), max_size=6)


@given(
    st.builds(lambda one, other: Corpus({**one, **other}), RARE, FREQUENT),
    st.integers(0, 20),
    st.sampled_from([0.98, 0.985, 0.99, 0.995, 0.9995, 1.0]),
    st.lists(st.sampled_from(["b", "ab", "ca", "<x>", "aba", "z", "▁a", "x"]), max_size=3, unique=True),
    words("abcdex<>", 12),
)
@MANY
@example(Corpus({"hug<x>s": 3, "pug": 5, "<x>": 2, "a<s>b": 2}), 6, 1.0, ["<x>"], "pug<x>hugs<s>")
@example(Corpus({"aaaa": 29, "abab": 13, "ad": 1, "ac": 1, "aadaa": 1}), 3, 0.98, [], "adcaab")
@example(Corpus({"ab" * 30: 5, "ba" * 25: 3}), 6, 0.98, [], "ababa")  # the mark of a space is too rare
def test_sentencepiece_blanks_out(corpus: Corpus, more: int, coverage: float, symbols: list[str], text: str) -> None:
    """Rare characters and symbols of the user: the same pieces in the same order, and the same pieces of a text."""
    rules = replace(libraries.MIXED, character_coverage=coverage, user_defined=tuple(symbols))
    try:
        vocab_size = bpe.train(corpus, merges=0, rules=rules).sizes()[0] + more
    except CorpusError:  # nothing is left
        return
    trace = bpe.train(corpus, vocab_size=vocab_size, rules=rules)
    options = {"character_coverage": coverage, "user_defined_symbols": symbols}
    library = libraries.sentencepiece_processor(libraries.as_lines(corpus), vocab_size, model_type="bpe", **options)
    assert list(trace.vocabulary()) == [library.id_to_piece(i) for i in range(library.get_piece_size())]
    model = trace.model()
    for word in (text, *corpus):
        assert model.encode(word) == library.encode(word, out_type=str)
        assert list(model.explain(word).tokens) == model.encode(word)


def test_symbols_of_the_user_stay_whole() -> None:
    corpus = Corpus({"hug<x>s": 3, "pug": 5, "<x>": 2})
    rules = replace(PRESETS["sentencepiece"], user_defined=("<x>",))
    trace = bpe.train(corpus, vocab_size=14, rules=rules)
    assert trace.vocabulary()[:4] == ("<unk>", "<s>", "</s>", "<x>")
    assert dict(trace.corpus) == {"hug": 3, "▅s": 3, "pug": 5, "▁": 2}
    assert trace.word("▅s") == ("s",)
    assert trace.model().encode("pug<x>hug") == ["▁pug", "<x>", "h", "ug"]
    assert trace.model().decode(["▁pug", "<x>", "h", "ug"]) == "pug<x>hug"


@pytest.mark.parametrize("changed", [{"character_coverage": 0.99}, {"user_defined": ("<x>",)}])
def test_only_sentencepiece_blanks_out(changed: dict[str, Any]) -> None:
    for rules in (PRESETS["course"], replace(PRESETS["sentencepiece"], limit_alphabet=3), wordpiece.PRESETS["course"]):
        with pytest.raises(RulesError) as caught:
            replace(rules, **changed)
        assert caught.value.code == "sentencepiece-only"
    with pytest.raises(RulesError) as caught:
        replace(PRESETS["sentencepiece"], character_coverage=0.9)
    assert caught.value.code == "rules-range"


def paper_listing(corpus: Corpus, merges: int) -> list[Pair]:
    """The loop of the paper as it is usually typed: words as strings of symbols with spaces, `max` over a dict."""
    vocabulary = {" ".join(word) + " </w>": count for word, count in corpus.items()}
    learned = []
    for _ in range(merges):
        pairs: dict[Pair, int] = {}
        for word, count in vocabulary.items():
            symbols = word.split(" ")
            for pair in pairwise(symbols):
                pairs[pair] = pairs.get(pair, 0) + count
        if not pairs:
            break
        best = max(pairs, key=pairs.__getitem__)
        learned.append(best)
        whole = re.compile(r"(?<!\S)" + re.escape(" ".join(best)) + r"(?!\S)")
        vocabulary = {
            whole.sub(lambda found: found.group().replace(" ", ""), word): n for word, n in vocabulary.items()
        }
    return learned


def minbpe(pieces: list[str], merges: int) -> list[tuple[int, int]]:
    """minbpe's loop: lists of integers, counted again at every step."""
    chunks = [list(piece.encode("utf-8")) for piece in pieces]
    learned = []
    for new in range(256, 256 + merges):
        counts: Counter[tuple[int, int]] = Counter()
        for chunk in chunks:
            counts.update(pairwise(chunk))
        if not counts:
            break
        best = max(counts, key=counts.__getitem__)
        learned.append(best)
        for chunk in chunks:
            i = 0
            while i < len(chunk) - 1:
                if (chunk[i], chunk[i + 1]) == best:
                    chunk[i : i + 2] = [new]
                i += 1
    return learned


@given(corpora(), st.integers(0, 40))
@MANY
def test_the_loop_of_the_paper(corpus: Corpus, merges: int) -> None:
    assert bpe.train(corpus, merges=merges, rules="sennrich").merges == paper_listing(corpus, merges)


@given(st.lists(words("ab", 9) | words("aé中😀", 9), min_size=1, max_size=8), st.integers(0, 40))
@MANY
def test_the_loop_of_minbpe(pieces: list[str], merges: int) -> None:
    trace = bpe.train(Corpus(Counter(pieces)), merges=merges, rules="minbpe")
    ids = {token: i for i, token in enumerate(trace.vocabulary())}
    assert [(ids[left], ids[right]) for left, right in trace.merges] == minbpe(pieces, merges)
