"""A trained BPE tokenizer: merges and a vocabulary applied to new text, with every step of it on request.

The three ways in which the field applies merges are one knob (:class:`~tokviz.bpe.encoding.Encoding`), and so is what
becomes of characters that the vocabulary does not know. What subword-nmt adds around this (separator, glossaries,
vocabulary filter) is in :mod:`tokviz.bpe.subword_nmt`; reading and writing models is `tokviz.files`.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from operator import add
from typing import ClassVar

from tokviz.bpe.apply_merges import merger
from tokviz.bpe.compact_merges import CompactMerges, Ranks, RanksOfLonger
from tokviz.bpe.encoding import Dropped, EncodeCandidate, EncodeStep, EncodeTrace, Encoding, Stop
from tokviz.bpe.rules import Rules
from tokviz.corpus.limits import check_type
from tokviz.errors import RulesError, brief
from tokviz.merging.steps import Pair
from tokviz.models.added_tokens import AddedToken
from tokviz.models.around import Around
from tokviz.models.decoding import BYTE_PIECES, join_tokens
from tokviz.models.text_encoder import TextEncoder, check_explained
from tokviz.notebook_display import Drawn
from tokviz.pretokenize import METASPACE, Normalizer
from tokviz.pretokenize.byte_level import text_to_bytes
from tokviz.pretokenize.marks import Marks, byte_levels_of, space_of


@dataclass(frozen=True, eq=False, repr=False)
class Model(TextEncoder, Drawn):
    """Merges in the order of their ranks, a vocabulary in the order of its ids, and the conventions to apply them by.

    added: tokens that are looked for in a text before it is pre-tokenized.
    normalizer: what is done with a text before it is pre-tokenized. scores: where ranks go by token, the scores of the
    tokens that merging may make, if the order of the ids is not theirs; of pairs that make tokens with the same score
    the leftmost is merged. around: what is around the model, where a library does that. Encoding raises RulesError
    where a character needs the unknown token and the vocabulary does not have that.

    >>> from tokviz import Corpus, bpe
    >>> model = bpe.train(Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3}), merges=10).model()
    >>> model.encode("lowest")
    ['low', 'est</w>']
    >>> model.decode(model.encode("lowest low"))
    'lowest low'
    """

    algorithm: ClassVar[str] = "bpe"

    merges: Sequence[Pair]
    vocabulary: tuple[str, ...]
    rules: Rules = field(default_factory=Rules)
    encoding: Encoding = field(default_factory=Encoding)
    pretokenizer: str = "whitespace"
    added: tuple[AddedToken, ...] = ()
    normalizer: Normalizer | None = None
    scores: Mapping[str, float] | None = None
    around: Around | None = field(default=None, kw_only=True)

    # -- the three verbs -------------------------------------------------------------------------------------------

    def explain(self, word: str, dropout: float = 0.0, rng: random.Random | None = None) -> EncodeTrace:
        """Encode one word step by step. Raises LimitError for one of more than MAX_EXPLAINED symbols.

        dropout: the probability with which each pair sits out an iteration; it needs `rng`, from which one number is
        drawn for each pair of each iteration, as subword-nmt does.
        """
        check_type(word)
        if word in self._added:
            return EncodeTrace(word, (word,), (), (word,), (), "whole-word")
        start = tuple(self._start(word))
        check_explained(len(start))
        whole = self._whole_word(word)
        if whole is not None and not dropout:
            return EncodeTrace(word, start, (), (whole,), (), "whole-word")
        steps = tuple(self._steps(start, dropout, rng))
        tokens = self._end(steps[-1].after if steps else start)
        last = self._candidates(tokens)
        dropped = self.dropped(word)
        stopped: Stop = "no-pair-known"
        if dropped and not start:
            stopped = "nothing-left"
        elif len(tokens) == 1:
            stopped = "one-symbol"
        elif dropout and any(candidate.rank is not None for candidate in last):
            stopped = "dropped-out"
        return EncodeTrace(word, start, steps, tokens, last, stopped, dropped)

    def _join(self, tokens: Sequence[str]) -> str:
        return join_tokens(
            tokens,
            self.rules,
            self.pretokenizer,
            byte_fallback=self.encoding.byte_fallback,
            normalizer=self.normalizer,
        )

    @property
    def begins_as_bytes(self) -> bool:
        return self.rules.alphabet == "bytes"

    @cached_property
    def marks(self) -> Marks:
        """The marks of its rules; that of a word's start may be the one of a space."""
        rules, levels = self.rules, self.begins_as_bytes + byte_levels_of(self.pretokenizer)
        starts_by_space = rules.start_of_word == METASPACE
        space = space_of(self.pretokenizer, levels, is_marked=starts_by_space)
        return Marks(
            start_of_word="" if starts_by_space else rules.start_of_word,
            continuing=rules.continuing_prefix,
            end_of_word=rules.end_of_word,
            space=space,
            byte_levels=levels,
            writes_spaces=bool(space),
            textless=self._textless((*rules.special_tokens, self.encoding.unk_token)),
        )

    def without_added(self) -> Model:
        """Return the same model without the tokens that are looked for before a text is pre-tokenized."""
        return replace(self, added=()) if self.added else self

    # -- words -----------------------------------------------------------------------------------------------------

    @property
    def unknown_token(self) -> str | None:
        """The token for what the vocabulary does not have; None without one."""
        return self.encoding.unk_token

    @cached_property
    def ranks(self) -> Mapping[Pair, int]:
        """Pair -> rank; empty where ranks go by the token that a pair makes."""
        if self.encoding.rank_by == "token":
            return {}
        if isinstance(self.merges, CompactMerges):
            return self.merges.ranks
        pairs = list(enumerate(self.merges))
        if not self.encoding.last_duplicate:
            pairs.reverse()
        return {pair: rank for rank, pair in pairs}

    @cached_property
    def encodable(self) -> Set[str]:
        """The tokens that words can become: where `scores` names them these, and the bytes of unknown characters."""
        known = super().encodable
        if self.scores is None:
            return known
        return known & (BYTE_PIECES.union(self.scores) if self.encoding.byte_fallback else frozenset(self.scores))

    def unknown(self, word: str) -> tuple[str, ...]:
        """Return the first symbols of a word that the vocabulary does not have, each once; none for an added token.

        >>> Model((("a", "b"),), ("a", "b", "ab")).unknown("axbx")
        ('x',)
        """
        if word in self._added or self._whole_word(word) is not None:
            return ()
        return tuple(dict.fromkeys(symbol for symbol in self.rules.segment(word) if symbol not in self.encodable))

    def dropped(self, word: str) -> tuple[Dropped, ...]:
        """Return the first symbols of a word that encoding drops, in order; none for an added token.

        >>> Model((("a", "b"),), ("a", "b", "ab"), encoding=Encoding(unknown="drop")).dropped("axb")
        (Dropped(place=1, symbol='x', character=1),)
        """
        if self.encoding.unknown != "drop" or word in self._added or self._stay(symbols := self._segment(word)):
            return ()
        if self._whole_word(word) is not None:
            return ()
        dropped: list[Dropped] = []
        place = 0
        for character, symbol in enumerate(symbols):
            fallback = self._fallback(symbol) if symbol not in self.encodable else []
            if symbol not in self.encodable and not fallback:
                dropped.append(Dropped(place, symbol, character))
            place += len(fallback) or 1
        return tuple(dropped)

    def rank(self, pair: Pair) -> int | None:
        """Return the rank of a pair, the lowest being merged first; None if it was never merged."""
        if self.encoding.rank_by == "token":
            return self._token_ranks.get(self.rules.join(*pair))
        return self.ranks.get(pair)

    @cached_property
    def _token_ranks(self) -> Mapping[str, int]:
        """Token -> rank, where ranks go by token: its place among those that merges make; for scores, how many tokens
        have a better one."""
        if self.scores is None:
            if not self.merges:  # a file of ranks has none; there, whatever is longer than a byte was made
                return RanksOfLonger(self._numbers)
            made = {self.rules.join(*pair) for pair in self.merges}
            return {token: rank for rank, token in enumerate(t for _, t in sorted(self._listed()) if t in made)}
        # The library orders the bits of scores: -0.0, which its trainer gives to the first merge, is below 0.0.
        ordered = {token: (score, math.copysign(1, score)) for token, score in self.scores.items()}
        first = {score: rank for rank, score in reversed(list(enumerate(sorted(ordered.values(), reverse=True))))}
        return {token: first[score] for token, score in ordered.items()}

    @cached_property
    def _joinable(self) -> frozenset[str]:
        """Characters that merging may join although they are no tokens by themselves."""
        return frozenset().union(*self.scores or ())

    def _whole_word(self, word: str) -> str | None:
        """Return the token that a word is as a whole, where the encoding looks words up."""
        if not self.encoding.whole_word:
            return None
        token = text_to_bytes(word) if self.rules.alphabet == "bytes" else word
        return token if token in self._numbers else None

    @cached_property
    def _segment(self) -> Callable[[str], Sequence[str]]:
        """The first symbols of a word, by a short way where there is one: its characters may be the word as it is."""
        rules, mark = self.rules, self.rules.end_of_word
        if rules.alphabet == "bytes" or rules.start_of_word or rules.continuing_prefix:
            return rules.segment
        if not mark:
            return str
        return (lambda word: word and [*word[:-1], word[-1] + mark]) if rules.end_of_word_attached else rules.segment

    @cached_property
    def _stay(self) -> Callable[[Sequence[str]], bool]:
        """A function that says whether first symbols are fine as they are: no unknown ones, or all may stay."""
        if self.encoding.unknown == "keep" and not (self.encoding.byte_fallback or self.encoding.fuse_unk):
            return lambda symbols: True
        is_known = self.encodable.__contains__
        return lambda symbols: all(map(is_known, symbols))

    def _start(self, word: str) -> Sequence[str]:
        """Return the first symbols of a word, with unknown characters dealt with."""
        symbols = self._segment(word)
        return symbols if self._stay(symbols) else self._known(symbols, self._joinable)

    def _known(self, symbols: Iterable[str], others: frozenset[str] = frozenset()) -> tuple[str, ...]:
        """Return symbols with those dealt with that are neither in the vocabulary nor among others."""
        encoding, ids = self.encoding, self.encodable
        known: list[str] = []
        pending = False  # an unknown token that is not written yet: tokenizers writes it before the next known one
        for symbol in symbols:
            if symbol in ids or symbol in others:
                if pending and encoding.unknown == "unk":
                    known.append(str(encoding.unk_token))
                pending = False
                known.append(symbol)
                continue
            if fallback := self._fallback(symbol):
                known += fallback
                pending = pending and encoding.unknown == "unk"  # what is kept fuses with its neighbors only
            elif encoding.unknown == "keep":
                if pending and encoding.fuse_unk:
                    known[-1] += symbol
                else:
                    known.append(symbol)
                pending = True
            elif encoding.unknown == "unk":
                if encoding.unk_token not in ids:
                    raise RulesError("unk-not-listed", symbol=brief(symbol), token=brief(encoding.unk_token))
                if pending and not encoding.fuse_unk:
                    known.append(str(encoding.unk_token))
                pending = True
        if pending and encoding.unknown == "unk":
            known.append(str(encoding.unk_token))
        return tuple(known)

    def _fallback(self, symbol: str) -> list[str]:
        """Return the tokens of the bytes of an unknown symbol; none where the vocabulary lacks one of them."""
        if not self.encoding.byte_fallback:
            return []
        pieces = [f"<0x{byte:02X}>" for byte in symbol.encode("utf-8", "surrogatepass")]
        return pieces if all(piece in self._numbers for piece in pieces) else []

    def _end(self, tokens: tuple[str, ...]) -> tuple[str, ...]:
        """Return the last symbols of a word, where some may be no tokens although they could have been joined to
        one."""
        return tokens if self.scores is None or self._stay(tokens) else self._known(tokens)

    # -- merging ---------------------------------------------------------------------------------------------------

    def _encode(self, word: str) -> tuple[str, ...]:
        if self.encoding.whole_word and (whole := self._whole_word(word)) is not None:
            return (whole,)
        return self._end(self._merge(self._start(word)))

    @cached_property
    def _merge(self) -> Callable[[Sequence[str]], tuple[str, ...]]:
        loop, join = self.encoding.loop, self.rules.join if self.rules.continuing_prefix else add
        if self.encoding.rank_by == "pair":
            ranks = self.ranks
            return merger(ranks.get if isinstance(ranks, Ranks) else dict(ranks).get, join, loop)
        of_token = self._token_ranks
        return merger(lambda pair, never: of_token.get(join(*pair), never), join, loop)

    def _steps(self, symbols: tuple[str, ...], dropout: float, rng: random.Random | None) -> Iterator[EncodeStep]:
        """Yield a record of each iteration of the same loop; only here can pairs drop out."""
        if dropout and rng is None:
            raise RulesError("dropout-rng")
        least = -1
        while len(symbols) > 1:
            candidates = self._candidates(symbols)
            open_to = [
                candidate
                for candidate in candidates
                if (rng is None or not dropout or rng.random() > dropout)
                and candidate.rank is not None
                and candidate.rank > least
            ]
            if not open_to:
                return
            best = min(open_to, key=lambda candidate: (candidate.rank, candidate.index))
            assert best.rank is not None
            if self.encoding.loop == "rule-by-rule":
                least = best.rank
            positions = [best.index]
            if self.encoding.loop != "one-at-a-time":
                positions = _disjoint(candidate.index for candidate in open_to if candidate.rank == best.rank)
            after = list(symbols)
            for i in reversed(positions):
                after[i : i + 2] = [self.rules.join(*best.pair)]
            yield EncodeStep(symbols, candidates, best.pair, best.rank, tuple(positions), tuple(after))
            symbols = tuple(after)

    def _candidates(self, symbols: tuple[str, ...]) -> tuple[EncodeCandidate, ...]:
        return tuple(EncodeCandidate(i, pair, self.rank(pair)) for i, pair in enumerate(pairwise(symbols)))


def _disjoint(places: Iterable[int]) -> list[int]:
    """Return the places, ascending, without those whose pair would overlap the one taken before."""
    disjoint: list[int] = []
    for place in places:
        if not disjoint or place > disjoint[-1] + 1:
            disjoint.append(place)
    return disjoint


# -- symbols that a text loses -----------------------------------------------------------------------------------------


def dropped_of(model: object, word: str) -> tuple[Dropped, ...]:
    """Return the symbols of a word that a model drops; only BPE drops any."""
    return model.dropped(word) if isinstance(model, Model) else ()


def dropped_symbols(model: object, words: Iterable[str]) -> Counter[str]:
    """Count the dropped symbols of some words, in the order of the words.

    >>> from tokviz.bpe.encoding import Encoding
    >>> dropped_symbols(Model((), ("a",), encoding=Encoding(unknown="drop")), ["axa", "a", "yx", "x"])
    Counter({'x': 3, 'y': 1})
    """
    counts: Counter[str] = Counter()
    for word, times in Counter(words).items():
        for dropped in dropped_of(model, word):
            counts[dropped.symbol] += times
    return counts
