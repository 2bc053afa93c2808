"""A run without one of the programs: it leaves out what needs them, says so on its last line, and fails in CI."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.programs import PROGRAMS

pytestmark = pytest.mark.program

CONFTEST = """
from tests.programs import LeftOut

def pytest_configure(config):
    config.pluginmanager.register(LeftOut())
"""
TESTS = """
import pytest

def test_alone(): pass

@pytest.mark.parametrize("store", ["file", pytest.param("redis", marks=pytest.mark.redis)])
def test_store(store): assert store == "file"

@pytest.mark.browser
def test_page(): raise AssertionError

@pytest.mark.browser
@pytest.mark.haproxy
@pytest.mark.redis
def test_proxy(): raise AssertionError
"""
SETTINGS = "\n    ".join(["[pytest]\nfilterwarnings = error\nmarkers =", *PROGRAMS])
END = "On Debian, `make programs` as root installs them; elsewhere install them yourself."


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a test for each program, and an empty folder of programs."""
    for name, content in (("conftest.py", CONFTEST), ("test_it.py", TESTS), ("pytest.ini", SETTINGS)):
        (tmp_path / name).write_text(content)
    (tmp_path / "bin").mkdir()
    return tmp_path


def run_in(folder: Path, root: Path, *arguments: str, ci: str = "") -> tuple[int, list[str]]:
    """Run pytest there, and return its exit code and its lines."""
    programs = {"PATH": str(folder / "bin"), "TOKVIZ_CHROMIUM": "chromium"}
    environment = {**os.environ, **programs, "PYTHONPATH": str(root), "CI": ci}
    words = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True)
    return done.returncode, done.stdout.splitlines()


@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_run_without_them_ends_with_what_it_left_out(workers: str, project: Path, root: Path) -> None:
    code, lines = run_in(project, root, "-n", workers)
    assert code == 0
    assert " 2 passed" in lines[-2]
    assert lines[-1] == f"Not run: 2 with Chromium, 1 with redis-server. {END}"


@pytest.mark.parametrize("workers", ["0", "2"])
def test_in_ci_that_is_an_error(workers: str, project: Path, root: Path) -> None:
    code, lines = run_in(project, root, "-n", workers, ci="true")
    assert code == 1
    assert lines[-1] == f"Error: not run: 2 with Chromium, 1 with redis-server. {END}"


def test_only_what_was_asked_for_counts(project: Path, root: Path) -> None:
    code, lines = run_in(project, root, "-k", "store or alone", ci="true")
    assert (code, lines[-1]) == (1, f"Error: not run: 1 with redis-server. {END}")
    code, lines = run_in(project, root, "-m", "not (redis or browser)", ci="true")
    assert code == 0
    assert " 2 passed" in lines[-1]


def test_with_all_of_them_there_is_no_such_line(project: Path, root: Path) -> None:
    for name in ("chromium", "firefox", "redis-server", "haproxy", "node"):
        (project / "bin" / name).write_text("")
        (project / "bin" / name).chmod(0o755)
    code, lines = run_in(project, root, "--collect-only", "-q", ci="true")
    assert code == 0
    assert lines[-1].startswith("5 tests collected")


def test_the_tests_themselves_are_marked(project: Path, root: Path) -> None:
    """Without programs, none of those that start one is left."""
    words = ["--rootdir", str(root), "-c", str(root / "pyproject.toml"), "--collect-only", "-q"]
    asked = [str(root / "tests" / name) for name in ("features/live/test_stores.py", "e2e/test_cluster.py", "frontend")]
    code, lines = run_in(project, root, *words, *asked)
    assert code == 0
    left = [line for line in lines if "::" in line]
    assert left
    assert [line for line in left if "redis" in line or "e2e" in line or ".test.js" in line] == []
    assert "with redis-server" in lines[-1]
    assert "with node" in lines[-1]
