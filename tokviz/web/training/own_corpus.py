"""A corpus of the visitor's own: typed in a panel that opens from the row above the picture, or a file chosen there.

The panel is drawn while it is open. What was typed last counts on every page, outlasts a look at an example, and stays
in a field that nobody sees: a browser keeps what its fields say, should the server go away. A file counts before the
text, and fits into no link. Where languages are trained on, several files are one each: short ones become the typed
text, and so fit into a link; longer ones are kept as one file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator as Place

from tokviz.corpus import MAX_TEXT_CHARS, join_files
from tokviz.errors import TokvizError
from tokviz.examples import OWN
from tokviz.memory import File
from tokviz.pretokenize import PRETOKENIZERS
from tokviz.state.form import MAX_LINK_CHARS
from tokviz.text_keys import preset_short_key, split_key
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.web.components.page_parts import word_count
from tokviz.web.server import restoring, uploads
from tokviz.web.server.uploads import Upload
from tokviz.web.shared import choosing, messages
from tokviz.web.streamlit_workarounds import widget_values

_TYPED = "own_text"  # of the visit, whichever page it was typed on
_NAMED = "own_file_name"  # what the browser says of the file that is in use
_MOST_NAME = 24  # characters of a text or of a file's name


@dataclass(frozen=True)
class Settings:
    """The settings that are chosen together with the text.

    split: how it becomes words, as the panel opens; empty where that is not asked. presets: the conventions to choose
    from, by the names that the page has for them, and preset: the one that the panel opens with. about: what is said of
    them. apply: takes the two choices, in a callback, when the text is applied.
    """

    apply: Callable[[str, str], None]
    split: str = ""
    presets: tuple[str, ...] = ()
    preset: str = ""
    about: str = ""


@dataclass(frozen=True)
class OwnCorpus:
    """The fields of a page. prefix: what the keys of its widgets begin with; text: the key of the typed text.
    by_language: whether several files are taken, of one language each."""

    prefix: str
    text: str
    by_language: bool = False

    def ask(self, place: Place, example: str, settings: Callable[[], Settings], say: Catalog) -> str:
        """Draw the panel's button in its place, and the panel while it is open; return the text, which is empty beside
        an example or a file. example: the one that is chosen."""
        typed = self._typed(place, say) if example == OWN else ""
        with choosing.panel(place, say("example.own"), self._opened, icon=":material/title:") as is_open:
            if is_open:
                with st.container(key="own_text"):
                    self._panel(settings(), say)
        return typed if self.uploaded() is None else ""

    def put_back(self) -> None:
        """Fill the field with what was typed last, and open the panel if that is nothing; in a callback."""
        widget_values.put(self.text, typed_last())
        self.open_if_empty()

    def open_if_empty(self) -> None:
        """Open the panel where there is neither a text nor a file; before it is drawn."""
        if self.is_missing(st.session_state.get(self.text, "")) and not restoring.may_come():
            widget_values.put(self._opened, True)

    def keep(self, text: str) -> None:
        """Keep a text for the next page that opens with one of the visitor's own and names none."""
        st.session_state[_TYPED] = text

    def uploaded(self) -> Upload | None:
        """Return the file."""
        return uploads.corpus()

    def file(self) -> File | None:
        """Return the file as a request for a training holds it."""
        upload = self.uploaded()
        return None if upload is None else File(upload.id, upload.name, upload.data)

    def is_missing(self, text: str) -> bool:
        """Tell if there is neither a text nor a file."""
        return not text.strip() and self.uploaded() is None

    def called(self, say: Catalog) -> str:
        """Return the name of the corpus, plain: the beginning of its text, or its file."""
        if (file := self.uploaded()) is not None:
            return shorten(visible(file.name), _MOST_NAME)
        text: str = st.session_state.get(self.text) or typed_last()
        begin = " ".join(visible(word) for word in text[: _MOST_NAME + 1].split())
        return (begin if len(begin) <= _MOST_NAME else f"{begin[:_MOST_NAME]}…") or say("example.own")

    # -- the panel -----------------------------------------------------------------------------------------------------

    def _typed(self, place: Place, say: Catalog) -> str:
        """Return the text out of the field that nobody sees (looks.css).

        Beside it is one with the name of a file, by which a server that was started again learns that it has lost one.
        """
        if (file := self.uploaded()) is not None:
            widget_values.put(self._key("file_name"), file.name)
        elif uploads.had_corpus():
            widget_values.put(self._key("file_name"), "")
        with place, st.container(key="own_corpus"):
            typed = choosing.line(
                say("control.text"), self.text, say("control.text.help"), most=MAX_TEXT_CHARS, is_noted=False
            )
            named = choosing.line(say("control.file"), self._key("file_name"), say("control.file.help"), is_noted=False)
        if named and self.uploaded() is None and not restoring.may_come():
            uploads.tell_lost(say)
        st.session_state[_TYPED] = typed
        st.session_state[_NAMED] = named
        return typed

    def _panel(self, settings: Settings, say: Catalog) -> None:
        """Draw the fields for text and file, and what is chosen with them. Nothing changes before it is applied."""
        draft = self._key("draft")
        if draft not in st.session_state:
            st.session_state[draft] = typed_last()
            st.session_state[self._key("draft_split")] = settings.split or None
            st.session_state[self._key("draft_preset")] = settings.preset or None
        if (file := self.uploaded()) is not None:
            with st.container(horizontal=True, vertical_alignment="center"):
                name = messages.escape(shorten(visible(file.name), _MOST_NAME))
                is_joined = uploads.is_joined()
                in_use = say("control.files.in-use" if is_joined else "control.file.in-use", name=name)
                st.caption(in_use, help=say("control.file.in-use.help"))
                remove = say("control.files.remove" if is_joined else "control.file.remove")
                st.button(remove, key=self._key("file_remove"), on_click=uploads.forget_corpus)
        with st.form(self._key("form"), border=False):
            with st.container(key="own_head", horizontal=True, vertical_alignment="center"):
                st.markdown(f"**{say('example.own')}**", width="content")
                word_count(say, key=self._key("count"))
            st.text_area(
                say("example.own"),
                key=draft,
                height=112,
                max_chars=MAX_TEXT_CHARS,
                placeholder=say("control.text.help"),
                label_visibility="collapsed",
            )
            with st.container(horizontal=True):
                if settings.split:
                    st.selectbox(
                        say("own.words"),
                        tuple(PRETOKENIZERS),
                        format_func=lambda name: say.choice(split_key, name),
                        key=self._key("draft_split"),
                        help=say("control.split.help"),
                    )
                if settings.presets:
                    st.selectbox(
                        say("own.convention"),
                        settings.presets,
                        format_func=lambda name: say.choice(preset_short_key, name),
                        key=self._key("draft_preset"),
                        help=say("control.preset.help"),
                    )
            if settings.about:
                st.caption(settings.about)
            with st.container(key="own_foot", horizontal=True, vertical_alignment="center"):
                st.form_submit_button(
                    say("own.apply"), key=self._key("apply"), type="primary", on_click=self._apply, args=(settings,)
                )
                st.caption(say("own.or-key"), width="content")
                st.form_submit_button(say("own.cancel"), key=self._key("cancel"), type="tertiary", on_click=self._close)
        self._ask_for_files(settings, say)

    def _ask_for_files(self, settings: Settings, say: Catalog) -> None:
        """Draw the field for files, and above it, where it is in view, why those in it cannot be taken together."""
        key = self._key("file")
        if len(files := uploads.uploaded(key)) > 1:
            try:
                join_files([(file.name, file.data) for file in files])
            except TokvizError as error:
                messages.show_error(error, say)
        uploads.ask_for_corpus(key, say, lambda: self._take_files(settings), by_language=self.by_language)

    def _apply(self, settings: Settings) -> None:
        text = st.session_state.get(self._key("draft")) or ""
        st.session_state[_TYPED] = text
        if not text.strip():
            return  # nothing to show: the panel stays
        uploads.forget_corpus()
        self._finish(settings)

    def _take_files(self, settings: Settings) -> None:
        files = uploads.uploaded(self._key("file"))
        if len(files) > 1:
            try:
                text = join_files([(file.name, file.data) for file in files])
            except TokvizError:
                return  # the panel says it
            self._take_languages(text, files)
        else:
            uploads.keep_corpus(self._key("file"))
        if len(files) > 1 or self.uploaded() is not None:
            self._finish(settings)

    def _take_languages(self, text: str, files: Sequence[Upload]) -> None:
        """Take the texts of files, with headings: as the typed text if a link can have it."""
        if len(text) <= MAX_LINK_CHARS:
            st.session_state[_TYPED] = text
            uploads.forget_corpus()
        else:
            name = "+".join(PurePath(file.name).stem for file in files)
            uploads.keep_joined(Upload.of(name, text.encode("utf-8", "replace")))

    def _finish(self, settings: Settings) -> None:
        chosen: list[Any] = [st.session_state.get(self._key(f"draft_{name}")) for name in ("split", "preset")]
        settings.apply(*(name or "" for name in chosen))
        widget_values.put(self.text, typed_last())
        self._close()

    def _close(self) -> None:
        widget_values.put(self._opened, False)

    @property
    def _opened(self) -> str:
        return self._key("own_panel")

    def _key(self, name: str) -> str:
        return f"{self.prefix}_{name}"


def put_back(text: str) -> None:
    """Take the text that the tab has kept, where this session has none."""
    if not typed_last():
        st.session_state[_TYPED] = text


def joined() -> str:
    """Return the corpus that was made of several files as one text, its name in the first line; empty for none."""
    file = uploads.corpus()
    return f"{file.name}\n{file.data.decode('utf-8', 'replace')}" if file and uploads.is_joined() else ""


def put_back_joined(text: str) -> None:
    """Take what :func:`joined` has returned before, where this session has neither text nor file."""
    name, _, content = text.partition("\n")
    if not has_text() and uploads.corpus() is None:
        uploads.keep_joined(Upload.of(name, content.encode("utf-8", "replace")))


def has_text() -> bool:
    """Tell if there is a text that counts.

    A browser whose server has died still names the file before it.
    """
    return bool(typed_last()) and not st.session_state.get(_NAMED)


def typed_last() -> str:
    """Return the text that was typed last, on any page."""
    text: str = st.session_state.get(_TYPED, "")
    return text
