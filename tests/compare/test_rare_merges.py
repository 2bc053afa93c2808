"""Sentences on a whole comparison: the number of words that differ, and the reason why one has the most tokens."""

from __future__ import annotations

import pytest

from tests.catalogs import KEYS
from tokviz import wordpiece
from tokviz.compare.comparison import USUAL, ComparedCorpus, Comparison, Engine, Slot, opening_split
from tokviz.compare.rare_merges import rare_merges
from tokviz.compare.sizes import common_sizes, usual_size
from tokviz.state import sample_texts
from tokviz.views.compare.rows import comparison_payload
from tokviz.views.compare.sentences import rare_merges_sentences, summary_sentence

STORY = "lighthouse"


def comparison(example: str, text: str, *slots: str) -> Comparison:
    engine = Engine(ComparedCorpus.of_example(example, opening_split(example)))
    chosen = [Slot.of(slot) for slot in slots or USUAL]
    bounds = [possible for slot in chosen if (possible := engine.possible(slot)) is not None]
    size = usual_size(*common_sizes(bounds)[:2])
    return Comparison(engine, tuple(engine.tokenizer(slot, size, slot.name) for slot in chosen), text)


def occurrences(compared: Comparison, number: int) -> list[int]:
    """Return the count of each merged pair where it is merged, from the pairs of the step before."""
    trace = compared.tokenizers[number].tokenizer.merging
    assert trace is not None
    return [trace.pairs(k)[trace.merges[k]] for k in range(compared.tokenizers[number].tokenizer.steps)]


def test_wordpiece_has_the_most_tokens_of_the_story_because_its_pairs_are_rare() -> None:
    compared = comparison(STORY, sample_texts.text("compare", STORY))
    assert [len(row.tokens) for row in compared.segmentations] == [7, 19, 10]
    rare = rare_merges(compared)
    assert rare is not None
    for number, mean in ((rare.number, rare.mean), (rare.other, rare.other_mean)):
        counts = occurrences(compared, number)
        assert mean * len(counts) == sum(counts)
    assert (rare.number, rare.other) == (1, 0)
    assert rare.mean < rare.other_mean
    # Its score is the count divided by the counts of both parts.
    trace = compared.tokenizers[1].tokenizer.trace
    assert isinstance(trace, wordpiece.Trace)
    best = trace.candidates(0)[0]
    assert best.score * best.left_count * best.right_count == best.count
    assert rare_merges_sentences(compared, KEYS) == {
        1: KEYS("compare.rare-merges", own="wordpiece:course", mean="2.0", name="bpe:course", other="5.5")
    }
    details = [row.get("detail", "") for row in comparison_payload(compared, KEYS, is_neutral=False)["rows"]]
    assert [bool(detail) for detail in details] == [False, True, False]


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("hugs bugs mug", ()),  # Unigram has the most
        ("hug", ("wordpiece:course", "unigram:soft-em")),  # nothing merges by count
        ("hugs bugs mug", ("wordpiece:huggingface", "unigram:soft-em", "bpe:course")),  # nothing merges by score
    ],
)
def test_nothing_is_said_where_it_is_not_the_reason(text: str, slots: tuple[str, ...]) -> None:
    assert rare_merges(comparison("hug", text, *slots)) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("p hug p hug", KEYS.count("compare.summary", 4, differing="2")),
        ("hugs bugs", KEYS.count("compare.summary.all", 2)),
        ("p p", KEYS.count("compare.summary.same", 2)),
        (" \n", ""),
    ],
)
def test_the_words_that_differ_are_counted_in_the_text_of_the_visitor(text: str, said: str) -> None:
    assert summary_sentence(comparison("hug", text, "bpe:course", "wordpiece:course"), KEYS) == said
