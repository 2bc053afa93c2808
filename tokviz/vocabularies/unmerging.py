"""Unmerge: a text encoded as if one token were not in the vocabulary."""

from __future__ import annotations

from dataclasses import dataclass

from tokviz.checks import check_limit
from tokviz.files.pipeline import Pipeline
from tokviz.vocabularies.without import without

__all__ = ["MAX_UNMERGED", "Unmerged", "Word", "removable", "unmerge"]

MAX_UNMERGED = 20_000
"""The longest text, in characters."""


@dataclass(frozen=True)
class Word:
    """A pre-token, or an added token, with its tokens as it is and without the token."""

    text: str
    before: tuple[str, ...]
    after: tuple[str, ...]

    @property
    def changed(self) -> bool:
        """Whether taking the token away makes any difference here."""
        return self.before != self.after


@dataclass(frozen=True)
class Unmerged:
    """A text without one token, word by word; what a post-processor puts around it is left out."""

    token: str
    words: tuple[Word, ...]

    @property
    def before(self) -> int:
        """How many tokens the text has."""
        return sum(len(word.before) for word in self.words)

    @property
    def after(self) -> int:
        """How many it has without the token."""
        return sum(len(word.after) for word in self.words)


def unmerge(pipeline: Pipeline, text: str, token: str) -> Unmerged:
    """What becomes of a text when a token is taken out of the vocabulary.

    Raises LimitError for a long text, RulesError for a token that the model has not or needs.

    >>> file = b'{"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": ["l o"]}}'
    >>> found = unmerge(Pipeline.from_file(file), "lol", "lo")
    >>> found.words[0].before, found.words[0].after, found.before, found.after
    (('lo', 'l'), ('l', 'o', 'l'), 2, 3)
    """
    check_limit("MAX_UNMERGED", MAX_UNMERGED, met=len(text))
    encode, usual = without(pipeline.model, token), pipeline.model.encode_word
    found: list[Word] = []
    for part in pipeline.engine.before(text)[-1].parts:
        if part.role == "added":
            found.append(Word(part.text, (part.text,), (part.text,)))
        else:
            found += [Word(word, usual(word), encode(word)) for word in pipeline.apart(part.text)]
    return Unmerged(token, tuple(found))


def removable(pipeline: Pipeline, text: str) -> dict[int, str]:
    """The tokens of a text that the model can do without, each once: id -> token. Raises LimitError for a long text."""
    model, tokens = pipeline.model, pipeline.tokens
    known = frozenset(model.vocabulary)
    found = dict.fromkeys(
        part.id for part in pipeline.encode(text, special=False).parts if part.role == "token" and part.id is not None
    )
    return {one: tokens[one] for one in found if tokens[one] in known and tokens[one] != model.unknown_token}
