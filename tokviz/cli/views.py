"""``tokviz train --view`` and ``tokviz view``: a view of a page as text, and the list of those that there are."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Mapping, Sequence

from tokviz.cli import files, tables
from tokviz.cli.inputs import Trained
from tokviz.cli.inputs import title as title_of
from tokviz.cli.options import choose
from tokviz.cli.shows import text_of
from tokviz.errors import TokvizError
from tokviz.memory import LocalMemory
from tokviz.views.pages.registry import PAGES, names, page_of, view_of
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shows import Choice, Field, Given, Seen, with_tables

__all__ = ["LIST", "contents", "run"]

LIST = "list"
"""The name that asks for the list of the views."""
_MOST_NAMED = 20  # values of a field that an error names


def contents(trained: Trained, name: str, steps: Sequence[int], values: Sequence[str], say: Catalog) -> str:
    """Return a view after so many steps, at the end where none is named. values: ``NAME=VALUE`` of its fields.

    Raises TokvizError for a view, a field or a value that there is not.
    """
    trace, algorithm = trained.trace, trained.request.algorithm
    memory = LocalMemory()
    known = names(Seen(trace, trained.request, len(trace), say, memory))
    choose("--view", name, (LIST, *known))
    if name == LIST:
        return _listed(known, say)
    view = view_of(algorithm, name)
    assert view is not None
    written = f"{title_of(trained, say)}\n"
    for step in steps or (len(trace),):
        ask = _Checked(_fields(values))
        shows = view(Seen(trace, trained.request, step, say, memory), ask)
        shown = text_of(with_tables(shows, ask, say), say)
        ask.check_all_asked()
        written += f"\n{say('cli.step', step=step, total=len(trace))}\n\n{shown}"
    return written


def run(arguments: Namespace, say: Catalog) -> int:
    """Print the views of a page that trains nothing step by step, or one of them."""
    page = page_of(choose("PAGE", arguments.page, PAGES))
    known = {name: title for name, (title, _) in page.views.items()}
    wanted = arguments.view or LIST
    choose("--view", wanted, (LIST, *known))
    if wanted == LIST:
        files.write(_listed(known, say))
        return 0
    given = _fields(arguments.values)
    linked = {name: value for name, value in given.items() if name in page.form.parameters | {page.form.key}}
    state, wrong = page.read(linked)
    if wrong:
        raise TokvizError("cli-set-value", name=wrong[0], value=linked[wrong[0]])
    ask = _Checked({name: value for name, value in given.items() if name not in linked})
    opened = page.opened(state, LocalMemory(), say)  # some views are there for some links only
    shows = opened[choose("--view", wanted, (LIST, *opened))](ask)
    shown = text_of(with_tables(shows, ask, say), say)
    ask.check_all_asked({page.form.key, *page.form.parameters})
    files.write(shown)
    return 0


def _listed(known: Mapping[str, str], say: Catalog) -> str:
    rows = [(view, say(title)) for view, title in known.items()]
    return tables.table((say("views.name"), say("views.title")), rows, say)


def _fields(values: Sequence[str]) -> Mapping[str, str]:
    """Return the values by the names of their fields. Raises TokvizError."""
    pairs = [value.partition("=") for value in values]
    for name, equals, _ in pairs:
        if not (name and equals):
            raise TokvizError("cli-set", value=name, names="NAME")
    return {name: value for name, _, value in pairs}


class _Checked(Given):
    """A host that refuses what a field cannot be, and fields that are not asked for."""

    def __call__(self, field: Field) -> str:
        wanted, value = self.values.get(field.name), super().__call__(field)
        if wanted is not None and value != wanted and isinstance(field, Choice):
            choices = ", ".join(name for name, _ in field.options[:_MOST_NAMED])
            raise TokvizError("cli-choice", option=f"--set {field.name}", value=wanted, choices=choices)
        return value

    def check_all_asked(self, others: Iterable[str] = ()) -> None:
        """Raise TokvizError for the first value whose field was not asked for. others: names that have a value, too."""
        names = [*dict.fromkeys([*(field.name for field in self.asked), *sorted(others)])]
        for name in self.values.keys() - set(names):
            raise TokvizError("cli-set", value=name, names=", ".join(names) or "–")
