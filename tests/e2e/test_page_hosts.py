"""The lines of docs/how-to/embed.md in the hosts that they are for: plain pages, reveal.js, MkDocs, Sphinx."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e import axe
from tests.e2e.conftest import Unconnected, screenshot
from tests.e2e.hosts import ROOT, opened, step_three_times
from tests.e2e.lesson import at_step, press
from tests.e2e.local_site import served
from tests.programs import HOSTS
from tokviz import bpe, examples
from tokviz.__main__ import main

pytestmark = pytest.mark.program

GUIDE = (ROOT / "docs" / "how-to" / "embed.md").read_text(encoding="utf-8")
TRACE = bpe.train(examples.load("sennrich").corpus, merges=10)
PAGE = """<!doctype html><html lang="{language}"><meta charset="utf-8"><title>A page</title>
<main>{body}</main></html>"""
ELEMENT = '<tokviz-picture step="3"></tokviz-picture>'


def blocks(heading: str, kind: str) -> list[str]:
    """Return the blocks of code of a chapter, by their language."""
    chapter = GUIDE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return re.findall(rf"(?m)^```{kind}\n(.*?)^```", chapter, re.DOTALL)


def run_commands(heading: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the commands of a chapter in a folder."""
    monkeypatch.chdir(folder)
    chapter = GUIDE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    for line in re.findall(r"(?m)^    tokviz (.*)$", chapter):
        assert main(line.split()) == 0


def test_a_page_of_your_own(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unconnected: Unconnected
) -> None:
    heading = "A page of your own"
    run_commands(heading, tmp_path, monkeypatch)
    first, second = blocks(heading, "html")
    page = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><main>{first}{second}</main></html>'
    )
    (tmp_path / "index.html").write_text(page, encoding="utf-8")
    with served(tmp_path) as site, opened(browser, f"{site.url}/index.html") as host:
        expect(host.page.get_by_test_id("picture")).to_have_count(2)
        step_three_times(host.page, TRACE)
        hug = host.page.get_by_test_id("picture").last
        expect(hug).to_have_attribute("data-step", "2")
        expect(hug.locator(".unigram")).to_be_visible()
        assert host.logged == [] == host.outside
    pasted = PAGE.format(language="zh", body=(tmp_path / "low.html").read_text(encoding="utf-8"))
    (tmp_path / "pasted.html").write_text(pasted, encoding="utf-8")
    tab = unconnected.new_page()  # from disk, without a network
    tab.goto((tmp_path / "pasted.html").as_uri())
    at_step(tab, 3)
    step_three_times(tab, TRACE, language="zh")


DECK = """<!doctype html><html lang="en"><meta charset="utf-8"><title>A deck</title>
<link rel="stylesheet" href="reveal.css"><link rel="stylesheet" href="theme/THEME.css">
<script type="module" src="tokviz-picture.mjs"></script>
<div class="reveal"><div class="slides">
<section><h2>First</h2></section>SECTION<section><h2>Last</h2></section>
</div></div>
<script src="reveal.js"></script><script src="deck.js"></script></html>"""


@pytest.mark.hosts
@pytest.mark.parametrize(("theme", "scheme", "width"), [("black", "dark", 1600), ("white", "light", 800)])
def test_reveal(
    browser: Browser,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    theme: str,
    scheme: Literal["light", "dark"],
    width: int,
) -> None:
    """The deck itself: it scales its slides, and its own keys wait until the picture has gone through its steps."""
    run_commands("A page of your own", tmp_path, monkeypatch)
    (section,) = blocks("reveal.js", "html")
    for name in ("reveal.js", "reveal.css", f"theme/{theme}.css"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes((HOSTS / "node_modules/reveal.js/dist" / name).read_bytes())
    (tmp_path / "deck.js").write_text("Reveal.initialize({ transition: 'none' });")
    deck = DECK.replace("THEME", theme).replace("SECTION", section)
    (tmp_path / "index.html").write_text(deck, encoding="utf-8")
    with (
        served(tmp_path) as site,
        opened(browser, f"{site.url}/index.html", viewport={"width": width, "height": width * 9 // 16}) as host,
    ):
        page = host.page
        expect(page.get_by_role("heading", name="First")).to_be_visible()
        press(page, "ArrowRight")
        at_step(page, 3)
        expect(page.locator(".embed")).to_have_attribute("data-scheme", scheme)
        screenshot(page, f"host-reveal-{theme}-{width}")
        step_three_times(page, TRACE)
        assert axe.findings(page, "tokviz-picture") == []
        press(page, "Home")
        at_step(page, 0)
        page.locator(".candidate-pair").first.click()  # a row that leaves the list with its pair
        for step in range(1, 4):
            press(page, "ArrowRight")
            at_step(page, step)
        press(page, "Home", "Space", "End", "PageDown")
        expect(page.get_by_role("heading", name="Last")).to_be_visible()
        expect(page.locator("body")).to_be_focused()  # a hidden picture loses it a frame later
        press(page, "ArrowLeft")  # back to the slide, whose picture is where it was
        at_step(page, int(page.get_by_role("slider").get_attribute("max") or 0))
        assert host.outside == []


@pytest.mark.hosts
def test_mkdocs(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docs").mkdir()
    run_commands("A page of your own", tmp_path / "docs", monkeypatch)
    (tmp_path / "mkdocs.yml").write_text(f"site_name: Book\ntheme: readthedocs\n{blocks('MkDocs', 'yaml')[0]}")
    (tmp_path / "docs" / "index.md").write_text(f"# Merges\n\n{ELEMENT}\n")
    command = [str(HOSTS / "python/bin/mkdocs"), "build", "--quiet"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    with served(tmp_path / "site") as site, opened(browser, f"{site.url}/index.html") as host:
        at_step(host.page, 3)
        screenshot(host.page, "host-mkdocs")
        step_three_times(host.page, TRACE)
        assert axe.findings(host.page, "tokviz-picture") == []


def test_sphinx(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "_static").mkdir()
    run_commands("A page of your own", tmp_path / "_static", monkeypatch)
    (settings,), (text,) = blocks("Sphinx", "python"), blocks("Sphinx", "rst")
    (tmp_path / "conf.py").write_text(f"html_theme = 'furo'\n{settings}")
    (tmp_path / "index.rst").write_text(f"Merges\n======\n\n{text}")
    command = [sys.executable, "-m", "sphinx", "-q", str(tmp_path), str(tmp_path / "html")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    with served(tmp_path / "html") as site, opened(browser, f"{site.url}/index.html", color_scheme="dark") as host:
        at_step(host.page, 3)
        expect(host.page.locator(".embed")).to_have_attribute("data-scheme", "dark")
        screenshot(host.page, "host-sphinx")
        step_three_times(host.page, TRACE)
        assert axe.findings(host.page, "tokviz-picture") == []
        assert host.logged == [] == host.outside


def test_our_own_documents(browser: Browser, tmp_path: Path) -> None:
    """The page that says how shows it."""
    command = [sys.executable, "-m", "sphinx", "-q", "-W", str(ROOT / "docs"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    with served(tmp_path) as site, opened(browser, f"{site.url}/how-to/embed.html") as host:
        at_step(host.page, 3)
        step_three_times(host.page, TRACE)
        assert host.logged == [] == host.outside
