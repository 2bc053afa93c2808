"""The buttons that have steps of a training drawn as an animation, which takes a worker of the server seconds.

Nothing is drawn before it is asked for.
"""

from __future__ import annotations

from math import ceil

import streamlit as st

from tokviz.errors import TokvizError
from tokviz.features.stills import raster
from tokviz.features.stills.animation import KINDS, MAX_STEPS, Animator, animator, steps_from
from tokviz.memory import rules_key
from tokviz.state.request import TrainingRequest
from tokviz.trace import Trace
from tokviz.views.hosts.parts import parts_with, training_part
from tokviz.views.picture.questions import payload_json
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import LANGUAGES, Catalog
from tokviz.views.shows import Seen
from tokviz.web import hooks
from tokviz.web.computing import workers
from tokviz.web.shared import messages
from tokviz.web.shared.downloads import save

__all__ = ["register"]

_ANIMATION_LABELS = {
    "gif": "files.still.gif",
    "webp": "files.still.webp",
}
_SAVING_LABELS = {
    "gif": "files.still.gif.save",
    "webp": "files.still.webp.save",
}
_ANIMATION = "still_animation"  # what the visitor had drawn last: of what, its format, and the file


def register() -> None:
    """Add animations below the stills of a training, which are shows (`../files.py`)."""
    hooks.below_files.add(below_stills)
    for language in LANGUAGES:  # looks for fonts, for which no answer of the server should wait
        raster.lacking(language)


def below_stills(feature: str, seen: Seen[Trace]) -> None:
    """Draw the buttons for animations below the stills of a training."""
    if feature == "stills" and len(seen.trace) and not raster.lacking(seen.say.language):
        _animations(seen.trace, seen.state, seen.step, seen.say)


def _animations(trace: Trace, state: TrainingRequest, step: int, say: Catalog) -> None:
    """Draw a button for each format of an animation; once it is drawn, the one that saves it is in its place."""
    steps = steps_from(step, len(trace))
    shown = (state.algorithm, *state.corpus_key, rules_key(trace.rules), len(trace), steps, say.language)
    for kind, media_type in KINDS.items():
        place, is_new = st.empty(), False
        name = f"tokviz-{state.algorithm}-{state.example}-{steps[0]}-{steps[-1]}.{kind}"
        if _made(shown, kind) is None:
            label, key = say(_ANIMATION_LABELS[kind]), f"file_still_{kind}"
            is_new = place.button(label, key=key, icon=":material/animation:", width="stretch")
        if is_new:
            try:
                with st.spinner(say("files.still.drawing")):
                    st.session_state[_ANIMATION] = shown, kind, _animated(trace, state, steps, kind, name, say)
            except TokvizError as error:
                messages.show_error(error, say)
        data = _made(shown, kind)
        if data is not None:
            with place:
                label = say(_SAVING_LABELS[kind], kb=say.integer(ceil(len(data) / 1_000)))
                save(label, data, name, media_type, key=f"file_still_{kind}_save", width="stretch")
    st.caption(say("files.still.animated", first=steps[0], last=steps[-1], most=MAX_STEPS))


def _made(shown: object, kind: str) -> bytes | None:
    """Return the animation that the visitor had drawn last, if it is this one."""
    of, its_kind, data = st.session_state.get(_ANIMATION, (None, "", None))
    return data if (of, its_kind) == (shown, kind) else None


def _animated(trace: Trace, state: TrainingRequest, steps: range, kind: str, name: str, say: Catalog) -> bytes:
    """Return steps as an animation, which a worker draws: it takes seconds. Raises TokvizError."""
    parts = [payload_json(part) for part in parts_with(steps, lambda step: training_part(trace, step, say))]
    title = rendering.about_training(trace, say, state.example, state.split).title
    drawing: Animator = workers.opened(("stills", "animator"), name, animator)
    return drawing.drawn(parts, steps[0], steps[-1], title, kind)
