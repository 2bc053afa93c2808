"""Lines as sentences: :class:`tokviz.lines.Line` in a language, its texts and symbols set as code."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

from tokviz.errors import TokvizError
from tokviz.lines import Line, Name, Value
from tokviz.trace import Contribution
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.language_names import language_name
from tokviz.views.shared.reasons import contribution_sum
from tokviz.views.shared.sentences import Sentence, code, code_word, marked

QUOTE = "\1"
"""A backquote of a visitor's text: those of the catalog are around its code."""


def line_sentence(line: Line, say: Catalog) -> Sentence:
    """Return a line as a sentence.

    >>> from tokviz.lines import line
    >>> from tokviz.views.shared.catalog import load
    >>> line_sentence(line("exercise.ask.pair-counts", pair=("u", "g")), load("en"))
    ('How often does ', {'tokens': ['u', 'g']}, ' occur in these words?')
    """
    return marked(filled(line, say), QUOTE)


def filled(line: Line, say: Catalog) -> str:
    """Return a line as text for :func:`~tokviz.views.shared.sentences.marked`, with `QUOTE` for its backquotes."""
    values = {name: _shown(value, say) for name, value in line.values.items()}
    number = line.values.get("n")
    return say(say.form(line.key, number) if isinstance(number, int) else line.key, **values)


def _shown(value: Value, say: Catalog) -> str:
    match value:
        case Line():
            return filled(value, say).strip()
        case TokvizError():
            return value.sentence(say.templates)
        case Name():
            return language_name(value, say)
        case str():
            return _code(value)
        case int() | float() | Fraction():
            return say.number(value)
        case tuple() if value and all(isinstance(item, str) for item in value):
            return _code(*cast("tuple[str, ...]", value))
        case tuple() if value and all(isinstance(item, Contribution) for item in value):
            return contribution_sum(
                cast("tuple[Contribution, ...]", value), say, lambda word: code_word(word).replace("`", QUOTE)
            )
    several = cast("tuple[tuple[str, ...], ...]", value)
    return say.listed([_code(*names) for names in several])


def _code(*tokens: str) -> str:
    return code(*tokens).replace("`", QUOTE)
