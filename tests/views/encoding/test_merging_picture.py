"""The picture of an encoding: what a step chooses from, where it is in the word, what symbols are made of."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from tests.strategies import corpora, words
from tokviz import bpe, examples
from tokviz.bpe import Model
from tokviz.bpe.subword_nmt import Applier
from tokviz.views.encoding.applying import merged_word
from tokviz.views.encoding.merging import (
    FEW_ATTEMPTS,
    MAX_LISTED,
    SymbolDrawing,
    listed_merges,
    makers,
    most_attempts,
    word_frames,
    word_parts,
)
from tokviz.views.encoding.subword_nmt import apply_frames
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.display import visible
from tokviz.views.shared.sentences import without_marks

EN = load("en")
TEN = bpe.train(examples.load("sennrich").corpus, merges=10, rules="sennrich").model()


def built(model: Model, word: str, language: str = "en") -> list[dict[str, Any]]:
    trace, say = model.explain(word), load(language)
    drawn = SymbolDrawing(makers(trace), len(model.merges), ("</w>",))
    return word_parts(word_frames(trace, say), say, drawn)


def test_merges_are_listed_where_they_are_few_and_each_pair_has_its_number() -> None:
    (found,), _ = merged_word(TEN, "lowest", EN)
    assert found["picture"]["listed"] == ["".join(pair) for pair in TEN.merges]
    numbers = [
        {" ".join(row["names"]): row.get("number") for row in frame["choice"]["tries"]} for frame in found["frames"]
    ]
    assert numbers[2] == {"est </w>": 3, "l o": 4, "o w": None, "w est": None}
    many = replace(TEN, merges=tuple((f"a{number}", "b") for number in range(MAX_LISTED + 1)))
    assert listed_merges(many) == ()
    assert listed_merges(replace(TEN, merges=())) == ()


def applied(applier: Applier, word: str) -> dict[str, Any]:
    trace = applier.explain(word)
    steps = [step for fragment in trace.fragments for step in fragment.encoding or ()]
    drawn = SymbolDrawing(makers(steps), 10, ("</w>", "@@"))
    (found,) = word_parts(apply_frames(trace, "@@", EN), EN, drawn)
    return found


def tries(payload: dict[str, Any], step: int) -> list[tuple[str, str, str]]:
    """Names, what they are worth, and kind."""
    return [(" ".join(one["names"]), one["worth"], one["kind"]) for one in payload["frames"][step]["choice"]["tries"]]


def test_pairs_in_the_order_of_their_ranks_then_those_never_merged() -> None:
    (payload,) = built(TEN, "lowest")
    assert tries(payload, 0) == [
        ("e s", "merge 1", "wins"),
        ("l o", "merge 4", "open"),
        *((pair, "never merged", "out") for pair in ("o w", "w e", "s t", "t </w>")),
    ]
    choice = payload["frames"][0]["choice"]
    assert choice["title"] == EN("encode.picture.pairs")
    assert choice["rule"] == EN("encode.picture.known", n=2)
    assert choice["tries"][0]["places"] == [{"start": 3, "length": 2}]
    about = without_marks(choice["tries"][0]["about"])
    assert about.startswith("e s ")
    assert re.findall(r"\d+", about) == ["1", "4", "5"], "the merge, and the places that it joins"
    assert tries(payload, 5) == [("low est</w>", "never merged", "out")]
    last = payload["frames"][5]["choice"]
    assert (last["title"], last["rule"]) == (EN("encode.picture.left"), "")


def test_symbols_are_made_of_the_merges_of_the_word() -> None:
    (payload,) = built(TEN, "lowest")
    names = [chip["text"] for chip in payload["tokens"]]
    picture = payload["picture"]
    made = {
        names[one["symbol"]]: (one["number"], names[one["left"]], names[one["right"]]) for one in picture["origins"]
    }
    assert made == {
        "es": (1, "e", "s"),
        "est": (2, "es", "t"),
        "est</w>": (3, "est", "</w>"),
        "lo": (4, "l", "o"),
        "low": (5, "lo", "w"),
    }
    cells = {names[one["symbol"]]: (one["before"], one["letters"], one["after"]) for one in picture["cells"]}
    assert cells["l"] == ("", "l", "")
    assert cells["</w>"] == ("", "", "</w>")
    assert (picture["kind"], picture["merges"]) == ("encoding", 10)


def test_what_subword_nmt_undoes_is_told_with_its_merge() -> None:
    model = bpe.train(examples.load("sennrich").corpus, merges=10, rules="subword-nmt").model()
    vocabulary = frozenset(["lo@@", "w@@", "st", "e@@"])
    payload = applied(replace(Applier.from_model(model), vocabulary=vocabulary), "lowest")
    told = [tries(payload, step) for step in range(len(payload["frames"])) if "choice" in payload["frames"][step]]
    assert told[-1][::-1] == [
        (name, worth, "done")
        for name, worth in (
            ("lo@@", "in the vocabulary"),
            ("west", "not in it: w est</w> undone"),
            ("w@@", "in the vocabulary"),
            ("est", "not in it: e st</w> undone"),
            ("e@@", "in the vocabulary"),
            ("st", "in the vocabulary"),
        )
    ]


def test_glossary_patterns_stand_in_their_order() -> None:
    applier = replace(
        Applier.from_model(bpe.train(examples.load("sennrich").corpus, merges=3).model()), glossaries=["USA", "x"]
    )
    payload = applied(applier, "aUSAb")
    assert [(name, kind) for name, _, kind in tries(payload, 0)] == [("USA", "wins"), ("x", "open")]
    assert tries(payload, 1) == [("USA", "found", "done"), ("x", "", "wins")]


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_long_word_stays_small(language: str) -> None:
    assert most_attempts(500) == FEW_ATTEMPTS
    payloads = built(TEN, "lowest" * 160, language)
    for payload in payloads:
        assert len(json.dumps(payload)) < 500_000


@given(corpora(), words())
def test_places_are_where_the_pair_stands(corpus: Any, word: str) -> None:
    model = bpe.train(corpus, merges=6, rules="sennrich").model()
    for payload in built(model, word):
        names = [chip["text"] for chip in payload["tokens"]]
        for frame in payload["frames"]:
            (row,) = frame["groups"][0]["rows"]
            symbols = [names[chip] for chip in payload["rows"][row]["symbols"]]
            for one in frame["choice"]["tries"]:
                pair = one["names"]
                assert one["kind"] in ("wins", "open", "out")
                starts = [place["start"] for place in one["places"]]
                assert all(place["length"] == len(pair) for place in one["places"])
                assert all(symbols[at : at + len(pair)] == pair for at in starts)
                assert [visible(name) for name in pair] == pair
            picture = payload["picture"]
            known = {one["symbol"] for one in (*picture["origins"], *picture["cells"])}
            cut = {place for place, name in enumerate(names) if "…" in name}
            assert set(payload["rows"][row]["symbols"]) <= known | cut
