"""WordPiece trained from the top down: counts, subtraction, search, vocabulary, and a second training beside it."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from tokviz import wordpiece
from tokviz.state.training import TrainState
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.reasons import contribution_sum
from tokviz.views.top_down import narration, tables
from tokviz.views.top_down.narration import subtraction
from tokviz.views.top_down.tables import COUNTED, SUBSTRINGS, TRIALS, VOCABULARY
from tokviz.web.pages.bpe.panels import sum_sentence
from tokviz.web.shared import cells, messages, stepping
from tokviz.web.shared.tables import clicked_row, selected_row, show
from tokviz.web.training import comparison
from tokviz.wordpiece import TopDownTrace
from tokviz.wordpiece.top_down.steps import Complete, Count, Select, Substring

__all__ = ["show_step", "show_versus", "views"]

_OUTCOMES = {
    ("kept", "at-least"): "top-down.outcome.kept.at-least",
    ("gone", "at-least"): "top-down.outcome.gone.at-least",
    ("kept", "above"): "top-down.outcome.kept.above",
    ("gone", "above"): "top-down.outcome.gone.above",
}

_SELECTION = {
    "all": "top-down.select.about.all",
    "kept": "top-down.select.about.kept",
}

_MAX_ROWS = 200
_MAX_TAKERS = 8
_AnyTrace = wordpiece.Trace | wordpiece.TopDownTrace
_MOST = 60  # tokens in a list


def show_step(trace: TopDownTrace, k: int, say: Catalog) -> None:
    """Draw what the next step works on; after a step that changed the vocabulary, also what it changed."""
    done = trace[k - 1] if k else None
    if isinstance(done, Complete):
        _show_changes(done, say)
    if k == len(trace):
        return
    step = trace[k]
    if isinstance(step, Select):
        if not stepping.hides(say):
            _show_selection(step, say)
    elif isinstance(step, Count):
        _show_count(step, say)


def views(trace: TopDownTrace, k: int, say: Catalog) -> dict[str, Callable[[], int | None]]:
    """Return the views of a training from the top down, name -> what draws it."""
    return {"search": lambda: _search_view(trace, k, say), "learned": lambda: _vocabulary_view(trace, k, say)}


def _show_selection(step: Select, say: Catalog) -> None:
    number = say.integer(step.index + 1)
    st.subheader(say("top-down.select.title", number=number, length=step.length), anchor=False)
    st.caption(say(_SELECTION[step.trace.rules.subtract], threshold=step.threshold))
    if step.trace.rules.subtract == "all":
        messages.details_with_terms("top-down.select.details", say)
    candidates = step.candidates
    if not candidates:
        st.markdown(say("top-down.select.nothing"))
        return
    shown = candidates[:_MAX_ROWS]
    table = SUBSTRINGS.only("rank", "token", "count", "taken", "remains", "kept").of(shown)
    alt = say("top-down.select.alt", token=cells.token(shown[0].token), remains=shown[0].remains)
    row = selected_row(table.read(say), len(candidates), f"wordpiece_substrings_{step.index}", alt, say)
    st.markdown("\n".join(f"- {line}" for line in _worked_out(shown[row], step, say)))


def _worked_out(substring: Substring, step: Select, say: Catalog) -> list[str]:
    """Return lines: the words behind the count of a substring, what other tokens took of it, and the outcome."""
    name = cells.code(cells.token(substring.token))
    lines = [
        sum_sentence(cells.token(substring.token), substring.count, contribution_sum(substring.contributions, say), say)
    ]
    takers = substring.taken
    if takers:
        named = [f"{cells.code(cells.token(each.token))} {say.integer(each.count)}" for each in takers[:_MAX_TAKERS]]
        if len(takers) > _MAX_TAKERS:
            named.append(say.count("top-down.others", len(takers) - _MAX_TAKERS))
        lines.append(say("top-down.taken", token=name, taken=substring.count - substring.remains, by=say.listed(named)))
    subtracted = narration.subtraction(substring.count, substring.remains, say)
    key = _OUTCOMES["kept" if substring.kept else "gone", step.trace.rules.keep]
    lines.append(say(key, token=name, sum=subtracted, threshold=step.threshold))
    return lines


def _show_count(step: Count, say: Catalog) -> None:
    number = say.integer(step.index + 1)
    st.subheader(say("top-down.count.title", number=number), anchor=False)
    st.caption(say("top-down.count.about" if step.iteration else "top-down.count.about.first"))
    words = list(step.splits)[:_MAX_ROWS]
    table = COUNTED.of((step, words))
    show(table.read(say), say, alt=say("top-down.count.title", number=number), total=len(step.splits))


def _show_changes(step: Complete, say: Catalog) -> None:
    st.markdown(f"**{say('top-down.complete.title', number=say.integer(step.index + 1))}**")
    for key, tokens in (("top-down.complete.came", step.came), ("top-down.complete.went", step.went)):
        if tokens:
            st.markdown(say(key, tokens=cells.code_list(tokens, say, 40)))
    if not step.came and not step.went:
        st.markdown(say("top-down.complete.same"))


def _search_view(trace: TopDownTrace, k: int, say: Catalog) -> int | None:
    """Draw the thresholds that were tried. Returns the step that was clicked, if any."""
    st.caption(say("top-down.search.about", wanted=trace.vocab_size or 0))
    verdicts = tables.verdicts(trace)
    clicked = clicked_row(TRIALS.of(verdicts).read(say), f"wordpiece_search_{k}", say("tab.search"), say)
    st.caption(say("unigram.steps.click"))
    return None if clicked is None else verdicts[clicked].index + 1


def _vocabulary_view(trace: TopDownTrace, k: int, say: Catalog) -> None:
    """Draw the vocabulary after so many steps, with what was left of the counts of its tokens."""
    show(VOCABULARY.of((trace, k)).read(say), say, alt=say("tab.learned"))
    messages.caption_with_terms("top-down.learned.about", say)


# -- two trainings, at least one of them from the top down -------------------------------------------------------------


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
