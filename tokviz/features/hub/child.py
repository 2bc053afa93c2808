"""The process that fetches: ``python -m tokviz.features.hub.child [--offline] [--anonymous] REPO REVISION``.

It writes lines of JSON: how far a file has come, and in the end where the files are, or the code and the details of an
error. Of a repository it takes the first of :data:`WANTED` that is there. Nothing is written down here but the files.

What a hub answers is checked before anything is written. huggingface_hub makes file names of the ETag and the commit
that an answer has, so `../` in one of them would be written outside of its cache: one that is no digest is dropped, and
an answer without is none of a hub.

A hub may send us elsewhere: files are on content delivery networks, whose names change and which a mirror has of its
own, so there is no list of good ones. But a hub on the internet has no reason to send us to this machine or into its
network, where services answer that trust their neighbors, nor from HTTPS to HTTP. Such a redirect is not followed.
Where the hub itself is in this network, its store may be as well.

Whatever comes then has to look like the file that was asked for: a network's login page, another service, or a hub that
answers anything must not be reported as a tokenizer. Whether the tokenizer can be applied is found out when it is
opened.
"""

from __future__ import annotations

import base64
import json
import os
import re
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from ipaddress import IPv6Address, ip_address
from typing import Any, Self
from urllib.parse import urlsplit

from tokviz.errors import FetchError, FormatError, LimitError, TokvizError
from tokviz.files import by_name, protobuf
from tokviz.files.by_name import Name
from tokviz.files.libraries import library
from tokviz.files.reading import MAX_FILE_BYTES, read_json, text_of

WANTED = (
    ("tokenizer.json",),
    ("tokenizer.model",),
    ("spiece.model",),
    ("sentencepiece.bpe.model",),
    ("tekken.json",),
    ("vocab.json", "merges.txt"),
    ("vocab.txt",),
)
"""The files that make a tokenizer, what says most first."""

_CHUNK = 1 << 16  # bytes between two reports
_SHOWN = 120  # characters of what a library says


def main(arguments: Sequence[str]) -> None:
    """Fetch what the arguments name, and write what became of it."""
    *options, repo, revision = arguments
    name = Name(repo, revision or None)
    sys.stdout = sys.stderr  # for libraries that print
    try:
        result = _encoding(name, "--offline" in options) if name.is_encoding else _Repository(name, options).found()
        _say(**result)
    except TokvizError as error:
        _say(code=error.code, details=dict(error.details))
    except Exception as error:
        problem = _told(error, name)
        _say(code=problem.code, details=dict(problem.details))


def _say(**line: Any) -> None:
    os.write(1, f"{json.dumps(line)}\n".encode())


# -- the hub -----------------------------------------------------------------------------------------------------------


class _Repository:
    """A repository of the hub, asked for one file after the other."""

    def __init__(self, name: Name, options: Sequence[str]) -> None:
        self._name = name
        self._hub = library("huggingface_hub")
        self._errors = library("huggingface_hub.errors")
        self._constants = library("huggingface_hub.constants")
        self._constants.DOWNLOAD_CHUNK_SIZE = _CHUNK  # 10 MB otherwise: no progress to be seen, and none to be counted
        self._is_offline = "--offline" in options
        self._token = False if "--anonymous" in options else None
        self._unreached: FetchError | None = None  # why the hub could not be asked, if so
        self._look_at_answers()

    def found(self) -> dict[str, Any]:
        """Return the paths of the files."""
        for files in WANTED:
            paths = list(self._paths(files))
            if len(paths) == len(files):
                for file, path in zip(files, paths, strict=True):
                    self._see_shape(file, path)
                commit = os.path.basename(os.path.dirname(paths[0]))  # the folder of a snapshot
                return {"paths": paths, "commit": commit}
        if self._unreached is not None:
            raise self._unreached
        if self._is_offline:
            raise FetchError("get-offline", name=str(self._name))
        wanted = ", ".join(" + ".join(files) for files in WANTED)
        raise FetchError("get-no-file", name=str(self._name), files=wanted)

    def _paths(self, files: Sequence[str]) -> Iterator[str]:
        """Yield the paths of files on this machine, up to the first that is missing."""
        for file in files:
            try:
                if not self._is_offline:
                    self._look(file)
                yield self._load(file)
            except self._errors.EntryNotFoundError:
                return

    def _look(self, file: str) -> None:
        """Ask for the size of a file before loading it. Without an answer, use the cache alone from then on."""
        url = self._hub.hf_hub_url(self._name.repo, file, revision=self._name.revision)
        try:
            about = self._hub.get_hf_file_metadata(url, token=self._token, timeout=self._constants.HF_HUB_ETAG_TIMEOUT)
        except (self._errors.HfHubHTTPError, FetchError):
            raise
        except Exception as error:
            self._unreached = _told(error, self._name)
            self._is_offline = True
            return
        if about.commit_hash is None or about.etag is None:
            raise _no_hub(self._name)
        if about.size is not None:
            _check(about.size, self._name, file)

    def _look_at_answers(self) -> None:
        """Have each request and each answer looked at before huggingface_hub makes file names of it.

        Through a client of our own: it makes a new one after some errors, and asks again before it loads, when a hub
        may answer otherwise than at first.
        """
        client = self._hub.get_session()
        hooks = {
            "request": [
                *client.event_hooks["request"],
                refuse_bad_addresses(self._constants.ENDPOINT, str(self._name)),
            ],
            "response": [*client.event_hooks["response"], drop_bad_digests],
        }
        kind = type(client)
        self._hub.set_client_factory(lambda: kind(event_hooks=hooks, follow_redirects=True, timeout=None))

    def _see_shape(self, file: str, path: str) -> None:
        """Refuse a file that is no tokenizer, and delete it from the cache."""
        with open(path, "rb") as opened:
            if is_shaped(file, opened.read(MAX_FILE_BYTES + 1)):
                return
        if not self._is_offline:
            for target in (os.path.realpath(path), path):
                with suppress(OSError):
                    os.unlink(target)
        raise FetchError("get-no-tokenizer", name=str(self._name), file=file)

    def _load(self, file: str) -> str:
        return str(
            self._hub.hf_hub_download(
                self._name.repo,
                file,
                revision=self._name.revision,
                token=self._token,
                local_files_only=self._is_offline,
                tqdm_class=_counting(self._name, file),
            )
        )


def _counting(name: Name, file: str) -> type:
    """Return a class that huggingface_hub uses for its progress bars."""

    class Counted:
        """Reports what has come of a file, and ends what is too much or starts over."""

        def __init__(self, *, total: int | None = None, initial: int = 0, **_: object) -> None:
            self._total, self._done = total, initial

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            """Do nothing: nothing is left to be done."""

        def update(self, number: int) -> None:
            """Count bytes. A negative number: the server had broken off, and starts from the beginning."""
            if number < 0:
                raise FetchError("get-cut", name=str(name))
            self._done += number
            _check(self._done, name, file)
            _say(file=file, done=self._done, total=self._total)

    return Counted


def _check(size: int, name: Name, file: str) -> None:
    if size > MAX_FILE_BYTES:
        raise FetchError("get-large", name=str(name), file=file, size=size, limit=MAX_FILE_BYTES)


# -- tiktoken ----------------------------------------------------------------------------------------------------------


def _encoding(name: Name, is_offline: bool) -> dict[str, Any]:
    """Return an encoding by tiktoken's own loader, written as the rank file that it is made of."""
    tiktoken = library("tiktoken")
    _say(file=name.repo, done=0, total=None)
    try:
        encoding = tiktoken.get_encoding(name.repo)
    except OSError as error:  # what requests raises is one
        if is_offline:
            raise FetchError("get-offline", name=name.repo) from None
        raise _told(error, name) from None
    lines = [f"{base64.b64encode(token).decode()} {rank}\n" for token, rank in encoding._mergeable_ranks.items()]
    path = by_name.record_path(name.repo, ".tiktoken")
    by_name.write_file(path, "".join(lines).encode())
    return {"paths": [str(path)], "specials": dict(encoding._special_tokens)}


# -- errors ------------------------------------------------------------------------------------------------------------


def _no_hub(name: Name) -> FetchError:
    return FetchError("get-no-hub", name=str(name), address=library("huggingface_hub.constants").ENDPOINT)


def _told(error: Exception, name: Name) -> FetchError:
    """Return the error of ours for one of the libraries.

    Those of the client beneath huggingface_hub and of requests are told by their names: which client it is has changed
    with every major version.
    """
    kinds = {kind.__name__ for kind in type(error).__mro__}
    of, status = str(name), getattr(getattr(error, "response", None), "status_code", None)
    if "FileMetadataError" in kinds:
        return _no_hub(name)
    if "GatedRepoError" in kinds:
        return FetchError("get-gated", name=of, repo=name.repo)
    if "RevisionNotFoundError" in kinds:
        return FetchError("get-revision", name=name.repo, revision=name.revision or "main")
    if "RepositoryNotFoundError" in kinds:
        return FetchError("get-unknown", name=of)
    if isinstance(status, int):
        return FetchError("get-status", name=of, status=str(status))
    if kinds & {"TimeoutException", "Timeout"}:
        return FetchError("get-slow", name=of)
    if kinds & {"RemoteProtocolError", "ReadError", "ChunkedEncodingError"} or "Consistency check" in str(error):
        return FetchError("get-cut", name=of)
    if kinds & {"NetworkError", "ProxyError", "ConnectionError"}:
        return FetchError("get-network", name=of)
    why = getattr(error, "strerror", None) or " ".join(str(error).split()) or type(error).__name__
    return FetchError("get-failed", name=of, why=why[:_SHOWN])


# -- checks of answers -------------------------------------------------------------------------------------------------

_DIGEST = re.compile(r"[0-9A-Za-z][0-9A-Za-z-]{0,127}")
_HEADERS = ("ETag", "X-Linked-ETag", "X-Repo-Commit")


def is_digest(text: str) -> bool:
    """Tell if an ETag, with its marks, or a commit is letters and digits alone.

    >>> is_digest('W/"68d4be59-1a2b"'), is_digest('"../../file"'), is_digest("1" * 40)
    (True, False, True)
    """
    return _DIGEST.fullmatch(text.removeprefix("W/").strip('"')) is not None


def drop_bad_digests(answer: Any) -> None:
    """Take out of an answer of the client beneath huggingface_hub what is no digest and would name a file."""
    for name in _HEADERS:
        value = answer.headers.get(name)
        if value is not None and not is_digest(value):
            del answer.headers[name]


def refuse_bad_addresses(endpoint: str, name: str) -> Callable[[Any], None]:
    """Return a check of each request of that client, those of redirects too. Raises FetchError with the name."""
    hub = urlsplit(endpoint)
    is_hub_near = _is_near(hub.hostname or "")

    def look(request: Any) -> None:
        address = urlsplit(str(request.url))
        is_open = hub.scheme == "https" and address.scheme != "https"
        host = address.hostname or ""
        if is_open or (host != hub.hostname and not is_hub_near and _is_near(host)):
            raise FetchError("get-redirect", name=name, address=f"{address.scheme}://{address.netloc}")

    return look


def _is_near(host: str) -> bool:
    """Tell if a host is this machine or in its network.

    False for a name that only a proxy can resolve.
    """
    try:
        infos = socket.getaddrinfo(host, None, proto=socket.IPPROTO_TCP)
    except (OSError, UnicodeError):
        return False
    addresses = (ip_address(str(entry[4][0]).partition("%")[0]) for entry in infos)
    plain = ((address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address for address in addresses)
    return any(not address.is_global for address in plain)


# -- checks of files ---------------------------------------------------------------------------------------------------

_LINES = 20  # of a list, which are looked at
_MARK = re.compile(r"##\S+|\[[A-Za-z]+\]|<[a-z]+>")  # what a WordPiece vocabulary has at least one of


def is_shaped(file: str, data: bytes) -> bool:
    """Tell if a file has the shape that its name promises.

    file: one of :data:`WANTED`.

    >>> is_shaped("tokenizer.json", b'{"model": {"type": "BPE"}}'), is_shaped("tokenizer.json", b"<html>")
    (True, False)
    """
    try:
        if file.endswith(".json"):
            return _is_json(file, read_json(data)[0])
        if file.endswith(".model"):
            return bool(protobuf.fields(data).get(1))  # the pieces
        return _is_list(file, [line.strip() for line in text_of(data).splitlines()])
    except (FormatError, LimitError):
        return False


def _is_json(file: str, value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    if file == "tokenizer.json":
        return isinstance(value.get("model"), dict)
    if file == "tekken.json":
        return isinstance(value.get("vocab"), list) and isinstance(value.get("config"), dict)
    return bool(value) and all(type(number) is int for number in value.values())


def _is_list(file: str, lines: list[str]) -> bool:
    tokens = [line for line in lines if line]
    if file == "merges.txt":
        merges = [line for line in tokens if not line.startswith("#version")][:_LINES]
        return bool(merges) and all(len(line.split()) == 2 for line in merges)
    return any(map(_MARK.fullmatch, tokens)) and not any(" " in token for token in tokens[:_LINES])


if __name__ == "__main__":
    main(sys.argv[1:])
