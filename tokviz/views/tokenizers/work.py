"""Work of a real tokenizer on a text, computed where the tokenizer is, in a worker or here: rows, pre-tokens, picture.

A model takes the pre-tokens of a text one by one; where a tokenizer makes none, the words that it splits. One of them
is shown in the picture, whichever model splits it: merges by rank, longest matches, a lattice, or lookups; of all but
these the next step is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tokviz import bpe, lookup, picky, superbpe, unigram, wordpiece
from tokviz.errors import RulesError
from tokviz.files.engine import Decoded, Encoded, Part, Stage
from tokviz.files.pipeline import Pipeline
from tokviz.files.stage_parts import with_dropped
from tokviz.model import Encoder
from tokviz.models.around import Check
from tokviz.superbpe import boundless
from tokviz.superbpe.encoding import lines_of
from tokviz.views.encoding import lookup as lookups
from tokviz.views.encoding import merging
from tokviz.views.encoding.applying import matched_word
from tokviz.views.encoding.merging import drawn_word
from tokviz.views.encoding.narration import next_pair
from tokviz.views.encoding.replay import drawn_replay, replay_frames
from tokviz.views.lattice import viterbi
from tokviz.views.lattice.viterbi import next_arc
from tokviz.views.picture.questions import Question, payload_json
from tokviz.views.shared.catalog import Catalog, load
from tokviz.views.shared.spaces import space_of_model
from tokviz.views.superbpe.encoding import line_picture
from tokviz.views.tokenizers.compared import Compared, compared_of
from tokviz.views.tokenizers.text_rows import drawn_stages, stages_payload


@dataclass(frozen=True)
class Work:
    """The work of a tokenizer on a text: all stages, the ids, whether the library does the same, and back; None where
    the library, which decodes, is missing."""

    stages: tuple[Stage, ...]
    encoded: Encoded
    check: Check
    decoded: Decoded | None


def work_of(tokenizer: Pipeline, text: str) -> Work:
    """Put a text through a tokenizer. Raises TokvizError."""
    encoded = tokenizer.encode(text)
    stages = with_words(tokenizer, tokenizer.stages(text))
    return Work(stages, encoded, tokenizer.check(text), _decoded(tokenizer, encoded.ids))


def _decoded(tokenizer: Pipeline, ids: Sequence[int]) -> Decoded | None:
    try:
        return tokenizer.decode(ids)
    except RulesError as error:
        if error.code == "library-missing":
            return None
        raise


def text_rows_of(tokenizer: Pipeline, work: Work, text: str, language: str) -> str:
    """Return all stages on one axis, as the payload of their picture."""
    stages = with_dropped(tokenizer.engine, drawn_stages(work.stages), text)
    return payload_json(stages_payload(text, stages, load(language), tokenizer.unknown))


def compared_rows_of(tokenizer: Pipeline, text: str) -> Compared:
    """Return the tokens of a text without special ones, to be compared, as a row without a name. Raises
    TokvizError."""
    parts, words = tokenizer.encode(text, special=False).parts, tokenizer.engine.words
    if unknown := words.model.unknown_token:  # SentencePiece and Unigram write the text that is unknown
        parts = tuple(part._replace(text=unknown) if part.id == words.unknown else part for part in parts)
    return compared_of(parts, text, tokenizer.entries)


# -- pre-tokens --------------------------------------------------------------------------------------------------------


def with_words(tokenizer: Pipeline, stages: Sequence[Stage]) -> tuple[Stage, ...]:
    """Return the stages; where the library cuts no pre-tokens, our own stage has the words that no token goes over."""
    behind = next(place for place, stage in enumerate(stages) if stage.kind == "model")
    before = [stage for stage in stages[:behind] if not stage.own]
    if any(stage.kind == "pretokenizer" for stage in before):
        return tuple(stages)
    parts: list[Part] = []
    letters: list[Part] = []
    for part in (*before[-1].parts, None):
        if part is not None and part.role == "text":
            letters += _letter_spans(part)
            continue
        for word in tokenizer.apart("".join(letter.text for letter in letters)) if letters else ():
            word_letters: list[Part] = []
            while sum(len(letter.text) for letter in word_letters) < len(word):
                word_letters.append(letters.pop(0))
            parts.append(Part(word, word_letters[0].start, word_letters[-1].end))
        if part is not None:
            parts.append(part)
    own = Stage("pretokenizer", "", tuple(parts), own=True)
    return (*before, own, *stages[behind:])


def _letter_spans(part: Part) -> list[Part]:
    """Return a run that is still the original's, character by character; what a stage made stays whole."""
    if len(part.text) != part.end - part.start:
        return [part]
    return [part._replace(text=text, start=part.start + i, end=part.start + i + 1) for i, text in enumerate(part.text)]


def drawn_words(model: Encoder, text: str) -> tuple[str, ...]:
    """Return the parts of a text that :func:`pretoken_picture` draws.

    They are its words, or its lines where tokens cross words.
    """
    return lines_of(model, text) if isinstance(model, superbpe.Model | boundless.Model) else model.words(text)


def pretokens(stages: Sequence[Stage]) -> tuple[Part, ...]:
    """Return the model's pre-tokens, in order, and the added tokens between.

    stages: those of :func:`with_words`.
    """
    return [stage for stage in stages if stage.kind == "pretokenizer"][-1].parts


def model_stage(stages: Sequence[Stage]) -> Stage:
    """Return the stage whose parts are the tokens of the model."""
    (model,) = (stage for stage in stages if stage.kind == "model")
    return model


def word_of(stages: Sequence[Stage], token: Part) -> int | None:
    """Return the number of a token's word among :func:`pretokens`, from 1.

    None for a token that stands for no text.
    """
    if token.start >= token.end:
        return None
    numbers = (number for number, part in enumerate(pretokens(stages), start=1) if part.start <= token.start < part.end)
    return next(numbers, None)


def place_in_word(stages: Sequence[Stage], word: int, token: int) -> int:
    """Return the place of the chosen token of the text in a word, from 0.

    It is the first if the token is of another word. word, token: from 1.
    """
    part = pretokens(stages)[word - 1]
    inside = [
        number
        for number, model_part in enumerate(model_stage(stages).parts, start=1)
        if part.start <= model_part.start < part.end
    ]
    return inside.index(token) if token in inside else 0


# -- a pre-token in the picture ----------------------------------------------------------------------------------------


MAX_SYMBOLS = 400
"""A pre-token of up to this many characters is shown step by step, and so is a part of a longer one."""


def pretoken_picture(
    model: Encoder, word: str, say: Catalog, common: int | None = None
) -> tuple[list[dict[str, Any]], Callable[[int], Question | None]]:
    """Return the payload of the picture in parts, and at least one; and what is asked before a step. common: the
    denominator of a lattice's probabilities, if they have one. Raises TypeError for a model of no algorithm that is
    drawn."""
    match model:
        case superbpe.Model() | boundless.Model():
            return line_picture(model, word, say)
        case bpe.Model():
            merged = model.explain(word)
            frames = list(merging.word_frames(merged, say))
            drawn = drawn_word(merged, len(model.merges), say, listed=merging.listed_merges(model))
            drawn = replace(drawn, space=space_of_model(model))
            return merging.word_parts(frames, say, drawn), lambda k: next_pair(frames[k].ahead, model.merges, say)
        case wordpiece.Model():
            return matched_word(None, model, word, say)
        case unigram.Model():
            lattice = model.explain(word)
            return viterbi.word_parts(lattice, common, say, space_of_model(model)), lambda k: next_arc(lattice, k, say)
        case lookup.Model():
            return lookups.lookup_parts(model, word, say), lambda k: None
        case picky.Model():
            return merging.word_parts(replay_frames(model, word, say), say, drawn_replay(model)), lambda k: None
        case _:
            raise TypeError(f"no picture shows how {type(model).__name__} cuts a word")
