"""Small pieces of what a page shows: tokens and pairs as text or code, headings of columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypedDict

import pandas as pd
import streamlit as st

from tokviz.bpe import Pair
from tokviz.text_keys import column_key
from tokviz.views.shared import glossary
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import Chips
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.palette import DARK, LIGHT, Palette


def token(symbol: str) -> str:
    """Return a token for a table or a sentence: visible, and not too long.

    >>> token(" new")
    '␣new'
    """
    return shorten(visible(symbol))


def pair(symbols: Pair) -> str:
    """Return a pair for a table or a sentence.

    >>> pair(("e", "s"))
    'e s'
    """
    return f"{token(symbols[0])} {token(symbols[1])}"


def code(text: str) -> str:
    """Return `text` as inline code in Markdown, whatever it holds.

    >>> code("a`b")
    '`` a`b ``'
    """
    for name in ("material", "streamlit"):  # Streamlit's own marks work inside code too
        text = text.replace(f":{name}", f":\u2060{name}")
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    space = " " if longest else ""
    return f"{fence}{space}{text}{space}{fence}"


def code_list(tokens: Sequence[str], say: Catalog, most: int = 80) -> str:
    """Return tokens as inline code, the first `most` of them."""
    shown = " ".join(code(token(symbol)) for symbol in tokens[:most])
    rest = len(tokens) - most
    return shown if rest <= 0 else f"{shown} … {say('shown-of', shown=most, total=len(tokens))}"


def columns(table: pd.DataFrame, say: Catalog, keys: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return the configuration of a table's columns: headings from the catalog with what the glossary says of them,
    numbers as the visitor writes them. keys: column -> the key of its heading, where that is not its own rule.
    """
    named = {name: column_key(name) for name in map(str, table.columns)} if keys is None else keys
    return {
        column: (
            st.column_config.NumberColumn(**heading(named[column], say), format="localized")
            if pd.api.types.is_integer_dtype(table[column])
            else st.column_config.TextColumn(**heading(named[column], say))
        )
        for column in table.columns
        if named.get(column, "") in say
    }


class Heading(TypedDict):
    """The heading of a column."""

    label: str
    help: str | None


def heading(key: str, say: Catalog) -> Heading:
    """Return the heading of a column or a part by its key: its label, and the definition of the term that it names."""
    return {"label": say(key), "help": about(key, say)}


def about(key: str, say: Catalog) -> str | None:
    """Return the definition of the term that the heading with this key names, if it names one."""
    return glossary.help_of(key, say.language)


def chips(key: str, tokens: Iterable[str], numbering: Chips, say: Catalog) -> Any:
    """Return the configuration of a column of tokens in a table with a selection, which draws a list in each cell: as
    close to chips as such a table comes. key: of its heading; tokens: all that it has; numbering: the merge of each.
    """
    colors = palette()
    grounds = {token(name): colors.chip(numbering.numbers.get(name), numbering.total) for name in tokens}
    return st.column_config.MultiselectColumn(**heading(key, say), options=list(grounds), color=list(grounds.values()))


def palette() -> Palette:
    """Return the colors of charts under the visitor's theme."""
    return DARK if st.context.theme.type == "dark" else LIGHT
