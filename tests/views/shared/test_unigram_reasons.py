"""Reasons of Unigram are told once, in narration, picture, exercises and worksheets, with the numbers of the trace."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.catalogs import codes
from tests.strategies import corpora
from tests.unigram.conventions import HARD, SOFT
from tokviz import examples, unigram
from tokviz.corpus import Corpus
from tokviz.exercises import about
from tokviz.exercises.probabilities import Pieces
from tokviz.features.worksheets.training import unigram_sections
from tokviz.unigram import PRESETS, Expect, Maximize, Trace
from tokviz.unigram.reasons import expectation_reason, expected_count, maximization_reason, new_probability
from tokviz.views.exercises.wording import sentence
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.sentences import Sentence, as_text, segments, without_marks
from tokviz.views.shared.unigram_reasons import (
    expectation_question,
    expectation_rule,
    expected_sum,
    greatest_count,
    maximization_rule,
    probability_changes,
    probability_made,
)
from tokviz.views.unigram import narration, picture

EN = load("en")
HUG = examples.load("hug").corpus
TRACES: dict[str, Trace] = {
    "soft": unigram.train(HUG, vocab_size=12, rules=SOFT),
    "hard": unigram.train(HUG, vocab_size=12, rules=HARD),
    "huggingface": unigram.train(HUG, vocab_size=12, rules=PRESETS["huggingface"]),
}


def plain(sentences: Sentence) -> str:
    return without_marks(sentences)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TRACES)
def test_a_step_is_told_in_the_same_words_everywhere(name: str, language: str) -> None:
    trace, say = TRACES[name], load(language)
    sections = list(unigram_sections(trace, 1, len(trace), say))[1:]
    seen = set()
    for step, section in zip(trace, sections, strict=True):
        done, coming = plain(narration.done(step, say)), plain(narration.upcoming(step, say))
        block = section.blocks[0]
        if isinstance(step, Expect):
            reason = expectation_reason(step)
            question = expectation_question(reason.how, say)
            assert coming == say("unigram.next.expect", number=step.index + 1, what=question)
            assert block.title == question
            parts = (expectation_rule(reason, say), greatest_count(step, say))
            assert all(plain(segments(part)) in done for part in parts)
        elif isinstance(step, Maximize):
            made = maximization_reason(step)
            rule = maximization_rule(made.how, say)
            assert rule == block.notes[0]
            assert rule in done or not (made.changes or made.dropped)
            assert plain(segments(probability_changes(made, say))) in done
        seen.add(step.kind)
    assert {"expect", "maximize"} <= seen


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TRACES)
def test_a_piece_is_told_of_in_the_same_words_in_the_picture(name: str, language: str) -> None:
    """All words are shown, so the picture knows them all, too."""
    trace, say = TRACES[name], load(language)
    built = picture.payload(trace, range(len(trace) + 1), say)
    names, told = built["picture"]["pieces"], 0
    for step, frame in zip(trace, built["frames"][1:], strict=True):
        for row in frame["view"]["rows"]:
            if isinstance(step, Expect):
                expected = expected_sum(expected_count(step, names[row["piece"]], 300), say)
            elif isinstance(step, Maximize):
                expected = probability_made(new_probability(step, names[row["piece"]]), say)
            else:
                continue
            assert plain(tuple(row["why"])) == plain(segments(expected))
            told += 1
    assert told


@given(corpora(), st.sampled_from(["hard-em", "soft-em"]), st.data())
def test_a_sum_is_one(corpus: Corpus, preset: str, data: st.DataObject) -> None:
    """Add up what the sentence says, to the four digits that it says it with."""
    trace = unigram.train(corpus, vocab_size=len(corpus.words) + 4, rules=preset)
    steps = [step for step in trace if isinstance(step, Expect)]
    if not steps:
        return
    step = data.draw(st.sampled_from(steps))
    piece = data.draw(st.sampled_from(sorted(step.counts)))
    text = as_text(segments(expected_sum(expected_count(step, piece, 300), EN)))
    found = re.fullmatch(r"The expected count of `.+?` is (?:(.*) = )?(\S+)\.", text)
    assert found, text
    terms = re.findall(r"([\d,]+) × (\S+) \(`", found[1] or "")
    rest = re.search(r"other words (\S+)", found[1] or "")
    total = sum(number(count) * number(each) for count, each in terms) + (number(rest[1]) if rest else 0)
    assert total == pytest.approx(number(found[2]), rel=1e-3, abs=1e-3)
    assert number(found[2]) == pytest.approx(step.counts[piece], rel=1e-3, abs=1e-4)


@pytest.mark.parametrize("name", ["soft", "hard"])
def test_a_quotient_is_one(name: str) -> None:
    trace, told = TRACES[name], 0
    for step in trace:
        for piece in step.counts if isinstance(step, Maximize) else ():
            assert isinstance(step, Maximize)
            text = as_text(segments(probability_made(new_probability(step, piece), EN)))
            if found := re.fullmatch(r"`.+`: (\S+) / (\S+) = (\S+)", text):
                count, total, after = map(number, found.groups())
                assert after == pytest.approx(step.probabilities[piece], rel=1e-4)
                assert count / total == pytest.approx(after, rel=1e-3)
                told += 1
            elif text.endswith("is 0, so it is dropped."):
                assert piece in step.dropped
                assert not step.counts[piece]
            else:
                assert "single character it stays" in text
                assert len(piece) == 1
                assert not step.counts[piece]
                assert piece in step.probabilities
    assert told


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_exercise_says_it_with_fractions(language: str) -> None:
    """A piece can be in a segmentation twice: what a word adds is no share, but how often it has the piece."""
    say, model = load(language), unigram.Model({"a": 0.5, "aa": 0.25, "b": 0.25})
    task = about("expected-count", model=model, corpus=Corpus({"aab": 3}), piece="a")
    part, whole = task.because
    # a a b: 1/16, aa b: 1/16; so each is a half, and the first has it twice.
    assert task.solution == pytest.approx(3.0)
    assert codes(sentence(part, say)) == ("aab",)
    assert "3 × 1" in plain(sentence(part, say))
    assert "3 × 1" in plain(sentence(whole, say))
    pieces = Pieces(dict.fromkeys(("h", "u", "g", "ug"), Fraction(1, 4)))
    drawn = about("expected-count", model=pieces, corpus=Corpus({"hug": 4}), piece="ug")
    # h ug: 1/4 x 1/4 = 1/16, h u g: 1/64; so 4/5 of it.
    assert drawn.solution == Fraction(16, 5)
    assert plain(sentence(drawn.because[-1], say)).rstrip("。.").endswith(f"16/5 = {say.number(3.2)}")
    assert "4 × 4/5" in plain(sentence(drawn.because[-1], say))


def number(text: str) -> float:
    """Read a number as the sentences write it, small ones times a power of ten."""
    mantissa, _, exponent = text.replace(",", "").replace("−", "-").partition("×10")
    return float(mantissa) * 10.0 ** int(exponent.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")) or 0)
