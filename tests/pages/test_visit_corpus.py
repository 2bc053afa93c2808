"""One corpus for the visit: the menu takes it along, and leads back to the step."""

from __future__ import annotations

import pytest

from tests.pages import visit
from tokviz.state.form import MAX_LINK_CHARS

WORDS = "low 5\nlower 2\nnewest 6\nwidest 3"
OTHERS = ("wordpiece", "unigram", "compare", "bpe-encode")


def test_a_text_of_ones_own_goes_along_and_back_to_its_step() -> None:
    at = visit.bpe(example="own", corpus=WORDS, step="2")
    for page in OTHERS:
        at = visit.by_menu(at, page)
        assert at.query_params["example"] == "own", page
        assert at.query_params["corpus"] == WORDS, page
    at = visit.by_menu(at, "bpe")
    assert at.query_params == {"example": "own", "corpus": WORDS, "step": "2"}
    assert visit.step(at) == 2


def test_an_example_that_was_chosen_goes_along() -> None:
    at = visit.pick(visit.bpe(), "bpe_example", "lighthouse")
    for page in OTHERS:
        at = visit.by_menu(at, page)
        assert at.query_params.get("example", "lighthouse") == "lighthouse", page
        assert not at.error
    at = visit.pick(visit.by_menu(at, "wordpiece"), "wordpiece_example", "tea")
    assert visit.by_menu(at, "bpe").query_params["example"] == "tea"


@pytest.mark.parametrize("page", ["wordpiece", "compare"])
def test_what_a_page_opens_with_by_itself_goes_nowhere(page: str) -> None:
    alone = visit.opened(page)
    at = visit.by_menu(visit.bpe(step="3"), page)
    assert at.query_params == alone.query_params
    at = visit.by_menu(at, "bpe")
    assert (at.query_params, visit.step(at)) == ({"step": "3"}, 3)


def test_an_address_that_says_anything_wins() -> None:
    at = visit.bpe(example="own", corpus=WORDS)
    at.switch_page("pages/wordpiece_page.py")
    at.query_params.clear()
    at.query_params["example"] = "hug"
    assert visit.alive(at.run()).session_state["wordpiece_example"] == "hug"


def test_the_settings_of_the_page_that_was_left_come_back() -> None:
    at = visit.bpe(example="own", corpus=WORDS, rules="minbpe", merges="3", step="1")
    left = dict(at.query_params)
    assert visit.by_menu(visit.by_menu(at, "unigram"), "bpe").query_params == left


def test_a_long_text_and_a_file_go_along_without_a_link() -> None:
    text = "tram rail " * MAX_LINK_CHARS
    at = visit.by_menu(visit.own(text), "wordpiece")
    assert at.query_params == {"example": "own"}
    assert at.text_area(key="wordpiece_text").value == text
    at = visit.by_menu(visit.upload(at, "wordpiece", "words.txt", WORDS.encode()), "bpe")
    assert at.query_params == {"example": "own"}
    assert visit.merges(at)[:2] == ["e s", "es t"]
