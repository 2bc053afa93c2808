"""A run of the command line: arguments in, an exit code out; errors become one line, interruptions nothing.

Exit codes: 0; 1 where ``check`` or ``diff`` found a difference; 2 after one line on standard error; 130 after Ctrl-C;
141 when whoever reads the output has gone.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from importlib import import_module

from tokviz.cli import files, language
from tokviz.cli.parser import parser
from tokviz.errors import RulesError, TokvizError
from tokviz.views.shared.catalog import Catalog, load
from tokviz.views.shared.display import visible
from tokviz.views.shared.messages import error_text

__all__ = ["run"]

_WRONG, _INTERRUPTED, _NO_READER = 2, 130, 141
# Errors of commands that no help can answer: a file, or what is in one. All others are about the arguments.
_OF_CONTENT = {
    *("cli-file-missing", "cli-file-folder", "cli-file-unreadable", "cli-file-unwritable"),
    *("cli-tokenizer-missing", "cli-token", "cli-id", "cli-function", "cli-code", "cli-merges"),
    *("cli-site-folder", "cli-no-streamlit"),
}


def run(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments say; those of the process without any."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    usual = language.of_environment(os.environ)
    say = load(language.of_options(given, usual))
    asked = Namespace()
    try:
        asked = parser(say).parse_args(given)
        language.check(asked)
        with nullcontext() if asked.module == "start" else files.only_our_errors():
            return _dispatch(asked, say)
    except TokvizError as error:
        files.write_error(_sentence(error, asked, say))
        return _WRONG
    except SystemExit as done:  # after --help
        return int(done.code or 0)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        return _NO_READER


def _sentence(error: TokvizError, asked: Namespace, say: Catalog) -> str:
    """Say what is wrong: in which file, or, of the arguments, which help to read."""
    text = error_text(error, say)
    names = getattr(error, "__notes__", [])
    if names:
        return f"{' '.join(map(visible, names[0].split(' ')))}: {text}"
    if isinstance(error, RulesError) or (error.code.startswith("cli-") and error.code not in _OF_CONTENT):
        return say("cli.see-help", what=text, command=error.details.get("command") or asked.prog)
    return text


def _dispatch(asked: Namespace, say: Catalog) -> int:
    """Run the command that was named, without one the app; what another one needs is not imported."""
    module = import_module(f"tokviz.cli.{asked.module}")
    run: Callable[[Namespace, Catalog], int] = module.run
    return run(asked, say)
