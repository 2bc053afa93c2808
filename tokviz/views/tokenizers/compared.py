"""Payload of a text as many tokenizers split it, a row each: those recorded of known models, and those that are here.

Tokens are written without the marks of their conventions.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tokviz.files.engine import Part
from tokviz.pretokenize.byte_level import CHAR_TO_BYTE
from tokviz.recorded import Recorded, Token, Tokenizer
from tokviz.state.tokenizers import MAX_DRAWN
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.tables import FilledTable, table_of_rows
from tokviz.views.shared.text_rows import MOST_DRAWN, RowPart, TextRow, TextRows
from tokviz.views.tokenizers.text_rows import Placed, cell, lay_out, make_axis

_SPACE = "▁"
_BYTES = re.compile(r"(?:<0x[0-9A-F]{2}>)+")
_MARKS = re.compile(rf"\A##(?=.)|(?<=.){'</w>'}\Z", re.DOTALL)  # goes on in a word; ends one
_LONGEST = 400  # characters of a word; a longer one counts as several, whose cuts are kept once if they are the same
_WORD = re.compile(rf"\S{{1,{_LONGEST}}}")
_LISTED = 4  # words that are named
_LETTERS = 24  # of each of them
_UNKNOWN = ("[UNK]", "<unk>")
_WAYS = 4  # to split a word that a table has

Span = tuple[int, int]


Cut = tuple[tuple[int, int], ...]
"""The tokens of a word, from where to where in it; the space before it belongs to no word."""


@dataclass(frozen=True)
class Whole:
    """All of a text that is longer than what is drawn: how many tokens, how many of them are unknown, and the cut of
    each word."""

    tokens: int
    unknown: int
    cuts: tuple[Cut, ...]


@dataclass(frozen=True)
class Compared:
    """A row: the name of a tokenizer, how many entries its vocabulary has, and the tokens that are drawn, with their
    ids.

    source: where a record comes from; None of a tokenizer that is here. pick: what the address calls one that is here,
    whose tokens can be picked. whole: of a text of which only a part is drawn.
    """

    name: str
    entries: int
    parts: tuple[Part, ...]
    source: Tokenizer | None = None
    pick: str = ""
    whole: Whole | None = None

    @property
    def tokens(self) -> int:
        """Return the number of tokens in the text."""
        return len(self.parts) if self.whole is None else self.whole.tokens

    @property
    def unknown(self) -> int:
        """Return the number of tokens that stand for what the vocabulary does not have."""
        return _unknown(self.parts) if self.whole is None else self.whole.unknown

    def cuts(self, words: Sequence[Span]) -> Sequence[Cut]:
        """Return the cut of each word of the text."""
        return tuple(_cuts(self.parts, words)) if self.whole is None else self.whole.cuts


@dataclass(frozen=True)
class Group:
    """Rows of one kind, below a heading; the first group may have none."""

    heading: str
    rows: tuple[Compared, ...]


class _Mark(NamedTuple):
    """The mark of a token in a word that not all rows split in the same way, as in `RowPart`."""

    group: int
    is_parted: bool


@dataclass(frozen=True)
class _Difference:
    """A word that not all rows split in the same way, from `start` up to `end`.

    groups: for each row the number of those that split it as that row does, from 1, the largest first; 0 if no other
    row does. shared: where all rows have a boundary within the word.
    """

    start: int
    end: int
    groups: tuple[int, ...]
    shared: frozenset[int]


def of_record(record: Recorded) -> Compared:
    """Return the row of a record.

    >>> from tokviz import recorded
    >>> [part.text for part in of_record(recorded.load("mixed", "gpt-4o")).parts][9:14]
    [' naï', 've', ' ', '你好', '20F09F91']
    """
    parts = tuple(
        Part(_written(token, piece), *span, "token" if piece else "put", token.id)
        for token, piece, span in zip(record.tokens, record.pieces, record.spans, strict=True)
    )
    return Compared(record.tokenizer.title, record.tokenizer.size, parts, record.tokenizer)


def compared_of(parts: Sequence[Part], text: str, entries: int) -> Compared:
    """Return the row of a tokenizer that is here, without a name. parts: its tokens of the whole text."""
    if len(text) <= MAX_DRAWN:
        return Compared("", entries, plain_parts(parts, text))
    drawn = plain_parts([part for part in parts if part.end <= MAX_DRAWN], text)
    told = [part for part in parts if part.start < part.end]
    shapes: dict[Cut, Cut] = {}  # most words have one of a few: each is kept once
    cuts = tuple(shapes.setdefault(cut, cut) for cut in _cuts(told, _words(text)))
    return Compared("", entries, drawn, whole=Whole(len(told), _unknown(told), cuts))


def plain_parts(parts: Sequence[Part], text: str) -> tuple[Part, ...]:
    """Return the tokens of a tokenizer that is here, without those that stand for no text, written as text.

    >>> [part.text for part in plain_parts([Part("Ġlow", 0, 4), Part("##er", 4, 6), Part("[SEP]", 6, 6)], " lower")]
    [' low', 'er']
    """
    return tuple(
        part._replace(text=_unmarked(part.text, text[part.start : part.end])) for part in parts if part.start < part.end
    )


def compared_payload(text: str, groups: Sequence[Group], say: Catalog) -> TextRows:
    """Return the first part of a text as the tokenizers of some groups split it: a row each, and one for a heading. The
    tokens of a row are counted in the whole text."""
    end = min(len(text), MAX_DRAWN)
    listed: list[Compared | str] = []
    for group in groups:
        listed += [group.heading, *group.rows] if group.heading else group.rows
    parts = [[] if isinstance(row, str) else [part for part in row.parts if part.end <= end] for row in listed]
    laid = make_axis(end, parts)
    differences = _differences(text, [row for row in listed if not isinstance(row, str)])
    text = text[:end]
    rows: list[TextRow] = []
    order = 0  # among the rows with tokens
    for row, each in zip(listed, parts, strict=True):
        if isinstance(row, str):
            rows.append({"name": row, "kind": "heading", "parts": []})
            continue
        placed = enumerate(laid.place(each), start=1)
        marks = _marks(each, differences, order)
        order += 1
        rows.append(
            {
                "name": row.name,
                "kind": "token",
                "parts": [_cell(placement, number, marks.get(id(placement.part)), say) for number, placement in placed],
                "detail": say("tokenizers.compared.entries", entries=say.integer(row.entries)),
                "tokens": row.tokens,
            }
        )
        if row.pick:
            rows[-1]["pick"] = row.pick
        if row.unknown:
            rows[-1]["unknown"] = row.unknown
    characters, blocks, rows = lay_out(text, laid, rows)
    return {
        "drawn": "boxes",
        "top": say("tokenizers.stage.original"),
        "characters": characters,
        "rows": rows,
        "blocks": blocks,
        "picks": [],
        "brief": True,
        "most": MOST_DRAWN,
        "labels": say.within("tokenizers.rows.label.") | say.within("tokenizers.compared."),
        "lang": say.language,
    }


def verdict(text: str, rows: Sequence[Compared], named: str, say: Catalog, code: Callable[[str], str] = str) -> str:
    """Say in how many tokens the rows split a text, and which of its words not all of them split in the same way.

    named: what the rows are called, with their number; code: writes a word.
    """
    least, most = min(row.tokens for row in rows), max(row.tokens for row in rows)
    length = "tokenizers.compared.range" if least < most else "tokenizers.compared.equal"
    words = len(_WORD.findall(text))
    differing = [visible(text[word.start : word.end]) for word in _differences(text, rows)]
    listed = [code(shorten(word, _LETTERS)) for word in dict.fromkeys(differing)]
    if len(listed) > _LISTED:
        listed = [*listed[:_LISTED], "…"]
    said = say("list.comma").join(listed)
    if not differing:
        difference = say("tokenizers.compared.agree")
    elif words == 1:
        difference = say("tokenizers.compared.differ-one", listed=said)
    else:
        difference = say("tokenizers.compared.differ", k=len(differing), n=words, listed=said)
    return f"{say(length, named=named, least=least, most=most)} {difference}"


def _cell(placement: Placed, number: int, mark: _Mark | None, say: Catalog) -> RowPart:
    row_part = cell(placement, number, _kind(placement), "token", _id(placement.part, say))
    if mark is not None:
        row_part["group"] = mark.group
        if mark.is_parted:
            row_part["parted"] = True
    return row_part


def differing_table(text: str, rows: Sequence[Compared]) -> FilledTable:
    """Return the words of a text that not all rows split in the same way, the most frequent first, and the ways."""
    words = _words(text)
    cuts = [row.cuts(words) for row in rows]
    times: Counter[str] = Counter()
    ways: dict[str, Counter[Cut]] = {}
    for number, (start, end) in enumerate(words):
        of_word = [cut[number] for cut in cuts]
        if len(set(of_word)) > 1:
            word = text[start:end]
            times[word] += 1
            ways.setdefault(word, Counter(of_word))
    listed = [(visible(word), count, _written_ways(word, ways[word])) for word, count in times.most_common()]
    return table_of_rows(("word", "count", "splits"), listed)


def _written_ways(word: str, ways: Counter[Cut]) -> str:
    """Write the ways to split a word, each with the number of rows that do so, the most frequent first."""
    written = [
        f"{'|'.join(visible(word[start:end]) for start, end in dict.fromkeys(cut))} ×{count}"
        for cut, count in ways.most_common(_WAYS)
    ]
    return "  ".join([*written, "…"] if len(ways) > _WAYS else written)


def _words(text: str) -> list[Span]:
    return [match.span() for match in _WORD.finditer(text)]


def _differences(text: str, rows: Sequence[Compared]) -> list[_Difference]:
    """Return the words of a text that not all rows split in the same way."""
    words = _words(text)
    differences: list[_Difference] = []
    for (start, end), *cuts in zip(words, *(row.cuts(words) for row in rows), strict=True):
        counts = Counter(cuts)
        if len(counts) < 2:
            continue
        ranked = [cut for cut, count in counts.most_common() if count > 1]
        groups = tuple(ranked.index(cut) + 1 if counts[cut] > 1 else 0 for cut in cuts)
        shared = frozenset[int].intersection(*(frozenset(start + first for first, _ in cut) for cut in counts))
        differences.append(_Difference(start, end, groups, shared))
    return differences


def _marks(parts: Sequence[Part], differences: Sequence[_Difference], row: int) -> Mapping[int, _Mark]:
    """Return the marks of a row's tokens that are in a word that differs, by the identity of the token: bytes of one
    character have one span. A token in several such words has the mark of the first."""
    marks: dict[int, _Mark] = {}
    at, before = 0, -1
    for part in parts:
        while at < len(differences) and differences[at].end <= part.start:
            at += 1
        if at == len(differences):
            break
        word = differences[at]
        if word.start < part.end and part.start < part.end:
            is_parted = word.start < part.start != before and part.start not in word.shared
            marks[id(part)] = _Mark(word.groups[row], is_parted)
        before = part.start
    return marks


def _cuts(parts: Sequence[Part], words: Sequence[Span]) -> Iterator[Cut]:
    """Yield the cut of each word, in their order."""
    starts, ends = [part.start for part in parts], [part.end for part in parts]
    first, size = 0, len(parts)
    for start, end in words:
        while first < size and ends[first] <= start:
            first += 1
        last = first
        while last < size and starts[last] < end:
            last += 1
        yield tuple(
            (max(starts[at] - start, 0), min(ends[at], end) - start) for at in range(first, last) if ends[at] > start
        )


def _unknown(parts: Sequence[Part]) -> int:
    return sum(part.text in _UNKNOWN for part in parts)


def compared_table(groups: Sequence[Group]) -> FilledTable:
    """Return one row a tokenizer: how many tokens and entries, and where what is recorded comes from."""
    rows = [(row.name, row.tokens, row.entries, *_origin(row.source)) for group in groups for row in group.rows]
    return table_of_rows(("tokenizer", "tokens", "entries", "library", "recorded", "package", "license"), rows)


def _origin(source: Tokenizer | None) -> tuple[str, str, str, str]:
    if source is None:
        return "", "", "", ""
    return f"{source.library} {source.version}", source.date, source.package, source.license


def _id(part: Part, say: Catalog) -> str:
    return "" if part.id is None else say("tokenizers.compared.id", id=str(part.id))


def _kind(placement: Placed) -> str:
    if placement.part.role in ("put", "added"):
        return placement.part.role
    if placement.part.text in _UNKNOWN:
        return "unknown"
    return "shared" if placement.shared else "token"


def _written(token: Token, piece: bytes) -> str:
    """Return a recorded token: bytes that are no text as hexadecimal numbers, and spaces as spaces."""
    if _SPACE in token.text:
        return token.text.replace(_SPACE, " ") if piece else token.text
    return _BYTES.sub(_numbers, _MARKS.sub("", token.text))


def _unmarked(token: str, covered: str) -> str:
    """Return a token without the marks of its vocabulary; what the text itself has is none."""
    token = token if token in covered else _MARKS.sub("", token)
    if _SPACE in token:
        return token.replace(_SPACE, " ")
    if _BYTES.fullmatch(token):
        return _BYTES.sub(_numbers, token)
    numbers = [CHAR_TO_BYTE.get(letter) for letter in token]
    data = bytes(number for number in numbers if number is not None)
    if len(data) < len(numbers) or token.isascii() or data not in covered.encode():
        return token
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.hex().upper()


def _numbers(match: re.Match[str]) -> str:
    """Write ``<0xF0><0x9F>`` as ``F09F``."""
    return match.group()[3:-1].replace("><0x", "")
