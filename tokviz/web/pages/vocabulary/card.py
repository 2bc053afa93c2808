"""One entry: what it is, the tree that makes it, its parts, and what is made of it."""

from __future__ import annotations

import streamlit as st

from tokviz.errors import TokvizError
from tokviz.sandbox import ask
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten
from tokviz.views.vocabularies.tables import drawn_tree, merges_table, shown_text
from tokviz.vocabularies import Node, Vocabulary, made_of, tree
from tokviz.web.pages.bpe import panels
from tokviz.web.pages.vocabulary.controls import open_entry
from tokviz.web.shared import cells, messages, tables

__all__ = ["show"]

_CHILDREN = 100
_MERGING = "bpe"


def show(vocabulary: Vocabulary, place: int, say: Catalog) -> None:
    """Draw the entry at a place."""
    entry = vocabulary[place]
    shown = cells.code(shorten(shown_text(entry.data, entry.text)))
    st.subheader(say("vocabulary.card.title", token=shown, id=entry.id), anchor=False)
    facts = say(
        "vocabulary.card.facts",
        token=cells.code(cells.token(entry.token)),
        kind=say(f"vocabulary.kind.{entry.kind}"),
        script=say(f"vocabulary.script.{entry.script}"),
        characters=say.count("vocabulary.characters", entry.characters),
        bytes=say.count("vocabulary.bytes", entry.bytes),
    )
    st.markdown(facts)
    st.caption(say(f"vocabulary.kind.{entry.kind}.help"))
    model = vocabulary.pipeline.model
    if entry.kind == "added" or entry.token not in model.vocabulary:
        st.info(say("vocabulary.card.added"), icon=":material/info:")
        return
    try:
        trees = ask(tree, model, entry.token)
    except TokvizError as error:
        messages.show_error(error, say)
        return
    _tree(vocabulary, trees, say)
    if model.algorithm == _MERGING:
        _children(vocabulary, entry.token, say)


def _tree(vocabulary: Vocabulary, trees: tuple[Node, ...], say: Catalog) -> None:
    is_bpe = vocabulary.pipeline.model.algorithm == _MERGING
    if len(trees) > 1:
        rest = cells.code_list([node.token for node in trees], say)
        st.warning(say("vocabulary.tree.not-made", parts=rest), icon=":material/link_off:")
        return
    (node,) = trees
    if not node.parts:
        st.caption(say("vocabulary.tree.leaf" if is_bpe else "vocabulary.tree.leaf.other"))
        return
    st.markdown(say("vocabulary.tree.bpe" if is_bpe else "vocabulary.tree.other"))
    panels.trees((drawn_tree(node),), len(vocabulary), say)
    _parts(vocabulary, node, say)


def _parts(vocabulary: Vocabulary, node: Node, say: Catalog) -> None:
    """The parts as buttons that open them."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(say("vocabulary.parts"))
        for at, part in enumerate(node.parts):
            number = vocabulary.pipeline.vocabulary.get(part.token)
            st.button(
                cells.code(cells.token(part.token)),
                key=f"vocabulary_part_{at}",
                on_click=open_entry,
                args=(number,),
                disabled=number is None,
            )


def _children(vocabulary: Vocabulary, token: str, say: Catalog) -> None:
    found, total = ask(made_of, vocabulary.pipeline.model, token, _CHILDREN)
    if not total:
        st.caption(say("vocabulary.children.none"))
        return
    st.markdown(say.count("vocabulary.children", total))
    tables.show(ask(merges_table, found, vocabulary, say), say, alt=say("vocabulary.table.merges"), total=total)
