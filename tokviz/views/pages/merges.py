"""The views that trainings by merges share: the candidates of a step, the merges so far, the vocabulary and its sizes,
the merge tree of a token."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass

from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Pair, Step
from tokviz.text_keys import column_key
from tokviz.views.merges import tables, tree
from tokviz.views.merges.tables import MERGES, Candidates, Merges, candidates_table
from tokviz.views.merges.tree import Node
from tokviz.views.pages import printed
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import DataTable, Row
from tokviz.views.shared.display import shown
from tokviz.views.shared.lines import DASHED, Dot, Lines, steps_line
from tokviz.views.shared.palette import hue_of
from tokviz.views.shared.sentences import MAX_LISTED, code, code_pair
from tokviz.views.shared.tables import FilledTable, chip_cells, heading_of, headings_of
from tokviz.views.shows import (
    Ask,
    Choice,
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
    spoken,
    told,
)

AnySeen = Seen[MergeTrace[Step]]


def candidates(seen: AnySeen, ask: Ask, title: str = "candidates.title") -> Iterator[Show]:
    """Yield the candidates of the next merge, with the words behind each count. title: the key of the heading."""
    trace, step, say = seen.trace, seen.step, seen.say
    pairs = trace.pairs(step)
    if not pairs:
        yield from _refused(seen)
        return  # the picture says why
    yield heading(say, title, "candidates.title", number=step + 1)
    page = page_of(len(pairs), f"candidates_page_{step}", ask)
    listed = Candidates.of_step(trace, step, page.stop, first=page.start + 1)
    best, count = next(iter(pairs.items()))
    name = say("candidates.alt", pair=" ".join(map(shown, best)), count=count)
    table = candidates_table(trace, "rank", "pair", "count", "tied", "words")
    yield DataTable(name, headings_of(table.columns, say), tables.candidate_rows(table, listed, say))
    parts = trace.contributions(best, step)
    if len(parts) > MAX_LISTED:
        title = say("candidates.all-words", words=say.count("count.words", len(parts)))
        yield Fold(title, (Grid(title, tables.contributions(trace, best, step), height=240),))
    yield from _refused(seen)


_REFUSED = {
    "length": "candidates.refused.length",
    "digit": "candidates.refused.digit",
    "signs": "candidates.refused.signs",
    "scripts": "candidates.refused.scripts",
}


def _refused(seen: AnySeen) -> Iterator[Text]:
    """Yield a line for each reason for which pairs that occur may not be merged, with the most frequent of them."""
    trace, say = seen.trace, seen.say
    refused = trace.refused(seen.step)
    named: dict[str, list[str]] = {}
    for pair, count in refused.items():
        reason = _reason(trace, pair)
        named.setdefault(reason, []).append(
            say("list.aside", text=code_pair(*pair), aside=say.count("count.times", count))
        )
    for reason, pairs in named.items():
        more = ["…"] if len(pairs) > MAX_LISTED else []
        yield told(say, _REFUSED[reason], "caption", pairs=say("list.comma").join(pairs[:MAX_LISTED] + more))


def _reason(trace: MergeTrace[Step], pair: Pair) -> str:
    """Return the reason why a pair may not be merged."""
    from tokviz.corpus.scripts import barrier  # few rules ask

    clash = trace.rules.clash(trace.rules.join(*pair))
    return barrier(clash) if clash else "length"


def merges_so_far(seen: AnySeen, ask: Ask, values: Sequence[str] = ()) -> Iterator[Show]:
    """Yield the merges so far, the newest first; each leads to its step. values: the columns of
    :data:`tokviz.views.merges.tables.MERGES` that merges have beside their count."""
    trace, step, say = seen.trace, seen.step, seen.say
    if not step:
        yield told(say, "merges.none", "caption")
        return
    source = printed.source_of(seen.state)
    more: dict[str, Callable[[int], str]] = {}
    if source:
        more["column.printed"] = lambda k: printed.mark(trace, source, k, say)
    page = page_of(step, "merges_page", ask)
    shown_merges = Merges(trace, range(step - page.start - 1, step - page.stop - 1, -1), step)
    name = say("merges.alt", merges=say("list.comma").join(" ".join(map(shown, p)) for p in trace.merges[:step][-20:]))
    table = tables.with_worth(MERGES.only("step", "pair", "token", "count", "tied", "in_use", *values), trace)
    columns = (*headings_of(table.columns, say), *(heading_of(key, say) for key in more))
    yield DataTable(name, columns, tables.merge_rows(table, shown_merges, more, say))
    yield explained(say, "merges.help")


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
    """Yield the tokens that the last step used up."""
    if not step:
        return
    if consumed := trace[step - 1].consumed:
        yield told(say, keys.consumed, tokens=say.listed([*map(code, consumed)]), number=step)
    else:
        yield told(say, keys.none_consumed, number=step)


_DOTTED = 60  # lines of up to this many points show each as a dot


def course(seen: AnySeen, _: Ask) -> Iterator[Show]:
    """Yield the sizes of the vocabulary and of the corpus after each merge."""
    trace, step, say = seen.trace, seen.step, seen.say
    in_use, size, total = trace.symbols_in_use, trace.sizes(), trace.total_symbols
    numbers = {
        "step": step,
        "in_use": in_use[step],
        "size": size[step],
        "total": total[step],
        "start": total[0],
    }
    sizes_told, length_told = (told(say, key, "caption", **numbers) for key in ("chart.sizes.alt", "chart.length.alt"))
    lines = (
        steps_line(say(column_key("symbols_in_use")), in_use, step),
        steps_line(say(column_key("vocabulary_size")), size, step, "edge", DASHED),
    )
    is_dotted, x = len(lines[0].points) <= _DOTTED, say("column.step")
    yield Lines(spoken(sizes_told), x, lines, step, is_dotted=is_dotted)
    length = steps_line(say("column.total_symbols"), total, step, "edge")
    dots = (Dot(k, at, "edge", hue_of(int(k), len(trace)) if k else None) for k, at in length.points if is_dotted)
    yield Lines(spoken(length_told), x, (length,), step, height=230, y=length.name, dots=tuple(dots))
    yield sizes_told
    yield length_told


def chosen_tree(seen: AnySeen, ask: Ask) -> Iterator[Show]:
    """Yield the merge tree of a token, or those of the longest tokens so far."""
    trace, step, say = seen.trace, seen.step, seen.say
    tokens = sorted(dict.fromkeys(trace.tokens[:step]), key=len, reverse=True)
    if not tokens:
        yield told(say, "merges.none", "caption")
        return
    options = (("", say("tree.largest")), *((token, shown(token)) for token in tokens))
    token = ask(Choice("tree", say("tree.token"), "", options))
    yield trees((tree.merge_tree(trace, token),) if token else tree.largest(trace, step), len(trace), say)


def trees(roots: Sequence[Node], merges: int, say: Catalog, removed: Container[str] = ()) -> Tree:
    """Return the trees of tokens. merges: how many there are in all; removed: the tokens that are out of the
    vocabulary, which are crossed out."""
    text = "; ".join(map(tree.as_text, roots))
    drawn = tuple(tree.chip_tree(root, merges, removed=removed) for root in roots)
    return Tree(say("chart.tree.alt", tree=text), drawn, text)


def stepping_rows(
    name: str, table: FilledTable, trace: MergeTrace[Step], say: Catalog, steps: Sequence[int] = ()
) -> DataTable:
    """Return a table in chips. steps: where each row leads, if anywhere."""
    made = chip_cells(table, tables.chips_of(trace), say)
    rows = (Row(cells, step=steps[place] if steps else None) for place, cells in enumerate(made))
    return DataTable(name, headings_of(table.columns, say), tuple(rows))
