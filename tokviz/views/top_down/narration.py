"""Sentences on a step of a top-down training: what happened and why, what comes next, and the questions before it.

See :mod:`tokviz.views.merges.narration` for trainings by merges.
"""

from __future__ import annotations

from collections.abc import Sequence

from tokviz.views.picture.questions import Option, Question, limit_candidates
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.sentences import MAX_LISTED, Sentence, code, plain, segments, shortened
from tokviz.views.top_down.keys import LIMIT_KEYS
from tokviz.wordpiece import TopDownTrace
from tokviz.wordpiece.top_down.steps import Complete, Count, Select, Step, Substring, Threshold, Verdict

_ANSWERS = {
    "higher": "predict.answer.way.higher",
    "lower": "predict.answer.way.lower",
    "ends": "predict.answer.way.ends",
}

_HINTS = {
    "all": "predict.hint.kept.all",
    "kept": "predict.hint.kept.kept",
}

_JUDGMENTS = {
    "too_large": "top-down.judgment.too_large",
    "too_small": "top-down.judgment.too_small",
    "within_slack": "top-down.judgment.within_slack",
    "bounds_met": "top-down.judgment.bounds_met",
    "lowest_threshold": "top-down.judgment.lowest_threshold",
    "given": "top-down.judgment.given",
}

_WAYS = {
    "higher": "predict.way.higher",
    "lower": "predict.way.lower",
    "ends": "predict.way.ends",
}


def start(trace: TopDownTrace, say: Catalog) -> Sentence:
    """Say what there is before the first step."""
    words = say.count("count.words", len(trace.corpus))
    left_out = len(trace.corpus) - len(trace.used)
    sentence = say("top-down.start", words=words)
    if left_out:
        sentence += say("top-down.start.left-out", words=say.count("count.words", left_out))
    return plain(sentence)


def said(trace: TopDownTrace, k: int, say: Catalog) -> tuple[Sentence, Sentence]:
    """Say what the last of k steps did, and what the next one will do."""
    return (
        done(trace[k - 1], say) if k else start(trace, say),
        upcoming(trace[k], say) if k < len(trace) else end(trace, say),
    )


def done(step: Step, say: Catalog) -> Sentence:
    """Say what a step did."""
    place = say.integer(step.index + 1)
    match step:
        case Threshold():
            text = say("top-down.threshold", number=place, threshold=step.threshold, lower=step.lower, upper=step.upper)
        case Count():
            text = say(
                "top-down.count" if step.iteration else "top-down.count.first",
                number=place,
                iteration=step.iteration + 1,
            )
        case Select():
            text = say("top-down.select", number=place, length=step.length) + _kept_text(step, say)
        case Complete():
            tokens = say.count("count.tokens", step.trace.sizes()[step.index + 1])
            text = say("top-down.complete", number=place, iteration=step.iteration + 1, tokens=tokens)
            text += say("top-down.came", tokens=_names(step.came, say)) if step.came else ""
            text += say("top-down.went", tokens=_names(step.went, say)) if step.went else ""
            text += "" if step.came or step.went else say("top-down.same")
        case Verdict():
            text = say("top-down.verdict", number=place, judgment=judgment(step, say))
    return segments(text)


def upcoming(step: Step, say: Catalog) -> Sentence:
    """Say what a step will do."""
    place = say.integer(step.index + 1)
    match step:
        case Threshold():
            return plain(say("top-down.next.threshold", number=place, lower=step.lower, upper=step.upper))
        case Count():
            key = "top-down.next.count" if step.iteration else "top-down.next.count.first"
            return plain(say(key, number=place, iteration=step.iteration + 1))
        case Select():
            text = say("top-down.next.select", number=place, length=step.length, limit=_limit(step, say))
            kept_tokens = [candidate.token for candidate in step.kept]
            text += (
                say("top-down.next.kept", tokens=_names(kept_tokens, say))
                if kept_tokens
                else say("top-down.next.kept.none")
            )
            return segments(text)
        case Complete():
            return plain(say("top-down.next.complete", number=place))
        case Verdict():
            return plain(say("top-down.next.verdict", number=place))


def end(trace: TopDownTrace, say: Catalog) -> Sentence:
    """Say why training ended, and what more there could be."""
    last = trace.trials[-1]
    text = say("top-down.stopped", size=say.count("count.tokens", last.size), threshold=last.threshold)
    least = trace.rules.lower_threshold
    wanted = trace.vocab_size
    if wanted is not None and last.size != wanted:
        text += say("top-down.stopped.wanted", wanted=wanted)
    if wanted is not None and last.size < wanted and least is not None and least > 1 and last.threshold <= least:
        text += say("top-down.stopped.bound", least=least)
    elif last.judgment == "bounds_met":
        text += say("top-down.stopped.bounds_met")
    return plain(text)


def judgment(step: Verdict, say: Catalog) -> str:
    """Say what a verdict says of the size."""
    size = say.count("count.tokens", step.size)
    return say(_JUDGMENTS[step.judgment], size=size, wanted=step.trace.vocab_size or 0)


def subtraction(count: int, remains: int, say: Catalog) -> str:
    """Say what is left of a count, as it is worked out.

    >>> from tokviz.views.shared.catalog import load
    >>> subtraction(20, 5, load("en")), subtraction(20, 20, load("en"))
    ('20 − 15 = 5', '20')
    """
    if count == remains:
        return say.integer(count)
    return f"{say.integer(count)} − {say.integer(count - remains)} = {say.integer(remains)}"


def _kept_text(step: Select, say: Catalog) -> str:
    kept_text, others = (
        _worked([candidate for candidate in step.candidates if candidate.kept == which], say) for which in (True, False)
    )
    limit = _limit(step, say)
    text = say("top-down.kept", limit=limit, tokens=kept_text) if kept_text else say("top-down.kept.none", limit=limit)
    return text + (say("top-down.not-kept", tokens=others) if others else "")


def _worked(substrings: Sequence[Substring], say: Catalog) -> str:
    """Return the first of some substrings with what is left of them, and how many more there are; empty for none."""
    named = [
        say.with_aside(code(substring.token), subtraction(substring.count, substring.remains, say))
        for substring in substrings[: MAX_LISTED + 1]
    ]
    return shortened(named, len(substrings), "top-down.others", say)


def _limit(step: Select, say: Catalog) -> str:
    return say(LIMIT_KEYS[step.trace.rules.keep], threshold=step.threshold)


def _names(tokens: Sequence[str], say: Catalog) -> str:
    return shortened([*map(code, tokens)], len(tokens), "top-down.others", say) or "–"


# -- questions before selections and verdicts --------------------------------------------------------------------------


_DIRECTIONS = {"too_large": "higher", "too_small": "lower"}


def next_kept(trace: TopDownTrace, k: int, say: Catalog) -> Question | None:
    """Ask after `k` steps which substrings the next one keeps, where some are kept and some are not; or
    where the search goes from here."""
    step = trace[k] if k < len(trace) else None
    if isinstance(step, Select):
        return _kept_question(step, say)
    if isinstance(step, Verdict) and step.judgment != "given":
        return _direction_question(step, say)
    return None


def _kept_question(step: Select, say: Catalog) -> Question | None:
    kept_candidates = [candidate for candidate in step.candidates if candidate.kept]
    right, wrong, more = limit_candidates(
        kept_candidates, [candidate for candidate in step.candidates if not candidate.kept]
    )
    if not right or not wrong:
        return None
    limit = say(LIMIT_KEYS[step.trace.rules.keep], threshold=step.threshold)
    options = [
        Option(
            segments(code(candidate.token)),
            plain(say("predict.told.left", sum=subtraction(candidate.count, candidate.remains, say))),
            candidate.kept,
            candidate.kept,
            max(candidate.remains, 0) / max(kept_candidates[0].remains, 1),
            names=(candidate.token,),
            wrong=None if candidate.kept else _wrong_note(candidate, limit, say),
        )
        for candidate in sorted((*right, *wrong), key=lambda candidate: candidate.token)
    ]
    names = [code(candidate.token) for candidate in right]
    if more:
        names.append(say.count("top-down.others", more))
    return Question(
        plain(say("predict.ask.kept", number=step.index + 1, length=step.length, limit=limit)),
        options,
        segments(say("predict.answer.kept", tokens=say.listed(names))),
        plain(say("predict.rule.kept", limit=limit)) if len(kept_candidates) > 1 else None,
        hint=plain(say(_HINTS[step.trace.rules.subtract])),
    )


def _wrong_note(substring: Substring, limit: str, say: Catalog) -> Sentence:
    """Say what is left of a token that is not kept."""
    left = subtraction(substring.count, substring.remains, say)
    return segments(say("predict.wrong.kept", token=code(substring.token), sum=left, limit=limit))


def _direction_question(step: Verdict, say: Catalog) -> Question:
    """Return the question on the threshold: it goes up or down, or the search ends."""
    goes = _DIRECTIONS.get(step.judgment, "ends")
    size = say.count("count.tokens", step.size)
    missed = plain(say("predict.wrong.way", size=size, wanted=step.trace.vocab_size or 0))
    options = [
        Option(plain(say(_WAYS[way])), plain(size), way == goes, way == goes, wrong=missed)
        for way in ("higher", "lower", "ends")
    ]
    wanted = say("predict.ask.way", number=step.index + 1, wanted=step.trace.vocab_size or 0, size=size)
    return Question(plain(wanted), options, plain(say(_ANSWERS[goes])))
