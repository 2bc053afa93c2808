"""One sign for a space: no view of a training or an encoding shows what stands for it in the tokens."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest

from tests.views.pages.shown import MEMORY, of_kind, only, opened, page_view, page_views
from tokviz import bpe, unigram
from tokviz.algorithms import ALGORITHMS
from tokviz.cli.shows import text_of
from tokviz.state.request import train
from tokviz.state.tab import APPLYING
from tokviz.state.training import FORMS
from tokviz.views.algorithms import training_part
from tokviz.views.pages.registry import titles
from tokviz.views.picture.payload import read_payload
from tokviz.views.shared.catalog import load
from tokviz.views.shared.chips import DataTable
from tokviz.views.shared.display import with_spaces
from tokviz.views.shared.spaces import space_sign
from tokviz.views.shows import Choice, Grid, Picture, Text, Tree, spoken
from tokviz.views.tokenizers.work import pretoken_picture

EN = load("en")
MARKS = ("▁", "Ġ")
NOT_A_TOKEN = ("make", "payload", "lights", "word", "definition")
"""Fields whose texts nobody reads in the place of a token: keys, what the glossary says of marks."""


def texts(value: object) -> Iterator[str]:
    """Yield all that a show writes; of a picture what its browser writes."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Picture):
        yield from texts({**read_payload(value.payload), "picture": {}})
    elif isinstance(value, Grid):
        yield from (str(cell) for row in value.table.rows(EN) for cell in row)
    elif isinstance(value, dict):
        yield from (text for name, item in value.items() if name not in NOT_A_TOKEN for text in texts(item))
    elif isinstance(value, list | tuple):
        yield from (text for item in value for text in texts(item))
    elif is_dataclass(value) and not getattr(value, "is_literal", False):
        every = (getattr(value, one.name) for one in fields(value) if one.name not in NOT_A_TOKEN)
        yield from (text for item in every for text in texts(item))


def marked(shows: object) -> list[str]:
    """Return the texts with a mark."""
    return [text for text in texts(shows) if any(mark in text for mark in MARKS)]


CONVENTIONS = [(name, preset) for name, algorithm in ALGORITHMS.items() for preset in algorithm.presets]


@pytest.mark.parametrize(("algorithm", "preset"), CONVENTIONS)
def test_no_view_of_a_training_shows_a_mark(algorithm: str, preset: str) -> None:
    state, _ = FORMS[algorithm].read({"rules": preset})
    last = len(train(state, MEMORY).trace)
    for view in titles(algorithm):
        for step in {0, min(7, last), last}:
            assert not marked(opened(algorithm, view, step=f"{step}", rules=preset)), (view, step)


HALVES = {
    "bpe-encode": "bpe",
    "wordpiece-encode": "wordpiece",
    "lattice": "unigram",
    "parity-encode": "parity",
    "superbpe-encode": "superbpe",
}


@pytest.mark.parametrize(
    ("page", "preset"), [(page, preset) for page, name in HALVES.items() for preset in ALGORITHMS[name].presets]
)
def test_no_view_of_an_encoding_shows_a_mark(page: str, preset: str) -> None:
    for name, shows in page_views(page, rules=preset).items():
        assert not marked(shows), name
        assert not any(mark in text_of(shows, EN) for mark in MARKS), name


@pytest.mark.parametrize(("algorithm", "preset"), CONVENTIONS)
def test_no_picture_of_a_training_or_of_its_words_shows_a_mark(algorithm: str, preset: str) -> None:
    state, _ = FORMS[algorithm].read({"rules": preset})
    trace = train(state, MEMORY).trace
    part = training_part(trace, len(trace), EN, split=state.split)
    assert not marked({**read_payload(json.dumps(part)), "labels": {}})
    if algorithm in APPLYING:
        model = trace.model(len(trace), pretokenizer=state.split)
        for word in list(trace.corpus)[:3]:
            for built in pretoken_picture(model, word, EN)[0]:
                assert not marked({**read_payload(json.dumps(built)), "labels": {}}), word


def test_words_that_were_split_into_bytes_have_a_sign_in_picture_and_views() -> None:
    """The rules say nothing of bytes there: what splits the text does."""
    state, _ = FORMS["bpe"].read({"example": "course"})
    trace = train(state, MEMORY).trace
    assert (state.split, space_sign(trace.rules)) == ("gpt2-bytes", "")
    assert any("Ġ" in token for token in trace.model().vocabulary)
    assert training_part(trace, 3, EN, split=state.split)["picture"]["space"] == "Ġ"
    assert not marked(opened("bpe", "merges", step="12", example="course"))
    assert not marked(page_views("bpe-encode", example="course"))


@pytest.mark.parametrize("text", ["Ġimgħa fit-triq", "a▁b Ġ"])
def test_a_letter_of_the_text_itself_stays(text: str) -> None:
    """Tokens read back as the visitor's text, in which a mark is a letter."""
    walk, _, read, _ = page_view("bpe-encode", "decode", rules="cs336", text=text)
    assert isinstance(read, Text)
    assert text.replace(" ", "") in spoken(read)
    assert isinstance(walk, Picture)
    pieces = {token["text"] for token in read_payload(walk.payload)["tokens"]}
    assert pieces & set(MARKS) == set(text) & set(MARKS)


def test_other_bytes_and_other_marks_stay() -> None:
    """The mark of a line end is that of its byte, and a mark of one's own stands for no space."""
    assert space_sign(bpe.Rules(start_of_word="<w>")) == ""
    assert space_sign(unigram.Rules(start_of_word="▁")) == "▁"
    flows = opened("bpe", "vocabularies", rules="minbpe")
    assert "Ċ" in [*texts(flows)]
    assert "␣" in [*texts(flows)]


LANGUAGES = "[English]\nlow lower low lowest\n[German]\nneue neues neue neuer"


@pytest.mark.parametrize(("page", "rules"), [("parity-encode", ""), ("bpe-encode", "sentencepiece")])
def test_derivations_have_the_sign_in_chips_and_in_words(page: str, rules: str) -> None:
    """Words of Metaspace have the mark without any rule that says so."""
    query = (
        {"rules": rules} if rules else {"example": "own", "corpus": LANGUAGES, "text": "low neue", "split": "metaspace"}
    )
    shows = page_view(page, "derivation", **query)
    tree = only(shows, Tree)
    assert "␣" in tree.text
    assert not marked(shows)


def test_a_choice_keeps_its_values() -> None:
    """A value is what a link and a widget have; what it is called is read."""
    choice = Choice("tree", "Token", "▁low", (("▁low", "▁low"),))
    assert with_spaces(choice, "▁") == Choice("tree", "Token", "▁low", (("▁low", "␣low"),))
    (tree,) = opened("bpe", "tree", step="7", rules="sentencepiece", tree="▁low")
    assert isinstance(tree, Tree)
    assert [root.chip.letters for root in tree.trees] == ["␣low"]


def test_rows_light_up_what_the_picture_knows() -> None:
    """A picture finds a symbol by the token itself, and writes it with the sign."""
    (table,) = of_kind(opened("bpe", "now", step="5", rules="sentencepiece"), DataTable)
    assert any("▁" in name for row in table.rows for name in row.lights)
    assert not marked(table)
