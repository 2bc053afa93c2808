"""What a reader makes of a file: the model, and notes about all that is otherwise than with the file's own library.

Each format has two readers. `load...` gives a :class:`Loaded`, whose notes a page or the command line shows; `read...`
gives the model alone and warns of each note. What a note's code means stands in the catalogs, under ``file.``.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Generic, TypeVar

from tokviz.errors import readable
from tokviz.texts import templates

__all__ = ["FileWarning", "Files", "Loaded", "Note", "note"]

Files = Sequence[tuple[str, bytes]]
"""Names and contents."""
ModelOut = TypeVar("ModelOut", covariant=True)


@dataclass(frozen=True)
class Note:
    """Something about a file that its reader has to say: a code, and the values of its sentence.

    >>> note("padding").sentence(templates("en"))
    'The file asks for texts to be padded to one length. Here nothing is added.'
    """

    code: str
    details: Mapping[str, object]

    def sentence(self, texts: Mapping[str, str]) -> str:
        """What it says, in the language of the templates of :func:`tokviz.texts.templates`."""
        return texts[f"file.{self.code}"].format(**readable(self.details))


def note(code: str, /, **details: object) -> Note:
    """The note with this code."""
    return Note(code, MappingProxyType(details))


class FileWarning(UserWarning):
    """A note of a file that was read: something is not applied, or had to be guessed. `note` has its code."""

    def __init__(self, note: Note) -> None:
        super().__init__(note)
        self.note = note

    def __str__(self) -> str:
        return self.note.sentence(templates("en"))


@dataclass(frozen=True)
class Loaded(Generic[ModelOut]):
    """A model out of files, with the notes of its reader."""

    model: ModelOut
    notes: tuple[Note, ...] = ()

    def told(self) -> ModelOut:
        """The model; each note becomes a :class:`FileWarning` at the place that called the caller."""
        for one in self.notes:
            warnings.warn(FileWarning(one), stacklevel=3)
        return self.model
