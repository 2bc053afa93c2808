"""A notebook as a host of views that are data (:mod:`tokviz.views.shows`): `trace.views()` lists those of a training,
and each draws itself.

A notebook has no style sheet of ours, so each view brings its own; a chart is a drawing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from markupsafe import Markup

from tokviz.algorithms import ALGORITHMS
from tokviz.examples import OWN
from tokviz.frontend import style
from tokviz.state.request import opening
from tokviz.trace import Trace, steps_done
from tokviz.views.hosts.point_drawing import PointDrawing
from tokviz.views.pages.registry import titles, view_of
from tokviz.views.picture.payload import still_rows
from tokviz.views.shared.catalog import Catalog, load
from tokviz.views.shared.chips import DataTable, Row
from tokviz.views.shared.rendering import render
from tokviz.views.shared.sentences import part_text
from tokviz.views.shared.tables import headings_of
from tokviz.views.shows import (
    Algorithm,
    Columns,
    Figures,
    Flow,
    Fold,
    Given,
    Grid,
    Lines,
    Picture,
    Points,
    Seen,
    Show,
    Text,
    Tree,
    with_tables,
)

__all__ = ["TraceView", "TraceViews", "views"]

_MOST_ROWS = 100


def views(trace: Trace, step: int | None = None, lang: str = "en") -> TraceViews:
    """Return the views of a training after `step` steps, at the end for None, by their names.

    Raises IndexError for a step that there is not, KeyError for a language.

    >>> from tokviz import examples, picky
    >>> found = views(picky.train(examples.load("parts").corpus, rules="picky"), step=2)
    >>> list(found)[:3], found["tree"].fields()
    (['now', 'tests', 'history'], {'tree': ['▁ab', '▁a']})
    """
    return TraceViews(trace, steps_done(step, len(trace)), lang)


@dataclass(frozen=True, eq=False)
class TraceViews(Mapping[str, "TraceView"]):
    """The views of a training by name; a notebook shows the list."""

    trace: Trace
    step: int
    lang: str = "en"

    def __getitem__(self, name: str) -> TraceView:
        if name not in titles(self.trace.algorithm):
            raise KeyError(name)
        return TraceView(self.trace, name, self.step, self.lang)

    def __iter__(self) -> Iterator[str]:
        return iter(titles(self.trace.algorithm))

    def __len__(self) -> int:
        return len(titles(self.trace.algorithm))

    def __repr__(self) -> str:
        return f"<Views after step {self.step}: {', '.join(self)}>"

    def _repr_html_(self) -> str:
        say = load(self.lang)
        named = titles(self.trace.algorithm)
        rows = [(name, say(title)) for name, title in named.items()]
        caption = say("cli.step", step=self.step, total=len(self.trace))
        heads = [say("views.name"), say("views.title")]
        return render(
            "notebook.html", say, caption=caption, titles=heads, rows=rows, numeric=[False] * 2, more=0, note=""
        ).rstrip()


@dataclass(frozen=True, eq=False)
class TraceView:
    """A view of a training, which draws itself in a notebook. values: of its fields, by name."""

    trace: Trace
    name: str
    step: int
    lang: str = "en"
    values: Mapping[str, str] | None = None

    def set(self, **values: str) -> TraceView:
        """Return the same view with other values for some of its fields."""
        return replace(self, values={**(self.values or {}), **values})

    def fields(self) -> dict[str, list[str]]:
        """Return the name of each field with the values that it can have; any text where there are none."""
        _, host = self._opened()
        return {field.name: [value for value, _ in getattr(field, "options", ())] for field in host.asked}

    def __repr__(self) -> str:
        return f"<View {self.name} after step {self.step}>"

    def _repr_html_(self) -> str:
        shows, _ = self._opened()
        say = load(self.lang)
        return _rendered("view", say, inner=_joined(shows, say), style=Markup(style("embed/view.css")))

    def _opened(self) -> tuple[list[Show], Given]:
        view = view_of(self.trace.algorithm, self.name)
        assert view is not None
        host = Given(self.values)
        request = replace(opening(ALGORITHMS[self.trace.algorithm], OWN), rules=self.trace.rules)
        say = load(self.lang)
        return list(with_tables(view(Seen(self.trace, request, self.step, say), host), host, say)), host


# -- shows as HTML -----------------------------------------------------------------------------------------------------


def _joined(shows: Iterable[Show], say: Catalog) -> Markup:
    return Markup("").join(_drawn(show, say) for show in shows)


def _drawn(show: Show, say: Catalog) -> Markup:
    """Return a show as HTML."""
    match show:
        case Text():
            return _rendered("text", say, show)
        case DataTable():
            return Markup(render("data_table.html", say, table=show))
        case Grid():
            table = show.table
            cells = [tuple(say.integer(c) if isinstance(c, int) else c for c in row) for row in table.rows(say)]
            rows = tuple(Row(row) for row in cells[:_MOST_ROWS])
            return _drawn(DataTable(show.name, headings_of(table.columns, say), rows), say)
        case Figures():
            return _rendered("figures", say, show)
        case Lines():
            return Markup(render("line_chart.html", say, chart=_Drawing(show)))
        case Points():
            return Markup(render("point_chart.html", say, drawing=PointDrawing(show)))
        case Picture():
            picture = json.loads(show.payload)
            frames = [[said["text"] for said in frame["say"]] for frame in picture["frames"]]
            return _rendered("steps", say, frames) if any(frames) else _rendered("chips", say, still_rows(picture))
        case Flow():
            flow = Markup(render("chip_flow.html", say, name=show.name, flow=show.chips))
            return flow if len(show.chips) == show.total else flow + _rendered("more", say, show)
        case Tree():
            return Markup(render("merge_tree.html", say, name=show.name, trees=[[tree] for tree in show.trees]))
        case Algorithm():
            return Markup(render("plain_algorithm.html", say, lines=show.lines))
        case Fold():
            return _rendered("fold", say, show, inner=[_joined(show.shows, say)])
        case Columns():
            return _rendered("columns", say, show, inner=[_joined(column, say) for column in show.columns])


def _rendered(kind: str, say: Catalog, show: object = None, **more: object) -> Markup:
    given = {"inner": (), **more}
    return Markup(render("view_part.html", say, kind=kind, show=show, text_of=part_text, **given))


class _Drawing:
    """A chart of lines with its places on the drawing: a step across, a value up."""

    WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 250, 46, 12, 10, 40

    def __init__(self, chart: Lines) -> None:
        values = [value for line in chart.lines for _, value in line.points]
        self.chart = chart
        self.first, self.last = chart.lines[0].points[0][0], chart.lines[0].points[-1][0]
        self.low = 0 if chart.is_from_zero else min(values)
        self.high = max(values)

    def across(self, step: float) -> float:
        """Return the place of a step."""
        share = (step - self.first) / max(1, self.last - self.first)
        return round(self.LEFT + share * (self.WIDTH - self.LEFT - self.RIGHT), 1)

    def up(self, value: float) -> float:
        """Return the place of a value."""
        share = (value - self.low) / max(1, self.high - self.low)
        return round(self.HEIGHT - self.BOTTOM - share * (self.HEIGHT - self.TOP - self.BOTTOM), 1)

    def path(self, points: tuple[tuple[float, float], ...]) -> str:
        """Return the path of a line."""
        (first, at), *more = [(self.across(step), self.up(value)) for step, value in points]
        to = "H{}V{}" if self.chart.is_stepped else "L{} {}"
        return f"M{first} {at}" + "".join(to.format(x, y) for x, y in more)
