"""The lattice of a word: the course's `hug` example, and brute force on short words."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import words
from tokviz.errors import LimitError, RulesError
from tokviz.unigram import Lattice, Model, Path
from tokviz.unigram.lattice import MAX_PATHS

COUNTS = {
    **{"h": 15, "u": 36, "g": 20, "hu": 15, "ug": 20, "p": 17, "pu": 17, "n": 16, "un": 16, "b": 4, "bu": 4, "s": 5},
    **{"hug": 15, "gs": 5, "ugs": 5},
}
HUG = Model({piece: count / 210 for piece, count in COUNTS.items()})


def models() -> st.SearchStrategy[Model]:
    """Few pieces over few characters, with probabilities that often tie; some characters are no pieces."""
    probability = st.sampled_from([0.5, 0.25, 0.125, 0.1, 0.01]) | st.floats(1e-6, 1)
    return st.dictionaries(words("abc", 4), probability, min_size=1, max_size=12).map(Model)


def cuts(word: str) -> list[tuple[str, ...]]:
    """All ways to cut a word."""
    found = []
    for n in range(len(word)):
        for inner in combinations(range(1, len(word)), n):
            bounds = [0, *inner, len(word)]
            found.append(tuple(word[i:j] for i, j in pairwise(bounds)))
    return found


def brute_force(model: Model, word: str) -> dict[tuple[str, ...], float]:
    """Segmentation -> log score, from the definition."""
    scores = {}
    for pieces in cuts(word):
        if all(piece in model.probabilities or len(piece) == 1 for piece in pieces):
            scores[pieces] = sum(
                math.log(model.probabilities[piece]) if piece in model.probabilities else model.unknown_score
                for piece in pieces
            )
    return scores


# -- the course's example ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "pieces", "probability"),
    [
        ("pug", "p u g", 0.0013217),
        ("pug", "p ug", 0.0077098),
        ("pug", "pu g", 0.0077098),
        ("hug", "hug", 0.0714286),
        ("hug", "hu g", 0.0068027),
        ("hugs", "hu gs", 0.0017007),
        ("unhug", "un hug", 0.0054422),
        ("huggun", "hug g un", 0.00051830),
    ],
)
def test_the_probability_of_a_path(word: str, pieces: str, probability: float) -> None:
    found = {" ".join(path.pieces): path.probability for path in HUG.lattice(word).paths()}
    assert f"{found[pieces]:.4e}" == f"{probability:.4e}"


@pytest.mark.parametrize(
    ("word", "tied"),
    [
        ("hug", ["hug"]),
        ("pug", ["p ug", "pu g"]),
        ("bun", ["b un", "bu n"]),
        ("hugs", ["h ugs", "hu gs", "hug s"]),
        ("unhug", ["un hug"]),
    ],
)
def test_ties_are_reported_and_the_earliest_begin_wins(word: str, tied: list[str]) -> None:
    best = HUG.lattice(word).best()
    assert [" ".join(path.pieces) for path in best.tied] == tied
    assert best.path == best.tied[0]
    assert best.number_of_tied == len(tied)


def test_the_table_of_unhug() -> None:
    table = HUG.lattice("unhug").best().table
    assert [cell.position for cell in table] == [0, 1, 2, 3, 4, 5]
    assert [cell.arc.piece if cell.arc else None for cell in table] == [None, "u", "un", "h", "hu", "hug"]
    assert [cell.arc.begin if cell.arc else None for cell in table] == [None, 0, 0, 2, 2, 2]
    assert math.exp(table[4].score) == pytest.approx(16 / 210 * 15 / 210)
    assert {arc.piece for arc, _ in table[5].candidates} == {"g", "ug", "hug"}


def test_the_number_of_paths_is_exact_however_many_there_are() -> None:
    model = Model({"a": 0.5, "aa": 0.5})
    assert model.lattice("a" * 300).number_of_paths == 359579325206583560961765665172189099052367214309267232255589801
    assert len(model.lattice("a" * 300).paths(limit=7)) == 7
    assert len(model.lattice("a" * 3000).nbest(3)) == 3
    with pytest.raises(LimitError):
        model.lattice("a").paths(limit=MAX_PATHS + 1)


def test_an_empty_word_has_one_path_without_pieces() -> None:
    lattice = HUG.lattice("")
    assert lattice.number_of_paths == 1
    assert lattice.paths() == lattice.nbest(5) == lattice.best().tied == (Path((), 0.0),)
    assert lattice.sample(Random(0)).pieces == ()
    assert lattice.expected_counts() == {}


# -- brute force -------------------------------------------------------------------------------------------------------


@given(models(), words("abcd", 8))
def test_paths_are_all_segmentations(model: Model, word: str) -> None:
    lattice, expected = model.lattice(word), brute_force(model, word)
    found = {path.pieces: path.score for path in lattice.paths()}
    assert found == pytest.approx(expected)
    assert lattice.number_of_paths == len(found)
    assert math.exp(lattice.log_probability) == pytest.approx(sum(map(math.exp, expected.values())))
    assert lattice.forward[-1] == pytest.approx(lattice.backward[0])


@given(models(), words("abcd", 8))
def test_the_best_paths_are_the_best_of_all(model: Model, word: str) -> None:
    best, expected = model.lattice(word).best(), brute_force(model, word)
    highest = max(expected.values())
    tied = {pieces for pieces, score in expected.items() if math.isclose(score, highest, abs_tol=1e-9)}
    assert {path.pieces for path in best.tied} == tied
    assert best.number_of_tied == len(tied)
    assert best.path == best.tied[0]
    assert best.path.score == pytest.approx(highest)


@given(models(), words("abcd", 8), st.integers(0, 200))
def test_nbest_is_brute_force_sorted(model: Model, word: str, n: int) -> None:
    paths = model.lattice(word).nbest(n)
    expected = sorted(brute_force(model, word).values(), reverse=True)[:n]
    assert [path.score for path in paths] == pytest.approx(expected)
    assert len({path.pieces for path in paths}) == len(paths)


@given(models(), words("abcd", 8))
def test_expected_counts(model: Model, word: str) -> None:
    lattice, scores = model.lattice(word), brute_force(model, word)
    total = sum(map(math.exp, scores.values()))
    expected: Counter[str] = Counter()
    for pieces, score in scores.items():
        for piece in pieces:
            expected[piece] += math.exp(score) / total  # type: ignore[assignment]
    counts = lattice.expected_counts()
    assert counts == pytest.approx({piece: expected.get(piece, 0) for piece in counts})
    assert sum(count * len(piece) for piece, count in counts.items()) == pytest.approx(len(word))
    assert sum(map(lattice.share, lattice.paths())) == pytest.approx(1)


# -- sampling ----------------------------------------------------------------------------------------------------------


@given(models(), words("abc", 6), st.sampled_from([0.0, 0.1, 0.5, 1.0, 2.0]))
def test_sampling_probabilities(model: Model, word: str, alpha: float) -> None:
    lattice, scores = model.lattice(word), brute_force(model, word)
    total = sum(math.exp(alpha * score) for score in scores.values())
    for path in lattice.paths():
        exact = math.exp(alpha * scores[path.pieces]) / total
        assert lattice.sampling_probability(path, alpha) == pytest.approx(exact)
    compounding = [lattice.sampling_probability(path, alpha, compounding=True) for path in lattice.paths()]
    assert sum(compounding) == pytest.approx(1)
    if alpha == 1:
        assert compounding == pytest.approx([lattice.share(path) for path in lattice.paths()])


@pytest.mark.slow
@pytest.mark.parametrize("compounding", [False, True])
@pytest.mark.parametrize("alpha", [0.0, 0.1, 0.5, 1.0])
def test_samples_are_as_frequent_as_they_should_be(alpha: float, compounding: bool) -> None:
    lattice, rng, n = HUG.lattice("hugs"), Random(5), 20_000
    drawn = Counter(lattice.sample(rng, alpha, compounding=compounding) for _ in range(n))
    for path in lattice.paths():
        expected = lattice.sampling_probability(path, alpha, compounding=compounding)
        assert drawn[path] / n == pytest.approx(expected, abs=0.015)


def test_alpha_is_not_below_zero() -> None:
    lattice: Lattice = HUG.lattice("hug")
    with pytest.raises(RulesError, match="at least 0"):
        lattice.sample(Random(1), -0.5)
