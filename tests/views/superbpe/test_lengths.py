"""The tokens of a line on average, when the borders fall and at the end, beside plain BPE on the same lines."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.superbpe.test_against_plain import lines, rules
from tokviz import examples, superbpe
from tokviz.corpus import Corpus
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.sentences import without_marks
from tokviz.views.superbpe import picture, tables
from tokviz.views.superbpe.lengths import lengths_of

EN = load("en")
EXAMPLE = examples.load("at-the-end")
RECIPE = EXAMPLE.recipe("superbpe")
assert isinstance(RECIPE.rules, superbpe.Rules)
TRACE = superbpe.train(EXAMPLE.corpus_for("superbpe"), rules=RECIPE.rules, merges=RECIPE.merges)


def test_the_lines_of_the_example() -> None:
    """It opens when the borders fall next: 16.2 tokens a line, 8.8 at the end, and 14.7 with plain BPE."""
    lengths = lengths_of(TRACE)
    assert lengths is not None
    assert (TRACE.lift, len(TRACE)) == (RECIPE.opens_at, 64)
    assert lengths.per_line(51) == lengths.per_line(52) == Fraction(97, 6)
    assert lengths.per_line(64) == Fraction(53, 6)
    assert lengths.plain_per_line(64) == Fraction(88, 6)
    first = TRACE[52]
    assert isinstance(first, superbpe.Merge)
    assert (first.pair, first.count) == (("Ġof", "Ġthe"), 10)


@given(lines, rules, st.integers(0, 40))
def test_plain_bpe_is_the_first_stage_that_goes_on(corpus: Corpus, asked: superbpe.Rules, size: int) -> None:
    trace = superbpe.train(corpus, vocab_size=size, rules=asked)
    lengths = lengths_of(trace)
    assert (lengths is None) == (trace.lift is None)
    if lengths is None:
        return
    assert lengths.plain[: lengths.lift + 1] == trace.total_symbols[: lengths.lift + 1]
    words = sum(len(numbers) * count for numbers, count in zip(trace.fine.lines, corpus.counts, strict=True))
    assert lengths.plain[-1] >= words  # no token reaches across a border


def test_plain_bpe_of_the_table_never_crosses_a_border() -> None:
    """It ends where it has no pair left, with a smaller vocabulary, and does not go on across borders."""
    plain = tables.plain_of(TRACE)
    assert (plain.total_symbols[-1], plain.stopped) == (88, "no_pairs")
    ours, other = tables.beside_bpe(TRACE, plain, EN)
    assert (ours.tokens, other.tokens, other.superwords) == (53, 88, 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_picture_gets(language: str) -> None:
    say = load(language)
    built = picture.payload(TRACE, range(len(TRACE) + 1), say)
    lengths = built["picture"]["lengths"]
    assert sorted(lengths["before"].values()) == [15, 15, 16, 16, 17, 18]
    assert (lengths["ours"][-1]["told"], lengths["plain"][-1]["told"]) == ("8.8", "14.7")
    assert [built["frames"][k]["length"]["told"] for k in (51, 52, 64)] == ["16.2", "16.2", "8.8"]
    assert built["picture"]["space"] == "Ġ"
    done, _ = (without_marks(said["text"]) for said in built["frames"][64]["say"])
    assert say("superbpe.per-line.plain", now="8.8", before="16.2", plain="14.7").strip() in done
    (before,) = (group["rows"] for group in built["frames"][51]["groups"])
    (after,) = (group["rows"] for group in built["frames"][52]["groups"])
    for one, other in zip(before, after, strict=True):
        assert built["rows"][one]["symbols"] == built["rows"][other]["symbols"]
        assert built["rows"][one]["bars"]
        assert not built["rows"][other]["bars"]


def test_borders_that_never_fall_have_no_lengths() -> None:
    trace = superbpe.train(Corpus({"by the way": 2}), merges=1, rules="superbpe-lesson")
    built = picture.payload(trace, range(len(trace) + 1), EN)
    assert ("lengths" in built["picture"]) == (trace.lift is not None)
