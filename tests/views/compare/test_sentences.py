"""The sentences on why tokenizers split a word differently, read back by key: every number in them is true.

Words are letters here, so that each figure of a sentence has to be a number of the trace.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import get_args

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.catalogs import KEYS
from tests.compare.tokenizers import HUG, tokenizers
from tests.strategies import corpora, words
from tokviz import bpe, unigram, wordpiece
from tokviz.compare.accounts import Probability
from tokviz.compare.differences import Reason, compared_words, opposites, reason
from tokviz.compare.reading import read
from tokviz.compare.sizes import Tokenizer, at_size
from tokviz.corpus import Corpus
from tokviz.corpus.passages import Passage
from tokviz.errors import TokvizError
from tokviz.merging.merge_trace import MergeTrace
from tokviz.unigram import Prune
from tokviz.unigram.missing import Missing, MissingReason
from tokviz.views.compare.sentences import sentence
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.display import visible

MANY = settings(max_examples=2 * settings().max_examples)
DIGITS = r"[\d,]*\d(?:\.\d+)?(?:e[−-]?\d+)?"
NUMBER = f"−?{DIGITS}"
PART_OF = r"compare\.gone\.part-of\(piece=(\S+), words=([^)]*)\)"


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
    for one in compared_words([read(each.model, corpus) for each in made]).differing:
        found = opposites(one.splits)
        others = [number for number, split in enumerate(one.splits) if split.cuts != one.splits[0].cuts]
        assert {0, *others} <= found.keys()
        for left, right in found.items():
            why = reason(Passage.alone(one.word), made[left], made[right])
            assert why is not None
            told = {language: sentence(why, "NAME", load(language)) for language in LANGUAGES}
            assert all("NAME" in text and "{" not in text for text in told.values())
            digits = {language: sorted(re.findall(r"\d+", text)) for language, text in told.items()}
            assert len({tuple(found) for found in digits.values()}) == 1, told
            said = sentence(why, "NAME", KEYS)
            assert not re.search(r"\d", proved(said, made[left])), said


@st.composite
def kept_small(draw: st.DrawFn) -> tuple[Corpus, Tokenizer]:
    """A text, and Unigram on it with few, short or repeated seeds."""
    corpus = draw(corpora())
    preset = draw(st.sampled_from(["course", "soft-em", "huggingface"]))
    rules = replace(
        unigram.PRESETS[preset],
        seed_size=draw(st.integers(1, 14)),
        max_piece_length=draw(st.none() | st.integers(2, 5)),
    )
    try:
        trace = unigram.train(corpus, vocab_size=40, rules=rules)
    except TokvizError:
        assume(False)
    return corpus, at_size(trace, 40)


@given(kept_small())
@settings(max_examples=3 * settings().max_examples)
def test_why_a_piece_was_no_seed_with_true_numbers(drawn: tuple[Corpus, Tokenizer]) -> None:
    corpus, made = drawn
    joined = bpe.train(corpus, rules="course")  # makes every word a token
    all_words = at_size(joined, len(joined.vocabulary()))
    for word in corpus:
        if len(made.model.encode_word(word)) < 2 or (why := reason(Passage.alone(word), made, all_words)) is None:
            continue
        told = sentence(why, "NAME", KEYS)
        digits = {tuple(sorted(re.findall(r"\d+", sentence(why, "NAME", load(one))))) for one in LANGUAGES}
        assert len(digits) == 1
        assert not re.search(r"\d", proved(told, made)), told


@pytest.mark.parametrize(
    ("rules", "word", "told"),
    [
        (
            replace(unigram.PRESETS["soft-em"], max_piece_length=3),
            "hugs",
            "compare.gone.too-long(piece=hugs, cost=4, limit=3)",
        ),
        (
            unigram.PRESETS["huggingface"],
            "pun",
            "compare.gone.not-repeated(piece=pun, cost=1)",
        ),
        (
            replace(unigram.PRESETS["course"], seeds="substrings", seed_size=12),
            "hugs",
            "compare.gone.too-rare(piece=hugs, room=12, cost=5, limit=15)",
        ),
        (
            replace(unigram.PRESETS["soft-em"], seed_size=8),
            "bun",
            "compare.gone.too-rare(piece=bun, room=8, cost=4, limit=20)",
        ),
        (
            replace(unigram.PRESETS["huggingface"], seed_size=8),
            "hug",
            "compare.gone.too-light.tied(piece=hug, room=8, cost=6)",
        ),
        (replace(unigram.PRESETS["soft-em"], seed_size=3), "bun", "compare.gone.no-room(piece=bun, room=3)"),
    ],
)
def test_each_reason_why_a_piece_was_no_seed(rules: unigram.Rules, word: str, told: str) -> None:
    made = at_size(unigram.train(HUG, vocab_size=20, rules=rules), 20)
    joined = bpe.train(HUG, rules="course")
    why = reason(Passage.alone(word), made, at_size(joined, len(joined.vocabulary())))
    assert why is not None
    said = sentence(why, "NAME", KEYS)
    assert told in said
    assert not re.search(r"\d", proved(said, made)), said


def proved(text: str, made: Tokenizer) -> str:
    """A sentence without the clauses whose numbers were looked up in the trace; a false one is an AssertionError."""
    worth = rf"measure\.(?:count|score|gain)\.when\(step=(\d+), worth=({NUMBER}(?:/[\d,]+)?)\)"
    loss = rf"(?:, cost=({NUMBER}))?(?:, limit=({NUMBER}))?"
    seed = rf"\(piece=(\S+), room=({DIGITS}), cost=({DIGITS})(?:, limit=({DIGITS}))?\)"
    rules: list[tuple[str, Callable[[re.Match[str], Tokenizer], None]]] = [
        (rf"pair=(\S+) \+ (\S+), when={worth}", merge),
        (rf"last={worth}", last),
        (rf"gone\.pruned[.a-z]*\(piece=(\S+), round=(\d+), step=(\d+){loss}\)", pruned),
        (rf"gone\.dropped[.a-z]*\(piece=(\S+), step=(\d+)(?:, cost=({NUMBER}), limit=({NUMBER}))?\)", dropped),
        (r"gone\.left-out\(piece=(\S+), step=(\d+)\)", left_out),
        (rf"gone\.whole-word\(piece=(\S+), cost=({NUMBER})\)", whole),
        (rf"gone\.too-long\(piece=(\S+), cost=({DIGITS}), limit=({DIGITS})\)", too_long),
        (rf"gone\.not-repeated\(piece=(\S+), cost=({DIGITS})\)", not_repeated),
        (rf"gone\.no-room\(piece=(\S+), room=({DIGITS})\)", no_room),
        (rf"gone\.too-rare[.a-z]*{seed}", too_rare),
        (rf"gone\.too-light[.a-z]*{seed}", too_light),
        (rf"(?:own|other)=([^,=:]+): ({NUMBER}(?: − {DIGITS}| …)*) = ({NUMBER})", path),
        (rf"(?:own|other)=(\S+) ({NUMBER})", piece),
    ]
    for match in re.finditer(PART_OF, text):
        part_of(match, made)
    text = re.sub(PART_OF, r"\1", text)
    for pattern, check in rules:
        for match in re.finditer(pattern, text):
            check(match, made)
        text = re.sub(pattern, "", text)
    return text


def part_of(found: re.Match[str], made: Tokenizer) -> None:
    """The named words are of the corpus and have the piece, which is no word of it."""
    name = found[1].removeprefix("▁")
    corpus = {word.removeprefix("▁") for word in pruning(made).corpus}
    assert all(name in word and word in corpus for word in re.split(", | and ", found[2]))
    assert name not in corpus


def merge(found: re.Match[str], made: Tokenizer) -> None:
    left, right, step, worth = found.groups()
    trace = merging(made)
    k = int(step) - 1
    assert tuple(map(visible, trace.merges[k])) == (left, right)
    assert is_worth(worth, trace, k)


def last(found: re.Match[str], made: Tokenizer) -> None:
    step, worth = found.groups()
    assert int(step) == made.steps
    assert is_worth(worth, merging(made), made.steps - 1)


def is_worth(worth: str, trace: MergeTrace[bpe.Step] | MergeTrace[wordpiece.Step], k: int) -> bool:
    value = trace.value(k)
    if isinstance(value, float):
        return float(worth.replace("−", "-").replace(",", "")) == pytest.approx(value, rel=1e-3)
    return Fraction(worth.replace(",", "")) == value


def pruned(found: re.Match[str], made: Tokenizer) -> None:
    name, number, step, loss, limit = found.groups()
    trace = pruning(made)
    k = int(step) - 1
    one = trace[k]
    assert isinstance(one, Prune)
    assert sum(isinstance(each, Prune) for each in trace[: k + 1]) == int(number)
    assert name in map(visible, one.dropped)
    losses = {visible(piece): cost for piece, cost in trace.recorded_losses(k).items()}
    if loss is None:
        assert one.is_final or losses[name] is None
        return
    assert float(loss.replace(",", "")) == pytest.approx(losses[name], rel=1e-2, abs=1e-3)
    if limit is not None:
        stayed = {visible(piece) for piece in trace.scores(k + 1) if not trace.protects(piece)}
        least = min(cost for piece, cost in losses.items() if piece in stayed and cost is not None)
        assert float(limit.replace(",", "")) == pytest.approx(least, rel=1e-2, abs=1e-3)


def dropped(found: re.Match[str], made: Tokenizer) -> None:
    name, step, expectation, limit = found.groups()
    trace = pruning(made)
    k = int(step) - 1
    assert name in map(visible, trace.probabilities(k))
    assert name not in map(visible, trace.probabilities(k + 1))
    expected = trace[k - 1]
    assert isinstance(expected, unigram.Expect)
    count = {visible(piece): value for piece, value in expected.counts.items()}[name]
    if expectation is not None:
        assert float(expectation) == pytest.approx(count, abs=6e-3)
        assert float(limit) == pytest.approx(trace.rules.minimum_expected, abs=1e-5)
    else:
        assert count == pytest.approx(0, abs=1e-12)


def left_out(found: re.Match[str], made: Tokenizer) -> None:
    """It was removed by the last step, which only makes the size fit."""
    name, step = found.groups()
    trace = pruning(made)
    one = trace[int(step) - 1]
    assert isinstance(one, Prune)
    assert one.is_final
    assert name in map(visible, one.dropped)


def whole(found: re.Match[str], made: Tokenizer) -> None:
    name, count = found.groups()
    assert counted(made)[name] == int(count)
    assert all(name == word or name not in word for word in counted(made))


def too_long(found: re.Match[str], made: Tokenizer) -> None:
    name, length, most = found.groups()
    assert len(name) == int(length) > int(most) == pruning(made).rules.max_piece_length


def not_repeated(found: re.Match[str], made: Tokenizer) -> None:
    name, number = found.groups()
    assert sum(name in word for word in counted(made)) == int(number)
    lines = [word for word, count in counted(made).items() for _ in range(count)]
    texts = lines if pruning(made).rules.seeds == "repeats-in-lines" else list(counted(made))
    follows = [(text + "\n")[at + len(name)] for text in texts for at in places(name, text)]
    assert len(set(follows)) < 2, "goes on in two ways"


def no_room(found: re.Match[str], made: Tokenizer) -> None:
    start = pruning(made).probabilities(1)
    assert pruning(made).rules.seed_size == int(found[2])
    assert found[1] not in start
    assert all(len(piece) == 1 for piece in start)


def too_rare(found: re.Match[str], made: Tokenizer) -> None:
    start_is_full(found, made, lambda name, words: sum(n * len(places(name, word)) for word, n in words.items()))


def too_light(found: re.Match[str], made: Tokenizer) -> None:
    is_by_word = pruning(made).rules.seeds == "repeats"

    def weight(name: str, words: dict[str, int]) -> int:
        return len(name) * sum((1 if is_by_word else n) * len(places(name, word)) for word, n in words.items())

    start_is_full(found, made, weight)


def start_is_full(found: re.Match[str], made: Tokenizer, worth: Callable[[str, dict[str, int]], int]) -> None:
    """Assert the worth of the missing string and of the last one taken, counted again."""
    name, room, value, limit = found.groups()
    trace, words = pruning(made), counted(made)
    start = trace.probabilities(1)
    least = min(worth(piece, words) for piece in start if len(piece) > 1)
    assert trace.rules.seed_size == int(room)
    assert name not in start
    assert len(start) >= int(room)
    assert worth(name, words) == int(value) <= least
    assert int(limit or value) == least
    assert (limit is None) == (int(value) == least)


def counted(made: Tokenizer) -> dict[str, int]:
    """The words as training saw them."""
    trace = pruning(made)
    return {trace.rules.marked(word): count for word, count in trace.corpus.items()}


def places(piece: str, text: str) -> list[int]:
    return [at for at in range(len(text)) if text.startswith(piece, at)]


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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("limit", [None, 7.0, 16.0])
@pytest.mark.parametrize("reason", get_args(MissingReason))
def test_each_reason_for_a_missing_piece_is_told(reason: MissingReason, limit: float | None, language: str) -> None:
    def told(missing: Missing) -> str:
        account = Probability(-1.0, None, ("qz",), (missing,))
        return sentence(Reason("missing-piece", None, None, account, account), "NAME", load(language))

    text = told(Missing("qz", 3, reason, round=2, cost=7.0, limit=limit, room=40))
    assert "qz" in text
    assert text != told(Missing("qz", None))
