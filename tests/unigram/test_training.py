"""Training: what holds for every corpus, where it stops, what it refuses, how it is watched."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import corpora
from tests.unigram.conventions import HARD, SOFT
from tokviz import unigram
from tokviz.corpus import Corpus, limits
from tokviz.errors import LimitError, RulesError
from tokviz.presets import name_of, resolve
from tokviz.trace import Progress
from tokviz.unigram import PRESETS, Expect, Prune, Rules, seeds, training
from tokviz.unigram.rules import Expectation, Flow, Seeds

HUG = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
PLAIN = ("course", "hard-em", "soft-em")


def characters(corpus: Corpus) -> set[str]:
    return {character for word in corpus for character in word}


# -- what holds for every corpus ---------------------------------------------------------------------------------------


@given(corpora(), st.integers(1, 8))
def test_the_likelihood_never_falls_under_em(corpus: Corpus, passes: int) -> None:
    for name in ("soft-em", "hard-em"):
        trace = unigram.train(corpus, vocab_size=10_000, rules=replace(PRESETS[name], passes=passes))
        losses = [step.loss for step in trace if isinstance(step, Expect)]
        losses.append(-trace.log_likelihood())
        assert all(after <= before + 1e-9 * (1 + before) for before, after in pairwise(losses))


@given(corpora(), st.sampled_from(list(PRESETS)))
def test_expected_counts_times_lengths_are_the_length_of_the_corpus(corpus: Corpus, name: str) -> None:
    rules = replace(PRESETS[name], minimum_expected=0)
    trace = unigram.train(corpus, vocab_size=40, rules=rules)
    length = sum(len(trace.rules.marked(word)) * count for word, count in corpus.items())
    for step in trace:
        if isinstance(step, Expect) and name != "course":
            known = sum(count * len(piece) for piece, count in step.counts.items())
            assert known == pytest.approx(length, rel=1e-5) or any(
                character not in trace.probabilities(step.index) for character in characters(corpus)
            )


@given(corpora(), st.sampled_from(PLAIN), st.integers(1, 30))
def test_plain_rules_keep_characters_and_the_size(corpus: Corpus, name: str, vocab_size: int) -> None:
    trace = unigram.train(corpus, vocab_size=vocab_size, rules=replace(PRESETS[name], overshoot=False))
    pieces = trace.probabilities()
    assert pieces.keys() >= characters(corpus)
    assert trace.stopped == ("characters" if vocab_size < len(pieces) else "vocab_size")
    assert len(pieces) <= max(vocab_size, len(characters(corpus)))
    model = trace.model()
    for word in corpus:
        assert all(arc.known for arc in model.lattice(word).arcs)
        assert "".join(model.encode_word(word)) == word


@given(corpora(), st.sampled_from(list(PRESETS)))
def test_probabilities_add_up_to_one_after_a_pass(corpus: Corpus, name: str) -> None:
    if name in ("huggingface", "sentencepiece"):
        return  # the prior takes some away
    trace = unigram.train(corpus, vocab_size=20, rules=name)
    for step in trace:
        if step.kind == "maximize" or step.kind == "seed":
            assert sum(step.probabilities.values()) == pytest.approx(1, abs=1e-3)  # characters that nothing uses


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """Any combination of knobs that may be chosen."""
    flow = draw(st.sampled_from(get_args(Flow)))
    expectation = draw(st.sampled_from(get_args(Expectation)))
    return Rules(
        seeds=draw(st.sampled_from(get_args(Seeds))),
        seed_size=draw(st.none() | st.integers(1, 20)),
        max_piece_length=draw(st.none() | st.integers(1, 5)),
        expectation=expectation,
        passes=draw(st.integers(0 if expectation == "counts" else 1, 3)),
        minimum_expected=draw(st.sampled_from([0.0, 0.5, 2.0])),
        digamma=draw(st.booleans()),
        loss="reassigned" if flow != "plain" else draw(st.sampled_from(["exact", "split"])),
        renormalize=draw(st.booleans()),
        pruned_share=draw(st.sampled_from([0.0, 0.1, 0.25, 1.0])),
        overshoot=draw(st.booleans()),
        keep_characters=draw(st.booleans()),
        flow=flow,
        slip=draw(st.booleans()),
        start_of_word=draw(st.sampled_from(["", "▁"])),
        special_tokens=draw(st.sampled_from([(), ("<s>",), ("<unk>", "a")])),
        unk_token=draw(st.sampled_from([None, "<unk>"])),
    )


@given(corpora(), any_rules(), st.integers(1, 25))
@settings(max_examples=2 * settings().max_examples)
def test_any_rules_come_to_an_end(corpus: Corpus, rules: Rules, vocab_size: int) -> None:
    try:
        trace = unigram.train(corpus, vocab_size=vocab_size, rules=rules)
    except RulesError as error:
        code = error.code
    else:
        code = trace.stopped
        model = trace.model()
        for word, pieces in trace.words().items():
            assert "".join(pieces) == rules.marked(word)
            assert "".join(model.encode_word(word)) == rules.marked(word)
        assert all(step.probabilities and step.piece_changes for step in trace)
        assert all(step.losses for step in trace if isinstance(step, Prune))
        assert trace.to_dict()["stopped"] == code
    assert code in {"vocab_size", "characters", "stalled", "no-piece-left", "vocab-size-characters"}


def test_presets_part() -> None:
    """The same corpus and size, and no two of the ways of counting keep the same pieces."""
    on_parts = (PRESETS["course"], HARD, SOFT)
    kept = [frozenset(unigram.train(HUG, vocab_size=11, rules=rules).probabilities()) for rules in on_parts]
    assert len(set(kept)) == 3
    assert {len(pieces) for pieces in kept} == {11}


def test_all_substrings_as_seeds_keep_whole_words() -> None:
    """As real trainers may; only the prose of the course leaves them out."""
    for name in ("soft-em", "hard-em"):
        trace = unigram.train(HUG, vocab_size=12, rules=name)
        assert all(trace.words()[word] == (word,) for word in HUG)
        assert set(HUG) <= set(trace.probabilities(1))
    assert set(HUG) & set(unigram.train(HUG, vocab_size=12, rules=SOFT).probabilities(1)) == {"hug"}


# -- where it stops ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PLAIN)
def test_only_characters_are_left(name: str) -> None:
    trace = unigram.train(HUG, vocab_size=1, rules=name)
    assert trace.stopped == "characters"
    assert trace.probabilities().keys() == characters(HUG)


@pytest.mark.parametrize("words", [{"a": 5, "b": 5}, {"bbb": 4}, {"aabab": 11, "bbbbb": 11}])
def test_where_tokenizers_goes_on_for_ever_we_stop(words: dict[str, int]) -> None:
    corpus = Corpus(words)
    trace = unigram.train(corpus, vocab_size=len(characters(corpus)), rules="huggingface")
    assert trace.stopped == "stalled"
    assert trace.probabilities().keys() >= characters(corpus)


@pytest.mark.parametrize("name", PRESETS)
def test_the_smallest_corpus(name: str) -> None:
    trace = unigram.train(Corpus({"a": 1}), vocab_size=5, rules=name)
    assert "a" in trace.probabilities()
    assert trace.words()["a"][-1] == "a"


# -- what it refuses ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "vocab_size", "least"), [("huggingface", 6, 7), ("sentencepiece", 10, 11), ("sentencepiece", 1, 11)]
)
def test_libraries_need_room_for_all_characters(name: str, vocab_size: int, least: int) -> None:
    with pytest.raises(RulesError, match=f"at least {least}") as caught:
        unigram.train(HUG, vocab_size=vocab_size, rules=name)
    assert caught.value.code == "vocab-size-characters"


def test_special_tokens_need_room() -> None:
    rules = replace(PRESETS["huggingface"], special_tokens=tuple(f"<{n}>" for n in range(9)))
    with pytest.raises(RulesError, match="at least 10"):
        unigram.train(HUG, vocab_size=8, rules=rules)


def test_no_piece_is_frequent_enough() -> None:
    with pytest.raises(RulesError) as caught:
        unigram.train(HUG, vocab_size=10, rules=replace(PRESETS["huggingface"], minimum_expected=100))
    assert caught.value.code == "no-piece-left"
    assert "100" in str(caught.value.details["least"])


@pytest.mark.parametrize("vocab_size", [0, -5])
def test_sizes_are_positive(vocab_size: int) -> None:
    with pytest.raises(RulesError, match="at least 1"):
        unigram.train(HUG, vocab_size=vocab_size)


@pytest.mark.slow
def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LimitError, match="limit is 6,000,000"):
        unigram.train(Corpus({"ab" * 600: 1}), vocab_size=10)
    assert unigram.train(Corpus({"ab" * 3_000: 1}), vocab_size=10, rules="soft-em").stopped == "vocab_size"
    monkeypatch.setattr(training, "MAX_ROUNDS", 3)
    with pytest.raises(LimitError, match="3 prunings"):
        unigram.train(HUG, vocab_size=8)
    monkeypatch.setattr(training, "MAX_ROUNDS", 500)
    monkeypatch.setattr(training, "MAX_ARCS", 100)
    with pytest.raises(LimitError, match="limit is 100"):
        unigram.train(HUG, vocab_size=8)
    monkeypatch.setattr(training, "MAX_ARCS", 1_000_000)
    monkeypatch.setattr(training, "MAX_NUMBERS", 100)
    with pytest.raises(LimitError, match="100 numbers"):
        unigram.train(HUG, vocab_size=8)
    monkeypatch.setattr(seeds, "MAX_SUBSTRINGS", 20)
    with pytest.raises(LimitError, match="limit is 20"):
        unigram.train(HUG, vocab_size=8)


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAIN)
@pytest.mark.parametrize("share", [0.0, 0.0001])
def test_pruning_one_by_one_from_many_pieces_is_refused(name: str, share: float) -> None:
    """By the counts of the start vocabulary no pass drops anything: that is known before the first pruning."""
    corpus = Corpus({"".join(map(chr, range(0x4E00 + 50 * i, 0x4E00 + 50 * (i + 1)))): 1 for i in range(4)})
    told: list[Progress] = []
    rules = replace(PRESETS[name], seeds="substrings", seed_size=2_000, expectation="counts", pruned_share=share)
    with pytest.raises(LimitError, match="500 prunings"):
        unigram.train(corpus, vocab_size=300, rules=rules, progress=told.append)
    assert [at.kind for at in told] == ["seed"]
    trace = unigram.train(corpus, vocab_size=300, rules=replace(rules, seed_size=500))
    assert trace.stopped == "vocab_size"
    assert {len(step.dropped) for step in trace if isinstance(step, Prune)} == {1}


def test_recorded_bytes() -> None:
    trace = unigram.train(HUG, vocab_size=8, rules="soft-em")
    assert trace.recorded_bytes > 8 * sum(trace.pieces_left)


@pytest.mark.parametrize(
    "knobs",
    [
        {"seeds": "all"},
        {"expectation": "none"},
        {"loss": "approximate"},
        {"flow": "other"},
        {"loss": "reassigned"},
        {"flow": "huggingface"},
        {"seed_size": 0},
        {"max_piece_length": 0},
        {"passes": 0},
        {"pruned_share": 1.5},
        {"pruned_share": -0.1},
        {"minimum_expected": -1.0},
    ],
)
def test_rules_are_checked(knobs: dict[str, object]) -> None:
    with pytest.raises(RulesError):
        Rules(**knobs)  # type: ignore[arg-type]


def test_presets_have_names() -> None:
    assert all(name_of(resolve(name, PRESETS), PRESETS) == name for name in PRESETS)
    assert name_of(Rules(passes=7), PRESETS) is None
    with pytest.raises(RulesError, match="soft-em"):
        unigram.train(HUG, vocab_size=8, rules="none")


# -- how it is watched -------------------------------------------------------------------------------------------------


def test_progress_is_told_after_every_step() -> None:
    told: list[Progress] = []
    trace = unigram.train(HUG, vocab_size=11, rules="soft-em", progress=told.append)
    assert [(each.steps, each.kind, each.pieces) for each in told] == [
        (step.index + 1, step.kind, len(step.probabilities)) for step in trace
    ]
    assert {each.vocab_size for each in told} == {11}


def test_progress_can_cancel() -> None:
    class CancelledError(Exception):
        pass

    def cancel(progress: Progress) -> None:
        if progress.steps == 3:
            raise CancelledError

    with pytest.raises(CancelledError):
        unigram.train(HUG, vocab_size=8, rules="soft-em", progress=cancel)


# -- marks that are longer than the words ------------------------------------------------------------------------------


def test_the_mark_counts_among_the_letters_that_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """A link can hold a mark of thousands of letters: with it, 87 short words once took 800 MB and no end."""
    words = Corpus({"a" * length: 1 for length in range(1, 88)})
    marked = replace(PRESETS["sentencepiece"], start_of_word="x" * 3_900, pruned_share=0)
    with pytest.raises(LimitError) as caught:
        unigram.train(words, vocab_size=20, rules=marked)
    assert caught.value.details["limit"] == "MAX_TRELLIS_ARCS"
    with pytest.raises(LimitError) as caught:
        unigram.train(words, vocab_size=20, rules=replace(marked, start_of_word="x" * 10_000))
    assert (caught.value.details["limit"], caught.value.details["met"]) == ("MAX_MARKED_CHARS", 10_087)
    monkeypatch.setattr(limits, "MAX_TRAINED_CHARS", 1_000)
    with pytest.raises(LimitError) as caught:
        unigram.train(HUG, vocab_size=20, rules=replace(marked, start_of_word="x" * 300))
    assert (caught.value.details["limit"], caught.value.details["met"]) == ("MAX_TRAINED_CHARS", 1_516)
