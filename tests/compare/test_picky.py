"""PickyBPE in comparisons: where its tokens are in a word, and what they are without their mark."""

from __future__ import annotations

import pytest

from tokviz import picky
from tokviz.compare.notation import neutral, writes_spaces
from tokviz.compare.spans import UNIT, cutter
from tokviz.corpus import Corpus
from tokviz.picky.rules import SPECIAL_TOKENS

MODEL = picky.train(
    Corpus({"abc": 9, "ab": 1, "abd": 3}), rules=picky.Rules(threshold=0.5, special_tokens=SPECIAL_TOKENS)
).model()


@pytest.mark.parametrize(
    ("word", "tokens"),
    [
        ("abc", [("▁abc", 0, 3, "piece")]),
        ("abe", [("▁ab", 0, 2, "piece"), ("<UNK>", 2, 3, "unknown")]),
        ("dab", [("▁", 0, 0, "piece"), ("d", 0, 1, "piece"), ("a", 1, 2, "piece"), ("b", 2, 3, "piece")]),
    ],
)
def test_where_tokens_are_in_a_word(word: str, tokens: list[tuple[str, int, int, str]]) -> None:
    found = [(one.token, one.begin // UNIT, one.end // UNIT, one.kind) for one in cutter(MODEL)(word)]
    assert found == tokens


def test_tokens_without_their_mark() -> None:
    assert (neutral("▁ab", MODEL).text, neutral("▁ab", MODEL).begins) == ("ab", True)
    assert (neutral("b", MODEL).text, neutral("b", MODEL).begins) == ("b", False)
    assert neutral("<UNK>", MODEL).begins is None
    assert writes_spaces(MODEL)
