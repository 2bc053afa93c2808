"""A panel that opens again after its visitor has closed it.

Each run tells Streamlit's client whether a panel is open. The answer to its opening may come after the visitor has
closed it: the client opens it again, and sends that it is open. So a run tells this only where we have put a value into
the panel; else the client keeps what its visitor did.

Without it: tests/e2e/test_hurried.py::test_a_panel_that_is_closed_at_once_stays_closed
Tried with: Streamlit 1.67
"""

from __future__ import annotations

from typing import Any, cast

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.elements.lib.mutable_popover_container import PopoverContainer
from streamlit.proto.Block_pb2 import Block

from tokviz.web.streamlit_workarounds import widget_values


class _Untold:
    """The current place, without a word on whether the panel that is drawn there is open."""

    def __init__(self, place: DeltaGenerator) -> None:
        self._place = place

    @property
    def dg(self) -> _Untold:
        return self

    def _block(self, block_proto: Block, **more: Any) -> DeltaGenerator:
        block_proto.popover.ClearField("open")
        return self._place._block(block_proto=block_proto, **more)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._place, name)


def popover(label: str, key: str, **looks: Any) -> PopoverContainer:
    """Draw a panel that opens from a button; a run tells whether it is open. key: holds that, for the session."""
    if widget_values.is_put(key):
        return st.popover(label, key=key, on_change="rerun", **looks)
    untold = cast("DeltaGenerator", _Untold(st._main))
    return DeltaGenerator.popover(untold, label, key=key, on_change="rerun", **looks)
