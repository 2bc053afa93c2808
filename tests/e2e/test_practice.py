"""`/practice` in a browser: task after task by keys alone, and on a phone nothing runs over the edge."""

from __future__ import annotations

import re
from typing import cast

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import NewPage, Server, open_page, still, wait_idle
from tests.e2e.lesson import address
from tokviz.exercises import Task
from tokviz.exercises.making import task_at
from tokviz.views.exercises.sheet import answer_text
from tokviz.views.shared.catalog import load

EN = load("en")
KINDS = ["pair-counts", "next-merge"]


@pytest.mark.journey
def test_task_after_task_by_keys_alone(new_page: NewPage, server: Server) -> None:
    query = {"kinds": ",".join(KINDS), "level": "1", "seed": "7", "lang": "en"}
    page = open_page(new_page(server), "/practice", query)
    page.locator(".st-key-part_rows input").focus()
    for number in (1, 2, 3):
        task = task_at(KINDS, "7", 1, number)
        expect(page.get_by_test_id("picture")).to_have_count(0)
        wrong = "x y" if task.form == "pair" else "99"
        page.keyboard.type(answer_text(task.solution, EN) if number != 2 else wrong)
        page.keyboard.press("Enter")
        told = EN("exercise.verdict.right") if number != 2 else EN("exercise.verdict.wrong")
        expect(page.locator(".exercise-verdict strong")).to_have_text(told)
        expect(page.get_by_test_id("picture")).to_be_visible()
        expect(page.locator(".st-key-practice_next button")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator(".exercise-verdict")).to_have_count(0)
        expect(page.locator(".st-key-part_rows input")).to_be_focused()
    wait_idle(page)
    assert "score=3.2." in address(page)
    assert "number=4" in address(page)


PAIRS = {"kinds": "next-merge", "level": "1", "seed": "7", "lang": "en"}


def place_of(pair: tuple[str, str]) -> tuple[int, int]:
    """The word that has a pair first, and where in it."""
    task = task_at(["next-merge"], "7", 1, 1)
    words = [form for form, _ in task.get("words")]
    return next(
        (word, place)
        for word, form in enumerate(words)
        for place in range(len(form) - 1)
        if form[place : place + 2] == pair
    )


def box(page: Page, word: int, place: int) -> Locator:
    return page.get_by_test_id("pair-choice").locator(f"button[data-word='{word}'][data-place='{place}']")


def told(page: Page) -> Locator:
    return page.locator(".exercise-verdict strong")


@pytest.mark.parametrize("hand", ["mouse", "finger", "keys", "between"])
def test_the_pair_is_chosen_on_the_words(new_page: NewPage, server: Server, hand: str) -> None:
    finger = {"viewport": {"width": 390, "height": 844}, "has_touch": True} if hand == "finger" else {}
    page = open_page(new_page(server, **finger), "/practice", PAIRS)
    solution = cast("tuple[str, str]", task_at(["next-merge"], "7", 1, 1).solution)
    word, place = place_of(solution)
    left, right = box(page, word, place), box(page, word, place + 1)
    expect(left).to_be_visible()
    how = "exercise.choose.hint_touch" if hand == "finger" else "exercise.choose.hint"
    expect(page.get_by_test_id("pair-choice").locator("[role=status]")).to_have_text(EN(how))
    keys = page.get_by_test_id("stMain").locator("kbd")
    expect(keys).to_be_hidden() if hand == "finger" else expect(keys).to_be_visible()
    if hand == "between":
        page.get_by_test_id("pair-choice").locator(f"i[data-word='{word}'][data-after='{place}']").click()
    elif hand == "keys":
        box(page, 0, 0).focus()
        for key in ["ArrowDown"] * word + ["ArrowRight"] * (place + 1) + ["Enter"]:
            page.keyboard.press(key)
        expect(right).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Enter")
    else:
        press = "tap" if hand == "finger" else "click"
        getattr(left, press)()
        expect(left).to_have_attribute("aria-pressed", "true")
        expect(page.get_by_test_id("pair-choice").locator("[role=status]")).to_contain_text(solution[0])
        expect(told(page)).to_have_count(0)  # one press is no answer
        getattr(right, press)()
    expect(told(page)).to_have_text(EN("exercise.verdict.right"))
    wait_idle(page)
    assert "score=1.1.100.1.1" in address(page)


def test_a_pair_that_is_not_the_next_one_is_explained_in_the_window(new_page: NewPage, server: Server) -> None:
    page = open_page(new_page(server, viewport={"width": 1280, "height": 720}), "/practice", PAIRS)
    task = task_at(["next-merge"], "7", 1, 1)
    wrong = cast("tuple[str, str]", next(pair for pair in task.known if pair not in task.accepted))
    word, place = place_of(wrong)
    box(page, word, place + 1).click()
    box(page, word, place).click()
    expect(told(page)).to_have_text(EN("exercise.verdict.wrong"))
    picture = page.get_by_test_id("picture")
    expect(picture.locator(".row").first).to_be_visible()
    wait_idle(page)
    box_of = still(picture)
    assert box_of
    assert box_of["y"] + box_of["height"] <= 720
    assert page.locator("[data-testid=stMain]").evaluate("main => main.scrollTop") == 0


def test_on_a_phone_nothing_runs_over_the_edge(new_page: NewPage, server: Server) -> None:
    phone = new_page(server, viewport={"width": 390, "height": 844})
    open_page(phone, "/practice", {"kinds": "longest-match", "level": "3", "seed": "7", "lang": "zh"})
    phone.locator(".st-key-part_rows input").fill("a b")
    phone.locator(".st-key-part_rows input").press("Enter")
    expect(phone.locator(".exercise-verdict")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_pair_that_was_asked_is_lit_up_with_its_sum(new_page: NewPage, server: Server) -> None:
    """The pair `o t`, in the words and among the candidates, whichever pair wins."""
    query = {"kinds": "pair-counts", "level": "1", "seed": "7", "lang": "en"}
    page = open_page(new_page(server, viewport={"width": 1280, "height": 720}), "/practice", query)
    task = task_at(["pair-counts"], "7", 1, 1)
    pair = cast("tuple[str, str]", task.prompt.values["pair"])
    way_on = page.locator(".st-key-practice_next button")
    place_before = still(way_on)
    page.locator(".st-key-part_rows input").fill(answer_text(task.solution, EN))
    page.keyboard.press("Enter")
    picture = page.get_by_test_id("picture")
    row = picture.locator(".candidate-pair.lit")
    expect(row).to_have_count(1)
    assert [chip.inner_text() for chip in row.locator(".symbol").all()] == list(pair)
    expect(row.locator(".worth b")).to_have_text(answer_text(task.solution, EN))
    words = [form for form, _ in task.get("words")]
    expect(picture.locator(".ring.lit")).to_have_count(
        sum(form[at : at + 2] == pair for form in words for at in range(len(form) - 1))
    )
    told = picture.locator(".read")
    expect(told).to_contain_text(" + ")
    expect(told).to_be_in_viewport(ratio=1)
    assert page.locator("[data-testid=stMain]").evaluate("main => main.scrollTop") == 0
    expect(picture.locator(".row.dim")).to_have_count(0)  # all words can be read
    expect(picture.locator(".ring.next, .part-of")).to_have_count(0)  # no other frame crosses it
    colors = picture.locator(".ring.lit").evaluate_all("rings => rings.map(ring => getComputedStyle(ring).borderColor)")
    asked = page.locator(".exercise-prompt code").first.evaluate("code => getComputedStyle(code).borderColor")
    assert set(colors) == {asked}
    sums = [f"{word} {count}" for word, count in _counts_of(task, pair)]
    verdict = page.locator(".exercise-verdict")
    assert re.sub(r"\s+", " ", verdict.inner_text()).endswith(f"{' + '.join(sums)}.")
    place_after = still(way_on)
    assert place_before
    assert place_before == place_after


def _counts_of(task: Task, pair: tuple[str, str]) -> list[tuple[str, int]]:
    """The words that have a pair once, with their counts, the most frequent first."""
    counts = [("".join(form), count) for form, count in task.get("words") if "".join(pair) in "".join(form)]
    return sorted(counts, key=lambda counted: -counted[1])
