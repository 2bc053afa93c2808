"""A replay in a browser: opened from disk with the network cut, worked by keys and pointer, in both schemes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import NewPage, Unconnected, screenshot
from tests.e2e.lesson import at_step, chips, picture, press
from tokviz import Corpus, bpe, examples, unigram, wordpiece
from tokviz.features.takeaway import replay
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import load

HUG = examples.load("hug").corpus
EVIL = "</script><b>שלום</b>\u2028'\""


def write(folder: Path, trace: Any, language: str = "en", start: int = 0, **about: str) -> str:
    """Write a replay and return its address."""
    say = load(language)
    path = folder / "replay.html"
    made = replay.replay_page(
        replay.training_replay(trace, say), rendering.about_training(trace, say, **about), say, start
    )
    path.write_text(made, encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def offline(unconnected: Unconnected) -> Iterator[NewPage]:
    """Make pages without a network. Each must ask for nothing but its file."""
    yield unconnected.new_page
    assert {address.partition("#")[0].rpartition("/")[2] for address in unconnected.asked} == {"replay.html"}


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 1280), ("dark", 390)])
def test_it_steps_with_keys(offline: NewPage, tmp_path: Path, scheme: Literal["light", "dark"], width: int) -> None:
    page = offline(scheme, width)
    page.goto(write(tmp_path, bpe.train(HUG, merges=20, rules="course"), example="hug"))
    at_step(page, 0)
    assert chips(page, "hug") == ["h", "u", "g"]
    press(page, "ArrowRight", "PageDown")
    at_step(page, 2)
    # A phone has room for fewer words than the five, at a size that can be read.
    expect(picture(page).locator(".chip.new[data-token=un]")).to_have_count(1 if width < 640 else 2)
    expect(picture(page).locator(".say.done")).to_contain_text("It occurred 16 times")
    screenshot(page, f"replay-{scheme}-{width}")
    press(page, "End")
    at_step(page, 7)
    assert chips(page, "hug") == ["hug"]
    if width > 1000:
        assert [chips(page, word) for word in HUG] == [[word] for word in HUG]
    picture(page).get_by_role("button", name="Back").click()
    at_step(page, 6)
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == ("rgb(14, 17, 23)" if scheme == "dark" else "rgb(255, 255, 255)")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_part_is_there_when_it_is_asked_for(offline: NewPage, tmp_path: Path) -> None:
    """A long trace lies in the file in parts: a jump into another one shows its frames, and keys go on from there."""
    words = {f"{a}{b}{c}": 1 for a in "abcdefgh" for b in "ijklmnop" for c in "qrstuvwxyz"}
    page = offline()
    address = write(tmp_path, bpe.train(Corpus(words), merges=600, rules="course"), start=3)
    page.goto(address)
    at_step(page, 3)
    press(page, "End")
    at_step(page, replay.MAX_STEPS)
    press(page, "ArrowLeft")
    at_step(page, replay.MAX_STEPS - 1)
    press(page, "Home")
    at_step(page, 0)
    page.evaluate("location.hash = '#260'")
    at_step(page, 260)
    expect(page.locator(".note")).to_contain_text("The first 500 of 600 steps")


def test_the_address_names_a_step(offline: NewPage, tmp_path: Path) -> None:
    page = offline()
    address = write(tmp_path, wordpiece.train(HUG, merges=20, rules="course"), "zh", example="hug")
    page.goto(f"{address}#2")
    at_step(page, 2)
    expect(picture(page).locator(".chip[data-token=hu]").first).to_be_visible()
    page.goto(f"{address}#none")
    at_step(page, 0)


def test_hostile_words_are_shown_as_they_are(offline: NewPage, tmp_path: Path) -> None:
    page = offline()
    page.goto(write(tmp_path, unigram.train(Corpus({EVIL: 2, "<i>x": 3}), vocab_size=20, rules="hard-em")))
    at_step(page, 0)
    press(page, "ArrowRight")
    at_step(page, 1)
    shown = "</script><b>שלום</b>⟨2028⟩'\""
    expect(picture(page).locator(".row").first).to_have_attribute("data-row", shown)
    expect(picture(page).locator(".chip").first).to_have_text("</scrip")
    expect(picture(page).locator(".chip *, .symbol *")).to_have_count(0)
