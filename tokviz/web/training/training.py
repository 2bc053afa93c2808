"""Training as pages do it: from what the side bar says to a corpus and a trace, out of the server's memory."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import streamlit as st

from tokviz.algorithms import ALGORITHMS, AlgorithmEntry, Rules
from tokviz.examples import OURS, OWN
from tokviz.files.by_name import on_this_machine
from tokviz.files.detect import with_specials
from tokviz.files.pipeline import Pipeline
from tokviz.state import request
from tokviz.state.request import ReadCorpus, Start, Training, TrainingRequest
from tokviz.state.training import TrainState
from tokviz.trace import Trace
from tokviz.views.shared.catalog import Catalog
from tokviz.views.start import about_example
from tokviz.web.computing import workers
from tokviz.web.computing.cache import loading
from tokviz.web.computing.memory import MEMORY, Cancelled, offer_again
from tokviz.web.server import restoring
from tokviz.web.server.tokenizer_files import by_name
from tokviz.web.shared import messages
from tokviz.web.training import controls

TraceT = TypeVar("TraceT", bound=Trace)


def is_empty(chosen: TrainState) -> bool:
    """Tell if the visitor has chosen a corpus of their own and not given one yet."""
    return chosen.example == OWN and controls.own_corpus(ALGORITHMS[chosen.algorithm]).is_missing(chosen.text)


def corpus_of(chosen: TrainState) -> ReadCorpus:
    """Return the chosen corpus. Raises TokvizError."""
    return request.read_corpus(with_file(chosen), MEMORY)


def train(
    algorithm: AlgorithmEntry[Rules, TraceT], chosen: TrainState, say: Catalog, rules: Rules | None = None
) -> Training[TraceT]:
    """Return the training that the side bar describes; rules: in place of those of the side bar.

    The visitor can cancel a training that takes long; then this ends the run with a way back. Raises TokvizError.
    """
    try:
        return request.train_with(algorithm, with_file(chosen), MEMORY, rules=rules)
    except Cancelled as cancelled:
        offer_again(cancelled, say)
        st.stop()


def with_file(chosen: TrainState) -> TrainingRequest:
    """Return the training with the files that the visitor has given, if they count."""
    if chosen.start:
        chosen = replace(chosen, given=_given(chosen.start))
    if chosen.example != OWN:
        return chosen
    return replace(chosen, file=controls.own_corpus(ALGORITHMS[chosen.algorithm]).file())


def _given(name: str) -> Start | None:
    """Return the tokenizer to go on from out of files of the visit; None for one of this machine, or files that are not
    here."""
    files = by_name(controls.START_FILES).get(name)
    if files is None:
        return None

    ids = [file.id for file in files]
    key = ("upload", *ids, None)  # as other pages have it, so that one worker opens the file for all

    def opened() -> Pipeline:
        content = [(file.name, file.data) for file in files]
        with loading(sum(len(file.data) for file in files)):
            pipeline: Pipeline = workers.opened(key, name, with_specials, content, (), name=name)[0]
        return pipeline

    return Start(" ".join(ids), opened)


def is_awaited(name: str) -> bool:
    """Tell if the tab may still bring the files of the tokenizer to go on from."""
    if not name or not restoring.is_waiting():
        return False
    return name not in by_name(controls.START_FILES) and name not in on_this_machine()


def introduce(chosen: TrainState, say: Catalog) -> None:
    """Say what this corpus is and where it comes from."""
    if chosen.start:
        st.caption(say("going-on.about", name=messages.escape(chosen.start)))
    elif chosen.lesson is None:
        messages.caption_with_terms("train.own", say)
        messages.note_length(say, chosen.text)
    else:
        about = about_example(chosen.example, chosen.algorithm, say)
        source = chosen.lesson.source
        messages.caption_lines(about, *([] if source == OURS else [say("train.source", source=source)]))
