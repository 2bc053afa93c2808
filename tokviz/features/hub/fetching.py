"""Fetching a tokenizer by its name: in a process of its own, with its progress, and never without end; known models.

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

__all__ = ["KNOWN", "QUIET", "Known", "Progress", "fetch"]

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
    token: str | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    quiet: float = QUIET,
) -> Named:
    """Bring a tokenizer to this machine and keep its name, or see that it is still the same.

    offline: only out of the libraries' caches, as with HF_HUB_OFFLINE=1. anonymous: without the token of this machine's
    user. token: another one, in its place; it is kept nowhere. on_progress: is told how far a file has come; what
    it raises ends the fetching. quiet: seconds without any progress after which it is given up.

    Raises FetchError for what is malformed, unknown, gated, too large, without a tokenizer, not to be reached or cut
    short; RulesError for a library that is missing.
    """
    wanted = parse(name)
    offline = offline or os.environ.get("HF_HUB_OFFLINE", "").lower() in _ON
    if wanted.is_encoding:  # which never changes
        already = next((record for record in by_name.read_records() if record.name == str(wanted)), None)
        if already is not None:
            return already
    with closing(_lines(wanted, offline, anonymous, token, quiet)) as lines:
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


def _lines(wanted: Name, offline: bool, anonymous: bool, token: str | None, quiet: float) -> Generator[dict[str, Any]]:
    """Yield the lines of the process until it ends. However this ends, the process does."""
    is_anonymous = anonymous and token is None
    options = [flag for flag, is_set in (("--offline", offline), ("--anonymous", is_anonymous)) if is_set]
    child = subprocess.Popen(
        [sys.executable, "-m", "tokviz.features.hub.child", *options, wanted.repo, wanted.revision or ""],
        env=_environment(wanted, offline) | ({} if token is None else {"HF_TOKEN": token}),
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


# -- known models ------------------------------------------------------------------------------------------------------

# Sizes and licenses are approximate and unchecked: the model's page has the final word. Where a model's repository is
# gated and another one has the same tokenizer for everybody, that is named.


@dataclass(frozen=True)
class Known:
    """A model, the name of its tokenizer (:func:`tokviz.files.by_name.parse`), and its file: about how many MB, its
    license, and whether the hub asks for a token."""

    title: str
    name: str
    megabytes: float
    license: str
    is_gated: bool = False

    @property
    def is_encoding(self) -> bool:
        """Return whether it comes by tiktoken, and not from the hub."""
        return "/" not in self.name


KNOWN = (
    Known("GPT-4o", "o200k_base", 3.6, "MIT"),
    Known("GPT-4", "cl100k_base", 1.7, "MIT"),
    Known("GPT-2", "openai-community/gpt2", 1.4, "MIT"),
    Known("BERT", "google-bert/bert-base-uncased", 0.5, "Apache-2.0"),
    Known("T5", "google-t5/t5-small", 1.4, "Apache-2.0"),
    Known("Llama 2", "TinyLlama/TinyLlama-1.1B-Chat-v1.0", 1.8, "Apache-2.0"),
    Known("Mistral", "mistral-community/Mistral-7B-v0.2", 1.8, "Apache-2.0"),
    Known("Qwen", "Qwen/Qwen2.5-0.5B", 7.0, "Apache-2.0"),
    Known("Gemma 3", "google/gemma-3-1b-pt", 33.4, "Gemma Terms of Use", is_gated=True),
)
"""Llama 2's tokenizer is that of TinyLlama, whose repository is open; Mistral's is a copy for everybody."""
