"""Where the words that a tokenizer sees come from: each of their characters with its place in the original text.

Pre-tokenisation cuts a text, and may put marks in, write bytes for characters, lower-case, or drop something. This
module undoes none of that; it says which part of the text each character of each word stands for. What the tokenizer
then makes of a word is :mod:`tokviz.compare.spans`.

Places are whole numbers of 288ths of a character, because a character can become up to four bytes or letters and each
of these two or three bytes again; 288 can be divided by all products of these that occur.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, groupby

import regex

from tokviz import bpe, lookup, unigram, wordpiece
from tokviz import model as protocol
from tokviz.bpe.subword_nmt import word_places
from tokviz.models.added_tokens import AddedTokens
from tokviz.models.around import Around
from tokviz.models.text_encoder import TextEncoder
from tokviz.pretokenize import BYTE_LEVEL, MARKS_SPACES, METASPACE, NORMALIZING, PATTERNED, Normalizer, find
from tokviz.pretokenize.byte_level import text_to_bytes

__all__ = ["UNIT", "Known", "Model", "Source", "sources"]

UNIT = 288
"""The parts that a character is divided into."""

Known = bpe.Model | bpe.Applier | wordpiece.Model | unigram.Model | lookup.Model
"""The tokenizers whose marks are known here, and the ways by which they come to their tokens."""
Model = Known | protocol.Model
"""Any tokenizer that can be compared. Of others than the known ones only what came out is said, as it stands."""

_SUBSTRINGS = PATTERNED | {"whitespace", "words", "bert", "none", "BertPreTokenizer"}
"""Pre-tokenisers whose pieces stand in the text as they are, with nothing but white space between them."""
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
        """Where in the text something begins that begins at `place` in the word (both in 288ths)."""
        index, part = divmod(place, UNIT)
        if index == len(self.begins):
            return self.ends[-1]
        return self.begins[index] + (self.ends[index] - self.begins[index]) * part // UNIT

    def end(self, place: int) -> int:
        """Where in the text something ends that ends at `place` in the word."""
        index, part = divmod(place, UNIT)
        if part:
            return self.begin(place)
        return self.ends[index - 1] if index else self.begins[0]

    def of(self, inner: Source) -> Source:
        """A word of this text, with the places of this text's characters."""
        begins = list(map(self.begin, inner.begins))
        ends = [
            begin if first == last else self.end(last)
            for begin, first, last in zip(begins, inner.begins, inner.ends, strict=True)
        ]
        return Source(inner.text, begins, ends, inner.is_added)


def sources(text: str, model: Model) -> list[Source]:
    """The words and the added tokens of `text`, in order, as `model` sees them.

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
    """The words between added tokens, and these: some stand in the text as it is, others in the normalised one."""
    added, name = AddedTokens(model.added, model.normalizer), model.pretokenizer
    for start, end, token in added.spans(text):
        if token is not None:
            yield Source(token.content, (start * UNIT,), (end * UNIT,), True)
        else:
            stretch = _normalised(text[start:end], start, model.normalizer)
            for first, last, inner in added.spans_in_normalized(stretch.text):
                if inner is not None:
                    yield stretch.of(Source(inner.content, (first * UNIT,), (last * UNIT,), True))
                else:
                    part = stretch.of(_substring(stretch.text[first:last], first))
                    yield from map(part.of, _words(part.text, name))


def _of_library(text: str, around: Around) -> Iterator[Source]:
    """The words of a tokenizer whose library cuts. Characters that share a part of the text divide it evenly."""
    for (word, is_added), places in zip(around.words(text), around.places(text), strict=True):
        begins: list[int] = []
        ends: list[int] = []
        for (start, end), same in groupby(places):
            number = sum(1 for _ in same)
            size = (end - start) * UNIT
            edges = [start * UNIT + size * part // number for part in range(number + 1)]
            begins += edges[:-1]
            ends += edges[1:]
        yield Source(word, begins, ends, is_added)


def _normalised(text: str, offset: int, normalizer: Normalizer | None) -> Source:
    """A stretch of text that begins at character `offset`, as the tokenizer sees it."""
    if normalizer is None:
        return _substring(text, offset)
    made: list[str] = []
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
        made.append(chunk)
        at += number
    return Source("".join(made), begins, ends)


def _substring(word: str, start: int) -> Source:
    edges = range(start * UNIT, (start + len(word) + 1) * UNIT, UNIT)
    return Source(word, edges[:-1], edges[1:])


def _words(text: str, name: str) -> list[Source]:
    """The words of a text."""
    words = find(name)(text)
    if name in _SUBSTRINGS:
        found = []
        at = 0
        for word in words:
            at = text.find(word, at)
            found.append(_substring(word, at))
            at += len(word)
        return found
    begins, ends = _places(text, name)
    edges = list(accumulate(map(len, words), initial=0))
    return [
        Source(word, begins[first:last], ends[first:last])
        for word, first, last in zip(words, edges, edges[1:], strict=False)
    ]


def _places(text: str, name: str) -> tuple[list[int], list[int]]:
    """For each character of all words together, the part of the text that it stands for.

    A character that is dropped but only extends the one before, such as an accent, goes with it.
    """
    begins: list[int] = []
    ends: list[int] = []
    is_space = " " + METASPACE if name in MARKS_SPACES else " "
    puts_mark_first = "never" not in name if name in MARKS_SPACES else "add_prefix_space" in name
    made = _made(name)
    at_start = puts_mark_first
    for i, character in enumerate(text):
        number = made(character)
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
    """How many characters of the words a character of the text becomes, marks that are put in aside.

    No neighbour changes that, not even where it changes the character itself (a final sigma).
    """
    if name in BYTE_LEVEL:
        return lru_cache(maxsize=4096)(lambda character: len(text_to_bytes(character)))
    if name in MARKS_SPACES:
        return (lambda character: int(character not in "\r\n")) if name == "metaspace" else (lambda character: 1)
    split = NORMALIZING[name]
    return lru_cache(maxsize=4096)(lambda character: sum(map(len, split(character))))
