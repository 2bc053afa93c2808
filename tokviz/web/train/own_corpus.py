"""A corpus of the visitor's own: its text, typed in the row below the title, or a file, uploaded in the side bar.

The text outlasts its field, which goes away while an example is looked at. A file counts before the text, and fits into
no link.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator as Place

from tokviz.corpus import MAX_TEXT_CHARS, Parsed
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.web.address import held
from tokviz.web.computing import cache
from tokviz.web.computing.cache import TraceKey
from tokviz.web.server import uploads
from tokviz.web.server.uploads import Upload
from tokviz.web.shared import choosing, messages

__all__ = ["OwnCorpus", "source"]

_MOST_NAME = 30  # characters of a file's


@dataclass(frozen=True)
class OwnCorpus:
    """The two fields of a page. text, file: their keys in the session."""

    text: str
    file: str

    def ask(self, place: Place, say: Catalog, on_change: Callable[[], None] | None = None) -> str:
        """Draw the fields, for the text in its place, and return the text; a file is named in its place."""
        file = self.uploaded()
        label, hint = say("control.text"), say("control.text.help")
        with place, st.container(key="own_corpus"):
            if file is not None:
                name = messages.escape(shorten(visible(file.name), _MOST_NAME))
                st.caption(say("control.file.in-use", name=name), help=say("control.file.in-use.help"))
            # With a file it is there, not shown (looks.css): the browser keeps it, should the file go with its server.
            typed = choosing.line(label, self.text, hint, most=MAX_TEXT_CHARS, on_change=on_change)
        self.keep(typed)
        with st.sidebar:
            uploads.ask_for_corpus(self.file, say, on_change)
        return typed if file is None else ""

    def put_back(self) -> None:
        """Fill the field with what was typed last; in a callback."""
        held.put(self.text, self.kept())

    def keep(self, text: str) -> None:
        """Keep a text for the next time that the field is filled without one."""
        st.session_state[self._kept] = text

    def kept(self) -> str:
        """Return what was typed last on this visit."""
        return str(st.session_state.get(self._kept, ""))

    def uploaded(self) -> Upload | None:
        """The file."""
        return uploads.one(self.file)

    def is_missing(self, text: str) -> bool:
        """Whether there is neither a text nor a file."""
        return not text.strip() and self.uploaded() is None

    @property
    def _kept(self) -> str:
        return f"{self.text}_kept"


def source(text: str, file: Upload | None, split_at: tuple[str, ...] = ()) -> tuple[TraceKey, Callable[[str], Parsed]]:
    """What names a corpus in caches, and what reads it with a pre-tokenizer, which raises TokvizError.

    split_at: tokens that a text is split at before anything else.
    """
    if file is not None:
        return ("file", file.id, *split_at), lambda split: cache.corpus_of_file(file, split, split_at)
    return ("text", cache.digest(text), *split_at), lambda split: cache.corpus_of_text(text, split, split_at)
