"""The start page: a sentence is cut while it is typed, a token tells how it came about, links open what they name."""

from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import NewPage, Server, open_page
from tests.e2e.lesson import at_address, at_step, press, stage
from tokviz import bpe, examples, guides
from tokviz.views.shared.catalog import LANGUAGES, load

EN = load("en")


def test_every_example_has_a_line(page: Page) -> None:
    open_page(page)
    for name in (*examples.NAMES, "own"):
        expect(page.locator(f"[data-testid=stPageLink] a[href*='example={name}']").first).to_be_visible()
    links = page.locator(".st-key-start_examples").get_by_role("link").all()
    queries = [parse_qs(urlsplit(link.get_attribute("href") or "").query) for link in links]
    assert {query["example"][0] for query in queries} == {*examples.NAMES, "own"}
    assert not any("step" in query for query in queries)


def test_a_line_opens_its_example_at_step_0(page: Page) -> None:
    open_page(page)
    main = page.get_by_test_id("stMain")
    main.get_by_role("link", name=EN("example.hug")).click()
    at_address(page, example="hug")
    at_step(page, 0)
    expect(stage(page)).to_contain_text("u g occurs 20 times")
    press(page, "ArrowRight")
    at_address(page, step=1)
    page.get_by_role("link", name=EN("page.start")).click()
    main.get_by_role("link", name=EN("example.follow")).click()
    at_address(page, example="follow")
    at_step(page, 0)
    expect(stage(page)).to_contain_text("l o occurs 8 times")


def test_the_lesson_opens_in_the_language_of_the_visit(new_page: NewPage, server: Server) -> None:
    zh = load("zh")
    page = open_page(new_page(server, locale="zh-CN"))
    expect(page.get_by_text(zh("app.tagline"))).to_be_visible()
    page.get_by_test_id("stMain").get_by_role("link", name=guides.load("bpe").title["zh"]).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(zh("page.bpe"))
    expect(stage(page)).to_have_attribute("lang", "zh")


# -- the sentence ------------------------------------------------------------------------------------------------------


def hero(page: Page) -> Locator:
    found = page.get_by_test_id("hero")
    found.wait_for()
    return found


def tokens(page: Page) -> list[str]:
    return [token.get_attribute("data-token") or "" for token in hero(page).locator("[data-token]").all()]


def cut(text: str, example: str = "english", limit: int | None = None) -> list[str]:
    """What tokviz makes of a text."""
    found = examples.load(example)
    recipe = found.recipe("bpe")
    trace = bpe.train(found.corpus_for("bpe"), merges=recipe.merges, rules="course")
    return replace(trace.model(limit), pretokenizer="gpt2").encode(text)


@pytest.mark.journey
def test_a_sentence_is_cut_while_it_is_typed_and_the_encoder_opens_at_a_token(page: Page) -> None:
    open_page(page, "/", {"lang": "en"})
    assert tokens(page) == cut(EN("start.sentence"))
    hero(page).get_by_role("textbox").fill("Nobody reads unprintable newspapers.")
    assert tokens(page) == cut("Nobody reads unprintable newspapers.")
    hero(page).locator("[data-token=able]").hover()
    expect(hero(page).locator(".why")).to_contain_text("Why able?")
    expect(hero(page).locator(".why .pair")).to_have_count(2)
    hero(page).get_by_role("link", name=EN("start.hero.decided")).click()
    at_address(page, example="english", text="Nobody reads unprintable newspapers.", word=" unprintable")
    told = hero_step(" unprintable", "able")
    expect(stage(page).first).to_have_attribute("data-step", str(told))


def hero_step(word: str, token: str) -> int:
    """After how many steps of a word a token is there."""
    found = examples.load("english")
    model = bpe.train(found.corpus_for("bpe"), merges=900, rules="course").model()
    steps = model.explain(word).steps
    return next(k for k, step in enumerate(steps, start=1) if token in step.after)


def test_the_slider_takes_merges_back(page: Page) -> None:
    open_page(page, "/", {"lang": "en"})
    slider = hero(page).get_by_role("slider")
    slider.fill("30")
    assert tokens(page) == cut(EN("start.sentence"), limit=30)
    expect(slider).to_have_attribute("aria-valuetext", "after 30 merges")
    slider.fill("0")
    assert tokens(page) == list(EN("start.sentence"))
    expect(hero(page).locator(".why")).to_contain_text(EN("start.hero.single"))
    link = hero(page).get_by_role("link", name=EN("start.hero.decided")).get_attribute("href") or ""
    assert parse_qs(urlsplit(link).query)["merges"] == ["0"]


def test_chinese_is_cut_by_what_chinese_texts_taught(page: Page) -> None:
    open_page(page, "/", {"lang": "en"})
    text = "我们今天没有去图书馆。"
    hero(page).get_by_role("textbox").fill(text)
    assert tokens(page) == cut(text, "chinese")
    expect(hero(page).get_by_role("link", name=EN("start.learned.chinese"))).to_be_visible()


def test_arrows_go_from_token_to_token_and_tab_past_them(page: Page) -> None:
    open_page(page, "/", {"lang": "en"})
    hero(page).get_by_role("textbox").fill("the reading")
    focused = hero(page).locator("[data-token]:focus")
    page.keyboard.press("Tab")
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
    hero(page).get_by_role("textbox").fill("<img src=x onerror=alert(1)> \u200f\u0645\u0631\u062d\u0628\u0627")
    assert "".join(tokens(page)) == "<img src=x onerror=alert(1)> \u200f\u0645\u0631\u062d\u0628\u0627"
    hero(page).get_by_role("textbox").fill("")
    expect(hero(page)).to_contain_text(EN("start.hero.empty"))
    expect(hero(page).get_by_role("link", name=EN("start.hero.decided"))).to_be_hidden()


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1024, 768), (390, 844), (960, 540)])
def test_the_sentence_is_in_the_window_and_nothing_sticks_out(
    page: Page, width: int, height: int, language: str
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    open_page(page, "/", {"lang": language} | ({"embed": "true"} if height == 540 else {}))
    link = hero(page).get_by_role("link", name=load(language)("start.hero.decided"))
    box = link.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= height
    assert page.get_by_test_id("stMain").evaluate("main => main.scrollWidth <= main.clientWidth")
