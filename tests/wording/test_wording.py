"""The wording of each topic: one file of sentences per language, on worked examples.

If a change of a sentence is wanted, `python -m tests.wording.snapshots` writes the files again; the change is reviewed
as a difference of them.
"""

from __future__ import annotations

import pytest

from tests.catalogs import COMPLETE
from tests.wording.snapshots import path, rendered
from tests.wording.topics import TOPICS

SLOW = {"command_line"}  # its runs load what commands need


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("topic", [pytest.param(one, marks=pytest.mark.slow if one in SLOW else ()) for one in TOPICS])
def test_sentences(topic: str, language: str) -> None:
    saved = path(topic, language).read_text(encoding="utf-8")
    assert rendered(topic, language).splitlines() == saved.splitlines(), "python -m tests.wording.snapshots"


def test_each_file_has_a_topic() -> None:
    files = {each.name for each in path("", "").parent.glob("*.txt")}
    assert files == {path(topic, language).name for topic in TOPICS for language in COMPLETE}
