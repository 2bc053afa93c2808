"""The views of `/vocabulary` that count: kinds and scripts, lengths, numbers, languages, shared entries."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.views.pages.shown import cells, of_kind, only, page_view, said
from tokviz.files.by_name import FOLDER
from tokviz.files.pipeline import Pipeline
from tokviz.location import site
from tokviz.memory import LocalMemory
from tokviz.state.vocabulary import VocabularyState
from tokviz.views.pages.vocabulary import PAGE
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.chips import Bar, DataTable
from tokviz.views.shows import Bars, Choice, Figures, Fold, Given, Lines, Show
from tokviz.views.vocabularies.charts import LONGEST, by_length
from tokviz.vocabularies import KINDS, Vocabulary, overlap

EN = load("en")
FAULTS = Path(__file__).parents[2] / "golden" / "faults"


def opened(view: str, lang: str = "en", **query: str) -> list[Show]:
    return page_view("vocabulary", view, lang, **query)


def shipped(name: str) -> Vocabulary:
    return Vocabulary(Pipeline.from_file(site() / "assets" / "tokenizers" / f"{name}.json"))


def table(shows: Iterable[Show], key: str) -> DataTable:
    """The table of this name."""
    (found,) = (one for one in of_kind(shows, DataTable) if one.name == EN(key))
    return found


def test_kinds_of_one_tokenizer_are_bars_in_the_hues_of_chips() -> None:
    kinds, scripts = of_kind(opened("counts"), Bars)
    assert [bar.name for bar in kinds.bars] == [EN(f"vocabulary.kind.{kind}") for kind in KINDS if kind != "end"]
    assert sum(bar.value for bar in kinds.bars) == pytest.approx(1)
    hued = [bar for bar in kinds.bars if bar.hue is not None]
    assert len({bar.hue for bar in hued}) == len(hued) == 4
    assert {bar.look for bar in scripts.bars} == {"accent"}
    assert [bar.text for bar in scripts.bars] == ["41.4%", "34.9%", "23.7%"]


def test_kinds_of_several_are_a_table_with_a_column_of_bars_for_each() -> None:
    shares = table(opened("counts", beside="bert"), "vocabulary.by.kind.chart")
    assert [head.text for head in shares.columns[1:]] == ["GPT-4 style", "BERT style"]
    rows = {row[0]: row[1:] for row in cells(shares)}
    assert rows[EN("vocabulary.kind.start")] == ["21.9%", "61.7%"]
    assert rows[EN("vocabulary.kind.byte")] == ["26.3%", "–"]
    start = shares.rows[0].cells
    bars = [cell for cell in start if isinstance(cell, Bar)]
    assert [bar.share for bar in bars] == [pytest.approx(253 / 1157 / 0.617, abs=1e-3), 1.0]
    assert bars[0].hue != bars[1].hue


def test_the_first_tokenizer_is_in_sight_and_others_are_folded() -> None:
    shows = opened("counts", beside="bert")
    assert [show.title for show in shows if isinstance(show, Fold)][2:] == ["BERT style"]
    assert len([show for show in shows if isinstance(show, Lines)]) == 1


def test_lengths_are_a_line_for_each_kind_and_the_last_has_all_that_are_longer() -> None:
    chart = by_length({(1, "inside"): 3, (4, "inside"): 1, (LONGEST, "byte"): 2, (99, "byte"): 5}, EN)
    lines = {line.name: line for line in chart.lines}
    assert lines[EN("vocabulary.kind.inside")].points == ((1, 3), (2, 0), (3, 0), (4, 1))
    assert lines[EN("vocabulary.kind.byte")].points == ((LONGEST, 7),)
    assert EN("vocabulary.lengths.most", n=LONGEST) not in said(opened("counts"))
    every = by_length({(1, kind): 1 for kind in KINDS}, EN).lines
    assert len({(line.look, line.hue) for line in every}) == len(KINDS)


def test_shares_of_numbers_add_up_in_each_row() -> None:
    shares = table(opened("numbers", beside="bert,llama"), "vocabulary.numbers.chart")
    assert len(shares.rows) == 15
    for row in shares.rows:
        assert sum(cell.share for cell in row.cells if isinstance(cell, Bar)) == pytest.approx(1)
    rows = {row[0]: row[1:] for row in cells(shares)}
    assert rows["GPT-4 style · 2"][:3] == ["–", "–", "100.0%"]
    assert rows["BERT style · 2"][0] == "100.0%"  # it has no digits
    assert shares.columns[2].text == EN.count("bytes.count.tokens", 1)


def test_languages_come_in_the_order_of_their_price() -> None:
    shows = opened("languages")
    tokens = [int(row[2].replace(",", "")) for row in cells(table(shows, "vocabulary.table.languages"))]
    assert tokens == sorted(tokens)
    ratios = [bar.value for bar in only(shows, Bars).bars]
    assert ratios == sorted(ratios)
    assert 1.0 in ratios


def test_prices_can_be_those_of_the_first_tokenizer() -> None:
    every = table(opened("languages", beside="bert", base="first"), "vocabulary.languages.chart")
    assert {row[1] for row in cells(every)} == {"1.00"}
    assert {row[2] for row in cells(every)} != {"1.00"}


def test_a_bar_with_unknown_tokens_is_gray() -> None:
    shows = opened("languages", tokenizer="bert")
    rows = {row[0]: int(row[7].replace(",", "")) for row in cells(table(shows, "vocabulary.table.languages"))}
    bars = {bar.name: bar for bar in only(shows, Bars).bars}
    gray = {name for name, bar in bars.items() if bar.look == "bar"}
    assert gray == {name for name, unknown in rows.items() if unknown}
    assert EN("vocabulary.languages.unknown") in said(shows)
    assert EN("vocabulary.languages.unknown") not in said(opened("languages"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_that_is_dropped_is_not_free(language: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    say = load(language)
    (tmp_path / "no_unk.json").write_bytes((FAULTS / "no_unk.json").read_bytes())
    monkeypatch.setenv(FOLDER, str(tmp_path))
    shows = opened("languages", language, tokenizer="no_unk.json", preset="own", text="mug 😀")
    told = say("vocabulary.languages.dropped")
    assert [one for one in said(shows) if one.startswith(told)] == [f"{told} {say('vocabulary.languages.pale')}", told]
    prices, own = of_kind(shows, DataTable)
    (chinese,) = (row for row in cells(prices) if row[0] == "中文")
    assert [chinese[at] for at in (2, 3, -1)] == ["0", "–", "100.0%"]
    assert [row[-1] for row in cells(own)] == ["50.0%"]
    assert "中文" not in {bar.name for bar in only(shows, Bars).bars}


def test_the_gini_coefficient_of_each_tokenizer_is_beside_its_languages() -> None:
    shows = opened("languages", beside="bert")
    figures = only(shows, Figures).figures
    assert [(figure.name.rpartition(" · ")[2], figure.value) for figure in figures] == [
        ("GPT-4 style", "0.299"),
        ("BERT style", "0.072"),
    ]
    assert [figure.about for figure in figures] == [
        EN("fairness.gini.over", languages=languages, all=14) for languages in (14, 6)
    ]
    lost = EN("fairness.gini.lost", share="5%")
    assert lost in said(shows)
    assert lost not in said(opened("languages"))
    assert EN("fairness.gini.none") not in said(shows)


@pytest.mark.parametrize("language", LANGUAGES)
def test_boundaries_of_morphemes_are_bars_and_numbers_and_words(language: str) -> None:
    say = load(language)
    shows = opened("morphemes", language, beside="bert", words_of="zh")
    chart, numbers, listed = of_kind(shows, DataTable)
    assert (chart.name, numbers.name) == (say("fairness.morphemes.chart"), say("fairness.morphemes.table"))
    rows = {row[0]: row[1:] for row in cells(chart)}
    assert rows["English"] == ["0.344", "0.392"]
    assert rows["中文"] == ["0.256", "–"]
    assert rows[say("fairness.all")] == ["0.301", "0.361"]
    assert len(cells(numbers)) == 2 * 5
    assert cells(numbers)[0][2:] == ["0.344", "0.217", "0.820", "50", "230", "61", "60", "60", "0"]
    assert cells(listed)[0] == ["葡萄|酒", "葡⟨3⟩|萄⟨3⟩|酒⟨3⟩", "?", "CC-CEDICT: 葡萄 + 酒"]


def test_parts_of_an_overlap_are_those_of_the_core() -> None:
    result = overlap(shipped("gpt"), shipped("bert"))
    shares = table(opened("overlap", beside="bert"), "vocabulary.overlap.chart")
    every = cells(shares)[0]
    parts = [len(result.common), len(result.only), len(result.only_other)]
    assert [int(cell.split(" (")[0]) for cell in every[1:]] == parts
    assert len(shares.rows) == 1 + len(result.kinds)
    names = ("In both", "Only GPT-4 style", "Only BERT style")
    titles = [f"{name} ({count})" for name, count in zip(names, parts, strict=True)]
    assert set(titles) <= set(said(opened("overlap", beside="bert")))
    assert said(opened("overlap")) == [EN("vocabulary.overlap.two")]


def test_the_base_of_prices_is_asked_for_in_sight() -> None:
    host = Given()
    list(PAGE.of(PAGE.seen(VocabularyState(), LocalMemory(), EN))["languages"](host))
    assert [field.name for field in host.asked if isinstance(field, Choice) and field.is_open] == ["base"]
