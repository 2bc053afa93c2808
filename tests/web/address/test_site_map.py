"""The page objects that links and the navigation get."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from tokviz.state.pages import PAGES


def test_a_visit_has_page_objects_of_its_own_in_its_language() -> None:
    """One of the two marks the page that it runs, which must not be the other's."""

    def script() -> None:
        import streamlit as st

        from tokviz.state.pages import PAGES
        from tokviz.views.shared.catalog import load
        from tokviz.web.address.site_map import page

        for info in PAGES:
            st.text(page(info, load("en")) is page(info, load("en")))
            st.text([page(info, load(language)).title == load(language)(info.title) for language in ("en", "zh", "en")])
            st.text(page(info, load("zh")).url_path == info.address)

    at = AppTest.from_function(script).run()
    assert [text.value for text in at.text] == ["False", "[True, True, True]", "True"] * len(PAGES)
