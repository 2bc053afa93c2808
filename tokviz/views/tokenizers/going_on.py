"""Sentences on a tokenizer that is changed: what goes with the tokens that are taken out."""

from __future__ import annotations

from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, shown
from tokviz.views.shared.sentences import as_code
from tokviz.vocabularies.extensions import Trimming

_NAMED = 6
_LETTERS = 24


def trimming_text(trimming: Trimming, say: Catalog) -> str:
    """Return a sentence on trimmed tokens, the merges that go with them, and tokens that no merge makes any more."""
    said = say(
        "going-on.trimmed",
        tokens=_named(trimming.tokens, say),
        merges=say.count("count.merges", len(trimming.merges)),
    )
    if not trimming.unmade:
        return said + say("going-on.trimmed.whole")
    number = say.count("count.tokens", len(trimming.unmade))
    return said + say("going-on.trimmed.unmade", number=number, tokens=_named(trimming.unmade, say))


def _named(tokens: tuple[str, ...], say: Catalog) -> str:
    first = [as_code(shorten(shown(token), _LETTERS)) for token in tokens[:_NAMED]]
    return say.listed(first) if len(tokens) <= _NAMED else say("list.comma").join([*first, "…"])
