"""The app as a host of the views of `/vocabulary`: what it draws besides, and the fields that are in its link."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ParamSpec, TypeVar

import streamlit as st

from tokviz import picky
from tokviz.algorithms import PICKY
from tokviz.corpus.reading import decode_bytes
from tokviz.memory import Computation, Key, Memory
from tokviz.sandbox import ask
from tokviz.state.training import FORMS, TrainState
from tokviz.state.vocabulary import PAGE
from tokviz.views.pages import vocabulary as views
from tokviz.views.pages.inspected import Host, Inspected, OpenVocabulary
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shows import Ask, Choice, Field
from tokviz.views.vocabularies.tables import Cells
from tokviz.vocabularies import MAX_USED, Vocabulary
from tokviz.web import visit_corpus
from tokviz.web.computing.memory import QUIET
from tokviz.web.pages.tokenizers.available import AvailableTokenizer
from tokviz.web.pages.tokenizers.controls import tokenizer_label
from tokviz.web.pages.vocabulary import removals
from tokviz.web.pages.vocabulary.controls import Chosen, entry_query, open_entry, set_field
from tokviz.web.pages.vocabulary.shared import choose_second, compute_once, load_each, offer_csv, progress_bar
from tokviz.web.server import uploads
from tokviz.web.shared import cells, drawing, messages
from tokviz.web.streamlit_workarounds import widget_values
from tokviz.web.training import training

P = ParamSpec("P")
Result = TypeVar("Result")

_OF_FIRST = frozenset({"unused", "unmerge", "removed"})
"""The views of the first tokenizer; the others need not be there."""
_OF_TWO = frozenset({"changes", "overlap"})
"""The views that ask for a second tokenizer where there is one only."""

_KEYS = {"id": "unmerged"}
"""Name of a field of the link -> that of its widget, where another widget has the first."""
_WIDE = 360  # pixels


@dataclass(frozen=True)
class _KeptOfTokenizer:
    """The memory of the server for a tokenizer (:class:`tokviz.views.pages.vocabulary.Kept`)."""

    tokenizer: AvailableTokenizer
    say: Catalog

    def kept(
        self, computation: Computation, key: Key, make: Callable[P, Result], *args: P.args, **kwargs: P.kwargs
    ) -> Result:
        """Return the result of this name, computed once for all visitors."""
        del computation  # a name tells which it is
        name, *also = map(str, key)
        return compute_once(name, self.tokenizer, tuple(also), self.say, make, *args, **kwargs)

    def ask(self, function: Callable[P, Result], *args: P.args, **kwargs: P.kwargs) -> Result:
        """Call a function here, or in the worker that has the vocabulary."""
        return ask(function, *args, **kwargs)


@dataclass(frozen=True)
class _Server(Host):
    """The app beside what it draws: downloads, a file of the visitor, bars of what takes long, buttons of tokens.
    vocabulary: that the tokens are in."""

    say: Catalog
    vocabulary: Vocabulary | None = None
    takes_files = True

    def has_text(self, state: TrainState) -> bool:
        """Tell if there is a text to train on, be it a file of the visit."""
        return not training.is_empty(state)

    def train(self, state: TrainState, memory: Memory) -> picky.Trace:
        """Train where the visitor sees how far it is. Raises TokvizError."""
        return training.train(PICKY, state, self.say).trace

    def lead_on(self, training: TrainState, step: int) -> None:
        """Draw a link to the training after so many steps; to its page where that has no text."""
        if not step:
            visit_corpus.page_link(PICKY.name, {}, self.say)
            return
        query = {**FORMS[PICKY.name].write(training), "view": "tree", "step": f"{step}"}
        messages.note_length(self.say, entry_query()["training"])
        st.caption(self.say("vocabulary.removed.step"))
        visit_corpus.page_link(PICKY.name, query, self.say)

    def offer(self, make: Callable[[], Cells], name: str) -> None:
        """Draw a button that saves a table."""
        offer_csv(make, name, self.say)

    def bar(self, size: int) -> Callable[[float], object]:
        """Return a progress bar for a computation over so many entries."""
        return progress_bar(size, self.say)

    def read_file(self) -> str | None:
        """Draw the field for a file, and return its text. Raises CorpusError for binary files."""
        say = self.say
        about = say("vocabulary.used.file.help", most=MAX_USED)
        files = uploads.ask(say("vocabulary.used.file"), f"{PAGE}_corpus_file", say, help=about, most=uploads.MAX_MB)
        return decode_bytes(files[0].data)[0] if files else None

    def lead(self, parts: Sequence[str], *, is_bpe: bool) -> None:
        """Draw the parts of a token as buttons that open them, and a link to a training that removes such parts."""
        say = self.say
        numbers = self.vocabulary.pipeline.vocabulary if self.vocabulary else {}
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(say("vocabulary.parts"))
            for at, part in enumerate(parts):
                number = numbers.get(part)
                label, key = cells.code(cells.token(part)), f"{PAGE}_part_{at}"
                st.button(label, key=key, on_click=open_entry, args=(number,), disabled=number is None)
        if is_bpe:
            messages.caption_with_terms("vocabulary.tree.removals", say)
            visit_corpus.page_link(PAGE, {"view": "removed"}, say, say("vocabulary.tab.removed"))


def show_view(view: str, chosen: Chosen, say: Catalog) -> None:
    """Draw a view of the tokenizers that are chosen."""
    wanted = replace(chosen, tokenizers=chosen.tokenizers[:1]) if view in _OF_FIRST else chosen
    opened = tuple(
        _opened(name, vocabulary, place, chosen, say) for name, (place, vocabulary) in load_each(wanted, say).items()
    )
    vocabulary = opened[0].vocabulary if opened else None
    seen = Inspected(opened, chosen.state, len(chosen.tokenizers), say, _Server(say, vocabulary), QUIET)
    draw = views.PAGE.views[view][1]
    drawing.draw(draw(seen, _asking(chosen)), PAGE, say)
    if view in _OF_TWO and len(seen.opened) < 2:
        choose_second(chosen, say)


def show_removals(chosen: Chosen, say: Catalog) -> None:
    """Draw the tokens that a training removed, with that of the visit where the link names none."""
    show_view("removed", removals.with_training(chosen), say)


def _asking(chosen: Chosen) -> Ask:
    """Return a function that asks for fields.

    What the link has is kept by the page: another tab may draw no widget for it.
    """
    plain = drawing.asking(PAGE)
    kept: Mapping[str, Callable[[str], None]] = {
        "id": lambda number: open_entry(int(number)),
        "token": lambda token: set_field("token", token),
        "removal": lambda preset: removals.keep_convention(chosen, preset),
    }

    def ask(field: Field) -> str:
        if not isinstance(field, Choice) or field.name not in kept:
            return plain(field)
        key, names = f"{PAGE}_{_KEYS.get(field.name, field.name)}", dict(field.options)
        widget_values.put(key, field.opening)

        def keep() -> None:
            kept[field.name](st.session_state[key])

        options = list(names)
        if field.is_open:
            written = {value: messages.escape(name) for value, name in names.items()}.__getitem__
            st.pills(field.label, options, format_func=written, key=key, required=True, on_change=keep)
        else:
            called = names.__getitem__
            st.selectbox(field.label, options, format_func=called, key=key, on_change=keep, width=_WIDE)
        return field.opening

    return ask


def inspected(vocabulary: Vocabulary, chosen: Chosen, say: Catalog) -> Inspected:
    """Return the vocabulary of the first tokenizer as a subject of views."""
    name = tokenizer_label(chosen.tokenizers[0], say)
    opened = (_opened(name, vocabulary, 0, chosen, say),)
    return Inspected(opened, chosen.state, len(chosen.tokenizers), say, _Server(say, vocabulary))


def _opened(name: str, vocabulary: Vocabulary, place: int, chosen: Chosen, say: Catalog) -> OpenVocabulary:
    tokenizer = chosen.tokenizers[place]
    return OpenVocabulary(name, vocabulary, place, tuple(map(str, tokenizer.key)), _KeptOfTokenizer(tokenizer, say))
