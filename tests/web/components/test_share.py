"""The data of the panel that shares a page: among it, where the same state opens without this server."""

from __future__ import annotations

import logging

import pytest

from tokviz.files.by_name import SHIPPED
from tokviz.state.tab import PAGES, SITE
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.web.components.page_parts import _named_site, _share_payload


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_site_that_is_named_is_offered_with_the_pages_that_it_has(
    monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setenv(SITE, "https://example.edu/tokviz")
    made = _share_payload({}, load(language))
    assert made["tab"]["address"] == "https://example.edu/tokviz/"
    assert {one["name"]: (one["address"], one["half"]) for one in made["tab"]["pages"]} == PAGES
    assert made["tab"]["tokenizers"] == SHIPPED
    assert made["labels"]["tab"] == load(language)("share.label.tab")


def test_without_a_site_nothing_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SITE, raising=False)
    assert _share_payload({}, load("en"))["tab"] is None


def test_an_address_of_another_kind_is_logged_once_and_offers_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    _named_site.cache_clear()
    monkeypatch.setenv(SITE, "javascript:alert(1)\n2026")
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            assert _share_payload({}, load("en"))["tab"] is None
    (told,) = caplog.records
    assert SITE in told.getMessage()
    assert "\n" not in told.getMessage()
