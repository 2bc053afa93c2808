"""Training that goes on from a tokenizer learns what one training would have learned."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.catalogs import saying
from tests.strategies import corpora
from tokviz import bpe
from tokviz.corpus import Corpus
from tokviz.errors import CorpusError, RulesError
from tokviz.views.merges.candidates import step_candidates

WORDS = {"low": 5, "lower": 2, "newest": 6, "widest": 3}
CONVENTIONS = sorted(set(bpe.PRESETS) - {"sentencepiece"})


@given(corpora(), st.integers(0, 6), st.sampled_from(CONVENTIONS))
def test_the_first_merges_and_then_the_others_are_one_training(corpus: Corpus, k: int, rules: str) -> None:
    whole = bpe.train(corpus, merges=12, rules=rules)
    k = min(k, len(whole))
    model = whole.model(k)
    # A list of merges can split a word otherwise than the training that made it, where a token was made twice.
    assume(all(model.encode_word(word) == tokens for word, tokens in whole.words(k).items()))
    trace = bpe.go_on(corpus, model, merges=12 - k)
    assert trace.merges == whole.merges[k:]
    assert trace.counts == whole.counts[k:]
    assert trace.tie_sizes == whole.tie_sizes[k:]
    assert trace.stopped == whole.stopped
    assert trace.vocabulary() == whole.vocabulary()
    for j in range(len(trace) + 1):
        assert trace.words(j) == whole.words(k + j)
        assert trace.model(j).merges == whole.model(k + j).merges
        assert trace.pairs(j) == whole.pairs(k + j)


@given(corpora(), corpora(), st.integers(0, 5))
def test_it_begins_with_the_tokens_of_the_tokenizer(first: Corpus, other: Corpus, k: int) -> None:
    model = bpe.train(first, merges=k, rules="course").model()
    trace = bpe.go_on(other, model, merges=5)
    assert trace.words(0) == {word: model.encode_word(word) for word in other}
    assert trace.vocabulary(0)[: len(model.vocabulary)] == model.vocabulary
    assert trace.model().merges[: len(model.merges)] == tuple(model.merges)


def test_a_large_corpus_finds_its_candidates_by_training_again() -> None:
    corpus = Corpus({f"{word}{word[::-1]}{number}": number + 1 for number, word in enumerate(WORDS) for _ in "a"})
    corpus = Corpus({f"{word}{i}x": i + 1 for word in corpus for i in range(20)})
    trace = bpe.go_on(corpus, bpe.train(WORDS, rules="course", merges=3).model(), merges=6)
    assert trace.total_first_symbols > 300
    for k, found in enumerate(step_candidates(trace, range(len(trace) + 1), 5)):
        assert [pair.pair for pair in found.best] == [candidate.pair for candidate in trace.candidates(k)[:5]]
        assert found.total == len(trace.pairs(k))


def test_a_size_counts_what_is_there() -> None:
    model = bpe.train(WORDS, merges=3).model()
    trace = bpe.go_on(WORDS, model, vocab_size=len(model.vocabulary) + 2)
    assert (len(trace), trace.stopped, len(trace.vocabulary())) == (2, "vocab_size", len(model.vocabulary) + 2)
    assert trace.added() == trace.tokens
    assert len(bpe.go_on(WORDS, model, vocab_size=1)) == 0


def test_a_merge_can_make_a_token_that_is_there() -> None:
    model = bpe.Model((("a", "b"), ("ab", "c")), ("a", "b", "c", "x", "ab", "abc", "bc"), bpe.PRESETS["huggingface"])
    trace = bpe.go_on({"xbc": 3, "xbx": 1}, model, merges=2)
    assert trace.merges[0] == ("x", "b")
    assert trace.added() == ("xb", "xbc")
    trace = bpe.go_on({"bc": 3}, model)
    assert trace.tokens == ("bc",)
    assert trace.added() == ()
    assert trace.sizes() == (7, 7)


def test_unknown_symbols_are_never_joined() -> None:
    encoding = bpe.Encoding(loop="one-at-a-time", unknown="unk", unk_token="<unk>")
    model = bpe.Model((), ("<unk>", "a", "b"), bpe.PRESETS["huggingface"], encoding)
    trace = bpe.go_on({"abzab": 3, "zz": 1}, model)
    assert trace.words(0) == {"ab": ("a", "b")}
    assert trace.corpus["ab"] == 6
    assert trace.tokens == ("ab",)
    with pytest.raises(CorpusError, match=saying("error.going-on-nothing").pattern):
        bpe.go_on({"z": 1}, model)
    dropping = bpe.Model((), ("a", "b"), bpe.PRESETS["huggingface"], bpe.ENCODINGS["tokenizers"])
    assert bpe.go_on({"azb": 1}, dropping).tokens == ("ab",)


def test_bytes_of_unknown_characters_are_never_joined() -> None:
    pieces = tuple(f"<0x{byte:02X}>" for byte in range(256))
    encoding = bpe.Encoding(loop="one-at-a-time", unknown="drop", byte_fallback=True)
    model = bpe.Model((), (*pieces, "a", "b"), bpe.PRESETS["huggingface"], encoding)
    assert bpe.go_on({"ab中ab": 1}, model).tokens == ("ab",)


def test_ranks_by_token_are_refused() -> None:
    with pytest.raises(RulesError, match=saying("error.going-on-ranks").pattern):
        bpe.go_on(WORDS, bpe.train(WORDS, merges=2, rules="sentencepiece").model())
