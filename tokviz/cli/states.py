"""``tokviz train --step``: what the pages show beside one step, as text, CSV or JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tokviz.cli import tables
from tokviz.cli.training import Trained, title
from tokviz.errors import TokvizError
from tokviz.trace import Trace
from tokviz.views.algorithms import views_of
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.sentences import as_text
from tokviz.views.takeaway import export

__all__ = ["contents"]

_MOST = 20  # rows of a table on the screen; files have all


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
        found = [views_of(trace).tables().choice(trace, k, say) for k in steps]
        for k, table in zip(steps, found, strict=True):
            table.insert(0, "step", k)
        return export.table_csv(pd.concat(found, ignore_index=True))
    if kind == "json":
        return tables.as_json([_record(trace, k, say) for k in steps])
    return f"{title(trained, say)}\n" + "".join(f"\n{_text(trace, k, say)}" for k in steps)


def _text(trace: Trace, k: int, say: Catalog) -> str:
    shown = views_of(trace).tables()
    parts = [say("cli.step", step=k, total=len(trace)), *_said(trace, k, say)]
    written = "".join(f"{part}\n" for part in parts)
    for heading, table in ((say("cli.now"), shown.state(trace, k)), (say("cli.choice"), shown.choice(trace, k, say))):
        if len(table):
            first = tables.frame(table.head(_MOST), say, shown.headings, total=len(table))
            written += f"\n{heading}\n{first}"
    return written


def _record(trace: Trace, k: int, say: Catalog) -> dict[str, Any]:
    shown = views_of(trace).tables()
    return {
        "step": k,
        "said": list(_said(trace, k, say)),
        "state": tables.records(shown.state(trace, k)),
        "next": tables.records(shown.choice(trace, k, say)),
    }


def _said(trace: Trace, k: int, say: Catalog) -> list[str]:
    """What the last step did, and what the next one will do."""
    return [as_text(sentence) for sentence in views_of(trace).said(trace, k, say)]
