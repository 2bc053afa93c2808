"""The views of `/bpe`, which trainings by merges have, too."""

from __future__ import annotations

from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.views.pages import merges, printed, training, versus
from tokviz.views.shows import TrainingViews

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
    },
    noted=printed.noted,
    where={"printed": printed.has_printed},
)
