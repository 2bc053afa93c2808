"""The views that every training has: the plain algorithm beside the step."""

from __future__ import annotations

from collections.abc import Iterator

from tokviz.algorithms import ALGORITHMS
from tokviz.text_keys import knob_key
from tokviz.trace import Trace
from tokviz.views.algorithms import views_of
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shows import Algorithm, Ask, Seen, Show, Text, told


def is_asked(trace: Trace, step: int, say: Catalog) -> bool:
    """Tell if a visitor who predicts is asked a question after so many steps."""
    return views_of(trace).picture.question(trace, step, say) is not None


def algorithm(seen: Seen[Trace], _: Ask) -> Iterator[Show]:
    """Yield the plain algorithm with the lines marked that the step executed, and the knobs that it does not know."""
    trace, say = seen.trace, seen.say
    entry = ALGORITHMS[seen.state.algorithm]
    parts = told(say, "plain-algorithm.about").parts
    if left_out := entry.leaves_out(trace.rules):
        knobs = say.listed([say(knob_key(name)) for name in left_out])
        parts += (" ", *told(say, "plain-algorithm.leaves-out", knobs=knobs).parts)
    yield Text(parts, "caption")
    yield Algorithm(tuple(views_of(trace).lines(trace, seen.step, say)))
