"""``tokviz vocabulary``: the entries of a real tokenizer, one token's merges, and the tables of `/vocabulary`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from tokviz.cli import files
from tokviz.cli.inputs import opened, pattern_of, tell
from tokviz.cli.options import choose, format_of, number
from tokviz.cli.tables import as_json, table
from tokviz.errors import TokvizError, brief
from tokviz.text_keys import column_key
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.vocabularies.fairness import boundaries_of, costs_cells, costs_of, scores_cells
from tokviz.views.vocabularies.keys import KIND_KEYS, REACH_KEYS, SCRIPT_KEYS
from tokviz.views.vocabularies.tables import (
    Cells,
    cell_text,
    cells_csv,
    cells_of_rows,
    code_table,
    cuts_table,
    duplicates_table,
    entries_table,
    first_of,
    merges_table,
    only,
    ratio_cell,
    reach_table,
    rows_of,
    runs_table,
    special_table,
    text_table,
    tree_equations,
    used_table,
    ways_table,
)
from tokviz.vocabularies import (
    CODE,
    ENGLISH,
    KINDS,
    LENGTHS,
    ORDERS,
    SCRIPTS,
    WAYS,
    Count,
    Places,
    Reach,
    Usage,
    Vocabulary,
    by_kind,
    by_length,
    by_script,
    code_price,
    duplicates,
    languages,
    made_of,
    numbers,
    ordered,
    overlap,
    price,
    reach,
    runs,
    search,
    tree,
    typed,
    unmerge,
    usage,
)

# -- the tables, one a name --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """The vocabularies by the names that were given, and the text, which is read when a table needs it."""

    vocabularies: Mapping[str, Vocabulary]
    arguments: Namespace

    @property
    def first(self) -> Vocabulary:
        """Return the first vocabulary."""
        return next(iter(self.vocabularies.values()))

    @cached_property
    def text(self) -> str:
        """Return the text of ``--text``, of ``--file`` or of standard input. Raises TokvizError if there is none."""
        text, file = self.arguments.text, self.arguments.file
        if text is not None:
            return files.argument(text)
        if file is None and not files.is_piped():
            raise TokvizError("cli-no-file")
        if files.STDIN in self.vocabularies and file in (None, files.STDIN):
            raise TokvizError("cli-stdin-twice")
        contents = files.read_text(files.STDIN if file is None else file)
        if file is None and not contents:  # standard input that nobody writes to, as in a job
            raise TokvizError("cli-no-file")
        return contents

    @cached_property
    def usage(self) -> Usage:
        """Return the uses of the first vocabulary in the text."""
        return usage(self.first, self.text)


def _shares(
    column: str,
    labels: Mapping[str, str],
    count: Callable[[Vocabulary], tuple[Count, ...]],
    inputs: Asked,
    say: Catalog,
) -> Cells:
    """Count the entries of each kind or script, whose names in the catalog have the keys `labels`."""
    rows = [
        (name, say(labels[counted.name]), counted.number, say.percent(counted.number / len(vocabulary)))
        for name, vocabulary in inputs.vocabularies.items()
        for counted in count(vocabulary)
    ]
    return cells_of_rows(("tokenizer", column, "count", "share"), rows)


def _lengths(inputs: Asked, say: Catalog) -> Cells:
    rows = [
        (name, length, say(KIND_KEYS[kind]), number)
        for name, vocabulary in inputs.vocabularies.items()
        for (length, kind), number in by_length(vocabulary).items()
    ]
    return cells_of_rows(("tokenizer", "number_of_characters", "kind", "count"), rows)


def _duplicates(inputs: Asked, say: Catalog) -> Cells:
    every = []
    for name, vocabulary in inputs.vocabularies.items():
        groups = duplicates(vocabulary)
        every.append({"tokenizer": [name] * len(groups), **duplicates_table(vocabulary, groups)})
    return _below_each_other(every)


def _below_each_other(tables: Sequence[Cells]) -> Cells:
    """Return the rows of tables with the same columns as one table."""
    return {name: [cell for cells in tables for cell in cells[name]] for name in tables[0]}


def _unreached(inputs: Asked, say: Catalog) -> Cells:
    """Return the entries of the first one that no text gives, for sure or as far as was looked."""
    reached = reach(inputs.first)
    every = []
    for way in (Reach.NEVER, Reach.NOT_FOUND):
        places = reached.places(way)
        cells = only(reach_table(inputs.first, reached, places, say), "id", "stands_for", "token", "kind")
        every.append(cells | {"reached": [say(REACH_KEYS[way.value])] * len(places)})
    return _below_each_other(every)


def _languages(inputs: Asked, say: Catalog) -> Cells:
    rows = []
    is_dropped = False
    for name, vocabulary in inputs.vocabularies.items():
        prices = {code: price(vocabulary.pipeline, language.sentences) for code, language in languages().items()}
        for code, priced in prices.items():
            ratio = ratio_cell(priced.ratio(prices[ENGLISH]), say)
            rows.append(
                (name, languages()[code].name, priced.tokens, ratio, priced.unknown, say.percent(priced.dropped))
            )
            is_dropped = is_dropped or priced.dropped > 0
    if is_dropped:
        files.write_error(say("vocabulary.languages.dropped"))
    return cells_of_rows(("tokenizer", "language", "tokens", "ratio", "unknown_tokens", "dropped_share"), rows)


def _overlap(inputs: Asked, say: Catalog) -> Cells:
    """Return the entries that the first one shares with each of the others."""
    (first, ours), *others = inputs.vocabularies.items()
    if not others:
        raise TokvizError("vocabulary-two")
    rows = []
    for name, theirs in others:
        shared = overlap(ours, theirs)
        rows.append(
            (first, name, len(shared.common), len(shared.only), len(shared.only_other), say.percent(shared.share))
        )
    names = ("left_name", "right_name", "shared_tokens", "only_left", "only_right", "share")
    return cells_of_rows(names, rows)


def _of_each(make: Callable[..., Cells], of_one: Callable[[Vocabulary], object], inputs: Asked, say: Catalog) -> Cells:
    """Return a table that is made of one value for each vocabulary."""
    return make({name: of_one(vocabulary) for name, vocabulary in inputs.vocabularies.items()}, say)


TABLES: Mapping[str, Callable[[Asked, Catalog], Cells]] = {
    "kinds": partial(_shares, "kind", KIND_KEYS, by_kind),
    "scripts": partial(_shares, "script", SCRIPT_KEYS, by_script),
    "lengths": _lengths,
    "duplicates": _duplicates,
    "reach": lambda inputs, say: ways_table(reach(inputs.first), say),
    "unreached": _unreached,
    "used": lambda inputs, say: used_table(inputs.first, inputs.usage, inputs.usage.used),
    "unused": lambda inputs, say: entries_table(inputs.first, inputs.usage.unused, say),
    "numbers": partial(_of_each, cuts_table, lambda vocabulary: numbers(vocabulary).cuts),
    "spaces": partial(_of_each, runs_table, runs),
    "code": partial(_of_each, lambda prices, say: code_table(prices), lambda vocabulary: code_price(vocabulary, CODE)),
    "languages": _languages,
    "gini": partial(_of_each, costs_cells, costs_of),
    "morphemes": partial(_of_each, scores_cells, boundaries_of),
    "price": lambda inputs, say: _of_each(
        text_table, lambda vocabulary: price(vocabulary.pipeline, (inputs.text,)), inputs, say
    ),
    "overlap": _overlap,
    "special": partial(_of_each, special_table, lambda vocabulary: typed(vocabulary.pipeline)),
}
"""The parts by name, in the order of the page's tabs."""


# -- the command -------------------------------------------------------------------------------------------------------


FORMATS = ("text", "csv", "json")
"""The output formats; a token with `--token` is always text."""
_ROWS = 50  # of a table in the terminal, unless it is asked for more
_MERGES = 20
_OF_ONE = ("entries", "reach", "unreached", "used", "unused")
_LENGTHS = tuple(map(str, range(1, LENGTHS + 1)))
PARTS = ("entries", *TABLES)
"""The parts that can be asked for, by name."""


def run(arguments: Namespace, say: Catalog) -> int:
    """Print what was asked for."""
    kind = format_of(arguments.format, arguments.output, FORMATS, "text")
    part = choose("--part", arguments.part, PARTS)
    most = number("--limit", arguments.limit) if arguments.limit is not None else _ROWS if kind == "text" else None
    if len(arguments.tokenizer) > 1 and (arguments.token is not None or part in _OF_ONE):
        of_one = f"--part {part}" if arguments.token is None else "--token"
        raise TokvizError("cli-unused", option=arguments.tokenizer[1], beside=of_one)
    vocabularies: dict[str, Vocabulary] = {}
    for name in arguments.tokenizer:
        pipeline = opened(name, pattern_of(arguments))
        tell(pipeline.notes, say)
        with files.named(name):
            vocabularies[name] = Vocabulary(pipeline)
    first = next(iter(vocabularies.values()))
    if arguments.token is not None:
        contents = _token(first, arguments.token, arguments.text, say)
    elif part == "entries":
        contents = _entries(first, arguments, kind, most, say)
    else:
        contents = _part(part, Asked(vocabularies, arguments), kind, most, say)
    files.write(contents, arguments.output)
    return 0


# -- entries -----------------------------------------------------------------------------------------------------------


def _entries(vocabulary: Vocabulary, arguments: Namespace, kind: str, most: int | None, say: Catalog) -> str:
    places = search(
        vocabulary,
        files.argument(arguments.search),
        choose("--where", arguments.where, WAYS),
        kind=choose("--kind", arguments.kind, KINDS) if arguments.kind else "",
        script=choose("--script", arguments.script, SCRIPTS) if arguments.script else "",
        length=int(choose("--length", arguments.length, _LENGTHS)) if arguments.length else 0,
        ignore_case=arguments.ignore_case,
    )
    places = ordered(vocabulary, places, choose("--order", arguments.order, ORDERS))
    if kind == "text":
        heading = say("vocabulary.found", found=len(places), entries=len(vocabulary)) + "\n"
        return (
            heading + _text(entries_table(vocabulary, places[:most], say), len(places), say) if len(places) else heading
        )
    return _data(_plain(vocabulary, places[:most]), kind)


def _plain(vocabulary: Vocabulary, places: Places) -> Cells:
    """Return the entries as they are, for programs: names of kinds and scripts in no language, texts as they are."""
    entries = [vocabulary[place] for place in places.tolist()]
    return {
        "id": [entry.id for entry in entries],
        "token": [entry.token for entry in entries],
        "text": [entry.text for entry in entries],
        "bytes": [entry.data.hex(" ") for entry in entries],
        "kind": [entry.kind for entry in entries],
        "script": [entry.script for entry in entries],
    }


def _token(vocabulary: Vocabulary, token: str, text: str | None, say: Catalog) -> str:
    """Return one token: what it is, how merging makes it, what it makes; and a text without it."""
    token = files.argument(token)
    entry = vocabulary.of_token(token)
    if entry is None:
        raise TokvizError("vocabulary-no-token", token=brief(token))
    place = np.array([vocabulary.place_of[entry.id]], np.int64)
    model = vocabulary.pipeline.model
    written = _text(entries_table(vocabulary, place, say), 1, say)
    if token in model.vocabulary and entry.kind != "added":
        trees = tree(model, token)
        if len(trees) == 1:
            written += f"\n{tree_equations(trees[0])}\n"
        else:
            parts = " ".join(visible(node.token) for node in trees)
            written += f"\n{say('vocabulary.tree.not-made', parts=parts)}\n"
        merges, total = made_of(model, token, _MERGES)
        if total:
            written += f"\n{say.count('vocabulary.children', total)}\n"
            written += _text(merges_table(merges, vocabulary, say), total, say)
    if text is not None:
        changed = unmerge(vocabulary.pipeline, files.argument(text), token)
        for heading, tokens in (
            ("column.before", [token for word in changed.words for token in word.before]),
            ("column.after", [token for word in changed.words for token in word.after]),
        ):
            written += f"\n{say(heading)} ({say.integer(len(tokens))}): {' '.join(map(visible, tokens))}"
        written += "\n"
    return written


# -- the other parts ---------------------------------------------------------------------------------------------------


def _part(name: str, inputs: Asked, kind: str, most: int | None, say: Catalog) -> str:
    """Return one of the tables. What a text uses begins with the counts; for programs what it does not use is written
    as it is, like all entries."""
    if name == "unused" and kind != "text":
        return _data(_plain(inputs.first, inputs.usage.unused[:most]), kind)
    listing = _written(TABLES[name](inputs, say), kind, most, say)
    if name not in ("used", "unused") or kind != "text":
        return listing
    unused, size = len(inputs.usage.unused), len(inputs.first)
    counts = {"tokens": inputs.usage.tokens, "used": size - unused, "unused": unused}
    result = say("vocabulary.used.result", **counts, share=say.percent(unused / size))
    lines = "" if inputs.usage.is_whole else f"\n{say('vocabulary.used.lines')}"
    return f"{result}{lines}\n\n{listing}"


# -- writing -----------------------------------------------------------------------------------------------------------


def _written(cells: Cells, kind: str, most: int | None, say: Catalog) -> str:
    shown = first_of(cells, most)
    return _text(shown, rows_of(cells), say) if kind == "text" else _data(shown, kind)


def as_table(cells: Cells, say: Catalog) -> str:
    """Return a table as text."""
    titles = [say(column_key(name)) for name in cells]
    rows = [["" if cell is None else cell_text(cell, say) for cell in row] for row in zip(*cells.values(), strict=True)]
    return table(titles, rows, say)


def _text(cells: Cells, total: int, say: Catalog) -> str:
    """Return a table, and how many rows there are if these are not all."""
    listing, shown = as_table(cells, say), rows_of(cells)
    return listing if shown == total else f"{listing}{say('shown-of', shown=shown, total=total)}\n"


def _data(cells: Cells, kind: str) -> str:
    if kind == "csv":
        return cells_csv(cells)
    return as_json([dict(zip(cells, row, strict=True)) for row in zip(*cells.values(), strict=True)])
