"""Templates: what they are given is escaped, what they lack is an error, and Python holds no HTML of its own."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from jinja2 import UndefinedError

from tests.sources import nodes
from tokviz.views.shared.catalog import load
from tokviz.views.shared.rendering import environment, render, source

EN = load("en")
TABLE = {"caption": "<b>", "titles": ["'\""], "rows": [["&\ud800"]], "numeric": [False], "more": 0, "note": ""}


def test_what_a_template_is_given_is_escaped() -> None:
    made = render("notebook.html", EN, **TABLE)
    assert "&lt;b&gt;</caption>" in made
    assert ">&#39;&#34;</th>" in made
    assert ">&amp;?</td>" in made  # half a character cannot be written


def test_a_name_that_is_missing_is_an_error() -> None:
    with pytest.raises(UndefinedError, match="'caption' is undefined"):
        render("notebook.html", EN, **{name: value for name, value in TABLE.items() if name != "caption"})


@pytest.mark.parametrize("name", environment().list_templates(["html"]))
def test_only_styles_scripts_and_the_policy_are_written_as_they_are(name: str) -> None:
    safe = set(re.findall(r"{{ (\w+) \| safe }}", source(name)))
    assert safe <= {"policy", "style", "script", "picture_style", "data"}
    assert source(name).count("safe }}") == len(safe)


MARKS = {"</w>", "<pad>", "<unk>"}
"""Tokens that look like tags."""


def test_python_holds_no_html(root: Path) -> None:
    files = sorted((root / "tokviz" / "views").rglob("*.py"))
    assert len(files) > 30
    for path in files:
        told = {id(node.value) for node in nodes(path) if isinstance(node, ast.Expr)}  # docstrings
        texts = [node.value for node in nodes(path) if isinstance(node, ast.Constant) and id(node) not in told]
        texts = [text for text in texts if text not in MARKS]
        assert [text for text in texts if isinstance(text, str) and re.search(r"</?[a-z]+[ >]", text)] == [], path
