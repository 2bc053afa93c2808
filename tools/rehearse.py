"""`python -m tools.rehearse`: go through the workflow `site` on a clean clone, and try the clone as other hosts use it.

Each command is run as GitHub's machine runs it. What its actions do is done here: the clone, Pyodide out of a cache,
the published site on 127.0.0.1, a repository that takes the push. Only the package registries are asked for anything.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from playwright.sync_api import sync_playwright

from tests.e2e import chromium
from tests.e2e.conftest import CHROMIUM_FLAGS, serve
from tests.e2e.local_site import served
from tools.site_parts import cached

__all__ = ["WORKFLOW", "Step", "filled", "steps"]

_ROOT = Path(__file__).resolve().parents[1]
WORKFLOW = Path(".github/workflows/site.yml")
_SECONDS = 120
"""The time that a busy machine may take for the first picture."""
_ADDRESS = "https://example.org/tokviz/"
_EXPRESSIONS: Mapping[str, str] = {
    "inputs.app": "",
    "inputs.parts": "",
    "steps.pages.outputs.base_url": _ADDRESS.rstrip("/"),
    "steps.deployment.outputs.page_url": _ADDRESS,
    "needs.publish.outputs.address": _ADDRESS,
    "github.event.repository.default_branch": "main",
    "hashFiles('tokviz/features/site/parts.json')": "hash",
}
"""The values of the expressions after a push to the main branch of a repository with Pages."""


@dataclass(frozen=True)
class Step:
    """A step of the workflow.

    action: its name without a version, or empty for a command. given: its inputs or variables.
    """

    job: str
    action: str
    command: str
    given: Mapping[str, str]


def filled(text: str) -> str:
    """Return a text of the workflow with the values of its expressions. Raises KeyError for one that is not known.

    >>> filled("--at ${{ steps.pages.outputs.base_url }}/en")
    '--at https://example.org/tokviz/en'
    """
    return re.sub(r"\$\{\{ *(.*?) *\}\}", lambda found: _EXPRESSIONS[found[1]], text)


def steps(workflow: Mapping[str, Any]) -> Iterator[Step]:
    """Yield the steps of all jobs, in the order of the file, which has a job after those that it needs."""
    seen = list[str]()
    for name, job in workflow["jobs"].items():
        assert job.get("needs", seen[-1] if seen else None) in (*seen, None), name
        seen.append(name)
        for step in job["steps"]:
            given = {key: filled(str(value)) for key, value in (step.get("with") or step.get("env") or {}).items()}
            yield Step(name, step.get("uses", "").split("@")[0], step.get("run", ""), given)


class _Machine:
    """The folders of a rehearsal: a repository that takes the push, a clone for each job, and the published site."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.origin, self.artifact, self.site = (
            folder / "origin.git",
            folder / "artifact.tar",
            folder / "site" / "tokviz",
        )
        _git("clone", "--quiet", "--bare", "--no-local", str(_ROOT), str(self.origin), at=folder)
        _git("branch", "--force", "main", _git("rev-parse", "HEAD", at=_ROOT), at=self.origin)

    def do(self, step: Step) -> None:
        """Do a step."""
        clone = self.folder / step.job
        if step.command:
            kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
            subprocess.run(
                ["bash", "-e", "-c", step.command], cwd=clone, env={**kept, "CI": "true", **step.given}, check=True
            )
            return
        match step.action:
            case "actions/checkout":
                _git("clone", "--quiet", "--branch", "main", str(self.origin), str(clone), at=self.folder)
            case "actions/setup-python" | "actions/setup-node":
                program = "python3" if "python-version" in step.given else "node"
                subprocess.run([program, "--version"], check=True)
            case "actions/cache":
                parts, folder = cached(), clone / step.given["path"]
                folder.mkdir(parents=True)
                listed = _listed(parts.files["pyodide-lock.json"])
                wheels = {listed[name]["file_name"]: content for name, (_, content) in parts.wheels.items()}
                for name, content in {**parts.files, **wheels}.items():
                    (folder / name).write_bytes(content)
            case "actions/configure-pages":
                pass
            case "actions/upload-pages-artifact":
                with tarfile.open(self.artifact, "w") as packed:
                    packed.add(clone / step.given["path"], ".")
            case "actions/deploy-pages":
                with tarfile.open(self.artifact) as packed:
                    packed.extractall(self.site, filter="data")
            case _:
                raise SystemExit(f"Nothing does what {step.action} does: add it to tools/rehearse.py.")

    def look(self) -> None:
        """Open the published site below a folder, train in the tab, and read the README that was pushed."""
        program = chromium.find()
        if program is None:
            raise SystemExit(chromium.MISSING)
        with served(self.site.parent) as site, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program, args=list(CHROMIUM_FLAGS))
            page = browser.new_page()
            for path in ("", "zh/", "docs/index.html"):
                answer = page.goto(f"{site.url}/tokviz/{path}")
                assert answer is not None, path
                assert answer.ok, path
            began = time.monotonic()
            page.goto(f"{site.url}/tokviz/en/own.html#page=bpe&example=sennrich&step=3")
            page.locator(".says > .say").first.wait_for(timeout=_SECONDS * 1_000)
            print(f"The first picture in the tab: {time.monotonic() - began:.1f} s")
            browser.close()
        for name, at in (("README.md", _ADDRESS), ("README.zh.md", f"{_ADDRESS}zh/")):
            assert f"({at})" in _git("show", f"main:{name}", at=self.origin), name

    def serve(self) -> None:
        """Start the clone as Community Cloud does, by requirements.txt and app.py; make the folder of a Space."""
        clone = self.folder / "build"
        python = clone / ".venv" / "bin" / "python"
        install = [str(python), "-m", "pip", "--quiet", "install", "-r", "requirements.txt"]
        subprocess.run(install, cwd=clone, check=True)
        command = ("-m", "streamlit", "run", "app.py", "--server.port", "0")
        with serve(self.folder, command, program=python, cwd=clone, settings={"TOKVIZ_PROXIES": "1"}):
            print("Community Cloud: the app answers")
        subprocess.run(["make", "space"], cwd=clone, check=True)
        space = clone / "build" / "space"
        dockerfile = (space / "Dockerfile").read_text(encoding="utf-8")
        named = [name for line in re.findall(r"(?m)^COPY (.*) \S+$", dockerfile) for name in line.split()]
        assert [name for name in named if not (space / name).exists()] == []
        print(f"Space: all that its Dockerfile copies is there ({', '.join(named)})")


def _listed(lock: bytes) -> Mapping[str, Mapping[str, str]]:
    packages: Mapping[str, Mapping[str, str]] = json.loads(lock)["packages"]
    return packages


def _git(*words: str, at: Path) -> str:
    return subprocess.run(["git", *words], cwd=at, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def main() -> int:
    """Rehearse, and say how long each step took."""
    workflow = yaml.safe_load((_ROOT / WORKFLOW).read_text(encoding="utf-8"))
    folder = Path(tempfile.mkdtemp(prefix="tokviz-"))
    try:
        machine = _Machine(folder)
        for step in steps(workflow):
            began = time.monotonic()
            machine.do(step)
            said = step.action or step.command.strip().splitlines()[0]
            print(f"{step.job}: {said}: {time.monotonic() - began:.0f} s", flush=True)
        machine.look()
        machine.serve()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print("All steps of the workflow work on a clean clone.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
