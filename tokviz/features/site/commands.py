"""The commands of the static site, ``tokviz site`` and ``tokviz film``, with their arguments."""

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
    subparser.add_argument("--films", action="store_true", help=say("cli.option.site.films"))
    subparser.add_argument("--live", action="store_true", help=say("cli.option.site.live"))
    parts = say("cli.option.site.parts", release=RELEASE)
    subparser.add_argument("--parts", metavar="SOURCE", nargs="+", action="extend", help=parts)


def _run_site(arguments: Namespace, say: Catalog) -> int:
    from tokviz.features.site import cli

    return cli.run(arguments, say)


def _add_film(subparser: Parser, say: Catalog) -> None:
    from tokviz import guides  # slow to import, and needed for this help alone

    lessons = ", ".join(guides.names())
    subparser.add_argument("lesson", metavar="LESSON", help=say("cli.option.film.lesson", lessons=lessons))
    subparser.add_argument("--theme", metavar="NAME", default="light", help=say("cli.option.export.theme"))
    subparser.add_argument("--format", "-f", metavar="NAME", help=say("cli.option.film.format"))
    subparser.add_argument("--output", "-o", metavar="FILE", help=say("cli.option.output"))


def _run_film(arguments: Namespace, say: Catalog) -> int:
    from tokviz.features.site import cli

    return cli.run_film(arguments, say)


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
    Command(
        "film",
        _run_film,
        _add_film,
        ("tokviz film bpe --output bpe.webp", "tokviz film unigram --lang zh --theme dark --output unigram.mp4"),
    ),
)
