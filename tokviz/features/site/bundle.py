"""The archive for the interpreter in a browser tab: only the standard library, a few packages and our own source.

A worker unpacks it into the interpreter's file system before that starts. The same parts give the same bytes: names are
sorted, and nothing has a date.
"""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path, PurePosixPath
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from tokviz.features.site.parts import Parts
from tokviz.frontend import FOLDER as FRONTEND
from tokviz.location import site

ENTRY = "tokviz.features.site.tab.answering"
"""The module that answers; what it imports, directly or not, is all that is needed."""
TEMPLATE_ENGINE = ("jinja2", "markupsafe")
"""The packages that fill in templates of pages to keep. Both run without compiled code, so a site copies their Python
files as they are installed beside it; what markupsafe has compiled is left out, and it does without."""
_FEATURES = "tokviz.features"
_PACKAGE = Path(__file__).resolve().parents[2]
_ASSETS = (
    *("chat", "glossary.toml", "guides", "i18n", "languages.toml", "merges", "morphemes.tsv", "prose", "recorded"),
    *("scripts.txt", "tokenizers"),
)
_SCRIPTS = ("shared", "picture", "takeaway", "text_rows")
_BESIDE = ("views/templates/*.html", *(f"frontend/{name}/**/*.[cj]s*" for name in _SCRIPTS))
"""The files beside the modules that pages to keep are made of."""
_SHOWN = "/algorithm.py"
"""The plain algorithms, which are shown as they are written."""
_ABSENT = frozenset(
    {"PIL", "altair", "huggingface_hub", "pandas", "segno", "sentencepiece", "streamlit", "tokenizers", "uvloop"}
)
"""Libraries that a tab does not have. A module that needs one as soon as it is imported is of no use there."""

_LOADED_BY_NAME = {"tokviz.views.pages.registry": "tokviz.views.pages"}
"""A module that imports others by their names -> the package that they are in."""

# Of the standard library: what needs a terminal, processes, sockets or a window, or is for developers.
_UNUSED_LIBRARY = (
    *("_pyrepl", "antigravity.py", "asyncio/windows", "cProfile.py", "ctypes/macholib", "curses", "dbm", "doctest.py"),
    *("ensurepip", "ftplib.py", "netrc.py", "profile.py", "pstats.py", "sched.py", "tabnanny.py", "trace.py"),
    *("idlelib", "imaplib.py", "lib2to3", "mailbox.py", "multiprocessing", "pdb.py", "pickletools.py", "poplib.py"),
    *("pyclbr.py", "pydoc.py", "pydoc_data", "site-packages", "smtplib.py", "socketserver.py", "sqlite3", "test"),
    *("tkinter", "turtle.py", "turtledemo", "venv", "wsgiref", "xmlrpc", "zipapp.py"),
)
# Of numpy: what is for compilers, type checkers and tests, and what it imports only when that is asked for.
PARTS_OF_NUMPY = ("fft", "polynomial", "random", "testing")
"""The packages of numpy that a tab does not have."""
_UNUSED_PACKAGES = (
    *("numpy/_core/include", "numpy/_core/lib", "numpy/_pyinstaller", "numpy/conftest.py", "numpy/doc", "numpy/f2py"),
    *("numpy/distutils", *(f"numpy/{name}" for name in PARTS_OF_NUMPY)),
)
_UNUSED_SUFFIXES = (".pyi", ".pxd", ".h", ".a", ".lib", ".ini", ".txt", ".md", ".typed", ".bat")


def archive(files: Mapping[str, bytes]) -> bytes:
    """Return the files as one: the length of an index (4 bytes, the lowest first), the index, then all contents.

    The index is JSON, pairs of path and length. It is what a script can take apart in a line, and packs well.
    """
    names = sorted(files)
    index = json.dumps([[name, len(files[name])] for name in names], separators=(",", ":")).encode()
    return len(index).to_bytes(4, "little") + index + b"".join(files[name] for name in names)


def unpacked(packed: bytes) -> dict[str, bytes]:
    """Return the files of an archive.

    >>> unpacked(archive({"b.py": b"2", "a.py": b""}))
    {'a.py': b'', 'b.py': b'2'}
    """
    start = 4 + int.from_bytes(packed[:4], "little")
    files = {}
    for name, size in json.loads(packed[4:start]):
        files[name] = packed[start : start + size]
        start += size
    return files


def contents(parts: Parts, entry: str = ENTRY) -> dict[str, bytes]:
    """Return the files of Python for a tab.

    These are the archives `packages` and `tokviz`, and `library`, a zip that is not packed.

    Modules are compiled where node is, by the interpreter itself: without that a tab starts as well, but in twice the
    time.
    """
    groups = {"library": library(parts), "packages": packages(parts), "tokviz": sources(entry)}
    files = _compiled({f"{group}/{name}": file for group, of in groups.items() for name, file in of.items()}, parts)
    for group in groups:
        groups[group] = {name.partition("/")[2]: file for name, file in files.items() if name.startswith(f"{group}/")}
    return {name: _zip(of) if name == "library" else archive(of) for name, of in groups.items()}


def _compiled(files: dict[str, bytes], parts: Parts) -> dict[str, bytes]:
    """Return the files with compiled modules in the place of sources, where node is."""
    program = shutil.which("node")
    if program is None:
        return files
    compiling = {name: file for name, file in files.items() if name.endswith(".py") and not name.endswith(_SHOWN)}
    with tempfile.TemporaryDirectory() as folder:
        for name, file in parts.files.items():
            Path(folder, name).write_bytes(file)
        script = Path(folder, "compile.mjs")
        script.write_bytes((FRONTEND / "site" / "tab" / "compile.js").read_bytes())
        info = json.dumps(json.loads(parts.files["pyodide-lock.json"])["info"])
        command = [program, str(script), folder, info]
        done = subprocess.run(command, input=archive(compiling), capture_output=True, check=True)
    return {name: file for name, file in files.items() if name not in compiling} | unpacked(done.stdout)


def _zip(files: Mapping[str, bytes]) -> bytes:
    """Return a zip that nothing is packed in: what is sent is packed as a whole."""
    file = BytesIO()
    with ZipFile(file, "w", ZIP_STORED) as stored:
        for name in sorted(files):
            stored.writestr(ZipInfo(name, (1980, 1, 1, 0, 0, 0)), files[name])
    return file.getvalue()


def library(parts: Parts) -> dict[str, bytes]:
    """Return the files of the standard library that a tab can use."""
    with ZipFile(BytesIO(parts.files["python_stdlib.zip"])) as packed:
        names = [name for name in packed.namelist() if not name.endswith("/") and _is_used(name, _UNUSED_LIBRARY)]
        return {name: packed.read(name) for name in names}


def packages(parts: Parts) -> dict[str, bytes]:
    """Return the files of the packages that a tab needs, by their paths below the folder for packages."""
    files: dict[str, bytes] = {}
    for _, content in parts.wheels.values():
        with ZipFile(BytesIO(content)) as wheel:
            for name in wheel.namelist():
                if not name.endswith("/") and ".dist-info/" not in name and _is_used(name, _UNUSED_PACKAGES):
                    files[name] = wheel.read(name)
    for package in TEMPLATE_ENGINE:
        files |= {f"{package}/{name}": content for name, content in _installed(package)}
    return files


def _installed(package: str) -> Iterator[tuple[str, bytes]]:
    """Yield the modules of a package that is installed here, without what is compiled for this machine."""
    spec = find_spec(package)
    for folder in spec.submodule_search_locations or () if spec else ():
        for path in sorted(Path(folder).rglob("*.py")):
            yield path.relative_to(folder).as_posix(), path.read_bytes()


def _is_used(name: str, unused: tuple[str, ...]) -> bool:
    """Tell if a file is used: nothing of its path is among these, nor its suffix."""
    path = PurePosixPath(name)
    above = {str(path), *map(str, path.parents)}
    return not above & set(unused) and "tests" not in path.parts and path.suffix not in _UNUSED_SUFFIXES


# -- our own source ----------------------------------------------------------------------------------------------------


def sources(entry: str = ENTRY) -> dict[str, bytes]:
    """Return our own modules and data that the entry needs, by their paths below the folder for packages."""
    files = {f"{name.replace('.', '/')}{_end(path)}": path.read_bytes() for name, path in modules(entry).items()}
    assets = site() / "assets"
    for name in _ASSETS:
        asset = assets / name
        for path in [asset] if asset.is_file() else sorted(asset.rglob("*")):
            if path.is_file():
                files[f"tokviz/_site/assets/{path.relative_to(assets).as_posix()}"] = path.read_bytes()
    for pattern in _BESIDE:
        files |= {
            f"tokviz/{path.relative_to(_PACKAGE).as_posix()}": path.read_bytes() for path in _PACKAGE.glob(pattern)
        }
    return files


def modules(entry: str = ENTRY) -> dict[str, Path]:
    """Return every module of ours that the entry imports, one through the other, in functions too; name -> file.

    Modules that a tab cannot import are left out: those that need a library that it does not have.
    """
    paths: dict[str, Path] = {}
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        path = _file(name)
        if name in paths or path is None:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if any(_top(imported) in _ABSENT for imported in _imported(tree.body)):
            continue
        paths[name] = path
        parents = name.split(".")[:-1]
        waiting += [".".join(parents[:depth]) for depth in range(1, len(parents) + 1)]
        waiting += [imported for imported in _imported(_reached(name, tree)) if _top(imported) == "tokviz"]
        if package := _LOADED_BY_NAME.get(name):
            folder = _PACKAGE.joinpath(*package.split(".")[1:])
            waiting += [f"{package}.{one.stem}" for one in sorted(folder.glob("[!_]*.py"))]
    return dict(sorted(paths.items()))


def _reached(name: str, tree: ast.Module) -> Iterator[ast.AST]:
    """Yield all nodes of a module; of the list of features only what loads the files that they add, as a tab does."""
    if name != _FEATURES:
        yield from ast.walk(tree)
        return
    loaders = {
        keyword.value.id
        for keyword in ast.walk(tree)
        if isinstance(keyword, ast.keyword) and keyword.arg == "files" and isinstance(keyword.value, ast.Name)
    }
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name in loaders:
            yield from ast.walk(node)


def _imported(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the names that these statements import; a name out of a module may be a module itself."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _top(name: str) -> str:
    return name.split(".")[0]


def _file(name: str) -> Path | None:
    """Return the file of a module of ours, if it is one."""
    path = _PACKAGE.joinpath(*name.split(".")[1:])
    for file in (path / "__init__.py", path.with_suffix(".py")):
        if file.is_file():
            return file
    return None


def _end(path: Path) -> str:
    return "/__init__.py" if path.name == "__init__.py" else ".py"
