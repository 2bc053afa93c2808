"""The files below a picture as data: those of a training, and those that features add, in every algorithm."""

from __future__ import annotations

import pytest

from tests.views.pages.shown import of_kind, opened, page_views, said
from tokviz import features
from tokviz.algorithms import ALGORITHMS
from tokviz.features.worksheets.training_page import WORKSHEETS
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shows import File, Given, Number, file_of

features.add_files()

EN = load("en")
HUG = {"example": "hug", "rules": "course"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_training_has_its_files(algorithm: str, language: str) -> None:
    shows = opened(algorithm, "files", language, "1", example="hug")
    files = list(of_kind(shows, File))
    names = [file.name for file in files]
    assert {"json", "replay", "still_svg", "still_tikz", "worksheet_blank", "worksheet_filled"} <= set(names)
    assert len(names) == len(set(names))
    assert names[0] in ("merges", "steps")
    assert algorithm in WORKSHEETS
    assert all(file.make() for file in files if not file.is_refused)


def test_a_format_that_cannot_hold_a_trace_says_why() -> None:
    shows = opened("bpe", "files", **HUG)
    refused = {file.name for file in of_kind(shows, File) if file.is_refused}
    assert refused == {"codes"}
    assert file_of(shows, "codes") is None
    assert EN("error.codes-mark") in said(shows)


def test_files_are_of_the_step_of_the_picture() -> None:
    names = {file.name: file.file for file in of_kind(opened("bpe", "files", step="3", **HUG), File)}
    assert (names["still_svg"], names["replay"]) == ("tokviz-bpe-hug-3.svg", "tokviz-bpe-hug-replay.html")


def test_the_worksheet_has_the_steps_that_are_asked_for() -> None:
    """Seven merges; the last step is at least the first."""
    for fields, first, last in (({}, 1, 4), ({"sheet_7_first": "3"}, 3, 4), ({"sheet_7_first": "6"}, 6, 6)):
        shows = opened("bpe", "files", **HUG, **fields)
        assert EN("sheet.range", first=first, last=last, most=12) in said(shows)


def test_a_step_of_the_worksheet_is_typed() -> None:
    field = Number("first", "From", "1", 1, 7, is_typed=True)
    assert [field.parse(text) for text in ("0", "5", "99", "x")] == ["1", "5", "7", "1"]
    assert Given({"first": "5"})(field) == "5"


def test_a_training_without_steps_has_no_sheet() -> None:
    shows = opened("wordpiece", "files", example="own", corpus="a 1")
    assert file_of(shows, "worksheet_blank") is None
    assert EN("files.worksheet.none") in said(shows)


def test_a_text_has_a_sheet_of_its_bytes_if_it_is_any() -> None:
    files = of_kind(page_views("bytes", text="né")["files"], File)
    assert [file.name for file in files] == ["sheet_blank", "sheet_filled"]
    assert "files" not in page_views("bytes", text="x" * 61)  # a sheet has room for 60
