"""``tokviz train --view`` and ``tokviz view``: a view of a page as text, and the list of those that there are."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Mapping, Sequence

from tokviz.cli import files, tables
from tokviz.cli.inputs import Trained
from tokviz.cli.inputs import title as title_of
from tokviz.cli.options import choose
from tokviz.cli.shows import SAVED, text_of
from tokviz.errors import TokvizError
from tokviz.memory import LocalMemory
from tokviz.views.pages.registry import PAGES, names, page_of, view_of
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shows import Choice, Field, Given, Seen, Show, files_among, with_tables

LIST = "list"
"""The name that asks for the list of the views."""
_MOST_NAMED = 20  # values of a field that an error names


def contents(trained: Trained, name: str, steps: Sequence[int], values: Sequence[str], say: Catalog) -> str | bytes:
    """Return a view after so many steps, at the end where none is named, or a file of it. values: ``NAME=VALUE`` of its
    fields, and of the file.

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
        if SAVED in ask.values:
            return _saved(shows, ask)
        shown = text_of(with_tables(shows, ask, say), say)
        ask.check_all_asked()
        written += f"\n{say('cli.step', step=step, total=len(trace))}\n\n{shown}"
    return written


def run(arguments: Namespace, say: Catalog) -> int:
    """Print the views of a page that trains nothing step by step, or one of them."""
    arguments.add_files()
    page = page_of(choose("PAGE", arguments.page, PAGES))
    known = {name: title for name, (title, _) in page.views.items()}
    wanted = arguments.view or LIST
    choose("--view", wanted, (LIST, *known))
    if wanted == LIST:
        files.write(_listed(known, say), arguments.output)
        return 0
    given = _fields(arguments.values)
    linked = {name: value for name, value in given.items() if name in page.form.parameters | {page.form.key}}
    state, wrong = page.read(linked)
    if wrong:
        raise TokvizError("cli-set-value", name=wrong[0], value=linked[wrong[0]])
    ask = _Checked({name: value for name, value in given.items() if name not in linked})
    opened = page.opened(state, LocalMemory(), say)  # some views are there for some links only
    shows = opened[choose("--view", wanted, (LIST, *opened))](ask)
    if SAVED in ask.values:
        saved = _saved(shows, ask, {page.form.key, *page.form.parameters})
        if isinstance(saved, bytes) and arguments.output is None and files.is_screen():
            raise TokvizError("cli-binary", format=ask.values[SAVED])
        files.write(saved, arguments.output)
        return 0
    shown = text_of(with_tables(shows, ask, say), say)
    ask.check_all_asked({page.form.key, *page.form.parameters})
    files.write(shown, arguments.output)
    return 0


def file_named(values: Sequence[str]) -> str:
    """Return the name of the file that values of fields ask for; empty where they ask for none."""
    return next((name for field, _, name in (value.partition("=") for value in values) if field == SAVED), "")


def _saved(shows: Iterable[Show], ask: _Checked, others: Iterable[str] = ()) -> str | bytes:
    """Return the file of a view that is named. Raises TokvizError for one that there is not."""
    there = {file.name: file for file in files_among(shows) if not file.is_refused}
    ask.check_all_asked({SAVED, *others})
    return there[choose(f"--set {SAVED}", ask.values[SAVED], tuple(there))].make()


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
