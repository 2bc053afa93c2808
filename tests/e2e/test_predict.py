"""Predict first, in a browser: at every picture one says what comes next, then sees what decides; the score is kept."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import NewPage, Server, open_page, resize, still, wait_idle
from tests.e2e.lesson import at_address, at_step, chips, go_back, open_tab, picture, press, reload, row_of
from tokviz.views.shared.catalog import load

EN, ZH = load("en"), load("zh")
E_S = EN("reason.count.present", pair="e s", count="9 times", sum="newest 6 + widest 3")
PICTURES: dict[str, tuple[str, dict[str, object]]] = {
    "bpe": ("/bpe", {"example": "sennrich"}),
    "wordpiece": ("/wordpiece", {"example": "hug"}),
    "unigram": ("/unigram", {"example": "hug", "step": 1}),
    "bpe-encode": ("/bpe-encode", {"example": "sennrich", "merges": 10, "word": "lowest"}),
    "apply": (
        "/bpe-encode",
        {"example": "sennrich", "rules": "subword-nmt", "merges": 10, "apply": "subword-nmt", "text": "lowest"},
    ),
    "wordpiece-encode": ("/wordpiece", {"example": "hug", "do": "encode", "word": "hugs"}),
    "lattice": ("/unigram", {"example": "hug", "do": "lattice", "word": "pug", "at": 1, "step": 2}),
}


def open_asking(page: Page, name: str, **query: object) -> Page:
    """Open a page with predicting switched on and wait until the picture is there."""
    path, own = PICTURES[name]
    open_page(page, path, {**own, "predict": 1, **query})
    picture(page).first.wait_for()
    return page


def panel(page: Page) -> Locator:
    return page.get_by_test_id("ask")


def is_open(page: Page) -> None:
    expect(panel(page)).to_have_attribute("data-state", "open")


def came_out(page: Page, outcome: str) -> None:
    expect(panel(page)).to_have_attribute("data-state", outcome)


def options(page: Page) -> list[str]:
    """The options as one reads them while the question is open."""
    if is_picture(page):
        found: list[str] = candidate_rows(page).evaluate_all("rows => rows.map((row) => row.dataset.key)")
        return found
    return [text.split("\n")[-1] for text in panel(page).locator("button.option").all_inner_texts()]


def pick(page: Page, label: str) -> None:
    choices = candidate_rows(page) if is_picture(page) else panel(page).locator("button.option")
    choices.nth(options(page).index(label)).click()


def is_picture(page: Page) -> bool:
    """Tell if the options are rows of the picture."""
    return picture(page).first.locator(".linked").count() > 0


def candidate_rows(page: Page) -> Locator:
    return picture(page).first.locator(".linked [data-option]")


def score(page: Page) -> Locator:
    return panel(page).locator(".score")


def said(right: int, asked: int) -> str:
    return EN("predict.label.score", right=right, asked=asked)


def act(page: Page, name: str) -> Locator:
    """A button of the panel."""
    return panel(page).locator(f"button[name={name}]")


def focused(page: Page) -> str:
    """The name of the button, or the number of the option, that has the focus in the picture."""
    found: str = picture(page).first.evaluate(
        "picture => { const at = picture.getRootNode().activeElement; return at?.name || at?.dataset.option || '' }"
    )
    return found


@pytest.mark.parametrize(
    ("name", "right", "wrong", "number"),
    [
        ("bpe", "e s", "l o", "9 times"),
        ("wordpiece", "##g ##s", "h ##u", "5 / (20 × 5) = 1/20"),
        ("unigram", "ug", "hug", "loss 0"),
        ("bpe-encode", "e s", "l o", "merge 1"),
        ("apply", "e s", "l o", None),
        ("wordpiece-encode", "hugs", "h", re.compile("longest$")),
        ("lattice", "ug 1 → 3", None, None),
    ],
)
def test_every_picture(
    page: Page, name: str, right: str, wrong: str | None, number: str | re.Pattern[str] | None
) -> None:
    open_asking(page, name, **({"step": 1} if name == "apply" else {}))  # first of all it cuts the word into symbols
    is_open(page)
    assert len(options(page)) > 1
    expect(picture(page).first.locator(".ring.next")).to_have_count(0)
    expect(panel(page).locator(".told")).to_have_count(0)
    if name == "apply":  # another order of merges: what is right is read off afterwards
        pick(page, options(page)[0])
        expect(panel(page)).to_have_attribute("data-state", re.compile("right|wrong"))
        expect(panel(page).locator(".verdict")).not_to_be_empty()
        return
    pick(page, right)
    came_out(page, "right")
    expect(panel(page).locator(".option.chosen.picked .name")).to_contain_text(right.split(" ")[0])
    expect(score(page)).to_have_text(said(1, 1))
    if number:
        expect(panel(page).locator(".option.chosen .told")).to_have_text(number)
    if wrong:
        panel(page).get_by_role("button", name=EN("predict.label.reset")).click()
        is_open(page)
        pick(page, wrong)
        came_out(page, "wrong")
        expect(panel(page).locator(".verdict")).to_contain_text(wrong.split(" ")[0])
        expect(panel(page).locator(".told")).to_have_count(0)  # the numbers of the others are not told
        expect(score(page)).to_have_text(said(0, 1))
        act(page, "again").click()
        is_open(page)
        pick(page, right)
        came_out(page, "right")
        expect(score(page)).to_have_text(f"{said(0, 1)} · {EN('predict.label.later', later=1)}")


def test_a_tie_accepts_any_and_names_the_rule(page: Page) -> None:
    open_asking(page, "bpe")
    assert options(page) == ["e s", "e w", "l o", "n e", "o w", "s t", "t </w>", "w e"]
    pick(page, "s t")
    came_out(page, "tied")
    rule = EN("reason.rule.first-seen.present")
    tie = EN("measure.count.tie.present", rivals=EN.listed(["s t", "t </w>"]), rule=rule)
    expect(panel(page).locator(".verdict")).to_contain_text(f"{EN('predict.label.tied')} {E_S}{tie}")
    expect(act(page, "next")).to_have_text(EN("predict.label.next_merge"))
    expect(panel(page).locator(".option.right")).to_have_count(3)
    expect(score(page)).to_have_text(said(1, 1))
    assert chips(page, "newest", "next") == ["e", "s"]


def test_a_tie_of_arcs_and_of_pieces(page: Page) -> None:
    open_asking(page, "lattice")
    pick(page, "g 2 → 3")
    came_out(page, "tied")
    expect(panel(page)).to_contain_text(EN("predict.rule.arcs", tied=2))
    open_asking(page, "unigram")
    pick(page, "un")
    came_out(page, "tied")
    expect(panel(page)).to_contain_text(EN("reason.listed.first"))


def test_the_score_counts_each_step_once(page: Page) -> None:
    open_asking(page, "bpe")
    pick(page, "e s")
    act(page, "next").click()
    at_step(page, 1)
    pick(page, "l o")
    came_out(page, "wrong")
    expect(score(page)).to_have_text(said(1, 2))
    reload(page)  # which neither opens the question again nor takes the guess back
    came_out(page, "wrong")
    expect(panel(page).locator(".verdict")).to_contain_text("l o occurs 7 times: low 5 + lower 2.")
    expect(score(page)).to_have_text(said(1, 2))
    act(page, "tell").click()
    came_out(page, "shown")
    expect(score(page)).to_have_text(said(1, 2))
    press(page, "ArrowLeft")
    at_step(page, 0)
    came_out(page, "right")
    press(page, "ArrowRight", "ArrowRight")
    at_step(page, 2)
    is_open(page)
    press(page, "Home", "1", "2")  # answered: numbers do nothing more
    expect(score(page)).to_have_text(said(1, 2))
    panel(page).get_by_role("button", name=EN("predict.label.reset")).click()
    is_open(page)
    expect(score(page)).to_be_hidden()


def test_the_score_survives_a_reload_and_the_end_tells_what_was_reached(page: Page) -> None:
    open_asking(page, "bpe-encode")
    pairs = ("e s", "es t", "est </w>", "l o")  # before the last merge there is nothing to choose from
    total = len(pairs) + 1
    for step, pair in enumerate(pairs):
        at_step(page, step)
        pick(page, pair)
        came_out(page, "right")
        if step == 2:
            expect(score(page)).to_have_text(f"{said(3, 3)} · {EN('predict.label.streak', streak=3)}")
            page.wait_for_function("() => new URLSearchParams(location.search).get('step') === '2'")
            reload(page)
            expect(score(page)).to_have_text(f"{said(3, 3)} · {EN('predict.label.streak', streak=3)}")
            at_step(page, 2)
        press(page, "ArrowRight")
    press(page, "End")
    at_step(page, total)
    expect(panel(page)).to_contain_text(EN("predict.label.end_all", asked=len(pairs)))
    press(page, "Home")
    panel(page).get_by_role("button", name=EN("predict.label.reset")).click()
    pick(page, "l o")
    came_out(page, "wrong")
    press(page, "End")
    at_step(page, total)
    expect(panel(page)).to_contain_text(EN("predict.label.end", right=0, asked=1, longest=0))


def test_going_on_without_an_answer_shows_it_first_and_does_not_count(page: Page) -> None:
    open_asking(page, "bpe")
    press(page, "PageDown")  # what a presenter's remote sends
    came_out(page, "shown")
    at_step(page, 0)
    expect(panel(page)).to_contain_text(f"{EN('predict.label.shown')} {E_S}")
    expect(score(page)).to_have_text("")
    press(page, "PageDown")
    at_step(page, 1)
    is_open(page)
    for name in ("Play", "Forward", "Last step"):  # the question has the only way on
        expect(page.get_by_role("button", name=name, exact=True)).to_be_disabled()
    act(page, "tell").click()
    came_out(page, "shown")
    expect(page.get_by_role("button", name="Forward", exact=True)).to_be_enabled()
    press(page, "End")
    at_step(page, 15)
    came_out(page, "none")


def test_playing_shows_an_answer_and_waits_at_the_next_question(page: Page) -> None:
    open_asking(page, "bpe")
    page.get_by_role("combobox", name="Speed").select_option("8×")
    press(page, "Space")
    at_step(page, 1)
    is_open(page)
    expect(page.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "false")
    expect(picture(page).locator(".ring.next")).to_have_count(0)
    press(page, "ArrowLeft")
    at_step(page, 0)
    came_out(page, "shown")


@pytest.mark.journey
def test_by_keyboard_alone(page: Page) -> None:
    open_asking(page, "bpe")
    press(page, "1")
    came_out(page, "right")
    press(page, "ArrowRight")
    at_step(page, 1)
    candidate_rows(page).first.focus()
    press(page, "Enter")
    came_out(page, "wrong")
    assert focused(page) == "again"
    press(page, "Enter")
    is_open(page)
    assert focused(page) == "0"  # the first option again
    press(page, "ArrowDown", "Enter")
    came_out(page, "right")
    assert focused(page) == "next"
    press(page, "Enter")
    at_step(page, 2)
    assert focused(page) == "0"  # the first option of the next question
    press(page, "Space")
    expect(panel(page)).not_to_have_attribute("data-state", "open")
    expect(score(page)).to_contain_text("of 3 right")


def box(page: Page, word: str, place: int) -> Locator:
    """A box of a word, counted from the left."""
    return row_of(page, word).locator(".chip").nth(place)


def marked(page: Page, kind: str) -> list[str]:
    """The boxes that are marked so."""
    found: list[str] = picture(page).locator(f".chip.{kind}").evaluate_all("all => all.map((one) => one.dataset.token)")
    return found


@pytest.mark.journey
def test_two_clicks_choose_a_pair_and_a_wrong_one_may_be_tried_again(page: Page) -> None:
    open_asking(page, "bpe")
    expect(panel(page).locator(".question")).to_contain_text(EN("predict.label.how_pairs"))
    box(page, "newest", 0).click()  # the middle of a box is no answer
    is_open(page)
    assert marked(page, "chosen") == ["n"]
    expect(panel(page).locator(".question")).to_contain_text(EN("predict.label.chose", symbol="n"))
    box(page, "newest", 3).click()  # no neighbor: the choice moves there
    assert marked(page, "chosen") == ["e"]
    box(page, "newest", 3).click()  # the same box: nothing is chosen
    assert marked(page, "chosen") == []
    box(page, "newest", 2).click()
    act(page, "restart").click()
    assert marked(page, "chosen") == []
    expect(act(page, "restart")).to_be_hidden()
    box(page, "newest", 3).click()
    box(page, "newest", 2).click()  # from the right to the left
    came_out(page, "wrong")
    assert marked(page, "wrong") == ["w", "e"]
    why = EN("reason.count.present", pair="w e", count="8 times", sum="newest 6 + lower 2")
    expect(panel(page).locator(".verdict")).to_contain_text(EN("predict.wrong.merge.count", why=why))
    expect(picture(page).locator(".ring.next, .candidate-pair.wins")).to_have_count(0)
    act(page, "again").click()
    box(page, "widest", 0).click()
    box(page, "widest", 1).click()
    came_out(page, "wrong")  # a second time
    expect(panel(page).locator(".verdict")).to_contain_text("w i occurs 3 times: widest 3.")
    expect(act(page, "again")).to_be_visible()
    expect(act(page, "tell")).to_be_visible()
    box(page, "widest", 3).click()  # without asking to try again
    box(page, "widest", 4).click()
    came_out(page, "right")
    assert marked(page, "right") == ["e", "s"]
    expect(score(page)).to_have_text(f"{said(0, 1)} · {EN('predict.label.later', later=1)}")
    act(page, "next").click()
    at_step(page, 1)
    assert marked(page, "right") == []


def test_a_click_between_two_boxes_chooses_both(page: Page) -> None:
    open_asking(page, "bpe")
    point_between(page, "newest", 3)
    came_out(page, "right")


def point_between(page: Page, word: str, place: int) -> None:
    """Click on a word between this symbol and the next one."""
    left, right = (still(box(page, word, one)) for one in (place, place + 1))
    assert left
    assert right
    page.mouse.click((left["x"] + left["width"] + right["x"]) / 2, left["y"] + left["height"] / 2)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_two_taps_on_a_phone(new_page: NewPage, server: Server, language: str) -> None:
    page = new_page(server, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    say = load(language)
    open_asking(page, "bpe", lang=language)
    expect(panel(page).locator(".question")).to_contain_text(say("predict.label.how_pairs_touch"))
    for word in ("low", "lower", "newest", "widest"):
        expect(row_of(page, word)).to_be_in_viewport(ratio=1)
    for option in candidate_rows(page).all():
        expect(option).to_be_in_viewport(ratio=1)
        expect(option.locator(".rank")).to_be_hidden()  # its number is a key
    box(page, "newest", 3).tap()
    is_open(page)
    box(page, "newest", 4).tap()
    came_out(page, "right")
    expect(act(page, "next")).to_be_in_viewport(ratio=1)
    act(page, "next").tap()
    at_step(page, 1)


def test_the_switch_travels_in_the_link(page: Page) -> None:
    open_page(page, "/bpe", {"example": "sennrich", "step": 3})
    at_step(page, 3)
    expect(panel(page)).to_have_count(0)
    page.get_by_text(EN("predict.toggle"), exact=True).click()
    is_open(page)
    at_address(page, predict=1, example="sennrich", step=3)
    at_step(page, 3)
    reload(page)
    is_open(page)
    press(page, "ArrowRight", "ArrowRight")
    at_address(page, predict=1, step=4)
    page.get_by_text(EN("predict.toggle"), exact=True).click()
    expect(panel(page)).to_have_count(0)
    at_step(page, 4)
    go_back(page)
    is_open(page)


@pytest.mark.below
def test_what_would_tell_is_hidden(page: Page) -> None:
    open_asking(page, "bpe", step=2)
    expect(page.get_by_text(EN("predict.hidden"))).to_be_visible()
    expect(page.get_by_role("heading", name="Candidates for merge 3")).to_have_count(0)
    open_tab(page, EN("tab.printed"))
    expect(page.get_by_text(EN("predict.hidden"))).to_have_count(2)
    open_tab(page, EN("tab.tree"))
    expect(page.get_by_text(EN("predict.hidden"))).to_have_count(1)


def test_expectation_asks_nothing(page: Page) -> None:
    open_asking(page, "unigram", rules="soft-em", seeds="strict-substrings", step=2)
    came_out(page, "none")
    expect(panel(page)).to_be_hidden()
    expect(picture(page).locator(".say.next")).to_be_visible()
    press(page, "ArrowRight")
    at_step(page, 3)


@pytest.mark.parametrize(
    ("name", "language"), [("bpe", "en"), ("wordpiece", "zh"), ("unigram", "zh"), ("wordpiece-encode", "en")]
)
def test_on_a_phone_and_on_a_projector(page: Page, name: str, language: str) -> None:
    open_asking(page, name, lang=language)
    is_open(page)
    for width in (1280, 390):
        resize(page, width, 800)
        boxes = [still(option) for option in panel(page).locator("button:visible").all()]
        assert all(box is not None and box["height"] >= 36 and box["x"] + box["width"] <= width for box in boxes)
    press(page, "1")
    expect(panel(page)).not_to_have_attribute("data-state", "open")
    wait_idle(page)
    for width in (390, 1280):
        resize(page, width, 800)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


# The options whose middle is not what a tap there reaches, below the card and above the buttons of a lesson.
OUT_OF_REACH = """(picture) => [...picture.querySelectorAll(".asks .candidate-pair")].filter((row) => {
    const { left, right, top, bottom } = row.getBoundingClientRect();
    const found = row.getRootNode().elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return !row.contains(found);
}).map((row) => row.textContent)"""


@pytest.mark.parametrize(
    ("path", "query", "answer", "pairs"),
    [
        ("/superbpe", {"example": "by-the-way", "step": 8, "guide": "newer", "card": 8}, ["␣the", "␣way"], 8),
        ("/picky", {"example": "parts", "step": 5, "guide": "newer", "card": 5}, ["␣", "a"], 3),
    ],
    ids=["superbpe", "picky"],
)
def test_every_pair_that_is_asked_about_is_in_reach(
    path: str, query: dict[str, object], answer: list[str], pairs: int, page: Page
) -> None:
    """However low the list is, as beside lines of a text or tests of parts, and below a card on a phone."""
    for width, height in ((1280, 720), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        open_page(page, path, {**query, "predict": 1})
        is_open(page)
        rows = picture(page).locator(".asks .candidate-pair")
        expect(rows).to_have_count(pairs)
        assert answer in [row.locator(".pair .symbol").all_inner_texts() for row in rows.all()]
        expect(page.locator("[data-testid=guide-card][data-arrived]")).to_be_visible()
        assert picture(page).evaluate(OUT_OF_REACH) == [], width
