"""The trace of a BPE training: what each step chose from, by count, and why its pair won.

Pairs ranked by count are in :mod:`tokviz.merging.word_log`, and what merges have in common whatever chooses them is in
:class:`tokviz.merging.merge_trace.MergeTrace`. ``docs/reference/trace-format.md`` is the contract of
:meth:`Trace.to_dict`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, ClassVar

from tokviz.bpe.encoding import ENCODING_OF, ENCODINGS, Encoding
from tokviz.bpe.model import Model
from tokviz.bpe.rules import PRESETS, Rules
from tokviz.merging.candidates import number_tied
from tokviz.merging.merge_trace import MergeTrace, record
from tokviz.merging.steps import Candidate, Step
from tokviz.models.added_tokens import AddedToken
from tokviz.presets import name_of


@dataclass(frozen=True, eq=False, repr=False)
class Trace(MergeTrace[Step]):
    """The steps of one BPE training, in order."""

    algorithm: ClassVar[str] = "bpe"
    _presets = PRESETS

    def _step(self, k: int) -> Step:
        return Step(**self._merge(k), trace=self)

    def candidates(self, k: int | None = None) -> tuple[Candidate, ...]:
        """Return the pairs after `k` merges: what step k chooses from, the choice first, then by preference."""
        k = self._at(k)
        pairs = self.pairs(k)
        tied = number_tied(count for count in pairs.values() if count >= self.rules.minimum_count)
        return tuple(
            Candidate(pair, count, rank, rank <= tied, k, self)
            for rank, (pair, count) in enumerate(pairs.items(), start=1)
        )

    def model(
        self, k: int | None = None, *, pretokenizer: str = "whitespace", encoding: Encoding | None = None
    ) -> Model:
        """Return the tokenizer after `k` merges. Without `encoding` it applies them as the library of the rules does;
        that of Hugging Face splits texts at the special tokens."""
        k = self._at(k)
        vocabulary = self.vocabulary(k)
        added: tuple[AddedToken, ...] = ()
        if encoding is None:
            convention = _convention(self.rules)
            encoding = ENCODINGS[ENCODING_OF.get(convention, "subword-nmt")]
            if convention == "huggingface":
                added = tuple(
                    AddedToken(vocabulary.index(token), token) for token in dict.fromkeys(self.rules.special_tokens)
                )
        return Model(tuple(self.merges[:k]), vocabulary, self.rules, encoding, pretokenizer, added)

    @property
    def token_totals(self) -> tuple[int, ...]:
        """The number of tokens that the corpus becomes after 0, 1, ... merges: its symbols."""
        return self.total_symbols

    def may_change(self, first: int, last: int) -> Callable[[str, Sequence[str]], bool]:
        """Return a test: whether a word with these tokens may change. A merge joins two that are side by side."""
        pairs = set(self.merges[first:last])
        return lambda word, tokens: last > first + 1 or any(pair in pairs for pair in pairwise(tokens))

    def to_dict(self) -> dict[str, Any]:
        """Return the whole trace, ready for JSON; ``docs/reference/trace-format.md`` describes it."""
        return record(self)


def _convention(rules: Rules) -> str:
    """Return the name of the preset that rules are, whatever else its library can be asked for; empty for others.

    >>> _convention(Rules(alphabet="characters", tie_break="smallest-ids", special_tokens=("<s>",), max_token_length=9))
    'huggingface'
    """
    if rules.blanks_out:
        return "sentencepiece"
    compared = _without_options(rules)
    if compared.end_of_word_attached or compared.continuing_prefix:  # options of BpeTrainer; a mark of its own is none
        bare = replace(compared, end_of_word="", end_of_word_attached=False, continuing_prefix="")
        if bare == _without_options(PRESETS["huggingface"]):
            return "huggingface"
    return name_of(compared, {name: _without_options(preset) for name, preset in PRESETS.items()}) or ""


def _without_options(rules: Rules) -> Rules:
    """Return rules without what a library takes as an option of a training."""
    usual = Rules()
    return replace(
        rules,
        special_tokens=usual.special_tokens,
        special_split=usual.special_split,
        initial_alphabet=usual.initial_alphabet,
        all_bytes=usual.all_bytes,
        limit_alphabet=usual.limit_alphabet,
        minimum_count=usual.minimum_count,
        max_token_length=usual.max_token_length,
        split_by_unicode_script=usual.split_by_unicode_script,
        split_by_number=usual.split_by_number,
        split_digits=usual.split_digits,
    )
