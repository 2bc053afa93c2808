"""The app as a host of the views of `/vocabulary` that are data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ParamSpec, TypeVar

import streamlit as st

from tokviz.corpus.reading import decode_bytes
from tokviz.memory import Computation, Key
from tokviz.sandbox import ask
from tokviz.state.vocabulary import PAGE
from tokviz.views.pages import vocabulary as views
from tokviz.views.pages.inspected import Host, Inspected, OpenVocabulary
from tokviz.views.shared.catalog import Catalog
from tokviz.views.vocabularies.tables import Cells
from tokviz.vocabularies import MAX_USED, Vocabulary
from tokviz.web import visit_corpus
from tokviz.web.pages.tokenizers.available import AvailableTokenizer
from tokviz.web.pages.tokenizers.controls import tokenizer_label
from tokviz.web.pages.vocabulary.controls import Chosen, open_entry
from tokviz.web.pages.vocabulary.shared import choose_second, compute_once, load_each, offer_csv, progress_bar
from tokviz.web.server import uploads
from tokviz.web.shared import cells, drawing, messages

__all__ = ["inspected", "show_view"]

P = ParamSpec("P")
Result = TypeVar("Result")

_OF_FIRST = frozenset({"unused"})
"""The views of the first tokenizer; the others need not be there."""
_OF_TWO = frozenset({"changes"})
"""The views that ask for a second tokenizer where there is one only."""


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

    def offer(self, make: Callable[[], Cells], name: str) -> None:
        """Draw a button that saves a table."""
        offer_csv(make, name, self.say)

    def bar(self, size: int) -> Callable[[float], object]:
        """Return what draws how much of a computation over so many entries is done."""
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
    seen = Inspected(opened, chosen.state, len(chosen.tokenizers), say, _Server(say))
    draw = views.PAGE.views[view][1]
    drawing.draw(draw(seen, drawing.asking(PAGE)), PAGE, say)
    if view in _OF_TWO and len(seen.opened) < 2:
        choose_second(chosen, say)


def inspected(vocabulary: Vocabulary, chosen: Chosen, say: Catalog) -> Inspected:
    """Return the vocabulary of the first tokenizer as a subject of views."""
    name = tokenizer_label(chosen.tokenizers[0], say)
    opened = (_opened(name, vocabulary, 0, chosen, say),)
    return Inspected(opened, chosen.state, len(chosen.tokenizers), say, _Server(say, vocabulary))


def _opened(name: str, vocabulary: Vocabulary, place: int, chosen: Chosen, say: Catalog) -> OpenVocabulary:
    tokenizer = chosen.tokenizers[place]
    return OpenVocabulary(name, vocabulary, place, tuple(map(str, tokenizer.key)), _KeptOfTokenizer(tokenizer, say))
