"""The encoder of `/superbpe?do=encode`: a tokenizer whose tokens cross words."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import streamlit as st

from tokviz import superbpe
from tokviz.algorithms import SUPERBPE
from tokviz.models.text_encoder import MAX_EXPLAINED
from tokviz.pretokenize.byte_level import text_to_bytes
from tokviz.state.training import ApplyState
from tokviz.superbpe import boundless
from tokviz.superbpe.encoding import lines_of
from tokviz.views.encoding.merging import AROUND
from tokviz.views.picture.payload import MAX_CHIPS
from tokviz.views.picture.questions import DrawWord
from tokviz.views.shared.catalog import Catalog
from tokviz.views.superbpe.encoding import line_picture
from tokviz.web.encoding.page import PageContext, Place
from tokviz.web.encoding.tokenizer import Given, LoadedTokenizer, trained
from tokviz.web.shared import messages, stepping

AnyModel = superbpe.Model | boundless.Model
Context = PageContext[ApplyState, LoadedTokenizer[AnyModel]]


def load_tokenizer(
    given: Given, state: ApplyState, linked: ApplyState | None, place: Place, say: Catalog
) -> tuple[LoadedTokenizer[AnyModel], ApplyState]:
    """Return the tokenizer that a training ends in. Raises TokvizError."""
    tokenizer = cast(LoadedTokenizer[AnyModel], trained(SUPERBPE, state.train, say))
    if isinstance(tokenizer.model, boundless.Model):  # it learned from lines, however they came about
        tokenizer = replace(tokenizer, model=replace(tokenizer.model, pretokenizer="lines"))
    if tokenizer.training:
        stepping.end_at(SUPERBPE.name, tokenizer.training.steps)
    return tokenizer, state


def lines(tokenizer: LoadedTokenizer[AnyModel], state: ApplyState) -> tuple[str, ...]:
    """Return the different lines of a text."""
    return tuple(dict.fromkeys(lines_of(tokenizer.model, state.text)))


def draw_line(tokenizer: LoadedTokenizer[AnyModel]) -> DrawWord:
    """Return the function that draws the steps of a line."""
    return line_picture


def show_about(context: Context, line: str, picture: Place, say: Catalog) -> None:
    """Say how a line is encoded, and what is left out of the picture of a long one."""
    model = context.tokenizer.model
    symbols = len(text_to_bytes(line))
    with picture:
        if isinstance(model, boundless.Model):
            st.caption(say("boundless.encode.about"))
        else:
            st.caption(say("superbpe.encode.about.one" if model.stage1 is None else "superbpe.encode.about"))
        if symbols > MAX_CHIPS:
            count = say.count("count.symbols-of-word", symbols)
            messages.caption_lines(say("superbpe.encode.long", symbols=count, shown=AROUND, most=MAX_EXPLAINED))
