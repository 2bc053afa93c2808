"""What `/wordpiece?do=encode` does in its own way: the limit of a word's length, and how the text is pre-tokenised."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from tokviz.algorithms import WORDPIECE
from tokviz.cage import ask
from tokviz.pipeline.detect import load_wordpiece
from tokviz.state.training import TrainState
from tokviz.state.wordpiece_encode import MAX_LENGTH, SPLITS, WordpieceEncodeState
from tokviz.views.pipeline.explained import staged
from tokviz.views.shared.catalog import Catalog
from tokviz.views.stage.sent import DrawWord
from tokviz.web.computing import cache
from tokviz.web.computing.cache import TraceKey
from tokviz.web.encoding.page import PageContext, Place
from tokviz.web.encoding.tokenizer import Given, LoadedTokenizer, trained
from tokviz.web.shared import cells, messages, parts, stepping
from tokviz.web.streamlit_workarounds import widget_values
from tokviz.web.training import comparison
from tokviz.wordpiece import Model

__all__ = ["beside", "controls", "frames", "load"]


def controls(say: Catalog) -> None:
    """Draw the side bar's pre-tokenisation and limit."""
    st.selectbox(
        say("wordpiece.pre"),
        ("", *SPLITS),
        format_func=lambda name: say.choice("split", name) if name else say("wordpiece.pre.own"),
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


def load(
    given: Given, asked: WordpieceEncodeState, linked: WordpieceEncodeState | None, place: Place, say: Catalog
) -> tuple[LoadedTokenizer[Model], WordpieceEncodeState]:
    """The tokenizer for words cut and limited as asked for. Raises TokvizError."""
    tokenizer = given.tokenizer(load_wordpiece) or trained(WORDPIECE, asked.train, say)
    if tokenizer.file:
        st.caption(say("wordpiece.upload.in-use", name=messages.escape(cells.token(tokenizer.file))))
    if tokenizer.training:
        steps = tokenizer.training.steps
        if stepping.order(WORDPIECE.name)[0] > steps:
            stepping.send(WORDPIECE.name, steps)  # the training half, when it is drawn again
        _hint(asked.train, steps, say)
    model = tokenizer.model
    if model.unk not in model.ids:
        st.warning(say("wordpiece.no-unknown", unknown=cells.code(cells.token(model.unk))), icon=":material/warning:")
    longest = min(model.max_word_length if asked.longest is None else asked.longest, MAX_LENGTH)
    key = (*tokenizer.key, asked.pre, longest)
    return replace(tokenizer, key=key, model=_tuned(key, asked.pre, longest, model)), asked


@cache.kept(24)
def _tuned(key: TraceKey, pretokenizer: str, longest: int, _model: Model) -> Model:
    """The tokenizer for words cut in this way, or as it does without one, and of at most so many characters."""
    if not pretokenizer or (pretokenizer == _model.pretokenizer and _model.around is None):
        return _model if longest == _model.max_word_length else ask(replace, _model, max_word_length=longest)
    bare = {"normalizer": None, "around": None}
    return ask(replace, _model, max_word_length=longest, pretokenizer=pretokenizer, **bare)


def _hint(chosen: TrainState, merges: int, say: Catalog) -> None:
    """A way to the vocabulary that the source of an example stops at, where training goes on; in the side bar."""
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


def frames(tokenizer: LoadedTokenizer[Model]) -> DrawWord:
    """The searches of a word; the piece that comes next is asked."""
    return staged


def beside(
    context: PageContext[WordpieceEncodeState, LoadedTokenizer[Model]], word: str, stage: Place, say: Catalog
) -> None:
    """What the source of a trained word printed."""
    if context.tokenizer.training and word in context.tokenizer.model.ids:
        with parts.part("printed"):
            comparison.beside_word(context.state.train, word, say)
