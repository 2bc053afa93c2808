"""A trace of merges as plain data for JSON. ``docs/trace-format.md`` is the contract of this form."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step

__all__ = ["FORMAT", "record"]

FORMAT = "tokviz-trace/1"
"""Names this form; the number rises with every change that a reader would notice."""


def record(trace: MergeTrace[Step], preset: str | None) -> dict[str, Any]:
    """The whole trace as dicts, lists, tuples, strings and numbers."""
    places = {word: i for i, word in enumerate(trace.corpus.words)}
    ties, in_use = trace.tie_sizes, trace.symbols_in_use
    return {
        "format": FORMAT,
        "algorithm": trace.algorithm,
        "rules": {"preset": preset, **asdict(trace.rules)},
        "stopped": trace.stopped,
        "words": [
            {"word": word, "count": trace.corpus[word], "symbols": symbols} for word, symbols in trace.words(0).items()
        ],
        "vocabulary": trace.vocabulary(0),
        "steps": [
            {
                "pair": pair,
                "token": trace.tokens[k],
                "count": trace.counts[k],
                "tied": ties[k],
                "vocabulary_change": in_use[k + 1] - in_use[k],
                "changes": [[places[change.word], change.after] for change in trace.changes(k)],
            }
            for k, pair in enumerate(trace.merges)
        ],
    }
