"""The fewest tokens: the example of PathPiece's idea by hand, and brute force over all segmentations."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import words
from tests.unigram.test_lattice import HUG, brute_force, models
from tokviz.unigram import Fewest, LeftOut, Model


def of(pieces: str, word: str) -> Fewest:
    """The fewest tokens of a word with these pieces."""
    return Fewest(Model(dict.fromkeys(pieces.split(), 0.1)).lattice(word))


def segmentations(model: Model, word: str, *, leave_out: str = "") -> list[tuple[str, ...]]:
    """All segmentations from the definition, without one piece."""
    return [pieces for pieces in brute_force(model, word) if leave_out not in pieces]


def bounds(pieces: tuple[str, ...]) -> list[tuple[int, int]]:
    """Begin and end of each token."""
    ends = [sum(map(len, pieces[: number + 1])) for number in range(len(pieces))]
    return [(end - len(piece), end) for piece, end in zip(pieces, ends, strict=True)]


# -- by hand -----------------------------------------------------------------------------------------------------------


def test_unhug_needs_two_tokens_and_three_without_hug() -> None:
    """un hug; without hug: un h ug, which has the longer last token, or un hu g."""
    fewest = of("u n h g un hug hu ug", "unhug")
    assert [cell.tokens for cell in fewest.table] == [0, 1, 1, 2, 2, 2]
    assert fewest.path.pieces == ("un", "hug")
    assert fewest.number_of_paths == 1
    assert fewest.without("hug").pieces == ("un", "h", "ug")
    assert fewest.left_out()[:2] == (
        LeftOut("un", 1, fewest.without("un"), 1),
        LeftOut("hug", 1, fewest.without("hug"), 1),
    )
    assert [(row.piece, row.increase) for row in fewest.left_out()[2:]] == [("hu", 0), ("ug", 0)]


def test_a_tie_goes_to_the_longest_last_token() -> None:
    """hugs of the course: h ugs, hu gs and hug s."""
    fewest = Fewest(HUG.lattice("hugs"))
    assert [" ".join(path.pieces) for path in fewest.paths()] == ["h ugs", "hu gs", "hug s"]
    assert fewest.number_of_paths == 3
    assert [arc.piece for arc in fewest.table[-1].tied] == ["ugs", "gs", "s"]
    assert [path.pieces for path in fewest.paths(1)] == [fewest.path.pieces]


def test_longest_match_may_need_one_more() -> None:
    fewest = of("a b c d ab bcd", "abcd")
    assert (fewest.path.pieces, fewest.greedy.pieces) == (("a", "bcd"), ("ab", "c", "d"))
    assert fewest.needed_more(fewest.greedy) == 1


def test_uses_may_cost_less_together_than_one_by_one() -> None:
    """abab: ab ab needs 2 tokens, and a ba b needs 3, whether one of the two is not allowed or both."""
    fewest = of("a b ab ba", "abab")
    assert [fewest.increase_of_use(arc) for arc in fewest.path.arcs] == [1, 1]
    assert fewest.left_out()[0] == LeftOut("ab", 2, fewest.without("ab"), 1)


def test_there_is_always_a_path() -> None:
    assert of("a", "").path.pieces == ()
    assert (of("a", "").tokens, of("a", "").number_of_paths, of("a", "").left_out()) == (0, 1, ())
    unknown = of("ab", "xab")
    assert (unknown.path.pieces, unknown.greedy.pieces) == (("x", "ab"), ("x", "ab"))
    assert unknown.without("ab").pieces == ("x", "a", "b")


def test_a_long_word_has_its_exact_number_of_ties() -> None:
    """Of 120 characters a, with pieces of one and two, the fewest are sixty; of 121 the single one has 61 places."""
    assert of("a aa", "a" * 120).number_of_paths == 1
    assert (of("a aa", "a" * 121).tokens, of("a aa", "a" * 121).number_of_paths) == (61, 61)
    assert len(of("a aa", "a" * 121).paths(7)) == 7


# -- against all segmentations -----------------------------------------------------------------------------------------


@given(models(), words("abcd", 8))
def test_the_fewest_of_all_segmentations(model: Model, word: str) -> None:
    fewest = Fewest(model.lattice(word))
    least = min(map(len, segmentations(model, word)))
    tied = {pieces for pieces in segmentations(model, word) if len(pieces) == least}
    assert (fewest.tokens, fewest.number_of_paths) == (least, len(tied))
    listed = [path.pieces for path in fewest.paths()]
    assert (len(listed), set(listed)) == (len(tied), tied)
    # the longest last token, of those the longest before it, and so on
    from_the_end = sorted(tied, key=lambda pieces: [len(piece) for piece in reversed(pieces)], reverse=True)
    assert listed == from_the_end
    assert fewest.path.pieces == listed[0]
    for position, cell in enumerate(fewest.table[1:], start=1):
        assert cell.tokens == min(map(len, segmentations(model, word[:position])))


@given(models(), words("abcd", 8))
def test_longest_match_from_the_left(model: Model, word: str) -> None:
    """By looking each prefix up, the longest first."""
    expected, rest = [], word
    while rest:
        prefixes = (rest[:end] for end in range(len(rest), 1, -1))
        expected.append(next((piece for piece in prefixes if piece in model.probabilities), rest[0]))
        rest = rest.removeprefix(expected[-1])
    fewest = Fewest(model.lattice(word))
    assert fewest.greedy.pieces == tuple(expected)
    assert fewest.needed_more(fewest.greedy) == len(expected) - min(map(len, segmentations(model, word)))
    assert fewest.needed_more(fewest.greedy) >= 0


@given(models(), words("abcd", 8))
def test_what_leaving_out_a_piece_costs(model: Model, word: str) -> None:
    fewest = Fewest(model.lattice(word))
    rows = fewest.left_out()
    longer = {piece for pieces in segmentations(model, word) for piece in pieces if len(piece) > 1}
    assert ({row.piece for row in rows}, len(rows)) == (longer, len(longer))
    assert [row.increase for row in rows] == sorted((row.increase for row in rows), reverse=True)
    for row in rows:
        others = segmentations(model, word, leave_out=row.piece)
        assert row.path.pieces in others
        assert len(row.path.pieces) == min(map(len, others)) == fewest.tokens + row.increase
        assert row.uses == fewest.path.pieces.count(row.piece)
        assert row.increase == 0 or row.uses


@given(models(), words("abcd", 8), st.data())
def test_what_leaving_out_one_use_costs(model: Model, word: str, data: st.DataObject) -> None:
    fewest = Fewest(model.lattice(word))
    longer = [arc for arc in fewest.lattice.arcs if len(arc.piece) > 1]
    if not longer:
        return
    arc = data.draw(st.sampled_from(longer))
    avoiding = [pieces for pieces in segmentations(model, word) if (arc.begin, arc.end) not in bounds(pieces)]
    assert fewest.increase_of_use(arc) == min(map(len, avoiding)) - fewest.tokens


@pytest.mark.parametrize("word", ["unhug", "hugs", "huggun", "mmhug"])
def test_probabilities_do_not_matter(word: str) -> None:
    same = Model(dict.fromkeys(HUG.probabilities, 1 / len(HUG.probabilities)))
    assert Fewest(HUG.lattice(word)).path.pieces == Fewest(same.lattice(word)).path.pieces
