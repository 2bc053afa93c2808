"""The chips and rows that the frames of a training refer to by number, each kept once."""

from __future__ import annotations

from typing import Any

from tokviz.corpus import Corpus
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shown, visible

__all__ = ["Pool"]


class Pool:
    """tokens, rows: what the stage gets."""

    def __init__(self, corpus: Corpus, say: Catalog) -> None:
        self.tokens: list[list[Any]] = []
        self.rows: list[list[Any]] = []
        self._corpus, self._say = corpus, say
        self._token_ids: dict[str, int] = {}
        self._row_ids: dict[tuple[str, tuple[str, ...], int], int] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The symbols so far."""
        return tuple(self._token_ids)

    def number(self, symbol: str) -> int:
        """The place of a symbol among the chips."""
        token = self._token_ids.get(symbol)
        if token is None:
            token = self._token_ids[symbol] = self._add(visible(symbol))
        return token

    def row(self, word: str, symbols: tuple[str, ...], length: int, spans: list[list[Any]]) -> Any:
        """A reference to the row of a word that is cut into `length` symbols, of which these are the first, with the
        [start, length, mark] of those that are marked."""
        row = self._row_ids.get((word, symbols, length))
        if row is None:
            chips = [self.number(symbol) for symbol in symbols]
            if length > len(symbols):
                chips.append(self._add(f"… +{self._say.integer(length - len(symbols))}"))
            row = self._row_ids[word, symbols, length] = len(self.rows)
            self.rows.append([shown(word, 40), self._corpus[word], chips])
        return [row, spans] if spans else row

    def _add(self, text: str) -> int:
        self.tokens.append([text])
        return len(self.tokens) - 1
