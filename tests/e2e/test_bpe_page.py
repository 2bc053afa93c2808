"""The page `/bpe`: the parts that follow the step, the address that restores a state, languages, schemes, downloads."""

import csv
import io
import json
import zipfile

import pytest
from playwright.sync_api import Page, expect

from tests.catalogs import heading, saying
from tests.e2e.conftest import NewPage, Server, wait_idle
from tests.e2e.lesson import (
    address,
    at_address,
    at_step,
    chip_cells,
    go_back,
    open_lesson,
    open_tab,
    pick,
    picture,
    press,
    reload,
)
from tests.e2e.visits import SCHEMES, wear
from tokviz.views.shared.catalog import load

pytestmark = pytest.mark.below

EN, ZH = load("en"), load("zh")

# The contrast of an element's text with its own ground, from 1 to 21. A canvas turns any color into bytes.
CONTRAST = """element => {
    const luminance = (color) => {
        const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
        const brush = canvas.getContext("2d");
        brush.fillStyle = color;
        brush.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...brush.getImageData(0, 0, 1, 1).data].map((byte) => {
            const part = byte / 255;
            return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const { color, backgroundColor } = getComputedStyle(element);
    const [low, high] = [luminance(color), luminance(backgroundColor)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
}"""


def test_tables_follow_the_step(page: Page) -> None:
    open_lesson(page, example="sennrich", step=3)
    expect(page.get_by_role("heading", name=EN("candidates.title", number=4))).to_be_visible()
    expect(chip_cells(page, 0, 0)).to_have_text(["1", "lo", "7", "first seen", "low 5 + lower 2"])
    expect(chip_cells(page, 0, 1)).to_have_text(["2", "ow", "7", "tied", "low 5 + lower 2"])
    expect(chip_cells(page, 0, 2)).to_have_text(["3", "ne", "6", "", "newest 6"])
    expect(chip_cells(page, 1, 0)).to_contain_text(["3", "est</w>", "est</w>", "9", "9 times"])
    press(page, "ArrowRight")
    expect(page.get_by_role("heading", name=EN("candidates.title", number=5))).to_be_visible()
    expect(chip_cells(page, 0, 0)).to_have_text(["1", "low", "7", "", "low 5 + lower 2"])
    expect(chip_cells(page, 1, 0)).to_contain_text(["4", "lo", "lo", "7"])
    press(page, "End")
    expect(chip_cells(page, 0, 0)).to_contain_text(["15", "lower</w>", "2"])  # no candidates are left, merges are


def test_a_row_of_the_merges_goes_to_its_step(page: Page) -> None:
    open_lesson(page, example="sennrich", step=3)
    expect(chip_cells(page, 1, 2)).to_contain_text(["1", "es"])
    chip_cells(page, 1, 2).last.click()
    at_step(page, 1)
    at_address(page, step=1)
    press(page, "End")
    at_step(page, 15)
    page.locator(".tokviz-data tr[data-step='4'] button").press("Enter")
    at_step(page, 4)
    press(page, "Home")
    at_step(page, 0)


def test_a_row_of_the_candidates_lights_up_in_the_picture(page: Page) -> None:
    open_lesson(page, example="sennrich", step=3)
    lit = page.locator(".picture .candidate-pair.lit")
    expect(lit).to_have_count(0)
    chip_cells(page, 0, 2).nth(2).click()
    expect(lit).to_have_count(1)
    expect(lit).to_contain_text("n")
    page.locator(".tokviz-data tr[data-light] button").nth(1).press("Enter")
    expect(lit).to_contain_text("w")


def test_a_chip_has_the_hue_of_its_merge_everywhere(page: Page) -> None:
    """`est</w>` is merge 3 of 15: in the words, among the candidates and in the tables below."""
    open_lesson(page, example="sennrich", step=3)
    expect(chip_cells(page, 1, 0)).to_contain_text(["3"])
    hues = page.evaluate(
        """() => {
            const roots = [document, ...[...document.querySelectorAll("*")].flatMap((node) => node.shadowRoot ?? [])];
            const chips = roots.flatMap((root) => [...root.querySelectorAll(".made")]);
            const own = chips.filter((chip) => chip.textContent.startsWith("est</w>"));
            return own.map((chip) => getComputedStyle(chip).getPropertyValue("--hue").trim());
        }"""
    )
    assert len(hues) >= 3
    assert set(hues) == {"282"}


def test_a_merge_tree_has_the_boxes_of_the_picture(page: Page) -> None:
    open_lesson(page, example="sennrich", step=9)
    trees = open_tab(page, "Merge tree").locator(".tokviz-tree")
    expect(trees).to_have_count(2)  # est</w> and low are parts of what is drawn
    expect(trees.first.locator("> li > .tokviz-chip")).to_have_text("newest</w>8")
    expect(trees.first.locator(".tokviz-chip")).to_have_count(13)
    page.get_by_label("Token", exact=True).click()
    page.get_by_role("option", name="est</w>", exact=True).click()
    expect(trees).to_have_count(1)
    expect(trees.locator("> li > .tokviz-chip")).to_have_text("est</w>3")


@pytest.mark.journey
def test_the_address_follows_the_step_and_restores_it(page: Page) -> None:
    open_lesson(page, example="sennrich")
    for step in (1, 2):
        press(page, "ArrowRight")
        at_address(page, step=step)
    go_back(page)
    at_step(page, 1)
    go_back(page)
    at_step(page, 0)
    page.go_forward()
    at_step(page, 1)
    wait_idle(page)
    press(page, "ArrowRight", "ArrowRight")
    at_address(page, step=3)
    reload(page)
    at_step(page, 3)


def test_back_restores_the_example(page: Page) -> None:
    open_lesson(page, example="sennrich", step=2)
    pick(page, "example", EN("example.hug"))
    at_address(page, example="hug")
    at_step(page, 0)
    expect(picture(page)).to_contain_text(
        EN("reason.count.present", pair="u g", count="20 times", sum="hug 10 + pug 5 + hugs 5")
    )
    go_back(page)
    at_step(page, 2)
    expect(picture(page)).to_contain_text("Merge 2: es t became est.")


def test_a_link_restores_rules_stop_and_comparison(page: Page) -> None:
    query = {"example": "sennrich", "rules": "subword-nmt", "min": 1, "merges": 9, "vs": "huggingface", "step": 9}
    open_lesson(page, **query)
    at_step(page, 9)
    expect(picture(page)).to_contain_text("Step 9 of 9")
    expect(page.get_by_role("spinbutton", name="Number of merges")).to_have_value("9")
    expect(open_tab(page, "Another convention")).to_contain_text(saying("versus.symbols.at-once"))
    for name, value in query.items():
        assert f"{name}={value}" in address(page)


@pytest.mark.parametrize("way", ["locale", "address", "switch"])
def test_chinese(new_page: NewPage, server: Server, way: str) -> None:
    page = new_page(server, locale="zh-CN" if way == "locale" else "en-US")
    open_lesson(page, example="sennrich", step=3, **({"lang": "zh"} if way == "address" else {}))
    if way == "switch":
        press(page, "ArrowRight")  # what was done before stays
        at_address(page, step=4)
        page.get_by_role("radio", name="简体中文").or_(page.get_by_role("button", name="简体中文")).click()
    step = 4 if way == "switch" else 3
    expect(page.get_by_role("heading", level=1)).to_have_text(heading("bpe", ZH))
    expect(picture(page)).to_have_attribute("lang", "zh")
    expect(page.locator("html")).to_have_attribute("lang", "zh")
    at_step(page, step)
    expect(picture(page).locator(".place")).to_have_text(ZH("picture.controls.of", step=step, total=15))
    expect(page.get_by_role("heading", name=ZH("candidates.title", number=step + 1))).to_be_visible()
    expect(page.get_by_role("tab", name=ZH("tab.files"))).to_be_visible()
    assert ("lang=zh" in address(page)) is (way != "locale")
    press(page, "PageDown")  # the arrows belong to the switch while the focus is there
    at_step(page, step + 1)


def test_chips_are_readable(page: Page) -> None:
    open_lesson(page, example="lighthouse", step=40)
    symbols = picture(page).locator(".tokens .symbol.made").all()
    assert len({symbol.evaluate("symbol => symbol.style.getPropertyValue('--hue')") for symbol in symbols}) > 20
    for scheme in SCHEMES:
        wear(page, scheme)
        for symbol in symbols:
            assert symbol.evaluate(CONTRAST) >= 4.5, (scheme, symbol.inner_text())


def test_nothing_is_wider_than_a_phone(page: Page) -> None:
    """In English; in Chinese, test_visits.py opens the views there."""
    width = 390
    page.set_viewport_size({"width": width, "height": 844})
    open_lesson(page, example="sennrich", step=8, vs="subword-nmt")
    for name in ("vocabularies", "course", "tree", "printed", "versus", "files"):
        tab = page.get_by_role("tab", name=EN(f"tab.{name}"))
        tab.click()
        panel = page.get_by_role("tabpanel").filter(visible=True)
        expect(panel.locator("canvas, button, p").first).to_be_visible()
        wait_idle(page)
        if name == "course":
            expect(panel.locator(".vega-embed").locator("canvas, svg").first).to_be_visible()
        right = panel.evaluate(
            """panel => Math.max(...[...panel.querySelectorAll("p, canvas, svg.marks, button")]
                .filter((shown) => !shown.closest("[data-testid=stDataFrame], .tokviz-data"))
                .filter((shown) => !shown.closest("[data-testid=stElementToolbar]"))
                .map((shown) => shown.getBoundingClientRect().right))"""
        )
        assert right <= width, f"{name} reaches to {right:.0f}"
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_downloads_hold_all_steps(page: Page) -> None:
    open_lesson(page, example="follow", rules="subword-nmt", step=1)
    open_tab(page, EN("tab.files"))
    steps = list(csv.DictReader(io.StringIO(_download(page, EN("files.merges")).decode())))
    assert len(steps) == 13
    assert steps[2] | {"left": "we", "right": "s", "token": "wes", "count": "6"} == steps[2]
    trace = json.loads(_download(page, EN("files.json")))
    assert "newest" in json.dumps(trace)
    codes = _download(page, EN("files.codes")).decode().splitlines()
    assert codes[:4] == ["#version: 0.2", "w e", "l o", "we s"]
    assert len(codes) == 14
    with zipfile.ZipFile(io.BytesIO(_download(page, EN("files.zip")))) as archive:
        assert sorted(archive.namelist()) == ["merges.txt", "vocab.json"]
        assert archive.read("merges.txt").decode().splitlines()[-1] == "lo wer</w>"
        assert "lower</w>" in json.loads(archive.read("vocab.json"))


def test_a_format_that_cannot_hold_the_merges_says_why(page: Page) -> None:
    open_lesson(page, example="hug")
    panel = open_tab(page, EN("tab.files"))
    expect(panel.get_by_role("button", name=EN("files.codes"))).to_be_disabled()
    expect(panel).to_contain_text(EN("error.codes-mark"))


def _download(page: Page, name: str) -> bytes:
    with page.expect_download() as download:
        page.get_by_role("button", name=name).click()
    return download.value.path().read_bytes()
