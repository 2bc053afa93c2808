"""Tests that run pages are found by the names in their modules, and few cases are drawn."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.quick import draw_few_cases, uses_app_test

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
