"""Comparisons of a training: with what its source printed, and with another convention."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from tokviz import bpe
from tokviz.algorithms import ALGORITHMS
from tokviz.examples import Erratum, Published, Recipe
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.state.training import TrainState
from tokviz.text_keys import erratum_printed_key, erratum_right_key, preset_key
from tokviz.trace import Trace
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.reasons import tie_rule
from tokviz.web.address import url
from tokviz.web.shared import cells, messages, tables

if TYPE_CHECKING:
    from tokviz.web.training.page import TrainingContext

__all__ = [
    "beside_step",
    "beside_word",
    "card",
    "errata",
    "mark",
    "names_of_conventions",
    "published",
    "show_published",
    "show_versus",
]

_REASONS = {
    "same": "versus.same",
    "symbols": "versus.symbols",
    "stop": "versus.stop",
    "tie": "versus.tie",
    "tie-rule": "versus.tie-rule",
    "count": "versus.count",
    "score": "versus.score",
}

_REASONS_AT_ONCE = {
    "symbols": "versus.symbols.at-once",
    "tie": "versus.tie.at-once",
    "tie-rule": "versus.tie-rule.at-once",
    "count": "versus.count.at-once",
    "stop": "versus.stop.at-once",
    "score": "versus.score.at-once",
}


def published(state: TrainState) -> Published | None:
    """Return what the example's source printed under the rules that are chosen."""
    lesson = state.lesson
    return next((p for p in lesson.published if p.rules == state.rules), None) if lesson else None


def mark(trace: MergeTrace[Step], printed: Published, k: int, say: Catalog) -> str:
    """Return whether merge number k is as printed; empty where nothing was printed."""
    if k > len(printed.steps):
        return ""
    if k > len(trace):
        return say("printed.not-reached")
    return say("printed.yes" if _agrees(trace, printed, k) else "printed.no")


def _agrees(trace: MergeTrace[Step], printed: Published, k: int) -> bool:
    pair, worth = printed.steps[k - 1]
    return trace.merges[k - 1] == pair and worth in (None, trace.value(k - 1))


def show_published(trace: MergeTrace[Step], state: TrainState, lesson: Recipe, say: Catalog) -> None:
    """Draw all merges that the source printed, beside those computed, with the errata below.

    lesson: that of the state.
    """
    printed = published(state)
    if printed is None:
        names = say.listed([_rules_name(record, state, say) for record in lesson.published])
        st.info(say("printed.other-rules", rules=messages.escape(names)), icon=":material/menu_book:")
        return
    rows = []
    for k, (pair, worth) in enumerate(printed.steps, start=1):
        computed = trace[k - 1] if k <= len(trace) else None
        rows.append(
            {
                "step": k,
                "printed": mark(trace, printed, k, say),
                "printed_pair": cells.pair(pair),
                "pair": cells.pair(computed.pair) if computed else "–",
                "printed_worth": "" if worth is None else say.value(worth),
                "worth": say.value(trace.value(k - 1)) if computed else "–",
            }
        )
    agree = sum(_agrees(trace, printed, k) for k in range(1, min(len(rows), len(trace)) + 1))
    st.markdown(
        say("printed.agree", agree=agree, total=len(rows), source=messages.escape(printed.source or lesson.source))
    )
    frame = pd.DataFrame(rows)
    if not any(frame["printed_worth"]):
        frame = frame.drop(columns="printed_worth")
    tables.show(frame, say, alt=say("tab.printed"), most=None)
    for erratum in lesson.errata:
        card(erratum, say)


def beside_step(context: TrainingContext[MergeTrace[Step]], step: int, say: Catalog) -> None:
    """Say whether the merge just made is as printed, with the errata about it, under the rules of the source."""
    source = published(context.state)
    if source is not None and 0 < step <= len(source.steps):
        pair, worth = source.steps[step - 1]
        as_printed = cells.code(cells.pair(pair)) + ("" if worth is None else f" ({say.value(worth)})")
        key = "printed.step.yes" if _agrees(context.trace, source, step) else "printed.step.no"
        st.markdown(say(key, number=step, pair=as_printed))
    errata(context, step, say)


def errata(context: TrainingContext[Trace], step: int, say: Catalog) -> None:
    """Draw the errata about a step, where the rules are those of the source."""
    lesson = context.state.lesson
    if lesson is None or context.state.rules not in (lesson.rules, *(record.rules for record in lesson.published)):
        return
    for erratum in lesson.errata:
        if erratum.step == step and step <= len(context.trace):
            card(erratum, say)


def beside_word(state: TrainState, word: str, say: Catalog) -> None:
    """Draw the errata about the encoding of a word that is whole in the vocabulary, under the rules of the source."""
    lesson = state.lesson
    if lesson is None or state.rules != lesson.rules:
        return
    for erratum in lesson.errata:
        if erratum.word == word:
            card(erratum, say)


def card(erratum: Erratum, say: Catalog) -> None:
    """Draw an erratum or a note, folded, but not beside the card of a lesson, which may speak of it."""
    key, is_note = erratum.key, erratum.is_note
    icon = ":material/sticky_note_2:" if is_note else ":material/report:"
    title = say("erratum.note" if is_note else "erratum.title")
    with st.expander(title, icon=icon, expanded="guide" in url.current()):
        if erratum.source:
            st.markdown(f"*{messages.escape(erratum.source)}*")
        if erratum_printed_key(key) in say:
            st.markdown(f"{say('erratum.printed')} {say(erratum_printed_key(key))}")
        right = say(erratum_right_key(key))
        st.markdown(right if is_note else f"{say('erratum.right')} {right}")


def _rules_name(record: Published, state: TrainState, say: Catalog) -> str:
    return say.choice(preset_key, ALGORITHMS[state.algorithm].preset_of(record.rules) or "source")


# -- another convention: both lists of merges, where they part, and why ------------------------------------------------


def names_of_conventions(state: TrainState, say: Catalog) -> tuple[str, str]:
    """Return what the chosen rules are called, and those beside them."""
    presets = ALGORITHMS[state.algorithm].presets
    mine = say.choice(preset_key, state.preset) if state.rules == presets.get(state.preset) else say("versus.yours")
    return mine, say.choice(preset_key, state.versus)


def show_versus(trace: MergeTrace[Step], other: MergeTrace[Step], state: TrainState, say: Catalog) -> None:
    """Draw the comparison of `trace` with `other`, trained under the preset that the state names."""
    diverging = bpe.divergence(trace, other)
    mine, theirs = names_of_conventions(state, say)
    values = {
        "number": say.integer(diverging.step + 1),
        "shared": say.count("count.merges", diverging.step),
        "mine": messages.escape(mine),
        "theirs": messages.escape(theirs),
        "left": cells.code(cells.pair(diverging.left)) if diverging.left else "–",
        "right": cells.code(cells.pair(diverging.right)) if diverging.right else "–",
        "tied": say.listed([cells.code(cells.pair(pair)) for pair in diverging.tied[:8]]),
        "my_rule": tie_rule(trace.rules.tie_rule, say),
        "their_rule": tie_rule(other.rules.tie_rule, say),
    }
    reason: str = diverging.reason
    if reason == "tie" and trace.rules.tie_break == other.rules.tie_break:
        reason = "tie-rule"
    elif reason == "count" and getattr(trace.rules, "select_by", "") != getattr(other.rules, "select_by", ""):
        reason = "score"
    key = _REASONS[reason] if diverging.step else _REASONS_AT_ONCE.get(reason, _REASONS[reason])
    st.markdown(say(key, **values))
    length = max(len(trace), len(other))
    table = pd.DataFrame(
        {
            "step": range(1, length + 1),
            "same": [
                say("versus.here") if k == diverging.step else ("=" if k < diverging.step else "")
                for k in range(length)
            ],
            "mine": [_numbered(trace, k, say) for k in range(length)],
            "theirs": [_numbered(other, k, say) for k in range(length)],
        }
    )
    columns = {"mine": st.column_config.TextColumn(mine), "theirs": st.column_config.TextColumn(theirs)}
    tables.show(table, say, alt=say("tab.versus"), columns=columns, most=270)


def _numbered(trace: MergeTrace[Step], k: int, say: Catalog) -> str:
    return f"{cells.pair(trace.merges[k])} · {say.value(trace.value(k))}" if k < len(trace) else "–"
