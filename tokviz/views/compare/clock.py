"""Payload of the clock of `/compare`: a chart of tokens over sizes, and the same words as each training splits them.

A step of the picture is a size. Each training has two sentences at each: what it did if the size came from the left,
and from the right, since one that grows only rewinds when the size goes down, and one that shrinks when it goes up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from tokviz.checkpoint import checkpoint
from tokviz.compare.clock import Clock, Hand, Move, Place
from tokviz.compare.comparison import Comparison
from tokviz.compare.reading import Split
from tokviz.compare.spans import UNIT
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.reasons import Decision, Fact, PairCount, PairValue, reason_of
from tokviz.views.compare.rows import LETTERS
from tokviz.views.picture.payload import PictureSentence, part_around, picture_payload
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.reasons import fact_text, value_text
from tokviz.views.shared.sentences import Sentence, code, code_pair, code_word, segments

_PART, _MARGIN = 100, 20  # frames
_MOST_LISTED = 4  # tokens that one sentence names
_MOST_TOLD = 8  # tokens of a word that one sentence names
_NO_PAIRS = "no_pairs"
_NO_LOSS = 1e-9  # nats
_IDEAS = {
    ("bpe", "count"): "clock.idea.bpe",
    ("wordpiece", "score"): "clock.idea.wordpiece",
    ("wordpiece", "gain"): "clock.idea.gain",
    ("unigram", ""): "clock.idea.unigram",
    ("parity", "count"): "clock.idea.parity",
    ("picky", "count"): "clock.idea.picky",
}
_OTHER_IDEAS = {True: "clock.idea.grows", False: "clock.idea.shrinks"}

Way = Literal["right", "left"]
"""The way that the size moved: it grew, or it shrank."""


@dataclass(frozen=True, kw_only=True)
class ClockHand:
    """A training on the clock. letter: its short name. sizes, tokens: of each of its vocabularies, the size and the
    tokens that the words need. cuts: [vocabulary, word, cuts in characters] wherever a word is split otherwise than by
    the vocabulary before; None for a word that is unknown."""

    letter: str
    name: str
    grows: bool
    idea: str
    sizes: Sequence[int]
    tokens: Sequence[int]
    cuts: Sequence[tuple[int, int, Sequence[float] | None]]


@dataclass(frozen=True, kw_only=True)
class ClockWord:
    """A word that is shown. note: how often it occurs, or that it is new; counted: whether its tokens are counted."""

    text: str
    note: str
    counted: bool


@dataclass(frozen=True, kw_only=True)
class ClockPicture:
    """The clock. smallest: the size at step 0. letters, whole: the tokens where each character is one, and each word;
    counts: what is counted."""

    kind: Literal["clock"]
    smallest: int
    hands: Sequence[ClockHand]
    words: Sequence[ClockWord]
    letters: int
    whole: int
    counts: str
    labels: Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class HandFrame:
    """A training at a size. number: of its vocabulary; right, left: the sentence on it, by the way the size moved.
    free: whether what it did there cost nothing."""

    number: int
    place: Place
    right: Sentence
    left: Sentence
    free: bool


def size_of(clock: Clock, comparison: Comparison) -> int:
    """Return the size that a comparison is at, as far as it is on its clock."""
    asked = max(one.size for one in comparison.tokenizers if one.slot.is_trained)
    return min(max(asked, clock.smallest), clock.largest)


def title_of(clock: Clock, say: Catalog) -> str:
    """Return the title of the picture: the names of its trainings."""
    return say.listed([hand.label for hand in clock.hands])


def part_of(clock: Clock, size: int) -> range:
    """Return the steps whose frames are sent together with that of a size."""
    return part_around(size - clock.smallest, clock.largest - clock.smallest, _PART, _MARGIN)


def part_at(clock: Clock, size: int, say: Catalog) -> dict[str, Any]:
    """Return the payload with the frame of a size and those around it."""
    return payload(clock, part_of(clock, size), say)


def payload(clock: Clock, steps: range, say: Catalog) -> dict[str, Any]:
    """Return the payload for these steps, ready for JSON."""
    drawn = ClockPicture(
        kind="clock",
        smallest=clock.smallest,
        hands=[_hand(clock, hand, LETTERS[place], say) for place, hand in enumerate(clock.hands)],
        words=[
            ClockWord(
                text=word.text,
                note=say("clock.times", n=word.count) if word.count else say("clock.new"),
                counted=is_counted or not clock.is_whole,
            )
            for word, is_counted in zip(clock.words, clock.counted, strict=True)
        ],
        letters=clock.letters,
        whole=clock.whole,
        counts=counted(clock, say),
        labels=say.within("clock.label."),
    )
    frames = []
    for step in steps:
        checkpoint()
        size = clock.smallest + step
        hands: list[HandFrame] = []
        for hand in clock.hands:
            number, place = hand.at(size)
            right, left = said(clock, hand, size, "right", say), said(clock, hand, size, "left", say)
            free = place == "here" and _is_free(hand.move(number))
            hands.append(HandFrame(number=number, place=place, right=right, left=left, free=free))
        frames.append({"groups": [], "say": [PictureSentence("done", agreement(clock, size, say))], "hands": hands})
    total = clock.largest - clock.smallest
    built = picture_payload(total, steps.start, frames, drawn, say)
    labels = built["labels"] | say.within("clock.controls.")
    return built | {"base": clock.smallest, "labels": labels}


def _is_free(move: Move | None) -> bool:
    """Tell if a move took a token away at no loss."""
    return move is not None and move.loss is not None and abs(move.loss) < _NO_LOSS


def counted(clock: Clock, say: Catalog) -> str:
    """Return the name of what is counted."""
    return say.count("clock.counts.words", sum(clock.counted)) if clock.is_whole else say("clock.counts.corpus")


def _hand(clock: Clock, hand: Hand, letter: str, say: Catalog) -> ClockHand:
    return ClockHand(
        letter=letter,
        name=hand.label,
        grows=hand.grows,
        idea=say(_idea(hand)),
        sizes=hand.sizes,
        tokens=clock.needed(hand),
        cuts=[*_changed_cuts(hand)],
    )


def _idea(hand: Hand) -> str:
    """Return the key of the sentence on what a training chooses by."""
    measure = hand.trace.pair_measure.name if isinstance(hand.trace, MergeTrace) else ""
    return _IDEAS.get((hand.trace.algorithm, measure), _OTHER_IDEAS[hand.grows])


def _changed_cuts(hand: Hand) -> Iterator[tuple[int, int, list[float] | None]]:
    last: list[object] = [()] * len(hand.splits[0])
    for number, splits in enumerate(hand.splits):
        for word, split in enumerate(splits):
            cuts = _cuts(split)
            if cuts != last[word]:
                last[word] = cuts
                yield number, word, cuts


def _cuts(split: Split) -> list[float] | None:
    """Return the cuts of a word, in characters; None where it is unknown."""
    if not split.is_known:
        return None
    return [cut // UNIT if cut % UNIT == 0 else round(cut / UNIT, 3) for cut in split.cuts if cut > 0]


def numbers(clock: Clock) -> list[list[int | None]]:
    """Return each size that one of the trainings has, and the tokens of each there; None where it has none so small."""
    sizes = sorted({size for hand in clock.hands for size in hand.sizes if size <= clock.largest})
    return [[size, *(clock.tokens(hand, size) for hand in clock.hands)] for size in sizes]


# -- sentences ---------------------------------------------------------------------------------------------------------


def said(clock: Clock, hand: Hand, size: int, way: Way, say: Catalog) -> Sentence:
    """Say what a training did when the size moved to this one."""
    number, place = hand.at(size)
    own, name = hand.states[number].size, hand.label
    match place:
        case "before":
            return segments(say("clock.before", name=name, tokens=say.count("count.tokens", own)))
        case "after":
            is_over = hand.trace.stopped == _NO_PAIRS and hand.states[-1].steps == len(hand.trace)
            return segments(say("clock.after.no-pairs" if is_over else "clock.after", name=name, size=own))
        case "above":
            return segments(say("clock.above", name=name, size=own))
        case "smaller":
            larger = hand.states[number + 1].size
            return segments(say("clock.smaller", name=name, size=size, larger=larger, smaller=own))
    if hand.grows == (way == "right"):
        move = hand.move(number)
        if move is None:
            return segments(say("clock.begins", name=name, tokens=say.count("count.tokens", own)))
        return segments(_did(hand, move, say).strip() + _became(clock, hand, number, move, say))
    return segments(_rewound(hand, number, size, say))


def _did(hand: Hand, move: Move, say: Catalog) -> str:
    """Say what a move did, with its number."""
    name = hand.label
    if move.step is not None and isinstance(hand.trace, MergeTrace):
        added = say("clock.adds", name=name, token=code(*move.added))
        facts = reason_of(hand.trace[move.step]).facts
        return added + "".join(_fact(fact, facts, say) for fact in facts)
    if move.added and move.gone:
        return say("clock.changes", name=name, added=_tokens(move.added, say), gone=_tokens(move.gone, say))
    if move.added:
        return say("clock.adds.several", name=name, tokens=_tokens(move.added, say))
    if len(move.gone) == 1:
        token = code(*move.gone)
        if move.loss is None:
            return say("clock.removes", name=name, token=token)
        if _is_free(move):
            return say("clock.removes.free" if move.is_used else "clock.removes.unused", name=name, token=token)
        return say("clock.removes.loss", name=name, token=token, loss=say.short(move.loss, 3))
    pieces = say.count("count.pieces", len(move.gone))
    return say("clock.removes.several", name=name, pieces=pieces, tokens=_tokens(move.gone, say))


def _fact(fact: Fact, facts: Sequence[Fact], say: Catalog) -> str:
    """Say a fact in few words: a score with its arithmetic has the count in it."""
    match fact:
        case PairCount() if any(isinstance(other, PairValue) for other in facts):
            return ""
        case PairValue():
            return value_text(fact, say)
        case Decision(rivals=0):
            return ""
        case Decision():
            return fact_text(fact, say, most=0)
    return fact_text(fact, say)


def _became(clock: Clock, hand: Hand, number: int, move: Move, say: Catalog) -> str:
    """Say what became of the first word that is shown and lost a piece; where no word that is shown changed, of one of
    the corpus."""
    before = hand.came_from(number)
    if before is None:
        return ""
    changes = zip(clock.words, hand.splits[before], hand.splits[number], strict=True)
    shown = [(word.text, new.tokens) for word, old, new in changes if old.tokens != new.tokens]
    if shown and not move.gone:  # a merge, which is seen
        return ""
    other = None if shown else hand.changed(number)
    told = shown or ([other] if other else [])
    return next(
        (
            say("clock.becomes", word=code_word(word), tokens=code(*tokens))
            for word, tokens in told
            if 1 < len(tokens) <= _MOST_TOLD  # one that is a token now is named already
        ),
        "",
    )


def _rewound(hand: Hand, number: int, size: int, say: Catalog) -> str:
    """Say what a training has not done yet, or still has, where the size moved against its way."""
    name = hand.label
    ahead = number + 1 if hand.grows else number - 1
    if not 0 <= ahead < len(hand.states):
        return say("clock.ends", name=name, tokens=say.count("count.tokens", hand.states[number].size))
    move, there = hand.move(ahead), hand.states[ahead].size
    assert move is not None
    if move.step is not None:
        pair = code_pair(*hand.trace[move.step].pair)  # type: ignore[attr-defined]
        return say("clock.rewinds.merge", name=name, pair=pair, token=code(*move.added), size=there)
    tokens = move.added or move.gone
    key = "clock.rewinds.added" if move.added else "clock.rewinds.gone"
    return say(key, name=name, tokens=_tokens(tokens, say), size=there)


def _tokens(tokens: Sequence[str], say: Catalog) -> str:
    """List tokens, the first of many."""
    listed = [code(token) for token in tokens[:_MOST_LISTED]]
    rest = len(tokens) - len(listed)
    return say.listed([*listed, say.count("count.other-pieces", rest)] if rest else listed)


def agreement(clock: Clock, size: int, say: Catalog) -> Sentence:
    """Say on how many of the words that are shown the trainings agree at a size, and which word is counted for none."""
    numbers = [hand.at(size) for hand in clock.hands]
    live = [hand for hand, (_, place) in zip(clock.hands, numbers, strict=True) if place != "before"]
    splits = [
        hand.splits[number] for hand, (number, place) in zip(clock.hands, numbers, strict=True) if place != "before"
    ]
    same = [
        word.text
        for place, word in enumerate(clock.words)
        if all(each[place].is_known for each in splits) and len({each[place].cuts for each in splits}) == 1
    ]
    return segments(_agreed(clock, live, same, say) + _uncounted(clock, say))


def _agreed(clock: Clock, live: Sequence[Hand], same: Sequence[str], say: Catalog) -> str:
    number = len(clock.words)
    if len(live) < 2:
        return say("clock.agree.alone", name=live[0].label)
    if len(live) < len(clock.hands):
        names = say.listed([hand.label for hand in live])
        return say("clock.agree.part", names=names, same=len(same), words=say.count("count.words", number))
    if not same:
        return say("clock.agree.none")
    if len(same) == number:
        return say("clock.agree.all")
    listed = say("list.comma").join(map(code_word, same[:_MOST_LISTED])) + (" …" if len(same) > _MOST_LISTED else "")
    return say("clock.agree.some", same=len(same), words=say.count("count.words", number), listed=listed)


def _uncounted(clock: Clock, say: Catalog) -> str:
    if not clock.is_whole:
        return ""
    for place, (word, is_counted) in enumerate(zip(clock.words, clock.counted, strict=True)):
        if not is_counted:
            name = next(hand.label for hand in clock.hands if not all(state[place].is_known for state in hand.splits))
            return say("clock.uncounted", word=code_word(word.text), name=name)
    return ""
