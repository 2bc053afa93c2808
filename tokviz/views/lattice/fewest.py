"""The fewest tokens of a word: the forward pass, ties, other ways to split, and what each piece is worth, as tables and
sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tokviz.unigram import Arc, Fewest, LeftOut, Path
from tokviz.views.lattice.viterbi import percent
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.sentences import Sentence, code, segments
from tokviz.views.shared.tables import Cell, Column, Table, as_named, column_of_tokens

_MAX_CANDIDATES = 6  # of a position, in one cell

# -- sentences ---------------------------------------------------------------------------------------------------------


def result(fewest: Fewest, say: Catalog) -> tuple[Sentence, ...]:
    """Say which segmentation has the fewest tokens, whether others tie, and whether other ways need more.

    >>> from tokviz.unigram import Model
    >>> from tokviz.views.shared.catalog import load
    >>> from tokviz.views.shared.sentences import as_text
    >>> model = Model(dict.fromkeys(["a", "b", "c", "d", "ab", "bcd"], 0.1))
    >>> print(as_text(result(Fewest(model.lattice("abcd")), load("en"))[1]))
    Longest match from the left, `ab c d`, needs 1 more.
    """
    values = {"pieces": code(*fewest.path.pieces), "tokens": say.count("count.tokens", fewest.tokens)}
    if fewest.number_of_paths == 1:
        is_single = fewest.lattice.number_of_paths == 1
        first = say("lattice.fewest.single" if is_single else "lattice.fewest.only", **values)
    else:
        number = say.count("lattice.paths", fewest.number_of_paths)
        first = say("lattice.fewest.tied", number=number, **values)
    texts = [first, _other(fewest, fewest.greedy, "lattice.fewest.greedy.more", "lattice.fewest.greedy.same", say)]
    best = fewest.lattice.best().path
    texts.append(_other(fewest, best, "lattice.fewest.unigram.more", "lattice.fewest.unigram.same", say))
    return tuple(map(segments, texts))


def _other(fewest: Fewest, path: Path, more: str, same: str, say: Catalog) -> str:
    needed_more = fewest.needed_more(path)
    return say(more if needed_more else same, pieces=code(*path.pieces), more=needed_more)


def needed(fewest: Fewest, rows: Sequence[LeftOut], say: Catalog) -> Sentence:
    """Say what the word needs without the piece that is worth most to it, the longest of several.

    rows: :meth:`Fewest.left_out`.
    """
    if not rows:
        return segments(say("lattice.fewest.without.no-piece"))
    if not rows[0].increase:
        return segments(say("lattice.fewest.without.none", tokens=say.count("count.tokens", fewest.tokens)))
    most = max(rows, key=lambda row: (row.increase, len(row.piece)))
    pieces = code(*most.path.pieces)
    return segments(say.count("lattice.fewest.without.more", most.increase, piece=code(most.piece), pieces=pieces))


# -- how people read a value -------------------------------------------------------------------------------------------


def _candidates(values: Sequence[tuple[Arc, int]], say: Catalog) -> Cell:
    """Write for each token that ends at a position the fewest before it, and 1 for itself."""
    sums = (f"{visible(arc.piece)} {tokens - 1} + 1 = {tokens}" for arc, tokens in values[:_MAX_CANDIDATES])
    shown = [text.replace(" ", "\u00a0") for text in sums]  # a narrow column breaks between two sums only
    return say("list.comma").join([*shown, *(["…"] if len(values) > _MAX_CANDIDATES else [])])


def _beginning(text: str, _: Catalog) -> Cell:
    return shorten(visible(text), 24)


def _signed(value: int, say: Catalog) -> Cell:
    return f"+{say.integer(value)}" if value else say.integer(value)


# -- the forward pass --------------------------------------------------------------------------------------------------


def _followed(of: Fewest) -> list[str]:
    """Return a mark for each position at which tracing back arrives; the beginning of the word has none."""
    ends = {arc.end for arc in of.path.arcs}
    return ["✓" if cell.position in ends else "" for cell in of.table]


FORWARD: Table[Fewest] = Table(
    (
        Column("position", "lattice.column.position", lambda of: [cell.position for cell in of.table], is_number=True),
        Column(
            "covered",
            "lattice.column.covered",
            lambda of: [of.lattice.word[: cell.position] for cell in of.table],
            _beginning,
        ),
        Column(
            "candidates",
            "lattice.fewest.column.candidates",
            lambda of: [cell.candidates for cell in of.table],
            _candidates,
        ),
        Column("fewest", "lattice.fewest.column.fewest", lambda of: [cell.tokens for cell in of.table], is_number=True),
        column_of_tokens(
            "last", "lattice.fewest.column.last", lambda of: [[arc.piece for arc in cell.tied[:1]] for cell in of.table]
        ),
        Column(
            "begin",
            "lattice.column.begin",
            lambda of: ["" if cell.arc is None else cell.arc.begin for cell in of.table],
            is_number=True,
        ),
        column_of_tokens(
            "tied", "lattice.column.tied", lambda of: [[arc.piece for arc in cell.tied[1:]] for cell in of.table]
        ),
        Column("followed", "lattice.column.followed", _followed),
    )
)
"""The forward pass with its back pointers, one row per position."""

# -- segmentations -----------------------------------------------------------------------------------------------------

_WAYS = {
    "fewest": "lattice.fewest.way.fewest",
    "unigram": "lattice.fewest.way.unigram",
    "greedy": "lattice.fewest.way.greedy",
}


@dataclass(frozen=True)
class Way:
    """A way to split the word. more: how many tokens more than the fewest it needs."""

    name: str
    path: Path
    more: int


def ways(fewest: Fewest) -> tuple[Way, ...]:
    """Return the fewest tokens, and beside it the most probable segmentation and the longest match."""
    paths = {"fewest": fewest.path, "unigram": fewest.lattice.best().path, "greedy": fewest.greedy}
    return tuple(Way(name, path, fewest.needed_more(path)) for name, path in paths.items())


WAYS: Table[Sequence[Way]] = Table(
    (
        Column("way", "lattice.fewest.column.way", lambda rows: [row.name for row in rows], as_named(_WAYS)),
        column_of_tokens("segmentation", "lattice.column.segmentation", lambda rows: [row.path.pieces for row in rows]),
        Column(
            "tokens", "lattice.fewest.column.tokens", lambda rows: [len(row.path.arcs) for row in rows], is_number=True
        ),
        Column("more", "lattice.fewest.column.more", lambda rows: [row.more for row in rows], _signed, is_number=True),
    )
)
"""Three ways to split a word."""


@dataclass(frozen=True)
class Ties:
    """The first of the segmentations that have the fewest tokens."""

    fewest: Fewest
    paths: Sequence[Path]


TIES: Table[Ties] = Table(
    (
        Column("rank", "lattice.column.rank", lambda of: range(1, len(of.paths) + 1), is_number=True),
        column_of_tokens("segmentation", "lattice.column.segmentation", lambda of: [path.pieces for path in of.paths]),
        Column(
            "share",
            "lattice.column.share",
            lambda of: list(map(of.fewest.lattice.share, of.paths)),
            percent,
            is_number=True,
        ),
    )
)
"""The segmentations with the fewest tokens, in the order of the tie rule, with their shares of the probability."""

# -- without one piece -------------------------------------------------------------------------------------------------

LEFT_OUT: Table[Sequence[LeftOut]] = Table(
    (
        column_of_tokens("piece", "lattice.column.piece", lambda rows: [[row.piece] for row in rows]),
        Column("uses", "lattice.fewest.column.uses", lambda rows: [row.uses for row in rows], is_number=True),
        column_of_tokens("without", "lattice.fewest.column.without", lambda rows: [row.path.pieces for row in rows]),
        Column(
            "tokens", "lattice.fewest.column.tokens", lambda rows: [len(row.path.arcs) for row in rows], is_number=True
        ),
        Column(
            "increase",
            "lattice.fewest.column.increase",
            lambda rows: [row.increase for row in rows],
            _signed,
            is_number=True,
        ),
    )
)
"""The tokens that the word needs more without each longer piece."""
