"""The price of the same sentences by language, and of the viewer's own text."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from tokviz.cage import ask
from tokviz.state.vocabulary import PAGE
from tokviz.views.shared.catalog import Catalog
from tokviz.views.vocabularies import charts
from tokviz.views.vocabularies.tables import ratio_cell, text_table
from tokviz.vocabularies import ENGLISH, Price, Vocabulary, languages, price, prices
from tokviz.web.pages.vocabulary.controls import Chosen
from tokviz.web.pages.vocabulary.shared import each, of_each, table
from tokviz.web.shared import messages
from tokviz.web.streamlit_workarounds import altair_charts

__all__ = ["show"]

_BASES = ("english", "first")
_KEY = f"{PAGE}_base"


def show(chosen: Chosen, say: Catalog) -> None:
    """Draw what the sentences cost as a multiple, all numbers, the sentences, and the own text."""
    every = each(chosen, say)
    if not every:
        return
    found = of_each(every, "languages", chosen, say, prices)
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
    altair_charts.draw(charts.prices, frame.dropna(subset="ratio"), say, describe=say("vocabulary.languages.chart"))
    if frame["unknown_tokens"].any():
        st.warning(say("vocabulary.languages.unknown"), icon=":material/help:")
    if frame["dropped"].any():
        told = say("vocabulary.languages.dropped")
        st.warning(f"{told} {say('vocabulary.languages.pale')}", icon=":material/backspace:")
    table(_shown(frame, say), "languages", say)
    with st.expander(say("vocabulary.languages.sentences"), icon=":material/translate:"):
        for language in languages().values():
            st.markdown(f"**{language.name}** ({language.code})")
            for sentence in language.sentences:
                st.markdown(f"- {messages.escape(sentence)}")
    _own(chosen, every, say)


def _frame(found: dict[str, dict[str, Price]], base: str, say: Catalog) -> pd.DataFrame:
    """One row a tokenizer and a language, those first in which the first tokenizer needs the fewest tokens. The ratio
    is to the same tokenizer's English, or to the first tokenizer."""
    first = next(iter(found.values()))
    in_order = sorted(first, key=lambda code: first[code].tokens)
    rows = [
        (
            languages()[code].name,
            name,
            one.tokens,
            one.ratio(prices[ENGLISH] if base == "english" else first[code]),
            one.tokens / len(one.sentences),
            one.characters,
            one.bytes,
            one.unknown,
            one.dropped,
        )
        for name, prices in found.items()
        for code, one in ((code, prices[code]) for code in in_order)
    ]
    columns = ["language", "tokenizer", "tokens", "ratio", "tokens_each"]
    columns += ["number_of_characters", "number_of_bytes", "unknown_tokens", "dropped"]
    frame = pd.DataFrame(rows, columns=columns).astype({"ratio": float})
    return frame.assign(tokens_each=[say.decimal(one, 1) for one in frame["tokens_each"]])


def _shown(frame: pd.DataFrame, say: Catalog) -> pd.DataFrame:
    """Return the frame as a table shows it: a dash for the ratio where nothing is left, and the share dropped."""
    ratios = [ratio_cell(None if pd.isna(one) else one, say) for one in frame["ratio"]]
    shares = [say.percent(one) for one in frame["dropped"]]
    return frame.assign(ratio=ratios, dropped=shares).rename(columns={"dropped": "dropped_share"})


def _own(chosen: Chosen, every: dict[str, tuple[int, Vocabulary]], say: Catalog) -> None:
    st.subheader(say("vocabulary.languages.own"), anchor=False)
    text = chosen.state.shown
    if not text:
        st.info(say("tokenizers.empty"), icon=":material/info:")
        return
    own = {name: ask(price, vocabulary.pipeline, (text,)) for name, (_, vocabulary) in every.items()}
    if any(one.dropped for one in own.values()):
        st.warning(say("vocabulary.languages.dropped"), icon=":material/backspace:")
    table(text_table(own, say), "own", say)
