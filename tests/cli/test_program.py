"""The program as a process: console script, ``python -m tokviz``, pipes, interruption, what is imported, the app."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.catalogs import saying
from tests.cli.conftest import Cli
from tests.e2e.conftest import serve
from tokviz.cli import start
from tokviz.errors import TokvizError

pytestmark = pytest.mark.program

MODULE = [sys.executable, "-m", "tokviz"]


@pytest.fixture
def process(root: Path) -> dict[str, str]:
    """An environment in which the package of this checkout is found, in English."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    return kept | {"PYTHONPATH": str(root), "PYTHONWARNINGS": "error"}


def test_the_console_script(root: Path, process: dict[str, str], tmp_path: Path) -> None:
    """The script that pip writes for an entry in [project.scripts] runs from any folder."""
    scripts = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    module, _, function = scripts["tokviz"].partition(":")
    script = f"import sys; from {module} import {function}; sys.exit({function}())"
    words = [sys.executable, "-c", script, "train", "--example", "hug", "--format", "csv"]
    done = subprocess.run(words, env=process, cwd=tmp_path, capture_output=True, check=True)
    assert done.stdout.splitlines()[1] == b"1,u,g,ug,20,1,0,7,8"
    assert done.stderr == b""


def test_as_a_module_in_a_pipe(process: dict[str, str], tmp_path: Path) -> None:
    """The output is UTF-8 whatever the terminal is, and nobody asks for input that has come."""
    words = [*MODULE, "encode", "--example", "tea", "--merges", "5"]
    done = subprocess.run(
        words,
        env=process | {"LC_ALL": "C", "PYTHONUTF8": "0"},
        cwd=tmp_path,
        input="茶叶\n".encode(),
        capture_output=True,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert "".join(done.stdout.decode().split()) == "茶叶"


def test_an_error_is_a_line_and_a_code(process: dict[str, str], tmp_path: Path) -> None:
    done = subprocess.run([*MODULE, "train", "nothing.txt"], env=process, cwd=tmp_path, capture_output=True)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().splitlines() == [f"tokviz: {TokvizError('cli-file-missing', name='nothing.txt')}"]


def test_a_panic_of_a_library_is_a_line(process: dict[str, str], tmp_path: Path) -> None:
    """tokenizers writes its panic past Python, with a traceback of its own."""
    normalizer = {"type": "Precompiled", "precompiled_charsmap": "AAAAAAAA"}
    model = {"type": "BPE", "vocab": {"a": 0}, "merges": []}
    path = tmp_path / "a.json"
    path.write_text(json.dumps({"version": "1.0", "normalizer": normalizer, "model": model}))
    words = [*MODULE, "stages", "--tokenizer", str(path), "a"]
    done = subprocess.run(words, env=process | {"RUST_BACKTRACE": "1"}, cwd=tmp_path, capture_output=True)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, b"", 1)
    assert b"normalizer" in done.stderr


def test_nobody_reads_to_the_end(process: dict[str, str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    words = [*MODULE, "train", "--example", "lighthouse", "--format", "json"]
    done = subprocess.run(words, env=process, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


def test_a_full_disk_is_said(process: dict[str, str]) -> None:
    with Path("/dev/full").open("wb") as full:
        words = [*MODULE, "train", "--example", "hug"]
        done = subprocess.run(words, env=process, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert saying("error.cli-file-unwritable", name="-").search(done.stderr.decode())
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_closed_ends(closed: str, process: dict[str, str]) -> None:
    """No input is an empty text, and no output is nobody's."""
    command = f'"{sys.executable}" -m tokviz encode --example hug - {closed}'
    done = subprocess.run(["sh", "-c", command], env=process, stdin=subprocess.DEVNULL, capture_output=True)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, b"", b"")


def test_an_interruption_is_quiet(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tokviz.cli.files.read", interrupt)
    done = cli("train", "some.txt")
    assert (done.code, done.data, done.err) == (130, b"", "")


@pytest.mark.parametrize(
    "command",
    [
        "train --example hug",
        "train --example hug --step 1",
        "train --example parts --algorithm picky --view tests",
        "encode --example hug hugs",
        "compare --example hug",
        "train --help",
    ],
)
def test_nothing_heavy_is_imported_before_it_is_needed(command: str, process: dict[str, str]) -> None:
    script = (
        "import sys; from tokviz.__main__ import main; code = main(sys.argv[1:]); "
        "print(code, *({'streamlit', 'pandas', 'altair', 'tokviz.web'} & sys.modules.keys()), file=sys.stderr)"
    )
    words = [sys.executable, "-c", script, *command.split()]
    done = subprocess.run(words, env=process, capture_output=True, check=True)
    code, *imported = done.stderr.decode().split()
    assert code == "0"
    assert {"streamlit", "tokviz.web"}.isdisjoint(imported)
    if not command.startswith("compare"):
        assert imported == []


# -- the app -----------------------------------------------------------------------------------------------------------


def test_what_starts_the_app(root: Path) -> None:
    words = start.command("8502", "127.0.0.1")
    assert words[1:] == [
        *("-m", "streamlit", "run", str(root / "app.py")),
        *("--server.port", "8502", "--server.address", "127.0.0.1"),
    ]
    assert start.command(None, None) == words[:5]


def test_without_streamlit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "find_spec", lambda name: None)
    with pytest.raises(TokvizError) as caught:
        start.command(None, None)
    assert caught.value.code == "cli-no-streamlit"


def test_it_runs_in_the_checkout(root: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """That is where Streamlit looks for its settings; without a command the app starts as well."""
    done: list[object] = []
    monkeypatch.setattr("os.chdir", done.append)
    monkeypatch.setattr("os.execve", lambda program, words, _: done.append((program, words)))
    monkeypatch.setattr("subprocess.call", lambda words, cwd, env: 0)
    for command in ([], ["start"]):
        done.clear()
        cli(*command)
        assert done == [root, (sys.executable, start.command(None, None))]


def test_the_app_is_served(tmp_path: Path) -> None:
    with serve(tmp_path, ("-m", "tokviz", "start", "--port", "0", "--address", "127.0.0.1")) as server:
        assert server.url.startswith("http://127.0.0.1:")
