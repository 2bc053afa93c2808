"""The trace of a unigram training: its steps, and every state between them, at once and in any order.

What was recorded is in :mod:`tokviz.unigram.states`. All else, from models to how words would be split without a piece,
is derived on demand, for the step that is looked at.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar, TypeVar

import numpy as np

from tokviz.corpus import Corpus
from tokviz.memoized import memoized
from tokviz.merging.merge_trace import FORMAT
from tokviz.trace import Replayed
from tokviz.unigram.em import removal_costs
from tokviz.unigram.library_pruning import decide
from tokviz.unigram.model import Model
from tokviz.unigram.rules import PRESETS
from tokviz.unigram.states import CACHED_STATES, States
from tokviz.unigram.steps import Candidate, Expect, Maximize, Outcome, PieceLoss, Prune, Resplit, Seed, Step, candidates
from tokviz.unigram.trellis import Floats

StepT = TypeVar("StepT", bound=Step)


@dataclass(frozen=True, eq=False, repr=False)
class Trace(States, Replayed[Step]):
    """The steps of a training. `train` makes it.

    stopped: why training ended. ``vocab_size``: the size was reached; ``characters``: only single characters were left,
    which the rules keep; ``stalled``: no pruning found anything to remove (tokenizers would go on for ever).

    >>> from tokviz import Corpus, unigram
    >>> trace = unigram.train(Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}), vocab_size=14)
    >>> trace.words(1)["hugs"], round(trace.log_likelihood(1), 4)
    (('h', 'ugs'), -169.8028)
    """

    algorithm: ClassVar[str] = "unigram"
    _presets = PRESETS

    # -- the steps -------------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self._records)

    @memoized(CACHED_STATES)
    def _step(self, index: int) -> Step:
        """Return step `index`. Cached: the narration asks for the same step, and for what it derives, several times."""
        record = self._records[index]
        match record.kind:
            case "seed":
                return Seed(index, self, {piece: int(n) for piece, n in self._values(index).items()})
            case "expect":
                assert record.log_likelihood is not None
                return Expect(index, self, self._values(index), -record.log_likelihood)
            case "maximize":
                return Maximize(index, self)
        return Prune(index, self, record.is_final)

    def of(self, k: int, kind: type[StepT]) -> StepT:
        """Return step k, which is of this kind. Raises TypeError for one of another."""
        step = self[k]
        if not isinstance(step, kind):
            raise TypeError(f"Step {k} is of the kind {step.kind}.")
        return step

    def among(self, words: Iterable[str]) -> Trace:
        """Return the same training for some words of the corpus only: their best segmentations come quicker, and
        whatever is summed up over the corpus is summed up over these."""
        return replace(self, corpus=Corpus({word: self.corpus[word] for word in words}), _seeded=None)

    # -- choices -------------------------------------------------------------------------------------------------

    def candidates(self, k: int | None = None) -> tuple[Candidate, ...]:
        """Return the candidates of step k, the best first: strings to begin with, or the pieces that a pruning may take
        out, the cheapest first. Two kinds of step choose nothing: there the candidates are the pieces that the step
        works on, of an expectation step by their probability, of a maximization step by the counts that it makes new
        ones from."""
        return candidates(self, self._at(k))

    def new_counts(self, k: int) -> dict[str, float]:
        """Return piece -> what step k, a maximization, makes its probability from: the expected count, or that as a
        seed."""
        if self._records[k - 1].kind == "expect":
            return self._values(k - 1)
        seeds = self._values(0)
        return {piece: seeds[piece] for piece in self.scores(k)}

    def losses(self, k: int | None = None) -> tuple[PieceLoss, ...]:
        """Return the loss that the removal of each piece would cause after `k` steps, the cheapest first; nothing is
        removed yet."""
        k = self._begun(k)
        trellis, scores = self._state(k)
        names = tuple(self.scores(k))
        if self.rules.flow == "plain":
            costs = removal_costs(trellis, names, scores, self._weights, self.rules)
            rows = zip(names, scores, costs.occurrences, costs.loss, costs.renormalized, strict=True)
        else:
            decision = decide(trellis, names, scores, self._weights, self.rules, 0)
            nothing = np.full(len(names), np.nan)
            rows = zip(names, scores, decision.occurrences, decision.loss, nothing, strict=True)
        return self._cheapest_first(
            PieceLoss(
                name, math.exp(score), float(n), _or_none(loss), _or_none(renormalized), self._outcome(name, kept=True)
            )
            for name, score, n, loss, renormalized in rows
        )

    def resplit(self, piece: str, k: int | None = None) -> tuple[Resplit, ...]:
        """Return the words whose best segmentation after `k` steps has `piece`, and their best segmentations without
        it."""
        k = self._begun(k)
        names = tuple(self.scores(k))
        without = {name: score for name, score in self.scores(k).items() if name != piece}
        if len(without) in (0, len(names)):
            return ()
        with_it = self.model(k)
        model = Model.from_scores(without, start_of_word=self.rules.start_of_word)
        paths = self._best_paths(k)
        having = paths.word[paths.piece == names.index(piece)]
        resplits = []
        for word, before in self._segmented(k, np.unique(having)).items():
            path = model.lattice(word).best().path
            loss = self.corpus[word] * (with_it.lattice(word).best().path.score - path.score)
            resplits.append(Resplit(word, self.corpus[word], before, path.pieces, loss))
        return tuple(resplits)

    def decisions(self, k: int) -> tuple[PieceLoss, ...]:
        """Return the decision of step k, a pruning, on each piece, the cheapest first; without a loss at the end."""
        record = self._records[k]
        before, after = self.scores(k), self.scores(k + 1)

        def recorded(values: Floats | None) -> dict[str, float]:
            return {} if values is None else dict(zip(before, values.tolist(), strict=True))

        losses, counts = recorded(record.values), recorded(record.occurrences)
        renormalized = recorded(record.renormalized)
        return self._cheapest_first(
            PieceLoss(
                name,
                math.exp(after[name] if name not in before else before[name]),
                counts.get(name, 0.0),
                _or_none(losses.get(name, math.nan)),
                _or_none(renormalized.get(name, math.nan)),
                "restored" if name not in before else self._outcome(name, kept=name in after),
            )
            for name in (*before, *(name for name in after if name not in before))
        )

    def protects(self, piece: str) -> bool:
        """Tell if the rules keep this piece in any case: a single character, if they do."""
        return self.rules.keep_characters and len(piece) == 1

    def judged(self, loss: PieceLoss) -> float | None:
        """Return the one of the two losses of a piece that the rules judge by."""
        return loss.renormalized if self.rules.renormalize else loss.loss

    @memoized(8)  # a comparison asks for hundreds of pieces, of a few prunings
    def recorded_losses(self, k: int) -> dict[str, float | None]:
        """Return piece -> the loss by which step k, a pruning, judged it, None where it has no estimate; {} of a final
        one."""
        record = self._records[k]
        is_renormalized = self.rules.renormalize and record.renormalized is not None
        values = record.renormalized if is_renormalized else record.values
        return {} if values is None else dict(zip(self.scores(k), map(_or_none, values.tolist()), strict=True))

    @memoized(None)
    def least_kept(self, k: int) -> float | None:
        """Return the least loss of the pieces that step k, a pruning, left, of those that the rules do not keep
        anyhow."""
        stayed = self.scores(k + 1)
        losses = self.recorded_losses(k).items()
        kept_losses = (
            loss for piece, loss in losses if loss is not None and piece in stayed and not self.protects(piece)
        )
        return min(kept_losses, default=None)

    # -- sizes -----------------------------------------------------------------------------------------------------

    def possible_sizes(self) -> tuple[int, ...]:
        """Return the sizes at which a pruning came next, or the end: where training looks at the size."""
        sizes = self.sizes()
        return tuple(sorted({sizes[k] for k in self._rests}))

    def steps_to(self, vocab_size: int) -> tuple[int, bool]:
        """Return after how many steps the vocabulary has this size, and whether training with it as the aim ends so.

        Of the states between rounds the first of the largest size that is not larger; the smallest for a size below
        all of them. In the flow ``plain`` it is exact if it has the very size, if it is the first one, so that nothing
        need be pruned, and under rules that overshoot. The libraries let the size that is wanted govern every pruning:
        there only the end of the trace is exact, for the size that it was trained for.
        """
        rules, rests, sizes = self.rules, self._rests, self.sizes()
        if vocab_size == self.vocab_size:
            return rests[-1], True
        small = [k for k in rests if sizes[k] <= vocab_size]
        if not small:
            least = min(rests, key=lambda k: (sizes[k], -k))
            return least, rules.flow == "plain" and self.stopped == "characters"
        best = max(small, key=lambda k: (sizes[k], -k))
        is_reached = rules.overshoot or sizes[best] == vocab_size or best == rests[0]
        return best, rules.flow == "plain" and is_reached

    @property
    def _rests(self) -> list[int]:
        """After how many steps a pruning comes next, or nothing."""
        kinds = self.kinds
        return [k for k in range(1, len(kinds) + 1) if k == len(kinds) or kinds[k] == "prune"]

    # -- other shapes ----------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Return the whole trace, ready for JSON; ``docs/reference/trace-format.md`` describes it."""
        return record(self)

    def _cheapest_first(self, losses: Iterable[PieceLoss]) -> tuple[PieceLoss, ...]:
        def cost(loss: PieceLoss) -> float:
            number = self.judged(loss)
            return math.inf if number is None else number

        return tuple(sorted(losses, key=cost))

    def _outcome(self, name: str, *, kept: bool) -> Outcome:
        if not kept:
            return "removed"
        return "protected" if self.protects(name) else "kept"


def _or_none(number: float) -> float | None:
    return None if math.isnan(number) else float(number)


# -- the trace as plain data -------------------------------------------------------------------------------------------


def record(trace: Trace) -> dict[str, Any]:
    """Return the whole trace as dicts, lists, tuples, strings and numbers."""
    return {
        "format": FORMAT,
        "algorithm": "unigram",
        "rules": {"preset": trace.preset, **asdict(trace.rules)},
        "vocab_size": trace.vocab_size,
        "stopped": trace.stopped,
        "words": [{"word": word, "count": count} for word, count in trace.corpus.items()],
        "steps": [_step(trace, step) for step in trace],
        "vocabulary": [[piece, score] for piece, score in trace.model().scores.items()],
    }


def _step(trace: Trace, step: Step) -> dict[str, Any]:
    match step:
        case Seed():
            scores = trace.scores(1)
            pieces = [{"piece": piece, "count": n, "score": scores[piece]} for piece, n in step.counts.items()]
            return {"kind": "seed", "pieces": pieces}
        case Expect():
            return {"kind": "expect", "loss": step.loss, "counts": list(step.counts.values())}
        case Maximize():
            scores = trace.scores(step.index + 1)
            return {"kind": "maximize", "dropped": step.dropped, "scores": list(scores.values())}
        case Prune():
            return {
                "kind": "prune",
                "final": step.is_final,
                "losses": list(trace.recorded_losses(step.index).values()),
                "dropped": step.dropped,
                "pieces": [[piece, score] for piece, score in trace.scores(step.index + 1).items()],
            }
    raise AssertionError(step)
