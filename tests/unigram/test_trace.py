"""The trace: every state in any order, derived figures beside recorded ones, other shapes."""

from __future__ import annotations

import json
from dataclasses import astuple, replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import corpora
from tokviz import unigram
from tokviz.corpus import Corpus
from tokviz.unigram import PRESETS, Expect, Maximize, Prune, Seed, Trace

HUG = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})


@pytest.fixture(scope="module", params=PRESETS)
def trace(request: pytest.FixtureRequest) -> Trace:
    return unigram.train(HUG, vocab_size=11, rules=request.param)


def test_steps_are_of_four_kinds(trace: Trace) -> None:
    assert [type(step) for step in trace] == [
        {"seed": Seed, "expect": Expect, "maximize": Maximize, "prune": Prune}[step.kind] for step in trace
    ]
    assert [step.index for step in trace] == list(range(len(trace)))
    assert trace[-1] == trace[len(trace) - 1]
    assert trace[:2] == (trace[0], trace[1])
    with pytest.raises(IndexError):
        trace[len(trace)]


def test_states_do_not_depend_on_the_order_in_which_they_are_asked(trace: Trace) -> None:
    forwards = [(trace.probabilities(k), trace.words(k)) for k in range(len(trace) + 1)]
    backwards = [(trace.probabilities(k), trace.words(k)) for k in reversed(range(len(trace) + 1))]
    assert forwards == backwards[::-1]
    assert (trace.probabilities(), trace.words()) == forwards[-1]


def test_before_the_first_step_there_are_words_only(trace: Trace) -> None:
    assert trace.probabilities(0) == trace.scores(0) == {}
    assert trace.words(0) == {word: tuple(trace.rules.marked(word)) for word in HUG}
    assert trace.vocabulary(0) == tuple(trace.model(0).vocabulary) == trace.rules.first_tokens
    for ask in (trace.log_likelihood, trace.losses, trace.expected_counts):
        with pytest.raises(IndexError):
            ask(0)
    with pytest.raises(IndexError):
        trace.probabilities(len(trace) + 1)


def test_changes_join_the_states(trace: Trace) -> None:
    for step in trace:
        before, after = trace.probabilities(step.index), trace.probabilities(step.index + 1)
        assert {change.piece: change.before for change in step.piece_changes if change.before is not None} == before
        assert {change.piece: change.after for change in step.piece_changes if change.after is not None} == after
        assert set(step.dropped) == before.keys() - after.keys()
        if isinstance(step, Prune):
            assert {loss.piece for loss in step.losses if loss.outcome == "removed"} == set(step.dropped)
            assert set(step.restored) == after.keys() - before.keys()
            assert {loss.piece for loss in step.losses} == before.keys() | after.keys()


def test_what_is_recorded_can_be_derived_again(trace: Trace) -> None:
    for step in trace:
        if isinstance(step, Expect):
            paths = "best" if trace.rules.expectation == "best-path" else "all"
            found = trace.expected_counts(step.index, paths)  # type: ignore[arg-type]
            if trace.rules.flow == "plain":
                assert found == pytest.approx(dict(step.counts))
            assert -trace.log_likelihood(step.index) == pytest.approx(step.loss)
        elif isinstance(step, Prune) and not step.is_final:
            derived = {loss.piece: loss.loss for loss in trace.losses(step.index)}
            assert {loss.piece: loss.loss for loss in step.losses} == derived


def test_models_segment_as_the_trace_does(trace: Trace) -> None:
    for k in range(1, len(trace) + 1):
        model = trace.model(k)
        for word, pieces in trace.words(k).items():
            assert model.lattice(word).best().path.pieces == pieces


def test_shares_of_paths_add_up(trace: Trace) -> None:
    for step in trace:
        if isinstance(step, Expect):
            shares = step.shares("hugs")
            assert sum(share for _, share in shares) == pytest.approx(1)
            assert all(before >= after - 1e-12 for (_, before), (_, after) in pairwise(shares))


def test_resplits_are_without_the_piece(trace: Trace) -> None:
    for k in range(1, len(trace) + 1):
        best = trace.words(k)
        for piece in trace.probabilities(k):
            resplits = trace.resplit(piece, k)
            assert [each.word for each in resplits] == [word for word, pieces in best.items() if piece in pieces]
            assert all(piece not in each.after or len(piece) == 1 for each in resplits)
            assert all("".join(each.after) == "".join(each.before) for each in resplits)


def test_both_losses_of_a_pruning_are_recorded(trace: Trace) -> None:
    for step in trace:
        if isinstance(step, Prune) and not step.is_final:
            derived = {one.piece: one for one in trace.losses(step.index)}
            for one in step.losses:
                assert one.renormalized == derived[one.piece].renormalized
                if trace.rules.flow == "plain":
                    assert (one.loss, one.occurrences) == (derived[one.piece].loss, derived[one.piece].occurrences)


def test_words_that_are_split_otherwise(trace: Trace) -> None:
    for k in range(len(trace)):
        before, after = trace.words(k), trace.words(k + 1)
        changed = [(word, n, before[word], after[word]) for word, n in HUG.items() if before[word] != after[word]]
        assert [astuple(change) for change in trace.changes(k)] == changed


def test_some_words_only(trace: Trace) -> None:
    part = trace.among(["hugs", "bun"])
    assert (len(part), part.sizes(), dict(part.corpus)) == (len(trace), trace.sizes(), {"hugs": 5, "bun": 4})
    for k in range(len(trace) + 1):
        whole = trace.words(k)
        assert part.words(k) == {"hugs": whole["hugs"], "bun": whole["bun"]}
        assert part.probabilities(k) == trace.probabilities(k)


def test_history_and_sizes(trace: Trace) -> None:
    states = [trace.probabilities(k) for k in range(len(trace) + 1)]
    assert trace.pieces_left == tuple(map(len, states))
    assert trace.pieces_left is trace.pieces_left  # a page asks for it once for each step
    for piece in (*trace.probabilities(1), "nothing"):
        assert trace.history(piece) == tuple(state.get(piece) for state in states)


@pytest.mark.slow
def test_the_frame_has_a_row_a_step(trace: Trace) -> None:
    frame = trace.to_frame()
    assert list(frame.columns) == ["step", "kind", "loss", "pieces", "dropped"]
    assert list(frame["kind"]) == [step.kind for step in trace]
    assert list(frame["pieces"]) == list(trace.pieces_left[1:])
    assert frame["loss"].notna().tolist() == [step.kind == "expect" for step in trace]


def test_the_record_is_json_and_replays(trace: Trace) -> None:
    data = json.loads(json.dumps(trace.to_dict(), allow_nan=False))
    assert (data["format"], data["algorithm"]) == ("tokviz-trace/1", "unigram")
    assert data["rules"]["preset"] in PRESETS
    pieces: list[str] = []
    for k, step in enumerate(data["steps"], start=1):
        match step["kind"]:
            case "seed":
                pieces = [entry["piece"] for entry in step["pieces"]]
                scores = [entry["score"] for entry in step["pieces"]]
            case "expect":
                assert len(step["counts"]) == len(pieces)
            case "maximize":
                pieces = [piece for piece in pieces if piece not in step["dropped"]]
                scores = step["scores"]
            case "prune":
                assert len(step["losses"]) == (0 if step["final"] else len(pieces))
                pieces = [piece for piece, _ in step["pieces"]]
                scores = [score for _, score in step["pieces"]]
        assert trace.scores(k) == dict(zip(pieces, scores, strict=True))
    assert dict(data["vocabulary"]) == trace.model().scores


@given(corpora(), st.sampled_from(["course", "hard-em", "soft-em"]), st.booleans(), st.integers(1, 25))
def test_prunings_take_the_cheapest(corpus: Corpus, name: str, renormalize: bool, vocab_size: int) -> None:
    trace = unigram.train(corpus, vocab_size=vocab_size, rules=replace(PRESETS[name], renormalize=renormalize))
    for step in trace:
        if isinstance(step, Prune):
            losses = [(loss.outcome, loss.renormalized if renormalize else loss.loss) for loss in step.losses]
            assert None not in [loss for _, loss in losses]
            assert losses == sorted(losses, key=lambda row: row[1] or 0)
            gone = [loss or 0 for outcome, loss in losses if outcome == "removed"]
            kept = [loss or 0 for outcome, loss in losses if outcome == "kept"]
            assert max(gone) <= min(kept, default=max(gone))
            assert all(len(loss.piece) == 1 for loss in step.losses if loss.outcome == "protected")


def test_words_are_lines_where_there_are_no_others() -> None:
    """Only rules that look at lines ask for them."""
    counts, text = Corpus({"the": 2, "cat": 1}), Corpus.from_text("the cat the")
    asks = [
        unigram.train(corpus, vocab_size=9, rules=rules).takes_words_for_lines
        for corpus in (counts, text)
        for rules in ("sentencepiece", "soft-em")
    ]
    assert asks == [True, False, False, False]
