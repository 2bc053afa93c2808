"""The view that compares a training by merges with another convention: both lists, where they part, and why."""

from __future__ import annotations

from collections.abc import Iterator

from tokviz import bpe
from tokviz.algorithms import ALGORITHMS
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.state.request import TrainingRequest
from tokviz.state.training import TrainState
from tokviz.text_keys import measure_key, preset_key
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.reasons import tie_rule
from tokviz.views.shared.sentences import code
from tokviz.views.shared.tables import FilledTable, as_tokens, column_of_cells
from tokviz.views.shows import Ask, Choice, Grid, Seen, Show, beside, told

_REASONS = {
    "same": "versus.same",
    "symbols": "versus.symbols",
    "stop": "versus.stop",
    "tie": "versus.tie",
    "tie-rule": "versus.tie-rule",
    "count": "versus.count",
    "measures": "versus.measures",
}
_REASONS_AT_ONCE = {
    "symbols": "versus.symbols.at-once",
    "tie": "versus.tie.at-once",
    "tie-rule": "versus.tie-rule.at-once",
    "count": "versus.count.at-once",
    "stop": "versus.stop.at-once",
    "measures": "versus.measures.at-once",
}
_MOST_TIED = 8


def chosen(state: TrainingRequest) -> str:
    """Return the preset that a link compares with; empty for none."""
    return state.versus if isinstance(state, TrainState) else ""


def names_of_conventions(state: TrainingRequest, other: str, say: Catalog) -> tuple[str, str]:
    """Return the names of the chosen rules and of another preset."""
    presets = ALGORITHMS[state.algorithm].presets
    mine = say.choice(preset_key, state.preset) if state.rules == presets.get(state.preset) else say("versus.yours")
    return mine, say.choice(preset_key, other)


def versus(seen: Seen[MergeTrace[Step]], ask: Ask) -> Iterator[Show]:
    """Yield the comparison with the training under another preset: that of the link, or else one that is asked for."""
    name = preset_beside(seen.state, ask, seen.say)
    yield from difference(seen, beside(seen, ALGORITHMS[seen.state.algorithm].presets[name]), name)


def preset_beside(state: TrainingRequest, ask: Ask, say: Catalog) -> str:
    """Return the preset to compare with: that of the link, or else one that is asked for."""
    if name := chosen(state):
        return name
    presets = ALGORITHMS[state.algorithm].presets
    options = tuple((one, say.choice(preset_key, one)) for one, rules in presets.items() if rules != state.rules)
    return ask(Choice("versus", say("control.versus.with"), options[0][0], options))


def difference(seen: Seen[MergeTrace[Step]], other: MergeTrace[Step], name: str) -> Iterator[Show]:
    """Yield the merge at which two trainings part, the reason, and both lists.

    name: of the preset of the other.
    """
    trace, state, say = seen.trace, seen.state, seen.say
    mine, theirs = names_of_conventions(state, name, say)
    diverging = bpe.divergence(trace, other)
    reason: str = diverging.reason
    if reason == "tie" and trace.rules.tie_break == other.rules.tie_break:
        reason = "tie-rule"
    elif reason == "count" and trace.pair_measure != other.pair_measure:
        reason = "measures"
    yield told(
        say,
        _REASONS[reason] if diverging.step else _REASONS_AT_ONCE.get(reason, _REASONS[reason]),
        number=diverging.step + 1,
        shared=say.count("count.merges", diverging.step),
        mine=mine,
        theirs=theirs,
        left=code(*diverging.left) if diverging.left else "–",
        right=code(*diverging.right) if diverging.right else "–",
        tied=say.listed([code(*pair) for pair in diverging.tied[:_MOST_TIED]]),
        my_rule=tie_rule(trace.rules.tie_rule, say),
        their_rule=tie_rule(other.rules.tie_rule, say),
        my_measure=say(measure_key(trace.pair_measure.name, "name")),
        their_measure=say(measure_key(other.pair_measure.name, "name")),
    )
    yield Grid(say("tab.versus"), _both(trace, other, (mine, theirs), diverging.step, say), height=270)


def _both(
    trace: MergeTrace[Step], other: MergeTrace[Step], names: tuple[str, str], parting: int, say: Catalog
) -> FilledTable:
    """Return the merges of both, side by side. names: of both; parting: how many of them are the same."""
    mine, theirs = names
    steps = range(max(len(trace), len(other)))
    same = [say("versus.here") if k == parting else "=" * (k < parting) for k in steps]
    return FilledTable(
        (
            column_of_cells("step", "column.step", [k + 1 for k in steps]),
            column_of_cells("same", "column.same", same),
            column_of_cells(mine, "", [_numbered(trace, k, say) for k in steps]),
            column_of_cells(theirs if theirs != mine else f"{theirs} ", "", [_numbered(other, k, say) for k in steps]),
        )
    )


def _numbered(trace: MergeTrace[Step], k: int, say: Catalog) -> str:
    return f"{as_tokens(trace.merges[k], say)} · {say.value(trace.value(k))}" if k < len(trace) else "–"
