"""Every option of every command, in each of its ways: it changes what comes out, or it is refused."""

from __future__ import annotations

import argparse
import base64
import json
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest
import tiktoken

from tests.catalogs import saying
from tests.cli.conftest import Cli, Done
from tests.files.gguf_files import gguf
from tokviz import features
from tokviz.cli.options import KNOB_PREFIX
from tokviz.cli.parser import parser
from tokviz.files.sentencepiece import NORMAL, UNKNOWN, written_model
from tokviz.pretokenize import ALTERNATIVES
from tokviz.pretokenize.byte_level import BYTE_TO_CHAR
from tokviz.views.shared.catalog import load

GPT2 = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
Outcome = tuple[Done, Mapping[str, bytes]]
"""The end of a run, and the files of the folder where it was started."""

RANKS = [bytes([byte]) for byte in range(256)] + [b"do", b"on", b"don", b"'t"]
FILES: Mapping[str, bytes] = {
    "page.txt": b"He don't sing, he don't dance.\nThey don't.\n",
    "other.txt": b"hugs and pugs\n",
    "words.txt": b"ab 5\ncd 5\n",
    "one.json": b'{"model": {"type": "BPE", "vocab": {"d": 0, "o": 1, "n": 2, "do": 3}, "merges": ["d o"]}}',
    "two.json": b'{"model": {"type": "BPE", "vocab": {"o": 0, "n": 1, "d": 2, "on": 3}, "merges": ["o n"]}}',
    "marks.json": b"""{"model": {"type": "WordPiece", "unk_token": "?", "continuing_subword_prefix": "##",
        "max_input_chars_per_word": 9, "vocab": {"?": 0, "d": 1, "##on": 2}},
        "pre_tokenizer": {"type": "Whitespace"}}""",
    "x.tiktoken": b"".join(b"%s %d\n" % (base64.b64encode(token), rank) for rank, token in enumerate(RANKS)),
    "x.gguf": gguf(
        {
            "tokenizer.ggml.model": "gpt2",
            "tokenizer.ggml.pre": "llama-bpe",
            "tokenizer.ggml.tokens": [*BYTE_TO_CHAR.values(), "'t", "do", "n'"],
            "tokenizer.ggml.merges": ["n '", "' t", "d o"],
        }
    ),
    "x.model": written_model(
        [
            ("<unk>", 0.0, UNKNOWN),
            ("▁", -1.0, NORMAL),
            *((letter, -2.0, NORMAL) for letter in "don't"),
            ("do", -1.0, NORMAL),
        ],
        is_bpe=False,
    ),
    "x.codes": b"#version: 0.2\nd o\n",
    "list.txt": b"[UNK]\nd\n##o\ndo\n##n\n",
    "config.json": b'{"bos_token": "do"}',
    "solution.py": b"def train(corpus, merges):\n    return []\n",
    "merges.txt": b"c d\n",
    "chat.json": b'[{"role": "user", "content": "don"}]',
    "class.csv": b"Ada\nBob\n",
}

WAYS: Mapping[str, tuple[str, ...]] = {
    "train": ("page.txt", "page.txt --algorithm superbpe", "page.txt --step 1", "page.txt --from gpt"),
    "encode": (
        "--tokenizer one.json -- don",
        "--tokenizer x.tiktoken -- don't",
        "--tokenizer x.gguf -- don't",
        *(f"--tokenizer {name} -- don't" for name in ("x.model", "x.codes", "list.txt", "one.json+config.json")),
        "--tokenizer one.json --steps -- don",
        "--tokenizer one.json --decode -- do n",
        "--corpus page.txt -- don't dance",
        "--corpus page.txt --steps -- don't dance",
    ),
    "stages": (
        *(f"--tokenizer {name} -- don't" for name in ("x.tiktoken", "x.gguf", "x.model", "x.codes", "list.txt")),
        "--tokenizer one.json -- don",
    ),
    "roundtrip": ("x.tiktoken -- don't", "x.tiktoken --ids 256 110", "x.tiktoken --each", "one.json -- don"),
    "chat": ("", "user=Hi", "chat.json --tokenizer one.json", "user=Hi --format json"),
    "vocabulary": (
        "x.tiktoken",
        *(f"x.tiktoken --part {part}" for part in ("kinds", "reach", "unreached", "spaces")),
        *(f"x.tiktoken --text don't --part {part}" for part in ("used", "unused")),
        "x.tiktoken one.json --part price --text don't",
        "x.tiktoken --token do",
        "x.model",
        "list.txt --part unreached",
    ),
    "diff": (
        "one.json two.json",
        "x.tiktoken x.gguf",
        "x.model list.txt",
        "one.json two.json --text don",
        "one.json two.json --format json",
    ),
    "compare": (
        "page.txt",
        "page.txt --tokenizers x.tiktoken bpe",
        "--tokenizers marks.json two.json --text don.<s>",
        *(f"page.txt --part {part}" for part in ("rows", "words", "measures")),
        *(f"page.txt --format {kind}" for kind in ("json", "csv", "svg", "beamer")),
    ),
    "export": (
        "page.txt",
        "page.txt --word don't",
        "--tokenizer one.json --word don",
        *(f"page.txt --format {kind}" for kind in ("tikz", "beamer", "html", "embed", "json", "mjs")),
    ),
    "check": ("bpe.train merges.txt --corpus words.txt",),
    "tasks": ("--kinds score", "--kinds score --format json", "--kinds score --format moodle"),
    "film": ("compare", "compare --format webp"),
    "get": ("",),
}
"""Command -> arguments of each of its ways; not of those that start a process, serve, or write a whole site."""

ELSEWHERE = {"start", "site", "grade", "view", "models"}

VALUES: Mapping[str, str] = {
    **{"algorithm": "wordpiece", "rules": "sennrich", "merges": "1", "vocab_size": "17", "split": "none"},
    **{"example": "lighthouse", "special_tokens": "<s>", "special": "<s>", "step": "2", "format": "json"},
    **{"output": "out.json", "character_coverage": "0.99", "user_defined": "he", "corpus": "other.txt"},
    **{"tokenizer": "two.json", "search": "o", "where": "begins", "kind": "inside", "script": "Cyrillic"},
    **{"length": "7", "template": "llama-3", "start": "gpt", "trim": "Ġthe"},
    **{"order": "longest", "limit": "1", "token": "o", "text": "no", "file": "other.txt", "part": "measures"},
    **{"tokenizers": "one.json two.json", "size": "16", "held": "other.txt", "word": "pugs", "steps": "0-1"},
    **{"theme": "dark", "fonts": "page.txt", "function": "other", "seconds": "0.5", "seed": "4", "kinds": "encode"},
    **{"roster": "class.csv", "count": "2", "level": "1", "homework": "other.txt", "key": "abc"},
    **{
        "vocabulary part": "scripts",
        "export split": "gpt2",
        "pattern": "gpt2",
        "roundtrip ids": "100",
        "encode split": "gpt2",
    },
}
"""The value of an option, or of one of a command, with which what comes out differs if it has an effect at all."""

MET = {("encode", "ids"), ("diff", "all")}
"""Options that ask for what some formats have anyway."""


def options_of(command: str) -> Iterator[argparse.Action]:
    """Yield the options of a command beside its arguments; of the knobs one is enough."""
    commands = next(
        action for action in parser(load("en"), features)._actions if isinstance(action, argparse._SubParsersAction)
    )
    knobs = 0
    for action in commands.choices[command]._actions:
        knobs += action.dest.startswith(KNOB_PREFIX)
        if action.option_strings and action.dest not in ("help", "lang") and knobs < 2:
            yield action


def with_option(command: str, way: str, action: argparse.Action) -> list[str] | None:
    """Return the arguments with an option; None where they have it already."""
    arguments, separator, text = way.partition("-- ")
    words = arguments.split()
    if set(words) & set(action.option_strings):
        return None
    value = "" if action.nargs == 0 else VALUES.get(f"{command} {action.dest}", VALUES.get(action.dest, "1"))
    behind = [separator.strip(), *text.split()] if separator else []
    return [*words, action.option_strings[0], *value.split(), *behind]


@pytest.fixture
def done(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Sequence[str]], Outcome]:
    """Run in a folder that has the files, and return what was written to where."""
    for name, content in FILES.items():
        path = tmp_path / "given" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def run(arguments: Sequence[str]) -> Outcome:
        folder = tmp_path / "run"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(tmp_path / "given", folder)
        monkeypatch.chdir(folder)
        ended = cli(*arguments)
        written = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        return ended, written

    return run


def test_every_command_is_asked() -> None:
    commands = next(
        action for action in parser(load("en"), features)._actions if isinstance(action, argparse._SubParsersAction)
    )
    assert commands.choices.keys() == WAYS.keys() | ELSEWHERE


@pytest.mark.slow
@pytest.mark.parametrize(("command", "way"), [(command, way) for command, ways in WAYS.items() for way in ways])
def test_an_option_changes_something_or_is_refused(
    command: str, way: str, done: Callable[[Sequence[str]], Outcome]
) -> None:
    words = way.partition("-- ")
    usual = done([command, *words[0].split(), *(["--", *words[2].split()] if words[1] else ())])
    for action in options_of(command):
        arguments = with_option(command, way, action)
        if arguments is not None and (command, action.dest) not in MET:
            assert done([command, *arguments]) != usual, arguments


@pytest.mark.parametrize(
    ("arguments", "option", "beside"),
    [
        ("train --from gpt --rules course page.txt", "--rules", "--from"),
        ("train --from gpt --split words page.txt", "--split", "--from"),
        ("encode --tokenizer gpt --rules course low", "--rules", "--tokenizer"),
        ("encode --tokenizer gpt --merges 3 low", "--merges", "--tokenizer"),
        ("encode -t gpt -a bpe low", "-a", "-t"),
        ("encode --tokenizer gpt --no-special-split low", "--no-special-split", "--tokenizer"),
        ("export --tokenizer gpt --word low --merges=3", "--merges", "--tokenizer"),
        ("vocabulary gpt bert --token low", "bert", "--token"),
        ("vocabulary gpt --part kinds --search a", "--search", "--part kinds"),
        ("vocabulary gpt --text a", "--text", "--part entries"),
        ("diff gpt bert --limit 3 --output x.csv", "--limit", "--format csv"),
        ("compare --tokenizers gpt bert --text a --size 20", "--size", "--tokenizers"),
        ("compare --tokenizers gpt bert --text a --split words", "--split", "--tokenizers"),
        ("export --example hug --font x.ttf", "--font", "--format svg"),
        ("check bpe.train merges.txt --seed 3", "--seed", "merges.txt"),
    ],
)
def test_the_error_names_both(cli: Cli, arguments: str, option: str, beside: str) -> None:
    """An option that is as usual, ``-a bpe``, is refused as well: it was typed to be followed."""
    ended = cli(*arguments.split())
    assert ended.code == 2
    assert saying("error.cli-unused", option=option, beside=beside).search(ended.err)


def test_an_option_that_needs_another(cli: Cli) -> None:
    for arguments, option, needed in (
        ("vocabulary gpt --ignore-case", "--ignore-case", "--search"),
        ("train --trim the page.txt", "--trim", "--from"),
        ("grade answers --key abc", "--key", "--codes"),
        ("get --offline", "--offline", "NAME"),
    ):
        ended = cli(*arguments.split())
        assert ended.code == 2
        assert saying("error.cli-unused-without", option=option, beside=needed).search(ended.err)


def test_a_text_is_no_option(cli: Cli) -> None:
    assert cli("encode", "--tokenizer", "gpt", "--", "--rules").code == 0


def test_the_pattern_of_a_rank_file_can_be_named(cli: Cli, tmp_path: Path) -> None:
    """A pattern is only guessed: with gpt2's, ``n'`` is no token of ``don't``, which is two pre-tokens."""
    path = tmp_path / "x.tiktoken"
    ranks = [*RANKS[:256], b"n'", b"'t", b"do"]
    path.write_bytes(b"".join(b"%s %d\n" % (base64.b64encode(token), rank) for rank, token in enumerate(ranks)))
    lines = {}
    for split in ("gpt2", "o200k", "o200k-bytes", GPT2):
        theirs = tiktoken.Encoding(
            split,
            pat_str=split if split == GPT2 else "|".join(ALTERNATIVES[split.removesuffix("-bytes")].values()),
            mergeable_ranks={token: rank for rank, token in enumerate(ranks)},
            special_tokens={},
        )
        ids = theirs.encode("don't")
        for command in ("encode", "stages"):
            ended = cli(command, "--tokenizer", str(path), "--pattern", split, "--format", "json", "--", "don't")
            read = json.loads(ended.out)
            found = read["ids"] if command == "encode" else [part["id"] for part in read["stages"][-1]["parts"]]
            assert found == ids
        told = cli("compare", "--tokenizers", f"{path},gpt", "--pattern", split, "--text", "don't", "--format", "json")
        row = json.loads(told.out)["rows"][0]["tokens"]
        lines[split] = [token["text"] for token in row]
        assert len(row) == len(ids)
    assert lines[GPT2] == lines["gpt2"] != lines["o200k"] == lines["o200k-bytes"]
    for option in ("--split", "--pattern"):
        refused = cli("encode", "--tokenizer", str(path), option, "words", "--", "don't")
        assert saying("error.cli-choice", option=option, value="words").search(refused.err)
    refused = cli("encode", "--tokenizer", str(path), "--pattern", "(", "--", "don't")
    assert refused.code == 2
    assert saying("error.pattern-wrong", value="'('").search(refused.err)


def test_two_readings_of_one_guess_are_no_proof(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "x.tiktoken"
    path.write_bytes(FILES["x.tiktoken"])
    for split, key in (((), "tokenizers.equal.guessed"), (("--split", "gpt2"), "tokenizers.equal")):
        ended = cli("encode", "--tokenizer", str(path), "--check", *split, "--", "don't")
        assert ended.code == 0
        assert any(saying(key).search(line) for line in ended.err.splitlines())
