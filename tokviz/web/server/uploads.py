"""Files that visitors upload: the field for them, and their bytes, kept for as long as the field names them.

A browser goes on naming a file after the server that had it was restarted. Such a file is lost: it counts as none, and
the visitor is told. Reading what is in the files is up to those who ask for them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

import streamlit as st

from tokviz.files.reading import MAX_FILE_BYTES
from tokviz.views.shared.catalog import Catalog
from tokviz.web.streamlit_workarounds import sessions, uploaded_files

__all__ = [
    "MAX_MB",
    "MAX_TOKENIZER_MB",
    "Upload",
    "ask",
    "ask_for_corpus",
    "ask_for_specials",
    "corpus",
    "forget_corpus",
    "had_corpus",
    "is_joined",
    "keep_corpus",
    "keep_joined",
    "kept",
    "one",
    "specials",
    "tell_lost",
    "uploaded",
]

MAX_MB = 20
"""The largest file with a text or words that is taken, in MB."""
MAX_TOKENIZER_MB = MAX_FILE_BYTES // 1_000_000
"""The largest file of a tokenizer."""

_MAX_SPECIALS = 500  # characters
_KEPT = "uploads_kept"
_JOINED = "joined"  # in the place of what the browser calls an upload
_CORPUS = "uploads_corpus"  # what the corpus of the visit is kept under, and whether there is one


class Upload(NamedTuple):
    """A file. id: made of its name and content, which it names in what is kept for all visitors."""

    id: str
    name: str
    data: bytes

    @classmethod
    def of(cls, name: str, data: bytes) -> Upload:
        """Return a file of this name and content."""
        return cls(sha256(name.encode("utf-8", "surrogatepass") + b"\0" + data).hexdigest(), name, data)


class _Kept(dict[str, dict[str, Upload]]):
    """The files of a session: key of a field -> the files in it, by what the browser calls each upload."""


_kept_of: WeakValueDictionary[str, _Kept] = WeakValueDictionary()  # by session, for as long as there is one


def ask(
    label: str,
    key: str,
    say: Catalog,
    *,
    help: str | None = None,
    types: Sequence[str] | None = None,
    has_many: bool = False,
    on_change: Callable[[], None] | None = None,
    most: int = MAX_TOKENIZER_MB,
) -> tuple[Upload, ...]:
    """Draw the field for files, and below it that one was lost. Returns what :func:`uploaded` does.

    types: the endings that it takes; all without them. most: the largest file, in MB.
    """
    st.html(_words(key, types or (), most, say))
    st.file_uploader(
        label,
        type=types,
        accept_multiple_files=has_many,
        key=key,
        max_upload_size=most,
        help=help,
        on_change=on_change,
    )
    files = uploaded(key)
    if len(files) < len(_named(key)):
        tell_lost(say)
    return files


def tell_lost(say: Catalog) -> None:
    """Say that a file is gone which the browser still names."""
    st.warning(say("upload.lost"), icon=":material/cloud_off:")


def _words(key: str, types: Sequence[str], most: int, say: Catalog) -> str:
    """Return the style with the field's words, which `looks.css` puts in place of Streamlit's English ones."""
    limit = " · ".join([say("upload.limit", mb=most), *map(str.upper, types)])
    words = {"choose": say("upload.choose"), "limit": limit, "refused": say("upload.refused", limit=limit)}
    properties = " ".join(f"--upload-{name}: {json.dumps(word, ensure_ascii=False)};" for name, word in words.items())
    return f"<style>.st-key-{key} {{ {properties} }}</style>"


def ask_for_corpus(
    key: str, say: Catalog, on_change: Callable[[], None] | None = None, *, by_language: bool = False
) -> None:
    """Draw the field for a corpus of the visitor's own, which :func:`keep_corpus` keeps. by_language: whether it takes
    several files, of one language each."""
    label, hint = say("control.file"), say("control.file.help")
    if by_language:
        label, hint = say("control.files"), say("control.files.help")
    types = ("txt", "csv", "tsv", "json")
    ask(label, key, say, help=hint, types=types, has_many=by_language, on_change=on_change, most=MAX_MB)


def ask_for_specials(key: str, say: Catalog) -> tuple[str, ...]:
    """Draw the field for special tokens that a tokenizer's files do not name. Return what :func:`specials` does."""
    st.text_input(
        say("upload.specials"),
        key=key,
        max_chars=_MAX_SPECIALS,
        placeholder="<|endoftext|>",
        help=say("upload.specials.help"),
    )
    return specials(key)


def specials(key: str) -> tuple[str, ...]:
    """Return what is in a field for special tokens, each ``NAME`` or ``NAME=ID``."""
    return tuple(st.session_state.get(key, "").split())


def uploaded(key: str) -> tuple[Upload, ...]:
    """Return the files in a field; none if any of them was lost."""
    every = _kept_here()
    known = every.get(key, {})
    named = _named(key)
    contents = {file.file_id: known.get(file.file_id) or _read(file) for file in named}
    every[key] = files = {place: file for place, file in contents.items() if file is not None}
    return tuple(files.values()) if len(files) == len(named) else ()


def kept() -> dict[str, dict[str, int]]:
    """Return session -> file, as the browser calls it -> bytes, of what the fields of all visitors have read."""
    return {
        session: {place: len(file.data) for files in tuple(every.values()) for place, file in files.items()}
        for session, every in tuple(_kept_of.items())
    }


def one(key: str) -> Upload | None:
    """Return the file in a field for one."""
    return next(iter(uploaded(key)), None)


def keep_corpus(key: str) -> None:
    """Keep the file in a field as the corpus of the visit, which outlasts the field; in a callback."""
    if uploaded(key):
        st.session_state[_CORPUS] = True
        every = _kept_here()
        every[_CORPUS] = dict(every[key])


def keep_joined(file: Upload) -> None:
    """Keep a file that was made of several as the corpus of the visit; in a callback."""
    st.session_state[_CORPUS] = True
    _kept_here()[_CORPUS] = {_JOINED: file}


def is_joined() -> bool:
    """Return whether the corpus of the visit was made of several files."""
    return _JOINED in _kept_here().get(_CORPUS, {})


def forget_corpus() -> None:
    """Let the file go that is the corpus of the visit; in a callback."""
    st.session_state[_CORPUS] = False
    _kept_here().pop(_CORPUS, None)


def corpus() -> Upload | None:
    """Return the file that is the corpus of the visit."""
    return next(iter(_kept_here().get(_CORPUS, {}).values()), None)


def had_corpus() -> bool:
    """Return whether this server knows of a file that is or was the corpus of the visit."""
    return _CORPUS in st.session_state


def _kept_here() -> _Kept:
    """Return the files of this session. Those of fields that are on no page now are let go."""
    every: _Kept = st.session_state.setdefault(_KEPT, _Kept())
    if session := sessions.session_id():
        _kept_of[session] = every
    for key in [key for key in every if key not in st.session_state]:
        del every[key]
    return every


def _named(key: str) -> list[Any]:
    """Return what the browser says is in a field."""
    value = st.session_state.get(key)
    return value if isinstance(value, list) else [value] if value is not None else []


def _read(file: Any) -> Upload | None:
    if uploaded_files.is_deleted(file):
        return None
    return Upload.of(file.name, file.getvalue())
