"""The page of a worked example: its training on the stage, and words of its text as the tokenizer cuts them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tokviz import examples
from tokviz.algorithms import ALGORITHMS
from tokviz.state import bpe_encode as bpe_state
from tokviz.state import lattice as lattice_state
from tokviz.state import training as train_state
from tokviz.state import wordpiece_encode as wordpiece_state
from tokviz.state.encoding import ApplyState
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.rendering import About
from tokviz.views.tokenizers.work import pretoken_on_stage
from tokviz.web.offline.scenes import tokenizer_of
from tokviz.web.offline.shows import Pool, stage, training
from tokviz.web.offline.sources import ALONE

__all__ = ["ExamplePage", "listed", "made"]

_MAX_WORDS = 5
_OPENINGS = {"bpe": bpe_state.opening, "wordpiece": wordpiece_state.opening, "unigram": lattice_state.opening}
"""How the page of the app opens that applies each algorithm's tokenizer, where there is one."""


@dataclass(frozen=True)
class ExamplePage:
    """What the page holds. places: what can be looked at, each with its label and what it shows. shown, steps: how many
    steps of the training are there, of how many."""

    about: About
    payloads: list[Any]
    places: list[dict[str, Any]]
    shown: int
    steps: int


def listed() -> tuple[tuple[str, str], ...]:
    """Every example with every algorithm that it is trained with, in their order."""
    return tuple((name, algorithm) for name in examples.NAMES for algorithm in examples.load(name).recipes)


def made(example: str, algorithm: str, say: Catalog) -> ExamplePage:
    """The page of an example and an algorithm."""
    state = train_state.defaults(ALGORITHMS[algorithm], example)
    trace, pool = ALONE.trace(state), Pool()
    shown, last = training(pool, trace, 0, say)
    places = [{"label": say("site.training"), "shows": [shown]}]
    if algorithm in _OPENINGS:
        places += _words(_OPENINGS[algorithm](example), pool, say)
    about = rendering.about_training(trace, say, example, state.split)
    return ExamplePage(about, pool.payloads, places, last, len(trace))


def _words(applied: ApplyState, pool: Pool, say: Catalog) -> Iterator[dict[str, Any]]:
    """Words of the text that the page of the app opens with, each as a place."""
    model, _, common = tokenizer_of(applied)
    for word in list(dict.fromkeys(model.words(applied.text or applied.word)))[:_MAX_WORDS]:
        parts, _ = pretoken_on_stage(model, word, say, common)
        yield {"label": say("site.word", word=shorten(visible(word), 24)), "shows": [stage(pool, parts)]}
