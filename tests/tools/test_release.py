"""`make release`: what it refuses, and what it leaves to a person. That both distributions install is in test_wheel."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools.release import before_upload, faults

METADATA = "Metadata-Version: 2.4\nName: {name}\nVersion: 1.0\nDescription-Content-Type: {kind}\n\nA visualizer.\n"
PROJECT = {"version": "1.0", "urls": {"Repository": "https://example.org"}}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout in which nothing is left to do."""
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 1.0, 2027-01-31\n\n## 0.9, unreleased\n")
    (tmp_path / "CITATION.cff").write_text("cff-version: 1.2.0\nversion: 1.0\n")
    commit = ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message", "all"]
    for words in (["init", "--quiet"], ["add", "--all"], commit):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    return tmp_path


def test_metadata_that_an_index_takes() -> None:
    assert faults(METADATA.format(name="tokviz-lab", kind="text/markdown")) == ()


@pytest.mark.parametrize(("name", "kind"), [("tokviz lab", "text/markdown"), ("tokviz-lab", "text/html")])
def test_metadata_that_an_index_refuses(name: str, kind: str) -> None:
    assert len(faults(METADATA.format(name=name, kind=kind))) == 1


def test_nothing_is_left_to_do(checkout: Path) -> None:
    assert before_upload(checkout, PROJECT) == ()


def test_what_is_left_to_do_is_listed(checkout: Path) -> None:
    (checkout / "new.py").write_text("")
    changes, log, citation, urls = before_upload(checkout, {"version": "0.9"})
    assert "git status" in changes
    assert "## 0.9" in log
    assert "CITATION.cff" in citation
    assert "[project.urls]" in urls
