"""How the code is kept: modules that say what they do, short enough to read in one go, with honest `__all__` lists."""

import ast
import importlib
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sources import parsed, walked

MODULE_LINES = 500
PAGE_LINES = 60


@pytest.fixture(scope="module")
def modules(root: Path) -> dict[str, Path]:
    """Dotted name -> file, for every module of the package."""
    files = sorted((root / "tokviz").rglob("*.py"))
    assert files, "nothing to look at"
    return {".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path for path in files}


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def test_every_module_says_what_it_does(modules: dict[str, Path]) -> None:
    silent = [name for name, path in modules.items() if not ast.get_docstring(parsed(path.read_text("utf-8")))]
    assert silent == []


def test_modules_are_short(modules: dict[str, Path]) -> None:
    assert {name: lines(path) for name, path in modules.items() if lines(path) > MODULE_LINES} == {}


def test_pages_are_thin(root: Path) -> None:
    pages = sorted((root / "pages").glob("*.py"))
    assert pages, "nothing to look at"
    assert {path.name: lines(path) for path in pages if lines(path) > PAGE_LINES} == {}


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


def test_names_say_what_they_hold(modules: dict[str, Path]) -> None:
    """A kind of what, a view of what: the name of a class says it, so that no two classes have the same vague one."""
    vague = {"Data", "Frames", "Info", "Item", "Kind", "Tool", "View", "What"}
    found = {
        f"{name}.{node.name if isinstance(node, ast.ClassDef) else ast.unparse(node.targets[0])}"
        for name, path in modules.items()
        for node in parsed(path.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef | ast.Assign)
    }
    assert len(found) > 1_000
    assert sorted(name for name in found if name.rpartition(".")[2] in vague) == []


# -- one trace, one model ----------------------------------------------------------------------------------------------

CLASSES = frozenset(
    {
        "Applier",
        "EncodeTrace",
        "Encoder",
        "Known",
        "LongestFirst",
        "MergeTrace",
        "Model",
        "Pipeline",
        "TopDownTrace",
        "Trace",
    }
)
ASKED = {
    "tokviz/views/algorithms.py": 2,  # what has no stage: training from the top down; a model that has no pictures
    "tokviz/views/pipeline/explained.py": 4,  # how a pre-token is cut is drawn in four ways, and a file may have any
    "tokviz/views/worksheets/known.py": 1,  # what subword-nmt's tool calls its merges
    "tokviz/web/pages/compare/rows.py": 3,  # where in a word the page of each algorithm begins
    "tokviz/web/pages/wordpiece/panels.py": 2,  # WordPiece is trained in two ways, which have little in common to show
    "tokviz/web/pages/wordpiece/top_down.py": 3,  # and each can be held against the other
}
"""Where somebody who shows things asks for the class of a trace or of a model, and how often."""


def classes_asked_for(source: str) -> Iterator[str]:
    """The classes that `isinstance` and the patterns of `match` ask for, without their modules."""
    for node in walked(source):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance":
            names = (one for one in ast.walk(node.args[1]) if isinstance(one, ast.Name | ast.Attribute))
            yield from (one.attr if isinstance(one, ast.Attribute) else one.id for one in names)
        elif isinstance(node, ast.MatchClass):
            yield ast.unparse(node.cls).rpartition(".")[2]


def test_who_shows_a_trace_or_a_model_asks_for_no_class(root: Path) -> None:
    """The protocols, the registries or the one type that can come say what there is; what stays is listed."""
    found = Counter(
        str(path.relative_to(root))
        for folder in ("tokviz/views", "tokviz/web", "tokviz/cli", "pages")
        for path in sorted((root / folder).rglob("*.py"))
        for name in classes_asked_for(path.read_text(encoding="utf-8"))
        # `model` is a parameter that holds such a class
        if name in CLASSES or name == "model"
    )
    assert found == ASKED
    assert found.total() <= 15


def test_classes_that_are_asked_for_are_seen() -> None:
    assert set(classes_asked_for("isinstance(one, unigram.Trace | str)")) == {"Trace", "unigram", "str"}
    assert list(classes_asked_for("match one:\n    case bpe.Model(rules=x):\n        pass")) == ["Model"]


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
    """Where something of ours is declared as anything: a parameter or a variable of a name that says what it is, or an
    argument of a type that is not a container."""
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


def test_no_style_asks_what_siblings_hold(root: Path) -> None:
    """With `:has(~ ...)`, or `:has(...) ~ *`, a browser looks at the whole page anew whenever anything comes or goes:
    a seventh of its work for a step with its tables."""
    styles = sorted((root / "tokviz" / "web").rglob("*.css"))
    assert styles, "nothing to look at"
    costly = re.compile(r":has\(\s*~|~\s*\*")
    assert [path.name for path in styles if costly.search(path.read_text("utf-8"))] == []


def test_the_stage_asks_its_children_alone(root: Path) -> None:
    """With `.stage:has(.x)` a browser styles all that is on the stage anew whenever anything on it comes or goes, seven
    times a step; what a child is (`> .x`) or who stands next (`+ .x`) it knows."""
    styles = sorted((root / "tokviz" / "web" / "components" / "stage").rglob("*.css"))
    asked = [one for path in styles for one in re.findall(r":has\((.*)", path.read_text("utf-8"))]
    assert len(asked) > 5
    assert [one for one in asked if not one.startswith(("> ", "+ "))] == []


def test_the_files_that_the_documents_name_are_there(root: Path) -> None:
    """What is in `ticks` and has a folder before it is a file or folder here, or in the package; not addresses, and not
    names that a reader is to choose."""
    named = re.compile(r"`((?:[\w.-]+/)+[\w.-]*)`|\]\(([\w.-]+/[\w./-]+)\)")
    others = {"tokviz-trace/1", "build/screens/", "build/real", "assets/guides/plurals.toml", "organization/name"}
    places = (root, root / "docs", root / "docs" / "dev", root / "tokviz", root / "tokviz" / "web")
    for document in (*root.glob("*.md"), *(root / "docs").rglob("*.md")):
        found = {one or other for one, other in named.findall(document.read_text(encoding="utf-8"))} - others
        assert {one for one in found if not any((place / one).exists() for place in places)} == set(), document.name
