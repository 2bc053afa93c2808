"""One trace, one model: all algorithms under all their presets answer the same questions, and the answers agree.

The toy, which is in no registry, is one of them. That the classes have what the protocols ask for is mypy's business,
with the assignments below; here is what they say.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from functools import cache

import pytest

from tests import toy
from tests.test_algorithms import nameless as nameless
from tokviz import bpe, lookup, picky, superbpe, unigram, wordpiece
from tokviz.algorithms import ALGORITHMS, Algorithm
from tokviz.compare.notation import neutral
from tokviz.corpus import Corpus
from tokviz.merging.merge_trace import MergeTrace
from tokviz.model import Encoder, Model
from tokviz.models.text_encoder import TextEncoder, WordEncoder
from tokviz.superbpe import boundless
from tokviz.trace import Trace

CORPUS = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5, "aaaa": 1})
SIZE = 13
"""Of the vocabulary, where training needs one to aim at; the others go to their end."""
ENTRIES: Mapping[str, Algorithm] = {**ALGORITHMS, "toy": toy.TOY}
TRAININGS = [(name, preset) for name, entry in ENTRIES.items() for preset in entry.presets]
MERGES = (("l", "o"), ("lo", "w"))
MODELS: dict[str, Model] = {
    "bpe": bpe.Model(MERGES, ("l", "o", "w", "lo", "low"), added=(bpe.AddedToken(5, "<s>"),)),
    "longest-first": bpe.LongestFirst(("l", "o", "w", "lo", "low"), end_of_word=""),
    "wordpiece": wordpiece.Model(
        ("[UNK]", "l", "##o", "##w", "low"), pretokenizer="whitespace", added=(bpe.AddedToken(5, "<s>"),)
    ),
    "unigram": unigram.Model({"l": 0.2, "o": 0.2, "w": 0.2, "low": 0.4}, added=(bpe.AddedToken(4, "<s>"),)),
    "picky": picky.Model(
        (picky.Event("merge", "lo", ("l", "o")), picky.Event("merge", "low", ("lo", "w"))),
        ("l", "o", "w", "low"),
        picky.Rules(start_of_word=""),
        added=(bpe.AddedToken(4, "<s>"),),
    ),
    "superbpe": superbpe.Model(MERGES, ("l", "o", "w", "lo", "low"), added=(bpe.AddedToken(5, "<s>"),)),
    "boundless": boundless.Model(
        (("merge", ("l", "o")), ("merge", ("lo", "w"))),
        ("l", "o", "w", "lo", "low"),
        pretokenizer="whitespace",
        added=(bpe.AddedToken(5, "<s>"),),
    ),
    "lookup": lookup.Model(("[UNK]", "lo", "low"), "[UNK]", added=(bpe.AddedToken(3, "<s>"),)),
    "toy": toy.Model(("l", "o", "w", "low"), added=(bpe.AddedToken(4, "<s>"),)),
}
ENCODERS: dict[str, Encoder] = {**MODELS, "subword-nmt": bpe.Applier(MERGES)}


@cache
def trained(name: str, preset: str) -> Trace:
    entry = ENTRIES[name]
    rules = entry.presets[preset]
    return entry.train(CORPUS, rules, vocab_size=None if "end" in entry.stops_of(rules) else SIZE)


@pytest.fixture(params=TRAININGS, ids="-".join)
def trace(request: pytest.FixtureRequest, nameless: None) -> Trace:
    return trained(*request.param)


def states(trace: Trace) -> Iterator[int]:
    return iter(range(len(trace) + 1))


# -- traces ------------------------------------------------------------------------------------------------------------


def test_a_trace_is_a_sequence_of_steps(trace: Trace) -> None:
    assert len(trace) > 1
    assert [step.index for step in trace] == list(range(len(trace)))
    assert (trace[0].index, trace[-1].index) == (0, len(trace) - 1)
    assert [step.index for step in trace[-2:]] == [len(trace) - 2, len(trace) - 1]
    for outside in (len(trace), -len(trace) - 1):
        with pytest.raises(IndexError):
            trace[outside]


def test_it_says_what_was_trained(trace: Trace) -> None:
    assert trace.algorithm in ALGORITHMS
    assert trace.corpus == CORPUS
    assert is_dataclass(trace.rules)
    assert trace.stopped


@pytest.mark.parametrize("question", ["words", "vocabulary", "candidates", "changes", "model"])
def test_k_is_the_number_of_steps_done(trace: Trace, question: str) -> None:
    ask = getattr(trace, question)
    for k in states(trace):
        ask(k)
    for outside in (-1, len(trace) + 1):
        with pytest.raises(IndexError):
            ask(outside)


def test_the_end_is_the_default(trace: Trace) -> None:
    end = len(trace)
    assert trace.words() == trace.words(end)
    assert trace.vocabulary() == trace.vocabulary(end) == tuple(trace.model().vocabulary)
    assert trace.candidates() == trace.candidates(end)


def test_words(trace: Trace) -> None:
    for k in states(trace):
        assert list(trace.words(k)) == list(CORPUS)
    assert [len(split) for split in trace.words(0).values()] >= [len(word) for word in CORPUS]


def test_sizes(trace: Trace) -> None:
    assert trace.sizes() == tuple(len(trace.vocabulary(k)) for k in states(trace))
    assert all(len(set(trace.vocabulary(k))) == size for k, size in enumerate(trace.sizes()))


def test_sizes_that_training_can_end_at(trace: Trace) -> None:
    possible, sizes = trace.possible_sizes(), trace.sizes()
    assert list(possible) == sorted(set(possible))
    assert ALGORITHMS[trace.algorithm].grows_under(trace.rules) == (sizes == tuple(sorted(sizes)))
    for size in possible:
        steps, _ = trace.steps_to(size)
        assert sizes[steps] == size or trace.algorithm == "unigram"
    for beyond in (0, 10**6):
        assert sizes[trace.steps_to(beyond)[0]] in possible


def test_totals_are_those_of_the_tokenizer(trace: Trace) -> None:
    for k, total in enumerate(trace.token_totals or ()):
        model = trace.model(k)
        assert total == sum(len(model.encode_word(word)) * count for word, count in CORPUS.items()), k


def test_a_word_changes_only_where_it_may(trace: Trace) -> None:
    for k in range(len(trace)):
        before, after, may_change = trace.model(k), trace.model(k + 1), trace.may_change(k, k + 1)
        for word in CORPUS:
            tokens = before.encode_word(word)
            assert may_change(word, tokens) or tokens == after.encode_word(word), (k, word)


def test_changes_lead_from_one_state_to_the_next(trace: Trace) -> None:
    for k in range(len(trace)):
        before, after = trace.words(k), trace.words(k + 1)
        changed = [word for word in CORPUS if before[word] != after[word]]
        assert [change.word for change in trace.changes(k)] == changed
        assert trace[k].changes == trace.changes(k)
        for change in trace.changes(k):
            assert (change.count, change.before, change.after) == (
                CORPUS[change.word],
                before[change.word],
                after[change.word],
            )
    assert trace.changes(len(trace)) == ()


def test_candidates_are_ranked(trace: Trace) -> None:
    for k in states(trace):
        found = trace.candidates(k)
        assert [one.rank for one in found] == list(range(1, len(found) + 1))
        assert len({one.what for one in found}) == len(found)
        values = [one.value for one in found if one.value is not None]
        assert values == sorted(values, reverse=not are_losses(trace, k))
        tied = [one.value for one in found if one.is_tied]
        assert len(tied) != 1
        assert len(set(tied)) <= 1


def are_losses(trace: Trace, k: int) -> bool:
    """Tell if the least value is the best: that of a pruning of Unigram."""
    return trace.algorithm == "unigram" and (k == len(trace) or isinstance(trace[k], unigram.Prune))


def test_candidates_agree_with_the_choice(trace: Trace) -> None:
    for k in range(len(trace)):
        step, found = trace[k], trace.candidates(k)
        if isinstance(step, picky.Step) and step.is_removal:  # it follows from the merge before it
            assert found == ()
        elif isinstance(step, bpe.Step):
            assert found[0].what == step.pair
            assert {one.what for one in found if one.is_tied} == (set(step.tied) if len(step.tied) > 1 else set())
        elif isinstance(step, superbpe.Lift):  # no pair is chosen
            assert found == ()
        elif isinstance(step, superbpe.Merge | boundless.Step):
            assert found[0].what == step.pair
        elif isinstance(step, unigram.Seed):
            assert {one.what for one in found} >= {piece for piece in step.counts if len(piece) > 1}
        elif isinstance(step, unigram.Prune):
            gone = [one.what for one in found[: len(step.dropped)]]
            assert set(gone) == set(step.dropped)
        elif isinstance(step, unigram.Expect):
            assert {one.what: one.value for one in found} == trace_of(step).probabilities(k)
        elif isinstance(step, unigram.Maximize):
            values = {one.what: one.value for one in found}
            assert values == pytest.approx(trace_of(step).new_counts(k))
        elif isinstance(trace, wordpiece.TopDownTrace):
            assert tuple((one.what, one.value) for one in found)[: len(trace.kept(k))] == trace.kept(k)
        else:
            assert isinstance(step, toy.Step)
            assert (found[0].what, found[0].value) == (step.word, step.count)


def trace_of(step: unigram.Step) -> unigram.Trace:
    return step.trace


def test_words_that_make_up_a_candidate(trace: Trace) -> None:
    for k in states(trace):
        for one in trace.candidates(k):
            words = [part.word for part in one.contributions]
            assert words == [word for word in CORPUS if word in words]
            assert all(part.total == part.occurrences * CORPUS[part.word] > 0 for part in one.contributions)
            total = sum(part.total for part in one.contributions)
            if isinstance(trace, wordpiece.TopDownTrace):  # longer ones took some of it away
                assert one.value == total - sum(part.count for part in trace.taken(str(one.what), k))
            elif isinstance(trace, MergeTrace) and not trace.pair_measure.is_count:
                assert total == trace.pairs(k)[one.what]  # type: ignore[index]
            elif trace.algorithm != "unigram" and isinstance(one.value, int):
                assert total == one.value


def test_the_model_cuts_the_words_of_the_corpus_as_the_trace_says(trace: Trace) -> None:
    """Not where an alphabet is kept beside the words' symbols, nor for Unigram before there are pieces. What training
    marks as a scaffold stays in its words, and the model splits it."""
    for k in states(trace):
        if trace.algorithm == "wordpiece" or (trace.algorithm == "unigram" and k == 0):
            continue
        model = trace.model(k, pretokenizer="none")
        words = trace.words(k)
        if isinstance(trace, picky.Trace) and trace.rules.removal == "scaffold":
            words = {word: without_scaffolds(symbols, trace, k) for word, symbols in words.items()}
        assert {word: model.encode_word(word) for word in CORPUS} == words


def without_scaffolds(symbols: tuple[str, ...], trace: picky.Trace, k: int) -> tuple[str, ...]:
    scaffolds = set(trace.removed(k))
    while scaffolds.intersection(symbols):
        symbols = tuple(part for one in symbols for part in (trace.made_of[one] if one in scaffolds else (one,)))
    return symbols


def test_one_row_a_step(trace: Trace) -> None:
    assert len(trace.to_frame()) == len(trace)


def test_ready_for_json(trace: Trace) -> None:
    written = json.loads(json.dumps(trace.to_dict()))
    assert written["format"] == "tokviz-trace/1"
    assert written["algorithm"].removesuffix("-top-down") == trace.algorithm
    assert written["rules"]["preset"] == ALGORITHMS[trace.algorithm].preset_of(trace.rules)
    assert written["rules"].keys() == {"preset", *vars(trace.rules)}
    assert written["stopped"] == trace.stopped
    assert len(written["steps"]) == len(trace)
    assert {entry["word"]: entry["count"] for entry in written["words"]} == dict(CORPUS)
    assert written["vocabulary"]


# -- models ------------------------------------------------------------------------------------------------------------


def kinds(of: type) -> set[type]:
    return {of}.union(*map(kinds, of.__subclasses__()))


def test_every_kind_of_encoder_is_here() -> None:
    ours = {one for one in kinds(WordEncoder) if one.__module__.startswith("tokviz.")} - {WordEncoder, TextEncoder}
    assert ours == {type(one) for one in ENCODERS.values()} - {toy.Model}
    assert {type(trained(*one).model()) for one in TRAININGS} <= {type(one) for one in MODELS.values()}


@pytest.mark.usefixtures("nameless")
@pytest.mark.parametrize("name", ENCODERS)
def test_text_to_tokens_and_back(name: str) -> None:
    model = ENCODERS[name]
    words = model.words("low  lo")
    assert words == ("low", "lo")
    assert model.encode("low  lo") == [token for word in words for token in model.encode_word(word)]
    for word in words:
        told = model.explain(word)
        assert (told.word, told.tokens) == (word, model.encode_word(word))
    assert model.decode(model.encode("low")) == "low"
    assert "".join(neutral(token, model).text for token in model.encode("low")) == "low"
    assert model.algorithm in (*ALGORITHMS, "lookup")
    assert model.unknown_token != ""
    assert model.words("") == ()


@pytest.mark.parametrize("name", ["bpe", "wordpiece", "unigram", "lookup", "toy"])
def test_an_added_token_is_a_word_of_one_token(name: str) -> None:
    model = MODELS[name]
    assert model.words("low<s>lo") == ("low", "<s>", "lo")
    assert model.encode_word("<s>") == ("<s>",)
    assert model.encode("low<s>lo") == [*model.encode_word("low"), "<s>", *model.encode_word("lo")]


@pytest.mark.parametrize("name", MODELS)
def test_tokens_are_numbered(name: str) -> None:
    model = MODELS[name]
    assert [model.ids[token] for token in model.vocabulary] == list(range(len(model.vocabulary)))


def test_models_of_traces_are_models(trace: Trace) -> None:
    for k in states(trace):
        model = trace.model(k)
        assert tuple(model.vocabulary) == trace.vocabulary(k)
        assert [model.ids[token] for token in model.vocabulary] == list(range(trace.sizes()[k]))


def test_models_of_traces_encode(trace: Trace) -> None:
    for k in states(trace):
        model = trace.model(k, pretokenizer="none")
        assert model.algorithm == ENTRIES[trace.algorithm].model_name
        for word in CORPUS:
            tokens = model.encode_word(word)
            told = model.explain(word)
            assert told.word.removeprefix("▁") == word  # where WordPiece marks its start, it is there with the mark
            assert told.tokens == tokens
            assert model.encode(word) == list(tokens)
            assert model.decode(tokens) == word
