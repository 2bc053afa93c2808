"""The panels of `/why`: words as tokens, the arithmetic, the measures over all sizes, characters and bytes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd
import streamlit as st

from tokviz.compare.three_vocabularies import VOCABULARY_KINDS, TrainTest, Vocabularies, VocabularyKind
from tokviz.corpus import Corpus
from tokviz.views.compare import vocabularies
from tokviz.views.compare.keys import COLUMN_KEYS, WHY_KIND_KEYS
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import Bar, Cell, Heading, Row
from tokviz.views.shared.display import visible
from tokviz.views.shared.palette import HUES
from tokviz.web.computing import cache
from tokviz.web.shared import cells, messages, parts, stepping
from tokviz.web.shared.tables import heading, show_chips
from tokviz.web.streamlit_workarounds import altair_charts

__all__ = ["show_claim", "show_models", "show_sizes", "show_text", "show_units", "show_words"]

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

_ACCENT = 205  # hue of the accent
_SIZE = ".st-key-why_size input"
_MOST_WORDS = 60  # of a text, in the list of its words
_WIDTHS = (3, 6, 4)  # of the columns: a word is widest in characters
_HEADINGS = {"test": ("test_tokens", "test_unknown"), "train": ("train_tokens", "train_unknown")}
_HUES = (HUES[1], None, _ACCENT)  # of words, characters and subwords, as in the lines over the sizes
_UNIT_HUES = (None, None, _ACCENT)
_LEARNED = 12  # merges that the claim about Chinese names


def show_words(split: TrainTest, three: Vocabularies, size: int, own: str, say: Catalog) -> None:
    """Draw the visitor's word (empty: none) and the telling words in each vocabulary, how often they occur, and what
    the three vocabularies contain."""
    shown = list(dict.fromkeys([*([own] if own else []), *vocabularies.telling(split, three)]))
    for kind, column in zip(VOCABULARY_KINDS, st.columns(_WIDTHS), strict=True):
        with column:
            st.subheader(say(WHY_KIND_KEYS[kind]), anchor=False)
            payload = vocabularies.picture(three, kind, size, shown, say)
            stepping.still_picture(payload, key=f"why_picture_{kind}", onward=_SIZE)
            said = [_members_sentence(kind, three, size, say)]
            if split.test is not None:
                said.append(_held_sentence(kind, split.test, three, size, say))
            messages.caption_lines(*said)
    with st.container(key="why_sentences"):  # a lesson leaves them out
        messages.caption_lines(*(_count_sentence(word, split, three, say) for word in shown))
        if sentence := _unknown_sentence(own, three, size, say) if own else "":
            st.markdown(sentence)
    st.markdown(_arithmetic_sentence(three, size, say))


def show_models(size: int, say: Catalog) -> None:
    """Draw which part of a model's parameters the rows of its vocabulary are."""
    st.subheader(say("why.models"), anchor=False)
    described = [f"{name}: {sentence}" for name, sentence, _ in vocabularies.model_rows(size, say)]
    altair_charts.draw(vocabularies.models, size, say, cells.palette(), describe=" ".join(described))
    st.caption(say("why.models.about"))


def show_text(split: TrainTest, say: Catalog) -> None:
    """Draw the text in its two parts, folded."""
    with st.expander(say("why.text"), icon=":material/article:"):
        st.markdown(f"**{say('why.train')}** ({say.count('why.words', split.train.total)})")
        st.markdown(_list_words(split.train, say))
        if split.test is not None:
            st.markdown(f"**{say('why.test')}** ({say.count('why.words', split.test.total)})")
            st.markdown(_list_words(split.test, say))


def show_sizes(split: TrainTest, three: Vocabularies, size: int, key: cache.TraceKey, say: Catalog) -> None:
    """Draw tokens per word and the share of unknown words: at the chosen size as bars, over all sizes as lines."""
    st.subheader(say("why.measures"), anchor=False)
    texts = {"test": split.test, "train": split.train}
    with st.spinner(say("why.counting")):
        tables = {
            name: _with_size(_over_sizes((*key, name), text, three), text, three, size)
            for name, text in texts.items()
            if text is not None
        }
    if split.test is None:
        st.info(say("why.no-test"), icon=":material/info:")
    with parts.part("figures"):
        at_size = {name: table[table["size"] == size] for name, table in tables.items()}
        show_chips(_measures_sentence(tables, size, say), *_measure_bars(at_size, say), say)
    name, table = next(iter(tables.items()))  # training text has no lines where words are held out: all are below
    st.markdown(f"**{say('why.test') if name == 'test' else say('why.train')}**")
    chosen = table[table["size"] == size]
    columns: tuple[vocabularies.Column, vocabularies.Column] = ("tokens_per_word", "unknown_share")
    for column, place in zip(columns, st.columns(2, gap="medium"), strict=True):
        values = _list_values(_kinds(chosen, say), [_written(value, column, say) for value in chosen[column]], say)
        quantity = say(COLUMN_KEYS[column])
        with place:
            altair_charts.draw(
                vocabularies.lines,
                table,
                column,
                size,
                say,
                cells.palette(),
                describe=say("why.lines.alt", what=quantity, size=size, values=values),
            )
    with st.expander(say("why.all-sizes"), icon=":material/table_rows:"):
        whole = _measures_table(tables, say)
        config = _columns(whole, say)
        st.dataframe(whole, hide_index=True, height=330, column_config=config, alt=say("why.all-sizes"))
    messages.caption_with_terms("why.measures.help", say)


def show_units(split: TrainTest, three: Vocabularies, size: int, say: Catalog) -> None:
    """Draw the same text in bytes, in characters and with the learned merges."""
    st.subheader(say("why.units"), anchor=False)
    text = split.train if split.test is None else split.test
    table = vocabularies.units(three, size, text)
    names = [say(_UNITS[unit]) for unit in table["unit"]]
    numbers = [say.decimal(value, 2) for value in table["tokens_per_character"]]
    most = max(table["tokens_per_character"])
    drawn = zip(names, table["members"], table["tokens"], numbers, table["tokens_per_character"], strict=True)
    rows = [
        Row((name, say.integer(members), say.integer(tokens), Bar(number, value / most, hue)))
        for (name, members, tokens, number, value), hue in zip(drawn, _UNIT_HUES, strict=True)
    ]
    headings = [
        heading(COLUMN_KEYS[name], say, is_number=name in ("members", "tokens"))
        for name in ("unit", "members", "tokens", "tokens_per_character")
    ]
    show_chips(say("why.units.alt", values=_list_values(names, numbers, say)), headings, rows, say)
    st.caption(say("why.units.train") if split.test is None else say("why.units.test"))


def show_claim(
    split: TrainTest, three: Vocabularies, size: int, english: tuple[TrainTest, Vocabularies], say: Catalog
) -> None:
    """Draw a tutorial's claim about Chinese beside the numbers here, and those of an English text."""
    other, theirs = english
    st.subheader(say("why.claim"), anchor=False)
    st.markdown(say("why.claim.text"))
    merges = three.merges(size)
    if not merges or split.test is None or other.test is None:
        st.markdown(say("why.claim.no-merges"))
        return
    here = three.saved(size, split.test)
    there = theirs.saved(len(theirs.characters) + merges, other.test)
    st.markdown(
        say(
            "why.claim.numbers",
            merges=say.count("count.merges", merges),
            train=say.percent(three.saved(size, split.train)),
            test=say.percent(here),
            english=say.percent(there),
            tokens=cells.code_list(three.trace.tokens[:merges][:_LEARNED], say),
        )
    )
    if here <= 0:
        st.markdown(say("why.claim.right"))
    else:
        st.markdown(say("why.claim.less") if here < there else say("why.claim.wrong"))


# -- sentences -------------------------------------------------------------------------------------------------------


def _count_sentence(word: str, split: TrainTest, three: Vocabularies, say: Catalog) -> str:
    """Return how often a word occurs in the training text, and its rank."""
    shown, place = cells.code(cells.token(word)), three.rank(word)
    if place is None:
        return say("why.word.new", word=shown)
    count = say.count("count.times", split.train[word])
    return say("why.word", word=shown, count=count, place=place, all=len(three.words))


def _unknown_sentence(word: str, three: Vocabularies, size: int, say: Catalog) -> str:
    """Return which characters of a word are unknown and why; empty if none is."""
    never, no_room = three.missing(size, word)
    if not never and not no_room:
        return (
            say("why.own.whole", word=cells.code(cells.token(word)))
            if None in three.encode("words", size, word)
            else ""
        )
    return " ".join(
        say(
            key, word=cells.code(cells.token(word)), characters=say.listed([cells.code(visible(c)) for c in characters])
        )
        for key, characters in (("why.own.never", never), ("why.own.no-room", no_room))
        if characters
    )


def _members_sentence(kind: VocabularyKind, three: Vocabularies, size: int, say: Catalog) -> str:
    n, whole = three.members(kind, size), three.full(kind)
    if n == whole and kind != "subwords":
        return say(_ALL_MEMBERS[kind], all=whole)
    return say(_MEMBERS[kind], n=n, all=whole)


def _held_sentence(kind: VocabularyKind, held: Corpus, three: Vocabularies, size: int, say: Catalog) -> str:
    """Return how long the held-out words are in a vocabulary, and how many of them it loses."""
    measured = three.measure(kind, size, held)
    return say(
        "why.held",
        length=say.decimal(measured.tokens_per_word, 2),
        unknown=measured.unknown,
        all=held.total,
        share=say.percent(measured.unknown_share),
    )


def _arithmetic_sentence(three: Vocabularies, size: int, say: Catalog) -> str:
    alphabet, merges = len(three.characters), three.merges(size)
    if size < alphabet:
        return say("why.arithmetic.small", size=size, alphabet=alphabet)
    values = {"alphabet": say.integer(alphabet), "merges": say.integer(merges), "sum": say.integer(alphabet + merges)}
    end = " " + say("why.arithmetic.end") if size > alphabet + merges else ""
    return say("why.arithmetic", **values) + end


def _list_words(text: Corpus, say: Catalog) -> str:
    """Return the words of a text with their counts."""
    pairs = [f"{cells.token(word)} {say.integer(count)}" for word, count in list(text.items())[:_MOST_WORDS]]
    rest = len(text) > _MOST_WORDS
    total = f" … {say('shown-of', shown=_MOST_WORDS, total=len(text))}" if rest else ""
    return cells.code(", ".join(pairs)) + total


def _written(value: Any, column: vocabularies.Column, say: Catalog) -> str:
    return say.percent(value) if column == "unknown_share" else say.decimal(value, 2)


def _measures_sentence(tables: dict[str, pd.DataFrame], size: int, say: Catalog) -> str:
    """Return the table at one size in words, for the first of the texts."""
    table = next(iter(tables.values()))
    chosen = table[table["size"] == size]
    measured = zip(chosen["tokens_per_word"], chosen["unknown_share"], strict=True)
    values = [f"{say.decimal(length, 2)} / {say.percent(share)}" for length, share in measured]
    return say("why.measures.alt", size=size, values=_list_values(_kinds(chosen, say), values, say))


def _list_values(names: Iterable[str], values: Iterable[str], say: Catalog) -> str:
    """Return values, each with its name."""
    return say.listed([say("why.value", kind=name, value=value) for name, value in zip(names, values, strict=True)])


def _kinds(table: pd.DataFrame, say: Catalog) -> list[str]:
    return [say(WHY_KIND_KEYS[kind]) for kind in table["kind"]]


# -- tables ----------------------------------------------------------------------------------------------------------


@st.cache_data(max_entries=48, show_spinner=False)
def _over_sizes(key: cache.TraceKey, _text: Corpus, _three: Vocabularies) -> pd.DataFrame:
    """Return the measures at all sizes that are always shown; `key` names the text."""
    return vocabularies.comparison(_three, _text, _three.sizes())


def _with_size(table: pd.DataFrame, text: Corpus, three: Vocabularies, size: int) -> pd.DataFrame:
    """Return the table with the chosen size."""
    if size in set(table["size"]):
        return table
    return pd.concat([table, vocabularies.comparison(three, text, [size])]).sort_values("size", kind="stable")


def _measure_bars(tables: Mapping[str, pd.DataFrame], say: Catalog) -> tuple[list[Heading], list[Row]]:
    """Return headings and rows of the measures of both texts at one size, as bars in the colors of the lines."""
    first = next(iter(tables.values()))
    headings = [heading(COLUMN_KEYS["kind"], say), heading(COLUMN_KEYS["members"], say, is_number=True)]
    columns: list[list[Cell]] = [list(_kinds(first, say)), [say.integer(number) for number in first["members"]]]
    for name, table in tables.items():
        headings += [heading(COLUMN_KEYS[key], say) for key in _HEADINGS[name]]
        most = max(table["tokens_per_word"])
        lengths = [say.decimal(value, 2) for value in table["tokens_per_word"]]
        shares = [
            f"{say.percent(share)} ({say.integer(number)})"
            for share, number in zip(table["unknown_share"], table["unknown"], strict=True)
        ]
        columns.append(list(map(Bar, lengths, table["tokens_per_word"] / most, _HUES)))
        columns.append(list(map(Bar, shares, table["unknown_share"], _HUES)))
    return headings, [Row(row) for row in zip(*columns, strict=True)]


def _measures_table(tables: dict[str, pd.DataFrame], say: Catalog) -> pd.DataFrame:
    """Return the measures of both texts in one table, as they are shown."""
    first = next(iter(tables.values()))
    shown = pd.DataFrame(
        {
            "kind": _kinds(first, say),
            "size": first["size"].to_numpy(),
            "members": first["members"].to_numpy(),
        }
    )
    for name, table in tables.items():
        tokens, unknown = _HEADINGS[name]
        shown[tokens] = [say.decimal(value, 2) for value in table["tokens_per_word"]]
        shown[unknown] = [
            f"{say.percent(share)} ({say.integer(number)})"
            for share, number in zip(table["unknown_share"], table["unknown"], strict=True)
        ]
    return shown


def _columns(table: pd.DataFrame, say: Catalog) -> dict[str, Any]:
    """Return the headings of a table of this page."""
    return cells.columns(table, say, COLUMN_KEYS)
