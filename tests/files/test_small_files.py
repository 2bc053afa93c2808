"""Small files that would fill the memory, take minutes or end the process: refused with a sentence that says why."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.files.small_files import ACCEPTED, REFUSED, SECONDS
from tokviz.errors import LimitError
from tokviz.texts import LANGUAGES, templates


def told(name: str) -> str:
    """Return the code of the error that a file leads to, or nothing.

    It is opened and used in a process of its own.
    """
    command = [sys.executable, "-m", "tests.files.small_files", name]
    done = subprocess.run(command, capture_output=True, text=True, timeout=10 * SECONDS, check=False)
    assert done.returncode == 0, done.stderr[-2_000:] or f"exit {done.returncode}"
    return done.stdout.strip()


@pytest.mark.program
@pytest.mark.parametrize("name", REFUSED)
def test_small_files_that_make_much_are_refused(name: str) -> None:
    assert told(name) in REFUSED[name].codes


@pytest.mark.program
@pytest.mark.parametrize("name", ACCEPTED)
def test_files_within_the_limits_are_accepted(name: str) -> None:
    assert told(name) == ""


def test_each_limit_has_a_sentence_in_every_language() -> None:
    for code in {code for case in REFUSED.values() for code in case.codes if code.startswith("limit-")}:
        limit = "MAX_" + code.removeprefix("limit-").upper().replace("-", "_")
        error = LimitError(limit, 1_000, met=5_000, part="normalizer", token="'a'", number=77)
        for language in LANGUAGES:
            sentence = error.sentence(templates(language))
            assert all(number in sentence for number in ("1,000", "5,000"))
