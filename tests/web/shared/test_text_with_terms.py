"""Sentences with their terms explained: values are whole numbers alone, and no place of one is taken for a term."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from tokviz.views.shared import glossary
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.web.shared import messages

PLACE = re.compile(r"\{[^}]*\}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_places_of_a_sentence_are_no_terms(language: str) -> None:
    for template in load(language).templates.values():
        marked = glossary.mark_terms(template, language)
        assert PLACE.findall(marked) == PLACE.findall(template)
        assert [name for _, name, *_ in Formatter().parse(marked)] == [
            name for _, name, *_ in Formatter().parse(template)
        ]


def test_numbers_are_filled_in_as_the_language_writes_them() -> None:
    made = messages.html_with_terms("unigram.seed.total", load("en"), shown=1, total=12345)
    assert '<dfn class="term"' in made
    assert re.sub(r"<dfn[^>]*>([^<]*)<span.*?</dfn>", r"\1", made) == load("en")(
        "unigram.seed.total", shown=1, total=12345
    )


@pytest.mark.parametrize("value", ["<b>1</b>", "1", 1.5, None])
def test_other_values_are_refused(value: object) -> None:
    with pytest.raises(TypeError):
        messages.html_with_terms("unigram.seed.total", load("en"), shown=value, total=1)  # type: ignore[arg-type]
