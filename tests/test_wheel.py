"""The package as it is given away: a wheel and a source distribution, built here, installed elsewhere and used there.

The environment that they are installed in is new and gets its dependencies from this one, so nothing is downloaded.
That an index delivers those dependencies is not tested.
"""

from __future__ import annotations

import inspect
import json
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

import pytest
from packaging.metadata import Metadata

from tests.coroutines import run
from tests.e2e.conftest import Server, serve
from tokviz import guides
from tokviz.location import site
from tokviz.state.pages import PAGES
from tools.bench.load_visitor import visit
from tools.release import build, faults, metadata

pytestmark = pytest.mark.program

NOT_INSTALLED = {"assets/screenshot.webp", "assets/film.webp", "assets/film.zh.webp"}
OF_TOOLS = re.compile(r"tokviz/frontend/(?:(?:node_modules|tests)/|[\w-]+\.json$|\.npmrc$)")
"""Tests and settings of the scripts, and what npm has installed there."""


def uses() -> None:
    """Use the package as people do from Python. The source of this function is run where the wheel is installed."""
    import json

    from tokviz import bpe, examples, guides
    from tokviz.features.takeaway import replay
    from tokviz.location import site
    from tokviz.views.shared import rendering
    from tokviz.views.shared.catalog import load

    trace, say = bpe.train(examples.load("hug").corpus, merges=3, rules="course"), load("en")
    taken = replay.replay_page(replay.training_replay(trace, say), rendering.about_training(trace, say), say)
    told = {"site": str(site()), "table": trace._repr_html_(), "replay": taken}
    print(json.dumps(told | {"lessons": [guides.load(name).title["en"] for name in guides.names()]}))


@dataclass(frozen=True)
class Installed:
    """An environment with tokviz, and an empty folder to work in."""

    root: Path
    elsewhere: Path

    def run(self, program: str, *arguments: str) -> str:
        """Run a program of the environment, and return its output."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "LC_", "LANG"))}
        words = [str(self.root / "bin" / program), *arguments]
        done = subprocess.run(words, cwd=self.elsewhere, env=kept, capture_output=True, text=True, encoding="utf-8")
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout


@pytest.fixture(scope="module")
def sdist(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(root, tmp_path_factory.mktemp("sdist"), "sdist")


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(root, tmp_path_factory.mktemp("wheel"), "wheel")


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel in a new environment. Those of this one's packages that it needs are found by a .pth file."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder / "venv", symlinks=True)
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "venv"), "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--no-deps", "--no-index", str(wheel)], check=True, capture_output=True)
    (packages,) = folder.glob("venv/lib/python*/site-packages")
    ours = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (packages / "dependencies.pth").write_text("".join(f"{path}\n" for path in sorted(ours)))
    (folder / "elsewhere").mkdir()
    return Installed(folder / "venv", folder / "elsewhere")


@pytest.fixture(scope="module")
def server(installed: Installed) -> Iterator[Server]:
    """`tokviz` of that environment."""
    command = ("start", "--port", "0", "--address", "127.0.0.1")
    program, folder = installed.root / "bin" / "tokviz", installed.elsewhere
    with serve(installed.root, command, program=program, cwd=folder) as running:
        yield running
        assert "Traceback (most recent call last)" not in running.output()


def names(wheel: Path) -> set[str]:
    """The files of a wheel without its metadata."""
    with zipfile.ZipFile(wheel) as opened:
        return {name for name in opened.namelist() if ".dist-info/" not in name}


def test_a_wheel_holds_package_app_pages_and_assets(root: Path, wheel: Path) -> None:
    package, *rest = (
        {path.relative_to(root).as_posix() for path in (root / name).rglob("*") if path.is_file()}
        for name in ("tokviz", "pages", "assets")
    )
    beside = set[str]().union(*rest, {"app.py", ".streamlit/config.toml"}) - NOT_INSTALLED
    expected = package | {f"tokviz/_site/{name}" for name in beside}
    kept = {name for name in expected if "__pycache__" not in name and not OF_TOOLS.match(name)}
    assert names(wheel) == kept
    assert "tokviz/frontend/picture/picture.js" in kept


def test_a_source_distribution_builds_the_same_wheel(sdist: Path, wheel: Path, tmp_path: Path) -> None:
    with tarfile.open(sdist) as opened:
        opened.extractall(tmp_path / "source", filter="data")
    (unpacked,) = (tmp_path / "source").iterdir()
    again = build(unpacked, tmp_path / "built", "wheel")
    assert names(again) == names(wheel)


def test_an_index_takes_the_metadata(sdist: Path, wheel: Path) -> None:
    """The name is ours, not that of another project, and each extra brings its library."""
    of_wheel, of_sdist = (Metadata.from_email(metadata(built)) for built in (wheel, sdist))
    assert faults(metadata(wheel)) == faults(metadata(sdist)) == ()
    assert (of_wheel.name, of_wheel.version) == (of_sdist.name, of_sdist.version)
    assert of_wheel.name == "tokviz-lab"
    assert of_wheel.provides_extra == ["cluster", "dev", "notebook"]
    for extra, library in (("cluster", "redis"), ("notebook", "anywidget")):
        wanted = [one for one in of_wheel.requires_dist or [] if one.marker and one.marker.evaluate({"extra": extra})]
        assert library in {one.name for one in wanted}


def test_the_site_is_inside_the_package_or_around_it(root: Path, tmp_path: Path) -> None:
    package = tmp_path / "tokviz"
    package.mkdir()
    assert site(package) == tmp_path
    (package / "_site").mkdir()
    assert site(package) == package / "_site"
    assert site() == root


def test_the_command_line(installed: Installed) -> None:
    written = installed.run("tokviz", "train", "--example", "hug", "--format", "csv")
    assert written.splitlines()[1] == "1,u,g,ug,20,1,0,7,8"
    assert installed.run("python", "-m", "tokviz", "train", "--example", "hug", "--format", "csv") == written


def test_the_version(installed: Installed, root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    assert installed.run("tokviz", "--version") == f"tokviz {project['version']}\n"


def test_notebook_lessons_and_replay(installed: Installed) -> None:
    told = json.loads(installed.run("python", "-c", f"{inspect.getsource(uses)}\nuses()"))
    assert Path(told["site"]).is_relative_to(installed.root)
    assert "<table" in told["table"]
    assert "<script" in told["replay"]
    assert told["lessons"] == [guides.load(name).title["en"] for name in guides.names()]


@pytest.mark.parametrize("path", [f"/{page.address}" for page in PAGES])
def test_a_page_opens(server: Server, path: str) -> None:
    """Opening raises VisitError for a page that is not there, fails, or shows an error."""
    opened(server, path)


def test_a_lesson_opens(server: Server) -> None:
    number, card = next((n, card) for n, card in enumerate(guides.load("bpe").cards, start=1) if card.step)
    query = urlencode({**card.query, "guide": "bpe", "card": number})
    assert opened(server, f"/{card.page}", query) == card.step


def opened(server: Server, path: str, query: str = "") -> int:
    """The step at which the picture of a page is, once the page is open."""

    async def at() -> int:
        async with visit(server.url, path, query) as visitor:
            await visitor.open()
            return visitor.step

    return run(at())


def test_the_settings_hold(server: Server) -> None:
    """By default, Streamlit lets pages of other hosts steer it."""
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with direct.open(f"{server.url}/_stcore/host-config") as answer:
        assert json.load(answer)["allowedOrigins"] == []
