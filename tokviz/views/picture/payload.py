"""Payloads of all pictures: pools of chips and rows, and frames that refer to them by number, sent in parts.

The stepper in the browser knows no algorithm: it steps through frames, and the kind that the payload names draws them.
Which rows a step shows is up to the picture of an algorithm: on a small corpus every word, on a large one those that
the step touches and the most frequent ones.

``python -m tools.payload_types`` writes the types of the records for JavaScript.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass
from heapq import nlargest
from itertools import pairwise
from typing import Any, Literal, TypeAlias

from tokviz.algorithms import Unit
from tokviz.corpus import Corpus
from tokviz.text_keys import OTHERS
from tokviz.trace import Contribution
from tokviz.views.picture.records import encoded
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shown, visible, with_spaces
from tokviz.views.shared.sentences import Sentence

COLORS = 10
"""The number of colors for chips."""
MAX_ROWS = 48
"""A corpus of up to this many words is shown whole."""
TOUCHED_ROWS = 16
"""The maximum number of words touched by a step that are shown of a larger corpus."""
FREQUENT_ROWS = 24
"""The number of most frequent words that are shown of a larger corpus."""
FOUND_ROWS = 24
"""The maximum number of words found by a search that are shown."""
_SIGN_COLOR = 7
MAX_CHIPS = 200
"""A word's row has at most this many chips; the last says how many symbols follow."""


# -- records -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Chip:
    """A symbol as it is written. color: 0 to 9, where the picture does not color it."""

    text: str
    color: int | None = None


@dataclass(frozen=True)
class ChipRow:
    """Symbols in a line, by their places among the chips. label: the word, or what else is before them. count: of a
    word of a corpus. note: what is said beside another row. tokens: how many symbols it has, where some are left out.
    bars: the symbols with a border before them; falling: those whose border falls in the course of the training."""

    label: str
    symbols: tuple[int, ...]
    count: int | None = None
    note: str | None = None
    tokens: int | None = None
    bars: tuple[int, ...] | None = None
    falling: tuple[int, ...] | None = None


SpanMark: TypeAlias = Literal["new", "next", "other"]
"""Just made; comes next; comes next by another convention."""


@dataclass(frozen=True)
class MarkedChips:
    """Chips of a row that are marked, from the first on. place: of the row in its group."""

    place: int
    start: int
    length: int
    mark: SpanMark


@dataclass(frozen=True)
class RowGroup:
    """Rows of a frame that belong together, by their places in the pool. spans: what is marked in them."""

    heading: str | None
    rows: tuple[int, ...]
    spans: tuple[MarkedChips, ...]


SentenceKind: TypeAlias = Literal["done", "next", "note"]
"""The kind of a sentence: what was done; what comes next; a note where there is nothing."""


@dataclass(frozen=True)
class PictureSentence:
    """A sentence of a frame."""

    kind: SentenceKind
    text: Sentence


@dataclass(frozen=True)
class PictureFrame:
    """The parts of every picture at a step."""

    groups: Sequence[RowGroup]
    say: Sequence[PictureSentence]


@dataclass(frozen=True)
class CountsOfWords:
    """Words, the last perhaps several as one, and what each adds to a count, column by column: there are many in a
    payload."""

    words: tuple[str, ...]
    counts: tuple[int, ...]


# -- payloads ----------------------------------------------------------------------------------------------------------


Span: TypeAlias = tuple[int, int, SpanMark]
"""Start, length and mark of marked symbols."""
MarkedRow: TypeAlias = tuple[int, Sequence[Span]]
"""The place of a row in the pool, and what is marked in it."""


def marked_spans(
    symbols: tuple[str, ...], newest: str | None, pair: tuple[str, str] | None, places: Collection[int] | None = None
) -> list[Span]:
    """Return the symbols that were just made and the pairs that are merged next, from left to right.

    places: the places where such a pair may begin, where not every one is merged.

    >>> marked_spans(("a", "a", "a", "b"), "b", ("a", "a"))
    [(0, 2, 'next'), (3, 1, 'new')]
    """
    spans: list[Span] = []
    end = 0
    for i, symbol in enumerate(symbols):
        if symbol == newest:
            spans.append((i, 1, "new"))
        if i >= end and symbols[i : i + 2] == pair and (places is None or i in places):
            spans.append((i, 2, "next"))
            end = i + 2
    return spans


def row_group(rows: Iterable[MarkedRow], heading: str | None = None) -> RowGroup:
    """Return rows as a group of a frame.

    >>> row_group([(7, []), (9, [(0, 2, "next")])]).spans
    (MarkedChips(place=1, start=0, length=2, mark='next'),)
    """
    shown_rows = tuple(rows)
    return RowGroup(
        heading,
        tuple(row for row, _ in shown_rows),
        tuple(MarkedChips(place, *span) for place, (_, spans) in enumerate(shown_rows) for span in spans),
    )


def counts_of_words(
    words: Iterable[tuple[str, int]], others: int, rest: int, say: Catalog, unit: Unit = "word"
) -> CountsOfWords:
    """Return words with what each adds to a count. others: how many more words there are; rest: what these add.

    >>> from tokviz.views.shared.catalog import load
    >>> counts_of_words([("low", 5), ("lower", 2)], 3, 4, load("en")).counts
    (5, 2, 4)
    """
    listed = [(shown(word, 24), total) for word, total in words]
    if others:
        listed.append((say.count(OTHERS[unit], others), rest))
    return CountsOfWords(tuple(name for name, _ in listed), tuple(total for _, total in listed))


def counts_of_contributions(
    contributions: Iterable[Contribution], most: int, say: Catalog, unit: Unit = "word"
) -> CountsOfWords:
    """Return the words that add most to a count, at most so many, and the others together."""
    ordered = sorted(contributions, key=lambda part: -part.total)
    rest = ordered[most:]
    return counts_of_words(
        ((part.word, part.total) for part in ordered[:most]), len(rest), sum(part.total for part in rest), say, unit
    )


def part_around(step: int, steps: int, size: int, margin: int) -> range:
    """Return of so many steps those whose frames are sent with that of one; all if they are few. margin: parts reach so
    far into their neighbors, so that the next one arrives before it is needed.

    >>> part_around(3, 5, 4, 1), part_around(5, 20, 4, 1)
    (range(0, 6), range(3, 9))
    """
    if steps <= 2 * size:
        return range(steps + 1)
    first = step // size * size
    return range(max(0, first - margin), min(steps + 1, first + size + margin))


def picture_payload(
    total: int,
    first: int,
    frames: Sequence[Any],
    picture: Any,
    say: Catalog,
    pool: Pool | None = None,
    *,
    has_search: bool = False,
    found: int | None = None,
) -> dict[str, Any]:
    """Return the picture's data for steps from `first` on, ready for JSON.

    total: how many steps there are. picture: the data common to all frames. pool: what both refer to. found: how many
    words a search found, if there was one.
    """
    return {
        "total": total,
        "first": first,
        "frames": encoded(frames),
        "tokens": encoded(pool.tokens) if pool else [],
        "rows": encoded(pool.rows) if pool else [],
        "search": has_search,
        "found": found,
        "labels": say.within("picture.controls."),
        "lang": say.language,
        "dir": "ltr",
        "picture": encoded(picture),
    }


def find_words(corpus: Corpus, query: str) -> tuple[tuple[str, ...], int]:
    """Return the best words for a search, and how many there are: those that begin with `query`, short ones first, then
    those that hold it.

    >>> find_words(Corpus({"slow": 1, "lower": 2, "low": 5, "new": 1}), "low")
    (('low', 'lower', 'slow'), 3)
    """
    matches = [word for word in corpus.words if query and query in word]
    matches.sort(key=lambda word: (not word.startswith(query), len(word)))
    return tuple(matches[:FOUND_ROWS]), len(matches)


def colors_of(tokens: Iterable[str], splits: Iterable[tuple[str, ...]]) -> dict[str, int]:
    """Return token -> color; tokens that are side by side in `splits` differ where ten colors suffice.

    >>> colors_of(["a", "b", "c"], [("a", "c"), ("c", "b")])
    {'a': 0, 'b': 3, 'c': 6}
    """
    beside: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for split in splits:
        for left, right in pairwise(split):
            if left != right:
                beside[left][right] += 1
                beside[right][left] += 1
    colors: dict[str, int] = {}
    for i, token in enumerate(tokens):
        clashes = [0] * COLORS
        for other, times in beside[token].items() if token in beside else ():
            if other in colors:
                clashes[colors[other]] += times
        colors[token] = min(range(COLORS), key=lambda color: (clashes[color], (color - 3 * i) % COLORS))
    return colors


def step_sentences(trace: Sized, k: int, done: Sentence, ahead: Sentence) -> list[PictureSentence]:
    """Return the sentences after k steps: on the step done and the one to come.

    They are notes where there is no such step.
    """
    return [
        PictureSentence("done" if k else "note", done),
        PictureSentence("next" if k < len(trace) else "note", ahead),
    ]


# -- pools of chips and rows -------------------------------------------------------------------------------------------


class Pool:
    """Chips and rows of one payload, each once: tokens and rows are what the picture gets.

    is_colored: whether each chip has a color, where nothing else says how it is drawn. as_is: a symbol of ours that is
    written as it is: a blank in it is none of a token.
    """

    def __init__(self, say: Catalog, *, is_colored: bool = False, as_is: str | None = None) -> None:
        self.tokens: list[Chip] = []
        self.rows: list[ChipRow] = []
        self._say, self._is_colored, self._as_is = say, is_colored, as_is
        self._numbers: dict[str, int] = {}
        self._signs: dict[str, int] = {}
        self._row_numbers: dict[ChipRow, int] = {}
        self._word_numbers: dict[tuple[str, tuple[str, ...], int, tuple[tuple[int, ...], ...]], int] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """Return the symbols so far."""
        return tuple(self._numbers)

    def number(self, symbol: str) -> int:
        """Return the place of a symbol among the chips."""
        token = self._numbers.get(symbol)
        if token is None:
            text = symbol if symbol == self._as_is else visible(symbol) or "∅"  # undoing can leave an empty piece
            token = self._add(text, 3 * len(self._numbers) % COLORS)
            self._numbers[symbol] = token
        return token

    def sign(self, text: str) -> int:
        """Return the place of a chip that is no symbol but says how many are left out."""
        if text not in self._signs:
            self._signs[text] = self._add(text, _SIGN_COLOR)
        return self._signs[text]

    def numbers(self, symbols: Sequence[str], length: int) -> tuple[int, ...]:
        """Return the places of the first of `length` symbols, and of a chip that says how many follow."""
        chips = tuple(map(self.number, symbols))
        rest = length - len(symbols)
        return (*chips, self.sign(f"… +{self._say.integer(rest)}")) if rest > 0 else chips

    def row(self, row: ChipRow) -> int:
        """Return the place of a row."""
        number = self._row_numbers.setdefault(row, len(self.rows))
        if number == len(self.rows):
            self.rows.append(row)
        return number

    def word(self, word: str, count: int, symbols: tuple[str, ...], length: int, *borders: tuple[int, ...]) -> int:
        """Return the place of the row of a word that is split into `length` symbols, of which these are the first.

        borders: where it has some, the symbols with one before them, and those whose border falls.
        """
        key = word, symbols, length, borders  # of two long words the same may be shown
        if (number := self._word_numbers.get(key)) is None:
            tokens = length if length > len(symbols) else None
            number = self._word_numbers[key] = len(self.rows)
            self.rows.append(ChipRow(shown(word, 40), self.numbers(symbols, length), count, None, tokens, *borders))
        return number

    def _add(self, text: str, color: int) -> int:
        self.tokens.append(Chip(text, color if self._is_colored else None))
        return len(self.tokens) - 1


# -- which words a frame shows -----------------------------------------------------------------------------------------


class WordGroups:
    """The words of `corpus` that are shown while `query` is searched.

    is_whole: whether the corpus is small enough to be shown whole, so that there is nothing to search. always: the
    words that are in every frame: all, or the most frequent.

    >>> WordGroups(Corpus({"low": 5, "lower": 2}), "low").at_step()
    [('low', 'lower')]
    """

    def __init__(self, corpus: Corpus, query: str = "") -> None:
        self.corpus = corpus
        self.is_whole = len(corpus) <= MAX_ROWS
        self.always = corpus.words if self.is_whole else corpus.most_frequent(FREQUENT_ROWS)
        self.found: int | None = None
        """The number of words that the search finds; None if nothing is searched for."""
        self._found: list[Sequence[str]] = []
        if query and not self.is_whole:
            matching, self.found = find_words(corpus, query)
            self._found.append(matching)

    def at_step(self, touched: Iterable[str] = ()) -> list[Sequence[str]]:
        """Return the groups of a step: what was found, if anything was searched for, the most frequent of the words
        that the step touches, if it touches any, and those that are always there."""
        most = [] if self.is_whole else nlargest(TOUCHED_ROWS, touched, key=self.corpus.__getitem__)
        return [*self._found, *([most] if most else []), self.always]


def read_payload(text: str) -> dict[str, Any]:
    """Return a payload as pictures draw it: ␣ is in the place of what stands for a space in its tokens."""
    payload = json.loads(text)
    read: dict[str, Any] = with_spaces(payload, payload.get("picture", {}).get("space", ""))
    return read


def still_rows(payload: Mapping[str, Any]) -> Iterator[tuple[str, str, list[str]]]:
    """Yield label, note and chips of each row of a picture without steps, for hosts that have no pictures."""
    for group in payload["frames"][0]["groups"]:
        for place in group["rows"]:
            row = payload["rows"][place]
            yield (
                row.get("label") or "",
                row.get("note") or "",
                [payload["tokens"][at]["text"] for at in row["symbols"]],
            )
