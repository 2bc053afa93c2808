"""Which languages are held complete, and catalogs with more texts than those of the app, for one test."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

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
