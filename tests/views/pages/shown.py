"""Helpers that open the views of a page as data, and read them as a visitor does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import TypeVar

from tokviz.memory import LocalMemory
from tokviz.state.request import train
from tokviz.state.training import FORMS, TrainState
from tokviz.trace import Trace
from tokviz.views.pages.registry import page_of, view_of
from tokviz.views.shared.catalog import load
from tokviz.views.shared.chips import DataTable, cell_text
from tokviz.views.shows import Ask, Columns, Fold, Given, Seen, Show, Text, spoken, with_tables

Kind = TypeVar("Kind")
MEMORY = LocalMemory()


@cache
def _trained(algorithm: str, query: tuple[tuple[str, str], ...]) -> tuple[TrainState, Trace]:
    state, wrong = FORMS[algorithm].read(dict(query))
    assert wrong == ()
    return state, train(state, MEMORY).trace


def opened(algorithm: str, view: str, lang: str = "en", step: str = "0", **query: str) -> list[Show]:
    """Return the shows of a view, as a link with this query opens it. Fields of the view are given by name, too."""
    form = FORMS[algorithm]
    linked = {name: value for name, value in query.items() if name in form.parameters | {form.key}}
    state, trace = _trained(algorithm, tuple(sorted(linked.items())))
    draw = view_of(algorithm, view)
    assert draw is not None
    host, say = Given({name: value for name, value in query.items() if name not in linked}), load(lang)
    return list(with_tables(draw(Seen(trace, state, int(step), say), host), host, say))


def page_views(page: str, /, lang: str = "en", **query: str) -> dict[str, list[Show]]:
    """Return the shows of each view of a page that does not train, as a link with this query opens it. Fields of the
    views that are in no link are given by name, too."""
    views, fields = _opened(page, lang, query)
    host, say = Given(fields), load(lang)
    return {name: list(with_tables(view(host), host, say)) for name, view in views.items()}


def page_view(page: str, view: str, /, lang: str = "en", **query: str) -> list[Show]:
    """Return the shows of one of these views."""
    views, fields = _opened(page, lang, query)
    host = Given(fields)
    return list(with_tables(views[view](host), host, load(lang)))


def _opened(
    page: str, lang: str, query: dict[str, str]
) -> tuple[dict[str, Callable[[Ask], Iterator[Show]]], dict[str, str]]:
    """Return the views of a page, and the values of their fields that are in no link."""
    of = page_of(page)
    linked = {name: value for name, value in query.items() if name in of.form.parameters | {of.form.key}}
    state, wrong = of.read(linked)
    assert wrong == ()
    fields = {name: value for name, value in query.items() if name not in linked}
    return of.opened(state, MEMORY, load(lang)), fields


def only(shows: Iterable[Show], kind: type[Kind]) -> Kind:
    """Return the one show of a kind, be it in a fold or a column."""
    (found,) = of_kind(shows, kind)
    return found


def of_kind(shows: Iterable[Show], kind: type[Kind]) -> Iterator[Kind]:
    """Yield the shows of a kind, also in folds and columns."""
    for show in shows:
        if isinstance(show, kind):
            yield show
        if isinstance(show, Fold):
            yield from of_kind(show.shows, kind)
        if isinstance(show, Columns):
            for column in show.columns:
                yield from of_kind(column, kind)


def said(shows: Iterable[Show]) -> list[str]:
    """Return the sentences as texts."""
    return [spoken(text) for text in of_kind(shows, Text)]


def cells(table: DataTable) -> list[list[str]]:
    """Return the cells of a table of chips, a space between chips."""
    return [list(map(cell_text, row.cells)) for row in table.rows]
