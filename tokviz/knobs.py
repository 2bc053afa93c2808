"""A knob of rules: a field of an algorithm's `Rules` with its name in a URL and the kind of value that it holds.

The knobs of an algorithm are beside its rules; how one is drawn, in :mod:`tokviz.web.training.controls`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NoReturn, TypeAlias, TypeVar

_Number = TypeVar("_Number", int, float)

Value: TypeAlias = str | float | tuple[str, ...] | tuple[float, ...] | None
"""The value of a knob; a flag or a whole number is a number."""

MAX_DECIMAL = 1000.0
"""The greatest number of a knob that takes decimals; the least is 0.01."""

MAX_NUMBER = 10**12
"""The greatest number that a knob takes."""


@dataclass(frozen=True)
class Knob:
    """One field of an algorithm's `Rules`: its name, its name in a URL, and what it holds.

    unless: another field of the rules, and its values under which this one changes nothing.
    """

    field: str
    url: str
    kind: Literal[
        "text", "flag", "number", "positive", "optional", "share", "decimal", "numbers", "choice", "words", "token"
    ]
    choices: tuple[str, ...] = ()
    unless: tuple[str, tuple[Value, ...]] = ("", ())

    def is_used(self, rules: object) -> bool:
        """Return False where the rules have another value under which this knob changes nothing.

        >>> Knob("alpha", "alpha", "decimal", unless=("real", (0.0,))).is_used(0j)
        False
        """
        field, idle = self.unless
        return not field or getattr(rules, field) not in idle

    @property
    def is_typed(self) -> bool:
        """True if it is a text field, whose text :meth:`format` writes."""
        return self.kind in {"text", "words", "token", "numbers"}

    def parse(self, text: str) -> Value:
        """Read a value from a URL or a text field. Raises ValueError."""
        match self.kind:
            case "text":
                return text
            case "flag":
                return {"1": True, "0": False}[text] if text in {"0", "1"} else _refuse(text)
            case "number":
                return _within(int(text), 0, MAX_NUMBER)
            case "positive":
                return _within(int(text), 1, MAX_NUMBER)
            case "optional":
                return _within(int(text), 1, MAX_NUMBER) if text else None
            case "share":
                return _within(round(float(text), 4), 0, 1)
            case "decimal":
                return _decimal(text)
            case "numbers":
                return tuple(map(_decimal, text.split()))
            case "choice":
                return text if text in self.choices else _refuse(text)
            case "words":
                return tuple(text.split())
            case "token":
                return text or None

    def format(self, value: Value) -> str:
        """Write a value as :meth:`parse` reads it."""
        match self.kind:
            case "flag":
                return "1" if value else "0"
            case "words" | "numbers":
                assert isinstance(value, tuple)
                return " ".join(part if isinstance(part, str) else f"{part:g}" for part in value)
            case "decimal":
                return f"{value:g}"
            case _:
                return "" if value is None else str(value)


def _decimal(text: str) -> float:
    number = round(float(text), 4)
    return number if 0.01 <= number <= MAX_DECIMAL else _refuse(text)


def _within(number: _Number, least: int, most: int) -> _Number:
    if not least <= number <= most:
        raise ValueError(number)
    return number


def _refuse(text: str) -> NoReturn:
    raise ValueError(text)
