"""Check a function of the user: a trainer, an encoder, a best path, an EM pass, beside the real algorithm.

The function runs in this very process, on worked corpora and on small ones drawn from a seed, under a chosen
convention. It ends at the first case that differs and says where. What the function raises is reported; what never ends
is up to whoever calls, such as ``tokviz check``, which lets it run in a process of its own.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from tokviz import bpe, unigram, wordpiece
from tokviz.bpe.encoding import ENCODINGS
from tokviz.corpus import Corpus
from tokviz.errors import RulesError
from tokviz.exercises.conventions import Name, conventions, fit, left_at, trained
from tokviz.exercises.making import about
from tokviz.exercises.merging import Trace
from tokviz.exercises.task import LEVELS, Draw, Explanation, small_corpus
from tokviz.lines import Line, Symbols, line
from tokviz.merging.rules import Rules
from tokviz.merging.steps import Pair
from tokviz.model import Model
from tokviz.presets import resolve
from tokviz.text_keys import preset_key
from tokviz.unigram.plain import expected, probabilities

MERGES = 8
"""So many merges a trainer is asked for, and so many an encoder gets."""

_WORKED = (
    {"low": 5, "lower": 2, "newest": 6, "widest": 3},
    {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5},
    {"aaaa": 2, "aaabdaaabac": 1, "a": 3},
    {"ab": 3, "cd": 3, "ef": 3},
)
_RETURNED = {
    "bpe.train": "check.returned.bpe.train",
    "wordpiece.train": "check.returned.wordpiece.train",
    "bpe.encode": "check.returned.bpe.encode",
    "wordpiece.encode": "check.returned.wordpiece.encode",
    "unigram.best": "check.returned.unigram.best",
    "unigram.em": "check.returned.unigram.em",
}
_CLOSE = 1e-6  # of a probability; sums in another order differ by less

Function = Callable[..., Any]
Convention = TypeVar("Convention", bpe.Rules, wordpiece.Rules, unigram.Rules)


@dataclass(frozen=True)
class Case:
    """One call of a function. corpus: what it is about; arguments: as the function gets them."""

    corpus: Corpus
    arguments: tuple[Any, ...] = field(repr=False)
    word: str = ""


@dataclass(frozen=True)
class Checked:
    """The result of checking a function.

    passed: whether nothing differs. cases: how many were looked at. said: what there is to say, in the words of the
    stage. case: the one that differs, None if none does. returned: what the function returned there, as merges or as
    tokens; empty where it returned neither.
    """

    name: str
    rules: str
    passed: bool
    cases: int
    said: tuple[Explanation, ...]
    case: Case | None = None
    returned: tuple[Pair, ...] | Symbols = ()


@dataclass(frozen=True)
class _Checkable(Generic[Convention]):
    """A function that can be checked. presets: the conventions that there are, the usual first. cases: of some corpora
    under one. judge: what is said of what a function returned, nothing if it is right; raises TypeError for what it
    cannot be. read: what it returned as merges or tokens of plain text, whatever classes the function has of its own.
    """

    presets: Mapping[str, Convention]
    cases: Callable[[Corpus, Convention], Iterator[Case]]
    judge: Callable[[Case, Any, Convention], tuple[Explanation, ...]]
    read: Callable[[Any], tuple[Pair, ...] | Symbols] = lambda returned: ()

    def check(
        self, name: str, function: Function, rules: str, corpora: Iterable[Corpus], on_case: Callable[[Case], None]
    ) -> Checked:
        convention = resolve(rules, self.presets)
        done = 0
        for corpus in corpora:
            for case in self.cases(corpus, convention):
                on_case(case)
                done += 1
                try:
                    returned = function(*case.arguments)
                except (Exception, SystemExit) as error:
                    return Checked(name, rules, False, done, (_raised(error),), case)
                try:
                    lines = self.judge(case, returned, convention)
                except (TypeError, ValueError, AttributeError):
                    lines = (line(_RETURNED[name], found=_brief(returned)),)
                    return Checked(name, rules, False, done, lines, case)
                if lines:
                    return Checked(name, rules, False, done, lines, case, self.read(returned))
        return Checked(name, rules, True, done, (line("check.passed", n=done),))


def check_function(
    name: str,
    function: Function,
    *,
    rules: str = "course",
    seed: object = 0,
    drawn: int = 20,
    on_case: Callable[[Case], None] = lambda _: None,
) -> Checked:
    """Run a function on worked corpora and on `drawn` random ones, and report the first case that differs.

    name: what the function is, of FUNCTIONS, with what it is called with and has to return:

    ``bpe.train`` and ``wordpiece.train``: (counts, merges), a dict of words with their counts and how many merges; the
    merges as a list of pairs. ``bpe.encode``: (word, merges); the tokens. ``wordpiece.encode``: (word, vocabulary), a
    list of tokens; the tokens. ``unigram.best``: (word, probabilities); the tokens of the best path, on a tie any best
    path. ``unigram.em``: (counts, probabilities); the probabilities after one E step and one M step.

    rules: the preset whose convention counts. on_case: called before each case. Raises RulesError for unknown names.

    >>> def train(counts, merges):
    ...     return bpe.train(Corpus(counts), merges=merges, rules="course").merges
    >>> check_function("bpe.train", train).passed, check_function("bpe.train", train, rules="sennrich").passed
    (True, False)
    """
    if name not in FUNCTIONS:
        raise RulesError("check-function", value=name, choices=", ".join(FUNCTIONS))
    return FUNCTIONS[name].check(name, function, rules, _corpora(seed, drawn), on_case)


def _corpora(seed: object, drawn: int) -> Iterator[Corpus]:
    yield from map(Corpus, _WORKED)
    for number in range(drawn):
        draw = Draw("tokviz check", seed, number)
        yield small_corpus(draw, draw.choice(LEVELS))


def _raised(error: BaseException) -> Line:
    place = traceback.extract_tb(error.__traceback__)[-1]
    return line("check.raised", error=f"{type(error).__name__}: {error}"[:200], number=place.lineno or 0)


def _brief(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"


# -- trainers ----------------------------------------------------------------------------------------------------------


def _training(corpus: Corpus, rules: Rules) -> Iterator[Case]:
    yield Case(corpus, (dict(corpus.items()), MERGES))


def _pairs(returned: Any) -> list[Pair]:
    """Return the merges that a trainer returned: pairs, or texts with a space, or a dict with these for keys."""
    pairs: list[Pair] = []
    for item in returned:
        left, right = item.split(" ") if isinstance(item, str) else item
        if not isinstance(left, str) or not isinstance(right, str):
            raise TypeError(item)
        pairs.append((left, right))
    return pairs


def _read_merges(returned: Any) -> tuple[Pair, ...]:
    return tuple((str(left), str(right)) for left, right in _pairs(returned))


def _judge_training(case: Case, returned: Any, rules: Rules) -> tuple[Line, ...]:
    merges = _pairs(returned)
    if len(merges) > MERGES:
        return (line("check.too-many", found=len(merges), wanted=MERGES),)
    fitted = fit(case.corpus, merges, rules)
    if not fitted.follows:
        algorithm: Name = "wordpiece" if isinstance(rules, wordpiece.Rules) else "bpe"
        others = [fitted.rules for fitted in conventions(case.corpus, merges, algorithm) if fitted.follows]
        also = (line("check.step.other", name=line(preset_key(others[0]))),) if others and len(merges) > 2 else ()
        return (*left_at(fitted), *also)
    wanted = trained(case.corpus, rules, merges=MERGES)
    if len(merges) < len(wanted):
        k = len(merges)
        return (line("check.stopped", number=k + 1, best=wanted.merges[k], count=wanted.counts[k]),)
    return ()


# -- encoders ----------------------------------------------------------------------------------------------------------


def _words(corpus: Corpus) -> tuple[str, ...]:
    """Return words of the corpus, and two that it does not have: the longest and the first crossed."""
    first, longest = corpus.words[0], max(corpus, key=len)
    return tuple(dict.fromkeys((first, longest, first[:2] + longest[1:], longest + first[-1:])))


def _encoding(corpus: Corpus, rules: bpe.Rules) -> Iterator[Case]:
    trace = bpe.train(corpus, merges=MERGES, rules=rules)
    for word in _words(corpus):
        yield Case(corpus, (word, list(trace.merges)), word)


def _merger(corpus: Corpus, rules: bpe.Rules) -> bpe.Model:
    return bpe.train(corpus, merges=MERGES, rules=rules).model(encoding=ENCODINGS["subword-nmt"])


def _judge_encoding(case: Case, returned: Any, rules: bpe.Rules) -> tuple[Explanation, ...]:
    return _said("encode", returned, model=_merger(case.corpus, rules), word=case.word)


def _matching(corpus: Corpus, rules: wordpiece.Rules) -> Iterator[Case]:
    model = _matcher(corpus, rules)
    for word in _words(corpus):
        yield Case(corpus, (word, list(model.vocabulary)), word)


def _matcher(corpus: Corpus, rules: wordpiece.Rules) -> wordpiece.Model:
    return wordpiece.train(corpus, merges=MERGES, rules=rules).model()


def _judge_matching(case: Case, returned: Any, rules: wordpiece.Rules) -> tuple[Explanation, ...]:
    return _said("longest-match", returned, model=_matcher(case.corpus, rules), word=case.word)


def _read_tokens(returned: Any) -> Symbols:
    return tuple(map(str, returned))


def _said(kind: str, returned: Any, **given: Any) -> tuple[Explanation, ...]:
    """Return the remarks about some tokens, as about an answer to the exercise of that kind; none if they are right."""
    tokens: Symbols = tuple(returned)
    if isinstance(returned, str) or not all(isinstance(token, str) for token in tokens):
        raise TypeError(returned)
    task = about(kind, **given)
    if tokens in task.accepted:  # a function has no other notation
        return ()
    return (line("check.tokens", word=given["word"], yours=tokens or ("",)), *task.because)


# -- unigram -----------------------------------------------------------------------------------------------------------


def _pieces(corpus: Corpus) -> dict[str, float]:
    """Return probabilities of the letters and of some substrings, from their counts."""
    trace = unigram.train(corpus, vocab_size=10_000, rules=unigram.Rules(seeds="substrings", max_piece_length=3))
    return trace.probabilities(1)


def _paths(corpus: Corpus, rules: unigram.Rules) -> Iterator[Case]:
    pieces = _pieces(corpus)
    for word in corpus.words[:4]:
        yield Case(corpus, (word, dict(pieces)), word)


def _splitter(corpus: Corpus, rules: unigram.Rules) -> unigram.Model:
    return unigram.Model(_pieces(corpus))


def _judge_path(case: Case, returned: Any, rules: unigram.Rules) -> tuple[Explanation, ...]:
    return _said("best-path", returned, model=_splitter(case.corpus, rules), word=case.word)


def _passes(corpus: Corpus, rules: unigram.Rules) -> Iterator[Case]:
    yield Case(corpus, (dict(corpus.items()), _pieces(corpus)))


def _judge_pass(case: Case, returned: Any, rules: unigram.Rules) -> tuple[Line, ...]:
    pieces = _pieces(case.corpus)
    counts = expected(case.corpus, pieces, rules)
    wanted = probabilities({piece: count for piece, count in counts.items() if count > _CLOSE})
    shares = {str(piece): float(share) for piece, share in dict(returned).items() if float(share) > _CLOSE}
    worst = max(
        sorted(wanted.keys() | shares.keys()), key=lambda piece: abs(shares.get(piece, 0.0) - wanted.get(piece, 0.0))
    )
    yours, right = shares.get(worst, 0.0), wanted.get(worst, 0.0)
    if abs(yours - right) <= _CLOSE:
        return ()
    return (line("check.em", piece=(worst,), yours=yours, right=right, count=counts.get(worst, 0.0)),)


_EM = {name: unigram.PRESETS[name] for name in ("soft-em", "hard-em")} | {"course": unigram.PRESETS["soft-em"]}
_UNDERSTOOD = {name: rules for name, rules in bpe.PRESETS.items() if rules.alphabet != "bytes"}

_MODELS: Mapping[str, Callable[[Corpus, Any], Model]] = MappingProxyType(
    {"bpe.encode": _merger, "wordpiece.encode": _matcher, "unigram.best": _splitter}
)


def right_trace(checked: Checked) -> Trace | None:
    """Return the training that a trainer should have made in the case that differs; None for what is no trainer."""
    if checked.case is None or not checked.name.endswith(".train"):
        return None
    rules = resolve(checked.rules, bpe.PRESETS if checked.name == "bpe.train" else wordpiece.PRESETS)
    return trained(checked.case.corpus, rules, merges=MERGES)


def right_model(checked: Checked) -> Model | None:
    """Return the model that splits the word of the case that differs as is right; None for what splits no word."""
    make = _MODELS.get(checked.name)
    if checked.case is None or make is None:
        return None
    return make(checked.case.corpus, resolve(checked.rules, FUNCTIONS[checked.name].presets))


_Checkables = _Checkable[bpe.Rules] | _Checkable[wordpiece.Rules] | _Checkable[unigram.Rules]

FUNCTIONS: Mapping[str, _Checkables] = MappingProxyType(
    {
        "bpe.train": _Checkable(bpe.PRESETS, _training, _judge_training, _read_merges),
        "wordpiece.train": _Checkable(wordpiece.PRESETS, _training, _judge_training, _read_merges),
        "bpe.encode": _Checkable(_UNDERSTOOD, _encoding, _judge_encoding, _read_tokens),
        "wordpiece.encode": _Checkable(wordpiece.PRESETS, _matching, _judge_matching, _read_tokens),
        "unigram.best": _Checkable(_EM, _paths, _judge_path, _read_tokens),
        "unigram.em": _Checkable(_EM, _passes, _judge_pass),
    }
)
"""The functions that can be checked, by name."""
