"""The picked word on `/compare`: its tokens by each tokenizer, why they differ, and where each came to them."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from tokviz.compare.differing import opposites
from tokviz.compare.engine import Compared, Key
from tokviz.compare.notation import neutral
from tokviz.compare.reading import Split, read
from tokviz.compare.reasons import Reason, reason
from tokviz.errors import TokvizError
from tokviz.views.compare.reasons import sentence, tokens
from tokviz.views.shared.catalog import Catalog
from tokviz.web.address import handover, onward
from tokviz.web.address.handover import Handed
from tokviz.web.address.site_map import info, page
from tokviz.web.address.train_state import TrainState
from tokviz.web.compare import links as compare_links
from tokviz.web.compare.links import Link
from tokviz.web.compare.state import MAX_WORD, PAGE, CompareState
from tokviz.web.shared import cells, messages

__all__ = ["open_row", "reasons", "show"]


def show(tokenizers: Sequence[Compared], asked: CompareState, opening: str, say: Catalog) -> str:
    """Draw all about one word; the word, empty while it is the one that opens the page."""
    typed = st.text_input(
        say("cmp.word"),
        key="cmp_word",
        max_chars=MAX_WORD,
        placeholder=cells.token(opening),
        help=say("cmp.word.help"),
    ).strip()
    word = (typed or opening).split()[0][:MAX_WORD]
    try:
        splits = [read(one.model, [word]).splits[word] for one in tokenizers]
        whys = reasons(tuple(part for one in tokenizers for part in one.key), word, tokenizers, splits)
    except TokvizError as error:
        messages.show_error(error, say)
        return typed
    for column, number in zip(st.columns(len(tokenizers)), range(len(tokenizers)), strict=True):
        with column, st.container(border=True, height="stretch"):
            _split(tokenizers[number], splits[number], asked.marks, say)
            _links(tokenizers[number], number, asked, word, whys, say)
    if not whys:
        st.markdown(say("cmp.word.same", word=cells.code(cells.token(word))))
    for number, why in whys.items():
        st.markdown(f"- {messages.escape(sentence(why, tokenizers[number].label, say))}")
    if whys:
        st.caption(say("cmp.why.about"))
    return typed


@st.cache_resource(max_entries=512, show_spinner=False)
def reasons(key: Key, word: str, _tokenizers: Sequence[Compared], _splits: Sequence[Split]) -> dict[int, Reason]:
    """Why a word is cut otherwise than by another: number of a tokenizer -> reason, in which it is on the left. Raises
    TokvizError."""
    found = {}
    for one, other in opposites(_splits).items():
        why = reason(word, _tokenizers[one].tokenizer, _tokenizers[other].tokenizer)
        if why is not None:
            found[one] = why
    return found


def open_row(asked: CompareState, say: Catalog) -> None:
    """Links that take the corpus to the pages of the algorithms."""
    if not compare_links.travels(asked):
        st.caption(say("cmp.open-not"))
        return
    train = TrainState(example=asked.example, text=asked.corpus, split=asked.split)
    onward.row(PAGE, train, say, asked.text)


def _split(one: Compared, split: Split, marks: str, say: Catalog) -> None:
    written = [neutral(token, one.model).text or "∅" if marks == "neutral" else token for token in split.tokens]
    st.markdown(f"**{messages.escape(one.label)}** · {say.count('count.tokens', len(split.tokens))}")
    st.markdown(" ".join(cells.code(tokens([token])) for token in written) or "∅")
    if not split.is_known:
        st.caption(say("cmp.word.unknown"))


def _links(
    one: Compared,
    number: int,
    asked: CompareState,
    word: str,
    whys: dict[int, Reason],
    say: Catalog,
) -> None:
    """Where the word's tokens come from: its encoding, and the step of the training."""
    if one.slot.is_trained and not compare_links.travels(asked):
        return
    why = whys.get(number)
    account = why.left if why is not None else None
    try:
        link = compare_links.encoding_link(asked, one, word, why, account)
    except TokvizError as error:
        st.caption(messages.escape(messages.error_text(error, say)))
        return
    if not one.slot.is_trained:
        _hand_over(one, number, link, say)
        return
    onward.link(link.page, link.query, say, say("cmp.open-encoding", step=link.step))
    training = compare_links.training_link(asked, one, account) if account is not None else None
    if training is not None:
        onward.link(training.page, training.query, say, say("cmp.open-training", step=training.step))


def _hand_over(one: Compared, number: int, link: Link, say: Catalog) -> None:
    """A button that opens a page with an uploaded tokenizer, which no link can hold."""
    label = say("cmp.open-encoding", step=link.step)
    icon = info(link.page).icon
    if st.button(label, icon=icon, key=f"cmp_hand_over_{number}", type="tertiary", help=say("cmp.word.uploaded")):
        name = " + ".join(file.name for file in one.slot.files)
        handover.give(link.page, Handed(name, one.key, one.model, one.notes))
        st.switch_page(page(info(link.page), say), query_params={**link.query, "lang": say.language})
