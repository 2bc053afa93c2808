"""Running a coroutine in a test, whichever tests ran before in this process."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

__all__ = ["run"]

Result = TypeVar("Result")


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Run in a thread of its own: in this one a loop may be running, which the browser tests leave behind."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, work).result()
