"""Guided lessons: files that read as they should, true numbers in every language, and mistakes that are explained."""

import os
import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from tests.catalogs import COMPLETE
from tokviz import guides
from tokviz.errors import FormatError, RulesError
from tokviz.guides import MAX_TEXT, WHY, Card, Guide
from tokviz.location import site
from tokviz.state.pages import PAGES, form_of, parts_by_page
from tokviz.texts import LANGUAGES
from tokviz.web.guides import state as guide_state
from tokviz.web.shared.parts import PARTS

OURS = guides.ORDER
LONGEST = 45
"""Words of a card of ours; two Chinese characters count as one."""
MOST_NUMBERS = 3
"""Numbers of a card of ours, beside those in `code`, in names such as GPT-4, and the years of papers."""
EVERY_CARD = [(name, number) for name in guides.names() for number in range(1, len(guides.load(name).cards) + 1)]
MINE = """
title.en = "Mine"
title.zh = "我的"
line.en = "A line."
line.zh = "一句话。"

[[card]]
at = "/bpe?example=hug&step=2"
part = "picture"
until = 3
title.en = "First"
title.zh = "第一张"
text.en = "Look at `u g`."
text.zh = "看 `u g`。"
"""


def card_of(name: str, number: int) -> Card:
    return guides.load(name).cards[number - 1]


def numbers(text: str) -> Counter[str]:
    return Counter(re.findall(r"\d[\d.,]*\d|\d", text))


def told_numbers(text: str) -> set[str]:
    """Return the numbers that a text tells: those of code, of names and the years of papers are none."""
    names = r"`[^`]*`|GPT-\d\w?|UTF-8|T5|(?:Llama|Claude|Gemma|Mistral) \dB?|(?<![\d,])(?:19|20)\d\d(?!\d)"
    return set(numbers(re.sub(names, " ", text)))


# -- the files --------------------------------------------------------------------------------------------------------


def test_ours_come_first_and_have_about_seven_cards() -> None:
    assert guides.names()[: len(OURS)] == OURS
    assert {name: len(guides.load(name).cards) for name in OURS if not 6 <= len(guides.load(name).cards) <= 10} == {}


@pytest.mark.parametrize("name", guides.names())
def test_every_lesson_is_translated(name: str) -> None:
    """Into another language as a whole, or not yet: no lesson changes its language from card to card."""
    table = tomllib.loads((site() / "assets" / "guides" / f"{name}.toml").read_text("utf-8"))
    texts = [table[field] for field in ("title", "line", "goal") if field in table]
    texts += [card[field] for card in table["card"] for field in ("title", "text", "notes") if field in card]
    languages = {*COMPLETE, *(language for text in texts for language in text)}
    assert [text for text in texts if text.keys() != languages] == []


def test_every_lesson_leads_to_the_next_and_needs_what_came_before() -> None:
    assert [guides.load(name).next for name in OURS] == [*OURS[1:], ""]
    for place, name in enumerate(OURS):
        assert set(guides.load(name).needs) <= set(OURS[:place])
        assert place < 1 or guides.load(name).needs
        assert all(guides.load(name).goal[language] for language in LANGUAGES)


@pytest.mark.parametrize("name", OURS)
def test_every_lesson_asks_before_it_shows(name: str) -> None:
    """Three cards at least, and two questions at the end. The card does not show what it asks for."""
    cards = guides.load(name).cards
    assert len([card for card in cards[:-1] if card.asks or (card.is_predicting and card.until)]) >= 2
    assert len([card for card in cards if card.asks or (card.is_predicting and card.until)]) >= 3
    assert len(cards[-1].asks) == 2
    assert [number for number, card in enumerate(cards, start=1) if not all(card.notes.values())] == []


@pytest.mark.parametrize("minutes", guides.ROUTES)
def test_a_lecture_takes_as_long_as_it_says(minutes: int) -> None:
    stops = guides.lecture(minutes, map(guides.load, OURS))
    assert sum(stop.minutes for stop in stops) == minutes
    assert [stop.guide.name for stop in stops] == list(OURS)


def test_the_plan_in_the_documents_is_that_of_the_files() -> None:
    text = (Path(__file__).parents[1] / "docs" / "tutorials" / "first-lecture.md").read_text("utf-8")
    for name in OURS:
        cells = [f"`{name}`"]
        for minutes in guides.ROUTES:
            (stop,) = guides.lecture(minutes, [guides.load(name)])
            cells += [", ".join(map(str, stop.cards)), f"{stop.minutes:g}"]
        assert f"| {' | '.join(cells)} |" in text


def test_the_document_names_the_parts_of_each_page() -> None:
    text = (Path(__file__).parents[1] / "docs" / "how-to" / "write-a-lesson.md").read_text("utf-8")
    listed_anywhere = set(re.findall(r"`/([a-z-]+)`", text))
    named: dict[str, set[str]] = {page: set() for page in parts_by_page() if page in listed_anywhere}
    for row in text.partition("## Parts")[2].partition("## Make")[0].splitlines()[4:]:
        cells = row.strip("|").split("|")
        if len(cells) == 3:
            listed = set(re.findall(r"`/([a-z-]+)`", cells[2]))
            for page in named.keys() - listed if "all but" in cells[2] else listed:
                named[page] |= set(re.findall(r"`([a-z]+)`", cells[0]))
    assert named == {page: set(parts_by_page()[page]) for page in named}
    assert {card.page for name in guides.names() for card in guides.load(name).cards} <= named.keys()


def test_a_place_on_a_route_skips_the_other_cards() -> None:
    place, wrong = guide_state.read({"guide": "bpe", "card": "2", "route": "45"})
    assert place is not None
    assert (place.before, place.after, wrong) == (1, 3, ())
    whole, _ = guide_state.read({"guide": "bpe", "card": "2", "route": "46"})
    assert whole is not None
    assert (whole.before, whole.after) == (1, 3)


@pytest.mark.parametrize(("name", "number"), [one for one in EVERY_CARD if one[0] in OURS])
def test_a_card_is_neither_short_nor_long(name: str, number: int) -> None:
    words = [guides.length(text) for text in card_of(name, number).text.values()]
    assert min(words) >= 15
    assert max(words) <= LONGEST


def test_a_card_has_few_numbers() -> None:
    texts = [
        (name, number, text)
        for name, number in EVERY_CARD
        if name in OURS
        for text in card_of(name, number).text.values()
    ]
    assert [one for one in texts if len(told_numbers(one[2])) > MOST_NUMBERS] == []


def test_numbers_of_code_names_and_papers_are_not_counted() -> None:
    text = "GPT-4 makes `12 34` of 1,234 (Wu et al. 2016), 2 of 3 in T5."
    assert told_numbers(text) == {"1,234", "2", "3"}


def test_each_lesson_asks_for_a_reason_and_ends_with_papers() -> None:
    lessons = [guides.load(name) for name in OURS]
    kinds = {lesson.name: {ask.kind for card in lesson.cards for ask in card.asks} for lesson in lessons}
    assert [name for name, asked in kinds.items() if WHY not in asked] == []
    assert [lesson.name for lesson in lessons if not lesson.cards[-1].sources] == []


def test_what_is_not_translated_is_there_in_english() -> None:
    guide = guides.parse("mine", MINE.replace('text.zh = "看 `u g`。"', ""))
    assert guide.cards[0].text == dict.fromkeys(LANGUAGES, "Look at `u g`.")


def test_pages_and_parts_are_those_of_the_app() -> None:
    assert parts_by_page().keys() == {info.address for info in PAGES if info.address}
    assert {part for parts in parts_by_page().values() for part in parts} <= set(PARTS)


@pytest.mark.parametrize(("name", "number"), EVERY_CARD)
def test_languages_say_the_same(name: str, number: int) -> None:
    """The same numbers, and the same pieces of code but for words that only one language has to show."""
    english, *others = (card_of(name, number).text[language] for language in LANGUAGES)
    codes = re.findall(r"`([^`]+)`", english)
    for other in others:
        assert numbers(other) == numbers(english)
        assert Counter(re.findall(r"`([^`]+)`", other)) == Counter(codes)
        assert other.count("**") == english.count("**")


@pytest.mark.parametrize(("name", "number"), EVERY_CARD)
def test_chinese_has_chinese_punctuation(name: str, number: int) -> None:
    card = card_of(name, number)
    wrong = re.compile(
        r"[\u3400-\u9fff][,.;:!?()]|[,;:!?()][\u3400-\u9fff]|[\u3400-\u9fff] +[\u3400-\u9fff]|[，。：；] "
    )
    assert [text for text in (card.title["zh"], card.text["zh"]) if wrong.search(text)] == []


@pytest.mark.parametrize(("name", "number"), EVERY_CARD)
def test_an_address_is_read_as_it_stands(name: str, number: int) -> None:
    card = card_of(name, number)
    form = form_of(card.page, card.query)
    state, wrong = form.read(card.query)
    assert wrong == ()
    assert form.read(guide_state.canonical(card)) == (state, ())


# -- mistakes ----------------------------------------------------------------------------------------------------------


def in_all(english: str, chinese: str) -> dict[str, str]:
    """A text that is there in two languages, as a guide has it."""
    return {**dict.fromkeys(LANGUAGES, english), "zh": chinese}


def test_a_guide_of_ones_own() -> None:
    guide = guides.parse("mine", MINE)
    assert guide == Guide(
        "mine",
        in_all("Mine", "我的"),
        in_all("A line.", "一句话。"),
        (
            Card(
                "bpe",
                {"example": "hug", "step": "2"},
                "picture",
                3,
                in_all("First", "第一张"),
                in_all("Look at `u g`.", "看 `u g`。"),
            ),
        ),
    )
    assert guide.cards[0].step == 2


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "values"),
    [
        ('title.en = "Mine"', "title.en = Mine", "guide-syntax", 2, {"why": "Invalid value"}),
        ("[[card]]", "[[card", "guide-syntax", 7, {}),
        ('title.en = "Mine"', "", "guide-lacks", 1, {"where": "title.en", "name": "title.en"}),
        ('text.en = "Look at `u g`."', "", "guide-lacks", 7, {"where": "card 1, text.en"}),
        ('text.zh = "看 `u g`。"', 'text.zh = " "', "guide-lacks", 7, {"where": "card 1, text.zh"}),
        ('text.zh = "看 `u g`。"', "text.zh = 3", "guide-lacks", 7, {"where": "card 1, text.zh"}),
        ('part = "picture"', "", "guide-lacks", 7, {"where": "card 1, part"}),
        (
            'part = "picture"',
            'part = "scene"',
            "guide-part",
            7,
            {"value": "scene", "choices": "controls, about, picture"},
        ),
        (
            'at = "/bpe?',
            'at = "/bqe?',
            "guide-page",
            7,
            {"value": "/bqe", "choices": "/lessons, /glossary"},
        ),
        ('at = "/bpe?', 'at = "https://example.org/bpe?', "guide-page", 7, {"value": "example.org/bpe"}),
        ("until = 3", "until = 2", "guide-until", 7, {"step": 2}),
        ("until = 3", 'until = "3"', "guide-until", 7, {}),
        ("until = 3", "untill = 3", "guide-name", 7, {"where": "card 1, untill", "choices": "ask, at, minutes"}),
        ('text.en = "Look', 'text.xx = "Voici"\ntext.en = "Look', "guide-name", 7, {"where": "card 1, text.xx"}),
        ("Look at", "Look " * MAX_TEXT, "guide-long", 7, {"where": "card 1, text.en", "words": MAX_TEXT + 2}),
        ("until = 3", "minutes = 0", "guide-value-minutes", 7, {"where": "card 1, minutes"}),
        ("until = 3", "routes = [60]", "guide-value-routes", 7, {"where": "card 1, routes"}),
        ("until = 3", 'moves = ["size"]', "guide-value-moves", 7, {"where": "card 1, moves"}),
        ("until = 3", 'ask = "encode"', "guide-value-ask", 7, {"where": "card 1, ask"}),
        ("until = 3", "ask.kind = 'quiz'", "guide-kind", 7, {"value": "quiz", "choices": "pair-counts"}),
        ("until = 3", "ask.word = 'hug'", "guide-lacks", 7, {"where": "card 1, ask.kind"}),
        ("until = 3", "ask.kind = 'encode'\nask.word = 3", "guide-value-text", 7, {"where": "card 1, ask.word"}),
        ("until = 3", "ask.kind = 'encode'\nask.n = '3'", "guide-value-number", 7, {"where": "card 1, ask.n"}),
        (
            "until = 3",
            "ask.kind = 'encode'\nask.pair = 'es'",
            "guide-value-texts",
            7,
            {"where": "card 1, ask.pair"},
        ),
        ("until = 3", "ask.kind = 'encode'\nask.wrd = 'es'", "guide-name", 7, {"where": "card 1, ask.wrd"}),
        ("line.en", 'needs = "bpe"\nline.en', "guide-value-names", 1, {"where": "needs"}),
        ("line.en", "next = 3\nline.en", "guide-value-name", 1, {"where": "next"}),
        ("看", "看" * 2 * MAX_TEXT, "guide-long", 7, {"where": "card 1, text.zh"}),
    ],
)
def test_a_mistake_is_explained(old: str, new: str, code: str, line: int, values: dict[str, object]) -> None:
    assert old in MINE
    with pytest.raises(FormatError) as caught:
        guides.parse("mine", MINE.replace(old, new, 1))
    assert (caught.value.code, caught.value.line) == (code, line)
    for name, value in values.items():  # lists of choices are long
        assert str(caught.value.details[name]).startswith(str(value))
    assert "mine.toml" in str(caught.value)


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("[" * 5_000 + "]" * 5_000, "guide-nested"),
        ("{a=" * 5_000 + "1" + "}" * 5_000, "guide-nested"),
        ("9" * 5_000, "guide-digits"),
        ("[[-" + "9" * 5_000 + "]]", "guide-digits"),
        ("0x" + "f" * 5_000, "guide-digits"),
        (f"{2**63}", "guide-digits"),
    ],
)
def test_what_python_itself_does_not_read_is_explained(value: str, code: str) -> None:
    with pytest.raises(FormatError) as caught:
        guides.parse("mine", MINE.replace("until = 3", f"until = {value}"))
    until = 1 + MINE[: MINE.index("until = 3")].count("\n")
    assert (caught.value.code, caught.value.line) == (code, until)
    assert "mine.toml" in str(caught.value)


@pytest.mark.slow
def test_keys_with_many_dots_are_only_unknown() -> None:
    with pytest.raises(FormatError) as caught:
        guides.parse("mine", f"{'a.' * 5_000}a = 1\n{MINE}")
    assert caught.value.code == "guide-name"


def test_a_guide_without_cards_is_none() -> None:
    with pytest.raises(FormatError) as caught:
        guides.parse("mine", MINE.partition("[[card]]")[0])
    assert (caught.value.code, caught.value.details["file"]) == ("guide-empty", "mine.toml")


def test_an_unknown_guide() -> None:
    with pytest.raises(RulesError) as caught:
        guides.load("bqe")
    assert (caught.value.code, caught.value.details["value"]) == ("guide-unknown", "bqe")
    assert str(caught.value.details["choices"]).startswith("why, bpe")


def test_a_guide_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guides, "_FOLDER", tmp_path)
    (tmp_path / "aardvark.toml").write_text(MINE, encoding="utf-8")
    (tmp_path / "unigram.toml").write_text(MINE, encoding="utf-8")
    (tmp_path / "latin.toml").write_bytes(MINE.encode("gb18030"))
    assert guides.names() == ("unigram", "aardvark", "latin")
    assert guides.load("aardvark").title["en"] == "Mine"
    (tmp_path / "aardvark.toml").write_text(MINE.replace('"Mine"', '"Changed"'), encoding="utf-8")
    os.utime(tmp_path / "aardvark.toml", ns=(0, 0))  # at another time than before, however fast the clock is
    assert guides.load("aardvark").title["en"] == "Changed"
    with pytest.raises(FormatError) as caught:
        guides.load("latin")
    assert (caught.value.code, caught.value.details["file"]) == ("guide-encoding", "latin.toml")


def test_lines_of_a_paragraph_are_joined() -> None:
    """With a space between words, with none between Chinese characters."""
    text = 'text.zh = """\n第一行，\n`e r`\n，第二行 `u g`\n还有\n三 `e s`。\n\n第二段。\n"""'
    guide = guides.parse("mine", MINE.replace('text.zh = "看 `u g`。"', text))
    assert guide.cards[0].text["zh"] == "第一行，`e r`，第二行 `u g` 还有三 `e s`。\n\n第二段。"


# -- the address -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "place", "wrong"),
    [
        ({}, None, ()),
        ({"card": "3"}, None, ()),
        ({"guide": "bqe", "card": "3"}, None, ("guide",)),
        ({"guide": "../bpe"}, None, ("guide",)),
        ({"guide": "bpe"}, ("bpe", 1), ()),
        ({"guide": "bpe", "card": "3", "lang": "zh"}, ("bpe", 3), ()),
        ({"guide": "bpe", "card": "0"}, ("bpe", 1), ("card",)),
        ({"guide": "bpe", "card": "99"}, ("bpe", 9), ("card",)),
        ({"guide": "bpe", "card": "-1"}, ("bpe", 1), ("card",)),
        ({"guide": "bpe", "card": "三"}, ("bpe", 1), ("card",)),
        ({"guide": "bpe", "card": "9" * 5000}, ("bpe", 1), ("card",)),
    ],
)
def test_a_place_is_read_from_the_address(
    query: dict[str, str], place: tuple[str, int] | None, wrong: tuple[str, ...]
) -> None:
    found, put_right = guide_state.read(query)
    assert (found and (found.guide.name, found.number), put_right) == (place, wrong)
