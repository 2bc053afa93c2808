"""The command line: ``tokviz`` starts the app, ``tokviz train|encode|compare`` print or write what the pages show.

This package alone prints. It may use the core and the views, and never the pages' code.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0, or 2 after one line about what was wrong.

    arguments: those after the program's name; None for those of the process.
    """
    from tokviz.cli.program import run

    return run(arguments)
