"""Joined scripts: every module once, behind what it needs, and no name twice."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tokviz.views.shared.rendering import joined, sheets

PACKAGE = Path(__file__).resolve().parents[3] / "tokviz"
COMPONENTS = PACKAGE / "web" / "components"
ENTRIES = [
    *(folder / f"{folder.name}.js" for folder in sorted(COMPONENTS.iterdir()) if (folder / "__init__.py").is_file()),
    PACKAGE / "views" / "takeaway" / "replay.js",
    PACKAGE / "views" / "worksheets" / "stills.js",
    PACKAGE / "web" / "live" / "student" / "student.js",
    PACKAGE / "web" / "offline" / "site.js",
    COMPONENTS / "loader.js",
]
PAGES = {"replay", "stills", "student", "site"}
"""Scripts of pages of their own, which hand nothing on."""


def test_modules_stand_behind_what_they_need(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text(
        'import b from "./b.js";\nimport {\n  one,\n  two,\n} from "./sub/c.js";\n\nb(one);\n'
    )
    (tmp_path / "b.js").write_text('import { one } from "./sub/c.js";\n\nconst b = (x) => x;\n\nexport default b;\n')
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "c.js").write_text("export const one = 1;\nexport function two() {}\nexport class C {}\n")
    text = joined(tmp_path / "a.js")
    assert re.findall(r"\S.*", text) == [
        *("const one = 1;", "function two() {}", "class C {}"),
        "const b = (x) => x;",
        "b(one);",
    ]


def test_a_sheet_has_what_it_imports_in_its_place(tmp_path: Path) -> None:
    folder = tmp_path / "one"
    folder.mkdir()
    (tmp_path / "theme.css").write_text("a {}\n")
    (folder / "before.css").write_text("c {}\n")
    (folder / "one.css").write_text('@import "../theme.css";\nb {}\n')
    assert sheets(folder).split() == ["a", "{}", "b", "{}", "c", "{}"]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda path: path.stem)
def test_the_scripts_of_the_app_are_whole(entry: Path) -> None:
    text = joined(entry)
    assert not re.search(r"^import\b", text, re.MULTILINE)
    assert len(re.findall(r"^export\b", text, re.MULTILINE)) == (0 if entry.stem in PAGES else 1)
    names = re.findall(r"^(?:export (?:default )?)?(?:async )?(?:function|class|const|let) (\w+)", text, re.MULTILINE)
    assert len(names) > 5
    assert [name for name in set(names) if names.count(name) > 1] == []


def test_every_module_is_used() -> None:
    arrival = PACKAGE / "web" / "arrival" / "arrival.js"  # of the index page, where nothing is exported
    used = {path for entry in (*ENTRIES, arrival) for path in _needed(entry)}
    assert {path for part in ("web", "views") for path in (PACKAGE / part).rglob("*.js")} == used


def _needed(path: Path) -> set[Path]:
    needed = re.findall(r'from "(\..+?)";', path.read_text("utf-8"))
    return {path}.union(*(_needed((path.parent / name).resolve()) for name in needed))
