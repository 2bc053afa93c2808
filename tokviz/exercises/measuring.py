"""Exercises on what is measured of tokenizers, and on chats: the Gini coefficient of languages, a boundary between
morphemes, and the part of a conversation that a model is trained on.

What they are about is imported when a task is made: pages with other exercises have no need of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import cast

from tokviz.exercises.answers import Exercise, numeric, read_choice
from tokviz.exercises.task import LEVELS, Answer, Draw, Given, Task
from tokviz.lines import Line, Name, line

_CHOICES = 3
_SOURCES = {
    "en": "exercise.source.wiktionary",
    "de": "exercise.source.germanet",
    "tr": "exercise.source.grammar",
    "zh": "exercise.source.cedict",
}

# -- the Gini coefficient ----------------------------------------------------------------------------------------------


def gini(*, tokens: Sequence[int]) -> Task:
    """Ask for the Gini coefficient of languages that need so many tokens for the same sentence. Raises IndexError for
    fewer than two, and for none but zeros."""
    from tokviz.compare import fairness

    solution = fairness.gini(tokens)
    if len(tokens) < 2 or solution is None:
        raise IndexError("no Gini coefficient without two languages, or without any token")
    number = len(tokens)
    total = sum(abs(one - other) for one in tokens for other in tokens)
    difference, twice = Fraction(total, number**2), Fraction(2 * sum(tokens), number)
    return Task(
        "gini",
        "number",
        line("exercise.ask.gini", languages=number, tokens=tuple(map(str, tokens))),
        (),
        solution,
        (line("exercise.hint.gini"), line("exercise.hint.gini.pairs", pairs=number**2)),
        (line("exercise.why.gini", total=total, pairs=number**2, difference=difference, twice=twice, value=solution),),
    )


def _drawn_gini(draw: Draw, level: int) -> Task:
    tokens = [draw.between(2, 6 + 3 * level)]
    while len(tokens) < 1 + level:
        tokens.append(draw.between(2, 6 + 3 * level))
        if len(set(tokens)) == 1:  # equal ones need no arithmetic
            tokens.pop()
    return gini(tokens=tokens)


# -- boundaries of morphemes -------------------------------------------------------------------------------------------


def morpheme_boundary(*, word: str, places: Sequence[int]) -> Task:
    """Ask which of three boundaries in a word is one of morphemes. places: where they are, in characters; one of them
    is right. Raises IndexError for other places, and for a word that is not in the list."""
    from tokviz.compare import morphemes

    listed = {one.text: (code, one) for code, every in morphemes.words().items() for one in every}
    if word not in listed:
        raise IndexError(f"the morphemes of {word} are not in the list")
    code, known = listed[word]
    right = [place for place in places if place in known.boundaries]
    if len({*places}) != _CHOICES or len(right) != 1 or not all(0 < place < len(word) for place in places):
        raise IndexError(f"not three boundaries of {word}, one of them between morphemes")
    edges = [0, *sorted(places), len(word)]
    tokens = tuple(word[start:end] for start, end in pairwise(edges))
    written = {place: f"{word[:place]}{morphemes.CUT}{word[place:]}" for place in places}
    return Task(
        "morpheme-boundary",
        "choice",
        line("exercise.ask.morpheme-boundary", word=word, tokens=tokens),
        (),
        written[right[0]],
        (line("exercise.hint.morpheme-boundary"), line("exercise.hint.morphemes", n=len(known.parts))),
        (line("exercise.why.morpheme-boundary", parts=known.parts, source=line(_SOURCES[code])),),
        choices=tuple(written[place] for place in places),
    )


def _drawn_boundary(draw: Draw, level: int) -> Task:
    """Draw a word: of English, then of German, then of three morphemes at least, in English or Turkish."""
    from tokviz.compare import morphemes

    every = morphemes.words()
    listed = every["en"] if level == 1 else every["de"] if level == 2 else (*every["en"], *every["tr"])
    least = 1 if level < LEVELS[-1] else 2
    long = [one for one in listed if len(one.text) - 1 - len(one.boundaries) >= _CHOICES]
    word = draw.choice([one for one in long if len(one.boundaries) >= least])
    others = [place for place in range(1, len(word.text)) if place not in word.boundaries]
    places = [draw.choice(word.boundaries), *draw.sample(others, _CHOICES - 1)]
    return morpheme_boundary(word=word.text, places=draw.sample(places, _CHOICES))


def _boundary_remark(task: Task, answer: Answer) -> tuple[Line, ...]:
    return (line("exercise.wrong.morpheme-boundary", yours=str(answer), best=str(task.solution)),)


# -- chats -------------------------------------------------------------------------------------------------------------

_TALKS = (
    (("How many legs has a spider?", "It has eight."), ("And an ant?", "Six.")),
    (("What is the capital of Peru?", "It is Lima."), ("And of Chile?", "Santiago.")),
    (("Which month has 28 days?", "All of them."), ("And 31?", "Seven do.")),
    (("What is seven times six?", "That is 42."), ("And times five?", "35.")),
    (("Who painted Guernica?", "Picasso did."), ("When?", "In 1937.")),
    (("How do you say bread in French?", "Pain."), ("And milk?", "Lait.")),
)
_TEMPLATES: Sequence[tuple[str, str]] = (
    *(("chatml", "ChatML"), ("llama-3", "Llama-3"), ("gemma", "Gemma")),
    *(("llama-2", "Llama-2"), ("mistral", "Mistral")),
)


def trained_on(*, template: str, messages: Sequence[tuple[str, str]], choices: Sequence[str]) -> Task:
    """Ask which stretch of a chat is just what the model is trained on. template: one of ours; messages: roles and
    contents; choices: stretches without the white space around them. Raises IndexError where not one of them is right,
    TokvizError for messages that the template refuses."""
    from tokviz.chat import Message, own_template, render

    chat = render(own_template(template), [Message(*message) for message in messages], prompt=False)
    trained = [chat.text[start:end].strip() for start, end in chat.trained]
    right = [choice for choice in choices if choice in trained]
    if len(right) != 1 or not all(choice in chat.text for choice in choices):
        raise IndexError("not one stretch of the text that the model is trained on")
    return Task(
        "trained-on",
        "choice",
        line("exercise.ask.trained-on", template=Name(dict(_TEMPLATES).get(template, template))),
        (Given("chat", tuple(chat.text[span.start : span.end] for span in chat.spans)),),
        right[0],
        (line("exercise.hint.trained-on"), line("exercise.hint.trained-on.end")),
        (line("exercise.why.trained-on", trained=tuple((one,) for one in trained)),),
        choices=tuple(choices),
    )


def _drawn_trained(draw: Draw, level: int) -> Task:
    """Draw a chat of one exchange or, from the second level on, of two; on the third, it is asked about the first."""
    from tokviz.chat import own_template

    talk = draw.choice(_TALKS)[: min(level, 2)]
    template, _ = draw.choice(_TEMPLATES)
    question, answer = talk[0] if level == 3 else talk[-1]
    end = (" " if template == "llama-2" else "") + dict(own_template(template).variables)["eos_token"]
    choices = [question, answer, f"{answer}{end}"]
    messages = [message for asked, said in talk for message in (("user", asked), ("assistant", said))]
    return trained_on(template=template, messages=messages, choices=draw.sample(choices, _CHOICES))


def _trained_remark(task: Task, answer: Answer) -> tuple[Line, ...]:
    """Say that an answer lacks its end, or that it is not the model's."""
    is_answer = cast("str", task.solution).startswith(str(answer))
    key = "exercise.wrong.trained-on.end" if is_answer else "exercise.wrong.trained-on.user"
    return (line(key, yours=str(answer)),)


KINDS = (
    numeric("gini", _drawn_gini, gini),
    Exercise("morpheme-boundary", _drawn_boundary, morpheme_boundary, read_choice, remark=_boundary_remark),
    Exercise("trained-on", _drawn_trained, trained_on, read_choice, remark=_trained_remark),
)
