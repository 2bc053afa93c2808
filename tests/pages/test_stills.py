"""The buttons of stills on the pages: the step on the screen, for a training and for a word, in the page's language."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
import streamlit as st
from PIL import Image

from tests.pages.visit import opened
from tokviz.errors import CageError
from tokviz.features.stills import raster
from tokviz.features.stills.animation import FRAMES, MAX_STEPS
from tokviz.views.shared.catalog import load

Saved = dict[str, str | bytes]


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Saved]:
    """``files("bpe", view="files", step="2")``: each still that the page offers, and the replay of sizes, by name."""

    def visit(page: str, **query: str) -> Saved:
        found: Saved = {}

        def button(label: str, data: Any, name: str, mime: str, *_: object, **options: Any) -> bool:
            if options["key"].startswith(("file_still", "file_word", "file_sizes")) and name.endswith(
                (".svg", ".tex", ".png", "sizes-replay.html")
            ):
                found[name] = data()
            return False

        monkeypatch.setattr(st, "download_button", button)
        opened(page, **query)
        return found

    return visit


def test_the_step_of_a_training(files: Callable[..., Saved]) -> None:
    found = files("bpe", view="files", example="hug", step="2", lang="zh")
    name = "tokviz-bpe-hug-2"
    assert load("zh")("picture.controls.of", step=2, total=7) in str(found[f"{name}.svg"])
    assert str(found[f"{name}.tex"]).count(r"\begin{tikzpicture}") == 1


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_size_of_trainings_side_by_side(language: str, files: Callable[..., Saved]) -> None:
    say, names = load(language), "bpe:course,wordpiece:course,unigram:course"
    found = files("compare", view="export", example="hug", size="10", t=names, text="unhug", lang=language)
    svg = str(found["tokviz-sizes-10.svg"])
    assert say("clock.controls.of", step=10, total=16) in svg
    assert "unhug [UNK]" in svg
    assert str(found["tokviz-sizes-10.tex"]).count(r"\begin{tikzpicture}") == 1
    assert say("clock.idea.unigram") in str(found["tokviz-sizes-replay.html"])


def test_sizes_are_offered_as_an_animation_and_not_before_the_page_shows_them() -> None:
    at = opened("compare", view="export", example="hug", size="10")
    told = load("en")("files.still.clock.animated", first=7, last=16, most=MAX_STEPS)
    assert told in [caption.value for caption in at.caption]
    assert at.button(key="file_still_clock_gif")
    with patch("tokviz.web.pages.compare.clock.is_quick", return_value=False):  # the page asks first
        at = opened("compare", view="export", example="hug", size="10")
    assert not [button for button in at.button if str(button.key).startswith("file_still")]


def test_pixels_only_where_there_is_a_font(files: Callable[..., Saved]) -> None:
    with patch.object(raster, "lacking", return_value=""):
        assert "tokviz-unigram-hug-0.png" in files("unigram", view="files", example="hug")
    with patch.object(raster, "lacking", return_value="中文"):
        assert [name for name in files("unigram", view="files", example="hug") if name.endswith("png")] == []


@pytest.mark.parametrize(
    ("page", "query"),
    [
        ("bpe-encode", {"text": "hugs"}),
        ("wordpiece", {"do": "encode", "text": "hugs"}),
        ("unigram", {"do": "lattice", "word": "hugs"}),
    ],
)
def test_the_step_of_a_word(page: str, query: dict[str, str], files: Callable[..., Saved]) -> None:
    found = files(page, example="hug", step="1", **query)
    name = next(name for name in found if name.endswith("svg"))
    assert "<title>hugs" in str(found[name])
    assert load("en")("picture.controls.of", step=1, total="…").partition("…")[0] in str(found[name])


# -- steps as an animation ---------------------------------------------------------------------------------------------


@pytest.fixture
def saved(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """The animations that a page offers to save, by their names."""
    found: dict[str, bytes] = {}

    def button(label: str, data: Any, name: str, mime: str, *_: object, **options: Any) -> bool:
        if mime in ("image/gif", "image/webp"):
            found[name] = data
        return False

    monkeypatch.setattr(st, "download_button", button)
    return found


@pytest.mark.slow
@pytest.mark.workers
def test_steps_are_drawn_once_they_are_asked_for(saved: dict[str, bytes]) -> None:
    at = opened("bpe", view="files", example="hug", step="2")
    assert saved == {}
    at.button(key="file_still_webp").click().run()
    (name,) = saved
    assert name == "tokviz-bpe-hug-0-7.webp"
    assert Image.open(io.BytesIO(saved[name])).n_frames == 8 + 7 * FRAMES  # type: ignore[attr-defined]
    saved.clear()
    at.run()
    assert list(saved) == [name]


@pytest.mark.parametrize(("step", "last"), [("40", 40 + MAX_STEPS - 1), ("192", 192)])
def test_few_steps_are_drawn_from_the_one_on_the_screen_on(step: str, last: int) -> None:
    at = opened("bpe", view="files", example="lighthouse", step=step)
    told = load("en")("files.still.animated", first=last - MAX_STEPS + 1, last=last, most=MAX_STEPS)
    assert told in [caption.value for caption in at.caption]


def test_a_drawing_that_fails_is_said(saved: dict[str, bytes]) -> None:
    at = opened("bpe", view="files", example="hug", step="2")
    with patch("tokviz.web.computing.workers.opened", side_effect=CageError("cage-busy", name="hug.gif")):
        at.button(key="file_still_gif").click().run()
    assert len(at.error) == 1
    assert "hug.gif" in at.error[0].value.replace("\\", "")
    assert saved == {}


def test_without_a_font_no_steps_are_offered() -> None:
    with patch.object(raster, "lacking", return_value="中文"):
        at = opened("bpe", view="files", example="hug")
    assert [button.key for button in at.button if button.key in ("file_still_gif", "file_still_webp")] == []
