"""Workers with small limits, which the tests of a module share."""

from collections.abc import Iterator

import pytest

from tests.sandbox.here import Here
from tests.sandbox.strangers import Library
from tokviz.sandbox import Limits, Pool, Source
from tokviz.sandbox.processes import CAN_FORK

SMALL = Limits(memory=200_000_000, processor=2, wait=30.0)

collect_ignore = [] if CAN_FORK else ["test_processes.py", "test_pool.py", "test_hostile.py"]


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with Pool(SMALL) as made:
        yield made


@pytest.fixture
def source(request: pytest.FixtureRequest) -> Source:
    """Return a source that no other test has open."""
    return Source(request.node.nodeid, "library.json", Library)


@pytest.fixture
def here() -> Iterator[Here]:
    made = Here()
    yield made
    made.close()
