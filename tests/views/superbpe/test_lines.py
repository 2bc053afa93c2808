"""SuperBPE and BoundlessBPE count lines: wherever there are too many to name, the others are lines, too."""

from __future__ import annotations

import json

import pytest

from tests.catalogs import KEYS
from tokviz import superbpe
from tokviz.corpus import Corpus
from tokviz.superbpe import boundless
from tokviz.views.notebook_tables import superbpe_steps
from tokviz.views.shared.rendering import about_training
from tokviz.views.shared.sentences import as_text
from tokviz.views.superbpe import narration, picture
from tokviz.views.superbpe.tables import CANDIDATES
from tokviz.views.superbpe.traces import AnyTrace, candidates_of

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
        CANDIDATES.of(candidates_of(trace, 0)).rows(KEYS),
        dict(about_training(trace, KEYS).settings),
    ]
    assert "count.other-lines(n=11)" in str(said[0])
    assert "count.lines-of-text(n=16)" in str(said[1])
    assert "takeaway.lines" in said[-1]
    assert "count.other-words" not in str(said)
    assert "count.words" not in str(said)
