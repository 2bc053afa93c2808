"""``tokviz site``: lessons and worked examples as pages that need no server; ``tokviz film``: a lesson as a film."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tokviz.cli import files
from tokviz.cli.export import THEMES
from tokviz.cli.options import choose, format_of
from tokviz.errors import TokvizError
from tokviz.views.shared.catalog import LANGUAGES, Catalog

if TYPE_CHECKING:
    from tokviz.features.site.live import Live


MARK = "tokviz-site.json"
"""The file that says which files of a folder are ours."""
_USUAL = "webp"
"""The usual format of a film."""


def run(arguments: Namespace, say: Catalog) -> int:
    """Write the pages, and say how many."""
    from tokviz.features.site.live import service_worker
    from tokviz.features.site.web.courses import packages as course_packages
    from tokviz.features.site.web.files import files as site_files

    named_language = arguments.language
    languages = tuple(LANGUAGES) if named_language is None else (choose("--language", named_language, LANGUAGES),)
    app, at = _address(arguments.app or ""), _address(arguments.at or "").rstrip("/")
    folder = Path(arguments.output or "site")
    old = _ours(folder)
    documentation = _documentation(arguments.docs)
    live = _live(arguments)
    drawn = _drawn(languages, arguments)
    packages = dict(course_packages(languages)) if arguments.scorm else {}
    written = site_files(languages, app, bool(documentation), live, at, drawn, bool(packages))
    contents = {name: content.encode("utf-8") for name, content in written} | drawn | packages
    contents |= documentation
    if live:
        contents |= live.files
        contents["service_worker.js"] = service_worker(contents)
    try:
        for name in {"", *(str(Path(name).parent) for name in contents)}:
            (folder / name).mkdir(parents=True, exist_ok=True)
        for name in old - contents.keys():
            (folder / name).unlink(missing_ok=True)
    except OSError as error:
        raise TokvizError("cli-file-unwritable", name=str(folder), why=error.strerror or str(error)) from None
    files.write(json.dumps(sorted(contents), indent=0) + "\n", str(folder / MARK))
    for name, content in contents.items():
        files.write(content, str(folder / name))
    pages = sum(name.endswith(".html") for name in contents.keys() - documentation.keys())
    size = say.decimal(sum(map(len, contents.values())) / 1_000_000, 1)
    said = say("site.written", pages=say.count("count.pages", pages), size=size, folder=str(folder))
    files.write(f"{said}\n")
    return 0


def run_film(arguments: Namespace, say: Catalog) -> int:
    """Write the film of a lesson in the format that was asked for."""
    from tokviz import guides
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


def _drawn(languages: tuple[str, ...], arguments: Namespace) -> dict[str, bytes]:
    """Return the pictures that links to the pages unfold to, and the films of lessons, by their paths.

    Each film has the picture of its lesson beside it, for people who want no motion.
    """
    from tokviz.features.site.web.films import films
    from tokviz.features.site.web.previews import previews

    drawn: dict[str, bytes] = {}
    if arguments.at or arguments.films:
        drawn |= previews(languages, arguments.more_formats["png"], has_examples=bool(arguments.at))
    if arguments.films:
        drawn |= films(languages, arguments.more_formats["film"])
    return drawn


def _live(arguments: Namespace) -> Live | None:
    """Return the files that run Python in a tab, if they are asked for.

    Nothing is written before all of them were checked. Raises TokvizError.
    """
    from tokviz.features.site import live, parts

    if arguments.live and not arguments.parts:
        raise TokvizError("cli-site-parts", version=parts.pins().pyodide)
    if arguments.parts and not arguments.live:
        raise TokvizError("cli-site-live")
    return live.live(parts.gather(arguments.parts)) if arguments.live else None


def _documentation(folder: str | None) -> dict[str, bytes]:
    """Return the files that `make docs` wrote to a folder, by where they are in the site. Raises TokvizError."""
    if folder is None:
        return {}
    built = Path(folder)
    if not (built / "index.html").is_file():
        raise TokvizError("cli-site-docs", name=folder)
    return {
        f"docs/{path.relative_to(built).as_posix()}": path.read_bytes()
        for path in sorted(built.rglob("*"))
        if path.is_file()
    }


def _address(app: str) -> str:
    """Return the address of the app, checked: it becomes a link. Raises TokvizError."""
    try:
        is_right = not app or (urlsplit(app).scheme in ("http", "https") and bool(urlsplit(app).hostname))
    except ValueError:
        is_right = False
    if not is_right:
        raise TokvizError("cli-site-app", value=app)
    return app


def _ours(folder: Path) -> set[str]:
    """Return the files in a folder that an earlier call wrote. Raises TokvizError for a folder that holds other
    things."""
    try:
        if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
            return set()
        named = json.loads((folder / MARK).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise TokvizError("cli-site-folder", name=str(folder)) from None
    if not isinstance(named, list) or not all(isinstance(name, str) and _is_within(name) for name in named):
        raise TokvizError("cli-site-folder", name=str(folder))
    return set(named)


def _is_within(name: str) -> bool:
    """Tell if a path leads nowhere else."""
    path = Path(name)
    return not path.is_absolute() and ".." not in path.parts
