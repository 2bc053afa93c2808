"""Golden 08: the four sentences of the Hugging Face course, as its code and as the library learns and encodes them."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tokviz import bpe, examples
from tokviz.bpe import PRESETS, Trace
from tokviz.corpus import Corpus
from tokviz.pretokenize import pretokenize
from tokviz.pretokenize.byte_level import BYTE_TO_CHAR

GOLDEN = Path(__file__).parents[1] / "golden" / "08_hf_course_code.json"
CASES: dict[str, dict[str, Any]] = {
    case["name"]: case for case in json.loads(GOLDEN.read_text(encoding="utf-8"))["cases"]
}
RULES = {
    "hf-bpe-course-corpus-vocab50": PRESETS["huggingface"],
    "hf-bytelevel-bpe-full-alphabet": replace(
        PRESETS["huggingface"], initial_alphabet=tuple(sorted(BYTE_TO_CHAR.values()))
    ),
    "course-bpe-vocab50": PRESETS["course"],
}


def trained(name: str) -> Trace:
    case = CASES[name]
    words = Counter(word for line in case["corpus"] for word in pretokenize(line, "gpt2-bytes"))
    rules = replace(RULES[name], special_tokens=tuple(case["params"]["special_tokens"]))
    return bpe.train(Corpus(words), vocab_size=case["params"]["vocab_size"], rules=rules)


def test_every_case_is_run() -> None:
    assert RULES.keys() == CASES.keys()


@pytest.mark.parametrize("name", RULES)
def test_merges_counts_and_vocabulary(name: str) -> None:
    expected = CASES[name]["expected"]
    trace = trained(name)
    assert trace.merges == [tuple(pair) for pair in expected["merges"]]
    if "counts" in expected:
        assert list(trace.counts) == expected["counts"]
    if "vocab" in expected:
        assert list(trace.vocabulary()) == expected["vocab"]
    if "ties" in expected:
        assert list(trace.tie_sizes) == expected["ties"]
    if "vocab_size" in expected:
        assert len(trace.vocabulary()) == expected["vocab_size"]
    if "word_freqs" in expected:
        assert dict(trace.corpus) == expected["word_freqs"] == dict(examples.load("course").corpus_for("bpe"))


@pytest.mark.parametrize("name", RULES)
def test_encoding(name: str) -> None:
    model = trained(name).model(pretokenizer="gpt2-bytes")
    if name == "hf-bpe-course-corpus-vocab50":
        model = replace(model, encoding=replace(model.encoding, unknown="drop"))
    for text, expected in CASES[name]["expected"]["encodes"].items():
        if isinstance(expected, dict):
            tokens = model.encode(text)
            assert tokens == expected["tokens"], text
            assert [model.ids[token] for token in tokens] == expected["ids"], text
        else:
            assert model.encode(text) == expected, text
