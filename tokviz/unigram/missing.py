"""The reason why a piece is not in a Unigram vocabulary: the step that took it out, or why it never was a candidate."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from tokviz.pretokenize import METASPACE
from tokviz.unigram.seeds import marked_words
from tokviz.unigram.steps import Expect, Seed
from tokviz.unigram.trace import Trace

MissingReason = Literal[
    "pruned",
    "dropped",
    "left-out",
    "not-in-text",
    "whole-word",
    "too-long",
    "digit",
    "signs",
    "scripts",
    "not-repeated",
    "too-rare",
    "too-light",
]


@dataclass(frozen=True)
class Missing:
    """A piece that is not in the vocabulary.

    step: the step of the training that took it out, from 0; None if it was never there, or without a trace. reason:

    - ``pruned``: in the pruning number `round`, from 1; `cost` in nats, and `limit`, the least cost of a piece that
      stayed (None where only protected characters did);
    - ``dropped``: by an EM pass, because its expected count `cost` was 0 or below `limit`;
    - ``left-out``: where a library makes the size fit in the end;
    - never a candidate: ``not-in-text``; ``whole-word``, where the rules take only parts of words; ``too-long``: `cost`
      characters where `limit` are allowed; ``digit``, ``signs``, ``scripts``, for its characters, see
      :data:`tokviz.corpus.scripts.Barrier`; ``not-repeated``: the libraries want what goes on in two ways, and it is
      in `cost` different words;
    - a candidate for which the start vocabulary, of `room` pieces, had no room: ``too-rare``, it occurs `cost` times
      and the last string taken `limit` times; ``too-light``, the same with the libraries' weight, which is count times
      length. `limit` is None where only characters were taken;
    - None: the model came without a trace.

    words: those of the corpus that it is a part of, the most frequent first, where it is a word that the corpus lacks.
    """

    piece: str
    step: int | None
    reason: MissingReason | None = None
    round: int = 0
    cost: float | None = None
    limit: float | None = None
    room: int | None = None
    words: tuple[str, ...] = ()


def words_with(word: str, trace: Trace) -> tuple[str, ...]:
    """Return the words of the corpus that a word is a part of, the most frequent first; none for a word of the corpus.

    >>> from tokviz import Corpus, unigram
    >>> trace = unigram.train(Corpus({"hug": 10, "hugs": 5}), vocab_size=8, rules="course")
    >>> words_with("ugs", trace), words_with("hug", trace)
    (('hugs',), ())
    """
    words = Counter({known.removeprefix(METASPACE): count for known, count in trace.corpus.items()})
    return () if word in words else tuple(known for known, _ in words.most_common() if word in known)


def why_missing(piece: str, trace: Trace, steps: int) -> Missing:
    """Return the reason why a piece is not in the vocabulary after `steps` steps.

    >>> from tokviz import Corpus, unigram
    >>> trace = unigram.train(Corpus({"hug": 10, "pug": 5, "hugs": 5}), vocab_size=8, rules="course")
    >>> why_missing("pug", trace, len(trace)).reason, why_missing("hat", trace, len(trace)).reason
    ('whole-word', 'not-in-text')
    """
    history = trace.history(piece)[: steps + 1]
    there = [k for k, probability in enumerate(history) if probability is not None]
    if not there:
        return _never(piece, trace)
    index = there[-1]
    # Not from the steps, which say much more of every piece: a comparison asks about hundreds of them.
    if trace.kinds[index] != "prune":
        expected = trace[index - 1]
        counts = expected.counts if isinstance(expected, Expect) else {}
        return Missing(piece, index, "dropped", cost=counts.get(piece), limit=trace.rules.minimum_expected)
    number = trace.kinds[: index + 1].count("prune")
    if trace.is_final(index):
        return Missing(piece, index, "left-out", round=number)
    return Missing(piece, index, "pruned", number, trace.recorded_losses(index)[piece], trace.least_kept(index))


def _never(piece: str, trace: Trace) -> Missing:
    """Return the reason why training did not begin with a piece."""
    rules = trace.rules
    words = marked_words(trace.corpus, rules)
    within = {word: _occurrences(piece, word) * count for word, count in words.items() if piece in word}
    count = sum(within.values())
    if not within:
        return Missing(piece, None, "not-in-text")
    if rules.max_piece_length is not None and len(piece) > rules.max_piece_length:
        return Missing(piece, None, "too-long", cost=len(piece), limit=rules.max_piece_length)
    if clash := rules.clash(piece):
        from tokviz.corpus.scripts import barrier  # few rules ask

        return Missing(piece, None, barrier(clash))
    if rules.seeds == "strict-substrings" and count == words.get(piece):
        return Missing(piece, None, "whole-word", cost=count)
    seeds = {seed: value for seed, value in trace.of(0, Seed).counts.items() if len(seed) > 1}
    if not rules.seeds.startswith("repeats"):
        return Missing(
            piece, None, "too-rare", cost=count, limit=min(seeds.values(), default=None), room=rules.seed_size
        )
    is_full = rules.seed_size is not None and trace.pieces_left[1] >= rules.seed_size
    weights = {seed.piece: seed.weight for seed in trace.seed_candidates()} if is_full else {}
    if piece not in weights:
        return Missing(piece, None, "not-repeated", cost=len(within))
    least = min((weights[seed] for seed in seeds), default=None)
    return Missing(piece, None, "too-light", cost=weights[piece], limit=least, room=rules.seed_size)


def _occurrences(piece: str, word: str) -> int:
    """Count how often a piece is in a word, overlaps included, as candidates are counted."""
    return sum(word.startswith(piece, at) for at in range(len(word) - len(piece) + 1))
