"""The golden cases of PickyBPE and Scaffold-BPE: trainer, model and the plain reference, case by case."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.golden_cases import Case, cases
from tests.picky import naive
from tokviz import picky
from tokviz.corpus import Corpus
from tokviz.picky import Rules

FILE = "17_picky_bpe"
REMOVALS = {"picky-bpe": "picky", "scaffold-bpe": "scaffold"}
LETTERS_TOO = "scaffold-letters-too"
"""TkTkT marks letters, too; tokviz leaves them out, because a marked letter cannot be split further."""
HOW = {"new": "new", "restored": "return", "again": "again"}


def rules_of(case: Case) -> Rules:
    given = case["params"]
    return Rules(
        removal=REMOVALS[case["algorithm"]],  # type: ignore[arg-type]
        threshold=float(Fraction(given.get("threshold", "9/10"))),
        start_of_word=given["mark"],
        special_tokens=tuple(given["specials"]),
    )


def trained(case: Case) -> picky.Trace:
    return picky.train(Corpus(case["corpus"]), vocab_size=case["params"]["vocab_size"], rules=rules_of(case))


def pairs(listed: list[list[str]]) -> list[tuple[str, ...]]:
    return [tuple(pair) for pair in listed]


ALL = cases(FILE, *REMOVALS, without=LETTERS_TOO)


@pytest.mark.parametrize("case", ALL)
def test_each_merge(case: Case) -> None:
    trace, expected = trained(case), case["expected"]
    merges = [step for step in trace if not step.is_removal]
    assert len(merges) == len(expected["steps"])
    for step, wanted in zip(merges, expected["steps"], strict=True):
        assert [[*one.pair, one.count] for one in trace.candidates(step.index)] == wanted["candidates"]
        assert list(step.tied) == pairs(wanted["tied"])
        assert (step.pair, step.token, step.count) == (tuple(wanted["pair"]), wanted["token"], wanted["count"])
        assert step.kind == HOW[wanted["how"]]
        end = next(k for k in trace.settled if k > step.index)
        assert [list(word) for word in trace.words(end).values()] == wanted["words"]
        merged = wanted.get("words_merged", wanted["words"])
        assert [list(word) for word in trace.words(step.index + 1).values()] == merged
        assert trace.tallies[end] == wanted["tally"]
        if "vocabulary" in wanted:
            assert list(trace.vocabulary(end)) == wanted["vocabulary"]


@pytest.mark.parametrize("case", ALL)
def test_each_test_of_a_part(case: Case) -> None:
    trace, expected = trained(case), case["expected"]
    merges = [step for step in trace if not step.is_removal]
    for step, wanted in zip(merges, expected["steps"], strict=True):
        assert len(step.tests) == len(wanted["tests"])
        for test, given in zip(step.tests, wanted["tests"], strict=True):
            assert (test.part, test.left_over, test.is_letter) == (given["part"], given["left_over"], given["letter"])
            if "share" in given:
                assert test.share == Fraction(given["share"])
                assert (test.before, test.merged) == (given["occurrences_before"], wanted["replaced"])
                assert test.is_removed == given["removed"]
                split = [one.pieces for one in trace[step.index + 1 :] if one.is_removal and one.token == test.part]
                assert split[:1] == [tuple(given["split"])] if given["split"] else True
            else:
                assert test.head == given["head"]
                assert test.is_removed == given["scaffold"]


@pytest.mark.parametrize("case", ALL)
def test_the_end(case: Case) -> None:
    trace, expected = trained(case), case["expected"]
    assert list(trace.vocabulary()) == expected["vocabulary"]
    assert trace.tallies[-1] == expected["tally"]
    assert trace.stopped == expected["stopped"]
    ever = expected.get("ever") or expected["order"]
    assert trace.sizes_with_removed[-1] == len(ever)
    assert {*trace.vocabulary(), *trace.removed()} == set(ever)
    if "events" in expected:
        kinds = {"merge": "merge", "removal": "split"}
        written = [
            {"id": i, "kind": kinds[event.kind], "token": event.token}
            | {"pair" if event.kind == "merge" else "split": list(event.parts)}
            for i, event in enumerate(trace.events())
        ]
        assert written == expected["events"]
    else:
        assert [list(step.pair) for step in trace if not step.is_removal] == expected["merges"]
        assert set(trace.removed()) == set(expected["scaffolds"])
        assert trace.made_of == {token: tuple(pair) for token, pair in expected["made_of"].items()}
        assert [list(word) for word in trace.words().values()] == expected["words"]


@pytest.mark.parametrize("case", ALL)
def test_encodings(case: Case) -> None:
    model = trained(case).model()
    for word, tokens in case["expected"]["encodes"].items():
        assert list(model.encode_word(word)) == tokens
        assert list(model.explain(word).tokens) == tokens


@pytest.mark.parametrize("case", ALL)
def test_the_plain_reference(case: Case) -> None:
    rules, expected = rules_of(case), case["expected"]
    found = naive.train(Corpus(case["corpus"]), rules, vocab_size=case["params"]["vocab_size"])
    assert (found.vocabulary, found.tally, found.stopped) == (
        expected["vocabulary"],
        expected["tally"],
        expected["stopped"],
    )
    assert found.ever == (expected.get("ever") or expected["order"])
    for merge, wanted in zip(found.merges, expected["steps"], strict=True):
        assert [[*pair, count] for pair, count in merge.candidates] == wanted["candidates"]
        assert merge.how == wanted["how"]
        assert merge.words == wanted["words"]
        assert merge.tally == wanted["tally"]
        for test, given in zip(merge.tests, wanted["tests"], strict=True):
            assert test.left == given["left_over"]
            assert test.removed == given.get("removed", given.get("scaffold"))
    for word, tokens in expected["encodes"].items():
        assert list(naive.encode(word, found, rules)) == tokens


def test_letters_stay_where_another_program_marks_them() -> None:
    (param,) = [one for one in cases(FILE, "scaffold-bpe") if one.id == LETTERS_TOO]
    case = param.values[0]
    (lesson,) = [one.values[0] for one in ALL if one.id == "scaffold-lesson"]
    assert case["corpus"] == lesson["corpus"]
    assert trained(case).vocabulary() == tuple(lesson["expected"]["vocabulary"])
