"""Checks of rules and other input: choices, least values, ranges and limits; each error names the wrong field."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Real
from typing import SupportsIndex, TypeGuard

from tokviz.errors import LimitError, RulesError, brief


def check_choice(name: str, value: object, choices: Iterable[object]) -> None:
    """Raise RulesError for a value that is none of the choices.

    >>> check_choice("keep", "below", ("at-least", "above"))
    Traceback (most recent call last):
    tokviz.errors.RulesError: keep cannot be below. Choose one of these: at-least, above.
    """
    known = tuple(choices)
    if value not in known:
        raise RulesError("rules-choice", name=name, value=str(value), choices=", ".join(map(str, known)))


def check_least(name: str, number: int | None, least: int) -> None:
    """Raise RulesError for a number that is too small or no whole number; None is no number.

    >>> check_least("merges", 2.5, 0)
    Traceback (most recent call last):
    tokviz.errors.RulesError: merges is 2.5. Use a whole number.
    """
    if number is None:
        return
    given: object = number
    if not is_whole(given):
        raise RulesError("rules-whole", name=name, value=brief(given))
    if number < least:
        raise RulesError("rules-number", name=name, value=number, least=least)


def check_limit(limit: str, most: int, *, met: int, **details: object) -> None:
    """Raise LimitError for more than a limit, which is the constant of this name. details: for its sentence.

    >>> check_limit("MAX_PATHS", 10_000, met=10_000)
    """
    if met > most:
        raise LimitError(limit, most, met=met, **details)


def is_whole(number: object) -> TypeGuard[SupportsIndex]:
    """Tell if this is an integer, also one of numpy; True and False are none.

    >>> is_whole(3), is_whole(3.0), is_whole("3"), is_whole(True)
    (True, False, False, False)
    """
    return hasattr(number, "__index__") and not isinstance(number, bool)


def check_range(name: str, number: float, least: float, most: float) -> None:
    """Raise RulesError for a number that is out of its range, and for what is no number."""
    if not isinstance(number, Real) or not least <= number <= most:
        raise RulesError("rules-range", name=name, value=str(number), least=least, most=f"{most:g}")
