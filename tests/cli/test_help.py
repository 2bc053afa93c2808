"""``--help``, in each language and for every command; which language is spoken."""

from __future__ import annotations

import re
import shlex
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from tests.cli.conftest import Cli, right
from tokviz import features
from tokviz.cli.parser import parser
from tokviz.cli.tables import width
from tokviz.location import version
from tokviz.views.shared.catalog import LANGUAGES, load

COMMANDS: tuple[list[str], ...] = (
    [],
    ["start"],
    ["train"],
    ["encode"],
    ["stages"],
    ["roundtrip"],
    ["chat"],
    ["vocabulary"],
    ["compare"],
    ["export"],
    ["get"],
    ["check"],
    ["site"],
)


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("columns", ["80", "120"])
def test_help(language: str, command: list[str], columns: str, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    say = load(language)
    out = right(cli("--lang", language, *command, "--help")).out
    assert out.startswith(f"{say('cli.usage')}{' '.join(['tokviz', *command])} ")
    assert say("cli.examples") in out
    assert "".join(say(f"cli.{command[0]}.about" if command else "cli.about").split()) in "".join(out.split())
    listed = out[: out.index(say("cli.examples"))]
    assert [line for line in listed.splitlines() if width(line) > int(columns)] == []
    if language == "zh":
        assert re.findall(r"(?<!--)\b(?:show|options|usage|default)\b", out) == []


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_the_examples_are_understood(command: list[str], cli: Cli) -> None:
    out = right(cli(*command, "--help")).out
    lines = [line.strip() for line in out[out.index("examples:") :].splitlines()[1:]]
    assert lines
    for line in lines:
        words = shlex.split(line.split("| ")[-1].split(" > ")[0].split(" < ")[0])
        assert words[0] == "tokviz"
        wanted = [*command, *words[1:], "start"][0]
        assert (parser(load("en"), features).parse_args(words[1:]).command or "start") == wanted


@pytest.mark.parametrize(
    ("environment", "arguments", "usage"),
    [
        ({}, [], "usage: "),
        ({"LANG": "zh_CN.UTF-8"}, [], "用法："),
        ({"LC_ALL": "zh"}, [], "用法："),
        ({"LC_ALL": "C.UTF-8", "LANG": "zh_CN.UTF-8"}, [], "usage: "),
        ({"LC_ALL": "", "LANG": "zh_TW"}, [], "用法："),
        ({"LANG": "xx_XX.UTF-8"}, [], "usage: "),
        ({"LANG": "zh_CN.UTF-8"}, ["--lang", "en"], "usage: "),
        ({}, ["train", "--lang=zh"], "用法："),
    ],
)
def test_the_language(
    environment: dict[str, str], arguments: list[str], usage: str, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert right(cli(*arguments, "--help")).out.startswith(usage)


def test_what_stands_behind_a_double_dash_is_text(cli: Cli) -> None:
    assert right(cli("encode", "--example", "hug", "--", "--lang", "fr")).out.startswith("- - l a n g")


def test_tables_in_chinese(cli: Cli) -> None:
    out = right(cli("train", "--example", "hug", "--lang", "zh")).out
    head, rule = out.splitlines()[2:4]
    assert width(head) <= width(rule)
    assert re.search(r"u g +ug +20 ", out)
    out = right(cli("encode", "--example", "hug", "--lang", "zh", "--steps", "hugs")).out
    assert "`u g`" in out
    assert "hugs → hugs" in out


def test_the_document_names_every_option(cli: Cli, root: Path) -> None:
    text = (root / "docs" / "reference" / "command-line.md").read_text("utf-8")
    for command in COMMANDS[1:]:
        options = re.findall(r"(?m)^  (?:-\w, )?(--[\w-]+)", right(cli(*command, "--help")).out)
        assert options
        assert [option for option in options if f"`{option}" not in text and option != "--help"] == []


def test_the_version_is_that_of_the_checkout(cli: Cli, root: Path, tmp_path: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    for language in LANGUAGES:
        assert right(cli("--lang", language, "--version")).out == f"tokviz {project['version']}\n"
    assert version(tmp_path) == metadata.version("tokviz-lab")  # a folder without pyproject.toml, as a wheel's
