"""Names that can be fetched, and those that are refused before anything is sent."""

from __future__ import annotations

import pytest

from tokviz.errors import FetchError
from tokviz.files import by_name
from tokviz.files.by_name import Named, on_this_machine, parse


@pytest.mark.parametrize(
    "name",
    ["gpt2", "bert-base-uncased", "org/name", "org/na_me.v2@refs/pr/1", "o@1", "a" * 96, "cl100k_base", "_x/y_"],
)
def test_names(name: str) -> None:
    assert str(parse(name)) == name


@pytest.mark.parametrize(
    "name",
    [
        *(
            "",
            " ",
            "gpt2 ",
            "a/b/c",
            "/gpt2",
            "gpt2/",
            "../gpt2",
            "a..b",
            "a--b",
            "gpt2.git",
            "-gpt2",
            "gpt2@",
            "@main",
        ),
        *("https://huggingface.co/gpt2", "http:gpt2", "gpt2?x=1", "gpt2#x", "gpt2%2f", "org\\name", "~/gpt2", "café"),
        *("gpt2\n", "gpt2\0", "gpt2@../main", "gpt2@a//b", "gpt2@a b", "a" * 97, "--offline", "file:///etc/passwd"),
    ],
)
def test_what_is_no_name(name: str) -> None:
    with pytest.raises(FetchError) as caught:
        parse(name)
    assert caught.value.code == "get-name"
    assert "\n" not in str(caught.value)


def test_what_was_kept_is_found_until_its_files_are_gone(hub: object) -> None:
    path = by_name.record_path("org/name@v1", ".model")
    path.parent.mkdir(parents=True)
    path.write_bytes(b"x")
    one = Named("org/name@v1", (path,), "fetched", "cl100k", {"<s>": 7}, "1" * 40)
    by_name.write_record(one)
    assert list(by_name.read_records()) == [one]
    assert on_this_machine()["org/name@v1"] == one
    path.unlink()
    assert list(by_name.read_records()) == []


@pytest.mark.parametrize("record", ["", "[]", "{}", '{"name": "../x", "files": []}', '{"name": "other", "files": []}'])
def test_what_is_no_record_counts_as_none(record: str, hub: object) -> None:
    path = by_name.record_path("gpt2", ".json")
    path.parent.mkdir(parents=True)
    path.write_text(record, encoding="utf-8")
    assert list(by_name.read_records()) == []


def test_a_user_without_a_home_has_fetched_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (by_name.CACHE, "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)  # what it returns for a user whom nobody knows
    assert list(by_name.read_records()) == []
