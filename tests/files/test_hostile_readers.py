"""Hostile tokenizer files, through every reader that takes them: a clear sentence in each language, and at once."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest

from tokviz.bpe import Model
from tokviz.errors import FormatError, LimitError, TokvizError
from tokviz.files.detect import load_bpe
from tokviz.files.merges_txt import load_merges
from tokviz.files.reading import MAX_FILE_BYTES, MAX_VOCABULARY, check_vocabulary_size
from tokviz.files.subword_nmt import load_codes
from tokviz.files.tiktoken import load_with_ids
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.messages import error_text

Reader = Callable[[str | bytes], Any]


def load_tokenizer(data: str | bytes) -> Any:
    return load_bpe([("tokenizer.json", data if isinstance(data, bytes) else data.encode())])


VOCAB = '{"a": 0, "b": 1, "ab": 2}'
READERS: dict[str, Reader] = {
    "tokenizer.json": load_tokenizer,
    "merges.txt": lambda data: load_merges(data, VOCAB),
    "vocab.json": lambda data: load_merges("a b\n", data),
    "codes": load_codes,
    "ranks": load_with_ids,
}


def tokenizer(merges: Any = (("a", "b"),), **parts: Any) -> str:
    model = {"type": "BPE", "vocab": json.loads(VOCAB), "merges": merges}
    return json.dumps({"model": model, **parts}, indent=1)


def ranks(*last: str) -> str:
    return "\n".join([*(f"{base64.b64encode(bytes([byte])).decode()} {byte}" for byte in range(256)), *last])


FILES = [
    ("tokenizer.json", tokenizer()[:-20], "json-cut-short", 12, ()),
    ("tokenizer.json", tokenizer().replace('"b"', '"\0"', 1), "nul-byte", 6, ()),
    ("tokenizer.json", "[" * 200_000, "json-too-deep", None, ()),
    ("tokenizer.json", "{'model': 1}", "not-json", 1, ()),
    ("vocab.json", '{"a": 0,\n"b": ', "json-cut-short", 2, ()),
    ("vocab.json", '{"a": 0,\n"b": 1,\n"ab": 1}', "id-twice", 3, ("'ab'", "'b'")),
    ("vocab.json", '{"a": 0,\n"b\0": 1', "nul-byte", 2, ()),
    ("merges.txt", "a b\na x\n", "merge-unknown-symbol", 2, ("'a' + 'x'", "'x'")),
    ("merges.txt", "a b\n\0\n", "nul-byte", 2, ()),
    ("codes", "#version: 0.2\na b\na\0b c\n", "nul-byte", 3, ()),
    ("ranks", ranks("YWI= 255"), "id-twice", 257, ("255",)),
    ("ranks", ranks("YWI= 256", "YWI= 257"), "ranks-token-twice", 258, ("'ab'", "257")),
    ("ranks", ranks("YWI= 256", "\0"), "nul-byte", 258, ()),
]


@pytest.mark.parametrize("language", [*LANGUAGES])
@pytest.mark.parametrize(
    ("name", "data", "code", "line", "named"), FILES, ids=[f"{name} {code}" for name, _, code, *_ in FILES]
)
def test_the_sentence_says_where_and_what(
    name: str, data: str, code: str, line: int | None, named: tuple[str, ...], language: str
) -> None:
    for form in (data, data.encode()):
        with pytest.raises(FormatError) as caught:
            READERS[name](form)
        assert (caught.value.code, caught.value.line) == (code, line)
        say = load(language)
        assert f"error.{code}" in say, "there is a sentence in this language"
        sentence = error_text(caught.value, say)
        assert line is None or str(line) in sentence
        assert all(part in sentence for part in named), sentence


@pytest.mark.parametrize("language", [*LANGUAGES])
@pytest.mark.parametrize("name", [*READERS])
def test_two_hundred_megabytes_are_refused_unread(name: str, language: str) -> None:
    with pytest.raises(LimitError) as caught:
        READERS[name](bytes(200_000_000))  # NULs, which nobody has looked at
    assert caught.value.code == "limit-file-bytes"
    say = load(language)
    sentence = error_text(caught.value, say)
    assert say.integer(200_000_000) in sentence
    assert say.integer(MAX_FILE_BYTES) in sentence


def test_duplicate_merges_are_no_mistake() -> None:
    """They are read as the library of the format reads them; see the tests of each."""
    twice = [["a", "b"], ["a", "b"]]
    found = load_tokenizer(tokenizer(twice)), load_merges("a b\na b\n", VOCAB), load_codes("a b\na b\n")
    for model in (one.model for one in found):
        assert isinstance(model, Model)
        assert model.encode_word("ab")[0] == "ab"


@pytest.mark.parametrize("name", [*READERS])
@pytest.mark.parametrize(
    "data", [b"\xff\xfe\0a", b"\x80" * 100, b"PK\x03\x04" + bytes(100)], ids=["utf-16", "bytes", "zip"]
)
def test_no_text_at_all(name: str, data: bytes) -> None:
    with pytest.raises(TokvizError) as caught:
        READERS[name](data)
    assert caught.value.code in ("nul-byte", "not-decodable")


def test_the_largest_vocabulary_in_use_is_taken() -> None:
    """Gemma 3 has 262,145 tokens and 514,906 merges."""
    check_vocabulary_size(514_906)
    with pytest.raises(LimitError):
        check_vocabulary_size(MAX_VOCABULARY + 1)
