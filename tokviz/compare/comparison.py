"""Several tokenizers on one text: rows, readings, and the words that they split differently."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tokviz.compare.alignment import Segmentation
from tokviz.compare.differing import Differing, Words, compared_words
from tokviz.compare.engine import Compared, Engine, Key
from tokviz.compare.reading import Reading
from tokviz.compare.sources import Model
from tokviz.corpus.passages import Text

__all__ = ["Comparison"]


@dataclass(frozen=True, eq=False)
class Comparison:
    """All that can be said about tokenizers beside each other; what is asked for is computed then, and raises
    TokvizError.

    text: what is cut in rows; held: a text that nothing was trained on.

    >>> from tokviz.compare.engine import Slot, ComparedCorpus
    >>> engine = Engine(ComparedCorpus.of_example("hug", "whitespace"))
    >>> made = [engine.tokenizer(Slot(name, "course"), 9, name) for name in ("bpe", "wordpiece")]
    >>> found = Comparison(engine, tuple(made), "hugs")
    >>> [[token.text for token in row.tokens] for row in found.segmentations], found.differing[0].word
    ([['h', 'ug', 's'], ['hu', '##gs']], 'pun')
    """

    engine: Engine
    tokenizers: tuple[Compared, ...]
    text: str
    held: Text | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Of the tokenizers, all different."""
        return tuple(one.label for one in self.tokenizers)

    @property
    def models(self) -> tuple[Model, ...]:
        """Of the tokenizers."""
        return tuple(one.model for one in self.tokenizers)

    @property
    def key(self) -> Key:
        """What names the tokenizers, what they are called, and what they were trained on."""
        named = (part for one in self.tokenizers for part in (*one.key, one.label))
        return (*self.engine.source.key, *named)

    @property
    def measured(self) -> Text:
        """What sizes are chosen by: the held-out text if there is one."""
        return self.held or self.engine.source.text

    @cached_property
    def segmentations(self) -> tuple[Segmentation, ...]:
        """The text as each cuts it."""
        return tuple(self.engine.segmentation(one, self.text) for one in self.tokenizers)

    @property
    def corpus_name(self) -> str:
        """What the corpus is to the tokenizers: "train", the text that all were trained on, or only the "corpus"."""
        return "train" if all(one.slot.is_trained for one in self.tokenizers) else "corpus"

    @cached_property
    def train(self) -> tuple[Reading, ...]:
        """The corpus as each splits it."""
        return tuple(self.engine.reading(one, self.engine.source.text) for one in self.tokenizers)

    @cached_property
    def readings(self) -> dict[str, dict[str, Reading]]:
        """The name of a text, that of the corpus and perhaps held, -> name of a tokenizer -> reading."""
        found = {self.corpus_name: dict(zip(self.names, self.train, strict=True))}
        if self.held is not None:
            found["held"] = {one.label: self.engine.reading(one, self.held) for one in self.tokenizers}
        return found

    @cached_property
    def words(self) -> Words:
        """The words of the corpus, and those that not all split alike."""
        return self.engine.memory.kept("differing", self.key, compared_words, self.train)

    @property
    def differing(self) -> tuple[Differing, ...]:
        """The words of the corpus that not all split alike, the most frequent first."""
        return self.words.differing
