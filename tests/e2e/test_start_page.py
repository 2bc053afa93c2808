"""The start page: merges to watch, a sentence that is split while it is typed, own text, lessons that go on, links."""

from collections import Counter
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.catalogs import heading, saying
from tests.e2e.conftest import NewPage, Server, open_page, resize, still
from tests.e2e.lesson import at_address, at_step, go_back, picture, press, reload
from tests.e2e.test_guides import at_card, button, card
from tests.e2e.test_lessons import answer
from tokviz import bpe, examples, guides
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.start import COMPARED, WATCHED

EN = load("en")


def test_a_line_opens_its_example_at_step_0(page: Page) -> None:
    open_page(page)
    main = page.get_by_test_id("stMain")
    main.get_by_role("link", name=EN("example.hug")).click()
    at_address(page, example="hug")
    at_step(page, 0)
    expect(picture(page)).to_contain_text(saying("reason.count.present", pair="u g", count="20 times"))
    press(page, "ArrowRight")
    at_address(page, step=1)
    page.get_by_role("link", name=EN("page.start")).click()
    main.get_by_role("link", name=EN("example.follow")).click()
    at_address(page, example="follow")
    at_step(page, 0)
    expect(picture(page)).to_contain_text("l o occurs 8 times")


def test_the_lesson_opens_in_the_language_of_the_visit(new_page: NewPage, server: Server) -> None:
    zh = load("zh")
    page = open_page(new_page(server, locale="zh-CN"))
    expect(page.get_by_text(zh("start.lead"))).to_be_visible()
    page.get_by_test_id("stMain").get_by_role("link", name=guides.load("bpe").title["zh"]).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(heading("bpe", zh))
    expect(picture(page)).to_have_attribute("lang", "zh")


# -- the sentence ------------------------------------------------------------------------------------------------------


def hero(page: Page) -> Locator:
    found = page.get_by_test_id("hero")
    found.wait_for()
    return found


def tokens(page: Page) -> list[str]:
    return [token.get_attribute("data-token") or "" for token in hero(page).locator("[data-token]").all()]


def cut(text: str, example: str = "english", limit: int | None = None) -> list[str]:
    """Return tokviz's tokens of a text."""
    found = examples.load(example)
    recipe = found.recipe("bpe")
    trace = bpe.train(found.corpus_for("bpe"), merges=recipe.merges, rules="course")
    return replace(trace.model(limit), pretokenizer="gpt2").encode(text)


@pytest.mark.journey
def test_a_sentence_is_cut_while_it_is_typed_and_the_encoder_opens_at_a_token(page: Page) -> None:
    open_page(page, "/", {"lang": "en"})
    assert tokens(page) == cut(EN("start.sentence"))
    hero(page).get_by_label(EN("start.hero.title")).fill("Nobody reads unprintable newspapers.")
    assert tokens(page) == cut("Nobody reads unprintable newspapers.")
    hero(page).locator("[data-token=able]").hover()
    expect(hero(page).locator(".why .pair")).to_have_count(1)
    hero(page).get_by_role("link", name=EN("start.hero.decided")).click()
    at_address(page, example="english", text="Nobody reads unprintable newspapers.", word=" unprintable")
    at_step(page, 0)
    press(page, "ArrowRight")
    at_step(page, 1)


def test_what_was_typed_is_split_by_real_models_one_press_away(page: Page) -> None:
    """Any text, as it is: signs of an address too. Without a text there is nothing to split."""
    open_page(page, "/", {"lang": "en"})
    link = hero(page).get_by_role("link", name=EN("start.hero.real"))
    hero(page).get_by_label(EN("start.hero.title")).fill("")
    expect(link).to_be_hidden()
    hero(page).get_by_label(EN("start.hero.title")).fill("50% of Ada&Co? #1 你好")
    link.click()
    at_address(page, preset="own", text="50% of Ada&Co? #1 你好")
    expect(page.locator(".st-key-part_units").get_by_test_id("text-rows").first).to_be_visible()


def test_the_slider_takes_merges_back(page: Page) -> None:
    open_page(page, "/", {"lang": "en"})
    slider = hero(page).get_by_role("slider")
    slider.fill("30")
    assert tokens(page) == cut(EN("start.sentence"), limit=30)
    expect(slider).to_have_attribute("aria-valuetext", "Tokens after 30 merges")
    slider.fill("0")
    assert tokens(page) == list(EN("start.sentence"))
    expect(hero(page).locator(".why")).to_contain_text(EN("start.hero.single"))
    link = hero(page).get_by_role("link", name=EN("start.hero.decided")).get_attribute("href") or ""
    assert parse_qs(urlsplit(link).query)["merges"] == ["0"]


def test_chinese_is_cut_by_what_chinese_texts_taught(page: Page) -> None:
    open_page(page, "/", {"lang": "en"})
    text = "我们今天没有去图书馆。"
    hero(page).get_by_label(EN("start.hero.title")).fill(text)
    assert tokens(page) == cut(text, "chinese")
    expect(hero(page).get_by_role("link", name=EN("start.learned.chinese"))).to_be_visible()


def test_arrows_go_from_token_to_token_and_tab_past_them(page: Page) -> None:
    open_page(page, "/", {"lang": "en"})
    hero(page).get_by_label(EN("start.hero.title")).fill("the reading")
    focused = hero(page).locator("[data-token]:focus")
    page.keyboard.press("Tab")
    expect(focused).to_have_count(1)
    page.keyboard.press("Home")
    expect(focused).to_have_attribute("data-token", "the"[: len(tokens(page)[0])])
    page.keyboard.press("ArrowRight")
    expect(focused).to_have_attribute("data-token", tokens(page)[1])
    expect(focused).to_have_attribute("aria-describedby", "why")
    page.keyboard.press("End")
    expect(focused).to_have_attribute("data-token", tokens(page)[-1])
    page.keyboard.press("Tab")
    expect(hero(page).get_by_role("slider")).to_be_focused()


def test_what_is_typed_is_text(page: Page) -> None:
    open_page(page, "/", {"lang": "en"})
    field = hero(page).get_by_label(EN("start.hero.title"))
    field.fill("<img src=x onerror=alert(1)> \u200f\u0645\u0631\u062d\u0628\u0627")
    assert "".join(tokens(page)) == "<img src=x onerror=alert(1)> \u200f\u0645\u0631\u062d\u0628\u0627"
    field.fill("")
    expect(hero(page)).to_contain_text(EN("start.hero.empty"))
    expect(hero(page).get_by_role("link", name=EN("start.hero.decided"))).to_be_hidden()


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_primary_button_is_in_every_window_and_nothing_sticks_out(page: Page, language: str) -> None:
    """And a whole card of a lesson is its link; in a frame, too."""
    for is_embedded, sizes in ((False, [(1280, 720), (1024, 768), (390, 844), (2560, 1440)]), (True, [(960, 540)])):
        open_page(page, "/", {"lang": language} | ({"embed": "true"} if is_embedded else {}))
        link = hero(page).get_by_role("link", name=load(language)("start.watch.go"))
        cards = page.get_by_test_id("lessons").locator("li")
        for width, height in sizes:
            resize(page, width, height)
            box, whole = still(link), still(hero(page))
            assert box is not None
            assert whole is not None
            assert box["y"] + box["height"] <= height, width
            root = float(page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)"))
            assert whole["width"] <= 1240 * root / 16, width  # type is larger in a very large window: so is the page
            assert page.get_by_test_id("stMain").evaluate("main => main.scrollWidth <= main.clientWidth"), width
            if not is_embedded and width in (1280, 390):
                expect(cards).to_have_count(len(guides.names()))
                expect(cards.first).to_be_visible()
                for card in cards.all():  # the side bar leaves a narrow window a moment after the window has got so
                    page.wait_for_function(f"card => ({HIT})(card) >= 0.98", arg=card.element_handle())
                page.get_by_test_id("stMain").evaluate("main => main.scrollTo(0, 0)")


# -- merges to watch ---------------------------------------------------------------------------------------------------


# The steps that a picture shows, one after the other, and whether it asks at each.
FOLLOW = """() => {
    window.film = [];
    document.addEventListener("tokviz-drawn", () => {
        const roots = [...document.querySelectorAll("*")].flatMap((node) => node.shadowRoot ?? []);
        const { step, asks } = roots.map((root) => root.querySelector("[data-testid=picture]")).find(Boolean).dataset;
        if (window.film.at(-1) !== `${step} ${asks}`) window.film.push(`${step} ${asks}`);
    });
}"""
ASKS = "[data-testid=ask][data-state=open]"


@pytest.mark.journey
def test_one_press_plays_the_first_merges_and_asks_for_the_fourth(page: Page) -> None:
    open_page(page, "/", {"lang": "en"})
    page.evaluate(FOLLOW)
    hero(page).get_by_role("link", name=EN("start.watch.go")).click()
    at_address(page, example="sennrich")
    at_step(page, WATCHED)
    panel = page.locator(ASKS)
    expect(panel).to_contain_text(EN("predict.label.guess"))
    expect(panel).to_contain_text(EN("measure.count.ask", number=WATCHED + 1))
    assert page.evaluate("window.film") == ["0 ", "1 ", "2 ", "3 open"]
    expect(picture(page).locator("[name=play]")).to_have_attribute("aria-pressed", "false")
    at_address(page, step=WATCHED)
    press(page, "1")
    expect(page.get_by_test_id("ask")).not_to_have_attribute("data-state", "open")
    go_back(page)  # what was only watched is no step back
    expect(hero(page)).to_be_visible()


def test_a_key_stops_what_plays_by_itself_and_a_reload_does_not_play_again(page: Page) -> None:
    open_page(page, "/bpe", {"example": "sennrich", "predict": "1", "watch": "3", "lang": "en"})
    expect(picture(page).locator("[name=play]")).to_have_attribute("aria-pressed", "true")
    press(page, "ArrowRight")
    expect(picture(page).locator("[name=play]")).to_have_attribute("aria-pressed", "false")
    press(page, "End")
    at_step(page, 15)
    at_address(page, step=15)
    reload(page)
    at_step(page, 15)
    expect(picture(page).locator("[name=play]")).to_have_attribute("aria-pressed", "false")


def test_without_motion_both_pictures_are_at_their_end(new_page: NewPage, server: Server) -> None:
    page = open_page(new_page(server, reduced_motion="reduce"), "/", {"lang": "en"})
    hero(page).evaluate(COUNT_TRANSITIONS)
    expect(hero(page).locator(".says")).to_have_text(EN("start.watch.end", n=8, word="newest"))
    expect(hero(page).get_by_role("button", name=EN("start.watch.pause"))).to_be_hidden()
    assert hero(page).get_attribute("data-moved") == "0"
    page.evaluate(FOLLOW)
    hero(page).get_by_role("link", name=EN("start.watch.go")).click()
    expect(page.locator(ASKS)).to_be_visible()
    assert page.evaluate("window.film") == ["3 open"]


COUNT_TRANSITIONS = """hero => {
    hero.dataset.moved = 0;
    hero.addEventListener("transitionrun", ({ target }) => {
        if (target.closest(".first-merges")) hero.dataset.moved = Number(hero.dataset.moved) + 1;
    });
}"""


def test_the_small_picture_runs_to_its_word_and_begins_again(page: Page) -> None:
    page.clock.install()
    open_page(page, "/", {"lang": "en"})
    hero(page).evaluate(COUNT_TRANSITIONS)
    says, made = hero(page).locator(".says"), hero(page).locator(".first-merges .made:not([style*='opacity: 0'])")
    for _ in range(8):
        page.clock.fast_forward(1400)
    expect(says).to_have_text(EN("start.watch.end", n=8, word="newest"))
    expect(made).to_have_count(4)  # newest, low twice, est
    assert int(hero(page).get_attribute("data-moved") or 0) > 10
    page.clock.fast_forward(4000)
    expect(says).to_contain_text("Merge 1")
    expect(made).to_have_count(0)
    hero(page).get_by_role("button", name=EN("start.watch.pause")).click()
    page.clock.fast_forward(20_000)
    expect(says).to_contain_text("Merge 1")
    hero(page).get_by_role("button", name=EN("start.watch.play")).click()
    page.clock.fast_forward(1400)
    expect(says).to_contain_text("Merge 2")


# -- algorithms side by side -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_a_link_leads_to_three_algorithms_on_one_clock(
    new_page: NewPage, server: Server, size: tuple[int, int]
) -> None:
    page = open_page(new_page(server, viewport={"width": size[0], "height": size[1]}))
    link = hero(page).get_by_role("link", name=EN("start.compare"))
    if size[0] > 1000:
        expect(link).to_be_in_viewport(ratio=1)
    assert link.evaluate("link => link.scrollWidth <= link.clientWidth")
    link.click()
    at_address(page, **COMPARED)
    expect(picture(page).locator(".knob")).to_have_text(EN("clock.label.size", n=10))
    expect(picture(page)).to_have_attribute("data-step", "10")


# -- own text ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["low low lower newest", "low lower newest widest " * 100], ids=["short", "long"])
def test_own_text_is_trained_on_by_the_convention_of_the_examples(page: Page, text: str) -> None:
    open_page(page, "/", {"lang": "en"})
    field = hero(page).get_by_label(EN("start.own.title"))
    field.fill(text)
    field.press("Control+Enter")
    at_address(page, example="own")
    at_step(page, 0)
    expect(page.get_by_label("Your own corpus", exact=True)).to_have_value(text)
    expect(picture(page)).to_contain_text("l o")
    press(page, "ArrowRight")
    at_step(page, 1)


def test_no_own_text_stays_and_asks_for_one(page: Page) -> None:
    open_page(page, "/", {"lang": "en"})
    hero(page).get_by_role("button", name=EN("start.own.go")).click()
    expect(hero(page).get_by_label(EN("start.own.title"))).to_be_focused()
    assert page.evaluate("location.pathname") == "/"


# -- lessons -----------------------------------------------------------------------------------------------------------


def lesson(page: Page, name: str) -> Locator:
    return page.locator(f"[data-lesson={name}]")


HIT = """card => {
    card.scrollIntoView({ block: "center" });
    const { left, top, width, height } = card.getBoundingClientRect();
    let hits = 0;
    for (let i = 0; i < 20; i += 1) for (let j = 0; j < 20; j += 1) {
        const point = [left + width * (i + 0.5) / 20, top + height * (j + 0.5) / 20];
        hits += Boolean(card.getRootNode().elementFromPoint(...point)?.closest("a"));
    }
    return hits / 400;
}"""


WHOLE = """(pictures) => pictures.map((around) => {
    const [own, image] = [around, around.querySelector("img")].map((node) => node.getBoundingClientRect());
    return image.height >= 24 && image.top >= own.top - 1 && image.bottom <= own.bottom + 1;
})"""


def test_the_lessons_are_in_full_rows_and_in_the_first_window(page: Page) -> None:
    open_page(page, "/", {"lang": "en"})
    cards = page.get_by_test_id("lessons").locator("li")
    expect(cards).to_have_count(len(guides.names()))
    for width, height in ((1280, 720), (1920, 1080), (1024, 768)):
        resize(page, width, height)
        boxes = [box for card in cards.all() if (box := still(card))]
        assert len(boxes) == len(guides.names())
        rows = Counter(round(box["y"]) for box in boxes)
        assert len(set(rows.values())) == 1, rows
        if width > 1240:
            assert max(box["y"] + box["height"] for box in boxes) <= height, width
        pictures = cards.locator(".picture").evaluate_all(WHOLE)
        assert len(pictures) == len(boxes)
        assert all(pictures), f"a picture is cut at {width}"


def test_the_page_of_lessons_says_what_each_answers_and_which_to_take_now(page: Page) -> None:
    """It was half empty, and nothing said what a lesson is about or where to begin."""
    open_page(page, "/lessons", {"lang": "en"})
    listed = page.get_by_test_id("lessons")
    cards = listed.locator("li")
    expect(cards).to_have_count(len(guides.names()))
    for name in guides.names():
        expect(lesson(page, name).locator(".line")).to_have_text(guides.load(name).line["en"])
    for width, height in ((1280, 720), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        for box in (*cards.all(), page.locator(".st-key-start_teachers")):
            expect(box).to_be_in_viewport(ratio=1)
    first, other = guides.ORDER[0], guides.ORDER[3]
    onward = listed.locator(".next a")
    expect(onward).to_have_text(EN("lessons.next.first", n=1, title=guides.load(first).title["en"]))
    expect(listed.locator(".how-far")).to_have_count(0)
    kept = {first: {"card": len(guides.load(first).cards), "isDone": True}, other: {"card": 3, "isDone": False}}
    page.evaluate("(kept) => localStorage.setItem('tokviz-lessons', JSON.stringify(kept))", kept)
    reload(page)
    title = guides.load(other).title["en"]
    expect(onward).to_have_text(EN("lessons.next.continue", n=4, card=3, title=title))
    expect(listed.locator(".how-far")).to_have_text(EN("lessons.how-far", n=1, total=len(guides.names())))
    onward.click()
    at_card(page, other, 3)
    everything = {name: {"card": len(guides.load(name).cards), "isDone": True} for name in guides.names()}
    page.evaluate("(kept) => localStorage.setItem('tokviz-lessons', JSON.stringify(kept))", everything)
    open_page(page, "/lessons", {"lang": "en"})
    expect(onward).to_have_text(EN("lessons.practice"))


def test_a_touch_at_the_edge_of_a_card_opens_its_lesson(new_page: NewPage, server: Server) -> None:
    page = new_page(server, viewport={"width": 390, "height": 844}, has_touch=True)
    open_page(page, "/", {"lang": "en"})
    card = lesson(page, "tokens")
    card.scroll_into_view_if_needed()
    box = still(card)
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] - 12, box["y"] + box["height"] - 8)
    at_card(page, "tokens", 1)


@pytest.mark.journey
def test_a_lesson_goes_on_where_it_was_left_and_starts_over(page: Page) -> None:
    language, say, total = "en", EN, len(guides.load("bpe").cards)
    open_page(page, "/", {"lang": language})
    page.evaluate("localStorage.removeItem('tokviz-lessons')")
    lesson(page, "bpe").get_by_role("link").press("Enter")
    at_card(page, "bpe", 1)
    button(page, "next").click()
    at_card(page, "bpe", 2)
    reload(page)
    at_card(page, "bpe", 2)
    open_page(page, "/", {"lang": language})
    expect(lesson(page, "bpe")).to_contain_text(say("start.lessons.continue", n=2))
    expect(lesson(page, "bpe").get_by_role("img", name=say("start.lessons.bar", n=1, total=total))).to_be_visible()
    expect(lesson(page, "why")).to_contain_text(say.count("guide.cards", len(guides.load("why").cards)))
    lesson(page, "bpe").get_by_role("link").click()
    at_card(page, "bpe", 2)
    open_page(page, "/", {"guide": "bpe", "card": total, "lang": language})
    at_card(page, "bpe", total)
    open_page(page, "/", {"lang": language})
    expect(lesson(page, "bpe")).to_contain_text(say("start.lessons.done"))
    again = say(
        "start.lessons.again.label", n=guides.names().index("bpe") + 1, title=guides.load("bpe").title[language]
    )
    lesson(page, "bpe").get_by_role("button", name=again).click()
    expect(lesson(page, "bpe").get_by_role("link")).to_be_focused()
    expect(lesson(page, "bpe")).to_contain_text(say.count("guide.cards", total))
    assert page.evaluate("localStorage.getItem('tokviz-lessons')") == "{}"


@pytest.mark.journey
def test_a_lesson_that_starts_over_asks_its_questions_again(page: Page) -> None:
    """Within the visit, in which the server has the answers, and after a reload, for which the browser keeps them."""
    total = len(guides.load("bpe").cards)
    open_page(page, "/", {"guide": "bpe", "card": total, "lang": "en"})
    answer(page, 0, at_card(page, "bpe", total), "right")
    reload(page)
    at_card(page, "bpe", total)
    asked = page.get_by_test_id("guide-ask").first
    expect(asked).to_have_attribute("data-state", "right")
    button(page, "leave").click()
    page.get_by_role("link", name=EN("page.start")).click()
    lesson(page, "bpe").get_by_role("button").click()
    expect(lesson(page, "bpe").get_by_role("link")).to_be_focused()
    kept = page.evaluate("['tokviz-card-answers', 'tokviz-lesson'].map((name) => sessionStorage.getItem(name))")
    assert kept == ["{}", "{}"]
    lesson(page, "bpe").get_by_role("link").press("Enter")
    at_card(page, "bpe", 1)
    card(page).get_by_text(EN("guide.label.list"), exact=True).click()
    card(page).locator("details li button").last.click()
    at_card(page, "bpe", total)
    expect(asked).to_have_attribute("data-state", "open")
    expect(card(page).locator(".tally")).to_be_empty()


@pytest.mark.journey
def test_a_week_after_a_lesson_its_kinds_can_be_practiced(page: Page) -> None:
    open_page(page, "/", {"lang": "en"})
    week = 7 * 24 * 60 * 60 * 1000
    done = "{ card: 9, isDone: true, doneAt: Date.now() - ago }"
    page.evaluate(f"(ago) => localStorage.setItem('tokviz-lessons', JSON.stringify({{ bpe: {done} }}))", week // 2)
    reload(page)
    expect(lesson(page, "bpe")).to_contain_text(EN("start.lessons.done"))
    expect(lesson(page, "bpe").get_by_role("link")).to_have_count(1)
    page.evaluate(f"(ago) => localStorage.setItem('tokviz-lessons', JSON.stringify({{ bpe: {done} }}))", week)
    reload(page)
    lesson(page, "bpe").get_by_role("link", name=EN("guide.label.practice")).click()
    page.wait_for_url("**/practice?kinds=*")
    kinds = parse_qs(urlsplit(page.url).query)["kinds"][0].split(",")
    assert set(kinds) == set(guides.load("bpe").kinds)


@pytest.mark.parametrize("parameter", [{"route": 45}, {"embed": "true"}])
def test_a_lecture_and_a_frame_leave_the_progress_alone(page: Page, parameter: dict[str, object]) -> None:
    open_page(page, "/", {"lang": "en"})
    page.evaluate("localStorage.removeItem('tokviz-lessons')")
    open_page(page, "/bpe", {**guides.load("bpe").cards[2].query, "guide": "bpe", "card": 3, **parameter})
    page.locator("[data-testid=guide-card][data-arrived='3']").wait_for()
    assert page.evaluate("localStorage.getItem('tokviz-lessons')") is None
