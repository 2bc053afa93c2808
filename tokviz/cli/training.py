"""From arguments to a corpus and a trace, with the defaults of the pages: an example opens as its source has it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tokviz import bpe, examples, unigram, wordpiece
from tokviz.cli import files
from tokviz.cli.options import choose, number
from tokviz.compare.sizes import Trace
from tokviz.corpus import Corpus, Kind, Note, Parsed, decode_bytes, parse, parse_upload
from tokviz.errors import RulesError, TokvizError
from tokviz.pretokenize import find

__all__ = ["ALGORITHMS", "OWN_AMOUNT", "SOURCE", "Algorithm", "Given", "Trained", "given", "train"]

OWN_AMOUNT = 200
"""How many merges, or pieces of a unigram vocabulary, a text of one's own gets unless told otherwise."""
SOURCE = "source"
"""The name of an example's own rules among the presets."""
_ALL = "all"


@dataclass(frozen=True)
class Algorithm:
    """An algorithm: its presets, the one for a text of one's own, and how to train."""

    presets: Mapping[str, Any]
    own: str
    train: Callable[..., Trace]


ALGORITHMS: Mapping[str, Algorithm] = {
    "bpe": Algorithm(bpe.PRESETS, "subword-nmt", bpe.train),
    "wordpiece": Algorithm(wordpiece.PRESETS, "course", wordpiece.train),
    "unigram": Algorithm(unigram.PRESETS, "soft-em", unigram.train),
}
"""Name -> algorithm, in the order in which they are offered."""


@dataclass(frozen=True)
class Given:
    """A corpus that was named. example: its name, empty for one of one's own. split: how its text was cut, and how a
    text is to be cut. text: the running text, where it was one. kind: as what it was read. notes: what its reader says.
    """

    corpus: Corpus
    split: str
    example: str = ""
    text: str = ""
    kind: Kind = "counts"
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class Trained:
    """A training. preset: the name of its rules; `SOURCE` for those of an example that are no preset."""

    trace: Trace
    given: Given
    algorithm: str
    preset: str


def given(file: str | None, example: str | None, split: str | None, usual_split: str = "") -> Given:
    """The corpus that a file, standard input or an example is.

    split: as asked for; usual_split: of this example, empty for its own. Raises TokvizError.
    """
    if split is not None:
        find(split)
    if file is not None and example is not None:
        raise TokvizError("cli-two-corpora")
    if example is not None:
        return _of_example(example, split, usual_split)
    if file is None and not files.is_piped():
        raise _nothing()
    name = files.STDIN if file is None else file
    split = split or "whitespace"
    found, text = _parsed(name, split)
    return Given(found.corpus, split, "", text, found.kind, found.notes)


def train(arguments: Namespace, file: str | None) -> Trained:
    """Train on what the arguments name. Raises TokvizError."""
    name = choose("--algorithm", arguments.algorithm, ALGORITHMS)
    algorithm = ALGORITHMS[name]
    merges, vocab_size = _amounts(arguments, name)
    example = arguments.example
    lesson = None if example is None else examples.load(example).recipe(name)
    source = given(file, example, arguments.split, (lesson and lesson.pretokenizer) or "whitespace")
    preset = arguments.rules or (algorithm.own if lesson is None else SOURCE)
    if preset == SOURCE and lesson is not None:
        rules = lesson.rules
        preset = next((known for known, one in algorithm.presets.items() if one == rules), SOURCE)
    elif preset in algorithm.presets:
        rules = algorithm.presets[preset]
    else:
        choices = ", ".join(algorithm.presets)
        raise RulesError("rules-preset", value=preset, choices=choices)
    if merges is None and vocab_size is None and arguments.merges is None:
        if lesson is not None:
            merges, vocab_size = lesson.merges, lesson.vocab_size
        elif name == "unigram":
            vocab_size = OWN_AMOUNT
        else:
            merges = OWN_AMOUNT
    if name == "unigram":
        trace = algorithm.train(source.corpus, vocab_size=vocab_size, rules=rules)
    else:
        trace = algorithm.train(source.corpus, merges=merges, vocab_size=vocab_size, rules=rules)
        if vocab_size is not None:
            _check_size(trace, vocab_size)
    return Trained(trace, source, name, preset)


def _nothing() -> TokvizError:
    return TokvizError("cli-no-corpus")


def _amounts(arguments: Namespace, name: str) -> tuple[int | None, int | None]:
    """Merges and size of the vocabulary as asked for."""
    if arguments.merges is not None and name == "unigram":
        raise TokvizError("cli-no-merges")
    if arguments.merges is not None and arguments.vocab_size is not None:
        raise TokvizError("cli-two-amounts")
    merges = None if arguments.merges in (None, _ALL) else number("--merges", arguments.merges)
    return merges, None if arguments.vocab_size is None else number("--vocab-size", arguments.vocab_size, 1)


def _check_size(trace: Trace, vocab_size: int) -> None:
    """Refuse a size that the alphabet alone is larger than."""
    assert not isinstance(trace, unigram.Trace)
    least = trace.vocabulary_sizes[0]
    if vocab_size < least:
        raise RulesError("vocab-size-characters", value=vocab_size, least=least)


def _of_example(name: str, split: str | None, usual_split: str) -> Given:
    example = examples.load(name)
    split = split or usual_split or example.pretokenizer or "whitespace"
    text = example.text or ""
    if example.text is None or split == example.pretokenizer or not example.is_prose:
        return Given(example.corpus, split, name, text)
    return Given(parse(example.text, split).corpus, split, name, text)


def _parsed(name: str, split: str) -> tuple[Parsed, str]:
    data = files.read(name)
    if name == files.STDIN:
        if not data.strip():  # nobody piped anything, as where a job has no input at all
            raise _nothing()
        found = parse_upload("", data, split)
    else:
        with files.named(name):
            found = parse_upload(name, data, split)
    return found, (decode_bytes(data)[0] if found.kind == "prose" else "")
