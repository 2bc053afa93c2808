"""The segmentation of a lattice with the fewest tokens, as in PathPiece (Schmidt et al. 2024, "Tokenization Is More
Than Compression", EMNLP, arXiv 2402.18376).

Every token costs 1, whatever its probability, so costs are whole numbers and ties are exact. A tie goes to the longest
token that ends at the position, as in ``opt_encode_rust_longest_tiebreaker`` of kensho-technologies/pathpiece 1764d9f;
that program works on bytes and can also draw among ties. Its longest match (``greedy_encode_rust``) is here, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from tokviz.unigram.lattice import MAX_PATHS, Arc, Lattice, Path, path_of


@dataclass(frozen=True)
class FewestCell:
    """A position of the forward pass.

    tokens: the fewest that cover the word up to here; candidates: the arcs that end here, the longest first, each with
    the fewest tokens if it is the last; number_of_paths: how many segmentations up to here have the fewest.
    """

    position: int
    tokens: int
    candidates: tuple[tuple[Arc, int], ...]
    number_of_paths: int

    @cached_property
    def tied(self) -> tuple[Arc, ...]:
        """The arcs that reach the fewest tokens, the longest first."""
        return tuple(arc for arc, tokens in self.candidates if tokens == self.tokens)

    @property
    def arc(self) -> Arc | None:
        """The back pointer: the longest of the tied arcs; None at position 0."""
        return self.tied[0] if self.tied else None


@dataclass(frozen=True)
class LeftOut:
    """The worth of a piece of the vocabulary to one word.

    path: the fewest tokens without the piece; increase: how many more these are; uses: how often the fewest tokens with
    it, as ties are decided, have the piece.
    """

    piece: str
    uses: int
    path: Path
    increase: int


@dataclass(frozen=True, eq=False)
class Fewest:
    """The fewest tokens on a lattice in which each character is an arc, as in those that a model makes.

    >>> from tokviz.unigram import Model
    >>> model = Model(dict.fromkeys(["u", "n", "h", "g", "un", "hug", "hu", "ug"], 0.1))
    >>> fewest = Fewest(model.lattice("unhug"))
    >>> fewest.path.pieces, fewest.tokens, [cell.tokens for cell in fewest.table]
    (('un', 'hug'), 2, [0, 1, 1, 2, 2, 2])
    >>> fewest.without("hug").pieces
    ('un', 'h', 'ug')
    """

    lattice: Lattice

    # -- forward, and back ---------------------------------------------------------------------------------------------

    @cached_property
    def table(self) -> tuple[FewestCell, ...]:
        """The forward pass: for each position 1 more than the least of the positions where a token to it begins."""
        cells = [FewestCell(0, 0, (), 1)]
        for position, arcs in enumerate(self._ending[1:], start=1):
            candidates = tuple((arc, cells[arc.begin].tokens + 1) for arc in arcs)
            least = min(tokens for _, tokens in candidates)
            ways = sum(cells[arc.begin].number_of_paths for arc, tokens in candidates if tokens == least)
            cells.append(FewestCell(position, least, candidates, ways))
        return tuple(cells)

    @property
    def tokens(self) -> int:
        """The fewest tokens that cover the word."""
        return self.table[-1].tokens

    @property
    def number_of_paths(self) -> int:
        """The number of segmentations with the fewest tokens, exactly."""
        return self.table[-1].number_of_paths

    @cached_property
    def path(self) -> Path:
        """The segmentation at which the back pointers arrive from the end of the word."""
        return next(self._traced_back())

    def paths(self, limit: int = MAX_PATHS) -> tuple[Path, ...]:
        """Return the first `limit` segmentations with the fewest tokens.

        Those with a longer last token come first, then those with a longer one before it, and so on; the first is
        :attr:`path`.
        """
        return tuple(islice(self._traced_back(), max(0, min(limit, MAX_PATHS))))

    # -- other ways to split -------------------------------------------------------------------------------------------

    @cached_property
    def greedy(self) -> Path:
        """The longest match: from the left, always the longest token that begins at the position."""
        longest: dict[int, Arc] = {}
        for arc in self.lattice.arcs:
            if arc.begin not in longest or arc.end > longest[arc.begin].end:
                longest[arc.begin] = arc
        arcs: list[Arc] = []
        position = 0
        while position < len(self.lattice.word):
            arcs.append(longest[position])
            position = longest[position].end
        return path_of(tuple(arcs))

    def needed_more(self, path: Path) -> int:
        """Return the number of tokens of a segmentation beyond the fewest."""
        return len(path.arcs) - self.tokens

    # -- what a piece is worth -----------------------------------------------------------------------------------------

    def without(self, piece: str) -> Path:
        """Return the segmentation with the fewest tokens if `piece`, of two or more characters, were not there."""
        if piece not in self.path.pieces:
            return self.path
        arcs = tuple(arc for arc in self.lattice.arcs if arc.piece != piece)
        return Fewest(replace(self.lattice, arcs=arcs)).path

    def left_out(self) -> tuple[LeftOut, ...]:
        """Return the cost of leaving out each longer piece, the greatest first.

        Single characters are not among them: PathPiece keeps every single byte, so that any text has tokens. Equal
        increases are in the order of the word, pieces in use before others.
        """
        pieces = dict.fromkeys(arc.piece for arc in (*self.path.arcs, *self.lattice.arcs) if len(arc.piece) > 1)
        rows = []
        for piece in pieces:
            path = self.without(piece)
            rows.append(LeftOut(piece, self.path.pieces.count(piece), path, self.needed_more(path)))
        return tuple(sorted(rows, key=lambda row: -row.increase))

    def increase_of_use(self, arc: Arc) -> int:
        """Return the number of tokens added if a piece is not allowed at one place.

        The piece has two or more characters.

        PathPiece's training works this out from the tables of both directions: a segmentation without this token has a
        border inside it, or a longer token across it. A piece that is used at several places may cost less than the sum
        of its uses: without `ab`, `abab` is `a ba b` and needs 1 more, as it does without either of the two.
        """
        begin, end = arc.begin, arc.end
        before = [cell.tokens for cell in self.table]
        inside = [before[position] + self._backward[position] for position in range(begin + 1, end)]
        across = [
            before[other.begin] + 1 + self._backward[other.end]
            for other in self.lattice.arcs
            if other.begin <= begin and end <= other.end and (other.begin, other.end) != (begin, end)
        ]
        return min(inside + across) - self.tokens

    # -- inside --------------------------------------------------------------------------------------------------------

    @cached_property
    def _ending(self) -> list[list[Arc]]:
        """For each position the arcs that end there, the longest first."""
        ending: list[list[Arc]] = [[] for _ in range(len(self.lattice.word) + 1)]
        for arc in self.lattice.arcs:
            ending[arc.end].append(arc)
        return ending

    @cached_property
    def _backward(self) -> tuple[int, ...]:
        """For each position the fewest tokens from there to the end."""
        fewest = [len(self.lattice.word) - position for position in range(len(self.lattice.word) + 1)]
        for arc in reversed(self.lattice.arcs):
            fewest[arc.begin] = min(fewest[arc.begin], 1 + fewest[arc.end])
        return tuple(fewest)

    def _traced_back(self) -> Iterator[Path]:
        """Yield the segmentations with the fewest tokens; a loop, because words are long."""
        # The last of the stack is next: arcs to go through, from the position where they begin.
        stack: list[tuple[int, tuple[Arc, ...]]] = [(len(self.lattice.word), ())]
        while stack:
            position, arcs = stack.pop()
            if position == 0:
                yield path_of(arcs)
                continue
            stack.extend((arc.begin, (arc, *arcs)) for arc in reversed(self.table[position].tied))
