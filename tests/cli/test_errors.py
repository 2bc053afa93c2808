"""Errors of the command line: one line on standard error, in the reader's language, and exit code 2."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from tests.catalogs import saying
from tests.cli.conftest import Cli
from tests.strategies import hostile_texts
from tokviz import features
from tokviz.cli.parser import Parser, parser
from tokviz.errors import CorpusError, FormatError, LimitError, TokvizError, brief
from tokviz.text_keys import error_key
from tokviz.texts import LANGUAGES
from tokviz.views.shared.catalog import load

HUG = ("--example", "hug")
WRONG: dict[str, tuple[tuple[str, ...], str, dict[str, object]]] = {
    "no such command": (("trainn",), "cli-usage-command", {"argument": "trainn", "command": "tokviz"}),
    "no such option": (
        ("encode", "--step", "3", "hug"),
        "cli-usage-option",
        {"argument": "--step", "command": "tokviz encode"},
    ),
    "no value": (("train", "--merges"), "cli-usage-value", {"argument": "--merges", "command": "tokviz train"}),
    "a value too many": (
        ("encode", "--ids=3"),
        "cli-usage-no-value",
        {"argument": "--ids", "command": "tokviz encode"},
    ),
    "an argument too many": (
        ("export", "a", "b=c"),
        "cli-usage-argument",
        {"argument": "b=c", "command": "tokviz export"},
    ),
    "an argument too few": (
        ("check", "bpe.train"),
        "cli-usage-missing",
        {"argument": "FILE", "command": "tokviz check"},
    ),
    "an option before the command": (
        ("--ids", "encode"),
        "cli-usage-option",
        {"argument": "--ids", "command": "tokviz"},
    ),
    "a level that is none": (
        ("tasks", "--kinds", "encode", "--level", "9"),
        "exercise-level",
        {"value": "9", "least": 0, "most": 3},
    ),
    "no such language": (
        ("train", "--lang", "xx"),
        "cli-choice",
        {"option": "--lang", "value": "xx", "choices": ", ".join(LANGUAGES)},
    ),
    "no corpus": (("train",), "cli-no-corpus", {}),
    "no such file": (("train", "nothing.txt"), "cli-file-missing", {"name": "nothing.txt"}),
    "a folder": (("train", "."), "cli-file-folder", {"name": "."}),
    "a name with a NUL": (("train", "a\0b"), "cli-file-unreadable", {"name": "a\\x00b"}),
    "file and example": (("train", "a.txt", *HUG), "cli-two-corpora", {}),
    "several files": (("train", "a.txt", "b.txt"), "cli-many-files", {}),
    "no such example": (("train", "--example", "hugs"), "example-unknown", {"value": "hugs"}),
    "no such algorithm": (("train", *HUG, "-a", "lzw"), "cli-choice", {"option": "--algorithm", "value": "lzw"}),
    "no such rules": (("train", *HUG, "-r", "soft-em"), "rules-preset", {"value": "soft-em"}),
    "no source": (("encode", "--corpus", "x", "-r", "source", "y"), "cli-file-missing", {"name": "x"}),
    "no such split": (("train", *HUG, "-s", "nope"), "unknown-pretokenizer", {"name": "'nope'"}),
    "no number": (("train", *HUG, "-m", "many"), "cli-number", {"option": "--merges", "value": "many", "least": 0}),
    "below zero": (("train", *HUG, "--merges=-1"), "cli-number", {"option": "--merges", "value": "-1", "least": 0}),
    "a number of 5,000 digits": (
        ("train", *HUG, "-n", "9" * 5000),
        "cli-number",
        {"option": "--vocab-size", "least": 1},
    ),
    "both amounts": (("train", *HUG, "-m", "3", "-n", "9"), "cli-two-amounts", {}),
    "merges of unigram": (("train", *HUG, "-a", "unigram", "-m", "3"), "cli-no-merges", {}),
    "too small": (("train", *HUG, "-n", "3"), "vocab-size-characters", {"value": 3, "least": 7}),
    "too small for the library": (
        ("train", *HUG, "-a", "unigram", "-r", "sentencepiece", "-n", "3"),
        "vocab-size-characters",
        {"value": 3},
    ),
    "too little covered": (
        ("train", *HUG, "-r", "sentencepiece", "--character-coverage", "0.9"),
        "rules-range",
        {"name": "--character-coverage", "value": "0.9", "least": 0.98, "most": 1},
    ),
    "no share": (
        ("train", *HUG, "--character-coverage", "all"),
        "rules-range",
        {"name": "--character-coverage", "value": "all", "least": 0.98, "most": 1},
    ),
    "symbols of another": (("train", *HUG, "--user-defined", "<x>"), "sentencepiece-only", {"name": "user_defined"}),
    "coverage of another": (
        ("train", *HUG, "-a", "wordpiece", "-r", "tf-text", "--character-coverage", "0.99"),
        "sentencepiece-only",
        {"name": "character_coverage"},
    ),
    "a split of words for lines": (
        ("train", "words.txt", "-a", "superbpe", "--split", "words"),
        "cli-own-split",
        {"algorithm": "superbpe", "value": "words"},
    ),
    "no such format": (("train", *HUG, "-f", "xml"), "cli-choice", {"option": "--format", "value": "xml"}),
    "a format of another": (
        ("train", *HUG, "-a", "unigram", "-f", "codes"),
        "cli-choice",
        {"option": "--format", "value": "codes"},
    ),
    "a format that cannot hold it": (("train", *HUG, "-f", "codes"), "codes-mark", {}),
    "past the end": (("train", *HUG, "--step", "99"), "cli-step", {"value": 99, "total": 7}),
    "states as codes": (
        ("train", *HUG, "--step", "1", "-f", "codes"),
        "cli-choice",
        {"option": "--format", "value": "codes"},
    ),
    "nowhere to write": (
        ("train", *HUG, "-o", "no/such/folder/x.csv"),
        "cli-file-unwritable",
        {"name": "no/such/folder/x.csv"},
    ),
    "no tokenizer": (("encode", "hug"), "cli-one-tokenizer", {"corpus": "--corpus"}),
    "two tokenizers": (("encode", "hug", *HUG, "-t", "x.json"), "cli-one-tokenizer", {"corpus": "--corpus"}),
    "no text": (("encode", *HUG), "cli-no-text", {}),
    "standard input twice": (("encode", "-", "--corpus", "-"), "cli-stdin-twice", {}),
    "no such tokenizer": (("encode", "hug", "-t", "./x.json"), "cli-file-missing", {"name": "./x.json"}),
    "a tokenizer that is nowhere": (("encode", "hug", "-t", "gpt2"), "cli-tokenizer-missing", {"name": "gpt2"}),
    "one of two files": (("encode", "hug", "-t", "x.txt+x.json"), "cli-file-missing", {"name": "x.txt"}),
    "no tokenizer of stages": (("stages", "hug"), "cli-no-tokenizer", {}),
    "no such token": (("encode", "-t", "gpt", "--decode", "nosuchtoken"), "cli-token", {"value": "nosuchtoken"}),
    "nothing to check with": (("encode", *HUG, "--check", "hug"), "cli-check", {}),
    "too long for stages": (
        ("stages", "-t", "gpt", "a" * 20_001),
        "limit-staged-chars",
        {"value": 20000, "met": 20001},
    ),
    "no name": (("get", "../x"), "get-name", {"name": "../x"}),
    "no such id": (("encode", *HUG, "--decode", "--ids", "99"), "unknown-id", {"value": "99"}),
    "one tokenizer": (("compare", *HUG, "-t", "bpe"), "cli-tokenizers", {"number": 1}),
    "five tokenizers": (("compare", *HUG, "-t", "bpe,bpe,bpe,bpe,bpe"), "cli-tokenizers", {"number": 5}),
    "no such preset": (("compare", *HUG, "-t", "bpe:x,bpe"), "rules-preset", {"value": "x"}),
    "no such tokenizer file": (("compare", *HUG, "-t", "bpe,lzw:x"), "cli-file-missing", {"name": "lzw:x"}),
    "too large": (
        ("compare", *HUG, "--size", "50000"),
        "rules-range",
        {"name": "--size", "value": 50000, "least": 1, "most": 10000},
    ),
    "too small for one": (("compare", *HUG, "--size", "6"), "cli-size", {"name": "BPE", "value": 6, "least": 7}),
    "no size for all": (("compare", *HUG, "-t", "bpe:minbpe,bpe:course"), "cli-size-apart", {"least": 256}),
    "no such part": (("compare", *HUG, "--part", "charts"), "cli-choice", {"option": "--part", "value": "charts"}),
    "rows as csv": (
        ("compare", *HUG, "--part", "rows", "-f", "csv"),
        "cli-choice",
        {"option": "--part", "value": "rows"},
    ),
    "no such port": (("start", "--port", "99999"), "cli-port", {"value": "99999", "most": "65535"}),
    "a port of letters": (("start", "--port", "http"), "cli-number", {"option": "--port", "value": "http", "least": 0}),
}


def the_line(cli: Cli, *arguments: str, stdin: bytes | None = None) -> str:
    """The one line that a run that fails says."""
    done = cli(*arguments, stdin=stdin)
    assert (done.code, done.data) == (2, b"")
    assert done.err.startswith("tokviz: ")
    assert done.err.endswith("\n")
    assert done.err.count("\n") == 1
    return done.err.removeprefix("tokviz: ").strip()


@pytest.mark.parametrize("name", list(WRONG))
def test_what_is_wrong_is_said(name: str, cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    arguments, code, values = WRONG[name]
    assert saying(error_key(code), **values).match(the_line(cli, *arguments))
    if name != "no such language":
        in_chinese = the_line(cli, *arguments[:1], "--lang", "zh", *arguments[1:])
        assert saying(error_key(code), "zh", **values).match(in_chinese)


@pytest.mark.parametrize("name", ["a level that is none", "no such language", "no text", "no such option"])
def test_what_the_arguments_decide_points_at_the_help(name: str, cli: Cli) -> None:
    arguments, _, _ = WRONG[name]
    assert the_line(cli, *arguments).endswith(f"See `tokviz {arguments[0]} --help`.")


def parsers(top: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """The parser of every command, with those of its commands."""
    yield top
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction):
            for one in action.choices.values():
                yield from parsers(one)


PARSERS = {one.prog: one for one in parsers(parser(load("en"), features))}


def mistakes(command: str) -> Iterator[tuple[str, ...]]:
    """Arguments that a command does not take: an option, too many, too few, with a value and without."""
    one = PARSERS[command]
    yield ("--no-such-option",)
    yield ("--no-such-option=3",)
    placed = [action for action in one._actions if not action.option_strings]
    if all(action.nargs in (None, "?") for action in placed):  # a group of commands takes "A..."
        yield *("argument" for _ in placed), "another"
    needed = [action for action in placed if action.nargs in (None, "+")]
    if needed:
        yield ()
    for action in one._actions:
        if action.option_strings:
            yield (action.option_strings[0] + ("=3" if action.nargs == 0 else ""),)
    if command != "tokviz":  # of several --lang the last one counts
        yield *("-" for _ in needed), "--lang", "xx"


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("command", PARSERS)
def test_a_mistake_points_at_the_help_of_its_command(command: str, language: str, cli: Cli) -> None:
    for arguments in mistakes(command):
        line = the_line(cli, "--lang", language, *command.split()[1:], *arguments)
        assert line.count("`") % 2 == 0
        assert f"`{command} --help`" in line, arguments


def test_a_command_of_a_command_points_at_its_own_help() -> None:
    say = load("en")
    top = Parser(say, prog="tokviz")
    outer = top.add_subparsers(metavar="COMMAND").add_parser("outer", say=say)
    outer.add_subparsers(metavar="COMMAND").add_parser("inner", say=say).add_argument("file")
    for arguments, command in (
        (["outer", "inner", "a", "--no-such-option"], "tokviz outer inner"),
        (["outer", "inner"], "tokviz outer inner"),
        (["outer", "--no-such-option", "inner", "a"], "tokviz outer"),
        (["outer", "no-such-command"], "tokviz outer"),
    ):
        with pytest.raises(TokvizError) as caught:
            top.parse_args(arguments)
        assert caught.value.details["command"] == command
    assert top.parse_args(["outer", "inner", "a"]).prog == "tokviz outer inner"


def test_what_the_arguments_do_not_decide_points_at_no_help(cli: Cli, tmp_path: Path) -> None:
    """A file that is not there, one without words, a name that nobody has."""
    path = tmp_path / "empty.txt"
    path.write_bytes(b" ")
    for arguments in (("train", "nothing.txt"), ("train", str(path)), ("encode", "-t", "nope", "hug")):
        assert "--help" not in the_line(cli, *arguments)


CORPORA: dict[str, tuple[bytes, TokvizError]] = {
    "nothing": (b"", CorpusError("empty-corpus")),
    "white space": (b" \n", CorpusError("empty-corpus")),
    "latin-1": ("é".encode("latin-1") * 3, CorpusError("not-decodable", byte="0xE9", offset=0, encoding="UTF-8")),
    "zeros": (b"low\0", CorpusError("nul-byte", offset=3)),
    "a picture": (b"\x89PNG\r\n\x1a\n", CorpusError("binary-file", type="PNG")),
    "a list with a mistake": (
        b"low 5\nlower 2\nnewest -1\n",
        FormatError("count-negative", line=3, word="'newest'"),
    ),
    "a word too long": (
        b"x" * 200_001,
        LimitError("MAX_LONG_WORD_CHARS", 200_000, met=200_001, word=brief("x" * 200_001)),
    ),
}


@pytest.mark.parametrize("name", list(CORPORA))
@pytest.mark.parametrize("command", ["train", "compare"])
def test_a_corpus_that_is_none(name: str, command: str, cli: Cli, tmp_path: Path) -> None:
    """Piped, and as a file, whose name the line begins with."""
    data, error = CORPORA[name]
    piped = error if data.strip() else TokvizError("cli-no-corpus")
    assert the_line(cli, command, stdin=data).startswith(str(piped))
    path = tmp_path / "corpus.txt"
    path.write_bytes(data)
    line = the_line(cli, command, str(path))
    assert line.startswith(f"{path}: {error}")


@pytest.mark.parametrize("name", ["x.json", "x.txt", "x.codes", "x.tiktoken", "x.model", "x.vocab", "x"])
@pytest.mark.parametrize("data", [b"", b"\xff\xfe\xff", b"{", b'{"model": {"type": "Unigram"}}', b"a b c\nd"])
def test_a_tokenizer_that_is_none(name: str, data: bytes, cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    if (name == "x.txt" and data[:1] == b"{") or (name in ("x.txt", "x") and data == b"a b c\nd"):
        data = b"\n\n"  # almost any other text is a vocabulary
        path.write_bytes(data)
    assert the_line(cli, "encode", "hug", "--tokenizer", str(path)).startswith(f"{path}: ")


def test_files_that_do_not_make_one_tokenizer(cli: Cli, tmp_path: Path) -> None:
    names = [str(tmp_path / name) for name in ("a.json", "b.json")]
    for name in names:
        Path(name).write_text("{}")
    line = the_line(cli, "encode", "hug", "--tokenizer", "+".join(names))
    assert str(TokvizError("upload-not-tokenizer")) in line


@pytest.mark.parametrize("command", [["encode", "--example", "hug"], ["compare", "--example", "hug", "--text"]])
def test_an_argument_that_is_not_utf8(command: list[str], cli: Cli) -> None:
    """Python hands the bytes of an argument on as half characters."""
    assert saying("error.not-decodable", byte="0xE9", offset=1).search(the_line(cli, *command, "h\udce9"))


def test_a_text_that_is_not_utf8(cli: Cli) -> None:
    line = the_line(cli, "encode", "--example", "hug", stdin=b"h\xe9")
    assert saying("error.not-decodable", byte="0xE9", offset=1).search(line)


def test_a_name_of_a_file_with_a_line_end_stays_on_the_line(cli: Cli) -> None:
    assert r"a\nb" in the_line(cli, "train", "a\nb")


def test_a_name_of_a_file_does_not_paint_the_terminal(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "\x1b[31m.txt"
    path.write_bytes(b"\xff")
    assert "\x1b" not in the_line(cli, "train", str(path))


@given(text=hostile_texts())
@settings(
    suppress_health_check=[*settings().suppress_health_check, HealthCheck.function_scoped_fixture],
    max_examples=settings().max_examples // 4,
)
@pytest.mark.parametrize(
    "command",
    [
        ["train", "--merges", "5"],
        ["train", "-a", "unigram", "-n", "60", "--step", "1"],
        ["encode", "--example", "hug", "--steps"],
        ["encode", "--example", "course", "--decode"],
        ["compare", "--format", "json"],
    ],
    ids=lambda command: " ".join(command[:3]),
)
def test_any_text_ends_well(command: list[str], text: str, cli: Cli) -> None:
    done = cli(*command, stdin=text.encode("utf-8", "surrogatepass"))
    said = done.err.splitlines()
    assert all(line.startswith("tokviz: ") for line in said)
    assert done.code == 0 or (done.code, len(said), done.data) == (2, 1, b"")


def test_bytes_are_not_for_the_screen(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tokviz.cli.files.is_screen", lambda: True)
    for words in (("--format", "zip"), ("--view", "files", "--set", "file=zip")):
        line = the_line(cli, "train", "--example", "hug", *words)
        assert saying("error.cli-binary", format="zip").match(line)
