"""The patches on `/bytes`: their knobs, the curve that cuts them, the patches themselves, and a table of all bytes."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from tokviz.entropy_patches import MAX_ORDER, SMOOTHINGS, START_RULES, ByteModel, Segmented, segment
from tokviz.examples import OWN
from tokviz.memory import digest
from tokviz.state.bytes import PAGE, THRESHOLDS, BytesState, byte_model_of
from tokviz.views import entropy_patches as views
from tokviz.views.shared.catalog import Catalog
from tokviz.web.pages.bytes.controls import SplitText
from tokviz.web.shared import cells, messages, tables
from tokviz.web.streamlit_workarounds import altair_charts

__all__ = ["show"]

_SMOOTHINGS = {
    "witten-bell": "bytes.patches.smoothing.witten-bell",
    "add-one": "bytes.patches.smoothing.add-one",
}

_STARTS = {
    "global": "bytes.patches.starts.global",
    "rise": "bytes.patches.starts.rise",
}

_FROM = f"{PAGE}_patches_from"


def show(chosen: BytesState, split: SplitText, say: Catalog) -> BytesState:
    """Draw the patches of the text. Returns the state with the knobs as the visitor has set them here."""
    st.subheader(say("bytes.patches.title"), anchor=False, help=cells.about("bytes.patches.title", say))
    messages.caption_with_terms("bytes.patches.caption", say)
    chosen = _choose(chosen, say)
    counted = (chosen.corpus, digest(chosen.shown) if chosen.corpus == OWN else "", chosen.context, chosen.smoothing)
    model = _counted_model(counted, chosen)
    cut = _cut((*counted, digest(chosen.shown), chosen.starts, chosen.threshold), chosen, model)
    size = len(cut.positions)
    st.markdown(
        say(
            "bytes.patches",
            patches=say.count("bytes.count.patches", len(cut.patches)),
            bytes=say.count("bytes.count.bytes", size),
            tokens=say.count("bytes.count.tokens", len(split.tokens)),
        )
    )
    tables.flow(say("bytes.patches.title"), views.patch_chips(cut), say)
    first = 0
    if size > views.MAX_SHOWN:
        last = size - views.MAX_SHOWN
        first = min(st.slider(say("bytes.patches.from"), 1, last + 1, key=_FROM) - 1, last)
    shown = cut.positions[first : first + views.MAX_SHOWN]
    altair_charts.draw(
        views.curve,
        shown,
        chosen.starts,
        chosen.threshold,
        say,
        cells.palette(),
        describe=say(
            "bytes.patches.alt",
            bytes=say.count("bytes.count.bytes", len(shown)),
            starts=sum(position.starts for position in shown),
            threshold=say.decimal(chosen.threshold, 2),
        ),
    )
    with st.expander(say("bytes.patches.table"), icon=":material/table_rows:"):
        tables.show(views.positions_table(cut.positions, say).frame(), say, alt=say("bytes.patches.table"), most=300)
    return chosen


def _choose(chosen: BytesState, say: Catalog) -> BytesState:
    rule, threshold, context, smoothing = st.columns(4, gap="medium")
    return replace(
        chosen,
        starts=rule.selectbox(
            say("bytes.patches.starts"),
            START_RULES,
            format_func=lambda name: say(_STARTS[name]),
            key=f"{PAGE}_starts",
            help=say("bytes.patches.starts.help"),
        ),
        threshold=threshold.select_slider(
            say("bytes.patches.threshold"),
            THRESHOLDS,
            format_func=lambda bits: say.decimal(bits, 2),
            key=f"{PAGE}_threshold",
            help=say("bytes.patches.threshold.help"),
        ),
        context=context.slider(
            say("bytes.patches.context"), 0, MAX_ORDER, key=f"{PAGE}_context", help=say("bytes.patches.context.help")
        ),
        smoothing=smoothing.selectbox(
            say("bytes.patches.smoothing"),
            SMOOTHINGS,
            format_func=lambda name: say(_SMOOTHINGS[name]),
            key=f"{PAGE}_smoothing",
            help=say("bytes.patches.smoothing.help"),
        ),
    )


@st.cache_resource(max_entries=16, show_spinner=False)
def _counted_model(key: tuple[str | int, ...], _chosen: BytesState) -> ByteModel:
    """Return the model of bytes; `key` names what it is counted from. The threshold has no part in it."""
    return byte_model_of(_chosen)


@st.cache_resource(max_entries=32, show_spinner=False)
def _cut(key: tuple[str | int | float, ...], _chosen: BytesState, _model: ByteModel) -> Segmented:
    """Return the text in patches; `key` names the text, the model and the rule."""
    return segment(_chosen.shown.encode("utf-8", "surrogatepass"), _model, _chosen.starts, _chosen.threshold)
