"""A WordPiece tokenizer: a vocabulary applied to new text by the longest match from the left, with every step of it.

How a vocabulary is learned is :mod:`tokviz.wordpiece.training`; reading and writing models is `tokviz.files`. After the
model come the records of an encoding. Source: google-research/bert, `tokenization.py`, and tokenizers
0.23.3, `models/wordpiece`, which encode words in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Literal

from tokviz.checks import check_least
from tokviz.corpus.limits import check_type
from tokviz.errors import RulesError, brief
from tokviz.models.added_tokens import AddedToken
from tokviz.models.around import Around
from tokviz.models.text_encoder import TextEncoder, check_explained
from tokviz.notebook_display import Drawn, Explained
from tokviz.pretokenize import KEEPS_SPACES, METASPACE, Normalizer
from tokviz.pretokenize.marks import Marks


@dataclass(frozen=True, eq=False, repr=False)
class Model(TextEncoder, Drawn):
    """Tokens in the order of their ids, and the conventions to apply them by.

    unk: what a word becomes as a whole if any part of it matches nothing, or if it has more than `max_word_length`
    characters: 100 in tokenizers and in BERT's first release, 200 in BERT's later ones. prefix: the mark of pieces that
    do not begin a word. pretokenizer: a name in `tokviz.pretokenize`. cleanup: whether `decode` takes out the space
    before punctuation, as tokenizers does unless told otherwise. added: tokens that are looked for in a text before it
    is pre-tokenized. start_of_word: a mark put before each word that does not begin with it, for vocabularies that mark
    the first piece and not the others. normalizer: what is done with a text before it
    is pre-tokenized. Raises RulesError for a negative length; so does encoding where a word needs the unknown token and
    the vocabulary has none.

    >>> model = Model(["[UNK]", "b", "hu", "hug", "##u", "##gs", "##s"])
    >>> model.encode("hugs bugs mug")
    ['hug', '##s', 'b', '##u', '##gs', '[UNK]']
    >>> model.decode(["hug", "##s", "b", "##u", "##gs"])
    'hugs bugs'
    """

    algorithm: ClassVar[str] = "wordpiece"

    vocabulary: Sequence[str]
    unk: str = "[UNK]"
    prefix: str = "##"
    max_word_length: int = 100
    pretokenizer: str = "bert"
    cleanup: bool = True
    added: tuple[AddedToken, ...] = ()
    start_of_word: str = ""
    normalizer: Normalizer | None = None
    around: Around | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        check_least("max_word_length", self.max_word_length, 0)

    # -- the three verbs -------------------------------------------------------------------------------------------

    def explain(self, word: str) -> EncodeTrace:
        """Encode one word step by step, with the mark of its start; the unknown token need not be in the vocabulary.

        Raises LimitError for a word of more than MAX_EXPLAINED characters, unless it is too long to be encoded anyway.

        >>> trace = Model(["b", "##u", "##gs"]).explain("bum")
        >>> trace.found, trace[-1].left, trace[-1].start, trace.tokens
        (('b', '##u'), 'm', 2, ('[UNK]',))
        >>> [(tried.token, tried.known) for tried in trace[1].tried]
        [('##um', False), ('##u', True)]
        """
        check_type(word)
        if word in self._added:
            return EncodeTrace(word, (), (word,), "done", self.max_word_length)
        if len(word) > self.max_word_length:
            return EncodeTrace(word, (), (self.unk,), "too-long", self.max_word_length)
        check_explained(len(word))
        word = self.marked(word)
        steps = tuple(self._steps(word))
        tokens = tuple(step.token for step in steps if step.token is not None)
        stopped: Stop = "done"
        if len(tokens) < len(steps):
            stopped, tokens = "no-match", (self.unk,)
        return EncodeTrace(word, steps, tokens, stopped, self.max_word_length)

    def _join(self, tokens: Sequence[str]) -> str:
        """Return the text of `tokens`; :func:`join_tokens` says how, and what cannot come back."""
        mark = self.start_of_word
        if mark:  # an unknown token stands for a whole word
            tokens = [mark + token if token == self.unk else token for token in tokens]
        return join_tokens(tokens, self.prefix, mark, cleanup=self.cleanup)

    # -- words -----------------------------------------------------------------------------------------------------

    def marked(self, word: str) -> str:
        """Return the word with the mark of its start, where words have one.

        >>> Model(["▁hu", "g"], prefix="", start_of_word="▁").marked("hug")
        '▁hug'
        """
        return word if word.startswith(self.start_of_word) else self.start_of_word + word

    @property
    def unknown_token(self) -> str:
        """The token for what the vocabulary does not have."""
        return self.unk

    @cached_property
    def marks(self) -> Marks:
        """The mark of a word's start, where words have one, and that of pieces that do not begin one."""
        return Marks(
            start_of_word=self.start_of_word,
            continuing=self.prefix,
            writes_spaces=self.start_of_word == METASPACE or self.pretokenizer in KEEPS_SPACES,
            textless=frozenset({self.unk}),
        )

    @property
    def longest_word(self) -> int:
        return self.max_word_length

    # -- matching --------------------------------------------------------------------------------------------------

    def _steps(self, word: str) -> Iterator[EncodeStep]:
        """Find the longest match from the left, as the algorithm is described: try each shorter prefix in its turn."""
        start = 0
        while start < len(word):
            mark = self.prefix if start else ""
            ends = range(len(word), start, -1)
            end = next((end for end in ends if mark + word[start:end] in self._numbers), None)
            yield EncodeStep(word, start, end, None if end is None else mark + word[start:end], self.prefix)
            if end is None:
                return
            start = end

    def _encode(self, word: str) -> tuple[str, ...]:
        """Encode quicker: of the prefixes try only those that have the length of a token that begins with the same
        characters."""
        if len(word) > self.max_word_length:
            return self._unknown(word)
        word = self.marked(word)
        pieces, lengths = self._first
        if word in pieces:
            return (word,)
        tokens: list[str] = []
        start, size = 0, len(word)
        while start < size:
            for length in lengths.get(word[start : start + 2]) or lengths.get(word[start], ()):
                token = pieces.get(word[start : start + length])  # near the end shorter than that, and no mistake
                if token is not None:
                    break
            else:
                return self._unknown(word)
            tokens.append(token)
            start += length
            pieces, lengths = self._later
        return tuple(tokens)

    @cached_property
    def _first(self) -> _Pieces:
        return _pieces((token, token) for token in self.vocabulary)

    @cached_property
    def _later(self) -> _Pieces:
        size = len(self.prefix)
        return _pieces((token[size:], token) for token in self.vocabulary if token.startswith(self.prefix))

    def _unknown(self, word: str) -> tuple[str]:
        if self.unk not in self._numbers:
            raise RulesError("unk-not-in-vocabulary", word=brief(word), token=brief(self.unk))
        return (self.unk,)


_Pieces = tuple[dict[str, str], dict[str, tuple[int, ...]]]
"""Text -> token; and for the first two characters, or one, the lengths of the texts to try, the greatest first."""


def _pieces(pairs: Iterable[tuple[str, str]]) -> _Pieces:
    """Return the lookup for pairs of a text and its token."""
    tokens = {text: token for text, token in pairs if text}
    lengths: dict[str, set[int]] = {}
    for text in tokens:
        lengths.setdefault(text[:2], set()).add(len(text))
    for start, sizes in lengths.items():
        if start[0] in tokens:
            sizes.add(1)
    return tokens, {start: tuple(sorted(sizes, reverse=True)) for start, sizes in lengths.items()}


# -- how a word was split, step by step --------------------------------------------------------------------------------
# Only what cannot be derived is kept: where each search began and what it found. The prefixes that were tried are made
# when they are asked for, because a long word has very many.

Stop = Literal["done", "no-match", "too-long"]


@dataclass(frozen=True)
class Tried:
    """One prefix of what was left of a word: its text, the token looked up for it, and whether that is known."""

    text: str
    token: str
    known: bool


@dataclass(frozen=True)
class EncodeStep:
    """A search for the longest known prefix of what is left of a word.

    start: where in the word it begins, in characters. token: the longest match as the vocabulary has it, mark included,
    and end: where in the word it ends. Both are None if there was no match. prefix: the mark of pieces inside a word.
    """

    word: str
    start: int
    end: int | None
    token: str | None
    prefix: str

    @property
    def left(self) -> str:
        """The part of the word that the search looked at: from `start` on."""
        return self.word[self.start :]

    @property
    def text(self) -> str:
        """The characters that the token covers; none if there was no match."""
        return self.word[self.start : self.end] if self.end is not None else ""

    @property
    def rest(self) -> str:
        """The part of the word that is left after this step; all of it if there was no match."""
        return self.word[self.start if self.end is None else self.end :]

    @property
    def tried(self) -> tuple[Tried, ...]:
        """Each prefix in the order in which it was looked up, the longest first; only the last may be known."""
        mark = self.prefix if self.start else ""
        last = self.start + 1 if self.end is None else self.end
        ends = range(len(self.word), last - 1, -1)
        texts = [self.word[self.start : end] for end in ends]
        return tuple(Tried(text, mark + text, end == self.end) for end, text in zip(ends, texts, strict=True))

    @property
    def match(self) -> LongestMatch:
        """The reason why this token is taken, or none."""
        mark = self.prefix if self.start else ""
        number = len(self.left) - (len(self.text) - 1 if self.token is not None else 0)
        return LongestMatch(mark + self.left, mark + self.left[:1], number, self.token)


@dataclass(frozen=True)
class LongestMatch:
    """The reason why a search takes its token: it is the first prefix that is in the vocabulary, from the longest down.

    longest, shortest: the prefixes that there are, mark included. tried: how many are looked up. token: the last of
    these; None if it is not in the vocabulary, either.
    """

    longest: str
    shortest: str
    tried: int
    token: str | None


@dataclass(frozen=True)
class EncodeTrace(Drawn, Explained[EncodeStep]):
    """The encoding of one word, piece by piece.

    tokens: what the word becomes; the unknown token alone if it `stopped` before its end. stopped: ``done``; or
    ``no-match``, no prefix of what was left is known, which the last step shows; or ``too-long``, the word has more
    than `max_word_length` characters and was not looked at.
    """

    word: str
    steps: tuple[EncodeStep, ...]
    tokens: tuple[str, ...]
    stopped: Stop
    max_word_length: int

    @property
    def found(self) -> tuple[str, ...]:
        """The pieces that were found, also those that a failure after them made void."""
        return tuple(step.token for step in self.steps if step.token is not None)


# -- tokens back into text ---------------------------------------------------------------------------------------------
# A token with the mark joins the one before it, and every other one gets a space in front. The first token stays as it
# is, mark and all, and so shows that a part of a text begins inside a word. Where the first piece of a word is marked
# and not the others, a space takes the place of the mark. What the pre-tokenization dropped or changed is lost: runs
# of white space, case, accents, which side of a punctuation mark had a space. Source: tokenizers 0.23.3,
# `decoders/wordpiece.rs`.

# In this order, in each token with the space in front of it. So the two with an inner space are for odd tokens only.
_CLEANUP = (
    *((f" {mark}", mark) for mark in (".", "?", "!", ",")),
    (" ' ", "'"),
    (" n't", "n't"),
    (" 'm", "'m"),
    (" do not", " don't"),
    *((f" {mark}", mark) for mark in ("'s", "'ve", "'re")),
)


def join_tokens(tokens: Iterable[str], prefix: str = "##", start_of_word: str = "", *, cleanup: bool = True) -> str:
    """Return the text of `tokens`; `cleanup` takes out the space before a full stop, a comma, "n't" and a few more.

    prefix, start_of_word: the marks of pieces that do not begin a word, and of those that do.

    >>> join_tokens(["token", "##s", ",", "then", "text"]), join_tokens(["then", "."], cleanup=False)
    ('tokens, then text', 'then .')
    >>> join_tokens(["▁to", "ken", "▁text"], "", "▁")
    'token text'
    """
    parts: list[str] = []
    for token in tokens:
        if start_of_word and token.startswith(start_of_word):
            part = " " * bool(parts) + token.removeprefix(start_of_word)
        else:
            part = token if not parts else token.removeprefix(prefix) if token.startswith(prefix) else f" {token}"
        parts.append(clean_up(part) if cleanup else part)
    return "".join(parts)


def clean_up(part: str) -> str:
    """Return a text without the spaces before marks and contractions.

    >>> clean_up("low . do n't")
    "low. don't"
    """
    for spaced, closed in _CLEANUP:
        part = part.replace(spaced, closed)
    return part
