"""Which tests run a page by Streamlit's AppTest: they have its marker, so that `make quick` goes without them.

Nobody has to mark them. A test runs pages if its module has `AppTest` among its names, or something out of another of
our modules that has: a helper, a class, the module itself.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

__all__ = ["mark_app_tests", "uses_app_test"]

_APP_TEST = "streamlit.testing."
_OURS = ("tests.", "tools.")


def mark_app_tests(items: list[pytest.Item]) -> None:
    """Give the marker to each test of a module that uses AppTest."""
    modules = {item.module for item in items if isinstance(item, pytest.Function)}
    using = {module for module in modules if uses_app_test(module)}
    for item in items:
        if isinstance(item, pytest.Function) and item.module in using:
            item.add_marker(pytest.mark.app_test)


def uses_app_test(module: ModuleType) -> bool:
    """Return whether a module has AppTest, or something out of a module of ours that has."""
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
