"""PickyBPE in comparisons: where its tokens are in a word, and what they are without their mark."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.compare.newer import in_words, lines
from tokviz import picky
from tokviz.compare.comparison import ComparedCorpus, Engine, Slot
from tokviz.compare.notation import neutral
from tokviz.compare.spans import UNIT, cutter
from tokviz.corpus import Corpus
from tokviz.corpus.passages import Text
from tokviz.picky.rules import SPECIAL_TOKENS
from tokviz.views.compare.sentences import other_sizes
from tokviz.views.shared.catalog import load

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
    assert MODEL.marks.writes_spaces


@given(lines(), st.sampled_from(sorted(picky.PRESETS)), st.data())
def test_sizes_with_and_without_removed_tokens(corpus: Corpus, preset: str, data: st.DataObject) -> None:
    """Both sizes are those of the vocabulary and of all that was made; a size is missed by the tokens made again."""
    words = in_words(corpus)
    engine = Engine(ComparedCorpus(words, Text.listed(words, ("drawn",)), "whitespace"))
    possible = engine.possible(Slot("picky", preset))
    assert possible is not None
    made = engine.tokenizer(Slot("picky", preset), data.draw(st.integers(possible.smallest, possible.largest)), "A")
    trace, steps = made.tokenizer.trace, made.tokenizer.steps
    assert isinstance(trace, picky.Trace)
    removed = set(trace.removed(steps))
    ever = {*trace.vocabulary(0), *trace.tokens[:steps]} - set(SPECIAL_TOKENS)
    assert made.tokenizer.ever_made == len(ever)
    assert made.tokenizer.size == len(ever - removed)
    assert made.size - made.tokenizer.size == (trace.kinds[:steps].count("again") if preset != "scaffold" else 0)
    told = other_sizes([made], load("en"))
    assert [bool(removed), made.size != made.tokenizer.size].count(True) == len(told)
    if preset == "scaffold":
        whole = picky.train(words, rules=preset)
        assert possible.largest == max(whole.sizes()[k] for k in whole.settled) - len(SPECIAL_TOKENS)
