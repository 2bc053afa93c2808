"""A stretch of a long pre-token is encoded as it is in the whole."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.files.styles import STYLES, file_of
from tokviz.files.pipeline import Pipeline

LETTERS = st.text(alphabet="abelowrstin你é👩1 ▁", min_size=12, max_size=120)
WHOLE = {"clip", "gpt1", "bert-cased", "bert-uncased"}  # marks, or a limit, of whole words
PIPELINES = {name: Pipeline.from_file(file_of(name).encode()) for name in STYLES if name not in WHOLE}


@pytest.mark.parametrize("name", PIPELINES)
@settings(max_examples=30)
@given(text=LETTERS, place=st.integers(0, 40), most=st.integers(4, 30))
def test_a_window_has_the_tokens_of_the_whole(name: str, text: str, place: int, most: int) -> None:
    pipeline = PIPELINES[name]
    for part in pipeline.engine.pre_tokens(text):
        tokens = list(pipeline.explain(part.text).tokens)
        window = pipeline.window(part.text, place, most)
        if window is None:
            continue
        start, end = window
        found = list(pipeline.explain(part.text[start:end]).tokens)
        assert 0 < end - start <= most
        assert any(tokens[at : at + len(found)] == found for at in range(len(tokens)))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["gemma", "llama2-legacy", "gpt4", "t5"])
def test_a_hundred_thousand_characters(name: str) -> None:
    """Gemma, among others, makes one pre-token of a text without spaces."""
    pipeline = PIPELINES[name]
    text = "lowerstrawberry" * 6_667
    (part,) = pipeline.engine.pre_tokens(text)
    assert len(part.text) >= 100_000
    tokens = pipeline.model.encode_word(part.text)
    assert tokens == pipeline.encode(text, special=False).tokens
    window = pipeline.window(part.text, len(tokens) // 2, 400)
    assert window is not None
    assert 300 < window[1] - window[0] <= 400


def test_a_word_that_counts_as_a_whole_has_none() -> None:
    assert Pipeline.from_file(file_of("bert-cased").encode()).window("lower" * 30, 3, 20) is None
    assert Pipeline.from_file(file_of("clip").encode()).window("lower" * 30, 3, 20) is None
