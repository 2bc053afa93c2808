"""What tokenizers that are compared are called: as short as can be told apart."""

from __future__ import annotations

from collections.abc import Sequence

from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible

__all__ = ["FILE", "labels"]

FILE = "file"
"""What stands for an algorithm where a tokenizer comes out of a file."""
_LENGTH = 24


def labels(sources: Sequence[tuple[str, str]], say: Catalog) -> tuple[str, ...]:
    """A name for each tokenizer, all different. sources: algorithm and preset, or :data:`FILE` and the file's name.

    >>> from tokviz.views.shared.catalog import load
    >>> labels([("bpe", "course"), ("bpe", "sennrich"), ("unigram", "course"), ("file", "a.json")], load("en"))
    ('BPE (Hugging Face course)', 'BPE (Sennrich et al. 2016 (paper))', 'Unigram', 'a.json')
    """
    found: list[str] = []
    for algorithm, name in sources:
        if algorithm == FILE:
            label = shorten(visible(name), _LENGTH) if name else say("cmp.file")
        else:
            label = say(f"cmp.algorithm.{algorithm}")
            if sum(algorithm == other for other, _ in sources) > 1:
                label = say("cmp.label", name=label, preset=say.choice("preset", name))
        number = sum(known.split(" · ")[0] == label for known in found)
        found.append(f"{label} · {number + 1}" if number else label)
    return tuple(found)
