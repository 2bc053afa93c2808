"""What all tests share: the root of the checkout, and property tests that give the same answer on every run."""

from pathlib import Path

import pytest
from hypothesis import settings

# A slow machine is not a bug, and a failure that comes and goes with the seed helps nobody.
# `pytest --hypothesis-profile=explore` draws new cases instead.
settings.register_profile("steady", deadline=None, derandomize=True, max_examples=60)
settings.register_profile("explore", deadline=None, max_examples=2000)
settings.load_profile("steady")


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder that holds app.py."""
    return Path(__file__).resolve().parents[1]
