"""Every knob of every algorithm is an option, and its value reaches the rules."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, get_args

import pytest

from tests.catalogs import saying
from tests.cli.conftest import Cli, right
from tokviz import features
from tokviz.algorithms import ALGORITHMS, Algorithm, Rules
from tokviz.cli.options import changed_rules, knobs_by_field, option_of
from tokviz.cli.parser import parser
from tokviz.errors import RulesError
from tokviz.knobs import Knob
from tokviz.merging.rules import TieBreak
from tokviz.text_keys import error_key
from tokviz.views.shared.catalog import LANGUAGES, load

CASES = [
    pytest.param(name, preset, id=f"{name}-{preset}")
    for name, algorithm in ALGORITHMS.items()
    for preset in algorithm.presets
]
"""Each preset: the classes of rules of one algorithm have different knobs."""
PARSER = parser(load("en"), features)
TIE_BREAKS = ", ".join(get_args(TieBreak))
CORPUS = b"low 5, lower 2, newest 6, widest 3"


def another(knob: Knob, value: Any) -> str:
    """Return another value than that of the preset, as a link writes it."""
    match knob.kind:
        case "choice":
            return next(choice for choice in knob.choices if choice != value)
        case "flag":
            return "0" if value else "1"
        case "number" | "positive":
            return str(value + 1)
        case "optional":
            return str((value or 0) + 40)
        case "share":
            return "0.99" if knob.field == "character_coverage" else "0.25" if value == 0.5 else "0.5"
        case "decimal":
            return str(value + 0.5)
        case "numbers":
            return "1 2.5"
        case "words":
            return "x y"
        case "text" | "token":
            return "@"


def options(knob: Knob, value: str) -> list[str]:
    """Return the arguments that say so."""
    name = option_of(knob.field)
    if knob.kind == "flag":
        return [name if value == "1" else f"--no-{name[2:]}"]
    if knob.field == "user_defined":
        return [part for symbol in value.split() for part in (name, symbol)]
    return [f"{name}={value}"]


def changed(algorithm: Algorithm, preset: str, arguments: list[str], command: str = "train") -> Rules:
    asked = PARSER.parse_args([command, "--algorithm", algorithm.name, "--rules", preset, *arguments])
    return changed_rules(algorithm.presets[preset], algorithm, preset, asked)


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("command", ["train", "encode"])
def test_every_knob_is_an_option(language: str, command: str, cli: Cli) -> None:
    out = right(cli("--lang", language, command, "--help")).out
    said = "".join(out.split())
    for field in {knob.field for algorithm in ALGORITHMS.values() for knob in algorithm.knobs}:
        assert f"\n  {option_of(field)}" in out
        if field not in ("character_coverage", "user_defined"):  # these have a help of their own
            assert "".join(load(language)(f"knob.{field}.help").split()) in said


@pytest.mark.parametrize(("name", "preset"), CASES)
@pytest.mark.parametrize("command", ["train", "encode"])
def test_values_reach_the_rules(command: str, name: str, preset: str) -> None:
    algorithm = ALGORITHMS[name]
    rules = algorithm.presets[preset]
    for knob in algorithm.knobs_of(rules):
        value = another(knob, getattr(rules, knob.field))
        arguments = options(knob, value)
        if knob.field == "special_split" and value == "1":
            arguments.append("--special-tokens=x")
        refusal = refused(rules, knob, value)
        if refusal:
            with pytest.raises(RulesError) as raised:
                changed(algorithm, preset, arguments, command)
            assert raised.value.code == refusal, knob.field
        else:
            found = getattr(changed(algorithm, preset, arguments, command), knob.field)
            assert found == knob.parse(value) != getattr(rules, knob.field), knob.field


def refused(rules: Rules, knob: Knob, value: str) -> str:
    """Return the code of the error for a value that these rules cannot be combined with; empty for none."""
    try:
        replace(rules, **{knob.field: knob.parse(value)})
    except RulesError as error:
        return error.code
    return ""


def test_the_trace_has_the_rules(cli: Cli) -> None:
    """From the arguments to what is trained: of each kind one."""
    for algorithm, given, expected in (
        ("bpe", ["--rules", "course", "--tie-break", "smallest-pair"], {"tie_break": "smallest-pair"}),
        ("bpe", ["--end-of-word=_", "--no-end-of-word-attached"], {"end_of_word": "_", "end_of_word_attached": False}),
        ("wordpiece", ["--minimum-count", "3", "--max-token-length", "9"], {"minimum_count": 3, "max_token_length": 9}),
        ("wordpiece", ["--rules", "tf-text", "--slack", "0.25"], {"slack": 0.25}),
        ("unigram", ["--rules", "soft-em", "--digamma", "--unk-token", "?"], {"digamma": True, "unk_token": "?"}),
    ):
        stop = ["--vocab-size", "30"] if algorithm == "unigram" or "tf-text" in given else ["--merges", "2"]
        trace = json.loads(
            right(cli("train", "--algorithm", algorithm, *given, *stop, "--format", "json", stdin=CORPUS)).out
        )
        assert expected.items() <= trace["rules"].items()


def test_the_text_is_encoded_by_the_changed_rules(cli: Cli) -> None:
    out = right(cli("encode", "--example", "hug", "--rules", "course", "--end-of-word", "_", "hug")).out
    assert out == "hug_\n"


def test_special_tokens_are_added_to_those_of_the_rules() -> None:
    found = changed(ALGORITHMS["bpe"], "course", ["--special-tokens", "a b", "--special", "c", "--special", "a"])
    assert getattr(found, "special_tokens", None) == ("a", "b", "c")


@pytest.mark.parametrize(
    ("arguments", "code", "values"),
    [
        (["--tie-break", "last"], "cli-choice", {"option": "--tie-break", "value": "last", "choices": TIE_BREAKS}),
        (["--minimum-count", "x"], "cli-number", {"option": "--minimum-count", "value": "x", "least": 0}),
        (["--max-token-length", "0"], "cli-number", {"option": "--max-token-length", "value": 0, "least": 1}),
        (["--slack", "0.1"], "cli-knob", {"rules": "course", "algorithm": "bpe", "option": "--slack"}),
        (
            ["--algorithm", "wordpiece", "--duplicates", "skip"],
            "cli-knob",
            {"rules": "course", "algorithm": "wordpiece", "option": "--duplicates"},
        ),
        (
            ["--algorithm", "unigram", "--pruned-share", "2"],
            "rules-range",
            {"name": "--pruned-share", "value": 2, "least": 0, "most": 1},
        ),
        (["--algorithm", "unigram", "--all-bytes"], "merges-only", {"name": "all_bytes"}),
        (["--special-split"], "cli-special-split", {}),
        (["--digamma=1"], "cli-usage-no-value", {"argument": "--digamma"}),
    ],
)
def test_what_a_knob_does_not_take(arguments: list[str], code: str, values: dict[str, object], cli: Cli) -> None:
    done = cli("train", "--example", "hug", "--rules", "course", *arguments)
    assert (done.code, done.data) == (2, b"")
    assert saying(error_key(code), **values).search(done.err)


def test_there_are_as_many_options_as_knobs() -> None:
    assert set(knobs_by_field()) == {knob.field for algorithm in ALGORITHMS.values() for knob in algorithm.knobs}
    assert all(set(knobs_by_field()[knob.field]) >= {name} for name, one in ALGORITHMS.items() for knob in one.knobs)
