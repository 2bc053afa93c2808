"""A task in few lines, for beside a page: what is given of it as far as it is needed, and its answer.

Of a vocabulary, of merges and of pieces only those are shown that fit into the word, and of a corpus only the words
that a piece is in; the rest of them does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from tokviz.corpus import Corpus
from tokviz.exercises import Answer, Given, Task
from tokviz.exercises.task import Symbols
from tokviz.views.exercises.wording import number, symbols
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.shared.sentences import Sentence

__all__ = ["answer", "given"]

_MOST = 24  # of one thing

_Item = tuple[str, str]
"""What stands as code, and what stands behind it."""


def given(task: Task, say: Catalog) -> list[dict[str, object]]:
    """Return what there is to work with: for each part its name and its items, alternately code and plain text."""
    return [
        {"label": say(_label(one, task)), "items": items[:_MOST]}
        for one in task.given
        if (items := [*_items(one, task, say)])
    ]


def answer(solution: Answer, say: Catalog) -> Sentence:
    """Say what is right, as a sentence.

    >>> from tokviz.views.shared.catalog import load
    >>> answer(("hug", "s"), load("en")), answer(b"\\xc3\\xa9", load("en")), answer(7, load("en"))
    (('', 'hug s', ''), ('', 'C3 A9', ''), ('7',))
    """
    if isinstance(solution, bytes):
        return "", solution.hex(" ").upper(), ""
    if isinstance(solution, tuple):
        if all(isinstance(one, str) for one in solution):
            return "", symbols(cast("Symbols", solution)), ""
        parts = [part for pair in solution for part in (symbols(pair), " · ")]
        return ("", *parts[:-1], "")
    if isinstance(solution, str):
        return "", visible(solution), ""
    return ("",) if isinstance(solution, Corpus) else (number(solution, say),)


def _label(one: Given, task: Task) -> str:
    if one.name == "merges" and task.kind == "convention":
        return "exercise.given.merges"
    if one.name == "corpus" and "piece" in task.prompt.values:
        return "guide.ask.given.having"
    return f"guide.ask.given.{one.name}"


def _items(one: Given, task: Task, say: Catalog) -> Iterator[_Item]:
    value, text = one.value, _text(task)
    match one.name:
        case "words":
            for form, count in value:
                yield symbols(form), f"× {count}"
        case "corpus":
            for word, count in _concerned(value, task):
                yield visible(word), f"× {count}"
        case "merges":
            for rank, pair in enumerate(value, start=1):
                if task.kind == "convention" or "".join(pair).replace("##", "") in text:
                    yield symbols(pair), f"({rank})"
        case "vocabulary":
            for token in sorted(value, key=lambda one: -len(one.removeprefix("##"))):
                if _fits(token, text):
                    yield visible(token), ""
        case "pieces":
            for piece, probability in value:
                if piece in text:
                    yield visible(piece), number(probability, say)
        case "text" if task.kind == "pre-tokens":
            yield visible(value), ""
        case "tokens":
            for token in value:
                yield visible(token), ""


def _fits(token: str, word: str) -> bool:
    """Return whether a token can begin a word, or, if it continues one, stand within it."""
    return token[2:] in word[1:] if token.startswith("##") else word.startswith(token)


def _text(task: Task) -> str:
    """Say what a part of the answer must fit into."""
    parts = {one.name: one.value for one in task.given}
    if "symbols" in parts:
        return "".join(parts["symbols"])
    if "corpus" in parts:
        return " ".join(word for word, _ in _concerned(parts["corpus"], task))
    return task.state.word


def _concerned(corpus: Corpus, task: Task) -> list[tuple[str, int]]:
    """Return the words of a corpus, with their counts, that have the piece that a task is about; all where it names
    none."""
    (piece,) = cast("tuple[str]", task.prompt.values.get("piece", ("",)))
    return [(word, count) for word, count in corpus.items() if piece in word]
