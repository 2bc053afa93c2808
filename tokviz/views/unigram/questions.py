"""Which piece is taken out: what is asked before a pruning of unigram training."""

from __future__ import annotations

import math

from tokviz.unigram import Prune, Trace
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.sentences import MAX_LISTED, Sentence, code, plain, segments
from tokviz.views.stage.questions import MAX_POINTED, Option, Question, few
from tokviz.views.unigram.narration import number, tied_at_the_cut

__all__ = ["next_pruned"]

_PROTECTED = 1  # so many single characters, which may not go, are among the options


def next_pruned(trace: Trace, k: int, say: Catalog) -> Question | None:
    """Which piece goes after `k` steps; None where no pruning comes that goes by losses, or it takes nothing out."""
    if k == len(trace) or trace[k].kind != "prune":
        return None
    step = trace.of(k, Prune)
    if step.is_final or not step.dropped:
        return None
    losses = step.trace.recorded_losses(step.index)

    def by_loss(piece: str) -> float:
        cost = losses[piece]
        return math.inf if cost is None else cost

    going, tied = set(step.dropped), tied_at_the_cut(step)
    staying = sorted((piece for piece in losses if piece not in going and piece not in tied), key=by_loss)
    protected = [piece for piece in staying if trace.rules.keep_characters and len(piece) == 1]
    beyond = set(protected[_PROTECTED:])
    right, wrong, more = few(
        (*sorted(step.dropped, key=by_loss), *tied), (piece for piece in staying if piece not in beyond)
    )
    asked = sorted((*right, *wrong))
    beside = [piece for piece in (*step.dropped, *tied, *staying) if piece not in asked]

    def option(piece: str) -> Option:
        told = _told(losses[piece], piece in protected, say)
        is_right = piece in going or piece in tied
        missed = say(
            "predict.wrong.stays" if piece in protected else "predict.wrong.prune", piece=code(piece), told=told[0]
        )
        wrong = None if is_right else segments(missed)
        return Option(segments(code(piece)), told, is_right, piece in going, wrong=wrong)

    return Question(
        plain(say.count("predict.ask.prune", len(going), number=k + 1)),
        [option(piece) for piece in asked],
        _answer(step, say),
        _rule(step, len(tied), more, say),
        others=[option(piece) for piece in beside[:MAX_POINTED]],
    )


def _told(cost: float | None, protected: bool, say: Catalog) -> Sentence:
    told = say("predict.told.no-loss") if cost is None else say("predict.told.loss", loss=number(cost, say))
    return plain(say("predict.told.protected", loss=told) if protected else told)


def _rule(step: Prune, tied: int, more: int, say: Catalog) -> Sentence | None:
    """Why several options are right, and what chose among those that cost the same."""
    going = len(step.dropped)
    if tied:
        order = "first" if step.trace.rules.flow == "plain" else "last"
        sentence = say.count(f"predict.rule.pieces.{order}", tied, going=say.count("count.pieces", going))
    elif going > 1:
        sentence = say("predict.rule.going", going=say.count("count.pieces", going))
    else:
        return None
    return plain(sentence + (say.count("predict.rule.more", more) if more else ""))


def _answer(step: Prune, say: Catalog) -> Sentence:
    names = [*map(code, step.dropped[:MAX_LISTED])]
    if rest := len(step.dropped) - len(names):
        names.append(say.count("count.other-pieces", rest))
    return segments(say("predict.answer.prune", pieces=say.listed(names)))
