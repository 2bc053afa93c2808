"""One question about a step, whoever presents it: what is asked, what would do, and what the algorithm takes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.catalogs import codes
from tests.parity.conventions import corpus_of
from tests.strategies import corpora, words
from tests.superbpe.test_against_plain import lines, rules
from tokviz import bpe, parity, picky, superbpe, unigram, wordpiece
from tokviz.algorithms import ALGORITHMS
from tokviz.corpus import Corpus, Language, LanguageCorpus
from tokviz.errors import RulesError
from tokviz.exercises import KINDS, Task, about, check, make
from tokviz.features.homework.plan import Homework
from tokviz.features.homework.views.files import answer_file, solutions_file
from tokviz.features.live.tasks import class_question
from tokviz.features.worksheets.sheet import Block
from tokviz.features.worksheets.training import MAX_PIECES
from tokviz.features.worksheets.training_page import WORKSHEETS
from tokviz.merging.plain import merged
from tokviz.merging.rules import Rules as MergingRules
from tokviz.trace import Trace
from tokviz.unigram import Arc
from tokviz.views.algorithms import views_of
from tokviz.views.exercises.asking import question_data
from tokviz.views.exercises.sheet import answer_text
from tokviz.views.exercises.wording import choice_name, sentence
from tokviz.views.picture.questions import MAX_OPTIONS, Question
from tokviz.views.shared.catalog import load
from tokviz.views.shared.display import visible
from tokviz.views.shared.sentences import as_text, without_marks
from tokviz.views.tokenizers.work import pretoken_picture

EN = load("en")
WORDS = {
    "low": Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3}),
    "ties": Corpus({"ab": 3, "cd": 3, "ef": 3}),
    "marks": Corpus({"a`b": 3, "`b`": 2, "中国人": 4, "{x}": 2}),
    "nana": Corpus({"banana": 7, "anna": 3, "nana": 4}),
}
LINES = Corpus({"by the way": 5, "on the way": 3, "in my way": 2, "by the sea": 4})
LANGUAGES = LanguageCorpus(
    [
        Language.of("English", {"low": 2, "owl": 1}, {"low": 1}),
        Language.of("German", {"neu": 3, "un": 1}, {"neu": 1}),
        Language.of("Turkish", {"evler": 1, "yeni": 2}, {"elli": 1}),
    ]
)

Make = Callable[[], Trace]
TRACES: dict[str, Make] = {
    **{f"bpe {name}": partial(bpe.train, words, merges=5) for name, words in WORDS.items()},
    **{f"wordpiece {name}": partial(wordpiece.train, words, merges=5) for name, words in WORDS.items()},
    "wordpiece gain": lambda: wordpiece.train(WORDS["low"], merges=5, rules="gain"),
    "picky": lambda: picky.train(WORDS["nana"], merges=6, rules=picky.Rules(threshold=0.5)),
    "unigram": lambda: unigram.train(WORDS["nana"], vocab_size=9, rules="soft-em"),
    "top-down": lambda: wordpiece.train_top_down(
        WORDS["nana"], vocab_size=9, rules=wordpiece.TopDownRules(lower_threshold=1)
    ),
    "parity": lambda: parity.train(LANGUAGES, merges=5),
    "parity window": lambda: parity.train(
        LANGUAGES, merges=5, rules=parity.Rules(variant="window", window_size=4, alpha=1.0)
    ),
    "superbpe": lambda: superbpe.train(
        LINES, merges=14, rules=superbpe.Rules(stage1="spaces", stage2="lines", max_token_words=2)
    ),
    "boundless": lambda: superbpe.boundless.train(LINES, merges=8),
}
"""Trainings of every algorithm, some with ties, backquotes and braces."""
EXERCISES = {
    "bpe": ("next-merge",),
    "wordpiece": ("next-merge",),
    "parity": ("turn-language", "turn-pair"),
    "superbpe": ("passed-over",),
}
"""Algorithm -> the kinds of exercises that ask what its pictures ask."""


def test_every_algorithm_is_among_them() -> None:
    assert {name.split()[0] for name in TRACES} == set(WORKSHEETS)


def asked_by_picture(trace: Trace) -> Iterator[tuple[int, Question]]:
    """Yield each question with its step, that before another one first."""
    for k in range(len(trace)):
        question = views_of(trace).picture.question(trace, k, EN)
        if question is not None:
            yield from ((k, one) for one in (question.first, question) if one is not None)


def names(question: Question, *, chosen: bool = False) -> set[str]:
    """Return the right options as text, or of these what the step takes."""
    options = [option for option in question.options if (option.chosen if chosen else option.right)]
    return {" ".join(codes(option.label)) or without_marks(option.label) for option in options}


def told(task: Task, answer: object) -> str:
    if task.form == "choice":
        return choice_name(task, str(answer), EN)
    return answer_text(answer, EN)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", [name for name in TRACES if name.split()[0] in EXERCISES])
def test_an_exercise_takes_what_the_picture_takes(name: str) -> None:
    assert compared(TRACES[name](), name.split()[0])


def compared(trace: Trace, algorithm: str) -> int:
    """Hold the exercises on a training against its picture, and return the number of questions that both ask."""
    number = 0
    for k, question in asked_by_picture(trace):
        kinds = EXERCISES[algorithm]
        kind = kinds[0] if "turn" in question.hides else kinds[-1]
        if kind == "passed-over" and not is_told_by_words(trace, k):
            with pytest.raises(IndexError):
                about(kind, trace=trace, k=k)
            continue
        task = about(kind, trace=trace, k=k)
        number += 1
        right = {told(task, answer) for answer in task.accepted}
        assert {told(task, task.solution)} == names(question, chosen=True)
        if "rule" in task.prompt.values:  # it says which of those that tie is taken
            assert right < names(question)
            continue
        assert names(question) <= right
        assert names(question) == right or len(question.options) == MAX_OPTIONS
        if kind != "passed-over":  # that one says besides what its lines are
            assert question.text == sentence(task.prompt, EN)
    return number


def is_told_by_words(trace: Trace, k: int) -> bool:
    """Return True after the borders have fallen, unless a pair as frequent is passed over for more than its words."""
    assert isinstance(trace, superbpe.Trace)
    count = max((candidate.count for candidate in trace.candidates(k) if not candidate.vetoed), default=0)
    passed = {candidate.vetoed for candidate in trace.candidates(k) if candidate.count >= count}
    is_after = trace.lift is not None and k > trace.lift
    return is_after and trace.rules.max_token_words is not None and "forbidden" not in passed


MERGING = [
    *(("bpe", name) for name in bpe.PRESETS),
    *(("wordpiece", name) for name, rules in wordpiece.PRESETS.items() if isinstance(rules, MergingRules)),
]


@given(corpora(), st.sampled_from(MERGING))
def test_an_exercise_takes_what_the_picture_takes_of_any_words(corpus: Corpus, convention: tuple[str, str]) -> None:
    algorithm, preset = convention
    compared(ALGORITHMS[algorithm].train(corpus, ALGORITHMS[algorithm].presets[preset], merges=4), algorithm)


TURNS = [
    parity.Rules(),
    parity.Rules(turn="training"),
    parity.Rules(turn="ratio", ratio=(1.0, 2.0)),
    parity.Rules(variant="window", window_size=4, alpha=1.0),
]
WORDS_OF_LANGUAGE = st.dictionaries(words("abc", 5), st.integers(1, 4), min_size=1, max_size=4)


@given(st.lists(WORDS_OF_LANGUAGE, min_size=4, max_size=4), st.sampled_from(TURNS), st.booleans())
def test_an_exercise_takes_what_the_picture_takes_of_any_languages(
    texts: list[dict[str, int]], rules: parity.Rules, has_dev: bool
) -> None:
    corpus = corpus_of(texts[:2], texts[2:] if has_dev else None)
    compared(parity.train(corpus, merges=6, rules=rules), "parity")


@given(lines, rules, st.integers(0, 25))
def test_an_exercise_takes_what_the_picture_takes_of_any_lines(
    corpus: Corpus, rules: superbpe.Rules, merges: int
) -> None:
    compared(superbpe.train(corpus, merges=merges, rules=rules), "superbpe")


def test_an_exercise_says_by_which_rule_a_pair_is_passed_over() -> None:
    lines = Corpus({"by the way": 3, "on the way": 2, "by my way": 1})
    rules = superbpe.Rules(stage1="spaces", stage2="lines", max_token_words=2, forbidden=("yĠt",))
    trace = superbpe.train(lines, rules=rules)
    assert trace.lift is not None
    task = about("passed-over", trace=trace, k=trace.lift + 1)
    assert task.solution == ("Ġthe", "Ġway")
    assert [as_text(sentence(said, EN)) for said in check(task, "by Ġthe").said] == [
        "`by Ġthe` is passed over: its token contains `yĠt`."
    ]
    for k in range(trace.lift + 1):
        with pytest.raises(IndexError):
            about("passed-over", trace=trace, k=k)


# -- words -------------------------------------------------------------------------------------------------------------


def led_to(model: bpe.Model | wordpiece.Model | unigram.Model, word: str) -> set[tuple[str, ...]]:
    """Return the tokens to which the right options of the picture of a word lead, all that tie followed."""
    (payload, *_), question_at = pretoken_picture(model, word, EN)
    asked = [question for k in range(payload["total"]) if (question := question_at(k)) is not None]
    right = [[option for option in question.options if option.right] for question in asked]
    match model:
        case unigram.Model():
            ending = [[model.lattice(word).arcs[option.thing or 0] for option in options] for options in right]
            return set(paths(ending, len(ending)))
        case wordpiece.Model():
            found = tuple(name for options in right for option in options for name in option.names or (model.unk,))
            return {(model.unk,) if model.unk in found else found}
    symbols = model.explain(word).start
    for ((left, right_part),) in [[option.names for option in options] for options in right]:
        symbols = merged(symbols, (left, right_part), model.rules.join(left, right_part))
    return {symbols}


def paths(ending: list[list[Arc]], position: int) -> Iterator[tuple[str, ...]]:
    """Yield the segmentations up to a position, by the arcs that may end at each."""
    if not position:
        yield ()
    for arc in ending[position - 1] if position else ():
        yield from ((*before, arc.piece) for before in paths(ending, arc.begin))


@given(corpora(), words("abc", 7), st.sampled_from(["course", "sennrich", "huggingface", "minbpe"]))
def test_the_merges_of_a_word_lead_to_what_the_exercise_takes(corpus: Corpus, word: str, preset: str) -> None:
    model = bpe.train(corpus, merges=8, rules=preset).model()
    assert led_to(model, word) == {*about("encode", model=model, word=word).accepted}


@given(corpora(), words("abc", 7))
def test_the_matches_of_a_word_lead_to_what_the_exercise_takes(corpus: Corpus, word: str) -> None:
    model = wordpiece.train(corpus, merges=6, rules="course").model()
    assert led_to(model, word) == {*about("longest-match", model=model, word=word).accepted}


@given(corpora(), st.sampled_from(["course", "soft-em", "huggingface", "sentencepiece"]), st.data())
def test_the_arcs_of_a_word_lead_to_what_the_exercise_takes(corpus: Corpus, preset: str, data: st.DataObject) -> None:
    with suppress(RulesError):  # of a size that a library does not reach
        model = unigram.train(corpus, vocab_size=12, rules=preset).model()
        word = data.draw(st.sampled_from(corpus.words))[:7]
        assume(set(model.marked(word)) <= model.encodable)
        assert led_to(model, word) == {*about("best-path", model=model, word=word).accepted}


@pytest.mark.parametrize("preset", ["soft-em", "huggingface", "sentencepiece"])
def test_an_expected_count_is_that_of_training(preset: str) -> None:
    corpus = Corpus({"hug": 2, "hugs": 3, "pug": 1, "bun": 2})
    trace = unigram.train(corpus, vocab_size=14, rules=preset)
    step = next(step for step in trace if isinstance(step, unigram.Expect))
    used = [piece for piece in step.counts if any(piece in trace.rules.marked(word) for word in corpus)]
    assert len(used) > 8
    for piece in used:
        task = about("expected-count", trace=trace, k=step.index, piece=piece)
        assert task.solution == pytest.approx(step.counts[piece], rel=1e-5)


def test_the_mark_before_a_word_may_be_left_out() -> None:
    model = unigram.Model({"▁": 0.1, "▁hu": 0.3, "hu": 0.1, "g": 0.3, "s": 0.2}, start_of_word="▁")
    task = about("best-path", model=model, word="hugs")
    assert as_text(sentence(task.prompt, EN)) == "Which segmentation of `▁hugs` is the most probable?"
    assert task.solution == ("▁hu", "g", "s")
    assert all(check(task, answer).right for answer in ("▁hu g s", "_hu g s", "hu g s", ["▁hu", "g", "s"]))
    assert not any(check(task, answer).right for answer in ("▁ hu g s", "_ hu g s", "hug s", "hu gs"))


# -- on paper and in class ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TRACES)
def test_a_worksheet_leaves_the_answer_of_the_picture_blank(name: str) -> None:
    trace = TRACES[name]()
    compared = 0
    for k, question in asked_by_picture(trace):
        *_, section = WORKSHEETS[name.split()[0]].sections(trace, k + 1, k + 1, EN)
        answers = set(_blanks(section.blocks, "turn" in question.hides, is_kept=name == "top-down"))
        if answers and names(question, chosen=True) != {EN("picky.ask.none")}:
            compared += 1
            assert answers >= names(question, chosen=True)
    assert compared


def _blanks(blocks: object, is_turn: bool = False, *, is_kept: bool = False) -> Iterator[str]:
    """Yield the answers of a sheet: the winning pair, token or language, or all that goes or stays."""
    taken = EN("top-down.sheet.stays" if is_kept else "worksheet.goes")
    labels = (EN("worksheet.turn.of"),) if is_turn else (EN("worksheet.wins"), EN("column.token"), EN("column.parts"))
    assert isinstance(blocks, list)
    for block in blocks:
        assert isinstance(block, Block)
        yield from (" ".join(answer.split()) for title, answer in block.lines if title in labels)
        for table in block.tables:
            yield from (row[0].text for row in table.rows if row[-1].text == taken)


@given(corpora(), st.sampled_from(sorted(unigram.PRESETS)))
def test_a_worksheet_says_of_those_pieces_that_they_go_that_the_picture_removes(corpus: Corpus, preset: str) -> None:
    with suppress(RulesError):
        trace = unigram.train(corpus, vocab_size=6, rules=preset)
        for k, question in asked_by_picture(trace):
            *_, section = WORKSHEETS["unigram"].sections(trace, k + 1, k + 1, EN)
            gone = set(_blanks(section.blocks))
            if len(trace.of(k, unigram.Prune).losses) <= MAX_PIECES:
                assert gone == {visible(piece) for piece in trace.of(k, unigram.Prune).dropped}
            assert gone >= names(question, chosen=True) or len(gone) == MAX_PIECES


@pytest.mark.parametrize("kind", KINDS)
def test_class_card_and_homework_ask_the_task_of_practice(kind: str) -> None:
    homework = Homework((kind,), "7", 2)
    tasks = homework.tasks("")
    sheet, key = json.loads(answer_file(homework, "", EN)), json.loads(solutions_file(homework, EN))
    assert [one["task"] for one in sheet["tasks"]] == [as_text(sentence(task.prompt, EN)) for task in tasks]
    assert key["solutions"][0]["accepted"] == [[answer_text(one, EN) for one in task.accepted] for task in tasks]
    for level in (1, 2, 3):
        task, asked = make(kind, "7", level), class_question(kind, level, "7", EN)
        assert asked["question"] == question_data(task, [], EN)["prompt"] == sentence(task.prompt, EN)
        assert asked["given"] == question_data(task, [], EN)["given"]
        right = {without_marks(option["label"]) for option in asked["options"] if option["right"]}
        assert right <= {told(task, answer) for answer in task.accepted} | {
            visible(told(task, answer)) for answer in task.accepted
        }
