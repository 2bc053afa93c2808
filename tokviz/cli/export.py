"""``tokviz export``: the picture of a training or of a word at some steps, in the formats that features add."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tokviz.cli import files
from tokviz.cli.inputs import Trained, opened, pattern_of, tell, tell_corpus, train
from tokviz.cli.options import choose, format_of, number
from tokviz.errors import TokvizError
from tokviz.model import Model
from tokviz.views.algorithms import training_part
from tokviz.views.hosts.parts import parts_with
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.shared.rendering import About
from tokviz.views.tokenizers.work import MAX_SYMBOLS, drawn_words, pretoken_picture

Made = str | bytes | tuple[str | bytes, ...]
"""A file, or one for each step."""

_USUAL = "svg"
THEMES = ("light", "dark")
"""The colors of a picture, by name."""
_RANGE = re.compile(r"(\d{1,9})-(\d{1,9})")
_ENDINGS = {".tex": "tikz", ".htm": "html"}  # where the ending is no name of a format


@dataclass(frozen=True)
class ShownPicture:
    """A picture that is written. total: its last step. steps: those that were asked for, none if the format chooses.
    parts: returns the payloads that have some steps. about: its title, and what it is about. thing: a trace, or the
    model that splits `word`."""

    total: int
    steps: tuple[int, ...]
    about: About
    parts: Callable[[Iterable[int]], list[Mapping[str, Any]]]
    thing: object
    word: str = ""


def run(arguments: Namespace, say: Catalog) -> int:
    """Write the picture in the format that was asked for."""
    kinds = arguments.more_formats
    ending = Path(arguments.output or "").suffix.lower()
    promised = _ENDINGS.get(ending, ending.removeprefix("."))
    kind = format_of(arguments.format, None, kinds, promised if promised in kinds else _USUAL)
    choose("--theme", arguments.theme, THEMES)
    picture = _picture(arguments, say)
    contents: Made = kinds[kind](picture, arguments, say)
    if not isinstance(contents, tuple):
        contents = (contents,)
    if len(contents) > 1:
        _write_all(contents, picture.steps, kind, arguments.output)
        return 0
    if isinstance(contents[0], bytes) and arguments.output is None and files.is_screen():
        raise TokvizError("cli-binary", format=kind)
    files.write(contents[0], arguments.output)
    return 0


def _write_all(contents: Sequence[str | bytes], steps: Sequence[int], kind: str, output: str | None) -> None:
    """Write a file for each step, whose number is in its name."""
    if output is None or output == files.STDIN:
        raise TokvizError("cli-export-files", format=kind)
    path, digits = Path(output), len(str(max(steps)))
    for step, content in zip(steps, contents, strict=True):
        files.write(content, str(path.with_name(f"{path.stem}-{step:0{digits}}{path.suffix}")))


def _picture(arguments: Namespace, say: Catalog) -> ShownPicture:
    """Return the picture of a training, or of a word. Raises TokvizError."""
    if arguments.word is not None:
        return _of_word(arguments, say)
    if arguments.tokenizer is not None:
        raise TokvizError("cli-export-tokenizer")
    trained = _trained(arguments, say)
    trace, request = trained.trace, trained.request
    about = rendering.about_training(trace, say, request.example, request.split)

    def parts(steps: Iterable[int]) -> list[Mapping[str, Any]]:
        return list(parts_with(sorted(steps), lambda step: training_part(trace, step, say, split=request.split)))

    return ShownPicture(len(trace), _steps(arguments, len(trace)), about, parts, trace)


def _trained(arguments: Namespace, say: Catalog) -> Trained:
    trained = train(arguments, arguments.file, say)
    tell_corpus(trained.source.notes, say)
    return trained


def _of_word(arguments: Namespace, say: Catalog) -> ShownPicture:
    model, word = _model(arguments, say), files.argument(arguments.word)
    words = drawn_words(model, word)
    if len(words) != 1:
        raise TokvizError("cli-export-word", value=visible(word), words=len(words))
    if len(words[0]) > MAX_SYMBOLS:
        raise TokvizError("cli-export-long", met=len(words[0]), most=MAX_SYMBOLS)
    parts, _ = pretoken_picture(model, words[0], say)
    total = parts[0]["total"]
    about = rendering.about(visible(word), [], say)
    return ShownPicture(total, _steps(arguments, total), about, lambda _: list(parts), model, words[0])


def _model(arguments: Namespace, say: Catalog) -> Model:
    """Return the tokenizer of the word, or the model of a training."""
    if arguments.tokenizer is None:
        trained = _trained(arguments, say)
        return trained.trace.model(pretokenizer=trained.request.split)
    if arguments.example is not None or arguments.file is not None:
        raise TokvizError("cli-one-tokenizer", corpus="FILE")
    pipeline = opened(arguments.tokenizer, pattern_of(arguments))
    tell(pipeline.notes, say)
    return pipeline.text_model.model


def _steps(arguments: Namespace, total: int) -> tuple[int, ...]:
    """Return the steps that were asked for, in order. Raises TokvizError for one that there is not."""
    steps = [number("--step", value) for value in arguments.step]
    if arguments.steps is not None:
        span = _RANGE.fullmatch(arguments.steps)
        if span is None or int(span[1]) > int(span[2]):
            raise TokvizError("cli-steps", value=arguments.steps)
        first, last = int(span[1]), int(span[2])
        steps += range(first, min(last, total + 1) + 1)
    wrong = next((step for step in steps if step > total), None)
    if wrong is not None:
        raise TokvizError("cli-export-step", value=wrong, total=total)
    return tuple(sorted(set(steps)))
