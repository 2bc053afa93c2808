"""Sizes that are not the one that was the aim are said, with the reason; so is what the top-down learner left out."""

from __future__ import annotations

import re

import pytest

from tests.catalogs import KEYS
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
            why=say("compare.size.why.pruning", step=10, size=15, what=say.count("compare.size.pruned", 3)),
        ),
    ]


@pytest.mark.parametrize(
    ("example", "rules", "size", "told"),
    [
        (
            "hug",
            "soft-em",
            14,
            "size=12, asked=14, why=compare.size.why.pruning(step=10, size=15, what=compare.size.pruned(n=3))",
        ),
        ("hug", "soft-em", 99, "size=19, asked=99, why=compare.size.why.fewer(most=19)"),
        (
            "course",
            "course",
            100,
            "size=98, asked=100, why=compare.size.why.pruning(step=21, size=108, what=compare.size.pruned.share(n=10))",
        ),
        (
            "sennrich",
            "huggingface",
            10,
            "size=12, asked=10, why=compare.size.why.full",
        ),
    ],
)
def test_why_unigram_has_another_size(example: str, rules: str, size: int, told: str) -> None:
    engine = Engine(ComparedCorpus.of_example(example, opening_split(example)))
    assert other_sizes([engine.tokenizer(Slot("unigram", rules), size, "U")], KEYS) == [
        f"compare.size.other(name=U, {told})"
    ]


@pytest.mark.slow
@pytest.mark.parametrize("rules", unigram.PRESETS)
@pytest.mark.parametrize("example", ["hug", "sennrich", "course"])
def test_the_pieces_that_went_make_up_the_difference(example: str, rules: str) -> None:
    """The counts in the sentence lead from the size that it names to the size of the tokenizer."""
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


def test_a_threshold_that_must_be_passed_is_said() -> None:
    """The guide keeps only what is above its threshold, the code what reaches it."""
    merged = ENGINE.tokenizer(Slot("bpe", "course"), 14, "BPE").tokenizer
    for rules, is_above in (("tf-text", False), ("tf-text-guide", True)):
        learner = ENGINE.tokenizer(Slot("wordpiece", rules), 13, rules).tokenizer
        why = reason(Passage.alone("bun"), learner, merged)
        assert why is not None
        assert isinstance(why.left, LongestMatch)
        assert why.left.judged is not None
        assert why.left.judged.is_above == is_above
        assert ("compare.why.longest.judged.above(" in sentence(why, "A", KEYS)) == is_above
