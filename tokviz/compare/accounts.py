"""Accounts of how one tokenizer came to split, or not to split, a word at one place, with facts that can be looked up.

:class:`Side` finds them: it is a word in its text as one tokenizer splits it. Places are in 288ths of a character from
the start of the word (:mod:`tokviz.compare.spans`); before it is white space. Which of the facts is the reason why two
tokenizers differ is decided in :mod:`tokviz.compare.differences`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Literal, NamedTuple

from tokviz import bpe, lookup, unigram, wordpiece
from tokviz.compare.alignment import place as place_tokens
from tokviz.compare.reading import Spaces, cuts_of, splits
from tokviz.compare.sizes import Tokenizer
from tokviz.compare.spans import UNIT, Merged, Source, TokenKind
from tokviz.corpus.passages import Passage
from tokviz.merging.steps import Pair
from tokviz.pretokenize import METASPACE
from tokviz.pretokenize.byte_level import text_to_bytes
from tokviz.unigram.lattice import same_score
from tokviz.unigram.missing import Missing, why_missing

__all__ = [
    "Account",
    "ByMerges",
    "Joined",
    "Judged",
    "LongestMatch",
    "LookedUp",
    "Merge",
    "Other",
    "PlacedToken",
    "Probability",
    "Side",
    "Spaced",
]


@dataclass(frozen=True)
class Merge:
    """A merge. step: which of the training, from 0 (of a model without a trace, its rank); worth: the count, score
    or gain that it was chosen by, None without a trace."""

    step: int
    pair: Pair
    worth: int | Fraction | float | None


@dataclass(frozen=True)
class Judged:
    """Counts that a training from the top down held against its threshold: of a token in its last pass, and what longer
    ones left of that."""

    count: int
    remains: int
    threshold: int


class _Fact:
    """The questions that all facts answer."""

    @property
    def decided(self) -> Merge | None:
        """Return the merge that decided, if one did."""
        return None

    @property
    def step(self) -> int | None:
        """Return the step of the training that decided, if one did."""
        return None if self.decided is None else self.decided.step


@dataclass(frozen=True)
class ByMerges(_Fact):
    """A word split by merges.

    merges: those of the word in their order. crossing: the one that joined what is left and right of the
    place, and made: the last one that the token there comes from; None on the side that is cut there. apart: the tokens
    left and right of the cut; later: the merge beyond this size that joins them, if the trace shows it. last: the last
    merge of this size, None without a trace. rival: the first merge of this side that made the other side's `crossing`
    impossible, because it took a part of what that joins; None if there was none, and the tokens simply were not
    merged.
    """

    merges: tuple[Merge, ...]
    crossing: Merge | None = None
    made: Merge | None = None
    apart: Pair | None = None
    later: Merge | None = None
    last: Merge | None = None
    rival: Merge | None = None

    @property
    def decided(self) -> Merge | None:
        """Return the merge that joined, or that made joining impossible, or that joins beyond this size."""
        return self.crossing or self.rival or self.later


@dataclass(frozen=True)
class LongestMatch(_Fact):
    """A word split by the longest match from the left, and not as the merges of the training would (`by_merges`, None
    if they are not known).

    token: that which covers the place, or ends there; start: where it begins in the word that the tokenizer sees, in
    characters. made: the merge that put it into the vocabulary; None for a letter, or without a trace. longer: what the
    search would have had to find to go on as far as the other side's token does; it is not in the vocabulary. judged:
    what a training from the top down made of `longer`.
    """

    token: str
    start: int
    made: Merge | None
    longer: str | None
    by_merges: tuple[str, ...] | None
    judged: Judged | None = None

    @property
    def decided(self) -> Merge | None:
        """Return the merge that put the token into the vocabulary."""
        return self.made


@dataclass(frozen=True)
class Probability(_Fact):
    """A word split into its likeliest pieces.

    Of the tokenizer's word in which the place is. score: the logarithm of the probability of this split; other: of the
    other side's, in the pieces `pieces`, unknown characters scoring as they do in the lattice; None if some are
    `missing`, or if that side cuts inside a character (then there are no `pieces`). best: the pieces of this split with
    their scores, whose sum `score` is; scores: those of `pieces`, none if `other` is None.
    """

    score: float
    other: float | None
    pieces: tuple[str, ...]
    missing: tuple[Missing, ...]
    best: tuple[tuple[str, float], ...] = ()
    scores: tuple[float, ...] = ()

    @property
    def is_tied(self) -> bool:
        """Return whether both are equally likely, so that only their order decided."""
        return self.other is not None and same_score(self.score, self.other)

    @property
    def step(self) -> int | None:
        """Return the step that took the first of the missing pieces out."""
        return next((piece.step for piece in self.missing if piece.step is not None), None)


@dataclass(frozen=True)
class LookedUp(_Fact):
    """A token that was looked up, whatever the merges are, if there are any.

    unit: what is looked up: a ``whole`` word, each ``word`` of a text, or each ``character``. is_known: whether the
    vocabulary has it.
    """

    token: str
    unit: Literal["whole", "word", "character"] = "whole"
    is_known: bool = True


@dataclass(frozen=True)
class Other(_Fact):
    """Only what came out: the words that the tokenizer sees, and its tokens; pieces unknown, or undone again.

    is_known: whether the tokens stand for all that the word is.
    """

    words: tuple[str, ...]
    tokens: tuple[str, ...]
    is_known: bool = True


@dataclass(frozen=True)
class Spaced(_Fact):
    """The treatment of spaces at a place by a tokenizer.

    tokens: of the word. before: the special token before the place, empty at the start of the text; None if there is
    neither. puts: whether a space is put in there. white: the white space of the text at the place. covers: whether the
    tokenizer has tokens for it.
    """

    tokens: tuple[str, ...]
    before: str | None = None
    puts: bool = False
    white: str = ""
    covers: bool = False


Account = ByMerges | LongestMatch | Probability | LookedUp | Other | Spaced


# -- one side of a comparison ------------------------------------------------------------------------------------------


class PlacedToken(NamedTuple):
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
        self.sources, placed = place_tokens(passage.text, tokenizer.model)
        cuts = cuts_of(passage.text, placed)
        self.placed = [
            PlacedToken(
                token.token,
                token.begin - self._offset,
                token.end - self._offset,
                token.kind,
                None if cut is None else cut - self._offset,
                token.word,
            )
            for token, cut in zip(placed, cuts, strict=True)
        ]
        self.shown = [token for token in self.placed if token.begin < token.end and token.kind != "dropped"]
        spaces = Spaces.of(tokenizer.model, is_running=passage.is_running)
        [self.split] = splits(passage.text, [passage.stretch], placed, spaces)

    @cached_property
    def cuts(self) -> tuple[int, ...]:
        """Return the places where tokens meet in the word and the white space around it, the edge to the word before
        too."""
        return tuple(cut for cut in self.all_cuts if self.start <= cut < self.end)

    @cached_property
    def all_cuts(self) -> tuple[int, ...]:
        """Return the places where tokens meet in the whole text."""
        return tuple(sorted({token.cut for token in self.shown if token.cut is not None}))

    @property
    def is_known(self) -> bool:
        """Return whether the tokens stand for all that the word is."""
        return self.split.is_known

    def at(self, place: int) -> PlacedToken | None:
        """Return the token that covers both sides of a place."""
        return next((token for token in self.shown if token.begin < place < token.end), None)

    def around(self, place: int) -> tuple[PlacedToken, PlacedToken]:
        """Return the tokens left and right of a cut."""
        return next((token, other) for token, other in pairwise(self.shown) if other.cut == place)

    def could_cut(self, place: int) -> bool:
        """Return whether what the tokenizer sees has letters or bytes that meet at this place."""
        if isinstance(self.tokenizer.model, bpe.Model) and self.tokenizer.model.rules.alphabet == "bytes":
            return True
        return any(begin - self._offset == place for source in self.sources for begin in source.begins)

    def covers(self, begin: int, end: int) -> bool:
        """Return whether tokens cover all of a part of the text."""
        for token in self.shown:
            if token.begin <= begin < token.end:
                begin = token.end
        return begin >= end

    def other(self) -> Other:
        """Return an account of nothing but the words and the tokens."""
        own = {token.source for token in self.placed if self.start <= token.begin < self.end or self._touches(token)}
        return Other(tuple(self.sources[number].text for number in sorted(own)), self.split.tokens, self.is_known)

    def white_space(self, place: int) -> tuple[int, int]:
        """Return the run of white space that touches a place; empty where there is none."""
        text, at = self.passage.text, (place + self._offset) // UNIT
        begin = end = at
        if place % UNIT == 0:
            begin = len(text[:at].rstrip())
            end = len(text) - len(text[at:].lstrip())
        return begin * UNIT - self._offset, end * UNIT - self._offset

    def white_token(self, place: int) -> str:
        """Return the white space that one token across a place covers, if it covers nothing else."""
        token = self.at(place)
        if token is None:
            return ""
        covered = self.passage.text[(token.begin + self._offset) // UNIT : -(-(token.end + self._offset) // UNIT)]
        return covered if covered.isspace() else ""

    def lacks(self, white: str) -> bool:
        """Return whether the vocabulary has no token for this white space, however it is written; not for none."""
        model = self.tokenizer.model
        known = () if isinstance(model, bpe.Applier) else model.ids
        written = (white, white.replace(" ", METASPACE), text_to_bytes(white))
        return bool(white and known) and not any(token in known for token in written)

    def spaced(self, place: int, joining: Side | None = None) -> Spaced:
        """Return an account of the spaces at a place. joining: a side that has a token for the white space there."""
        begin, end = self.white_space(place)
        before = "" if place + self._offset == 0 else None
        for token in self.placed:
            if token.kind == "added" and token.end == place:
                before = token.token
        puts = any(mark.place == place for mark in self.split.inserted or ())
        white = self.passage.text[(begin + self._offset) // UNIT : (end + self._offset) // UNIT]
        if joining is not None:
            white = joining.white_token(place)
        return Spaced(self.split.tokens, before, puts, white, self.covers(begin, end))

    def _touches(self, token: PlacedToken) -> bool:
        return token.begin < self.end and self.start < token.end

    def account(self, place: int, opposite: Side) -> Account:
        """Return how this side came to join or to cut at a place where the opposite one did the other."""
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
        """Return the merges in one of the tokenizer's words, in order, and the tokens that they lead to with their
        places."""
        model = self.tokenizer.by_merges
        assert model is not None
        symbols = [symbol for symbol in Merged(model).symbols(source.text) if symbol.kind != "dropped"]
        spans = [self._inside(source, symbol.begin, symbol.end) for symbol in symbols]
        joined_pairs = []
        explained = model.explain(source.text)
        for step in explained:
            merge = self._merge(step.pair, step.rank, model)
            for position in step.positions:
                (begin, middle), (_, end) = spans[position : position + 2]
                joined_pairs.append(Joined(merge, begin, middle, end))
            for position in reversed(step.positions):
                spans[position : position + 2] = [(spans[position][0], spans[position + 1][1])]
        return joined_pairs, [(token, *span) for token, span in zip(explained.tokens, spans, strict=True)]

    def crossing(self, place: int) -> Joined | None:
        """Return the merge across a place, if merges split this side."""
        token = self.at(place)
        if token is None or not self.goes_by_merges(token.source):
            return None
        joined, _ = self.joined(self.sources[token.source])
        return next((join for join in joined if join.middle == place and join.begin < place < join.end), None)

    def goes_by_merges(self, source: int) -> bool:
        """Return whether one of the tokenizer's words is split as its merges split it."""
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
        """Return a part of one of the tokenizer's words as a part of the plain word."""
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
        joined, tokens = self.joined(self.sources[(token or self.around(place)[0]).source])
        merges = tuple(join.merge for join in joined)
        if token is not None:
            across = [join for join in joined if join.begin < place < join.end]
            first = next((join.merge for join in across if join.middle == place), None)
            return ByMerges(merges, first, across[-1].merge if across else None)
        rival = None
        theirs = opposite.crossing(place)
        place = self.around(place)[1].begin
        if theirs is not None:
            took = (
                join.merge
                for join in joined
                if join.begin < theirs.begin < join.end <= place or place <= join.begin < theirs.end < join.end
            )
            rival = next(took, None)
        apart = next((token[0], other[0]) for token, other in pairwise(tokens) if other[1] == place < other[2])
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
        merge = None
        if step is not None and self.tokenizer.merging is not None:
            merge = Merge(step, self.tokenizer.merging.merges[step], self.tokenizer.merging.value(step))
        return LongestMatch(chosen.token, start, merge, longer, replayed, self._judged(longer))

    def _judged(self, token: str | None) -> Judged | None:
        trace = self.tokenizer.trace
        if token is None or not isinstance(trace, wordpiece.TopDownTrace):
            return None
        outcome, threshold = trace.outcome(token, self.tokenizer.steps), trace[self.tokenizer.steps - 1].threshold
        return Judged(outcome.count, outcome.remains, threshold) if outcome is not None else Judged(0, 0, threshold)

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
            return Probability(score, None, pieces, tuple(map(self._missing, missing)), own)
        scores = tuple(arcs[span] for span in best)
        return Probability(score, sum(scores), pieces, (), own, scores)

    def _missing(self, piece: str) -> Missing:
        trace = self.tokenizer.pruning
        return Missing(piece, None) if trace is None else why_missing(piece, trace, self.tokenizer.steps)
