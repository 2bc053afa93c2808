"""Translation catalogs: every sentence that a user sees, by key, in each language, and how a language writes numbers.

The templates come from :mod:`tokviz.texts`; here they are filled in. A key that ends in ``.one`` is the form for
exactly one thing where a language has such a form. The signs of numbers are those of the catalog: ``number.group``
between thousands, ``number.point`` before decimals, ``number.minus``, ``number.percent`` around a percentage.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from numbers import Integral
from typing import Any

from tokviz.texts import LANGUAGES, PLURAL_FORMS, plural_form, templates

__all__ = ["LANGUAGES", "Catalog", "Numbers", "load"]

# -- numbers -----------------------------------------------------------------------------------------------------------


_WIDE = r"[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]"  # Han, and the punctuation of its width
_WITHIN_WIDE = re.compile(rf"(?<={_WIDE})\s(?={_WIDE})")  # a space where Chinese writes none
_SUMMED = 1e-9  # a sum of floats may differ from 1 by so much
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


class Numbers:
    """The number formats of a catalog.

    >>> from tokviz.views.shared.catalog import load
    >>> say = load("en")
    >>> say.integer(12345), say.decimal(-0.5, 3), say.percent(0.5), say.signed(-2), say.fraction(Fraction(5, 100))
    ('12,345', '−0.500', '50.0%', '−2', '1/20')
    """

    templates: Mapping[str, str]

    @property
    def signs(self) -> dict[str, Any]:
        """Return the signs as d3 and Vega take them, for the numbers of charts."""
        point, group = self.templates["number.point"], self.templates["number.group"]
        return {"decimal": point, "thousands": group, "grouping": [3], "currency": ["", ""]}

    def integer(self, value: int) -> str:
        """Return a whole number, in groups of three digits."""
        return self._written(f"{value:,}")

    def decimal(self, value: float, places: int) -> str:
        """Return a number with so many decimals."""
        return self._written(f"{value:,.{places}f}")

    def significant(self, value: float, digits: int) -> str:
        """Return a number with so many significant digits; zeros at its end count.

        >>> from tokviz.views.shared.catalog import load
        >>> load("en").significant(0.00051830249, 5), load("en").significant(0.25, 3)
        ('0.00051830', '0.250')
        """
        if not value:
            return self.decimal(value, max(digits - 1, 0))
        places = max(digits - 1 - math.floor(math.log10(abs(value))), 0)
        if float(f"{abs(value):.{places}f}") >= 10.0 ** (digits - places):  # rounded up
            places = max(places - 1, 0)
        return self.decimal(value, places)

    def scientific(self, value: float, digits: int) -> str:
        """Return a number with so many significant digits, times a power of ten.

        >>> from tokviz.views.shared.catalog import load
        >>> load("en").scientific(1.25e-7, 2)
        '1.2×10⁻⁷'
        """
        mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
        return self.power(mantissa, int(exponent))

    def power(self, mantissa: str, exponent: int) -> str:
        """Return a mantissa in plain digits, times a power of ten; for numbers that are too small for a float."""
        return f"{self._written(mantissa)}×10{str(exponent).translate(_SUPERSCRIPTS)}"

    def percent(self, share: float, places: int = 1) -> str:
        """Return a share of the whole, from 0 to 1, in per cent.

        Only nothing is 0% and only the whole is 100%: what would be rounded to either is less, or more, than a number.

        >>> from tokviz.views.shared.catalog import load
        >>> [load("en").percent(share) for share in (0, 12 / 30_522, 30_510 / 30_522, 1)]
        ['0.0%', '<0.1%', '>99.9%', '100.0%']
        """
        number, sign, least = round(100 * share, places), "", 10.0**-places
        if not number and share > 0:
            number, sign = least, "<"
        elif number == 100 and share < 1 - _SUMMED:
            number, sign = 100 - least, ">"
        return sign + self.templates["number.percent"].format(n=self.decimal(number, places))

    def fraction(self, value: Fraction | int) -> str:
        """Return an exact value: reduced, or a whole number."""
        whole = value.denominator == 1
        return self.integer(value.numerator) if whole else self.quotient(value.numerator, value.denominator)

    def number(self, value: int | float | Fraction) -> str:
        """Return a number: whole, as a fraction with what that is about, or to five digits.

        >>> from tokviz.views.shared.catalog import load
        >>> load("en").number(Fraction(3, 8)), load("en").number(Fraction(1, 14)), load("en").number(7)
        ('3/8 = 0.375', '1/14 ≈ 0.07143', '7')
        """
        if isinstance(value, float):
            return self.short(value, 5)
        if Fraction(value).denominator == 1:
            return self.integer(int(value))
        about = self.short(float(value), 4)
        is_exact = Fraction(f"{float(value):.4g}") == value
        return f"{self.fraction(value)} {'=' if is_exact else '≈'} {about}"

    def quotient(self, numerator: int, denominator: int) -> str:
        """Return a fraction as it was counted, not reduced."""
        return f"{self.integer(numerator)}/{self.integer(denominator)}"

    def size(self, number: int) -> str:
        """Write so many bytes, in the unit that fits.

        >>> from tokviz.views.shared.catalog import load
        >>> [load("en").size(number) for number in (812, 85_300, 12_400_000)]
        ['812 bytes', '85 kB', '12 MB']
        """
        for unit, name in ((1_000_000, "MB"), (1_000, "kB")):
            if number >= unit:
                return f"{self.integer(round(number / unit))} {name}"
        return self.templates["bytes.count.bytes"].format(n=number)

    def short(self, value: float, digits: int) -> str:
        """Return a number with at most so many significant digits, and none at its end that is zero.

        >>> from tokviz.views.shared.catalog import load
        >>> load("en").short(0.25, 4), load("en").short(0.0714285, 4), load("en").short(1e-7, 4)
        ('0.25', '0.07143', '1×10⁻⁷')
        """
        mantissa, _, exponent = f"{value:.{digits}g}".partition("e")
        return self.power(mantissa, int(exponent)) if exponent else self._written(mantissa)

    def rough(self, value: float) -> str:
        """Return a number with two significant digits, without decimals from 10 on, a tiny one times a power of ten.

        >>> from tokviz.views.shared.catalog import load
        >>> [load("en").rough(value) for value in (145.5532, 9.7664, 2.0, 0.0714286, 2.5e-11, 0)]
        ['146', '9.8', '2', '0.071', '2.5×10⁻¹¹', '0']
        """
        size = abs(value)
        if value == int(value) or size >= 9.95:
            return self.integer(round(value))
        return self.scientific(value, 2) if size < 0.000095 else self.significant(value, 2)

    def amount(self, value: float) -> str:
        """Return a count, which need not be whole, to at most five decimals.

        >>> from tokviz.views.shared.catalog import load
        >>> load("en").amount(1200.0), load("en").amount(13.03421)
        ('1,200', '13.03421')
        """
        is_whole = abs(value - round(value)) < 1e-9 * max(1.0, abs(value))
        return self.integer(round(value)) if is_whole else self.decimal(value, 5)

    def probability(self, value: float) -> str:
        """Return a probability to seven decimals, a small one to five digits.

        >>> from tokviz.views.shared.catalog import load
        >>> [load("en").probability(value) for value in (5 / 70, 0.000518302, 1.5e-9)]
        ['0.0714286', '0.00051830', '1.5000×10⁻⁹']
        """
        if value >= 0.001 or not value:
            return self.decimal(value, 7)
        return self.scientific(value, 5) if value < 1e-7 else self.significant(value, 5)

    def nats(self, value: float | None) -> str:
        """Return a loss or a log score to four decimals, a tiny one to two digits; a dash for none.

        >>> from tokviz.views.shared.catalog import load
        >>> [load("en").nats(value) for value in (23.51379, -5.2336, 0, 1.25e-7, None)]
        ['23.5138', '−5.2336', '0', '1.2×10⁻⁷', '–']
        """
        if value is None or math.isnan(value):
            return "–"
        if not value:
            return "0"
        return self.scientific(value, 2) if abs(value) < 0.00005 else self.decimal(value, 4)

    def gained(self, nats: float) -> str:
        """Return a change in nats with its sign, an odd one when it is 0.

        >>> from tokviz.views.shared.catalog import load
        >>> load("en").gained(28.0178), load("en").gained(-4.3525)
        ('+28.0178', '−4.3525')
        """
        return f"{'−' if nats < 0 else '+'}{self.nats(abs(nats))}"

    def value(self, value: int | Fraction | float) -> str:
        """Say what a pair is chosen by: a count, a score as a fraction, or a gain in nats.

        >>> from tokviz.views.shared.catalog import load
        >>> [load("en").value(value) for value in (1200, Fraction(5, 100), 30.549025542, 0.01234)]
        ['1,200', '1/20', '30.549', '0.0123']
        """
        if not isinstance(value, float):
            return self.fraction(value)
        return self.decimal(value, 3) if abs(value) >= 1 else self.short(value, 3)

    def signed(self, value: int) -> str:
        """Return a change with its sign; no sign if there is none."""
        return self._written(f"{value:+,}") if value else self.integer(0)

    @cached_property
    def _signs(self) -> dict[int, str]:
        signs = {",": "number.group", ".": "number.point", "-": "number.minus"}
        return {ord(sign): self.templates[key] for sign, key in signs.items()}

    def _written(self, plain: str) -> str:
        return plain.translate(self._signs)


# -- sentences ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Catalog(Numbers):
    """The sentences and the numbers of one language."""

    language: str
    templates: Mapping[str, str]

    def __call__(self, key: str, /, **values: object) -> str:
        """Return the sentence `key` with `values` filled in, whole numbers as the language writes them. Raises KeyError
        for a key that is not in the catalog.
        """
        return self.templates[key].format(**{name: self._filled(value) for name, value in values.items()})

    def __contains__(self, key: str) -> bool:
        return key in self.templates

    def count(self, key: str, number: int, /, **values: object) -> str:
        """Return the sentence `key` about `number` things, as ``{n}``, in the form that the number asks for."""
        return self(self.form(key, number), n=number, **values)

    def form(self, key: str, number: int) -> str:
        """Return the key of the sentence `key` in the form that the number asks for, if the language has one for it.

        >>> load("en").form("count.words", 1), load("en").form("count.words", 2)
        ('count.words.one', 'count.words')
        """
        form = plural_form(self.language, number)
        formed = f"{key}.{form}"
        # A key that ends with "other" is a sentence of its own: `reason.arc.other` is about another arc.
        return formed if form in PLURAL_FORMS and formed in self.templates else key

    def _filled(self, value: object) -> object:
        return self.integer(int(value)) if isinstance(value, Integral) and not isinstance(value, bool) else value

    def listed(self, items: list[str]) -> str:
        """Join items as a sentence lists them.

        >>> load("en").listed(["a", "b", "c"])
        'a, b and c'
        """
        if len(items) < 2:
            return "".join(items)
        head, last = self("list.comma").join(items[:-1]), items[-1]
        # In the sentence "list.and" are spaces, for a list may end in any script.
        joint = _WITHIN_WIDE.sub("", self("list.and", head=head[-1:], last=last[:1]))
        return head[:-1] + joint + last[1:]

    def with_aside(self, text: str, aside: str) -> str:
        """Return a text with a remark in the brackets of the language.

        >>> load("en").with_aside("`hug`", "15 − 5 = 10"), load("zh").with_aside("`hug`", "5")
        ('`hug` (15 − 5 = 10)', '`hug`（5）')
        """
        return self("list.aside", text=text, aside=aside)

    def __reduce__(self) -> tuple[Callable[[str], Catalog], tuple[str]]:
        return load, (self.language,)  # to another process its name is enough

    def within(self, prefix: str) -> dict[str, str]:
        """Return the templates whose keys begin with `prefix`, by what follows it: those that a browser fills in."""
        return dict(self._within(prefix))

    @cached_property
    def _within(self) -> Callable[[str], Mapping[str, str]]:
        """Return the same, remembered: each run of a page asks for the same few out of thousands."""

        def templates_under(prefix: str) -> Mapping[str, str]:
            return {key.removeprefix(prefix): text for key, text in self.templates.items() if key.startswith(prefix)}

        return cache(templates_under)

    def choice(self, key: Callable[[str], str], name: str) -> str:
        """Return the label of a named choice, or the name itself where the catalog has none. key: name -> its key."""
        return self.templates.get(key(name), name)


@cache
def load(language: str) -> Catalog:
    """Return the catalog of a language. Raises KeyError for one that does not exist."""
    return Catalog(language, templates(language))
