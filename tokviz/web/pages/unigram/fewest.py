"""The view of the fewest tokens, `/unigram?do=lattice&view=fewest`: PathPiece's segmentation beside two others, its
forward pass, its ties, and what each piece is worth to the word."""

from __future__ import annotations

import streamlit as st

from tokviz.unigram import Fewest, Lattice
from tokviz.views.lattice import fewest as fewest_views
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import Chips, Row
from tokviz.views.shared.tables import FilledTable, chip_cells
from tokviz.web.shared import messages
from tokviz.web.shared.tables import ROWS, headings_of, page_of, show_chips

__all__ = ["show_fewest"]


def show_fewest(lattice: Lattice, say: Catalog) -> None:
    """Draw the segmentation with the fewest tokens, and how it is found."""
    fewest = Fewest(lattice)
    messages.caption_with_terms("lattice.fewest.what", say)
    st.markdown("  \n".join(map(messages.as_markdown, fewest_views.result(fewest, say))))
    if any(not arc.known for arc in lattice.arcs):
        st.caption(say("lattice.fewest.unknown"))
    _show(fewest_views.WAYS.of(fewest_views.ways(fewest)), say("lattice.fewest.ways"), say)
    messages.details(say("lattice.fewest.details"), say)
    _show_forward(fewest, say)
    if fewest.number_of_paths > 1:
        _show_ties(fewest, say)
    _show_left_out(fewest, say)


def _show_forward(fewest: Fewest, say: Catalog) -> None:
    """Draw the forward pass; the positions at which tracing back arrives are marked."""
    messages.text_with_terms("lattice.fewest.forward", say)
    shown = page_of(len(fewest.table), "lattice_fewest_page")
    ends = {arc.end for arc in fewest.path.arcs}
    table = fewest_views.FORWARD.of(fewest)
    rows = [
        Row(cells, is_chosen=position in ends)
        for position, cells in enumerate(chip_cells(table, Chips(), say))
        if position in shown
    ]
    show_chips(say("lattice.fewest.forward.name"), headings_of(table.columns, say), rows, say)


def _show_ties(fewest: Fewest, say: Catalog) -> None:
    """Draw the first segmentations that tie; they can be more than a page has room for."""
    st.markdown(say("lattice.fewest.ties", tokens=say.count("count.tokens", fewest.tokens)))
    paths = fewest.paths(ROWS)
    _show(fewest_views.TIES.of(fewest_views.Ties(fewest, paths)), say("lattice.fewest.ties.name"), say)
    if fewest.number_of_paths > len(paths):
        st.caption(say("lattice.fewest.ties.shown", shown=len(paths), total=fewest.number_of_paths))


def _show_left_out(fewest: Fewest, say: Catalog) -> None:
    """Draw how many tokens more the word needs without each piece."""
    rows = fewest.left_out()
    messages.text_with_terms("lattice.fewest.without", say)
    st.markdown(messages.as_markdown(fewest_views.needed(fewest, rows, say)))
    if not rows:
        return
    shown = page_of(len(rows), "lattice_left_out_page")
    _show(fewest_views.LEFT_OUT.of(rows[shown.start : shown.stop]), say("lattice.fewest.without.name"), say)


def _show(table: FilledTable, name: str, say: Catalog) -> None:
    rows = [Row(cells) for cells in chip_cells(table, Chips(), say)]
    show_chips(name, headings_of(table.columns, say), rows, say)
