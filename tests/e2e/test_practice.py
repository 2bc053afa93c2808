"""`/practice` in a browser: task after task by keys alone, and on a phone nothing runs over the edge."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import NewPage, Server, open_page, wait_idle
from tokviz.exercises.series import task_at
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
        expect(page.get_by_test_id("stage")).to_have_count(0)
        wrong = "x y" if task.form == "pair" else "99"
        page.keyboard.type(answer_text(task.solution, EN) if number != 2 else wrong)
        page.keyboard.press("Enter")
        told = EN("exercise.verdict.right") if number != 2 else EN("exercise.verdict.wrong")
        expect(page.locator(".exercise-verdict strong")).to_have_text(told)
        expect(page.get_by_test_id("stage")).to_be_visible()
        expect(page.locator(".st-key-practice_next button")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator(".exercise-verdict")).to_have_count(0)
        expect(page.locator(".st-key-part_rows input")).to_be_focused()
    wait_idle(page)
    assert "score=3.2." in page.url
    assert "number=4" in page.url


def test_on_a_phone_nothing_runs_over_the_edge(new_page: NewPage, server: Server) -> None:
    phone = new_page(server, viewport={"width": 390, "height": 844})
    open_page(phone, "/practice", {"kinds": "longest-match", "level": "3", "seed": "7", "lang": "zh"})
    phone.locator(".st-key-part_rows input").fill("a b")
    phone.locator(".st-key-part_rows input").press("Enter")
    expect(phone.locator(".exercise-verdict")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
