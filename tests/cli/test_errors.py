"""What cannot be done is one line on standard error, in the reader's language, and exit code 2."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from tests.cli.conftest import Cli
from tests.strategies import hostile_texts
from tokviz.cli.parser import Parser, parser
from tokviz.errors import TokvizError
from tokviz.texts import LANGUAGES
from tokviz.views.shared.catalog import load

HUG = ("--example", "hug")
WRONG: dict[str, tuple[tuple[str, ...], str]] = {
    "no such command": (("trainn",), "`tokviz` has no command trainn. See `tokviz --help`."),
    "no such option": (
        ("encode", "--step", "3", "hug"),
        "`tokviz encode` has no option --step. See `tokviz encode --help`.",
    ),
    "no value": (("train", "--merges"), "`tokviz train` needs a value after --merges. See `tokviz train --help`."),
    "a value too many": (("encode", "--ids=3"), "`tokviz encode` takes no value after --ids."),
    "an argument too many": (("train", "a", "b=c"), "The argument b=c is one too many for `tokviz train`."),
    "an argument too few": (("check", "bpe.train"), "`tokviz check` needs FILE. See `tokviz check --help`."),
    "an option before the command": (("--ids", "encode"), "`tokviz` has no option --ids. See `tokviz --help`."),
    "a level that is none": (("tasks", "--kinds", "encode", "--level", "9"), "See `tokviz tasks --help`."),
    "no such language": (
        ("train", "--lang", "xx"),
        f"--lang cannot be xx. Choose one of these: {', '.join(LANGUAGES)}. See `tokviz train --help`.",
    ),
    "no corpus": (("train",), "There is nothing to train on."),
    "no such file": (("train", "nothing.txt"), "There is no file nothing.txt."),
    "a folder": (("train", "."), ". is a folder."),
    "a name with a NUL": (("train", "a\0b"), "cannot be read"),
    "file and example": (("train", "a.txt", *HUG), "Give a file or --example, not both."),
    "no such example": (("train", "--example", "hugs"), "There is no example named hugs."),
    "no such algorithm": (("train", *HUG, "-a", "lzw"), "--algorithm cannot be lzw."),
    "no such rules": (("train", *HUG, "-r", "soft-em"), "There is no convention named soft-em."),
    "no source": (("encode", "--corpus", "x", "-r", "source", "y"), "There is no file x."),
    "no such split": (("train", *HUG, "-s", "nope"), "There is no pre-tokenization 'nope'."),
    "no number": (("train", *HUG, "-m", "many"), "--merges is many, but must be a whole number from 0 on."),
    "below zero": (("train", *HUG, "--merges=-1"), "--merges is -1, but must be a whole number from 0 on."),
    "a number of 5,000 digits": (("train", *HUG, "-n", "9" * 5000), "but must be a whole number from 1 on."),
    "both amounts": (("train", *HUG, "-m", "3", "-n", "9"), "Give --merges or --vocab-size, not both."),
    "merges of unigram": (("train", *HUG, "-a", "unigram", "-m", "3"), "Unigram merges nothing."),
    "too small": (("train", *HUG, "-n", "3"), "A vocabulary of 3 has no room for all characters. Ask for at least 7."),
    "too small for the library": (
        ("train", *HUG, "-a", "unigram", "-r", "sentencepiece", "-n", "3"),
        "A vocabulary of 3 has no room for all characters.",
    ),
    "too little covered": (
        ("train", *HUG, "-r", "sentencepiece", "--character-coverage", "0.9"),
        "--character-coverage is 0.9, but must be from 0.98 to 1.",
    ),
    "no share": (("train", *HUG, "--character-coverage", "all"), "--character-coverage is all, but must be from"),
    "symbols of another": (("train", *HUG, "--user-defined", "<x>"), "user_defined is a rule of SentencePiece alone."),
    "coverage of another": (
        ("train", *HUG, "-a", "wordpiece", "-r", "tf-text", "--character-coverage", "0.99"),
        "character_coverage is a rule of SentencePiece alone.",
    ),
    "no such format": (("train", *HUG, "-f", "xml"), "--format cannot be xml."),
    "a format of another": (("train", *HUG, "-a", "unigram", "-f", "codes"), "--format cannot be codes."),
    "a format that cannot hold it": (("train", *HUG, "-f", "codes"), "A codes file needs words that end in </w>"),
    "past the end": (("train", *HUG, "--step", "99"), "There is no step 99: this training has 7."),
    "states as codes": (("train", *HUG, "--step", "1", "-f", "codes"), "--format cannot be codes."),
    "nowhere to write": (("train", *HUG, "-o", "no/such/folder/x.csv"), "no/such/folder/x.csv cannot be written"),
    "no tokenizer": (("encode", "hug"), "exactly one of them"),
    "two tokenizers": (("encode", "hug", *HUG, "-t", "x.json"), "exactly one of them"),
    "no text": (("encode", *HUG), "There is no text to encode."),
    "standard input twice": (("encode", "-", "--corpus", "-"), "Standard input can be the text or a file, not both."),
    "no such tokenizer": (("encode", "hug", "-t", "./x.json"), "There is no file ./x.json."),
    "no tokenizer of that name": (
        ("encode", "hug", "-t", "gpt2"),
        "There is no file gpt2, and no tokenizer of that name",
    ),
    "one of two files": (("encode", "hug", "-t", "x.txt+x.json"), "There is no file x.txt."),
    "no tokenizer of stages": (("stages", "hug"), "Give a tokenizer with --tokenizer: a file, or a name"),
    "no such token": (("encode", "-t", "gpt", "--decode", "nosuchtoken"), "There is no token nosuchtoken."),
    "nothing to check with": (("encode", *HUG, "--check", "hug"), "--check compares a tokenizer's file"),
    "too long for stages": (("stages", "-t", "gpt", "a" * 20_001), "The text has 20,001 characters"),
    "no name": (("get", "../x"), "../x is not a name of a tokenizer."),
    "no such id": (("encode", *HUG, "--decode", "--ids", "99"), "No token has the id 99."),
    "one tokenizer": (("compare", *HUG, "-t", "bpe"), "Give two to four tokenizers, not 1."),
    "five tokenizers": (("compare", *HUG, "-t", "bpe,bpe,bpe,bpe,bpe"), "Give two to four tokenizers, not 5."),
    "no such preset": (("compare", *HUG, "-t", "bpe:x,bpe"), "There is no convention named x."),
    "no such tokenizer file": (("compare", *HUG, "-t", "bpe,lzw:x"), "There is no file lzw:x."),
    "too large": (("compare", *HUG, "--size", "50000"), "--size is 50,000, but must be from 1 to 10,000."),
    "too small for one": (("compare", *HUG, "--size", "6"), "The vocabulary of BPE cannot be as small as 6."),
    "no size for all": (("compare", *HUG, "-t", "bpe:minbpe,bpe:course"), "No size is possible for all"),
    "no such part": (("compare", *HUG, "--part", "charts"), "--part cannot be charts."),
    "rows as csv": (("compare", *HUG, "--part", "rows", "-f", "csv"), "--part cannot be rows."),
    "no such port": (("start", "--port", "99999"), "There is no port 99999. The largest is 65535."),
    "a port of letters": (("start", "--port", "http"), "--port is http"),
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
    arguments, said = WRONG[name]
    assert said in the_line(cli, *arguments)
    if name != "no such language":
        in_chinese = the_line(cli, *arguments[:1], "--lang", "zh", *arguments[1:])
        assert any("\u4e00" <= character <= "\u9fff" for character in in_chinese)
        assert said not in in_chinese


def parsers(top: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """The parser of every command, with those of its commands."""
    yield top
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction):
            for one in action.choices.values():
                yield from parsers(one)


PARSERS = {one.prog: one for one in parsers(parser(load("en")))}


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


CORPORA = {
    "nothing": (b"", "There are no words here."),
    "white space": (b" \n", "There are no words here."),
    "latin-1": ("é".encode("latin-1") * 3, "The byte 0xE9 at offset 0 is not UTF-8."),
    "zeros": (b"low\0", "There is a NUL at offset 3"),
    "a picture": (b"\x89PNG\r\n\x1a\n", "This is not a text but a file of type PNG."),
    "a list with a mistake": (b"low 5\nlower 2\nnewest -1\n", "Line 3: The count of 'newest' is negative."),
    "a word too long": (b"x" * 200_001, "The word"),
}


@pytest.mark.parametrize("name", list(CORPORA))
@pytest.mark.parametrize("command", ["train", "compare"])
def test_a_corpus_that_is_none(name: str, command: str, cli: Cli, tmp_path: Path) -> None:
    """Piped, and as a file, whose name the line begins with."""
    data, said = CORPORA[name]
    assert (said if data.strip() else "There is nothing to train on.") in the_line(cli, command, stdin=data)
    path = tmp_path / "corpus.txt"
    path.write_bytes(data)
    line = the_line(cli, command, str(path))
    assert line.startswith(f"{path}: ")
    assert said in line


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
    assert "These files do not make one tokenizer." in the_line(cli, "encode", "hug", "--tokenizer", "+".join(names))


@pytest.mark.parametrize("command", [["encode", "--example", "hug"], ["compare", "--example", "hug", "--text"]])
def test_an_argument_that_is_not_utf8(command: list[str], cli: Cli) -> None:
    """Python hands the bytes of an argument on as half characters."""
    assert "The byte 0xE9 at offset 1 is not UTF-8." in the_line(cli, *command, "h\udce9")


def test_a_text_that_is_not_utf8(cli: Cli) -> None:
    assert "is not UTF-8" in the_line(cli, "encode", "--example", "hug", stdin=b"h\xe9")


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
    assert "Name a file with --output." in the_line(cli, "train", "--example", "hug", "--format", "zip")
