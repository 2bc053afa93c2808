"""Files to download: the steps as CSV, the whole trace as JSON, the merges in the formats of the field."""

from __future__ import annotations

import io
import json
import zipfile
from fractions import Fraction
from typing import Any

from tokviz.bpe import Trace
from tokviz.bpe.history import History
from tokviz.formats import huggingface
from tokviz.views import frames

__all__ = ["huggingface_zip", "steps_csv", "trace_json"]

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def steps_csv(trace: History[Any]) -> str:
    """The steps as CSV. Cells that a spreadsheet would take for a formula begin with an apostrophe.

    Scores are decimal here, since a spreadsheet takes 1/20 for a day; the counts beside them give the fraction.
    """
    frame = frames.steps(trace)
    if "score" in frame:
        frame["score"] = [float(Fraction(score)) for score in frame["score"]]
    for column in ("left", "right", "token"):
        frame[column] = [f"'{cell}" if cell.startswith(_FORMULA_STARTS) else cell for cell in frame[column]]
    # With the line ends of RFC 4180, a token that holds one of them is quoted.
    return str(frame.to_csv(index=False, lineterminator="\r\n"))


def trace_json(trace: History[Any]) -> str:
    """The whole trace as JSON, exact (see docs/trace-format.md)."""
    return json.dumps(trace.to_dict(), ensure_ascii=False)


def huggingface_zip(trace: Trace) -> bytes:
    """merges.txt and vocab.json in one archive. Raises RulesError when merges.txt cannot hold a symbol."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("merges.txt", huggingface.write_merges(trace))
        archive.writestr("vocab.json", huggingface.write_vocab(trace))
    return buffer.getvalue()
