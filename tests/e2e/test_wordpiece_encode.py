"""The encoding half of `/wordpiece` in a browser: arrow keys, the way to it and back, a file of one's own."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import open_page, still
from tests.e2e.lesson import at_address, at_step, go_back, press, shows, upload_tokenizer
from tokviz.views.shared.catalog import load

EN = load("en")


@pytest.mark.journey
def test_bum_is_walked_with_the_arrow_keys_until_it_fails(page: Page) -> None:
    open_page(page, "/wordpiece", {"example": "hug", "merges": 3, "do": "encode", "word": "bum"})
    picture = page.get_by_test_id("picture").first
    shows(page, ["b", "u", "m"])
    for k, chips in enumerate((["b", "u", "m"], ["b", "##u", "m"], ["[UNK]"]), start=1):
        press(page, "ArrowRight")
        at_step(page, k)
        shows(page, chips)
        at_address(page, step=k)
    expect(picture).to_contain_text(EN("wordpiece.end.given-up", pieces="b ##u").strip())
    go_back(page)
    at_step(page, 2)
    expect(picture.locator(".try .worth")).to_have_text([EN("encode.picture.prefix.unknown")])


# Of each part that is looked up: where it is besides its letters in the word, in pixels, and how it is marked.
_WINDOWS = """picture => {
    const boxes = [...picture.querySelectorAll(".word-rows .chip")].map((node) => node.getBoundingClientRect());
    return [...picture.querySelectorAll(".try")].map((row) => {
        const part = row.querySelector(".window");
        const { left, right } = part.getBoundingClientRect();
        const near = (edge, side) => Math.min(...boxes.map((box) => Math.abs(box[side] - edge)));
        const strike = getComputedStyle(part, "::after").content !== "none";
        return { token: row.querySelector(".names").textContent, off: near(left, "left") + near(right, "right"),
                 width: right - left, strike, wins: row.classList.contains("wins") };
    });
}"""


def test_what_is_looked_up_is_a_window_that_shrinks_over_the_word(page: Page) -> None:
    open_page(page, "/wordpiece", {"example": "hug", "do": "encode"})
    picture = page.get_by_test_id("picture").first
    at_step(page, 0)
    parts = picture.evaluate(_WINDOWS)
    assert [part["token"] for part in parts] == ["pugnugs", "pugnug", "pugnu", "pugn", "pug"]
    assert all(part["off"] < 2 for part in parts)
    widths = [part["width"] for part in parts]
    assert widths == sorted(widths, reverse=True)
    # No stroke runs through letters that are read; on a phone it stands for the verdict, which has no room.
    assert not any(part["strike"] for part in parts)
    expect(picture.locator(".try .worth").first).to_be_visible()
    assert [part["wins"] for part in parts] == [False] * 4 + [True]
    page.set_viewport_size({"width": 390, "height": 844})
    assert [part["strike"] for part in picture.evaluate(_WINDOWS)] == [True] * 4 + [False]
    page.set_viewport_size({"width": 1280, "height": 720})
    press(page, "ArrowRight")
    at_step(page, 1)
    expect(picture.locator(".try .names").first).to_have_text("##nugs")
    # What was found has the color of its merge, and its frame is whole at the left edge.
    found = picture.locator(".box.new")
    expect(found).to_have_class(re.compile(r"\bmade\b"))
    edge = found.evaluate(
        "node => node.getBoundingClientRect().left - node.closest('.words').getBoundingClientRect().left"
    )
    assert edge >= 5 + 4


def test_to_encoding_and_back_the_training_stays_where_it_was(page: Page) -> None:
    open_page(page, "/wordpiece", {"example": "hug"})
    page.get_by_test_id("picture").wait_for()
    press(page, "ArrowRight", "ArrowRight")
    at_address(page, step=2)
    page.get_by_role("radio", name=EN("train.halves.encode")).click()
    at_address(page, do="encode")
    shows(page, [*"pugnugs"])
    page.get_by_role("radio", name=EN("train.halves.train")).click()
    page.wait_for_function("() => !new URLSearchParams(location.search).has('do')")
    at_step(page, 2)
    at_address(page, step=2, example="hug")


def test_a_vocabulary_of_ones_own(page: Page) -> None:
    open_page(page, "/wordpiece", {"do": "encode", "text": "lower"})
    upload_tokenizer(page, "vocab.txt", b"[UNK]\nlow\n##er\n", "wordpiece_encode_file")
    expect(page.locator(".st-key-wordpiece_encode_file_panel").filter(has_text="vocab.txt")).to_be_visible()
    expect(page.get_by_role("tab", name=EN("tab.bpe"))).to_have_count(0)  # there is no corpus to train it on
    expect(page.get_by_test_id("picture")).to_contain_text(re.compile(r"\b2 are not\b"))  # it is cut with the file now
    press(page, "End")
    shows(page, ["low", "##er"])


@pytest.mark.below
def test_each_step_of_bert_stands_there_whole_with_what_it_changed_marked(page: Page) -> None:
    query = {"example": "course", "do": "encode", "pre": "bert-uncased", "text": "Où 东! " * 8, "view": "basic"}
    open_page(page, "/wordpiece", query)
    shown = page.get_by_test_id("picture").nth(1)
    rows = shown.locator(".row")
    expect(rows).to_have_count(7)  # the text, and the six steps
    assert rows.first.locator(".chip.new").count() == 0
    assert rows.nth(3).locator(".chip.new").all_inner_texts() == ["o"] * 8
    whole, last = still(shown), still(rows.last)
    assert whole is not None
    assert last is not None
    assert last["y"] + last["height"] <= whole["y"] + whole["height"] + 1
    assert not shown.evaluate("""picture => [...picture.querySelectorAll("*")].some(one =>
        one.scrollHeight > one.clientHeight + 8 && getComputedStyle(one).overflowY !== "visible")""")
