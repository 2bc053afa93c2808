"""The view of `/glossary`: the terms that a search finds, each with its definition and an example.

The app draws its own page, whose terms have addresses that other pages lead to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tokviz.memory import Memory
from tokviz.state.glossary import FORM, GlossaryState
from tokviz.state.pages import page_at
from tokviz.views.shared import glossary
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.glossary import Term
from tokviz.views.shared.sentences import marked
from tokviz.views.shows import Ask, Page, Show, Text, told


@dataclass(frozen=True)
class FoundTerms:
    """The subject of the view: the terms that hold what is searched for."""

    terms: tuple[Term, ...]
    say: Catalog


def find(state: GlossaryState, _: Memory, say: Catalog) -> FoundTerms:
    """Return the terms that a link asks for."""
    return FoundTerms(glossary.find_terms(state.q, say.language), say)


def terms(seen: FoundTerms, _: Ask) -> Iterator[Show]:
    """Yield each term with its names, what it means, an example, and what else there is to look at."""
    say = seen.say
    if not seen.terms:
        yield told(say, "glossary.none", "info")
    known = glossary.load()
    comma = say("list.comma")
    for term in seen.terms:
        yield Text((glossary.names_of(term, say.language),), "heading")
        yield Text(marked(term.plain(say.language)))
        yield Text(marked(term.shown_example(say.language)), "item")
        related = comma.join(known[name].called(say.language) for name in term.related)
        pages = comma.join(say(page_at(page).title) for page in term.pages)
        yield told(say, "glossary.related", "caption", terms=related, pages=pages)


PAGE: Page[GlossaryState, FoundTerms] = Page(form=FORM, seen=find, views={"terms": ("page.glossary", terms)})
