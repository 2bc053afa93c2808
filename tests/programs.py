"""The programs beside Python that tests start, and what a run says of the tests that it leaves out without one of them.

A test that needs one has its marker; all of tests/e2e are marked `browser`. Where a program is missing, the run goes
without these tests and ends with a line that says so. With CI=true the same line is an error. The Makefile installs the
programs where it may.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from tests.e2e import chromium, firefox
from tokviz.frontend import FOLDER

__all__ = ["HOSTS", "PROGRAMS", "SCORM_RUNTIME", "LeftOut", "find", "missing"]

_SYSTEM = "/usr/sbin"  # where Debian has haproxy; it is not on the path of an ordinary user
_TO_GET_THEM = "On Debian, `make programs` as root installs them; elsewhere install them yourself."


@dataclass(frozen=True)
class Program:
    """A program that tests start. name: for people. find: returns its path, or None."""

    name: str
    find: Callable[[], str | None]


def find(name: str) -> str | None:
    """Return the path of a program, or None if this machine has none of that name."""
    return shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), _SYSTEM]))


def missing(name: str) -> str:
    """Say that a program was not found, and how to get it."""
    return f"{name} is missing. On Debian, `make programs` as root installs it; elsewhere install it yourself."


HOSTS = Path(__file__).resolve().parents[1] / "build" / "hosts"
"""The folder with JupyterLab, marimo and MyST, which `make hosts` fills: their packages are none of ours."""


def _hosts() -> str | None:
    needed = ("python/bin/jupyter-lab", "python/bin/marimo", "node_modules/.bin/myst", "myst-theme/package.json")
    return str(HOSTS) if all((HOSTS / name).exists() for name in needed) else None


SCORM_RUNTIME = FOLDER / "node_modules/scorm-again/dist"
"""The folder with the runtime that course platforms use, which npm installs for our scripts."""


def _scorm_runtime() -> str | None:
    return str(SCORM_RUNTIME) if SCORM_RUNTIME.is_dir() else None


PROGRAMS: Mapping[str, Program] = MappingProxyType(
    {
        "browser": Program("Chromium", chromium.find),
        "haproxy": Program("haproxy", partial(find, "haproxy")),
        "redis": Program("redis-server", partial(find, "redis-server")),
        "scorm": Program("scorm-again (`npm ci` in tokviz/frontend)", _scorm_runtime),
        "node": Program("node", partial(find, "node")),
        "firefox": Program("Firefox", firefox.find),
        "hosts": Program("JupyterLab, marimo and MyST (`make hosts`)", _hosts),
    }
)
"""Marker -> program. A test that needs several of the missing ones is counted for the first."""


class LeftOut:
    """A pytest plugin that leaves out the tests whose program is missing, and says so on the last line."""

    def __init__(self) -> None:
        self.tests: Counter[str] = Counter()

    @pytest.hookimpl(trylast=True)  # after -m and -k, so that only tests that were asked for count
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        absent = [marker for marker, program in PROGRAMS.items() if program.find() is None]
        reasons = {item: next((marker for marker in absent if item.get_closest_marker(marker)), None) for item in items}
        left_out = [item for item, reason in reasons.items() if reason]
        self.tests = Counter(reason for reason in reasons.values() if reason)
        if left_out:
            config.hook.pytest_deselected(items=left_out)
            items[:] = [item for item, reason in reasons.items() if not reason]

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take over what a worker of pytest-xdist left out: each one collects all tests, and the main process none."""
        self.tests |= Counter(getattr(node, "workeroutput", {}).get("left_out", {}))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["left_out"] = dict(self.tests)
        elif self.tests and _is_ci():
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    @pytest.hookimpl(tryfirst=True)  # while there is a reporter, which has written its summary by now
    def pytest_unconfigure(self, config: pytest.Config) -> None:
        reporter = config.pluginmanager.get_plugin("terminalreporter")
        if self.tests and reporter and not hasattr(config, "workeroutput"):
            missing = [marker for marker in PROGRAMS if self.tests[marker]]
            counts = ", ".join(f"{self.tests[marker]} with {PROGRAMS[marker].name}" for marker in missing)
            reporter.write_line(f"{'Error: not' if _is_ci() else 'Not'} run: {counts}. {_TO_GET_THEM}")


def _is_ci() -> bool:
    return os.environ.get("CI", "").lower() in {"true", "1"}
