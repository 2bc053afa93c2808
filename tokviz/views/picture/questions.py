"""Questions that a picture puts before it shows what comes next, and payloads with them, as they are sent.

A question is generic: options, of which those that tie with the algorithm's own choice are right as well, each with
the number that decides. What is asked at a step, and what would do, is :class:`tokviz.questions.StepQuestion`:
:func:`present` puts it into words with the texts of its kind of view, such as those of
:func:`tokviz.views.merges.narration.next_merge`. :func:`add_questions` adds questions to a payload that is already
built; the browser keeps the answers and the score.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from typing import Any, Generic, Literal, NotRequired, TypedDict, TypeVar, cast

from tokviz.checkpoint import checkpoint
from tokviz.model import Encoder
from tokviz.questions import StepQuestion
from tokviz.views.shared.catalog import Catalog, load
from tokviz.views.shared.display import shown
from tokviz.views.shared.line_sentences import line_sentence
from tokviz.views.shared.sentences import Sentence, code, code_pair, segments

__all__ = [
    "MAX_OPTIONS",
    "MAX_POINTED",
    "MAX_RIGHT",
    "Ask",
    "AskedOption",
    "Cover",
    "DrawWord",
    "Option",
    "OptionTexts",
    "OtherCandidateNames",
    "Question",
    "SingleAsk",
    "WordPicture",
    "add_questions",
    "limit_candidates",
    "payload_json",
    "picture_parts",
    "present",
]

MAX_OPTIONS = 8
"""The maximum number of options: as many as there are number keys that are easy to reach."""
MAX_RIGHT = 5
"""The maximum number of right options, where there are wrong ones to fill the rest."""
MAX_POINTED = 60
"""The maximum number of pairs, beside the options, that answer when the reader points at them in the picture."""

Cover = Literal["say", "spans", "turn"]
"""The parts of a frame that would give the answer away: the sentence on what is next, the outlines of it, and the
language that has the turn with its candidates."""

Candidate = TypeVar("Candidate")
Why = TypeVar("Why")


@dataclass(frozen=True)
class Option:
    """One answer. told: the number that decides, said after the answer; share: its length as a bar, 0 to 1, if longer
    is better; right: whether it would do; chosen: whether the algorithm takes it. names: what it is made of: both
    symbols of a pair, or one token; none where it is neither. thing: the number of what it is in the picture, where the
    answer is picked there. wrong: the number of a wrong option, said while the visitor may try again: it tells nothing
    of the other options."""

    label: Sentence
    told: Sentence
    right: bool
    chosen: bool
    share: float | None = None
    names: tuple[str, ...] = ()
    thing: int | None = None
    wrong: Sentence | None = None


@dataclass(frozen=True)
class Question:
    """A question at a step.

    hint: what one needs to know to answer. answer: what the algorithm does. rule: which rule broke the tie, and
    whatever else there is to say afterwards. hides: what is covered until then. pairs: whether the options are pairs of
    neighbors, which can be pointed at in the picture. others: candidates that are no options, and can be pointed at
    there as well. beyond: what is said of a pair that is neither, which is wrong: a template with {pair}; None where it
    could be right. first: a question that is asked before this one; a live class is asked this one alone.
    """

    text: Sentence
    options: Sequence[Option]
    answer: Sentence
    rule: Sentence | None = None
    hint: Sentence | None = None
    hides: Sequence[Cover] = ("say", "spans")
    pairs: bool = False
    others: Sequence[Option] = ()
    beyond: str | None = None
    first: Question | None = None


def limit_candidates(
    right: Iterable[Candidate], wrong: Iterable[Candidate]
) -> tuple[tuple[Candidate, ...], tuple[Candidate, ...], int]:
    """Return the candidates of a question out of all, both given best first: right ones, wrong ones, and how many right
    ones are left out.

    >>> limit_candidates("abcdefgh", "xyz"), limit_candidates("a", "pqrstuvwxyz"), limit_candidates("abcdefghi", "x")
    ((('a', 'b', 'c', 'd', 'e'), ('x', 'y', 'z'), 3), (('a',), ('p', 'q', 'r', 's', 't', 'u', 'v'), 0), \
(('a', 'b', 'c', 'd', 'e', 'f', 'g'), ('x',), 2))
    """
    all_right, all_wrong = tuple(right), tuple(wrong)
    offered = all_right[: max(MAX_RIGHT, MAX_OPTIONS - len(all_wrong))]
    return offered, all_wrong[: MAX_OPTIONS - len(offered)], len(all_right) - len(offered)


@dataclass(frozen=True)
class OptionTexts(Generic[Candidate]):
    """The texts of a candidate as an option, as :class:`Option` has them. order: what options are sorted by, so that
    their order tells nothing. missed: what is said of a wrong one."""

    order: Callable[[Candidate], Any]
    told: Callable[[Candidate], Sentence]
    missed: Callable[[Candidate], Sentence]
    names: Callable[[Candidate], tuple[str, ...]] = lambda _: ()
    share: Callable[[Candidate], float | None] = lambda _: None
    label: Callable[[Candidate], Sentence] | None = None


def present(
    asked: StepQuestion[Candidate, Why],
    texts: OptionTexts[Candidate],
    say: Catalog,
    answer: Sentence,
    rule: Sentence | None = None,
    hint: Sentence | None = None,
    *,
    beside: int = MAX_POINTED,
    beyond: str | None = None,
) -> Question:
    """Return a question about a step as a picture asks it. beside: so many candidates that are no options can be
    pointed at. beyond: the key of what is said of a pair that is neither, where that is surely wrong."""
    right, wrong, _ = limit_candidates(asked.right, asked.wrong)
    offered = sorted((*right, *wrong), key=texts.order)
    others = list(islice((candidate for candidate in asked.options if candidate not in offered), beside))

    def option(candidate: Candidate) -> Option:
        names, is_right = texts.names(candidate), candidate in asked.right
        return Option(
            texts.label(candidate) if texts.label else segments(code_pair(*names) if len(names) == 2 else code(*names)),
            texts.told(candidate),
            is_right,
            candidate in asked.right[: asked.taken],
            texts.share(candidate),
            names=names,
            wrong=None if is_right else texts.missed(candidate),
        )

    listed, every = len(offered) + len(others), len(asked.right) + len(asked.wrong)
    is_surely_wrong = len(asked.right) <= listed < every
    return Question(
        line_sentence(asked.asked, say),
        [option(candidate) for candidate in offered],
        answer,
        rule,
        hint,
        pairs=len(texts.names(asked.chosen)) == 2,
        others=[option(candidate) for candidate in others],
        beyond=say(beyond, n=listed, pair="{pair}") if beyond and is_surely_wrong else None,
    )


def add_questions(
    payload: dict[str, Any], question_at: Callable[[int], Question | None], topic: object, say: Catalog
) -> None:
    """Add to each frame of a payload what `question_at` asks at its step, if anything and it leaves a choice.

    topic: what the questions are about, such as the key of a trace; answers are kept by its ``repr`` and the step.
    """
    for step, frame in enumerate(payload["frames"], payload["first"]):
        checkpoint()
        question = question_at(step)
        if question is not None and len(question.options) > 1:
            frame["ask"] = _ask(question)
        elif question is not None and question.first is not None:
            frame["ask"] = _ask(question.first)
    payload["quiz"] = sha256(repr(topic).encode("utf-8", "surrogatepass")).hexdigest()[:16]
    payload["asks"] = say.within("predict.label.")


class AskedOption(TypedDict):
    """An option as it is sent; see :class:`Option`. names: in their visible form. wrong: of a wrong one alone."""

    label: Sentence
    names: list[str]
    told: Sentence
    share: float | None
    right: bool
    chosen: bool
    thing: NotRequired[int]
    wrong: NotRequired[Sentence]


class OtherCandidateNames(TypedDict):
    """A candidate that is no option, by its names. wrong: what is wrong with it; null if it is right."""

    names: list[str]
    wrong: Sentence | None


class SingleAsk(TypedDict):
    """One question as it is sent; see :class:`Question`."""

    question: Sentence
    hint: Sentence | None
    options: list[AskedOption]
    others: list[OtherCandidateNames]
    beyond: str | None
    answer: Sentence
    rule: Sentence | None
    hides: list[Cover]
    pairs: bool


class Ask(SingleAsk):
    """A question as it is sent, with what is asked before it."""

    first: NotRequired[SingleAsk]


def _ask(question: Question) -> Ask:
    asked = cast("Ask", {**_single(question)})
    if question.first is not None:
        asked["first"] = _single(question.first)
    return asked


def _single(question: Question) -> SingleAsk:
    return {
        "question": question.text,
        "hint": question.hint,
        "options": [_option(option) for option in question.options],
        "others": [
            {"names": _names(option), "wrong": None if option.right else option.wrong} for option in question.others
        ],
        "beyond": question.beyond,
        "answer": question.answer,
        "rule": question.rule,
        "hides": list(question.hides),
        "pairs": question.pairs,
    }


def _option(option: Option) -> AskedOption:
    data: AskedOption = {
        "label": option.label,
        "names": _names(option),
        "told": option.told,
        "share": None if option.share is None else round(option.share, 4),
        "right": option.right,
        "chosen": option.chosen,
    }
    if option.thing is not None:
        data["thing"] = option.thing
    if option.wrong is not None and not option.right:
        data["wrong"] = option.wrong
    return data


def _names(option: Option) -> list[str]:
    return [shown(name) for name in option.names]


# -- a word, ready to be sent ------------------------------------------------------------------------------------------


WordPicture = tuple[list[dict[str, Any]], Callable[[int], Question | None]]
"""The picture of a word: its payloads, part by part, and the function that returns the question before a step."""
DrawWord = Callable[[Any, str, Catalog], WordPicture]
"""Makes that of an encoder, a word and a catalog."""


def payload_json(payload: Mapping[str, Any]) -> str:
    """Return a payload of the picture as it is sent."""
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":"))


def picture_parts(
    draw: DrawWord, encoder: Encoder, word: str, language: str, asks: object
) -> tuple[int, tuple[str, ...]]:
    """Return the last step of a word, and the payloads of the picture for it, part by part, as JSON. Raises
    TokvizError.

    asks: what seeds the order of the options, where what comes next is asked first; None where it is not.
    """
    say = load(language)
    built, question_at = draw(encoder, word, say)
    if asks is not None:
        for part in built:
            add_questions(part, question_at, asks, say)
    return built[0]["total"], tuple(map(payload_json, built))
