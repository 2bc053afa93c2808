"""The router: language, style and navigation around whichever page the visitor asked for."""

from __future__ import annotations

import streamlit as st

from tokviz.frontend import FOLDER
from tokviz.location import site
from tokviz.state.pages import page_at
from tokviz.web import hooks, visit_corpus, visit_store
from tokviz.web.address import url
from tokviz.web.address.site_map import menu
from tokviz.web.arrival import page_head
from tokviz.web.components.page_parts import save_charts
from tokviz.web.guides import beside_page
from tokviz.web.server import files
from tokviz.web.shared import i18n, page_frame, parts
from tokviz.web.streamlit_workarounds import run_queue

_ICON = site() / "assets" / "icon.png"
_EMBEDDED = FOLDER / "page" / "embedded.css"
_CHOSEN = "background: var(--tint); font-weight: 650; box-shadow: inset 3px 0 0 var(--accent);"


def main() -> None:
    """Run one visit."""
    hooks.before_pages()
    with run_queue.take_turn():
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
    if not files.are_served():  # or the index page has them
        for sheet in page_head.SHEETS:
            st.html(sheet)
    if st.context.is_embedded:
        st.html(_EMBEDDED)
    page_frame.show_presenting()
    st.html(parts.style_without(st.query_params.get("hide", "").split(",")))
    chosen = st.navigation(menu(say), position="sidebar", expanded=True)
    visit_corpus.arrive(chosen.url_path)
    st.html(_menu_style(chosen.url_path))
    i18n.tell(say)

    page_frame.show_side_frame(say)
    hooks.above_page(say)
    visit_store.tell_lost(say)

    def draw() -> None:
        chosen.run()
        if page_at(chosen.url_path).has_charts:
            save_charts(say, name=f"tokviz-{chosen.url_path}")

    beside_page.run(chosen, draw, say)
    page_frame.show_side_end(chosen.url_path, say)
    visit_store.show(say)
    url.leave()


def _menu_style(path: str) -> str:
    """Mark the entry of the menu that leads to a page which the menu does not list."""
    parent = page_at(path).parent
    rule = f'[data-testid="stSidebarNavLink"][href$="/{parent}"] {{ {_CHOSEN} }}' if parent else ""
    return f"<style>{rule}</style>"


if __name__ == "__main__":
    main()
