"""`python -m tools.site_parts FOLDER`: what a browser tab needs to run Python, out of packages of the registries.

The interpreter is the npm package `pyodide` in the pinned version. The wheels are in the release of Pyodide and, under
their own names, in no registry. But a package of the index carries them: it is taken where the release cannot be
reached, and by the tests (`--wheels`). Nothing is trusted: `tokviz site --live` checks each file.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

from tokviz.errors import TokvizError
from tokviz.features.site.parts import RELEASE, Parts, gather, pins

__all__ = ["cached"]

_CARRIER = "open-webui==0.12.4"
"""A package with the wheels of this release, among many others."""


def fetch(folder: Path, *, asks_release: bool) -> None:
    """Put all parts into a folder. asks_release: for the wheels, before the package that carries them."""
    folder.mkdir(parents=True, exist_ok=True)
    if _has_all(folder):
        return
    _fetch_interpreter(folder)
    if asks_release:
        try:
            wheels = gather([str(folder), RELEASE]).wheels
        except TokvizError as error:
            print(f"{error}\nThe wheels are taken from the package {_CARRIER} instead.", file=sys.stderr)
        else:
            listed = json.loads((folder / "pyodide-lock.json").read_text(encoding="utf-8"))["packages"]
            for name, (_, content) in wheels.items():
                (folder / listed[name]["file_name"]).write_bytes(content)
            return
    _fetch_carried(folder)


def _has_all(folder: Path) -> bool:
    try:
        gather([str(folder)])
    except TokvizError:
        return False
    return True


def _fetch_interpreter(folder: Path) -> None:
    pinned = pins()
    with tempfile.TemporaryDirectory(dir=folder) as there:
        package = f"pyodide@{pinned.pyodide}"
        subprocess.run(["npm", "pack", "--silent", "--pack-destination", there, package], check=True, stdout=sys.stderr)
        (archive,) = Path(there).glob("*.tgz")
        with tarfile.open(archive) as packed:
            for member in packed:
                name = PurePosixPath(member.name).name
                if name in pinned.files and (file := packed.extractfile(member)):
                    (folder / name).write_bytes(file.read())


def _fetch_carried(folder: Path) -> None:
    with tempfile.TemporaryDirectory(dir=folder) as there:
        order = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        subprocess.run([*order, "--dest", there, _CARRIER], check=True, stdout=sys.stderr)
        (carrier,) = Path(there).glob("*.whl")
        with ZipFile(carrier) as packed:
            for path in packed.namelist():
                name = PurePosixPath(path).name
                if name.endswith(".whl") and name.split("-")[0] in pins().wheels:
                    (folder / name).write_bytes(packed.read(path))


def cached() -> Parts:
    """Return all parts, downloaded once into `$TOKVIZ_PARTS`, or a folder of the user's cache."""
    folder = Path(os.environ.get("TOKVIZ_PARTS") or _cache() / "tokviz" / f"pyodide-{pins().pyodide}")
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:  # tests in several processes ask at once
        fcntl.flock(lock, fcntl.LOCK_EX)
        fetch(folder, asks_release=False)
        return gather([str(folder)])


def _cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def main(arguments: list[str]) -> int:
    """Fetch what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tools.site_parts", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--wheels", action="store_true", help="do not ask the release for the wheels")
    asked = parser.parse_args(arguments)
    try:
        fetch(asked.folder, asks_release=not asked.wheels)
    except subprocess.CalledProcessError as error:
        print(f"{error.cmd[0]} failed. Name folders or mirrors instead: make site-live PARTS=...", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
