"""The lattice half of `/unigram` in a browser: keys fill the table, ties are said, the halves hold together."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect

from tests.catalogs import saying
from tests.e2e import in_window
from tests.e2e.conftest import NewPage, Server, open_page, resize, still
from tests.e2e.lesson import at_address, at_step, cells, open_tab, picture, press
from tokviz.views.shared.catalog import load

EN = load("en")
SVG = "{http://www.w3.org/2000/svg}"


def open_lattice(page: Page, **query: object) -> Page:
    """Open the lattice half with this query string and wait until the picture is there."""
    open_page(page, "/unigram", {"example": "hug", "do": "lattice", **query})
    picture(page).wait_for()
    return page


@pytest.mark.journey
@pytest.mark.below
def test_the_table_of_unhug_is_filled_by_keys(page: Page) -> None:
    open_lattice(page, view="table")
    for position, cost in enumerate(["1.7636", "2.5745", "5.2136", "5.2136", "5.2136"], start=1):
        press(page, "ArrowRight")
        at_step(page, position)
        expect(cells(page, 0, position)).to_contain_text([f"{position}", "unhug"[:position], cost])
    press(page, "End")
    at_step(page, 7)
    expect(picture(page)).to_contain_text(saying("lattice.end", pieces="un hug", probability="0.0054422"))
    at_address(page, step=7, view="table", do="lattice")
    table = open_tab(page, EN("lattice.tab.paths"))
    expect(table.get_by_text("8 segmentations, probabilities together 0.0076935")).to_be_visible()
    expect(cells(page, 0, 0)).to_have_text(["1", "un hug", "16/210 × 15/210 = 0.0054422", "5.2136", "70.74%", "best"])


@pytest.mark.below
def test_the_fewest_tokens_have_a_link(page: Page) -> None:
    open_lattice(page, view="fewest", word="hugs")
    forward = page.get_by_role("table", name=EN("lattice.fewest.forward.name"))
    expect(forward.locator("tr.chosen")).to_contain_text(["h", "ugs"])
    ties = page.get_by_role("table", name=EN("lattice.fewest.ties.name"))
    expect(ties.locator("tbody tr")).to_have_count(3)
    at_address(page, view="fewest")
    for width in (1280, 390):
        resize(page, width, 720)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width


@pytest.mark.parametrize("where", [{}, {"guide": "unigram", "card": 6}])
def test_arcs_have_room_on_a_small_phone(page: Page, where: dict[str, object]) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    open_lattice(page, **where)
    graph = page.locator(".graph")
    expect(graph.locator(".label").first).to_be_visible()
    page.wait_for_function(
        "graph => [...graph.querySelectorAll('.label text')].every((text) => "
        "text.getBoundingClientRect().top >= graph.getBoundingClientRect().top)",
        arg=graph.element_handle(),
    )


# Labels that cover another, and whether the position of the step is seen.
ON_A_PHONE = """graph => {
    const boxes = [...graph.querySelectorAll(".label .piece")].map((node) => node.getBoundingClientRect());
    const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
        && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    const now = graph.querySelector("circle.now").getBoundingClientRect();
    const room = graph.getBoundingClientRect();
    return { covered: boxes.filter((box, at) => boxes.slice(at + 1).some((other) => meet(box, other))).length,
        labels: boxes.length, worths: graph.querySelectorAll(".label .worth").length,
        isSeen: room.left <= now.left && now.right <= room.right, scrolls: graph.scrollWidth > graph.clientWidth };
}"""


@pytest.mark.parametrize(("word", "step"), [("unhug", 5), ("unhugs", 6), ("hugspunbunpughug", 9)])
def test_on_a_phone_a_word_is_readable_and_a_long_one_scrolls(
    new_page: NewPage, server: Server, word: str, step: int
) -> None:
    page = open_lattice(new_page(server, viewport={"width": 390, "height": 844}), word=word, step=step)
    at_step(page, step)
    graph = page.locator(".graph")
    expect(graph.locator("circle.now")).to_be_in_viewport()
    found = graph.evaluate(ON_A_PHONE)
    assert found["covered"] == 0
    assert found["worths"] == found["labels"] > 0  # each piece with its probability
    assert found["isSeen"]
    assert found["scrolls"] == (len(word) > 6)
    assert graph.evaluate("graph => graph.clientHeight") >= 240
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_on_a_phone_long_sentences_leave_the_legend_free(new_page: NewPage, server: Server) -> None:
    """With `hugs` a step takes four lines and a gap: the controls at the foot cover nothing of the line above them."""
    page = open_lattice(new_page(server, viewport={"width": 390, "height": 844}), word="hugs")
    at_step(page, 0)
    legend, controls = still(page.locator(".reading")), still(page.locator(".transport"))
    assert legend is not None
    assert controls is not None
    assert legend["y"] + legend["height"] <= controls["y"] + 0.5


@pytest.mark.below
def test_another_word_begins_anew(page: Page) -> None:
    open_lattice(page, step=5)
    at_step(page, 5)
    field = page.get_by_label(EN("lattice.word"), exact=True)
    field.fill("huggun")
    field.press("Enter")
    at_step(page, 0)
    at_address(page, word="huggun")
    expect(cells(page, 0, 0)).to_contain_text(["1", "hug g un", "= 0.00051830"])


def test_the_model_is_that_of_the_step_on_which_training_rests(page: Page) -> None:
    open_page(page, "/unigram", {"example": "hug", "step": 4})
    picture(page).wait_for()
    press(page, "ArrowRight")
    at_step(page, 5)
    at_address(page, step=5)
    page.get_by_text(EN("unigram.mode.lattice"), exact=True).click()
    at_address(page, do="lattice", at=5)
    expect(page.get_by_role("combobox", name=EN("lattice.at"))).to_have_value(
        re.compile("^After step 5 · M step.* · 13 pieces$")
    )


PARTS = {
    "sentence": ".says",
    "transport": ".transport",
    "graph": ".graph",
    "position": "circle.now",
    "way": ".label[data-state=path]",
    "best": ".sum.wins",
    "segmentations": ".path:nth-child(4)",
}


@pytest.mark.parametrize(("word", "language"), [("hugs", "zh"), ("unhugpughugmbunhugs", "en")])
def test_all_of_it_is_in_the_window_at_every_step(new_page: NewPage, server: Server, word: str, language: str) -> None:
    page = new_page(server)
    query = {"do": "lattice", "word": word, "lang": language}
    parts = dict(PARTS)
    if len(word) > 6:
        del parts["way"]  # on a phone the first of its arcs is scrolled out of the box, and the position is in it
    assert in_window.at_every_step(page, "/unigram", query, parts) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def lit(page: Page, kind: str) -> list[str]:
    """Return the texts that are lit: the pieces of arcs, or the segmentations."""
    found: list[str] = picture(page).evaluate(
        """(picture, kind) => {
            const texts = (node, selector) => [...node.querySelectorAll(selector)].map((one) => one.textContent);
            if (kind === "arcs") return texts(picture, ".label.lit .piece");
            return [...picture.querySelectorAll(".path.lit")].map((path) => texts(path, ".symbol").join(" "));
        }""",
        kind,
    )
    return found


def test_an_arc_lights_up_its_segmentations_and_a_segmentation_its_arcs(page: Page) -> None:
    open_lattice(page, step=4)
    picture(page).locator(".path", has_text="6.74%").first.hover()
    assert lit(page, "arcs") == ["un ✓", "h ○", "ug"]
    product = "16/210 × 15/210 × 20/210 = 0.00051830"
    expect(picture(page).locator(".read")).to_have_text(
        EN("lattice.picture.path", pieces="un h ug", share="6.74%", sum="0.0076935", cost="7.5650", product=product)
    )
    row = picture(page).locator(".sum", has_text="hu").first
    row.click()
    assert lit(page, "paths") == ["un hu g", "u n hu g"]
    hidden = saying("lattice.picture.arc_hidden", piece="hu", begin=2, end=4, probability="15/210", cost="2.6391")
    expect(picture(page).locator(".read")).to_contain_text(hidden)
    expect(picture(page).locator(".read")).to_contain_text("7.89%")
    page.mouse.move(5, 5)
    assert lit(page, "arcs") == ["hu ✓"]  # a click keeps it
    press(page, "ArrowRight")  # a step lets go
    assert lit(page, "arcs") == []


def test_a_short_word_has_the_product_of_each_segmentation(page: Page) -> None:
    """Below the segmentation, or on a phone beside it; a longer word has no room for them."""
    product = picture(page).locator(".path .product")
    sizes = ((1280, 720), (390, 844))
    open_page(page, "/unigram", {"do": "lattice", "example": "hug", "word": "hug", "lang": "en"})
    for width, height in sizes:
        resize(page, width, height)
        expect(product).to_have_text(
            ["15/210 = 0.071429", *["15/210 × 20/210 = 0.0068027"] * 2, "15/210 × 36/210 × 20/210 = 0.0011662"]
        )
        for shown in product.all()[:2]:
            expect(shown).to_be_in_viewport(ratio=0.99)
            assert shown.evaluate("node => node.scrollWidth <= node.clientWidth"), width
    open_page(page, "/unigram", {"do": "lattice", "example": "hug", "word": "unhug", "lang": "en"})
    for width, height in sizes:
        resize(page, width, height)
        expect(picture(page).locator(".path").first).to_be_visible()
        expect(product.first).to_be_hidden()


def test_marks_say_what_colors_do(page: Page) -> None:
    open_lattice(page, word="hugs", step=4)
    labels = picture(page).locator(".label .piece").all_text_contents()
    assert sorted(labels) == ["g", "gs =", "h ✓", "hu ○", "hug ○", "s =", "u", "ug", "ugs = ✓"]
    dashes = (
        picture(page)
        .locator(".arc[data-state=here] .line")
        .evaluate_all("lines => lines.map((line) => getComputedStyle(line).strokeDasharray)")
    )
    assert dashes == ["7px, 5px"] * 2
    name = EN("lattice.picture.arc_name", piece="ugs", begin=1, end=4, probability="5/210")
    arc = picture(page).get_by_role("button", name=f"{name}, {EN('lattice.picture.is_path')}")
    expect(arc).to_be_visible()


def test_one_tab_stop_a_group_and_arrows_within(page: Page) -> None:
    open_lattice(page, step=3)
    stops = picture(page).evaluate(
        """picture => [".graph svg", ".sums", ".paths"].map((group) =>
            picture.querySelectorAll(`${group} [tabindex="0"]`).length)"""
    )
    assert stops == [1, 1, 1]
    picture(page).locator(".paths [tabindex='0']").focus()
    press(page, "ArrowDown")
    assert lit(page, "arcs") == ["u ○", "n", "hug"]


def test_predicting_hides_the_shares_until_the_table_is_full(page: Page) -> None:
    open_lattice(page, predict=1, word="pug", step=2)
    expect(picture(page).locator(".path").first).to_be_hidden()
    widths = (
        picture(page)
        .locator(".arc .line")
        .evaluate_all("lines => [...new Set(lines.map((line) => line.getAttribute('stroke-width')))]")
    )
    assert len(widths) == 1
    picture(page).locator(".arc[data-state=here] .hit").first.dispatch_event("click")
    expect(page.get_by_test_id("ask")).to_have_attribute("data-state", "right")
    expect(picture(page).locator(".sum.wins")).to_contain_text("= 4.8653")
    press(page, "ArrowRight")
    at_step(page, 3)
    expect(picture(page).locator(".path").first).to_be_visible()


def test_the_drawing_is_saved_as_it_looks(page: Page, tmp_path: Path) -> None:
    open_lattice(page, word="hugs", step=4)
    shown = page.get_by_test_id("save-charts")
    shown.locator("summary").click()
    with page.expect_download() as download:
        shown.get_by_role("button", name="Save as SVG: Lattice of hugs").click()
    path = tmp_path / "lattice.svg"
    download.value.save_as(path)
    root = ElementTree.fromstring(path.read_text("utf-8"))
    assert float(root.attrib["width"]) > 300
    assert {"ugs = ✓", "hu ○", "6.3767"} <= {node.text for node in root.iter(f"{SVG}text")}
    dashed = [node for node in root.iter(f"{SVG}path") if "stroke-dasharray: 7px" in node.attrib.get("style", "")]
    assert len(dashed) == 2
