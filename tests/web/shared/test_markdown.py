"""Texts of visitors and of their files are escaped before Streamlit reads them as Markdown."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from tokviz.errors import RulesError
from tokviz.views.shared import messages as plain
from tokviz.views.shared.catalog import load
from tokviz.web.shared import messages

ROOT = Path(__file__).parents[3]
EN = load("en")

SHOWN = {"caption", "error", "header", "info", "markdown", "subheader", "success", "title", "toast", "warning", "write"}
"""The functions of Streamlit that read Markdown."""
BROUGHT = {"brief", "note_text", "sentence", "shorten", "tokenizer_label", "visible"}
"""The functions whose results have in them what a visitor or a file brought, as it is."""
ERRORS = "tokviz.views.shared.messages"
"""The module whose errors are plain text. Pages take theirs, which are Markdown, from `tokviz.web.shared.messages`."""


def modules() -> list[Path]:
    folders = (ROOT / "pages", ROOT / "tokviz/web", *(ROOT / "tokviz/features").glob("*/web"))
    return sorted({*chain.from_iterable(folder.rglob("*.py") for folder in folders)} | {*features()})


def features() -> Iterator[Path]:
    return (ROOT / "tokviz/features").glob("*/web.py")


def called(node: ast.expr) -> str:
    if not isinstance(node, ast.Call):
        return ""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def is_brought(value: ast.expr, assigned: dict[str, ast.expr]) -> bool:
    """Tell if an expression has something brought in it that no call around escapes."""
    match value:
        case ast.Call():
            if called(value) in {"say", "count"}:  # a text of ours, with values in it
                return any(is_brought(keyword.value, assigned) for keyword in value.keywords)
            return called(value) in BROUGHT
        case ast.Name(id=name) if name in assigned:
            return is_brought(assigned[name], {other: to for other, to in assigned.items() if other != name})
        case ast.JoinedStr():
            return any(
                is_brought(part.value, assigned) for part in value.values if isinstance(part, ast.FormattedValue)
            )
        case ast.BinOp():
            return is_brought(value.left, assigned) or is_brought(value.right, assigned)
        case ast.IfExp():
            return is_brought(value.body, assigned) or is_brought(value.orelse, assigned)
    return False


def brought(source: str) -> list[str]:
    """Return the calls of Streamlit in a source that show as Markdown what was brought."""
    found = []
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef):
            assigned = {
                target.id: node.value
                for node in ast.walk(function)
                if isinstance(node, ast.Assign)
                for target in node.targets
                if isinstance(target, ast.Name)
            }
            found += [
                ast.unparse(call)
                for call in ast.walk(function)
                if isinstance(call, ast.Call) and called(call) in SHOWN and call.args
                if is_brought(call.args[0], assigned)
            ]
    return found


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_page_shows_as_markdown_what_was_brought(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert brought(source) == []
    imports = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    names = [alias.name for node in imports if node.module == ERRORS for alias in node.names]
    assert "error_text" not in names


@pytest.mark.parametrize(
    "shown",
    [
        "st.caption(f'{name}: {visible(word)}')",
        "label = tokenizer_label(tokenizer)\n    st.error(say('cannot', name=label))",
        "st.warning('a ' + error.sentence(say.templates))",
    ],
)
def test_what_is_not_escaped_is_found(shown: str) -> None:
    assert len(brought(f"def draw():\n    {shown}")) == 1


def test_an_error_shows_as_it_is_what_a_file_put_into_it() -> None:
    error = RulesError("rules-choice", name="model", value="[Sign in](//evil.example)", choices="BPE")
    assert "[Sign in](//evil.example)" in plain.error_text(error, EN)
    assert messages.error_text(error, EN) == messages.escape(plain.error_text(error, EN))
    assert "](" not in messages.error_text(error, EN)
