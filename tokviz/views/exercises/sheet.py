"""Tasks as text: the question and its verdict as records and as HTML, and in few lines beside a page.

A question holds nothing of the solution. The records are what a browser tab draws; HTML is read by a browser and
printed, and the template has the layout. In few lines, only that part of a vocabulary, of merges or of a corpus is
shown that fits the task.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TypedDict, cast

from tokviz.corpus import Corpus
from tokviz.exercises import Answer, Given, Line, Task, Verdict
from tokviz.exercises.turns import LanguageRow
from tokviz.lines import Name, Symbols, Value, line
from tokviz.text_keys import preset_key
from tokviz.views.exercises.wording import opening, sentence, symbols
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.shared.language_names import language_name
from tokviz.views.shared.rendering import render
from tokviz.views.shared.sentences import Sentence, TokensPart

_ASKED_GIVEN = {
    "words": "guide.ask.given.words",
    "lines": "guide.ask.given.lines",
    "corpus": "guide.ask.given.corpus",
    "merges": "guide.ask.given.merges",
    "vocabulary": "guide.ask.given.vocabulary",
    "pieces": "guide.ask.given.pieces",
    "text": "guide.ask.given.text",
    "tokens": "guide.ask.given.tokens",
    "languages": "guide.ask.given.languages",
    "language-words": "guide.ask.given.language-words",
    "chat": "guide.ask.given.text",
}

_GIVEN = {
    "words": "exercise.given.words",
    "lines": "exercise.given.lines",
    "corpus": "exercise.given.corpus",
    "merges": "exercise.given.merges",
    "vocabulary": "exercise.given.vocabulary",
    "pieces": "exercise.given.pieces",
    "tokens": "exercise.given.tokens",
    "symbols": "exercise.given.symbols",
    "text": "exercise.given.text",
    "languages": "exercise.given.languages",
    "language-words": "exercise.given.language-words",
    "chat": "exercise.given.text",
}


def _named(given: Given) -> str:
    return "lines" if given.unit == "line" else given.name


# -- a task as records, and as HTML ------------------------------------------------------------------------------------


class GivenItem(TypedDict):
    """One thing that a task gives. symbols: what it is, in its visible form. note: what is said beside it, or
    nothing."""

    symbols: list[str]
    note: str


class GivenPart(TypedDict):
    """Things that a task gives, under one name."""

    label: str
    items: list[GivenItem]


class KindPart(GivenPart):
    """The same with what they are: the name of the part, as :class:`~tokviz.exercises.task.Given` lists them."""

    kind: str


class QuestionSheet(TypedDict):
    """A task as it is asked, or as it is explained below its picture: then it has reasons, and neither prompt nor
    hints."""

    prompt: Sentence
    given: list[KindPart]
    hints: list[Sentence]
    because: list[Sentence]


class VerdictSheet(TypedDict):
    """The verdict on an answer. kind: right, wrong or unreadable; solution: what is right, where that is told;
    is_brief: whether the one reason follows in the same line."""

    kind: str
    opening: str
    said: list[Sentence]
    solution: Sentence
    because: list[Sentence]
    is_brief: bool


def question(task: Task, say: Catalog, hints: int = 0, *, drawn: Collection[str] = ()) -> QuestionSheet:
    """Return the prompt and what is given. hints: how many of the hints are told. drawn: the names of what is given
    that a picture beside it shows."""
    return {
        "prompt": sentence(task.prompt, say),
        "given": [_kind_part(given, say) for given in task.given if given.name not in drawn],
        "hints": [sentence(hint, say) for hint in task.hints[:hints]],
        "because": [],
    }


def question_html(task: Task, say: Catalog, hints: int = 0, *, drawn: Collection[str] = ()) -> str:
    """Return the same as HTML."""
    return render("exercise.html", say, **question(task, say, hints, drawn=drawn))


def _kind_part(given: Given, say: Catalog) -> KindPart:
    return {"label": say(_GIVEN[_named(given)]), "items": [*_given_items(given, say)], "kind": given.name}


def given_html(task: Task, say: Catalog) -> dict[str, list[str]]:
    """Return the given parts of a task as plain text: the name of each, and its items.

    >>> from tokviz.exercises import make
    >>> from tokviz.views.shared.catalog import load
    >>> given_html(make("utf8-bytes", seed=1), load("en"))
    {'Text': ['ü']}
    """
    return {say(_GIVEN[_named(given)]): [item_text(item) for item in _given_items(given, say)] for given in task.given}


def is_brief(task: Task) -> bool:
    """Tell if a solution has one reason, which has room beside the verdict.

    More reasons are below the picture.
    """
    return len(task.because) == 1


def told(task: Task, verdict: Verdict, say: Catalog, *, tells: bool = True, has_picture: bool = False) -> VerdictSheet:
    """Return the verdict on an answer in words. tells: whether the solution is told, and why: above a picture only if
    that is brief."""
    kind = "right" if verdict.right else "wrong" if verdict.readable else "unreadable"
    if task.form == "corpus" and verdict.right:
        tells = False  # what there is to see was said of the visitor's own
    is_explained = tells and verdict.readable and (is_brief(task) or not has_picture)
    return {
        "kind": kind,
        "opening": opening(verdict, say),
        "said": [sentence(explanation, say) for explanation in verdict.said],
        "solution": sentence(solution_line(task), say) if tells and verdict.readable and not verdict.right else (),
        "because": [sentence(explanation, say) for explanation in verdict.because] if is_explained else [],
        "is_brief": is_brief(task),
    }


def verdict_html(task: Task, verdict: Verdict, say: Catalog, *, tells: bool = True, has_picture: bool = False) -> str:
    """Return the same as HTML."""
    return render("exercise_verdict.html", say, **told(task, verdict, say, tells=tells, has_picture=has_picture))


def explained(task: Task, say: Catalog) -> QuestionSheet:
    """Return the lines below the picture of a task that is over: what was given, and why the solution is right unless
    the verdict says it."""
    because = [] if is_brief(task) else [sentence(explanation, say) for explanation in task.because]
    return {"prompt": (), "given": [_kind_part(given, say) for given in task.given], "hints": [], "because": because}


def explanation_html(task: Task, say: Catalog) -> str:
    """Return the same as HTML."""
    return render("exercise.html", say, **explained(task, say))


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
            return say.number(answer)
        case str():
            return visible(answer)
        case Mapping():
            return ", ".join(f"{visible(word)} {count}" for word, count in answer.items())
    if answer and isinstance(answer[0], tuple):
        return ", ".join(symbols(pair) for pair in answer)
    return symbols(cast("tuple[str, ...]", answer))


def solution_line(task: Task) -> Line:
    """Return the solution as a line of text."""
    answer: Value
    match task.solution:
        case bytes() as data:
            answer = tuple(f"{byte:02X}" for byte in data)
        case Mapping() as corpus:
            answer = tuple((word, str(count)) for word, count in corpus.items())
        case str() as text if task.form == "choice":
            answer = line(preset_key(text)) if task.kind == "convention" else Name(text)
        case other:
            answer = other
    return line("exercise.solution", answer=answer)


def item_text(item: GivenItem) -> str:
    """Return a thing that is given, as one writes it."""
    return f"{' '.join(item['symbols'])} {item['note']}".rstrip()


def _item(symbols: Iterable[str], note: str = "") -> GivenItem:
    return {"symbols": [visible(symbol) for symbol in symbols], "note": note}


def _given_items(given: Given, say: Catalog) -> Iterator[GivenItem]:
    """Yield the items of a given part, one after the other."""
    match given.name:
        case "words":
            for word, count in given.value:
                yield _item(word, f"× {say.integer(count)}")
        case "language-words":
            for word, count, language in given.value:
                yield _item(word, say("exercise.given.count-in", count=count, language=language_name(language, say)))
        case "languages":
            for row in given.value:
                yield _item([language_name(row.name, say)], _language_note(row, say))
        case "corpus":
            for name, count in given.value.items():
                yield _item([name], f"× {say.integer(count)}")
        case "pieces":
            for piece, share in given.value:
                yield _item([piece], say.short(share, 5) if isinstance(share, float) else say.fraction(share))
        case "merges":
            for place, pair in enumerate(given.value, start=1):
                yield _item(pair, f"{place}")
        case "vocabulary" | "tokens" | "chat":
            for token in given.value:
                yield _item([token])
        case "symbols":
            yield _item(given.value)
        case "text" | "word":
            yield {"symbols": str(given.value).split(" "), "note": ""}


def _language_note(row: LanguageRow, say: Catalog) -> str:
    """Say how long the text of a language is, and what else decides whether it chooses."""
    if row.start is not None:
        length = say("exercise.given.ratio", start=row.start, now=row.length, ratio=say.number(row.ratio or 1))
    else:
        length = say.count("count.length", row.length)
    notes = [length]
    if row.had is not None:
        notes.append(say("exercise.given.turns", had=row.had, window=row.window))
    if row.is_exhausted:
        notes.append(say("parity.state.exhausted"))
    return say("exercise.given.between").join(notes)


# -- in few lines ------------------------------------------------------------------------------------------------------


_MOST = 24  # of one thing


def given_lines(task: Task, say: Catalog) -> list[GivenPart]:
    """Return the lines of the given parts."""
    return [
        {"label": say(_item_label(given, task)), "items": items[:_MOST]}
        for given in task.given
        if (items := [*_brief_items(given, task, say)])
    ]


def answer_lines(solution: Answer, say: Catalog) -> Sentence:
    """Say what is right, as a sentence.

    >>> from tokviz.views.shared.catalog import load
    >>> answer_lines(("hug", "s"), load("en")), answer_lines(b"\\xc3\\xa9", load("en")), answer_lines(7, load("en"))
    (({'tokens': ['hug', 's']},), ({'tokens': ['C3', 'A9']},), ('7',))
    """
    if isinstance(solution, bytes):
        return (_tokens(f"{byte:02X}" for byte in solution),)
    if isinstance(solution, tuple):
        if all(isinstance(token, str) for token in solution):
            return (_tokens(cast("Symbols", solution)),)
        parts = [part for pair in solution for part in (_tokens(pair), " · ")]
        return tuple(parts[:-1])
    if isinstance(solution, str):
        return (_tokens([solution]),)
    return () if isinstance(solution, Corpus) else (say.number(solution),)


def _tokens(names: Iterable[str]) -> TokensPart:
    return {"tokens": [visible(name) for name in names]}


def _item_label(given: Given, task: Task) -> str:
    if given.name == "merges" and task.kind == "convention":
        return "exercise.given.merges"
    if given.name == "corpus" and "piece" in task.prompt.values:
        return "guide.ask.given.having"
    return _ASKED_GIVEN[_named(given)]


def _brief_items(given: Given, task: Task, say: Catalog) -> Iterator[GivenItem]:
    value, text = given.value, _text(task)
    match given.name:
        case "words":
            for form, count in value:
                yield _item(form, f"× {count}")
        case "languages" | "language-words":
            yield from _given_items(given, say)
        case "corpus":
            for word, count in _concerned(value, task):
                yield _item([word], f"× {count}")
        case "merges":
            for rank, pair in enumerate(value, start=1):
                if task.kind == "convention" or "".join(pair).replace("##", "") in text:
                    yield _item(pair, f"({rank})")
        case "vocabulary":
            for token in sorted(value, key=lambda token: -len(token.removeprefix("##"))):
                if _fits(token, text):
                    yield _item([token])
        case "pieces":
            for piece, probability in value:
                if piece in text:
                    yield _item([piece], say.number(probability))
        case "text" if task.kind == "pre-tokens":
            yield _item([value])
        case "tokens" | "chat":
            for token in value:
                yield _item([token])


def _fits(token: str, word: str) -> bool:
    """Tell if a token can begin a word, or, if it continues one, be within it."""
    return token[2:] in word[1:] if token.startswith("##") else word.startswith(token)


def _text(task: Task) -> str:
    """Say what a part of the answer must fit into."""
    parts = {given.name: given.value for given in task.given}
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
