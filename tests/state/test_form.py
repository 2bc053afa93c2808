"""The reader and writer of addresses: what each kind of parameter takes, and every link that we hand out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from tokviz import unigram
from tokviz.examples import OWN
from tokviz.location import site
from tokviz.state.form import MAX_LINK_CHARS, BeyondError, Choice, Number, Text, ValueKind, named, opened
from tokviz.state.pages import NO_STATE, PAGES, form_of
from tokviz.state.training import FORMS

ROOT = Path(__file__).parents[2]
URLS = "|".join(page.address for page in PAGES if page.address)
LINK = re.compile(rf"(?<![\w.])(/(?:{URLS})\?[^\s\"'`)<>]+)")
SOURCES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((site() / "assets/guides").iterdir())]
LINKS = sorted({link for source in SOURCES for link in LINK.findall(source.read_text(encoding="utf-8"))})


def taken(kind: ValueKind, text: str) -> Any:
    """The value and whether it was right; None for what is left out."""
    try:
        return kind.parse(text), True
    except BeyondError as beyond:
        return beyond.nearest, False
    except ValueError:
        return None


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (Text(3), "low", ("low", True)),
        (Text(3), "lower", ("low", False)),
        (Text(3, is_whole=True), "lower", None),
        (Number(1, 9), "7", (7, True)),
        (Number(1, 9), "10", None),
        (Number(1, 9, is_capped=True), "10", (9, False)),
        (Number(1, 9, is_capped=True), "9" * 30, (9, False)),
        (Number(1, 9, is_capped=True), "0", None),
        *((Number(0, 9, is_capped=True), text, None) for text in ("", "-1", "+1", " 1", "1_0", "٣", "²", "9" * 9_999)),
        (Number(1, 9, names={"end": None}), "end", (None, True)),
        (named([""], ["a"]), "", ("", True)),
        (named([""], ["a"]), "A", None),
        (named([100, 400]), "400", (400, True)),
        (opened(["tokens", "decode"]), "tokens", ("", True)),
        (Choice({"0.5": 0.5}), "0.50", None),
    ],
)
def test_what_a_kind_takes(kind: ValueKind, text: str, value: Any) -> None:
    assert taken(kind, text) == value


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        (Text(3_000), "x" * MAX_LINK_CHARS, "x" * MAX_LINK_CHARS),
        (Text(3_000), "x" * (MAX_LINK_CHARS + 1), None),
        (Text(3), "lower", None),
        (Number(1, 9), 7, "7"),
        (Number(1, 9), None, None),
        (Number(1, 9, names={"end": None}), None, "end"),
        (opened(["tokens", "decode"]), "tokens", None),
        (named(["a"]), "b", None),
        (Choice({"0.5": 0.5}), 0.5, "0.5"),
    ],
)
def test_what_a_kind_writes(kind: ValueKind, value: Any, text: str | None) -> None:
    assert kind.format(value) == text


def test_a_value_may_go_only_with_one_that_comes_later() -> None:
    """Without expectation there are no passes: both are set, whichever of them the link names first."""
    form = FORMS["unigram"]
    query = {"example": "tea", "rules": "course", "expect": "all-paths", "passes": "2"}
    state, wrong = form.read(query)
    assert wrong == ()
    assert isinstance(state.rules, unigram.Rules)
    assert (state.rules.expectation, state.rules.passes) == ("all-paths", 2)
    assert form.write(state) == query


def test_an_own_text_stays_with_its_example() -> None:
    form = FORMS["bpe"]
    assert form.read({"corpus": "low 5"})[0].example == OWN
    assert form.read({"example": "hug", "corpus": "low 5"})[0].text == ""


def test_links_are_found() -> None:
    assert len(LINKS) > 30
    with_state = {page.address for page in PAGES if page.form is not NO_STATE}
    assert {urlsplit(link).path[1:] for link in LINKS} == with_state - {"practice", "glossary"}


@pytest.mark.parametrize("link", LINKS)
def test_every_link_that_we_hand_out_says_what_it_means(link: str) -> None:
    address = urlsplit(link)
    query = dict(parse_qsl(address.query, keep_blank_values=True, strict_parsing=True))
    form = form_of(address.path[1:], query)
    state, wrong = form.read(query)
    assert wrong == ()
    assert form.read(form.rewritten(query)) == (state, ())
