"""The view of `/glossary` as data: what a search finds, in every language."""

from __future__ import annotations

import pytest

from tests.views.pages.shown import of_kind, page_views, said
from tokviz.views.shared import glossary
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shows import Text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_term_is_there(language: str) -> None:
    shows = page_views("glossary", language)["terms"]
    headings = [text for text in of_kind(shows, Text) if text.look == "heading"]
    assert said(headings) == [glossary.names_of(term, language) for term in glossary.find_terms("", language)]
    assert all(term.plain(language).replace("`", "") in said(shows) for term in glossary.load().values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_search(language: str) -> None:
    shows = page_views("glossary", language, q="viterbi")["terms"]
    assert len([text for text in of_kind(shows, Text) if text.look == "heading"]) == 1
    assert said(page_views("glossary", language, q="no such thing")["terms"]) == [load(language)("glossary.none")]
