"""The lattice of a word, `/unigram?do=lattice`: its tokenizer, from a file or from a training, and its views."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import partial

import pandas as pd
import streamlit as st

from tokviz.algorithms import UNIGRAM
from tokviz.files.detect import load_unigram
from tokviz.sandbox import ask
from tokviz.state.lattice import ALPHAS, DRAWS, MAX_BEST, MAX_SEED, LatticeState
from tokviz.unigram import EncodeTrace, Model, Trace
from tokviz.views.encoding.applying import numbers_of
from tokviz.views.lattice import charts as lattice_bars
from tokviz.views.lattice import tables as lattice_tables
from tokviz.views.lattice.tables import (
    EXPECTED,
    POSITIONS,
    SEGMENTATIONS,
    SUMS,
    Segmentations,
    expected_rows,
    position_rows,
)
from tokviz.views.lattice.viterbi import decimal
from tokviz.views.picture.questions import DrawWord
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.encoding_reasons import cost
from tokviz.views.shared.tables import FilledTable
from tokviz.views.tokenizers.work import pretoken_picture
from tokviz.views.unigram import numbers as unigram_numbers
from tokviz.web.computing import cache
from tokviz.web.computing.cache import TraceKey
from tokviz.web.encoding import text_views
from tokviz.web.encoding.page import Draw, PageContext, Place
from tokviz.web.encoding.tokenizer import Given, LoadedTokenizer, Training, encoded, explained
from tokviz.web.pages.unigram.fewest import show_fewest
from tokviz.web.shared import cells, messages, parts
from tokviz.web.shared.tables import HEIGHT, show
from tokviz.web.streamlit_workarounds import altair_charts, widget_values
from tokviz.web.training import training

__all__ = ["MAX_LISTED", "TAB_KEYS", "draw_word", "lattice_views", "load_tokenizer", "show_unknown", "words_of"]

TAB_KEYS = {
    "paths": "lattice.tab.paths",
    "table": "lattice.tab.table",
    "sums": "lattice.tab.sums",
    "best": "lattice.tab.best",
    "fewest": "lattice.tab.fewest",
    "samples": "lattice.tab.samples",
    "text": "lattice.tab.text",
    "decode": "lattice.tab.decode",
}

_DRAWN_BY = {
    "exact": "lattice.drawn-by.exact",
    "compounding": "lattice.drawn-by.compounding",
}

_KINDS = {
    "seed": "lattice.kind.seed",
    "expect": "lattice.kind.expect",
    "maximize": "lattice.kind.maximize",
    "prune": "lattice.kind.prune",
}

_AT = "lattice_at"
MAX_LISTED = 200
"""The maximum number of segmentations that are listed."""
_DRAWN_PATHS = 10
_DRAWN_ARCS = 400_000  # drawing takes time with their number
_MAX_TEXT = 100_000


@dataclass(frozen=True, eq=False)
class LatticeTokenizer(LoadedTokenizer[Model]):
    """A tokenizer with its lattice. denominator: that of the probabilities, if they are counts divided by a sum that
    is easy to read."""

    denominator: int | None = None


def load_tokenizer(
    given: Given, state: LatticeState, linked: LatticeState | None, place: Place, say: Catalog
) -> tuple[LatticeTokenizer, LatticeState]:
    """Return the tokenizer of a file, or after a step of the training, whose choice is drawn. Raises TokvizError."""
    loaded = given.tokenizer(load_unigram)
    if loaded is None:
        return _train_tokenizer(state, place, say)
    if loaded.file:
        with place:
            st.caption(say("lattice.upload.in-use", name=messages.escape(cells.token(loaded.file))))
    return LatticeTokenizer(
        loaded.model, loaded.key, file=loaded.file, notes=loaded.notes, original=loaded.original
    ), state


def _train_tokenizer(state: LatticeState, place: Place, say: Catalog) -> tuple[LatticeTokenizer, LatticeState]:
    source = training.corpus_of(state.train)
    messages.show_notes(source.notes, say, f"{UNIGRAM.name}_split")
    with st.spinner(say("train.running", words=say.count("count.words", len(source.corpus)))):
        training_result = training.train(UNIGRAM, state.train, say)
        trace = training_result.trace
    if not 0 <= state.at <= len(trace):
        total = say.count("count.steps", len(trace))
        messages.warn_of(say("lattice.at.beyond", asked=state.at, total=total))
    if not 0 <= state.at < len(trace):
        widget_values.put(_AT, 0)
    with place:
        at = st.selectbox(
            say("lattice.at"),
            range(len(trace)),
            format_func=lambda k: _step_name(trace, k, say),
            key=_AT,
            label_visibility="collapsed",
        )
    k, split = at or len(trace), state.train.split
    key = (*training_result.key, k, split)
    model = cache.trained_model(key, k, split, trace)
    tokenizer = LatticeTokenizer(
        model, key, Training(trace, k, source.key), denominator=_denominator(key, k, trace, model)
    )
    return tokenizer, replace(state, at=at)


def _step_name(trace: Trace, k: int, say: Catalog) -> str:
    number = k or len(trace)
    kind = say(_KINDS[trace[number - 1].kind])
    pieces = say.count("count.pieces", trace.pieces_left[number])
    return say("lattice.at.step" if k else "lattice.at.end", number=number, kind=kind, pieces=pieces)


@st.cache_resource(max_entries=32, show_spinner=False)
def _denominator(key: TraceKey, k: int, _trace: Trace, _model: Model) -> int | None:
    return unigram_numbers.common_denominator(_trace, k, _model)


def words_of(tokenizer: LatticeTokenizer, state: LatticeState) -> tuple[str, ...]:
    """Return the words of what was typed, without added tokens, which have no lattice."""
    added = {token.content for token in tokenizer.model.added}
    return tuple(word for word in tokenizer.model.words(state.word) if word not in added)


def draw_word(tokenizer: LatticeTokenizer) -> DrawWord:
    """Return the function that draws the positions of a word; its question is the best arc to the next one."""
    return partial(pretoken_picture, common=tokenizer.denominator)


def show_unknown(context: PageContext[LatticeState, LatticeTokenizer], word: str, picture: Place, say: Catalog) -> None:
    """Say which characters are unknown, and what they cost."""
    tokenizer = context.tokenizer
    lattice = explained(tokenizer.key, word, tokenizer.model.explain).lattice
    unknown = dict.fromkeys(arc.piece for arc in lattice.arcs if not arc.known)
    if unknown:
        names = cells.code_list(list(unknown), say, 12)
        with parts.part("now"):
            st.caption(say("lattice.unknown", characters=names, cost=cost(tokenizer.model.unknown_score, say)))


# -- the views below the lattice ---------------------------------------------------------------------------------------


def lattice_views(
    context: PageContext[LatticeState, LatticeTokenizer], word: str, step: int, say: Catalog
) -> dict[str, Draw]:
    """Return the views, name -> what draws it."""
    tokenizer = context.tokenizer
    trace = explained(tokenizer.key, word, tokenizer.model.explain)
    return {
        "paths": lambda: _segmentations_view(tokenizer, trace, say),
        "table": lambda: _viterbi_view(trace, step, say),
        "sums": lambda: _sums_view(trace, say),
        "best": lambda: _best_view(trace, say),
        "fewest": lambda: show_fewest(trace.lattice, say),
        "samples": lambda: _samples_view(tokenizer, trace, say),
        "text": lambda: _text_view(tokenizer, say),
        "decode": lambda: text_views.show_decoded(
            tokenizer, _text_area(say), say, "lat", tokens="lattice.decode.tokens", lost="lattice.decode.lost"
        ),
    }


def _segmentations_view(tokenizer: LatticeTokenizer, trace: EncodeTrace, say: Catalog) -> None:
    lattice = trace.lattice
    shown = Segmentations(lattice, lattice.nbest(MAX_LISTED), tokenizer.denominator)
    number = say.count("lattice.paths", lattice.number_of_paths)
    st.markdown(say("lattice.paths.what", number=number, sum=decimal(lattice.log_probability, say)))
    _show_table(SEGMENTATIONS.of(shown), "paths", say)
    if lattice.number_of_paths > len(shown.paths):
        messages.caption_with_terms("lattice.paths.shown", say, shown=len(shown.paths), total=lattice.number_of_paths)


def _viterbi_view(trace: EncodeTrace, step: int, say: Catalog) -> None:
    messages.caption_with_terms("lattice.table.what", say)
    _show_table(POSITIONS.of(position_rows(trace, step)), "table", say)


def _sums_view(trace: EncodeTrace, say: Catalog) -> None:
    lattice = trace.lattice
    st.caption(say("lattice.sums.what"))
    messages.details(say("lattice.sums.details", sum=decimal(lattice.log_probability, say)), say)
    _show_table(SUMS.of(lattice), "sums", say)
    messages.text_with_terms("lattice.expected.what", say)
    rows = expected_rows(lattice)
    _show_table(EXPECTED.of(rows), "sums", say)
    total = sum(row.characters for row in rows)
    length = say.count("lattice.characters", len(lattice.word))
    st.markdown(say("lattice.expected.sum", sum=say.amount(total), length=length))


def _best_view(trace: EncodeTrace, say: Catalog) -> None:
    lattice = trace.lattice
    st.slider(say("lattice.n"), 1, MAX_BEST, key="lattice_n", help=say("lattice.n.help"))
    paths = lattice.nbest(st.session_state["lattice_n"])
    table = pd.DataFrame(
        {
            "segmentation": [lattice_tables.split(path) for path in paths],
            "share": [lattice.share(path) for path in paths],
            "label": [decimal(path.score, say) for path in paths],
        }
    )
    lines = [f"{split} {label}" for split, label in zip(table["segmentation"], table["label"], strict=True)]
    listed = say("list.comma").join(lines)
    altair_charts.draw(
        lattice_bars.best_bars,
        table,
        say("lattice.column.share"),
        cells.palette(),
        describe=say("lattice.best.alt", paths=listed),
    )
    st.caption(say("lattice.best.what", shown=len(paths), number=say.count("lattice.paths", lattice.number_of_paths)))


def _samples_view(tokenizer: LatticeTokenizer, trace: EncodeTrace, say: Catalog) -> None:
    lattice = trace.lattice
    messages.caption_with_terms("lattice.samples.what", say)
    messages.details_with_terms("lattice.samples.details", say)
    left, middle, right = st.columns([2, 1, 1], vertical_alignment="bottom")
    with left:
        alpha = st.select_slider(
            say("lattice.alpha"), ALPHAS, format_func="{:g}".format, key="lattice_alpha", help=say("lattice.alpha.help")
        )
    with middle:
        seed = st.number_input(say("lattice.seed"), min_value=0, max_value=MAX_SEED, step=1, key="lattice_seed")
    with right:
        draws = st.selectbox(say("lattice.draws"), DRAWS, format_func=say.integer, key="lattice_draws")
    paths = lattice.nbest(_DRAWN_PATHS)
    tables = []
    for compounding in (False, True):
        counts = _draw_samples(tokenizer.key, lattice.word, alpha, seed, draws, compounding, trace)
        tables.append(lattice_tables.samples(lattice, paths, counts, alpha, compounding=compounding))
    most = max(float(table[["expected", "drawn"]][: len(paths)].max().max()) for table in tables)
    for column, table, name in zip(st.columns(2), tables, ("exact", "compounding"), strict=True):
        rows = zip(table["segmentation"], table["expected"], table["count"], strict=True)
        listed = say("list.comma").join(
            f"{split or '…'} {say.decimal(part, 4)} ({say.integer(count)})" for split, part, count in rows
        )
        with column:
            st.markdown(say(_DRAWN_BY[name]))
            altair_charts.draw(
                lattice_bars.sample_bars,
                table[: len(paths)],
                most,
                say,
                cells.palette(),
                describe=say("lattice.samples.alt", splits=listed),
            )
            if len(table) > len(paths):
                number = say.count("lattice.other-paths", lattice.number_of_paths - len(paths))
                part, drawn = (say.decimal(table[column].iloc[-1], 4) for column in ("expected", "drawn"))
                st.caption(say("lattice.samples.rest", n=number, part=part, drawn=drawn))
    drawn_each = int(tables[0]["count"].sum())
    st.caption(say.count("lattice.samples.drawn", drawn_each))
    if drawn_each < draws:
        st.caption(say("lattice.samples.fewer"))


@st.cache_data(max_entries=64, show_spinner=False)
def _draw_samples(
    key: TraceKey, word: str, alpha: float, seed: int, draws: int, compounding: bool, _trace: EncodeTrace
) -> Counter[str]:
    """Return how often each segmentation of a word came up; of a word with many arcs fewer are drawn."""
    lattice = _trace.lattice
    number = max(1, min(draws, _DRAWN_ARCS // max(1, len(lattice.arcs))))
    return lattice_tables.draw(lattice, number, seed, alpha, compounding=compounding)


def _text_view(tokenizer: LatticeTokenizer, say: Catalog) -> None:
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


def _show_table(table: FilledTable, name: str, say: Catalog) -> None:
    """Draw a table with its headings. name: that of its view."""
    shown = table.read(say)
    headings = (cells.heading(key, say) for key in table.titles_by_name.values())
    columns = {
        column: st.column_config.Column(**heading) for column, heading in zip(shown.columns, headings, strict=True)
    }
    show(shown, say, alt=say(TAB_KEYS[name]), columns=columns, most=HEIGHT + 60)
