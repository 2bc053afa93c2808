"""Conventions that ruff does not check: docstrings, `__all__` lists, types, costly styles, the files that docs name."""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from tests.sources import frontend_files, parsed, walked
from tokviz.frontend import FOLDER
from tokviz.texts import templates


@pytest.fixture(scope="module")
def modules(root: Path) -> dict[str, Path]:
    """Dotted name -> file, for every module of the package."""
    files = sorted((root / "tokviz").rglob("*.py"))
    assert files, "nothing to look at"
    return {".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path for path in files}


def test_every_module_says_what_it_does(modules: dict[str, Path]) -> None:
    silent = [name for name, path in modules.items() if not ast.get_docstring(parsed(path.read_text("utf-8")))]
    assert silent == []


def test_all_lists_are_true(modules: dict[str, Path]) -> None:
    """Each listed name exists, once. Their order is ruff's business (RUF022)."""
    wrong = {}
    for name in modules:
        module = importlib.import_module(name)
        listed: list[str] = getattr(module, "__all__", [])
        absent = [entry for entry in listed if not hasattr(module, entry)]
        if absent or len(set(listed)) < len(listed):
            wrong[name] = absent or listed
    assert wrong == {}


def test_a_list_of_names_is_for_others(modules: dict[str, Path], root: Path) -> None:
    """`__all__` is for packages, for modules that the docs name, and for those that pass on names of other modules.

    Elsewhere the underscore says it, and a second list only has to be kept in step.
    """
    written = ("*.md", "docs/**/*.md", "docs/*.py", "examples/*.ipynb")
    docs = "\n".join(path.read_text("utf-8") for pattern in written for path in root.glob(pattern))
    named = {f"{one}." for one in re.findall(r"tokviz(?:\.\w+)+", re.sub(r"from (tokviz\S*) import ", r"\1.", docs))}
    idle = []
    for name, path in modules.items():
        listed = set(getattr(importlib.import_module(name), "__all__", ()))
        is_public = path.stem == "__init__" or any(one.startswith(f"{name}.") for one in named)
        if listed and not is_public and not listed & imported_names(path.read_text("utf-8")):
            idle.append(name)
    assert idle == []


def imported_names(source: str) -> set[str]:
    """Return the names that a module has from others."""
    imports = (node for node in walked(source) if isinstance(node, ast.Import | ast.ImportFrom))
    return {name.asname or name.name for node in imports for name in node.names}


CONTAINERS = frozenset(
    {
        "Callable",
        "Counter",
        "Iterable",
        "Iterator",
        "Mapping",
        "MappingProxyType",
        "NDArray",
        "Sequence",
        "deque",
        "dict",
        "dtype",
        "floating",
        "list",
        "ndarray",
    }
    | {"set", "tuple", "Field"}  # Field: the one of dataclasses
)
KNOWN = frozenset(
    {"asked", "context", "corpus", "form", "linked", "model", "page", "rules", "state", "tokenizer", "trace"}
)
"""Names of what has a type of ours."""


def anythings(source: str) -> Iterator[str]:
    """Yield each name or type declared as `Any` though it has a type of ours.

    It is a parameter or a variable with a name in `KNOWN`, or an argument of a type that is not a container.
    """
    for node in walked(source):
        match node:
            case (
                ast.arg(arg=name, annotation=ast.expr() as kind)
                | ast.AnnAssign(target=ast.Name(id=name), annotation=kind)
            ) if name.strip("_") in KNOWN and ast.unparse(kind) == "Any":
                yield name
            case ast.Subscript(value=outer, slice=inner):
                inner_names = inner.elts if isinstance(inner, ast.Tuple) else [inner]
                if ast.unparse(outer).rpartition(".")[2] not in CONTAINERS and "Any" in map(ast.unparse, inner_names):
                    yield ast.unparse(node)


def test_no_trace_rules_or_model_is_anything(root: Path) -> None:
    found = {
        str(path.relative_to(root)): list(anythings(path.read_text(encoding="utf-8")))
        for folder in ("tokviz", "pages")
        for path in sorted((root / folder).rglob("*.py"))
    }
    assert {path: names for path, names in found.items() if names} == {}


def test_anythings_are_seen() -> None:
    assert list(anythings("def draw(_trace: Any, value: Any) -> None: ...")) == ["_trace"]
    assert list(anythings("class Page:\n    form: Form[Any]\n    state: Any")) == ["state", "Form[Any]"]
    assert list(anythings("payload: dict[str, Any] = {}\nmake: Callable[[str], Any]")) == []


def test_no_style_asks_what_siblings_hold() -> None:
    """With `:has(~ ...)`, or `:has(...) ~ *`, a browser looks at the whole page again whenever anything comes or goes:
    a seventh of its work for a step with its tables."""
    styles = frontend_files(".css")
    assert styles, "nothing to look at"
    costly = re.compile(r":has\(\s*~|~\s*\*")
    assert [path.name for path in styles if costly.search(path.read_text("utf-8"))] == []


def test_the_picture_asks_its_children_alone() -> None:
    """With `.picture:has(.x)` a browser styles all that is in the picture again whenever anything on it comes or goes,
    seven times a step; what a child is (`> .x`) or who is next (`+ .x`) it knows."""
    styles = sorted((FOLDER / "picture").rglob("*.css"))
    asked = [one for path in styles for one in re.findall(r":has\((.*)", path.read_text("utf-8"))]
    assert len(asked) > 5
    assert [one for one in asked if not one.startswith(("> ", "+ "))] == []


def test_the_files_that_the_documents_name_are_there(root: Path) -> None:
    """Names in `ticks` with a folder before them are files or folders here, or in the package.

    Addresses are left out, and names that a reader is to choose.
    """
    named = re.compile(r"`((?:[\w.-]+/)+[\w.-]*)`|\]\(([\w.-]+/[\w./-]+)\)")
    others = {
        "tokviz-picture/1",
        "tokviz-trace/1",
        "build/screens/",
        "build/real",
        "build/docs",
        "build/hosts",
        "build/site",
        "build/space",
        "dist/",
        "tab/licenses",
        "assets/guides/plurals.toml",
        "organization/name",
    }
    places = (root, root / "docs", root / "docs" / "dev", root / "tokviz", root / "tokviz" / "web")
    for document in (*root.glob("*.md"), *(root / "docs").rglob("*.md")):
        found = {one or other for one, other in named.findall(document.read_text(encoding="utf-8"))} - others
        assert {one for one in found if not any((place / one).exists() for place in places)} == set(), document.name


def test_the_index_of_decisions_names_each_once(root: Path) -> None:
    """Number, file and title of each, in order."""
    folder = root / "docs" / "dev" / "decisions"
    records = sorted(path for path in folder.glob("*.md") if path.name != "README.md")
    titles = [path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ") for path in records]
    index = [line for line in (folder / "README.md").read_text(encoding="utf-8").splitlines() if line.startswith("- ")]
    lines = [f"- [{path.name[:4]}]({path.name}) {title}" for path, title in zip(records, titles, strict=True)]
    assert index == lines
    assert [int(path.name[:4]) for path in records] == list(range(1, len(records) + 1))


def test_the_makefile_lists_folders_that_there_are(root: Path) -> None:
    """`make test ROOM=bpe` runs the tests of the folders that are listed for bpe, too."""
    rooms = re.findall(r"^ROOM_(\w+)\s*:= (.+)$", (root / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert rooms
    for room, names in rooms:
        for name in (room, *names.split()):
            assert any(path.is_dir() for part in ("tokviz", "tests") for path in (root / part).rglob(name)), name


def test_the_words_of_the_code_are_where_contributing_says(root: Path) -> None:
    """Alphabetical, each with a module, and with what it is called there."""
    lines = (root / "CONTRIBUTING.md").read_text(encoding="utf-8").splitlines()
    rows = [re.fullmatch(r"\| `?([\w ]+)`? \| .+ \| (?:`(\w+)` in )?`(tokviz/\S+)` \|", line) for line in lines]
    words = [row.groups() for row in rows if row]
    assert len(words) > 40
    assert [word for word, _, _ in words] == sorted({word for word, _, _ in words})
    for word, name, file in words:
        source = (root / file).read_text(encoding="utf-8")
        defined = rf"^(?:class|def) {name}\b|^{name}\b.*=" if name else ""
        assert re.search(defined, source, re.MULTILINE), word


SAID = 5
"""Words in a row that make a text of the catalogs a sentence."""
WITH_SENTENCES = {
    "tests/wording/*": "the wording itself",
    "tests/test_words.py": "what a text may not say",
    "tests/addition/__init__.py": "the texts of an algorithm that is added",
    "tests/test_glossary_claims.py": "what the glossary claims, beside what computes it",
    "tests/test_guides_*.py": "what the lessons claim, beside what computes it",
    "tests/guides_of_*.py": "what computes the claims of the lessons",
    "tests/views/shared/test_*_reasons.py": "sentences that are read, and compared with the trace",
    "tests/examples/test_library.py": "what is claimed of an example, beside what computes it",
}
"""Tests that may repeat a sentence of the catalogs, and which sentences."""


def in_a_row(text: str) -> Iterator[str]:
    """So many words of a text at a time, without the signs around them."""
    words = text.replace("\\.", ".").split()
    for first in range(len(words) - SAID + 1):
        yield " ".join(words[first : first + SAID]).strip(".,;:!?()'\"")


def sentences(language: str) -> dict[str, str]:
    """Words in a row that a text of the catalog has between its values -> its key; one may be a number or a sign."""
    return {
        said: key
        for key, template in templates(language).items()
        for literal, *_ in Formatter().parse(template)
        for said in in_a_row(literal)
        if len(re.findall(r"\b[A-Za-z]{2}", said)) >= SAID - 1
    }


def repeated(source: str, known: dict[str, str]) -> Iterator[str]:
    """Keys of the texts that a source repeats in its strings; docstrings are none."""
    docstrings = {id(node.value) for node in walked(source) if isinstance(node, ast.Expr)}
    for node in walked(source):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield from {known[said] for said in in_a_row(node.value) if said in known}


def test_wording_is_asserted_in_one_place(root: Path) -> None:
    """Other tests ask for the key and the values of a text, by `KEYS` or `saying` of tests/catalogs.py."""
    known = sentences("en")
    found = {}
    for path in sorted((root / "tests").rglob("*.py")):
        name = path.relative_to(root)
        if not any(name.match(pattern) for pattern in WITH_SENTENCES):
            found[str(name)] = sorted(repeated(path.read_text("utf-8"), known))
    assert {name: keys for name, keys in found.items() if keys} == {}


def test_a_sentence_is_found() -> None:
    known = dict.fromkeys(in_a_row(" occurs 20 times in the text."), "key")
    assert (
        list(repeated('"""u g occurs 20 times in the text."""\nassert x == f"{y} occurs 20 times in all"', known)) == []
    )
    assert list(repeated('assert f"{y} occurs 20 times in the text" in x', known)) == ["key"]


HEADLESS = frozenset(
    re.findall(
        r"\w+",
        """A All An Any At Both Each Every For How If In It Its No Nobody None Of On One Only Other Same Some Somebody
        That The Their These They This Those Two What When Where Whether Which Who Whose Why With""",
    )
)
"""Beginnings of clauses that say what a function is about, but not what it does."""


def test_docstrings_of_functions_begin_with_a_verb(root: Path) -> None:
    """Ruff's D401 finds other forms of a verb, this what has none; a property may be a noun."""
    headless = []
    for path in (path for folder in ("tokviz", "pages", "tools") for path in sorted((root / folder).rglob("*.py"))):
        for node in walked(path.read_text(encoding="utf-8")):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (said := ast.get_docstring(node)):
                is_property = any("property" in ast.unparse(one) for one in node.decorator_list)
                if not is_property and (said.split()[0] in HEADLESS or not said[0].isupper()):
                    headless.append(f"{path.relative_to(root)}:{node.lineno}: {said.splitlines()[0]}")
    assert headless == []


RIDDLE = re.compile(
    r"\W*((What|Which|Where|Whether|Who|How|When)|(Return|Yield)\s+(what|which|where|whether|who|whose|how|when|why|if))\b"
)
"""A beginning that leaves a reader to guess the noun: a question word, also with a verb before it."""


def headless_docstrings(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the opening of each docstring that begins with a question word, or with a verb and one.

    Strings after constants count, too. Python discards each string that is a statement by itself, so such a string can
    only be a docstring.
    """
    for node in walked(source):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))) if RIDDLE.match(text):
                yield node.lineno, text.strip().splitlines()[0]


def test_no_docstring_begins_with_a_question_word(root: Path) -> None:
    found = [
        f"{path.relative_to(root)}:{line}: {opening}"
        for folder in ("tokviz", "tests", "tools", "pages")
        for path in sorted((root / folder).rglob("*.py"))
        for line, opening in headless_docstrings(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_headless_docstrings_are_seen() -> None:
    module = '"""What it is."""\nLIMIT = 1\n"""How many."""\nprint("Who prints")'
    assert list(headless_docstrings(module)) == [(1, "What it is."), (3, "How many.")]
    function = 'class Step:\n    """A step."""\n    def end(self):\n        """Whether it is the last."""'
    assert list(headless_docstrings(function)) == [(4, "Whether it is the last.")]
    assert list(headless_docstrings('def f():\n    """Return whether it ends."""')) == [(2, "Return whether it ends.")]
    assert list(headless_docstrings('def f():\n    """Yield\n    how many."""')) == [(2, "Yield")]
    assert list(headless_docstrings('LIMIT = "Where"\n"""Whatever may be: `What`."""')) == []
    assert list(headless_docstrings('def f():\n    """Return the pairs, and whether they tie."""')) == []
