"""Changes that break something: each can be made, is seen by a test that looks, and is taken back."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tools import mutations
from tools.mutations import MUTATIONS, Mutation, caught, main, problems

RULE = Mutation("ties", "rule.py", "LEAST = 2", "LEAST = 3", ("test_rule.py",))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A checkout with one rule and its test."""
    (tmp_path / "rule.py").write_text("LEAST = 2\nMOST = 9\n", encoding="utf-8")
    test = "import rule\n\ndef test_least():\n    assert rule.LEAST == 2\n"
    (tmp_path / "test_rule.py").write_text(test, encoding="utf-8")
    return tmp_path


def test_each_can_be_made_and_has_a_name_of_its_own() -> None:
    """After a change of the code, change `old` and `new`, too: what they break is in the name."""
    assert problems(MUTATIONS) == ()
    assert len(MUTATIONS) >= 20
    assert max(Counter(mutation.name for mutation in MUTATIONS).values()) == 1
    assert all(mutation.old != mutation.new for mutation in MUTATIONS)


def test_a_text_or_a_test_that_is_gone_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gone = Mutation("gone", "rule.py", "LEAST = 1", "", ("test_other.py",))
    assert problems([RULE], folder) == ()
    text, test = problems([gone], folder)
    assert "LEAST = 1" in text
    assert "test_other.py" in test
    (folder / "rule.py").write_text("LEAST = 2\n" * 2, encoding="utf-8")
    assert len(problems([RULE], folder)) == 1  # which of the two would it be?
    assert main(["--only", "there is no such name"]) == 2
    assert "there is no such name" in capsys.readouterr().err


def test_nothing_is_played_once_a_text_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    def copied(folder: Path) -> Path:
        raise AssertionError("nothing may be copied")

    monkeypatch.setattr(mutations, "MUTATIONS", (RULE,))
    monkeypatch.setattr(mutations, "_copied", copied)
    assert main([]) == 2


@pytest.mark.program
def test_a_change_is_caught_by_the_test_that_asks_and_taken_back(folder: Path) -> None:
    before = (folder / "rule.py").read_text(encoding="utf-8")
    assert caught(RULE, folder)
    assert not caught(Mutation("most", "rule.py", "MOST = 9", "MOST = 8", RULE.tests), folder)
    assert (folder / "rule.py").read_text(encoding="utf-8") == before
