"""The command of the static site, ``tokviz site``, with its arguments; `cli.py` runs it."""

from __future__ import annotations

from tokviz.cli.parser import Command, Parser
from tokviz.views.shared.catalog import LANGUAGES, Catalog

__all__ = ["COMMANDS"]


def _add_site(one: Parser, say: Catalog) -> None:
    languages = ", ".join(LANGUAGES)
    one.add_argument("--output", "-o", metavar="FOLDER", help=say("cli.option.site.output"))
    one.add_argument("--app", metavar="ADDRESS", help=say("cli.option.site.app"))
    one.add_argument("--docs", metavar="FOLDER", help=say("cli.option.site.docs"))
    one.add_argument("--language", metavar="LANG", help=say("cli.option.site.language", languages=languages))


COMMANDS = (
    Command(
        "site",
        "tokviz.features.site.cli.run",
        _add_site,
        ("tokviz site", "tokviz site --output public --app https://tokviz.example.org"),
    ),
)
