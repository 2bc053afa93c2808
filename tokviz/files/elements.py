"""The parts of a tokenizer.json as lists of elements, files that hold only the first of them, and notes about a file.

A part (normalizer, pre-tokenizer, post-processor, decoder) is one element or a Sequence of some, which may be nested.
What an element does is the library's business: here nothing is applied. Whatever in a file has no effect, or another
effect than its reader may expect, is a note.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from types import MappingProxyType
from typing import Any

from tokviz.checks import check_limit
from tokviz.errors import brief
from tokviz.files.models import model_type, notes_on_model
from tokviz.files.reading import Note, note, notes_on_keys
from tokviz.pretokenize import METASPACE

__all__ = [
    "EACH_CHARACTER",
    "MAX_ELEMENTS",
    "PARTS",
    "elements",
    "name_of",
    "notes_behind",
    "notes_of",
    "options_of",
    "probe",
    "put_in",
    "sequence",
    "written_like",
]

MAX_ELEMENTS = 50
"""The most elements of one part. Files in use have up to a dozen."""

PARTS: Mapping[str, str] = MappingProxyType(
    {
        "normalizer": "normalizers",
        "pre_tokenizer": "pretokenizers",
        "post_processor": "processors",
        "decoder": "decoders",
    }
)
"""Part of a file -> the key under which a Sequence of that part has its elements."""

EACH_CHARACTER: Mapping[str, Any] = MappingProxyType(
    {"type": "Split", "pattern": {"Regex": r"[\s\S]"}, "behavior": "Isolated", "invert": False}
)
"""A pre-tokenizer that makes each character a pre-token, and so shows where each comes from."""

Element = dict[str, Any]

# A model that leaves pre-tokens whole: they are unknown to it, and an unknown run is one token that keeps its text.
_WHOLE_WORDS = {"type": "Unigram", "unk_id": 0, "vocab": [["\U0010ffff", 0.0]], "byte_fallback": False}


def elements(part: str, value: Any) -> tuple[Element, ...]:
    """Return the elements of a part in the order in which they are applied. Raises LimitError for too many.

    >>> nested = {"type": "Sequence", "normalizers": [{"type": "NFC"}, {"type": "Sequence", "normalizers": []}]}
    >>> elements("normalizer", nested), elements("normalizer", None)
    (({'type': 'NFC'},), ())
    """
    found: list[Element] = []
    pending = [value]
    while pending:
        one = pending.pop()
        if not isinstance(one, dict):
            continue
        inner = one.get(PARTS[part])
        if one.get("type") == "Sequence" and isinstance(inner, list):
            pending += reversed(inner)
        else:
            found.append(one)
        check_limit("MAX_ELEMENTS", MAX_ELEMENTS, met=len(found), part=part)
    return tuple(found)


def sequence(part: str, members: Sequence[Mapping[str, Any]]) -> Element | None:
    """Return a part with these elements.

    >>> sequence("decoder", [{"type": "Fuse"}]), sequence("decoder", [])
    ({'type': 'Sequence', 'decoders': [{'type': 'Fuse'}]}, None)
    """
    return {"type": "Sequence", PARTS[part]: [dict(one) for one in members]} if members else None


def name_of(element: Mapping[str, Any]) -> str:
    """Return the type of an element; empty where it does not say."""
    kind = element.get("type")
    return kind if isinstance(kind, str) else ""


def options_of(element: Mapping[str, Any]) -> Mapping[str, object]:
    """Return what else an element says."""
    return MappingProxyType({key: value for key, value in element.items() if key != "type"})


def put_in(element: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """Yield the tokens that an element of a post-processor puts in, with their ids."""
    for key in ("sep", "cls"):
        match element.get(key):
            case [str(token), int(number)]:
                yield token, number
    specials = element.get("special_tokens")
    for one in specials.values() if isinstance(specials, dict) else ():
        match one:
            case {"ids": list(ids), "tokens": list(tokens)}:
                yield from zip(map(str, tokens), ids, strict=False)


def written_like(file: Mapping[str, Any]) -> str:
    """Return the name of a pre-tokeniser of :mod:`tokviz.pretokenize` whose words are written as those of a file: as
    bytes, with marks of spaces, or as they are with or without their spaces.

    >>> written_like({"pre_tokenizer": {"type": "ByteLevel"}}), written_like({"pre_tokenizer": {"type": "Whitespace"}})
    ('gpt2-bytes', 'whitespace')
    """
    every = [one for part in PARTS if part != "post_processor" for one in elements(part, file.get(part))]
    if any(name_of(one) == "ByteLevel" for one in every):
        return "gpt2-bytes"
    if any(name_of(one) == "Metaspace" or one.get("content") == METASPACE for one in every):
        return "Metaspace"
    cutters = elements("pre_tokenizer", file.get("pre_tokenizer"))
    keeps = all(name_of(one) in ("Split", "Digits", "Punctuation") and _keeps(one) for one in cutters)
    return "none" if keeps else "whitespace"


def _keeps(element: Mapping[str, Any]) -> bool:
    return element.get("behavior") != "Removed"


def probe(added: Sequence[Mapping[str, Any]] = (), **parts: Any) -> str:
    """Return a tokenizer.json with these parts and a model that gives every pre-token back as one token, whose id is 0.

    >>> json.loads(probe(normalizer={"type": "NFC"}))["pre_tokenizer"] is None
    True
    """
    return json.dumps(
        {
            "version": "1.0",
            "truncation": None,
            "padding": None,
            "added_tokens": list(added),
            **dict.fromkeys(PARTS),
            "model": _WHOLE_WORDS,
            **parts,
        }
    )


# -- notes -------------------------------------------------------------------------------------------------------------


_SHOWN = 3  # of notes of one kind
_MODEL_KEYS = {
    "BPE": frozenset(
        {
            *("type", "vocab", "merges", "dropout", "unk_token", "continuing_subword_prefix", "end_of_word_suffix"),
            *("fuse_unk", "byte_fallback", "ignore_merges"),
        }
    ),
    "WordPiece": frozenset({"type", "vocab", "unk_token", "continuing_subword_prefix", "max_input_chars_per_word"}),
    "Unigram": frozenset({"type", "vocab", "unk_id", "byte_fallback"}),
}


def notes_of(file: Mapping[str, Any], added: Sequence[Mapping[str, Any]], theirs: Any) -> tuple[Note, ...]:
    """Return notes of a file. theirs: the library's tokenizer, loaded from it."""
    keys = notes_on_keys(file["model"].get("vocab"))
    found = (notes_on_model(file["model"]), keys, _unread(file), _renumbered(added, theirs), _missing(file, theirs))
    return tuple(_few(chain.from_iterable(found)))


def notes_behind(file: Mapping[str, Any]) -> tuple[Note, ...]:
    """Return notes of what a file does to the tokens of a text behind the model, for who looks at those of the text
    alone.

    >>> [one.code for one in notes_behind({"truncation": {"max_length": 8}, "padding": None})]
    ['truncation']
    """
    found = []
    processors = [one for one in elements("post_processor", file.get("post_processor")) if _adds_tokens(one)]
    if processors:
        found.append(note("post-processor", found=", ".join(map(name_of, processors))))
    truncation = file.get("truncation")
    if truncation is not None:
        length = truncation.get("max_length") if isinstance(truncation, dict) else None
        found.append(note("truncation", length=length if type(length) is int else brief(length)))
    if file.get("padding") is not None:
        found.append(note("padding"))
    return tuple(found)


def _adds_tokens(processor: Mapping[str, Any]) -> bool:
    """Return whether a post-processor changes more than the places of tokens in the text."""
    match processor:
        case {"type": "ByteLevel"}:
            return False
        case {"type": "TemplateProcessing", "single": list(inner)}:
            return not all(isinstance(one, dict) and one.keys() == {"Sequence"} for one in inner)
    return True


def _unread(file: Mapping[str, Any]) -> Iterator[Note]:
    """Yield notes of members that the library does not know and so does not read."""
    model = file["model"]
    for key in sorted(model.keys() - _MODEL_KEYS.get(model_type(model), model.keys())):
        yield note("part-unread", part=f"model.{brief(key)[1:-1]}")


def _renumbered(added: Sequence[Mapping[str, Any]], theirs: Any) -> Iterator[Note]:
    """Yield notes of added tokens whose id in the file is not the one that the library gives them."""
    for one in added:
        content, number = str(one.get("content")), one.get("id")
        found = theirs.token_to_id(content)
        if content and found != number:
            yield note("added-id", token=brief(content), id=brief(number), other=str(found))


def _missing(file: Mapping[str, Any], theirs: Any) -> Iterator[Note]:
    """Yield notes of tokens that the post-processor puts in under an id that is not theirs."""
    for element in elements("post_processor", file.get("post_processor")):
        for token, number in put_in(element):
            if theirs.id_to_token(number) != token:
                yield note("post-missing", token=brief(token), id=str(number))


def _few(notes: Iterable[Note]) -> Iterator[Note]:
    """Yield the first of many notes of one kind, and how many more there are."""
    for _, same in groupby(notes, key=lambda one: one.code):
        every = list(same)
        yield from every[:_SHOWN]
        if len(every) > _SHOWN:
            yield note("more", count=len(every) - _SHOWN)
