"""The files below a picture as data: those of a training, and those that features add, in every algorithm."""

from __future__ import annotations

import csv
import io

import pytest

from tests.views.pages.shown import of_kind, opened, page_view, page_views, said
from tokviz import features
from tokviz.algorithms import ALGORITHMS
from tokviz.features.worksheets.training_page import WORKSHEETS
from tokviz.views.pages.registry import PAGES
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


# -- words and comparisons ---------------------------------------------------------------------------------------------

OF_WORD = {"word_svg", "word_tikz", "word_replay"}
SHEETS = {"sheet_blank", "sheet_filled"}
ENCODINGS = [page for page in PAGES if page.endswith("-encode") or page == "lattice"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ENCODINGS)
def test_every_encoded_word_has_its_files(page: str, language: str) -> None:
    files = {file.name: file for file in of_kind(page_view(page, "files", language), File)}
    sheets = set() if page == "superbpe-encode" else SHEETS  # whose tokens cross words
    assert set(files) - {"word_png"} == OF_WORD | sheets
    assert all(file.make() for file in files.values())


def test_files_of_a_word_are_of_its_step_and_its_text() -> None:
    link = {"example": "hug", "rules": "course", "merges": "3", "text": "hugs pug"}
    files = {file.name: file for file in of_kind(page_view("bpe-encode", "files", word="pug", step="1", **link), File)}
    assert files["word_svg"].file == "tokviz-word-1.svg"
    first = {file.name: file for file in of_kind(page_view("bpe-encode", "files", word="pug", **link), File)}
    assert files["word_svg"].make() != first["word_svg"].make()
    solution = files["sheet_filled"].make()
    assert isinstance(solution, str)
    assert all(word in solution for word in ("hugs", "pug"))


def test_subword_nmt_has_the_picture_of_all_that_it_does() -> None:
    link = {"example": "sennrich", "rules": "subword-nmt", "merges": "10", "text": "lowest"}
    plain, applied = (
        file_of(page_view("bpe-encode", "files", **link, **more), "word_replay")
        for more in ({}, {"apply": "subword-nmt"})
    )
    assert plain is not None
    assert applied is not None
    assert "@@" in str(applied.make())
    assert "@@" not in str(plain.make())


def test_a_comparison_has_its_tables_and_its_sheets() -> None:
    shows = page_view("compare", "export", example="hug", held="hugs pug")
    files = {file.name: file for file in of_kind(shows, File)}
    assert list(files) == ["measures", "words", "sizes_replay", "sheet_blank", "sheet_filled"]
    held, plain = (
        list(csv.DictReader(io.StringIO(str(file.make()))))
        for file in (files["measures"], file_of(page_view("compare", "export", example="hug"), "measures"))
        if file is not None
    )
    assert {row["text"] for row in held} == {"train", "held"} == {row["text"] for row in plain}
    tokens = [[row for row in rows if (row["text"], row["measure"]) == ("held", "tokens")] for rows in (held, plain)]
    assert tokens[0] != tokens[1]
    (first, *_) = csv.DictReader(io.StringIO(str(files["words"].make())))
    assert first["reason"]
