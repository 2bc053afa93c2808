"""Remote objects: a page uses them like the objects in the worker."""

from __future__ import annotations

from functools import partial
from typing import Any, cast

import pytest

from tests.sandbox import strangers
from tests.sandbox.here import Here
from tests.sandbox.strangers import Card, Library
from tokviz.errors import FormatError
from tokviz.sandbox import Source, ask, bytes_of_sources, is_remote
from tokviz.sandbox.remote import whole


@pytest.fixture
def library(here: Here) -> Any:
    return here.open()


def test_it_is_of_the_class_of_its_object(library: Any) -> None:
    assert isinstance(library, Library)
    assert not isinstance(library, Card)
    assert library.__class__ is Library
    assert is_remote(library)
    assert repr(library) == "<Library in a worker>"
    match library.best:
        case Card(number=number):
            assert number == 2


def test_attributes_are_asked_for_once(here: Here, library: Any) -> None:
    best = library.best
    asked = here.asked
    assert library.best is best
    assert library.count == 3  # a property
    assert library.count == 3
    assert here.asked == asked + 1
    assert here.real(library).asked == 1


def test_what_the_object_does_not_have_it_does_not_have(library: Any) -> None:
    assert not hasattr(library, "shelves")
    with pytest.raises(AttributeError):
        _ = library.__shelves__
    with pytest.raises(FormatError, match="Line 7"):
        library.card(7)
    with pytest.raises(IndexError):
        _ = library[7]
    with pytest.raises(TypeError):
        library.card()


def test_methods_are_called_in_the_worker(library: Any) -> None:
    assert library.card(number=1).doubled() == 2
    assert library.has(library.card(1))
    assert isinstance(library.card(0), Card)


def test_containers(library: Any) -> None:
    assert len(library) == 3
    assert [card.number for card in library] == [0, 1, 2]
    assert library[1].number == 1
    assert library[-1] == library.best
    assert library[1] in library
    assert Card(1) not in library  # another one
    first, *_ = library
    assert first.number == 0


def test_it_is_true_unless_it_is_empty(here: Here, library: Any) -> None:
    assert library
    asked = here.asked
    assert library.best  # has no length
    assert here.asked == asked + 1
    here.source = Source("empty", "empty.json", Library, (0,))
    here.begin()
    assert not here.open()


def test_it_is_equal_to_what_stands_for_the_same(library: Any) -> None:
    one, other = library[1], library.card(1)
    assert one == other
    assert one is not other
    assert {one: "found"}[other] == "found"
    assert len({one, other, library[2]}) == 2
    assert one != library
    assert one != Card(1)


# -- ask ---------------------------------------------------------------------------------------------------------------


def test_functions_are_called_where_their_arguments_are(here: Here, library: Any) -> None:
    assert ask(len, library) == 3
    here_card = Card(4)
    assert ask(strangers.same, here_card) is here_card
    assert ask(strangers.total, [1, 2], added=3) == 6
    asked = here.asked
    assert ask(strangers.total, values=ask(strangers.numbers, library, 6_000), added=1) == sum(range(6_000)) + 1
    assert here.asked == asked + 2


def test_local_objects_are_taken_along(library: Any) -> None:
    assert ask(Library.has, library, Card(1)) is False
    back, card = ask(strangers.same, (library, Card(7)))
    assert back == library
    assert is_remote(card)
    assert card.number == 7


@pytest.mark.parametrize("wrap", [tuple, list])
def test_it_is_found_inside_of_containers(wrap: type, library: Any) -> None:
    assert ask(len, wrap([library, 1])) == 2
    assert ask(strangers.same, wrap([1, wrap([library])])) == wrap([1, wrap([library])])
    assert ask(strangers.same, value=wrap([library])) == wrap([library])


def test_methods_and_partials_are_functions(library: Any) -> None:
    assert ask(cast(Any, map), library.card, [0, 1]) == (library.card(0), library.card(1))
    assert ask(partial(Library.card, number=2), library) == library.best
    assert ask(strangers.same, library.card)(1) == library.card(1)
    assert is_remote(library.card)
    assert not is_remote(Card(1).doubled)


def test_what_is_here_is_whole() -> None:
    values = [1, 2]
    assert whole(values) is values


def test_a_reference_weighs_what_it_is_opened_from(library: Any) -> None:
    assert bytes_of_sources(library) > len("library.json")
    assert bytes_of_sources(object()) == 0
