"""Words and counts out of what people paste or upload.

`read` recognizes lists of words with counts in the forms that people write (lines, one-line lists, CSV, TSV, JSON,
Python literals) and takes everything else as running text. A text is a list only if every line of it fits; where most
lines fit and some do not, it is a list with a mistake, and the error names the line, instead of a silent change of
meaning. Checking words and counts is `tokviz.corpus.limits`, splitting running text `tokviz.pretokenize`. The reader of
JSON and Python notation is below. Nothing here opens a file.
"""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import PurePath
from typing import Literal, NamedTuple

import regex

from tokviz.corpus.coverage import symbol_pattern
from tokviz.corpus.limits import (
    MAX_DISTINCT_WORDS,
    MAX_TEXT_CHARS,
    check_count,
    check_text,
    check_word,
    count_too_great,
)
from tokviz.errors import CorpusError, FormatError, LimitError, brief
from tokviz.pretokenize import find, pretokenize
from tokviz.spreadsheet import read_csv

MAX_UPLOAD_BYTES = 4 * MAX_TEXT_CHARS
"""The largest upload, in bytes: UTF-8 and UTF-16 take at most four a character."""

ReadAs = Literal["counts", "csv", "tsv", "json", "python", "prose"]
Note = tuple[str, Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class Read:
    """Words with their counts, in order; as what the text was read; what the reader should know (see `Parsed`); the
    lines of a running text (see `Corpus`), all of it (see `Parsed`), and its first words as they follow each other."""

    counts: Mapping[str, int]
    kind: ReadAs
    notes: tuple[Note, ...] = ()
    lines: tuple[str, ...] | None = None
    text: str | None = None
    opening: tuple[str, ...] = ()


_OPENING = 60  # words: two sentences are shown
_BETWEEN_SPACES = frozenset({"whitespace", "metaspace"})
# So many letters in a row of a script that is written without spaces are more than one word.
_SPACELESS = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}][^\s\d]{11,}")


def running_text(text: str, pretokenizer: str, split_at: Sequence[str] = ()) -> Read:
    """Return the words of a running text in order of first appearance, and its lines if words are what spaces separate.

    split_at: tokens that the text is split at before anything else; each is a word, and then there are no lines.

    >>> running_text("the cat\\nthe  dog", "whitespace").lines
    ('the cat', 'the dog')
    >>> dict(running_text("a<s> b", "gpt2", ["<s>"]).counts)
    {'a': 1, '<s>': 1, ' b': 1}
    """
    if split_at:
        parts = re.split(f"({symbol_pattern(split_at).pattern})", text)  # each second one is a token
        cut = ([part] if place % 2 else pretokenize(part, pretokenizer) for place, part in enumerate(parts))
        words = [*chain.from_iterable(cut)]
        return Read(Counter(words), "prose", opening=tuple(words[:_OPENING]))
    words = [*pretokenize(text, pretokenizer)]
    counts, opening = Counter(words), tuple(words[:_OPENING])
    if pretokenizer not in _BETWEEN_SPACES:
        return Read(counts, "prose", text=text, opening=opening)
    long = [word for word in counts if _SPACELESS.search(word)]
    notes: tuple[Note, ...] = ()
    if long:
        notes = (("without-spaces", {"words": len(long), "example": brief(long[0])}),)
    lines = (" ".join(line.split()) for line in text.splitlines())
    return Read(counts, "prose", notes, tuple(filter(None, lines)), text, opening)


def read_upload(name: str, data: bytes, pretokenizer: str = "whitespace", split_at: Sequence[str] = ()) -> Read:
    """Read the words in a file. `.csv`, `.tsv` and `.json` must hold what they promise, any other name any of the
    forms."""
    text, encoding = decode_bytes(data)
    words = read(text, pretokenizer, PurePath(name).suffix.lower(), split_at)
    notes: tuple[Note, ...] = () if encoding.startswith("UTF-8") else (("encoding", {"encoding": encoding}),)
    return replace(words, notes=words.notes + notes)


_MARKS = ((b"\xef\xbb\xbf", "UTF-8 with BOM"), (b"\xff\xfe", "UTF-16-LE"), (b"\xfe\xff", "UTF-16-BE"), (b"", "UTF-8"))
_SIGNATURES = {b"%PDF-": "PDF", b"PK\x03\x04": "Office or ZIP", b"\xd0\xcf\x11\xe0": "Office", b"{\\rtf": "RTF"}
_SIGNATURES |= {b"\x89PNG": "PNG", b"\xff\xd8\xff": "JPEG", b"GIF8": "GIF", b"\x1f\x8b": "gzip"}


def decode_bytes(data: bytes) -> tuple[str, str]:
    """Return the text in a file and its encoding, "UTF-8", "UTF-8 with BOM", "UTF-16-LE" or "UTF-16-BE" (with a mark
    only).

    >>> decode_bytes("né".encode())
    ('né', 'UTF-8')
    >>> decode_bytes("né".encode("latin-1"))
    Traceback (most recent call last):
    tokviz.errors.CorpusError: The byte 0xE9 at offset 1 is not UTF-8. Save the file as UTF-8 and try again.
    """
    if len(data) > MAX_UPLOAD_BYTES:
        raise LimitError("MAX_UPLOAD_BYTES", MAX_UPLOAD_BYTES, met=len(data))
    for signature, file_type in _SIGNATURES.items():
        if data.startswith(signature):
            raise CorpusError("binary-file", type=file_type)
    mark, encoding = next(entry for entry in _MARKS if data.startswith(entry[0]))
    codec = encoding.removesuffix(" with BOM")
    try:
        text = data[len(mark) :].decode(codec)
    except UnicodeDecodeError as error:
        offset = len(mark) + error.start
        raise CorpusError("not-decodable", byte=f"0x{data[offset]:02X}", offset=offset, encoding=codec) from None
    if "\0" in text:
        offset = len(mark) + len(text[: text.index("\0")].encode(codec))
        raise CorpusError("nul-byte", offset=offset)
    return text, encoding


def read(text: str, pretokenizer: str = "whitespace", suffix: str = "", split_at: Sequence[str] = ()) -> Read:
    """Read the words in a text; running text is split by `pretokenizer`. Raises what `parse` raises."""
    find(pretokenizer)
    check_text(text)
    text = text.removeprefix("\ufeff")
    if text.strip():
        if suffix == ".json" or (suffix not in (".csv", ".tsv") and looks_like_literal(text)):
            value, kind = parse_literal(text)
            return _collect(_entries(value), kind, ())
        if table := _best_table(text, suffix):
            return _collect(table.entries(), table.kind, table.notes)
    return running_text(text, pretokenizer, split_at)


def _collect(entries: Iterable[tuple[object, object]], kind: ReadAs, notes: tuple[Note, ...]) -> Read:
    """Check the entries and add up the counts of words that are there more than once."""
    counts: dict[str, int] = {}
    repeated: dict[str, None] = {}
    for entry, number in entries:
        word = check_word(entry)
        if word in counts:
            repeated[word] = None
        counts[word] = counts.get(word, 0) + check_count(number, word)
    spaced = [word for word in counts if any(char.isspace() for char in word)]
    for code, words in (("duplicates-summed", list(repeated)), ("words-with-spaces", spaced)):
        if words:
            notes += ((code, {"words": len(words), "example": brief(words[0])}),)
    return Read(counts, kind, notes)


# Lists: a shape splits the text into rows of cells, and a table knows which cell is the word and which the count.

_NUMBER = re.compile(r"[-+−]?(?:\d++(?:[.,'_]\d++)*|[.,]\d++)(?:[eE][-+]?\d++)?")
_COUNT_AFTER = rf"(?: ?[:：=×] ?| [x*]? ?)({_NUMBER.pattern})"
_PAIR = re.compile(r"(\S+?)" + _COUNT_AFTER)
_PAIR_WITHOUT_COMMA = re.compile(r"(\S+?)(?<!\S[,;，；])" + _COUNT_AFTER)
_ITEM_END = re.compile(r"[,;，；、]|[.。]\s*\Z")
_QUOTED = re.compile(r'\A"(.+)"\Z')
_SAMPLE = 200  # rows that must look like a list before the rest of a long text is read as one
_WORD_NAMES = {"word", "words", "token", "term", "form", "type", "wort", "wörter", "词", "词语", "单词", "词条", "字"}
_COUNT_NAMES = {"count", "counts", "frequency", "freq", "n", "number", "anzahl", "häufigkeit"}
_COUNT_NAMES |= {"次数", "出现次数", "频数", "频次", "频率", "计数", "数量"}


class _Row(NamedTuple):
    line: int
    cells: tuple[str, ...]


def _numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    return ((number, line) for number, line in enumerate(LINE_END.split(text), 1) if line.strip())


def _delimited(text: str, delimiter: str) -> Iterator[_Row]:
    for line, read in read_csv(text, delimiter, skip_blanks=True):
        cells = [cell.rstrip() or cell for cell in read]
        while cells and not cells[-1].strip():
            cells.pop()
        if cells:
            yield _Row(line, tuple(cells))


def _tabbed(text: str) -> Iterator[_Row]:
    """Split rows at tabs. Unlike in CSV, a lone quote is a word like any other, which is how other tools write it."""
    for number, line in _numbered_lines(text):
        cells = (cell.strip() for cell in line.rstrip().split("\t"))
        yield _Row(number, tuple(_QUOTED.sub(lambda quoted: quoted[1].replace('""', '"'), cell) for cell in cells))


def _lines(text: str, pair: re.Pattern[str] = _PAIR) -> Iterator[_Row]:
    return (_Row(number, _cells(line, pair)) for number, line in _numbered_lines(text))


def _items(text: str) -> Iterator[_Row]:
    for number, line in _numbered_lines(text):
        yield from (_Row(number, _cells(item, _PAIR)) for item in _ITEM_END.split(line) if item.strip())


def _cells(item: str, pair: re.Pattern[str]) -> tuple[str, ...]:
    """Return the cells of "low 5", "low: 5", "low ×5" or, as `uniq -c` prints it, "5 low"."""
    item = " ".join(item.split())
    if match := pair.fullmatch(item):
        return match.groups()
    first, space, second = item.partition(" ")
    return (first, second) if space and " " not in second and pair is _PAIR else (item,)


class _Shape(NamedTuple):
    kind: ReadAs
    read: Callable[[str], Iterator[_Row]]
    fitting_to_one: int = 1  # with more rows that fit than this for each that does not, it is a list with a mistake


_SHAPES = (
    _Shape("tsv", _tabbed),
    _Shape("counts", _items, 2),  # before lines, which would take "a:1,b:2" for one; sentences with years come close
    _Shape(
        "counts", lambda text: _lines(text, _PAIR_WITHOUT_COMMA)
    ),  # before CSV, which would read "low 1,234" wrongly
    _Shape("csv", lambda text: _delimited(text, ";")),  # before the comma, which may then be inside a number
    _Shape("csv", lambda text: _delimited(text, ",")),
    _Shape("counts", _lines),  # after CSV, to which "low, 5" belongs if all lines are like that
)


@dataclass(frozen=True, slots=True)
class _Table:
    kind: ReadAs
    rows: list[_Row]
    word: int = 0
    count: int = 1
    width: int = 2
    notes: tuple[Note, ...] = ()

    def misfits(self) -> int:
        """Count the rows that do not have a word and something like a number where they should be."""
        return sum(len(row.cells) != self.width or not _is_number(row.cells[self.count]) for row in self.rows)

    def entries(self) -> Iterator[tuple[str, int]]:
        """Yield words and counts; the first row that does not fit raises."""
        for row in self.rows:
            try:
                yield self._entry(row.cells)
            except CorpusError as error:
                raise FormatError(error.code, line=row.line, **error.details) from None

    def _entry(self, cells: tuple[str, ...]) -> tuple[str, int]:
        shown = brief(cells[min(self.word, len(cells) - 1)])
        if len(cells) < self.width:
            raise CorpusError("count-missing", word=shown)
        if len(cells) > self.width:
            raise CorpusError("too-many-columns", columns=len(cells), expected=self.width)
        word, cell = check_word(cells[self.word]), cells[self.count].strip()
        if _is_number(cell) and not WHOLE.fullmatch(cell):
            raise CorpusError("count-fractional", word=shown, count=brief(cell))
        return word, check_count(whole_number(cell, word) if _is_number(cell) else cell, word)


def _is_number(cell: str) -> bool:
    return _NUMBER.fullmatch(cell.strip()) is not None


def _best_table(text: str, suffix: str) -> _Table | None:
    """Return the text as the first shape into which every row fits, or else the one into which most do, or None for
    prose."""
    allowed = {".csv": ("csv", "tsv"), ".tsv": ("tsv",)}.get(suffix, ())
    partly: list[tuple[int, _Table]] = []
    endless: FormatError | None = None
    for shape in _SHAPES:
        if allowed and shape.kind not in allowed:
            continue
        try:
            rows = shape.read(text)
            sample = list(islice(rows, _SAMPLE))
            if not allowed and not _is_list(_table(shape.kind, sample), shape):
                continue
            sample.extend(islice(rows, MAX_ENTRIES + 1))
        except FormatError as error:  # a cell of more than 100,000 characters: this is no table
            endless = error
            continue
        if len(sample) > MAX_ENTRIES:
            raise too_many_entries()
        table = _table(shape.kind, sample)
        if not table.misfits():
            return table
        if allowed or _is_list(table, shape):
            partly.append((table.misfits() - len(table.rows), table))
    if allowed and endless is not None:  # a quotation mark without its partner, most likely: the file is to be a table
        raise endless
    return min(partly, key=lambda entry: entry[0])[1] if partly else None


def _is_list(table: _Table, shape: _Shape) -> bool:
    return len(table.rows) > (shape.fitting_to_one + 1) * table.misfits()


def _table(kind: ReadAs, rows: list[_Row]) -> _Table:
    """Find the header and the two columns: by the names in the header, else by which column has the numbers."""
    first = rows[0].cells if rows else ()
    names = [_role(cell) for cell in first]
    named = ("word" in names and "count" in names) or (len(first) == 2 and any(names))
    header = len(rows) > 1 and len(first) > 1 and not any(map(_is_number, first)) and (named or kind != "counts")
    if header and named:
        word = names.index("word") if "word" in names else 1 - names.index("count")
        count = names.index("count") if "count" in names else 1 - word
        return _Table(kind, rows[1:], word, count, len(first))
    notes: tuple[Note, ...] = (("header-skipped", {"header": brief(", ".join(first))}),) if header else ()
    rows = rows[1:] if header else rows
    left, right = (sum(len(row.cells) == 2 and _is_number(row.cells[side]) for row in rows) for side in (0, 1))
    if left > right:
        return _Table(kind, rows, 1, 0, notes=(*notes, ("columns-swapped", {})))
    both = rows and left == len(rows)
    return _Table(kind, rows, notes=(*notes, ("both-columns-numbers", {})) if both else notes)


def _role(name: object) -> str:
    """Return the role that a name gives: "word", "count", or "" for neither."""
    name = str(name).strip().casefold()
    return "word" if name in _WORD_NAMES else "count" if name in _COUNT_NAMES else ""


def _entries(value: object) -> Iterator[tuple[object, object]]:
    """Yield the (word, count) pairs of a literal: an object, a list of pairs or of records, or a single pair."""
    if isinstance(value, Object):
        yield from value
        return
    items = value if isinstance(value, list) else [value]
    if len(items) == 2 and isinstance(items[0], str) and not isinstance(items[1], list | str):
        items = [items]
    for item in items:
        record = {_role(name): member for name, member in item} if isinstance(item, Object) else {}
        if "word" in record and "count" in record:
            yield record["word"], record["count"]
        elif isinstance(item, list) and not isinstance(item, Object) and len(item) == 2:
            yield item[0], item[1]
        else:
            raise CorpusError("not-pairs", value=brief(item))


# -- JSON and Python notation ------------------------------------------------------------------------------------------
# The two share strings, numbers, brackets, commas and colons, and that is all that is read here. A reader of our own
# keeps words that are in a dict twice, names the line of a mistake, and can neither calculate nor recurse deeply.

MAX_ENTRIES = 4 * MAX_DISTINCT_WORDS
"""The most entries of a list, repeated words included."""
WHOLE = re.compile(r"[-+−]?\d++")
LINE_END = re.compile(r"\r\n|\r|\n")
_READABLE_DIGITS = 40
_LITERAL = re.compile(
    r"""\s*(?:\w+\s*=\s*)?(?:
      \{\s*(?:["']|\}\s*\Z|\w+\s*:\s*\d)          # {"low":   {low: 5   (a mistake, but no prose)
    | \[\s*(?:[\[(]\s*["'\[({]|\{|\]\s*\Z)        # [["low",   [("low",   [{"word":
    | [\[(]\s*(?:"[^"\n]*"|'[^'\n]*')\s*,\s*[-+]?\d  # ("low", 5
    | \[\s*"[^"\n]*"\s*[,\]]                        # ["low", "lower"]   (no counts: a mistake as well)
    )""",
    re.VERBOSE,
)
_ASSIGNMENT = re.compile(r"\A\s*\w+\s*=(?=\s*[\[({])")
_TOKEN = re.compile(
    r"""(?P<space>\s++|\#[^\n]*+)|(?P<mark>[\[\](){},:]|\Z)|(?P<other>[^\s\[\](){},:"']++)
    |(?P<string>"(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+')|(?P<open>["'])""",
    re.VERBOSE,
)
_FLOAT = re.compile(r"[-+]?(?:\d++\.?\d*+|\.\d++)(?:[eE][-+]?\d++)?|-?(?:NaN|nan|Infinity|inf)")
_CONSTANTS = {"true": True, "True": True, "false": False, "False": False, "null": None, "None": None}
_CLOSING = {"[": "]", "(": ")", "{": "}"}
_MAX_DEPTH = 4
_Tokens = Iterator[re.Match[str]]


class Object(list[tuple[object, object]]):
    """The members of a JSON object or a Python dict in order, repeated names included."""


def looks_like_literal(text: str) -> bool:
    """Tell if the text begins as data does, and not as prose in brackets."""
    return _LITERAL.match(text) is not None


def parse_literal(text: str) -> tuple[object, Literal["json", "python"]]:
    """Read the value that is written in `text`, in which several separated by commas are a list."""
    text = LINE_END.sub("\n", text).rstrip().rstrip(",;")
    text = _ASSIGNMENT.sub(lambda start: "\n" * start[0].count("\n"), text)
    items = _sequence((token for token in _TOKEN.finditer(text) if token.lastgroup != "space"), "", 0)
    try:
        json.loads(text)
    except ValueError:
        return (items[0] if len(items) == 1 else items), "python"
    return items[0], "json"


def _sequence(tokens: _Tokens, closing: str, depth: int) -> list[object] | Object:
    """Read what is before `closing`, which at the top is the end of the text, an empty match."""
    items: list[object] = []
    members = Object()
    while (token := next(tokens))[0] != closing:
        items.append(_value(token, tokens, depth))
        if closing == "}":
            if (token := next(tokens))[0] != ":":
                raise _unexpected(token)
            members.append((items[-1], _value(next(tokens), tokens, depth)))
        if len(items) > MAX_ENTRIES:
            raise too_many_entries()
        if (token := next(tokens))[0] == closing:
            break
        if token[0] != ",":
            raise _unexpected(token)
    return members if closing == "}" else items


def _value(token: re.Match[str], tokens: _Tokens, depth: int) -> object:
    text = token[0]
    if text in _CLOSING:
        if depth == _MAX_DEPTH:
            raise FormatError("nested-too-deep", line=_line(token), depth=_MAX_DEPTH)
        return _sequence(tokens, _CLOSING[text], depth + 1)
    if token.lastgroup == "string":
        try:
            return json.loads(text, strict=False) if text[0] == '"' else ast.literal_eval(text)
        except (ValueError, SyntaxError):
            raise FormatError("bad-escape", line=_line(token), text=brief(text[1:-1])) from None
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if WHOLE.fullmatch(text):
        return whole_number(text, "")
    if _FLOAT.fullmatch(text):
        return float(text)
    raise _unexpected(token)


def _line(token: re.Match[str]) -> int:
    return token.string.count("\n", 0, token.start()) + 1


def _unexpected(token: re.Match[str]) -> FormatError:
    if token.lastgroup == "open":
        return FormatError("quote-not-closed", line=_line(token))
    if not token[0]:
        return FormatError("list-not-closed", line=_line(token))
    return FormatError("unexpected", line=_line(token), found=brief(token[0]))


def whole_number(digits: str, word: str) -> int:
    """Return the integer in the digits; one of too many digits is an error about the count of `word`."""
    if len(digits) > _READABLE_DIGITS:  # Python itself refuses 4,300 digits, with a message about itself
        raise count_too_great(f"≈10^{len(digits) - 1}", word)
    return int(digits.replace("−", "-"))


def too_many_entries() -> LimitError:
    """Return the error for more than MAX_ENTRIES."""
    return LimitError("MAX_ENTRIES", MAX_ENTRIES, met="more")
