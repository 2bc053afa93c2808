"""``tokviz film``: a lesson in twenty seconds, as a file for a page, a slide or a message."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from tokviz import guides
from tokviz.cli import files
from tokviz.cli.export import THEMES
from tokviz.cli.options import choose, format_of
from tokviz.errors import TokvizError
from tokviz.views.shared.catalog import Catalog

_USUAL = "webp"


def run(arguments: Namespace, say: Catalog) -> int:
    """Write the film in the format that was asked for."""
    from tokviz.features.site.web.films import shots

    name = choose("LESSON", arguments.lesson, guides.names())
    kinds = arguments.more_formats
    ending = Path(arguments.output or "").suffix.lower().removeprefix(".")
    kind = format_of(arguments.format, arguments.output, kinds, ending if ending in kinds else _USUAL)
    theme = choose("--theme", arguments.theme, THEMES)
    if arguments.output is None and files.is_screen():
        raise TokvizError("cli-binary", format=kind)
    files.write(kinds[kind](shots(guides.load(name), say), theme), arguments.output)
    return 0
