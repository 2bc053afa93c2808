"""The sources of the project: Python as syntax, each file parsed and walked once; scripts and sheets as files."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from tokviz.frontend import FOLDER

__all__ = ["frontend_files", "nodes", "parsed", "walked"]


@cache
def parsed(source: str) -> ast.Module:
    """A source text as syntax."""
    return ast.parse(source)


@cache
def walked(source: str) -> tuple[ast.AST, ...]:
    """All nodes of a source text, in no order that a test may count on."""
    return tuple(ast.walk(parsed(source)))


def nodes(path: Path) -> tuple[ast.AST, ...]:
    """The same of a file."""
    return walked(path.read_text("utf-8"))


@cache
def frontend_files(suffix: str) -> tuple[Path, ...]:
    """The scripts (`.js`) or sheets (`.css`) of the frontend, without tests and what npm has installed there."""
    found = FOLDER.rglob(f"*{suffix}")
    return tuple(sorted(path for path in found if path.relative_to(FOLDER).parts[0] not in {"node_modules", "tests"}))
