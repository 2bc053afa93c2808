"""Two trainings of WordPiece side by side, at least one of them from the top down."""

from __future__ import annotations

import streamlit as st

from tokviz import wordpiece
from tokviz.state.training import TrainState
from tokviz.views.shared.catalog import Catalog
from tokviz.views.top_down import tables
from tokviz.views.top_down.narration import subtraction
from tokviz.web.shared import cells, messages
from tokviz.web.training import comparison
from tokviz.wordpiece.top_down.steps import Substring

__all__ = ["show_versus"]

_AnyTrace = wordpiece.Trace | wordpiece.TopDownTrace
_MOST = 60  # tokens in a list


def show_versus(trace: _AnyTrace, other: _AnyTrace, state: TrainState, say: Catalog) -> None:
    """Draw the comparison of `trace` with `other`, trained under the preset that the state names."""
    called, others = comparison.names_of_conventions(state, say)
    names = messages.escape(called), messages.escape(others)
    st.markdown(_first_difference(trace, other, names, say))
    ours, theirs = (set(side.vocabulary()) - set(side.rules.first_tokens) for side in (trace, other))
    st.markdown(say("top-down.versus.shared", n=len(ours & theirs)))
    for name, side, only in ((names[0], trace, ours - theirs), (names[1], other, theirs - ours)):
        listed = [token for token in side.vocabulary() if token in only]
        tokens = cells.code_list(listed, say, _MOST) if listed else "–"
        st.markdown("- " + say("top-down.versus.only", name=name, n=len(listed), tokens=tokens))


def _first_difference(mine: _AnyTrace, theirs: _AnyTrace, names: tuple[str, str], say: Catalog) -> str:
    """Return the first difference: at a step that selects, or at the first merge whose token the other lacks."""
    if isinstance(mine, wordpiece.TopDownTrace):
        if isinstance(theirs, wordpiece.TopDownTrace):
            return _difference_of_searches(mine, theirs, names, say)
        return _difference_from_merges(theirs, mine, names[::-1], say)
    assert isinstance(theirs, wordpiece.TopDownTrace)
    return _difference_from_merges(mine, theirs, names, say)


def _difference_of_searches(
    mine: wordpiece.TopDownTrace, theirs: wordpiece.TopDownTrace, names: tuple[str, str], say: Catalog
) -> str:
    difference = tables.parting(mine, theirs)
    if difference is None:
        same = mine.vocabulary() == theirs.vocabulary()
        return say("top-down.versus.same" if same else "top-down.versus.thresholds", mine=names[0], theirs=names[1])
    return say(
        "top-down.versus.step",
        number=difference.step + 1,
        threshold=mine[difference.step].threshold,
        token=cells.code(cells.token(difference.token)),
        mine=names[0],
        theirs=names[1],
        my_outcome=_outcome(difference.mine, say),
        their_outcome=_outcome(difference.theirs, say),
    )


def _difference_from_merges(
    merging: wordpiece.Trace, top_down: wordpiece.TopDownTrace, names: tuple[str, str], say: Catalog
) -> str:
    merger, learner = names
    known = set(top_down.vocabulary())
    step = next((k for k, token in enumerate(merging.tokens) if token not in known), None)
    if step is None:
        return say("top-down.versus.all-kept", merger=merger, learner=learner)
    token = merging.tokens[step]
    outcome = top_down.outcome(token)
    values = {
        "number": step + 1,
        "merger": merger,
        "learner": learner,
        "token": cells.code(cells.token(token)),
        "outcome": _outcome(outcome, say),
        "threshold": top_down.threshold,
    }
    if outcome is not None and top_down.rules.subtract == "all" and not outcome.remains:
        return say("top-down.versus.merge.inside", **values)
    return say("top-down.versus.merge", **values)


def _outcome(substring: Substring | None, say: Catalog) -> str:
    if substring is None:
        return say("top-down.versus.outcome.none")
    key = "top-down.versus.outcome.kept" if substring.kept else "top-down.versus.outcome.gone"
    return say(key, sum=subtraction(substring.count, substring.remains, say))
