"""The views of the lattice half of `/unigram`: the segmentations of a word, Viterbi's table, sums over paths, the best
as bars, the fewest tokens, random segmentations, and a whole text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from tokviz.errors import TokvizError
from tokviz.memory import Memory
from tokviz.state.lattice import ALPHAS, DRAWS, FORM, LATTICE, MAX_BEST, MAX_SEED, LatticeState
from tokviz.state.request import train
from tokviz.state.trained_pages import applying_views
from tokviz.unigram import EncodeTrace, Fewest, Lattice, Model, Trace
from tokviz.views.encoding.applying import numbers_of
from tokviz.views.encoding.loaded import LatticeTokenizer, Training
from tokviz.views.lattice import fewest as fewest_tables
from tokviz.views.lattice import tables
from tokviz.views.lattice.viterbi import decimal
from tokviz.views.pages.encoding import (
    Applied,
    decoded,
    has_files,
    listed,
    with_files,
    words_of,
)
from tokviz.views.pages.encoding import tokens as shared_tokens
from tokviz.views.shared.bars import NamedBar
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import Chips, DataTable, Row
from tokviz.views.shared.display import shorten
from tokviz.views.shared.tables import FilledTable, chip_cells, headings_of
from tokviz.views.shows import (
    ROWS,
    Ask,
    Bars,
    Choice,
    Columns,
    Fold,
    Grid,
    Number,
    Page,
    PageView,
    Show,
    Text,
    Word,
    explained,
    page_of,
    told,
)
from tokviz.views.unigram.numbers import common_denominator

MAX_LISTED = 200
"""The maximum number of segmentations that are listed."""
_HEIGHT = 390  # pixels, of a table
_DRAWN_PATHS = 10
_DRAWN_ARCS = 400_000  # drawing takes time with their number
_MAX_TEXT = 100_000
_MAX_UNKNOWN = 12
_MAX_NAME = 30  # characters of a segmentation beside its bar

_DRAWN_BY = {
    False: "lattice.drawn-by.exact",
    True: "lattice.drawn-by.compounding",
}
"""True if α applies again at every piece -> the key of what draws so."""


# -- the tables of a word ----------------------------------------------------------------------------------------------


def paths(seen: Applied[Model], _: Ask) -> Iterator[Show]:
    """Yield the number of segmentations of the word, and the best of them."""
    say, lattice = seen.say, _explained(seen).lattice
    denominator = getattr(seen.tokenizer, "denominator", None)
    shown = tables.Segmentations(lattice, lattice.nbest(MAX_LISTED), denominator)
    number = say.count("lattice.paths", lattice.number_of_paths)
    yield told(say, "lattice.paths.what", number=number, sum=decimal(lattice.log_probability, say))
    yield _grid(tables.SEGMENTATIONS.of(shown), "lattice.tab.paths", say)
    if lattice.number_of_paths > len(shown.paths):
        yield explained(say, "lattice.paths.shown", shown=len(shown.paths), total=lattice.number_of_paths)


def viterbi(seen: Applied[Model], _: Ask) -> Iterator[Show]:
    """Yield Viterbi's table, filled as far as the picture."""
    yield explained(seen.say, "lattice.table.what")
    rows = tables.position_rows(_explained(seen), seen.step)
    yield _grid(tables.POSITIONS.of(rows), "lattice.tab.table", seen.say)


def sums(seen: Applied[Model], _: Ask) -> Iterator[Show]:
    """Yield the sums over paths by position, and the expected counts of pieces."""
    say, lattice = seen.say, _explained(seen).lattice
    total = decimal(lattice.log_probability, say)
    yield told(say, "lattice.sums.what", "caption")
    yield Fold(say("app.details"), (told(say, "lattice.sums.details", "caption", sum=total),))
    yield _grid(tables.SUMS.of(lattice), "lattice.tab.sums", say)
    yield explained(say, "lattice.expected.what", "text")
    rows = tables.expected_rows(lattice)
    yield _grid(tables.EXPECTED.of(rows), "lattice.tab.sums", say)
    length = say.count("lattice.characters", len(lattice.word))
    yield told(say, "lattice.expected.sum", sum=say.amount(sum(row.characters for row in rows)), length=length)


def _explained(seen: Applied[Model]) -> EncodeTrace:
    """Return the encoding of the word, step by step."""
    key = (*seen.tokenizer.key, "explained", seen.word)
    return seen.memory.kept("encoding", key, seen.tokenizer.model.explain, seen.word)


def _grid(table: FilledTable, title: str, say: Catalog) -> Grid:
    return Grid(say(title), table, height=_HEIGHT)


# -- the best, and random ones -----------------------------------------------------------------------------------------


def best(seen: Applied[Model], ask: Ask) -> Iterator[Show]:
    """Yield the best segmentations as bars of their shares."""
    say, lattice = seen.say, _explained(seen).lattice
    field = Number("n", say("lattice.n"), _linked(seen, "n"), 1, MAX_BEST, help=say("lattice.n.help"))
    shown = lattice.nbest(int(ask(field)))
    bars = tuple(
        NamedBar(_ranked(rank, tables.split(path)), lattice.share(path), decimal(path.score, say))
        for rank, path in enumerate(shown, 1)
    )
    lines = [f"{tables.split(path)} {bar.text}" for path, bar in zip(shown, bars, strict=True)]
    alt = say("lattice.best.alt", paths=say("list.comma").join(lines))
    yield Bars(alt, bars, is_share=True, title=say("lattice.column.share"))
    number = say.count("lattice.paths", lattice.number_of_paths)
    yield told(say, "lattice.best.what", "caption", shown=len(shown), number=number)


def samples(seen: Applied[Model], ask: Ask) -> Iterator[Show]:
    """Yield random segmentations of both kinds: how often each came up, beside how often it should."""
    say, lattice = seen.say, _explained(seen).lattice
    yield explained(say, "lattice.samples.what")
    yield Fold(say("app.details"), (explained(say, "lattice.samples.details"),))
    alpha, seed, draws = _ask_draws(seen, ask)
    shown = lattice.nbest(_DRAWN_PATHS)
    drawn = {way: _drawn(seen, lattice, alpha, seed, draws, compounding=way) for way in _DRAWN_BY}
    every = {way: tables.samples(lattice, shown, drawn[way], alpha, compounding=way) for way in _DRAWN_BY}
    longest = max(max(row.expected, row.drawn) for rows in every.values() for row in rows[: len(shown)])
    columns = (_kind_of_draws(way, rows, len(shown), longest, lattice, say) for way, rows in every.items())
    yield Columns(tuple(columns))
    drawn_each = drawn[False].total()
    yield Text((say.count("lattice.samples.drawn", drawn_each),), "caption")
    if drawn_each < draws:
        yield told(say, "lattice.samples.fewer", "caption")


def _ask_draws(seen: Applied[Model], ask: Ask) -> tuple[float, int, int]:
    """Return the exponent, the seed and the number of draws."""
    say, row = seen.say, "sampling"
    alphas = tuple((f"{alpha:g}", f"{alpha:g}") for alpha in ALPHAS)
    about = say("lattice.alpha.help")
    alpha = Choice("alpha", say("lattice.alpha"), _linked(seen, "alpha"), alphas, is_scale=True, help=about, row=row)
    seed = Number("seed", say("lattice.seed"), _linked(seen, "seed"), 0, MAX_SEED, is_typed=True, row=row)
    numbers = tuple((f"{number}", say.integer(number)) for number in DRAWS)
    draws = Choice("draws", say("lattice.draws"), _linked(seen, "draws"), numbers, row=row)
    return float(ask(alpha)), int(ask(seed)), int(ask(draws))


def _drawn(
    seen: Applied[Model], lattice: Lattice, alpha: float, seed: int, draws: int, *, compounding: bool
) -> Counter[str]:
    """Draw segmentations of a word and count each; fewer for a word with many arcs."""
    number = max(1, min(draws, _DRAWN_ARCS // max(1, len(lattice.arcs))))
    key = (*seen.tokenizer.key, "drawn", seen.word, f"{alpha:g}", seed, number, compounding)
    return seen.memory.kept(
        "encoding", key, partial(tables.draw, lattice, number, seed, alpha, compounding=compounding)
    )


def _kind_of_draws(
    way: bool, rows: Sequence[tables.Sampled], shown: int, longest: float, lattice: Lattice, say: Catalog
) -> tuple[Show, ...]:
    """Return the segmentations drawn by one way. longest: the greatest share by any."""
    lines = (f"{row.segmentation or '…'} {say.decimal(row.expected, 4)} ({say.integer(row.count)})" for row in rows)
    bars = tuple(
        NamedBar(_ranked(rank, row.segmentation), row.drawn, _both(row, say), mark=row.expected)
        for rank, row in enumerate(rows[:shown], 1)
    )
    alt = say("lattice.samples.alt", splits=say("list.comma").join(lines))
    shows: list[Show] = [told(say, _DRAWN_BY[way]), Bars(alt, bars, most=longest, is_share=True)]
    if len(rows) > shown:
        number = say.count("lattice.other-paths", lattice.number_of_paths - shown)
        part, drawn = (say.decimal(value, 4) for value in (rows[-1].expected, rows[-1].drawn))
        shows.append(told(say, "lattice.samples.rest", "caption", n=number, part=part, drawn=drawn))
    return tuple(shows)


def _both(row: tables.Sampled, say: Catalog) -> str:
    return f"{say.decimal(row.expected, 4)} / {say.decimal(row.drawn, 4)}"


def _ranked(rank: int, name: str) -> str:
    """Return a segmentation with its rank, which keeps two apart that are cut to the same text."""
    return f"{rank}. {shorten(name, _MAX_NAME)}"


# -- the fewest tokens -------------------------------------------------------------------------------------------------


def fewest(seen: Applied[Model], ask: Ask) -> Iterator[Show]:
    """Yield the segmentation with the fewest tokens beside two others, and how it is found."""
    say, lattice = seen.say, _explained(seen).lattice
    least = Fewest(lattice)
    yield explained(say, "lattice.fewest.what")
    sentences = fewest_tables.result(least, say)
    yield Text(tuple(part for sentence in sentences for part in ("\n", *sentence))[1:])
    if any(not arc.known for arc in lattice.arcs):
        yield told(say, "lattice.fewest.unknown", "caption")
    yield _chip_table(fewest_tables.WAYS.of(fewest_tables.ways(least)), "lattice.fewest.ways", say)
    yield Fold(say("app.details"), (told(say, "lattice.fewest.details", "caption"),))
    yield from _forward(least, ask, say)
    if least.number_of_paths > 1:
        yield from _ties(least, say)
    yield from _left_out(least, ask, say)


def _forward(least: Fewest, ask: Ask, say: Catalog) -> Iterator[Show]:
    """Yield the forward pass; the positions at which tracing back arrives are marked."""
    yield explained(say, "lattice.fewest.forward", "text")
    shown = page_of(len(least.table), "fewest_page", ask)
    ends = {arc.end for arc in least.path.arcs}
    table = fewest_tables.FORWARD.of(least)
    every = chip_cells(table, Chips(), say, page=shown)
    rows = tuple(Row(cells, is_chosen=position in ends) for position, cells in zip(shown, every, strict=True))
    yield DataTable(say("lattice.fewest.forward.name"), headings_of(table.columns, say), rows)


def _ties(least: Fewest, say: Catalog) -> Iterator[Show]:
    """Yield the first segmentations that tie; they can be more than a page has room for."""
    yield told(say, "lattice.fewest.ties", tokens=say.count("count.tokens", least.tokens))
    shown = least.paths(ROWS)
    yield _chip_table(fewest_tables.TIES.of(fewest_tables.Ties(least, shown)), "lattice.fewest.ties.name", say)
    if least.number_of_paths > len(shown):
        yield told(say, "lattice.fewest.ties.shown", "caption", shown=len(shown), total=least.number_of_paths)


def _left_out(least: Fewest, ask: Ask, say: Catalog) -> Iterator[Show]:
    """Yield the number of tokens that the word needs more without each piece."""
    rows = least.left_out()
    yield explained(say, "lattice.fewest.without", "text")
    yield Text(fewest_tables.needed(least, rows, say))
    if rows:
        shown = page_of(len(rows), "left_out_page", ask)
        table = fewest_tables.LEFT_OUT.of(rows[shown.start : shown.stop])
        yield _chip_table(table, "lattice.fewest.without.name", say)


def _chip_table(table: FilledTable, name: str, say: Catalog) -> DataTable:
    rows = tuple(Row(cells) for cells in chip_cells(table, Chips(), say))
    return DataTable(say(name), headings_of(table.columns, say), rows)


# -- a text ------------------------------------------------------------------------------------------------------------


def text(seen: Applied[Model], ask: Ask) -> Iterator[Show]:
    """Yield the tokens of a text, and which of them the vocabulary has not."""
    seen = _with_text(seen, ask)
    say, ids = seen.say, seen.tokenizer.model.text_ids
    used = {token for _, tokens in words_of(seen) for token in tokens}
    if not used:
        yield told(say, "encode.no-text", "info")
        return
    note = None
    if unknown := sorted(used - seen.memory.ask(numbers_of, ids, used).keys()):
        note = told(say, "lattice.text.unknown", "caption", tokens=listed(unknown, _MAX_UNKNOWN, say))
    yield from shared_tokens(seen, ids=ids, note=note)


def decode(seen: Applied[Model], ask: Ask) -> Iterator[Show]:
    """Yield the text that the tokens of a text read as."""
    yield from decoded(_with_text(seen, ask), listed_by="lattice.decode.tokens", lost_by="lattice.decode.lost")


def _with_text(seen: Applied[Model], ask: Ask) -> Applied[Model]:
    """Return the subject with the text that the visitor types."""
    typed = ask(Word("text", seen.say("encode.text"), seen.state.text, _MAX_TEXT, is_long=True))
    return replace(seen, state=replace(seen.state, text=typed))


def _linked(seen: Applied[Model], name: str) -> str:
    """Return the value of a parameter of the link."""
    assert isinstance(seen.state, LatticeState)
    return FORM.text(seen.state, name)


# -- the page ----------------------------------------------------------------------------------------------------------


def subject(state: LatticeState, memory: Memory, say: Catalog) -> Applied[Model]:
    """Return the subject of a link: the tokenizer after the step of its training that it names, and its word, or else
    the first of its text. Raises TokvizError."""
    training = train(state.train, memory)
    trace = training.trace
    assert isinstance(trace, Trace)
    steps = state.at if 0 < state.at <= len(trace) else len(trace)
    model = trace.model(steps, pretokenizer=state.train.split)
    added = {token.content for token in model.added}
    words = [word for word in model.words(state.word or state.text) if word not in added]
    if not words:
        raise TokvizError("tab-empty")
    tokenizer = LatticeTokenizer(
        model,
        (*training.key, steps, state.train.split),
        Training(trace, steps, training.source.key),
        denominator=common_denominator(trace, steps, model),
    )
    return Applied(tokenizer, state, words[0], state.step, say, memory)


_VIEWS: Mapping[str, PageView[Applied[Model]]] = {
    "paths": paths,
    "table": viterbi,
    "sums": sums,
    "best": best,
    "fewest": fewest,
    "samples": samples,
    "text": text,
    "decode": decode,
}
PAGE: Page[LatticeState, Applied[Model]] = Page(
    form=FORM,
    seen=subject,
    views=with_files("unigram", _VIEWS),
    where={"files": has_files},
    spoiling=frozenset(view.name for view in applying_views("unigram") if view.spoils_answer),
    title="tab.page.lattice",
    half={"do": LATTICE},
)
