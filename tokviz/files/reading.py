"""Tools that all readers of tokenizer files share: limits, decoding, strict JSON, lines of errors, and notes.

A reader takes the content of a file, never a path, and returns a :class:`Loaded`: the model, and notes about everything
that differs from the file's own library. Whatever is wrong is a `FormatError` with a line, or a `LimitError`. The text
of a note is in the catalogs, under ``file.``.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from tokviz.checks import check_limit
from tokviz.errors import FormatError, brief, readable
from tokviz.text_keys import file_note_key

Files = Sequence[tuple[str, bytes]]
"""Names and contents."""
ModelOut = TypeVar("ModelOut", covariant=True)


@dataclass(frozen=True)
class Note:
    """Something about a file that its reader has to say: a code, and the values of its sentence.

    >>> from tokviz.texts import templates
    >>> note("padding").sentence(templates("en"))
    'The file pads texts to the same length. Here nothing is added.'
    """

    code: str
    details: Mapping[str, object]

    def sentence(self, texts: Mapping[str, str]) -> str:
        """Return its sentence, in the language of the templates of :func:`tokviz.texts.templates`."""
        return texts[file_note_key(self.code)].format(**readable(self.details, texts))


def note(code: str, /, **details: object) -> Note:
    """Return the note with this code."""
    return Note(code, MappingProxyType(details))


@dataclass(frozen=True)
class Loaded(Generic[ModelOut]):
    """A model out of files, with the notes of its reader."""

    model: ModelOut
    notes: tuple[Note, ...] = ()


MAX_FILE_BYTES = 64_000_000
"""The largest file that is read, in bytes. The largest in use, of 260,000 tokens with as many merges, take 35 MB, and
twice that where the JSON is indented or escaped to ASCII."""
GGUF = b"GGUF"
"""The first bytes of a GGUF file, which has gigabytes: as many as may be read are enough for its metadata."""
MAX_VOCABULARY = 600_000
"""The most tokens, and the most merges, of one model. Gemma 3 has 514,906 merges."""

MAX_TOKEN_CHARS = 4_000
"""The longest token. Libraries free the letters of one by a call inside a call, which overflows the stack after some
ten thousands, and decoding repeats it. The longest in use have 1,024."""

MAX_MERGED_CHARS = 20_000_000
"""The most characters of merges together, where a file only implies them: a few kilobytes may make gigabytes. The
446,189 merges of OpenAI's o200k have 3 million."""

_TRACE = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"format"\s*:\s*"tokviz-trace/')


class Doubled(dict[str, Any]):
    """An object of numbers with keys that are there twice: the last counts, as for the field's libraries."""

    twice: tuple[str, ...]


_SURROGATE = re.compile("[\ud800-\udfff]")


def text_of(data: str | bytes, *, with_mark: bool = False) -> str:
    r"""Return the text of a file, UTF-8 with or without a byte order mark. with_mark: whether that is left where it is.

    >>> text_of(b"\xef\xbb\xbflow")
    'low'
    """
    check_limit("MAX_FILE_BYTES", MAX_FILE_BYTES, met=len(data))
    if isinstance(data, bytes):
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            at, line = error.start, data.count(b"\n", 0, error.start) + 1
            byte = f"0x{data[at]:02X}"
            raise FormatError("not-decodable", line=line, byte=byte, offset=at, encoding="UTF-8") from None
    else:
        text = data
    if "\0" in text:
        at = text.index("\0")
        raise FormatError("nul-byte", line=text.count("\n", 0, at) + 1, offset=at)
    return text if with_mark else text.removeprefix("\ufeff")


def has_mark(data: str | bytes) -> bool:
    """Tell if a file begins with a byte order mark."""
    return data.startswith("\ufeff") if isinstance(data, str) else data.startswith(b"\xef\xbb\xbf")


def read_json(data: str | bytes) -> tuple[Any, str]:
    """Return the value that a JSON file holds, and its text for :func:`line_of`.

    A key twice in an object is an error, but in one that holds only numbers, such as a vocabulary: that is
    :class:`Doubled`.

    >>> read_json('{"low": 0}')
    ({'low': 0}, '{"low": 0}')
    """
    text = text_of(data)

    def as_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) == len(pairs):
            return members
        twice = tuple(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        if not all(type(number) is int for _, number in pairs):
            raise FormatError("json-key-twice", line=_second_line(text, twice[0]), key=brief(twice[0]))
        doubled = Doubled(members)
        doubled.twice = twice
        return doubled

    try:
        return json.loads(text, object_pairs_hook=as_object), text
    except json.JSONDecodeError as error:
        if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
            raise FormatError("json-cut-short", line=error.lineno) from None
        raise FormatError("not-json", line=error.lineno) from None
    except RecursionError:
        raise FormatError("json-too-deep") from None
    except FormatError:
        raise
    except ValueError:  # a number of thousands of digits, which Python does not read
        raise FormatError("not-json") from None


def is_trace(data: bytes) -> bool:
    """Tell if this JSON begins as the trace of a training that tokviz writes.

    >>> is_trace(b'{"format": "tokviz-trace/1", "algorithm": "bpe"}'), is_trace(b'{"model": {}}')
    (True, False)
    """
    return _TRACE.match(data) is not None


def notes_on_keys(vocabulary: Any) -> tuple[Note, ...]:
    """Return notes of the tokens that a vocabulary has more than once: the last id counts."""
    if not isinstance(vocabulary, Doubled):
        return ()
    return tuple(note("token-twice", token=brief(token), id=vocabulary[token]) for token in vocabulary.twice)


def line_of(text: str, *strings: str, after: str = "") -> int:
    """Return the line of a JSON text on which these strings are one after the other, or else that of the key `after`,
    or 1.

    >>> line_of('{"merges": [' + chr(10) + '["l", "o"]]}', "l", "o", after="merges")
    2
    """
    key = re.search(rf'"{re.escape(after)}"\s*:', text) if after else None
    start = key.start() if key else 0
    if strings:
        match = re.compile(r"\s*,\s*".join(map(_spelled, strings))).search(text, start)
        start = match.start() if match else start
    return text.count("\n", 0, start) + 1


def _spelled(string: str) -> str:
    """Return a pattern for the string, in ASCII or not."""
    forms = {json.dumps(string), json.dumps(string, ensure_ascii=False)}
    return f"(?:{'|'.join(map(re.escape, sorted(forms)))})"


def _second_line(text: str, key: str) -> int:
    starts = [match.start() for match in re.finditer(rf"{_spelled(key)}\s*:", text)]
    return text.count("\n", 0, starts[1] if len(starts) > 1 else 0) + 1


def wrong_shape(key: str, text: str) -> FormatError:
    """Return the error for a member that is missing or of another kind than belongs there."""
    return FormatError("json-shape", line=line_of(text, after=key), part=key)


def object_at(members: Mapping[str, Any], key: str, text: str) -> dict[str, Any]:
    """Return the object under a key."""
    value = members.get(key)
    if not isinstance(value, dict):
        raise wrong_shape(key, text)
    return value


def text_at(members: Mapping[str, Any], key: str, text: str) -> str | None:
    """Return the string under a key, or None where there is none."""
    value = members.get(key)
    if value is not None and not isinstance(value, str):
        raise wrong_shape(key, text)
    return value


def flag_at(members: Mapping[str, Any], key: str, text: str) -> bool:
    """Return the truth value under a key; false where there is none."""
    value = members.get(key)
    if value is not None and not isinstance(value, bool):
        raise wrong_shape(key, text)
    return bool(value)


def two_fields(fields: Sequence[str], line: int) -> tuple[str, str]:
    """Return the fields of a line, which must be two."""
    if len(fields) != 2:
        count = 0 if fields == [""] else len(fields)
        raise FormatError("wrong-fields", line=line, fields=count, expected=2)
    return fields[0], fields[1]


def check_vocabulary_size(number: int) -> None:
    """Refuse more than MAX_VOCABULARY tokens or merges."""
    check_limit("MAX_VOCABULARY", MAX_VOCABULARY, met=number)


def check_token_lengths(tokens: Iterable[str]) -> None:
    """Refuse a token of more than MAX_TOKEN_CHARS characters."""
    longest = max(tokens, key=len, default="")
    check_limit("MAX_TOKEN_CHARS", MAX_TOKEN_CHARS, met=len(longest), token=brief(longest))


def check_tokens(tokens: Collection[str], line: int | Callable[[str], int]) -> None:
    """Refuse tokens that are too long, or with a surrogate, half a character; `line` is where they are, or finds it
    for one of them."""
    check_token_lengths(tokens)
    for token in tokens:
        if not token.isascii() and _SURROGATE.search(token):
            where = line if isinstance(line, int) else line(token)
            raise FormatError("token-surrogate", line=where, token=brief(token))
