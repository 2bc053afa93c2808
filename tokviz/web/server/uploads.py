"""Files that visitors upload: the field for them, and their bytes, kept for as long as the field names them.

A browser goes on naming a file after the server that had it was restarted. The tab brings it back
(:mod:`tokviz.web.visit_store`), beside the field: a field can be filled by its visitor only. A file that the tab could
not keep is lost: it counts as none, and the visitor is told. Files of tokenizers are known on all pages that ask for
some. Reading what is in the files is up to those who ask for them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

import streamlit as st
from streamlit.delta_generator import DeltaGenerator as Place

from tokviz.files.reading import MAX_FILE_BYTES
from tokviz.pretokenize import ALTERNATIVES
from tokviz.text_keys import split_key
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import short_names
from tokviz.web.server import restoring
from tokviz.web.streamlit_workarounds import late_addresses, popovers, sessions, uploaded_files, widget_values

MAX_MB = 20
"""The largest file with a text or words that is taken, in MB."""
MAX_TOKENIZER_MB = MAX_FILE_BYTES // 1_000_000
"""The largest file of a tokenizer."""

_MAX_SPECIALS = 500  # characters
_KEPT = "uploads_kept"
_JOINED = "joined"  # in the place of what the browser calls an upload
_CORPUS = "uploads_corpus"  # what the corpus of the visit is kept under, and whether there is one
_TOKENIZERS = "uploads_tokenizers"  # the same of the files of tokenizers that no field of this page has
_RESTORED = "restored "  # before the key of a field: the files beside it that the tab has brought back


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
    """The files of a session: key of a field -> the files in it, by what the browser calls each upload.

    of_tokenizers, of_corpora: the keys of fields whose files are kept as those of the visit. script: the page that
    files were brought back to.
    """

    def __init__(self) -> None:
        super().__init__()
        self.of_tokenizers: set[str] = set()
        self.of_corpora: set[str] = set()
        self.script = ""


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
    tells_lost: bool = True,
) -> tuple[Upload, ...]:
    """Draw the field for files, below it those that the tab has brought back, and that one was lost. Returns what
    :func:`uploaded` does.

    types: the endings that it takes; all without them. most: the largest file, in MB. tells_lost: False in a panel that
    may be closed, beside which :func:`tell_if_lost` says it.
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
    _list_beside(_RESTORED + key, _kept_here().get(_RESTORED + key, {}), say)
    if tells_lost:
        tell_if_lost(key, say)
    return files


def _list_beside(
    place: str, files: Mapping[str, Upload], say: Catalog, choose: Callable[[Upload], None] | None = None
) -> None:
    """List files that are not in the field, each with a button that removes it. place: what they are kept under.
    choose: takes one that is to be used, in a callback."""
    names = short_names([file.name for file in files.values()])
    for number, ((upload, file), name) in enumerate(zip(files.items(), names, strict=True)):
        key = f"beside_{place.replace(' ', '_')}_{number}"
        with st.container(key=key, horizontal=True, vertical_alignment="center", gap="xsmall"):
            st.text(name)
            if choose is not None:
                st.button(say("upload.use"), key=f"{key}_use", type="tertiary", on_click=choose, args=(file,))
            st.button(
                "✕",
                key=f"{key}_remove",
                type="tertiary",
                help=say("upload.remove", name=name.replace("`", "")),
                on_click=_remove,
                args=(place, upload),
            )


def _remove(place: str, upload: str) -> None:
    _kept_here().get(place, {}).pop(upload, None)


def panel(key: str, label: str) -> Place:
    """Return the panel of a field for files, which opens from a button where it is drawn, and closes once it has a new
    file. Its field is drawn while it is closed, too: what it has counts."""
    return popovers.popover(label, _panel_key(key), icon=":material/upload_file:", wrap=False)


def _panel_key(key: str) -> str:
    return f"{key}_panel"


def _close_with_files(
    key: str, is_open_for: Callable[[Upload], bool], then: Callable[[tuple[Upload, ...]], None]
) -> None:
    """Close the panel of a field that has new files, in a callback, but for a file that asks for more."""
    before = set(_kept_here().get(key, {}))
    fresh = tuple(file for place, file in placed(key).items() if place not in before)
    if fresh and not any(map(is_open_for, fresh)):
        widget_values.put(_panel_key(key), False)
    then(fresh)


def ask_for_tokenizers(
    label: str,
    key: str,
    say: Catalog,
    *,
    help: str,
    choose: Callable[[tuple[Upload, ...]], None],
    types: Sequence[str] | None = None,
    has_many: bool = True,
    asks_more: Callable[[Upload], bool] = lambda file: False,
) -> tuple[Upload, ...]:
    """Draw the field for files of tokenizers, in its panel, and below it those of the visit that other fields had.
    Returns all.

    choose: takes the files that came into the field, or one of the others that is to be used, in a callback. asks_more:
    whether the panel asks for something beside this file, and stays open.
    """
    on_change = partial(_close_with_files, key, asks_more, choose)
    own = ask(label, key, say, help=help, types=types, has_many=has_many, on_change=on_change, tells_lost=False)
    _kept_here().of_tokenizers.add(key)
    beside = _tokenizers_beside(key)

    def choose_one(file: Upload) -> None:
        widget_values.put(_panel_key(key), False)
        choose((file,))

    _list_beside(_TOKENIZERS, beside, say, choose_one)
    return (*beside.values(), *own)


def tokenizers(key: str) -> tuple[Upload, ...]:
    """Return the files of tokenizers of the visit, but for those in this field for some."""
    _kept_here().of_tokenizers.add(key)
    return tuple(_tokenizers_beside(key).values())


def _tokenizers_beside(key: str) -> dict[str, Upload]:
    """Return the files of tokenizers that are in other fields or in none, by what the browser calls each upload."""
    every = _kept_here()
    seen = {file.id for file in every.get(key, {}).values()}
    beside = {}
    for place in (_TOKENIZERS, *sorted(every.of_tokenizers - {key})):
        for upload, file in every.get(place, {}).items():
            if file.id not in seen:
                seen.add(file.id)
                beside[upload] = file
    return beside


def _has_lost(key: str) -> bool:
    """Tell if a field names a file that neither this server nor the tab has."""
    every = _kept_here()
    is_back = every.get(_RESTORED + key) or (key in every.of_tokenizers and every.get(_TOKENIZERS))
    return len(every.get(key, {})) < len(_named(key)) and not is_back and not restoring.may_come()


def tell_if_lost(key: str, say: Catalog) -> None:
    """Say that a file is gone which a field still names, if one is."""
    if _has_lost(key):
        tell_lost(say)


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
    _kept_here().of_corpora.add(key)
    ask(label, key, say, help=hint, types=types, has_many=by_language, on_change=on_change, most=MAX_MB)


def ask_for_pattern(key: str, say: Catalog) -> str | None:
    """Draw the choice of a pattern for a file that names none, which may be typed, too. Return what :func:`pattern`
    does."""

    def label(name: str | None) -> str:
        if name is None:
            return say("tokenizers.pattern.by-size")
        return say.choice(split_key, name) if name in ALTERNATIVES else name

    st.selectbox(
        say("tokenizers.pattern"),
        (None, *ALTERNATIVES),
        format_func=label,
        key=key,
        accept_new_options=True,
        help=say("tokenizers.pattern.help"),
    )
    return pattern(key)


def pattern(key: str) -> str | None:
    """Return the pattern in such a field, a name or a regular expression; None for that of the file."""
    chosen: str | None = st.session_state.get(key)
    return chosen or None


def takes_pattern(files: Sequence[Upload]) -> bool:
    """Tell if these files are one that a pattern can be named for."""
    from tokviz.files import opening  # pages without files do without the libraries

    return len(files) == 1 and opening.takes_pattern(files[0].name, files[0].data)


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
    """Return the special tokens in a field, each ``NAME`` or ``NAME=ID``."""
    return tuple(st.session_state.get(key, "").split())


def uploaded(key: str) -> tuple[Upload, ...]:
    """Return the files in a field, and those that the tab has brought back for it; none if any of them was lost. A file
    in a field for one takes the place of the one that came back."""
    every = _kept_here()
    known = every.get(key, {})
    named = _named(key)
    contents = {file.file_id: known.get(file.file_id) or _read(file) for file in named}
    every[key] = files = {place: file for place, file in contents.items() if file is not None}
    if files and not isinstance(st.session_state.get(key), list):
        every.pop(_RESTORED + key, None)
    back = every.get(_RESTORED + key, {})
    return (*back.values(), *files.values()) if back or len(files) == len(named) else ()


def listed() -> tuple[tuple[str, Upload], ...]:
    """Return the files of this session that the tab has to keep, each with its field; a corpus that was made of several
    files is none of them."""
    every = _kept_here()
    found: dict[tuple[str, str], Upload] = {}
    for key, files in every.items():
        if key in every.of_corpora:
            continue
        field = _TOKENIZERS if key in every.of_tokenizers else key.removeprefix(_RESTORED)
        for place, file in files.items():
            if place != _JOINED:
                found.setdefault((field, file.id), file)
    return tuple((field, file) for (field, _), file in found.items())


def placed(key: str) -> Mapping[str, Upload]:
    """Return the files in a field, by what the browser calls each upload."""
    uploaded(key)
    return dict(_kept_here().get(key, {}))


def put_back(field: str, place: str, file: Upload, *, has_text: bool) -> None:
    """Take a file that the tab has kept; in a callback. field: what :func:`listed` says; place: what the browser calls
    the upload. has_text: whether the visitor has a text, which a corpus must not replace."""
    every = _kept_here()
    if field == _CORPUS and (has_text or corpus() is not None):
        return
    if field in (_CORPUS, _TOKENIZERS):
        st.session_state[field] = True
    else:
        every.script = late_addresses.script()
        field = _RESTORED + field
        st.session_state[field] = True
    every.setdefault(field, {})[place] = file


def held(id: str) -> Upload | None:
    """Return a file that a session of this server has, most likely that of this tab before a reload; None for none. Its
    id is made of its content, so a browser that names it has had it."""
    sessions_files = [files for every in tuple(_kept_of.values()) for files in tuple(every.values())]
    return next((file for files in sessions_files for file in tuple(files.values()) if file.id == id), None)


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
    """Tell if the corpus of the visit was made of several files."""
    return _JOINED in _kept_here().get(_CORPUS, {})


def forget_corpus() -> None:
    """Let the file go that is the corpus of the visit; in a callback."""
    st.session_state[_CORPUS] = False
    _kept_here().pop(_CORPUS, None)


def corpus() -> Upload | None:
    """Return the file that is the corpus of the visit."""
    return next(iter(_kept_here().get(_CORPUS, {}).values()), None)


def had_corpus() -> bool:
    """Tell if this server knows of a file that is or was the corpus of the visit."""
    return _CORPUS in st.session_state


def _kept_here() -> _Kept:
    """Return the files of this session. Those of fields that are on no page now are let go, but for tokenizers."""
    every: _Kept = st.session_state.setdefault(_KEPT, _Kept())
    if session := sessions.session_id():
        _kept_of[session] = every
    for key in [key for key in every if key not in st.session_state]:
        files = every.pop(key)
        if key in every.of_tokenizers:
            st.session_state[_TOKENIZERS] = True
            every.setdefault(_TOKENIZERS, {}).update(files)
    if every.script and every.script != late_addresses.script():
        for key in [key for key in every if key.startswith(_RESTORED)]:
            del every[key]
    return every


def _named(key: str) -> list[Any]:
    """Return the files in a field, as the browser names them."""
    value = st.session_state.get(key)
    return value if isinstance(value, list) else [value] if value is not None else []


def _read(file: Any) -> Upload | None:
    if uploaded_files.is_deleted(file):
        return None
    return Upload.of(file.name, file.getvalue())
