"""The views of `/bytes` as data: without a browser and without Streamlit."""

from __future__ import annotations

import json

import pytest

from tests.views.pages.shown import of_kind, only, page_views, said
from tokviz.entropy_patches import MAX_ORDER
from tokviz.pretokenize import ALTERNATIVES
from tokviz.state.bytes import FORM, MAX_CHARS, RULES, SAMPLES, THRESHOLDS, TRAIN_ON, TWINS
from tokviz.views.pages.bytes import MAX_STEPS_BYTES
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shows import (
    Bars,
    Choice,
    Code,
    Flow,
    Fold,
    Given,
    Grid,
    Lines,
    Number,
    Pick,
    Picture,
    Rows,
    Show,
    Text,
)

EN = load("en")


def rows(grid: Grid) -> list[list[object]]:
    return [list(row) for row in grid.table.rows(EN)]


def decoded(views: dict[str, list[Show]]) -> str:
    return only(views["decoded"], Code).text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sample", SAMPLES)
def test_every_prepared_text_comes_back(sample: str, language: str) -> None:
    say, views = load(language), page_views("bytes", language, preset=sample)
    assert all(views.values())
    assert decoded(views) == SAMPLES[sample]
    tokens = len(json.loads(only(views["rows"], Rows).payload)["rows"][2]["parts"])
    assert tokens
    assert said(views["decoded"])[0] == say("bytes.decoded.title")
    assert said(views["decoded"])[1].startswith("✓")


@pytest.mark.parametrize("pattern", ALTERNATIVES)
@pytest.mark.parametrize("rules", RULES)
def test_every_pattern_under_both_conventions(pattern: str, rules: str) -> None:
    views = page_views("bytes", preset="spaces", pattern=pattern, rules=rules, corpus="own")
    assert decoded(views) == SAMPLES["spaces"]
    table, alternatives = of_kind(views["pretokens"], Fold)
    at_end = {EN("bytes.alternative.space-at-end"), EN("bytes.alternative.space-but-last")}
    assert rows(only(table.shows, Grid))[-1][2] in at_end
    assert len(tuple(alternatives.shows)) == len(ALTERNATIVES[pattern])


@pytest.mark.parametrize("corpus", TRAIN_ON)
def test_merges_can_be_learned_from_every_text(corpus: str) -> None:
    assert decoded(page_views("bytes", corpus=corpus, preset="chinese")) == SAMPLES["chinese"]


def test_the_parts_of_a_text_of_ones_own() -> None:
    views = page_views("bytes", text=" né", merges="0", token="3")
    characters = rows(only(views["characters"], Grid))
    assert [row[2] for row in characters] == ["20", "6E", "C3 A9"]
    assert [row[3] for row in characters] == ["Ġ", "n", "Ã ©"]
    pretokens = only(next(of_kind(views["pretokens"], Fold)).shows, Grid)
    assert [[row[1], row[3]] for row in rows(pretokens)] == [["␣né", "ĠnÃ©"]]
    assert rows(only(views["tokens"], Grid)) == [["C3", 195, "1100 0011", "Ã"]]
    warning = next(text for text in of_kind(views["tokens"], Text) if text.look == "warning")
    assert said([warning]) == [EN("bytes.cut", inside=1, total=2, character="é")]


def test_no_byte_of_a_long_token_is_left_out() -> None:
    """The token is 64 spaces, with nothing to tell where its bytes were cut."""
    views = page_views("bytes", text=" " * 64 + "a", corpus="own", merges="1000", token="1")
    told = said(views["tokens"])[2]
    assert told.count("20 ") + told.count(" 20") >= len(rows(only(views["tokens"], Grid)))


def test_what_is_asked_for() -> None:
    """Fields of views that are parameters of a link open with its values; numbers beyond the text are the nearest."""
    state, _ = FORM.read({"text": "the then", "word": "2", "token": "99", "threshold": "1", "merges": "0"})
    from tokviz.memory import LocalMemory
    from tokviz.views.pages import bytes as views

    host = Given()
    for view in views.PAGE.opened(state, LocalMemory(), EN).values():
        list(view(host))
    fields = {field.name: field for field in host.asked}
    assert {name: field.opening for name, field in fields.items()} == {
        "word": "2",
        "token": "8",
        "starts": "global",
        "threshold": "1",
        "context": "3",
        "smoothing": "witten-bell",
    }
    word, threshold, context = fields["word"], fields["threshold"], fields["context"]
    assert isinstance(word, Pick)
    assert word.labels == ("the", "␣then")
    assert isinstance(threshold, Choice)
    assert isinstance(context, Choice)
    assert (len(threshold.options), len(context.options)) == (len(THRESHOLDS), MAX_ORDER + 1)


def test_a_pretoken_is_stepped_through() -> None:
    picture = only(page_views("bytes", text="the then", word="2", step="2", merges="100")["picture"], Picture)
    assert (picture.step, picture.last) == (2, json.loads(picture.payload)["total"])
    assert picture.last >= 2


def test_a_pretoken_too_long_for_steps_says_so() -> None:
    views = page_views("bytes", text="a" * (MAX_STEPS_BYTES + 1))
    assert EN("bytes.long-pretoken", limit=MAX_STEPS_BYTES) in said(views["picture"])
    assert [*of_kind(views["picture"], Picture)] == []


def test_the_longest_text() -> None:
    views = page_views("bytes", preset="own", text="中" * MAX_CHARS)
    assert len(only(views["tokens"], Grid).table.rows(EN)) >= 1
    assert only(views["patches"], Flow).total >= len(only(views["patches"], Flow).chips)


def test_twins_are_shorter_in_their_own_language() -> None:
    bars = only(page_views("bytes")["twins"], Bars)
    english, chinese, english_in_chinese, chinese_in_chinese = (bar.value for bar in bars.bars)
    assert english < english_in_chinese
    assert chinese_in_chinese < chinese
    assert len({bar.look for bar in bars.bars}) == 2
    assert all(f"{bar.name}: {bar.text}" in bars.alt for bar in bars.bars)
    assert len(TWINS) * 2 == len(bars.bars)


# -- patches -----------------------------------------------------------------------------------------------------------


def starts(**query: str) -> int:
    table = only(only(page_views("bytes", **query)["patches"], Fold).shows, Grid)
    return sum(row[-1] == "✓" for row in rows(table))


def test_a_higher_threshold_makes_fewer_patches() -> None:
    few, many = (starts(starts="rise", context="2", smoothing="add-one", threshold=bits) for bits in ("4", "0"))
    assert 0 < few < many


def test_one_byte_is_one_patch() -> None:
    assert starts(preset="own", text="a", merges="0") == 1


@pytest.mark.parametrize("rule", ["global", "rise"])
def test_the_curve_has_a_letter_for_each_byte_and_a_dot_where_a_patch_begins(rule: str) -> None:
    query = {"starts": rule, "threshold": "1"}
    shown = page_views("bytes", **query, patches_from="3")["patches"]
    chart, flow = only(shown, Lines), only(shown, Flow)
    (line,) = chart.lines
    assert (line.points[0][0], len(line.letters)) == (3, len(line.points))
    assert chart.rules[0].at == 1
    above = [point for point in line.points if point[1] > 1]
    assert {(dot.x, dot.y) for dot in chart.dots} == set(above)
    assert flow.total == starts(**query)


def test_the_curve_begins_where_it_is_asked_to() -> None:
    beyond = page_views("bytes", patches_from="9999")["patches"]
    last = only(beyond, Lines).lines[0].points[-1][0]
    assert last == len(SAMPLES["english"].encode())
    assert Number("patches_from", "", "1", 1, 34).parse("-7") == "1"
    assert Number("patches_from", "", "1", 1, 34).parse("x") == "1"


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "**b** `c` $x$", "\0\x1b[31m\u202e", "{0} %s ]]"])
def test_hostile_texts_are_only_text(text: str) -> None:
    assert decoded(page_views("bytes", text=text, merges="50")) == text
