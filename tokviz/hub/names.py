"""Names of tokenizers that can be fetched: read and checked, so that nothing but a name is ever sent.

A name is a repository of the hub, ``name`` or ``organization/name``, which a revision may follow behind an ``@``, or an
encoding of tiktoken. Addresses and paths are none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tokviz.errors import FetchError

__all__ = ["ENCODINGS", "Name", "parse"]

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
        """Whether tiktoken has it, and not the hub."""
        return self.revision is None and self.repo in ENCODINGS


def parse(text: str) -> Name:
    """Read a name. Raises FetchError for what is none.

    >>> parse("gpt2"), str(parse("org/name@v1.0")), parse("cl100k_base").is_encoding
    (Name(repo='gpt2', revision=None), 'org/name@v1.0', True)
    """
    found = _NAME.fullmatch(text)
    if found is None or len(text) > _LONGEST or "--" in found["repo"] or ".." in text or found["repo"].endswith(".git"):
        raise FetchError("get-name", name=text)
    return Name(found["repo"], found["revision"])
