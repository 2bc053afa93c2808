"""What a tokenizer makes of a text, word by word: the same for a model of ours and for a file by its library."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from tokviz import bpe
from tokviz.errors import TokvizError
from tokviz.files.parts import dropped_symbols
from tokviz.files.pipeline import Pipeline
from tokviz.model import Model
from tokviz.models.around import Check

__all__ = ["OfLibrary", "OfModel", "Tokenizer", "Word"]


class Word(NamedTuple):
    """A word as the tokenizer sees it, with its tokens and their ids, None for what has none.

    A token that stands for no text, such as ``[CLS]``, is by itself, with an empty word.
    """

    text: str
    tokens: tuple[str, ...]
    ids: tuple[int | None, ...]


class Tokenizer(Protocol):
    """What the command asks, whatever applies the tokenizer."""

    @property
    def model(self) -> Model:
        """Our model of it, which takes texts."""

    def encoded(self, text: str) -> list[Word]:
        """The words of a text, whose tokens together are those of the text."""

    def different(self, text: str) -> Mapping[str, tuple[str, ...]]:
        """Each different word and added token of a text with its tokens, in order."""

    def dropped(self, text: str) -> Counter[str]:
        """The symbols of a text that become no token, with how often they occur."""

    def decoded(self, given: Sequence[str], *, are_ids: bool) -> tuple[list[str], str]:
        """Tokens, or their ids, with the text that they stand for. Raises TokvizError for what there is not."""

    def check(self, text: str) -> Check:
        """The text by our model beside the library, if there is one."""


@dataclass(frozen=True)
class OfModel:
    """A model of ours.

    >>> from tokviz import wordpiece
    >>> OfModel(wordpiece.Model(["hug", "##s"])).encoded("hugs")
    [Word(text='hugs', tokens=('hug', '##s'), ids=(0, 1))]
    """

    model: Model

    def encoded(self, text: str) -> list[Word]:
        ids, unknown = self.model.text_ids, self.model.unknown_token
        usual = None if unknown is None else self.model.ids.get(unknown)
        cut = ((word, self.model.encode_word(word)) for word in self.model.words(text))
        return [Word(word, tokens, tuple(ids.get(token, usual) for token in tokens)) for word, tokens in cut]

    def different(self, text: str) -> Mapping[str, tuple[str, ...]]:
        return {word.text: word.tokens for word in self.encoded(text)}

    def dropped(self, text: str) -> Counter[str]:
        return bpe.dropped_symbols(self.model, self.model.words(text))

    def decoded(self, given: Sequence[str], *, are_ids: bool) -> tuple[list[str], str]:
        tokens = _named(given, self.model.ids) if are_ids else list(given)
        return tokens, self.model.decode(tokens)

    def check(self, text: str) -> Check:
        return Check(None, 0)


@dataclass(frozen=True)
class OfLibrary:
    """A file, by its library."""

    pipeline: Pipeline

    @property
    def model(self) -> Model:
        return self.pipeline.text_model.model

    def encoded(self, text: str) -> list[Word]:
        found: list[tuple[int | None, list[tuple[str, int | None]]]] = []
        for part in self.pipeline.encode(text).parts:
            word = None if part.role == "put" else part.word
            if word is None or not found or found[-1][0] != word:
                found.append((word, []))
            found[-1][1].append((part.text, part.id))
        words = self.pipeline.engine.pre_tokens(text)
        return [
            Word("" if at is None else words[at].text, tuple(token for token, _ in own), tuple(one for _, one in own))
            for at, own in found
        ]

    def different(self, text: str) -> Mapping[str, tuple[str, ...]]:
        model, found = self.pipeline.model, dict[str, tuple[str, ...]]()
        added: dict[int | None, str] = {one.id: one.content for one in self.pipeline.engine.kept}
        for part in self.pipeline.engine.pre_tokens(text):
            if part.role == "added":  # without the white space that it took along
                content = added.get(part.id, part.text)
                found[content] = (content,)
            else:
                found |= {word: model.encode_word(word) for word in self.pipeline.apart(part.text)}
        return found

    def dropped(self, text: str) -> Counter[str]:
        return dropped_symbols(self.pipeline.engine, text)[0]

    def decoded(self, given: Sequence[str], *, are_ids: bool) -> tuple[list[str], str]:
        known = self.pipeline.vocabulary
        tokens = _named(given, known) if are_ids else list(given)
        if not known:  # codes number nothing, and subword-nmt leaves the way back to sed
            return tokens, re.sub("@@( |$)", "", " ".join(tokens))
        wrong = next((token for token in tokens if token not in known), None)
        if wrong is not None:
            raise TokvizError("cli-token", value=wrong)
        return tokens, self.pipeline.decode([known[token] for token in tokens]).text

    def check(self, text: str) -> Check:
        return self.pipeline.check(text)


def _named(given: Sequence[str], known: Mapping[str, int]) -> list[str]:
    """The tokens of ids."""
    names = {str(number): token for token, number in known.items()}
    wrong = next((one for one in given if one not in names), None)
    if wrong is not None:
        raise TokvizError("cli-id", value=wrong)
    return [names[one] for one in given]
