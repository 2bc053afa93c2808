"""Entries of a vocabulary: what each stands for, how long it is, in which script, of which kind; and how to find them.

What an entry stands for is what it adds to a text between others (:meth:`Engine.gained`): the space of a word that
begins is there, and no mark. What it is encoded from is the same unless a file lacks a decoder (`encoded`). Kinds
follow from that alone. No vocabulary says whether a token that begins a word can be all of it, so there is no kind for
whole words; `usage` counts them in a text.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from types import MappingProxyType

import numpy as np
import numpy.typing as npt
import regex

from tokviz import bpe
from tokviz.errors import RulesError
from tokviz.files.pipeline import Pipeline

# -- scripts -----------------------------------------------------------------------------------------------------------

NONE, MIXED, OTHER = "none", "mixed", "other"
SCRIPTS = (
    *("Latin", "Greek", "Cyrillic", "Armenian", "Hebrew", "Arabic", "Georgian", "Ethiopic"),
    *("Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala"),
    *("Thai", "Lao", "Myanmar", "Khmer", "Han", "Hiragana", "Katakana", "Hangul"),
    *(OTHER, MIXED, NONE),
)
"""The scripts that are told apart, as Unicode names them; one that is not listed; letters of several; no letters."""

_NAMED = regex.compile("|".join(rf"(?P<{name}>\p{{Script={name}}})" for name in SCRIPTS[:-3]))
_LETTER = regex.compile(r"[\p{L}\p{M}]")
_SHARED = regex.compile(r"[\p{Script=Common}\p{Script=Inherited}]")


def script_of(text: str) -> str:
    """Return the script of a text's letters.

    >>> [script_of(text) for text in (" low", "день", "你好", "ひと人", "1,000")]
    ['Latin', 'Cyrillic', 'Han', 'mixed', 'none']
    """
    if text.isascii():
        return "Latin" if text.islower() or text.isupper() or any(map(str.isalpha, text)) else NONE
    scripts = {_of_letter(letter) for letter in set(text)} - {NONE}
    if not scripts:
        return NONE
    return scripts.pop() if len(scripts) == 1 else MIXED


def has_letters(text: str) -> bool:
    """Tell if a text has letters, or marks that belong to letters.

    >>> has_letters("1st"), has_letters("\u093f"), has_letters("1.")
    (True, True, False)
    """
    return text.isalpha() or _LETTER.search(text) is not None


@cache
def _of_letter(letter: str) -> str:
    if not _LETTER.match(letter) or _SHARED.match(letter):
        return NONE
    match = _NAMED.match(letter)
    return OTHER if match is None else str(match.lastgroup)


# -- entries -----------------------------------------------------------------------------------------------------------

Places = npt.NDArray[np.int64]
"""Places of entries, counted from 0 in the order of their ids."""

KINDS = ("start", "inside", "end", "digits", "punctuation", "space", "byte", "added")
"""The kinds of entries:

- ``start``: letters behind a space, so the beginning of a word, or all of it; ``inside``: letters with no space before.
- ``end``: letters with a mark that a word ends there, where a vocabulary has such a mark.
- ``digits``: digits alone; ``space``: white space alone; ``punctuation``: what else has no letters.
- ``byte``: bytes that are no whole characters, or stand for unknown ones; ``added``: an added or control token,
  whatever it is made of.

A leading space does not count for digits and punctuation.
"""
_FALLBACK = re.compile(r"<0x[0-9A-F]{2}>")
_SCRIPT_NUMBER = {script: number for number, script in enumerate(SCRIPTS)}


@dataclass(frozen=True)
class Entry:
    """One token. token: as the file writes it. data: what it adds to a text, in UTF-8, and of an added token what is
    looked for; text: the same, with `�` for bytes that are no whole character."""

    id: int
    token: str
    data: bytes
    text: str
    kind: str
    script: str

    @property
    def characters(self) -> int:
        return len(self.text)

    @property
    def bytes(self) -> int:
        return len(self.data)


class Vocabulary:
    """All entries of a tokenizer in the order of their ids, as columns: 200,000 of them are read in a second.

    Raises RulesError for a file that numbers nothing.

    >>> file = b'{"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": ["l o"]}}'
    >>> vocabulary = Vocabulary(Pipeline.from_file(file))
    >>> len(vocabulary), vocabulary[2].token, vocabulary[2].kind, vocabulary[2].script
    (3, 'lo', 'inside', 'Latin')
    """

    def __init__(self, pipeline: Pipeline) -> None:
        if not pipeline.vocabulary:
            raise RulesError("pipeline-no-ids")
        self.pipeline = pipeline
        rows = sorted(pipeline.tokens.items())
        self.ids = np.array([number for number, _ in rows], np.int64)
        self.tokens = tuple(token for _, token in rows)
        self.added = frozenset(token.id for token in pipeline.engine.added)
        self._take(pipeline.engine.gained(self.ids.tolist()))

    def _take(self, data: Iterable[bytes]) -> None:
        """Take what each entry stands for; an added token is what is looked for."""
        self.data = tuple(
            [
                token.encode("utf-8", "replace") if number in self.added else raw
                for number, token, raw in zip(self.ids.tolist(), self.tokens, data, strict=True)
            ]
        )
        self.texts = tuple([raw.decode("utf-8", "replace") for raw in self.data])
        self.characters = np.fromiter(map(len, self.texts), np.int32, len(self))
        self.bytes = np.fromiter(map(len, self.data), np.int32, len(self))

    @cached_property
    def encoded(self) -> Vocabulary:
        """Return the same entries, each with what of a text it is encoded from, whatever the decoder makes of it."""
        spelled = self.pipeline.engine.spelled(self.ids.tolist())
        other = object.__new__(Vocabulary)
        other.pipeline, other.ids, other.tokens, other.added = self.pipeline, self.ids, self.tokens, self.added
        other._take(spelled)
        return self if other.data == self.data else other

    def __len__(self) -> int:
        return len(self.tokens)

    def __getitem__(self, place: int) -> Entry:
        return Entry(
            int(self.ids[place]),
            self.tokens[place],
            self.data[place],
            self.texts[place],
            KINDS[self.kinds[place]],
            SCRIPTS[self.scripts[place]],
        )

    @cached_property
    def place_of(self) -> Mapping[int, int]:
        """Map each id to its place."""
        return MappingProxyType({number: place for place, number in enumerate(self.ids.tolist())})

    def of_token(self, token: str) -> Entry | None:
        """Return the entry that the file writes like this."""
        number = self.pipeline.vocabulary.get(token)
        return None if number is None else self[self.place_of[number]]

    @cached_property
    def kinds(self) -> npt.NDArray[np.uint8]:
        """Return the kind of each entry, as its place in KINDS."""
        return np.fromiter(self._kinds(), np.uint8, len(self))

    @cached_property
    def scripts(self) -> npt.NDArray[np.uint8]:
        """Return the script of each entry, as its place in SCRIPTS; bytes and added tokens have none."""
        scripted_kinds = {number for number, kind in enumerate(KINDS) if kind not in ("byte", "added")}
        none = _SCRIPT_NUMBER[NONE]
        return np.fromiter(
            (
                _SCRIPT_NUMBER[script_of(text)] if kind in scripted_kinds else none
                for text, kind in zip(self.texts, self.kinds.tolist(), strict=True)
            ),
            np.uint8,
            len(self),
        )

    @property
    def lengths(self) -> npt.NDArray[np.int32]:
        """Return the characters of each entry, `LENGTHS` for more than that; an empty one counts as one character."""
        return np.clip(self.characters, 1, LENGTHS)

    def _kinds(self) -> Iterator[int]:
        model, added = self.pipeline.model, self.added
        mark = model.rules.end_of_word if isinstance(model, bpe.Model) else ""
        start, inside, end, digits, punctuation, space, byte, special = range(len(KINDS))
        for number, token, data, text in zip(self.ids.tolist(), self.tokens, self.data, self.texts, strict=True):
            core = text.removesuffix(mark).strip() if mark else text.strip()
            if number in added or not text:
                yield special
            elif ("\ufffd" in text and data != text.encode()) or (len(data) == 1 and _FALLBACK.fullmatch(token)):
                yield byte
            elif not core:
                yield space
            elif has_letters(core):
                if mark:
                    yield end if token.endswith(mark) else inside
                else:
                    yield start if text[0].isspace() else inside
            else:
                yield digits if core.isdigit() else punctuation


def vocabulary_of(pipeline: Pipeline) -> Vocabulary:
    """Return the entries of a tokenizer, with all that every view of them asks for. Raises what :class:`Vocabulary`
    does."""
    vocabulary = Vocabulary(pipeline)
    _ = vocabulary.kinds, vocabulary.scripts, vocabulary.place_of, pipeline.model
    return vocabulary


# -- finding entries ---------------------------------------------------------------------------------------------------

WAYS = ("contains", "begins", "ends", "is", "written", "id")
"""The ways to look for a text. ``contains``, ``begins``, ``ends``, ``is``: in what an entry stands for; ``written``: in
the token as the file writes it; ``id``: ids, as numbers and ranges, such as ``5 100-120``."""

ORDERS = ("id", "longest", "shortest")

LENGTHS = 12
"""The lengths that are told apart, in characters; the last one is that of all longer entries, too."""

_MATCHES: Mapping[str, Callable[[str, str], bool]] = {"begins": str.startswith, "ends": str.endswith, "is": operator.eq}
_RANGE = re.compile(r"(\d{1,10})(?:[-–](\d{1,10}))?")


def search(
    vocabulary: Vocabulary,
    text: str = "",
    way: str = "contains",
    *,
    kind: str = "",
    script: str = "",
    length: int = 0,
    ignore_case: bool = False,
) -> Places:
    """Return the entries that a text is found in, of a kind and a script if these are named, in the order of their ids.

    An empty text is found in all. Case counts unless it is to be ignored. length: in characters, 0 for any; `LENGTHS`
    is that of all longer entries, too.

    >>> from tokviz.files.pipeline import Pipeline
    >>> file = b'{"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": ["l o"]}}'
    >>> vocabulary = Vocabulary(Pipeline.from_file(file))
    >>> [search(vocabulary, *arguments).tolist() for arguments in (("o",), ("l", "is"), ("1-9", "id"))]
    [[1, 2], [0], [1, 2]]
    >>> search(vocabulary, length=2).tolist()
    [2]
    """
    is_match = np.ones(len(vocabulary), bool)
    if kind:
        is_match &= vocabulary.kinds == KINDS.index(kind)
    if script:
        is_match &= vocabulary.scripts == SCRIPTS.index(script)
    if length:
        is_match &= vocabulary.lengths == length
    if text:
        if way == "id":
            is_match &= _in_ranges(vocabulary, text)
        else:
            where = vocabulary.tokens if way == "written" else vocabulary.texts
            wanted, fold = (text.casefold(), str.casefold) if ignore_case else (text, str)
            matches = _MATCHES.get(way, operator.contains)
            for place in np.flatnonzero(is_match).tolist():
                if not matches(fold(where[place]), wanted):
                    is_match[place] = False
    return np.flatnonzero(is_match)


def ordered(vocabulary: Vocabulary, places: Places, order: str) -> Places:
    """Return the same entries in another order; of one length by id."""
    if order == "id":
        return places
    lengths = vocabulary.characters[places]
    return places[np.argsort(-lengths if order == "longest" else lengths, kind="stable")]


def _in_ranges(vocabulary: Vocabulary, text: str) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    ids = vocabulary.ids
    is_match = np.zeros(len(vocabulary), bool)
    for first, last in _RANGE.findall(text):
        is_match |= (ids >= int(first)) & (ids <= int(last or first))
    return is_match
