"""Payloads of all pictures: pools of chips and rows, and frames that refer to them by number, sent in parts.

The stepper in the browser knows no algorithm: it steps through frames, and the kind that the payload names draws them.
Which rows a step shows is up to the picture of an algorithm: on a small corpus every word, on a large one those that
the step touches and the most frequent ones.

``python -m tools.payload_types`` writes the types of the records for JavaScript.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from heapq import nlargest
from itertools import pairwise
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from tokviz.algorithms import Unit
from tokviz.corpus import Corpus
from tokviz.text_keys import OTHERS
from tokviz.trace import Contribution
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shown, visible, with_spaces
from tokviz.views.shared.sentences import Sentence

__all__ = [
    "COLORS",
    "FREQUENT_ROWS",
    "MAX_CHIPS",
    "MAX_ROWS",
    "TOUCHED_ROWS",
    "Chip",
    "ChipRow",
    "CountsOfWords",
    "MarkedChips",
    "MarkedRow",
    "PictureFrame",
    "PictureSentence",
    "Pool",
    "RowGroup",
    "SentenceKind",
    "Span",
    "SpanMark",
    "WordGroups",
    "colors_of",
    "counts_of_contributions",
    "counts_of_words",
    "find_words",
    "part_around",
    "picture_payload",
    "read_payload",
    "row_group",
    "step_sentences",
    "still_rows",
]

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
MAX_CHIPS = 200
"""A word's row has at most this many chips; the last says how many symbols follow."""


# -- records -----------------------------------------------------------------------------------------------------------


class Chip(TypedDict):
    """A symbol as it is written. color: 0 to 9, where the picture does not color it."""

    text: str
    color: NotRequired[int]


class ChipRow(TypedDict):
    """Symbols in a line, by their places among the chips. label: the word, or what else is before them. count: of a
    word of a corpus. note: what is said beside another row. tokens: how many symbols it has, where some are left out.
    bars: the symbols with a border before them; falling: those whose border falls in the course of the training."""

    label: str
    count: NotRequired[int]
    note: NotRequired[str]
    symbols: list[int]
    tokens: NotRequired[int]
    bars: NotRequired[list[int]]
    falling: NotRequired[list[int]]


SpanMark: TypeAlias = Literal["new", "next", "other"]
"""Just made; comes next; comes next by another convention."""


class MarkedChips(TypedDict):
    """Chips of a row that are marked, from the first on. place: of the row in its group."""

    place: int
    start: int
    length: int
    mark: SpanMark


class RowGroup(TypedDict):
    """Rows of a frame that belong together, by their places in the pool. spans: what is marked in them."""

    heading: str | None
    rows: list[int]
    spans: list[MarkedChips]


SentenceKind: TypeAlias = Literal["done", "next", "note"]
"""The kind of a sentence: what was done; what comes next; a note where there is nothing."""


class PictureSentence(TypedDict):
    """A sentence of a frame."""

    kind: SentenceKind
    text: Sentence


class PictureFrame(TypedDict):
    """The parts of every picture at a step."""

    groups: list[RowGroup]
    say: list[PictureSentence]


class CountsOfWords(TypedDict):
    """Words, the last perhaps several as one, and what each adds to a count, column by column: there are many in a
    payload."""

    words: list[str]
    counts: list[int]


# -- payloads ----------------------------------------------------------------------------------------------------------


Span: TypeAlias = tuple[int, int, SpanMark]
"""Start, length and mark of marked symbols."""
MarkedRow: TypeAlias = tuple[int, Sequence[Span]]
"""The place of a row in the pool, and what is marked in it."""


def row_group(rows: Iterable[MarkedRow], heading: str | None = None) -> RowGroup:
    """Return rows as a group of a frame.

    >>> row_group([(7, []), (9, [(0, 2, "next")])])["spans"]
    [{'place': 1, 'start': 0, 'length': 2, 'mark': 'next'}]
    """
    group: RowGroup = {"heading": heading, "rows": [], "spans": []}
    for place, (row, spans) in enumerate(rows):
        group["rows"].append(row)
        group["spans"] += (
            {"place": place, "start": start, "length": length, "mark": mark} for start, length, mark in spans
        )
    return group


def counts_of_words(
    words: Iterable[tuple[str, int]], others: int, rest: int, say: Catalog, unit: Unit = "word"
) -> CountsOfWords:
    """Return words with what each adds to a count. others: how many more words there are; rest: what these add.

    >>> from tokviz.views.shared.catalog import load
    >>> counts_of_words([("low", 5), ("lower", 2)], 3, 4, load("en"))["counts"]
    [5, 2, 4]
    """
    listed = [(shown(word, 24), total) for word, total in words]
    if others:
        listed.append((say.count(OTHERS[unit], others), rest))
    return {"words": [name for name, _ in listed], "counts": [total for _, total in listed]}


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
    frames: Sequence[Mapping[str, Any]],
    tokens: Sequence[Chip],
    rows: Sequence[ChipRow],
    say: Catalog,
    *,
    has_search: bool,
    found: int | None = None,
    **legends: str,
) -> dict[str, Any]:
    """Return what the picture gets for steps from `first` on, out of `total`. tokens, rows: the pools that the frames
    refer to. found: how many words a search found, if there was one. legends: labels in place of those for merges."""
    return {
        "total": total,
        "first": first,
        "frames": frames,
        "tokens": tokens,
        "rows": rows,
        "search": has_search,
        "found": found,
        "labels": say.within("picture.controls.") | legends,
        "lang": say.language,
        "dir": "ltr",
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
    """Return what is said after k steps: what was done and what comes next, or notes where there is nothing."""
    return [
        {"kind": "done" if k else "note", "text": done},
        {"kind": "next" if k < len(trace) else "note", "text": ahead},
    ]


# -- pools of chips and rows -------------------------------------------------------------------------------------------


class Pool:
    """tokens, rows: what the picture gets."""

    def __init__(self, corpus: Corpus, say: Catalog) -> None:
        self.tokens: list[Chip] = []
        self.rows: list[ChipRow] = []
        self._corpus, self._say = corpus, say
        self._token_ids: dict[str, int] = {}
        self._row_ids: dict[tuple[str, tuple[str, ...], int], int] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """Return the symbols so far."""
        return tuple(self._token_ids)

    def number(self, symbol: str) -> int:
        """Return the place of a symbol among the chips."""
        token = self._token_ids.get(symbol)
        if token is None:
            token = self._token_ids[symbol] = self._add(visible(symbol))
        return token

    def row(self, word: str, symbols: tuple[str, ...], length: int) -> int:
        """Return the place of the row of a word that is split into `length` symbols, of which these are the first."""
        row = self._row_ids.get((word, symbols, length))
        if row is None:
            chips = [self.number(symbol) for symbol in symbols]
            if length > len(symbols):
                chips.append(self._add(f"… +{self._say.integer(length - len(symbols))}"))
            row = self._row_ids[word, symbols, length] = len(self.rows)
            made: ChipRow = {"label": shown(word, 40), "count": self._corpus[word], "symbols": chips}
            if length > len(symbols):
                made["tokens"] = length
            self.rows.append(made)
        return row

    def _add(self, text: str) -> int:
        self.tokens.append({"text": text})
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
