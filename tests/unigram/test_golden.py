"""The golden cases of training: what tokenizers and sentencepiece themselves learned, with every pass between.

`tests/golden` has one file for each group; its schema is "tokviz-golden/1".
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from tests.golden_cases import Case, cases
from tests.unigram.numbers import ids_of
from tokviz import unigram
from tokviz.corpus import Corpus
from tokviz.errors import RulesError
from tokviz.pretokenize import METASPACE
from tokviz.unigram import PRESETS, Expect, Maximize, Prune, Seed, Trace


def train_huggingface(case: Case, **changes: Any) -> Trace:
    params = case["params"]
    rules = replace(
        PRESETS["huggingface"],
        special_tokens=tuple(params.get("special_tokens", ())),
        unk_token=params.get("unk_token"),
        **changes,
    )
    return unigram.train(Corpus(case["corpus"]), vocab_size=params["vocab_size"], rules=rules)


@pytest.mark.parametrize(
    "case", cases("05_unigram", "hf/UnigramTrainer", without="hf-hang hf-errors hf-prune-normalizer-fixed")
)
def test_huggingface(case: Case) -> None:
    expected = case["expected"]
    trace = train_huggingface(case)

    model = trace.model()
    special = dict.fromkeys(trace.rules.first_tokens, 0.0)
    listed = {piece: score for piece, score in expected["vocab"] if piece not in special}
    scores = trace.scores()
    assert list(model.vocabulary[: len(special)]) == list(special)
    assert scores.keys() == listed.keys()
    free = set(expected["tokens_whose_score_varies_between_runs"])  # which takes which penalty is left to chance
    assert {piece: scores[piece] for piece in scores if piece not in free} == pytest.approx(
        {piece: listed[piece] for piece in listed if piece not in free}, abs=1e-9
    )
    assert sorted(scores[piece] for piece in free) == pytest.approx(sorted(listed[piece] for piece in free), abs=1e-9)


@pytest.mark.parametrize(
    "case", cases("05_unigram", "hf/UnigramTrainer", without="hf-hang hf-errors hf-prune-normalizer-fixed")
)
def test_huggingface_step_by_step(case: Case) -> None:
    trace = train_huggingface(case)
    seeds = [(seed.piece, seed.weight) for seed in trace.seed_candidates() if seed.kept]
    assert seeds == [(piece, weight) for piece, weight in case["expected"]["seeds"]]
    words = trace.corpus.total
    steps = iter(trace[1:])
    for listed in case["expected"]["trace"]:
        step = next(steps)
        if listed["step"] == "em":
            assert isinstance(step, Expect)
            assert step.loss / words == pytest.approx(listed["objective"])
            step = next(steps)
            assert isinstance(step, Maximize)
            assert trace.scores(step.index + 1) == pytest.approx(dict(listed["pieces"]), abs=1e-8)
            tokens = sum(len(pieces) for pieces in trace.words(step.index - 1).values())
            assert tokens == listed["viterbi_tokens"]
        else:
            assert isinstance(step, Prune)
            assert list(step.probabilities) == listed["kept"]
            losses = {loss.piece: loss.loss for loss in step.losses}
            assert losses == {
                piece: loss if loss is None else pytest.approx(loss) for piece, _, loss in listed["decisions"]
            }
    last = next(steps)
    assert isinstance(last, Prune)
    assert last.is_final
    assert next(steps, None) is None


@pytest.mark.parametrize("case", cases("05_unigram", "unigram-trainer (HF flow, SentencePiece loss)"))
def test_huggingface_without_its_slip(case: Case) -> None:
    listed = dict(case["expected"]["vocab"])
    assert train_huggingface(case, slip=False).scores() == pytest.approx(listed, abs=1e-9)
    assert train_huggingface(case).scores().keys() == {"c", "cb", "b", "a"}


def test_huggingface_would_go_on_for_ever() -> None:
    (case,) = (param.values[0] for param in cases("05_unigram", "hf/UnigramTrainer") if param.id == "hf-hang")
    trace = train_huggingface(case)
    assert trace.stopped == "stalled"
    assert trace.probabilities().keys() == {"a", "b"}
    assert unigram.train(trace.corpus, vocab_size=3, rules=trace.rules).stopped == "vocab_size"


def test_huggingface_has_no_room_for_all_characters() -> None:
    (case,) = (param.values[0] for param in cases("05_unigram", "hf/UnigramTrainer") if param.id == "hf-errors")
    with pytest.raises(RulesError, match="at least 7"):
        unigram.train(Corpus(case["corpus"]), vocab_size=6, rules="huggingface")


@pytest.mark.parametrize(
    "case", cases("09_sentencepiece", "sentencepiece/unigram-train", without="hug-lines-30-version-0.2.0")
)
def test_sentencepiece(case: Case) -> None:
    expected, lines = case["expected"], case["corpus"]
    prefix = METASPACE if case["params"]["add_dummy_prefix"] else ""
    corpus = Corpus(Counter(word for line in lines for word in (prefix + line.replace(" ", " ▁")).split()))
    rules = replace(PRESETS["sentencepiece"], start_of_word=prefix)
    trace = unigram.train(corpus, vocab_size=case["params"]["vocab_size"], rules=rules, lines=lines)

    assert list(trace.model().scores.items()) == [(piece, score) for piece, score in expected["pieces"]]  # to the bit
    assert [(seed.piece, seed.weight) for seed in trace.seed_candidates() if seed.kept] == [
        (piece, weight) for piece, weight in expected["seeds"]
    ]
    if "sizes" in expected:
        kinds = {"em": "maximize", "prune": "prune"}
        sizes = [(step.kind, len(step.probabilities)) for step in trace[:-1] if step.kind in kinds.values()]
        assert sizes == [(kinds[kind], size) for kind, size in expected["sizes"]]
    model = trace.model(pretokenizer="metaspace" if prefix else "none")
    for text, encoded in expected.get("encodes", {}).items():
        tokens = model.encode(text)
        assert tokens == encoded["pieces"]
        assert ids_of(tokens, model) == encoded["ids"]


# -- exact figures that tutorials print wrong --------------------------------------------------------------------------


def test_the_course_prose() -> None:
    (case,) = (param.values[0] for param in cases("05_unigram", "unigram/course-prose"))
    expected = case["expected"]
    trace = unigram.train(Corpus(case["corpus"]), vocab_size=14, rules="course")
    seed, prune = trace[0], trace[1]
    assert isinstance(seed, Seed)
    assert isinstance(prune, Prune)
    assert seed.counts == expected["freqs"]
    assert sum(seed.counts.values()) == expected["total"]
    assert -trace.log_likelihood(1) == pytest.approx(expected["loss"])
    losses = {loss.piece: loss for loss in prune.losses if loss.outcome != "protected"}
    assert {piece: loss.loss for piece, loss in losses.items()} == pytest.approx(expected["removal_loss_increase"])
    for piece, loss in expected["removal_renormalized"].items():
        assert losses[piece].renormalized == pytest.approx(loss)
    model = trace.model(1)
    for word, listed in expected["segmentations"].items():
        paths = {path.pieces: path.probability for path in model.lattice(word).paths()}
        assert paths == pytest.approx({tuple(path["tokens"]): path["value"] for path in listed}, abs=1e-9)
    for word, listed in expected["viterbi"].items():
        assert model.encode(word) == listed["tokens"]
        assert -model.lattice(word).best().path.score == pytest.approx(listed["nll"])


def test_the_vocabulary_of_another_tutorial() -> None:
    """It says that `ug` costs most and `pug` and `bun` least; every word is a token, so it is the other way round."""
    (case,) = (param.values[0] for param in cases("05_unigram", "unigram/exact-removal-loss"))
    expected = case["expected"]
    rules = replace(PRESETS["course"], seeds="substrings")
    trace = unigram.train(Corpus(case["corpus"]), vocab_size=18, rules=rules)
    prune = trace[1]
    assert isinstance(prune, Prune)
    assert trace.probabilities(1) == pytest.approx(
        {piece: n / expected["total"] for piece, n in expected["freqs"].items()}
    )
    assert -trace.log_likelihood(1) == pytest.approx(expected["loss"])
    losses = {loss.piece: loss.loss for loss in prune.losses if loss.outcome != "protected"}
    assert losses == pytest.approx(expected["removal_loss_increase"])


@pytest.mark.parametrize("case", cases("14_sentencepiece_lines", "sentencepiece/unigram-train"))
def test_sentencepiece_on_running_text(case: Case) -> None:
    """A corpus that was read from a text has its lines, so nobody has to pass them."""
    corpus = Corpus.from_text("\n".join(case["corpus"]))
    trace = unigram.train(corpus, vocab_size=case["params"]["vocab_size"], rules="sentencepiece")
    assert list(trace.model().scores.items()) == [(piece, score) for piece, score in case["expected"]["pieces"]]
