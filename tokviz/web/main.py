"""The router: language, frame and navigation around whichever page the visitor asked for."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from tokviz.web import i18n
from tokviz.web.registry import PAGES, page

_ASSETS = Path(__file__).resolve().parents[2] / "assets"
_STYLE = Path(__file__).with_name("frame.css")


def main() -> None:
    """Run one visit."""
    say = i18n.catalog()
    # An icon of our own: Streamlit would fetch a named one from outside.
    st.set_page_config(page_title=say("app.name"), page_icon=str(_ASSETS / "icon.png"), layout="wide")
    st.html(_STYLE)
    chosen = st.navigation([page(info, say) for info in PAGES], position="sidebar")
    i18n.chooser(say)
    chosen.run()


if __name__ == "__main__":
    main()
