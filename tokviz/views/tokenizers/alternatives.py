"""Alternatives of a pattern that split off a pre-token, in plain words where they are known, and a table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from tokviz.files.engine import Part
from tokviz.pretokenize import ALTERNATIVES
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.shared.tables import FilledTable, table_of_rows

ALTERNATIVE_KEYS = {
    "contraction": "bytes.alternative.contraction",
    "letters": "bytes.alternative.letters",
    "digits": "bytes.alternative.digits",
    "punctuation": "bytes.alternative.punctuation",
    "space-at-end": "bytes.alternative.space-at-end",
    "space-but-last": "bytes.alternative.space-but-last",
    "space": "bytes.alternative.space",
    "contraction-any-case": "bytes.alternative.contraction-any-case",
    "letters-any-before": "bytes.alternative.letters-any-before",
    "digits-in-threes": "bytes.alternative.digits-in-threes",
    "digits-in-twos": "bytes.alternative.digits-in-twos",
    "digits-from-right": "bytes.alternative.digits-from-right",
    "punctuation-line-ends": "bytes.alternative.punctuation-line-ends",
    "space-line-end": "bytes.alternative.space-line-end",
    "letters-lower": "bytes.alternative.letters-lower",
    "letters-upper": "bytes.alternative.letters-upper",
    "punctuation-line-ends-slash": "bytes.alternative.punctuation-line-ends-slash",
    "letters-alone": "bytes.alternative.letters-alone",
    "letters-space-before": "bytes.alternative.letters-space-before",
    "punctuation-alone": "bytes.alternative.punctuation-alone",
    "line-end": "bytes.alternative.line-end",
    "digit": "bytes.alternative.digit",
}


def _plain(expression: str) -> str:
    """Return an alternative without what only saves time, and with one spelling for the end of a text."""
    spelled = expression.replace("\r", r"\r").replace("\n", r"\n")
    return re.sub(r"([*+?}])\+", r"\1", spelled).replace(r"\z", "$")


_KNOWN: Mapping[str, str] = MappingProxyType(
    {
        **{_plain(expression): name for parts in ALTERNATIVES.values() for name, expression in parts.items()},
        **dict.fromkeys(("'s", "'t", "'re", "'ve", "'m", "'ll", "'d"), "contraction"),
        "(?i:'s|'t|'re|'ve|'m|'ll|'d)": "contraction-any-case",
        **dict.fromkeys((r"\p{L}+", r"[\p{L}]+"), "letters-alone"),
        **dict.fromkeys((r"\p{N}", r"[\p{N}]"), "digit"),
        r"[^\s\p{L}\p{N}]+": "punctuation-alone",
        r" ?[\p{P}\p{S}]+[\r\n]*": "punctuation-line-ends",
        r"[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+": "letters-space-before",
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+": "letters-lower",
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*": "letters-upper",
        r"[\r\n]": "line-end",
        r"\s+$": "space-at-end",
        r"\s+": "space",
    }
)
"""An alternative -> what it is called in the catalog, under ``bytes.alternative.``."""


def described(alternative: str | None, say: Catalog) -> str:
    """Say what an alternative takes, in words; empty for one that is not known.

    >>> from tokviz.views.shared.catalog import load
    >>> described(r"\\p{N}{1,3}", load("en")), described("x", load("en"))
    ('Digits, up to three', '')
    """
    name = _KNOWN.get(_plain(alternative)) if alternative else None
    return say(ALTERNATIVE_KEYS[name]) if name else ""


def named(pieces: Iterable[tuple[str, str]], say: Catalog) -> tuple[tuple[str, str], ...]:
    """Return pre-tokens with the names of their alternatives in words.

    >>> from tokviz.views.shared.catalog import load
    >>> named([(" a", "letters")], load("en"))
    ((' a', 'Letters, with or without a space before them'),)
    """
    return tuple((piece, say(ALTERNATIVE_KEYS[name])) for piece, name in pieces)


def pretokens_table(words: Sequence[Part], say: Catalog) -> FilledTable:
    """Return one row a pre-token: its number, itself, what cut it in words and as the pattern has it, and its
    characters."""
    rows = [
        (place, visible(part.text), _cut_by(part, say), part.alternative or "", part.start, part.end)
        for place, part in enumerate(words, start=1)
    ]
    return table_of_rows(("place", "pretoken", "alternative", "expression", "start", "end"), rows)


def _cut_by(part: Part, say: Catalog) -> str:
    return say("tokenizers.alternative.added") if part.role == "added" else described(part.alternative, say)
