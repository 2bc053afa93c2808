"""Tokens as chips: the hue of their merge, nothing as HTML, rows that say what a press asks for."""

from __future__ import annotations

import json
import math
import re
from html import unescape

from tokviz import bpe, examples
from tokviz.corpus import Corpus
from tokviz.views.merges import tables
from tokviz.views.merges.tree import MAX_DEPTH, MAX_LEAVES, chip_tree, largest, merge_tree
from tokviz.views.shared.catalog import load
from tokviz.views.shared.chips import Bar, Chip, Chips, DataTable, Heading, Row
from tokviz.views.shared.palette import hue_of
from tokviz.views.shared.rendering import render
from tokviz.views.shared.tables import Column, Table, as_probability, chip_cells

EN = load("en")
SENNRICH = bpe.train(examples.load("sennrich").corpus, rules="sennrich")


def drawn(rows: tuple[Row, ...], columns: int) -> str:
    return render("data_table.html", EN, table=DataTable("name", (Heading("heading"),) * columns, rows))


def test_a_chip_has_the_hue_of_the_first_merge_that_made_it() -> None:
    chips = tables.chips_of(SENNRICH)
    assert chips.chip("est</w>") == Chip("est", "</w>", hue_of(3, 15))
    assert chips.chip("e") == Chip("e")
    assert chips.chip("</w>") == Chip("", "</w>")
    assert chips.chip(" new") == Chip("␣new")


def test_candidates_say_what_they_are_made_of_and_light_up() -> None:
    columns = tables.CANDIDATES.only("rank", "pair", "count", "tied", "words")
    rows = tables.candidate_rows(columns, tables.Candidates.of_step(SENNRICH, 3), EN)
    assert [row.cells[0] for row in rows[:3]] == ["1", "2", "3"]
    assert [row.cells[3] for row in rows[:3]] == ["first seen", "tied", ""]
    assert [row.cells[4] for row in rows[:3]] == ["low 5 + lower 2", "low 5 + lower 2", "newest 6"]
    assert [row.is_chosen for row in rows[:3]] == [True, False, False]
    assert rows[0].lights == ("l", "o")


def test_merges_say_whether_their_tokens_are_in_use() -> None:
    """After five merges `lo` is used up, `est</w>` ends newest 6 and widest 3."""
    columns = tables.MERGES.only("step", "pair", "token", "count", "tied", "in_use")
    rows = tables.merge_rows(columns, tables.Merges(SENNRICH, range(4, -1, -1), 5), {"score": lambda k: f"s{k}"}, EN)
    assert [row.step for row in rows] == [5, 4, 3, 2, 1]
    assert [row.cells[5] for row in rows] == ["7 times", "used up", "9 times", "used up", "used up"]
    assert [row.cells[6] for row in rows] == ["s5", "s4", "s3", "s2", "s1"]
    assert rows[1].cells[2] == (Chip("lo", "", hue_of(4, 15), is_used_up=True),)


def test_hostile_tokens_are_text() -> None:
    page = drawn((Row((Chips().row(('"><b>', "</w>")), "<i>"), lights=('"><b>', "'&")),), 2)
    assert "<b>" not in page
    assert "<i>" not in page
    (light,) = re.findall(r'data-light="([^"]*)"', page)
    assert json.loads(unescape(light)) == ['"><b>', "'&"]


def test_only_rows_that_do_something_have_buttons() -> None:
    cells = ("1", Chips().row("ab"))
    assert "<button" not in drawn((Row(cells),), 2)
    assert drawn((Row(cells, step=3), Row(cells, step=2)), 2).count("<button") == 2


def test_bars_in_cells_have_one_measure_or_one_each() -> None:
    table: Table[list[tuple[str, float, float]]] = Table(
        (
            Column("piece", "column.piece", lambda rows: [row[0] for row in rows], has_tokens=True),
            Column("before", "column.before", lambda rows: [row[1] for row in rows], as_probability),
            Column("after", "column.after", lambda rows: [row[2] for row in rows], as_probability),
        )
    )
    filled = table.of([("a", 0.5, 0.25), ("b", 0.25, math.nan), ("c", 0.0, -1.0)])

    def shares(*, has_one_measure: bool) -> list[list[float | None]]:
        rows = chip_cells(filled, Chips(), EN, bars={"before", "after"}, has_one_measure=has_one_measure)
        return [[cell.share if isinstance(cell, Bar) else None for cell in row[1:]] for row in rows]

    assert shares(has_one_measure=False) == [[1.0, 1.0], [0.5, None], [None, None]]
    assert shares(has_one_measure=True) == [[1.0, 0.5], [0.5, None], [None, None]]
    cells = chip_cells(filled, Chips(), EN, bars={"before"})
    html = drawn(tuple(map(Row, cells)), 3)
    assert html.count('class="tokviz-bar"') == 2
    assert "width: 50.0%" in html
    assert "<i" not in drawn((Row((Bar("0.0% (0)", 0.0),)),), 3)  # not even a sliver


def test_the_largest_trees_come_first_and_none_twice() -> None:
    """After nine merges `newest</w>`, `low</w>`, `est</w>` and `low` are in use, the last two within the others."""
    assert [tree.token for tree in largest(SENNRICH, 9)] == ["newest</w>", "low</w>"]
    assert [tree.token for tree in largest(SENNRICH, 5)] == ["est</w>", "low"]
    assert largest(SENNRICH, 0) == ()


def test_many_trees_are_cut_off() -> None:
    trace = bpe.train(Corpus({"".join(chr(0x4E00 + 20 * word + i) for i in range(20)): 2 for word in range(9)}))
    shown = largest(trace, len(trace))
    assert len(shown) < len(trace.symbols())
    assert sum(not node.parts for tree in shown for node in tree.walk()) <= MAX_LEAVES


def test_a_tree_of_chips_is_no_deeper_than_it_can_be_drawn() -> None:
    trace = bpe.train(Corpus({"a" * 3 + "b" * 3: 1, "x" + "".join(map(chr, range(0x4E00, 0x4E80))): 5}))
    token = max(trace.tokens, key=len)

    def depth(tree: object) -> int:
        return 1 + max(map(depth, tree.parts), default=0)  # type: ignore[attr-defined]

    assert depth(chip_tree(merge_tree(trace, token), len(trace))) == MAX_DEPTH
    small = chip_tree(merge_tree(SENNRICH, "est</w>"), 15)
    assert (small.chip.number, [part.chip.number for part in small.parts]) == (3, [2, None])
