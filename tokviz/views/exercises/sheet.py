"""A task as HTML: the question with what is given, and the verdict with its explanation.

The first holds nothing of the solution. Both are read by a browser and printed; the template has the layout.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import cast

from tokviz.exercises import Answer, Given, Line, Task, Verdict
from tokviz.exercises.task import Value, line
from tokviz.views.exercises.wording import number, opening, sentence, symbols
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.shared.rendering import render

__all__ = ["answer_text", "explanation", "given", "question", "solution_line", "verdict"]


_Item = tuple[str, str]
"""One thing that is given: code, and what stands beside it."""


def question(task: Task, say: Catalog, hints: int = 0, *, drawn: Collection[str] = ()) -> str:
    """Return the prompt and what is given, as HTML. hints: how many of the hints are told. drawn: the names of what is
    given that a picture beside it shows."""
    shown = [
        (say(f"exercise.given.{one.name}"), list(_items(one, say)), one.name)
        for one in task.given
        if one.name not in drawn
    ]
    told = [sentence(one, say) for one in task.hints[:hints]]
    return render("exercise.html", say, prompt=sentence(task.prompt, say), given=shown, hints=told, because=())


def given(task: Task, say: Catalog) -> dict[str, list[str]]:
    """Return what is given as plain text: the name of each part, and its items.

    >>> from tokviz.exercises import make
    >>> from tokviz.views.shared.catalog import load
    >>> given(make("utf8-bytes", seed=1), load("en"))
    {'Text': ['ü']}
    """
    return {
        say(f"exercise.given.{one.name}"): [f"{code} {note}".rstrip() for code, note in _items(one, say)]
        for one in task.given
    }


def verdict(task: Task, found: Verdict, say: Catalog, *, tells: bool = True, explains: bool = True) -> str:
    """Say what became of an answer, as HTML. tells: whether the solution is told, and with `explains` also why."""
    kind = "right" if found.right else "wrong" if found.readable else "unreadable"
    if task.form == "corpus" and found.right:
        tells = False  # what there is to see was said of the visitor's own
    solution = sentence(solution_line(task), say) if tells and found.readable and not found.right else None
    return render(
        "exercise_verdict.html",
        say,
        kind=kind,
        opening=opening(found, say),
        said=[sentence(one, say) for one in found.said],
        solution=solution,
        because=[sentence(one, say) for one in found.because] if tells and explains and found.readable else [],
    )


def explanation(task: Task, say: Catalog) -> str:
    """Say what was given and why the solution is right, as HTML: for below the picture of a task that is over."""
    shown = [(say(f"exercise.given.{one.name}"), list(_items(one, say)), one.name) for one in task.given]
    return render(
        "exercise.html", say, prompt=(), given=shown, hints=(), because=[sentence(one, say) for one in task.because]
    )


def answer_text(answer: Answer, say: Catalog) -> str:
    """Return an answer as one would write it, for readers.

    >>> from tokviz.views.shared.catalog import load
    >>> answer_text((("e", "s"), ("es", "t")), load("en")), answer_text(b"\\xc3\\xa9", load("en"))
    ('e s, es t', 'C3 A9')
    """
    match answer:
        case bytes():
            return answer.hex(" ").upper()
        case int() | float() | Fraction():
            return number(answer, say)
        case str():
            return visible(answer)
        case Mapping():
            return ", ".join(f"{visible(word)} {count}" for word, count in answer.items())
    if answer and isinstance(answer[0], tuple):
        return ", ".join(symbols(pair) for pair in answer)
    return symbols(cast("tuple[str, ...]", answer))


def solution_line(task: Task) -> Line:
    """Return what is right, as it is said."""
    answer: Value
    match task.solution:
        case bytes() as data:
            answer = data.hex(" ").upper()
        case Mapping() as corpus:
            answer = tuple((word, str(count)) for word, count in corpus.items())
        case str() as text if task.form == "choice":
            answer = line(f"preset.{text}")
        case other:
            answer = other
    return line("exercise.solution", answer=answer)


def _items(one: Given, say: Catalog) -> Iterable[_Item]:
    """Yield what is given, one thing after the other."""
    match one.name:
        case "words":
            for word, count in one.value:
                yield symbols(word), f"× {say.integer(count)}"
        case "corpus":
            for name, count in one.value.items():
                yield visible(name), f"× {say.integer(count)}"
        case "pieces":
            for piece, share in one.value:
                yield visible(piece), say.short(share, 5) if isinstance(share, float) else say.fraction(share)
        case "merges":
            for place, pair in enumerate(one.value, start=1):
                yield symbols(pair), f"{place}"
        case "vocabulary" | "tokens":
            for token in one.value:
                yield visible(token), ""
        case "symbols":
            yield symbols(one.value), ""
        case "text" | "word":
            yield str(one.value), ""
