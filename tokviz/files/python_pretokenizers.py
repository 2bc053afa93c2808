"""The pre-tokenizers of a tokenizer.json in Python, as tokenizers 0.23.3 applies them, a function each.

A function takes the letters of a pre-token and yields those of others. Letters that a table of Unicode of another year
treats differently are found before (:mod:`tokviz.files.unicode_versions`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import regex

from tokviz.files import stage_parts
from tokviz.files.json_elements import name_of
from tokviz.files.letters import Letters, needs_library, prepended, text_of
from tokviz.files.searches import Search, search_of
from tokviz.pretokenize.bert_basic import PUNCTUATION
from tokviz.pretokenize.byte_level import BYTE_TO_CHAR
from tokviz.pretokenize.normalizers import SPACE


class Pretoken(NamedTuple):
    """Letters that the model gets together, and the alternative of the pattern that matched them."""

    letters: Letters
    alternative: str | None = None


Cut = Callable[[Pretoken], Iterable[Pretoken]]
_Element = Mapping[str, Any]


def cutter(element: _Element) -> Cut:
    """Return the function of a pre-tokenizer for a pre-token.

    Raises RulesError for a pre-tokenizer that only the library applies.
    """
    make = KINDS.get(name_of(element))
    found = make(element) if make else None
    if found is None:
        raise needs_library(element)
    return found


@dataclass(frozen=True)
class _Chain:
    """Several functions, one after the other."""

    cuts: tuple[Cut, ...]

    def __call__(self, pretoken: Pretoken) -> Iterable[Pretoken]:
        pretokens = [pretoken]
        for cut in self.cuts:
            pretokens = [part for whole in pretokens for part in cut(whole)]
        return pretokens


def searches_first(cutters: Iterable[Cut]) -> tuple[Sequence[Cut], Sequence[Cut]]:
    """Return the same pre-tokenizers as the first of them, which only search for a pattern or ask where in the text
    they are, and the others. What these make of a pre-token follows from its text alone."""
    every = [one for cut in cutters for one in (cut.cuts if isinstance(cut, _Chain) else (cut,))]
    searches = next((place for place, cut in enumerate(every) if not isinstance(cut, partial)), len(every))
    placed = [place for place, cut in enumerate(every) if isinstance(cut, partial) and "first" in cut.args[1:2]]
    border = max(searches, *(place + 1 for place in placed), 0)
    return every[:border], every[border:]


# -- splits ------------------------------------------------------------------------------------------------------------


class _Stretch(NamedTuple):
    """A match, or what is between two, from one letter to another, with the alternatives that matched in it."""

    start: int
    end: int
    is_match: bool
    names: tuple[str, ...] = ()


def _stretches(matches: Iterable[stage_parts.Match], length: int, inverts: bool) -> list[_Stretch]:
    """Return all of a text in stretches. inverts: whether what is between matches counts as a match."""
    found, at = [], 0
    for start, end, name in matches:
        if at < start:
            found.append(_Stretch(at, start, inverts))
        found.append(_Stretch(start, end, not inverts, (name,)))
        at = end
    if at < length:
        found.append(_Stretch(at, length, inverts))
    return found


def _isolated(stretches: list[_Stretch]) -> list[_Stretch]:
    return stretches


def _removed(stretches: list[_Stretch]) -> list[_Stretch]:
    return [one for one in stretches if not one.is_match]


def _joined(stretches: list[_Stretch], joins: Callable[[_Stretch, _Stretch], bool]) -> list[_Stretch]:
    """Join a stretch with the one before it where `joins` says so of the two, as they are."""
    found: list[_Stretch] = []
    for before, one in zip([None, *stretches], stretches, strict=False):
        if before and joins(before, one):
            last = found.pop()
            found.append(_Stretch(last.start, one.end, one.is_match, last.names + one.names))
        else:
            found.append(one)
    return found


_BEHAVIORS: Mapping[str, Callable[[list[_Stretch]], list[_Stretch]]] = {
    "Contiguous": partial(_joined, joins=lambda before, one: before.is_match == one.is_match),
    "Isolated": _isolated,
    "MergedWithNext": partial(_joined, joins=lambda before, one: before.is_match and not one.is_match),
    "MergedWithPrevious": partial(_joined, joins=lambda before, one: one.is_match and not before.is_match),
    "Removed": _removed,
}


def _split(element: _Element) -> Cut | None:
    search = search_of(element.get("pattern"))
    match element:
        case {"pattern": dict(pattern), "behavior": str(behavior), "invert": bool(inverts)} if (
            search is not None and behavior in _BEHAVIORS
        ):
            return partial(_matched, search, behavior, inverts, "Regex" in pattern)
    return None


def _matched(search: Search, behavior: str, inverts: bool, is_named: bool, pretoken: Pretoken) -> Iterator[Pretoken]:
    """Split at the matches of a pattern. is_named: whether with the alternative that matched, if it was only one."""
    letters = pretoken.letters
    pieces = _BEHAVIORS[behavior](_stretches(search.matches(text_of(letters)), len(letters), inverts))
    known = pretoken.alternative if is_named and len(pieces) == 1 else None
    for start, end, _, names in pieces:
        name = known or (names[0] if is_named and names and len({*names}) == 1 else None)
        yield Pretoken(letters[start:end], name)


def _split_by(kind: regex.Pattern[str], behavior: str, inverts: bool, pretoken: Pretoken) -> Iterator[Pretoken]:
    """Split at characters of a kind; what stays whole keeps its alternative."""
    letters = pretoken.letters
    matches = ((*found.span(), "") for found in kind.finditer(text_of(letters)))
    for start, end, _, _ in _BEHAVIORS[behavior](_stretches(matches, len(letters), inverts)):
        yield pretoken if end - start == len(letters) else Pretoken(letters[start:end])


_WORDS = regex.compile(r"\w+|[^\w\s]+")
_DIGIT = regex.compile(r"\p{N}")
_MARK = regex.compile(rf"[{PUNCTUATION}]")
_BY_SPACES = partial(_split_by, SPACE, "Removed", False)


def _digits(element: _Element) -> Cut | None:
    match element:
        case {"individual_digits": bool(individually)}:
            return partial(_split_by, _DIGIT, "Isolated" if individually else "Contiguous", False)
    return None


def _punctuation(element: _Element) -> Cut | None:
    behavior = element.get("behavior", "Isolated")
    return partial(_split_by, _MARK, behavior, False) if behavior in _BEHAVIORS else None


def _delimiter(element: _Element) -> Cut | None:
    match element:
        case {"delimiter": str(delimiter)} if len(delimiter) == 1:
            return partial(_split_by, regex.compile(regex.escape(delimiter)), "Removed", False)
    return None


def _fixed_length(element: _Element) -> Cut | None:
    length = element.get("length", 5)
    return partial(_in_lengths, length) if type(length) is int and length > 0 else None


def _in_lengths(length: int, pretoken: Pretoken) -> Iterator[Pretoken]:
    letters = pretoken.letters
    if len(letters) <= length:
        yield pretoken
    else:
        yield from (Pretoken(letters[start : start + length]) for start in range(0, len(letters), length))


# -- bytes and marks of spaces -----------------------------------------------------------------------------------------


def _byte_level(element: _Element) -> Cut | None:
    match element:
        case {"add_prefix_space": bool(adds)}:
            search = search_of({"Regex": stage_parts.GPT2})
            splits = element.get("use_regex", True) is not False
            found = (partial(_matched, search, "Isolated", False, True),) if search and splits else ()
            return _Chain((*((_spaced,) if adds else ()), *found, _bytes))
    return None


def _spaced(pretoken: Pretoken) -> Iterator[Pretoken]:
    letters = pretoken.letters
    yield pretoken if letters[0].text == " " else pretoken._replace(letters=prepended(" ", letters))


def _bytes(pretoken: Pretoken) -> Iterator[Pretoken]:
    made = (one._replace(text=BYTE_TO_CHAR[byte]) for one in pretoken.letters for byte in one.text.encode())
    yield Pretoken(tuple(made), pretoken.alternative)


def _metaspace(element: _Element) -> Cut | None:
    scheme, prefix = element.get("prepend_scheme", "always"), element.get("add_prefix_space")
    match element:
        case {"replacement": str(mark)} if len(mark) == 1 and scheme in ("always", "first", "never"):
            splits = element.get("split")
            if prefix is False and scheme != "never":  # which the library does not load
                return None
            return partial(_marked, mark, scheme, splits is not False)
    return None


def _marked(mark: str, scheme: str, splits: bool, pretoken: Pretoken) -> Iterator[Pretoken]:
    """Mark spaces and the beginning, and split before each mark."""
    letters = tuple(one._replace(text=mark) if one.text == " " else one for one in pretoken.letters)
    begins = scheme == "always" or (scheme == "first" and letters[0].start == 0)
    if begins and letters[0].text != mark:
        letters = prepended(mark, letters)
    starts = [place for place, one in enumerate(letters) if place == 0 or (splits and one.text == mark)]
    for start, end in zip(starts, [*starts[1:], len(letters)], strict=True):
        piece = letters[start:end]
        yield pretoken if piece == pretoken.letters else Pretoken(piece)


# -- all of them -------------------------------------------------------------------------------------------------------


_Make = Callable[[_Element], Cut | None]


def _always(found: Cut) -> _Make:
    return lambda element: found


KINDS: Mapping[str, _Make] = {
    "BertPreTokenizer": _always(_Chain((_BY_SPACES, partial(_split_by, _MARK, "Isolated", False)))),
    "ByteLevel": _byte_level,
    "CharDelimiterSplit": _delimiter,
    "Digits": _digits,
    "FixedLength": _fixed_length,
    "Metaspace": _metaspace,
    "Punctuation": _punctuation,
    "Split": _split,
    "Whitespace": _always(partial(_split_by, _WORDS, "Removed", True)),
    "WhitespaceSplit": _always(_BY_SPACES),
}
"""Type of a pre-tokenizer -> what makes the function of one."""
