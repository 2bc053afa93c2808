"""``tokviz compare``: rows, words that differ with the reason, and measures, as text, CSV or JSON; and as what features
make of a comparison."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

from tokviz.algorithms import ALGORITHMS
from tokviz.cli import files, tables
from tokviz.cli.export import THEMES, ShownPicture
from tokviz.cli.inputs import by_name, check_one, naming, own_file, paths, pattern_of, tell_corpus
from tokviz.cli.options import choose, format_of, number
from tokviz.cli.tables import table
from tokviz.cli.vocabulary import as_table
from tokviz.compare.clock import clock_of
from tokviz.compare.comparison import (
    FEWEST,
    FILE,
    MAX_SIZE,
    MOST,
    Compared,
    ComparedCorpus,
    Comparison,
    Engine,
    Slot,
    held_out,
    opening_split,
    opening_text,
    opening_tokenizers,
)
from tokviz.compare.notation import neutral
from tokviz.compare.sizes import SizeRange, common_sizes, usual_size
from tokviz.errors import RulesError, TokvizError
from tokviz.examples import OWN
from tokviz.files.opening import takes_pattern
from tokviz.files.reading import MAX_FILE_BYTES
from tokviz.memory import File, LocalMemory
from tokviz.presets import resolve
from tokviz.pretokenize import ALTERNATIVES
from tokviz.state.request import TrainingRequest, parsed_corpus
from tokviz.views.compare import charts
from tokviz.views.compare import charts as compare_charts
from tokviz.views.compare.clock import counted, numbers, part_at, size_of, title_of
from tokviz.views.compare.sentences import other_sizes, tokenizer_names
from tokviz.views.compare.tables import MAX_EXPORTED, explained_table, measures_beside
from tokviz.views.hosts.parts import parts_with
from tokviz.views.pages.compare import boundaries_of, costs_of
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.tables import table_csv
from tokviz.views.vocabularies.fairness import costs_cells, scores_cells
from tokviz.views.vocabularies.tables import Cells

FORMATS = ("table", "csv", "json")
"""Those beside the formats that features add."""
PARTS = ("rows", "words", "measures", "sizes", "fair")
"""The parts that can be printed alone, the last two alone only; a CSV file holds words or measures."""
_MOST_WORDS = 20  # on the screen


def run(arguments: Namespace, say: Catalog) -> int:
    """Compare, and write what was asked for."""
    kind = format_of(arguments.format, arguments.output, (*FORMATS, *arguments.more_formats), "table")
    choose("--theme", arguments.theme, THEMES)
    part = arguments.part and choose("--part", arguments.part, PARTS[1:3] if kind == "csv" else PARTS)
    is_neutral = arguments.neutral
    comparison, size = comparison_of(arguments, say)
    source = comparison.engine.source
    tell_corpus(source.notes, say)
    if source.of is not None:
        files.write_error(say("compare.beginning", shown=source.text.length, total=source.of))
    for tokenizer in comparison.tokenizers:
        for note in tokenizer.notes:
            files.write_error(f"{tokenizer.label}: {note.sentence(say.templates)}")
    match kind:
        case "csv" if part == "measures":
            contents = charts.measures_csv(comparison.readings)
        case "csv":
            contents = table_csv(explained_table(comparison, MAX_EXPORTED, say, is_neutral=is_neutral).frame())
        case "json":
            contents = tables.as_json(_record(comparison, size, say, is_neutral=is_neutral))
        case _ if kind in arguments.more_formats:
            contents = arguments.more_formats[kind](comparison, arguments, say)
        case _:
            contents = _text(comparison, part, say, is_neutral=is_neutral)
    if isinstance(contents, bytes) and arguments.output is None and files.is_screen():
        raise TokvizError("cli-binary", format=kind)
    files.write(contents, arguments.output)
    return 0


# -- text --------------------------------------------------------------------------------------------------------------


def _text(comparison: Comparison, part: str | None, say: Catalog, *, is_neutral: bool) -> str:
    if part == "sizes":
        return _sizes(comparison, say)
    if part == "fair":
        return _fair(comparison, say)
    sections: dict[str, Callable[[], str]] = {
        "rows": lambda: _rows(comparison, say, is_neutral=is_neutral),
        "words": lambda: _differ(comparison, say, is_neutral=is_neutral),
        "measures": lambda: _measures(comparison, say),
    }
    return "\n".join(make() for name, make in sections.items() if part in (None, name))


def _rows(comparison: Comparison, say: Catalog, *, is_neutral: bool) -> str:
    """Return each tokenizer with its size and the tokens of the text."""
    titles = [say("compare.column.tokenizer"), say("cli.column.entries"), say("cli.column.tokens")]
    rows = []
    for place, name in enumerate(comparison.names):
        size = comparison.tokenizers[place].tokenizer.entries
        rows.append(
            [name, say.integer(size) if size else "–", tables.tokens(_tokens(comparison, place, is_neutral=is_neutral))]
        )
    notes = "".join(f"{note}\n" for note in other_sizes(comparison.tokenizers, say))
    return f"{say('cli.rows')}\n{table(titles, rows, say)}{notes}"


def _tokens(comparison: Comparison, place: int, *, is_neutral: bool) -> list[str]:
    model = comparison.tokenizers[place].model
    tokens = [token.text for token in comparison.segmentations[place].tokens]
    return [neutral(token, model).text for token in tokens] if is_neutral else tokens


def _differ(comparison: Comparison, say: Catalog, *, is_neutral: bool) -> str:
    total = len(comparison.differing)
    heading = say("cli.differ", words=total, all=comparison.words.number)
    if not total:
        return f"{heading}\n"
    shown = explained_table(comparison, _MOST_WORDS, say, is_neutral=is_neutral)
    return f"{heading}\n{tables.listing(shown, say, total=total)}"


def _measures(comparison: Comparison, say: Catalog) -> str:
    shown = measures_beside(comparison.readings, say)
    written = f"{say('cli.measures')}\n{tables.listing(shown, say)}"
    if not comparison.engine.source.text.is_running:
        written += f"{say('compare.listed')}\n"
    text = list(comparison.readings)[-1]
    each_two = compare_charts.pairs(comparison.readings[text])
    for measure in ("agreement", "overlap"):
        written += f"\n{tables.listing(compare_charts.square(each_two, measure, say), say)}"
    return written


def _sizes(comparison: Comparison, say: Catalog) -> str:
    """Return the tokens over sizes, at each size that one of those has that were trained here. Raises TokvizError."""
    if not any(one.slot.is_trained for one in comparison.tokenizers):
        raise TokvizError("cli-unused", option="--sizes", beside="--tokenizers")
    clock = clock_of(comparison)
    titles = [say("clock.column"), *(hand.label for hand in clock.hands)]
    rows = [["–" if number is None else number for number in row] for row in numbers(clock)]
    return f"{counted(clock, say)}\n{table(titles, rows, say)}"


def _fair(comparison: Comparison, say: Catalog) -> str:
    """Return the Gini coefficients over languages, and how many boundaries are those of morphemes."""
    both = (
        ("fairness.gini", costs_cells(costs_of(comparison), say)),
        ("fairness.morphemes.table", scores_cells(boundaries_of(comparison), say)),
    )
    return "\n".join(f"{say(title)}\n{as_table(cells, say)}" for title, cells in both)


# -- JSON -----------------------------------------------------------------------------------------------


def _record(comparison: Comparison, size: int, say: Catalog, *, is_neutral: bool) -> dict[str, Any]:
    words = explained_table(comparison, MAX_EXPORTED, say, is_neutral=is_neutral).frame()
    measures = compare_charts.measures_table(comparison.readings)
    return {
        "tokenizers": [_tokenizer_record(tokenizer) for tokenizer in comparison.tokenizers],
        "size": size or None,
        "text": comparison.text,
        "rows": [
            {
                "tokenizer": name,
                "tokens": [
                    {"text": text, "start": token.start, "end": token.end}
                    for text, token in zip(
                        _tokens(comparison, place, is_neutral=is_neutral),
                        comparison.segmentations[place].tokens,
                        strict=True,
                    )
                ],
            }
            for place, name in enumerate(comparison.names)
        ],
        "words": [
            {
                "word": differing.word,
                "occurrences": differing.count,
                "tokens": {name: split.tokens for name, split in zip(comparison.names, differing.splits, strict=True)},
                "reason": why,
            }
            for differing, why in zip(comparison.differing[:MAX_EXPORTED], words["reason"], strict=True)
        ],
        "measures": tables.records(measures.frame()),
        "gini": _records(costs_cells(costs_of(comparison), say)),
        "morphemes": _records(scores_cells(boundaries_of(comparison), say)),
        "pairs": {
            text: tables.records(compare_charts.pairs(every).frame()) for text, every in comparison.readings.items()
        },
    }


def _records(cells: Cells) -> list[dict[str, Any]]:
    return [dict(zip(cells, row, strict=True)) for row in zip(*cells.values(), strict=True)]


def _tokenizer_record(compared: Compared) -> dict[str, Any]:
    return {
        "name": compared.label,
        "algorithm": compared.model.algorithm,
        "rules": compared.slot.preset if compared.slot.is_trained else None,
        "files": [file.key for file in compared.slot.files],
        "size": compared.tokenizer.entries,
    }


# -- its trainings as a picture ----------------------------------------------------------------------------------------


def picture_of(comparison: Comparison, say: Catalog) -> ShownPicture:
    """Return the trainings of a comparison side by side, at its size. Raises TokvizError for less than two."""
    if sum(one.slot.is_trained for one in comparison.tokenizers) < FEWEST:
        raise TokvizError("cli-compare-picture")
    clock = clock_of(comparison)

    def parts(steps: Iterable[int]) -> list[Mapping[str, Any]]:
        return list(parts_with(sorted(steps), lambda step: part_at(clock, clock.smallest + step, say)))

    step = size_of(clock, comparison) - clock.smallest
    about = rendering.about(title_of(clock, say), [], say)
    return ShownPicture(clock.largest - clock.smallest, (step,), about, parts, comparison)


# -- from arguments to a comparison ------------------------------------------------------------------------------------


def comparison_of(arguments: Namespace, say: Catalog) -> tuple[Comparison, int]:
    """Read and train what the arguments name; with the size that was aimed at, 0 if none was trained. Raises
    TokvizError."""
    wanted = slots(arguments.tokenizers, arguments.special, _pattern(arguments), arguments.example or OWN)
    if arguments.pattern is not None and not any(slot.pattern for slot in wanted):
        raise TokvizError("cli-unused", option="--pattern", beside="--tokenizers")
    text = files.argument(arguments.text or "")
    source = _source(arguments, text if not any(slot.is_trained for slot in wanted) else "")
    if arguments.split is not None and source.corpus is None and not any(slot.pattern for slot in wanted):
        raise TokvizError("cli-unused", option=arguments.given["split"], beside="--tokenizers")
    engine = Engine(source)
    names = tokenizer_names(wanted, say)
    size = _size(arguments.size, [(name, engine.possible(slot)) for name, slot in zip(names, wanted, strict=True)])
    tokenizers = tuple(_tokenizer(engine, slot, size, name) for slot, name in zip(wanted, names, strict=True))
    compared_text = "" if source.corpus is None else text  # the text that is compared already
    held = held_out(compared_text if arguments.held is None else files.read_text(arguments.held))
    text = text if text.strip() else opening_text(source.text)
    return Comparison(engine, tokenizers, text, held), size


def slots(
    values: Sequence[str], specials: Sequence[str] = (), pattern: str | None = None, example: str = OWN
) -> tuple[Slot, ...]:
    """Return the tokenizers that were asked for, or those that an example opens with.

    specials, pattern: of those that come out of files. Raises TokvizError for too few, too many, unknown rules, files
    that cannot be read, and special tokens of no file.

    >>> [slot.name for slot in slots(["bpe:course,wordpiece"])]
    ['bpe:course', 'wordpiece:course']
    """
    named = [part for value in values for part in value.split(",") if part] or opening_tokenizers(example)
    if not FEWEST <= len(named) <= MOST:
        raise TokvizError("cli-tokenizers", number=len(named))
    parsed = tuple(_slot(name, tuple(specials), pattern) for name in named)
    if specials and all(slot.is_trained for slot in parsed):
        raise TokvizError("cli-special-none")
    return parsed


def _slot(name: str, specials: tuple[str, ...], pattern: str | None) -> Slot:
    algorithm, colon, preset = name.partition(":")
    if algorithm not in ALGORITHMS:
        return _of_files(name, specials, pattern)
    presets = ALGORITHMS[algorithm].presets
    if colon:
        resolve(preset, presets)
    return Slot(algorithm, preset or next(iter(presets)))


def _of_files(name: str, specials: tuple[str, ...], named: str | None) -> Slot:
    """Return a tokenizer of files, or one that has a name on this machine, which comes before those of its files."""
    record, pattern = by_name(name), None
    if record is None:
        read = [(path, Path(path).name) for path in paths(name)]
    else:
        read = [(str(path), f"{name}/{path.name}") for path in record.files]
        pattern = record.pattern
        specials = (*specials, *(f"{token}={number}" for token, number in record.specials.items()))
    contents = tuple(File(path, called, files.read(path, MAX_FILE_BYTES)) for path, called in read)
    if pattern is None and len(contents) == 1 and takes_pattern(name, contents[0].content):
        pattern = named
    return Slot(FILE, name, contents, specials, pattern)


def _pattern(arguments: Namespace) -> str | None:
    """Return the pattern of files that name none: a pre-tokenization without a pattern is for trainings alone."""
    split = arguments.split if (arguments.split or "").removesuffix("-bytes") in ALTERNATIVES else None
    return pattern_of(Namespace(pattern=arguments.pattern, split=split))


def _source(arguments: Namespace, text: str) -> ComparedCorpus:
    """Return the source of a comparison.

    text: stands in where no corpus is given, because nothing is to be trained.
    """
    check_one(arguments.file, arguments.example, arguments.split)
    if arguments.example is not None:
        return ComparedCorpus.of_example(arguments.example, arguments.split or opening_split(arguments.example))
    try:
        file = own_file(arguments.file)
    except TokvizError as error:
        if error.code == "cli-no-corpus" and arguments.file is None and text.strip():
            return ComparedCorpus.untrained(text)
        raise
    request = TrainingRequest(example=OWN, split=arguments.split or "whitespace", file=file)
    with naming(file):
        parsed = parsed_corpus(request, LocalMemory())
    if file.key == files.STDIN and parsed.text is not None:  # the text that `tokviz encode` takes: without its line end
        parsed = replace(parsed, text=files.without_line_end(parsed.text))
    return ComparedCorpus.of_own(parsed, request.split, request.corpus_key)


def _size(value: str | None, named: Sequence[tuple[str, SizeRange | None]]) -> int:
    """Return the size to aim at. Raises TokvizError for one that a tokenizer is larger than from its start."""
    trained = [(name, possible) for name, possible in named if possible is not None]
    if value is None:
        if not trained:
            return 0
        low, high, is_common = common_sizes([possible for _, possible in trained])
        if not is_common:
            raise TokvizError("cli-size-apart", least=max(possible.smallest for _, possible in trained))
        return usual_size(low, high)
    size = number("--size", value, 1)
    if size > MAX_SIZE:
        raise RulesError("rules-range", name="--size", value=size, least=1, most=MAX_SIZE)
    for name, possible in trained:
        if size < possible.smallest:
            raise TokvizError("cli-size", name=name, value=size, least=possible.smallest)
    return size


def _tokenizer(engine: Engine, slot: Slot, size: int, name: str) -> Compared:
    with nullcontext() if slot.is_trained else files.named(*(file.key for file in slot.files)):
        return engine.tokenizer(slot, size, name)
