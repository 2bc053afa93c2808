"""Payload of the picture of a parity-aware BPE training: that of merges, with whose turn it is in each frame."""

from __future__ import annotations

from math import isnan
from typing import Any

from tokviz.parity import Trace, Turn
from tokviz.views.merges import picture as merges
from tokviz.views.merges.payload import LanguageTurn, Turns
from tokviz.views.parity import narration
from tokviz.views.parity.narration import name_of
from tokviz.views.shared.catalog import Catalog

__all__ = ["MAX_RECENT", "payload", "turns"]

MAX_RECENT = 60
"""The most turns that are sent with a frame."""

_NARRATION = merges.Narration(narration.start, narration.done, narration.upcoming, narration.end)
_STATES = {
    "turn": "parity.state.turn",
    "tied": "parity.state.tied",
    "passed": "parity.state.passed",
    "exhausted": "parity.state.exhausted",
}
RULES = {"dev": "parity.rule.dev", "training": "parity.rule.training", "ratio": "parity.rule.ratio"}


def payload(trace: Trace, steps: range, say: Catalog, query: str = "", *, asks: bool = False) -> dict[str, Any]:
    """Return the payload for these steps, ready for JSON; see :func:`tokviz.views.merges.picture.payload`."""
    built = merges.payload(trace, steps, say, query, asks=asks, told=_NARRATION)
    if len(trace.languages) == 1:
        return built
    for k, frame in zip(steps, built["frames"], strict=True):
        turn = trace.turn(k)
        frame["turn"] = turns(trace, turn, say)
        if asks and turn.language is not None:
            frame["turn"]["asked"] = say("parity.turns.asked", number=k + 1)
        if turn.language is not None:
            rows = frame["candidates"]["rows"]
            for row, candidate in zip(rows, trace.candidates(k)[: len(rows)], strict=True):
                row["elsewhere"] = narration.counts_text(trace, candidate.counts_by_language, say, turn.language)
    return built


def turns(trace: Trace, turn: Turn, say: Catalog) -> Turns:
    """Return what the picture shows of a turn: a bar for each language, and the last turns."""
    k = turn.index
    names = [name_of(trace, i, say) for i in range(len(trace.languages))]
    longest, has_scores = _longest(trace), bool(turn.scores) or trace.measure != "ratio"
    title = say("parity.turns.global", number=k + 1) if turn.is_global else say("parity.turns.over")
    if turn.language is not None:
        title = say("parity.turns", number=k + 1, language=names[turn.language])
    languages: list[LanguageTurn] = []
    for i, name in enumerate(names):
        state = _state(turn, i)
        bar = turn.scores[i] if trace.measure == "ratio" and turn.scores else turn.lengths[i]
        languages.append(
            {
                "name": name,
                "share": 0.0 if isnan(bar) else round(min(bar / longest, 1.0), 4),
                "worth": narration.score_text(trace, i, turn, say) if has_scores else "",
                "state": state,
                "note": say(_STATES[state]) if state else "",
            }
        )
    recent = [-1 if language is None else language for language in trace.turns[max(0, k - MAX_RECENT) : k]]
    if k < len(trace):
        recent.append(-1 if turn.language is None else turn.language)
    return {"title": title, "rule": say(RULES[trace.measure]), "languages": languages, "recent": recent}


def _state(turn: Turn, language: int) -> Any:
    if language == turn.language:
        return "turn"
    if language in turn.exhausted:
        return "exhausted"
    if language in turn.passed_over:
        return "passed"
    return "tied" if language in turn.tied else ""


def _longest(trace: Trace) -> float:
    """Return the length or rate of the longest bar in all steps."""
    if trace.measure == "ratio":
        scores = [score for k in (0, len(trace)) for score in trace.scores(k) if not isnan(score)]
        return max(scores, default=1.0)
    return max(1, *trace.lengths(0))
