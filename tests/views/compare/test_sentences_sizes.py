"""Sizes that are not the one that was the aim are said, with the reason; so is what the top-down learner left out."""

from __future__ import annotations

import re

import pytest

from tokviz import unigram
from tokviz.compare.accounts import LongestMatch
from tokviz.compare.comparison import ComparedCorpus, Engine, Slot, opening_split
from tokviz.compare.differences import reason
from tokviz.corpus.passages import Passage
from tokviz.views.compare.sentences import other_sizes, sentence
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
        say("compare.size.other", name="top-down", size=16, asked=15, why=say("compare.size.why.top-down")),
        say(
            "compare.size.other",
            name="Unigram",
            size=12,
            asked=14,
            why=say("compare.size.why.pruning", step=12, size=14, what=say.count("compare.size.dropped.zero", 2)),
        ),
    ]


@pytest.mark.parametrize(
    ("example", "rules", "size", "told"),
    [
        (
            "hug",
            "soft-em",
            14,
            "12, not 14: after step 12 there were still 14; then 2 pieces were dropped because their expected counts "
            "had sunk to practically 0.",
        ),
        (
            "course",
            "course",
            100,
            "98, not 100: after step 21 there were still 108; then the last pruning took its whole share, 10 pieces.",
        ),
        (
            "sennrich",
            "huggingface",
            10,
            "12, not 10: the characters alone fill this size, and then the library leaves out nothing else either.",
        ),
    ],
)
def test_why_unigram_has_another_size(example: str, rules: str, size: int, told: str) -> None:
    engine = Engine(ComparedCorpus.of_example(example, opening_split(example)))
    assert other_sizes([engine.tokenizer(Slot("unigram", rules), size, "U")], load("en")) == [f"U has {told}"]


@pytest.mark.slow
@pytest.mark.parametrize("rules", unigram.PRESETS)
@pytest.mark.parametrize("example", ["hug", "sennrich", "course"])
def test_the_pieces_that_went_make_up_the_difference(example: str, rules: str) -> None:
    """What the sentence counts leads from the size that it names to the one that there is."""
    engine, slot = Engine(ComparedCorpus.of_example(example, opening_split(example))), Slot("unigram", rules)
    possible = engine.possible(slot)
    assert possible is not None
    for size in range(possible.smallest, min(possible.largest, possible.smallest + 12) + 1):
        one = engine.tokenizer(slot, size, "U")
        for told in other_sizes([one], load("en")):
            assert one.tokenizer.pruning is not None
            if still := re.search(r"after step (\d+) there were still (\d+)", told):
                trace, special = one.tokenizer.pruning, one.tokenizer.special
                assert trace.sizes()[int(still[1])] - special == int(still[2]) >= size
                gone = sum(map(int, re.findall(r"(\d+) pieces?", told)))
                back = sum(map(int, re.findall(r"(\d+) characters? w", told)))
                assert int(still[2]) - gone + back == one.tokenizer.size
            else:
                assert "the characters alone" in told
                characters = set("".join(one.tokenizer.pruning.corpus))
                assert len(characters) >= size
                assert (one.tokenizer.size or 0) > size


def test_what_the_learner_left_out_is_worked_out() -> None:
    """Of hug's 15 the longer hugs takes 5; 10 is below the threshold of 11."""
    learner = ENGINE.tokenizer(Slot("wordpiece", "tf-text"), 15, "top-down").tokenizer
    merged = ENGINE.tokenizer(Slot("bpe", "course"), 14, "BPE").tokenizer
    why = reason(Passage.alone("hug"), learner, merged)
    assert why is not None
    assert isinstance(why.left, LongestMatch)
    assert why.left.judged is not None
    assert (why.left.judged.count, why.left.judged.remains) == (15, 10)
    assert "15 − 5 = 10" in sentence(why, "top-down", load("en"))
