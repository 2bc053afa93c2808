"""The button that hands in what was answered: a code to copy, signed where the server has a teacher's key."""

from __future__ import annotations

import os

import streamlit as st

from tokviz.exercises.hand_in import HandIn
from tokviz.features.homework.codes import KEY, write_code
from tokviz.views.shared.catalog import Catalog
from tokviz.web import hooks


def register() -> None:
    """Add the button to `/practice` and to the last card of a lesson."""
    hooks.beside_score.add(show)
    hooks.on_last_card.add(texts_of_button)


def show(handed: HandIn, say: Catalog) -> None:
    """Draw the button."""
    texts = texts_of_button(handed, say)
    with st.popover(texts["button"], icon=":material/assignment_turned_in:", help=say("handin.help")):
        st.markdown(texts["holds"])
        st.code(texts["code"], language=None, wrap_lines=True)
        st.caption(texts["note"])


def texts_of_button(handed: HandIn, say: Catalog) -> dict[str, str]:
    """Return the code, and the texts around it."""
    key = os.environ.get(KEY, "").strip().encode()
    return {
        "code": write_code(handed, key),
        "button": say("handin.button"),
        "holds": say.count("handin.holds", len(handed.answers)),
        "note": say("handin.signed" if key else "handin.unsigned") + say("handin.proves"),
        "copy": say("share.label.copy"),
        "copied": say("share.label.copied"),
    }
