"""The decoders of a tokenizer.json in Python, as tokenizers 0.23.3 applies them, a function each.

A function takes tokens and returns others, whose texts, joined, are the text. The library's stream of ids is here, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any

from tokviz.files.decoding import BYTE_PIECE, LETTERS, completed, replaced, steps_by, utf_8
from tokviz.files.engine import Decoded, DecoderStage
from tokviz.files.json_elements import name_of, options_of
from tokviz.files.searches import Search, search_of
from tokviz.pretokenize.byte_level import bytes_of
from tokviz.wordpiece.model import clean_up

Decode = Callable[[Sequence[str]], list[str]]
_Element = Mapping[str, Any]
_BYTE = re.compile(r"<0x([0-9A-Fa-f]{2}|\+[0-9A-Fa-f])>")  # a sign is read, too


def decoder(element: _Element) -> Decode | None:
    """Return the function of a decoder; None for one that only the library applies.

    >>> marks = decoder({"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always"})
    >>> marks(["▁low", "▁er"]) if marks else None
    ['low', ' er']
    """
    make = KINDS.get(name_of(element))
    return make(element) if make else None


def decoded_text(decoders: Sequence[Decode], tokens: Sequence[str]) -> str:
    """Return the text of tokens; without decoders the library puts spaces between them."""
    if not decoders:
        return " ".join(tokens)
    for decode in decoders:
        tokens = decode(tokens)
    return "".join(tokens)


def _bpe(element: _Element) -> Decode | None:
    suffix = element.get("suffix")
    return partial(_without_suffix, suffix) if isinstance(suffix, str) and suffix else None


def _without_suffix(suffix: str, tokens: Sequence[str]) -> list[str]:
    last = len(tokens) - 1
    return [token.replace(suffix, "" if place == last else " ") for place, token in enumerate(tokens)]


def _byte_level(tokens: Sequence[str]) -> list[str]:
    return [b"".join(map(bytes_of, tokens)).decode("utf-8", "replace")]


def _byte_fallback(tokens: Sequence[str]) -> list[str]:
    found: list[str] = []
    for is_byte, run in groupby(tokens, key=lambda token: _BYTE.fullmatch(token) is not None):
        if not is_byte:
            found += run
            continue
        data = bytes(int(token[3:5], 16) for token in run)
        try:
            found.append(data.decode())
        except UnicodeDecodeError:
            found += ["\ufffd"] * len(data)
    return found


def _ctc(element: _Element) -> Decode | None:
    match element:
        case {"pad_token": str(pad), "word_delimiter_token": str(delimiter), "cleanup": bool(cleans)} if (
            pad and delimiter
        ):
            return partial(_connected, pad, delimiter, cleans)
    return None


def _connected(pad: str, delimiter: str, cleans: bool, tokens: Sequence[str]) -> list[str]:
    once = (token.replace(pad, "") for token, _ in groupby(tokens))
    found = [clean_up(token).replace(delimiter, " ") for token in once] if cleans else once
    return [token for token in found if token]


def _fuse(tokens: Sequence[str]) -> list[str]:
    return ["".join(tokens)]


def _metaspace(element: _Element) -> Decode | None:
    scheme = element.get("prepend_scheme", "always")
    match element:
        case {"replacement": str(mark)} if len(mark) == 1 and scheme in ("always", "first", "never"):
            if element.get("add_prefix_space") is False and scheme != "never":  # which the library does not load
                return None
            return partial(_unmarked, mark, "" if scheme != "never" else " ")
    return None


def _unmarked(mark: str, first: str, tokens: Sequence[str]) -> list[str]:
    return [token.replace(mark, " " if place else first) for place, token in enumerate(tokens)]


def _replace(element: _Element) -> Decode | None:
    search, content = search_of(element.get("pattern")), element.get("content")
    return partial(_replaced, search, content) if search and isinstance(content, str) else None


def _replaced(search: Search, content: str, tokens: Sequence[str]) -> list[str]:
    found = []
    for token in tokens:
        made, at = "", 0
        for start, end, _ in search.matches(token):
            made += token[at:start] + content
            at = end
        found.append(made + token[at:])
    return found


def _strip(element: _Element) -> Decode | None:
    match element:
        case {"content": str(content), "start": int(start), "stop": 0} if len(content) == 1 and start >= 0:
            return partial(_stripped, content, start)  # the end of a token that has too little panics there
    return None


def _stripped(content: str, most: int, tokens: Sequence[str]) -> list[str]:
    return [token[min(most, len(token) - len(token.lstrip(content))) :] for token in tokens]


def _wordpiece(element: _Element) -> Decode | None:
    match element:
        case {"prefix": str(prefix), "cleanup": bool(cleans)}:
            return partial(_words, prefix, cleans)
    return None


def _words(prefix: str, cleans: bool, tokens: Sequence[str]) -> list[str]:
    found = [
        token if not place else token.removeprefix(prefix) if token.startswith(prefix) else f" {token}"
        for place, token in enumerate(tokens)
    ]
    return list(map(clean_up, found)) if cleans else found


_Make = Callable[[_Element], Decode | None]
KINDS: Mapping[str, _Make] = {
    "BPEDecoder": _bpe,
    "ByteFallback": lambda element: _byte_fallback,
    "ByteLevel": lambda element: _byte_level,
    "CTC": _ctc,
    "Fuse": lambda element: _fuse,
    "Metaspace": _metaspace,
    "Replace": _replace,
    "Strip": _strip,
    "WordPiece": _wordpiece,
}
"""Type of a decoder -> what makes the function of one."""


# -- ids and entries of a vocabulary -----------------------------------------------------------------------------------


def decoded_alone(
    decoders: Sequence[tuple[Mapping[str, Any], Decode]],
    ids: Sequence[int],
    tokens: Sequence[str | None],
    left_out: Mapping[int, str],
) -> Decoded:
    """Return the text of ids without the library. decoders: each element with its function; tokens: of the ids;
    left_out: the special tokens that are to give no text, by id."""
    functions = [decode for _, decode in decoders]
    known = dict(zip(ids, tokens, strict=True))
    kept = [token for number in ids if (token := known[number]) is not None and number not in left_out]
    stages = [DecoderStage("", " ".join(kept))]
    for place, (element, _) in enumerate(decoders, start=1):
        stages.append(DecoderStage(name_of(element), decoded_text(functions[:place], kept), options_of(element)))
    unsaid = {*left_out.values()}  # the library asks for the token, and may call a special one as it is normalized

    def text_of(numbers: Iterable[int]) -> str:
        found = (known[number] for number in numbers)
        return decoded_text(functions, [token for token in found if token is not None and token not in unsaid])

    steps = list(steps_by(_Stream(text_of).step, ids, tokens, left_out.keys()))
    return completed(text_of(ids), steps, stages)


class _Stream:
    """The library's `DecodeStream`: the text that is new with each id, as far as it can't change any more."""

    def __init__(self, decode: Callable[[Sequence[int]], str]) -> None:
        self._decode = decode
        self._ids: list[int] = []
        self._prefix, self._known = "", 0

    def step(self, number: int) -> str | None:
        """Return the text that an id adds; None where it waits for more. Raises ValueError where earlier text
        changes."""
        if not self._prefix and self._ids:
            prefix = self._decode(self._ids)
            if not prefix.endswith("\ufffd"):
                self._prefix, self._known = prefix, len(self._ids)
        self._ids.append(number)
        text = self._decode(self._ids)
        if len(text.encode()) <= len(self._prefix.encode()) or text.endswith("\ufffd"):
            return None
        if not text.startswith(self._prefix):
            raise ValueError(text)
        fresh = text.removeprefix(self._prefix)
        self._ids, self._known = self._ids[self._known :], len(self._ids) - self._known
        self._prefix = self._decode(self._ids)
        return fresh


def gained_alone(
    decoders: Sequence[Mapping[str, Any]],
    functions_of: Callable[[], Sequence[Decode]],
    tokens: Sequence[str],
    known: Container[str],
) -> list[bytes]:
    """Return the bytes that each token adds between others, in UTF-8. functions_of: gives those of the decoders, where
    they are needed; known: the tokens that there are."""
    names = [name_of(decoder) for decoder in decoders]
    if not names:
        return [utf_8(token) for token in tokens]
    if names[0] == "ByteLevel":
        return [replaced(bytes_of(token), decoders[1:]) for token in tokens]
    functions = functions_of()
    around = [one for one in LETTERS if one in known and decoded_text(functions, [one]) == one][:1]
    before, both = (decoded_text(functions, around * times) for times in (1, 2))
    behind = both[len(before) :]
    found = []
    for token in tokens:
        byte = BYTE_PIECE.fullmatch(token) if "ByteFallback" in names else None
        text = "" if byte else decoded_text(functions, [*around, token, *around])
        found.append(bytes([int(byte[1], 16)]) if byte else utf_8(text.removeprefix(before).removesuffix(behind)))
    return found
