"""One question about a step, whoever presents it: what is asked, what would do, and what the algorithm takes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from tests.catalogs import codes
from tokviz import bpe, parity, picky, superbpe, unigram, wordpiece
from tokviz.corpus import Corpus, Language, LanguageCorpus
from tokviz.exercises import KINDS, Task, about, make
from tokviz.features.homework.plan import Homework
from tokviz.features.homework.views.files import answer_file, solutions_file
from tokviz.features.live.tasks import class_question
from tokviz.features.worksheets.sheet import Block
from tokviz.features.worksheets.training_page import WORKSHEETS
from tokviz.trace import Trace
from tokviz.views.algorithms import views_of
from tokviz.views.exercises.asking import question_data
from tokviz.views.exercises.sheet import answer_text
from tokviz.views.exercises.wording import choice_name, sentence
from tokviz.views.picture.questions import MAX_OPTIONS, Question
from tokviz.views.shared.catalog import load
from tokviz.views.shared.display import visible
from tokviz.views.shared.sentences import as_text, without_marks

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
    trace = TRACES[name]()
    compared = 0
    for k, question in asked_by_picture(trace):
        kinds = EXERCISES[name.split()[0]]
        kind = kinds[0] if "turn" in question.hides else kinds[-1]
        if kind == "passed-over" and k <= (trace.lift or 0):  # type: ignore[attr-defined]
            continue
        task = about(kind, trace=trace, k=k)
        compared += 1
        right = {told(task, answer) for answer in task.accepted}
        assert {told(task, task.solution)} == names(question, chosen=True)
        if "rule" in task.prompt.values:  # it says which of those that tie is taken
            assert right < names(question)
            continue
        assert names(question) <= right
        assert names(question) == right or len(question.options) == MAX_OPTIONS
        if kind != "passed-over":  # that one says besides what its lines are
            assert question.text == sentence(task.prompt, EN)
    assert compared


@pytest.mark.parametrize("name", TRACES)
def test_a_worksheet_leaves_the_answer_of_the_picture_blank(name: str) -> None:
    trace = TRACES[name]()
    compared = 0
    for k, question in asked_by_picture(trace):
        *_, section = WORKSHEETS[name.split()[0]].sections(trace, k + 1, k + 1, EN)
        answers = set(_blanks(section.blocks, "turn" in question.hides))
        if answers and names(question, chosen=True) != {EN("picky.ask.none")}:
            compared += 1
            assert answers >= names(question, chosen=True)
    assert compared


def _blanks(blocks: object, is_turn: bool) -> Iterator[str]:
    """Yield what a sheet says is taken: the pair or token that wins, the language, or all that goes or is kept."""
    stays = {EN("worksheet.goes"), EN("top-down.sheet.stays")}
    labels = (EN("worksheet.turn.of"),) if is_turn else (EN("worksheet.wins"), EN("column.token"), EN("column.parts"))
    assert isinstance(blocks, list)
    for block in blocks:
        assert isinstance(block, Block)
        yield from (" ".join(answer.split()) for title, answer in block.lines if title in labels)
        for table in block.tables:
            yield from (row[0].text for row in table.rows if row[-1].text in stays)


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
