"""The command of the hub, ``tokviz get``, with its arguments; `cli.py` runs it."""

from __future__ import annotations

from argparse import Namespace

from tokviz.cli.parser import Command, Parser
from tokviz.cli.unused import Unused
from tokviz.views.shared.catalog import Catalog

__all__ = ["COMMANDS"]


def _add_get(subparser: Parser, say: Catalog) -> None:
    subparser.add_argument("name", metavar="NAME", nargs="*", help=say("cli.option.name"))
    subparser.add_argument("--offline", action="store_true", help=say("cli.option.offline"))


def _run_get(arguments: Namespace, say: Catalog) -> int:
    from tokviz.features.hub import cli

    return cli.run(arguments, say)


COMMANDS = (
    Command(
        "get",
        _run_get,
        _add_get,
        (
            "tokviz get",
            "tokviz get gpt2 bert-base-uncased cl100k_base",
            "tokviz get organization/name@revision",
            "tokviz get --offline gpt2",
        ),
        after="compare",
        unused=(Unused(("offline",), lambda arguments: "" if arguments.name else "NAME", is_without=True),),
    ),
)
