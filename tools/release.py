"""`python -m tools.release`: build a wheel and a source distribution, try both, and print how a person uploads them.

Both are installed into a new environment, with the extras and the versions of `constraints.txt` from the package index,
and used there. The index checks what it is sent, too; `packaging` applies the same rules to the metadata here.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any
from zipfile import ZipFile

from packaging.metadata import ExceptionGroup, Metadata

__all__ = ["before_upload", "build", "faults", "metadata"]

_ROOT = Path(__file__).resolve().parents[1]
_TRIED = ("train", "--example", "hug", "--format", "csv")


def build(source: Path, folder: Path, kind: str) -> Path:
    """Return the distribution of this kind, built from `source` by the backend that pyproject.toml names."""
    before = set(folder.glob("*"))
    words = [sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", str(folder)]
    subprocess.run(words, cwd=source, check=True, capture_output=True)
    (built,) = set(folder.iterdir()) - before
    return built


def metadata(built: Path) -> str:
    """Return the metadata of a distribution as the index reads them."""
    if built.suffix == ".whl":
        with ZipFile(built) as wheel:
            (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
            return wheel.read(name).decode("utf-8")
    with tarfile.open(built) as sdist:
        (member,) = (one for one in sdist if PurePosixPath(one.name).match("*/PKG-INFO") and one.name.count("/") == 1)
        file = sdist.extractfile(member)
        assert file is not None
        return file.read().decode("utf-8")


def faults(text: str) -> tuple[str, ...]:
    """Return the faults for which an index would refuse a distribution.

    >>> faults("Metadata-Version: 2.4\\nName: tokviz-lab\\nVersion: 0.1\\n")
    ('there is no description',)
    """
    try:
        read = Metadata.from_email(text, validate=True)
    except ExceptionGroup as group:
        return tuple(str(error) for error in group.exceptions)
    return () if read.description else ("there is no description",)


def before_upload(root: Path, project: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the steps that remain in this checkout before an upload. project: of pyproject.toml."""
    version, left = str(project["version"]), list[str]()
    changes = subprocess.run(["git", "status", "--short"], cwd=root, check=True, capture_output=True, text=True).stdout
    if changes:
        left.append("Commit or remove what `git status` lists, and build again: files that are not committed are in.")
    heading = re.search(r"^## (.*)$", (root / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    if heading is None or not re.fullmatch(rf"{re.escape(version)}, \d{{4}}-\d\d-\d\d", heading[1]):
        left.append(f"Begin CHANGELOG.md with `## {version}, ` and the date.")
    if f"\nversion: {version}\n" not in (root / "CITATION.cff").read_text(encoding="utf-8"):
        left.append(f"Write `version: {version}` into CITATION.cff.")
    if "urls" not in project:
        left.append("Name the repository in [project.urls] of pyproject.toml: the README's own links are relative.")
    return tuple(left)


def _used(environment: Path, elsewhere: Path, project: Mapping[str, Any], modules: list[str]) -> None:
    """Use what is installed there. Raises CalledProcessError, or SystemExit that names what differs from here."""
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}

    def printed(*words: str | Path, at: Path = elsewhere) -> str:
        done = subprocess.run(words, cwd=at, env=surroundings, check=True, stdout=subprocess.PIPE, text=True)
        return done.stdout.strip()

    command, python = environment / "bin" / "tokviz", environment / "bin" / "python"
    version = str(project["version"])
    imported = f"import tokviz, {', '.join(modules)}; print(tokviz.__version__, tokviz.__file__)"
    stated, file = printed(python, "-c", imported).split(" ", 1)
    differing = {
        "the version of the command": printed(command, "--version") != f"tokviz {version}",
        "the version of the package": stated != version,
        "the place of the package": not Path(file).is_relative_to(environment),
        "what the command trains": printed(command, *_TRIED)
        != printed(sys.executable, "-m", "tokviz", *_TRIED, at=_ROOT),
    }
    printed(python, "-m", "pip", "check")
    if any(differing.values()):
        raise SystemExit(f"Installed, these differ: {', '.join(name for name, is_so in differing.items() if is_so)}.")


def main() -> int:
    """Build, check and try both distributions, and print what is to be done with them."""
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    dist, folder = _ROOT / "dist", _ROOT / "build" / "release"
    for path in (dist, folder):
        shutil.rmtree(path, ignore_errors=True)
    environment, elsewhere = folder / "venv", folder / "elsewhere"
    elsewhere.mkdir(parents=True)
    dist.mkdir()
    wheel, sdist = build(_ROOT, dist, "wheel"), build(_ROOT, dist, "sdist")
    refused = {built.name: faults(metadata(built)) for built in (wheel, sdist)}
    if any(refused.values()):
        raise SystemExit(f"The index would refuse this metadata: {refused}")

    extras = {name: wanted for name, wanted in project["optional-dependencies"].items() if name != "dev"}
    modules = [re.split(r"\W", one, maxsplit=1)[0] for wanted in extras.values() for one in wanted]
    venv.create(environment, with_pip=True)
    pip = [str(environment / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
    print(f"Trying {wheel.name} with the extras {', '.join(extras)} in a new environment ...", flush=True)
    constraints = str(_ROOT / "constraints.txt")
    subprocess.run([*pip, "--constraint", constraints, f"{wheel}[{','.join(extras)}]"], check=True)
    _used(environment, elsewhere, project, modules)
    print(f"Trying {sdist.name} there ...", flush=True)
    subprocess.run([*pip, "--no-deps", "--force-reinstall", str(sdist)], check=True)
    _used(environment, elsewhere, project, modules)

    print()
    for built in (wheel, sdist):
        content = built.read_bytes()
        print(f"dist/{built.name}: {len(content) / 1e6:.1f} MB, SHA-256 {hashlib.sha256(content).hexdigest()}")
    print(_UPLOAD.format(name=project["name"], version=project["version"], left=_listed(before_upload(_ROOT, project))))
    return 0


def _listed(left: tuple[str, ...]) -> str:
    return "".join(f"- {one}\n" for one in left) or "Nothing is left to do in this checkout.\n"


_UPLOAD = """\
Both are installed and used without a difference. Before you upload them:

{left}
Then, with an account at the package index (https://pypi.org) that may upload {name}:

1. Make a token in the settings of the account. Limit it to {name}, once the project is there.
2. python3 -m venv build/upload && build/upload/bin/pip install twine
3. build/upload/bin/twine upload --repository testpypi dist/*    (an account at test.pypi.org; look at the page)
4. build/upload/bin/twine upload dist/*                          (user __token__, the token as password)
5. git tag v{version} && git push origin v{version}                    (the site of this version is built, too)

A file of a version can be uploaded once. What is wrong after that needs a new version."""


if __name__ == "__main__":
    sys.exit(main())
