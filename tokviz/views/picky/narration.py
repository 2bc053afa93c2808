"""Sentences on a step of a training that removes tokens again: merges, tests of parts, removals, and the questions.

Why a pair wins is told as for byte-pair encoding (:mod:`tokviz.views.shared.reasons`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from tokviz.merging.reasons import reason_of
from tokviz.merging.steps import Pair
from tokviz.picky import PartTest, Step, Trace
from tokviz.views.merges.narration import next_merge, start
from tokviz.views.picture.questions import Option, Question
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.reasons import why
from tokviz.views.shared.sentences import Sentence, as_text, code, code_pair, plain, segments

_JUDGED = {
    ("above", True): "picky.judged.above",
    ("above", False): "picky.judged.not-above",
    ("at-least", True): "picky.judged.at-least",
    ("at-least", False): "picky.judged.below",
}

_HINTS = {"above": "picky.hint", "at-least": "picky.hint.at-least"}

_STOPPED = {
    "merges": "bpe.stopped.merges",
    "vocab_size": "bpe.stopped.vocab_size",
    "vocab_size at once": "bpe.stopped.vocab_size.at-once",
    "minimum_count": "bpe.stopped.minimum_count",
}


# -- steps -------------------------------------------------------------------------------------------------------------


def said(trace: Trace, k: int, say: Catalog) -> tuple[Sentence, Sentence]:
    """Say what the last of k steps did, and what the next one will do."""
    return (
        done(trace[k - 1], say) if k else start(trace, say),
        upcoming(trace[k], say) if k < len(trace) else end(trace, say),
    )


def done(step: Step, say: Catalog, tied: Sequence[Pair] = (), *, is_asked: bool = False) -> Sentence:
    """Say what a step did and why. tied: the first of the pairs that were as good, where they are known. is_asked:
    whether what its tests say is asked next; then they are left out."""
    trace, number = step.trace, step.index + 1
    if step.is_removal:
        key = "picky.done.scaffold" if trace.rules.removal == "scaffold" else "picky.done.removal"
        (test,) = step.tests
        effect = _effect(step, say, "picky.effect.fell", "picky.effect.none.past")
        text = say(key, number=number, part=code(step.token), judged=judged(test, trace, say), effect=effect)
        return segments(text + ("" if is_asked else "".join(_stays(step, say))))
    reason = why(reason_of(step, tied), say, "past")
    text = say("picky.made", number=number, pair=code_pair(*step.pair), token=code(step.token), why=reason)
    if step.kind == "return":
        text += say("picky.back", token=code(step.token))
    elif step.kind == "again":
        key = "picky.again.tally" if trace.rules.size_counts == "tally" else "picky.again"
        text += say(key, token=code(step.token))
    return segments(text + ("" if is_asked else "".join(_stays(step, say))))


def upcoming(step: Step, say: Catalog, tied: Sequence[Pair] = ()) -> Sentence:
    """Say what a step will do and why. tied: as in :func:`done`."""
    trace, number = step.trace, step.index + 1
    if not step.is_removal:
        return segments(say("picky.next.merge", number=number, why=why(reason_of(step, tied), say)))
    key = "picky.next.scaffold" if trace.rules.removal == "scaffold" else "picky.next.removal"
    (test,) = step.tests
    effect = _effect(step, say, "picky.effect.falls", "picky.effect.none")
    return segments(say(key, number=number, part=code(step.token), judged=judged(test, trace, say), effect=effect))


def end(trace: Trace, say: Catalog) -> Sentence:
    """Say why training ended where it did, and how large the vocabulary is with and without removed tokens."""
    k = len(trace)
    best = next(iter(trace.pairs(k).items()), None)
    if best is None:
        text = say("bpe.stopped.no_pairs")
    else:
        pair, count = best
        reason: str = "minimum_count" if count < trace.rules.minimum_count else trace.stopped
        if reason == "vocab_size" and not k:
            reason = "vocab_size at once"
        text = say(
            _STOPPED[reason],
            merges=say.count("count.merges", trace.merges_done[k]),
            size=trace.tallies[k] if trace.rules.size_counts == "tally" else trace.sizes()[k],
            pair=code_pair(*pair),
            count=say.count("count.times", count),
            least=trace.rules.minimum_count,
        )
    size, ever = trace.sizes()[k], trace.sizes_with_removed[k]
    if ever > size:
        text += say("picky.end.sizes", size=size, ever=ever)
    return segments(text)


# -- tests -------------------------------------------------------------------------------------------------------------


def worked_out(test: PartTest, say: Catalog) -> str:
    """Write the share of a part as it is worked out, in percent like the threshold.

    >>> from tokviz.views.shared.catalog import load
    >>> worked_out(PartTest("▁ab", 13, 4, 9, None, False, False, True), load("en"))
    '9 / (4 + 9) ≈ 69.23%'
    """
    merged, left = say.integer(test.merged), say.integer(test.left_over)
    return f"{merged} / ({left} + {merged}) {equals(test.share)} {percent(test.share, say, 2)}"


def equals(share: Fraction) -> str:
    """Return the sign before a share in percent: whether that is all of it."""
    return "=" if _is_whole(share) else "≈"


def percent(share: Fraction, say: Catalog, places: int = 0) -> str:
    """Write a share in percent. places: digits of one that is no whole number of percent."""
    return say.percent(float(share), 0 if _is_whole(share) else places)


def _is_whole(share: Fraction) -> bool:
    return (share * 100).denominator == 1


def why_removed(trace: Trace, token: str, k: int, say: Catalog) -> Sentence | None:
    """Say why a token was made, and why it is not in the vocabulary after `k` steps; None for one that is.

    The last removal counts: a token can have come back and gone again.
    """
    if token not in trace.removed(k):
        return None
    first = trace.tokens.index(token)
    last = max(i for i in range(k) if trace.kinds[i] == "removal" and trace.tokens[i] == token)
    (test,) = trace.tests(last)
    return segments(
        say(
            "picky.tree.removed",
            token=code(token),
            pair=code_pair(*trace.merges[first]),
            count=say.count("count.times", trace.counts[first]),
            made=first + 1,
            into=code(trace.tokens[trace.last_merge(last) or 0]),
            removed=last + 1,
            judged=judged(test, trace, say),
        )
    )


def why_kept(trace: Trace, token: str, say: Catalog) -> Sentence:
    """Say which merge made a token that is in the vocabulary at the end, and where it last came back."""
    made = trace.tokens.index(token)
    values = {"token": code(token), "pair": code_pair(*trace.merges[made]), "made": made + 1}
    text = say("picky.tree.kept", count=say.count("count.times", trace.counts[made]), **values)
    backs = [
        step
        for step, (name, kind) in enumerate(zip(trace.tokens, trace.kinds, strict=True), start=1)
        if name == token and kind == "return"
    ]
    return segments(text + (say("picky.tree.back", back=backs[-1]) if backs else ""))


def threshold(trace: Trace, say: Catalog) -> str:
    """Write the threshold of a training in percent."""
    return percent(trace.rules.limit, say, 2)


def judged(test: PartTest, trace: Trace, say: Catalog) -> str:
    """Say what a test compared, as a part of a sentence."""
    if test.head is not None:
        left, head = (say.count("count.times", number) for number in (test.left_over, test.head))
        return say("picky.judged.scaffold", left=left, head=head)
    key = _JUDGED[trace.rules.above, trace.rules.exceeds(test.share)]
    return say(key, worked=worked_out(test, say).replace(" ", "\u00a0"), threshold=threshold(trace, say))


def settled_tests(trace: Trace, k: int) -> tuple[PartTest, ...]:
    """Return the tests after the last merge that are decided after `k` steps.

    The right part is tested after the removal of the left one.
    """
    merge = trace.last_merge(k)
    if merge is None:
        return ()
    tests = trace.tests(merge)
    if k < len(trace) and trace.kinds[k] == "removal":
        return tests[: _number_decided(tests, trace.tokens[k])]
    return tests


def known_tests(trace: Trace, k: int) -> tuple[PartTest, ...]:
    """Return the tests after the last merge whose results are known after `k` steps: those that are decided, and all of
    them where the removals before the right part's test change no word."""
    merge = trace.last_merge(k)
    if merge is None:
        return ()
    tests, ahead = trace.tests(merge), range(k, trace.next_merge(k))
    changes_words = any(trace.counts[step] for step in ahead if trace.tokens[step] == tests[0].part) if tests else False
    return settled_tests(trace, k) if changes_words else tests


def pending(trace: Trace, k: int) -> tuple[PartTest, ...]:
    """Return the tests of parts that could be removed, and whose result step k is the first to show."""
    merge = trace.last_merge(k)
    if merge is None:
        return ()
    tests = trace.tests(merge)
    if trace.kinds[k - 1] == "removal":
        tests = tests[_number_decided(tests, trace.tokens[k - 1]) :]
    return tuple(test for test in tests if not test.is_letter and not test.was_removed)


def _number_decided(tests: Sequence[PartTest], removed: str) -> int:
    """Return the number of tests up to that of this part, which its removal decides."""
    return 1 + [test.part for test in tests].index(removed)


def _stays(step: Step, say: Catalog) -> Iterator[str]:
    """Say of the tests that did not remove their part why not, once they are decided."""
    trace, k = step.trace, step.index + 1
    tests = settled_tests(trace, k)
    if step.is_removal:
        tests = tests[_number_decided(tests, step.token) :]
    for test in tests:
        if not test.is_letter and not test.is_removed and not test.was_removed:
            yield say("picky.stays", part=code(test.part), judged=judged(test, trace, say))
    letters = [code(test.part) for test in tests if test.is_letter]
    if len(letters) == len(step.tests) and not step.is_removal and letters:  # the picture says it of the others
        yield say("picky.letters", parts=say.listed(letters))


def _effect(step: Step, say: Catalog, falls: str, none: str) -> str:
    if not step.count:
        return say(none)
    return say(falls, times=say.count("count.times", step.count), pieces=code(*step.pieces))


# -- the question before a step ----------------------------------------------------------------------------------------


def next_event(trace: Trace, k: int, say: Catalog) -> Question | None:
    """Ask after `k` steps which part of the last pair is removed, if any, or which pair is merged; None at the end."""
    tests = pending(trace, k)
    if not tests:
        ahead = next_merge(trace, k, say)
        return ahead and replace(ahead, text=plain(say("picky.ask.merge", number=k + 1)))
    removed = next((test for test in tests if test.is_removed), None)
    if trace.rules.removal == "scaffold":
        question, hint, none = "picky.ask.scaffold", "picky.hint.scaffold", "picky.wrong.none.scaffold"
    else:
        question, hint, none = "picky.ask.removal", _HINTS[trace.rules.above], "picky.wrong.none"
    limit = threshold(trace, say)
    options = [_option(test, removed, trace, say) for test in tests]
    wrong = plain(say(none, threshold=limit))
    options.append(Option(plain(say("picky.ask.none")), plain(""), removed is None, removed is None, wrong=wrong))
    answer = "picky.answer.removed" if removed else "picky.answer.stays"
    answers = [
        say(answer, part=code(test.part), judged=judged(test, trace, say))
        for test in ((removed,) if removed else tests)
    ]
    pair = trace.merges[trace.last_merge(k) or 0]
    return Question(
        segments(say(question, pair=code_pair(*pair))),
        options,
        segments("".join(answers).strip()),
        hint=plain(say(hint, threshold=limit)),
    )


def _option(test: PartTest, removed: PartTest | None, trace: Trace, say: Catalog) -> Option:
    is_right = test is removed
    judgment = judged(test, trace, say)
    is_later = removed is not None and test.is_removed and not is_right
    if is_later:
        wrong = say("picky.wrong.later", part=code(test.part))
    else:
        wrong = say("picky.answer.stays", part=code(test.part), judged=judgment).strip()
    return Option(
        segments(code(test.part)),
        plain(as_text(segments(judgment))),
        is_right,
        is_right,
        float(test.share) if test.head is None else None,
        names=(test.part,),
        wrong=None if is_right else segments(wrong),
    )
