"""What a reader makes of a file: the model, and notes about all that is otherwise than with the file's own library.

A page or the command line shows the notes. What a note's code means stands in the catalogs, under ``file.``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Generic, TypeVar

from tokviz.errors import readable

__all__ = ["Files", "Loaded", "Note", "note"]

Files = Sequence[tuple[str, bytes]]
"""Names and contents."""
ModelOut = TypeVar("ModelOut", covariant=True)


@dataclass(frozen=True)
class Note:
    """Something about a file that its reader has to say: a code, and the values of its sentence.

    >>> from tokviz.texts import templates
    >>> note("padding").sentence(templates("en"))
    'The file asks for texts to be padded to one length. Here nothing is added.'
    """

    code: str
    details: Mapping[str, object]

    def sentence(self, texts: Mapping[str, str]) -> str:
        """What it says, in the language of the templates of :func:`tokviz.texts.templates`."""
        return texts[f"file.{self.code}"].format(**readable(self.details, texts))


def note(code: str, /, **details: object) -> Note:
    """The note with this code."""
    return Note(code, MappingProxyType(details))


@dataclass(frozen=True)
class Loaded(Generic[ModelOut]):
    """A model out of files, with the notes of its reader."""

    model: ModelOut
    notes: tuple[Note, ...] = ()
