"""The buttons of stills on the pages: the step on the screen, for a training and for a word, in the page's language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
import streamlit as st

from tests.pages.visit import opened
from tokviz.features.stills import raster
from tokviz.views.shared.catalog import load

Saved = dict[str, str | bytes]


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Saved]:
    """``files("bpe", view="files", step="2")``: each still that the page offers, by its name."""

    def visit(page: str, **query: str) -> Saved:
        found: Saved = {}

        def button(label: str, data: Any, name: str, mime: str, *_: object, **options: Any) -> bool:
            if options["key"].startswith(("file_still", "file_word")) and name.endswith((".svg", ".tex", ".png")):
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
