"""The encoder of `/wordpiece?do=encode`: options of the tokenizer, and the views below the picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pandas as pd
import streamlit as st

from tokviz import bpe
from tokviz.algorithms import BPE, WORDPIECE
from tokviz.files.detect import load_wordpiece
from tokviz.memory import rules_key
from tokviz.merging.merge_trace import MergeTrace
from tokviz.pretokenize import BERT_NORMALIZERS, NORMALIZING, pretokenize
from tokviz.pretokenize.bert_basic import BasicStep, basic_steps
from tokviz.sandbox import ask
from tokviz.state.training import TrainState
from tokviz.state.wordpiece_encode import MAX_LENGTH, SPLITS, WordpieceEncodeState
from tokviz.text_keys import split_key
from tokviz.views.encoding import longest_match as basic
from tokviz.views.encoding import merging as encoding
from tokviz.views.encoding.applying import matched_word
from tokviz.views.encoding.merging import SymbolDrawing
from tokviz.views.picture.questions import DrawWord
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.tokenizers.work import pretoken_picture
from tokviz.web.computing import cache
from tokviz.web.computing.cache import TraceKey
from tokviz.web.computing.memory import QUIET
from tokviz.web.encoding import text_views
from tokviz.web.encoding.page import Draw, PageContext, Place
from tokviz.web.encoding.tokenizer import Given, LoadedTokenizer, Training, encoded, trained
from tokviz.web.shared import cells, messages, parts, stepping, tables
from tokviz.web.streamlit_workarounds import widget_values
from tokviz.web.training import comparison
from tokviz.wordpiece import Model

__all__ = ["draw_word", "encoder_views", "load_tokenizer", "show_controls", "show_printed"]

_ABOUT = {
    "bert": "wordpiece.about.bert",
    "bert-uncased": "wordpiece.about.bert-uncased",
    "bert-cased": "wordpiece.about.bert-cased",
}

_LOST = {
    "unknown": "wordpiece.lost.unknown",
    "changed": "wordpiece.lost.changed",
    "spaces": "wordpiece.lost.spaces",
    "marks": "wordpiece.lost.marks",
}

_MAX_ROWS = 500
_MAX_NAMED = 12
_BASIC = frozenset({"bert", *NORMALIZING})


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
    """Draw what the source of a trained word printed."""
    if context.tokenizer.training and word in context.tokenizer.model.ids:
        with parts.part("printed"):
            comparison.beside_word(context.state.train, word, say)


# -- the views below the picture ---------------------------------------------------------------------------------------


def encoder_views(
    context: PageContext[WordpieceEncodeState, LoadedTokenizer[Model]], word: str, step: int, say: Catalog
) -> dict[str, Draw]:
    """Return the views, name -> what draws it."""
    tokenizer, text = context.tokenizer, context.state.text
    draw: dict[str, Draw] = {
        "tokens": lambda: _tokens_view(tokenizer, text, say),
        "decode": lambda: _decode_view(tokenizer, text, say),
    }
    if (split := _split_name(tokenizer.model)) in _BASIC:
        draw["basic"] = lambda: _basic_view(split, text, say)
    if (trained := tokenizer.training) is not None:
        draw["bpe"] = lambda: _bpe_view(tokenizer, trained, text, word, say)
    return draw


def _tokens_view(tokenizer: LoadedTokenizer[Model], text: str, say: Catalog) -> None:
    words = encoded(tokenizer.key, text, tokenizer)
    unknown = _unknown_words(tokenizer, words)
    note = ""
    if unknown:
        names = cells.code_list(unknown, say, _MAX_NAMED)
        note = say("wordpiece.unknown-words", unknown=cells.code(tokenizer.model.unk), names=names)
    text_views.show_tokens(text, words, tokenizer.model.ids, say, key="wordpiece_encode_tokens_picture", note=note)


def _split_name(model: Model) -> str:
    """Return the name of the pre-tokenization, where the library's normalizer does what BERT does, too."""
    return next(
        (name for name, normalizer in BERT_NORMALIZERS.items() if normalizer == model.normalizer), model.pretokenizer
    )


def _basic_view(split: str, text: str, say: Catalog) -> None:
    st.markdown(say(_ABOUT[split]))
    shown = text[: basic.MAX_TEXT]
    stepping.still_picture(
        basic.basic_steps_picture(shown, _basic_steps(shown, split), say), key="wordpiece_encode_basic_picture"
    )
    if len(shown) < len(text):
        st.caption(say("wordpiece.basic.cut", shown=len(shown), total=len(text)))


def _basic_steps(text: str, name: str) -> tuple[BasicStep, ...]:
    """Return the steps that this pre-tokenization takes; the one without normalization only splits."""
    if name == "bert":
        return (BasicStep("split", " ".join(pretokenize(text, name))),)
    return basic_steps(text, lower=name == "bert-uncased")


def _decode_view(tokenizer: LoadedTokenizer[Model], text: str, say: Catalog) -> None:
    words = encoded(tokenizer.key, text, tokenizer)
    text_views.show_decoded(
        tokenizer,
        text,
        say,
        "wordpiece_encode",
        tokens="wordpiece.decode.tokens",
        decoded="wordpiece.decode.text",
        lost="wordpiece.lost",
        why=lambda back: [say(_LOST[name]) for name in _lost_parts(tokenizer, words, text, back)],
    )


def _lost_parts(tokenizer: LoadedTokenizer[Model], words: text_views.Encoded, before: str, after: str) -> list[str]:
    """Return what a text lost on its way to tokens and back, as the last parts of text keys."""
    lost = []
    if _unknown_words(tokenizer, words):
        lost.append("unknown")
    if "".join(word for word, _ in words) != "".join(before.split()):
        lost.append("changed")
    if not lost and "".join(after.split()) != "".join(before.split()):
        lost.append("marks")  # text that looks like a mark, or like what the clean-up takes out
    if not lost or len(before.split()) != len(words) or before != " ".join(before.split()):
        lost.append("spaces")
    return lost


def _bpe_view(tokenizer: LoadedTokenizer[Model], trained: Training, text: str, word: str, say: Catalog) -> None:
    model = _train_bpe(trained, tokenizer.model.pretokenizer)
    merges = say.count("count.merges", len(model.merges))
    st.markdown(say("wordpiece.bpe.about", merges=merges))
    encodings = dict(encoded(tokenizer.key, text, tokenizer))
    rows = [
        encoding.Row("WordPiece", "", encodings[word]),
        encoding.Row(say("wordpiece.bpe.name"), "", model.encode_word(word)),
    ]
    drawn = SymbolDrawing({}, 0, (tokenizer.model.prefix,), has_names=True)
    stepping.still_picture(encoding.merging_picture(rows, say, drawn), key="wordpiece_encode_bpe_picture")
    shown = list(encodings)[:_MAX_ROWS]
    table = _side_by_side(shown, encodings, model, tokenizer.model.prefix, say)
    differ = sum(table["differs"] != "")
    words = say.count("count.words", len(shown))
    st.markdown(
        say.count("wordpiece.bpe.differ", differ, words=words) if differ else say("wordpiece.bpe.same", words=words)
    )
    table = table.sort_values("differs", ascending=False, kind="stable")
    tables.show(table, say, alt=say("tab.bpe"), total=len(encodings))


def _train_bpe(trained: Training, split: str) -> bpe.Model:
    """Return byte-pair encoding after as many merges on the same corpus, by the rules of the course."""
    rules = bpe.PRESETS["course"]
    key = (*trained.corpus_key, rules_key(rules), trained.steps)
    trace = QUIET.trained(BPE, (BPE.name, *key), trained.trace.corpus, rules, merges=trained.steps)
    return cache.trained_model(("beside", *key), len(trace), split, trace)


def _side_by_side(
    words: Sequence[str], encodings: dict[str, tuple[str, ...]], model: bpe.Model, prefix: str, say: Catalog
) -> pd.DataFrame:
    """Return each word with its tokens by both; they agree if they split it at the same places."""
    rows = []
    for word in words:
        mine, theirs = encodings[word], model.encode_word(word)
        bare = tuple(token.removeprefix(prefix) if i else token for i, token in enumerate(mine))
        rows.append(
            {
                "word": cells.token(word),
                "wordpiece": shorten(" ".join(map(visible, mine)), 200),
                "bpe": shorten(" ".join(map(visible, theirs)), 200),
                "differs": "" if bare == theirs else say("wordpiece.bpe.differs"),
            }
        )
    return pd.DataFrame(rows, columns=["word", "wordpiece", "bpe", "differs"])


def _unknown_words(tokenizer: LoadedTokenizer[Model], words: text_views.Encoded) -> list[str]:
    """Return the different words that became the unknown token."""
    unk = tokenizer.model.unk
    return list(dict.fromkeys(word for word, tokens in words if tokens == (unk,) and word != unk))
