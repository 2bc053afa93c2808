"""Tests that run pages are found by the names in their modules, their Chinese twins by theirs; few cases are drawn."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.quick import draw_few_cases, mark_twins, uses_app_test

HELPER = "from streamlit.testing.v1 import AppTest\n\ndef opened(): ...\nCORPORA = ('low lower',)\n"


def module(name: str, source: str) -> ModuleType:
    made = ModuleType(name)
    exec(source, vars(made))
    return made


@pytest.mark.parametrize(
    ("source", "runs_pages"),
    [
        (HELPER, True),
        ("import tests.helper as visit", True),
        ("from tests.helper import opened", True),
        ("from tests.between import again", True),
        ("from tests.helper import CORPORA", False),
        ("import streamlit", False),
        ("", False),
    ],
)
def test_it_is_told_by_the_names_of_the_module(source: str, runs_pages: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tests.helper", module("tests.helper", HELPER))
    between = "from tests.helper import opened\n\ndef again(): ...\n"
    monkeypatch.setitem(sys.modules, "tests.between", module("tests.between", between))
    monkeypatch.setattr(sys.modules["tests"], "helper", sys.modules["tests.helper"], raising=False)
    assert uses_app_test(module("tests.test_it", source)) is runs_pages


def test_no_more_cases_are_drawn_than_the_profile_does() -> None:
    drawn: list[int] = []

    @settings(max_examples=settings().max_examples + 20)
    @given(number=st.integers())
    def asks_for_more(number: int) -> None:
        drawn.append(number)

    draw_few_cases([cast(pytest.Item, SimpleNamespace(function=asks_for_more))])
    asks_for_more()
    assert 0 < len(drawn) <= settings().max_examples


class Case:
    """A test as it is collected: an address and markers."""

    def __init__(self, nodeid: str, *marks: str) -> None:
        self.nodeid, self.marks = nodeid, set(marks)

    def get_closest_marker(self, name: str) -> str | None:
        return name if name in self.marks else None

    def add_marker(self, marker: pytest.MarkDecorator) -> None:
        self.marks.add(marker.name)


def test_twins_in_chinese_are_left_to_the_long_run() -> None:
    cases = [
        Case("test_a.py::test_page[en-hug]", "app_test"),
        Case("test_a.py::test_page[zh-hug]", "app_test"),
        Case("test_a.py::test_page[zh-tea]", "app_test"),  # of which there is no English case
        Case("test_a.py::test_texts[hug-en]", "app_test", "both"),
        Case("test_a.py::test_texts[hug-zh]", "app_test", "both"),
        Case("test_b.py::test_data[en]"),
        Case("test_b.py::test_data[zh]"),
    ]
    mark_twins(cast("list[pytest.Item]", cases))
    assert [case.nodeid for case in cases if "thousands" in case.marks] == ["test_a.py::test_page[zh-hug]"]
