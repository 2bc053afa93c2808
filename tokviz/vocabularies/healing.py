"""Token healing: a prompt that ends inside a token, and the entries that could continue it.

A prompt is tokenized before its continuation is known, so its last tokens may be ones that the whole text would not
have. Healing takes tokens back from the end and lets the model choose only among entries that begin with the text that
was taken back. The idea and the name are of the library guidance (Lundberg, 2023); Hugging Face transformers does it
with the option ``token_healing`` and takes one token back.

>>> file = b'''{"model": {"type": "BPE", "vocab": {":": 0, "/": 1, "//": 2, "://": 3}, "merges": ["/ /", ": //"]}}'''
>>> (step,) = heal(Pipeline.from_file(file), ":")
>>> step.text, [entry.token for entry in step.longer]
(b':', ['://'])
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from tokviz.files.pipeline import Pipeline
from tokviz.vocabularies.entries import Entry, vocabulary_of

__all__ = ["MAX_ENTRIES", "HealingStep", "heal"]

MAX_ENTRIES = 60
"""The most longer entries that a step lists."""


@dataclass(frozen=True)
class HealingStep:
    """The last `taken` tokens of a prompt are taken back. tokens: these; text: what they add to the prompt, in UTF-8;
    exact: the entries that are just this text; longer: those that begin with it and go on, by id, the first
    :data:`MAX_ENTRIES`; total: how many of these there are."""

    taken: int
    tokens: tuple[str, ...]
    text: bytes
    exact: tuple[Entry, ...]
    longer: tuple[Entry, ...]
    total: int


def heal(tokenizer: Pipeline, text: str, most: int = 8) -> tuple[HealingStep, ...]:
    """Return a step for each number of tokens taken back, from 1 to `most`, as long as an entry is their text or begins
    with it.

    The last step with longer entries goes back furthest. Special tokens are left out. Raises TokvizError.
    """
    vocabulary = vocabulary_of(tokenizer)
    ids = tokenizer.encode(text, special=False).ids
    places = [vocabulary.place_of[number] for number in reversed(ids[-most:])]
    steps: list[HealingStep] = []
    ends = accumulate((vocabulary.data[place] for place in places), lambda end, data: data + end)
    for taken, end in enumerate(ends, start=1):
        begins = [
            place
            for place, data in enumerate(vocabulary.data)
            if data.startswith(end) and int(vocabulary.ids[place]) not in vocabulary.added
        ]
        if not end or not begins:
            break
        exact = tuple(vocabulary[place] for place in begins if vocabulary.data[place] == end)
        longer = [place for place in begins if vocabulary.data[place] != end]
        tokens = tuple(vocabulary.tokens[place] for place in reversed(places[:taken]))
        listed = tuple(vocabulary[place] for place in longer[:MAX_ENTRIES])
        steps.append(HealingStep(taken, tokens, end, exact, listed, len(longer)))
    return tuple(steps)
