"""What a step of a top-down training works on, below the stage: counts, subtraction, the search, the vocabulary."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
import streamlit as st

from tokviz.views.merges.narration import contribution_sum
from tokviz.views.shared.catalog import Catalog
from tokviz.views.top_down import narration, tables
from tokviz.web.pages.bpe.panels import sum_of
from tokviz.web.shared import cells, messages, stepping
from tokviz.web.shared.tables import clicked_row, selected_row, show
from tokviz.wordpiece import TopDownTrace
from tokviz.wordpiece.top_down.steps import Complete, Count, Select, Substring, Verdict

__all__ = ["of_step", "views"]

_MAX_ROWS = 200
_MAX_TAKERS = 8


def of_step(trace: TopDownTrace, k: int, say: Catalog) -> None:
    """What the next step works on; at the end, and after a step that changed the vocabulary, what came and went."""
    done = trace[k - 1] if k else None
    if isinstance(done, Complete):
        _changed(done, say)
    if k == len(trace):
        return
    step = trace[k]
    if isinstance(step, Select):
        if not stepping.hides(say):
            _selection(step, say)
    elif isinstance(step, Count):
        _counted(step, say)


def views(trace: TopDownTrace, k: int, say: Catalog) -> dict[str, Callable[[], int | None]]:
    """The views of a training from the top down."""
    return {"search": lambda: _search(trace, k, say), "learned": lambda: _vocabulary(trace, k, say)}


def _selection(step: Select, say: Catalog) -> None:
    number = say.integer(step.index + 1)
    st.subheader(say("top-down.select.title", number=number, length=step.length), anchor=False)
    st.caption(say(f"top-down.select.about.{step.trace.rules.subtract}", threshold=step.threshold))
    found = step.candidates
    if not found:
        st.markdown(say("top-down.select.nothing"))
        return
    shown = found[:_MAX_ROWS]
    table = pd.DataFrame(
        {
            "rank": [one.rank for one in shown],
            "token": [cells.token(one.token) for one in shown],
            "count": [one.count for one in shown],
            "taken": [one.count - one.remains for one in shown],
            "remains": [one.remains for one in shown],
            "kept": [say("top-down.yes" if one.kept else "top-down.no") for one in shown],
        }
    )
    alt = say("top-down.select.alt", token=table["token"][0], remains=table["remains"][0])
    row = selected_row(table, len(found), f"wordpiece_substrings_{step.index}", alt, say)
    st.markdown("\n".join(f"- {line}" for line in _worked_out(shown[row], step, say)))


def _worked_out(one: Substring, step: Select, say: Catalog) -> list[str]:
    """Where the count of a substring comes from, who took of it, and what became of it."""
    name = cells.code(cells.token(one.token))
    lines = [sum_of(cells.token(one.token), one.count, contribution_sum(one.contributions, say), say)]
    taken = one.taken
    if taken:
        named = [f"{cells.code(cells.token(each.token))} {say.integer(each.count)}" for each in taken[:_MAX_TAKERS]]
        if len(taken) > _MAX_TAKERS:
            named.append(say.count("top-down.others", len(taken) - _MAX_TAKERS))
        lines.append(say("top-down.taken", token=name, taken=one.count - one.remains, by=say.listed(named)))
    subtracted = narration.subtraction(one.count, one.remains, say)
    key = f"top-down.fate.{'kept' if one.kept else 'gone'}.{step.trace.rules.keep}"
    lines.append(say(key, token=name, sum=subtracted, threshold=step.threshold))
    return lines


def _counted(step: Count, say: Catalog) -> None:
    number = say.integer(step.index + 1)
    st.subheader(say("top-down.count.title", number=number), anchor=False)
    st.caption(say("top-down.count.about" if step.iteration else "top-down.count.about.first"))
    words = list(step.splits)[:_MAX_ROWS]
    table = pd.DataFrame(
        {
            "word": [cells.token(word) for word in words],
            "count": [step.trace.corpus[word] for word in words],
            "pieces": [" ".join(map(cells.token, step.splits[word])) for word in words],
            "substrings": [
                " | ".join(" ".join(map(cells.token, from_here)) for from_here in step.substrings(word))
                for word in words
            ],
        }
    )
    show(table, say, alt=say("top-down.count.title", number=number), total=len(step.splits))


def _changed(step: Complete, say: Catalog) -> None:
    st.markdown(f"**{say('top-down.complete.title', number=say.integer(step.index + 1))}**")
    for key, tokens in (("top-down.complete.came", step.came), ("top-down.complete.went", step.went)):
        if tokens:
            st.markdown(say(key, tokens=cells.code_list(tokens, say, 40)))
    if not step.came and not step.went:
        st.markdown(say("top-down.complete.same"))


def _search(trace: TopDownTrace, k: int, say: Catalog) -> int | None:
    """The thresholds that were tried; the step that the visitor clicked, if any."""
    st.caption(say("top-down.search.about", wanted=trace.vocab_size or 0))
    found = tables.trials(trace)
    verdicts = [step for step in (trace[end - 1] for end in found["end"]) if isinstance(step, Verdict)]
    table = found.drop(columns=["judgement", "end"]).assign(
        verdict=[narration.judgement(step, say) for step in verdicts]
    )
    clicked = clicked_row(table, f"wordpiece_search_{k}", say("tab.search"), say)
    st.caption(say("unigram.steps.click"))
    return None if clicked is None else int(found["end"][clicked])


def _vocabulary(trace: TopDownTrace, k: int, say: Catalog) -> None:
    """The tokenizer after so many steps, and what was left of the counts of what it kept."""
    table = tables.vocabulary(trace, k)
    characters, special = set(trace.vocabulary(0)), set(trace.rules.first_tokens)
    table["kind"] = [
        say(
            "top-down.token.special"
            if one in special
            else "top-down.token.character"
            if one in characters
            else "top-down.token.kept"
        )
        for one in table["token"]
    ]
    table["token"] = [cells.token(one) for one in table["token"]]
    show(table, say, alt=say("tab.learned"))
    messages.caption_with_terms("top-down.learned.about", say)
