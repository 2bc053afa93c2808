"""Tokenizers inside GGUF files: the same ids as those of the library whose vocabulary is in the file."""

from __future__ import annotations

import json
import struct
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
import sentencepiece
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from tests.files.agreement import differs
from tests.files.gguf_files import gguf, of_bert, of_byte_level, of_sentencepiece
from tests.files.styles import GPT4, MIXED, TEXTS, file_of, sentencepiece_model
from tokviz.errors import FormatError, LimitError, RulesError, TokvizError
from tokviz.files import gguf as reader
from tokviz.files import gguf_tokenizers, pipeline
from tokviz.files.detect import load_any
from tokviz.files.gguf import MAX_METADATA, read_metadata
from tokviz.files.pipeline import Pipeline
from tokviz.files.reading import MAX_VOCABULARY
from tokviz.pretokenize.byte_level import bytes_of

TINY = Path(__file__).parents[1] / "golden" / "files" / "tiny.gguf"


def opened(data: bytes, pattern: str | None = None) -> Pipeline:
    return Pipeline.from_files([("model.gguf", data)], pattern=pattern)


def codes(found: Pipeline) -> list[str]:
    return [note.code for note in found.notes]


def plain(name: str) -> Any:
    """The tokenizer of a style without its normalizer, which a GGUF file does not hold."""
    file = json.loads(file_of(name)) | {"normalizer": None, "truncation": None, "padding": None}
    return Tokenizer.from_str(json.dumps(file))


# -- equal to the library ----------------------------------------------------------------------------------------------


def test_a_note_names_the_patterns_that_llama_cpp_has_in_a_form_of_its_own() -> None:
    """Its form takes é for a capital letter too, and a mark for no letter."""
    for pre in gguf_tokenizers.PATTERNS:
        found = opened(of_byte_level(file_of("gpt4o"), pre))
        cut = [bytes_of(part.text).decode() for part in found.engine.pre_tokens("हिन्दी éA")]
        assert ("gguf-pre-differs" in codes(found)) == (cut == ["हिन्दी", " é", "A"]), pre


@pytest.mark.parametrize(
    ("name", "pre"),
    [
        ("llama3", "llama-bpe"),
        ("gpt4o", "gpt-4o"),
        ("gpt4o", "llama4"),
        ("qwen2", "qwen2"),
        ("starcoder", "starcoder"),
        ("bloom", "bloom"),
    ],
)
def test_bpe_over_bytes_is_the_library_s(name: str, pre: str) -> None:
    theirs = plain(name)
    more = {"bos_token_id": 0, "add_bos_token": True} if name == "llama3" else {}
    found = opened(of_byte_level(theirs.to_str(), pre, **more))
    assert codes(found)[:2] == ["gguf", "gguf-pre-differs" if name == "gpt4o" else "gguf-pre"]
    for text in (*MIXED, *TEXTS):
        assert list(found.encode(text).ids) == theirs.encode(text).ids
        assert not differs(found, text)
        assert found.decode(found.encode(text).ids).text == theirs.decode(theirs.encode(text).ids)


@pytest.mark.parametrize("name", sorted(gguf_tokenizers.PATTERNS))
def test_each_known_pattern_is_applied(name: str) -> None:
    found = opened(of_byte_level(file_of("gpt4"), name, bos_token_id=0))
    assert found.encode("low 1234 你好 don't", special=False).tokens
    assert found.check("low 1234 你好 don't").equal


def test_what_a_name_says_beside_its_pattern() -> None:
    """llama.cpp puts a begin token for some names where the file says nothing, and takes whole words."""
    found = opened(of_byte_level(file_of("gpt4"), "llama-bpe", bos_token_id=0))
    assert found.encode("low").ids[0] == 0
    assert found.engine.settings["model"]["ignore_merges"] is True  # type: ignore[index]
    assert (
        0
        not in opened(of_byte_level(file_of("gpt4"), "llama-bpe", bos_token_id=0, add_bos_token=False)).encode("a").ids
    )
    assert 0 not in opened(of_byte_level(file_of("gpt4"), "gpt-2", bos_token_id=0)).encode("a").ids


@pytest.mark.parametrize("lowercase", [False, True])
def test_wordpiece_is_the_library_s(lowercase: bool) -> None:
    file = json.loads(file_of("bert-uncased" if lowercase else "bert-cased"))
    theirs = Tokenizer.from_str(json.dumps(file | {"truncation": None, "padding": None}))
    more = {} if lowercase else {"normalizer.lowercase": False}
    found = opened(of_bert(theirs.to_str(), **more))
    for text in (*MIXED, *TEXTS):
        assert list(found.encode(text).ids) == theirs.encode(text).ids
        assert not differs(found, text)


@pytest.mark.parametrize(
    ("model", "options"),
    [
        ("llama", {"model_type": "bpe", "byte_fallback": True, "normalization_rule_name": "identity"}),
        ("llama", {"model_type": "bpe", "user_defined_symbols": "<mask>", "normalization_rule_name": "identity"}),
        ("t5", {"model_type": "unigram"}),
        ("t5", {"model_type": "unigram", "byte_fallback": True, "normalization_rule_name": "nmt_nfkc_cf"}),
    ],
)
def test_sentencepiece_is_the_library_s(model: str, options: dict[str, Any]) -> None:
    size = 700 if options.get("byte_fallback") else 420
    rest = {key: value for key, value in options.items() if key != "model_type"}
    data = sentencepiece_model(options["model_type"], vocab_size=size, **rest)
    theirs = sentencepiece.SentencePieceProcessor(model_proto=data)
    found = opened(of_sentencepiece(data, model))
    before, after = ([1], []) if model == "llama" else ([], [2])
    for text in (*MIXED, *TEXTS):
        assert list(found.encode(text, special=False).ids) == theirs.encode(text)
        assert list(found.encode(text).ids) == [*before, *theirs.encode(text), *after]
        assert [part.id for part in found.stages(text)[-1].parts] == list(found.encode(text).ids)
        assert not differs(found, text)
    assert "post-processor" in [note.code for note in found.text_model.notes]


def test_the_small_file() -> None:
    found = Pipeline.from_file(TINY)
    assert found.encode("abc ab z").ids == (64, 65, 66, 220, 64, 65, 220, 89)
    assert load_any([("tiny.gguf", TINY.read_bytes())]).model.encode("ab") == ["a", "b"]


# -- the pattern -------------------------------------------------------------------------------------------------------


def test_a_pattern_can_be_given() -> None:
    data = of_byte_level(file_of("gpt4"), "somebody-new")
    with pytest.raises(FormatError) as caught:
        opened(data)
    assert caught.value.code == "gguf-pre"
    theirs = plain("gpt4")
    for pattern in ("llama3", GPT4):
        found = opened(data, pattern)
        assert codes(found) == ["gguf"]
        assert list(found.encode(TEXTS[0]).ids) == theirs.encode(TEXTS[0]).ids
    with pytest.raises(RulesError) as refused:
        opened(of_bert(file_of("bert-cased")), "llama3")
    assert refused.value.code == "pattern-known"


def test_without_a_name_the_pattern_is_a_guess() -> None:
    found = opened(of_byte_level(file_of("gpt4"), None))
    assert codes(found) == ["gguf", "gguf-default"]
    assert found.is_guessed
    assert found.stages("a 12345")[-2].texts == ("a", "Ġ", "123", "45")


# -- only the metadata -------------------------------------------------------------------------------------------------


def test_of_a_large_file_the_metadata_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = TINY.read_bytes()
    path = tmp_path / "large.gguf"
    with path.open("wb") as file:
        file.write(data)
        file.truncate(3_000_000_000)  # a hole that no disk holds
    started = perf_counter()
    assert Pipeline.from_file(path).encode("ab").ids == (64, 65)
    assert perf_counter() - started < 5
    monkeypatch.setattr(pipeline, "MAX_FILE_BYTES", 1_000)
    with pytest.raises(FormatError):
        Pipeline.from_file(path)


# -- refused -----------------------------------------------------------------------------------------------------------

MODEL, TOKENS = "tokenizer.ggml.model", "tokenizer.ggml.tokens"


def long_list(count: int, kind: int = 8) -> bytes:
    key = TOKENS.encode()
    return b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, len(key)) + key + struct.pack("<IIQ", 9, kind, count)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"GGUF", "gguf-short"),
        (b"GGUF\3\0\0\0", "gguf-short"),
        (gguf({}), "gguf-none"),
        (gguf({}, version=1), "gguf-version"),
        (b"GGUF\0\0\0\3" + bytes(16), "gguf-version"),
        (gguf({}, count=MAX_METADATA + 1), "limit-metadata"),
        (gguf({}, count=2**64 - 1), "limit-metadata"),
        (gguf({}, count=1), "gguf-short"),
        (gguf({MODEL: "no_vocab"}), "gguf-none"),
        (gguf({MODEL: "gpt2"}), "gguf-none"),
        (gguf({MODEL: "rwkv"}), "gguf-model"),
        (gguf({MODEL: "gemma4", TOKENS: ["a"]}), "gguf-model"),
        (gguf({MODEL: 3}), "gguf-value"),
        (gguf({MODEL: "gpt2", TOKENS: "a"}), "gguf-value"),
        (gguf({MODEL: "gpt2", TOKENS: [1, 2]}), "gguf-value"),
        (gguf({MODEL: "gpt2", TOKENS: ["a", "a"]}), "gguf-value"),
        (
            gguf({MODEL: "gpt2", TOKENS: ["a"], "tokenizer.ggml.pre": "gpt-2", "tokenizer.ggml.merges": ["ab"]}),
            "gguf-value",
        ),
        (gguf({MODEL: "llama", TOKENS: ["a", "b"], "tokenizer.ggml.scores": [1.0]}), "gguf-value"),
        (gguf({MODEL: "bert", TOKENS: ["▁a"]}), "gguf-value"),
        (long_list(2**64 - 1), "gguf-short"),
        (long_list(2**64 - 1, 6), "gguf-short"),
        (long_list(3, 9), "gguf-value"),
        (long_list(3, 77), "gguf-value"),
        (long_list(MAX_VOCABULARY + 1) + bytes(8 * MAX_VOCABULARY + 8), "limit-vocabulary"),
        (gguf({"k" * 5_000: 1}), "gguf-value"),
        (gguf({MODEL: "gpt2"}).replace(b"gpt2", b"gp\xff\xfe"), "gguf-value"),
    ],
)
def test_a_wrong_file_is_refused_at_once(data: bytes, code: str) -> None:
    started = perf_counter()
    with pytest.raises(TokvizError) as caught:
        opened(data)
    assert caught.value.code == code
    assert perf_counter() - started < 2


def test_metadata_that_are_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    data = TINY.read_bytes()
    monkeypatch.setattr(reader, "MAX_FILE_BYTES", 1_000)
    with pytest.raises(LimitError) as caught:
        read_metadata(data[:1_000])
    assert caught.value.code == "limit-file-bytes"


@pytest.mark.parametrize("size", [*range(4, 1_500, 37), 5_900])
def test_a_file_that_is_cut_off_is_refused(size: int) -> None:
    with pytest.raises(FormatError) as caught:
        opened(TINY.read_bytes()[:size])
    assert caught.value.code == "gguf-short"


@given(
    st.lists(
        st.tuples(st.integers(4, 700), st.one_of(st.just(0), st.just(255), st.integers(0, 255))), min_size=1, max_size=6
    )
)
def test_changed_bytes_never_break_more_than_the_file(changes: list[tuple[int, int]]) -> None:
    data = bytearray(TINY.read_bytes())
    for at, byte in changes:
        data[at] = byte
    with suppress(TokvizError):
        opened(bytes(data)).encode("abc ab z")
