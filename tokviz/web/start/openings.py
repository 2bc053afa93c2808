"""The addresses that the panels of the start page open: a page with an example at its first step, or with own text."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlencode

from tokviz.algorithms import BPE
from tokviz.examples import OWN
from tokviz.views.shared.catalog import Catalog
from tokviz.views.start.first_merges import EXAMPLE
from tokviz.web.address.states.train import FORMS, base_rules, defaults

__all__ = ["first_merges", "own"]


def first_merges(say: Catalog) -> str:
    """Return the address of the training that the primary button opens, at its first step."""
    return f"{BPE.name}?{urlencode({'example': EXAMPLE, 'lang': say.language})}"


def own(say: Catalog) -> dict[str, str]:
    """Return the query string of `/bpe` for a text of the visitor's own, without the text: by the convention that the
    worked examples use."""
    preset = defaults(BPE, EXAMPLE).preset
    state = replace(defaults(BPE, OWN), preset=preset, rules=base_rules(BPE, OWN, preset))
    return {**FORMS[BPE.name].write(state), "lang": say.language}
