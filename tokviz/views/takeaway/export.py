"""Files to take away: the steps as CSV, the whole trace as JSON, the merges in the formats of the field.

The pages' buttons and the command line make them with the same functions, so a file is the same wherever it comes from.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pandas as pd

from tokviz import unigram, wordpiece
from tokviz.bpe import Trace
from tokviz.formats import (
    huggingface,
    sentencepiece,
    subword_nmt,
    tiktoken,
    tokenizer_json,
    unigram_json,
    vocab_txt,
    wordpiece_json,
)
from tokviz.merging.merge_trace import MergeTrace

__all__ = ["huggingface_zip", "model_files", "steps_csv", "table_csv", "trace_json"]

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def steps_csv(trace: MergeTrace[Any] | unigram.Trace) -> str:
    """The steps as CSV. Cells that a spreadsheet would take for a formula begin with an apostrophe.

    Scores are decimal here, since a spreadsheet takes 1/20 for a day; the counts beside them give the fraction.
    """
    frame = trace.to_frame()
    if "score" in frame:
        frame["score"] = [float(Fraction(score)) for score in frame["score"]]
    return table_csv(frame)


def table_csv(table: pd.DataFrame) -> str:
    """Any table as CSV with the same guard, in its headings too.

    >>> table_csv(pd.DataFrame({"token": ["=1", "a,b"], "count": [2, 1]})).splitlines()
    ['token,count', "'=1,2", '"a,b",1']
    """
    safe = table.rename(columns=lambda name: _safe(str(name)))
    for place, dtype in enumerate(table.dtypes):
        if not pd.api.types.is_numeric_dtype(dtype):
            safe[safe.columns[place]] = [_safe(str(cell)) for cell in table.iloc[:, place]]
    # With the line ends of RFC 4180, a token that holds one of them is quoted.
    return str(safe.to_csv(index=False, lineterminator="\r\n"))


def trace_json(trace: MergeTrace[Any] | unigram.Trace) -> str:
    """The whole trace as JSON, exact (see docs/trace-format.md)."""
    return json.dumps(trace.to_dict(), ensure_ascii=False)


def model_files(trace: MergeTrace[Any] | unigram.Trace, pretokenizer: str) -> Mapping[str, Callable[[], str | bytes]]:
    """The files that hold the tokenizer of a trace: name of the format -> what makes it.

    ``vocab`` is vocab.json, vocab.txt or the .vocab of SentencePiece. What makes a file raises RulesError if its format
    cannot hold the tokenizer.

    >>> from tokviz import Corpus, bpe
    >>> model_files(bpe.train(Corpus({"low": 5}), merges=1, rules="subword-nmt"), "whitespace")["codes"]()
    '#version: 0.2\\no w</w>\\n'
    """
    match trace:
        case unigram.Trace():
            pieces = trace.model(pretokenizer=pretokenizer)
            return {
                "vocab": lambda: sentencepiece.write_vocab(pieces),
                "tokenizer.json": lambda: unigram_json.write(pieces),
            }
        case wordpiece.Trace():
            matched = trace.model(pretokenizer=pretokenizer)
            return {"vocab": lambda: vocab_txt.write(matched), "tokenizer.json": lambda: wordpiece_json.write(matched)}
        case Trace():
            merged = trace.model(pretokenizer=pretokenizer)
            return {
                "codes": lambda: subword_nmt.write_codes(trace),
                "merges": lambda: huggingface.write_merges(trace),
                "vocab": lambda: huggingface.write_vocab(trace),
                "zip": lambda: huggingface_zip(trace),
                "tokenizer.json": lambda: tokenizer_json.write_tokenizer(merged),
                "tiktoken": lambda: tiktoken.write_ranks(merged),
            }
    raise TypeError(type(trace).__name__)


def huggingface_zip(trace: Trace) -> bytes:
    """merges.txt and vocab.json in one archive. Raises RulesError when merges.txt cannot hold a symbol."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("merges.txt", huggingface.write_merges(trace))
        archive.writestr("vocab.json", huggingface.write_vocab(trace))
    return buffer.getvalue()


def _safe(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA_STARTS) else cell
