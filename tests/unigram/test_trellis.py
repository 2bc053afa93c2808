"""The arrays that training sums over, beside the readable lattice of each word."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import words
from tokviz.unigram import Model
from tokviz.unigram import trellis as trellis_module
from tokviz.unigram.em import add_up, alternative_scores, best_path_counts, expected_counts, removal_costs, with_unknown
from tokviz.unigram.rules import PRESETS
from tokviz.unigram.trellis import UNKNOWN, Trellis

SOME_WORDS = st.lists(words("abcé", 9), min_size=1, max_size=8, unique=True)
SCORES = st.dictionaries(words("abé", 4), st.floats(-15, -0.1), min_size=1, max_size=12)


@pytest.fixture(params=[0, 3, 10_000], ids=["arrays", "both", "one by one"], autouse=True)
def _thin(request: pytest.FixtureRequest) -> Iterator[None]:
    """Everything is tested with arrays only, with loops only, and with loops behind arrays."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trellis_module, "THIN", request.param)
        yield


def unpack(scores: dict[str, float]) -> tuple[list[str], np.ndarray[tuple[int], np.dtype[np.float64]]]:
    return list(scores), np.array(list(scores.values()))


@given(SOME_WORDS, SCORES, st.data())
def test_sums_are_those_of_the_lattices(some: list[str], scores: dict[str, float], data: st.DataObject) -> None:
    weights = np.array([data.draw(st.integers(1, 9)) for _ in some])
    names, values = unpack(scores)
    trellis, model = Trellis.of(some, names), Model.from_scores(scores)
    lattices = [model.lattice(word) for word in some]
    extended = with_unknown(values)
    forward, backward = trellis.forward(extended), trellis.backward(extended)
    assert forward[trellis.last] == pytest.approx([lattice.log_probability for lattice in lattices])
    assert backward[trellis.first] == pytest.approx([lattice.log_probability for lattice in lattices])

    expected: Counter[str] = Counter()
    for lattice, weight in zip(lattices, weights.tolist(), strict=True):
        for piece, count in lattice.expected_counts().items():
            expected[piece if piece in scores else "?"] += weight * count
    found = expected_counts(trellis, values, weights)
    assert found.counts == pytest.approx([expected[name] for name in (*names, "?")])
    lengths = [*map(len, names), 1]
    assert float(np.dot(found.counts, lengths)) == pytest.approx(float(np.dot(weights, list(map(len, some)))))


@given(SOME_WORDS, SCORES)
def test_best_paths_are_those_of_the_model(some: list[str], scores: dict[str, float]) -> None:
    names, values = unpack(scores)
    trellis, model = Trellis.of(some, names), Model.from_scores(scores)
    extended = with_unknown(values)
    best, back = trellis.best_scores(extended)
    paths = [model.lattice(word).best().path for word in some]
    assert best[trellis.last].tolist() == [path.score for path in paths]
    assert trellis.best_from_the_right(extended)[trellis.first] == pytest.approx(best[trellis.last])
    cuts = {(word, arc.begin, arc.end) for word, path in enumerate(paths) for arc in path.arcs}
    arcs = trellis.trace_back(back)
    shift = trellis.first[trellis.word[arcs]]
    rows = zip(trellis.word[arcs].tolist(), trellis.begin[arcs] - shift, trellis.end[arcs] - shift, strict=True)
    assert {(word, int(begin), int(end)) for word, begin, end in rows} == cuts

    # Looking ahead, another path may win, but only one that is as good.
    ahead = trellis.trace_back_looking_ahead(extended, best)
    totals = np.bincount(trellis.word[ahead], extended[trellis.piece[ahead]], len(some))
    assert totals == pytest.approx(best[trellis.last])
    spans = np.bincount(trellis.word[ahead], trellis.end[ahead] - trellis.begin[ahead], len(some))
    assert spans.tolist() == list(map(len, some))


@given(SOME_WORDS, SCORES, st.data())
def test_fewer_pieces_make_the_trellis_of_fewer_pieces(
    some: list[str], scores: dict[str, float], data: st.DataObject
) -> None:
    names, _ = unpack(scores)
    kept = data.draw(st.permutations(names).map(lambda order: order[: 1 + len(order) // 2]))
    numbers = np.array([kept.index(name) if name in kept else UNKNOWN for name in names])
    ours, anew = Trellis.of(some, names).renumber(numbers), Trellis.of(some, kept)
    for trellis in (ours, anew):
        assert np.all(np.diff(trellis.key) >= 0)
    order, other = ours.reading_order, anew.reading_order
    for name in ("begin", "end", "piece", "word"):
        assert getattr(ours, name)[order].tolist() == getattr(anew, name)[other].tolist()


@given(SOME_WORDS, SCORES, st.data())
def test_a_choice_of_words(some: list[str], scores: dict[str, float], data: st.DataObject) -> None:
    names, values = unpack(scores)
    chosen = data.draw(st.lists(st.integers(0, len(some) - 1), min_size=1, max_size=12))
    part = Trellis.of(some, names).words(np.array(chosen))
    anew = Trellis.of([some[i] for i in chosen], names)
    extended = with_unknown(values)
    assert part.forward(extended)[part.last] == pytest.approx(anew.forward(extended)[anew.last])
    assert part.first.tolist() == anew.first.tolist()


@given(SOME_WORDS, SCORES)
def test_pieces_inside_of_words_are_those_read_by_themselves(some: list[str], scores: dict[str, float]) -> None:
    names, _ = unpack(scores)
    trellis = Trellis.of(some, names)
    has = [any(name in word for word in some) for name in names]
    assert (trellis.pieces(np.arange(len(names))) is None) == (not all(has))
    chosen = np.flatnonzero(has)[::-1]
    ours, anew = trellis.pieces(chosen), Trellis.of([names[i] for i in chosen.tolist()], names)
    assert ours is not None
    for name in ("begin", "end", "piece", "word", "first", "last", "reading_order"):
        assert getattr(ours, name).tolist() == getattr(anew, name).tolist()


@given(st.lists(st.tuples(st.integers(0, 4), st.floats(0, 1e6)), max_size=60))
def test_single_precision_is_rounded_after_every_addition(values: list[tuple[int, float]]) -> None:
    expected = [np.float32(0)] * 5
    for slot, value in values:
        expected[slot] = np.float32(float(expected[slot]) + value)
    slots, amounts = np.array([s for s, _ in values], np.int64), np.array([v for _, v in values])
    assert add_up(slots, amounts, 5, np.dtype(np.float32)).tolist() == [float(number) for number in expected]


@given(SOME_WORDS, SCORES, st.data())
def test_removal_costs(some: list[str], scores: dict[str, float], data: st.DataObject) -> None:
    """Exactly: every word is segmented again by a model without the piece."""
    scores = {**dict.fromkeys("abcé", -20.0), **scores}  # characters are known, and stay
    names, values = unpack(scores)
    weights = np.array([data.draw(st.integers(1, 9)) for _ in some])
    trellis = Trellis.of(some, names)

    def loss(model: Model) -> float:
        paths = (model.lattice(word).best().path for word in some)
        return -float(sum(weight * path.score for weight, path in zip(weights.tolist(), paths, strict=True)))

    costs = removal_costs(trellis, names, values, weights, PRESETS["course"])
    split = removal_costs(trellis, names, values, weights, PRESETS["soft-em"])
    assert costs.occurrences == pytest.approx(best_path_counts(trellis, values, weights).counts[:-1])
    for i, name in enumerate(names):
        if len(name) > 1:
            without = Model.from_scores({other: score for other, score in scores.items() if other != name})
            assert costs.loss[i] == pytest.approx(loss(without) - loss(Model.from_scores(scores)), abs=1e-6)
            assert split.loss[i] >= costs.loss[i] - 1e-6  # words may be split better than piece by piece


@given(SCORES)
def test_alternatives(scores: dict[str, float]) -> None:
    names, values = unpack(scores)
    found, parts = alternative_scores(names, values, np.arange(len(names)))
    some = np.arange(0, len(names), 2)
    for whole, few in zip((found, parts), alternative_scores(names, values, some), strict=True):
        assert few.tolist() == whole[some].tolist()
    for i, name in enumerate(names):
        paths = Model.from_scores(scores).lattice(name).paths()
        others = [path for path in paths if path.pieces != (name,)]
        if len(name) == 1:
            assert found[i] == min(values) - 10
        else:
            best = max(others, key=lambda path: path.score)
            assert found[i] == pytest.approx(best.score)
            assert parts[i] in {len(path.arcs) for path in others if math.isclose(path.score, best.score)}


def test_arrays_are_not_shared_by_accident() -> None:
    trellis = Trellis.of(["aba", "b"], ["a", "b", "ab"])
    before = trellis.key.tolist()
    fewer = trellis.renumber(np.array([0, UNKNOWN, 1]))
    replace(fewer, piece=fewer.piece).words(np.array([1, 0]))
    assert trellis.key.tolist() == before
    assert fewer.piece.tolist().count(UNKNOWN) == 2
