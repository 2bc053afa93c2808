"""The sentences above the picture of a merging, read back: every number and every name in them is one of the trace.

Words are letters here, so that each figure of a sentence has to be a number that was looked up.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.catalogs import codes
from tests.strategies import corpora
from tokviz import bpe, wordpiece
from tokviz.corpus import Corpus
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.views.merges import picture
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.display import shown
from tokviz.views.shared.sentences import Sentence, as_text, without_marks

EN = load("en")
MANY = settings(max_examples=2 * settings().max_examples)
RULES = (
    *(("bpe", name) for name in ("sennrich", "course", "subword-nmt", "huggingface")),
    *(("wordpiece", name) for name in ("course", "huggingface", "gain")),
)
TIMES = r"(once|twice|[\d,]+ times)"


def trained(corpus: Corpus, algorithm: str, preset: str) -> MergeTrace[Step]:
    train = bpe.train if algorithm == "bpe" else wordpiece.train
    return train(corpus, merges=8, rules=preset)


def number(text: str) -> int:
    return {"once": 1, "twice": 2}.get(text) or integer(text.removesuffix(" times"))


def integer(text: str) -> int:
    return int(text.replace(",", ""))


@given(corpora(), st.sampled_from(RULES))
@MANY
def test_what_is_said_is_what_the_trace_has(corpus: Corpus, rules: tuple[str, str]) -> None:
    trace = trained(corpus, *rules)
    built = picture.payload(trace, range(len(trace) + 1), EN)
    for k, frame in enumerate(built["frames"]):
        said = {one["kind"]: one["text"] for one in frame["say"]}
        if k:
            check(said["done"], trace, k - 1)
        if k < len(trace):
            check(said["next"], trace, k)
        check_vocabulary(without_marks(frame["vocabulary"]), trace, k)
        check_title(frame["candidates"], trace, k)


@given(corpora(), st.sampled_from(RULES))
def test_both_languages_say_the_same_numbers(corpus: Corpus, rules: tuple[str, str]) -> None:
    trace = trained(corpus, *rules)
    steps = range(len(trace) + 1)
    told = []
    for language in LANGUAGES:
        built = picture.payload(trace, steps, load(language))
        told.append(
            [
                [sorted(codes(said["text"])) for said in frame["say"]]
                + [sorted(re.findall(r"\d+", without_marks(frame["vocabulary"])))]
                for frame in built["frames"]
            ]
        )
    assert told[0] == told[1]


def check(sentence: Sentence, trace: MergeTrace[Step], k: int) -> None:
    """Look up all that is said of step k."""
    step, text = trace[k], as_text(tuple(sentence))
    before = trace.words(k)
    pair = " ".join(map(shown, step.pair))
    names = codes(sentence)
    assert names[0] == pair
    text, merge = taken(r"[Mm]erge (\d+):", text)
    assert int(merge[0]) == k + 1
    if made := re.search(r"became `([^`]+)`", text):
        assert made[1] == shown(step.token)
    text, times = taken(rf"occur(?:s|red) {TIMES}: ([^.]+)\.", text)
    windows = sum(
        count * sum(one == step.pair for one in pairwise(before[word])) for word, count in trace.corpus.items()
    )
    assert number(times[0]) == windows == step.count
    products = [integer(a) * integer(b) for a, b in re.findall(r"([\d,]+) × ([\d,]+)", times[1])]
    plain = re.findall(r"(?:`|words?) ([\d,]*\d)(?! ×)(?=$| )", times[1])
    assert sum(products) + sum(map(integer, plain)) == step.count, times[1]
    if rivals := re.search(r"t(?:ies|ied) with (.*?);", text):
        others = rivals[1].count("`") // 2
        more = sum(map(integer, re.findall(r"([\d,]+) more", rivals[1])))
        assert others + more == trace.tie_sizes[k] - 1
        tied = {" ".join(map(shown, one)) for one in step.tied}
        assert set(re.findall(r"`([^`]+)`", rivals[1])) <= tied - {pair}
    else:
        assert trace.tie_sizes[k] == 1
    if in_use := re.search(r"Symbols in use: (\d+) → (\d+) \(([+−]?\d+)\)", text):
        symbols = [len({one for word in trace.words(at).values() for one in word}) for at in (k, k + 1)]
        assert [int(in_use[1]), int(in_use[2])] == symbols
        assert int(in_use[3].replace("−", "-")) == symbols[1] - symbols[0]
    text = text.replace("\u00a0", " ")
    if score := re.search(r"([\d,]+) / \(([\d,]+) × ([\d,]+)\) = ([\d,]+(?:/[\d,]+)?)", text):
        count, left, right = map(integer, score.groups()[:3])
        occurrences = [sum(n * before[word].count(part) for word, n in trace.corpus.items()) for part in step.pair]
        assert [count, left, right] == [step.count, *occurrences]
        assert Fraction(score[4].replace(",", "")) == Fraction(count, left * right) == trace.value(k)
    if gain := re.search(r"(\d+) × ln (\d+(?:\.\d+)?) = (−?\d+(?:\.\d+)?)", text):
        assert int(gain[1]) == step.count
        assert float(gain[3].replace("−", "-")) == pytest.approx(float(trace.value(k)), abs=6e-3)


def check_vocabulary(text: str, trace: MergeTrace[Step], k: int) -> None:
    found = re.match(
        r"(\d+) symbols?(?: \+ (\d+) special tokens?)? \+ (\d+) merges? = (\d+) · (\d+) in use"
        r"(?: · just used up: (.*))?$",
        text,
    )
    assert found, text
    start, special, merges, size, used = (int(one or 0) for one in found.groups()[:5])
    assert (start + special, merges, size) == (len(trace.vocabulary(0)), k, len(trace.vocabulary(k)))
    assert special == len(set(trace.rules.special_tokens))
    now = {one for word in trace.words(k).values() for one in word}
    assert used == len(now)
    gone = {one for word in trace.words(k - 1).values() for one in word} - now if k else set()
    assert bool(found[6]) == bool(gone)


def check_title(candidates: Mapping[str, str], trace: MergeTrace[Step], k: int) -> None:
    title, rule = candidates["title"], candidates["rule"]
    if not trace.pairs(k):
        assert (title, rule) == (EN("picture.candidates.over"), "")
        return
    assert int(re.findall(r"\d+", rule)[0]) == len(trace.pairs(k))
    if k < len(trace):
        assert title == f"Candidates for merge {k + 1}"


def taken(pattern: str, text: str) -> tuple[str, tuple[str, ...]]:
    """Return the text after the match of a pattern, and its groups."""
    found = re.search(pattern, text)
    assert found, (pattern, text)
    return text[found.end() :], found.groups()
