"""Errors, notes and running text on a page.

Errors and notes are plain text; the sentences of the core are those of :mod:`tokviz.views.shared.messages`. In running
text, terms of the glossary are explained where they are first mentioned. A term can be hovered over, have the focus, or
be tapped; then its definition is below its paragraph until Escape takes it away (``terms.js``). Only sentences of the
catalog may be shown so, with whole numbers for values, because they are shown as HTML: what a visitor has typed never
goes through there.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable
from numbers import Integral

import streamlit as st

from tokviz.corpus import Note
from tokviz.errors import TokvizError
from tokviz.files.reading import Note as FileNote
from tokviz.state.form import MAX_LINK_CHARS
from tokviz.text_keys import split_key
from tokviz.views.shared import glossary, messages
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.messages import note_text
from tokviz.views.shared.sentences import Sentence, part_text
from tokviz.web.server import restoring
from tokviz.web.shared import cells
from tokviz.web.streamlit_workarounds import widget_values

_MOST_FILE_NAME = 40  # characters
_AWAY = "notes_away"  # what is not to be said again in this visit


def show_error(error: TokvizError, say: Catalog) -> None:
    """Show an error as plain text: what a visitor typed may be in it, so it is never read as Markdown.

    A note of the error is the name of the file that it is about.
    """
    text = error_text(error, say)
    if names := getattr(error, "__notes__", []):
        text = say("control.file.cannot", name=escape(shorten(visible(names[0]), _MOST_FILE_NAME)), why=text)
    st.error(text, icon=":material/error:")


def error_text(error: TokvizError, say: Catalog) -> str:
    """Return the sentence of an error as Markdown that shows it as it is: a file can have put a link into it."""
    return escape(messages.error_text(error, say))


def show_notes(notes: Iterable[Note], say: Catalog, split: str = "") -> None:
    """Show what the reader of a corpus has to say, a line each (looks.css), until the visitor puts it away. split: the
    key of the choice of its pre-tokenizer, if there is one, for buttons that choose another where a text has no
    spaces."""
    away: frozenset[str] = st.session_state.get(_AWAY, frozenset())
    for number, (code, details) in enumerate(notes):
        text = note_text(code, details, say)
        if text in away:
            continue
        splits = bool(split) and code == "without-spaces"
        with st.container(key=f"corpus_note_{number}", horizontal=True, vertical_alignment="center", gap="small"):
            st.info(escape(text + say("notes.split") if splits else text), icon=":material/info:")
            if splits:
                now = st.session_state.get(split)
                for name in ("words", "bert"):
                    if name != now:
                        label = say.choice(split_key, name)
                        st.button(
                            label,
                            key=f"{split}_{name}",
                            on_click=widget_values.put,
                            args=(split, name),
                            width="content",
                        )
            st.button(
                say("notes.away"),
                key=f"corpus_note_{number}_away",
                icon=":material/close:",
                type="tertiary",
                on_click=_put_away,
                args=(text,),
            )


def _put_away(text: str) -> None:
    st.session_state[_AWAY] = st.session_state.get(_AWAY, frozenset()) | {text}


def show_file_notes(notes: Iterable[FileNote], say: Catalog, of: str = "") -> None:
    """Show what the reader of a tokenizer's files has to say. of: the tokenizer's name, where there are several."""
    listed = "\n".join(f"- {escape(note.sentence(say.templates))}" for note in notes)
    if listed:
        head = say("upload.notes.of", name=escape(of)) if of else say("upload.notes")
        with st.expander(head, expanded=True, icon=":material/description:"):
            st.caption(listed)


def tell_empty(text: str, say: Catalog) -> None:
    """Say that there is nothing to show yet; while the tab may still bring what there was, only that it is asked."""
    if restoring.may_come():
        st.caption(say("visit.asking"))
    else:
        st.info(text, icon=":material/edit_note:")


def tell_without_file(names: Iterable[str], say: Catalog) -> None:
    """Say of files that an address names, and that are not here, that links do not include files; nothing of those that
    the tab was said to have lost."""
    missing = [shorten(visible(name), _MOST_FILE_NAME) for name in names if name not in restoring.lost()]
    if missing:
        listed = say("list.comma").join(missing)
        st.warning(escape(say("visit.not-here", names=listed)), icon=":material/upload_file:")


def note_length(say: Catalog, *texts: str) -> None:
    """Say that what was typed is too long for the link, if one of these texts is."""
    if any(len(text) > MAX_LINK_CHARS for text in texts):
        st.caption(say("notice.long-text", limit=MAX_LINK_CHARS))


def warn_of(text: str) -> None:
    """Say that something of the link could not be shown."""
    st.warning(escape(text), icon=":material/link_off:")


def warn_of_link(names: Iterable[str], say: Catalog) -> None:
    """Say which parameters of the link had to be put right, if any."""
    if listed := say("list.comma").join(names):
        warn_of(say("notice.link", names=listed))


def as_markdown(sentence: Sentence) -> str:
    """Return a sentence with its tokens as code, and everything else escaped."""
    return "".join(escape(part) if isinstance(part, str) else cells.code(part_text(part)) for part in sentence)


def escape(text: str) -> str:
    """Return `text` with everything escaped that Markdown would read as more than text.

    >>> escape("a*b_<i>")
    'a\\\\*b\\\\_\\\\<i\\\\>'
    """
    for name in ("material", "streamlit"):  # Streamlit's own marks work behind a backslash too
        text = text.replace(f":{name}", f":\u2060{name}")
    text = _LINK.sub("\u2060", text)
    return "".join(f"\\{character}" if character in _MARKDOWN else character for character in text)


_MARKDOWN = frozenset(string.punctuation)  # a backslash makes any of these plain
_LINK = re.compile(r"(?<=:)(?=//)|(?<=\bwww)(?=\.)|(?<=[\w.+-]@)(?=[\w-]+\.)", re.IGNORECASE)
"""The places where an address would become a link, which no backslash prevents."""


# -- running text, with terms explained --------------------------------------------------------------------------------


def caption_with_terms(key: str, say: Catalog, **numbers: int) -> None:
    """Draw a caption out of the catalog."""
    st.caption(html_with_terms(key, say, **numbers), unsafe_allow_html=True)


def caption_lines(*lines: str) -> None:
    """Draw sentences as one caption, each on a line."""
    st.caption("  \n".join(lines))


def details(text: str, say: Catalog) -> None:
    """Draw a text as a caption folded away under "Details"."""
    with st.expander(say("app.details")):
        st.caption(text)


def details_with_terms(key: str, say: Catalog, **numbers: int) -> None:
    """Draw a caption folded away under "Details"."""
    with st.expander(say("app.details")):
        caption_with_terms(key, say, **numbers)


def html_with_terms(key: str, say: Catalog, **numbers: int) -> str:
    """Return the sentence `key` with its terms explained, filled in with whole numbers.

    Raises TypeError for another value.
    """
    for name, number in numbers.items():
        if not isinstance(number, Integral):
            raise TypeError(f"{key}: {name} is no whole number.")
    marked = glossary.mark_terms(say.templates[key], say.language)
    return glossary.marked_html(Catalog(say.language, {**say.templates, key: marked})(key, **numbers), say)
