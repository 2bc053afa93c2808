"""Rank files: tiktoken's own, read to the same tokens; ours, read by tiktoken; and what is wrong with others."""

from __future__ import annotations

import base64
import contextlib
import random
from collections import Counter
from typing import Any

import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st
from tiktoken.load import load_tiktoken_bpe

from tests.strategies import corpora, texts
from tokviz import bpe
from tokviz.bpe import Model, Rules
from tokviz.corpus import Corpus
from tokviz.errors import FormatError, LimitError, RulesError, TokvizError
from tokviz.files import reading
from tokviz.files.pipeline import Pipeline
from tokviz.files.tiktoken import load_with_ids, write_ranks
from tokviz.pretokenize import pretokenize
from tokviz.pretokenize.byte_level import bytes_of

BYTES = [bytes([byte]) for byte in range(256)]
GPT2 = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"


def read_ranks(*args: Any, **options: Any) -> Model:
    return load_with_ids(*args, **options)[0].model


def lines(*tokens: bytes) -> list[str]:
    return [f"{base64.b64encode(token).decode()} {rank}" for rank, token in enumerate(tokens)]


def file(*extra: bytes) -> str:
    return "".join(f"{line}\n" for line in lines(*BYTES, *extra))


def error(data: str | bytes) -> FormatError:
    with pytest.raises(FormatError) as caught:
        read_ranks(data)
    return caught.value


@pytest.mark.parametrize("pattern", [r"\p{L}\p{M}*", r"[a-zé]| +", r"\p{L}+|\p{N}", "."])
@given(text=st.text("abé \n1!", max_size=30) | texts())
def test_a_regular_expression_as_pattern_drops_what_it_does_not_match(pattern: str, text: str) -> None:
    ranks = {token: rank for rank, token in enumerate([*BYTES, b"ab", b"a ", "é".encode(), b"1!"])}
    other = tiktoken.Encoding("made up", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    pipeline = Pipeline.from_file(file(*list(ranks)[256:]).encode(), name="x.tiktoken", pattern=pattern)
    assert list(pipeline.encode(text).ids) == other.encode_ordinary(text)
    assert "ranks-pattern" in [note.code for note in pipeline.notes]


@settings(max_examples=80)
@given(
    st.randoms(use_true_random=False),
    st.lists(st.binary(min_size=2, max_size=5) | st.text("abé ", min_size=2, max_size=4).map(str.encode), unique=True),
    st.text("abé \n", max_size=30) | texts(),
)
def test_made_up_ranks(shuffle: random.Random, extra: list[bytes], text: str) -> None:
    """The bytes in any order and the lines too."""
    tokens = BYTES.copy()
    shuffle.shuffle(tokens)
    tokens += extra
    listed = lines(*tokens)
    shuffle.shuffle(listed)
    ranks = {token: rank for rank, token in enumerate(tokens)}
    other = tiktoken.Encoding("made up", pat_str=GPT2, mergeable_ranks=ranks, special_tokens={})
    model = read_ranks("\n".join(listed), "gpt2")
    found = model.encode(text)
    assert [model.ids[token] for token in found] == other.encode_ordinary(text)
    assert model.decode(found) == text
    assert write_ranks(model).splitlines() == lines(*tokens)


@settings(max_examples=25)
@given(corpora(), st.text("abcé中 ", max_size=30))
def test_files_of_tiktoken(tmp_path_factory: pytest.TempPathFactory, corpus: Corpus, text: str) -> None:
    """Its own reader loads what is written here; read again, both sides make the same tokens."""
    trace = bpe.train(corpus, merges=15, rules="minbpe")
    path = tmp_path_factory.mktemp("ranks") / "learned.tiktoken"
    path.write_text(write_ranks(trace.model()), encoding="ascii")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TIKTOKEN_CACHE_DIR", "")  # the next run may use the same path for another file
        ranks = load_tiktoken_bpe(str(path))
    assert ranks == {bytes_of(token): rank for rank, token in enumerate(trace.vocabulary())}
    model = read_ranks(path.read_bytes(), "none")
    assert model.vocabulary == trace.vocabulary()
    other = tiktoken.Encoding("learned", pat_str=r"[\s\S]+", mergeable_ranks=ranks, special_tokens={})
    assert [model.ids[token] for token in model.encode(text)] == other.encode_ordinary(text)
    for word, symbols in trace.words().items():
        assert model.encode_word(word) == symbols


@settings(max_examples=80)
@given(
    st.lists(st.sampled_from(["<|end|>", "<|a b|>", "é中", "!!", " ?"]), unique=True),
    st.lists(st.sampled_from(["<|end|>", "<|a b|>", "é中", "!!", " ?", "a", "b ", " ", "<|", "é", "!", "\n"])),
)
def test_special_tokens(specials: list[str], parts: list[str]) -> None:
    ids = {special: 300 + i for i, special in enumerate(specials)}
    ranks = {token: rank for rank, token in enumerate([*BYTES, b"ab", b" a"])}
    other = tiktoken.Encoding("made up", pat_str=GPT2, mergeable_ranks=ranks, special_tokens=ids)
    model = read_ranks(file(b"ab", b" a"), "gpt2", ids)
    tokens = model.encode("".join(parts))
    assert [model.ids[token] for token in tokens] == other.encode("".join(parts), allowed_special="all")
    assert write_ranks(model) == file(b"ab", b" a")


@settings(max_examples=50)
@given(st.lists(st.sampled_from(["ab", " a", "<|end|>", "<|", "end", "|>", "c", "é", " "]), max_size=10))
def test_a_special_token_has_the_id_that_ranks_leave_out(parts: list[str]) -> None:
    """As in p50k_base."""
    ranks = {token: rank for rank, token in enumerate([*BYTES, b"ab", b"<|", b"", b"|>", b" a", b"end"]) if token}
    other = tiktoken.Encoding("made up", pat_str=GPT2, mergeable_ranks=ranks, special_tokens={"<|end|>": 258})
    data = "".join(f"{base64.b64encode(token).decode()} {rank}\n" for token, rank in ranks.items()).encode()
    pipeline = Pipeline.from_files([("p.tiktoken", data)], pattern="gpt2", specials={"<|end|>": 258})
    text = "".join(parts)
    assert list(pipeline.encode(text).ids) == other.encode(text, allowed_special="all")
    assert pipeline.check(text).equal
    assert pipeline.decode(pipeline.encode(text).ids, skip_special=False).text == text


def test_a_byte_level_vocabulary_over_words_is_written_too() -> None:
    text = "low lower lowest, new newer newest"
    rules = Rules(initial_alphabet=tuple(map(chr, range(33, 127))))
    corpus = Corpus(Counter(pretokenize(text, "gpt2-bytes")))
    with pytest.raises(RulesError, match="256"):
        write_ranks(bpe.train(corpus, merges=5, rules=rules).model(pretokenizer="gpt2-bytes"))
    alphabet = read_ranks(file()).vocabulary
    model = bpe.train(corpus, merges=5, rules=Rules(initial_alphabet=alphabet)).model(pretokenizer="gpt2-bytes")
    again = read_ranks(write_ranks(model), "gpt2")
    assert again.encode(text) == model.encode(text)


def refused(model: Model) -> str:
    with pytest.raises(RulesError) as caught:
        write_ranks(model)
    return caught.value.code


def test_what_is_not_written() -> None:
    corpus = Corpus({"low": 5, "lower": 2})
    assert refused(bpe.train(corpus, rules="huggingface").model()) == "ranks-bytes"
    assert refused(bpe.train(corpus, rules=Rules(alphabet="bytes", end_of_word="</w>")).model()) == "ranks-bytes"
    special = Rules(alphabet="bytes", special_tokens=("<s>",))
    assert refused(bpe.train(corpus, rules=special).model()) == "ranks-bytes"
    assert refused(bpe.train(corpus, rules="minbpe").model(pretokenizer="gpt2-bytes")) == "ranks-bytes"
    vocabulary = read_ranks(file(b"ab", b"bc")).vocabulary
    assert refused(Model((("b", "c"), ("a", "b")), vocabulary, Rules(alphabet="bytes"))) == "ranks-order"
    assert refused(Model((), vocabulary[:255], Rules(alphabet="bytes"))) == "ranks-alphabet"


def test_blank_lines_and_windows_line_ends_are_fine() -> None:
    assert read_ranks(file(b"lo").replace("\n", "\r\n\n")).encode("low") == ["lo", "w"]


@pytest.mark.parametrize(
    ("extra", "code"),
    [
        ("bG8=\n", "wrong-fields"),
        ("bG8= 256 1\n", "wrong-fields"),
        ("l-o= 256\n", "ranks-base64"),
        ("bG8 256\n", "ranks-base64"),
        ("é 256\n", "ranks-base64"),
        ("bG8= -1\n", "ranks-number"),
        ("bG8= 2.5\n", "ranks-number"),
        ("bG8= ٣\n", "ranks-number"),
        (f"bG8= {'9' * 5000}\n", "ranks-number"),
        ("bG8= 255\n", "id-twice"),
        ("YQ== 256\n", "ranks-token-twice"),
        ("\0\n", "nul-byte"),
    ],
)
def test_broken_lines(extra: str, code: str) -> None:
    found = error(file() + extra)
    assert (found.code, found.line) == (code, 257)


def test_a_missing_byte() -> None:
    found = error("".join(f"{line}\n" for line in lines(*BYTES[:-1])))
    assert (found.code, found.details["byte"]) == ("ranks-byte-missing", "0xFF")
    assert error("").code == "ranks-byte-missing"


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_VOCABULARY", 255)
    with pytest.raises(LimitError) as caught:
        read_ranks(file())
    assert caught.value.code == "limit-vocabulary"


@settings(max_examples=100)
@given(st.text(st.sampled_from("bG8= 0123\r\n\0\ud800\u2028"), max_size=40) | st.binary(max_size=40))
def test_nothing_but_our_own_errors(data: str | bytes) -> None:
    with contextlib.suppress(TokvizError):
        read_ranks(data)


def test_a_file_of_the_size_of_real_ones() -> None:
    extra = [number.to_bytes(3, "big") for number in range(0, 16_000_000, 270)]
    model = read_ranks(file(*extra), "none")
    assert len(model.vocabulary) == 256 + len(extra)
    assert model.encode_word("abc") == tuple("abc")


@pytest.mark.parametrize("text", ["abc ab z", "", "  abcab\nabc"])
def test_ids_of_ranks_with_gaps_are_those_of_the_library(text: str) -> None:
    ranks = {**{byte: rank for rank, byte in enumerate(BYTES)}, b"ab": 257, b"abc": 258, b"z ": 4_000_000}
    data = "".join(f"{base64.b64encode(token).decode()} {rank}\n" for token, rank in ranks.items()).encode()
    theirs = tiktoken.Encoding("gap", pat_str=GPT2, mergeable_ranks=ranks, special_tokens={})
    pipeline = Pipeline.from_file(data, pattern="gpt2")
    assert list(pipeline.encode(text).ids) == theirs.encode(text)
    assert pipeline.check(text).equal
    assert pipeline.decode(theirs.encode(text)).text == text
    assert [note.details for note in pipeline.notes if note.code == "ranks-gap"] == [{"number": 3_999_742, "id": 256}]


@pytest.mark.parametrize(
    ("number", "split"),
    [
        (50_256, "gpt2"),
        (128_000, "llama3"),
        (151_643, "qwen2"),
        (199_998, "o200k"),
        (200_000, "o200k"),
        (500, "cl100k"),
    ],
)
def test_the_number_of_ranks_tells_the_pattern_of_known_files(number: int, split: str) -> None:
    """Llama 4 has 200,000: with the pattern cl100k ``don't`` was split before the apostrophe."""
    data = file(*(b"!%d" % rank for rank in range(number - 256)))
    loaded, _ = load_with_ids(data)
    assert loaded.model.pretokenizer == split
    assert [note.details["split"] for note in loaded.notes] == [split]


def test_a_pattern_of_a_file_that_has_its_own_is_refused() -> None:
    tokenizer = b'{"model": {"type": "BPE", "vocab": {"a": 0}, "merges": []}}'
    with pytest.raises(RulesError) as caught:
        Pipeline.from_file(tokenizer, pattern="o200k")
    assert (caught.value.code, caught.value.details["value"]) == ("pattern-known", "'o200k'")
