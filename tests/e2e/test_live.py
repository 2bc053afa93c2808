"""A live class in a browser: a teacher and two students, each with a phone, a code and a mind of their own."""

from __future__ import annotations

import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Locator, Page, WebSocketRoute, expect
from websockets.sync.client import connect

from tests.e2e import axe
from tests.e2e.conftest import STREAMLIT_RUN, NewPage, Server, open_page, screenshot, serve, wait_idle
from tests.e2e.lesson import at_address, at_step, picture, press, reload
from tokviz.features.live.access import spaced
from tokviz.views.shared.catalog import load

EN, ZH = load("en"), load("zh")
PHONE = {"viewport": {"width": 390, "height": 844}}
SMALL = {"viewport": {"width": 360, "height": 640}}

A_PICTURE_GOES = (
    "document.dispatchEvent(new CustomEvent('tokviz-picture', { detail: { view: '', step: 0, asks: false } }))"
)
"""As one does after another has come, where Streamlit keeps both for a moment."""


def bar(page: Page) -> Locator:
    return page.get_by_test_id("live-bar")


def opened(page: Page) -> str:
    """Open a room from the page that is on; returns its code."""
    page.get_by_role("button", name=EN("share.title")).click()
    wait_idle(page)  # as a hand is slower than the panel
    page.get_by_role("button", name=EN("live.start")).click()
    dialog = page.get_by_role("dialog", name=EN("live.bar.enter"))
    expect(dialog.get_by_role("img")).to_be_visible()
    code = bar(page).locator("button.code").inner_text().replace(" ", "")
    expect(dialog.locator(".large")).to_have_text(spaced(code))
    (scanned,) = zxingcpp.read_barcodes(Image.open(BytesIO(dialog.get_by_role("img").screenshot())))
    assert scanned.text == f"http://{urlsplit(page.url).netloc}/join/{code}"
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    return code


def ask(page: Page) -> None:
    bar(page).get_by_role("button", name=EN("live.bar.ask")).click()


def asked(page: Page) -> Locator:
    return page.get_by_test_id("ask")


def choose(page: Page, label: str) -> None:
    option = asked(page).locator("button.option", has=page.get_by_text(label, exact=True))
    option.click()
    expect(option).to_have_attribute("aria-pressed", "true")


def test_a_lesson_with_two_students(new_page: NewPage, server: Server) -> None:
    teacher = open_page(new_page(server), "/bpe", {"example": "sennrich", "step": 3})
    picture(teacher).wait_for()
    code = opened(teacher)
    teacher.wait_for_function("() => location.search.includes('lead=')")
    key = re.search(r"lead=[A-Z2-9]{8}\.([\w-]{24})", teacher.evaluate("location.search"))
    assert key

    ada = new_page(server, **PHONE)  # scans
    ada.goto(f"/join/{code}")
    at_step(ada, 3)
    ben = new_page(server, **PHONE, locale="zh-CN", color_scheme="dark")  # types
    ben.goto("/join")
    ben.get_by_label(ZH("live.student.code")).fill(spaced(code).lower())
    ben.get_by_label(ZH("live.student.name")).fill("<b>Ben</b>")
    ben.keyboard.press("Enter")
    at_step(ben, 3)
    expect(bar(teacher).locator(".students")).to_have_text(EN("live.bar.students", n=2))
    for student in (ada, ben):
        assert key[1] not in student.content()
        assert key[1] not in student.evaluate("JSON.stringify({ ...localStorage })")

    # The teacher steps; a student looks around and comes back by one press.
    press(teacher, "ArrowRight")
    at_step(ada, 4)
    at_step(ben, 4)
    ada.locator("button[name=back]").click()
    at_step(ada, 3)
    press(teacher, "ArrowLeft")
    press(teacher, "ArrowLeft")
    at_step(ben, 2)
    at_step(ada, 3)
    ada.locator("#back").click()
    at_step(ada, 2)
    expect(ada.locator("#back")).to_be_hidden()

    # A vote: nobody sees how it goes before it is over.
    press(teacher, "ArrowRight")
    press(teacher, "ArrowRight")
    at_step(ada, 4)
    teacher.evaluate(A_PICTURE_GOES)
    expect(bar(teacher).get_by_role("button", name=EN("live.bar.ask"))).to_be_enabled()
    ask(teacher)
    for student in (ada, ben):
        expect(asked(student)).to_have_attribute("data-state", "open")
        expect(student.locator("button[name=forward]")).to_be_disabled()
    choose(ada, "e w")
    choose(ada, "lo w")  # another mind: the last one counts
    choose(ben, "n e")
    colors = [  # of a merge that was made: on a phone as on the projector, although nothing comes after the question
        page.get_by_test_id("picture")
        .locator(".word-rows .made")
        .last.evaluate("node => getComputedStyle(node).getPropertyValue('--hue')")
        for page in (teacher, ada)
    ]
    assert colors[0] == colors[1] != ""
    _see_options_as_on_the_projector(teacher, ada)
    expect(bar(teacher).locator(".status")).to_have_text(EN("live.bar.answered", n=2, students=2))
    expect(teacher.locator(".votes")).to_have_count(0)
    screenshot(ben, "live-asked-zh-dark")
    bar(teacher).get_by_role("button", name=EN("live.bar.close"), exact=True).click()
    expect(asked(ada).locator("button.option").first).to_be_disabled()
    press(teacher, "Enter")  # shows the answer
    _see_the_answers_in_the_rows(teacher)
    right = asked(ada).locator("div.option.chosen")
    expect(right.locator(".pair")).to_have_text("lo w")
    expect(right.locator(".votes")).to_have_attribute("aria-label", EN("predict.label.votes", n="1 50%"))
    assert _shares(right) == _shares(picture(teacher).locator("[data-key='lo w']")) == [0.5]
    nobody = asked(ada).locator("div.option", has=ada.locator(".votes", has_text="0 0%")).first
    expect(nobody.locator(".answered")).to_be_visible()  # an empty bar
    expect(asked(ada)).to_have_attribute("data-state", "right")
    expect(asked(ben)).to_have_attribute("data-state", "wrong")
    expect(ada.locator("#score")).to_have_text(EN("live.student.score", right=1, answered=1))
    screenshot(teacher, "live-revealed")
    screenshot(ada, "live-revealed-phone")

    # Who reloads is the same student, and the same teacher.
    ada.reload()
    expect(ada.locator("#score")).to_have_text(EN("live.student.score", right=1, answered=1))
    at_address(teacher, lead=f"{code}.{key[1]}", step="4")
    reload(teacher)
    wait_idle(teacher)
    expect(bar(teacher).locator(".students")).to_have_text(EN("live.bar.students", n=2))

    # The end: a table without names, and nothing is left.
    bar(teacher).get_by_role("link", name=EN("live.bar.report")).click()
    expect(teacher.get_by_role("heading", name=EN("page.live"))).to_be_visible()
    with teacher.expect_download() as download:
        teacher.get_by_role("button", name=EN("live.csv")).click()
    table = Path(download.value.path()).read_text(encoding="utf-8-sig")
    assert "Ben" not in table
    assert ",lo w,1,1" in table
    teacher.get_by_role("button", name=EN("live.end"), exact=True).click()
    teacher.get_by_role("button", name=EN("live.end.sure")).click()
    expect(bar(teacher)).to_have_count(0)
    expect(ada.get_by_role("alert")).to_have_text(EN("live.student.no-room"))


def _shares(rows: Locator) -> list[float]:
    """The part of its track that a bar of answers fills: the track is all answers, also where none has more."""
    bars = "nodes => nodes.map(node => parseFloat(getComputedStyle(node).getPropertyValue('--share')))"
    shares: list[float] = rows.locator(".answered").evaluate_all(bars)
    return shares


def _see_options_as_on_the_projector(teacher: Page, student: Page) -> None:
    """A phone has the chips of the candidates, in their colors, as targets at the foot of the window."""
    option = asked(student).locator("button.option", has=student.get_by_text("d est</w>", exact=True))
    chips = [
        host.locator(".symbol").evaluate_all(
            "nodes => nodes.map(n => [n.textContent, getComputedStyle(n).backgroundColor])"
        )
        for host in (option, picture(teacher).locator("[data-key='d est</w>'] .pair"))
    ]
    assert chips[0] == chips[1]
    assert len({color for _, color in chips[0]}) == 2  # a letter, and a token that a merge made
    boxes = (
        asked(student)
        .locator("button.option")
        .evaluate_all(
            "nodes => nodes.map(n => n.getBoundingClientRect()).map(({ top, bottom, height }) => [top, bottom, height])"
        )
    )
    height = student.evaluate("innerHeight")
    assert all(top > height / 2 and bottom <= height and tall >= 48 for top, bottom, tall in boxes)


def _see_the_answers_in_the_rows(teacher: Page) -> None:
    """One chose what is right and one what occurs six times: each has its bar in ink below that of its pair."""
    rows = picture(teacher).locator(".candidate-pair")
    expect(rows.first.locator(".votes")).to_have_text("1 50%")
    assert not asked(teacher).locator(".option").count()
    assert picture(teacher).locator(".word-rows .row").count() == 4
    shown = rows.evaluate_all(
        """nodes => nodes.map(node => {
            const inside = node.getBoundingClientRect().bottom <= node.parentElement.getBoundingClientRect().bottom + 1;
            return [node.dataset.key, node.querySelector(".votes").textContent, node.classList.contains("wins"),
                    node.querySelector(".beside").textContent, inside];
        })"""
    )
    by_pair = {key: rest for key, *rest in shown}
    assert by_pair["lo w"] == ["1 50%", True, "low 5 + lower 2", True]
    assert by_pair["n e"] == ["1 50%", False, "newest 6", True]
    assert all(is_inside for *_, is_inside in by_pair.values())
    told = asked(teacher).locator(".class-told")
    expect(told).to_contain_text(EN("predict.label.class_right", right=1, total=2))
    expect(told).to_contain_text(f"{EN('picture.label.class_only', count=6, word='newest')}.")


@pytest.mark.allow_console(".")  # Streamlit says in many ways that its server is away
def test_the_class_goes_on_after_a_restart_of_the_server(new_page: NewPage, tmp_path: Path) -> None:
    settings = {"TOKVIZ_STORE": str(tmp_path / "rooms.sqlite")}
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
    with serve(folders[0], settings=settings) as server:
        teacher = open_page(new_page(server), "/bpe", {"example": "sennrich", "step": 4, "predict": 1})
        picture(teacher).wait_for()
        code = opened(teacher)
        ada = new_page(server, **PHONE)
        ada.goto(f"/join/{code}")
        at_step(ada, 4)
        ask(teacher)
        choose(ada, "lo w")
    expect(ada.locator("#link")).to_have_text(EN("live.student.again"))
    port = urlsplit(server.url).port
    with serve(folders[1], (*STREAMLIT_RUN[:4], f"--server.port={port}", STREAMLIT_RUN[-1]), settings=settings):
        expect(ada.locator("#link")).to_have_text("")
        expect(asked(ada).locator("button.option[aria-pressed=true]")).to_contain_text("lo w")
        expect(bar(teacher).locator(".status")).to_have_text(EN("live.bar.answered", n=1, students=1))
        bar(teacher).get_by_role("button", name=EN("live.bar.reveal")).click()
        expect(asked(ada)).to_have_attribute("data-state", "right")
        for page in (ada, teacher):
            page.close()


@pytest.mark.parametrize(
    ("path", "query", "place"),
    [
        ("/wordpiece", {"example": "hug", "step": 1}, -1),
        ("/unigram", {"example": "hug", "step": 1}, 0),  # all others tie
        ("/unigram", {"example": "hug", "do": "lattice", "word": "pug", "at": 1, "step": 2}, -1),
        ("/bpe-encode", {"example": "sennrich", "merges": 10, "word": "lowest"}, -1),
        ("/wordpiece", {"example": "hug", "do": "encode", "word": "bugs"}, -1),
    ],
)
def test_every_picture_can_be_asked_about(
    new_page: NewPage, server: Server, path: str, query: dict[str, object], place: int
) -> None:
    teacher = open_page(new_page(server), path, {**query, "predict": 1})
    picture(teacher).first.wait_for()
    code = opened(teacher)
    ada = new_page(server, **SMALL)
    ada.goto(f"/join/{code}")
    at_step(ada, int(str(query.get("step", 0))))
    ask(teacher)
    option = asked(ada).locator("button.option").nth(place)
    option.click()  # nothing covers it
    expect(option).to_have_attribute("aria-pressed", "true")
    screenshot(ada, f"live-asked{path}-{len(query)}")
    bar(teacher).get_by_role("button", name=EN("live.bar.reveal")).click()
    expect(teacher.locator(".votes").first).to_be_visible()
    expect(asked(ada)).to_have_attribute("data-state", re.compile("right|tied|wrong"))
    assert not asked(teacher).locator(".option").count()  # the rows of the picture show the answers
    named = asked(teacher).locator(".class-told :is(code, .pair)").all_inner_texts()
    assert len(named) == len(set(named))  # what was chosen is named once
    assert named or place == -1
    answers = picture(teacher).locator(".votes b").all_inner_texts()
    assert sorted(answers)[-2:] == ["0", "1"]
    bars = picture(teacher).locator(".answered").evaluate_all("bars => bars.map(bar => bar.clientWidth)")
    assert len(bars) == len(answers)
    assert min(bars) > 40
    inside = (
        "node => node.getBoundingClientRect().bottom <= node.closest('[role=group]').getBoundingClientRect().bottom + 1"
    )
    assert picture(teacher).locator(".votes", has_text="100%").evaluate(inside)
    screenshot(ada, f"live-revealed{path}-{len(query)}")
    screenshot(teacher, f"live-teacher{path}-{len(query)}")


def task(page: Page) -> Locator:
    return page.get_by_test_id("task")


def test_a_task_for_the_class(new_page: NewPage, server: Server) -> None:
    """Two students write, one what ties; the histogram says how often, and whose is right."""
    teacher = open_page(new_page(server), "/bpe", {"example": "sennrich", "step": 3})
    picture(teacher).wait_for()
    code = opened(teacher)
    ada, ben = new_page(server, **PHONE), new_page(server, **PHONE, color_scheme="dark")
    for student in (ada, ben):
        student.goto(f"/join/{code}")
        at_step(student, 3)
    bar(teacher).get_by_role("button", name=EN("live.bar.task")).click()
    dialog = teacher.get_by_role("dialog", name=EN("live.bar.task"))
    dialog.get_by_label(EN("live.bar.kind")).select_option("pair-counts")
    screenshot(teacher, "live-task-choice")
    dialog.get_by_role("button", name=EN("live.bar.ask")).click()
    for page in (teacher, ada, ben):
        expect(task(page)).to_have_attribute("data-state", "open")
    expect(ada.locator("#picture")).to_be_hidden()
    pair = task(ada).locator(".prompt code").inner_text()
    right = sum(
        int(note.split("×")[1]) * symbols.count(pair)
        for symbols, note in (
            (item.locator("code").inner_text(), item.inner_text()) for item in task(ada).locator(".given li").all()
        )
    )
    answer(ada, "<b>many</b>")
    expect(task(ada).get_by_role("alert")).to_contain_text("<b>many</b>")
    answer(ada, f"{right}")
    expect(task(ada).get_by_role("status")).to_have_text(f"{EN('live.task.yours')} {right}")
    answer(ben, f"{right + 1}.0")
    expect(task(ben).get_by_role("status")).to_have_text(f"{EN('live.task.yours')} {right + 1}")
    screenshot(ben, "live-task-phone-dark")
    screenshot(teacher, "live-task")
    expect(bar(teacher).locator(".status")).to_have_text(EN("live.bar.answered", n=2, students=2))
    expect(teacher.locator(".answers")).to_have_count(0)
    ada.reload()
    expect(task(ada).get_by_role("status")).to_have_text(f"{EN('live.task.yours')} {right}")
    bar(teacher).get_by_role("button", name=EN("live.bar.reveal")).click()
    for page in (teacher, ada, ben):
        rows = task(page).locator(".answers li")
        expect(rows).to_have_text([re.compile(f"^✓{right}.*1$"), re.compile(f"^{right + 1}.*1$")])
        assert (
            task(page).locator(".answers .votes").evaluate_all("bars => bars.map(bar => bar.style.cssText)")
            == ["--share: 0.5;"] * 2
        )
    expect(task(ada).locator("li.right .mark")).to_have_text(EN("live.task.mine"))
    expect(task(ben).locator("li.other .mark")).to_have_text(EN("live.task.mine"))
    expect(ada.locator("#score")).to_have_text(EN("live.student.score", right=1, answered=1))
    screenshot(ada, "live-task-revealed-phone")
    screenshot(teacher, "live-task-revealed")
    teacher.get_by_role("button", name=EN("present.on")).click()
    expect(picture(teacher)).to_be_hidden()
    press(teacher, "ArrowRight")  # on goes the lesson
    at_step(ada, 4)
    expect(picture(teacher)).to_be_visible()
    expect(task(ada)).to_be_hidden()
    expect(task(teacher)).to_be_hidden()


def answer(page: Page, text: str) -> None:
    task(page).get_by_role("textbox").fill(text)
    task(page).get_by_role("button", name=EN("live.task.send")).click()


GENEROUS_MS = 5_000
"""On a machine that does other things at the same time; a quiet one is to stay below 300."""


def test_a_step_of_the_teacher_is_soon_on_the_phones(new_page: NewPage, server: Server) -> None:
    """From the key on the teacher's page to the step on the student's, by a clock that nobody sets: each page counts
    from a time of the day at which it was opened, and the machine's may be set in between."""
    teacher = open_page(new_page(server), "/bpe", {"example": "sennrich", "step": 1})
    picture(teacher).wait_for()
    code = opened(teacher)
    ada = new_page(server, **PHONE)
    ada.goto(f"/join/{code}")
    at_step(ada, 1)
    teacher.evaluate("document.addEventListener('keydown', () => { window.pressed = performance.now(); }, true)")
    took = []
    for step in range(2, 8):
        ada.evaluate(
            """step => {
                const root = document.getElementById("picture").shadowRoot;
                const seen = new MutationObserver(() => {
                    if (!root.querySelector(`[data-testid=picture][data-step="${step}"]`)) return;
                    window.seen = { step, at: performance.now() };
                    seen.disconnect();
                });
                seen.observe(root, { subtree: true, childList: true, attributes: true });
            }""",
            step,
        )
        press(teacher, "ArrowRight")
        ada.wait_for_function("step => window.seen?.step === step", arg=step)
        seen_ago = ada.evaluate("performance.now() - window.seen.at")
        took.append(teacher.evaluate("performance.now() - window.pressed") - seen_ago)  # asked later: rather too much
    print(f"from the teacher's key to a phone: {', '.join(f'{one:.0f}' for one in took)} ms")
    assert all(0 < one < GENEROUS_MS for one in took)


def joined(page: Page, code: str, name: str) -> None:
    page.goto("/join")
    page.get_by_label(EN("live.student.code")).fill(code)
    page.get_by_label(EN("live.student.name")).fill(name)
    page.keyboard.press("Enter")
    expect(page.locator("#now")).to_have_text(EN("live.student.waiting"))


def fill_up(server: Server, code: str, ghosts: int) -> None:
    """Enter and leave so often, as one person does who means harm."""
    for _ in range(ghosts):
        with connect(f"{server.url.replace('http', 'ws')}/room/socket", proxy=None) as socket:
            socket.send(json.dumps({"do": "enter", "room": code}))
            assert "you" in json.loads(socket.recv(20))


@pytest.mark.parametrize(
    ("name", "language", "look"),
    [
        ("dark", "en", {"viewport": {"width": 1280, "height": 720}, "color_scheme": "dark"}),
        ("phone", "zh", PHONE),
    ],
)
def test_the_teacher_sees_who_fills_the_room(
    new_page: NewPage, server: Server, name: str, language: str, look: dict[str, Any]
) -> None:
    say = load(language)
    teacher = open_page(new_page(server, **look), "/live", {"lang": language})
    teacher.get_by_role("button", name=say("live.start")).click()
    expect(teacher.get_by_role("dialog", name=say("live.bar.enter"))).to_be_visible()
    teacher.keyboard.press("Escape")
    expect(teacher.get_by_role("heading", level=1)).to_have_text(say("page.live"))
    code = bar(teacher).locator("button.code").inner_text().replace(" ", "")
    ada, ben = new_page(server, **PHONE), new_page(server, **SMALL)  # browsers of their own
    joined(ada, code, "Ada")
    joined(ben, code, MARKUP)
    fill_up(server, code, 12)
    expect(bar(teacher).locator(".students")).to_have_text(say("live.bar.students", n=2))
    by_keys(teacher, say("live.students.refresh"))
    wait_idle(teacher)
    expect(teacher.get_by_text(say("live.students.counted", n=14, here=2, silent=14))).to_be_visible()
    expect(teacher.get_by_text(say("live.students.network", number=1, n=14, silent=14))).to_be_visible()
    screenshot(teacher, f"live-students-{name}")

    # One is removed; the others stay.
    by_keys(teacher, say("live.students.remove"))
    pick = teacher.get_by_role("combobox", name=say("live.students.remove.pick"))
    pick.press_sequentially(MARKUP[:4])
    pick.press("Enter")
    remove = say("live.students.remove.picked", n=1)
    expect(teacher.get_by_role("button", name=remove)).to_be_enabled()
    screenshot(teacher, f"live-students-removing-{name}")
    by_keys(teacher, remove)
    expect(ben.get_by_role("alert")).to_have_text(EN("live.student.removed"))
    expect(ada.locator("#now")).to_have_text(EN("live.student.waiting"))
    expect(teacher.get_by_text(say("live.students.counted", n=13, here=1, silent=13))).to_be_visible()

    # No new ones; those who are in come back.
    by_keys(teacher, say("live.students.close"))
    expect(teacher.get_by_text(say("live.students.closed"))).to_be_visible()
    expect(bar(teacher).locator(".students")).to_have_text(say("live.bar.shut", n=1))
    screenshot(teacher, f"live-students-closed-{name}")
    axe.settle(teacher)
    assert axe.findings(teacher) + axe.faint(teacher) + axe.unnamed(teacher) == []
    ben.get_by_role("button", name=EN("live.student.enter")).click()
    expect(ben.get_by_role("alert")).to_have_text(EN("live.student.no-new"))
    ada.reload()
    expect(ada.locator("#now")).to_have_text(EN("live.student.waiting"))
    by_keys(teacher, say("live.students.open"))
    expect(teacher.get_by_text(say("live.students.closed"))).to_be_hidden()
    ben.get_by_role("button", name=EN("live.student.enter")).click()
    expect(ben.locator("#now")).to_have_text(EN("live.student.waiting"))

    # Everybody who never answered goes.
    by_keys(teacher, say("live.students.refresh"))
    wait_idle(teacher)
    by_keys(teacher, say("live.students.remove"))
    by_keys(teacher, say("live.students.remove.silent", n=14))
    expect(ada.get_by_role("alert")).to_have_text(EN("live.student.removed"))
    expect(teacher.get_by_text(say("live.students.none"))).to_be_visible()


MARKUP = "![x](https:evil.example)"
"""Markup of a picture, which no page shows as a picture."""


def by_keys(page: Page, name: str) -> None:
    """Press a button by the keyboard, at rest: while a part comes or goes, Streamlit shows what follows it twice."""
    wait_idle(page)
    button = page.get_by_role("button", name=name)
    button.focus()
    expect(button).to_be_focused()
    page.keyboard.press("Enter")


def test_a_place_elsewhere_never_becomes_a_link(new_page: NewPage, server: Server) -> None:
    """Even if it came from the server, which refuses it."""
    ada = new_page(server, **PHONE)
    state = {"question": None, "students": 1, "admits": True}
    places = ("/\\elsewhere.example/x", "/\t/elsewhere.example", "//elsewhere.example", "javascript:alert(1)")

    def hello(route: WebSocketRoute) -> None:
        for place in places:
            route.send(json.dumps({"state": {**state, "shown": {"address": place, "view": "", "step": 0}}}))

    ada.route_web_socket("**/room/socket", lambda route: route.on_message(lambda _: hello(route)))
    ada.goto("/join/AAAAAAAA")
    expect(ada.locator("#room")).to_be_visible()
    expect(ada.locator("#open")).to_be_hidden()
    expect(ada.locator("#open a")).to_have_attribute("href", "")


def test_a_wrong_code_says_so(new_page: NewPage, server: Server) -> None:
    page = new_page(server, **PHONE)
    page.goto("/join/AAAAAAAA")
    expect(page.get_by_role("alert")).to_have_text(EN("live.student.no-room"))
    page.goto("/join/nothing-of-the-kind")
    expect(page.get_by_role("alert")).to_have_text(EN("live.student.no-room"))


def test_an_address_that_leads_nothing_says_so_once(new_page: NewPage, server: Server) -> None:
    page = open_page(new_page(server), "/bpe", {"lead": "AAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAA"})
    expect(page.get_by_text(EN("live.failed.ended"))).to_be_visible()
    expect(bar(page)).to_have_count(0)
    picture(page).wait_for()
