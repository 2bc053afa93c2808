"""A word that is looked up, part by part: its states, for the picture and in sentences.

One frame a state, from nothing looked up on. The payload is that of :mod:`tokviz.views.encoding.merging`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, Literal

from tokviz.lookup import EncodeStep, EncodeTrace, Model, joined
from tokviz.pretokenize import METASPACE
from tokviz.views.encoding import merging as encoding
from tokviz.views.encoding.linked import Choice, Drawn, Try, most_tries
from tokviz.views.encoding.merging import Frame, Row, Span
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.sentences import Sentence, code, plain, segments

__all__ = ["word_frames", "word_parts"]


def word_parts(model: Model, word: str, say: Catalog) -> list[dict[str, Any]]:
    """The stage's payloads for a word, as :func:`tokviz.views.encoding.merging.parts` makes them."""
    return encoding.parts(word_frames(model, word, say), say, Drawn({}, 0))


def word_frames(model: Model, word: str, say: Catalog) -> Iterator[Frame]:
    """The states of a word: the tokens so far and what is still to be looked up."""
    trace, ids = model.explain(word), model.ids
    label = shorten(visible(word), 40)
    tokens: tuple[str, ...] = ()
    rest = [step.text for step in trace]
    for k, (before, after) in enumerate(pairwise((None, *trace, None))):
        made: tuple[Span, ...] = ()
        if before:
            kept = tokens[:-1] if before.found == "joined" else tokens
            tokens = kept + joined([*_last(tokens, before), before])
            made = ((len(kept), len(tokens) - len(kept), "new"),)
            rest.pop(0)
        ahead: tuple[Span, ...] = ((len(tokens), 1, "next"),) if after else ()
        yield Frame(
            (Row(label, "", (*tokens, *rest), made + ahead),),
            (
                ("done", _done(before, model, ids, say)) if before else ("note", _start(trace, model, say)),
                ("next", segments(say("lookup.next", part=code(after.text))))
                if after
                else ("note", plain(say.count("wordpiece.end", len(trace.tokens)))),
            ),
            choice=_choice(trace, k, len(tokens), model, ids, say),
        )


def _last(tokens: tuple[str, ...], step: EncodeStep) -> list[EncodeStep]:
    """The unknown token that a part joins, as a step."""
    return [EncodeStep(tokens[-1], 0, "unknown", tokens[-1:])] if step.found == "joined" else []


def _choice(
    trace: EncodeTrace, k: int, place: int, model: Model, ids: Mapping[str, int], say: Catalog
) -> Choice | None:
    """The part that is looked up next; after the last one all parts, with what was found."""
    most = most_tries(len(trace))
    if k < len(trace):
        title = say("encode.picture.lookup", number=k + 1)
        return Choice(title, "", [_try(trace[k], ((place, 1),), model, ids, say)])
    done = [_try(step, (), model, ids, say) for step in trace.steps[:most]]
    return Choice(say("encode.picture.lookup.done"), "", done, len(trace) - len(done))


def _try(
    step: EncodeStep, places: tuple[tuple[int, int], ...], model: Model, ids: Mapping[str, int], say: Catalog
) -> Try:
    is_known = step.found in ("known", "symbol")
    told = say("encode.picture.lookup.known", id=ids[step.text]) if is_known else say("wordpiece.tried.unknown")
    kind: Literal["wins", "out", "done"] = "done" if not places else "wins" if is_known else "out"
    return Try((shorten(step.text),), places, told, _done(step, model, ids, say), kind)


def _start(trace: EncodeTrace, model: Model, say: Catalog) -> Sentence:
    return segments(say(f"lookup.start.{model.unit}" if len(trace) else "wordpiece.start.added", mark=code(METASPACE)))


def _done(step: EncodeStep, model: Model, ids: Mapping[str, int], say: Catalog) -> Sentence:
    """Say whether a part is in the vocabulary, and what it becomes."""
    values = {"part": code(step.text), "unknown": code(model.unk_token or "")}
    number = ids.get(step.text if step.found in ("known", "symbol") else model.unk_token or "")
    return segments(say(f"lookup.{step.found}", **values, bytes=code(*step.tokens), id=number))
