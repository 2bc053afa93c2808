"""The price of the same sentences by language, and of the viewer's own text."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from tokviz.views.shared.catalog import Catalog
from tokviz.views.vocabularies import charts
from tokviz.views.vocabularies.tables import text_table
from tokviz.vocabularies import ENGLISH, Price, Vocabulary, languages, price
from tokviz.web.address.states.vocabulary import PAGE
from tokviz.web.shared import drawing, messages
from tokviz.web.vocabulary.controls import Chosen
from tokviz.web.vocabulary.shared import each, of_each, table

__all__ = ["show"]

_BASES = ("english", "first")
_KEY = f"{PAGE}_base"


def show(chosen: Chosen, say: Catalog) -> None:
    """Draw what the sentences cost as a multiple, all numbers, the sentences, and the own text."""
    every = each(chosen, say)
    if not every:
        return
    found = of_each(every, "languages", chosen, say, _prices)
    st.markdown(say("vocabulary.languages.about", languages=len(languages())))
    base = st.segmented_control(
        say("vocabulary.languages.base"),
        _BASES,
        format_func=lambda name: say(f"vocabulary.languages.base.{name}"),
        key=_KEY,
        default=_BASES[0],
        required=True,
    )
    frame = _frame(found, base or _BASES[0], say)
    drawing.chart(charts.prices, frame, say, describe=say("vocabulary.languages.chart"))
    if frame["unknown_tokens"].any():
        st.warning(say("vocabulary.languages.unknown"), icon=":material/help:")
    table(frame.assign(ratio=[say.decimal(ratio, 2) for ratio in frame["ratio"]]), "languages", say)
    with st.expander(say("vocabulary.languages.sentences"), icon=":material/translate:"):
        for language in languages().values():
            st.markdown(f"**{language.name}** ({language.code})")
            for sentence in language.sentences:
                st.markdown(f"- {messages.escape(sentence)}")
    _own(chosen, every, say)


def _prices(vocabulary: Vocabulary) -> dict[str, Price]:
    return {code: price(vocabulary.pipeline, one.sentences) for code, one in languages().items()}


def _frame(found: dict[str, dict[str, Price]], base: str, say: Catalog) -> pd.DataFrame:
    """One row a tokenizer and a language. The ratio is to the same tokenizer's English, or to the first tokenizer."""
    first = next(iter(found.values()))
    rows = [
        (
            languages()[code].name,
            name,
            one.tokens,
            one.tokens / (prices[ENGLISH] if base == "english" else first[code]).tokens,
            one.tokens / len(one.sentences),
            one.characters,
            one.bytes,
            one.unknown,
        )
        for name, prices in found.items()
        for code, one in prices.items()
    ]
    columns = ["language", "tokenizer", "tokens", "ratio", "tokens_each"]
    frame = pd.DataFrame(rows, columns=[*columns, "number_of_characters", "number_of_bytes", "unknown_tokens"])
    return frame.assign(tokens_each=[say.decimal(one, 1) for one in frame["tokens_each"]])


def _own(chosen: Chosen, every: dict[str, tuple[int, Vocabulary]], say: Catalog) -> None:
    st.subheader(say("vocabulary.languages.own"), anchor=False)
    text = chosen.state.shown
    if not text:
        st.info(say("tokenizers.empty"), icon=":material/info:")
        return
    prices = {name: price(vocabulary.pipeline, (text,)) for name, (_, vocabulary) in every.items()}
    table(text_table(prices, say), "own", say)
