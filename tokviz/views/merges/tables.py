"""Tables: a trace, or one state of it, as pandas frames with plain column names.

Column names are stable and English; whoever shows a frame gives the columns their headings. Tokens are the real text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import pairwise
from operator import attrgetter

import pandas as pd

from tokviz.bpe import Pair
from tokviz.merging.candidates import number_tied
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.views.merges.narration import TIE_RULE_KEYS, contribution_sum
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import Chips, Row
from tokviz.views.shared.display import visible

__all__ = [
    "candidate_rows",
    "candidates",
    "chips_of",
    "contributions",
    "listed",
    "merge_rows",
    "progress",
    "steps",
    "vocabulary",
    "words",
]


def steps(trace: MergeTrace[Step]) -> pd.DataFrame:
    """Return one row a step: step (from 1), left, right, token, count, tied, vocabulary_change, symbols_in_use,
    vocabulary_size.

    tied is the number of pairs that were as good as the winner (1: no tie); the last two are after the step. A trace of
    WordPiece has left_count, right_count and score as well, the score as a fraction; by gain that too, in nats.
    """
    in_use = trace.symbols_in_use
    table = pd.DataFrame(
        {
            "step": range(1, len(trace) + 1),
            "left": [left for left, _ in trace.merges],
            "right": [right for _, right in trace.merges],
            "token": trace.tokens,
            "count": trace.counts,
            "tied": trace.tie_sizes,
            "vocabulary_change": [after - before for before, after in pairwise(in_use)],
            "symbols_in_use": in_use[1:],
            "vocabulary_size": trace.sizes()[1:],
        }
    )
    if trace.algorithm == "wordpiece":
        table["left_count"] = [left for left, _ in trace.part_counts]
        table["right_count"] = [right for _, right in trace.part_counts]
        table["score"] = [
            str(Fraction(count, left * right))
            for count, (left, right) in zip(trace.counts, trace.part_counts, strict=True)
        ]
        if trace.select_by == "gain":
            table["gain"] = [float(trace.value(k)) for k in range(len(trace))]
    return table


def listed(trace: MergeTrace[Step]) -> pd.DataFrame:
    """Return :func:`steps` for those who read them one below the other: the pair in one column, a score instead of its
    parts."""
    table = steps(trace).drop(columns=["left", "right", "vocabulary_change"])
    table.insert(1, "pair", [f"{visible(left)} {visible(right)}" for left, right in trace.merges])
    return table.drop(columns=["left_count", "right_count"], errors="ignore")


def words(trace: MergeTrace[Step], k: int) -> pd.DataFrame:
    """Return the words as they are cut after k merges: word, count, symbols (a tuple)."""
    found = trace.words(k)
    return pd.DataFrame({"word": list(found), "count": trace.corpus.counts, "symbols": list(found.values())})


def candidates(trace: MergeTrace[Step], k: int, most: int | None = None) -> pd.DataFrame:
    """List what step k chooses from, best first: rank, left, right, count, tied (shares the first place with another).

    Only the first `most` rows when given.
    """
    pairs = list(trace.pairs(k).items())
    tied = number_tied(count for _, count in pairs if count >= trace.rules.minimum_count)
    shown = pairs[:most]
    return pd.DataFrame(
        {
            "rank": range(1, len(shown) + 1),
            "left": [left for (left, _), _ in shown],
            "right": [right for (_, right), _ in shown],
            "count": [count for _, count in shown],
            "tied": [rank <= tied for rank in range(1, len(shown) + 1)],
        }
    )


def contributions(trace: MergeTrace[Step], pair: Pair, k: int) -> pd.DataFrame:
    """Return the words behind the count of `pair` after k merges, greatest part first: word, occurrences, count,
    total."""
    parts = sorted(trace.contributions(pair, k), key=lambda part: -part.total)
    columns = ("word", "occurrences", "count", "total")
    return pd.DataFrame(map(attrgetter(*columns), parts), columns=columns)


def vocabulary(trace: MergeTrace[Step], k: int) -> pd.DataFrame:
    """Return the model's vocabulary after k merges: id, token, occurrences in the corpus now (0: consumed or never
    used)."""
    occurrences = trace.occurrences(k)
    tokens = trace.vocabulary(k)
    return pd.DataFrame(
        {
            "id": range(len(tokens)),
            "token": tokens,
            "occurrences": [occurrences.get(token, 0) for token in tokens],
        }
    )


def progress(trace: MergeTrace[Step]) -> pd.DataFrame:
    """Return one row a state, from 0 merges on: step, symbols_in_use, vocabulary_size, total_symbols."""
    return pd.DataFrame(
        {
            "step": range(len(trace) + 1),
            "symbols_in_use": trace.symbols_in_use,
            "vocabulary_size": trace.sizes(),
            "total_symbols": trace.total_symbols,
        }
    )


# -- with chips --------------------------------------------------------------------------------------------------------


def chips_of(trace: MergeTrace[Step]) -> Chips:
    """Return the chips of a training: a token has the color of the first merge that made it."""
    numbers: dict[str, int] = {}
    for number, token in enumerate(trace.tokens, start=1):
        numbers.setdefault(token, number)
    return Chips(numbers, len(trace))


def candidate_rows(trace: MergeTrace[Step], table: pd.DataFrame, k: int, say: Catalog) -> tuple[Row, ...]:
    """Return the rows of `table` (:func:`candidates`): rank, pair, count, tie, words. The first is what step k merges,
    and its tie says by which rule."""
    chips = chips_of(trace)
    rule = say(TIE_RULE_KEYS[trace.rules.tie_rule]) if bool(table["tied"].iloc[0]) else ""
    pairs = list(zip(table["left"], table["right"], strict=True))
    return tuple(
        Row(
            (
                say.integer(rank),
                chips.row(pair),
                say.integer(count),
                rule if rank == 1 else say("chart.tied") if is_tied else "",
                contribution_sum(trace.contributions(pair, k), say),
            ),
            lights=tuple(map(visible, pair)),
            is_chosen=rank == 1 and k < len(trace),
        )
        for rank, pair, count, is_tied in zip(table["rank"], pairs, table["count"], table["tied"], strict=True)
    )


def merge_rows(
    trace: MergeTrace[Step], k: int, numbers: Iterable[int], more: Mapping[str, Callable[[int], str]], say: Catalog
) -> tuple[Row, ...]:
    """Return the merges with these numbers, counted from 1, as they are after k: number, pair, token, count, tied
    pairs, how often the token is in use, and `more` by number."""
    chips = chips_of(trace)
    in_use = trace.occurrences(k)
    found = []
    for number in numbers:
        token = trace.tokens[number - 1]
        times = in_use.get(token, 0)
        found.append(
            Row(
                (
                    say.integer(number),
                    chips.row(trace.merges[number - 1]),
                    (chips.chip(token, is_used_up=not times),),
                    say.integer(trace.counts[number - 1]),
                    say.integer(trace.tie_sizes[number - 1]),
                    say.count("count.times", times) if times else say("merges.used-up"),
                    *(value(number) for value in more.values()),
                ),
                step=number,
                is_chosen=number == k,
            )
        )
    return tuple(found)
