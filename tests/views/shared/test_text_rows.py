"""Blocks of a text in rows, and tokens that go on from one block to the next."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tokviz.views.shared.text_rows import RowPart, TextBlock, TextCharacter, make_blocks, split_long


def one_block(size: int) -> tuple[list[TextBlock], list[TextCharacter]]:
    """Return a text of so many letters as one block, and its characters, a column each."""
    blocks = make_blocks("a" * size, [(0, size)], [(0, size)], ["line"])
    return blocks, [{"text": "a", "start": at, "end": at + 1} for at in range(size)]


def test_a_side_inside_a_character_belongs_to_the_part_at_that_side() -> None:
    token: RowPart = {"text": "abcdefghijklmnopqrst", "start": 0, "end": 20, "cut_start": True, "cut_end": True}
    blocks, [parts] = split_long(*one_block(20), [[token]])
    assert [(block["start"], block["end"], block["before"]) for block in blocks] == [
        (0, 10, "line"),
        (10, 20, "inside"),
    ]
    assert parts == [
        {"text": "abcde…qrst", "start": 0, "end": 10, "cut_start": True, "goes_on": True},
        {"text": "…", "start": 10, "end": 20, "cut_end": True, "from_before": True},
    ]


def test_what_fits_stays_as_it_is() -> None:
    token: RowPart = {"text": "abc", "start": 0, "end": 3, "number": 1}
    assert split_long(*one_block(3), [[token]]) == (one_block(3)[0], [[token]])


@given(st.integers(1, 60), st.lists(st.integers(1, 59), max_size=12), st.integers(1, 12))
def test_parts_of_a_token_are_all_of_it(size: int, cuts: list[int], room: int) -> None:
    edges = sorted({0, size, *(cut for cut in cuts if cut < size)})
    row: list[RowPart] = [{"text": "x", "start": start, "end": end} for start, end in pairwise(edges)]
    blocks, [parts] = split_long(*one_block(size), [row], [room])
    assert all(block["end"] - block["start"] <= room for block in blocks)
    whole = [part for part in parts if "from_before" not in part]
    assert [part["start"] for part in whole] == [token["start"] for token in row]
    for before, part in pairwise(parts):
        assert before["end"] == part["start"]
        assert before.get("goes_on", False) == part.get("from_before", False)


def test_a_long_token_keeps_its_letters_where_it_is_split() -> None:
    """Each part reads what is above it; its own sign for a space is not that of the text."""
    block, _ = one_block(11)
    characters: list[TextCharacter] = [
        {"text": letter, "start": place, "end": place + 1} for place, letter in enumerate("␣strawberry")
    ]
    for text in ("␣strawberry", "Ġstrawberry"):
        _, [parts] = split_long(block, characters, [[{"text": text, "start": 0, "end": 11}]], [6])
        assert len(parts) > 1
        assert "".join(part["text"] for part in parts) == text
        assert {part.get("whole") for part in parts} == {text}
    other: RowPart = {"text": "[UNK]", "start": 0, "end": 11}
    _, [unknown] = split_long(block, characters, [[other]], [6])
    assert [part["text"] for part in unknown] == ["[UNK]", "…"]
    assert not any("whole" in part for part in unknown)
