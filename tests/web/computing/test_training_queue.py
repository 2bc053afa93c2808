"""Turns to train, traces that one session may keep, and that a turn is given back however its block ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from random import Random

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from tokviz.algorithms import BPE, UNIGRAM, Algorithm, Rules
from tokviz.corpus import Corpus
from tokviz.examples import OWN
from tokviz.state.request import TrainingRequest, parsed_corpus
from tokviz.views.shared.catalog import load
from tokviz.web.computing import training_queue
from tokviz.web.computing.cache import BoundedCache
from tokviz.web.computing.memory import MEMORY, QUIET
from tokviz.web.computing.training_queue import QUICK, SLOTS, TrainingQueue
from tokviz.web.streamlit_workarounds import sessions

LARGE = QUICK + 1


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """A queue of its own, which the next test's pages do not have to wait in."""
    st.cache_resource.clear()
    training_queue._queue.cache_clear()
    yield
    training_queue._queue.cache_clear()


def running(turns: TrainingQueue, *wanted: tuple[str, str, int]) -> list[bool]:
    """Draw a ticket for each (owner, key, weight), and then ask in the same order whether each may begin."""
    tickets = [turns.draw(*each) for each in wanted]
    return [turns.wait(ticket, 0) == 0 for ticket in tickets]


def test_a_session_has_one_large_training_at_a_time() -> None:
    assert running(TrainingQueue(4), ("a", "1", LARGE), ("a", "2", LARGE), ("b", "3", LARGE)) == [True, False, True]


def test_the_server_has_so_many_large_trainings_at_a_time() -> None:
    assert running(TrainingQueue(2), *((name, name, LARGE) for name in "abcd")) == [True, True, False, False]


def test_small_trainings_wait_for_no_large_one() -> None:
    assert running(TrainingQueue(1), ("a", "1", LARGE), ("a", "2", QUICK), ("b", "3", QUICK)) == [True, True, True]


def test_the_same_training_is_not_done_twice_at_once() -> None:
    assert running(TrainingQueue(9), ("a", "1", LARGE), ("b", "1", LARGE), ("c", "2", 1), ("d", "2", 1)) == [
        *(True, False),
        *(True, False),
    ]


def test_who_waits_for_the_same_training_holds_up_nobody() -> None:
    assert running(TrainingQueue(2), ("a", "1", LARGE), ("b", "1", LARGE), ("c", "2", LARGE)) == [True, False, True]


def test_who_came_first_begins_first() -> None:
    turns = TrainingQueue(1)
    first, second, third = (turns.draw(name, name, LARGE) for name in "abc")
    assert turns.wait(second, 0) == 2
    assert turns.wait(first, 0) == 0
    turns.give_back(first)
    assert turns.wait(third, 0) == 2
    assert turns.wait(second, 0) == 0


def test_who_leaves_the_queue_is_not_waited_for() -> None:
    turns = TrainingQueue(1)
    first, second, third = (turns.draw(name, name, LARGE) for name in "abc")
    assert turns.wait(first, 0) == 0
    turns.give_back(second)
    turns.give_back(first)
    assert turns.wait(third, 0) == 0


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_visitor_who_leaves_while_waiting_was_told_why(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Streamlit ends a script where it draws next; the place in the queue is free then."""
    turns = training_queue._queue()
    busy = [turns.draw(f"other {slot}", slot, LARGE) for slot in range(SLOTS)]
    assert [turns.wait(ticket, 0) for ticket in busy] == [0] * SLOTS

    really = TrainingQueue.wait
    looks = iter([0.0])

    def wait(self: TrainingQueue, ticket: training_queue._Ticket, seconds: float) -> int:
        if next(looks, None) is None:
            st.stop()
        return really(self, ticket, 0)

    monkeypatch.setattr(TrainingQueue, "wait", wait)

    def script() -> None:
        from tokviz.web.computing.training_queue import QUICK, turn

        with turn("mine", QUICK + 1):
            raise AssertionError

    page = AppTest.from_function(script)
    page.query_params["lang"] = language
    page.run()
    assert not page.exception
    assert [info.value for info in page.info] == [load(language).count("limits.waiting", 1)]
    monkeypatch.undo()
    turns.give_back(busy[0])
    assert turns.wait(turns.draw("next", "next", LARGE), 0) == 0


def test_a_training_that_fails_gives_its_turn_back() -> None:
    for _ in range(SLOTS + 1):
        with pytest.raises(ZeroDivisionError), training_queue.turn("key", LARGE):
            raise ZeroDivisionError
    assert training_queue._queue().wait(training_queue._queue().draw("next", "key", LARGE), 0) == 0


def owned_by(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "session_id", lambda: name)


def test_one_session_pushes_out_its_own_entries_only(monkeypatch: pytest.MonkeyPatch) -> None:
    cache: BoundedCache[object] = BoundedCache(100, 1_000, each=8)
    owned_by("class", monkeypatch)
    for number in range(8):
        cache.put(("class", number), number, 1)
    owned_by("clumsy", monkeypatch)
    for number in range(50):
        cache.put(("clumsy", number), number, 1)
    assert [cache.get(("clumsy", number)) for number in range(50)] == [None] * 42 + [*range(42, 50)]
    owned_by("class", monkeypatch)
    assert [cache.get(("class", number)) for number in range(8)] == [*range(8)]


def test_what_two_sessions_use_counts_for_neither(monkeypatch: pytest.MonkeyPatch) -> None:
    cache: BoundedCache[object] = BoundedCache(100, 1_000)
    owned_by("teacher", monkeypatch)
    cache.put(("shown",), "shown", 1)
    owned_by("student", monkeypatch)
    assert cache.get(("shown",)) == "shown"
    owned_by("teacher", monkeypatch)
    for number in range(20):
        cache.put(("tried", number), number, 1)
    assert cache.get(("shown",)) == "shown"


def test_the_oldest_go_when_all_together_are_too_heavy() -> None:
    cache: BoundedCache[object] = BoundedCache(100, 10)
    for number in range(3):
        cache.put((number,), number, 4)
    assert [cache.get((number,)) for number in range(3)] == [None, 1, 2]
    cache.put(("whale",), "whale", 11)
    assert [cache.get((number,)) for number in range(3)] == [None, None, None]
    assert cache.get(("whale",)) == "whale"


def test_a_trace_is_trained_once() -> None:
    corpus = Corpus({"low": 5, "lower": 2})
    one = MEMORY.trained(BPE, ("key",), corpus, BPE.presets["sennrich"], merges=3)
    assert MEMORY.trained(BPE, ("key",), corpus, BPE.presets["sennrich"], merges=3) is one
    assert MEMORY.trained(BPE, ("other",), corpus, BPE.presets["sennrich"], merges=2) is not one


def test_an_unreadable_text_is_not_remembered() -> None:
    for _ in range(2):
        with pytest.raises(ValueError, match="no words"):
            parsed_corpus(TrainingRequest(example=OWN, text=" "), MEMORY)
    asked = TrainingRequest(example=OWN, text="low 5")
    assert parsed_corpus(asked, MEMORY) is parsed_corpus(asked, MEMORY)


def test_a_trace_weighs_what_it_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long word is in the record again at every step: the letters of the corpus alone do not tell."""
    weights: list[int] = []
    monkeypatch.setattr(BoundedCache, "put", lambda *entry: weights.append(entry[3]))
    corpus = Corpus({"".join(Random(1).choices("abcdefghijklmnopqrstuvwxyz", k=20_000)): 1})
    trace = MEMORY.trained(BPE, ("long",), corpus, BPE.presets["sennrich"], merges=200)
    assert weights == [trace.recorded_bytes]
    assert weights[0] > 20_000 * BPE.memory


@pytest.mark.parametrize(
    ("algorithm", "rules", "weight"),
    [
        (UNIGRAM, replace(UNIGRAM.presets["soft-em"], start_of_word="x" * 500), 1_007),
        (BPE, replace(BPE.presets["sennrich"], end_of_word="x" * 500), 9),
        (BPE, replace(BPE.presets["sennrich"], end_of_word="", alphabet="bytes"), 8),
    ],
    ids=("a mark of Unigram is of letters", "a mark of BPE is one symbol", "bytes"),
)
def test_a_training_weighs_what_the_rules_make_of_the_words(
    algorithm: Algorithm, rules: Rules, weight: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mark that a link holds can be a hundred times as long as the words."""
    drawn: list[int] = []

    def turn(_: object, letters: int) -> AbstractContextManager[None]:
        drawn.append(letters)
        return nullcontext()

    monkeypatch.setattr(training_queue, "turn", turn)
    QUIET.trained(algorithm, ("test",), Corpus({"lower": 1, "né": 1}), rules, vocab_size=20)
    assert drawn == [weight]
