"""Options of the command line: their values as names, numbers and formats, and one option for each knob of the rules.

A wrong value raises an error whose sentence says what is allowed.
"""

from __future__ import annotations

import argparse
import math
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tokviz.errors import RulesError, TokvizError
from tokviz.knobs import Knob, Value
from tokviz.text_keys import knob_help_key, knob_key
from tokviz.views.shared.catalog import Catalog

if TYPE_CHECKING:
    from tokviz.algorithms import Algorithm, Rules


_DIGITS = 9  # of the longest number that is read
# The ends of the names of files, the longer ones first, and the format that they promise.
_ENDINGS = (
    ("tokenizer.json", "tokenizer.json"),
    ("vocab.json", "vocab"),
    ("vocab.txt", "vocab"),
    (".vocab", "vocab"),
    ("merges.txt", "merges"),
    (".codes", "codes"),
    (".tiktoken", "tiktoken"),
    (".zip", "zip"),
    (".html", "html"),
    (".csv", "csv"),
    (".json", "json"),
    (".svg", "svg"),
    (".png", "png"),
    (".gif", "gif"),
    (".webp", "webp"),
    (".tex", "tikz"),
)


def choose(option: str, value: str, choices: Iterable[str]) -> str:
    """Return the value, if it is one of the choices.

    >>> choose("--rules", "course", ["course", "sennrich"])
    'course'
    """
    known = tuple(choices)
    if value not in known:
        raise TokvizError("cli-choice", option=option, value=value, choices=", ".join(known))
    return value


def number(option: str, value: str, least: int = 0) -> int:
    """Return the whole number that was given.

    >>> number("--merges", "12")
    12
    """
    digits = value.replace(",", "").replace("_", "")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _DIGITS and int(digits) >= least):
        raise TokvizError("cli-number", option=option, value=value, least=least)
    return int(digits)


def share(option: str, value: str, least: float) -> float:
    """Return the share that was given.

    >>> share("--character-coverage", "0.9995", 0.98)
    0.9995
    """
    try:
        parsed = float(value)
    except ValueError:
        parsed = math.nan
    if not least <= parsed <= 1:
        raise RulesError("rules-range", name=option, value=value, least=least, most=1)
    return parsed


def promised_format(output: str | None) -> str:
    """Return the format that the name of a file promises, empty for none.

    >>> promised_format("hug.codes"), promised_format("hug.txt"), promised_format(None)
    ('codes', '', '')
    """
    name = (output or "").lower()
    return next((kind for ending, kind in _ENDINGS if name.endswith(ending)), "")


def format_of(chosen: str | None, output: str | None, formats: Iterable[str], usual: str) -> str:
    """Return the format: the one asked for, else the one that the file's name promises, else the usual one. Raises
    TokvizError for one that there is not.

    >>> format_of(None, "hug.codes", ["table", "codes"], "table"), format_of(None, None, ["table", "codes"], "table")
    ('codes', 'table')
    """
    known = tuple(formats)
    if chosen is not None:
        return choose("--format", chosen, known)
    promised = promised_format(output)
    return choose("--format", promised, known) if promised else usual


# -- rules -------------------------------------------------------------------------------------------------------------


KNOB_PREFIX = "knob."
"""The prefix of the names of these arguments after parsing."""


def knobs_by_field() -> Mapping[str, Mapping[str, Knob]]:
    """Return each field of rules, and the knob of each algorithm that has it. The algorithms are imported now."""
    from tokviz.algorithms import ALGORITHMS

    knobs = {
        field: {name: knob for name, algorithm in ALGORITHMS.items() for knob in algorithm.knobs if knob.field == field}
        for algorithm in ALGORITHMS.values()
        for field in (knob.field for knob in algorithm.knobs)
    }
    return MappingProxyType(knobs)


_METAVARS = {"choice": "NAME", "share": "SHARE", "text": "TEXT", "token": "TOKEN", "words": "WORDS"}
_FOR_MERGES = ("special_split", "all_bytes")
# These two have options of their own: SentencePiece's library takes other shares, and one symbol at a time.
_CHARACTER_COVERAGE, _USER_DEFINED = "character_coverage", "user_defined"


def option_of(field: str) -> str:
    """Return the option that sets a field of rules.

    >>> option_of("tie_break")
    '--tie-break'
    """
    return f"--{field.replace('_', '-')}"


def add_rules(parser: ArgumentParser, say: Catalog) -> None:
    """Add an option for each knob. A flag has two: ``--digamma`` and ``--no-digamma``."""
    coverage, symbol = say("cli.option.character-coverage"), say("cli.option.user-defined")
    parser.add_argument(option_of(_CHARACTER_COVERAGE), metavar="SHARE", help=coverage)
    parser.add_argument(option_of(_USER_DEFINED), metavar="SYMBOL", action="append", default=[], help=symbol)
    group = parser.add_argument_group(say("cli.knobs"))
    for field, knobs in knobs_by_field().items():
        if field in (_CHARACTER_COVERAGE, _USER_DEFINED):
            continue
        knob = next(iter(knobs.values()))
        names = [option_of(field)]
        options: dict[str, Any] = {"metavar": _METAVARS.get(knob.kind, "N")}
        if knob.kind == "flag":
            names.append(f"--no-{names[0][2:]}")
            options = {"action": _Flag}
        group.add_argument(*names, dest=KNOB_PREFIX + field, help=_help(field, knobs, say), **options)


def _help(field: str, knobs: Mapping[str, Knob], say: Catalog) -> str:
    """Describe a knob with the words of the pages, its algorithms, and the names that it takes."""
    values = {"label": say(knob_key(field)), "algorithms": ", ".join(knobs), "help": say(knob_help_key(field))}
    choices = tuple(dict.fromkeys(choice for knob in knobs.values() for choice in knob.choices))
    if choices:
        text = say("cli.option.knob.choice", **values, names=", ".join(choices))
    else:
        text = say("cli.option.knob", **values)
    return text.replace("%", "%%")  # argparse formats it


class _Flag(argparse.Action):
    """An option without a value, which keeps a flag as links write it."""

    def __init__(self, option_strings: Sequence[str], dest: str, **options: Any) -> None:
        super().__init__(option_strings, dest, nargs=0, **options)

    def __call__(
        self, parser: ArgumentParser, namespace: Namespace, values: object, option_string: str | None = None
    ) -> None:
        setattr(namespace, self.dest, "0" if (option_string or "").startswith("--no-") else "1")


def changed_rules(rules: Rules, algorithm: Algorithm, preset: str, arguments: Namespace) -> Rules:
    """Return the rules of a preset as the options change them. Raises TokvizError for knobs that these rules lack, and
    for values that a knob does not take."""
    set_knobs = ((field, getattr(arguments, KNOB_PREFIX + field, None)) for field in knobs_by_field())
    knob_texts: dict[str, str] = {field: text for field, text in set_knobs if text is not None}
    named = (
        knob_texts["special_tokens"].split() if "special_tokens" in knob_texts else getattr(rules, "special_tokens", ())
    )
    special = tuple(dict.fromkeys((*named, *arguments.special_tokens)))
    if knob_texts.get("special_split") == "1" and not special:
        raise TokvizError("cli-special-split")
    known = {knob.field: knob for knob in algorithm.knobs_of(rules)}
    changes: dict[str, Any] = {}
    for field, text in knob_texts.items():
        if field not in known and field in _FOR_MERGES:
            raise RulesError("merges-only", name=field)
        if field not in known:
            raise TokvizError("cli-knob", option=option_of(field), rules=preset, algorithm=algorithm.name)
        changes[field] = _value(known[field], text)
    if arguments.special_tokens:
        changes["special_tokens"] = special
    if arguments.character_coverage is not None:
        from tokviz.corpus.coverage import MIN_COVERAGE

        option = option_of(_CHARACTER_COVERAGE)
        changes[_CHARACTER_COVERAGE] = share(option, arguments.character_coverage, MIN_COVERAGE)
    if arguments.user_defined:
        changes[_USER_DEFINED] = tuple(arguments.user_defined)
    for name in changes:
        if not hasattr(rules, name):
            raise RulesError("sentencepiece-only", name=name)
    return replace(rules, **changes)


def _value(knob: Knob, text: str) -> Value:
    """Read a value as a link does, with an error that names the option."""
    option = option_of(knob.field)
    try:
        return knob.parse(text)
    except ValueError:
        if knob.kind == "choice":
            raise TokvizError("cli-choice", option=option, value=text, choices=", ".join(knob.choices)) from None
        if knob.kind in ("decimal", "numbers"):
            raise RulesError("rules-positive", name=option, value=text) from None
        if knob.kind == "share":
            raise RulesError("rules-range", name=option, value=text, least=0, most=1) from None
        raise TokvizError("cli-number", option=option, value=text, least=0 if knob.kind == "number" else 1) from None
