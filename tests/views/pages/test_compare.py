"""The views of `/compare` as data: without a browser and without Streamlit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.catalogs import saying
from tests.views.pages.shown import MEMORY, cells, of_kind, only, page_views, said
from tokviz.compare.measures import MEASURES
from tokviz.errors import TokvizError
from tokviz.state.compare import FORM, defaults
from tokviz.state.views import COMPARE
from tokviz.views.compare import charts
from tokviz.views.compare.keys import DEFINITION_KEYS
from tokviz.views.pages import compare as views
from tokviz.views.pages.compare import ComparedText
from tokviz.views.shared.bars import Bars
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.chips import DataTable
from tokviz.views.shared.lines import Lines
from tokviz.views.shows import Figures, Fold, Given, spoken, told

EN = load("en")
HUG = {"example": "hug"}


def subject(**query: str) -> ComparedText:
    """Return the subject of the link with this query."""
    state, wrong = FORM.read({**HUG, **query})
    assert wrong == ()
    return views.PAGE.seen(state, MEMORY, EN)


def test_the_views_are_those_of_the_page() -> None:
    assert [(name, title) for name, (title, _) in views.PAGE.views.items()] == [
        (view.name, view.title) for view in COMPARE
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("example", ["hug", "lighthouse", "parts"])
def test_every_view_in_every_language(example: str, language: str) -> None:
    assert all(page_views("compare", language, example=example).values())


def test_too_few_tokenizers_are_an_error_that_says_why() -> None:
    corpus = " ".join(["a" * 11_000, "b" * 11_000, "low", "lower"])  # too long for all but those that merge by count
    state = replace(defaults("own"), corpus=corpus, tokenizers=("wordpiece:course", "unigram:course"))
    with pytest.raises(TokvizError) as caught:
        views.PAGE.seen(state, MEMORY, EN)
    assert caught.value.code == "tab-compare"
    assert len(saying("compare.cannot").findall(str(caught.value.details["why"]))) == 2


# -- words -------------------------------------------------------------------------------------------------------------


def test_the_words_that_differ_can_be_picked() -> None:
    shows = page_views("compare", **HUG)["words"]
    table = only(shows, DataTable)
    names = ["BPE", "WordPiece", "Unigram"]
    assert [heading.text for heading in table.columns][2:-1] == names
    assert [row[:5] for row in cells(table)][1] == ["hug", "10", "hug", "hu ##g", "hug"]
    assert [row.word for row in table.rows] == ["pun", "hug", "pug", "hugs", "bun"]
    assert EN("compare.words.pick") in said(shows)


def test_words_in_the_neutral_notation_have_no_marks() -> None:
    table = only(page_views("compare", **HUG, marks="neutral")["words"], DataTable)
    assert cells(table)[1][3] == "hu g"


def test_long_lists_have_pages() -> None:
    pages = [page_views("compare", example="lighthouse", words_page=page)["words"] for page in ("1", "2")]
    first, second = ([row.word for row in only(shows, DataTable).rows] for shows in pages)
    assert len(first) == 25
    assert not set(first) & set(second)


def test_words_that_all_split_the_same_way() -> None:
    (sentence,) = said(page_views("compare", example="parts", t="bpe:course,bpe:course")["words"])
    assert sentence == EN("compare.words.none", words=EN.count("count.words", 3))


# -- measures ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("measure", list(MEASURES))
def test_every_measure_is_drawn(measure: str) -> None:
    shows = page_views("compare", **HUG, **({"measure": measure} if measure != "fertility" else {}))["measures"]
    assert said(shows)[0] == spoken(told(EN, DEFINITION_KEYS[measure]))
    assert only(shows, Bars).alt.startswith(EN(f"compare.measure.{measure}"))
    lines = only(shows, Lines)
    assert (lines.y, lines.here) == (EN(f"compare.measure.{measure}"), 10)
    figures = next(of_kind(shows, DataTable))
    assert len(figures.rows) == 2 * len(MEASURES) - 1  # of the training text and of the text that is split
    assert {EN(f"compare.measure.{measure}")} <= {row[0] for row in cells(figures)}
    lit = {row.cells[0] for row in figures.rows if row.is_chosen}
    assert EN(f"compare.measure.{measure}") in lit


def test_the_chosen_size_is_marked_where_a_training_ends_before_it() -> None:
    """BPE has no more than 14 tokens, Unigram begins with 19."""
    shows = page_views("compare", **{**HUG, "size": "19"})["measures"]
    assert only(shows, Lines).here == 19


def test_all_measures_are_explained() -> None:
    (fold,) = of_kind(page_views("compare", **HUG)["measures"], Fold)
    assert {spoken(told(EN, key)) for key in DEFINITION_KEYS.values()} <= {*said(fold.shows)}


def test_a_held_out_text_is_measured() -> None:
    by_link, by_field = (
        page_views("compare", **HUG, held="pun pun")["measures"],
        list(views.measures(subject(), Given({"held": "pun pun"}))),
    )
    assert by_link == by_field != page_views("compare", **HUG)["measures"]


def test_without_a_held_out_text_there_is_one_text() -> None:
    shows = page_views("compare", **HUG, text=" ")["measures"]
    assert len(next(of_kind(shows, DataTable)).rows) == len(MEASURES)
    assert EN("compare.no-held") in said(shows)


def test_lines_of_a_long_text_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = views.with_measure(subject(), Given())
    monkeypatch.setattr(charts, "MAX_QUICK_WORK", 0)
    impatient = replace(seen, has_time=False)
    assert views.waits(impatient)
    assert said(views.over_sizes(impatient)) == [EN("compare.lines.long")]
    assert not views.waits(seen)
    assert EN("compare.lines.states", names="Unigram") in said(views.over_sizes(seen))


# -- vocabularies, marks -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_and_morphemes_of_byte_level_tokenizers(language: str) -> None:
    """BPE on all bytes knows every language; BPE on characters, those that are written like its corpus."""
    say = load(language)
    query = {"example": "lighthouse", "t": "bpe:minbpe,bpe:course", "size": "400"}
    shows = page_views("compare", language, **query)["fair"]
    figures = only(shows, Figures).figures
    assert [figure.about for figure in figures] == [
        say("fairness.gini.over", languages=known, all=14) for known in (14, 1)
    ]
    assert figures[1].value == "–"
    assert say("fairness.gini.none") in said(shows)
    costs, scores, *_ = of_kind(shows, DataTable)
    assert (costs.name, scores.name) == (say("fairness.languages.chart"), say("fairness.morphemes.chart"))
    assert len(costs.rows) == 14
    assert [row[0] for row in cells(scores)][-1] == say("fairness.all")


def test_the_vocabularies() -> None:
    pairs, lengths, tokens = of_kind(page_views("compare", **HUG)["vocabularies"], DataTable)
    assert [row[2:4] for row in cells(pairs)] == [["7", "3"], ["8", "2"], ["7", "8"]]
    assert cells(lengths)[0] == ["1", "7", "7", "7"]
    found = {token: numbers for token, *numbers in cells(tokens)}  # its length, all occurrences, and those of each
    assert [found["hug"][number] for number in (2, 4)] == ["15", "15"]
    assert found["g"][3] == "15"  # whatever its mark


@pytest.mark.parametrize(("which", "first"), [("shared", "u"), ("1", "[UNK]"), ("no such", "u")])
def test_tokens_of_every_vocabulary_or_of_one_alone(which: str, first: str) -> None:
    *_, tokens = of_kind(page_views("compare", **HUG, which=which)["vocabularies"], DataTable)
    assert first in {row[0] for row in cells(tokens)}


def test_two_of_one_kind_have_no_tokens_of_their_own() -> None:
    shows = page_views("compare", example="parts", t="bpe:course,bpe:course", which="0")["vocabularies"]
    assert said(shows)[-1] == EN("compare.vocabularies.nothing")


def test_marks_are_named() -> None:
    t = "bpe:subword-nmt,wordpiece:course,unigram:sentencepiece"
    table = cells(only(page_views("compare", **HUG, t=t)["marks"], DataTable))
    assert [row[1] for row in table] == [
        EN("compare.marks.ends", mark="</w>"),
        EN("compare.marks.goes-on", mark="##"),
        EN("compare.marks.begins", mark="▁"),
    ]
    assert not any(mark in row[3] for row in table for mark in ("</w>", "##", "▁"))
