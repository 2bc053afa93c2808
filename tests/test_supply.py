"""Sources of everything that is installed: versions with hashes, images by digest, containers that may do little."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, metadata, requires
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from tokviz.features.site.parts import pins
from tokviz.frontend import FOLDER
from tools.rehearse import WORKFLOW, filled, steps

SHA256 = re.compile(r"sha256:[0-9a-f]{64}")
NATIVE = {"numpy", "regex", "segno", "sentencepiece", "tokenizers", "uvloop", "redis"}
"""Packages that read the files and bytes of strangers; a new version of one is tried out first."""


@pytest.fixture(scope="module")
def project(root: Path) -> dict[str, Any]:
    return dict(tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def pinned(root: Path) -> dict[str, str]:
    """Name -> version, of constraints.txt."""
    lines = (root / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.split("==") for line in lines if not line.startswith("#"))
    return {canonicalize_name(name): version for name, version in pairs}


@pytest.fixture(scope="module")
def lock(root: Path) -> dict[str, tuple[str, list[str]]]:
    """Name -> version and hashes, of deploy/requirements.lock, which has nothing else in it."""
    return read_lock((root / "deploy" / "requirements.lock").read_text(encoding="utf-8"))


def read_lock(text: str) -> dict[str, tuple[str, list[str]]]:
    found = {}
    for entry in re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ").splitlines():
        pin, *hashes = entry.split()
        assert re.fullmatch(r"[a-z0-9-]+==[0-9][\w.]*", pin), entry
        assert hashes, entry
        assert all(re.fullmatch(rf"--hash={SHA256.pattern}", one) for one in hashes), entry
        name, version = pin.split("==")
        found[name] = version, hashes
    return found


def test_every_pinned_version_is_for_the_oldest_python(project: dict[str, Any], pinned: Mapping[str, str]) -> None:
    """Debian's Python stays at an early patch release, where pip would find no version that fits."""
    oldest = project["project"]["requires-python"].removeprefix(">=") + ".0"
    about = {name: metadata(name) for name in pinned if is_installed(name)}
    wanted = {name: one["Requires-Python"] for name, one in about.items() if "Requires-Python" in one}
    assert {name: versions for name, versions in wanted.items() if oldest not in SpecifierSet(versions)} == {}


def is_installed(name: str) -> bool:
    """Tell if a package is here: some are for other versions or other systems."""
    try:
        return bool(metadata(name))
    except PackageNotFoundError:
        return False


LEAST = {
    "python_full_version": "3.11.0",  # packages that only an early patch release needs are in the lock, too
    "python_version": "3.11",
    "sys_platform": "linux",
    "platform_system": "Linux",
    "platform_machine": "x86_64",
}
"""The machine that the lock is for."""


def needed(project: Mapping[str, Any]) -> set[str]:
    """The names of all packages that the image needs: the app, Redis, the build backend, and what these need."""
    given = [*project["project"]["dependencies"], *project["project"]["optional-dependencies"]["cluster"], "hatchling"]
    left = [(Requirement(one), "") for one in given]
    seen: set[tuple[str, str]] = set()
    while left:
        one, of_extra = left.pop()
        if one.marker is not None and not one.marker.evaluate({**LEAST, "extra": of_extra}):
            continue
        for extra in {"", *one.extras} - {extra for name, extra in seen if name == one.name}:
            seen.add((one.name, extra))
            left += [(inner, extra) for inner in map(Requirement, requirements_of(one.name))]
    return {canonicalize_name(name) for name, _ in seen}


def requirements_of(name: str) -> list[str]:
    """Return the requirements of an installed package; none where it is not needed."""
    try:
        return requires(name) or []
    except PackageNotFoundError:
        return []


# -- versions and hashes -----------------------------------------------------------------------------------------------


def test_the_lock_has_the_versions_that_the_tests_run_with(
    lock: dict[str, tuple[str, list[str]]], pinned: dict[str, str]
) -> None:
    assert {name: version for name, (version, _) in lock.items()} == {name: pinned.get(name) for name in lock}


def test_the_lock_has_what_the_image_needs_and_no_more(
    lock: dict[str, tuple[str, list[str]]], project: dict[str, Any]
) -> None:
    """After a change of the dependencies, `make lock` writes it again."""
    assert set(lock) == needed(project)


@pytest.mark.parametrize(
    "line",
    [
        "numpy==2.4.6",
        "numpy>=2 --hash=sha256:" + "0" * 64,
        "numpy==2.4.6 --hash=sha256:" + "0" * 63,
        "numpy @ file:numpy.whl --hash=sha256:" + "0" * 64,
        "--index-url elsewhere",
    ],
)
def test_a_lock_without_hashes_or_with_addresses_is_seen(line: str) -> None:
    with pytest.raises(AssertionError):
        read_lock(line)


def test_the_image_installs_by_hash_alone(root: Path) -> None:
    installs = re.findall(r"pip install ([^&\n]*)", (root / "deploy" / "Dockerfile").read_text(encoding="utf-8"))
    assert [one.strip() for one in installs] == [
        "--only-binary :all: --require-hashes -r requirements.lock \\",
        "--no-index --no-deps --no-build-isolation -e .",
    ]


def test_what_reads_strange_files_has_an_upper_bound(project: dict[str, Any], pinned: dict[str, str]) -> None:
    extras = project["project"]["optional-dependencies"]["cluster"]
    bounded = [Requirement(one) for one in [*project["project"]["dependencies"], *extras]]
    assert {one.name for one in bounded} >= NATIVE
    for one in bounded:
        assert {it.operator for it in one.specifier} == {">=", "<"}, one
        assert one.specifier.contains(pinned[canonicalize_name(one.name)]), one


def test_npm_has_versions_and_hashes_and_no_addresses() -> None:
    written = (FOLDER / "package-lock.json").read_text(encoding="utf-8")
    assert "://" not in written
    packages = json.loads(written)["packages"]
    wanted = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    assert packages.pop("")["devDependencies"] == wanted
    assert all(re.fullmatch(r"\d+(\.\d+)+", version) for version in wanted.values())
    assert {f"node_modules/{name}" for name in wanted} <= set(packages)
    for path, package in packages.items():
        assert re.fullmatch(r"sha512-[A-Za-z0-9+/]{86}==", package["integrity"]), path
        assert "resolved" not in package, path
    assert "omit-lockfile-registry-resolved=true" in (FOLDER / ".npmrc").read_text(encoding="utf-8")


def test_the_workflow_runs_what_runs_here(root: Path) -> None:
    """Two actions bring the checkout and Python; the rest is .ci/run, without the right to write to the repository."""
    workflow = yaml.safe_load((root / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    (job,) = workflow["jobs"].values()
    *prepared, last = job["steps"]
    assert [step["uses"].split("@")[0] for step in prepared] == ["actions/checkout", "actions/setup-python"]
    assert last["run"].split()[-1] == ".ci/run"


@pytest.fixture(scope="module")
def site(root: Path) -> dict[Any, Any]:
    """The workflow that publishes the site."""
    return dict(yaml.safe_load((root / WORKFLOW).read_text(encoding="utf-8")))


def test_the_workflow_of_the_site_builds_the_main_branch_and_tags(site: dict[Any, Any]) -> None:
    """YAML reads `on` as true. GitHub lets no tag publish by default, so only the main branch does."""
    assert site[True]["push"] == {"branches": ["main"], "tags": ["v*"]}
    assert {*site[True]} == {"push", "workflow_dispatch"}
    assert "default_branch" in site["jobs"]["publish"]["if"]


def test_each_job_of_the_site_may_write_what_it_is_for(site: dict[Any, Any]) -> None:
    """The job that builds runs code of packages, so it writes nothing; the one that pushes runs none."""
    assert site["permissions"] == {"contents": "read"}
    assert {name: job["permissions"] for name, job in site["jobs"].items()} == {
        "build": {"contents": "read", "pages": "read"},
        "publish": {"pages": "write", "id-token": "write"},
        "front": {"contents": "write"},
    }
    assert {step.action.split("/")[0] for step in steps(site) if step.action} == {"actions"}


def test_the_workflow_of_the_site_runs_targets_of_make(root: Path, site: dict[Any, Any]) -> None:
    """Typed inputs and values of GitHub are variables of a command and never a part of it."""
    commands = [step.command for step in steps(site) if step.command]
    targets = [command.split()[1] for command in commands if command.startswith("make ")]
    assert targets == ["ffmpeg", "docs", "site-live", "front"]
    assert [command for command in commands if not command.startswith(("make ", "git "))] == []
    phony = re.findall(r"(?m)^\.PHONY: (.*)$", (root / "Makefile").read_text(encoding="utf-8"))
    assert {*targets} <= {*" ".join(phony).split()}
    assert not [command for command in commands if "${{" in command]
    for command in commands:
        subprocess.run(["bash", "-n", "-c", command], check=True)


def test_the_parts_of_the_tab_are_cached_by_their_hashes(root: Path, site: dict[Any, Any]) -> None:
    (cache,) = (step for step in site["jobs"]["build"]["steps"] if step.get("uses", "").startswith("actions/cache@"))
    (hashed,) = re.findall(r"hashFiles\('(.*?)'\)", cache["with"]["key"])
    assert (root / hashed).is_file()
    assert f"tools.site_parts {cache['with']['path']}" in (root / "Makefile").read_text(encoding="utf-8")


def test_an_expression_that_the_rehearsal_does_not_know_is_seen() -> None:
    with pytest.raises(KeyError, match="secrets"):
        filled("${{ secrets.TOKEN }}")


def test_the_hosts_find_what_they_read(root: Path) -> None:
    """A Space reads the first lines of its README, Community Cloud requirements.txt and secrets."""
    _, settings, _ = (root / "deploy" / "space" / "README.md").read_text(encoding="utf-8").split("---\n", 2)
    space = yaml.safe_load(settings)
    assert (space["sdk"], space["app_port"]) == ("docker", 8501)
    assert len(space["short_description"]) <= 60
    documented_names = (root / "docs" / "reference" / "environment.md").read_text(encoding="utf-8")
    added = (root / "deploy" / "space" / "Dockerfile.end").read_text(encoding="utf-8")
    secrets = tomllib.loads((root / "deploy" / "community-cloud" / "secrets.toml").read_text(encoding="utf-8"))
    assert secrets == {"TOKVIZ_PROXIES": "1"}, "a secret that everybody has is none"
    for name in {*re.findall(r"TOKVIZ_\w+", added), *secrets}:
        assert name in documented_names, name
    needed = (root / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in needed if not line.startswith("#")] == ["-c constraints.txt", "-e ."]


OTHER_PROJECT = re.compile(
    r"\btokviz(?:\[|\s*[=~<>]=)|\b(?:pip|pipx|uv|uvx|conda|poetry)\b[^\n`.;]* tokviz(?![\w./-])", re.ASCII
)
"""Text that installs `tokviz`, another project of the package index; ours is `tokviz-lab`."""


def test_every_text_installs_our_distribution(root: Path, project: dict[str, Any]) -> None:
    assert project["project"]["name"] == "tokviz-lab"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, check=True, capture_output=True, text=True).stdout
    wrong = []
    for name in listed.strip("\0").split("\0"):
        try:
            text = (root / name).read_text(encoding="utf-8")
        except (UnicodeDecodeError, FileNotFoundError, IsADirectoryError):
            continue  # a picture, or a file that is about to be committed as removed
        wrong += [(name, found[0]) for found in OTHER_PROJECT.finditer(text)]
    assert wrong == []


@pytest.mark.parametrize("words", ["pip install {}", "pip install -U {}", "'{}[cluster]'", "uv add {}", "{}>=0.1"])
def test_a_text_that_installs_the_other_project_is_seen(words: str) -> None:
    assert OTHER_PROJECT.search(words.format("tokviz"))
    assert not OTHER_PROJECT.search(words.format("tokviz-lab"))


def test_the_parts_of_a_tab_are_pinned_by_hash_and_without_addresses(root: Path) -> None:
    text = (root / "tokviz" / "features" / "site" / "parts.json").read_text(encoding="utf-8")
    assert "://" not in text
    assert re.fullmatch(r"\d+\.\d+\.\d+", pins().pyodide)
    assert {"pyodide-lock.json", "pyodide.asm.wasm", "python_stdlib.zip"} <= pins().files.keys()
    assert all(re.fullmatch(r"[0-9a-f]{64}", one) for one in pins().files.values())
    assert "://" not in (root / "tools" / "site_parts.py").read_text(encoding="utf-8")


# -- containers --------------------------------------------------------------------------------------------------------

FLAGS = (
    r"--read-only\b",
    r"--tmpfs /tmp\b",
    r"--memory \d+[mg]\b",
    r"--pids-limit \d+\b",
    r"--cap-drop ALL\b",
    r"--security-opt no-new-privileges\b",
)


def documented(root: Path) -> Iterator[Path]:
    """The files that may tell somebody how to run a container."""
    yield root / "Makefile"
    yield from sorted({*root.glob("*.md"), *(root / "docs").rglob("*.md")} - {root / "CHANGELOG.md"})
    yield from sorted(path for path in (root / "deploy").rglob("*") if path.is_file() and path.suffix != ".pyc")


def runs(text: str) -> list[str]:
    """The commands that run a container, each on one line."""
    joined = re.sub(r"\\\n[#\s]*", " ", text)
    return re.findall(r"^.*\b(?:docker|podman|nerdctl)(?: container)? (?:run|create)\b.*$", joined, re.MULTILINE)


def missing(command: str) -> list[str]:
    return [flag for flag in FLAGS if not re.search(flag, command)]


def images(root: Path) -> dict[str, str]:
    """File and line -> the image of somebody else that is named there."""
    found = {}
    folder = root / "deploy"
    for path in (folder / "Dockerfile", *sorted(folder.rglob("*.yaml"))):
        for line in path.read_text(encoding="utf-8").splitlines():
            name = re.match(r"\s*(?:FROM|image:)\s+(\S+)", line)
            if name and name[1] != "tokviz":
                found[f"{path.name}: {line.strip()}"] = name[1]
    return found


def test_every_documented_container_may_do_little(root: Path) -> None:
    found = {(path.name, one): missing(one) for path in documented(root) for one in runs(path.read_text("utf-8"))}
    assert {name for name, _ in found} >= {"Dockerfile", "deploy.md"}
    assert {command: flags for command, flags in found.items() if flags} == {}


def test_a_container_that_may_do_more_is_seen() -> None:
    (command,) = runs("# docker build . &&\n#   docker run --read-only \\\n#     --cap-drop ALL tokviz\n")
    assert len(missing(command)) == 4


def test_every_service_of_compose_may_do_little(root: Path) -> None:
    composed = yaml.safe_load((root / "deploy" / "compose.yaml").read_text(encoding="utf-8"))
    for name, service in composed["services"].items():
        assert service["read_only"] is True, name
        assert service["tmpfs"] == ["/tmp"], name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["mem_limit"], name
        assert service["pids_limit"], name
        assert not {"privileged", "cap_add", "network_mode", "pid"} & set(service), name
    networks = {name: set(service["networks"]) for name, service in composed["services"].items()}
    assert [name for name, one in networks.items() if "outside" in one] == ["proxy"], "only the proxy is reached"
    assert [name for name, one in networks.items() if "rooms" in one] == ["app", "store"], "the store has no password"
    assert all((composed["networks"][name] or {}).get("internal") for name in ("pages", "rooms"))


def test_every_pod_may_do_little(root: Path) -> None:
    files = sorted((root / "deploy" / "kubernetes").glob("*.yaml"))
    objects = [one for path in files for one in yaml.safe_load_all(path.read_text(encoding="utf-8"))]
    pods = [one["spec"]["template"]["spec"] for one in objects if one["kind"] == "Deployment"]
    assert len(pods) == 2
    for pod in pods:
        assert pod["automountServiceAccountToken"] is False
        assert pod["securityContext"]["runAsNonRoot"] is True
        assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        for container in pod["containers"]:
            assert container["securityContext"] == {
                "allowPrivilegeEscalation": False,
                "readOnlyRootFilesystem": True,
                "capabilities": {"drop": ["ALL"]},
            }
            assert container["resources"]["limits"]["memory"]
    (policy,) = (one["spec"] for one in objects if one["kind"] == "NetworkPolicy")
    assert policy["podSelector"]["matchLabels"] == {"app": "tokviz-store"}
    assert policy["ingress"][0]["from"] == [{"podSelector": {"matchLabels": {"app": "tokviz"}}}]
    tokviz = (root / "deploy" / "kubernetes" / "tokviz.yaml").read_text(encoding="utf-8")
    assert "podPidsLimit" in tokviz, "a manifest cannot limit the processes"


def test_every_image_of_others_has_a_digest(root: Path) -> None:
    found = images(root)
    assert len(found) >= 4
    with_digest = re.compile(rf"[a-z]+:[\w.-]+@{SHA256.pattern}")
    assert {line for line, name in found.items() if not with_digest.fullmatch(name)} == set()
    named: dict[str, set[str]] = {}
    for name in found.values():
        named.setdefault(name.split(":")[0], set()).add(name)
    assert {image for image, names in named.items() if len(names) > 1} == set(), "one version of each"
