"""Which part of a word each of its tokens covers, for every kind of tokenizer.

Tokens are those of the model's own encoder. Where only marks tell a token from the characters that it covers, its
length says enough; where characters were replaced, the first symbols of the word are followed through the merges.
Places are in 288ths of a character of the word, as in :mod:`tokviz.compare.sources`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Literal, NamedTuple

from tokviz import bpe, lookup, unigram, wordpiece
from tokviz.compare.sources import UNIT, Model, Source
from tokviz.pretokenize.byte_level import text_to_bytes

__all__ = ["Cutter", "Merged", "Piece", "TokenKind", "cutter", "pieces"]

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
    """How `model` cuts a word.

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
        case _:
            return _as_they_stand(model)


def pieces(source: Source, cut: Cutter) -> Sequence[Piece]:
    """The tokens of a word of a text; an added token is cut no further."""
    return (Piece(source.text, 0, UNIT, "added"),) if source.is_added else cut(source.text)


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


def _applied(model: bpe.Applier) -> Cutter:
    """A piece that a group in a glossary repeats covers nothing."""
    mark = len(model.separator)
    known = model.vocabulary or None

    def cut(word: str) -> Sequence[Piece]:
        # Without its steps, except for a word with a line end at its edge, which would be taken for that of a line.
        tokens = model.encode(word) if word == word.strip("\r\n") else model.explain(word).tokens
        found, at = [], 0
        for i, token in enumerate(tokens, start=1):
            text = token[: len(token) - mark] if i < len(tokens) else token
            end = at + len(text) if word.startswith(text, at) else at
            kind: TokenKind = "piece" if known is None or token in known else "unknown"
            found.append(Piece(token, at * UNIT, end * UNIT, kind))
            at = end
        return found

    return cut


def _likeliest(model: unigram.Model) -> Cutter:
    pieces = model.encodable

    def cut(word: str) -> Sequence[Piece]:
        marked = model.marked(word)
        mark = (len(marked) - len(word)) * UNIT
        found, at = [], 0
        for token in model.encode_word(word):
            index, part = divmod(at, UNIT)
            # Byte pieces are not looked for in a text where they are reserved, so there they are not meant literally.
            if part or not marked.startswith(token, index) or (token in model.reserved and token.startswith("<0x")):
                kind: TokenKind = "byte"
                end = at + UNIT // len(marked[index].encode("utf-8", "surrogatepass"))
            else:
                kind = "piece" if token in pieces and token != model.unk_token else "unknown"
                end = at + len(token) * UNIT
            found.append(Piece(token, max(at - mark, 0), max(end - mark, 0), kind))
            at = end
        return found

    return cut


def _looked_up(model: lookup.Model) -> Cutter:
    """Unknown neighbours are one token; bytes divide the character that they are of."""

    def cut(word: str) -> Sequence[Piece]:
        found: list[Piece] = []
        for step in model.steps(word):
            begin, end = step.start * UNIT, step.end * UNIT
            match step.found:
                case "bytes":
                    found += _bytes_of(step)
                case "joined":
                    last = found.pop()
                    found.append(Piece(last.token + step.text, last.begin, end, "unknown"))
                case _:
                    kind: TokenKind = "unknown" if step.found == "unknown" else "piece"
                    found.append(Piece(step.tokens[0], begin, end, kind))
        return found

    return cut


def _bytes_of(step: lookup.EncodeStep) -> Iterator[Piece]:
    pieces = iter(step.tokens)
    for place, character in enumerate(step.text, start=step.start):
        number = len(character.encode("utf-8", "surrogatepass"))
        edges = [place * UNIT + UNIT * part // number for part in range(number + 1)]
        yield from (Piece(next(pieces), begin, end, "byte") for begin, end in pairwise(edges))


def _as_they_stand(model: Model) -> Cutter:
    """Each token covers as many characters as it has, and the last one what is left."""

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
    """How merges cut a word."""

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
            found, at = [], 0
            for token, length in zip(tokens, lengths, strict=True):
                kind: TokenKind = "piece" if not known or token in self._encodable else "unknown"
                found.append(Piece(token, edges[at], edges[at := at + length], kind))
            return found
        if self._encoding.whole_word and tokens == (self._spelled(word),):
            return (Piece(tokens[0], 0, len(word) * UNIT),)
        return self._followed(tokens, self.symbols(word))

    def symbols(self, word: str) -> list[Piece]:
        """The first symbols of a word with what they cover, unknown ones dealt with as the encoder does."""
        encoding, known = self._encoding, self._known
        found: list[Piece] = []
        pending: Piece | None = None  # an unknown token that is not written yet, because the next may join it
        for symbol in self._first_symbols(word):
            fallback = [f"<0x{byte:02X}>" for byte in symbol.token.encode("utf-8", "surrogatepass")]
            is_known = symbol.token in known
            spelled = not is_known and encoding.byte_fallback and known.issuperset(fallback)
            if is_known:
                found += [_behind(found, pending), symbol] if pending else [symbol]
                pending = None
            elif spelled:
                size = (symbol.end - symbol.begin) // len(fallback)
                begins = [symbol.begin + size * i for i in range(len(fallback))]
                found += [Piece(byte, at, at + size, "byte") for byte, at in zip(fallback, begins, strict=True)]
            elif encoding.unknown == "keep":
                one = symbol._replace(kind="unknown" if known else "piece")
                if encoding.fuse_unk and found and found[-1].kind == "unknown" == one.kind:
                    one = Piece(found[-1].token + one.token, found.pop().begin, one.end, one.kind)
                found.append(one)
            elif encoding.unknown == "drop":
                found.append(Piece("", symbol.begin, symbol.end, "dropped"))
            elif pending and encoding.fuse_unk:
                pending = pending._replace(end=symbol.end)
            else:
                if pending:
                    found.append(_behind(found, pending))
                pending = Piece(str(encoding.unk_token), symbol.begin, symbol.end, "unknown")
        return [*found, _behind(found, pending)] if pending else found

    # -- inside --------------------------------------------------------------------------------------------------------

    def _spelled(self, word: str) -> str:
        return text_to_bytes(word) if self._rules.alphabet == "bytes" else word

    def _edges(self, word: str) -> Sequence[int]:
        """The places between the units that a word is cut into, its ends included."""
        if self._rules.alphabet != "bytes" or word.isascii():
            return range(0, (len(word) + 1) * UNIT, UNIT)
        edges = [0]
        for i, character in enumerate(word):
            number = len(character.encode("utf-8", "surrogatepass"))
            edges += [i * UNIT + UNIT * part // number for part in range(1, number + 1)]
        return edges

    def _mark_before(self, word: str) -> str:
        """The mark that is put before the first unit."""
        mark = self._rules.start_of_word
        return mark if mark and self._spelled(word)[:1] != mark else ""

    def _lengths(self, word: str, tokens: Sequence[str]) -> list[int]:
        """How many units each token covers if nothing was replaced: its length without marks."""
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
        """Whether there may be a token that stands for other characters than its own."""
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
        """Tokens as the symbols that they were joined from."""
        found = [symbol for symbol in symbols if symbol.kind == "dropped"]
        left = iter([symbol for symbol in symbols if symbol.kind != "dropped"])
        for token in tokens:
            first = last = next(left)
            text = first.token
            while len(text) < len(token):
                last = next(left)
                text = self._rules.join(text, last.token)
            kind = first.kind if first == last else "piece"
            found.append(Piece(token, first.begin, last.end, kind))
        return sorted(found, key=lambda piece: (piece.begin, piece.end))


def _behind(found: Sequence[Piece], late: Piece) -> Piece:
    """A symbol that is written when others that stand behind it are there: what is left of its place."""
    least = found[-1].end if found else 0
    return late._replace(begin=max(late.begin, least), end=max(late.end, least))
