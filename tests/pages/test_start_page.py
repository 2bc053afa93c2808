"""The start page: a sentence to cut, the lessons in their order, and every worked example on a line."""

import pytest

from tests.pages import visit
from tokviz import examples, guides
from tokviz.views.shared.catalog import LANGUAGES, load


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_page_in_each_language(language: str) -> None:
    say = load(language)
    at = visit.start(lang=language)
    assert at.title[0].value == say("app.name")
    shown = visit.texts(at.main)
    assert say("app.tagline") in shown
    assert say("guide.what") in shown
    assert say("start.checked") in shown


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_every_example_has_a_line_that_opens_it(language: str) -> None:
    at, say = visit.start(lang=language), load(language)
    lines = {link.proto.query_string: link.proto for link in at.get("page_link")}
    for name in (*examples.NAMES, "own"):
        line = lines[f"example={name}&lang={language}"]
        assert line.page == "bpe"
        assert say(f"example.{name}") in line.label
        assert line.help == say(f"example.{name}.about")
    assert say.count("count.words", 4) in lines[f"example=sennrich&lang={language}"].label


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_lessons_stand_in_their_order_with_their_pictures(language: str) -> None:
    at = visit.start(lang=language)
    links = [
        link.proto
        for link in at.get("page_link")
        if ("example=" not in link.proto.query_string or "guide=" in link.proto.query_string)
        and "route=" not in link.proto.query_string
    ]
    assert [visit.plain(link.label) for link in links] == [
        f"{n} **{guides.load(name).title[language]}**" for n, name in enumerate(guides.names(), start=1)
    ]
    assert all(f"guide={name}&card=1" in link.query_string for name, link in zip(guides.names(), links, strict=True))
    shown = [element for element in visit.elements(at.main) if element.type == "html" and "<img" in element.proto.body]
    assert len(shown) == len(links)


def test_the_language_of_the_browser_decides_where_nobody_asked() -> None:
    assert load("zh")("app.tagline") in visit.texts(visit.start("zh-CN").main)


@pytest.mark.parametrize("locale", ["xx-XX", "", "en", "zz-\u202e"])
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
