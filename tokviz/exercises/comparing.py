"""An exercise on several algorithms at one size: which of them needs the fewest tokens for a new word.

Each was trained on the same words and stopped at the same size. What is given is what each applies: BPE its merges,
WordPiece its vocabulary, Unigram its pieces with their probabilities. A word is asked about only where one of them
needs fewer tokens than every other, and where its split by Unigram does not hang on the last digits of a probability.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from tokviz import bpe, unigram, wordpiece
from tokviz.exercises.answers import Exercise, read_choice
from tokviz.exercises.task import FAMILY_WORDS, Answer, Draw, Explanation, Given, State, Task, small_corpus
from tokviz.lines import Line, Name, Symbols, line

Model = bpe.Model | wordpiece.Model | unigram.Model

_NAMES = {"bpe": "BPE", "wordpiece": "WordPiece", "unigram": "Unigram"}
_GIVEN_BY: Mapping[str, str] = {
    "bpe": "exercise.ask.fewest-tokens.bpe",
    "wordpiece": "exercise.ask.fewest-tokens.wordpiece",
    "unigram": "exercise.ask.fewest-tokens.unigram",
}
_MOST_DRAWS = 400
_MOST_PATHS = 12
_MOST_MERGES, _MOST_PIECES = 9, 16  # as many as are worked through by hand
_CLEAR = 0.9  # a path that needs another number of tokens has at most so much of the best one's probability


def fewest_tokens(*, models: Sequence[Model], word: str) -> Task:
    """Ask which of some tokenizers, one for each algorithm, needs the fewest tokens for a word. Where several do, each
    of them is right. Raises IndexError for fewer than two tokenizers or other algorithms, and for a word that is
    unknown to one."""
    algorithms = {model.algorithm for model in models}
    if len(models) < 2 or len(algorithms) < len(models) or not algorithms <= _NAMES.keys():
        raise IndexError("two algorithms at least, each of them once")
    splits = {_NAMES[model.algorithm]: tuple(model.encode_word(word)) for model in models}
    if not all(_is_known(model, word) for model in models):
        raise IndexError(f"{word} is unknown to one of the tokenizers")
    least = min(map(len, splits.values()))
    best = [name for name, tokens in splits.items() if len(tokens) == least]
    chosen = next(model for model in models if _NAMES[model.algorithm] == best[0])
    because: tuple[Explanation, ...] = tuple(
        line("exercise.why.fewest-tokens", name=Name(name), tokens=tokens, count=_tokens(tokens))
        for name, tokens in splits.items()
    )
    ways = [line(_GIVEN_BY[model.algorithm]) for model in models]
    asked = {f"way{place}": way for place, way in enumerate(ways, start=1)}
    return Task(
        "fewest-tokens",
        "choice",
        line("exercise.ask.fewest-tokens" if len(models) > 2 else "exercise.ask.fewer-tokens", word=word, **asked),
        tuple(_given(model) for model in models),
        best[0],
        (line("exercise.hint.fewest-tokens"),),
        because,
        others=tuple(best[1:]),
        choices=tuple(splits),
        state=State(model=chosen, word=word),
    )


def _is_known(model: Model, word: str) -> bool:
    match model:
        case wordpiece.Model():
            return model.unk not in model.encode_word(word)
        case unigram.Model():
            return set(word) <= model.probabilities.keys()
    return set(word) <= set(model.vocabulary)


def _given(model: Model) -> Given:
    match model:
        case wordpiece.Model():
            return Given("vocabulary", tuple(token for token in model.vocabulary if not token.startswith("[")))
        case unigram.Model():
            return Given("pieces", tuple(model.probabilities.items()))
    return Given("merges", model.merges)


def _tokens(tokens: Symbols) -> Line:
    return line("count.tokens", n=len(tokens))


def _remark(task: Task, answer: Answer) -> tuple[Line, ...]:
    """Say how many tokens the named algorithm needs, and how many the best."""
    told = {str(one.values["name"]): one.values["count"] for one in cast("tuple[Line, ...]", task.because)}
    yours, best = str(answer), str(task.solution)
    values = {"yours": Name(yours), "count": told[yours], "best": Name(best), "less": told[best]}
    return (line("exercise.wrong.fewest-tokens", **values),)


# -- drawn ones --------------------------------------------------------------------------------------------------------


def _drawn(draw: Draw, level: int) -> Task:
    """Draw a word that training did not have, and that one of two needs the fewest tokens for, from the second level on
    one of three. BPE does so most often: of the words that would do, each answer is as likely."""
    for _ in range(_MOST_DRAWS):
        corpus = small_corpus(draw, level)
        models = _trained(corpus, draw.below(100), 2 if level == 1 else 3)
        words = [word for word in FAMILY_WORDS if word not in corpus and len(word) > level] if models else []
        tasks = [fewest_tokens(models=models, word=word) for word in words if _is_wanted(models, word)]
        if tasks:
            answer = draw.choice(tuple(dict.fromkeys(task.solution for task in tasks)))
            return draw.choice([task for task in tasks if task.solution == answer])
    raise AssertionError("no word was drawn for which one algorithm needs the fewest tokens")


def _trained(corpus: Mapping[str, int], part: int, number: int) -> tuple[Model, ...]:
    """Train two or three up to one size that each reaches; none where they have no size in common. part: how far the
    size is between the smallest and the largest, in hundredths."""
    grown = bpe.train(corpus, merges=_MOST_MERGES, rules="course")
    scored = wordpiece.train(corpus, rules="course")
    special = len(scored.rules.first_tokens)
    smallest = max(grown.sizes()[0] + 1, scored.sizes()[0] - special)
    largest = min(grown.sizes()[-1], scored.sizes()[-1] - special, _MOST_PIECES)
    if smallest > largest:
        return ()
    size = smallest + part * (largest - smallest + 1) // 100
    models = grown.model(grown.steps_to(size)[0]), scored.model(scored.steps_to(size + special)[0])
    if number == len(models):
        return models
    pruned = unigram.train(corpus, vocab_size=size, rules="course")
    return (*models, pruned.model()) if len(pruned.vocabulary()) == size else ()


def _is_wanted(models: Sequence[Model], word: str) -> bool:
    """Tell if one model needs the fewest tokens, as the digits that are shown tell."""
    if not all(_is_known(model, word) for model in models):
        return False
    numbers = sorted(len(model.encode_word(word)) for model in models)
    return numbers[0] < numbers[1] and all(_is_clear(model, word) for model in models)


def _is_clear(model: Model, word: str) -> bool:
    """Tell if Unigram's best path is far better than those with more or fewer tokens."""
    if not isinstance(model, unigram.Model):
        return True
    paths = sorted(model.lattice(word).paths(_MOST_PATHS + 1), key=lambda path: -path.probability)
    others = [path for path in paths if len(path.pieces) != len(paths[0].pieces)]
    return len(paths) <= _MOST_PATHS and all(path.probability < _CLEAR * paths[0].probability for path in others)


KINDS = (Exercise("fewest-tokens", _drawn, fewest_tokens, read_choice, remark=_remark),)
