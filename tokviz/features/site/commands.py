"""The command of the static site, ``tokviz site``, with its arguments; `cli.py` runs it."""

from __future__ import annotations

from argparse import Namespace

from tokviz.cli.parser import Command, Parser
from tokviz.views.shared.catalog import LANGUAGES, Catalog


def _add_site(subparser: Parser, say: Catalog) -> None:
    from tokviz.features.site.parts import RELEASE  # slow to import, and needed for this help alone

    languages = ", ".join(LANGUAGES)
    subparser.add_argument("--output", "-o", metavar="FOLDER", help=say("cli.option.site.output"))
    subparser.add_argument("--app", metavar="ADDRESS", help=say("cli.option.site.app"))
    subparser.add_argument("--at", metavar="ADDRESS", help=say("cli.option.site.at"))
    subparser.add_argument("--docs", metavar="FOLDER", help=say("cli.option.site.docs"))
    subparser.add_argument("--language", metavar="LANG", help=say("cli.option.site.language", languages=languages))
    subparser.add_argument("--scorm", action="store_true", help=say("cli.option.site.scorm"))
    subparser.add_argument("--live", action="store_true", help=say("cli.option.site.live"))
    parts = say("cli.option.site.parts", release=RELEASE)
    subparser.add_argument("--parts", metavar="SOURCE", nargs="+", action="extend", help=parts)


def _run_site(arguments: Namespace, say: Catalog) -> int:
    from tokviz.features.site import cli

    return cli.run(arguments, say)


COMMANDS = (
    Command(
        "site",
        _run_site,
        _add_site,
        (
            "tokviz site",
            "tokviz site --output public --app https://tokviz.example.org",
            "tokviz site --output public --scorm",
            "tokviz site --output public --live --parts build/parts",
        ),
    ),
)
