"""Stills as SVG: well formed, with real text and nothing that runs or loads, whatever users type."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given

from tests.features.stills.pictures import KINDS, drawn, hostile, texts
from tests.strategies import hostile_texts
from tokviz.features.stills.figure import Figure
from tokviz.features.stills.svg import svg

SPACE = "{http://www.w3.org/2000/svg}"
TAGS = {f"{SPACE}{tag}" for tag in ("svg", "title", "desc", "g", "rect", "line", "text", "tspan")}


def read(figure: Figure) -> ElementTree.Element:
    """Return a figure as a reader of XML gets it; it must be nothing but shapes."""
    root = ElementTree.fromstring(svg(figure).encode("utf-8"))
    for one in root.iter():
        assert one.tag in TAGS
        assert not any(name.lower().startswith("on") or "href" in name for name in one.attrib)
    return root


@pytest.mark.parametrize("kind", KINDS)
def test_texts_are_text_with_a_title_and_a_description(kind: str) -> None:
    (figure,) = drawn(kind, 1)
    root = read(figure)
    assert [one.tag for one in root][:2] == [f"{SPACE}title", f"{SPACE}desc"]
    assert (root[0].text, root[1].text) == (figure.title, figure.description)
    assert ["".join(one.itertext()) for one in root.iter(f"{SPACE}text")] == texts(figure)
    assert root.attrib["viewBox"].split()[2:] == [root.attrib["width"], root.attrib["height"]]


@given(hostile_texts())
def test_hostile_words_stay_text(word: str) -> None:
    for figure in hostile(word):
        read(figure)


@pytest.mark.parametrize("word", ["</svg><script>alert(1)</script>", "]]>", "&lt;", "\ufffe\x0b\ud800", '" onload="x'])
def test_markup_in_a_word_is_no_markup(word: str) -> None:
    for figure in hostile(word):
        root = read(figure)
        assert "script" not in {one.tag.rpartition("}")[2] for one in root.iter()}
