"""The views below the lattice: segmentations, Viterbi's table, sums, the best ones, random ones, a text, decoding."""

from __future__ import annotations

from collections import Counter

import pandas as pd
import streamlit as st

from tokviz.cage import ask
from tokviz.state.lattice import ALPHAS, DRAWS, MAX_BEST, MAX_SEED, LatticeState
from tokviz.unigram import EncodeTrace
from tokviz.views.encoding.asked import numbers_of
from tokviz.views.lattice import bars as lattice_bars
from tokviz.views.lattice import tables as lattice_tables
from tokviz.views.lattice.numbers import decimal
from tokviz.views.shared.catalog import Catalog
from tokviz.web.computing.cache import TraceKey
from tokviz.web.encoding import text_views
from tokviz.web.encoding.page import Draw, PageContext
from tokviz.web.encoding.tokenizer import encoded, explained
from tokviz.web.pages.unigram.lattice import LatticeTokenizer
from tokviz.web.shared import cells, messages
from tokviz.web.shared.tables import HEIGHT, show
from tokviz.web.streamlit_workarounds import altair_charts

__all__ = ["MAX_LISTED", "panels"]

MAX_LISTED = 200
"""How many segmentations are listed."""
_DRAWN_PATHS = 10
_DRAWN_ARCS = 400_000  # drawing takes time with their number
_MAX_TEXT = 100_000


def panels(context: PageContext[LatticeState, LatticeTokenizer], word: str, step: int, say: Catalog) -> dict[str, Draw]:
    """The views that there are."""
    tokenizer = context.tokenizer
    trace = explained(tokenizer.key, word, tokenizer.model.explain)
    return {
        "paths": lambda: _paths(tokenizer, trace, say),
        "table": lambda: _table(trace, step, say),
        "sums": lambda: _sums(trace, say),
        "best": lambda: _best(trace, say),
        "samples": lambda: _samples(tokenizer, trace, say),
        "text": lambda: _text(tokenizer, say),
        "decode": lambda: text_views.show_decoded(
            tokenizer, _text_area(say), say, "lat", tokens="lattice.decode.tokens", lost="lattice.decode.lost"
        ),
    }


def _paths(tokenizer: LatticeTokenizer, trace: EncodeTrace, say: Catalog) -> None:
    found = trace.lattice
    table = lattice_tables.segmentations(found, MAX_LISTED, tokenizer.denominator, say)
    number = say.count("lattice.paths", found.number_of_paths)
    st.markdown(say("lattice.paths.what", number=number, sum=decimal(found.log_probability, say)))
    _show(table, "paths", say)
    if found.number_of_paths > len(table):
        messages.caption_with_terms("lattice.paths.shown", say, shown=len(table), total=found.number_of_paths)


def _table(trace: EncodeTrace, step: int, say: Catalog) -> None:
    messages.caption_with_terms("lattice.table.what", say)
    _show(lattice_tables.table(trace, step, say), "table", say)


def _sums(trace: EncodeTrace, say: Catalog) -> None:
    found = trace.lattice
    st.caption(say("lattice.sums.what", sum=decimal(found.log_probability, say)))
    _show(lattice_tables.sums(found, say), "sums", say)
    table = lattice_tables.expected(found)
    total = table["characters"].sum()
    messages.text_with_terms("lattice.expected.what", say)
    shown = table.assign(
        expected=[say.decimal(count, 5) for count in table["expected"]],
        characters=[say.decimal(count, 5) for count in table["characters"]],
    )
    _show(shown, "sums", say)
    length = say.count("lattice.characters", len(found.word))
    st.markdown(say("lattice.expected.sum", sum=say.amount(total), length=length))


def _best(trace: EncodeTrace, say: Catalog) -> None:
    found = trace.lattice
    st.slider(say("lattice.n"), 1, MAX_BEST, key="lattice_n", help=say("lattice.n.help"))
    paths = found.nbest(st.session_state["lattice_n"])
    table = pd.DataFrame(
        {
            "segmentation": [lattice_tables.split(path) for path in paths],
            "share": [found.share(path) for path in paths],
            "label": [decimal(path.score, say) for path in paths],
        }
    )
    told = [f"{split} {label}" for split, label in zip(table["segmentation"], table["label"], strict=True)]
    listed = say("list.comma").join(told)
    altair_charts.draw(
        lattice_bars.best_bars,
        table,
        say("lattice.column.share"),
        cells.palette(),
        describe=say("lattice.best.alt", paths=listed),
    )
    st.caption(say("lattice.best.what", shown=len(paths), number=say.count("lattice.paths", found.number_of_paths)))


def _samples(tokenizer: LatticeTokenizer, trace: EncodeTrace, say: Catalog) -> None:
    found = trace.lattice
    messages.caption_with_terms("lattice.samples.what", say)
    left, middle, right = st.columns([2, 1, 1], vertical_alignment="bottom")
    with left:
        alpha = st.select_slider(
            say("lattice.alpha"), ALPHAS, format_func="{:g}".format, key="lattice_alpha", help=say("lattice.alpha.help")
        )
    with middle:
        seed = st.number_input(say("lattice.seed"), min_value=0, max_value=MAX_SEED, step=1, key="lattice_seed")
    with right:
        draws = st.selectbox(say("lattice.draws"), DRAWS, format_func=say.integer, key="lattice_draws")
    paths = found.nbest(_DRAWN_PATHS)
    tables = []
    for compounding in (False, True):
        counts = _drawn(tokenizer.key, found.word, alpha, seed, draws, compounding, trace)
        tables.append(lattice_tables.samples(found, paths, counts, alpha, compounding=compounding))
    most = max(float(table[["expected", "drawn"]][: len(paths)].max().max()) for table in tables)
    for column, table, name in zip(st.columns(2), tables, ("exact", "compounding"), strict=True):
        rows = zip(table["segmentation"], table["expected"], table["count"], strict=True)
        listed = say("list.comma").join(
            f"{split or '…'} {say.decimal(part, 4)} ({say.integer(count)})" for split, part, count in rows
        )
        with column:
            st.markdown(say(f"lattice.drawn-by.{name}"))
            altair_charts.draw(
                lattice_bars.bars,
                table[: len(paths)],
                most,
                say,
                cells.palette(),
                describe=say("lattice.samples.alt", splits=listed),
            )
            if len(table) > len(paths):
                number = say.count("lattice.other-paths", found.number_of_paths - len(paths))
                part, drawn = (say.decimal(table[one].iloc[-1], 4) for one in ("expected", "drawn"))
                st.caption(say("lattice.samples.rest", n=number, part=part, drawn=drawn))
    drawn_each = int(tables[0]["count"].sum())
    st.caption(say.count("lattice.samples.drawn", drawn_each))
    if drawn_each < draws:
        st.caption(say("lattice.samples.fewer"))


@st.cache_data(max_entries=64, show_spinner=False)
def _drawn(
    key: TraceKey, word: str, alpha: float, seed: int, draws: int, compounding: bool, _trace: EncodeTrace
) -> Counter[str]:
    """How often each segmentation of a word came up; of a word with many arcs fewer are drawn."""
    lattice = _trace.lattice
    number = max(1, min(draws, _DRAWN_ARCS // max(1, len(lattice.arcs))))
    return lattice_tables.draw(lattice, number, seed, alpha, compounding=compounding)


def _text(tokenizer: LatticeTokenizer, say: Catalog) -> None:
    text = _text_area(say)
    words = encoded(tokenizer.key, text, tokenizer)
    if not words:
        st.info(say("encode.no-text"), icon=":material/edit_note:")
        return
    used = {token for _, tokens in words for token in tokens}
    unknown = sorted(used - ask(numbers_of, tokenizer.model.text_ids, used).keys())
    note = say("lattice.text.unknown", tokens=cells.code_list(unknown, say, 12)) if unknown else ""
    text_views.show_tokens(text, words, tokenizer.model.text_ids, say, key="lattice_tokens_picture", note=note)


def _text_area(say: Catalog) -> str:
    text = st.text_area(say("encode.text"), key="lattice_text", height=80, max_chars=_MAX_TEXT)
    messages.note_length(say, text)
    return text


def _show(table: pd.DataFrame, name: str, say: Catalog) -> None:
    """A table with its headings. name: that of its view."""
    columns = {name: st.column_config.Column(**cells.heading(f"lattice.column.{name}", say)) for name in table.columns}
    show(table, say, alt=say(f"lattice.tab.{name}"), columns=columns, most=HEIGHT + 60)
