"""Sample texts, split by a tokenizer: sentences in many languages, numbers, white space and code, special tokens.

- The sentences are ours, in ``assets/languages.toml``, each in all languages. A ratio of 2 to English means twice as
  many tokens for what the sentences say, so twice the cost and half of what fits into a context.
- Each whole number from 0 to 99,999 is a text of its own. The pattern of a number is the digits of its tokens from the
  left: 12345 as ``123 45`` is (3, 2). Tokens without digits, such as the mark of a space, do not count.
- A library that finds a special token in a text takes it for one, whoever wrote it; a program that must not let that
  happen has to ask for it. Control symbols of SentencePiece never come from a text.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from types import MappingProxyType

from tokviz.files.engine import Encoded
from tokviz.files.pipeline import Pipeline
from tokviz.files.stage_parts import dropped_symbols
from tokviz.location import site
from tokviz.models.added_tokens import AddedToken
from tokviz.vocabularies.entries import Vocabulary

# -- languages ---------------------------------------------------------------------------------------------------------

ENGLISH = "en"


@dataclass(frozen=True)
class Language:
    """A language. code: by ISO 639-1; name: in itself; sentences: the same ones in all languages, in one order."""

    code: str
    name: str
    sentences: tuple[str, ...]


@dataclass(frozen=True)
class Price:
    """The price of the sentences of a language: tokens, and for comparison characters and bytes of UTF-8.

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
        """Return the tokens as a multiple of another price; None where of one of them nothing is left.

        >>> Price((3, 1), 9, 9).ratio(Price((2,), 9, 9)), Price((0,), 9, 9, dropped=1.0).ratio(Price((2,), 9, 9))
        (2.0, None)
        """
        return self.tokens / base.tokens if self.tokens and base.tokens else None


@cache
def languages() -> Mapping[str, Language]:
    """Return all languages by code, English first.

    >>> list(languages())[0], len(languages()) >= 10
    ('en', True)
    """
    file = tomllib.loads((site() / "assets" / "languages.toml").read_text("utf-8"))
    return {code: Language(code, part["name"], tuple(part["sentences"])) for code, part in file.items()}


@cache
def prose() -> str:
    """Return the prose that comes with tokviz, and all sentences: a text to look through."""
    texts = [path.read_text("utf-8") for path in sorted((site() / "assets" / "prose").glob("*.txt"))]
    return "\n".join([*texts, *(sentence for language in languages().values() for sentence in language.sentences)])


def price(pipeline: Pipeline, sentences: tuple[str, ...]) -> Price:
    """Return the tokens of sentences, each a text by itself, without what a post-processor puts around it.

    >>> file = b'{"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": ["l o"]}}'
    >>> price(Pipeline.from_file(file), ("lol", "lo"))
    Price(sentences=(2, 1), characters=5, bytes=5, unknown=0, dropped=0.0)
    """
    encoded = pipeline.engine.many(sentences)
    unknown = pipeline.vocabulary.get(pipeline.model.unknown_token or "")
    symbols = [dropped_symbols(pipeline.engine, sentence) for sentence in sentences]
    lost, every = sum(names.total() for names, _ in symbols), sum(total for _, total in symbols)
    return Price(
        tuple(map(len, encoded)),
        sum(map(len, sentences)),
        sum(len(sentence.encode("utf-8", "surrogatepass")) for sentence in sentences),
        sum(ids.count(unknown) for ids in encoded) if unknown is not None else 0,
        lost / every if lost else 0.0,
    )


def prices(vocabulary: Vocabulary) -> dict[str, Price]:
    """Return the price of the sentences of each language, by its code."""
    return {code: price(vocabulary.pipeline, language.sentences) for code, language in languages().items()}


# -- numbers -----------------------------------------------------------------------------------------------------------

DIGITS = 5
"""The most digits of a number."""

GROUPINGS = ("whole", "single", "left", "right", "even", "mixed", "unknown")
"""``whole``: one token. ``single``: a token for each digit. ``left``: equal groups counted from the left, so that the
last is shorter; ``right``: from the right, so that the first is shorter; ``even``: equal groups with none left over;
``mixed``: anything else; ``unknown``: no token has a digit."""

Pattern = tuple[int, ...]


@dataclass(frozen=True)
class Cut:
    """One way to cut numbers of so many digits: its pattern, how many numbers are cut so, and the first of them."""

    digits: int
    pattern: Pattern
    count: int
    example: int

    @property
    def grouping(self) -> str:
        return grouping(self.pattern)


@dataclass(frozen=True)
class Numbers:
    """The pattern of each number from 0 on; empty where a number has no token with digits, such as an unknown one."""

    patterns: tuple[Pattern, ...]

    @cached_property
    def cuts(self) -> tuple[Cut, ...]:
        """Return every pattern that there is, by digits, the most frequent first."""
        first: dict[tuple[int, Pattern], int] = {}
        counts: Counter[tuple[int, Pattern]] = Counter()
        for number, pattern in enumerate(self.patterns):
            key = (len(str(number)), pattern)
            counts[key] += 1
            first.setdefault(key, number)
        rows = [Cut(*key, count, first[key]) for key, count in counts.items()]
        return tuple(sorted(rows, key=lambda cut: (cut.digits, -cut.count, cut.example)))

    @cached_property
    def tokens(self) -> dict[tuple[int, int], int]:
        """Map (digits, tokens) to how many numbers have these."""
        counts: Counter[tuple[int, int]] = Counter()
        for cut in self.cuts:
            counts[cut.digits, len(cut.pattern)] += cut.count
        return dict(sorted(counts.items()))

    def share(self, digits: int, kind: str) -> float:
        """Return the share of the numbers of so many digits that are cut in one of the ways of GROUPINGS."""
        rows = [cut for cut in self.cuts if cut.digits == digits]
        return sum(cut.count for cut in rows if cut.grouping == kind) / sum(cut.count for cut in rows)

    def percents(self, digits: int) -> dict[str, int]:
        """Return the shares of all ways of GROUPINGS that round to more than nothing, the largest first.

        They are whole per cent that add up to 100: those with the largest remainders are rounded up.

        >>> Numbers(((1, 1), (1, 1), (2,))).percents(1)
        {'single': 67, 'whole': 33}
        """
        exact = {kind: 100 * self.share(digits, kind) for kind in GROUPINGS}
        whole = {kind: int(share) for kind, share in exact.items()}
        by_rest = sorted(GROUPINGS, key=lambda kind: whole[kind] - exact[kind])
        for kind in by_rest[: 100 - sum(whole.values())]:
            whole[kind] += 1
        return {kind: share for kind, share in sorted(whole.items(), key=lambda one: -one[1]) if share}


def grouping(pattern: Sequence[int]) -> str:
    """Return the name of a number's pattern.

    >>> [grouping(lengths) for lengths in ((3,), (1, 1), (3, 2), (2, 3), (2, 2), (2, 1, 2))]
    ['whole', 'single', 'left', 'right', 'even', 'mixed']
    """
    if len(pattern) < 2:
        return "whole" if pattern else "unknown"
    if set(pattern) == {1}:
        return "single"
    if len(set(pattern)) == 1:
        return "even"
    if len(set(pattern[:-1])) == 1 and pattern[-1] < pattern[0]:
        return "left"
    return "right" if len(set(pattern[1:])) == 1 and pattern[0] < pattern[-1] else "mixed"


def numbers(vocabulary: Vocabulary, most: int = 10**DIGITS) -> Numbers:
    """Encode the numbers below `most` by the library.

    >>> from tokviz.files.pipeline import Pipeline
    >>> vocab = ", ".join(f'"{digit}": {digit}' for digit in range(10))
    >>> text = f'{{"model": {{"type": "BPE", "vocab": {{{vocab}, "12": 10}}, "merges": ["1 2"]}}}}'
    >>> numbers(Vocabulary(Pipeline.from_file(text.encode())), 130).patterns[120:123]
    ((2, 1), (2, 1), (2, 1))
    """
    digits = {
        number: sum(map(str.isdigit, text))
        for number, text in zip(vocabulary.ids.tolist(), vocabulary.texts, strict=True)
        if number not in vocabulary.added or text.strip().isdigit()  # others, such as <unk0>, are of no number
    }
    known: dict[Pattern, Pattern] = {}  # one tuple for each pattern
    patterns = []
    for ids in vocabulary.pipeline.engine.many([str(number) for number in range(most)]):
        pattern = tuple([size for token_id in ids if (size := digits.get(token_id, 0))])
        patterns.append(known.setdefault(pattern, pattern))
    return Numbers(tuple(patterns))


# -- white space and code ----------------------------------------------------------------------------------------------

MAX_RUN = 32
"""The longest run that is looked at."""

RUNS: Mapping[str, str] = MappingProxyType({"space": " ", "tab": "\t", "newline": "\n"})
"""The name of a character -> the character."""
CODE = '''def mean(values):
    """The mean of a list of numbers."""
    if not values:
        return None
    total = 0
    for value in values:
        if value is not None:
            total += value
    return total / len(values)


class Shelf:
    def __init__(self, size):
        self.size = size
        self.books = []

    def put(self, book):
        if len(self.books) >= self.size:
            raise ValueError("full")
        self.books.append(book)
'''
"""A piece of code whose price is shown."""


@dataclass(frozen=True)
class Run:
    """So many spaces, tabs or line ends between an ``x`` and a ``y``: the tokens of all of it, as texts."""

    name: str
    length: int
    tokens: tuple[str, ...]


@dataclass(frozen=True)
class CodePrice:
    """A piece of code: its tokens, how many of them are white space alone, and its tokens without indentation."""

    tokens: int
    spaces: int
    flush: int


def runs(vocabulary: Vocabulary) -> tuple[Run, ...]:
    """Return every run of RUNS, from one character to MAX_RUN, between an ``x`` and a ``y``."""
    cases = [(name, length) for name in RUNS for length in range(1, MAX_RUN + 1)]
    texts = [f"x{RUNS[name] * length}y" for name, length in cases]
    encoded = vocabulary.pipeline.engine.many(texts)
    places, shown = vocabulary.place_of, vocabulary.texts
    return tuple(
        Run(name, length, tuple(shown[places[token_id]] for token_id in ids))
        for (name, length), ids in zip(cases, encoded, strict=True)
    )


def code_price(vocabulary: Vocabulary, code: str) -> CodePrice:
    """Count the tokens of a piece of code, with and without the white space at the beginning of its lines."""
    flush = re.sub(r"(?m)^[ \t]+", "", code)
    whole, bare = vocabulary.pipeline.engine.many([code, flush])
    shown, places = vocabulary.texts, vocabulary.place_of
    spaces = sum(not shown[places[token_id]].strip() for token_id in whole)
    return CodePrice(len(whole), spaces, len(bare))


# -- special tokens ----------------------------------------------------------------------------------------------------

BEFORE, BEHIND = "x ", " y"
"""The text that is typed around a token."""


@dataclass(frozen=True)
class Typed:
    """An added token, and the encoding of a text that has it in the middle."""

    added: AddedToken
    encoded: Encoded

    @property
    def is_taken(self) -> bool:
        """True if it came out as itself, and not as the characters it is written with."""
        return self.added.id in self.encoded.ids


def typed(pipeline: Pipeline) -> tuple[Typed, ...]:
    """Return each added token between two letters and spaces, without what a post-processor puts around a text.

    >>> file = b'''{"added_tokens": [{"id": 2, "content": "<s>", "special": true, "single_word": false, "lstrip": false,
    ... "rstrip": false, "normalized": false}],
    ... "model": {"type": "BPE", "vocab": {"l": 0, "x": 1, "<s>": 2}, "merges": []}}'''
    >>> [(token.added.content, token.is_taken, token.encoded.tokens) for token in typed(Pipeline.from_file(file))]
    [('<s>', True, ('x', '<s>'))]
    """
    return tuple(
        Typed(token, pipeline.encode(f"{BEFORE}{token.content}{BEHIND}", special=False))
        for token in pipeline.engine.added
    )
