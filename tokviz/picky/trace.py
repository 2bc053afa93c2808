"""The trace of a training that takes tokens out again: one step for each merge and for each removal.

Recorded are the merges and removals with the words that they changed. Which token is in the vocabulary, how often a
part was left, and its share are derived. What a merge chose from is what byte-pair encoding would choose from in the
same words: see :class:`tokviz.merging.merge_trace.MergeTrace`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any, ClassVar, Literal

from tokviz.checkpoint import checkpoint, checkpoints
from tokviz.corpus.coverage import count_symbols
from tokviz.memoized import memoized
from tokviz.merging import steps
from tokviz.merging.candidates import TieCounter, exchanged, number_tied, pairs_of
from tokviz.merging.learned import Learned, Removal
from tokviz.merging.merge_trace import MergeTrace, StateNumbers, record
from tokviz.merging.steps import Candidate, Pair
from tokviz.picky.model import Event, Model
from tokviz.picky.rules import PRESETS, Rules
from tokviz.picky.state import pieces_of
from tokviz.trace import Contribution

# -- steps -------------------------------------------------------------------------------------------------------------

Kind = Literal["new", "return", "again", "removal"]


@dataclass(frozen=True)
class PartTest:
    """The test of one part of a pair after its merge.

    before: how often the part occurred before the merge. left_over: how often it does when it is tested; a right part
    is tested after the removal of the left one. merged: how many occurrences of the pair were replaced. head: the count
    of the best pair after the merge, which scaffolds are tested against; None elsewhere. is_letter: the part was there
    before the first merge, and stays whatever its share. was_removed: the part was a scaffold before. is_removed: the
    part is taken out.
    """

    part: str
    before: int
    left_over: int
    merged: int
    head: int | None
    is_letter: bool
    was_removed: bool
    is_removed: bool

    @property
    def share(self) -> Fraction:
        """The share of the part that went into the new token (IoS): merged / (left_over + merged).

        >>> PartTest("▁ab", 13, 4, 9, None, False, False, True).share
        Fraction(9, 13)
        """
        return Fraction(self.merged, self.left_over + self.merged)


@dataclass(frozen=True)
class Step(steps.Step):
    """One merge, or one removal.

    kind: ``new``, a merge that made a token; ``return``, one that brought a removed token back; ``again``, one that
    made a token of the vocabulary from other parts; ``removal``. Of a removal, token is the one that is taken out, pair
    what it was first made of, and count how many of its occurrences were split.
    """

    kind: Kind
    trace: Trace = field(repr=False, compare=False)

    @property
    def is_removal(self) -> bool:
        """True if the step takes a token out."""
        return self.kind == "removal"

    @cached_property
    def merge(self) -> int:
        """The number of the merge that the step is, or that led to the removal, counted from 0 among merges."""
        return self.trace.merges_done[self.index + 1] - 1

    @cached_property
    def pieces(self) -> tuple[str, ...]:
        """The smaller tokens that a removed token falls into; empty for a merge."""
        return self.trace.pieces(self.index)

    @cached_property
    def tests(self) -> tuple[PartTest, ...]:
        """The tests of the parts of a merge, the left one first; of a removal the one that led to it."""
        return self.trace.tests(self.index)

    @cached_property
    def tied(self) -> tuple[Pair, ...]:
        """The pairs that had the highest count, the winner first; empty for a removal."""
        return () if self.is_removal else self.trace.tied_by_count(self.index)

    @cached_property
    def contributions(self) -> tuple[Contribution, ...]:
        """The words that make up the count, in corpus order."""
        return self.trace.counted(self.index)


# -- the trace ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Numbers:
    """The numbers of all states and steps.

    merged: for each step, how many occurrences of its pair were replaced. left: how often its parts were left when
    they were tested.
    """

    states: StateNumbers
    merged: tuple[int, ...]
    left: tuple[tuple[int, int], ...]


@dataclass(frozen=True, eq=False, repr=False)
class Trace(MergeTrace[Step]):
    """The merges and removals of one training, in order."""

    algorithm: ClassVar[str] = "picky"
    _presets = PRESETS
    only_merges: ClassVar[bool] = False

    rules: Rules
    _removals: tuple[int, ...] = field(default=(), repr=False)  # the steps that take a token out

    def _step(self, k: int) -> Step:
        return Step(**self._merge(k), kind=self.kinds[k], trace=self)

    # -- merges and removals ---------------------------------------------------------------------------------------

    @cached_property
    def _is_removal(self) -> tuple[bool, ...]:
        removals = frozenset(self._removals)
        return tuple(k in removals for k in range(len(self)))

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """For each step, whether it made a token, brought one back, made one again, or took one out."""
        kinds: list[Kind] = []
        known, removed = self._base, set[int]()
        for token, is_removal in zip(self._tokens, self._is_removal, strict=True):
            if is_removal:
                kinds.append("removal")
                removed.add(token)
            elif token >= known:
                kinds.append("new")
                known = token + 1
            elif token in removed and self.rules.removal != "scaffold":
                kinds.append("return")
                removed.discard(token)
            else:
                kinds.append("again")
        return tuple(kinds)

    @property
    def learned(self) -> tuple[Learned | None, ...]:
        """The merge that each step is; None for a removal."""
        steps = zip(self._is_removal, self.merges, self.counts, strict=True)
        return tuple(None if is_removal else Learned(pair, count) for is_removal, pair, count in steps)

    def undone_removal(self, k: int) -> Removal | None:
        """Return the removal of the token that step k brings back; None where it brings none back."""
        if self.kinds[k] != "return":
            return None
        token = self.tokens[k]
        step = next(i for i in reversed(range(k)) if self.kinds[i] == "removal" and self.tokens[i] == token)
        return Removal(step, token, self.pieces(step))

    @cached_property
    def merges_done(self) -> tuple[int, ...]:
        """The number of merges after 0, 1, ... steps."""
        return tuple(accumulate((not removes for removes in self._is_removal), initial=0))

    @cached_property
    def settled(self) -> tuple[int, ...]:
        """The numbers of steps after which all tests of a merge are done: there training can end."""
        return tuple(k for k in range(len(self) + 1) if k == len(self) or not self._is_removal[k])

    def last_merge(self, k: int) -> int | None:
        """Return the last of the first `k` steps that merged; None if none did."""
        return next((i for i in range(k - 1, -1, -1) if not self._is_removal[i]), None)

    def next_merge(self, k: int) -> int:
        """Return the first step from `k` on that merges; the number of steps if none does."""
        return next((i for i in range(k, len(self)) if not self._is_removal[i]), len(self))

    @cached_property
    def made_of(self) -> dict[str, Pair]:
        """Token -> the pair that it was first made of."""
        return {self._names[ord(token)]: self._pair(pair) for token, pair in self._made_of.items()}

    @cached_property
    def _made_of(self) -> dict[str, str]:
        first_pairs: dict[str, str] = {}
        for token, pair in zip(self._tokens, self._pairs, strict=True):
            first_pairs.setdefault(chr(token), pair)
        return first_pairs

    @cached_property
    def _pieces(self) -> dict[int, str]:
        """Removal -> the symbols that the token falls into."""
        pieces: dict[int, str] = {}
        removed: set[str] = set()
        for k, (token, kind) in enumerate(zip(self._tokens, self.kinds, strict=True)):
            if kind == "removal":
                removed.add(chr(token))
                pieces[k] = pieces_of(chr(token), self._made_of, removed)
            elif kind == "return":
                removed.discard(chr(token))
        return pieces

    def pieces(self, k: int) -> tuple[str, ...]:
        """Return the tokens that step k splits a removed token into; none for a merge.

        Of a scaffold they are what the model makes of it.
        """
        return self._symbols(self._pieces.get(range(len(self))[k], ""))

    def removed(self, k: int | None = None) -> tuple[str, ...]:
        """Return the tokens that are out of the vocabulary after `k` steps, in the order in which they were made."""
        return tuple(self._names[token] for token in sorted(self._removed(self._at(k))))

    def _removed(self, k: int) -> set[int]:
        removed: set[int] = set()
        for token, kind in zip(self._tokens[:k], self.kinds[:k], strict=True):
            if kind == "removal":
                removed.add(token)
            elif kind == "return":
                removed.discard(token)
        return removed

    @cached_property
    def _first_removals(self) -> dict[int, int]:
        """Token -> the first step that took it out; a scaffold stays out from there on."""
        return {self._tokens[k]: k for k in reversed(self._removals)}

    def events(self, k: int | None = None) -> tuple[Event, ...]:
        """Return the merges and removals up to step `k`, by which the model encodes."""
        return tuple(
            Event("removal", self.tokens[i], self.pieces(i))
            if self._is_removal[i]
            else Event("merge", self.tokens[i], self.merges[i])
            for i in range(self._at(k))
        )

    def came_into_use(self, k: int) -> tuple[str, ...]:
        """Return the symbols that the words have after step k and may not have had before."""
        if not self._is_removal[k]:
            return super().came_into_use(k)
        return tuple(dict.fromkeys(self.pieces(k))) if self._counts[k] else ()

    # -- tests -----------------------------------------------------------------------------------------------------

    def tests(self, k: int) -> tuple[PartTest, ...]:
        """Return the tests after the merge of step k, the left part first; of a removal the one that led to it."""
        k = range(len(self))[k]
        if self._is_removal[k]:
            return tuple(test for test in self.tests(self.last_merge(k) or 0) if test.part == self.tokens[k])
        if self.rules.removal == "none":
            return ()
        end = next((i for i in range(k + 1, len(self)) if not self._is_removal[i]), len(self))
        removed = self._tokens[k + 1 : end]
        head: int | None = None
        if self.rules.removal == "scaffold":
            head = self._counts[end] if end < len(self) else next(iter(self.pairs_by_count().values()), 0)
        pair = self._pairs[k]
        parts = zip(pair, self.part_counts[k], self._numbers.left[k], strict=True)
        return tuple(
            PartTest(
                self._names[ord(part)],
                before,
                left,
                self._numbers.merged[k],
                head,
                is_letter=ord(part) < self._base,
                was_removed=head is not None and self._first_removals.get(ord(part), k) < k,
                is_removed=ord(part) in removed,
            )
            for part, before, left in [*parts][: 2 if pair[0] != pair[1] else 1]
        )

    # -- what a merge chose from -----------------------------------------------------------------------------------

    def candidates(self, k: int | None = None) -> tuple[Candidate, ...]:
        """Return the pairs after `k` steps, the next choice first, then by preference; none where a removal is next."""
        k = self._at(k)
        if k < len(self) and self._is_removal[k]:
            return ()
        pairs = self.pairs(k)
        tied = number_tied(count for count in pairs.values() if count >= self.rules.minimum_count)
        return tuple(
            Candidate(pair, count, rank, rank <= tied, k, self)
            for rank, (pair, count) in enumerate(pairs.items(), start=1)
        )

    def counted(self, k: int) -> tuple[Contribution, ...]:
        """Return the words that make up the count of step k, in corpus order."""
        if not self._is_removal[k]:
            return super().counted(k)
        words, counts, token = self.corpus.words, self.corpus.counts, chr(self._tokens[k])
        return tuple(Contribution(words[w], self._form(w, k).count(token), counts[w]) for w, _ in self._log(k))

    @cached_property
    def tie_sizes_by_count(self) -> tuple[int, ...]:
        """For each step, how many pairs had the highest count (1: no tie, or a removal)."""
        counter = TieCounter(self._names, (), self.rules)
        weights, forms = self.corpus.counts, list(self._start)
        for form, weight in checkpoints(zip(forms, weights, strict=True)):
            counter.add(pairs_of(form), weight)
        sizes: list[int] = []
        for k, is_removal in enumerate(self._is_removal):
            checkpoint()
            sizes.append(1 if is_removal else counter.tied_at(self._counts[k]))
            pair, token = self._pairs[k], chr(self._tokens[k])
            for w, after in self._log(k):
                lost, won = (pairs_of(forms[w]), pairs_of(after)) if is_removal else exchanged(forms[w], pair, token)
                counter.add(lost, -weights[w])
                counter.add(won, weights[w])
                forms[w] = after
        return tuple(sizes)

    # -- one number a state ----------------------------------------------------------------------------------------

    @cached_property
    def tallies(self) -> tuple[int, ...]:
        """The size after 0, 1, ... steps, as each merge makes it one more and each removal one less."""
        return tuple(accumulate((-1 if removes else 1 for removes in self._is_removal), initial=self._base))

    @memoized(1)
    def sizes(self) -> tuple[int, ...]:
        """Return the number of tokens in the vocabulary after 0, 1, ... steps, without those that are removed."""
        change = {"new": 1, "return": 1, "again": 0, "removal": -1}
        return tuple(accumulate((change[kind] for kind in self.kinds), initial=self._base))

    @cached_property
    def sizes_with_removed(self) -> tuple[int, ...]:
        """The number of tokens after 0, 1, ... steps, with those that are removed."""
        return tuple(accumulate((kind == "new" for kind in self.kinds), initial=self._base))

    def possible_sizes(self) -> tuple[int, ...]:
        """Return the sizes of the vocabularies that training can end with, ascending."""
        counted = self._counted_sizes
        wanted = range(counted[0], max(counted) + 2)
        return tuple(sorted({self.sizes()[self.steps_to(size)[0]] for size in wanted}))

    def steps_to(self, vocab_size: int) -> tuple[int, bool]:
        """Return after how many steps training with this size as its aim ends, and whether it ends with the very same
        tokenizer.

        A size below that of the alphabet takes no step. One that was never reached takes all of them, which is exact if
        nothing was left to merge. The vocabulary has a token less for each that was made a second time, where the rules
        count those twice.
        """
        counted = self._counted_sizes
        reached = next((k for k in self.settled if counted[k] >= vocab_size), None)
        return (len(self), self.stopped in ("no_pairs", "minimum_count")) if reached is None else (reached, True)

    @property
    def _counted_sizes(self) -> tuple[int, ...]:
        return self.tallies if self.rules.size_counts == "tally" else self.sizes()

    @cached_property
    def _state_numbers(self) -> StateNumbers:
        return self._numbers.states

    @cached_property
    def _numbers(self) -> _Numbers:
        weights = self.corpus.counts
        lengths = [len(form) for form in self._start]
        present = count_symbols(zip(self._start, weights, strict=True))
        in_use, totals = [len(present)], [sum(present.values())]
        consumed: list[tuple[str, ...]] = []
        parts: list[tuple[int, int]] = []
        merged: list[int] = []
        left: list[tuple[int, int]] = []
        last = 0  # the last merge
        for k, pair in enumerate(self._pairs):
            checkpoint()
            token = chr(self._tokens[k])
            parts.append((present[pair[0]], present[pair[1]]))
            shorter = 0  # by so many symbols the words become
            for w, after in self._log(k):
                shorter += (lengths[w] - len(after)) * weights[w]
                lengths[w] = len(after)
            if self._is_removal[k]:
                split = self._counts[k]
                change = Counter(dict.fromkeys(self._pieces[k], 0))
                for piece in self._pieces[k] if split else "":
                    change[piece] += split
                change[token] -= split
                merged.append(0)
                left.append((0, 0))
            else:
                last = k
                change = Counter({token: shorter})
                for part in pair:
                    change[part] -= shorter
                merged.append(shorter)
            before = {symbol for symbol in change if present[symbol]}
            for symbol, number in change.items():
                present[symbol] += number
            after_it = {symbol for symbol in change if present[symbol]}
            remaining = present[pair[0]], present[pair[1]]
            if not self._is_removal[k]:
                left.append(remaining)
            elif self._pairs[last][0] == token:  # the right part is tested after this
                left[last] = left[last][0], present[self._pairs[last][1]]
            gone = [symbol for symbol in dict.fromkeys((*pair, token)) if symbol in before - after_it]
            consumed.append(self._symbols("".join(gone)))
            in_use.append(in_use[-1] + len(after_it) - len(before))
            totals.append(totals[-1] - shorter)
        states = StateNumbers(tuple(in_use), tuple(totals), tuple(consumed), tuple(parts))
        return _Numbers(states, tuple(merged), tuple(left))

    # -- the model -------------------------------------------------------------------------------------------------

    def vocabulary(self, k: int | None = None) -> tuple[str, ...]:
        """Return the vocabulary after `k` steps in the order of its ids: that in which its tokens were first made."""
        k = self._at(k)
        removed = self._removed(k)
        known = self._names[: self.sizes_with_removed[k]]
        return tuple(name for number, name in enumerate(known) if number not in removed)

    def model(self, k: int | None = None, *, pretokenizer: str = "whitespace") -> Model:
        """Return the tokenizer after `k` steps."""
        return Model(self.events(k), self.vocabulary(k), self.rules, pretokenizer)

    def to_dict(self) -> dict[str, Any]:
        """Return the whole trace, ready for JSON; ``docs/reference/trace-format.md`` describes it."""
        written = record(self)
        for k, step in enumerate(written["steps"]):
            step["kind"] = self.kinds[k]
            if self._is_removal[k]:
                step["pieces"] = self.pieces(k)
        return written
