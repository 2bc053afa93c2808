"""The trace of a SuperBPE training: two stages of merges, the step between them, and any state, line by line.

Recorded are the two stages and how lines are split in each; all else is derived. ``docs/reference/trace-format.md`` is
the contract of :meth:`Trace.to_dict`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import accumulate, chain
from typing import Any, ClassVar

from tokviz.corpus import Corpus
from tokviz.memoized import memoized
from tokviz.merging.learned import Learned, LearnsMerges
from tokviz.merging.merge_trace import FORMAT
from tokviz.merging.steps import Pair
from tokviz.superbpe.model import Model
from tokviz.superbpe.pieces import Pieces, byte_level
from tokviz.superbpe.rules import PRESETS, Rules
from tokviz.superbpe.stage import Stage
from tokviz.superbpe.steps import Border, Candidate, Lift, Merge, Step
from tokviz.trace import Change, Contribution, Replayed, steps_done


@dataclass(frozen=True, eq=False, repr=False)
class Trace(LearnsMerges, Replayed[Step]):
    """The steps of one training, in order; ``trace[k]`` is step k, counted from 0.

    It answers what all traces do (:class:`tokviz.trace.Trace`); its words are the lines. `k` is a number of steps done,
    and the one at which the borders fall is a step.

    first, second: the merges of the stages; no second one where training ended before the borders fell. fine, coarse:
    the lines as pieces of the first and of the second stage.
    """

    algorithm: ClassVar[str] = "superbpe"
    _presets = PRESETS

    corpus: Corpus
    rules: Rules
    stopped: str
    first: Stage = field(repr=False)
    second: Stage | None = field(repr=False)
    fine: Pieces = field(repr=False)
    coarse: Pieces | None = field(repr=False)

    # -- steps -----------------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.first) + (0 if self.second is None else 1 + len(self.second))

    @property
    def lift(self) -> int | None:
        """The number of the step at which the borders fall; None where they do not."""
        return None if self.second is None else len(self.first)

    def _step(self, k: int) -> Step:
        if k == self.lift:
            return Lift(k, self)
        stage, j = self.stage_at(k)
        return Merge(
            k,
            1 if stage is self.first else 2,
            stage.merges[j],
            stage.tokens[j],
            stage.counts[j],
            stage.symbols_in_use[j + 1] - stage.symbols_in_use[j],
            stage.consumed[j],
            self,
        )

    def stage_at(self, k: int) -> tuple[Stage, int]:
        """Return the stage that the state after `k` steps belongs to, and how many of its merges are done."""
        if self.second is None or k <= len(self.first):
            return self.first, k
        return self.second, k - len(self.first) - 1

    def merges_done(self, k: int) -> int:
        """Return the number of merges among the first `k` steps."""
        return k - (self.lift is not None and k > self.lift)

    @cached_property
    def consumed(self) -> tuple[tuple[str, ...], ...]:
        """For each step, the parts of its pair that occur nowhere after it; none where the borders fall."""
        return (*self.first.consumed, *(() if self.second is None else ((), *self.second.consumed)))

    @property
    def merges(self) -> list[Pair]:
        """The merges of the tokenizer, in order: those that were inherited, and those of the second stage."""
        return self._merges(len(self))

    @property
    def inherited(self) -> tuple[Pair, ...]:
        """The merges of the first stage that the second begins with."""
        tokens = () if self.second is None else frozenset(self.second.inherited)
        return tuple(pair for pair, token in zip(self.first.merges, self.first.tokens, strict=True) if token in tokens)

    @property
    def lost(self) -> tuple[Pair, ...]:
        """The merges of the first stage that the second does not have; none before the borders fall."""
        inherited = frozenset(self.inherited)
        return () if self.second is None else tuple(pair for pair in self.first.merges if pair not in inherited)

    @property
    def learned(self) -> tuple[Learned | None, ...]:
        """The merge that each step is; None for the one at which the borders fall."""
        first, second = (
            () if stage is None else tuple(map(Learned, stage.merges, stage.counts))
            for stage in (self.first, self.second)
        )
        return first if self.second is None else (*first, None, *second)

    def steps_of_ranks(self, k: int) -> Sequence[int]:
        """Return the step that each merge of the tokenizer after `k` steps comes from, by its rank."""
        if self.lift is None or k <= self.lift:
            return range(k)
        inherited = frozenset(self.inherited)
        return (*(i for i, pair in enumerate(self.first.merges) if pair in inherited), *range(self.lift + 1, k))

    @cached_property
    def tie_sizes(self) -> tuple[int, ...]:
        """For each step, how many candidates were as good as the winner (1: no tie)."""
        return (*self.first.tie_sizes, *(() if self.second is None else (1, *self.second.tie_sizes)))

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """The token that each step made; empty for the one at which the borders fall."""
        return (*self.first.tokens, *(() if self.second is None else ("", *self.second.tokens)))

    def changed(self, k: int) -> tuple[str, ...]:
        """Return the lines that step k changes, in corpus order; none at the end."""
        lines = self.corpus.words
        return tuple(lines[line] for line in self._changed_lines(self._at(k)))

    def changes(self, k: int) -> tuple[Change, ...]:
        """Return these lines with their symbols before and after step k."""
        lines, counts = self.corpus.words, self.corpus.counts
        return tuple(
            Change(lines[line], counts[line], self._line(line, k), self._line(line, k + 1))
            for line in self._changed_lines(self._at(k))
        )

    def _changed_lines(self, k: int) -> Iterable[int]:
        if k == len(self):
            return ()
        if k == self.lift:
            lines = range(len(self.corpus))
            return (line for line in lines if self._line(line, k) != self._line(line, k + 1))
        stage, j = self.stage_at(k)
        return self._lines_with(stage.changed(j), stage)

    def _lines_with(self, pieces: Iterable[str], stage: Stage) -> list[int]:
        """Return the lines that have any of these pieces, ascending."""
        split, numbers = self._pieces(stage), stage._places
        return sorted(set(chain.from_iterable(split.lines_with[numbers[piece]] for piece in pieces)))

    def crossing(self, k: int) -> int:
        """Return the number of occurrences in step k with a border of the first stage."""
        stage, _ = self.stage_at(k)
        if stage is self.first or k == self.lift:
            return 0
        pair, crossings = self[k].pair, 0
        counts = self.corpus.counts
        for line in self._lines_with(stage.changed(k - len(self.first) - 1), stage):
            ends = set(self.fine.ends(line))
            for start, stop in self._places_of(pair, line, k):
                crossings += counts[line] * any(end in ends for end in range(start + 1, stop))
        return crossings

    def _places_of(self, pair: Pair | None, line: int, k: int) -> Iterator[tuple[int, int]]:
        """Yield from where to where the pair reaches in a line, in bytes, where no border parts it."""
        symbols = self._line(line, k)
        borders = {border.place for border in self._borders(line, k)}
        ends = [0, *accumulate(map(len, symbols))]
        for i in range(len(symbols) - 1):
            if symbols[i : i + 2] == pair and i + 1 not in borders:
                yield ends[i], ends[i + 2]

    # -- states ----------------------------------------------------------------------------------------------------

    def _at(self, k: int | None) -> int:
        return steps_done(k, len(self))

    def _pieces(self, stage: Stage) -> Pieces:
        return self.fine if stage is self.first or self.coarse is None else self.coarse

    def _line(self, line: int, k: int) -> tuple[str, ...]:
        stage, j = self.stage_at(k)
        return tuple(chain.from_iterable(stage._symbols(stage._form(n, j)) for n in self._pieces(stage).lines[line]))

    def words(self, k: int | None = None) -> dict[str, tuple[str, ...]]:
        """Return line -> its symbols after `k` steps, in corpus order."""
        stage, j = self.stage_at(self._at(k))
        pieces = [*map(stage._symbols, stage._forms(j))]
        return {
            line: tuple(chain.from_iterable(pieces[n] for n in numbers))
            for line, numbers in zip(self.corpus, self._pieces(stage).lines, strict=True)
        }

    def word(self, line: str, k: int | None = None) -> tuple[str, ...]:
        """Return the symbols of one line after `k` steps. Raises KeyError for a line that is not in the corpus."""
        return self._line(self._places[line], self._at(k))

    def borders(self, line: str, k: int | None = None) -> tuple[Border, ...]:
        """Return the borders inside of a line after `k` steps, left to right."""
        return self._borders(self._places[line], self._at(k))

    def _borders(self, line: int, k: int) -> tuple[Border, ...]:
        stage, j = self.stage_at(k)
        split = self._pieces(stage)
        stay = set() if self.coarse is None else set(self.coarse.ends(line))
        lengths = [len(stage._form(n, j)) for n in split.lines[line]]
        places = zip(accumulate(lengths), split.ends(line), strict=True)
        known = stage is self.first and self.coarse is not None
        return tuple(Border(place, known and end not in stay) for place, end in list(places)[:-1])

    @cached_property
    def _places(self) -> dict[str, int]:
        return {line: number for number, line in enumerate(self.corpus)}

    def pieces(self, k: int | None = None) -> dict[str, tuple[str, ...]]:
        """Return piece -> its symbols after `k` steps: the pieces of the stage of that state, in which pairs are
        counted."""
        stage, j = self.stage_at(self._at(k))
        return stage.words(j)

    def contributions(self, pair: Pair, k: int | None = None) -> tuple[Contribution, ...]:
        """Return the lines that make up the count of `pair` after `k` steps, in corpus order."""
        stage, j = self.stage_at(self._at(k))
        pieces = {stage._places[part.word]: part.occurrences for part in stage.contributions(pair, j)}
        return self._in_lines(pieces, stage)

    def appearances(self, symbol: str, k: int | None = None) -> tuple[Contribution, ...]:
        """Return the lines that make up the count of `symbol` after `k` steps, in corpus order."""
        stage, j = self.stage_at(self._at(k))
        pieces = {stage._places[part.word]: part.occurrences for part in stage.appearances(symbol, j)}
        return self._in_lines(pieces, stage)

    def _in_lines(self, pieces: dict[int, int], stage: Stage) -> tuple[Contribution, ...]:
        """Return the lines for pieces with how often each has something."""
        lines, counts, split = self.corpus.words, self.corpus.counts, self._pieces(stage)
        sums: Counter[int] = Counter()
        for piece, times in pieces.items():
            for line in split.lines_with[piece]:
                sums[line] += times * split.lines[line].count(piece)
        return tuple(Contribution(lines[line], sums[line], counts[line]) for line in sorted(sums))

    def pairs(self, k: int | None = None) -> dict[Pair, int]:
        """Return pair -> count after `k` steps, those that are passed over too; none where the borders fall next."""
        k = self._at(k)
        stage, j = self.stage_at(k)
        return {} if k == self.lift else stage.pairs(j)

    @memoized(2)  # a frame tells of the step before it and of the next one, each from its candidates
    def candidates(self, k: int | None = None) -> tuple[Candidate, ...]:
        """Return the pairs after `k` steps: what step k chooses from, by count; none where the borders fall next."""
        k = self._at(k)
        if k == self.lift:
            return ()
        stage, j = self.stage_at(k)
        return tuple(
            Candidate(candidate.pair, candidate.count, candidate.rank, candidate.is_tied, candidate.vetoed, k, self)
            for candidate in stage.candidates(j)
        )

    def occurrences(self, k: int | None = None) -> dict[str, int]:
        """Return symbol -> how often it occurs in the lines after `k` steps."""
        stage, j = self.stage_at(self._at(k))
        return stage.occurrences(j)

    def vocabulary(self, k: int | None = None) -> tuple[str, ...]:
        """Return the model's vocabulary after `k` steps, in the order of its ids."""
        stage, j = self.stage_at(self._at(k))
        return stage.vocabulary(j)

    @memoized(1)
    def sizes(self) -> tuple[int, ...]:
        """Return the size of the vocabulary after 0, 1, ... steps; it falls where merges are lost."""
        return (*self.first.sizes(), *(() if self.second is None else self.second.sizes()))

    @property
    def symbols_in_use(self) -> tuple[int, ...]:
        """The number of different symbols in the lines after 0, 1, ... steps."""
        return (*self.first.symbols_in_use, *(() if self.second is None else self.second.symbols_in_use))

    @cached_property
    def total_symbols(self) -> tuple[int, ...]:
        """The number of symbols in the lines after 0, 1, ... steps, counting each line as often as it occurs."""
        return (*self.first.total_symbols, *(() if self.second is None else self.second.total_symbols))

    def possible_sizes(self) -> tuple[int, ...]:
        """Return the sizes at which training could have ended, ascending."""
        return tuple(dict.fromkeys(accumulate(self.sizes(), max)))

    def steps_to(self, vocab_size: int) -> tuple[int, bool]:
        """Return after how many steps the vocabulary has this size, and whether training with this size as its aim
        ends there.

        It does on both sides of a fixed transition; where that is a share of the aim, only at the aim of this training.
        """
        reached = tuple(accumulate(self.sizes(), max))
        steps = min(bisect_left(reached, vocab_size), len(self))
        is_over = self.stopped in ("no_pairs", "minimum_count")
        is_fixed = self.rules.transition is not None or steps == len(self)
        return steps, is_fixed and (vocab_size <= reached[-1] or is_over)

    @property
    def total_first_symbols(self) -> int:
        """The number of symbols that the pieces begin as, each piece counted once."""
        return max(stage.total_first_symbols for stage in (self.first, self.second) if stage is not None)

    # -- the tokenizer ---------------------------------------------------------------------------------------------

    def _merges(self, k: int) -> list[Pair]:
        stage, j = self.stage_at(k)
        return [*(() if stage is self.first else self.inherited), *stage.merges[:j]]

    def model(self, k: int | None = None, *, pretokenizer: str = "") -> Model:
        """Return the tokenizer after `k` steps. It splits texts as the stage of that state does, so `pretokenizer` is
        not used."""
        k = self._at(k)
        stage, _ = self.stage_at(k)
        merges, vocabulary, rules = tuple(self._merges(k)), self.vocabulary(k), self.rules.merging
        if stage is self.first:
            return Model(merges, vocabulary, rules, pretokenizer=byte_level(self.rules.stage1))
        return Model(
            merges,
            vocabulary,
            rules,
            pretokenizer=byte_level(self.rules.stage2),
            stage1=self.rules.stage1,
            inside=len(self.inherited),
        )

    @property
    def token_totals(self) -> tuple[int, ...]:
        """The number of tokens that the corpus becomes after 0, 1, ... steps: its symbols."""
        return self.total_symbols

    def to_dict(self) -> dict[str, Any]:
        """Return the whole trace, ready for JSON; ``docs/reference/trace-format.md`` describes it."""
        places, ties = self._places, self.tie_sizes
        return {
            "format": FORMAT,
            "algorithm": self.algorithm,
            "rules": {"preset": self.preset, **asdict(self.rules)},
            "stopped": self.stopped,
            "words": [
                {
                    "word": line,
                    "count": self.corpus[line],
                    "symbols": symbols,
                    "borders": [border.place for border in self.borders(line, 0)],
                }
                for line, symbols in self.words(0).items()
            ],
            "vocabulary": self.vocabulary(0),
            "steps": [
                {
                    "kind": step.kind,
                    **({"lost": step.lost} if isinstance(step, Lift) else _facts(step, ties[step.index])),
                    "changes": [[places[change.word], change.after] for change in step.changes],
                }
                for step in self
            ],
        }


def _facts(step: Merge, tied: int) -> dict[str, Any]:
    return {
        "stage": step.stage,
        "pair": step.pair,
        "token": step.token,
        "count": step.count,
        "tied": tied,
        "crosses": step.crosses,
        "words_in_token": step.words_in_token,
        "vocabulary_change": step.vocabulary_change,
    }
