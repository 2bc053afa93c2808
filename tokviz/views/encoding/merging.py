"""The encoding of a word or a text on the stage: iterations as frames, tokens of a text as rows of chips.

The same payload as for training (:mod:`tokviz.views.stage.payload`). Of a long word the symbols around the merge are
shown, and many frames are sent in parts. What subword-nmt does around the merges is
:mod:`tokviz.views.encoding.subword_nmt`; it builds its frames with the same :class:`Row` and :class:`Frame`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Any

from tokviz.bpe import EncodeStep, EncodeTrace
from tokviz.views.encoding import linked
from tokviz.views.encoding.narration import done, dropped, dropping, made, start, stopped, to_merge, upcoming
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.sentences import Sentence, segments
from tokviz.views.stage.payload import COLOURS, MAX_CHIPS, stage_payload

__all__ = [
    "AROUND",
    "MAX_LINES",
    "MAX_ROWS",
    "Frame",
    "Row",
    "Span",
    "part_at",
    "parts",
    "picture",
    "word_frames",
    "word_payload",
]

MAX_LINES = 40
"""How many lines of a text are shown as chips at a time."""
MAX_ROWS = 12
"""How many rows of a frame are shown: those around the one that it is about."""
AROUND = 80
"""How many symbols of a word of more than MAX_CHIPS are shown: those around the merge."""
PART = 80
"""A word with more than twice this many steps is sent in parts of so many frames and a margin."""
_BLOCK = AROUND // 2  # what is shown of a long word moves by so many symbols, not with every merge
_MARGIN = PART // 6  # parts reach into their neighbours, so that the next one arrives before it is needed
_PLACES = 4  # of a candidate that are sent of a word with many steps
_MORE = 7  # the colour of a chip that says how many symbols are left out

Span = tuple[int, int, str]
"""Start, length and mark (``new`` or ``next``) of marked symbols."""


@dataclass(frozen=True)
class Row:
    """Symbols in a line with what stands before them."""

    label: str
    note: str
    symbols: Sequence[str]
    spans: tuple[Span, ...] = ()


@dataclass(frozen=True)
class Frame:
    """What the stage shows at one step: rows, which of them it is about, and (kind, sentence) pairs.

    ahead: the iteration that comes next and its number, counted from 1, if one does. choice: what the next step chooses
    from, for a picture.
    """

    rows: Sequence[Row]
    said: Sequence[tuple[str, Sentence]]
    about: int = 0
    ahead: tuple[EncodeStep, int] | None = None
    choice: linked.Choice | None = None


def word_payload(trace: EncodeTrace, say: Catalog, drawn: linked.Drawn) -> dict[str, Any]:
    """The stage's payload for the encoding of one word: one row, one frame a state, from the word as it is on."""
    frames = list(word_frames(trace, say))
    return _Pool(say, drawn).payload(frames, 0, len(frames) - 1)


def word_frames(trace: EncodeTrace, say: Catalog) -> Iterator[Frame]:
    """The states of a word, from 0 steps on. Where symbols are dropped, that is step 1, and merging comes after it."""
    label = shorten(visible(trace.word), 40)
    first = int(bool(trace.dropped))
    if first:
        yield Frame((Row(label, "", trace.read),), (("note", start(trace, say)), ("next", dropping(trace, say))))
    begun = ("done", dropped(trace, say)) if first else ("note", start(trace, say))
    for k, (before, after) in enumerate(pairwise((None, *trace, None)), start=first):
        symbols, pairs = (after.symbols, after.candidates) if after else (trace.tokens, trace.candidates)
        yield Frame(
            (Row(label, "", symbols, made(before) + to_merge(after)),),
            (
                ("done", done(before, k, say)) if before else begun,
                ("next", upcoming(after, k + 1, say)) if after else ("note", segments(stopped(trace, say))),
            ),
            ahead=(after, k + 1) if after else None,
            choice=linked.pairs(pairs, after, k + 1, say, linked.most_tries(len(trace))) if symbols else None,
        )


def parts(frames: Iterable[Frame], say: Catalog, drawn: linked.Drawn) -> list[dict[str, Any]]:
    """The stage's payloads for frames: all in one, or of many PART and a margin.

    :func:`part_at` says which of them holds a step. drawn: how symbols are drawn.
    """
    every = list(frames)
    last = len(every) - 1
    if last <= 2 * PART:
        return [_Pool(say, drawn).payload(every, 0, last)]
    return [
        _Pool(say, drawn).payload(
            every[max(0, first - _MARGIN) : first + PART + _MARGIN], max(0, first - _MARGIN), last
        )
        for first in range(0, last + 1, PART)
    ]


def part_at(step: int, number: int) -> int:
    """Which of `number` parts holds a step with some steps on both sides.

    >>> part_at(300, 1), part_at(300, 9)
    (0, 3)
    """
    return min(step // PART, number - 1)


def picture(rows: Iterable[Row], say: Catalog, drawn: linked.Drawn | None = None) -> dict[str, Any]:
    """A payload without steps: at most :data:`MAX_LINES` rows, as chips of many colours or `drawn` as where there are
    steps."""
    pool = _Pool(say, drawn)
    refs = [pool.cut(row) for row in islice(rows, MAX_LINES)]
    payload = pool.payload([], 0, 0)
    payload["frames"] = [{"groups": [[None, refs]], "say": []}]
    payload["labels"]["stage"] = say("stage.picture")
    return payload


class _Pool:
    """Chips and rows of one payload, each kept once; chips have colours where nothing says how they are drawn."""

    def __init__(self, say: Catalog, drawn: linked.Drawn | None) -> None:
        self._drawn = drawn
        self._symbols: dict[str, int] = {}
        self._say = say
        self._tokens: list[list[Any]] = []
        self._rows: dict[tuple[str, str, tuple[int, ...]], int] = {}
        self._token_ids: dict[str, int] = {}

    def payload(self, frames: Sequence[Frame], first: int, last: int) -> dict[str, Any]:
        """The payload whose first frame is that of step `first`, out of steps 0 to `last`."""
        built = [
            {"groups": [self._group(frame)], "say": [[kind, sentence] for kind, sentence in frame.said]}
            | ({"choice": self._choice(frame)} if self._drawn and frame.choice else {})
            for frame in frames
        ]
        picture: dict[str, Any] = {"kind": "chips"}
        if self._drawn:
            picture = linked.drawn(self._drawn, list(self._symbols), self._chip, self._say)
        rows = [[label, note, list(chips)] for label, note, chips in self._rows]
        payload = stage_payload(last, first, built, self._tokens, rows, self._say, has_search=False)
        return payload | {"picture": picture}

    def cut(self, row: Row) -> list[Any]:
        """A row of at most MAX_CHIPS symbols and how many follow, and its marks."""
        chips = [self._chip(symbol) for symbol in row.symbols[:MAX_CHIPS]]
        if len(row.symbols) > MAX_CHIPS:
            chips.append(self._add(f"… +{self._say.integer(len(row.symbols) - MAX_CHIPS)}"))
        return [self._row(row, chips), [list(span) for span in row.spans]]

    def _choice(self, frame: Frame) -> dict[str, Any]:
        """[names, places, told, sentence, kind] for each row, and the row of the word that the places are in."""
        choice = frame.choice
        assert choice is not None
        start, stop = _stretch(frame.rows[frame.about])
        before = int(start > 0) - start
        is_short = choice.others and len(choice.tries) <= linked.FEW_TRIES
        most = _PLACES if is_short else MAX_CHIPS
        return {
            "title": [choice.title, choice.rule],
            "others": choice.others,
            "row": frame.about - _first(frame),
            "tries": [
                [
                    [visible(name) or "∅" for name in one.names],
                    [[at + before, size] for at, size in one.places if start <= at and at + size <= stop][:most],
                    one.told,
                    one.about,
                    one.kind,
                ]
                for one in choice.tries
            ],
        }

    def _group(self, frame: Frame) -> list[Any]:
        first = _first(frame)
        shown = frame.rows[first : first + MAX_ROWS]
        heading = None
        if len(shown) < len(frame.rows):
            heading = self._say("shown-of", shown=len(shown), total=len(frame.rows))
        return [heading, [self._around(row) for row in shown]]

    def _around(self, row: Row) -> list[Any]:
        """A row and its marks; of a long one the symbols around the first mark of what comes next."""
        start, stop = _stretch(row)
        is_lost = not row.symbols and self._drawn is not None and self._drawn.dropped is not None
        chips = [self._chip(symbol) for symbol in (("",) if is_lost else row.symbols[start:stop])]
        before, after = int(start > 0), int(stop < len(row.symbols))
        if before:
            chips.insert(0, self._add(f"{self._say.integer(start)} + …"))
        if after:
            chips.append(self._add(f"… + {self._say.integer(len(row.symbols) - stop)}"))
        spans = [
            [place - start + before, length, mark]
            for place, length, mark in sorted(row.spans)
            if start <= place and place + length <= stop
        ]
        return [self._row(row, chips), spans]

    def _row(self, row: Row, chips: list[int]) -> int:
        return self._rows.setdefault((row.label, row.note, tuple(chips)), len(self._rows))

    def _chip(self, symbol: str) -> int:
        is_said = self._drawn is not None and symbol == self._drawn.unknown  # by us: a blank in it is none of a token
        colour = 3 * len(self._symbols) % COLOURS
        number = self._add(symbol if is_said else visible(symbol) or "∅", colour)  # undoing can leave an empty piece
        self._symbols.setdefault(symbol, number)
        return number

    def _add(self, text: str, colour: int = _MORE) -> int:
        token = self._token_ids.get(text)
        if token is None:
            token = self._token_ids[text] = len(self._tokens)
            self._tokens.append([text] if self._drawn else [text, colour])
        return token


def _first(frame: Frame) -> int:
    """The first of the rows that are shown."""
    return max(0, min(frame.about - MAX_ROWS // 2, len(frame.rows) - MAX_ROWS))


def _stretch(row: Row) -> tuple[int, int]:
    """From where to where a row's symbols are shown."""
    length = len(row.symbols)
    if length <= MAX_CHIPS:
        return 0, length
    places = [place for place, _, mark in row.spans if mark == "next"] or [place for place, _, _ in row.spans]
    centre = min(places, default=0)
    start = max(0, min(centre // _BLOCK * _BLOCK - _BLOCK // 2, length - AROUND))
    return start, start + AROUND
