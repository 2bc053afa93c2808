"""Catalogs for tests: the complete languages, catalogs with additional texts, one that returns keys, and patterns."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from string import Formatter

import pytest

from tokviz import guides, texts
from tokviz.views.shared import catalog
from tokviz.views.shared.sentences import Part, part_text

COMPLETE = ("en", "zh")
"""The languages in which nothing may be missing: no lesson, no term, no list of words.

Another one starts with its catalog alone, and shows the rest in English. What it has already is tested as theirs is;
once it has everything, it is listed here, so that it stays so.
"""

_CACHES = (texts.templates, catalog.load, guides._read)


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


def heading(page: str, say: catalog.Catalog, half: str = "train") -> str:
    """The heading of a page that trains an algorithm. half: of it, as its text is named."""
    return say(f"heading.{half}", page=say(f"page.{page}"))


def codes(sentence: Sequence[Part]) -> tuple[str, ...]:
    """Return the parts of a sentence that are set as code."""
    return tuple(part_text(part) for part in sentence if not isinstance(part, str))


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


def saying(key: str, language: str = "en", /, **values: object) -> re.Pattern[str]:
    """Return a pattern for the sentence `key` with these values in it. A value that is not given may be anything.

    >>> line = catalog.load("en")("error.cli-step", value=99, total=7)
    >>> bool(saying("error.cli-step", value=99).search(line)), bool(saying("error.cli-step", value=9).search(line))
    (True, False)
    """
    say = catalog.load(language)
    fields = list(Formatter().parse(say.templates[key]))
    unknown = values.keys() - {name for _, name, _, _ in fields}
    assert not unknown, f"{key} has no {unknown}"
    parts = []
    for literal, name, _, _ in fields:
        parts.append(re.escape(literal))
        if name is not None:
            parts.append(re.escape(str(say._filled(values[name]))) if name in values else ".*?")
    return re.compile("".join(parts), re.DOTALL)
