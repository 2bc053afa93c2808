"""Token healing: what the steps say is what the vocabulary holds, for every tokenizer that comes along."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import texts
from tokviz.files.by_name import SHIPPED
from tokviz.files.pipeline import Pipeline
from tokviz.location import site
from tokviz.vocabularies.entries import Vocabulary, vocabulary_of
from tokviz.vocabularies.healing import MAX_ENTRIES, heal

TOKENIZERS = {
    name: Pipeline.from_file((site() / "assets" / "tokenizers" / f"{name}.json").read_bytes()) for name in SHIPPED
}
VOCABULARIES: dict[str, Vocabulary] = {name: vocabulary_of(tokenizer) for name, tokenizer in TOKENIZERS.items()}


def of_merges(*merges: str) -> Pipeline:
    letters = sorted({letter for merge in merges for letter in merge.replace(" ", "")})
    vocabulary = dict.fromkeys([*letters, *(merge.replace(" ", "") for merge in merges)])
    model = {"type": "BPE", "vocab": {token: id for id, token in enumerate(vocabulary)}, "merges": list(merges)}
    return Pipeline.from_file(json.dumps({"model": model}).encode())


def test_the_colon_of_an_address_is_open() -> None:
    (step,) = heal(of_merges("/ /", ": //", "h t"), "ht:")
    assert (step.tokens, step.text, step.total) == ((":",), b":", 1)
    assert [entry.token for entry in step.exact] == [":"]
    assert [entry.token for entry in step.longer] == ["://"]


def test_healing_goes_back_as_far_as_a_token_reaches() -> None:
    # "abc" is split into "ab" and "c", since "ab" is merged first; the token "abcd" begins with all of it.
    steps = heal(of_merges("a b", "c d", "ab cd"), "abc")
    assert [(step.taken, step.text, [entry.token for entry in step.longer]) for step in steps] == [
        (1, b"c", ["cd"]),
        (2, b"abc", ["abcd"]),
    ]
    assert not steps[1].exact


def test_no_text_has_no_step() -> None:
    assert heal(of_merges("a b"), "") == ()


@pytest.mark.parametrize("name", SHIPPED)
@given(text=texts() | st.sampled_from(["I am goin", "the lighthouse k", "http:", "wor"]))
def test_a_step_lists_all_entries_that_begin_with_its_text(name: str, text: str) -> None:
    vocabulary = VOCABULARIES[name]
    before = b""
    for number, step in enumerate(heal(TOKENIZERS[name], text), start=1):
        assert step.taken == number == len(step.tokens)
        assert step.text.endswith(before)
        before = step.text
        begins = [
            data
            for id, data in zip(vocabulary.ids.tolist(), vocabulary.data, strict=True)
            if data.startswith(step.text) and id not in vocabulary.added
        ]
        assert len(step.exact) + step.total == len(begins)
        assert all(entry.data == step.text for entry in step.exact)
        assert all(entry.data.startswith(step.text) and entry.data != step.text for entry in step.longer)
        assert len(step.longer) == min(step.total, MAX_ENTRIES)
