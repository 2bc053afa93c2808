"""The parts of ``tokviz vocabulary`` beside the entries: the tables of the tabs of `/vocabulary`, one a name."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial

import pandas as pd

from tokviz.cli import files
from tokviz.errors import TokvizError
from tokviz.views.shared.catalog import Catalog
from tokviz.views.vocabularies.tables import (
    code_table,
    cuts_table,
    duplicates_table,
    entries_table,
    ratio_cell,
    reach_table,
    runs_table,
    special_table,
    text_table,
    used_table,
    ways_table,
)
from tokviz.vocabularies import (
    CODE,
    ENGLISH,
    Count,
    Reach,
    Usage,
    Vocabulary,
    by_kind,
    by_length,
    by_script,
    code_price,
    duplicates,
    languages,
    numbers,
    overlap,
    price,
    reach,
    runs,
    typed,
    usage,
)

__all__ = ["TABLES", "Asked"]


@dataclass(frozen=True)
class Asked:
    """The vocabularies by the names that were given, and the text, which is read when a table needs it."""

    vocabularies: Mapping[str, Vocabulary]
    arguments: Namespace

    @property
    def first(self) -> Vocabulary:
        """The first vocabulary."""
        return next(iter(self.vocabularies.values()))

    @cached_property
    def text(self) -> str:
        """The text of ``--text``, of ``--file`` or of standard input. Raises TokvizError if there is none."""
        text, file = self.arguments.text, self.arguments.file
        if text is not None:
            return files.argument(text)
        if file is None and not files.is_piped():
            raise TokvizError("cli-no-file")
        if files.STDIN in self.vocabularies and file in (None, files.STDIN):
            raise TokvizError("cli-stdin-twice")
        found = files.read_text(files.STDIN if file is None else file)
        if file is None and not found:  # standard input that nobody writes to, as in a job
            raise TokvizError("cli-no-file")
        return found

    @cached_property
    def usage(self) -> Usage:
        """The uses of the first vocabulary in the text."""
        return usage(self.first, self.text)


def _shares(
    column: str, labels: str, count: Callable[[Vocabulary], tuple[Count, ...]], asked: Asked, say: Catalog
) -> pd.DataFrame:
    """Count the entries of each kind or script, which the catalog names under `labels`."""
    rows = [
        (name, say.choice(labels, one.name), one.number, say.percent(one.number / len(vocabulary)))
        for name, vocabulary in asked.vocabularies.items()
        for one in count(vocabulary)
    ]
    return pd.DataFrame(rows, columns=["tokenizer", column, "count", "share"])


def _lengths(asked: Asked, say: Catalog) -> pd.DataFrame:
    rows = [
        (name, length, say(f"vocabulary.kind.{kind}"), number)
        for name, vocabulary in asked.vocabularies.items()
        for (length, kind), number in by_length(vocabulary).items()
    ]
    return pd.DataFrame(rows, columns=["tokenizer", "number_of_characters", "kind", "count"])


def _duplicates(asked: Asked, say: Catalog) -> pd.DataFrame:
    frames = []
    for name, vocabulary in asked.vocabularies.items():
        frame = duplicates_table(vocabulary, duplicates(vocabulary))
        frame.insert(0, "tokenizer", name)
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)


def _unreached(asked: Asked, say: Catalog) -> pd.DataFrame:
    """The entries of the first one that no text gives, for sure or as far as was looked."""
    reached = reach(asked.first)
    frames = []
    for way in (Reach.NEVER, Reach.NOT_FOUND):
        frame = reach_table(asked.first, reached, reached.places(way), say).drop(columns="found_in")
        frames.append(frame.assign(reached=say(f"vocabulary.reach.{way.value}")))
    return pd.concat(frames, ignore_index=True)


def _languages(asked: Asked, say: Catalog) -> pd.DataFrame:
    rows = []
    is_dropped = False
    for name, vocabulary in asked.vocabularies.items():
        prices = {code: price(vocabulary.pipeline, one.sentences) for code, one in languages().items()}
        for code, one in prices.items():
            ratio = ratio_cell(one.ratio(prices[ENGLISH]), say)
            rows.append((name, languages()[code].name, one.tokens, ratio, one.unknown, say.percent(one.dropped)))
            is_dropped = is_dropped or one.dropped > 0
    if is_dropped:
        files.write_error(say("vocabulary.languages.dropped"))
    return pd.DataFrame(rows, columns=["tokenizer", "language", "tokens", "ratio", "unknown_tokens", "dropped_share"])


def _overlap(asked: Asked, say: Catalog) -> pd.DataFrame:
    """Return the entries that the first one shares with each of the others."""
    (first, ours), *others = asked.vocabularies.items()
    if not others:
        raise TokvizError("vocabulary-two")
    rows = []
    for name, theirs in others:
        one = overlap(ours, theirs)
        rows.append((first, name, len(one.common), len(one.only), len(one.only_other), say.percent(one.share)))
    columns = ["left_name", "right_name", "shared_tokens", "only_left", "only_right", "share"]
    return pd.DataFrame(rows, columns=columns)


def _of_each(
    make: Callable[..., pd.DataFrame], of_one: Callable[[Vocabulary], object], asked: Asked, say: Catalog
) -> pd.DataFrame:
    """A table that is made of one value for each vocabulary."""
    return make({name: of_one(vocabulary) for name, vocabulary in asked.vocabularies.items()}, say)


TABLES: Mapping[str, Callable[[Asked, Catalog], pd.DataFrame]] = {
    "kinds": partial(_shares, "kind", "vocabulary.kind", by_kind),
    "scripts": partial(_shares, "script", "vocabulary.script", by_script),
    "lengths": _lengths,
    "duplicates": _duplicates,
    "reach": lambda asked, say: ways_table(reach(asked.first), say),
    "unreached": _unreached,
    "used": lambda asked, say: used_table(asked.first, asked.usage, asked.usage.used),
    "unused": lambda asked, say: entries_table(asked.first, asked.usage.unused, say),
    "numbers": partial(_of_each, cuts_table, lambda one: numbers(one).cuts),
    "spaces": partial(_of_each, runs_table, runs),
    "code": partial(_of_each, lambda prices, say: code_table(prices), lambda one: code_price(one, CODE)),
    "languages": _languages,
    "price": lambda asked, say: _of_each(text_table, lambda one: price(one.pipeline, (asked.text,)), asked, say),
    "overlap": _overlap,
    "special": partial(_of_each, special_table, lambda one: typed(one.pipeline)),
}
"""The parts by name, in the order of the page's tabs."""
