"""How the probabilities of a lattice are written: as fractions where they are such, as decimals, as costs.

A cost is minus the natural logarithm of a probability: what is likely is cheap, and costs along a path add up.
"""

from __future__ import annotations

import math

from tokviz.unigram import Arc, Path

__all__ = ["cost", "decimal", "product", "share", "weight"]

_MAX_FACTORS = 12
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_LN_10 = math.log(10)


def decimal(score: float, digits: int = 5) -> str:
    """The probability whose logarithm is `score`, with so many significant digits.

    >>> decimal(math.log(0.0005183025)), decimal(math.log(0.25), 3), decimal(-1000.0)
    ('0.00051830', '0.250', '5.0760×10⁻⁴³⁵')
    """
    if -4 * _LN_10 <= score < 700:
        return f"{math.exp(score):#.{digits}g}".removesuffix(".")
    exponent = math.floor(score / _LN_10)
    mantissa = f"{math.exp(score - exponent * _LN_10):.{digits - 1}f}"
    if mantissa.startswith("10"):  # rounded up
        mantissa, exponent = f"{1:.{digits - 1}f}", exponent + 1
    return f"{mantissa}×10{str(exponent).translate(_SUPERSCRIPTS)}"


def share(part: float) -> str:
    """A share of the whole in per cent.

    >>> share(0.70588), share(1.0), share(0.00001)
    ('70.59 %', '100.00 %', '< 0.01 %')
    """
    return f"{part:.2%}".replace("%", " %") if part >= 0.00005 or not part else "< 0.01 %"


def cost(score: float, decimals: int = 4) -> str:
    """Minus a score, with so many decimals.

    >>> cost(math.log(0.5)), cost(0.0, 1)
    ('0.6931', '0.0')
    """
    return f"{0.0 - score:.{decimals}f}".replace("-", "−")


def weight(arc: Arc, common: int | None) -> str:
    """The probability of an arc's piece: a fraction with the common denominator, or a decimal.

    >>> weight(Arc(0, 2, "ug", math.log(20 / 210)), 210)
    '20/210'
    """
    if common is not None and arc.known:
        return f"{round(arc.probability * common)}/{common}"
    return decimal(arc.score, 3)


def product(path: Path, common: int | None) -> str:
    """The probability of a path written out; of one with many pieces the first and the last factors.

    >>> arcs = Arc(0, 1, "p", math.log(17 / 210)), Arc(1, 3, "ug", math.log(20 / 210))
    >>> product(Path(arcs, arcs[0].score + arcs[1].score), 210)
    '17/210 × 20/210 = 0.0077098'
    """
    factors = [weight(arc, common) for arc in path.arcs]
    if len(factors) > _MAX_FACTORS:
        factors[_MAX_FACTORS // 2 : len(factors) - _MAX_FACTORS // 2] = ["…"]
    return f"{' × '.join(factors) or '1'} = {decimal(path.score)}"
