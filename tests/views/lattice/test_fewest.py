"""The fewest tokens as tables and sentences: the course's words, and words on which other ways need more."""

from __future__ import annotations

import pandas as pd
import pytest
from hypothesis import given

from tests.catalogs import KEYS
from tests.strategies import words
from tests.unigram.test_fewest import of
from tests.unigram.test_lattice import HUG, models
from tokviz.unigram import Fewest, Model
from tokviz.views.lattice import fewest as views
from tokviz.views.shared.catalog import load
from tokviz.views.shared.sentences import without_marks

EN = load("en")


def said(fewest: Fewest) -> list[str]:
    """The sentences on the result, as keys with their values."""
    return [without_marks(sentence) for sentence in views.result(fewest, KEYS)]


def without(fewest: Fewest) -> pd.DataFrame:
    """The table of what each piece is worth, as people read it."""
    return views.LEFT_OUT.of(fewest.left_out()).read(EN)


def test_the_only_segmentation_with_so_few() -> None:
    assert said(of("u n h g un hug hu ug", "unhug")) == [
        KEYS("lattice.fewest.only", pieces="un hug", tokens=KEYS.count("count.tokens", 2)),
        KEYS("lattice.fewest.greedy.same", pieces="un hug", more=0),
        KEYS("lattice.fewest.unigram.same", pieces="un hug", more=0),
    ]


def test_a_word_with_one_segmentation() -> None:
    tokens = KEYS.count("count.tokens", 2)
    assert said(of("a b", "ab"))[0] == KEYS("lattice.fewest.single", pieces="a b", tokens=tokens)


def test_ties_are_counted() -> None:
    values = {"number": KEYS.count("lattice.paths", 3), "tokens": KEYS.count("count.tokens", 2)}
    fewest = Fewest(HUG.lattice("hugs"))
    assert said(fewest)[0] == KEYS("lattice.fewest.tied", pieces="h ugs", **values)
    ties = views.TIES.of(views.Ties(fewest, fewest.paths(2))).read(EN)
    assert list(ties["segmentation"]) == ["h ugs", "hu gs"]
    assert list(ties["share"]) == ["29.60%", "29.60%"]


def test_longest_match_and_the_most_probable_may_need_more() -> None:
    """ab c d instead of a bcd; and with a frequent letter Unigram takes a a a a."""
    assert said(of("a b c d ab bcd", "abcd"))[1] == KEYS("lattice.fewest.greedy.more", pieces="ab c d", more=1)
    frequent = Fewest(Model({"a": 0.9, "aa": 0.01}).lattice("aaaa"))
    assert said(frequent)[2] == KEYS("lattice.fewest.unigram.more", pieces="a a a a", more=2)
    table = views.WAYS.of(views.ways(frequent)).read(EN)
    assert list(table["segmentation"]) == ["aa aa", "a a a a", "aa aa"]
    assert [str(value) for value in table["tokens"]] == ["2", "4", "2"]
    assert list(table["more"]) == ["0", "+2", "0"]


def test_the_forward_pass_of_unhug() -> None:
    table = views.FORWARD.of(of("u n h g un hug hu ug", "unhug")).read(EN)
    assert list(table["fewest"]) == [0, 1, 1, 2, 2, 2]
    assert list(table["last"]) == ["", "u", "un", "h", "hu", "hug"]
    assert list(table["begin"]) == ["", 0, 0, 2, 2, 2]
    assert list(table["tied"]) == [""] * 6
    sums = table["candidates"].iloc[-1].replace("\u00a0", " ")
    assert sums == "hug 1 + 1 = 2, ug 2 + 1 = 3, g 2 + 1 = 3"
    assert list(table["followed"]) == ["", "", "✓", "", "", "✓"]


def test_a_cell_lists_few_candidates() -> None:
    table = views.FORWARD.of(of("a aa aaa aaaa aaaaa aaaaaa aaaaaaa", "a" * 7)).read(EN)
    assert table["candidates"].iloc[-1].endswith("2, …")
    assert table["candidates"].iloc[-2].count("=") == 6


def test_without_hug_one_more() -> None:
    fewest = of("u n h g un hug hu ug", "unhug")
    table = without(fewest)
    assert list(table["piece"]) == ["un", "hug", "hu", "ug"]
    assert list(table["without"]) == ["u n hug", "un h ug", "un hug", "un hug"]
    assert list(table["increase"]) == ["+1", "+1", "0", "0"]
    sentence = without_marks(views.needed(fewest, fewest.left_out(), KEYS))
    assert sentence == KEYS.count("lattice.fewest.without.more", 1, piece="hug", pieces="un h ug")


@pytest.mark.parametrize(
    ("pieces", "word", "key"),
    [("a b", "ab", "no-piece"), ("a b c ab bc", "abc", "none")],
)
def test_nothing_is_lost(pieces: str, word: str, key: str) -> None:
    fewest = of(pieces, word)
    tokens = KEYS.count("count.tokens", fewest.tokens)
    expected = {
        "no-piece": KEYS("lattice.fewest.without.no-piece"),
        "none": KEYS("lattice.fewest.without.none", tokens=tokens),
    }
    assert without_marks(views.needed(fewest, fewest.left_out(), KEYS)) == expected[key]


@given(models(), words("abcd", 8))
def test_more_is_said_only_where_it_is_true(model: Model, word: str) -> None:
    fewest = Fewest(model.lattice(word))
    first, greedy, unigram = said(fewest)
    alone = "single" if fewest.lattice.number_of_paths == 1 else "only"
    assert first.startswith(f"lattice.fewest.{'tied' if fewest.number_of_paths > 1 else alone}(")
    for sentence, path in ((greedy, fewest.greedy), (unigram, fewest.lattice.best().path)):
        assert (".more(" in sentence) == (len(path.arcs) > fewest.tokens)
