"""A third language is one file and one entry: its name in the list, its sentences on the pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.catalogs import more_texts
from tests.pages import visit
from tokviz import guides, texts

TITLE = "Parigo de bitokoj"


@pytest.fixture
def esperanto(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The language is there, with one sentence of its own."""
    with more_texts(tmp_path, monkeypatch, {"eo": {"page.bpe": TITLE}}):
        monkeypatch.setitem(texts._LANGUAGES, "eo", "Esperanto")
        yield


@pytest.mark.usefixtures("esperanto")
def test_a_page_in_a_third_language() -> None:
    at = visit.bpe(lang="eo")
    assert at.title[0].value == TITLE
    assert list(at.segmented_control(key="language_widget").options) == ["English", "简体中文", "Esperanto"]


@pytest.mark.usefixtures("esperanto")
def test_lessons_are_there_before_they_are_translated() -> None:
    visit.start(lang="eo", guide="bpe")
    card = guides.load("bpe").cards[0]
    assert card.title["eo"] == card.title["en"]
