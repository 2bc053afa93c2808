"""Tokens as chips outside the pictures: in tables, lists and merge trees, colored by the merge that made them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from tokviz.views.shared.display import LITERAL, shorten, visible, with_spaces
from tokviz.views.shared.palette import hue_of

END_OF_WORD = "</w>"
"""The mark that is written smaller than the letters before it."""


@dataclass(frozen=True)
class Chip:
    """A token to draw. mark: what its letters end in; hue: of its merge, None for one that no merge made; number: of
    that merge, where it is to be written; is_used_up: whether the corpus has it no more; is_removed: whether it is
    out of the vocabulary, and crossed out."""

    letters: str
    mark: str = ""
    hue: int | None = None
    number: int | None = None
    is_used_up: bool = False
    is_removed: bool = field(default=False, kw_only=True, repr=False)


@dataclass(frozen=True)
class Chips:
    """Make chips. numbers: token -> the number of the merge that made it, counted from 1; total: how many merges the
    hues are spread over. space: the character that stands for a space in these tokens, where one does."""

    numbers: Mapping[str, int] = field(default_factory=dict)
    total: int = 0
    space: str = ""

    def spaced(self, sign: str) -> Chips:
        """Return the maker of the same chips with another sign for a space."""
        return replace(self, space=sign)

    def chip(self, token: str, *, is_used_up: bool = False, is_numbered: bool = False) -> Chip:
        """Return the chip of a token, cut where it is long.

        >>> Chips({"est</w>": 3}, 15).chip("est</w>")
        Chip(letters='est', mark='</w>', hue=282, number=None, is_used_up=False)
        """
        number = self.numbers.get(token)
        shown: str = with_spaces(shorten(visible(token)), self.space)
        letters = shown.removesuffix(END_OF_WORD)
        return Chip(
            letters=letters,
            mark=shown[len(letters) :],
            hue=None if number is None else hue_of(number, self.total),
            number=number if is_numbered else None,
            is_used_up=is_used_up,
        )

    def row(self, tokens: Iterable[str]) -> tuple[Chip, ...]:
        """Return the chips of several tokens, such as a pair."""
        return tuple(map(self.chip, tokens))


@dataclass(frozen=True)
class Bar:
    """A number in a table with a bar before it. share: of the longest bar of its column. hue: None for a gray one."""

    text: str
    share: float
    hue: int | None = None


Cell = str | tuple[Chip, ...] | Bar


def cell_text(cell: Cell) -> str:
    """Return a cell in letters, with a space between chips.

    >>> cell_text((Chip("low"), Chip("er", mark="</w>"))), cell_text(Bar("0.5", 1.0))
    ('low er</w>', '0.5')
    """
    if isinstance(cell, tuple):
        return " ".join(f"{chip.letters}{chip.mark}" for chip in cell)
    return cell if isinstance(cell, str) else cell.text


@dataclass(frozen=True)
class Heading:
    """The head of a column. about: what it means; is_number: whether its cells end at the same place; is_sum: whether
    they are sums, which may be long."""

    text: str
    about: str = ""
    is_number: bool = False
    is_sum: bool = False


@dataclass(frozen=True)
class Row:
    """A row of a table. lights: the symbols that the picture lights up when it is pressed; step: where the picture goes
    instead; word: the one that a text in rows picks; is_chosen: whether it is the one that wins."""

    cells: tuple[Cell, ...]
    lights: tuple[str, ...] = field(default=(), metadata=LITERAL)
    step: int | None = None
    is_chosen: bool = False
    word: str = field(default="", metadata=LITERAL)


@dataclass(frozen=True)
class DataTable:
    """A table of text and chips. name: what it shows, for screen readers."""

    name: str
    columns: tuple[Heading, ...]
    rows: tuple[Row, ...]

    @property
    def pressed(self) -> int | None:
        """Return the column whose cells are buttons: the first with chips, where rows do something."""
        if not any(row.lights or row.step is not None or row.word for row in self.rows):
            return None
        return next((at for at, cell in enumerate(self.rows[0].cells) if isinstance(cell, tuple)), 0)
