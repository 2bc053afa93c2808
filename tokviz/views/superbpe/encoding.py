"""Encoding of a line in the picture: by the merges of SuperBPE until borders fall and on, and by BoundlessBPE's log.

The payload is that of :mod:`tokviz.views.encoding.merging`, with the borders in the row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, chain, pairwise
from typing import Literal, NamedTuple

from tokviz import superbpe
from tokviz.bpe import EncodeStep
from tokviz.lines import line
from tokviz.questions import StepQuestion
from tokviz.superbpe import boundless, words_in_token
from tokviz.superbpe.boundless import BoundlessEncoding
from tokviz.superbpe.boundless.model import BoundlessStep, EventCandidate
from tokviz.superbpe.encoding import LineEncoding, explain_line
from tokviz.superbpe.rules import SPACE
from tokviz.views.encoding import narration
from tokviz.views.encoding.merging import (
    Frame,
    MadeFrom,
    Row,
    SymbolDrawing,
    drawn_word,
    most_attempts,
    pair_attempts,
    word_parts,
)
from tokviz.views.encoding.payload import Attempt, AttemptKind, Choice, SymbolPlace
from tokviz.views.picture.payload import SentenceKind, Span
from tokviz.views.picture.questions import OptionTexts, Question, WordPicture, present
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.sentences import MAX_LISTED, Sentence, code, code_pair, plain, segments, shortened

_LABEL = 40


def line_picture(model: superbpe.Model | boundless.Model, line: str, say: Catalog) -> WordPicture:
    """Return the steps of a line by either rule; the pair or the event that comes next is asked."""
    if isinstance(model, boundless.Model):
        trace = model.explain(line)
        parts = word_parts(boundless_frames(model, line, say), say, drawn_line(model))
        return parts, lambda k: _next_event(model, trace, k, say)
    encoding = explain_line(model, line)
    frames = list(line_frames(model, encoding, say))
    drawn = drawn_word(encoding.merged, len(model.merges), say)
    drawn = replace(drawn, superwords=_superwords(drawn.made), space=SPACE)
    return word_parts(frames, say, drawn), lambda k: _next_pair(frames[k], model, say)


def _superwords(tokens: Iterable[str]) -> dict[str, int]:
    """Return the tokens of more than one word, each with how many it has."""
    return {token: words for token in tokens if (words := words_in_token(token)) > 1}


# -- SuperBPE ----------------------------------------------------------------------------------------------------------


def line_frames(model: superbpe.Model, encoding: LineEncoding, say: Catalog) -> Iterator[Frame]:
    """Yield the states of a line, from 0 steps on: its symbols are dropped, merged, and in one step borders fall."""
    merged = encoding.merged
    label = shorten(visible(merged.word), _LABEL)
    first = int(bool(merged.dropped))
    if first:
        note = plain(say("superbpe.encode.read", symbols=_symbols(len(merged.read), say)))
        yield Frame((Row(label, "", merged.read),), (("note", note), ("next", narration.dropping(merged, say))))
    states = list(_states(encoding))
    for number, state in enumerate(states, start=first):
        before, ahead = state.before, state.ahead
        symbols, candidates = (ahead.symbols, ahead.candidates) if ahead else (state.symbols, merged.candidates)
        borders = encoding.borders(symbols, are_fallen=state.are_fallen)
        choice = Choice(say("superbpe.candidates.lift"), "", ()) if state.falls_next else None
        if choice is None and symbols:
            choice = pair_attempts(candidates, ahead, say, most_attempts(len(merged)))
            choice = replace(choice, title=_title(encoding, state, number + 1, say)) if ahead else choice
        yield Frame(
            (
                Row(
                    label,
                    "",
                    symbols,
                    narration.done_in_short(before) + narration.to_merge(ahead),
                    tuple(border.place for border in borders),
                    tuple(border.place for border in borders if border.falls),
                ),
            ),
            (_done(model, encoding, state, number, say), _next(encoding, state, number + 1, say)),
            ahead=(ahead, number + 1) if ahead else None,
            choice=choice,
        )


class _State(NamedTuple):
    """A line between two steps, which are merges or the fall of borders. before, ahead: the merges, if they are."""

    symbols: tuple[str, ...]
    before: EncodeStep | None
    ahead: EncodeStep | None
    are_fallen: bool
    has_just_fallen: bool
    falls_next: bool


def _states(encoding: LineEncoding) -> Iterator[_State]:
    merged, fall = encoding.merged, encoding.fall
    for k, (before, ahead) in enumerate(pairwise((None, *merged, None))):
        symbols = ahead.symbols if ahead else merged.tokens
        are_fallen = fall is not None and k >= fall
        if k == fall:
            yield _State(symbols, before, None, are_fallen=False, has_just_fallen=False, falls_next=True)
            before = None
        yield _State(symbols, before, ahead, are_fallen=are_fallen, has_just_fallen=k == fall, falls_next=False)


def _done(
    model: superbpe.Model, encoding: LineEncoding, state: _State, number: int, say: Catalog
) -> tuple[SentenceKind, Sentence]:
    """Return the sentence on the last step, or on the beginning of the line."""
    if state.has_just_fallen:
        return "done", plain(say("superbpe.encode.fallen", number=number))
    if state.before:
        return "done", narration.done(state.before, number, say) + _crosses(encoding, state, say)
    merged = encoding.merged
    if merged.dropped:
        names = [code(name) for name in dict.fromkeys(loss.symbol for loss in merged.dropped)]
        listed = shortened(names[: MAX_LISTED + 1], len(names), "count.other-symbols", say)
        left = _symbols(len(merged.start), say)
        return "done", segments(say.count("superbpe.encode.dropped", len(merged.dropped), symbols=listed, left=left))
    symbols = _symbols(len(merged.start), say)
    if not encoding.falling:
        return "note", plain(say("superbpe.encode.start.none", symbols=symbols))
    return "note", plain(say("superbpe.encode.start", symbols=symbols, merges=say.count("count.merges", model.inside)))


def _crosses(encoding: LineEncoding, state: _State, say: Catalog) -> Sentence:
    """Say that a merge has crossed a border, fallen or not."""
    if state.before is None or not encoding.crosses(state.before):
        return ()
    return plain(say("superbpe.encode.crossed" if state.are_fallen else "superbpe.encode.crossed.inside"))


def _next(encoding: LineEncoding, state: _State, number: int, say: Catalog) -> tuple[SentenceKind, Sentence]:
    if state.falls_next:
        return "next", plain(say("superbpe.encode.fall", number=number))
    if state.ahead:
        return "next", narration.upcoming(state.ahead, number, say)
    return "note", segments(narration.stopped(encoding.merged, say))


def _title(encoding: LineEncoding, state: _State, number: int, say: Catalog) -> str:
    is_parted = bool(encoding.falling) and encoding.fall is not None and not state.are_fallen
    return say("superbpe.encode.pairs.inside" if is_parted else "superbpe.encode.pairs", number=number)


def _symbols(count: int, say: Catalog) -> str:
    return say.count("count.symbols-of-word", count)


def _next_pair(frame: Frame, model: superbpe.Model, say: Catalog) -> Question | None:
    """Ask which pair is merged; None where borders fall, and at the end."""
    question = narration.next_pair(frame.ahead, model.merges, say)
    if question is None or frame.ahead is None:
        return None
    return replace(question, text=plain(say("superbpe.encode.ask", number=frame.ahead[1])))


# -- BoundlessBPE ------------------------------------------------------------------------------------------------------

_DONE = {"merge": "boundless.encode.done.merge", "supermerge": "boundless.encode.done.supermerge"}
_NEXT = {"merge": "boundless.encode.next.merge", "supermerge": "boundless.encode.next.supermerge"}
_SHORT = {"merge": "boundless.encode.event.merge", "supermerge": "boundless.encode.event.supermerge"}
_ABOUT = {"merge": "boundless.encode.about.merge", "supermerge": "boundless.encode.about.supermerge"}
_Turn = Literal["next", "later", "over", "none"]
_KINDS: dict[_Turn, AttemptKind] = {"next": "wins", "later": "open", "over": "done", "none": "out"}
_TURNS: dict[_Turn, str] = {
    "next": "boundless.encode.turn.next",
    "later": "boundless.encode.turn.later",
    "over": "boundless.encode.turn.over",
}


def drawn_line(model: boundless.Model) -> SymbolDrawing:
    """Return the drawing of symbols: a token by the event that made it."""
    made_from: dict[str, MadeFrom] = {
        "".join(pair): (number, *pair) for number, (_, pair) in enumerate(model.events, start=1)
    }
    return SymbolDrawing(made_from, len(model.events), superwords=_superwords(made_from), space=SPACE)


def boundless_frames(model: boundless.Model, line: str, say: Catalog) -> Iterator[Frame]:
    """Yield the states of a line, from no event on."""
    trace = model.explain(line)
    label = shorten(visible(line), _LABEL)
    most = most_attempts(len(trace))
    for k, (before, after) in enumerate(pairwise((None, *trace.steps, None))):
        words = _words(trace, k)
        symbols = tuple(chain.from_iterable(words))
        pairs = _pairs(model, trace, k)
        bars = tuple(accumulate(map(len, words)))[:-1]
        title = say("boundless.encode.pairs", number=k + 1) if after else say("boundless.encode.pairs.over")
        tries = [_attempt(pair, say) for pair in pairs[:most]]
        yield Frame(
            (Row(label, "", symbols, _made(before, symbols) + _ahead(pairs), bars, bars),),
            (
                ("done", _told(before, k, _DONE, say)) if before else ("note", _start(trace, model, say)),
                ("next", _told(after, k + 1, _NEXT, say)) if after else ("note", plain(say("boundless.encode.end"))),
            ),
            choice=Choice(title, "", tries, len(pairs) - len(tries)) if len(symbols) > 1 else None,
        )


def _words(trace: BoundlessEncoding, k: int) -> tuple[tuple[str, ...], ...]:
    """Return the words of a line after k events."""
    return trace.steps[k - 1].after if k else trace.start


class _EventPair(NamedTuple):
    """A pair of a line, where it is, and whether its event comes next, later or is over."""

    first: EventCandidate
    places: tuple[int, ...]
    turn: _Turn


def _pairs(model: boundless.Model, trace: BoundlessEncoding, k: int) -> list[_EventPair]:
    """Return the pairs of a line after k events: the next one, those to come, those whose turn is over, the others."""
    last = trace.steps[k - 1].number if k else -1
    coming = trace.steps[k].number if k < len(trace) else None
    places: dict[EventCandidate, list[int]] = {}
    for candidate in model.candidates(_words(trace, k)):
        places.setdefault(candidate._replace(place=0), []).append(candidate.place)

    def turn(number: int | None) -> _Turn:
        if number is None:
            return "none"
        return "next" if number == coming else "later" if number > last else "over"

    pairs = [_EventPair(candidate, tuple(listed), turn(candidate.number)) for candidate, listed in places.items()]
    return sorted(pairs, key=lambda pair: ([*_KINDS].index(pair.turn), pair.first.number or 0))


def _ahead(pairs: Iterable[_EventPair]) -> tuple[Span, ...]:
    """Return the chips that the next event replaces, from the left and without overlaps."""
    spans: list[Span] = []
    for pair in pairs:
        end = 0
        for place in pair.places if pair.turn == "next" else ():
            if place >= end:
                spans.append((place, 2, "next"))
                end = place + 2
    return tuple(spans)


def _attempt(pair: _EventPair, say: Catalog) -> Attempt:
    candidate = pair.first
    return Attempt(
        candidate.pair,
        tuple(SymbolPlace(place, 2) for place in pair.places),
        _in_short(pair, say),
        segments(_about(pair, say)),
        _KINDS[pair.turn],
    )


def _in_short(pair: _EventPair, say: Catalog) -> str:
    candidate = pair.first
    if candidate.number is None:
        return say("boundless.encode.event.none")
    key = "boundless.encode.event.over" if pair.turn == "over" else _SHORT[candidate.kind]
    return say(key, event=candidate.number + 1)


def _about(pair: _EventPair, say: Catalog) -> str:
    """Say which event a pair is, and whether it comes next; for :func:`segments`."""
    candidate = pair.first
    if candidate.number is None:
        return say("boundless.encode.about.none", pair=code_pair(*candidate.pair))
    about = say(_ABOUT[candidate.kind], pair=code_pair(*candidate.pair), event=candidate.number + 1)
    return about + say(_TURNS[pair.turn])


def _made(step: BoundlessStep | None, symbols: Sequence[str]) -> tuple[Span, ...]:
    """Return the chips that an event made."""
    if step is None:
        return ()
    token = "".join(step.pair)
    return tuple((i, 1, "new") for i, symbol in enumerate(symbols) if symbol == token)


def _start(trace: BoundlessEncoding, model: boundless.Model, say: Catalog) -> Sentence:
    return plain(
        say("boundless.encode.start", events=len(model.events), words=say.count("count.words", len(trace.start)))
    )


def _told(step: BoundlessStep, number: int, keys: dict[str, str], say: Catalog) -> Sentence:
    values = {"pair": code_pair(*step.pair), "token": code("".join(step.pair))}
    return segments(say(keys[step.kind], number=number, event=step.number + 1, **values))


def _next_event(model: boundless.Model, trace: BoundlessEncoding, k: int, say: Catalog) -> Question | None:
    """Ask which event comes next after k of them; None at the end."""
    if k >= len(trace):
        return None
    every = {pair.first.pair: pair for pair in reversed(_pairs(model, trace, k))}  # one of each, the next one
    pairs = [*reversed(every.values())]
    asked = StepQuestion[_EventPair, BoundlessStep](
        k, line("boundless.encode.ask", number=k + 1), pairs[:1], pairs[1:], why=(trace.steps[k],)
    )
    texts = OptionTexts[_EventPair](
        order=lambda pair: pair.first.pair,
        names=lambda pair: pair.first.pair,
        told=lambda pair: plain(_in_short(pair, say)),
        missed=lambda pair: segments(_about(pair, say)),
    )
    return present(asked, texts, say, _told(trace.steps[k], k + 1, _NEXT, say), beside=0)
