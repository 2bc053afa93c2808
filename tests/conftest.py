"""What all tests share: the root of the checkout, and property tests that give the same answer on every run."""

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A slow machine is not a bug, and a failure that comes and goes with the seed helps nobody.
# `pytest --hypothesis-profile=explore` draws new cases instead.
BUSY = [HealthCheck.too_slow]
settings.register_profile("steady", deadline=None, suppress_health_check=BUSY, derandomize=True, max_examples=60)
settings.register_profile("explore", deadline=None, suppress_health_check=BUSY, max_examples=2000)
settings.load_profile("steady")


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

    from tokviz.web.components import aligned
    from tokviz.web.shared import stepping

    scripts = ScriptCache()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests))
        for module in (app_test, local_script_runner):
            patched.setattr(module, "ScriptCache", lambda: scripts)
        # No browser says that what stands below a picture is in view.
        patched.setattr(stepping, "is_below_seen", lambda _: True)
        patched.setattr(aligned, "is_below_seen", lambda _: True)
        yield
