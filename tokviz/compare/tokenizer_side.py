"""One tokenizer's side of a comparison: a word as it splits it, and how it came to join or cut at some place.

Places are in 288ths of a character of the word (:mod:`tokviz.compare.sources`). What is compared with what, and which
of the facts is the reason, is :mod:`tokviz.compare.reasons`.
"""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from tokviz import bpe, lookup, unigram, wordpiece
from tokviz.compare.facts import Account, ByMerges, Judged, LongestMatch, LookedUp, Merge, Other, Probability
from tokviz.compare.reading import in_place
from tokviz.compare.sizes import Tokenizer
from tokviz.compare.sources import UNIT, Source
from tokviz.compare.spans import Merged, TokenKind, cutter, pieces
from tokviz.merging.steps import Pair
from tokviz.unigram.fates import Missing, fate

__all__ = ["Joined", "Placed", "Side"]


class Placed(NamedTuple):
    """A token with the part of the plain word that it covers, and the number of the tokenizer's word it is from."""

    token: str
    begin: int
    end: int
    kind: TokenKind
    source: int


class Joined(NamedTuple):
    """A merge in a word, with what its two parts cover."""

    merge: Merge
    begin: int
    middle: int
    end: int


class Side:
    """A word as one tokenizer splits it."""

    def __init__(self, word: str, tokenizer: Tokenizer) -> None:
        self.word, self.tokenizer = word, tokenizer
        before, self.sources = in_place(word, tokenizer.model)
        self._offset = before * UNIT
        cut = cutter(tokenizer.model)
        self.placed = [
            Placed(piece.token, *self._inside(source, piece.begin, piece.end), piece.kind, number)
            for number, source in enumerate(self.sources)
            for piece in pieces(source, cut)
        ]
        self.shown = [token for token in self.placed if token.begin < token.end and token.kind != "dropped"]

    @cached_property
    def cuts(self) -> tuple[int, ...]:
        """Where tokens meet inside the word, as in :class:`tokviz.compare.reading.Split`."""
        first = self.shown[0].begin if self.shown else 0
        return tuple(sorted({token.begin for token in self.shown if max(first, 0) < token.begin}))

    @property
    def is_known(self) -> bool:
        """Whether the tokens stand for all that the word is."""
        return bool(self.shown) and all(token.kind not in ("unknown", "dropped") for token in self.placed)

    def at(self, place: int) -> Placed | None:
        """The token that covers both sides of a place."""
        return next((token for token in self.shown if token.begin < place < token.end), None)

    def around(self, place: int) -> tuple[Placed, Placed]:
        """The tokens left and right of a cut."""
        return next((one, other) for one, other in pairwise(self.shown) if other.begin == place)

    def could_cut(self, place: int) -> bool:
        """Whether what the tokenizer sees has letters or bytes that meet at this place."""
        if isinstance(self.tokenizer.model, bpe.Model) and self.tokenizer.model.rules.alphabet == "bytes":
            return True
        return any(begin - self._offset == place for source in self.sources for begin in source.begins)

    def other(self) -> Other:
        """Only what came out."""
        tokens = tuple(token.token for token in self.placed if token.kind != "dropped")
        return Other(tuple(source.text for source in self.sources), tokens, self.is_known)

    def account(self, place: int, opposite: Side) -> Account:
        """How this side came to join or to cut at a place where the opposite one did the other."""
        model = self.tokenizer.model
        token = self.at(place) or self.around(place)[0]
        source = self.sources[token.source]
        if self.goes_by_merges(token.source):
            return self._merged(place, opposite)
        match model:
            case unigram.Model():
                return self._likeliest(source, model, opposite)
            case wordpiece.Model():
                return self._matched(place, source, model, opposite)
            case bpe.Model():
                return LookedUp(token.token)
            case lookup.Model():
                return LookedUp(token.token, model.unit, token.kind == "piece")
            case _:
                return self.other()

    def joined(self, source: Source) -> tuple[list[Joined], list[tuple[str, int, int]]]:
        """The merges in one of the tokenizer's words, in order, and the tokens that they lead to with their places."""
        model = self.tokenizer.by_merges
        assert model is not None
        symbols = [symbol for symbol in Merged(model).symbols(source.text) if symbol.kind != "dropped"]
        spans = [self._inside(source, symbol.begin, symbol.end) for symbol in symbols]
        found = []
        explained = model.explain(source.text)
        for step in explained:
            merge = self._merge(step.pair, step.rank, model)
            for position in step.positions:
                (begin, middle), (_, end) = spans[position : position + 2]
                found.append(Joined(merge, begin, middle, end))
            for position in reversed(step.positions):
                spans[position : position + 2] = [(spans[position][0], spans[position + 1][1])]
        return found, [(token, *span) for token, span in zip(explained.tokens, spans, strict=True)]

    def crossing(self, place: int) -> Joined | None:
        """The merge across a place, if merges split this side."""
        token = self.at(place)
        if token is None or not self.goes_by_merges(token.source):
            return None
        found, _ = self.joined(self.sources[token.source])
        return next((one for one in found if one.middle == place and one.begin < place < one.end), None)

    def goes_by_merges(self, source: int) -> bool:
        """Whether one of the tokenizer's words is split as its merges split it."""
        model, merges = self.tokenizer.model, self.tokenizer.by_merges
        if merges is None or self.sources[source].is_added:
            return False
        word = self.sources[source].text
        match model:
            case wordpiece.Model():
                return merges.encode_word(word) == model.encode_word(word)
            case bpe.Applier():
                return not (model.vocabulary or model.glossaries)
        return not (merges.encoding.whole_word and merges.explain(word).stopped == "whole-word")

    # -- inside --------------------------------------------------------------------------------------------------------

    def _inside(self, source: Source, begin: int, end: int) -> tuple[int, int]:
        """A part of one of the tokenizer's words as a part of the plain word."""
        if begin == end:
            place = (source.end(end) if end else source.begin(0)) - self._offset
            return place, place
        return source.begin(begin) - self._offset, source.end(end) - self._offset

    def _merge(self, pair: Pair, rank: int, model: bpe.Model) -> Merge:
        trace = self.tokenizer.merging
        if trace is not None:
            step = rank if model.encoding.rank_by == "pair" else self.tokenizer.made_by.get(model.rules.join(*pair))
            if step is not None:
                return Merge(step, pair, trace.value(step))
        return Merge(rank, pair, None)

    def _merged(self, place: int, opposite: Side) -> ByMerges:
        token = self.at(place)
        found, tokens = self.joined(self.sources[(token or self.around(place)[0]).source])
        merges = tuple(one.merge for one in found)
        if token is not None:
            across = [one for one in found if one.begin < place < one.end]
            first = next((one.merge for one in across if one.middle == place), None)
            return ByMerges(merges, first, across[-1].merge if across else None)
        rival = None
        theirs = opposite.crossing(place)
        if theirs is not None:
            took = (
                one.merge
                for one in found
                if one.begin < theirs.begin < one.end <= place or place <= one.begin < theirs.end < one.end
            )
            rival = next(took, None)
        apart = next((one[0], other[0]) for one, other in pairwise(tokens) if other[1] == place < other[2])
        return ByMerges(merges, None, None, apart, self._later(apart), self._last(), rival)

    def _later(self, pair: Pair) -> Merge | None:
        trace = self.tokenizer.merging
        if trace is None:
            return None
        rest = range(self.tokenizer.steps, len(trace))
        return next((Merge(step, pair, trace.value(step)) for step in rest if trace.merges[step] == pair), None)

    def _last(self) -> Merge | None:
        trace, step = self.tokenizer.merging, self.tokenizer.steps - 1
        if step < 0 or trace is None:
            return None
        return Merge(step, trace.merges[step], trace.value(step))

    def _matched(self, place: int, source: Source, model: wordpiece.Model, opposite: Side) -> LongestMatch:
        merges = self.tokenizer.by_merges
        replayed = merges.encode_word(source.text) if merges is not None else None
        token = self.at(place)
        chosen = token or self.around(place)[0]
        begins = [begin - self._offset for begin in source.begins]
        start = begins.index(chosen.begin)
        longer = None
        other = opposite.at(place)
        if token is None and other is not None:
            end = sum(begin < other.end for begin in begins)
            longer = model.prefix + source.text[start:end] if start else model.marked(source.text[:end])
        step = self.tokenizer.made_by.get(chosen.token)
        made = None
        if step is not None and self.tokenizer.merging is not None:
            made = Merge(step, self.tokenizer.merging.merges[step], self.tokenizer.merging.value(step))
        return LongestMatch(chosen.token, start, made, longer, replayed, self._judged(longer))

    def _judged(self, token: str | None) -> Judged | None:
        trace = self.tokenizer.trace
        if token is None or not isinstance(trace, wordpiece.TopDownTrace):
            return None
        found, threshold = trace.fate(token, self.tokenizer.steps), trace[self.tokenizer.steps - 1].threshold
        return Judged(found.count, found.remains, threshold) if found is not None else Judged(0, 0, threshold)

    def _likeliest(self, source: Source, model: unigram.Model, opposite: Side) -> Probability:
        lattice = model.lattice(source.text)
        score = lattice.table[-1].score
        own = tuple((arc.piece, arc.score) for arc in lattice.best().path.arcs)
        mark = len(lattice.word) - len(source.text)
        begins = [begin - self._offset for begin in source.begins]
        low, high = begins[0], source.ends[-1] - self._offset
        inner = [cut for cut in opposite.cuts if low < cut < high]
        if not set(inner) <= set(begins):
            return Probability(score, None, (), (), own)
        edges = [0, *(mark + max(i for i, begin in enumerate(begins) if begin == cut) for cut in inner)]
        edges.append(len(lattice.word))
        arcs = {(arc.begin, arc.end): arc.score for arc in lattice.arcs}
        # The mark of a word's start may be in the first piece or a piece of its own: whichever is possible, or better.
        front = mark or sum(source.end((i + 1) * UNIT) <= self._offset for i in range(len(begins)))
        choices = [edges, [0, front, *edges[1:]]] if 0 < front < edges[1] else [edges]
        splits = [list(pairwise(choice)) for choice in choices]
        best = min(
            splits,
            key=lambda spans: (sum(span not in arcs for span in spans), -sum(arcs.get(span, 0.0) for span in spans)),
        )
        pieces = tuple(lattice.word[begin:end] for begin, end in best)
        missing = dict.fromkeys(lattice.word[begin:end] for begin, end in best if (begin, end) not in arcs)
        if missing:
            return Probability(score, None, pieces, tuple(map(self._fate, missing)), own)
        scores = tuple(arcs[span] for span in best)
        return Probability(score, sum(scores), pieces, (), own, scores)

    def _fate(self, piece: str) -> Missing:
        trace = self.tokenizer.pruning
        return Missing(piece, None) if trace is None else fate(piece, trace, self.tokenizer.steps)
