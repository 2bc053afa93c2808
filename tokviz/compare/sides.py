"""A word in its text as one tokenizer splits it, and its account of any place in it.

Places are in 288ths of a character from the start of the word (:mod:`tokviz.compare.spans`); before it is white space.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property, partial
from itertools import accumulate, chain, pairwise
from typing import NamedTuple

from tokviz import bpe, lookup, picky, unigram, wordpiece
from tokviz.compare.accounts import (
    Account,
    ByMerges,
    Judged,
    LongestMatch,
    LookedUp,
    Marked,
    Other,
    Probability,
    Spaced,
    Unexplained,
)
from tokviz.compare.alignment import place as place_tokens
from tokviz.compare.histories import History, Joined, Merge, of_boundless, of_merges, of_picky
from tokviz.compare.reading import Spaces, cuts_of, splits
from tokviz.compare.sizes import Tokenizer
from tokviz.compare.spans import UNIT, Source, TokenKind
from tokviz.corpus.passages import Passage
from tokviz.merging.steps import Pair
from tokviz.models.text_encoder import TextEncoder
from tokviz.pretokenize import METASPACE
from tokviz.pretokenize.byte_level import CHAR_TO_BYTE, text_to_bytes
from tokviz.pretokenize.crossing import lines
from tokviz.superbpe import boundless
from tokviz.unigram.missing import Missing, why_missing, words_with


class PlacedToken(NamedTuple):
    """A token with the part of the text that it covers, the place where it is cut off from what is before it (None for
    the first, and where nothing is covered), and the number of the tokenizer's word it is from."""

    token: str
    begin: int
    end: int
    kind: TokenKind
    cut: int | None
    source: int


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
        """True if the tokens stand for all of the word."""
        return self.split.is_known

    def at(self, place: int) -> PlacedToken | None:
        """Return the token that covers both sides of a place."""
        return next((token for token in self.shown if token.begin < place < token.end), None)

    def around(self, place: int) -> tuple[PlacedToken, PlacedToken]:
        """Return the tokens left and right of a cut.

        Left of it may be something that is dropped.
        """
        there = (token for token in self.placed if token.begin < token.end)
        return next((token, other) for token, other in pairwise(there) if other.cut == place)

    def could_cut(self, place: int) -> bool:
        """Tell if letters or bytes that the tokenizer sees meet at this place."""
        if self.tokenizer.model.begins_as_bytes:
            return True
        return any(begin - self._offset == place for source in self.sources for begin in source.begins)

    def spells(self, place: int) -> bool:
        """Tell if the character of the text around a place is bytes for the tokenizer."""
        if self.tokenizer.model.begins_as_bytes:
            return True
        begin = (place + self._offset) // UNIT * UNIT
        inside = "".join(
            char
            for source in self.sources
            for char, at in zip(source.text, source.begins, strict=False)
            if begin <= at < begin + UNIT
        )
        return not inside.isascii() and set(inside) <= CHAR_TO_BYTE.keys()

    def covered(self, begin: int, end: int) -> int:
        """Return the length of a part of the text that tokens cover.

        What is dropped inside of a token does not count.
        """
        dropped = [token for token in self.placed if token.kind == "dropped"]

        def common(tokens: Iterable[PlacedToken]) -> int:
            return sum(max(min(token.end, end) - max(token.begin, begin), 0) for token in tokens)

        return max(common(self.shown) - common(dropped), 0)

    def other(self, place: int | None = None) -> Other:
        """Return an account of nothing but the words and the tokens. place: something unknown there counts, too, if it
        is of the word before."""
        own = [token for token in self.placed if self.start <= token.begin < self.end or self._touches(token)]
        words = tuple(self.sources[number].text for number in sorted({token.source for token in own}))
        is_known = self.is_known and not (place is not None and self.is_unknown_at(place))
        limit = self.tokenizer.model.longest_word
        if is_known or limit is None or all(len(word) <= limit for word in words):
            limit = None
        return Other(words, self.split.tokens, is_known, any(token.kind == "byte" for token in own), limit)

    def is_unknown_at(self, place: int) -> bool:
        """Tell if something unknown to the vocabulary touches a place, except white space."""
        touching = (token for token in self.placed if token.begin <= place <= token.end)
        return any(token.kind == "unknown" or (token.kind == "dropped" and self._has_text(token)) for token in touching)

    def _has_text(self, token: PlacedToken) -> bool:
        begin, end = (token.begin + self._offset) // UNIT, -(-(token.end + self._offset) // UNIT)
        return not self.passage.text[begin:end].isspace()

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
        """Tell if the vocabulary has no token for this white space, however written.

        False where `white` is empty.
        """
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
        covered = self.covered(begin, end)
        return Spaced(self.split.tokens, before, puts, white, covered == end - begin, covered > 0)

    def marked(self, opposite: Side) -> Marked | None:
        """Return the first space that is put in as a token of its own where the opposite side has none; None for
        none."""
        theirs = set(opposite.split.inserted or ())
        for space in self.split.inserted or ():
            if space.is_alone and space not in theirs:
                token = next(token.token for token in self.placed if token.begin == token.end == space.place)
                return Marked(token, self.spaced(space.place).before)
        return None

    def _touches(self, token: PlacedToken) -> bool:
        return token.begin < self.end and self.start < token.end

    def unexplained(self, place: int) -> Unexplained | None:
        """Return the tokens at a place where they are not those of the model that would explain them."""
        model, source = self.tokenizer.model, (self.at(place) or self.around(place)[0]).source
        if not (isinstance(model, TextEncoder) and model.depends_on_text) or self.sources[source].is_added:
            return None
        tokens = tuple(token.token for token in self.placed if token.source == source and token.kind != "dropped")
        modeled = model.encode_word(self.sources[source].text)
        if tokens == modeled:
            return None
        together = model.encodes_together
        in_text = model.encode_words([word.text for word in self.sources]) if together else ()
        return Unexplained(tokens, modeled, together and in_text[source] == tokens)

    def account(self, place: int, opposite: Side) -> Account:
        """Return the reason why this side joins or cuts where the opposite one does not."""
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
            case bpe.Model() | picky.Model():
                return LookedUp(token.token)
            case lookup.Model():
                return LookedUp(token.token, model.unit, token.kind == "piece")
            case _:
                return self.other()

    def history(self, source: Source) -> History:
        """Return the merges and removals in one of the tokenizer's words, in order. Raises LimitError."""
        match self.tokenizer.model:
            case picky.Model() as model:
                history = of_picky(source.text, model, self._logged)
            case boundless.Model() as model:
                history = of_boundless(source.text, model, self._logged)
            case _:
                merges = self.tokenizer.by_merges
                assert merges is not None
                history = of_merges(source.text, merges, partial(self._ranked, model=merges))
        return history.moved(partial(self._inside, source))

    def crossing(self, place: int) -> Joined | None:
        """Return the merge across a place, if merges split this side."""
        token = self.at(place)
        if token is None or not self.goes_by_merges(token.source):
            return None
        joined = self.history(self.sources[token.source]).joined
        return next((join for join in joined if join.middle == place and join.begin < place < join.end), None)

    def goes_by_merges(self, source: int) -> bool:
        """Tell if a word of the tokenizer is split as its merges split it."""
        model, merges = self.tokenizer.model, self.tokenizer.by_merges
        if self.sources[source].is_added:
            return False
        word = self.sources[source].text
        match model:
            case picky.Model():
                return model.replay(word).tokens == model.encode_word(word)
            case boundless.Model():
                return True
        if merges is None:
            return False
        match model:
            case wordpiece.Model():
                return merges.encode_word(word) == model.encode_word(word)
            case bpe.Applier():
                return not (model.vocabulary or model.glossaries)
        return not (merges.encoding.whole_word and merges.explain(word).stopped == "whole-word")

    @cached_property
    def word_borders(self) -> frozenset[int]:
        """Return the places between the words that merging begins inside of; empty where none of them falls later."""
        words = list(map(self.tokenizer.model.words_inside, lines(self.passage.text)))
        ends = accumulate(map(len, chain.from_iterable(words)))
        return frozenset(end * UNIT - self._offset for end in ends)

    def crosses_words(self, place: int) -> bool:
        """Tell if a merge joined two words at a place."""
        return place in self.word_borders and self.crossing(place) is not None

    # -- inside --------------------------------------------------------------------------------------------------------

    def _inside(self, source: Source, begin: int, end: int) -> tuple[int, int]:
        """Return a part of one of the tokenizer's words as a part of the plain word."""
        if begin == end:
            place = (source.end(end) if end else source.begin(0)) - self._offset
            return place, place
        return source.begin(begin) - self._offset, source.end(end) - self._offset

    def _ranked(self, pair: Pair, rank: int, model: bpe.Model) -> Merge:
        """Return the merge of a rank."""
        tokenizer = self.tokenizer
        if model.encoding.rank_by == "pair":
            return self._at_step(tokenizer.steps_of_ranks[rank], pair) if tokenizer.learned else Merge(rank, pair, None)
        token = model.rules.join(*pair)
        step = tokenizer.made_by.get(token) if tokenizer.learned else None
        if step is not None:
            return self._at_step(step, pair)
        if model.scores is not None:
            return Merge(rank, pair, model.scores[token], is_by_token=True)
        return Merge(model.ids[token], pair, None, is_by_token=True)

    def _logged(self, pair: Pair, number: int) -> Merge:
        """Return the merge of an event."""
        return self._at_step(number, pair) if self.tokenizer.learned else Merge(number, pair, None)

    def _at_step(self, step: int, pair: Pair) -> Merge:
        """Return the merge of a step of the training."""
        learned = self.tokenizer.learned[step]
        assert learned is not None
        return Merge(step, pair, learned.worth, learned.language, learned.is_super, measure=learned.measure)

    def _merged(self, place: int, opposite: Side) -> ByMerges:
        token = self.at(place)
        history = self.history(self.sources[(token or self.around(place)[0]).source])
        merges = tuple(join.merge for join in history.joined)
        if token is None:
            return self._kept_apart(place, history, merges, opposite)
        across = [join for join in history.joined if join.begin < place < join.end]
        first = next((join.merge for join in across if join.middle == place), None)
        lift = self.tokenizer.lift if first is not None and place in self.word_borders else None
        back = None if first is None else self.tokenizer.undone_removal(first.step)
        return ByMerges(merges, first, across[-1].merge if across else None, back=back, lift=lift)

    def _kept_apart(self, place: int, history: History, merges: tuple[Merge, ...], opposite: Side) -> ByMerges:
        theirs = opposite.crossing(place)
        is_border = place in self.word_borders
        place = self.around(place)[1].begin
        left, right = next(pair for pair in pairwise(history.symbols) if pair[1].begin == place < pair[1].end)
        apart = left.text, right.text
        split = history.split_at(place)
        if split is not None:
            return ByMerges(merges, apart=apart, removed=split.removal, undone=split.undone[place])
        rival = None
        if theirs is not None:
            took = (
                join.merge
                for join in history.joined
                if join.begin < theirs.begin < join.end <= place or place <= join.begin < theirs.end < join.end
            )
            rival = next(took, None)
        joins_words = is_border and self.tokenizer.model.joins_whole_words
        if joins_words and not {left.begin, right.end} <= {-self._offset, *self.word_borders}:
            return ByMerges(merges, apart=apart, last=self._last(), rival=rival, has_parts=True)
        known = self._in_log(apart, is_super=joins_words)
        beyond = range(self.tokenizer.steps, len(self.tokenizer.learned))
        later = None if known else self._found(apart, beyond, is_super=joins_words)
        return ByMerges(merges, None, None, apart, later, self._last(), rival, missed=known)

    def _in_log(self, pair: Pair, *, is_super: bool) -> Merge | None:
        """Return the last merge of a pair at this size in a log whose merges have one turn each."""
        if not self.tokenizer.model.has_log:
            return None
        return self._found(pair, reversed(range(self.tokenizer.steps)), is_super=is_super)

    def _found(self, pair: Pair, steps: Iterable[int], *, is_super: bool) -> Merge | None:
        """Return the first of some steps that merges a pair."""
        for step in steps:
            learned = self.tokenizer.learned[step]
            if learned is not None and learned.pair == pair and learned.is_super == is_super:
                return self._at_step(step, pair)
        return None

    def _last(self) -> Merge | None:
        for step in reversed(range(self.tokenizer.steps if self.tokenizer.learned else 0)):
            learned = self.tokenizer.learned[step]
            if learned is not None:
                return self._at_step(step, learned.pair)
        return None

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
        count, remains = (0, 0) if outcome is None else (outcome.count, outcome.remains)
        return Judged(count, remains, threshold, trace.rules.keep == "above")

    def _likeliest(self, source: Source, model: unigram.Model, opposite: Side) -> Probability:
        lattice = model.lattice(source.text)
        score = lattice.table[-1].score
        path = lattice.best().path.arcs
        own = tuple((arc.piece, arc.score) for arc in path)
        mark = len(lattice.word) - len(source.text)
        begins = [begin - self._offset for begin in source.begins]
        low, high = begins[0], source.ends[-1] - self._offset
        known = frozenset(begins)  # a cut inside of a character has no counterpart here
        inner = [cut for cut in opposite.all_cuts if low < cut < high and cut in known]
        edges = [0, *(mark + max(i for i, begin in enumerate(begins) if begin == cut) for cut in inner)]
        edges.append(len(lattice.word))
        arcs = {(arc.begin, arc.end): arc.score for arc in lattice.arcs}
        # The mark of a word's start may be in the first piece or a piece of its own: whichever is possible, or better.
        front = mark or sum(source.end((i + 1) * UNIT) <= self._offset for i in range(len(begins)))
        can_stand_alone = 0 < front < edges[1] and opposite.at(begins[front - mark]) is None
        choices = [edges, [0, front, *edges[1:]]] if can_stand_alone else [edges]
        splits = [list(pairwise(choice)) for choice in choices]
        is_apart = any(arc.begin == front for arc in path)

        def worse(spans: list[tuple[int, int]]) -> tuple[int, bool, float]:
            lacking = sum(span not in arcs for span in spans)
            is_other = bool(lacking) and (spans[0][1] == front) != is_apart
            return lacking, is_other, -sum(arcs.get(span, 0.0) for span in spans)

        best = min(splits, key=worse)
        pieces = tuple(lattice.word[begin:end] for begin, end in best)
        missing = dict.fromkeys(lattice.word[begin:end] for begin, end in best if (begin, end) not in arcs)
        if missing:
            return Probability(score, None, pieces, tuple(self._missing(piece, lattice.word) for piece in missing), own)
        scores = tuple(arcs[span] for span in best)
        return Probability(score, sum(scores), pieces, (), own, scores, lattice.is_single)

    def _missing(self, piece: str, word: str) -> Missing:
        trace = self.tokenizer.pruning
        if trace is None:
            return Missing(piece, None)
        whole = piece.removeprefix(METASPACE)
        words = words_with(whole, trace) if whole and whole == word.removeprefix(METASPACE) else ()
        return replace(why_missing(piece, trace, self.tokenizer.steps), words=words)
