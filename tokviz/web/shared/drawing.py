"""The app as a host of views that are data (:mod:`tokviz.views.shows`): each kind of show by Streamlit, and each field
as a widget.

The key of a widget is ``<page>_<name of the field>``.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from contextlib import nullcontext
from functools import partial
from typing import Literal
from zlib import crc32

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from tokviz.text_keys import column_key
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import DataTable
from tokviz.views.shared.glossary import Mention
from tokviz.views.shared.rendering import render
from tokviz.views.shared.sentences import Part
from tokviz.views.shows import (
    Algorithm,
    Ask,
    Bars,
    Choice,
    Code,
    Columns,
    Field,
    Figures,
    File,
    Flow,
    Fold,
    Grid,
    Lines,
    Number,
    Page,
    Pages,
    PageView,
    Pick,
    Picture,
    Points,
    Rows,
    Selection,
    Show,
    StateT,
    SubjectT,
    Text,
    Tree,
    Word,
    spoken,
)
from tokviz.web.components import text_rows
from tokviz.web.shared import (
    bar_charts,
    cells,
    choosing,
    downloads,
    i18n,
    line_charts,
    messages,
    parts,
    point_charts,
    stepping,
    tables,
)
from tokviz.web.streamlit_workarounds import widget_values

_PRESSED = "_pressed"  # after the key of a text in rows

_LONG_TEXT = 80  # pixels: the height of a field for a long text


def draw(shows: Iterable[Show], page: str, say: Catalog, play: Callable[[Picture], None] | None = None) -> None:
    """Draw shows from top to bottom. page: what the keys of pictures begin with; play: draws a picture that the page
    has something to do with, such as one whose step is in its link."""
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
                _draw_grid(show, say)
            case Figures():
                for place, figure in zip(st.columns(len(show.figures)), show.figures, strict=True):
                    place.metric(messages.escape(figure.name), figure.value, help=figure.about)
            case Lines():
                line_charts.draw(show, say)
            case Points():
                point_charts.draw(show, say)
            case Bars():
                bar_charts.draw(show, say)
            case Picture():
                if play is None:
                    stepping.token_walk(show.payload, key=f"{page}_{show.name}")
                else:
                    play(show)
            case Rows():
                _draw_rows(show, page)
            case Flow():
                st.html(render("chip_flow.html", say, name=show.name, flow=show.chips))
                tables.cut_short(len(show.chips), show.total, say)
            case Tree():
                st.html(render("merge_tree.html", say, name=show.name, trees=[[tree] for tree in show.trees]))
                messages.details(messages.escape(show.text), say)
            case Algorithm():
                st.html(render("plain_algorithm.html", say, lines=show.lines))
            case Fold():
                is_open = show.is_open_in_lessons and "guide" in st.query_params
                with st.expander(messages.escape(show.title), icon=_icon(show.icon), expanded=is_open):
                    draw(show.shows, page, say, play)
            case File():
                _draw_file(show)
            case Code():
                st.code(f"\n{show.text}\n", language=None, wrap_lines=True)  # which takes a line end off both ends
            case Columns():
                widths = show.widths or len(show.columns)
                for place, column in zip(st.columns(widths), show.columns, strict=True):
                    with place:
                        draw(column, page, say, play)


def parts_of(
    page: Page[StateT, SubjectT], subject: SubjectT, address: str, say: Catalog, play: Callable[[Picture], None]
) -> Callable[[str | PageView[SubjectT]], bool]:
    """Return a function that draws a view of a page, or a piece of one.

    It takes the name of a view, which is drawn in the part of that name, if there is one; and it returns whether there
    is a picture, which `play` draws. address: of the page, with which the keys begin.
    """

    def show(wanted: str | PageView[SubjectT]) -> bool:
        pictures: list[Picture] = []

        def played(picture: Picture) -> None:
            pictures.append(picture)
            play(picture)

        view = page.views[wanted][1] if isinstance(wanted, str) else wanted
        with parts.part(wanted) if isinstance(wanted, str) and wanted in parts.PARTS else nullcontext():
            draw(view(subject, asking(address, page.form.parameters)), address, say, played)
        return bool(pictures)

    return show


def asking(page: str, linked: Container[str] = ()) -> Ask:
    """Return a function that draws the widget of a field and returns its value.

    A view calls it where it asks for the field. linked: the fields whose widgets the page has filled already, since
    they are in its link.
    """
    rows: dict[str, DeltaGenerator] = {}

    def ask(field: Field) -> str:
        key, row = f"{page}_{field.name}", getattr(field, "row", "")
        if row and row not in rows:
            rows[row] = st.container(horizontal=True, gap="medium", key=f"{page}_{row}")
        with rows[row] if row else nullcontext():
            return _widget(field, key, is_filled=field.name in linked)

    def _widget(field: Field, key: str, *, is_filled: bool) -> str:
        match field:
            case Word():
                typed = "" if is_filled else field.opening
                if not field.is_long:
                    return st.text_input(field.label, typed, key=key, max_chars=field.most)
                text = st.text_area(field.label, typed, key=key, height=_LONG_TEXT, max_chars=field.most)
                messages.note_length(i18n.catalog(), text)
                return text
            case Choice():
                names = dict(field.options)
                about = field.help or None
                chosen: str
                if field.is_scale:
                    opening = None if is_filled else field.opening
                    chosen = st.select_slider(
                        field.label, names, opening, format_func=names.__getitem__, key=key, help=about
                    )
                elif field.is_open:
                    chosen = _draw_open(field, names, key, is_filled=is_filled)
                else:
                    first = 0 if is_filled else list(names).index(field.opening)
                    chosen = st.selectbox(
                        field.label,
                        names,
                        first,
                        format_func=names.__getitem__,
                        key=key,
                        help=about,
                        on_change=partial(_light_up, key) if field.lights else None,
                    )
                return chosen
            case Number():
                return _number(field, key, is_filled=is_filled)
            case Pick():
                picked = field.opening if is_filled else field.parse(str(st.session_state.get(key, field.opening)))
                choosing.numbered(page, field.name, field.labels, int(picked), field.label, i18n.catalog())
                return picked
            case Pages():
                return str(st.pagination(field.pages, key=key))
            case Selection():
                return tables.select(field, key, i18n.catalog())

    return ask


def _number(field: Number, key: str, *, is_filled: bool) -> str:
    """Draw the widget of a number, and return it."""
    opening, about = None if is_filled else int(field.opening), field.help or None
    if field.is_typed:
        first: int | Literal["min"] = "min" if opening is None else opening
        return str(st.number_input(field.label, field.least, field.most, first, key=key, step=1, help=about))
    return str(st.slider(field.label, field.least, field.most, opening, key=key, help=about))


def _draw_open(field: Choice, names: Mapping[str, str], key: str, *, is_filled: bool) -> str:
    """Draw a choice whose options are all in sight. Returns the value."""
    chosen = st.segmented_control(
        field.label,
        list(names),
        format_func=names.__getitem__,
        default=None if is_filled else field.opening,
        key=key,
        required=True,
        help=field.help or None,
    )
    return chosen or field.opening


def _light_up(key: str) -> None:
    stepping.light((st.session_state[key],))


def take_pressed(rows: str) -> str | None:
    """Return the kind of part that was pressed in a text in rows since the last run; None if none was. rows: its key.
    For a page where what is pressed changes more than its own field."""
    kind: str | None = st.session_state.pop(f"{rows}{_PRESSED}", None)
    return kind


def _draw_rows(rows: Rows, page: str) -> None:
    """Draw a text in rows; a press on a part sets the field that shows it."""
    key = f"{page}_{rows.name}"

    def take() -> None:
        kind, number = text_rows.part_picked_in(st.session_state.get(key)) or ("", 0)
        if number:  # what a tokenizer drops has none
            widget_values.put(f"{page}_{rows.picked[kind][0]}", number)
            st.session_state[f"{key}{_PRESSED}"] = kind

    picked = {kind: int(number) for kind, (_, number) in rows.picked.items()}
    text_rows.text_rows(rows.payload, key=key, on_pick=take, picked=picked)


def _draw_file(file: File) -> None:
    key = f"file_{file.name}"
    if file.is_refused:
        st.button(file.label, disabled=True, key=key, width="stretch")
        return
    looks = {"type": "tertiary"} if file.is_small else {"width": "stretch"}
    downloads.save(file.label, file.make, file.file, file.media_type, key=key, help=file.help or None, **looks)


def _draw_grid(grid: Grid, say: Catalog) -> None:
    frame = grid.table.read(say)
    keys = dict(zip(frame.columns, grid.table.titles_by_name.values(), strict=True))
    others = {name: key for name, key in keys.items() if key not in ("", column_key(name))}
    headings = cells.columns(frame, say, others)
    # Streamlit would write None, in English.
    tables.show(frame, say, alt=grid.name, most=grid.height, columns=headings, placeholder="–")


def _icon(name: str) -> str | None:
    return f":material/{name}:" if name else None


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
        case "error":
            st.error(written, icon=":material/error:")


def _written_text(text: Text, say: Catalog) -> str:
    """Return a sentence as Markdown."""
    place = crc32(spoken(text).encode("utf-8", "surrogatepass"))
    lead = f"**{messages.escape(text.lead)}**" if text.lead else ""
    return f"{lead}{''.join(_written(part, place, say) for part in text.parts)}".replace("\n", "  \n")


def _written(part: Part | Mention, place: int, say: Catalog) -> str:
    """Return a part of a sentence as Markdown. place: what tells the terms of one sentence from those of another."""
    if isinstance(part, str) or "mention" not in part:
        return messages.as_markdown((part,))
    name = f"term-{part['term']}-{place:x}"
    return render("term.html", say, word=part["mention"], name=name, definition=part["definition"])
