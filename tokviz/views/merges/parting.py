"""Another convention in the picture of a training: at the step where both part, both winners, in one sentence, in the
words and among the candidates.

Everything is read off the two traces. Words are in the symbols of the first one: where the other has different symbols,
such as an end mark that is joined to the last letter, its pair is framed around the letters that it has.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tokviz.merging.merge_trace import MergeTrace, divergence
from tokviz.merging.rules import Rules
from tokviz.merging.steps import Pair, Step
from tokviz.views.merges.picture import candidate_row, labels_of_ties
from tokviz.views.merges.race import races
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shown, visible
from tokviz.views.shared.sentences import code_pair, segments
from tokviz.views.stage.payload import MAX_CHIPS

__all__ = ["Beside", "show_parting"]


@dataclass(frozen=True)
class Beside:
    """Another training of the same corpus. mine, theirs: what the conventions of both are called."""

    trace: MergeTrace[Step]
    mine: str
    theirs: str


def show_parting(built: dict[str, Any], trace: MergeTrace[Step], beside: Beside, say: Catalog) -> None:
    """Add to a payload of the stage of `trace` where the other training parts from it, and what both do there."""
    found = divergence(trace, beside.trace)
    parts = found.left is not None or found.right is not None
    told = say("picture.parting.go", number=found.step + 1) if parts else say("picture.parting.never")
    built["picture"]["parting"] = {"step": found.step if parts else None, "told": told}
    place = found.step - built["first"]
    if not parts or not 0 <= place < len(built["frames"]):
        return
    frame = built["frames"][place]
    ours, theirs = (_side(one, found.step, say) for one in (trace, beside.trace))
    sentence = say("picture.parting", mine=beside.mine, theirs=beside.theirs, left=ours, right=theirs)
    frame["say"] = [frame["say"][0], ["next", segments(sentence)]]
    if found.right is None:
        return
    frame["race"]["other"] = _candidate(trace, beside.trace, found.step, _numbering(built["tokens"]), say)
    spans = _spans(trace, beside.trace, found.right, found.step)
    for group in frame["groups"]:
        group[1] = [_framed(ref, spans.get(built["rows"][_index(ref)][0], [])) for ref in group[1]]


def _side(trace: MergeTrace[Step], k: int, say: Catalog) -> str:
    """What a training does at a step, and why, in a few words."""
    if k >= len(trace):
        return say("picture.parting.none")
    worth = say.value(trace.value(k))
    values = {
        "pair": code_pair(*trace.merges[k]),
        "worth": say.count("count.times", trace.counts[k])
        if trace.select_by == "count"
        else say(f"picture.parting-worth.{trace.select_by}", worth=worth),
    }
    if trace.tie_sizes[k] == 1:
        return say("picture.parting.side", **values)
    return say("picture.parting.tied", rule=say(f"bpe.tie-rule.{trace.rules.tie_rule}.present"), **values)


def _candidate(
    trace: MergeTrace[Step], other: MergeTrace[Step], k: int, number: Callable[[str], int], say: Catalog
) -> dict[str, Any]:
    """The winner of the other training as a row among the candidates, with what is said of it."""
    winner = next(races(other, range(k, k + 1), 1)).best[0]
    row = candidate_row(other, winner, number, say)
    if other.select_by != trace.select_by:  # a count beside scores: there is no bar to compare
        row[3], row[6] = 0, []
    labels = labels_of_ties(other, say)
    wins, told = say("picture.label.wins"), say("picture.label.wins_told")
    tied = [labels["wins_tied"], labels["rule"], labels["rule_told"]]
    return {"row": row, "notes": [wins, wins, told] if other.tie_sizes[k] == 1 else tied}


def _numbering(tokens: list[list[Any]]) -> Callable[[str], int]:
    """Symbol -> its place in the pool of chips, where it is put if it is not there yet."""
    places = {text: place for place, (text, *_) in enumerate(tokens)}

    def number(symbol: str) -> int:
        text = visible(symbol)
        if text not in places:
            places[text] = len(tokens)
            tokens.append([text])
        return places[text]

    return number


def _spans(trace: MergeTrace[Step], other: MergeTrace[Step], pair: Pair, k: int) -> dict[str, list[list[Any]]]:
    """Word, as it is shown -> [start, length, mark] of the symbols of `trace` that have the pair of the other."""
    return {
        shown(part.word, 40): _around(
            _ends(trace.beginning(part.word, k, MAX_CHIPS)[0], trace.rules),
            _places(other.beginning(part.word, k, MAX_CHIPS)[0], other.rules, pair),
        )
        for part in other.contributions(pair, k)
    }


def _places(symbols: tuple[str, ...], rules: Rules, pair: Pair) -> list[tuple[int, int]]:
    """From where to where a pair reaches, in letters, each place once."""
    ends = _ends(symbols, rules)
    found: list[tuple[int, int]] = []
    free = 0
    for i in range(len(symbols) - 1):
        if i >= free and symbols[i : i + 2] == pair:
            found.append((ends[i - 1] if i else 0, ends[i + 1]))
            free = i + 2
    return found


def _around(ends: list[int], places: list[tuple[int, int]]) -> list[list[Any]]:
    """The symbols that end after these letters which have any of each place."""
    found = []
    for start, end in places:
        first = next((i for i, one in enumerate(ends) if one > start), None)
        if first is not None:
            last = next((i for i, one in enumerate(ends) if one >= end), len(ends) - 1)
            found.append([first, last - first + 1, "other"])
    return found


def _ends(symbols: tuple[str, ...], rules: Rules) -> list[int]:
    """After how many letters of its word each symbol ends; an end mark is one."""
    ends, total = [], 0
    for symbol in symbols:
        bare, mark = symbol.removeprefix(rules.continuing_prefix), rules.end_of_word
        total += len(bare) - len(mark) + 1 if mark and bare.endswith(mark) else len(bare)
        ends.append(total)
    return ends


def _index(ref: Any) -> int:
    """Which row a frame refers to."""
    return int(ref[0] if isinstance(ref, list) else ref)


def _framed(ref: Any, spans: list[list[Any]]) -> Any:
    """A reference to a row with more of its chips marked."""
    if not spans:
        return ref
    return [ref[0], [*ref[1], *spans]] if isinstance(ref, list) else [ref, spans]
