"""The views of the encoding halves of `/parity` and `/superbpe` as data."""

from __future__ import annotations

import json

import pytest

from tests.views.pages.shown import of_kind, only, page_view, page_views, said
from tokviz import features
from tokviz.cli.shows import text_of
from tokviz.errors import TokvizError
from tokviz.state.trained_pages import applying_views
from tokviz.state.views import names_of
from tokviz.views.picture.payload import still_rows
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shows import Figures, Grid, Picture, Show, Text, Tree

features.add_files()

EN = load("en")
TWO = {"example": "two-languages", "text": "newest neues neuer"}


def chips(shows: list[Show]) -> list[str]:
    ((_, _, tokens),) = still_rows(json.loads(only(shows, Picture).payload))
    return tokens


def labels(shows: list[Show]) -> list[str]:
    return [figure.name for figure in only(shows, Figures).figures]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", ["source", "boundless"])
def test_every_view_of_superbpe(rules: str, language: str) -> None:
    opened = page_views("superbpe-encode", language, rules=rules)
    assert list(opened) == [*names_of(applying_views("superbpe")), "files"]
    assert all(text_of(shows, load(language)).strip() for shows in opened.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_view_of_parity(language: str) -> None:
    opened = page_views("parity-encode", language, **TWO)
    assert list(opened) == [*names_of(applying_views("parity")), "files"]
    assert all(text_of(shows, load(language)).strip() for shows in opened.values())


@pytest.mark.parametrize(("word", "tokens"), [("newest", "ne w est"), ("neues", "neues"), ("neuer", "neue r")])
def test_the_encoding_of_parity_knows_no_languages(word: str, tokens: str) -> None:
    shows = page_view("parity-encode", "tokens", example="two-languages", text=word)
    assert chips(shows) == tokens.split()
    assert len(labels(shows)) == 5


def test_the_derivation_is_that_of_the_word() -> None:
    text = only(page_view("parity-encode", "derivation", **TWO), Tree).text
    assert text == "ne = n + e (1); w; est = e + st (5); st = s + t (4)"
    other = only(page_view("parity-encode", "derivation", **TWO, word="neuer"), Tree)
    assert [tree.chip.letters for tree in other.trees] == ["neue", "r"]


def test_a_text_of_lines_has_no_words_to_count() -> None:
    """Each line is encoded as a whole: what repeats in it is not looked up."""
    shows = page_view("superbpe-encode", "tokens", text="by the way\non the way")
    assert labels(shows) == [EN(f"encode.measure.{name}") for name in ("tokens", "characters", "used")]
    assert "".join(chips(shows)) == "by␣the␣wayon␣the␣way"
    assert sum(count for _, _, count in only(shows, Grid).table.rows(EN)) == len(chips(shows))  # type: ignore[misc]


@pytest.mark.parametrize("rules", ["source", "boundless"])
def test_lines_are_read_back_as_they_are(rules: str) -> None:
    shows = page_view("superbpe-encode", "decode", rules=rules, text="on the way")
    assert [text.look for text in of_kind(shows, Text)][-1] == "success"
    assert said(shows)[1] == EN("encode.decode.text", text="on␣the␣way")


@pytest.mark.parametrize("page", ["parity-encode", "superbpe-encode", "bpe-encode"])
def test_a_link_without_words_has_no_views(page: str) -> None:
    with pytest.raises(TokvizError):
        page_view(page, "tokens", text="")


def test_parity_says_what_is_dropped() -> None:
    shows = page_view("parity-encode", "tokens", example="two-languages", text="zebra")
    assert chips(shows) == ["e", "r"]
    (lost,) = (show for show in shows if isinstance(show, Text) and show.look == "warning")
    assert all(symbol in said([lost])[0] for symbol in "zba")
    assert not [show for show in page_view("parity-encode", "tokens", **TWO) if isinstance(show, Text)]
