"""Payload of the picture of a training by merges: words, sentences, what is drawn, and another convention.

A long trace is sent in parts. The picture shows how each symbol came about, what is in use and the candidates; it
refers to the pool of chips by number and is small, and the browser follows from it what lights up. Where another
training of the same corpus parts from this one, both winners are shown at that step: in one sentence, in the words and
among the candidates. Words are then in the symbols of the first one: where the other has different symbols, such as an
end mark that is joined to the last letter, its pair is framed around the letters that it has.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from tokviz.merging.merge_trace import MergeTrace, divergence
from tokviz.merging.reasons import PairValue
from tokviz.merging.rules import Rules
from tokviz.merging.steps import Pair, Step
from tokviz.text_keys import measure_key
from tokviz.views.encoding.merging import MadeFrom, merges_by_token, origins
from tokviz.views.merges import narration
from tokviz.views.merges.candidates import RankedPair, StepCandidates, are_recounted, step_candidates
from tokviz.views.merges.narration import TIE_RULE_KEYS
from tokviz.views.merges.payload import (
    CandidateRow,
    Candidates,
    FirstSymbol,
    MadeToken,
    MergesPicture,
    Note,
    OtherCandidate,
    Parting,
)
from tokviz.views.picture.payload import (
    FOUND_ROWS,
    MAX_CHIPS,
    TOUCHED_ROWS,
    CountsOfWords,
    MarkedRow,
    PictureSentence,
    Span,
    WordGroups,
    counts_of_words,
    marked_spans,
    part_around,
    row_group,
    step_sentences,
)
from tokviz.views.picture.records import encoded
from tokviz.views.picture.training import TrainingPicture
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shown, visible
from tokviz.views.shared.reasons import arithmetic_and_value, browser_templates, tie_rule
from tokviz.views.shared.sentences import Sentence, code, code_pair, segments
from tokviz.views.shared.spaces import space_sign

__all__ = [
    "MAX_CANDIDATES",
    "MAX_EARLIER_MERGES",
    "MAX_LETTERS",
    "PART",
    "OtherTraining",
    "PictureOfMerges",
    "candidate_row",
    "frame",
    "labels_of_ties",
    "part_of",
    "payload",
    "picture",
    "show_parting",
]

PART = 40
"""A trace of more than twice this many steps is sent in parts of at most this many frames; with long words in fewer."""
_PART_CHIPS = 200_000  # about as many chips as the frames of one part may show
# Symbols of all frames of a part: what is asked before a step, and who ties with whom, take all pairs of the corpus.
_PART_WORK = 2_000_000
_COUNTING = ("bpe", "picky")  # the algorithms whose candidates have no score
_SCORED_WORK = 100_000  # the same where each pair has a score, an exact fraction
_CANDIDATES_WORK = 12_000_000  # the same where the merges are made again
_SCORED_CANDIDATES_WORK = 3_000_000  # and each pair has a score
_RANKED_WORK = 150_000  # first symbols of the vocabulary in all frames: so many pairs at least are put in order


def part_of(trace: MergeTrace[Step], step: int, *, asks: bool = False) -> range:
    """Return the steps whose frames belong to the part that holds `step`. asks: whether there is a question to each."""
    words = WordGroups(trace.corpus)
    chips = sum(min(len(word), MAX_CHIPS) for word in words.always)
    if not words.is_whole:
        chips += (TOUCHED_ROWS + FOUND_ROWS) * min(max(map(len, trace.corpus.words)), MAX_CHIPS)
    part = max(1, min(PART, _PART_CHIPS // chips))
    symbols = max(1, trace.total_first_symbols)  # an alphabet can be empty
    if asks or not are_recounted(trace):
        work = _PART_WORK if trace.algorithm in _COUNTING else _SCORED_WORK
    else:
        work = _CANDIDATES_WORK if trace.pair_measure.is_count else _SCORED_CANDIDATES_WORK
    part = max(1, min(part, work // symbols, _RANKED_WORK // max(1, trace.sizes()[0])))
    part -= part % 10 if part > 10 else 0  # round numbers
    return part_around(step, len(trace), part, part // 6)


def payload(
    trace: MergeTrace[Step], steps: range, say: Catalog, query: str = "", *, asks: bool = False
) -> dict[str, Any]:
    """Return the picture's payload for these steps, ready for JSON.

    query: words that begin with or hold this are shown besides. asks: whether what
    comes next is asked first; then no word is shown for what comes next.
    """
    return PictureOfMerges(trace, steps, say, query, asks=asks).payload()


MergeTraceT = TypeVar("MergeTraceT", bound=MergeTrace[Step])
MergeT = TypeVar("MergeT", bound=Step)


class PictureOfMerges(TrainingPicture[MergeTraceT, MergeT]):
    """The picture of a training by merges; of one that does more it is the base."""

    def __init__(self, trace: MergeTraceT, steps: range, say: Catalog, query: str, *, asks: bool) -> None:
        super().__init__(trace, steps, say, query, ahead=not asks)
        self.asks = asks
        self._candidates = step_candidates(trace, steps, MAX_CANDIDATES)
        self._tied: tuple[Pair, ...] = ()  # the pairs that were as good as that of the last step, as far as told

    def changed(self, k: int) -> Iterable[str]:
        """Return the words that a merge changes."""
        return self.trace.changed(k)

    def rows(self, words: Sequence[str], k: int) -> list[MarkedRow]:
        """Return the rows of words after k steps, marked."""
        done, upcoming = self.step(k - 1), self.step(k)
        rows: list[MarkedRow] = []
        for word in words:
            symbols, length = self.trace.beginning(word, k, MAX_CHIPS)
            number = self.pool.word(word, self.trace.corpus[word], symbols, length)
            rows.append((number, self.marked(word, symbols, done, upcoming)))
        return rows

    def marked(self, word: str, symbols: tuple[str, ...], done: MergeT | None, upcoming: MergeT | None) -> list[Span]:
        """Return the chips of a word that were just made and those to be merged next."""
        return marked_spans(symbols, done.token if done else None, upcoming.pair if upcoming else None)

    def frame(self, k: int, shown: Sequence[Sequence[str]]) -> dict[str, Any]:
        """Return the sentences of a frame, its candidates, and what there is to say of its vocabulary."""
        candidates = next(self._candidates)
        tied = tuple(candidate.pair for candidate in candidates.best[: candidates.tied]) if candidates.tied > 1 else ()
        said = step_sentences(self.trace, k, self.done(k, self._tied), self.ahead(k, tied))
        self._tied = tied
        return {"say": said, **frame(self.trace, k, candidates, self.pool.number, self.say)}

    def done(self, k: int, tied: Sequence[Pair]) -> Sentence:
        """Say what the last of k steps did. tied: the pairs that were as good."""
        done = self.step(k - 1)
        return narration.done_in_short(done, self.say, tied) if done else narration.start(self.trace, self.say)

    def ahead(self, k: int, tied: Sequence[Pair]) -> Sentence:
        """Say what comes after k steps."""
        upcoming = self.step(k)
        return narration.upcoming(upcoming, self.say, tied) if upcoming else narration.end(self.trace, self.say)

    def whole(self) -> MergesPicture:
        """Return the data common to all frames."""
        return picture(self.trace, self.steps, self.pool.names, self.pool.number, self.say)


# -- the picture: origins of symbols, vocabulary, candidates -----------------------------------------------------------


MAX_CANDIDATES = 12
"""The maximum number of candidates of a step that are sent; a window has room for about nine."""
MAX_LETTERS = 48
"""A larger alphabet is one chip of the vocabulary."""
MAX_EARLIER_MERGES = 40
"""The maximum number of merges from before a part that are sent for the list of the vocabulary."""

Number = Callable[[str], int]
"""A symbol -> its place in the pool of chips, where it is put if it is not there yet."""


def picture(
    trace: MergeTrace[Step], steps: range, symbols: Sequence[str], number: Number, say: Catalog
) -> MergesPicture:
    """Return the data common to all frames of a part.

    symbols: those in the pool so far; what they came from joins them.
    """
    made_from = merges_by_token(trace.merges, trace.rules.join)
    toggles = _toggles(trace, steps.stop - 1)
    first_symbols = set(trace.symbols(0))
    base = [name for name in trace.vocabulary(0) if name not in trace.rules.first_tokens]
    letters: list[FirstSymbol] = []
    if len(base) <= MAX_LETTERS:
        letters += (FirstSymbol(symbol=number(name), toggles=toggles.get(name, [])) for name in base)
    first = max(0, steps.start - MAX_EARLIER_MERGES)
    merges: list[MadeToken] = [
        MadeToken(number=k + 1, symbol=number(trace.tokens[k]), toggles=toggles.get(trace.tokens[k], []))
        for k in range(first, min(steps.stop - 1, len(trace)))
        if made_from[trace.tokens[k]][0] == k + 1
    ]
    in_vocabulary = (*(base if letters else ()), *(trace.tokens[token.number - 1] for token in merges))

    def maker(name: str) -> MadeFrom | None:
        return None if name in first_symbols else made_from.get(name)

    origin_parts = origins((*symbols, *in_vocabulary), maker, lambda name: _marked(name, trace), number)
    return MergesPicture(
        kind="merges",
        measure=trace.pair_measure.name,
        origins=origin_parts.origins,
        cells=origin_parts.cells,
        letters=letters,
        folded=0 if letters else len(base),
        merges=merges,
        longest=_longest(trace),
        ties="".join("=" if size > 1 else "." for size in trace.tie_sizes),
        words=len(trace.corpus),
        labels=_labels(trace, say),
        space=space_sign(trace.rules) or None,
    )


def frame(trace: MergeTrace[Step], k: int, candidates: StepCandidates, number: Number, say: Catalog) -> dict[str, Any]:
    """Return the candidates of a frame, and what there is to say of its vocabulary."""
    title, rule = _candidates_title(trace, k, candidates, say)
    shown_candidates = Candidates(
        title=title,
        rule=rule,
        tied=candidates.tied if k < len(trace) else 0,
        total=candidates.total,
        rows=[candidate_row(trace, candidate, number, say) for candidate in candidates.best],
        leader=candidate_row(trace, candidates.leader, number, say) if candidates.leader is not None else None,
    )
    return {"candidates": shown_candidates, "vocabulary": _vocabulary_notes(trace, k, say)}


def labels_of_ties(trace: MergeTrace[Step], say: Catalog) -> dict[str, str]:
    """Return the labels of a tie's winner: the rule, a short text and a sentence."""
    rule = trace.rules.tie_rule
    short = say(TIE_RULE_KEYS[rule])
    return {
        "rule": short,
        "wins_tied": say("picture.wins-tied", rule=short),
        "rule_told": say("picture.rule-told", rule=tie_rule(rule, say)),
    }


def _labels(trace: MergeTrace[Step], say: Catalog) -> dict[str, str]:
    """Return all words of the picture."""
    return {
        **say.within("picture.label."),
        **browser_templates(say),
        **labels_of_ties(trace, say),
        "words_whole": say(
            "picture.label.words_whole",
            words=say.count("count.words", len(trace.corpus)),
            count=say.integer(sum(trace.corpus.counts)),
        ),
    }


def _candidates_title(trace: MergeTrace[Step], k: int, candidates: StepCandidates, say: Catalog) -> tuple[str, str]:
    """Return the title of the candidates, and what they are compared by."""
    if not candidates.total:
        return say("picture.candidates.over"), ""
    title = say("picture.candidates", number=k + 1) if k < len(trace) else say("picture.candidates.left")
    measure = say(measure_key(trace.pair_measure.name, "rule"))
    return title, say("picture.candidates.by", pairs=say.count("picture.pairs", candidates.total), rule=measure)


def candidate_row(trace: MergeTrace[Step], candidate: RankedPair, number: Number, say: Catalog) -> CandidateRow:
    """Return a candidate as a row."""
    left, right = candidate.pair
    bar, worth, worked = _bar_and_value(trace, candidate, say)
    return CandidateRow(
        left=number(left),
        right=number(right),
        count=candidate.count,
        bar=bar,
        worth=worth,
        worked=worked,
        words=counts_of_words(candidate.words, candidate.others, candidate.rest, say),
        leads=candidate.leads,
    )


def _bar_and_value(trace: MergeTrace[Step], candidate: RankedPair, say: Catalog) -> tuple[float, str, str]:
    """Return the value of a candidate as a number and as text, and its arithmetic."""
    if trace.pair_measure.is_count:
        return candidate.count, say.integer(candidate.count), ""
    fact = PairValue(trace.pair_measure.name, candidate.pair, candidate.count, candidate.parts, candidate.value)
    arithmetic, value = arithmetic_and_value(fact, say)
    return round(float(candidate.value), 6), value, arithmetic


def _vocabulary_notes(trace: MergeTrace[Step], k: int, say: Catalog) -> Sentence:
    """Say how large the vocabulary is, how much of it is in use, and what the last merge used up."""
    size, in_use = trace.sizes()[k], trace.symbols_in_use[k]
    special = len(dict.fromkeys(trace.rules.special_tokens))
    unit = "count.tokens" if trace.goes_on else "count.symbols-of-word"
    start = say.count(unit, trace.sizes()[0] - special)
    counted = {"start": start, "merges": say.count("count.merges", k), "size": size, "used": in_use}
    if special:
        text = say("picture.vocabulary.special", special=say.count("count.special-tokens", special), **counted)
    else:
        text = say("picture.vocabulary", **counted)
    gone = trace.consumed[k - 1] if k else ()
    if gone:
        text += say("picture.vocabulary.gone", symbols=say.listed([*map(code, gone)]))
    return segments(text)


def _longest(trace: MergeTrace[Step]) -> float:
    """Return the value of the longest bar of all steps, which gives all of them one scale."""
    values = (trace.value(k) for k in range(len(trace)))
    return max((float(value) for value in values), default=1.0) or 1.0


def _toggles(trace: MergeTrace[Step], last: int) -> dict[str, list[int]]:
    """Return symbol -> after how many merges it comes into use, or goes out of it, by turns; one of the start is in
    use."""
    toggles: defaultdict[str, list[int]] = defaultdict(list)
    in_use = set(trace.symbols(0))
    for name in trace.vocabulary(0):
        if name not in in_use:
            toggles[name].append(0)
    for k in range(min(last, len(trace))):
        for token in trace.came_into_use(k):
            if token not in in_use:
                in_use.add(token)
                toggles[token].append(k + 1)
        for part in trace.consumed[k]:
            in_use.discard(part)
            toggles[part].append(k + 1)
    return toggles


def _marked(name: str, trace: MergeTrace[Step]) -> tuple[str, str, str]:
    """Return a first symbol as mark, letters, mark."""
    prefix, end = trace.rules.continuing_prefix, trace.rules.end_of_word
    before = prefix if name.startswith(prefix) else ""
    letters = name.removeprefix(before)
    after = end if letters.endswith(end) else ""
    return before, visible(letters.removesuffix(after)), after


# -- where another convention parts ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OtherTraining:
    """Another training of the same corpus. mine, theirs: what the conventions of both are called."""

    trace: MergeTrace[Step]
    mine: str
    theirs: str


def show_parting(built: dict[str, Any], trace: MergeTrace[Step], beside: OtherTraining, say: Catalog) -> None:
    """Add to a payload of the picture of `trace` where the other training parts from it, and what both do there."""
    diverging = divergence(trace, beside.trace)
    parts = diverging.left is not None or diverging.right is not None
    label = say("picture.parting.go", number=diverging.step + 1) if parts else say("picture.parting.never")
    built["picture"]["parting"] = encoded(Parting(step=diverging.step if parts else None, told=label))
    place = diverging.step - built["first"]
    if not parts or not 0 <= place < len(built["frames"]):
        return
    frame = built["frames"][place]
    ours, theirs = (_choice_of(side, diverging.step, say) for side in (trace, beside.trace))
    sentence = say("picture.parting", mine=beside.mine, theirs=beside.theirs, left=ours, right=theirs)
    frame["say"] = [frame["say"][0], encoded(PictureSentence("next", segments(sentence)))]
    if diverging.right is None:
        return
    other = _other_candidate(trace, beside.trace, diverging.step, _numbering(built["tokens"]), say)
    frame["candidates"]["other"] = encoded(other)
    spans = _other_spans(trace, beside.trace, diverging.right, diverging.step)
    for group in frame["groups"]:
        others = row_group((row, spans.get(built["rows"][row]["label"], [])) for row in group["rows"])
        group["spans"] += encoded(others.spans)


def _choice_of(trace: MergeTrace[Step], k: int, say: Catalog) -> str:
    """Say what a training does at a step, and why, in a few words."""
    if k >= len(trace):
        return say("picture.parting.none")
    worth = say.value(trace.value(k))
    values = {
        "pair": code_pair(*trace.merges[k]),
        "worth": say.count("count.times", trace.counts[k])
        if trace.pair_measure.is_count
        else say(measure_key(trace.pair_measure.name, "parting"), worth=worth),
    }
    if trace.tie_sizes[k] == 1:
        return say("picture.parting.side", **values)
    return say("picture.parting.tied", rule=tie_rule(trace.rules.tie_rule, say), **values)


def _other_candidate(
    trace: MergeTrace[Step], other: MergeTrace[Step], k: int, number: Callable[[str], int], say: Catalog
) -> OtherCandidate:
    """Return the winner of the other training as a row among the candidates, with what is said of it."""
    winner = next(step_candidates(other, range(k, k + 1), 1)).best[0]
    row = candidate_row(other, winner, number, say)
    if other.pair_measure != trace.pair_measure:  # a count beside scores: there is no bar to compare
        row = replace(row, bar=0, words=CountsOfWords((), ()))
    labels = labels_of_ties(other, say)
    wins = say("picture.label.wins")
    alone = Note(long=wins, short=wins, told=say("picture.label.wins_told"))
    tied = Note(long=labels["wins_tied"], short=labels["rule"], told=labels["rule_told"])
    return OtherCandidate(row=row, note=alone if other.tie_sizes[k] == 1 else tied)


def _numbering(tokens: list[dict[str, Any]]) -> Callable[[str], int]:
    """Return a function: symbol -> its place in the pool of chips, where it is put if it is not there yet."""
    places = {chip["text"]: place for place, chip in enumerate(tokens)}

    def number(symbol: str) -> int:
        text = visible(symbol)
        if text not in places:
            places[text] = len(tokens)
            tokens.append({"text": text})
        return places[text]

    return number


def _other_spans(trace: MergeTrace[Step], other: MergeTrace[Step], pair: Pair, k: int) -> dict[str, list[Span]]:
    """Return word, as it is shown -> the symbols of `trace` that have the pair of the other."""
    return {
        shown(part.word, 40): _chips_around(
            _chip_ends(trace.beginning(part.word, k, MAX_CHIPS)[0], trace.rules),
            _letter_bounds(other.beginning(part.word, k, MAX_CHIPS)[0], other.rules, pair),
        )
        for part in other.contributions(pair, k)
    }


def _letter_bounds(symbols: tuple[str, ...], rules: Rules, pair: Pair) -> list[tuple[int, int]]:
    """Return from where to where a pair reaches, in letters, each place once."""
    ends = _chip_ends(symbols, rules)
    bounds: list[tuple[int, int]] = []
    free = 0
    for i in range(len(symbols) - 1):
        if i >= free and symbols[i : i + 2] == pair:
            bounds.append((ends[i - 1] if i else 0, ends[i + 1]))
            free = i + 2
    return bounds


def _chips_around(ends: list[int], places: list[tuple[int, int]]) -> list[Span]:
    """Return the symbols that end after these letters which have any of each place."""
    spans: list[Span] = []
    for start, end in places:
        first = next((i for i, edge in enumerate(ends) if edge > start), None)
        if first is not None:
            last = next((i for i, edge in enumerate(ends) if edge >= end), len(ends) - 1)
            spans.append((first, last - first + 1, "other"))
    return spans


def _chip_ends(symbols: tuple[str, ...], rules: Rules) -> list[int]:
    """Return after how many letters of its word each symbol ends; an end mark is one."""
    ends, total = [], 0
    for symbol in symbols:
        bare, mark = symbol.removeprefix(rules.continuing_prefix), rules.end_of_word
        total += len(bare) - len(mark) + 1 if mark and bare.endswith(mark) else len(bare)
        ends.append(total)
    return ends
