"""Fetching a tokenizer by its name: in a process of its own, with its progress, and never without end.

A process, since neither library can be given a limit of time for the whole, and since what they read from the
environment (HF_ENDPOINT, HF_HOME, HF_TOKEN, TIKTOKEN_CACHE_DIR, proxies) they read once. What is asked of whom is in
:mod:`tokviz.features.hub.child`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from types import MappingProxyType
from typing import Any

from tokviz import location
from tokviz.errors import FetchError, RulesError
from tokviz.files import by_name
from tokviz.files.by_name import ENCODINGS, Name, Named, parse

QUIET = 60.0
"""The seconds that may pass without any progress."""

_ON = ("1", "on", "yes", "true")  # what huggingface_hub takes for a yes
_CLOSED = "http://127.0.0.1:9"  # nobody answers there


@dataclass(frozen=True)
class Progress:
    """The progress of a file, in bytes. total: None where the server has not said."""

    file: str
    done: int
    total: int | None


def fetch(
    name: str,
    *,
    offline: bool = False,
    anonymous: bool = False,
    on_progress: Callable[[Progress], None] | None = None,
    quiet: float = QUIET,
) -> Named:
    """Bring a tokenizer to this machine and keep its name, or see that it is still the same.

    offline: only out of the libraries' caches, as with HF_HUB_OFFLINE=1. anonymous: without the token of this machine's
    user. on_progress: is told how far a file has come; what it raises ends the fetching. quiet: seconds without any
    progress after which it is given up.

    Raises FetchError for what is malformed, unknown, gated, too large, without a tokenizer, not to be reached or cut
    short; RulesError for a library that is missing.
    """
    wanted = parse(name)
    offline = offline or os.environ.get("HF_HUB_OFFLINE", "").lower() in _ON
    if wanted.is_encoding:  # which never changes
        already = next((record for record in by_name.read_records() if record.name == str(wanted)), None)
        if already is not None:
            return already
    with closing(_lines(wanted, offline, anonymous, quiet)) as lines:
        for line in lines:
            match line:
                case {"file": file, "done": done, "total": total}:
                    if on_progress is not None:
                        on_progress(Progress(file, done, total))
                case {"paths": paths}:
                    return _kept(wanted, paths, line)
                case {"code": "library-missing" as code, "details": details}:
                    raise RulesError(code, **details)
                case {"code": code, "details": details}:
                    raise FetchError(code, **details)
    raise FetchError("get-failed", name=str(wanted), why="–")  # it has ended, and has not said why


def _kept(wanted: Name, paths: Sequence[str], line: Mapping[str, Any]) -> Named:
    pattern = ENCODINGS[wanted.repo] if wanted.is_encoding else None
    specials = MappingProxyType(line.get("specials", {}))
    named = Named(str(wanted), tuple(map(Path, paths)), "fetched", pattern, specials, line.get("commit"))
    by_name.write_record(named)
    return named


def _lines(wanted: Name, offline: bool, anonymous: bool, quiet: float) -> Generator[dict[str, Any]]:
    """Yield the lines of the process until it ends. However this ends, the process does."""
    options = [flag for flag, is_set in (("--offline", offline), ("--anonymous", anonymous)) if is_set]
    child = subprocess.Popen(
        [sys.executable, "-m", "tokviz.features.hub.child", *options, wanted.repo, wanted.revision or ""],
        env=_environment(wanted, offline),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert child.stdout is not None
    queue: SimpleQueue[bytes] = SimpleQueue()
    lines = iter(child.stdout.readline, b"")

    def listen() -> None:
        for line in lines:
            queue.put(line)
        queue.put(b"")

    listener = Thread(target=listen, daemon=True)
    listener.start()
    try:
        while line := queue.get(timeout=quiet):
            yield json.loads(line)
    except Empty:
        raise FetchError("get-slow", name=str(wanted)) from None
    finally:
        child.kill()
        child.wait()
        listener.join()
        child.stdout.close()


def _environment(wanted: Name, offline: bool) -> dict[str, str]:
    """Return the environment of the process: this one's, with settings that keep it to plain requests that can be
    counted."""
    package = str(Path(location.__file__).resolve().parents[1])
    variables = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, (package, os.environ.get("PYTHONPATH")))),
        "PYTHONIOENCODING": "utf-8",
        "HF_HUB_DISABLE_TELEMETRY": "1",
        "HF_HUB_DISABLE_XET": "1",  # which fetches in native threads, past every limit
    }
    if wanted.is_encoding and offline:  # tiktoken has no such mode
        variables |= dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"), _CLOSED)
        variables |= {"NO_PROXY": "", "no_proxy": ""}
    return variables
