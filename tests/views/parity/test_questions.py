"""Questions before a step of a training by languages: first for the language that has the turn, then for its pair."""

from __future__ import annotations

from typing import Any

from hypothesis import given

from tests.parity.conventions import corpus_of
from tests.parity.libraries import Words
from tests.parity.test_against_libraries import inputs
from tests.parity.test_turns import KNOBS
from tokviz import parity
from tokviz.parity import Rules
from tokviz.parity.questions import next_turn
from tokviz.views.parity import picture
from tokviz.views.parity.narration import name_of, next_merge
from tokviz.views.picture.questions import add_questions
from tokviz.views.shared.catalog import load
from tokviz.views.shared.line_sentences import line_sentence
from tokviz.views.shared.sentences import without_marks

EN = load("en")


@given(inputs(), KNOBS)
def test_the_turn_is_asked_wherever_several_languages_could_have_it(
    data: tuple[list[Words], list[Words] | None], knobs: dict[str, Any]
) -> None:
    trace = parity.train(corpus_of(*data), rules=Rules(**knobs), merges=10)
    for k in range(len(trace)):
        turn, question = trace.turn(k), next_merge(trace, k, EN)
        assert question is not None
        first = question.first
        could = [i for i, score in enumerate(turn.scores) if i not in turn.exhausted and score == score]
        assert (first is not None) == (turn.language is not None and len(could) > 1)
        if first is None or turn.language is None:
            continue
        names = [name_of(trace, i, EN) for i in could]
        assert [without_marks(option.label) for option in first.options] == names
        assert [could[n] for n, option in enumerate(first.options) if option.chosen] == [turn.language]
        right = {could[n] for n, option in enumerate(first.options) if option.right}
        assert right == {turn.language, *turn.tied}
        assert all((option.wrong is None) == option.right for option in first.options)
        assert first.text == line_sentence(next_turn(trace, k).asked, EN)


@given(inputs(), KNOBS)
def test_what_asks_for_the_turn_covers_it(data: tuple[list[Words], list[Words] | None], knobs: dict[str, Any]) -> None:
    trace = parity.train(corpus_of(*data), rules=Rules(**knobs), merges=10)
    built = picture.payload(trace, range(len(trace) + 1), EN, asks=True)
    add_questions(built, lambda k: next_merge(trace, k, EN), "topic", EN)
    for frame in built["frames"]:
        ask = frame.get("ask", {})
        asked = ask.get("first", ask)
        if "turn" in asked.get("hides", ()):
            assert frame["turn"]["asked"]
            assert len(asked["options"]) > 1
        if "first" in ask:
            assert ask["pairs"]
            assert not asked["pairs"]
