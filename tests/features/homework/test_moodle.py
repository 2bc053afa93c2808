"""Homework as Moodle XML, held against the documented format: every kind, both languages, every level."""

import re

import pytest

from tests.features.homework.moodle_format import problems
from tokviz.exercises import KINDS
from tokviz.features.homework.views.moodle import moodle
from tokviz.homework import Homework
from tokviz.views.shared.catalog import load

CLASS = ("Ada", "李伟", 'O"Hara & Söhne', "x" * 60)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_is_in_the_format(kind: str, level: int, language: str) -> None:
    made = moodle(Homework((kind,), f"seed {level}", 4, level, CLASS), load(language))
    assert problems(made) == []
    assert made.count("<question ") == 4 * (1 + len(CLASS))


EXAMPLE = moodle(Homework(("score", "encode", "convention", "find-corpus"), "7", 4, 1, ("Ada",)), load("en"))


@pytest.mark.parametrize(
    ("pattern", "instead", "said"),
    [
        (r'fraction="100"', 'fraction="33"', "fraction 33"),
        (r'fraction="100"', 'fraction="0"', "no answer gets full marks"),
        (r"<usecase>.*?</usecase>", "", "usecase is missing"),
        (r"<single>true", "<single>yes", "single: 'yes'"),
        (r"<name><text>[^<]*", "<name><text> ", "name ' '"),
        (r'<questiontext format="html">', "<questiontext>", "questiontext: a text with its format"),
        (r"<generalfeedback .*?</generalfeedback>", "", "generalfeedback is missing"),
        (r"<tolerance>[^<]*", "<tolerance>1e-5", "tolerance: '1e-5'"),
        (r"<attachments>0", "<attachments>none", "attachments: 'none'"),
        (r"\$course\$/tokviz/1", "tokviz/1", "category: category"),
        (r'type="essay"', 'type="open"', "no such type"),
        (r"<penalty>", "<grade>1</grade><penalty>", "grade does not belong there"),
        (r'(<answer fraction="100"[^>]*><text>)', r"\1*", "stands for anything"),
    ],
)
def test_what_is_not_is_named(pattern: str, instead: str, said: str) -> None:
    changed = re.sub(pattern, instead, EXAMPLE, flags=re.DOTALL)
    assert changed != EXAMPLE
    assert any(said in problem for problem in problems(changed)), problems(changed)
