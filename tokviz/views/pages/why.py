"""The views of `/why`: words in three vocabularies, the text, the measures over the sizes, models, units, a claim."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tokviz.compare.three_vocabularies import VOCABULARY_KINDS, VocabularyKind
from tokviz.corpus import Corpus
from tokviz.state.why import FORM, WhyState
from tokviz.views.compare import three_vocabularies as compared
from tokviz.views.compare.keys import COLUMN_KEYS, WHY_KIND_KEYS
from tokviz.views.compare.three_vocabularies import ABOUT_KEYS, LearnedText, Measured, learned_text
from tokviz.views.picture.questions import payload_json
from tokviz.views.shared.bars import Bars
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import Bar, Cell, DataTable, Heading, Row
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.palette import HUES
from tokviz.views.shared.sentences import as_code, code, code_word, segments
from tokviz.views.shared.tables import FilledTable, column_of_cells, heading_of
from tokviz.views.shows import Ask, Columns, Fold, Grid, Page, Picture, Show, Text, explained, heading, told

_ALL_MEMBERS = {
    "words": "why.members.words.all",
    "characters": "why.members.characters.all",
}

_MEMBERS = {
    "words": "why.members.words",
    "characters": "why.members.characters",
    "subwords": "why.members.subwords",
}

_UNITS = {
    "bytes": "why.unit.bytes",
    "characters": "why.unit.characters",
    "subwords": "why.unit.subwords",
}

_TEXTS = {
    "train": "why.train",
    "test": "why.test",
}

_ACCENT = 205  # hue of the accent
_MOST_WORDS = 60  # of a text, in the list of its words
_WIDTHS = (3, 6, 4)  # of the columns: a word is widest in characters
_HEADINGS = {"test": ("test_tokens", "test_unknown"), "train": ("train_tokens", "train_unknown")}
_HUES = (HUES[1], None, _ACCENT)  # of words, characters and subwords, as in the lines over the sizes
_UNIT_HUES = (None, None, _ACCENT)
_LEARNED = 12  # merges that the claim about Chinese names
_WHOLE = 10**6  # characters: nothing of a list is cut


# -- words -------------------------------------------------------------------------------------------------------------


def words(seen: LearnedText, ask: Ask) -> Iterator[Show]:
    """Yield the telling words in each vocabulary, how often they occur, and how the vocabulary of a model adds up."""
    yield from pictures(seen, ask)
    yield from counted(seen, ask)
    yield from arithmetic(seen, ask)


def pictures(seen: LearnedText, _: Ask) -> Iterator[Show]:
    """Yield the visitor's word and the telling words in each vocabulary, and what the vocabularies contain."""
    say, three, size = seen.say, seen.three, seen.size
    shown = _shown(seen)
    columns: list[tuple[Show, ...]] = []
    for kind in VOCABULARY_KINDS:
        payload = payload_json(compared.picture(three, kind, size, shown, say))
        held = "" if seen.split.test is None else _held(kind, seen.split.test, seen)
        said = "\n".join(filter(None, [_members(kind, seen), held]))
        columns.append(
            (
                Text((say(WHY_KIND_KEYS[kind]),), "heading"),
                Picture(f"picture_{kind}", payload),
                Text((said,), "caption"),
            )
        )
    yield Columns(tuple(columns), _WIDTHS)


def counted(seen: LearnedText, _: Ask) -> Iterator[Show]:
    """Yield the counts of the words, and the unknown parts of the visitor's word."""
    yield Text(segments("\n".join(_count(word, seen) for word in _shown(seen))), "caption")
    if seen.state.word and (sentence := _unknown(seen.state.word, seen)):
        yield Text(segments(sentence))


def arithmetic(seen: LearnedText, _: Ask) -> Iterator[Show]:
    """Yield the size of the subwords as the sum of the alphabet and the merges."""
    say, three, size = seen.say, seen.three, seen.size
    alphabet, merges = len(three.characters), three.merges(size)
    if size < alphabet:
        yield told(say, "why.arithmetic.small", size=size, alphabet=alphabet)
        return
    values = {"alphabet": say.integer(alphabet), "merges": say.integer(merges), "sum": say.integer(alphabet + merges)}
    end = f" {say('why.arithmetic.end')}" if size > alphabet + merges else ""
    yield Text((say("why.arithmetic", **values) + end,))


def _shown(seen: LearnedText) -> list[str]:
    own = [seen.state.word] if seen.state.word else []
    return list(dict.fromkeys([*own, *compared.telling(seen.split, seen.three)]))


def _members(kind: VocabularyKind, seen: LearnedText) -> str:
    n, whole = seen.three.members(kind, seen.size), seen.three.full(kind)
    if n == whole and kind != "subwords":
        return seen.say(_ALL_MEMBERS[kind], all=whole)
    return seen.say(_MEMBERS[kind], n=n, all=whole)


def _held(kind: VocabularyKind, held: Corpus, seen: LearnedText) -> str:
    """Return the sentence on the length and the losses of the held-out words."""
    say, measured = seen.say, seen.three.measure(kind, seen.size, held)
    return say(
        "why.held",
        length=say.decimal(measured.tokens_per_word, 2),
        unknown=measured.unknown,
        all=held.total,
        share=say.percent(measured.unknown_share),
    )


def _count(word: str, seen: LearnedText) -> str:
    """Return the sentence on the count of a word in the training text, and its rank."""
    say, place = seen.say, seen.three.rank(word)
    if place is None:
        return say("why.word.new", word=code_word(word))
    count = say.count("count.times", seen.split.train[word])
    return say("why.word", word=code_word(word), count=count, place=place, all=len(seen.three.words))


def _unknown(word: str, seen: LearnedText) -> str:
    """Return the sentence on the unknown characters of a word; empty if none is."""
    say, three, size = seen.say, seen.three, seen.size
    never, no_room = three.missing(size, word)
    if not never and not no_room:
        is_lost = None in three.encode("words", size, word)
        return say("why.own.whole", word=code_word(word)) if is_lost else ""
    return " ".join(
        say(key, word=code_word(word), characters=say.listed([code(one) for one in characters]))
        for key, characters in (("why.own.never", never), ("why.own.no-room", no_room))
        if characters
    )


# -- the text ----------------------------------------------------------------------------------------------------------


def text(seen: LearnedText, _: Ask) -> Iterator[Show]:
    """Yield the text in its two parts, and what it is."""
    say = seen.say
    shows: list[Show] = []
    for name, part in reversed(seen.texts.items()):
        shows.append(Text((say(_TEXTS[name]),), "strong", rest=f"({say.count('why.words', part.total)})"))
        shows.append(Text(segments(_listed(part, say))))
    yield Fold(say("why.text"), tuple(shows), "article")
    yield told(say, ABOUT_KEYS[seen.state.example], "caption")


def _listed(part: Corpus, say: Catalog) -> str:
    """Return the words of a text with their counts."""
    pairs = [f"{shorten(visible(word))} {say.integer(count)}" for word, count in list(part.items())[:_MOST_WORDS]]
    rest = f" … {say('shown-of', shown=_MOST_WORDS, total=len(part))}" if len(part) > _MOST_WORDS else ""
    return as_code(", ".join(pairs), _WHOLE) + rest


# -- measures ----------------------------------------------------------------------------------------------------------


def sizes(seen: LearnedText, ask: Ask) -> Iterator[Show]:
    """Yield tokens per word and the share of unknown words, at the chosen size and over all sizes."""
    yield from title_of_measures(seen, ask)
    yield from measures(seen, ask)
    yield from over_sizes(seen, ask)


def title_of_measures(seen: LearnedText, _: Ask) -> Iterator[Show]:
    """Yield the heading of the measures, and why there may be those of one text only."""
    yield heading(seen.say, "why.measures", "why.measures")
    if seen.split.test is None:
        yield told(seen.say, "why.no-test", "info")


def measures(seen: LearnedText, _: Ask) -> Iterator[Show]:
    """Yield the measures at the chosen size as bars."""
    say, size = seen.say, seen.size
    at_size = {name: [row for row in rows if row.size == size] for name, rows in seen.measured().items()}
    first = next(iter(at_size.values()))
    written = [f"{say.decimal(_length(row), 2)} / {say.percent(row.value('unknown_share'))}" for row in first]
    alt = say("why.measures.alt", size=size, values=_values(_kinds(first, say), written, say))
    headings = [heading_of(COLUMN_KEYS["kind"], say), heading_of(COLUMN_KEYS["members"], say, is_number=True)]
    columns: list[list[Cell]] = [list(_kinds(first, say)), [say.integer(row.members) for row in first]]
    for name, rows in at_size.items():
        headings += [heading_of(COLUMN_KEYS[key], say) for key in _HEADINGS[name]]
        most = max(map(_length, rows))
        lengths = [Bar(say.decimal(_length(row), 2), _length(row) / most) for row in rows]
        shares = [Bar(_share(row, say), row.value("unknown_share")) for row in rows]
        for bars in (lengths, shares):
            columns.append([Bar(bar.text, bar.share, hue) for bar, hue in zip(bars, _HUES, strict=True)])
    yield DataTable(alt, tuple(headings), tuple(map(Row, zip(*columns, strict=True))))


def over_sizes(seen: LearnedText, _: Ask) -> Iterator[Show]:
    """Yield the measures over all sizes as lines, and in numbers."""
    say, tables = seen.say, seen.measured()
    name, rows = next(iter(tables.items()))  # of a training text there are no lines where words are held out
    yield Text((say(_TEXTS[name]),), "strong")
    lengths, unknown = (compared.lines(rows, column, seen.size, say) for column in ("tokens_per_word", "unknown_share"))
    yield Columns(((lengths,), (unknown,)))
    title = say("why.all-sizes")
    yield Fold(title, (Grid(title, _table(tables, say)),), "table_rows")
    yield explained(say, "why.measures.help")


def _table(tables: dict[str, tuple[Measured, ...]], say: Catalog) -> FilledTable:
    """Return the measures of both texts in one table."""
    first = next(iter(tables.values()))
    columns: dict[str, list[object]] = {
        "kind": [*_kinds(first, say)],
        "size": [row.size for row in first],
        "members": [row.members for row in first],
    }
    for name, rows in tables.items():
        tokens, unknown = _HEADINGS[name]
        columns[tokens] = [say.decimal(_length(row), 2) for row in rows]
        columns[unknown] = [_share(row, say) for row in rows]
    return FilledTable(tuple(column_of_cells(name, COLUMN_KEYS[name], cells) for name, cells in columns.items()))


def _length(row: Measured) -> float:
    return row.measure.tokens_per_word


def _share(row: Measured, say: Catalog) -> str:
    return say.with_aside(say.percent(row.measure.unknown_share), say.integer(row.measure.unknown))


def _kinds(rows: Iterable[Measured], say: Catalog) -> list[str]:
    return [say(WHY_KIND_KEYS[row.kind]) for row in rows]


def _values(names: Iterable[str], values: Iterable[str], say: Catalog) -> str:
    """Return values, each with its name."""
    return say.listed([say("why.value", kind=name, value=value) for name, value in zip(names, values, strict=True)])


# -- models, units, a claim --------------------------------------------------------------------------------------------


def models(seen: LearnedText, _: Ask) -> Iterator[Show]:
    """Yield the part of a model's parameters that the rows of its vocabulary are."""
    say = seen.say
    bars = compared.model_bars(seen.size, say)
    yield heading(say, "why.models", "why.models")
    yield Bars(" ".join(f"{bar.name}: {bar.text}" for bar in bars), bars, whole=1)
    yield told(say, "why.models.about", "caption")


def units(seen: LearnedText, ask: Ask) -> Iterator[Show]:
    """Yield the text in other units, and what a tutorial claims of Chinese."""
    yield from in_units(seen, ask)
    yield from claim(seen, ask)


def in_units(seen: LearnedText, _: Ask) -> Iterator[Show]:
    """Yield the same text in bytes, in characters and with the learned merges."""
    say = seen.say
    part = next(iter(seen.texts.values()))
    shown = compared.units(seen.three, seen.size, part)
    most = max(unit.tokens_per_character for unit in shown)
    names = [say(_UNITS[unit.name]) for unit in shown]
    numbers = [say.decimal(unit.tokens_per_character, 2) for unit in shown]
    rows = tuple(
        Row(
            (
                name,
                say.integer(unit.members),
                say.integer(unit.tokens),
                Bar(number, unit.tokens_per_character / most, hue),
            )
        )
        for unit, name, number, hue in zip(shown, names, numbers, _UNIT_HUES, strict=True)
    )
    headings: tuple[Heading, ...] = tuple(
        heading_of(COLUMN_KEYS[name], say, is_number=name in ("members", "tokens"))
        for name in ("unit", "members", "tokens", "tokens_per_character")
    )
    yield heading(say, "why.units", "why.units")
    yield DataTable(say("why.units.alt", values=_values(names, numbers, say)), headings, rows)
    yield told(say, "why.units.train" if seen.split.test is None else "why.units.test", "caption")


def claim(seen: LearnedText, _: Ask) -> Iterator[Show]:
    """Yield a tutorial's claim about Chinese beside the numbers here, and those of an English text; nothing of another
    text."""
    if seen.english is None:
        return
    say, three, (other, theirs) = seen.say, seen.three, seen.english
    yield heading(say, "why.claim", "why.claim")
    yield told(say, "why.claim.text")
    merges = three.merges(seen.size)
    if not merges or seen.split.test is None or other.test is None:
        yield told(say, "why.claim.no-merges")
        return
    here = three.saved(seen.size, seen.split.test)
    there = theirs.saved(len(theirs.characters) + merges, other.test)
    yield told(
        say,
        "why.claim.numbers",
        merges=say.count("count.merges", merges),
        train=say.percent(three.saved(seen.size, seen.split.train)),
        test=say.percent(here),
        english=say.percent(there),
        tokens=_first_tokens(three.trace.tokens[:merges][:_LEARNED]),
    )
    if here <= 0:
        yield told(say, "why.claim.right")
    else:
        yield told(say, "why.claim.less" if here < there else "why.claim.wrong")


def _first_tokens(tokens: Iterable[str]) -> str:
    return " ".join(map(code, tokens))


PAGE: Page[WhyState, LearnedText] = Page(
    form=FORM,
    seen=learned_text,
    views={
        "words": ("why.kind.words", words),
        "text": ("why.text", text),
        "sizes": ("why.measures", sizes),
        "models": ("why.models", models),
        "units": ("why.units", units),
    },
)
