"""The glossary: complete, closed in itself, and tied to the pages and headings that it explains."""

import re

import pytest

from tests.catalogs import COMPLETE
from tokviz import guides
from tokviz.state.pages import PAGES
from tokviz.texts import LANGUAGES, templates
from tokviz.views.shared import glossary
from tokviz.views.shared.catalog import load

TERMS = glossary.load()
ASKED_FOR = {
    *(
        "corpus",
        "text",
        "word",
        "pre-token",
        "character",
        "code-point",
        "byte",
        "symbol",
        "piece",
        "token",
        "vocabulary",
    ),
    *("id", "pair", "merge", "rank", "score", "count", "segmentation", "likelihood", "nat", "e-step", "m-step", "loss"),
    *("seed-piece", "random-seed", "lattice", "viterbi", "held-out", "normalization", "special-token", "fertility"),
    *("renyi-efficiency", "jaccard", "convention", "cost", "gini-coefficient", "morpheme", "precision-recall"),
    *("tokenizer", "tokenization", "subword", "bpe", "wordpiece", "unigram", "sentencepiece", "utf", "alphabet"),
    *("encoding", "decoding", "tokenization-model", "language-model", "mark", "pattern", "normalizer", "added-token"),
    *("post-processor", "candidate", "greedy", "em", "expected-count", "byte-level-bpe", "byte-fallback", "grapheme"),
    *(
        "boundary",
        "boundary-f",
        "compression",
        "subword-regularization",
        "embedding",
        "perplexity",
        "merge-number",
        "log-score",
    ),
}
STOPS = {"en": ".", "zh": "。"}
PLAIN = {"text", "word", "count"}  # everybody's words too, and a verb: links only where the term is meant
MOST = 45  # words of a definition; two ideographs count as one


def length(text: str) -> float:
    wide = len(re.findall(r"[\u3400-\u9fff]", text))
    return len(re.findall(r"[^\W\u3400-\u9fff]+", text)) + wide / 2


def test_the_terms_of_the_plan_are_there() -> None:
    assert ASKED_FOR - TERMS.keys() == set()


@pytest.mark.parametrize("key", TERMS)
def test_a_term_is_there_in_each_language(key: str) -> None:
    term = TERMS[key]
    assert set(term.name) == set(term.definition)
    assert set(COMPLETE) <= set(term.name) <= set(LANGUAGES)
    for language in term.name:
        assert term.name[language].strip()
        assert term.definition[language].endswith(STOPS.get(language, ""))
        assert length(term.plain(language)) <= MOST, term.plain(language)
        assert not re.search(r"[\[\]()]\(", term.plain(language))


@pytest.mark.parametrize("key", TERMS)
def test_a_term_has_an_example_in_each_language(key: str) -> None:
    """It is short, ends like a sentence, and has the same tokens and numbers in every language."""
    example = TERMS[key].example
    assert set(COMPLETE) <= set(example)
    for language, text in example.items():
        assert length(text) <= 30, text
        assert text.endswith(STOPS.get(language, "")), text
    facts = [(re.findall(r"`([^`]*)`", text), sorted(re.findall(r"\d[\d.,]*\d|\d", text))) for text in example.values()]
    assert all(len(one[0]) == len(facts[0][0]) and sorted(one[0]) == sorted(facts[0][0]) for one in facts)


def test_an_example_draws_its_tokens_as_chips() -> None:
    drawn = glossary.example_html(TERMS["pair"], load("en"))
    assert re.findall(r'class="tokviz-chip">([^<]*)<', drawn) == ["l", "o", "w", "l", "o", "o", "w"]
    assert re.sub(r"<[^>]*>", "", drawn) == "low has two: lo and ow."


def test_a_definition_goes_round_in_no_circle() -> None:
    """No two terms are defined by each other alone: one of both has another link, or none."""
    only = {key: links(term, "en") for key, term in TERMS.items()}
    assert [
        (one, other) for one in only for other in only if one < other and only[one] == {other} and only[other] == {one}
    ] == []


def links(term: glossary.Term, language: str) -> set[str]:
    """The terms that a definition links to."""
    return {key for _, key in glossary.LINK.findall(term.definition.get(language, term.definition["en"]))}


@pytest.mark.parametrize("key", TERMS)
def test_what_a_definition_leans_on_is_a_term(key: str) -> None:
    term = TERMS[key]
    mentioned = [links(term, language) for language in LANGUAGES]
    assert all(terms == mentioned[0] for terms in mentioned), "the languages link to the same terms"
    assert mentioned[0] | set(term.related) <= TERMS.keys() - {key}
    assert mentioned[0] | set(term.related), "nothing stands alone"
    assert len(set(term.related)) == len(term.related)


@pytest.mark.parametrize("key", TERMS)
def test_the_names_of_terms_in_a_definition_are_links(key: str) -> None:
    """A name of another term that is in a definition as a word of its own is a link, once."""
    unlinked = re.sub(r"`[^`]*`|\[[^\]]*\]\([^)]*\)", "", TERMS[key].definition["en"]).lower()
    for other, term in TERMS.items():
        name = term.name["en"].split(" (")[0].lower()
        if other not in {key, *PLAIN} and not term.is_plain and re.search(rf"\b{re.escape(name)}\b", unlinked):
            assert other in links(TERMS[key], "en"), name


@pytest.mark.parametrize("key", TERMS)
def test_a_term_is_used(key: str) -> None:
    """It has pages that are there, and its name is in the catalog, a lesson or the definition of another term."""
    term = TERMS[key]
    assert term.pages
    assert set(term.pages) <= {page.address for page in PAGES} - {"", "lessons", "glossary", "live"}
    word = term.name["en"].split()[0].lower().removesuffix("ation")
    lessons = [text for name in guides.names() for card in guides.load(name).cards for text in card.text.values()]
    others = [one.plain("en") for one in TERMS.values() if one is not term]
    assert word in "\n".join([*templates("en").values(), *lessons, *others]).lower()


def test_every_page_of_a_lesson_has_terms() -> None:
    of_lessons = {card.page for name in guides.names() for card in guides.load(name).cards}
    assert {page for term in TERMS.values() for page in term.pages} == of_lessons | {
        "chat",
        "parity",
        "picky",
        "practice",
        "superbpe",
        "vocabulary",
    }


def test_headings_are_in_the_catalog_and_have_one_term() -> None:
    keys = [key for term in TERMS.values() for key in term.help]
    assert len(keys) == len(set(keys))
    assert set(keys) <= templates("en").keys()


def test_definitions_by_the_key_of_a_heading() -> None:
    assert glossary.help_of("column.pair", "zh") == "词中相邻的两个符号。"
    assert glossary.help_of("column.count", "en") == TERMS["count"].plain("en")
    assert glossary.help_of("column.printed", "en") is None


def test_searching() -> None:
    assert [term.key for term in glossary.find_terms("", "en")] == sorted(
        TERMS, key=lambda key: TERMS[key].name["en"].casefold()
    )
    assert [term.key for term in glossary.find_terms(" VITERBI ", "zh")] == ["viterbi"]
    assert [term.key for term in glossary.find_terms("维特比", "en")] == ["viterbi"]
    assert glossary.find_terms("nats", "en")[0].key == "corpus-loss"
    assert glossary.find_terms("<script>", "en") == ()


def test_the_lesson_of_a_term_has_a_card_that_names_it() -> None:
    """A lesson that has the name of a term is about it; any other has the term's name on that card."""
    cards = glossary.first_cards()
    assert cards["e-step"][0] == "unigram"
    for key, (lesson, number) in cards.items():
        card = guides.load(lesson).cards[number - 1]
        said = f"{card.title['en']} {card.text['en']}".casefold()
        assert key == lesson or TERMS[key].called("en").casefold() in said, key
