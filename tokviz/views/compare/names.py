"""What tokenizers that are compared are called: as short as can be told apart."""

from __future__ import annotations

from collections.abc import Sequence

from tokviz.compare.comparison import Slot
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible

__all__ = ["labels"]

_LENGTH = 24


def labels(slots: Sequence[Slot], say: Catalog) -> tuple[str, ...]:
    """A name for each tokenizer, all different.

    >>> from tokviz.views.shared.catalog import load
    >>> labels([Slot("bpe", "course"), Slot("bpe", "sennrich"), Slot("unigram", "course")], load("en"))
    ('BPE (Hugging Face course)', 'BPE (Sennrich et al. 2016 (paper))', 'Unigram')
    """
    found: list[str] = []
    for slot in slots:
        if not slot.is_trained:
            label = shorten(visible(slot.files[0].name), _LENGTH) if slot.files else say("compare.file")
        else:
            label = say(f"compare.algorithm.{slot.algorithm}")
            if sum(slot.algorithm == other.algorithm for other in slots) > 1:
                label = say("compare.label", name=label, preset=say.choice("preset", slot.preset))
        number = sum(known.split(" · ")[0] == label for known in found)
        found.append(f"{label} · {number + 1}" if number else label)
    return tuple(found)
