"""BoundlessBPE: the golden cases of its authors' program, and random lines against a plain reference."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.golden_cases import Case, cases
from tokviz.corpus import Corpus
from tokviz.pretokenize import find
from tokviz.pretokenize.byte_level import CHAR_TO_BYTE, text_to_bytes
from tokviz.superbpe.boundless import PRESETS, Rules, Trace, train

CASES = cases("18_superbpe", "boundless-bpe")
OPEN = regex.compile(r"^(?=.+\p{L})(?:\p{L}\p{M}*|[ _'’])+$")


def rules_of(case: Case) -> Rules:
    params = case["params"]
    assert params["eligible"] == OPEN.pattern.replace("’", "\\u2019")
    return replace(
        PRESETS["boundless"],
        stage1=params["stage1"],
        wins_tie="supermerge" if params["ties"] == "super" else "merge",
        doubled_open=params["doubled_open"],
    )


def trained(case: Case) -> Trace:
    return train(Corpus(Counter(case["corpus"]["documents"])), merges=case["params"]["merges"], rules=rules_of(case))


@pytest.mark.parametrize("case", CASES)
def test_every_step(case: Case) -> None:
    trace, expected = trained(case), case["expected"]
    assert {text_to_bytes(word): count for word, count in trace.split.corpus.items()} == expected["pieces"]
    for step, told in zip(trace, expected["steps"], strict=True):
        assert (step.kind, list(step.pair), step.token, step.count) == (
            told["kind"],
            told["pair"],
            told["token"],
            told["count"],
        )
        assert (step.opened, step.other_count) == (
            told["opened"],
            None if told["other_count"] < 0 else told["other_count"],
        )
        for kind, listed in (("merge", told["inner"]), ("supermerge", told["over"])):
            found = [[*one.pair, one.count] for one in trace.candidates(step.index) if one.kind == kind]
            assert found[:8] == listed
        runs = [[joined(item) for item in trace.runs(line, step.index + 1)] for line in trace.corpus]
        assert runs == told["runs"]
    words = {word for line in trace.corpus for word in trace.runs(line) if "Ġ" not in "".join(word)[1:]}
    assert words <= set(map(tuple, expected["words"]))
    assert sorted(trace.opened()) == sorted(expected["open"])
    assert list(trace.tokens) == expected["tokens"]
    assert trace.stopped == expected["stopped"]


def joined(item: tuple[str, ...]) -> str:
    return "".join(item)


@pytest.mark.parametrize("case", CASES)
def test_encodings(case: Case) -> None:
    model = trained(case).model()
    for text, tokens in case["expected"]["encodes"].items():
        assert model.encode(text) == tokens
        assert model.explain(text).tokens == tuple(tokens)
        assert model.decode(tokens) == text


# -- a plain reference -------------------------------------------------------------------------------------------------

PARTS = ("a", "b", "ab", " ", " ", " a", " b", ",", "1", "'", "é")
texts = st.lists(st.sampled_from(PARTS), min_size=1, max_size=20).map("".join)
lines = st.lists(texts, min_size=1, max_size=5).map(lambda found: Corpus(Counter(found)))
rules = st.builds(
    Rules,
    stage1=st.sampled_from(["gpt2", "spaces", "superbpe-1"]),
    wins_tie=st.sampled_from(["merge", "supermerge"]),
    doubled_open=st.booleans(),
    minimum_count=st.integers(1, 2),
)


def as_bytes(token: str) -> bytes:
    return bytes(CHAR_TO_BYTE[char] for char in token)


def plain(corpus: Corpus, asked: Rules, merges: int) -> list[tuple[str, tuple[str, str], int]]:
    """Lists of words, each a list of symbols or one joined token; everything is counted anew at every step."""
    split = find(f"{asked.stage1}-bytes")
    runs = {line: [[*word] for word in split(line)] for line in corpus}
    known = {text_to_bytes(chr(i)) for i in range(128)} | set(CHAR_TO_BYTE)
    opened: set[str] = set()
    done: list[tuple[str, tuple[str, str], int]] = []
    while len(done) < merges:
        inner: Counter[tuple[str, str]] = Counter()
        over: Counter[tuple[str, str]] = Counter()
        for line, run in runs.items():
            for word in run:
                count_into(inner, word, corpus[line])
            whole = [word[0] if len(word) == 1 and word[0] in opened else None for word in run]
            count_into(over, whole, corpus[line])
        best = [
            (-count, (kind == "merge") == (asked.wins_tie == "supermerge"), as_bytes(left), as_bytes(right), kind)
            for kind, counts in (("merge", inner), ("supermerge", over))
            for (left, right), count in counts.items()
            if left + right not in known
        ]
        if not best or -min(best)[0] < asked.minimum_count:
            return done
        negative, _, left_bytes, right_bytes, kind = min(best)
        left, right = (token_of(part) for part in (left_bytes, right_bytes))
        done.append((kind, (left, right), -negative))
        known.add(left + right)
        for run in runs.values():
            if kind == "merge":
                for word in run:
                    merge(word, left, right, left + right)
                    if word == [left + right] and OPEN.match(as_bytes(word[0]).decode("utf-8", "replace")):
                        opened.add(word[0])
            else:
                merge(run, [left], [right], [left + right])
        if kind == "supermerge" and (asked.doubled_open or left != right):
            opened.add(left + right)
    return done


def token_of(data: bytes) -> str:
    chars = {byte: char for char, byte in CHAR_TO_BYTE.items()}
    return "".join(chars[byte] for byte in data)


def count_into(counts: Counter[tuple[str, str]], symbols: list, times: int) -> None:  # type: ignore[type-arg]
    i = 0
    while i < len(symbols) - 1:
        left, right = symbols[i], symbols[i + 1]
        if left is not None and right is not None:
            counts[left, right] += times
        i += 2 if left is not None and left == right and symbols[i + 2 : i + 3] == [left] else 1


def merge(items: list, left: object, right: object, into: object) -> None:  # type: ignore[type-arg]
    i = 0
    while i < len(items) - 1:
        if items[i] == left and items[i + 1] == right:
            items[i : i + 2] = [into]
        i += 1


def check_against_plain(corpus: Corpus, asked: Rules, merges: int) -> None:
    trace = train(corpus, merges=merges, rules=asked)
    assert [(step.kind, step.pair, step.count) for step in trace] == plain(corpus, asked, merges)


@given(lines, rules, st.integers(0, 30))
@settings(max_examples=2 * settings().max_examples)
def test_plain_reference(corpus: Corpus, asked: Rules, merges: int) -> None:
    check_against_plain(corpus, asked, merges)


@pytest.mark.thousands
@pytest.mark.slow
@given(lines, rules, st.integers(0, 30))
@settings(max_examples=2_000, deadline=None)
def test_plain_reference_on_thousands(corpus: Corpus, asked: Rules, merges: int) -> None:
    check_against_plain(corpus, asked, merges)


@given(lines, rules, st.integers(0, 25))
def test_states(corpus: Corpus, asked: Rules, merges: int) -> None:
    trace = train(corpus, merges=merges, rules=asked)
    for k in range(len(trace) + 1):
        model = trace.model(k)
        for line, symbols in trace.words(k).items():
            assert tuple(model.encode(line)) == symbols == trace.word(line, k)
            assert model.decode(symbols) == line
        candidates = trace.candidates(k)
        for one in candidates:
            assert sum(part.total for part in one.contributions) == one.count
        if k < len(trace):
            step = trace[k]
            assert (candidates[0].kind, candidates[0].pair, candidates[0].count) == (step.kind, step.pair, step.count)
            before, after = trace.words(k), trace.words(k + 1)
            changed = [line for line in corpus if before[line] != after[line]]
            assert [change.word for change in step.changes] == changed
