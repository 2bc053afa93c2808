"""The first place where ids or a text do not come back from their way there and back, and the reason.

Reasons are looked for in the order of the way: decoding, added tokens, normalizer, pre-tokenizer, model. Each says
something that is checked of just these ids, or of this character; where none holds, it is "other".
"""

from __future__ import annotations

from codecs import getincrementaldecoder
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Literal, get_args

from tokviz import bpe, unigram, wordpiece
from tokviz.files.engine import Decoded, Part
from tokviz.files.models import Model
from tokviz.files.pipeline import Pipeline
from tokviz.files.stage_parts import dropped_parts
from tokviz.models.decoding import BYTE_PIECES
from tokviz.pretokenize import METASPACE
from tokviz.vocabularies.reach import is_never_merged
from tokviz.wordpiece.model import join_tokens

Reason = Literal[
    "no-token",
    "no-text",
    "bytes",
    "unknown-name",
    "continuing",
    "clean-up",
    "space-between",
    "added",
    "normalizer",
    "space-put",
    "space-taken",
    "end-put",
    "unknown",
    "byte-token",
    "unreached",
    "border",
    "merges",
    "likelier",
    "longest",
    "other",
]
"""Reasons why ids do not come back:

- ``no-token``: no token has the id. ``no-text``: its token gives no text. ``bytes``: the bytes of the tokens are no
  character, and decoding writes U+FFFD. ``unknown-name``: the unknown token is written as its name.
- ``continuing``: a piece that continues a word is where a pre-token begins. ``clean-up``: the decoder takes spaces out,
  and without that the ids come back. ``space-between``: without a decoder, tokens are joined by spaces.
- ``added``: an added token is found in the text. ``normalizer``: the normalizer changes the text.
- ``space-put``, ``space-taken``: the encoder puts a space before the text, or the text has one less. ``end-put``: the
  encoder marks the end of a word there. ``unknown``: something in the text is unknown.
- ``byte-token``: a byte stands for a character that has a token. ``unreached``: merging makes the entry of no text.
  ``border``: the pre-tokenizer splits the text of a token.
- ``merges``, ``likelier``, ``longest``: the same text has other tokens, by merging, by their probabilities, or by
  longest match.
"""
REASONS: tuple[Reason, ...] = get_args(Reason)
TextReason = Literal[
    "clean-up",
    "taken-along",
    "unknown",
    "normalizer",
    "space-put",
    "space-taken",
    "dropped",
    "not-encoded",
    "space-between",
    "end-put",
    "mark",
    "other",
]
"""Reasons why a text does not come back, by its first character that does not:

- ``clean-up``: the decoder takes a space out. ``taken-along``: an added token takes white space with it. ``unknown``: a
  character is unknown. ``normalizer``: the normalizer changes it.
- ``space-put``, ``space-taken``: there is a space more, or one less, where the text or a stretch of it begins.
  ``dropped``: the pre-tokenizer drops the character. ``not-encoded``: the model does. ``space-between``: the decoder
  puts a space between two tokens. ``end-put``: the mark of a word's end becomes a space. ``mark``: the character is the
  mark of a space.
"""
_MARK = METASPACE.encode()
TEXT_REASONS: tuple[TextReason, ...] = get_args(TextReason)


@dataclass(frozen=True)
class Parting:
    """The first place where ids do not come back. at: how many ids before it do; old, new: the ids and their tokens
    that stand for one another, of which either may have none. text: what both are encoded from or decode to; reason:
    see :data:`Reason`. token: the one that the reason is about; empty where it is about all."""

    at: int
    old: tuple[int, ...]
    new: tuple[int, ...]
    old_tokens: tuple[str, ...]
    new_tokens: tuple[str, ...]
    text: str
    reason: Reason
    token: str = ""


@dataclass(frozen=True)
class IdsTrip:
    """Ids, the text that they decode to, and the ids of that text, with the tokens of both."""

    ids: tuple[int, ...]
    tokens: tuple[str, ...]
    text: str
    again: tuple[int, ...]
    again_tokens: tuple[str, ...]
    parting: Parting | None = None

    @property
    def returns(self) -> bool:
        """True if the ids come back."""
        return self.parting is None


@dataclass(frozen=True)
class TextParting:
    """The first place where a text does not come back. at: how many characters before it do; old, new: the character
    there, and the one that comes in its place, empty at an end. token: the one that the reason is about."""

    at: int
    old: str
    new: str
    reason: TextReason
    token: str = ""


# -- where ids part ----------------------------------------------------------------------------------------------------


def parting_of_ids(pipeline: Pipeline, trip: IdsTrip, decoded: Decoded, parts: Sequence[Part]) -> Parting:
    """Return the first place where ids do not come back. decoded: of the ids; parts: the tokens of their text."""
    return _IdsWay(pipeline, trip, decoded, parts).parting()


def _common(one: Sequence[object], other: Sequence[object]) -> int:
    """Count the first things that are the same in both."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (mine, yours) in pairs if mine != yours), min(len(one), len(other)))


def _stretches(old: Sequence[bytes], new: Sequence[bytes]) -> tuple[int, int] | None:
    """Return the fewest of the first of both that stand for the same bytes; None if none do."""
    ends = {end: number for number, end in enumerate(accumulate(map(len, old)), start=1)}
    for number, end in enumerate(accumulate(map(len, new)), start=1):
        if end and end in ends and b"".join(old[: ends[end]]) == b"".join(new[:number]):
            return ends[end], number
    return None


def _nearly(old: Sequence[bytes], new: Sequence[bytes], *, begins: bool, ends_words: bool) -> tuple[int, int] | None:
    """Return the same where one of the two may have a space more. begins: at its beginning; ends_words: the new one at
    its end."""
    found = [_stretches(old, new)]
    if begins and new and new[0].startswith(b" "):
        found.append(_stretches(old, [new[0][1:], *new[1:]]))
    if begins and old and old[0].startswith(b" "):
        found.append(_stretches([old[0][1:], *old[1:]], new))
    if ends_words:
        short = (number for number, data in enumerate(new) if data.endswith(b" "))
        found += [_stretches(old, [*new[:number], new[number][:-1]]) for number in short]
    return min(filter(None, found), key=sum, default=None)


class _IdsWay:
    """The way of ids that do not come back, looked at where they first part."""

    def __init__(self, pipeline: Pipeline, trip: IdsTrip, decoded: Decoded, parts: Sequence[Part]) -> None:
        self._pipeline, self._trip, self._decoded, self._parts = pipeline, trip, decoded, parts
        ids, again = trip.ids, trip.again
        every = sorted({number for number in (*ids, *again) if number in pipeline.tokens})
        data = (own.replace(_MARK, b" ") for own in pipeline.engine.gained(every))  # where no decoder does it
        self._data = dict(zip(every, data, strict=True))
        at = _common(ids, again)
        while at and at - 1 in self._broken:  # its byte is in U+FFFD as well
            at -= 1
        before = parts[at - 1].end if at else 0
        begin = next((part.end for part in reversed(parts[:at]) if part.role == "added"), 0)
        self._is_begin = not trip.text[begin:before].strip()  # but for white space, up to the last added token
        both = self._bytes(ids[at:]), self._bytes(again[at:])
        found = _nearly(*both, begins=self._is_begin, ends_words=self._ends_words)
        if found is None or at + found[0] - 1 in self._broken:  # bytes as those that U+FFFD begins with
            same = min(_common(ids[::-1], again[::-1]), len(ids) - at, len(again) - at)
            while same and len(ids) - same in self._broken:
                same -= 1
            found = len(ids) - at - same, len(again) - at - same
        self.at, self.old, self.new = at, ids[at : at + found[0]], again[at : at + found[1]]
        inside, behind = parts[at : at + found[1]], parts[at + found[1] :]
        start, end = self._decoded_to(at, at + found[0])
        self.start = min([before, start, *(part.start for part in inside)])
        self.end = max((part.end for part in inside), default=behind[0].start if behind else len(trip.text))
        if trip.text[self.end : end].strip():  # of characters that are composed, the library names the first
            self.end = end
        if self.start >= self.end:  # the neighbors have what became no token
            self.start, self.end = parts[at - 1].start if at else 0, behind[0].end if behind else len(trip.text)
        self.inside = inside

    def _decoded_to(self, first: int, last: int) -> tuple[int, int]:
        """Return the begin and the end of the text of these ids.

        Where they are not known, these are what changes nothing: the end of the whole text, and 0."""
        data, text = self._bytes(self._trip.ids), self._trip.text
        whole = b"".join(data).decode("utf-8", "replace")
        shift = len(whole) - len(text)  # a space that the decoder took from the beginning
        if shift not in (0, 1) or whole[shift:] != text:
            return len(text), 0
        begin, end = (_characters(b"".join(data[:at]), whole=at == first) - shift for at in (first, last))
        return max(begin, 0), max(end, 0)

    def _bytes(self, ids: Sequence[int]) -> list[bytes]:
        return [self._data.get(number, b"") for number in ids]

    @property
    def _text(self) -> str:
        return self._trip.text[self.start : self.end]

    @property
    def _model(self) -> Model:
        return self._pipeline.model

    @property
    def _ends_words(self) -> bool:
        return isinstance(self._model, bpe.Model) and bool(self._model.rules.end_of_word)

    def parting(self) -> Parting:
        """Return the first place, with the first reason that holds there."""
        old, new = (tuple(map(self._name, ids)) for ids in (self.old, self.new))
        return Parting(self.at, self.old, self.new, old, new, self._text, *self._reason())

    def _reason(self) -> tuple[Reason, str]:
        checks: tuple[tuple[Reason, Callable[[], str | bool]], ...] = (
            ("no-token", self._lacks_token),
            ("no-text", self._lacks_text),
            ("bytes", self._is_no_character),
            ("unknown-name", self._names_unknown),
            ("continuing", self._continues_nothing),
            ("clean-up", self._is_cleaned_up),
            ("space-between", self._is_spaced),
            ("added", self._is_added),
            ("normalizer", self._is_normalized),
            ("space-put", self._gets_space),
            ("end-put", self._gets_end),
            ("space-taken", self._loses_space),
            ("unknown", self._is_unknown),
            ("byte-token", self._is_of_bytes),
            ("unreached", self._is_unreached),
            ("border", self._crosses_border),
            *self._of_model(),
        )
        for reason, holds in checks:
            if found := holds():
                return reason, found if isinstance(found, str) else ""
        return "other", ""

    # -- decoding ------------------------------------------------------------------------------------------------

    def _lacks_token(self) -> str | bool:
        return next((str(number) for number in self.old if number not in self._pipeline.tokens), False)

    def _lacks_text(self) -> str | bool:
        return next((self._name(number) for number in self.old if not self._data.get(number)), False)

    def _is_no_character(self) -> bool:
        places = range(self.at, self.at + len(self.old))
        return "\ufffd" in self._text and not self._broken.isdisjoint(places)

    @cached_property
    def _broken(self) -> frozenset[int]:
        """Return the places of the ids with bytes that are no UTF-8 among those of the others."""
        data = self._bytes(self._trip.ids)
        broken = _broken(b"".join(data))
        ends = list(accumulate(map(len, data)))
        spans = zip([0, *ends], ends, strict=False)
        return frozenset(
            place
            for place, (first, last) in enumerate(spans)
            if any(first < end and start < last for start, end in broken)
        )

    def _names_unknown(self) -> str | bool:
        unknown = self._pipeline.unknown
        return bool(unknown and unknown[0] in self.old) and self._name(unknown[0] if unknown else 0)

    def _continues_nothing(self) -> str | bool:
        """Return the first token if it has the mark of a piece inside a word, and a pre-token begins there."""
        match self._model:
            case wordpiece.Model() as model:
                prefix = model.prefix
            case bpe.Model() as model:
                prefix = model.rules.continuing_prefix
            case _:
                return False
        name = self._name(self.old[0]) if self.old else ""
        if not (prefix and name.startswith(prefix)):
            return False
        return any(part.start == self.start for part in self._pipeline.engine.pre_tokens(self._trip.text)) and name

    def _is_cleaned_up(self) -> bool:
        """Tell if these ids come back if no spaces are taken out."""
        raw = _without_clean_up(self._decoded, self._trip.tokens)
        if raw is None or raw == self._trip.text:
            return False
        again = self._pipeline.encode(raw, special=False).ids
        return again[: self.at + len(self.old)] == self._trip.ids[: self.at + len(self.old)]

    def _is_spaced(self) -> bool:
        """Tell if there is no decoder, and the text has a space that no token has."""
        return len(self._decoded.stages) == 1 and self._text.count(" ") > self._both[0].count(b" ")

    # -- encoding ------------------------------------------------------------------------------------------------

    def _is_added(self) -> str | bool:
        known = {token.id for token in self._pipeline.engine.kept}
        new = (part for part in self.inside if part.role == "added" or part.id in known)
        return next((self._name(part.id) for part in new if part.id not in self.old), False)

    def _is_normalized(self) -> bool:
        return _is_normalized(self._pipeline, self._trip.text, self.start, self.end)

    def _gets_space(self) -> bool:
        """Tell if the new tokens have a space more, where the text or a stretch of it begins."""
        old, new = self._both
        return new == b" " + old and self._is_begin and not isinstance(self._model, wordpiece.Model)

    def _gets_end(self) -> bool:
        old, new = self._both
        return self._ends_words and new == old + b" "

    def _loses_space(self) -> bool:
        old, new = self._both
        return old == b" " + new and self._is_begin

    def _is_unknown(self) -> bool:
        unknown = self._pipeline.unknown
        return unknown is not None and unknown[0] in self.new

    def _is_of_bytes(self) -> str | bool:
        old, new = (tuple(map(self._name, ids)) for ids in (self.old, self.new))
        is_spelled = self._spells_the_same() and BYTE_PIECES.isdisjoint(new)
        return is_spelled and next((name for name in old if name in BYTE_PIECES), False)

    def _is_unreached(self) -> str | bool:
        added = {token.id for token in self._pipeline.engine.added}
        names = (self._name(number) for number in self.old if number not in added)
        return next((name for name in names if is_never_merged(self._model, name)), False)

    def _crosses_border(self) -> str | bool:
        """Return the token whose own text the pre-tokenizer splits."""
        data, text = self._bytes(self.old), self._text.replace(METASPACE, " ")
        shift = len(b"".join(data)) - len(text.encode())  # a space that the decoder took from the beginning
        if shift not in (0, 1) or b"".join(data)[shift:] != text.encode():
            return False
        borders = {
            shift + len(text[: part.start - self.start].encode())
            for part in self._pipeline.engine.pre_tokens(self._trip.text)
            if self.start < part.start < self.end
        }
        end = 0
        for number, own in zip(self.old, data, strict=True):
            start = end + (self._puts_spaces and own.startswith(b" "))
            end += len(own)
            if any(start < border < end for border in borders):
                return self._name(number)
        return False

    @property
    def _puts_spaces(self) -> bool:
        """True if the decoder begins a token with a space that is not the token's."""
        return any(stage.name == "WordPiece" for stage in self._decoded.stages)

    # -- the model -----------------------------------------------------------------------------------------------

    def _of_model(self) -> tuple[tuple[Reason, Callable[[], bool]], ...]:
        match self._model:
            case bpe.Model():
                return (("merges", self._spells_the_same),)
            case unigram.Model() as model:
                return (("likelier", lambda: self._spells_the_same() and self._is_likelier(model)),)
            case wordpiece.Model() as model:
                return (("longest", lambda: self._spells_the_same() and self._is_longer(model)),)
        return ()

    @property
    def _both(self) -> tuple[bytes, bytes]:
        """Return the bytes of the old tokens and of the new ones."""
        return b"".join(self._bytes(self.old)), b"".join(self._bytes(self.new))

    def _spells_the_same(self) -> bool:
        old, new = self._both
        return old == new

    def _is_likelier(self, model: unigram.Model) -> bool:
        """Tell if the new tokens have the higher probability together."""
        names = [[self._name(number) for number in ids] for ids in (self.old, self.new)]
        if not all(name in model.scores for name in (*names[0], *names[1])):
            return False
        old, new = (sum(model.scores[name] for name in some) for some in names)
        return old < new

    def _is_longer(self, model: wordpiece.Model) -> bool:
        old, new = (len(self._name(ids[0]).removeprefix(model.prefix)) for ids in (self.old, self.new))
        return old < new

    def _name(self, number: int | None) -> str:
        return self._pipeline.tokens.get(-1 if number is None else number, "")


def _characters(data: bytes, *, whole: bool) -> int:
    """Count the characters that bytes make. whole: without the one that they have the first bytes of.

    >>> _characters(b"a\\xc3", whole=True), _characters(b"a\\xc3", whole=False)
    (1, 2)
    """
    return len(getincrementaldecoder("utf-8")("replace").decode(data, final=not whole))


def _broken(data: bytes) -> list[tuple[int, int]]:
    """Return the stretches of bytes that are no UTF-8.

    >>> _broken(b"a\\xc3b\\xff")
    [(1, 2), (3, 4)]
    """
    places, start = [], 0
    while start < len(data):
        try:
            data[start:].decode("utf-8")
        except UnicodeDecodeError as error:
            places.append((start + error.start, start + error.end))
            start += error.end
        else:
            break
    return places


def _without_clean_up(decoded: Decoded, tokens: Sequence[str]) -> str | None:
    """Return the text of tokens with the spaces that a decoder of WordPiece takes out; None for other decoders."""
    match [(stage.name, dict(stage.options)) for stage in decoded.stages[1:]]:
        case [("WordPiece", {"prefix": str(prefix), "cleanup": True})]:
            return join_tokens(tokens, prefix, cleanup=False)
    return None


def _is_normalized(pipeline: Pipeline, text: str, start: int, end: int) -> bool:
    """Tell if a normalizer changes some characters of a text, or takes them away.

    A mark in place of a space does not count, and neither does one before the text."""
    stages = [stage for stage in pipeline.engine.before(text) if stage.kind == "normalizer"]
    if not stages or start >= end:
        return False
    parts = stages[-1].parts
    added = [part for part in parts if part.role == "added" and part.start < end and start < part.end]
    borders = [start, *(at for part in added for at in part.span), end]
    return any(
        _is_changed([part for part in parts if part.role != "added"], text, first, last)
        for first, last in zip(borders[::2], borders[1::2], strict=True)
        if first < last
    )


def _is_changed(parts: Sequence[Part], text: str, start: int, end: int) -> bool:
    """Tell if the parts over a stretch of a text are another text."""
    over = [part for part in parts if part.start < end and start < part.end]
    first, last = min((start, *(part.start for part in over))), max((end, *(part.end for part in over)))
    was, now = (some.replace(METASPACE, " ") for some in (text[first:last], "".join(part.text for part in over)))
    return now not in (was, " " + was)


# -- where a text parts ------------------------------------------------------------------------------------------------


def parting_of_text(pipeline: Pipeline, text: str, onward: IdsTrip, parts: Sequence[Part]) -> TextParting:
    """Return the first place where a text does not come back. onward: the way of its ids; parts: its tokens."""
    at = _common(text, onward.text)
    reason, token = _TextWay(pipeline, text, onward, parts).reason(at)
    return TextParting(at, text[at : at + 1], onward.text[at : at + 1], reason, token)


class _TextWay:
    """The way of a text that does not come back."""

    def __init__(self, pipeline: Pipeline, text: str, onward: IdsTrip, parts: Sequence[Part]) -> None:
        self._pipeline, self._text, self._onward, self._parts = pipeline, text, onward, parts

    @cached_property
    def _raw(self) -> str | None:
        decoded = self._pipeline.decode(self._onward.ids, skip_special=False)
        return _without_clean_up(decoded, self._onward.tokens)

    def reason(self, at: int) -> tuple[TextReason, str]:
        """Return the first reason that holds of the character with this number, from 0, and the token that it is
        about."""
        text, back = self._text, self._onward.text
        old, new = text[at : at + 1], back[at : at + 1]
        over = [part for part in self._parts if part.start <= at < part.end]
        unknown = self._pipeline.unknown
        begin = max((part.end for part in self._parts if part.role == "added" and part.end <= at), default=0)
        is_first = not text[begin:at].strip()
        kept = {token.id: token.content for token in self._pipeline.engine.kept}
        if self._raw is not None and self._raw != back and self._raw[: at + 1] == text[: at + 1]:
            return "clean-up", ""
        for part in over:
            if part.role == "added" and old.isspace() and old not in kept.get(part.id or 0, ""):
                return "taken-along", part.text
        if unknown is not None and any(_is_over(part, unknown, at, back) for part in self._parts):
            return "unknown", unknown[1]
        if old == METASPACE and (new == " " or is_first):
            return "mark", ""
        if old and _is_normalized(self._pipeline, text, at, at + 1):
            return "normalizer", ""
        if new == " " != old and is_first:
            return "space-put", ""
        if old == " " != new and is_first:
            return "space-taken", ""
        if any(part.start <= at < part.end for part in dropped_parts(self._pipeline.engine, text)):
            return "not-encoded", ""
        if old and not any(part.start <= at < part.end for part in self._pipeline.engine.pre_tokens(text)):
            return "dropped", ""
        if new == " " and any(part.start == at for part in self._parts):
            return "space-between", next(part.text for part in self._parts if part.start == at)
        model = self._pipeline.model
        if not old and new == " " and isinstance(model, bpe.Model) and model.rules.end_of_word:
            return "end-put", ""
        return "other", ""


def _is_over(part: Part, unknown: tuple[int, str], at: int, back: str) -> bool:
    """Tell if an unknown token, or its name in the text that comes back, has this character."""
    number, name = unknown
    end = max(part.end, part.start + len(name) if back.startswith(name, part.start) else 0)
    return part.id == number and part.role != "added" and part.start <= at < end
