"""A model of a file that takes texts: its tokens, words, places and decoded texts are its library's."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import AddedToken, Tokenizer, models, normalizers

from tests.files.styles import MIXED, STYLES, file_of
from tests.strategies import texts
from tokviz.files.detect import Model
from tokviz.files.pipeline import Pipeline
from tokviz.models.around import Around

DRAWN = texts() | st.lists(st.sampled_from([*MIXED[3:7], "<mask>", "<s>", " ", "[SEP]"]), max_size=3).map("".join)


@cache
def ours(name: str) -> tuple[Model, Around]:
    model = Pipeline.from_file(file_of(name).encode()).text_model.model
    assert model.around is not None
    return model, model.around


@cache
def theirs(name: str) -> Any:
    """The library's tokenizer without what cuts and fills up behind the model."""
    found = Tokenizer.from_str(file_of(name))
    found.no_truncation()
    found.no_padding()
    return found


@pytest.mark.parametrize("name", STYLES)
@settings(max_examples=30)
@given(text=DRAWN)
def test_tokens_words_and_places(name: str, text: str) -> None:
    (model, around), library = ours(name), theirs(name)
    found, tokens = library.encode(text, add_special_tokens=False), model.encode(text)
    assert [model.ids.get(token, model.ids.get(model.unknown_token or "")) for token in tokens] == found.ids
    assert [token for word in model.words(text) for token in model.encode_word(word)] == tokens
    assert around.check(text).equal
    words, places = around.read(text), around.places(text)
    assert [1 if word.is_added else len(word.text) for word in words] == list(map(len, places))
    assert [token for word in words for token in word.tokens] == tokens
    assert all(0 <= start <= end <= len(text) for spans in places for start, end in spans)
    if all(token in model.ids for token in tokens):
        assert model.decode(tokens) == library.decode(found.ids, skip_special_tokens=False)


@pytest.mark.parametrize("name", ["llama2-legacy", "gemma", "mistral"])
def test_a_text_that_is_one_pre_token_comes_apart(name: str) -> None:
    """No token goes over a space there, so each word can be looked at by itself."""
    model, _ = ours(name)
    assert len(theirs(name).encode("low lower  lowest", add_special_tokens=False).ids) == len(
        model.encode("low lower  lowest")
    )
    assert [word.strip("▁") for word in model.words("low lower  lowest")] == ["low", "lower", "lowest"]


def test_an_added_token_of_normalized_text_is_itself() -> None:
    """The library calls it as the normalizer leaves it, which may be another token's name."""
    tokenizer = Tokenizer(models.BPE({"i": 0, "x": 1}, []))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.add_tokens([AddedToken("İ", normalized=True)])
    pipeline = Pipeline.from_file(tokenizer.to_str().encode())
    for text in ("İ", "xİx", "i"):
        assert pipeline.check(text).equal
        assert pipeline.encode(text).ids == tuple(tokenizer.encode(text).ids)
        assert "İ" in pipeline.text_model.model.words(text)


def test_special_tokens_by_name_become_the_files() -> None:
    for name in ("gpt4", "t5"):
        data = file_of(name).encode()
        following = max(Pipeline.from_file(data).vocabulary.values()) + 1
        pipeline = Pipeline.from_files([("x.json", data)], specials={"<new>": following})
        assert following in pipeline.encode("a<new> b").ids
        assert pipeline.check("a<new> b").equal
        assert "<new>" in pipeline.text_model.model.words("a<new> b")
    pipeline = Pipeline.from_files([("x.json", file_of("gpt4").encode())], specials={"<new>": 9_999})
    assert 9_999 in pipeline.encode("a<new> b").ids
    assert pipeline.check("a<new> b").equal
