"""The tokenizer and the corpus that arguments name: files, names on this machine, examples; and trainings on them.

A training has the defaults of the pages: an example opens as its source has it.
"""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic

from tokviz import examples
from tokviz.algorithms import ALGORITHMS, Algorithm, Progress
from tokviz.cli import files
from tokviz.cli.options import changed_rules, choose, number
from tokviz.corpus import Corpus, join_files
from tokviz.errors import FetchError, RulesError, TokvizError, brief
from tokviz.examples import OWN, SOURCE
from tokviz.files.by_name import Named, on_this_machine, parse
from tokviz.files.going_on import model_of, trimmed
from tokviz.files.pipeline import Pipeline
from tokviz.files.reading import MAX_FILE_BYTES, Note
from tokviz.memory import File, LocalMemory
from tokviz.presets import resolve
from tokviz.pretokenize import ALTERNATIVES, find
from tokviz.state import request
from tokviz.state.request import ReadCorpus, Start, TrainingRequest, opening, read_corpus
from tokviz.text_keys import NUMBERS, algorithm_key, example_key, preset_key
from tokviz.trace import Trace
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.messages import note_text, progress_text
from tokviz.views.shared.sentences import as_text, segments
from tokviz.views.tokenizers.going_on import trimming_text
from tokviz.vocabularies.extensions import trimming

# -- a tokenizer -------------------------------------------------------------------------------------------------------


def opened(name: str, pattern: str | None = None) -> Pipeline:
    """Read a tokenizer from a file, from two that belong together (``merges.txt+vocab.json``), or by its name.

    pattern: of a file that names none. Raises TokvizError for what is not there, and what :meth:`Pipeline.from_files`
    raises.
    """
    record = by_name(name)
    if record is not None:
        with files.named(name):
            return with_pattern(record, pattern).open()
    names = paths(name)
    content = [(Path(path).name, files.read(path, MAX_FILE_BYTES)) for path in names]
    with files.named(*names):
        return Pipeline.from_files(content, pattern=pattern)


_NAME = re.compile(r"[\w-]*")


def pattern_of(arguments: Namespace) -> str | None:
    """Return the pattern that arguments name for a file that has none: a name, also that of a pre-tokenization, or a
    regular expression. Raises TokvizError for a name that is not known.

    >>> pattern_of(Namespace(pattern=None, split="o200k-bytes")), pattern_of(Namespace(pattern=r"\\w+", split=None))
    ('o200k', '\\\\w+')
    """
    if arguments.pattern is None:
        return None if arguments.split is None else choose("--split", _name(arguments.split), ALTERNATIVES)
    given = _name(arguments.pattern)
    return choose("--pattern", given, ALTERNATIVES) if _NAME.fullmatch(given) else str(arguments.pattern)


def _name(split: str) -> str:
    return split.removesuffix("-bytes")


def with_pattern(record: Named, pattern: str | None) -> Named:
    """Return a tokenizer with this pattern. Raises RulesError if its own is known."""
    if pattern is not None and record.pattern is not None:
        raise RulesError("pattern-known", value=brief(pattern))
    return record if pattern is None else replace(record, pattern=pattern)


def by_name(name: str) -> Named | None:
    """Return the tokenizer of this name on this machine; None for a file.

    Raises TokvizError for neither.
    """
    if name == files.STDIN or "+" in name or Path(name).exists():
        return None
    record = on_this_machine().get(name)
    if record is None:
        try:
            parse(name)
        except FetchError:
            raise TokvizError("cli-file-missing", name=name) from None
        raise TokvizError("cli-tokenizer-missing", name=name)
    return record


def paths(name: str) -> list[str]:
    """Return the files that are named, one or two.

    >>> paths("merges.txt+vocab.json")
    ['merges.txt', 'vocab.json']
    """
    return [name] if Path(name).exists() else name.split("+")


def tell(notes: Iterable[Note], say: Catalog) -> None:
    """Write what files leave open beside the output, a line each."""
    for note in notes:
        files.write_error(note.sentence(say.templates))


def tell_corpus(notes: Iterable[tuple[str, Mapping[str, object]]], say: Catalog) -> None:
    """Write what the reader of a corpus has to say beside the output, a line each."""
    for code, details in notes:
        text = note_text(code, details, say)
        files.write_error(text + say("cli.note.split") if code == "without-spaces" else text)


# -- a corpus and a training -------------------------------------------------------------------------------------------


_ALL = "all"
_PAUSE = 0.2  # seconds between two lines of progress: thousands of merges are done in one


@dataclass(frozen=True)
class Trained:
    """A training, what was asked for, and the corpus. The preset is `SOURCE` for rules of an example that are none."""

    trace: Trace
    request: TrainingRequest
    source: ReadCorpus


def check_one(file: str | None, example: str | None, split: str | None) -> None:
    """Raise TokvizError for two corpora, or a pre-tokenization that there is not."""
    if split is not None:
        find(split)
    if file is not None and example is not None:
        raise TokvizError("cli-two-corpora")


def own_file(file: str | None) -> File:
    """Return the file of a corpus, or what came over standard input, which has no name. Raises TokvizError."""
    name = files.STDIN if file is None else file
    data = b"" if file is None and not files.is_piped() else files.read(name)
    if name != files.STDIN:
        return File(name, name, data)
    if not data.strip():  # nobody piped anything, as where a job has no input at all
        raise TokvizError("cli-no-corpus")
    return File(name, "", data)


def language_files(names: Sequence[str], algorithm: Algorithm) -> File:
    """Return several files as one with a language for each. Raises TokvizError."""
    if not algorithm.by_language:
        raise TokvizError("cli-many-files")
    text = join_files([(name, files.read(name)) for name in names])
    name = " + ".join(names)
    return File(name, name, text.encode("utf-8", "replace"))


def naming(file: File | None) -> AbstractContextManager[None]:
    """Put the name of a corpus, if it has one, before errors from within."""
    return files.named(file.name) if file is not None and file.name else nullcontext()


def train(arguments: Namespace, file: str | None, say: Catalog, more: Sequence[str] = ()) -> Trained:
    """Train on what the arguments name, and show on a terminal how far that is. Raises TokvizError.

    file: the corpus, or its first language where `more` names the files of others.
    """
    name = choose("--algorithm", arguments.algorithm, ALGORITHMS)
    algorithm = ALGORITHMS[name]
    merges, vocab_size = _amounts(arguments, algorithm)
    example = arguments.example
    start = _start_of(arguments, say)
    lesson = None if example is None else examples.load(example).recipe(name)
    check_one(file, example, arguments.split)
    if algorithm.split and arguments.split not in (None, algorithm.split):
        raise TokvizError("cli-own-split", algorithm=name, value=arguments.split)
    if file is not None and more:
        own: File | None = language_files([file, *more], algorithm)
    else:
        own = None if example is not None else own_file(file)
    preset = arguments.rules or (algorithm.own_preset if lesson is None else SOURCE)
    if preset == SOURCE and lesson is not None:
        rules = lesson.rules
        preset = algorithm.preset_of(rules) or SOURCE
    else:
        rules = resolve(preset, algorithm.presets)
    training_request = TrainingRequest(
        algorithm=name,
        example=example or OWN,
        split=arguments.split or (lesson and lesson.pretokenizer) or algorithm.split or "whitespace",
        preset=preset,
        rules=changed_rules(rules, algorithm, preset, arguments) if start is None else model_of(start).rules,
        file=own,
        start=arguments.start if start is not None else "",
        given=None if start is None else Start(arguments.start, lambda: start),
    )
    if merges is not None:
        training_request = replace(training_request, stop="merges", amount=merges)
    elif vocab_size is not None:
        training_request = replace(training_request, stop="vocab", amount=vocab_size)
    elif arguments.merges is None:
        usual = opening(algorithm, example or OWN)
        training_request = replace(training_request, stop=usual.stop, amount=usual.amount)
    memory = LocalMemory()
    with naming(own):
        source = read_corpus(training_request, memory)
    with _progress(source.corpus, algorithm, say) as memory.progress:
        trace = request.train(training_request, memory, most=None).trace
    _check_size(trace, training_request.amount if training_request.stop == "vocab" else None)
    return Trained(trace, training_request, source)


def _start_of(arguments: Namespace, say: Catalog) -> Pipeline | None:
    """Return the tokenizer that a training goes on from, without the tokens that are to be trimmed; None for no such.
    What else goes with these is written beside the output."""
    name = getattr(arguments, "start", None)
    if name is None:
        return None
    pipeline = opened(name)
    with files.named(name):
        whole = model_of(pipeline)
        if not arguments.trim:
            return pipeline
        pipeline = trimmed(pipeline, [files.argument(token) for token in arguments.trim])
        files.write_error(as_text(segments(trimming_text(trimming(whole, model_of(pipeline)), say))))
    return pipeline


@contextmanager
def _progress(corpus: Corpus, algorithm: Algorithm, say: Catalog) -> Iterator[Callable[[Progress], None]]:
    """Say on a terminal what is trained on while the block lasts, and with each call how far it is."""
    files.rewrite(say("train.running", words=say.count(NUMBERS[algorithm.unit], len(corpus))))
    shown_at = monotonic()

    def tell(at: Progress) -> None:
        nonlocal shown_at
        if monotonic() - shown_at >= _PAUSE:
            shown_at = monotonic()
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
    """Return the algorithm, its convention and its corpus in a line, or the tokenizer that it goes on from."""
    if trained.request.start:
        return say(
            "cli.went-on",
            name=trained.request.start,
            corpus=say.choice(example_key, trained.request.example),
            words=say.count("count.words", len(trained.source.corpus)),
        )
    return say(
        "cli.trained",
        algorithm=say(algorithm_key(trained.trace.algorithm)),
        preset=say.choice(preset_key, trained.request.preset),
        corpus=say.choice(example_key, trained.request.example),
        words=say.count(NUMBERS[ALGORITHMS[trained.trace.algorithm].unit], len(trained.source.corpus)),
    )
