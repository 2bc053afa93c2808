"""merges.txt with vocab.json, read: as tokenizers reads them, and what is wrong with them by line."""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers

from tests.strategies import corpora, words
from tokviz import bpe
from tokviz.bpe import Model, Rules
from tokviz.corpus import Corpus
from tokviz.errors import FormatError, TokvizError
from tokviz.files.merges_txt import load_merges, write_merges, write_vocab
from tokviz.pretokenize import pretokenize

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "03_hf_bpe.json").read_text("utf-8"))["cases"]
VOCAB = '{"a": 0, "b": 1, "c": 2, "ab": 3, "bc": 4, "abc": 5}'


def read_merges(*args: Any, **options: Any) -> Model:
    return load_merges(*args, **options).model


def error(merges: str | bytes, vocab: str | bytes = VOCAB) -> FormatError:
    with pytest.raises(FormatError) as caught:
        read_merges(merges, vocab)
    return caught.value


def test_golden() -> None:
    (case,) = (case for case in GOLDEN if case["algorithm"] == "hf/BPE.save")
    expected = case["expected"]
    model = read_merges(expected["merges.txt"], expected["vocab.json"])
    assert list(model.vocabulary) == list(expected["tokenizer.json model"]["vocab"])
    assert [list(pair) for pair in model.merges] == expected["tokenizer.json model"]["merges"]
    trace = bpe.train(Corpus(case["corpus"]), vocab_size=14, rules="huggingface")
    assert write_merges(trace) == expected["merges.txt"]
    assert json.loads(write_vocab(trace)) == json.loads(expected["vocab.json"])


@settings(max_examples=60)
@given(corpora(), st.lists(words("aébc", 10), max_size=4))
def test_what_is_written_is_read(corpus: Corpus, others: list[str]) -> None:
    trace = bpe.train(corpus, merges=15, rules="huggingface")
    model, original = read_merges(write_merges(trace), write_vocab(trace)), trace.model()
    assert (model.vocabulary, model.merges, model.pretokenizer) == (original.vocabulary, original.merges, "whitespace")
    for word in [*corpus, *others]:
        assert model.encode_word(word) == original.encode_word(word)


_LINES = st.sampled_from(
    ["a b", "b c", "ab c", "a bc", "a b\r", "#version: 0.2", "#versions", "", "a", "a  b", "a x", "c a"]
)


@settings(max_examples=200)
@given(st.lists(_LINES, max_size=6), st.sampled_from(["", "\n"]))
def test_any_file_is_read_or_refused_as_in_tokenizers(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], end: str
) -> None:
    folder = tmp_path_factory.mktemp("model")
    text = "\n".join(lines) + end
    (folder / "vocab.json").write_text(VOCAB, encoding="utf-8")
    (folder / "merges.txt").write_text(text, encoding="utf-8", newline="")
    try:
        other = models.BPE.from_file(str(folder / "vocab.json"), str(folder / "merges.txt"))
    except Exception:  # whatever class it has
        with pytest.raises(FormatError):
            read_merges(text, VOCAB)
        return
    model = read_merges(text, VOCAB)
    for word in ("abc", "abab", "cab", "bcabc"):
        assert list(model.encode_word(word)) == [token.value for token in other.tokenize(word)]


def test_gpt2_files() -> None:
    """All 256 bytes in the vocabulary: the words are GPT-2's, and everything comes back."""
    text = "Hello world, héllo  wörld 123!\n"
    rules = Rules(initial_alphabet=tuple(pre_tokenizers.ByteLevel.alphabet()))
    trace = bpe.train(Corpus(Counter(pretokenize(text, "gpt2-bytes"))), merges=12, rules=rules)
    model = read_merges(write_merges(trace), write_vocab(trace))
    assert model.pretokenizer == "gpt2-bytes"
    tokenizer = Tokenizer(models.BPE(dict(model.ids), list(model.merges)))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    for sample in (text, " hello  中文 \t", "don't"):
        assert model.encode(sample) == tokenizer.encode(sample).tokens
        assert model.decode(model.encode(sample)) == sample
    assert read_merges(write_merges(trace), write_vocab(trace), "o200k-bytes").pretokenizer == "o200k-bytes"


def test_a_mark_at_the_end_of_words_is_recognized() -> None:
    rules = Rules(end_of_word="</w>", end_of_word_attached=True, alphabet="characters")
    trace = bpe.train(Corpus({"low": 3, "lower": 1}), rules=rules)
    model = read_merges(write_merges(trace), write_vocab(trace))
    assert model.encode("low lower") == ["low</w>", "lower</w>"]
    assert model.decode(model.encode("low lower")) == "low lower"


def test_of_a_merge_listed_twice_the_last_rank_counts() -> None:
    assert read_merges("a b\nb c\na b\n", VOCAB).encode("abc") == ["a", "bc"]


@pytest.mark.parametrize(
    ("merges", "code", "line"),
    [
        ("#version: 0.2\na b\na x\n", "merge-unknown-symbol", 3),
        ("a b\nc a\n", "merge-unknown-symbol", 2),
        ("a b\n\n", "wrong-fields", 2),
        ("a b c\n", "wrong-fields", 1),
        ("a b\nb\0c\n", "nul-byte", 2),
        (b"a b\n\xff c\n", "not-decodable", 2),
    ],
)
def test_broken_merges(merges: str | bytes, code: str, line: int) -> None:
    found = error(merges)
    assert (found.code, found.line) == (code, line)


@pytest.mark.parametrize(
    ("vocab", "code", "line"),
    [
        ('{"a": 0,\n"b": 1', "json-cut-short", 2),
        ('{"a": 0,\n"b": 0}', "id-twice", 2),
        ('{"a": 0,\n"b": "1"}', "token-id", 2),
        ('{"a": 0,\n"a": "1"}', "json-key-twice", 2),
        ('{"a": 0,\n"b": 1e3}', "token-id", 2),
        (f'{{"a": {"9" * 100}}}', "token-id", 1),
        ('["a", "b"]', "json-shape", 1),
        ('{"a": 0, "\\ud800": 1}', "token-surrogate", 1),
    ],
)
def test_broken_vocabularies(vocab: str, code: str, line: int) -> None:
    found = error("", vocab)
    assert (found.code, found.line) == (code, line)


_JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 5) | st.floats() | st.sampled_from(["a", "b", "a b", "\ud800"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abl"), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=100)
@given(st.text(st.sampled_from('ab \r\n\0\ud800{}":01,'), max_size=30) | _JSON.map(json.dumps) | st.binary(max_size=20))
def test_nothing_but_our_own_errors(data: str | bytes) -> None:
    for merges, vocab in ((data, VOCAB), ("a b\n", data)):
        with contextlib.suppress(TokvizError):
            read_merges(merges, vocab)
