"""Views of `/vocabulary`: those in use, white space, changes from one version to the next, added tokens; and the page
with all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

import numpy as np

from tokviz.errors import TokvizError
from tokviz.files.by_name import SHIPPED, on_this_machine
from tokviz.files.pipeline import Pipeline
from tokviz.memory import Memory, digest
from tokviz.state.views import VOCABULARY
from tokviz.state.vocabulary import FORM, VocabularyState
from tokviz.views.pages.inspected import Host, Inspected, OpenVocabulary, part_title, saved_listing
from tokviz.views.pages.vocabulary_counts import counts, numbers, of_languages, of_morphemes, overlaps
from tokviz.views.pages.vocabulary_entries import entries
from tokviz.views.pages.vocabulary_removals import removed, without_token
from tokviz.views.shared import messages
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.shared.lines import Lines, series_line
from tokviz.views.shared.sentences import as_code
from tokviz.views.shows import Ask, Choice, Code, Columns, Fold, Page, PageView, Show, Text, explained, told
from tokviz.views.vocabularies.keys import DIFFERENCE_KEYS, REACH_KEYS, RUN_KEYS
from tokviz.views.vocabularies.listing import MOST_ROWS, listing
from tokviz.views.vocabularies.tables import (
    LISTS,
    change_rows,
    change_table,
    code_table,
    counts_table,
    entries_table,
    flat_table,
    only,
    parts_table,
    reach_table,
    runs_table,
    special_table,
    used_table,
    ways_table,
)
from tokviz.vocabularies import (
    CODE,
    RUNS,
    Reach,
    Run,
    Usage,
    code_price,
    prose,
    reach,
    runs,
    search,
    typed,
    usage,
    vocabulary_of,
)
from tokviz.vocabularies.changes import Changes, TextChanges, changes
from tokviz.vocabularies.samples import BEFORE, BEHIND
from tokviz.vocabularies.text_changes import changes_of_text

_OURS, _FILE = "ours", "file"
_CORPORA = {
    _OURS: "vocabulary.used.corpus.ours",
    "text": "vocabulary.used.corpus.text",
    _FILE: "vocabulary.used.corpus.file",
}

_MAX_AROUND = 400  # characters of the tokens around a text


# -- which entries any text, or this one, uses -------------------------------------------------------------------------


def unused(seen: Inspected, ask: Ask) -> Iterator[Show]:
    """Yield the entries of the first tokenizer that texts can give, and those in use.

    A text uses the latter.
    """
    say, first = seen.say, seen.first
    yield from seen.of_first()
    yield part_title(say, "vocabulary.reach.title")
    yield told(say, "vocabulary.reach.about")
    yield Fold(say("app.details"), (explained(say, "vocabulary.reach.details"),))
    yield from _reachable(seen, ask, first)
    yield part_title(say, "vocabulary.used.title")
    is_there = {_OURS: seen.host.reads_prose, _FILE: seen.host.takes_files}
    options = tuple((name, say(key)) for name, key in _CORPORA.items() if is_there.get(name, True))
    corpus = ask(Choice("corpus", say("vocabulary.used.corpus"), options[0][0], options, is_open=True))
    try:
        text = seen.host.read_file() if corpus == _FILE else prose() if corpus == _OURS else seen.state.shown
        if text is None:
            return
        used = first.kept("usage", (digest(text),), usage, first.vocabulary, text)
    except TokvizError as error:
        yield Text((messages.error_text(error, say),), "error")
        return
    yield from _used(seen, ask, first, used)


def _reachable(seen: Inspected, ask: Ask, first: OpenVocabulary) -> Iterator[Show]:
    say, vocabulary = seen.say, first.vocabulary
    reached = first.kept("reach", (), reach, vocabulary, seen.host.bar(len(vocabulary)))
    yield from listing(ways_table(reached, say), say("vocabulary.table.reach"), "reach", ask, say, bars={"count"})
    for way in (Reach.NEVER, Reach.NOT_FOUND, Reach.WITHIN):
        if places := reached.places(way):
            title = say(REACH_KEYS[way.value])
            cells = first.memory.ask(reach_table, vocabulary, reached, places[:MOST_ROWS], say)
            rows = listing(cells, title, f"reach-{way.value}", ask, say, total=len(places))
            yield Fold(f"{title} ({say.integer(len(places))})", rows)
    unreached = np.array([*reached.places(Reach.NEVER), *reached.places(Reach.NOT_FOUND)], np.int64)
    if len(unreached):
        seen.host.offer(partial(first.memory.ask, entries_table, vocabulary, unreached, say), "unreached")


def _used(seen: Inspected, ask: Ask, first: OpenVocabulary, used: Usage) -> Iterator[Show]:
    say, vocabulary, never = seen.say, first.vocabulary, used.unused
    yield told(
        say,
        "vocabulary.used.result",
        tokens=used.tokens,
        used=len(vocabulary) - len(never),
        unused=len(never),
        share=say.percent(len(never) / len(vocabulary)),
    )
    if not used.is_whole:
        yield told(say, "vocabulary.used.lines", "caption")

    def most_used() -> Iterator[Show]:
        yield (title := told(say, "vocabulary.used.most"))
        cells = first.memory.ask(used_table, vocabulary, used, used.used[:MOST_ROWS])
        bars, total = {"uses", "whole_words"}, len(used.used)
        yield from listing(cells, title.lead, "most", ask, say, total=total, bars=bars, has_one_measure=True)

    def never_used() -> Iterator[Show]:
        yield (title := told(say, "vocabulary.used.never"))
        cells = first.memory.ask(entries_table, vocabulary, never[:MOST_ROWS], say)
        yield from listing(only(cells, "id", "stands_for", "kind"), title.lead, "never", ask, say, total=len(never))
        seen.host.offer(partial(first.memory.ask, entries_table, vocabulary, never, say), "unused")

    yield Columns((most_used(), never_used()))


# -- white space -------------------------------------------------------------------------------------------------------


def spaces(seen: Inspected, ask: Ask) -> Iterator[Show]:
    """Yield tokens by the length of a run, the price of a piece of code, and the white space in each vocabulary."""
    say = seen.say
    if not seen.opened:
        return
    results = {each.name: each.kept("runs", (), runs, each.vocabulary) for each in seen.opened}
    yield part_title(say, "vocabulary.runs.title")
    options = tuple((name, say(RUN_KEYS[name])) for name in RUNS)
    kind = ask(Choice("run", say("vocabulary.runs.which"), "space", options, is_open=True))
    yield told(say, "vocabulary.runs.about", "caption")
    yield _runs_chart(results, kind, say)
    title = say("vocabulary.table.runs")
    yield Fold(title, saved_listing(seen, ask, runs_table(results, say), title, "runs"), "table_rows")
    yield part_title(say, "vocabulary.code.title")
    prices = {each.name: each.memory.ask(code_price, each.vocabulary, CODE) for each in seen.opened}
    yield from saved_listing(seen, ask, code_table(prices), say("vocabulary.table.code"), "code", frozenset({"tokens"}))
    yield Fold(say("vocabulary.code.sample"), (Code(CODE),), "code")
    for each in seen.opened:
        places = each.memory.ask(search, each.vocabulary, kind="space")
        title = say("vocabulary.spaces.of", name=each.name, n=len(places))
        cells = each.memory.ask(entries_table, each.vocabulary, places, say)
        rows = saved_listing(seen, ask, cells, say("vocabulary.table.spaces"), f"spaces-{each.place}")
        yield Fold(title, rows, "space_bar")


def _runs_chart(results: Mapping[str, Sequence[Run]], kind: str, say: Catalog) -> Lines:
    """Return a line for each tokenizer: the tokens of a run of one character, by its length."""
    lines = (
        series_line(name, [(run.length, len(run.tokens)) for run in every if run.name == kind], place)
        for place, (name, every) in enumerate(results.items())
    )
    return Lines(
        say("vocabulary.runs.chart"),
        say("column.length"),
        tuple(lines),
        is_stepped=True,
        is_dotted=True,
        y=say("column.tokens"),
    )


# -- changes of a new version ------------------------------------------------------------------------------------------


def changed(seen: Inspected, ask: Ask) -> Iterator[Show]:
    """Yield the lists of each pair of versions, and the parts of the text that change."""
    say = seen.say
    if len(seen.opened) < 2:
        yield told(say, "vocabulary.change.two")
        return
    old, *others = seen.opened
    yield told(say, "vocabulary.change.about")
    for new in others:
        yield Text((f"{old.name} → {new.name}",), "heading")
        try:
            differences, of_text = _compute_changes(old, new, seen.state.shown)
        except TokvizError as error:
            yield Text((messages.error_text(error, say),), "error")
            continue
        yield from _changes_of_two(seen, ask, old, new, differences, of_text)
        both = old.vocabulary.pipeline, new.vocabulary.pipeline
        if not differences.are_none:
            make = partial(old.memory.ask, flat_table, *both, differences, of_text, say)
            seen.host.offer(make, f"changes-{new.place}")


def _compute_changes(old: OpenVocabulary, new: OpenVocabulary, text: str) -> tuple[Changes, TextChanges]:
    """Return the differences of the files and those of the text. Raises TokvizError."""
    both = old.vocabulary.pipeline, new.vocabulary.pipeline
    return (
        old.kept("changes", new.key, changes, *both),
        old.kept("changes-of-text", (*new.key, digest(text)), changes_of_text, *both, text),
    )


def _changes_of_two(
    seen: Inspected,
    ask: Ask,
    old: OpenVocabulary,
    new: OpenVocabulary,
    differences: Changes,
    of_text: TextChanges,
) -> Iterator[Show]:
    say = seen.say
    if differences.are_none:
        yield told(say, "vocabulary.change.none", "success")
        return
    counts = counts_table(differences, say)
    yield from listing(counts, say("vocabulary.table.changes"), f"changes-{new.place}", ask, say, bars={"count"})
    for name in LISTS:
        if entries := change_rows(differences, name):
            title = say(DIFFERENCE_KEYS[name])
            cells = change_table(name, entries[:MOST_ROWS], say)
            rows = listing(cells, title, f"changes-{name}-{new.place}", ask, say, total=len(entries))
            yield Fold(f"{title} ({say.integer(len(entries))})", rows, "difference")
    title = say("vocabulary.change.text.title")
    yield Text((title,), "strong")
    tokens = {"old": of_text.old_tokens, "new": of_text.new_tokens}
    yield told(say, "vocabulary.change.text", **tokens, parts=len(of_text.parts))
    if of_text.around is not None:
        before, after = (
            as_code(" ".join(map(visible, around)), _MAX_AROUND) if around else "–" for around in of_text.around
        )
        yield told(say, "vocabulary.change.around", old=before, new=after)
    if of_text.parts:
        both = old.vocabulary.pipeline, new.vocabulary.pipeline
        cells = old.memory.ask(parts_table, *both, differences, of_text.parts[:MOST_ROWS], say)
        yield from listing(cells, title, f"changes-text-{new.place}", ask, say, total=len(of_text.parts))


# -- added and special tokens ------------------------------------------------------------------------------------------


def special(seen: Inspected, ask: Ask) -> Iterator[Show]:
    """Yield one row for each added token, and how it was tried."""
    say = seen.say
    yield told(say, "vocabulary.special.about", sample=as_code(f"{BEFORE}…{BEHIND}", _MAX_AROUND))
    results = {each.name: each.kept("special", (), typed, each.vocabulary.pipeline) for each in seen.opened}
    if not any(results.values()):
        yield told(say, "vocabulary.special.none", "info")
        return
    yield from saved_listing(seen, ask, special_table(results, say), say("vocabulary.table.special"), "special")


# -- the page ----------------------------------------------------------------------------------------------------------


def _open_here(name: str) -> Pipeline:
    named = on_this_machine()
    if name not in named:
        raise TokvizError("cli-tokenizer-missing", name=name)
    return named[name].open()


def inspect(
    state: VocabularyState,
    memory: Memory,
    say: Catalog,
    open_named: Callable[[str], Pipeline] = _open_here,
    host: Host | None = None,
) -> Inspected:
    """Return the subject of a link, with tokenizers of this machine. open_named: opens one by its name; host: with what
    it does beside drawing. Raises TokvizError."""
    from tokviz.views.tokenizers.options import NAME_KEYS  # brings the tables of notebooks, which no page needs

    names = dict.fromkeys((state.tokenizer, *filter(None, state.beside.split(","))))
    opened = []
    for place, name in enumerate(names):
        called = say(NAME_KEYS[name]) if name in SHIPPED else name
        pipeline = memory.kept("vocabularies", ("pipeline", name), open_named, name)
        vocabulary = memory.kept("vocabularies", ("vocabulary", name), vocabulary_of, pipeline)
        opened.append(OpenVocabulary(called, vocabulary, place, (name,), memory))
    return Inspected(tuple(opened), state, len(opened), say, host or Host(), memory)


_VIEWS: Mapping[str, PageView[Inspected]] = {
    "entries": entries,
    "counts": counts,
    "unmerge": without_token,
    "removed": removed,
    "unused": unused,
    "numbers": numbers,
    "spaces": spaces,
    "languages": of_languages,
    "morphemes": of_morphemes,
    "overlap": overlaps,
    "changes": changed,
    "special": special,
}
PAGE: Page[VocabularyState, Inspected] = Page(
    form=FORM,
    seen=inspect,
    views={view.name: (view.title, _VIEWS[view.name]) for view in VOCABULARY},
)
