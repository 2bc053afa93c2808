"""The charts of a page saved as SVG and PNG, by keys, with the network cut."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import NewPage, Server, open_page, screenshot, serve, still

APP = ("-m", "streamlit", "run", "tests/e2e/charts_app.py", "--server.port=0", "--server.address=127.0.0.1")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serve(tmp_path_factory.mktemp("server"), APP) as running:
        yield running


def opened(page: Page, **query: str) -> Locator:
    """The list of the charts, opened."""
    open_page(page, "/", query)
    shown = page.get_by_test_id("save-charts")
    expect(page.locator("[data-testid=stVegaLiteChart] svg.marks")).to_have_count(2)
    shown.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(shown.locator("li").first).to_be_visible()
    return shown


def saved(page: Page, button: Locator, folder: Path) -> Path:
    page.context.set_offline(True)
    with page.expect_download() as download:
        button.press("Enter")
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    page.context.set_offline(False)
    return path


def test_a_chart_is_saved_as_svg(page: Page, tmp_path: Path) -> None:
    shown = opened(page)
    path = saved(page, shown.get_by_role("button", name="Save as SVG: Pairs"), tmp_path)
    assert path.name == "tokviz-bpe-chart-1.svg"
    root = ElementTree.fromstring(path.read_text("utf-8"))
    assert root.tag == f"{SVG}svg"
    assert float(root.attrib["width"]) > 300
    assert root.findtext(f"{SVG}title") == 'Pairs: "u g" <20> & more'
    texts = {node.text for node in root.iter(f"{SVG}text")}
    assert {"u g", "20"} <= texts
    assert not [node for node in root.iter() if node.tag in {f"{SVG}script", f"{SVG}foreignObject", f"{SVG}image"}]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_chart_is_saved_as_png(new_page: NewPage, server: Server, tmp_path: Path, scheme: str) -> None:
    page = new_page(server, color_scheme=scheme)
    shown = opened(page)
    box = still(page.locator("[data-testid=stVegaLiteChart] svg.marks").nth(1))
    assert box
    path = saved(page, shown.get_by_role("button", name="Save as PNG: Two"), tmp_path)
    data = path.read_bytes()
    assert path.name == "tokviz-bpe-chart-2.png"
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    assert (width, height) == pytest.approx((2 * box["width"], 2 * box["height"]), abs=2)
    assert len(data) > 5_000  # something is drawn
    screenshot(page, f"save-charts-{scheme}")


def test_the_list_speaks_the_language_and_fits_a_phone(new_page: NewPage, server: Server) -> None:
    page = new_page(server, viewport={"width": 390, "height": 800})
    shown = opened(page, lang="zh")
    expect(shown.locator("summary")).to_have_text("保存本页的图")
    expect(shown.get_by_role("button")).to_have_text(["SVG", "PNG"] * 2)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    screenshot(page, "save-charts-390")


def test_a_page_without_charts_offers_none(page: Page) -> None:
    open_page(page, "/", {"charts": "0"})
    expect(page.get_by_test_id("save-charts")).to_be_hidden()
