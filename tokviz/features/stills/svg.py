"""A figure as SVG: real text, a title and a description for readers who hear it, no script and no style sheet."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

import regex

from tokviz.features.stills.figure import Box, Figure, Line, Run, Shape, Text

_SANS = (
    "'Source Sans 3', 'Source Sans', 'Source Sans Pro', system-ui, 'Segoe UI', 'Helvetica Neue', 'Noto Sans', "
    "'DejaVu Sans', 'Noto Sans CJK SC', sans-serif"
)
_MONO = (
    "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Noto Sans Mono', "
    "'Noto Sans Mono CJK SC', monospace"
)
_BOLD = "600"
# XML has no form for these, not even escaped.
_NO_XML = regex.compile(r"[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\U00010000-\U0010FFFF]")


def svg(figure: Figure) -> str:
    """Return a figure as an SVG document.

    >>> from tokviz.features.stills.figure import Figure, Run, Text
    >>> drawn = svg(Figure(10, 10, "#ffffff", (Text(0, 0, (Run("<b>", "#000000"),)),), "a & b", "", "en"))
    >>> "<b>" in drawn, "&lt;b&gt;" in drawn, "<title>a &amp; b</title>" in drawn
    (False, True, True)
    """
    width, height = _number(figure.width), _number(figure.height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img" lang={_attribute(figure.language)} xml:space="preserve">',
        f"<title>{_text(figure.title)}</title>",
        f"<desc>{_text(figure.description)}</desc>",
        f'<rect width="{width}" height="{height}" fill="{figure.ground}"/>',
        f'<g font-family="{_SANS}">',
        *map(_shape, figure.shapes),
        "</g>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _shape(shape: Shape) -> str:
    if isinstance(shape, Box):
        return f"<rect {' '.join(_of_box(shape))}/>"
    if isinstance(shape, Line):
        dashes = ' stroke-dasharray="5 3"' if shape.is_dashed else ""
        ends = zip(("x1", "y1", "x2", "y2"), (shape.x, shape.y, shape.to_x, shape.to_y), strict=True)
        places = " ".join(f'{name}="{_number(value)}"' for name, value in ends)
        return f'<line {places} stroke="{shape.color}" stroke-width="{_number(shape.thickness)}"{dashes}/>'
    return _of_text(shape)


def _of_box(box: Box) -> Iterator[str]:
    yield f'x="{_number(box.x)}" y="{_number(box.y)}" width="{_number(box.width)}" height="{_number(box.height)}"'
    yield f'rx="{_number(box.radius)}" fill="{box.fill or "none"}"'
    if box.stroke:
        yield f'stroke="{box.stroke}" stroke-width="{_number(box.thickness)}"'
    if box.is_dashed:
        yield 'stroke-dasharray="5 3"'


def _of_text(text: Text) -> str:
    anchor = "" if text.anchor == "start" else f' text-anchor="{text.anchor}"'
    runs = "".join(_of_run(run, text.size) for run in text.runs)
    return f'<text x="{_number(text.x)}" y="{_number(text.y)}" font-size="{_number(text.size)}"{anchor}>{runs}</text>'


def _of_run(run: Run, size: float) -> str:
    style = [f'fill="{run.color}"']
    if run.is_mono:
        style.append(f'font-family="{_MONO}"')
    if run.is_bold:
        style.append(f'font-weight="{_BOLD}"')
    if run.scale != 1:
        style.append(f'font-size="{_number(size * run.scale)}"')
    return f"<tspan {' '.join(style)}>{_text(run.text)}</tspan>"


def _number(value: float) -> str:
    """Return a number without digits that nobody sees."""
    return f"{value:.1f}".removesuffix(".0")


def _text(text: str) -> str:
    return escape(_NO_XML.sub("\ufffd", text))


def _attribute(text: str) -> str:
    return quoteattr(_NO_XML.sub("\ufffd", text))
