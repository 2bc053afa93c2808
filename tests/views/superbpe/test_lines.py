"""SuperBPE and BoundlessBPE count lines: wherever there are too many to name, the others are lines, too."""

from __future__ import annotations

import json

import pytest

from tests.catalogs import KEYS
from tokviz import superbpe
from tokviz.corpus import Corpus
from tokviz.exercises import make
from tokviz.features.worksheets import training_page
from tokviz.superbpe import boundless
from tokviz.superbpe.traces import AnyTrace
from tokviz.views.exercises.sheet import given_html, given_lines
from tokviz.views.notebook_tables import superbpe_steps
from tokviz.views.shared.rendering import about_training
from tokviz.views.shared.sentences import as_text
from tokviz.views.superbpe import narration, picture
from tokviz.views.superbpe.tables import CANDIDATES

LINES = Corpus({f"low {letter} lower": 1 for letter in "abcdefghijklmnop"})
TRACES = (
    superbpe.train(LINES, merges=2, rules="superbpe"),
    boundless.train(LINES, merges=2, rules="boundless"),
)


@pytest.mark.parametrize("trace", TRACES, ids=lambda trace: trace.algorithm)
def test_others_are_lines(trace: AnyTrace) -> None:
    whole = picture.payload(trace, range(2), KEYS)
    said = [
        json.dumps(whole),
        superbpe_steps(trace, KEYS).caption,
        as_text(narration.upcoming(trace, 0, KEYS)),
        as_text(narration.done(trace, 0, KEYS)),
        CANDIDATES.of(trace.candidates(0)).rows(KEYS),
        dict(about_training(trace, KEYS).settings),
    ]
    assert "count.other-lines(n=11)" in str(said[0])
    assert "count.lines-of-text(n=16)" in str(said[1])
    assert "takeaway.lines" in said[-1]
    assert "count.other-words" not in str(said)
    assert "count.words" not in str(said)


@pytest.mark.parametrize("trace", TRACES, ids=lambda trace: trace.algorithm)
@pytest.mark.parametrize("filled", [False, True])
def test_a_worksheet_has_lines(trace: AnyTrace, filled: bool) -> None:
    said = training_page.page(trace, 1, 2, KEYS, filled=filled)
    assert "superbpe.sheet.start" in said
    assert "worksheet.fewer(words=count.lines-of-text(n=16), shown=count.lines-of-text(n=8))" in said
    assert ("count.other-lines(n=3)" in said) == filled
    for key in ("worksheet.start", "count.other-words", "count.words"):
        assert key not in said


@pytest.mark.parametrize("kind", ["first-superword", "passed-over"])
def test_an_exercise_gives_lines(kind: str) -> None:
    task = make(kind, 1, 1)
    said = str((given_lines(task, KEYS), given_html(task, KEYS)))
    assert "guide.ask.given.lines" in said
    assert "exercise.given.lines" in said
    assert "given.words" not in said
