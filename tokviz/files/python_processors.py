"""The post-processors of a tokenizer.json, its truncation and its padding in Python, a function each.

A function takes the tokens of a text and yields those that a text has then, as tokenizers 0.23.3 does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from tokviz.files.engine import Part
from tokviz.files.json_elements import name_of
from tokviz.pretokenize.byte_level import BYTE_TO_CHAR

Process = Callable[[Sequence[Part]], Iterable[Part]]
_Element = Mapping[str, Any]
_BLANKS = (
    BYTE_TO_CHAR[32]
    + "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000"
    + "".join(map(chr, range(0x2000, 0x200B)))
)


class Processing(NamedTuple):
    """The function of a post-processor, and how many tokens it puts around a text."""

    apply: Process
    put: int = 0


def processor(element: _Element) -> Processing | None:
    """Return the function of a post-processor; None for one that only the library applies."""
    make = KINDS.get(name_of(element))
    return make(element) if make else None


def truncation(options: object, put: int) -> Process | None:
    """Return the function of a truncation; None for none, or one that needs a second text or fails.

    put: the tokens that the post-processor puts around a text, for which it leaves room.
    """
    match options:
        case {"max_length": int(longest), "stride": int(stride), "strategy": "LongestFirst" | "OnlyFirst", **others}:
            direction, room = others.get("direction", "Right"), longest - put
            if direction in ("Left", "Right") and room >= 0 and (stride < room or not room):
                return partial(_truncated, room, direction == "Left")
    return None


def padding(options: object) -> Process | None:
    """Return the function of a padding; None for none, or one that the library refuses."""
    match options:
        case {
            "strategy": "BatchLongest" | {"Fixed": int()} as strategy,
            "direction": "Left" | "Right" as direction,
            "pad_id": int(number),
            "pad_type_id": int(type_id),
            "pad_token": str(token),
            **others,
        }:
            part = Part(token, 0, 0, "put", number, None, type_id, special=True)
            length, multiple = (
                None if strategy == "BatchLongest" else strategy["Fixed"],
                others.get("pad_to_multiple_of"),
            )
            return partial(_padded, part, length, multiple if type(multiple) is int else 0, direction == "Left")
    return None


# -- post-processors ---------------------------------------------------------------------------------------------------


def _byte_level(element: _Element) -> Processing:
    return Processing(partial(_trimmed_all, element))


def _ends(element: _Element) -> Processing | None:
    """Return the function of BERT's and RoBERTa's, which put a token before a text and one after it."""
    match element:
        case {"cls": [str(), int()], "sep": [str(), int()]}:
            return Processing(partial(_between, element, name_of(element) == "RobertaProcessing"), 2)
    return None


def _between(element: _Element, is_roberta: bool, parts: Sequence[Part]) -> Iterator[Part]:
    first, last = (Part(token, 0, 0, "put", number, special=True) for token, number in (element["cls"], element["sep"]))
    yield first
    yield from (part._replace(type_id=0) for part in _trimmed_all(element, parts)) if is_roberta else parts
    yield last


def _template(element: _Element) -> Processing | None:
    """Return the function of a template; None for one with a token whose id is not known."""
    match element:
        case {"single": list(template), "special_tokens": dict(specials)}:
            known = {name: _tokens(special) for name, special in specials.items()}
            if all(_is_piece(one, known) for one in template):
                put = sum(len(known[one["SpecialToken"]["id"]]) for one in template if "SpecialToken" in one)
                return Processing(partial(_filled, template, known), put)
    return None


def _tokens(special: object) -> Sequence[tuple[str, int]]:
    """Return the tokens that a name in a template stands for, with their ids."""
    match special:
        case {"ids": list(ids), "tokens": list(tokens)} if len(ids) == len(tokens):
            return tuple(zip(map(str, tokens), ids, strict=True))
    return ()


def _is_piece(one: object, known: Mapping[str, Sequence[tuple[str, int]]]) -> bool:
    """Tell if a part of a template is the text or a name that is known."""
    match one:
        case {"Sequence": {"id": "A", "type_id": int()}}:
            return True
        case {"SpecialToken": {"id": str(name), "type_id": int()}}:
            return bool(known.get(name))
    return False


def _filled(
    template: Sequence[_Element], known: Mapping[str, Sequence[tuple[str, int]]], parts: Sequence[Part]
) -> Iterator[Part]:
    for one in template:
        match one:
            case {"Sequence": {"type_id": int(type_id)}}:
                yield from (part._replace(type_id=type_id) for part in parts)
            case {"SpecialToken": {"id": str(name), "type_id": int(type_id)}}:
                for token, number in known[name]:
                    yield Part(token, 0, 0, "put", number, None, type_id, special=True)


def _trimmed_all(element: _Element, parts: Sequence[Part]) -> Sequence[Part]:
    """Return tokens without spaces at the ends of their places, where the element takes these off."""
    if not element.get("trim_offsets", True):
        return parts
    has_prefix = bool(element.get("add_prefix_space", True))
    return [
        _trimmed(part, keeps_first=has_prefix and (place == 0 or part.start == 0)) for place, part in enumerate(parts)
    ]


def _trimmed(part: Part, *, keeps_first: bool) -> Part:
    """Return a token whose place is without the spaces that it begins and ends with, which the library counts in its
    letters. keeps_first: whether a single space at its beginning may be one that was put there."""
    text, (start, end) = part.text, part.span
    leading, trailing = len(text) - len(text.lstrip(_BLANKS)), len(text) - len(text.rstrip(_BLANKS))
    if leading > keeps_first:
        start = min(start + leading, end)
    if trailing and end >= trailing:
        end = max(end - trailing, start)
    return part._replace(start=start, end=end)


KINDS: Mapping[str, Callable[[_Element], Processing | None]] = {
    "BertProcessing": _ends,
    "ByteLevel": _byte_level,
    "RobertaProcessing": _ends,
    "TemplateProcessing": _template,
}
"""Type of a post-processor -> what makes the function of one."""


# -- lengths -----------------------------------------------------------------------------------------------------------


def _truncated(room: int, from_left: bool, parts: Sequence[Part]) -> Sequence[Part]:
    if len(parts) <= room:
        return parts
    return parts[len(parts) - room :] if from_left else parts[:room]


def _padded(part: Part, length: int | None, multiple: int, from_left: bool, parts: Sequence[Part]) -> Sequence[Part]:
    """Put the same part beside others up to a length (None: none but theirs) that is a multiple (0: any)."""
    wanted = len(parts) if length is None else length
    wanted += -wanted % multiple if multiple else 0
    fresh = [part] * (wanted - len(parts))
    return (*fresh, *parts) if from_left else (*parts, *fresh)
