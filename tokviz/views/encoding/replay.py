"""Encoding of a word by the log of a training in the picture: one frame for each event that changes the word.

A merge joins its pair, and a removal splits its token. Events that find nothing in the word are a number. The payload
is that of :mod:`tokviz.views.encoding.merging`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from tokviz.picky import EncodeStep, EncodeTrace, Event, Model
from tokviz.views.encoding.merging import (
    MAX_ATTEMPTS,
    Frame,
    MadeFrom,
    Row,
    Span,
    SymbolDrawing,
    word_parts,
)
from tokviz.views.encoding.payload import Attempt, Choice, SymbolPlace
from tokviz.views.picture.questions import payload_json
from tokviz.views.shared.catalog import Catalog, load
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.sentences import Sentence, code, code_pair, plain, segments
from tokviz.views.shared.spaces import space_of_model


def drawn_replay(model: Model) -> SymbolDrawing:
    """Return the drawing of symbols: a token by the first event that made it."""
    made: dict[str, MadeFrom] = {}
    for number, event in enumerate(model.events, start=1):
        if event.kind == "merge":
            left, right = event.parts
            made.setdefault(event.token, (number, left, right))
    return SymbolDrawing(made, len(model.events), unknown=model.unknown_token, space=space_of_model(model))


def replay_frames(model: Model, word: str, say: Catalog) -> Iterator[Frame]:
    """Yield the states of a word, from no event on."""
    trace = model.explain(word)
    label = shorten(visible(word), 40)
    for k, (before, after) in enumerate(pairwise((None, *trace, None))):
        symbols = after.symbols if after else trace.tokens
        yield Frame(
            (Row(label, "", symbols, _made(before) + _ahead(after)),),
            (
                ("done", _done(before, k, model, say)) if before else ("note", _start(trace, model, say)),
                ("next", _next(after, k + 1, model, say)) if after else ("note", _end(trace, model, say)),
            ),
            choice=_choice(trace, k, say),
        )


def replay_walk(model: Model, word: str, language: str) -> str:
    """Return the payload of the picture for a word, as JSON; of one with very many events the first part."""
    say = load(language)
    first, *_ = word_parts(replay_frames(model, word, say), say, drawn_replay(model))
    return payload_json(first)


def _made(step: EncodeStep | None) -> tuple[Span, ...]:
    """Return the chips that an event made."""
    if step is None:
        return ()
    length = 1 if step.event.kind == "merge" else len(step.event.parts)
    change = length - (2 if step.event.kind == "merge" else 1)
    return tuple(
        (position + change * earlier + i, 1, "new")
        for earlier, position in enumerate(step.positions)
        for i in range(length)
    )


def _ahead(step: EncodeStep | None) -> tuple[Span, ...]:
    """Return the chips that an event will replace."""
    if step is None:
        return ()
    length = 2 if step.event.kind == "merge" else 1
    return tuple((position, length, "next") for position in step.positions)


def _choice(trace: EncodeTrace, k: int, say: Catalog) -> Choice | None:
    """Return the events that are still to be applied to the word, the next one first."""
    if not len(trace):
        return None
    ahead = trace.steps[k:]
    tries = [
        Attempt(
            step.event.parts if step.event.kind == "merge" else (step.event.token,),
            tuple(SymbolPlace(place, length) for place, length, _ in _ahead(step)) if i == 0 else (),
            _event_in_short(step, say),
            plain(_event_in_short(step, say)),
            "wins" if i == 0 else "open",
        )
        for i, step in enumerate(ahead[:MAX_ATTEMPTS])
    ]
    title = say("picky.encode.events") if ahead else say("picky.encode.events.over")
    return Choice(title, "", tries, len(ahead) - len(tries))


def _event_in_short(step: EncodeStep, say: Catalog) -> str:
    key = "picky.encode.event.merge" if step.event.kind == "merge" else "picky.encode.event.removal"
    return say(key, number=step.number + 1)


def _start(trace: EncodeTrace, model: Model, say: Catalog) -> Sentence:
    if trace.stopped == "whole-word":
        return segments(say("picky.encode.whole", token=code(trace.tokens[0])))
    key = "picky.encode.start" if model.replays else "picky.encode.start.scaffold"
    return plain(say(key, events=len(model.events)))


def _done(step: EncodeStep, number: int, model: Model, say: Catalog) -> Sentence:
    return segments(_told(step.event, say, "done", number=number, event=step.number + 1))


def _next(step: EncodeStep, number: int, model: Model, say: Catalog) -> Sentence:
    text = _told(step.event, say, "next", number=number, event=step.number + 1)
    if step.passed:
        text += say.count("picky.encode.passed", step.passed)
    return segments(text)


def _told(what: Event, say: Catalog, tense: str, **numbers: int) -> str:
    if what.kind == "merge":
        left, right = what.parts
        return say(_MERGES[tense], pair=code_pair(left, right), token=code(what.token), **numbers)
    return say(_REMOVALS[tense], token=code(what.token), pieces=code(*what.parts), **numbers)


_MERGES = {"done": "picky.encode.done.merge", "next": "picky.encode.next.merge"}
_REMOVALS = {"done": "picky.encode.done.removal", "next": "picky.encode.next.removal"}


def _end(trace: EncodeTrace, model: Model, say: Catalog) -> Sentence:
    if trace.stopped == "whole-word":
        return plain(say("picky.encode.end.whole"))
    return plain(say("picky.encode.end" if model.replays else "picky.encode.end.scaffold"))
