"""Predicting first, without a browser: what the server sends, and what it keeps back."""

from __future__ import annotations

import pytest

from tests.pages import visit
from tests.pages.bpe_encode_visit import encode
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.sentences import without_marks

EN = load("en")


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_picture_asks_and_the_page_keeps_the_answer_back(language: str) -> None:
    say = load(language)
    at = visit.bpe(example="hug", step="1", predict="1", lang=language)
    shown = visit.payload(at)
    assert shown is not None
    asked = [frame.get("ask") for frame in shown["frames"]]
    assert asked[-1] is None  # nothing comes after the last step
    assert [[without_marks(option["label"]) for option in ask["options"] if option["right"]] for ask in asked[:3]] == [
        ["u g"],
        ["u n"],
        ["h ug"],
    ]
    assert say("predict.hidden") in [caption.value for caption in at.caption]
    assert not [one.value for one in at.subheader if one.value == say("candidates.title", number="2")]


def test_the_switch_turns_it_off_and_on() -> None:
    at = visit.bpe(example="hug", predict="1")
    switch = next(one for one in at.toggle if one.label == EN("predict.toggle"))
    assert switch.value
    switch.set_value(False)
    visit.alive(at.run())
    assert "predict" not in at.query_params
    shown = visit.payload(at)
    assert shown is not None
    assert not [frame for frame in shown["frames"] if frame.get("ask")]
    assert EN("candidates.title", number="1") in [one.value for one in at.subheader]
    next(one for one in at.toggle if one.label == EN("predict.toggle")).set_value(True)
    visit.alive(at.run())
    assert at.query_params["predict"] == "1"


@pytest.mark.parametrize("value", ["0", "yes", "", "<script>"])
def test_anything_else_asks_nothing(value: str) -> None:
    shown = visit.payload(visit.bpe(example="hug", predict=value))
    assert shown is not None
    assert not [frame for frame in shown["frames"] if frame.get("ask")]


def test_a_word_that_is_encoded() -> None:
    at = encode(example="hug", text="hugs", predict="1")
    frames = visit.pictures(at)["encode_picture"]["payload"]["frames"]
    right = [
        [without_marks(option["label"]) for option in frame["ask"]["options"] if option["right"]]
        for frame in frames[:2]
    ]
    assert right == [["u g"], ["h ug"]]
    assert EN("predict.hidden") in [caption.value for caption in at.caption]
