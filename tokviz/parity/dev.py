"""The dev words of all languages while the merges of a training are applied to them, and lengths by language.

No merge is ever counted on dev words; they only say how long the text of a language is. Symbols are numbered as in
training (:mod:`tokviz.merging.state`), so both words and pairs are strings here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tokviz.corpus.languages import LanguageCorpus, Shares
from tokviz.merging.rules import Rules

Changed = tuple[int, str]
"""A word, by number, and what it became."""


class DevWords:
    """The dev words of a corpus as symbols. A word with a symbol that training does not know is left out.

    words, shares: the words that are kept, and for each the languages that have it. forms: the words as they are.
    """

    def __init__(self, corpus: LanguageCorpus, rules: Rules, codes: Mapping[str, str]) -> None:
        """Begin with the dev words of a corpus. codes: the number of each symbol as a character."""
        words: list[str] = []
        shares: list[Shares] = []
        self.forms: list[str] = []
        for word, in_languages in corpus.dev_shares.items():
            segment = rules.segment(word)
            if all(symbol in codes for symbol in segment):
                words.append(word)
                shares.append(in_languages)
                self.forms.append("".join(map(codes.__getitem__, segment)))
        self.words, self.shares = tuple(words), tuple(shares)
        self._with: dict[str, list[int]] = {}  # the words that have had a symbol
        for w, form in enumerate(self.forms):
            for symbol in set(form):
                self._with.setdefault(symbol, []).append(w)

    def merge(self, pair: str, token: str) -> list[Changed]:
        """Replace a pair in all words; return those that had it, in order."""
        forms, having = self.forms, self._with
        left, right = having.get(pair[0], ()), having.get(pair[1], ())
        searched = left if len(left) < len(right) else right
        changed = [(w, form.replace(pair, token)) for w in searched if pair in (form := forms[w])]
        for w, form in changed:
            forms[w] = form
        words = [w for w, _ in changed]
        having[token] = sorted({*having[token], *words}) if token in having else words
        if len(changed) * 4 > len(searched):  # many have lost the symbol
            symbol = pair[0] if searched is left else pair[1]
            having[symbol] = [w for w in searched if symbol in forms[w]]
        return changed


class Lengths:
    """The length of each language's text in symbols, kept up to date while words change."""

    def __init__(self, languages: int, forms: Iterable[str], shares: Sequence[Shares]) -> None:
        """Begin with words as they are. shares: for each word, the languages that have it."""
        self._shares = shares
        self._words = [len(form) for form in forms]
        self.now = [0] * languages
        for length, in_languages in zip(self._words, shares, strict=True):
            for i, count in in_languages:
                self.now[i] += length * count

    def change(self, changed: Iterable[Changed]) -> None:
        """Measure the words that changed."""
        for w, form in changed:
            shorter = self._words[w] - len(form)
            self._words[w] = len(form)
            for i, count in self._shares[w]:
                self.now[i] -= shorter * count

    def shorten(self, by: Iterable[int]) -> None:
        """Take away so many symbols of each language."""
        self.now = [now - less for now, less in zip(self.now, by, strict=True)]
