"""A third language is one file: its name in the list, its sentences on the pages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.catalogs import more_texts
from tests.pages import visit
from tokviz import guides
from tokviz.views.shared.catalog import load
from tokviz.views.start import hero
from tokviz.web.address.site_map import PAGES

TITLE = "Parigo de bitokoj"


@pytest.fixture
def esperanto(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The language is there, with one sentence of its own."""
    with more_texts(tmp_path, monkeypatch, {"eo": {"language.name": "Esperanto", "page.bpe": TITLE}}):
        yield


@pytest.mark.usefixtures("esperanto")
def test_a_page_in_a_third_language() -> None:
    at = visit.bpe(lang="eo")
    assert at.title[0].value == TITLE
    offered = list(at.segmented_control(key="language_widget").options)
    assert offered[0] == "English"
    assert {"Esperanto", "简体中文"} < set(offered)


@pytest.mark.usefixtures("esperanto")
@pytest.mark.parametrize("url", [page.url for page in PAGES])
def test_every_page_opens_in_a_third_language(url: str) -> None:
    visit.opened(url, lang="eo") if url else visit.start(lang="eo")


@pytest.mark.usefixtures("esperanto")
def test_the_start_page_begins_with_english_merges_until_there_are_others() -> None:
    shown = json.loads(hero.payload(load("eo")))
    assert (shown["models"][0]["example"], shown["lang"]) == ("english", "eo")


@pytest.mark.usefixtures("esperanto")
def test_lessons_are_there_before_they_are_translated() -> None:
    visit.start(lang="eo", guide="bpe")
    card = guides.load("bpe").cards[0]
    assert card.title["eo"] == card.title["en"]
