"""The views of `/vocabulary`, one at a time."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from tokviz.state import tokenizers as pipeline_state
from tokviz.state.vocabulary import PAGE, VIEWS, VocabularyState
from tokviz.views.shared.catalog import Catalog
from tokviz.web import visit_corpus
from tokviz.web.pages.vocabulary import (
    changes,
    counts,
    entries,
    languages,
    numbers_and_spaces,
    overlap,
    special,
    unmerging,
    unused,
)
from tokviz.web.pages.vocabulary.controls import Chosen, said
from tokviz.web.shared import parts, tabs

__all__ = ["show"]


def show(chosen: Chosen, say: Catalog) -> VocabularyState:
    """Draw the views; the state with what they say, and with the one that is open."""
    draw = {
        "entries": partial(entries.show, chosen, say),
        "counts": partial(counts.show, chosen, say),
        "unmerge": partial(unmerging.show, chosen, say),
        "unused": partial(unused.show, chosen, say),
        "numbers": partial(numbers_and_spaces.show_numbers, chosen, say),
        "spaces": partial(numbers_and_spaces.show_spaces, chosen, say),
        "languages": partial(languages.show, chosen, say),
        "overlap": partial(overlap.show, chosen, say),
        "changes": partial(changes.show, chosen, say),
        "special": partial(special.show, chosen, say),
    }
    labels = {view: say(f"vocabulary.tab.{view}") for view in VIEWS}
    opened, _ = tabs.open_view(PAGE, labels, draw, say)
    state = replace(chosen.state, view=opened, **said())
    _onward(state, say)
    return state


def _onward(state: VocabularyState, say: Catalog) -> None:
    """A link to the same tokenizer and text, stage by stage."""
    there = pipeline_state.TokenizersState(state.sample, state.text, state.tokenizer)
    with parts.part("onward"):
        visit_corpus.page_link(pipeline_state.PAGE, pipeline_state.FORM.write(there), say, say("vocabulary.stages"))
