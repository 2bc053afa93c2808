"""A text as one tokenizer splits all of it, word by word: what measures and comparisons start from.

The whole text is encoded at once, so the tokens are those of the tokenizer's `encode`: with white space, line ends,
what is at the start of the text, and special tokens that are written in it. Only words of a list, which have no text
around them, are encoded one by one (:mod:`tokviz.corpus.passages`). Tokens that a file puts around every text, such as
[CLS], are no part of the text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from tokviz import bpe
from tokviz.compare.alignment import Placed, place
from tokviz.compare.notation import neutral
from tokviz.compare.spans import SPACES, UNIT, Model
from tokviz.corpus.passages import Passage, Stretch, Text


class Inserted(NamedTuple):
    """A space that a tokenizer puts in. place: in 288ths of a character of the word; is_alone: it is a token."""

    place: int
    is_alone: bool


class Split(NamedTuple):
    """A word, with the white space around it, as it was split.

    tokens: those that touch it, with their marks. cuts: where one token ends and the next begins, in 288ths of a
    character from the start of the word, ascending; negative in the white space before the word. White space that no
    token covers goes with the token after it. unknown: how many of the tokens stand for something unknown.
    is_cut_short: characters were dropped because the tokenizer does not know them, or nothing is left of the word.
    begins: a token begins where all of it begins, which is where the word before ends. inserted: the spaces that are
    put in; None for a tokenizer that writes no spaces, or a word that has no text around it. goes_on: a token has
    something of the word and something behind it.
    """

    tokens: tuple[str, ...]
    cuts: tuple[int, ...]
    unknown: int
    is_cut_short: bool
    begins: bool = True
    inserted: tuple[Inserted, ...] | None = None
    goes_on: bool = False

    @property
    def is_known(self) -> bool:
        """True if the tokens stand for all of the word."""
        return not self.unknown and not self.is_cut_short


@dataclass(frozen=True, eq=False)
class Reading:
    """A text read by a tokenizer.

    parts: the splits of each part of the text, in order. token_counts: how often the text has each entry of the
    vocabulary; unknown text counts as the unknown token.

    >>> from tokviz import wordpiece
    >>> reading = read(wordpiece.Model(["hu", "##gs", "[UNK]"]), Text.running("hugs hu hu x"))
    >>> reading.splits["hugs"].tokens, reading.tokens, dict(reading.token_counts)
    (('hu', '##gs'), 5, {'hu': 3, '##gs': 1, '[UNK]': 1})
    """

    model: Model = field(repr=False)
    text: Text = field(repr=False)
    parts: tuple[tuple[Split, ...], ...] = field(repr=False)
    token_counts: Mapping[str, int] = field(repr=False)

    @cached_property
    def tokens(self) -> int:
        """Return the number of tokens of the text."""
        return sum(self.token_counts.values())

    @cached_property
    def vocabulary(self) -> frozenset[str] | None:
        """Return the vocabulary of the model; None if it has none."""
        return vocabulary(self.model)

    @cached_property
    def splits(self) -> Mapping[str, Split]:
        """Return each word as it is split where it occurs first."""
        by_word: dict[str, Split] = {}
        for (passage, _), split in zip(self.text.passages, self.each, strict=True):
            word = passage.word if self.text.is_running else passage.text
            by_word.setdefault(word, split)
        return by_word

    def total(self, number: Callable[[Split, Stretch], int]) -> int:
        """Return the sum of a number of each split, those of a part counted as often as it occurs."""
        parts = zip(self.parts, self.text.stretches, self.text.parts.values(), strict=True)
        return sum(count * sum(map(number, own, stretches)) for own, stretches, count in parts)

    @property
    def each(self) -> Iterable[Split]:
        """Return the splits of all parts, in order."""
        return (split for part in self.parts for split in part)


def read(model: Model, text: Text | Iterable[str]) -> Reading:
    """Encode `text`; words or a corpus are a list of words. Raises CorpusError if there are none, and what the model's
    encoder raises."""
    text = text if isinstance(text, Text) else Text.listed(text)
    spaces = Spaces.of(model, is_running=text.is_running)
    parts: list[tuple[Split, ...]] = []
    counts: Counter[str] = Counter()
    entry_of = _entries(model)
    same: dict[Split, Split] = {}  # most splits occur often
    for (part, count), stretches in zip(text.parts.items(), text.stretches, strict=True):
        _, placed = place(part, model)
        parts.append(tuple(same.setdefault(split, split) for split in splits(part, stretches, placed, spaces)))
        for entry, number in Counter(entry_of(token) for token in placed if token.kind != "dropped").items():
            counts[entry] += number * count
    return Reading(model, text, tuple(parts), counts)


def _entries(model: Model) -> Callable[[Placed], str]:
    """Return the function from a token to its entry in the vocabulary.

    SentencePiece shows unknown text as it is, even where that is the name of a control symbol.
    """
    unknown = model.unknown_token
    if unknown is None:
        return lambda placed: placed.token
    return lambda placed: unknown if placed.kind == "unknown" else placed.token


def split_of(passage: Passage, model: Model) -> Split:
    """Return one stretch as the tokenizer splits it in its text."""
    return splits_of([passage], model)[0]


def splits_of(passages: Sequence[Passage], model: Model) -> list[Split]:
    """Return stretches of one text, in order, as the tokenizer splits them there."""
    text = passages[0].text
    spaces = Spaces.of(model, is_running=passages[0].is_running)
    _, placed = place(text, model)
    return splits(text, [passage.stretch for passage in passages], placed, spaces)


def splits(text: str, stretches: Sequence[Stretch], placed: Sequence[Placed], spaces: Spaces | None) -> list[Split]:
    """Return the tokens of some stretches of a text, which are in order."""
    cuts = cuts_of(text, placed)
    results = []
    first = 0
    for stretch in stretches:
        start, word, end = stretch.start * UNIT, stretch.word * UNIT, stretch.end * UNIT
        while first < len(placed) and _home(placed[first])[1] <= start:
            first += 1
        inside: list[int] = []
        tokens: list[str] = []
        inserted: list[Inserted] = []
        unknown = 0
        begins, goes_on = not start, False
        is_dropped = is_covered = False
        for number in range(first, len(placed)):
            token = placed[number]
            home, behind = _home(token)
            if home >= end:
                break
            if behind <= start:
                continue
            if token.kind == "dropped":
                is_dropped |= not _is_white(text, token)
                continue
            tokens.append(token.token)
            unknown += token.kind == "unknown"
            cut = cuts[number]
            begins |= cut == start
            if cut is not None and start < cut < end and (not inside or cut - word > inside[-1]):
                inside.append(cut - word)
            goes_on |= token.begin < stretch.stop * UNIT and token.end > end
            is_covered |= token.begin < max(stretch.stop * UNIT, word + 1) and token.end > word
            if spaces is not None and spaces.puts(text, token, placed[number - 1] if number else None):
                inserted.append(Inserted(token.begin - word, token.begin == token.end))
        results.append(
            Split(
                tuple(tokens),
                tuple(inside),
                unknown,
                is_dropped or (stretch.word < stretch.stop and not is_covered),
                begins,
                None if spaces is None else tuple(inserted),
                goes_on,
            )
        )
    return results


def cuts_of(text: str, placed: Sequence[Placed]) -> list[int | None]:
    """Return, for each token, the place between two characters at which it begins; None for the first that covers
    something, and for those that cover nothing."""
    cuts: list[int | None] = []
    last: int | None = None
    for token in placed:
        cut = None
        if token.kind != "dropped" and token.begin < token.end:
            if last is not None:
                cut = token.begin
                gap = text[last // UNIT : token.begin // UNIT]
                cut -= (len(gap) - len(gap.rstrip())) * UNIT
            last = max(last or 0, token.end)
        elif token.kind == "dropped" and not _is_white(text, token):
            last = max(last or 0, token.end)
        cuts.append(cut)
    return cuts


def _is_white(text: str, token: Placed) -> bool:
    return text[token.begin // UNIT : -(-token.end // UNIT)].isspace()


def vocabulary(model: Model) -> frozenset[str] | None:
    """Return all tokens that have an id, special and added ones too; None for merges that came without a vocabulary."""
    return frozenset((model.vocabulary or ()) if isinstance(model, bpe.Applier) else model.ids) or None


class Spaces:
    """The tokens of a model that hold a space that is not in the text."""

    @classmethod
    def of(cls, model: Model, *, is_running: bool) -> Spaces | None:
        """Return the spaces of a model; None where it writes none, and for words that have no text around them."""
        return cls(model) if is_running and model.marks.writes_spaces else None

    def __init__(self, model: Model) -> None:
        self._model = model
        self._known: dict[str, bool] = {}

    def puts(self, text: str, token: Placed, before: Placed | None) -> bool:
        """Tell if the token begins with a space where the text has none.

        before: the token before it.
        """
        if token.kind == "added":
            return False
        begins = self._known.get(token.token)
        if begins is None:
            read = neutral(token.token, self._model)
            begins = self._known[token.token] = bool(read.begins and read.marks and read.marks[0] in SPACES)
        if not begins:
            return False
        at = token.begin // UNIT
        if token.begin < token.end and text[at].isspace():
            return False
        # The space before it is what the mark stands for, unless another token covers that.
        covers = before is not None and before.begin < before.end == token.begin
        return not at or not text[at - 1].isspace() or covers


def _home(token: Placed) -> tuple[int, int]:
    """Return the part of the text in which a token is counted: of one that covers nothing, a place in its word."""
    if token.begin < token.end:
        return token.begin, token.end
    place = token.begin - 1 if token.is_last and token.begin else token.begin
    return place, place + 1
