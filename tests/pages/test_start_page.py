"""The start page: what tokviz is, the lessons, and every worked example as a card."""

import pytest

from tests.pages import visit
from tokviz import examples
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.web.address.site_map import PAGES


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_page_in_each_language(language: str) -> None:
    say = load(language)
    at = visit.start(lang=language)
    assert at.title[0].value == say("app.name")
    shown = visit.texts(at.main)
    assert say("app.tagline") in shown
    assert say("start.what") in shown
    assert say("page.bpe.line") in shown


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_every_example_has_a_card_that_opens_it(language: str) -> None:
    at = visit.start(lang=language)
    queries = [link.proto.query_string for link in at.get("page_link")]
    for name in (*examples.NAMES, "own"):
        assert f"example={name}&lang={language}" in queries
        assert load(language)(f"example.{name}.about") in visit.texts(at.main)
    assert {link.proto.page for link in at.get("page_link")} == {info.url for info in PAGES if info.url}


def test_the_words_of_the_cards() -> None:
    shown = visit.texts(visit.start(lang="en").main)
    assert "`low 5, lower 2, newest 6, widest 3`" in shown


def test_the_language_of_the_browser_decides_where_nobody_asked() -> None:
    assert load("zh")("app.tagline") in visit.texts(visit.start("zh-CN").main)


@pytest.mark.parametrize("locale", ["fr-FR", "", "en", "zz-\u202e"])
def test_other_browsers_get_english(locale: str) -> None:
    assert load("en")("app.tagline") in visit.texts(visit.start(locale).main)


def test_a_link_overrides_the_browser() -> None:
    assert load("en")("app.tagline") in visit.texts(visit.start("zh-CN", lang="en").main)


@pytest.mark.parametrize("value", ["", "xx", "EN", "zh-CN", "zh-Hant-TW", "<script>", "en" * 5_000, "\0", "../../etc"])
def test_nonsense_in_the_address_is_no_trouble(value: str) -> None:
    at = visit.start(lang=value, step=value, example=value)
    assert at.title[0].value == "tokviz"


def test_the_switch_of_the_language_changes_the_page() -> None:
    at = visit.start(lang="en")
    at.segmented_control(key="language_widget").set_value("zh")
    visit.alive(at.run())
    assert load("zh")("app.tagline") in visit.texts(at.main)
    assert at.query_params["lang"] == "zh"
