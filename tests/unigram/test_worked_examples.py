"""The course's examples: `hug` in prose and with real EM, and its code on four sentences, digit by digit.

Figures that the course prints wrong are beside the right ones, with the slip that makes the difference.
"""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.unigram.conventions import HARD, SOFT
from tokviz import unigram
from tokviz.corpus import Corpus
from tokviz.unigram import PRESETS, Expect, Maximize, Prune, Seed, Trace

HUG = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
SUBSTRINGS = "h15 u36 g20 hu15 ug20 p17 pu17 n16 un16 b4 bu4 s5 hug15 gs5 ugs5"
SENTENCES = (
    "This is the Hugging Face Course.",
    "This chapter is about tokenization.",
    "This section shows several tokenizer algorithms.",
    "Hopefully, you will be able to understand how they are trained and generate tokens.",
)


def first_pruning(trace: Trace) -> Prune:
    return next(step for step in trace if isinstance(step, Prune))


# -- hug, as in the prose ----------------------------------------------------------------------------------------------


def test_hug_seeds() -> None:
    trace = unigram.train(HUG, vocab_size=15)
    seed = trace[0]
    assert isinstance(seed, Seed)
    assert seed.counts == {
        part.rstrip("0123456789"): int(part.lstrip("abcdefghijklmnopqrstuvwxyz")) for part in SUBSTRINGS.split()
    }
    assert sum(seed.counts.values()) == 210
    assert {one.piece for one in trace.seed_candidates() if one.kept} == seed.counts.keys()
    assert seed.probabilities["ug"] == pytest.approx(20 / 210, rel=1e-14)


def test_hug_loss_and_removals() -> None:
    trace = unigram.train(HUG, vocab_size=14)
    assert round(-trace.log_likelihood(1), 4) == 169.8028  # printed: 169.8
    losses = {loss.piece: loss for loss in first_pruning(trace).losses}
    assert round(losses["hug"].loss or 0, 4) == 23.5138  # printed: 23.5
    assert round(losses["hug"].renormalized or 0, 3) == 18.178
    assert round(losses["pu"].renormalized or 0, 3) == -5.234
    # Seven removals are free, where the course shows one.
    assert {piece for piece, loss in losses.items() if len(piece) > 1 and loss.loss == 0} == {
        *("hu", "ug", "pu", "un", "bu", "gs", "ugs")
    }
    assert first_pruning(trace).dropped == ("ug",)
    kept = [loss.piece for loss in first_pruning(trace).losses if loss.outcome == "protected"]
    assert kept == ["h", "u", "g", "p", "n", "b", "s"]


def test_hug_how_words_would_be_split() -> None:
    resplits = first_pruning(unigram.train(HUG, vocab_size=14)).resplit("hug")
    assert [(each.word, each.count, each.before, each.after) for each in resplits] == [
        ("hug", 10, ("hug",), ("h", "ug"))
    ]
    assert resplits[0].loss == pytest.approx(10 * -math.log(1 / 147) - 10 * -math.log(1 / 14))


def test_course_renormalizes_the_counts_after_a_pruning() -> None:
    trace = unigram.train(HUG, vocab_size=14)
    assert [step.kind for step in trace] == ["seed", "prune", "maximize"]
    assert trace.probabilities()["hug"] == pytest.approx(15 / 190)
    changes = {change.piece: change for change in trace[2].piece_changes}
    assert changes["hug"].before == pytest.approx(15 / 210)
    assert changes["hug"].after == pytest.approx(15 / 190)


# -- hug, with EM ------------------------------------------------------------------------------------------------------


def test_soft_em() -> None:
    trace = unigram.train(HUG, vocab_size=15, rules=replace(SOFT, passes=20))
    losses = [step.loss for step in trace if isinstance(step, Expect)]
    assert [f"{loss:.4f}" for loss in losses[:6]] == [
        *("145.5532", "126.8833", "119.8031", "116.1497", "115.6764", "115.6543")
    ]
    first = {piece: f"{probability:.4f}" for piece, probability in trace.probabilities(3).items()}
    expected = {"hug": ".1478", "p": ".1388", "n": ".1306", "pu": ".1185", "un": ".1115", "g": ".0573", "ug": ".0489"}
    assert {piece: first[piece].lstrip("0") for piece in expected} == expected
    limit = {piece: f"{probability:.4f}" for piece, probability in trace.probabilities().items()}
    for probability, pieces in {
        ".2419": "hug",
        ".1371": "p pu",
        ".1290": "n un",
        ".0806": "s",
        ".0403": "g ug",
        ".0323": "b bu",
        ".0000": "h u hu gs ugs",
    }.items():
        assert {limit.get(piece, "0.0000").lstrip("0") for piece in pieces.split()} == {probability}
    assert losses[-1] == pytest.approx(115.6520667)


def test_a_pass_of_soft_em_by_hand() -> None:
    """One pass on two words whose paths can be listed."""
    corpus = Corpus({"ab": 3, "b": 1})
    trace = unigram.train(corpus, vocab_size=3, rules=replace(PRESETS["soft-em"], passes=1))
    a, b, ab = 3 / 10, 4 / 10, 3 / 10
    assert trace.probabilities(1) == pytest.approx({"a": a, "b": b, "ab": ab})
    share = a * b / (a * b + ab)
    expect, maximize = trace[1], trace[2]
    assert isinstance(expect, Expect)
    assert isinstance(maximize, Maximize)
    assert expect.counts == pytest.approx({"a": 3 * share, "b": 3 * share + 1, "ab": 3 * (1 - share)})
    assert expect.loss == pytest.approx(-3 * math.log(a * b + ab) - math.log(b))
    assert dict(expect.shares("ab")) == pytest.approx({("a", "b"): share, ("ab",): 1 - share})
    total = sum(expect.counts.values())
    assert maximize.probabilities == pytest.approx({piece: count / total for piece, count in expect.counts.items()})


def test_hard_em() -> None:
    trace = unigram.train(HUG, vocab_size=15, rules=HARD)
    expect = trace[1]
    assert isinstance(expect, Expect)
    assert {piece: count for piece, count in expect.counts.items() if count} == {
        **{"hug": 10, "p": 17, "ug": 5, "un": 16, "b": 4, "h": 5, "ugs": 5}
    }
    assert round(expect.loss, 4) == 169.8028
    assert set(trace[2].dropped) == {"hu", "pu", "bu", "gs"}
    # Characters that nothing uses stay, ten below the lowest piece that is used.
    assert trace.scores(3)["u"] == pytest.approx(math.log(4 / 62) - 10)
    assert trace.words() == {
        **{"hug": ("hug",), "pug": ("p", "ug"), "pun": ("p", "un"), "bun": ("b", "un"), "hugs": ("h", "ugs")}
    }


# -- four sentences, as in the course's code ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def course() -> Trace:
    corpus = Corpus.from_text("\n".join(SENTENCES), "metaspace")
    assert corpus.total == 31
    return unigram.train(corpus, vocab_size=100, rules=replace(PRESETS["course"], seeds="substrings"))


def test_course_costs(course: Trace) -> None:
    model = course.model(1)
    for word, right, printed in (("Hopefully", 40.5157, 41.5157), ("This", 5.2883, 6.2883)):
        cost = -model.lattice(word).best().path.score
        assert round(cost, 4) == right
        assert round(cost + 1, 4) == printed  # the printed code starts at 1
    loss = -course.log_likelihood(1)
    assert round(loss, 4) == 382.1038
    assert round(loss + 31, 4) == 413.1038


def test_course_sizes(course: Trace) -> None:
    assert [course.pieces_left[1], *(len(step.probabilities) for step in course if step.kind == "prune")] == [
        *(300, 270, 243, 219, 198, 179, 162, 146, 132, 119, 108, 98)
    ]
    assert course.stopped == "vocab_size"
    exact = unigram.train(course.corpus, vocab_size=100, rules=replace(course.rules, overshoot=False))
    assert exact.pieces_left[-1] == 100
