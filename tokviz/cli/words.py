"""What a tokenizer makes of a text, word by word: the same for a model of ours and for a file by its library."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tokviz.errors import TokvizError
from tokviz.model import Model
from tokviz.pipeline import Pipeline

__all__ = ["Tokenizer", "Word", "decoded", "different", "encoded"]

Tokenizer = Model | Pipeline


class Word(NamedTuple):
    """A word as the tokenizer sees it, with its tokens and their ids, None for what has none.

    A token that stands for no text, such as ``[CLS]``, is by itself, with an empty word.
    """

    text: str
    tokens: tuple[str, ...]
    ids: tuple[int | None, ...]


def encoded(text: str, tokenizer: Tokenizer) -> list[Word]:
    """The words of a text, whose tokens together are those of the text.

    >>> from tokviz import wordpiece
    >>> encoded("hugs", wordpiece.Model(["hug", "##s"]))
    [Word(text='hugs', tokens=('hug', '##s'), ids=(0, 1))]
    """
    if isinstance(tokenizer, Pipeline):
        return _by_library(text, tokenizer)
    ids, unknown = tokenizer.ids, tokenizer.unknown_token
    usual = None if unknown is None else ids.get(unknown)
    cut = ((word, tokenizer.encode_word(word)) for word in tokenizer.words(text))
    return [Word(word, tokens, tuple(ids.get(token, usual) for token in tokens)) for word, tokens in cut]


def _by_library(text: str, pipeline: Pipeline) -> list[Word]:
    found: list[tuple[int | None, list[tuple[str, int | None]]]] = []
    for part in pipeline.encode(text).parts:
        word = None if part.role == "put" else part.word
        if word is None or not found or found[-1][0] != word:
            found.append((word, []))
        found[-1][1].append((part.text, part.id))
    words = pipeline.engine.pre_tokens(text)
    return [
        Word("" if at is None else words[at].text, tuple(token for token, _ in own), tuple(number for _, number in own))
        for at, own in found
    ]


def different(text: str, tokenizer: Tokenizer) -> Mapping[str, tuple[str, ...]]:
    """Each different word of a text that a model cuts, with its tokens, in order."""
    if not isinstance(tokenizer, Pipeline):
        return {word.text: word.tokens for word in encoded(text, tokenizer)}
    words = [part.text for part in tokenizer.engine.pre_tokens(text) if part.role != "added"]
    return {one: tokenizer.model.encode_word(one) for word in words for one in tokenizer.apart(word)}


def decoded(given: Sequence[str], tokenizer: Tokenizer, *, are_ids: bool) -> tuple[list[str], str]:
    """Tokens, or their ids, with the text that they stand for. Raises TokvizError for what there is not."""
    known = tokenizer.vocabulary if isinstance(tokenizer, Pipeline) else tokenizer.ids
    tokens = list(given)
    if are_ids:
        names = {str(number): token for token, number in known.items()}
        wrong = next((one for one in given if one not in names), None)
        if wrong is not None:
            raise TokvizError("cli-id", value=wrong)
        tokens = [names[one] for one in given]
    if not isinstance(tokenizer, Pipeline):
        return tokens, tokenizer.decode(tokens)
    if not known:  # codes number nothing, and subword-nmt leaves the way back to sed
        return tokens, re.sub("@@( |$)", "", " ".join(tokens))
    wrong = next((token for token in tokens if token not in known), None)
    if wrong is not None:
        raise TokvizError("cli-token", value=wrong)
    return tokens, tokenizer.decode([known[token] for token in tokens]).text
