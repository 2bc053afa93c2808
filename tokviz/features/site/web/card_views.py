"""The views beside a card without a server: the pictures of the app, and tables of what the app has below them.

What a page of the app lets a visitor change at random, such as dropout, is a table of several settings here.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any, cast

from tokviz import bpe, recorded, unigram
from tokviz.algorithms import ALGORITHMS
from tokviz.compare.clock import clock_of
from tokviz.compare.comparison import Comparison, Slot, held_out
from tokviz.compare.three_vocabularies import VOCABULARY_KINDS, Vocabularies
from tokviz.corpus import Corpus
from tokviz.features.site.payloads import Pool, Shown, picture, sizes, table, text, training, word
from tokviz.features.site.shown import compared_rows, stage_rows, still_rows, tokenizer_of
from tokviz.features.site.sources import ALONE, byte_model, split_of, twin_lengths_of
from tokviz.guides import Card
from tokviz.pretokenize import with_alternatives
from tokviz.state.bpe_encode import BpeEncodeState
from tokviz.state.bytes import BytesState
from tokviz.state.compare import CompareState, compared_size
from tokviz.state.lattice import LatticeState
from tokviz.state.pages import form_of
from tokviz.state.tokenizers import TokenizersState
from tokviz.state.training import ApplyState, TrainState
from tokviz.state.why import WhyState
from tokviz.text_keys import preset_key
from tokviz.views import byte_level
from tokviz.views.algorithms import views_of
from tokviz.views.byte_level import text_rows_payload
from tokviz.views.compare import charts, three_vocabularies
from tokviz.views.compare.keys import COLUMN_KEYS, WHY_KIND_KEYS
from tokviz.views.compare.sentences import tokenizer_names
from tokviz.views.compare.tables import measures_beside
from tokviz.views.encoding.merging import drawn_word, word_payload
from tokviz.views.lattice.tables import split
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.tables import FilledTable, column_of_cells, table_of_rows
from tokviz.views.tokenizers.alternatives import named
from tokviz.views.tokenizers.compared import Group, compared_payload, of_record
from tokviz.views.tokenizers.work import pretoken_picture, pretokens, with_words
from tokviz.views.twins import twins

_CANDIDATES = ("now", "printed", "scatter")
"""Parts and views that speak of what a step chooses from."""


def views_of_card(card: Card, pool: Pool, say: Catalog) -> list[Shown]:
    """Return the views beside a card. Raises TokvizError."""
    state, _ = form_of(card.page, card.query).read(card.query)
    match state:
        case TrainState():
            return _training(state, card, pool, say)
        case ApplyState():
            return _applied(state, card, pool, say)
        case CompareState():
            return _compared(state, card, pool, say)
        case BytesState():
            return _bytes(state, card, pool, say)
        case TokenizersState():
            return _tokenizer(state, card, pool, say)
        case WhyState():
            return _why(state, card, pool, say)
    return [text(say("site.no-app"))]  # a page that would show nothing without a server


# -- training and applying ---------------------------------------------------------------------------------------------


def _training(state: TrainState, card: Card, pool: Pool, say: Catalog) -> list[Shown]:
    trace = ALONE.trace(state)
    step = min(state.step, len(trace))
    shown, _ = training(pool, trace, step, say, split=state.split, asks=card.is_predicting)
    if {card.part, state.view} & {*_CANDIDATES}:
        tables = views_of(trace).tables()
        choice = tables.choice(trace, step, say)
        return [shown, table(choice, say("site.candidates"), say)]
    if state.view != "versus":
        return [shown]
    rules = ALGORITHMS[state.algorithm].presets[state.versus]
    other, _ = training(pool, ALONE.trace(replace(state, rules=rules)), step, say, split=state.split)
    names = (say.choice(preset_key, preset) for preset in (state.preset, state.versus))
    return [item for name, part in zip(names, (shown, other), strict=True) for item in (text(name), part)]


def _applied(state: ApplyState, card: Card, pool: Pool, say: Catalog) -> list[Shown]:
    tokenizer = tokenizer_of(state)
    model = tokenizer.model
    chosen = state.word or model.words(state.text)[0]
    topic = (card.page, state.train, tokenizer.at, chosen)
    shown = word(pool, tokenizer.word_picture(chosen, say), state.step, topic, say, asks=card.is_predicting)
    if isinstance(state, LatticeState) and state.view == "samples":
        return [shown, sampled_table(cast(unigram.Model, model), chosen, say)]
    if isinstance(state, BpeEncodeState) and state.view == "dropout":
        return [shown, dropout_table(cast(bpe.Model, model), chosen, state.dropout, state.seed, say)]
    return [shown]


# -- several tokenizers ------------------------------------------------------------------------------------------------


def _compared(state: CompareState, card: Card, pool: Pool, say: Catalog) -> list[Shown]:
    engine = ALONE.engine(state)
    slots = [Slot.of(name) for name in state.tokenizers]
    size = compared_size(engine, state)
    tokenizers = tuple(
        engine.tokenizer(slot, size, name) for slot, name in zip(slots, tokenizer_names(slots, say), strict=True)
    )
    comparison = Comparison(engine, tokenizers, state.text, held_out(state.held or state.text))
    if card.part == "clock":
        return [sizes(pool, clock_of(comparison), size, comparison.key, say, asks=card.is_predicting)]
    shown = compared_rows(comparison, state.word, pool, say)
    if state.view != "measures":
        return [shown]
    if card.part == "agreement":
        square = charts.square(charts.pairs(comparison.readings["held"]), "agreement", say)
        return [table(square, say("compare.pair.agreement"), say), shown]
    return [table(measures_beside(comparison.readings, say), say("compare.tab.measures"), say), shown]


# -- a text on its way to tokens ---------------------------------------------------------------------------------------


def _bytes(state: BytesState, card: Card, pool: Pool, say: Catalog) -> list[Shown]:
    model = byte_model(replace(state, word=1, token=1, step=0))
    pieces = with_alternatives(state.shown, state.pattern)
    tokens = byte_level.tokens(pieces, model)
    rows = still_rows(text_rows_payload(pieces, tokens, len(model.merges), say), pool, say)
    match card.part:
        case "characters":
            return [rows, table(byte_level.characters(state.shown), say("bytes.characters.title"), say)]
        case "pretokens":
            listed = byte_level.pretokens(named(pieces, say))
            return [rows, table(listed, say("bytes.pretokens.title"), say)]
        case "tokens":
            token = tokens[min(state.token, len(tokens)) - 1]
            return [rows, table(byte_level.byte_table(token.raw), say("bytes.tokens.title"), say)]
        case "twins":
            bars = twins(twin_lengths_of(state), say)
            columns = {
                "bytes.twins.column": [bar.name for bar in bars],
                "why.column.tokens": [bar.text for bar in bars],
            }
            lengths = [column_of_cells(key, key, cells) for key, cells in columns.items()]
            return [rows, table(FilledTable(tuple(lengths)), say("bytes.twins"), say)]
        case "picture":
            piece, _ = pieces[min(state.word, len(pieces)) - 1]
            trace = model.explain(byte_level.word_of(piece, model))
            payload = word_payload(trace, say, drawn_word(trace, len(model.merges), say))
            return [picture(pool, [payload], min(state.step, payload["total"])), rows]
    return [rows]


def _tokenizer(state: TokenizersState, card: Card, pool: Pool, say: Catalog) -> list[Shown]:
    pipeline = ALONE.pipeline(state.tokenizer)
    rows = stage_rows(pipeline, state.shown, pool, say)
    sentence = recorded.find(state.shown)
    if card.part == "units" and sentence:
        known = recorded.tokenizers()
        recorded_rows = tuple(of_record(recorded.load(sentence.name, tokenizer.name)) for tokenizer in known)
        title = say("tokenizers.compared.title", date=max(tokenizer.date for tokenizer in known))
        return [still_rows(compared_payload(state.shown, [Group(title, recorded_rows)], say), pool, say)]
    if card.part != "picture":
        return [rows]
    chosen = pretokens(with_words(pipeline, pipeline.stages(state.shown)))[state.word - 1].text
    topic = (state.tokenizer, chosen)
    drawn = pretoken_picture(pipeline.model, chosen, say)
    return [word(pool, drawn, state.step, topic, say, asks=card.is_predicting), rows]


# -- pretokens, characters, subwords -----------------------------------------------------------------------------------


def _why(state: WhyState, card: Card, pool: Pool, say: Catalog) -> list[Shown]:
    three, split = ALONE.learned(state), split_of(state)
    assert three is not None
    size = state.size or three.usual
    if card.part == "figures":
        texts = {"why.test": split.test, "why.train": split.train}
        return [_sizes(three, size, corpus, say(key), say) for key, corpus in texts.items() if corpus is not None]
    if card.part == "models":
        return [text(f"{bar.name}: {bar.text}") for bar in three_vocabularies.model_bars(size, say)]
    shown = list(dict.fromkeys([*([state.word] if state.word else []), *three_vocabularies.telling(split, three)]))
    parts: list[Shown] = []
    for kind in VOCABULARY_KINDS:
        payload = three_vocabularies.picture(three, kind, size, shown, say)
        parts += [text(say(WHY_KIND_KEYS[kind])), picture(pool, [payload])]
    if split.test is not None:
        parts.append(_sizes(three, size, split.test, say("why.test"), say))
    return parts


def _sizes(three: Vocabularies, size: int, words_of: Corpus, title: str, say: Catalog) -> Shown:
    """Return the numbers of tokens of a text with each vocabulary of one size."""
    rows = three_vocabularies.comparison(three, words_of, [size])
    columns: dict[str, list[Any]] = {
        "kind": [say(WHY_KIND_KEYS[row.kind]) for row in rows],
        "size": [row.size for row in rows],
        "members": [row.members for row in rows],
        "tokens_per_word": [say.decimal(row.measure.tokens_per_word, 2) for row in rows],
        "unknown_share": [
            f"{say.percent(row.measure.unknown_share)} ({say.integer(row.measure.unknown)})" for row in rows
        ],
    }
    filled = FilledTable(tuple(column_of_cells(name, COLUMN_KEYS[name], cells) for name, cells in columns.items()))
    return table(filled, title, say)


# -- segmentations at random -------------------------------------------------------------------------------------------

DRAWS = 1_000
_MOST = 12  # segmentations
_EXPONENTS = (0.0, 0.5, 1.0, 2.0)


def sampled_table(model: unigram.Model, word: str, say: Catalog) -> Shown:
    """Return the probability with which each of the best segmentations is drawn, for each exponent."""
    lattice = model.explain(word).lattice
    paths = lattice.nbest(_MOST)
    names = ("segmentation", *(f"α = {alpha:g}" for alpha in _EXPONENTS))
    rows = [(split(path), *(lattice.sampling_probability(path, alpha) for alpha in _EXPONENTS)) for path in paths]
    return table(table_of_rows(names, rows), say("lattice.tab.samples"), say)


def dropout_table(encoder: bpe.Model, word: str, share: int, seed: int, say: Catalog) -> Shown:
    """Return the frequency of each segmentation with dropout.

    There is a column without dropout, one for this share in per cent, and one for a half.
    """
    shares = sorted({0, share, 50})
    rngs = {percent: random.Random(seed) for percent in shares}
    drawn = {
        percent: Counter(encoder.explain(word, percent / 100, rngs[percent]).tokens for _ in range(DRAWS))
        for percent in shares
    }
    listed = [tokens for tokens, _ in sum(drawn.values(), Counter[tuple[str, ...]]()).most_common(_MOST)]
    names = ("segmentation", *(say("number.percent", n=percent) for percent in shares))
    rows = [(tokens, *(drawn[percent][tokens] for percent in shares)) for tokens in listed]
    return table(table_of_rows(names, rows), say("site.dropped", n=DRAWS), say)
