"""The records of the pages: addresses, files, parts, and samples that mean something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from tokviz.location import site
from tokviz.state.form import AnyForm
from tokviz.state.pages import GROUPS, NO_STATE, PAGES, Page, applying_form, form_of, page_at
from tokviz.state.views import View, names_of

BESIDE = frozenset({"guide", "card", "predict", "lang"})
"""Parameters that belong to no page."""


def halves(page: Page) -> Iterator[tuple[AnyForm, tuple[View, ...]]]:
    yield page.form, page.views
    if page.second_half is not None:
        yield page.second_half.form, page.second_half.views


def test_addresses_differ_and_parents_are_in_the_menu() -> None:
    assert Counter(page.address for page in PAGES).most_common(1)[0][1] == 1
    assert {page.group for page in PAGES} == set(GROUPS)
    assert {page_at(page.parent).parent for page in PAGES if page.parent} <= {""}


def test_each_page_has_its_file_and_no_file_is_left_over() -> None:
    assert {page.file for page in PAGES} == {path.stem for path in (site() / "pages").glob("*.py")}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.file)
def test_the_views_of_a_page_are_those_that_its_links_name(page: Page) -> None:
    for form, views in halves(page):
        names = names_of(views)
        assert len(set(names)) == len(names)
        kinds = [one.kind for one in form.fields if one.name == "view"]
        assert len(kinds) == bool(names)
        for kind in kinds:  # a link names all but the first
            assert [kind.parse(name) for name in names] == ["", *names[1:]]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.file)
def test_a_sample_says_what_its_page_can_read(page: Page) -> None:
    assert page.samples
    for sample in page.samples:
        query = {name: value for name, value in sample.query.items() if name not in BESIDE}
        _, wrong = page.form_of(query).read(query)
        assert wrong == ()
        assert not sample.opens_views or page.views
    opened = {sample.query.get("do", "") for sample in page.samples}
    assert opened == {form.do for form, _ in halves(page)}, "each half is looked at"


def test_a_page_without_a_state_reads_and_writes_nothing() -> None:
    assert form_of("live", {}) is NO_STATE
    assert NO_STATE.rewritten({"step": "3"}) == {}


def test_what_applies_an_algorithm() -> None:
    found = {name: applying_form(name) for name in ("bpe", "wordpiece", "unigram", "toy")}
    assert {name: form and form.do for name, form in found.items()} == {
        "bpe": "",
        "wordpiece": "encode",
        "unigram": "lattice",
        "toy": None,
    }
