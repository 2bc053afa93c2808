"""Setup of all tests: the root of the checkout, and property tests that give the same answer on every run."""

import gc
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

from tests.features.hub.server import Hub, serve
from tests.held import held
from tests.programs import LeftOut
from tests.quick import draw_few_cases, mark_app_tests, mark_twins
from tokviz import features

features.add_pages()  # as where a program begins: tests ask for each page by its name

collect_ignore = [
    "toy_page.py",
    "addition",
]  # scripts that draw when they are read; an algorithm that is not here

# A slow machine is not a bug, and a failure that comes and goes with the seed helps nobody.
# `pytest --hypothesis-profile=explore` draws new cases instead; `quick` is for `make quick`.
BUSY = [HealthCheck.too_slow]
settings.register_profile("steady", deadline=None, suppress_health_check=BUSY, derandomize=True, max_examples=60)
settings.register_profile("quick", deadline=None, suppress_health_check=BUSY, derandomize=True, max_examples=5)
settings.register_profile("explore", deadline=None, suppress_health_check=BUSY, max_examples=2000)
settings.load_profile("steady")


def pytest_configure(config: pytest.Config) -> None:
    """Leave out the tests whose program is missing, and look for no garbage until all tests are collected: there is
    none, and looking for it takes a fifth of the time."""
    config.pluginmanager.register(LeftOut())
    gc.disable()
    if config.getoption("--hypothesis-profile") != "explore":
        # Hypothesis draws numbers and texts out of the modules that are loaded, too, so that the same test would get
        # other cases after other tests.
        providers._get_local_constants = Constants


@pytest.hookimpl(tryfirst=True)  # before pytest looks for what `-m` asks for
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests that run a page by AppTest and their Chinese twins, and draw few cases for `make quick`."""
    mark_app_tests(items)
    mark_twins(items)
    if config.getoption("--hypothesis-profile") == "quick":
        draw_few_cases(items)


def pytest_collection_finish() -> None:
    """Nor is it from now on: what looks for garbage of the tests does not go through thousands of tests each time, and
    seldom through all that modules keep for their tests."""
    gc.enable()
    gc.freeze()
    gc.set_threshold(2_000, 10, 1_000)


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder that holds app.py."""
    return Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session", autouse=True)
def _what_all_visits_share() -> Iterator[None]:
    """Each AppTest looks through all installed packages for components, which takes far longer than running a page,
    and compiles the page's script on each run. A server does both once for all its visitors, and so do we."""
    if "streamlit.testing.v1" not in sys.modules:
        yield
        return
    from streamlit.components.v2 import manifest_scanner
    from streamlit.runtime.scriptrunner.script_cache import ScriptCache
    from streamlit.testing.v1 import app_test, local_script_runner

    from tokviz.web.components import text_rows
    from tokviz.web.shared import stepping

    scripts = ScriptCache()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests))
        for module in (app_test, local_script_runner):
            patched.setattr(module, "ScriptCache", lambda: scripts)
        patched.setattr(local_script_runner, "require_widgets_deltas", _has_run)
        # No browser says that what is below a picture is in view.
        patched.setattr(stepping, "is_below_seen", lambda _: True)
        patched.setattr(text_rows, "is_below_seen", lambda _: True)
        yield


@pytest.fixture(scope="session", autouse=True)
def _nothing_was_fetched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Give the tests an empty cache, so that they do not find tokenizers that were fetched on this machine."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("TOKVIZ_CACHE", str(tmp_path_factory.mktemp("fetched")))
        yield


@pytest.fixture(autouse=True)
def _main_is_no_page() -> Iterator[None]:
    """Put back the module `__main__`, for which a page of an AppTest stands: a process that is started later would run
    the page's file, which may be gone."""
    main = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = main


@pytest.fixture(autouse=True)
def _all_turns_are_given_back() -> Iterator[None]:
    """Fail after a test that keeps what pages of later tests would wait for."""
    yield
    assert held() == ()


@pytest.fixture
def serving(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a server be made, and forget it after the test: pages of later tests have no server to ask for files."""
    from tokviz.web.server import files

    monkeypatch.setattr(files, "_served", Event())


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    """A hub on this machine, and caches that are empty."""
    for name in ("HF_HUB_ETAG_TIMEOUT", "HF_HUB_DOWNLOAD_TIMEOUT"):
        monkeypatch.delenv(name, raising=False)
    for name in ("HF_TOKEN", "HF_HUB_CACHE", "HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE", "DATA_GYM_CACHE_DIR"):
        monkeypatch.delenv(name, raising=False)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hub"))
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path / "tiktoken"))
    monkeypatch.setenv("TOKVIZ_CACHE", str(tmp_path / "tokviz"))
    with serve() as found:
        monkeypatch.setenv("HF_ENDPOINT", found.address)
        yield found


def _has_run(runner: Any, timeout: float) -> None:
    """Wait for the script of an AppTest; Streamlit's own way asks a thousand times a second."""
    runner._script_thread.join(timeout)
    if runner._script_thread.is_alive():
        runner.request_stop()
        runner.join()
        raise RuntimeError(f"the script took longer than {timeout} s")
