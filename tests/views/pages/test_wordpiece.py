"""The views of `/wordpiece` as data: merges with their scores, and substrings from the top down."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.catalogs import saying
from tests.views.pages.shown import cells, of_kind, only, opened, said
from tokviz import examples, wordpiece
from tokviz.cli.shows import text_of
from tokviz.features.site.tab.answering import answer
from tokviz.views.merges.scores import MAX_POINTS
from tokviz.views.pages.registry import NOW, titles
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.chips import DataTable
from tokviz.views.shows import Fold, Grid, Points, Show, Text
from tokviz.wordpiece import PRESETS

EN = load("en")
HUG = {"example": "hug"}
SEARCH = {"example": "hug", "rules": "tf-text", "vocab": "24"}
OF_SEARCH = ["search", "learned"]
OF_BOTH = ["algorithm", "versus"]
OF_MERGES = [name for name in titles("wordpiece") if name not in (NOW, *OF_SEARCH)]
NINE = ["##g ##s", "h ##u", "hu ##gs", "hu ##g", "p ##u", "b ##u", "bu ##n", "pu ##g", "pu ##n"]
FRACTIONS = [
    *("5 / (20 × 5) = 1/20", "15 / (15 × 36) = 1/36", "5 / (15 × 5) = 1/15", "10 / (10 × 15) = 1/15"),
    *("17 / (17 × 21) = 1/21", "4 / (4 × 4) = 1/4", "4 / (4 × 16) = 1/16", "5 / (17 × 5) = 1/17"),
    "12 / (12 × 12) = 1/12",
]


def now(step: str, lang: str = "en", **query: str) -> list[Show]:
    """The view beside the picture, of the hug corpus."""
    return opened("wordpiece", NOW, lang, step, **{**HUG, **query})


# -- merges ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("view", OF_MERGES)
@pytest.mark.parametrize("step", ["0", "3", "9"])
def test_every_view_of_merges(step: str, view: str, language: str) -> None:
    assert opened("wordpiece", view, language, step, **HUG)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("view", [NOW, "scatter"])
def test_every_convention_on_prose(view: str, preset: str) -> None:
    assert opened("wordpiece", view, step="30", example="lighthouse", rules=preset, merges="40")


@pytest.mark.parametrize("step", range(9))
def test_the_candidates_are_worked_out(step: int) -> None:
    shows = now(str(step))
    assert said(shows)[0] == EN("candidates.title", number=step + 1)
    rows = cells(only(shows, DataTable))
    expected = wordpiece.train(examples.load("hug").corpus).candidates(step)
    assert [row[1] for row in rows] == [" ".join(one.pair) for one in expected]
    assert [row[4] for row in rows] == [str(one.bpe_rank) for one in expected]
    assert rows[0][1:3] == [NINE[step], FRACTIONS[step]]
    assert EN("measure.score.has", pair=NINE[step], value=FRACTIONS[step]) in said(shows)


def test_after_the_last_merge_there_are_no_candidates() -> None:
    assert now("9") == []
    assert said(opened("wordpiece", "scatter", step="9", **HUG)) == [EN("scores.none")]


def winners(pair: str, count: int, winner: str, winner_count: int) -> dict[str, str]:
    """The values of a sentence on the pair that wins by count and on the one that wins by score."""
    often, less = (EN.count("count.times", number) for number in (count, winner_count))
    return {"pair": pair, "count": often, "winner": winner, "winner_count": less}


def test_u_g_wins_by_count_and_loses_by_score() -> None:
    shows = now("0")
    assert cells(only(shows, DataTable)) == [
        ["1", "##g ##s", "5 / (20 × 5) = 1/20", "+9.2308", "5", ""],
        ["2", "h ##u", "15 / (15 × 36) = 1/36", "+19.7963", "4", ""],
        ["3", "##u ##g", "20 / (36 × 20) = 1/36", "+28.0178", "1", ""],
        ["4", "p ##u", "17 / (17 × 36) = 1/36", "+22.9551", "2", ""],
        ["5", "##u ##n", "16 / (36 × 16) = 1/36", "+21.3558", "3", ""],
        ["6", "b ##u", "4 / (4 × 36) = 1/36", "+4.7348", "6", ""],
    ]
    items = said(text for text in of_kind(shows, Text) if text.look == "item")
    sums = (("##g ##s", 5, "hugs 5"), ("##g", 20, "hug 10 + pug 5 + hugs 5"), ("##s", 5, "hugs 5"))
    assert items == [
        EN("reason.count.present", pair=name, count=EN.count("count.times", count), sum=total)
        for name, count, total in sums
    ]
    other = {"rank": 3, "value": "20 / (36 × 20) = 1/36", **winners("##u ##g", 20, "##g ##s", 5)}
    assert EN("measure.score.bpe-other", **other) in said(shows)


@pytest.mark.parametrize(("row", "pair"), [("3", "##u ##g"), ("99", "b ##u"), ("0", "##g ##s"), ("x", "##g ##s")])
def test_the_row_that_is_selected_is_worked_out(row: str, pair: str) -> None:
    """A number that is no row opens the nearest, a text the first."""
    assert any(text.startswith(pair) for text in said(now("0", candidates_0=row))[2:3])


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (1, saying("measure.score.bpe-tied", value="17 / (17 × 36) = 1/36", **winners("p ##u", 17, "h ##u", 15))),
        (4, saying("scores.bpe.same", pair="p ##u", count=EN.count("count.times", 17))),
        (7, saying("measure.score.bpe-tied", value="12 / (17 × 12) = 1/17", **winners("pu ##n", 12, "pu ##g", 5))),
    ],
)
def test_what_byte_pair_encoding_would_do(step: int, sentence: re.Pattern[str]) -> None:
    shows = now(str(step))
    assert sentence.search("\n".join(said(shows)))
    tied = [row[5] for row in cells(only(shows, DataTable))]
    assert tied.count(EN("chart.tied")) == {1: 6, 4: 4, 7: 2}[step]


def test_where_the_rules_count_the_scores_are_for_comparison() -> None:
    shows = now("0", rules="huggingface")
    assert said(shows)[-2:] == [EN("scores.by-count"), EN("scores.hash-order")]
    assert [row[4] for row in cells(only(shows, DataTable))] == list("123456")


def test_the_gain_has_its_own_heading() -> None:
    columns = only(now("0", rules="gain"), DataTable).columns
    assert EN("column.gain_arithmetic") in [column.text for column in columns]


def test_of_many_candidates_the_first_are_shown() -> None:
    many = {"example": "lighthouse", "merges": "1"}
    shows = opened("wordpiece", NOW, **many)
    total = len(only(opened("wordpiece", "scatter", **many), Points).points)
    assert 200 < total <= MAX_POINTS
    assert len(only(shows, DataTable).rows) == 200
    assert EN("shown-of", shown=200, total=total) in said(shows)


# -- from the top down -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", ["tf-text", "tf-text-guide"])
@pytest.mark.parametrize("view", [*OF_SEARCH, "algorithm"])
def test_every_view_of_a_search(view: str, rules: str, language: str) -> None:
    assert opened("wordpiece", view, language, "3", **{**SEARCH, "rules": rules})


def test_each_kind_of_training_has_its_views() -> None:
    """No source printed what a search learns, and none what merges of a text of one's own are."""
    trained = {name: wordpiece.train(examples.load("hug").corpus).views() for name in ("merges",)}
    trained["search"] = wordpiece.train_top_down(examples.load("hug").corpus, vocab_size=24).views()
    assert list(trained["merges"]) == [NOW, *(name for name in OF_MERGES if name != "printed")]
    assert list(trained["search"]) == [NOW, *OF_SEARCH, *OF_BOTH, "files"]
    assert [opened("wordpiece", view, step="3", **HUG) for view in OF_SEARCH] == [[], []]


def test_the_next_selection_is_worked_out() -> None:
    shows = now("3", **SEARCH)
    assert cells(only(shows, DataTable))[:2] == [
        ["1", "pun", "12", "0", "12", EN("top-down.yes")],
        ["2", "hug", "15", "5", "10", EN("top-down.no")],
    ]
    (fold,) = (show for show in shows if isinstance(show, Fold))
    assert said(fold.shows) == [EN("top-down.select.details")]
    assert said(shows)[-1] == EN("top-down.outcome.kept.at-least", sum="12", token="pun", threshold=11)
    second = said(now("3", **SEARCH, substrings_3="2"))
    assert second[-2:] == [
        EN("top-down.taken", token="hug", taken=5, by="hugs 5"),
        EN("top-down.outcome.gone.at-least", sum="15 − 5 = 10", token="hug", threshold=11),
    ]


def test_what_a_pass_counts_and_changes() -> None:
    """Step 2 counts, step 7 ends the first pass."""
    counted = now("1", **SEARCH)
    assert said(counted)[:2] == [EN("top-down.count.title", number=2), EN("top-down.count.about.first")]
    assert only(counted, Grid).table.rows(EN)[0][:2] == ["pun", 12]
    changed = said(now("7", **SEARCH))
    assert changed[0] == EN("top-down.complete.title", number=7)
    assert saying("top-down.complete.came").search(changed[1])
    assert now("52", **SEARCH) == []


def test_the_thresholds_lead_to_their_steps() -> None:
    """The first trial ends with step 26."""
    table = only(opened("wordpiece", "search", **SEARCH), DataTable)
    assert [row.step for row in table.rows] == [26, 52]
    assert [row[3] for row in cells(table)] == ["11", "10"]


# -- another convention ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "vs", "sentence"),
    [
        ("tf-text", "tf-text-guide", saying("top-down.versus.step", number=4, threshold=11, token="hug")),
        ("course", "tf-text", saying("top-down.versus.merge", number=1, token="##gs", threshold=10)),
        ("tf-text", "course", saying("top-down.versus.merge", number=1, token="##gs", threshold=10)),
        ("course", "huggingface", saying("versus.measures.at-once", left="##g ##s", right="##u ##g")),
    ],
)
def test_two_are_compared_where_they_part(rules: str, vs: str, sentence: re.Pattern[str]) -> None:
    assert sentence.search(said(opened("wordpiece", "versus", example="hug", rules=rules, vs=vs, vocab="24"))[0])


def test_the_sentence_names_both_measures() -> None:
    told = said(opened("wordpiece", "versus", example="hug", rules="gain", select="score", vs="gain"))
    names = {"my_measure": EN("measure.score.name"), "their_measure": EN("measure.gain.name")}
    assert saying("versus.measures.at-once", **names).search(told[0])


def test_what_only_one_of_them_has() -> None:
    told = said(opened("wordpiece", "versus", example="hug", rules="tf-text", vs="tf-text-guide", vocab="24"))
    names = (EN("preset.tf-text"), EN("preset.tf-text-guide"))
    assert told[1:] == [
        EN("top-down.versus.shared", n=16),
        *(EN("top-down.versus.only", name=name, n=0, tokens="–") for name in names),
    ]


def test_the_merges_so_far_have_their_scores() -> None:
    table = only(opened("wordpiece", "merges", step="2", **HUG), DataTable)
    assert [row[6] for row in cells(table)] == ["1/36", "1/20"]
    gained = only(opened("wordpiece", "merges", step="2", **HUG, rules="gain"), DataTable)
    assert EN("column.gain") in [column.text for column in gained.columns]


def test_what_the_source_printed_is_beside_its_step() -> None:
    sentence = EN("printed.step.yes", number=1, pair="##g ##s (1/20)")
    assert sentence in said(now("1"))
    assert sentence not in said(now("1", rules="huggingface"))


# -- hosts -----------------------------------------------------------------------------------------------------------


def ask(view: str, query: dict[str, str], fields: Any = None, *, asks: bool = False) -> Any:
    """The shows that a browser tab answers with."""
    request = {"kind": "view", "page": "wordpiece", "query": urlencode(query), "lang": "en", "asks": asks}
    return json.loads(answer(json.dumps({**request, "view": view, "fields": fields or {}})))["shows"]


def test_the_tab_has_a_table_whose_rows_are_selected() -> None:
    (field,) = (show for show in ask(NOW, HUG, {"candidates_0": "3"}) if show["kind"] == "field")
    assert (field["type"], field["value"], field["field"]["name"]) == ("selection", "3", "candidates_0")
    assert [chip["letters"] for chip in field["field"]["table"]["rows"][2]["cells"][1]] == ["##u", "##g"]


def test_only_what_is_asked_for_is_hidden() -> None:
    """Step 4 of a search selects, which is asked; step 2 counts, and a step that ends a pass is told."""
    hidden = [{"kind": "text", "parts": [EN("predict.hidden")], "look": "caption"}]
    assert ask(NOW, {**SEARCH, "step": "3"}, asks=True) == hidden
    assert ask(NOW, {**SEARCH, "step": "1"}, asks=True) == ask(NOW, {**SEARCH, "step": "1"}) != hidden
    assert ask(NOW, {**HUG, "step": "3"}, asks=True) == hidden


def test_a_terminal_prints_the_table_before_what_is_said_of_its_row() -> None:
    printed = text_of(now("0"), EN)
    assert printed.index("5 / (20 × 5) = 1/20") < printed.index(EN("scores.likelihood")) < printed.index("hugs 5")


def test_a_notebook_selects_a_row() -> None:
    view = wordpiece.train(examples.load("hug").corpus).views(0)[NOW]
    page = view._repr_html_()
    assert "20 / (36 × 20) = 1/36" in page
    assert view.set(candidates_0="3")._repr_html_() != page == view.set(candidates_0="1")._repr_html_()


@pytest.mark.parametrize("view", [NOW, "scatter"])
def test_a_view_takes_few_bytes(view: str) -> None:
    assert len(json.dumps(ask(view, {"example": "lighthouse", "step": "10", "merges": "20"}))) < 160_000
