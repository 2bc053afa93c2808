"""The clock of `/compare`: its trainings side by side over the size of the vocabulary, which the address follows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import streamlit as st

from tokviz.algorithms import entry_of
from tokviz.compare.clock import Clock, clock_of
from tokviz.compare.comparison import Compared, Comparison
from tokviz.compare.sizes import is_one_training
from tokviz.errors import TokvizError
from tokviz.memory import Key
from tokviz.views.compare import clock as view
from tokviz.views.compare.charts import is_quick
from tokviz.views.exercises.clock import add_asked
from tokviz.views.picture.questions import payload_json
from tokviz.views.shared.catalog import Catalog, load
from tokviz.web.address import url
from tokviz.web.components.picture import PictureReport, picture, reported
from tokviz.web.computing.memory import Cancelled, offer_again
from tokviz.web.guides import state as guide_state
from tokviz.web.pages.compare import controls
from tokviz.web.shared import messages, parts, stepping

_CLOCK = "compare_clock"
_ORDER = "compare_clock_order"  # the size that the picture was last sent to, and the number of the order
_ASKED = "compare_clock_asked"


def show(comparison: Comparison, asked: int | None, say: Catalog) -> None:
    """Draw the clock, or a button that computes it; nothing where less than two are trained, or where the card of a
    lesson is about the rows, which then have the window. asked: the size that was asked for, if one was."""
    trained = [one for one in comparison.tokenizers if one.slot.is_trained]
    if len(trained) < 2 or not _has_window():
        return
    if not _is_drawn(comparison):
        _offer(comparison, say)
        return
    key = _key(comparison)
    try:
        with st.spinner(say("compare.lines.busy")):
            clock = _clock(key, comparison)
    except TokvizError as error:
        messages.show_error(error, say)
        return
    except Cancelled as cancelled:
        offer_again(cancelled, say)
        return
    wanted = max(one.size for one in trained) if asked is None else asked
    size = min(max(wanted, clock.smallest), clock.largest)
    order = _order(size, clock)
    picture(
        _payload(key, _part(clock, size).start, say.language, clock, size, asks=stepping.is_predicting()),
        goto=order[0] - clock.smallest,
        goto_id=order[1],
        key=_CLOCK,
        below=parts.selector("rows"),
        on_rest=lambda report: _rested(report, clock, order[0]),
    )
    controls.choose_rounds(_gaps(trained, clock), say)


def _gaps(trained: Sequence[Compared], clock: Clock) -> dict[str, tuple[int, int]]:
    """Return the least and the greatest gap between the sizes of Unigram's trainings.

    They are by the name of the slot, and only of those whose sizes between can be had by another convention.
    """
    gaps = {}
    for one, hand in zip(trained, clock.hands, strict=True):
        steps = [larger - smaller for smaller, larger in pairwise(hand.sizes)]
        if steps and entry_of(one.slot.rules).shrinks and is_one_training(one.slot.rules):
            gaps[one.slot.name] = (min(steps), max(steps))
    return gaps


def drawn(comparison: Comparison) -> Clock | None:
    """Return the clock that the page shows; None where it shows none. Raises TokvizError and Cancelled."""
    is_several = sum(one.slot.is_trained for one in comparison.tokenizers) > 1
    return _clock(_key(comparison), comparison) if is_several and _is_drawn(comparison) else None


def _is_drawn(comparison: Comparison) -> bool:
    return is_quick(comparison) or comparison.engine.source.key in st.session_state.get(_ASKED, ())


def _key(comparison: Comparison) -> Key:
    trained = (one for one in comparison.tokenizers if one.slot.is_trained)
    named = (part for one in trained for part in (one.slot.name, one.label))
    return (*comparison.engine.source.key, *named, comparison.text)


def _has_window() -> bool:
    """Tell if the clock is the subject of the page.

    It is everywhere but in lessons, and there on its own cards.
    """
    try:
        place, _ = guide_state.read(st.query_params.to_dict())
    except TokvizError:  # a lesson that cannot be read, which is none
        return True
    return place is None or place.card.part == "clock"


def _offer(comparison: Comparison, say: Catalog) -> None:
    st.caption(say("compare.clock.long"))
    st.button(
        say("compare.lines.draw"),
        icon=":material/show_chart:",
        key="compare_clock_draw",
        on_click=_ask,
        args=(comparison.engine.source.key,),
    )


def _ask(key: Key) -> None:
    st.session_state[_ASKED] = (*st.session_state.get(_ASKED, ()), key)


def _order(size: int, clock: Clock) -> tuple[int, int]:
    """Return the order that leads the picture to a size: a new one, unless it is there already."""
    sent, number = st.session_state.get(_ORDER, (size, 0))
    report = reported(_CLOCK, number)
    there = sent if report.step is None else report.step + clock.smallest
    if there != size:
        sent, number = size, number + 1
    st.session_state[_ORDER] = (sent, number)
    return sent, number


def _rested(report: PictureReport, clock: Clock, ordered: int) -> None:
    """Take the size that the picture rests on for all of the page. ordered: where it was sent."""
    if report.step is not None:
        size = report.step + clock.smallest
        if controls.take_size(size, ordered):
            url.rested(size, "size")


def _part(clock: Clock, size: int) -> range:
    return view.part_of(clock, size)


@st.cache_resource(max_entries=16, show_spinner=False)
def _clock(key: Key, _comparison: Comparison) -> Clock:
    return clock_of(_comparison)


@st.cache_resource(max_entries=64, show_spinner=False)
def _payload(key: Key, first: int, language: str, _clock: Clock, _size: int, *, asks: bool) -> str:
    say = load(language)
    built = view.payload(_clock, _part(_clock, _size), say)
    if asks:
        add_asked(built, _clock, key, say)
    return payload_json(built)
