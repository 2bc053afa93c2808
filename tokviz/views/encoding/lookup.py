"""Words that are looked up in a vocabulary in the picture: part by part, or longest token first.

One frame a state, from nothing looked up on. Longest token first, the rows are the tokens by merges, which stay, and
the word as one stretch, in which each search finds the longest token. The payload is that of
:mod:`tokviz.views.encoding.merging`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import Any, Literal

from tokviz.bpe import LongestFirst, LongestFirstStep, LongestFirstTrace, Stretch
from tokviz.lookup import EncodeStep, EncodeTrace, Model, joined
from tokviz.pretokenize import METASPACE
from tokviz.views.encoding import merging as encoding
from tokviz.views.encoding.merging import Frame, Row, Span, SymbolDrawing, most_attempts, word_parts
from tokviz.views.encoding.payload import Attempt, Choice, SymbolPlace
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.encoding_reasons import prefix_verdict
from tokviz.views.shared.sentences import Sentence, code, plain, segments
from tokviz.views.shared.spaces import space_of_model

_FOUND = {
    "known": "lookup.known",
    "symbol": "lookup.symbol",
    "unknown": "lookup.unknown",
    "joined": "lookup.joined",
    "bytes": "lookup.bytes",
}

_STARTS = {
    "whole": "lookup.start.whole",
    "word": "lookup.start.word",
    "character": "lookup.start.character",
}

# -- whole words -------------------------------------------------------------------------------------------------------


def lookup_parts(model: Model, word: str, say: Catalog) -> list[dict[str, Any]]:
    """Return the picture's payloads for a word, as :func:`tokviz.views.encoding.merging.word_parts` makes them."""
    drawn = SymbolDrawing({}, 0, space=space_of_model(model))
    return encoding.word_parts(lookup_frames(model, word, say), say, drawn)


def lookup_frames(model: Model, word: str, say: Catalog) -> Iterator[Frame]:
    """Yield the states of a word: the tokens so far and what is still to be looked up."""
    trace, ids = model.explain(word), model.ids
    label = shorten(visible(word), 40)
    tokens: tuple[str, ...] = ()
    rest = [step.text for step in trace]
    for k, (before, after) in enumerate(pairwise((None, *trace, None))):
        new_spans: tuple[Span, ...] = ()
        if before:
            earlier = tokens[:-1] if before.found == "joined" else tokens
            tokens = earlier + joined([*_unknown_token(tokens, before), before])
            new_spans = ((len(earlier), len(tokens) - len(earlier), "new"),)
            rest.pop(0)
        ahead: tuple[Span, ...] = ((len(tokens), 1, "next"),) if after else ()
        yield Frame(
            (Row(label, "", (*tokens, *rest), new_spans + ahead),),
            (
                ("done", _lookup_done(before, model, ids, say))
                if before
                else ("note", _lookup_start(trace, model, say)),
                ("next", segments(say("lookup.next", part=code(after.text))))
                if after
                else ("note", plain(say.count("wordpiece.end", len(trace.tokens)))),
            ),
            choice=_lookup_choice(trace, k, len(tokens), model, ids, say),
        )


def _unknown_token(tokens: tuple[str, ...], step: EncodeStep) -> list[EncodeStep]:
    """Return the unknown token that a part joins, as a step."""
    return [EncodeStep(tokens[-1], 0, "unknown", tokens[-1:])] if step.found == "joined" else []


def _lookup_choice(
    trace: EncodeTrace, k: int, place: int, model: Model, ids: Mapping[str, int], say: Catalog
) -> Choice | None:
    """Return the part that is looked up next; after the last one all parts, with what was found."""
    most = most_attempts(len(trace))
    if k < len(trace):
        title = say("encode.picture.lookup", number=k + 1)
        return Choice(title, "", [_lookup_attempt(trace[k], (SymbolPlace(place, 1),), model, ids, say)])
    done = [_lookup_attempt(step, (), model, ids, say) for step in trace.steps[:most]]
    return Choice(say("encode.picture.lookup.done"), "", done, len(trace) - len(done))


def _lookup_attempt(
    step: EncodeStep, places: tuple[SymbolPlace, ...], model: Model, ids: Mapping[str, int], say: Catalog
) -> Attempt:
    is_known = step.found in ("known", "symbol")
    verdict = say("encode.picture.lookup.known", id=ids[step.text]) if is_known else prefix_verdict("unknown", say)
    kind: Literal["wins", "out", "done"] = "done" if not places else "wins" if is_known else "out"
    return Attempt((shorten(step.text),), places, verdict, _lookup_done(step, model, ids, say), kind)


def _lookup_start(trace: EncodeTrace, model: Model, say: Catalog) -> Sentence:
    return segments(say(_STARTS[model.unit] if len(trace) else "wordpiece.start.added", mark=code(METASPACE)))


def _lookup_done(step: EncodeStep, model: Model, ids: Mapping[str, int], say: Catalog) -> Sentence:
    """Say whether a part is in the vocabulary, and what it becomes."""
    values = {"part": code(step.text), "unknown": code(model.unk_token or "")}
    number = ids.get(step.text if step.found in ("known", "symbol") else model.unk_token or "")
    return segments(say(_FOUND[step.found], **values, bytes=code(*step.tokens), id=number))


# -- longest token first -----------------------------------------------------------------------------------------------


MAX_SEARCHES = 120
"""The maximum number of searches of a word that are shown."""


def longest_first_payload(
    trace: LongestFirstTrace, merged: Sequence[str], longest: LongestFirst, drawn: SymbolDrawing, say: Catalog
) -> dict[str, Any]:
    """Return the picture's payload for a word. merged: what the merges make of it."""
    frames = islice(longest_first_frames(trace, merged, longest, say), MAX_SEARCHES + 1)
    (payload,) = word_parts(frames, say, drawn)
    payload["labels"] |= {"picture": say("tab.longest")}
    return payload


def longest_first_frames(
    trace: LongestFirstTrace, merged: Sequence[str], longest: LongestFirst, say: Catalog
) -> Iterator[Frame]:
    """Yield the states of a word, from one stretch on."""
    most = most_attempts(min(len(trace), MAX_SEARCHES))
    for k, (before, after) in enumerate(pairwise((None, *trace, None))):
        stretches = after.before if after else before.after if before else trace.start
        symbols, spans = _cut(stretches, before, after, longest.end_of_word)
        yield Frame(
            (
                Row(say("encode.longest.merges"), "", merged),
                Row(say("encode.longest.name"), "", symbols, spans),
            ),
            (
                ("done", _done(before, k, longest.unk, say))
                if before
                else ("note", plain(say("encode.longest.start"))),
                ("next", _next(after, k + 1, say)) if after else ("note", _end(trace, say)),
            ),
            about=1,
            choice=_choice(after, k + 1, _place(after, longest.end_of_word), most, say),
        )


def _letters(stretch: Stretch, mark: str) -> tuple[str, ...]:
    """Return an open stretch in letters, with the mark at its end as one of them."""
    if stretch.token is not None:
        return (stretch.token,)
    has_mark = bool(mark) and stretch.final and stretch.text.endswith(mark)
    return (*stretch.text.removesuffix(mark), mark) if has_mark else tuple(stretch.text)


def _cut(
    stretches: Sequence[Stretch], before: LongestFirstStep | None, after: LongestFirstStep | None, mark: str
) -> tuple[tuple[str, ...], tuple[Span, ...]]:
    """Return the symbols of a word, with the token that was just found and the letters of the next one marked."""
    symbols: list[str] = []
    spans: list[Span] = []
    new_number = before.index + bool(before.left) if before else -1
    for number, stretch in enumerate(stretches):
        if number == new_number:
            spans.append((len(symbols), 1, "new"))
        symbols += _letters(stretch, mark)
    if after and after.token is not None:
        (place,) = _place(after, mark)
        spans.append((place.start, place.length, "next"))
    return tuple(symbols), tuple(spans)


def _place(step: LongestFirstStep | None, mark: str) -> tuple[SymbolPlace, ...]:
    """Return the place in the row of the word of the token that a search finds."""
    if step is None or step.token is None or step.at is None:
        return ()
    first = sum(len(_letters(stretch, mark)) for stretch in step.before[: step.index])
    stretch = step.before[step.index]
    ends = stretch.final and not step.right
    return (SymbolPlace(first + step.at, len(_letters(Stretch(step.token, ends), mark))),)


def _choice(
    step: LongestFirstStep | None, number: int, places: tuple[SymbolPlace, ...], most: int, say: Catalog
) -> Choice:
    """Return the tokens that a search looks for, the one that it finds last."""
    if step is None:
        return Choice(say("encode.longest.over"), "", [])
    matches = []
    if step.token is not None:
        about = _say(say, "encode.longest.matched", token=step.token, stretch=step.stretch)
        matches.append(Attempt((step.token,), places, say("encode.picture.prefix.match"), about, "wins"))
    shown = step.tried[: most - len(matches)]
    unknown = say("encode.picture.prefix.unknown")
    tries = [
        Attempt((name,), (), unknown, _say(say, "encode.longest.tried", token=name, stretch=step.stretch), "out")
        for name in shown
    ]
    title = say("encode.longest.search", number=number, stretch=shorten(visible(step.stretch)))
    return Choice(title, say("encode.longest.rule"), [*tries, *matches], len(step.tried) - len(shown))


def _next(step: LongestFirstStep, number: int, say: Catalog) -> Sentence:
    values = {"number": say.integer(number), "stretch": code(step.stretch)}
    if step.token is None:
        return segments(say("encode.longest.next.none", **values))
    values["token"] = code(step.token)
    if not step.tried:
        return segments(say("encode.longest.next.first", **values))
    return segments(say.count("encode.longest.next", len(step.tried), **values))


def _done(step: LongestFirstStep, number: int, unk: str, say: Catalog) -> Sentence:
    values = {"number": say.integer(number), "token": code(unk if step.token is None else step.token)}
    if step.token is None:
        return segments(say("encode.longest.done.none", **values))
    rests = [code(rest) for rest in (step.left, step.right) if rest]
    if not rests:
        return segments(say("encode.longest.done.whole", **values))
    return segments(say("encode.longest.done", rests=say.listed(rests), **values))


def _end(trace: LongestFirstTrace, say: Catalog) -> Sentence:
    return plain(say("encode.longest.end" if trace.stopped == "all-covered" else "encode.longest.end.unknown"))


def _say(say: Catalog, key: str, /, **tokens: str) -> Sentence:
    return segments(say(key, **{name: code(text) for name, text in tokens.items()}))
