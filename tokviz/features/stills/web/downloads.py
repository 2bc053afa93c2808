"""The buttons that have steps drawn as an animation, which takes a worker of the server seconds: of a training, and of
trainings side by side, whose steps are sizes. Those of a training itself are shows (`../files.py`).

Nothing is drawn before it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import TYPE_CHECKING

import streamlit as st

from tokviz.errors import TokvizError
from tokviz.features.stills import raster
from tokviz.features.stills.animation import KINDS, MAX_STEPS, Animator, animator, steps_from
from tokviz.features.stills.files import still, stills
from tokviz.memory import rules_key
from tokviz.trace import Trace
from tokviz.views.algorithms import training_part
from tokviz.views.hosts.parts import Part, parts_with
from tokviz.views.picture.questions import payload_json
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.sentences import as_code
from tokviz.views.shows import Seen, told
from tokviz.web.computing import workers
from tokviz.web.shared import drawing, messages
from tokviz.web.shared.downloads import save

if TYPE_CHECKING:  # of a page that others do not load
    from tokviz.compare.clock import Clock
    from tokviz.compare.comparison import Comparison


_ANIMATION_LABELS = {
    "gif": "files.still.gif",
    "webp": "files.still.webp",
}
_SAVING_LABELS = {
    "gif": "files.still.gif.save",
    "webp": "files.still.webp.save",
}
_ANIMATION = "still_animation"  # what the visitor had drawn last: of what, its format, and the file


@dataclass(frozen=True)
class _Drawn:
    """A picture of which steps are drawn. of: what it shows, by which an animation is known. parts: returns the
    payloads that have some steps, title what is above them. file: how the names of its files begin. about: the key of
    the sentence below the buttons; key: of the buttons. base: what step 0 is called."""

    of: object
    step: int
    total: int
    parts: Callable[[Iterable[int], Catalog], Iterable[Part]]
    title: Callable[[Catalog], str]
    file: str
    about: str = "files.still.animated"
    key: str = "file_still"
    base: int = 0


def below_stills(feature: str, seen: Seen[Trace]) -> None:
    """Draw the buttons for animations below the stills of a training."""
    trace, state, say = seen.trace, seen.state, seen.say
    if feature != "stills":
        return

    def parts(steps: Iterable[int], say: Catalog) -> Iterable[Part]:
        return parts_with(steps, lambda step: training_part(trace, step, say, split=state.split))

    def title(say: Catalog) -> str:
        return rendering.about_training(trace, say, state.example, state.split).title

    of = (state.algorithm, *state.corpus_key, rules_key(trace.rules), len(trace))
    file = f"tokviz-{state.algorithm}-{state.example}"
    _animations(_Drawn(of, seen.step, len(trace), parts, title, file), say)


def below_comparison(comparison: Comparison, say: Catalog) -> None:
    """Draw the buttons that save trainings side by side at the size of the page; nothing where it does not show
    them."""
    from tokviz.views.compare import clock as clock_view  # which other pages do not load
    from tokviz.web.pages.compare.clock import drawn

    clock = drawn(comparison)
    if clock is None:
        return
    size = clock_view.size_of(clock, comparison)

    def parts(steps: Iterable[int], say: Catalog) -> Iterable[Part]:
        return parts_with(steps, lambda step: clock_view.part_at(clock, clock.smallest + step, say))

    of = (*comparison.engine.source.key, *(hand.label for hand in clock.hands), comparison.text)
    step, total, title = size - clock.smallest, clock.largest - clock.smallest, partial(_title, clock)
    keys = ("files.still.clock.animated", "file_still_clock")
    picture = _Drawn(of, step, total, parts, title, "tokviz-sizes", *keys, clock.smallest)
    with st.columns([1, 1, 2])[0]:
        files = stills(lambda: still(parts([step], say), step, title(say)), "still_clock", f"tokviz-sizes-{size}", say)
        drawing.draw([told(say, "files.still.clock.title", "strong", step=size), *files], "compare", say)
        about = told(say, "files.still.about", "caption", command=as_code("tokviz compare"))
        drawing.draw([about], "compare", say)
        _animations(picture, say)


def _title(clock: Clock, say: Catalog) -> str:
    return say("list.comma").join(hand.label for hand in clock.hands)


def _animations(picture: _Drawn, say: Catalog) -> None:
    """Draw a button for each format of an animation; once it is drawn, the one that saves it is in its place."""
    if not picture.total or raster.lacking(say.language):
        return
    steps = steps_from(picture.step, picture.total)
    first, last = steps[0] + picture.base, steps[-1] + picture.base
    shown = (picture.of, steps, say.language)
    for kind, media_type in KINDS.items():
        place, is_new = st.empty(), False
        name = f"{picture.file}-{first}-{last}.{kind}"
        if _made(shown, kind) is None:
            label, key = say(_ANIMATION_LABELS[kind]), f"{picture.key}_{kind}"
            is_new = place.button(label, key=key, icon=":material/animation:", width="stretch")
        if is_new:
            try:
                with st.spinner(say("files.still.drawing")):
                    st.session_state[_ANIMATION] = shown, kind, _animated(picture, steps, kind, name, say)
            except TokvizError as error:
                messages.show_error(error, say)
        data = _made(shown, kind)
        if data is not None:
            with place:
                label = say(_SAVING_LABELS[kind], kb=say.integer(ceil(len(data) / 1_000)))
                save(label, data, name, media_type, key=f"{picture.key}_{kind}_save", width="stretch")
    st.caption(say(picture.about, first=first, last=last, most=MAX_STEPS))


def _made(shown: object, kind: str) -> bytes | None:
    """Return the animation that the visitor had drawn last, if it is this one."""
    of, its_kind, data = st.session_state.get(_ANIMATION, (None, "", None))
    return data if (of, its_kind) == (shown, kind) else None


def _animated(picture: _Drawn, steps: range, kind: str, name: str, say: Catalog) -> bytes:
    """Return steps as an animation, which a worker draws: it takes seconds. Raises TokvizError."""
    parts = [payload_json(part) for part in picture.parts(steps, say)]
    drawer: Animator = workers.opened(("stills", "animator"), name, animator)
    return drawer.drawn(parts, steps[0], steps[-1], picture.title(say), kind)
