"""Parts that pages of trainings by merges share whose views are not data yet."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain

import pandas as pd

from tokviz.bpe import Pair
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.views.merges import tables
from tokviz.views.merges.tree import Node
from tokviz.views.pages import bpe, merges
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.reasons import occurs
from tokviz.views.shared.tables import FilledTable
from tokviz.views.shows import View
from tokviz.web.shared import cells, drawing, messages
from tokviz.web.shared.tables import selected_row
from tokviz.web.training.page import TrainingContext, panels_of_views

__all__ = ["candidate_table", "list_pairs", "show_trees", "sum_sentence", "views"]


def views(
    context: TrainingContext[MergeTrace[Step]], step: int, say: Catalog, values: Sequence[str] = ()
) -> dict[str, Callable[[], int | None]]:
    """Return the views of a training by merges, name -> what draws it. values: the columns of
    :data:`tokviz.views.merges.tables.MERGES` that merges have beside their count."""
    so_far: View[MergeTrace[Step]] = partial(merges.merges_so_far, values=values)
    return panels_of_views(replace(bpe.VIEWS, tabs={**bpe.VIEWS.tabs, "merges": so_far}), context, step, say)


def candidate_table(trace: MergeTrace[Step], table: FilledTable, total: int, key: str, alt: str, say: Catalog) -> int:
    """Draw the first candidates of `total` as a table. Returns the number of the row that is selected."""
    pairs: list[Pair] = next(list(column.values(None)) for column in table.columns if column.name == "pair")
    shown = table.read(say).assign(pair=pd.Series([list(map(cells.token, pair)) for pair in pairs], dtype=object))
    columns = {"pair": cells.chips("column.pair", chain.from_iterable(pairs), tables.chips_of(trace), say)}
    return selected_row(shown, total, key, alt, say, pairs, columns)


def list_pairs(table: pd.DataFrame, worth: Iterable[str], say: Catalog) -> str:
    """Return the pairs of a table with what they are chosen by, for a text alternative."""
    pairs = zip(table["left"], table["right"], strict=True)
    return say("list.comma").join(f"{cells.pair(pair)} {value}" for pair, value in zip(pairs, worth, strict=True))


def sum_sentence(name: str, count: int, parts: str, say: Catalog) -> str:
    """Return how often something occurs, and its sum. parts: that sum, written out."""
    return occurs(cells.code(name), count, messages.escape(parts), say)


def show_trees(roots: Sequence[Node], total: int, say: Catalog, removed: Container[str] = (), space: str = "") -> None:
    """Draw the trees of tokens, and say the same in words. total: how many merges there are in all. removed, space: as
    :func:`tokviz.views.pages.merges.trees` has them."""
    drawing.draw([merges.trees(roots, total, say, removed, space)], "", say)
