"""The sentences of unigram training: each figure as it is worked out by hand on the corpus of the course."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from tests.strategies import corpora
from tests.unigram.conventions import HARD, SOFT
from tokviz import unigram
from tokviz.corpus import Corpus
from tokviz.errors import RulesError
from tokviz.unigram import PRESETS, Prune, Rules, Seed, Trace
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.unigram import narration

EN, ZH = load("en"), load("zh")
HUG = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})


def hug(rules: str | Rules = "course", vocab_size: int = 10) -> Trace:
    return unigram.train(HUG, vocab_size=vocab_size, rules=rules)


def done(trace: Trace, k: int, language: str = "en") -> str:
    """What is said of the step that led to state k."""
    return "".join(narration.done(trace[k - 1], load(language)))


def upcoming(trace: Trace, k: int, language: str = "en") -> str:
    """What is said of the step that leads on from state k."""
    return "".join(narration.upcoming(trace[k], load(language)))


def ties(trace: Trace, k: int) -> list[str]:
    return ["".join(sentence) for sentence in narration.ties(trace, k, EN)]


# -- the corpus of the course ------------------------------------------------------------------------------------------


def test_seeds_with_the_sum_of_their_counts() -> None:
    assert done(hug(), 1) == (
        "Step 1, seeds: 15 pieces, 7 single characters among them. The probability of a piece is its count divided by "
        "the sum of all counts, 210: u 36, g 20, ug 20 and 12 more."
    )


@pytest.mark.parametrize("preset", ["huggingface", "sentencepiece"])
def test_seeds_of_the_libraries_weigh_by_length(preset: str) -> None:
    """The sum that is said is the one that the probabilities were divided by: u occurs 36 times."""
    trace = hug(preset, 14)
    said = done(trace, 1)
    total = int(said.split("all weights, ")[1].split(":")[0])
    assert trace.probabilities(1)["u"] == pytest.approx(36 / total, rel=1e-6)
    assert ("u 36" if preset == "huggingface" else "▁hug 60") in said
    seed = trace[0]
    assert isinstance(seed, Seed)
    assert total == sum(len(piece) * count for piece, count in seed.counts.items())


def test_expectation_over_all_segmentations() -> None:
    """hug: 10 x 0.0714286 / 0.0862002 + 5 x the share of hug s in hugs = 9.7664."""
    assert done(hug(SOFT), 2) == (
        "Step 2, E step: every segmentation of a word counts by its share of the word's probability. "
        "Expected counts: hug 9.7664, p 9.1711, n 8.6316 and 12 more. "
        "Negative log-likelihood of the corpus: 145.5532."
    )


def test_expectation_along_the_best_segmentations() -> None:
    said = done(hug(HARD, 11), 2)
    assert "only the best segmentation of each word counts. Expected counts: p 17, un 16, hug 10 and" in said
    assert said.endswith("Negative log-likelihood of the corpus: 169.8028.")


def test_maximization() -> None:
    assert done(hug(SOFT), 3).startswith(
        "Step 3, M step: the new probability of a piece is its expected count divided by the sum of all expected "
        "counts. u 0.1714 → 0.03134, hug 0.07143 → 0.1478 and p 0.08095 → 0.1388."
    )
    assert done(hug(HARD, 11), 3).endswith("Dropped: pu, hu, gs and bu.")
    assert done(hug(HARD, 11), 5) == "Step 5, M step: no probability changes."


def test_the_course_estimates_nothing_anew() -> None:
    """190 of the 210 are left when ug has gone."""
    said = done(hug(), 3)
    assert "The counts stay those of the seeds." in said
    assert f"g 0.09524 → {20 / 190:.4g}" in said
    assert "expected" not in said
    with_a_pass = hug(replace(PRESETS["course"], passes=1))
    assert upcoming(with_a_pass, 1) == EN("unigram.next.expect.counts", number="2")
    assert EN("unigram.expect.counts") in done(with_a_pass, 2)


def test_changes_too_small_to_show_are_not_shown() -> None:
    last = done(hug(SOFT), 15)
    assert "0.2419 → 0.2419" not in last
    assert "h 5.232×10⁻⁶ → 4.22×10⁻⁷" in last


def test_a_pruning_names_what_goes_and_what_ties_with_it() -> None:
    """Seven removals cost nothing; the first of them goes."""
    assert upcoming(hug(), 1) == (
        "Next, step 2, pruning: 1 piece will go. The smallest losses: ug 0. "
        "Tied with the last of these: pu, un, hu, ugs, gs and bu. Among equals, the first listed is removed."
    )
    assert upcoming(hug(), 9) == "Next, step 10, pruning: 1 piece will go. The smallest losses: gs 0."
    assert done(hug(), 2) == ("Step 2, pruning: ug left the vocabulary, at the smallest loss; 14 pieces stay.")


def test_a_pruning_lists_in_the_order_of_the_table() -> None:
    """A quarter of 15 pieces: pu, hu and ugs are used by no word, and neither is gs."""
    trace = hug(SOFT)
    assert "3 pieces will go. The smallest losses: pu 0, hu 0 and ugs 0. Tied" in upcoming(trace, 5)
    step = trace[5]
    assert isinstance(step, Prune)
    assert [one.piece for one in step.losses if one.outcome == "removed"] == ["pu", "hu", "ugs"]


def test_renormalised_losses_are_those_that_judge() -> None:
    """Without ug, the rest grows by 1 / (1 - 20/210) on 62 pieces: 62 ln(190/210) = -6.2052."""
    trace = hug(replace(PRESETS["course"], renormalise=True))
    assert math.isclose(62 * math.log(190 / 210), -6.2052, abs_tol=5e-5)
    assert "The smallest losses: ug −6.2052." in upcoming(trace, 1)
    assert "Tied" not in upcoming(trace, 1)


def test_what_goes_without_an_estimate() -> None:
    trace = hug("huggingface", 8)
    assert upcoming(trace, 5).endswith("The smallest losses: hug 1.5454 and ug (no estimate).")
    assert "needs no estimate" in done(trace, 6)
    assert upcoming(hug("sentencepiece", 12), 5) == "Next, step 6, pruning: nothing can go."
    assert done(hug("sentencepiece", 12), 6) == "Step 6, pruning: nothing could go; 8 pieces stay."


def test_the_finish_of_the_libraries() -> None:
    trace = hug("huggingface", 8)
    assert done(trace, 11).endswith("8 pieces stay. Put back, because every character must stay: h and p.")
    assert done(hug("sentencepiece", 12), 7).endswith(
        "Dropped: ▁hug and ▁hugs. Put back, because every character must stay: s, h and p."
    )


@pytest.mark.parametrize(
    ("rules", "vocab_size", "sentence"),
    [
        (SOFT, 10, "The end: 10 pieces, for a vocabulary of 10."),
        ("sentencepiece", 12, "The end: 9 pieces and 3 special tokens, for a vocabulary of 12."),
        ("course", 2, "The end: only single characters are left (7 pieces), and these rules keep them."),
        (
            SOFT,
            200,
            "The end: 15 pieces. There never were more than the 200 asked for, so nothing had to be pruned.",
        ),
    ],
)
def test_why_it_ended(rules: str | Rules, vocab_size: int, sentence: str) -> None:
    assert "".join(narration.end(hug(rules, vocab_size), EN)) == sentence


def test_where_a_library_would_go_round_for_ever() -> None:
    stalled = unigram.train(HUG, vocab_size=7, rules=replace(PRESETS["huggingface"], pruned_share=0.0))
    assert stalled.stopped == "stalled"
    assert "".join(narration.end(stalled, EN)).endswith("The library would loop forever here.")


# -- ties --------------------------------------------------------------------------------------------------------------


def test_ties_name_every_way() -> None:
    assert ties(hug(), 1) == [
        "Equally good, so the first is taken: pug: p ug = pu g, pun: p un = pu n, bun: b un = bu n, "
        "hugs: h ugs = hu gs = hug s."
    ]
    assert ties(hug(), 9) == []


def test_what_rounding_decides_is_not_put_down_to_the_order() -> None:
    """After a pass p x ug and pu x g are the same product, but not the same sum of rounded logarithms."""
    trace = hug(SOFT)
    now = trace.probabilities(3)
    assert now["p"] * now["ug"] == pytest.approx(now["pu"] * now["g"], rel=1e-12)
    assert trace.words(3)["pug"] == ("pu", "g")
    assert ties(trace, 3) == [
        "Equally good, so the first is taken: pun: p un = pu n, bun: b un = bu n.",
        "A tie; rounding decides: pug: pu g = p ug.",
    ]


def test_many_ties_are_counted() -> None:
    words = {f"{a}{b}": 1 for a in "abc" for b in "xyz"}
    trace = unigram.train(Corpus(words | {f"{word}!": 1 for word in words}), vocab_size=100)
    (sentence,) = ties(trace, 1)
    assert sentence.count(" = ") >= 4
    assert " +" in sentence


# -- any corpus --------------------------------------------------------------------------------------------------------


@given(corpora(), st.sampled_from(list(PRESETS)), st.sampled_from(list(LANGUAGES)))
def test_there_is_a_sentence_for_every_step(corpus: Corpus, preset: str, language: str) -> None:
    say = load(language)
    try:
        trace = unigram.train(corpus, vocab_size=len(set("".join(corpus))) + 6, rules=preset)
    except RulesError:
        reject()  # nothing in it is frequent enough for the libraries
    sentences = [narration.start(trace, say), narration.end(trace, say)]
    for k, step in enumerate(trace):
        sentences += [narration.done(step, say), narration.upcoming(step, say), *narration.ties(trace, k + 1, say)]
    for sentence in sentences:
        assert len(sentence) % 2 == 1  # text, token, text, ...
        assert "unigram." not in "".join(sentence[::2])
        assert "{" not in "".join(sentence[::2])
        assert not "".join(sentence).rstrip("。.").endswith((":", "：", ": ", "、", ", "))


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "15 pieces, 7 single characters among them"),
        ("zh", "15 个子词，其中 7 个单字符。子词的概率是它的次数除以总次数 210：u 36"),
    ],
)
def test_both_languages_have_the_figures(language: str, sentence: str) -> None:
    assert sentence in done(hug(), 1, language)
    assert "145.5532" in done(hug(SOFT), 2, language)
    assert "ug 0" in upcoming(hug(), 1, language)
    assert "0.07143 → 0.1478" in done(hug(SOFT), 3, language)


def test_numbers_of_every_size() -> None:
    assert [narration.short_number(value, EN) for value in (0.0, 12.0, 1234.5, 6.9e-7, 17.0000004)] == [
        "0",
        "12",
        "1,234.5000",
        "6.9×10⁻⁷",
        "17.0000",
    ]
