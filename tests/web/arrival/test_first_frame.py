"""The frame that the index page has of each page, before any script runs."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from starlette.types import Scope

from tests.catalogs import heading
from tokviz.state.pages import PAGES
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.web.address.site_map import title_of
from tokviz.web.arrival.first_frame import frame


def asked(path: str, query: str = "", languages: str = "") -> Scope:
    headers = [(b"accept-language", languages.encode())]
    return {"type": "http", "path": path, "query_string": query.encode(), "headers": headers}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_page_has_its_title_and_the_menu(language: str) -> None:
    say = load(language)
    for page in PAGES:
        found = frame(asked(f"/{page.address}", f"lang={language}"))
        assert f"<b>{title_of(page, '', say) if page.address else say('start.title')}</b>" in found
        assert all(f">{say(other.title)}</span>" in found for other in PAGES if not other.parent)
        assert found.count('class="here"') == (0 if page.parent else 1)


def test_the_language_of_the_browser_is_that_of_the_frame() -> None:
    title = load("zh")("page.tokenizers")
    assert title in frame(asked("/tokenizers", languages="zh-CN,en;q=0.8"))
    assert title not in frame(asked("/tokenizers", languages="de"))
    assert title not in frame(asked("/tokenizers", "lang=en", "zh-CN"))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_heading_says_which_half_is_open(language: str) -> None:
    say = load(language)
    for page, do, half in (
        ("wordpiece", "", "train"),
        ("wordpiece", "encode", "encode"),
        ("wordpiece", "lattice", "train"),  # which it does not have
        ("unigram", "lattice", "lattice"),
        ("picky", "", "train"),
    ):
        assert f"<b>{heading(page, say, half)}</b>" in frame(asked(f"/{page}", f"lang={language}&do={do}"))
    assert f"<b>{heading('bpe', say, 'encode')}</b>" in frame(asked("/bpe-encode", f"lang={language}"))


@pytest.mark.parametrize("query", ["embed=true", "present=1", "guide=bpe&card=2"])
def test_a_page_without_a_side_bar_has_none_in_its_frame(query: str) -> None:
    found = frame(asked("/bpe", query))
    assert load("en")("page.bpe") in found
    assert 'class="side"' not in found


def test_what_is_asked_for_is_no_markup() -> None:
    assert frame(asked("/nothing")) == ""
    assert "<i>x" not in frame(asked("/bpe", f"lang={quote('<i>x')}", "<i>x"))
