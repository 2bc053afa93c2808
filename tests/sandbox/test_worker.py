"""Objects that a worker keeps, or makes again when it has forgotten them; in the process of the tests."""

from __future__ import annotations

from typing import Any, cast

import pytest

from tests.sandbox import strangers
from tests.sandbox.here import Here
from tests.sandbox.strangers import Card, Library
from tokviz.sandbox import is_remote, worker
from tokviz.sandbox.remote import ask, whole


@pytest.fixture
def library(here: Here) -> Any:
    return here.open()


def test_what_is_no_record_stays(here: Here, library: Any) -> None:
    card = ask(Library.card, library, 1)
    assert is_remote(library)
    assert is_remote(card)
    assert isinstance(here.real(card), Card)
    assert here.real(card) is here.real(library).cards[1]


def test_what_was_forgotten_is_made_again(here: Here, library: Any) -> None:
    new = strangers.pair_with_new
    card, made = ask(new, library.card(2))
    for forget in (here.objects.forget, here.begin):
        forget()
        assert (card.number, made.number, card.doubled()) == (2, -1, 4)


def test_an_argument_comes_back_as_what_it_is(here: Here, library: Any) -> None:
    card = library.card(1)
    for value in (library, card):
        back, made = ask(strangers.pair_with_new, value)
        assert back == value
        assert hash(back) == hash(value)
        assert made != value
    assert ask(strangers.same, (card, [card, library])) == (card, [card, library])
    assert library.has(card)
    assert not library.has(made)


def test_an_object_has_one_name_in_all_results(here: Here, library: Any) -> None:
    assert library.card(2) == library.best == library[2] == list(library)[2]
    assert library.card(1) != library.best


def test_numbers_are_the_same_in_each_worker(here: Here, library: Any) -> None:
    """In the first worker the card had a name before, in the second it gets its first one."""
    assert library.best.number == 2
    best, made = ask(strangers.best_and_new, library)
    here.begin()
    assert (made.number, best.number) == (-1, 2)
    best, made = ask(strangers.best_and_new, library)
    assert (best.number, made.number) == (2, -1)


def test_what_is_made_anew_does_not_have_the_name_of_another(here: Here, library: Any) -> None:
    """Objects come to lie where others were before."""
    for number in range(300):
        assert ask(Library.fresh, library, 0).number == 0
        assert ask(Library.fresh, library, number).number == number
    assert len(here.objects._names) == sum(map(len, here.objects._held.values()))


def test_the_same_question_again_has_new_objects(here: Here, library: Any) -> None:
    first = ask(strangers.best_and_new, library)
    again = ask(strangers.best_and_new, library)
    assert first == again  # by their names; a worker that has forgotten has no other one
    assert again[1].number == -1
    assert again[0].number == 2


def test_what_was_not_asked_for_longest_is_forgotten(here: Here, library: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_KEPT", 3)
    cards: list[Any] = [ask(Library.fresh, library, number) for number in range(2)]  # beside the library
    assert cards[0].number == 0  # asked once more
    third: Any = ask(Library.fresh, library, 2)
    held = here.objects._held
    assert len(held) == 3
    assert [card._remote_held.question in held for card in (*cards, third)] == [True, False, True]
    assert set(here.objects._names.values()) == {worker.Held(question, 0) for question in held}
    assert [card.number for card in (*cards, third)] == [0, 1, 2]


def test_names_end_with_their_objects(here: Here, library: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_KEPT", 4)
    for number in range(40):
        ask(Library.fresh, library, number)
        assert ask(strangers.pair_with_new, library)[1].number == -1
        alive = {id(one) for held in here.objects._held.values() for one in held}
        assert here.objects._names.keys() <= alive


# -- containers --------------------------------------------------------------------------------------------------------


def test_a_long_container_stays_until_it_is_wanted_whole(here: Here, library: Any) -> None:
    short = ask(strangers.numbers, library, 5_000)
    assert type(short) is list
    long = ask(strangers.numbers, library, 5_001)
    assert is_remote(long)
    assert isinstance(long, list)
    assert (len(long), long[17], long[-1], 9 in long, -1 in long) == (5_001, 17, 5_000, True, False)
    assert whole(long) == list(range(5_001)) == list(long)
    assert whole(short) is short
    assert ask(strangers.total, long) == sum(range(5_001))
    here.begin()
    assert long[3] == 3


def test_a_long_container_inside_of_a_result_travels(library: Any) -> None:
    (numbers,) = ask(strangers.same, ([*range(6_000)], library))[:1]
    assert type(numbers) is list


def test_the_objects_of_a_long_container_are_found_again(here: Here, library: Any) -> None:
    """An object is found again whether its container stays in the worker or comes as a whole."""
    cards = ask(strangers.cards, library, 5_001)
    seventh = list(cards)[7]
    assert cards[7] == seventh
    here.begin()
    assert (seventh.number, cards[8].number) == (7, 8)
    assert ask(tuple, cards)[7].number == 7  # the tuple stays, which is the same call but not the same question
    here.begin()
    assert seventh.number == 7


def test_iterators_come_as_tuples(library: Any) -> None:
    for function, args, result in (
        (strangers.generated, (library,), (0, 1, 2)),
        (zip, ([1, 2], library), ((1, library[0]), (2, library[1]))),
    ):
        assert ask(cast(Any, function), *args) == result


# -- progress ----------------------------------------------------------------------------------------------------------


def test_functions_that_cannot_be_imported_are_told(here: Here, library: Any) -> None:
    card = ask(strangers.with_progress, library, lambda *_: None)
    assert here.told == [(0, (step, "of", 3)) for step in range(3)]
    assert card.number == 3


def test_nobody_is_told_when_something_is_made_again(here: Here, library: Any) -> None:
    card = ask(strangers.with_progress, library, lambda *_: None)
    here.told.clear()
    here.begin()
    assert card.doubled() == 6
    assert here.told == []
