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
from tokviz.vocabularies.entries import Vocabulary
from tokviz.vocabularies.healing import MAX_LONGER, heal

TOKENIZERS = {
    name: Pipeline.from_file((site() / "assets" / "tokenizers" / f"{name}.json").read_bytes()) for name in SHIPPED
}
VOCABULARIES: dict[str, Vocabulary] = {name: Vocabulary(tokenizer) for name, tokenizer in TOKENIZERS.items()}


def of_merges(*merges: str) -> Pipeline:
    letters = sorted({letter for merge in merges for letter in merge.replace(" ", "")})
    vocabulary = dict.fromkeys([*letters, *(merge.replace(" ", "") for merge in merges)])
    model = {"type": "BPE", "vocab": {token: id for id, token in enumerate(vocabulary)}, "merges": list(merges)}
    return Pipeline.from_file(json.dumps({"model": model}).encode())


def test_the_colon_of_an_address_is_open() -> None:
    healed = heal(of_merges("/ /", ": //", "h t"), "ht:", 1)
    assert (healed.tokens, healed.text, healed.is_token, healed.total) == ((":",), b":", True, 1)
    assert [entry.token for entry in healed.longer] == ["://"]


def test_a_token_can_reach_over_several_tokens_of_the_prompt() -> None:
    # "abc" is split into "ab" and "c", since "ab" is merged first; the token "abcd" begins with all of it.
    tokenizer = of_merges("a b", "c d", "ab cd")
    one, two = (heal(tokenizer, "abc", taken) for taken in (1, 2))
    assert (one.text, one.is_token, [entry.token for entry in one.longer]) == (b"c", True, ["cd"])
    assert (two.tokens, two.text, two.is_token) == (("ab", "c"), b"abc", False)
    assert [entry.token for entry in two.longer] == ["abcd"]


def test_too_far_back_there_is_no_continuation() -> None:
    healed = heal(of_merges("a b"), "ba", 2)
    assert (healed.text, healed.is_token, healed.total) == (b"ba", False, 0)


def test_a_prompt_has_no_more_tokens_than_it_has() -> None:
    tokenizer = of_merges("a b", "c d")
    assert heal(tokenizer, "abc", 8) == heal(tokenizer, "abc", 2)


@pytest.mark.parametrize("name", SHIPPED)
@given(text=texts() | st.sampled_from(["I am goin", "the lighthouse k", "http:", "wor"]), taken=st.integers(1, 8))
def test_all_entries_that_begin_with_the_text_are_counted(name: str, text: str, taken: int) -> None:
    vocabulary, healed = VOCABULARIES[name], heal(TOKENIZERS[name], text, taken)
    assert len(healed.tokens) == min(taken, len(TOKENIZERS[name].encode(text, special=False).ids))
    begins = [
        data
        for id, data in zip(vocabulary.ids.tolist(), vocabulary.data, strict=True)
        if healed.text and data.startswith(healed.text) and id not in vocabulary.added
    ]
    assert healed.is_token == (healed.text in begins)
    assert healed.total == sum(data != healed.text for data in begins)
    assert len(healed.longer) == min(healed.total, MAX_LONGER)
    assert all(vocabulary.data[vocabulary.place_of[entry.id]].startswith(healed.text) for entry in healed.longer)
