"""A tokenizer.json of BPE that is changed: trained on, trained anew, with tokens appended or taken out.

    words = words_of(pipeline, [(text, 1)])     # your own text as the model gets it
    trace = go_on(pipeline, words, merges=50)   # the next merges, step by step
    trace.file(20)                              # tokenizer.json with the first 20 of them
    appended(pipeline, ["tokviz"])              # as `add_tokens` of the library: found before any merge
    trimmed(pipeline, ["Ġthe"])                 # and the merges that make or need them
    anew(trace, 20)                             # BPE on the same words, to the same size

The tokenizer of a trace may stay in a worker. What is made of it is made there (:meth:`FromFile.there`).

What is around the model stays as it is, so a text becomes the same words. A token keeps its id: added tokens that the
library would number in their turn get theirs in the vocabulary, as a vocabulary that grows would move them. Source:
tokenizers 0.23.3, tokenizer/added_vocabulary.rs.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from itertools import count as numbers
from sys import getsizeof
from typing import Any, TypeVar, cast

from tokviz import bpe
from tokviz.checkpoint import checkpoints
from tokviz.corpus import Corpus
from tokviz.errors import CorpusError, RulesError, brief
from tokviz.files.pipeline import Pipeline
from tokviz.models.added_tokens import AddedToken
from tokviz.models.decoding import BYTE_PIECES
from tokviz.pretokenize import BYTE_LEVEL
from tokviz.trace import Progress

Value = TypeVar("Value")

PIECE = 10_000
"""A longer text is read in pieces of about so many characters, each to the end of a line."""

Texts = Iterable[tuple[str, int]]
"""Texts, or words of a list, each with how often it occurs."""


@dataclass(frozen=True, eq=False, repr=False)
class FromFile(bpe.Continued):
    """The steps that come after those of a file. pipeline: the tokenizer of the file."""

    pipeline: Pipeline = field(repr=False)

    @property
    def split(self) -> str:
        """The name of a pre-tokenizer whose words look like those of the file."""
        return self.pipeline.engine.written

    def file(self, k: int | None = None) -> str:
        """Return the tokenizer after `k` merges as the text of a tokenizer.json. Raises RulesError."""
        return self.there(_file_after, k)

    def opened(self, k: int | None = None) -> Pipeline:
        """Return the same, opened."""
        return opened(self.pipeline, file_of(self.pipeline, self.model(k)))

    def there(self, make: Callable[..., Value], *args: object) -> Value:
        """Call a function of the trace where its tokenizer is. It gets the trace without how the words were split at
        each step, which no change of a tokenizer needs."""
        sent = replace(self, _start=(), _log_words=(), _log_forms=(), _log_starts=())
        return self.pipeline.call(make, sent, *args)

    @property
    def recorded_bytes(self) -> int:
        """The memory that the log takes, and the names of all entries."""
        return super().recorded_bytes + sum(map(getsizeof, self._names))


def go_on(
    pipeline: Pipeline,
    words: Corpus,
    *,
    before: bpe.Model | None = None,
    merges: int | None = None,
    vocab_size: int | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> FromFile:
    """Learn the next merges of a tokenizer from words as its model gets them (:func:`tokviz.bpe.go_on`).

    before: its :func:`model_of`, if that is known already. vocab_size: counts all entries, added tokens too. Raises
    RulesError for a file that is no BPE.

    >>> file = b'{"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "w": 2, "lo": 3}, "merges": ["l o"]}}'
    >>> trace = go_on(Pipeline.from_file(file, name="tiny"), Corpus({"lowlow": 1}), merges=1)
    >>> trace.merges, trace.opened().encode("low").ids
    ([('lo', 'w')], (4,))
    """
    model = model_of(pipeline) if before is None else before
    trace = bpe.go_on(words, model, merges=merges, vocab_size=vocab_size, progress=progress)
    return FromFile(**{one.name: getattr(trace, one.name) for one in fields(trace)}, pipeline=pipeline)


def model_of(pipeline: Pipeline) -> bpe.Model:
    """Return the model of a tokenizer whose training can go on, with all of its entries in the order of their ids.

    Raises RulesError for another."""
    model = pipeline.model
    if not isinstance(model, bpe.Model):
        raise RulesError("going-on-model", name=brief(pipeline.name))
    bpe.check_ranks(model)
    _file(pipeline)
    entries = pipeline.vocabulary
    return replace(model, vocabulary=tuple(sorted(entries, key=entries.__getitem__)))


def can_go_on(pipeline: Pipeline) -> bool:
    """Tell if the training of a tokenizer can go on: a short answer of a worker, where its model would be megabytes."""
    try:
        model_of(pipeline)
    except RulesError:
        return False
    return True


def words_of(pipeline: Pipeline, texts: Texts) -> Corpus:
    """Return the words that the model gets of some texts, with their counts. Raises CorpusError where there are none.

    >>> file = b'{"pre_tokenizer": {"type": "Whitespace"}, "model": {"type": "BPE", "vocab": {"l": 0}, "merges": []}}'
    >>> words_of(Pipeline.from_file(file), [("ll, l ll", 2)])
    Corpus({'ll': 4, ',': 2, 'l': 2})
    """
    return Corpus(word_counts(pipeline, texts).items)


@dataclass(frozen=True)
class WordCounts:
    """Words and their counts, as they come out of a worker."""

    items: tuple[tuple[str, int], ...]


def word_counts(pipeline: Pipeline, texts: Texts) -> WordCounts:
    """Return the same words as plain values. Raises CorpusError where there are none."""
    engine = pipeline.engine
    counts: Counter[str] = Counter()
    for text, times in checkpoints(texts):
        for piece in _pieces(text):
            for part in engine.pre_tokens(piece):
                if part.role != "added":
                    for word in engine.words.apart(part.text):
                        counts[word] += times
    counts.pop("", None)
    if not counts:
        raise CorpusError("going-on-nothing")
    return WordCounts(tuple(counts.items()))


def _pieces(text: str) -> Iterator[str]:
    start = 0
    while len(text) - start > PIECE:
        end = text.find("\n", start + PIECE) + 1
        if not end:
            break
        yield text[start:end]
        start = end
    yield text[start:]


# -- files -------------------------------------------------------------------------------------------------------------


def _file_after(trace: FromFile, k: int | None) -> str:
    return written(file_of(trace.pipeline, trace.model(k)))


def _file(pipeline: Pipeline) -> Mapping[str, Any]:
    """Return the tokenizer.json of a tokenizer. Raises RulesError where it is none."""
    file = getattr(pipeline.engine, "file", None)
    if file is None:
        raise RulesError("going-on-file", name=brief(pipeline.name))
    return cast("Mapping[str, Any]", file)


def file_of(pipeline: Pipeline, model: bpe.Model, added: Sequence[AddedToken] = ()) -> dict[str, Any]:
    """Return the tokenizer.json of a tokenizer with the vocabulary and the merges of another model.

    Tokens that it has keep their ids, and others get the next ones. added: more tokens beside the model.
    """
    kept = [token.content for token in pipeline.engine.added]
    wanted = dict.fromkeys((*model.vocabulary, *kept))
    ids = {token: number for token, number in pipeline.vocabulary.items() if token in wanted}
    following = numbers(max(pipeline.vocabulary.values(), default=-1) + 1)
    ids |= {token: next(following) for token in wanted if token not in ids}
    return _with_model(pipeline, ids, model, added)


def _with_model(
    pipeline: Pipeline, ids: Mapping[str, int], model: bpe.Model, added: Sequence[AddedToken] = ()
) -> dict[str, Any]:
    file = _file(pipeline)
    in_order = dict(sorted(ids.items(), key=lambda entry: entry[1]))
    part = {**file["model"], "type": "BPE", "vocab": in_order, "merges": [[*pair] for pair in model.merges]}
    tokens = [*(file.get("added_tokens") or ()), *map(asdict, added)]
    return {**file, "added_tokens": tokens, "model": part}


def written(file: Mapping[str, Any]) -> str:
    """Return a tokenizer.json as text."""
    return json.dumps(file, ensure_ascii=False, indent=2) + "\n"


def file_text(pipeline: Pipeline) -> str:
    """Return the tokenizer.json of a tokenizer as text. Raises RulesError where it is none."""
    return written(_file(pipeline))


def opened(pipeline: Pipeline, file: Mapping[str, Any]) -> Pipeline:
    """Open a tokenizer.json that was made of another, with the library where that one has it."""
    data = json.dumps(file, ensure_ascii=False).encode()
    if pipeline.library is not None:
        return Pipeline.from_file(data, name=pipeline.name)
    from tokviz.files.without_library import open_alone

    return open_alone(data, pipeline.name)


# -- other ways to change a tokenizer ----------------------------------------------------------------------------------


def appended(pipeline: Pipeline, texts: Iterable[str]) -> Pipeline:
    """Return the tokenizer with added tokens, which are found in a text before any merge.

    As in the library, one that is in the vocabulary keeps its id.

    >>> file = b'{"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": ["l o"]}}'
    >>> appended(Pipeline.from_file(file), ["ol"]).encode("lol").tokens
    ('l', 'ol')
    """
    model, known = model_of(pipeline), pipeline.vocabulary
    following = numbers(max(len(known), max(known.values(), default=-1) + 1))
    added = {token.content for token in pipeline.engine.added}
    fresh = [text for text in dict.fromkeys(texts) if text and text not in added]
    ids = {text: known[text] if text in known else next(following) for text in fresh}
    tokens = [AddedToken(number, text, special=False) for text, number in ids.items()]
    return opened(pipeline, file_of(pipeline, model, tokens))


def without(model: bpe.Model, tokens: Collection[str]) -> bpe.Model:
    """Return a model without some tokens, and without the merges that make or need them.

    Raises RulesError for a token that it does not have, or cannot do without: the unknown one.

    >>> model = bpe.Model((("a", "b"), ("ab", "c")), ("a", "b", "c", "ab", "abc"))
    >>> without(model, ["ab"]).merges, without(model, ["ab"]).vocabulary
    ((), ('a', 'b', 'c', 'abc'))
    """
    known = frozenset(model.vocabulary)
    for token in tokens:
        if token not in known or token == model.unknown_token:
            raise RulesError("vocabulary-kept", token=brief(token))
    gone, join = frozenset(tokens), model.rules.join
    merges = tuple([pair for pair in model.merges if gone.isdisjoint((*pair, join(*pair)))])
    return replace(model, merges=merges, vocabulary=tuple([one for one in model.vocabulary if one not in gone]))


def trimmed(pipeline: Pipeline, tokens: Collection[str]) -> Pipeline:
    """Return the tokenizer without some tokens; all others keep their ids.

    Raises RulesError as :func:`without`, and for added tokens, which no merge makes.
    """
    for token in pipeline.engine.added:
        if token.content in tokens:
            raise RulesError("vocabulary-kept", token=brief(token.content))
    return opened(pipeline, file_of(pipeline, without(model_of(pipeline), tokens)))


def anew(trace: FromFile, k: int | None = None) -> Pipeline:
    """Return a tokenizer that is trained on the words of a trace alone, to the size that it has after `k` merges.

    What stands for no text is kept: added tokens, the unknown token, bytes for unknown characters. Nothing puts tokens
    around a text, since their ids are others.
    """
    pipeline, before = trace.pipeline, trace.before
    over_bytes = pipeline.engine.written in BYTE_LEVEL
    rules = replace(before.rules, all_bytes=over_bytes)
    heads = {token.content for token in pipeline.engine.added}
    if before.unknown_token is not None:
        heads.add(before.unknown_token)
    if before.encoding.byte_fallback:
        heads |= BYTE_PIECES & pipeline.vocabulary.keys()
    first = sorted(heads, key=lambda token: pipeline.vocabulary.get(token, 0))
    size = pipeline.entries + len(trace.added(k))
    learned = bpe.train(trace.corpus, vocab_size=max(0, size - len(first)), rules=rules)
    vocabulary = tuple(dict.fromkeys((*first, *learned.vocabulary())))
    model = replace(before, merges=tuple(learned.merges), vocabulary=vocabulary)
    ids = {token: number for number, token in enumerate(vocabulary)}
    file = _with_model(pipeline, ids, model)
    tokens = [{**token, "id": ids[token["content"]]} for token in file["added_tokens"]]
    return opened(pipeline, {**file, "added_tokens": tokens, "post_processor": None})
