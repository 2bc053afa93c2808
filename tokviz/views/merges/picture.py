"""What the picture of a merging shows beside words and sentences: how each symbol came about, what is in use, the race.

Everything refers to the pool of chips by number and is small: the browser follows from it what lights up. Nothing here
chooses words; :mod:`tokviz.views.stage.payload` does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.views.encoding.linked import Made, learned, origins
from tokviz.views.merges.narration import worked_out
from tokviz.views.merges.race import Race, Runner
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shown, visible
from tokviz.views.shared.sentences import Sentence, code, segments

__all__ = ["MAX_LETTERS", "RUNNERS", "candidate_row", "frame", "labels_of_ties", "picture"]

RUNNERS = 12
"""How many candidates of a step are sent; a window has room for about nine."""
MAX_LETTERS = 48
"""A larger alphabet is one chip on the shelf."""
SHELF = 40
"""How many merges from before a part are sent for the shelf."""

Number = Callable[[str], int]
"""A symbol -> its place in the pool of chips, where it is put if it is not there yet."""


def picture(
    trace: MergeTrace[Step], steps: range, symbols: Sequence[str], number: Number, say: Catalog
) -> dict[str, Any]:
    """What holds for all frames of a part. symbols: those in the pool so far; what they came from joins them."""
    made = learned(trace.merges, trace.rules.join)
    toggles = _toggles(trace, steps.stop - 1)
    first_symbols = set(trace.symbols(0))
    base = [name for name in trace.vocabulary(0) if name not in trace.rules.first_tokens]
    letters = [] if len(base) > MAX_LETTERS else [[number(name), toggles.get(name, [])] for name in base]
    first = max(0, steps.start - SHELF)
    merges: list[list[Any]] = [
        [k + 1, number(trace.tokens[k]), toggles.get(trace.tokens[k], [])]
        for k in range(first, min(steps.stop - 1, len(trace)))
        if made[trace.tokens[k]][0] == k + 1
    ]
    on_shelf = (*(base if letters else ()), *(trace.tokens[done - 1] for done, *_ in merges))

    def maker(name: str) -> Made | None:
        return None if name in first_symbols else made.get(name)

    return {
        "kind": "merges",
        "measure": trace.select_by,
        **origins((*symbols, *on_shelf), maker, lambda name: _marked(name, trace), number),
        "letters": letters,
        "folded": 0 if letters else len(base),
        "merges": merges,
        "longest": _longest(trace),
        "ties": "".join("=" if size > 1 else "." for size in trace.tie_sizes),
        "labels": _labels(trace, say),
    }


def frame(trace: MergeTrace[Step], k: int, race: Race, number: Number, say: Catalog) -> dict[str, Any]:
    """What a frame has more: its race, and what there is to say of its vocabulary."""
    return {
        "race": {
            "title": _title(trace, k, race, say),
            "tied": race.tied if k < len(trace) else 0,
            "total": race.total,
            "rows": [candidate_row(trace, runner, number, say) for runner in race.best],
        },
        "shelf": _shelf(trace, k, say),
    }


def labels_of_ties(trace: MergeTrace[Step], say: Catalog) -> dict[str, str]:
    """What is said of the winner of a tie, as long as there is room for, and as a sentence."""
    rule = trace.rules.tie_rule
    short = say(f"picture.rule.{rule}")
    return {
        "rule": short,
        "wins_tied": say("picture.wins-tied", rule=short),
        "rule_told": say("picture.rule-told", rule=say(f"bpe.tie-rule.{rule}.present")),
    }


def _labels(trace: MergeTrace[Step], say: Catalog) -> dict[str, str]:
    """All words of the picture."""
    return {
        **say.within("picture.label."),
        **labels_of_ties(trace, say),
        "words_whole": say(
            "picture.label.words_whole",
            words=say.count("count.words", len(trace.corpus)),
            count=say.integer(sum(trace.corpus.counts)),
        ),
    }


def _title(trace: MergeTrace[Step], k: int, race: Race, say: Catalog) -> list[str]:
    """What is raced for, and by what."""
    if not race.total:
        return [say("picture.race.over"), ""]
    title = say("picture.race", number=k + 1) if k < len(trace) else say("picture.race.left")
    measure = say(f"picture.measure.{trace.select_by}")
    return [title, say("picture.race.by", pairs=say.count("picture.pairs", race.total), rule=measure)]


def candidate_row(trace: MergeTrace[Step], runner: Runner, number: Number, say: Catalog) -> list[Any]:
    """[left, right, count, what the bar shows, what it is worth, how that is worked out, words, leads by count]"""
    left, right = runner.pair
    value, worth, worked = _worth(trace, runner, say)
    words: list[Any] = [[shown(word, 24), total] for word, total in runner.words]
    if runner.others:
        words.append([say.count("count.other-words", runner.others), runner.rest])
    return [number(left), number(right), runner.count, value, worth, worked, words, runner.leads]


def _worth(trace: MergeTrace[Step], runner: Runner, say: Catalog) -> tuple[float, str, str]:
    """What a candidate is chosen by, as a number, as it is written, and how it is worked out."""
    if trace.select_by == "count":
        return runner.count, say.integer(runner.count), ""
    told = worked_out(trace.select_by, runner.count, runner.parts, runner.value, say)
    worked, worth = told.split(" = ")
    return round(float(runner.value), 6), worth, worked


def _shelf(trace: MergeTrace[Step], k: int, say: Catalog) -> Sentence:
    """How large the vocabulary is, how much of it is in use, and what the last merge used up."""
    size, in_use = trace.sizes()[k], trace.symbols_in_use[k]
    special = len(dict.fromkeys(trace.rules.special_tokens))
    start = say.count("count.symbols-of-word", trace.sizes()[0] - special)
    counted = {"start": start, "merges": say.count("count.merges", k), "size": size, "used": in_use}
    if special:
        text = say("picture.shelf.special", special=say.count("count.special-tokens", special), **counted)
    else:
        text = say("picture.shelf", **counted)
    gone = trace.consumed[k - 1] if k else ()
    if gone:
        text += say("picture.shelf.gone", symbols=say.listed([*map(code, gone)]))
    return segments(text)


def _longest(trace: MergeTrace[Step]) -> float:
    """The value of the longest bar of all steps, which gives all of them one scale."""
    values = (trace.value(k) for k in range(len(trace)))
    return max((float(value) for value in values), default=1.0) or 1.0


def _toggles(trace: MergeTrace[Step], last: int) -> dict[str, list[int]]:
    """Symbol -> after how many merges it comes into use, or goes out of it, by turns; one of the start is in use."""
    toggles: defaultdict[str, list[int]] = defaultdict(list)
    in_use = set(trace.symbols(0))
    for name in trace.vocabulary(0):
        if name not in in_use:
            toggles[name].append(0)
    for k in range(min(last, len(trace))):
        token = trace.tokens[k]
        if token not in in_use and trace.counts[k]:  # SentencePiece also merges what no longer occurs
            in_use.add(token)
            toggles[token].append(k + 1)
        for part in trace.consumed[k]:
            in_use.discard(part)
            toggles[part].append(k + 1)
    return toggles


def _marked(name: str, trace: MergeTrace[Step]) -> tuple[str, str, str]:
    """A first symbol as mark, letters, mark."""
    prefix, end = trace.rules.continuing_prefix, trace.rules.end_of_word
    before = prefix if name.startswith(prefix) else ""
    letters = name.removeprefix(before)
    after = end if letters.endswith(end) else ""
    return before, visible(letters.removesuffix(after)), after
