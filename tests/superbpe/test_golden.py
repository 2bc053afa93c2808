"""The golden cases of SuperBPE: the authors' trainer of both stages, and encodings by tokenizers."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tests.golden_cases import Case, cases
from tokviz.corpus import Corpus
from tokviz.superbpe import PRESETS, Rules, Stage, Trace, train
from tokviz.superbpe.pieces import split_lines
from tokviz.superbpe.training import second_stage

SPLITS = {"words": "spaces", "line": "lines"}
"""The names of splits in the cases that are other names here."""
ALONE = "lesson-plain other-text-in-stage-2"
"""Cases with tests of their own: training ends at the transition; the second stage has another text."""


def rules_of(case: Case) -> Rules:
    params = case["params"]
    return replace(
        PRESETS["superbpe"],
        transition=params["transition"],
        stage1=SPLITS.get(params["stage1"], params["stage1"]),
        stage2=SPLITS.get(params["stage2"], params["stage2"]),
        max_token_words=params["max_words"],
        forbidden=tuple(params["forbidden"]),
        minimum_count=max(params["min_frequency"], 1),
    )


def corpus_of(lines: list[str]) -> Corpus:
    return Corpus(Counter(lines))


def trained(case: Case) -> Trace:
    return train(corpus_of(case["corpus"]["lines"]), vocab_size=case["params"]["vocab_size"], rules=rules_of(case))


def check_stage(stage: Stage, steps: list[Case], number: int) -> None:
    told = [step for step in steps if step["stage"] == number]
    assert stage.merges == [tuple(step["pair"]) for step in told]
    for k, step in enumerate(told):
        candidates = stage.candidates(k)
        assert [[*one.pair, one.count, *([one.vetoed] if one.vetoed else [])] for one in candidates] == step[
            "candidates"
        ]
        assert stage.counts[k] == step["count"]
        assert stage.tied_by_count(k) == tuple(map(tuple, step["tied"]))
        assert stage.tie_sizes[k] == len(step["tied"])
        assert [one.pair for one in candidates if one.is_tied] == [
            tuple(pair) for pair in (step["tied"] if len(step["tied"]) > 1 else [])
        ]
        assert sorted(stage.words(k + 1).values()) == sorted(map(tuple, step["pieces"]))
        assert stage.tokens[k] == step["token"]


@pytest.mark.parametrize("case", cases("18_superbpe", "superbpe", without=ALONE))
def test_every_step(case: Case) -> None:
    trace, expected = trained(case), case["expected"]
    assert trace.second is not None
    assert trace.coarse is not None
    assert dict(trace.fine.corpus) == expected["pieces1"]
    assert dict(trace.coarse.corpus) == expected["pieces2"]
    assert list(trace.vocabulary(0)) == expected["alphabet"]
    check_stage(trace.first, expected["steps"], 1)
    check_stage(trace.second, expected["steps"], 2)
    lift = len(trace.first)
    assert trace.lift == lift
    assert lift == sum(step["stage"] == 1 for step in expected["steps"])
    assert sorted(trace.pieces(lift).values()) == sorted(map(tuple, expected["end_of_stage1"]))
    assert sorted(trace.pieces(lift + 1).values()) == sorted(map(tuple, expected["start_of_stage2"]))
    assert list(trace.inherited) == [tuple(pair) for pair in expected["inherited"]]
    assert list(trace.lost) == [tuple(pair) for pair in expected["lost"]]
    assert trace.merges == [tuple(pair) for pair in expected["merges"]]
    assert list(trace.vocabulary()) == expected["vocabulary"]
    assert trace.first.stopped == expected["stopped1"]
    assert trace.stopped == {"min_frequency": "minimum_count"}.get(expected["stopped"], expected["stopped"])


@pytest.mark.parametrize("case", cases("18_superbpe", "superbpe", without=ALONE))
def test_the_steps_of_the_trace(case: Case) -> None:
    trace = trained(case)
    told = iter(case["expected"]["steps"])
    for step in trace:
        if step.kind == "lift":
            continue
        expected = next(told)
        assert (step.stage, step.token, step.words_in_token) == (
            expected["stage"],
            expected["token"],
            expected["words_in_token"],
        )
        assert [[*one.pair, one.count, one.vetoed] for one in step.passed_over] == expected["passed_over"]
    assert next(told, None) is None


@pytest.mark.parametrize("case", cases("18_superbpe", "superbpe", without="other-text-in-stage-2"))
def test_encodings(case: Case) -> None:
    model = trained(case).model()
    for text, tokens in case["expected"]["encodes"].items():
        assert model.encode(text) == tokens
        assert model.decode(tokens) == text


@pytest.mark.parametrize("case", [one for one in cases("18_superbpe", "superbpe") if one.id == "lesson-plain"])
def test_a_training_that_ends_at_the_transition_is_plain(case: Case) -> None:
    trace, expected = trained(case), case["expected"]
    assert (trace.second, trace.lift, trace.lost, trace.stopped) == (None, None, (), expected["stopped"])
    check_stage(trace.first, expected["steps"], 1)
    assert trace.merges == [tuple(pair) for pair in expected["merges"]]
    assert list(trace.vocabulary()) == expected["vocabulary"]


@pytest.mark.parametrize("case", [one for one in cases("18_superbpe", "superbpe") if one.id == "other-text-in-stage-2"])
def test_another_text_in_the_second_stage(case: Case) -> None:
    rules, expected = rules_of(case), case["expected"]
    first = train(corpus_of(case["corpus"]["lines"]), vocab_size=rules.transition, rules=rules).first
    pieces = split_lines(corpus_of(case["corpus"]["lines2"]), rules.stage2)
    stage = second_stage(first, None, pieces, rules, vocab_size=case["params"]["vocab_size"])
    check_stage(stage, expected["steps"], 2)
    kept = [pair for pair, token in zip(first.merges, first.tokens, strict=True) if token in stage.inherited]
    assert kept == [tuple(pair) for pair in expected["inherited"]]
    assert list(stage.vocabulary()) == expected["vocabulary"]
    assert stage.stopped == expected["stopped"]
