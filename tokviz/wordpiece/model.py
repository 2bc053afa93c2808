"""A WordPiece tokenizer: a vocabulary applied to new text by the longest match from the left, with every step of it.

How a vocabulary is learned plays no part here; reading and writing models is `tokviz.files`. Source: google-research/
bert, `tokenization.py`, and tokenizers 0.23.3, `models/wordpiece`, which encode words alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from tokviz.checks import check_least
from tokviz.errors import RulesError, brief
from tokviz.models.added_tokens import AddedToken
from tokviz.models.around import Around
from tokviz.models.explaining import check_explained
from tokviz.models.text_encoder import TextEncoder
from tokviz.notebook_display import Drawn
from tokviz.pretokenize import Normalizer
from tokviz.wordpiece.decoding import join_tokens
from tokviz.wordpiece.encoding import EncodeStep, EncodeTrace, Stop

__all__ = ["Model"]


@dataclass(frozen=True, eq=False)
class Model(TextEncoder, Drawn):
    """Tokens in the order of their ids, and the conventions to apply them by.

    unk: what a word becomes as a whole if any part of it matches nothing, or if it has more than `max_word_length`
    characters: 100 in tokenizers and in BERT's first release, 200 in BERT's later ones. prefix: the mark of pieces that
    do not begin a word. pretokenizer: a name in `tokviz.pretokenize`. cleanup: whether `decode` takes out the space
    before punctuation, as tokenizers does unless told otherwise. added: tokens that are looked for in a text before it
    is pre-tokenised. start_of_word: a mark put before each word that does not begin with it, for vocabularies that mark
    the first piece and not the others. normalizer: what is done with a text before it
    is pre-tokenised. Raises RulesError for a negative length; so does encoding where a word needs the unknown token and
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

    def decode(self, tokens: Iterable[str]) -> str:
        """The text of `tokens`; :mod:`tokviz.wordpiece.decoding` says how, and what cannot come back."""
        if self.around is not None:
            return self.around.decode(list(tokens))
        mark = self.start_of_word
        if mark:  # an unknown token stands for a whole word
            tokens = [mark + token if token == self.unk else token for token in tokens]
        return join_tokens(tokens, self.prefix, mark, cleanup=self.cleanup)

    # -- words -----------------------------------------------------------------------------------------------------

    def marked(self, word: str) -> str:
        """The word with the mark of its start, where words have one.

        >>> Model(["▁hu", "g"], prefix="", start_of_word="▁").marked("hug")
        '▁hug'
        """
        return word if word.startswith(self.start_of_word) else self.start_of_word + word

    @property
    def unknown_token(self) -> str:
        """What stands for what the vocabulary does not have."""
        return self.unk

    # -- matching --------------------------------------------------------------------------------------------------

    def _steps(self, word: str) -> Iterator[EncodeStep]:
        """The longest match from the left, as it is described: each shorter prefix in its turn."""
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
        """The same, quicker: of the prefixes only those are tried that have the length of a token that begins alike."""
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
    """The lookup for pairs of a text and its token."""
    tokens = {text: token for text, token in pairs if text}
    lengths: dict[str, set[int]] = {}
    for text in tokens:
        lengths.setdefault(text[:2], set()).add(len(text))
    for start, found in lengths.items():
        if start[0] in tokens:
            found.add(1)
    return tokens, {start: tuple(sorted(found, reverse=True)) for start, found in lengths.items()}
