"""A parity-aware training as tokenizer.json: the library reads it to the same tokens and ids."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from tests.parity.conventions import corpus_of
from tests.parity.libraries import Words
from tests.parity.test_against_libraries import inputs
from tokviz import examples, parity
from tokviz.algorithms import PARITY
from tokviz.parity import PRESETS


def same_ids(trace: parity.Trace, split: str, text: str) -> None:
    written = PARITY.formats["tokenizer.json"].write(trace, split)
    assert isinstance(written, str)
    read, model = Tokenizer.from_str(written), trace.model(pretokenizer=split)
    found: Any = read.encode(text, add_special_tokens=False)
    assert found.tokens == model.encode(text)
    assert found.ids == [model.ids[token] for token in model.encode(text)]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(("name", "split"), [("two-languages", "whitespace"), ("four-languages", "words")])
def test_the_examples(preset: str, name: str, split: str) -> None:
    trace = parity.train(examples.load(name).cut(split), merges=40, rules=preset)
    same_ids(trace, split, "The newest neuer Brot 老太太卖蜂蜜。 manzanas")


@given(inputs(), st.integers(0, 15))
def test_random_languages(data: tuple[list[Words], list[Words] | None], merges: int) -> None:
    corpus = corpus_of(*data)
    same_ids(parity.train(corpus, merges=merges), "whitespace", " ".join(corpus.alphabet_words))
