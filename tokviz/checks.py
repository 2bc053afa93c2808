"""Checks of rules and other input: choices, least values, ranges and limits; each error names the wrong field."""

from __future__ import annotations

from collections.abc import Iterable

from tokviz.errors import LimitError, RulesError

__all__ = ["check_choice", "check_least", "check_limit", "check_range"]


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
    """Raise RulesError for a number that is too small; None is no number."""
    if number is not None and number < least:
        raise RulesError("rules-number", name=name, value=number, least=least)


def check_limit(limit: str, most: int, *, met: int, **details: object) -> None:
    """Raise LimitError for more than a limit, which is the constant of this name. details: for its sentence.

    >>> check_limit("MAX_PATHS", 10_000, met=10_000)
    """
    if met > most:
        raise LimitError(limit, most, met=met, **details)


def check_range(name: str, number: float, least: float, most: float) -> None:
    """Raise RulesError for a number that is out of its range."""
    if not least <= number <= most:
        raise RulesError("rules-range", name=name, value=str(number), least=least, most=f"{most:g}")
