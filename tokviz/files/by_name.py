"""Tokenizers by name: what a name may be, and those on this machine.

They come with tokviz, are files of a folder, or were fetched; nobody else is asked for any. A record for each fetched
name says where its files are: in the cache of huggingface_hub, where other programs find them, too; those of tiktoken,
which has no file that says all, beside their records. A record whose files have been deleted counts as none.

The name of what can be fetched is a repository of the hub, ``name`` or ``organization/name``, which a revision may
follow behind an ``@``, or an encoding of tiktoken. Addresses and paths are none.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Literal
from urllib.parse import quote

from tokviz.errors import FetchError
from tokviz.files.engine import Tell
from tokviz.files.pipeline import Pipeline
from tokviz.location import site

# -- names -----------------------------------------------------------------------------------------------------------

ENCODINGS: Mapping[str, str] = MappingProxyType(
    {
        "cl100k_base": "cl100k",
        "o200k_base": "o200k",
        "o200k_harmony": "o200k",
        "p50k_base": "gpt2",
        "p50k_edit": "gpt2",
        "r50k_base": "gpt2",
    }
)
"""Encodings of tiktoken, each with the name of its pattern."""

_LONGEST = 200  # characters
_PART = r"[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,94}[A-Za-z0-9_])?"
_NAME = re.compile(rf"(?P<repo>(?:{_PART}/)?{_PART})(?:@(?P<revision>{_PART}(?:/{_PART}){{0,3}}))?")


@dataclass(frozen=True)
class Name:
    """A repository and a revision of it, None for its main branch; or an encoding."""

    repo: str
    revision: str | None = None

    def __str__(self) -> str:
        return self.repo if self.revision is None else f"{self.repo}@{self.revision}"

    @property
    def is_encoding(self) -> bool:
        """True if tiktoken has it, and not the hub."""
        return self.revision is None and self.repo in ENCODINGS


def parse(text: str) -> Name:
    """Read a name. Raises FetchError for what is none.

    >>> parse("gpt2"), str(parse("org/name@v1.0")), parse("cl100k_base").is_encoding
    (Name(repo='gpt2', revision=None), 'org/name@v1.0', True)
    """
    match = _NAME.fullmatch(text)
    if match is None or len(text) > _LONGEST or "--" in match["repo"] or ".." in text or match["repo"].endswith(".git"):
        raise FetchError("get-name", name=text)
    return Name(match["repo"], match["revision"])


# -- tokenizers on this machine ----------------------------------------------------------------------------------------

Origin = Literal["shipped", "folder", "fetched", "known"]


@dataclass(frozen=True)
class Named:
    """A name and its files, one or two that belong together. kind: whether it comes with tokviz, out of the folder that
    the operator offers, or was fetched, known for one whose content is (``tokviz models``). pattern, specials: of a
    rank file. commit: the version of what was fetched."""

    name: str
    files: tuple[Path, ...]
    kind: Origin
    pattern: str | None = None
    specials: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    commit: str | None = None

    @property
    def size(self) -> int:
        """Return the bytes of its files."""
        return sum(path.stat().st_size for path in self.files)

    def open(self, tell: Tell = lambda part: None) -> Pipeline:
        """Read the tokenizer. tell: is told what is done. Raises TokvizError for a file that has gone or cannot be
        read."""
        try:
            return Pipeline.from_file(
                *self.files, name=self.name, pattern=self.pattern, specials=dict(self.specials), tell=tell
            )
        except OSError as error:
            raise FetchError("get-gone", name=self.name, why=error.strerror or type(error).__name__) from None

    def open_alone(self) -> Pipeline:
        """Read the tokenizer without its library, which takes a moment. Raises TokvizError where only the library
        applies it, and for a file that has gone."""
        from tokviz.files import without_library  # pages without a real tokenizer do without it

        (path,) = self.files
        short = path.with_suffix(SHORT)
        try:
            if short.is_file():
                with suppress(KeyError, ValueError):  # of another version, or broken: the file is still there
                    return without_library.open_short(short.read_bytes(), self.name)
            content = path.read_bytes()
        except OSError as error:
            raise FetchError("get-gone", name=self.name, why=error.strerror or type(error).__name__) from None
        if path.suffix == ".json":
            return without_library.open_alone(content, self.name)
        if path.suffix == ".tiktoken":
            return without_library.open_ranks_alone(content, self.pattern, self.specials, self.name)
        return self.open()  # a small file, which its library reads quickly


SHORT = ".short.json"
"""The ending of the short form of a tokenizer.json beside it (:mod:`tokviz.files.short_form`)."""
FOLDER = "TOKVIZ_TOKENIZERS"
"""The variable that names a folder with tokenizer files, which are offered to all visitors."""
SHIPPED = ("gpt", "bert", "llama", "t5")
"""The tokenizers that come with tokviz: learned from its own prose, each like a known model."""
_ENDINGS = (".json", ".model", ".gguf", ".tiktoken", ".txt")
_MOST = 200  # files of the folder


def on_this_machine() -> Mapping[str, Named]:
    """Return every tokenizer by its name: what comes with tokviz, the files of a folder, what was fetched. Where two
    have one name the first counts.

    >>> list(on_this_machine())[:4]
    ['gpt', 'bert', 'llama', 't5']
    """
    by_name: dict[str, Named] = {}
    for named in (*_shipped(), *_of_folder(), *read_records()):
        by_name.setdefault(named.name, named)
    return by_name


def of_merges() -> tuple[str, ...]:
    """Return the names of the tokenizers whose training may go on: a tokenizer.json that is not known to be no BPE.

    >>> of_merges()[:2]
    ('gpt', 'llama')
    """
    others = ("bert", "t5")
    every = on_this_machine().values()
    return tuple(one.name for one in every if one.files[0].suffix == ".json" and one.name not in others)


def _shipped() -> Iterator[Named]:
    for name in SHIPPED:
        yield Named(name, (site() / "assets" / "tokenizers" / f"{name}.json",), "shipped")


def _of_folder() -> Iterator[Named]:
    folder = os.environ.get(FOLDER)
    if folder:
        paths = sorted(path for path in Path(folder).glob("*") if path.suffix in _ENDINGS and path.is_file())
        for path in paths[:_MOST]:
            yield Named(path.name, (path,), "folder")


# -- what was fetched --------------------------------------------------------------------------------------------------

CACHE = "TOKVIZ_CACHE"
"""The variable that names the folder of the records."""


def cache_folder() -> Path:
    """Return the folder of the records; it need not exist."""
    if folder := os.environ.get(CACHE):
        return Path(folder)
    usual = os.environ.get("XDG_CACHE_HOME")
    home = os.path.expanduser("~")  # Path.home() raises for a user of a container who has none
    return (Path(usual) if usual else Path(home, ".cache")) / "tokviz"


def record_path(name: str, ending: str) -> Path:
    """Return the file of a name in that folder.

    >>> record_path("org/name@v1", ".json").name
    'org%2Fname@v1.json'
    """
    return cache_folder() / f"{quote(name, safe='@')}{ending}"


def write_record(named: Named) -> None:
    """Write down what was fetched. Raises FetchError where that is not possible."""
    record = {
        "name": named.name,
        "files": list(map(str, named.files)),
        "pattern": named.pattern,
        "specials": dict(named.specials),
        "commit": named.commit,
        "kind": named.kind,
    }
    try:
        write_file(record_path(named.name, ".json"), json.dumps(record, ensure_ascii=False).encode())
    except OSError as error:
        raise FetchError("get-disk", name=named.name, why=error.strerror or type(error).__name__) from None


def write_file(path: Path, content: bytes) -> None:
    """Write a file of that folder. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}.part")
    fresh.write_bytes(content)
    fresh.replace(path)  # a reader finds the old file or the new one, whole


def read_records() -> Iterator[Named]:
    """Yield all that was fetched and is still there, by name."""
    for path in sorted(cache_folder().glob("*.json")):
        with suppress(OSError, ValueError, KeyError, TypeError, AttributeError):  # not a record, or not any more
            record = _read_record(path)
            if path == record_path(record.name, ".json") and all(file.is_file() for file in record.files):
                yield record


def _read_record(path: Path) -> Named:
    record = json.loads(path.read_text(encoding="utf-8"))
    return Named(
        str(parse(record["name"])),
        tuple(map(Path, record["files"])),
        "known" if record.get("kind") == "known" else "fetched",
        record.get("pattern"),
        MappingProxyType({str(token): int(number) for token, number in record.get("specials", {}).items()}),
        record.get("commit"),
    )
