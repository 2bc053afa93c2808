"""The text of `/compare` in rows, once for each tokenizer, the lines about a word, and the pages that these lead to."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple
from urllib.parse import urlencode

import streamlit as st

from tokviz import bpe, unigram, wordpiece
from tokviz.algorithms import ALGORITHMS, BPE, UNIGRAM, WORDPIECE
from tokviz.compare.accounts import Account
from tokviz.compare.comparison import FILE, Compared, Comparison
from tokviz.compare.differences import Reason, differs
from tokviz.compare.reading import Split, split_of, splits_of
from tokviz.compare.sizes import is_one_training
from tokviz.compare.spans import UNIT, Model, sources
from tokviz.corpus.passages import Passage
from tokviz.errors import TokvizError
from tokviz.examples import OWN
from tokviz.memory import Key
from tokviz.pretokenize import METASPACE
from tokviz.sandbox import ask
from tokviz.state import bpe_encode as encode_state
from tokviz.state import lattice as lattice_state
from tokviz.state import training as train_state
from tokviz.state import wordpiece_encode as wordpiece_state
from tokviz.state.bpe_encode import BpeEncodeState
from tokviz.state.compare import MARKS, MAX_WORD, PAGE, CompareState, corpus_of
from tokviz.state.form import MAX_LINK_CHARS
from tokviz.state.lattice import LatticeState
from tokviz.state.pages import page_at
from tokviz.state.training import ENCODING_FORMS, ApplyState, TrainState
from tokviz.state.wordpiece_encode import WordpieceEncodeState
from tokviz.views.compare.rows import comparison_payload, passages_of, pick_words
from tokviz.views.compare.sentences import other_sizes, why_not, word_lines
from tokviz.views.picture.questions import payload_json
from tokviz.views.shared.catalog import Catalog, load
from tokviz.views.shared.text_rows import WordLines, WordLink
from tokviz.web import visit_corpus
from tokviz.web.address.site_map import page
from tokviz.web.components import text_rows as component
from tokviz.web.encoding import applied
from tokviz.web.server.tokenizer_files import name_of
from tokviz.web.shared import cells, messages, stepping
from tokviz.web.streamlit_workarounds import widget_values

_NOTATIONS = {
    "own": "compare.notation.own",
    "neutral": "compare.notation.neutral",
}

_ROWS = "compare_rows"
_LOOKED_AT = 40  # words of the text among which one that differs is looked for


def show_rows(comparison: Comparison, state: CompareState, say: Catalog) -> str:
    """Draw the rows. Returns how tokens are written in them, which is chosen below."""
    marks: str = st.session_state["compare_marks"] or MARKS[0]
    word = _picked_word(opening_word(comparison))
    words = tuple(_first_words(comparison.key, comparison.text, comparison))
    component.text_rows(
        _rows_payload(comparison.key, comparison.text, say.language, marks, comparison),
        key=_ROWS,
        on_pick=_take_pick,
        picked={"word": word},
        told=_word_lines(comparison, replace(state, marks=marks), word, words, say),
        below=stepping.BELOW,
    )
    for note in other_sizes(comparison.tokenizers, say):
        st.caption(messages.escape(note))
    return marks


def choose_marks(say: Catalog) -> None:
    """Draw the choice of how tokens are written."""
    st.segmented_control(
        say("compare.marks"),
        MARKS,
        format_func=lambda name: say(_NOTATIONS[name]),
        key="compare_marks",
        required=True,
        help=say("compare.marks.help"),
        width="content",
    )


def is_below_seen() -> bool:
    """Tell if the views below have been in view."""
    return component.is_below_seen(st.session_state.get(_ROWS))


def _take_pick() -> None:
    """Show the word that was picked in the rows."""
    picked = component.word_picked_in(st.session_state.get(_ROWS))
    if picked is not None:
        widget_values.put("compare_word", picked[:MAX_WORD])


@st.cache_resource(max_entries=16, show_spinner=False)
def _rows_payload(key: Key, text: str, language: str, marks: str, _comparison: Comparison) -> str:
    return payload_json(comparison_payload(_comparison, load(language), is_neutral=marks == "neutral"))


@st.cache_data(max_entries=64, show_spinner=False)
def _first_words(key: Key, text: str, _comparison: Comparison) -> dict[str, Passage]:
    """Return name -> passage of the first words of the text, as they can be picked in the rows."""
    passages = pick_words(text, _comparison.segmentations).passages
    return dict(list(passages.items())[:_LOOKED_AT]) or {word: Passage.alone(word) for word in text.split()[:1]}


def opening_word(comparison: Comparison) -> str:
    """Return the word that is shown while none is picked: the first one that is split differently."""
    return _opening_word(comparison.key, comparison.text, comparison)


@st.cache_data(max_entries=64, show_spinner=False)
def _opening_word(key: Key, text: str, _comparison: Comparison) -> str:
    words = _first_words(key, text, _comparison)
    in_order = sorted(words, key=lambda name: words[name].stretch)
    passages = [words[name] for name in in_order]
    each = zip(*(ask(splits_of, passages, tokenizer.model) for tokenizer in _comparison.tokenizers), strict=True)
    differing = {
        name
        for name, (first, *others) in zip(in_order, each, strict=True)
        if any(differs(first, other) for other in others)
    }
    return next((name for name in words if name in differing), next(iter(words)))


# -- the lines about a word --------------------------------------------------------------------------------------------


def _picked_word(opening: str) -> str:
    """Return the word that is shown."""
    typed: str = st.session_state["compare_word"].strip()
    return (typed or opening).split()[0][:MAX_WORD]


def _word_lines(comparison: Comparison, state: CompareState, word: str, words: Sequence[str], say: Catalog) -> str:
    """Return the lines below the rows as JSON: those of the picked word, with links, and those of `words`."""
    key = (*comparison.key, comparison.text)
    lines = dict(_lines_of_words(key, tuple(words), state.marks, say.language, comparison))
    try:
        passage = _passage_of(key, word, comparison)
        lines[word] = _lines(comparison, state.marks, passage, _line_links(comparison, state, passage, say), say)
    except TokvizError as error:
        messages.show_error(error, say)
    return payload_json(lines)


@st.cache_resource(max_entries=32, show_spinner=False)
def _lines_of_words(
    key: Key, words: tuple[str, ...], marks: str, language: str, _comparison: Comparison
) -> dict[str, WordLines]:
    """Return word -> its lines, for words that are not picked."""
    lines = {}
    for word, passage in passages_of(_comparison, words).items():
        with suppress(TokvizError):  # a word may be too long to be explained
            lines[word] = _lines(_comparison, marks, passage, (), load(language))
    return lines


@st.cache_resource(max_entries=512, show_spinner=False)
def _passage_of(key: Key, word: str, _comparison: Comparison) -> Passage:
    """Return the passage of the picked word in the text. Raises TokvizError."""
    return passages_of(_comparison, [word])[word]


def ask_word(comparison: Comparison, state: CompareState, opening: str, say: Catalog) -> str:
    """Draw the field for any word, and the targets of the links in its lines. Returns the word, as it was typed."""
    typed: str = st.text_input(
        say("compare.word"),
        key="compare_word",
        max_chars=MAX_WORD,
        placeholder=cells.token(opening),
        help=say("compare.word.help"),
    ).strip()
    messages.caption_with_terms("compare.why.about", say)
    messages.details_with_terms("compare.why.details", say)
    with st.container(key="compare_away"):
        place = _passage_of((*comparison.key, comparison.text), _picked_word(opening), comparison)
        for number, there in enumerate(_line_links(comparison, state, place, say)):
            _draw_link(comparison.tokenizers, there, number, say)
    return typed


@st.cache_resource(max_entries=512, show_spinner=False)
def _reasons(
    key: Key, passage: Passage, _tokenizers: Sequence[Compared], _splits: Sequence[Split]
) -> dict[int, Reason]:
    """Return tokenizer's number -> reason why another splits the word differently. It is on the left. Raises
    TokvizError."""
    return why_not(passage, _tokenizers, _splits)


def show_open_row(state: CompareState, say: Catalog) -> None:
    """Draw links that take the corpus to the pages of the algorithms."""
    if not _fits_link(state):
        st.caption(say("compare.open-not"))
        return
    visit_corpus.show_links(PAGE, corpus_of(state), say, state.text, as_cut=True)


@dataclass(frozen=True)
class _LineLink:
    """The link of a line. tokenizer: its number; label: its text."""

    tokenizer: int
    label: str
    link: _Link


def _lines(comparison: Comparison, marks: str, passage: Passage, links: Sequence[_LineLink], say: Catalog) -> WordLines:
    tokenizers = comparison.tokenizers
    splits, whys = _explain(comparison, passage)
    lines: list[list[WordLink]] = [
        [
            {
                "label": there.label,
                "href": f"{there.link.page}?{urlencode({**there.link.query, 'lang': say.language})}"
                if tokenizer.slot.is_trained
                else "",
                "place": place,
            }
            for place, there in enumerate(links)
            if there.tokenizer == number
        ]
        for number, tokenizer in enumerate(tokenizers)
    ]
    return word_lines(tokenizers, splits, whys, passage, say, links=lines, is_neutral=marks == "neutral")


def _explain(comparison: Comparison, passage: Passage) -> tuple[list[Split], dict[int, Reason]]:
    """Return each tokenizer's split of a word in its text, and the reasons for differences. Raises TokvizError."""
    splits = [ask(split_of, passage, model) for model in comparison.models]
    return splits, _reasons(comparison.key, passage, comparison.tokenizers, splits)


def _line_links(comparison: Comparison, state: CompareState, passage: Passage, say: Catalog) -> list[_LineLink]:
    """Return the links to where a word's tokens come from: its encoding, and the step of the training."""
    links = []
    try:
        _, whys = _explain(comparison, passage)
    except TokvizError:  # said above the rows
        return []
    for number, tokenizer in enumerate(comparison.tokenizers):
        if tokenizer.slot.is_trained and not _fits_link(state):
            continue
        why = whys.get(number)
        account = why.left if why is not None else None
        try:
            link = _encoding_link(state, tokenizer, passage, why, account)
        except TokvizError:  # too long to be shown step by step
            continue
        if link is not None:
            links.append(_LineLink(number, say("compare.open-encoding", step=link.step), link))
        training = _training_link(state, tokenizer, account) if account is not None else None
        if tokenizer.slot.is_trained and training is not None:
            links.append(_LineLink(number, say("compare.open-training", step=training.step), training))
    return links


def _draw_link(tokenizers: Sequence[Compared], there: _LineLink, number: int, say: Catalog) -> None:
    """Draw a link, or a button for an uploaded tokenizer, which no link can hold."""
    tokenizer, link = tokenizers[there.tokenizer], there.link
    if tokenizer.slot.is_trained:
        visit_corpus.page_link(link.page, link.query, say, there.label)
    elif st.button(there.label, icon=page_at(link.page).icon, key=f"compare_hand_over_{number}", type="tertiary"):
        applied.hand_over(link.page, name_of(tokenizer.slot.files), tokenizer.slot.specials)
        st.switch_page(page(page_at(link.page), say), query_params={**link.query, "lang": say.language})


# -- where the lines lead ----------------------------------------------------------------------------------------------


class _Link(NamedTuple):
    """A page by its url, and the query string to open it with, without the language. step: where it opens, 0 for the
    start."""

    page: str
    query: dict[str, str]
    step: int = 0


def _fits_link(state: CompareState) -> bool:
    return state.example != OWN or 0 < len(state.corpus) <= MAX_LINK_CHARS


def _encoding_link(
    state: CompareState, tokenizer: Compared, passage: Passage, why: Reason | None, account: Account | None
) -> _Link | None:
    """Return the page that splits a word with this tokenizer, at the step that decided; None if there is no such page.

    An uploaded tokenizer has to be passed along (:mod:`tokviz.web.encoding.tokenizer`). why, account: why the word
    differs, and this tokenizer's side of it; without them the last step, where the word is done.
    """
    model, word = tokenizer.model, passage.word or passage.written
    seen, index = _seen_word(passage, model, why)
    train = _training_of(state, tokenizer)
    is_in_text = seen in model.words(state.text)
    text = state.text if is_in_text else word if seen in model.words(word) else f" {word}"
    match model:
        case unigram.Model():
            seen = seen[: lattice_state.MAX_WORD]
            step = _lattice_step(model, seen, index)
            lattice = LatticeState(train=train, word=_typed_word(seen, word, model), text=state.text, step=step)
            return _Link(UNIGRAM.name, lattice_state.FORM.write(lattice), step)
        case wordpiece.Model():
            step = _search_step(model, seen, index)
            walk = WordpieceEncodeState(train=train, text=text, word=seen, step=step)
            return _Link(WORDPIECE.name, wordpiece_state.FORM.write(walk), step)
        case bpe.Model() if tokenizer.slot.algorithm in ENCODING_FORMS:
            step, address = _merge_step(model, seen, account), tokenizer.slot.algorithm
            applied = ApplyState(train=train, text=text, word=seen, step=step)
            return _Link(address, ENCODING_FORMS[address].write(applied), step)
        case bpe.Model() if tokenizer.slot.algorithm in (BPE.name, FILE):
            step = _merge_step(model, seen, account)
            merging = BpeEncodeState(train=train, text=text, word=seen, step=step)
            return _Link(encode_state.PAGE, encode_state.FORM.write(merging), step)
        case _:
            return None


def _training_link(state: CompareState, tokenizer: Compared, account: Account) -> _Link | None:
    """Return the training at the step that decided; None if no step did."""
    trace, step = tokenizer.tokenizer.trace, account.step
    if step is None or trace is None:
        return None
    train = replace(_training_of(state, tokenizer), step=step + 1)
    if ALGORITHMS[trace.algorithm].grows and step >= tokenizer.tokenizer.steps:  # beyond this size
        train = replace(train, amount=trace.sizes()[step + 1])
    return _Link(tokenizer.slot.algorithm, train_state.FORMS[train.algorithm].write(train), step + 1)


def _training_of(state: CompareState, tokenizer: Compared) -> TrainState:
    """Return the training of a tokenizer; for an uploaded one the usual training beside it on its page."""
    if not tokenizer.slot.is_trained:
        return replace(train_state.defaults(ALGORITHMS[tokenizer.model.algorithm], state.example), text=state.corpus)
    return TrainState(
        algorithm=tokenizer.slot.algorithm,
        example=state.example,
        text=state.corpus,
        split=ALGORITHMS[tokenizer.slot.algorithm].split or state.split,
        preset=tokenizer.slot.preset,
        rules=tokenizer.slot.rules,
        stop="vocab",
        amount=(tokenizer.tokenizer.size if is_one_training(tokenizer.slot.rules) else tokenizer.size)
        + tokenizer.tokenizer.special,
    )


def _seen_word(passage: Passage, model: Model, why: Reason | None) -> tuple[str, int]:
    """Return the word that the tokenizer sees at the place that differs.

    Also the number of its characters before the place. Without a place: the first word, and all of its characters.
    """
    start, word, _, end = (place * UNIT for place in passage.stretch)
    sources_there = [
        source
        for source in sources(passage.text, model)
        if source.begins and start <= source.ends[-1] and source.begins[0] < end
    ]
    sources_there = [source for source in sources_there if source.ends[-1] > word] or sources_there
    if not sources_there:
        return passage.word, len(passage.word)
    if why is None or why.place is None:
        return sources_there[0].text, len(sources_there[0].text)
    place = word + int(why.place * UNIT)
    source = next((source for source in sources_there if source.ends[-1] >= place), sources_there[-1])
    return source.text, sum(begin < place for begin in source.begins)


def _typed_word(seen: str, word: str, model: unigram.Model) -> str:
    """Return the text to type for this word: some tokenizers add the mark themselves."""
    return next(
        (candidate for candidate in (seen, seen.removeprefix(METASPACE), word) if model.words(candidate) == (seen,)),
        seen,
    )


def _lattice_step(model: unigram.Model, word: str, index: int) -> int:
    """Return the step of the lattice that fills the end of the piece that covers, or ends at, the place."""
    trace = model.explain(word)
    place = index + len(trace.lattice.word) - len(word)
    return next((arc.end for arc in trace.path.arcs if arc.end >= place), len(trace.lattice.word))


def _search_step(model: wordpiece.Model, word: str, index: int) -> int:
    """Return the number of searches until a token covers, or ends at, the place."""
    trace = model.explain(word)
    return next((k for k, step in enumerate(trace, 1) if step.end is None or step.end >= index), len(trace))


def _merge_step(model: bpe.Model, word: str, account: Account | None) -> int:
    """Return the number of merges of the word up to the one that decided.

    All if no merge did.
    """
    merges = [step.pair for step in model.explain(word)]
    decided = account.decided if account else None
    if decided is None or decided.pair not in merges:
        return len(merges)
    return merges.index(decided.pair) + 1
