"""A run of the command line: arguments in, an exit code out; errors become one line, interruptions nothing.

Exit codes: 0; 1 where ``check`` found a difference; 2 after one line on standard error; 130 after Ctrl-C; 141 when
whoever reads the output has gone.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Sequence

from tokviz.cli import files, language
from tokviz.cli.parser import parser
from tokviz.errors import TokvizError
from tokviz.views.shared.catalog import Catalog, load
from tokviz.views.shared.display import visible
from tokviz.views.shared.messages import error_text

__all__ = ["run"]

_WRONG, _INTERRUPTED, _NO_READER = 2, 130, 141


def run(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments say; those of the process without any."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    usual = language.of_environment(os.environ)
    say = load(usual)
    try:
        say = load(language.of_options(given, usual))
        return _dispatch(parser(say).parse_args(given), say)
    except TokvizError as error:
        about = [" ".join(map(visible, name.split(" "))) for name in getattr(error, "__notes__", [])[:1]]
        files.write_error(": ".join([*about, error_text(error, say)]))
        return _WRONG
    except SystemExit as done:  # after --help
        return int(done.code or 0)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        return _NO_READER


def _dispatch(asked: Namespace, say: Catalog) -> int:
    """Run the command that was named; what another one needs is not imported."""
    match asked.command:
        case "train":
            from tokviz.cli import train

            return train.run(asked, say)
        case "encode":
            from tokviz.cli import encode

            return encode.run(asked, say)
        case "stages":
            from tokviz.cli.pipeline import stages

            return stages.run(asked, say)
        case "vocabulary":
            from tokviz.cli.pipeline import vocabulary

            return vocabulary.run(asked, say)
        case "get":
            from tokviz.cli.pipeline import get

            return get.run(asked, say)
        case "compare":
            from tokviz.cli import compare

            return compare.run(asked, say)
        case "check":
            from tokviz.cli.checking import check

            return check.run(asked, say)
        case "tasks":
            from tokviz.cli.homework import tasks

            return tasks.run(asked, say)
        case "grade":
            from tokviz.cli.homework import grade

            return grade.run(asked, say)
        case "site":
            from tokviz.cli.offline import site

            return site.run(asked, say)
    from tokviz.cli import start

    return start.run(asked, say)
