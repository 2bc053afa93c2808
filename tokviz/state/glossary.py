"""The state of the page `/glossary` as a query string, both ways: what is searched for. Pure: no Streamlit here."""

from __future__ import annotations

from dataclasses import dataclass

from tokviz.state.form import Form, Text, plain

PAGE = "glossary"
MAX_SEARCH = 40
"""The longest text to search for, in characters."""


@dataclass(frozen=True)
class GlossaryState:
    """The state of the page: it shows the terms that hold `q`; all of them where it is empty."""

    q: str = ""


FORM: Form[GlossaryState] = Form(
    opening=lambda _: GlossaryState(),
    fields=(plain("q", Text(MAX_SEARCH)),),
    is_bare=True,
)
