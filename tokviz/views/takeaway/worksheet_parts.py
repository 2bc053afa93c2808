"""The parts of a worksheet: a pen that leaves a blank or fills it in, tables side by side, sentences.

The sheet and its solution are drawn by the same functions with two pens, so that they have one layout. What a pen
writes is an answer; all else is given. All text is escaped here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import TypeVar

from tokviz.views.merges.narration import Sentence
from tokviz.views.shared.display import shorten, visible

__all__ = ["Pen", "block", "given", "note", "paragraph", "shown", "table", "tables", "token", "tokens"]

Row = TypeVar("Row")


@dataclass(frozen=True)
class Pen:
    """Writes answers where the sheet is `filled`, and leaves room for them where it is not."""

    filled: bool

    def cell(self, answer: str, kind: str = "", *, stressed: bool = False) -> str:
        """A cell of a table. kind: a class of the style sheet; stressed: the answer is set bold.

        >>> Pen(True).cell("<b>"), Pen(False).cell("<b>")
        ('<td class="answer">&lt;b&gt;</td>', '<td class="blank"></td>')
        """
        if not self.filled:
            return f'<td class="{_classes("blank", kind)}"></td>'
        text = f"<strong>{escape(answer)}</strong>" if stressed else escape(answer)
        return f'<td class="{_classes("answer", kind)}">{text}</td>'

    def line(self, label: str, answer: str, kind: str = "") -> str:
        """A label with its answer behind it, for a line of such."""
        if self.filled:
            filled = f'<span class="{_classes("answer", kind)}">{escape(answer)}</span>'
        else:
            filled = f'<span class="{_classes("blank", kind)}"></span>'
        return f'<span class="asked"><span class="label">{escape(label)}</span> {filled}</span>'

    def reasons(self, label: str, sentences: Iterable[Sentence]) -> str:
        """A label with room for two lines of writing, or with the sentences that explain it."""
        asked = f'<p class="label">{escape(label)}</p>'
        if not self.filled:
            return f'{asked}\n<div class="ruled"></div>'
        return "\n".join((asked, *(paragraph(sentence, "answer") for sentence in sentences)))


def given(text: str, kind: str = "") -> str:
    """A cell of a table with something that is not asked for."""
    return f'<td class="{kind}">{escape(text)}</td>' if kind else f"<td>{escape(text)}</td>"


def table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of cells, under these headings."""
    head = "".join(f'<th scope="col">{escape(title)}</th>' for title in titles)
    body = "\n".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"


def tables(titles: Sequence[str], rows: Sequence[Sequence[str]], beside: int) -> str:
    """The same in up to `beside` tables side by side, read one after the other from the top."""
    deep = max(1, -(-len(rows) // beside))
    parts = [table(titles, rows[start : start + deep]) for start in range(0, len(rows), deep)]
    return f'<div class="beside">\n{"".join(parts)}\n</div>'


def block(title: str, *parts: str) -> str:
    """Something asked for, which stays on one page if it can."""
    inside = "\n".join(part for part in parts if part)
    return f'<div class="block">\n<h3>{escape(title)}</h3>\n{inside}\n</div>'


def paragraph(sentence: Sentence, kind: str = "") -> str:
    """A sentence with its tokens set as code."""
    text = "".join(f"<code>{escape(part)}</code>" if i % 2 else escape(part) for i, part in enumerate(sentence))
    return f'<p class="{kind}">{text}</p>' if kind else f"<p>{text}</p>"


def note(text: str) -> str:
    """A remark."""
    return f'<p class="note">{escape(text)}</p>'


def shown(rows: Iterable[Row], most: int, worth: Callable[[Row], float]) -> list[Row]:
    """The `most` rows that are worth most, in the order in which they come.

    >>> shown([1, 5, 2, 4], 2, float)
    [5, 4]
    """
    every = list(rows)
    kept = set(sorted(range(len(every)), key=lambda place: -worth(every[place]))[:most])
    return [row for place, row in enumerate(every) if place in kept]


def token(symbol: str) -> str:
    """A symbol or piece as it is written on paper: visible."""
    return shorten(visible(symbol))


def tokens(symbols: Iterable[str]) -> str:
    """Symbols one after the other, apart."""
    return "  ".join(map(visible, symbols))


def _classes(*names: str) -> str:
    return " ".join(filter(None, names))
