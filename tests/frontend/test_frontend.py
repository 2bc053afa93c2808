"""Scripts and sheets of the frontend as one text: each file once, behind what it needs, no name twice, none unused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.sources import frontend_files
from tokviz import features
from tokviz.frontend import FOLDER, PICTURES, script, style
from tokviz.web.components.registration import COMPONENTS

ALL_COMPONENTS = (*COMPONENTS, *features.components())
ENTRIES = [
    *(f"{component}.js" for component in ALL_COMPONENTS),
    *("takeaway/replay.js", "takeaway/stills.js", "live/student.js", "page/loader.js"),
    *(
        "site/site.js",
        "site/course/course.js",
        "site/landing.js",
        "site/glossary.js",
        "site/tab/own.js",
        "site/tab/worker.js",
        "site/service_worker.js",
    ),
    "embed/embed.js",
]
PAGES = {
    *("takeaway/replay.js", "takeaway/stills.js", "live/student.js"),
    *(
        "site/site.js",
        "site/course/course.js",
        "site/landing.js",
        "site/glossary.js",
        "site/tab/own.js",
        "site/tab/worker.js",
        "site/service_worker.js",
    ),
}
"""Scripts of pages of their own, which hand nothing on."""


def test_modules_stand_behind_what_they_need(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text(
        'import b from "./b.js";\nimport {\n  one,\n  two,\n} from "./sub/c.js";\n\nb(one);\n'
    )
    (tmp_path / "b.js").write_text('import { one } from "./sub/c.js";\n\nconst b = (x) => x;\n\nexport default b;\n')
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "c.js").write_text("export const one = 1;\nexport function two() {}\nexport class C {}\n")
    text = script("a.js", tmp_path)
    assert re.findall(r"\S.*", text) == [
        *("const one = 1;", "function two() {}", "class C {}"),
        "const b = (x) => x;",
        "b(one);",
    ]


def test_a_sheet_has_what_it_imports_in_its_place(tmp_path: Path) -> None:
    folder = tmp_path / "one"
    folder.mkdir()
    (tmp_path / "theme.css").write_text("a {}\n")
    (folder / "before.css").write_text('@import "../theme.css";\nb {}\n')
    (folder / "one.css").write_text('@import "./before.css";\nc {}\n')
    assert style("one/one.css", tmp_path).split() == ["a", "{}", "b", "{}", "c", "{}"]


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_scripts_of_the_app_are_whole(entry: str) -> None:
    text = script(entry)
    assert not re.search(r"^import\b", text, re.MULTILINE)
    assert len(re.findall(r"^export\b", text, re.MULTILINE)) == (0 if entry in PAGES else 1)
    names = re.findall(r"^(?:export (?:default )?)?(?:async )?(?:function|class|const|let) (\w+)", text, re.MULTILINE)
    assert len(names) > 5
    assert [name for name in set(names) if names.count(name) > 1] == []


def test_every_script_is_used() -> None:
    """The index page, which exports nothing, included, and what a build runs in node."""
    short = ("page/arrival.js", "site/tab/compile.js", "site/tab/early.js")
    used = {path for entry in (*ENTRIES, *short) for path in _needed(FOLDER / entry)}
    assert set(frontend_files(".js")) == used


def test_every_component_and_picture_has_its_files() -> None:
    assert [one for one in ALL_COMPONENTS if not (FOLDER / f"{one}.js").is_file()] == []
    assert [sheet for sheet in PICTURES.values() if sheet.removesuffix(".css") not in COMPONENTS] == []


def test_no_component_is_called_like_another() -> None:
    names = [component.rpartition("/")[2] for component in ALL_COMPONENTS]
    assert sorted(set(names)) == sorted(names)


def test_every_component_that_is_registered_is_listed(root: Path) -> None:
    """A server has the files of those that are listed, before anything is registered."""
    sources = [path.read_text("utf-8") for path in sorted((root / "tokviz").rglob("*.py"))]
    registered = {name for text in sources for name in re.findall(r'\bregister(?:_component)?\("([\w/]+)"\)', text)}
    assert registered == set(ALL_COMPONENTS)


def _needed(path: Path) -> set[Path]:
    needed = re.findall(r'from "(\..+?)";', path.read_text("utf-8"))
    return {path}.union(*(_needed((path.parent / name).resolve()) for name in needed))
