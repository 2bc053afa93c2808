"""Lines and sentences of the picture of a training by languages, with those of plain BPE beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isnan

from tokviz.parity import Trace
from tokviz.views.merges.payload import Lines
from tokviz.views.parity.payload import Sentences, WordForms
from tokviz.views.shared.catalog import Catalog

MAX_POINTS = 600
"""A line has at most about this many points; of more merges, no single one would be seen."""
_MAX_WORDS = 5_000  # different words of a corpus that is trained a second time
_SENTENCES = 2
_MAX_LETTERS = 90  # of the sentences of a language
_ENDS = frozenset(".!?。！？")


def has_plain(trace: Trace) -> bool:
    """Tell if plain BPE is drawn beside a training.

    It is trained for that, so the text must not be long.
    """
    return len(trace.languages) > 1 and len(trace.corpus) <= _MAX_WORDS


def plain_beside(trace: Trace) -> Trace | None:
    """Return plain BPE on the same words, where it is drawn."""
    return trace.plain if has_plain(trace) else None


def has_sentences(trace: Trace) -> bool:
    """Tell if the beginning of each development text is known, and these texts decide."""
    languages = trace.languages
    return len(languages) > 1 and trace.measure == "dev" and all(language.opening for language in languages)


def value(number: float) -> float | None:
    """Return a length or rate as it is sent; None for that of an empty text.

    >>> value(0.66666), value(85), value(float("nan"))
    (0.6667, 85, None)
    """
    return None if isnan(number) else round(number, 4)


def lines(trace: Trace, say: Catalog) -> Lines:
    """Return the lines of a training: of lengths, or of what else decides which language chooses."""
    stride = max(1, -(-len(trace) // MAX_POINTS))
    steps = sorted({*range(0, len(trace) + 1, stride), len(trace)})
    turns = [-1 if language is None else language for language in trace.turns]
    plain = plain_beside(trace)
    return Lines(
        steps=steps,
        values=_values(trace, steps),
        turns=turns if stride == 1 else [],
        labels=say.within("parity.lines."),
        plain=_values(plain, [min(step, len(plain)) for step in steps]) if plain is not None else None,
    )


def _values(trace: Trace, steps: Sequence[int]) -> list[list[float | None]]:
    points = [trace.scores(step) for step in steps]
    return [[value(point[i]) for point in points] for i in range(len(trace.languages))]


def sentences(trace: Trace, number: Callable[[str], int]) -> Sentences:
    """Return the first sentences of each development text, with the forms of their words over the merges."""
    openings = [_first_sentences(language.opening) for language in trace.languages]
    course = trace.dev_course({word for opening in openings for word in opening})
    places = {word: place for place, word in enumerate(course)}
    plain = plain_beside(trace)
    beside = plain.dev_course(course) if plain is not None else None
    return Sentences(
        languages=[[places[word] for word in opening if word in places] for opening in openings],
        goes_on=[
            len(opening) < sum(count for _, count in language.dev or ())
            for opening, language in zip(openings, trace.languages, strict=True)
        ],
        words=[_forms(forms, number) for forms in course.values()],
        made=[number(token) for token in trace.tokens],
        plain=[_forms(beside[word], number) for word in course] if beside is not None else None,
    )


def _first_sentences(words: Sequence[str]) -> Sequence[str]:
    """Return the words of the first sentences, or as many as there is room for.

    >>> _first_sentences(["a", ".", "b", ".", "c"])
    ['a', '.', 'b', '.']
    """
    ends = letters = 0
    for place, word in enumerate(words):
        letters += len(word)
        if letters > _MAX_LETTERS and place:
            return words[:place]
        ends += word[-1] in _ENDS
        if ends == _SENTENCES:
            return words[: place + 1]
    return words


def _forms(forms: Sequence[tuple[int, tuple[str, ...]]], number: Callable[[str], int]) -> WordForms:
    return WordForms(after=[k for k, _ in forms], symbols=[[*map(number, symbols)] for _, symbols in forms])
