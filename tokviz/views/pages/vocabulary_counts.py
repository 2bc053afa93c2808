"""Views of `/vocabulary` that count: entries by kind, script and length, numbers by digits, the price of languages, and
the entries that two vocabularies share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Literal

from tokviz.text_keys import column_key
from tokviz.views.pages.inspected import Inspected, OpenVocabulary, part_title, saved_listing
from tokviz.views.shared.bars import NamedBar
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shows import Ask, Choice, Columns, Fold, Show, Text, told
from tokviz.views.vocabularies import charts
from tokviz.views.vocabularies.fairness import boundaries_of, costs_of, gini_figures, morphemes, scores_cells
from tokviz.views.vocabularies.keys import GROUPING_KEYS, KIND_HUES, KIND_KEYS, SCRIPT_KEYS
from tokviz.views.vocabularies.listing import MOST_ROWS, listing
from tokviz.views.vocabularies.tables import (
    Cells,
    cells_of_rows,
    cuts_table,
    duplicates_table,
    entries_table,
    only,
    ratio_cell,
    text_table,
)
from tokviz.vocabularies import (
    DIGITS,
    ENGLISH,
    KINDS,
    Count,
    Numbers,
    Overlap,
    Places,
    Price,
    by_length,
    counted,
    duplicates,
    languages,
    ordered,
    overlap,
    price,
    prices,
    search,
)
from tokviz.vocabularies import numbers as number_cuts

_SCRIPTS = 10  # with a bar
_BASES = {
    "english": "vocabulary.languages.base.english",
    "first": "vocabulary.languages.base.first",
}

# -- kinds, scripts, lengths, duplicates -------------------------------------------------------------------------------


def counts(seen: Inspected, ask: Ask) -> Iterator[Show]:
    """Yield bars by kind and script for all vocabularies, and the rest for each, of the first one in sight."""
    every = {each.name: each.kept("counts", (), counted, each.vocabulary) for each in seen.opened}
    if not every:
        return
    kinds = {name: kinds for name, (kinds, _) in every.items()}
    scripts = {name: scripts for name, (_, scripts) in every.items()}
    parts = (_by_kind(seen, ask, kinds), _by_script(seen, ask, scripts))
    if len(every) == 1:
        yield Columns(parts)
    else:  # a table of several is wide
        for part in parts:
            yield from part
    for each in seen.opened:
        shows = _of_one(seen, ask, each)
        if each.place == seen.first.place:
            yield Text((each.name,), "heading")
            yield from shows
        else:
            yield Fold(each.name, shows, "bar_chart")


def _by_kind(seen: Inspected, ask: Ask, counted: Mapping[str, tuple[Count, ...]]) -> Iterator[Show]:
    say = seen.say
    names = {kind: say(KIND_KEYS[kind]) for kind in KINDS}
    yield part_title(say, "vocabulary.by.kind")
    yield _shares(say("vocabulary.by.kind.chart"), "kind", names, counted, KIND_HUES, say)
    yield _table_of_shares(seen, ask, "kind", names, counted, say("vocabulary.table.kind"))


def _by_script(seen: Inspected, ask: Ask, counted: Mapping[str, tuple[Count, ...]]) -> Iterator[Show]:
    say = seen.say
    most: dict[str, float] = {}
    for counts in counted.values():
        for count in counts:
            most[count.name] = max(most.get(count.name, 0), _share(count, counts))
    names = {script: say(SCRIPT_KEYS[script]) for script in most}
    shown = sorted(most, key=most.__getitem__, reverse=True)[:_SCRIPTS]
    yield part_title(say, "vocabulary.by.script")
    bars = {script: name for script, name in names.items() if script in shown}
    yield _shares(say("vocabulary.by.script.chart"), "script", bars, counted, {}, say)
    yield _table_of_shares(seen, ask, "script", names, counted, say("vocabulary.table.script"))


def _share(count: Count, counts: Sequence[Count]) -> float:
    return count.number / sum(other.number for other in counts)


def _shares(
    alt: str,
    column: str,
    names: Mapping[str, str],
    counted: Mapping[str, tuple[Count, ...]],
    hues: Mapping[str, int],
    say: Catalog,
) -> Show:
    """Return the share of each kind or script. names: what those are called that have a bar, in their order."""
    look: Literal["accent", "bar"] = "bar" if hues else "accent"
    series: dict[str, dict[str, NamedBar]] = {}
    for tokenizer, counts in counted.items():
        shares = {count.name: _share(count, counts) for count in counts}
        series[tokenizer] = {
            name: NamedBar(name, shares[one], say.percent(shares[one], 1), look, hue=hues.get(one))
            for one, name in names.items()
            if one in shares
        }
    return charts.compared(alt, say(column_key(column)), say("column.share"), series, is_share=True)


def _table_of_shares(
    seen: Inspected,
    ask: Ask,
    column: str,
    names: Mapping[str, str],
    counted: Mapping[str, tuple[Count, ...]],
    name: str,
) -> Fold:
    order = list(names)
    rows = [
        (order.index(count.name), names[count.name], tokenizer, count.number, _share(count, counts))
        for tokenizer, counts in counted.items()
        for count in counts
    ]
    if column == "kind":
        rows.sort(key=lambda row: row[0])
    written = [(*row[1:4], seen.say.percent(row[4], 1)) for row in rows]
    cells = cells_of_rows((column, "tokenizer", "count", "share"), written)
    return Fold(name, saved_listing(seen, ask, cells, name, column, frozenset({"count"})), "table_rows")


def _of_one(seen: Inspected, ask: Ask, each: OpenVocabulary) -> Iterator[Show]:
    """Yield the entries of a vocabulary by length, the longest ones, and those that differ in case or a space only."""
    say, vocabulary = seen.say, each.vocabulary
    yield told(say, "vocabulary.lengths", entries=len(vocabulary))
    lengths = each.memory.ask(by_length, vocabulary)
    yield charts.by_length(lengths, say)
    if any(length > charts.LONGEST for length, _ in lengths):
        yield told(say, "vocabulary.lengths.most", "caption", n=charts.LONGEST)
    yield told(say, "vocabulary.longest")
    places = each.memory.ask(ordered, vocabulary, each.memory.ask(search, vocabulary), "longest")[:MOST_ROWS]
    yield from listing(
        each.memory.ask(entries_table, vocabulary, places, say),
        say("vocabulary.table.longest"),
        f"longest-{each.place}",
        ask,
        say,
        total=len(vocabulary),
        bars={"number_of_characters", "number_of_bytes"},
        has_one_measure=True,
    )
    groups = each.kept("duplicates", (), duplicates, vocabulary)
    yield told(say, "vocabulary.duplicates.one" if len(groups) == 1 else "vocabulary.duplicates", n=len(groups))
    if groups:
        key = f"duplicates-{each.place}"
        found = each.memory.ask(duplicates_table, vocabulary, groups[:MOST_ROWS])
        yield from listing(found, say("vocabulary.table.duplicates"), key, ask, say, total=len(groups))
        seen.host.offer(partial(each.memory.ask, duplicates_table, vocabulary, groups), key)


# -- numbers -----------------------------------------------------------------------------------------------------------


def numbers(seen: Inspected, ask: Ask) -> Iterator[Show]:
    """Yield the number of tokens of numbers, and the groups of digits in them."""
    say = seen.say
    yield told(say, "vocabulary.numbers.about")
    results = {each.name: each.kept("numbers", (), number_cuts, each.vocabulary) for each in seen.opened}
    if not results:
        return
    yield _number_shares(results, say)
    for name, cuts in results.items():
        yield told(say, "vocabulary.numbers.shares", name=name, shares=_grouping_shares(cuts, say))
    table = cuts_table({name: cuts.cuts for name, cuts in results.items()}, say)
    yield from saved_listing(seen, ask, table, say("vocabulary.table.numbers"), "numbers", frozenset({"count"}))


def _number_shares(results: Mapping[str, Numbers], say: Catalog) -> Show:
    """Return a row for each tokenizer and number of digits, with the shares of numbers that are so many tokens."""
    met = sorted({tokens for cuts in results.values() for _, tokens in cuts.tokens})
    series: dict[str, dict[str, NamedBar]] = {}
    for number in met:
        bars = series.setdefault(say.count("bytes.count.tokens", number), {})
        for name, cuts in results.items():
            for digits in sorted({digits for digits, _ in cuts.tokens}):
                row = f"{name} · {digits}"
                of_digits = sum(count for (other, _), count in cuts.tokens.items() if other == digits)
                share = cuts.tokens.get((digits, number), 0) / of_digits
                bars[row] = NamedBar(row, share, say.percent(share) if share else "–")
    return charts.beside(say("vocabulary.numbers.chart"), say("column.digits"), series, 1)


def _grouping_shares(cuts: Numbers, say: Catalog) -> str:
    """Say how the longest numbers are grouped, the most frequent grouping first."""
    return say.listed(
        [
            say("vocabulary.numbers.share", share=say.percent(share / 100, 0), grouping=say(GROUPING_KEYS[kind]))
            for kind, share in cuts.percents(DIGITS).items()
        ]
    )


# -- languages ---------------------------------------------------------------------------------------------------------


def of_languages(seen: Inspected, ask: Ask) -> Iterator[Show]:
    """Yield the price of the sentences as a multiple, all numbers, the sentences, and the visitor's own text."""
    say = seen.say
    if not seen.opened:
        return
    results = {each.name: each.kept("languages", (), prices, each.vocabulary) for each in seen.opened}
    yield told(say, "vocabulary.languages.about", languages=len(languages()))
    yield from gini_figures({each.name: each.kept("costs", (), costs_of, each.vocabulary) for each in seen.opened}, say)
    options = tuple((name, say(key)) for name, key in _BASES.items())
    base = ask(Choice("base", say("vocabulary.languages.base"), "english", options, is_open=True))
    first = next(iter(results.values()))
    order = sorted(first, key=lambda code: first[code].tokens)

    def ratio(of: Mapping[str, Price], code: str) -> float | None:
        return of[code].ratio(of[ENGLISH] if base == "english" else first[code])

    series: dict[str, dict[str, NamedBar]] = {}
    for name, of in results.items():
        ratios = {code: value for code in order if (value := ratio(of, code)) is not None}
        series[name] = {
            called: NamedBar(
                called,
                value,
                ratio_cell(value, say),
                "accent",
                is_pale=bool(of[code].unknown or of[code].dropped),
            )
            for code, value in ratios.items()
            for called in (languages()[code].name,)
        }
    chart = charts.compared(say("vocabulary.languages.chart"), say(column_key("language")), say("column.ratio"), series)
    yield chart
    every = [of[code] for of in results.values() for code in order]
    if any(one.unknown for one in every):
        yield told(say, "vocabulary.languages.unknown", "warning")
    if any(one.dropped for one in every):
        yield Text((f"{say('vocabulary.languages.dropped')} {say('vocabulary.languages.pale')}",), "warning")
    rows = [
        (
            languages()[code].name,
            name,
            of[code].tokens,
            ratio_cell(ratio(of, code), say),
            say.decimal(of[code].tokens / len(of[code].sentences), 1),
            of[code].characters,
            of[code].bytes,
            of[code].unknown,
            say.percent(of[code].dropped),
        )
        for name, of in results.items()
        for code in order
    ]
    names = ("language", "tokenizer", "tokens", "ratio", "tokens_each", "number_of_characters", "number_of_bytes")
    cells = cells_of_rows((*names, "unknown_tokens", "dropped_share"), rows)
    table = say("vocabulary.table.languages")
    yield from saved_listing(seen, ask, cells, table, "languages", frozenset({"tokens"}))
    yield Fold(say("vocabulary.languages.sentences"), _sentences(), "translate")
    yield from _own_text(seen, ask)


def _sentences() -> Iterator[Show]:
    for language in languages().values():
        yield Text((language.name,), "strong", rest=f"({language.code})")
        for sentence in language.sentences:
            yield Text((sentence,), "item")


def _own_text(seen: Inspected, ask: Ask) -> Iterator[Show]:
    say, text = seen.say, seen.state.shown
    yield part_title(say, "vocabulary.languages.own")
    if not text:
        yield told(say, "tokenizers.empty", "info")
        return
    own = {each.name: each.memory.ask(price, each.vocabulary.pipeline, (text,)) for each in seen.opened}
    if any(one.dropped for one in own.values()):
        yield told(say, "vocabulary.languages.dropped", "warning")
    table = say("vocabulary.table.own")
    yield from saved_listing(seen, ask, text_table(own, say), table, "own", frozenset({"tokens"}))


# -- morphemes ---------------------------------------------------------------------------------------------------------


def of_morphemes(seen: Inspected, ask: Ask) -> Iterator[Show]:
    """Yield the boundaries of tokens beside those of morphemes, on words whose morphemes are known."""
    if seen.opened:
        every = {each.name: each.kept("boundaries", (), boundaries_of, each.vocabulary) for each in seen.opened}
        yield from morphemes(every, ask, seen.say)
        seen.host.offer(partial(scores_cells, every, seen.say), "morphemes")


# -- shared entries ----------------------------------------------------------------------------------------------------


def overlaps(seen: Inspected, ask: Ask) -> Iterator[Show]:
    """Yield the shares by kind, and examples of shared entries and of those that only one vocabulary has."""
    say = seen.say
    if len(seen.opened) < 2:
        yield told(say, "vocabulary.overlap.two")
        return
    first, *others = seen.opened
    yield told(say, "vocabulary.overlap.about")
    for other in others:
        yield told(say, "vocabulary.overlap.pair", "heading", first=first.name, second=other.name)
        result = first.kept("overlap", ("/".join(map(str, other.key)),), overlap, first.vocabulary, other.vocabulary)
        yield from _overlap_of_two(seen, ask, first, other, result)


def _overlap_of_two(
    seen: Inspected, ask: Ask, first: OpenVocabulary, other: OpenVocabulary, result: Overlap
) -> Iterator[Show]:
    say = seen.say
    names = (
        say("vocabulary.overlap.common"),
        say("vocabulary.overlap.only", name=first.name),
        say("vocabulary.overlap.only", name=other.name),
    )
    groups = ((first, result.common), (first, result.only), (other, result.only_other))
    yield told(say, "vocabulary.overlap.result", common=len(result.common), share=say.percent(result.share))
    rows = {say("vocabulary.overlap.all"): tuple(len(places) for _, places in groups)}
    rows |= {say(KIND_KEYS[kind]): row for kind, row in result.kinds.items()}
    series: dict[str, dict[str, NamedBar]] = {name: {} for name in names}
    for kind, row in rows.items():
        for name, count in zip(names, row, strict=True):
            share = count / (sum(row) or 1)
            text = f"{say.integer(count)} ({say.percent(share, 0)})" if count else "–"
            series[name][kind] = NamedBar(kind, share, text)
    yield charts.beside(say("vocabulary.overlap.chart"), say(column_key("kind")), series, 1)
    yield Columns(
        tuple(
            _examples(seen, ask, each, places, name, f"overlap-{other.place}-{at}")
            for at, (name, (each, places)) in enumerate(zip(names, groups, strict=True))
        )
    )


def _examples(seen: Inspected, ask: Ask, each: OpenVocabulary, places: Places, name: str, key: str) -> Iterator[Show]:
    """Yield the first entries by id."""
    say = seen.say
    yield Text((name,), "strong", rest=f"({say.integer(len(places))})")
    cells: Cells = each.memory.ask(entries_table, each.vocabulary, places[:MOST_ROWS], say)
    yield from listing(only(cells, "id", "stands_for", "kind"), name, key, ask, say, total=len(places))
    seen.host.offer(partial(each.memory.ask, entries_table, each.vocabulary, places, say), key)
