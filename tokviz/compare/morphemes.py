"""Boundaries of tokens against boundaries of morphemes: precision, recall and F1 on words whose morphemes are known.

The words are ours, in ``assets/morphemes.tsv``, each with the source of its cut. A boundary is a place inside a word,
of the word as it is written. Where a token ends inside a character, as tokens of bytes do, that is a boundary too, and
never one of a morpheme.

Source: boundary precision and recall, Virpioja et al. 2011 (TAL 52:2), here over all boundaries of a list together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import accumulate
from types import MappingProxyType

from tokviz.compare.reading import Split, read
from tokviz.compare.spans import UNIT, Model
from tokviz.corpus.passages import Text
from tokviz.location import site

CUT = "|"
"""The sign of a boundary in a word."""


@dataclass(frozen=True)
class Word:
    """A word and its morphemes. parts: the letters of each; source: where the cut is from."""

    parts: tuple[str, ...]
    source: str

    @property
    def text(self) -> str:
        """Return the word.

        >>> Word(("un", "fair"), "").text, Word(("un", "fair"), "").cut, Word(("un", "fair"), "").boundaries
        ('unfair', 'un|fair', (2,))
        """
        return "".join(self.parts)

    @property
    def cut(self) -> str:
        """Return the word with its boundaries."""
        return CUT.join(self.parts)

    @property
    def boundaries(self) -> tuple[int, ...]:
        """Return the places where its morphemes but the first begin, in characters."""
        return tuple(accumulate(map(len, self.parts[:-1])))


@cache
def words() -> Mapping[str, tuple[Word, ...]]:
    """Return the words of each language, by its code.

    >>> {code: len(of_language) for code, of_language in words().items()}
    {'en': 60, 'de': 60, 'tr': 60, 'zh': 60}
    """
    by_language: dict[str, list[Word]] = {}
    for line in (site() / "assets" / "morphemes.tsv").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            code, cut, source = line.split("\t")
            by_language.setdefault(code, []).append(Word(tuple(cut.split(CUT)), source))
    return MappingProxyType({code: tuple(of_language) for code, of_language in by_language.items()})


@dataclass(frozen=True)
class Found:
    """The boundaries that a tokenizer has in a word. places: in 288ths of a character, ascending; is_known: whether the
    tokens stand for all of the word."""

    word: Word
    places: tuple[int, ...]
    is_known: bool = True

    @property
    def right(self) -> int:
        """Return the number of its boundaries that are those of morphemes."""
        return len({place * UNIT for place in self.word.boundaries} & {*self.places})

    @property
    def cut(self) -> str:
        """Return the word with these boundaries. A character that tokens divide is followed by their number.

        >>> Found(Word(("un", "fair"), ""), (UNIT, 2 * UNIT, 2 * UNIT + 96)).cut
        'u|n|f⟨2⟩air'
        """
        written = []
        for at, letter in enumerate(self.word.text):
            inside = sum(at * UNIT < place < (at + 1) * UNIT for place in self.places)
            written += [CUT if at * UNIT in self.places else "", letter, f"⟨{inside + 1}⟩" if inside else ""]
        return "".join(written)


@dataclass(frozen=True)
class Score:
    """The boundaries of a list of words, all together. words: that are known whole, which alone count; of: all of them;
    whole: how many are one token; found: boundaries of tokens; wanted: those of morphemes; right: that are both."""

    words: int
    of: int
    whole: int
    right: int
    found: int
    wanted: int

    @property
    def precision(self) -> Fraction | None:
        """Return the share of the boundaries of tokens that are right; None without any."""
        return Fraction(self.right, self.found) if self.found else None

    @property
    def recall(self) -> Fraction | None:
        """Return the share of the boundaries of morphemes that are found; None without any."""
        return Fraction(self.right, self.wanted) if self.wanted else None

    @property
    def f1(self) -> Fraction | None:
        """Return the harmonic mean of both, 2 right / (found + wanted); None where there is no boundary at all."""
        both = self.found + self.wanted
        return Fraction(2 * self.right, both) if both else None


def found(model: Model, listed: Sequence[Word]) -> tuple[Found, ...]:
    """Return the boundaries in each of some words. The words are one text with spaces between, as words mostly are.

    >>> from tokviz import wordpiece
    >>> (one,) = found(wordpiece.Model(["un", "##fa", "##ir"]), [Word(("un", "fair"), "")])
    >>> one.cut, one.right
    ('un|fa|ir', 1)
    """
    splits: Iterable[Split] = read(model, Text.running(" ".join(word.text for word in listed))).each
    return tuple(
        Found(word, tuple(cut for cut in split.cuts if 0 < cut < len(word.text) * UNIT), split.is_known)
        for word, split in zip(listed, splits, strict=True)
    )


def score(every: Iterable[Found]) -> Score:
    """Count the boundaries of some words.

    >>> of = Word(("hope", "less", "ness"), "")
    >>> counted = score([Found(of, (4 * UNIT, 5 * UNIT)), Found(Word(("sugar",), ""), (2 * UNIT,))])
    >>> counted.precision, counted.recall, counted.f1
    (Fraction(1, 3), Fraction(1, 2), Fraction(2, 5))
    """
    listed = tuple(every)
    known = [one for one in listed if one.is_known]
    return Score(
        len(known),
        len(listed),
        sum(not one.places for one in known),
        sum(one.right for one in known),
        sum(len(one.places) for one in known),
        sum(len(one.word.boundaries) for one in known),
    )


def found_in_all(model: Model) -> Mapping[str, tuple[Found, ...]]:
    """Return the boundaries in all words that come with tokviz, by language."""
    return {code: found(model, of_language) for code, of_language in words().items()}
