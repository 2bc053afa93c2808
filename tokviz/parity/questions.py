"""The question before a merge of parity-aware BPE: which language chooses its pair."""

from __future__ import annotations

from tokviz.lines import line
from tokviz.parity.trace import Step, Trace
from tokviz.questions import StepQuestion

_ASKED = {
    ("dev", "base"): "parity.ask.turn.dev",
    ("training", "base"): "parity.ask.turn.training",
    ("ratio", "base"): "parity.ask.turn.ratio",
    ("dev", "window"): "parity.ask.turn.dev.window",
    ("training", "window"): "parity.ask.turn.training.window",
    ("ratio", "window"): "parity.ask.turn.ratio.window",
}


def next_turn(trace: Trace, k: int) -> StepQuestion[int, Step]:
    """Ask which language, by its place, chooses after `k` merges: those that tie are right. Raises IndexError where no
    language does.

    >>> from tokviz.corpus import Language, LanguageCorpus
    >>> from tokviz.parity import train
    >>> texts = {"A": {"abab": 4}, "B": {"cdcd": 4}, "C": {"ef": 1}}
    >>> corpus = LanguageCorpus([Language.of(name, words) for name, words in texts.items()])
    >>> question = next_turn(train(corpus, merges=1), 0)
    >>> question.right, question.wrong
    ((0, 1), (2,))
    """
    if not 0 <= k < len(trace) or len(trace.languages) < 2:
        raise IndexError(f"after {k} merges no language can choose")
    turn, rules = trace.turn(k), trace.rules
    if turn.language is None:
        raise IndexError(f"merge {k + 1} is one of all languages together")
    right = (turn.language, *turn.tied)
    could = (i for i, score in enumerate(turn.scores) if i not in turn.exhausted and score == score)  # NaN has no text
    most = most_turns(trace)
    is_limited = rules.variant == "window" and most < rules.window_size
    limit = {"most": most, "window": rules.window_size} if is_limited else {}
    hint = "exercise.hint.turn-language.ratio" if trace.measure == "ratio" else "exercise.hint.turn-language"
    return StepQuestion(
        k,
        line(_ASKED[trace.measure, "window" if is_limited else "base"], number=k + 1, **limit),
        right,
        tuple(i for i in could if i not in right),
        (line(hint),),
        (trace[k],),
    )


def most_turns(trace: Trace) -> int:
    """Return the most turns that a language may have had among the last ones."""
    size, share = trace.rules.window_size, trace.rules.share(len(trace.languages))
    most = min(size, int(share * size) + 1)
    while most / size > share:
        most -= 1
    return most
