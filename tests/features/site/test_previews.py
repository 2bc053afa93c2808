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
from tokviz.features.site.web.files import POLICY, files, preview_of
from tokviz.features.site.web.films import films
from tokviz.features.site.web.previews import STEP, previews
from tokviz.features.stills import film
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


def test_a_lesson_with_a_video_names_it_after_its_picture() -> None:
    """If the site knows its address. An animation is no video."""
    drawn = ["en/lesson-bpe.png", "en/lesson-bpe.webp", "en/lesson-bpe.mp4", "en/lesson-why.webp"]
    made = dict(files(["en"], at=AT, previews=drawn))
    told = named(made["en/lesson-bpe.html"])
    assert {name: content for name, content in told.items() if name.startswith("og:video")} == {
        "og:video": f"{AT}/en/lesson-bpe.mp4",
        "og:video:type": "video/mp4",
        "og:video:width": str(film.SIZE[0]),
        "og:video:height": str(film.SIZE[1]),
    }
    order = [*told]
    assert order.index("og:image") < order.index("og:video")
    for path in ("en/lesson-why.html", "en/index.html", "en/bpe-hug.html"):
        assert "og:video" not in named(made[path])
    assert "og:video" not in named(dict(files(["en"], previews=drawn))["en/lesson-bpe.html"])


def test_a_lesson_shows_its_film_below_its_title() -> None:
    """It is loaded when it is opened: a video with controls, or an animation that is a still without motion."""
    drawn = [f"en/lesson-{name}" for name in ("bpe.png", "bpe.webp", "bpe.mp4", "why.png", "why.webp", "tokens.webp")]
    made = dict(files(["en"], previews=drawn))

    def shown(name: str) -> tuple[str, str]:
        page = made[f"en/lesson-{name}.html"]
        (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)
        return "".join(re.findall(r"(?s)<details class=\"film\">.*?</details>", page)), policy

    video, policy = shown("bpe")
    assert "media-src 'self' file:;" in policy
    assert re.findall(r" (src|poster)=\"(.*?)\"", video) == [("src", "lesson-bpe.mp4"), ("poster", "lesson-bpe.png")]
    (tag,) = re.findall("<video .*?>", video)
    assert {"controls", "playsinline", 'preload="none"'} <= {*tag.removesuffix(">").split()}
    assert "autoplay" not in tag
    animation, policy = shown("why")
    assert "img-src 'self' file: data:" in policy
    assert '<source srcset="lesson-why.png" media="(prefers-reduced-motion: reduce)">' in animation
    assert re.search(r'<img src="lesson-why.webp" .*loading="lazy">', animation)
    assert "<source" not in shown("tokens")[0]
    absent, policy = shown("unigram")
    assert absent == ""
    assert policy == POLICY


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

    there, policy = lessons(["en/lesson-bpe.webp", "en/lesson-bpe.mp4", "en/lesson-bpe.png"])
    bpe = [there["bpe"][name] for name in ("film", "video", "still")]
    assert bpe == ["lesson-bpe.webp", "lesson-bpe.mp4", "lesson-bpe.png"]
    assert there["why"]["film"] == ""
    assert policy == "'self' file: data:"
    absent, policy = lessons(["en/lesson-bpe.png"])
    assert absent["bpe"]["film"] == ""
    assert policy == "data:"
    two = {"webp": b"1", "mp4": b"2"}
    made = dict(films(["en"], lambda shots, language: two if "frames" in shots[0][0][0] else {}))
    assert (made["en/lesson-bpe.webp"], made["en/lesson-bpe.mp4"]) == (b"1", b"2")
    assert not made.keys() & {"en/lesson-bytes.webp", "en/lesson-bytes.mp4"}  # which begins with a text in rows


def test_without_an_address_only_lessons_have_pictures() -> None:
    found = dict(previews(["en"], lambda parts, step, title: b"", has_examples=False))
    assert found
    assert all(path.startswith("en/lesson-") for path in found)
