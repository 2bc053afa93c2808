"""Buttons that save files, each made once the visitor asks for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from tokviz.web.shared import i18n
from tokviz.web.streamlit_workarounds import deferred_files


def save(label: str, content: str | bytes | Callable[[], str | bytes], name: str, mime: str, **looks: Any) -> None:
    """Draw a button that saves a file, and has nothing run again. looks: more of Streamlit's button.

    content: the file, or what makes it once the visitor asks for it (:mod:`~.streamlit_workarounds.deferred_files`).
    While that takes long, the visitor can cancel it.
    """
    say, is_made_later = i18n.catalog(), callable(content)
    if callable(content):
        content = deferred_files.bounded(content, say)
    st.download_button(label, content, name, mime, on_click="ignore", icon=":material/download:", **looks)
    if is_made_later:  # looks.css shows it only while the button before it makes its file
        alike = {name: looks[name] for name in ("type", "width") if name in looks}
        st.button(
            say("train.cancel"), key=f"cancel_file_{looks.get('key', name)}", on_click=deferred_files.cancel, **alike
        )
