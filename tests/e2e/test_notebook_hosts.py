"""The picture in JupyterLab, in marimo and in a book of MyST, each the program itself in a browser."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import axe
from tests.e2e.conftest import screenshot
from tests.e2e.hosts import Host, opened, running, step_three_times, tells
from tests.e2e.lesson import at_step, press
from tests.e2e.local_site import served
from tests.programs import HOSTS
from tokviz import bpe, examples
from tokviz.__main__ import main

pytestmark = [pytest.mark.hosts, pytest.mark.program]

TRACE = bpe.train(examples.load("sennrich").corpus, merges=10)
TRAIN = """import tokviz
from tokviz import bpe, examples
trace = bpe.train(examples.load("sennrich").corpus, merges=10)"""
PICTURES = ".tokviz-picture"


def is_reachable(host: Host) -> bool:
    """Tell if axe finds nothing in the pictures, and nothing left this machine."""
    return axe.findings(host.page, PICTURES) == [] == host.outside


# -- JupyterLab --------------------------------------------------------------------------------------------------------


@contextmanager
def lab(folder: Path, port: int, theme: str, cells: list[str]) -> Iterator[str]:
    """Serve a notebook, and return its address."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])  # type: ignore[no-untyped-call]
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(notebook, folder / "lesson.ipynb")  # type: ignore[no-untyped-call]
    settings = folder / "settings" / "@jupyterlab" / "apputils-extension"
    settings.mkdir(parents=True)
    (settings / "themes.jupyterlab-settings").write_text(json.dumps({"theme": theme}))
    (settings / "notification.jupyterlab-settings").write_text(json.dumps({"fetchNews": "false"}))
    address = f"http://127.0.0.1:{port}"
    options = ("--no-browser", "--allow-root", f"--port={port}", f"--ServerApp.root_dir={folder}")
    open_to_all = ("--IdentityProvider.token=", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate")
    with running([HOSTS / "python/bin/jupyter-lab", *options, *open_to_all], folder, f"{address}/api"):
        yield f"{address}/lab/tree/lesson.ipynb"


def run_cell(page: Page, number: int) -> None:
    """Run a cell by its keys, and wait until it has run."""
    cell = page.locator(".jp-Notebook .jp-CodeCell").nth(number)
    cell.locator(".cm-content").click()
    press(page, "Shift+Enter")
    expect(cell.locator(".jp-InputPrompt").first).to_have_text(f"[{number + 1}]:")


@pytest.mark.parametrize(("theme", "language"), [("JupyterLab Light", "en"), ("JupyterLab Dark", "zh")])
def test_jupyterlab(browser: Browser, tmp_path: Path, free_tcp_port: int, theme: str, language: str) -> None:
    """The step is an attribute of what `show` returns, in both directions; keys are no commands of the notebook."""
    shown = f"{TRAIN}\nshown = tokviz.show(trace, step=3, lang={language!r})\nshown"
    cells = [
        shown,
        "print('at', shown.step)",
        "shown.step = 1",
        "trace",
        "trace.model().explain('lowest')",
        "trace.model()",
    ]
    with lab(tmp_path, free_tcp_port, theme, cells) as address, opened(browser, address) as host:
        page = host.page
        page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
        run_cell(page, 0)
        at_step(page, 3)
        expect(page.locator(".embed")).to_have_attribute("data-scheme", "dark" if "Dark" in theme else "light")
        step_three_times(page, TRACE, language=language, place=PICTURES)
        screenshot(page, f"host-jupyterlab-{language}")
        press(page, "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")
        at_step(page, 6)
        assert is_reachable(host)
        run_cell(page, 1)
        expect(page.locator(".jp-OutputArea").nth(1)).to_contain_text("at 6")
        run_cell(page, 2)
        at_step(page, 1)
        assert tells(page.get_by_test_id("picture").first, TRACE, 1, language)
        for number, pictures in ((3, 2), (4, 3), (5, 3)):  # a model has no steps: its table
            run_cell(page, number)
            expect(page.locator(PICTURES)).to_have_count(pictures)
        expect(page.locator(".jp-OutputArea table").last).to_contain_text("</w>")
        page.get_by_test_id("picture").last.click(position={"x": 5, "y": 5})
        press(page, "b")  # other keys are JupyterLab's: another cell, beside the one that running the last one made
        expect(page.locator(".jp-Notebook .jp-CodeCell")).to_have_count(len(cells) + 2)


# -- marimo ------------------------------------------------------------------------------------------------------------


MARIMO = f"""import marimo

app = marimo.App()


@app.cell
def _():
    {TRAIN.replace(chr(10), chr(10) + "    ")}
    tokviz.show(trace, step=3)
    return (trace,)


@app.cell
def _(trace):
    trace
    return


@app.cell
def _(trace):
    trace.model()
    return
"""


def test_marimo(browser: Browser, tmp_path: Path, free_tcp_port: int) -> None:
    (tmp_path / "lesson.py").write_text(MARIMO, encoding="utf-8")
    address = f"http://127.0.0.1:{free_tcp_port}"
    options = ("--headless", "--no-token", "--host", "127.0.0.1", "--port", str(free_tcp_port))
    command = (HOSTS / "python/bin/python", "-m", "marimo", "run", "lesson.py", *options)
    with running(command, tmp_path, f"{address}/health"), opened(browser, address) as host:
        at_step(host.page, 3)
        step_three_times(host.page, TRACE, place=PICTURES)
        expect(host.page.get_by_test_id("picture")).to_have_count(2)
        expect(host.page.locator("table")).to_contain_text("</w>")
        ours = [one for one in axe.findings(host.page) if " >> " in one]  # marimo's own menu has no name
        assert ours == [] == host.outside
        screenshot(host.page, "host-marimo")


# -- MyST --------------------------------------------------------------------------------------------------------------


BOOK = """# Merges

```{anywidget} low.mjs
{ "step": 3, "lang": "LANGUAGE" }
```
"""
_SHOWN = """<!doctype html><html lang="en"><meta charset="utf-8"><title>A book</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'self'"><main><h1>A book</h1></main>
<script type="module" src="book.js"></script></html>"""
# As the theme's renderer does it: the model has no kernel, and the widget is in a shadow root.
_RENDER = """import { MystAnyModel } from "./models.js";
const node = NODE;
const { default: widget } = await import(node.esm);
const host = document.createElement("div");
document.querySelector("main").append(host);
const root = document.createElement("div");
host.attachShadow({ mode: "open" }).replaceChildren(root);
await widget.render({ model: new MystAnyModel(node.model), el: root });
"""


def widgets(tree: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the widgets of a page."""
    if tree["type"] == "anywidget":
        yield tree
    for child in tree.get("children", ()):
        yield from widgets(child)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_myst(browser: Browser, tmp_path: Path, language: str) -> None:
    """MyST reads the directive and copies the module; what its theme does with both is done here with its model.

    The theme itself comes from a server of MyST's, which no test asks.
    """
    book = tmp_path / "book"
    book.mkdir()
    assert main(["export", "--example", "sennrich", "--merges", "10", "--output", str(book / "low.mjs")]) == 0
    (book / "myst.yml").write_text("version: 1\nproject:\n  title: A book\nsite:\n  template: book-theme\n")
    (book / "index.md").write_text(BOOK.replace("LANGUAGE", language), encoding="utf-8")
    command = [str(HOSTS / "node_modules/.bin/myst"), "build", "--site"]
    done = subprocess.run(
        command, cwd=book, capture_output=True, text=True, env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    )
    content = book / "_build" / "site" / "content" / "index.json"
    assert content.is_file(), done.stdout + done.stderr
    (node,) = widgets(json.loads(content.read_text(encoding="utf-8"))["mdast"])
    assert node["model"] == {"step": 3, "lang": language}
    public = book / "_build" / "site" / "public"
    (public / "index.html").write_text(_SHOWN, encoding="utf-8")
    (public / "book.js").write_text(_RENDER.replace("NODE", json.dumps(node)), encoding="utf-8")
    (public / "models.js").write_bytes((HOSTS / "myst-theme" / "dist" / "models.js").read_bytes())
    with served(public) as site, opened(browser, f"{site.url}/index.html") as host:
        at_step(host.page, 3)
        step_three_times(host.page, TRACE, language=language, place=PICTURES)
        assert axe.findings(host.page) == []
        assert host.logged == [] == host.outside
        screenshot(host.page, f"host-myst-{language}")
