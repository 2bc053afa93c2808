"""The tables of a training that removes tokens again: its steps, its tests, and when each token was in the vocabulary.

The names of columns are stable and English, and tokens are the real text; how people read them is declared beside.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tokviz import bpe
from tokviz.merging import rules as merging_rules
from tokviz.picky import PartTest, Step, Trace
from tokviz.text_keys import algorithm_key
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.tables import (
    Column,
    FilledTable,
    Table,
    as_named,
    as_token,
    as_tokens,
    as_value,
)

KIND_KEYS = {
    "new": "picky.kind.new",
    "return": "picky.kind.return",
    "again": "picky.kind.again",
    "removal": "picky.kind.removal",
}


# -- steps -------------------------------------------------------------------------------------------------------------


def _parts(step: Step) -> tuple[str, ...]:
    """Return the pair that a merge joined, or the pieces that a removed token fell into."""
    return step.pieces if step.is_removal else step.pair


def _share(step: Step) -> Fraction | None:
    """Return the share by which a token was removed."""
    return step.tests[0].share if step.is_removal else None


def _stored(share: Fraction | None) -> str:
    return "" if share is None else str(share)


def _after(size: Callable[[Trace], Sequence[int]]) -> Callable[[Sequence[Step]], list[int]]:
    return lambda steps: [size(step.trace)[step.index + 1] for step in steps]


def _as_share(share: Fraction | None, say: Catalog) -> str:
    return "–" if share is None else say.value(share)


STEPS: Table[Sequence[Step]] = Table(
    (
        Column("step", "column.number", lambda steps: [step.index + 1 for step in steps], is_number=True),
        Column("kind", "column.kind", lambda steps: [step.kind for step in steps], as_named(KIND_KEYS)),
        Column("token", "column.token", lambda steps: [step.token for step in steps], as_token, has_tokens=True),
        Column("parts", "column.parts", lambda steps: [_parts(step) for step in steps], as_tokens, has_tokens=True),
        Column("count", "column.count", lambda steps: [step.count for step in steps], is_number=True),
        Column("share", "column.share", lambda steps: [_share(step) for step in steps], _as_share, stored=_stored),
        Column("vocabulary_size", "column.vocabulary_size", _after(lambda trace: trace.sizes())),
        Column("with_removed", "column.with_removed", _after(lambda trace: trace.sizes_with_removed)),
        Column("tally", "column.tally", _after(lambda trace: trace.tallies)),
    )
)
"""A training, one row a step. Parts are the pair that was merged, or what a removed token fell into; count is how often
the pair occurred, or the token was left; share is that by which it was removed. Sizes are after the step."""


def steps(trace: Trace) -> FilledTable:
    """Return one row a step: step, kind, token, parts, count, share (a fraction as text), vocabulary_size,
    with_removed, tally."""
    table = STEPS.of(trace[:])
    return FilledTable(
        tuple(replace(column, stored=" ".join) if column.name == "parts" else column for column in table.columns)
    )


def listed(trace: Trace, say: Catalog) -> FilledTable:
    """Return the same for those who read it one below the other."""
    return STEPS.in_words(say, "kind", "share").of(trace[:])


# -- tests -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TestOfStep:
    """A test with the step of its merge."""

    __test__ = False  # pytest takes it for a class of tests

    step: Step
    test: PartTest


def _verdict(of: TestOfStep) -> str:
    if of.test.is_letter:
        return "letter"
    return "removed" if of.test.is_removed else "was-scaffold" if of.test.was_removed else "stays"


_VERDICTS = {
    "letter": "picky.verdict.letter",
    "removed": "picky.verdict.removed",
    "was-scaffold": "picky.verdict.was-scaffold",
    "stays": "picky.verdict.stays",
}

TESTS: Table[Sequence[TestOfStep]] = Table(
    (
        Column("step", "column.number", lambda rows: [row.step.index + 1 for row in rows], is_number=True),
        Column("token", "column.token", lambda rows: [row.step.token for row in rows], as_token, has_tokens=True),
        Column("part", "column.part_of_pair", lambda rows: [row.test.part for row in rows], as_token, has_tokens=True),
        Column("before", "column.before_merge", lambda rows: [row.test.before for row in rows], is_number=True),
        Column("merged", "column.merged", lambda rows: [row.test.merged for row in rows], is_number=True),
        Column("left", "column.left_over", lambda rows: [row.test.left_over for row in rows], is_number=True),
        Column("share", "column.share", lambda rows: [row.test.share for row in rows], as_value, stored=str),
        Column("head", "column.head", lambda rows: [row.test.head for row in rows], is_number=True),
        Column("verdict", "column.verdict", lambda rows: [_verdict(row) for row in rows], as_named(_VERDICTS)),
    )
)
"""The tests of parts: how often the part occurred before the merge and is left, how many were merged, its share; head
is the count of the best pair, which scaffolds are compared with."""


def tests(trace: Trace, k: int) -> tuple[TestOfStep, ...]:
    """Return the tests of all merges up to step k that are not of letters, the newest first."""
    rows = [
        TestOfStep(step, test) for step in trace[:k] if not step.is_removal for test in step.tests if not test.is_letter
    ]
    return tuple(reversed(rows))


# -- the history of each token -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TokenHistory:
    """A token with the steps that made it, removed it and brought it back, counted from 1; is_in: whether it is in the
    vocabulary."""

    token: str
    steps: tuple[tuple[int, str], ...]
    is_in: bool


def histories(trace: Trace, k: int) -> tuple[TokenHistory, ...]:
    """Return the history of each token after `k` steps, in the order in which tokens were first made."""
    steps_of: dict[str, list[tuple[int, str]]] = {}
    for step, (token, kind) in enumerate(zip(trace.tokens[:k], trace.kinds[:k], strict=True), start=1):
        steps_of.setdefault(token, []).append((step, kind))
    removed = set(trace.removed(k))
    return tuple(TokenHistory(token, tuple(steps), token not in removed) for token, steps in steps_of.items())


def _told(steps: tuple[tuple[int, str], ...], say: Catalog) -> str:
    return say("list.comma").join(say(_HISTORY[kind], number=step) for step, kind in steps)


_HISTORY = {
    "new": "picky.history.new",
    "return": "picky.history.return",
    "again": "picky.history.again",
    "removal": "picky.history.removal",
}

LEDGER: Table[Sequence[TokenHistory]] = Table(
    (
        Column("token", "column.token", lambda rows: [row.token for row in rows], as_token, has_tokens=True),
        Column("history", "column.history", lambda rows: [row.steps for row in rows], _told),
        Column(
            "is_in",
            "column.in_vocabulary",
            lambda rows: [row.is_in for row in rows],
            lambda is_in, say: say("picky.in") if is_in else say("picky.out"),
        ),
    )
)
"""Each token with the steps at which it came into the vocabulary and was removed."""


# -- beside byte-pair encoding -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trained:
    """A training in numbers. algorithm: the key of its name. size: of the vocabulary; ever: with removed tokens.
    symbols: how long the corpus is when the model encodes it."""

    algorithm: str
    size: int
    ever: int
    merges: int
    symbols: int


def beside_bpe(trace: Trace, k: int) -> tuple[Trained, Trained]:
    """Return the training after `k` steps, and byte-pair encoding of the same words with as many tokens, or as many as
    there are to learn."""
    model = trace.model(k, pretokenizer="none")
    size = trace.sizes()[k]
    rules = merging_rules.Rules(
        start_of_word=trace.rules.start_of_word,
        tie_break=trace.rules.tie_break,
        minimum_count=trace.rules.minimum_count,
        special_tokens=trace.rules.special_tokens,
    )
    plain = bpe.train(trace.corpus, vocab_size=size, rules=rules)
    encoded = sum(len(model.encode_word(word)) * count for word, count in trace.corpus.items())
    ours = Trained(trace.algorithm, size, trace.sizes_with_removed[k], trace.merges_done[k], encoded)
    return ours, Trained("bpe", plain.sizes()[-1], plain.sizes()[-1], len(plain), plain.total_symbols[-1])


def _name(algorithm: str, say: Catalog) -> str:
    return say(algorithm_key(algorithm))


SIZES: Table[Sequence[Trained]] = Table(
    (
        Column("algorithm", "column.algorithm", lambda rows: [row.algorithm for row in rows], _name),
        Column("size", "column.vocabulary_size", lambda rows: [row.size for row in rows], is_number=True),
        Column("ever", "column.with_removed", lambda rows: [row.ever for row in rows], is_number=True),
        Column("merges", "column.merges_done", lambda rows: [row.merges for row in rows], is_number=True),
        Column("symbols", "column.corpus_tokens", lambda rows: [row.symbols for row in rows], is_number=True),
    )
)
"""Two trainings with vocabularies of the same size: with removed tokens, their merges, and the tokens of the corpus."""
