"""tokenizer.json of PickyBPE: refused where a token was removed; else tokenizers has the same tokens and ids."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from tests.strategies import corpora
from tokviz import picky
from tokviz.corpus import Corpus
from tokviz.errors import RulesError
from tokviz.files.tokenizer_json import write_picky
from tokviz.picky import Rules
from tokviz.picky.rules import SPECIAL_TOKENS

LESSON = Corpus({"▁abc": 9, "▁ab": 1, "▁abd": 3})
NOTHING_IS_REMOVED = Rules(threshold=1, special_tokens=SPECIAL_TOKENS)


@pytest.mark.parametrize("preset", picky.PRESETS)
def test_a_log_with_removals_is_refused(preset: str) -> None:
    model = picky.train(LESSON, rules=preset).model(pretokenizer="metaspace")
    with pytest.raises(RulesError) as caught:
        write_picky(model)
    assert caught.value.code == "tokenizer-json-removals"
    assert caught.value.details["token"] == "'▁a'"


def test_a_mark_that_no_pretokenizer_writes_is_refused() -> None:
    with pytest.raises(RulesError) as caught:
        write_picky(picky.train(LESSON, rules=NOTHING_IS_REMOVED).model())
    assert caught.value.code == "tokenizer-json-start"


@given(corpora(), st.lists(st.sampled_from(["a", "ab", "abc", "caba", "aaaa", "x", "é"]), min_size=1, max_size=6))
def test_the_library_has_the_same_tokens_where_nothing_was_removed(corpus: Corpus, words: list[str]) -> None:
    marked = Corpus({f"▁{word}": count for word, count in corpus.items()})
    model = picky.train(marked, rules=NOTHING_IS_REMOVED, merges=20).model(pretokenizer="metaspace")
    text = " ".join(words)
    library = Tokenizer.from_str(write_picky(model)).encode(text)
    assert library.tokens == model.encode(text)
    assert library.ids == [model.ids[token] for token in library.tokens]
