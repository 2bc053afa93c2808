"""Sentences on a word that is encoded: what an iteration did, what the next one chooses from, the question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from tokviz import wordpiece
from tokviz.bpe import EncodeStep, EncodeTrace, Pair
from tokviz.bpe.encoding import RankedPair
from tokviz.lines import line
from tokviz.questions import StepQuestion
from tokviz.views.picture.payload import Span
from tokviz.views.picture.questions import MAX_OPTIONS, Option, OptionTexts, Question, present
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.encoding_reasons import (
    PrefixVerdict,
    longest_match,
    merge_choice,
    pair_later,
    pair_rank,
    prefix_verdict,
    rank_in_short,
)
from tokviz.views.shared.sentences import MAX_LISTED, Sentence, code, code_pair, plain, segments, shortened

_DROPPED = {
    ("some", "several"): "encode.dropped.some.several",
    ("some", "single"): "encode.dropped.some.single",
    ("all", "several"): "encode.dropped.all.several",
    ("all", "single"): "encode.dropped.all.single",
}

_DROPPING = {
    "several": "encode.dropping.several",
    "single": "encode.dropping.single",
}

_STOPPED = {
    "one-symbol": "encode.stopped.one-symbol",
    "no-pair-known": "encode.stopped.no-pair-known",
    "dropped-out": "encode.stopped.dropped-out",
    "whole-word": "encode.stopped.whole-word",
    "nothing-left": "encode.stopped.nothing-left",
}

_WRONG = {
    "shorter": "predict.wrong.prefix.shorter",
    "unknown": "predict.wrong.prefix.unknown",
}


def done_in_short(step: EncodeStep | None) -> tuple[Span, ...]:
    """Return the places of the tokens that an iteration made.

    Each merge before one moves it a place to the left.
    """
    if step is None:
        return ()
    return tuple((position - earlier, 1, "new") for earlier, position in enumerate(step.positions))


def to_merge(step: EncodeStep | None) -> tuple[Span, ...]:
    """Return the places of the pairs that an iteration merges."""
    return tuple((position, 2, "next") for position in step.positions) if step else ()


def start(trace: EncodeTrace, say: Catalog) -> Sentence:
    """Say what a word is before anything is dropped or merged."""
    return plain(say("encode.start", symbols=say.count("count.symbols-of-word", len(trace.read))))


def dropping(trace: EncodeTrace, say: Catalog) -> Sentence:
    """Return the sentence on the symbols of a word that step 1 drops, and why."""
    return segments(say(_DROPPING[_form(trace)], number=1, symbols=_named(trace, say)))


def dropped(trace: EncodeTrace, say: Catalog) -> Sentence:
    """Say what step 1 has dropped, and how much of the word is left."""
    left = say.count("count.symbols-of-word", len(trace.start))
    extent = "some" if trace.start else "all"
    return segments(say(_DROPPED[extent, _form(trace)], number=1, symbols=_named(trace, say), left=left))


def lost_of_text(lost: Counter[str], say: Catalog) -> Sentence:
    """Return the sentence on the dropped symbols of a text, their number, and why."""
    names = _listed(list(lost), say)
    return segments(say.count("encode.text-dropped", lost.total(), symbols=names))


def form_legend(trace: EncodeTrace, say: Catalog) -> Sentence:
    """Return the legend of the dropped symbols of a word: their number, and why."""
    total = say.count("count.symbols-of-word", len(trace.read))
    return plain(say("encode.dropped.legend", number=len(trace.dropped), total=total))


def _dropped(trace: EncodeTrace) -> tuple[str, ...]:
    """Return the different symbols that are dropped, in the order of the word."""
    return tuple(dict.fromkeys(loss.symbol for loss in trace.dropped))


def _form(trace: EncodeTrace) -> str:
    """Return the form of a sentence about what is dropped."""
    return "single" if len(_dropped(trace)) == 1 else "several"


def _named(trace: EncodeTrace, say: Catalog) -> str:
    return _listed(_dropped(trace), say)


def _listed(names: Sequence[str], say: Catalog) -> str:
    return shortened([code(name) for name in names[: MAX_LISTED + 1]], len(names), "count.other-symbols", say)


def done(step: EncodeStep, number: int, say: Catalog) -> Sentence:
    """Say what iteration `number`, counted from 1, did."""
    times = say.count("count.places", len(step.positions))
    token = code(step.after[step.positions[0]])
    rank = pair_rank(step.choice.chosen, say, "past")
    return segments(say("encode.done", number=number, pair=code(*step.pair), token=token, times=times, rank=rank))


def upcoming(step: EncodeStep, number: int, say: Catalog) -> Sentence:
    """Say what iteration `number`, counted from 1, chooses from, and what it takes."""
    return segments(say("encode.next", number=number, why=merge_choice(step.choice, say)))


def stopped(trace: EncodeTrace, say: Catalog) -> str:
    """Say why an encoding ended; for :func:`segments`."""
    return say(_STOPPED[trace.stopped], word=code(trace.word))


# -- questions: the pair to merge, the piece to split off --------------------------------------------------------------


MAX_HINTS = 24
"""So many merges or tokens are listed to answer by; more would be a page to read."""
_LOOKED_AT = 64  # characters: so much shorter than the match prefixes are looked up as rivals
_KNOWN = 3  # so many known prefixes shorter than the match are among the options


def next_pair(ahead: tuple[EncodeStep, int] | None, merges: Sequence[Pair], say: Catalog) -> Question | None:
    """Ask which pair an iteration merges, given with its number as frames have it; None where no iteration comes, or
    one that goes through the merges once and has passed an earlier one.

    merges: those that were learned, in order.
    """
    if ahead is None or not ahead[0].choice.is_earliest:
        return None
    step, number = ahead
    choice, tied = step.choice, len(step.choice.tied)
    later = (*choice.known[tied:], *choice.never)
    asked = StepQuestion(number - 1, line("predict.ask.rank", number=number), choice.tied, later, why=(choice,))
    texts = OptionTexts[RankedPair](
        order=lambda ranked: ranked.pair,
        names=lambda ranked: ranked.pair,
        told=lambda ranked: plain(rank_in_short(ranked.rank, say)),
        missed=lambda ranked: segments(pair_later(ranked, say)),
    )
    rule = plain(say("predict.rule.leftmost", tied=tied)) if tied > 1 else None
    return present(asked, texts, say, segments(merge_choice(choice, say)), rule, _rank_note(merges, say))


def _rank_note(merges: Sequence[Pair], say: Catalog) -> Sentence | None:
    """Return the merges in the order in which they were learned, if there are few."""
    if not 0 < len(merges) <= MAX_HINTS:
        return None
    listed = [f"{number} {code_pair(*pair)}" for number, pair in enumerate(merges, start=1)]
    return segments(say("predict.hint.merges", merges=say("list.comma").join(listed)))


def next_piece(trace: wordpiece.EncodeTrace, k: int, vocabulary: Collection[str], say: Catalog) -> Question | None:
    """Ask which prefix search k finds, counted from 0, or that it finds none; None where no search comes."""
    step = trace[k] if k < len(trace) else None
    if step is None:
        return None
    mark = step.prefix if step.start else ""

    def token(length: int) -> str:
        return mark + step.left[:length]

    match = len(step.text)
    shorter = [length for length in range(match - 1, max(0, match - _LOOKED_AT), -1) if token(length) in vocabulary]
    lengths = [match, *shorter[:_KNOWN], len(step.left)] if match else [len(step.left)]
    around = (length for distance in range(1, MAX_OPTIONS) for length in (match + distance, match - distance))
    lengths += [length for length in around if 0 < length < len(step.left)]
    options = []
    for length in sorted(list(dict.fromkeys(lengths))[: MAX_OPTIONS - 1], reverse=True):
        known = token(length) in vocabulary
        verdict: PrefixVerdict = "match" if length == match else "shorter" if known else "unknown"
        note = plain(prefix_verdict(verdict, say))
        is_match, names = length == match, (token(length),)
        wrong = None if is_match else segments(say(_WRONG[verdict], token=code(*names)))
        options.append(Option(segments(code(*names)), note, is_match, is_match, names=names, wrong=wrong))
    none = say("predict.told.none" if not match else "predict.told.some")
    wrong = plain(say("predict.wrong.none")) if match else None
    options.append(Option(plain(say("predict.option.none")), plain(none), not match, not match, wrong=wrong))
    return Question(
        plain(say("predict.ask.prefix", number=k + 1)),
        options,
        segments(longest_match(step.match, say)),
        hint=_tokens_note(token(1), vocabulary, say),
    )


def _tokens_note(beginning: str, vocabulary: Collection[str], say: Catalog) -> Sentence | None:
    """Return the vocabulary, or of a large one the tokens that begin like all prefixes do, if they are few."""
    if len(vocabulary) <= MAX_HINTS:  # of a small one, few or a single one begin alike: that is the answer
        return segments(say("predict.hint.vocabulary", tokens=" ".join(map(code, vocabulary))))
    alike = sorted(token for token in vocabulary if token.startswith(beginning))
    if len(alike) > MAX_HINTS:
        return None
    if not alike:
        return segments(say("predict.hint.no-tokens", beginning=code(beginning)))
    listed = " ".join(map(code, alike))
    return segments(say("predict.hint.tokens", beginning=code(beginning), tokens=listed))
