"""The start page: merges to watch, own text, the lessons in their order, and every worked example on a line."""

from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from tests.pages import visit
from tokviz import examples, guides
from tokviz.algorithms import BPE
from tokviz.state.form import MAX_LINK_CHARS
from tokviz.state.training import FORMS, defaults
from tokviz.views.shared.catalog import LANGUAGES, load


@pytest.mark.both
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_page_in_each_language(language: str) -> None:
    say = load(language)
    at = visit.start(lang=language)
    assert at.title[0].value == say("start.title")
    shown = visit.texts(at.main)
    assert say("start.lead") in shown
    assert say("guide.what") in shown
    assert say("start.checked") in shown


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_every_example_has_a_line_that_opens_it(language: str) -> None:
    at, say = visit.start(lang=language), load(language)
    lines = {link.proto.query_string: link.proto for link in at.get("page_link")}
    opening = {f"example={name}&lang={language}": name for name in (*examples.NAMES, "own")}
    listed = {query for query in lines if query.startswith("example=") and "guide=" not in query}
    assert listed == set(opening), "none opens at a step"
    for query, name in opening.items():
        line = lines[query]
        assert line.page == "bpe"
        assert say(f"example.{name}") in line.label
        assert line.help == say(f"example.{name}.about")
    assert say.count("count.words", 4) in lines[f"example=sennrich&lang={language}"].label


@pytest.mark.both
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_lessons_are_listed_in_their_order_with_their_pictures_and_cards(language: str) -> None:
    shown = visit.pictures(visit.start(lang=language), "tokviz.lessons")["lessons"]["payload"]["lessons"]
    assert [lesson["name"] for lesson in shown] == list(guides.names())
    for lesson in shown:
        guide = guides.load(lesson["name"])
        assert lesson["title"] == guide.title[language].replace("`", "")
        assert lesson["picture"].startswith("data:image/svg+xml;base64,")
        links = [urlsplit(link) for link in lesson["links"]]
        assert [link.path for link in links] == [card.page for card in guide.cards]
        for number, link in enumerate(links, start=1):
            query = dict(parse_qsl(link.query))
            assert (query["guide"], query["card"], query["lang"]) == (guide.name, f"{number}", language)


def test_the_primary_button_opens_the_first_step_of_the_example_that_is_shown() -> None:
    link = urlsplit(_hero(lang="zh")["watch"]["href"])
    state, wrong = FORMS["bpe"].read({**dict(parse_qsl(link.query)), "lang": ""})
    assert (link.path, wrong, state) == ("bpe", (), defaults(BPE, BPE.opening))
    assert dict(parse_qsl(link.query))["lang"] == "zh"


def test_own_text_opens_by_the_convention_of_the_worked_examples() -> None:
    own = _hero(lang="en")["own"]
    assert own["fits"] == MAX_LINK_CHARS
    state, wrong = FORMS["bpe"].read({**own["query"], own["name"]: "low low lower"})
    assert (wrong, state.text) == ((), "low low lower")
    assert state.rules == defaults(BPE, BPE.opening).rules


def _hero(**query: str) -> dict[str, dict[str, Any]]:
    shown: dict[str, dict[str, Any]] = visit.pictures(visit.start(**query), "tokviz.start")["hero"]["payload"]
    return shown


def test_the_language_of_the_browser_decides_where_nobody_asked() -> None:
    assert load("zh")("start.lead") in visit.texts(visit.start("zh-CN").main)


@pytest.mark.parametrize("locale", ["xx-XX", "", "en", "zz-\u202e"])
def test_other_browsers_get_english(locale: str) -> None:
    assert load("en")("start.lead") in visit.texts(visit.start(locale).main)
    assert load("en")("start.lead") in visit.texts(visit.start(locale, lang="xx").main)


def test_a_link_overrides_the_browser() -> None:
    assert load("en")("start.lead") in visit.texts(visit.start("zh-CN", lang="en").main)


@pytest.mark.parametrize("value", ["", "xx", "EN", "zh-CN", "zh-Hant-TW", "<script>", "en" * 5_000, "\0", "../../etc"])
def test_nonsense_in_the_address_is_no_trouble(value: str) -> None:
    at = visit.start(lang=value, step=value, example=value)
    assert at.title[0].value in {load(language)("start.title") for language in LANGUAGES}


def test_the_switch_of_the_language_changes_the_page() -> None:
    at = visit.start(lang="en")
    at.segmented_control(key="language_widget").set_value("zh")
    visit.alive(at.run())
    assert load("zh")("start.lead") in visit.texts(at.main)
    assert at.query_params["lang"] == "zh"
