"""Words with their segmentations, and pieces with their numbers, as the picture of a step of unigram training has them.

Only the words that are shown are looked at: nothing is summed over a corpus again. Of a large vocabulary a step shows a
few pieces: those that the words shown add to, those that moved most, those around the cut of a pruning. Nothing here is
drawn.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from heapq import nlargest
from typing import Literal

from tokviz.unigram import Arc, Expect, Lattice, Prune, Trace
from tokviz.unigram.lattice import same_score
from tokviz.unigram.model import UNKNOWN_PENALTY
from tokviz.unigram.steps import PieceLoss

# -- words and their segmentations -------------------------------------------------------------------------------------


MAX_SEGMENTATIONS = 3
"""The maximum number of segmentations of a word that are shown."""
MAX_OF_ONE = 6
"""The maximum number of segmentations of the word that is shown alone, before the first step."""
MAX_LETTERS = 64
"""The segmentations of a longer word are not compared: only its best one is shown."""
_LEAST = 2.0**-53  # the share of what remains where the likeliest sum up to 1 in floats: little, not nothing

SegmentationStatus = Literal["", "before", "now", "as-good", "rounded"]


@dataclass(frozen=True)
class Segmentation:
    """A segmentation of a word.

    share: how much of the word's count it gets, 0 to 1; None where nothing is counted. standing: the best one
    ``before`` a step after which another is, and that one, ``now``; ``as-good`` as the best, which alone is taken
    because it comes first, or because rounding made it so (``rounded``).
    """

    pieces: tuple[str, ...]
    share: float | None
    standing: SegmentationStatus = ""


@dataclass(frozen=True)
class WordSegmentations:
    """The segmentations of a word that are shown, the best first.

    others: how many there are besides, and rest: what they get together. flows: piece -> how often the word has it,
    each segmentation weighed by what it gets; nothing where nothing is counted.
    """

    word: str
    ways: tuple[Segmentation, ...]
    flows: Mapping[str, float]
    others: int = 0
    rest: float = 0.0


@dataclass(frozen=True)
class Pieces:
    """The pieces by which a step cuts words, with their log scores, in the trainer's order."""

    scores: Mapping[str, float]

    @cached_property
    def unknown(self) -> float:
        """Return the score of an unknown character."""
        return min(self.scores.values(), default=0.0) - UNKNOWN_PENALTY

    @cached_property
    def _longest(self) -> int:
        return max(map(len, self.scores), default=1)

    def lattice(self, word: str) -> Lattice:
        """Return every way to cut a word, which has its mark, as training sees it."""
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
        """Return the best split of a piece into others, and its probability.

        A single character is an unknown one without its piece.
        """
        arcs = tuple(arc for arc in self.lattice(piece).arcs if arc.piece != piece)
        if len(piece) == 1:
            arcs = (Arc(0, 1, piece, self.unknown, known=False),)
        path = Lattice(piece, arcs).best().path
        return path.pieces, path.probability


def expectation_before(trace: Trace, k: int) -> int | None:
    """Return the expectation step that the last of k steps is, or that it makes its probabilities from."""
    last = trace.kinds[:k][-2:]
    if last[-1:] == ("expect",):
        return k - 1
    return k - 2 if last == ("expect", "maximize") else None


def has_shares(trace: Trace, k: int) -> bool:
    """Tell if the last of k steps is shown with the shares of all segmentations.

    All steps but prunings are where these count; and in any case the word that is shown before the first one.
    """
    return not k or (trace.rules.expectation == "all-paths" and trace.kinds[k - 1] != "prune")


def state_of(trace: Trace, k: int) -> int:
    """Return after how many steps the probabilities are those by which the last of k steps is shown to split the words.

    Before the first step these are the probabilities of the seeds. With shares of all segmentations, a maximization
    shows what its new probabilities make of them.
    """
    if not k:
        return 1
    index = expectation_before(trace, k)
    if index is not None and not (has_shares(trace, k) and trace.kinds[k - 1] == "maximize"):
        return index
    return k - 1 if trace.kinds[k - 1] == "prune" else k


def example_word(trace: Trace) -> str:
    """Return the word that is shown alone at first: of the frequent ones the first whose segmentations can all be
    shown, if one has several.

    >>> from tokviz import Corpus, unigram
    >>> example_word(unigram.train(Corpus({"a": 9, "hug": 10, "hugs": 5}), vocab_size=8, rules="soft-em"))
    'hug'
    """
    pieces = Pieces(trace.scores(1))
    some = [word for word in trace.corpus.most_frequent(_TRIED) if len(trace.rules.marked(word)) <= MAX_LETTERS]
    paths = {word: pieces.lattice(trace.rules.marked(word)).number_of_paths for word in some}
    in_order = [word for word in trace.corpus if word in paths] if len(trace.corpus) <= _TRIED else some
    few = (word for word in in_order if 3 <= paths[word] <= MAX_OF_ONE)
    several = sorted((word for word in in_order if paths[word] > 1), key=paths.__getitem__)
    return next(few, next(iter(several), next(iter(trace.corpus))))


def segment_words(
    trace: Trace, k: int, words: Sequence[str], pieces: Pieces | None = None
) -> tuple[WordSegmentations, ...]:
    """Return the segmentations of these words by the last of k steps.

    trace: of at least these words. pieces: those after :func:`state_of` steps, if they are at hand.

    >>> from tokviz import Corpus, unigram
    >>> trace = unigram.train(Corpus({"hug": 10, "pug": 5, "hugs": 5}), vocab_size=8, rules="soft-em")
    >>> hug = segment_words(trace, 2, ["hug"])[0]
    >>> [(way.pieces, round(way.share, 3)) for way in hug.ways], round(hug.flows["ug"], 3)
    ([(('hug',), 0.766), (('h', 'ug'), 0.109), (('hu', 'g'), 0.109)], 0.109)
    """
    now = trace.words(max(k, 1))
    known = pieces or Pieces(trace.scores(state_of(trace, k)))
    if not k:
        return tuple(_all_paths(word, trace.rules.marked(word), known, now[word], MAX_OF_ONE) for word in words)
    before = trace.words(k - 1) if k > 1 else now
    first = next(iter(known.scores)) if trace.rules.flow == "sentencepiece" else None
    return tuple(
        replace(
            segmented,
            ways=_mark_best(segmented.ways, before[segmented.word], now[segmented.word]),
            flows=_known_pieces(segmented.flows, known, first),
        )
        for segmented in _segmentations(trace, k, words, now if has_shares(trace, k) else before, known)
    )


# -- what counts -------------------------------------------------------------------------------------------------------


def _segmentations(
    trace: Trace, k: int, words: Sequence[str], best: Mapping[str, tuple[str, ...]], pieces: Pieces
) -> Iterator[WordSegmentations]:
    """Yield the segmentations of each word that the last of k steps counts.

    A pruning goes by what the best segmentations use; the end of a library, and counts that stay, by nothing.
    """
    is_pruning = trace.kinds[k - 1] == "prune"
    is_judged = is_pruning and not trace.is_final(k - 1)
    is_best_path = trace.rules.expectation == "best-path" and expectation_before(trace, k) is not None
    used = trace.counted(k - 1) if is_judged else best
    for word in words:
        marked, cut = trace.rules.marked(word), used[word]
        if has_shares(trace, k):
            yield _all_paths(word, marked, pieces, cut)
        else:  # those that are as good as the best get nothing
            share = 1.0 if is_judged or is_best_path else None
            shown = (Segmentation(cut, share), *_ties_with(marked, pieces, cut))
            yield WordSegmentations(word, shown, Counter(cut) if share or is_pruning else {})


def _all_paths(
    word: str, marked: str, pieces: Pieces, best: tuple[str, ...], most: int = MAX_SEGMENTATIONS
) -> WordSegmentations:
    """Return the likeliest segmentations with their shares, at most so many."""
    if len(marked) > MAX_LETTERS:
        return WordSegmentations(word, (Segmentation(best, None),), {})
    lattice = pieces.lattice(marked)
    shown = [Segmentation(path.pieces, lattice.share(path)) for path in lattice.nbest(most)]
    # Of equals training takes one; that one is first.
    shown.sort(key=lambda way: (-round(way.share or 0.0, 9), way.pieces != best))
    others = lattice.number_of_paths - len(shown)
    rest = max(_LEAST, 1.0 - sum(way.share or 0.0 for way in shown)) if others else 0.0
    return WordSegmentations(word, tuple(shown), lattice.expected_counts(), others, rest)


def _ties_with(word: str, pieces: Pieces, best: tuple[str, ...]) -> Iterator[Segmentation]:
    """Yield the segmentations that are as good as the one that was taken."""
    if len(word) > MAX_LETTERS:
        return
    paths = pieces.lattice(word).nbest(MAX_SEGMENTATIONS)  # of equals in the order in which they are preferred
    tied = [path.pieces for path in paths if same_score(path.score, paths[0].score)]
    standing: SegmentationStatus = "as-good" if tied[0] == best else "rounded"
    yield from (Segmentation(cut, None, standing) for cut in tied if cut != best)


def _mark_best(
    shown: Sequence[Segmentation], before: tuple[str, ...], now: tuple[str, ...]
) -> tuple[Segmentation, ...]:
    """Return the ways with what a step changed: which was the best, and which one is now."""
    if before == now:
        return tuple(shown)
    names: dict[tuple[str, ...], SegmentationStatus] = {before: "before", now: "now"}
    ways = [replace(way, standing=names.get(way.pieces, way.standing)) for way in shown]
    if not any(way.pieces == now for way in ways):
        ways.append(Segmentation(now, None, "now"))
    return tuple(ways)


def _known_pieces(flows: Mapping[str, float], pieces: Pieces, first: str | None) -> dict[str, float]:
    """Return the pieces that a word adds to. An unknown character is none, or under sentencepiece counts as the
    first."""
    known_flows: dict[str, float] = {}
    for piece, often in flows.items():
        name = piece if piece in pieces.scores else first
        if name is not None and often > 0 and not math.isnan(often):
            known_flows[name] = known_flows.get(name, 0.0) + often
    return known_flows


# -- pieces ------------------------------------------------------------------------------------------------------------


MAX_PIECES = 15
"""The maximum number of pieces that are shown."""
_FEW = 40  # of so many the most probable are shown after a maximization too, so that rows stay
_TRIED = 50  # frequent words that are looked at for one whose segmentations can all be shown
_ABOVE, _BELOW, _DROPPED = 5, 4, 3  # of a large one: rows before the cut and behind it, and of dropped pieces

PieceStatus = Literal["", "up", "down", "dropped", "removed", "kept", "protected", "restored"]


@dataclass(frozen=True)
class PieceRow:
    """A piece. value: what its bar shows; before: the same before the step; standing: what becomes of it. loss: of a
    pruning that judges by losses."""

    piece: str
    value: float
    before: float | None = None
    standing: PieceStatus = ""
    loss: PieceLoss | None = None


@dataclass(frozen=True)
class PieceRows:
    """The rows of pieces that are shown. cut: how many of the rows are above the line of a pruning, None without one.
    above, below: how many pieces are left out before the rows and behind them; rest: the values of all left out, added
    up, where a sum says something. letters: the single characters that a pruning keeps whatever they cost."""

    rows: tuple[PieceRow, ...]
    cut: int | None = None
    above: int = 0
    below: int = 0
    rest: float | None = None
    letters: int = 0


def piece_rows(trace: Trace, k: int, words: Sequence[WordSegmentations]) -> PieceRows:
    """Return the pieces that belong to what the last of k steps did; before the first, those of the word that is shown.
    words: those shown, as that step cut them."""
    match trace.kinds[k - 1] if k else "start":
        case "start":
            probabilities = trace.probabilities(1)
            used = dict.fromkeys(piece for word in words for way in word.ways for piece in way.pieces)
            return _top({piece: probabilities[piece] for piece in used if piece in probabilities}, ())
        case "seed":
            return _top(trace.probabilities(1), ())
        case "expect":
            values = trace.of(k - 1, Expect).counts
            return _top(values, _used(trace, values, words))
        case "maximize":
            return _changed(trace, k)
    step = trace.of(k - 1, Prune)
    return _finished(trace, k, step) if step.is_final else _pruned(step, words)


# -- values ------------------------------------------------------------------------------------------------------------


def _top(values: Mapping[str, float], wanted: Iterable[str]) -> PieceRows:
    """Return the greatest values, and before them those that are wanted."""
    most = nlargest(MAX_PIECES, values, key=values.__getitem__)
    shown = list(dict.fromkeys((*wanted, *most)))[:MAX_PIECES]
    shown.sort(key=lambda piece: -values[piece])  # stable: of equal ones those that were wanted
    rest = math.fsum(values.values()) - math.fsum(values[piece] for piece in shown)
    left = len(values) - len(shown)
    return PieceRows(tuple(PieceRow(piece, values[piece]) for piece in shown), None, 0, left, rest if left else None)


def _used(trace: Trace, values: Container[str], words: Sequence[WordSegmentations]) -> list[str]:
    """Return the pieces that the words shown add most to, half of the rows at most."""
    flows: defaultdict[str, float] = defaultdict(float)
    for segmented in words:
        for piece, often in segmented.flows.items():
            if piece in values:
                flows[piece] += often * trace.corpus[segmented.word]
    return nlargest(MAX_PIECES // 2, flows, key=flows.__getitem__)


def _changed(trace: Trace, k: int) -> PieceRows:
    """Return the probabilities before and after, those that moved most; what was dropped comes last."""
    before, after = trace.probabilities(k - 1), trace.probabilities(k)
    dropped = [piece for piece in before if piece not in after]
    of_dropped = len(dropped) if len(before) <= MAX_PIECES else min(len(dropped), _DROPPED)
    most = nlargest(
        MAX_PIECES - of_dropped,
        after,
        key=lambda piece: after[piece] if len(before) <= _FEW else abs(after[piece] - before.get(piece, 0.0)),
    )
    gone = nlargest(of_dropped, dropped, key=before.__getitem__)
    most.sort(key=lambda piece: -after[piece])
    shown = [
        PieceRow(piece, after[piece], before.get(piece), _moved(before.get(piece), after[piece])) for piece in most
    ]
    shown += [PieceRow(piece, 0.0, before[piece], "dropped") for piece in gone]
    left = len(after) + len(dropped) - len(shown)
    rest = max(0.0, math.fsum(after.values()) - math.fsum(row.value for row in shown))
    return PieceRows(tuple(shown), None, 0, left, rest if left else None)


def _moved(before: float | None, after: float) -> PieceStatus:
    if before is None or before == after:
        return ""
    return "up" if after > before else "down"


# -- prunings ----------------------------------------------------------------------------------------------------------


def _pruned(step: Prune, words: Sequence[WordSegmentations]) -> PieceRows:
    """Return the losses, what goes first, then what stays, without the single characters that the rules keep. Of many
    pieces those around the cut, and of the others those that the words shown use."""
    order = {"removed": 1, "kept": 2}

    def place(piece_loss: PieceLoss) -> int:
        """Return the order, by loss within. What goes without an estimate goes whatever the others cost."""
        return 0 if piece_loss.outcome == "removed" and piece_loss.loss is None else order[piece_loss.outcome]

    every = step.losses
    losses = sorted((loss for loss in every if loss.outcome != "protected"), key=place)
    letters = len(every) - len(losses)
    cut = sum(loss.outcome == "removed" for loss in losses)
    if len(losses) <= MAX_PIECES:
        return PieceRows(tuple(_row(step.trace, loss) for loss in losses), cut, letters=letters)
    places = {loss.piece: place for place, loss in enumerate(losses)}
    first = max(0, cut - _ABOVE)
    used = _used(step.trace, places, words)
    wanted = (
        *range(first, min(cut + _BELOW, len(losses))),
        *(places[piece] for piece in used),
        *range(cut, len(losses)),
    )
    shown = sorted([place for place in dict.fromkeys(wanted) if place >= first][:MAX_PIECES])
    rows = tuple(_row(step.trace, losses[place]) for place in shown)
    return PieceRows(rows, cut - first, first, len(losses) - first - len(rows), letters=letters)


def _row(trace: Trace, loss: PieceLoss) -> PieceRow:
    judged = trace.judged(loss)
    return PieceRow(loss.piece, max(0.0, judged or 0.0), None, loss.outcome, loss)


def _finished(trace: Trace, k: int, step: Prune) -> PieceRows:
    """Return the pieces that a library removes in the end, puts back and keeps.

    Each of these is sorted, the most probable first.
    """
    before, after = trace.probabilities(k - 1), trace.probabilities(k)
    removed = [
        PieceRow(piece, before[piece], None, "removed")
        for piece in sorted(step.dropped, key=lambda piece: -before[piece])
    ]
    restored = [PieceRow(piece, after[piece], None, "restored") for piece in step.restored]
    kept_rows = [
        PieceRow(piece, after[piece], None, "kept")
        for piece in sorted(after, key=lambda piece: -after[piece])
        if piece in before
    ]
    every = (*removed, *restored, *kept_rows)
    if len(every) <= MAX_PIECES:
        return PieceRows(every, len(removed))
    above, back = min(len(removed), _ABOVE), min(len(restored), _ABOVE)
    shown = (*removed[len(removed) - above :], *restored[:back], *kept_rows[: MAX_PIECES - above - back])
    first = len(removed) - above
    return PieceRows(shown, above, first, len(every) - first - len(shown))
