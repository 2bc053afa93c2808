"""The sentences on why tokenizers cut a word differently, read back: who has one, and what every number in it is.

Words are letters here, so that each figure of a sentence has to be a number of the trace.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.compare.tokenizers import tokenizers
from tests.strategies import corpora, words
from tokviz import bpe, unigram, wordpiece
from tokviz.compare.differing import differing, opposites
from tokviz.compare.reading import read
from tokviz.compare.reasons import reason
from tokviz.compare.sizes import Tokenizer
from tokviz.corpus import Corpus
from tokviz.merging.merge_trace import MergeTrace
from tokviz.unigram import Prune
from tokviz.views.compare.reasons import sentence
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.display import visible

EN = load("en")
MANY = settings(max_examples=2 * settings().max_examples)
DIGITS = r"[\d,]*\d(?:\.\d+)?(?:e[−-]?\d+)?"
NUMBER = f"−?{DIGITS}"


@st.composite
def compared(draw: st.DrawFn) -> tuple[Corpus, list[Tokenizer]]:
    """A text, and three or four tokenizers that were trained on it or on another."""
    corpus = draw(corpora())
    others = [draw(st.just(corpus) | corpora()) for _ in range(draw(st.integers(3, 4)))]
    more = draw(st.dictionaries(words("abc", 6), st.just(1), max_size=3))
    return Corpus({**dict(corpus.items()), **more}), [draw(tokenizers(one)) for one in others]


@given(compared())
@MANY
def test_everybody_who_differs_has_a_reason_with_true_numbers(drawn: tuple[Corpus, list[Tokenizer]]) -> None:
    corpus, made = drawn
    for one in differing([read(each.model, corpus) for each in made]):
        found = opposites(one.splits)
        others = [number for number, split in enumerate(one.splits) if split.cuts != one.splits[0].cuts]
        assert {0, *others} <= found.keys()
        for left, right in found.items():
            why = reason(one.word, made[left], made[right])
            assert why is not None
            told = {language: sentence(why, "NAME", load(language)) for language in LANGUAGES}
            assert all("NAME" in text and "{" not in text for text in told.values())
            digits = {language: sorted(re.findall(r"\d+", text)) for language, text in told.items()}
            assert len({tuple(found) for found in digits.values()}) == 1, told
            assert not re.search(r"\d", proved(told["en"], made[left])), told["en"]


def proved(text: str, made: Tokenizer) -> str:
    """A sentence without the clauses whose numbers were looked up in the trace; a false one is an AssertionError."""
    rules: list[tuple[str, Callable[[re.Match[str], Tokenizer], None]]] = [
        (rf"(\S+) \+ (\S+)(?: is merged only)? at step (\d+) \((count|score|gain) ({NUMBER}(?:/\d+)?)\)", merge),
        (rf"this size ends at step (\d+) \((count|score|gain) ({NUMBER}(?:/\d+)?)\)", last),
        (rf"(\S+) was pruned in round (\d+) \(step (\d+)\)(?:: its loss was ({NUMBER}) nats)?", pruned),
        (rf"the limit was ({NUMBER}), the smallest loss of a piece that stayed", lambda *_: None),  # read in `pruned`
        (rf"(\S+) was dropped at step (\d+): its expected count was ({NUMBER}), below ({NUMBER})", dropped),
        (r"(\S+) was dropped at step (\d+): its expected count had sunk to 0", dropped),
        (rf"it occurs only as a whole word \(({NUMBER}) times\)", lambda *_: None),  # read in `never`
        (rf"(\S+(?: \S+)*): ({NUMBER}(?: − {DIGITS}| …)*) = ({NUMBER})", path),
        (rf"(?:: |and |against )(\S+) ({NUMBER})", piece),
    ]
    for whole in re.finditer(
        rf"(\S+) was never a candidate, because it occurs only as a whole word \(({NUMBER})", text
    ):
        never(whole, made)
    for pattern, check in rules:
        for match in re.finditer(pattern, text):
            check(match, made)
        text = re.sub(pattern, "", text)
    return text


def merge(found: re.Match[str], made: Tokenizer) -> None:
    left, right, step, _, worth = found.groups()
    trace = merging(made)
    k = int(step) - 1
    assert tuple(map(visible, trace.merges[k])) == (left, right)
    assert is_worth(worth, trace, k)


def last(found: re.Match[str], made: Tokenizer) -> None:
    step, _, worth = found.groups()
    assert int(step) == made.steps
    assert is_worth(worth, merging(made), made.steps - 1)


def is_worth(worth: str, trace: MergeTrace[bpe.Step] | MergeTrace[wordpiece.Step], k: int) -> bool:
    value = trace.value(k)
    if isinstance(value, float):
        return float(worth.replace("−", "-").replace(",", "")) == pytest.approx(value, rel=1e-3)
    return Fraction(worth.replace(",", "")) == value


def pruned(found: re.Match[str], made: Tokenizer) -> None:
    name, number, step, loss = found.groups()
    trace = pruning(made)
    k = int(step) - 1
    one = trace[k]
    assert isinstance(one, Prune)
    assert sum(isinstance(each, Prune) for each in trace[: k + 1]) == int(number)
    assert name in map(visible, one.dropped)
    losses = {visible(piece): cost for piece, cost in zip(trace.scores(k), trace.recorded_losses(k), strict=True)}
    if loss is None:
        assert one.is_final or losses[name] is None
        return
    assert float(loss.replace(",", "")) == pytest.approx(losses[name], rel=1e-2, abs=1e-3)
    if limit := re.match(rf", the limit was ({NUMBER})", found.string[found.end() :]):
        stayed = {visible(piece) for piece in trace.scores(k + 1) if not trace.protects(piece)}
        least = min(cost for piece, cost in losses.items() if piece in stayed and cost is not None)
        assert float(limit[1].replace(",", "")) == pytest.approx(least, rel=1e-2, abs=1e-3)


def dropped(found: re.Match[str], made: Tokenizer) -> None:
    name, step, *numbers = found.groups()
    trace = pruning(made)
    k = int(step) - 1
    assert name in map(visible, trace.probabilities(k))
    assert name not in map(visible, trace.probabilities(k + 1))
    expected = trace[k - 1]
    assert isinstance(expected, unigram.Expect)
    count = {visible(piece): value for piece, value in expected.counts.items()}[name]
    if numbers:
        assert float(numbers[0]) == pytest.approx(count, abs=6e-3)
        assert float(numbers[1]) == pytest.approx(trace.rules.minimum_expected, abs=1e-5)
    else:
        assert count == pytest.approx(0, abs=1e-12)


def never(found: re.Match[str], made: Tokenizer) -> None:
    name, count = found.groups()
    assert dict(pruning(made).corpus.items())[name] == int(count)


def path(found: re.Match[str], made: Tokenizer) -> None:
    """Names, their logarithms, and the sum."""
    names, parts, total = found.groups()
    values = [float(one) for one in re.sub(r"− ?", "-", parts).replace("…", "").split()]
    if "…" in parts:
        return
    pieces = names.split()[-len(values) :]
    scores = model(made)
    for name, value in zip(pieces, values, strict=True):
        if name != "…":
            assert value == pytest.approx(scores.get(name, value), abs=6e-4)
    assert float(total.replace("−", "-")) == pytest.approx(sum(values), abs=1e-3 * (len(values) + 1))


def piece(found: re.Match[str], made: Tokenizer) -> None:
    name, value = found.groups()
    assert float(value.replace("−", "-")) == pytest.approx(model(made)[name], abs=6e-4)


def model(made: Tokenizer) -> dict[str, float]:
    assert isinstance(made.model, unigram.Model)
    return {visible(piece): score for piece, score in made.model.scores.items()}


def merging(made: Tokenizer) -> MergeTrace[bpe.Step] | MergeTrace[wordpiece.Step]:
    assert made.merging is not None
    return made.merging


def pruning(made: Tokenizer) -> unigram.Trace:
    assert made.pruning is not None
    return made.pruning
