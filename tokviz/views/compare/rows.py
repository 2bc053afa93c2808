"""Payload of the text rows of `/compare`: a text as several tokenizers split it, a row each.

The axis says which column of the picture is which stretch of the text, and which columns stay together in a line: a
character (grapheme cluster) has a column, more where a split goes through it, and a mark of its own where one is a
token.

The words of the text can be picked, each by its name. A name has no white space, so that a link can hold it: spaces and
line ends are written as they are shown. The same word has two names where tokenizers differ on it by its place.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from operator import itemgetter
from typing import NamedTuple

import regex

from tokviz.compare.alignment import Column, Segmentation, Token, columns
from tokviz.compare.comparison import Comparison
from tokviz.compare.differences import nearby
from tokviz.compare.notation import neutral as without_marks
from tokviz.compare.reading import splits_of
from tokviz.compare.spans import Model
from tokviz.corpus.passages import Passage, Stretch
from tokviz.views.compare.sentences import rare_merges_sentences, summary_sentence, unknown_sentences
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.text_rows import (
    INSIDE,
    LINE,
    MOST_DRAWN,
    SPACE,
    Before,
    RowPart,
    TextBlock,
    TextCharacter,
    TextRow,
    TextRows,
    make_blocks,
    split_long,
)

LETTERS = "ABCDEFGH"
"""Short names of the tokenizers, in their order."""
MOST_SENT = 30_000
"""The maximum number of tokens that are sent, of all rows together; a longer text is cut."""

_JOINS_NEXT = regex.compile(r"[\p{Joining_Type=D}\p{Joining_Type=L}\p{Joining_Type=C}]\p{M}*\Z")
_JOINS_LAST = regex.compile(r"[\p{Joining_Type=D}\p{Joining_Type=R}\p{Joining_Type=C}]")
_JOINER = "\u200d"


def rows_payload(
    text: str,
    segmentations: Sequence[Segmentation],
    names: Sequence[str],
    say: Catalog,
    neutral: Sequence[Model] | None = None,
    summary: str = "",
    details: Mapping[int, str] | None = None,
) -> TextRows:
    """Return a text as each of several tokenizers splits it.

    names: of the tokenizers. neutral: their models, to write tokens without marks; None: as they are. summary: a
    sentence above the rows; details: one about the number of tokens of some rows, by their number.
    """
    axis = Axis(columns(text), segmentations)
    passages, word_at = pick_words(text, segmentations)
    characters: list[TextCharacter] = []
    for number, column in enumerate(axis.columns):
        if axis.is_shown(number):
            left, right = axis.base(Fraction(column.start)), axis.behind(Fraction(column.end))
            character: TextCharacter = {"text": _shaped(axis.columns, number), "start": left, "end": right}
            if (word := word_at[column.start]) >= 0:
                character["word"] = word
            characters.append(character)
    parts = [_parts(axis, number, neutral[number] if neutral else None) for number in range(len(segmentations))]
    blocks, parts = split_long(axis.blocks(text), characters, parts)
    last = _last_column(blocks, parts)
    shown_characters = [character for character in characters if character["start"] < last]
    is_cut = bool(blocks) and last < blocks[-1]["end"]
    rows: list[TextRow] = [
        {
            "name": name,
            "kind": "piece",
            "parts": [part for part in row if part["start"] < last],
            "tokens": len(segmentation.tokens),
            "unknown": sum(token.kind == "unknown" for token in segmentation.tokens),
        }
        for name, row, segmentation in zip(names, parts, segmentations, strict=True)
    ]
    for number, detail in (details or {}).items():
        rows[number]["detail"] = detail
    return {
        "drawn": "boundaries",
        "summary": summary,
        "characters": shown_characters,
        "rows": rows,
        "blocks": [block for block in blocks if block["start"] < last],
        "words": list(passages),
        "cut": say("compare.rows.cut", shown=len(shown_characters), total=len(characters)) if is_cut else "",
        "most": MOST_DRAWN,
        "labels": say.within("compare.rows.label."),
        "lang": say.language,
    }


def comparison_payload(comparison: Comparison, say: Catalog, *, is_neutral: bool) -> TextRows:
    """Return the text of a comparison as each of its tokenizers splits it, with what to say of all rows, and why one
    has many tokens. is_neutral: whether tokens are written without marks."""
    return rows_payload(
        comparison.text,
        comparison.segmentations,
        comparison.names,
        say,
        comparison.models if is_neutral else None,
        summary_sentence(comparison, say),
        rare_merges_sentences(comparison, say) | unknown_sentences(comparison.segmentations, say),
    )


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


def _last_column(blocks: Sequence[TextBlock], rows: Sequence[Sequence[RowPart]]) -> int:
    """Return the column up to which whole blocks have at most as many tokens as are sent; the first block is always
    sent."""
    if sum(map(len, rows)) <= MOST_SENT:
        return blocks[-1]["end"] if blocks else 0
    latest = sorted(token["start"] for row in rows for token in row)[MOST_SENT]
    return max((block["start"] for block in blocks[1:] if block["start"] <= latest), default=blocks[0]["end"])


def _parts(axis: Axis, row: int, model: Model | None) -> list[RowPart]:
    """Return the tokens of a row and what it leaves out, from left to right."""
    segmentation = axis.segmentations[row]
    row_parts: list[RowPart] = []
    edges = {column.start for column in axis.columns} | {len(segmentation.text)}
    for number, token in enumerate(segmentation.tokens):
        name = token_label(token, segmentation.text, model)
        if number in axis.marks[row]:
            left = axis.mark(*axis.marks[row][number])
            row_parts.append({"text": name, "start": left, "end": left + 1, "kind": "mark"})
            continue
        begin, end = token.begin_exact, token.end_exact
        part: RowPart = {"text": name, "start": axis.base(begin), "end": axis.behind(end)}
        if token.kind != "piece":
            part["kind"] = token.kind
        if begin not in edges:
            part["cut_start"] = True
        if end not in edges:
            part["cut_end"] = True
        row_parts.append(part)
    dropped = set(segmentation.dropped)
    starts = [column.start for column in axis.columns]
    for first, last in segmentation.gaps:
        inside = axis.columns[max(bisect_right(starts, first) - 1, 0) : bisect_left(starts, last)]
        for start, stop in ((max(column.start, first), min(column.end, last)) for column in inside):
            if not segmentation.text[start:stop].isspace():  # nor what is left of a character, such as its accent
                kind = "dropped" if dropped.intersection(range(start, stop)) else "removed"
                left, right = axis.base(Fraction(start)), axis.behind(Fraction(stop))
                row_parts.append({"text": "∅", "start": left, "end": right, "kind": kind})
    return sorted(row_parts, key=itemgetter("start"))


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
        """Tell if a character has a column: white space only where a token covers it."""
        column = self.columns[number]
        return not column.text.isspace() or Fraction(column.start) in self._covered

    def blocks(self, text: str) -> list[TextBlock]:
        """Return the blocks: stretches without a place where all rows may be broken."""
        edges: list[tuple[int, int]] = []
        spans: list[tuple[int, int]] = []
        comes_before: list[Before] = []
        before, is_open = LINE, False
        for number, column in enumerate(self.columns):
            start = Fraction(column.start)
            if not self.is_shown(number):
                breaks = "\n" in column.text or "\r" in column.text
                before, is_open = LINE if breaks or before == LINE else SPACE, False
                continue
            left = self._first[start] + self._ends[start]
            right = self._first[Fraction(column.end)] + self._ends[Fraction(column.end)]
            if is_open and start in self._joined:
                edges[-1] = (edges[-1][0], right)
                spans[-1] = (spans[-1][0], column.end)
            else:
                edges.append((left, right))
                spans.append((column.start, column.end))
                comes_before.append(SPACE if column.text.isspace() and before == INSIDE else before)
            before, is_open = INSIDE, True
            if column.text[-1] in "\r\n":
                before = LINE
        return make_blocks(text, edges, spans, comes_before)

    @staticmethod
    def _marks(
        segmentation: Segmentation, ends: Counter[Fraction], begins: Counter[Fraction]
    ) -> dict[int, tuple[Fraction, bool, int]]:
        """Return the tokens of a row that cover nothing; `ends` and `begins` grow to hold them."""
        marks: dict[int, tuple[Fraction, bool, int]] = {}
        seen: defaultdict[tuple[Fraction, bool], int] = defaultdict(int)
        word = -1
        for number, token in enumerate(segmentation.tokens):
            if token.begin_exact == token.end_exact:
                place, is_end = token.begin_exact, token.word == word
                marks[number] = (place, is_end, seen[place, is_end])
                seen[place, is_end] += 1
                count = ends if is_end else begins
                count[place] = max(count[place], seen[place, is_end])
            word = token.word
        return marks


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
    >>> picked = pick_words("a, b", [segment("a, b", models[0])])
    >>> list(picked.passages), picked.numbers
    (['a', ',', 'b'], [0, 1, -1, 2])
    >>> picked = pick_words("a, b", [segment("a, b", model) for model in models])
    >>> list(picked.passages), picked.numbers
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
        name = next((choice for choice in choices if named.get(choice, (own,))[0] == own), plain)
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


def passages_of(comparison: Comparison, names: Sequence[str]) -> dict[str, Passage]:
    """Find what was picked or typed, each in as much of its text as it takes: in the text of the rows, among
    the words of the corpus that differ, in the corpus, or by itself. Raises TokvizError."""
    passages = pick_words(comparison.text, comparison.segmentations).passages
    here = [name for name in passages if name in names]
    places = {}
    if here:
        ask = comparison.engine.memory.ask
        ordered = sorted((passages[name] for name in here), key=lambda passage: passage.stretch)
        each = zip(*(ask(splits_of, ordered, model) for model in comparison.models), strict=True)
        near = {
            passage: nearby(passage, comparison.models, split) for passage, split in zip(ordered, each, strict=True)
        }
        places = {name: near[passages[name]] for name in here}
    return places | {name: _in_corpus(comparison, name) for name in names if name not in places}


def _in_corpus(comparison: Comparison, name: str) -> Passage:
    for differing in comparison.differing:
        if name_of(differing.word) == name:
            return nearby(differing.passage, comparison.models, differing.splits)
    each = zip(*(reading.each for reading in comparison.train), strict=True)
    for (passage, _), split in zip(comparison.engine.source.text.passages, each, strict=True):
        if passage.word == name:
            return nearby(passage, comparison.models, split)
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
