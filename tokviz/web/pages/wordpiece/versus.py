"""Two WordPiece trainings of which one at least goes from the top down: what only one has, and where they part."""

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

__all__ = ["show"]

AnyTrace = wordpiece.Trace | wordpiece.TopDownTrace

_MOST = 60  # tokens in a list


def show(trace: AnyTrace, other: AnyTrace, state: TrainState, say: Catalog) -> None:
    """Draw the comparison of `trace` with `other`, trained under the preset that the state names."""
    called, others = comparison.names_of_conventions(state, say)
    names = messages.escape(called), messages.escape(others)
    st.markdown(_where(trace, other, names, say))
    ours, theirs = (set(one.vocabulary()) - set(one.rules.first_tokens) for one in (trace, other))
    st.markdown(say("top-down.versus.shared", n=len(ours & theirs)))
    for name, one, only in ((names[0], trace, ours - theirs), (names[1], other, theirs - ours)):
        listed = [token for token in one.vocabulary() if token in only]
        tokens = cells.code_list(listed, say, _MOST) if listed else "–"
        st.markdown("- " + say("top-down.versus.only", name=name, n=len(listed), tokens=tokens))


def _where(mine: AnyTrace, theirs: AnyTrace, names: tuple[str, str], say: Catalog) -> str:
    """Where they part: at a step that selects, or at the first merge whose token the other did not keep."""
    if isinstance(mine, wordpiece.TopDownTrace):
        if isinstance(theirs, wordpiece.TopDownTrace):
            return _two_searches(mine, theirs, names, say)
        return _merges_too(theirs, mine, names[::-1], say)
    assert isinstance(theirs, wordpiece.TopDownTrace)
    return _merges_too(mine, theirs, names, say)


def _two_searches(
    mine: wordpiece.TopDownTrace, theirs: wordpiece.TopDownTrace, names: tuple[str, str], say: Catalog
) -> str:
    found = tables.parting(mine, theirs)
    if found is None:
        same = mine.vocabulary() == theirs.vocabulary()
        return say("top-down.versus.same" if same else "top-down.versus.thresholds", mine=names[0], theirs=names[1])
    return say(
        "top-down.versus.step",
        number=found.step + 1,
        threshold=mine[found.step].threshold,
        token=cells.code(cells.token(found.token)),
        mine=names[0],
        theirs=names[1],
        my_fate=_fate(found.mine, say),
        their_fate=_fate(found.theirs, say),
    )


def _merges_too(
    merging: wordpiece.Trace, top_down: wordpiece.TopDownTrace, names: tuple[str, str], say: Catalog
) -> str:
    merger, learner = names
    known = set(top_down.vocabulary())
    step = next((k for k, token in enumerate(merging.tokens) if token not in known), None)
    if step is None:
        return say("top-down.versus.all-kept", merger=merger, learner=learner)
    token = merging.tokens[step]
    fate = top_down.fate(token)
    values = {
        "number": step + 1,
        "merger": merger,
        "learner": learner,
        "token": cells.code(cells.token(token)),
        "fate": _fate(fate, say),
        "threshold": top_down.threshold,
    }
    if fate is not None and top_down.rules.subtract == "all" and not fate.remains:
        return say("top-down.versus.merge.inside", **values)
    return say("top-down.versus.merge", **values)


def _fate(found: Substring | None, say: Catalog) -> str:
    if found is None:
        return say("top-down.versus.fate.none")
    key = "top-down.versus.fate.kept" if found.kept else "top-down.versus.fate.gone"
    return say(key, sum=subtraction(found.count, found.remains, say))
