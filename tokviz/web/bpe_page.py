"""The page `/bpe`, from its address to the screen: corpus, trace, stage, and the views that follow the step."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256

import streamlit as st

from tokviz import bpe, examples
from tokviz.bpe import Rules, Trace
from tokviz.corpus import Corpus
from tokviz.errors import TokvizError
from tokviz.ingest import Note
from tokviz.views import stage as stage_view
from tokviz.views.catalog import Catalog
from tokviz.web import cache, controls, messages, panels, printed, state, url
from tokviz.web.stage import StageReport, reported, stage
from tokviz.web.state import MAX_LINK_CHARS, OWN, BpeState

__all__ = ["render"]

_PAGE = "bpe"
_ORDER = "bpe_order"  # (step, number): where the server last sent the stage
_CORPUS = "bpe_corpus"  # the corpus of the last run; with another one the stage goes back to the start
_VIEW = "bpe_view"  # (name, number): the view that the last link opened, and how many links there were
_STAGE = "bpe_stage"


@dataclass(frozen=True)
class View:
    """What the fragment needs to draw any step without the rest of the page."""

    trace: Trace
    key: cache.TraceKey
    state: BpeState
    other: Trace | None


def render(say: Catalog) -> None:
    """Draw the page."""
    st.title(say("page.bpe"), anchor=False)
    wrong = _read_address()
    chosen = replace(controls.show(say), view=st.session_state[_VIEW][0])
    if chosen.example == OWN and controls.uploaded() is not None:
        chosen = replace(chosen, text="")  # the file counts, and does not fit into a link
    _introduce(chosen, wrong, say)
    if chosen.example == OWN and not chosen.text.strip() and controls.uploaded() is None:
        st.info(say("bpe.empty"), icon=":material/edit_note:")
        url.publish(_PAGE, state.write(chosen))
        return
    try:
        corpus, corpus_key, notes = _corpus(chosen)
        _notice_new_corpus(corpus_key)
        for code, details in notes:
            st.info(messages.escape(messages.note_text(code, details, say)), icon=":material/info:")
        with st.spinner(say("bpe.training", words=say.count("count.words", len(corpus)))):
            trace, key = _trace(corpus, corpus_key, chosen, chosen.rules)
            other = _trace(corpus, corpus_key, chosen, bpe.PRESETS[chosen.versus])[0] if chosen.versus else None
    except TokvizError as error:
        messages.show_error(error, say)
        url.publish(_PAGE, state.write(chosen))
        return
    asked, _ = st.session_state[_ORDER]
    if asked > len(trace):
        st.warning(say("notice.step", asked=f"{asked:,}", total=say.count("count.merges", len(trace))))
        _send_to(len(trace))
    _follow(View(trace, key, chosen, other), say)


# -- from the address and the side bar to a trace --------------------------------------------------------------------


def _read_address() -> tuple[str, ...]:
    """Fill the widgets when the address changed or they are new; return the parameters that had to be put right."""
    if not url.has_changed(_PAGE) and controls.is_filled():
        return ()
    asked, wrong = state.read(url.current())
    controls.fill(asked)
    _send_to(asked.step)
    st.session_state[_VIEW] = (asked.view, st.session_state.get(_VIEW, ("", 0))[1] + 1)
    st.session_state.pop(_CORPUS, None)
    return wrong


def _notice_new_corpus(corpus_key: cache.TraceKey) -> None:
    """Send the stage to the start when the visitor has chosen another corpus."""
    if st.session_state.get(_CORPUS, corpus_key) != corpus_key:
        _send_to(0)
    st.session_state[_CORPUS] = corpus_key


def _send_to(step: int) -> None:
    _, number = st.session_state.get(_ORDER, (0, 0))
    st.session_state[_ORDER] = (step, number + 1)


def _corpus(chosen: BpeState) -> tuple[Corpus, cache.TraceKey, tuple[Note, ...]]:
    """The chosen corpus, what names it in the cache, and what its reader wants to say. Raises TokvizError."""
    if chosen.example == OWN:
        file = controls.uploaded()
        if file is None:
            parsed = cache.corpus_of_text(chosen.text, chosen.split)
            return parsed.corpus, ("text", sha256(chosen.text.encode()).hexdigest(), chosen.split), parsed.notes
        parsed = cache.corpus_of_file(file.file_id, file.name, chosen.split, file.getvalue())
        return parsed.corpus, ("file", file.file_id, chosen.split), parsed.notes
    example = examples.load(chosen.example)
    if example.text is None or chosen.split == example.pretokenizer or not example.is_prose:
        return example.corpus, ("example", chosen.example), ()
    parsed = cache.corpus_of_text(example.text, chosen.split)
    return parsed.corpus, ("example", chosen.example, chosen.split), ()


def _trace(corpus: Corpus, corpus_key: cache.TraceKey, chosen: BpeState, rules: Rules) -> tuple[Trace, cache.TraceKey]:
    merges = chosen.amount if chosen.stop == "merges" else state.MAX_MERGES
    vocab_size = chosen.amount if chosen.stop == "vocab" else None
    key = (*corpus_key, cache.rules_key(rules), merges, vocab_size)
    return cache.bpe_trace(key, merges, vocab_size, corpus, rules), key


def _introduce(chosen: BpeState, wrong: tuple[str, ...], say: Catalog) -> None:
    if wrong:
        st.warning(messages.escape(say("notice.link", names=", ".join(wrong))), icon=":material/link_off:")
    if chosen.example == OWN:
        st.caption(say("bpe.own"))
        if len(chosen.text) > MAX_LINK_CHARS:
            st.caption(say("notice.long-text", limit=f"{MAX_LINK_CHARS:,}"))
    else:
        source = examples.load(chosen.example).source
        st.caption(say("bpe.about", about=say(f"example.{chosen.example}.about"), source=source))


# -- what follows the step -------------------------------------------------------------------------------------------


@st.fragment
def _follow(view: View, say: Catalog) -> None:
    """The stage and everything that shows its step; reruns alone when the stage reports a step."""
    trace = view.trace
    goto, number = st.session_state[_ORDER]
    goto = min(goto, len(trace))
    before = reported(_STAGE, number)
    steps = stage_view.part_of(trace, _at(before, goto, trace))
    payload = cache.part(view.key, steps.start, steps.stop, say.language, before.query.strip(), trace)
    step = _at(stage(payload, goto=goto, goto_id=number, key=_STAGE), goto, trace)
    printed.beside_step(view.state, trace, step, say)
    panels.candidates(trace, step, say)
    visit = st.session_state[_VIEW][1]
    opened, jump = panels.more(trace, view.state, view.other, step, visit, say)
    st.session_state[_VIEW] = (opened, visit)
    url.publish(_PAGE, state.write(replace(view.state, step=step, view=opened)))
    if jump is not None and jump != step:
        _send_to(jump)
        st.rerun(scope="fragment")


def _at(report: StageReport, goto: int, trace: Trace) -> int:
    """The step that the browser rests on, or the one that it was sent to if it has not reported since."""
    return min(goto if report.step is None else report.step, len(trace))
