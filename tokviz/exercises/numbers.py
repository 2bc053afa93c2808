"""Numbers as people write them: decimals with a point or a comma, fractions, per cent, and sums of these.

What has two readings has both: ``1,234`` is a thousand and more, or a little more than one. Nothing is evaluated but
numbers, the four operations, powers, brackets and ln.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from fractions import Fraction

from tokviz.exercises.task import Number

__all__ = ["close", "numbers", "rounded_too_far"]

TOLERANCE = Fraction(5, 1000)
"""How far a number that is not whole may be off, relative to what is right."""

_SIGNS = str.maketrans(
    {"×": "*", "·": "*", "⋅": "*", "÷": "/", "∕": "/", "⁄": "/", "−": "-", "–": "-", "，": ",", "。": ".", "％": "%"}
)
_TOKEN = re.compile(r"\s*(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+|ln|log|\*\*|[-+*/^()%])")
_MOST = 120  # characters of a number
_LARGEST = 10**12


def numbers(text: str) -> tuple[Number, ...]:
    """The numbers that a text may mean, the likeliest first; none if it is no number.

    >>> numbers("1/20"), numbers("0,5"), numbers("50 %"), numbers("= 5 / (20 × 5)"), numbers("five")
    ((Fraction(1, 20),), (Fraction(1, 2),), (Fraction(1, 2),), (Fraction(1, 20),), ())
    """
    text = text.translate(_SIGNS).strip().rstrip(".")
    text = re.sub(r"^[^=≈]*[=≈~]", "", text).strip()
    if not text or len(text) > _MOST:
        return ()
    found: dict[Number, None] = {}
    for reading in _readings(text):
        try:
            found.setdefault(_Sum(reading).value())
        except (ValueError, ZeroDivisionError, OverflowError, RecursionError):
            continue
    return tuple(found)


def close(given: Number, wanted: Number) -> bool:
    """Whether a number would do: a whole one exactly, any other within half a per cent.

    >>> close(0.0714, Fraction(1, 14)), close(9, 9), close(9.01, 9)
    (True, True, False)
    """
    if isinstance(wanted, int):
        return given == wanted
    return abs(float(given) - float(wanted)) <= float(TOLERANCE) * abs(float(wanted)) + 1e-12


def rounded_too_far(given: Number, wanted: Number) -> bool:
    """Whether a wrong number is the right one, but with too few digits.

    >>> rounded_too_far(0.07, 1 / 14), rounded_too_far(0.08, 1 / 14)
    (True, False)
    """
    if isinstance(wanted, int) or close(given, wanted) or not given:
        return False
    return any(math.isclose(float(given), float(f"{float(wanted):.{digits}g}")) for digits in (1, 2))


def _readings(text: str) -> Iterator[str]:
    """The text with points for decimals, in each way that its commas and spaces may be meant."""
    text = re.sub(r"(?<=\d)[\s\u202f'](?=\d{3}\b)", "", text)
    if "," not in text:
        yield text
        return
    if "." not in text:
        yield text.replace(",", ".")
    elif text.rfind(",") > text.rfind("."):
        yield text.replace(".", "").replace(",", ".")
    if re.search(r"\d,\d{3}\b", text):
        yield text.replace(",", "")


class _Sum:
    """A sum, read from left to right."""

    def __init__(self, text: str) -> None:
        self._tokens: list[str] = []
        while text.strip():
            match = _TOKEN.match(text)
            if match is None:
                raise ValueError(text)
            self._tokens.append(match[1])
            text = text[match.end() :]

    def value(self) -> Number:
        found = self._sum()
        if self._tokens:
            raise ValueError(self._tokens)
        if isinstance(found, float) and not math.isfinite(found):
            raise OverflowError
        return int(found) if isinstance(found, Fraction) and found.denominator == 1 else found

    def _sum(self) -> Number:
        found = self._product()
        while self._next() in {"+", "-"}:
            found = found + self._product() if self._tokens.pop(0) == "+" else found - self._product()
        return found

    def _product(self) -> Number:
        found = self._power()
        while True:
            match self._next():
                case "*":
                    self._tokens.pop(0)
                    found = found * self._power()
                case "/":
                    self._tokens.pop(0)
                    found = found / self._power()
                case "ln" | "log" | "(":  # 5 ln 2
                    found = found * self._power()
                case _:
                    return found

    def _power(self) -> Number:
        found = self._atom()
        if self._next() in {"^", "**"}:
            self._tokens.pop(0)
            power = self._power()
            if abs(float(power)) > 30 or abs(float(found)) > _LARGEST:
                raise OverflowError
            found = found ** int(power) if power == int(power) else float(found) ** float(power)
        return found

    def _atom(self) -> Number:
        if not self._tokens:
            raise ValueError("nothing")
        token = self._tokens.pop(0)
        if token in {"-", "+"}:
            return -self._power() if token == "-" else self._power()
        if token in {"ln", "log"}:
            return math.log(self._power())
        if token == "(":
            found = self._sum()
            if self._next() != ")":
                raise ValueError(token)
            self._tokens.pop(0)
        elif token[0].isdigit() or token[0] == ".":
            if not -30 < int(token.lower().partition("e")[2] or 0) < 30:
                raise OverflowError
            found = Fraction(token)
        else:
            raise ValueError(token)
        if self._next() == "%":
            self._tokens.pop(0)
            found = found / 100
        return found

    def _next(self) -> str | None:
        return self._tokens[0] if self._tokens else None
