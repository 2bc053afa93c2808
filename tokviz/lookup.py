"""Tokenizers that split nothing: whole words or single characters, each looked up in a vocabulary.

``lookup.Model`` is the model of a tokenizer.json of the type WordLevel, and of a `.model` of SentencePiece of the types
word and char: a vocabulary of whole pre-tokens, of each word of a text, or of each character. Nothing is trained here.

Sources: tokenizers 0.23.3, models/wordlevel, which looks up a whole pre-token; sentencepiece 0.2.3, word_model.cc and
char_model.cc, which get a whole text and look up its words or its characters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Literal

import regex

from tokviz.corpus.limits import check_type
from tokviz.errors import RulesError, brief
from tokviz.merging.rules import Rules as Marks
from tokviz.models.added_tokens import AddedToken
from tokviz.models.around import Around
from tokviz.models.decoding import BYTE_PIECES, join_tokens
from tokviz.models.text_encoder import TextEncoder, check_explained
from tokviz.notebook_display import Drawn, Explained
from tokviz.pretokenize import METASPACE, Normalizer
from tokviz.pretokenize.marks import Marks as TokenMarks
from tokviz.pretokenize.marks import byte_levels_of, space_of

Unit = Literal["whole", "word", "character"]
"""Unit of the lookup: all that the model is given; each word of it, which begins with a mark of a space; each
character."""

_WORD = regex.compile(f"{METASPACE}?[^{METASPACE}]+|{METASPACE}")


@dataclass(frozen=True, eq=False, repr=False)
class Model(TextEncoder, Drawn):
    """Tokens in the order of their ids, and what is looked up.

    unk_token: stands for what the vocabulary does not have. As in tokenizers it takes the place of a whole word; as in
    sentencepiece, where words and characters are looked up, unknown neighbors are one token, which keeps its text and
    has the id of `unk_token`. numbers: the ids, where they are not the places. symbols: tokens that are looked up as a
    whole where they begin, although characters are. reserved: tokens that no text becomes, such as control symbols.
    byte_fallback: what is unknown becomes its UTF-8 bytes ``<0xHH>``, if these are tokens. added, normalizer, around:
    as in other models.

    Encoding raises RulesError where a whole word needs the unknown token and the vocabulary has none.

    >>> model = Model(["[UNK]", "low", "lower"], "[UNK]")
    >>> model.encode("low lower lowest")
    ['low', 'lower', '[UNK]']
    >>> Model(["<unk>", "▁low"], "<unk>", "word", pretokenizer="none").encode("▁low▁x▁y▁low")
    ['▁low', '▁x▁y', '▁low']
    """

    algorithm: ClassVar[str] = "lookup"

    vocabulary: Sequence[str]
    unk_token: str | None = None
    unit: Unit = "whole"
    pretokenizer: str = "whitespace"
    numbers: Mapping[str, int] | None = None
    symbols: frozenset[str] = frozenset()
    reserved: frozenset[str] = frozenset()
    byte_fallback: bool = False
    added: tuple[AddedToken, ...] = ()
    normalizer: Normalizer | None = None
    around: Around | None = field(default=None, kw_only=True)

    # -- the three verbs -------------------------------------------------------------------------------------------

    def explain(self, word: str) -> EncodeTrace:
        """Look up one word, part by part. Raises LimitError for more than 2,000 characters.

        >>> trace = Model(["<unk>", "l", "o"], "<unk>", "character").explain("lwe")
        >>> [(step.text, step.found) for step in trace], trace.tokens
        ([('l', 'known'), ('w', 'unknown'), ('e', 'joined')], ('l', 'we'))
        """
        check_type(word)
        if word in self._added:
            return EncodeTrace(word, (), (word,))
        check_explained(len(word))
        steps = tuple(self.steps(word))
        return EncodeTrace(word, steps, joined(steps))

    def _join(self, tokens: Sequence[str]) -> str:
        if self.pretokenizer == "whitespace":
            return " ".join(tokens)
        return join_tokens(
            tokens, Marks(), self.pretokenizer, byte_fallback=self.byte_fallback, normalizer=self.normalizer
        )

    def steps(self, word: str) -> Iterator[EncodeStep]:
        """Yield the parts of a word of any length, as they are looked up."""
        start, before = 0, ""
        for part in self._parts(word):
            outcome, tokens = self._look_up(part, before)
            yield EncodeStep(part, start, outcome, tokens)
            start, before = start + len(part), outcome

    # -- words -----------------------------------------------------------------------------------------------------

    def apart(self, text: str) -> tuple[str, ...]:
        """Return a text cut before its words, but not between unknown ones, which are one token.

        >>> Model(["<unk>", "▁low"], "<unk>", "word").apart("▁low▁low▁x▁y▁low")
        ('▁low', '▁low', '▁x▁y', '▁low')
        """
        if self.unit == "whole":
            return (text,)
        parts: list[str] = []
        before = ""
        for step in self.steps(text):
            begins = step.text.startswith(METASPACE) and before != METASPACE and step.found != "joined"
            if begins or not parts:
                parts.append(step.text)
            else:
                parts[-1] += step.text
            before = step.text
        return tuple(parts)

    @property
    def unknown_token(self) -> str | None:
        """Return token for everything that is not in the vocabulary."""
        return self.unk_token

    @cached_property
    def marks(self) -> TokenMarks:
        """The spaces of its pre-tokenizer."""
        levels = byte_levels_of(self.pretokenizer)
        return TokenMarks(
            space=space_of(self.pretokenizer, levels),
            byte_levels=levels,
            textless=self._textless((self.unk_token, *self.reserved)),
        )

    @cached_property
    def encodable(self) -> frozenset[str]:
        """Return the tokens that words can become; bytes only where unknown text becomes them."""
        return self._findable | (self.reserved & BYTE_PIECES if self.byte_fallback else frozenset())

    # -- inside ----------------------------------------------------------------------------------------------------

    def _listed(self) -> Iterable[tuple[int, str]]:
        return super()._listed() if self.numbers is None else ((i, token) for token, i in self.numbers.items())

    @cached_property
    def _findable(self) -> frozenset[str]:
        return frozenset(self.vocabulary) - self.reserved

    @cached_property
    def _pattern(self) -> regex.Pattern[str]:
        """Return a part that is looked up: of symbols with the same beginning the longest."""
        if self.unit == "word":
            return _WORD
        longest = sorted(filter(None, self.symbols), key=len, reverse=True)
        return regex.compile("|".join([*map(regex.escape, longest), "(?s:.)"]))

    def _parts(self, word: str) -> list[str]:
        if self.unit == "whole":
            return [word] if word else []
        return [match.group() for match in self._pattern.finditer(word)]

    def _encode(self, word: str) -> tuple[str, ...]:
        return joined(self.steps(word))

    def _look_up(self, part: str, before: str) -> tuple[Found, tuple[str, ...]]:
        """Return the way in which a part was found, and its tokens.

        before: the way in which the part before it was found.
        """
        if part in self._findable:
            return "symbol" if self.unit == "character" and part in self.symbols else "known", (part,)
        if self.byte_fallback:
            pieces = tuple([f"<0x{byte:02X}>" for byte in part.encode("utf-8", "surrogatepass")])
            if self.encodable.issuperset(pieces):
                return "bytes", pieces
        if self.unit != "whole":
            return "joined" if before in ("unknown", "joined") else "unknown", (part,)
        if self.unk_token is None or self.unk_token not in self._numbers:
            raise RulesError("unk-not-in-vocabulary", word=brief(part), token=brief(self.unk_token or ""))
        return "unknown", (self.unk_token,)


# -- steps of a word ---------------------------------------------------------------------------------------------------

Found = Literal["known", "symbol", "unknown", "joined", "bytes"]


@dataclass(frozen=True)
class EncodeStep:
    """A part of a word that is looked up.

    text: the part; start: where it begins in the word, in characters. found: ``known``; ``symbol``, it is one that the
    user defined; or it is not in the vocabulary, and becomes an unknown token (``unknown``), a part of the one before
    it (``joined``) or its bytes (``bytes``). tokens: what it becomes; of ``joined``, what the token before gets.
    """

    text: str
    start: int
    found: Found
    tokens: tuple[str, ...]

    @property
    def end(self) -> int:
        """Return place in the word at which the part ends."""
        return self.start + len(self.text)


@dataclass(frozen=True)
class EncodeTrace(Drawn, Explained[EncodeStep]):
    """A word, the parts of it that are looked up, and its tokens."""

    word: str
    steps: tuple[EncodeStep, ...]
    tokens: tuple[str, ...]


def joined(steps: Iterable[EncodeStep]) -> tuple[str, ...]:
    """Return the tokens of some steps.

    >>> joined([EncodeStep("x", 0, "unknown", ("x",)), EncodeStep("y", 1, "joined", ("y",))])
    ('xy',)
    """
    tokens: list[str] = []
    for step in steps:
        if step.found == "joined":
            tokens[-1] += step.tokens[0]
        else:
            tokens += step.tokens
    return tuple(tokens)
