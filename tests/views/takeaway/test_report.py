"""The report: a page of its own with nothing from outside, whatever the text holds; and tables as CSV."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from html.parser import HTMLParser

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import texts
from tokviz import Corpus, bpe, wordpiece
from tokviz.compare.alignment import segment
from tokviz.compare.differences import compared_words
from tokviz.compare.measures import MEASURES
from tokviz.compare.reading import read
from tokviz.compare.spans import Model
from tokviz.views.compare.tables import differing_table
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.takeaway import report
from tokviz.views.takeaway.export import table_csv

HUG = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
MODELS: tuple[Model, ...] = (
    bpe.train(HUG, vocab_size=12, rules="sennrich").model(),
    wordpiece.train(HUG, vocab_size=12, rules="course").model(),
)
EVIL = "<script>alert('1')</script>\"&"
VOID = {"meta", "path"}
TAGS = {
    *("html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "p", "div", "span", "dl", "dt", "dd"),
    *("table", "thead", "tbody", "tr", "th", "td", "figure", "footer", "svg", "text", "path"),
}


class Reader(HTMLParser):
    """Tags in order, text, and whether all that is opened is closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.text: list[str] = []
        self.open: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes.update(name for name, _ in attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def comparison(text: str = "hugs mug", names: tuple[str, ...] = ("BPE", "WordPiece")) -> report.Contents:
    readings = {
        place: {name: read(model, corpus) for name, model in zip(names, MODELS, strict=True)}
        for place, corpus in (("train", HUG), ("held", Corpus({"hugs": 2, "mug": 1})))
    }
    words = differing_table(
        compared_words(list(readings["train"].values())).differing, names, lambda _: f"Because of {EVIL}."
    )
    lines = pd.DataFrame(
        [(size, measure, 0.5, name) for size in (8, 12) for measure in MEASURES for name in names],
        columns=["size", "measure", "value", "tokenizer"],
    )
    found = tuple(segment(text, model) for model in MODELS)
    return report.Contents(names, (("Corpus", "hug"), ("Size", EVIL)), text, found, readings, words, lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_whole(language: str) -> None:
    page = report.report_page(comparison(), load(language))
    read_page = Reader(page)
    assert not read_page.open
    assert set(read_page.tags) == TAGS
    assert f'<html lang="{language}">' in page
    text = "".join(read_page.text)
    say = load(language)
    for key in (
        "compare.report.rows",
        "compare.report.words",
        "compare.report.measures",
        "compare.report.lines",
        "compare.define.renyi",
    ):
        assert say(key) in text
    assert text.count("##u") >= 2  # in the rows and among the words


def test_nothing_is_fetched_or_run() -> None:
    page = report.report_page(comparison(EVIL, (EVIL, f"{EVIL}2")), load("en"))
    found = Reader(page)
    assert "script" not in found.tags
    assert found.attributes.isdisjoint({"src", "href", "srcset", "action", "onload", "onerror", "onclick"})
    assert not re.search(r"url\(|@import|https?:", page)
    assert "default-src 'none'" in page
    assert EVIL not in page
    assert "".join(found.text).count(EVIL) >= 4  # names, settings, reasons: all to be read


@pytest.mark.slow
@given(texts() | st.text())
def test_any_text_gives_a_page_that_can_be_written(text: str) -> None:
    page = report.report_page(comparison(text), load("en"))
    page.encode("utf-8")
    assert set(Reader(page).tags) <= TAGS


def test_a_half_character_can_be_written() -> None:
    named = replace(comparison(), settings=(("Corpus", "half \ud800"),))
    assert "half ?" in report.report_page(named, load("en"))


@pytest.mark.slow
def test_a_long_text_is_shortened_and_says_so() -> None:
    page = report.report_page(comparison("hugs " * 2_000), load("en"))
    assert "only its beginning is drawn, about 1,500 tokens" in page
    # Three tokens a word in the one row, four in the other: 214 words, with a </w> each.
    assert page.count("&lt;/w&gt;</span>") == 1500 // 7


def test_many_words_are_listed_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "MOST_WORDS", 2)
    page = report.report_page(comparison(), load("en"))
    assert load("en")("compare.report.words.more", shown="2", total="5") in page


def test_no_words_differ() -> None:
    whole = comparison()
    assert whole.differing is not None
    nothing = replace(whole, differing=whole.differing.head(0), lines=None)
    page = report.report_page(nothing, load("en"))
    assert load("en")("compare.report.words.none") in page
    assert load("en")("compare.report.lines") not in page


def test_measures_as_csv() -> None:
    rows = list(csv.DictReader(io.StringIO(report.measures_csv(comparison().readings))))
    assert len(rows) == len(MEASURES) * 2 * 2 + 2 * 4 * 2  # and two measures of each ordered pair, on both texts
    found = {(row["measure"], row["text"], row["tokenizer"], row["other"]): row["value"] for row in rows}
    assert float(found["vocabulary", "train", "BPE", ""]) == 12
    assert float(found["agreement", "held", "BPE", "BPE"]) == 1


def test_words_as_csv_start_no_formula() -> None:
    frame = pd.DataFrame({"word": ["=1+1", "a"], "occurrences": [2, 1], "@evil": ["-x", "b,c"], "reason": ["r", "s"]})
    rows = list(csv.reader(io.StringIO(table_csv(frame))))
    assert rows == [["word", "occurrences", "'@evil", "reason"], ["'=1+1", "2", "'-x", "r"], ["a", "1", "b,c", "s"]]
