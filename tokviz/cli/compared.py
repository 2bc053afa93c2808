"""From arguments to a comparison: a corpus, two to four tokenizers of one size, a text to cut and one to measure on."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

from tokviz.algorithms import ALGORITHMS
from tokviz.cli import files
from tokviz.cli.options import number
from tokviz.cli.pipeline.opening import by_name, paths
from tokviz.cli.training import check_one, reader
from tokviz.compare.comparison import Comparison
from tokviz.compare.engine import Compared, ComparedCorpus, Engine, held_out
from tokviz.compare.sizes import SizeRange, common_sizes, usual_size
from tokviz.compare.slots import FEWEST, FILE, MAX_SIZE, MOST, USUAL, File, Slot, opening_split, opening_text
from tokviz.corpus import Parsed
from tokviz.errors import RulesError, TokvizError
from tokviz.formats.reading import MAX_FILE_BYTES
from tokviz.presets import resolve
from tokviz.views.compare.sentences import tokenizer_names
from tokviz.views.shared.catalog import Catalog

__all__ = ["compare", "slots"]


def compare(asked: Namespace, say: Catalog) -> tuple[Comparison, int]:
    """Read and train what the arguments name; with the size that was aimed at, 0 if none was trained. Raises
    TokvizError."""
    wanted = slots(asked.tokenizers, asked.special)
    text = files.argument(asked.text or "")
    source = _source(asked, text if not any(slot.is_trained for slot in wanted) else "")
    engine = Engine(source)
    names = tokenizer_names(wanted, say)
    size = _size(asked.size, [(name, engine.possible(slot)) for name, slot in zip(names, wanted, strict=True)])
    made = tuple(_tokenizer(engine, slot, size, name) for slot, name in zip(wanted, names, strict=True))
    given = "" if source.corpus is None else text  # the text that is compared already
    held = held_out(given if asked.held is None else files.read_text(asked.held))
    text = text if text.strip() else opening_text(source.text)
    return Comparison(engine, made, text, held), size


def slots(asked: Sequence[str], specials: Sequence[str] = ()) -> tuple[Slot, ...]:
    """The tokenizers that were asked for, or the usual ones. specials: special tokens of those that come out of files.
    Raises TokvizError for too few, too many, unknown rules, files that cannot be read, and special tokens of no file.

    >>> [slot.name for slot in slots(["bpe:course,wordpiece"])]
    ['bpe:course', 'wordpiece:course']
    """
    named = [part for one in asked for part in one.split(",") if part] or list(USUAL)
    if not FEWEST <= len(named) <= MOST:
        raise TokvizError("cli-tokenizers", number=len(named))
    found = tuple(_slot(name, tuple(specials)) for name in named)
    if specials and all(slot.is_trained for slot in found):
        raise TokvizError("cli-special-none")
    return found


def _slot(name: str, specials: tuple[str, ...]) -> Slot:
    algorithm, colon, preset = name.partition(":")
    if algorithm not in ALGORITHMS:
        return _of_files(name, specials)
    presets = ALGORITHMS[algorithm].presets
    if colon:
        resolve(preset, presets)
    return Slot(algorithm, preset or next(iter(presets)))


def _of_files(name: str, specials: tuple[str, ...]) -> Slot:
    """A tokenizer of files, or one that has a name on this machine, which stands before those of its files."""
    one = by_name(name)
    if one is None:
        read = [(path, Path(path).name) for path in paths(name)]
    else:
        read = [(str(path), f"{name}/{path.name}") for path in one.files]
        specials = (*specials, *(f"{token}={number}" for token, number in one.specials.items()))
    found = tuple(File(path, called, files.read(path, MAX_FILE_BYTES)) for path, called in read)
    return Slot(FILE, name, found, specials)


def _source(asked: Namespace, text: str) -> ComparedCorpus:
    """What is compared on. text: what there is where no corpus is given, because nothing is to be trained."""
    check_one(asked.file, asked.example, asked.split)
    if asked.example is not None:
        return ComparedCorpus.of_example(asked.example, asked.split or opening_split(asked.example))
    try:
        read = reader(asked.file)
    except TokvizError as error:
        if error.code == "cli-no-corpus" and asked.file is None and text.strip():
            return ComparedCorpus.untrained(text)
        raise
    return ComparedCorpus.of_text(_as_encoded(read, asked.file), asked.split or "whitespace")


def _as_encoded(read: Callable[[str], Parsed], file: str | None) -> Callable[[str], Parsed]:
    """A reader whose text is that which `tokviz encode` takes: of standard input without its last line end."""
    if file not in (None, files.STDIN):
        return read

    def as_encoded(split: str) -> Parsed:
        found = read(split)
        return found if found.text is None else replace(found, text=files.without_line_end(found.text))

    return as_encoded


def _size(asked: str | None, named: Sequence[tuple[str, SizeRange | None]]) -> int:
    """The size to aim at. Raises TokvizError for one that a tokenizer is larger than from its start."""
    trained = [(name, possible) for name, possible in named if possible is not None]
    if asked is None:
        if not trained:
            return 0
        low, high, is_common = common_sizes([possible for _, possible in trained])
        if not is_common:
            raise TokvizError("cli-size-apart", least=max(possible.smallest for _, possible in trained))
        return usual_size(low, high)
    size = number("--size", asked, 1)
    if size > MAX_SIZE:
        raise RulesError("rules-range", name="--size", value=size, least=1, most=MAX_SIZE)
    for name, possible in trained:
        if size < possible.smallest:
            raise TokvizError("cli-size", name=name, value=size, least=possible.smallest)
    return size


def _tokenizer(engine: Engine, slot: Slot, size: int, name: str) -> Compared:
    with nullcontext() if slot.is_trained else files.named(*(file.key for file in slot.files)):
        return engine.tokenizer(slot, size, name)
