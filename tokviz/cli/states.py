"""``tokviz train --step``: what the pages show beside one step, as text, CSV or JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tokviz import unigram, wordpiece
from tokviz.cli import tables
from tokviz.cli.training import Trained, title
from tokviz.compare.sizes import Trace
from tokviz.errors import TokvizError
from tokviz.views.merges import narration
from tokviz.views.merges import tables as frames
from tokviz.views.shared.catalog import Catalog
from tokviz.views.takeaway import export
from tokviz.views.unigram import narration as unigram_narration
from tokviz.views.unigram import tables as unigram_frames

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["contents"]

_MOST = 20  # rows of a table on the screen; files have all
_HEADINGS = {
    "left_count": "cli.column.left_count",
    "right_count": "cli.column.right_count",
    "left": "cli.column.left",
    "right": "cli.column.right",
    "symbols": "cli.column.symbols",
    "score": "column.log_score",
}
_SCORED = ["rank", "left", "right", "count", "left_count", "right_count", "arithmetic", "tied"]
_OF_KIND: Mapping[str, Callable[[unigram.Trace, int], pd.DataFrame]] = {
    "seed": lambda trace, _: unigram_frames.candidates(trace),
    "expect": unigram_frames.expected,
    "maximize": unigram_frames.changes,
    "prune": unigram_frames.losses,
}


def contents(trained: Trained, steps: Sequence[int], kind: str, say: Catalog) -> str:
    """The states after so many steps. Raises TokvizError for a step past the end.

    csv: what the next step chooses from, with the step in front. json: the sentences and all tables.
    """
    import pandas as pd

    trace = trained.trace
    for k in steps:
        if k > len(trace):
            raise TokvizError("cli-step", value=k, total=len(trace))
    if kind == "csv":
        found = [_next(trace, k) for k in steps]
        for k, table in zip(steps, found, strict=True):
            table.insert(0, "step", k)
        return export.table_csv(pd.concat(found, ignore_index=True))
    if kind == "json":
        return json.dumps([_record(trace, k, say) for k in steps], ensure_ascii=False, indent=2) + "\n"
    return f"{title(trained, say)}\n" + "".join(f"\n{_text(trace, k, say)}" for k in steps)


def _text(trace: Trace, k: int, say: Catalog) -> str:
    parts = [say("cli.step", step=f"{k:,}", total=f"{len(trace):,}"), *_said(trace, k, say)]
    written = "".join(f"{part}\n" for part in parts)
    for heading, table in ((say("cli.now"), _now(trace, k)), (say("cli.choice"), _next(trace, k))):
        if len(table):
            shown = say("shown-of", shown=f"{_MOST:,}", total=f"{len(table):,}") if len(table) > _MOST else ""
            written += f"\n{heading}\n{tables.frame(table.head(_MOST), say, _headings(trace))}"
            written += f"{shown}\n" if shown else ""
    return written


def _headings(trace: Trace) -> Mapping[str, str]:
    return _HEADINGS if isinstance(trace, unigram.Trace) else {**_HEADINGS, "score": "column.score"}


def _record(trace: Trace, k: int, say: Catalog) -> dict[str, Any]:
    return {
        "step": k,
        "said": list(_said(trace, k, say)),
        "state": _rows(_now(trace, k)),
        "next": _rows(_next(trace, k)),
    }


def _rows(table: pd.DataFrame) -> Any:
    return json.loads(table.to_json(orient="records", force_ascii=False, double_precision=15))


def _said(trace: Trace, k: int, say: Catalog) -> Sequence[str]:
    """What the last step did, and what the next one will do."""
    if isinstance(trace, unigram.Trace):
        words = unigram_narration
        said = [words.done(trace[k - 1], say) if k else words.start(trace, say)]
        said.append(words.upcoming(trace[k], say) if k < len(trace) else words.end(trace, say))
        if k:
            said += words.ties(trace, k, say)
    else:
        said = [narration.done(trace[k - 1], say) if k else narration.start(trace, say)]
        said.append(narration.upcoming(trace[k], say) if k < len(trace) else narration.end(trace, say))
    return [narration.as_text(sentence) for sentence in said]


def _now(trace: Trace, k: int) -> pd.DataFrame:
    """The words as they are cut after k steps, or the pieces."""
    import pandas as pd

    if isinstance(trace, unigram.Trace):
        return unigram_frames.pieces(trace, k)
    words = trace.words(k)
    return pd.DataFrame({"word": list(words), "count": trace.corpus.counts, "symbols": list(words.values())})


def _next(trace: Trace, k: int) -> pd.DataFrame:
    """What step k chooses from; for unigram what it works on. Nothing after the last of these."""
    import pandas as pd

    if isinstance(trace, unigram.Trace):
        if k == len(trace):
            return pd.DataFrame()
        return _OF_KIND[trace[k].kind](trace, k)
    if isinstance(trace, wordpiece.Trace) and trace.rules.select_by == "score":
        from tokviz.views.merges import scores

        return scores.candidates(trace, k)[_SCORED]
    return frames.candidates(trace, k)
