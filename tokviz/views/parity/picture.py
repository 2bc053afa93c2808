"""Payload of the picture of a parity-aware BPE training: lines that fall, one for each language.

Where the development texts are known as they read, their first sentences are below the lines. Otherwise, and while it
is asked what comes next, these are the words and candidates of the picture of merges.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tokviz.checkpoint import checkpoint
from tokviz.merging.steps import Pair, Step
from tokviz.parity import Trace, Turn
from tokviz.views.merges import picture as merges
from tokviz.views.merges.payload import LanguageTurn, MergesPicture, Turns, TurnState
from tokviz.views.parity import narration
from tokviz.views.parity.lines import has_sentences, lines, plain_beside, sentences, value
from tokviz.views.parity.narration import name_of
from tokviz.views.parity.payload import LanguagesPicture
from tokviz.views.picture.payload import Pool, part_around, picture_payload, step_sentences
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.sentences import Sentence, plain

_PART = 150  # frames of sentences: they are small
_MARGIN = 25
_STATES = {
    "turn": "parity.state.turn",
    "tied": "parity.state.tied",
    "passed": "parity.state.passed",
    "exhausted": "parity.state.exhausted",
}
RULES = {"dev": "parity.rule.dev", "training": "parity.rule.training", "ratio": "parity.rule.ratio"}


def prepare(trace: Trace) -> object:
    """Derive what every step needs, and train plain BPE where it is drawn."""
    return trace.tie_sizes, plain_beside(trace)


def part_of(trace: Trace, step: int, asks: bool) -> range:
    """Return the steps whose frames are sent together with one. asks: whether there is a question to each."""
    if asks or not has_sentences(trace):
        return merges.part_of(trace, step, asks=asks)
    return part_around(step, len(trace), _PART, _MARGIN)


def payload(trace: Trace, steps: range, say: Catalog, query: str = "", *, asks: bool = False) -> dict[str, Any]:
    """Return the payload for these steps, ready for JSON; see :func:`tokviz.views.merges.picture.payload`."""
    if has_sentences(trace) and not asks:
        return _with_sentences(trace, steps, say)
    return _Picture(trace, steps, say, query, asks=asks).payload()


class _Picture(merges.PictureOfMerges[Trace, Step]):
    @property
    def _has_turns(self) -> bool:
        return len(self.trace.languages) > 1

    def frame(self, k: int, shown: Sequence[Sequence[str]]) -> dict[str, Any]:
        """Return the data of a frame of merges, with the turn of a language."""
        trace, say, more = self.trace, self.say, super().frame(k, shown)
        if not self._has_turns:
            return more
        turn = trace.turn(k)
        told = turns(trace, turn, say)
        if turn.language is None:
            return more | {"turn": told}
        if self.asks:
            told = replace(told, asked=say("parity.turns.asked", number=k + 1))
        rows = more["candidates"].rows
        rows = [
            replace(row, elsewhere=narration.counts_text(trace, candidate.counts_by_language, say, turn.language))
            for row, candidate in zip(rows, trace.candidates(k)[: len(rows)], strict=True)
        ]
        return more | {"turn": told, "candidates": replace(more["candidates"], rows=rows)}

    def done(self, k: int, tied: Sequence[Pair]) -> Sentence:
        """Say what the last of k steps did."""
        done = self.step(k - 1)
        return narration.done(done, self.say, tied) if done else narration.start(self.trace, self.say)

    def ahead(self, k: int, tied: Sequence[Pair]) -> Sentence:
        """Say what comes after k steps."""
        upcoming = self.step(k)
        return narration.upcoming(upcoming, self.say, tied) if upcoming else narration.end(self.trace, self.say)

    def whole(self) -> MergesPicture:
        """Return the data common to all frames, with the lines of the languages."""
        linked = super().whole()
        return replace(linked, lines=lines(self.trace, self.say)) if self._has_turns else linked


def _with_sentences(trace: Trace, steps: range, say: Catalog) -> dict[str, Any]:
    """Return the payload with the first sentences of each language below the lines."""
    pool = Pool(say)
    drawn = LanguagesPicture(
        kind="languages",
        lines=lines(trace, say),
        sentences=sentences(trace, pool.number),
        labels=say.within("parity.sentences."),
    )
    frames = []
    for k in steps:
        checkpoint()
        done = narration.done(trace[k - 1], say) if k else narration.start(trace, say)
        if k < len(trace):
            ahead = narration.upcoming_in_short(trace[k], say)
        else:  # the result is with what was done: a hall shows one sentence
            done += plain(say("parity.done.result", result=narration.result(trace, say)))
            ahead = narration.stop(trace, say)
        said = step_sentences(trace, k, done, ahead)
        turn = replace(turns(trace, trace.turn(k), say), rule=say("parity.rule.dev.below"))
        frames.append({"groups": [], "say": said, "turn": turn})
    return picture_payload(len(trace), steps.start, frames, drawn, say, pool)


def turns(trace: Trace, turn: Turn, say: Catalog) -> Turns:
    """Return the data of a turn: the length of each text, and the choosing language."""
    k = turn.index
    names = [name_of(trace, i, say) for i in range(len(trace.languages))]
    is_over = k == len(trace) and turn.language is not None
    title = say("parity.turns.global", number=k + 1) if turn.is_global else say("parity.turns.over")
    if is_over:
        title = say("parity.turns.end")
    elif turn.language is not None:
        title = say("parity.turns", number=k + 1, language=names[turn.language])
    longest, scores = _longest(trace), trace.scores(k)
    other = plain_beside(trace)
    beside = other.scores(min(k, len(other))) if other else None
    languages: list[LanguageTurn] = []
    for i, name in enumerate(names):
        state: TurnState = "" if is_over else _state(turn, i)
        language = LanguageTurn(
            name=name,
            share=round(min((value(scores[i]) or 0) / longest, 1.0), 4),
            value=value(scores[i]),
            worth=narration.score_text(trace, scores[i], say),
            number=narration.number_text(trace, scores[i], say),
            state=state,
            note=say(_STATES[state]) if state else "",
        )
        if beside is not None:
            number = narration.number_text(trace, beside[i], say)
            language = replace(language, plain_number=number)
        languages.append(language)
    return Turns(title=title, rule=say(RULES[trace.measure]), languages=languages)


def _state(turn: Turn, language: int) -> TurnState:
    if language == turn.language:
        return "turn"
    if language in turn.exhausted:
        return "exhausted"
    if language in turn.passed_over:
        return "passed"
    return "tied" if language in turn.tied else ""


def _longest(trace: Trace) -> float:
    """Return the length or rate of the longest bar in all steps."""
    scores = [score for k in (0, len(trace)) for score in map(value, trace.scores(k)) if score is not None]
    return max(scores, default=1) or 1
