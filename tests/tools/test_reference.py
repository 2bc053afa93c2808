"""The pages of the documentation that follow from the code are what the code gives."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tokviz import examples
from tokviz.algorithms import ALGORITHMS
from tokviz.exercises import KINDS
from tokviz.state.pages import PAGES
from tokviz.state.training import KnobValue
from tools.reference import MEANINGS, pages

PAGES_OF_CODE = {path.stem: (path, text) for path, text in pages()}


@pytest.mark.parametrize("name", PAGES_OF_CODE)
def test_a_page_is_up_to_date(name: str) -> None:
    path, text = PAGES_OF_CODE[name]
    assert path.read_text("utf-8") == text, "write it anew: python -m tools.reference"


def test_every_parameter_is_explained_and_none_besides() -> None:
    forms = [form for page in PAGES for form in (page.form, page.second_half and page.second_half.form) if form]
    named = {field.name for form in forms for field in form.fields if not isinstance(field.kind, KnobValue)}
    assert set(MEANINGS) - {"do"} == named
    _, text = PAGES_OF_CODE["links"]
    listed = set(re.findall(r"(?m)^\| `([a-z]+)` \|", text))
    assert listed >= {field.name for form in forms for field in form.fields}


def test_hidden_parts_are_joined_as_the_page_splits_them(root: Path) -> None:
    _, text = PAGES_OF_CODE["links"]
    (separator,) = re.findall(r"(?m)^\| `hide` \| .*joined by a (\w+) \|", text)
    (sign,) = re.findall(r'get\("hide", ""\)\.split\("(.)"\)', (root / "tokviz/web/script/main.py").read_text("utf-8"))
    assert {"comma": ",", "dot": "."}[separator] == sign


def test_every_kind_of_exercise_is_listed(root: Path) -> None:
    """In the order of the page, each with what it asks for."""
    text = (root / "docs" / "reference" / "exercises.md").read_text("utf-8")
    table = text.partition("| kind | asks for | answer |")[2].partition("\n\n")[0]
    assert tuple(re.findall(r"(?m)^\| `([a-z0-9-]+)` \|", table)) == tuple(KINDS)


def test_every_convention_has_a_line() -> None:
    _, text = PAGES_OF_CODE["conventions"]
    lines = re.findall(r"(?m)^\| .*? \(`([a-z0-9.-]+)`\) \|", text)
    assert sorted(lines) == sorted(preset for algorithm in ALGORITHMS.values() for preset in algorithm.presets)


@pytest.mark.parametrize("name", ["errata", "errata.zh"])
def test_every_erratum_is_told_once(name: str) -> None:
    """An erratum of several algorithms or examples is one entry."""
    _, text = PAGES_OF_CODE[name]
    keys = {
        erratum.key
        for example in examples.NAMES
        for recipe in examples.load(example).recipes.values()
        for erratum in recipe.errata
    }
    assert len(re.findall(r"(?m)^- ", text)) == len(keys)


def test_every_environment_variable_is_listed(root: Path) -> None:
    """Those that the app and its container files read."""
    folders = ("tokviz", "deploy")
    sources = [
        path for folder in folders for path in (root / folder).rglob("*") if path.suffix in {".py", ".yaml", ".cfg"}
    ]
    read = {name for path in sources for name in re.findall(r"TOKVIZ_[A-Z_]*[A-Z]", path.read_text("utf-8"))}
    listed = re.findall(r"`(TOKVIZ_[A-Z_]+)`", (root / "docs" / "reference" / "environment.md").read_text("utf-8"))
    assert read <= set(listed)
    assert len(listed) == len(set(listed))
