"""The motion between two steps: parts meet, rows go to their new places, and no shape leaves the figure."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PIL import ImageFont

from tests.features.stills.pictures import KINDS, drawn
from tokviz.features.stills.figure import FALLS, WORD, Box, Figure, Run, Text, plain_text
from tokviz.features.stills.fonts import OF_PAGE, of_page
from tokviz.features.stills.motion import between, eased
from tokviz.views.shared.palette import LIGHT


def boxes(figure: Figure, kind: str) -> dict[tuple[str | int, ...], Box]:
    return {one.key: one for one in figure.shapes if isinstance(one, Box) and one.key[:1] == (kind,)}


def token(start: int, end: int, x: float, text: str, fill: str = "#eeeeee") -> tuple[Box, Text]:
    key = (WORD, "low", start, end)
    width = 20.0 * (end - start)
    letters = Text(x + width / 2, 18, (Run(text, "#000000", is_mono=True),), 14, "middle", (*key, 1))
    return Box(x, 0, width, 26, fill, "#777777", key=(*key, 0)), letters


def figure(*shapes: Box | Text) -> Figure:
    return Figure(200, 40, "#ffffff", shapes, "", "", "en")


def test_the_parts_of_a_token_meet_where_it_will_be() -> None:
    before = figure(*token(0, 1, 0, "l"), *token(1, 2, 30, "o"), *token(2, 3, 60, "w"))
    after = figure(*token(0, 2, 0, "lo", "#8080ff"), *token(2, 3, 50, "w"))
    lefts: list[float] = []
    for share in (0.25, 0.75):
        way = between(before, after, share)
        found = boxes(way, WORD)
        assert [one for one in found if one[2:4] == (0, 2)] == []  # not before its parts are there
        lefts.append(found[(WORD, "low", 1, 2, 0)].x)
        assert found[(WORD, "low", 2, 3, 0)].x == 60 - 10 * share
        assert {plain_text(one.runs) for one in way.shapes if isinstance(one, Text)} == {"l", "o", "w"}
    assert 30 > lefts[0] > lefts[1] > 20
    assert found[(WORD, "low", 0, 1, 0)].fill not in ("#eeeeee", "#8080ff")


def test_a_token_of_a_word_that_is_split_again_comes_out_of_its_letters() -> None:
    before = figure(*token(0, 2, 0, "lo"), *token(2, 3, 50, "w"), *token(3, 5, 80, "er"))
    after = figure(*token(0, 2, 0, "lo"), *token(2, 4, 50, "we", "#8080ff"), *token(4, 5, 100, "r"))
    begun = boxes(between(before, after, 0.001), WORD)
    assert (begun[(WORD, "low", 2, 4, 0)].x, begun[(WORD, "low", 2, 4, 0)].width) == pytest.approx((50, 50), abs=0.1)
    assert begun[(WORD, "low", 4, 5, 0)].x == pytest.approx(100, abs=0.1)  # the right half of `er`
    way = between(before, after, 0.5)
    assert boxes(way, WORD)[(WORD, "low", 2, 4, 0)].width == 45
    assert [plain_text(one.runs) for one in way.shapes if isinstance(one, Text)] == ["lo", "we", "r"]


def test_a_pruning_splits_the_word_again_and_what_is_removed_falls() -> None:
    before, pruned, counted = drawn("pruned", 5, 6, 7)
    old, new = boxes(before, WORD), boxes(pruned, WORD)
    moved_down = boxes(between(before, pruned, 0.5), WORD)
    for key in ((WORD, "lower", 2, 4, 0), (WORD, "lower", 4, 5, 0)):  # lo w er becomes lo we r
        assert key not in old
        assert old[(WORD, "lower", 0, 2, 0)].y < moved_down[key].y < new[key].y
    assert {key[1] for key in boxes(pruned, FALLS)} == {"es", "ow", "ew", "id", "er"}
    falling = between(pruned, counted, 0.5)
    top = min(box.y for box in boxes(pruned, FALLS).values())
    fallen = [one for one in falling.shapes if one.key[:1] == (FALLS,)]
    assert min(one.y for one in fallen if isinstance(one, Box)) > top + 30
    assert boxes(counted, FALLS) == {}


def test_the_place_in_a_lattice_slides_to_the_next_position() -> None:
    first, second = drawn("lattice", 2, 3)
    (here,), (there,) = (boxes(one, "here").values() for one in (first, second))
    (way,) = boxes(between(first, second, 0.5), "here").values()
    assert way.x == pytest.approx((here.x + there.x) / 2)
    assert there.x > here.x + 40
    arcs = [boxes(one, "arc") for one in (first, between(first, second, 0.5), second)]
    assert any(len({one[key].fill for one in arcs}) == 3 for key in arcs[0])  # a piece lights up on the way


@pytest.mark.parametrize("kind", KINDS)
def test_no_two_shapes_of_a_figure_are_the_same_thing(kind: str) -> None:
    for one in drawn(kind):
        keys = [shape.key for shape in one.shapes if shape.key]
        assert len(keys) == len(set(keys))


@pytest.mark.parametrize("kind", KINDS)
def test_a_motion_ends_where_the_next_step_is(kind: str) -> None:
    steps = drawn(kind, 0, 1, 2)
    for before, after in pairwise(steps):
        way = between(before, after, 0.999_999)
        placed = {one.key: one for one in way.shapes if one.key}
        for shape in after.shapes:
            if shape.key in placed:
                assert (placed[shape.key].x, placed[shape.key].y) == pytest.approx((shape.x, shape.y), abs=0.01)
        assert (way.width, way.height) == (after.width, after.height)


def test_a_merge_moves_and_its_frame_is_that_of_the_page() -> None:
    before, after = drawn("bpe", 0, 1)
    halfway = boxes(between(before, after, eased(0.5)), WORD)
    old, new = boxes(before, WORD), boxes(after, WORD)
    assert [key for key in old if key in halfway and halfway[key].x != old[key].x]
    frames = [one for key, one in new.items() if key[-1] == 2]
    assert frames
    assert {one.stroke for one in frames} == {LIGHT.ink}


def test_a_merge_on_the_clock_moves_in_each_word_and_the_letters_stay() -> None:
    before, after = drawn("clock", 2, 3)  # BPE adds hug
    halfway, old, new = (boxes(figure, WORD) for figure in (between(before, after, 0.5), before, after))
    joined = {key for key in new if key not in old and key[1] in ("0 0", "0 4", "0 5") and key[-1] == 0}
    assert {key[2:4] for key in joined} == {(0, 3_000), (2_000, 5_000)}
    assert not joined & {*halfway}
    (ug,) = [key for key in old if key[:4] == (WORD, "0 0", 1_000, 3_000)]
    assert halfway[ug].x < old[ug].x
    letters = [
        [(one.x, one.y) for one in figure.shapes if isinstance(one, Text) and plain_text(one.runs) in "hugspnb"]
        for figure in (before, between(before, after, 0.5), after)
    ]
    assert letters[0] == letters[1] == letters[2]


def test_the_words_that_add_to_a_count_are_in_the_bars() -> None:
    (first,) = drawn("bpe", 0)
    inside = {plain_text(one.runs) for one in first.shapes if isinstance(one, Text) and one.key[:1] == ("pair",)}
    assert any(len(text.split()) == 2 and text.split()[1].isdigit() for text in inside), inside


def test_the_font_of_the_page_has_what_it_is_asked_for() -> None:
    path = of_page()
    assert path is not None
    font = ImageFont.truetype(str(path), 20)
    lacking = font.getmask("\ue123")
    for first, last in OF_PAGE:
        for code in range(first, last + 1):
            mask = font.getmask(chr(code))
            assert (mask.size, bytes(mask)) != (lacking.size, bytes(lacking)), hex(code)
