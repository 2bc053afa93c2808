"""Statistics of each vocabulary: kinds, numbers, languages."""

from __future__ import annotations

from functools import partial
from typing import cast

import pandas as pd
import streamlit as st

from tokviz.sandbox import ask
from tokviz.state.vocabulary import PAGE
from tokviz.views.shared.catalog import Catalog
from tokviz.views.vocabularies import charts
from tokviz.views.vocabularies.keys import GROUPING_KEYS, KIND_KEYS, SCRIPT_KEYS
from tokviz.views.vocabularies.listing import MOST_ROWS
from tokviz.views.vocabularies.tables import (
    Cells,
    cuts_table,
    duplicates_table,
    entries_table,
    ratio_cell,
    text_table,
)
from tokviz.vocabularies import (
    DIGITS,
    ENGLISH,
    KINDS,
    Count,
    Numbers,
    Price,
    Vocabulary,
    by_length,
    counted,
    duplicates,
    languages,
    numbers,
    ordered,
    price,
    prices,
    search,
)
from tokviz.web.pages.vocabulary import shared
from tokviz.web.pages.vocabulary.controls import Chosen
from tokviz.web.pages.vocabulary.shared import (
    compute_each,
    load_each,
    offer_csv,
    show_table,
)
from tokviz.web.shared import cells, messages
from tokviz.web.streamlit_workarounds import altair_charts

__all__ = ["show_counts", "show_languages", "show_numbers"]

_LANGUAGE_BASES = {
    "english": "vocabulary.languages.base.english",
    "first": "vocabulary.languages.base.first",
}

_SCRIPTS = 10  # with a bar
_BASES = ("english", "first")
_BASE_KEY = f"{PAGE}_base"


# -- kinds, scripts, lengths, duplicates -------------------------------------------------------------------------------


def show_counts(chosen: Chosen, say: Catalog) -> None:
    """Draw bars by kind and script for all, and the rest for each tokenizer."""
    vocabularies = load_each(chosen, say)
    numbers = compute_each(vocabularies, "counts", chosen, say, counted)
    if not numbers:
        return
    left, right = st.columns(2)
    with left:
        _bars("kind", {name: kinds for name, (kinds, _) in numbers.items()}, say)
    with right:
        _bars("script", {name: scripts for name, (_, scripts) in numbers.items()}, say)
    first = next(iter(vocabularies))
    for name, (place, vocabulary) in vocabularies.items():
        with st.expander(messages.escape(name), icon=":material/bar_chart:", expanded=name == first):
            _lengths(vocabulary, say)
            _longest(vocabulary, f"-{place}", say)
            groups = shared.compute_once("duplicates", chosen.tokenizers[place], (), say, duplicates, vocabulary)
            st.markdown(say.count("vocabulary.duplicates", len(groups)))
            if groups:
                found = ask(duplicates_table, vocabulary, groups[:MOST_ROWS])
                show_table(found, "duplicates", say, rows=len(groups), key=f"-{place}")
                offer_csv(partial(ask, duplicates_table, vocabulary, groups), f"duplicates-{place}", say)


def _bars(column: str, counted: dict[str, tuple[Count, ...]], say: Catalog) -> None:
    """Draw the share of each kind or script, those of all tokenizers side by side, and the same as a table."""
    is_kind = column == "kind"
    rows = [
        (
            say(KIND_KEYS[count.name]) if is_kind else say(SCRIPT_KEYS[count.name]),
            count.name,
            name,
            count.number,
            count.number / sum(other.number for other in counts),
        )
        for name, counts in counted.items()
        for count in counts
    ]
    frame = pd.DataFrame(rows, columns=[column, "name", "tokenizer", "count", "share"])
    if is_kind:
        frame = frame.sort_values("name", key=lambda names: names.map(KINDS.index), kind="stable")
    frame = frame.drop(columns="name")
    most = frame.groupby(column)["share"].max().nlargest(_SCRIPTS).index
    st.subheader(say("vocabulary.by.kind" if is_kind else "vocabulary.by.script"), anchor=False)
    describe = say("vocabulary.by.kind.chart" if is_kind else "vocabulary.by.script.chart")
    colors = cells.palette()
    hues = {say(KIND_KEYS[kind]): color for kind, color in charts.kind_colors(colors).items()} if is_kind else None
    altair_charts.draw(charts.grouped, frame[frame[column].isin(most)], column, say, colors, hues, describe=describe)
    with st.expander(
        say("vocabulary.table.kind" if is_kind else "vocabulary.table.script"), icon=":material/table_rows:"
    ):
        written = frame.assign(share=frame["share"].map(lambda share: say.percent(share, 1)))
        show_table(cast(Cells, written.to_dict("list")), column, say, bars={"count"})


def _lengths(vocabulary: Vocabulary, say: Catalog) -> None:
    kinds = [say(KIND_KEYS[kind]) for kind in KINDS]
    rows = [(length, say(KIND_KEYS[kind]), count) for (length, kind), count in ask(by_length, vocabulary).items()]
    frame = pd.DataFrame(rows, columns=["length", "kind", "count"])
    st.markdown(say("vocabulary.lengths", entries=len(vocabulary)))
    altair_charts.draw(charts.by_length, frame, kinds, say, cells.palette(), describe=say("vocabulary.lengths.chart"))


def _longest(vocabulary: Vocabulary, key: str, say: Catalog) -> None:
    places = ask(ordered, vocabulary, ask(search, vocabulary), "longest")[:MOST_ROWS]
    st.markdown(say("vocabulary.longest"))
    bars = {"number_of_characters", "number_of_bytes"}
    frame = ask(entries_table, vocabulary, places, say)
    show_table(frame, "longest", say, rows=len(vocabulary), key=key, bars=bars, has_one_measure=True)


# -- numbers -----------------------------------------------------------------------------------------------------------


def show_numbers(chosen: Chosen, say: Catalog) -> None:
    """Draw how many tokens numbers are, and by which groups of digits."""
    st.markdown(say("vocabulary.numbers.about"))
    results = compute_each(load_each(chosen, say), "numbers", chosen, say, numbers)
    if not results:
        return
    rows = [
        (name, digits, tokens, count, count / sum(c for (d, _), c in cuts.tokens.items() if d == digits))
        for name, cuts in results.items()
        for (digits, tokens), count in cuts.tokens.items()
    ]
    frame = pd.DataFrame(rows, columns=["tokenizer", "digits", "tokens", "count", "share"])
    altair_charts.draw(charts.numbers, frame, say, cells.palette(), describe=say("vocabulary.numbers.chart"))
    for name, cuts in results.items():
        st.markdown(say("vocabulary.numbers.shares", name=messages.escape(name), shares=_grouping_shares(cuts, say)))
    show_table(cuts_table({name: cuts.cuts for name, cuts in results.items()}, say), "numbers", say, bars={"count"})


def _grouping_shares(cuts: Numbers, say: Catalog) -> str:
    """Say how the longest numbers are grouped, the most frequent grouping first."""
    return say.listed(
        [
            say("vocabulary.numbers.share", share=say.percent(share / 100, 0), grouping=say(GROUPING_KEYS[kind]))
            for kind, share in cuts.percents(DIGITS).items()
        ]
    )


# -- languages ---------------------------------------------------------------------------------------------------------


def show_languages(chosen: Chosen, say: Catalog) -> None:
    """Draw what the sentences cost as a multiple, all numbers, the sentences, and the visitor's own text."""
    vocabularies = load_each(chosen, say)
    if not vocabularies:
        return
    results = compute_each(vocabularies, "languages", chosen, say, prices)
    st.markdown(say("vocabulary.languages.about", languages=len(languages())))
    base = st.segmented_control(
        say("vocabulary.languages.base"),
        _BASES,
        format_func=lambda name: say(_LANGUAGE_BASES[name]),
        key=_BASE_KEY,
        default=_BASES[0],
        required=True,
    )
    frame = _price_frame(results, base or _BASES[0], say)
    altair_charts.draw(charts.prices, frame.dropna(subset="ratio"), say, describe=say("vocabulary.languages.chart"))
    if frame["unknown_tokens"].any():
        st.warning(say("vocabulary.languages.unknown"), icon=":material/help:")
    if frame["dropped"].any():
        message = say("vocabulary.languages.dropped")
        st.warning(f"{message} {say('vocabulary.languages.pale')}", icon=":material/backspace:")
    show_table(_price_table(frame, say), "languages", say, bars={"tokens"})
    with st.expander(say("vocabulary.languages.sentences"), icon=":material/translate:"):
        for language in languages().values():
            st.markdown(f"**{language.name}** ({language.code})")
            for sentence in language.sentences:
                st.markdown(f"- {messages.escape(sentence)}")
    _own_text_price(chosen, vocabularies, say)


def _price_frame(results: dict[str, dict[str, Price]], base: str, say: Catalog) -> pd.DataFrame:
    """Return one row per tokenizer and language, ordered by the first tokenizer's number of tokens. The ratio is to the
    same tokenizer's English, or to the first tokenizer."""
    first = next(iter(results.values()))
    in_order = sorted(first, key=lambda code: first[code].tokens)
    rows = [
        (
            languages()[code].name,
            name,
            price.tokens,
            price.ratio(prices[ENGLISH] if base == "english" else first[code]),
            price.tokens / len(price.sentences),
            price.characters,
            price.bytes,
            price.unknown,
            price.dropped,
        )
        for name, prices in results.items()
        for code, price in ((code, prices[code]) for code in in_order)
    ]
    columns = ["language", "tokenizer", "tokens", "ratio", "tokens_each"]
    columns += ["number_of_characters", "number_of_bytes", "unknown_tokens", "dropped"]
    frame = pd.DataFrame(rows, columns=columns).astype({"ratio": float})
    return frame.assign(tokens_each=[say.decimal(tokens, 1) for tokens in frame["tokens_each"]])


def _price_table(frame: pd.DataFrame, say: Catalog) -> Cells:
    """Return the frame as a table shows it: a dash for the ratio where nothing is left, and the share dropped."""
    ratios = [ratio_cell(None if pd.isna(ratio) else ratio, say) for ratio in frame["ratio"]]
    shares = [say.percent(share) for share in frame["dropped"]]
    shown = frame.assign(ratio=ratios, dropped=shares).rename(columns={"dropped": "dropped_share"})
    return cast(Cells, shown.to_dict("list"))


def _own_text_price(chosen: Chosen, every: dict[str, tuple[int, Vocabulary]], say: Catalog) -> None:
    st.subheader(say("vocabulary.languages.own"), anchor=False)
    text = chosen.state.shown
    if not text:
        st.info(say("tokenizers.empty"), icon=":material/info:")
        return
    own = {name: ask(price, vocabulary.pipeline, (text,)) for name, (_, vocabulary) in every.items()}
    if any(price.dropped for price in own.values()):
        st.warning(say("vocabulary.languages.dropped"), icon=":material/backspace:")
    show_table(text_table(own, say), "own", say, bars={"tokens"})
