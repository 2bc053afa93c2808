"""Where a tokenizer has another size than was the aim, and why."""

from __future__ import annotations

from collections.abc import Iterable

from tokviz import unigram
from tokviz.compare.comparison import Compared
from tokviz.views.shared.catalog import Catalog

__all__ = ["other_sizes"]


def other_sizes(compared: Iterable[Compared], say: Catalog) -> list[str]:
    """A sentence for each that was trained and did not come to the size that was its aim, special tokens not counted.

    >>> from tokviz.compare.comparison import ComparedCorpus, Engine, Slot
    >>> from tokviz.views.shared.catalog import load
    >>> engine = Engine(ComparedCorpus.of_example("hug", "whitespace"))
    >>> other_sizes([engine.tokenizer(Slot("unigram", "soft-em"), 14, "Unigram")], load("en"))[0][:45]
    'Unigram has 12, not 14: after step 12 there w'
    """
    found = []
    for one in compared:
        size = one.tokenizer.size
        if one.possible is not None and size != one.size:
            found.append(say("compare.size.other", name=one.label, size=size, asked=one.size, why=_why(one, say)))
    return found


def _why(one: Compared, say: Catalog) -> str:
    if one.tokenizer.merging is not None:
        return say("compare.size.why.merges")
    trace = one.tokenizer.pruning
    if trace is None:
        return say("compare.size.why.top-down")
    special = one.tokenizer.special
    sizes = [max(size - special, 0) for size in trace.sizes()[: one.tokenizer.steps + 1]]
    if sizes[-1] > one.size:
        return say("compare.size.why.full")
    enough = [k for k, size in enumerate(sizes) if size >= one.size]
    if not enough:
        return say("compare.size.why.fewer", most=max(sizes))
    what = say.listed(_changes(trace, range(enough[-1], one.tokenizer.steps), say))
    return say("compare.size.why.pruning", step=enough[-1], size=sizes[enough[-1]], what=what)


def _changes(trace: unigram.Trace, steps: range, say: Catalog) -> list[str]:
    """What took pieces out, and put them back, in some steps."""
    dropped = pruned = back = 0
    for k in steps:
        before, after = trace.scores(k).keys(), trace.scores(k + 1).keys()
        back += len(after - before)
        if trace.kinds[k] == "prune":
            pruned += len(before - after)
        else:
            dropped += len(before - after)
    least = trace.rules.minimum_expected
    told = []
    if dropped and least:
        told.append(say.count("compare.size.dropped", dropped, limit=say.short(least, 6)))
    elif dropped:
        told.append(say.count("compare.size.dropped.zero", dropped))
    if pruned:
        told.append(say.count("compare.size.pruned.share" if trace.rules.overshoot else "compare.size.pruned", pruned))
    if back:
        told.append(say.count("compare.size.back", back))
    return told
