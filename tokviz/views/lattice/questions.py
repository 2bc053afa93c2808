"""What comes next in a word that goes through its lattice: the arc to keep."""

from __future__ import annotations

from tokviz.unigram import Arc, EncodeTrace
from tokviz.views.lattice.viterbi import sum_of
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.sentences import Sentence, code, plain, segments
from tokviz.views.stage.questions import Option, Question, limit_candidates

__all__ = ["next_arc"]


def next_arc(trace: EncodeTrace, k: int, say: Catalog) -> Question | None:
    """Which arc step k keeps for the position that it fills; None where it traces back, or nothing comes."""
    step = trace[k] if k < len(trace) else None
    if step is None or step.kind != "fill":
        return None
    table, cell = trace.lattice.table, step.cell
    tied = sorted(cell.tied, key=lambda arc: arc is not cell.arc)
    costs = dict(cell.candidates)
    right, wrong, more = limit_candidates(
        tied, sorted((arc for arc in costs if arc not in tied), key=lambda arc: -costs[arc])
    )
    options = [
        Option(
            segments(f"{code(arc.piece)} {say.integer(arc.begin)} → {say.integer(arc.end)}"),
            plain(sum_of(table, arc, costs[arc], say)),
            arc in right,
            arc is cell.arc,
            thing=trace.lattice.arcs.index(arc),
            wrong=_wrong(arc, sum_of(table, arc, costs[arc], say), say) if arc not in tied else None,
        )
        for arc in sorted((*right, *wrong), key=lambda arc: arc.begin)
    ]
    rule = None
    if len(tied) > 1:
        rule = plain(say("predict.rule.arcs", tied=len(tied)) + (say.count("predict.rule.more", more) if more else ""))
    return Question(
        plain(say("predict.ask.arc", position=step.position)),
        options,
        segments(say("predict.answer.arc", piece=code(step.arc.piece), begin=step.arc.begin)),
        rule,
        hides=(),
    )


def _wrong(arc: Arc, cost: str, say: Catalog) -> Sentence:
    """What a path costs that ends in a wrong piece."""
    return segments(say("predict.wrong.arc", piece=code(arc.piece), begin=arc.begin, end=arc.end, cost=cost))
