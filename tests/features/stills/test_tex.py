r"""Stills for TeX: balanced groups and known commands alone, so that no word is ever a command.

TeX itself is 370 MB with what Beamer needs, too large to be installed for tests; `python -m tools.bench.stills`
compiles what is written, wherever it is installed.
"""

from __future__ import annotations

import re
from unicodedata import east_asian_width

import pytest
from hypothesis import given

from tests.features.stills.pictures import KINDS, drawn, hostile, texts
from tests.strategies import hostile_texts
from tokviz.features.stills.tex import _LATIN, beamer, escaped, tikz
from tokviz.pretokenize.byte_level import BYTE_TO_CHAR
from tokviz.views.shared.catalog import LANGUAGES

COMMAND = re.compile(r"\\([A-Za-z]+|.)", re.DOTALL)
DRAWING = {"path", "draw", "node", "definecolor", "color", "resizebox", "begin", "end", "linewidth", "par", "medskip"}
DRAWING |= {"fontsize", "selectfont", "sffamily", "ttfamily", "bfseries", "textheight", "textwidth", "centering"}
DRAWING |= {"providecommand", "tokvizfont", "tokvizunicode", "ifdefined", "Umathchar", "else", "fi", "fbox", "tiny"}
DRAWING |= {"noindent", "kern", "rule"}
DOCUMENT = {"documentclass", "usepackage", "IfFontExistsTF", "newfontfamily", "IfFileExists", "useasboundingbox"}
DOCUMENT |= {"setbeamertemplate", "setbeamercolor"}
LETTERS = {"textbackslash", "textasciicircum", "textasciitilde", "textless", "textgreater", "textbar", "char"}
LETTERS |= {"textquotesingle", "textasciigrave", "textvisiblespace", "ensuremath", "to", "leftarrow", "times", "approx"}
LETTERS |= {"emptyset", "triangleright", "surd", "bigtriangleup", "bigtriangledown", "textperiodcentered", "dots"}
LETTERS |= {"textendash", "textemdash", "textquoteright", "textquoteleft", "textquotedblleft", "textquotedblright"}
LETTERS |= {"triangleleft", "pm", "div", "alpha", "psi", "ll", "gg", "nobreakspace", "tokvizmark", "i"}
LETTERS |= set(_LATIN.values())
LETTERS |= {"ss", "ae", "AE", "oe", "OE", "o", "O", "l", "L", "textsuperscript", "tokvizunicode"}
SIGNS = set("{}$&#%_ `'^~=\".") | set("urHvc")  # escaped signs, and accents


def check(text: str, known: set[str]) -> None:
    """Read a text as TeX does: commands are known, groups close, and no other character means anything."""
    commands = set(COMMAND.findall(text))
    assert commands <= known | LETTERS | SIGNS, commands - known - LETTERS - SIGNS
    bare = COMMAND.sub("", text)
    depth = 0
    for letter in bare:
        depth += (letter == "{") - (letter == "}")
        assert depth >= 0
    assert depth == 0
    assert "^^" not in bare


def without_comments(text: str) -> str:
    return re.sub(r"(?m)(?<!\\)%.*$", "", text)


@pytest.mark.parametrize("kind", KINDS)
def test_pictures_and_slides_are_whole(kind: str) -> None:
    figures = drawn(kind)
    picture, slides = without_comments(tikz(figures)), without_comments(beamer(figures))
    check(picture, DRAWING)
    check(slides, DRAWING | DOCUMENT)
    assert picture.count(r"\begin{tikzpicture}") == picture.count(r"\end{tikzpicture}") == len(figures)
    assert slides.count(r"\begin{frame}") == slides.count(r"\end{frame}") == len(figures)
    assert len(re.findall(r"(?<!\\)#", slides)) == 2  # the arguments of our own command


@given(hostile_texts())
def test_no_text_is_a_command(text: str) -> None:
    made = escaped(text)
    check(made, set())
    bare = COMMAND.sub("", made)
    assert not set("#$%&_^~\\") & set(bare)
    assert bare.isascii() or r"\tokvizunicode" in made


@given(hostile_texts())
def test_hostile_words_stay_text_in_slides(word: str) -> None:
    figures = hostile(word)
    check(without_comments(beamer(figures)), DRAWING | DOCUMENT)
    assert all(line.isascii() or r"\tokvizunicode" in line for line in tikz(figures).splitlines())


@pytest.mark.parametrize(
    "word",
    [r"\write18{rm -rf x}", r"\input{/etc/passwd}", "^^5cinput", "}\\end{document}", "%", "\n\\bye", "$x$", "~#1"],
)
def test_injected_commands_are_printed(word: str) -> None:
    made = escaped(word)
    assert not re.search(r"\\(write|input|end|bye)", made)
    check(made, set())


def test_letters_beyond_latin_have_their_numbers() -> None:
    assert escaped("中文") == r"\tokvizunicode{4E2D 6587}{中文}"
    assert escaped("naïve") == r"na\"{i}ve"
    assert escaped("\u202e") == r"\tokvizunicode{202E}{" + "\ufffd}"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_signs_of_ours_are_printed_by_every_engine(kind: str, language: str) -> None:
    """Only letters of other scripts, with their punctuation, are left to engines for Unicode."""
    figures = drawn(kind, language=language)
    shown = "".join(text for figure in figures for text in texts(figure))
    left = {letter for letter in shown if r"\tokvizunicode" in escaped(letter)}
    assert all(east_asian_width(letter) in "WF" for letter in left), left
    assert language != "en" or not left
    assert "\ufffd" not in tikz(figures)


def test_no_break_spaces_and_marks_of_words() -> None:
    assert escaped("15\u00a0/\u00a0(36)") == r"15\nobreakspace{}/\nobreakspace{}(36)"
    assert escaped("▁low") == r"\tokvizmark{}low"
    score = next(text for text in texts(drawn("wordpiece", 2)[0]) if "\u00a0" in text)
    assert r"\tokvizunicode" not in escaped(score)


def test_bytes_are_printed_by_every_engine_as_far_as_every_font_has_them() -> None:
    left = {letter for letter in BYTE_TO_CHAR.values() if r"\tokvizunicode" in escaped(letter)}
    assert len(left) < 30
    assert "Ġ" not in left
