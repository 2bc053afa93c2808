"""A notebook as a host of views that are data (:mod:`tokviz.views.shows`): `trace.views()` lists those of a training,
and each draws itself.

A notebook has no style sheet of ours, so each view brings its own; a chart is a drawing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from markupsafe import Markup

from tokviz.algorithms import ALGORITHMS, Stop
from tokviz.examples import OWN
from tokviz.frontend import style
from tokviz.state.request import TrainingRequest, opening
from tokviz.trace import Trace, steps_done
from tokviz.views.hosts.line_drawing import Drawing
from tokviz.views.pages.registry import names, view_of
from tokviz.views.shared.catalog import Catalog, load
from tokviz.views.shared.chips import DataTable, Row
from tokviz.views.shared.rendering import render
from tokviz.views.shared.sentences import part_text
from tokviz.views.shared.tables import headings_of
from tokviz.views.shows import (
    Algorithm,
    Columns,
    Flow,
    Fold,
    Given,
    Grid,
    Lines,
    Picture,
    Seen,
    Show,
    Text,
    Tree,
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
    return TraceViews(Seen(trace, _request(trace), steps_done(step, len(trace)), load(lang)))


def _request(trace: Trace) -> TrainingRequest:
    """Return what asks for a training as long as this one, or of the same size; its corpus is that of the trace."""
    algorithm = ALGORITHMS[trace.algorithm]
    stop: Stop = "merges" if "merges" in algorithm.stops_of(trace.rules) else "vocab"
    amount = len(trace) if stop == "merges" else getattr(trace, "vocab_size", None) or trace.sizes()[-1]
    return replace(opening(algorithm, OWN), rules=trace.rules, stop=stop, amount=amount)


@dataclass(frozen=True, eq=False)
class TraceViews(Mapping[str, "TraceView"]):
    """The views of a training by name; a notebook shows the list."""

    seen: Seen[Trace]

    def __getitem__(self, name: str) -> TraceView:
        if name not in names(self.seen):
            raise KeyError(name)
        return TraceView(self.seen, name)

    def __iter__(self) -> Iterator[str]:
        return iter(names(self.seen))

    def __len__(self) -> int:
        return len(names(self.seen))

    def __repr__(self) -> str:
        return f"<Views after step {self.seen.step}: {', '.join(self)}>"

    def _repr_html_(self) -> str:
        say = self.seen.say
        rows = [(name, say(title)) for name, title in names(self.seen).items()]
        caption = say("cli.step", step=self.seen.step, total=len(self.seen.trace))
        heads = [say("views.name"), say("views.title")]
        return render(
            "notebook.html", say, caption=caption, titles=heads, rows=rows, numeric=[False] * 2, more=0, note=""
        ).rstrip()


@dataclass(frozen=True, eq=False)
class TraceView:
    """A view of a training, which draws itself in a notebook. values: of its fields, by name."""

    seen: Seen[Trace]
    name: str
    values: Mapping[str, str] | None = None

    def set(self, **values: str) -> TraceView:
        """Return the same view with other values for some of its fields."""
        return replace(self, values={**(self.values or {}), **values})

    def fields(self) -> dict[str, list[str]]:
        """Return the name of each field with the values that it can have; any text where there are none."""
        _, host = self._opened()
        return {field.name: [value for value, _ in getattr(field, "options", ())] for field in host.asked}

    def __repr__(self) -> str:
        return f"<View {self.name} after step {self.seen.step}>"

    def _repr_html_(self) -> str:
        shows, _ = self._opened()
        say = self.seen.say
        return _rendered("view", say, inner=_joined(shows, say), style=Markup(style("embed/view.css")))

    def _opened(self) -> tuple[list[Show], Given]:
        view = view_of(self.seen.state.algorithm, self.name)
        assert view is not None
        host = Given(self.values)
        return list(view(self.seen, host)), host


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
        case Lines():
            return Markup(render("line_chart.html", say, chart=Drawing(show)))
        case Picture():
            frames = json.loads(show.payload)["frames"]
            return _rendered("steps", say, [[said["text"] for said in frame["say"]] for frame in frames])
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
