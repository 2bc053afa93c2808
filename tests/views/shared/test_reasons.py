"""The reason why a pair wins is one text below the picture, in exercises, on worksheets and in answers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from tests.catalogs import codes
from tests.strategies import corpora
from tokviz import bpe, examples, wordpiece
from tokviz.corpus import Corpus
from tokviz.exercises import about
from tokviz.features.worksheets.training import merge_sections
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.reasons import PairValue, reason_after, reason_of
from tokviz.merging.steps import Step
from tokviz.views.exercises.wording import sentence, sentences
from tokviz.views.merges import narration, picture
from tokviz.views.shared.catalog import LANGUAGES, Catalog, load
from tokviz.views.shared.reasons import Tense, browser_templates, why
from tokviz.views.shared.sentences import Sentence, segments, without_marks

ROOT = Path(__file__).resolve().parents[3]
TRACES: dict[str, MergeTrace[Step]] = {
    "sennrich": bpe.train(examples.load("sennrich").corpus, rules="sennrich"),
    "hug": bpe.train(examples.load("hug").corpus, merges=5, rules="course"),
    "scores": wordpiece.train(examples.load("hug").corpus, merges=5, rules="course"),
    "gains": wordpiece.train(examples.load("hug").corpus, merges=5, rules=wordpiece.Rules(select_by="gain")),
}


def said(step: Step, say: Catalog, tense: Tense = "present") -> Sentence:
    return segments(why(reason_of(step), say, tense))


def said_of(frame: Mapping[str, Any], kind: str) -> Sentence:
    """Return the sentence of a frame of this kind."""
    return next(one["text"] for one in frame["say"] if one["kind"] == kind)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TRACES)
def test_a_reason_is_the_same_text_wherever_it_is_told(name: str, language: str) -> None:
    trace, say = TRACES[name], load(language)
    frames = picture.payload(trace, range(len(trace) + 1), say)["frames"]
    sections = list(merge_sections(trace, 1, len(trace), say))[1:]
    for step, section in zip(trace, sections, strict=True):
        present, past = said(step, say), said(step, say, "past")
        coming = said_of(frames[step.index], "next")
        assert without_marks(coming) == say("bpe.next", number=step.index + 1, why=without_marks(present))
        made = said_of(frames[step.index + 1], "done")
        assert without_marks(made).endswith(without_marks(past))
        told = about("next-merge", trace=trace, k=step.index).because
        assert sentences(told, say) == present
        assert [sentence(fact, say) for fact in told] == [sentence(fact, say) for fact in reason_of(step).facts]
        (winner,) = (block for block in section.blocks if block.reasons)
        assert without_marks(past) in without_marks(winner.reasons[0])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["sennrich", "hug"])
def test_a_question_is_answered_by_the_same_text(name: str, language: str) -> None:
    """It names two tied pairs, and the others by how many there are."""
    trace, say = TRACES[name], load(language)
    compared = 0
    for step in trace:
        question = narration.next_merge(trace, step.index, say)
        assert question
        answer = without_marks(question.answer)
        assert without_marks(said(step, say)).startswith(answer)
        if question.rule and len(step.tied) <= 3:
            compared += 1
            assert without_marks(said(step, say)).removeprefix(answer).strip() == without_marks(question.rule)
    assert compared


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_browser_fills_in_the_same_text(language: str) -> None:
    say, step = load(language), TRACES["scores"][0]
    value = reason_of(step).value
    assert isinstance(value, PairValue)
    templates = browser_templates(say)
    count = sentence(reason_of(step).count, say)
    assert codes(count) == ("##g ##s", "hugs")
    filled = templates["pair"].format(
        pair="##g ##s", count=step.count, sum=templates["part"].format(word="hugs", total=5)
    )
    assert filled == without_marks(count)
    worked = templates["pair_worked"].format(pair="", count=0, sum="", worked="5 / (20 × 5)", worth="1/20")
    assert worked.startswith(templates["pair"].format(pair="", count=0, sum=""))
    assert "5 / (20 × 5) = 1/20" in worked


def test_where_the_training_was_told_to_end_the_rules_have_a_reason_too() -> None:
    short = bpe.train(examples.load("sennrich").corpus, merges=1, rules="sennrich")
    whole = TRACES["sennrich"]
    assert reason_after(short, 1) == reason_of(whole[1])
    with pytest.raises(IndexError):
        reason_after(bpe.train(Corpus({"a": 1}), rules="course"), 0)


@given(corpora())
def test_a_reason_after_so_many_merges_is_that_of_the_step(corpus: Corpus) -> None:
    for trace in (bpe.train(corpus, merges=4, rules="course"), wordpiece.train(corpus, merges=4, rules="course")):
        shorter = [
            train(corpus, merges=k, rules="course")
            for k in range(len(trace))
            for train in ([bpe.train] if trace.algorithm == "bpe" else [wordpiece.train])
        ]
        for k, step in enumerate(trace):
            assert reason_after(shorter[k], k) == reason_of(step)


def test_few_modules_make_sentences_of_these_texts() -> None:
    """So a phrase is changed in the catalogs, and at most there besides. Others may name a tie rule or write a sum."""
    asking = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "tokviz").rglob("*.py")
        if re.search(r"""["']reason\.(?!rule\.|part)""", path.read_text("utf-8"))
    }
    shared = "tokviz/views/shared"
    assert asking == {f"{shared}/reasons.py", f"{shared}/unigram_reasons.py", f"{shared}/encoding_reasons.py"}
