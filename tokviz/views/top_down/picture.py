"""Payload of the picture of a top-down training: the words as they are split, and what a step selects.

The payload is like that of merges (:mod:`tokviz.views.picture.payload`). The words change where an iteration ends. The
picture shows where words add their counts, what the next step selects from, what is kept so far, and how far the search
is; it refers to the pool of chips by number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any

from tokviz.views.picture.payload import (
    MAX_CHIPS,
    MarkedRow,
    Span,
    counts_of_contributions,
    part_around,
    step_sentences,
)
from tokviz.views.picture.records import encoded
from tokviz.views.picture.training import TrainingPicture
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shown
from tokviz.views.shared.sentences import Sentence, segments
from tokviz.views.top_down import narration
from tokviz.views.top_down.keys import LIMIT_KEYS
from tokviz.views.top_down.payload import (
    CountedSubstring,
    CountOfToken,
    KeptToken,
    PlaceInWord,
    SubstringSelection,
    ThresholdTrial,
    TopDownParts,
    TopDownPicture,
)
from tokviz.wordpiece import TopDownTrace
from tokviz.wordpiece.top_down.selection import CountedPlace
from tokviz.wordpiece.top_down.steps import Select, Step, Substring

_PART = 60  # frames sent at once
_PART_OF_MANY = 16  # the same on a large corpus, where a step looks at tens of thousands of substrings
_PART_WORK = 2_000_000  # characters of the words in all frames of a part: so many substrings at most are put in order


def part_of(trace: TopDownTrace, step: int) -> range:
    """Return the steps whose frames belong to the part that holds `step`."""
    part = _PART if is_small(trace) else _PART_OF_MANY
    part = max(1, min(part, _PART_WORK // max(1, sum(map(len, trace.used)))))
    return part_around(step, len(trace), part, part // 4)


def payload(trace: TopDownTrace, steps: range, say: Catalog, query: str = "", *, asks: bool = False) -> dict[str, Any]:
    """Return the picture's payload for these steps, ready for JSON. asks: whether what comes next is asked first; the
    browser covers it then."""
    return _Picture(trace, steps, say, query, ahead=False).payload()  # what comes next changes no words


class _Picture(TrainingPicture[TopDownTrace, Step]):
    def changed(self, k: int) -> Iterable[str]:
        """Return the words that a step splits otherwise."""
        return (change.word for change in self.trace.changes(k))

    def rows(self, words: Sequence[str], k: int) -> list[MarkedRow]:
        """Return the rows of words after k steps; pieces that the last step made are marked."""
        trace = self.trace
        mark = len(trace.rules.continuing_prefix)
        now = trace.among(words, k)
        is_cut_anew = k > 0 and trace[k - 1].kind in ("complete", "threshold")
        before = trace.among(words, k - 1) if is_cut_anew else now
        rows: list[MarkedRow] = []
        for word in words:
            split = now[word][:MAX_CHIPS]
            old = set(_places(before[word], mark))
            spans: list[Span] = [(i, 1, "new") for i, place in enumerate(_places(split, mark)) if place not in old]
            rows.append((self.pool.word(word, trace.corpus[word], split, len(now[word])), spans))
        return rows

    def frame(self, k: int, shown: Sequence[Sequence[str]]) -> dict[str, Any]:
        """Return the sentences of a frame, what the next step selects from, and what is kept."""
        trace, say = self.trace, self.say
        words = dict.fromkeys((*self.words.always, *chain.from_iterable(shown)))
        said = step_sentences(trace, k, *narration.said(trace, k, say))
        return {"say": said, **encoded(frame(trace, k, words, self.pool.number, say))}

    def whole(self) -> TopDownPicture:
        """Return the data common to all frames."""
        return picture(self.trace, self.say)


def _places(split: Sequence[str], mark: int) -> list[tuple[int, str]]:
    """Return each piece with where it begins, in characters. mark: the length of the one that pieces but the first
    have."""
    places, at = [], 0
    for i, piece in enumerate(split):
        places.append((at, piece))
        at += len(piece) - (mark if i else 0)
    return places


# -- the picture -------------------------------------------------------------------------------------------------------


CANDIDATES = 12
"""The maximum number of substrings of a step that are sent; a window has room for about nine."""
MAX_KEPT = 60
"""The maximum number of kept tokens that are sent."""
_WORDS = 6  # of a count, and of what took from it
_WORKED_OUT = 20_000  # on a corpus of more letters no counts are worked out in the picture

Number = Callable[[str], int]
"""A token -> its place in the pool of chips, where it is put if it is not there yet."""


def picture(trace: TopDownTrace, say: Catalog) -> TopDownPicture:
    """Return the data common to all frames."""
    per_trial = len(trace) // len(trace.trials)
    return TopDownPicture(
        kind="top-down",
        words=len(trace.corpus),
        mark=trace.rules.continuing_prefix,
        trials=[
            ThresholdTrial(
                lower=trial.lower,
                upper=trial.upper,
                threshold=trial.threshold,
                size=trial.size,
                judgment=trial.judgment,
                begins=place * per_trial,
            )
            for place, trial in enumerate(trace.trials)
        ],
        per_trial=per_trial,
        labels=say.within("top-down.picture."),
    )


def frame(trace: TopDownTrace, k: int, words: Iterable[str], number: Number, say: Catalog) -> TopDownParts:
    """Return the further data of a frame. words: those that are shown."""
    upcoming = trace[k] if k < len(trace) else None
    vocabulary, kept = _about(trace, k, say), _kept(trace, k, number)
    selection = _selection(trace, upcoming, k, words, number, say) if isinstance(upcoming, Select) else None
    return TopDownParts(vocabulary=vocabulary, kept=kept, selection=selection)


def _selection(
    trace: TopDownTrace, step: Select, k: int, words: Iterable[str], number: Number, say: Catalog
) -> SubstringSelection:
    """Return the selection of step k with its candidates."""
    candidates = step.candidates
    is_told = is_small(trace)
    limit = say(LIMIT_KEYS[trace.rules.keep], threshold=step.threshold)
    return SubstringSelection(
        title=say("top-down.picture-title", number=say.integer(k + 1), length=step.length),
        limit=say("top-down.picture-title.limit", total=say.integer(len(candidates)), limit=limit),
        length=step.length,
        threshold=step.threshold,
        total=len(candidates),
        rows=[_row(candidate, number, say, is_told=is_told) for candidate in candidates[:CANDIDATES]],
        counted={
            shown(word, 40): [_place(place, number) for place in places]
            for word, places in trace.counted_places(words, k).items()
        },
    )


def _place(place: CountedPlace, number: Number) -> PlaceInWord:
    token = number(place.token)
    taken_by = None if place.taken_by is None else number(place.taken_by)
    return PlaceInWord(start=place.at, token=token, taken_by=taken_by)


def is_small(trace: TopDownTrace) -> bool:
    """Tell if it is quick to find for each substring the words that count it."""
    return sum(map(len, trace.used)) <= _WORKED_OUT


def _row(substring: Substring, number: Number, say: Catalog, *, is_told: bool) -> CountedSubstring:
    """Return a substring as a row. is_told: whether there are words and tokens."""
    takers = substring.taken[:_WORDS] if is_told else ()
    return CountedSubstring(
        token=number(substring.token),
        count=substring.count,
        remains=substring.remains,
        kept=substring.kept,
        words=counts_of_contributions(substring.contributions if is_told else (), _WORDS, say),
        taken=[CountOfToken(token=number(each.token), count=each.count) for each in takers],
    )


def _kept(trace: TopDownTrace, k: int, number: Number) -> list[KeptToken]:
    """Return the tokens beside the characters: of the pass so far, or else those that words are segmented with."""
    done = trace[k - 1] if k else None
    if isinstance(done, Select):
        kept_tokens: list[KeptToken] = []
        for step in range(k - 1, -1, -1):
            if not isinstance(trace[step], Select):
                break
            kept_tokens += (
                KeptToken(token=number(token), remains=left, new=step == k - 1) for token, left in trace.kept(step)
            )
        return kept_tokens[:MAX_KEPT]
    characters = set(trace.vocabulary(0))
    learned = [(token, left) for token, left in trace.tokens_kept(k) if token not in characters]
    return [KeptToken(token=number(token), remains=left, new=False) for token, left in learned[:MAX_KEPT]]


def _about(trace: TopDownTrace, k: int, say: Catalog) -> Sentence:
    """Say which tokens are listed as kept."""
    done = trace[k - 1] if k else None
    if isinstance(done, Select):
        return segments(say("top-down.picture-vocabulary.pass", iteration=done.iteration + 1))
    return segments(
        say("top-down.picture-vocabulary", tokens=say.count("count.tokens", trace.sizes()[k]), start=trace.sizes()[0])
    )
