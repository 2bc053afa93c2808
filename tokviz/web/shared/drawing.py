"""The app as a host of views that are data (:mod:`tokviz.views.shows`): each kind of show by Streamlit, and each field
as a widget.

The key of a widget is ``<page>_<name of the field>``.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from zlib import crc32

import streamlit as st

from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import DataTable
from tokviz.views.shared.glossary import Mention
from tokviz.views.shared.rendering import render
from tokviz.views.shared.sentences import Part
from tokviz.views.shows import (
    Algorithm,
    Ask,
    Choice,
    Columns,
    Field,
    Figures,
    Flow,
    Fold,
    Grid,
    Lines,
    Pages,
    Picture,
    Points,
    Selection,
    Show,
    Text,
    Tree,
    Word,
    spoken,
)
from tokviz.web.address import url
from tokviz.web.shared import i18n, line_charts, messages, point_charts, stepping, tables

__all__ = ["asking", "draw"]


def draw(shows: Iterable[Show], page: str, say: Catalog) -> None:
    """Draw shows from top to bottom. page: what the keys of pictures begin with."""
    items: list[str] = []  # those that follow each other are one list
    for show in shows:
        if isinstance(show, Text) and show.look == "item":
            if not items:
                place = st.empty()
            items.append(f"- {_written_text(show, say)}")
            place.markdown("\n".join(items))
            continue
        items = []
        match show:
            case Text():
                _draw_text(show, say)
            case DataTable():
                tables.show_chips(show.name, show.columns, show.rows, say)
            case Grid():
                tables.show(show.table.read(say), say, alt=show.name, most=show.height)
            case Figures():
                for place, figure in zip(st.columns(len(show.figures)), show.figures, strict=True):
                    place.metric(figure.name, figure.value, help=figure.about)
            case Lines():
                line_charts.draw(show, say)
            case Points():
                point_charts.draw(show, say)
            case Picture():
                stepping.token_walk(show.payload, key=f"{page}_{show.name}")
            case Flow():
                st.html(render("chip_flow.html", say, name=show.name, flow=show.chips))
                tables.cut_short(len(show.chips), show.total, say)
            case Tree():
                st.html(render("merge_tree.html", say, name=show.name, trees=[[tree] for tree in show.trees]))
                messages.details(messages.escape(show.text), say)
            case Algorithm():
                st.html(render("plain_algorithm.html", say, lines=show.lines))
            case Fold():
                icon = f":material/{show.icon}:" if show.icon else None
                with st.expander(show.title, icon=icon, expanded=bool(icon) and "guide" in url.current()):
                    draw(show.shows, page, say)
            case Columns():
                for place, column in zip(st.columns(len(show.columns)), show.columns, strict=True):
                    with place:
                        draw(column, page, say)


def asking(page: str) -> Ask:
    """Return what draws the widget of a field where a view asks for it, and returns its value."""

    def ask(field: Field) -> str:
        key = f"{page}_{field.name}"
        match field:
            case Word():
                return st.text_input(field.label, field.opening, key=key, max_chars=field.most)
            case Choice():
                names = dict(field.options)
                first = list(names).index(field.opening)
                chosen: str = st.selectbox(
                    field.label,
                    names,
                    first,
                    format_func=names.__getitem__,
                    key=key,
                    on_change=partial(_light_up, key) if field.lights else None,
                )
                return chosen
            case Pages():
                return str(st.pagination(field.pages, key=key))
            case Selection():
                return tables.select(field, key, i18n.catalog())

    return ask


def _light_up(key: str) -> None:
    stepping.light((st.session_state[key],))


def _draw_text(text: Text, say: Catalog) -> None:
    written = _written_text(text, say)
    has_terms = any(not isinstance(part, str) and "mention" in part for part in text.parts)
    match text.look:
        case "text":
            st.markdown(written, unsafe_allow_html=has_terms)
        case "caption":
            st.caption(written, unsafe_allow_html=has_terms)
        case "heading":
            st.subheader(written, anchor=False, help=text.about or None)
        case "strong":
            st.markdown(f"**{written}** {messages.escape(text.rest)}".rstrip())
        case "hint":
            st.info(written, icon=":material/menu_book:")
        case "info":
            st.info(written, icon=":material/info:")
        case "warning":
            st.warning(written, icon=":material/warning:")
        case "success":
            st.success(written, icon=":material/check:")


def _written_text(text: Text, say: Catalog) -> str:
    """Return a sentence as Markdown."""
    place = crc32(spoken(text).encode("utf-8", "surrogatepass"))
    return "".join(_written(part, place, say) for part in text.parts).replace("\n", "  \n")


def _written(part: Part | Mention, place: int, say: Catalog) -> str:
    """Return a part of a sentence as Markdown. place: what tells the terms of one sentence from those of another."""
    if isinstance(part, str) or "mention" not in part:
        return messages.as_markdown((part,))
    name = f"term-{part['term']}-{place:x}"
    return render("term.html", say, word=part["mention"], name=name, definition=part["definition"])
