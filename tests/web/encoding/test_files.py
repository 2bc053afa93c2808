"""Uploaded files become a tokenizer by their names; whatever does not is an error with its code, never a crash."""

from __future__ import annotations

import base64
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sentencepiece import sentencepiece_model_pb2
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from tests.files.gguf_files import of_byte_level
from tokviz import bpe, examples, wordpiece
from tokviz.bpe import Model
from tokviz.errors import CorpusError, FormatError, TokvizError
from tokviz.files import tokenizer_json
from tokviz.files.detect import SUFFIXES, load_bpe
from tokviz.files.merges_txt import write_merges, write_vocab
from tokviz.files.subword_nmt import write_codes
from tokviz.files.tiktoken import write_ranks
from tokviz.files.tokenizer_json import write_bpe
from tokviz.pretokenize import PRETOKENIZERS

CORPUS = examples.load("sennrich").corpus
ATTACHED = bpe.train(CORPUS, merges=10, rules="subword-nmt")
PLAIN = bpe.train(CORPUS, merges=10, rules="huggingface")
OVER_BYTES = bpe.train(CORPUS, merges=10, rules="minbpe")
TOKENIZER = write_bpe(PLAIN.model()).encode()
MERGES, VOCAB = write_merges(PLAIN).encode(), write_vocab(PLAIN).encode()
RANKS = write_ranks(OVER_BYTES.model(pretokenizer="cl100k")).encode()
CODES = write_codes(ATTACHED).encode()
PIECES = sentencepiece_model_pb2.ModelProto()  # type: ignore[attr-defined]
PIECES.trainer_spec.model_type = 2
PIECES.pieces.add(piece="<unk>", score=0.0, type=2)
PIECES.pieces.add(piece="lo", score=0.0)
IN_GGUF = of_byte_level(write_bpe(OVER_BYTES.model(pretokenizer="cl100k")), "gpt-4o")
WORDS = ("lowest", "newest", "lower", "slow", "wide", "lowes", "newidest")


def read_model(files: Sequence[tuple[str, bytes]]) -> Model:
    found = load_bpe(files)
    assert isinstance(found.model, Model)
    return found.model


# -- right ones ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tokenizer.json", "TOKENIZER.JSON", "a b.json", ".json"])
def test_a_tokenizer(name: str) -> None:
    model = read_model([(name, TOKENIZER)])
    assert [model.encode_word(word) for word in WORDS] == [PLAIN.model().encode_word(word) for word in WORDS]
    assert model.vocabulary == PLAIN.model().vocabulary


@pytest.mark.parametrize("order", [slice(None), slice(None, None, -1)], ids=["merges first", "vocabulary first"])
@pytest.mark.parametrize("name", ["merges.txt", "vocab.bpe", "Merges.TXT"])
def test_merges_with_a_vocabulary(name: str, order: slice) -> None:
    model = read_model([(name, MERGES), ("vocab.json", VOCAB)][order])
    assert model.merges == tuple(PLAIN.merges)
    assert [model.encode_word(word) for word in WORDS] == [PLAIN.model().encode_word(word) for word in WORDS]


def test_ranks() -> None:
    model = read_model([("mine.tiktoken", RANKS)])
    assert model.vocabulary == OVER_BYTES.model().vocabulary
    assert model.encode("newest lowest") == ["newest", "Ġ", "low", "est"]
    assert model.decode(model.encode("lowest 中")) == "lowest 中"


@pytest.mark.parametrize("name", ["sennrich.codes", "bpe.txt", "codes.bpe", "CODES"])
def test_codes(name: str) -> None:
    model = read_model([(name, CODES)])
    assert model.merges == tuple(ATTACHED.merges)
    assert [model.encode_word(word) for word in WORDS] == [ATTACHED.model().encode_word(word) for word in WORDS]


@pytest.mark.parametrize("kind", ["whitespace", "bytes", "metaspace", "bert"])
def test_a_tokenizer_that_was_trained_elsewhere(kind: str) -> None:
    made = {
        "whitespace": pre_tokenizers.Whitespace(),
        "bytes": pre_tokenizers.ByteLevel(add_prefix_space=False),
        "metaspace": pre_tokenizers.Metaspace(),
        "bert": pre_tokenizers.BertPreTokenizer(),
    }[kind]
    theirs = Tokenizer(models.BPE(unk_token="[UNK]"))
    theirs.pre_tokenizer = made
    trainer = trainers.BpeTrainer(vocab_size=300, special_tokens=["[UNK]"], show_progress=False)
    theirs.train_from_iterator(["low lower newest widest", "the lowest, the newest!"] * 5, trainer)
    model = read_model([("tokenizer.json", theirs.to_str().encode())])
    for text in ("lowest newest, slow!", "the widest", "new-est xyz"):
        assert model.encode(text) == theirs.encode(text).tokens


def test_every_ending_that_is_offered_is_read() -> None:
    by_ending = {"json": TOKENIZER, "txt": CODES, "codes": CODES, "bpe": CODES, "tiktoken": RANKS}
    by_ending |= {"model": PIECES.SerializeToString(), "vocab": b"<unk>\t0\nl\t0\no\t-1\n", "gguf": IN_GGUF}
    assert by_ending.keys() == set(SUFFIXES["bpe"])
    for ending, content in by_ending.items():
        assert read_model([(f"x.{ending}", content)]).encode("low")


@pytest.mark.slow
def test_the_pretokenizer_of_an_uploaded_tokenizer_can_be_applied() -> None:
    for name in PRETOKENIZERS:
        try:
            written = write_bpe(PLAIN.model(pretokenizer=name)).encode()
        except TokvizError:
            continue
        model = read_model([("tokenizer.json", written)])
        assert model.encode("low lower") == PLAIN.model(pretokenizer=name).encode("low lower")


# -- wrong ones ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "files",
    [
        [],
        [("tokenizer.json", TOKENIZER), ("vocab.json", VOCAB)],
        [("tokenizer.json", TOKENIZER), ("tokenizer.json", TOKENIZER)],
        [("merges.txt", MERGES), ("more.txt", MERGES)],
        [("merges.txt", MERGES), ("vocab.json", VOCAB), ("x.codes", CODES)],
        [("merges.txt", MERGES), ("vocab.json", VOCAB), ("tokenizer.json", TOKENIZER)],
        [("a.tiktoken", RANKS), ("b.tiktoken", RANKS)],
        [("a.tiktoken", RANKS), ("vocab.json", VOCAB)],
        [("a.codes", CODES), ("a.tiktoken", RANKS)],
    ],
    ids=lambda files: "+".join(name for name, _ in files) or "none",
)
def test_files_that_do_not_make_one_tokenizer(files: list[tuple[str, bytes]]) -> None:
    with pytest.raises(CorpusError) as caught:
        read_model(files)
    assert caught.value.code == "upload-not-one"


BROKEN: dict[str, tuple[list[tuple[str, bytes]], str]] = {
    "cut short": ([("tokenizer.json", TOKENIZER[: len(TOKENIZER) // 2])], "json-cut-short"),
    "empty": ([("tokenizer.json", b"")], "json-cut-short"),
    "no JSON": ([("tokenizer.json", b"low 5")], "not-json"),
    "a list": ([("tokenizer.json", b"[]")], "json-list"),
    "brackets without end": ([("tokenizer.json", b"[" * 100_000)], "json-too-deep"),
    "a number of 5,000 digits": ([("tokenizer.json", b'{"model": ' + b"9" * 5_000 + b"}")], "not-json"),
    "a key twice": ([("tokenizer.json", b'{"model": 1, "model": {}}')], "json-key-twice"),
    "NUL": ([("tokenizer.json", TOKENIZER.replace(b"low", b"l\0w", 1))], "nul-byte"),
    "Latin-1": ([("tokenizer.json", '{"é": 0}'.encode("latin-1"))], "not-decodable"),
    "UTF-16": ([("tokenizer.json", TOKENIZER.decode().encode("utf-16"))], "not-decodable"),
    "a vocabulary alone": ([("vocab.json", VOCAB)], "json-vocabulary"),
    "half a character": ([("vocab.json", b'{"\\ud800": 0}'), ("merges.txt", b"")], "token-surrogate"),
    "merges of another vocabulary": ([("merges.txt", MERGES), ("vocab.json", b'{"x": 0}')], "merge-unknown-symbol"),
    "a tokenizer as vocabulary": ([("merges.txt", MERGES), ("vocab.json", TOKENIZER)], "token-id"),
    "an id twice": ([("merges.txt", b""), ("vocab.json", b'{"a": 0, "b": 0}')], "id-twice"),
    "merges without space": ([("merges.txt", b"#version: 0.2\nab\n"), ("vocab.json", VOCAB)], "wrong-fields"),
    "merges with NUL": ([("merges.txt", MERGES + b"\0"), ("vocab.json", VOCAB)], "nul-byte"),
    "no codes": ([("x.codes", b"")], "codes-empty"),
    "a version line alone": ([("x.codes", b"#version: 0.2\n")], "codes-empty"),
    "codes of tomorrow": ([("x.codes", b"#version: 9.9\na b\n")], "codes-version"),
    "codes with one field": ([("x.txt", CODES + b"abc\n")], "wrong-fields"),
    "codes in Latin-1": ([("x.codes", "é t\n".encode("latin-1"))], "not-decodable"),
    "ranks as codes": ([("x.txt", RANKS.replace(b" ", b""))], "wrong-fields"),
    "no ranks": ([("x.tiktoken", b"")], "ranks-byte-missing"),
    "ranks cut short": ([("x.tiktoken", b"".join(RANKS.splitlines(True)[:200]))], "ranks-byte-missing"),
    "a rank twice": ([("x.tiktoken", RANKS + base64.b64encode(b"twice") + b" 7\n")], "id-twice"),
    "a token twice": ([("x.tiktoken", RANKS + RANKS.splitlines(True)[0])], "ranks-token-twice"),
    "no base64": ([("x.tiktoken", RANKS + b"!!! 266\n")], "ranks-base64"),
    "no rank": ([("x.tiktoken", RANKS + base64.b64encode(b"none") + b" x\n")], "ranks-number"),
    "ranks with three fields": ([("x.tiktoken", RANKS + b"YQ== 1 2\n")], "wrong-fields"),
    "codes as ranks": ([("x.tiktoken", CODES)], "ranks-base64"),
    "ranks with NUL": ([("x.tiktoken", RANKS + b"\0")], "nul-byte"),
}


@pytest.mark.parametrize(("files", "code"), list(BROKEN.values()), ids=list(BROKEN))
def test_a_broken_file_is_refused_with_a_line_if_it_is_one_line(files: list[tuple[str, bytes]], code: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_model(files)
    assert caught.value.code == code
    assert caught.value.line is None or caught.value.line >= 1


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["tokenizer.json", "merges.txt", "x.tiktoken", "x.codes", "x"]),
            st.binary(max_size=40) | st.sampled_from([TOKENIZER, MERGES, VOCAB, RANKS, CODES]),
            st.integers(0, 5_000),
            st.binary(max_size=3),
        ),
        max_size=3,
    )
)
def test_files_that_were_damaged_on_the_way(damaged: list[tuple[str, bytes, int, bytes]]) -> None:
    """A cut and some bytes in its place: a tokenizer comes of it or an error of ours, and nothing else."""
    files = [(name, content[:at] + junk + content[at + len(junk) :]) for name, content, at, junk in damaged]
    try:
        model = read_model(files)
    except TokvizError:
        return
    assert isinstance(model.encode("lowest newest"), list)


def test_another_model_is_named() -> None:
    with pytest.raises(CorpusError) as caught:
        load_bpe([("tokenizer.json", tokenizer_json.write_wordpiece(wordpiece.Model(["[UNK]", "low"])).encode())])
    assert (caught.value.code, caught.value.details["found"]) == ("upload-other", "WordPiece")
