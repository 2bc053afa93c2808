"""Sizes that are not the one that was the aim are said, with the reason; so is what the top-down learner left out."""

from __future__ import annotations

import pytest

from tokviz.compare.engine import ComparedCorpus, Engine
from tokviz.compare.facts import LongestMatch
from tokviz.compare.reasons import reason
from tokviz.compare.slots import Slot
from tokviz.views.compare.reasons import sentence
from tokviz.views.compare.sizes import other_sizes
from tokviz.views.shared.catalog import LANGUAGES, load

ENGINE = Engine(ComparedCorpus.of_example("hug", "whitespace"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_has_another_size_says_why(language: str) -> None:
    say = load(language)
    learner = ENGINE.tokenizer(Slot("wordpiece", "tf-text"), 15, "top-down")
    pruned = ENGINE.tokenizer(Slot("unigram", "soft-em"), 14, "Unigram")
    merged = ENGINE.tokenizer(Slot("bpe", "course"), 12, "BPE")
    assert [one.tokenizer.size for one in (learner, pruned, merged)] == [16, 12, 12]
    assert other_sizes((learner, pruned, merged), say) == [
        say("cmp.size.other", name="top-down", size=16, asked=15, why=say("cmp.size.why.top-down")),
        say("cmp.size.other", name="Unigram", size=12, asked=14, why=say("cmp.size.why.pruning")),
    ]


def test_what_the_learner_left_out_is_worked_out() -> None:
    """Of hug's 15 the longer hugs takes 5; 10 is below the threshold of 11."""
    learner = ENGINE.tokenizer(Slot("wordpiece", "tf-text"), 15, "top-down").tokenizer
    merged = ENGINE.tokenizer(Slot("bpe", "course"), 14, "BPE").tokenizer
    why = reason("hug", learner, merged)
    assert why is not None
    assert isinstance(why.left, LongestMatch)
    assert why.left.judged is not None
    assert (why.left.judged.count, why.left.judged.remains) == (15, 10)
    assert "15 − 5 = 10" in sentence(why, "top-down", load("en"))
