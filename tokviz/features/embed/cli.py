"""The formats of ``tokviz export`` for pages that are not ours.

A picture has its sentences in every language, unless ``--lang`` names one: the page that shows it says its language.
"""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from tokviz.cli.export import ShownPicture
from tokviz.texts import LANGUAGES
from tokviz.views.hosts.module import inline_json, module, picture_file
from tokviz.views.hosts.parts import stepped
from tokviz.views.shared.catalog import Catalog, load
from tokviz.views.shared.rendering import render

__all__ = ["element_and_script", "picture_json", "picture_module"]


def picture_json(picture: ShownPicture, asked: Namespace, say: Catalog) -> str:
    """Return the picture file, for the element's `src`."""
    return inline_json(_file(picture, asked)) + "\n"


def picture_module(picture: ShownPicture, asked: Namespace, say: Catalog) -> str:
    """Return the module with the picture in it, for MyST and for the page's script."""
    return module(_file(picture, asked))


def element_and_script(picture: ShownPicture, asked: Namespace, say: Catalog) -> str:
    """Return HTML to paste into a page: the element with its data, and the script."""
    file = _file(picture, asked)
    language = say.language if _is_named(asked) else ""
    return render(
        "embed.html",
        say,
        step=file["step"],
        language=language,
        data=inline_json(file),
        title=picture.about.title,
        script=module(),
    )


def _file(picture: ShownPicture, asked: Namespace) -> dict[str, Any]:
    """Return the picture, which opens at the first step that was asked for."""
    found = stepped(picture.thing, picture.word)
    assert found is not None
    languages = [asked.lang] if _is_named(asked) else LANGUAGES
    return picture_file(found, [load(code) for code in languages], next(iter(picture.steps), 0))


def _is_named(asked: Namespace) -> bool:
    return "lang" in asked
