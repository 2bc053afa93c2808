"""The parts of a tokenizer.json as lists of elements: some of them alone, how far they lengthen a text, and notes.

A part (normalizer, pre-tokenizer, post-processor, decoder) is one element or a Sequence of some, which may be nested.
What an element does is the library's business: here nothing is applied. Whatever in a file has no effect, or another
effect than its reader may expect, is a note.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from types import MappingProxyType
from typing import Any

from tokviz.checks import check_limit
from tokviz.errors import brief
from tokviz.files.models import model_type, notes_on_model
from tokviz.files.reading import Note, note, notes_on_keys
from tokviz.pretokenize import METASPACE
from tokviz.pretokenize.sentencepiece import CharacterMap

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
    flat: list[Element] = []
    pending = [value]
    while pending:
        element = pending.pop()
        if not isinstance(element, dict):
            continue
        inner = element.get(PARTS[part])
        if element.get("type") == "Sequence" and isinstance(inner, list):
            pending += reversed(inner)
        else:
            flat.append(element)
        check_limit("MAX_ELEMENTS", MAX_ELEMENTS, met=len(flat), part=part)
    return tuple(flat)


def sequence(part: str, members: Sequence[Mapping[str, Any]]) -> Element | None:
    """Return a part with these elements.

    >>> sequence("decoder", [{"type": "Fuse"}]), sequence("decoder", [])
    ({'type': 'Sequence', 'decoders': [{'type': 'Fuse'}]}, None)
    """
    return {"type": "Sequence", PARTS[part]: [dict(member) for member in members]} if members else None


def name_of(element: Mapping[str, Any]) -> str:
    """Return the type of an element; empty where it does not say."""
    kind = element.get("type")
    return kind if isinstance(kind, str) else ""


def options_of(element: Mapping[str, Any]) -> Mapping[str, object]:
    """Return the options of an element."""
    return MappingProxyType({key: value for key, value in element.items() if key != "type"})


def settings_of(file: Mapping[str, Any]) -> Mapping[str, object]:
    """Return a file without its lists: the vocabulary, the merges, the added tokens.

    >>> settings_of({"added_tokens": [], "model": {"type": "BPE", "vocab": {}, "merges": []}})
    {'model': {'type': 'BPE'}}
    """
    model = {key: value for key, value in file["model"].items() if key not in ("vocab", "merges")}
    return {**{key: value for key, value in file.items() if key != "added_tokens"}, "model": model}


def put_in(element: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """Yield the tokens that an element of a post-processor puts in, with their ids."""
    for key in ("sep", "cls"):
        match element.get(key):
            case [str(token), int(number)]:
                yield token, number
    specials = element.get("special_tokens")
    for special in specials.values() if isinstance(specials, dict) else ():
        match special:
            case {"ids": list(ids), "tokens": list(tokens)}:
                yield from zip(map(str, tokens), ids, strict=False)


def as_oniguruma(alternative: str) -> str:
    r"""Write an alternative of a pattern of :data:`tokviz.pretokenize.ALTERNATIVES` for Oniguruma: there ``$`` is the
    end of a line, and ``{1,3}+`` repeats what repeats.

    >>> as_oniguruma(r"\s++$"), as_oniguruma(r"\p{N}{1,3}+")
    ('\\s++\\z', '\\p{N}{1,3}')
    """
    return alternative.replace("$", r"\z").replace("}+", "}")


def written_like(file: Mapping[str, Any]) -> str:
    """Return the name of a pre-tokenizer of :mod:`tokviz.pretokenize` whose words are written as those of a file: as
    bytes, with marks of spaces, or as they are with or without their spaces.

    >>> written_like({"pre_tokenizer": {"type": "ByteLevel"}}), written_like({"pre_tokenizer": {"type": "Whitespace"}})
    ('gpt2-bytes', 'whitespace')
    """
    every = [element for part in PARTS if part != "post_processor" for element in elements(part, file.get(part))]
    if any(name_of(element) == "ByteLevel" for element in every):
        return "gpt2-bytes"
    if any(name_of(element) == "Metaspace" or element.get("content") == METASPACE for element in every):
        return "Metaspace"
    cutters = elements("pre_tokenizer", file.get("pre_tokenizer"))
    keeps = all(name_of(cutter) in ("Split", "Digits", "Punctuation") and _keeps(cutter) for cutter in cutters)
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


# -- growth ------------------------------------------------------------------------------------------------------------
#
# Each element has a factor, in bytes of UTF-8, for the text that it lengthens most; a chain has the product. Two things
# are left out, so that files in use come to a dozen: a Unicode form (or a table that is no worse) that has nothing of
# another element before it to lengthen again, and replacements of plain strings that touch nothing of what was put in
# before, of which only the greatest counts.


LIGATURE = 40
"""The longest text that a table of SentencePiece may turn a character into without being counted, in bytes: NFKC makes
33 of one Arabic ligature."""

# What each may make of one byte, the first time.
_FORMS: Mapping[str, float] = MappingProxyType(
    {"NFC": 3, "NFD": 3, "NFKC": 11, "NFKD": 11, "Lowercase": 1.5, "BertNormalizer": 5}
)
_TABLE = "Precompiled"
_UNDONE = frozenset({"ByteLevel", "Metaspace"})  # as decoders these take away what they put in before the model
_MAY_MATCH_NOTHING = re.compile(r"[*?|^$]|\\[ABGKZbz]|\{,|\{0|^$")


def growths(file: Mapping[str, Any]) -> tuple[tuple[str, float], ...]:
    """Return the greatest growth of a text by each part of a file.

    That of the decoder is the growth of the text of tokens.

    >>> double = {"type": "Replace", "pattern": {"String": "a"}, "content": "aa"}
    >>> growths({"normalizer": double, "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False}})
    (('normalizer', 2.0), ('pre_tokenizer', 4.0), ('decoder', 1.0))
    """
    normalizers, cutters, decoders = (
        elements(part, file.get(part)) for part in ("normalizer", "pre_tokenizer", "decoder")
    )
    return (
        ("normalizer", growth_of(normalizers)),
        ("pre_tokenizer", growth_of((*normalizers, *cutters))),
        ("decoder", growth_of([decoder for decoder in decoders if name_of(decoder) not in _UNDONE])),
    )


def growth_of(members: Sequence[Mapping[str, Any]]) -> float:
    """Return the greatest growth of a text by these elements, one after the other.

    >>> growth_of([{"type": "Prepend", "prepend": "▁"}, {"type": "NFKD"}]), growth_of([{"type": "NFC"}] * 50)
    (4.0, 1.0)
    """
    growth = 1.0
    put_in: frozenset[str] | None = frozenset()  # the characters that elements may have put in; None for any
    seen: set[str] = set()
    last = ""
    for member in members:
        kind = name_of(member)
        if factor := _form(member):
            if kind in seen and (kind != last or kind == _TABLE):  # a form done twice changes nothing
                growth *= factor
            put_in = None
        else:
            factor, read, written = _factor(member)
            is_apart = put_in is not None and read is not None and put_in.isdisjoint(read)
            growth = max(growth, factor) if is_apart else growth * factor
            if factor > 1 or (put_in and not is_apart):
                put_in = None if put_in is None or written is None else put_in | written
        seen.add(kind)
        last = kind
    return growth


def _form(element: Mapping[str, Any]) -> float:
    """Return the factor of a Unicode form or a table that is like one; 0 for other elements."""
    compiled = element.get("precompiled_charsmap")
    if name_of(element) == _TABLE and isinstance(compiled, str):
        longest = _longest(compiled)
        return longest if longest <= LIGATURE else 0
    return _FORMS.get(name_of(element), 0)


def _factor(element: Mapping[str, Any]) -> tuple[float, frozenset[str] | None, frozenset[str] | None]:
    """Return the factor of another element, of which characters it looks for a string, and which it puts in; None for
    any."""
    match element:
        case {"type": "Replace", "pattern": {"String": str(replaced)}, "content": str(content)} if replaced:
            return max(1.0, _bytes_of(content) / _bytes_of(replaced)), frozenset(replaced), frozenset(content)
        case {"type": "Replace", "pattern": {"Regex": str(pattern)}, "content": str(content)}:
            is_between = _MAY_MATCH_NOTHING.search(pattern) is not None  # each two characters, at the worst
            return max(1.0, _bytes_of(content) + is_between), None, frozenset(content)
        case {"type": "Replace", "content": str(content)}:
            return 1.0 + _bytes_of(content), None, frozenset(content)
        case {"type": "Prepend", "prepend": str(content)}:
            return 1.0 + _bytes_of(content), None, frozenset(content)
        case {"type": "Precompiled", "precompiled_charsmap": str(compiled)}:
            return float(_longest(compiled)), None, None
        case {"type": "ByteLevel"}:  # a byte becomes a character of up to two, and each pre-token may get a space
            return (2.0 if element.get("add_prefix_space") is False else 4.0), None, None
        case {"type": "Metaspace"}:
            mark = element.get("replacement")
            size = _bytes_of(mark) if isinstance(mark, str) else _bytes_of(METASPACE)
            return (1.0 if element.get("prepend_scheme") == "never" else 2.0) * size, None, None
        case {"type": "BPEDecoder", "suffix": ""} | {"type": "CTC", "word_delimiter_token": ""}:
            return 2.0, None, None  # a space between each two characters
    return 1.0, frozenset(), None


def _bytes_of(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _longest(compiled: str) -> int:
    """Return the longest that a table of SentencePiece makes of a character, in bytes; 1 for one that the library
    refuses."""
    try:
        return max(1, CharacterMap(base64.b64decode(compiled)).longest_replacement)
    except (binascii.Error, ValueError):
        return 1


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
    note_groups = (
        notes_on_model(file["model"]),
        keys,
        _unread(file),
        _renumbered(added, theirs),
        _missing(file, theirs),
    )
    return tuple(_few(chain.from_iterable(note_groups)))


def notes_behind(file: Mapping[str, Any]) -> tuple[Note, ...]:
    """Return notes of what a file does to the tokens of a text behind the model, for who looks at those of the text
    alone.

    >>> [note.code for note in notes_behind({"truncation": {"max_length": 8}, "padding": None})]
    ['truncation']
    """
    notes = []
    processors = [
        element for element in elements("post_processor", file.get("post_processor")) if _adds_tokens(element)
    ]
    if processors:
        notes.append(note("post-processor", found=", ".join(map(name_of, processors))))
    truncation = file.get("truncation")
    if truncation is not None:
        length = truncation.get("max_length") if isinstance(truncation, dict) else None
        notes.append(note("truncation", length=length if type(length) is int else brief(length)))
    if file.get("padding") is not None:
        notes.append(note("padding"))
    return tuple(notes)


def _adds_tokens(processor: Mapping[str, Any]) -> bool:
    """Tell if a post-processor changes more than the places of tokens in the text."""
    match processor:
        case {"type": "ByteLevel"}:
            return False
        case {"type": "TemplateProcessing", "single": list(inner)}:
            return not all(isinstance(item, dict) and item.keys() == {"Sequence"} for item in inner)
    return True


def _unread(file: Mapping[str, Any]) -> Iterator[Note]:
    """Yield notes of members that the library does not know and so does not read."""
    model = file["model"]
    for key in sorted(model.keys() - _MODEL_KEYS.get(model_type(model), model.keys())):
        yield note("part-unread", part=f"model.{brief(key)[1:-1]}")


def _renumbered(added: Sequence[Mapping[str, Any]], theirs: Any) -> Iterator[Note]:
    """Yield notes of added tokens whose id in the file is not the one that the library gives them."""
    for token in added:
        content, number = str(token.get("content")), token.get("id")
        actual_id = theirs.token_to_id(content)
        if content and actual_id != number:
            yield note("added-id", token=brief(content), id=brief(number), other=str(actual_id))


def _missing(file: Mapping[str, Any], theirs: Any) -> Iterator[Note]:
    """Yield notes of tokens that the post-processor puts in under an id that is not theirs."""
    for element in elements("post_processor", file.get("post_processor")):
        for token, number in put_in(element):
            if theirs.id_to_token(number) != token:
                yield note("post-missing", token=brief(token), id=str(number))


def _few(notes: Iterable[Note]) -> Iterator[Note]:
    """Yield the first of many notes of one kind, and how many more there are."""
    for _, same in groupby(notes, key=lambda item: item.code):
        every = list(same)
        yield from every[:_SHOWN]
        if len(every) > _SHOWN:
            yield note("more", count=len(every) - _SHOWN)
