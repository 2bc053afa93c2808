"""Links to the site that unfold in chat programs: a title, a sentence, and a step as a picture."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from html import unescape
from typing import Any

import pytest

from tokviz import guides
from tokviz.features.site.web import pages
from tokviz.features.site.web.files import files, preview_of
from tokviz.features.site.web.films import films
from tokviz.features.site.web.previews import STEP, previews
from tokviz.features.stills.cli import preview
from tokviz.views.shared.catalog import LANGUAGES, load

pytestmark = pytest.mark.program

AT = "https://tokviz.example.org/site"


def named(page: str) -> dict[str, str]:
    """Return the properties by which a page tells other programs of itself."""
    found = re.findall(r'<meta (?:name|property)="([\w:]+)" content="([^"]*)">', page)
    return {name: unescape(content) for name, content in found}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_has_a_title_and_a_sentence(language: str) -> None:
    for path, page in files([language]):
        if path.startswith(f"{language}/"):
            told = named(page)
            assert told["og:title"] == unescape(str(re.findall("<title>(.*?)</title>", page)[0]))
            assert told["og:description"] == told["description"] != ""
            assert not told.keys() & {"og:url", "og:image"}  # which are addresses in full


def test_pages_name_their_address_and_the_pictures_that_there_are() -> None:
    drawn = "en/bpe-hug.png"
    made = dict(files(["en"], at=f"{AT}/", previews=[drawn]))
    told = named(made["en/bpe-hug.html"])
    assert (told["og:url"], told["og:image"]) == (f"{AT}/en/bpe-hug.html", f"{AT}/{drawn}")
    assert told["twitter:card"] == "summary_large_image"
    assert "og:image" not in named(made["en/bpe-sennrich.html"])


def test_each_example_and_most_lessons_have_a_picture() -> None:
    asked: list[tuple[int, str]] = []

    def still(parts: Sequence[Mapping[str, Any]], step: int, title: str) -> bytes:
        assert any(0 <= step - part["first"] < len(part["frames"]) for part in parts)
        asked.append((step, title))
        return title.encode()

    found = dict(previews(["en"], still))
    expected = {f"en/{preview_of(f'{algorithm}-{name}.html')}" for name, algorithm in pages.example_list()}
    assert expected <= found.keys()
    lessons = found.keys() - expected
    assert lessons <= {f"en/lesson-{name}.png" for name in guides.names()}
    assert len(lessons) > len(guides.names()) / 2
    assert all(step <= STEP for step, _ in asked[: len(expected)])


def test_no_picture_where_no_font_has_the_language() -> None:
    assert dict(previews(["en"], lambda parts, step, title: None)) == {}


def test_a_picture_is_as_wide_as_chat_programs_show_it() -> None:
    made = pages.example_data("hug", "bpe", load("en"))
    picture = preview(made.payloads, 2, made.about.title)
    assert picture is not None
    assert picture.startswith(b"\x89PNG")
    assert int.from_bytes(picture[16:20], "big") == 1200
    assert len(picture) < 100_000


def test_the_start_page_offers_the_films_that_there_are() -> None:
    def lessons(previews: list[str]) -> tuple[dict[str, dict[str, str]], str]:
        page = dict(files(["en"], previews=previews))["en/index.html"]
        (data,) = re.findall(r'id="site-data">(.*?)</script>', page, re.DOTALL)
        (policy,) = re.findall(r"img-src ([^;]*);", unescape(page))
        return {one["name"]: one for one in json.loads(json.loads(data)["lessons"])["lessons"]}, policy

    there, policy = lessons(["en/lesson-bpe.webp", "en/lesson-bpe.png"])
    assert (there["bpe"]["film"], there["bpe"]["still"]) == ("lesson-bpe.webp", "lesson-bpe.png")
    assert there["why"]["film"] == ""
    assert policy == "'self' file: data:"
    absent, policy = lessons(["en/lesson-bpe.png"])
    assert absent["bpe"]["film"] == ""
    assert policy == "data:"
    made = dict(films(["en"], lambda shots, language: language.encode() if "frames" in shots[0][0][0] else None))
    assert "en/lesson-bpe.webp" in made
    assert "en/lesson-bytes.webp" not in made  # which begins with a text in rows


def test_without_an_address_only_lessons_have_pictures() -> None:
    found = dict(previews(["en"], lambda parts, step, title: b"", has_examples=False))
    assert found
    assert all(path.startswith("en/lesson-") for path in found)
