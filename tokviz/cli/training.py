"""From arguments to a corpus and a trace, with the defaults of the pages: an example opens as its source has it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import Protocol

from tokviz import examples
from tokviz.algorithms import ALGORITHMS, OWN_AMOUNT, Algorithm, Progress
from tokviz.cli import files
from tokviz.cli.options import changed_rules, choose, number
from tokviz.corpus import Corpus, Note, Parsed, parse_upload
from tokviz.errors import RulesError, TokvizError
from tokviz.examples import SOURCE
from tokviz.presets import resolve
from tokviz.pretokenize import find
from tokviz.text_keys import algorithm_key, example_key, preset_key
from tokviz.trace import Trace
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.messages import progress_text

__all__ = ["Given", "Trained", "check_one", "reader", "title", "train"]

_ALL = "all"
_PAUSE = 0.2  # seconds between two lines of progress: thousands of merges are done in one


@dataclass(frozen=True)
class Given:
    """A corpus that was named. example: its name, empty for one of one's own. split: how its text was cut, and how a
    text is to be cut. notes: what its reader says."""

    corpus: Corpus
    split: str
    example: str = ""
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class Trained:
    """A training. preset: the name of its rules; `SOURCE` for those of an example that are no preset."""

    trace: Trace
    given: Given
    preset: str


class Reader(Protocol):
    """What reads a corpus with a pre-tokenizer of some name. split_at: tokens that a text is split at before that."""

    def __call__(self, split: str, split_at: Sequence[str] = ()) -> Parsed:
        """Read it. Raises TokvizError."""


def check_one(file: str | None, example: str | None, split: str | None) -> None:
    """Raise TokvizError for two corpora, or a pre-tokenisation that there is not."""
    if split is not None:
        find(split)
    if file is not None and example is not None:
        raise TokvizError("cli-two-corpora")


def reader(file: str | None) -> Reader:
    """Return the reader of the corpus in a file, or on standard input. Raises TokvizError."""
    name = files.STDIN if file is None else file
    data = b"" if file is None and not files.is_piped() else files.read(name)
    if name == files.STDIN:
        if not data.strip():  # nobody piped anything, as where a job has no input at all
            raise TokvizError("cli-no-corpus")
        return lambda split, split_at=(): parse_upload("", data, split, split_at)

    def read(split: str, split_at: Sequence[str] = ()) -> Parsed:
        with files.named(name):
            return parse_upload(name, data, split, split_at)

    return read


def train(arguments: Namespace, file: str | None, say: Catalog) -> Trained:
    """Train on what the arguments name, and show on a terminal how far that is. Raises TokvizError."""
    name = choose("--algorithm", arguments.algorithm, ALGORITHMS)
    algorithm = ALGORITHMS[name]
    merges, vocab_size = _amounts(arguments, algorithm)
    example = arguments.example
    lesson = None if example is None else examples.load(example).recipe(name)
    check_one(file, example, arguments.split)
    read = None if example is not None else reader(file)
    preset = arguments.rules or (algorithm.own_preset if lesson is None else SOURCE)
    if preset == SOURCE and lesson is not None:
        rules = lesson.rules
        preset = algorithm.preset_of(rules) or SOURCE
    else:
        rules = resolve(preset, algorithm.presets)
    rules = changed_rules(rules, algorithm, preset, arguments)
    split = arguments.split or (lesson and lesson.pretokenizer) or "whitespace"
    if read is None:
        source = Given(examples.load(example).cut(split), split, example)
    else:
        found = read(split, getattr(rules, "split_at", ()))
        source = Given(found.corpus, split, "", found.notes)
    if merges is None and vocab_size is None and arguments.merges is None:
        if lesson is not None:
            merges, vocab_size = lesson.merges, lesson.vocab_size
        elif "merges" in algorithm.stops:
            merges = OWN_AMOUNT
        else:
            vocab_size = OWN_AMOUNT
    with _progress(source.corpus, say) as tell:
        trace = algorithm.train(source.corpus, rules, merges=merges, vocab_size=vocab_size, progress=tell)
    _check_size(trace, vocab_size)
    return Trained(trace, source, preset)


@contextmanager
def _progress(corpus: Corpus, say: Catalog) -> Iterator[Callable[[Progress], None]]:
    """Say on a terminal what is trained on while the block lasts, and with each call how far it is."""
    files.rewrite(say("train.running", words=say.count("count.words", len(corpus))))
    told = monotonic()

    def tell(at: Progress) -> None:
        nonlocal told
        if monotonic() - told >= _PAUSE:
            told = monotonic()
            files.rewrite(progress_text(at, say))

    try:
        yield tell
    finally:
        files.rewrite("")


def _amounts(arguments: Namespace, algorithm: Algorithm) -> tuple[int | None, int | None]:
    """Return merges and size of the vocabulary as asked for."""
    if arguments.merges is not None and "merges" not in algorithm.stops:
        raise TokvizError("cli-no-merges")
    if arguments.merges is not None and arguments.vocab_size is not None:
        raise TokvizError("cli-two-amounts")
    merges = None if arguments.merges in (None, _ALL) else number("--merges", arguments.merges)
    return merges, None if arguments.vocab_size is None else number("--vocab-size", arguments.vocab_size, 1)


def _check_size(trace: Trace, vocab_size: int | None) -> None:
    """Refuse a size that the alphabet alone is larger than, so that nothing was merged."""
    if vocab_size is None or len(trace):
        return
    least = trace.sizes()[0]
    if vocab_size < least:
        raise RulesError("vocab-size-characters", value=vocab_size, least=least)


def title(trained: Trained, say: Catalog) -> str:
    """Return what was trained on what, in a line."""
    given = trained.given
    return say(
        "cli.trained",
        algorithm=say(algorithm_key(trained.trace.algorithm)),
        preset=say.choice(preset_key, trained.preset),
        corpus=say.choice(example_key, given.example or "own"),
        words=say.count("count.words", len(given.corpus)),
    )
