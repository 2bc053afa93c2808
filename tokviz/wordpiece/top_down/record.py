"""A top-down training as plain data for JSON. ``docs/trace-format.md`` is the contract of this form."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from tokviz.merging.record import FORMAT
from tokviz.presets import name_of
from tokviz.wordpiece.top_down.rules import PRESETS
from tokviz.wordpiece.top_down.steps import Select, Step, Threshold, Verdict

if TYPE_CHECKING:
    from tokviz.wordpiece.top_down.trace import Trace

__all__ = ["record"]


def record(trace: Trace) -> dict[str, Any]:
    """The whole trace as dicts, lists, tuples, strings and numbers."""
    used = frozenset(trace.used)
    return {
        "format": FORMAT,
        "algorithm": "wordpiece-top-down",
        "rules": {"preset": name_of(trace.rules, PRESETS), **asdict(trace.rules)},
        "vocab_size": trace.vocab_size,
        "stopped": trace.stopped,
        "words": [{"word": word, "count": count, "used": word in used} for word, count in trace.corpus.items()],
        "steps": [_step(step) for step in trace],
        "vocabulary": trace.vocabulary(),
    }


def _step(step: Step) -> dict[str, Any]:
    match step:
        case Threshold():
            return {"kind": step.kind, "lower": step.lower, "upper": step.upper, "threshold": step.threshold}
        case Select():
            return {"kind": step.kind, "length": step.length, "kept": step.trace.kept(step.index)}
        case Verdict():
            return {"kind": step.kind, "size": step.size, "judgement": step.judgement}
    return {"kind": step.kind}
