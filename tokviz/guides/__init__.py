"""Guided lessons as data: a title and a sequence of cards, each for one address and one part of its page.

A guide is a TOML file in ``assets/guides``; docs/how-to/write-a-lesson.md tells a teacher how to write one. What is
read here is all that can be known without the pages: names, languages, lengths, the order of steps. Whether an
address means what its card says is up to the pages, and to the tests. Nothing here draws anything.

>>> guide = load("bpe")
>>> guide.cards[0].page, guide.cards[0].query["example"], guide.cards[0].part
('bpe', 'sennrich', 'picture')
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from tokviz.errors import FormatError, RulesError
from tokviz.guides.files import length, parse
from tokviz.guides.records import MAX_TEXT, MAX_TITLE, ROUTES, WHY, Ask, Card, Guide, Reason, Stop, Texts, lecture
from tokviz.location import site

__all__ = ["MAX_TEXT", "MAX_TITLE", "ORDER", "ROUTES", "WHY", "Ask", "Card", "Guide", "Reason", "Texts"]
__all__ += ["Stop", "lecture", "length", "load", "names", "parse"]

ORDER = ("why", "bpe", "bytes", "wordpiece", "unigram", "tokens", "compare", "consequences", "choosing", "newer")
"""Ours, one after the other; those of others follow in the order of their names."""

_FOLDER = site() / "assets" / "guides"


def names() -> tuple[str, ...]:
    """Return the names of the guides, which are those of their files, in the order in which they are offered.

    >>> names()[:2]
    ('why', 'bpe')
    """
    file_names = {path.stem for path in _FOLDER.glob("*.toml")}
    return (*(name for name in ORDER if name in file_names), *sorted(file_names.difference(ORDER)))


def load(name: str) -> Guide:
    """Return the guide of that name. A file that has changed is read again.

    Raises RulesError for an unknown name, FormatError, with file and card, for a file that is not as it should be.
    """
    if name not in names():
        raise RulesError("guide-unknown", value=name, choices=", ".join(names()))
    path = _FOLDER / f"{name}.toml"
    return _read(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _read(path: Path, _changed: int) -> Guide:
    try:
        source = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise FormatError("guide-encoding", file=path.name) from None
    return parse(path.stem, source, path.name)
