"""A notebook as a host of views that are data (:mod:`tokviz.views.shows`): `trace.views()` lists those of a training,
:func:`page_views` those of another page, and each draws itself.

A notebook has no style sheet of ours, so each view brings its own; a chart is a drawing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from markupsafe import Markup

from tokviz.algorithms import ALGORITHMS, Stop
from tokviz.examples import OWN
from tokviz.frontend import style
from tokviz.memory import LocalMemory
from tokviz.notebook_display import add_files
from tokviz.state.pages import page_at
from tokviz.state.request import TrainingRequest, opening
from tokviz.trace import Trace, steps_done
from tokviz.views.hosts.chart_drawings import LineDrawing, PointDrawing
from tokviz.views.pages.registry import names, page_of, view_of
from tokviz.views.picture.payload import read_payload, still_rows
from tokviz.views.shared.catalog import Catalog, load
from tokviz.views.shared.chips import Bar, Chip, DataTable, Heading, Row
from tokviz.views.shared.rendering import render
from tokviz.views.shared.sentences import part_text
from tokviz.views.shared.tables import headings_of
from tokviz.views.shows import (
    Algorithm,
    Ask,
    Bars,
    Code,
    Columns,
    Figures,
    File,
    Flow,
    Fold,
    Given,
    Grid,
    Lines,
    Picture,
    Points,
    Rows,
    Seen,
    Show,
    Text,
    Tree,
    files_among,
    with_tables,
)

__all__ = ["NamedView", "Views", "page_views", "views"]

_MOST_ROWS = 100


def views(trace: Trace, step: int | None = None, lang: str = "en") -> Views:
    """Return the views of a training after `step` steps, at the end for None, by their names.

    Raises IndexError for a step that there is not, KeyError for a language.

    >>> from tokviz import examples, picky
    >>> found = views(picky.train(examples.load("parts").corpus, rules="picky"), step=2)
    >>> list(found)[:3], found["tree"].fields()
    (['now', 'tests', 'history'], {'tree': ['▁ab', '▁a']})
    """
    add_files()
    seen = Seen(trace, _request(trace), steps_done(step, len(trace)), load(lang))
    done, say, named = seen.step, seen.say, names(seen)
    made = {name: partial(view, seen) for name in named if (view := view_of(trace.algorithm, name))}
    return Views(made, named, f"after step {done}", say("cli.step", step=done, total=len(trace)), say)


def _request(trace: Trace) -> TrainingRequest:
    """Return the request for a training as long or as large, on the same corpus."""
    algorithm = ALGORITHMS[trace.algorithm]
    stop: Stop = "merges" if "merges" in algorithm.stops_of(trace.rules) else "vocab"
    amount = len(trace) if stop == "merges" else getattr(trace, "vocab_size", None) or trace.sizes()[-1]
    return replace(opening(algorithm, OWN), rules=trace.rules, stop=stop, amount=amount)


def page_views(page: str, /, lang: str = "en", **link: str) -> Views:
    """Return the views of a page that trains nothing step by step, by their names. page: its address; link: parameters
    of a link to it, such as its text.

    Raises TokvizError, and KeyError for a page or a language that there is not.

    >>> page_views("bytes", text="né", merges="0")["decoded"]
    <View decoded of bytes>
    """
    add_files()
    of, say = page_of(page), load(lang)
    state, _ = of.read(link)
    made = of.opened(state, LocalMemory(), say)
    named = {name: title for name, (title, _) in of.views.items() if name in made}
    return Views(made, named, f"of {page}", say(of.title or page_at(page).title), say)


@dataclass(frozen=True, eq=False)
class Views(Mapping[str, "NamedView"]):
    """Views by name; a notebook shows the list. made: name -> the view of what is shown; titles: name -> the key of its
    title; about: what they are views of, in English, and caption in the language of the reader."""

    made: Mapping[str, Callable[[Ask], Iterator[Show]]]
    titles: Mapping[str, str]
    about: str
    caption: str
    say: Catalog

    def __getitem__(self, name: str) -> NamedView:
        return NamedView(self.made[name], name, self.about, self.say)

    def __iter__(self) -> Iterator[str]:
        return iter(self.titles)

    def __len__(self) -> int:
        return len(self.titles)

    def __repr__(self) -> str:
        return f"<Views {self.about}: {', '.join(self)}>"

    def _repr_html_(self) -> str:
        say = self.say
        rows = [(name, say(title)) for name, title in self.titles.items()]
        heads = [say("views.name"), say("views.title")]
        return render(
            "notebook.html", say, caption=self.caption, titles=heads, rows=rows, numeric=[False] * 2, more=0, note=""
        ).rstrip()


@dataclass(frozen=True, eq=False)
class NamedView:
    """A view, which draws itself in a notebook. values: of its fields, by name."""

    view: Callable[[Ask], Iterator[Show]]
    name: str
    about: str
    say: Catalog
    values: Mapping[str, str] | None = None

    def set(self, **values: str) -> NamedView:
        """Return the same view with other values for some of its fields."""
        return replace(self, values={**(self.values or {}), **values})

    def fields(self) -> dict[str, list[str]]:
        """Return the name of each field with the values that it can have; any text where there are none."""
        _, host = self._opened()
        return {field.name: [value for value, _ in getattr(field, "options", ())] for field in host.asked}

    def files(self) -> dict[str, File]:
        """Return the files of the view by name; `make()` of one returns its content."""
        shows, _ = self._opened()
        return {file.name: file for file in files_among(shows) if not file.is_refused}

    def save(self, name: str, path: str | Path = "") -> Path:
        """Write a file of the view, under its own name unless there is a path. Raises KeyError and TokvizError."""
        file = self.files()[name]
        content, target = file.make(), Path(path or file.file)
        target.write_bytes(content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content)
        return target

    def __repr__(self) -> str:
        return f"<View {self.name} {self.about}>"

    def _repr_html_(self) -> str:
        shows, _ = self._opened()
        inner, style_of = _joined(shows, self.say), Markup(style("embed/view.css"))
        return _rendered("view", self.say, inner=inner, style=style_of)

    def _opened(self) -> tuple[list[Show], Given]:
        host = Given(self.values)
        return list(with_tables(self.view(host), host, self.say)), host


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
            return Markup(render("line_chart.html", say, chart=LineDrawing(show)))
        case Points():
            return Markup(render("point_chart.html", say, drawing=PointDrawing(show)))
        case Bars():
            return _drawn(_bars_table(show), say)
        case Rows():
            shown = json.loads(show.payload)["rows"]
            return _rendered("rows", say, shown)
        case File():
            return _rendered("file", say, show)
        case Code():
            return _rendered("code", say, show)
        case Picture():
            payload = read_payload(show.payload)
            if not payload["total"]:
                words = still_rows(payload)
                chips = tuple(Row((f"{label} {note}", tuple(map(Chip, tokens)))) for label, note, tokens in words)
                return _drawn(DataTable(show.name, (Heading(""), Heading("")), chips), say)
            frames = payload["frames"]
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


def _bars_table(chart: Bars) -> DataTable:
    """Return bars as a table with a bar before each value."""
    rows = (Row((bar.name, Bar(bar.text, chart.share(bar), bar.hue))) for bar in chart.bars)
    return DataTable(chart.alt, (Heading(""), Heading(chart.title)), tuple(rows))
