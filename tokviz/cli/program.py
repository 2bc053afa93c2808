"""A run of the command line: arguments in, an exit code out; errors become one line, interruptions nothing.

Exit codes: 0; 1 where ``check`` or ``diff`` found a difference; 2 after one line on standard error; 130 after Ctrl-C;
141 when the reader of the output is gone. The language is that of ``--lang``, then the environment's, then English.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext

from tokviz.cli import files
from tokviz.cli.options import choose
from tokviz.cli.parser import Added, parser
from tokviz.cli.unused import refuse
from tokviz.errors import RulesError, TokvizError
from tokviz.views.shared.catalog import LANGUAGES, Catalog, load
from tokviz.views.shared.display import visible
from tokviz.views.shared.messages import error_text

_WRONG, _INTERRUPTED, _NO_READER = 2, 130, 141
# Errors of commands that no help can answer: a file, or what is in one. All others are about the arguments.
_OF_CONTENT = {
    *("cli-file-missing", "cli-file-folder", "cli-file-unreadable", "cli-file-unwritable"),
    *("cli-tokenizer-missing", "cli-token", "unknown-id", "cli-function", "cli-code", "cli-merges"),
    *("cli-site-folder", "cli-no-streamlit"),
}


def run(arguments: Sequence[str] | None, added: Added) -> int:
    """Do what the arguments say, or those of the process for None. added: the features."""
    argv = sys.argv[1:] if arguments is None else list(arguments)
    usual = of_environment(os.environ)
    say = load(of_options(argv, usual))
    parsed = Namespace()
    try:
        parsed = parser(say, added, argv).parse_args(argv)
        _check_language(parsed)
        refuse(parsed, parsed.unused)
        with nullcontext() if parsed.command in (None, "start") else files.only_our_errors():
            return _dispatch(parsed, say)
    except TokvizError as error:
        files.write_error(_sentence(error, parsed, say))
        return _WRONG
    except SystemExit as done:  # after --help
        return int(done.code or 0)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        return _NO_READER


def _sentence(error: TokvizError, arguments: Namespace, say: Catalog) -> str:
    """Say what is wrong: in which file, or, of the arguments, which help to read."""
    text = error_text(error, say)
    names = getattr(error, "__notes__", [])
    if names:
        return f"{' '.join(map(visible, names[0].split(' ')))}: {text}"
    if isinstance(error, RulesError) or (error.code.startswith("cli-") and error.code not in _OF_CONTENT):
        return say("cli.see-help", what=text, command=error.details.get("command") or arguments.prog)
    return text


def _dispatch(arguments: Namespace, say: Catalog) -> int:
    """Run the command that was named, without one the app; what another one needs is not imported."""
    run: Callable[[Namespace, Catalog], int] = arguments.run
    return run(arguments, say)


# -- the language ------------------------------------------------------------------------------------------------------


_LANGUAGE_OPTION = "--lang"
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # in the order in which they count


def of_environment(environment: Mapping[str, str]) -> str:
    """Return the language of the first variable that is set, if there is a catalog for it.

    >>> of_environment({"LANG": "zh_CN.UTF-8"}), of_environment({"LC_ALL": "C", "LANG": "zh_CN.UTF-8"})
    ('zh', 'en')
    """
    named = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    code = named.replace("-", "_").split("_")[0].split(".")[0].lower()
    return code if code in LANGUAGES else "en"


def of_options(arguments: Sequence[str], default: str) -> str:
    """Return the language that the arguments ask for, found before they are parsed, since the parser speaks it already.

    The default where there is no catalog for it, which `check` says.

    >>> of_options(["train", "--lang=zh"], "en"), of_options(["train"], "en")
    ('zh', 'en')
    """
    language = default
    for place, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument == _LANGUAGE_OPTION and place + 1 < len(arguments):
            language = arguments[place + 1]
        elif argument.startswith(f"{_LANGUAGE_OPTION}="):
            language = argument.partition("=")[2]
    return language if language in LANGUAGES else default


def _check_language(arguments: Namespace) -> None:
    """Raise TokvizError if the parsed arguments ask for a language without a catalog."""
    if "lang" in arguments:
        choose(_LANGUAGE_OPTION, arguments.lang, LANGUAGES)
