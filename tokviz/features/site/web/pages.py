"""The data of the site's pages: a lesson with its cards and answers, and a worked example."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, pairwise
from random import Random
from typing import Any, cast

from tokviz import examples, exercises
from tokviz.algorithms import ALGORITHMS
from tokviz.exercises import Task
from tokviz.features.site.payloads import Pool, picture, training
from tokviz.features.site.shown import tokenizer_of
from tokviz.features.site.sources import ALONE
from tokviz.features.site.web.card_views import views_of_card
from tokviz.guides import Ask, Card, Guide
from tokviz.lines import Symbols
from tokviz.state import training as train_state
from tokviz.state.pages import applying_form
from tokviz.state.training import ApplyState
from tokviz.views.exercises import asking
from tokviz.views.exercises.wording import symbols
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.rendering import About
from tokviz.web.guides import card_content
from tokviz.web.guides.state import Place, query_of


def lesson_data(guide: Guide, say: Catalog, after: Guide | None = None) -> dict[str, Any]:
    """Return the data of ``lesson.js``.

    These are the payloads, and of each card its text, its questions and its address in the app. after: the next lesson,
    if the last card leads there. Raises TokvizError for a card whose page cannot be as its address says.
    """
    pool, cards = Pool(), []
    for number, card in enumerate(guide.cards, start=1):
        place = Place(guide, number)
        cards.append(
            {
                "card": card_content.card_data(place, after, say),
                "shows": views_of_card(card, pool, say),
                "asks": [_asked(card, ask, say) for ask in card.asks],
                "query": query_of(place, {"lang": say.language}),
                "page": card.page,
            }
        )
    return {"cards": cards, "payloads": pool.payloads}


def _asked(card: Card, ask: Ask, say: Catalog) -> dict[str, Any]:
    """Return a question before an answer, after each of those to choose from, and where it is given up."""
    question = card_content.question_of(card, ask, ALONE)
    choices = _choices(question)
    revealed = asking.question_data(question, [None], say)
    return {
        "open": asking.question_data(question, [], say) | {"choices": choices} if choices else revealed,
        "answers": {text: _tries(question, text, choices, say) for text in choices},
        "told": revealed,
    }


def _choices(question: Task | Ask) -> Sequence[str]:
    if isinstance(question, Ask):
        return asking.choices_of(question)
    return question.choices or answer_options(question)


def _tries(question: Task | Ask, text: str, choices: Sequence[str], say: Catalog) -> dict[str, dict[str, object]]:
    """Return the sentences about an answer as the first one, and as the last."""
    tries = {
        name: asking.question_data(question, [text] * number, say)
        for name, number in (("first", 1), ("last", asking.TRIES))
    }
    return {name: data | {"choices": choices} if data["state"] == "again" else data for name, data in tries.items()}


# -- answers to choose from --------------------------------------------------------------------------------------------

MOST = 4
"""The maximum number of answers to choose from."""
_MARK = "##"
_LETTER = re.compile(r"</w>|.", re.DOTALL)


def answer_options(task: Task) -> tuple[str, ...]:
    """Return the answers, each as it can be read; in an order that is the same whenever they are made.

    None for a corpus, which has to be written.

    >>> from tokviz import exercises
    >>> sorted(answer_options(exercises.about("utf8-bytes", text="é")))
    ['00 E9', 'A9 C3', 'C3 A9', 'E9']
    """
    if task.form == "corpus":
        return ()
    right = _right(task)
    wrong = (text for text in dict.fromkeys(_slips(task)) if text != right and _is_wrong(task, text))
    options = [right, *islice(wrong, MOST - 1)]
    Random(f"{task.kind} {right}").shuffle(options)
    return tuple(options)


def _right(task: Task) -> str:
    match task.form:
        case "bytes":
            return _hexadecimal(cast(bytes, task.solution))
        case "number":
            return _number(Fraction(cast("float | Fraction", task.solution)))
        case "text":
            return str(task.solution)
        case "pair":
            return symbols(cast(Symbols, task.solution))
        case "pairs":
            return _pairs(cast("tuple[Symbols, ...]", task.solution))
        case _:
            return _parted(cast(Symbols, task.solution))


def _is_wrong(task: Task, text: str) -> bool:
    verdict = exercises.check(task, text)
    return verdict.readable and not verdict.right


def _slips(task: Task) -> Iterator[str]:
    match task.form:
        case "bytes":
            solution = cast(bytes, task.solution)
            text = solution.decode("utf-8")
            for other in (text.encode("latin-1", "ignore"), text.encode("utf-16-be"), solution[::-1], solution + b"\0"):
                if other:
                    yield _hexadecimal(other)
        case "number":
            value = Fraction(cast("float | Fraction", task.solution))
            if value == 0:
                yield from map(_number, (Fraction(1), Fraction(1, 2), Fraction(2)))
            elif value.denominator == 1:
                yield from map(str, (value - 1, value + 2, value * 2, value + 1))
            else:
                yield from map(_number, (value * 2, value / 2, value * 3, 1 - value))
        case "text":
            tokens = next(cast(Symbols, given.value) for given in task.given if given.name == "tokens")
            yield from ("".join(tokens), " ".join(tokens), "".join(token.removeprefix(_MARK) for token in tokens))
        case "pair":
            left, right = cast(Symbols, task.solution)
            yield symbols((right, left))
            yield from map(symbols, _neighbors(task))
        case "pairs":
            first, *others = cast("tuple[Symbols, ...]", task.solution)
            turned = (first[1], first[0])
            yield _pairs((*others, first))
            yield _pairs((turned, *others))
            yield _pairs((first, *((right, left) for left, right in others)))
            yield _pairs((first,) * (1 + len(others)))
        case _:
            tokens, said = cast(Symbols, task.solution), task.prompt.values
            if tokens == said.get("unknown"):  # the word as if it were known
                whole = str(said["word"])
                tokens = (whole,)
                yield from map(_parted, (tokens, (whole[0], *(f"{_MARK}{letter}" for letter in whole[1:]))))
            yield from map(_parted, _otherwise(task, tokens))


def _otherwise(task: Task, tokens: Symbols) -> Iterator[Symbols]:
    """Yield the same letters, parted elsewhere: an end too early or too late, two tokens in one, one in two, all
    letters.
    """
    is_marked = any(token.startswith(_MARK) for token in tokens) or "vocabulary" in {given.name for given in task.given}
    letters = [_LETTER.findall(token.removeprefix(_MARK) if place else token) for place, token in enumerate(tokens)]
    ends: list[int] = []
    for token_letters in letters:
        ends.append((ends[-1] if ends else 0) + len(token_letters))
    every = [letter for token_letters in letters for letter in token_letters]
    inner = ends[:-1]
    slips = [
        *([*inner[:k], end + by, *inner[k + 1 :]] for k, end in enumerate(inner) for by in (1, -1)),
        *([*inner[:k], *inner[k + 1 :]] for k in range(len(inner))),
        *(sorted({*inner, cut}) for cut in (len(every) // 2, len(every) - 1, 1)),
        list(range(1, len(every))),
    ]
    for cuts in slips:
        edges = [0, *cuts, len(every)]
        if all(start < end for start, end in pairwise(edges)):
            parts = ["".join(every[start:end]) for start, end in pairwise(edges)]
            yield tuple(f"{_MARK}{part}" if is_marked and place else part for place, part in enumerate(parts))


def _neighbors(task: Task) -> Iterator[Symbols]:
    """Yield the pairs in the words that are given."""
    for given in task.given:
        if given.name in ("words", "language-words"):
            for word, *_ in cast("Iterable[tuple[Symbols, int]]", given.value):
                yield from pairwise(word)


def _parted(tokens: Symbols) -> str:
    return " | ".join(symbols([token]) for token in tokens)


def _pairs(merges: tuple[Symbols, ...]) -> str:
    return ", ".join(map(symbols, merges))


def _hexadecimal(data: bytes) -> str:
    return data.hex(" ").upper()


def _number(value: Fraction) -> str:
    if value.denominator == 1:
        return str(value)
    return f"{value.numerator}/{value.denominator}" if value.denominator < 10_000 else f"{float(value):.4g}"


# -- worked examples ---------------------------------------------------------------------------------------------------

_MAX_WORDS = 5


@dataclass(frozen=True)
class ExamplePage:
    """The page of an example and an algorithm. places: what can be looked at, each with its label and what it shows.
    shown, steps: how many steps of the training are there, of how many."""

    about: About
    payloads: list[Any]
    places: list[dict[str, Any]]
    shown: int
    steps: int


def example_list() -> tuple[tuple[str, str], ...]:
    """Return every example with every algorithm that it is trained with, in their order; and with those that no source
    trains any with, but that open with it."""
    listed = [(name, algorithm) for name in examples.NAMES for algorithm in examples.load(name).recipes]
    there = {algorithm for _, algorithm in listed}
    return (*listed, *((entry.opening, name) for name, entry in ALGORITHMS.items() if name not in there))


def example_data(example: str, algorithm: str, say: Catalog) -> ExamplePage:
    """Return the page of an example and an algorithm."""
    state = train_state.defaults(ALGORITHMS[algorithm], example)
    trace, pool = ALONE.trace(state), Pool()
    shown, last = training(pool, trace, 0, say, split=state.split)
    places = [{"label": say("site.training"), "shows": [shown]}]
    form = applying_form(algorithm)
    applied = form.opening(example) if form is not None else None
    if isinstance(applied, ApplyState):
        places += _words(applied, pool, say)
    about = rendering.about_training(trace, say, example, state.split)
    return ExamplePage(about, pool.payloads, places, last, len(trace))


def _words(applied: ApplyState, pool: Pool, say: Catalog) -> Iterator[dict[str, Any]]:
    """Yield words of the text that the page of the app opens with, each as a place."""
    tokenizer = tokenizer_of(applied)
    for word in list(dict.fromkeys(tokenizer.model.words(applied.text or applied.word)))[:_MAX_WORDS]:
        parts, _ = tokenizer.word_picture(word, say)
        yield {"label": say("site.word", word=shorten(visible(word), 24)), "shows": [picture(pool, parts)]}
