"""Wording of exercises: their lines as sentences, and which conventions a list of merges or a vocabulary follows.

A :class:`~tokviz.exercises.Line` is a key and the values of its blanks. Texts and symbols are set as code, numbers as
the language writes them; the words of a count are added up as in the picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tokviz.bpe.encoding import MergeChoice
from tokviz.exercises import Line, Task, Verdict
from tokviz.exercises.conventions import Fit, VocabularyFit, differs_at, left_at
from tokviz.exercises.task import Explanation
from tokviz.merging.reasons import Decision, PairCount, PairValue
from tokviz.parity import Step as ParityStep
from tokviz.text_keys import preset_key
from tokviz.unigram.reasons import BestPath, ExpectedCount, ExpectedPart
from tokviz.views.parity.narration import turn_text
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.shared.encoding_reasons import longest_match, merge_choice, path_is_best
from tokviz.views.shared.language_names import language_name
from tokviz.views.shared.line_sentences import QUOTE, filled
from tokviz.views.shared.reasons import fact_text
from tokviz.views.shared.sentences import Sentence, marked
from tokviz.views.shared.unigram_reasons import expected_part, expected_sum
from tokviz.wordpiece.model import LongestMatch

__all__ = [
    "ANSWER_KEYS",
    "FORM_KEYS",
    "KIND_KEYS",
    "LEVEL_KEYS",
    "choice_name",
    "convention_rows",
    "field_form",
    "opening",
    "sentence",
    "sentences",
    "symbols",
]

ANSWER_KEYS = {
    "pair": "exercise.answer.pair",
    "pairs": "exercise.answer.pairs",
    "tokens": "exercise.answer.tokens",
    "number": "exercise.answer.number",
    "bytes": "exercise.answer.bytes",
    "text": "exercise.answer.text",
    "corpus": "exercise.answer.corpus",
    "choice": "exercise.answer.choice",
}

FORM_KEYS = {
    "pair": "guide.ask.form.pair",
    "pairs": "guide.ask.form.pairs",
    "tokens": "guide.ask.form.tokens",
    "number": "guide.ask.form.number",
    "count": "guide.ask.form.count",
    "bytes": "guide.ask.form.bytes",
    "text": "guide.ask.form.text",
    "corpus": "guide.ask.form.corpus",
    "choice": "guide.ask.form.choice",
}

KIND_KEYS = {
    "pair-counts": "exercise.kind.pair-counts",
    "next-merge": "exercise.kind.next-merge",
    "next-merges": "exercise.kind.next-merges",
    "encode": "exercise.kind.encode",
    "decode": "exercise.kind.decode",
    "score": "exercise.kind.score",
    "longest-match": "exercise.kind.longest-match",
    "path-probability": "exercise.kind.path-probability",
    "best-path": "exercise.kind.best-path",
    "expected-count": "exercise.kind.expected-count",
    "piece-loss": "exercise.kind.piece-loss",
    "part-share": "exercise.kind.part-share",
    "fall-apart": "exercise.kind.fall-apart",
    "utf8-bytes": "exercise.kind.utf8-bytes",
    "pre-tokens": "exercise.kind.pre-tokens",
    "convention": "exercise.kind.convention",
    "find-corpus": "exercise.kind.find-corpus",
    "first-superword": "exercise.kind.first-superword",
    "passed-over": "exercise.kind.passed-over",
    "turn-language": "exercise.kind.turn-language",
    "turn-pair": "exercise.kind.turn-pair",
    "comes-back": "exercise.kind.comes-back",
    "fewest-tokens": "exercise.kind.fewest-tokens",
    "gini": "exercise.kind.gini",
    "morpheme-boundary": "exercise.kind.morpheme-boundary",
    "trained-on": "exercise.kind.trained-on",
}

LEVEL_KEYS = {
    0: "practice.level.0",
    1: "practice.level.1",
    2: "practice.level.2",
    3: "practice.level.3",
}


def sentence(explanation: Explanation, say: Catalog) -> Sentence:
    """Return a line or a fact as a sentence.

    >>> from tokviz.lines import line
    >>> from tokviz.views.shared.catalog import load
    >>> sentence(line("exercise.ask.pair-counts", pair=("u", "g")), load("en"))
    ('How often does ', {'tokens': ['u', 'g']}, ' occur in these words?')
    """
    return marked(_text(explanation, say), QUOTE)


def sentences(lines: Iterable[Explanation], say: Catalog) -> Sentence:
    """Return several lines as one sentence, one after the other."""
    texts = [part.strip() for part in (_text(line, say) for line in lines) if part]
    return marked(say("exercise.space").join(texts), QUOTE)


def opening(verdict: Verdict, say: Catalog) -> str:
    """Return the first words of a verdict: whether the answer was right."""
    if not verdict.readable:
        return say("exercise.verdict.unreadable")
    if verdict.right:
        return say("exercise.verdict.right")
    return say("exercise.verdict.part") if verdict.points else say("exercise.verdict.wrong")


def choice_name(task: Task, choice: str, say: Catalog) -> str:
    """Return an answer to choose from as it is read: the name of a convention, or of a language."""
    return say(preset_key(choice)) if task.kind == "convention" else language_name(choice, say)


def field_form(task: Task) -> str:
    """Say what a field asks for: the form of the answer, and of a number whether it is a count."""
    return "count" if isinstance(task.solution, int) else task.form


def symbols(parts: Iterable[str]) -> str:
    """Write symbols side by side, everything invisible made visible."""
    return " ".join(visible(part) for part in parts)


def _text(explanation: Explanation, say: Catalog) -> str:
    return (
        filled(explanation, say)
        if isinstance(explanation, Line)
        else _fact(explanation, say).strip().replace("`", QUOTE)
    )


def _fact(explanation: Explanation, say: Catalog) -> str:
    """Say a fact as everywhere else."""
    match explanation:
        case ExpectedPart():
            return expected_part(explanation, say)
        case ExpectedCount():
            return expected_sum(explanation, say)
        case BestPath():
            return path_is_best(explanation, say)
        case MergeChoice():
            return merge_choice(explanation, say)
        case LongestMatch():
            return longest_match(explanation, say)
        case ParityStep():
            return turn_text(explanation.trace, explanation.turn, say)
        case PairCount() | PairValue() | Decision():
            return fact_text(explanation, say)
    raise AssertionError(explanation)


# -- conventions that fit ----------------------------------------------------------------------------------------------


def convention_rows(fits: Sequence[Fit | VocabularyFit], say: Catalog, written: Callable[[Sentence], str]) -> list[str]:
    """Return the lines. written: how a sentence is written, as text or as Markdown."""
    lines = []
    for fitted in fits:
        name = say(preset_key(fitted.rules))
        if fitted.follows:
            lines.append(say("check.row.follows", name=name))
        else:
            where = left_at(fitted) if isinstance(fitted, Fit) else differs_at(fitted)
            lines.append(say("check.row.leaves", name=name, what=written(sentences(where, say))))
    return lines
