"""HTML from the templates in the folder ``templates``, which is the only place where there is any.

What a template is given is escaped as it is written, unless the template says that it is safe; a name that it is not
given is an error. What there is to show is worked out before, in Python.
"""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.scripts import sheet

__all__ = ["environment", "render", "source"]

_PACKAGE = "tokviz.views"


def environment() -> Environment:
    """Return where the templates are, and how they are read."""
    made = Environment(
        loader=PackageLoader(_PACKAGE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":")}
    return made


_ENVIRONMENT = environment()


def render(template: str, say: Catalog, **values: object) -> str:
    """Return the template, filled in. It may also ask `say` for sentences.

    Half characters (surrogates) become question marks, so that the HTML can be written as UTF-8.
    """
    made = _ENVIRONMENT.get_template(template).render(say=say, **values)
    return made.encode("utf-8", "replace").decode("utf-8")


def source(name: str) -> str:
    """Return a file of the templates' folder as it stands; what a style sheet imports stands in its place.

    >>> source("report.css").startswith("/*")
    True
    """
    assert _ENVIRONMENT.loader
    text, path, _ = _ENVIRONMENT.loader.get_source(_ENVIRONMENT, name)
    return sheet(Path(path)) if path and name.endswith(".css") else text
