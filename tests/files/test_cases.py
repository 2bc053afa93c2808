"""Files out of public questions about tokenizers: what is encoded, compared and explained is what the library gives.

The files are those of `tests/golden/files`, and the values of `expected.json` there are those of their libraries.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tokenizers import Tokenizer

from tests.files.agreement import differs
from tokviz.compare.alignment import segment
from tokviz.errors import TokvizError
from tokviz.files.detect import load_any
from tokviz.files.pipeline import Pipeline

CASES = Path(__file__).parents[1] / "golden" / "files"
ROWS: list[dict[str, Any]] = json.loads((CASES / "expected.json").read_text("utf-8"))
GIVEN = [row for row in ROWS if "ids" in row]
REFUSED = [row for row in ROWS if "refused" in row]


def name(row: dict[str, Any]) -> str:
    return f"{row['file']} {row['text']}"


def model_of(row: dict[str, Any]) -> Any:
    return load_any([(row["file"], (CASES / row["file"]).read_bytes())]).model


@pytest.mark.parametrize("row", GIVEN, ids=name)
def test_encoding_and_steps_are_the_library_s(row: dict[str, Any]) -> None:
    pipeline = Pipeline.from_file(CASES / row["file"])
    encoded = pipeline.encode(row["text"], special=False)
    tokens, spans = list(encoded.tokens), [list(span) for span in encoded.spans]
    assert list(encoded.ids) == row["ids"]
    assert (tokens, spans) == (row.get("tokens", tokens), row.get("offsets", spans))
    if "decoded" in row:
        assert pipeline.decode(row["ids"], skip_special=False).text == row["decoded"]
    assert not differs(pipeline, row["text"])


@pytest.mark.parametrize("row", GIVEN, ids=name)
def test_a_comparison_has_the_same_tokens(row: dict[str, Any]) -> None:
    model = model_of(row)
    assert [model.text_ids.get(token.text) for token in segment(row["text"], model).tokens if token.text] == row["ids"]


@pytest.mark.parametrize("row", REFUSED, ids=name)
def test_what_the_library_refuses_is_named(row: dict[str, Any]) -> None:
    with pytest.raises(TokvizError) as caught:
        model_of(row).encode(row["text"])
    assert caught.value.code == row["refused"]


def test_digits_that_are_added_tokens() -> None:
    """Numbers are split by the added tokens before the model sees them (huggingface/tokenizers#1957)."""
    file = json.loads((CASES / "plain_bytes.json").read_text("utf-8"))
    known = file["model"]["vocab"] | {token["content"]: token["id"] for token in file["added_tokens"]}
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized", "special"), False)
    texts = [f"{number:0{size}}" for size in (2, 3) for number in range(10**size)]
    fresh = [{"id": max(known.values()) + 1 + place, "content": text, **flags} for place, text in enumerate(texts)]
    text = json.dumps(file | {"added_tokens": [*file["added_tokens"], *fresh]})
    pipeline = Pipeline.from_file(text.encode())
    for number in ("10", "100", "1000", "10010", "1234567890"):
        assert list(pipeline.encode(number).ids) == Tokenizer.from_str(text).encode(number).ids
        assert len(pipeline.encode(number).ids) == -(-len(number) // 3)
        assert not differs(pipeline, number)
