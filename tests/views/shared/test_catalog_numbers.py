"""Numbers as readers see them: the signs are the catalog's, in every form, and nothing else writes any."""

from __future__ import annotations

import ast
import math
import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sources import nodes
from tokviz.views.shared.catalog import LANGUAGES, Catalog, load

EN = load("en")
SIGNS = {"number.group": "\u202f", "number.point": ",", "number.minus": "−", "number.percent": "{n} %", "a": "{x}"}
FRENCH = Catalog("xx", {**SIGNS, "n": "{n} mots"})


def test_a_language_may_write_numbers_in_its_own_way() -> None:
    assert FRENCH.integer(-1234567) == "−1\u202f234\u202f567"
    assert FRENCH.decimal(1234.5, 2) == "1\u202f234,50"
    assert FRENCH.percent(0.278) == "27,8 %"
    assert FRENCH.short(0.25, 4) == "0,25"
    assert FRENCH.signed(1500) == "+1\u202f500"
    assert FRENCH.scientific(1.25e-7, 3) == "1,25×10⁻⁷"
    assert FRENCH.count("n", 1200) == "1\u202f200 mots"


def test_sentences_write_their_whole_numbers_like_all_others() -> None:
    assert FRENCH("a", x=1234) == "1\u202f234"
    assert FRENCH("a", x="1234") == "1234"
    assert FRENCH("a", x=True) == "True"


def test_values_at_the_edges() -> None:
    assert [EN.significant(value, 5) for value in (0.0, 9.999996, 0.0099999999, 12345.6, 1.0)] == [
        *("0.0000", "10.000", "0.010000", "12,346", "1.0000")
    ]
    assert [EN.signed(value) for value in (-1, 0, 1)] == ["−1", "0", "+1"]
    assert (EN.fraction(Fraction(4, 2)), EN.fraction(1200), EN.fraction(Fraction(1, 2000))) == ("2", "1,200", "1/2,000")
    assert (EN.nats(math.nan), EN.nats(-1e-9)) == ("–", "−1.0×10⁻⁹")
    assert (EN.percent(0.00004, 2), EN.percent(1, 0)) == ("<0.01%", "100%")


@pytest.mark.parametrize("language", LANGUAGES)
@given(value=st.floats(1e-12, 1e9), digits=st.integers(2, 6))
def test_so_many_digits_are_significant(language: str, value: float, digits: int) -> None:
    say = load(language)
    written = say.significant(value, digits).replace(say("number.group"), "").replace(say("number.point"), ".")
    figures = written.replace(".", "").lstrip("0")
    assert len(figures) == digits or "." not in written
    assert math.isclose(float(written), value, rel_tol=10.0 ** (1 - digits))


def test_only_the_catalog_writes_numbers(root: Path) -> None:
    """An f-string in the interface formats no number for readers, in no language's way."""
    found = [
        f"{path.relative_to(root)}:{node.lineno}"
        for part in ("views", "web", "cli")
        for path in sorted((root / "tokviz" / part).rglob("*.py"))
        if path.name != "catalog.py" or part != "views"
        for node in nodes(path)
        if isinstance(node, ast.FormattedValue) and node.format_spec is not None
        if re.search(r"[,%+]|\.\d+f", ast.unparse(node.format_spec))
    ]
    assert found == []


@pytest.mark.parametrize("places", [0, 1, 2])
@given(part=st.integers(0, 30_522), whole=st.just(30_522))
def test_only_nothing_is_none_and_only_the_whole_is_all(part: int, whole: int, places: int) -> None:
    written = EN.percent(part / whole, places)
    assert (written == EN.percent(0, places)) == (part == 0)
    assert (written == EN.percent(1, places)) == (part == whole)
    assert EN.percent(math.fsum([0.1] * 10), places) == EN.percent(1, places)
