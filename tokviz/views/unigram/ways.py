"""How words are cut at a step of unigram training, and what each adds to the counts of pieces.

Only the words that are shown are looked at: nothing is summed over a corpus again. Nothing here is drawn.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from tokviz.unigram import Arc, Lattice, Trace
from tokviz.unigram.lattice import same_score
from tokviz.unigram.model import UNKNOWN_PENALTY

__all__ = ["MAX_LETTERS", "WAYS", "Pieces", "Way", "Ways", "expectation_before", "state_of", "ways"]

WAYS = 3
"""How many segmentations of a word are shown."""
MAX_LETTERS = 64
"""The segmentations of a longer word are not compared: only its best one is shown."""

Standing = Literal["", "before", "now", "as-good", "rounded"]


@dataclass(frozen=True)
class Way:
    """A segmentation of a word.

    share: how much of the word's count it gets, 0 to 1; None where nothing is counted. standing: the best one
    ``before`` a step after which another is, and that one, ``now``; ``as-good`` as the best, which alone is taken
    because it comes first, or because rounding made it so (``rounded``).
    """

    pieces: tuple[str, ...]
    share: float | None
    standing: Standing = ""


@dataclass(frozen=True)
class Ways:
    """The segmentations of a word that are shown, the best first.

    others: how many there are besides, and rest: what they get together. flows: piece -> how often the word has it,
    each segmentation weighed by what it gets; nothing where nothing is counted.
    """

    word: str
    ways: tuple[Way, ...]
    flows: Mapping[str, float]
    others: int = 0
    rest: float = 0.0


@dataclass(frozen=True)
class Pieces:
    """The pieces by which a step cuts words, with their log scores, in the trainer's order."""

    scores: Mapping[str, float]

    @cached_property
    def unknown(self) -> float:
        """The score of an unknown character."""
        return min(self.scores.values(), default=0.0) - UNKNOWN_PENALTY

    @cached_property
    def _longest(self) -> int:
        return max(map(len, self.scores), default=1)

    def lattice(self, word: str) -> Lattice:
        """Every way to cut a word, which has its mark, as training sees it."""
        arcs = []
        for begin in range(len(word)):
            for end in range(begin + 1, min(begin + self._longest, len(word)) + 1):
                score = self.scores.get(word[begin:end])
                if score is not None:
                    arcs.append(Arc(begin, end, word[begin:end], score))
            if word[begin] not in self.scores:
                arcs.append(Arc(begin, begin + 1, word[begin], self.unknown, known=False))
        return Lattice(word, tuple(arcs))

    def replacement(self, piece: str) -> tuple[tuple[str, ...], float]:
        """How a piece itself is best cut into others, and how probable that is. A single character is an unknown one
        without its piece."""
        arcs = tuple(arc for arc in self.lattice(piece).arcs if arc.piece != piece)
        if len(piece) == 1:
            arcs = (Arc(0, 1, piece, self.unknown, known=False),)
        path = Lattice(piece, arcs).best().path
        return path.pieces, path.probability


def expectation_before(trace: Trace, k: int) -> int | None:
    """The expectation step that the last of k steps is, or that it makes its probabilities from."""
    last = trace.kinds[:k][-2:]
    if last[-1:] == ("expect",):
        return k - 1
    return k - 2 if last == ("expect", "maximize") else None


def state_of(trace: Trace, k: int) -> int:
    """After how many steps the probabilities are those by which the last of k steps cut the words."""
    index = expectation_before(trace, k)
    if index is not None:
        return index
    return k - 1 if k and trace.kinds[k - 1] == "prune" else k


def ways(trace: Trace, k: int, words: Sequence[str], pieces: Pieces | None = None) -> tuple[Ways, ...]:
    """How the last of k steps cut these words. trace: of at least these words. pieces: those after
    :func:`state_of` steps, if they are at hand.

    >>> from tokviz import Corpus, unigram
    >>> trace = unigram.train(Corpus({"hug": 10, "pug": 5, "hugs": 5}), vocab_size=8, rules="soft-em")
    >>> hug = ways(trace, 2, ["hug"])[0]
    >>> [(way.pieces, round(way.share, 3)) for way in hug.ways], round(hug.flows["ug"], 3)
    ([(('hug',), 0.766), (('h', 'ug'), 0.109), (('hu', 'g'), 0.109)], 0.109)
    """
    now = trace.words(k)
    if not k:
        return tuple(Ways(word, (Way(now[word], None),), {}) for word in words)
    before = trace.words(k - 1) if k > 1 else now
    known = pieces or Pieces(trace.scores(state_of(trace, k)))
    first = next(iter(known.scores)) if trace.rules.flow == "sentencepiece" else None
    return tuple(
        replace(
            one,
            ways=_marked(one.ways, before[one.word], now[one.word]),
            flows=_slots(one.flows, known, first),
        )
        for one in _counted(trace, k, words, before, known)
    )


# -- what counts -------------------------------------------------------------------------------------------------------


def _counted(
    trace: Trace, k: int, words: Sequence[str], best: Mapping[str, tuple[str, ...]], pieces: Pieces
) -> Iterator[Ways]:
    """What the last of k steps counts of each word. A pruning goes by what the best segmentations use; the end of a
    library, and counts that stay, by nothing."""
    is_pruning = trace.kinds[k - 1] == "prune"
    is_judged = is_pruning and not trace.is_final(k - 1)
    expectation = trace.rules.expectation if expectation_before(trace, k) is not None else None
    used = trace.counted(k - 1) if is_judged else best
    for word in words:
        marked, cut = trace.rules.marked(word), used[word]
        if expectation == "all-paths":
            yield _all(word, marked, pieces, cut)
        else:  # those that are as good as the best get nothing
            share = 1.0 if is_judged or expectation == "best-path" else None
            shown = (Way(cut, share), *_as_good(marked, pieces, cut))
            yield Ways(word, shown, Counter(cut) if share or is_pruning else {})


def _all(word: str, marked: str, pieces: Pieces, best: tuple[str, ...]) -> Ways:
    """Every segmentation gets its share."""
    if len(marked) > MAX_LETTERS:
        return Ways(word, (Way(best, None),), {})
    lattice = pieces.lattice(marked)
    shown = [Way(path.pieces, lattice.share(path)) for path in lattice.nbest(WAYS)]
    # Of equals training takes one; that one stands first.
    shown.sort(key=lambda way: (-round(way.share or 0.0, 9), way.pieces != best))
    rest = max(0.0, 1.0 - sum(way.share or 0.0 for way in shown))
    return Ways(word, tuple(shown), lattice.expected_counts(), lattice.number_of_paths - len(shown), rest)


def _as_good(word: str, pieces: Pieces, best: tuple[str, ...]) -> Iterator[Way]:
    """The segmentations that are as good as the one that was taken."""
    if len(word) > MAX_LETTERS:
        return
    paths = pieces.lattice(word).nbest(WAYS)  # of equals in the order in which they are preferred
    tied = [path.pieces for path in paths if same_score(path.score, paths[0].score)]
    standing: Standing = "as-good" if tied[0] == best else "rounded"
    yield from (Way(cut, None, standing) for cut in tied if cut != best)


# -- inside ------------------------------------------------------------------------------------------------------------


def _marked(shown: Sequence[Way], before: tuple[str, ...], now: tuple[str, ...]) -> tuple[Way, ...]:
    """The ways with what a step changed: which was the best, and which one is now."""
    if before == now:
        return tuple(shown)
    names: dict[tuple[str, ...], Standing] = {before: "before", now: "now"}
    found = [replace(way, standing=names.get(way.pieces, way.standing)) for way in shown]
    if not any(way.pieces == now for way in found):
        found.append(Way(now, None, "now"))
    return tuple(found)


def _slots(flows: Mapping[str, float], pieces: Pieces, first: str | None) -> dict[str, float]:
    """The pieces that a word adds to. An unknown character is none, or under sentencepiece counts as the first."""
    found: dict[str, float] = {}
    for piece, often in flows.items():
        name = piece if piece in pieces.scores else first
        if name is not None and often > 0 and not math.isnan(often):
            found[name] = found.get(name, 0.0) + often
    return found
