"""Merges of one byte each are the merges that they were made of: in their order, by their ranks, and as a model."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import corpora
from tokviz import Corpus, bpe
from tokviz.bpe.compact_merges import CompactMerges, RanksOfLonger, compact
from tokviz.models.text_encoder import Numbered


def made(merges: list[tuple[str, str]], tokens: list[str]) -> CompactMerges:
    found = compact(merges, tokens)
    assert found is not None
    return found


@given(corpora(), st.integers(0, 12))
def test_they_are_those_of_a_training(corpus: Corpus, number: int) -> None:
    model = bpe.train(corpus, merges=number, rules="huggingface").model()
    found = compact(model.merges, model.vocabulary)
    if found is None:
        made_tokens = [left + right for left, right in model.merges]
        assert len(set(made_tokens)) < len(made_tokens) or set(made_tokens) - set(model.vocabulary)
        return
    assert list(found) == list(model.merges) == list(found[:])
    assert dict(found.ranks) == dict(model.ranks)
    assert [found[place] for place in range(-len(found), 0)] == list(model.merges)
    same = replace(model, merges=found)
    for word in (*corpus.words, "unheard", ""):
        assert same.encode_word(word) == model.encode_word(word)
        assert same.explain(word) == model.explain(word)


def test_several_merges_make_one_token_in_any_order() -> None:
    tokens = ["a", "b", "c", "ab", "bc", "abc", "aa"]
    merges = [("a", "a"), ("a", "b"), ("b", "c"), ("a", "bc"), ("ab", "c")]
    found = made(merges, tokens)
    assert found.head == (("a", "a"),), "it makes the last token and comes first"
    assert list(found) == merges
    assert [found.ranks.get(pair) for pair in (*merges, ("c", "a"), ("b", "b"), ("", "abc"), ("abc", ""))] == [
        *range(5),
        *[None] * 4,
    ]
    with pytest.raises(IndexError):
        found[5]


def test_a_long_left_part_is_a_number_like_any_other() -> None:
    line = "-" * 512
    merges = [("-", "-"), (line, "-"), ("--", line)]
    found = made(merges, ["-", line, "--", f"{line}-", f"--{line}"])
    assert list(found) == merges
    assert found.ranks[line, "-"] == 1


def test_tokens_and_numbers_are_kept_once() -> None:
    left, right = (made([("a", "b")], ["a", "b", *map(str, range(300)), "ab"]) for _ in range(2))
    assert left.ids["ab"] is right.ids["ab"]
    assert bpe.Model(left, left.tokens).encodable == left.ids.keys()


@pytest.mark.parametrize(
    ("merges", "tokens"),
    [
        ([("a", "b")], ["a", "b"]),
        ([("a", "b"), ("a", "b")], ["a", "b", "ab"]),
        ([("a" * 0xD800, "b")], ["a" * 0xD800, "b", "a" * 0xD800 + "b"]),
        ([("a", "b")], ["a", "b", "ab", "ab"]),
    ],
)
def test_what_does_not_fit_is_refused(merges: list[tuple[str, str]], tokens: list[str]) -> None:
    assert compact(merges, tokens) is None


@given(st.lists(st.text("abc", min_size=1, max_size=4), unique=True))
def test_ranks_without_merges_are_places_among_longer_tokens(tokens: list[str]) -> None:
    ranks = RanksOfLonger({token: number for number, token in enumerate(tokens)})
    longer = [token for token in tokens if len(token) > 1]
    assert dict(ranks) == {token: rank for rank, token in enumerate(longer)}
    assert list(ranks) == longer
    assert all(ranks.get(token) is None for token in (*set(tokens).difference(longer), "x", ""))


def test_a_vocabulary_keeps_its_mapping_only_without_gaps() -> None:
    ids = {"b": 1, "a": 0}
    numbered = Numbered.of(ids)
    assert isinstance(numbered, Numbered)
    assert numbered.numbers is ids
    assert numbered == ("a", "b")
    assert type(Numbered.of({"b": 7, "a": 0})) is tuple
    model = bpe.Model((), numbered)
    assert model.ids is ids
    assert replace(model, pretokenizer="none").ids is ids
