"""``tokviz`` and ``python -m tokviz``: the command line, with what features add to it."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0, or 2 after one line about what was wrong.

    arguments: those after the program's name; None for those of the process.
    """
    from tokviz import features
    from tokviz.cli.program import run

    return run(arguments, features)


if __name__ == "__main__":
    sys.exit(main())
