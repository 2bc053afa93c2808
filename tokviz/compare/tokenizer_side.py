"""One tokenizer's side of a comparison: a word in its text as it splits it, and how it came to join or cut at a place.

Places are in 288ths of a character from the start of the word (:mod:`tokviz.compare.sources`); before it is white
space. What is compared with what, and which of the facts is the reason, is :mod:`tokviz.compare.reasons`.
"""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from tokviz import bpe, lookup, unigram, wordpiece
from tokviz.compare.alignment import place as place_tokens
from tokviz.compare.facts import Account, ByMerges, Judged, LongestMatch, LookedUp, Merge, Other, Probability, Spaced
from tokviz.compare.reading import Spaces, cuts_of, splits
from tokviz.compare.sizes import Tokenizer
from tokviz.compare.sources import UNIT, Source
from tokviz.compare.spans import Merged, TokenKind
from tokviz.corpus.passages import Passage
from tokviz.merging.steps import Pair
from tokviz.pretokenize import METASPACE
from tokviz.pretokenize.byte_level import text_to_bytes
from tokviz.unigram.missing import Missing, why_missing

__all__ = ["Joined", "Placed", "Side"]


class Placed(NamedTuple):
    """A token with the part of the text that it covers, the place where it is cut off from what is before it (None for
    the first, and where nothing is covered), and the number of the tokenizer's word it is from."""

    token: str
    begin: int
    end: int
    kind: TokenKind
    cut: int | None
    source: int


class Joined(NamedTuple):
    """A merge in a word, with what its two parts cover."""

    merge: Merge
    begin: int
    middle: int
    end: int


class Side:
    """A word in its text as one tokenizer splits it. placed: all tokens of the text."""

    def __init__(self, passage: Passage, tokenizer: Tokenizer) -> None:
        self.passage, self.tokenizer = passage, tokenizer
        self._offset = passage.stretch.word * UNIT
        self.start = passage.stretch.start * UNIT - self._offset
        self.end = passage.stretch.end * UNIT - self._offset
        self.sources, found = place_tokens(passage.text, tokenizer.model)
        cuts = cuts_of(passage.text, found)
        self.placed = [
            Placed(
                one.token,
                one.begin - self._offset,
                one.end - self._offset,
                one.kind,
                None if cut is None else cut - self._offset,
                one.word,
            )
            for one, cut in zip(found, cuts, strict=True)
        ]
        self.shown = [token for token in self.placed if token.begin < token.end and token.kind != "dropped"]
        spaces = Spaces.of(tokenizer.model, is_running=passage.is_running)
        [self.split] = splits(passage.text, [passage.stretch], found, spaces)

    @cached_property
    def cuts(self) -> tuple[int, ...]:
        """Where tokens meet in the word and the white space around it, the edge to the word before too."""
        return tuple(cut for cut in self.all_cuts if self.start <= cut < self.end)

    @cached_property
    def all_cuts(self) -> tuple[int, ...]:
        """The same in the whole text."""
        return tuple(sorted({token.cut for token in self.shown if token.cut is not None}))

    @property
    def is_known(self) -> bool:
        """Whether the tokens stand for all that the word is."""
        return self.split.is_known

    def at(self, place: int) -> Placed | None:
        """The token that covers both sides of a place."""
        return next((token for token in self.shown if token.begin < place < token.end), None)

    def around(self, place: int) -> tuple[Placed, Placed]:
        """The tokens left and right of a cut."""
        return next((one, other) for one, other in pairwise(self.shown) if other.cut == place)

    def could_cut(self, place: int) -> bool:
        """Whether what the tokenizer sees has letters or bytes that meet at this place."""
        if isinstance(self.tokenizer.model, bpe.Model) and self.tokenizer.model.rules.alphabet == "bytes":
            return True
        return any(begin - self._offset == place for source in self.sources for begin in source.begins)

    def covers(self, begin: int, end: int) -> bool:
        """Whether tokens cover all of a part of the text."""
        for token in self.shown:
            if token.begin <= begin < token.end:
                begin = token.end
        return begin >= end

    def other(self) -> Other:
        """Only what came out."""
        own = {token.source for token in self.placed if self.start <= token.begin < self.end or self._touches(token)}
        return Other(tuple(self.sources[number].text for number in sorted(own)), self.split.tokens, self.is_known)

    def white_space(self, place: int) -> tuple[int, int]:
        """The run of white space that touches a place; empty where there is none."""
        text, at = self.passage.text, (place + self._offset) // UNIT
        begin = end = at
        if place % UNIT == 0:
            begin = len(text[:at].rstrip())
            end = len(text) - len(text[at:].lstrip())
        return begin * UNIT - self._offset, end * UNIT - self._offset

    def white_token(self, place: int) -> str:
        """The white space that one token across a place covers, if it covers nothing else."""
        token = self.at(place)
        if token is None:
            return ""
        covered = self.passage.text[(token.begin + self._offset) // UNIT : -(-(token.end + self._offset) // UNIT)]
        return covered if covered.isspace() else ""

    def lacks(self, white: str) -> bool:
        """Whether the vocabulary has no token for this white space, however it is written; not for none."""
        model = self.tokenizer.model
        known = () if isinstance(model, bpe.Applier) else model.ids
        written = (white, white.replace(" ", METASPACE), text_to_bytes(white))
        return bool(white and known) and not any(token in known for token in written)

    def spaced(self, place: int, joining: Side | None = None) -> Spaced:
        """What is done with spaces at a place. joining: a side that has a token for the white space there."""
        begin, end = self.white_space(place)
        before = "" if place + self._offset == 0 else None
        for token in self.placed:
            if token.kind == "added" and token.end == place:
                before = token.token
        puts = any(one.place == place for one in self.split.inserted or ())
        white = self.passage.text[(begin + self._offset) // UNIT : (end + self._offset) // UNIT]
        if joining is not None:
            white = joining.white_token(place)
        return Spaced(self.split.tokens, before, puts, white, self.covers(begin, end))

    def _touches(self, token: Placed) -> bool:
        return token.begin < self.end and self.start < token.end

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
        place = self.around(place)[1].begin
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
        found, threshold = trace.outcome(token, self.tokenizer.steps), trace[self.tokenizer.steps - 1].threshold
        return Judged(found.count, found.remains, threshold) if found is not None else Judged(0, 0, threshold)

    def _likeliest(self, source: Source, model: unigram.Model, opposite: Side) -> Probability:
        lattice = model.lattice(source.text)
        score = lattice.table[-1].score
        own = tuple((arc.piece, arc.score) for arc in lattice.best().path.arcs)
        mark = len(lattice.word) - len(source.text)
        begins = [begin - self._offset for begin in source.begins]
        low, high = begins[0], source.ends[-1] - self._offset
        inner = [cut for cut in opposite.all_cuts if low < cut < high]
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
        return Missing(piece, None) if trace is None else why_missing(piece, trace, self.tokenizer.steps)
