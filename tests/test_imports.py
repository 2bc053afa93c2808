"""The one test that reads all imports: who may depend on what, without running anything.

    core       everything in tokviz outside of the folders below  standard library, regex, numpy, the core itself
    views      tokviz/views                                       the core, views, pandas, altair, jinja2
    cli        tokviz/cli, tokviz/__main__.py                     the same and itself, and alone in printing
    interface  tokviz/web, pages, app.py                          anything, and alone in importing streamlit

One exception: a function of the core may import `tokviz.views` when it is called (`trace.to_frame()`). What stands
under `if TYPE_CHECKING:` never runs and is not looked at.
"""

import ast
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

CORE = frozenset({"regex", "numpy"})
VIEWS = CORE | {"pandas", "altair", "jinja2"}
CLOCKS = frozenset({"time", "datetime"})


def imports(source: str) -> Iterator[tuple[str, bool]]:
    """Every imported module's dotted name, and whether the import waits inside a function.

    `from tokviz import views` counts as `tokviz.views`: each imported name is appended to its module's.
    """

    def walk(node: ast.AST, lazy: bool) -> Iterator[tuple[str, bool]]:
        if isinstance(node, ast.Import):
            yield from ((alias.name, lazy) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: relative import; write the full name"
            yield from ((f"{node.module}.{alias.name}", lazy) for alias in node.names)
        for child in _that_run(node):
            yield from walk(child, lazy or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda))

    yield from walk(ast.parse(source), False)


def _that_run(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.If) and ast.unparse(node.test) in {"TYPE_CHECKING", "typing.TYPE_CHECKING"}:
        yield from node.orelse
    else:
        yield from ast.iter_child_nodes(node)


def core_offences(source: str) -> list[str]:
    """What a module of the core must not do: import beyond its means, read the clock, use shared randomness."""
    found = []
    for name, lazy in imports(source):
        top, *rest = name.split(".")
        if top == "tokviz":
            if rest[:1] in (["web"], ["cli"]) or (rest[:1] == ["views"] and not lazy):
                found.append(f"imports {name}")
        elif top in CLOCKS or not (top in CORE or top in sys.stdlib_module_names):
            found.append(f"imports {name}")
        elif top == "random" and rest and rest != ["Random"]:
            found.append(f"imports {name}: the generator that all share")
    return found + list(_shared_randomness(source))


def _shared_randomness(source: str) -> Iterator[str]:
    """Uses of the one generator behind `random.*` and `numpy.random.*`; `random.Random(seed)` is fine."""
    allowed = {"Random", "Generator", "default_rng"}
    generators = {"random", "np.random", "numpy.random"}
    tree = ast.parse(source)
    # A parameter called `random` is somebody's own generator, unless the module of that name is imported as well.
    imported = any(name.split(".")[0] in {"random", "numpy"} for name, _ in imports(source))
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and imported:
            if ast.unparse(node.value) in generators and node.attr not in allowed:
                yield f"line {node.lineno}: {ast.unparse(node)}: the generator that all share"
        elif isinstance(node, ast.Call) and ast.unparse(node).removesuffix("()").split(".")[-1] in allowed:
            yield f"line {node.lineno}: {ast.unparse(node)} without a seed"


def views_offences(source: str) -> list[str]:
    """What a view must not import."""
    return _beyond(source, "web", "cli")


def cli_offences(source: str) -> list[str]:
    """What the command line must not import."""
    return _beyond(source, "web")


def _beyond(source: str, *closed: str) -> list[str]:
    return [
        f"imports {name}"
        for name, _ in imports(source)
        if name.startswith(tuple(f"tokviz.{part}" for part in closed))
        or not (name.startswith("tokviz") or name.split(".")[0] in VIEWS | sys.stdlib_module_names)
    ]


def offences(root: Path) -> list[str]:
    """The whole checkout's, each with the file it is in."""
    found = []
    judges = {"views": views_offences, "cli": cli_offences, "__main__.py": cli_offences}
    for path in sorted((root / "tokviz").rglob("*.py")):
        part = path.relative_to(root / "tokviz").parts[0]
        if part != "web":
            judge = judges.get(part, core_offences)
            found += [f"{path.relative_to(root)} {offence}" for offence in judge(path.read_text(encoding="utf-8"))]
    return found


def test_imports_point_one_way(root: Path) -> None:
    assert offences(root) == []


def test_only_the_command_line_prints(root: Path) -> None:
    """Whoever uses the package decides where something is shown."""
    printing = {
        path.relative_to(root / "tokviz").parts[0]
        for path in sorted((root / "tokviz").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Name) and node.id == "print"
    }
    assert printing == {"cli"}


@pytest.mark.parametrize("name", ["bpe/train.py", "views/charts.py", "corpus.py", "cli/train.py"])
def test_streamlit_is_seen_wherever_it_must_not_be(name: str, tmp_path: Path) -> None:
    module = tmp_path / "tokviz" / name
    module.parent.mkdir(parents=True)
    module.write_text("def draw() -> None:\n    import streamlit as st\n")
    assert offences(tmp_path) == [f"tokviz/{name} imports streamlit"]


@pytest.mark.parametrize(
    "source",
    [
        "import pandas as pd",
        "def to_frame(self):\n    import pandas as pd",
        "from tokviz import views",
        "from tokviz.views import frames",
        "def to_frame(self):\n    from tokviz.web import state",
        "def to_frame(self):\n    from tokviz.cli import text",
        "import time",
        "from datetime import date",
        "import random\nrandom.shuffle([])",
        "import random\nrng = random.Random()",
        "from random import choice",
        "import numpy as np\nnp.random.seed(0)",
        "try:\n    import altair\nexcept ImportError:\n    pass",
    ],
)
def test_the_core_may_not(source: str) -> None:
    assert core_offences(source) != []


@pytest.mark.parametrize(
    "source",
    [
        "import heapq, regex\nimport numpy as np\nfrom tokviz.corpus import Corpus",
        "def to_frame(self):\n    from tokviz.views import frames\n    return frames.steps(self)",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import pandas as pd",
        "import random\ndef sample(rng: random.Random) -> float:\n    return rng.random()",
        "from random import Random\nrng = Random(7)",
    ],
)
def test_the_core_may(source: str) -> None:
    assert core_offences(source) == []


@pytest.mark.parametrize(
    "source", ["from tokviz.web import state", "def run():\n    import tokviz.web.address.train_state"]
)
def test_the_command_line_may_not(source: str) -> None:
    assert cli_offences(source) != []
    assert cli_offences("import argparse\nfrom tokviz.cli import text\nfrom tokviz.views import export") == []


def test_no_web_module_hides_another_module(root: Path) -> None:
    """Streamlit puts the entry script's folder first on `sys.path`: `import queue` would then find `web/queue.py`."""
    ours = {path.stem for path in (root / "tokviz" / "web").iterdir()} - {"__init__", "__pycache__"}
    theirs = set(sys.stdlib_module_names) | set(packages_distributions()) - {"tokviz"}
    assert ours & theirs == set()
