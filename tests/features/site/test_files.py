"""The site without a server: every page is there, small, whole, and asks for nothing but the files beside it."""

from __future__ import annotations

import json
import re
from functools import cache
from html import unescape
from html.parser import HTMLParser
from pathlib import PurePosixPath
from posixpath import normpath
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

from tokviz import examples, guides, recorded
from tokviz.features.site.live import Live
from tokviz.features.site.web.files import files
from tokviz.features.site.web.pages import example_data, lesson_data
from tokviz.state.pages import form_of
from tokviz.state.tab import APPLYING, OWN_FILE
from tokviz.state.training import FORMS
from tokviz.views.shared import glossary
from tokviz.views.shared.catalog import LANGUAGES, load

pytestmark = pytest.mark.program

PAGE, SITE = 500_000, 20_000_000
"""The most bytes of a page and of all."""
LIVE = Live({}, ())
"""The part that lets a site take your own text; here without its files."""
APP = "https://tokviz.example.org/app"


@cache
def site(app: str = "", is_live: bool = False) -> dict[str, str]:
    """Path -> content."""
    return dict(files(LANGUAGES, app, live=LIVE if is_live else None))


def pages(app: str = "", is_live: bool = False) -> dict[str, str]:
    return {name: text for name, text in site(app, is_live).items() if name.endswith(".html")}


def data_of(page: str) -> dict[str, Any]:
    """Return the data that the script of a page reads."""
    found = re.search(r'<script type="application/json" id="site-data">(.*?)</script>', page, re.DOTALL)
    assert found
    return dict(json.loads(found[1]))


class Addresses(HTMLParser):
    """Every address in a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in ("href", "src", "srcset", "action", "data")]


def test_the_documentation_is_linked_where_it_is_part_of_the_site() -> None:
    link = '<a href="../docs/index.html">'
    assert link in next(text for name, text in files(["en"], has_docs=True) if name == "en/index.html")
    assert link not in site()["en/index.html"]


def test_every_example_has_a_page_in_every_language() -> None:
    named = {f"{algorithm}-{name}" for name in examples.NAMES for algorithm in examples.load(name).recipes}
    assert {PurePosixPath(name).parent.name for name in pages()} == {"", *LANGUAGES}
    for language in LANGUAGES:
        assert {f"{language}/{name}.html" for name in named} | {f"{language}/index.html"} <= pages().keys()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("is_live", [False, True])
def test_the_glossary_has_every_term_and_leads_to_what_is_there(language: str, is_live: bool) -> None:
    page = pages(is_live=is_live)[f"{language}/glossary.html"]
    assert set(re.findall('<section id="([^"]+)"', page)) == set(glossary.load())
    links = [link for link in Addresses(page).found if link.startswith("#")]
    assert len(links) > len(glossary.load())
    assert {link[1:] for link in links} <= set(glossary.load())
    assert ("own.html#page=bytes" in page) == is_live
    assert ("own.html#page=vocabulary" in page) == is_live
    assert (f"{APP}/vocabulary?lang={language}" in pages(APP, is_live)[f"{language}/glossary.html"]) != is_live
    assert all(unescape(term.plain(language)).replace("`", "") in plain(page) for term in glossary.load().values())
    assert 'href="glossary.html"' in pages()[f"{language}/index.html"]


def plain(page: str) -> str:
    """The text of a page without its elements."""
    return unescape(re.sub("<[^>]+>", "", page))


def test_every_lesson_has_a_page_with_all_its_cards() -> None:
    for language in LANGUAGES:
        say = load(language)
        for name in guides.names():
            guide, data = guides.load(name), data_of(pages()[f"{language}/lesson-{name}.html"])
            assert [one["card"]["titles"] for one in data["cards"]] == [
                [card.title[language] for card in guide.cards]
            ] * len(guide.cards)
            shown = [one["shows"] for one in data["cards"]]
            assert all(shown)
            assert all(part["text"] != say("site.no-app") for parts in shown for part in parts if "text" in part)
            assert data["after"] == (f"lesson-{guide.next}.html" if guide.next else "")


def test_a_card_about_agreement_has_its_table() -> None:
    guide = guides.parse(
        "mine",
        """
title.en = "Mine"
line.en = "A line."
[[card]]
at = "/compare?example=lighthouse&size=240&view=measures&text=The lighthouse keeper's lamps shone over the quiet water."
part = "agreement"
title.en = "First"
text.en = "Look at the table."
""",
    )
    (card,) = lesson_data(guide, load("en"))["cards"]
    (table,) = [one for one in card["shows"] if one["kind"] == "table"]
    assert [row[1:] for row in table["rows"]] == [
        ["1.000", "0.667", "0.889"],
        ["0.667", "1.000", "0.692"],
        ["0.889", "0.692", "1.000"],
    ]


def test_a_card_about_real_tokenizers_has_their_rows() -> None:
    data = data_of(pages()["en/lesson-consequences.html"])
    (shown,) = data["cards"][0]["shows"]
    payload = data["payloads"][shown["payload"]]
    assert {one.title for one in recorded.tokenizers()} <= {row["name"] for row in payload["rows"]}


def test_every_answer_to_choose_from_has_its_verdict() -> None:
    for name, text in pages().items():
        for card in data_of(text).get("cards", ()):
            for ask in card["asks"]:
                assert [*ask["answers"]] == [*ask["open"]["choices"]] != [], name
                tries = [[answer["first"]["state"], answer["last"]["state"]] for answer in ask["answers"].values()]
                assert sorted(tries) == [*[["again", "wrong"]] * (len(tries) - 1), ["right", "right"]]
                assert ask["told"]["state"] == "shown"


@pytest.mark.parametrize("is_live", [False, True])
def test_it_is_small(is_live: bool) -> None:
    sizes = {name: len(text.encode()) for name, text in site(APP, is_live).items()}
    assert max(sizes.values()) < PAGE
    assert sum(sizes.values()) < SITE


def test_scripts_come_without_comments() -> None:
    for name, text in site(is_live=True).items():
        if name.endswith(".js"):
            assert not re.search(r"^\s*(//|/\*.*\*/$|/\*\*?$)", text, re.MULTILINE), name


def test_every_link_leads_to_a_page_beside_it() -> None:
    for name, text in pages().items():
        for address in Addresses(text).found:
            if not address.startswith("data:"):
                beside = PurePosixPath(name).parent / (address.partition("#")[0] or PurePosixPath(name).name)
                assert normpath(str(beside)) in site(), (name, address)


def test_nothing_is_asked_of_a_network() -> None:
    """A style sheet loads nothing, a script names no address but that of a drawing's namespace, and the browser is told
    to allow no more."""
    for name, text in site().items():
        if not name.endswith(".html"):
            asking = r"@import|url\(|\bfetch\(|XMLHttpRequest|^import\b|= import\("
            assert not re.search(asking, text, re.MULTILINE), name
            assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text), name
    policies = {"".join(re.findall(r'Content-Security-Policy" content="(.*?)"', text)) for text in pages().values()}
    assert len(policies) == 1
    assert policies.pop().startswith("default-src 'none'; script-src 'self' file:; ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_in_its_language(language: str) -> None:
    say = load(language)
    page = pages()[f"{language}/bpe-sennrich.html"]
    assert f'<html lang="{language}">' in page
    assert say("example.sennrich.about") in unescape(page)
    assert say("site.no-app") in page
    assert [part["lang"] for part in data_of(page)["payloads"]] == [language] * len(data_of(page)["payloads"])
    other = next(one for one in LANGUAGES if one != language)
    assert f'href="../{other}/bpe-sennrich.html"' in page


def test_a_page_shows_the_whole_training_and_words_of_its_text() -> None:
    data = data_of(pages()["en/bpe-sennrich.html"])
    first, *words = data["places"]
    (picture,) = first["shows"]
    parts = [data["payloads"][number] for number in picture["parts"]]
    assert sum(len(part["frames"]) for part in parts) == 16  # fifteen merges, and before the first
    assert [place["label"] for place in words][:2] == [
        load("en")("site.word", word=word) for word in ("lowest", "newest")
    ]


def test_what_is_too_long_is_shortened_and_says_so() -> None:
    made = example_data("english", "bpe", load("en"))
    assert 0 < made.shown < made.steps
    assert load("en")("site.first-steps", shown=made.shown, total=made.steps) in pages()["en/bpe-english.html"]
    parts = made.places[0]["shows"][0]["parts"]
    assert {made.payloads[number]["total"] for number in parts} == {made.shown}


def test_pages_lead_to_the_app_where_there_is_one() -> None:
    page = pages(APP)["zh/unigram-hug.html"]
    assert f'href="{APP}/unigram?example=hug&amp;lang=zh"' in page
    assert load("zh")("site.no-app") not in page
    card = data_of(pages(APP)["zh/lesson-bpe.html"])["cards"][2]
    assert (card["page"], card["query"]) == (
        "bpe", {"example": "sennrich", "lang": "zh", "guide": "bpe", "card": "3"}
    )  # fmt: skip


def test_examples_are_found_by_algorithm_source_and_word() -> None:
    landing = pages()["en/index.html"]
    (told,) = re.findall(r'<li data-search="(sennrich bpe [^"]*)"', landing)
    assert "Sennrich, Haddow, Birch" in told
    assert "widest" in told


# -- the start page ----------------------------------------------------------------------------------------------------


def start_of(language: str, app: str = "", is_live: bool = False) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the data of the panels of a start page, and the lessons."""
    data = data_of(pages(app, is_live)[f"{language}/index.html"])
    return json.loads(data["start"]), json.loads(data["lessons"])["lessons"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_start_page_leads_to_pages_of_the_site(language: str) -> None:
    hero, lessons = start_of(language)
    assert [one["name"] for one in lessons] == list(guides.names())
    for one in lessons:
        first, *others = one["links"]
        assert others == [f"{first}#{number}" for number in range(2, len(guides.load(one["name"]).cards) + 1)]
    files_named = [
        hero["watch"]["href"],
        *(model["href"] for model in hero["type"]["models"]),
        *(one["links"][0] for one in lessons),
    ]
    assert {f"{language}/{name}" for name in files_named} <= site().keys()


def test_the_start_page_leads_to_the_app_where_there_is_one() -> None:
    hero, lessons = start_of("zh", APP)
    assert hero["type"]["derivation"] == f"{APP}/bpe-encode?"
    for one in lessons:
        kinds = ",".join(guides.load(one["name"]).kinds)
        address, _, query = one["practice"].partition("?")
        assert address == (f"{APP}/practice" if kinds else "")
        assert dict(parse_qsl(query)) == ({"kinds": kinds, "lang": "zh"} if kinds else {})


# -- the visitor's own text --------------------------------------------------------------------------------------------


def test_without_a_page_for_own_text_nothing_leads_there() -> None:
    assert not any(OWN_FILE in text for text in site(APP).values())
    hero, lessons = start_of("en")
    assert hero["own"] is None
    assert hero["type"]["derivation"] == ""
    assert not any(one["practice"] for one in lessons)


def own_state(link: str) -> tuple[str, dict[str, str]]:
    """The page of the app that a link to the visitor's own text names, and its query."""
    address = urlsplit(link)
    query = dict(parse_qsl(address.fragment))
    assert address.path == OWN_FILE
    return query.pop("page"), query


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_leads_to_own_text_from_its_state(language: str) -> None:
    for name in guides.names():
        shown = data_of(pages(APP, is_live=True)[f"{language}/lesson-{name}.html"])["cards"]
        for card, one in zip(guides.load(name).cards, shown, strict=True):
            page, query = own_state(one["own"])
            _, wrong = form_of(page, query).read(query)
            assert wrong == ()
            assert (page, query) == (card.page, dict(card.query))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_leads_to_own_text_from_its_state(language: str) -> None:
    for name in examples.NAMES:
        for algorithm in examples.load(name).recipes:
            page = pages(APP, is_live=True)[f"{language}/{algorithm}-{name}.html"]
            (link,) = [one for one in Addresses(page).found if one.startswith(OWN_FILE)]
            in_tab = algorithm if algorithm in APPLYING else "bpe"  # which trains on the same words
            assert own_state(link) == (in_tab, {"example": name})
            assert load(language)("site.own") in page


def test_a_text_of_the_start_page_is_trained_on_as_in_the_app() -> None:
    hero, _ = start_of("en", APP, is_live=True)
    own = hero["own"]
    page, query = own_state(f"{own['address']}{urlencode({**own['query'], own['name']: 'low low lower'})}")
    assert page == "bpe"
    state, wrong = FORMS["bpe"].read(query)
    assert (state.text, state.example, wrong) == ("low low lower", "own", ())
    page, query = own_state(f"{hero['type']['derivation']}example=english&text=lamps&word=lamps")
    assert page == "bpe-encode"
    assert form_of(page, query).read(query)[1] == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_app_is_not_named_for_own_text_where_the_site_takes_it(language: str) -> None:
    say, name = load(language), f"{language}/index.html"
    page = next(text for path, text in files([language], live=LIVE) if path == name)
    assert say("site.no-app.live") in page
    assert say("site.what.live") in page
    assert say("site.open.live") in pages(APP, is_live=True)[name]
