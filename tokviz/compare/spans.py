"""The part of a text that each character of a word stands for, and the part of a word that each token covers.

Pre-tokenization splits a text, and may put marks in, write bytes for characters, lower-case, or drop something. A
:class:`Source` undoes none of that; it says where in the text each character of a word comes from. Its tokens are those
of the model's own encoder: :func:`cutter` finds what each covers. Where only marks tell a token from the characters
that it covers, its length says enough; where characters were replaced, the first symbols of the word are followed
through the merges.

Places are whole numbers of 288ths of a character, because a character can become up to four bytes or letters and each
of these two or three bytes again; 288 can be divided by all products of these that occur.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain, groupby, pairwise
from typing import Literal, NamedTuple
from unicodedata import normalize

import regex

from tokviz import bpe, lookup, picky, unigram, wordpiece
from tokviz import model as protocol
from tokviz.bpe.subword_nmt import word_places
from tokviz.models.added_tokens import AddedTokens
from tokviz.models.around import Around
from tokviz.models.text_encoder import TextEncoder
from tokviz.pretokenize import BYTE_LEVEL, MARKS_SPACES, METASPACE, NORMALIZING, PATTERNED, Normalizer, find
from tokviz.pretokenize.byte_level import text_to_bytes
from tokviz.superbpe import boundless

SPACES = (METASPACE, "Ġ", " ")
"""The ways in which tokens write a space."""
UNIT = 288
"""The parts that a character is divided into."""

Known = bpe.Model | bpe.Applier | wordpiece.Model | unigram.Model | lookup.Model | picky.Model | boundless.Model
"""The tokenizers whose marks are known here, and the ways by which they come to their tokens."""
Model = Known | protocol.Model
"""Any tokenizer that can be compared. Of others than the known ones only what came out is said, as it is."""

_SUBSTRINGS = PATTERNED | {"whitespace", "words", "bert", "none", "lines", "superbpe-1", "spaces", "BertPreTokenizer"}
"""Pre-tokenizers whose pieces are in the text as they are, with nothing but white space between them."""
_EXTENDS = regex.compile(r"[\p{Grapheme_Extend}\u200d]")


@dataclass(frozen=True)
class Source:
    """A word as a tokenizer sees it.

    begins, ends: for each of its characters the part of the text that it stands for, in 288ths; both are the same for a
    mark that was put in. is_added: it is an added token, which covers one part of the text as a whole.
    """

    text: str
    begins: Sequence[int]
    ends: Sequence[int]
    is_added: bool = False

    def begin(self, place: int) -> int:
        """Return the place in the text of a beginning at `place` in the word, in 288ths."""
        index, part = divmod(place, UNIT)
        if index == len(self.begins):
            return self.ends[-1]
        return self.begins[index] + (self.ends[index] - self.begins[index]) * part // UNIT

    def end(self, place: int) -> int:
        """Return the place in the text of an end at `place` in the word."""
        index, part = divmod(place, UNIT)
        if part:
            return self.begin(place)
        return self.ends[index - 1] if index else self.begins[0]

    def of(self, inner: Source) -> Source:
        """Return a word of this text, with the places of this text's characters."""
        begins = list(map(self.begin, inner.begins))
        ends = [
            begin if first == last else self.end(last)
            for begin, first, last in zip(begins, inner.begins, inner.ends, strict=True)
        ]
        return Source(inner.text, begins, ends, inner.is_added)


def sources(text: str, model: Model) -> list[Source]:
    """Return the words and the added tokens of `text`, in order, as `model` sees them.

    >>> model = wordpiece.Model(["[UNK]"], pretokenizer="bert-uncased")
    >>> [(word.text, word.begins[0] // UNIT, word.ends[-1] // UNIT) for word in sources("Où? Là", model)]
    [('ou', 0, 2), ('?', 2, 3), ('la', 4, 6)]
    """
    match model:
        case bpe.Applier():
            return [_substring(word, start) for word, start in word_places(text)]
        case TextEncoder() if model.around is not None:
            return list(_of_library(text, model.around))
        case TextEncoder() if model.added or model.normalizer is not None:
            return list(_around_added(text, model))
    return _words(text, model.pretokenizer)


def _around_added(text: str, model: TextEncoder) -> Iterator[Source]:
    """Yield the words between added tokens, and these: some are in the text as it is, others in the normalized
    one."""
    added, name = AddedTokens(model.added, model.normalizer), model.pretokenizer
    for start, end, token in added.spans(text):
        if token is not None:
            yield Source(token.content, (start * UNIT,), (end * UNIT,), True)
        else:
            stretch = _normalized(text[start:end], start, model.normalizer)
            for first, last, inner in added.spans_in_normalized(stretch.text):
                if inner is not None:
                    yield stretch.of(Source(inner.content, (first * UNIT,), (last * UNIT,), True))
                else:
                    part = stretch.of(_substring(stretch.text[first:last], first))
                    yield from map(part.of, _words(part.text, name))


def _of_library(text: str, around: Around) -> Iterator[Source]:
    """Yield the words of a tokenizer whose library cuts. Characters that share a part of the text divide it evenly, in
    two words too, but for a space that is put in: the library gives it the part of the character behind it, and it
    covers nothing."""
    words, places = around.read(text), around.places(text)
    characters = "".join("\0" if word.is_added else word.text for word in words)
    begins: list[int] = []
    ends: list[int] = []
    for (start, end), same in groupby(chain.from_iterable(places)):
        number = sum(1 for _ in same)
        first, second = characters[len(begins)], characters[len(begins) + 1 : len(begins) + 2]
        if number > 1 and first in SPACES and (second in SPACES or not _begins_with_space(text[start:end])):
            begins.append(start * UNIT)
            ends.append(start * UNIT)
            number -= 1
        size = (end - start) * UNIT
        edges = [start * UNIT + size * part // number for part in range(number + 1)]
        begins += edges[:-1]
        ends += edges[1:]
    lengths = accumulate(map(len, places), initial=0)
    for word, (at, to) in zip(words, pairwise(lengths), strict=True):
        yield Source(word.text, begins[at:to], ends[at:to], word.is_added)


def _begins_with_space(text: str) -> bool:
    """Tell if a part of a text begins with a space.

    So does a sign that is normalized to a space and an accent.
    """
    return normalize("NFKD", text)[:1] in ("", *SPACES) or text[0].isspace()


def _normalized(text: str, offset: int, normalizer: Normalizer | None) -> Source:
    """Return a stretch of text that begins at character `offset`, as the tokenizer sees it."""
    if normalizer is None:
        return _substring(text, offset)
    chunks: list[str] = []
    begins: list[int] = []
    ends: list[int] = []
    at = offset
    for number, chunk in normalizer.chunks(text):
        size = number * UNIT
        edges = [at * UNIT + size * part // max(len(chunk), 1) for part in range(len(chunk) + 1)]
        begins += edges[:-1]
        ends += edges[1:]
        if not chunk and ends and ends[-1] == at * UNIT and _EXTENDS.match(text, at - offset):
            ends[-1] += size
        chunks.append(chunk)
        at += number
    return Source("".join(chunks), begins, ends)


def _substring(word: str, start: int) -> Source:
    edges = range(start * UNIT, (start + len(word) + 1) * UNIT, UNIT)
    return Source(word, edges[:-1], edges[1:])


def _words(text: str, name: str) -> list[Source]:
    """Return the words of a text."""
    words = find(name)(text)
    if name in _SUBSTRINGS:
        substrings = []
        at = 0
        for word in words:
            at = text.find(word, at)
            substrings.append(_substring(word, at))
            at += len(word)
        return substrings
    begins, ends = _places(text, name)
    edges = list(accumulate(map(len, words), initial=0))
    return [
        Source(word, begins[first:last], ends[first:last])
        for word, first, last in zip(words, edges, edges[1:], strict=False)
    ]


def _places(text: str, name: str) -> tuple[list[int], list[int]]:
    """Return, for each character of all words together, the part of the text that it stands for.

    A character that is dropped but only extends the one before, such as an accent, goes with it.
    """
    begins: list[int] = []
    ends: list[int] = []
    is_space = " " + METASPACE if name in MARKS_SPACES else " "
    puts_mark_first = "never" not in name if name in MARKS_SPACES else "add_prefix_space" in name
    number_of = _made(name)
    at_start = puts_mark_first
    for i, character in enumerate(text):
        number = number_of(character)
        here = i * UNIT
        if number and at_start:
            at_start = False
            if character not in is_space:
                begins.append(here)
                ends.append(here)
        elif not number and puts_mark_first:
            at_start = True  # the next line
        if number:
            edges = [here + UNIT * part // number for part in range(number + 1)]
            begins += edges[:-1]
            ends += edges[1:]
        elif ends and ends[-1] == here and _EXTENDS.match(character):
            ends[-1] = here + UNIT
    return begins, ends


@lru_cache(maxsize=64)
def _made(name: str) -> Callable[[str], int]:
    """Return the number of characters in words that a character of the text becomes.

    Marks that are put in do not count.

    No neighbor changes that, not even where it changes the character itself (a final sigma).
    """
    if name in BYTE_LEVEL:
        return lru_cache(maxsize=4096)(lambda character: len(text_to_bytes(character)))
    if name in MARKS_SPACES:
        return (lambda character: int(character not in "\r\n")) if name == "metaspace" else (lambda character: 1)
    split = NORMALIZING[name]
    return lru_cache(maxsize=4096)(lambda character: sum(map(len, split(character))))


# -- tokens of a word --------------------------------------------------------------------------------------------------

TokenKind = Literal["piece", "byte", "unknown", "added", "dropped"]


class Piece(NamedTuple):
    """A token and what it covers, or a symbol that merging begins with.

    kind: ``piece``; ``byte``, it stands for a byte of a character that the vocabulary does not know; ``unknown``, it
    stands for something that the vocabulary does not know, or is that itself; ``added``, a text is cut at it; or
    ``dropped``: no token at all, but characters that the tokenizer leaves out because it does not know them.
    """

    token: str
    begin: int
    end: int
    kind: TokenKind = "piece"


Cutter = Callable[[str], Sequence[Piece]]
"""From a word as a tokenizer sees it to its tokens, and what was dropped; in order."""


def cutter(model: Model) -> Cutter:
    """Return a function that splits a word as `model` does.

    >>> cut = cutter(wordpiece.Model(["[UNK]", "hu", "##gs"]))
    >>> [(piece.token, piece.begin // UNIT, piece.end // UNIT, piece.kind) for piece in cut("hugs")]
    [('hu', 0, 2, 'piece'), ('##gs', 2, 4, 'piece')]
    >>> [(piece.token, piece.begin // UNIT, piece.end // UNIT, piece.kind) for piece in cut("mug")]
    [('[UNK]', 0, 3, 'unknown')]
    """
    match model:
        case bpe.Model():
            return Merged(model)
        case bpe.Applier():
            return _applied(model)
        case wordpiece.Model():
            return _matched(model)
        case unigram.Model():
            return _likeliest(model)
        case lookup.Model():
            return _looked_up(model)
        case picky.Model():
            return _replayed(model)
        case boundless.Model():
            return _in_bytes(model)
        case _:
            return _as_they_stand(model)


def pieces(source: Source, cut: Cutter) -> Sequence[Piece]:
    """Return the tokens of a word of a text; an added token is cut no further."""
    return (Piece(source.text, 0, UNIT, "added"),) if source.is_added else cut(source.text)


def tokens_of(words: Sequence[Source], text: str, model: Model) -> Sequence[tuple[str, ...] | None]:
    """Return the tokens of each word where they come from the whole text; None for words that are encoded alone."""
    match model:
        case TextEncoder() if model.is_by_library:
            return [tokens for _, tokens in model.encoded_words(text)]
        case TextEncoder() if model.encodes_together:
            return model.encode_words([word.text for word in words])
    return [None] * len(words)


def as_encoded(word: str, tokens: tuple[str, ...] | None, model: Model, cut: Cutter) -> Sequence[Piece]:
    """Return the tokens of a word as its text has them. tokens: as :func:`tokens_of` has them."""
    if tokens is None or tokens == model.encode_word(word):
        return cut(word)
    return _likeliest_pieces(word, tokens, model) if isinstance(model, unigram.Model) else _foreign(word, tokens, model)


def _foreign(word: str, tokens: Sequence[str], model: Model) -> list[Piece]:
    """Return tokens that the model itself does not give: each covers as many characters as it has, the last one what is
    left. A word without a token is dropped."""
    if not tokens:
        return [Piece("", 0, len(word) * UNIT, "dropped")]
    edges = [min(edge, len(word)) for edge in accumulate(map(len, tokens[:-1]), initial=0)]
    spans = pairwise([*edges, len(word)])
    known = frozenset(getattr(model, "encodable", ())) - {model.unknown_token}
    return [
        Piece(token, begin * UNIT, end * UNIT, "piece" if token in known else "unknown")
        for token, (begin, end) in zip(tokens, spans, strict=False)
    ]


def _matched(model: wordpiece.Model) -> Cutter:
    mark, unknown = len(model.prefix), (model.unk,)

    def cut(word: str) -> Sequence[Piece]:
        tokens = model.encode_word(word)
        if tokens == unknown:
            return (Piece(model.unk, 0, len(word) * UNIT, "unknown"),)
        start = len(model.marked(word)) - len(word)
        edges = [max(edge, 0) for edge in accumulate((len(token) - mark for token in tokens), initial=mark - start)]
        edges[0] = 0  # the first token has no mark, or that of the start of the word
        return [Piece(token, a * UNIT, b * UNIT) for token, a, b in zip(tokens, edges, edges[1:], strict=False)]

    return cut


def _replayed(model: picky.Model) -> Cutter:
    mark, unknown = model.rules.start_of_word, model.unknown_token
    known = model.ids.keys() - {unknown}

    def cut(word: str) -> Sequence[Piece]:
        tokens = model.encode_word(word)
        edges = marked_edges(word, [1 if token == unknown else len(token) for token in tokens], mark)
        return [
            Piece(token, begin, end, "piece" if token in known else "unknown")
            for token, (begin, end) in zip(tokens, pairwise(edges), strict=True)
        ]

    return cut


def marked_edges(word: str, lengths: Sequence[int], mark: str) -> list[int]:
    """Return the edges of tokens of these lengths, of which the first may begin with a mark that is no part of the
    word.

    >>> [edge // UNIT for edge in marked_edges("abc", [3, 1], "▁")]
    [0, 2, 3]
    """
    start = 0 if word.startswith(mark) else len(mark)
    return [max(edge - start, 0) * UNIT for edge in accumulate(lengths, initial=0)]


def byte_edges(word: str) -> Sequence[int]:
    """Return the edges of the bytes of a word: those of a character divide it evenly.

    >>> [edge / UNIT for edge in byte_edges("é!")]
    [0.0, 0.5, 1.0, 2.0]
    """
    if word.isascii():
        return range(0, (len(word) + 1) * UNIT, UNIT)
    edges = [0]
    for i, character in enumerate(word):
        number = len(character.encode("utf-8", "surrogatepass"))
        edges += [i * UNIT + UNIT * part // number for part in range(1, number + 1)]
    return edges


def _in_bytes(model: boundless.Model) -> Cutter:
    def cut(word: str) -> Sequence[Piece]:
        tokens, edges = model.encode_word(word), byte_edges(word)
        places = pairwise(accumulate(map(len, tokens), initial=0))
        return [Piece(token, edges[a], edges[b]) for token, (a, b) in zip(tokens, places, strict=True)]

    return cut


def _applied(model: bpe.Applier) -> Cutter:
    """Return the splitter of an applier; a piece that a group in a glossary repeats covers nothing."""
    mark = len(model.separator)
    known = model.vocabulary or None

    def cut(word: str) -> Sequence[Piece]:
        # Without its steps, except for a word with a line end at its edge, which would be taken for that of a line.
        tokens = model.encode(word) if word == word.strip("\r\n") else model.explain(word).tokens
        pieces, at = [], 0
        for i, token in enumerate(tokens, start=1):
            text = token[: len(token) - mark] if i < len(tokens) else token
            end = at + len(text) if word.startswith(text, at) else at
            kind: TokenKind = "piece" if known is None or token in known else "unknown"
            pieces.append(Piece(token, at * UNIT, end * UNIT, kind))
            at = end
        return pieces

    return cut


def _likeliest(model: unigram.Model) -> Cutter:
    return lambda word: _likeliest_pieces(word, model.encode_word(word), model)


def _likeliest_pieces(word: str, tokens: Sequence[str], model: unigram.Model) -> Sequence[Piece]:
    pieces, marked = model.encodable, model.marked(word)
    mark = (len(marked) - len(word)) * UNIT
    placed, at = [], 0
    for token in tokens:
        index, part = divmod(at, UNIT)
        # Byte pieces are not looked for in a text where they are reserved, so there they are not meant literally.
        if part or not marked.startswith(token, index) or (token in model.reserved and token.startswith("<0x")):
            kind: TokenKind = "byte"
            end = at + UNIT // len(marked[index].encode("utf-8", "surrogatepass"))
        else:
            kind = "piece" if token in pieces and token != model.unk_token else "unknown"
            end = at + len(token) * UNIT
        placed.append(Piece(token, max(at - mark, 0), max(end - mark, 0), kind))
        at = end
    return placed


def _looked_up(model: lookup.Model) -> Cutter:
    """Return the splitter of a lookup: unknown neighbors are one token; bytes divide the character that they are of."""

    def cut(word: str) -> Sequence[Piece]:
        pieces: list[Piece] = []
        for step in model.steps(word):
            begin, end = step.start * UNIT, step.end * UNIT
            match step.found:
                case "bytes":
                    pieces += _bytes_of(step)
                case "joined":
                    last = pieces.pop()
                    pieces.append(Piece(last.token + step.text, last.begin, end, "unknown"))
                case _:
                    kind: TokenKind = "unknown" if step.found == "unknown" else "piece"
                    pieces.append(Piece(step.tokens[0], begin, end, kind))
        return pieces

    return cut


def _bytes_of(step: lookup.EncodeStep) -> Iterator[Piece]:
    pieces = iter(step.tokens)
    for place, character in enumerate(step.text, start=step.start):
        number = len(character.encode("utf-8", "surrogatepass"))
        edges = [place * UNIT + UNIT * part // number for part in range(number + 1)]
        yield from (Piece(next(pieces), begin, end, "byte") for begin, end in pairwise(edges))


def _as_they_stand(model: Model) -> Cutter:
    """Return a splitter in which each token covers as many characters as it has, and the last one what is left."""

    def cut(word: str) -> Sequence[Piece]:
        tokens = model.encode_word(word)
        edges = [min(edge, len(word)) for edge in accumulate(map(len, tokens[:-1]), initial=0)]
        spans = pairwise([*edges, len(word)])
        unknown = model.unknown_token
        return [
            Piece(token, begin * UNIT, end * UNIT, "unknown" if token == unknown else "piece")
            for token, (begin, end) in zip(tokens, spans, strict=False)
        ]

    return cut


class Merged:
    """A splitter of words by merges."""

    def __init__(self, model: bpe.Model) -> None:
        self._model = model.without_added()  # `encode` knows where these are, words do not
        self._rules, self._encoding = model.rules, model.encoding
        self._known = frozenset(model.vocabulary)
        self._encodable = model.encodable
        self._replaces = self._encoding.byte_fallback or self._encoding.unknown == "unk"

    def __call__(self, word: str) -> Sequence[Piece]:
        tokens = self._model.encode_word(word)
        edges = self._edges(word)
        lengths = self._lengths(word, tokens)
        if sum(lengths) == len(edges) - 1 and min(lengths, default=-1) >= 0 and not self._has_replaced(tokens):
            known = self._known
            placed, at = [], 0
            for token, length in zip(tokens, lengths, strict=True):
                kind: TokenKind = "piece" if not known or token in self._encodable else "unknown"
                placed.append(Piece(token, edges[at], edges[at := at + length], kind))
            return placed
        if self._encoding.whole_word and tokens == (self._spelled(word),):
            return (Piece(tokens[0], 0, len(word) * UNIT),)
        return self._followed(tokens, self.symbols(word))

    def symbols(self, word: str) -> list[Piece]:
        """Return the first symbols of a word with what they cover, unknown ones dealt with as the encoder does."""
        encoding, known = self._encoding, self._known
        pieces: list[Piece] = []
        pending: Piece | None = None  # an unknown token that is not written yet, because the next may join it
        for symbol in self._first_symbols(word):
            fallback = [f"<0x{byte:02X}>" for byte in symbol.token.encode("utf-8", "surrogatepass")]
            is_known = symbol.token in known
            spelled = not is_known and encoding.byte_fallback and known.issuperset(fallback)
            if is_known:
                pieces += [_behind(pieces, pending), symbol] if pending else [symbol]
                pending = None
            elif spelled:
                size = (symbol.end - symbol.begin) // len(fallback)
                begins = [symbol.begin + size * i for i in range(len(fallback))]
                pieces += [Piece(byte, at, at + size, "byte") for byte, at in zip(fallback, begins, strict=True)]
            elif encoding.unknown == "keep":
                piece = symbol._replace(kind="unknown" if known else "piece")
                if encoding.fuse_unk and pieces and pieces[-1].kind == "unknown" == piece.kind:
                    piece = Piece(pieces[-1].token + piece.token, pieces.pop().begin, piece.end, piece.kind)
                pieces.append(piece)
            elif encoding.unknown == "drop":
                pieces.append(Piece("", symbol.begin, symbol.end, "dropped"))
            elif pending and encoding.fuse_unk:
                pending = pending._replace(end=symbol.end)
            else:
                if pending:
                    pieces.append(_behind(pieces, pending))
                pending = Piece(str(encoding.unk_token), symbol.begin, symbol.end, "unknown")
        return [*pieces, _behind(pieces, pending)] if pending else pieces

    # -- inside --------------------------------------------------------------------------------------------------------

    def _spelled(self, word: str) -> str:
        return text_to_bytes(word) if self._rules.alphabet == "bytes" else word

    def _edges(self, word: str) -> Sequence[int]:
        """Return the places between the units that a word is cut into, its ends included."""
        return byte_edges(word) if self._rules.alphabet == "bytes" else range(0, (len(word) + 1) * UNIT, UNIT)

    def _mark_before(self, word: str) -> str:
        """Return the mark that is put before the first unit."""
        mark = self._rules.start_of_word
        return mark if mark and self._spelled(word)[:1] != mark else ""

    def _lengths(self, word: str, tokens: Sequence[str]) -> list[int]:
        """Return the units that each token covers if nothing was replaced.

        That is its length without marks.
        """
        rules = self._rules
        if not tokens:
            return []
        lengths = [len(token) - len(rules.continuing_prefix) for token in tokens]
        lengths[0] += len(rules.continuing_prefix) - len(self._mark_before(word))
        if rules.end_of_word:
            alone = tokens[-1] == rules.end_of_word and not rules.end_of_word_attached
            lengths[-1] = 0 if alone else lengths[-1] - len(rules.end_of_word)
        return lengths

    def _has_replaced(self, tokens: Sequence[str]) -> bool:
        """Tell if a token may stand for other characters than its own."""
        if not self._replaces:
            return False
        return any(token == self._encoding.unk_token or token.startswith("<0x") for token in tokens)

    def _first_symbols(self, word: str) -> list[Piece]:
        rules, edges, end = self._rules, self._edges(word), len(word) * UNIT
        places = list(pairwise(edges))
        if self._mark_before(word):
            places.insert(0, (0, 0))
        if rules.end_of_word and not rules.end_of_word_attached:
            places.append((end, end))
        symbols = rules.segment(word)
        if rules.user_defined:
            ends = [0, *accumulate(map(len, symbols))]
            places = [(places[first][0], places[last - 1][1]) for first, last in pairwise(ends)]
        return [Piece(text, *place) for text, place in zip(symbols, places, strict=True)]

    def _followed(self, tokens: Sequence[str], symbols: Sequence[Piece]) -> list[Piece]:
        """Return tokens as the symbols that they were joined from."""
        placed = [symbol for symbol in symbols if symbol.kind == "dropped"]
        left = iter([symbol for symbol in symbols if symbol.kind != "dropped"])
        for token in tokens:
            first = last = next(left)
            text = first.token
            while len(text) < len(token):
                last = next(left)
                text = self._rules.join(text, last.token)
            kind = first.kind if first == last else "piece"
            placed.append(Piece(token, first.begin, last.end, kind))
        return sorted(placed, key=lambda piece: (piece.begin, piece.end))


def _behind(earlier: Sequence[Piece], late: Piece) -> Piece:
    """Return a symbol that is written when others that are behind it are there: what is left of its place."""
    least = earlier[-1].end if earlier else 0
    return late._replace(begin=max(late.begin, least), end=max(late.end, least))
