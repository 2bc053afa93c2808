"""The formats of ``tokviz export`` and ``tokviz compare`` for pages that are not ours.

A picture has its sentences in every language, unless ``--lang`` names one: the page that shows it says its language.
"""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from tokviz.cli.compare import picture_of
from tokviz.cli.export import ShownPicture
from tokviz.compare.comparison import Comparison
from tokviz.texts import LANGUAGES
from tokviz.views.hosts.module import inline_json, module, picture_file
from tokviz.views.hosts.parts import stepped
from tokviz.views.shared.catalog import Catalog, load
from tokviz.views.shared.rendering import render


def picture_json(picture: ShownPicture, arguments: Namespace, say: Catalog) -> str:
    """Return the picture file, for the element's `src`."""
    return inline_json(_file(picture, arguments)) + "\n"


def picture_module(picture: ShownPicture, arguments: Namespace, say: Catalog) -> str:
    """Return the module with the picture in it, for MyST and for the page's script."""
    return module(_file(picture, arguments))


def element_and_script(picture: ShownPicture, arguments: Namespace, say: Catalog) -> str:
    """Return HTML to paste into a page: the element with its data, and the script."""
    file = _file(picture, arguments)
    language = say.language if _is_named(arguments) else ""
    return render(
        "embed.html",
        say,
        step=file["step"],
        language=language,
        data=inline_json(file),
        title=picture.about.title,
        script=module(),
    )


def comparison_module(comparison: Comparison, arguments: Namespace, say: Catalog) -> str:
    """Return the module with the trainings of a comparison side by side, opened at its size. Raises TokvizError where
    less than two are trained, as the next one."""
    return picture_module(picture_of(comparison, say), arguments, say)


def comparison_element(comparison: Comparison, arguments: Namespace, say: Catalog) -> str:
    """Return HTML to paste into a page that shows the same."""
    return element_and_script(picture_of(comparison, say), arguments, say)


def _file(picture: ShownPicture, arguments: Namespace) -> dict[str, Any]:
    """Return the picture, which opens at the first step that was asked for."""
    shown = stepped(picture.thing, picture.word)
    assert shown is not None
    languages = [arguments.lang] if _is_named(arguments) else LANGUAGES
    return picture_file(shown, [load(code) for code in languages], next(iter(picture.steps), 0))


def _is_named(arguments: Namespace) -> bool:
    return "lang" in arguments
