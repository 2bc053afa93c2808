"""Normalizers of libraries, as far as files ask for them: what they do to a text before it is pre-tokenized.

What BERT's own code does is in :mod:`tokviz.pretokenize.bert_basic`; SentencePiece's normalizer, which a file brings
along, in :mod:`tokviz.pretokenize.sentencepiece`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Literal, Protocol

import regex

Dropped = Literal["none", "one", "each"]
"""Of the spaces at the beginning of tokens, up to the first that is more than that: none, one, or one of each token."""


class Normalizer(Protocol):
    """A function from a text to another, which says what of the one became what of the other."""

    def __call__(self, text: str) -> str:
        """Normalize a text."""

    def chunks(self, text: str) -> Iterator[tuple[int, str]]:
        """Return the text piece by piece: of how many of its characters how much of the normalized text was made."""

    @property
    def dropped(self) -> Dropped:
        """Return the spaces before a text that decoding does not write."""

    def of_token(self, content: str) -> str:
        """Return the form of an added token in normalized text, if it is looked for there."""


IDEOGRAPH = regex.compile(
    r"([\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\U00020000-\U0002A6DF\U0002A700-\U0002B73F\U0002B740-\U0002B81F"
    r"\U0002B920-\U0002CEAF\U0002F800-\U0002FA1F])"
)
"""An ideograph in the ranges of the library, which end one block earlier and begin another later than BERT's."""
DROPPED = regex.compile(r"[\0\uFFFD[[\p{Cc}\p{Cf}\p{Co}\p{Cs}]--[\t\n\r]]]", regex.V1)
"""A character that cleaning takes out. The library keeps those that are not assigned; half a character cannot reach
it."""
SPACE = regex.compile(r"\s")
"""A character that cleaning makes a space."""
ACCENTS = regex.compile(r"\p{Mn}+")
"""Accents of a decomposed text."""


@dataclass(frozen=True)
class BertNormalizer:
    """`BertNormalizer` of tokenizers 0.23.3, whose options these are.

    Categories are those of the tables in `regex`, which are of another year than the library's.

    >>> BertNormalizer()("Où, 东Σ")
    'ou,  东 σ'
    """

    clean_text: bool = True
    handle_chinese_chars: bool = True
    strip_accents: bool = True
    lowercase: bool = True
    dropped: ClassVar[Dropped] = "none"

    def __call__(self, text: str) -> str:
        """Normalize a text."""
        if self.clean_text:
            text = SPACE.sub(" ", DROPPED.sub("", text))
        if self.handle_chinese_chars and not text.isascii():
            text = IDEOGRAPH.sub(r" \1 ", text)
        if self.strip_accents and not text.isascii():
            text = ACCENTS.sub("", unicodedata.normalize("NFD", text))
        if self.lowercase:  # one by one: at the end of a word a sigma is a sigma
            text = text.lower() if text.isascii() else "".join(map(str.lower, text))
        return text

    def chunks(self, text: str) -> Iterator[tuple[int, str]]:
        """Return the text character by character."""
        return ((1, self(character)) for character in text)

    def of_token(self, content: str) -> str:
        """Normalize an added token, too."""
        return self(content)


BERT_NORMALIZERS: Mapping[str, BertNormalizer] = MappingProxyType(
    {
        "bert": BertNormalizer(clean_text=False, strip_accents=False, lowercase=False),
        "bert-uncased": BertNormalizer(),
        "bert-cased": BertNormalizer(strip_accents=False, lowercase=False),
    }
)
"""The library's normalizers before its `BertPreTokenizer`, by the name of the pre-tokenizer here that does both."""
