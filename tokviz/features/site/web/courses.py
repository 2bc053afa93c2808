"""Lessons as packages for a course platform: one zip for each lesson, language and standard, with its manifest.

A package has the pages of one lesson as the site has them, and a script that reports to the platform: over SCORM to the
window around the lesson, over xAPI to the address that the link to it names. Nothing here is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tokviz import guides
from tokviz.features.site.standards import STANDARDS, Standard, file_of_package
from tokviz.features.site.web.files import POLICY, SHEETS, file_of_lesson, whole_script
from tokviz.features.site.web.pages import lesson_data
from tokviz.frontend import PICTURES, style
from tokviz.guides import Guide
from tokviz.views.shared.catalog import Catalog, load
from tokviz.views.shared.rendering import render

_LABELS = {"kept": "site.course.kept", "lost": "site.course.lost", "none": "site.course.none"}
_SENDING = f"{POLICY}; connect-src http: https:"  # where to is known only when the lesson is opened
_EPOCH = (1980, 1, 1, 0, 0, 0)  # so that the same lesson gives the same bytes


def packages(languages: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Yield path in the site and content of each package."""
    for language in languages:
        say = load(language)
        for name in guides.names():
            guide = guides.load(name)
            for standard in STANDARDS:
                yield file_of_package(name, language, standard), _zip(package(guide, standard, say))


def package(guide: Guide, standard: Standard, say: Catalog) -> dict[str, str]:
    """Return the files of a package by their paths, its manifest first."""
    page = f"{say.language}/{file_of_lesson(guide.name)}"
    files = {
        page: _page(guide, standard, say),
        "course.js": whole_script("site/course/course.js"),
        "page.css": style("site/site.css"),
        "guide_card.css": style(SHEETS["guide_card"]),
        **{f"{name}.css": style(sheet) for name, sheet in PICTURES.items()},
    }
    manifest = render(
        standard.template,
        say,
        identifier=f"tokviz-{guide.name}-{say.language}",
        activity=_activity(guide),
        title=guide.title[say.language],
        line=guide.line[say.language],
        page=page,
        files=[*files],
    )
    return {standard.manifest: manifest, **files}


def _page(guide: Guide, standard: Standard, say: Catalog) -> str:
    """Return the page of the lesson, which leads nowhere else."""
    title = guide.title[say.language]
    lesson = {
        "activity": _activity(guide),
        "title": title,
        "titles": [card.title[say.language].replace("`", "") for card in guide.cards],
        "lang": say.language,
    }
    course = {
        "platform": standard.platform,
        "lesson": lesson,
        "labels": {name: say(key) for name, key in _LABELS.items()},
    }
    data = {**lesson_data(guide, say), "home": "", "after": "", "app": "", "own": "", "course": course}
    return render(
        "site_course.html",
        say,
        kind="lesson",
        title=title,
        description=guide.line[say.language],
        data=data,
        policy=_SENDING if standard.sends else POLICY,
        address="",
        preview="",
        video="",
        packages=(),
        film=None,
    )


def _activity(guide: Guide) -> str:
    """Return the name of a lesson in statements, the same in each language."""
    return f"urn:tokviz:lesson:{guide.name}"


def _zip(files: Mapping[str, str]) -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(ZipInfo(name, _EPOCH), content.encode("utf-8"), ZIP_DEFLATED)
    return packed.getvalue()
