"""Measures of a tokenizer on a text, and of two beside each other.

Each takes what :func:`tokviz.compare.reading.read` gives: a whole text, with white space, line ends and special tokens
that are written in it. Shares and averages are exact fractions, and every word counts as often as it occurs. A word is
what is between white space, with the white space before it; of a list, the word that is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import fsum, log
from types import MappingProxyType

from tokviz import bpe, wordpiece  # noqa: F401  (for the examples)
from tokviz.compare.notation import neutral
from tokviz.compare.reading import Reading, Split, read, vocabulary
from tokviz.compare.spans import UNIT, Model
from tokviz.corpus import Corpus  # noqa: F401  (for the examples)
from tokviz.corpus.passages import Stretch, Text

ALPHA = 2.5
"""The order of the Rényi entropy that went best with translation quality in Zouhar et al. 2023."""


# -- one tokenizer -----------------------------------------------------------------------------------------------------


def vocabulary_size(reading: Reading) -> int | None:
    """Return the number of tokens with an id, special and added ones too.

    None for merges that came without a vocabulary.

    >>> vocabulary_size(read(wordpiece.Model(["h", "##u"]), ["hu"]))
    2
    """
    return None if reading.vocabulary is None else len(reading.vocabulary)


def token_count(reading: Reading) -> int:
    """Return the number of tokens of the text, which is its length.

    A mark that is a token of its own counts.

    >>> token_count(read(bpe.Model((), tuple("hugs")), Corpus({"hug": 10, "hugs": 5})))
    50
    """
    return reading.tokens


def fertility(reading: Reading) -> Fraction | None:
    """Return the tokens per word, those of white space too. None without words.

    Source: Ács 2019, Exploring BERT's Vocabulary; Rust et al. 2021 (ACL), How Good is Your Tokenizer?, section 3.

    >>> fertility(read(bpe.Model((), tuple("hugs")), Corpus({"hug": 10, "hugs": 5})))
    Fraction(10, 3)
    """
    words = _words(reading)
    return Fraction(reading.tokens, words) if words else None


def characters_per_token(reading: Reading) -> Fraction | None:
    """Return the characters (code points) of the text for each token, white space too. None without tokens.

    What is often called compression, in characters; the other way round it is the length relative to that of the text.

    >>> characters_per_token(read(wordpiece.Model(["hug", "##s"]), Corpus({"hug": 10, "hugs": 5})))
    Fraction(5, 2)
    """
    if not reading.tokens:
        return None
    return Fraction(reading.text.length, reading.tokens)


def whole_share(reading: Reading) -> Fraction | None:
    """Return the share of words that one known token covers as a whole; marks may be tokens of their own. None without
    words.

    One minus the share of continued words of Rust et al. 2021, apart from unknown words, which are not whole here.

    >>> whole_share(read(wordpiece.Model(["hug", "##s"]), Corpus({"hug": 10, "hugs": 5})))
    Fraction(2, 3)
    """
    words = _words(reading)
    return Fraction(reading.total(_is_whole), words) if words else None


def unknown_share(reading: Reading) -> Fraction | None:
    """Return the share of words of which something is unknown, or of the white space before them: replaced, kept
    without an id, or dropped. None without words.

    As on the page about whole words, characters and subwords (:mod:`tokviz.compare.three_vocabularies`), a word with
    one unknown character is unknown.

    >>> unknown_share(read(wordpiece.Model(["hug", "[UNK]"]), Corpus({"hug": 10, "hugs": 5})))
    Fraction(1, 3)
    """
    words = _words(reading)
    unknown = reading.total(lambda split, stretch: int(not split.is_known and stretch.word < stretch.stop))
    return Fraction(unknown, words) if words else None


def used_share(reading: Reading) -> Fraction | None:
    """Return the share of the vocabulary that occurs in the text, special tokens counting as all others; None without
    one.

    >>> used_share(read(wordpiece.Model(["hug", "##s", "pu"]), ["hugs"]))
    Fraction(2, 3)
    """
    if reading.vocabulary is None:
        return None
    return Fraction(len(reading.vocabulary & reading.token_counts.keys()), len(reading.vocabulary))


def renyi_efficiency(reading: Reading) -> float:
    """Return the Rényi efficiency of the tokens: :func:`renyi` of their counts, of order 2.5, out of the whole
    vocabulary.

    The entropy is divided by that of a text in which all tokens of the vocabulary are equally frequent, whether they
    occur or not; all that is unknown is one token. Without a vocabulary those that occur are taken. From 0 to 1.

    Source: Zouhar, Meister, Gastaldi, Du, Sachan, Cotterell 2023 (ACL), Tokenization and the Noiseless Channel. The
    authors' tool tokenization-scorer divides by the tokens that occur unless it is told a size: ``renyi(counts)``.

    >>> round(renyi_efficiency(read(wordpiece.Model(["hug", "##s", "pu", "[UNK]"]), ["hugs"])), 12)
    0.5
    """
    counts = dict(reading.token_counts)
    known = reading.vocabulary
    if known is None:
        return renyi(counts.values())
    strange = [token for token in counts if token not in known]
    unknown = sum(counts.pop(token) for token in strange)
    unk = reading.model.unknown_token or ""
    if unknown and unk in known:
        counts[unk] = counts.get(unk, 0) + unknown
        unknown = 0
    return renyi([*counts.values(), *([unknown] if unknown else [])], size=len(known) + bool(unknown))


def renyi(counts: Iterable[int], alpha: float = ALPHA, size: int | None = None) -> float:
    """Return the Rényi entropy of tokens that occur so often, divided by its greatest value, log(size).

    The entropy is log(sum of p**alpha) / (1 - alpha), for alpha 1 Shannon's. size: how many tokens there could be; by
    default those that there are. Where there is only one, or none, it is 1: nothing better can be done. Sums are
    rounded once, so that their order does not matter. alpha: at least 0.

    >>> round(renyi([3, 2, 1, 1], 3.0), 4), renyi([5, 5]), round(renyi([5, 5], size=4), 12)
    (0.8032, 1.0, 0.5)
    """
    occurring = [count for count in counts if count]
    total, size = sum(occurring), len(occurring) if size is None else size
    if size <= 1 or not occurring:
        return 1.0
    shares = [count / total for count in occurring]
    if alpha == 1:
        entropy = -fsum(share * log(share) for share in shares)
    else:
        entropy = log(fsum(share**alpha for share in shares)) / (1 - alpha)
    return min(max(entropy / log(size), 0.0), 1.0)


Value = int | float | Fraction | None
"""The value of a measure; None where it has no meaning."""

MEASURES: Mapping[str, Callable[[Reading], Value]] = MappingProxyType(
    {
        "vocabulary": vocabulary_size,
        "tokens": token_count,
        "fertility": fertility,
        "characters": characters_per_token,
        "whole": whole_share,
        "unknown": unknown_share,
        "used": used_share,
        "renyi": renyi_efficiency,
    }
)
"""Name -> measure of one tokenizer, in the order in which to show them."""


def measure(model: Model, text: Text | Iterable[str]) -> dict[str, Value]:
    """Return all measures of a tokenizer on a text, by name.

    >>> measure(bpe.Model((), tuple("hugs")), ["hug"])["fertility"]
    Fraction(3, 1)
    """
    reading = read(model, text)
    return {name: of(reading) for name, of in MEASURES.items()}


def _words(reading: Reading) -> int:
    """Return the number of words."""
    return reading.total(lambda _, stretch: int(stretch.word < stretch.stop))


def _is_whole(split: Split, stretch: Stretch) -> int:
    """Return 1 if the word is known and in one token, otherwise 0."""
    inner = any(0 < cut < (stretch.stop - stretch.word) * UNIT for cut in split.cuts)
    return int(stretch.word < stretch.stop and split.is_known and not inner)


# -- two tokenizers ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Agreement:
    """Boundaries of one text, counted as often as it occurs: those of the left tokenizer, those of the right, and those
    that both have at the same place."""

    shared: int
    left: int
    right: int

    @property
    def f1(self) -> Fraction:
        """Return the harmonic mean of precision and recall, the shares of either's boundaries that the other has too: 2
        shared / (left + right). 1 if neither has any, 0 if only one of them has."""
        both = self.left + self.right
        return Fraction(2 * self.shared, both) if both else Fraction(1)


def agreement(left: Reading, right: Reading) -> Agreement:
    """Return the agreement of two splits of one text; the left one is the reference.

    A boundary is a place between two characters at which a token ends and the next one begins, inside words, between
    them and in white space; white space without a token goes with what is behind it. A boundary inside a character
    (between bytes) is a place of its own. Unknown tokens are taken for what they cover. Both readings must be of one
    text.

    Source: boundary precision and recall as for morphemes, Virpioja et al. 2011 (TAL 52:2), over a whole text.

    >>> reading = read(wordpiece.Model(["hu", "##g", "##s"]), Corpus({"hug": 10, "hugs": 5}))
    >>> other = read(wordpiece.Model(["hug", "##s"]), Corpus({"hug": 10, "hugs": 5}))
    >>> agreement(reading, other), agreement(reading, other).f1
    (Agreement(shared=5, left=20, right=5), Fraction(2, 5))
    """
    if dict(left.text.parts) != dict(right.text.parts):
        raise ValueError("the two readings are of different texts")
    shared = ours = theirs = 0
    for left_splits, right_splits, stretches, count in zip(
        left.parts, right.parts, left.text.stretches, left.text.parts.values(), strict=True
    ):
        for left_split, right_split, stretch in zip(left_splits, right_splits, stretches, strict=True):
            edges = _edges(left_split, stretch), _edges(right_split, stretch)
            ours += (len(left_split.cuts) + edges[0]) * count
            theirs += (len(right_split.cuts) + edges[1]) * count
            if left_split.cuts == right_split.cuts:
                common = len(left_split.cuts)
            else:
                common = len({*left_split.cuts} & {*right_split.cuts})
            shared += (common + min(edges)) * count
    return Agreement(shared, ours, theirs)


def _edges(split: Split, stretch: Stretch) -> int:
    """Return the number of boundaries to the word before: one or none."""
    return int(stretch.start > 0 and split.begins)


def overlap(left: Model, right: Model) -> Fraction | None:
    """Return the Jaccard index of two vocabularies: the tokens that both have, out of all, from 0 to 1; 1 if both are
    empty, None if one of the models has none.

    Tokens are compared without their marks (:func:`tokviz.compare.notation.neutral`), so that ``##s`` and ``s`` are
    one; a token that is nothing but a mark is left out. Special tokens count.

    Source: Jaccard 1901, for sets of plants.

    >>> model, other = wordpiece.Model(["s", "##s", "##g"]), bpe.Model((), ("s", "g", "u"))
    >>> overlap(model, other)
    Fraction(2, 3)
    """
    both = []
    for model in (left, right):
        tokens = vocabulary(model)
        if tokens is None:
            return None
        both.append({neutral(token, model).text for token in tokens} - {""})
    left_texts, right_texts = both
    either = left_texts | right_texts
    return Fraction(len(left_texts & right_texts), len(either)) if either else Fraction(1)
