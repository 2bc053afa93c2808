"""The encoder of `/wordpiece?do=encode`: options of the tokenizer, and what draws a word."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import streamlit as st

from tokviz.algorithms import WORDPIECE
from tokviz.files.detect import load_wordpiece
from tokviz.merging.merge_trace import MergeTrace
from tokviz.sandbox import ask
from tokviz.state.training import TrainState
from tokviz.state.wordpiece_encode import MAX_LENGTH, SPLITS, WordpieceEncodeState
from tokviz.text_keys import split_key
from tokviz.views.encoding.applying import matched_word
from tokviz.views.pages import printed
from tokviz.views.picture.questions import DrawWord
from tokviz.views.shared.catalog import Catalog
from tokviz.views.tokenizers.work import pretoken_picture
from tokviz.web.computing import cache
from tokviz.web.computing.cache import TraceKey
from tokviz.web.encoding.page import PageContext, Place
from tokviz.web.encoding.tokenizer import Given, LoadedTokenizer, trained
from tokviz.web.shared import cells, drawing, messages, parts, stepping
from tokviz.web.streamlit_workarounds import widget_values
from tokviz.wordpiece import Model


def show_controls(say: Catalog) -> None:
    """Draw the side bar's pre-tokenization and limit."""
    st.selectbox(
        say("wordpiece.pre"),
        ("", *SPLITS),
        format_func=lambda name: say.choice(split_key, name) if name else say("wordpiece.pre.own"),
        key="wordpiece_encode_pre",
        help=say("wordpiece.pre.help"),
    )
    st.number_input(
        say("wordpiece.longest"),
        min_value=1,
        max_value=MAX_LENGTH,
        value=None,
        step=1,
        key="wordpiece_encode_longest",
        placeholder=say("wordpiece.longest.own"),
        help=say("wordpiece.longest.help", most=MAX_LENGTH),
    )


def load_tokenizer(
    given: Given, state: WordpieceEncodeState, linked: WordpieceEncodeState | None, place: Place, say: Catalog
) -> tuple[LoadedTokenizer[Model], WordpieceEncodeState]:
    """Return the tokenizer for words split and limited as the side bar says. Raises TokvizError."""
    tokenizer = given.tokenizer(load_wordpiece) or trained(WORDPIECE, state.train, say)
    if tokenizer.file:
        st.caption(say("wordpiece.upload.in-use", name=messages.escape(cells.token(tokenizer.file))))
    if tokenizer.training:
        steps = tokenizer.training.steps
        stepping.end_at(WORDPIECE.name, steps)
        _hint(state.train, steps, say)
    model = tokenizer.model
    if model.unk not in model.ids:
        st.warning(say("wordpiece.no-unknown", unknown=cells.code(cells.token(model.unk))), icon=":material/warning:")
    longest = min(model.max_word_length if state.longest is None else state.longest, MAX_LENGTH)
    key = (*tokenizer.key, state.pre, longest)
    return replace(tokenizer, key=key, model=_with_options(key, state.pre, longest, model)), state


@cache.kept(24)
def _with_options(key: TraceKey, pretokenizer: str, longest: int, _model: Model) -> Model:
    """Return the model with this pre-tokenizer, or its own if that is empty, and this limit of characters."""
    if not pretokenizer or (pretokenizer == _model.pretokenizer and _model.around is None):
        return _model if longest == _model.max_word_length else ask(replace, _model, max_word_length=longest)
    bare = {"normalizer": None, "around": None}
    return ask(replace, _model, max_word_length=longest, pretokenizer=pretokenizer, **bare)


def _hint(chosen: TrainState, merges: int, say: Catalog) -> None:
    """Offer the vocabulary that the source of an example stops at, where training goes on; in the side bar."""
    recipe = chosen.lesson
    if recipe is None or not recipe.published or chosen.stop != "end":
        return
    printed = len(recipe.published[0].steps)
    if not 0 < printed < merges:
        return
    number = say.count("count.merges", printed)
    with st.sidebar:
        st.caption(
            say("wordpiece.hint", source=recipe.source, printed=number, merges=say.count("count.merges", merges))
        )
        st.button(say("wordpiece.hint.stop", merges=number), on_click=_stop_at, args=(printed,), width="stretch")


def _stop_at(merges: int) -> None:
    widget_values.put(f"{WORDPIECE.name}_stop", "merges")
    widget_values.put(f"{WORDPIECE.name}_amount", merges)


def draw_word(tokenizer: LoadedTokenizer[Model]) -> DrawWord:
    """Return the function that draws the searches of a word; its question is the next piece. Tokens of a vocabulary
    that was trained here by merges have the colors of these."""
    trace = tokenizer.training.trace if tokenizer.training else None
    if not isinstance(trace, MergeTrace):
        return pretoken_picture
    numbers: dict[str, int] = {}
    for number, token in enumerate(trace.tokens, start=1):
        numbers.setdefault(token, number)
    return partial(matched_word, (len(trace), numbers))


def show_printed(
    context: PageContext[WordpieceEncodeState, LoadedTokenizer[Model]], word: str, picture: Place, say: Catalog
) -> None:
    """Draw the errata about the encoding of a word that is whole in the vocabulary, under the rules of the source."""
    train = context.state.train
    lesson = train.lesson
    if not context.tokenizer.training or word not in context.tokenizer.model.ids:
        return
    if lesson is None or train.rules != lesson.rules:
        return
    with parts.part("printed"):
        drawing.draw([printed.card(erratum, say) for erratum in lesson.errata if erratum.word == word], "", say)
