"""``tokviz get``: fetches tokenizers by name, or lists those on this machine. It alone of the command line fetches."""

from __future__ import annotations

from argparse import Namespace
from functools import partial

from tokviz.cli import files
from tokviz.cli.tables import table
from tokviz.errors import TokvizError
from tokviz.features.hub.fetching import Progress, fetch
from tokviz.files.by_name import Named, on_this_machine
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.messages import error_text

__all__ = ["run"]

_WRONG = 2


_KINDS = {
    "shipped": "cli.get.kind.shipped",
    "folder": "cli.get.kind.folder",
    "fetched": "cli.get.kind.fetched",
}


def run(arguments: Namespace, say: Catalog) -> int:
    """Fetch each name; one that fails is a line, and the others are fetched all the same."""
    if not arguments.name:
        files.write(_listed(say))
        return 0
    code = 0
    for name in arguments.name:
        try:
            fetched = fetch(name, offline=arguments.offline, on_progress=partial(_tell_progress, name, say))
        except TokvizError as error:
            files.rewrite("")
            files.write_error(error_text(error, say))
            code = _WRONG
        else:
            files.rewrite("")
            files.write(f"{fetched.name}: {_files(fetched)}\n")
    return code


def _tell_progress(name: str, say: Catalog, at: Progress) -> None:
    total = "" if at.total is None else f" / {say.integer(at.total)}"
    files.rewrite(f"{name}: {at.file}  {say.integer(at.done)}{total}")


def _listed(say: Catalog) -> str:
    rows = [[named.name, say(_KINDS[named.kind]), _files(named)] for named in on_this_machine().values()]
    return table([say("cli.column.name"), say("cli.column.from"), say("cli.column.files")], rows, say)


def _files(named: Named) -> str:
    return " + ".join(path.name for path in named.files)
