"""The model: encode, explain, decode; unknown characters; what sentencepiece and tokenizers make of the same pieces."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.strategies import words
from tests.unigram import libraries
from tests.unigram.numbers import ids_of
from tokviz.errors import LimitError, RulesError
from tokviz.unigram import Model
from tokviz.unigram.lattice import same_score

CASES = {
    case["name"]: case
    for case in json.loads((Path(__file__).parents[1] / "golden" / "05_unigram.json").read_text("utf-8"))["cases"]
}
HUG15: dict[str, float] = dict(CASES["encode-hug15"]["params"]["vocab"])


def test_golden_encodings() -> None:
    model = Model.from_scores(HUG15, unk_token="<unk>", pretokenizer="none")
    cases: dict[str, dict[str, Any]] = CASES["encode-hug15"]["expected"]["encodes"]
    for text, expected in cases.items():
        tokens = model.encode(text)
        assert tokens == expected["hf_tokens"] == expected["spm_pieces"]
        assert ids_of(tokens, model) == expected["hf_ids"] == expected["spm_ids"]
        assert list(model.explain(text).tokens) == tokens
        assert model.decode(tokens) == text


@pytest.mark.parametrize("name", ["sample-hugs-alpha-0.5", "sample-hugs-alpha-0.1"])
def test_golden_samples(name: str) -> None:
    case = CASES[name]
    lattice = Model.from_scores(dict(case["params"]["vocab"])).lattice(case["params"]["word"])
    alpha = case["params"]["alpha"]
    for path in lattice.paths():
        pieces = " ".join(path.pieces)
        assert lattice.sampling_probability(path, alpha) == pytest.approx(
            case["expected"]["exact_p_pow_alpha"][pieces], abs=1e-12
        )
        assert lattice.sampling_probability(path, alpha, compounding=True) == pytest.approx(
            case["expected"]["hf_formula"][pieces], abs=1e-12
        )


def test_golden_tie_of_doubles() -> None:
    case = CASES["tie-float64-vs-float32"]
    model = Model.from_scores(dict(case["params"]["vocab"]))
    assert model.encode(case["params"]["word"]) == case["expected"]["hf_float64"]
    tied = [list(path.pieces) for path in model.lattice(case["params"]["word"]).best().tied]
    assert case["expected"]["spm_float32"] in tied


def test_explain_fills_the_table_and_traces_back() -> None:
    trace = Model.from_scores(HUG15).explain("unhug")
    assert [(step.kind, step.position) for step in trace] == [
        *(("fill", position) for position in range(1, 6)),
        *(("trace-back", position) for position in (5, 2)),
    ]
    assert [step.suffix for step in trace[5:]] == [("hug",), ("un", "hug")]
    assert trace[4].arc.piece == "hug"
    assert [arc.piece for arc, _ in trace[4].cell.candidates] == ["hug", "ug", "g"]
    assert trace.tokens == trace.path.pieces == ("un", "hug")


def test_the_longest_word_that_is_explained() -> None:
    model = Model({"a": 0.5})
    assert len(model.explain("a" * 2000)) == 4000
    with pytest.raises(LimitError):
        model.explain("a" * 2001)


def test_unknown_characters_score_ten_below_the_lowest_and_fuse() -> None:
    model = Model({"<unk>": 1.0, "a": 0.5, "bb": 0.25}, unk_token="<unk>", reserved=frozenset({"<unk>"}))
    assert model.unknown_score == pytest.approx(math.log(0.25) - 10)
    assert model.encode("xya bb bab") == ["xy", "a", "bb", "b", "a", "b"]
    assert ids_of(model.encode("xya"), model) == [0, 1]
    lattice = model.lattice("bb")
    assert [(arc.piece, arc.known) for arc in lattice.arcs] == [("bb", True), ("b", False), ("b", False)]


def test_byte_fallback() -> None:
    model = Model({"a": 0.5, "<0xC3>": 0.1, "<0xA9>": 0.1}, byte_fallback=True)
    assert model.encode("aéa€") == ["a", "<0xC3>", "<0xA9>", "a", "€"]
    assert model.decode(model.encode("aéa€")) == "aéa€"


def test_metaspace_and_marks_come_back() -> None:
    pieces = {"▁": 0.1, "l": 0.1, "o": 0.1, "w": 0.1, "▁low": 0.3}
    assert Model(pieces, pretokenizer="metaspace").encode("low low") == ["▁low", "▁low"]
    marked = Model(pieces, start_of_word="▁")
    assert marked.encode("low lo") == ["▁low", "▁", "l", "o"]
    assert marked.decode(marked.encode("low lo")) == "low lo"
    assert marked.lattice("low").word == marked.lattice("▁low").word == "▁low"


def test_words_are_remembered() -> None:
    model = Model({"a": 0.5})
    model.encode("a a b")
    assert (model.remembered.words, model.remembered.hits) == (2, 1)


@pytest.mark.parametrize("probability", [0.0, -0.1, math.inf, math.nan])
def test_probabilities_are_above_zero(probability: float) -> None:
    with pytest.raises(RulesError, match="above 0"):
        Model({"a": probability})


@pytest.mark.parametrize("score", [-math.inf, math.nan, 1e9])
def test_scores_are_finite(score: float) -> None:
    with pytest.raises(RulesError, match="logarithm"):
        Model.from_scores({"a": score})


def vocabularies() -> st.SearchStrategy[dict[str, float]]:
    """Pieces with scores; scores are thirds and halves, so that many paths tie, or any."""
    score = st.integers(-12, -1).map(lambda n: n / 3) | st.floats(-20, -0.01)
    return st.dictionaries(words("abcé", 4), score, min_size=1, max_size=14)


@given(vocabularies(), words("abcdé", 12))
@settings(max_examples=3 * settings().max_examples)
@example({"a": -1.0, "é": -2.0}, "dda")
def test_both_libraries_encode_alike(vocabulary: dict[str, float], word: str) -> None:
    scores = {"<unk>": 0.0, **vocabulary}
    model = Model.from_scores(scores, unk_token="<unk>", reserved=frozenset({"<unk>"}))
    ours = list(model.encode_word(word))
    best = model.lattice(word).best()
    assert ours == list(model.tokens(best.path)) == list(model.explain(word).tokens)
    alternatives = {model.tokens(path) for path in best.tied}
    hf = libraries.tokenizers_encode(scores, word)
    spm = libraries.sentencepiece_encode(scores, word)
    if len(alternatives) == 1:
        assert ours == hf == spm
    else:  # an exact tie is decided by rounding, which differs; each takes one of the best paths
        assert tuple(hf) in alternatives
        assert tuple(spm) in alternatives


@given(vocabularies(), words("abcdé", 12))
def test_encode_takes_a_best_path(vocabulary: dict[str, float], word: str) -> None:
    model = Model.from_scores(vocabulary)
    best = model.lattice(word).best()
    assert all(same_score(path.score, best.path.score) for path in best.tied)
    assert model.encode_word(word) == model.tokens(best.path)
