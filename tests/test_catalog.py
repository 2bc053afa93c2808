"""The translation catalogs: complete in each language, fitted to the code that uses them, and nothing left over.

The sources are read with `ast`, the templates by Jinja. A key may be written out, ``say("merges.none")``, or built,
``say(f"tab.{name}")``: what is built in is looked up among the strings that the sources hold, and the choices that a
visitor has are listed here.
"""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, get_args

import pytest
from jinja2 import nodes

from tests import sources as syntax
from tests.sources import frontend_files
from tokviz import examples, recorded
from tokviz.algorithms import ALGORITHMS, Stop
from tokviz.corpus import parse, parse_upload
from tokviz.errors import FormatError
from tokviz.examples import OWN, SOURCE
from tokviz.merging.merge_trace import DivergenceReason
from tokviz.merging.rules import TieBreak
from tokviz.merging.word_log import StopReason
from tokviz.pretokenize import PRETOKENIZERS
from tokviz.state.pages import PAGES
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.messages import error_text, note_text
from tokviz.views.shared.rendering import environment

ROOT = Path(__file__).resolve().parents[1]
PARTS = ("cli", "exercises", "state", "views", "web")
INTERFACE = sorted(
    [
        *(ROOT / "app.py", ROOT / "tokviz" / "texts.py", *(ROOT / "pages").glob("*.py")),
        *(
            path
            for part in ("cli", "exercises", "features", "state", "views", "web")
            for path in (ROOT / "tokviz" / part).rglob("*.py")
        ),
    ]
)
ENGLISH, OTHERS = "en", sorted(set(LANGUAGES) - {"en"})
ERRORS = {
    "TokvizError",
    "CageError",
    "CorpusError",
    "RulesError",
    "FormatError",
    "LimitError",
    "FetchError",
    "check_limit",
}
LIMITED = {"LimitError", "check_limit"}
LINE = "error.at-line"  # stands before the sentence of every error that names a line
OF_LIMIT = {"limit", "value", "met"}  # what every LimitError has, whether its sentence says it or not
# Which raise by codes that stand elsewhere, where they are read, and what these are called there.
HANDED_ON = {"guides/files.py": "code", "features/hub/fetching.py": "code", "checks.py": "limit"}
OF_LESSON = frozenset({"file", "where"})  # what `wrong` of the reader of lessons adds to the details of its errors

NOTES = {
    "duplicates-summed": b"low 5\nb 1\nlow 2",
    "words-with-spaces": b"{'l o w': 5}",
    "without-spaces": "春天的茶清香而微苦，像刚下过雨的山。".encode(),
    "columns-swapped": b"5,low\n2,lower",
    "both-columns-numbers": b"1990,5\n1991,6",
    "header-skipped": b"mot,fois\nlow,5\nb,2",
    "encoding": "\ufefflow 5".encode("utf-16-le"),
}
"""A text for each note that the reader of a corpus gives."""


@cache
def templates(language: str) -> dict[str, str]:
    pairs: list[tuple[str, str]] = json.loads(
        (ROOT / "assets" / "i18n" / f"{language}.json").read_text("utf-8"), object_pairs_hook=list
    )
    assert len(dict(pairs)) == len(pairs), "a key is there twice"
    return dict(pairs)


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


NUMBERS = {"n", "count", "points"}  # the fields that say how many; a browser fills in the second


def is_plural_form(key: str, catalog: dict[str, str]) -> bool:
    return key.endswith(".one") and bool(NUMBERS & fields(catalog.get(key.removesuffix(".one"), "")))


# -- one language beside another ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", OTHERS)
def test_languages_have_the_same_keys(language: str) -> None:
    english, other = templates(ENGLISH), templates(language)
    wanted = {key for key in english if not is_plural_form(key, english)}
    assert {key for key in other if not is_plural_form(key, other)} == wanted


@pytest.mark.parametrize("language", OTHERS)
def test_languages_have_the_same_fields_and_blanks(language: str) -> None:
    english, other = templates(ENGLISH), templates(language)
    shared = english.keys() & other.keys()
    assert {key for key in shared if fields(english[key]) != fields(other[key])} == set()
    assert {key for key in shared if bool(english[key].strip()) != bool(other[key].strip())} == set()


def test_only_the_number_itself_may_be_left_out_of_a_form_for_one() -> None:
    catalog = templates(ENGLISH)
    forms = [key for key in catalog if is_plural_form(key, catalog)]
    assert forms
    for key in forms:
        whole = fields(catalog[key.removesuffix(".one")])
        assert fields(catalog[key]) | NUMBERS & whole == whole, key


def test_chinese_has_chinese_punctuation() -> None:
    narrow = re.compile(r"[\u3400-\u9fff][,.;:!?()]|[,;:!?()][\u3400-\u9fff]")
    assert {key: text for key, text in templates("zh").items() if narrow.search(text)} == {}


# -- the catalogs beside the code --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Use:
    """A place in the sources that names keys: a pattern for them, and the fields it fills (None: it does not say)."""

    pattern: str
    filled: frozenset[str] | None
    where: str
    is_call: bool = True

    def asked(self) -> set[str]:
        return set(matches(self.pattern))


@cache
def matches(pattern: str) -> dict[str, tuple[str, ...]]:
    """The keys that a pattern asks for, with what its groups stand for; many places ask for the same."""
    if not re.search(r"[(|]", pattern):  # most are one key
        key = re.sub(r"\\(.)", r"\1", pattern)
        return {key: ()} if key in templates(ENGLISH) else {}
    fits = re.compile(pattern).fullmatch
    found = {key: fits(key) for key in templates(ENGLISH)}
    return {key: match.groups() for key, match in found.items() if match}


def pattern_of(node: ast.expr) -> str | None:
    """A regular expression for the strings that an expression may make, a group for each part that it builds in."""
    match node:
        case ast.Constant(value=str(text)):
            return re.escape(text)
        case ast.JoinedStr(values=parts):
            return "".join(pattern_of(part) or "(.+)" for part in parts)
        case ast.IfExp(body=first, orelse=second):
            one, other = pattern_of(first), pattern_of(second)
            return f"{one}|{other}" if one and other else None
    return None


def uses_in(path: Path) -> Iterator[Use]:
    file = path.relative_to(ROOT)
    for node in syntax.nodes(path):
        where = f"{file}:{getattr(node, 'lineno', 0)}"
        match node:
            case ast.Call(func=ast.Name(id="say" | "line") | ast.Attribute(value=ast.Name(id="say")), args=[first, *_]):
                pattern = pattern_of(first)
                if pattern is None or (isinstance(node.func, ast.Attribute) and node.func.attr == "within"):
                    continue  # of the latter the prefix is met as a constant
                names = {keyword.arg for keyword in node.keywords}
                filled = None if None in names else frozenset(name for name in names if name)
                if isinstance(node.func, ast.Attribute) and node.func.attr == "choice":
                    pattern = rf"{pattern}\.(.+)"
                elif isinstance(node.func, ast.Attribute) and filled is not None:
                    filled |= {"n"}
                yield Use(pattern, filled, where)
            # Keys on their way to a call: whole, or a prefix, or built behind a prefix.
            case ast.Constant(value=str(text)) if re.fullmatch(r"[a-z-]+(\.[\w-]+)*\.?", text) and "." in text:
                yield Use(re.escape(text) + ("(.+)" if text.endswith(".") else ""), None, where, is_call=False)
            case ast.JoinedStr(values=[ast.Constant(value=str(head)), *_]) if re.match(r"[a-z-]+\.", head):
                yield Use(str(pattern_of(node)), None, where, is_call=False)


def uses_in_template(name: str) -> Iterator[Use]:
    """Templates write their keys out."""
    jinja = environment()
    assert jinja.loader
    text, _, _ = jinja.loader.get_source(jinja, name)
    for node in jinja.parse(text).find_all(nodes.Call):
        match node:
            case nodes.Call(
                node=nodes.Name(name="say") | nodes.Getattr(node=nodes.Name(name="say"), attr="count") as called,
                args=[first, *_],
            ):
                assert isinstance(first, nodes.Const), f"{name}:{node.lineno}: a key that nobody can read"
                filled = {keyword.key for keyword in node.kwargs} | (
                    {"n"} if isinstance(called, nodes.Getattr) else set()
                )
                yield Use(re.escape(first.value), frozenset(filled), f"{name}:{node.lineno}")


@cache
def uses() -> tuple[Use, ...]:
    found = tuple(use for path in INTERFACE for use in uses_in(path))
    found += tuple(use for name in environment().list_templates(["html"]) for use in uses_in_template(name))
    assert sum(use.is_call for use in found) > 50, "nothing to look at"
    return found


def test_every_key_that_the_code_asks_for_exists() -> None:
    assert [f"{use.where}: {use.pattern}" for use in uses() if use.is_call and not use.asked()] == []
    whole = {alternative for use in uses() if use.is_call and "(" not in use.pattern for alternative in use.asked()}
    written = {part for use in uses() if use.is_call and "(" not in use.pattern for part in use.pattern.split("|")}
    assert written == {re.escape(key) for key in whole}


def test_every_field_is_filled_where_a_key_is_asked_for() -> None:
    lacking = {
        (use.where, key, name)
        for use in uses()
        if use.is_call and use.filled is not None
        for key in use.asked()
        for name in fields(templates(ENGLISH)[key]) - use.filled
    }
    assert lacking == set()


def choices() -> Iterator[str]:
    """Every key that is built from a choice, a reason or a name that the code knows."""
    for algorithm in ALGORITHMS.values():
        yield from (f"compare.algorithm.{algorithm.name}", f"takeaway.algorithm.{algorithm.name}")
        yield from (f"preset.{name}" for name in (*algorithm.presets, SOURCE))
        yield from (f"preset.limit.{algorithm.name}.{name}" for name in algorithm.limited)
        for knob in algorithm.knobs:
            yield from (f"knob.{knob.field}", f"knob.{knob.field}.help")
            yield from (f"knob.{knob.field}.{choice}" for choice in knob.choices)
    yield from (f"split.{name}" for name in PRETOKENIZERS)
    yield from (f"stop.{name}" for name in get_args(Stop))
    yield from (f"tokenizers.sample.{sentence.name}" for sentence in recorded.sentences())
    for name in (*examples.NAMES, OWN):
        yield from (f"example.{name}", f"example.{name}.about")
    lessons = (lesson for name in examples.NAMES for lesson in examples.load(name).recipes.values())
    yield from (f"erratum.{erratum.key}.right" for lesson in lessons for erratum in lesson.errata)
    yield from (f"reason.rule.{name}.{tense}" for name in get_args(TieBreak) for tense in ("past", "present"))
    yield from (
        f"reason.rule.{end}-pair-bytes.{tense}" for end in ("greatest", "smallest") for tense in ("past", "present")
    )
    yield from (f"bpe.stopped.{reason}" for reason in get_args(StopReason))
    yield from (f"versus.{reason}" for reason in get_args(DivergenceReason))
    for page in PAGES:
        half = page.second_half
        yield from (
            page.title,
            f"group.{page.group}",
            *(view.title for view in (*page.views, *(half.views if half else ()))),
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_has_its_key(language: str) -> None:
    assert set(choices()) - templates(language).keys() == set()


def test_no_key_is_unused() -> None:
    scripts = [path.read_text("utf-8") for path in frontend_files(".js")]
    named = set(re.findall(r"\w+", "\n".join(scripts)))
    for path in (ROOT / "tokviz").rglob("*.py"):
        named |= {
            node.value for node in syntax.nodes(path) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }

    named |= {sentence.name for sentence in recorded.sentences()}  # in files of their own

    catalog = templates(ENGLISH)
    used = {
        key
        for pattern in {use.pattern for use in uses()}
        for key, groups in matches(pattern).items()
        if named.issuperset(groups)
    }
    kept = (
        {LINE}
        | {f"file.{code}" for code, _ in noted()}
        | {f"error.{code}" for code, _ in raised()}
        | {key for key in catalog if is_plural_form(key, catalog)}
    )
    assert catalog.keys() - kept - used == set()


# -- errors and notes --------------------------------------------------------------------------------------------------


@cache
def raised() -> tuple[tuple[str, frozenset[str]], ...]:
    """Code and details of every error in the sources; `line` is none of them, and OF_LIMIT none of a LimitError's."""
    found = []
    for path in sorted((ROOT / "tokviz").rglob("*.py")):
        for node in syntax.nodes(path):
            match node:
                case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(code)), *_]) if name in ERRORS:
                    details = {keyword.arg or "" for keyword in node.keywords} - {"line"}
                    if name in LIMITED:
                        code = "limit-" + code.removeprefix("MAX_").lower().replace("_", "-")
                        details -= OF_LIMIT
                    found.append((code, frozenset(details)))
                case ast.Call(func=ast.Attribute(attr="wrong"), args=[ast.Constant(value=str(code)), *_]):
                    found.append((code, frozenset(keyword.arg or "" for keyword in node.keywords) | OF_LESSON))
                case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name in ERRORS:
                    readable = HANDED_ON.get(path.relative_to(ROOT / "tokviz").as_posix(), "error.code")
                    assert ast.unparse(first) == readable, f"{path.name}:{node.lineno}: a code that nobody can read"
    assert len(found) > 20, "nothing to look at"
    return tuple(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_has_a_sentence_with_exactly_its_details(language: str) -> None:
    catalog = templates(language)
    keys = {key for key in catalog if key.startswith("error.")}
    assert keys == {f"error.{code}" for code, _ in raised()} | {LINE}
    for code, details in raised():
        said = fields(catalog[f"error.{code}"])
        assert (said - OF_LIMIT if code.startswith("limit-") else said) == details, code


def test_an_error_holds_no_sentence() -> None:
    """The wording stands in the catalogs alone: nothing but codes and values goes into an error."""
    spaced = [f"{where}: {text}" for where, text in written_into_errors() if " " in text]
    assert spaced == []


def written_into_errors() -> Iterator[tuple[str, str]]:
    positional = dict.fromkeys(ERRORS, 1) | {"LimitError": 2, "check_limit": 2, "wrong": 3}
    for path in sorted((ROOT / "tokviz").rglob("*.py")):
        for node in syntax.nodes(path):
            match node:
                case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args) if name in positional:
                    assert len(args) == positional[name], f"{path.name}:{node.lineno}"
                    for inner in (*args, *(keyword.value for keyword in node.keywords)):
                        if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                            yield f"{path.name}:{node.lineno}", inner.value


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("text", "key", "values"),
    [
        ("low 5\nlower -2\nnewest 6", "count-negative", {"word": "'lower'"}),
        ("low 5\nlower 2\nnewest", "count-missing", {"word": "'newest'"}),
        ('{"low": 5,\n"low": }', "unexpected", {"found": "'}'"}),
    ],
)
def test_an_error_in_a_list_names_its_line(language: str, text: str, key: str, values: dict[str, Any]) -> None:
    say = load(language)
    with pytest.raises(FormatError) as caught:
        parse(text)
    assert error_text(caught.value, say) == say(LINE, line=caught.value.line, what=say(f"error.{key}", **values))


@cache
def noted() -> tuple[tuple[str, frozenset[str]], ...]:
    """Code and details of every note of a file in the sources."""
    found = []
    for path in sorted((ROOT / "tokviz").rglob("*.py")):
        for node in syntax.nodes(path):
            match node:
                case ast.Call(func=ast.Name(id="note"), args=[first]):
                    choices = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
                    for one in choices:
                        assert isinstance(one, ast.Constant), f"{path.name}:{node.lineno}: a code that nobody can read"
                        found.append((str(one.value), frozenset(keyword.arg or "" for keyword in node.keywords)))
    assert len(found) > 10, "nothing to look at"
    return tuple(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_note_of_a_file_has_a_sentence_with_exactly_its_details(language: str) -> None:
    catalog = templates(language)
    assert {key for key in catalog if key.startswith("file.")} == {f"file.{code}" for code, _ in noted()}
    for code, details in noted():
        assert fields(catalog[f"file.{code}"]) == details, code


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_note_has_a_sentence(language: str) -> None:
    assert {key for key in templates(language) if key.startswith("note.")} == {f"note.{code}" for code in NOTES}
    for code, data in NOTES.items():
        ((given, details),) = parse_upload("words.txt", data).notes
        assert given == code
        assert note_text(given, details, load(language)) != templates(language)[f"note.{code}"] or not details


def test_no_note_is_forgotten() -> None:
    """Notes stand in the source as a code with a dict, and in the reader's docstring."""
    written = {
        node.elts[0].value
        for node in syntax.nodes(ROOT / "tokviz" / "corpus" / "reading.py")
        if isinstance(node, ast.Tuple)
        and len(node.elts) == 2
        and isinstance(node.elts[0], ast.Constant)
        and isinstance(node.elts[1], ast.Dict)
    }
    assert written
    assert written <= NOTES.keys()
