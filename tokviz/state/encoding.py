"""What the state of every page that applies a tokenizer holds, and how it is written as a query string. Pure.

The training part is the same as on the page that trains, and is read by :mod:`tokviz.state.training`, so a
link of one can be turned into one of the other; the names of step and view belong to this page.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from tokviz.algorithms import Algorithm
from tokviz.state.form import Field, Form, opened, plain
from tokviz.state.request import NAMES
from tokviz.state.training import STEP, TrainState, training_fields

__all__ = ["ApplyState", "form_of"]


@dataclass(frozen=True)
class ApplyState:
    """A tokenizer and the text that it is applied to. word: the one that is looked at; step: of the word."""

    train: TrainState
    text: str = ""
    word: str = ""
    step: int = 0
    view: str = ""


State = TypeVar("State", bound=ApplyState)


def form_of(
    algorithm: Algorithm,
    opening: Callable[[str], State],
    fields: tuple[Field[State], ...],
    views: tuple[str, ...],
    do: str = "",
) -> Form[State]:
    """Return the form of such a state. fields: what stands beside the training; views: those below the stage, in order;
    do: the name of the half of a page, where it is one."""
    return Form(
        example=lambda state: state.train.example,
        names=NAMES,
        first=algorithm.opening,
        opening=opening,
        fields=(
            *(one.within("train") for one in training_fields(algorithm)),
            *fields,
            plain("step", STEP),
            plain("view", opened(views)),
        ),
        do=do,
    )
