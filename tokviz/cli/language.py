"""Which language the command line speaks: ``--lang`` first, then the environment's, then English."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping, Sequence

from tokviz.cli.options import choose
from tokviz.views.shared.catalog import LANGUAGES

__all__ = ["OPTION", "check", "of_environment", "of_options"]

OPTION = "--lang"
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # in the order in which they count


def of_environment(environment: Mapping[str, str]) -> str:
    """The language of the first variable that is set, if there is a catalog for it.

    >>> of_environment({"LANG": "zh_CN.UTF-8"}), of_environment({"LC_ALL": "C", "LANG": "zh_CN.UTF-8"})
    ('zh', 'en')
    """
    named = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    code = named.replace("-", "_").split("_")[0].split(".")[0].lower()
    return code if code in LANGUAGES else "en"


def of_options(arguments: Sequence[str], default: str) -> str:
    """The language that the arguments ask for, found before they are parsed, since the parser speaks it already.

    The default where there is no catalog for it, which `check` says.

    >>> of_options(["train", "--lang=zh"], "en"), of_options(["train"], "en")
    ('zh', 'en')
    """
    found = default
    for place, one in enumerate(arguments):
        if one == "--":
            break
        if one == OPTION and place + 1 < len(arguments):
            found = arguments[place + 1]
        elif one.startswith(f"{OPTION}="):
            found = one.partition("=")[2]
    return found if found in LANGUAGES else default


def check(asked: Namespace) -> None:
    """Raise TokvizError if the parsed arguments ask for a language without a catalog."""
    if "lang" in asked:
        choose(OPTION, asked.lang, LANGUAGES)
