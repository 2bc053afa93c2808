"""Random corpora: tokviz learns what tokenizers and sentencepiece themselves learn.

`make test` runs some hundred cases, always the same. Thousands of new ones, for a nightly run, are
`make test ARGS="-k against_libraries --hypothesis-profile=explore"`.
"""

from __future__ import annotations

import contextlib
import math
from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from tests.strategies import corpora, words
from tests.unigram import libraries
from tokviz import unigram
from tokviz.corpus import Corpus
from tokviz.errors import RulesError
from tokviz.pretokenize import METASPACE
from tokviz.unigram import PRESETS, Prune, Rules, Trace

MANY = settings(max_examples=2 * settings().max_examples)

LONGER = st.builds(Corpus, st.dictionaries(words("abcd", 12), st.integers(1, 12), min_size=1, max_size=24))


def characters(corpus: Corpus) -> int:
    return len({character for word in corpus for character in word})


def train(corpus: Corpus, vocab_size: int, rules: Rules, lines: list[str] | None = None) -> Trace | None:
    """None if no piece is frequent enough."""
    with contextlib.suppress(RulesError):
        return unigram.train(corpus, vocab_size=vocab_size, rules=rules, lines=lines)
    return None


@given(corpora() | LONGER, st.integers(0, 12), st.sampled_from([(), ("<s>", "<unk>")]), st.booleans())
@MANY
@example(Corpus({"cbaba": 2, "cb": 10, "c": 10}), 1, (), False)
@example(Corpus({"a": 5, "b": 5}), 0, (), False)
@example(Corpus({"aaaaaaaa": 1}), 0, (), False)
@example(Corpus({"aaba": 1, "caca": 2, "cbab": 1}), 3, (), False)
def test_tokenizers(corpus: Corpus, more: int, special_tokens: tuple[str, ...], unknown: bool) -> None:
    """The same pieces with the same scores, in one of its runs.

    It adds up in the order of a hash map, which is another in each run; where two pieces are equal but for the last
    bit, as ab and ba are in the last example, that decides which of them goes.
    """
    vocab_size = max(characters(corpus) + more, 4)
    unk_token = "<unk>" if unknown else None
    rules = replace(PRESETS["huggingface"], special_tokens=special_tokens, unk_token=unk_token)
    trace = train(corpus, vocab_size, rules)
    if trace is not None and trace.stopped == "stalled":
        return  # tokenizers does not come back

    def listed() -> libraries.Pieces:
        options = {"unk_token": unk_token} if unk_token else {}
        return libraries.tokenizers_train(corpus, vocab_size, special_tokens=list(special_tokens), **options)

    if trace is None:
        assert any(score is None for _, score in listed())  # not a number
    else:
        assert any(agree(trace, listed()) for _ in range(60))


def agree(trace: Trace, listed: libraries.Pieces) -> bool:
    """Tell if these are the trace's pieces, scores included.

    Characters that came back are told apart by 0.0001 each, and which gets what is left to chance in tokenizers.
    """
    first = trace.rules.first_tokens
    scores, expected = trace.scores(), dict(listed[len(first) :])
    if [piece for piece, _ in listed[: len(first)]] != list(first) or scores.keys() != expected.keys():
        return False
    last = trace[-1]
    assert isinstance(last, Prune)
    back = set(last.restored)
    rows = [(scores[piece], expected[piece]) for piece in scores if piece not in back]
    rows += zip(sorted(scores[piece] for piece in back), sorted(expected[piece] for piece in back), strict=True)
    return all(math.isclose(ours, theirs, abs_tol=1e-6) for ours, theirs in rows)


@given(corpora() | LONGER, st.integers(0, 12), st.booleans(), st.integers(1, 5), st.randoms(use_true_random=False))
@MANY
def test_sentencepiece(corpus: Corpus, more: int, prefix: bool, words_a_line: int, rng: Random) -> None:
    """The same pieces in the same order with the same scores, to the last bit."""
    mark = METASPACE if prefix else ""
    every = [word for word, count in corpus.items() for _ in range(count)]
    rng.shuffle(every)
    groups = [every[i : i + words_a_line] for i in range(0, len(every), words_a_line)]
    lines = [" ".join(group) for group in groups]
    marked = Counter((METASPACE if i else mark) + word for group in groups for i, word in enumerate(group))
    given_words = Corpus(marked)
    vocab_size = characters(given_words) + 3 + more
    rules = replace(libraries.MIXED, start_of_word=mark)
    trace = train(given_words, vocab_size, rules, lines)
    if trace is None:
        with pytest.raises(RuntimeError, match="no pieces"):
            libraries.sentencepiece_train(lines, vocab_size, add_dummy_prefix=prefix)
        return
    expected = libraries.sentencepiece_train(lines, vocab_size, add_dummy_prefix=prefix)
    assert list(trace.model().scores.items()) == expected


@given(corpora(), st.integers(0, 12))
def test_sentencepiece_takes_each_word_for_a_line(corpus: Corpus, more: int) -> None:
    vocab_size = characters(corpus) + 4 + more
    trace = train(corpus, vocab_size, libraries.MIXED)
    assume(trace is not None)
    assert trace is not None
    lines = [word for word, count in corpus.items() for _ in range(count)]
    assert list(trace.model().scores.items()) == libraries.sentencepiece_train(lines, vocab_size)


FREQUENT = st.dictionaries(words("ab", 8), st.integers(5, 30), min_size=1, max_size=6)
RARE = st.dictionaries(words("abcde", 6), st.integers(1, 3), max_size=6)


@given(
    st.builds(lambda one, other: Corpus({**one, **other}), RARE, FREQUENT),
    st.integers(0, 12),
    st.sampled_from([0.98, 0.985, 0.99, 0.995, 0.9995, 1.0]),
    st.lists(st.sampled_from(["b", "ab", "ca", "<x>", "aba", "z"]), max_size=2, unique=True),
    st.integers(1, 4),
    st.randoms(use_true_random=False),
)
@MANY
@example(Corpus({"ab<x>c": 3, "b<x>": 2, "abc": 4}), 4, 1.0, ["<x>"], 2, Random(1))
@example(Corpus({"aaaa": 29, "abab": 13, "ad": 1, "ac": 1, "aadaa": 1}), 3, 0.98, [], 1, Random(1))
def test_sentencepiece_blanks_out(
    corpus: Corpus, more: int, coverage: float, symbols: list[str], words_a_line: int, rng: Random
) -> None:
    """Rare characters and symbols of the user: the same pieces with the same scores, and the same pieces of a text."""
    every = [word for word, count in corpus.items() for _ in range(count)]
    rng.shuffle(every)
    lines = [" ".join(every[i : i + words_a_line]) for i in range(0, len(every), words_a_line)]
    counted = Corpus(Counter(every))
    rules = replace(libraries.MIXED, character_coverage=coverage, user_defined=tuple(symbols))
    vocab_size = characters(counted) + 4 + len(symbols) + more
    trace = train(counted, vocab_size, rules, lines)
    options = {"character_coverage": coverage, "user_defined_symbols": symbols}
    if trace is None:
        with pytest.raises(RuntimeError):
            libraries.sentencepiece_train(lines, vocab_size, **options)
        return
    assert list(trace.model().scores.items()) == libraries.sentencepiece_train(lines, vocab_size, **options)


LONG = st.lists(st.text("ab", min_size=15, max_size=60) | st.text("abc", max_size=4), min_size=1, max_size=4)


@given(
    st.lists(LONG.map(" ".join), min_size=1, max_size=5),
    st.integers(0, 12),
    st.sampled_from([0.98, 0.99, 0.995]),
    st.sampled_from([[], ["<x>"], ["ab"]]),
    st.booleans(),
)
@MANY
@example(["ab" * 30, "abb" * 30], 4, 0.98, [], True)
@example(["ab" * 30 + " " + "ba" * 40, "aab" * 30 + "<x>b"], 4, 0.98, ["<x>"], True)
@example(["cab" * 60, "c " + "ab" * 20], 4, 0.98, [], True)
def test_sentencepiece_blanks_out_the_mark_itself(
    lines: list[str], more: int, coverage: float, symbols: list[str], prefix: bool
) -> None:
    """Long words, so that the mark before them can be one of the rare characters: the same pieces and scores."""
    lines = [joined for line in lines if (joined := " ".join(line.split()))]
    assume(lines)
    mark = METASPACE if prefix else ""
    each = [(METASPACE if i else mark) + word for line in lines for i, word in enumerate(line.split())]
    counted = Corpus(Counter(each))
    rules = replace(libraries.MIXED, character_coverage=coverage, user_defined=tuple(symbols))
    vocab_size = characters(counted) + 4 + len(symbols) + more
    trace = train(counted, vocab_size, replace(rules, start_of_word=mark), lines)
    options = {"character_coverage": coverage, "user_defined_symbols": symbols, "add_dummy_prefix": prefix}
    if trace is None:
        with pytest.raises(RuntimeError):
            libraries.sentencepiece_train(lines, vocab_size, **options)
        return
    assert list(trace.model().scores.items()) == libraries.sentencepiece_train(lines, vocab_size, **options)
    for k in range(len(trace) + 1):
        trace.words(k)


def test_without_the_mark_a_line_is_one_word() -> None:
    lines = ["ab" * 30 + " " + "ba" * 40, "aab" * 30]
    rules = replace(PRESETS["sentencepiece"], character_coverage=0.98)
    trace = unigram.train(Corpus.from_text("\n".join(lines)), vocab_size=9, rules=rules, lines=lines)
    assert trace.corpus.words == ("▅" + lines[0].replace(" ", "▅"), "▅" + lines[1])
    assert METASPACE not in "".join(trace.vocabulary())


def test_symbols_of_the_user_stay_whole() -> None:
    corpus = Corpus({"hug<x>s": 3, "pug": 5, "<x>": 2})
    rules = replace(PRESETS["sentencepiece"], user_defined=("<x>",))
    trace = unigram.train(corpus, vocab_size=14, rules=rules)
    assert trace.vocabulary()[:4] == ("<unk>", "<s>", "</s>", "<x>")
    assert "hug▅s" in trace.corpus
    assert "<x>" in trace.model().encode("pug<x>")
    with pytest.raises(RulesError) as caught:
        replace(PRESETS["soft-em"], character_coverage=0.99)
    assert caught.value.code == "sentencepiece-only"
