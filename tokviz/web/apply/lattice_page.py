"""The lattice half of `/unigram`: every segmentation of a word, and how the best is found, by a trained or uploaded
model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from tokviz.algorithms import UNIGRAM
from tokviz.errors import TokvizError
from tokviz.unigram import EncodeTrace, Trace
from tokviz.views.lattice import chart as lattice
from tokviz.views.lattice.numbers import cost
from tokviz.views.lattice.viterbi import moment
from tokviz.views.shared.catalog import Catalog
from tokviz.web.address import handover, held, onward, sample_texts, url
from tokviz.web.address.form import MAX_LINK_CHARS
from tokviz.web.address.train_state import MAX_MERGES
from tokviz.web.apply import lattice_panels, lattice_state, lattice_tool, word_stage
from tokviz.web.apply.files import SUFFIXES
from tokviz.web.apply.lattice_state import MAX_WORD, LatticeState
from tokviz.web.apply.lattice_tool import Tool
from tokviz.web.server import uploads
from tokviz.web.shared import cells, messages, parts, stepping
from tokviz.web.train import controls, training

__all__ = ["body"]

_STAGE = "unigram-lattice"
_VIEW = "lat_view"  # (name, number): the view that the last link opened, and how many links there were
_SHOWN = "lat_shown"  # (tokenizer, word) of the last run: for another one the stage begins anew
_EXAMPLE = "lat_example"
_FILE = "lat_file"
_LAST = "lat_last"  # the state of the last run, to come back to from training, where Streamlit forgets the widgets
_AT = "lat_at"  # 0 for the last step, whichever that is
_IN_VIEWS = ("text", "n", "alpha", "seed", "draws")  # widgets of views that may not be open
_WIDGETS = ("word", "at", *_IN_VIEWS)


@dataclass(frozen=True)
class View:
    """What the fragment needs: the tokenizer, the state, the word."""

    tool: Tool
    state: LatticeState
    word: str


def body(say: Catalog, *, is_new: bool) -> None:
    """All below the choice between the halves. is_new: whether the address is another than the page last wrote."""
    wrong = _read_address(is_new)
    _keep(_WIDGETS)
    chosen = controls.show(UNIGRAM, say, has_versus=False)
    asked = LatticeState(train=chosen)
    _side_bar(asked, say)
    with parts.part("about"):  # what comes and goes above the stage must not move it to another place of the page
        training.introduce(chosen, wrong, say, has_about=False)
        view = _prepare(asked, say)
    if view is None:
        url.publish(UNIGRAM.name, lattice_state.FORM, _chosen(asked))
    else:
        _follow(view, say)
        onward.row(UNIGRAM.name, chosen, say)


def _read_address(is_new: bool) -> tuple[str, ...]:
    """Fill the widgets when the address changed or they are new; the side bar may have been filled by training.

    Returns the parameters that had to be put right.
    """
    wrong: tuple[str, ...] = ()
    if is_new or not controls.is_filled(UNIGRAM):
        asked, wrong = lattice_state.FORM.read(url.current())
        controls.fill(asked.train)
    elif f"lat_{_WIDGETS[0]}" in st.session_state:
        return ()
    else:  # turned to from training, whose side bar stays
        asked = _turned_to(st.session_state[f"{UNIGRAM.name}_example"])
    for name in _WIDGETS:
        held.put(f"lat_{name}", getattr(asked, name))
    held.put(_AT, asked.at or 0)
    st.session_state[_EXAMPLE] = asked.train.example
    stepping.send(_STAGE, asked.step)
    st.session_state[_VIEW] = (asked.view, st.session_state.get(_VIEW, ("", 0))[1] + 1)
    st.session_state.pop(_SHOWN, None)
    return wrong


def _turned_to(example: str) -> LatticeState:
    """As this half was left, if the example is the same; with the model of the step that training rests on."""
    asked: LatticeState = st.session_state.get(_LAST) or _opening(example)
    if asked.train.example != example:
        asked = _opening(example)
    page = UNIGRAM.name  # whose stage rests where it was last sent to, until it reports another step
    rest = stepping.at(page, stepping.before(page), MAX_MERGES)
    return replace(asked, at=rest, step=0) if rest else asked


def _opening(example: str) -> LatticeState:
    """How this half opens beside an example."""
    asked = LatticeState(
        at=lattice_state.opening_at(example),
        word=sample_texts.word(example),
        text=sample_texts.text(UNIGRAM.name, example),
    )
    return replace(asked, train=replace(asked.train, example=example))


def _keep(names: Sequence[str]) -> None:
    """Write what widgets say anew, for a run that may not draw them: Streamlit forgets it otherwise."""
    for name in names:
        if f"lat_{name}" in st.session_state:
            st.session_state[f"lat_{name}"] = st.session_state[f"lat_{name}"]


def _side_bar(asked: LatticeState, say: Catalog) -> None:
    """The rest of the side bar: an uploaded tokenizer in place of training."""
    example = asked.train.example
    if st.session_state[_EXAMPLE] != example:  # another example brings its own word, text and step
        opening = _opening(example)
        st.session_state[_EXAMPLE] = example
        held.put(_AT, opening.at or 0)
        held.put("lat_word", opening.word)
        held.put("lat_text", opening.text)
    with st.sidebar:
        st.subheader(say("lattice.applied"))
        hint = say("lattice.upload.help")
        files = uploads.ask(say("lattice.upload"), _FILE, say, help=hint, types=SUFFIXES["unigram"])
    handover.show(UNIGRAM.name, files, say)


def _chosen(asked: LatticeState) -> LatticeState:
    """The state with what the widgets say."""
    values = {name: st.session_state[f"lat_{name}"] for name in _WIDGETS}
    return replace(asked, **(values | {"at": st.session_state[_AT] or None}), view=st.session_state[_VIEW][0])


def _prepare(asked: LatticeState, say: Catalog) -> View | None:
    """Get the tokenizer and the word; None where the visitor was told why there is nothing to show."""
    if training.is_empty(asked.train) and uploads.one(_FILE) is None and handover.taken(UNIGRAM.name) is None:
        st.info(say("lattice.empty"), icon=":material/edit_note:")
        return None
    left, right = st.columns(2, vertical_alignment="bottom")
    with left:
        text = st.text_input(say("lattice.word"), key="lat_word", max_chars=MAX_WORD, help=say("lattice.word.help"))
    try:
        tool = _tool(asked, say, right)
        words = tool.words(text)
    except TokvizError as error:
        messages.show_error(error, say)
        return None
    if len(asked.train.text) > MAX_LINK_CHARS:
        st.caption(say("notice.long-text", limit=f"{MAX_LINK_CHARS:,}"))
    if not words:
        st.info(say("lattice.no-word"), icon=":material/edit_note:")
        return None
    if len(words) > 1:
        number = say.count("count.words", len(words))
        st.caption(say("lattice.first-word", words=number, word=cells.code(cells.token(words[0]))))
    return View(tool, _chosen(asked), words[0])


def _tool(asked: LatticeState, say: Catalog, place: Any) -> Tool:
    """The tokenizer: out of an uploaded file, or after a step of the training that the side bar describes."""
    file, found = uploads.one(_FILE), handover.taken(UNIGRAM.name)
    if found is not None:
        return Tool(found.model, found.key)
    if file is not None:
        tool = lattice_tool.uploaded(("file", file.id), [file])
        place.caption(say("lattice.upload.in-use", name=messages.escape(cells.token(file.name))))
        if tool.unused:
            st.caption(say("lattice.upload.unused", names=cells.code_list(tool.unused, say)))
        return tool
    corpus, corpus_key, _ = training.corpus_of(asked.train)
    trace, key = training.unigram_of(corpus, corpus_key, asked.train, say)
    if not 0 <= st.session_state[_AT] <= len(trace):
        total = say.count("count.steps", len(trace))
        word_stage.notice(say("lattice.at.beyond", asked=f"{st.session_state[_AT]:,}", total=total))
    if not 0 <= st.session_state[_AT] < len(trace):
        held.put(_AT, 0)
    with place:
        at = st.selectbox(
            say("lattice.at"),
            range(len(trace)),
            format_func=lambda k: _step_name(trace, k, say),
            key=_AT,
            help=say("lattice.at.help"),
        )
    return lattice_tool.trained(key, at or len(trace), asked.train.split, trace)


def _step_name(trace: Trace, k: int, say: Catalog) -> str:
    number = k or len(trace)
    kind = say(f"lattice.kind.{trace[number - 1].kind}")
    pieces = say.count("count.pieces", trace.pieces_left[number])
    return say("lattice.at.step" if k else "lattice.at.end", number=f"{number:,}", kind=kind, pieces=pieces)


@url.fragment
def _follow(view: View, say: Catalog) -> None:
    """The word on the stage, its lattice, and the views below; reruns alone when the stage reports a step."""
    tool, word = view.tool, view.word
    if st.session_state.setdefault(_SHOWN, (tool.key, word)) != (tool.key, word):
        st.session_state[_SHOWN] = tool.key, word
        stepping.send(_STAGE, 0)
    _keep(_IN_VIEWS)
    trace = lattice_tool.explained(tool.key, word, tool)
    last, payloads = lattice_tool.parts(tool.key, word, say.language, stepping.is_predicting(), tool)
    above = parts.part("now")  # the graph keeps its height, the stage does not
    with parts.part("stage"):
        step = word_stage.play(_STAGE, word, last, payloads, say)
    with above:
        _graph(tool, trace, step, say)
    visit = st.session_state[_VIEW][1]
    opened = lattice_panels.more(tool, trace, step, st.session_state[_VIEW][0], visit, say)
    st.session_state[_VIEW] = (opened, visit)
    asked = replace(_chosen(view.state), step=step)
    st.session_state[_LAST] = asked
    url.publish(UNIGRAM.name, lattice_state.FORM, asked)


def _graph(tool: Tool, trace: EncodeTrace, step: int, say: Catalog) -> None:
    """The lattice at this step; said is how much of it is shown."""
    found, now = trace.lattice, moment(trace, step)
    chart = lattice.graph(found, now, tool.common, cells.ink())
    st.vega_lite_chart(chart, alt=lattice.as_text(found, now, tool.common, say))
    part = lattice.shown(found, now)
    number = say.count("lattice.paths", found.number_of_paths)
    if part.is_part:
        number += say(
            "lattice.part",
            shown=f"{len(part.arcs):,}",
            total=f"{part.total:,}",
            first=f"{part.first:,}",
            last=f"{part.last:,}",
        )
    st.caption(say("lattice.legend", number=number))
    if any(not arc.known for arc in found.arcs):
        characters = dict.fromkeys(arc.piece for arc in found.arcs if not arc.known)
        names = cells.code_list(list(characters), say, 12)
        st.caption(say("lattice.unknown", characters=names, cost=cost(tool.model.unknown_score)))
