"""What `/why` shows of a text: words as tokens, the arithmetic, the measures over all sizes, characters and bytes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pandas as pd
import streamlit as st

from tokviz.compare.three_vocabularies import VOCABULARY_KINDS, TrainTest, Vocabularies, VocabularyKind
from tokviz.corpus import Corpus
from tokviz.views.compare import three_vocabularies
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.web.computing import cache
from tokviz.web.shared import cells, messages, parts, stepping
from tokviz.web.streamlit_workarounds import altair_charts

__all__ = ["claim", "sizes", "text", "units", "words"]

_SIZE = ".st-key-why_size input"
_MOST_WORDS = 60  # of a text, in the list of its words
_WIDTHS = (3, 6, 4)  # of the columns: a word is widest in characters
_HEADINGS = {"test": ("test_tokens", "test_unknown"), "train": ("train_tokens", "train_unknown")}
_LEARNED = 12  # merges that the claim about Chinese names


def words(split: TrainTest, three: Vocabularies, size: int, own: str, say: Catalog) -> None:
    """A word of the visitor's (empty: none) and the telling words in each vocabulary, as chips, how often
    they occur, and what the three vocabularies hold."""
    shown = list(dict.fromkeys([*([own] if own else []), *three_vocabularies.telling(split, three)]))
    for kind, column in zip(VOCABULARY_KINDS, st.columns(_WIDTHS), strict=True):
        with column:
            st.subheader(say(f"why.kind.{kind}"), anchor=False)
            payload = three_vocabularies.picture(three, kind, size, shown, say)
            stepping.still_picture(payload, key=f"why_stage_{kind}", onward=_SIZE)
            st.caption(_members(kind, three, size, say))
    with st.container(key="why_sentences"):  # a lesson leaves them out
        st.caption(" ".join(_counted(word, split, three, say) for word in shown))
        if told := _unknown(own, three, size, say) if own else "":
            st.markdown(told)
    st.markdown(_arithmetic(three, size, say))


def text(split: TrainTest, say: Catalog) -> None:
    """The text in its two parts, folded."""
    with st.expander(say("why.text"), icon=":material/article:"):
        st.markdown(f"**{say('why.train')}** ({say.count('why.words', split.train.total)})")
        st.markdown(_listed(split.train, say))
        if split.test is not None:
            st.markdown(f"**{say('why.test')}** ({say.count('why.words', split.test.total)})")
            st.markdown(_listed(split.test, say))


def sizes(split: TrainTest, three: Vocabularies, size: int, key: cache.TraceKey, say: Catalog) -> None:
    """Tokens per word and the share of unknown words: at the chosen size as a table, over all sizes as lines."""
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
    at_size = _beside({name: table[table["size"] == size] for name, table in tables.items()}, say).drop(columns="size")
    with parts.part("figures"):
        st.dataframe(at_size, hide_index=True, column_config=_columns(at_size, say), alt=_sentence(tables, size, say))
    for name, table in tables.items():
        st.markdown(f"**{say('why.test') if name == 'test' else say('why.train')}**")
        chosen = table[table["size"] == size]
        columns: tuple[three_vocabularies.Column, three_vocabularies.Column] = ("tokens_per_word", "unknown_share")
        for column, place in zip(columns, st.columns(2, gap="medium"), strict=True):
            values = _values(_kinds(chosen, say), [_shown(value, column, say) for value in chosen[column]], say)
            what = say(f"why.column.{column}")
            with place:
                altair_charts.draw(
                    three_vocabularies.lines,
                    table,
                    column,
                    size,
                    say,
                    cells.palette(),
                    describe=say("why.lines.alt", what=what, size=size, values=values),
                )
    with st.expander(say("why.all-sizes"), icon=":material/table_rows:"):
        whole = _beside(tables, say)
        config = _columns(whole, say)
        st.dataframe(whole, hide_index=True, height=330, column_config=config, alt=say("why.all-sizes"))
    messages.caption_with_terms("why.measures.help", say)


def units(split: TrainTest, three: Vocabularies, size: int, say: Catalog) -> None:
    """The same text in bytes, in characters and with the learned merges."""
    st.subheader(say("why.units"), anchor=False)
    text = split.train if split.test is None else split.test
    table = three_vocabularies.units(three, size, text)
    shown = pd.DataFrame(
        {
            "unit": [say(f"why.unit.{unit}") for unit in table["unit"]],
            "members": table["members"],
            "tokens": table["tokens"],
            "tokens_per_character": [say.decimal(value, 2) for value in table["tokens_per_character"]],
        }
    )
    alt = say("why.units.alt", values=_values(shown["unit"], shown["tokens_per_character"], say))
    st.dataframe(shown, hide_index=True, column_config=_columns(shown, say), alt=alt)
    st.caption(say("why.units.train") if split.test is None else say("why.units.test"))


def claim(
    split: TrainTest, three: Vocabularies, size: int, english: tuple[TrainTest, Vocabularies], say: Catalog
) -> None:
    """What a tutorial says of Chinese, beside what is computed: here, and with as many merges on an English text."""
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


def _counted(word: str, split: TrainTest, three: Vocabularies, say: Catalog) -> str:
    """How often the training text has a word, and the place that this gives it."""
    shown, place = cells.code(cells.token(word)), three.rank(word)
    if place is None:
        return say("why.word.new", word=shown)
    count = say.count("count.times", split.train[word])
    return say("why.word", word=shown, count=count, place=place, all=len(three.words))


def _unknown(word: str, three: Vocabularies, size: int, say: Catalog) -> str:
    """What of a word is unknown and why; empty if nothing is."""
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


def _members(kind: VocabularyKind, three: Vocabularies, size: int, say: Catalog) -> str:
    n, whole = three.members(kind, size), three.full(kind)
    if n == whole and kind != "subwords":
        return say(f"why.members.{kind}.all", all=whole)
    return say(f"why.members.{kind}", n=n, all=whole)


def _arithmetic(three: Vocabularies, size: int, say: Catalog) -> str:
    alphabet, merges = len(three.characters), three.merges(size)
    if size < alphabet:
        return say("why.arithmetic.small", size=size, alphabet=alphabet)
    values = {"alphabet": say.integer(alphabet), "merges": say.integer(merges), "sum": say.integer(alphabet + merges)}
    end = " " + say("why.arithmetic.end") if size > alphabet + merges else ""
    return say("why.arithmetic", **values) + end


def _listed(text: Corpus, say: Catalog) -> str:
    """The words of a text with their counts."""
    pairs = [f"{cells.token(word)} {say.integer(count)}" for word, count in list(text.items())[:_MOST_WORDS]]
    rest = len(text) > _MOST_WORDS
    total = f" … {say('shown-of', shown=_MOST_WORDS, total=len(text))}" if rest else ""
    return cells.code(", ".join(pairs)) + total


def _shown(value: Any, column: three_vocabularies.Column, say: Catalog) -> str:
    return say.percent(value) if column == "unknown_share" else say.decimal(value, 2)


def _sentence(tables: dict[str, pd.DataFrame], size: int, say: Catalog) -> str:
    """The table at one size in words: what the first of the texts needs."""
    table = next(iter(tables.values()))
    chosen = table[table["size"] == size]
    measured = zip(chosen["tokens_per_word"], chosen["unknown_share"], strict=True)
    told = [f"{say.decimal(length, 2)} / {say.percent(share)}" for length, share in measured]
    return say("why.measures.alt", size=size, values=_values(_kinds(chosen, say), told, say))


def _values(names: Iterable[str], told: Iterable[str], say: Catalog) -> str:
    """Values, each with the name of what it is of."""
    return say.listed([say("why.value", kind=name, value=value) for name, value in zip(names, told, strict=True)])


def _kinds(table: pd.DataFrame, say: Catalog) -> list[str]:
    return [say(f"why.kind.{kind}") for kind in table["kind"]]


# -- tables ----------------------------------------------------------------------------------------------------------


@st.cache_data(max_entries=48, show_spinner=False)
def _over_sizes(key: cache.TraceKey, _text: Corpus, _three: Vocabularies) -> pd.DataFrame:
    """The measures at all sizes that are always shown; `key` names the text."""
    return three_vocabularies.comparison(_three, _text, _three.sizes())


def _with_size(table: pd.DataFrame, text: Corpus, three: Vocabularies, size: int) -> pd.DataFrame:
    """The same with the chosen size."""
    if size in set(table["size"]):
        return table
    return pd.concat([table, three_vocabularies.comparison(three, text, [size])]).sort_values("size", kind="stable")


def _beside(tables: dict[str, pd.DataFrame], say: Catalog) -> pd.DataFrame:
    """The measures of both texts in one table, as they are read."""
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
    """The headings of a table of this page."""
    return cells.columns(table, say, "why.column.")
