"""Vocabularies side by side: which tokens they share, how long tokens are, how often they occur.

Tokens are compared in the neutral notation of :mod:`tokviz.compare.notation`, so that ``##s`` and ``s`` are one.
Nothing is shown by color alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tokviz.compare.notation import neutral
from tokviz.compare.reading import Reading
from tokviz.text_keys import column_key
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import Bar, Chip, DataTable, Heading, Row
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.palette import HUES
from tokviz.views.shared.tables import Column, FilledTable, heading_of, table_of_rows

_LONGEST = 12
"""Tokens of more characters are counted together."""


def tokens_of(reading: Reading) -> dict[str, tuple[str, ...]]:
    """Return token in neutral notation -> as it is written, sorted; without tokens that are nothing but a mark.

    Merges that came without a vocabulary have the tokens that occur.
    """
    by_text: dict[str, list[str]] = {}
    for token in sorted(reading.token_counts if reading.vocabulary is None else reading.vocabulary):
        text = neutral(token, reading.model).text
        if text:
            by_text.setdefault(text, []).append(token)
    return {text: tuple(tokens) for text, tokens in by_text.items()}


# -- each token --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SharedToken:
    """A token in neutral notation. counts: how often it occurs with each tokenizer, None where the vocabulary lacks
    it."""

    token: str
    counts: tuple[int | None, ...]

    @property
    def vocabularies(self) -> int:
        """Return the number of vocabularies that have it."""
        return sum(count is not None for count in self.counts)

    @property
    def occurrences(self) -> int:
        """Return the number of its occurrences with all tokenizers together."""
        return sum(count or 0 for count in self.counts)


def vocabularies(readings: Sequence[Reading]) -> tuple[SharedToken, ...]:
    """Return the tokens of all vocabularies, the most frequent first."""
    all_tokens = [tokens_of(reading) for reading in readings]
    every = dict.fromkeys(token for tokens in all_tokens for token in tokens)
    counts: list[list[int | None]] = []
    for reading, tokens in zip(readings, all_tokens, strict=True):
        met = reading.token_counts
        counts.append(
            [sum(met.get(written, 0) for written in tokens[token]) if token in tokens else None for token in every]
        )
    made = (SharedToken(token, row) for token, row in zip(every, zip(*counts, strict=True), strict=True))
    return tuple(sorted(made, key=lambda one: (-one.occurrences, one.token)))


def tokens_table(tokens: Sequence[SharedToken], names: Sequence[str]) -> FilledTable:
    """Return one row a token, for programs: ``token``, ``length`` in characters, ``vocabularies``, ``occurrences``, and
    for each tokenizer, by its name, how often it occurs there, empty where the vocabulary lacks it."""
    rows = [(one.token, len(one.token), one.vocabularies, one.occurrences) for one in tokens]
    known = table_of_rows(("token", "length", "vocabularies", "occurrences"), rows)
    return FilledTable((*known.columns, *(_counts_column(tokens, name, place) for place, name in enumerate(names))))


def _counts_column(tokens: Sequence[SharedToken], name: str, place: int) -> Column[None]:
    counts = [one.counts[place] for one in tokens]
    return Column(name, "", lambda _: counts, dtype="Int64")


def tokens_in_chips(tokens: Sequence[SharedToken], names: Sequence[str], name: str, say: Catalog) -> DataTable:
    """Return the same for people, with the tokens as chips. name: of the table."""
    headings = [
        heading_of(column_key("token"), say),
        heading_of("compare.column.length", say, is_number=True),
        Heading(say("compare.column.all"), is_number=True),
        *(Heading(called, is_number=True) for called in names),
    ]
    rows = [
        Row(
            (
                (Chip(shorten(visible(one.token))),),
                say.integer(len(one.token)),
                say.integer(one.occurrences),
                *("" if count is None else say.integer(count) for count in one.counts),
            )
        )
        for one in tokens
    ]
    return DataTable(name, tuple(headings), tuple(rows))


# -- two by two --------------------------------------------------------------------------------------------------------


def overlaps(readings: Sequence[Reading], names: Sequence[str]) -> FilledTable:
    """Return one row a pair of tokenizers: their names, tokens shared, tokens of only one of them, and the Jaccard
    index."""
    sets = [tokens_of(reading).keys() for reading in readings]
    rows = []
    for left, other in combinations(range(len(sets)), 2):
        common, every = len(sets[left] & sets[other]), len(sets[left] | sets[other])
        rows.append(
            (
                names[left],
                names[other],
                common,
                len(sets[left]) - common,
                len(sets[other]) - common,
                common / every if every else 1.0,
            )
        )
    columns = ("left_name", "right_name", "shared_tokens", "only_left", "only_right", "jaccard")
    return table_of_rows(columns, rows).titled(jaccard="compare.column.jaccard")


def overlaps_table(pairs: FilledTable, say: Catalog) -> DataTable:
    """Return the same for people."""
    titles = pairs.titles_by_name.values()
    headings = tuple(heading_of(title, say, is_number=place > 1) for place, title in enumerate(titles))
    rows = [
        Row((left, right, *map(say.integer, numbers), say.decimal(jaccard, 3)))
        for left, right, *numbers, jaccard in zip(*(column.values(None) for column in pairs.columns), strict=True)
    ]
    return DataTable(say("compare.vocabularies.pairs"), headings, tuple(rows))


# -- lengths -----------------------------------------------------------------------------------------------------------


def lengths(readings: Sequence[Reading]) -> list[Mapping[int, int]]:
    """Return of each vocabulary length in characters -> tokens; the last length stands for longer ones, too."""
    return [Counter(min(len(token), _LONGEST) for token in tokens_of(reading)) for reading in readings]


def lengths_table(counts: Sequence[Mapping[int, int]], names: Sequence[str], say: Catalog) -> DataTable:
    """Return the table of the number of tokens per length, with a bar for each.

    A bar has the hue of its vocabulary.
    """
    longest = max((length for of_one in counts for length in of_one), default=1)
    most = max((number for of_one in counts for number in of_one.values()), default=1)
    rows = []
    for length in range(1, longest + 1):
        numbers = [of_one.get(length, 0) for of_one in counts]
        bars = (
            Bar(say.integer(number), number / most, HUES[place % len(HUES)]) for place, number in enumerate(numbers)
        )
        rows.append(Row((f"{length}+" if length == _LONGEST else f"{length}", *bars)))
    headings = (heading_of("compare.column.length", say), *map(Heading, names))
    return DataTable(say("compare.vocabularies.lengths"), headings, tuple(rows))
