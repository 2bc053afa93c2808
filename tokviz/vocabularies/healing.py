"""Token healing: a prompt that ends inside a token, and the entries that could continue it.

A prompt is tokenized before its continuation is known, so its last tokens may be ones that the whole text would not
have. Healing takes tokens back from the end and lets the model choose only among entries that begin with the text that
was taken back. The idea and the name are of the library guidance (Lundberg & Ribeiro, 2023); Hugging Face transformers
does it with the option ``token_healing`` and takes one token back.

>>> file = b'''{"model": {"type": "BPE", "vocab": {":": 0, "/": 1, "//": 2, "://": 3}, "merges": ["/ /", ": //"]}}'''
>>> healed = heal(Pipeline.from_file(file), ":", 1)
>>> healed.text, healed.is_token, [entry.token for entry in healed.longer]
(b':', True, ['://'])
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tokviz.files.pipeline import Pipeline
from tokviz.vocabularies.entries import Vocabulary

MAX_LONGER = 60
"""The most longer entries that are listed."""


class LongerEntry(NamedTuple):
    """An entry that goes on after the text. token: as the file writes it; text: what it adds to a text."""

    id: int
    token: str
    text: str


@dataclass(frozen=True)
class Healed:
    """The end of a prompt, taken back.

    tokens: those that were taken back; text: what they add to the prompt, in UTF-8. is_token: whether an entry is just
    this text. longer: the entries that begin with it and go on, by id, the first :data:`MAX_LONGER`; total: how many of
    these there are.
    """

    tokens: tuple[str, ...]
    text: bytes
    is_token: bool
    longer: tuple[LongerEntry, ...]
    total: int


def heal(tokenizer: Pipeline, text: str, taken: int) -> Healed:
    """Take the last tokens of a prompt back, `taken` of them or as many as it has. Added tokens are no continuation.

    Raises TokvizError.
    """
    vocabulary = Vocabulary(tokenizer)
    ids = tokenizer.encode(text, special=False).ids
    places = [vocabulary.place_of[number] for number in ids[max(0, len(ids) - taken) :]]
    end = b"".join(vocabulary.data[place] for place in places)
    begins = [
        place
        for place, (number, data) in enumerate(zip(vocabulary.ids.tolist(), vocabulary.data, strict=True))
        if end and data.startswith(end) and number not in vocabulary.added
    ]
    longer = [place for place in begins if vocabulary.data[place] != end]
    return Healed(
        tuple(vocabulary.tokens[place] for place in places),
        end,
        len(longer) < len(begins),
        tuple(
            LongerEntry(int(vocabulary.ids[place]), vocabulary.tokens[place], vocabulary.texts[place])
            for place in longer[:MAX_LONGER]
        ),
        len(longer),
    )
