"""Definitions of the glossary that speak of numbers and rules, each with its check, by phrase."""

import math
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import cache

import pytest

from tests import guides_of_newer as newer
from tests import guides_of_texts as of
from tests import test_guides_claims as cards
from tests.unigram.conventions import SOFT
from tokviz import bpe, parity, unigram, wordpiece
from tokviz.corpus import Corpus, Language, LanguageCorpus
from tokviz.models.added_tokens import AddedToken, AddedTokens, Span
from tokviz.texts import LANGUAGES
from tokviz.views.shared import glossary


def sums(trace: unigram.Trace, kind: str) -> list[float]:
    """The probabilities of all pieces, added up, after each step of a kind."""
    return [
        sum(trace.probabilities(k).values()) for k, step in enumerate(trace, start=1) if step.kind == kind and k > 1
    ]


@cache
def library() -> unigram.Trace:
    return unigram.train(cards.hug(), vocab_size=12, rules="huggingface")


def expected() -> Mapping[str, float]:
    """Return the counts of the library's first E step."""
    return library().of(1, unigram.Expect).counts


def psi(value: float) -> float:
    """The slope of the logarithm of the gamma function, the digamma function."""
    return (math.lgamma(value + 1e-5) - math.lgamma(value - 1e-5)) / 2e-5


def by_chance(pair: tuple[str, str]) -> float:
    """Return the count of two symbols as neighbors if drawn by their shares."""
    symbols, pairs = cards.scored().occurrences(0), cards.scored().pairs(0)
    return sum(pairs.values()) * math.prod(symbols[part] / sum(symbols.values()) for part in pair)


@cache
def steered() -> parity.Trace:
    """Return the training of two languages with a longer development text in English."""
    english, other = newer.by_turns().languages
    longer = Language.of(english.name, dict(english.words), {"low": 40})
    return parity.train(LanguageCorpus([longer, other]), merges=1)


def looked_for_in(spans: Callable[[str], Iterator[Span]]) -> bool:
    """Tell if a search finds the added token."""
    return any(token for _, _, token in spans("a [X]"))


SAID: Mapping[tuple[str, str], Callable[[], bool]] = {
    ("character", "`é` can be one character, or two"): lambda: (
        [len(unicodedata.normalize(form, "é")) for form in ("NFC", "NFD")] == [1, 2]
    ),
    ("code-point", "such as U+0061 for a"): lambda: f"U+{ord('a'):04X}" == "U+0061" and len("👩\u200d👩\u200d👧") > 1,
    ("normalization", "before it is split"): lambda: (
        list(of.stages("bert", of.NAIVE)).index("normalizer") < list(of.stages("bert", of.NAIVE)).index("pretokenizer")
        and list(of.stages("bert", "Say [CLS]")).index("added") == 1  # so added tokens are found before that
    ),
    ("normalization", "where Unicode has one"): lambda: (
        [len(unicodedata.normalize("NFC", f"{letter}\u0301")) for letter in "ex"] == [1, 2]
    ),
    ("normalization", "ﬁ by fi"): lambda: (
        unicodedata.normalize("NFKC", "ﬁ") == "fi" != unicodedata.normalize("NFC", "ﬁ")
    ),
    ("special-token", "A text may still contain its name"): lambda: of.tokens("bert", "[CLS]").count("[CLS]") == 2,
    ("count", "counts as often as the word"): lambda: (
        bpe.train(Corpus({"banana": 5}), merges=0, rules="course").pairs(0)["a", "n"] == 2 * 5
    ),
    ("added-token", "Its flags say whether it is looked for before or after normalization"): lambda: all(
        (looked_for_in(added.spans), looked_for_in(added.spans_in_normalized)) == (not normalized, normalized)
        for normalized in (False, True)
        for added in [AddedTokens([AddedToken(9, "[X]", normalized=normalized)])]
    ),
    ("score", "divided by the product"): lambda: all(
        one.score * one.left_count * one.right_count == one.count for one in cards.scored().candidates(0)
    ),
    ("gain", "would put its two parts side by side"): lambda: all(
        math.isclose(one.gain, one.count * math.log(one.count / by_chance(one.pair)))
        for one in cards.by_gain().candidates(0)
    ),
    ("longest-match", "that the rest of the word begins with"): lambda: all(
        cards.scored().model(3).encode(word) == of.longest_match(word, cards.vocabulary_after(3))
        for word in cards.draw_words("bghnpsu")
    ),
    ("seed-piece", "Usually there are more of them"): lambda: all(
        len(trace.probabilities(1)) > len(trace.probabilities(len(trace)))
        for trace in (cards.pruned(), cards.usual(), cards.soft())
    ),
    ("probability", "add up to 1 after a plain M step"): lambda: all(
        math.isclose(total, 1, abs_tol=1e-4)
        for trace in (cards.usual(), cards.pruned())
        for total in sums(trace, "maximize")
    ),
    ("probability", "can leave less"): lambda: (
        min(sums(cards.pruned(), "prune")) < 1 and max(sums(library(), "maximize")) < 1 and library().rules.digamma
    ),
    ("likelihood", "count only the best segmentation"): lambda: (
        math.isclose(
            cards.pruned().log_likelihood(1, paths="best"),
            sum(count * cards.pruned().model(1).lattice(word).nbest(1)[0].score for word, count in cards.hug().items()),
        )
        and cards.pruned().log_likelihood(1, paths="best") < cards.pruned().log_likelihood(1, paths="all")
    ),
    ("nat", "2.718… times smaller"): lambda: math.isclose(math.exp(-3) / math.exp(-(3 + 1)), math.e, abs_tol=1e-9),
    ("expected-count", "need not be a whole number"): lambda: (
        f"{10 * dict(shares('hug'))[('hug',)]:.2f}" == "8.29"
        and unigram.train(cards.hug(), vocab_size=10, rules=SOFT)[1].kind == "expect"
    ),
    ("e-step", "only the best one counts"): lambda: unigram.PRESETS["hard-em"].expectation == "best-path",
    ("m-step", "exp(ψ(count) − ψ(sum))"): lambda: all(
        math.isclose(
            library().probabilities(3)[piece], math.exp(psi(count) - psi(sum(expected().values()))), rel_tol=1e-6
        )
        for piece, count in expected().items()
    ),
    ("token", "Both the unit and each place"): lambda: (
        len(of.tokens("gpt", "light light light")) > len(set(of.tokens("gpt", "light light light")))
    ),
    ("parity-aware-bpe", "the merge is made in all of them"): lambda: (
        "ne" in newer.by_turns().words(1)["newest"] and "ne" in newer.by_turns().words(1)["neues"]
    ),
    ("development-text", "no merge is counted on it, but it decides which language chooses"): lambda: (
        all(newer.by_turns().pairs_in(language, 0) == steered().pairs_in(language, 0) for language in (0, 1))
        and (newer.by_turns().turn(0).language, steered().turn(0).language) == (1, 0)
    ),
    ("turn", "unless the convention measures something else"): lambda: (
        newer.by_turns(turn="training").turn(0).language == newer.ENGLISH != newer.by_turns().turn(0).language
    ),
    ("scaffold", "It takes no place in the vocabulary"): lambda: (
        "▁a" in newer.scaffolds().removed() and "▁a" not in newer.scaffolds().vocabulary()
    ),
    ("longest-match", "looks anywhere in the word instead"): lambda: (
        wordpiece.Model(["[UNK]", "a", "##bcd", "##b", "ab", "##c", "##d"]).encode("abcd") == ["ab", "##c", "##d"]
        and bpe.LongestFirst(["a", "bcd", "b", "ab", "c", "d"], end_of_word="").encode("abcd") == ["a", "bcd"]
    ),
}


def shares(word: str) -> list[tuple[tuple[str, ...], float]]:
    """Each segmentation of a word with its share of the word's probability, by the seeds' probabilities."""
    lattice = cards.soft().model(1).lattice(word)
    paths = [(path.pieces, math.exp(path.score)) for path in lattice.nbest(99)]
    return [(pieces, value / sum(each for _, each in paths)) for pieces, value in paths]


@pytest.mark.parametrize(("key", "phrase"), list(SAID))
def test_a_definition_is_so(key: str, phrase: str) -> None:
    assert phrase in glossary.load()[key].plain("en")
    assert SAID[key, phrase]()


@pytest.mark.parametrize("language", LANGUAGES)
def test_token_is_defined_without_what_it_defines(language: str) -> None:
    """The vocabulary and the ids are defined by tokens, so a token is defined without them."""
    terms = glossary.load()
    linked = {key: {to for _, to in glossary.LINK.findall(terms[key].definition[language])} for key in terms}
    assert not {"vocabulary", "id"} & linked["token"]
    assert "token" in linked["vocabulary"] & linked["id"]
    assert "id" not in linked["vocabulary"]
