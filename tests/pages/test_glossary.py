"""The page of the glossary, and the terms in the head of the other pages."""

import pytest

from tests.pages import visit
from tokviz.state.pages import PAGES
from tokviz.views.shared import glossary
from tokviz.views.shared.catalog import LANGUAGES, load


@pytest.mark.both
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_terms_with_their_anchors(language: str) -> None:
    at = visit.opened("glossary", lang=language)
    assert at.title[0].value == load(language)("page.glossary")
    assert [heading.anchor for heading in at.main.subheader] == [term.key for term in glossary.find_terms("", language)]
    shown = visit.texts(at.main)
    for term in glossary.load().values():
        assert term.linked(language) in shown
        assert any(term.name["en"] in heading.value and term.name["zh"] in heading.value for heading in at.subheader)
    assert at.query_params == {"lang": language}


def test_a_search_is_in_the_address() -> None:
    at = visit.opened("glossary", lang="en")
    at.text_input(key="glossary_search").input("Viterbi")
    visit.alive(at.run())
    assert [heading.anchor for heading in at.main.subheader] == ["viterbi"]
    assert at.query_params == {"lang": "en", "q": "Viterbi"}
    assert next(iter(visit.opened("glossary", q="词格").main.subheader)).anchor == "lattice"


@pytest.mark.parametrize("asked", ["", "no such thing", "x" * 5_000, "<b>", "*", "[a](b)", "\0"])
def test_whatever_is_asked_for(asked: str) -> None:
    at = visit.opened("glossary", lang="en", q=asked)
    assert bool(at.main.subheader) == (not asked)
    assert [one.value for one in at.info] == ([] if not asked else [load("en")("glossary.none")])


@pytest.mark.both
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("url", [page.address for page in PAGES if page.address not in ("", "glossary")])
def test_each_page_has_its_terms(url: str, language: str) -> None:
    shown = visit.texts(visit.opened(url, lang=language).sidebar)
    for term in glossary.of_page(url):
        assert f"- **{term.called(language)}**: {term.plain(language)}" in shown
