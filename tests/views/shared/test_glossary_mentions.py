"""Terms in running text: the first mention of a paragraph, in both languages, and nothing inside of code."""

from __future__ import annotations

import re

import pytest

from tokviz import guides
from tokviz.frontend import FOLDER
from tokviz.views.shared import glossary
from tokviz.views.shared.catalog import LANGUAGES, load

MENTION = re.compile(r"\[([^\[\]]+)\]\(([a-z-]+)\)")


NOUN = {"en": "the ", "zh": "的"}
"""Words that show a noun."""


def terms(text: str, language: str) -> list[tuple[str, str]]:
    return MENTION.findall(glossary.mark_terms(text, language))


def test_the_first_mention_of_a_paragraph() -> None:
    assert terms("A pair, and another pair.\n\nPairs again.", "en") == [("pair", "pair"), ("Pairs", "pair")]
    assert terms("Repairs, pairing and a pair-like thing", "en") == []
    assert terms("一个符号对，又一个符号对。", "zh") == [("符号对", "pair")]


def test_english_terms_are_words_in_a_language_that_has_none_yet() -> None:
    assert terms("Repairs, pairing and a pair-like thing", "eo") == []
    assert terms("A pair, and Pairs again.", "eo") == [("pair", "pair")]


def test_the_longest_name_wins_and_code_is_left_alone() -> None:
    assert terms("the number of one code point", "en") == [("code point", "code-point")]
    assert terms("each pre-token", "en") == [("pre-token", "pre-token")]
    assert terms("`pair` and **pair** and [pair](symbol)", "en")[:1] == [("pair", "symbol")]
    assert len(terms("`pair` and **pair** and [pair](symbol)", "en")) == 1


def test_a_paragraph_has_few() -> None:
    assert len(terms("pair, symbol, token, corpus", "en")) == glossary.MAX_MENTIONS


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("a trainer in TensorFlow Text merges nothing", "en"),
        ("a stretch counts as a word", "en"),
        ("So it counts 10 × 0.829; this counts, and each scores", "en"),
        ("It counts only the best; then count the rest, merge it and rank it.", "en"),
        ("each step scores all of it, and `e s` ties with `s t`", "en"),
        ("最先合并 `u g`，再合并别的；怎样切分 `pugs`，为什么没有合并 `th`", "zh"),
    ],
)
def test_a_verb_and_a_proper_name_are_left_alone(text: str, language: str) -> None:
    assert terms(text, language) == []


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        ("by score, a pair's count and no tie", "en", ["score", "pair", "count"]),
        ("after 15 merges, each merge", "en", ["merges"]),
        ("一次合并，两种切分", "zh", ["合并", "切分"]),
    ],
)
def test_the_same_word_as_a_noun_is_marked(text: str, language: str, found: list[str]) -> None:
    assert [word for word, _ in terms(text, language)] == found


VERBS = {"count", "cost", "gain", "mark", "merge", "rank", "score", "text", "tie", "turn", "word"}
"""Names of terms that are English verbs, or plain words of texts."""
SUBJECTS = re.compile(
    r"(?:^|[.:;?!*\n] ?|\b(?:it|which|that|who|you|we|they|to|and|then|now|step|training|page|BPE|Unigram|Text) )$",
    re.IGNORECASE,
)
"""The end of a text before a verb: a subject, the beginning of a sentence, another verb."""


def texts_with_terms(language: str) -> list[str]:
    """Return the texts of ours in which terms are marked: those of cards, and some of the catalog."""
    cards = [card.text[language] for name in guides.ORDER for card in guides.load(name).cards]
    source = " ".join(path.read_text(encoding="utf-8") for path in FOLDER.parent.glob("web/**/*.py"))
    keys = re.findall(r'_with_terms\(\s*"([a-z.-]+)"', source)
    assert keys
    return [glossary.mark_terms(text, language) for text in (*cards, *(load(language).templates[key] for key in keys))]


def test_names_that_are_verbs_are_known_as_such() -> None:
    named = {term.called("en"): term for term in glossary.load().values()}
    assert {
        name for name in VERBS & named.keys() if not named[name].is_plain and "en" not in named[name].verb_in
    } == set()
    assert {name for name, term in named.items() if "en" in term.verb_in} <= VERBS


def test_no_verb_of_ours_is_marked() -> None:
    """Not in "BPE counts pairs" and not in "Count pairs": what is before a marked word is no subject."""
    wrong = []
    for text in texts_with_terms("en"):
        plain = MENTION.sub(r"\1", text)
        for match in MENTION.finditer(text):
            before = MENTION.sub(r"\1", text[: match.start()])
            if match[1].casefold().removesuffix("s") in VERBS and SUBJECTS.search(before):
                wrong.append(plain[max(0, len(before) - 30) : len(before) + 30])
    assert wrong == []


def test_no_part_of_a_proper_name_is_marked() -> None:
    """A term in a capital letter begins a sentence, or is written so in the glossary."""
    wrong = []
    for text in texts_with_terms("en"):
        for match in MENTION.finditer(text):
            name = glossary.load()[match[2]].called("en") if match[2] in glossary.load() else match[1]
            is_name = match[1][0].isupper() and not name[0].isupper()
            if is_name and re.search(r"[A-Z]\w* $", text[: match.start()]):
                wrong.append(text[max(0, match.start() - 30) : match.end() + 30])
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_are_the_same_text_with_marks(language: str) -> None:
    for name in guides.names():
        for card in guides.load(name).cards:
            text = card.text[language]
            marked = glossary.mark_terms(text, language)
            assert MENTION.sub(r"\1", marked) == text
            found = [key for _, key in MENTION.findall(marked)]
            assert glossary.definitions(marked, language).keys() == set(found)
            for paragraph in marked.split("\n\n"):
                keys = [key for _, key in MENTION.findall(paragraph)]
                assert len(keys) == len(set(keys)) <= glossary.MAX_MENTIONS


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_leads_to_its_own_term(language: str) -> None:
    for key, term in glossary.load().items():
        name = term.called(language)
        if len(name) > 1:
            spoken = language if language in term.name else "en"
            marked = terms(f"{NOUN[spoken]}{name}" if spoken in term.verb_in else name, language)
            assert key not in {one for _, one in marked} if term.is_plain else marked == [(name, key)]


def test_html_gives_the_definition_to_pointer_focus_and_screen_reader() -> None:
    made = glossary.marked_html("Each [pair](pair) <|x|>", load("en"))
    found = re.fullmatch(
        r'Each <dfn class="term" tabindex="0" aria-describedby="(\S+)">pair<span class="definition" role="tooltip" '
        r'id="(\S+)">Two symbols side by side in a word\.</span></dfn> <\|x\|>',
        made,
    )
    assert found
    assert found[1] == found[2]
    assert glossary.marked_html("[no](such-term)", load("en")) == "[no](such-term)"
    assert load("en").language == "en"
