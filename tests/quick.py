"""The selection of tests for a run: those that run a page by AppTest, their Chinese twins, and few drawn cases.

Nobody has to mark the first ones. A test runs pages if its module has `AppTest` among its names, or something out of
another of our modules that has: a helper, a class, the module itself. `make quick` goes without these.

A page in Chinese differs from the same one in English by its texts, which the catalogs' tests and the visits in a
browser look at. So of two cases of such a test that differ by the language only, `make explore` runs the Chinese one,
unless the test is marked `both`, because it is about the texts.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from hypothesis import settings

__all__ = ["draw_few_cases", "mark_app_tests", "mark_twins", "uses_app_test"]

_APP_TEST = "streamlit.testing."
_OURS = ("tests.", "tools.")
_CHINESE = re.compile(r"(?<=[\[-])zh(?=[-\]])")


def mark_app_tests(items: list[pytest.Item]) -> None:
    """Give the marker to each test of a module that uses AppTest."""
    modules = {item.module for item in items if isinstance(item, pytest.Function)}
    using = {module for module in modules if uses_app_test(module)}
    for item in items:
        if isinstance(item, pytest.Function) and item.module in using:
            item.add_marker(pytest.mark.app_test)


def mark_twins(items: list[pytest.Item]) -> None:
    """Leave each Chinese case of a test of pages to `make explore`, if the same case in English is there.

    To be called after `mark_app_tests`.
    """
    pages = [item for item in items if item.get_closest_marker("app_test")]
    cases = {item.nodeid for item in pages}
    for item in pages:
        twin = _CHINESE.sub("en", item.nodeid)
        if twin != item.nodeid and twin in cases and not item.get_closest_marker("both"):
            item.add_marker(pytest.mark.thousands)


def draw_few_cases(items: list[pytest.Item]) -> None:
    """Draw no more cases for a property than the profile does, also where its test asks for more."""
    for item in items:
        test: Any = getattr(item, "function", None)
        own = getattr(test, "_hypothesis_internal_use_settings", None)  # hypothesis has no public name for it
        if own is not None and own.max_examples > settings().max_examples:
            test._hypothesis_internal_use_settings = settings(own, max_examples=settings().max_examples)


def uses_app_test(module: ModuleType) -> bool:
    """Tell if a module has AppTest, or something out of a module of ours that has."""
    seen, left = {module.__name__}, [module]
    while left:
        for name in _origins(left.pop()):
            if name.startswith(_APP_TEST):
                return True
            if name.startswith(_OURS) and name not in seen and name in sys.modules:
                seen.add(name)
                left.append(sys.modules[name])
    return False


def _origins(module: ModuleType) -> Iterator[str]:
    """Yield the names of the modules that the values of a module come from."""
    for value in vars(module).values():
        origin = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
        if isinstance(origin, str):
            yield origin
