"""Pictures of a task: words on which a pair is chosen, and the algorithm's at the step that the task asks about.

The words hold nothing of the solution: the symbols after the merges that were done, and how often each word occurs. The
latter shows what the algorithm does, so it is only for those who have answered.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypedDict, cast
from zlib import crc32

from tokviz import superbpe
from tokviz.exercises import Task
from tokviz.lines import Symbols
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Pair, Step
from tokviz.views.algorithms import training_part
from tokviz.views.exercises.replaying import show_pair
from tokviz.views.merges.candidates import step_candidates
from tokviz.views.merges.picture import candidate_row
from tokviz.views.picture.records import encoded
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shown, visible
from tokviz.views.tokenizers.work import pretoken_picture

# -- words to choose a pair on -----------------------------------------------------------------------------------------


class ChoiceSymbol(TypedDict):
    """A symbol to choose. merge: the number of the merge that made it, 0 for a letter."""

    text: str
    merge: int


class ChoiceWord(TypedDict):
    """A word in symbols, and how often it occurs, as it is written. language: the one that has it, where that
    matters."""

    symbols: list[ChoiceSymbol]
    count: str
    language: str


def choice_words(task: Task) -> tuple[Symbols, ...]:
    """Return the words of a task as symbols, in order; none where no pair of theirs is asked for."""
    return tuple(form for form, _, _ in _words(task)) if task.form == "pair" else ()


def _words(task: Task) -> Iterator[tuple[Symbols, int, str]]:
    """Yield the words on which a pair is chosen, each with its count and its language, which most tasks do not name."""
    for given in task.given:
        if given.name == "words":
            yield from ((form, count, "") for form, count in given.value)
        elif given.name == "language-words":
            yield from given.value


def choice_payload(task: Task, say: Catalog) -> dict[str, Any]:
    """Return the data of the component, as ``pair_choice.js`` describes it."""
    trace, k = cast("MergeTrace[Step] | superbpe.Trace", task.state.trace), task.state.k
    merge_numbers = {step.token: step.index + 1 for step in trace[:k]}
    words: list[ChoiceWord] = [
        {
            "symbols": [{"text": visible(symbol), "merge": merge_numbers.get(symbol, 0)} for symbol in form],
            "count": say.integer(count),
            "language": shown(language),
        }
        for form, count, language in _words(task)
    ]
    return {
        "task": f"{crc32(repr((task.kind, task.level, task.seed, words)).encode('utf-8', 'surrogatepass'))}",
        "words": words,
        "merges": max(k, 1),
        "marks": [
            mark
            for mark in ("</w>", "##", "▁")
            if any(mark in symbol for form in choice_words(task) for symbol in form)
        ],
        "labels": say.within("exercise.choose."),
        "lang": say.language,
    }


_SHOWN_MERGED = frozenset({"next-merge", "next-merges", "first-superword", "passed-over", "turn-pair"})
"""The kinds whose picture shows the words after the merge that they ask for, once that was answered rightly."""

# -- the picture after the answer --------------------------------------------------------------------------------------


def has_picture(task: Task) -> bool:
    """Tell if a task is about something that steps."""
    return task.state.trace is not None or bool(task.state.model is not None and task.state.word)


def step_payload(task: Task, say: Catalog, chosen: object = None) -> tuple[dict[str, Any], int] | None:
    """Return the picture's payload and the step that it is to show; None where a task has nothing that steps.

    chosen: the answer. A wrong pair is shown at the step that was asked about, beside the one that is merged there.
    """
    trace, k, model, word = task.state.trace, task.state.k, task.state.model, task.state.word
    if model is not None and word:
        built, _ = pretoken_picture(model, word, say)
        return built[0], 0
    if trace is None:
        return None
    wrong = cast("Pair", chosen) if task.form == "pair" and chosen and chosen not in task.accepted else None
    step = min(k + (task.kind in _SHOWN_MERGED and wrong is None), len(trace))
    shown_part = training_part(trace, step, say)
    if wrong and isinstance(trace, MergeTrace):
        show_pair(shown_part, trace, wrong, step, say, say("exercise.answer.yours"))
    pair = task.prompt.values.get("pair")
    if isinstance(trace, MergeTrace) and pair in trace.pairs(step):
        _light_up(shown_part, trace, step, cast("Pair", pair), say)
    return shown_part, step


def _light_up(built: dict[str, Any], trace: MergeTrace[Step], step: int, pair: Pair, say: Catalog) -> None:
    """Have the picture light up the pair that a task asked about, which is among the candidates of that step then."""
    texts = [visible(part) for part in pair]
    built["asked"] = {"step": step, "texts": texts}
    places = {chip["text"]: place for place, chip in enumerate(built["tokens"])}
    if not all(text in places for text in texts):
        return
    rows = built["frames"][step - built["first"]]["candidates"]["rows"]
    if any([row["left"], row["right"]] == [places[text] for text in texts] for row in rows):
        return
    every = next(step_candidates(trace, range(step, step + 1), len(trace.pairs(step))), None)
    best = every.best if every else ()
    for place, candidate in enumerate(best):
        if candidate.pair == pair:
            row = encoded(candidate_row(trace, candidate, lambda symbol: places[visible(symbol)], say))
            rows.append({**row, "place": place})
