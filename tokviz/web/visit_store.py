"""Texts and files of a visit outlast a reload: the tab keeps them and brings them back.

The server tells the tab what there is, and forgets it with the session. The tab keeps it (`page/kept_visit.js`), where
no other tab and nobody else can read it. A new session of the same tab gets all of it back: texts at once, files that
this server still has too, and others by a field for uploads that is drawn for as long as they come, so that they count
as any upload does. What the tab could not keep is named.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

import streamlit as st

from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.web.address import url
from tokviz.web.components.registration import register
from tokviz.web.encoding import applied
from tokviz.web.pages.compare import controls as compare
from tokviz.web.server import restoring, uploads
from tokviz.web.shared import choosing, messages
from tokviz.web.streamlit_workarounds import late_addresses, widget_values
from tokviz.web.training import own_corpus

_VISIT = "visit_store"  # also the key of the component
_SESSION = "visit_session"
_COMING = "visit_coming"
_FIELD = "visit_files"
_LOST = "visit_lost"
_MOST_FILES = 40
_MOST_NAME = 200  # characters
_MOST_SHOWN = 40
_TYPED = "typed "  # before the key of a field
_mount = register("page/visit")


@dataclass(frozen=True)
class _Coming:
    """The files that the tab brings: field, name, size in bytes and id of each. lost: the names of those that it could
    not keep. has_text: whether the address had a text of the visitor's, which counts before a file that was there
    before.
    """

    files: tuple[tuple[str, str, int, str], ...]
    lost: tuple[str, ...]
    has_text: bool


def show(say: Catalog) -> None:
    """Mount what keeps the visit, at the end of a run; and the field for files that come back, while they do."""
    with st.container(key=_VISIT):
        coming = _coming()
        if coming is not None:
            st.file_uploader(
                _FIELD,
                accept_multiple_files=True,
                key=_FIELD,
                max_upload_size=uploads.MAX_TOKENIZER_MB,
                on_change=_take_files,
                label_visibility="collapsed",
            )
        data = {
            "session": st.session_state.setdefault(_SESSION, secrets.token_hex(8)),
            "isAsked": restoring.is_asked(),
            "isHeard": restoring.has_answered(),
            "field": f".st-key-{_FIELD}" if coming is not None else "",
            "wanted": [id for _, _, _, id in coming.files] if coming is not None else [],
            "kept": [*_texts(say), *_files()],
            "labels": {"lost": say("connection.lost"), "stepping": say("connection.lost.stepping")},
            "lang": say.language,
        }
        _mount(key=f"{_VISIT}_tab", data=data, on_found_change=_hear, on_failed_change=_end)


def tell_lost(say: Catalog) -> None:
    """Name what the tab could not keep, on the page that was reloaded, until it is opened again."""
    script, names = st.session_state.get(_LOST, ("", ()))
    if script != late_addresses.script():
        return
    there = {file.name for _, file in uploads.listed()}
    sentences = [say("visit.lost", name=shorten(visible(name), _MOST_SHOWN)) for name in names if name not in there]
    if sentences:
        st.warning("  \n".join(map(messages.escape, sentences)), icon=":material/tab_close:")


# -- to the tab --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class KeptText:
    """A text that the tab keeps over a reload. read: returns it, empty for none; put_back: takes it in a session that
    knows nothing of it; about: the key of the text that says what it was, should it be too long to be kept."""

    name: str
    read: Callable[[], str]
    put_back: Callable[[str], None]
    about: str


def _sources() -> list[KeptText]:
    """Return the texts that are kept, but for those of fields."""
    return [
        KeptText("own", own_corpus.typed_last, own_corpus.put_back, "example.own"),
        KeptText("joined", own_corpus.joined, own_corpus.put_back_joined, "example.own"),
        KeptText("compared", compare.slots_with_files, compare.put_back_slots, "compare.tokenizers"),
        KeptText("applied", applied.names, applied.put_back, "encode.applied"),
    ]


def _texts(say: Catalog) -> list[dict[str, Any]]:
    texts = [(source.name, source.read(), say(source.about)) for source in _sources()]
    texts += [(_TYPED + key, text, say("example.own")) for key, text in choosing.typed().items()]
    return [_entry(_hash(text), field, name, len(text), text=text) for field, text, name in texts if text]


def _files() -> list[dict[str, Any]]:
    return [_entry(file.id, field, file.name, len(file.data)) for field, file in uploads.listed() if field != _FIELD]


def _entry(id: str, field: str, name: str, size: int, **more: str) -> dict[str, Any]:
    return {"id": id, "field": field, "name": name, "size": size, **more}


def _hash(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


# -- from the tab ------------------------------------------------------------------------------------------------------


def _hear() -> None:
    """Take what the tab has kept of the visit, in a callback: the texts at once, files once they have come."""
    found = _found(st.session_state.get(f"{_VISIT}_tab"))
    if found is None or restoring.has_answered():
        return
    texts, coming = found
    for source in _sources():
        if source.name in texts:
            source.put_back(texts[source.name])
    for key in choosing.fields():
        text = texts.get(_TYPED + key)
        if text and key.rpartition("_")[2] not in st.query_params:  # the parameter is called like the field
            widget_values.expect(key, text)
            url.forget()
    missing = []
    for entry in coming.files:
        if (file := uploads.held(entry[3])) is not None:
            uploads.put_back(entry[0], file.id, file, has_text=coming.has_text)
        else:
            missing.append(entry)
    if missing:
        st.session_state[_COMING] = replace(coming, files=tuple(missing))
    else:
        _finish(coming.lost)


def _take_files() -> None:
    """Put the files that have come where they were, in a callback."""
    coming = _coming()
    if coming is None:
        return
    waiting = list(coming.files)
    for place, file in uploads.placed(_FIELD).items():
        entry = next((entry for entry in waiting if entry[1:3] == (file.name, len(file.data))), None)
        if entry is not None:
            waiting.remove(entry)
            uploads.put_back(entry[0], place, file, has_text=coming.has_text)
    _finish_files((*coming.lost, *(name for _, name, _, _ in waiting)))


def _end() -> None:
    """Give up files that do not come, in a callback."""
    coming = _coming()
    if coming is not None:
        _finish_files((*coming.lost, *(name for _, name, _, _ in coming.files)))


def _finish_files(lost: Sequence[str]) -> None:
    """Leave texts that are back in their fields, although the address, which is read again, does not have them."""
    for key, text in choosing.typed().items():
        widget_values.expect(key, text)
    _finish(lost)


def _finish(lost: Sequence[str]) -> None:
    st.session_state.pop(_COMING, None)
    st.session_state[_LOST] = late_addresses.script(), tuple(lost)
    if restoring.is_asked():
        url.forget()
    restoring.finish(lost)


def _coming() -> _Coming | None:
    coming: _Coming | None = st.session_state.get(_COMING)
    return coming


def _found(state: object) -> tuple[dict[str, str], _Coming] | None:
    """Return the texts by what they are of, and the files that come, in what the browser reported, whatever that holds.

    >>> _found({"found": {"texts": {"own": "low"}, "files": [["own", "a", 3, "x"], ["own", 3, 3, "x"]], "lost": ["b"]}})
    ({'own': 'low'}, _Coming(files=(('own', 'a', 3, 'x'),), lost=('b',), has_text=False))
    >>> _found({"found": 3}), _found(None)
    (None, None)
    """
    found = state.get("found") if isinstance(state, Mapping) else None
    if not isinstance(found, Mapping):
        return None
    texts, files, lost = (found.get(name) for name in ("texts", "files", "lost"))
    texts = {key: text for key, text in (texts if isinstance(texts, Mapping) else {}).items() if isinstance(text, str)}
    listed = [tuple(entry) for entry in (files if isinstance(files, Sequence) else ()) if _is_file(entry)]
    names = [name for name in (lost if isinstance(lost, Sequence) else ()) if isinstance(name, str)]
    has_text = own_corpus.has_text()
    return texts, _Coming(tuple(listed[:_MOST_FILES]), tuple(names[:_MOST_FILES]), has_text)


def _is_file(entry: object) -> bool:
    return (
        isinstance(entry, Sequence)
        and [type(part) for part in entry] == [str, str, int, str]
        and max(len(entry[0]), len(entry[1]), len(entry[3])) <= _MOST_NAME
    )
