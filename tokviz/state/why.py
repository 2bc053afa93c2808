"""The state of the page `/why` as a query string, both ways. Pure: no Streamlit here.

An uploaded file is in no link.
"""

from __future__ import annotations

from dataclasses import dataclass

from tokviz.examples import OWN
from tokviz.state.form import Form, Number, Text, own_text, plain

__all__ = ["FORM", "MAX_MERGES", "MAX_SIZE", "MAX_WORD", "NAMES", "PAGE", "WhyState"]

PAGE = "why"
NAMES = ("runner", "tea", "lighthouse", "kitchen", "zug", OWN)
"""The texts, in the order in which they are offered: ours for this page, then prose, then the visitor's own."""
MAX_MERGES = 2_000
"""The most merges that the page trains: enough for a short text, and quick for a long one."""
MAX_SIZE = 1_000_000
"""No vocabulary here can be larger; how large one may be is up to its text."""
MAX_WORD = 60
"""The longest word of one's own to look at, in characters."""


@dataclass(frozen=True)
class WhyState:
    """The state of the page: a text, the size of the vocabularies (0: the size that its text opens with), and a word of
    the visitor's (empty: none) without spaces around it."""

    example: str = NAMES[0]
    text: str = ""
    size: int = 0
    word: str = ""


@dataclass(frozen=True)
class _Word(Text):
    """A word without the spaces around it."""

    def parse(self, text: str) -> str:
        return super().parse(text.strip())


FORM: Form[WhyState] = Form(
    example=lambda state: state.example,
    names=NAMES,
    first=NAMES[0],
    opening=WhyState,
    fields=(
        own_text("corpus", Text(is_whole=True), "text"),
        plain("size", Number(1, MAX_SIZE)),
        plain("word", _Word(MAX_WORD, is_whole=True)),
    ),
)
