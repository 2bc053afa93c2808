"""Payload of the picture of SuperBPE and BoundlessBPE: that of merges, with the borders in each line.

Rows are lines. Where a border is, no pair is counted; at the step at which borders fall, they leave the rows. Tokens of
several words are marked with how many they have, and candidates that are passed over with the reason.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from typing import Any

from tokviz import superbpe
from tokviz.superbpe import boundless, words_in_token
from tokviz.superbpe.rules import SPACE
from tokviz.superbpe.traces import AnyCandidate, AnyStep, AnyTrace
from tokviz.views.encoding.merging import MadeFrom, origins
from tokviz.views.merges.narration import TIE_RULE_KEYS
from tokviz.views.merges.payload import (
    CandidateRow,
    Candidates,
    FirstSymbol,
    LengthPoint,
    LineLengths,
    MadeToken,
    MergesPicture,
    Note,
)
from tokviz.views.merges.picture import MAX_CANDIDATES, MAX_EARLIER_MERGES, MAX_LETTERS
from tokviz.views.picture.payload import (
    MAX_CHIPS,
    MarkedRow,
    counts_of_contributions,
    marked_spans,
    part_around,
    step_sentences,
)
from tokviz.views.picture.training import TrainingPicture
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shown, visible
from tokviz.views.shared.reasons import browser_templates, tie_rule
from tokviz.views.shared.sentences import MAX_LISTED, Sentence, code, segments
from tokviz.views.superbpe import narration
from tokviz.views.superbpe.lengths import Lengths, lengths_of

PART = 40
"""A trace of more than twice this many steps is sent in parts of at most this many frames; on a long text in fewer."""
_PART_WORK = 600_000  # symbols of all frames of a part: each frame counts all pairs of the text

MAX_POINTS = 200
"""The line of lengths has about so many points of a long training."""

_MAX_LONG = 1  # long lines are named less often: many candidates have the same

_TIED = {"merge": "boundless.tied.merge", "supermerge": "boundless.tied.supermerge"}

Number = Callable[[str], int]
"""A symbol -> its place in the pool of chips, where it is put if it is not there yet."""


def part_of(trace: AnyTrace, step: int, _: bool = False) -> range:
    """Return the steps whose frames belong to the part that holds `step`."""
    part = max(1, min(PART, _PART_WORK // max(1, trace.total_symbols[0])))
    return part_around(step, len(trace), part, part // 6)


def payload(trace: AnyTrace, steps: range, say: Catalog, query: str = "", *, asks: bool = False) -> dict[str, Any]:
    """Return the picture's payload for these steps, ready for JSON. query, asks: as in
    :func:`tokviz.views.merges.picture.payload`."""
    return _Picture(trace, steps, say, query, asks=asks).payload()


class _Picture(TrainingPicture[AnyTrace, AnyStep]):
    def __init__(self, trace: AnyTrace, steps: range, say: Catalog, query: str, *, asks: bool) -> None:
        super().__init__(trace, steps, say, query, ahead=not asks)
        self._lengths = lengths_of(trace) if isinstance(trace, superbpe.Trace) else None
        self._lines: dict[str, None] = {}  # in the order in which they are shown
        self._passes = False  # whether any candidate is passed over

    def changed(self, k: int) -> Iterable[str]:
        """Return the lines that a step changes."""
        return self.trace.changed(k)

    def rows(self, words: Sequence[str], k: int) -> list[MarkedRow]:
        """Return the rows of lines after k steps, with borders, the new token and the next pair marked."""
        trace, step = self.trace, self.step(k)
        newest = trace.tokens[k - 1] if k else ""
        wants_bar = step is not None and step.kind == "supermerge"
        rows: list[MarkedRow] = []
        for line in words:
            symbols, borders = trace.word(line, k), trace.borders(line, k)
            first = symbols[:MAX_CHIPS]
            bars = {border.place for border in borders}
            free = {place for place in range(len(first)) if (place + 1 in bars) == wants_bar}
            spans = marked_spans(first, newest, step.pair if step else None, free)
            shown_bars = tuple(border.place for border in borders if border.place < len(first))
            falling = tuple(border.place for border in borders if border.falls)
            rows.append((self.pool.word(line, trace.corpus[line], first, len(symbols), shown_bars, falling), spans))
        return rows

    def frame(self, k: int, shown: Sequence[Sequence[str]]) -> dict[str, Any]:
        """Return the sentences of a frame, its candidates, its vocabulary, and how long the lines are."""
        trace, say = self.trace, self.say
        self._lines |= dict.fromkeys(chain.from_iterable(shown))
        candidates = _candidates(trace, k, self.pool.number, say)
        self._passes |= any(row.passed is not None for row in candidates.rows)
        more = {
            "say": step_sentences(trace, k, *narration.said(trace, k, say, self._lengths)),
            "candidates": candidates,
            "vocabulary": _vocabulary_note(trace, k, say),
        }
        if self._lengths is not None:
            more["length"] = _point(k, self._lengths.per_line(k), say)
        return more

    def whole(self) -> MergesPicture:
        """Return the data common to all frames."""
        linked = _picture(self.trace, self.steps, self.pool.names, self.pool.number, self.say)
        if not self._passes:  # the legend has what can be seen
            linked = replace(linked, labels={key: text for key, text in linked.labels.items() if key != "sign_passed"})
        if self._lengths is None:
            return linked
        return replace(linked, lengths=_lengths(self.trace, self._lengths, self._lines, self.say))


# -- lengths of lines --------------------------------------------------------------------------------------------------


def _lengths(trace: AnyTrace, lengths: Lengths, lines: Iterable[str], say: Catalog) -> LineLengths:
    """Return the numbers of tokens of lines.

    They are of these lines when the borders fall, and of all on average.
    """
    steps = _spread(range(len(lengths.totals)), lengths.lift)
    return LineLengths(
        lift=lengths.lift,
        before={shown(line, 40): len(trace.word(line, lengths.lift)) for line in lines},
        ours=[_point(k, lengths.per_line(k), say) for k in steps],
        plain=[
            _point(k, plain_bpe, say)
            for k in steps
            if k >= lengths.lift and (plain_bpe := lengths.plain_per_line(k)) is not None
        ],
    )


def _spread(steps: range, kept: int) -> list[int]:
    """Return the numbers of at most about `MAX_POINTS` steps, the last and one that is kept among them."""
    every = max(1, len(steps) // MAX_POINTS)
    return sorted({*steps[::every], *steps[-1:], *({kept} & {*steps})})


def _point(step: int, length: Fraction, say: Catalog) -> LengthPoint:
    return LengthPoint(step=step, length=round(float(length), 4), told=say.decimal(float(length), 1))


# -- candidates --------------------------------------------------------------------------------------------------------


def _candidates(trace: AnyTrace, k: int, number: Number, say: Catalog) -> Candidates:
    """Return the candidates of a step, those that are passed over among them."""
    candidates = trace.candidates(k)
    most = _MAX_LONG if narration.has_long_lines(trace) else MAX_LISTED
    rows = [_row(candidate, number, most, say) for candidate in candidates[:MAX_CANDIDATES]]
    tied = sum(candidate.is_tied for candidate in candidates)
    if k == trace.lift:
        title, rule = say("superbpe.candidates.lift"), ""
    elif not candidates:
        title, rule = say("picture.candidates.over"), ""
    else:
        title = say("superbpe.candidates", number=k + 1) if k < len(trace) else say("picture.candidates.left")
        pairs = say.count("picture.pairs", len(candidates))
        rule = say("picture.candidates.by", pairs=pairs, rule=say("measure.count.rule"))
    return Candidates(
        title=title,
        rule=rule,
        tied=max(tied, 1) if k < len(trace) else 0,
        total=len(candidates),
        rows=rows,
    )


def _row(candidate: AnyCandidate, number: Number, most: int, say: Catalog) -> CandidateRow:
    """Return a candidate as a row. most: lines that are named."""
    left, right = candidate.pair
    row = CandidateRow(
        left=number(left),
        right=number(right),
        count=candidate.count,
        bar=candidate.count,
        worth=say.integer(candidate.count),
        worked="",
        words=counts_of_contributions(candidate.contributions, most, say, "line"),
        leads=False,
    )
    if candidate.vetoed:
        return replace(row, passed=_note(narration.passed_over(candidate, say), say))
    if candidate.kind == "supermerge":
        return replace(row, kind=say("boundless.kind.supermerge"))
    return row


def _note(reason: str, say: Catalog) -> Note:
    text = say("superbpe.passed-over", reason=reason)
    return Note(long=reason, short=reason, told=text)


# -- the vocabulary ----------------------------------------------------------------------------------------------------


def _vocabulary_note(trace: AnyTrace, k: int, say: Catalog) -> Sentence:
    """Say how large the vocabulary is, and how many of its tokens have several words."""
    supers = sum(words_in_token(token) > 1 for token in trace.vocabulary(k))
    text = say(
        "superbpe.vocabulary",
        size=say.count("count.tokens", trace.sizes()[k]),
        step=say.integer(k),
        superwords=say.count("count.superwords", supers),
    )
    gone = trace.consumed[k - 1] if k else ()
    if gone:
        text += say("picture.vocabulary.gone", symbols=say.listed([*map(code, gone)]))
    return segments(text)


def _picture(trace: AnyTrace, steps: range, symbols: Sequence[str], number: Number, say: Catalog) -> MergesPicture:
    """Return the data common to all frames of a part."""
    made = _made(trace)
    toggles = _toggles(trace, steps.stop - 1)
    base = trace.vocabulary(0)
    in_text = set(trace.occurrences(0))
    letters: list[FirstSymbol] = []
    in_use = [name for name in base if name in in_text]
    if len(in_use) <= MAX_LETTERS:
        letters += (FirstSymbol(symbol=number(name), toggles=toggles.get(name, [])) for name in in_use)
    first = max(0, steps.start - MAX_EARLIER_MERGES)
    merges: list[MadeToken] = []
    for k in range(first, min(steps.stop - 1, len(trace))):
        token = trace.tokens[k]
        if token and made[token][0] == k + 1:
            merges.append(MadeToken(number=k + 1, symbol=number(token), toggles=toggles.get(token, [])))
    in_vocabulary = (*(in_use if letters else ()), *(trace.tokens[token.number - 1] for token in merges))
    drawing = origins((*symbols, *in_vocabulary), made.get, lambda name: ("", visible(name), ""), number)
    names = {number(name): name for name in (*symbols, *in_vocabulary, *made)}
    supers = {str(origin.symbol): words_in_token(names[origin.symbol]) for origin in drawing.origins}
    return MergesPicture(
        kind="merges",
        measure="count",
        origins=drawing.origins,
        cells=drawing.cells,
        letters=letters,
        folded=0 if letters else len(base),
        merges=merges,
        longest=float(max((_count(trace, k) for k in range(len(trace))), default=1) or 1),
        ties="".join(_tick(trace, k) for k in range(len(trace))),
        words=len(trace.corpus),
        superwords={symbol: words for symbol, words in supers.items() if words > 1},
        space=SPACE,
        labels=_labels(trace, say),
    )


def _made(trace: AnyTrace) -> dict[str, MadeFrom]:
    """Return token -> the number of its first step, and its parts."""
    made: dict[str, MadeFrom] = {}
    for step in trace:
        if step.pair is not None and step.token is not None:
            made.setdefault(step.token, (step.index + 1, *step.pair))
    return made


def _count(trace: AnyTrace, k: int) -> int:
    step = trace[k]
    return 0 if isinstance(step, superbpe.Lift) else step.count


def _tick(trace: AnyTrace, k: int) -> str:
    """Return the sign of a step on the scrubber: where a tie was decided, and where the borders fell."""
    if k == trace.lift:
        return "|"
    return "=" if isinstance(trace, superbpe.Trace) and trace.tie_sizes[k] > 1 else "."


def _toggles(trace: AnyTrace, last: int) -> dict[str, list[int]]:
    """Return symbol -> after how many steps it comes into use, or goes out of it, by turns; one of the start is in
    use."""
    toggles: defaultdict[str, list[int]] = defaultdict(list)
    in_use = set(trace.occurrences(0))
    for k in range(min(last, len(trace))):
        token, gone = trace.tokens[k], set(trace.consumed[k])
        come = {token} - in_use if token else set()
        if k == trace.lift:
            after = set(trace.occurrences(k + 1))
            gone, come = in_use - after, after - in_use
        for name in (*come, *gone):
            toggles[name].append(k + 1)
        in_use = (in_use | come) - gone
    return toggles


def _labels(trace: AnyTrace, say: Catalog) -> dict[str, str]:
    """Return all words of the picture."""
    if isinstance(trace, boundless.Trace):
        rule = wins = say("boundless.wins-tied")
        rule_told = say(_TIED[trace.rules.wins_tie])
    else:
        rule = say(TIE_RULE_KEYS[trace.rules.merging.tie_rule])
        wins = say("picture.wins-tied", rule=rule)
        rule_told = say("picture.rule-told", rule=tie_rule(trace.rules.merging.tie_rule, say))
    lines = say.count("count.lines-of-text", len(trace.corpus))
    return {
        **say.within("picture.label."),
        **browser_templates(say),
        "rule": rule,
        "wins_tied": wins,
        "rule_told": rule_told,
        **say.within("superbpe.label."),
        "words_whole": say("superbpe.lines-whole", lines=lines, count=say.integer(sum(trace.corpus.counts))),
    }
