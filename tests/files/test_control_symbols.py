"""Unknown characters that spell a control symbol of a `.model` do not become it: not in the library, not in our model.

These models have no Latin letters, so that ``<pad>`` is a run of unknown characters, or its bytes.
"""

from __future__ import annotations

import itertools
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.files.agreement import differs
from tests.files.styles import sentencepiece_model
from tokviz.cli.encode import OfModel
from tokviz.files.detect import load_any
from tokviz.files.pipeline import Pipeline

FAULTS = Path(__file__).parents[1] / "golden" / "faults"
WORDS = ("ሀ ለ ሐ ሀለ ለሐ ሀሐ ሀለሐ",)
SYMBOLS: dict[str, dict[str, Any]] = {
    "none": {},
    "control": {"control_symbols": "☃,<sep>,q"},
    "user-defined": {"user_defined_symbols": "☃,<sep>,q"},
}
TEXTS = ("<pad>", "ሀ <s> ለ", "☃", "a☃b<sep>q", "<unk>", "<0x41>", "<sep>q<unk>☃", "ሀለ</s>☃", "<s")


@cache
def model(kind: str, byte_fallback: bool, symbols: str) -> bytes:
    size = 300 if byte_fallback else 26
    options = {"byte_fallback": byte_fallback, "vocab_size": size, "pad_id": 3, **SYMBOLS[symbols]}
    return sentencepiece_model(kind, WORDS, **options)


@pytest.mark.parametrize(
    ("kind", "byte_fallback", "symbols"), [*itertools.product(("unigram", "bpe"), (False, True), SYMBOLS)]
)
def test_what_spells_a_symbol_is_what_the_library_says(kind: str, byte_fallback: bool, symbols: str) -> None:
    pipeline = Pipeline.from_file(model(kind, byte_fallback, symbols), name="m.model")
    for text in TEXTS:
        assert not differs(pipeline, text), text


def test_the_values_of_the_library() -> None:
    data = (FAULTS / "control_unigram_bytes.model").read_bytes()
    found = load_any([("control_unigram_bytes.model", data)]).model
    values = [one for one in json.loads((FAULTS / "expected.json").read_text("utf-8")) if "control" in one["file"]]
    assert len(values) == 2
    for one in values:
        assert found.encode(one["text"]) == one["tokens"]
        assert [number for word in OfModel(found).encoded(one["text"]) for number in word.ids] == one["ids"]


def test_a_run_that_spells_a_symbol_has_the_id_of_what_is_unknown() -> None:
    found = load_any([("m.model", model("unigram", False, "none"))]).model
    assert found.ids["<pad>"] == 3
    assert "<pad>" not in found.text_ids
    assert [(word.tokens, word.ids) for word in OfModel(found).encoded("<pad>")] == [
        (("▁", "<pad>"), (found.ids["▁"], 0))
    ]
