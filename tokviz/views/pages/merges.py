"""The views that trainings by merges share: the candidates of a step, the vocabulary, the merge tree of a token."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.text_keys import column_key
from tokviz.views.merges import tables, tree
from tokviz.views.merges.tables import CANDIDATES, Candidates
from tokviz.views.merges.tree import Node
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import DataTable, Row
from tokviz.views.shared.display import shown, with_spaces
from tokviz.views.shared.sentences import MAX_LISTED, code
from tokviz.views.shared.tables import FilledTable, chip_cells, headings_of
from tokviz.views.shows import (
    Ask,
    Columns,
    Fold,
    Grid,
    Seen,
    Show,
    Text,
    Tree,
    explained,
    flow_of,
    heading,
    page_of,
    told,
)

__all__ = ["AnySeen", "VocabularyKeys", "candidates", "stepping_rows", "trees", "vocabularies"]

AnySeen = Seen[MergeTrace[Step]]


def candidates(seen: AnySeen, ask: Ask, title: str = "candidates.title") -> Iterator[Show]:
    """Yield the candidates of the next merge, with the words behind each count. title: the key of the heading."""
    trace, step, say = seen.trace, seen.step, seen.say
    pairs = trace.pairs(step)
    if not pairs:
        return  # the picture says why
    yield heading(say, title, "candidates.title", number=step + 1)
    page = page_of(len(pairs), f"candidates_page_{step}", ask)
    listed = Candidates.of_step(trace, step, page.stop, first=page.start + 1)
    best, count = next(iter(pairs.items()))
    name = say("candidates.alt", pair=" ".join(map(shown, best)), count=count)
    table = CANDIDATES.only("rank", "pair", "count", "tied", "words")
    yield DataTable(name, headings_of(table.columns, say), tables.candidate_rows(table, listed, say))
    parts = trace.contributions(best, step)
    if len(parts) > MAX_LISTED:
        title = say("candidates.all-words", words=say.count("count.words", len(parts)))
        yield Fold(title, (Grid(title, tables.contributions(trace, best, step), height=240),))


@dataclass(frozen=True)
class VocabularyKeys:
    """The sentences on two vocabularies, which are others where a step can be no merge. model: on the vocabulary of the
    model; change: on a size; consumed, none_consumed: on what the last step used up; rule: on the changes."""

    model: str = "vocabularies.model"
    change: str = "vocabularies.change"
    consumed: str = "vocabularies.consumed"
    none_consumed: str = "vocabularies.none-consumed"
    rule: str = "vocabularies.rule"


_OF_MERGES = VocabularyKeys()


def vocabularies(seen: AnySeen, _: Ask, keys: VocabularyKeys = _OF_MERGES) -> Iterator[Show]:
    """Yield the symbols that the corpus is written in, beside the vocabulary of the model."""
    trace, step, say = seen.trace, seen.step, seen.say
    chips, in_use = tables.chips_of(trace), trace.occurrences(step)
    vocabulary = trace.vocabulary(step)
    left: tuple[Show, ...] = (
        _size("symbols_in_use", trace.symbols_in_use, step, keys, say),
        explained(say, "vocabularies.in-use"),
        flow_of(say("column.symbols_in_use"), trace.symbols(step), chips),
    )
    right: tuple[Show, ...] = (
        _size("vocabulary_size", trace.sizes(), step, keys, say),
        explained(say, keys.model),
        flow_of(say("column.vocabulary_size"), vocabulary, chips, [not in_use.get(token) for token in vocabulary]),
        *_consumed(trace, step, keys, say),
    )
    yield Columns((left, right))
    yield explained(say, keys.rule)


def _size(name: str, sizes: Sequence[int], step: int, keys: VocabularyKeys, say: Catalog) -> Text:
    """Return a size after a step, and by how much the step changed it."""
    change = say(keys.change, change=say.signed(sizes[step] - sizes[step - 1]), number=step) if step else ""
    return Text((f"{say(column_key(name))}: {say.integer(sizes[step])}",), "strong", rest=change)


def _consumed(trace: MergeTrace[Step], step: int, keys: VocabularyKeys, say: Catalog) -> Iterator[Text]:
    """Yield which tokens the last step used up."""
    if not step:
        return
    if consumed := trace[step - 1].consumed:
        yield told(say, keys.consumed, tokens=say.listed([*map(code, consumed)]), number=step)
    else:
        yield told(say, keys.none_consumed, number=step)


def trees(roots: Sequence[Node], merges: int, say: Catalog, removed: Container[str] = (), space: str = "") -> Tree:
    """Return the trees of tokens. merges: how many there are in all; removed: the tokens that are out of the
    vocabulary, which are crossed out; space: the character that stands for a space in them."""
    text = with_spaces("; ".join(map(tree.as_text, roots)), space)
    drawn = tuple(tree.chip_tree(root, merges, removed=removed, space=space) for root in roots)
    return Tree(say("chart.tree.alt", tree=text), drawn, text)


def stepping_rows(
    name: str, table: FilledTable, trace: MergeTrace[Step], say: Catalog, steps: Sequence[int] = ()
) -> DataTable:
    """Return a table in chips. steps: where each row leads, if anywhere."""
    made = chip_cells(table, tables.chips_of(trace), say)
    rows = (Row(cells, step=steps[place] if steps else None) for place, cells in enumerate(made))
    return DataTable(name, headings_of(table.columns, say), tuple(rows))
