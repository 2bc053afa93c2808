"""Plain Unigram training: all segmentations of every word, weighed, counted, weighed again.

The pages show this beside the step that it makes. It leaves out speed, which is :mod:`tokviz.unigram.training`, and
what only the libraries do (:mod:`tokviz.unigram.libraries`). Every character stays a piece, so that nothing is unknown.
Source: Kudo 2018, section 3.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tokviz.corpus import Corpus
from tokviz.unigram.plain import Pieces, expected, leaves_out, loss, probabilities, used
from tokviz.unigram.rules import Rules
from tokviz.unigram.seeds import seeds

__all__ = ["State", "leaves_out", "train"]


@dataclass(frozen=True)
class State:
    """The state after a step: piece -> probability; after an expectation also piece -> expected count."""

    kind: str
    pieces: Pieces
    counts: Pieces


def train(corpus: Corpus, vocab_size: int, rules: Rules) -> Iterator[State]:
    """Yield the state after each step, beginning with the seeds.

    >>> for state in train(Corpus({"hug": 10, "pug": 5, "hugs": 5}), 9, Rules(passes=1)):
    ...     print(state.kind, len(state.pieces))
    seed 11
    expect 11
    maximize 11
    prune 9
    expect 9
    maximize 9
    """
    counts: Pieces = {seed.piece: seed.count for seed in seeds(corpus, rules)}  # seed
    pieces, first = probabilities(counts), counts
    yield State("seed", pieces, counts)
    while True:
        for _ in range(rules.passes):
            counts = first if rules.expectation == "counts" else expected(corpus, pieces, rules)  # expect
            yield State("expect", pieces, counts)
            counts = used(counts, rules)
            pieces = probabilities(counts)  # maximize
            yield State("maximize", pieces, counts)
        excess = len(pieces) + len(rules.first_tokens) - vocab_size
        costs = {name: loss(name, corpus, pieces, rules) for name in pieces if len(name) > 1}  # loss
        if excess <= 0 or not costs:  # stop
            return
        share = max(int(len(pieces) * rules.pruned_share), 1)
        number = share if rules.overshoot else min(share, excess)
        gone = sorted(costs, key=lambda name: costs[name])[:number]  # prune
        pieces = {name: probability for name, probability in pieces.items() if name not in gone}
        yield State("prune", pieces, counts)
        if rules.expectation == "counts":
            pieces = probabilities({name: first[name] for name in pieces})  # share-anew
            yield State("maximize", pieces, counts)
