"""``trace.views()`` in a notebook: the list of the views, and each as HTML with its own style sheet, escaped."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from tests.html_pages import Reader
from tests.views.pages.shown import only, said
from tokviz import Corpus, bpe, examples, parity, picky, unigram
from tokviz.algorithms import PICKY
from tokviz.views.hosts.views import page_views, views
from tokviz.views.pages.registry import PAGES, page_of, titles
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.chips import DataTable
from tokviz.views.shows import Lines

EN = load("en")
PARTS = examples.load("parts")
TRACE = picky.train(PARTS.corpus, rules=PICKY.own(PARTS.recipe("picky").rules))


def drawn(name: str, step: int = 5, lang: str = "en", **values: str) -> str:
    """Return the HTML of a view without its style sheet."""
    page: str = TRACE.views(step, lang)[name].set(**values)._repr_html_()
    return re.sub("<style>.*?</style>", "", page, flags=re.DOTALL)


def test_the_views_are_listed() -> None:
    found = views(TRACE)
    assert list(found) == list(titles("picky"))
    page = found._repr_html_()
    assert EN("tab.tests") in page
    assert EN("cli.step", step=13, total=13) in page
    assert repr(found).startswith("<Views after step 13: now, tests")
    assert list(bpe.train(Corpus({"low": 2}), merges=1).views())[:3] == ["now", "merges", "tree"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", titles("picky"))
def test_every_view_is_drawn(name: str, language: str) -> None:
    page = drawn(name, lang=language)
    assert page.startswith(f'<div class="tokviz-view" lang="{language}">')
    Reader(page)
    assert len(page) > 200


def test_a_view_says_what_the_page_says() -> None:
    assert "9/13" in drawn("tests")
    shows, _ = views(TRACE, 5)["sizes"]._opened()
    assert all(sentence in drawn("sizes") for sentence in said(shows))
    assert f'aria-label="{only(shows, Lines).alt}"' in drawn("sizes")


def test_a_field_is_set() -> None:
    view = views(TRACE, 10)["tree"]
    assert view.fields() == {"tree": ["▁abc", "▁abd", "▁ab", "▁a"]}
    assert view.set(tree="▁a")._repr_html_() != view._repr_html_() == view.set(tree="▁abc")._repr_html_()


def test_a_path_is_level_between_two_steps() -> None:
    """The vocabulary grows by one in step 1; the path goes across and then up."""
    path = re.findall('<path class="accent" d="([^"]*)"', drawn("sizes"))
    assert re.match(r"M62\.0 [\d.]+H[\d.]+V[\d.]+H", path[0])


def test_another_training_of_the_corpus_is_as_long() -> None:
    """A trace says how long its training is, and its corpus is there: no request is needed to train beside it."""
    corpus = examples.load("two-languages").corpus_for("parity")
    plain = parity.train(corpus, merges=8).views()["plain"]._repr_html_()
    assert re.findall(r"<td[^>]*>(\d+)</td>", plain) == ["2", "4", "7", "4"]
    versus = bpe.train(Corpus({"low": 5, "lower": 2}), merges=2, rules="sennrich").views()["versus"]
    assert "course" in versus.fields()["versus"]
    drawn = versus.set(versus="course")._repr_html_()
    assert EN("preset.course") in drawn
    assert drawn.count("<tr") == 3


def test_tokens_are_escaped() -> None:
    trace = picky.train(Corpus({"<b>&": 3, "<b>x": 2}), merges=4, rules="picky")
    for name in trace.views():
        page = re.sub("<style>.*?</style>", "", trace.views(2)[name]._repr_html_(), flags=re.DOTALL)
        assert "<b>" not in page, name


@pytest.mark.parametrize("step", [-1, 14])
def test_a_step_that_there_is_not(step: int) -> None:
    with pytest.raises(IndexError):
        TRACE.views(step)


def test_a_view_that_there_is_not() -> None:
    with pytest.raises(KeyError):
        TRACE.views()["merges"]
    with pytest.raises(KeyError):
        unigram.train(examples.load("hug").corpus, vocab_size=10, rules="course").views()["printed"]  # no source


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_that_does_not_train_draws_each_view(page: str, language: str) -> None:
    shown = page_views(page, language, **({"pre": "bert"} if page == "wordpiece-encode" else {}))
    assert list(shown) == list(page_of(page).views)
    for view in shown.values():
        assert len(view._repr_html_()) > 200
    assert load(language)(page_of(page).title or f"page.{page}") in shown._repr_html_()


def test_a_page_has_the_views_that_its_link_has() -> None:
    assert list(page_views("wordpiece-encode")) == ["tokens", "decode", "bpe", "files"]


def test_a_page_takes_what_a_link_says() -> None:
    views_of_text = page_views("bytes", text="né", merges="0", token="2")
    assert "<code>C3</code>" in views_of_text["tokens"]._repr_html_()
    assert "●" not in views_of_text["rows"]._repr_html_()
    with pytest.raises(KeyError):
        views_of_text["nothing"]


def test_a_parameter_of_a_link_can_be_called_page() -> None:
    first, second = (page_views("vocabulary", page=number)["entries"]._repr_html_() for number in ("1", "2"))
    assert first != second


def test_other_trainings_are_of_the_size_that_was_asked_for() -> None:
    """By hard EM 14 of the 15 pieces are there in the end; beside it, the course ends with the 15 that were wanted."""
    trace = unigram.train(examples.load("sennrich").corpus, vocab_size=15, rules="hard-em")
    shows, _ = views(trace)["presets"]._opened()
    table = next(show for show in shows if isinstance(show, DataTable))
    assert [row.cells[1] for row in table.rows] == ["15", "14", "15"]


def test_files_are_saved_by_their_names(tmp_path: Path) -> None:
    files = bpe.train(Corpus({"low": 5, "lower": 2}), merges=2, rules="course").views(step=1)["files"]
    assert {"merges", "json", "zip", "replay", "still_svg", "worksheet_blank"} <= files.files().keys()
    assert '.save("replay")' in html.unescape(files._repr_html_())
    assert files.save("still_svg", tmp_path / "step.svg").read_text("utf-8").startswith("<svg")
    with pytest.raises(KeyError):
        files.save("no such")


def test_a_text_has_its_files_in_a_notebook() -> None:
    assert page_views("bytes", text="né")["files"].files().keys() == {"sheet_blank", "sheet_filled"}
