"""Catalogs for tests: the complete languages, catalogs with additional texts, and one that returns keys."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from string import Formatter

import pytest

from tokviz import guides, texts
from tokviz.views.shared import catalog

COMPLETE = ("en", "zh")
"""The languages in which nothing may be missing: no lesson, no term, no list of words.

Another one starts with its catalog alone, and shows the rest in English. What it has already is tested as theirs is;
once it has everything, it stands here, so that it stays so.
"""

_CACHES = (texts.templates, catalog.load, guides.load)


@contextmanager
def more_texts(folder: Path, patch: pytest.MonkeyPatch, more: Mapping[str, Mapping[str, str]]) -> Iterator[None]:
    """`more`: language -> its texts beside the English ones, or beside its own if it is one of the app's."""
    for language in {**texts.LANGUAGES, **more}:
        own = texts.templates(language if language in texts.LANGUAGES else "en")
        content = {**own, **more.get(language, {})}
        (folder / f"{language}.json").write_text(json.dumps(content), encoding="utf-8")
    patch.setattr(texts, "_FOLDER", folder)
    for one in _CACHES:
        one.cache_clear()
    for language, name in texts._names().items():
        patch.setitem(texts._LANGUAGES, language, name)
    yield
    for one in _CACHES:
        one.cache_clear()


def _spelled(key: str, template: str) -> str:
    """Return a template that says its key and what is filled in: `count.times` with n becomes `count.times(n={n})`."""
    names = dict.fromkeys(name for _, name, _, _ in Formatter().parse(template) if name)
    return f"{key}({', '.join(f'{name}={{{name}}}' for name in names)})" if names else key


KEYS = catalog.Catalog(
    "en",
    {
        key: text if key.startswith(("number.", "list.", "exercise.space")) else _spelled(key, text)
        for key, text in texts.templates("en").items()
    },
)
"""Says keys and values instead of sentences, so that a test asserts what is said, and not in which words:
`count.times(n=9)` for "9 times". Numbers and lists are as in English."""
