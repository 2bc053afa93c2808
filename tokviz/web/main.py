"""The router: language, frame and navigation around whichever page the visitor asked for."""

from __future__ import annotations

import streamlit as st

from tokviz.web import i18n
from tokviz.web.registry import PAGES, page


def main() -> None:
    """Run one visit."""
    say = i18n.catalog()
    st.set_page_config(page_title=say("app.name"), page_icon=":material/content_cut:", layout="wide")
    chosen = st.navigation([page(info, say) for info in PAGES], position="sidebar")
    i18n.chooser(say)
    chosen.run()


if __name__ == "__main__":
    main()
