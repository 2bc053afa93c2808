"""The robustness run itself: a number is a case for ever, and what is wrong is found and made small."""

from __future__ import annotations

from typing import Any

import pytest

from tokviz.state import pages
from tokviz.state.form import Form
from tokviz.web.address import url
from tokviz.web.training import page as learn_page
from tools.fuzz import hostile, visits
from tools.fuzz.cases import PAGES, Case, query, random_of
from tools.fuzz.shrink import smaller


def test_every_page_has_cases() -> None:
    assert {Case(page, {}).url for page in PAGES} == {page.address for page in pages.PAGES}


@pytest.mark.parametrize("page", PAGES)
def test_a_number_names_a_case(page: str) -> None:
    assert query(page, random_of(page, 7)) == query(page, random_of(page, 7))
    assert any(query(page, random_of(page, 7)) != query(page, random_of(page, number)) for number in range(5))


def test_a_drawn_case_can_be_played_again() -> None:
    played = visits.play("bytes", random_of("bytes", 3))
    again = visits.replay(played.case)
    assert again.case == played.case
    assert played.problem is again.problem is None
    assert len(again.seconds) == len(played.seconds) >= 2


def test_an_exception_is_found_and_made_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learn_page, "_prepare", lambda *_: 1 / 0)
    case = Case("bpe", {"example": "hug", "step": "3", "lang": "zh"}, (("selectbox", "bpe_preset", 2),))
    problem = visits.replay(case).problem
    assert problem is not None
    assert problem.kind == "exception"
    assert smaller(case, lambda one: visits.replay(one).problem is not None) == Case("bpe", {})


def test_an_address_that_does_not_hold_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    publish = url.publish
    monkeypatch.setattr(url, "publish", lambda page, form, state: publish(page, _Spoilt(**vars(form)), state))
    problem = visits.replay(Case("why", {"example": "tea"}, (("text_input", "why_word", "rethink"),))).problem
    assert problem is not None
    assert problem.kind == "address"


def test_every_upload_has_an_ending_that_the_page_takes() -> None:
    for number in range(50):
        for name, content in hostile.files(random_of("x", number), ("json", "txt"), is_tokenizer=number % 2 == 0):
            assert name.rpartition(".")[2] in {"json", "txt"}
            assert isinstance(content, bytes)


class _Spoilt(Form[Any]):
    """An address form that writes what cannot be read."""

    def write(self, state: Any) -> dict[str, str]:
        return {**super().write(state), "size": "nope"}
