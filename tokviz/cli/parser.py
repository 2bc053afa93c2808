"""The arguments of the command line, with their help in the reader's language.

Only their form is checked here; what they ask for is looked up by the command that was named.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Sequence
from functools import partial
from shutil import get_terminal_size
from typing import IO, Any, NoReturn

from tokviz import examples
from tokviz.algorithms import ALGORITHMS
from tokviz.cli import files
from tokviz.cli.options import KNOB_PREFIX, add_rules
from tokviz.cli.tables import width, wrap
from tokviz.errors import TokvizError
from tokviz.exercises import FUNCTIONS
from tokviz.exercises import KINDS as EXERCISES
from tokviz.location import version
from tokviz.pretokenize import PRETOKENIZERS
from tokviz.views.shared.catalog import LANGUAGES, Catalog
from tokviz.vocabularies import KINDS, ORDERS, SCRIPTS, WAYS

__all__ = ["Parser", "parser"]

_ABOUT = {
    "tasks": "cli.tasks.about",
    "site": "cli.site.about",
    "grade": "cli.grade.about",
    "check": "cli.check.about",
    "start": "cli.start.about",
    "train": "cli.train.about",
    "encode": "cli.encode.about",
    "compare": "cli.compare.about",
    "stages": "cli.stages.about",
    "get": "cli.get.about",
    "vocabulary": "cli.vocabulary.about",
    "diff": "cli.diff.about",
}

_LINES = {
    "tasks": "cli.tasks.line",
    "site": "cli.site.line",
    "grade": "cli.grade.line",
    "check": "cli.check.line",
    "start": "cli.start.line",
    "train": "cli.train.line",
    "encode": "cli.encode.line",
    "compare": "cli.compare.line",
    "stages": "cli.stages.line",
    "get": "cli.get.line",
    "vocabulary": "cli.vocabulary.line",
    "diff": "cli.diff.line",
}

_EXAMPLES = {
    "": (
        "tokviz",
        "tokviz train --example hug --rules course",
        "tokviz encode --example hug --rules course --ids hugs bugs",
        "tokviz stages --tokenizer bert 'Some naïve text.'",
        "tokviz compare --example hug --size 14",
        "tokviz get gpt2",
        "tokviz check bpe.train solution.py",
    ),
    "start": ("tokviz start", "tokviz start --port 8502", "tokviz start --address 127.0.0.1"),
    "train": (
        "tokviz train --example hug --rules course",
        "tokviz train --example hug --algorithm unigram --vocab-size 12 --step 1 2",
        "tokviz train book.txt --merges 1000 --output book.codes",
        "tokviz train book.txt --rules huggingface --split gpt2-bytes --all-bytes --output tokenizer.json",
        "echo 'low 5, lower 2, newest 6' | tokviz train --merges all --format csv",
    ),
    "encode": (
        "tokviz encode --example hug --rules course hugs bugs",
        "tokviz encode --tokenizer tokenizer.json --ids --format json 'Some text.'",
        "tokviz encode --tokenizer merges.txt+vocab.json --steps -- lowest",
        "tokviz encode --tokenizer gpt2.tiktoken --special '<|endoftext|>' 'Some text.<|endoftext|>'",
        "tokviz encode --corpus book.txt --merges 500 - < page.txt",
        "tokviz encode --tokenizer vocab.txt --decode -- 'hug ##s'",
        "tokviz encode --tokenizer gpt --ids --check 'Some text.'",
    ),
    "stages": (
        "tokviz stages --tokenizer bert 'Some naïve text.'",
        "tokviz stages --tokenizer tokenizer.json --format json < page.txt",
    ),
    "vocabulary": (
        "tokviz vocabulary gpt --search light --kind start",
        "tokviz vocabulary tokenizer.json --format csv --output entries.csv",
        "tokviz vocabulary bert --token light --text 'The lighthouse'",
        "tokviz vocabulary gpt llama --part overlap",
        "tokviz vocabulary tokenizer.json --part unused --file book.txt",
    ),
    "diff": (
        "tokviz diff old.json new.json",
        "tokviz diff old.json new.json --text 'unhappily' --all",
        "tokviz diff old.model new.model --file page.txt --format json",
    ),
    "get": (
        "tokviz get",
        "tokviz get gpt2 bert-base-uncased cl100k_base",
        "tokviz get organization/name@revision",
        "tokviz get --offline gpt2",
    ),
    "compare": (
        "tokviz compare --example hug --size 14",
        "tokviz compare book.txt --tokenizers bpe:huggingface,unigram:soft-em --size 800 --text 'unhappily'",
        "tokviz compare --example hug --tokenizers bpe:course tokenizer.json --format json",
        "tokviz compare book.txt --held other.txt --output report.html",
        "tokviz compare --example hug --part words --format csv",
    ),
    "check": (
        "tokviz check bpe.train solution.py",
        "tokviz check wordpiece.encode solution.py --function tokenize --seconds 2",
        "tokviz check bpe.train merges.txt --corpus words.txt",
    ),
    "tasks": (
        "tokviz tasks --kinds next-merge score encode --roster class.csv --seed 7",
        "tokviz tasks --kinds best-path --count 4 --level 2 --format moodle --output quiz",
    ),
    "grade": (
        "tokviz grade answers",
        "tokviz grade answers --homework homework/solutions.json --format json",
        "tokviz grade --codes codes.csv",
    ),
    "site": ("tokviz site", "tokviz site --output public --app https://tokviz.example.org"),
}
# What argparse says of a command that there is not, of an argument that lacks its value, of one that takes none, and of
# those that are missing.
_COMMAND = re.compile(r"argument COMMAND: invalid choice: '?(.+?)'? \(choose from .+", re.DOTALL)
_VALUE = re.compile(r"argument ([^/]+).*: expected (?:one|at least one) argument", re.DOTALL)
_NO_VALUE = re.compile(r"argument ([^/]+).*: ignored explicit argument .+", re.DOTALL)
_MISSING = re.compile(r"the following arguments are required: (.+)", re.DOTALL)


class Parser(argparse.ArgumentParser):
    """argparse's, which speaks the reader's language, writes UTF-8 and raises its errors."""

    def __init__(self, say: Catalog, **options: Any) -> None:
        super().__init__(
            add_help=False, allow_abbrev=False, formatter_class=partial(_Formatter, usage=say("cli.usage")), **options
        )
        self._positionals.title, self._optionals.title = say("cli.arguments"), say("cli.options")
        self.add_argument("-h", "--help", action="help", help=say("cli.option.help"))
        languages = ", ".join(LANGUAGES)
        self.add_argument(
            "--lang", metavar="LANG", default=argparse.SUPPRESS, help=say("cli.option.lang", languages=languages)
        )
        self.set_defaults(prog=self.prog)  # whose help an error points at: that of the innermost command

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Raise for an argument that this parser does not know. argparse would leave that to the parser of the whole
        command line, which cannot say whose argument it is."""
        known, unknown = super().parse_known_args(args, namespace)
        first = next((one for one in unknown if one != "--"), None)
        if first is None:
            return known, []
        if first.startswith("-"):
            raise TokvizError("cli-usage-option", argument=first.partition("=")[0], command=self.prog)
        raise TokvizError("cli-usage-argument", argument=first, command=self.prog)

    def error(self, message: str) -> NoReturn:
        """Raise what argparse would print."""
        if found := _COMMAND.fullmatch(message):
            raise TokvizError("cli-usage-command", argument=found[1], command=self.prog)
        if found := _VALUE.fullmatch(message):
            raise TokvizError("cli-usage-value", argument=found[1], command=self.prog)
        if found := _NO_VALUE.fullmatch(message):
            raise TokvizError("cli-usage-no-value", argument=found[1], command=self.prog)
        if found := _MISSING.fullmatch(message):
            raise TokvizError("cli-usage-missing", argument=found[1], command=self.prog)
        raise TokvizError("cli-usage", argument=message, command=self.prog)

    def _print_message(self, message: str, file: IO[str] | None = None) -> None:  # type: ignore[override]
        files.write(message)


def parser(say: Catalog) -> Parser:
    """Return the parser of the whole command line."""
    top = Parser(say, prog="tokviz", description=say("cli.about"), epilog=_examples("", say))
    top.set_defaults(run="start.run", port=None, address=None)  # without a command the app starts
    top.add_argument("--version", action=_Version, help=say("cli.option.version"))
    commands = top.add_subparsers(title=say("cli.commands"), dest="command", metavar="COMMAND")
    for name, run, fill in _COMMANDS:
        about = say(_ABOUT[name])
        one = commands.add_parser(name, say=say, help=say(_LINES[name]), description=about, epilog=_examples(name, say))
        one.set_defaults(run=run)
        fill(one, say)
    return top


def _examples(command: str, say: Catalog) -> str:
    return "\n".join([say("cli.examples"), *(f"  {line}" for line in _EXAMPLES[command])])


# -- the commands ------------------------------------------------------------------------------------------------------


def _start(one: Parser, say: Catalog) -> None:
    one.add_argument("--port", metavar="N", help=say("cli.option.port"))
    one.add_argument("--address", metavar="A", help=say("cli.option.address"))


def _train(one: Parser, say: Catalog) -> None:
    one.add_argument("file", metavar="FILE", nargs="?", help=say("cli.option.file"))
    _rules(one, say)
    told = say("cli.option.special.train")  # where a file can be given, `--special` are its own
    one.add_argument("--special", metavar="TOKEN", action="append", default=[], dest="special_tokens", help=told)
    one.add_argument("--step", metavar="K", nargs="+", action="extend", default=[], help=say("cli.option.step"))
    _output(one, say("cli.option.format.train"), say)


def _encode(one: Parser, say: Catalog) -> None:
    _text(one, say)
    one.add_argument("--special", metavar="NAME", action="append", default=[], help=say("cli.option.special"))
    one.add_argument("--corpus", metavar="FILE", help=say("cli.option.corpus"))
    _rules(one, say)
    one.add_argument("--ids", action="store_true", help=say("cli.option.ids"))
    one.add_argument("--steps", action="store_true", help=say("cli.option.steps"))
    one.add_argument("--check", action="store_true", help=say("cli.option.check"))
    one.add_argument("--decode", action="store_true", help=say("cli.option.decode"))
    _output(one, say("cli.option.format.encode"), say)


def _stages(one: Parser, say: Catalog) -> None:
    _text(one, say)
    _output(one, say("cli.option.format.stages"), say)


def _vocabulary(one: Parser, say: Catalog) -> None:
    one.add_argument("tokenizer", metavar="T", nargs="+", help=say("cli.option.tokenizer"))
    one.add_argument("--search", metavar="TEXT", default="", help=say("cli.option.search"))
    one.add_argument("--where", metavar="NAME", default=WAYS[0], help=say("cli.option.where", names=", ".join(WAYS)))
    one.add_argument("--ignore-case", action="store_true", help=say("cli.option.ignore-case"))
    one.add_argument("--kind", metavar="NAME", help=say("cli.option.kind", names=", ".join(KINDS)))
    one.add_argument("--script", metavar="NAME", help=say("cli.option.script", names=", ".join(SCRIPTS)))
    one.add_argument(
        "--order", metavar="NAME", default=ORDERS[0], help=say("cli.option.order", names=", ".join(ORDERS))
    )
    one.add_argument("--limit", metavar="N", help=say("cli.option.limit"))
    one.add_argument("--token", metavar="TOKEN", help=say("cli.option.token"))
    one.add_argument("--text", metavar="TEXT", help=say("cli.option.unmerged"))
    one.add_argument("--file", metavar="FILE", help=say("cli.option.looked-through"))
    one.add_argument("--part", metavar="NAME", default="entries", help=say("cli.option.part.vocabulary"))
    _output(one, say("cli.option.format.vocabulary"), say)


def _diff(one: Parser, say: Catalog) -> None:
    one.add_argument("old", metavar="OLD", help=say("cli.option.diff.old"))
    one.add_argument("new", metavar="NEW", help=say("cli.option.diff.new"))
    one.add_argument("--text", metavar="TEXT", help=say("cli.option.diff.text"))
    one.add_argument("--file", metavar="FILE", help=say("cli.option.diff.file"))
    one.add_argument("--limit", metavar="N", help=say("cli.option.diff.limit"))
    one.add_argument("--all", action="store_true", help=say("cli.option.diff.all"))
    _output(one, say("cli.option.format.diff"), say)


def _get(one: Parser, say: Catalog) -> None:
    one.add_argument("name", metavar="NAME", nargs="*", help=say("cli.option.name"))
    one.add_argument("--offline", action="store_true", help=say("cli.option.offline"))


def _compare(one: Parser, say: Catalog) -> None:
    one.add_argument("file", metavar="FILE", nargs="?", help=say("cli.option.file"))
    _example(one, say)
    one.add_argument(
        "--tokenizers", "-t", metavar="T", nargs="+", action="extend", default=[], help=say("cli.option.tokenizers")
    )
    one.add_argument("--special", metavar="NAME", action="append", default=[], help=say("cli.option.special.files"))
    one.add_argument("--size", metavar="N", help=say("cli.option.size"))
    _split(one, say)
    one.add_argument("--text", metavar="TEXT", help=say("cli.option.compared"))
    one.add_argument("--held", metavar="FILE", help=say("cli.option.held"))
    one.add_argument("--neutral", action="store_true", help=say("cli.option.neutral"))
    one.add_argument("--part", metavar="NAME", help=say("cli.option.part"))
    _output(one, say("cli.option.format.compare"), say)


def _check(one: Parser, say: Catalog) -> None:
    one.add_argument("name", metavar="NAME", help=say("cli.option.check.name", names=", ".join(FUNCTIONS)))
    one.add_argument("file", metavar="FILE", help=say("cli.option.check.file"))
    one.add_argument("--rules", "-r", metavar="NAME", help=say("cli.option.check.rules"))
    one.add_argument("--function", metavar="NAME", help=say("cli.option.check.function"))
    one.add_argument("--seconds", metavar="N", default="10", help=say("cli.option.check.seconds"))
    one.add_argument("--seed", metavar="SEED", default="0", help=say("cli.option.check.seed"))
    one.add_argument("--corpus", metavar="FILE", help=say("cli.option.check.corpus"))


def _tasks(one: Parser, say: Catalog) -> None:
    kinds = say("cli.option.tasks.kinds", names=", ".join(EXERCISES))
    one.add_argument("--kinds", metavar="KIND", nargs="+", action="extend", default=[], help=kinds)
    one.add_argument("--roster", metavar="FILE", help=say("cli.option.tasks.roster"))
    one.add_argument("--seed", metavar="SEED", default="0", help=say("cli.option.tasks.seed"))
    one.add_argument("--count", metavar="N", help=say("cli.option.tasks.count"))
    one.add_argument("--level", metavar="N", default="0", help=say("cli.option.tasks.level"))
    one.add_argument("--format", "-f", metavar="NAME", help=say("cli.option.tasks.format"))
    one.add_argument("--output", "-o", metavar="FOLDER", help=say("cli.option.tasks.output"))


def _grade(one: Parser, say: Catalog) -> None:
    plan = say("cli.option.grade.homework")
    one.add_argument("folder", metavar="FOLDER", help=say("cli.option.grade.folder"))
    one.add_argument("--homework", metavar="FILE", default="homework/solutions.json", help=plan)
    one.add_argument("--codes", action="store_true", help=say("cli.option.grade.codes"))
    one.add_argument("--key", metavar="KEY", help=say("cli.option.grade.key"))
    one.add_argument("--format", "-f", metavar="NAME", help=say("cli.option.grade.format"))
    one.add_argument("--output", "-o", metavar="FILE", help=say("cli.option.output"))


def _site(one: Parser, say: Catalog) -> None:
    languages = ", ".join(LANGUAGES)
    one.add_argument("--output", "-o", metavar="FOLDER", help=say("cli.option.site.output"))
    one.add_argument("--app", metavar="ADDRESS", help=say("cli.option.site.app"))
    one.add_argument("--language", metavar="LANG", help=say("cli.option.site.language", languages=languages))


_COMMANDS = (
    ("start", "start.run", _start),
    ("train", "train.run", _train),
    ("encode", "encode.run", _encode),
    ("stages", "tokenizers.run_stages", _stages),
    ("vocabulary", "vocabulary.run", _vocabulary),
    ("diff", "tokenizers.run_diff", _diff),
    ("compare", "compare.run", _compare),
    ("get", "opening.run_get", _get),
    ("check", "check.run", _check),
    ("tasks", "homework.run_tasks", _tasks),
    ("grade", "homework.run_grade", _grade),
    ("site", "site.run", _site),
)
"""Each command, the function of a module below tokviz.cli that runs it, and the function that adds its arguments."""


def _text(one: Parser, say: Catalog) -> None:
    """Add the text, and the tokenizer that splits it."""
    one.add_argument("text", metavar="TEXT", nargs="*", help=say("cli.option.text"))
    one.add_argument("--tokenizer", "-t", metavar="T", help=say("cli.option.tokenizer"))


def _rules(one: Parser, say: Catalog) -> None:
    """Add what is trained on, and how."""
    one.set_defaults(special_tokens=())
    _example(one, say)
    first = next(iter(ALGORITHMS))
    told = say("cli.option.algorithm", names=", ".join(ALGORITHMS), first=first)
    one.add_argument("--algorithm", "-a", metavar="NAME", default=first, help=told)
    presets = "; ".join(f"{name}: {', '.join(known.presets)}" for name, known in ALGORITHMS.items())
    one.add_argument("--rules", "-r", metavar="NAME", help=say("cli.option.rules", names=presets))
    _split(one, say)
    one.add_argument("--merges", "-m", metavar="N", help=say("cli.option.merges"))
    one.add_argument("--vocab-size", "-n", metavar="N", help=say("cli.option.vocab-size"))
    add_rules(one, say)


def _example(one: Parser, say: Catalog) -> None:
    one.add_argument("--example", "-e", metavar="NAME", help=say("cli.option.example", names=", ".join(examples.NAMES)))


def _split(one: Parser, say: Catalog) -> None:
    one.add_argument("--split", "-s", metavar="NAME", help=say("cli.option.split", names=", ".join(PRETOKENIZERS)))


def _output(one: Parser, formats: str, say: Catalog) -> None:
    one.add_argument("--format", "-f", metavar="NAME", help=formats)
    one.add_argument("--output", "-o", metavar="FILE", help=say("cli.option.output"))


class _Version(argparse.Action):
    """Print the version and exit. argparse's own action would need it on every run."""

    def __init__(self, option_strings: Sequence[str], dest: str, **options: Any) -> None:
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, **options)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        files.write(f"tokviz {version()}\n")
        parser.exit()


class _Formatter(argparse.HelpFormatter):
    """Breaks lines by the width of their characters; what begins with spaces is an example and stays as it is."""

    def __init__(self, prog: str, usage: str, **options: Any) -> None:
        wide = width(usage) - len(usage)  # argparse counts characters
        columns = get_terminal_size().columns - 2 - wide
        super().__init__(prog, max_help_position=28, width=columns, **options)
        self._usage = usage

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        # The knobs are too many for a line; they are listed below.
        listed = [action for action in actions if not action.dest.startswith(KNOB_PREFIX)]
        super().add_usage(usage, listed, groups, self._usage if prefix is None else prefix)

    def _split_lines(self, text: str, columns: int) -> list[str]:
        return wrap(text, columns)

    def _fill_text(self, text: str, columns: int, indent: str) -> str:
        lines = [[line] if line.startswith(" ") else wrap(line, columns - len(indent)) for line in text.splitlines()]
        return "\n".join(indent + line for broken in lines for line in broken)
