"""Where a tokenizer has another size than was the aim, and why."""

from __future__ import annotations

from collections.abc import Iterable

from tokviz.compare.engine import Compared
from tokviz.views.shared.catalog import Catalog

__all__ = ["other_sizes"]


def other_sizes(compared: Iterable[Compared], say: Catalog) -> list[str]:
    """A sentence for each that was trained and did not come to the size that was its aim, special tokens not counted.

    >>> from tokviz.compare.engine import ComparedCorpus, Engine, Slot
    >>> from tokviz.views.shared.catalog import load
    >>> engine = Engine(ComparedCorpus.of_example("hug", "whitespace"))
    >>> other_sizes([engine.tokenizer(Slot("unigram", "soft-em"), 14, "Unigram")], load("en"))[0][:26]
    'Unigram has 12, not 14: it'
    """
    found = []
    for one in compared:
        size = one.tokenizer.size
        if one.possible is not None and size is not None and size != one.size:
            why = say(f"cmp.size.why.{_reason(one)}")
            found.append(say("cmp.size.other", name=one.label, size=size, asked=one.size, why=why))
    return found


def _reason(one: Compared) -> str:
    if one.tokenizer.merging is not None:
        return "merges"
    return "pruning" if one.tokenizer.pruning is not None else "top-down"
