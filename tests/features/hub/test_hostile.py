"""A hub that means harm: nothing is written outside of the cache, and what is no tokenizer is not kept."""

from __future__ import annotations

import socket
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.features.hub.server import Hub
from tokviz.errors import FetchError
from tokviz.features.hub.child import drop_bad_digests, is_digest, is_shaped, refuse_bad_addresses
from tokviz.features.hub.fetching import fetch
from tokviz.files import by_name


@pytest.mark.parametrize(
    "value",
    [
        '"../../file"', "..", ".", "a/b", "a\\b", "", '""', "a\n", "a\0", "\x7f", "a b", "C:x", "é", "a" * 129,
        'W/"../x"', "/etc/passwd", "%2e%2e", "~", "-rf", "．．",
    ],
)  # fmt: skip
def test_what_is_no_digest_is_dropped(value: str) -> None:
    assert not is_digest(value)
    answer = SimpleNamespace(headers={"ETag": value, "X-Linked-ETag": value, "X-Repo-Commit": value, "Date": value})
    drop_bad_digests(answer)
    assert answer.headers == {"Date": value}


@pytest.mark.parametrize("value", ['"' + "a1" * 32 + '"', "f" * 40, 'W/"123-abc"', '"0x8DABC"', '"d41d8cd9-12"'])
def test_what_hubs_have_is_kept(value: str) -> None:
    assert is_digest(value)


NAMES = {
    "cdn.example": "203.0.114.5",
    "hub.example": "198.41.0.4",
    "inside.example": "10.1.2.3",
    "localhost.example": "127.0.0.2",
    "mapped": "::ffff:127.0.0.1",
}


def _resolve(host: str, port: None, **_: object) -> list[tuple[object, ...]]:
    """Return the address of a name, without a network."""
    address = NAMES.get(host, host)
    if address == "nowhere.example":
        raise socket.gaierror
    return [(0, 0, 0, "", (address, 0))]


@pytest.mark.parametrize(
    ("endpoint", "address", "is_refused"),
    [
        ("https://hub.example", "https://hub.example/x", False),
        ("https://hub.example", "https://cdn.example/x", False),
        ("https://hub.example", "https://nowhere.example/x", False),  # which only a proxy knows
        ("https://hub.example", "http://hub.example/x", True),
        ("https://hub.example", "https://127.0.0.1/x", True),
        ("https://hub.example", "https://169.254.169.254/latest", True),
        ("https://hub.example", "https://inside.example/x", True),
        ("https://hub.example", "https://[::1]/x", True),
        ("https://hub.example", "https://mapped/x", True),
        ("http://hub.example", "http://127.0.0.1:8501/x", True),
        ("http://127.0.0.1:9", "http://localhost.example/x", False),
        ("http://inside.example", "http://127.0.0.1/x", False),
    ],
)
def test_where_a_hub_may_send_us(
    endpoint: str, address: str, is_refused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("socket.getaddrinfo", _resolve)
    look = refuse_bad_addresses(endpoint, "org/name")
    if not is_refused:
        look(SimpleNamespace(url=address))
        return
    with pytest.raises(FetchError) as caught:
        look(SimpleNamespace(url=address))
    assert caught.value.code == "get-redirect"


@pytest.mark.parametrize(
    ("file", "data"),
    [
        ("tokenizer.json", b'{"model": {}}'),
        ("vocab.json", b'{"a": 0}'),
        ("tekken.json", b'{"config": {}, "vocab": []}'),
        ("tokenizer.model", b"\x0a\x03\x0a\x01a"),
        ("merges.txt", b"#version: 0.2\nl o\n"),
        ("vocab.txt", b"[PAD]\nlow\n##er\n"),
    ],
)
def test_shapes(file: str, data: bytes) -> None:
    assert is_shaped(file, data)
    others = (
        b"",
        b"A SECRET OF AN INTERNAL SERVICE",
        b"<html>\n<p>Log in here</p>",
        b"[" * 100_000,
        b'"x"',
        b"[]",
        b"{}",
        b"\xff\0",
        b"{",
    )
    assert [other for other in others if is_shaped(file, other)] == []


# -- a hub on this machine ---------------------------------------------------------------------------------------------


def error_of(name: str) -> FetchError:
    with pytest.raises(FetchError) as caught:
        fetch(name)
    assert list(by_name.read_records()) == []
    return caught.value


@pytest.mark.program
@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("org/etag", "get-no-hub"),
        ("org/linked", "get-no-tokenizer"),
        ("org/commit", "get-no-hub"),
        ("org/second", "get-no-file"),
        ("org/missing", "get-no-file"),
    ],
)
def test_nothing_is_written_outside_of_the_cache(name: str, code: str, hub: Hub, tmp_path: Path) -> None:
    hub.target = str(tmp_path / "elsewhere" / "file").lstrip("/")
    assert error_of(name).code == code
    assert {path.name for path in tmp_path.iterdir()} <= {"hub", "tokviz", "tiktoken"}


@pytest.mark.program
@pytest.mark.parametrize(
    ("name", "file"), [("org/secret", "tokenizer.json"), ("org/text", "tokenizer.json"), ("org/page", "vocab.txt")]
)
def test_what_is_no_tokenizer_is_not_kept(name: str, file: str, hub: Hub, tmp_path: Path) -> None:
    error = error_of(name)
    assert (error.code, error.details["file"]) == ("get-no-tokenizer", file)
    assert [path for path in (tmp_path / "hub").rglob("*") if path.parent.name == "blobs" or path.name == file] == []


@pytest.mark.program
def test_a_redirect_into_this_network_is_not_followed(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hub of the internet, which this test plays as its proxy; its store is on this machine."""
    monkeypatch.setenv("HTTP_PROXY", hub.address)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")
    monkeypatch.setenv("HF_ENDPOINT", "http://hub.example")
    error = error_of("org/elsewhere")
    assert (error.code, "localhost" in str(error)) == ("get-redirect", True)
    assert [one.path for one in hub.asked if "/elsewhere/" in one.path and "resolve" not in one.path] == []
