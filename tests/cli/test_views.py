"""``tokviz train --view``: the views of a page as text, their list, fields, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.catalogs import saying
from tests.cli.conftest import Cli, right
from tokviz.views.pages.registry import PAGES, page_of, titles
from tokviz.views.shared.catalog import LANGUAGES, load

EN = load("en")
PARTS = ("train", "--example", "parts", "--algorithm", "picky")


def test_the_list_has_every_view(cli: Cli) -> None:
    lines = right(cli(*PARTS, "--view", "list")).out.splitlines()
    assert [line.split()[0] for line in lines[2:]] == list(titles("picky"))
    assert lines[3].endswith(EN("tab.tests"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("view", list(titles("picky")))
def test_every_view(view: str, language: str, cli: Cli) -> None:
    out = right(cli(*PARTS, "--view", view, "--step", "5", "--lang", language)).out
    assert len(out.splitlines()) > 4
    assert load(language)("cli.step", step=5, total=13) in out


def test_the_tests_of_parts(cli: Cli) -> None:
    rows = [line.split() for line in right(cli(*PARTS, "--view", "tests", "--step", "5")).out.splitlines()]
    assert ["4", "␣abc", "␣ab", "4", "9", "9/13", "removed"] in rows
    assert ["2", "␣ab", "␣a", "0", "13", "1", "removed"] in rows


def test_a_field_is_set(cli: Cli) -> None:
    """At step 10 ▁ab and ▁a are out of the vocabulary; the tree of ▁ab has ▁a and b below it."""
    out = right(cli(*PARTS, "--view", "tree", "--step", "10", "--set", "tree=▁ab")).out.splitlines()
    at = out.index("~~␣ab~~  2")
    assert out[at + 1 : at + 5] == ["  ~~␣a~~  1", "    ␣", "    a", "  b"]


def test_a_chart_is_a_table_with_the_step_marked(cli: Cli) -> None:
    rows = [line.split() for line in right(cli(*PARTS, "--view", "sizes", "--step", "5")).out.splitlines()]
    assert [row for row in rows if row[-1:] == ["◂"]] == [["5", "10", "12", "◂"]]


def test_without_a_step_a_view_is_of_the_end(cli: Cli) -> None:
    assert EN("cli.step", step=13, total=13) in right(cli(*PARTS, "--view", "history")).out


def test_several_steps(cli: Cli) -> None:
    out = right(cli(*PARTS, "--view", "history", "--step", "0", "2")).out
    assert [EN("cli.step", step=k, total=13) in out for k in range(3)] == [True, False, True]


@pytest.mark.parametrize(
    ("more", "code", "details"),
    [
        (["--view", "tree", "--set", "tree=zz"], "error.cli-choice", {"option": "--set tree", "value": "zz"}),
        (["--view", "tree", "--set", "page=2"], "error.cli-set", {"value": "page", "names": "tree"}),
        (["--view", "sizes", "--set", "page=2"], "error.cli-set", {"value": "page", "names": "–"}),
        (["--view", "tree", "--set", "tree"], "error.cli-set", {"value": "tree", "names": "NAME"}),
        (["--view", "merges"], "error.cli-choice", {"option": "--view", "value": "merges"}),
        (["--view", "tests", "--step", "99"], "error.cli-step", {"value": 99, "total": 13}),
        (
            ["--view", "tests", "--algorithm", "bpe"],
            "error.cli-choice",
            {"choices": "list, now, merges, tree, vocabularies, course, algorithm, versus, files"},
        ),
        (["--set", "tree=▁ab"], "error.cli-unused-without", {"option": "--set", "beside": "--view"}),
        (["--view", "tests", "--format", "csv"], "error.cli-choice", {"option": "--format", "value": "csv"}),
    ],
)
def test_what_is_not_there_is_refused(more: list[str], code: str, details: dict[str, Any], cli: Cli) -> None:
    done = cli(*PARTS, *more)
    assert (done.code, done.out) == (2, "")
    assert saying(code, **details).search(done.err)


# -- pages that do not train -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
def test_the_list_of_a_page_has_every_view(page: str, cli: Cli) -> None:
    for more in ([], ["--view", "list"]):
        lines = right(cli("view", page, *more)).out.splitlines()
        assert [line.split()[0] for line in lines[2:]] == list(page_of(page).views)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("page", "view"), [(page, view) for page in PAGES for view in page_of(page).views])
def test_every_view_of_a_page(page: str, view: str, language: str, cli: Cli) -> None:
    values = ("--set", "pre=bert") if view == "basic" else ()  # of no other pre-tokenization
    assert right(cli("view", page, "--view", view, *values, "--lang", language)).out.strip()


def test_values_are_of_the_link_and_of_the_view(cli: Cli) -> None:
    values = ("--set", "text=né", "--set", "merges=0", "--set", "token=2")
    assert right(cli("view", "bytes", "--view", "tokens", *values)).out.splitlines()[-1].split() == [
        *("C3", "195", "1100", "0011", "Ã")
    ]
    curve = right(cli("view", "bytes", "--view", "patches", "--set", "patches_from=5")).out
    assert ["5", "l", "●"] in [[line.split()[0], *line.split()[2:]] for line in curve.splitlines() if line.split()]


@pytest.mark.parametrize(
    ("arguments", "code", "details"),
    [
        (["nowhere"], "error.cli-choice", {"option": "PAGE", "value": "nowhere"}),
        (["bytes", "--view", "nothing"], "error.cli-choice", {"option": "--view", "value": "nothing"}),
        (["wordpiece-encode", "--view", "basic"], "error.cli-choice", {"choices": "list, tokens, decode, bpe, files"}),
        (["bytes", "--view", "tokens", "--set", "merges=x"], "error.cli-set-value", {"name": "merges", "value": "x"}),
        (["bytes", "--view", "tokens", "--set", "moon=1"], "error.cli-set", {"value": "moon"}),
        (["bytes", "--view", "tokens", "--set", "preset=own"], "error.tab-empty", {}),
    ],
)
def test_what_a_page_has_not_is_refused(arguments: list[str], code: str, details: dict[str, Any], cli: Cli) -> None:
    done = cli("view", *arguments)
    assert (done.code, done.out) == (2, "")
    assert saying(code, **details).search(done.err)


def test_a_file_of_a_view_is_written_in_its_place(cli: Cli, tmp_path: Path) -> None:
    words = ("train", "--example", "hug", "--rules", "course", "--view", "files", "--step", "2")
    listed = right(cli(*words)).out
    assert f"--set file=replay: {EN('files.replay')} (tokviz-bpe-hug-replay.html)" in listed.splitlines()
    assert "file=codes" not in listed  # which cannot be made: its words do not end in </w>
    assert right(cli(*words, "--set", "file=still_svg")).out.startswith("<svg")
    path = tmp_path / "hug.zip"
    assert right(cli(*words, "--set", "file=zip", "--output", str(path))).out == ""
    assert path.read_bytes()[:2] == b"PK"
    assert saying("error.cli-choice", option="--set file", value="codes").search(cli(*words, "--set", "file=codes").err)


def test_the_sheet_of_a_text(cli: Cli, tmp_path: Path) -> None:
    words = ("view", "bytes", "--view", "files", "--set", "text=né")
    assert len(right(cli(*words)).out.strip().splitlines()) == 3
    assert right(cli(*words, "--set", "file=sheet_filled")).out.startswith("<!DOCTYPE html>")
    path = tmp_path / "sheet.html"
    assert right(cli(*words, "--set", "file=sheet_blank", "--output", str(path))).out == ""
    assert path.read_text("utf-8").startswith("<!DOCTYPE html>")
