"""The views of `/bpe`, which trainings by merges have, too."""

from __future__ import annotations

from collections.abc import Iterator

from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.views.pages import merges, printed, training, versus
from tokviz.views.shows import Ask, Seen, Show, TrainingViews


def ways(seen: Seen[MergeTrace[Step]], ask: Ask) -> Iterator[Show]:
    """Yield the ways to change the tokenizer that a training goes on from; nothing where it goes on from none."""
    if not seen.trace.goes_on:
        return iter(())
    from tokviz.views.pages import going_on  # which opens files

    return going_on.ways_beside(seen, ask)


VIEWS: TrainingViews[MergeTrace[Step]] = TrainingViews(
    now=merges.candidates,
    tabs={
        "merges": merges.merges_so_far,
        "tree": merges.chosen_tree,
        "vocabularies": merges.vocabularies,
        "course": merges.course,
        "algorithm": training.algorithm,
        "printed": printed.printed,
        "versus": versus.versus,
        "ways": ways,
    },
    noted=printed.noted,
    where={
        "printed": printed.has_printed,
        "versus": lambda seen: not seen.trace.goes_on,
        "ways": lambda seen: seen.trace.goes_on,
    },
)
