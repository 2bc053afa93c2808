"""Debian's `redis-server` on a free port, for the tests that are marked `redis`."""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis
from redis.backoff import ConstantBackoff
from redis.retry import Retry

from tests.programs import find, missing

__all__ = ["free_port", "redis_server"]


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


@contextmanager
def redis_server(folder: Path) -> Iterator[str]:
    """Run one until the block ends; gives its address. What it holds is gone with it."""
    program = find("redis-server")
    if program is None:
        raise RuntimeError(missing("redis-server"))
    port = free_port()
    command = [program, "--port", f"{port}", "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    with (folder / "redis.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
    try:
        address = f"redis://127.0.0.1:{port}/0"
        retry = Retry(ConstantBackoff(0.05), 200)
        with redis.Redis.from_url(address, retry=retry, retry_on_error=[redis.ConnectionError]) as base:
            base.ping()
        yield address
    finally:
        process.terminate()
        process.wait(10)
