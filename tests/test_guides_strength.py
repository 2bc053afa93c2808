"""The strength of sentences in our lessons: a sentence that says always or never is computed, or cites its source.

`tests/test_guides_claims.py` and `tests/test_guides_notes.py` say of each sentence why it is true. Here is what such a
reason must be: a sentence that generalizes has a predicate or a source, and a source is named to the reader, with its
year. Titles, lines and goals are no claims, so none of them generalizes.
"""

import re
from collections.abc import Callable, Iterator

import pytest

from tests import test_guides_claims as cards
from tests import test_guides_notes as notes
from tests.guides_of_texts import DOES, THINK, Cited
from tokviz import guides
from tokviz.guides import Ask, Texts
from tokviz.texts import LANGUAGES

STRONG = {
    "en": re.compile(
        r"\b(always|never|every|everything|nothing|cannot|can't|no|none|nobody|whatever)\b", re.IGNORECASE
    ),
    "zh": re.compile(r"总是|从不|从来|什么也不|什么都不|全都|任何|绝不|只要[^。]*就"),
}
EACH = re.compile(r"\b(each|every|all|per)\b", re.IGNORECASE)
"""English words for 每个, which claims less than "every"."""

Reason = Callable[[], bool] | str | Cited


def reasons(name: str) -> Iterator[tuple[str, str, Reason]]:
    """Each sentence of a lesson's cards and notes: its phrase, itself, and why it is true."""
    for said, claims in ((cards.sentences(name), cards.ALL[name]), (notes.sentences(name), notes.ALL[name])):
        for sentence in said:
            yield from ((phrase, sentence, why) for phrase, why in claims.items() if phrase in sentence)


def said(ask: Ask) -> Iterator[Texts]:
    """Yield the statements of the reasons of a question."""
    for reason in ask.reasons:
        yield from (reason.response, *([reason.text] if reason.is_right else []))


@pytest.mark.parametrize("name", guides.ORDER)
def test_a_strong_sentence_is_computed_or_cited(name: str) -> None:
    strong = {phrase: why for phrase, sentence, why in reasons(name) if STRONG["en"].search(sentence)}
    assert strong, "every lesson has some"
    assert {phrase for phrase, why in strong.items() if isinstance(why, str) and why != DOES} == set()


@pytest.mark.parametrize("name", guides.ORDER)
def test_an_opinion_says_that_it_is_one(name: str) -> None:
    opinions = [sentence for _, sentence, why in reasons(name) if why == THINK]
    assert [one for one in opinions if not re.search(r"\b(we think|probably)\b", one)] == []
    texts = [
        text for card in guides.load(name).cards for text in (card.text, *(t for ask in card.asks for t in said(ask)))
    ]
    english = sum(len(re.findall(r"\b(?:we think|probably)\b", one["en"])) for one in texts)
    assert sum(len(re.findall("我们认为|很可能|多半", one["zh"])) for one in texts) == english


@pytest.mark.parametrize("name", guides.ORDER)
def test_a_source_is_named_to_the_reader(name: str) -> None:
    """Its author and year, in the card or note that has the sentence, in every language, or below it."""
    cited = {phrase: why for phrase, _, why in reasons(name) if isinstance(why, Cited)}
    for phrase, source in cited.items():
        places = [
            {language: " ".join((re.sub(r"\s+", " ", text[language]), *card.sources)) for language in LANGUAGES}
            for card in guides.load(name).cards
            for text in (card.text, card.notes, *(part for ask in card.asks for part in said(ask)))
            if phrase in re.sub(r"\s+", " ", text["en"])
        ]
        assert len(places) == 1, phrase
        for language, text in places[0].items():
            author = re.escape(source.written(language))
            first = re.escape(re.split(r" et al\.|,| and ", source.author)[0])
            told = rf"{author}\W*(?:course|教程)?\W*{source.year}|{first}[^()]* \({source.year}\)"
            assert re.search(told, text), (phrase, language)


@pytest.mark.parametrize("name", guides.ORDER)
def test_chinese_is_no_stronger_than_english(name: str) -> None:
    """The English text generalizes wherever the Chinese one does, and its sentences have their reasons."""
    texts = [text for card in guides.load(name).cards for text in (card.text, card.notes)]
    assert [one["zh"] for one in texts if STRONG["zh"].search(one["zh"]) and not STRONG["en"].search(one["en"])] == []
    assert [one["zh"] for one in texts if "每个" in one["zh"] and not EACH.search(one["en"])] == []


@pytest.mark.parametrize("name", guides.ORDER)
def test_titles_and_goals_claim_nothing(name: str) -> None:
    lesson = guides.load(name)
    said = [lesson.title, lesson.line, lesson.goal, *(card.title for card in lesson.cards)]
    assert [one[language] for one in said for language in STRONG if STRONG[language].search(one[language])] == []
