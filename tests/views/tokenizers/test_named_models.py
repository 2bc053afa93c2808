"""Labels that name a model: the pattern behind each is that model's, computed from the files and from the records."""

from __future__ import annotations

import json
import re

import pytest

from tests.catalogs import COMPLETE
from tokviz import recorded
from tokviz.location import site
from tokviz.pretokenize import with_alternatives
from tokviz.pretokenize.patterns import PATTERNS
from tokviz.text_keys import split_key
from tokviz.texts import templates
from tokviz.views.tokenizers.options import NAME_KEYS

MODEL = re.compile(r"GPT-\w+|BERT|T5|Llama(?: \d)?|Qwen \d")
WITHOUT_REGEX = {"BertPreTokenizer": {"BERT"}, "Metaspace": {"T5"}, "": {"Llama"}}
"""The models of the pre-tokenizers that have no pattern: Llama 2 has none at all."""
RECORDED = {"GPT-2": "gpt-2", "GPT-4": "gpt-4", "GPT-4o": "gpt-4o", "Llama 3": "llama-3", "Qwen 2": "qwen"}
LABELS = [(model, name) for name in PATTERNS for model in MODEL.findall(templates("en").get(split_key(name), ""))]


def models_of_file(name: str, language: str) -> set[str]:
    """Return the models whose way to split is that of a tokenizer's file."""
    data = json.loads((site() / "assets" / "tokenizers" / f"{name}.json").read_text(encoding="utf-8"))
    models: set[str] = set()
    pretokenizer = data["pre_tokenizer"] or {"type": ""}
    for part in pretokenizer.get("pretokenizers", [pretokenizer]):
        regex = part.get("pattern", {}).get("Regex")
        named = [one for one, pattern in PATTERNS.items() if pattern.pattern == regex]
        models |= {model for one in named for model in MODEL.findall(templates(language)[split_key(one)])}
        models |= WITHOUT_REGEX.get(part["type"], set())
    return models


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("name", NAME_KEYS)
def test_a_tokenizer_that_is_called_like_a_model_splits_like_it(name: str, language: str) -> None:
    assert set(MODEL.findall(templates(language)[NAME_KEYS[name]])) == models_of_file(name, language)


def test_labels_of_patterns_name_models() -> None:
    assert {model for model, _ in LABELS} == set(RECORDED)


@pytest.mark.parametrize(("model", "name"), LABELS)
def test_a_pattern_that_is_called_after_a_model_has_its_borders(model: str, name: str) -> None:
    """No recorded token of the model crosses a border of the pattern; with the pattern of GPT-2, some of GPT-4 do."""
    assert crossings(RECORDED[model], name) == []


def test_another_pattern_has_other_borders() -> None:
    assert crossings("gpt-4", "gpt2") != []
    assert crossings("gpt-2", "cl100k") != []


def crossings(model: str, pattern: str) -> list[tuple[str, str]]:
    """Return the recorded tokens of a model with a border of a pattern inside, each with its sentence."""
    found: list[tuple[str, str]] = []
    for sentence in recorded.sentences():
        borders, at = set[int](), 0
        for piece, _ in with_alternatives(sentence.text, pattern):
            at += len(piece.encode())
            borders.add(at)
        tokens = recorded.load(sentence.name, model).tokens
        found += [(sentence.name, one.text) for one in tokens if any(one.start < at < one.end for at in borders)]
    return found
