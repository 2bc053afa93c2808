"""The lessons on the start page in their order, with pictures."""

from __future__ import annotations

from base64 import b64encode
from contextlib import suppress

import streamlit as st
from jinja2 import TemplateNotFound

from tokviz import guides
from tokviz.errors import TokvizError
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.rendering import source
from tokviz.web.address import url
from tokviz.web.address.site_map import info, page
from tokviz.web.guides.state import Place, query_of
from tokviz.web.shared import messages

__all__ = ["lessons"]


def lessons(say: Catalog) -> None:
    """Draw them, each with a link to its first card."""
    with st.container(key="start_lessons"):
        for number, name in enumerate(guides.names(), start=1):
            try:
                guide = guides.load(name)
            except TokvizError as error:
                messages.show_error(error, say)
                continue
            title, line = (messages.escape(text[say.language]) for text in (guide.title, guide.line))
            with st.container(key=f"lesson_{name}"):
                with suppress(TemplateNotFound):  # a teacher's own has none
                    st.html(_picture(name))
                st.page_link(
                    page(info(guide.cards[0].page), say),
                    label=f"{number} **{title}**",
                    query_params={**query_of(Place(guide, 1), url.kept()), "lang": say.language},
                    help=line,
                    width="stretch",
                )
                st.caption(say.count("guide.cards", len(guide.cards)))


def _picture(name: str) -> str:
    """The picture of a lesson as an image, for Streamlit lets no drawing through."""
    data = b64encode(source(f"lessons/{name}.svg").encode()).decode()
    return f'<img alt="" src="data:image/svg+xml;base64,{data}">'
