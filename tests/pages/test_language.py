"""A third language is one file and one entry: its name in the list, its sentences on the pages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pages import visit
from tokviz import guides, texts
from tokviz.views.shared import catalog

TITLE = "Parigo de bitokoj"


@pytest.fixture
def esperanto(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The language is there, with one sentence of its own."""
    for language in texts.LANGUAGES:
        (tmp_path / f"{language}.json").write_text(json.dumps(dict(texts.templates(language))), encoding="utf-8")
    own = {**texts.templates("en"), "page.bpe": TITLE}
    (tmp_path / "eo.json").write_text(json.dumps(own), encoding="utf-8")
    monkeypatch.setattr(texts, "_FOLDER", tmp_path)
    monkeypatch.setitem(texts._LANGUAGES, "eo", "Esperanto")
    caches = (texts.templates, catalog.load, guides.load)
    for one in caches:
        one.cache_clear()
    yield
    for one in caches:
        one.cache_clear()


@pytest.mark.usefixtures("esperanto")
def test_a_page_in_a_third_language() -> None:
    at = visit.bpe(lang="eo")
    assert at.title[0].value == TITLE
    assert list(at.segmented_control(key="language_widget").options) == ["English", "简体中文", "Esperanto"]


@pytest.mark.usefixtures("esperanto")
def test_lessons_are_there_before_they_are_translated() -> None:
    at = visit.start(lang="eo", guide="bpe")
    assert guides.load("bpe").cards[0].title["eo"] == guides.load("bpe").cards[0].title["en"]
    visit.alive(at)
