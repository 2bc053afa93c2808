"""The sources of the project as syntax: each file is parsed and walked once, whatever tests ask of it."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

__all__ = ["nodes", "parsed", "walked"]


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
