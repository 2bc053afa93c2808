"""Fetching from a hub on this machine: what comes, what is kept, and a clear line for all that can go wrong."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from tests.features.hub.server import COMMIT, MOST, PADDED, TINY, TOKEN, Hub
from tokviz.errors import FetchError, RulesError, TokvizError
from tokviz.features.hub.fetching import Progress, fetch
from tokviz.files import by_name
from tokviz.files.by_name import on_this_machine
from tokviz.texts import templates

pytestmark = pytest.mark.program


def error_of(name: str, *, anonymous: bool = False) -> TokvizError:
    """The error that fetching ends with; nothing is kept."""
    with pytest.raises(TokvizError) as caught:
        fetch(name, anonymous=anonymous)
    assert list(by_name.read_records()) == []
    assert "\n" not in caught.value.sentence(templates("zh"))
    return caught.value


def test_a_tokenizer_and_what_is_asked_for_it(hub: Hub) -> None:
    told: list[Progress] = []
    found = fetch("gpt2", on_progress=told.append)
    assert (found.name, found.files[0].read_bytes(), found.commit) == ("gpt2", TINY, COMMIT)
    assert told[-1] == Progress("tokenizer.json", len(TINY), len(TINY))
    assert {one.path for one in hub.asked} == {"/gpt2/resolve/main/tokenizer.json"}
    assert hub.methods() == ["HEAD", "HEAD", "GET"]
    assert on_this_machine()["gpt2"].open().encode("lol").tokens == ("lo", "l")
    assert hub.methods() == []


def test_what_has_not_changed_is_not_loaded_again(hub: Hub) -> None:
    fetch("gpt2")
    hub.asked.clear()
    assert fetch("gpt2").commit == COMMIT
    assert set(hub.methods()) == {"HEAD"}
    fetch("gpt2@v1")  # the same commit by another name
    assert set(hub.methods()) == {"HEAD"}
    assert [one.name for one in by_name.read_records()] == ["gpt2", "gpt2@v1"]


@pytest.mark.parametrize(
    ("name", "files", "tokens"),
    [
        ("org/bert", ["tokenizer.json"], None),
        ("organization/name", ["vocab.json", "merges.txt"], ("lo", "l")),
        ("org/words", ["vocab.txt"], ("lo", "##l")),
        ("org/renamed", ["tokenizer.json"], ("lo", "l")),
        ("org/elsewhere", ["tokenizer.json"], None),
    ],
)
def test_what_repositories_hold(name: str, files: list[str], tokens: tuple[str, ...] | None, hub: Hub) -> None:
    found = fetch(name)
    assert [path.name for path in found.files] == files
    pipeline = found.open()
    assert pipeline.check("lol").equal
    assert tokens is None or pipeline.encode("lol").tokens == tokens


def test_a_file_as_large_as_may_be(hub: Hub) -> None:
    told: list[Progress] = []
    found = fetch("org/most", on_progress=told.append)
    assert found.size == MOST
    done = [one.done for one in told]
    assert done == sorted(done)
    assert len(done) > 100
    assert found.open().encode("lol").ids == (2, 0)


def test_too_large_is_said_before_anything_is_loaded(hub: Hub) -> None:
    error = error_of("org/large")
    assert (error.code, error.details["size"]) == ("get-large", MOST + 1)
    assert hub.methods() == ["HEAD"]


def test_too_large_is_noticed_while_loading(hub: Hub, tmp_path: Path) -> None:
    assert error_of("org/endless").code == "get-large"
    assert [path for path in (tmp_path / "hub").rglob("*") if path.is_file() and path.stat().st_size > 1000] == []


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("org/none", "get-unknown"),
        ("gpt2@v9", "get-revision"),
        ("org/gated", "get-gated"),
        ("org/weights", "get-no-file"),
        ("org/half", "get-no-file"),
        ("org/cut", "get-cut"),
        ("org/busy", "get-status"),
        ("org/login", "get-no-hub"),
        ("https://example.org/x", "get-name"),
    ],
)
def test_what_can_go_wrong(name: str, code: str, hub: Hub) -> None:
    assert error_of(name).code == code


def test_a_server_that_does_not_answer_is_left(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_ETAG_TIMEOUT", "1")
    assert error_of("org/silent").code == "get-slow"


def test_a_server_that_hangs_within_a_file_is_left(hub: Hub) -> None:
    with pytest.raises(FetchError) as caught:
        fetch("org/stuck", quiet=3)
    assert caught.value.code == "get-slow"


def test_a_body_that_broke_off_is_taken_up_again(hub: Hub) -> None:
    assert fetch("org/resumed").files[0].read_bytes() == PADDED
    assert hub.methods().count("GET") == 2


def test_a_gated_model_by_the_token_of_the_environment(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_wrong")
    assert error_of("org/gated").code == "get-gated"
    monkeypatch.setenv("HF_TOKEN", TOKEN)
    assert error_of("org/gated", anonymous=True).code == "get-gated"
    hub.asked.clear()
    assert fetch("org/gated").files[0].read_bytes() == TINY
    assert {one.token for one in hub.asked} == {f"Bearer {TOKEN}"}


def test_a_token_does_not_leave_the_hub(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_TOKEN", TOKEN)
    fetch("org/elsewhere")
    assert {one.token for one in hub.asked if one.path.startswith("/elsewhere")} == {None}


def test_without_a_network(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    fetch("gpt2")
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # and does not listen
        monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{nobody.getsockname()[1]}")
        assert fetch("gpt2").files[0].read_bytes() == TINY
        with pytest.raises(FetchError) as caught:
            fetch("org/bert")
    assert caught.value.code == "get-network"


@pytest.mark.parametrize("is_by_variable", [True, False])
def test_offline_asks_nobody(is_by_variable: bool, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    fetch("gpt2")
    hub.asked.clear()
    if is_by_variable:
        monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    for name in ("org/bert", "cl100k_base"):
        with pytest.raises(FetchError) as caught:
            fetch(name, offline=not is_by_variable)
        assert caught.value.code == "get-offline"
    assert fetch("gpt2", offline=not is_by_variable).commit == COMMIT
    assert hub.methods() == []


def test_who_has_seen_enough_ends_it(hub: Hub) -> None:
    def stop(_: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fetch("org/endless", on_progress=stop)
    assert list(by_name.read_records()) == []


def test_a_folder_that_cannot_be_written(hub: Hub, tmp_path: Path) -> None:
    (tmp_path / "tokviz").write_text("a file")
    with pytest.raises(FetchError) as caught:
        fetch("gpt2")
    assert caught.value.code == "get-disk"


# -- tiktoken ----------------------------------------------------------------------------------------------------------

_TIKTOKEN = """
import tiktoken_ext.openai_public as public
ranks = {bytes([byte]): byte for byte in range(256)} | {b"lo": 256, b" lo": 257}
public.ENCODING_CONSTRUCTORS["cl100k_base"] = lambda: {
    "name": "cl100k_base", "pat_str": r"\\S+|\\s+", "mergeable_ranks": ranks, "special_tokens": {"<|end|>": 300},
}
"""


def test_an_encoding_by_tiktoken_s_own_loader(hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small one, put in the place of the real one in the process that fetches."""
    (tmp_path / "sitecustomize.py").write_text(_TIKTOKEN)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    found = fetch("cl100k_base")
    monkeypatch.delenv("PYTHONPATH")
    assert (found.pattern, found.specials, found.files[0].name) == ("cl100k", {"<|end|>": 300}, "cl100k_base.tiktoken")
    assert on_this_machine()["cl100k_base"].open().encode("lo lo<|end|>").ids == (256, 257, 300)
    assert fetch("cl100k_base", offline=True) == found  # it never changes, so nobody is asked again
    assert hub.methods() == []


def test_an_encoding_without_a_network(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{nobody.getsockname()[1]}")
        assert error_of("o200k_base").code == "get-network"


def test_an_encoding_without_tiktoken(hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['tiktoken'] = None\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    error = error_of("cl100k_base")
    assert isinstance(error, RulesError)
    assert "pip install tiktoken" in str(error)


def test_a_process_that_breaks_down(hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['huggingface_hub.errors'] = 7\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert error_of("gpt2").code == "get-failed"
    (tmp_path / "sitecustomize.py").write_text("import os\nos._exit(3)\n")
    assert error_of("gpt2").code == "get-failed"
