"""Encoding of a line by the log of BoundlessBPE: one frame for each event that changes it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, pairwise

from tokviz.superbpe.boundless import BoundlessEncoding, Model
from tokviz.superbpe.boundless.model import BoundlessStep
from tokviz.views.encoding.merging import Frame, MadeFrom, Row, SymbolDrawing
from tokviz.views.picture.payload import Span
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.sentences import Sentence, code, code_pair, plain, segments

__all__ = ["boundless_frames", "drawn_line"]

_DONE = {"merge": "boundless.encode.done.merge", "supermerge": "boundless.encode.done.supermerge"}
_NEXT = {"merge": "boundless.encode.next.merge", "supermerge": "boundless.encode.next.supermerge"}


def drawn_line(model: Model) -> SymbolDrawing:
    """Return how symbols are drawn: a token by the event that made it."""
    made_from: dict[str, MadeFrom] = {
        "".join(pair): (number, *pair) for number, (_, pair) in enumerate(model.events, start=1)
    }
    return SymbolDrawing(made_from, len(model.events))


def boundless_frames(model: Model, line: str, say: Catalog) -> Iterator[Frame]:
    """Yield the states of a line, from no event on."""
    trace = model.explain(line)
    label = shorten(visible(line), 40)
    for k, (before, after) in enumerate(pairwise((None, *trace.steps, None))):
        symbols = tuple(chain.from_iterable(after.before)) if after else trace.tokens
        yield Frame(
            (Row(label, "", symbols, _made(before, symbols)),),
            (
                ("done", _told(before, k, _DONE, say)) if before else ("note", _start(trace, model, say)),
                ("next", _told(after, k + 1, _NEXT, say)) if after else ("note", plain(say("boundless.encode.end"))),
            ),
        )


def _made(step: BoundlessStep | None, symbols: tuple[str, ...]) -> tuple[Span, ...]:
    """Return the chips that an event made."""
    if step is None:
        return ()
    token = "".join(step.pair)
    return tuple((i, 1, "new") for i, symbol in enumerate(symbols) if symbol == token)


def _start(trace: BoundlessEncoding, model: Model, say: Catalog) -> Sentence:
    return plain(
        say("boundless.encode.start", events=len(model.events), words=say.count("count.words", len(trace.start)))
    )


def _told(step: BoundlessStep, number: int, keys: dict[str, str], say: Catalog) -> Sentence:
    values = {"pair": code_pair(*step.pair), "token": code("".join(step.pair))}
    return segments(say(keys[step.kind], number=number, event=step.number + 1, **values))
