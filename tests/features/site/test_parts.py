"""Parts for a browser tab come from folders, mirrors and the release, and none that differs from its pin is used."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.cli.conftest import Cli, cli, right
from tokviz.errors import TokvizError
from tokviz.features.site import live, parts
from tokviz.features.site.parts import RELEASE, Pins, gather, pins, release
from tokviz.features.site.web import files
from tokviz.views.shared.catalog import load
from tools.site_parts import cached

__all__ = ["cli"]

WHEEL, LOCK, LOADER = "numpy-2.whl", "pyodide-lock.json", "pyodide.mjs"


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def mirror(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A folder and the address that serves it."""
    folder = tmp_path / "served"
    folder.mkdir()
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Silent, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield folder, f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


CONTENT = {
    WHEEL: b"a wheel",
    LOCK: json.dumps(
        {"packages": {"numpy": {"version": "2.0", "file_name": WHEEL, "sha256": sha256(b"a wheel")}}}
    ).encode(),
    LOADER: b"const U = 1;",
}


def pinned(content: dict[str, bytes]) -> Pins:
    return Pins("314.9", "3.14", {name: sha256(content[name]) for name in (LOCK, LOADER)}, ("numpy",))


def write(folder: Path, content: dict[str, bytes]) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    for name, file in content.items():
        (folder / name).write_bytes(file)
    return str(folder)


def assert_refused(code: str, *sources: str, content: dict[str, bytes] = CONTENT) -> TokvizError:
    with pytest.raises(TokvizError) as raised:
        gather(sources, pinned(content))
    assert raised.value.code == code
    assert str(raised.value)  # its sentence has all of its values
    return raised.value


def test_a_folder_and_the_folders_in_it(tmp_path: Path) -> None:
    write(tmp_path / "a" / "package", {name: CONTENT[name] for name in (LOCK, LOADER)})
    write(tmp_path / "a", {WHEEL: CONTENT[WHEEL]})
    found = gather([str(tmp_path / "a")], pinned(CONTENT))
    assert found.files == {name: CONTENT[name] for name in (LOCK, LOADER)}
    assert found.wheels == {"numpy": ("2.0", b"a wheel")}


def test_a_mirror_after_a_folder(tmp_path: Path, mirror: tuple[Path, str]) -> None:
    folder = write(tmp_path / "a", {LOCK: CONTENT[LOCK], LOADER: CONTENT[LOADER]})
    write(mirror[0], {WHEEL: CONTENT[WHEEL]})
    assert gather([folder, f"{mirror[1]}/"], pinned(CONTENT)).wheels["numpy"][1] == b"a wheel"


def test_the_release_is_where_the_loader_says(tmp_path: Path, mirror: tuple[Path, str]) -> None:
    content = CONTENT | {LOADER: f"a=`{mirror[1]}/pyodide/v${{U}}/full/`".encode()}
    folder = write(tmp_path / "a", {LOCK: content[LOCK], LOADER: content[LOADER]})
    write(mirror[0] / "pyodide" / "v314.9" / "full", {WHEEL: content[WHEEL]})
    for sources in ([folder, RELEASE], [RELEASE, folder]):
        assert gather(sources, pinned(content)).wheels["numpy"][1] == b"a wheel"


def test_a_loader_that_names_no_release(tmp_path: Path) -> None:
    folder = write(tmp_path / "a", {LOCK: CONTENT[LOCK], LOADER: CONTENT[LOADER]})
    assert_refused("part-release", folder, RELEASE)


@pytest.mark.node
@pytest.mark.program
def test_the_pinned_loader_names_its_release() -> None:
    address = release(cached().files[LOADER], pins())
    assert address.startswith("https://")
    assert address.endswith(f"/v{pins().pyodide}/full/")


@pytest.mark.parametrize("name", [WHEEL, LOCK, LOADER])
def test_a_part_that_differs_is_refused(name: str, tmp_path: Path, mirror: tuple[Path, str]) -> None:
    wrong = CONTENT | {name: CONTENT[name] + b" "}
    error = assert_refused("part-differs", write(tmp_path / "a", wrong))
    assert error.details["name"] == name
    write(mirror[0], wrong)
    assert assert_refused("part-differs", mirror[1]).details["source"] == mirror[1]


def test_another_source_may_have_the_right_one(tmp_path: Path) -> None:
    wrong = write(tmp_path / "wrong", CONTENT | {WHEEL: b"b"})
    assert gather([wrong, write(tmp_path / "right", CONTENT)], pinned(CONTENT)).wheels["numpy"][1] == b"a wheel"


def test_a_part_that_is_nowhere(tmp_path: Path, mirror: tuple[Path, str]) -> None:
    folder = write(tmp_path / "a", {LOCK: CONTENT[LOCK], LOADER: CONTENT[LOADER]})
    error = assert_refused("part-missing", folder, mirror[1])
    assert (error.details["name"], error.details["sources"]) == (WHEEL, f"{folder}, {mirror[1]}")


def test_a_mirror_that_does_not_answer() -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Silent) as server:
        port = server.server_port
    assert_refused("part-unreachable", f"http://127.0.0.1:{port}")
    assert_refused("part-unreachable", "http://[")


@pytest.mark.parametrize("source", ["no-such-folder", "ftp://mirror"])
def test_a_source_that_is_none(source: str) -> None:
    assert assert_refused("part-source", source).details["source"] == source


# -- the command -------------------------------------------------------------------------------------------------------


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """One page in place of all, and one wheel in place of the interpreter."""
    monkeypatch.setattr(files, "files", lambda *asked: iter({"index.html": "page"}.items()))
    monkeypatch.setattr(parts, "pins", lambda: pinned(CONTENT))
    made = live.Live({"tab/tab.js": b"", "tab/numpy.js": b""}, ())
    monkeypatch.setattr(live, "live", lambda gathered: made if gathered.wheels else None)


@pytest.mark.usefixtures("few")
def test_parts_become_part_of_the_site(cli: Cli, tmp_path: Path) -> None:
    source = write(tmp_path / "parts", CONTENT)
    folder = tmp_path / "public"
    right(cli("site", "--output", str(folder), "--live", "--parts", source))
    assert (folder / "tab" / "numpy.js").read_bytes() == b""
    assert '"tab/numpy.js"' in (folder / "service_worker.js").read_text("utf-8")
    right(cli("site", "--output", str(folder)))
    assert {path.name for path in folder.rglob("*") if path.is_file()} == {"index.html", "tokviz-site.json"}


@pytest.mark.usefixtures("few")
def test_nothing_is_written_of_parts_that_differ(cli: Cli, tmp_path: Path) -> None:
    source = write(tmp_path / "parts", CONTENT | {WHEEL: b"another wheel"})
    done = cli("site", "--output", str(tmp_path / "public"), "--live", "--parts", source)
    assert (done.code, done.out) == (2, "")
    error = TokvizError("part-differs", name=WHEEL, source=source, version="314.9")
    assert done.err == f"tokviz: {error}\n"
    assert not (tmp_path / "public").exists()


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["--live"], TokvizError("cli-site-parts", version="314.9")),
        (["--parts", "folder"], TokvizError("cli-site-live")),
    ],
)
def test_one_option_without_the_other(cli: Cli, tmp_path: Path, arguments: list[str], error: TokvizError) -> None:
    done = cli("site", "--output", str(tmp_path / "public"), *arguments)
    assert done.code == 2
    told = load("en")("cli.see-help", what=error, command="tokviz site")
    assert done.err == f"tokviz: {told}\n"
    assert not (tmp_path / "public").exists()
