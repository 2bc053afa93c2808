"""The one test that reads all imports: who may depend on what, without running anything.

    front door tokviz/__init__.py                                 the core; views and the list of features in functions
    core       everything in tokviz outside of the folders below  standard library, regex, numpy, the core itself
    frontend   tokviz/frontend                                    the standard library and nothing of tokviz
    files      tokviz/files, a part of the core                   the same; tokenizers and the like by name, when needed
    chat       tokviz/chat, a part of the core                    the same; rendering.py is alone in importing jinja2
    state      tokviz/state, a part of the core                   the same: what a link asks for knows no view
    sandbox    tokviz/sandbox                                     the core, itself and the clock, pandas in functions;
                                                                  sockets, to processes of its own
    views      tokviz/views                                       the core, views, pandas, altair, jinja2, markupsafe;
                                                                  hosts/widget.py is alone in importing anywidget;
                                                                  views that are data (views/pages, views/shows.py)
                                                                  run without pandas and altair
    cli        tokviz/cli, tokviz/__main__.py                     the same and itself, and alone in printing
    interface  tokviz/web, pages, app.py                          anything, and with features/*/web alone in
                                                                  importing streamlit
    features   tokviz/features/<name>                             by layer, in files or folders: web, cli and commands
                                                                  as above, all else as views do; and itself, but no
                                                                  other feature. The pages of the site, below
                                                                  features/site/web, run without streamlit, and its
                                                                  tab without pandas, altair and jinja2 until a page
                                                                  is kept (tests/features/site); the hub
                                                                  is alone in asking other machines, and the raster
                                                                  of stills in importing PIL
    workarounds  tokviz/web/streamlit_workarounds                 nothing else of tokviz/web, and alone in using what is
                                                                  private in streamlit

What algorithms share (`SHARED`) imports none of them, and none of them another, but for those that are built on one
(`BUILT_ON`). Nothing imports a feature but its public name (`PUBLIC_NAMES`); where a program
begins (`BEGINNINGS`), it asks the list in tokviz/features/__init__.py and hands on what features add.

An import that waits inside a function counts like any other, and so does its part in a circle, of which there is none,
neither of modules nor of folders; the packages around a module count, too, since Python runs their `__init__` first.
What is under `if TYPE_CHECKING:` never runs. It forms no circle either, but for a step that names its trace
(`OF_ITS_TRACE`): the two are one record in two modules, and whoever has the one may ask for the other.
"""

import ast
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from types import ModuleType

import pytest
import streamlit

from tests.sources import nodes, parsed, walked
from tokviz.algorithms import ALGORITHMS

CORE = frozenset({"regex", "numpy"})
VIEWS = CORE | {"pandas", "altair", "jinja2", "markupsafe"}
CLOCKS = frozenset({"time", "datetime"})
REGISTRY = "tokviz.features"
"""The list of features, whose functions import them."""
BEGINNINGS = frozenset(
    {
        "app",
        "tokviz",
        "tokviz.__main__",
        "tokviz.features.site.tab.answering",
    }
)
"""The modules where a server, a notebook, a command and a browser tab begin; only these import the list of features."""
PUBLIC_NAMES = {
    "tokviz.homework": "tokviz.features.homework",
    "tokviz.replay": "tokviz.features.takeaway",
    "pages.live_page": "tokviz.features.live",
}
"""Modules by which users get at a feature, its public name or its page, and which feature."""
WIDGET = Path("tokviz/views/hosts/widget.py")
"""The module that is imported where anywidget is installed."""
RENDERING = Path("tokviz/chat/rendering.py")
"""The module of the core that runs templates of chats, which are programs for jinja2."""
OFFLINE = "tokviz.features.site.web"
"""The pages of the static site, which need no Streamlit."""
RASTER = (Path("stills/raster.py"), Path("stills/animation.py"), Path("stills/film.py"))
"""The modules that draw in pixels, by PIL, which comes with Streamlit."""
SHARED = ("merging", "models")
"""Folders that several algorithms build on, and that are no algorithms themselves."""
BUILT_ON = frozenset({("superbpe", "bpe")})
"""Algorithms that are another one with something added: SuperBPE is byte-pair encoding twice."""
STATEMENTS = (ast.stmt, ast.excepthandler, ast.match_case)
"""Kinds of nodes that may contain an import; no expression does."""


@cache
def imports(source: str, types: bool = False) -> tuple[tuple[str, bool], ...]:
    """Every imported module's dotted name, and whether the import waits inside a function.

    `from tokviz import views` counts as `tokviz.views`: each imported name is appended to its module's. types: whether
    what only a type checker imports counts.
    """

    def walk(node: ast.AST, lazy: bool) -> Iterator[tuple[str, bool]]:
        if isinstance(node, ast.Import):
            yield from ((alias.name, lazy) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: relative import; write the full name"
            yield from ((f"{node.module}.{alias.name}", lazy) for alias in node.names)
        for child in ast.iter_child_nodes(node) if types else _that_run(node):
            if isinstance(child, STATEMENTS):
                yield from walk(child, lazy or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))

    return tuple(walk(parsed(source), False))


def _that_run(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.If) and ast.unparse(node.test) in {"TYPE_CHECKING", "typing.TYPE_CHECKING"}:
        yield from node.orelse
    else:
        yield from ast.iter_child_nodes(node)


def front_offenses(source: str) -> list[str]:
    """Return the offenses of the front door: as the core, but functions import views."""
    lazily = {f"imports {name}" for name, lazy in imports(source) if lazy and name.startswith("tokviz.views.")}
    return [offense for offense in core_offenses(source) if offense not in lazily]


def core_offenses(source: str) -> list[str]:
    """Return the offenses of a module of the core: imports, clock, shared randomness."""
    found = []
    for name, _ in imports(source):
        top, *rest = name.split(".")
        if top == "tokviz":
            if rest[:1] in (["web"], ["cli"], ["views"], ["sandbox"]):
                found.append(f"imports {name}")
        elif top in CLOCKS or not (top in CORE or top in sys.stdlib_module_names):
            found.append(f"imports {name}")
        elif top == "random" and rest and rest != ["Random"]:
            found.append(f"imports {name}: the generator that all share")
    return found + list(_shared_randomness(source))


def sandbox_offenses(source: str) -> list[str]:
    """Return the offenses of the sandbox: as the core.

    But itself, the clock and a later pandas are allowed.
    """
    allowed = {
        f"imports {name}"
        for name, lazy in imports(source)
        if name.startswith(("time.", "tokviz.sandbox")) or (lazy and name.split(".")[0] == "pandas")
    }
    return [offense for offense in core_offenses(source) if offense not in allowed]


def frontend_offenses(source: str) -> list[str]:
    """Return the offenses of the reader of scripts and sheets: as the core.

    It must not import the core either.
    """
    return core_offenses(source) + [f"imports {name}" for name, _ in imports(source) if name.startswith("tokviz.")]


def _shared_randomness(source: str) -> Iterator[str]:
    """Uses of the one generator behind `random.*` and `numpy.random.*`; `random.Random(seed)` is fine."""
    allowed = {"Random", "Generator", "default_rng"}
    generators = {"random", "np.random", "numpy.random"}
    tree = parsed(source)
    # A parameter called `random` is somebody's own generator, unless the module of that name is imported as well.
    imported = any(name.split(".")[0] in {"random", "numpy"} for name, _ in imports(source))
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and imported:
            if ast.unparse(node.value) in generators and node.attr not in allowed:
                yield f"line {node.lineno}: {ast.unparse(node)}: the generator that all share"
        elif isinstance(node, ast.Call) and ast.unparse(node).removesuffix("()").split(".")[-1] in allowed:
            yield f"line {node.lineno}: {ast.unparse(node)} without a seed"


def feature_offenses(path: Path, source: str) -> list[str]:
    """Return the offenses of a module of a feature. path: below tokviz/features."""
    feature, *parts = path.with_suffix("").parts
    layer = parts[0] if parts else ""
    found = [
        f"imports {name}"
        for name, _ in imports(source)
        if f"{name}.".startswith(f"{REGISTRY}.") and not f"{name}.".startswith(f"{REGISTRY}.{feature}.")
        if not (name == REGISTRY and ".".join((REGISTRY, *path.with_suffix("").parts)) in BEGINNINGS)
    ]
    if layer == "web":
        return found
    found += cli_offenses(source) if layer in ("cli", "commands") else views_offenses(source)
    return [one for one in found if not (path in RASTER and one.startswith("imports PIL."))]


def views_offenses(source: str) -> list[str]:
    """Return the imports that a view must not have."""
    return _beyond(source, "web", "cli", "sandbox")


def cli_offenses(source: str) -> list[str]:
    """Return the imports that the command line must not have."""
    return _beyond(source, "web", "sandbox")


def _beyond(source: str, *closed: str) -> list[str]:
    return [
        f"imports {name}"
        for name, _ in imports(source)
        if name.startswith(tuple(f"tokviz.{part}" for part in closed))
        or not (name.startswith("tokviz") or name.split(".")[0] in VIEWS | sys.stdlib_module_names)
    ]


def offenses(root: Path) -> list[str]:
    """The whole checkout's, each with the file it is in."""
    found = []
    judges = {
        "__init__.py": front_offenses,
        "frontend": frontend_offenses,
        "sandbox": sandbox_offenses,
        "views": views_offenses,
        "cli": cli_offenses,
        "__main__.py": cli_offenses,
    }
    for path in sorted((root / "tokviz").rglob("*.py")):
        part = path.relative_to(root / "tokviz").parts[0]
        if part == "features" and path.parent.name != "features":
            own = path.relative_to(root / "tokviz" / "features")
            found += [f"{path.relative_to(root)} {one}" for one in feature_offenses(own, path.read_text("utf-8"))]
        elif part != "web":
            judge = judges.get(part, core_offenses)
            offended = judge(path.read_text(encoding="utf-8"))
            if path.relative_to(root) == WIDGET:
                offended = [one for one in offended if one not in ("imports anywidget", "imports traitlets")]
            if path.relative_to(root) == RENDERING:
                offended = [one for one in offended if not one.startswith("imports jinja2.")]
            found += [f"{path.relative_to(root)} {offense}" for offense in offended]
    return found


def test_imports_point_one_way(root: Path) -> None:
    assert offenses(root) == []


def of_features(root: Path) -> list[str]:
    """Return the imports of features, or of the list of them, by modules that are neither features nor `BEGINNINGS`."""
    found = []
    for path in sorted([*(root / "tokviz").rglob("*.py"), *(root / "pages").glob("*.py"), *root.glob("*.py")]):
        module = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        if f"{module}.".startswith(f"{REGISTRY}."):
            continue
        for name, _ in imports(path.read_text("utf-8")):
            feature = name.removeprefix(f"{REGISTRY}.").partition(".")[0]
            is_public = PUBLIC_NAMES.get(module) == f"{REGISTRY}.{feature}"
            is_beginning = name == REGISTRY and module in BEGINNINGS
            if f"{name}.".startswith(f"{REGISTRY}.") and not (is_public or is_beginning):
                found.append(f"{module} imports {name}")
    return found


def test_nothing_imports_a_feature(root: Path) -> None:
    assert of_features(root) == []


@pytest.mark.parametrize(
    ("name", "source", "found"),
    [
        ("web/page", "from tokviz.features.live import room", ["tokviz.web.page imports tokviz.features.live.room"]),
        ("bpe/trace", "def f():\n    from tokviz import features", ["tokviz.bpe.trace imports tokviz.features"]),
        ("__main__", "def main():\n    from tokviz import features", []),
        ("web/startup", "from tokviz import features", ["tokviz.web.startup imports tokviz.features"]),
        ("state/pages", "from tokviz import features", ["tokviz.state.pages imports tokviz.features"]),
        (
            "state/pages",
            "from tokviz.features.live import PAGES",
            ["tokviz.state.pages imports tokviz.features.live.PAGES"],
        ),
        ("homework", "from tokviz.features.homework.plan import Homework", []),
        ("features/live/room", "from tokviz.features.live import store", []),
    ],
)
def test_who_imports_a_feature_is_seen(name: str, source: str, found: list[str], tmp_path: Path) -> None:
    write(tmp_path, {name: source})
    assert of_features(tmp_path) == found


def test_a_feature_is_judged_by_its_layers(tmp_path: Path) -> None:
    page = "import streamlit as st\nfrom tokviz.web import hooks"
    write(tmp_path, {"features/live/web/bar": page, "features/homework/web": page, "features/live/room": page})
    write(tmp_path, {"features/live/cli": "from tokviz.features.homework import plan"})
    assert offenses(tmp_path) == [
        "tokviz/features/live/cli.py imports tokviz.features.homework.plan",
        "tokviz/features/live/room.py imports streamlit",
        "tokviz/features/live/room.py imports tokviz.web.hooks",
    ]


def test_only_the_command_line_prints(root: Path) -> None:
    """Whoever uses the package decides where something is shown."""
    printing = {
        path.relative_to(root / "tokviz").parts[0]
        for path in sorted((root / "tokviz").rglob("*.py"))
        for node in nodes(path)
        if isinstance(node, ast.Name) and node.id == "print"
    }
    assert printing == {"cli"}


@pytest.mark.parametrize("name", ["bpe/train.py", "views/charts.py", "corpus.py", "cli/train.py"])
def test_streamlit_is_seen_wherever_it_must_not_be(name: str, tmp_path: Path) -> None:
    module = tmp_path / "tokviz" / name
    module.parent.mkdir(parents=True)
    module.write_text("def draw() -> None:\n    import streamlit as st\n")
    assert offenses(tmp_path) == [f"tokviz/{name} imports streamlit"]


@pytest.mark.parametrize(
    "source",
    [
        "import pandas as pd",
        "def to_frame(self):\n    import pandas as pd",
        "from tokviz import views",
        "from tokviz.views import frames",
        "def to_frame(self):\n    from tokviz.views import frames\n    return frames.steps(self)",
        "def to_frame(self):\n    from tokviz.web import state",
        "def to_frame(self):\n    from tokviz.cli import text",
        "from tokviz.sandbox import ask",
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
    assert core_offenses(source) != []


@pytest.mark.parametrize(
    "source",
    [
        "import heapq, regex\nimport numpy as np\nfrom tokviz.corpus import Corpus",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import pandas as pd",
        "import random\ndef sample(rng: random.Random) -> float:\n    return rng.random()",
        "from random import Random\nrng = Random(7)",
    ],
)
def test_the_core_may(source: str) -> None:
    assert core_offenses(source) == []


@pytest.mark.parametrize("source", ["from tokviz.web import state", "def run():\n    import tokviz.web.address.url"])
def test_the_command_line_may_not(source: str) -> None:
    assert cli_offenses(source) != []
    assert cli_offenses("import argparse\nfrom tokviz.cli import text\nfrom tokviz.views import export") == []


def test_the_sandbox_may_look_at_the_clock_and_wait_for_pandas() -> None:
    assert sandbox_offenses("from time import monotonic\nfrom tokviz.sandbox import wire\nimport socket") == []
    assert sandbox_offenses("def frame():\n    import pandas\n    return pandas") == []
    for source in ("import pandas", "import streamlit", "from datetime import date", "from tokviz.views import frames"):
        assert sandbox_offenses(source) != []
    assert sandbox_offenses("def draw():\n    from tokviz.web import main") != []


def test_the_front_door_may_name_views_that_wait() -> None:
    assert front_offenses("def draw():\n    from tokviz.views import frames\n    return frames") == []
    assert front_offenses("from tokviz.views import frames") != []
    assert front_offenses("def draw():\n    from tokviz.web import main") != []


def test_scripts_and_sheets_are_found_by_their_name_in_the_frontend(root: Path) -> None:
    """Views go up to no other folder for them, and one module says where they are."""
    frontend = root / "tokviz" / "frontend"
    others = [path for path in sorted((root / "tokviz").rglob("*.py")) if not path.is_relative_to(frontend)]
    paths = {str(path.relative_to(root)): _paths(path.read_text("utf-8")) for path in others}
    assert {name: found for name, found in paths.items() if {"frontend", "components"} & found} == {}
    views = {name: found for name, found in paths.items() if name.startswith("tokviz/views/")}
    assert len(views) > 30
    assert {name: found for name, found in views.items() if found & {"web", "cli", "parents"}} == {}


def _paths(source: str) -> set[str]:
    """Return the names joined to a path with `/`, and `parents` where it goes up.

    >>> sorted(_paths("HERE = Path(__file__).parents[1] / 'web' / 'x.css'"))
    ['parents', 'web', 'x.css']
    """
    joined = {
        node.right.value
        for node in walked(source)
        if isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Div)
        and isinstance(node.right, ast.Constant)
        and isinstance(node.right.value, str)
    }
    return joined | {node.attr for node in walked(source) if isinstance(node, ast.Attribute) and node.attr == "parents"}


LIBRARIES = frozenset({"tokenizers", "sentencepiece", "subword_nmt", "tiktoken", "huggingface_hub"})
"""Libraries that apply or fetch real tokenizers. One module of the core asks for them, only when they are needed."""
NETWORK = ("socket", "ssl", "http", "urllib.request", "ftplib", "smtplib", "httpx", "requests", "aiohttp")
"""Modules with which other machines can be asked."""


def test_one_process_asks_other_machines(root: Path) -> None:
    """And it does so by the two libraries that it asks for; nothing else names them or has a socket.

    The sandbox has some that come in pairs, one for each of two processes of this machine. The command that writes a
    site asks the mirrors that its user names; no server imports it.
    """
    files = {str(path.relative_to(root)): path.read_text("utf-8") for path in sorted((root / "tokviz").rglob("*.py"))}
    named = {
        name
        for name, source in files.items()
        for node in walked(source)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "library"
        for argument in node.args
        if ast.unparse(argument).strip("'").split(".")[0] in ("huggingface_hub", "tiktoken")
    }
    assert named == {"tokviz/features/hub/child.py"}
    asking = {
        f"{name} {module}"
        for name, source in files.items()
        for module, _ in imports(source)
        if f"{module}.".startswith(tuple(f"{one}." for one in NETWORK))
    }
    names = {"tokviz/features/hub/child.py socket"}  # in that process: what a name stands for, before it is asked
    names |= {"tokviz/features/site/parts.py urllib.request.urlopen"}
    assert asking == names | {f"tokviz/sandbox/{name}.py socket" for name in ("fork_server", "processes", "worker")}
    for name in ("fork_server", "processes", "worker"):
        assert _sockets(files[f"tokviz/sandbox/{name}.py"]) <= IN_PAIRS


IN_PAIRS = frozenset({"MSG_WAITALL", "recv_fds", "send_fds", "socket(fileno)", "socketpair"})
"""Names that the sandbox may use of the socket module: nothing that has an address."""


def _sockets(source: str) -> set[str]:
    """Return the uses of the module of sockets; of its class with the arguments.

    >>> sorted(_sockets("import socket; socket.create_connection(('', 80)); socket.socket(fileno=3)"))
    ['create_connection', 'socket(fileno)']
    """
    made = {
        f"socket({', '.join(str(one.arg) for one in node.keywords)}{', ...' if node.args else ''})"
        for node in walked(source)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "socket.socket"
    }
    named = {
        node.attr
        for node in walked(source)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "socket" and node.attr != "socket"
    }
    return made | named


def test_the_libraries_of_real_tokenizers_are_asked_for_in_one_place(root: Path) -> None:
    asking = {
        str(path.relative_to(root))
        for path in sorted((root / "tokviz").rglob("*.py"))
        if any(name.split(".")[0] == "importlib" for name, _ in imports(path.read_text(encoding="utf-8")))
        and "import_module" in path.read_text(encoding="utf-8")
    }
    assert "tokviz/files/libraries.py" in asking
    named = {
        f"{path.relative_to(root)} {name}"
        for path in sorted((root / "tokviz").rglob("*.py"))
        for name, _ in imports(path.read_text(encoding="utf-8"))
        if name.split(".")[0] in LIBRARIES
    }
    assert named == set()


def test_the_core_imports_without_the_libraries_of_real_tokenizers() -> None:
    """As in a browser build: everything else works, and a file of theirs says what to install."""
    script = """
import sys
for name in ("tokenizers", "sentencepiece", "subword_nmt", "tiktoken"):
    sys.modules[name] = None
import tokviz
from tokviz.files.pipeline import Pipeline
from tokviz.errors import RulesError
for file in (b'{"model": {"type": "BPE", "vocab": {"a": 0}, "merges": []}}', b"#version: 0.2\\nl o\\n"):
    try:
        pipeline = Pipeline.from_file(file)
        print(pipeline.encode("lo").tokens, pipeline.check("lo").library)
    except RulesError as error:
        print(error.code, error.details["library"])
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "library-missing tokenizers",
        "('l@@', 'o') None",
    ]


# -- no circles --------------------------------------------------------------------------------------------------------


def graph(root: Path, types: bool = False) -> dict[str, set[str]]:
    """Module -> the modules of the package that it imports, inside of functions too. types: as in `imports`."""
    files = {
        ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path
        for path in (root / "tokviz").rglob("*.py")
    }
    found: dict[str, set[str]] = {}
    for module, path in files.items():
        names = (name for name, _ in imports(path.read_text(encoding="utf-8"), types))
        # `from tokviz.corpus import Corpus` is written as a module of that name, which there is not.
        targets = {name if name in files else name.rpartition(".")[0] for name in names}
        found[module] = (targets & files.keys()) - {module}
    return found


def graph_as_run(root: Path) -> dict[str, set[str]]:
    """The same with what Python runs before a module: the packages around it, where these are not around the importing
    module as well, which is running them already. The front door is around all and imports nearly all; it is left out.
    """
    return {
        module: {one for name in named for one in (name, *_around(name))} - {module, *_around(module), "tokviz"}
        for module, named in graph(root).items()
        if module != "tokviz"
    }


def _around(module: str) -> list[str]:
    """The packages that a module is in, but for the front door.

    >>> _around("tokviz.views.merges.tables")
    ['tokviz.views', 'tokviz.views.merges']
    """
    parts = module.split(".")
    return [".".join(parts[:depth]) for depth in range(2, len(parts))]


def circles(imported: dict[str, set[str]]) -> list[list[str]]:
    """The modules that lead back to themselves: what is left when those that import nothing that is left are taken
    away, again and again, and then those that nothing imports."""
    left = dict(imported)
    while ends := [name for name in left if not left.keys() & left[name]]:
        for name in ends:
            del left[name]
    while starts := [name for name in left if not any(name in others for others in left.values())]:
        for name in starts:
            del left[name]
    return [[name, *sorted(left[name] & left.keys())] for name in sorted(left)]


def write(root: Path, sources: dict[str, str]) -> None:
    """Make a package of modules, given by their paths in it, without suffix."""
    for name, source in sources.items():
        path = root / "tokviz" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source)


def test_no_circle_of_imports(root: Path) -> None:
    found = graph(root)
    assert len(found) > 100
    assert any(found.values())
    assert circles(found) == []
    as_run = graph_as_run(root)
    assert all(found[name] - {"tokviz", *_around(name)} <= as_run[name] for name in as_run)
    assert circles(as_run) == []


OF_ITS_TRACE = frozenset(
    {
        ("tokviz.merging.steps", "tokviz.merging.merge_trace"),
        ("tokviz.superbpe.steps", "tokviz.superbpe.trace"),
        ("tokviz.unigram.steps", "tokviz.unigram.trace"),
        ("tokviz.wordpiece.top_down.steps", "tokviz.wordpiece.top_down.trace"),
    }
)
"""The modules whose steps name the type of the trace that they belong to. With it they would be longer than a module
may be; those of `merging` have the pairs that the trace's own log is made of."""


def typed_graph(root: Path) -> dict[str, set[str]]:
    """The same with what only types need, without the steps' way back to their trace."""
    return {
        module: {name for name in named if (module, name) not in OF_ITS_TRACE}
        for module, named in graph(root, types=True).items()
    }


def test_no_circle_of_types(root: Path) -> None:
    assert circles(typed_graph(root)) == []
    run, typed = graph(root), graph(root, types=True)
    assert all(trace in typed[steps] - run[steps] for steps, trace in OF_ITS_TRACE)


def test_a_circle_of_types_is_seen(tmp_path: Path) -> None:
    typed = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from tokviz.{} import x"
    steps, trace = typed.format("superbpe.trace"), "from tokviz.superbpe.steps import Step"
    write(tmp_path, {"__init__": "", "superbpe/steps": steps, "superbpe/trace": trace})
    assert circles(typed_graph(tmp_path)) == []
    write(tmp_path, {"web/page": "from tokviz.web import cards", "web/cards": typed.format("web.page")})
    assert [name for name, *_ in circles(typed_graph(tmp_path))] == ["tokviz.web.cards", "tokviz.web.page"]


def test_a_circle_through_a_package_is_seen(tmp_path: Path) -> None:
    """The module that `a` shares with others asks for one module of `a`, and gets all of them."""
    sources = {
        "__init__": "from tokviz import a",
        "a/__init__": "from tokviz.a.model import Model",
        "a/model": "from tokviz.shared import join",
        "a/rules": "",
        "shared": "from tokviz.a.rules import Rules",
    }
    write(tmp_path, sources)
    assert circles(graph(tmp_path)) == []
    assert [name for name, *_ in circles(graph_as_run(tmp_path))] == ["tokviz.a", "tokviz.a.model", "tokviz.shared"]
    (tmp_path / "tokviz" / "shared.py").write_text("")
    assert circles(graph_as_run(tmp_path)) == []


def rooms(root: Path) -> dict[str, dict[str, set[str]]]:
    """Folder -> what is right in it, modules and folders, each with its neighbors that something in it imports, be
    it for its types alone; but two modules of one folder may name each other's, as a step does its trace's. In
    `web/pages` each page counts as a room of `web`."""
    found: dict[str, dict[str, set[str]]] = {}
    run = graph(root)
    for module, named in graph(root, types=True).items():
        types = {name for name in named - run[module] if name.rpartition(".")[0] == module.rpartition(".")[0]}
        for name in named - types - {"tokviz"}:
            here, there = (one.replace(".web.pages.", ".web.page-").split(".") for one in (module, name))
            depth = next((i for i, (one, other) in enumerate(zip(here, there, strict=False)) if one != other), 0)
            if depth:  # otherwise one of them is the package that the other is in
                one, other = (".".join(parts[: depth + 1]) for parts in (here, there))
                neighbors = found.setdefault(".".join(here[:depth]), {})
                neighbors.setdefault(one, set()).add(other)
                neighbors.setdefault(other, set())
    return found


def test_no_circle_of_rooms(root: Path) -> None:
    """Side by side in a folder, of two rooms at most one leans on the other, whatever is between them."""
    found = rooms(root)
    assert {"tokviz", "tokviz.views", "tokviz.web", "tokviz.web.training"} <= found.keys()
    assert "tokviz.views.shared" in found["tokviz.views"]["tokviz.views.merges"]
    assert {folder: circles(neighbors) for folder, neighbors in found.items() if circles(neighbors)} == {}


def test_a_circle_of_rooms_is_seen(tmp_path: Path) -> None:
    sources = {
        "__init__": "from tokviz.a import one",
        "a/one": "from tokviz.b import two",
        "a/deep/three": "from tokviz.a.one import x",
        "b/two": "",
        "b/four": "from tokviz.c.five import y",
        "c/five": "def draw():\n    import tokviz.a.deep.three",
    }
    write(tmp_path, sources)
    assert circles(graph(tmp_path)) == []
    assert [name for name, *_ in circles(rooms(tmp_path)["tokviz"])] == ["tokviz.a", "tokviz.b", "tokviz.c"]
    assert circles(rooms(tmp_path)["tokviz.a"]) == []


def models_of(name: str) -> str:
    """The algorithm whose tokenizers an algorithm trains, which is mostly itself."""
    return ALGORITHMS[name].model_name if name in ALGORITHMS else ""


def of_an_algorithm(root: Path) -> list[str]:
    """Return the imports of an algorithm by what algorithms share, or by another one."""
    return [
        f"{module} imports {name}"
        for module, named in sorted(graph(root).items())
        if _part(module) in (*SHARED, *ALGORITHMS)
        for name in sorted(named)
        if _part(name) in ALGORITHMS and _part(name) not in (_part(module), models_of(_part(module)))
        if (_part(module), _part(name)) not in BUILT_ON
    ]


def _part(module: str) -> str:
    """The folder of the package, or the module right in it, that a module belongs to."""
    return module.removeprefix("tokviz").lstrip(".").partition(".")[0]


def test_what_algorithms_share_is_of_none_of_them(root: Path) -> None:
    """An algorithm that is added needs no other one, least of all byte-pair encoding for what all have."""
    assert set(map(_part, graph(root))) >= {*SHARED, *ALGORITHMS}
    assert of_an_algorithm(root) == []


@pytest.mark.parametrize(
    ("name", "source", "found"),
    [
        ("models/decoding", "from tokviz.bpe.rules import Rules", "tokviz.models.decoding imports tokviz.bpe.rules"),
        ("wordpiece/trace", "def f():\n    from tokviz import bpe", "tokviz.wordpiece.trace imports tokviz.bpe"),
        ("unigram/em", "import tokviz.bpe.rules", "tokviz.unigram.em imports tokviz.bpe.rules"),
        ("merging/state", "from tokviz.bpe.rules import Rules", "tokviz.merging.state imports tokviz.bpe.rules"),
        ("exercises/task", "from tokviz.bpe.rules import Rules", ""),
        ("bpe/trace", "from tokviz.bpe.rules import Rules", ""),
    ],
)
def test_an_algorithm_is_seen_where_it_is_shared(name: str, source: str, found: str, tmp_path: Path) -> None:
    write(tmp_path, {"bpe/__init__": "", "bpe/rules": "", name: source})
    assert of_an_algorithm(tmp_path) == ([found] if found else [])


def test_the_pages_without_a_server_need_no_streamlit(root: Path) -> None:
    """Nor does anything that they import, one through the other."""
    imported, needed = graph(root), set[str]()
    waiting = {name for name in imported if name.startswith(OFFLINE)}
    assert waiting
    while waiting:
        needed |= waiting
        waiting = set().union(*(imported[name] for name in waiting)) - needed
    files = {name: root / Path(*name.split(".")) for name in needed}
    sources = {
        name: (path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text("utf-8")
        for name, path in files.items()
    }
    assert [name for name, text in sources.items() for one, _ in imports(text) if one.startswith("streamlit")] == []


# -- views that are data ---------------------------------------------------------------------------------------------

DATA = ("tokviz.views.pages", "tokviz.views.shows")
"""The modules with views that are data, and their records."""
DRAWING = frozenset({"altair", "pandas", "streamlit"})
"""The packages that draw: a host imports them."""
HOSTS = frozenset(
    {
        Path("tokviz/web/encoding/merged.py"),
        Path("tokviz/web/encoding/panels.py"),
        Path("tokviz/web/training/page.py"),
        Path("tokviz/web/pages/chat.py"),
        Path("tokviz/web/pages/vocabulary/entries.py"),
        Path("tokviz/web/pages/vocabulary/panels.py"),
        Path("tokviz/web/pages/compare/panels.py"),
        Path("tokviz/web/pages/practice/panels.py"),
        Path("tokviz/web/pages/tokenizers/panels.py"),
        Path("tokviz/web/pages/wordpiece/encoder.py"),
        Path("tokviz/web/pages/vocabulary/removals.py"),
    }
)
"""The modules of the app that open views which are data; some of them for pages whose views are not all, or whose
subject is made in workers."""
WAITING = frozenset(
    {
        *("superbpe/__init__", "superbpe/encoder"),
        *("unigram/__init__", "unigram/lattice"),
        *("wordpiece/__init__", "wordpiece/encoder"),
    }
)
"""The modules of such pages that still draw by themselves: those of the encoding half, and what others share."""


def drawing_imports(root: Path) -> list[str]:
    """The places where a module with views that are data imports what draws, or loads what does."""
    modules = graph(root).keys()
    found, seen = [], set[str]()
    waiting = {name for name in modules if name.startswith(DATA)}
    while waiting := waiting - seen:
        module = waiting.pop()
        seen.add(module)
        path = root / Path(*module.split("."))
        source = (path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text("utf-8")
        for name, lazy in imports(source):
            if name.split(".")[0] in DRAWING and (not lazy or module.startswith(DATA)):
                found.append(f"{module} imports {name}")
            if not lazy:
                waiting |= {name, name.rpartition(".")[0]} & modules
    return sorted(found)


def test_views_that_are_data_import_nothing_that_draws(root: Path) -> None:
    assert (root / "tokviz" / "views" / "pages" / "picky.py").exists()
    assert drawing_imports(root) == []


@pytest.mark.parametrize(
    ("sources", "found"),
    [
        ({"views/pages/bpe": "import pandas as pd"}, ["tokviz.views.pages.bpe imports pandas"]),
        ({"views/pages/bpe": "def f():\n    import altair"}, ["tokviz.views.pages.bpe imports altair"]),
        (
            {"views/pages/bpe": "from tokviz.views.merges import charts", "views/merges/charts": "import altair"},
            ["tokviz.views.merges.charts imports altair"],
        ),
        ({"views/pages/bpe": "from tokviz.trace import f", "trace": "def f():\n    import pandas"}, []),
        ({"views/charts": "import altair"}, []),
    ],
)
def test_what_draws_is_seen_in_views_that_are_data(sources: dict[str, str], found: list[str], tmp_path: Path) -> None:
    write(tmp_path, sources)
    assert drawing_imports(tmp_path) == found


def test_a_page_whose_views_are_data_draws_nothing_itself(root: Path) -> None:
    """Only hosts open the views of a page; a module of its own below `web/pages` would draw beside them."""
    users = {
        path.relative_to(root)
        for path in (root / "tokviz" / "web").rglob("*.py")
        if any(name.startswith("tokviz.views.pages.") for name, _ in imports(path.read_text("utf-8")))
    }
    assert users == HOSTS
    pages = {path.stem for path in (root / "tokviz" / "views" / "pages").glob("*.py")} & set(ALGORITHMS)
    assert pages
    drawing = {path for name in pages for path in (root / "tokviz" / "web" / "pages" / name).glob("*.py")}
    assert {f"{path.parent.name}/{path.stem}" for path in drawing} == WAITING


BY_HAND = DRAWING - {"streamlit"} | {"tokviz.web.shared.tables", "tokviz.web.streamlit_workarounds.altair_charts"}
"""The modules that a page needs to draw tables and charts by itself."""


@pytest.mark.parametrize("page", ["bytes", "compare", "tokenizers", "why"])
def test_such_a_page_draws_no_table_and_no_chart(page: str, root: Path) -> None:
    """Beside its views it has fields and sentences, such as the choices above them."""
    files = [*(root / "tokviz" / "web" / "pages" / page).glob("*.py"), root / "pages" / f"{page}_page.py"]
    found = {path.name: {name for name, _ in imports(path.read_text("utf-8"))} & BY_HAND for path in files}
    assert len(found) > 2
    assert {name for name, drawn in found.items() if drawn} == set()


# -- Streamlit ---------------------------------------------------------------------------------------------------------

WORKAROUNDS = Path("tokviz", "web", "streamlit_workarounds")
PUBLIC = frozenset(
    {
        "streamlit",  # `import streamlit as st`
        "streamlit.delta_generator.DeltaGenerator",  # the type of a container, which annotations need
        "streamlit.components.v2.types.ComponentRenderer",  # the type of a component, the same
    }
)
"""Names of Streamlit for use everywhere: its documented interface, and two types that it gives no other name."""
NAMESPACES = frozenset({"column_config", "components"})
"""The modules of Streamlit that belong to its documented interface; `st.runtime` and the like do not."""


def private_streamlit(source: str) -> list[str]:
    """Return the uses of Streamlit that are not documented.

    They are other modules, and names that begin with `_`.
    """
    found = [f"imports {name}" for name, _ in imports(source, types=True) if _is_streamlit(name) and name not in PUBLIC]
    modules = {module.name for module in pkgutil.iter_modules(streamlit.__path__)} - NAMESPACES
    for node in walked(source):
        if isinstance(node, ast.Attribute):
            first, *names = ast.unparse(node).split(".")
            is_module = (
                bool(names) and names[0] in modules and isinstance(getattr(streamlit, names[0], None), ModuleType)
            )
            if first in {"st", "streamlit"} and (is_module or node.attr.startswith("_")):
                found.append(f"uses {ast.unparse(node)}")
    return found


def _is_streamlit(name: str) -> bool:
    return name.split(".")[0] == "streamlit"


def test_what_is_private_in_streamlit_is_used_by_workarounds_alone(root: Path) -> None:
    files = [*(root / "tokviz").rglob("*.py"), *(root / "pages").rglob("*.py"), root / "app.py"]
    used = {path.relative_to(root): private_streamlit(path.read_text("utf-8")) for path in files}
    users = {path.parent for path, names in used.items() if names}
    assert users == {WORKAROUNDS}, {path: names for path, names in used.items() if names and path.parent != WORKAROUNDS}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import streamlit as st\nst.session_state.x = st.components.v2.component", []),
        ("from streamlit.runtime import Runtime", ["imports streamlit.runtime.Runtime"]),
        ("def draw():\n    from streamlit import config", ["imports streamlit.config"]),
        ("import streamlit as st\nst.session_state._state.x", ["uses st.session_state._state"]),
        ("import streamlit as st\nst.runtime.exists()", ["uses st.runtime.exists", "uses st.runtime"]),
        ("import streamlit\nstreamlit.__file__", ["uses streamlit.__file__"]),
    ],
)
def test_what_is_private_in_streamlit_is_seen(source: str, found: list[str]) -> None:
    assert private_streamlit(source) == found


def test_a_workaround_says_what_streamlit_does_and_when_to_try_without_it(root: Path) -> None:
    """Its docstring names Streamlit, a test that exists and fails without it, and the version it was tried with."""
    files = [path for path in sorted((root / WORKAROUNDS).glob("*.py")) if path.stem != "__init__"]
    assert len(files) > 10
    for path in files:
        text = ast.get_docstring(parsed(path.read_text("utf-8"))) or ""
        named = re.search(r"\nWithout it: (tests/\S+\.py)::\s*(test_\w+)\nTried with: Streamlit 1\.\d+$", text)
        assert named, path.name
        assert "Streamlit" in text[: named.start()], path.name
        assert f"\ndef {named[2]}(" in (root / named[1]).read_text("utf-8"), path.name


def test_workarounds_import_nothing_else_of_the_interface(root: Path) -> None:
    package = ".".join(WORKAROUNDS.parts)
    named = {name for module, names in graph(root).items() if module.startswith(package) for name in names}
    assert {one for one in named if one.startswith("tokviz.web.") and not one.startswith(package)} == set()


def test_circles_are_seen(tmp_path: Path) -> None:
    sources = {
        "__init__": "",
        "one": "def draw():\n    from tokviz.two import x",
        "two": "from tokviz import one",
        "three": "from tokviz import two",
        "four": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from tokviz import five",
        "five": "import tokviz.four",
    }
    write(tmp_path, sources)
    assert circles(graph(tmp_path)) == [["tokviz.one", "tokviz.two"], ["tokviz.two", "tokviz.one"]]


def test_no_web_module_hides_another_module(root: Path) -> None:
    """Streamlit puts the entry script's folder first on `sys.path`: `import queue` would then find `web/queue.py`."""
    ours = {path.stem for path in (root / "tokviz" / "web").iterdir()} - {"__init__", "__pycache__"}
    theirs = set(sys.stdlib_module_names) | set(packages_distributions()) - {"tokviz"}
    assert ours & theirs == set()
