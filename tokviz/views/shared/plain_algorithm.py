"""Lines of the plain algorithm beside a step: as they are written, which of them the step executes, and with what.

The lines of ``algorithm.py`` that a step can stop at end in a comment of one word (``# merge``), by which they are
found here.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from tokviz import picky, superbpe, unigram, wordpiece
from tokviz.algorithms import ALGORITHMS, PICKY, UNIGRAM
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.superbpe import boundless
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import LITERAL, shorten, visible
from tokviz.wordpiece.top_down import algorithm
from tokviz.wordpiece.top_down.steps import Complete, Count, Select, Threshold, Verdict

_LABEL = re.compile(r"  # ([a-z-]+)$")
_MAX_LISTED = 6  # names in a list


@dataclass(frozen=True)
class AlgorithmLine:
    """A line of the algorithm, whether the step executes it, and the values that it then has."""

    text: str = field(metadata=LITERAL)
    is_current: bool
    note: str = ""


def algorithm_lines(function: Callable[..., object], now: Mapping[str, str]) -> tuple[AlgorithmLine, ...]:
    """Return the lines of a function without its docstring. now: the anchor of each line that is executed -> its note.

    >>> from tokviz.merging import plain
    >>> [line.text for line in algorithm_lines(plain.merged, {})][0]
    'def merged(word: Word, pair: Pair, token: str) -> Word:'
    """
    source = inspect.getsource(function)
    first = ast.parse(source).body[0]
    assert isinstance(first, ast.FunctionDef)
    written = source.splitlines()
    if ast.get_docstring(first) is not None:
        docstring = first.body[0]
        assert docstring.end_lineno is not None
        del written[docstring.lineno - 1 : docstring.end_lineno]
    lines = []
    for line in written:
        anchor = _LABEL.search(line)
        name = anchor[1] if anchor else ""
        lines.append(AlgorithmLine(_LABEL.sub("", line), name in now, now.get(name, "")))
    return tuple(lines)


def merge_lines(trace: MergeTrace[Step], k: int, say: Catalog) -> tuple[AlgorithmLine, ...]:
    """Return the plain trainer that merges, where `k` merges are done: what the last one executed."""
    function = ALGORITHMS[trace.algorithm].plain
    if not k:
        return algorithm_lines(function, {"start": say.count("count.words", len(trace.corpus))})
    step = trace[k - 1]
    pair = " ".join(map(_shown, step.pair))
    tied = say.count("plain-algorithm.tied", trace.tie_sizes[k - 1]) if trace.tie_sizes[k - 1] > 1 else ""
    now = {
        "choose": say("list.comma").join(filter(None, (f"{pair}: {say.value(trace.value(k - 1))}", tied))),
        "merge": _names(trace.changed(k - 1), say),
        "grow": _shown(step.token),
    }
    if isinstance(step, picky.Step) and step.kind == "return":
        now["return"] = ""
    if k == len(trace):
        now["stop"] = ""
    return algorithm_lines(function, now)


def picky_lines(trace: picky.Trace, k: int, say: Catalog) -> tuple[AlgorithmLine, ...]:
    """Return the plain trainer that removes tokens, after `k` steps: what the last one executed."""
    if not k or not trace[k - 1].is_removal:
        return merge_lines(trace, k, say)
    step = trace[k - 1]
    now = {"mark" if trace.rules.removal == "scaffold" else "remove": _shown(step.token)}
    if trace.changed(k - 1):
        now["split"] = " ".join(map(_shown, step.pieces))
    if k == len(trace):
        now["stop"] = ""
    return algorithm_lines(PICKY.plain, now)


def unigram_lines(trace: unigram.Trace, k: int, say: Catalog) -> tuple[AlgorithmLine, ...]:
    """Return the plain unigram trainer after `k` steps: what the last one executed."""
    function = UNIGRAM.plain
    if not k:
        return algorithm_lines(function, {})
    step = trace[k - 1]
    has_only_pruned = step.kind == "maximize" and trace[k - 2].kind == "prune"  # it shares out the counts that are left
    now: dict[str, str] = {
        "share-anew" if has_only_pruned else step.kind: say.count("count.pieces", trace.pieces_left[k])
    }
    if step.kind == "prune":
        now |= {"loss": "", "prune": _names(step.dropped, say)}
    if k == len(trace):
        now["stop"] = ""
    return algorithm_lines(function, now)


def superbpe_lines(trace: superbpe.Trace | boundless.Trace, k: int, say: Catalog) -> tuple[AlgorithmLine, ...]:
    """Return the plain trainer that crosses words, where `k` steps are done: what the last one executed."""
    function = ALGORITHMS[trace.algorithm].of(trace.rules).plain
    if not k:
        return algorithm_lines(function, {"start": say.count("count.lines-of-text", len(trace.corpus))})
    step = trace[k - 1]
    if isinstance(step, superbpe.Lift):
        kept = say.count("count.merges", len(step.trace.inherited))
        return algorithm_lines(function, {"lift": say.integer(trace.sizes()[k - 1]), "inherit": kept})
    pair = f"{' '.join(map(_shown, step.pair))}: {say.integer(step.count)}"
    now = {"choose": pair, step.kind: _names(trace.changed(k - 1), say), "grow": _shown(step.token)}
    if isinstance(step, boundless.Step):
        now |= {"open": _shown(step.token)} if step.can_be_joined else {}
    elif step.passed_over:
        now["veto"] = _names(["".join(one.pair) for one in step.passed_over], say)
    if k == len(trace):
        now["stop"] = ""
    return algorithm_lines(function, now)


def top_down_lines(trace: wordpiece.TopDownTrace, k: int, say: Catalog) -> tuple[AlgorithmLine, ...]:
    """Return the plain trainer from the top down after `k` steps: what the last one executed."""
    if not k:
        return algorithm_lines(algorithm.train, {"start": say.count("count.words", len(trace.used))})
    step = trace[k - 1]
    now: dict[str, str] = {}
    match step:
        case Threshold():
            now["threshold"] = f"({step.lower} + {step.upper}) // 2 = {step.threshold}"
        case Count():
            now["count"] = say.count("count.words", len(trace.used))
        case Select():
            kept_names = [f"{_shown(token)} {say.integer(left)}" for token, left in trace.kept(k - 1)]
            is_subtracted = step.length > 1 and (
                bool(kept_names) or (trace.rules.subtract == "all" and bool(step.candidates))
            )
            now |= {"select": _listed(kept_names, say) if kept_names else "∅"} | (
                {"subtract": ""} if is_subtracted else {}
            )
        case Complete():
            now["complete"] = say.count("count.tokens", trace.sizes()[k])
        case Verdict():
            now["verdict"] = say.integer(step.size)
            now[{"too_large": "higher", "too_small": "lower"}.get(step.judgment, "stop")] = ""
    return algorithm_lines(algorithm.train, now)


def _names(names: Sequence[str], say: Catalog) -> str:
    return _listed([_shown(name) for name in names], say)


def _listed(names: Sequence[str], say: Catalog) -> str:
    shown = say("list.comma").join(names[:_MAX_LISTED])
    return (
        shown
        if len(names) <= _MAX_LISTED
        else say("plain-algorithm.more", names=shown, number=len(names) - _MAX_LISTED)
    )


def _shown(name: str) -> str:
    return shorten(visible(name), 24)
