"""Views of the entries of a vocabulary: those that a search finds, and one of them with the merges that make it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from tokviz.errors import TokvizError
from tokviz.state.vocabulary import FORM, MAX_QUERY, VocabularyState
from tokviz.views.pages.encoding import listed
from tokviz.views.pages.inspected import Inspected, OpenVocabulary
from tokviz.views.pages.merges import trees as drawn_trees
from tokviz.views.shared import messages
from tokviz.views.shared.sentences import as_code, code
from tokviz.views.shows import Ask, Choice, Pages, Show, Text, Word, told
from tokviz.views.vocabularies.keys import KIND_HELP_KEYS, KIND_KEYS, ORDER_KEYS, SCRIPT_KEYS, WAY_KEYS
from tokviz.views.vocabularies.listing import listing
from tokviz.views.vocabularies.tables import drawn_tree, entries_table, merges_table, shown_text
from tokviz.vocabularies import KINDS, SCRIPTS, Node, Places, made_of, ordered, search, tree

PAGE_ROWS = 200
"""So many entries are on one part of what a search finds."""
_FIELDS = {
    "way": "vocabulary.way",
    "kind": "vocabulary.kind",
    "script": "vocabulary.script",
    "order": "vocabulary.order",
}
_ID_DIGITS = 10
_MERGING = "bpe"
_CHILDREN = 100
_MAX_PARTS = 80


def find(first: OpenVocabulary, state: VocabularyState) -> Places:
    """Return the places of the entries that a link asks for, in its order."""
    ask, vocabulary = first.memory.ask, first.vocabulary
    places = ask(search, vocabulary, state.q, state.way, kind=state.kind, script=state.script, length=state.length)
    return ask(ordered, vocabulary, places, state.order)


def entries(seen: Inspected, ask: Ask) -> Iterator[Show]:
    """Yield a part of the entries that the link asks for, and the one that it opens."""
    say, first = seen.say, seen.first
    yield from seen.of_first()
    state = _searched(seen, ask)
    places = find(first, state)
    yield told(say, "vocabulary.found", "caption", found=len(places), entries=len(first.vocabulary))
    if len(places):
        pages = -(-len(places) // PAGE_ROWS)
        page = min(state.page, pages)
        if pages > 1:
            page = int(ask(Pages("page", pages, say("vocabulary.part", parts=pages), f"{page}")))
        part = places[(page - 1) * PAGE_ROWS : page * PAGE_ROWS]
        cells = first.memory.ask(entries_table, first.vocabulary, part, say)
        yield from listing(cells, say("vocabulary.table.entries"), "", ask, say, total=len(places))
        seen.host.offer(partial(first.memory.ask, entries_table, first.vocabulary, places, say), "entries")
    else:
        yield told(say, "vocabulary.none", "info")
    if state.id is None:
        yield told(say, "vocabulary.point", "caption")
    elif state.id not in first.vocabulary.place_of:
        yield told(say, "vocabulary.no-id", "info", id=state.id)
    else:
        yield from card(seen, first.vocabulary.place_of[state.id], ask)


def _searched(seen: Inspected, ask: Ask) -> VocabularyState:
    """Return the state of a link, with the visitor's search.

    All fields are parameters of the link.
    """
    say, state = seen.say, seen.state
    any_of = [("", say("vocabulary.any"))]
    choices = {
        "way": (state.way, [(name, say(key)) for name, key in WAY_KEYS.items()]),
        "kind": (state.kind, [*any_of, *((name, say(KIND_KEYS[name])) for name in KINDS)]),
        "script": (state.script, [*any_of, *((name, say(SCRIPT_KEYS[name])) for name in SCRIPTS)]),
        "order": (state.order, [(name, say(key)) for name, key in ORDER_KEYS.items()]),
    }
    text = ask(Word("q", say("vocabulary.search"), state.q, MAX_QUERY))
    said = {
        name: ask(Choice(name, say(_FIELDS[name]), opening, tuple(options), row="search"))
        for name, (opening, options) in choices.items()
    }
    number = ask(Word("id", say("column.id"), "" if state.id is None else f"{state.id}", _ID_DIGITS))
    read, _ = FORM.read({"q": text, "id": number, **said})
    asked = {name: getattr(read, name) for name in ("q", "id", *said)}
    return replace(state, **asked)


def card(seen: Inspected, place: int, ask: Ask) -> Iterator[Show]:
    """Yield an entry of the first tokenizer: what it is, the merges that make it, those that use it."""
    say, first = seen.say, seen.first
    entry, model = first.vocabulary[place], first.vocabulary.pipeline.model
    text = as_code(shown_text(entry.data, entry.text))
    yield told(say, "vocabulary.card.title", "heading", token=text, id=entry.id)
    yield told(
        say,
        "vocabulary.card.facts",
        token=code(entry.token),
        kind=say(KIND_KEYS[entry.kind]),
        script=say(SCRIPT_KEYS[entry.script]),
        characters=say.count("vocabulary.characters", entry.characters),
        bytes=say.count("vocabulary.bytes", entry.bytes),
    )
    yield told(say, KIND_HELP_KEYS[entry.kind], "caption")
    if entry.kind == "added" or entry.token not in model.vocabulary:
        yield told(say, "vocabulary.card.added", "info")
        return
    try:
        trees = first.memory.ask(tree, model, entry.token)
    except TokvizError as error:
        yield Text((messages.error_text(error, say),), "error")
        return
    is_bpe = model.algorithm == _MERGING
    yield from _made_by(seen, trees, is_bpe=is_bpe)
    if is_bpe:
        yield from _used_by(seen, entry.token, ask)


def _made_by(seen: Inspected, trees: tuple[Node, ...], *, is_bpe: bool) -> Iterator[Show]:
    say = seen.say
    if len(trees) > 1:
        parts = listed([node.token for node in trees], _MAX_PARTS, say)
        yield told(say, "vocabulary.tree.not-made", "warning", parts=parts)
        return
    (node,) = trees
    if not node.parts:
        yield told(say, "vocabulary.tree.leaf" if is_bpe else "vocabulary.tree.leaf.other", "caption")
        return
    yield told(say, "vocabulary.tree.bpe" if is_bpe else "vocabulary.tree.other")
    yield drawn_trees((drawn_tree(node),), len(seen.first.vocabulary), say)
    seen.host.lead([part.token for part in node.parts], is_bpe=is_bpe)


def _used_by(seen: Inspected, token: str, ask: Ask) -> Iterator[Show]:
    say, first = seen.say, seen.first
    merges, total = first.memory.ask(made_of, first.vocabulary.pipeline.model, token, _CHILDREN)
    if not total:
        yield told(say, "vocabulary.children.none", "caption")
        return
    yield Text((say.count("vocabulary.children", total),))
    cells = first.memory.ask(merges_table, merges, first.vocabulary, say)
    yield from listing(cells, say("vocabulary.table.merges"), "merges", ask, say, total=total)
