"""merges.txt and vocab.json: tokenizers loads them and splits the training words as the trace ends."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from tokenizers import Tokenizer
from tokenizers.models import BPE

from tests.strategies import corpora
from tokviz import bpe, examples
from tokviz.bpe import Rules, Trace
from tokviz.corpus import Corpus
from tokviz.errors import RulesError
from tokviz.files.merges_txt import write_merges, write_vocab
from tokviz.pretokenize.byte_level import text_to_bytes


def model(trace: Trace) -> Tokenizer:
    """Return the tokenizer that tokenizers makes of the two texts, without a file."""
    lines = write_merges(trace).split("\n")[1:-1]
    return Tokenizer(BPE(json.loads(write_vocab(trace)), [(left, right) for left, right in map(str.split, lines)]))


@settings(max_examples=60)
@given(corpora())
def test_tokenizers_splits_the_words_as_the_trace_ends(corpus: Corpus) -> None:
    trace = bpe.train(corpus, merges=20, rules="huggingface")
    tokenizer = model(trace)
    for word, symbols in trace.words().items():
        assert tuple(tokenizer.encode(word).tokens) == symbols


@pytest.mark.parametrize("name", ["sennrich", "hug", "lighthouse", "zug"])
def test_from_files(tmp_path: Path, name: str) -> None:
    trace = bpe.train(examples.load(name).corpus_for("bpe"), merges=100, rules="huggingface")
    (tmp_path / "merges.txt").write_text(write_merges(trace), encoding="utf-8")
    (tmp_path / "vocab.json").write_text(write_vocab(trace), encoding="utf-8")
    tokenizer = Tokenizer(BPE.from_file(str(tmp_path / "vocab.json"), str(tmp_path / "merges.txt")))
    assert tokenizer.get_vocab() == {token: i for i, token in enumerate(trace.vocabulary())}
    assert {word: tuple(tokenizer.encode(word).tokens) for word in trace.corpus} == trace.words()


def test_bytes() -> None:
    """Over bytes the symbols are the characters that stand for them, so even a space makes no trouble."""
    trace = bpe.train(Corpus({" né": 4, "né\n": 2}), rules="minbpe")
    tokenizer = model(trace)
    for word, symbols in trace.words().items():
        assert tuple(tokenizer.encode(text_to_bytes(word)).tokens) == symbols


def test_the_vocabulary_of_a_vocabulary_with_marks() -> None:
    rules = Rules(end_of_word="</w>", end_of_word_attached=True, special_tokens=("<unk>",))
    trace = bpe.train(Corpus({"low": 5}), merges=1, rules=rules)
    assert json.loads(write_vocab(trace)) == {"<unk>": 0, "l": 1, "o": 2, "w</w>": 3, "lo": 4}
    tokenizer = Tokenizer(BPE(json.loads(write_vocab(trace)), [("l", "o")], end_of_word_suffix="</w>"))
    assert tuple(tokenizer.encode("low").tokens) == trace.word("low")


def test_part_of_the_merges() -> None:
    trace = bpe.train(examples.load("hug").corpus, rules="huggingface")
    assert write_merges(trace, 2) == "#version: 0.2\nu g\nu n\n"
    assert len(json.loads(write_vocab(trace, 2))) == trace.sizes()[2]
    assert write_merges(trace, 0) == "#version: 0.2\n"


def test_the_vocabulary_is_readable_and_in_the_order_of_ids() -> None:
    text = write_vocab(bpe.train(Corpus({"茶叶": 2}), rules="huggingface"))
    assert text == '{"叶": 0, "茶": 1, "茶叶": 2}'


@pytest.mark.parametrize("space", [" ", "\n", "\r", "\t", "\x85", "\xa0", "\u2028", "\u3000"])
def test_a_symbol_with_white_space_is_refused(space: str) -> None:
    trace = bpe.train(Corpus({f"a{space}b": 2}), rules="huggingface")
    with pytest.raises(RulesError) as caught:
        write_merges(trace)
    assert caught.value.code == "merges-space"
    assert caught.value.details["token"]


def test_white_space_that_is_never_merged_is_no_trouble() -> None:
    trace = bpe.train(Corpus({"ab": 2, "a b": 1}), merges=1, rules="huggingface")
    assert write_merges(trace) == "#version: 0.2\na b\n"
