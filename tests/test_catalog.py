"""The translation catalogs: complete in each language, fitted to the code that uses them, and nothing left over.

The sources are read with `ast`, the templates by Jinja. A key is written out where it is used,
``say("merges.none")``, or in a table of keys; or a function of `tokviz.text_keys` makes it of a name in a registry,
and then all names are listed here.
"""

import ast
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from string import Formatter
from typing import Any, get_args

import pytest
from jinja2 import nodes

from tests import sources as syntax
from tokviz import examples, features, lookup, recorded, text_keys
from tokviz.algorithms import ALGORITHMS, Stop
from tokviz.cli.parser import COMMANDS
from tokviz.corpus import parse, parse_upload
from tokviz.errors import FormatError
from tokviz.examples import OWN, SOURCE
from tokviz.merging.measures import MEASURES
from tokviz.merging.rules import Rules, TieBreak
from tokviz.pretokenize import PRETOKENIZERS
from tokviz.pretokenize.named import NORMALIZING
from tokviz.state.pages import PAGES
from tokviz.state.tokenizers import SAMPLES
from tokviz.texts import PLURAL_FORMS
from tokviz.views.merges import narration
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.messages import error_text, note_text
from tokviz.views.shared.rendering import environment
from tokviz.views.tokenizers import options as tokenizer_options
from tokviz.web.training import controls as training_controls

ROOT = Path(__file__).resolve().parents[1]
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
LINE = "error.at-line"  # is before the sentence of every error that names a line
OF_LIMIT = {"limit", "value", "met"}  # what every LimitError has, whether its sentence says it or not
# Which raise by codes that are elsewhere, where they are read, and what these are called there.
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
    whole, _, form = key.rpartition(".")
    return form in PLURAL_FORMS and bool(NUMBERS & fields(catalog.get(whole, "")))


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


@pytest.mark.parametrize("language", OTHERS)
def test_languages_have_the_same_numbers_and_code(language: str) -> None:
    english, other = templates(ENGLISH), templates(language)
    shared = english.keys() & other.keys()
    assert {key: other[key] for key in shared if facts(english[key]) != facts(other[key])} == {}


def facts(template: str) -> tuple[set[str], set[str]]:
    """Return the numbers of a text and its spans of code, without what is filled in."""
    text = re.sub(r"\{\w*\}", "", template)
    return set(re.findall(r"\d+(?:[.,]\d+)*", text)), set(re.findall(r"`[^`]+`", text))


def test_only_the_number_itself_may_be_left_out_of_a_form_for_one() -> None:
    catalog = templates(ENGLISH)
    forms = [key for key in catalog if is_plural_form(key, catalog)]
    assert forms
    for key in forms:
        whole = fields(catalog[key.rpartition(".")[0]])
        assert fields(catalog[key]) | NUMBERS & whole == whole, key


def test_chinese_has_chinese_punctuation() -> None:
    narrow = re.compile(r"[\u3400-\u9fff][,.;:!?()]|[,;:!?()][\u3400-\u9fff]")
    assert {key: text for key, text in templates("zh").items() if narrow.search(text)} == {}


# -- keys that functions make ------------------------------------------------------------------------------------------


def names_of_registries() -> dict[str, Iterable[tuple[str, ...]]]:
    """Function of `tokviz.text_keys` -> the names that it is given."""
    algorithms = [(name,) for name in (*ALGORITHMS, lookup.Model.algorithm)]
    knobs = [knob for algorithm in ALGORITHMS.values() for knob in algorithm.knobs]
    fields_of_knobs = [(knob.field,) for knob in knobs]
    presets = [(name,) for algorithm in ALGORITHMS.values() for name in algorithm.presets]
    names_of_examples = [(name,) for name in (*examples.NAMES, OWN)]
    lessons = (lesson for name in examples.NAMES for lesson in examples.load(name).recipes.values())
    commands = [(command.name,) for command in (*COMMANDS, *features.commands())]
    errata = [(erratum.key,) for lesson in lessons for erratum in lesson.errata]
    return {
        "algorithm_key": algorithms,
        "training_key": algorithms,
        "preset_key": [*presets, (SOURCE,)],
        "preset_short_key": [*presets, (SOURCE,)],
        "preset_about_key": [(one.name, preset) for one in ALGORITHMS.values() for preset in one.presets],
        "preset_limit_key": [(one.name, preset) for one in ALGORITHMS.values() for preset in one.limited],
        "preset_limit_details_key": [(one.name, preset) for one in ALGORITHMS.values() for preset in one.limited],
        "knob_key": [*fields_of_knobs, ("flow",)],  # which no knob sets, but which a setting may name
        "knob_help_key": fields_of_knobs,
        "knob_empty_key": fields_of_knobs,
        "knob_choice_key": [(knob.field, choice) for knob in knobs for choice in knob.choices],
        "example_key": names_of_examples,
        "example_about_key": names_of_examples,
        "example_training_key": [
            (name, algorithm)
            for name in examples.NAMES
            for algorithm in ALGORITHMS
            if f"example.{name}.about.{algorithm}" in templates(ENGLISH)
        ],
        "erratum_printed_key": errata,
        "erratum_right_key": errata,
        "split_key": [(name,) for name in (*PRETOKENIZERS, *NORMALIZING)],
        "command_about_key": commands,
        "command_key": commands,
        "column_key": [(text,) for text in literals() if re.fullmatch(r"\w+", text)],
        "error_key": [("at-line",), *((code,) for code, _ in raised())],
        "file_note_key": [(code,) for code, _ in noted()],
        "note_key": [(code,) for code in NOTES],
        "page_key": [(page.address,) for page in PAGES if page.group in ("algorithms", "newer")],
        # What is no count needs what the score has, so that a new measure lacks nothing.
        "measure_key": [
            (measure.name, key.removeprefix(like))
            for measure in MEASURES.values()
            for like in ["measure.count." if measure.is_count else "measure.score."]
            for key in templates(ENGLISH)
            if key.startswith(like)
        ],
    }


FOR_SOME = {
    "preset_short_key",
    "preset_about_key",
    "preset_limit_details_key",
    "knob_empty_key",
    "erratum_printed_key",
    "column_key",
}
"""Functions whose keys the catalogs have for some names only."""


@cache
def made() -> dict[str, frozenset[str]]:
    """Function of `tokviz.text_keys` -> the keys that it makes, those for some names only as far as there are."""
    return {
        name: frozenset(keys & templates(ENGLISH).keys() if name in FOR_SOME else keys)
        for name, keys in _made().items()
    }


def _made() -> dict[str, set[str]]:
    return {name: {getattr(text_keys, name)(*one) for one in given} for name, given in names_of_registries().items()}


def keys_of_names() -> set[str]:
    """The keys that functions make for the names of all registries, as they are now, where each name needs its text."""
    return {key for name, keys in _made().items() if name not in FOR_SOME for key in keys}


def test_the_names_of_each_function_are_known() -> None:
    assert made().keys() == {name for name in vars(text_keys) if name.endswith("_key")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_has_its_text(language: str) -> None:
    assert keys_of_names() - templates(language).keys() == set()


# -- the catalogs beside the code --------------------------------------------------------------------------------------


@cache
def sources() -> tuple[Path, ...]:
    folders = [ROOT / "tokviz", ROOT / "tools", ROOT / "pages"]
    return (ROOT / "app.py", *sorted(path for folder in folders for path in folder.rglob("*.py")))


@cache
def literals() -> frozenset[str]:
    """Every string that is in the sources as a whole."""
    return frozenset(
        node.value
        for path in sources()
        for node in syntax.nodes(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


@cache
def tables() -> dict[tuple[Path, str], frozenset[str]]:
    """File and name -> the keys of a table: a dict of a module whose values all look like keys."""
    groups = {key.partition(".")[0] for key in templates(ENGLISH)}
    found = {}
    for path in sources():
        for node in syntax.parsed(path.read_text("utf-8")).body:
            match node:
                case (
                    ast.Assign(targets=[ast.Name(id=name)], value=ast.Dict(values=[_, *_] as values))
                    | ast.AnnAssign(target=ast.Name(id=name), value=ast.Dict(values=[_, *_] as values))
                ):
                    texts = [value.value for value in values if isinstance(value, ast.Constant)]
                    keys = [
                        text for text in texts if isinstance(text, str) and re.fullmatch(r"[\w-]+(\.[\w-]+)+", text)
                    ]
                    if len(keys) == len(values) and all(key.partition(".")[0] in groups for key in keys):
                        found[path, name] = frozenset(keys)
    assert len(found) > 100, "nothing to look at"
    return found


@cache
def imported_tables(path: Path) -> dict[str, frozenset[str]]:
    """Name in a file -> the keys of a table, its own or an imported one."""
    named = {name: keys for (where, name), keys in tables().items() if where == path}
    for node in syntax.nodes(path):
        if isinstance(node, ast.ImportFrom) and node.module:
            module = ROOT / (node.module.replace(".", "/") + ".py")
            for alias in node.names:
                for place in (module, module.with_suffix("") / "__init__.py"):
                    if keys := tables().get((place, alias.name)):
                        named[alias.asname or alias.name] = keys
    return named


@dataclass(frozen=True)
class Use:
    """A call that asks for a text: the keys that it may ask for, and the fields it fills (None: it does not say)."""

    keys: frozenset[str]
    filled: frozenset[str] | None
    where: str


def keys_of(node: ast.expr, path: Path) -> frozenset[str] | None:
    """Return the keys that an expression may be; None for one that is handed on by a variable."""
    named = imported_tables(path)
    match node:
        case ast.Constant(value=str(text)):
            return frozenset({text})
        case ast.IfExp(body=first, orelse=second):
            one, other = keys_of(first, path), keys_of(second, path)
            return None if one is None or other is None else one | other
        case ast.Subscript(value=ast.Name(id=name)) | ast.Subscript(value=ast.Attribute(attr=name)):
            return named.get(name)
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="get"), args=[_, fallback]) if name in named:
            return named[name] | (keys_of(fallback, path) or frozenset())
        case ast.Call(func=ast.Name(id="measure_key"), args=[_, ast.Constant(value=str(text)), *_]):
            return frozenset(key for key in made()["measure_key"] if f"{key.split('.', 2)[2]}.".startswith(f"{text}."))
        case ast.Call(func=ast.Name(id=name)) | ast.Name(id=name) if name in made():
            return made()[name]
    return None


def calls_in(path: Path) -> Iterator[tuple[ast.Call, ast.expr]]:
    """Yield each call that asks for a text, and the key that it is given."""
    for node in syntax.nodes(path):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="say"), attr="within" | "listed")):
                pass
            case ast.Call(func=ast.Attribute(value=ast.Name(id="say"), attr=name)) if name not in {"count", "choice"}:
                pass  # how numbers are written
            case ast.Call(func=ast.Name(id="say" | "line") | ast.Attribute(value=ast.Name(id="say")), args=[key, *_]):
                yield node, key
            case ast.Call(func=ast.Name(id="told" | "explained" | "heading"), args=[ast.Name(id="say"), key, *_]):
                yield node, key  # sentences of views
            case ast.Call(func=ast.Name(id="_say"), args=[ast.Name(id="say"), key]):
                yield node, key


def uses_in(path: Path) -> Iterator[Use]:
    for node, key in calls_in(path):
        keys = keys_of(key, path)
        if keys is None:
            continue
        names = {keyword.arg for keyword in node.keywords}
        filled = None if None in names else frozenset(name for name in names if name)
        if isinstance(node.func, ast.Attribute) and filled is not None:
            filled |= {"n"}
        yield Use(keys, filled, f"{path.relative_to(ROOT)}:{node.lineno}")


@cache
def calls_in_template(name: str) -> tuple[Use, ...]:
    """Templates write their keys out."""
    jinja = environment()
    assert jinja.loader
    text, _, _ = jinja.loader.get_source(jinja, name)
    found = []
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
                found.append(Use(frozenset({first.value}), frozenset(filled), f"{name}:{node.lineno}"))
    return tuple(found)


@cache
def uses() -> tuple[Use, ...]:
    found = tuple(use for path in sources() for use in uses_in(path))
    found += tuple(use for name in environment().list_templates(["html"]) for use in calls_in_template(name))
    assert len(found) > 2_000, "nothing to look at"
    return found


def test_no_key_is_put_together() -> None:
    """A key is a whole string where it is used, or in a table, or made by a function of `tokviz.text_keys`: a search
    for it leads to its code. The form for one thing, `f"{key}.one"`, is made where forms are chosen."""
    together = []
    for path in sources():
        for node, key in calls_in(path):
            parts = (key.body, key.orelse) if isinstance(key, ast.IfExp) else (key,)
            if any(isinstance(part, ast.JoinedStr | ast.BinOp) for part in parts):
                together.append(f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(key)}")
    assert [one for one in together if not one.endswith(".one'")] == []


def test_no_string_begins_like_a_group_of_keys() -> None:
    groups = {key.rpartition(".")[0] + "." for key in templates(ENGLISH) if "." in key}
    begun = []
    for path in set(sources()) - {ROOT / "tokviz" / "text_keys.py"}:
        for node in syntax.nodes(path):
            match node:
                case ast.JoinedStr(values=[ast.Constant(value=str(text)), ast.FormattedValue(), *_]) if text in groups:
                    begun.append(f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}")
    assert begun == []


def test_every_key_that_the_code_asks_for_exists() -> None:
    unknown = {(use.where, key) for use in uses() for key in use.keys if key not in templates(ENGLISH)}
    unknown |= {(f"{path.name}: {name}", key) for (path, name), keys in tables().items() for key in keys}
    assert {(where, key) for where, key in unknown if key not in templates(ENGLISH)} == set()


def test_every_field_is_filled_where_a_key_is_asked_for() -> None:
    lacking = {
        (use.where, key, name)
        for use in uses()
        if use.filled is not None
        for key in use.keys
        for name in fields(templates(ENGLISH)[key]) - use.filled
    }
    assert lacking == set()


def test_no_entry_of_a_table_is_unused() -> None:
    """Each name that a table has is somewhere else in the sources as well, or among the recorded sentences."""
    dicts = [
        node.value
        for path in sources()
        for node in syntax.parsed(path.read_text("utf-8")).body
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Dict)
        if (path, ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)) in tables()
    ]
    names = [
        node for one in dicts for key in one.keys if key for node in ast.walk(key) if isinstance(node, ast.Constant)
    ]
    inside = set(map(id, names))
    elsewhere = {one.name for one in recorded.sentences()} | {
        node.value
        for path in sources()
        for node in syntax.nodes(path)
        if isinstance(node, ast.Constant) and id(node) not in inside and isinstance(node.value, str)
    }
    assert {node.value for node in names if isinstance(node.value, str)} - elsewhere == set()


TIE_RULE_NAMES = {
    Rules(tie_break=rule, alphabet=alphabet).tie_rule
    for rule in get_args(TieBreak)
    for alphabet in ("symbols", "bytes")
}


@pytest.mark.parametrize(
    ("table", "names"),
    [
        (text_keys.TIE_RULES, product(TIE_RULE_NAMES, ("past", "present"))),
        (narration.TIE_RULE_KEYS, TIE_RULE_NAMES),
        (tokenizer_options.SAMPLE_KEYS, [*SAMPLES, OWN]),
        (training_controls.STOP_KEYS, get_args(Stop)),
    ],
    ids=["tie rules", "tie rules in short", "sentences", "stops"],
)
def test_tables_have_all_names(table: dict[Any, str], names: Iterable[Any]) -> None:
    assert table.keys() == set(names)


@cache
def labels() -> frozenset[str]:
    """The keys that a browser fills in: those below a prefix, `say.within("picture.controls.")`, whose last part a
    script names, or a payload as a whole string."""
    scripts = [path.read_text("utf-8") for path in (ROOT / "tokviz").rglob("*.js") if "node_modules" not in path.parts]
    named = {*re.findall(r"[\w-]+", "\n".join(scripts)), *literals()}
    prefixes = [
        str(node.args[0].value)
        for path in sources()
        for node in syntax.nodes(path)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "within"
        and isinstance(node.args[0], ast.Constant)
    ]
    assert len(prefixes) > 15
    return frozenset(
        key
        for key in templates(ENGLISH)
        for prefix in prefixes
        if key.startswith(prefix) and key.removeprefix(prefix) in named
    )


def test_no_key_is_unused() -> None:
    """Each is in the sources as a whole string, or is a label of a script, or is made by a function."""
    catalog = templates(ENGLISH)
    written = literals() | {key for use in uses() for key in use.keys} | {page.title for page in PAGES}
    plurals = {key for key in catalog if is_plural_form(key, catalog)}
    assert catalog.keys() - written - labels() - plurals - frozenset().union(*made().values()) == set()


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
    """The wording is in the catalogs alone: nothing but codes and values goes into an error."""
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
    """Notes are in the source as a code with a dict, and in the reader's docstring."""
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
