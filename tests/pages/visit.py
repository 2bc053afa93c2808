"""Helpers that use pages like a visitor, without a browser: open a page by a link, find a widget, read the picture."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block, Element

from tests.catalogs import codes
from tokviz.state.form import AnyForm
from tokviz.state.pages import page_at
from tokviz.views.shared.catalog import LANGUAGES, load

ROOT = Path(__file__).resolve().parents[2]
NUMBER = re.compile(r"\{\w+\}|\d(?:[\d,.]*\d)?")
DEFINED = re.compile(r'<dfn[^>]*>([^<]*)<span class="definition"[^>]*>[^<]*</span></dfn>')
"""A term of the glossary in running text; the reader sees its word."""
ROW = re.compile(r"<tr(?: [^>]*)?>\s*(<td.*?)</tr>", re.DOTALL)
CELL = re.compile(r"<td[^>]*>(.*?)</td>", re.DOTALL)
CHIP = re.compile(r'<span class="tokviz-chip.*?</span>(?=<span class="tokviz-chip|</span>)', re.DOTALL)
TAG = re.compile(r"<[^>]*>")
SMALL = ("sennrich", "follow", "hug", "jurafsky", "jurafsky-2025", "aaabdaaabac")
"""The examples that train in a moment."""


def linked(url: str = "", query: Mapping[str, object] | None = None, *, timeout: float = 60.0) -> AppTest:
    """A visit that begins with a link to the page at `url`, before its first run; in an English browser."""
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=timeout)
    at.context = {"locale": "en-GB"}
    if url:
        at._registered_pages = _pages()
        at.switch_page(f"pages/{page_at(url).file}.py")
    at.query_params.update(query or {})
    return at


@cache
def _pages() -> Any:
    """Return the files of all addresses.

    An AppTest would learn them from a first run of its own, of another page.
    """
    return AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run()._registered_pages


def opened(url: str, **query: str | list[str]) -> AppTest:
    """The page at `url`, as a link with this query opens it."""
    return alive(linked(url, query).run())


def start(locale: str = "en-GB", **query: str) -> AppTest:
    """The start page, as the address with this query opens it in a browser of this language."""
    at = linked("", query)
    at.context = {"locale": locale}
    return alive(at.run())


def bpe(**query: str | list[str]) -> AppTest:
    """The page `/bpe`, as a link with this query opens it."""
    return opened("bpe", **query)


def wordpiece(**query: str | list[str]) -> AppTest:
    """The page `/wordpiece`, as a link with this query opens it."""
    return opened("wordpiece", **query)


def unigram(**query: str | list[str]) -> AppTest:
    """The page `/unigram`, as a link with this query opens it."""
    return opened("unigram", **query)


def with_rules(algorithm: str, **query: str | list[str]) -> AppTest:
    """The page where an algorithm is learned, as a link with this query opens it, and the fold of its rules open."""
    at = linked(algorithm, query)
    at.session_state[f"{algorithm}_knobs"] = True
    return alive(at.run())


def own(text: str, **query: str) -> AppTest:
    """The page `/bpe` with a text typed into the field for one's own."""
    at = bpe(example="own", **query)
    at.text_area(key="bpe_text").input(text)
    return alive(at.run())


def uploaded(name: str, content: bytes) -> AppTest:
    """The page `/bpe` with a file of one's own."""
    return upload(bpe(example="own"), "bpe", name, content)


def upload(at: AppTest, prefix: str, name: str, content: bytes) -> AppTest:
    """The page with a file chosen in the panel for a text of one's own. prefix: of its widgets."""
    open_panel(at, f"{prefix}_own_panel").file_uploader(key=f"{prefix}_file").upload(name, content)
    return alive(at.run())


def put_file_away(at: AppTest, prefix: str) -> AppTest:
    """The page after the file in that panel was put away."""
    open_panel(at, f"{prefix}_own_panel").button(key=f"{prefix}_file_remove").click()
    return alive(at.run())


def pick(at: AppTest, choice: str, name: str) -> AppTest:
    """The page after a press on one of the choices of the row above the picture, such as "bpe_example"."""
    open_panel(at, f"{choice}_panel").button(key=f"{choice}_{name}").click()
    return alive(at.run())


def apply(at: AppTest, prefix: str, text: str) -> AppTest:
    """The page with a text of one's own, applied in its panel."""
    open_panel(at, f"{prefix}_own_panel").text_area(key=f"{prefix}_draft").input(text)
    at.button(key=f"{prefix}_apply").click()
    return alive(at.run())


def open_panel(at: AppTest, key: str) -> AppTest:
    """The page with a panel open."""
    at.session_state[key] = True
    return alive(at.run())


def by_menu(at: AppTest, url: str) -> AppTest:
    """Another page, as the menu leads there: its link names nothing."""
    at.switch_page(f"pages/{page_at(url).file}.py")
    at.query_params.clear()
    return alive(at.run())


def alive(at: AppTest) -> AppTest:
    """The same visit, if the page was drawn to its end."""
    assert [(problem.message, problem.stack_trace) for problem in at.exception] == []
    assert len(at.title) == 1
    return at


def settled(at: AppTest, form: AnyForm) -> AppTest:
    """The same visit after a further run, if nothing in its address is wrong any more and writing the address again
    changes nothing that it says."""
    alive(at.run())
    address = {name: str(value) for name, value in at.query_params.items()}
    state, wrong = form.read(address)
    assert wrong == ()
    assert form.read(form.rewritten(address)) == (state, ())
    return at


def payload(at: AppTest) -> dict[str, Any] | None:
    """Return the data of the picture, as the browser reads it; None if there is none."""
    data = _picture(at)
    return None if data is None else dict(data["payload"])


def step(at: AppTest) -> int:
    """The step that the server sent the picture to."""
    data = _picture(at)
    assert data is not None, texts(at.main)
    return int(data["goto"])


def merges(at: AppTest) -> list[str]:
    """The merges that the picture's sentences tell, first to last, as 'left right'."""
    shown = payload(at)
    assert shown is not None, texts(at.main)
    assert len(shown["frames"]) == shown["total"] + 1
    done = [next(said for said in frame["say"] if said["kind"] == "done") for frame in shown["frames"][1:]]
    return [codes(said["text"])[0] for said in done]


def row_texts(built: dict[str, Any], row: int) -> list[str]:
    """Return the texts of the chips of a row of a payload."""
    return [built["tokens"][symbol]["text"] for symbol in built["rows"][row]["symbols"]]


def rows(at: AppTest, k: int) -> dict[str, list[str]]:
    """Word -> its chips after k merges, as the picture draws them."""
    shown = payload(at)
    assert shown is not None, texts(at.main)
    places = [row for group in shown["frames"][k]["groups"] for row in group["rows"]]
    return {shown["rows"][row]["label"]: row_texts(shown, row) for row in places}


def frame(at: AppTest, place: int) -> pd.DataFrame:
    """A table of the page as text: the chips in a cell, one after the other."""
    table: pd.DataFrame = at.dataframe[place].value
    return table.map(lambda value: " ".join(value) if isinstance(value, (list, np.ndarray)) else value)


def frames(at: AppTest) -> list[pd.DataFrame]:
    """All of them, from top to bottom."""
    return [frame(at, place) for place in range(len(at.dataframe))]


def chip_tables(at: AppTest) -> list[list[list[str]]]:
    """The rows of the tables of text and chips, from top to bottom: the cells of each, with a space between chips."""
    pages = [str(one.proto.body) for one in elements(at.main) if one.type == "html"]
    return [
        [
            [" ".join(_chips(cell)) or html.unescape(TAG.sub("", cell)) for cell in CELL.findall(row)]
            for row in ROW.findall(page)
        ]
        for page in pages
        if "tokviz-data" in page
    ]


def _chips(cell: str) -> list[str]:
    return [html.unescape(TAG.sub("", chip)) for chip in CHIP.findall(cell)]


def texts(block: Block) -> str:
    """Everything that is written in a part of the page."""
    written = []
    for element in elements(block):
        if element.type != "html":  # ours holds styles only
            value = getattr(element, "value", "")
            written.append(DEFINED.sub(r"\1", value) if isinstance(value, str) else "")
    return "\n".join(written)


def written(at: AppTest) -> str:
    """Everything that is written on the page beside the bar, as the reader sees it."""
    return plain(texts(at.main))


def folded(at: AppTest) -> list[str]:
    """The titles of what can be opened and closed on the page, as the reader sees them."""
    return [plain(one.label) for one in at.expander]


def strange_html(block: Block) -> list[str]:
    """Return the HTML that is no sentence of the catalog with its terms explained."""
    written = [str(getattr(one, "value", one)) for one in elements(block) if getattr(one.proto, "allow_html", False)]
    return [one for one in written if NUMBER.sub("0", plain(DEFINED.sub(r"\1", one))) not in _sentences()]


@cache
def _sentences() -> frozenset[str]:
    """The sentences of the catalogs, whatever numbers are in them."""
    says = (load(language) for language in LANGUAGES)
    return frozenset(NUMBER.sub("0", text) for say in says for text in say.templates.values())


def plain(markdown: str) -> str:
    """An escaped text as the reader sees it."""
    return re.sub(r"\\(.)", r"\1", markdown, flags=re.DOTALL)


def elements(block: Block) -> Iterator[Element]:
    """The elements of a part of the page, from top to bottom."""
    for child in block.children.values():
        if isinstance(child, Block):
            yield from elements(child)
        else:
            yield child


def pictures(at: AppTest, component: str = "tokviz.picture") -> dict[str, dict[str, Any]]:
    """Return the data of each picture of the page, by the end of its key; or of another component with a payload."""
    found = {}
    for element in at.get("bidi_component"):
        if element.proto.component_name.endswith(component):
            data = json.loads(element.proto.json)
            found[element.proto.id.rsplit("-", 1)[-1]] = {**data, "payload": json.loads(data["payload"])}
    return found


def _picture(at: AppTest) -> dict[str, Any] | None:
    found = pictures(at)
    assert len(found) <= 1
    return next(iter(found.values()), None)


def notes(at: AppTest) -> str:
    """Return the notes of the page on the files that were uploaded."""
    told = [part for part in at.expander if part.icon == ":material/description:"]
    return plain("\n".join(caption.value for part in told for caption in part.caption))
