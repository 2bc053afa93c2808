"""The pictures that links to the site's pages unfold to in chat programs: a step of each lesson and of each example.

A link that unfolds needs the address of the picture in full, so there are pictures only where the site knows its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from tokviz import guides
from tokviz.features.site.web import pages
from tokviz.features.site.web.files import file_of_example, file_of_lesson, preview_of
from tokviz.views.shared.catalog import load

Still = Callable[[Sequence[Mapping[str, Any]], int, str], bytes | None]
"""Draws a step of payloads under a title; None where no font has the letters of their language."""
STEP = 3
"""The step of an example that is shown, or its last one: something was merged by then, and something comes next."""


def previews(languages: Iterable[str], still: Still, *, has_examples: bool = True) -> Iterator[tuple[str, bytes]]:
    """Yield path and content of each picture. has_examples: whether there is one of each example, too."""
    for language in languages:
        say = load(language)
        for example, algorithm in pages.example_list() if has_examples else ():
            made = pages.example_data(example, algorithm, say)
            drawn = _drawn(made.payloads, made.places, STEP, made.about.title, still)
            if drawn is not None:
                yield f"{language}/{preview_of(file_of_example(example, algorithm))}", drawn
        for name in guides.names():
            guide = guides.load(name)
            lesson = pages.lesson_data(guide, say)
            drawn = _drawn(lesson["payloads"], lesson["cards"], None, guide.title[language], still)
            if drawn is not None:
                yield f"{language}/{preview_of(file_of_lesson(name))}", drawn


def _drawn(
    payloads: Sequence[Any], places: Iterable[Mapping[str, Any]], step: int | None, title: str, still: Still
) -> bytes | None:
    """Draw the first picture of a page, at the step that it opens with if no other is named."""
    for place in places:
        for shown in place["shows"]:
            if shown["kind"] == "picture":
                parts = [payloads[number] for number in shown["parts"]]
                wanted = shown["step"] if step is None else min(step, parts[0]["total"])
                return still(parts, wanted, title)
    return None
