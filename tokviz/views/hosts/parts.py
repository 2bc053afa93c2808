"""The stepping picture of an object: of a training, of the encoding of a word, of a lattice.

Whatever shows it gets payloads, part by part, as the app sends them; replays, stills and the site take their parts
from here, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any, TypeGuard, cast

from tokviz import bpe, lookup, picky, unigram, wordpiece
from tokviz.compare.clock import Clock, clock_of, clock_of_traces
from tokviz.compare.comparison import Comparison
from tokviz.files.pipeline import Pipeline
from tokviz.superbpe import boundless
from tokviz.text_keys import algorithm_key, training_key
from tokviz.trace import Replayed, Trace
from tokviz.views.algorithms import training_part
from tokviz.views.compare import clock as clock_view
from tokviz.views.compare.sentences import tokenizer_names
from tokviz.views.encoding.longest_match import match_parts
from tokviz.views.encoding.merging import drawn_word, word_frames, word_parts
from tokviz.views.lattice import viterbi
from tokviz.views.picture.questions import payload_json
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shown
from tokviz.views.tokenizers.work import pretoken_picture, pretokens, with_words

__all__ = [
    "MAX_BYTES",
    "Part",
    "Stepped",
    "clock_in",
    "is_several",
    "parts_with",
    "stepped",
    "within_bytes",
]

MAX_BYTES = 405_000
"""The parts of a training that are sent unasked have at most so many bytes, a third of them names of fields; there is
one part in any case."""

Part = dict[str, Any]
"""A payload of the picture, with a part of all frames."""


# -- parts of a picture ------------------------------------------------------------------------------------------------


def parts_with(steps: Iterable[int], part_at: Callable[[int], Part]) -> Iterator[Part]:
    """Yield the payloads that have these steps, each once. steps: in order. part_at: returns the one of a step.

    >>> parts = [{"first": 0, "frames": ["a", "b"]}, {"first": 2, "frames": ["c", "d"]}]
    >>> [part["first"] for part in parts_with([0, 1, 3], lambda step: parts[step // 2])]
    [0, 2]
    """
    known = range(0)
    for step in steps:
        if step not in known:
            part = part_at(step)
            known = range(part["first"], part["first"] + len(part["frames"]))
            yield part


def within_bytes(parts: Iterable[Part], most: int = MAX_BYTES) -> Iterator[Part]:
    """Yield the first of these parts, and those after it as far as the bytes go."""
    weight = 0
    for number, part in enumerate(parts):
        weight += len(payload_json(part).encode())
        if number and weight > most:
            return
        yield part


# -- objects that are stepped through ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stepped:
    """An object that can be stepped through.

    title: its name, for a page. part: the payload with the frame of a step and those around it.
    """

    title: Callable[[Catalog], str]
    part: Callable[[int, Catalog], Part]

    def parts(self, say: Catalog, most_bytes: int = MAX_BYTES) -> Iterator[Part]:
        """Return the parts from the first step on, as far as the bytes go."""
        first = self.part(0, say)
        later = range(len(first["frames"]), first["total"] + 1)
        return within_bytes(chain([first], parts_with(later, lambda step: self.part(step, say))), most_bytes)


def stepped(thing: object, word: str = "") -> Stepped | None:
    """Return the steps of an object; None if it has none.

    word: what a model or a pipeline splits, which have no steps by themselves. Of a text that a pipeline splits into
    several words the first one is shown. The steps of a comparison are the sizes of its trainings. Raises TokvizError
    for a word that cannot be shown.

    >>> from tokviz import Corpus, bpe
    >>> from tokviz.views.shared.catalog import load
    >>> trace = bpe.train(Corpus({"low": 5, "lower": 2}), merges=3)
    >>> found = [stepped(trace), stepped(trace.model().explain("low")), stepped(trace.model(), "lower")]
    >>> [one.part(0, load("en"))["total"] for one in found if one]
    [3, 3, 2]
    >>> stepped(trace.model()) is None
    True
    """
    if isinstance(thing, Replayed):
        return _training(cast("Trace", thing))
    if is_several(thing):
        return _on_one_clock(partial(clock_in, thing, word))
    if isinstance(thing, Comparison):
        return _on_one_clock(partial(_clock_of, thing))
    if word and isinstance(thing, Pipeline):
        parts = pretokens(with_words(thing, thing.stages(word)))
        word = next((part.text for part in parts if part.role == "text"), word)
        thing = thing.model
    drawing = _encoding(thing) or (_model(thing, word) if word else None)
    return None if drawing is None else _word(*drawing)


def _training(trace: Trace) -> Stepped:
    def part(step: int, say: Catalog) -> Part:
        return training_part(trace, step, say) | {"search": False}

    return Stepped(lambda say: say(training_key(trace.algorithm)), part)


def is_several(thing: object) -> TypeGuard[Sequence[Trace]]:
    """Tell if this is a list of trainings, which are shown side by side."""
    return isinstance(thing, list | tuple) and len(thing) > 1 and all(isinstance(one, Replayed) for one in thing)


def clock_in(traces: Sequence[Trace], text: str, say: Catalog) -> Clock:
    """Return trainings on one clock, by the names of their algorithms. Raises ValueError for other words."""
    names: dict[str, Trace] = {}
    for trace in traces:
        name = say(algorithm_key(trace.algorithm))
        number = sum(known.split(" · ")[0] == name for known in names)
        names[f"{name} · {number + 1}" if number else name] = trace
    return clock_of_traces(names, text)


def _clock_of(comparison: Comparison, say: Catalog) -> Clock:
    """Return the trainings of a comparison on one clock, with their names in a language."""
    names = tokenizer_names([one.slot for one in comparison.tokenizers], say)
    named = zip(comparison.tokenizers, names, strict=True)
    return clock_of(replace(comparison, tokenizers=tuple(replace(one, label=name) for one, name in named)))


def _on_one_clock(make: Callable[[Catalog], Clock]) -> Stepped:
    made: dict[str, Clock] = {}

    def part(step: int, say: Catalog) -> Part:
        if say.language not in made:
            made[say.language] = make(say)
        clock = made[say.language]
        return clock_view.part_at(clock, clock.smallest + step, say)

    return Stepped(lambda say: say("clock.controls.picture"), part)


# -- the encoding of a word --------------------------------------------------------------------------------------------


_MODELS = bpe.Model | wordpiece.Model | unigram.Model | lookup.Model | picky.Model | boundless.Model
_Drawing = tuple[str, Callable[[Catalog], list[Part]]]
"""A word, and the function that draws all of its parts."""


def _word(word: str, draw: Callable[[Catalog], list[Part]]) -> Stepped:
    made: dict[str, list[Part]] = {}

    def part(step: int, say: Catalog) -> Part:
        if say.language not in made:
            made[say.language] = draw(say)
        return next(one for one in made[say.language] if step < one["first"] + len(one["frames"]))

    return Stepped(lambda say: shown(word, 40), part)


def _encoding(thing: object) -> _Drawing | None:
    """Return the drawing of an encoding, or of a lattice, whose best path is found."""
    match thing:
        case bpe.EncodeTrace():
            return thing.word, partial(_merged, thing)
        case wordpiece.EncodeTrace():
            return thing.word, partial(match_parts, thing)
        case unigram.EncodeTrace():
            return thing.word, partial(viterbi.word_parts, thing, None)
        case unigram.Lattice():
            best = unigram.EncodeTrace.of(thing, thing.word, thing.best().path.pieces)
            return thing.word, partial(viterbi.word_parts, best, None)
        case _:
            return None


def _merged(trace: bpe.EncodeTrace, say: Catalog) -> list[Part]:
    # An encoding does not know how many merges there are: at least as many as its pairs name.
    candidates = chain(trace.candidates, *(step.candidates for step in trace))
    merges = 1 + max((one.rank for one in candidates if one.rank is not None), default=0)
    return word_parts(word_frames(trace, say), say, drawn_word(trace, merges, say))


def _model(thing: object, word: str) -> _Drawing | None:
    """Return the drawing of a word's split by a model; None for other things."""
    if not isinstance(thing, _MODELS):
        return None
    return word, lambda say: pretoken_picture(thing, word, say)[0]
