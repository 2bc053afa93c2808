"""What tokenizer.json files of all models share beside the model: added tokens, and parts that are refused by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tokviz.errors import FormatError, brief
from tokviz.formats.reading import check_tokens, check_vocabulary_size, flag_at, line_of, wrong_shape
from tokviz.models.added_tokens import AddedToken

__all__ = ["added_tokens_at", "unsupported"]

_MOST_SHOWN = 6  # options of a part, in a message
_FLAGS = ("single_word", "lstrip", "rstrip", "normalized", "special")


def unsupported(key: str, part: Any, text: str) -> FormatError:
    """The error for a part of a file that would change tokens in a way that is not modelled.

    >>> dict(unsupported("normalizer", {"type": "Replace", "content": "x"}, "{}").details)
    {'line': 1, 'part': 'normalizer', 'found': "Replace(content='x')"}
    """
    found = _shown(part)
    return FormatError("tokenizer-json-part", line=line_of(text, after=key), part=key, found=found)


def _shown(part: Any) -> str:
    """A part as its type with its options, or for a sequence those in it."""
    if not isinstance(part, dict):
        return brief(part)
    inner = next((part[key] for key in ("pretokenizers", "normalizers", "decoders") if key in part), None)
    if isinstance(inner, list):
        shown = [_type(each) for each in inner[:_MOST_SHOWN]]
    else:
        options = [(name, value) for name, value in part.items() if name != "type"]
        shown = [f"{brief(name)[1:-1]}={brief(value)}" for name, value in options[:_MOST_SHOWN]]
    return f"{_type(part)}({', '.join(shown)})"


def _type(part: Any) -> str:
    """The name in `type`, or whatever is there instead of a part."""
    kind = part.get("type") if isinstance(part, dict) else part
    return brief(kind)[1:-1] if isinstance(kind, str) else brief(kind)


def added_tokens_at(file: Mapping[str, Any], vocabulary: Sequence[str], text: str) -> tuple[AddedToken, ...]:
    """The added tokens of a file, none where it lists none; raises FormatError or LimitError.

    One that is in the vocabulary must have the id that it has there, and no two ids may be the same.
    """
    value = file.get("added_tokens")
    if value is None:
        return ()
    if not isinstance(value, list):
        raise wrong_shape("added_tokens", text)
    check_vocabulary_size(len(value))
    ids = {token: number for number, token in enumerate(vocabulary)}
    owners = dict(enumerate(vocabulary))
    line = line_of(text, after="added_tokens")
    found = []
    for entry in value:
        match entry:
            case {"id": int(number), "content": str(content)} if not isinstance(number, bool) and number >= 0:
                check_tokens((content,), line)
            case _:
                raise wrong_shape("added_tokens", text)
        owner, its_id = owners.setdefault(number, content), ids.setdefault(content, number)
        if owner != content or its_id != number:
            other = owner if owner != content else content
            raise FormatError("id-twice", line=line, token=brief(content), other=brief(other), id=brief(number))
        found.append(AddedToken(number, content, **{flag: flag_at(entry, flag, text) for flag in _FLAGS}))
    return tuple(found)
