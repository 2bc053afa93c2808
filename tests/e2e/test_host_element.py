"""The element `<tokviz-picture>` on pages that are not ours: plain ones, hostile ones, slides."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.catalogs import saying
from tests.e2e import axe, firefox
from tests.e2e.conftest import in_turn, screenshot, still
from tests.e2e.hosts import Host, narrated, opened, page_of, step_three_times, tells, write_picture
from tests.e2e.lesson import at_step, press
from tests.e2e.local_site import Served, served
from tokviz import bpe, examples, unigram, wordpiece
from tokviz.trace import Trace

LOW = bpe.train(examples.load("sennrich").corpus, merges=10)
HUG = examples.load("hug").corpus
TRACES: dict[str, Trace] = {
    "low": LOW,
    "hug": wordpiece.train(HUG, merges=10),
    "unigram": unigram.train(HUG, vocab_size=12),
    "top-down": wordpiece.train_top_down(HUG, vocab_size=12),
}
ELEMENT = '<tokviz-picture src="low.json" step="3"></tokviz-picture>'
HOSTILE = """
    html { font-size: 62.5% }
    * { font-family: serif !important; letter-spacing: 4px !important; box-sizing: content-box !important }
    :root { --text: red; --ground: red; --t3: 90px; --rem: 3px; --scale: 9; --st-text-color: red }
    button, select, input, .picture, .say, code { display: none !important; background: red !important }
    main { text-align: right; direction: rtl; line-height: 4; color: #333; white-space: pre; text-transform: uppercase }
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A folder with the module and the pictures, served."""
    folder = tmp_path_factory.mktemp("hosts")
    for name, trace in TRACES.items():
        write_picture(folder, f"{name}.json", trace)
    write_picture(folder, "word.json", LOW.model(), "lowest")
    write_picture(folder, "lattice.json", unigram.train(HUG, vocab_size=12).model().lattice("hugs"))
    with served(folder) as made:
        yield made


def write(site: Served, name: str, html: str) -> str:
    (site.folder / name).write_text(html, encoding="utf-8")
    return f"{site.url}/{name}"


def picture(page: Page) -> Locator:
    return page.get_by_test_id("picture")


def is_quiet(host: Host) -> bool:
    """Tell if nothing was logged, and nothing left this machine."""
    return host.logged == [] == host.outside


@pytest.mark.parametrize(("name", "language"), in_turn(TRACES))
def test_it_steps_and_tells(browser: Browser, site: Served, name: str, language: str) -> None:
    body = f'<tokviz-picture src="{name}.json" step="1"></tokviz-picture>'
    with opened(browser, write(site, "plain.html", page_of(body, language=f"{language}-x"))) as host:
        at_step(host.page, 1)
        step_three_times(host.page, TRACES[name], 1, language)
        expect(host.page.locator("tokviz-picture")).to_have_js_property("step", 4)
        assert is_quiet(host)
        screenshot(host.page, f"host-plain-{name}-{language}")


@pytest.mark.parametrize("name", ["word", "lattice"])
def test_words_step(browser: Browser, site: Served, name: str) -> None:
    body = f'<tokviz-picture src="{name}.json"></tokviz-picture>'
    with opened(browser, write(site, "word.html", page_of(body))) as host:
        at_step(host.page, 0)
        host.page.get_by_role("button", name="Forward").click()
        at_step(host.page, 1)
        press(host.page, "ArrowRight", "End")
        expect(host.page.get_by_role("button", name="Forward")).to_be_disabled()
        press(host.page, "ArrowLeft")  # the button that was pressed last cannot have the focus
        expect(host.page.get_by_role("button", name="Forward")).to_be_enabled()
        assert is_quiet(host)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 420])
def test_it_can_be_read_and_reached(
    browser: Browser, site: Served, scheme: Literal["light", "dark"], width: int
) -> None:
    """A page that follows the system, as plain ones do that ask for it."""
    address = write(
        site, "scheme.html", page_of(ELEMENT, ":root { color-scheme: light dark } body { background: Canvas }")
    )
    with opened(browser, address, color_scheme=scheme, viewport={"width": width, "height": 800}) as host:
        at_step(host.page, 3)
        expect(host.page.locator(".embed")).to_have_attribute("data-scheme", scheme)
        assert axe.findings(host.page) == []
        assert axe.faint(host.page) == []
        walk = axe.tab_through(host.page)
        assert walk.unmarked == walk.forgotten == walk.lost == ()
        assert len(walk.stops) > 8
        assert host.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert is_quiet(host)
        screenshot(host.page, f"host-{scheme}-{width}")


def test_it_follows_the_page_from_light_to_dark(browser: Browser, site: Served) -> None:
    """By the color of the text around it: pages say in many ways that they are dark. `scheme` decides itself."""
    style = "body { color: #222; background: white } body.night { color: oklch(0.95 0 0); background: #111 }"
    with opened(browser, write(site, "night.html", page_of(ELEMENT, style))) as host:
        scheme = host.page.locator(".embed")
        expect(scheme).to_have_attribute("data-scheme", "light")
        host.page.evaluate("document.body.className = 'night'")
        expect(scheme).to_have_attribute("data-scheme", "dark")
        host.page.locator("tokviz-picture").evaluate("node => node.setAttribute('scheme', 'light')")
        expect(scheme).to_have_attribute("data-scheme", "light")


def test_it_is_dark_where_the_page_became_so_while_it_was_hidden(browser: Browser, site: Served) -> None:
    """A host may show the picture only once its theme is there: then no color changes in view."""
    style = "body { color: #222 } body.night { color: #eee; background: #111 } .later tokviz-picture { display: none }"
    with opened(browser, write(site, "later.html", page_of(ELEMENT, style))) as host:
        scheme = host.page.locator(".embed")
        expect(scheme).to_have_attribute("data-scheme", "light")
        host.page.evaluate("document.body.className = 'later'")
        expect(host.page.locator("tokviz-picture")).to_be_hidden()
        host.page.evaluate("document.body.className = 'later night'")
        host.page.evaluate("document.body.className = 'night'")
        expect(scheme).to_have_attribute("data-scheme", "dark")


_LOOK = """node => [...node.shadowRoot.querySelectorAll("*")].map((one) => {
    const { display, fontFamily, letterSpacing, color, textTransform, whiteSpace } = getComputedStyle(one);
    const { width, height } = one.getBoundingClientRect();
    const look = [one.tagName, display, fontFamily, letterSpacing, color, textTransform, whiteSpace];
    return [...look, Math.round(width), Math.round(height)].join(" ");
})"""


def test_styles_stay_where_they_are(browser: Browser, site: Served) -> None:
    """A hostile page changes nothing in the picture, and the picture nothing on the page."""
    looks: list[Any] = []
    around = '<p class="say">Text</p><p class="picture"><code>x</code> <button>b</button></p>'
    for style in ("main { width: 1000px }", "main { width: 1000px }" + HOSTILE):
        with opened(browser, write(site, "hostile.html", page_of(around + ELEMENT, style))) as host:
            at_step(host.page, 3)
            looks.append(host.page.locator("tokviz-picture").evaluate(_LOOK))
            if style == "main { width: 1000px }":
                expect(host.page.locator("main > p button")).to_have_css("height", "21px")
                expect(host.page.locator("main > p.say")).to_have_css("padding-left", "0px")
            assert is_quiet(host)
    plain, hostile = looks
    assert len(plain) > 100
    assert [pair for pair in zip(plain, hostile, strict=True) if pair[0] != pair[1]][1:] == []  # the first one is seen


_LISTENING = """() => {
    window.heard = [];
    document.addEventListener("keydown", ({ key }) => window.heard.push(key));
}"""


@pytest.mark.journey
def test_keys_are_the_pictures_while_it_has_the_focus(browser: Browser, site: Served) -> None:
    body = f'<p tabindex="0">Text</p>{ELEMENT}<tokviz-picture src="hug.json"></tokviz-picture>'
    with opened(browser, write(site, "keys.html", page_of(body))) as host:
        page = host.page
        expect(picture(page)).to_have_count(2)
        page.evaluate(_LISTENING)
        page.locator("main > p").focus()
        press(page, "ArrowRight", " ", "End")
        assert page.evaluate("window.heard") == ["ArrowRight", " ", "End"]
        at_step(page, 3)
        picture(page).first.click(position={"x": 5, "y": 5})
        page.evaluate("window.heard = []")
        press(page, "ArrowRight", "PageDown", "ArrowLeft")
        at_step(page, 4)
        expect(picture(page).last).to_have_attribute("data-step", "0")
        assert page.evaluate("window.heard") == []
        press(page, "End", "Escape", "PageDown", "ArrowRight")  # behind the last step a remote turns the slide
        assert page.evaluate("window.heard") == ["Escape", "PageDown", "ArrowRight"]
        page.get_by_role("button", name="Play").first.focus()
        press(page, " ", " ")
        assert page.evaluate("window.heard") == ["Escape", "PageDown", "ArrowRight"]
        assert is_quiet(host)


KEYS_OF_A_PAGE = """
    window.heard = [];
    document.addEventListener("keydown", ({ key, defaultPrevented }) => { if (!defaultPrevented) heard.push(key); });
"""


@pytest.mark.parametrize(
    ("name", "width", "by_keys"),
    [("low", 1280, False), ("low", 390, False), ("low", 1280, True), ("unigram", 1280, False), ("hug", 390, False)],
)
def test_keys_go_on_where_what_has_the_focus_is_taken_away(
    browser: Browser, site: Served, name: str, width: int, by_keys: bool
) -> None:
    """A row leaves the list with its pair, and all keys are the picture's, as far as the last step."""
    address = write(site, "rows.html", page_of(f'<tokviz-picture src="{name}.json"></tokviz-picture>'))
    with opened(browser, address, viewport={"width": width, "height": 800}) as host:
        page = host.page
        at_step(page, 0)
        page.evaluate(KEYS_OF_A_PAGE)
        rows = picture(page).locator("button[data-key]")
        row = rows.last if name == "unigram" else rows.first
        row.focus() if by_keys else row.click()
        last = len(TRACES[name])
        for step in range(1, last + 1):
            press(page, "ArrowRight")
            at_step(page, step)
        assert page.evaluate("heard") == []


def test_the_focus_is_left_where_a_visitor_takes_it(browser: Browser, site: Served) -> None:
    body = f'<button type="button">Elsewhere</button>{ELEMENT}<p>Text</p>'
    with opened(browser, write(site, "left.html", page_of(body))) as host:
        page = host.page
        at_step(page, 3)
        rows = picture(page).locator(".candidate-pair")
        rows.last.click()
        page.get_by_role("button", name="Elsewhere").focus()
        page.locator("tokviz-picture").evaluate("node => { node.step = 9; }")
        at_step(page, 9)
        expect(page.get_by_role("button", name="Elsewhere")).to_be_focused()
        rows.last.click()
        page.get_by_text("Text", exact=True).click()
        page.locator("tokviz-picture").evaluate("node => { node.step = 2; }")
        at_step(page, 2)
        assert page.evaluate("document.activeElement === document.body")


def test_the_page_works_it_and_hears_of_steps(browser: Browser, site: Served) -> None:
    with opened(browser, write(site, "worked.html", page_of(ELEMENT))) as host:
        page, node = host.page, host.page.locator("tokviz-picture")
        at_step(page, 3)
        page.evaluate("""() => {
            window.steps = [];
            document.addEventListener("tokviz-step", ({ detail }) => window.steps.push(detail.step));
        }""")
        node.evaluate("node => { node.step = 5 }")
        at_step(page, 5)
        page.get_by_role("button", name="Forward").click()
        expect(node).to_have_js_property("step", 6)  # once it rests
        page.evaluate("""new Promise((done) => {
            const look = () => (window.steps.at(-1) === 6 ? done() : requestAnimationFrame(look));
            look();
        })""")
        node.evaluate("node => { node.lang = 'zh' }")
        expect(picture(page)).to_have_attribute("lang", "zh")
        at_step(page, 6)
        assert tells(picture(page), LOW, 6, "zh")
        node.evaluate("node => { node.setAttribute('src', 'hug.json') }")
        expect(picture(page).locator(".row[data-row=hug]")).to_be_visible()
        node.evaluate("node => { document.body.append(node) }")  # it moves, and is still there
        expect(picture(page)).to_have_count(1)
        node.evaluate("node => { node.setAttribute('src', 'none.json') }")
        expect(page.get_by_text(saying("embed.missing", "zh"))).to_be_visible()
        assert host.outside == []


def test_data_inside_of_the_element(browser: Browser, site: Served) -> None:
    data = (site.folder / "low.json").read_text(encoding="utf-8")
    body = f'<tokviz-picture step="3"><script type="application/json">{data}</script><p>Words</p></tokviz-picture>'
    with opened(browser, write(site, "inside.html", page_of(body))) as host:
        at_step(host.page, 3)
        expect(host.page.locator("tokviz-picture p:not(.say)").first).not_to_be_visible()
        step_three_times(host.page, LOW)
        assert is_quiet(host)


SLIDES = """
    body { margin: 0; height: 100vh; overflow: hidden; color: #fff; background: #191919 }
    .slides { position: absolute; inset: 50% auto auto 50%; width: 960px; height: 700px; font-size: 42px }
    .slides { text-align: center; transform: translate(-50%, -50%) scale(var(--zoom)) }
    section[hidden] { display: none }
"""
_DECK = """() => document.addEventListener("keydown", ({ key }) => {
    const [one, other] = document.querySelectorAll("section");
    if (key === "PageDown") [one.hidden, other.hidden] = [true, false];
    if (key === "PageUp") [one.hidden, other.hidden] = [false, true];
})"""


@pytest.mark.parametrize("zoom", ["0.6", "1.4"])
def test_a_slide(browser: Browser, site: Served, zoom: str) -> None:
    """Slides are scaled, and those that are not shown are hidden; a remote goes through the steps, then on."""
    body = f'<div class="slides"><section><h2>One</h2></section><section hidden>{ELEMENT}</section></div>'
    address = write(site, "slides.html", page_of(body, f":root {{ --zoom: {zoom} }} {SLIDES}"))
    with opened(browser, address, viewport={"width": 1440, "height": 1000}) as host:
        page = host.page
        expect(page.locator("h2")).to_be_visible()
        page.evaluate(_DECK)
        press(page, "PageDown")
        at_step(page, 3)
        outer, inner = still(page.locator("tokviz-picture")), still(picture(page))
        assert outer
        assert inner
        assert outer["width"] == pytest.approx(960 * float(zoom), abs=1)
        assert 0.9 < inner["width"] / outer["width"] < 1
        assert 0.9 < inner["height"] / outer["height"] < 1
        chip = still(picture(page).locator(".row .chip").first)
        ring = still(picture(page).locator(".ring.next").first)
        assert chip
        assert ring
        assert ring["x"] < chip["x"] < ring["x"] + ring["width"]  # what is measured is what is drawn
        expect(page.locator(".embed")).to_have_attribute("data-scheme", "dark")
        screenshot(page, f"host-slide-{zoom}")
        step_three_times(page, LOW)
        press(page, "End", "PageDown")
        press(page, "PageUp")
        at_step(page, len(LOW) - 1)
        page.evaluate("document.activeElement.blur()")
        press(page, "PageUp")
        expect(page.locator("h2")).to_be_visible()
        assert is_quiet(host)


_IN_FIREFOX = """new Promise((done) => {
    const look = () => {
        const host = document.querySelector("tokviz-picture");
        const picture = host.shadowRoot?.querySelector("[data-step]");
        if (!picture) return requestAnimationFrame(look);
        const outer = host.getBoundingClientRect();
        const inner = picture.getBoundingClientRect();
        picture.querySelector("[name=forward]").click();
        const says = [...picture.querySelectorAll(".say")].map((one) => one.textContent.replaceAll(/\\s/gu, ""));
        const scheme = host.shadowRoot.querySelector(".embed").dataset.scheme;
        const share = [inner.width / outer.width, inner.height / outer.height];
        done({ step: picture.dataset.step, says, scheme, share });
    };
    look();
})"""


@pytest.mark.firefox
@pytest.mark.program
def test_firefox(site: Served, tmp_path: Path) -> None:
    """Sheets, sizes and colors are what is new in this script; steps are the app's."""
    style = (
        "body { background: #111; color: #eee } main { width: 800px; transform: scale(1.25); transform-origin: 0 0 }"
    )
    address = write(site, "firefox.html", page_of(ELEMENT, style))
    with firefox.started(tmp_path) as tab:
        tab.open(address)
        found = tab.evaluate(_IN_FIREFOX)
    assert found["step"] == "4"
    assert found["scheme"] == "dark"
    assert all(0.9 < share < 1 for share in found["share"])
    wanted = "".join(narrated(LOW, 4))
    assert len(found["says"]) == 2
    assert all(one in wanted for one in found["says"])
