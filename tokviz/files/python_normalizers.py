"""The normalizers of a tokenizer.json in Python, as tokenizers 0.23.3 applies them, a function each.

A function takes the letters of a text and returns others. Letters that a table of Unicode of another year treats
differently are found before (:mod:`tokviz.files.unicode_versions`).
"""

from __future__ import annotations

import base64
import binascii
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache, partial
from typing import Any, Literal, NamedTuple

import regex

from tokviz.files.json_elements import name_of
from tokviz.files.letters import Letter, Letters, needs_library, prepended, text_of
from tokviz.files.searches import Search, search_of
from tokviz.pretokenize.byte_level import BYTE_TO_CHAR
from tokviz.pretokenize.normalizers import ACCENTS, DROPPED, IDEOGRAPH, SPACE
from tokviz.pretokenize.sentencepiece import CharacterMap

Normalize = Callable[[Letters], Letters]
_Element = Mapping[str, Any]


def normalizer(element: _Element) -> Normalize:
    """Return the function of a normalizer.

    Raises RulesError for a normalizer that only the library applies.

    >>> spaced = normalizer({"type": "Replace", "pattern": {"String": " "}, "content": "▁"})
    >>> spaced((Letter("a", 0, 1), Letter(" ", 1, 2)))
    (Letter(text='a', start=0, end=1), Letter(text='▁', start=1, end=2))
    """
    make = KINDS.get(name_of(element))
    found = make(element) if make else None
    if found is None:
        raise needs_library(element)
    return found


# -- letter by letter --------------------------------------------------------------------------------------------------


_MARKS = regex.compile(r"\p{M}")
_DROPPED_BY_NMT = regex.compile(r"[\x01-\x08\x0B\x0E-\x1F\x7F\x8F\x9F]")
_SPACES_OF_NMT = regex.compile(r"[\t\n\f\r\u1680\u200B-\u200F\u2028\u2029\u2581\uFEFF\uFFFD]")


def _lower(letters: Letters) -> Letters:
    """Lower-case each letter by itself: at the end of a word a sigma is a sigma."""
    return tuple(one._replace(text=small) for one in letters for small in one.text.lower())


def _without(kind: regex.Pattern[str], letters: Letters) -> Letters:
    return tuple(one for one in letters if not kind.match(one.text))


def _as_spaces(kind: regex.Pattern[str], letters: Letters) -> Letters:
    return tuple(one._replace(text=" ") if kind.match(one.text) else one for one in letters)


def _like_nmt(letters: Letters) -> Letters:
    return _as_spaces(_SPACES_OF_NMT, _without(_DROPPED_BY_NMT, letters))


def _as_bytes(letters: Letters) -> Letters:
    return tuple(one._replace(text=BYTE_TO_CHAR[byte]) for one in letters for byte in one.text.encode())


def _strip(element: _Element) -> Normalize | None:
    match element:
        case {"strip_left": bool(left), "strip_right": bool(right)}:
            return partial(_stripped, left, right)
    return None


def _stripped(left: bool, right: bool, letters: Letters) -> Letters:
    start, end = 0, len(letters)
    while left and start < end and SPACE.match(letters[start].text):
        start += 1
    while right and start < end and SPACE.match(letters[end - 1].text):
        end -= 1
    return letters[start:end]


def _prepend(element: _Element) -> Normalize | None:
    put = element.get("prepend")
    return partial(prepended, put) if isinstance(put, str) and put else None


# -- replacing ---------------------------------------------------------------------------------------------------------


def _replace(element: _Element) -> Normalize | None:
    search, content = search_of(element.get("pattern")), element.get("content")
    return partial(_replaced, search, content) if search and isinstance(content, str) else None


def _replaced(search: Search, content: str, letters: Letters) -> Letters:
    """Replace matches by letters, each from the last character of its match."""
    text, at = text_of(letters), 0
    made: list[Letter] = []
    for start, end, _ in search.matches(text):
        made += [*letters[at:start], *(letters[end - 1]._replace(text=one) for one in content)]
        at = end
    return (*made, *letters[at:])


# -- Unicode's forms ---------------------------------------------------------------------------------------------------
#
# As the library's table of changes has them: what a letter becomes first takes its place, what else it becomes is put
# in behind that, and a letter that another is composed with is taken out behind it.


class _Change(NamedTuple):
    """A character, and what it takes of those that were there: 1 is put in, 0 replaces one, -n removes n more."""

    text: str
    change: int


def _decomposed(text: str, *, compatibly: bool) -> list[_Change]:
    """Return the characters of a text taken apart, marks in the order of their classes."""
    found = []
    for character in text:
        every = _parts(character, compatibly)
        found += [_Change(one, int(place > 0)) for place, one in enumerate(every)]
    ordered: list[_Change] = []
    marks: list[_Change] = []
    for one in found:
        if _class(one):
            marks.append(one)
        else:
            ordered += [*sorted(marks, key=_class), one]
            marks = []
    return [*ordered, *sorted(marks, key=_class)]


def _class(one: _Change) -> int:
    return unicodedata.combining(one.text)


@cache
def _parts(character: str, compatibly: bool) -> str:
    """Return a character taken apart."""
    return unicodedata.normalize("NFKD" if compatibly else "NFD", character)


def _formed(form: Literal["NFC", "NFD", "NFKC", "NFKD"], letters: Letters) -> Letters:
    text = text_of(letters)
    if unicodedata.is_normalized(form, text):  # which most texts are: each letter keeps its place
        return letters
    changes = _decomposed(text, compatibly="K" in form)
    return _changed(letters, _recomposed(changes) if form.endswith("C") else changes)


def _recomposed(found: Iterable[_Change]) -> Iterator[_Change]:
    """Yield characters put together: a starter with each mark behind it that nothing is between."""
    starter: _Change | None = None
    marks: list[_Change] = []
    for one in found:
        kind = _class(one)
        if starter is None:
            if kind:
                yield one
            else:
                starter = one
            continue
        is_blocked = bool(marks) and _class(marks[-1]) >= kind
        whole = None if is_blocked else _pair(starter.text, one.text)
        if whole is not None:
            starter = _Change(whole, starter.change + one.change - 1)
        elif kind:
            marks.append(one)
        else:
            yield starter
            yield from marks
            starter, marks = one, []
    if starter is not None:
        yield starter
    yield from marks


def _pair(first: str, second: str) -> str | None:
    """Return the character that two are put together to, if there is one."""
    whole = unicodedata.normalize("NFC", first + second)
    return whole if len(whole) == 1 else None


def _changed(letters: Letters, found: Iterable[_Change]) -> Letters:
    """Return changed letters, each with the place that the library gives it."""
    made, at = [], 0
    for text, change in found:
        if change > 0:
            start, end = letters[at - 1][1:] if at else (0, 0)
        else:
            start, end = letters[at][1:]
            at += 1 - change
        made.append(Letter(text, start, end))
    return tuple(made)


# -- BERT's ------------------------------------------------------------------------------------------------------------


def _bert(element: _Element) -> Normalize | None:
    match element:
        case {"clean_text": bool(cleans), "handle_chinese_chars": bool(sets_apart), "lowercase": bool(lowers)}:
            strips = element.get("strip_accents")
            if strips is None or isinstance(strips, bool):
                done = (cleans, sets_apart, lowers if strips is None else strips, lowers)
                return partial(_in_turn, tuple(step for step, is_done in zip(_BERT, done, strict=True) if is_done))
    return None


def _in_turn(steps: tuple[Normalize, ...], letters: Letters) -> Letters:
    for step in steps:
        letters = step(letters)
    return letters


def _clean(letters: Letters) -> Letters:
    return _as_spaces(SPACE, _without(DROPPED, letters))


def _ideographs_apart(letters: Letters) -> Letters:
    made: list[Letter] = []
    for one in letters:
        blank = [one._replace(text=" ")] if IDEOGRAPH.match(one.text) else []
        made += [*blank, one, *blank]
    return tuple(made)


def _without_accents(letters: Letters) -> Letters:
    return _without(ACCENTS, _formed("NFD", letters))


_BERT: tuple[Normalize, ...] = (_clean, _ideographs_apart, _without_accents, _lower)


# -- SentencePiece's table ---------------------------------------------------------------------------------------------


_GRAPHEME = regex.compile(r"\X")
_SHORT_GRAPHEME = 6  # bytes: a longer one is looked up character by character
_REMEMBERED = 1 << 12  # graphemes and characters, the latest


def _precompiled(element: _Element) -> Normalize | None:
    written = element.get("precompiled_charsmap")
    try:
        table = CharacterMap(base64.b64decode(written, validate=True)) if isinstance(written, str) and written else None
    except (binascii.Error, ValueError):
        return None
    return partial(_mapped, lru_cache(_REMEMBERED)(table.shortest)) if table else None


def _mapped(find: Callable[[str], str | None], letters: Letters) -> Letters:
    """Map graphemes and characters as the library does, which asks for the shortest beginning that its table has, and
    replaces all of a short grapheme by what that becomes."""
    changes: list[_Change] = []
    is_changed = False
    for grapheme in _GRAPHEME.findall(text_of(letters)):
        whole = find(grapheme) if len(grapheme.encode()) < _SHORT_GRAPHEME else None
        for old, new in [(grapheme, whole)] if whole is not None else [(one, find(one)) for one in grapheme]:
            if new is None:
                changes.append(_Change(old, 0))
                continue
            is_changed = True
            more = max(0, len(new) - len(old))
            changes += (_Change(one, int(place >= len(new) - more)) for place, one in enumerate(new))
            if len(new) < len(old) and changes:  # what the first letters lose is not counted there
                changes[-1] = changes[-1]._replace(change=changes[-1].change + len(new) - len(old))
    return _changed(letters, changes) if is_changed else letters


# -- all of them -------------------------------------------------------------------------------------------------------


_Make = Callable[[_Element], Normalize | None]


def _always(found: Normalize) -> _Make:
    return lambda element: found


KINDS: Mapping[str, _Make] = {
    "BertNormalizer": _bert,
    "ByteLevel": _always(_as_bytes),
    "Lowercase": _always(_lower),
    "NFC": _always(partial(_formed, "NFC")),
    "NFD": _always(partial(_formed, "NFD")),
    "NFKC": _always(partial(_formed, "NFKC")),
    "NFKD": _always(partial(_formed, "NFKD")),
    "Nmt": _always(_like_nmt),
    "Precompiled": _precompiled,
    "Prepend": _prepend,
    "Replace": _replace,
    "Strip": _strip,
    "StripAccents": _always(partial(_without, _MARKS)),
}
"""Type of a normalizer -> what makes the function of one."""
