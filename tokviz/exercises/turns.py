"""Exercises on parity-aware BPE: whose turn it is, and which pair the language that chooses merges.

Each answer follows from what is given and what the question says; languages that tie are right, as in the picture. Both
are solved by hand here first: where that leads to another answer than the training has, nothing is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from tokviz.corpus import Language, LanguageCorpus
from tokviz.exercises.answers import Exercise, read_choice, read_pair, text_of
from tokviz.exercises.task import Answer, Draw, Given, State, Task
from tokviz.lines import Line, Name, Symbols, Value, line, times
from tokviz.merging.plain import count_pairs
from tokviz.merging.reasons import reason_of
from tokviz.merging.steps import Pair
from tokviz.parity import Rules, Trace, Turn, train
from tokviz.parity.questions import most_turns, next_turn
from tokviz.text_keys import TIE_RULES

LanguageWord = tuple[Symbols, int, str]
"""A word as symbols, its count, and the language that has it."""


@dataclass(frozen=True)
class LanguageRow:
    """One language before a turn, as it is given.

    length: of the text that is measured, in symbols. start, ratio: its length before the first merge and its target,
    None where only the length counts. had: how many of the last `window` turns, None without a window. is_exhausted:
    whether it has nothing left to merge.
    """

    name: str
    length: int
    start: int | None = None
    ratio: Fraction | None = None
    had: int | None = None
    window: int = 0
    is_exhausted: bool = False

    @property
    def score(self) -> Fraction:
        """The number that decides the turn, the greatest first: the length, or how little is reached of the ratio."""
        if self.start is None or self.ratio is None:
            return Fraction(self.length)
        return -self.compression

    @property
    def compression(self) -> Fraction:
        """The compression divided by the ratio."""
        return Fraction(self.start or 0, self.length) / (self.ratio or 1)


# -- whose turn --------------------------------------------------------------------------------------------------------


def turn_language(*, trace: Trace, k: int = 0) -> Task:
    """Ask for the language that chooses after `k` merges.

    Raises IndexError where no language has it, and where it cannot be told from what is given: for a single language,
    for languages of the same name, and where all had too many turns.
    """
    question, names = next_turn(trace, k), _names(trace)
    rows = tuple(_rows(trace, trace.turn(k), names))
    if _by_hand(rows, most_turns(trace)) != question.chosen:
        raise IndexError(f"the turn after {k} merges cannot be told from the lengths")
    solution, *others = (names[language] for language in question.right)
    return Task(
        "turn-language",
        "choice",
        question.asked,
        (Given("languages", rows),),
        solution,
        question.hints,
        question.why,
        others=tuple(others),
        choices=names,
        state=State(trace, k),
    )


def _names(trace: Trace) -> tuple[str, ...]:
    """Return the names of the languages, of those without one their numbers. Raises IndexError if two are the same."""
    names = tuple(one.name if one.name.strip() else str(n) for n, one in enumerate(trace.languages, start=1))
    if len({text_of(name).casefold() for name in names}) < len(names):
        raise IndexError("two languages have the same name")
    return names


def _rows(trace: Trace, turn: Turn, names: Sequence[str]) -> Iterator[LanguageRow]:
    rules, start = trace.rules, trace.lengths(0)
    ratio = (rules.ratio or (1.0,) * len(names)) if trace.measure == "ratio" else ()
    recent = trace.recent_turns(turn.index)
    for i, name in enumerate(names):
        yield LanguageRow(
            name,
            turn.lengths[i],
            start[i] if ratio else None,
            Fraction(str(ratio[i])) if ratio else None,
            recent.count(i) if rules.variant == "window" else None,
            rules.window_size,
            i in turn.exhausted or (bool(ratio) and not turn.lengths[i]),
        )


def _by_hand(rows: Sequence[LanguageRow], most: int) -> int | None:
    """Return the language that chooses, by what is given; None where none may have it."""
    allowed = [n for n, row in enumerate(rows) if not row.is_exhausted and (row.had or 0) <= most]
    return max(allowed, key=lambda n: rows[n].score, default=None)


def _remark_turn(task: Task, answer: Answer) -> tuple[Line, ...]:
    """Say why the named language does not choose."""
    rows = {row.name: row for row in cast("tuple[LanguageRow, ...]", task.get("languages"))}
    yours, best = rows[str(answer)], rows[str(task.solution)]
    if yours.is_exhausted:
        return (line("exercise.wrong.turn.exhausted", language=Name(yours.name)),)
    if (yours.had or 0) > most_turns(cast("Trace", task.state.trace)):
        return (line("exercise.wrong.turn.passed", language=Name(yours.name), n=yours.had or 0, window=yours.window),)
    names = {"yours": Name(yours.name), "best": Name(best.name)}
    if yours.start is not None:
        return (line("exercise.wrong.turn.ratio", **names, value=yours.compression, less=best.compression),)
    length, more = (line("count.length", n=row.length) for row in (yours, best))
    return (line("exercise.wrong.turn.length", **names, length=length, more=more),)


# -- the pair of the turn ----------------------------------------------------------------------------------------------

_FIRST_OF_TIED: Mapping[str, Callable[[Sequence[Pair]], Pair]] = {
    "greatest-pair": max,
    "smallest-pair": min,
    "shortest-token": lambda pairs: min(pairs, key=lambda pair: (len("".join(pair)), "".join(pair))),
}
"""Tie rule -> the pair that it takes; ids are not given, so they decide nothing that is asked."""


def turn_pair(*, trace: Trace, k: int = 0) -> Task:
    """Ask which pair is merged after `k` merges, where it is told whose turn it is. Only the pair that the tie rule
    takes is right, and the question then says the rule.

    Raises IndexError as :func:`turn_language`, and where another pair is as frequent and may not be merged.
    """
    names = _names(trace)
    words, name = tuple(_words(trace, k, names)), names[next_turn(trace, k).chosen]
    counts = _counts(words, name)
    best = [pair for pair, count in counts.items() if count == max(counts.values())]
    pair, rule = trace[k].pair, trace.rules.tie_rule
    if best != [pair] and (rule not in _FIRST_OF_TIED or _FIRST_OF_TIED[rule](best) != pair):
        raise IndexError(f"merge {k + 1} cannot be told from the counts")
    asked = line("parity.ask.merge", number=k + 1, language=Name(name))
    if len(best) > 1:
        told = line(TIE_RULES[rule, "present"])
        asked = line("parity.ask.merge.tie", number=k + 1, language=Name(name), rule=told)
    return Task(
        "turn-pair",
        "pair",
        asked,
        (Given("language-words", words),),
        pair,
        (
            line("exercise.hint.turn-pair", language=Name(name)),
            line("measure.count.exercise.hint", worth=times(counts[pair])),
        ),
        (trace[k], *reason_of(trace[k]).facts),
        known=tuple(_counts(words)),
        state=State(trace, k),
    )


def _words(trace: Trace, k: int, names: Sequence[str]) -> Iterator[LanguageWord]:
    """Yield the words of all languages after `k` merges."""
    forms = trace.words(k)
    for name, language in zip(names, trace.languages, strict=True):
        yield from ((forms[word], count, name) for word, count in language.words)


def _counts(words: Sequence[LanguageWord], language: str | None = None) -> dict[Pair, int]:
    """Return the count of each pair in a language, or in all together."""
    chosen = [(form, count) for form, count, name in words if language in (None, name)]
    return count_pairs([form for form, _ in chosen], [count for _, count in chosen])


def _read_pair(task: Task, answer: object) -> tuple[Answer, ...]:
    trace = cast("Trace", task.state.trace)
    return read_pair(answer, [(pair, trace.rules.join(*pair)) for pair in cast("tuple[Pair, ...]", task.known)])


def _remark_pair(task: Task, answer: Answer) -> tuple[Line, ...]:
    """Say how often a wrong pair occurs, and where."""
    pair, best = cast("Pair", answer), cast("Pair", task.solution)
    words, language = cast("tuple[LanguageWord, ...]", task.get("language-words")), task.prompt.values["language"]
    together, counts = _counts(words), _counts(words, str(language))
    if pair not in together:
        return (line("exercise.wrong.pair.none", pair=pair),)
    if pair not in counts:
        return (line("exercise.wrong.turn-pair.none", pair=pair, language=language),)
    if counts[pair] == counts[best]:
        return (line("exercise.wrong.turn-pair.tied", yours=pair, best=best, count=times(counts[pair])),)
    values: dict[str, Value] = {"yours": pair, "count": times(counts[pair]), "best": best, "more": times(counts[best])}
    if together[pair] >= together[best]:
        return (line("exercise.wrong.turn-pair.together", **values, language=language),)
    return (line("exercise.wrong.turn-pair", **values, language=language),)


# -- drawn ones --------------------------------------------------------------------------------------------------------

_FAMILIES = {
    "English": ("low", "lower", "slow", "newest", "widest", "nest"),
    "German": ("neu", "neuer", "neues", "treue", "teuer", "heute"),
    "Spanish": ("luna", "lunes", "buena", "nube", "una", "vuelo"),
    "Turkish": ("evler", "yerler", "gelen", "yeni", "elli", "giden"),
}
_MOST_DRAWS = 400


def _corpus(draw: Draw, numbers: Sequence[int], most: int) -> LanguageCorpus:
    """Draw a language for each number, with so many words."""
    names = draw.sample(tuple(_FAMILIES), len(numbers))
    return LanguageCorpus(
        [
            Language.of(
                name,
                {word: draw.between(1, most) for word in draw.sample(_FAMILIES[name], words)},
                {word: draw.between(1, 3) for word in draw.sample(_FAMILIES[name], 2)},
            )
            for name, words in zip(names, numbers, strict=True)
        ]
    )


def _drawn_turn(draw: Draw, level: int) -> Task:
    """Draw a turn by length on the first level, by ratio on the second, and on the third one with a window, where the
    worst compressed language is passed over."""
    for _ in range(_MOST_DRAWS):
        corpus = _corpus(draw, (2, 2) if level > 2 else (2, 2, 2), 4)
        ratio = tuple(map(float, draw.sample((1, 1, 2, 3), len(corpus.languages)))) if level == 2 else ()
        rules = Rules(turn="ratio" if ratio else "dev", ratio=ratio)
        if level > 2:
            rules = Rules(variant="window", window_size=4, alpha=1.0)
        trace = train(corpus, merges=8, rules=rules)
        asked = [k for k in range(len(trace)) if _is_turn_wanted(trace.turn(k), level)]
        tasks = [task for k in asked[: 3 * level] if (task := _asked_or_none(turn_language, trace, k))]
        if tasks:
            return draw.choice(tasks)
    raise AssertionError("no languages were drawn of which the turn can be asked")


def _is_turn_wanted(turn: Turn, level: int) -> bool:
    has_choice = len(turn.lengths) - len(turn.exhausted) > 1
    return has_choice and not turn.tied and (level < 3 or bool(turn.passed_over))


def _drawn_pair(draw: Draw, level: int) -> Task:
    """Draw a turn whose pair is, from the second level on, not the most frequent one of all languages together; on the
    third level pairs tie."""
    for _ in range(_MOST_DRAWS):
        trace = train(_corpus(draw, (2, 3) if level > 1 else (2, 2), 5 + level), merges=2 * level + 1)
        asked = range(min(len(trace), 2 * level))  # one merge more, so that the picture does not end with the answer
        tasks = [task for k in asked if (task := _asked_or_none(turn_pair, trace, k))]
        wanted = [task for task in tasks if _is_pair_wanted(task, level)]
        if wanted:
            return draw.choice(wanted)
    raise AssertionError("no languages were drawn of which a pair can be asked")


def _is_pair_wanted(task: Task, level: int) -> bool:
    together = _counts(task.get("language-words"))
    is_first = together[cast("Pair", task.solution)] == max(together.values())
    return ("rule" in task.prompt.values) == (level > 2) and (level == 1 or not is_first)


def _asked_or_none(ask: Callable[..., Task], trace: Trace, k: int) -> Task | None:
    try:
        return ask(trace=trace, k=k)
    except IndexError:
        return None


KINDS = (
    Exercise("turn-language", _drawn_turn, turn_language, read_choice, remark=_remark_turn),
    Exercise("turn-pair", _drawn_pair, turn_pair, _read_pair, remark=_remark_pair),
)
