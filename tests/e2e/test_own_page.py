"""The page of own texts in a browser: type, train, step, compare, cancel, come back by the link.

Its Python answers on a small server here; the same page with Python in the tab is tested with its parts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, FilePayload, Page, Route, expect

from tests.e2e import axe, own_page
from tests.e2e.conftest import resize, screenshot
from tests.e2e.own_page import APP, OwnSite, at_step, link, native_end, native_said, own_request, press_train, type_text
from tests.e2e.visits import SCHEMES
from tests.features.site.tab_cases import LANGUAGE_TEXT
from tests.files.styles import file_of
from tokviz.algorithms import ALGORITHMS
from tokviz.chat.templates import own_template
from tokviz.exercises import Task
from tokviz.exercises.making import task_at
from tokviz.features.site.sources import TAB_MEMORY
from tokviz.features.site.tab.practicing import task_of
from tokviz.features.site.tab.requests import MAX_CORPUS_CHARS, Request
from tokviz.features.site.web.own_page import OPENING_TEXTS
from tokviz.files.by_name import SHIPPED, on_this_machine
from tokviz.memory import LocalMemory
from tokviz.state.request import train
from tokviz.views.exercises.picture import choice_words
from tokviz.views.exercises.sheet import answer_text
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.display import visible
from tokviz.views.tokenizers.work import pretokens, with_words

SENTENCE = "low lower lowest newest widest low low"


@pytest.fixture(scope="module")
def site() -> Iterator[OwnSite]:
    """The server, one for all tests here."""
    with own_page.serve() as running:
        yield running


@pytest.fixture
def page(browser: Browser, site: OwnSite) -> Iterator[Page]:
    """A page in a visit of its own, light and 1280 by 720; it must log nothing and ask nothing of other machines."""
    context = browser.new_context(color_scheme="light", viewport={"width": 1280, "height": 720}, locale="en-US")
    logged: list[str] = []
    asked: list[str] = []
    context.on("console", lambda message: logged.append(message.text))
    context.on("weberror", lambda error: logged.append(str(error.error)))
    context.on("request", lambda request: asked.append(request.url))
    yield context.new_page()
    site.may_answer.set()
    context.close()
    assert logged == []
    assert {urlsplit(address).netloc for address in asked if not address.startswith("data:")} <= {
        urlsplit(site.url).netloc
    }


@pytest.mark.parametrize("algorithm", ["bpe", "wordpiece"])
def test_type_train_and_step_to_the_end(page: Page, site: OwnSite, algorithm: str) -> None:
    page.goto(site.page())
    type_text(page, SENTENCE)
    page.locator(f"[name=algorithm][value={algorithm}]").check()
    press_train(page)
    at_step(page, 0)
    last, said = native_end(algorithm, SENTENCE)
    page.keyboard.press("ArrowRight")
    at_step(page, 1)
    page.keyboard.press("End")
    at_step(page, last)
    expect(page.locator(".says > .say")).to_have_text(said)
    expect(page).to_have_url(re.compile(rf"[&]step={last}\b"))


def test_of_a_long_training_every_step_can_be_shown(page: Page, site: OwnSite) -> None:
    """Frames come a part at a time; the keys of the picture go on working after another part came."""
    text = " ".join(f"{'abcdefgh'[i % 8 :]}{'xyz'[i % 3]}{i}" for i in range(120))
    last, said = native_end("bpe", text, stop="merges", amount=200)
    page.goto(site.page(query=urlencode({"page": "bpe", "corpus": text, "merges": "200"})))
    at_step(page, 0)
    page.get_by_test_id("picture").focus()
    page.keyboard.press("End")
    at_step(page, last)
    expect(page.locator(".says > .say")).to_have_text(said)
    page.keyboard.press("ArrowLeft")
    at_step(page, last - 1)
    page.keyboard.press("Home")
    at_step(page, 0)
    for step in range(1, 50):  # over the edge of the first part
        page.keyboard.press("ArrowRight")
        at_step(page, step)
    expect(page.locator(".says > .say").first).to_have_text(native_said("bpe", text, 49, stop="merges", amount=200))


def test_the_text_is_trained_with_the_convention_and_size_that_are_chosen(page: Page, site: OwnSite) -> None:
    page.goto(site.page())
    type_text(page, SENTENCE)
    page.locator("#preset").select_option("subword-nmt")
    page.locator("#amount").fill("3")
    press_train(page)
    at_step(page, 0)
    page.keyboard.press("End")
    preset = ALGORITHMS["bpe"].presets["subword-nmt"]
    last, said = native_end("bpe", SENTENCE, preset="subword-nmt", rules=preset, amount=3)
    assert last == 3
    at_step(page, last)
    expect(page.locator(".says > .say")).to_have_text(said)


def test_the_views_of_a_training_follow_its_step(page: Page, site: OwnSite) -> None:
    """They are asked for once they are in sight; a row leads to its step, and what a field says is kept."""
    page.goto(site.page(query="page=picky&example=parts&step=5"))
    at_step(page, 5)
    view, tabs = page.locator("#view"), page.get_by_role("tablist").last
    page.locator("#below").scroll_into_view_if_needed()
    expect(view.locator("tbody tr")).to_have_count(2)
    expect(page.locator("#below .now h3")).to_have_text(load("en")("picky.panel.merge", number=6))
    view.get_by_role("button").last.click()  # the test of the merge in step 2
    at_step(page, 2)
    expect(view.locator("tbody tr")).to_have_count(1)
    assert link(page)["step"] == "2"
    tabs.get_by_role("tab", name=load("en")("tab.tree")).click()
    view.get_by_role("combobox").focus()
    view.get_by_role("combobox").select_option("▁a")
    expect(view.locator(".tokviz-tree > li > .tokviz-chip")).to_have_text("␣a1")
    expect(view.get_by_role("combobox")).to_be_focused()
    page.keyboard.press("Escape")
    tabs.get_by_role("tab", selected=True).press("ArrowLeft")
    chart = view.get_by_role("img")
    expect(chart).to_have_attribute("aria-label", load("en")("picky.sizes.alt", step=2, size=11, ever=11, tally=11))
    at_step(page, 2)
    page.locator("[name=forward]").first.click()
    expect(chart).to_have_attribute("aria-label", load("en")("picky.sizes.alt", step=3, size=10, ever=11, tally=10))
    tabs.get_by_role("tab", name=load("en")("tab.tree")).click()
    expect(view.get_by_role("combobox")).to_have_value("▁a")
    term = view.locator(".term").first
    term.focus()
    expect(term.locator(".definition")).to_be_visible()
    page.keyboard.press("Escape")
    expect(term.locator(".definition")).to_be_hidden()
    assert (link(page)["view"], link(page)["step"]) == ("tree", "3")
    page.reload()
    at_step(page, 3)
    expect(page.get_by_role("tab", name=load("en")("tab.tree"))).to_have_attribute("aria-selected", "true")
    page.locator("#below").scroll_into_view_if_needed()
    expect(page.locator("#view .tokviz-tree")).to_be_visible()


def test_the_charts_of_a_training_and_another_beside_it(page: Page, site: OwnSite) -> None:
    """Lines have their colors and dots; what a training is compared with is chosen in the view."""
    page.goto(site.page(query="page=bpe&example=sennrich&step=3"))
    at_step(page, 3)
    view, tabs, say = page.locator("#view"), page.get_by_role("tablist").last, load("en")
    page.locator("#below").scroll_into_view_if_needed()
    expect(view.locator("tbody tr")).to_have_count(3)
    tabs.get_by_role("tab", name=say("tab.course")).click()
    expect(view.get_by_role("img")).to_have_count(2)
    expect(view.get_by_role("img").first).to_have_attribute(
        "aria-label", say("chart.sizes.alt", step=3, in_use=10, size=14)
    )
    expect(view.locator(".legend li")).to_have_text([say("column.symbols_in_use"), say("column.vocabulary_size")])
    dots = view.locator(".chart").last.locator(".dot")
    expect(dots).to_have_count(16)
    strokes = dots.evaluate_all("dots => new Set(dots.map((dot) => getComputedStyle(dot).fill)).size")
    assert strokes == 16
    tabs.get_by_role("tab", name=say("tab.versus")).click()
    view.get_by_role("combobox").select_option("course")
    expect(view.locator("thead th").last).to_have_text(say("preset.course"))
    expect(view.locator("tbody tr")).to_have_count(15)


def test_the_views_of_unigram_lead_to_steps_and_light_up_pieces(page: Page, site: OwnSite) -> None:
    """A row of the likelihood leads to its step; a row of the pieces and a choice of one light it up in the picture."""
    page.goto(site.page(query="page=unigram&example=hug&rules=soft-em&seeds=strict-substrings&step=1"))
    at_step(page, 1)
    view, now, tabs = page.locator("#view"), page.locator("#below .now"), page.get_by_role("tablist").last
    page.locator("#below").scroll_into_view_if_needed()
    lit = page.get_by_test_id("picture").locator(".piece.lit .symbol")
    view.get_by_role("button", name="ug", exact=True).click()
    expect(lit).to_have_text(["ug"])
    now.get_by_label(load("en")("column.piece"), exact=True).select_option("hug")
    expect(lit).to_have_text(["hug"])
    tabs.get_by_role("tab", name=load("en")("tab.likelihood")).click()
    expect(view.locator(".chart .legend li")).to_have_text(
        [load("en")(f"unigram.kind.{kind}") for kind in ("seed", "expect", "maximize", "prune")]
    )
    view.locator("tbody tr").nth(5).get_by_role("button").click()
    at_step(page, 6)
    expect(view.locator("tr.chosen td").first).to_have_text("6")


def test_a_row_of_the_candidates_is_selected(page: Page, site: OwnSite) -> None:
    """Its counts are worked out below the table, by mouse and by keys; the chart has a point for each pair."""
    page.goto(site.page(query="page=wordpiece&example=hug&step=0"))
    at_step(page, 0)
    now, chart = page.locator("#below .now"), page.locator("#view .chart")
    page.locator("#below").scroll_into_view_if_needed()
    expect(now.locator("tr.chosen button")).to_have_text("##g##s")
    page.locator("[data-view=scatter]").click()
    expect(chart.locator("[transform] title")).to_have_count(6)
    now.locator("tbody tr").nth(2).click()
    expect(now.locator("tr.chosen button")).to_have_text("##u##g")
    expect(now.locator(".item").last).to_contain_text("hug 10 + pug 5 + hugs 5")
    now.get_by_role("button", pressed=True).focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(now.locator("tr.chosen button")).to_have_text("p##u")
    expect(now.get_by_role("button", pressed=True)).to_be_focused()
    at_step(page, 0)


def test_unigram_and_the_lattice_of_a_word(page: Page, site: OwnSite) -> None:
    page.goto(site.page())
    type_text(page, SENTENCE)
    page.locator("[name=algorithm][value=unigram]").check()
    page.locator("#amount").fill("14")
    press_train(page)
    at_step(page, 0)
    page.keyboard.press("End")
    last, said = native_end("unigram", SENTENCE, amount=14)
    at_step(page, last)
    expect(page.locator(".says > .say")).to_have_text(said)
    page.get_by_role("tab", name="Lattice").click()
    page.locator("#encode-text").fill("lowest newest")
    expect(page.locator("#words button")).to_have_text(["lowest", "newest"])
    page.get_by_role("button", name="newest", exact=True).click()
    expect(page).to_have_url(re.compile("word=newest"))
    request = replace(own_request("unigram", SENTENCE), amount=14)
    model = train(request, LocalMemory()).trace.model()
    best = " ".join(model.encode("newest"))
    listed = page.locator("#shows table tbody tr").filter(has_text="newest")
    expect(listed.locator("td").nth(1)).to_have_text(best)
    view = page.locator("#view")
    page.locator("#below").scroll_into_view_if_needed()
    expect(view.locator("tbody tr").first).to_contain_text(best)
    page.locator("[data-view=samples]").click()
    expect(view.locator(".bars b").first).to_be_visible()
    view.locator("#field-draws").select_option("400")
    expect(page).to_have_url(re.compile("draws=400"))
    expect(view).to_contain_text("400 draws")
    expect(page.get_by_role("button", name="lowest", exact=True)).to_be_visible()


def test_words_are_encoded_as_python_here_encodes_them(page: Page, site: OwnSite) -> None:
    page.goto(site.page(query=f"page=bpe-encode&corpus={SENTENCE}&merges=6&text=lowest+slower"))
    at_step(page, 0)
    model = train(replace(own_request("bpe", SENTENCE), amount=6), LocalMemory()).trace.model()
    rows = page.locator("#shows table tbody tr")
    for place, word in enumerate(("lowest", "slower")):
        expect(rows.nth(place).locator("td").nth(1)).to_have_text(" ".join(model.encode(word)))
    page.get_by_role("button", name="slower", exact=True).click()
    expect(page.locator("#title")).to_contain_text("slower")
    page.get_by_label("How merges are applied").select_option("rule-by-rule")
    expect(page).to_have_url(re.compile("loop=rule-by-rule"))


def test_the_views_of_an_encoding_follow_its_word(page: Page, site: OwnSite) -> None:
    page.goto(site.page(query=f"page=bpe-encode&corpus={SENTENCE}&merges=6&text=lowest+slower"))
    model = train(replace(own_request("bpe", SENTENCE), amount=6), LocalMemory()).trace.model()
    view = page.locator("#view")
    page.locator("[data-view=derivation]").click()
    for word in ("lowest", "slower"):
        page.get_by_role("button", name=word, exact=True).click()
        expect(view.locator(".tokviz-tree")).to_have_count(len(set(model.encode_word(word))))
    page.evaluate("window.drawn = document.querySelector('#shows .picture')")
    page.locator("[data-view=dropout]").click()
    expect(view).to_contain_text("400 draws gave")
    before = view.get_by_role("img").get_attribute("aria-label")
    view.locator("#field-dropout").select_option("0")
    expect(view.get_by_role("img").locator("> div")).to_have_count(2)  # a title and one bar
    view.locator("#field-seed").fill("7")
    view.locator("#field-seed").press("Enter")
    expect(page).to_have_url(re.compile("dropout=0&seed=7"))
    assert view.get_by_role("img").get_attribute("aria-label") != before
    for name, told in {"tokens": "Vocabulary used", "longest": "Searched in", "decode": "exactly"}.items():
        page.locator(f"[data-view={name}]").click()
        expect(view).to_contain_text(told)
    assert page.evaluate("document.contains(window.drawn)")
    screenshot(page, "own-encode-views")
    assert axe.findings(page) == []


def test_tokenizers_are_compared_with_reasons(page: Page, site: OwnSite) -> None:
    page.goto(site.page(query=f"page=compare&corpus={SENTENCE}"))
    rows = page.locator("#shows .text_rows").last
    expect(rows).to_contain_text("WordPiece")
    expect(rows).to_contain_text("Why the tokenizers split")
    page.get_by_role("button", name="Remove tokenizer 3").click()
    expect(rows).not_to_contain_text("Unigram")
    expect(page.get_by_role("button", name=re.compile("^Remove"))).to_have_count(0)
    for _ in range(2):
        page.get_by_role("button", name="Add a tokenizer").click()
    expect(page.get_by_role("button", name="Add a tokenizer")).to_be_hidden()
    expect(page.locator("#slots select")).to_have_count(4)
    assert len(link(page)["t"].split(",")) == 4
    page.get_by_label("Size", exact=True).fill("20")
    expect(page).to_have_url(re.compile("size=20"))


def test_a_comparison_steps_over_sizes_and_its_link_and_rows_follow(page: Page, site: OwnSite) -> None:
    trained = "bpe:course,wordpiece:course,unigram:course"
    page.goto(site.page(query=f"page=compare&example=hug&t={trained}&text=unhug&size=8"))
    knob = page.locator("#shows .knob")
    expect(knob).to_have_text(load("en")("clock.label.size", n=8))
    rows = page.locator("#shows .text_rows").last
    expect(rows.get_by_role("button", name="unhug; BPE: u n h ug;")).to_have_count(1)
    assert page.locator("#shows .told-by").evaluate("told => told.getBoundingClientRect().bottom") <= page.locator(
        "#shows section.picture"
    ).evaluate("one => one.getBoundingClientRect().bottom")
    page.evaluate("window.drawn = document.querySelector('#shows .picture')")
    page.locator("#title").press("ArrowRight")
    expect(knob).to_have_text(load("en")("clock.label.size", n=9))
    expect(page).to_have_url(re.compile("size=9"))
    expect(page.locator("#settings")).to_contain_text("9 tokens", use_inner_text=False)
    expect(rows.get_by_role("button", name="unhug; BPE: un h ug;")).to_have_count(1)
    expect(page.get_by_label("Size", exact=True)).to_have_value("9")
    assert page.evaluate("window.drawn === document.querySelector('#shows .picture')")
    page.reload()
    expect(knob).to_have_text(load("en")("clock.label.size", n=9))
    page.get_by_role("switch", name=load("en")("predict.toggle")).check()
    asked = page.locator("#shows [data-testid=ask]")
    expect(asked).to_be_visible()
    asked.get_by_role("button", name=re.compile("^1|BPE")).first.click()
    expect(asked.locator(".score")).not_to_be_empty()


def test_a_text_is_shown_in_bytes_beside_no_corpus(page: Page, site: OwnSite) -> None:
    page.goto(site.page(query=f"page=bpe&corpus={SENTENCE}&run=0"))
    page.get_by_role("tab", name="Bytes").click()
    expect(page.locator("#corpus")).to_be_hidden()
    page.get_by_role("button", name="Show me").click()
    expect(page.locator("#bytes-text")).to_have_value(SENTENCE)
    page.locator("#bytes-text").fill("café")
    expect(page.locator("#shows .text_rows").last).to_contain_text("C3")
    assert link(page) == {"page": "bytes", "preset": "own", "text": "café"}
    page.reload()
    expect(page.locator("#shows .text_rows").last).to_contain_text("C3")
    page.get_by_role("tab", name="Training").click()
    expect(page.locator("#text")).to_have_value(SENTENCE)


def test_the_views_of_a_text_in_bytes(page: Page, site: OwnSite) -> None:
    """A knob and a picked token are in the link, and leave the picture and the focus where they are."""
    page.goto(site.page(query="page=bytes&preset=own&text=café lower"))
    expect(page.locator("#shows .text_rows").last).to_contain_text("C3")
    page.evaluate("window.drawn = document.querySelector('#shows .picture')")
    page.get_by_role("tab", name="Tokens", exact=False).last.click()
    view = page.locator("#view")
    view.locator("#field-token").focus()
    view.locator("#field-token").select_option("4")
    expect(view.locator("table")).to_contain_text("C3")
    expect(page.locator("#field-token")).to_be_focused()
    expect(page).to_have_url(re.compile("token=4"))
    page.locator("[data-view=patches]").click()
    expect(view.get_by_role("img")).to_have_count(1)
    expect(view.get_by_role("listitem").first).to_be_visible()
    view.locator("#field-threshold").select_option("0")
    expect(view).to_contain_text("11 patches")
    assert link(page)["threshold"] == "0"
    assert page.evaluate("document.contains(window.drawn)")
    for name in ("twins", "characters", "pretokens", "decoded"):
        page.locator(f"[data-view={name}]").click()
        expect(view).to_contain_text({"decoded": "café lower", "twins": "60 tokens"}.get(name, "é"))
    assert axe.findings(page) == []


def test_the_views_of_a_comparison_and_of_a_tokenizer(page: Page, site: OwnSite) -> None:
    """A row of words that differ picks its word; a pre-token that is chosen in a view is that of the picture."""
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(site.page(query="page=compare&example=hug"))
    view = page.locator("#view")
    expect(page.locator("#shows .clock .lane").first).to_be_visible()
    view.scroll_into_view_if_needed()
    view.locator("tr[data-word=hug]").click()
    expect(page).to_have_url(re.compile("word=hug"))
    page.locator("[data-view=measures]").click()
    expect(view.locator(".bars .made")).to_have_count(6)
    view.locator("#field-measure").select_option("whole")
    expect(page).to_have_url(re.compile("measure=whole"))
    squares = view.locator(".tokviz-data:has(td .tokviz-bar)")
    expect(squares).to_have_count(2)
    for square in squares.all():  # all of it is in a window of a phone
        assert square.evaluate("it => it.scrollWidth - it.clientWidth") < 2
    assert axe.findings(page) == []
    page.goto("about:blank")
    page.goto(site.page(query="page=tokenizers&text=low+lower&tokenizer=bert"))
    page.locator("#below").scroll_into_view_if_needed()
    page.locator("[data-view=word]").click()
    view.locator("#field-word").select_option("2")
    expect(page).to_have_url(re.compile("word=2"))
    page.locator("[data-view=tokens]").click()
    expect(view.locator("table")).to_contain_text("[SEP]")
    expect(page.locator("[data-view=healing]")).to_be_visible()
    assert axe.findings(page) == []


def test_the_vocabulary_of_a_tokenizer_is_searched_and_compared(page: Page, site: OwnSite) -> None:
    page.goto(site.page(query="page=vocabulary"))
    view = page.locator("#view")
    page.locator("#below").scroll_into_view_if_needed()
    expect(view.locator("tbody tr")).to_have_count(200)
    view.locator("#field-q").fill("light")
    view.locator("#field-q").press("Enter")
    expect(page).to_have_url(re.compile("q=light"))
    expect(view.locator("tbody tr")).to_have_count(1)
    view.locator("#field-id").fill(view.locator("tbody td").first.inner_text())
    view.locator("#field-id").press("Enter")
    expect(view.locator(".tokviz-tree")).to_be_visible()
    assert axe.findings(page) == []
    page.locator("#vocabulary-beside").select_option("bert")
    page.locator("[data-view=counts]").click()
    expect(view.locator(".tokviz-bar").first).to_be_visible()
    expect(view).to_contain_text("BERT style")
    assert axe.findings(page) == []
    page.locator("[data-view=unmerge]").click()
    view.locator("#field-id").select_option(index=3)
    expect(view.locator(".tokviz-chip.removed").first).to_be_visible()
    assert link(page).keys() >= {"beside", "q", "id", "view"}


def test_three_vocabularies_of_a_text(page: Page, site: OwnSite) -> None:
    page.goto(site.page(query="page=bpe&corpus=low&run=0"))
    page.get_by_role("tab", name="Why subwords").click()
    page.get_by_role("button", name="Show me").click()
    view = page.locator("#view")
    expect(view.locator("[data-testid=picture]")).to_have_count(3)
    expect(view).to_contain_text("running")
    page.locator("#why-word").fill("thinkers")
    expect(view).to_contain_text("thinkers")
    page.locator("#why-size").fill("27")
    expect(view).to_contain_text("17 + 10 = 27")
    assert link(page) == {"page": "why", "example": "runner", "size": "27", "word": "thinkers"}
    page.locator("[data-view=sizes]").click()
    expect(view.locator("figure.chart svg[role=img]")).to_have_count(2)
    page.locator("[data-view=models]").click()
    expect(view.get_by_role("img")).to_have_count(1)
    assert axe.findings(page) == []
    page.locator("#why-text").fill("low 5, lower 2, newest 6, widest 3")
    expect(page).to_have_url(re.compile("corpus=low"))
    page.locator("[data-view=text]").click()
    view.locator("summary").click()
    expect(view).to_contain_text("newest 5")
    page.locator("#why-example").select_option("tea")
    page.locator("[data-view=units]").click()
    expect(view).to_contain_text("A claim to check")
    assert link(page) == {"page": "why", "example": "tea", "word": "thinkers", "view": "units"}


def test_a_conversation_is_written_by_a_template(page: Page, site: OwnSite) -> None:
    """A message that is changed makes the chat an own one; an own template begins with the one that was there."""
    page.goto(site.page(query="page=chat"))
    view, messages = page.locator("#view"), page.locator("#messages textarea")
    expect(page.locator("#corpus")).to_be_hidden()
    expect(messages).to_have_count(4)
    expect(view.locator("tbody")).to_contain_text("<|im_start|>")
    page.get_by_role("button", name=load("en")("chat.remove", number=4)).click()
    messages.last.fill("A piece of text </s>.")
    page.locator("#chat-template").select_option("mistral")
    expect(view.locator("tbody")).to_contain_text("[INST]")
    expect(page.locator("#below .now")).to_contain_text("[/INST]")
    page.locator("#chat-template").select_option("own")
    expect(page.locator("#chat-source")).to_have_value(own_template("mistral").source)
    page.locator("#chat-source").fill("{{ messages | length }} messages")
    page.locator("[data-view=text]").click()
    expect(view.locator("pre")).to_have_text("3 messages")
    assert link(page)["template"] == "own"
    page.reload()
    expect(messages.last).to_have_value("A piece of text </s>.")
    expect(view.locator("pre")).to_have_text("3 messages")
    assert axe.findings(page) == []


def test_a_file_stays_in_the_tab_and_is_handed_over_again(page: Page, site: OwnSite) -> None:
    """Its Python may have been ended; pages that choose a tokenizer have the file, too."""
    page.goto(site.page(query="page=tokenizers&preset=own&text=low lower"))
    rows, content = page.locator("#shows .text_rows").first, file_of("gpt4o").encode()
    expect(page.locator("#tokenizers-private")).to_have_text(load("en")("tab.own.file.private"))
    for name in ("tokenizer.json", "tokenizer.json (2)"):
        given = FilePayload(name="tokenizer.json", mimeType="application/json", buffer=content)
        page.locator("#tokenizers-file").set_input_files(given)
        expect(page.locator("#tokenizer")).to_have_value(name)
        expect(page.locator("#title")).to_contain_text(name)
        expect(rows).to_contain_text("Split")
    TAB_MEMORY._found.clear()  # as after a start
    page.get_by_role("tab", name=load("en")("page.vocabulary")).click()
    page.locator("#vocabulary-tokenizer").select_option("tokenizer.json")
    page.locator("#vocabulary-beside").select_option("tokenizer.json (2)")
    expect(page.locator("#settings")).to_contain_text("tokenizer.json (2)")


def test_a_file_is_compared_and_outlasts_a_reload_until_it_is_removed(page: Page, site: OwnSite) -> None:
    say = load("en")
    page.goto(site.page(query="page=compare&example=hug&text=hugs"))
    rows, slots = page.locator("#shows .text_rows").first, page.locator("#slots select")
    expect(rows).to_contain_text("BPE")
    refused = FilePayload(name="broken.json", mimeType="application/json", buffer=b"{")
    page.locator("#compare-file").set_input_files(refused)
    expect(page.locator("#compare-file-error")).not_to_be_empty()
    expect(rows).to_contain_text("BPE")  # what was there stays
    given = FilePayload(name="mine.json", mimeType="application/json", buffer=file_of("gpt4o").encode())
    page.locator("#compare-file").set_input_files(given)
    expect(rows).to_contain_text("mine.json")
    expect(slots).to_have_count(4)
    expect(page.locator("#compare-file-error")).to_be_empty()
    assert axe.findings(page) == []
    TAB_MEMORY._found.clear()  # as after a start
    page.reload()
    expect(rows).to_contain_text("mine.json")
    expect(slots.last).to_have_value("file:mine.json")
    page.get_by_role("tab", name=say("tab.own.tab.training")).click()
    page.locator("#start").select_option("mine.json")
    expect(page.locator("#settings")).to_contain_text("mine.json")
    page.get_by_role("tab", name=say("tab.own.tab.tokenizers")).click()
    page.locator("#tokenizer").select_option("mine.json")
    expect(page.locator("#title")).to_contain_text("mine.json")
    page.locator("#tokenizers-files").get_by_role("button", name=say("upload.remove", name="mine.json")).click()
    expect(page.locator("#title")).not_to_contain_text("mine.json")
    page.get_by_role("tab", name=say("tab.own.tab.training")).click()
    expect(page.locator("#start")).to_have_value("")
    page.get_by_role("tab", name=say("tab.own.tab.compare")).click()
    expect(slots).to_have_count(3)
    page.reload()
    expect(slots).to_have_count(3)
    expect(page.locator("#compare-files li")).to_have_count(0)


def test_recorded_sentences_are_shown_as_real_tokenizers_split_them(page: Page, site: OwnSite) -> None:
    page.goto(site.page(query="page=tokenizers"))
    expect(page.locator("#shows .text_rows").last).to_contain_text("Llama")
    page.locator("#tokenizers-sample").select_option("code")
    expect(page.locator("#shows .text_rows").last).to_contain_text("return")
    assert link(page) == {"page": "tokenizers", "preset": "code"}


@pytest.mark.parametrize("name", SHIPPED)
def test_the_own_text_goes_through_the_stages_of_a_tokenizer(page: Page, site: OwnSite, name: str) -> None:
    """Show what the library makes of the text, in the app."""
    text = "naïve  lower 你好"
    page.goto(site.page(query="page=tokenizers"))
    expect(page.locator("#shows .text_rows").first).to_be_visible()
    page.locator("#tokenizer").select_option(name)
    page.locator("#tokenizers-text").fill(text)
    pipeline = on_this_machine()[name].open()
    expect(page).to_have_url(re.compile("preset=own"))
    for number in pipeline.encode(text).ids:
        expect(page.locator("#shows .text_rows").first).to_contain_text(str(number))
    words = [one.text for one in pretokens(with_words(pipeline, pipeline.stages(text)))]
    buttons = page.locator("#pretoken-words button")
    expect(buttons).to_have_text([visible(word) for word in words])
    buttons.nth(1).click()
    expect(page).to_have_url(re.compile("word=2"))
    expect(buttons.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_test_id("picture")).to_be_visible()
    expect(page.locator("#tokenizers-sample")).to_have_value("own")
    page.reload()
    expect(page.locator("#tokenizers-text")).to_have_value(text)
    expect(buttons.nth(1)).to_have_attribute("aria-pressed", "true")


def test_a_character_that_may_be_split_otherwise_is_named(page: Page, site: OwnSite) -> None:
    new = "\ua7f2"
    page.goto(site.page(query=urlencode({"page": "tokenizers", "text": f"low {new}", "tokenizer": "t5"})))
    expect(page.locator("#error")).to_contain_text("U+A7F2")
    page.locator("#tokenizer").select_option("llama")
    expect(page.locator("#shows .text_rows").first).to_contain_text("<0xEA>")
    expect(page.locator("#error")).to_be_empty()


def test_exercises_are_on_the_own_corpus(page: Page, site: OwnSite) -> None:
    page.goto(site.page(query=f"page=bpe&corpus={SENTENCE}&tab=exercises"))
    ask = page.get_by_test_id("guide-ask")
    expect(ask).to_have_attribute("data-state", "open")
    given = ask.locator(".given li code").all_inner_texts()
    assert {code.replace("</w>", "").replace(" ", "") for code in given} <= set(SENTENCE.split())
    asked = json.loads(site.asked[-1])
    task = task_of(Request.of(asked))
    assert isinstance(task.solution, int)
    ask.get_by_role("textbox").fill(str(task.solution + 1))
    ask.get_by_role("button", name="Check").click()
    expect(ask).to_have_attribute("data-state", "again")
    ask.get_by_role("textbox").fill(str(task.solution))
    ask.get_by_role("button", name="Check").click()
    expect(ask).to_have_attribute("data-state", "right")
    expect(page.get_by_role("button", name="Next task")).to_be_focused()
    page.get_by_role("button", name="Next task").click()
    expect(ask).to_have_attribute("data-state", "open")
    assert link(page)["number"] == "2"
    prompt = ask.locator(".prompt").inner_text()
    page.reload()
    expect(ask.locator(".prompt")).to_have_text(prompt)
    score = load("en")("predict.label.score", right=0, asked=1)
    expect(page.locator("#exercises")).to_contain_text(score)  # which the visit keeps
    page.get_by_label("Topics").select_option("encode")
    expect(page).to_have_url(re.compile("task=encode"))
    expect(ask).to_have_attribute("data-state", "open")


def test_practice_by_keys_and_clicks_goes_on_after_a_reload(page: Page, site: OwnSite) -> None:
    """The tasks of the app's link; place and points are kept, and can be begun anew."""
    say, kinds = load("en"), ["pair-counts", "next-merge"]
    tasks = [task_at(kinds, "7", 1, number) for number in (1, 2)]
    page.goto(site.page(query=urlencode({"page": "practice", "kinds": ",".join(kinds), "level": "1", "seed": "7"})))
    verdict, onward = page.locator(".exercise-verdict"), page.locator("#practice [name=next]")
    for task in tasks:
        field = page.locator("#practice [name=answer]")
        field.focus()
        page.keyboard.type(answer_text(task.solution, say))
        page.keyboard.press("Enter")
        expect(verdict).to_contain_text(say("exercise.verdict.right"))
        expect(page.get_by_test_id("picture")).to_be_visible()
        expect(onward).to_be_focused()
        page.keyboard.press("Enter")
        expect(verdict).to_have_count(0)
    assert link(page) | {"page": "practice", "number": "3", "score": "2.2.200.2.2"} == link(page)
    page.locator("#practice [name=hint]").click()
    expect(page.locator(".exercise-hint")).to_have_count(1)
    page.goto(site.page(query="page=practice"))  # which says nothing of a place
    page.reload()
    expect(page.locator(".exercise-hint")).to_have_count(1)
    assert link(page)["number"] == "3"
    page.locator("#practice [name=restart]").click()
    expect(page.locator("#practice .bar")).to_contain_text(say("practice.about"))
    assert not {"number", "score"} & link(page).keys()
    word, first = _place_of(tasks[1])
    page.locator("#practice [name=answer]").fill(answer_text(tasks[0].solution, say))
    page.keyboard.press("Enter")
    onward.click()
    for place in (first, first + 1):
        page.get_by_test_id("pair-choice").locator(f"[data-word='{word}'][data-place='{place}']").click()
    expect(verdict).to_contain_text(say("exercise.verdict.right"))
    assert link(page)["score"] == "2.2.200.2.2"


def _place_of(task: Task) -> tuple[int, int]:
    """Return the word that has the pair of a task first, and where in it."""
    words = enumerate(choice_words(task))
    return next((n, at) for n, word in words for at in range(len(word) - 1) if word[at : at + 2] == task.solution)


def test_files_are_kept(page: Page, site: OwnSite, tmp_path: Path) -> None:
    page.goto(site.page(query=f"page=bpe&corpus={SENTENCE}&merges=3&tab=keep"))
    for what in ("replay", "worksheet", "solution"):
        with page.expect_download() as waiting:
            page.locator(f"#keep button[name={what}]").click()
        kept = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(kept)
        assert kept.name == f"tokviz-bpe-own-{what}.html"
        text = kept.read_text(encoding="utf-8")
        assert text.startswith("<!DOCTYPE html>")
        assert "lowest" in text
        expect(page.locator("#keep [role=status]")).to_contain_text(kept.name)


def test_the_files_of_a_step_are_saved(page: Page, site: OwnSite, tmp_path: Path) -> None:
    """The tab with all downloads: a text and an archive; what cannot be made is no button to press; fields count."""
    page.goto(site.page(query="page=bpe&example=hug&rules=course&step=2"))
    at_step(page, 2)
    view, say = page.locator("#view"), load("en")
    page.locator("#below").scroll_into_view_if_needed()
    page.get_by_role("tab", name=say("tab.files")).click()
    expect(view.get_by_role("button", name=say("files.codes"))).to_be_disabled()
    for label, name, beginning in (
        ("files.still.svg", "tokviz-bpe-hug-2.svg", b"<svg"),
        ("files.zip", "tokviz-bpe-hug.zip", b"PK"),
    ):
        with page.expect_download() as waiting:
            view.get_by_role("button", name=say(label), exact=True).click()
        assert waiting.value.suggested_filename == name
        waiting.value.save_as(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(beginning)
    expect(view.get_by_text(say("sheet.range", first=1, last=4, most=12))).to_be_visible()
    last = view.get_by_label(say("files.worksheet.last"))
    last.fill("2")
    last.press("Enter")
    expect(view.get_by_text(say("sheet.range", first=1, last=2, most=12))).to_be_visible()


def test_links_go_on_with_the_same_corpus(page: Page, site: OwnSite) -> None:
    page.goto(site.page(query=f"page=bpe&corpus={SENTENCE}&merges=4"))
    at_step(page, 0)
    page.get_by_role("navigation", name=load("en")("tab.own.onward")).get_by_role("link", name="Encode").click()
    expect(page.get_by_role("tab", name="Encode")).to_be_focused()
    expect(page.locator("#text")).to_have_value(SENTENCE)
    assert link(page)["page"] == "bpe-encode"


def test_nothing_is_asked_before_somebody_trains(page: Page, site: OwnSite) -> None:
    before = len(site.asked)
    page.goto(site.page())
    expect(page.locator("#invitation")).to_be_visible()
    expect(page.get_by_role("textbox", name="Corpus")).to_have_value(OPENING_TEXTS["en"])
    type_text(page, SENTENCE)
    assert len(site.asked) == before


def test_a_reload_restores_the_picture_from_the_link(page: Page, site: OwnSite) -> None:
    page.goto(site.page())
    type_text(page, SENTENCE)
    page.locator("#text").press("Control+Enter")
    at_step(page, 0)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    at_step(page, 2)
    expect(page).to_have_url(re.compile("step=2"))
    page.reload()
    at_step(page, 2)
    expect(page.locator("#text")).to_have_value(SENTENCE)


def test_a_link_opens_in_another_visit_and_in_another_language(page: Page, site: OwnSite, browser: Browser) -> None:
    page.goto(site.page(query=f"page=wordpiece&corpus={SENTENCE}&merges=2&step=1"))
    at_step(page, 1)
    page.get_by_role("link", name="简体中文").click()
    at_step(page, 1)
    expect(page.locator("html")).to_have_attribute("lang", "zh")
    expect(page.locator("#text")).to_have_value(SENTENCE)


def test_a_long_text_is_kept_by_the_tab_and_not_by_the_link(page: Page, site: OwnSite) -> None:
    text = "low lower newest widest " * 100
    page.goto(site.page())
    type_text(page, text)
    press_train(page)
    at_step(page, 0)
    assert "corpus" not in link(page)
    expect(page.locator("#too-long")).to_have_text(load("en")("tab.own.label.not_in_link"))
    page.reload()
    at_step(page, 0)
    expect(page.locator("#text")).to_have_value(text)


def test_what_cannot_be_trained_is_said_beside_it(page: Page, site: OwnSite) -> None:
    say = load("en")
    before = len(site.asked)
    page.goto(site.page())
    type_text(page, "   ")
    press_train(page)
    expect(page.locator("#corpus-error")).to_have_text(say("tab.own.label.empty"))
    expect(page.locator("#text")).to_be_focused()
    type_text(page, "a" * (MAX_CORPUS_CHARS + 1))
    press_train(page)
    expect(page.locator("#corpus-error")).to_contain_text(say.integer(MAX_CORPUS_CHARS))
    type_text(page, SENTENCE)
    page.locator("#amount").fill("-2")
    press_train(page)
    expect(page.locator("#amount-error")).not_to_be_empty()
    assert len(site.asked) == before
    page.locator("#amount").fill("5")
    type_text(page, "low 5.5\nlower 2")
    press_train(page)
    expect(page.locator("#corpus-error")).to_contain_text("5.5")
    expect(page.locator("#error")).to_be_empty()
    expect(page.locator("#text")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#text")).to_have_accessible_description(re.compile("5\\.5"))
    expect(page.locator("#text")).to_be_focused()
    type_text(page, "low 5\nlower 2")
    press_train(page)
    at_step(page, 0)
    expect(page.locator("#corpus-error")).to_be_empty()
    expect(page.locator("#text")).to_have_attribute("aria-invalid", "false")


def test_a_size_that_cannot_be_trained_is_said_at_its_field(page: Page, site: OwnSite) -> None:
    page.goto(site.page(query=f"page=unigram&corpus={SENTENCE}&rules=huggingface&vocab=12"))
    at_step(page, 0)
    page.locator("#amount").fill("2")
    press_train(page)
    expect(page.locator("#amount-error")).to_contain_text("2")
    expect(page.locator("#amount")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#amount")).to_be_focused()
    expect(page.locator("#error")).to_be_empty()
    page.locator("#amount").fill("14")
    press_train(page)
    at_step(page, 0)
    expect(page.locator("#amount-error")).to_be_empty()


def test_what_is_typed_and_pressed_before_the_script_is_there_counts(page: Page, site: OwnSite) -> None:
    held: list[Route] = []
    page.route("**/own.js", lambda route: held.append(route))
    page.goto(site.page(), wait_until="commit")
    type_text(page, SENTENCE)
    press_train(page)
    assert len(held) == 1
    held[0].continue_()
    at_step(page, 0)
    expect(page.locator("#text")).to_have_value(SENTENCE)
    assert link(page)["corpus"] == SENTENCE
    page.get_by_role("tab", name="Encode").click()
    press_train(page)
    expect(page.locator("#words button").first).to_be_visible()


def test_hostile_texts_are_shown_as_texts(page: Page, site: OwnSite) -> None:
    page.goto(site.page())
    hostile = ("<img src=x onerror=alert(1)>", "</script><b>&amp;", "\u202eabc \U0001f468\u200d\U0001f469", "é" * 400)
    for number, text in enumerate(hostile, start=1):
        asked = len(site.asked)
        type_text(page, text)
        press_train(page)
        expect(page.locator("#title")).to_be_focused()  # with the picture of this text
        at_step(page, 0)
        assert len(site.asked) > asked, number
        assert page.evaluate("document.querySelectorAll('img').length") == 0, number
        assert link(page)["corpus"] == text


def test_a_training_can_be_canceled(page: Page, site: OwnSite) -> None:
    say = load("en")
    page.goto(site.page())
    type_text(page, SENTENCE)
    site.may_answer.clear()
    press_train(page)
    expect(page.locator("#phase")).to_have_text(say("tab.own.label.run"))
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#said")).to_have_text(say("tab.own.label.canceled"))
    expect(page.locator("#progress")).to_be_hidden()
    expect(page.get_by_role("button", name="Train")).to_be_focused()
    site.may_answer.set()
    press_train(page)
    at_step(page, 0)


def test_a_cleared_text_can_be_had_back(page: Page, site: OwnSite) -> None:
    page.goto(site.page())
    type_text(page, SENTENCE)
    page.get_by_role("button", name="Clear").click()
    expect(page.locator("#text")).to_have_value("")
    expect(page.locator("#text")).to_be_focused()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#text")).to_have_value(SENTENCE)
    page.locator("#example").select_option("hug")
    expect(page.locator("#text")).to_have_value("hug 10\npug 5\npun 12\nbun 4\nhugs 5")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#text")).to_have_value(SENTENCE)


def test_an_example_is_trained_as_its_source_does_until_it_is_changed(page: Page, site: OwnSite) -> None:
    page.goto(site.page(query="page=wordpiece&example=hug&step=2"))
    at_step(page, 2)
    assert link(page)["example"] == "hug"
    type_text(page, "hug 10\npug 5")
    assert link(page)["example"] == "own"
    expect(page.locator("#said")).to_have_text(load("en")("tab.own.label.stale"))


def test_languages_take_turns(page: Page, site: OwnSite) -> None:
    page.goto(site.page(query="page=parity&example=four-languages"))
    at_step(page, 0)
    expect(page.locator("#text")).to_have_value(re.compile(r"^\[English\]\n"))
    expect(page.locator("#preset-line")).to_contain_text("[English dev]")
    expect(page.get_by_test_id("picture")).to_contain_text("Spanish")
    page.locator("[name=algorithm][value=bpe]").check()
    expect(page.locator("#text")).not_to_have_value(re.compile(r"\[English\]"))
    page.locator("[name=algorithm][value=parity]").check()
    type_text(page, LANGUAGE_TEXT)
    press_train(page)
    expect(page.locator("#title")).to_be_focused()  # with the picture of the other text
    page.keyboard.press("End")
    last, said = native_end("parity", LANGUAGE_TEXT)
    at_step(page, last)
    expect(page.locator(".says > .say")).to_have_text(said)
    expect(page).to_have_url(re.compile(rf"[&]step={last}\b"))
    assert link(page) | {"page": "parity", "corpus": LANGUAGE_TEXT} == link(page)
    page.reload()
    at_step(page, last)
    expect(page.locator("#text")).to_have_value(LANGUAGE_TEXT)
    page.get_by_role("tab", name="Encode").click()
    expect(page.locator("#words button")).to_have_text(["low", "newest", "茶", "茶叶"])
    page.get_by_role("tab", name="Exercises").click()
    expect(page.get_by_text(load("en")("tab.own.label.no_exercise"))).to_be_visible()
    expect(page.locator("#error")).to_be_empty()


def test_a_second_training_replaces_the_picture_in_one_moment(page: Page, site: OwnSite) -> None:
    page.goto(site.page())
    type_text(page, SENTENCE)
    press_train(page)
    at_step(page, 0)
    page.evaluate("""() => {
        window.counts = [];
        const shows = document.getElementById("shows");
        const look = () => { counts.push(shows.childElementCount); window.looking = requestAnimationFrame(look); };
        look();
    }""")
    asked = len(site.asked)
    page.locator("#preset").select_option("course")
    expect(page.locator("#settings")).to_contain_text("Hugging Face course")
    assert len(site.asked) == asked + 1
    page.evaluate("cancelAnimationFrame(looking)")
    assert 0 not in page.evaluate("counts")
    expect(page.locator("#shows > .picture")).to_have_count(1)


def test_keys_are_those_of_the_picture_that_is_shown(page: Page, site: OwnSite) -> None:
    page.goto(site.page())
    type_text(page, SENTENCE)
    press_train(page)
    at_step(page, 0)
    page.get_by_role("button", name="Train").press("Enter")
    expect(page.locator("#title")).to_be_focused()
    page.keyboard.press("PageDown")
    at_step(page, 1)
    page.locator("#text").focus()
    page.keyboard.press("ArrowRight")  # is the text's
    at_step(page, 1)
    page.locator("#tab-training").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#tab-apply")).to_be_focused()


def test_predict_first_asks_before_each_step(page: Page, site: OwnSite) -> None:
    page.goto(site.page())
    type_text(page, SENTENCE)
    press_train(page)
    at_step(page, 0)
    page.get_by_role("switch", name="Predict first").check()
    expect(page.get_by_test_id("picture")).to_have_attribute("data-asks", "open")
    assert link(page)["predict"] == "1"
    assert json.loads(site.asked[-1])["asks"] is True


def test_the_link_is_copied(page: Page, site: OwnSite) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(site.page(query=f"page=bpe&corpus={SENTENCE}"))
    at_step(page, 0)
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#said")).to_have_text(load("en")("share.label.copied"))
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_the_app_opens_with_the_same_state(page: Page, site: OwnSite) -> None:
    page.goto(site.page(query="page=bpe&example=hug&step=2&predict=1"))
    expect(page.get_by_role("link", name="Open in the app", exact=True)).to_have_attribute(
        "href", f"{APP}/bpe?example=hug&step=2&predict=1&lang=en"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_serious_finding_and_no_scrolling_sideways(page: Page, site: OwnSite, language: str) -> None:
    """Each page in both schemes on a desktop and on a phone, on one visit."""
    tokenizers = "page=tokenizers&text=na%C3%AFve+lower&tokenizer=bert"
    views = "page=picky&example=parts&step=10"
    for query in ("", "page=bpe&corpus=low+lower+newest", tokenizers, views):
        page.emulate_media(color_scheme="light")
        resize(page, 1280, 720)
        page.goto(site.page(language, query))
        page.locator("[data-testid=picture]" if query else "#invitation").first.wait_for()
        if query == views:
            page.locator("#below").scroll_into_view_if_needed()
            page.locator("[data-view=sizes]").click()
            page.locator("#view .chart").wait_for()
        for width, height in ((1280, 720), (390, 720)):
            resize(page, width, height)
            assert axe.findings(page) == [], (query, width)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (query, width)
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme)
                assert axe.faint(page) == [], (query, width, scheme)


def test_every_control_is_reached_by_tab(page: Page, site: OwnSite) -> None:
    page.goto(site.page(query="page=bpe&corpus=low+lower+newest"))
    page.get_by_test_id("picture").wait_for()
    walk = axe.tab_through(page)
    assert walk.forgotten == ()
    assert walk.unmarked == ()
    assert walk.lost == ()


def test_both_languages_have_the_page() -> None:
    assert set(OPENING_TEXTS) == set(LANGUAGES)
