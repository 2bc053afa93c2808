"""The files of sentences: read, written and compared. `python -m tests.wording.snapshots` writes all of them again.

A file is `<topic>.<language>.txt`: a line that says what a sentence is about, and below it the sentence. Spaces that do
not break lines, and thin ones, are written as plain ones.
"""

from __future__ import annotations

from pathlib import Path

from tests.catalogs import COMPLETE
from tests.wording.topics import TOPICS
from tokviz.views.shared.catalog import load

__all__ = ["path", "rendered"]

_PLAIN = str.maketrans("\u00a0\u2009\u202f", "   ")


def path(topic: str, language: str) -> Path:
    """Return the file of a topic in one language."""
    return Path(__file__).with_name(f"{topic}.{language}.txt")


def rendered(topic: str, language: str) -> str:
    """Return the content that the file should have."""
    lines = [f"# {about}\n{said.translate(_PLAIN)}\n" for about, said in TOPICS[topic](load(language))]
    return "\n".join(lines)


if __name__ == "__main__":
    for topic in TOPICS:
        for language in COMPLETE:
            path(topic, language).write_text(rendered(topic, language), encoding="utf-8")
