"""The views of `/wordpiece` where it trains from the top down: what a step counts, selects and changes, the search for
the threshold, the vocabulary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import Chips, DataTable, Row
from tokviz.views.shared.display import shown
from tokviz.views.shared.reasons import contribution_sum, occurs
from tokviz.views.shared.sentences import code, segments
from tokviz.views.shared.tables import chip_cells, headings_of
from tokviz.views.shows import (
    Ask,
    Fold,
    Grid,
    Seen,
    Selection,
    Show,
    Text,
    cut_short,
    explained,
    heading,
    told,
)
from tokviz.views.top_down import tables
from tokviz.views.top_down.narration import subtraction
from tokviz.views.top_down.tables import COUNTED, SUBSTRINGS, TRIALS, VOCABULARY
from tokviz.wordpiece import TopDownTrace, Trace
from tokviz.wordpiece.top_down.steps import Complete, Count, Select, Substring

_OUTCOMES = {
    ("kept", "at-least"): "top-down.outcome.kept.at-least",
    ("gone", "at-least"): "top-down.outcome.gone.at-least",
    ("kept", "above"): "top-down.outcome.kept.above",
    ("gone", "above"): "top-down.outcome.gone.above",
}

_SELECTION = {
    "all": "top-down.select.about.all",
    "kept": "top-down.select.about.kept",
}

_MAX_ROWS = 200
_MAX_TAKERS = 8
_MOST_CHANGED, _MOST_ONLY = 40, 60  # tokens in a list


def now(seen: Seen[TopDownTrace], ask: Ask) -> Iterator[Show]:
    """Yield the work of the next step.

    After a step that changed the vocabulary, also its changes.
    """
    trace, k, say = seen.trace, seen.step, seen.say
    done = trace[k - 1] if k else None
    if isinstance(done, Complete):
        yield from _changes(done, say)
    if k == len(trace):
        return
    step = trace[k]
    if isinstance(step, Select):
        yield from _selection(step, ask, say)
    elif isinstance(step, Count):
        yield from _count(step, say)


def _changes(step: Complete, say: Catalog) -> Iterator[Show]:
    yield told(say, "top-down.complete.title", "strong", number=step.index + 1)
    for key, tokens in (("top-down.complete.came", step.came), ("top-down.complete.went", step.went)):
        if tokens:
            yield told(say, key, tokens=_listed(tokens, _MOST_CHANGED, say))
    if not step.came and not step.went:
        yield told(say, "top-down.complete.same")


def _listed(tokens: Sequence[str], most: int, say: Catalog) -> str:
    """Return the first `most` tokens, fenced one by one."""
    listed = " ".join(map(code, tokens[:most]))
    return listed if len(tokens) <= most else f"{listed} … {say('shown-of', shown=most, total=len(tokens))}"


def _selection(step: Select, ask: Ask, say: Catalog) -> Iterator[Show]:
    title = "top-down.select.title"
    yield heading(say, title, title, number=step.index + 1, length=step.length)
    yield told(say, _SELECTION[step.trace.rules.subtract], "caption", threshold=step.threshold)
    if step.trace.rules.subtract == "all":
        yield Fold(say("app.details"), (explained(say, "top-down.select.details"),))
    candidates = step.candidates
    if not candidates:
        yield told(say, "top-down.select.nothing")
        return
    first = candidates[:_MAX_ROWS]
    table = SUBSTRINGS.only("rank", "token", "count", "taken", "remains", "kept").of(first)
    alt = say("top-down.select.alt", token=shown(first[0].token), remains=first[0].remains)
    row = ask(Selection(f"substrings_{step.index}", alt, table))
    yield from cut_short(len(first), len(candidates), say)
    yield from _worked_out(first[int(row) - 1], step, say)


def _worked_out(substring: Substring, step: Select, say: Catalog) -> Iterator[Text]:
    """Yield the words behind the count of a substring, what other tokens took of it, and the outcome."""
    name = code(substring.token)
    words = contribution_sum(substring.contributions, say)
    yield Text(segments(occurs(name, substring.count, words, say)), "item")
    if takers := substring.taken:
        named = [f"{code(each.token)} {say.integer(each.count)}" for each in takers[:_MAX_TAKERS]]
        if len(takers) > _MAX_TAKERS:
            named.append(say.count("top-down.others", len(takers) - _MAX_TAKERS))
        taken = substring.count - substring.remains
        yield told(say, "top-down.taken", "item", token=name, taken=taken, by=say.listed(named))
    subtracted = subtraction(substring.count, substring.remains, say)
    key = _OUTCOMES["kept" if substring.kept else "gone", step.trace.rules.keep]
    yield told(say, key, "item", token=name, sum=subtracted, threshold=step.threshold)


def _count(step: Count, say: Catalog) -> Iterator[Show]:
    title = "top-down.count.title"
    yield heading(say, title, title, number=step.index + 1)
    yield told(say, "top-down.count.about" if step.iteration else "top-down.count.about.first", "caption")
    words = list(step.splits)[:_MAX_ROWS]
    yield Grid(say(title, number=step.index + 1), COUNTED.of((step, words)))
    yield from cut_short(len(words), len(step.splits), say)


def search(seen: Seen[TopDownTrace], _: Ask) -> Iterator[Show]:
    """Yield the thresholds that were tried; a press on one leads to its step."""
    trace, say = seen.trace, seen.say
    yield told(say, "top-down.search.about", "caption", wanted=trace.vocab_size or 0)
    verdicts = tables.verdicts(trace)
    table = TRIALS.of(verdicts)
    rows = zip(verdicts, chip_cells(table, Chips(), say), strict=True)
    leading = tuple(Row(cells, step=verdict.index + 1) for verdict, cells in rows)
    yield DataTable(say("tab.search"), headings_of(table.columns, say), leading)
    yield told(say, "unigram.steps.click", "caption")


def learned(seen: Seen[TopDownTrace], _: Ask) -> Iterator[Show]:
    """Yield the vocabulary after so many steps, with what was left of the counts of its tokens."""
    yield Grid(seen.say("tab.learned"), VOCABULARY.of((seen.trace, seen.step)))
    yield explained(seen.say, "top-down.learned.about")


# -- two trainings, at least one of them from the top down -------------------------------------------------------------

AnyTrace: TypeAlias = Trace | TopDownTrace


def difference(trace: AnyTrace, other: AnyTrace, names: tuple[str, str], say: Catalog) -> Iterator[Show]:
    """Yield the comparison of two trainings. names: of both conventions."""
    yield Text(segments(_first_difference(trace, other, names, say)))
    ours, theirs = (set(side.vocabulary()) - set(side.rules.first_tokens) for side in (trace, other))
    yield told(say, "top-down.versus.shared", n=len(ours & theirs))
    for name, side, only in ((names[0], trace, ours - theirs), (names[1], other, theirs - ours)):
        kept = [token for token in side.vocabulary() if token in only]
        tokens = _listed(kept, _MOST_ONLY, say) if kept else "–"
        yield told(say, "top-down.versus.only", "item", name=name, n=len(kept), tokens=tokens)


def _first_difference(mine: AnyTrace, theirs: AnyTrace, names: tuple[str, str], say: Catalog) -> str:
    """Return the first difference: at a step that selects, or at the first merge whose token the other lacks."""
    if isinstance(mine, TopDownTrace):
        if isinstance(theirs, TopDownTrace):
            return _difference_of_searches(mine, theirs, names, say)
        return _difference_from_merges(theirs, mine, names[::-1], say)
    assert isinstance(theirs, TopDownTrace)
    return _difference_from_merges(mine, theirs, names, say)


def _difference_of_searches(mine: TopDownTrace, theirs: TopDownTrace, names: tuple[str, str], say: Catalog) -> str:
    difference = tables.parting(mine, theirs)
    if difference is None:
        same = mine.vocabulary() == theirs.vocabulary()
        return say("top-down.versus.same" if same else "top-down.versus.thresholds", mine=names[0], theirs=names[1])
    return say(
        "top-down.versus.step",
        number=difference.step + 1,
        threshold=mine[difference.step].threshold,
        token=code(difference.token),
        mine=names[0],
        theirs=names[1],
        my_outcome=_outcome(difference.mine, say),
        their_outcome=_outcome(difference.theirs, say),
    )


def _difference_from_merges(merging: Trace, top_down: TopDownTrace, names: tuple[str, str], say: Catalog) -> str:
    merger, learner = names
    known = set(top_down.vocabulary())
    step = next((k for k, token in enumerate(merging.tokens) if token not in known), None)
    if step is None:
        return say("top-down.versus.all-kept", merger=merger, learner=learner)
    token = merging.tokens[step]
    outcome = top_down.outcome(token)
    values = {
        "number": step + 1,
        "merger": merger,
        "learner": learner,
        "token": code(token),
        "outcome": _outcome(outcome, say),
        "threshold": top_down.threshold,
    }
    if outcome is not None and top_down.rules.subtract == "all" and not outcome.remains:
        return say("top-down.versus.merge.inside", **values)
    return say("top-down.versus.merge", **values)


def _outcome(substring: Substring | None, say: Catalog) -> str:
    if substring is None:
        return say("top-down.versus.outcome.none")
    key = "top-down.versus.outcome.kept" if substring.kept else "top-down.versus.outcome.gone"
    return say(key, sum=subtraction(substring.count, substring.remains, say))
