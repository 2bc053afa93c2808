"""Parts of a tab for `make site-live`: what is missing is fetched, from the release or else from the package index."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tokviz.errors import TokvizError
from tokviz.features.site.parts import RELEASE, Parts, pins
from tools import site_parts

CARRIED = "numpy-2-carried.whl"


@pytest.fixture
def registries(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Registries that give small files, and what was asked of them."""
    asked: list[str] = []

    def interpreter(folder: Path) -> None:
        asked.append("npm")
        listed = {"packages": {"numpy": {"file_name": "numpy-2.whl"}}}
        (folder / "pyodide-lock.json").write_text(json.dumps(listed))

    def carried(folder: Path) -> None:
        asked.append("index")
        (folder / CARRIED).write_bytes(b"wheel")

    monkeypatch.setattr(site_parts, "_fetch_interpreter", interpreter)
    monkeypatch.setattr(site_parts, "_fetch_carried", carried)
    return asked


def gathering(monkeypatch: pytest.MonkeyPatch, *, is_reached: bool) -> None:
    def gather(sources: Sequence[str]) -> Parts:
        if RELEASE not in sources:
            raise TokvizError("part-missing", name="numpy", sources="", version="")
        if not is_reached:
            raise TokvizError("part-unreachable", address="the release", why="no route")
        return Parts(pins(), {}, {"numpy": ("2", b"released")})

    monkeypatch.setattr(site_parts, "gather", gather)


def test_wheels_come_from_the_release(registries: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    gathering(monkeypatch, is_reached=True)
    assert site_parts.main([str(tmp_path)]) == 0
    assert registries == ["npm"]
    assert (tmp_path / "numpy-2.whl").read_bytes() == b"released"


def test_without_the_release_they_come_from_the_index(
    registries: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gathering(monkeypatch, is_reached=False)
    assert site_parts.main([str(tmp_path)]) == 0
    assert registries == ["npm", "index"]
    assert (tmp_path / CARRIED).is_file()
    said = capsys.readouterr().err
    assert "no route" in said
    assert site_parts._CARRIER in said


def test_nothing_is_fetched_twice(registries: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(site_parts, "gather", lambda sources: Parts(pins(), {}, {}))
    assert site_parts.main([str(tmp_path)]) == 0
    assert registries == []
