"""Views of page states without a server: a word that is split, tokenizers beside each other, the stages of a text.

The cards of lessons and the reader's own text in a browser tab show these; what is said beside them is up to each.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import cast

from tokviz import bpe, superbpe, unigram, wordpiece
from tokviz.bpe import Applier
from tokviz.bpe.encoding import Loop
from tokviz.compare import reading
from tokviz.compare.comparison import Comparison
from tokviz.corpus.passages import Passage
from tokviz.errors import TokvizError
from tokviz.features.site.payloads import Pool, Shown
from tokviz.features.site.sources import ALONE, corpus_of, model_of
from tokviz.files.pipeline import Pipeline
from tokviz.files.stage_parts import with_dropped
from tokviz.state.bpe_encode import BpeEncodeState
from tokviz.state.lattice import LatticeState
from tokviz.state.training import ApplyState
from tokviz.state.wordpiece_encode import WordpieceEncodeState
from tokviz.superbpe import boundless
from tokviz.views.compare.rows import comparison_payload, passages_of, pick_words
from tokviz.views.compare.sentences import why_not, word_lines
from tokviz.views.encoding.applying import applied_word
from tokviz.views.picture.questions import WordPicture
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.text_rows import TextRows, WordLines
from tokviz.views.tokenizers.text_rows import drawn_stages, stages_payload
from tokviz.views.tokenizers.work import drawn_words, pretoken_picture, with_words
from tokviz.views.unigram.numbers import common_denominator

_LineModel = superbpe.Model | boundless.Model
_TrainedModel = bpe.Model | wordpiece.Model | unigram.Model | _LineModel


# -- a word that is split ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Tokenizer:
    """The tokenizer of a page that applies one.

    applier: what subword-nmt does around the merges, if that is asked for. at: after how many steps of its training it
    is made; 0 for all. common: the denominator of its probabilities, if a unigram model has one.
    """

    model: _TrainedModel
    applier: Applier | None = None
    at: int = 0
    common: int | None = None

    @property
    def encoder(self) -> _TrainedModel | Applier:
        """Return the encoder of a word."""
        return self.applier or self.model

    def words(self, text: str) -> tuple[str, ...]:
        """Return the words of a text, or its lines where tokens cross words."""
        return drawn_words(self.model, text)

    def tokens(self, word: str) -> tuple[str, ...]:
        """Return the tokens of a word, or of a line. Raises TokvizError."""
        return tuple(self.model.encode(word)) if isinstance(self.model, _LineModel) else self.encoder.encode_word(word)

    def word_picture(self, word: str, say: Catalog) -> WordPicture:
        """Return a word in the picture. Raises TokvizError."""
        if self.applier is not None:
            return applied_word(self.applier, word, say)
        return pretoken_picture(self.model, word, say, self.common)


def tokenizer_of(state: ApplyState) -> Tokenizer:
    """Return the tokenizer that a state describes. Raises TokvizError."""
    match state:
        case LatticeState():
            trace = cast(unigram.Trace, ALONE.trace(state.train))
            at = state.at if state.at <= len(trace) else 0
            model = cast(unigram.Model, model_of(state.train, at))
            return Tokenizer(model, at=at, common=common_denominator(trace, at or len(trace), model))
        case BpeEncodeState():
            merges = cast(bpe.Model, model_of(state.train, 0))
            if state.loop:
                merges = replace(merges, encoding=replace(merges.encoding, loop=cast(Loop, state.loop)))
            return Tokenizer(merges, _applier(merges, state) if state.apply else None)
        case WordpieceEncodeState():
            return Tokenizer(_with_options(cast(wordpiece.Model, model_of(state.train, 0)), state))
    trained = cast("_TrainedModel", model_of(state.train, 0))
    if isinstance(trained, boundless.Model):  # it learned from lines, however they came about
        trained = replace(trained, pretokenizer="lines")
    return Tokenizer(trained)


def _applier(model: bpe.Model, state: BpeEncodeState) -> Applier:
    """Return subword-nmt's encoder for these merges.

    Raises TokvizError for merges that subword-nmt does not apply.
    """
    patterns = tuple(state.glossaries.split())
    applier = replace(Applier.from_model(model), separator=state.separator, glossaries=patterns)
    if not state.vocabulary:
        return applier
    counts = applier.count_tokens(corpus_of(state.train))
    return replace(applier, vocabulary=frozenset(token for token, count in counts.items() if count >= state.threshold))


def _with_options(model: wordpiece.Model, state: WordpieceEncodeState) -> wordpiece.Model:
    if state.longest is not None:
        model = replace(model, max_word_length=state.longest)
    return replace(model, pretokenizer=state.pre) if state.pre else model


# -- several tokenizers ------------------------------------------------------------------------------------------------


def compared_rows(comparison: Comparison, word: str, pool: Pool, say: Catalog, *, is_neutral: bool = False) -> Shown:
    """Return a text as several tokenizers split it, and the reasons, word by word.

    word: the one that is picked; empty for the first that is split differently. is_neutral: whether tokens are written
    in one neutral notation.
    """
    rows = comparison_payload(comparison, say, is_neutral=is_neutral)
    listed = list(pick_words(comparison.text, comparison.segmentations).passages)
    lines = _lines(comparison, [*listed, *word.split()], say, is_neutral=is_neutral)
    opening = word or next((name for name in listed if name in lines and _differs(lines[name])), next(iter(listed), ""))
    return {"kind": "text_rows", "payload": pool.add(rows), "picked": {"word": opening}, "told": pool.add(lines)}


def _differs(lines: WordLines) -> bool:
    return any(line["fact"] for line in lines["lines"])


def _lines(comparison: Comparison, words: Iterable[str], say: Catalog, *, is_neutral: bool) -> dict[str, WordLines]:
    lines: dict[str, WordLines] = {}
    for name, passage in passages_of(comparison, [*words]).items():
        with suppress(TokvizError):  # a word may be too long to be explained
            lines[name] = _line(comparison, passage, say, is_neutral=is_neutral)
    return lines


def _line(comparison: Comparison, chosen: Passage, say: Catalog, *, is_neutral: bool) -> WordLines:
    splits = [reading.split_of(chosen, model) for model in comparison.models]
    whys = why_not(chosen, comparison.tokenizers, splits)
    return word_lines(comparison.tokenizers, splits, whys, chosen, say, links=[()] * len(splits), is_neutral=is_neutral)


# -- rows in which nothing is picked -----------------------------------------------------------------------------------


def stage_rows(pipeline: Pipeline, text: str, pool: Pool, say: Catalog) -> Shown:
    """Return a text on its way through the stages of a tokenizer. Raises TokvizError."""
    stages = with_words(pipeline, pipeline.stages(text))
    shown = with_dropped(pipeline.engine, drawn_stages(stages), text)
    return still_rows(stages_payload(text, shown, say, pipeline.unknown), pool, say)


def still_rows(payload: TextRows, pool: Pool, say: Catalog) -> Shown:
    """Return rows in which nothing is picked: there is nothing below them that would follow."""
    labels = {**payload["labels"], "help": say("site.rows.help")}
    return {"kind": "text_rows", "payload": pool.add({**payload, "labels": labels, "picks": []}), "picked": {}}
