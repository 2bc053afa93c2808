"""Features beside the algorithms, each a folder with all of its layers; this module lists what each of them adds.

The rest of tokviz knows no feature. Where a program begins (a command, a server, a browser tab, a notebook), it asks
this list and hands on what it gets. Each import waits in a function, so what a feature needs is loaded when it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from tokviz.cli.parser import Command
    from tokviz.state.pages import Page
    from tokviz.web.access_control import Routes

__all__ = ["FEATURES", "Feature", "add_files", "add_pages", "commands", "components", "fill_hooks", "formats", "routes"]

Formats: TypeAlias = Mapping[str, Callable[..., Any]]
"""Name of a format of a command -> the function that makes it."""


def _nothing() -> tuple[()]:
    return ()


def _nowhere() -> None:
    """Add nothing."""


@dataclass(frozen=True)
class Feature:
    """The additions of a feature, each a function that loads them.

    commands: its own. formats: name of another command -> more formats of that. hooks: fills places of pages
    (`tokviz.web.hooks`). routes, pages: its own. components: where the scripts of its components are in the frontend.
    files: adds to the files below pictures (`tokviz.views.added_files`).
    """

    name: str
    commands: Callable[[], tuple[Command, ...]] = _nothing
    formats: Mapping[str, Callable[[], Formats]] = field(default_factory=dict)
    hooks: Callable[[], None] = _nowhere
    routes: Callable[[], tuple[Routes, ...]] = _nothing
    pages: Callable[[], tuple[Page, ...]] = _nothing
    components: tuple[str, ...] = ()
    files: Callable[[], None] = _nowhere


# -- hub ---------------------------------------------------------------------------------------------------------------


def _hub_commands() -> tuple[Command, ...]:
    from tokviz.features.hub.commands import COMMANDS

    return COMMANDS


def _fill_hub() -> None:
    from tokviz.features.hub.web import offered

    offered.register()


# -- homework ----------------------------------------------------------------------------------------------------------


def _homework_commands() -> tuple[Command, ...]:
    from tokviz.features.homework.commands import COMMANDS

    return COMMANDS


def _fill_homework() -> None:
    from tokviz.features.homework import web

    web.register()


# -- takeaway ----------------------------------------------------------------------------------------------------------


def _replay_of_picture() -> Formats:
    from tokviz.features.takeaway.cli import picture_replay

    return {"html": picture_replay}


def _replay_of_comparison() -> Formats:
    from tokviz.features.takeaway.cli import comparison_replay

    return {"html": comparison_replay}


def _replay_of_check() -> Formats:
    from tokviz.features.takeaway.cli import check_replay

    return {"html": check_replay}


def _add_replays() -> None:
    from tokviz.features.takeaway import offered

    offered.register()


# -- stills ------------------------------------------------------------------------------------------------------------


def _stills() -> Formats:
    from tokviz.features.stills import cli

    return {
        "svg": cli.svg_stills,
        "png": cli.png_stills,
        "gif": cli.gif_animation,
        "webp": cli.webp_animation,
        "tikz": cli.tikz_pictures,
        "beamer": cli.beamer_slides,
    }


def _stills_of_comparison() -> Formats:
    from tokviz.features.stills import cli

    return {
        "svg": cli.comparison_svg,
        "png": cli.comparison_png,
        "gif": cli.comparison_gif,
        "webp": cli.comparison_webp,
        "tikz": cli.comparison_tikz,
        "beamer": cli.comparison_beamer,
    }


def _stills_of_site() -> Formats:
    from tokviz.features.stills import cli

    return {"png": cli.preview, "film": cli.films_of_site}


def _films() -> Formats:
    from tokviz.features.stills import film

    return {"webp": film.webp, "mp4": film.mp4}


def _add_stills() -> None:
    from tokviz.features.stills import offered

    offered.register()


def _fill_stills() -> None:
    from tokviz.features.stills.web import offered

    offered.register()


# -- embed -------------------------------------------------------------------------------------------------------------


def _embedded() -> Formats:
    from tokviz.features.embed import cli

    return {"embed": cli.element_and_script, "json": cli.picture_json, "mjs": cli.picture_module}


def _embedded_comparison() -> Formats:
    from tokviz.features.embed import cli

    return {"embed": cli.comparison_element, "mjs": cli.comparison_module}


# -- worksheets --------------------------------------------------------------------------------------------------------


def _sheets_of_words() -> Formats:
    from tokviz.features.worksheets import cli

    return {"worksheet": cli.words_sheet, "solution": cli.words_solution}


def _sheets_of_comparison() -> Formats:
    from tokviz.features.worksheets import cli

    return {"worksheet": cli.comparison_sheet, "solution": cli.comparison_solution}


def _add_sheets() -> None:
    from tokviz.features.worksheets import offered

    offered.register()


# -- site --------------------------------------------------------------------------------------------------------------


def _site_commands() -> tuple[Command, ...]:
    from tokviz.features.site.commands import COMMANDS

    return COMMANDS


# -- live --------------------------------------------------------------------------------------------------------------


def _live_pages() -> tuple[Page, ...]:
    from tokviz.features.live import PAGES

    return PAGES


def _live_routes() -> tuple[Routes, ...]:
    from tokviz.features.live.web.routes import ROUTES

    return (ROUTES,)


def _fill_live() -> None:
    from tokviz.features.live.web import leading

    leading.register()


# -- the list ----------------------------------------------------------------------------------------------------------

FEATURES = (
    Feature("hub", commands=_hub_commands, hooks=_fill_hub),
    Feature("homework", commands=_homework_commands, hooks=_fill_homework),
    Feature(
        "takeaway",
        formats={"export": _replay_of_picture, "compare": _replay_of_comparison, "check": _replay_of_check},
        files=_add_replays,
    ),
    Feature(
        "stills",
        formats={"export": _stills, "compare": _stills_of_comparison, "site": _stills_of_site, "film": _films},
        hooks=_fill_stills,
        files=_add_stills,
    ),
    Feature("embed", formats={"export": _embedded, "compare": _embedded_comparison}),
    Feature(
        "worksheets",
        formats={"encode": _sheets_of_words, "compare": _sheets_of_comparison},
        files=_add_sheets,
    ),
    Feature("site", commands=_site_commands),
    Feature("live", hooks=_fill_live, routes=_live_routes, pages=_live_pages, components=("live/live_bar",)),
)
"""All features, in the order in which the command line lists their commands."""


def commands() -> tuple[Command, ...]:
    """Return the commands of all features."""
    return tuple(command for feature in FEATURES for command in feature.commands())


def formats(command: str) -> Formats:
    """Return the formats that features add to a command."""
    loaders = (feature.formats[command] for feature in FEATURES if command in feature.formats)
    return {name: make for load in loaders for name, make in load().items()}


def routes() -> tuple[Routes, ...]:
    """Return the routes of all features."""
    return tuple(route for feature in FEATURES for route in feature.routes())


def components() -> tuple[str, ...]:
    """Return the components of all features."""
    return tuple(component for feature in FEATURES for component in feature.components)


@cache
def add_pages() -> None:
    """Add the pages of all features to the list of pages; once in a process."""
    from tokviz.state.pages import PAGES

    for feature in FEATURES:
        PAGES.add(feature.pages())


@cache
def fill_hooks() -> None:
    """Fill the hooks of pages with what features add to them; once in a process."""
    add_files()
    for feature in FEATURES:
        feature.hooks()


@cache
def add_files() -> None:
    """Add the files that features offer below pictures; once in a process."""
    for feature in FEATURES:
        feature.files()
