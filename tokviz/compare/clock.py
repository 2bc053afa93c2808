"""Several trainings on one clock, which is the size of the vocabulary: what each has at a size, and what it did there.

Merging comes from the left and lets a vocabulary grow; Unigram comes from the right and takes away. Each training is
one trace, from its first vocabulary to its last, and has a state at each size that the trace passes through. At a size
between two of them it has the nearest smaller vocabulary, so that nobody has more room than the size: one rule for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, cast

from tokviz import unigram
from tokviz.algorithms import ALGORITHMS, entry_of
from tokviz.checkpoint import checkpoint
from tokviz.compare.comparison import Comparison
from tokviz.compare.reading import Split, splits_of
from tokviz.compare.sizes import MOST_SIZES, State, nearest, states_of
from tokviz.compare.spans import Model
from tokviz.corpus import Corpus
from tokviz.corpus.passages import Passage, Text
from tokviz.merging.merge_trace import MergeTrace
from tokviz.trace import Trace

MOST_WORDS = 12
"""At most so many words are shown."""
_FEW_CHANGED = 20  # words are looked at to find one that changed
_FEW_WORDS, _FEW_LETTERS = 8, 48  # a corpus of so few words is shown whole, and each word counts once


@dataclass(frozen=True)
class ClockWord:
    """A word that is shown. count: how often the corpus has it, 0 for a new one."""

    passage: Passage
    count: int

    @property
    def text(self) -> str:
        """Return the word."""
        return self.passage.word


@dataclass(frozen=True)
class Move:
    """The work of a training between a state and the one before it on its way.

    step: the merge, where it was a single one, in the trace. added, gone: tokens that came into the vocabulary, and
    that left it. loss: that of a token that left alone, in nats, as the rules judge by it; None without such an
    estimate. is_used: whether a word of the corpus had that token in its best segmentation; None where nobody knows.
    """

    step: int | None = None
    added: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    loss: float | None = None
    is_used: bool | None = None


Place = Literal["here", "smaller", "before", "after", "above"]


@dataclass(frozen=True, eq=False)
class Hand:
    """A training on the clock. label: its name. states: ascending by size. splits: of each state, those of the words
    that are shown. totals: of each state, the tokens that the whole corpus needs, words counted as often as they occur.
    """

    label: str
    trace: Trace = field(repr=False)
    pretokenizer: str
    states: tuple[State, ...]
    splits: tuple[tuple[Split, ...], ...] = field(repr=False)
    totals: tuple[int, ...] = field(repr=False)

    @cached_property
    def grows(self) -> bool:
        """Tell if it comes from the smallest size: only pruning comes from the largest."""
        return not entry_of(self.trace.rules).shrinks

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """Return the sizes of its states."""
        return tuple(state.size for state in self.states)

    def at(self, size: int) -> tuple[int, Place]:
        """Return the number of the state at a size, and how the two stand: "smaller" between two states, "before" below
        the smallest, which is then the number; above the largest, "after" the end of what grows, and "above" what has
        no larger vocabulary."""
        number = nearest(self.sizes, size)
        if number < 0:
            return 0, "before"
        if self.sizes[number] == size:
            return number, "here"
        if number < len(self.sizes) - 1:
            return number, "smaller"
        return number, "after" if self.grows else "above"

    @property
    def _pruning(self) -> unigram.Trace | None:
        return self.trace if isinstance(self.trace, unigram.Trace) else None

    def model(self, number: int) -> Model:
        """Return the tokenizer of a state."""
        return _model(self.trace, self.states[number].steps, self.pretokenizer)

    def came_from(self, number: int) -> int | None:
        """Return the state before one on the way of the training; None for its first."""
        before = number - 1 if self.grows else number + 1
        return before if 0 <= before < len(self.states) else None

    def move(self, number: int) -> Move | None:
        """Return the move that led to a state; None for the first on the way."""
        before = self.came_from(number)
        if before is None:
            return None
        first, last = self.states[before].steps, self.states[number].steps
        old, new = dict.fromkeys(self.trace.vocabulary(first)), dict.fromkeys(self.trace.vocabulary(last))
        gone = tuple(token for token in old if token not in new)
        added = tuple(token for token in new if token not in old)
        step = first if last == first + 1 and isinstance(self.trace, MergeTrace) and len(added) == 1 else None
        cost = self._cost(gone[0], first, last) if len(gone) == 1 and not added else None
        return Move(step, added, gone) if cost is None else Move(step, added, gone, *cost)

    def changed(self, number: int) -> tuple[str, tuple[str, ...]] | None:
        """Return a word of the corpus that the move to a state split otherwise, and its tokens now: the most frequent
        one that is found among the first of them. None where there is none, or no move."""
        before, move = self.came_from(number), self.move(number)
        if before is None or move is None or move.is_used is False:
            return None
        words = sorted(self._touched(move), key=lambda word: -self.trace.corpus[word])[:_FEW_CHANGED]
        if not words:
            return None
        old, new = self.model(before), self.model(number)
        splits = ((word, old.encode_word(word), new.encode_word(word)) for word in words)
        return next(((word, now) for word, was, now in splits if was != now), None)

    def _touched(self, move: Move) -> Iterable[str]:
        """Return the words of the corpus that a move can have changed: those with a pair, or with a piece that left."""
        if move.step is not None and isinstance(self.trace, MergeTrace):
            return dict.fromkeys(contribution.word for contribution in self.trace[move.step].contributions)
        if self._pruning is None:
            return ()
        gone = [piece.removeprefix(self._pruning.rules.start_of_word) for piece in move.gone]
        return (word for word in self.trace.corpus if any(piece in word for piece in gone))

    def _cost(self, piece: str, first: int, last: int) -> tuple[float | None, bool] | None:
        """Return the loss of a piece that a pruning took out alone, and whether a word had it."""
        if (trace := self._pruning) is None:
            return None
        costs = (cost for k in range(first, last) if trace.kinds[k] == "prune" for cost in trace.decisions(k))
        removed = (cost for cost in costs if cost.piece == piece and cost.outcome == "removed")
        return next(((trace.judged(cost), cost.occurrences > 0) for cost in removed), None)


@dataclass(frozen=True, eq=False)
class Clock:
    """Trainings on one clock. words: those that are shown. is_whole: they are the corpus, and each counts once.

    >>> from tokviz.compare.comparison import ComparedCorpus, Engine, Slot
    >>> engine = Engine(ComparedCorpus.of_example("hug", "whitespace"))
    >>> names = ("bpe:course", "wordpiece:course", "unigram:course")
    >>> tokenizers = tuple(engine.tokenizer(Slot.of(name), 10, name) for name in names)
    >>> clock = clock_of(Comparison(engine, tokenizers, "unhug"))
    >>> (clock.smallest, clock.largest), [clock.tokens(hand, 10) for hand in clock.hands]
    ((7, 16), [9, 12, 9])
    """

    hands: tuple[Hand, ...]
    words: tuple[ClockWord, ...]
    corpus: Corpus = field(repr=False)
    is_whole: bool
    smallest: int
    largest: int

    @cached_property
    def counted(self) -> tuple[bool, ...]:
        """Return, of each word that is shown, whether it counts: one that is unknown somewhere counts for nobody, and
        beside a corpus that is not shown whole its words alone count."""
        known = [
            all(state[place].is_known for hand in self.hands for state in hand.splits)
            for place in range(len(self.words))
        ]
        return tuple(known) if self.is_whole else tuple(False for _ in self.words)

    @cached_property
    def _needed(self) -> Mapping[str, tuple[int, ...]]:
        if not self.is_whole:
            return {hand.label: hand.totals for hand in self.hands}
        counted = [place for place, is_counted in enumerate(self.counted) if is_counted]
        return {
            hand.label: tuple(sum(len(state[place].tokens) for place in counted) for state in hand.splits)
            for hand in self.hands
        }

    def needed(self, hand: Hand) -> tuple[int, ...]:
        """Return the tokens that the words need, state by state."""
        return self._needed[hand.label]

    def tokens(self, hand: Hand, size: int) -> int | None:
        """Return the tokens that the words need at a size; None where the training has no vocabulary that small."""
        number, place = hand.at(size)
        return None if place == "before" else self.needed(hand)[number]

    @cached_property
    def letters(self) -> int:
        """Return the tokens where each character is one."""
        if self.is_whole:
            return sum(len(word.text) for word, is_counted in zip(self.words, self.counted, strict=True) if is_counted)
        return sum(len(word) * count for word, count in self.corpus.items())

    @cached_property
    def whole(self) -> int:
        """Return the tokens where each word is one."""
        return sum(self.counted) if self.is_whole else sum(self.corpus.counts)


def clock_of(comparison: Comparison) -> Clock:
    """Return the trainings of a comparison on one clock, those of tokenizers that were trained. Raises TokvizError."""
    engine, source = comparison.engine, comparison.engine.source
    trained = [one for one in comparison.tokenizers if one.slot.is_trained]
    splits = [ALGORITHMS[one.slot.algorithm].split or source.split for one in trained]
    traces = [engine.whole(one.slot) for one in trained]
    return _clock([one.label for one in trained], traces, splits, source.text, comparison.text)


def clock_of_traces(traces: Mapping[str, Trace], text: str = "", pretokenizer: str = "whitespace") -> Clock:
    """Return trainings of one list of words on one clock, by their names. text: more words to show. Raises ValueError
    for trainings of different words.

    >>> from tokviz import Corpus, bpe, unigram
    >>> words = Corpus({"hug": 10, "pug": 5})
    >>> clock_of_traces({"BPE": bpe.train(words), "Unigram": unigram.train(words, vocab_size=4)}).smallest
    4
    """
    corpora = [dict(trace.corpus) for trace in traces.values()]
    if any(corpus != corpora[0] for corpus in corpora):
        raise ValueError("The trainings are of different words.")
    words = Text.listed(next(iter(traces.values())).corpus)
    return _clock(list(traces), list(traces.values()), [pretokenizer] * len(traces), words, text)


def _clock(labels: Sequence[str], traces: Sequence[Trace], splits: Sequence[str], source: Text, text: str) -> Clock:
    words, is_whole = _words_of(source, text)
    every = [states_of(trace) for trace in traces]
    smallest = min(states[0].size for states in every)
    largest = min(max(states[-1].size for states in every), smallest + MOST_SIZES)
    hands = tuple(
        _hand(label, trace, split, _within(states, largest), words)
        for label, trace, split, states in zip(labels, traces, splits, every, strict=True)
    )
    return Clock(hands, words, source.words, is_whole, smallest, largest)


def _hand(label: str, trace: Trace, pretokenizer: str, states: tuple[State, ...], words: Sequence[ClockWord]) -> Hand:
    """Return a training on the clock. states: those that are on it."""
    splits = tuple(_splits(trace, pretokenizer, states, words))
    return Hand(label, trace, pretokenizer, states, splits, tuple(_totals(trace, pretokenizer, states)))


def _words_of(source: Text, text: str) -> tuple[tuple[ClockWord, ...], bool]:
    """Return the words to show, and whether they are the corpus: a short list of words is, and the other words of the
    text stand behind it. Of anything else the first words of the text are shown."""
    words = source.words
    if not source.is_running and len(words) <= _FEW_WORDS and sum(map(len, words)) <= _FEW_LETTERS:
        listed = tuple(ClockWord(Passage.alone(word), count) for word, count in words.items())
        new = dict.fromkeys(word for word in text.split() if word not in words)
        return (*listed, *(ClockWord(Passage.alone(word), 0) for word in [*new][: MOST_WORDS - len(listed)])), True
    shown = Text.running(text or " ".join(words.words[:MOST_WORDS]))
    passages = [passage for passage, _ in shown.passages][:MOST_WORDS]
    return tuple(ClockWord(passage, words.get(passage.word, 0)) for passage in passages), False


def _within(states: tuple[State, ...], largest: int) -> tuple[State, ...]:
    """Return the states up to a size; the smallest at least."""
    return tuple(state for state in states if state.size <= largest) or states[:1]


def _model(trace: Trace, steps: int, pretokenizer: str) -> Model:
    return cast("Model", trace.model(steps, pretokenizer=pretokenizer))


def _splits(
    trace: Trace, pretokenizer: str, states: Sequence[State], words: Sequence[ClockWord]
) -> Iterable[tuple[Split, ...]]:
    """Yield the words as each state splits them; words of one text are split there together."""
    same: dict[Split, Split] = {}
    passages = [word.passage for word in words]
    is_one_text = len({passage.text for passage in passages}) == 1
    last: tuple[Split, ...] | None = None
    before = 0
    for state in states:
        if last is None or _can_change(trace, before, state.steps, last, words):
            checkpoint()
            model = _model(trace, state.steps, pretokenizer)
            each = splits_of(passages, model) if is_one_text else [splits_of([one], model)[0] for one in passages]
            last = tuple(same.setdefault(split, split) for split in each)
        before = state.steps
        yield last


def _can_change(trace: Trace, first: int, last: int, splits: Sequence[Split], words: Sequence[ClockWord]) -> bool:
    """Tell if a word may be split otherwise after the steps from `first` on."""
    if last < first:
        return True
    may_change = trace.may_change(first, last)
    return any(may_change(word.text, split.tokens) for word, split in zip(words, splits, strict=True))


def _totals(trace: Trace, pretokenizer: str, states: Sequence[State]) -> Iterable[int]:
    """Yield the tokens of the whole corpus in each state; only words that can have changed are encoded again."""
    if trace.token_totals is not None:
        yield from (trace.token_totals[state.steps] for state in states)
        return
    encoded: dict[str, tuple[str, ...]] = {}
    before = 0
    for state in states:
        checkpoint()
        model, may_change = _model(trace, state.steps, pretokenizer), trace.may_change(before, state.steps)
        for word in trace.corpus:
            if word not in encoded or may_change(word, encoded[word]):
                encoded[word] = model.encode_word(word)
        before = state.steps
        yield sum(len(encoded[word]) * count for word, count in trace.corpus.items())
