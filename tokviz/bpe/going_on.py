"""Training that goes on from a tokenizer: its merges are given, and the next ones are learned from other words.

Step 0 is the words as the tokenizer splits them, so all that is said of a step is true of the new words alone: what the
tokenizer learned before was learned elsewhere. The loop is :func:`tokviz.merging.training.merge_by_count`, as always.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from tokviz.bpe.encoding import Encoding
from tokviz.bpe.model import Model
from tokviz.bpe.trace import Trace
from tokviz.checkpoint import checkpoints
from tokviz.corpus import Corpus, Words
from tokviz.errors import CorpusError, RulesError
from tokviz.merging.state import Merging, Past
from tokviz.merging.training import check_limits, merge_by_count
from tokviz.models.decoding import BYTE_PIECES
from tokviz.trace import Progress


@dataclass(frozen=True, eq=False, repr=False)
class Continued(Trace):
    """The steps that come after those of a tokenizer. before: the tokenizer."""

    goes_on: ClassVar[bool] = True

    before: Model = field(repr=False)

    def state(self, k: int) -> Merging:
        """Return the state of training after `k` merges."""
        names = self._names[self._base : max(self._tokens[:k], default=0) + 1]
        return Merging(self.corpus, self.rules, Past(names, self._forms(k), self._names[: self._base]))

    def model(
        self, k: int | None = None, *, pretokenizer: str = "whitespace", encoding: Encoding | None = None
    ) -> Model:
        """Return the tokenizer with its first `k` new merges; it takes words as the tokenizer before did."""
        k = self._at(k)
        merges = (*self.before.merges, *self.merges[:k])
        return replace(
            self.before, merges=merges, vocabulary=self.vocabulary(k), encoding=encoding or self.before.encoding
        )

    def added(self, k: int | None = None) -> tuple[str, ...]:
        """Return the tokens that the first `k` merges add to the vocabulary; some merges make a token that is there."""
        return self._names[self._base : self.sizes()[self._at(k)]]


def go_on(
    corpus: Words,
    model: Model,
    *,
    merges: int | None = None,
    vocab_size: int | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Continued:
    """Learn the next merges of a tokenizer from `corpus`, and return the trace of these.

    corpus: words as the model takes them, that is, after the stages before it. merges: stop after so many more.
    vocab_size: stop at this size, with what is there already. With neither, and else, as in :func:`tokviz.bpe.train`;
    the rules are those of the model. No merge joins an unknown token or a byte that stands for an unknown character.

    Raises RulesError for a model that ranks pairs by their tokens, CorpusError where no word has a token.

    >>> from tokviz import bpe
    >>> words = {"low": 5, "lower": 2, "newest": 6, "widest": 3}
    >>> first = bpe.train(words, merges=3)
    >>> trace = go_on(words, first.model(), merges=2)
    >>> trace.words(0)["newest"], trace.merges, trace.merges == bpe.train(words, merges=5).merges[3:]
    (('n', 'e', 'w', 'est</w>'), [('l', 'o'), ('lo', 'w')], True)
    """
    check_limits(merges, vocab_size)
    check_ranks(model)
    corpus = Corpus.of(corpus)
    counts: Counter[str] = Counter()
    tokens: dict[str, Sequence[str]] = {}
    encoded = model.encode_words(corpus.words)
    for (word, count), whole in zip(corpus.items(), checkpoints(encoded), strict=True):
        for name, part in _joinable(model, word, tuple(whole)):
            counts[name] += count
            tokens.setdefault(name, part)
    if not counts:
        raise CorpusError("going-on-nothing")
    known = dict.fromkeys((*model.rules.first_tokens, *model.vocabulary))
    others = {token for part in tokens.values() for token in part if token not in known}
    names = (*known, *sorted(others))
    codes = {name: chr(number) for number, name in enumerate(names)}
    forms = ["".join(map(codes.__getitem__, tokens[name])) for name in counts]
    state = Merging(Corpus(counts), model.rules, Past((), forms, names))
    stopped = merge_by_count(state, merges, vocab_size, progress)
    return Continued(**state.record(), stopped=stopped, before=model)


def check_ranks(model: Model) -> None:
    """Refuse a model whose merges are not a list of pairs. Raises RulesError."""
    if model.encoding.rank_by == "token":
        raise RulesError("going-on-ranks")


def _joinable(model: Model, word: str, tokens: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the parts of a word between tokens that no merge may join, each with its name."""
    apart = {model.unknown_token} | (BYTE_PIECES if model.encoding.byte_fallback else frozenset())
    if apart.isdisjoint(tokens):
        if tokens:
            yield word, tokens
        return
    part: list[str] = []
    for token in (*tokens, model.unknown_token or next(iter(BYTE_PIECES))):
        if token not in apart:
            part.append(token)
        elif part:
            yield "".join(part), tuple(part)
            part = []
