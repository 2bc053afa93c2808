"""Sentences of Unigram training: each figure as it is worked out by hand on the corpus of the course.

Their wording is in `tests/wording/`.
"""

from __future__ import annotations

import math
import re
from dataclasses import replace

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from tests.catalogs import KEYS
from tests.strategies import corpora
from tests.unigram.conventions import HARD, SOFT
from tokviz import examples, unigram
from tokviz.corpus import Corpus
from tokviz.errors import RulesError
from tokviz.unigram import PRESETS, Expect, Model, Prune, Rules, Seed, Trace
from tokviz.views.shared.catalog import LANGUAGES, Catalog, load
from tokviz.views.shared.sentences import as_text, without_marks
from tokviz.views.shared.unigram_reasons import short_number
from tokviz.views.unigram import narration

EN = load("en")
HUG = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})


def hug(rules: str | Rules = "course", vocab_size: int = 10) -> Trace:
    return unigram.train(HUG, vocab_size=vocab_size, rules=rules)


def done(trace: Trace, k: int, say: Catalog = KEYS) -> str:
    """Return the keys that are said of the step that led to state k, with their values."""
    return as_text(narration.done(trace[k - 1], say))


def upcoming(trace: Trace, k: int, say: Catalog = KEYS) -> str:
    """The same of the step that leads on from state k."""
    return as_text(narration.upcoming(trace[k], say))


def ties(trace: Trace, k: int) -> list[str]:
    return [as_text(sentence) for sentence in narration.ties(trace, k, KEYS)]


# -- the corpus of the course ------------------------------------------------------------------------------------------


def test_seeds_with_the_sum_of_their_counts() -> None:
    assert done(hug(), 1) == (
        "unigram.seeded(number=1, pieces=count.pieces(n=15), characters=count.characters(n=7), sum=210, "
        "top=`u` 36, `g` 20, `ug` 20 and count.other-pieces(n=12))"
    )


@pytest.mark.parametrize("preset", ["huggingface", "sentencepiece"])
def test_seeds_of_the_libraries_weigh_by_length(preset: str) -> None:
    """The sum that is said is the one that the probabilities were divided by: u occurs 36 times."""
    trace = hug(preset, 14)
    said = done(trace, 1)
    total = int(said.split("sum=")[1].split(",")[0])
    assert said.startswith("unigram.seeded.by-length(")
    assert trace.probabilities(1)["u"] == pytest.approx(36 / total, rel=1e-6)
    assert ("`u` 36" if preset == "huggingface" else "`▁hug` 60") in said
    seed = trace[0]
    assert isinstance(seed, Seed)
    assert total == sum(len(piece) * count for piece, count in seed.counts.items())


def test_expectation_over_all_segmentations() -> None:
    """hug: 10 x 0.0714286 / 0.0862002 + 5 x the share of hug s in hugs = 8.286 + 1.480 = 9.7664."""
    assert done(hug(SOFT), 2) == (
        "unigram.expected(number=2, how=reason.expect.all-paths, "
        "top=reason.expect.greatest(piece=`hug`, count=9.8, sum=`hug` 8.3 + `hugs` 1.5))"
    )


def test_of_a_large_corpus_the_greatest_counts_are_named() -> None:
    trace = unigram.train(
        examples.load("lighthouse").corpus_for("unigram"), vocab_size=300, rules=replace(PRESETS["soft-em"], passes=1)
    )
    counts = trace.of(1, Expect).counts
    top = sorted(counts, key=counts.__getitem__)[-1]
    assert f"reason.expect.top(top=`{top}` {KEYS.rough(counts[top])}, " in done(trace, 2)


def test_a_sum_of_many_words_names_the_greatest_and_adds_up_the_rest() -> None:
    """Without whole words as seeds, a is 1 of 2 pieces in each word but the last, which is a alone."""
    trace = unigram.train({"ab": 9, "ac": 8, "ad": 7, "ae": 6, "af": 5, "a": 1}, vocab_size=6, rules=SOFT)
    assert done(trace, 2).endswith(
        "(piece=`a`, count=36, sum=`ab` 9 + `ac` 8 + `ad` 7 + `ae` 6 + reason.expected.rest(total=6)))"
    )


def test_expectation_along_the_best_segmentations() -> None:
    assert done(hug(HARD, 11), 2) == (
        "unigram.expected(number=2, how=reason.expect.best-path, "
        "top=reason.expect.greatest(piece=`p`, count=17, sum=`pun` 12 + `pug` 5))"
    )


def test_maximization() -> None:
    changes = [("u", "0.17", "0.031"), ("hug", "0.071", "0.15"), ("p", "0.081", "0.14")]
    top = KEYS.listed([change(*one) for one in changes])
    assert done(hug(SOFT), 3).startswith(
        f"unigram.maximized(number=3, how=reason.maximize.share)unigram.changes(top={top})"
    )
    assert done(hug(HARD, 11), 3).endswith("unigram.dropped(pieces=`pu`, `hu`, `gs` and `bu`)")
    assert done(hug(HARD, 11), 5) == "unigram.maximized.same(number=5)"


def change(piece: str, before: str, after: str) -> str:
    return KEYS("reason.change", piece=f"`{piece}`", before=before, after=after)


def test_the_course_estimates_nothing_anew() -> None:
    """190 of the 210 are left when ug has gone."""
    said = done(hug(), 3)
    assert said.startswith("unigram.maximized(number=3, how=reason.maximize.counts)")
    assert change("g", "0.095", f"{20 / 190:.2g}") in said
    with_a_pass = hug(replace(PRESETS["course"], passes=1))
    assert upcoming(with_a_pass, 1) == "unigram.next.expect(number=2, what=reason.expect.counts)"
    assert done(with_a_pass, 2).startswith(
        "unigram.expected(number=2, how=reason.expect.counts, top=reason.expect.top("
    )


def test_changes_too_small_to_show_are_not_shown() -> None:
    assert done(hug(SOFT), 15).endswith(f"unigram.changes(top={change('h', '5.2×10⁻⁶', '4.2×10⁻⁷')})")


def test_a_pruning_names_what_goes_and_what_ties_with_it() -> None:
    """Seven removals cost nothing; the first of them goes."""
    assert upcoming(hug(), 1) == (
        "unigram.next.prune(number=2, going=count.pieces.one(n=1), cheapest=`ug` 0)"
        "unigram.next.prune.tied(pieces=`pu`, `un`, `hu`, `ugs`, `gs` and `bu`, rule=reason.listed.first)"
    )
    assert upcoming(hug(), 9) == "unigram.next.prune(number=10, going=count.pieces.one(n=1), cheapest=`gs` 0)"
    assert done(hug(), 2) == (
        "unigram.pruned.one(number=2, pieces=`ug`, left=count.pieces(n=14))"
        "unigram.next.prune.tied(pieces=`pu`, `un`, `hu`, `ugs`, `gs` and `bu`, rule=reason.listed.first)"
    )


def test_a_pruning_lists_in_the_order_of_the_table() -> None:
    """A quarter of 15 pieces: pu, hu and ugs are used by no word, and neither is gs."""
    trace = hug(SOFT)
    assert upcoming(trace, 5) == (
        "unigram.next.prune(number=6, going=count.pieces(n=3), cheapest=`pu` 0, `hu` 0 and `ugs` 0)"
        "unigram.next.prune.tied(pieces=`gs`, rule=reason.listed.first)"
    )
    step = trace[5]
    assert isinstance(step, Prune)
    assert [one.piece for one in step.losses if one.outcome == "removed"] == ["pu", "hu", "ugs"]
    assert trace.words(5) == without(trace, 5, "pu", "hu", "ugs")
    assert done(trace, 6).endswith(
        "unigram.pruned.free(pieces=`pu`, `hu` and `ugs`)unigram.next.prune.tied(pieces=`gs`, rule=reason.listed.first)"
    )
    assert done(hug(SOFT, 9), 11).endswith(  # the dearest ties with none, and pug is split again without it
        "unigram.pruned.free(pieces=`gs` and `bu`)unigram.pruned.word(piece=`ug`, word=`pug`, parts=`p u g`)"
    )


@pytest.mark.parametrize("preset", PRESETS)
def test_the_word_that_a_pruning_splits_again_gets_less_likely(preset: str) -> None:
    trace = unigram.train(HUG, vocab_size=11, rules=preset)
    for step in (trace[k] for k in range(len(trace))):
        told = re.search(r"unigram\.pruned\.word\((.*)\)", done(trace, step.index + 1))
        if not told:
            continue
        assert isinstance(step, Prune)
        piece, word, parts, *_ = re.findall(r"`(.+?)`", told[1])
        assert piece in step.dropped
        model, shorter = (
            Model.from_scores(scores) for scores in (trace.scores(step.index), _all_but(trace, step, piece))
        )
        best, again = (one.lattice(trace.rules.marked(word)).best().path for one in (model, shorter))
        assert piece in best.pieces
        assert parts == " ".join(again.pieces)
        assert again.probability < best.probability


def _all_but(trace: Trace, step: Prune, piece: str) -> dict[str, float]:
    return {name: score for name, score in trace.scores(step.index).items() if name != piece}


def test_before_the_seeds_it_is_said_how_many_pieces_begin_and_remain() -> None:
    assert upcoming(hug(SOFT, 9), 0) == "unigram.next.seed.pruned(number=1, pieces=count.pieces(n=15), left=9)"
    assert upcoming(hug(SOFT, 99), 0) == "unigram.next.seed(number=1)"


def without(trace: Trace, k: int, *pieces: str) -> dict[str, tuple[str, ...]]:
    """Word -> its best segmentation after k steps by a model that lacks these pieces."""
    scores = {piece: score for piece, score in trace.scores(k).items() if piece not in pieces}
    model = Model.from_scores(scores)
    return {word: model.lattice(word).best().path.pieces for word in trace.corpus}


def test_renormalized_losses_are_those_that_judge() -> None:
    """Without ug, the rest grows by 1 / (1 - 20/210) on 62 pieces: 62 ln(190/210) = -6.2052."""
    trace = hug(replace(PRESETS["course"], renormalize=True))
    assert math.isclose(62 * math.log(190 / 210), -6.2052, abs_tol=5e-5)
    assert upcoming(trace, 1).endswith("cheapest=`ug` −6.2)")  # and nothing ties


def test_what_goes_without_an_estimate() -> None:
    trace = hug("huggingface", 8)
    assert upcoming(trace, 5).endswith("cheapest=`hug` 1.5 and unigram.no-estimate(piece=`ug`))")
    assert done(trace, 6) == "unigram.pruned.unused(number=6, pieces=`ug` and `hug`, left=count.pieces(n=7))"
    assert upcoming(hug("sentencepiece", 12), 5) == "unigram.next.prune.none(number=6)"
    assert done(hug("sentencepiece", 12), 6) == "unigram.pruned.none(number=6, left=count.pieces(n=8))"


def test_the_finish_of_the_libraries() -> None:
    trace = hug("huggingface", 8)
    assert done(trace, 11) == "unigram.finished(number=11, left=count.pieces(n=8))unigram.restored(pieces=`h` and `p`)"
    assert done(hug("sentencepiece", 12), 7).endswith(
        "unigram.dropped(pieces=`▁hug` and `▁hugs`)unigram.restored(pieces=`s`, `h` and `p`)"
    )


@pytest.mark.parametrize(
    ("rules", "vocab_size", "sentence"),
    [
        (SOFT, 10, "unigram.stopped.vocab_size(left=count.pieces(n=10), size=10)"),
        (
            "sentencepiece",
            12,
            "unigram.stopped.vocab_size(left=count.pieces(n=9) and count.special-tokens(n=3), size=12)",
        ),
        ("course", 2, "unigram.stopped.characters(left=count.pieces(n=7))"),
        (
            SOFT,
            200,
            "unigram.stopped.enough(left=count.pieces(n=15), size=200)",
        ),
    ],
)
def test_why_it_ended(rules: str | Rules, vocab_size: int, sentence: str) -> None:
    assert as_text(narration.end(hug(rules, vocab_size), KEYS)) == sentence


def test_where_a_library_would_go_round_for_ever() -> None:
    stalled = unigram.train(HUG, vocab_size=7, rules=replace(PRESETS["huggingface"], pruned_share=0.0))
    assert stalled.stopped == "stalled"
    assert as_text(narration.end(stalled, KEYS)).startswith("unigram.stopped.stalled(")


# -- ties --------------------------------------------------------------------------------------------------------------


def test_ties_name_every_way() -> None:
    ways = [
        ("pug", "p ug", "pu g"),
        ("pun", "p un", "pu n"),
        ("bun", "b un", "bu n"),
        ("hugs", "h ugs", "hu gs", "hug s"),
    ]
    assert ties(hug(), 1) == [f"unigram.ties(words={', '.join(tie(*one) for one in ways)})"]
    assert ties(hug(), 9) == []


def tie(word: str, *ways: str) -> str:
    return KEYS("unigram.tie", word=f"`{word}`", ways=" = ".join(f"`{way}`" for way in ways))


def test_what_rounding_decides_is_not_put_down_to_the_order() -> None:
    """After a pass p x ug and pu x g are the same product, but not the same sum of rounded logarithms."""
    trace = hug(SOFT)
    now = trace.probabilities(3)
    assert now["p"] * now["ug"] == pytest.approx(now["pu"] * now["g"], rel=1e-12)
    assert trace.words(3)["pug"] == ("pu", "g")
    assert ties(trace, 3) == [
        f"unigram.ties(words={tie('pun', 'p un', 'pu n')}, {tie('bun', 'b un', 'bu n')})",
        f"unigram.ties.rounding(words={tie('pug', 'pu g', 'p ug')})",
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
        text = "".join(part for part in sentence if isinstance(part, str))
        assert text
        assert "unigram." not in text
        assert "{" not in text
        assert not without_marks(sentence).rstrip("。.").endswith((":", "：", ": ", "、", ", "))


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_each_language_has_the_figures(language: str) -> None:
    say = load(language)
    for figure in ("15", "7", "210", "`u` 36"):
        assert figure in done(hug(), 1, say)
    assert "`hug` 8.3 + `hugs` 1.5" in done(hug(SOFT), 2, say)
    assert "`ug` 0" in upcoming(hug(), 1, say)
    assert "0.071 → 0.15" in done(hug(SOFT), 3, say)


def test_numbers_of_every_size() -> None:
    assert [short_number(value, EN) for value in (0.0, 12.0, 1234.5, 6.9e-7, 17.0000004)] == [
        "0",
        "12",
        "1,234.5000",
        "6.9×10⁻⁷",
        "17.0000",
    ]
