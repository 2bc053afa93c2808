"""Which tokenizers are compared: two to four, each with an algorithm and a preset or out of files; and what at first.

>>> [slot.preset for slot in map(Slot.of, USUAL)]
['course', 'course', 'soft-em']
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tokviz import examples
from tokviz.algorithms import ALGORITHMS
from tokviz.corpus.passages import Text
from tokviz.pretokenize import BYTE_LEVEL
from tokviz.trace import Rules

__all__ = ["FEWEST", "FILE", "MAX_SIZE", "MOST", "USUAL", "File", "Slot", "opening_split", "opening_text"]

FILE = "file"
"""What stands for an algorithm where a tokenizer comes out of files."""
USUAL = ("bpe:course", "wordpiece:course", "unigram:soft-em")
"""The tokenizers that are compared unless others are asked for."""
FEWEST, MOST = 2, 4
"""How many are compared."""
MAX_SIZE = 10_000
"""The largest size that is trained, in tokens."""
_OPENING_WORDS = 12


class File(NamedTuple):
    """A file of a tokenizer. key: what names its content, such as its path."""

    key: str
    name: str
    content: bytes


@dataclass(frozen=True)
class Slot:
    """A tokenizer that is asked for: to be trained, with its algorithm and a preset, or out of files.

    algorithm: :data:`FILE` for one of files. preset: for that whatever tells it from others. files: of such a one.
    specials: special tokens that these do not name, as :func:`~tokviz.files.detect.load_any` takes them.
    """

    algorithm: str
    preset: str
    files: tuple[File, ...] = ()
    specials: tuple[str, ...] = ()

    @classmethod
    def of(cls, name: str) -> Slot:
        """The slot of a name as `USUAL` has it; whether there is such an algorithm and preset is not looked at.

        >>> Slot.of("bpe:subword-nmt")
        Slot(algorithm='bpe', preset='subword-nmt', files=(), specials=())
        """
        algorithm, _, preset = name.partition(":")
        return cls(algorithm, preset)

    @property
    def name(self) -> str:
        """Algorithm and preset, "bpe:course"."""
        return f"{self.algorithm}:{self.preset}"

    @property
    def is_trained(self) -> bool:
        """Whether it has to be trained, and is not there in files."""
        return self.algorithm != FILE

    @property
    def exists(self) -> bool:
        """Whether there are such rules."""
        return self.algorithm in ALGORITHMS and self.preset in ALGORITHMS[self.algorithm].presets

    @property
    def rules(self) -> Rules:
        """The rules of one that is trained."""
        return ALGORITHMS[self.algorithm].presets[self.preset]


def opening_split(example: str) -> str:
    """How an example is cut at first: as its source does, or, where that means bytes, into words and punctuation.

    >>> opening_split("hug"), opening_split("course"), opening_split("zug")
    ('whitespace', 'words', 'words')
    """
    split = examples.load(example).recipe("bpe").pretokenizer or "whitespace"
    return "words" if split in BYTE_LEVEL else split


def opening_text(text: Text) -> str:
    """What is split in rows where no text is given: the beginning of a running text, or the first words of a list."""
    if not text.is_running:
        return " ".join(word.strip() for word in text.words.words[:_OPENING_WORDS])
    first = next(iter(text.parts))
    places = text.stretches[0][:_OPENING_WORDS]
    return first[: places[-1].stop]
