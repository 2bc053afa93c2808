"""One more algorithm on the pages: its own, and those that offer every algorithm."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from tests import toy
from tests.pages import compare_visit, visit
from tests.test_algorithms import added as added
from tests.test_algorithms import nameless as nameless
from tokviz.state import pages
from tokviz.state import training as train_state
from tokviz.views.shared.catalog import load
from tokviz.web.pages.compare import controls


class ToyPage(pages.Page):
    """A page whose file is among the tests."""

    @property
    def file(self) -> str:
        return "../tests/toy_page"


PAGE = ToyPage("toy", "page.toy", ":material/toys:", "tools", asks=True)


@pytest.fixture
def offered(added: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy was there when the modules of the site were read."""
    monkeypatch.setitem(train_state.FORMS, "toy", train_state._form(toy.TOY))
    monkeypatch.setattr(pages, "PAGES", (*pages.PAGES, PAGE))
    monkeypatch.setattr(controls, "_TRAINED_SLOTS", (*controls._TRAINED_SLOTS, "toy:whole", "toy:frequent"))


def visited(**query: str) -> AppTest:
    """The page `/toy`, as a link with this query opens it."""
    at = visit.linked().run()
    at.switch_page("tests/toy_page.py")
    at.query_params.update(query)
    return visit.alive(at.run())


@pytest.mark.usefixtures("offered")
def test_its_page_trains_and_steps() -> None:
    at = visited(example="hug", step="2", view="algorithm")
    assert at.title[0].value == load("en")("heading.train", page="Toys")
    assert visit.step(at) == 2
    assert visit.rows(at, 2) == {"hug": ["hug"], "pug": [*"pug"], "pun": ["pun"], "bun": [*"bun"], "hugs": [*"hugs"]}
    assert "← hug" in "".join(str(getattr(block, "value", "")) for block in at.get("html"))


@pytest.mark.usefixtures("offered")
def test_it_is_compared_with_the_others() -> None:
    at = compare_visit.compare(example="hug", t="bpe:course,toy:whole", size="10", text="hugs bun", word="hugs")
    assert compare_visit.tokens(at) == {"BPE": ["hug", "s", "b", "un"], "Toy": ["hugs", *"bun"]}
    assert "Toy gives hugs." in compare_visit.told(at)
