"""Encoding of a line step by step, with the borders of the first stage and the place at which they fall.

The model has one list of merges and knows no borders. Those that were learned inside of words come first in it, so
there is a moment at which only later ones are left: there the borders fall. All steps are the model's own, piece by
piece, in the order of their ranks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate, chain

from tokviz.bpe import EncodeCandidate, EncodeStep, EncodeTrace
from tokviz.bpe.encoding import Dropped, Stop
from tokviz.models.text_encoder import check_explained
from tokviz.pretokenize.byte_level import text_to_bytes
from tokviz.superbpe.boundless import Model as BoundlessModel
from tokviz.superbpe.model import Model
from tokviz.superbpe.pieces import splitter
from tokviz.superbpe.steps import Border


@dataclass(frozen=True)
class LineEncoding:
    """The encoding of one line.

    merged: the line as one word, iteration by iteration. Until the borders fall, its candidates are pairs inside of
    them, and pairs across whose merge was learned inside of words all the same. fall: after how many iterations the
    borders fall; None where none does. stay, falling: where borders are, in bytes of what is not dropped.
    """

    merged: EncodeTrace
    fall: int | None
    stay: frozenset[int]
    falling: frozenset[int]

    def borders(self, symbols: Iterable[str], *, are_fallen: bool) -> tuple[Border, ...]:
        """Return the borders between the symbols of the line; one that a merge has crossed is none of them."""
        ends = list(accumulate(map(len, symbols)))[:-1]
        falling = frozenset() if are_fallen else self.falling
        return tuple(
            Border(place, end in falling)
            for place, end in enumerate(ends, start=1)
            if end in self.stay or end in falling
        )

    def crosses(self, step: EncodeStep) -> bool:
        """Tell if a merge joins two symbols with a border between them that falls later."""
        return bool(_crossed(step.symbols, step.positions, self.falling))


def lines_of(model: Model | BoundlessModel, text: str) -> tuple[str, ...]:
    r"""Split a text into what is encoded by itself: its lines, or the text as a whole where a piece is of two lines.

    >>> from tokviz import Corpus, superbpe
    >>> model = superbpe.train(Corpus({"by the way": 2, "on the way": 1}), merges=8, rules="superbpe-lesson").model()
    >>> lines_of(model, "by the way\non")
    ('by the way\n', 'on')
    """
    if isinstance(model, BoundlessModel):
        return model.words(text)
    lines = splitter("lines")(text)
    return lines if tuple(chain.from_iterable(map(model.words, lines))) == model.words(text) else (text,)


def explain_line(model: Model, line: str) -> LineEncoding:
    """Encode one line step by step. Raises LimitError for one of more than MAX_EXPLAINED bytes.

    >>> from tokviz import Corpus, superbpe
    >>> model = superbpe.train(Corpus({"by the way": 2, "on the way": 1}), merges=10, rules="superbpe-lesson").model()
    >>> encoding = explain_line(model, "on the way")
    >>> encoding.fall, encoding.merged[encoding.fall].symbols, encoding.merged.tokens
    (5, ('o', 'n', 'Ġthe', 'Ġ', 'way'), ('o', 'nĠtheĠway'))
    """
    words = model.words(line)
    check_explained(sum(map(len, words)))
    pieces = [model.explain(word) for word in words]
    dropped = tuple(_dropped(pieces))
    gone = frozenset(symbol.place for symbol in dropped)
    kept = [0, *accumulate(place not in gone for place in range(sum(map(len, words))))]
    stay = frozenset(kept[end] for end in accumulate(map(len, words)))
    falling: frozenset[int] = frozenset()
    if model.stage1 is not None:
        sizes = (len(text_to_bytes(piece)) for piece in splitter(model.stage1)(line))
        falling = frozenset(kept[end] for end in accumulate(sizes)) - stay - {0}
    return _Line(model, pieces, falling).encoded(line, stay, dropped)


def _dropped(pieces: Iterable[EncodeTrace]) -> Iterator[Dropped]:
    """Yield the symbols of a line that are dropped, with their places in the line."""
    before = 0
    for piece in pieces:
        for symbol in piece.dropped:
            yield Dropped(symbol.place + before, symbol.symbol, symbol.character + before)
        before += len(piece.read)


def _crossed(symbols: tuple[str, ...], positions: Iterable[int], borders: frozenset[int]) -> list[int]:
    """Return those of the positions whose pair has a border between its symbols."""
    if not borders:
        return []
    ends = list(accumulate(map(len, symbols)))
    return [place for place in positions if ends[place] in borders]


class _Line:
    """The pieces of a line in the middle of their encodings: done says how many steps of each are."""

    def __init__(self, model: Model, pieces: list[EncodeTrace], falling: frozenset[int]) -> None:
        self._model, self._pieces, self._falling = model, pieces, falling
        self._done = [0] * len(pieces)
        self._are_fallen = not falling

    def encoded(self, line: str, stay: frozenset[int], dropped: tuple[Dropped, ...]) -> LineEncoding:
        """Do all steps, those of the lowest rank first, and from the left."""
        start, fall = self._symbols(), None
        steps: list[EncodeStep] = []
        while True:
            ahead = min(
                (
                    (piece.steps[done].rank, number)
                    for number, (piece, done) in enumerate(zip(self._pieces, self._done, strict=True))
                    if done < len(piece)
                ),
                default=None,
            )
            if not self._are_fallen and (ahead is None or ahead[0] >= self._model.inside):
                self._are_fallen = True
                ends = set(accumulate(map(len, self._symbols())))
                fall = len(steps) if ends & self._falling else None  # else merges have crossed all of them
            if ahead is None:
                break
            steps.append(self._step(ahead[1]))
        tokens = self._symbols()
        stopped: Stop = "no-pair-known"
        if dropped and not start:
            stopped = "nothing-left"
        elif len(tokens) == 1:
            stopped = "one-symbol"
        merged = EncodeTrace(line, start, tuple(steps), tokens, self._candidates(), stopped, dropped)
        return LineEncoding(merged, fall, stay, self._falling)

    def _forms(self) -> list[tuple[str, ...]]:
        """Return the symbols of each piece."""
        return [
            piece[done].symbols if done < len(piece) else piece.tokens
            for piece, done in zip(self._pieces, self._done, strict=True)
        ]

    def _symbols(self) -> tuple[str, ...]:
        return tuple(chain.from_iterable(self._forms()))

    def _step(self, number: int) -> EncodeStep:
        """Do the next step of a piece."""
        forms, candidates = self._forms(), self._candidates()
        before = sum(map(len, forms[:number]))
        step = self._pieces[number][self._done[number]]
        symbols = tuple(chain.from_iterable(forms))
        self._done[number] += 1
        positions = tuple(before + place for place in step.positions)
        return EncodeStep(symbols, candidates, step.pair, step.rank, positions, self._symbols())

    def _candidates(self) -> tuple[EncodeCandidate, ...]:
        """Return the pairs of the line: until the borders fall, none across whose merge comes after that."""
        candidates: list[EncodeCandidate] = []
        before = 0
        for piece, done, form in zip(self._pieces, self._done, self._forms(), strict=True):
            for inner in piece[done].candidates if done < len(piece) else piece.candidates:
                candidates.append(EncodeCandidate(inner.index + before, inner.pair, inner.rank))
            before += len(form)
        if self._are_fallen:
            return tuple(candidates)
        across = set(_crossed(self._symbols(), (candidate.index for candidate in candidates), self._falling))
        inside = self._model.inside
        return tuple(
            candidate
            for candidate in candidates
            if candidate.index not in across or (candidate.rank is not None and candidate.rank < inside)
        )
