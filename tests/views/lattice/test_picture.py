"""The picture of a lattice: its numbers are those of the model, and a frame says how far Viterbi has come."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokviz import examples, unigram
from tokviz.unigram import Model
from tokviz.views.lattice.viterbi import MAX_PATHS, moment, next_arc, word_parts
from tokviz.views.picture.questions import add_questions
from tokviz.views.shared.catalog import LANGUAGES, load

EN = load("en")
words = st.text(st.sampled_from("hugpnbsx"), min_size=1, max_size=8)
SMALL = Model({"h": 0.1, "u": 0.2, "g": 0.1, "p": 0.1, "n": 0.1, "hug": 0.1, "ug": 0.1, "pu": 0.1, "un": 0.1})


@pytest.fixture(scope="module")
def hug() -> Model:
    """The seeds of the course: counts over 210."""
    return unigram.train(examples.load("hug").corpus, vocab_size=10, rules="course").model(1)


def built(model: Model, word: str, common: int | None = 210) -> dict[str, Any]:
    (payload,) = word_parts(model.explain(word), common, EN)
    return payload


def picture(model: Model, word: str) -> dict[str, Any]:
    found: dict[str, Any] = built(model, word)["picture"]
    return found


def pieces(found: dict[str, Any], arcs: list[int]) -> list[str]:
    return [found["arcs"][arc]["piece"] for arc in arcs]


def test_pieces_with_their_fractions_and_positions_with_their_costs(hug: Model) -> None:
    found = picture(hug, "unhug")
    assert {arc["piece"]: arc["probability"] for arc in found["arcs"]} == {
        **{"u": "36/210", "un": "16/210", "n": "16/210", "h": "15/210", "hu": "15/210", "hug": "15/210"},
        **{"ug": "20/210", "g": "20/210"},
    }
    assert [position["cost"] for position in found["positions"]] == [
        "0.0000",
        "1.7636",
        "2.5745",
        "5.2136",
        "5.2136",
        "5.2136",
    ]
    assert [position["short_cost"] for position in found["positions"]] == ["0.0", "1.8", "2.6", "5.2", "5.2", "5.2"]


def test_what_ends_at_a_position_adds_up_and_the_best_stands_first(hug: Model) -> None:
    found = picture(hug, "unhug")
    assert [(found["arcs"][one["arc"]]["piece"], one["sum"]) for one in found["positions"][5]["arcs"]] == [
        ("hug", "2.5745 + 2.6391 = 5.2136"),
        ("ug", "5.2136 + 2.3514 = 7.5650"),
        ("g", "5.2136 + 2.3514 = 7.5650"),
    ]
    tied = picture(hug, "hugs")["positions"][4]
    assert (len(tied["arcs"]), tied["tied"]) == (3, 3)  # ugs, gs and s


def test_the_segmentations_with_their_shares(hug: Model) -> None:
    found = picture(hug, "unhug")
    assert pieces(found, found["best"]) == ["un", "hug"]
    assert [(pieces(found, path["arcs"]), path["percent"]) for path in found["paths"]][:2] == [
        (["un", "hug"], "70.74%"),
        (["u", "n", "hug"], "12.13%"),
    ]
    assert (found["paths"][0]["product"], found["paths"][0]["cost"]) == ("16/210 × 15/210 = 0.0054422", "5.2136")
    assert (found["number"], found["total"], found["sum"]) == ("8", 8, "0.0076935")


def test_frames_follow_the_steps(hug: Model) -> None:
    frames = built(hug, "unhug")["frames"]
    assert [(frame["at"], frame["filled"], frame["back"]) for frame in frames] == [
        *((k, k, False) for k in range(6)),
        *((k, 5, True) for k in (2, 0)),
    ]


@given(words)
def test_shares_are_sums_over_segmentations(word: str) -> None:
    """An arc's share is that of the segmentations that use it, and a frame is the moment of its step."""
    trace = SMALL.explain(word)
    payload = built(SMALL, word, None)
    found = payload["picture"]
    every = trace.lattice.paths()
    if len(every) <= MAX_PATHS:
        for number, arc in enumerate(found["arcs"]):
            by_paths = sum(path["share"] for path in found["paths"] if number in path["arcs"])
            assert math.isclose(arc["share"], by_paths, abs_tol=1e-4)
    assert "".join(pieces(found, found["best"])).replace("?", "") == word
    assert [position["arcs"][0]["arc"] for position in found["positions"][1:]] == [
        trace.lattice.arcs.index(cell.arc) for cell in trace.lattice.table[1:] if cell.arc
    ]
    for k, frame in enumerate(payload["frames"]):
        now = moment(trace, k)
        assert (frame["at"], frame["filled"], frame["back"]) == (now.position, now.filled, now.is_back)


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("word", ["unhug", "hugs", "mm", "h", "<b>&", "hug" * 40])
def test_every_frame_has_its_sentences(hug: Model, word: str, language: str) -> None:
    trace = hug.explain(word)
    (payload,) = word_parts(trace, 210, load(language))
    assert payload["total"] == len(trace)
    assert len(payload["frames"]) == len(trace) + 1
    assert all(len(frame["say"]) == 2 for frame in payload["frames"])
    assert len(json.dumps(payload)) < 300_000


def test_unknown_characters_and_very_many_segmentations(hug: Model) -> None:
    assert [arc["piece"] for arc in picture(hug, "mm")["arcs"]] == ["m?", "m?"]
    many = picture(hug, "hug" * 40)
    assert many["number"] == "≈ 1.2×10²⁴"
    assert len(many["paths"]) == MAX_PATHS


def test_an_option_is_an_arc_of_the_picture(hug: Model) -> None:
    trace = hug.explain("hugs")
    payload = built(hug, "hugs")
    add_questions(payload, lambda k: next_arc(trace, k, EN), "hugs", EN)
    arcs = payload["picture"]["arcs"]
    asked = payload["frames"][3]["ask"]["options"]
    assert [arcs[option["thing"]]["piece"] for option in asked] == ["ugs", "gs", "s"]
    assert all(arcs[option["thing"]]["end"] == 4 for option in asked)
