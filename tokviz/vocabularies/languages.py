"""The price of a text by language: how many tokens the same sentences are in each.

The sentences are ours, in ``assets/languages.toml``, each in all languages. A ratio of 2 to English means twice as many
tokens for what the sentences say, so twice the cost and half of what fits into a context.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from tokviz.files.parts import dropped_symbols
from tokviz.files.pipeline import Pipeline
from tokviz.location import site
from tokviz.vocabularies.entries import Vocabulary

__all__ = ["ENGLISH", "Language", "Price", "languages", "price", "prices", "prose"]

ENGLISH = "en"


@dataclass(frozen=True)
class Language:
    """A language. code: by ISO 639-1; name: in itself; sentences: the same ones in all languages, in one order."""

    code: str
    name: str
    sentences: tuple[str, ...]


@dataclass(frozen=True)
class Price:
    """What the sentences of a language cost: tokens, and for what else there is of them, characters and bytes of UTF-8.

    sentences: the tokens of each. unknown: how many of the tokens stand for text that the vocabulary does not have.
    dropped: the share of the text that becomes no token, in the symbols that the model begins with: letters or bytes.
    """

    sentences: tuple[int, ...]
    characters: int
    bytes: int
    unknown: int = 0
    dropped: float = 0.0

    @property
    def tokens(self) -> int:
        return sum(self.sentences)

    def ratio(self, base: Price) -> float | None:
        """The tokens as a multiple of another price; None where of one of them nothing is left.

        >>> Price((3, 1), 9, 9).ratio(Price((2,), 9, 9)), Price((0,), 9, 9, dropped=1.0).ratio(Price((2,), 9, 9))
        (2.0, None)
        """
        return self.tokens / base.tokens if self.tokens and base.tokens else None


@cache
def languages() -> Mapping[str, Language]:
    """All languages by code, English first.

    >>> list(languages())[0], len(languages()) >= 10
    ('en', True)
    """
    file = tomllib.loads((site() / "assets" / "languages.toml").read_text("utf-8"))
    return {code: Language(code, part["name"], tuple(part["sentences"])) for code, part in file.items()}


@cache
def prose() -> str:
    """The prose that comes with tokviz, and all sentences: a text to look through."""
    texts = [path.read_text("utf-8") for path in sorted((site() / "assets" / "prose").glob("*.txt"))]
    return "\n".join([*texts, *(one for language in languages().values() for one in language.sentences)])


def price(pipeline: Pipeline, sentences: tuple[str, ...]) -> Price:
    """The tokens of sentences, each a text by itself, without what a post-processor puts around it.

    >>> file = b'{"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": ["l o"]}}'
    >>> price(Pipeline.from_file(file), ("lol", "lo"))
    Price(sentences=(2, 1), characters=5, bytes=5, unknown=0, dropped=0.0)
    """
    found = pipeline.engine.many(sentences)
    unknown = pipeline.vocabulary.get(pipeline.model.unknown_token or "")
    symbols = [dropped_symbols(pipeline.engine, sentence) for sentence in sentences]
    lost, every = sum(names.total() for names, _ in symbols), sum(total for _, total in symbols)
    return Price(
        tuple(map(len, found)),
        sum(map(len, sentences)),
        sum(len(one.encode("utf-8", "surrogatepass")) for one in sentences),
        sum(ids.count(unknown) for ids in found) if unknown is not None else 0,
        lost / every if lost else 0.0,
    )


def prices(vocabulary: Vocabulary) -> dict[str, Price]:
    """The price of the sentences of each language, by its code."""
    return {code: price(vocabulary.pipeline, one.sentences) for code, one in languages().items()}
