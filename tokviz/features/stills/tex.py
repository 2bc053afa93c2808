r"""Figures as TikZ pictures for a paper, and as a Beamer document with a frame for each step.

Everything that users type becomes plain ASCII or is an argument of ``\tokvizunicode``, so that no text is ever a
command. pdfLaTeX has no letters beyond Latin: there their numbers are printed in place of them; XeLaTeX and LuaLaTeX
print them with the fonts of the document.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import groupby
from types import MappingProxyType

from tokviz.features.stills.figure import Box, Figure, Line, Run, Shape, Text

_ESCAPED = MappingProxyType(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "$": r"\$",
        "&": r"\&",
        "#": r"\#",
        "%": r"\%",
        "_": r"\_",
        "^": r"\textasciicircum{}",
        "~": r"\textasciitilde{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': r"{\char34}",  # babel has meanings for it
        "'": r"\textquotesingle{}",
        "`": r"\textasciigrave{}",
        "-": "{-}",  # two of them would be a dash, two commas a quotation mark
        ",": "{,}",
        "␣": r"\textvisiblespace{}",
        "→": r"\ensuremath{\to}",
        "←": r"\ensuremath{\leftarrow}",
        "×": r"\ensuremath{\times}",
        "−": r"\ensuremath{-}",
        "≈": r"\ensuremath{\approx}",
        "∅": r"\ensuremath{\emptyset}",
        "▸": r"\ensuremath{\triangleright}",
        "✕": r"\ensuremath{\times}",
        "✓": r"\ensuremath{\surd}",
        "▲": r"\ensuremath{\bigtriangleup}",
        "▼": r"\ensuremath{\bigtriangledown}",
        "·": r"\textperiodcentered{}",
        "…": r"\dots{}",
        "«": r"\ensuremath{\ll}",
        "»": r"\ensuremath{\gg}",
        "◂": r"\ensuremath{\triangleleft}",
        "✗": r"\ensuremath{\times}",
        "±": r"\ensuremath{\pm}",
        "÷": r"\ensuremath{\div}",
        "α": r"\ensuremath{\alpha}",
        "ψ": r"\ensuremath{\psi}",
        "▁": r"\tokvizmark{}",  # the mark of a word's start
        "–": r"\textendash{}",
        "—": r"\textemdash{}",
        "’": r"\textquoteright{}",
        "‘": r"\textquoteleft{}",
        "“": r"\textquotedblleft{}",
        "”": r"\textquotedblright{}",
        "ß": r"\ss{}",
        "æ": r"\ae{}",
        "Æ": r"\AE{}",
        "œ": r"\oe{}",
        "Œ": r"\OE{}",
        "ø": r"\o{}",
        "Ø": r"\O{}",
        "ı": r"\i{}",
        "ł": r"\l{}",
        "Ł": r"\L{}",
    }
)
_ACCENTS = MappingProxyType(
    {
        "\u0300": "`",
        "\u0301": "'",
        "\u0302": "^",
        "\u0303": "~",
        "\u0304": "=",
        "\u0306": "u",
        "\u0307": ".",
        "\u0308": '"',
        "\u030a": "r",
        "\u030b": "H",
        "\u030c": "v",
        "\u0327": "c",
    }
)
_LATIN = MappingProxyType(
    {
        "¡": "textexclamdown",
        "¢": "textcent",
        "£": "textsterling",
        "¤": "textcurrency",
        "¥": "textyen",
        "¦": "textbrokenbar",
        "§": "textsection",
        "¨": "textasciidieresis",
        "©": "textcopyright",
        "ª": "textordfeminine",
        "¬": "textlnot",
        "®": "textregistered",
        "¯": "textasciimacron",
        "°": "textdegree",
        "´": "textasciiacute",
        "µ": "textmu",
        "¶": "textparagraph",
        "º": "textordmasculine",
        "¼": "textonequarter",
        "½": "textonehalf",
        "¾": "textthreequarters",
        "¿": "textquestiondown",
    }
)
"""Signs that spell bytes, whose commands every LaTeX has."""
_SUPERSCRIPTS = MappingProxyType(dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-", strict=True)))

_UNICODE = r"""\providecommand{\tokvizfont}{}
\providecommand{\tokvizmark}{\kern.05em\rule[-.15em]{.45em}{.1em}\kern.05em}
\providecommand{\tokvizunicode}[2]{\ifdefined\Umathchar{\tokvizfont#2}\else\fbox{\tiny#1}\fi}
"""
_TIKZ_HEAD = rf"""% Made with tokviz. Needs \usepackage{{tikz}}; for letters beyond Latin, XeLaTeX or LuaLaTeX and
% \newfontfamily\tokvizfont{{a font that has them}}.
{_UNICODE}"""
_BEAMER_HEAD = rf"""% Made with tokviz. A frame for each step; for letters beyond Latin, XeLaTeX or LuaLaTeX.
\documentclass[aspectratio=169]{{beamer}}
\usepackage{{tikz}}
\ifdefined\Umathchar
  \usepackage{{fontspec}}
  \IfFontExistsTF{{Noto Sans CJK SC}}{{\newfontfamily\tokvizfont{{Noto Sans CJK SC}}}}{{%
    \IfFontExistsTF{{Droid Sans Fallback}}{{\newfontfamily\tokvizfont{{Droid Sans Fallback}}}}{{}}}}
\else
  \usepackage[T1]{{fontenc}}
  \IfFileExists{{lmodern.sty}}{{\usepackage{{lmodern}}}}{{}}
\fi
{_UNICODE}\setbeamertemplate{{navigation symbols}}{{}}
"""
_CROP = 22  # of the margin: a slide has its own
_WIDEST = 1.9  # a wider figure fills the width of a slide, and another its height


def escaped(text: str) -> str:
    r"""Return a text for TeX, where nothing in it is a command.

    >>> escaped(r"\input{a}"), escaped("50%"), escaped("é␣")
    ('\\textbackslash{}input\\{a\\}', '50\\%', "\\'{e}\\textvisiblespace{}")
    """
    parts = []
    for is_plain, letters in groupby(text, key=lambda letter: _plain(letter) is not None):
        group = list(letters)
        if is_plain:
            parts += [_plain(letter) or "" for letter in group]
        else:
            numbers = " ".join(f"{ord(letter):04X}" for letter in group)
            printed = "".join(_printed(letter) for letter in group)
            parts.append(rf"\tokvizunicode{{{numbers}}}{{{printed}}}")
    return "".join(parts)


def _plain(letter: str) -> str | None:
    """Return a character in ASCII; None for one that only some engines print."""
    if letter in _ESCAPED:
        return _ESCAPED[letter]
    if letter == " ":
        return r"\ "
    if unicodedata.category(letter) == "Zs":  # such as those in a formula, which a line does not end with
        return r"\nobreakspace{}"
    if letter.isascii() and letter.isprintable():
        return letter
    if letter in _LATIN:
        return rf"\{_LATIN[letter]}{{}}"
    if letter in _SUPERSCRIPTS:
        return rf"\textsuperscript{{{_SUPERSCRIPTS[letter]}}}"
    base, *marks = list(unicodedata.normalize("NFD", letter))
    if len(marks) == 1 and marks[0] in _ACCENTS and base.isascii() and base.isalpha():
        return rf"\{_ACCENTS[marks[0]]}{{{base}}}"
    return None


def _printed(letter: str) -> str:
    """Return a character as an engine for Unicode gets it; none that is invisible, or no character at all."""
    is_seen = unicodedata.category(letter)[0] not in "CZ" or letter == "\u200d"
    return letter if is_seen else "\ufffd"


# -- documents ---------------------------------------------------------------------------------------------------------


def tikz(figures: Sequence[Figure]) -> str:
    r"""Return figures as pictures that ``\input`` puts into a paper, each as wide as its lines."""
    pictures = ("\\noindent" + _resized(figure, r"{\linewidth}{!}") for figure in figures)
    return _TIKZ_HEAD + "\\par\\medskip\n".join(pictures)


def beamer(figures: Sequence[Figure]) -> str:
    """Return a document with a frame for each figure."""
    parts = [_BEAMER_HEAD]
    if figures:
        parts.append(rf"\definecolor{{tokvizground}}{{HTML}}{{{_hex(figures[0].ground)}}}" "\n")
        parts.append("\\setbeamercolor{background canvas}{bg=tokvizground}\n")
    parts.append("\\begin{document}\n")
    for figure in figures:
        is_wide = figure.width / figure.height > _WIDEST
        size = r"{\textwidth}{!}" if is_wide else r"{!}{0.94\textheight}"
        parts.append(f"\\begin{{frame}}[plain]\n\\centering\n{_resized(figure, size, _CROP)}\\end{{frame}}\n")
    parts.append("\\end{document}\n")
    return "".join(parts)


def _resized(figure: Figure, size: str, crop: int = 0) -> str:
    return f"\\resizebox{size}{{%\n{_picture(figure, crop)}}}\n"


def _picture(figure: Figure, crop: int) -> str:
    """Return a figure as a picture. crop: so much of its margin does not count."""
    shapes = [
        Box(0, 0, figure.width, figure.height, figure.ground, radius=0),
        *figure.shapes,
    ]
    colors = list(dict.fromkeys(color for shape in shapes for color in _colors(shape)))
    names = {color: f"tokviz{number}" for number, color in enumerate(colors)}
    lines = [
        "\\begin{tikzpicture}[x=1bp,y=-1bp,inner sep=0bp,outer sep=0bp]",
        *([_bounds(figure, crop)] if crop else []),
        *(rf"\definecolor{{{name}}}{{HTML}}{{{_hex(color)}}}" for color, name in names.items()),
        *(line for shape in shapes for line in _drawn(shape, names)),
        "\\end{tikzpicture}%",
    ]
    return "\n".join(lines) + "\n"


def _bounds(figure: Figure, crop: int) -> str:
    ends = f"({crop},{crop}) rectangle ({_number(figure.width - crop)},{_number(figure.height - crop)})"
    return rf"\useasboundingbox {ends};"


def _hex(color: str) -> str:
    return color.removeprefix("#").upper()


def _colors(shape: Shape) -> Iterator[str]:
    if isinstance(shape, Box):
        yield from filter(None, (shape.fill, shape.stroke))
    elif isinstance(shape, Line):
        yield shape.color
    else:
        yield from (run.color for run in shape.runs)


def _drawn(shape: Shape, names: dict[str, str]) -> Iterator[str]:
    if isinstance(shape, Box):
        options = [f"rounded corners={_number(min(shape.radius, shape.width / 2, shape.height / 2))}bp"]
        if shape.fill:
            options.append(f"fill={names[shape.fill]}")
        if shape.stroke:
            options.append(f"draw={names[shape.stroke]},line width={_number(shape.thickness)}bp")
        if shape.is_dashed:
            options.append("dash pattern=on 5bp off 3bp")
        ends = f"({_number(shape.x)},{_number(shape.y)}) rectangle ({_number(shape.x + shape.width)},"
        yield rf"\path[{','.join(options)}] {ends}{_number(shape.y + shape.height)});"
    elif isinstance(shape, Line):
        dashes = ",dash pattern=on 5bp off 3bp" if shape.is_dashed else ""
        options_of_line = f"{names[shape.color]},line width={_number(shape.thickness)}bp{dashes}"
        ends = f"({_number(shape.x)},{_number(shape.y)}) -- ({_number(shape.to_x)},{_number(shape.to_y)})"
        yield rf"\draw[{options_of_line}] {ends};"
    else:
        yield _node(shape, names)


_ANCHORS = {"start": "base west", "middle": "base", "end": "base east"}


def _node(text: Text, names: dict[str, str]) -> str:
    runs = "".join(_run(run, text.size, names) for run in text.runs)
    place = f"({_number(text.x)},{_number(text.y)})"
    return rf"\node[anchor={_ANCHORS[text.anchor]}] at {place} {{{runs}}};"


def _run(run: Run, size: float, names: dict[str, str]) -> str:
    size = size * run.scale
    styles = [
        rf"\fontsize{{{_number(size)}bp}}{{{_number(size * 1.2)}bp}}\selectfont",
        r"\ttfamily" if run.is_mono else r"\sffamily",
        *([r"\bfseries"] if run.is_bold else []),
        rf"\color{{{names[run.color]}}}",
    ]
    return f"{{{''.join(styles)}{escaped(run.text)}}}"


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
