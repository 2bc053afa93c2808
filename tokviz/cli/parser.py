"""The arguments of the command line, with their help in the reader's language.

Only their form is checked here; what they ask for is looked up by the command that was named. Its arguments list names
of algorithms, examples and so on, which import all of tokviz: they are added, and imported, for that command alone.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from shutil import get_terminal_size
from typing import IO, Any, NoReturn, Protocol

from tokviz.cli import files
from tokviz.cli.options import KNOB_PREFIX, add_rules
from tokviz.cli.tables import width, wrap
from tokviz.cli.unused import CASES, Unused
from tokviz.errors import TokvizError
from tokviz.location import version
from tokviz.text_keys import command_about_key, command_key
from tokviz.views.shared.catalog import LANGUAGES, Catalog

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
        "tokviz train --example parts --algorithm picky --view tests --step 5",
        "tokviz train book.txt --merges 1000 --output book.codes",
        "tokviz train book.txt --rules huggingface --split gpt2-bytes --all-bytes --output tokenizer.json",
        "tokviz train --from tokenizer.json book.txt --merges 50 --output longer/tokenizer.json",
        "echo 'low 5, lower 2, newest 6' | tokviz train --merges all --format csv",
    ),
    "encode": (
        "tokviz encode --example hug --rules course hugs bugs",
        "tokviz encode --tokenizer tokenizer.json --ids --format json 'Some text.'",
        "tokviz encode --tokenizer merges.txt+vocab.json --steps -- lowest",
        "tokviz encode --tokenizer gpt2.tiktoken --special '<|endoftext|>' 'Some text.<|endoftext|>'",
        "tokviz encode --tokenizer model.gguf --ids 'Some text.'",
        "tokviz encode --corpus book.txt --merges 500 - < page.txt",
        "tokviz encode --tokenizer vocab.txt --decode -- 'hug ##s'",
        "tokviz encode --tokenizer gpt --ids --check 'Some text.'",
    ),
    "stages": (
        "tokviz stages --tokenizer bert 'Some naïve text.'",
        "tokviz stages --tokenizer tokenizer.json --format json < page.txt",
        "tokviz stages --tokenizer x.tiktoken --pattern o200k 'Some text.'",
    ),
    "roundtrip": (
        "tokviz roundtrip bert 'Some naïve text.'",
        "tokviz roundtrip tokenizer.json --ids 71 257 256 --format json",
        "tokviz roundtrip llama --each",
    ),
    "chat": (
        "tokviz chat --template llama-3 -- user='What is a token?'",
        "tokviz chat messages.json --template tokenizer_config.json --tokenizer tokenizer.json",
        "tokviz chat user=Hi assistant=Hello --no-prompt --format json",
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
    "compare": (
        "tokviz compare --example hug --size 14",
        "tokviz compare book.txt --tokenizers bpe:huggingface,unigram:soft-em --size 800 --text 'unhappily'",
        "tokviz compare --example hug --tokenizers bpe:course tokenizer.json --format json",
        "tokviz compare book.txt --held other.txt --output comparison.json",
        "tokviz compare --example hug --part words --format csv",
        "tokviz compare --example hug --size 14 --text unhug --output sizes.gif",
    ),
    "export": (
        "tokviz export --example sennrich --step 3 --output step-3.svg",
        "tokviz export --example hug --rules course --steps 0-4 --output merges.gif",
        "tokviz export --example hug --algorithm unigram --word hugs --step 4 --theme dark --output lattice.png",
        "tokviz export book.txt --merges 8 --lang zh --format beamer --output slides.tex",
    ),
    "view": (
        "tokviz view bytes",
        "tokviz view bytes --view tokens --set text='naïve café' --set token=3",
    ),
    "check": (
        "tokviz check bpe.train solution.py",
        "tokviz check wordpiece.encode solution.py --function tokenize --seconds 2",
        "tokviz check bpe.train solution.py --show",
        "tokviz check bpe.train merges.txt --corpus words.txt",
    ),
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
        # argparse keeps no record of what was typed: a default looks the same.
        known.given = self._given(sys.argv[1:] if args is None else args) | getattr(known, "given", {})
        first = next((argument for argument in unknown if argument != "--"), None)
        if first is None:
            return known, []
        if first.startswith("-"):
            raise TokvizError("cli-usage-option", argument=first.partition("=")[0], command=self.prog)
        raise TokvizError("cli-usage-argument", argument=first, command=self.prog)

    def _given(self, args: Sequence[str]) -> dict[str, str]:
        """Return the options of this parser that are among the arguments, as they were typed."""
        given: dict[str, str] = {}
        for argument in takewhile(lambda argument: argument != "--", args):
            for name in (argument.partition("=")[0], argument[:2]):
                if name in self._option_string_actions:
                    given.setdefault(self._option_string_actions[name].dest, name)
                    break
        return given

    def error(self, message: str) -> NoReturn:
        """Raise what argparse would print."""
        if match := _COMMAND.fullmatch(message):
            raise TokvizError("cli-usage-command", argument=match[1], command=self.prog)
        if match := _VALUE.fullmatch(message):
            raise TokvizError("cli-usage-value", argument=match[1], command=self.prog)
        if match := _NO_VALUE.fullmatch(message):
            raise TokvizError("cli-usage-no-value", argument=match[1], command=self.prog)
        if match := _MISSING.fullmatch(message):
            raise TokvizError("cli-usage-missing", argument=match[1], command=self.prog)
        raise TokvizError("cli-usage", argument=message, command=self.prog)

    def _print_message(self, message: str, file: IO[str] | None = None) -> None:  # type: ignore[override]
        files.write(message)


@dataclass(frozen=True)
class Command:
    """A command. run: runs it, and loads what it needs. examples: those at the end of its help. after: the
    command that it is listed behind; empty for the end. unused: the cases in which options of it change nothing.

    Its texts are `cli.<name>.line`, in the list of commands, and `cli.<name>.about`.
    """

    name: str
    run: Callable[[argparse.Namespace, Catalog], int]
    add_arguments: Callable[[Parser, Catalog], None]
    examples: tuple[str, ...]
    after: str = ""
    unused: tuple[Unused, ...] = ()


class Added(Protocol):
    """The features that add to the command line; :mod:`tokviz.features` is that of a program."""

    def commands(self) -> Sequence[Command]:
        """Return commands beside :data:`COMMANDS`."""

    def formats(self, command: str) -> Mapping[str, Callable[..., Any]]:
        """Return more formats of a command: name -> the function that makes it."""

    def add_files(self) -> None:
        """Add files to the views that have some."""


def parser(say: Catalog, added: Added, words: Sequence[str] | None = None) -> Parser:
    """Return the parser of the command line. words: those that it will parse, so that only the command that is among
    them gets its arguments; without them, all commands do."""
    top = Parser(say, prog="tokviz", description=say("cli.about"), epilog=_examples(_EXAMPLES[""], say))
    top.set_defaults(run=COMMANDS[0].run, unused=(), port=None, address=None)  # without a command the app starts
    top.add_argument("--version", action=_Version, help=say("cli.option.version"))
    commands = top.add_subparsers(title=say("cli.commands"), dest="command", metavar="COMMAND")
    for command in _ordered(COMMANDS, added.commands()):
        about, line = say(command_about_key(command.name)), say(command_key(command.name))
        epilog = _examples(command.examples, say)
        subparser = commands.add_parser(command.name, say=say, help=line, description=about, epilog=epilog)
        subparser.set_defaults(run=command.run, unused=command.unused, add_files=added.add_files)
        if words is None or command.name in words:
            subparser.set_defaults(more_formats=added.formats(command.name))
            command.add_arguments(subparser, say)
    return top


def _ordered(known: Sequence[Command], added: Iterable[Command]) -> list[Command]:
    """Return the commands with those of features, each in its place."""
    commands = list(known)
    for command in added:
        names = [command.name for command in commands]
        commands.insert(names.index(command.after) + 1 if command.after in names else len(names), command)
    return commands


def _examples(lines: Sequence[str], say: Catalog) -> str:
    return "\n".join([say("cli.examples"), *(f"  {line}" for line in lines)])


# -- the commands ------------------------------------------------------------------------------------------------------


def _run_start(arguments: argparse.Namespace, say: Catalog) -> int:
    from tokviz.cli import start

    return start.run(arguments, say)


def _start(subparser: Parser, say: Catalog) -> None:
    subparser.add_argument("--port", metavar="N", help=say("cli.option.port"))
    subparser.add_argument("--address", metavar="A", help=say("cli.option.address"))


def _run_train(arguments: argparse.Namespace, say: Catalog) -> int:
    from tokviz.cli import train

    return train.run(arguments, say)


def _train(subparser: Parser, say: Catalog) -> None:
    subparser.add_argument("files", metavar="FILE", nargs="*", help=say("cli.option.files"))
    subparser.add_argument("--from", metavar="T", dest="start", help=say("cli.option.from"))
    subparser.add_argument("--trim", metavar="TOKEN", action="append", default=[], help=say("cli.option.trim"))
    _rules(subparser, say)
    special_help = say("cli.option.special.train")  # where a file can be given, `--special` are its own
    subparser.add_argument(
        "--special", metavar="TOKEN", action="append", default=[], dest="special_tokens", help=special_help
    )
    subparser.add_argument("--step", metavar="K", nargs="+", action="extend", default=[], help=say("cli.option.step"))
    subparser.add_argument("--view", metavar="NAME", help=say("cli.option.view"))
    subparser.add_argument(
        "--set", metavar="NAME=VALUE", action="append", default=[], dest="values", help=say("cli.option.set")
    )
    _output(subparser, say("cli.option.format.train"), say)


def _run_encode(arguments: argparse.Namespace, say: Catalog) -> int:
    from tokviz.cli import encode

    return encode.run(arguments, say)


def _encode(subparser: Parser, say: Catalog) -> None:
    _text(subparser, say)
    subparser.add_argument("--special", metavar="NAME", action="append", default=[], help=say("cli.option.special"))
    _pattern(subparser, say)
    subparser.add_argument("--corpus", metavar="FILE", help=say("cli.option.corpus"))
    _rules(subparser, say)
    subparser.add_argument("--ids", action="store_true", help=say("cli.option.ids"))
    subparser.add_argument("--steps", action="store_true", help=say("cli.option.steps"))
    subparser.add_argument("--check", action="store_true", help=say("cli.option.check"))
    subparser.add_argument("--decode", action="store_true", help=say("cli.option.decode"))
    _output(subparser, say("cli.option.format.encode"), say)


def _run_stages(arguments: argparse.Namespace, say: Catalog) -> int:
    from tokviz.cli import tokenizers

    return tokenizers.run_stages(arguments, say)


def _stages(subparser: Parser, say: Catalog) -> None:
    _text(subparser, say)
    _only_pattern(subparser, say)
    _output(subparser, say("cli.option.format.stages"), say)


def _run_roundtrip(arguments: argparse.Namespace, say: Catalog) -> int:
    from tokviz.cli import roundtrip

    return roundtrip.run(arguments, say)


def _roundtrip(subparser: Parser, say: Catalog) -> None:
    subparser.add_argument("tokenizer", metavar="T", help=say("cli.option.tokenizer"))
    subparser.add_argument("text", metavar="TEXT", nargs="*", help=say("cli.option.text"))
    subparser.add_argument("--ids", metavar="ID", nargs="+", help=say("cli.option.roundtrip.ids"))
    subparser.add_argument("--each", action="store_true", help=say("cli.option.roundtrip.each"))
    _only_pattern(subparser, say)
    _output(subparser, say("cli.option.format.stages"), say)


def _run_chat(arguments: argparse.Namespace, say: Catalog) -> int:
    from tokviz.cli import chat

    return chat.run(arguments, say)


def _chat(subparser: Parser, say: Catalog) -> None:
    from tokviz.chat.templates import OWN_TEMPLATES

    subparser.add_argument("messages", metavar="ROLE=TEXT", nargs="*", help=say("cli.option.messages"))
    template_help = say("cli.option.template", names=", ".join(OWN_TEMPLATES))
    subparser.add_argument("--template", metavar="T", nargs="+", default=[], help=template_help)
    subparser.add_argument("--tokenizer", "-t", metavar="T", help=say("cli.option.tokenizer"))
    _only_pattern(subparser, say)
    subparser.add_argument("--no-prompt", action="store_true", help=say("cli.option.no-prompt"))
    _output(subparser, say("cli.option.format.chat"), say)


def _run_vocabulary(arguments: argparse.Namespace, say: Catalog) -> int:
    from tokviz.cli import vocabulary

    return vocabulary.run(arguments, say)


def _vocabulary(subparser: Parser, say: Catalog) -> None:
    from tokviz.vocabularies import KINDS, LENGTHS, ORDERS, SCRIPTS, WAYS

    subparser.add_argument("tokenizer", metavar="T", nargs="+", help=say("cli.option.tokenizer"))
    subparser.add_argument("--search", metavar="TEXT", default="", help=say("cli.option.search"))
    subparser.add_argument(
        "--where", metavar="NAME", default=WAYS[0], help=say("cli.option.where", names=", ".join(WAYS))
    )
    subparser.add_argument("--ignore-case", action="store_true", help=say("cli.option.ignore-case"))
    subparser.add_argument("--kind", metavar="NAME", help=say("cli.option.kind", names=", ".join(KINDS)))
    subparser.add_argument("--script", metavar="NAME", help=say("cli.option.script", names=", ".join(SCRIPTS)))
    subparser.add_argument("--length", metavar="N", help=say("cli.option.length", most=LENGTHS))
    subparser.add_argument(
        "--order", metavar="NAME", default=ORDERS[0], help=say("cli.option.order", names=", ".join(ORDERS))
    )
    subparser.add_argument("--limit", metavar="N", help=say("cli.option.limit"))
    subparser.add_argument("--token", metavar="TOKEN", help=say("cli.option.token"))
    subparser.add_argument("--text", metavar="TEXT", help=say("cli.option.unmerged"))
    subparser.add_argument("--file", metavar="FILE", help=say("cli.option.looked-through"))
    subparser.add_argument("--part", metavar="NAME", default="entries", help=say("cli.option.part.vocabulary"))
    _only_pattern(subparser, say)
    _output(subparser, say("cli.option.format.vocabulary"), say)


def _run_diff(arguments: argparse.Namespace, say: Catalog) -> int:
    from tokviz.cli import tokenizers

    return tokenizers.run_diff(arguments, say)


def _diff(subparser: Parser, say: Catalog) -> None:
    subparser.add_argument("old", metavar="OLD", help=say("cli.option.diff.old"))
    subparser.add_argument("new", metavar="NEW", help=say("cli.option.diff.new"))
    subparser.add_argument("--text", metavar="TEXT", help=say("cli.option.diff.text"))
    subparser.add_argument("--file", metavar="FILE", help=say("cli.option.diff.file"))
    subparser.add_argument("--limit", metavar="N", help=say("cli.option.diff.limit"))
    subparser.add_argument("--all", action="store_true", help=say("cli.option.diff.all"))
    _only_pattern(subparser, say)
    _output(subparser, say("cli.option.format.diff"), say)


def _run_compare(arguments: argparse.Namespace, say: Catalog) -> int:
    from tokviz.cli import compare

    return compare.run(arguments, say)


def _compare(subparser: Parser, say: Catalog) -> None:
    subparser.add_argument("file", metavar="FILE", nargs="?", help=say("cli.option.file"))
    _example(subparser, say)
    subparser.add_argument(
        "--tokenizers", "-t", metavar="T", nargs="+", action="extend", default=[], help=say("cli.option.tokenizers")
    )
    subparser.add_argument(
        "--special", metavar="NAME", action="append", default=[], help=say("cli.option.special.files")
    )
    subparser.add_argument("--size", metavar="N", help=say("cli.option.size"))
    _pattern(subparser, say)
    _split(subparser, say)
    subparser.add_argument("--text", metavar="TEXT", help=say("cli.option.compared"))
    subparser.add_argument("--held", metavar="FILE", help=say("cli.option.held"))
    subparser.add_argument("--neutral", action="store_true", help=say("cli.option.neutral"))
    subparser.add_argument("--part", metavar="NAME", help=say("cli.option.part"))
    subparser.add_argument("--sizes", action="store_const", dest="part", const="sizes", help=say("cli.option.sizes"))
    _looks(subparser, say)
    _output(subparser, say("cli.option.format.compare"), say)


def _run_export(arguments: argparse.Namespace, say: Catalog) -> int:
    from tokviz.cli import export

    return export.run(arguments, say)


def _export(subparser: Parser, say: Catalog) -> None:
    subparser.add_argument("file", metavar="FILE", nargs="?", help=say("cli.option.file"))
    _rules(subparser, say)
    subparser.add_argument("--word", "-w", metavar="WORD", help=say("cli.option.export.word"))
    subparser.add_argument("--tokenizer", "-t", metavar="T", help=say("cli.option.tokenizer"))
    _pattern(subparser, say)
    subparser.add_argument(
        "--step", metavar="K", nargs="+", action="extend", default=[], help=say("cli.option.export.step")
    )
    subparser.add_argument("--steps", metavar="FIRST-LAST", help=say("cli.option.export.steps"))
    _looks(subparser, say)
    formats = ", ".join(subparser.get_default("more_formats"))
    _output(subparser, say("cli.option.format.export", names=formats), say)


def _looks(subparser: Parser, say: Catalog) -> None:
    """Add the options of a picture that is written."""
    subparser.add_argument("--only", metavar="PARTS", help=say("cli.option.export.only"))
    subparser.add_argument("--theme", metavar="NAME", default="light", help=say("cli.option.export.theme"))
    subparser.add_argument(
        "--font", metavar="FILE", action="append", default=[], dest="fonts", help=say("cli.option.export.font")
    )


def _run_view(arguments: argparse.Namespace, say: Catalog) -> int:
    from tokviz.cli import views

    return views.run(arguments, say)


def _view(subparser: Parser, say: Catalog) -> None:
    subparser.add_argument("page", metavar="PAGE", help=say("cli.option.page"))
    subparser.add_argument("--view", metavar="NAME", help=say("cli.option.view-of-page"))
    subparser.add_argument(
        "--set", metavar="NAME=VALUE", action="append", default=[], dest="values", help=say("cli.option.set-of-page")
    )
    subparser.add_argument("--output", "-o", metavar="FILE", help=say("cli.option.view.output"))


def _run_check(arguments: argparse.Namespace, say: Catalog) -> int:
    from tokviz.cli import check

    return check.run(arguments, say)


def _check(subparser: Parser, say: Catalog) -> None:
    from tokviz.exercises import FUNCTIONS

    subparser.add_argument("name", metavar="NAME", help=say("cli.option.check.name", names=", ".join(FUNCTIONS)))
    subparser.add_argument("file", metavar="FILE", help=say("cli.option.check.file"))
    subparser.add_argument("--rules", "-r", metavar="NAME", help=say("cli.option.check.rules"))
    subparser.add_argument("--function", metavar="NAME", help=say("cli.option.check.function"))
    subparser.add_argument("--seconds", metavar="N", default="10", help=say("cli.option.check.seconds"))
    subparser.add_argument("--seed", metavar="SEED", default="0", help=say("cli.option.check.seed"))
    subparser.add_argument("--corpus", metavar="FILE", help=say("cli.option.check.corpus"))
    subparser.add_argument("--show", action="store_true", help=say("cli.option.check.show"))
    subparser.add_argument("--output", "-o", metavar="FILE", help=say("cli.option.check.output"))


COMMANDS = tuple(
    Command(name, run, add_arguments, _EXAMPLES[name], unused=CASES.get(name, ()))
    for name, run, add_arguments in (
        ("start", _run_start, _start),
        ("train", _run_train, _train),
        ("encode", _run_encode, _encode),
        ("stages", _run_stages, _stages),
        ("roundtrip", _run_roundtrip, _roundtrip),
        ("chat", _run_chat, _chat),
        ("vocabulary", _run_vocabulary, _vocabulary),
        ("diff", _run_diff, _diff),
        ("compare", _run_compare, _compare),
        ("export", _run_export, _export),
        ("view", _run_view, _view),
        ("check", _run_check, _check),
    )
)
"""The commands beside those of features."""


def _text(subparser: Parser, say: Catalog) -> None:
    """Add the text, and the tokenizer that splits it."""
    subparser.add_argument("text", metavar="TEXT", nargs="*", help=say("cli.option.text"))
    subparser.add_argument("--tokenizer", "-t", metavar="T", help=say("cli.option.tokenizer"))


def _rules(subparser: Parser, say: Catalog) -> None:
    """Add what is trained on, and how."""
    from tokviz.algorithms import ALGORITHMS

    subparser.set_defaults(special_tokens=())
    _example(subparser, say)
    first = next(iter(ALGORITHMS))
    algorithm_help = say("cli.option.algorithm", names=", ".join(ALGORITHMS), first=first)
    subparser.add_argument("--algorithm", "-a", metavar="NAME", default=first, help=algorithm_help)
    presets = "; ".join(f"{name}: {', '.join(known.presets)}" for name, known in ALGORITHMS.items())
    subparser.add_argument("--rules", "-r", metavar="NAME", help=say("cli.option.rules", names=presets))
    _split(subparser, say)
    subparser.add_argument("--merges", "-m", metavar="N", help=say("cli.option.merges"))
    subparser.add_argument("--vocab-size", "-n", metavar="N", help=say("cli.option.vocab-size"))
    add_rules(subparser, say)


def _example(subparser: Parser, say: Catalog) -> None:
    from tokviz.examples import NAMES

    subparser.add_argument("--example", "-e", metavar="NAME", help=say("cli.option.example", names=", ".join(NAMES)))


def _split(subparser: Parser, say: Catalog) -> None:
    from tokviz.pretokenize import PRETOKENIZERS

    subparser.add_argument(
        "--split", "-s", metavar="NAME", help=say("cli.option.split", names=", ".join(PRETOKENIZERS))
    )


def _pattern(subparser: Parser, say: Catalog, *also: str) -> None:
    """Add the pattern of a file that names none. also: other names of the option, where nothing is trained."""
    from tokviz.pretokenize import ALTERNATIVES

    names = ", ".join(ALTERNATIVES)
    subparser.add_argument("--pattern", *also, metavar="PATTERN", help=say("cli.option.pattern", names=names))


def _only_pattern(subparser: Parser, say: Catalog) -> None:
    """Add the same where nothing is trained, also by the name of the option of trainings."""
    _pattern(subparser, say, "--split", "-s")
    subparser.set_defaults(split=None)


def _output(subparser: Parser, formats: str, say: Catalog) -> None:
    subparser.add_argument("--format", "-f", metavar="NAME", help=formats)
    subparser.add_argument("--output", "-o", metavar="FILE", help=say("cli.option.output"))


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
