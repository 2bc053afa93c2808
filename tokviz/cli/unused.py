"""Options that change nothing beside others: each command lists its own, and they are refused rather than ignored.

An option whose wish is met already is none: ``--ids`` where a format has the ids anyway.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from tokviz.cli.options import KNOB_PREFIX, promised_format
from tokviz.errors import TokvizError

Beside = Callable[[Namespace], str]
"""Returns the argument beside which options change nothing, as a reader would type it; empty where they do."""


@dataclass(frozen=True)
class Unused:
    """Options, by the names of their values, that change nothing beside an argument, or without one. A prefix with its
    dot stands for all options that begin with it."""

    options: tuple[str, ...]
    beside: Beside
    is_without: bool = False

    def typed(self, given: Mapping[str, str]) -> str | None:
        """Return the first of these options that was given, as it was typed."""
        names = (name for option in self.options for name in given if name == option or _begins(name, option))
        return next((given[name] for name in names), None)


def _begins(name: str, option: str) -> bool:
    return option.endswith(".") and name.startswith(option)


def given(option: str) -> Beside:
    """Return a case that holds where an option was typed."""
    return lambda arguments: str(arguments.given.get(option, ""))


def missing(option: str, name: str) -> Beside:
    """Return a case that holds where an option was not typed. name: the option."""
    return lambda arguments: "" if option in arguments.given else name


def _format(*kinds: str) -> Beside:
    """Return a case that holds for these formats, whether one was named or follows from the name of the output."""

    def beside(arguments: Namespace) -> str:
        kind = arguments.format or promised_format(arguments.output)
        return f"--format {kind}" if kind in kinds else ""

    return beside


def _format_but(*kinds: str) -> Beside:
    """Return a case that holds for any format but these; the usual one is a table."""

    def beside(arguments: Namespace) -> str:
        kind = arguments.format or promised_format(arguments.output) or "table"
        return "" if kind in kinds else f"--format {kind}"

    return beside


def _part(*parts: str) -> Beside:
    """Return a case that holds for these parts of the output."""
    return lambda arguments: f"--part {arguments.part}" if arguments.part in parts else ""


def _part_but(*parts: str) -> Beside:
    """Return a case that holds for any part but these."""
    return lambda arguments: "" if arguments.part in parts else f"--part {arguments.part}"


def _words_of_csv(arguments: Namespace) -> str:
    return "" if arguments.part == "measures" else _format("csv")(arguments)


def _corpus_of_words(arguments: Namespace) -> str:
    """Return the part that has only words of the corpus; where nothing is trained on any, the text is it."""
    if arguments.file is None and arguments.example is None and not _is_trained(arguments):
        return ""
    return _part("words")(arguments) or _words_of_csv(arguments)


def _is_trained(arguments: Namespace) -> bool:
    from tokviz.algorithms import ALGORITHMS  # slow to import, and --help needs none

    names = [name for value in arguments.tokenizers for name in value.split(",")]
    return not names or any(name.partition(":")[0] in ALGORITHMS for name in names)


def _untrained(arguments: Namespace) -> str:
    return "" if _is_trained(arguments) else "--tokenizers"


def _function(arguments: Namespace) -> str:
    return str(arguments.file) if arguments.file.endswith(".py") else ""


def _list(arguments: Namespace) -> str:
    return "" if arguments.file.endswith(".py") else str(arguments.file)


_OWN_RULES = ("algorithm", "rules", "character_coverage", "user_defined", KNOB_PREFIX)
_RULES = (*_OWN_RULES, "merges", "vocab_size")
_SEARCH = ("search", "where", "ignore_case", "kind", "script", "length", "order")
_PICTURES = ("svg", "png", "gif", "webp", "tikz", "beamer")
_TEXTS = ("used", "unused", "price")

CASES: Mapping[str, tuple[Unused, ...]] = {
    "train": (
        Unused(("values",), missing("view", "--view"), is_without=True),
        Unused(("trim",), missing("start", "--from"), is_without=True),
        Unused((*_OWN_RULES, "split", "special_tokens"), given("start")),
    ),
    "encode": (
        Unused(("pattern",), missing("tokenizer", "--tokenizer"), is_without=True),
        Unused(("split",), given("pattern")),
        Unused(_RULES, given("tokenizer")),
        Unused(("steps", "check"), given("decode")),
        Unused(("ids",), given("steps")),
    ),
    "vocabulary": (
        Unused((*_SEARCH, "limit", "part", "format", "file"), given("token")),
        Unused(_SEARCH, _part_but("entries")),
        Unused(("where", "ignore_case"), missing("search", "--search"), is_without=True),
        Unused(("text", "file"), lambda arguments: "" if arguments.token else _part_but(*_TEXTS)(arguments)),
        Unused(("file",), given("text")),
    ),
    "diff": (
        Unused(("file",), given("text")),
        Unused(("limit",), given("all")),
        Unused(("limit",), _format("csv", "json")),
    ),
    "roundtrip": (Unused(("ids",), given("each")),),
    "compare": (
        Unused(("size",), _untrained),
        Unused(("part",), _format("json")),
        Unused(("neutral",), _part("measures", "sizes")),
        Unused(("held",), _part("rows", "words", "sizes")),
        Unused(("size",), _part("sizes")),
        Unused(("held",), _words_of_csv),
        Unused(("text",), _corpus_of_words),
        Unused(("part", "neutral", "held"), _format(*_PICTURES)),
        Unused(("only", "theme"), _format_but(*_PICTURES)),
        Unused(("fonts",), _format_but("png", "gif", "webp")),
    ),
    "export": (
        Unused(("pattern",), missing("tokenizer", "--tokenizer"), is_without=True),
        Unused(("split",), given("pattern")),
        Unused((*_RULES, "example"), given("tokenizer")),
        Unused(("fonts",), _format("svg", "tikz", "beamer", "html", "embed", "json", "mjs")),
        Unused(("fonts",), lambda arguments: "" if arguments.format or arguments.output else "--format svg"),
        Unused(("theme",), _format("html", "embed", "json", "mjs")),
    ),
    "check": (
        Unused(("corpus",), _function),
        Unused(("function", "seconds", "seed", "show", "output"), _list),
        Unused(("output",), missing("show", "--show"), is_without=True),
    ),
}
"""The cases of each command that has any; those of features are beside their commands."""


def refuse(arguments: Namespace, cases: Iterable[Unused]) -> None:
    """Raise TokvizError for the first option that was typed and changes nothing."""
    for case in cases:
        typed = case.typed(arguments.given)
        beside = "" if typed is None else case.beside(arguments)
        if beside and case.is_without:
            raise TokvizError("cli-unused-without", option=typed, beside=beside)
        if beside:
            raise TokvizError("cli-unused", option=typed, beside=beside)
