"""A tokenizer that has a name on this machine: where its files are, and what they do not say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from tokviz.errors import FetchError
from tokviz.files.engine import Tell
from tokviz.files.pipeline import Pipeline

__all__ = ["Named", "Origin"]

Origin = Literal["shipped", "folder", "fetched"]


@dataclass(frozen=True)
class Named:
    """A name and its files, one or two that belong together. kind: whether it comes with tokviz, out of the folder that
    somebody offers, or was fetched. pattern, specials: of a rank file. commit: the version of what was fetched."""

    name: str
    files: tuple[Path, ...]
    kind: Origin
    pattern: str | None = None
    specials: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    commit: str | None = None

    @property
    def size(self) -> int:
        """The bytes of its files."""
        return sum(path.stat().st_size for path in self.files)

    def open(self, tell: Tell = lambda part: None) -> Pipeline:
        """Read it. tell: is told what is done. Raises TokvizError for a file that has gone or cannot be read."""
        try:
            return Pipeline.from_file(
                *self.files, name=self.name, pattern=self.pattern, specials=dict(self.specials), tell=tell
            )
        except OSError as error:
            raise FetchError("get-gone", name=self.name, why=error.strerror or type(error).__name__) from None
