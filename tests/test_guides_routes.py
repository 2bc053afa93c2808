"""Routes of lectures: no card of a route builds on a card outside of it.

A card builds on another in three ways. It refers to it ("Back to the aim"), it sums it up, or it uses a term that the
other introduces in bold. The first two are listed here with the cards that are meant, and no such phrase is unlisted;
the terms are found in the texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set

import pytest

from tokviz import guides
from tokviz.guides import Card, Texts
from tokviz.texts import LANGUAGES

Plan = Mapping[str, Set[int]]
"""Lesson -> the numbers of its cards that a route visits."""
Place = tuple[str, int]

REFERS = {
    "en": re.compile(
        r"Back to|[Ll]ook again|\bcards? before|\bcard \d|\b(?:next|last|another|earlier) (?:card|lesson)\b"
        r"|[Tt]he lesson on|[Yy]ou saw|as before|comes back to"
    ),
    "zh": re.compile(r"回到(?!原来)|再看看|前面的?卡片|第 \d+ 张|[上下]一(?:张|课)|那一课|”一课|你看到"),
}
"""Phrases that send a reader to another card."""
MEANT: Mapping[Place, Mapping[str, tuple[Place, ...]]] = {
    ("why", 8): {"The lesson on bytes": (("bytes", 2),), "字节那一课": (("bytes", 2),)},
    ("why", 9): {
        "The lesson on bytes": (("bytes", 2),),
        "字节那一课": (("bytes", 2),),
        "下一课：这些部分是怎样找到的": (("bpe", 1),),
    },
    ("bpe", 7): {"The lesson on consequences comes back to": (("consequences", 8),), "”一课": (("consequences", 8),)},
    ("bytes", 5): {"the next card": (("bytes", 6),), "下一张卡片": (("bytes", 6),)},
    ("wordpiece", 8): {"Back to the aim": (("wordpiece", 4),), "回到目标": (("wordpiece", 4),)},
    ("tokens", 5): {"of card 1": (("tokens", 1),), "第 1 张卡片": (("tokens", 1),)},
    ("tokens", 6): {
        "Look again at its stages on the cards before": (("tokens", 2), ("tokens", 3)),
        "再看看前面卡片上": (("tokens", 2), ("tokens", 3)),
    },
    ("compare", 8): {"you saw it split": (("compare", 2),), "你看到它切分了": (("compare", 2),)},
    ("consequences", 9): {"The next lesson": (("choosing", 1),), "下一课": (("choosing", 1),)},
}
"""The cards that such a phrase means."""
SUMS_UP: Mapping[str, Mapping[str, tuple[int, ...]]] = {
    "why": {"Words lose": (2, 3), "make texts long": (4,), "Subwords lose no more": (6,)},
    "bpe": {"merges the most frequent": (2, 5), "breaks ties": (3,), "Encoding repeats": (8,)},
    "bytes": {"nothing is unknown": (2,), "inside a character": (6,), "A pattern splits": (4,), "Token counts": (7,)},
    "wordpiece": {"longest match": (1, 2), "becomes `[UNK]`": (3,), "by count, by score": (5,), "whole words": (7,)},
    "unigram": {"a probability": (2,), "E and M steps": (5, 6), "pruning removes": (7, 8), "Viterbi finds": (4,)},
    "tokens": {"Normalizer": (2,), "pre-tokenizer": (3,), "model": (1,), "special tokens": (5,)},
    "compare": {"the criterion": (2, 3), "marks, the unknown rule": (6,), "The measures": (7,)},
    "consequences": {"spelling": (1, 2), "sums": (4,)},
    "choosing": {"**Fine-tuning:**": (1,), "**Size:**": (3,)},
    "newer": {"which language": (1, 2), "which tokens": (4, 5), "where merges": (7, 8)},
}
"""The cards that the last card of each lesson sums up; that on choosing has a step of its own for what it omits."""
STRESSED = {
    "count",
    "probability",
    "product",
    "longest",
    "whole word",
    "next",
    "model",
    "your task",
    "and removals",
    "vocabulary size",
}
STRESSED |= {"english", "chinese", "bpe", "wordpiece", "unigram", "the text", "two questions", "candidates", "draw"}
"""Words in bold that are only stressed, or that everybody knows by the name of the lesson."""
BOLD = re.compile(r"\*\*([^*]+)\*\*")


def said(card: Card) -> Iterator[Texts]:
    """Yield the texts of a card that a class reads."""
    yield card.text
    for ask in card.asks:
        yield from (ask.question, *(text for reason in ask.reasons for text in (reason.text, reason.response)))


def joined(card: Card, language: str, *, has_notes: bool = False) -> str:
    texts = [text[language] for text in said(card) if text]
    return re.sub(r"\s+", " ", " ".join([*texts, *([card.notes[language]] if has_notes else [])]))


def plan(minutes: int) -> dict[str, set[int]]:
    return {name: set(guides.load(name).planned(minutes)) for name in guides.ORDER}


def cards(plan: Plan) -> Iterator[tuple[Place, Card]]:
    """Return the cards that a route visits, in their order."""
    for name in guides.ORDER:
        yield from (((name, number), guides.load(name).cards[number - 1]) for number in sorted(plan[name]))


WHOLE = {name: set(range(1, len(guides.load(name).cards) + 1)) for name in guides.ORDER}


def terms(text: str) -> set[str]:
    """Return the terms that a text introduces: what it has in bold, but for questions and whole sentences."""
    bold = (one.casefold() for one in BOLD.findall(text))
    short = {one for one in bold if len(one.split()) <= 3 and one[-1] not in "?.:"} - STRESSED
    return {re.sub(r"(?<=\w{3})(?:es|s|ing)$", "", one) for one in short}


INTRODUCED = {term for _, card in cards(WHOLE) for term in terms(card.text["en"])}


def not_introduced(plan: Plan) -> set[tuple[Place, str]]:
    """Return the terms that a card of a route uses, but that only cards outside of it introduce before."""
    known: set[str] = set()
    before: set[str] = set()
    lacking: set[tuple[Place, str]] = set()
    for place, card in cards(WHOLE):
        text = joined(card, "en")
        introduces = terms(card.text["en"])
        if place[1] in plan[place[0]]:
            used = {term for term in before if re.search(rf"(?<![\w-]){re.escape(term)}", text, re.IGNORECASE)}
            lacking |= {(place, term) for term in used - known - introduces}
            known |= introduces
        before |= introduces
    return lacking


def not_visited(plan: Plan) -> set[tuple[Place, str]]:
    """Return the phrases of a route that mean cards, or sum cards up, that it does not visit."""
    lacking: set[tuple[Place, str]] = set()
    for (name, number), _ in cards(plan):
        meant = dict(MEANT.get((name, number), {}))
        if number == len(guides.load(name).cards):
            meant |= {phrase: tuple((name, one) for one in summed) for phrase, summed in SUMS_UP[name].items()}
        lacking |= {
            ((name, number), phrase)
            for phrase, places in meant.items()
            for other, one in places
            if one not in plan[other]
        }
    return lacking


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_that_refers_is_listed(language: str) -> None:
    """Each match of such a phrase is part of one that says which card is meant."""
    unlisted = []
    for place, card in cards(WHOLE):
        text = joined(card, language, has_notes=True)
        listed = [match.span() for phrase in MEANT.get(place, ()) for match in re.finditer(re.escape(phrase), text)]
        unlisted += [
            (place, match[0])
            for match in REFERS[language].finditer(text)
            if not any(start <= match.start() and match.end() <= end for start, end in listed)
        ]
    assert unlisted == []


def test_what_is_listed_is_said() -> None:
    for place, phrases in MEANT.items():
        card = guides.load(place[0]).cards[place[1] - 1]
        texts = [joined(card, language, has_notes=True) for language in LANGUAGES]
        assert [phrase for phrase in phrases if sum(phrase in text for text in texts) != 1] == [], place
    for name, recaps in SUMS_UP.items():
        text = joined(guides.load(name).cards[-1], "en")
        assert [phrase for phrase in recaps if phrase not in text] == [], name
    assert SUMS_UP.keys() == set(guides.ORDER)


@pytest.mark.parametrize("minutes", guides.ROUTES)
def test_a_route_visits_what_its_cards_build_on(minutes: int) -> None:
    assert not_visited(plan(minutes)) == set()
    assert not_introduced(plan(minutes)) == set()


def test_a_card_that_is_left_out_is_missed() -> None:
    """Both ways find it: by the phrase that refers to it, and by the terms that it introduces."""
    without_aim = plan(45) | {"wordpiece": {1, 2, 8}}
    assert {(("wordpiece", 8), "Back to the aim"), (("wordpiece", 8), "回到目标")} == not_visited(without_aim)
    assert (("wordpiece", 8), "score") in not_introduced(without_aim)
    without_ties = plan(90) | {"bpe": plan(90)["bpe"] - {3}}
    assert (("bpe", 9), "breaks ties") in not_visited(without_ties)
    assert {(("bpe", 9), "tie"), (("bpe", 9), "convention")} <= not_introduced(without_ties)


def test_bold_words_are_terms_or_stressed() -> None:
    assert {"tie", "convention", "score", "subword", "viterbi", "normalizer", "special token"} <= INTRODUCED
    everything = " ".join(joined(card, "en") for _, card in cards(WHOLE)).casefold()
    assert [word for word in STRESSED if f"**{word}**" not in everything and f"**{word}:**" not in everything] == []
