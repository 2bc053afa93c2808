"""Ways to change a tokenizer for a text of one's own, and what each does to a sentence that is none of it.

    before, gone_on, anew, appended = ways(trace, k, sentence)   # each a Way
    ways(trace, k, sentence, trim="Ġthe")[-1]                    # the first one without a token

Training goes on by `k` merges; or begins anew, to the same size; or the tokens that these merges made are appended as
added tokens, which are looked for before any merge. Of entries that no text gives those are named that surely none
gives: no merge makes them, their bytes are in no UTF-8, or an added token is found inside of them first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from tokviz import bpe
from tokviz.files.going_on import FromFile, anew, appended, file_text, model_of, trimmed, without
from tokviz.files.pipeline import Pipeline
from tokviz.vocabularies.entries import Vocabulary
from tokviz.vocabularies.reach import is_never_merged, is_never_text

MAX_REACHED = 20_000
"""In a larger vocabulary no such entries are looked for: it would take seconds for each way."""

WayName = Literal["before", "go-on", "anew", "append", "trim"]


@dataclass(frozen=True)
class Way:
    """A changed tokenizer. tokens, ids: of the sentence; removed, moved: how many tokens of the tokenizer before are no
    entries any more, or have another id; unreached: entries that no text gives, None where none are looked for."""

    name: WayName
    entries: int
    tokens: tuple[str, ...]
    ids: tuple[int, ...]
    removed: int
    moved: int
    unreached: tuple[str, ...] | None


def ways(trace: FromFile, k: int, sentence: str, trim: str = "") -> tuple[Way, ...]:
    """Return the tokenizer before, and each way to change it. trim: a token that the last way does without.

    Raises TokvizError.

    >>> from tokviz.corpus import Corpus
    >>> from tokviz.files.going_on import go_on
    >>> file = b'{"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "w": 2, "lo": 3}, "merges": ["l o"]}}'
    >>> trace = go_on(Pipeline.from_file(file), Corpus({"owow": 1}))
    >>> [(way.name, way.tokens, way.removed, way.moved) for way in ways(trace, 1, "low")][:3]
    [('before', ('lo', 'w'), 0, 0), ('go-on', ('lo', 'w'), 0, 0), ('anew', ('ow',), 2, 2)]
    """
    return tuple(_ways(trace, k, sentence, trim))


def _ways(trace: FromFile, k: int, sentence: str, trim: str) -> Iterator[Way]:
    before, gone_on = trace.pipeline, trace.opened(k)
    yield _way("before", before, before, sentence)
    yield _way("go-on", before, gone_on, sentence)
    yield _way("anew", before, anew(trace, k), sentence)
    texts = pieces(trace, gone_on, k)
    yield _way("append", before, appended(before, texts), sentence, texts)
    if trim:
        yield _way("trim", before, trimmed(before, [trim]), sentence)


def pieces(trace: FromFile, gone_on: Pipeline, k: int) -> tuple[str, ...]:
    """Return the texts of the tokens that the first `k` merges added, without spaces around them: what is appended.

    Those of bytes that are no whole characters are left out, and texts that are entries already. gone_on: the tokenizer
    after these merges.
    """
    ids = [gone_on.vocabulary[token] for token in trace.added(k)]
    texts = []
    for data in gone_on.engine.gained(ids) if ids else ():
        try:
            texts.append(data.decode("utf-8").strip())
        except UnicodeDecodeError:
            continue
    return tuple(text for text in dict.fromkeys(texts) if text and text not in trace.pipeline.vocabulary)


def _way(name: WayName, before: Pipeline, after: Pipeline, sentence: str, texts: Sequence[str] = ()) -> Way:
    encoded = after.encode(sentence, special=False)
    old, new = before.vocabulary, after.vocabulary
    return Way(
        name,
        after.entries,
        encoded.tokens,
        encoded.ids,
        sum(token not in new for token in old),
        sum(new.get(token, number) != number for token, number in old.items()),
        tuple(unreached(after, texts)) if after.entries <= MAX_REACHED else None,
    )


def unreached(pipeline: Pipeline, texts: Sequence[str] = ()) -> Iterator[str]:
    """Yield the entries that no text gives, for sure. texts: those of appended tokens.

    >>> file = b'{"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2, "ol": 3}, "merges": ["l o"]}}'
    >>> list(unreached(Pipeline.from_file(file)))
    ['ol']
    """
    vocabulary, model = Vocabulary(pipeline).encoded, pipeline.model
    rows = zip(vocabulary.ids.tolist(), vocabulary.tokens, vocabulary.data, vocabulary.texts, strict=True)
    for number, token, data, text in rows:
        if number in vocabulary.added:
            continue
        if is_never_text(data) or is_never_merged(model, token) or any(inner in text for inner in texts):
            yield token


def appended_file(trace: FromFile, k: int) -> str:
    """Return the tokenizer.json of the tokenizer with appended tokens, those of the first `k` merges."""
    return file_text(appended(trace.pipeline, pieces(trace, trace.opened(k), k)))


# -- what trimming takes along -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trimming:
    """Tokens that are trimmed, and what goes with them.

    tokens: these; merges: those that make or need them, by rank; unmade: the tokens that stay, and that no merge makes
    any more.
    """

    tokens: tuple[str, ...]
    merges: tuple[bpe.Pair, ...]
    unmade: tuple[str, ...]


def trimming_of(pipeline: Pipeline, token: str) -> Trimming:
    """Return the trimming of one token of a tokenizer. Raises RulesError for one that the model cannot do without."""
    whole = model_of(pipeline)
    return trimming(whole, without(whole, [token]))


def trimmed_file(pipeline: Pipeline, token: str) -> str:
    """Return the tokenizer.json of the tokenizer without a token. Raises RulesError."""
    return file_text(trimmed(pipeline, [token]))


def trimming(before: bpe.Model, after: bpe.Model) -> Trimming:
    """Compare a model with what :func:`tokviz.files.going_on.without` left of it.

    A token that several merges make is made still where merging its own letters makes it.

    >>> from tokviz.files.going_on import without
    >>> model = bpe.Model((("a", "b"), ("ab", "c")), ("a", "b", "c", "ab", "abc"))
    >>> trimming(model, without(model, ["ab"]))
    Trimming(tokens=('ab',), merges=(('a', 'b'), ('ab', 'c')), unmade=('abc',))
    """
    known, kept, join = frozenset(after.vocabulary), frozenset(after.merges), before.rules.join
    tokens = tuple(token for token in before.vocabulary if token not in known)
    lost = tuple(pair for pair in before.merges if pair not in kept)
    touched = {*tokens, *(join(*pair) for pair in lost)}
    for pair in before.merges:
        if not touched.isdisjoint(pair):
            touched.add(join(*pair))
    unmade = (token for token in after.vocabulary if token in touched and is_never_merged(after, token))
    return Trimming(tokens, lost, tuple(token for token in unmade if not is_never_merged(before, token)))
