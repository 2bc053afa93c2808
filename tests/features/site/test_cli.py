"""``tokviz site``: pages into a folder, which is renewed and of which nothing else is touched."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Cli, cli, right
from tokviz.errors import TokvizError
from tokviz.features.site.cli import MARK
from tokviz.features.site.web import files
from tokviz.texts import LANGUAGES
from tokviz.views.shared.catalog import load

__all__ = ["cli"]

FILES = {"index.html": "door", "page.css": "", "en/index.html": "lessons", "en/bpe-hug.html": "茶"}


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> list[tuple[tuple[str, ...], str, bool]]:
    """A few files in place of all; what they were asked for."""
    asked: list[tuple[tuple[str, ...], str, bool]] = []

    def made(
        languages: tuple[str, ...], app: str, has_docs: bool, live: object, at: str, previews: object, has_courses: bool
    ) -> Iterator[tuple[str, str]]:
        assert live is None
        asked.append((languages, app, has_docs))
        return iter(FILES.items())

    monkeypatch.setattr(files, "files", made)
    return asked


def test_the_files_are_written(cli: Cli, tmp_path: Path, few: list[tuple[tuple[str, ...], str, bool]]) -> None:
    folder = tmp_path / "public"
    done = right(cli("site", "--output", str(folder)))
    assert done.out == f"{load('en')('site.written', pages='3 pages', size='0.0', folder=folder)}\n"
    assert {name: (folder / name).read_text("utf-8") for name in FILES} == FILES
    assert few == [(tuple(LANGUAGES), "", False)]


def test_one_language_and_the_app(cli: Cli, tmp_path: Path, few: list[tuple[tuple[str, ...], str, bool]]) -> None:
    app = "https://tokviz.example.org"
    right(cli("site", "--output", str(tmp_path / "public"), "--language", "zh", "--app", app))
    assert few == [(("zh",), app, False)]


def test_it_renews_its_own_and_nothing_else(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "public"
    right(cli("site", "-o", str(folder)))
    (folder / "CNAME").write_text("tokviz.example.org")
    monkeypatch.setattr(files, "files", lambda *asked: iter({"index.html": "new"}.items()))
    right(cli("site", "-o", str(folder)))
    assert {path.name for path in folder.rglob("*") if path.is_file()} == {"index.html", "CNAME", MARK}
    assert (folder / "index.html").read_text("utf-8") == "new"


@pytest.mark.parametrize("mark", [None, "no list", json.dumps(["../secret"]), json.dumps({"a": 1})])
def test_a_folder_with_other_things_is_left_alone(cli: Cli, tmp_path: Path, mark: str | None) -> None:
    (tmp_path / "secret").write_text("kept")
    folder = tmp_path / "thesis"
    folder.mkdir()
    (folder / "chapter.txt").write_text("kept")
    if mark is not None:
        (folder / MARK).write_text(mark)
    done = cli("site", "--output", str(folder))
    assert (done.code, done.out) == (2, "")
    assert done.err == f"tokviz: {TokvizError('cli-site-folder', name=str(folder))}\n"
    assert (folder / "chapter.txt").read_text() == (tmp_path / "secret").read_text() == "kept"
    assert not (folder / "index.html").exists()


@pytest.mark.parametrize("app", ["tokviz.example.org", "javascript:alert(1)", "https://", "http://["])
def test_an_address_that_is_none(cli: Cli, tmp_path: Path, app: str) -> None:
    done = cli("site", "--output", str(tmp_path / "public"), "--app", app)
    assert done.code == 2
    told = load("en")("cli.see-help", what=TokvizError("cli-site-app", value=app), command="tokviz site")
    assert done.err == f"tokviz: {told}\n"
    assert not (tmp_path / "public").exists()


def test_a_language_that_there_is_not(cli: Cli, tmp_path: Path) -> None:
    done = cli("site", "--output", str(tmp_path / "public"), "--language", "xx")
    assert done.code == 2
    assert "xx" in done.err


def test_a_file_in_the_place_of_the_folder(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "public").write_text("kept")
    assert cli("site", "--output", str(tmp_path / "public")).code == 2
    assert (tmp_path / "public").read_text() == "kept"


def test_the_documentation_becomes_part_of_it(
    cli: Cli, tmp_path: Path, few: list[tuple[tuple[str, ...], str, bool]]
) -> None:
    """Its pages are copied, renewed with the rest, and not counted among those of the site."""
    built = tmp_path / "build"
    (built / "_static").mkdir(parents=True)
    (built / "index.html").write_text("docs")
    (built / "_static" / "font.woff2").write_bytes(b"\xff\x00")
    folder = tmp_path / "public"
    done = right(cli("site", "--output", str(folder), "--docs", str(built)))
    assert done.out.startswith("3 pages, ")
    assert few == [(tuple(LANGUAGES), "", True)]
    assert (folder / "docs" / "_static" / "font.woff2").read_bytes() == b"\xff\x00"
    right(cli("site", "--output", str(folder)))
    assert not (folder / "docs" / "index.html").exists()


def test_documentation_that_is_not_built(cli: Cli, tmp_path: Path) -> None:
    done = cli("site", "--output", str(tmp_path / "public"), "--docs", str(tmp_path))
    assert (done.code, done.out) == (2, "")
    assert f"{tmp_path} has no index.html" in done.err
