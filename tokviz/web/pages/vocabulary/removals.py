"""The training of the view of removed tokens: that of the link, else that of the visit on the page that trains."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import parse_qsl, quote

from tokviz.algorithms import PICKY
from tokviz.state.request import base_rules
from tokviz.state.training import FORMS, TrainState
from tokviz.views.pages.vocabulary_removals import training_of
from tokviz.web import visit_corpus
from tokviz.web.pages.vocabulary.controls import Chosen, entry_query, set_field

_FORM = FORMS[PICKY.name]
_ESCAPED = {char: quote(char) for char in "%&+=#"}


def with_training(chosen: Chosen) -> Chosen:
    """Return the choice with a training in the link, unless it is of a first visit."""
    query: Mapping[str, str] = dict(parse_qsl(entry_query()["training"])) or visit_corpus.left(PICKY.name)
    state = replace(chosen.state, training=_written(query))
    return replace(chosen, state=replace(state, training=_keep(training_of(state))))


def keep_convention(chosen: Chosen, preset: str) -> None:
    """Have the training of the link follow a convention."""
    state = training_of(chosen.state)
    _keep(replace(state, preset=preset, rules=base_rules(PICKY, state.example, preset)))


def _keep(state: TrainState) -> str:
    """Have the link name a training, and return it; empty for that of a first visit."""
    query = _FORM.write(state)
    training = "" if query == _FORM.write(_FORM.opening(_FORM.first)) else _written(query)
    set_field("training", training)
    return training


def _written(query: Mapping[str, str]) -> str:
    """Write a query string in few characters: only what it could not be read back with is escaped.

    >>> _written({"example": "own", "corpus": "茶 a&b"})
    'example=own&corpus=茶 a%26b'
    """
    return "&".join(f"{name}={''.join(_ESCAPED.get(char, char) for char in value)}" for name, value in query.items())
