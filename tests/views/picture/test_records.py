"""Records of payloads as data, and the pool of what frames refer to by number."""

from __future__ import annotations

import json

from tests.views.picture.test_pictures import TRACES, every_trace
from tokviz.trace import Trace
from tokviz.views.algorithms import views_of
from tokviz.views.encoding.payload import Attempt, SymbolPlace
from tokviz.views.merges.payload import FirstSymbol, MadeToken
from tokviz.views.picture.payload import Chip, ChipRow, Pool, RowGroup, row_group
from tokviz.views.picture.records import encoded
from tokviz.views.shared.catalog import load

EN = load("en")


@every_trace
def test_a_payload_is_the_same_once_it_is_read_as_json(trace: Trace) -> None:
    assert trace in TRACES
    for asks in (False, True):
        built = views_of(trace).picture.payload(trace, range(len(trace) + 1), EN, asks=asks)
        assert json.loads(json.dumps(built)) == built


def test_a_field_that_is_none_by_default_is_left_out_and_no_other() -> None:
    assert encoded(MadeToken(number=1, symbol=0, toggles=())) == {"number": 1, "symbol": 0, "toggles": []}
    assert encoded(MadeToken(number=1, symbol=0, toggles=(), removed=[])).keys() >= {"removed"}
    assert encoded(row_group([])) == {"heading": None, "rows": [], "spans": []}
    attempt = encoded(Attempt(("a",), (SymbolPlace(0, 1),), "", ()))
    assert attempt["kind"] == "open"
    assert attempt["places"] == [{"start": 0, "length": 1}]
    assert "number" not in attempt


def test_records_are_found_in_whatever_holds_them() -> None:
    letter = {"symbol": 3, "toggles": [1]}
    assert encoded({"of": [(FirstSymbol(symbol=3, toggles=[1]),)]}) == {"of": [[letter]]}
    assert encoded(RowGroup("", (1,), ())) == {"heading": "", "rows": [1], "spans": []}


def test_symbols_signs_and_rows_are_in_a_pool_once() -> None:
    pool = Pool(EN)
    assert [pool.number(symbol) for symbol in ("lo", "w", "lo")] == [0, 1, 0]
    assert pool.numbers(("lo", "w"), 9) == pool.numbers(("lo", "w"), 9) == (0, 1, 2)
    assert pool.names == ("lo", "w")
    assert pool.tokens == [Chip("lo"), Chip("w"), Chip("… +7")]
    assert pool.row(ChipRow("low", (0, 1))) == pool.row(ChipRow("low", (0, 1))) == 0
    assert pool.word("low", 5, ("lo", "w"), 2) == pool.word("low", 5, ("lo", "w"), 2) == 1
    assert pool.word("low", 5, ("lo", "w"), 2, (1,), ()) == 2
    assert len(pool.rows) == 3


def test_two_long_words_that_look_the_same_have_a_row_each() -> None:
    pool = Pool(EN)
    first, second = (pool.word("a" * 250 + letter + "a" * 50, 1, ("a",) * 200, 301) for letter in "bc")
    assert first != second
    assert pool.rows[first] == pool.rows[second]


def test_chips_have_colors_where_nothing_else_says_how_they_are_drawn() -> None:
    pool = Pool(EN, is_colored=True, as_is="not known")
    for symbol in ("a", "b", "not known", ""):
        pool.number(symbol)
    assert [(chip.text, chip.color) for chip in pool.tokens] == [("a", 0), ("b", 3), ("not known", 6), ("∅", 9)]
