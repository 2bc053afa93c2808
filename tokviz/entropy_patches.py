"""Patches of bytes, cut where a model of bytes is unsure of the next one, after the Byte Latent Transformer.

Pagnoni et al. (2024) take the entropies from a small transformer. Here an n-gram model of bytes gives them, so every
number can be shown: the counts behind a context, the probabilities that follow, and their entropy. This illustrates the
cutting, and is not the published model. A patch has no id, and there is no vocabulary.

>>> model = ByteModel.count(b"the cat. the dog. the cow. ", order=2)
>>> cut = segment(b"the cow. ", model, "global", threshold=2.0)
>>> b"".join(patch.raw for patch in cut.patches) == b"the cow. "
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tokviz.errors import RulesError

StartRule: TypeAlias = Literal["global", "rise"]
Smoothing: TypeAlias = Literal["witten-bell", "add-one"]

START_RULES: tuple[StartRule, ...] = ("global", "rise")
"""The rules for the start of a patch: the entropy is above the threshold, or has risen by more than the threshold."""
SMOOTHINGS: tuple[Smoothing, ...] = ("witten-bell", "add-one")
"""The ways to give a probability to bytes that did not follow a context in training."""
MAX_ORDER = 6
"""The longest context, in bytes."""
_BYTES = 256


@dataclass(frozen=True, eq=False)
class ByteModel:
    """An n-gram model of bytes. order: the bytes of context that it looks at; counts: context -> byte -> how often the
    byte followed it in training, for contexts of every length up to `order`."""

    order: int
    smoothing: Smoothing
    counts: Mapping[bytes, Mapping[int, int]]

    @classmethod
    def count(cls, data: bytes, order: int, smoothing: Smoothing = "witten-bell") -> ByteModel:
        """Count which byte follows which context. Raises RulesError for an order below 0 or above :data:`MAX_ORDER`."""
        if not 0 <= order <= MAX_ORDER:
            raise RulesError("rules-range", name="order", value=order, least=0, most=MAX_ORDER)
        counts: dict[bytes, Counter[int]] = {}
        for end, byte in enumerate(data):
            for length in range(min(order, end) + 1):
                counts.setdefault(data[end - length : end], Counter())[byte] += 1
        return cls(order, smoothing, MappingProxyType(counts))

    def context(self, before: bytes) -> bytes:
        """Return the longest end of `before`, up to `order` bytes, that training has seen with a byte after it.

        >>> ByteModel.count(b"abab", order=2).context(b"xb")
        b'b'
        """
        for length in range(min(self.order, len(before)), 0, -1):
            if before[-length:] in self.counts:
                return before[-length:]
        return b""

    def probabilities(self, context: bytes) -> NDArray[np.float64]:
        """Return the probability of each of the 256 bytes after a context.

        `add-one` adds 1 to the count of every byte. `witten-bell` mixes the shares after the context with the
        probabilities after one byte less: a context of n occurrences with t different bytes after it gives the shorter
        one the weight t / (n + t) (Witten & Bell 1991). Before the shortest, all bytes are equally likely.

        >>> after = ByteModel.count(b"aab", order=0).probabilities(b"")
        >>> float(after[ord("a")].round(4)), float(after.sum().round(9))
        (0.4016, 1.0)
        """
        known = self._by_context
        if context not in known:
            known[context] = self._smoothed(context)
        return known[context]

    @cached_property
    def _by_context(self) -> dict[bytes, NDArray[np.float64]]:
        """Return the probabilities that were asked for: a text has the same contexts many times."""
        return {}

    def _smoothed(self, context: bytes) -> NDArray[np.float64]:
        followers = np.zeros(_BYTES)
        for byte, count in self.counts.get(context, {}).items():
            followers[byte] = count
        total = followers.sum()
        if self.smoothing == "add-one":
            return np.asarray((followers + 1) / (total + _BYTES))
        shorter = self.probabilities(context[1:]) if context else np.full(_BYTES, 1 / _BYTES)
        different = np.count_nonzero(followers)
        return (followers + different * shorter) / (total + different) if total else shorter

    def entropy(self, context: bytes) -> float:
        """Return the entropy of the byte after a context, in bits: from 0 to 8.

        >>> ByteModel.count(b"", order=3).entropy(b"")
        8.0
        """
        probabilities = self.probabilities(context)
        some = probabilities[probabilities > 0]
        return max(0.0, float(-(some * np.log2(some)).sum()))


@dataclass(frozen=True)
class Position:
    """A byte of a text. context: the bytes before it that the model knows; seen: how often they occurred in training;
    entropy: of what can follow them, in bits, before the byte is seen; probability: that of the byte itself; rise: of
    the entropy since the byte before, None for the first; starts: whether a patch begins here."""

    index: int
    byte: int
    context: bytes
    seen: int
    entropy: float
    probability: float
    rise: float | None
    starts: bool


@dataclass(frozen=True)
class Patch:
    """A part of a text, from byte `start` up to `end`, the latter not included."""

    start: int
    end: int
    raw: bytes


@dataclass(frozen=True)
class Segmented:
    """A text cut into patches, with what decided at each of its bytes."""

    positions: tuple[Position, ...]
    patches: tuple[Patch, ...]


def segment(data: bytes, model: ByteModel, rule: StartRule, threshold: float) -> Segmented:
    """Cut a text into patches. threshold: in bits; `global` begins a patch where the entropy is above it, `rise` where
    the entropy has grown by more than it. The first byte always begins one (Pagnoni et al. 2024)."""
    positions: list[Position] = []
    last = None
    for index, byte in enumerate(data):
        context = model.context(data[max(0, index - model.order) : index])
        entropy = model.entropy(context)
        rise = None if last is None else entropy - last
        value = entropy if rule == "global" else rise
        starts = rise is None or (value is not None and value > threshold)
        seen = sum(model.counts.get(context, {}).values())
        probability = float(model.probabilities(context)[byte])
        positions.append(Position(index, byte, context, seen, entropy, probability, rise, starts))
        last = entropy
    starts_at = [position.index for position in positions if position.starts]
    ends = [*starts_at[1:], len(data)] if starts_at else []
    patches = tuple(Patch(start, end, data[start:end]) for start, end in zip(starts_at, ends, strict=True))
    return Segmented(tuple(positions), patches)
