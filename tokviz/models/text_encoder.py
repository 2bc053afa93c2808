"""The work of all models on a text: split it at added tokens, pre-tokenize, cache words.

Each word is encoded once and looked up from then on, and the lookups are counted. A memory that is full begins anew.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain
from typing import ClassVar

from tokviz.checks import check_limit, is_whole
from tokviz.corpus.limits import check_type
from tokviz.errors import RulesError, brief
from tokviz.models.added_tokens import AddedToken, AddedTokens
from tokviz.models.around import Around
from tokviz.pretokenize import Normalizer, Pretokenizer, find, split_with
from tokviz.pretokenize.marks import Marks


class WordEncoder:
    """Words are encoded once, by `_encode`, and looked up from then on."""

    def encode_word(self, word: str) -> tuple[str, ...]:
        """Return the tokens of one word, looked up if it was encoded before."""
        return self._memory(word)

    @property
    def marks(self) -> Marks:
        """The marks that its tokens have beside their text; none, unless the model says otherwise."""
        return Marks()

    @property
    def begins_as_bytes(self) -> bool:
        """True if a word begins as its bytes, so that two tokens can meet inside of a character."""
        return False

    @property
    def longest_word(self) -> int | None:
        """The most characters of a word that is looked up; None without a limit."""
        return None

    @property
    def has_log(self) -> bool:
        """True if it applies the log of a training, in which each merge has one turn."""
        return False

    @property
    def joins_whole_words(self) -> bool:
        """True if a merge across a border between words joins two that are one token each."""
        return False

    def words_inside(self, line: str) -> Sequence[str]:
        """Return the words of a line that merging begins inside of; none where no border between words falls later."""
        return ()

    @property
    def remembered(self) -> Remembered:
        """Return the number of remembered words, of lookups and of misses."""
        return self._memory.snapshot()

    @cached_property
    def _memory(self) -> WordCache:
        return WordCache(lambda word: self._encode(check_type(word)))

    def _encode(self, word: str) -> tuple[str, ...]:
        raise NotImplementedError


class TextEncoder(WordEncoder):
    """The same of texts. The fields are those of the dataclass that inherits.

    added: tokens that are looked for in a text before it is pre-tokenized. normalizer: what is done with a text before
    that. around: what does all of this in their place, for a model out of a file; `pretokenizer` then only says how
    words are written, by the name of one whose words look like that, and `added` which words are whole.
    """

    algorithm: ClassVar[str]
    vocabulary: Sequence[str]
    pretokenizer: str
    added: tuple[AddedToken, ...]
    normalizer: Normalizer | None
    around: Around | None

    def __repr__(self) -> str:
        return f"<Model {self.algorithm}, vocabulary of {len(self.vocabulary):,}, split by {self.pretokenizer}>"

    def encode(self, text: str) -> list[str]:
        """Encode a text, which is split at added tokens and then pre-tokenized. Words are remembered.

        The tokens of a file that a library applies are the library's.
        """
        check_type(text)
        if self.around is not None:
            return [token for _, tokens in self.encoded_words(text) for token in tokens]
        if not self.added:
            return self._joined(self._split(text))
        tokens: list[str] = []
        for words, is_added in self._added.stretches(text, find(self.pretokenizer)):
            tokens += words if is_added else self._joined(words)
        return tokens

    def decode(self, tokens: Iterable[str | int]) -> str:
        """Return the text of tokens, or of their ids; :mod:`tokviz.models.decoding` says what cannot come back.

        Raises RulesError for an unknown id, and for tokens and ids in one list.

        >>> from tokviz import bpe
        >>> model = bpe.train("low low lower", merges=2).model()
        >>> model.decode(["low", "</w>"]) == model.decode([model.ids["low"], model.ids["</w>"]]) == "low"
        True
        """
        names = named(tokens, self._tokens_by_id)
        return self._join(names) if self.around is None else self.around.decode(names)

    def words(self, text: str) -> tuple[str, ...]:
        """Return the words and the added tokens of `text`, in order, as :meth:`encode` sees them.

        >>> from tokviz import bpe
        >>> bpe.Model((), ("a",), added=(AddedToken(1, "<s>"),)).words("a<s>b c")
        ('a', '<s>', 'b', 'c')
        """
        check_type(text)
        if self.around is not None:
            return tuple(word.text for word in self.around.read(text))
        if not self.added:
            return self._split(text)
        stretches = self._added.stretches(text, find(self.pretokenizer))
        return tuple(chain.from_iterable(words for words, _ in stretches))

    def encoded_words(self, text: str) -> Sequence[tuple[str, tuple[str, ...]]]:
        """Return the words and the added tokens of `text`, each with the tokens that :meth:`encode` gives it.

        >>> from tokviz import bpe
        >>> bpe.Model((("a", "b"),), ("a", "b", "ab")).encoded_words("ab ba")
        (('ab', ('ab',)), ('ba', ('b', 'a')))
        """
        if self.around is not None:
            words_read = self.around.read(text)
            if self.is_by_library:
                return tuple((word.text, word.tokens) for word in words_read)
            return tuple((word.text, (word.text,) if word.is_added else self._memory(word.text)) for word in words_read)
        if not self.added:
            words = self._split(text)
            return tuple(zip(words, self.encode_words(words), strict=True))
        encoded: list[tuple[str, tuple[str, ...]]] = []
        for words, is_added in self._added.stretches(text, find(self.pretokenizer)):
            encoded += zip(words, map(tuple, zip(words)) if is_added else self.encode_words(words), strict=True)
        return tuple(encoded)

    @property
    def is_by_library(self) -> bool:
        """True if a library makes the tokens of a text, and not this model from its words."""
        return self.around is not None and self.around.model is self

    @property
    def encodes_together(self) -> bool:
        """True if the words of a text are encoded by one sum, so that a word can have other tokens there than alone."""
        return False

    @property
    def depends_on_text(self) -> bool:
        """Tell if a word can have other tokens in a text than alone, by :meth:`encode_word`."""
        return self.encodes_together or self.is_by_library

    def encode_words(self, words: Sequence[str]) -> Sequence[tuple[str, ...]]:
        """Return the tokens of words that follow each other in a text; most models look at each alone."""
        return tuple(map(self._memory, words))

    def encode_word(self, word: str) -> tuple[str, ...]:
        """Return the tokens of one word, looked up if it was encoded before; an added token is its own."""
        return (word,) if word in self._added else self._memory(word)

    @cached_property
    def ids(self) -> Mapping[str, int]:
        """Map each token to its id, added tokens too."""
        if self.around is not None:
            return self.around.ids
        added = {token.content: token.id for token in self.added}
        return {**self._numbers, **added} if added else self._numbers

    @cached_property
    def encodable(self) -> Set[str]:
        """Return the tokens of the vocabulary that words can become.

        A run of unknown characters can spell any other token, such as a control symbol, and does not become it.
        """
        return self.vocabulary.numbers.keys() if isinstance(self.vocabulary, Numbered) else frozenset(self.vocabulary)

    @cached_property
    def text_ids(self) -> Mapping[str, int]:
        """Map the tokens that a text can become to their ids: those of words, and added ones."""
        return {token: number for token, number in self.ids.items() if token in self.encodable or token in self._added}

    def _join(self, tokens: Sequence[str]) -> str:
        """Return the text of tokens that the model itself puts together."""
        raise NotImplementedError

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        """Map each token of the vocabulary to its id."""
        if isinstance(self.vocabulary, Numbered):
            return self.vocabulary.numbers
        return {token: number for number, token in self._listed()}

    def _listed(self) -> Iterable[tuple[int, str]]:
        """Return the ids of the vocabulary with their tokens."""
        return enumerate(self.vocabulary)

    @cached_property
    def _tokens_by_id(self) -> Mapping[int, str]:
        """Map each id to its token, both ids of a token that is listed twice."""
        listed = {} if self.around is not None else dict(self._listed())
        return listed | {number: token for token, number in self.ids.items()}

    def _joined(self, words: Sequence[str]) -> list[str]:
        """Return the tokens of the same words, one after the other."""
        return self._memory.joined(words)

    def _textless(self, tokens: Iterable[str | None]) -> frozenset[str]:
        """Return the added tokens and others that stand for no text."""
        return frozenset((*filter(None, tokens), *(token.content for token in self.added)))

    @cached_property
    def _split(self) -> Pretokenizer:
        return split_with(self.normalizer, self.pretokenizer)

    @cached_property
    def _added(self) -> AddedTokens:
        return AddedTokens(self.added, self.normalizer)


# -- large vocabularies ------------------------------------------------------------------------------------------------


def shared_number(number: int) -> int:
    """Return the same number, as one object for all vocabularies: a million ids of their own would take 32 MB."""
    numbers = _numbers()
    return numbers[number] if 0 <= number < len(numbers) else number


@cache
def _numbers() -> tuple[int, ...]:
    return tuple(range(1 << 18))


class Numbered(tuple[str, ...]):
    """A vocabulary in the order of its ids, with the mapping that it was made of: of 200,000 tokens a second one would
    take 16 MB. numbers: token -> its place, from 0, without gaps.

    >>> Numbered.of({"b": 1, "a": 0}).numbers["b"], Numbered.of({"b": 7, "a": 0})
    (1, ('a', 'b'))
    """

    numbers: Mapping[str, int]

    @classmethod
    def of(cls, ids: Mapping[str, int]) -> tuple[str, ...]:
        """Return the tokens in the order of their ids; without the mapping if there are gaps."""
        ordered = cls(sorted(ids, key=ids.__getitem__))
        if any(ids[token] != number for number, token in enumerate(ordered)):
            return tuple(ordered)
        ordered.numbers = ids
        return ordered


# -- the cache of words ------------------------------------------------------------------------------------------------


MAX_REMEMBERED = 1 << 17
"""The most words that a memory holds."""


@dataclass(frozen=True)
class Remembered:
    """A memory at one moment: its words, how often one was found in it (hits) and how often not (misses)."""

    words: int
    hits: int
    misses: int


class WordCache:
    """A function from a word to its tokens, computed once for each word.

    >>> memory = WordCache(tuple)
    >>> memory("low"), memory.joined(["low", "no"]), memory.snapshot()
    (('l', 'o', 'w'), ['l', 'o', 'w', 'n', 'o'], Remembered(words=2, hits=1, misses=2))
    """

    def __init__(self, encode: Callable[[str], tuple[str, ...]]) -> None:
        self._tokens = _Filled(encode)
        self._asked = 0

    def __call__(self, word: str) -> tuple[str, ...]:
        self._asked += 1
        return self._tokens[word]

    def joined(self, words: Sequence[str]) -> list[str]:
        """Return the tokens of several words, one after the other."""
        self._asked += len(words)
        return list(chain.from_iterable(map(self._tokens.__getitem__, words)))

    def snapshot(self) -> Remembered:
        """Return the numbers as they are now."""
        computed = self._tokens.computed
        return Remembered(len(self._tokens), self._asked - computed, computed)


class _Filled(dict[str, tuple[str, ...]]):
    """A dict that computes what it does not hold yet, so that what it holds is found at the speed of a dict.

    computed: the number of words that it did not hold. It begins anew when it is full: a model that all visitors share
    meets new words for as long as the server runs.
    """

    def __init__(self, encode: Callable[[str], tuple[str, ...]]) -> None:
        super().__init__()
        self._encode = encode
        self.computed = 0

    def __missing__(self, word: str) -> tuple[str, ...]:
        if len(self) >= MAX_REMEMBERED:
            self.clear()
        self.computed += 1
        tokens = self[word] = self._encode(word)
        return tokens


# -- decoding ----------------------------------------------------------------------------------------------------------


def named(tokens: Iterable[str | int], by_id: Mapping[int, str] | None) -> list[str]:
    """Return tokens that are given by name, all of them, or by id. by_id: None where nothing is numbered.

    >>> named(["a", "b"], None), named([1, 0], {0: "a", 1: "b"})
    (['a', 'b'], ['b', 'a'])
    """
    if not isinstance(tokens, Iterable):
        raise RulesError("tokens-or-ids", value=brief(tokens))
    names: list[str] = []
    are_ids: bool | None = None
    for token in tokens:
        if are_ids is None:
            are_ids = is_whole(token)
        if isinstance(token, str) and not are_ids:
            names.append(token)
        elif is_whole(token) and are_ids:
            names.append(_name_of(operator.index(token), by_id))
        else:
            raise RulesError("tokens-or-ids", value=brief(token))
    return names


def _name_of(number: int, by_id: Mapping[int, str] | None) -> str:
    if by_id is None:
        raise RulesError("pipeline-no-ids")
    if number not in by_id:
        raise RulesError("unknown-id", value=str(number))
    return by_id[number]


# -- explaining --------------------------------------------------------------------------------------------------------

MAX_EXPLAINED = 2_000
"""The longest word that a model's `explain` takes, in symbols: its trace grows with the square of the length."""


def check_explained(symbols: int) -> None:
    """Raise LimitError for a word of more than :data:`MAX_EXPLAINED` symbols."""
    check_limit("MAX_EXPLAINED", MAX_EXPLAINED, met=symbols)
