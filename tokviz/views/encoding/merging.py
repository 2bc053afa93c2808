"""Encoding of a word or a text by merges in the picture: iterations as frames, tokens of a text as rows of chips.

The payload is the same as for training (:mod:`tokviz.views.picture.payload`). Of a long word the symbols around the
merge are shown. A word is drawn as in the picture of a training, with each merge below it; beside it is what the next
step chooses from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import Any

from tokviz.bpe import EncodeCandidate, EncodeStep, EncodeTrace, Model, Pair
from tokviz.bpe.encoding import RankedPair, ranked_pairs
from tokviz.views.encoding.narration import (
    done,
    done_in_short,
    dropped,
    dropping,
    form_legend,
    start,
    stopped,
    to_merge,
    upcoming,
)
from tokviz.views.encoding.payload import (
    Attempt,
    AttemptKind,
    Choice,
    DroppedSymbols,
    EncodingPicture,
    LetterCell,
    Origins,
    SymbolOrigin,
    SymbolPlace,
    TrainedTokens,
)
from tokviz.views.picture.payload import (
    MAX_CHIPS,
    ChipRow,
    MarkedRow,
    PictureFrame,
    PictureSentence,
    Pool,
    RowGroup,
    SentenceKind,
    Span,
    picture_payload,
    row_group,
)
from tokviz.views.picture.records import encoded
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.encoding_reasons import pair_places, rank_in_short
from tokviz.views.shared.sentences import Sentence, segments

__all__ = [
    "AROUND",
    "FEW_ATTEMPTS",
    "MAX_ATTEMPTS",
    "MAX_LINES",
    "MAX_LISTED",
    "MAX_ROWS",
    "Frame",
    "MadeFrom",
    "Row",
    "Span",
    "SymbolDrawing",
    "drawing_payload",
    "drawn_word",
    "listed_merges",
    "makers",
    "merges_by_token",
    "merging_picture",
    "most_attempts",
    "origins",
    "pair_attempts",
    "part_at",
    "word_frames",
    "word_parts",
    "word_payload",
]

_SHARED_LABELS = {
    "more": "picture.label.more",
    "symbol_made": "picture.label.symbol_made",
    "hidden": "picture.label.hidden",
}
_BORDER_LABELS = {
    "sign_bar": "superbpe.label.sign_bar",
    "sign_superword": "superbpe.label.sign_superword",
}

MAX_LINES = 40
"""The maximum number of lines of a text that are shown as chips at a time."""
MAX_ROWS = 12
"""The maximum number of rows of a frame that are shown: those around the one that it is about."""
AROUND = 80
"""The number of symbols that are shown of a word of more than MAX_CHIPS: those around the merge."""
PART = 80
"""A word with more than twice this many steps is sent in parts of so many frames and a margin."""
_BLOCK = AROUND // 2  # what is shown of a long word moves by so many symbols, not with every merge
_MARGIN = PART // 6  # parts reach into their neighbors, so that the next one arrives before it is needed
_PLACES = 4  # of a candidate that are sent of a word with many steps


@dataclass(frozen=True)
class Row:
    """Symbols in a line with what is before them. bars: the places with a border, as how many symbols are before it;
    falling: those of them whose border falls later."""

    label: str
    note: str
    symbols: Sequence[str]
    spans: tuple[Span, ...] = ()
    bars: tuple[int, ...] = ()
    falling: tuple[int, ...] = ()


@dataclass(frozen=True)
class Frame:
    """The picture at one step: rows, which of them it is about, and (kind, sentence) pairs.

    ahead: the iteration that comes next and its number, counted from 1, if one does. choice: what the next step chooses
    from, for a picture.
    """

    rows: Sequence[Row]
    said: Sequence[tuple[SentenceKind, Sentence]]
    about: int = 0
    ahead: tuple[EncodeStep, int] | None = None
    choice: Choice | None = None


def word_payload(trace: EncodeTrace, say: Catalog, drawn: SymbolDrawing) -> dict[str, Any]:
    """Return the picture's payload for the encoding of one word: one row, one frame a state, from the word as it is
    on."""
    frames = list(word_frames(trace, say))
    return _Payload(say, drawn).of(frames, 0, len(frames) - 1)


def word_frames(trace: EncodeTrace, say: Catalog) -> Iterator[Frame]:
    """Yield the states of a word, from 0 steps on. Where symbols are dropped, that is step 1, and merging comes after
    it."""
    label = shorten(visible(trace.word), 40)
    first = int(bool(trace.dropped))
    if first:
        yield Frame((Row(label, "", trace.read),), (("note", start(trace, say)), ("next", dropping(trace, say))))
    begun: tuple[SentenceKind, Sentence]
    begun = ("done", dropped(trace, say)) if first else ("note", start(trace, say))
    for k, (before, after) in enumerate(pairwise((None, *trace, None)), start=first):
        symbols, pairs = (after.symbols, after.candidates) if after else (trace.tokens, trace.candidates)
        yield Frame(
            (Row(label, "", symbols, done_in_short(before) + to_merge(after)),),
            (
                ("done", done(before, k, say)) if before else begun,
                ("next", upcoming(after, k + 1, say)) if after else ("note", segments(stopped(trace, say))),
            ),
            ahead=(after, k + 1) if after else None,
            choice=pair_attempts(pairs, after, say, most_attempts(len(trace))) if symbols else None,
        )


def word_parts(frames: Iterable[Frame], say: Catalog, drawn: SymbolDrawing) -> list[dict[str, Any]]:
    """Return the picture's payloads for frames: all in one, or of many PART and a margin.

    :func:`part_at` says which of them holds a step. drawn: how symbols are drawn.
    """
    every = list(frames)
    last = len(every) - 1
    if last <= 2 * PART:
        return [_Payload(say, drawn).of(every, 0, last)]
    return [
        _Payload(say, drawn).of(every[max(0, first - _MARGIN) : first + PART + _MARGIN], max(0, first - _MARGIN), last)
        for first in range(0, last + 1, PART)
    ]


def part_at(step: int, number: int) -> int:
    """Return the number of the part, of `number`, that has a step and some around it.

    >>> part_at(300, 1), part_at(300, 9)
    (0, 3)
    """
    return min(step // PART, number - 1)


def merging_picture(rows: Iterable[Row], say: Catalog, drawn: SymbolDrawing | None = None) -> dict[str, Any]:
    """Return a payload without steps: at most :data:`MAX_LINES` rows, as chips of many colors or `drawn` as where
    there are steps."""
    made = _Payload(say, drawn)
    group = row_group([made.cut(row) for row in islice(rows, MAX_LINES)])
    payload = made.of([], 0, 0) | {"frames": [encoded(PictureFrame([group], []))]}
    payload["labels"]["picture"] = say("picture.chips")
    return payload


class _Payload:
    """Builds one payload; chips have colors where nothing says how they are drawn."""

    def __init__(self, say: Catalog, drawn: SymbolDrawing | None) -> None:
        self._drawn, self._say = drawn, say
        self._pool = Pool(say, is_colored=drawn is None, as_is=drawn.unknown if drawn else None)

    def of(self, frames: Sequence[Frame], first: int, last: int) -> dict[str, Any]:
        """Return the payload whose first frame is that of step `first`, out of steps 0 to `last`."""
        built = [
            {"groups": [self._group(frame)], "say": [PictureSentence(kind, text) for kind, text in frame.said]}
            | ({"choice": self._choice(frame)} if self._drawn and frame.choice else {})
            for frame in frames
        ]
        picture: EncodingPicture | dict[str, str] = {"kind": "chips"}
        if self._drawn:
            picture = drawing_payload(self._drawn, list(self._pool.names), self._pool.number, self._say)
        return picture_payload(last, first, built, picture, self._say, self._pool)

    def cut(self, row: Row) -> MarkedRow:
        """Return a row of at most MAX_CHIPS symbols and how many follow, and the marks on these."""
        chips = self._pool.numbers(row.symbols[:MAX_CHIPS], len(row.symbols))
        spans = [(place, min(size, MAX_CHIPS - place), mark) for place, size, mark in row.spans if place < MAX_CHIPS]
        return self._pool.row(ChipRow(row.label, chips, note=row.note)), spans

    def _choice(self, frame: Frame) -> Choice:
        choice = frame.choice
        assert choice is not None
        start, stop = _stretch(frame.rows[frame.about])
        before = int(start > 0) - start
        is_short = choice.others and len(choice.tries) <= FEW_ATTEMPTS
        most = _PLACES if is_short else MAX_CHIPS

        def as_shown(attempt: Attempt) -> Attempt:
            places = (SymbolPlace(place.start + before, place.length) for place in attempt.places if is_in(place))
            names = tuple(visible(name) or "∅" for name in attempt.names)
            return replace(attempt, names=names, places=tuple(islice(places, most)))

        def is_in(place: SymbolPlace) -> bool:
            return start <= place.start and place.start + place.length <= stop

        return replace(choice, tries=[*map(as_shown, choice.tries)], row=frame.about - _first(frame))

    def _group(self, frame: Frame) -> RowGroup:
        first = _first(frame)
        shown = frame.rows[first : first + MAX_ROWS]
        heading = None
        if len(shown) < len(frame.rows):
            heading = self._say("shown-of", shown=len(shown), total=len(frame.rows))
        return row_group((self._around(row) for row in shown), heading)

    def _around(self, row: Row) -> MarkedRow:
        """Return a row and its marks; of a long one the symbols around the first mark of what comes next."""
        start, stop = _stretch(row)
        is_lost = not row.symbols and self._drawn is not None and self._drawn.dropped is not None
        chips = [self._pool.number(symbol) for symbol in (("",) if is_lost else row.symbols[start:stop])]
        before, after = int(start > 0), int(stop < len(row.symbols))
        if before:
            chips.insert(0, self._pool.sign(f"{self._say.integer(start)} + …"))
        if after:
            chips.append(self._pool.sign(f"… + {self._say.integer(len(row.symbols) - stop)}"))
        spans = [
            (place - start + before, length, mark)
            for place, length, mark in sorted(row.spans)
            if start <= place and place + length <= stop
        ]
        bars, falling = (
            tuple(place - start + before for place in places if start < place < stop)
            for places in (row.bars, row.falling)
        )
        made = ChipRow(row.label, tuple(chips), note=row.note)
        return self._pool.row(replace(made, bars=bars, falling=falling) if bars else made), spans


def _first(frame: Frame) -> int:
    """Return the first of the rows that are shown."""
    return max(0, min(frame.about - MAX_ROWS // 2, len(frame.rows) - MAX_ROWS))


def _stretch(row: Row) -> tuple[int, int]:
    """Return from where to where a row's symbols are shown."""
    length = len(row.symbols)
    if length <= MAX_CHIPS:
        return 0, length
    places = [place for place, _, mark in row.spans if mark == "next"] or [place for place, _, _ in row.spans]
    center = min(places, default=0)
    start = max(0, min(center // _BLOCK * _BLOCK - _BLOCK // 2, length - AROUND))
    return start, start + AROUND


# -- the picture: what may come next, and what symbols are made of -----------------------------------------------------


MAX_ATTEMPTS = 16
"""The maximum number of rows of a choice that are sent; a window has room for about nine."""
FEW_ATTEMPTS = 2
"""The maximum number of rows that are sent of a word with so many steps that a part would become large."""
MAX_LISTED = 24
"""The maximum number of merges that are listed one by one; of more, those that a word has are marked on a scale."""
_MANY_STEPS = 60
_NAMED = 2  # places of a pair

MadeFrom = tuple[int, str, str]
"""The number of a merge, counted from 1, and its two parts."""


@dataclass(frozen=True)
class SymbolDrawing:
    """The drawing of symbols: what made them, in the order of `merges` merges, and the marks that are smaller.

    has_names: whether each row is below its label, as where rows are different things. unknown: the symbol, if any,
    that stands for what is in no vocabulary. dropped: the symbols that are dropped, as often as they are, and
    a sentence that counts them and says why. superwords: token -> how many words it has, where rows have borders and
    some tokens cross them; None where there is neither. listed: what each merge makes, in their order, where they are
    few. has_windows: whether what a step chooses from are parts of the word. trained: how many merges made the tokens
    of a vocabulary, and token -> the number of its merge.
    """

    made: Mapping[str, MadeFrom]
    merges: int
    marks: tuple[str, ...] = ()
    has_names: bool = False
    unknown: str | None = None
    dropped: tuple[Sequence[str], Sentence] | None = None
    superwords: Mapping[str, int] | None = None
    space: str = ""
    listed: tuple[str, ...] = ()
    has_windows: bool = False
    trained: tuple[int, Mapping[str, int]] | None = None


def drawn_word(
    trace: EncodeTrace, merges: int, say: Catalog, marks: tuple[str, ...] = (), listed: tuple[str, ...] = ()
) -> SymbolDrawing:
    """Return the drawing of the symbols of one word, with those that it loses.

    merges: how many the tokenizer has; listed: what they make, where they are few.
    """
    lost = [loss.symbol for loss in trace.dropped]
    explained = (lost, form_legend(trace, say)) if lost else None
    return SymbolDrawing(makers(trace), merges, marks, dropped=explained, listed=listed)


def listed_merges(model: Model) -> tuple[str, ...]:
    """Return the token of each merge of a model, in order; none if they are too many."""
    merges = model.merges
    return tuple(map(model.rules.join, *zip(*merges, strict=True))) if 0 < len(merges) <= MAX_LISTED else ()


def most_attempts(steps: int) -> int:
    """Return the number of rows of a choice that are sent for a word of so many steps."""
    return MAX_ATTEMPTS if steps <= _MANY_STEPS else FEW_ATTEMPTS


def pair_attempts(
    candidates: Sequence[EncodeCandidate],
    ahead: EncodeStep | None,
    say: Catalog,
    most: int = MAX_ATTEMPTS,
) -> Choice:
    """Return the pairs of a word in the order of their ranks, then those that are no merge. ahead: the iteration that
    comes next.

    >>> from tokviz.bpe import EncodeCandidate
    >>> from tokviz.views.shared.catalog import load
    >>> candidates = [EncodeCandidate(0, ("a", "b"), None), EncodeCandidate(1, ("b", "a"), 3)]
    >>> [(pair.names, pair.worth, pair.kind) for pair in pair_attempts(candidates, None, load("en")).tries]
    [(('b', 'a'), 'merge 4', 'open'), (('a', 'b'), 'never merged', 'out')]
    """
    pairs = ranked_pairs(candidates, ahead.pair if ahead else None)
    tries = [_attempt(pair, is_next=bool(ahead) and not place, say=say) for place, pair in enumerate(pairs[:most])]
    title = say("encode.picture.pairs") if ahead else say("encode.picture.left")
    known = sum(pair.rank is not None for pair in pairs)
    rule = say.count("encode.picture.known", known) if ahead and ahead.choice.is_earliest else ""
    return Choice(title, rule, tries, len(pairs) - len(tries))


def _attempt(ranked_pair: RankedPair, *, is_next: bool, say: Catalog) -> Attempt:
    named = [f"{say.integer(place + 1)}–{say.integer(place + 2)}" for place in ranked_pair.places[:_NAMED]]
    where = say.listed([*named, "…"] if len(ranked_pair.places) > len(named) else named)
    about = segments(pair_places(ranked_pair, say, where))
    kind: AttemptKind = "out" if ranked_pair.rank is None else "wins" if is_next else "open"
    return Attempt(
        ranked_pair.pair,
        tuple(SymbolPlace(place, 2) for place in ranked_pair.places),
        rank_in_short(ranked_pair.rank, say),
        about,
        kind,
        None if ranked_pair.rank is None else ranked_pair.rank + 1,
    )


def makers(steps: Iterable[EncodeStep]) -> dict[str, MadeFrom]:
    """Return symbol -> what made it first."""
    made_from: dict[str, MadeFrom] = {}
    for step in steps:
        left, right = step.pair
        made_from.setdefault(step.after[step.positions[0]], (step.rank + 1, left, right))
    return made_from


def merges_by_token(merges: Iterable[Pair], join: Callable[[str, str], str]) -> dict[str, MadeFrom]:
    """Return the same of all merges of a tokenizer. join: what merging two symbols makes.

    >>> merges_by_token([("l", "o"), ("lo", "w")], "{}{}".format)
    {'lo': (1, 'l', 'o'), 'low': (2, 'lo', 'w')}
    """
    made_from: dict[str, MadeFrom] = {}
    for number, (left, right) in enumerate(merges, start=1):
        made_from.setdefault(join(left, right), (number, left, right))
    return made_from


def origins(
    symbols: Iterable[str],
    maker_of: Callable[[str], MadeFrom | None],
    marked: Callable[[str], tuple[str, str, str]],
    number: Callable[[str], int],
) -> Origins:
    """Return the origins of symbols, and of the symbols that these are made of."""
    known = dict.fromkeys(symbols)
    waiting = list(known)
    made: list[SymbolOrigin] = []
    cells: list[LetterCell] = []
    while waiting:  # what a symbol was made from may not have been named so far
        name = waiting.pop()
        maker = maker_of(name)
        if maker is None:
            before, letters, after = marked(name)
            cells.append(LetterCell(symbol=number(name), before=before, letters=letters, after=after))
            continue
        rank, *parts = maker
        left, right = map(number, parts)
        made.append(SymbolOrigin(symbol=number(name), number=rank, left=left, right=right))
        waiting += [part for part in dict.fromkeys(parts) if part not in known]
        known |= dict.fromkeys(parts)
    return Origins(origins=made, cells=cells)


def drawing_payload(
    how: SymbolDrawing, symbols: Sequence[str], number: Callable[[str], int], say: Catalog
) -> EncodingPicture:
    """Return the data common to all frames.

    symbols: those that are drawn; number: the place of a symbol among the chips, where it is put if it is not there
    yet.
    """
    named = set()

    def maker_of(name: str) -> MadeFrom | None:
        named.add(name)
        return _made(name, how)

    origin_parts = origins(symbols, maker_of, lambda name: _marked(name, how.marks), number)
    shared = {name: say.templates[_SHARED_LABELS[name]] for name in _SHARED}
    labels = shared | say.within("encode.picture.label.")
    trained = superwords = None
    if how.trained:
        merges, numbers = how.trained
        made_here = {str(number(name)): numbers[name] for name in sorted(named & numbers.keys())}
        trained = TrainedTokens(merges=merges, numbers=made_here)
    if how.superwords is not None:
        words = {name: how.superwords[name] for name in sorted(named & how.superwords.keys())}
        superwords = {str(number(name)): count for name, count in words.items()}
        labels |= {name: say.templates[_BORDER_LABELS[name]] for name in _BORDERS}
    return EncodingPicture(
        kind="encoding",
        origins=origin_parts.origins,
        cells=origin_parts.cells,
        merges=how.merges,
        named=how.has_names,
        listed=[*map(visible, how.listed)] or None,
        windows=how.has_windows or None,
        trained=trained,
        unknown=number(how.unknown) if how.unknown is not None and how.unknown in named else None,
        dropped=DroppedSymbols(symbols=[*map(number, how.dropped[0])], told=how.dropped[1]) if how.dropped else None,
        superwords=superwords,
        space=how.space or None,
        labels=labels,
    )


_SHARED = ("more", "symbol_made", "hidden")
_BORDERS = ("sign_bar", "sign_superword")


def _made(name: str, how: SymbolDrawing) -> MadeFrom | None:
    """Return the maker of a symbol.

    Also of one that has lost the mark at its end, or got another.
    """
    if name in how.made:
        return how.made[name]
    for mark in how.marks:
        bare = name.removesuffix(mark)
        for other in (bare, *(bare + mark for mark in how.marks)):
            if other in how.made:
                rank, left, _ = how.made[other]
                if name.startswith(left) and name[len(left) :] not in ("", *how.marks):
                    return rank, left, name[len(left) :]
    return None


def _marked(name: str, marks: Sequence[str]) -> tuple[str, str, str]:
    """Return a symbol as mark, letters, mark."""
    before = next((mark for mark in marks if name.startswith(mark) and name != mark), "")
    letters = name.removeprefix(before)
    after = next((mark for mark in marks if letters.endswith(mark)), "")
    return before, visible(letters.removesuffix(after)) or ("" if name else "∅"), after
