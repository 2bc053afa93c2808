"""A top-down training as pandas frames. Step numbers count from 1, as one talks of them."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter

import pandas as pd

from tokviz.views.shared.catalog import Catalog
from tokviz.views.top_down.keys import KIND_KEYS
from tokviz.wordpiece import TopDownTrace
from tokviz.wordpiece.top_down.steps import Complete, Count, Select, Substring

__all__ = ["candidates", "listed", "parting", "steps", "trials", "vocabulary", "words"]


def steps(trace: TopDownTrace) -> pd.DataFrame:
    """Return one row a step: step, kind, trial and iteration (from 1), lower, upper, threshold, length (of what it
    selects from), kept (how many it keeps) and size (of the vocabulary after it); iteration, length and kept where they
    apply.

    >>> from tokviz import Corpus, wordpiece
    >>> trace = wordpiece.train_top_down(Corpus({"human": 113, "humas": 3}), threshold=100)
    >>> list(steps(trace)["kind"][:3]), int(steps(trace)["size"][7])
    (['threshold', 'count', 'select'], 21)
    """
    sizes = trace.sizes()
    rows = []
    for step in trace:
        tried = step.tried
        rows.append(
            {
                "step": step.index + 1,
                "kind": step.kind,
                "trial": step.trial + 1,
                "iteration": step.iteration + 1 if isinstance(step, Count | Select | Complete) else None,
                "lower": tried.lower,
                "upper": tried.upper,
                "threshold": tried.threshold,
                "length": step.length if isinstance(step, Select) else None,
                "kept": len(tried.iterations[step.iteration].ids[step.length - 1])
                if isinstance(step, Select)
                else None,
                "size": sizes[step.index + 1],
            }
        )
    return pd.DataFrame(rows).astype(dict.fromkeys(("iteration", "length", "kept"), "Int64"))


def listed(trace: TopDownTrace, say: Catalog) -> pd.DataFrame:
    """Return :func:`steps` for those who read them one below the other."""
    table = steps(trace).rename(columns={"step": "number"})
    table["kind"] = [say(KIND_KEYS[kind]) for kind in table["kind"]]
    for name in ("iteration", "length", "kept"):
        table[name] = ["–" if pd.isna(value) else int(value) for value in table[name]]
    return table.drop(columns=["trial", "lower", "upper"])


def candidates(trace: TopDownTrace, k: int) -> pd.DataFrame:
    """Return what step k selects from, the most left first: rank, token, length, count, taken (away by longer ones),
    remains, kept."""
    columns = ("rank", "token", "length", "count", "remains", "kept")
    table = pd.DataFrame(map(attrgetter(*columns), trace.candidates(k)), columns=columns)
    table.insert(4, "taken", table["count"] - table["remains"])
    return table


def words(trace: TopDownTrace, k: int) -> pd.DataFrame:
    """Return the words after k steps: word, count, symbols."""
    return pd.DataFrame(
        {
            "word": list(trace.corpus),
            "count": list(trace.corpus.counts),
            "symbols": [" ".join(split) for split in trace.words(k).values()],
        }
    )


def trials(trace: TopDownTrace) -> pd.DataFrame:
    """Return the search: trial (from 1), lower, upper, threshold, size, judgement, end (the step that it ends with)."""
    columns = ("lower", "upper", "threshold", "size", "judgement")
    table = pd.DataFrame(map(attrgetter(*columns), trace.trials), columns=columns)
    table.insert(0, "trial", range(1, len(table) + 1))
    return table.assign(end=table["trial"] * (len(trace) // len(table)))


def vocabulary(trace: TopDownTrace, k: int | None = None) -> pd.DataFrame:
    """Return the vocabulary after k steps: id, token."""
    tokens = trace.vocabulary(k)
    return pd.DataFrame({"id": range(len(tokens)), "token": tokens})


@dataclass(frozen=True)
class Parting:
    """Where two top-down trainings part: at a step of each, over a token that only one of them keeps, and what the
    token came to for both; None for one where it does not occur."""

    step: int
    token: str
    mine: Substring | None
    theirs: Substring | None


def parting(mine: TopDownTrace, theirs: TopDownTrace) -> Parting | None:
    """Return the first step that selects otherwise; None if all that both have do the same."""
    for k, (one, other) in enumerate(zip(mine, theirs, strict=False)):
        if not isinstance(one, Select) or not isinstance(other, Select):
            if type(one) is not type(other) or one.threshold != other.threshold:
                return None
            continue
        kept, others = dict(mine.kept(k)), dict(theirs.kept(k))
        if one.length == other.length and kept.keys() != others.keys():
            different = {token: max(kept.get(token, 0), others.get(token, 0)) for token in kept.keys() ^ others.keys()}
            token = min(different, key=lambda name: (-different[name], name))
            return Parting(k, token, _of(one, token), _of(other, token))
    return None


def _of(step: Select, token: str) -> Substring | None:
    return next((one for one in step.candidates if one.token == token), None)
