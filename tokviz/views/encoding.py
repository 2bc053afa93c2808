"""The encoding of a word or a text on the stage: iterations as frames, tokens of a text as rows of chips.

The same payload as for training (:mod:`tokviz.views.stage`). In the gaps between the chips of a word stands the number
of the merge that their pair is, counted from 1, or a dash for a pair that was never merged.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tokviz.bpe import Candidate, EncodeStep, EncodeTrace
from tokviz.views.catalog import Catalog
from tokviz.views.display import shorten, visible
from tokviz.views.narration import MAX_LISTED, Sentence, as_code, plain, segments
from tokviz.views.stage import COLOURS, MAX_CHIPS, labels

__all__ = ["MAX_LINES", "picture", "word_payload"]

MAX_LINES = 40
"""How many lines of a text are shown as chips at a time."""


def word_payload(trace: EncodeTrace, say: Catalog) -> dict[str, Any]:
    """The stage's payload for the encoding of one word: one row, one frame a state, from 0 iterations on."""
    pool = _Pool()
    frames = []
    states = [*(step.symbols for step in trace.steps), trace.tokens]
    for k, symbols in enumerate(states):
        done = trace.steps[k - 1] if k else None
        upcoming = trace.steps[k] if k < len(trace.steps) else None
        candidates = upcoming.candidates if upcoming else trace.candidates
        row = pool.row(shorten(visible(trace.word), 40), "", symbols, [_gap(candidate) for candidate in candidates])
        spans = _made(done, len(symbols)) + _to_merge(upcoming)
        spans.sort()
        said = [["done", _done(done, k, say)] if done else ["note", _start(trace, say)]]
        said.append(["next", _next(upcoming, k + 1, say)] if upcoming else ["note", _end(trace, say)])
        frames.append({"groups": [[None, [[row, spans]]]], "say": said})
    return pool.payload(frames, say)


def picture(lines: Iterable[tuple[str, str, Sequence[str]]], say: Catalog) -> dict[str, Any]:
    """A payload without steps: (label, note, tokens) as rows of chips, at most :data:`MAX_LINES` of them."""
    pool = _Pool()
    rows = [pool.row(label, note, tokens, None) for label, note, tokens in list(lines)[:MAX_LINES]]
    payload = pool.payload([{"groups": [[None, rows]], "say": []}], say)
    payload["labels"]["stage"] = say("stage.picture")
    return payload


class _Pool:
    """Chips and rows, each kept once; a token keeps its colour within one payload."""

    def __init__(self) -> None:
        self._tokens: list[list[Any]] = []
        self._rows: list[list[Any]] = []
        self._ids: dict[str, int] = {}

    def row(self, label: str, note: str, symbols: Sequence[str], gaps: list[str] | None) -> int:
        chips = [self._chip(symbol) for symbol in symbols[:MAX_CHIPS]]
        if len(symbols) > MAX_CHIPS:
            chips.append(self._add(f"… +{len(symbols) - MAX_CHIPS:,}", 7))
        row: list[Any] = [label, note, chips]
        if gaps is not None:
            row.append(gaps if len(symbols) <= MAX_CHIPS else [*gaps[: MAX_CHIPS - 1], ""])
        self._rows.append(row)
        return len(self._rows) - 1

    def payload(self, frames: list[dict[str, Any]], say: Catalog) -> dict[str, Any]:
        return {
            "version": 1,
            "total": len(frames) - 1,
            "first": 0,
            "frames": frames,
            "tokens": self._tokens,
            "rows": self._rows,
            "search": False,
            "labels": labels(say),
            "lang": say.language,
            "dir": "ltr",
        }

    def _chip(self, symbol: str) -> int:
        token = self._ids.get(symbol)
        if token is None:
            token = self._ids[symbol] = self._add(visible(symbol), 3 * len(self._tokens) % COLOURS)
        return token

    def _add(self, text: str, colour: int) -> int:
        self._tokens.append([text, colour])
        return len(self._tokens) - 1


def _gap(candidate: Candidate) -> str:
    return "–" if candidate.rank is None else f"{candidate.rank + 1:,}"


def _made(step: EncodeStep | None, length: int) -> list[list[Any]]:
    """Where the tokens stand that the last iteration made: each merge before one moves it a place to the left."""
    if step is None:
        return []
    places = [position - earlier for earlier, position in enumerate(step.positions)]
    return [[place, 1, "new"] for place in places if place < min(length, MAX_CHIPS)]


def _to_merge(step: EncodeStep | None) -> list[list[Any]]:
    return [[position, 2, "next"] for position in step.positions if position + 1 < MAX_CHIPS] if step else []


def _start(trace: EncodeTrace, say: Catalog) -> Sentence:
    return plain(say("encode.start", symbols=say.count("count.symbols-of-word", len(trace.start))))


def _done(step: EncodeStep, number: int, say: Catalog) -> Sentence:
    token = step.after[step.positions[0]]
    return segments(
        say(
            "encode.done",
            number=f"{number:,}",
            pair=as_code(" ".join(map(visible, step.pair))),
            token=as_code(visible(token)),
            merge=f"{step.rank + 1:,}",
            times=say.count("count.places", len(step.positions)),
        )
    )


def _next(step: EncodeStep, number: int, say: Catalog) -> Sentence:
    known = sorted({(c.rank, c.pair) for c in step.candidates if c.rank is not None})
    unknown = len({c.pair for c in step.candidates if c.rank is None})
    listed = [f"{as_code(' '.join(map(visible, pair)))} {rank + 1:,}" for rank, pair in known[:MAX_LISTED]]
    if len(known) > MAX_LISTED:
        listed.append(say.count("count.other-pairs", len(known) - MAX_LISTED))
    sentence = say(
        "encode.next",
        number=f"{number:,}",
        known=say.listed(listed),
        pair=as_code(" ".join(map(visible, step.pair))),
    )
    return segments(sentence + (say.count("encode.never", unknown) if unknown else ""))


def _end(trace: EncodeTrace, say: Catalog) -> Sentence:
    return plain(say(f"encode.stopped.{trace.stopped}"))
