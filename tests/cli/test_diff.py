"""``tokviz diff``: every list and every reason in every format, exit codes like those of diff, limits, mistakes."""

from __future__ import annotations

import csv
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.catalogs import saying
from tests.cli.conftest import Cli, right
from tokviz.location import site
from tokviz.views.shared.catalog import load

EN = load("en")
TEXT = "the lighthouse and the light"


class Screen(io.StringIO):
    """Standard error of a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def versions(tmp_path: Path) -> tuple[str, str]:
    """The small GPT that comes along, and the same with two ids that changed places and without one merge."""
    file: dict[str, Any] = json.loads((site() / "assets" / "tokenizers" / "gpt.json").read_text("utf-8"))
    old, new = (str(tmp_path / name) for name in ("old.json", "new.json"))
    Path(old).write_text(json.dumps(file))
    ids, merges = file["model"]["vocab"], file["model"]["merges"]
    ids["Ġthe"], ids["Ġand"] = ids["Ġand"], ids["Ġthe"]
    merges.remove(["Ġli", "ght"])
    Path(new).write_text(json.dumps(file))
    return old, new


def section(out: str, heading: str) -> list[str]:
    lines = out.splitlines()
    start = lines.index(heading) + 3
    return lines[start : next((at for at in range(start, len(lines)) if not lines[at]), len(lines))]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_terminal_says_that_a_text_is_read(
    language: str, cli: Cli, versions: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, say = Screen(), load(language)
    monkeypatch.setattr(sys, "stderr", screen)
    assert cli("diff", *versions, "--text", TEXT, "--lang", language).code == 1
    told = say("vocabulary.change.reading", characters=say.count("bytes.count.characters", len(TEXT)))
    assert screen.getvalue().split("\r\x1b[K")[1:] == [told, ""]


def test_what_the_review_put_into_a_file_is_listed(cli: Cli, versions: tuple[str, str]) -> None:
    done = cli("diff", *versions, "--text", TEXT)
    assert (done.code, done.err) == (1, "")
    assert [line.split()[:3:2] for line in section(done.out, EN("vocabulary.differing.ids_moved"))] == [
        ["Ġthe", "279"],
        ["Ġand", "262"],
    ]
    (removed,) = section(done.out, EN("vocabulary.differing.merges_removed"))
    assert removed.split() == ["Ġli", "+", "ght", "476", "–"]
    assert EN("vocabulary.differing.merges_moved") not in done.out.split("\n\n", 1)[1]
    gone = saying("vocabulary.change.merge.merge-removed", number=476, pair="Ġli + ght")
    moved = saying("vocabulary.change.id", token="Ġthe", old=262, new=279)
    why = [line for line in done.out.splitlines() if line.startswith(("␣light", "␣the", "␣and"))]
    assert sum(bool(gone.search(line)) for line in why) == 2
    assert sum(bool(moved.search(line)) for line in why) == 1


def test_identical_files_are_said_to_be(cli: Cli, versions: tuple[str, str]) -> None:
    out = right(cli("diff", "gpt", versions[0])).out
    assert out == f"{EN('vocabulary.change.none')}\n"
    read = json.loads(right(cli("diff", "gpt", versions[0], "-f", "json", "--text", TEXT)).out)
    assert read["identical"] is True
    assert read["text"]["parts"] == []


def test_every_format_has_the_same(cli: Cli, versions: tuple[str, str]) -> None:
    read = json.loads(cli("diff", *versions, "--text", TEXT, "--format", "json").out)
    assert read["ids_moved"] == [{"token": "Ġthe", "old": 262, "new": 279}, {"token": "Ġand", "old": 279, "new": 262}]
    assert read["merges_removed"] == [{"pair": ["Ġli", "ght"], "old": 476}]
    rows = list(csv.DictReader(io.StringIO(cli("diff", *versions, "--text", TEXT, "-f", "csv").out, newline="")))
    assert [(row["change"], row["item"], row["old"], row["new"]) for row in rows[:3]] == [
        ("ids_moved", "Ġthe", "262", "279"),
        ("ids_moved", "Ġand", "279", "262"),
        ("merges_removed", "Ġli + ght", "476", ""),
    ]
    of_text = [row for row in rows if row["change"] == "text"]
    assert [row["reason"] for row in of_text] == [part["reason"] for part in read["text"]["parts"]]
    assert [row["item"] for row in of_text] == [part["text"] for part in read["text"]["parts"]]


def test_lists_are_cut_short_unless_all_is_asked_for(cli: Cli) -> None:
    heading = EN("vocabulary.differing.tokens_removed")
    usual, few, every = (
        section(cli("diff", "gpt", "llama", *more).out, heading) for more in ((), ("--limit", "3"), ("--all",))
    )
    assert (len(usual), len(few)) == (21, 4)
    total = int(few[-1].split()[2].replace(",", ""))
    assert len(every) == total > 500  # fmt: skip


def test_a_text_from_a_file_a_pipe_and_an_argument(cli: Cli, versions: tuple[str, str], tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_text(TEXT)
    wanted = cli("diff", *versions, "--text", TEXT).out
    assert cli("diff", *versions, "--file", str(path)).out == wanted
    assert cli("diff", *versions, "--file", "-", stdin=TEXT.encode()).out == wanted
    (about_text,) = saying("vocabulary.change.text").findall(wanted)
    assert cli("diff", *versions, stdin=TEXT.encode()).out == wanted[: wanted.index(f"\n{about_text}")]


def test_notes_name_their_file(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "vocab.txt"
    path.write_text("[UNK]\nhug\n##s\n")
    done = cli("diff", "bert", str(path), "--lang", "zh")
    assert done.code == 1
    assert done.err
    assert all(line.startswith(f"tokviz: {path}: ") for line in done.err.splitlines())


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("gpt",), "NEW"),
        (("gpt", "no-such-file.json"), "no-such-file.json"),
        (("gpt", "bert", "--limit", "x"), "--limit"),
        (("gpt", "bert", "--file", "no-such-text"), "no-such-text"),
        (("-", "-"), "Standard input"),
        pytest.param(("gpt", "bert", "--text", "a" * 1_000_001), "1,000,001", marks=pytest.mark.slow),
    ],
)
def test_mistakes_are_one_line(arguments: tuple[str, ...], told: str, cli: Cli) -> None:
    done = cli("diff", *arguments)
    assert (done.code, done.data) == (2, b"")
    assert told in done.err
    assert len(done.err.splitlines()) == 1
