"""Questions for a reason, and the papers of a card: how a file has them, and what the card says to each answer."""

import pytest

from tests.test_guides import MINE
from tokviz import guides
from tokviz.errors import FormatError
from tokviz.guides import WHY, Ask
from tokviz.texts import LANGUAGES
from tokviz.views.exercises import asking
from tokviz.views.shared.catalog import load
from tokviz.web.guides import card_content
from tokviz.web.guides.state import Place

ASKS = (
    MINE
    + """
sources = ["Gage (1994). A New Algorithm for Data Compression."]
[[card.ask]]
kind = "why"
question.en = "Why is `u g` first?"
question.zh = "为什么先是 `u g`？"
[[card.ask.reason]]
text.en = "It is a word."
text.zh = "它是一个词。"
response.en = "Words play no part."
response.zh = "是不是词不起作用。"
[[card.ask.reason]]
text.en = "`u g` is frequent."
text.zh = "`u g` 常见。"
response.en = "BPE counts."
response.zh = "BPE 看次数。"
right = true
"""
)
EVERY_REASON = [ask for name in guides.names() for card in guides.load(name).cards for ask in card.asks if ask.reasons]


FREQUENT = ({"tokens": ["u", "g"]}, " is frequent.")


def asked() -> Ask:
    """Return the question of the file."""
    (ask,) = guides.parse("mine", ASKS).cards[0].asks
    return ask


def test_a_file_has_reasons_and_papers() -> None:
    guide = guides.parse("mine", ASKS)
    assert guide.cards[0].sources == ("Gage (1994). A New Algorithm for Data Compression.",)
    assert asked().kind == WHY
    assert asked().question["zh"] == "为什么先是 `u g`？"
    assert [reason.is_right for reason in asked().reasons] == [False, True]
    assert guide.kinds == ()  # there is nothing to practice


@pytest.mark.parametrize(
    ("texts", "state", "shown"),
    [
        ([], "open", {}),
        (["1"], "again", {"said": ("Words play no part.",)}),
        (["2"], "right", {"said": ("BPE counts.",)}),
        (["1", "2"], "right", {"said": ("BPE counts.",)}),
        (["1", "1"], "wrong", {"answer": ("Answer: ", *FREQUENT), "because": ("BPE counts.",)}),
        ([None], "shown", {"answer": ("Answer: ", *FREQUENT), "because": ("BPE counts.",)}),
        (["of another version"], "open", {}),
    ],
)
def test_each_reason_has_its_response(texts: list[str | None], state: str, shown: dict[str, object]) -> None:
    data = asking.question_data(asked(), texts, load("en"))
    assert data["state"] == state
    assert data["choices"] == ["1", "2"]
    assert data["reasons"] == [("It is a word.",), FREQUENT]
    assert shown.items() <= data.items()
    assert ("answer" in data) == (state in ("wrong", "shown"))


def test_papers_are_sources_or_at_the_end_to_read_on() -> None:
    card = ASKS[ASKS.index("[[card]]") :]
    guide = guides.parse("mine", ASKS + card)
    for number, title in ((1, "Sources"), (2, "Read on")):
        data = card_content.card_data(Place(guide, number), None, load("en"))
        labels = data["labels"]
        assert isinstance(labels, dict)
        assert labels["sources"] == title
        assert data["sources"] == ["Gage (1994). A New Algorithm for Data Compression."]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("right = true", "", "guide-value-reasons"),
        ("right = true", "right = 1", "guide-value-reasons"),
        ("right = true", "wrong = true", "guide-name"),
        ('response.en = "BPE counts."', "", "guide-lacks"),
        ('question.en = "Why is `u g` first?"', "", "guide-lacks"),
        ('kind = "why"', 'kind = "why"\nword = "hug"', "guide-name"),
        ("(1994)", "1994", "guide-value-sources"),
    ],
)
def test_a_mistake_is_explained(old: str, new: str, code: str) -> None:
    assert old in ASKS
    with pytest.raises(FormatError) as caught:
        guides.parse("mine", ASKS.replace(old, new, 1))
    assert caught.value.code == code


def test_reasons_of_ours_can_be_told_apart() -> None:
    """Assert that one is right, at least two are wrong, and each is different and answered differently."""
    for ask in EVERY_REASON:
        assert sum(reason.is_right for reason in ask.reasons) == 1
        assert len(ask.reasons) >= 3
        for language in LANGUAGES:
            assert len({reason.text[language] for reason in ask.reasons}) == len(ask.reasons)
            assert len({reason.response[language] for reason in ask.reasons}) == len(ask.reasons)


@pytest.mark.parametrize(("name", "lessons"), [("why", ()), ("unigram", (2,)), ("compare", (2, 4, 5))])
def test_a_lesson_says_which_come_before_it_by_their_numbers_in_the_list(name: str, lessons: tuple[int, ...]) -> None:
    say = load("en")
    labels = card_content.card_data(Place(guides.load(name), 1), None, say)["labels"]
    assert isinstance(labels, dict)
    listed = say.listed([say("guide.needs.lesson", number=number) for number in lessons])
    expected = say("guide.needs", lessons=listed)
    assert labels["needs"] == (expected if lessons else "")
    later = card_content.card_data(Place(guides.load(name), 2), None, say)["labels"]
    assert isinstance(later, dict)
    assert "needs" not in later
