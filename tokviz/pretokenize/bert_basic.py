"""BERT's basic tokenization: what happens to a text before WordPiece sees its words, with every step on request.

Clean the text, set ideographs apart, lower-case, take the accents off, split at white space and punctuation. Source:
`BasicTokenizer` of google-research/bert, `tokenization.py`. tokenizers does the same in two parts, `BertNormalizer` and
`BertPreTokenizer`; where the two differ this follows BERT:

- A capital sigma at the end of a word becomes the final small one; tokenizers lower-cases character by character.
- Private-use characters stay; tokenizers drops them as controls.
- U+2B820 to U+2B91F are ideographs; tokenizers leaves them out.

tokenizers takes accents off before it lower-cases, which makes no difference. Categories are those of the Unicode
tables in `regex`, lower case and decomposition those of Python; tables of other years see recent characters otherwise.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

import regex

StepName = Literal["clean", "ideographs", "lower", "decompose", "strip", "split"]

IDEOGRAPHS = (
    r"\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF"
    r"\U00020000-\U0002A6DF\U0002A700-\U0002B73F\U0002B740-\U0002B81F\U0002B820-\U0002CEAF\U0002F800-\U0002FA1F"
)
"""BERT's CJK characters, for a character class: ideographs and their compatibility forms, but no kana and no hangul."""

PUNCTUATION = r"\p{P}!-/:-@\[-`{-~"
"""BERT's punctuation, for a character class: also ASCII characters that Unicode calls symbols, as "$"."""

# Tab and line ends are controls too, but count as white space.
_DROPPED = regex.compile(r"[\0\uFFFD[\p{Cc}\p{Cf}--[\t\n\r]]]", regex.V1)
_SPACE = regex.compile(r"\s")
_IDEOGRAPH = regex.compile(f"([{IDEOGRAPHS}])")
_ACCENT = regex.compile(r"\p{Mn}+")
_PIECE = regex.compile(rf"[{PUNCTUATION}]|[^\s{PUNCTUATION}]+")
_ASCII_PIECE = re.compile(r"[0-9A-Za-z]+|[!-/:-@\[-`{-~]")  # the same for clean ASCII, in half the time


@dataclass(frozen=True)
class BasicStep:
    """One step: its name and the text after it."""

    name: StepName
    text: str


def basic_steps(
    text: str, lower: bool = True, strip_accents: bool | None = None, cjk: bool = True
) -> tuple[BasicStep, ...]:
    """Return the text after each step that is done, in order; after the last one its words are between single spaces.

    clean: NUL, U+FFFD, controls (Cc) and format characters (Cf) are dropped, all white space becomes spaces.
    ideographs: each gets a space on both sides; only if `cjk`. lower: only if `lower`. decompose, strip: the canonical
    decomposition (NFD), and what Unicode calls non-spacing marks (Mn) dropped; by default if and only if `lower`.
    split: each punctuation character becomes a word, and spaces only separate.

    >>> for step in basic_steps("Où, 东京?"):
    ...     print(f"{step.name:<11}{step.text!a}")
    clean      'O\xf9, \u4e1c\u4eac?'
    ideographs 'O\xf9,  \u4e1c  \u4eac ?'
    lower      'o\xf9,  \u4e1c  \u4eac ?'
    decompose  'ou\u0300,  \u4e1c  \u4eac ?'
    strip      'ou,  \u4e1c  \u4eac ?'
    split      'ou , \u4e1c \u4eac ?'
    """
    steps = []
    for name, change in _changes(lower, lower if strip_accents is None else strip_accents, cjk):
        text = change(text)
        steps.append(BasicStep(name, text))
    return (*steps, BasicStep("split", " ".join(_split(text))))


def basic_words(text: str, lower: bool = True, strip_accents: bool | None = None, cjk: bool = True) -> tuple[str, ...]:
    """Return the words of the last step, none of them empty.

    >>> basic_words("Don't go, Zoë!")
    ('don', "'", 't', 'go', ',', 'zoe', '!')
    """
    for _, change in _changes(lower, lower if strip_accents is None else strip_accents, cjk):
        text = change(text)
    return _split(text)


@cache
def _changes(lower: bool, strip_accents: bool, cjk: bool) -> tuple[tuple[StepName, Callable[[str], str]], ...]:
    """Return the steps before the split that are done."""
    done = {"clean": True, "ideographs": cjk, "lower": lower, "decompose": strip_accents, "strip": strip_accents}
    return tuple((name, _CHANGES[name]) for name in get_args(StepName) if done.get(name))


def _clean(text: str) -> str:
    if text.isprintable() and "\ufffd" not in text:  # no control, no format character, no white space but " "
        return text
    return str(_SPACE.sub(" ", _DROPPED.sub("", text)))


def _ideographs(text: str) -> str:
    return text if text.isascii() else str(_IDEOGRAPH.sub(r" \1 ", text))


def _decompose(text: str) -> str:
    return unicodedata.normalize("NFD", text)


def _strip(text: str) -> str:
    return text if text.isascii() else str(_ACCENT.sub("", text))


def _split(text: str) -> tuple[str, ...]:
    return tuple((_ASCII_PIECE if text.isascii() else _PIECE).findall(text))


_CHANGES: dict[str, Callable[[str], str]] = {
    "clean": _clean,
    "ideographs": _ideographs,
    "lower": str.lower,
    "decompose": _decompose,
    "strip": _strip,
}
