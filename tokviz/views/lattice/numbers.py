"""How the probabilities of a lattice are written: as fractions where they are such, as decimals, as costs.

A cost is minus the natural logarithm of a probability: what is likely is cheap, and costs along a path add up.
"""

from __future__ import annotations

import math

from tokviz.unigram import Arc, Path
from tokviz.views.shared.catalog import Catalog

__all__ = ["cost", "decimal", "product", "share", "weight"]

_MAX_FACTORS = 12
_LN_10 = math.log(10)


def decimal(score: float, say: Catalog, digits: int = 5) -> str:
    """The probability whose logarithm is `score`, with so many significant digits.

    >>> from tokviz.views.shared.catalog import load
    >>> [decimal(score, load("en"), digits) for score, digits in ((math.log(0.25), 3), (-1000.0, 5))]
    ['0.250', '5.0760×10⁻⁴³⁵']
    """
    if -4 * _LN_10 <= score < 700:
        return say.significant(math.exp(score), digits)
    exponent = math.floor(score / _LN_10)
    mantissa = f"{math.exp(score - exponent * _LN_10):.{digits - 1}f}"
    if mantissa.startswith("10"):  # rounded up
        mantissa, exponent = f"{1:.{digits - 1}f}", exponent + 1
    return say.power(mantissa, exponent)


def share(part: float, say: Catalog) -> str:
    """A share of the whole in per cent.

    >>> from tokviz.views.shared.catalog import load
    >>> share(0.70588, load("en")), share(0.00001, load("en"))
    ('70.59%', '< 0.01%')
    """
    return say.percent(part, 2) if part >= 0.00005 or not part else f"< {say.percent(0.0001, 2)}"


def cost(score: float, say: Catalog, places: int = 4) -> str:
    """Minus a score, with so many decimals.

    >>> from tokviz.views.shared.catalog import load
    >>> cost(math.log(0.5), load("en")), cost(0.0, load("en"), 1)
    ('0.6931', '0.0')
    """
    return say.decimal(0.0 - score, places)


def weight(arc: Arc, common: int | None, say: Catalog) -> str:
    """The probability of an arc's piece: a fraction with the common denominator, or a decimal.

    >>> from tokviz.views.shared.catalog import load
    >>> weight(Arc(0, 2, "ug", math.log(20 / 210)), 210, load("en"))
    '20/210'
    """
    if common is not None and arc.known:
        return say.quotient(round(arc.probability * common), common)
    return decimal(arc.score, say, 3)


def product(path: Path, common: int | None, say: Catalog) -> str:
    """The probability of a path written out; of one with many pieces the first and the last factors.

    >>> from tokviz.views.shared.catalog import load
    >>> arcs = Arc(0, 1, "p", math.log(17 / 210)), Arc(1, 3, "ug", math.log(20 / 210))
    >>> product(Path(arcs, arcs[0].score + arcs[1].score), 210, load("en"))
    '17/210 × 20/210 = 0.0077098'
    """
    factors = [weight(arc, common, say) for arc in path.arcs]
    if len(factors) > _MAX_FACTORS:
        factors[_MAX_FACTORS // 2 : len(factors) - _MAX_FACTORS // 2] = ["…"]
    return f"{' × '.join(factors) or '1'} = {decimal(path.score, say)}"
