"""How the code is kept: modules that say what they do, short enough to read in one go, with honest `__all__` lists."""

import ast
import importlib
from pathlib import Path

import pytest

MODULE_LINES = 350
PAGE_LINES = 80


@pytest.fixture(scope="module")
def modules(root: Path) -> dict[str, Path]:
    """Dotted name -> file, for every module of the package."""
    files = sorted((root / "tokviz").rglob("*.py"))
    assert files, "nothing to look at"
    return {".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path for path in files}


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def test_every_module_says_what_it_does(modules: dict[str, Path]) -> None:
    silent = [name for name, path in modules.items() if not ast.get_docstring(ast.parse(path.read_text("utf-8")))]
    assert silent == []


def test_modules_are_short(modules: dict[str, Path]) -> None:
    assert {name: lines(path) for name, path in modules.items() if lines(path) > MODULE_LINES} == {}


def test_pages_are_thin(root: Path) -> None:
    pages = sorted((root / "pages").glob("*.py"))
    assert pages, "nothing to look at"
    assert {path.name: lines(path) for path in pages if lines(path) > PAGE_LINES} == {}


def test_all_lists_are_true(modules: dict[str, Path]) -> None:
    """Each listed name exists, once. Their order is ruff's business (RUF022)."""
    wrong = {}
    for name in modules:
        module = importlib.import_module(name)
        listed: list[str] = getattr(module, "__all__", [])
        absent = [entry for entry in listed if not hasattr(module, entry)]
        if absent or len(set(listed)) < len(listed):
            wrong[name] = absent or listed
    assert wrong == {}
