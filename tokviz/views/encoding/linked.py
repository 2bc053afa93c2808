"""What the picture of an encoding shows beside words and sentences: what may come next, and what symbols are made of.

A word is drawn as in the picture of a merging, with each merge below it. Beside it stands what the next step chooses
from, as rows that say which place of the word they are about: pairs in the order of their ranks, prefixes looked up, or
symbols looked up in a vocabulary. Nothing here chooses which rows of a word are shown;
:mod:`tokviz.views.encoding.merging` does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from tokviz.bpe import EncodeCandidate, EncodeStep, EncodeTrace, Pair
from tokviz.views.encoding.narration import legend
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.shared.sentences import Sentence, code, segments

__all__ = [
    "FEW_TRIES",
    "MAX_TRIES",
    "Choice",
    "Drawn",
    "Made",
    "Try",
    "drawn",
    "drawn_word",
    "learned",
    "makers",
    "most_tries",
    "origins",
    "pairs",
]

MAX_TRIES = 16
"""How many rows of a choice are sent; a window has room for about nine."""
FEW_TRIES = 2
"""How many are sent of a word with so many steps that a part would become large."""
_MANY_STEPS = 60
_NAMED = 2  # places of a pair

Made = tuple[int, str, str]
"""The number of a merge, counted from 1, and its two parts."""


@dataclass(frozen=True)
class Try:
    """One of what a step chooses from.

    names: its symbols; places: where in the row of the word it stands, as (first symbol, how many). told: what it is
    worth, in a few words; about: the same as a sentence. kind: whether it is what comes next, whether it is nothing
    that can come, or was settled before.
    """

    names: tuple[str, ...]
    places: tuple[tuple[int, int], ...]
    told: str
    about: Sentence
    kind: Literal["wins", "open", "out", "done"] = "open"


@dataclass(frozen=True)
class Choice:
    """What a step chooses from: a title, what there is to say of it, rows, and how many others there are."""

    title: str
    rule: str
    tries: Sequence[Try]
    others: int = 0


@dataclass(frozen=True)
class Drawn:
    """How symbols are drawn: what made them, in the order of `merges` merges, and the marks that stand smaller.

    has_names: whether each row stands below its label, as where rows are different things. unknown: the symbol, if any,
    that stands for what is in no vocabulary. dropped: the symbols that are dropped, as often as they are, and
    a sentence that counts them and says why.
    """

    made: Mapping[str, Made]
    merges: int
    marks: tuple[str, ...] = ()
    has_names: bool = False
    unknown: str | None = None
    dropped: tuple[Sequence[str], Sentence] | None = None


def drawn_word(trace: EncodeTrace, merges: int, say: Catalog, marks: tuple[str, ...] = ()) -> Drawn:
    """How the symbols of one word are drawn, with those that it loses. merges: how many the tokenizer has."""
    lost = [one.symbol for one in trace.dropped]
    return Drawn(makers(trace), merges, marks, dropped=(lost, legend(trace, say)) if lost else None)


def most_tries(steps: int) -> int:
    """How many rows of a choice are sent for a word of so many steps."""
    return MAX_TRIES if steps <= _MANY_STEPS else FEW_TRIES


def pairs(
    candidates: Sequence[EncodeCandidate],
    ahead: EncodeStep | None,
    number: int,
    say: Catalog,
    most: int = MAX_TRIES,
) -> Choice:
    """The pairs of a word in the order of their ranks, then those that are no merge. ahead: the iteration that comes
    next, and `number` is its number.

    >>> from tokviz.bpe import EncodeCandidate
    >>> from tokviz.views.shared.catalog import load
    >>> found = [EncodeCandidate(0, ("a", "b"), None), EncodeCandidate(1, ("b", "a"), 3)]
    >>> [(one.names, one.told, one.kind) for one in pairs(found, None, 1, load("en")).tries]
    [(('b', 'a'), 'merge 4', 'open'), (('a', 'b'), 'in no merge', 'out')]
    """
    places: dict[Pair, list[int]] = {}
    ranks: dict[Pair, int | None] = {}
    for one in candidates:
        places.setdefault(one.pair, []).append(one.index)
        ranks[one.pair] = one.rank
    order = sorted(places, key=lambda pair: (ranks[pair] is None, ranks[pair] or 0))
    if ahead is not None:  # another pair of the same rank may stand before it
        order.sort(key=lambda pair: pair != ahead.pair)
    tries = [_pair(pair, places[pair], ranks[pair], ahead, say) for pair in order[:most]]
    title = say("encode.picture.pairs", number=number) if ahead else say("encode.picture.left")
    known = sum(rank is not None for rank in ranks.values())
    rule = say.count("encode.picture.known", known) if ahead else ""
    return Choice(title, rule, tries, len(order) - len(tries))


def _pair(pair: Pair, at: Sequence[int], rank: int | None, ahead: EncodeStep | None, say: Catalog) -> Try:
    name = code(*pair)
    named = [f"{say.integer(place + 1)}–{say.integer(place + 2)}" for place in at[:_NAMED]]
    where = say.listed([*named, "…"] if len(at) > len(named) else named)
    places = tuple((place, 2) for place in at)
    if rank is None:
        about = segments(say("encode.picture.never", pair=name, places=where))
        return Try(pair, places, say("encode.picture.out"), about, "out")
    about = segments(say("encode.picture.merge", pair=name, number=rank + 1, places=where))
    wins = ahead is not None and pair == ahead.pair
    return Try(pair, places, say("predict.told.rank", rank=rank + 1), about, "wins" if wins else "open")


def makers(steps: Iterable[EncodeStep]) -> dict[str, Made]:
    """Symbol -> what made it first."""
    made: dict[str, Made] = {}
    for step in steps:
        left, right = step.pair
        made.setdefault(step.after[step.positions[0]], (step.rank + 1, left, right))
    return made


def learned(merges: Iterable[Pair], join: Callable[[str, str], str]) -> dict[str, Made]:
    """The same of all merges of a tokenizer. join: what merging two symbols makes.

    >>> learned([("l", "o"), ("lo", "w")], "{}{}".format)
    {'lo': (1, 'l', 'o'), 'low': (2, 'lo', 'w')}
    """
    made: dict[str, Made] = {}
    for number, (left, right) in enumerate(merges, start=1):
        made.setdefault(join(left, right), (number, left, right))
    return made


def origins(
    symbols: Iterable[str],
    made: Callable[[str], Made | None],
    marked: Callable[[str], tuple[str, str, str]],
    number: Callable[[str], int],
) -> dict[str, list[list[Any]]]:
    """What symbols are made of, with what that is made of in turn: ``origins``, a symbol, the number of its merge and
    its parts, and ``cells``, a symbol that no merge made as mark, letters, mark."""
    known = dict.fromkeys(symbols)
    waiting = list(known)
    found: dict[str, list[list[Any]]] = {"origins": [], "cells": []}
    while waiting:  # what a symbol was made from may not have been named so far
        name = waiting.pop()
        maker = made(name)
        if maker is None:
            found["cells"].append([number(name), *marked(name)])
            continue
        rank, *parts = maker
        found["origins"].append([number(name), rank, *map(number, parts)])
        waiting += [part for part in dict.fromkeys(parts) if part not in known]
        known |= dict.fromkeys(parts)
    return found


def drawn(how: Drawn, symbols: Sequence[str], number: Callable[[str], int], say: Catalog) -> dict[str, Any]:
    """What holds for all frames. symbols: those that are drawn; number: the place of a symbol among the chips, where it
    is put if it is not there yet."""
    named = set()

    def made(name: str) -> Made | None:
        named.add(name)
        return _made(name, how)

    found = origins(symbols, made, lambda name: _marked(name, how.marks), number)
    shared = {name: say.templates[f"picture.label.{name}"] for name in _SHARED}
    picture = {"kind": "encoding", **found, "merges": how.merges, "named": how.has_names}
    if how.unknown in named:
        picture["unknown"] = number(how.unknown)
    if how.dropped:
        symbols, told = how.dropped
        picture["dropped"] = [list(map(number, symbols)), told]
    return picture | {"labels": shared | say.within("encode.picture.label.")}


_SHARED = ("more", "symbol_made", "hidden")


def _made(name: str, how: Drawn) -> Made | None:
    """What made a symbol; also of one that has lost the mark at its end, or got another."""
    if name in how.made:
        return how.made[name]
    for mark in how.marks:
        bare = name.removesuffix(mark)
        for other in (bare, *(bare + one for one in how.marks)):
            if other in how.made:
                rank, left, _ = how.made[other]
                if name.startswith(left) and name[len(left) :] not in ("", *how.marks):
                    return rank, left, name[len(left) :]
    return None


def _marked(name: str, marks: Sequence[str]) -> tuple[str, str, str]:
    """A symbol as mark, letters, mark."""
    before = next((mark for mark in marks if name.startswith(mark) and name != mark), "")
    letters = name.removeprefix(before)
    after = next((mark for mark in marks if letters.endswith(mark)), "")
    return before, visible(letters.removesuffix(after)) or ("" if name else "∅"), after
