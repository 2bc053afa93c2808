"""The views below the picture of `/picky`: the candidates of a step, the tests, the history of tokens, the sizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from tokviz.errors import TokvizError
from tokviz.picky import Trace
from tokviz.sandbox import ask
from tokviz.state import sample_texts
from tokviz.state.lattice import MAX_WORD
from tokviz.views.encoding.replay import replay_walk
from tokviz.views.merges import tables as merge_tables
from tokviz.views.merges import tree
from tokviz.views.picky import charts, narration, tables
from tokviz.views.picky.tables import LEDGER, SIZES, TESTS
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import Row
from tokviz.views.shared.display import space_sign, with_spaces
from tokviz.views.shared.tables import FilledTable, chip_cells
from tokviz.web.pages.bpe import panels as bpe_panels
from tokviz.web.shared import cells, messages, stepping
from tokviz.web.shared.tables import headings_of, page_of, show_chips
from tokviz.web.streamlit_workarounds import altair_charts
from tokviz.web.training.page import TrainingContext

__all__ = ["show_ancestors", "show_candidates", "views"]


def show_candidates(context: TrainingContext[Trace], step: int, say: Catalog) -> None:
    """Draw the candidates of the next merge; of a removal there are none."""
    trace = context.trace
    if step == len(trace) or not trace[step].is_removal:
        bpe_panels.show_candidates(context, step, say, "picky.panel.merge")


def views(context: TrainingContext[Trace], step: int, say: Catalog) -> dict[str, Callable[[], int | None]]:
    """Return the views of the training, name -> what draws it."""
    trace, shared = context.trace, bpe_panels.views(context, step, say)
    return {
        "encode": lambda: _encode_view(context, say),
        "tests": lambda: _tests_view(trace, step, say),
        "history": lambda: _history_view(trace, step, say),
        "sizes": lambda: _sizes_view(trace, step, say),
        "tree": lambda: _tree_view(trace, step, say),
        "vocabularies": shared["vocabularies"],
    }


def _encode_view(context: TrainingContext[Trace], say: Catalog) -> None:
    """Draw how the log of the whole training encodes a word of the visitor's."""
    trace, split = context.trace, context.state.split
    model = trace.model(pretokenizer=split)
    typed = st.text_input(
        say("picky.encode.word"),
        value=sample_texts.word(context.state.example) or trace.corpus.words[0],
        key="picky_word",
        max_chars=MAX_WORD,
    )
    words = model.words(typed)
    if not words:
        st.caption(say("picky.encode.empty"))
        return
    try:
        payload = ask(replay_walk, model, words[0], say.language)
    except TokvizError as error:
        messages.show_error(error, say)
        return
    messages.text_with_terms("picky.encode.about" if model.replays else "picky.encode.about.scaffold", say)
    stepping.token_walk(payload, key="picky_encode_picture")


def _tests_view(trace: Trace, step: int, say: Catalog) -> None:
    """Draw the tests of parts so far, the newest first."""
    tests = tables.tests(trace, step)
    if not tests:
        st.caption(say("picky.tests.none"))
        return
    shown = page_of(len(tests), "picky_tests_page")
    scaffold = trace.rules.removal == "scaffold"
    names = ("step", "token", "part", "left", "head" if scaffold else "merged", *(() if scaffold else ("share",)))
    rows = tests[shown.start : shown.stop]
    _show(TESTS.only(*names, "verdict").of(rows), trace, say, [row.step.index + 1 for row in rows])
    messages.caption_with_terms("picky.tests.help.scaffold" if scaffold else "picky.tests.help", say)


def _history_view(trace: Trace, step: int, say: Catalog) -> None:
    """Draw when each token came into the vocabulary and was removed."""
    histories = tables.histories(trace, step)
    if not histories:
        st.caption(say("merges.none"))
        return
    shown = page_of(len(histories), "picky_history_page")
    rows = histories[shown.start : shown.stop]
    _show(LEDGER.of(rows), trace, say, [row.steps[-1][0] for row in rows])
    messages.caption_with_terms("picky.history.help", say)


def _tree_view(trace: Trace, step: int, say: Catalog) -> None:
    """Draw the merge tree of a token with its removed ancestors crossed out, and why each was made and removed."""
    tokens = sorted(dict.fromkeys(trace.tokens[:step]), key=len, reverse=True)
    if not tokens:
        st.caption(say("merges.none"))
        return
    token = st.selectbox(say("tree.token"), tokens, format_func=cells.token, key="picky_tree")
    show_ancestors(trace, token, step, say)


def show_ancestors(trace: Trace, token: str, step: int, say: Catalog) -> None:
    """Draw the merge tree of a token, with what is removed after `step` steps crossed out, and say why it is."""
    root = tree.merge_tree(trace, token)
    space = space_sign(trace.rules.start_of_word)
    bpe_panels.show_trees((root,), len(trace), say, trace.removed(step), space)
    messages.caption_with_terms("picky.tree.about", say)
    told = [narration.why_removed(trace, name, step, say) for name in dict.fromkeys(node.token for node in root.walk())]
    for sentence in filter(None, told):
        st.markdown(f"- {messages.as_markdown(with_spaces(sentence, space))}")


def _sizes_view(trace: Trace, step: int, say: Catalog) -> None:
    """Draw the sizes with and without removed tokens, and compare with byte-pair encoding of the same size."""
    numbers = {
        "step": step,
        "size": trace.sizes()[step],
        "ever": trace.sizes_with_removed[step],
        "tally": trace.tallies[step],
    }
    described = say("picky.sizes.alt", **numbers)
    altair_charts.draw(charts.sizes, trace, step, say, cells.palette(), describe=described)
    st.caption(described)
    compared = tables.beside_bpe(trace, step)
    st.markdown(f"**{say('picky.beside')}**")
    show_chips(say("picky.beside"), headings_of(SIZES.columns, say), _rows(SIZES.of(compared), trace, say), say)
    st.caption(say("picky.beside.help", size=trace.sizes()[step]))


def _show(table: FilledTable, trace: Trace, say: Catalog, steps: Sequence[int]) -> None:
    """Draw a table whose rows lead to steps of the picture."""
    name = say("picky.table")
    show_chips(name, headings_of(table.columns, say), _rows(table, trace, say, steps), say)


def _rows(table: FilledTable, trace: Trace, say: Catalog, steps: Sequence[int] = ()) -> list[Row]:
    made = chip_cells(table, merge_tables.chips_of(trace), say)
    return [Row(row, step=steps[place] if steps else None) for place, row in enumerate(made)]
