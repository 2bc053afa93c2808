"""The files that a visitor can take away: steps, trace, merges in the formats of the field."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from tokviz.bpe import Trace
from tokviz.errors import TokvizError
from tokviz.formats import subword_nmt
from tokviz.views import export
from tokviz.views.catalog import Catalog
from tokviz.web import messages
from tokviz.web.state import BpeState

__all__ = ["show"]


def show(trace: Trace, state: BpeState, say: Catalog) -> None:
    """Draw the buttons."""
    st.caption(say("files.caption"))
    name = f"tokviz-bpe-{state.example}"
    columns = st.columns(4)
    with columns[0]:
        _download("csv", lambda: export.steps_csv(trace), f"{name}.csv", "text/csv", say)
    with columns[1]:
        _download("json", lambda: export.trace_json(trace), f"{name}.json", "application/json", say)
    with columns[2]:
        _download_if("codes", lambda: subword_nmt.write_codes(trace), f"{name}.codes", "text/plain", say)
    with columns[3]:
        _download_if("zip", lambda: export.huggingface_zip(trace), f"{name}.zip", "application/zip", say)


def _download(kind: str, make: Callable[[], str | bytes], name: str, mime: str, say: Catalog) -> None:
    st.download_button(
        say(f"files.{kind}"),
        make,
        name,
        mime,
        on_click="ignore",
        key=f"bpe_file_{kind}",
        width="stretch",
        icon=":material/download:",
    )
    st.caption(say(f"files.{kind}.help"))


def _download_if(kind: str, make: Callable[[], str | bytes], name: str, mime: str, say: Catalog) -> None:
    """A download whose format cannot hold every trace: where it cannot, the reason stands in its place."""
    try:
        made = make()
    except TokvizError as error:
        st.button(say(f"files.{kind}"), disabled=True, key=f"bpe_file_{kind}", width="stretch")
        st.caption(messages.escape(messages.error_text(error, say)))
    else:
        _download(kind, lambda: made, name, mime, say)
