"""What was answered, as a code to copy and hand in. Signed where the server has a teacher's key."""

from __future__ import annotations

import os

import streamlit as st

from tokviz.homework import HandIn, write_code
from tokviz.homework.handin import KEY
from tokviz.views.shared.catalog import Catalog

__all__ = ["show", "told"]


def show(handed: HandIn, say: Catalog) -> None:
    """Draw the button."""
    said = told(handed, say)
    with st.popover(said["button"], icon=":material/assignment_turned_in:", help=say("handin.help")):
        st.markdown(said["holds"])
        st.code(said["code"], language=None, wrap_lines=True)
        st.caption(said["note"])


def told(handed: HandIn, say: Catalog) -> dict[str, str]:
    """Return the code, and what there is to say of it."""
    key = os.environ.get(KEY, "").strip().encode()
    return {
        "code": write_code(handed, key),
        "button": say("handin.button"),
        "holds": say.count("handin.holds", len(handed.answers)),
        "note": say("handin.signed" if key else "handin.unsigned") + say("handin.proves"),
        "copy": say("share.label.copy"),
        "copied": say("share.label.copied"),
    }
