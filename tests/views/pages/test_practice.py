"""The view of `/practice`: which convention a list of merges or a vocabulary follows."""

from __future__ import annotations

import pytest

from tests.catalogs import saying
from tests.views.pages.shown import page_view
from tokviz.views.shared.catalog import load
from tokviz.views.shows import Show, Text, spoken

EN = load("en")


def texts(**values: str) -> list[Show]:
    return [show for show in page_view("practice", "check", **values) if isinstance(show, Text)]


def said(**values: str) -> str:
    return "\n".join(spoken(show) for show in texts(**values) if isinstance(show, Text))


def test_merges_of_ones_own_are_checked() -> None:
    assert len(texts()) == 1
    assert EN("check.follows", names=EN("preset.sennrich")) in said(merges="e s\nes t\nest </w>")
    assert saying("check.step", number=2).search(said(merges="e s\ns t"))
    assert saying("check.vocabulary.leaves").search(said(merges="a\nb\nab"))
    assert saying("check.vocabulary.leaves").search(said(merges="a\nb\nab", algorithm="wordpiece"))


@pytest.mark.parametrize(("corpus", "merges"), [("low 5", "e s\nes t u"), (" ", "e s")])
def test_what_cannot_be_read_is_an_error(corpus: str, merges: str) -> None:
    *_, error = texts(corpus=corpus, merges=merges)
    assert isinstance(error, Text)
    assert error.look == "error"
