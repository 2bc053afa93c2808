"""Parts of a text that a tokenizer drops, and its stages with that among the tokens, for their picture.

tokenizers counts the characters of a token without those that were dropped before it in its word: of ``mug`` without
``m`` it says that ``ug`` is characters 0 to 2. In the picture tokens are below the characters that they come from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from tokviz import bpe
from tokviz.errors import TokvizError
from tokviz.files.engine import Engine
from tokviz.files.records import Part, Stage
from tokviz.models.around import Span
from tokviz.pretokenize import BYTE_LEVEL
from tokviz.pretokenize.byte_level import CHAR_TO_BYTE

__all__ = ["dropped_parts", "dropped_symbols", "with_dropped"]

_Kept = Mapping[int, Sequence[Span]]


def dropped_symbols(engine: Engine, text: str) -> tuple[Counter[str], int]:
    """Count the symbols of a text that become no token, and all of its symbols.

    >>> from tokviz.files.pipeline import Pipeline
    >>> file = b'{"model": {"type": "BPE", "vocab": {"l": 0}, "merges": []}}'
    >>> dropped_symbols(Pipeline.from_file(file).engine, "lolo")
    (Counter({'o': 2}), 4)
    """
    if engine.written in BYTE_LEVEL and engine.vocabulary.keys() >= CHAR_TO_BYTE.keys():
        return Counter(), 0
    try:
        model = engine.words.model
    except TokvizError:  # a file that its library applies and no model of ours can
        return Counter(), 0
    if not isinstance(model, bpe.Model) or model.encoding.unknown != "drop":
        return Counter(), 0
    words = [part.text for part in engine.pre_tokens(text) if part.role != "added"]
    return bpe.dropped_symbols(model, words), sum(map(len, words))


def dropped_parts(engine: Engine, text: str) -> tuple[Part, ...]:
    """The symbols of a text that become no token, in order.

    >>> from tokviz.files.pipeline import Pipeline
    >>> file = b'{"model": {"type": "BPE", "vocab": {"l": 0}, "merges": []}}'
    >>> [(part.text, part.span) for part in dropped_parts(Pipeline.from_file(file).engine, "lol")]
    [('o', (1, 2))]
    """
    return _apart(engine, text)[0]


def with_dropped(engine: Engine, stages: Sequence[Stage], text: str) -> tuple[Stage, ...]:
    """The stages with what is dropped among the tokens of the model, and tokens where their characters are."""
    lost, kept = _apart(engine, text)
    if not lost:
        return tuple(stages)
    behind = next(place for place, stage in enumerate(stages) if stage.kind == "model")
    moved = [replace(stage, parts=tuple(_moved(stage.parts, kept, engine.words.model))) for stage in stages[behind:]]
    merged = sorted((*moved[0].parts, *lost), key=lambda part: part.start)
    return (*stages[:behind], replace(moved[0], parts=tuple(merged)), *moved[1:])


def _apart(engine: Engine, text: str) -> tuple[tuple[Part, ...], _Kept]:
    """Return what is dropped, and for each pre-token that loses something where the characters are that it keeps."""
    lost: list[Part] = []
    kept: dict[int, Sequence[Span]] = {}
    if not dropped_symbols(engine, text)[0]:
        return (), {}
    model, characters = engine.words.model, iter(engine.characters(text))
    assert isinstance(model, bpe.Model)
    for number, word in enumerate(engine.pre_tokens(text)):
        if word.role == "added":
            next(characters)
            continue
        spans: list[Span] = []
        while len(spans) < len(word.text):
            part = next(characters)
            spans += [part.span] * len(part.text)
        if dropped := {one.character: one.symbol for one in model.dropped(word.text)}:
            lost += (Part(symbol, *spans[at], "dropped") for at, symbol in dropped.items())
            kept[number] = [span for at, span in enumerate(spans) if at not in dropped]
    return tuple(lost), kept


def _moved(parts: Sequence[Part], kept: _Kept, model: object) -> Iterator[Part]:
    """Tokens of words that lose something, each where its characters are, as far as they spell what is kept."""
    assert isinstance(model, bpe.Model)
    prefix, suffix = model.rules.continuing_prefix, model.rules.end_of_word
    done: dict[int, int] = {}
    for part in parts:
        if part.role != "token" or part.word is None or part.word not in kept:
            yield part
            continue
        spans, start = kept[part.word], done.get(part.word, 0)
        letters = part.text.removeprefix(prefix) if start else part.text
        end = done[part.word] = start + len(letters.removesuffix(suffix))
        covered = spans[start:end]
        yield part._replace(start=covered[0][0], end=covered[-1][1]) if covered else part
