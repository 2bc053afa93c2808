"""A coming expectation of unigram training: the segmentations of a word with their shares, and the expected counts."""

from __future__ import annotations

import math

import pandas as pd
import streamlit as st

from tokviz.unigram import Trace
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.charts import MAX_BARS
from tokviz.views.shared.display import shorten
from tokviz.views.unigram import charts, numbers, tables
from tokviz.web.pages.unigram.listed import MAX_ROWS, listed
from tokviz.web.shared import cells, messages
from tokviz.web.shared.tables import selected_row, show
from tokviz.web.streamlit_workarounds import altair_charts

__all__ = ["coming"]

_MAX_PATHS = 50  # segmentations of a word in its table
_MAX_OFFERED = 500  # words to choose from
_LISTED = 6  # parts of a sum that are written out


def coming(trace: Trace, k: int, say: Catalog) -> None:
    st.subheader(
        say("unigram.expectation.title", number=k + 1), anchor=False, help=cells.about("unigram.expectation.title", say)
    )
    how = trace.rules.expectation
    messages.caption_with_terms(f"unigram.how.{how}", say)
    if how != "counts":
        _word(trace, k, say)
    _expected(trace, k, say)


def _word(trace: Trace, k: int, say: Catalog) -> None:
    """The segmentations of a chosen word, with the products written out."""
    offered = list(trace.corpus)
    if len(offered) > _MAX_OFFERED:
        offered = sorted(offered, key=lambda word: -trace.corpus[word])[:_MAX_OFFERED]
    word = st.selectbox(say("unigram.word"), offered, format_func=cells.token, key="unigram_word", width=320)
    table = tables.shares(trace, k, word, say, _MAX_PATHS)
    lattice = trace.model(k).lattice(word)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        shown = pd.DataFrame(
            {
                "segmentation": [numbers.split(path) for path in table["segmentation"]],
                "share": [say.percent(share, 4) for share in table["share"]],
                "product": [shorten(text, 120) for text in table["product"]],
            }
        )
        alt = say("unigram.word.alt", word=cells.token(word), paths=_ways(table, say))
        show(shown, say, alt=alt, total=lattice.number_of_paths)
    with right:
        altair_charts.draw(charts.shares, table, say("column.share"), say, cells.palette(), describe=alt)
    whole = math.exp(lattice.log_probability)
    part = lattice.log_probability if trace.rules.expectation == "all-paths" else lattice.best().path.score
    count = trace.corpus[word]
    st.markdown(
        say(
            f"unigram.word.sum.{trace.rules.expectation}",
            word=cells.code(cells.token(word)),
            sum=say.probability(whole),
            best=say.probability(math.exp(part)),
            count=count,
            loss=say.nats(-part * count),
        )
    )


def _expected(trace: Trace, k: int, say: Catalog) -> None:
    """The expected counts, and that of the selected piece as a sum over words."""
    whole = tables.expected(trace, k)
    table = whole.head(MAX_ROWS)
    exact = numbers.fractions(trace, k)
    left, right = st.columns(2, gap="medium")
    with left:
        shown = pd.DataFrame(
            {
                "piece": [cells.token(piece) for piece in table["piece"]],
                "probability": [
                    numbers.fraction(piece, value, exact, say)
                    for piece, value in zip(table["piece"], table["probability"], strict=True)
                ],
                "expected": [say.amount(count) for count in table["expected"]],
            }
        )
        alt = say("unigram.expected.alt", pieces=listed(table["piece"], table["expected"], say))
        row = selected_row(shown, len(whole), f"unigram_expected_{k}", alt, say, [*zip(table["piece"])])
    with right:
        top = pd.DataFrame({"piece": table["piece"], "count": table["expected"]})
        altair_charts.draw(charts.counts, top, say("column.expected"), say, cells.palette(), describe=alt)
    if trace.rules.expectation != "counts":
        _parts(trace, k, str(table["piece"][row]), float(table["expected"][row]), say)


def _parts(trace: Trace, k: int, piece: str, expected: float, say: Catalog) -> None:
    """An expected count put together from the words that have the piece."""
    parts = tables.contributions(trace, k, piece)
    terms = [
        f"{say.integer(count)} × {say.amount(each)} ({cells.token(word)})"
        for word, count, each in zip(parts["word"][:_LISTED], parts["count"], parts["each"], strict=False)
    ]
    rest = expected - float(parts["total"][:_LISTED].sum())
    if len(parts) > _LISTED and rest > 1e-9:
        terms.append(say("unigram.rest", total=say.amount(rest)))
    st.markdown(
        say(
            "unigram.expected.sum",
            piece=cells.code(cells.token(piece)),
            sum=messages.escape(" + ".join(terms) or "0"),
            count=say.amount(expected),
        )
    )


def _ways(table: pd.DataFrame, say: Catalog) -> str:
    return say("list.semicolon").join(
        f"{numbers.split(path)} {say.percent(share, 2)}"
        for path, share in zip(table["segmentation"][:MAX_BARS], table["share"], strict=False)
    )
