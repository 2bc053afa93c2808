"""The choices of the visitor of `/tokenizers`: address, text, tokenizer.

The choice of a text and of a tokenizer is the same on `/vocabulary`. The page decides the keys: ``<page>_tokenizer``,
``<page>_files``, and those of the text. Files stay with a visitor who goes to another page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import streamlit as st

from tokviz.files.by_name import SHIPPED
from tokviz.state.tokenizers import FORM, MAX_CHARS, PAGE, SAMPLES, TokenizersState
from tokviz.views.shared.catalog import Catalog
from tokviz.views.tokenizers.options import NAME_KEYS, SAMPLE_KEYS
from tokviz.web import hooks
from tokviz.web.address import url
from tokviz.web.pages.tokenizers import available
from tokviz.web.pages.tokenizers.available import AvailableTokenizer, UploadedTokenizer
from tokviz.web.server import restoring, uploads
from tokviz.web.server.tokenizer_files import asks_more, group_with, is_file_name, name_of
from tokviz.web.server.uploads import Upload
from tokviz.web.shared import choosing, messages, stepping
from tokviz.web.shared.choosing import Sentences
from tokviz.web.streamlit_workarounds import widget_values

_SHOWN = f"{PAGE}_shown"  # the text and the tokenizer of the last run: what word, token and step belong to
PICKED = f"{PAGE}_picked"
"""The key of the word and the token of the last run, to which the step belongs."""
_BACK, _TRIP, _IDS, _LINES = f"{PAGE}_back", f"{PAGE}_trip", f"{PAGE}_ids", f"{PAGE}_lines"
LANGUAGES = f"{PAGE}_languages"
"""The key of whether the sentence in eight languages is unfolded."""
_FIRST = SHIPPED[0]  # the tokenizer that a first visit opens


def read_address() -> tuple[str, ...]:
    """Fill the widgets when the address changed or they are new; return the parameters that had to be put right."""
    if not url.has_changed(PAGE) and f"{PAGE}_sample" in st.session_state:
        return ()
    state, wrong = FORM.read(url.current())
    widget_values.fill(f"{PAGE}_", state, ("sample", "tokenizer", "word", "token"))
    widget_values.put(LANGUAGES, state.open == "languages")
    widget_values.put(_BACK, f"{state.back}")  # a field of a view, whose values are texts
    widget_values.put(_TRIP, state.trip)
    widget_values.put_typed(_IDS, state.ids)
    widget_values.put_typed(_LINES, state.lines)
    widget_values.put_typed(f"{PAGE}_text", state.shown)
    stepping.send(PAGE, state.step)
    for last in (_SHOWN, PICKED):
        st.session_state.pop(last, None)
    return wrong


def show_controls(say: Catalog) -> tuple[TokenizersState, Mapping[str, AvailableTokenizer], tuple[str, ...]]:
    """Draw the text and the panel for files. Returns the state, the available tokenizers, and wrong parameters
    of the link."""
    sample, text = choose_text(PAGE, say)
    tokenizer, tokenizers, wrong = offer_tokenizers(PAGE, say)
    word, token = (st.session_state.get(f"{PAGE}_{name}") or 1 for name in ("word", "token"))
    back = int(st.session_state.get(_BACK) or 0)
    opened = "languages" if st.session_state.get(LANGUAGES) else ""
    trip, ids = st.session_state.get(_TRIP) or TokenizersState.trip, st.session_state.get(_IDS) or ""
    lines = st.session_state.get(_LINES) or ""
    chosen = TokenizersState(sample, text, tokenizer, word, 0, token, back, trip, ids, lines, opened)
    return _reset_with_text(chosen), tokenizers, wrong


def _reset_with_text(state: TokenizersState) -> TokenizersState:
    """Choose the first word and token if the text or the tokenizer changed."""
    shown = (state.shown, state.tokenizer)
    if st.session_state.setdefault(_SHOWN, shown) == shown:
        return state
    st.session_state[_SHOWN] = shown
    stepping.send(PAGE, 0)
    first = replace(state, word=1, step=0, token=1, back=0)
    widget_values.fill(f"{PAGE}_", first, ("word", "token"))
    widget_values.put(_BACK, f"{first.back}")
    st.session_state.pop(PICKED, None)
    return first


# -- the choice of a text and of a tokenizer, on this page and on `/vocabulary` ----------------------------------------


def choose_text(page: str, say: Catalog) -> tuple[str, str]:
    """Draw the choice of a text. Returns what :func:`tokviz.web.shared.choosing.text` does."""
    sentences = Sentences(
        say("tokenizers.sample"),
        lambda name: say(SAMPLE_KEYS[name]),
        say("tokenizers.text"),
        say("tokenizers.text.help"),
    )
    return choosing.text(page, SAMPLES, sentences, say, most=MAX_CHARS)


def choose_tokenizer(page: str, say: Catalog) -> tuple[str, Mapping[str, AvailableTokenizer], tuple[str, ...]]:
    """Draw the choice, and after it the panel for files. Returns the chosen name, the available tokenizers, and wrong
    parameters of the link."""
    place = st.container(width="content")
    _, tokenizers, wrong = offer_tokenizers(page, say)
    with place:
        return pick_tokenizer(page, tokenizers, say), tokenizers, wrong


def offer_tokenizers(page: str, say: Catalog) -> tuple[str, Mapping[str, AvailableTokenizer], tuple[str, ...]]:
    """Draw the panel for files alone, before the choice. Returns the same. A file that was just uploaded is chosen."""
    key = f"{page}_tokenizer"
    with uploads.panel(_files_key(page), say("upload.add")):
        own = available.uploaded_tokenizers(page, _collect_files(page, say), say)
        fetched_names = tuple(filter(None, hooks.more_tokenizers(page, say)))
    uploads.tell_if_lost(_files_key(page), say)
    known = _note_own(page, own)
    fresh = next((name for name, ids in _file_ids(own).items() if ids not in known.values()), None)
    if fresh is not None:
        widget_values.put(key, fresh)
    for fetched in fetched_names:
        widget_values.put(key, fetched)
        available.remember_fetched(fetched)
    tokenizers = available.available_tokenizers(own)
    wanted = st.session_state.get(key)
    if wanted not in tokenizers:
        widget_values.put(key, _FIRST)
    was_removed = wanted in known  # a file that was taken away is no wrong link
    is_wrong = wanted not in tokenizers and not was_removed and not restoring.may_come()
    return st.session_state[key], tokenizers, wrong_names({"tokenizer": (wanted,)}, say) if is_wrong else ()


def wrong_names(missing: Mapping[str, Sequence[str | None]], say: Catalog) -> tuple[str, ...]:
    """Return the parameters of a link that name something that does not exist; of a file that is not here, say so, and
    blame no link. missing: the names of what is missing, by parameter."""
    files = {name for names in missing.values() for name in names if name and is_file_name(name)}
    messages.tell_without_file(sorted(files), say)
    return tuple(parameter for parameter, names in missing.items() if set(names) - files)


def pick_tokenizer(page: str, tokenizers: Mapping[str, AvailableTokenizer], say: Catalog) -> str:
    """Draw the choice among the available tokenizers. Returns its name."""
    chosen = st.selectbox(
        say("tokenizers.which"),
        tuple(tokenizers),
        format_func=lambda name: tokenizer_label(tokenizers[name], say),
        key=f"{page}_tokenizer",
        label_visibility="collapsed",
        width=200,
    )
    return chosen or _FIRST


def _note_own(page: str, own: Sequence[UploadedTokenizer]) -> Mapping[str, tuple[str, ...]]:
    """Remember the visitor's own tokenizers. Returns those that the page knew before, by name. When the page is
    opened, it does nothing more: its link says what is chosen, and files come along from other pages."""
    key = _own_key(page)
    known: Mapping[str, tuple[str, ...]] = st.session_state.get(key, _file_ids(own))
    st.session_state[key] = _file_ids(own)
    return known


def _own_key(page: str) -> str:
    """Return the key of the visitor's own tokenizers in the page's last run."""
    return f"{page}_own"


def _file_ids(own: Sequence[UploadedTokenizer]) -> dict[str, tuple[str, ...]]:
    """Return name -> the ids of its files, whatever pattern or special tokens were given with them."""
    return {upload.name: tuple(file.id for file in upload.files) for upload in own}


def tokenizer_label(tokenizer: AvailableTokenizer, say: Catalog) -> str:
    """Return a tokenizer's label as plain text; Markdown needs :func:`messages.escape`."""
    return say(NAME_KEYS[tokenizer.name]) if tokenizer.is_shipped else tokenizer.called


def _collect_files(page: str, say: Catalog) -> tuple[Upload, ...]:
    """Return the files in the page's field, and the others of the visit."""
    key = _files_key(page)
    if key not in st.session_state:  # the page has just been opened
        st.session_state.pop(_own_key(page), None)

    def choose(files: tuple[Upload, ...]) -> None:
        if not {*files} <= {*uploads.uploaded(key)}:  # those are chosen when they are new
            widget_values.put(f"{page}_tokenizer", name_of(group_with(files, key)))

    label, hint = say("tokenizers.upload"), say("tokenizers.upload.help")
    return uploads.ask_for_tokenizers(label, key, say, help=hint, choose=choose, asks_more=asks_more)


def _files_key(page: str) -> str:
    return f"{page}_files"
