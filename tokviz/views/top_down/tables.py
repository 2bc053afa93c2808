"""The tables of a top-down training: its steps, its words and tokens, what a step chooses from, and the search.

The names of columns are stable and English; how people read them is declared beside. Step numbers count from 1, as one
talks of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.tables import (
    Column,
    FilledTable,
    Table,
    as_first_tokens,
    as_named,
    as_number,
    as_token,
    as_tokens,
)
from tokviz.views.top_down.keys import KEPT_KEYS, KIND_KEYS, TOKEN_KEYS
from tokviz.views.top_down.narration import judgment
from tokviz.wordpiece import TopDownTrace
from tokviz.wordpiece.top_down.steps import Complete, Count, Select, Step, Substring, Verdict

# -- the steps ---------------------------------------------------------------------------------------------------------


def _of_selections(value: Callable[[Select], int]) -> Callable[[Sequence[Step]], list[int | None]]:
    """Return the values of a column that only steps which select have."""
    return lambda steps: [value(step) if isinstance(step, Select) else None for step in steps]


def _iterations(steps: Sequence[Step]) -> list[int | None]:
    return [step.iteration + 1 if isinstance(step, Count | Select | Complete) else None for step in steps]


def _number_kept(step: Select) -> int:
    return len(step.tried.iterations[step.iteration].ids[step.length - 1])


def _sizes(steps: Sequence[Step]) -> list[int]:
    """Return the size of the vocabulary after each step."""
    sizes = steps[0].trace.sizes() if steps else ()
    return [sizes[step.index + 1] for step in steps]


def _kept(steps: Sequence[Step]) -> list[list[str]]:
    return [[token for token, _ in step.trace.kept(step.index)] for step in steps]


STEPS: Table[Sequence[Step]] = Table(
    (
        Column("step", "column.number", lambda steps: [step.index + 1 for step in steps], is_number=True),
        Column("kind", "column.kind", lambda steps: [step.kind for step in steps], as_named(KIND_KEYS)),
        Column("trial", "column.trial", lambda steps: [step.trial + 1 for step in steps], is_number=True),
        Column("iteration", "column.iteration", _iterations, as_number, dtype="Int64"),
        Column("lower", "column.lower", lambda steps: [step.tried.lower for step in steps], is_number=True),
        Column("upper", "column.upper", lambda steps: [step.tried.upper for step in steps], is_number=True),
        Column("threshold", "column.threshold", lambda steps: [step.tried.threshold for step in steps], is_number=True),
        Column("length", "column.length", _of_selections(lambda step: step.length), as_number, dtype="Int64"),
        Column("kept", "column.kept", _of_selections(_number_kept), as_number, dtype="Int64"),
        Column("size", "column.size", _sizes, is_number=True),
        Column("kept_tokens", "column.kept", _kept, as_first_tokens),
    )
)
"""A training, one row a step: the trial and its pass, between which bounds it looks for the threshold, the length of
what a step selects from and how many it keeps, where it selects, and the size of the vocabulary after it."""

_COLUMNS = ("step", "kind", "trial", "iteration", "lower", "upper", "threshold", "length", "kept", "size")


def steps(trace: TopDownTrace) -> FilledTable:
    """Return one row a step: step, kind, trial and iteration (from 1), lower, upper, threshold, length (of what it
    selects from), kept (how many it keeps) and size (of the vocabulary after it); iteration, length and kept where they
    apply.

    >>> from tokviz import Corpus, wordpiece
    >>> trace = wordpiece.train_top_down(Corpus({"human": 113, "humas": 3}), threshold=100)
    >>> stored = steps(trace).stored()
    >>> stored["kind"][:3], stored["size"][7]
    (['threshold', 'count', 'select'], 21)
    """
    return STEPS.only(*_COLUMNS).of(trace[:])


def listed(trace: TopDownTrace, say: Catalog) -> FilledTable:
    """Return :func:`steps` for those who read them one below the other."""
    shown = STEPS.only("step", "kind", "iteration", "threshold", "length", "kept", "size")
    return shown.in_words(say, "kind", "iteration", "length", "kept").of(trace[:])


# -- what steps work on ------------------------------------------------------------------------------------------------


SUBSTRINGS: Table[Sequence[Substring]] = Table(
    (
        Column("rank", "column.rank", lambda rows: [row.rank for row in rows], is_number=True),
        Column("token", "column.token", lambda rows: [row.token for row in rows], as_token, has_tokens=True),
        Column("length", "column.length", lambda rows: [row.length for row in rows], is_number=True),
        Column("count", "column.count", lambda rows: [row.count for row in rows], is_number=True),
        Column("taken", "column.taken", lambda rows: [row.count - row.remains for row in rows], is_number=True),
        Column("remains", "column.remains", lambda rows: [row.remains for row in rows], is_number=True),
        Column("kept", "column.kept", lambda rows: [row.kept for row in rows], as_named(KEPT_KEYS)),
    )
)
"""The table of substrings that a step selects from; `taken` is the part of the count that longer ones took away."""


def candidates(trace: TopDownTrace, k: int) -> FilledTable:
    """Return the candidates of step k, those with the most left first.

    Empty for a step that does not select.
    """
    return SUBSTRINGS.of(trace.candidates(k))


COUNTED: Table[tuple[Count, Sequence[str]]] = Table(
    (
        Column("word", "column.word", lambda of: of[1], as_token),
        Column("count", "column.count", lambda of: [of[0].trace.corpus[word] for word in of[1]], is_number=True),
        Column("pieces", "column.pieces", lambda of: [of[0].splits[word] for word in of[1]], as_tokens),
        Column(
            "substrings",
            "column.substrings",
            lambda of: [of[0].substrings(word) for word in of[1]],
            lambda begins, say: " | ".join(str(as_tokens(tokens, say)) for tokens in begins),
        ),
    )
)
"""Words as a step that counts finds them split, with the substrings that begin at each of their pieces."""


# -- states ------------------------------------------------------------------------------------------------------------


WORDS: Table[tuple[TopDownTrace, int]] = Table(
    (
        Column("word", "column.word", lambda of: list(of[0].corpus), as_token),
        Column("count", "column.count", lambda of: of[0].corpus.counts, is_number=True),
        Column(
            "symbols", "cli.column.symbols", lambda of: list(of[0].words(of[1]).values()), as_tokens, stored=" ".join
        ),
    )
)
"""The words as they are split after k steps."""


def _token_kinds(trace: TopDownTrace, k: int | None) -> list[str]:
    special, characters = set(trace.rules.first_tokens), set(trace.vocabulary(0))
    return [
        "special" if token in special else "character" if token in characters else "kept"
        for token in trace.vocabulary(k)
    ]


VOCABULARY: Table[tuple[TopDownTrace, int | None]] = Table(
    (
        Column("id", "column.id", lambda of: range(len(of[0].vocabulary(of[1]))), is_number=True),
        Column("token", "column.token", lambda of: of[0].vocabulary(of[1]), as_token, has_tokens=True),
        Column("kind", "column.kind", lambda of: _token_kinds(*of), as_named(TOKEN_KEYS)),
    )
)
"""The vocabulary after k steps."""


# -- the search --------------------------------------------------------------------------------------------------------


TRIALS: Table[Sequence[Verdict]] = Table(
    (
        Column("trial", "column.trial", lambda ends: [end.trial + 1 for end in ends], is_number=True),
        Column("lower", "column.lower", lambda ends: [end.tried.lower for end in ends], is_number=True),
        Column("upper", "column.upper", lambda ends: [end.tried.upper for end in ends], is_number=True),
        Column("threshold", "column.threshold", lambda ends: [end.tried.threshold for end in ends], is_number=True),
        Column("size", "column.size", lambda ends: [end.size for end in ends], is_number=True),
        Column("verdict", "column.verdict", list, judgment),
    )
)
"""The thresholds that were tried, each with its verdict."""


def verdicts(trace: TopDownTrace) -> list[Verdict]:
    """Return the steps with which the trials end."""
    return [step for step in trace if isinstance(step, Verdict)]


@dataclass(frozen=True)
class Parting:
    """The point where two top-down trainings part: at a step of each, over a token that only one of them keeps, and
    what the token came to for both; None for one where it does not occur."""

    step: int
    token: str
    mine: Substring | None
    theirs: Substring | None


def parting(mine: TopDownTrace, theirs: TopDownTrace) -> Parting | None:
    """Return the first step that selects otherwise; None if all that both have do the same."""
    for k, (step, other) in enumerate(zip(mine, theirs, strict=False)):
        if not isinstance(step, Select) or not isinstance(other, Select):
            if type(step) is not type(other) or step.threshold != other.threshold:
                return None
            continue
        own_tokens, others = dict(mine.kept(k)), dict(theirs.kept(k))
        if step.length == other.length and own_tokens.keys() != others.keys():
            different = {
                token: max(own_tokens.get(token, 0), others.get(token, 0))
                for token in own_tokens.keys() ^ others.keys()
            }
            token = min(different, key=lambda name: (-different[name], name))
            return Parting(k, token, _of(step, token), _of(other, token))
    return None


def _of(step: Select, token: str) -> Substring | None:
    return next((candidate for candidate in step.candidates if candidate.token == token), None)
