"""The question before a step of SuperBPE or BoundlessBPE: which pair is merged."""

from __future__ import annotations

from tokviz.lines import line
from tokviz.merging.reasons import Fact
from tokviz.questions import StepQuestion
from tokviz.superbpe.traces import AnyCandidate, AnyTrace, facts_of, winner_first


def next_pair(trace: AnyTrace, k: int) -> StepQuestion[AnyCandidate, Fact]:
    """Ask which pair is merged after `k` steps, also where the training was told to end there: those that tie are
    right, and one that is passed over is wrong however often it occurs. Raises IndexError where the borders fall, and
    where nothing is left to merge.

    >>> from tokviz.corpus import Corpus
    >>> from tokviz.superbpe import Rules, train
    >>> lines = Corpus({"by the way": 2, "by the sea": 1})
    >>> trace = train(lines, rules=Rules(transition=17, stage1="spaces", stage2="lines", max_token_words=2))
    >>> question = next_pair(trace, 10)
    >>> [one.pair for one in question.right], [(one.pair, one.count, one.vetoed) for one in question.wrong]
    ([('s', 'ea'), ('Ġ', 's'), ('byĠthe', 'Ġ')], [(('byĠthe', 'Ġway'), 2, 'too_many_words')])
    """
    allowed = winner_first(trace, k)
    if not allowed or allowed[0].count < trace.rules.minimum_count:
        raise IndexError(f"after {k} steps there is nothing left to merge")
    tied = max(sum(candidate.is_tied for candidate in allowed), 1)
    others = [candidate for candidate in trace.candidates(k) if not 0 < candidate.rank <= tied]
    asked = line("superbpe.ask", number=k + 1)
    return StepQuestion[AnyCandidate, Fact](k, asked, allowed[:tied], others, why=facts_of(trace, k))
