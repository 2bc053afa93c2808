"""WordPiece in the picture: a word split by longest matches, and BERT's basic tokenization before it.

A word has one frame a state, from no piece on; after the last one is what the word became. Of many prefixes that are
looked up the longest and the last ones are shown. The payload is that of :mod:`tokviz.views.encoding.merging`.

The steps of the basic tokenization are those of :func:`tokviz.pretokenize.bert_basic.basic_steps`: the text after each
step, split so that what the step changed is easy to see.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Any

import regex

from tokviz.pretokenize.bert_basic import BasicStep
from tokviz.views.encoding import merging as encoding
from tokviz.views.encoding.merging import Frame, Row, Span, SymbolDrawing, most_attempts
from tokviz.views.encoding.payload import Attempt, Choice, SymbolPlace
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.encoding_reasons import longest_match, prefix_verdict
from tokviz.views.shared.sentences import Sentence, code, plain, segments
from tokviz.wordpiece import EncodeStep, EncodeTrace

_STEPS = {
    "clean": "wordpiece.step.clean",
    "ideographs": "wordpiece.step.ideographs",
    "lower": "wordpiece.step.lower",
    "decompose": "wordpiece.step.decompose",
    "strip": "wordpiece.step.strip",
    "split": "wordpiece.step.split",
}

# -- longest matches ---------------------------------------------------------------------------------------------------


MAX_ATTEMPTS_NAMED = 6
"""The maximum number of rows for the prefixes of one search, so that the match is in sight on a small screen."""
_FIRST = 3  # of more prefixes so many of the longest are shown, then how many are left out, then the shortest


def match_parts(
    trace: EncodeTrace,
    say: Catalog,
    *,
    has_unknown: bool = True,
    trained: tuple[int, Mapping[str, int]] | None = None,
    space: str = "",
) -> list[dict[str, Any]]:
    """Return the picture's payloads for a word, as :func:`tokviz.views.encoding.merging.word_parts` makes them.

    has_unknown: whether the vocabulary holds the unknown token. trained: how many merges made the vocabulary, and
    token -> the number of its merge, where it was trained so. space: what stands for a space in tokens.
    """
    frames = (
        replace(frame, rows=frame.rows[:1], choice=_choice(trace, k, say))
        for k, frame in enumerate(match_frames(trace, say, has_unknown=has_unknown))
    )
    marks = tuple(dict.fromkeys(step.prefix for step in trace if step.prefix))
    return encoding.word_parts(frames, say, SymbolDrawing({}, 0, marks, has_windows=True, trained=trained, space=space))


def _choice(trace: EncodeTrace, k: int, say: Catalog) -> Choice:
    """Return the prefixes that search k looks up, counted from 0; after the last one the tokens found."""
    most = most_attempts(len(trace))
    if k == len(trace):
        matches = [
            (token, say("encode.picture.found", number=place)) for place, token in enumerate(trace.found, start=1)
        ]
        done = [
            Attempt((token,), (SymbolPlace(place, 1),), label, (), "done")
            for place, (token, label) in enumerate(matches)
        ]
        return Choice(say("encode.picture.found.title"), "", done[:most], max(0, len(done) - most))
    step, tries = trace[k], []
    for place in range(min(step.match.tried, most)):
        text = step.word[step.start : len(step.word) - place]
        token = _mark(step) + text
        is_match = token == step.token
        tries.append(_attempt(token, place + 1, SymbolPlace(k, len(text)), is_match, say))
    others = step.match.tried - len(tries)
    if others and step.token is not None:  # the match is the last that is looked up
        tries[-1] = _attempt(step.token, len(tries) + others, SymbolPlace(k, len(step.text)), True, say)
    title = say("encode.picture.search", place=step.start + 1)
    return Choice(title, say("encode.picture.longest"), tries, others)


def _attempt(token: str, number: int, place: SymbolPlace, is_match: bool, say: Catalog) -> Attempt:
    """Return prefix `number` that is looked up, counted from 1."""
    note = prefix_verdict("match" if is_match else "unknown", say)
    about = segments(say("encode.picture.tried", number=number, token=_code(token), found=note))
    verdict = say("encode.picture.prefix.match" if is_match else "encode.picture.prefix.unknown")
    return Attempt((shorten(token),), (place,), verdict, about, "wins" if is_match else "out")


def match_frames(trace: EncodeTrace, say: Catalog, *, has_unknown: bool = True) -> Iterator[Frame]:
    """Yield the states of a word: first the row of the word, then those of the search that comes next."""
    label = shorten(visible(trace.word), 40)
    for k, (before, after) in enumerate(pairwise((None, *trace, None))):
        matched = trace.found[:k] if after else trace.tokens
        new_spans: tuple[Span, ...] = ((len(matched) - 1, 1, "new"),) if before or not after else ()
        rest = tuple(after.left) if after else ()
        ahead: tuple[Span, ...] = ((len(matched), len(after.text), "next"),) if after and after.token else ()
        yield Frame(
            (Row(label, "", (*matched, *rest), new_spans + ahead), *(_tried(after, say) if after else ())),
            (
                ("done", _done(before, k, say)) if before else ("note", _start(trace, say)),
                ("next", _next(after, k + 1, say)) if after else ("note", _end(trace, say, has_unknown)),
            ),
        )


def _tried(step: EncodeStep, say: Catalog) -> Iterator[Row]:
    """Yield the prefixes that a search looks up, the longest first."""
    number = step.match.tried
    shown = [*range(number)]
    if number > MAX_ATTEMPTS_NAMED:
        shown[_FIRST : number - (MAX_ATTEMPTS_NAMED - _FIRST - 1)] = [-1]
    for place in shown:
        if place < 0:
            yield Row("…", say.count("wordpiece.tried.more", number - MAX_ATTEMPTS_NAMED + 1), ())
            continue
        token = _mark(step) + step.word[step.start : len(step.word) - place]
        is_match = token == step.token
        note = prefix_verdict("match" if is_match else "unknown", say)
        yield Row(say.integer(place + 1), note, (shorten(token),), ((0, 1, "next"),) if is_match else ())


def _mark(step: EncodeStep) -> str:
    return step.prefix if step.start else ""


def _start(trace: EncodeTrace, say: Catalog) -> Sentence:
    length = say.count("wordpiece.characters", len(trace.word))
    if trace.stopped == "too-long":
        return segments(say("wordpiece.start.too-long", length=length, limit=trace.max_word_length))
    if trace.tokens and not len(trace):
        return segments(say("wordpiece.start.added"))
    return segments(say("wordpiece.start", length=length))


def _next(step: EncodeStep, number: int, say: Catalog) -> Sentence:
    """Say what search `number`, counted from 1, looks up, and what it finds."""
    why = longest_match(step.match, say)
    sentence = say("wordpiece.next", number=number, place=step.start + 1, why=why)
    if number == 2 and step.prefix:  # said once a word, where it is seen for the first time
        sentence += say("wordpiece.next.mark", prefix=_code(step.prefix))
    return segments(sentence)


def _done(step: EncodeStep, number: int, say: Catalog) -> Sentence:
    """Say what search `number`, counted from 1, found."""
    if step.token is None:
        return segments(
            say("wordpiece.failed", number=number, place=step.start + 1, rest=_code(_mark(step) + step.left))
        )
    values = {"number": say.integer(number), "token": _code(step.token)}
    return segments(
        say("wordpiece.done", rest=_code(step.rest), **values) if step.rest else say("wordpiece.done.last", **values)
    )


def _end(trace: EncodeTrace, say: Catalog, has_unknown: bool) -> Sentence:
    """Say what the word became, and why."""
    if trace.stopped == "done":
        return plain(say.count("wordpiece.end", len(trace.tokens)))
    (unknown,) = map(_code, trace.tokens)
    sentence = say(
        "wordpiece.end.too-long" if trace.stopped == "too-long" else "wordpiece.end.unknown", unknown=unknown
    )
    if trace.found:
        sentence += say("wordpiece.end.given-up", pieces=_code(" ".join(trace.found)))
    if not has_unknown:
        sentence += say("wordpiece.end.no-unknown", unknown=unknown)
    return segments(sentence)


def _code(text: str) -> str:
    """Write tokens as code; spaces between several are kept."""
    return code(*text.split(" "))


# -- BERT's basic tokenization -----------------------------------------------------------------------------------------


MAX_TEXT = 160
"""The maximum number of characters of a text that are shown."""
_MAX_CHANGES = 5

_PIECE = regex.compile(r"\s+|\S+")


def basic_steps_picture(text: str, steps: Sequence[BasicStep], say: Catalog) -> dict[str, Any]:
    """Return the picture's payload: a row for the text, and one for each step, changes marked as new."""
    built = encoding.merging_picture(step_rows(text, steps, say), say)
    built["labels"] |= {"picture": say("tab.basic")}
    return built


def step_rows(text: str, steps: Sequence[BasicStep], say: Catalog) -> Iterator[Row]:
    """Yield the text as it is given, then after each step: its pieces, and in the note what became what."""
    yield Row(say("wordpiece.basic.given"), "", _PIECE.findall(text))
    for step in steps:
        pieces, spans, changes = _compared(text, step.text)
        noted = " · ".join(changes[:_MAX_CHANGES]) + (" …" if len(changes) > _MAX_CHANGES else "")
        yield Row(say(_STEPS[step.name]), noted or say("wordpiece.basic.unchanged"), pieces, spans)
        text = step.text


def _compared(before: str, after: str) -> tuple[list[str], tuple[Span, ...], list[str]]:
    """Return the pieces of the text after a step, which of them are new, and the different changes as "old → new".

    Where something only went away, the rest of its run is marked, or else the character before it.

    >>> _compared("Où là", "où la")
    (['o', 'ù', ' ', 'l', 'a'], ((0, 1, 'new'), (4, 1, 'new')), ['O → o', 'à → a'])
    """
    cuts = {match.start() for match in _PIECE.finditer(after)} | {len(after)}
    changed: set[int] = set()
    changes: dict[str, None] = {}
    for kind, i, j, start, stop in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        changes[f"{visible(before[i:j]) or '∅'} → {visible(after[start:stop]) or '∅'}"] = None
        if start == stop and before[j - 1] == after[start : start + 1]:
            stop += 1  # a run became shorter: what is left of it is marked
        elif start == stop:
            start = max(0, start - 1)
        changed |= {*range(start, stop)}
        cuts |= {start, stop}
    places = sorted(cuts | {0}) if after else []
    pieces = [after[start:stop] for start, stop in pairwise(places)]
    spans: tuple[Span, ...] = tuple((i, 1, "new") for i, start in enumerate(places[:-1]) if start in changed)
    return pieces, spans, list(changes)
