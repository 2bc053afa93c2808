"""Records of what is below the picture of a page. They know no host: the app, a browser tab, a terminal and a notebook
each draw them.

A view is a function that yields shows, from top to bottom, and asks for fields where it needs a value of the visitor's.
The app draws a widget there and returns its value; the other hosts return what they were given, or what the field opens
with.

    def tree(seen: Seen[Trace], ask: Ask) -> Iterator[Show]:
        token = ask(Choice("tree", seen.say("tree.token"), "est", (("est", "est"),)))
        yield Tree(...)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Generic, Literal, Protocol, TypeAlias, TypeVar, cast

from tokviz.algorithms import ALGORITHMS, Rules
from tokviz.examples import OWN
from tokviz.memory import Computation, LocalMemory, Memory, rules_key
from tokviz.state.form import AnyForm, Form
from tokviz.state.request import ReadCorpus, TrainingRequest, read_corpus, train_on
from tokviz.trace import Trace
from tokviz.views.merges.tree import ChipTree
from tokviz.views.shared import glossary
from tokviz.views.shared.bars import Bars
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import Chip, Chips, DataTable, Row
from tokviz.views.shared.display import LITERAL, with_spaces
from tokviz.views.shared.glossary import Mention
from tokviz.views.shared.lines import Lines
from tokviz.views.shared.plain_algorithm import AlgorithmLine
from tokviz.views.shared.points import Points
from tokviz.views.shared.sentences import Part, marked, part_text
from tokviz.views.shared.spaces import space_in
from tokviz.views.shared.tables import FilledTable, chip_cells, headings_of

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = [
    "ROWS",
    "Algorithm",
    "AnyPage",
    "Ask",
    "Bars",
    "Choice",
    "Code",
    "Columns",
    "Field",
    "Figure",
    "Figures",
    "File",
    "Flow",
    "Fold",
    "Given",
    "Grid",
    "Lines",
    "Look",
    "Number",
    "Page",
    "PageView",
    "Pages",
    "Pick",
    "Picture",
    "Points",
    "Rows",
    "Seen",
    "Selection",
    "Show",
    "StateT",
    "SubjectT",
    "Text",
    "TrainingViews",
    "Tree",
    "View",
    "Word",
    "beside",
    "cut_short",
    "explained",
    "file_of",
    "files_among",
    "flow_of",
    "heading",
    "kept",
    "led",
    "page_of",
    "spoken",
    "told",
    "with_tables",
]

StateT = TypeVar("StateT", bound="DataclassInstance")
SubjectT = TypeVar("SubjectT")
TraceT = TypeVar("TraceT", bound=Trace)
Value = TypeVar("Value")
TraceOut = TypeVar("TraceOut", covariant=True)
TraceIn = TypeVar("TraceIn", bound=Trace, contravariant=True)

# -- shows -------------------------------------------------------------------------------------------------------------

Look = Literal["text", "caption", "heading", "strong", "item", "hint", "info", "warning", "success", "error"]


@dataclass(frozen=True)
class Text:
    """A sentence of a view. rest: what follows a strong beginning; about: what the term in a heading means; lead: a
    beginning in bold, before the parts. A hint says what to do for more. is_literal: whether every character is itself,
    as in a visitor's text: no mark in it is shown as a space."""

    parts: tuple[Part | Mention, ...]
    look: Look = "text"
    rest: str = ""
    about: str = ""
    lead: str = ""
    is_literal: bool = field(default=False, kw_only=True, repr=False)


@dataclass(frozen=True)
class Grid:
    """A table that can be long, of numbers and texts. height: in pixels at most; None for all rows."""

    name: str
    table: FilledTable
    height: int | None = 330


@dataclass(frozen=True)
class Figure:
    """A number, as it is written. about: what it counts."""

    name: str
    value: str
    about: str


@dataclass(frozen=True)
class Figures:
    """Numbers side by side."""

    figures: tuple[Figure, ...]


@dataclass(frozen=True)
class Picture:
    """A picture of a word, with steps of its own. payload: its JSON; step: that of the page's link, where it is the
    picture of the page; last: its last step."""

    name: str
    payload: str = field(repr=False, metadata=LITERAL)
    step: int | None = None
    last: int = 0


@dataclass(frozen=True)
class Rows:
    """A text in rows. payload: its JSON; picked: kind of part -> the field that a press sets, and its value."""

    name: str
    payload: str = field(repr=False, metadata=LITERAL)
    picked: Mapping[str, tuple[str, str]] = field(default_factory=dict)


@dataclass(frozen=True)
class File:
    """A file to keep, which is made once it is asked for. name: of its button, once on a page; file: that it is saved
    under; make: returns it, or raises TokvizError. is_refused: whether it cannot be made here; is_small: whether it is
    one of a row of small buttons, each with its help."""

    name: str
    label: str
    file: str
    media_type: str
    make: Callable[[], str | bytes] = field(repr=False, compare=False)
    help: str = ""
    is_refused: bool = False
    is_small: bool = False


@dataclass(frozen=True)
class Code:
    """A text as it is, in its lines."""

    is_literal = True  # of the kind, no field
    text: str


@dataclass(frozen=True)
class Flow:
    """Tokens in their order. total: how many there are, where these are only the first."""

    name: str
    chips: tuple[Chip, ...]
    total: int


@dataclass(frozen=True)
class Tree:
    """Merge trees. text: the same in words."""

    name: str
    trees: tuple[ChipTree, ...]
    text: str


@dataclass(frozen=True)
class Algorithm:
    """The plain algorithm, with the lines marked that the step executed."""

    lines: tuple[AlgorithmLine, ...]


@dataclass(frozen=True)
class Fold:
    """Shows that are folded away under a title. icon: a symbol of Material; is_open_in_lessons: whether a lesson, whose
    card speaks of what is in it, has it open.

    The shows can be a generator that asks for fields, such as the page of a long table: a host reads it once, where it
    draws what is in the fold.
    """

    title: str
    shows: Iterable[Show]
    icon: str = ""
    is_open_in_lessons: bool = False


@dataclass(frozen=True)
class Columns:
    """Shows side by side, each as in a fold. widths: of the columns, where one is wider than others."""

    columns: tuple[Iterable[Show], ...]
    widths: tuple[int, ...] = ()


Show: TypeAlias = (
    Text
    | DataTable
    | Grid
    | Figures
    | Lines
    | Points
    | Bars
    | Picture
    | Rows
    | Flow
    | Tree
    | Algorithm
    | Code
    | File
    | Fold
    | Columns
)
"""A thing that a view yields. A new kind needs two pages that want it, and a few lines in each host."""

# -- fields ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Word:
    """A text that the visitor types, in a line or, where it is long, in several. opening: what is in it at first; most:
    characters."""

    name: str
    label: str
    opening: str = field(metadata=LITERAL)
    most: int
    is_long: bool = False

    def parse(self, text: str) -> str:
        """Return the part of a text that may be typed."""
        return text[: self.most]


@dataclass(frozen=True)
class Choice:
    """One of several values. options: each value with what it is called; opening: one of the values. lights: whether
    the picture lights up the value that is chosen; is_scale: whether they are in order; help: what it does; row: the
    name of a row, which fields of that name are in side by side; is_open: whether all options are in sight."""

    name: str
    label: str
    opening: str
    options: tuple[tuple[str, str], ...]
    lights: bool = False
    is_scale: bool = False
    help: str = ""
    row: str = ""
    is_open: bool = False

    def spaced(self, sign: str) -> Choice:
        """Return the same choice with one sign for a space in what its values are called."""
        return replace(self, options=tuple((value, with_spaces(name, sign)) for value, name in self.options))

    def parse(self, text: str) -> str:
        """Return the value of this name, or that at first where there is none."""
        return text if text in dict(self.options) else self.opening


@dataclass(frozen=True)
class Pages:
    """The page of a long table, as a text from "1" on; pages: how many there are."""

    name: str
    pages: int
    label: str = ""
    opening: str = "1"

    def parse(self, text: str) -> str:
        """Return the page of this number, or the nearest."""
        return _nearest(text, self.pages)


def _nearest(text: str, most: int) -> str:
    """Return the number from 1 to `most` that a text names, or the nearest; 1 where it names none."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 1
    return f"{min(max(number, 1), most)}"


@dataclass(frozen=True)
class Selection:
    """The row of a table that the visitor looks at more closely, as a text from "1" on. label: what the table shows;
    chips: how its tokens are drawn; lights: what the picture lights up with each row."""

    name: str
    label: str
    table: FilledTable
    chips: Chips = field(default_factory=Chips)
    lights: tuple[tuple[str, ...], ...] = field(default=(), metadata=LITERAL)
    opening: str = "1"

    def __len__(self) -> int:
        return len(self.table.columns[0].values(None))

    def parse(self, text: str) -> str:
        """Return the row of this number, or the nearest."""
        return _nearest(text, len(self))

    def drawn(self, say: Catalog) -> DataTable:
        """Return the table in chips, for hosts whose tables select nothing."""
        every = chip_cells(self.table, self.chips, say)
        lights = self.lights or ((),) * len(every)
        rows = tuple(Row(cells, lights=lit) for cells, lit in zip(every, lights, strict=True))
        return DataTable(self.label, headings_of(self.table.columns, say), rows)


@dataclass(frozen=True)
class Number:
    """A whole number from `least` to `most`. is_typed: whether it is typed, as one out of very many; help, row: as a
    :class:`Choice` has them."""

    name: str
    label: str
    opening: str
    least: int
    most: int
    is_typed: bool = False
    help: str = ""
    row: str = ""

    def parse(self, text: str) -> str:
        """Return the number that is meant, or the nearest; that at first where none is."""
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
            return self.opening
        return f"{min(max(int(text), self.least), self.most)}"


@dataclass(frozen=True)
class Pick:
    """One of several things, numbered from 1. labels: what they are called, which several may be."""

    name: str
    label: str
    opening: str
    labels: tuple[str, ...]

    def parse(self, text: str) -> str:
        """Return the number that is meant, or the nearest; that at first where none is."""
        return Number(self.name, self.label, self.opening, 1, len(self.labels)).parse(text)


Field: TypeAlias = Word | Choice | Number | Pick | Pages | Selection
"""A question of a view to its visitor. Its name is that of its widget, of the option of a command, and in a request."""
Ask: TypeAlias = Callable[[Field], str]
"""A host, as a view asks it: returns the value that the visitor has set."""


class Given:
    """A host that answers with what it was given, or else with what a field opens with; it keeps what it was asked.

    >>> ask = Given({"page": "7"})
    >>> ask(Pages("page", 3)), ask(Word("word", "Word", "low", 60)), [field.name for field in ask.asked]
    ('3', 'low', ['page', 'word'])
    """

    def __init__(self, values: Mapping[str, str] | None = None) -> None:
        self.values = values or {}
        self.asked: list[Field] = []

    def __call__(self, field: Field) -> str:
        self.asked.append(field)
        return field.parse(self.values[field.name]) if field.name in self.values else field.opening


def with_tables(shows: Iterable[Show], host: Given, say: Catalog) -> Iterator[Show]:
    """Yield shows, and each table that the view asked for a row of in its place; folds and columns are read. host: whom
    it asks."""
    number = len(host.asked)
    for show in shows:
        for asked in host.asked[number:]:
            if isinstance(asked, Selection):
                yield asked.drawn(say)
        number = len(host.asked)
        if isinstance(show, Fold):
            show = replace(show, shows=tuple(with_tables(show.shows, host, say)))
        if isinstance(show, Columns):
            show = replace(show, columns=tuple(tuple(with_tables(column, host, say)) for column in show.columns))
        number = len(host.asked)
        yield show


# -- views -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Seen(Generic[TraceOut]):
    """The subject of a view of a training: the trace after `step` steps, and what was asked for. memory: of the host,
    for what else a view trains (:func:`beside`)."""

    trace: TraceOut
    state: TrainingRequest
    step: int
    say: Catalog
    memory: Memory = field(default_factory=LocalMemory)

    @property
    def space(self) -> str:
        """Return the character that stands for a space in the tokens; empty where none does."""
        return space_in(cast("Trace", self.trace), self.state.split)


PageView: TypeAlias = Callable[[SubjectT, Ask], Iterator[Show]]
"""A named part of a page: yields what it shows of its subject, and asks for what it needs."""
View: TypeAlias = PageView[Seen[TraceT]]
"""That of a page that trains."""


def _spaced(view: PageView[SubjectT]) -> PageView[SubjectT]:
    """Return a view that shows one sign for a space, whatever stands for it in the tokens of its subject (`space`)."""

    def spaced(subject: SubjectT, ask: Ask) -> Iterator[Show]:
        sign: str = getattr(subject, "space", "")
        shows = view(subject, lambda field: ask(with_spaces(field, sign)))
        return cast("Iterator[Show]", with_spaces(shows, sign))

    return spaced


@dataclass(frozen=True)
class TrainingViews(Generic[TraceIn]):
    """The views of a page that trains. now: what is beside the picture, and tells what comes next; tabs: name -> the
    view below it (:mod:`tokviz.state.views` has their order and titles), and that of the merges so far, which a page
    has beside the picture, too. noted: what is said of a step in any case, such as what the source printed. where: of
    views that are there only for some trainings, whether they are."""

    now: View[TraceIn]
    tabs: Mapping[str, View[TraceIn]]
    noted: View[TraceIn] | None = None
    where: Mapping[str, Callable[[Seen[TraceIn]], bool]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "now", _spaced(self.now))
        object.__setattr__(self, "tabs", {name: _spaced(view) for name, view in self.tabs.items()})
        if self.noted is not None:
            object.__setattr__(self, "noted", _spaced(self.noted))

    def names(self, seen: Seen[TraceIn]) -> list[str]:
        """Return the names of the tabs that are there for a training."""
        return [name for name in self.tabs if name not in self.where or self.where[name](seen)]


def beside(seen: Seen[TraceT], rules: Rules) -> TraceT:
    """Return the training of the same corpus under other rules, which the host remembers. Raises TokvizError."""
    algorithm, state = ALGORITHMS[seen.state.algorithm], seen.state
    is_asked_for = state.example != OWN or state.text or state.file
    # A trace can have less than its corpus, where rules blank out rare characters; in a notebook it is all there is.
    source = read_corpus(state, seen.memory) if is_asked_for else ReadCorpus(seen.trace.corpus, state.corpus_key)
    return cast("TraceT", train_on(algorithm, state, source, seen.memory, rules=rules).trace)


def kept(seen: Seen[TraceT], computation: Computation, make: Callable[[TraceT], Value]) -> Value:
    """Return a result on a whole training, which the host remembers.

    computation: its sort.
    """
    state, trace = seen.state, seen.trace
    key = (state.algorithm, *state.corpus_key, rules_key(trace.rules), len(trace))
    return seen.memory.kept(computation, key, make, trace)


@dataclass(frozen=True)
class Page(Generic[StateT, SubjectT]):
    """The views of a page that trains nothing step by step, or of the half of one that applies a tokenizer.

    form: of its links, which say its state. seen: makes the subject of the views out of a state; raises TokvizError.
    views: name -> the key of its title and the view, in their order. A field of a view that has the name of a parameter
    is that parameter: it opens with the value in the state. where: of views that are there only for some subjects,
    whether they are; spoiling: those that tell what a picture asks. title: the key of that of the page, and half: what
    each link to it says, where it is half of one.
    """

    form: Form[StateT]
    seen: Callable[[StateT, Memory, Catalog], SubjectT]
    views: Mapping[str, tuple[str, PageView[SubjectT]]]
    where: Mapping[str, Callable[[SubjectT], bool]] = field(default_factory=dict)
    spoiling: frozenset[str] = frozenset()
    title: str = ""
    half: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "views", {name: (title, _spaced(view)) for name, (title, view) in self.views.items()})

    def read(self, link: Mapping[str, str]) -> tuple[StateT, tuple[str, ...]]:
        """Return the state that a link says, and the parameters that had to be put right."""
        return self.form.read({**self.half, **link})

    def of(self, subject: SubjectT) -> dict[str, Callable[[Ask], Iterator[Show]]]:
        """Return the views that a subject has by name, each still to be asked for."""
        there = (name for name in self.views if name not in self.where or self.where[name](subject))
        return {name: partial(self.views[name][1], subject) for name in there}

    def opened(self, state: StateT, memory: Memory, say: Catalog) -> dict[str, Callable[[Ask], Iterator[Show]]]:
        """Return the views of a state by name, each still to be asked for. Raises TokvizError."""
        return self.of(self.seen(state, memory, say))


class AnyPage(Protocol):
    """A page whose states and subjects are not known; see :class:`Page`."""

    @property
    def form(self) -> AnyForm: ...

    @property
    def views(self) -> Mapping[str, tuple[str, object]]: ...

    @property
    def spoiling(self) -> frozenset[str]: ...

    @property
    def title(self) -> str: ...

    def read(self, link: Mapping[str, str]) -> tuple[object, tuple[str, ...]]:
        """Return the state that a link says; see :meth:`Page.read`."""

    def opened(self, state: object, memory: Memory, say: Catalog) -> dict[str, Callable[[Ask], Iterator[Show]]]:
        """Return the views of a state by name; see :meth:`Page.opened`."""


# -- sentences ---------------------------------------------------------------------------------------------------------

_TICK = "\ufffe"  # stands for a backquote of a visitor's text: those of the catalog set code
_LEAD = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)


def told(say: Catalog, key: str, look: Look = "text", /, **values: object) -> Text:
    """Return a sentence of the catalog; tokens are given fenced (:mod:`tokviz.views.shared.sentences`). What it has in
    bold at its beginning is its lead."""
    filled = _filled(say, key, values)
    return led(filled, look) if say.templates[key].startswith("**") else Text(marked(filled, _TICK), look)


def led(text: str, look: Look = "text") -> Text:
    """Return a filled sentence of the catalog that begins in bold.

    >>> led("**Ties.** Both have `low`.")
    Text(parts=(' Both have ', {'tokens': ['low']}, '.'), look='text', rest='', about='', lead='Ties.')
    """
    lead, rest = _parted(text)
    return Text(marked(rest, _TICK), look, lead=lead.replace(_TICK, "`"))


def _parted(text: str) -> tuple[str, str]:
    """Return the bold beginning of a text, and the rest."""
    found = _LEAD.match(text)
    return (found[1], text[found.end() :]) if found else ("", text)


def heading(say: Catalog, key: str, about: str, /, **values: object) -> Text:
    """Return a heading. about: the key of a heading whose term the glossary explains."""
    written = marked(_filled(say, key, values), _TICK)
    return Text(written, "heading", about=glossary.help_of(about, say.language) or "")


def explained(say: Catalog, key: str, look: Look = "caption", /, **numbers: int) -> Text:
    """Return a sentence of the catalog, filled in with whole numbers, whose terms are explained."""
    template = glossary.mark_terms(say.templates[key], say.language)
    written = Catalog(say.language, {**say.templates, key: template})(key, **numbers)
    lead, rest = _parted(written)
    parts = glossary.mentions(rest, say.language)
    every = tuple(one for part in parts for one in (marked(part) if isinstance(part, str) else (part,)))
    return Text(every, look, lead=lead)


def spoken(text: Text) -> str:
    """Return the words of a text as one string.

    >>> spoken(Text(("a ", {"mention": "pair", "term": "pair", "definition": ""}, " ", {"tokens": ["e", "s"]})))
    'a pair e s'
    """
    return f"{text.lead}{''.join(map(_spoken_part, text.parts))} {text.rest}".rstrip()


def _spoken_part(part: Part | Mention) -> str:
    if not isinstance(part, str) and "mention" in part:
        return part["mention"]
    return part_text(part)


def _filled(say: Catalog, key: str, values: Mapping[str, object]) -> str:
    filled = {name: value.replace("`", _TICK) if isinstance(value, str) else value for name, value in values.items()}
    return say(key, **filled)


# -- parts that views share --------------------------------------------------------------------------------------------

ROWS = 25
"""A table of chips has at most this many rows at once; longer ones have pages."""
_MOST_CHIPS = 200


def file_of(shows: Iterable[Show], name: str) -> File | None:
    """Return the file of this name among shows, also in folds and columns."""
    return next((file for file in files_among(shows) if file.name == name and not file.is_refused), None)


def files_among(shows: Iterable[Show]) -> Iterator[File]:
    """Yield the files among shows, also in folds and columns."""
    for show in shows:
        match show:
            case File():
                yield show
            case Fold():
                yield from files_among(show.shows)
            case Columns():
                for column in show.columns:
                    yield from files_among(column)


def page_of(total: int, name: str, ask: Ask) -> range:
    """Return the range of rows that are shown: all, or those of the chosen page.

    >>> page_of(25, "page", Given()), page_of(60, "page", Given({"page": "3"}))
    (range(0, 25), range(50, 60))
    """
    if total <= ROWS:
        return range(total)
    page = int(ask(Pages(name, -(-total // ROWS))))
    return range(ROWS * (page - 1), min(ROWS * page, total))


def cut_short(rows: int, total: int, say: Catalog) -> Iterator[Text]:
    """Yield the number of rows that are shown, if not all."""
    if rows < total:
        yield told(say, "shown-of", "caption", shown=rows, total=total)


def flow_of(name: str, tokens: Sequence[str], chips: Chips, used_up: Sequence[bool] = ()) -> Flow:
    """Return the first tokens as chips. used_up: of each token, whether the corpus has it no more."""
    fades = used_up or [False] * len(tokens)
    pairs = zip(tokens[:_MOST_CHIPS], fades, strict=False)
    return Flow(name, tuple(chips.chip(token, is_used_up=fade) for token, fade in pairs), len(tokens))
