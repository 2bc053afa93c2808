"""Features beside the algorithms, each a folder with all of its layers; this module lists what each of them adds.

The rest of tokviz imports no feature. Where the command line, the server and a visit begin, they ask this list, and the
list of pages does. It names modules without importing them, so what a feature needs is loaded when it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import import_module
from typing import Any

__all__ = ["FEATURES", "Feature", "commands", "components", "fill_hooks", "formats", "kept", "pages", "routes"]


@dataclass(frozen=True)
class Feature:
    """The additions of a feature, by dotted names; empty where it adds nothing of the kind.

    commands: a tuple of :class:`tokviz.cli.parser.Command`. formats: name of a command beside these -> name of a format
    that it can write, too -> the function that makes it. hooks: a function that fills places of pages
    (`tokviz.web.hooks`). routes: a :class:`tokviz.web.access_control.Routes`. pages: a tuple of
    :class:`tokviz.state.pages.Page`. components: where the scripts of its components are in the frontend. kept: what a
    browser tab can keep of a training -> the function that makes the page out of its trace, its state and a catalog.
    """

    name: str
    commands: str = ""
    formats: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    hooks: str = ""
    routes: str = ""
    pages: str = ""
    components: tuple[str, ...] = ()
    kept: Mapping[str, str] = field(default_factory=dict)


FEATURES = (
    Feature("hub", commands="tokviz.features.hub.commands.COMMANDS", hooks="tokviz.features.hub.web.register"),
    Feature(
        "homework",
        commands="tokviz.features.homework.commands.COMMANDS",
        hooks="tokviz.features.homework.web.register",
    ),
    Feature(
        "takeaway",
        formats={
            "export": {"html": "tokviz.features.takeaway.cli.picture_replay"},
            "check": {"html": "tokviz.features.takeaway.replay.replay_of_check"},
        },
        hooks="tokviz.features.takeaway.web.register",
        kept={"replay": "tokviz.features.takeaway.replay.replay_of_training"},
    ),
    Feature(
        "stills",
        formats={
            "export": {
                "svg": "tokviz.features.stills.cli.svg_stills",
                "png": "tokviz.features.stills.cli.png_stills",
                "gif": "tokviz.features.stills.cli.gif_animation",
                "webp": "tokviz.features.stills.cli.webp_animation",
                "tikz": "tokviz.features.stills.cli.tikz_pictures",
                "beamer": "tokviz.features.stills.cli.beamer_slides",
            },
            "compare": {
                "svg": "tokviz.features.stills.cli.comparison_svg",
                "png": "tokviz.features.stills.cli.comparison_png",
                "gif": "tokviz.features.stills.cli.comparison_gif",
                "webp": "tokviz.features.stills.cli.comparison_webp",
                "tikz": "tokviz.features.stills.cli.comparison_tikz",
                "beamer": "tokviz.features.stills.cli.comparison_beamer",
            },
            "site": {"png": "tokviz.features.stills.cli.preview"},
        },
        hooks="tokviz.features.stills.web.downloads.register",
    ),
    Feature(
        "embed",
        formats={
            "export": {
                "embed": "tokviz.features.embed.cli.element_and_script",
                "json": "tokviz.features.embed.cli.picture_json",
                "mjs": "tokviz.features.embed.cli.picture_module",
            }
        },
    ),
    Feature(
        "worksheets",
        formats={
            "encode": {
                "worksheet": "tokviz.features.worksheets.cli.words_sheet",
                "solution": "tokviz.features.worksheets.cli.words_solution",
            },
            "compare": {
                "worksheet": "tokviz.features.worksheets.cli.comparison_sheet",
                "solution": "tokviz.features.worksheets.cli.comparison_solution",
            },
        },
        hooks="tokviz.features.worksheets.web.register",
        kept={
            "worksheet": "tokviz.features.worksheets.training_page.first_sheet",
            "solution": "tokviz.features.worksheets.training_page.first_solution",
        },
    ),
    Feature("site", commands="tokviz.features.site.commands.COMMANDS"),
    Feature(
        "live",
        hooks="tokviz.features.live.web.leading.register",
        routes="tokviz.features.live.web.routes.ROUTES",
        pages="tokviz.features.live.PAGES",
        components=("live/live_bar",),
    ),
)
"""All features, in the order in which the command line lists their commands."""


def commands() -> tuple[Any, ...]:
    """Return the commands of all features."""
    return tuple(command for feature in FEATURES if feature.commands for command in _find(feature.commands))


def formats(command: str) -> dict[str, str]:
    """Return the formats that features add to a command: name -> the dotted name of the function that makes it."""
    return {name: make for feature in FEATURES for name, make in feature.formats.get(command, {}).items()}


def kept() -> dict[str, Callable[[], Any]]:
    """Return what a browser tab can keep: name -> what loads the function that makes it."""
    return {name: partial(_find, make) for feature in FEATURES for name, make in feature.kept.items()}


def routes() -> tuple[Any, ...]:
    """Return the routes of all features."""
    return tuple(_find(feature.routes) for feature in FEATURES if feature.routes)


def pages() -> tuple[Any, ...]:
    """Return the records of the pages of all features."""
    return tuple(page for feature in FEATURES if feature.pages for page in _find(feature.pages))


def components() -> tuple[str, ...]:
    """Return the components of all features."""
    return tuple(component for feature in FEATURES for component in feature.components)


@cache
def fill_hooks() -> None:
    """Have all features add to pages what they have to add; once in a process."""
    for feature in FEATURES:
        if feature.hooks:
            _find(feature.hooks)()


def _find(name: str) -> Any:
    module, _, attribute = name.rpartition(".")
    return getattr(import_module(module), attribute)
