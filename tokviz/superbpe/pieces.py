"""The pieces that lines are split into: inside of them pairs are counted and merged, and each is counted once.

A line of the corpus is any of its words. The same lines are split twice, for the two stages, and the pieces of the
second are not always made of whole pieces of the first.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, chain, count

from tokviz.checkpoint import checkpoints
from tokviz.corpus import Corpus
from tokviz.pretokenize import Pretokenizer, find
from tokviz.pretokenize.byte_level import text_to_bytes
from tokviz.pretokenize.crossing import before_spaces, lines, superbpe_1, superbpe_2


def byte_level(split: str) -> str:
    """Return the name of the pre-tokenizer that splits like this, into bytes."""
    return f"{split}-bytes"


@dataclass(frozen=True, eq=False)
class Pieces:
    """The lines of a corpus as pieces.

    corpus: the pieces, a character for each byte, with their counts, in the order in which the lines show them. lines:
    each line as the numbers of its pieces.

    >>> pieces = split_lines(Corpus({"by the way": 2, "on the way": 1}), "spaces")
    >>> pieces.corpus, pieces.lines
    (Corpus({'by': 2, 'Ġthe': 3, 'Ġway': 3, 'on': 1}), ((0, 1, 2), (3, 1, 2)))
    """

    corpus: Corpus
    lines: tuple[tuple[int, ...], ...] = field(repr=False)

    @cached_property
    def lines_with(self) -> Mapping[int, list[int]]:
        """Number of a piece -> the lines that have it, ascending."""
        lines_of: defaultdict[int, list[int]] = defaultdict(list)
        for line, numbers in enumerate(self.lines):
            for number in dict.fromkeys(numbers):
                lines_of[number].append(line)
        return lines_of

    def ends(self, line: int) -> tuple[int, ...]:
        """Return the ends of the pieces of a line, in bytes."""
        return tuple(accumulate(map(self._lengths.__getitem__, self.lines[line])))

    @cached_property
    def _lengths(self) -> tuple[int, ...]:
        return tuple(map(len, self.corpus))


def split_lines(corpus: Corpus, split: str) -> Pieces:
    """Split every line of a corpus. Raises LimitError for too many different pieces."""
    counts, numbers = split_raw(corpus, split)
    return Pieces(Corpus((text_to_bytes(piece), count) for piece, count in counts.items()), numbers)


def splitter(split: str) -> Pretokenizer:
    """Return the function that splits a line, as text."""
    return _SPLITS.get(split) or find(split)


def split_raw(corpus: Corpus, split: str) -> tuple[dict[str, int], tuple[tuple[int, ...], ...]]:
    """Return the different pieces of all lines as text, with their counts, and each line as their numbers."""
    into = splitter(split)
    numbers: defaultdict[str, int] = defaultdict(count().__next__)  # a new piece gets the next number
    lines = tuple(tuple(map(numbers.__getitem__, into(line))) for line in checkpoints(corpus))
    totals = Counter(chain.from_iterable(lines))
    for line, weight in zip(lines, corpus.counts, strict=True):
        if weight > 1:  # most lines are there once
            for number in line:
                totals[number] += weight - 1
    return {piece: totals[number] for piece, number in numbers.items()}, lines


_SPLITS: Mapping[str, Pretokenizer] = {
    "superbpe-1": superbpe_1,
    "superbpe-2": superbpe_2,
    "spaces": before_spaces,
    "lines": lines,
}
"""The splits that :func:`byte_level` names, as text: a piece is turned into bytes once, however often it occurs."""
