"""Charts of points: axes, names with room, and the chart in the four hosts."""

from __future__ import annotations

import json
import re

import pytest

from tests.charts import marks
from tokviz import examples, wordpiece
from tokviz.cli.shows import text_of
from tokviz.features.site.payloads import Pool
from tokviz.features.site.tab.drawing import draw
from tokviz.views.merges.scores import Scores, scatter
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.palette import DARK, LIGHT
from tokviz.views.shared.points import Point, Points, axis, labels
from tokviz.web.shared.point_charts import specification
from tokviz.wordpiece import Rules

EN = load("en")
HUG = wordpiece.train(examples.load("hug").corpus)


def chart(step: int = 2) -> Points:
    return scatter(Scores.of_step(HUG, step), EN)


@pytest.mark.parametrize(
    ("values", "is_log", "ticks"),
    [
        ([5, 20], True, ["5", "10", "20"]),
        ([1, 90_000], True, ["1", "10", "100", "1,000", "10,000", "100,000", "1,000,000"]),
        ([0.05, 1 / 36], True, None),
        ([0, 100], False, ["0", "50", "100"]),
        ([-2.5, 30.5], False, ["0", "10", "20", "30"]),
        ([3], False, None),
        ([3], True, None),
    ],
)
def test_an_axis_has_room_and_some_round_numbers(values: list[float], is_log: bool, ticks: list[str] | None) -> None:
    made = axis("count", values, EN, is_log=is_log)
    assert made.low < min(values) <= max(values) < made.high
    assert all(0 < made.share(value) < 1 for value in values)
    assert 2 <= len(made.ticks) <= 7
    assert all(made.low <= tick.value <= made.high for tick in made.ticks)
    if ticks is not None:
        assert [tick.text for tick in made.ticks] == ticks


def test_names_that_have_no_room() -> None:
    """The first kind is named however close it is; of the others some above, some below, the rest not at all."""
    first = Point("a", 10, 10, 0, "10")
    others = [Point(name, 10 + by, 10, 1, "10") for name, by in (("b", 1e-3), ("c", 2e-3), ("d", 50))]
    made = labels([*others, first], {0}, is_log=(False, False))
    assert [(label.text, label.is_below) for label in made] == [("a", False), ("d", False), ("b", True)]


# -- the app -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("colors", [LIGHT, DARK])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_app_keeps_a_specification_and_puts_the_data_in(language: str, colors: object) -> None:
    say = load(language)
    first, later = (scatter(Scores.of_step(HUG, step), say) for step in (0, 2))
    one, two = (specification(made, say, colors) for made in (first, later))  # type: ignore[arg-type]
    assert one["layer"][0]["mark"] == two["layer"][0]["mark"]
    assert [row["name"] for row in one["datasets"]["points"]][-1] == first.points[0].name  # the choice lies on top
    assert len(two["datasets"]["points"]) == len(later.points)
    for name, made in (("x", later.x), ("y", later.y)):
        assert all(mark["encoding"][name]["scale"]["domain"] == [made.low, made.high] for mark in marks(two))
    (dots,) = (mark["encoding"] for mark in marks(two) if "color" in mark["encoding"])
    assert dots["color"]["scale"]["domain"] == dots["shape"]["scale"]["domain"] == [kind.name for kind in later.kinds]
    assert {dots[name]["scale"]["type"] for name in "xy"} == {"log"}
    written = {row["text"] for name in ("above", "below") for row in two["datasets"][name]}
    assert written == {label.text for label in later.labels}


def test_a_plain_axis_is_no_logarithmic_one() -> None:
    gains = wordpiece.train(examples.load("hug").corpus, rules=Rules(select_by="gain"))
    spec = specification(scatter(Scores.of_step(gains, 0), EN), EN, LIGHT)
    (dots,) = (mark["encoding"] for mark in marks(spec) if "color" in mark["encoding"])
    assert (dots["x"]["scale"]["type"], "type" in dots["y"]["scale"]) == ("log", False)


# -- the other hosts ---------------------------------------------------------------------------------------------------


def test_a_terminal_prints_the_points_as_a_table() -> None:
    printed = text_of([chart()], EN)
    assert all(point.name in printed and point.written in printed for point in chart().points)
    assert EN("scores.role.bpe") in printed
    assert (
        len(text_of([scatter(Scores.of_step(wordpiece.train(examples.load("lighthouse").corpus), 0), EN)], EN)) < 3_000
    )


def test_a_notebook_draws_the_points() -> None:
    page = HUG.views(2)["scatter"]._repr_html_()
    assert f'aria-label="{chart().alt}"' in page
    assert page.count("<title>") == len(chart().points)
    places = re.findall(r'transform="translate\(([\d.]+) ([\d.]+)\)"', page)
    assert len(places) == len(chart().points)
    assert all(60 <= float(x) <= 628 and 10 <= float(y) <= 280 for x, y in places)


def test_the_tab_gets_points_as_data() -> None:
    (shown,) = draw(lambda _: iter([chart()]), {}, Pool(), EN)
    assert shown["kind"] == "points"
    assert shown["points"][0] == {
        "name": "hu ##gs",
        "x": 5,
        "y": pytest.approx(1 / 15),
        "kind": 0,
        "written": "5 / (15 × 5) = 1/15",
    }
    assert [tick["text"] for tick in shown["x"]["ticks"]] == [tick.text for tick in chart().x.ticks]
    assert len(json.dumps(shown)) < 4_000
