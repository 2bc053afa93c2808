"""Random lines: both stages against the plain trainer, the first against tokenizers, encodings against its model."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bpe.libraries import hugging_face
from tests.superbpe import plain
from tokviz.corpus import Corpus
from tokviz.files import tokenizer_json
from tokviz.pretokenize import find
from tokviz.pretokenize.byte_level import text_to_bytes
from tokviz.superbpe import PRESETS, Rules, Trace, algorithm, train
from tokviz.superbpe.pieces import byte_level

PARTS = ("a", "b", "ab", "A", " ", " ", ",", ".", ":", "-", "1", "23", "'", "é", "\n")
"""Few letters, so that pairs tie, and all that a border can be at."""
texts = st.lists(st.sampled_from(PARTS), min_size=1, max_size=24).map("".join)
lines = st.lists(texts, min_size=1, max_size=6).map(lambda found: Corpus(Counter(found)))
rules = st.builds(
    Rules,
    transition=st.integers(0, 30),
    stage1=st.sampled_from(["superbpe-1", "spaces", "gpt2"]),
    stage2=st.sampled_from(["superbpe-2", "lines"]),
    max_token_words=st.sampled_from([None, 1, 2, 4]),
    forbidden=st.sampled_from([(), (":Ġ",), ("ab",)]),
    minimum_count=st.integers(1, 3),
)
sizes = st.integers(0, 40)
FOUR_TIMES = settings(max_examples=4 * settings().max_examples)


def expected(corpus: Corpus, asked: Rules, size: int) -> plain.Result:
    assert asked.transition is not None
    return plain.train(
        corpus,
        find(byte_level(asked.stage1)),
        find(byte_level(asked.stage2)),
        asked.transition,
        size,
        asked.max_token_words,
        asked.forbidden,
        asked.minimum_count,
    )


def check_against_plain(corpus: Corpus, asked: Rules, size: int) -> None:
    trace, told = train(corpus, vocab_size=size, rules=asked), expected(corpus, asked, size)
    assert trace.lift == told.lift
    later = [] if trace.second is None else trace.second.merges
    counts = (*trace.first.counts, *(() if trace.second is None else trace.second.counts))
    assert (trace.merges, list(counts)) == ([*told.inherited, *told.merges], told.counts)
    assert len(later) == len(told.merges) or trace.second is None
    assert list(trace.vocabulary()) == told.vocabulary
    assert {piece: list(word) for piece, word in trace.pieces().items()} == told.end
    if trace.lift is not None:
        assert {piece: list(word) for piece, word in trace.pieces(trace.lift + 1).items()} == told.start


@given(lines, rules, sizes)
@FOUR_TIMES
def test_plain_trainer(corpus: Corpus, asked: Rules, size: int) -> None:
    check_against_plain(corpus, asked, size)


@pytest.mark.thousands
@pytest.mark.slow
@given(lines, rules, sizes)
@settings(max_examples=4_000, deadline=None)
def test_plain_trainer_on_thousands(corpus: Corpus, asked: Rules, size: int) -> None:
    check_against_plain(corpus, asked, size)


def test_a_pair_that_occurs_only_before_its_turn_is_inherited() -> None:
    """Ġ ' is merged in the first stage. On whole lines ' s is merged before, and nothing is left of Ġ '."""
    corpus, asked = Corpus({"'s.": 3, " 's , A": 1}), PRESETS["superbpe"]
    trace = train(corpus, vocab_size=14, rules=asked)
    assert trace.first.tokens == ("'s", "Ġ'", "Ġ,", "ĠA")
    assert trace.lost == ()
    assert "Ġ'" in trace.vocabulary()
    assert not any("Ġ'" in symbols for symbols in trace.pieces(5).values())
    check_against_plain(corpus, replace(asked, transition=10), 14)
    assert list(algorithm.train(corpus, 10, asked))[5].vocabulary == trace.vocabulary(5)


@given(lines, rules, sizes)
def test_ties_and_candidates(corpus: Corpus, asked: Rules, size: int) -> None:
    trace = train(corpus, vocab_size=size, rules=asked)
    for k, tied in enumerate(trace.tie_sizes):
        step, found = trace[k], trace.candidates(k)
        if step.kind == "lift":
            assert found == ()
            continue
        allowed = [one for one in found if one.vetoed is None]
        assert allowed[0].pair == step.pair
        assert sum(one.count == step.count for one in allowed) == tied == len(step.tied)
        assert [one.rank for one in allowed] == [*range(1, len(allowed) + 1)]
        assert {one.rank for one in found if one.vetoed} <= {0}


@given(lines, sizes, st.sampled_from(["superbpe-1", "spaces", "gpt2"]))
def test_first_stage_is_what_tokenizers_trains(corpus: Corpus, size: int, split: str) -> None:
    """By itself it is plain byte-level BPE. The library takes the pieces as they are, apart from white space."""
    asked = Rules(transition=10**6, stage1=cast("Any", split))
    first = train(corpus, vocab_size=size, rules=asked).first
    repeated = [piece for piece, count in first.corpus.items() for _ in range(count)]
    merges, vocabulary = hugging_face(repeated, size)
    assert first.merges == merges
    assert list(first.vocabulary()) == vocabulary


def check_encodings(corpus: Corpus, asked: Rules, size: int, found: list[str]) -> None:
    from tokenizers import Tokenizer

    model = train(corpus, vocab_size=size, rules=asked).model()
    theirs = Tokenizer.from_str(tokenizer_json.write_bpe(model))
    for text in (*corpus, *found):
        known = "".join(char for char in text if not model.unknown(text_to_bytes(char)))
        told = theirs.encode(known, add_special_tokens=False)
        assert model.encode(known) == told.tokens
        assert [model.ids[token] for token in model.encode(known)] == told.ids


@given(lines, rules, sizes, st.lists(texts, max_size=3))
def test_encoding_is_that_of_tokenizers(corpus: Corpus, asked: Rules, size: int, found: list[str]) -> None:
    check_encodings(corpus, asked, size, found)


@pytest.mark.thousands
@pytest.mark.slow
@given(lines, rules, sizes, st.lists(texts, max_size=3))
@settings(max_examples=2_000, deadline=None)
def test_encoding_on_thousands(corpus: Corpus, asked: Rules, size: int, found: list[str]) -> None:
    check_encodings(corpus, asked, size, found)


@given(lines, rules, sizes)
def test_states_are_those_of_the_lines(corpus: Corpus, asked: Rules, size: int) -> None:
    trace: Trace = train(corpus, vocab_size=size, rules=asked)
    for k in range(len(trace) + 1):
        model = trace.model(k)
        for line, symbols in trace.words(k).items():
            assert tuple(model.encode(line)) == symbols == trace.word(line, k)
            assert model.decode(symbols) == line
        for one in trace.candidates(k):
            assert sum(part.total for part in one.contributions) == one.count
        if k < len(trace):
            before, after = trace.words(k), trace.words(k + 1)
            changed = [line for line in corpus if before[line] != after[line]]
            assert [change.word for change in trace.changes(k)] == changed == list(trace.changed(k))
            assert [change.after for change in trace.changes(k)] == [after[line] for line in changed]


@given(lines, rules, sizes)
def test_what_a_merge_crosses(corpus: Corpus, asked: Rules, size: int) -> None:
    """Borders by splitting each line anew; a merge of the first stage crosses none."""
    trace = train(corpus, vocab_size=size, rules=asked)
    for step in trace:
        if step.kind == "lift":
            continue
        if step.stage == 1:
            assert step.crosses == 0
            continue
        crossing = 0
        for line, count in corpus.items():
            old = ends(find(byte_level(asked.stage1))(line))
            for piece, start in starts(find(byte_level(asked.stage2))(line)):
                symbols = trace.pieces(step.index)[piece]
                for i in range(len(symbols) - 1):
                    if symbols[i : i + 2] == step.pair:
                        begin = start + len("".join(symbols[:i]))
                        crossing += count * bool(old & {*range(begin + 1, begin + len(step.token))})
        assert step.crosses == crossing <= step.count


def starts(pieces: tuple[str, ...]) -> list[tuple[str, int]]:
    found, start = [], 0
    for piece in pieces:
        found.append((piece, start))
        start += len(piece)
    return found


def ends(pieces: tuple[str, ...]) -> set[int]:
    return {start + len(piece) for piece, start in starts(pieces)}
