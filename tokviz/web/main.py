"""The router: language, style and navigation around whichever page the visitor asked for."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from tokviz.location import site
from tokviz.web import components, presenting
from tokviz.web.address import url
from tokviz.web.address.site_map import PAGES, page
from tokviz.web.components import guide_card, save_charts
from tokviz.web.guides import beside_page
from tokviz.web.live import leading
from tokviz.web.server import runs
from tokviz.web.shared import i18n, parts

_ICON = site() / "assets" / "icon.png"
_LOOK = Path(components.__file__).parent / "shared" / "look.css"
_STYLE = Path(__file__).with_name("looks.css")
_WINDOWS = Path(__file__).with_name("windows.css")
_TERMS = Path(guide_card.__file__).with_name("terms.css")
_EMBEDDED = Path(__file__).with_name("embedded.css")
_WITHOUT_CHARTS = ("", "bytes", "tokenizers", "practice", "glossary", "live")


def main() -> None:
    """Run one visit."""
    with runs.taken():
        _visit()


def _visit() -> None:
    url.arrive()
    say = i18n.catalog()
    # An icon of our own: Streamlit would fetch a named one from outside.
    st.set_page_config(
        page_title=say("app.name"),
        page_icon=str(_ICON),
        layout="wide",
        initial_sidebar_state=beside_page.side_bar(),
    )
    st.html(_LOOK)
    st.html(_STYLE)
    st.html(_WINDOWS)
    st.html(_TERMS)
    if st.context.is_embedded:
        st.html(_EMBEDDED)
    presenting.show_style()
    st.html(parts.style_without(st.query_params.get("hide", "").split(",")))
    chosen = st.navigation([page(info, say) for info in PAGES], position="sidebar", expanded=True)
    i18n.chooser(say)
    i18n.tell(say)

    leading.show_bar(say)

    def draw() -> None:
        chosen.run()
        if chosen.url_path not in _WITHOUT_CHARTS:
            save_charts.offer(say, name=f"tokviz-{chosen.url_path}")

    beside_page.run(chosen, draw, say)
    url.leave()


if __name__ == "__main__":
    main()
