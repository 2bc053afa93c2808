"""The views of `/wordpiece`: the candidates of a merge with their scores, count against score, and those of a training
from the top down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias, TypeVar, cast

from tokviz.algorithms import WORDPIECE
from tokviz.merging.reasons import PairValue
from tokviz.text_keys import measure_key
from tokviz.views.merges import tables
from tokviz.views.merges.scores import SCORES, Scores, measure_of, scatter
from tokviz.views.pages import merges, printed, top_down, training
from tokviz.views.pages import versus as comparing
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shown
from tokviz.views.shared.reasons import contribution_sum, explained_value, occurs, tie_rule, worked_out
from tokviz.views.shared.sentences import code, code_pair, segments
from tokviz.views.shows import (
    Ask,
    Seen,
    Selection,
    Show,
    Text,
    TrainingViews,
    View,
    beside,
    cut_short,
    explained,
    heading,
    told,
)
from tokviz.wordpiece import TopDownTrace, Trace

_HEADINGS = {"score": "column.arithmetic", "gain": "column.gain_arithmetic"}
_MAX_ROWS = 200


def candidates(seen: Seen[Trace], ask: Ask) -> Iterator[Show]:
    """Yield the candidates of the next merge with their scores, and the counts behind the one that is selected."""
    trace, step, say = seen.trace, seen.step, seen.say
    scores = Scores.of_step(trace, step)
    if not scores.found:
        return  # the picture says why
    yield heading(say, "candidates.title", "candidates.title", number=step + 1)
    first = replace(scores, found=scores.found[:_MAX_ROWS])
    facts = first.pair_values()
    table = SCORES.only("rank", "pair", "arithmetic", "likelihood_change", "bpe_rank", "tied").of(first)
    best, value = " ".join(map(shown, facts[0].pair)), worked_out(facts[0], say)
    row = ask(
        Selection(
            f"candidates_{step}",
            say(measure_key(scores.measure.name, "table-alt"), pair=best, value=value),
            table.titled(arithmetic=_HEADINGS[scores.measure.name]),
            tables.chips_of(trace),
            tuple(first.pairs()),
        )
    )
    yield from cut_short(len(first.found), len(scores.found), say)
    yield explained(say, "scores.likelihood")
    yield from _counts(trace, facts[int(row) - 1], step, say)
    yield from _beside_bpe(scores, step, say)


def _counts(trace: Trace, fact: PairValue, step: int, say: Catalog) -> Iterator[Text]:
    """Yield the sums behind the three counts of a score or gain."""
    yield Text(segments(explained_value(fact, say)))
    counted = [(code_pair(*fact.pair), trace.contributions(fact.pair, step))]
    counted += [(code(part), trace.appearances(part, step)) for part in dict.fromkeys(fact.pair)]
    for name, parts in counted:
        total = sum(part.total for part in parts)
        yield Text(segments(occurs(name, total, contribution_sum(parts, say), say)), "item")


def _beside_bpe(scores: Scores, step: int, say: Catalog) -> Iterator[Text]:
    """Yield the merge of byte-pair encoding here, and whether that is the same."""
    rules = scores.trace.rules
    if rules.select_by == "count":
        yield explained(say, "scores.by-count")
        if rules.tie_break == "smallest-ids" and rules.continuing_prefix:
            yield explained(say, "scores.hash-order")
        return
    first = scores.found[0]
    rank, frequent = next((i, candidate) for i, candidate in enumerate(scores.found) if candidate.bpe_rank == 1)
    (fact,) = replace(scores, found=[frequent]).pair_values()
    values = {
        "pair": code_pair(*frequent.pair),
        "count": say.count("count.times", frequent.count),
        "value": worked_out(fact, say),
        "rank": say.integer(rank + 1),
        "winner": code_pair(*first.pair),
        "winner_count": say.count("count.times", first.count),
        "rule": tie_rule(rules.tie_rule, say),
    }
    if frequent == first:
        yield told(say, "scores.bpe.same", **values)
    elif frequent.is_tied or frequent.value == first.value:
        yield told(say, measure_key(scores.measure.name, "bpe-tied"), **values)
    else:
        yield told(say, measure_key(scores.measure.name, "bpe-other"), **values)


def count_against_score(seen: Seen[Trace], _: Ask) -> Iterator[Show]:
    """Yield count against score of the candidates of the next merge."""
    scores, say = Scores.of_step(seen.trace, seen.step), seen.say
    if not scores.found:
        yield told(say, "scores.none", "caption")
        return
    chart = scatter(scores, say)
    yield chart
    yield from cut_short(len(chart.points), len(scores.found), say)


def merges_so_far(seen: Seen[Trace], ask: Ask) -> Iterator[Show]:
    """Yield the merges so far with their scores, the newest first."""
    yield from merges.merges_so_far(seen, ask, (measure_of(seen.trace).name, "likelihood_change"))


# -- the views of the page, by what the rules train --------------------------------------------------------------------

AnyTrace: TypeAlias = Trace | TopDownTrace
KindT = TypeVar("KindT", Trace, TopDownTrace)


def now(seen: Seen[AnyTrace], ask: Ask) -> Iterator[Show]:
    """Yield the candidates of the next step, or its work."""
    yield from _of(Trace, candidates)(seen, ask)
    yield from _of(TopDownTrace, top_down.now)(seen, ask)


def versus(seen: Seen[AnyTrace], ask: Ask) -> Iterator[Show]:
    """Yield the comparison with the training under another preset, of the same kind or the other."""
    trace, state, say = seen.trace, seen.state, seen.say
    name = comparing.preset_beside(state, ask, say)
    other = beside(seen, WORDPIECE.presets[name])
    if isinstance(trace, Trace) and isinstance(other, Trace):
        yield from comparing.difference(cast("Seen[Trace]", seen), other, name)
    else:
        yield from top_down.difference(trace, other, comparing.names_of_conventions(state, name, say), say)


def _of(kind: type[KindT], view: View[KindT]) -> View[AnyTrace]:
    """Return a view of one kind of training, which has nothing to show of the other."""

    def show(seen: Seen[AnyTrace], ask: Ask) -> Iterator[Show]:
        if isinstance(seen.trace, kind):
            yield from view(cast("Seen[KindT]", seen), ask)

    return show


def _merges(seen: Seen[AnyTrace]) -> bool:
    return isinstance(seen.trace, Trace)


def _searches(seen: Seen[AnyTrace]) -> bool:
    return isinstance(seen.trace, TopDownTrace)


VIEWS: TrainingViews[AnyTrace] = TrainingViews(
    now=now,
    tabs={
        "merges": _of(Trace, merges_so_far),
        "tree": _of(Trace, merges.chosen_tree),
        "scatter": _of(Trace, count_against_score),
        "search": _of(TopDownTrace, top_down.search),
        "learned": _of(TopDownTrace, top_down.learned),
        "vocabularies": _of(Trace, merges.vocabularies),
        "course": _of(Trace, merges.course),
        "algorithm": training.algorithm,
        "printed": _of(Trace, printed.printed),
        "versus": versus,
    },
    noted=_of(Trace, printed.noted),
    where={
        **dict.fromkeys(("merges", "tree", "scatter", "vocabularies", "course"), _merges),
        **dict.fromkeys(("search", "learned"), _searches),
        "printed": lambda seen: _merges(seen) and printed.has_printed(seen),
    },
)
