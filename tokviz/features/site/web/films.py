"""The shots of a film of a lesson: the pictures of its cards at the steps of each card, and texts in rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from tokviz import guides
from tokviz.features.site.web.files import file_of_lesson, film_of
from tokviz.features.site.web.pages import lesson_data
from tokviz.guides import Guide
from tokviz.views.shared.catalog import Catalog, load

Shot: TypeAlias = tuple[Sequence[Mapping[str, Any]], Sequence[int], str]
"""A picture of a card: its payloads, or that of a text in rows, the steps that are shown, and the title of the card."""
MAX_STEPS = 4
"""The maximum number of steps of a card: a film is short."""


def shots(guide: Guide, say: Catalog) -> list[Shot]:
    """Return the shots of a lesson: the first picture of each card, else its first text in rows."""
    data = lesson_data(guide, say)
    shown: list[Shot] = []
    for card in data["cards"]:
        place, by_kind = card["card"], {one["kind"]: one for one in reversed(card["shows"])}
        title = place["titles"][place["card"] - 1].replace("`", "")
        if "picture" in by_kind:
            picture = by_kind["picture"]
            parts = [data["payloads"][number] for number in picture["parts"]]
            first, length = picture["step"], (place["until"] or place["step"]) - place["step"]
            last = min(first + length, max(part["total"] for part in parts))
            shown.append((parts, _some(range(first, last + 1)), title))
        elif "text_rows" in by_kind:
            shown.append(([data["payloads"][by_kind["text_rows"]["payload"]]], [0], title))
    return shown


def _some(steps: range) -> Sequence[int]:
    """Return at most :data:`MAX_STEPS` steps, the first and the last among them.

    >>> _some(range(3, 5)), _some(range(0, 7))
    ([3, 4], [0, 2, 4, 6])
    """
    if len(steps) <= MAX_STEPS:
        return list(steps)
    return [steps[round(place * (len(steps) - 1) / (MAX_STEPS - 1))] for place in range(MAX_STEPS)]


def films(
    languages: Iterable[str], make: Callable[[Sequence[Shot], str], Mapping[str, bytes]]
) -> Iterator[tuple[str, bytes]]:
    """Yield path and content of the film of each lesson in each format. make: draws it; empty where no font has the
    letters."""
    for language in languages:
        say = load(language)
        for name in guides.names():
            for kind, film in make(shots(guides.load(name), say), language).items():
                yield f"{language}/{film_of(file_of_lesson(name), kind)}", film
