"""What tokenizer.json files of all models share beside the model: added tokens, parts that are refused by name, and
parts that are noted, because the tokens of a text do not depend on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tokviz.errors import FormatError, brief
from tokviz.formats.loaded import Note, note
from tokviz.formats.reading import check_tokens, check_vocabulary_size, flag_at, line_of, wrong_shape
from tokviz.models.added_tokens import AddedToken

__all__ = ["added_tokens_at", "notes_at", "shown", "unsupported"]

_MOST_SHOWN = 6  # options of a part, in a message
_SEQUENCES = ("pretokenizers", "normalizers", "decoders", "processors")
_FLAGS = ("single_word", "lstrip", "rstrip", "normalized", "special")


def unsupported(key: str, part: Any, text: str) -> FormatError:
    """The error for a part of a file that would change tokens in a way that is not modelled.

    >>> dict(unsupported("normalizer", {"type": "Replace", "content": "x"}, "{}").details)
    {'line': 1, 'part': 'normalizer', 'found': "Replace(content='x')"}
    """
    return FormatError("tokenizer-json-part", line=line_of(text, after=key), part=key, found=shown(part))


def shown(part: Any) -> str:
    """A part as its type with its options, or for a sequence those in it.

    >>> shown({"type": "Strip", "content": " ", "start": 1})
    "Strip(content=' ', start=1)"
    """
    if not isinstance(part, dict):
        return brief(part)
    inner = next((part[key] for key in _SEQUENCES if key in part), None)
    if isinstance(inner, list):
        inside = [_type(each) for each in inner[:_MOST_SHOWN]]
    else:
        options = [(name, value) for name, value in part.items() if name != "type"]
        inside = [f"{brief(name)[1:-1]}={brief(value)}" for name, value in options[:_MOST_SHOWN]]
    return f"{_type(part)}({', '.join(inside)})"


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


def notes_at(file: Mapping[str, Any]) -> tuple[Note, ...]:
    """Notes of what the file does to the tokens of a text afterwards, none of which is done here.

    >>> [one.code for one in notes_at({"truncation": {"max_length": 8}, "padding": None})]
    ['truncation']
    """
    found = []
    processor, truncation = file.get("post_processor"), file.get("truncation")
    if _adds_tokens(processor):
        found.append(note("post-processor", found=_type(processor)))
    if truncation is not None:
        length = truncation.get("max_length") if isinstance(truncation, dict) else None
        found.append(note("truncation", length=length if type(length) is int else brief(length)))
    if file.get("padding") is not None:
        found.append(note("padding"))
    return tuple(found)


def _adds_tokens(processor: Any) -> bool:
    """Whether a post-processor may change more than the places of tokens in the text."""
    match processor:
        case None | {"type": "ByteLevel"}:
            return False
        case {"type": "Sequence", "processors": list(inner)}:
            return any(map(_adds_tokens, inner))
        case {"type": "TemplateProcessing", "single": list(inner)}:
            return not all(isinstance(one, dict) and one.keys() == {"Sequence"} for one in inner)
    return True
