"""The views below the stage where WordPiece encodes: tokens, basic tokenisation, decoding, BPE beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

import pandas as pd
import streamlit as st

from tokviz import bpe
from tokviz.pretokenize import NORMALIZING, pretokenize
from tokviz.pretokenize.bert_basic import BasicStep, basic_steps
from tokviz.views.encoding import bert_basic as basic
from tokviz.views.encoding import merging as encoding
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.web.apply.wordpiece_state import VIEWS, WordState
from tokviz.web.apply.wordpiece_tool import Tool, beside_bpe, encoded, walk
from tokviz.web.shared import cells, pictures, token_panel
from tokviz.web.shared.selection import HEIGHT
from tokviz.web.shared.tabs import open_view

__all__ = ["more"]

_MAX_ROWS = 500
_MAX_NAMED = 12
_BASIC = frozenset({"bert", *NORMALIZING})


def more(tool: Tool, asked: WordState, word: str, visit: int, say: Catalog) -> str:
    """The views, one at a time; the name of the one that is open."""
    draw: dict[str, Callable[[], None]] = {
        "tokens": lambda: _tokens(tool, asked, say),
        "decode": lambda: _decode(tool, asked, say),
    }
    if tool.model.pretokenizer in _BASIC:
        draw["basic"] = lambda: _basic(tool, asked, say)
    if tool.corpus is not None:
        draw["bpe"] = lambda: _bpe(tool, asked, word, say)
    labels = {name: say(f"tab.{name}") for name in VIEWS}
    return open_view("wp", labels, draw, (asked.view, visit), say)[0]


def _tokens(tool: Tool, asked: WordState, say: Catalog) -> None:
    words = encoded(tool.key, asked.text, tool)
    unknown = _unknown(tool, words)
    note = ""
    if unknown:
        names = cells.code_list(unknown, say, _MAX_NAMED)
        note = say("wp.unknown-words", unknown=cells.code(tool.model.unk), names=names)
    token_panel.show(asked.text, words, tool.model.ids, say, key="wp_tokens_picture", note=note)


def _basic(tool: Tool, asked: WordState, say: Catalog) -> None:
    st.markdown(say(f"wp.about.{tool.model.pretokenizer}"))
    text = asked.text[: basic.MAX_TEXT]
    picture = basic.picture(text, _basic_steps(text, tool.model.pretokenizer), say)
    pictures.still(picture, key="wp_basic_picture")
    if len(text) < len(asked.text):
        st.caption(say("wp.basic.cut", shown=f"{len(text):,}", total=f"{len(asked.text):,}"))


def _basic_steps(text: str, name: str) -> tuple[BasicStep, ...]:
    """The steps that this pre-tokenisation takes; the one without normalisation only cuts."""
    if name == "bert":
        return (BasicStep("split", " ".join(pretokenize(text, name))),)
    return basic_steps(text, lower=name == "bert-uncased")


def _decode(tool: Tool, asked: WordState, say: Catalog) -> None:
    words = encoded(tool.key, asked.text, tool)
    tokens = list(chain.from_iterable(found for _, found in words))
    payload = walk(tool.key, asked.text, say.language, tokens, tool)
    pictures.walk(payload, key="wp_walk")
    text = tool.model.decode(tokens)
    st.markdown(say("wp.decode.tokens", tokens=cells.code(shorten(" ".join(map(visible, tokens)), 400))))
    st.markdown(say("wp.decode.text", text=cells.code(shorten(visible(text), 400))))
    if text == asked.text:
        st.success(say("encode.decode.same"), icon=":material/check:")
        return
    lost = [say(f"wp.lost.{name}") for name in _lost(tool, words, asked.text, text)]
    st.warning("\n".join([say("wp.lost"), *(f"- {line}" for line in lost)]), icon=":material/info:")


def _lost(tool: Tool, words: token_panel.Encoded, before: str, after: str) -> list[str]:
    """What a text lost on its way to tokens and back, by the names of the sentences about it."""
    found = []
    if _unknown(tool, words):
        found.append("unknown")
    if "".join(word for word, _ in words) != "".join(before.split()):
        found.append("changed")
    if not found and "".join(after.split()) != "".join(before.split()):
        found.append("marks")  # text that looks like a mark, or like what the clean-up takes out
    if not found or len(before.split()) != len(words) or before != " ".join(before.split()):
        found.append("spaces")
    return found


def _bpe(tool: Tool, asked: WordState, word: str, say: Catalog) -> None:
    model = beside_bpe(tool)
    assert model is not None  # else there is no such view
    merges = say.count("count.merges", len(model.merges))
    st.markdown(say("wp.bpe.about", merges=merges))
    found = dict(encoded(tool.key, asked.text, tool))
    rows = [("WordPiece", "", found[word]), (say("wp.bpe.name"), "", model.encode_word(word))]
    pictures.still(encoding.picture(rows, say), key="wp_bpe_picture")
    shown = list(found)[:_MAX_ROWS]
    table = _side_by_side(shown, found, model, tool, say)
    differ = sum(table["differs"] != "")
    words = say.count("count.words", len(shown))
    st.markdown(say.count("wp.bpe.differ", differ, words=words) if differ else say("wp.bpe.same", words=words))
    table = table.sort_values("differs", ascending=False, kind="stable")
    st.dataframe(
        table,
        hide_index=True,
        height=min(HEIGHT, 35 * (len(table) + 1) + 3),
        column_config=cells.columns(table, say),
        alt=say("tab.bpe"),
    )
    if len(shown) < len(found):
        st.caption(say("shown-of", shown=f"{len(shown):,}", total=f"{len(found):,}"))


def _side_by_side(
    words: Sequence[str], found: dict[str, tuple[str, ...]], model: bpe.Model, tool: Tool, say: Catalog
) -> pd.DataFrame:
    """Each word with its tokens by both; they are alike if they cut it at the same places."""
    prefix = tool.model.prefix
    rows = []
    for word in words:
        mine, theirs = found[word], model.encode_word(word)
        bare = tuple(token.removeprefix(prefix) if i else token for i, token in enumerate(mine))
        rows.append(
            {
                "word": cells.token(word),
                "wordpiece": shorten(" ".join(map(visible, mine)), 200),
                "bpe": shorten(" ".join(map(visible, theirs)), 200),
                "differs": "" if bare == theirs else say("wp.bpe.differs"),
            }
        )
    return pd.DataFrame(rows, columns=["word", "wordpiece", "bpe", "differs"])


def _unknown(tool: Tool, words: token_panel.Encoded) -> list[str]:
    """The different words that became the unknown token."""
    return list(dict.fromkeys(word for word, tokens in words if tokens == (tool.model.unk,) and word != tool.model.unk))
