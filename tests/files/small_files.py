"""Small files of tokenizers that would fill the memory, take minutes or end the process, each tried in a process with
little memory and time.

`python -m tests.files.small_files NAME` opens one of them, encodes and decodes, and prints the code of the error, or
nothing where all went well.
"""

from __future__ import annotations

import base64
import json
import resource
import sys
from collections.abc import Callable, Iterator
from itertools import product
from tempfile import NamedTemporaryFile
from time import process_time
from typing import Any, NamedTuple

from tests.files.styles import sentencepiece_model
from tokviz.errors import TokvizError
from tokviz.files.limits import MAX_MARK_CHARS, MAX_PADDED, MAX_PREFIXED, MAX_PUT, MAX_REPEATED
from tokviz.files.pipeline import Pipeline
from tokviz.files.protobuf import fields, message_at
from tokviz.files.reading import MAX_TOKEN_CHARS
from tokviz.files.sentencepiece import with_symbols

__all__ = ["ACCEPTED", "REFUSED", "SmallFile"]

BYTES = 2_000_000_000
SECONDS = 20

MODEL: dict[str, Any] = {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": [["a", "b"]]}
UNKNOWN: dict[str, Any] = {"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0.0]]}
BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": False}
TEXT = "Naïve: the quick brown fox, 你好 " * 10
BLANKS = (" " * 4_999 + "a") * 200


class SmallFile(NamedTuple):
    """A file, the text that is encoded with it, and the code of the error, or of one of two."""

    content: Callable[[], bytes]
    codes: tuple[str, ...]
    text: str = TEXT
    ids: tuple[int, ...] = ()
    name: str = "x.json"


def of(**parts: Any) -> Callable[[], bytes]:
    return lambda: json.dumps({"version": "1.0", "model": MODEL, **parts}).encode()


def chain(part: str, *members: dict[str, Any]) -> Callable[[], bytes]:
    key = {"normalizer": "normalizers", "pre_tokenizer": "pretokenizers", "decoder": "decoders"}[part]
    return of(model=UNKNOWN if part != "decoder" else MODEL, **{part: {"type": "Sequence", key: list(members)}})


def split(pattern: str) -> dict[str, Any]:
    return {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}


def replace(found: str, content: str, kind: str = "String") -> dict[str, Any]:
    return {"type": "Replace", "pattern": {kind: found}, "content": content}


def metaspace(mark: str) -> dict[str, Any]:
    return {"type": "Metaspace", "replacement": mark, "prepend_scheme": "always", "split": False}


def template(times: int, token: str) -> dict[str, Any]:
    text, other = ({"Sequence": {"id": name, "type_id": 0}} for name in "AB")
    return {
        "type": "TemplateProcessing",
        "single": [{"SpecialToken": {"id": "x", "type_id": 0}}, *[text] * times],
        "pair": [text, other],
        "special_tokens": {"x": {"id": "x", "ids": [0], "tokens": [token]}},
    }


def truncation(longest: int, stride: int = 0) -> dict[str, Any]:
    return {"direction": "Right", "max_length": longest, "strategy": "LongestFirst", "stride": stride}


def padding(longest: int, token: str = "[PAD]") -> dict[str, Any]:
    ids = {"pad_to_multiple_of": None, "pad_id": 0, "pad_type_id": 0, "pad_token": token}
    return {"strategy": {"Fixed": longest}, "direction": "Right", **ids}


def wordpiece(prefix: str, longest: int) -> dict[str, Any]:
    ids = {"[UNK]": 0, "a": 1, f"{prefix}a": 2}
    marks = {"continuing_subword_prefix": prefix, "max_input_chars_per_word": longest}
    return {"type": "WordPiece", "unk_token": "[UNK]", **marks, "vocab": ids}


def bpe(**more: Any) -> dict[str, Any]:
    suffix, prefix = more.get("end_of_word_suffix", ""), more.get("continuing_subword_prefix", "")
    forms = ("a", f"a{suffix}", f"{prefix}a", f"{prefix}a{suffix}", more.get("unk_token", ""))
    return {
        "type": "BPE",
        **more,
        "vocab": {form: number for number, form in enumerate(dict.fromkeys(forms))},
        "merges": [],
    }


def unigram(piece: str) -> dict[str, Any]:
    return {"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0.0], [piece, -1.0]]}


def added(content: str) -> list[dict[str, Any]]:
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized", "special"), False)
    return [{"id": 3, "content": content, **flags}]


def ranks(*tokens: bytes) -> bytes:
    every = [*(bytes([byte]) for byte in range(256)), *tokens]
    return "".join(f"{base64.b64encode(one).decode()} {rank}\n" for rank, one in enumerate(every)).encode()


def minbpe(*merges: tuple[int, int]) -> bytes:
    return "\n".join(["minbpe v1", "", "0", *(f"{left} {right}" for left, right in merges), ""]).encode()


def ladders(letters: str, height: int) -> Iterator[tuple[int, int]]:
    """Merges that put an a behind each letter, again and again."""
    number = 256
    for letter in letters:
        previous = ord(letter)
        for _ in range(height):
            yield previous, ord("a")
            previous = number
            number += 1


def with_piece(piece: str) -> bytes:
    """A `.model` that has a piece more."""
    model = sentencepiece_model("unigram", ("low lower", "the cost of it"))
    return with_symbols(model, {piece: len(fields(model)[1])})


def rewritten(times: int) -> bytes:
    """A `.model` that puts so many b for each a."""
    with NamedTemporaryFile("w", suffix=".tsv") as rules:
        rules.write(f"{ord('a'):x}\t{' '.join(['62'] * times)}\n")
        rules.flush()
        return sentencepiece_model("bpe", ("low lower", "the cost of it"), normalization_rule_tsv=rules.name)


def table_of(times: int) -> dict[str, Any]:
    """The same table as an element of a tokenizer.json."""
    options = message_at(fields(rewritten(times)), 3)
    (compiled,) = options[2]
    assert isinstance(compiled, bytes)
    return {"type": "Precompiled", "precompiled_charsmap": base64.b64encode(compiled).decode()}


CHARACTERS = split(r"[\s\S]")
WORDS = {"type": "Whitespace"}
CAPITALS = r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
LONG = MAX_MARK_CHARS + 1

REFUSED: dict[str, SmallFile] = {
    # chains that multiply
    "ByteLevel as normalizers": SmallFile(chain("normalizer", *[{"type": "ByteLevel"}] * 27), ("limit-growth",)),
    "ByteLevel as pre-tokenizers": SmallFile(chain("pre_tokenizer", *[BYTE_LEVEL] * 27), ("limit-growth",)),
    "ByteLevel as both": SmallFile(
        of(
            model=UNKNOWN,
            normalizer={"type": "Sequence", "normalizers": [{"type": "ByteLevel"}] * 4},
            pre_tokenizer={"type": "Sequence", "pretokenizers": [BYTE_LEVEL] * 14},
        ),
        ("limit-growth",),
    ),
    "ByteLevel and a space for each character": SmallFile(
        chain("pre_tokenizer", *[CHARACTERS, {**BYTE_LEVEL, "add_prefix_space": True}] * 18), ("limit-growth",)
    ),
    "a mark for each character": SmallFile(
        chain("pre_tokenizer", *(one for number in range(20) for one in (CHARACTERS, metaspace(chr(0x2581 + number))))),
        ("limit-growth",),
    ),
    "a long string put first": SmallFile(
        chain("normalizer", {"type": "Prepend", "prepend": "a" * 5_000}), ("limit-growth",), "ab"
    ),
    "a long string for each character": SmallFile(
        chain("normalizer", replace("a", "b" * 200_000)), ("limit-growth",), "a" * 10_000
    ),
    "a string for each place": SmallFile(
        chain("normalizer", *[replace("b*", "ab", "Regex")] * 16), ("limit-growth",), "a" * 100
    ),
    "ligatures taken apart and put in again": SmallFile(
        chain("normalizer", *[replace("\u0627", "\ufdfa"), {"type": "NFKD"}] * 24), ("limit-growth",), "\u0627" * 100
    ),
    "tables of characters": SmallFile(
        lambda: chain("normalizer", table_of(40), *[replace("b", "a"), table_of(40)] * 5)(),
        ("limit-growth",),
        "a" * 100,
    ),
    "decoders that put spaces between characters": SmallFile(
        chain("decoder", *[{"type": "BPEDecoder", "suffix": ""}] * 30), ("limit-growth",), ids=(0, 1, 2)
    ),
    "decoders that replace nothing": SmallFile(
        chain("decoder", *[replace("", "ab")] * 30), ("limit-growth",), ids=(0, 1, 2)
    ),
    "a table of a .model": SmallFile(
        lambda: rewritten(100_000), ("limit-mapped-bytes",), "a" * 100_000, name="x.model"
    ),
    # marks
    "a long prefix of WordPiece": SmallFile(
        of(pre_tokenizer=WORDS, model=wordpiece("#" * 100_000, 1_000)), ("limit-mark-chars",), ("a" * 999 + " ") * 9
    ),
    "a long prefix of BPE": SmallFile(
        of(pre_tokenizer=WORDS, model=bpe(continuing_subword_prefix="#" * 10_000_000)),
        ("limit-mark-chars",),
        ("a" * 999 + " ") * 9,
    ),
    "a long suffix of BPE": SmallFile(
        of(pre_tokenizer=WORDS, model=bpe(end_of_word_suffix="#" * 1_000_000)), ("limit-mark-chars",), "a " * 10_000
    ),
    "a long unknown token": SmallFile(of(model=bpe(unk_token="?" * 1_000_000)), ("limit-mark-chars",), "z" * 10_000),
    "a long pad token": SmallFile(of(padding=padding(MAX_PADDED, "x" * 1_000_000)), ("limit-mark-chars",)),
    "a long token put in": SmallFile(
        of(truncation=truncation(2), post_processor=template(1, "x" * 1_000_000)), ("limit-mark-chars",), "ab" * 9_999
    ),
    # tokens
    "a long piece": SmallFile(of(model=unigram("a" * 500_000)), ("limit-token-chars",)),
    "a long piece of a .vocab": SmallFile(
        lambda: f"<unk>\t0\n▁\t-1\n{'a' * 500_000}\t-2\n".encode(), ("limit-token-chars",), name="x.vocab"
    ),
    "a long piece of a .model": SmallFile(lambda: with_piece("a" * 500_000), ("limit-token-chars",), name="x.model"),
    "a long added token": SmallFile(
        of(added_tokens=added("x" * (MAX_TOKEN_CHARS + 1))), ("limit-token-chars",), ids=(3,) * 20_000
    ),
    "a token of a vocab.txt": SmallFile(
        lambda: f"[UNK]\n{'a' * 500_000}\n".encode(), ("limit-token-chars",), name="vocab.txt"
    ),
    "merges of minbpe that double": SmallFile(
        lambda: minbpe((97, 97), *((number, number) for number in range(256, 300))),
        ("limit-token-chars",),
        name="x.model",
    ),
    "many long merges of minbpe": SmallFile(
        lambda: minbpe(*ladders("abc", MAX_TOKEN_CHARS - 10)), ("limit-merged-chars",), name="x.model"
    ),
    "nested ranks": SmallFile(
        lambda: ranks(*(b"a" * length for length in range(2, 660))), ("limit-merged-chars",), name="x.tiktoken"
    ),
    "all short ranks": SmallFile(
        lambda: ranks(*(bytes(one) for length in range(2, 8) for one in product(b"abcdef", repeat=length))),
        ("limit-merges",),
        name="x.tiktoken",
    ),
    # what is around a text
    "the text a thousand times": SmallFile(
        of(post_processor=template(MAX_PUT - 1, "[CLS]")), ("limit-repeated",), "a" * 20_000
    ),
    "stretches that are padded": SmallFile(
        of(truncation=truncation(1), padding=padding(MAX_PADDED)), ("limit-overflow",), "a" * 20_000
    ),
    "stretches that overlap": SmallFile(of(truncation=truncation(2_000, 1_999)), ("limit-overflow",), "a" * 20_000),
    # patterns
    r"\s+$": SmallFile(of(pre_tokenizer=split(r"\s+$")), ("pipeline-slow",), BLANKS),
    r"\s++\z": SmallFile(of(pre_tokenizer=split(r"\s++\z")), ("pipeline-slow",), BLANKS),
    r"\s*[\r\n]+": SmallFile(of(pre_tokenizer=split(r"\s*[\r\n]+")), ("pipeline-slow",), BLANKS[1:] + "\n"),
    "small letters behind capitals": SmallFile(of(pre_tokenizer=split(CAPITALS)), ("pipeline-slow",), "A" * 100_000),
    "a long string to split at": SmallFile(
        of(pre_tokenizer={**split(""), "pattern": {"String": "ab" * 10_000_000}}), ("limit-pattern-chars",)
    ),
}
"""Files that are refused, or whose text is."""

ACCEPTED: dict[str, SmallFile] = {
    "the longest token": SmallFile(of(model=unigram("a" * MAX_TOKEN_CHARS)), ()),
    "the longest prefix": SmallFile(
        of(pre_tokenizer=WORDS, model=wordpiece("#" * MAX_MARK_CHARS, MAX_PREFIXED // MAX_MARK_CHARS)),
        (),
        ("a" * 199 + " ") * 45,
    ),
    "the longest pad token": SmallFile(of(padding=padding(MAX_PADDED, "x" * MAX_MARK_CHARS)), ()),
    "the text a few times": SmallFile(of(post_processor=template(MAX_REPEATED, "[CLS]")), (), "a" * 20_000),
    "usual truncation and padding": SmallFile(
        of(truncation=truncation(512, 128), padding=padding(512)), (), "a" * 1_000_000
    ),
    "replacements that touch nothing of each other": SmallFile(
        chain("normalizer", *(replace(chr(97 + number), chr(65 + number) * 20) for number in range(26))), (), "abc" * 99
    ),
    "a table that puts a few bytes": SmallFile(lambda: rewritten(40), (), "a" * 1_000, name="x.model"),
    "blanks where a pattern takes them": SmallFile(
        of(pre_tokenizer=split(r"\s+$|\s*[\r\n]+|\s+(?!\S)|\s+")), (), BLANKS[:500_000]
    ),
}
"""Files next to them that are accepted."""


def main(name: str) -> str:
    """Open a file, encode its text and decode its ids; the code of the error, or an empty text."""
    case = (REFUSED | ACCEPTED)[name]
    data = case.content()
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (int(process_time()) + SECONDS,) * 2)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        pipeline = Pipeline.from_files([(case.name, data)])
        if case.ids:
            pipeline.decode(case.ids)
        else:
            pipeline.encode(case.text)
    except TokvizError as error:
        return error.code
    del pipeline
    return ""


if __name__ == "__main__":
    print(main(sys.argv[1]))
