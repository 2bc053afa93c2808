"""`/superbpe`: every step and view in both languages, the borders that fall, both rules, and one's own lines."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.catalogs import heading, saying
from tests.pages import visit
from tokviz.state.trained_pages import applying_views, training_views
from tokviz.state.views import names_of
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.sentences import without_marks

EN = load("en")


def opened(**query: str) -> AppTest:
    return visit.opened("superbpe", **{"lang": "en", "example": "by-the-way", **query})


def shown_in(at: AppTest) -> dict[str, Any]:
    shown = visit.payload(at)
    assert shown is not None, visit.texts(at.main)
    return shown


def said(at: AppTest, k: int) -> str:
    shown = shown_in(at)
    return "\n".join(without_marks(one["text"]) for one in shown["frames"][k]["say"])


def bars(at: AppTest, k: int) -> list[list[int]]:
    shown = shown_in(at)
    (group,) = shown["frames"][k]["groups"]
    return [shown["rows"][row]["bars"] for row in group["rows"]]


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_page_opens_with_the_lesson(language: str) -> None:
    at = opened(lang=language)
    assert at.title[0].value == heading("superbpe", load(language))
    assert shown_in(at)["total"] == 12
    assert not at.error


def test_the_page_opens_where_the_borders_fall_next() -> None:
    """A link that names an example means its start."""
    assert visit.step(visit.opened("superbpe")) == 51
    assert visit.step(visit.opened("superbpe", example="at-the-end")) == 0


def test_the_borders_fall() -> None:
    at = opened()
    assert bars(at, 7) == [[1, 2], [1, 2], [2, 3]]
    assert bars(at, 8) == [[], [], []]
    assert EN("superbpe.lift.next", number=8, size=18) in said(at, 7)
    assert EN("superbpe.lost.none").strip() in said(at, 8)
    assert EN("superbpe.crosses.all").strip() in said(at, 9)
    shown = shown_in(at)
    assert shown["picture"]["ties"][7] == "|"
    assert shown["frames"][7]["candidates"]["rows"] == []
    names = [shown["tokens"][int(symbol)]["text"] for symbol in shown["picture"]["superwords"]]
    assert set(names) == {"ĠtheĠway", "byĠtheĠway", "nĠtheĠway"}


def test_what_is_passed_over_has_a_reason() -> None:
    at = opened(example="own", corpus="a b c d e\n" * 3, t="1", first="spaces", second="lines", words="2")
    shown = shown_in(at)
    passed = [
        row["passed"]["long"] for frame in shown["frames"] for row in frame["candidates"]["rows"] if "passed" in row
    ]
    assert EN("superbpe.veto.too_many_words", words=3) in passed


@pytest.mark.parametrize("view", names_of(training_views("superbpe")))
def test_the_views_open(view: str) -> None:
    at = opened(view=view, step="9")
    assert not at.error
    assert not at.warning
    assert at.query_params.get("view", names_of(training_views("superbpe"))[0]) == view


def test_boundless_joins_words_that_have_opened() -> None:
    at = opened(rules="boundless")
    shown = shown_in(at)
    assert any("kind" in row for frame in shown["frames"] for row in frame["candidates"]["rows"])
    assert "|" not in shown["picture"]["ties"]


def test_a_question_is_asked_before_a_merge_and_not_where_borders_fall() -> None:
    at = opened(predict="1")
    asked = ["ask" in frame for frame in shown_in(at)["frames"]]
    assert asked[:7] == [True] * 7
    assert not asked[7]


def test_long_lines_are_said() -> None:
    at = opened(example="lighthouse")
    assert EN("superbpe.long-lines") in visit.written(at)


def test_a_text_is_split_by_both() -> None:
    at = opened(view="beside")
    at.text_input(key="superbpe_try").input("by the way")
    at = visit.alive(at.run())
    shown = visit.written(at)
    assert EN("superbpe.tokens", name=EN("superbpe.plain"), tokens=EN.count("count.tokens", 3)) in shown


# -- the encoding half -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("url", "has_more"), [("superbpe", False), ("parity", False), ("wordpiece", True)])
def test_the_side_bar_has_a_heading_only_for_what_follows_it(url: str, has_more: bool) -> None:
    at = visit.opened(url, do="encode", lang="en")
    assert (EN("encode.applied") in [heading.value for heading in at.sidebar.subheader]) == has_more


def encoded(at: AppTest) -> dict[str, Any]:
    assert not at.error, visit.texts(at.main)
    shown: dict[str, Any] = visit.pictures(at)["encode_picture"]["payload"]
    return shown


def rows_of(shown: dict[str, Any]) -> list[dict[str, Any]]:
    """The row of each frame."""
    return [shown["rows"][frame["groups"][0]["rows"][0]] for frame in shown["frames"]]


def tokens_of(shown: dict[str, Any]) -> list[str]:
    return [shown["tokens"][chip]["text"] for chip in rows_of(shown)[-1]["symbols"]]


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_borders_fall_in_the_encoding(language: str) -> None:
    at = opened(do="encode", text="on the way", lang=language)
    shown = encoded(at)
    say = load(language)
    assert [row.get("falling", []) for row in rows_of(shown)][6:8] == [[2, 3], []]
    told = ["\n".join(without_marks(one["text"]) for one in frame["say"]) for frame in shown["frames"]]
    assert say("superbpe.encode.fall", number=7) in told[6]
    assert say("superbpe.encode.fallen", number=7) in told[7]
    assert say("superbpe.encode.crossed").strip() in told[8]
    assert tokens_of(shown) == ["o", "nĠtheĠway"]
    assert say("superbpe.encode.about") in visit.texts(at.main)


def test_each_supermerge_takes_a_border_away() -> None:
    shown = encoded(opened(do="encode", rules="boundless", merges="20", text="on the way"))
    counted = [len(row.get("bars", [])) for row in rows_of(shown)]
    assert (counted[0], counted[-1]) == (2, 0)
    assert tokens_of(shown) == ["onĠtheĠway"]


@pytest.mark.parametrize("rules", ["source", "boundless"])
def test_a_link_leads_to_a_line_and_a_step(rules: str) -> None:
    at = opened(do="encode", rules=rules, text="by the way\non the way", word="on the way", step="3")
    assert visit.pictures(at)["encode_picture"]["goto"] == 3
    assert rows_of(encoded(at))[0]["label"] == "on␣the␣way"
    assert not at.warning


@pytest.mark.parametrize("rules", ["source", "boundless"])
def test_the_next_step_of_the_encoding_is_asked(rules: str) -> None:
    shown = encoded(opened(do="encode", rules=rules, text="on the way", predict="1"))
    asked = ["ask" in frame for frame in shown["frames"]]
    assert asked[0]
    assert not asked[-1]
    if rules == "source":
        assert not asked[6]  # the borders fall next


@pytest.mark.parametrize("view", names_of(applying_views("superbpe")))
@pytest.mark.parametrize("rules", ["source", "boundless"])
def test_the_views_of_the_encoding_open(view: str, rules: str) -> None:
    at = opened(do="encode", rules=rules, view=view, lang="zh")
    assert not at.error
    assert not at.warning


def test_a_long_line_is_shown_in_part_and_said_so() -> None:
    at = opened(do="encode", text="by the way " * 30)
    count = EN.count("count.symbols-of-word", 330)
    assert EN("superbpe.encode.long", symbols=count, shown=80, most=EN.integer(2_000)) in visit.texts(at.main)


def test_a_line_that_is_too_long_is_an_error() -> None:
    at = opened(do="encode", rules="boundless", text="茶" * 800)
    assert any(saying("error.limit-explained").search(visit.plain(one.value)) for one in at.error)
