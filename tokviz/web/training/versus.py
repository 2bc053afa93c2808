"""Another convention beside the chosen one: both lists of merges, where they part, and why."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from tokviz import bpe
from tokviz.algorithms import ALGORITHMS
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.state.training import TrainState
from tokviz.views.shared.catalog import Catalog
from tokviz.web.shared import cells, messages, tables

__all__ = ["names", "show"]


def names(state: TrainState, say: Catalog) -> tuple[str, str]:
    """What the chosen rules are called, and those beside them."""
    presets = ALGORITHMS[state.algorithm].presets
    mine = say.choice("preset", state.preset) if state.rules == presets.get(state.preset) else say("versus.yours")
    return mine, say.choice("preset", state.versus)


def show(trace: MergeTrace[Step], other: MergeTrace[Step], state: TrainState, say: Catalog) -> None:
    """Draw the comparison of `trace` with `other`, trained under the preset that the state names."""
    found = bpe.divergence(trace, other)
    mine, theirs = names(state, say)
    values = {
        "number": say.integer(found.step + 1),
        "shared": say.count("count.merges", found.step),
        "mine": messages.escape(mine),
        "theirs": messages.escape(theirs),
        "left": cells.code(cells.pair(found.left)) if found.left else "–",
        "right": cells.code(cells.pair(found.right)) if found.right else "–",
        "tied": say.listed([cells.code(cells.pair(pair)) for pair in found.tied[:8]]),
        "my_rule": say(f"bpe.tie-rule.{trace.rules.tie_rule}.present"),
        "their_rule": say(f"bpe.tie-rule.{other.rules.tie_rule}.present"),
    }
    reason: str = found.reason
    if reason == "tie" and trace.rules.tie_break == other.rules.tie_break:
        reason = "tie-rule"
    elif reason == "count" and getattr(trace.rules, "select_by", "") != getattr(other.rules, "select_by", ""):
        reason = "score"
    if found.step == 0 and f"versus.{reason}.at-once" in say:
        reason += ".at-once"
    st.markdown(say(f"versus.{reason}", **values))
    length = max(len(trace), len(other))
    table = pd.DataFrame(
        {
            "step": range(1, length + 1),
            "same": [say("versus.here") if k == found.step else ("=" if k < found.step else "") for k in range(length)],
            "mine": [_numbered(trace, k, say) for k in range(length)],
            "theirs": [_numbered(other, k, say) for k in range(length)],
        }
    )
    columns = {"mine": st.column_config.TextColumn(mine), "theirs": st.column_config.TextColumn(theirs)}
    tables.show(table, say, alt=say("tab.versus"), columns=columns, most=270)


def _numbered(trace: MergeTrace[Step], k: int, say: Catalog) -> str:
    return f"{cells.pair(trace.merges[k])} · {say.value(trace.value(k))}" if k < len(trace) else "–"
