"""The commands of the hub, ``tokviz get`` and ``tokviz models``, with their arguments; `cli.py` runs them."""

from __future__ import annotations

from argparse import Namespace

from tokviz.cli.parser import Command, Parser
from tokviz.cli.unused import Unused
from tokviz.views.shared.catalog import Catalog


def _add_get(subparser: Parser, say: Catalog) -> None:
    subparser.add_argument("name", metavar="NAME", nargs="*", help=say("cli.option.name"))
    subparser.add_argument("--offline", action="store_true", help=say("cli.option.offline"))


def _run_get(arguments: Namespace, say: Catalog) -> int:
    from tokviz.features.hub import cli

    return cli.run(arguments, say)


def _add_models(subparser: Parser, say: Catalog) -> None:
    subparser.add_argument("name", metavar="NAME", nargs="*", help=say("cli.option.model"))
    subparser.add_argument("--all", action="store_true", help=say("cli.option.all-models"))


def _run_models(arguments: Namespace, say: Catalog) -> int:
    from tokviz.features.hub import cli

    return cli.run_models(arguments, say)


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
    Command(
        "models",
        _run_models,
        _add_models,
        ("tokviz models", "tokviz models gpt-4o bert", "tokviz models --all"),
        after="get",
        unused=(Unused(("all",), lambda arguments: "NAME" if arguments.name else ""),),
    ),
)
