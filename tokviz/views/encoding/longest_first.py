"""A word cut longest token first on the stage: what each search looks for, below what the merges make of the word.

One frame a state, from the whole word as one stretch on. The rows are the tokens by merges, which stay, and the word as
far as it is cut; of the tokens that a search looks for in vain the longest are sent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from typing import Any

from tokviz.bpe import LongestFirst, LongestFirstStep, LongestFirstTrace, Stretch
from tokviz.views.encoding.linked import Choice, Drawn, Try, most_tries
from tokviz.views.encoding.merging import Frame, Row, Span, parts
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.sentences import Sentence, code, plain, segments

__all__ = ["MAX_SEARCHES", "walk_payload", "word_frames"]

MAX_SEARCHES = 120
"""How many searches of a word are shown."""


def walk_payload(
    trace: LongestFirstTrace, merged: Sequence[str], longest: LongestFirst, drawn: Drawn, say: Catalog
) -> dict[str, Any]:
    """The stage's payload for a word. merged: what the merges make of it."""
    frames = islice(word_frames(trace, merged, longest, say), MAX_SEARCHES + 1)
    (payload,) = parts(frames, say, drawn)
    payload["labels"] |= {"stage": say("tab.longest")}
    return payload


def word_frames(
    trace: LongestFirstTrace, merged: Sequence[str], longest: LongestFirst, say: Catalog
) -> Iterator[Frame]:
    """The states of a word, from one stretch on."""
    most = most_tries(min(len(trace), MAX_SEARCHES))
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
    """An open stretch in letters, with the mark at its end as one of them."""
    if stretch.token is not None:
        return (stretch.token,)
    has_mark = bool(mark) and stretch.final and stretch.text.endswith(mark)
    return (*stretch.text.removesuffix(mark), mark) if has_mark else tuple(stretch.text)


def _cut(
    stretches: Sequence[Stretch], before: LongestFirstStep | None, after: LongestFirstStep | None, mark: str
) -> tuple[tuple[str, ...], tuple[Span, ...]]:
    """The symbols of a word, with the token that was just found and the letters of the next one marked."""
    symbols: list[str] = []
    spans: list[Span] = []
    made = before.index + bool(before.left) if before else -1
    for number, stretch in enumerate(stretches):
        if number == made:
            spans.append((len(symbols), 1, "new"))
        symbols += _letters(stretch, mark)
    if after and after.token is not None:
        spans.append((*_place(after, mark)[0], "next"))
    return tuple(symbols), tuple(spans)


def _place(step: LongestFirstStep | None, mark: str) -> tuple[tuple[int, int], ...]:
    """Where in the row of the word the token stands that a search finds."""
    if step is None or step.token is None or step.at is None:
        return ()
    first = sum(len(_letters(stretch, mark)) for stretch in step.before[: step.index])
    stretch = step.before[step.index]
    ends = stretch.final and not step.right
    return ((first + step.at, len(_letters(Stretch(step.token, ends), mark))),)


def _choice(
    step: LongestFirstStep | None, number: int, places: tuple[tuple[int, int], ...], most: int, say: Catalog
) -> Choice:
    """The tokens that a search looks for, the one that it finds last."""
    if step is None:
        return Choice(say("encode.longest.over"), "", [])
    found = []
    if step.token is not None:
        about = _say(say, "matched", token=step.token, stretch=step.stretch)
        found.append(Try((step.token,), places, say("encode.picture.prefix.match"), about, "wins"))
    shown = step.tried[: most - len(found)]
    unknown = say("encode.picture.prefix.unknown")
    tries = [Try((name,), (), unknown, _say(say, "tried", token=name, stretch=step.stretch), "out") for name in shown]
    title = say("encode.longest.search", number=number, stretch=shorten(visible(step.stretch)))
    return Choice(title, say("encode.longest.rule"), [*tries, *found], len(step.tried) - len(shown))


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


def _say(say: Catalog, name: str, /, **tokens: str) -> Sentence:
    return segments(say(f"encode.longest.{name}", **{key: code(text) for key, text in tokens.items()}))
