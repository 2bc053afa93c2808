"""A unigram trace as plain data for JSON. ``docs/trace-format.md`` is the contract of this form."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from tokviz.merging.record import FORMAT
from tokviz.presets import name_of
from tokviz.unigram.rules import PRESETS
from tokviz.unigram.steps import Expect, Maximize, Prune, Seed, Step

if TYPE_CHECKING:
    from tokviz.unigram.trace import Trace

__all__ = ["record"]


def record(trace: Trace) -> dict[str, Any]:
    """The whole trace as dicts, lists, tuples, strings and numbers."""
    return {
        "format": FORMAT,
        "algorithm": "unigram",
        "rules": {"preset": name_of(trace.rules, PRESETS), **asdict(trace.rules)},
        "vocab_size": trace.vocab_size,
        "stopped": trace.stopped,
        "words": [{"word": word, "count": count} for word, count in trace.corpus.items()],
        "steps": [_step(trace, step) for step in trace],
        "vocabulary": [[piece, score] for piece, score in trace.model().scores.items()],
    }


def _step(trace: Trace, step: Step) -> dict[str, Any]:
    match step:
        case Seed():
            scores = trace.scores(1)
            pieces = [{"piece": piece, "count": n, "score": scores[piece]} for piece, n in step.counts.items()]
            return {"kind": "seed", "pieces": pieces}
        case Expect():
            return {"kind": "expect", "loss": step.loss, "counts": list(step.counts.values())}
        case Maximize():
            scores = trace.scores(step.index + 1)
            return {"kind": "maximize", "dropped": step.dropped, "scores": list(scores.values())}
        case Prune():
            return {
                "kind": "prune",
                "final": step.is_final,
                "losses": list(trace.recorded_losses(step.index).values()),
                "dropped": step.dropped,
                "pieces": [[piece, score] for piece, score in trace.scores(step.index + 1).items()],
            }
    raise AssertionError(step)
