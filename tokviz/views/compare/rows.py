"""Payload of the aligned rows: a text as several tokenizers split it, in columns that a browser can lay out.

Where lines end is decided by the browser, which knows how wide letters are. The axis says which column of the picture
is which stretch of the text, and which columns stay together in a line: a character (grapheme cluster) has a column,
more where a split goes through it, and a mark of its own where one is a token.

The words of the text can be picked, each by its name. A name has no white space, so that a link can hold it: spaces and
line ends are written as they are shown. The same word has two names where tokenizers differ on it by its place.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, repeat
from typing import Any, NamedTuple

import regex

from tokviz.compare.alignment import Column, Segmentation, Token, columns
from tokviz.compare.comparison import Comparison
from tokviz.compare.differences import nearby
from tokviz.compare.notation import neutral as without_marks
from tokviz.compare.reading import splits_of
from tokviz.compare.spans import Model
from tokviz.corpus.passages import Passage, Stretch
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.stage.payload import COLOURS, colours_of

__all__ = [
    "LINE",
    "MOST_DRAWN",
    "MOST_SENT",
    "WORD",
    "Axis",
    "Picks",
    "directions",
    "name_of",
    "passages_of",
    "pick_words",
    "rows_payload",
    "split_long",
    "token_colours",
    "token_label",
]

MOST_DRAWN = 1_500
"""How many tokens, of all rows together, the browser draws at once."""
MOST_SENT = 30_000
"""How many tokens, of all rows together, are sent; a longer text is cut."""

_JOINS_NEXT = regex.compile(r"[\p{Joining_Type=D}\p{Joining_Type=L}\p{Joining_Type=C}]\p{M}*\Z")
_JOINS_LAST = regex.compile(r"[\p{Joining_Type=D}\p{Joining_Type=R}\p{Joining_Type=C}]")
_JOINER = "\u200d"
_LEFT, _RIGHT = 1, 2  # on which sides a cut goes through a character
_FROM_BEFORE, _GOES_ON = 4, 8  # a token that is drawn in parts
_LONG = 10  # columns; longer blocks are split, tokens and all


def rows_payload(
    text: str,
    segmentations: Sequence[Segmentation],
    names: Sequence[str],
    say: Catalog,
    neutral: Sequence[Model] | None = None,
) -> dict[str, Any]:
    """Return a text as each of several tokenizers cuts it, ready for JSON.

    names: of the tokenizers. neutral: their models, to write tokens without marks; None: as they are.
    """
    axis = Axis(columns(text), segmentations)
    passages, word_at = pick_words(text, segmentations)
    tokens = [_tokens(axis, number, neutral[number] if neutral else None) for number in range(len(segmentations))]
    hues = token_colours([[token[0] for token in row] for row in tokens])
    places = [column.start for column in axis.columns]
    clusters: list[list[Any]] = []
    for number, column in enumerate(axis.columns):
        if axis.is_shown(number):
            left, right = axis.base(Fraction(column.start)), axis.behind(Fraction(column.end))
            clusters.append([_shaped(axis.columns, number), left, right, word_at[column.start]])
    rows: list[list[list[Any]]] = []
    for shown, row_hues in zip(tokens, hues, strict=True):
        first = [max(bisect_right(places, token[-1]) - 1, 0) for token in shown]
        words_of = [word_at[places[number]] if places else -1 for number in first]
        rows.append(
            [[*token[:4], hue, word, token[4]] for token, hue, word in zip(shown, row_hues, words_of, strict=True)]
        )
    blocks, rows = split_long(axis.blocks(text), clusters, rows)
    last = _last_column(blocks, rows)
    kept = [cluster for cluster in clusters if cluster[1] < last]
    return {
        "names": list(names),
        "clusters": kept,
        "rows": [[token for token in row if token[1] < last] for row in rows],
        "blocks": [block for block in blocks if block[0] < last],
        "words": list(passages),
        "totals": [[len(one.tokens), sum(token.kind == "unknown" for token in one.tokens)] for one in segmentations],
        "cut": say("compare.rows.cut", shown=len(kept), total=len(clusters)) if blocks and last < blocks[-1][1] else "",
        "most": MOST_DRAWN,
        "labels": say.within("compare.rows.label."),
        "lang": say.language,
    }


def token_label(token: Token, text: str, model: Model | None = None) -> str:
    """Return a token as it is shown: as it is written, or without its marks if the model is given that wrote it.

    >>> from tokviz import wordpiece
    >>> token = Token("##gs", 2, 4, "piece", 0)
    >>> token_label(token, "hugs"), token_label(token, "hugs", wordpiece.Model(["hu", "##gs"]))
    ('##gs', 'gs')
    """
    shown = without_marks(token.text, model).text if model else token.text
    if not shown:  # nothing but a mark
        shown = text[token.start : token.end] or "∅"
    return shorten(visible(shown))


def token_colours(rows: Sequence[Sequence[str]]) -> list[list[int]]:
    """Return a colour for each token: the same text has the same in all rows, and different neighbours always differ.

    >>> token_colours([["hu", "gs"], ["hu", "g", "s"]])
    [[0, 3], [0, 6, 9]]
    """
    known = colours_of(dict.fromkeys(token for row in rows for token in row), [tuple(row) for row in rows])
    found = []
    for row in rows:
        hues = [known[token] for token in row]
        for i in range(1, len(row)):
            if row[i] != row[i - 1] and hues[i] == hues[i - 1]:  # ten colours were not enough
                taken = {hues[i - 1], known[row[i + 1]] if i + 1 < len(row) else -1}
                hues[i] = next(hue for hue in range(COLOURS) if hue not in taken)
        found.append(hues)
    return found


def _last_column(blocks: Sequence[Sequence[int]], rows: Sequence[Sequence[Sequence[Any]]]) -> int:
    """Return the column up to which whole blocks have at most as many tokens as are sent; the first block is always
    sent."""
    if sum(map(len, rows)) <= MOST_SENT:
        return blocks[-1][1] if blocks else 0
    latest = sorted(token[1] for row in rows for token in row)[MOST_SENT]
    return max((block[0] for block in blocks[1:] if block[0] <= latest), default=blocks[0][1])


def split_long(
    blocks: Sequence[list[int]],
    clusters: Sequence[Sequence[Any]],
    rows: Sequence[Sequence[list[Any]]],
    most: Sequence[int] = (),
) -> tuple[list[list[int]], list[list[list[Any]]]]:
    """Return the blocks that would not fit into a line, such as a sentence without spaces that is one unknown token, in
    parts: at characters where few tokens go on. most: the columns that each block may have. A part of a token that is
    not its first reads "…"."""
    over: Counter[int] = Counter()  # column -> how many tokens go on over its left edge
    for row in rows:
        for token in row:
            over.update(range(token[1] + 1, token[2]))
    starts = [cluster[1] for cluster in clusters]
    found: list[list[int]] = []
    for (begin, end, before, *ways), room in zip(blocks, most or repeat(_LONG), strict=False):
        at = begin
        while end - at > room:
            places = starts[bisect_left(starts, at + room // 3) : bisect_right(starts, min(at + room, end - 1))]
            if not places:  # one character with more parts than that
                behind = bisect_right(starts, at)
                if behind == len(starts) or starts[behind] >= end:
                    break
                places = [starts[behind]]
            place = min(places, key=lambda column: (over[column], -column))
            found.append([at, place, before if at == begin else 0, *ways])
            at = place
        found.append([at, end, before if at == begin else 0, *ways])
    edges = [block[0] for block in found]
    return found, [[part for token in row for part in _split_token(token, edges)] for row in rows]


def _split_token(token: list[Any], edges: Sequence[int]) -> list[list[Any]]:
    """Return a token as the parts that it has in blocks that begin at `edges`."""
    name, begin, end, kind, hue, word, cut = token
    places = [begin, *edges[bisect_right(edges, begin) : bisect_left(edges, end)], end]
    found = []
    for left, right in pairwise(places):
        is_first, is_last = left == begin, right == end
        sides = (cut & _LEFT if is_first else _FROM_BEFORE) | (cut & _RIGHT if is_last else _GOES_ON)
        shown = (name if is_last else shorten(name, max(right - left, 6))) if is_first else "…"
        found.append([shown, left, right, kind, hue, word, sides])
    return found


def _tokens(axis: Axis, row: int, model: Model | None) -> list[tuple[str, int, int, str, int, int]]:
    """Return the tokens of a row and what it leaves out, from left to right: label, columns, kind, cut, place in the
    text."""
    segmentation = axis.segmentations[row]
    found: list[tuple[str, int, int, str, int, int]] = []
    edges = {column.start for column in axis.columns} | {len(segmentation.text)}
    for number, token in enumerate(segmentation.tokens):
        name = token_label(token, segmentation.text, model)
        if number in axis.marks[row]:
            place, is_end, order = axis.marks[row][number]
            left = axis.mark(place, is_end, order)
            at = int(place) - 1 if is_end and place else int(place)
            found.append((name, left, left + 1, "mark", 0, at))
            continue
        begin, end = token.begin_exact, token.end_exact
        cut = (0 if begin in edges else _LEFT) | (0 if end in edges else _RIGHT)
        found.append((name, axis.base(begin), axis.behind(end), token.kind, cut, token.start))
    dropped = set(segmentation.dropped)
    starts = [column.start for column in axis.columns]
    for first, last in segmentation.gaps:
        inside = axis.columns[max(bisect_right(starts, first) - 1, 0) : bisect_left(starts, last)]
        for start, stop in ((max(column.start, first), min(column.end, last)) for column in inside):
            if not segmentation.text[start:stop].isspace():  # nor what is left of a character, such as its accent
                kind = "dropped" if dropped.intersection(range(start, stop)) else "removed"
                found.append(("∅", axis.base(Fraction(start)), axis.behind(Fraction(stop)), kind, 0, start))
    return sorted(found, key=lambda one: one[1])


def _shaped(columns: Sequence[Column], number: int) -> str:
    """Return a character for its cell; letters of joined scripts keep the form that they have in the word."""
    text = columns[number].text
    shown = visible(text)
    if number and _JOINS_LAST.match(text) and _JOINS_NEXT.search(columns[number - 1].text):
        shown = _JOINER + shown
    if number + 1 < len(columns) and _JOINS_NEXT.search(text) and _JOINS_LAST.match(columns[number + 1].text):
        shown += _JOINER
    return shown


# -- the axis ----------------------------------------------------------------------------------------------------------


_INSIDE, WORD, LINE = 0, 1, 2
"""What stands before a block: nothing, a space, the end of a line."""
_NUMBER = 2  # in place of a direction


class Axis:
    """The columns of the picture, by number: first marks that end a word, then marks that begin one, then characters,
    at every place where a token or a character begins or ends."""

    def __init__(self, columns: Sequence[Column], segmentations: Sequence[Segmentation]) -> None:
        self.columns, self.segmentations = columns, segmentations
        self.marks: list[dict[int, tuple[Fraction, bool, int]]] = []  # token -> place, is it an end, the how manieth
        ends: Counter[Fraction] = Counter()
        begins: Counter[Fraction] = Counter()
        edges = {Fraction(edge) for column in columns for edge in (column.start, column.end)}
        self._joined: set[Fraction] = set()  # places that a token reaches over
        for segmentation in segmentations:
            self.marks.append(self._marks(segmentation, ends, begins))
            edges.update(segmentation.boundaries)
            edges.update(Fraction(edge) for gap in segmentation.gaps for edge in gap)
        self._edges = sorted(edges | ends.keys() | begins.keys())
        self._ends, self._begins = ends, begins
        self._first: dict[Fraction, int] = {}
        at = 0
        for edge in self._edges:
            self._first[edge] = at
            at += ends[edge] + begins[edge] + 1
        rank = {edge: i for i, edge in enumerate(self._edges)}
        covered = [False] * len(self._edges)
        for segmentation in segmentations:
            for token in segmentation.tokens:
                if token.begin_exact < token.end_exact:
                    first, last = rank[token.begin_exact], rank[token.end_exact]
                    self._joined.update(self._edges[first + 1 : last])
                    covered[first:last] = [True] * (last - first)
        self._covered = {edge for edge, is_covered in zip(self._edges, covered, strict=True) if is_covered}

    def base(self, edge: Fraction) -> int:
        """Return the column of what begins at a place."""
        return self._first[edge] + self._ends[edge] + self._begins[edge]

    def behind(self, edge: Fraction) -> int:
        """Return the column behind what ends at a place."""
        return self._first[edge]

    def mark(self, place: Fraction, is_end: bool, number: int) -> int:
        """Return the column of a mark that is a token of its own."""
        return self._first[place] + number + (0 if is_end else self._ends[place])

    def is_shown(self, number: int) -> bool:
        """Return whether a character has a column: white space has one only where a token covers it."""
        column = self.columns[number]
        return not column.text.isspace() or Fraction(column.start) in self._covered

    def blocks(self, text: str) -> list[list[int]]:
        """Return the blocks: from column, to column, what stands before it, its direction, that of its line (1: right
        to left)."""
        found: list[list[int]] = []
        spans: list[tuple[int, int]] = []
        before, is_open = LINE, False
        for number, column in enumerate(self.columns):
            start = Fraction(column.start)
            if not self.is_shown(number):
                breaks = "\n" in column.text or "\r" in column.text
                before, is_open = LINE if breaks or before == LINE else WORD, False
                continue
            left = self._first[start] + self._ends[start]
            right = self._first[Fraction(column.end)] + self._ends[Fraction(column.end)]
            if is_open and start in self._joined:
                found[-1][1] = right
                spans[-1] = (spans[-1][0], column.end)
            else:
                found.append([left, right, max(before, WORD) if column.text.isspace() else before])
                spans.append((column.start, column.end))
            before, is_open = _INSIDE, True
            if column.text[-1] in "\r\n":
                before = LINE
        for block, direction in zip(found, directions(text, spans, [block[2] for block in found]), strict=True):
            block += direction
        return found

    @staticmethod
    def _marks(
        segmentation: Segmentation, ends: Counter[Fraction], begins: Counter[Fraction]
    ) -> dict[int, tuple[Fraction, bool, int]]:
        """Return the tokens of a row that cover nothing; `ends` and `begins` grow to hold them."""
        found: dict[int, tuple[Fraction, bool, int]] = {}
        seen: defaultdict[tuple[Fraction, bool], int] = defaultdict(int)
        word = -1
        for number, token in enumerate(segmentation.tokens):
            if token.begin_exact == token.end_exact:
                place, is_end = token.begin_exact, token.word == word
                found[number] = (place, is_end, seen[place, is_end])
                seen[place, is_end] += 1
                count = ends if is_end else begins
                count[place] = max(count[place], seen[place, is_end])
            word = token.word
        return found


def directions(text: str, spans: Sequence[tuple[int, int]], before: Sequence[int]) -> list[list[int]]:
    """Return for each block its direction and that of its line: of the first character that has one.

    A simplification of the Unicode algorithm, by whole blocks: numbers run from left to right and count for their
    neighbours as what is before them; a block without a direction goes with both neighbours if they agree, else with
    the line.
    """
    found: list[list[int]] = []
    first = 0
    while first < len(spans):
        last = first + 1
        while last < len(spans) and before[last] != LINE:
            last += 1
        kinds = [_strong(text[start:end]) for start, end in spans[first:last]]
        line = next((kind for kind in kinds if kind in (0, 1)), 0)
        strengths: list[int | None] = [line]
        for kind in kinds:
            known = next(one for one in reversed(strengths) if one is not None)
            strengths.append(known if kind == _NUMBER else kind)
        strengths.append(line)
        latest = line
        for i, kind in enumerate(kinds, start=1):
            strength = strengths[i]
            if strength is None:
                behind = next(one for one in strengths[i:] if one is not None)
                strength = latest if latest == behind else line
            else:
                latest = strength
            found.append([0 if kind == _NUMBER else strength, line])
        first = last
    return found


def _strong(text: str) -> int | None:
    """Return 0 for left to right, 1 for right to left, 2 for a number, None if no character says."""
    numbers = False
    for character in text:
        kind = unicodedata.bidirectional(character)
        if kind in ("R", "AL"):
            return 1
        if kind == "L":
            return 0
        numbers = numbers or kind in ("EN", "AN")
    return _NUMBER if numbers else None


# -- words that can be picked ------------------------------------------------------------------------------------------


class Picks(NamedTuple):
    """passages: name -> the first passage of that name. numbers: for each character of the text the number of its name,
    -1 for white space that cannot be picked."""

    passages: Mapping[str, Passage]
    numbers: list[int]


def pick_words(text: str, segmentations: Sequence[Segmentation]) -> Picks:
    """Return the words between white space, and their parts where every tokenizer has words of its own. White space is
    picked with the word after it where a tokenizer has a boundary there.

    >>> from tokviz import wordpiece
    >>> from tokviz.compare.alignment import segment
    >>> models = [wordpiece.Model(["[UNK]"], pretokenizer=name) for name in ("bert", "whitespace")]
    >>> found = pick_words("a, b", [segment("a, b", models[0])])
    >>> list(found.passages), found.numbers
    (['a', ',', 'b'], [0, 1, -1, 2])
    >>> found = pick_words("a, b", [segment("a, b", model) for model in models])
    >>> list(found.passages), found.numbers
    (['a,', 'b'], [0, 0, -1, 1])
    """
    named: dict[str, tuple[list[tuple[str, ...]], Passage]] = {}
    stretches = list(_stretches(text, segmentations))
    touched = [list(_touching_tokens(segmentation, stretches)) for segmentation in segmentations]
    names: list[str] = []
    for stretch, *each in zip(stretches, *touched, strict=True):
        passage = Passage(text, stretch)
        own = [tokens for tokens, _ in each]
        with_space = any(is_cut for _, is_cut in each)
        plain = visible(text[stretch.start : stretch.stop] if with_space else passage.word)
        choices = (plain, visible(text[stretch.start : stretch.stop]), f"{plain}·{stretch.word + 1}")
        name = next((one for one in choices if named.get(one, (own,))[0] == own), plain)
        named.setdefault(name, (own, passage))
        names.append(name)
    order = {name: number for number, name in enumerate(named)}
    numbers = [-1] * len(text)
    for name, stretch, *each in zip(names, stretches, *touched, strict=True):
        first = stretch.start if any(is_cut for _, is_cut in each) else stretch.word
        numbers[first : stretch.stop] = [order[name]] * (stretch.stop - first)
    return Picks({name: passage for name, (_, passage) in named.items()}, numbers)


def name_of(word: str) -> str:
    """Return the name of a word that differs."""
    return visible(word)


def passages_of(found: Comparison, names: Sequence[str]) -> dict[str, Passage]:
    """Find what was picked or typed, each in as much of its text as it takes: in the text of the rows, among
    the words of the corpus that differ, in the corpus, or by itself. Raises TokvizError."""
    passages = pick_words(found.text, found.segmentations).passages
    here = [name for name in passages if name in names]
    places = {}
    if here:
        ask = found.engine.memory.ask
        ordered = sorted((passages[name] for name in here), key=lambda passage: passage.stretch)
        each = zip(*(ask(splits_of, ordered, model) for model in found.models), strict=True)
        near = {one: nearby(one, found.models, split) for one, split in zip(ordered, each, strict=True)}
        places = {name: near[passages[name]] for name in here}
    return places | {name: _in_corpus(found, name) for name in names if name not in places}


def _in_corpus(found: Comparison, name: str) -> Passage:
    for one in found.differing:
        if name_of(one.word) == name:
            return nearby(one.passage, found.models, one.splits)
    each = zip(*(reading.each for reading in found.train), strict=True)
    for (passage, _), split in zip(found.engine.source.text.passages, each, strict=True):
        if passage.word == name:
            return nearby(passage, found.models, split)
    return Passage.alone(name)


def _stretches(text: str, segmentations: Sequence[Segmentation]) -> Iterator[Stretch]:
    is_joined = [False] * (len(text) + 1)  # whether a word goes on over this place
    for segmentation in segmentations:
        for word in segmentation.words:
            is_joined[word.start + 1 : word.end] = [True] * max(word.end - word.start - 1, 0)
    start = at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        stop = at + 1
        while stop < len(text) and is_joined[stop] and not text[stop].isspace():
            stop += 1
        yield Stretch(start, at, stop, len(text) if text[stop:].isspace() else stop)
        start = at = stop


def _touching_tokens(
    segmentation: Segmentation, stretches: Sequence[Stretch]
) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Yield for each stretch the tokens that touch it, and whether one of them ends in the white space before the
    word."""
    tokens, first = segmentation.tokens, 0
    for stretch in stretches:
        while first < len(tokens) and tokens[first].end <= stretch.start and tokens[first].start < stretch.start:
            first += 1
        own: list[str] = []
        is_cut = False
        for token in tokens[first:]:
            if token.start >= stretch.stop:
                break
            own.append(token.text)
            is_cut |= stretch.start < token.end <= stretch.word and token.start < token.end
        yield tuple(own), is_cut
