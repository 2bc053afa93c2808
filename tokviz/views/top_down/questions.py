"""What a top-down training keeps, and where its search goes: what is asked before these steps."""

from __future__ import annotations

from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.sentences import Sentence, code, plain, segments
from tokviz.views.stage.questions import Option, Question, limit_candidates
from tokviz.views.top_down.narration import subtraction
from tokviz.wordpiece import TopDownTrace
from tokviz.wordpiece.top_down.steps import Select, Substring, Verdict

__all__ = ["next_kept"]

_WAYS = {"too_large": "higher", "too_small": "lower"}


def next_kept(trace: TopDownTrace, k: int, say: Catalog) -> Question | None:
    """What is asked after `k` steps: which substrings the next one keeps, where some are kept and some are not; or
    where the search goes from here."""
    step = trace[k] if k < len(trace) else None
    if isinstance(step, Select):
        return _kept(step, say)
    if isinstance(step, Verdict) and step.judgement != "given":
        return _way(step, say)
    return None


def _kept(step: Select, say: Catalog) -> Question | None:
    kept = [one for one in step.candidates if one.kept]
    right, wrong, more = limit_candidates(kept, [one for one in step.candidates if not one.kept])
    if not right or not wrong:
        return None
    limit = say(f"top-down.limit.{step.trace.rules.keep}", threshold=step.threshold)
    options = [
        Option(
            segments(code(one.token)),
            plain(say("predict.told.left", sum=subtraction(one.count, one.remains, say))),
            one.kept,
            one.kept,
            max(one.remains, 0) / max(kept[0].remains, 1),
            wrong=None if one.kept else _wrong(one, limit, say),
        )
        for one in sorted((*right, *wrong), key=lambda one: one.token)
    ]
    names = [code(one.token) for one in right]
    if more:
        names.append(say.count("top-down.others", more))
    return Question(
        plain(say("predict.ask.kept", number=step.index + 1, length=step.length, limit=limit)),
        options,
        segments(say("predict.answer.kept", tokens=say.listed(names))),
        plain(say("predict.rule.kept", limit=limit)) if len(kept) > 1 else None,
        hint=plain(say(f"predict.hint.kept.{step.trace.rules.subtract}")),
    )


def _wrong(one: Substring, limit: str, say: Catalog) -> Sentence:
    """What is left of a token that is not kept."""
    left = subtraction(one.count, one.remains, say)
    return segments(say("predict.wrong.kept", token=code(one.token), sum=left, limit=limit))


def _way(step: Verdict, say: Catalog) -> Question:
    """Whether the threshold goes up or down, or the search ends."""
    goes = _WAYS.get(step.judgement, "ends")
    size = say.count("count.tokens", step.size)
    missed = plain(say("predict.wrong.way", size=size, wanted=step.trace.vocab_size or 0))
    options = [
        Option(plain(say(f"predict.way.{way}")), plain(size), way == goes, way == goes, wrong=missed)
        for way in ("higher", "lower", "ends")
    ]
    wanted = say("predict.ask.way", number=step.index + 1, wanted=step.trace.vocab_size or 0, size=size)
    return Question(plain(wanted), options, plain(say(f"predict.answer.way.{goes}")))
