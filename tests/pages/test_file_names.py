"""Names of files are text: on every page that takes files, nothing that is read as Markdown has them as they are."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block

from tests.formulas import TOKENIZER
from tests.pages import visit
from tests.pages.compare_visit import compare
from tokviz.files.by_name import FOLDER
from tokviz.location import site
from tokviz.state.vocabulary import VIEWS

NAMES = ("![x](https:evil.example)", ":red[x]`y`", "$x$<b>*y*", ":material/home:")
PLAIN = {
    "id", "key", "form_id", "page", "query_string", "json", "data", "spec", "value", "default", "raw_value",
    "raw_values", "alt", "placeholder",
}  # fmt: skip
"""Fields of Streamlit's elements that no browser reads as Markdown."""
SHIPPED = site() / "assets" / "tokenizers"


def marked(at: AppTest, name: str) -> list[str]:
    """The fields that are read as Markdown, or as HTML if it has signs of that, and have the name as it is."""
    fields = (field for root in (at.main, at.sidebar) for field in _fields(root))
    is_plain_html = html.escape(name) == name
    return [
        f"{where}: {text[:90]}"
        for where, text in fields
        if name in text and not (is_plain_html and where.endswith("html.body"))
    ]


def _fields(block: Block) -> Iterator[tuple[str, str]]:
    for child in block.children.values():
        if child.proto is not None:
            yield from _texts(child.proto, child.type)
        if isinstance(child, Block):
            yield from _fields(child)


def _texts(message: Any, where: str) -> Iterator[tuple[str, str]]:
    for field, value in message.ListFields():
        path = f"{where}.{field.name}"
        if path.endswith("dataframe.columns"):  # headings are drawn as they are, what explains them is not
            yield from ((path, str(column.get("help"))) for column in json.loads(value).values())
            continue
        if field.name in PLAIN or path.endswith(("selectbox.options", "multiselect.options")):
            continue
        for one in value if isinstance(value, list) or hasattr(value, "append") else [value]:
            if isinstance(one, str):
                yield path, one
            elif hasattr(one, "ListFields"):
                yield from _texts(one, path)


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    """Return the name of a file, without its ending."""
    return str(request.param)


@pytest.mark.parametrize("view", VIEWS)
def test_vocabularies(view: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = f"{name.replace('/', ':')}.json"
    (tmp_path / own).write_bytes((SHIPPED / "gpt.json").read_bytes())
    (tmp_path / f"broken{own}").write_text("{", encoding="utf-8")
    (tmp_path / f"evil{own}").write_text(TOKENIZER, encoding="utf-8")
    monkeypatch.setenv(FOLDER, str(tmp_path))
    at = visit.opened("vocabulary", tokenizer=own, view=view, beside=f"bert,broken{own},evil{own}")
    assert marked(at, name.replace("/", ":")) == []


def given(at: AppTest, key: str, *files: tuple[str, bytes]) -> AppTest:
    """The page with these files in a field."""
    at.file_uploader(key=key).set_value([(name, data, "application/octet-stream") for name, data in files])
    return visit.alive(at.run())


DOES = {"wordpiece": {"do": "encode"}, "unigram": {"do": "lattice"}}
GOOD = (SHIPPED / "bert.json").read_bytes()


@pytest.mark.parametrize("data", [GOOD, b"{", TOKENIZER.encode(), b"\0"])
def test_tokenizers(data: bytes, name: str) -> None:
    at = given(visit.opened("tokenizers", preset="own", text="lol"), "tokenizers_files", (f"{name}.json", data))
    assert at.selectbox(key="tokenizers_tokenizer").value == f"{name}.json"
    assert marked(at, name) == []


@pytest.mark.parametrize("data", [GOOD, b"{", (SHIPPED / "gpt.json").read_bytes(), b"\0"])
@pytest.mark.parametrize(
    ("page", "key"),
    [("bpe-encode", "bpe_encode_files"), ("wordpiece", "wordpiece_encode_file"), ("unigram", "lattice_file")],
)
def test_pages_that_apply_a_tokenizer(page: str, key: str, data: bytes, name: str) -> None:
    at = visit.opened(page, **DOES.get(page, {}))
    field = at.file_uploader(key=key)
    file = (f"{name}.json", data, "application/octet-stream")
    field.set_value([file] if field.proto.multiple_files else file)
    assert marked(visit.alive(at.run()), name) == []


@pytest.mark.parametrize("view", ["rows", "words", "measures", "vocabularies", "export"])
@pytest.mark.parametrize("data", [GOOD, b"{"])
def test_a_comparison(view: str, data: bytes, name: str) -> None:
    at = compare(view=view, text="lol")
    at.selectbox(key="compare_slot_0").select("file:1")
    at = given(visit.alive(at.run()), "compare_files_0", (f"{name}.json", data))
    assert marked(at, name) == []


@pytest.mark.parametrize("data", [b"low 5\nlower 2\n", b"low 5\nlow x\nlowest 3\nnew 4", b"\0", b"\xff"])
@pytest.mark.parametrize(
    ("page", "key"),
    [("bpe", "bpe_file"), ("wordpiece", "wordpiece_file"), ("unigram", "unigram_file"), ("compare", "compare_file"),
     ("why", "why_file")],
)  # fmt: skip
def test_corpora(page: str, key: str, data: bytes, name: str) -> None:
    at = visit.opened(page, example="own")
    at.file_uploader(key=key).set_value((f"{name}.txt", data, "text/plain"))
    assert marked(visit.alive(at.run()), name) == []
