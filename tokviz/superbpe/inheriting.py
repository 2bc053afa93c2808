"""The transition: the merges of the first stage, applied again to the pieces of the second.

This is not the same as to keep the segmentation of the first stage, since a merge may now cross an old border. But it
seldom does, so the forms of the old pieces are put side by side where no merge crosses between them, and only the other
pieces are merged again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from operator import add
from typing import NamedTuple

from tokviz.checkpoint import checkpoint, checkpoints
from tokviz.superbpe.pieces import Pieces
from tokviz.superbpe.stage import Stage


class Inherited(NamedTuple):
    """The merges of the first stage on the pieces of the second.

    tokens: those of merges whose pair occurs in these pieces at some time before its turn, in order; other merges are
    lost. forms: the pieces as strings of symbol numbers: the first symbols of these pieces by code point, then these
    tokens.
    """

    tokens: Sequence[str]
    forms: Sequence[str]


def inherit(first: Stage, fine: Pieces | None, coarse: Pieces) -> Inherited:
    """Apply the merges of the first stage again, in order, to the pieces of the second. fine: the same lines as pieces
    of the first stage; None for lines of another text.

    As in the authors' trainer, a merge is lost if its pair has not occurred by its turn. One whose pair did occur, but
    whose parts all became parts of other tokens, stays: it has a token that the pieces do not have.
    """
    pieces = coarse.corpus.words
    characters = sorted(set().union(*pieces))
    names = list(dict.fromkeys((*first.vocabulary(), *characters)))
    codes = {name: chr(i) for i, name in enumerate(names)}
    merges = [
        (codes[left] + codes[right], codes[token])
        for (left, right), token in zip(first.merges, first.tokens, strict=True)
    ]
    forms = {} if fine is None else dict(_side_by_side(first, fine, coarse, merges))
    again = [number for number in range(len(pieces)) if number not in forms]
    start = {ord(char): codes[char] for char in characters}
    forms.update(zip(again, _merged(merges, [pieces[n].translate(start) for n in again], chr(len(names))), strict=True))
    made = _made(set().union(*forms.values()), merges)
    made |= _met(merges, made, names, pieces)
    tokens = tuple(dict.fromkeys(token for token in first.tokens if codes[token] in made))
    wanted = {ord(codes[name]): chr(i) for i, name in enumerate((*characters, *tokens))}
    return Inherited(tokens, tuple(forms[number].translate(wanted) for number in range(len(pieces))))


def _merged(merges: Iterable[tuple[str, str]], forms: Sequence[str], between: str) -> list[str]:
    """Apply merges to some pieces, one merge after the other; `between` is a symbol that none of them has."""
    if not forms:
        return []
    text = between.join(forms)
    for pair, token in merges:
        checkpoint()
        text = text.replace(pair, token)
    return text.split(between)


def _made(symbols: Iterable[str], merges: Sequence[tuple[str, str]]) -> set[str]:
    """Return these symbols and all that they were merged from."""
    parts = {token: pair for pair, token in reversed(merges)}
    made = set(symbols)
    waiting = list(made)
    while waiting:
        for part in parts.get(waiting.pop(), ""):
            if part not in made:
                made.add(part)
                waiting.append(part)
    return made


def _met(merges: Sequence[tuple[str, str]], made: set[str], names: Sequence[str], pieces: Sequence[str]) -> set[str]:
    """Return the tokens of merges that find nothing at their turn, but whose pair occurred before.

    Two symbols become neighbors when the later of them is made, so the pairs are looked for then.
    """
    waiting = {pair: token for pair, token in merges if token not in made and made.issuperset(pair)}
    words = [names[ord(token)] for token in waiting.values()]
    having = [piece for piece in pieces if any(word in piece for word in words)]
    if not having:
        return set()
    start = {ord(name): chr(i) for i, name in enumerate(names) if len(name) == 1}
    text = chr(len(names)).join(piece.translate(start) for piece in having)
    met = {token for pair, token in waiting.items() if pair in text}
    for pair, token in merges:
        checkpoint()
        waiting.pop(pair, None)
        text = text.replace(pair, token)
        met |= {later for other, later in waiting.items() if token in other and other in text}
    return met


# -- pieces that no merge crosses --------------------------------------------------------------------------------------


def _side_by_side(
    first: Stage, fine: Pieces, coarse: Pieces, merges: Sequence[tuple[str, str]]
) -> Iterator[tuple[int, str]]:
    """Yield the pieces of the second stage that are whole pieces of the first with nothing merged between them."""
    forms, words = first._forms(len(first)), fine.corpus.words
    within = {left + right for token in first.tokens for left, right in pairwise(token)}  # no other letters ever meet
    begins, ends = [word[0] for word in words], [word[-1] for word in words]
    meets = _meeting(merges)
    met: set[int] = set()
    for line, numbers in enumerate(checkpoints(coarse.lines)):
        if met.issuperset(numbers):
            continue
        for number, parts in _nested(line, fine, coarse):
            if number in met:
                continue
            met.add(number)
            borders = map(add, map(ends.__getitem__, parts), map(begins.__getitem__, parts[1:]))
            if within.isdisjoint(borders) or not any(
                ends[left] + begins[right] in within and meets(forms[left][-1] + forms[right][0])
                for left, right in pairwise(parts)
            ):
                yield number, "".join(map(forms.__getitem__, parts))


def _nested(line: int, fine: Pieces, coarse: Pieces) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the pieces of a line in the second stage that are whole pieces of the first, each with these."""
    numbers, parts = coarse.lines[line], fine.lines[line]
    if len(numbers) == 1:
        yield numbers[0], parts
        return
    places = {end: i for i, end in enumerate(fine.ends(line), start=1)} | {0: 0}
    for number, (begin, end) in zip(numbers, pairwise((0, *coarse.ends(line))), strict=True):
        if begin in places and end in places:
            yield number, parts[places[begin] : places[end]]


def _meeting(merges: Sequence[tuple[str, str]]) -> Callable[[str], bool]:
    """Return a function that says whether a merge crosses the border between two neighboring symbols.

    It goes back in time from the two: whichever was made last is undone, and its part at the border stood there before.
    A pair of such parts meets if its merge came before that.
    """
    ranks = {pair: rank for rank, (pair, _) in reversed([*enumerate(merges)])}
    made_by = {token: (rank, pair) for rank, (pair, token) in reversed([*enumerate(merges)])}
    never = -1, ""

    @cache
    def meets(neighbors: str) -> bool:
        left, right = neighbors[0], neighbors[1]
        limit = len(merges)
        while ranks.get(left + right, limit) >= limit:
            (rank_left, pair_left), (rank_right, pair_right) = made_by.get(left, never), made_by.get(right, never)
            if rank_left > rank_right:
                limit, left = rank_left, pair_left[1]
            elif rank_right >= 0:
                limit, right = rank_right + 1, pair_right[0]  # of equal ranks the left place comes first
            else:
                return False
        return True

    return meets
