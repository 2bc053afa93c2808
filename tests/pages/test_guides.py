"""Guided lessons on the pages: every card opens its page in its state, and the ways in, on, out and back."""

import json
import re
from typing import Any
from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest

from tests.catalogs import saying
from tests.pages import visit
from tokviz import guides
from tokviz.exercises import check
from tokviz.homework import Answered, read_code
from tokviz.state import practice
from tokviz.state.pages import page_at
from tokviz.views.exercises import sheet
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.glossary import mark_terms
from tokviz.views.shared.sentences import without_marks
from tokviz.web.guides import answers

EVERY_CARD = [(name, number) for name in guides.names() for number in range(1, len(guides.load(name).cards) + 1)]


def component(at: AppTest, name: str) -> dict[str, Any] | None:
    """Return the data of our first component of that name; None if there is none."""
    found = [one.proto for one in at.get("bidi_component") if one.proto.component_name.endswith(name)]
    return dict(json.loads(found[0].json)) if found else None


def shown(at: AppTest) -> dict[str, Any]:
    """Return the data of the card of the lesson."""
    card = component(at, "guide_card")
    assert card is not None
    return card


def asked(at: AppTest, number: int) -> AppTest:
    """The visit after the browser has asked for a card."""
    at.session_state["guide_asked"] = number
    return visit.alive(at.run())


@pytest.mark.parametrize(("name", "number"), EVERY_CARD)
def test_every_card_opens_its_page_in_its_state(name: str, number: int) -> None:
    card = guides.load(name).cards[number - 1]
    at = visit.opened(card.page, **card.query, guide=name, card=str(number), lang="zh")
    assert [warning.value for warning in at.warning if warning.value.startswith("链接")] == []
    assert [error.value for error in at.error] == []
    assert dict(at.query_params) == {**card.query, "guide": name, "card": str(number), "lang": "zh"}  # as it was asked
    data = shown(at)
    assert (data["card"], data["titles"][number - 1], data["text"]) == (
        number,
        card.title["zh"],
        mark_terms(card.text["zh"], "zh"),
    )
    picture = component(at, "picture")
    if card.until is not None or card.step:
        assert picture is not None
        payload = json.loads(picture["payload"])
        first = payload.get("base", 0)  # a size is a step there, and the smallest is the first
        assert picture["goto"] + first == card.step
        assert (card.until or 0) <= payload["total"] + first


@pytest.mark.both
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_start_page_offers_every_lesson(language: str) -> None:
    at = visit.start(lang=language)
    sent = component(at, "lessons")
    assert sent is not None
    shown = {one["name"]: one for one in json.loads(sent["payload"])["lessons"]}
    for name in guides.names():
        guide = guides.load(name)
        assert f"guide={name}&card=1" in shown[name]["links"][0]
        assert f"lang={language}" in shown[name]["links"][0]
        assert shown[name]["line"] == guide.line[language].replace("`", "")


def test_a_short_link_goes_to_the_first_card() -> None:
    at = visit.start(guide="bpe")
    assert at.query_params["guide"] == "bpe"
    assert at.query_params["example"] == "sennrich"
    assert shown(at)["card"] == 1


def test_from_card_to_card_on_one_page_and_on_another() -> None:
    at = visit.opened("bpe", example="sennrich", guide="bpe", card="5", step="1", lang="en")
    at = asked(at, 7)
    assert [at.query_params[name] for name in ("step", "card")] == ["10", "7"]
    assert shown(at)["away"] == [8]
    (link,) = [link.proto for link in at.get("page_link") if "card=8" in link.proto.query_string]
    assert link.page == "bpe-encode"


@pytest.mark.parametrize(("name", "number"), [one for one in EVERY_CARD if guides.load(one[0]).cards[one[1] - 1].asks])
def test_what_a_card_asks_is_open_and_its_answer_right(name: str, number: int) -> None:
    """The answer is not in what the card shows; the computed one is right, another one is not."""
    card = guides.load(name).cards[number - 1]
    say = load("en")
    open_ones = answers.questions(name, number, card, say)
    assert {one["state"] for one in open_ones} == {"open"}
    for one, ask in zip(open_ones, card.asks, strict=True):
        assert not {"answer", "because", "said"} & one.keys()
        if ask.reasons:
            continue  # tests/test_guides_reasons.py
        task = answers.task_of(card, ask, say)
        assert check(task, task.solution).right
        assert not check(task, 987654 if task.form == "number" else "zz | zz").right
        if task.form == "tokens":
            assert (
                f"`{without_marks(sheet.answer_lines(task.solution, say)).replace(' ', '` `')}`" not in card.text["en"]
            )


# -- a card before a question ------------------------------------------------------------------------------------------


def picture_of(card: guides.Card, name: str, number: int, language: str) -> dict[str, Any]:
    """Return the data of the first picture of a card's page; empty without one."""
    at = visit.opened(card.page, **card.query, guide=name, card=str(number), lang=language)
    return next((sent["payload"] for sent in visit.pictures(at).values()), {})


def sentences_of(card: guides.Card, name: str, number: int, language: str) -> str:
    """Return the sentences of a card's picture at its steps.

    Where it asks, it does not say what comes next.
    """
    sent = picture_of(card, name, number, language)
    if not sent:
        return ""
    frames = sent["frames"][card.step - sent["first"] : (card.until or card.step) + 1 - sent["first"]]
    said = [part for frame in frames for part in frame["say"] if not (part["kind"] == "next" and "ask" in frame)]
    return "\n".join(without_marks(part["text"]) for part in said)


def first_answers(card: guides.Card, name: str, number: int, language: str) -> list[str]:
    """Return the right answers to the first question of a card, typed or in its picture, as they are written."""
    if card.asks:
        ask, say = card.asks[0], load(language)
        if ask.reasons:
            return [reason.text[language].replace("`", "") for reason in ask.reasons if reason.is_right]
        return [without_marks(sheet.answer_lines(answers.task_of(card, ask, say).solution, say))]
    sent = picture_of(card, name, number, language)
    asks = [frame["ask"] for frame in sent["frames"][card.step - sent["first"] :] if "ask" in frame]
    return [" ".join(option["names"]) for option in asks[0]["options"] if option["right"] and option["names"]]


AFTER_ANOTHER = [
    (name, number)
    for name, number in EVERY_CARD
    if number > 1 and ((card := guides.load(name).cards[number - 1]).asks or card.is_predicting)
]


@pytest.mark.both
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "number"), AFTER_ANOTHER)
def test_a_card_does_not_tell_what_the_next_one_asks(name: str, number: int, language: str) -> None:
    """Neither its text nor its picture. A text may name one piece that is asked for, for another reason."""
    before, opened = guides.load(name).cards[number - 2 : number]
    said = sentences_of(before, name, number - 1, language)
    text = before.text[language].replace("`", "")
    for right in first_answers(opened, name, number, language):
        told = f"{text}\n{said}" if opened.asks or " " in right else said
        assert not re.search(rf"(?<![\w.,]){re.escape(right)}(?!\w)(?![.,]\d)", told)


def test_an_answer_is_judged_and_explained_and_another_lesson_has_its_own() -> None:
    at = visit.opened("bpe", **guides.load("bpe").cards[8].query, guide="bpe", card="9", lang="en")
    wrong, right = ("new er </w>", 60), ("new e r </w>", 60)
    for tries, state in (
        ((wrong,), "again"),
        ((wrong, ("n ewer </w>", 61)), "wrong"),
        ((right,), "right"),
        ((wrong, right), "right"),
        ((wrong, (None, 61)), "shown"),
        (((None, 60),), "shown"),
    ):
        at.session_state["guide_answers"] = {("bpe", 9, 0): tries}
        visit.alive(at.run())
        first, second = shown(at)["asks"]
        assert (first["state"], second["state"]) == (state, "open")
        assert bool(first.get("because")) == (state != "again")
        assert ("answer" in first) == (state == "wrong")
        hint = load("en")("exercise.hint.encode")
        assert (hint in without_marks(first["said"])) == (state == "again")
    at.session_state["guide_answers"] = {("bpe", 9, 1): ((None, 60),)}
    visit.alive(at.run())
    said = without_marks(shown(at)["asks"][1]["said"])  # a number is an answer, too
    assert said == f"{load('en')('guide.ask.answer')}2"
    at.session_state["guide_answers"] = {("bytes", 9, 0): (("x", 60),)}
    visit.alive(at.run())
    assert [one["state"] for one in shown(at)["asks"]] == ["open", "open"]


def test_the_last_card_hands_in_what_the_lesson_was_answered() -> None:
    query = guides.load("bpe").cards[8].query
    at = visit.opened("bpe", **query, guide="bpe", card="9", lang="en")
    assert shown(at)["handed"] is None
    tries = (("new er </w>", 60), ("", 70), ("new e r </w>", 80))
    answers = {("bpe", 9, 1): ((None, 90),), ("bpe", 9, 0): tries, ("bytes", 1, 0): (("x", 10),)}
    at.session_state["guide_answers"] = answers | {("bpe", 3, 0): (("", 50),), ("bpe", 70, 0): (("x", 50),)}
    visit.alive(at.run())
    handed, signed = read_code(shown(at)["handed"]["code"])
    assert not signed
    assert (handed.lesson, handed.began, handed.ended) == ("bpe", 60, 90)
    assert handed.answers == (Answered(9, "new e r </w>", True, hints=1), Answered(9, None, False, place=1))
    assert shown(asked(at, 8))["handed"] is None


def test_the_last_card_leads_to_the_next_lesson() -> None:
    at = visit.opened("bpe", **guides.load("bpe").cards[8].query, guide="bpe", card="9", lang="en")
    (link,) = [one.proto for one in at.get("page_link") if "guide=bytes" in one.proto.query_string]
    assert "card=1" in link.query_string
    assert shown(at)["labels"]["following"] == load("en")("guide.next")
    last = guides.load(guides.ORDER[-1]).cards[-1]
    number = len(guides.load(guides.ORDER[-1]).cards)
    at = visit.opened(last.page, **last.query, guide=guides.ORDER[-1], card=f"{number}", lang="en")
    assert "following" not in shown(at)["labels"]


@pytest.mark.parametrize("name", guides.names())
def test_only_the_last_card_leads_to_exercises_of_the_kinds_that_were_asked(name: str) -> None:
    """The page reads the link, and asks about the kinds of the lesson and no others."""
    lesson = guides.load(name)
    for number in (1, len(lesson.cards)):
        card = lesson.cards[number - 1]
        at = visit.opened(card.page, **card.query, guide=name, card=f"{number}", lang="zh")
        links = [one.proto.query_string for one in at.get("page_link") if one.proto.query_string.startswith("kinds=")]
        assert shown(at)["practices"] == (number > 1 and bool(lesson.kinds)) == (len(links) == 1)
    if not lesson.kinds:
        return  # it asks for reasons alone
    query = dict(parse_qsl(links[0]))
    state, wrong = practice.FORM.read(query)
    assert wrong == ()
    assert set(state.kinds) == set(lesson.kinds)
    assert query["lang"] == "zh"


def test_the_lesson_about_bpe_asks_what_practice_begins_with() -> None:
    assert set(guides.load("bpe").kinds) == set(practice.START)


def test_the_same_card_again_sets_its_state_again() -> None:
    at = visit.opened("bpe", example="sennrich", guide="bpe", card="5", step="1")
    first = shown(at)["visit"]
    at = visit.pick(at, "bpe_example", "hug")
    visit.alive(at.run())
    assert at.query_params["example"] == "hug"
    assert shown(at)["visit"] == first
    at = asked(at, 5)
    assert at.query_params["example"] == "sennrich"
    assert shown(at)["visit"] != first


def test_what_a_card_asks_to_change_leads_nowhere_else() -> None:
    """The fourth card on choosing asks to move the size; the third, about another page, asks nothing of the kind."""
    moved, other = guides.load("choosing").cards[3], guides.load("choosing").cards[2]
    assert (moved.moves, other.moves) == (("size",), ())
    at = visit.opened(moved.page, **moved.query, guide="choosing", card="4")
    assert "size" in shown(at)["kept"]
    assert all("size" not in query for query in shown(at)["queries"])
    assert "size" not in shown(asked(at, 3))["kept"]


def test_leaving_keeps_the_page_and_forgets_the_lesson() -> None:
    at = visit.opened("bpe", example="sennrich", guide="bpe", card="6", step="9", view="vocabularies")
    at = asked(at, 0)
    assert component(at, "guide_card") is None
    assert {"guide", "card"} & at.query_params.keys() == set()
    assert (at.query_params["step"], at.query_params["view"]) == ("9", "vocabularies")
    assert not any("card=6" in link.proto.query_string for link in at.get("page_link"))


def test_another_page_has_a_way_back() -> None:
    at = visit.opened("bpe", example="sennrich", guide="bpe", card="6", step="9", view="vocabularies")
    at.switch_page(f"pages/{page_at('why').file}.py")
    at.query_params.clear()
    visit.alive(at.run())
    assert component(at, "guide_card") is None
    (link,) = [link.proto for link in at.get("page_link") if "card=6" in link.proto.query_string]
    assert link.page == "bpe"
    assert "guide=bpe" in link.query_string


def test_a_page_links_to_its_lesson() -> None:
    at = visit.opened("unigram")
    (link,) = [link.proto for link in at.get("page_link") if "guide=" in link.proto.query_string]
    assert "guide=unigram" in link.query_string
    assert load("en")("guide.link", title=guides.load("unigram").title["en"]) == visit.plain(link.label)


@pytest.mark.parametrize(
    ("query", "wrong"),
    [
        ({"guide": "bqe"}, "guide"),
        ({"guide": "<b>"}, "guide"),
        ({"guide": "own", "card": "1"}, "guide"),  # the address of a lesson that was made on the pages once
        ({"guide": "bpe", "card": "99"}, "card"),
        ({"guide": "bpe", "card": "-1"}, "card"),
        ({"guide": "bpe", "card": ""}, "card"),
    ],
)
def test_nonsense_in_the_address_is_said_and_no_trouble(query: dict[str, str], wrong: str) -> None:
    at = visit.opened("bpe", **query)
    assert visit.plain(at.warning[0].value) == load("en")("notice.link", names=wrong)


def test_a_broken_file_is_explained_and_breaks_no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> guides.Guide:
        return guides.parse(name, "title.en = Mine")

    monkeypatch.setattr(guides, "load", broken)
    at = visit.opened("bpe", guide="bpe")
    assert saying("error.guide-syntax", file="bpe.toml").search(visit.plain(at.error[0].value))
    assert component(at, "picture") is not None
