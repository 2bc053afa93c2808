"""Longest first as the picture gets it: what each search looks for, and where it finds a token."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from tests.catalogs import KEYS
from tests.strategies import words
from tests.views.encoding.frames import said
from tokviz.bpe import LongestFirst
from tokviz.views.encoding.lookup import MAX_SEARCHES, longest_first_frames, longest_first_payload
from tokviz.views.encoding.merging import FEW_ATTEMPTS, Frame, SymbolDrawing
from tokviz.views.shared.catalog import LANGUAGES, Catalog, load
from tokviz.views.shared.sentences import without_marks

EN = load("en")
LIST = LongestFirst(["est</w>", "high", "low", "es", "st"])


def shown(longest: LongestFirst, word: str, say: Catalog = EN) -> list[Frame]:
    return list(longest_first_frames(longest.explain(word), [word], longest, say))


def test_a_word_is_searched_until_nothing_is_left() -> None:
    frames = shown(LIST, "lowest")
    assert [frame.rows[1].symbols for frame in frames] == [
        ("l", "o", "w", "e", "s", "t", "</w>"),
        ("l", "o", "w", "est</w>"),
        ("low", "est</w>"),
    ]
    assert [frame.rows[1].spans for frame in frames] == [
        ((3, 4, "next"),),
        ((3, 1, "new"), (0, 3, "next")),
        ((0, 1, "new"),),
    ]
    assert {frame.rows[0].symbols[0] for frame in frames} == {"lowest"}
    told = [said(frame) for frame in shown(LIST, "lowest", KEYS)]
    assert told[1] == [
        "encode.longest.done(number=1, token=`est</w>`, rests=`low`)",
        "encode.longest.next(number=2, stretch=`low`, n=2, token=`low`)",
    ]
    assert told[2] == ["encode.longest.done.whole(number=2, token=`low`)", "encode.longest.end"]


def test_the_rows_of_a_search_are_the_tokens_that_it_looks_for() -> None:
    frames = shown(LIST, "lowest")
    for frame, tries in zip(
        frames[:2], ([("est</w>", "wins")], [("est</w>", "out"), ("high", "out"), ("low", "wins")]), strict=True
    ):
        assert frame.choice is not None
        assert [(one.names[0], one.kind) for one in frame.choice.tries] == tries
        (place,) = frame.choice.tries[-1].places
        assert (place.start, place.length, "next") in frame.rows[1].spans
    assert frames[2].choice is not None
    assert frames[2].choice.tries == []


def test_what_no_token_covers_is_unknown() -> None:
    frames = shown(LIST, "xlow")
    assert frames[-1].rows[1].symbols == ("<unk>", "low", "<unk>")
    assert said(shown(LIST, "xlow", KEYS)[-1]) == [
        "encode.longest.done.none(number=3, token=`<unk>`)",
        "encode.longest.end.unknown",
    ]


@given(words("ab", 8))
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_every_walk_ends_in_the_tokens(language: str, word: str) -> None:
    longest = LongestFirst(["ab", "a", "b</w>", "aba"])
    frames = shown(longest, word, load(language))
    assert frames[-1].rows[1].symbols == longest.explain(word).tokens
    for frame in frames:
        assert all(without_marks(parts).strip() for _, parts in frame.said)
        assert all(place + size <= len(frame.rows[1].symbols) for place, size, _ in frame.rows[1].spans)


def test_of_a_long_word_the_first_searches_are_shown() -> None:
    longest = LongestFirst(["a", "bb"])
    trace = longest.explain("ab" * 200)
    payload: dict[str, Any] = longest_first_payload(trace, ["ab"] * 200, longest, SymbolDrawing({}, 0), EN)
    assert len(payload["frames"]) == payload["total"] + 1 == MAX_SEARCHES + 1
    assert all(len(frame["choice"]["tries"]) <= FEW_ATTEMPTS for frame in payload["frames"])
