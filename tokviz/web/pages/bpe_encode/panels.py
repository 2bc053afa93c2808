"""The views below the picture of `/bpe-encode`: tokens of the text, derivation, longest first, decoding, dropout."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pandas as pd
import streamlit as st

from tokviz.bpe import LongestFirst, LongestFirstTrace, dropped_symbols
from tokviz.sandbox import ask
from tokviz.state.bpe_encode import DROPOUTS, MAX_SEED, BpeEncodeState
from tokviz.views.encoding.applying import differing_words, longest_of, longest_walk, splits_with_dropout
from tokviz.views.merges import tree
from tokviz.views.shared import charts
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.web.computing import cache
from tokviz.web.computing.cache import TraceKey
from tokviz.web.encoding import text_views
from tokviz.web.encoding.page import Draw, PageContext
from tokviz.web.encoding.tokenizer import encoded
from tokviz.web.pages.bpe.panels import show_trees
from tokviz.web.pages.bpe_encode.encoder import BpeTokenizer
from tokviz.web.shared import cells, messages, stepping, tables
from tokviz.web.streamlit_workarounds import altair_charts

__all__ = ["encode_views"]

_MAX_TREES = 12  # of one word
_MAX_ROWS = 500
_DRAWS = 400
_TRIED = 8  # of the tokens that a search tried in vain so many are named
_LIST = ("errrr</w>", "tain</w>", "moun", "est</w>", "high", "the</w>", "a</w>")  # Lei Mao's, longest first
_LIST_TEXT = "the highest mountain"
_DRAWN = 1_500_000  # a draw takes time with the square of the word's length: above some 60 letters there are fewer


def encode_views(
    context: PageContext[BpeEncodeState, BpeTokenizer], word: str, step: int, say: Catalog
) -> dict[str, Draw]:
    """Return the views, name -> what draws it."""
    tokenizer, text = context.tokenizer, context.state.text
    draw: dict[str, Draw] = {
        "tokens": lambda: _tokens_view(tokenizer, text, say),
        "derivation": lambda: _derivation_view(tokenizer, word, say),
        "decode": lambda: text_views.show_decoded(tokenizer, text, say, "bpe_encode", tokens="encode.decode.joined"),
        "dropout": lambda: _dropout_view(tokenizer, word, say),
    }
    if tokenizer.applier is None:  # which knows a separator, as longest first does not
        draw["longest"] = lambda: _longest_view(tokenizer, text, word, say)
    return draw


def _tokens_view(tokenizer: BpeTokenizer, text: str, say: Catalog) -> None:
    encodings = encoded(tokenizer.key, text, tokenizer)
    messages.tell_dropped(ask(dropped_symbols, tokenizer.model, [word for word, _ in encodings]), say)
    text_views.show_tokens(
        text,
        encodings,
        tokenizer.ids,
        say,
        key="bpe_encode_tokens_picture",
        note=say("encode.apply.memory") if tokenizer.applier else "",
        has_ids=tokenizer.applier is None,  # tokens of subword-nmt are strings and have no number
    )


def _derivation_view(tokenizer: BpeTokenizer, word: str, say: Catalog) -> None:
    derived: Iterable[str] = tokenizer.model.encode_word(word)
    if tokenizer.applier is not None:
        messages.caption_with_terms("encode.derivation.pieces", say)
        derived = [token for encoding in tokenizer.applier.explain(word).merged for token in encoding.tokens]
    tokens = list(dict.fromkeys(derived))
    if not tokens:
        st.info(say("encode.derivation.none" if tokenizer.applier is None else "encode.derivation.whole"))
        return
    show_trees(
        [ask(tree.merge_tree, tokenizer.model, token) for token in tokens[:_MAX_TREES]],
        len(tokenizer.model.merges),
        say,
    )


def _longest_view(tokenizer: BpeTokenizer, text: str, word: str, say: Catalog) -> None:
    model, rules = tokenizer.model, tokenizer.model.rules
    if rules.alphabet == "bytes" or rules.continuing_prefix or rules.start_of_word:
        st.info(say("encode.longest.not-here"), icon=":material/info:")
        _printed_list(say)
        return
    longest = ask(longest_of, model)
    trace = longest.explain(word)
    mine = model.encode_word(word)
    messages.text_with_terms("encode.longest.what", say)
    stepping.token_walk(ask(longest_walk, longest, model, word, say.language), key="bpe_encode_longest_picture")
    st.markdown(say("encode.longest.same" if mine == trace.tokens else "encode.longest.differ"))
    _search_table([trace], longest.unk, say)
    words = dict(encoded(tokenizer.key, text, tokenizer))
    others = ask(differing_words, longest, list(words.items())[:_MAX_ROWS])
    if others:
        names = say.listed([cells.code(cells.token(name)) for name in others[:12]])
        st.markdown(say("encode.longest.others", words=say.count("count.words", len(others)), names=names))
    else:
        st.markdown(say("encode.longest.none"))
    _printed_list(say)


def _printed_list(say: Catalog) -> None:
    """Draw the list of the tutorial that longest first comes from, on its own words, and back to its text."""
    longest = LongestFirst(_LIST)
    with st.expander(say("encode.longest.list"), icon=":material/menu_book:"):
        st.markdown(say("encode.longest.list.what", tokens=cells.code_list(_LIST, say)))
        _search_table([longest.explain(word) for word in _LIST_TEXT.split()], longest.unk, say)
        tokens = longest.encode(_LIST_TEXT)
        st.markdown(say("encode.longest.list.tokens", text=cells.code(_LIST_TEXT), tokens=cells.code_list(tokens, say)))
        st.markdown(say("encode.decode.joined", joined=cells.code("".join(tokens))))
        st.markdown(say("encode.longest.list.text", text=cells.code(longest.decode(tokens))))


def _search_table(traces: Sequence[LongestFirstTrace], unk: str, say: Catalog) -> None:
    """Draw one row per search: where, what was found, what is left on both sides, and what was tried before."""
    steps = [step for trace in traces for step in trace]
    table = pd.DataFrame(
        {
            "step": range(1, len(steps) + 1),
            "stretch": [cells.token(step.stretch) for step in steps],
            "token": [cells.token(step.token) if step.token is not None else unk for step in steps],
            "left_rest": [cells.token(step.left) for step in steps],
            "right_rest": [cells.token(step.right) for step in steps],
            "tried_before": [_list_tried(step.tried, say) for step in steps],
        }
    )
    columns = {"step": st.column_config.NumberColumn(say("column.search"))}
    tables.show(table, say, alt=say("tab.longest"), columns=columns)


def _list_tried(tokens: Sequence[str], say: Catalog) -> str:
    """Return how many tokens were looked up in vain, and the first of them."""
    shown = " ".join(map(cells.token, tokens[:_TRIED])) + (" …" if len(tokens) > _TRIED else "")
    return f"{say.integer(len(tokens))}: {shown}" if tokens else "0"


def _dropout_view(tokenizer: BpeTokenizer, word: str, say: Catalog) -> None:
    messages.caption_with_terms("encode.dropout.what", say)
    messages.details_with_terms("encode.dropout.details", say)
    left, right = st.columns(2)
    with left:
        share = st.select_slider(
            say("encode.dropout.share"),
            DROPOUTS,
            format_func=lambda number: say("number.percent", n=number),
            key="bpe_encode_dropout",
        )
    with right:
        seed = st.number_input(
            say("encode.dropout.seed"), min_value=0, max_value=MAX_SEED, step=1, key="bpe_encode_seed"
        )
    draws = max(1, min(_DRAWS, _DRAWN // max(1, len(word.encode("utf-8", "surrogatepass"))) ** 2))
    splits = _draw_splits(tokenizer.key, word, share, seed, draws, tokenizer)
    table = pd.DataFrame(
        {"split": [" ".join(map(visible, tokens)) for tokens, _ in splits], "count": [count for _, count in splits]}
    )
    listed = say("list.comma").join(
        f"{split} {say.integer(count)}" for split, count in zip(table["split"], table["count"], strict=True)
    )
    altair_charts.draw(
        charts.frequencies,
        table,
        say("column.count"),
        say,
        cells.palette(),
        describe=say("chart.dropout.alt", splits=listed),
    )
    tables.cut_short(charts.MAX_BARS, len(splits), say)
    st.caption(say.count("encode.dropout.draws", draws, splits=say.count("count.splits", len(splits))))


@cache.kept(64)
def _draw_splits(
    key: TraceKey, word: str, share: int, seed: int, draws: int, _tokenizer: BpeTokenizer
) -> list[tuple[tuple[str, ...], int]]:
    """Return how often each split of a word came up in so many draws with dropout, the most frequent first."""
    return ask(splits_with_dropout, _tokenizer.encoder, word, share / 100, seed, draws)
