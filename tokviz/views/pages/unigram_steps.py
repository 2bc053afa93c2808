"""The coming step of `/unigram` beside its picture: its numbers to work with; and the changes of the last one.

Each kind of step has a table with bars in its cells, and the arithmetic of the piece that is chosen below it. Tables
show the first few hundred rows of a large training, and say so.
"""

from __future__ import annotations

import math
from collections.abc import Container, Generator, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from tokviz.unigram import Expect, Maximize, Prune, Trace
from tokviz.unigram.reasons import expected_count, new_probability
from tokviz.unigram.seeds import SeedCandidate
from tokviz.unigram.steps import PieceLoss, Resplit
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import Chips, DataTable, Row
from tokviz.views.shared.display import shown, visible
from tokviz.views.shared.reasons import occurs
from tokviz.views.shared.sentences import code, code_word, segments
from tokviz.views.shared.tables import FilledTable, chip_cells, headings_of
from tokviz.views.shared.unigram_reasons import COUNTED, expected_sum, loss_of_corpus, probability_made
from tokviz.views.shows import (
    Ask,
    Choice,
    Columns,
    Seen,
    Show,
    Text,
    View,
    cut_short,
    explained,
    heading,
    page_of,
    told,
)
from tokviz.views.unigram import numbers, tables
from tokviz.views.unigram.tables import (
    CHANGES,
    EXPECTED,
    LOSSES,
    SEEDS,
    SEGMENTATIONS,
    SPLITS,
    ChangeRow,
    ExpectedRow,
    SegmentationRow,
    Splits,
)
from tokviz.views.unigram.words_and_pieces import Pieces

PieceRowT = TypeVar("PieceRowT", SeedCandidate, ExpectedRow, ChangeRow, PieceLoss)

_JUDGED = {
    "exact": "unigram.judged.exact",
    "split": "unigram.judged.split",
    "reassigned": "unigram.judged.reassigned",
}
_PRUNED_BY = {
    "split": "unigram.prune.by-split",
    "reassigned": "unigram.prune.by-reassigned",
}
_WORD_SUMS = {
    "all-paths": "unigram.word.sum.all-paths",
    "best-path": "unigram.word.sum.best-path",
}

_MAX_ROWS = 300
"""Tables of a step show at most this many rows."""
_MANY_WORDS = 4_000  # with more, only the candidates that were taken are shown: to count them all takes long
_MAX_NAMED = 12  # pieces that the name of a table lists
_MAX_LISTED = 80  # pieces that a sentence lists
_MAX_DROPPED = 40  # and those that a step dropped
_MAX_TERMS = 6  # parts of a sum that are written out
_MAX_PATHS = 50  # segmentations of a word in its table
_MAX_OFFERED = 500  # words to choose from
_MAX_WORDS = 300  # words that an expected count is added up from


def coming_and_done(seen: Seen[Trace], ask: Ask) -> Iterator[Show]:
    """Yield the work of the coming step, and the changes of the last one."""
    trace, step, say = seen.trace, seen.step, seen.say
    if trace.takes_words_for_lines:
        yield explained(say, "unigram.no-lines")
    if step < len(trace):
        yield from _COMING[trace[step].kind](seen, ask)
    if step:
        yield from _done(trace, step - 1, say, ask)


# -- the start vocabulary ----------------------------------------------------------------------------------------------


def _seed(seen: Seen[Trace], ask: Ask) -> Iterator[Show]:
    trace, k, say = seen.trace, seen.step, seen.say
    rows = tables.seed_rows(trace, rejected=len(trace.corpus) <= _MANY_WORDS)
    yield heading(say, "unigram.seed.title", "unigram.seed.title", number=k + 1)
    listed = rows[:_MAX_ROWS]
    has_weights = any(round(row.weight) != row.count for row in listed)
    table = SEEDS.only("piece", "count", *(["weight"] if has_weights else []), "outcome").of(listed)
    name = say("unigram.seed.alt", pieces=_amounts([(row.piece, row.count) for row in listed], say))
    bars = {"weight" if has_weights else "count"}
    row = yield from _chosen(table, listed, len(rows), f"seed_{k}", name, bars, say, ask)
    taken = [row for row in rows if row.kept]
    yield explained(say, "unigram.seed.total", shown=len(taken), total=sum(round(row.weight) for row in taken))
    if parts := _sum_of_words(trace, row.piece, row.count, say):
        yield Text(segments(occurs(code(row.piece), row.count, parts, say)))


def _sum_of_words(trace: Trace, piece: str, count: int, say: Catalog) -> str:
    """Return the sum of words that makes up the count of a seed; empty where the rules count in another way."""
    parts = []
    for word, times in trace.corpus.items():
        marked = trace.rules.marked(word)
        here = sum(marked.startswith(piece, i) for i in range(len(marked)))
        if here:
            parts.append((word, here, times))
    for weigh in (lambda times: times, lambda _: 1):  # tokenizers counts each different word once
        rows = [(word, float(here * weigh(times))) for word, here, times in parts]
        if sum(total for _, total in rows) == count:
            return _sum(rows, say)
    return ""


def _sum(rows: Sequence[tuple[str, float]], say: Catalog) -> str:
    """Return words with their parts of a sum, the greatest first: 'hug 10 + hugs 5'."""
    rows = sorted(rows, key=lambda row: -row[1])
    terms = [say("reason.part", word=shown(word), total=say.amount(total)) for word, total in rows[:_MAX_TERMS]]
    if rest := rows[_MAX_TERMS:]:
        words = say.count("count.other-words", len(rest))
        terms.append(say("reason.part.rest", words=words, total=say.amount(sum(total for _, total in rest))))
    return " + ".join(terms) or "0"


# -- expectation -------------------------------------------------------------------------------------------------------


def _expectation(seen: Seen[Trace], ask: Ask) -> Iterator[Show]:
    trace, k, say = seen.trace, seen.step, seen.say
    how = trace.rules.expectation
    yield heading(say, "unigram.expectation.title", "unigram.expectation.title", number=k + 1)
    yield explained(say, COUNTED[how])
    if how != "counts":
        yield from _segmentations(trace, k, say, ask)
    rows = tables.expected_rows(trace, k)
    listed = rows[:_MAX_ROWS]
    table = EXPECTED.only("piece", "fraction", "expected").of(listed)
    name = say("unigram.expected.alt", pieces=_amounts([(row.piece, row.expected) for row in listed], say))
    row = yield from _chosen(table, listed, len(rows), f"expected_{k}", name, {"expected"}, say, ask)
    if how != "counts":
        yield Text(segments(expected_sum(expected_count(trace.of(k, Expect), row.piece, _MAX_WORDS), say)))


def _segmentations(trace: Trace, k: int, say: Catalog, ask: Ask) -> Iterator[Show]:
    """Yield the segmentations of a chosen word, with the products written out."""
    offered = list(trace.corpus)
    if len(offered) > _MAX_OFFERED:
        offered = sorted(offered, key=lambda word: -trace.corpus[word])[:_MAX_OFFERED]
    word = ask(Choice("word", say("unigram.word"), offered[0], tuple((word, shown(word)) for word in offered)))
    rows = tables.segmentation_rows(trace, k, word, say, _MAX_PATHS)
    lattice = trace.model(k).lattice(word)
    name = say("unigram.word.alt", word=shown(word), paths=_shares(rows, say))
    yield piece_table(SEGMENTATIONS.of(rows), name, say, page_of(len(rows), "paths_page", ask), bars={"share"})
    yield from cut_short(len(rows), lattice.number_of_paths, say)
    part = lattice.log_probability if trace.rules.expectation == "all-paths" else lattice.best().path.score
    count = trace.corpus[word]
    yield told(
        say,
        _WORD_SUMS[trace.rules.expectation],
        word=code_word(word),
        sum=say.probability(math.exp(lattice.log_probability)),
        best=say.probability(math.exp(part)),
        count=count,
        loss=say.nats(-part * count),
    )


# -- maximization ------------------------------------------------------------------------------------------------------


def _maximization(seen: Seen[Trace], ask: Ask) -> Iterator[Show]:
    trace, k, say = seen.trace, seen.step, seen.say
    yield heading(say, "unigram.maximize.title", "unigram.maximize.title", number=k + 1)
    rows = tables.change_rows(trace, k)
    listed = rows[:_MAX_ROWS]
    name = say("unigram.maximize.alt", pieces=_moves([row for row in rows if not math.isnan(row.after)], say))
    bars = {"before", "after"}
    row = yield from _chosen(
        CHANGES.of(listed), listed, len(rows), f"maximize_{k}", name, bars, say, ask, has_one_measure=True
    )
    yield Text(segments(probability_made(new_probability(trace.of(k, Maximize), row.piece), say)))
    if gone := [row.piece for row in rows if math.isnan(row.after)]:
        yield told(say, "unigram.gone", pieces=listed_pieces(gone, say))


# -- pruning -----------------------------------------------------------------------------------------------------------


def _pruning(seen: Seen[Trace], ask: Ask) -> Iterator[Show]:
    """Yield the losses of a pruning as a table with bars, and the selected piece in detail."""
    trace, k, say = seen.trace, seen.step, seen.say
    step = trace.of(k, Prune)
    rows = tables.loss_rows(trace, k)
    if step.is_final:
        yield from _finish(rows, k, say, ask)
        return
    yield heading(say, "unigram.prune.title", "unigram.prune.title", number=k + 1)
    about = say(_JUDGED[trace.rules.loss])
    yield Text((about + say("unigram.judged.renormalized") if trace.rules.renormalize else about,), "caption")
    listed = rows[:_MAX_ROWS]
    has_both = any(row.renormalized is not None for row in rows)
    both = ["renormalized"] if has_both else []
    table = LOSSES.only("rank", "piece", "occurrences", "loss", *both, "outcome").of(listed)
    name = say("unigram.prune.alt", pieces=_losses(listed, say))
    bars = {"renormalized" if trace.rules.renormalize else "loss"}
    row = yield from _chosen(
        table, listed, len(rows), f"prune_{k}", name, bars, say, ask, chosen=frozenset(step.dropped)
    )
    if unestimated := [loss for loss in rows if loss.outcome == "removed" and loss.loss is None]:
        yield told(say, "unigram.prune.without", "caption", gone=say.count("count.pieces", len(unestimated)))
    yield from _without(trace, k, row, say, ask, has_both=has_both)


def _without(trace: Trace, k: int, row: PieceLoss, say: Catalog, ask: Ask, *, has_both: bool) -> Iterator[Show]:
    """Yield the effects of removing one piece."""
    piece = code(row.piece)
    if has_both:
        figures = (
            Text((say("unigram.prune.plain"),), "strong", rest=say.nats(row.loss)),
            Text((say("unigram.prune.divided"),), "strong", rest=say.nats(row.renormalized)),
        )
        yield Columns(tuple((figure,) for figure in figures))
    splits = tables.resplits(trace, k, row.piece)
    if splits.words:
        yield told(say, "unigram.prune.words", piece=piece, words=say.count("count.words", len(splits.words)))
        yield from _split_again(splits, say, ask)
    else:
        yield told(say, "unigram.prune.unused", piece=piece)
    if trace.rules.loss != "exact" and row.occurrences and row.loss is not None:
        parts, chance = Pieces(trace.scores(k)).replacement(row.piece)
        yield told(
            say,
            _PRUNED_BY[trace.rules.loss],
            piece=piece,
            parts=code(*parts),
            loss=say.nats(row.loss),
            sum=numbers.loss(row.occurrences, row.probability, chance, say),
        )


def _split_again(splits: Splits[Resplit], say: Catalog, ask: Ask) -> Iterator[Show]:
    total, first = len(splits.words), splits.first(_MAX_ROWS)
    table = SPLITS.only("word", "before", "after", "worked_out").of(first)
    yield piece_table(table, say.count("count.words", total), say, page_of(len(first.words), "splits_page", ask))
    yield from cut_short(len(first.words), total, say)
    if total > 1:
        yield told(say, "unigram.prune.sum", words=total, loss=say.nats(sum(word.loss for word in splits.words)))


def _finish(rows: Sequence[PieceLoss], k: int, say: Catalog, ask: Ask) -> Iterator[Show]:
    """Yield the last step of a library: it removes pieces beyond the size, and restores characters."""
    yield told(say, "unigram.finish.title", "heading", number=k + 1)
    yield explained(say, "unigram.finish.about")
    listed = [row for row in rows if row.outcome in ("removed", "restored")][:_MAX_ROWS]
    if not listed:
        yield told(say, "unigram.finish.nothing")
        return
    table = LOSSES.only("piece", "probability", "outcome").of(listed)
    yield piece_table(
        table,
        say("column.outcome"),
        say,
        page_of(len(listed), "finish_page", ask),
        bars={"probability"},
        pieces=[row.piece for row in listed],
    )


# -- what was done -----------------------------------------------------------------------------------------------------


def _done(trace: Trace, k: int, say: Catalog, ask: Ask) -> Iterator[Show]:
    """Yield the changes of step k: removed pieces, likelihood, words split anew."""
    step = trace[k]
    if step.kind == "seed":
        return
    yield told(say, "unigram.done.title", "strong", number=k + 1)
    if isinstance(step, Expect):
        yield told(say, "unigram.done.expect", loss=loss_of_corpus(step.loss, say, step.loss_before))
        return
    if step.dropped:
        yield told(say, "unigram.gone", pieces=listed_pieces(step.dropped, say, _MAX_DROPPED))
    changed = tables.resegmented(trace, k)
    total = len(changed.words)
    if not total:
        yield told(say, "unigram.done.same")
        return
    yield told(say, "unigram.done.words", words=say.count("count.words", total))
    first = changed.first(_MAX_ROWS)
    table = SPLITS.only("word", "count", "before", "after").of(first)
    name = say("unigram.done.title", number=k + 1)
    yield piece_table(table, name, say, page_of(len(first.words), f"done_page_{k}", ask))
    yield from cut_short(len(first.words), total, say)
    if tied := first.tied():
        yield told(say, "unigram.done.tied", "caption", words=listed_pieces(tied, say))


# -- tables ------------------------------------------------------------------------------------------------------------


def _chosen(
    table: FilledTable,
    rows: Sequence[PieceRowT],
    total: int,
    field: str,
    name: str,
    bars: Container[str],
    say: Catalog,
    ask: Ask,
    *,
    chosen: Container[str] = (),
    has_one_measure: bool = False,
) -> Generator[Show, None, PieceRowT]:
    """Yield a table with a row for each of some pieces, and return the row of the piece that the visitor chooses to
    have worked out. field: the name of that choice; total: how many rows there are in all; chosen: the pieces whose
    rows are tinted."""
    pieces = [row.piece for row in rows]
    page = page_of(len(rows), f"{field}_page", ask)
    yield piece_table(table, name, say, page, bars=bars, has_one_measure=has_one_measure, pieces=pieces, chosen=chosen)
    yield from cut_short(len(rows), total, say)
    options = tuple((piece, shown(piece)) for piece in pieces)
    piece = ask(Choice(field, say("column.piece"), pieces[0], options, lights=True))
    return rows[pieces.index(piece)]


def piece_table(
    table: FilledTable,
    name: str,
    say: Catalog,
    page: range,
    *,
    bars: Container[str] = (),
    has_one_measure: bool = False,
    pieces: Sequence[str] = (),
    chosen: Container[str] = (),
) -> DataTable:
    """Return a page of a table in chips. bars, has_one_measure: as `chip_cells` has them; pieces: of each row, the one
    that lights up in the picture when the row is pressed; chosen: those whose rows are tinted."""
    cells = chip_cells(table, Chips(), say, bars=bars, has_one_measure=has_one_measure, page=page)
    rows = [
        Row(cells[place], lights=(visible(pieces[at]),), is_chosen=pieces[at] in chosen)
        if pieces
        else Row(cells[place])
        for place, at in enumerate(page)
    ]
    return DataTable(name, headings_of(table.columns, say, bars), tuple(rows))


# -- lists -------------------------------------------------------------------------------------------------------------


def listed_pieces(pieces: Sequence[str], say: Catalog, most: int = _MAX_LISTED) -> str:
    """Return pieces fenced for a sentence, the first `most` of them."""
    first = " ".join(map(code, pieces[:most]))
    return first if len(pieces) <= most else f"{first} … {say('shown-of', shown=most, total=len(pieces))}"


def _amounts(counts: Sequence[tuple[str, float]], say: Catalog) -> str:
    named = (f"{shown(piece)} {say.amount(count)}" for piece, count in counts[:_MAX_NAMED])
    return say("list.comma").join(named)


def _shares(rows: Sequence[SegmentationRow], say: Catalog) -> str:
    named = (f"{numbers.join_pieces(row.pieces)} {say.percent(row.share, 2)}" for row in rows[:_MAX_NAMED])
    return say("list.semicolon").join(named)


def _moves(rows: Sequence[ChangeRow], say: Catalog) -> str:
    named = (
        f"{shown(row.piece)} {say.probability(row.before)} → {say.probability(row.after)}" for row in rows[:_MAX_NAMED]
    )
    return say("list.comma").join(named)


def _losses(rows: Iterable[PieceLoss], say: Catalog) -> str:
    named = [f"{shown(row.piece)} {say.nats(row.loss)}" for row in rows]
    return say("list.comma").join(named[:_MAX_NAMED])


_COMING: Mapping[str, View[Trace]] = {
    "seed": _seed,
    "expect": _expectation,
    "maximize": _maximization,
    "prune": _pruning,
}
"""Kind of the coming step -> what it works on."""
