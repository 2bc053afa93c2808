"""Elements of a tokenizer.json in Python: each takes the letters of a text and returns others, aligned to the original.

These are the elements of the tokenizers that come with tokviz and of known models, as tokenizers 0.23.3 applies them.
A letter knows the characters of the original text that it comes from. The library keeps a letter that is put in at the
place of the one before it, so that offsets are lost and overlap in the same way here.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from operator import itemgetter
from typing import Any, Literal, NamedTuple

import regex

from tokviz.errors import RulesError, brief
from tokviz.files import stage_parts
from tokviz.files.json_elements import as_oniguruma, name_of
from tokviz.pretokenize import ALTERNATIVES, METASPACE
from tokviz.pretokenize.bert_basic import PUNCTUATION
from tokviz.pretokenize.byte_level import BYTE_TO_CHAR
from tokviz.pretokenize.normalizers import ACCENTS, DROPPED, IDEOGRAPH, SPACE


class Letter(NamedTuple):
    """A character of a normalized text, and from which character of the original text to which it comes from."""

    text: str
    start: int
    end: int


Letters = tuple[Letter, ...]
_FIRST = itemgetter(0)
_LETTER: Callable[[tuple[str, int, int]], Letter] = partial(tuple.__new__, Letter)  # without a call in Python


class Pretoken(NamedTuple):
    """Letters that the model gets together, and the alternative of the pattern that matched them."""

    letters: Letters
    alternative: str | None = None


Normalize = Callable[[Letters], Letters]
Cut = Callable[[Pretoken], Iterable[Pretoken]]


def text_of(letters: Iterable[Letter]) -> str:
    """Return the text of letters."""
    return "".join(map(_FIRST, letters))


def letters_of(text: str, start: int, end: int) -> Letters:
    """Return the letters of a text from `start` up to `end` as they are there.

    >>> letters_of("low", 1, 3)
    (Letter(text='o', start=1, end=2), Letter(text='w', start=2, end=3))
    """
    return tuple(map(_LETTER, zip(text[start:end], range(start, end), range(start + 1, end + 1), strict=True)))


def normalizer(element: Mapping[str, Any]) -> Normalize:
    """Return the function of a normalizer.

    Raises RulesError for a normalizer that only the library applies.

    >>> spaced = normalizer({"type": "Replace", "pattern": {"String": " "}, "content": "▁"})
    >>> spaced((Letter("a", 0, 1), Letter(" ", 1, 2)))
    (Letter(text='a', start=0, end=1), Letter(text='▁', start=1, end=2))
    """
    match element:
        case {"type": "Prepend", "prepend": str(put)} if len(put) == 1:
            return partial(_prepended, put)
        case {"type": "Replace", "pattern": {"String": str(old)}, "content": str(new)} if old and len(new) == 1:
            return partial(_replaced, regex.compile(regex.escape(old)), new)
        case {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": str(new)} if len(new) == 1:
            return partial(_replaced, _SPACES, new)
        case {"type": "NFC" | "NFKC" as form}:
            return partial(_composed, form)
        case {"type": "BertNormalizer", "strip_accents": None | True, **options} if options == _BERT_OPTIONS:
            return _like_bert
    raise _needs_library(element)


def cutter(element: Mapping[str, Any]) -> Cut:
    """Return the function of a pre-tokenizer for a pre-token.

    Raises RulesError for a pre-tokenizer that only the library applies.
    """
    match element:
        case {"type": "BertPreTokenizer"}:
            return _words_and_punctuation
        case {"type": "ByteLevel", "add_prefix_space": False}:
            return _bytes if element.get("use_regex", True) is False else _words_as_bytes
        case {"type": "Metaspace", "replacement": str(mark), "prepend_scheme": "always"} if (
            mark == METASPACE and element.get("split", True) is True
        ):
            return _marked
        case {"type": "Split", "pattern": {"Regex": str(pattern)}, "behavior": "Isolated"} if (
            pattern in _PATTERNS and not element.get("invert")
        ):
            return partial(_matched, pattern)
        case {"type": "Split", "pattern": {"String": str(cut)}, "behavior": "MergedWithPrevious"} if (
            cut and not element.get("invert")
        ):
            return partial(_cut_behind, cut)
    raise _needs_library(element)


def searches_first(cutters: Iterable[Cut]) -> tuple[Sequence[Cut], Sequence[Cut]]:
    """Return the same pre-tokenizers as the first of them, which only search for a pattern, and the others. What a
    pattern cuts is short, and what the others make of it follows from it alone."""
    searches: list[Cut] = []
    others = [one for cut in cutters for one in (_WORDS_AS_BYTES if cut is _words_as_bytes else (cut,))]
    while others and isinstance(others[0], partial):
        searches.append(others.pop(0))
    return searches, others


def _needs_library(element: Mapping[str, Any]) -> RulesError:
    return RulesError("tab-element", element=brief(name_of(element)))


# -- normalizers -------------------------------------------------------------------------------------------------------


_SPACES = regex.compile(" {2,}")


def _prepended(put: str, letters: Letters) -> Letters:
    return (Letter(put, *letters[0][1:]), *letters) if letters else ()


def _replaced(pattern: Any, new: str, letters: Letters) -> Letters:
    """Replace matches by one letter, which comes from the last character of the match."""
    text, made, at = text_of(letters), [], 0
    for found in pattern.finditer(text):
        made += [*letters[at : found.start()], letters[found.end() - 1]._replace(text=new)]
        at = found.end()
    return (*made, *letters[at:])


# The Unicode forms, as the library's table of changes has them: what a letter becomes first takes its place, what else
# it becomes is put in behind that, and a letter that another is composed with is taken out behind it.


class _Change(NamedTuple):
    """A character, and what it takes of those that were there: 1 is put in, 0 replaces one, -n removes n more."""

    text: str
    change: int


def _decomposed(text: str, *, compatibly: bool) -> list[_Change]:
    """Return the characters of a text taken apart, marks in the order of their classes."""
    found = []
    for character in text:
        every = _parts(character, compatibly)
        found += [_Change(one, int(place > 0)) for place, one in enumerate(every)]
    ordered: list[_Change] = []
    marks: list[_Change] = []
    for one in found:
        if _class(one):
            marks.append(one)
        else:
            ordered += [*sorted(marks, key=_class), one]
            marks = []
    return [*ordered, *sorted(marks, key=_class)]


def _class(one: _Change) -> int:
    return unicodedata.combining(one.text)


@cache
def _parts(character: str, compatibly: bool) -> str:
    """Return a character taken apart."""
    return unicodedata.normalize("NFKD" if compatibly else "NFD", character)


def _composed(form: Literal["NFC", "NFKC"], letters: Letters) -> Letters:
    text = text_of(letters)
    if unicodedata.is_normalized(form, text):  # which most texts are: each letter keeps its place
        return letters
    return _changed(letters, _recomposed(_decomposed(text, compatibly=form == "NFKC")))


def _recomposed(found: Iterable[_Change]) -> Iterator[_Change]:
    """Yield characters put together: a starter with each mark behind it that nothing is between."""
    starter: _Change | None = None
    marks: list[_Change] = []
    for one in found:
        kind = _class(one)
        if starter is None:
            if kind:
                yield one
            else:
                starter = one
            continue
        is_blocked = bool(marks) and _class(marks[-1]) >= kind
        whole = None if is_blocked else _pair(starter.text, one.text)
        if whole is not None:
            starter = _Change(whole, starter.change + one.change - 1)
        elif kind:
            marks.append(one)
        else:
            yield starter
            yield from marks
            starter, marks = one, []
    if starter is not None:
        yield starter
    yield from marks


def _pair(first: str, second: str) -> str | None:
    """Return the character that two are put together to, if there is one."""
    whole = unicodedata.normalize("NFC", first + second)
    return whole if len(whole) == 1 else None


def _changed(letters: Letters, found: Iterable[_Change]) -> Letters:
    """Return changed letters, each with the place that the library gives it."""
    made, at = [], 0
    for text, change in found:
        if change > 0:
            start, end = letters[at - 1][1:] if at else (0, 0)
        else:
            start, end = letters[at][1:]
            at += 1 - change
        made.append(Letter(text, start, end))
    return tuple(made)


# -- BERT's elements ---------------------------------------------------------------------------------------------------


_BERT_OPTIONS = {"clean_text": True, "handle_chinese_chars": True, "lowercase": True}
_PUNCTUATION = regex.compile(rf"[{PUNCTUATION}]")


def _like_bert(letters: Letters) -> Letters:
    """Clean, set ideographs apart, take accents off, lower-case."""
    kept = (one for one in letters if not DROPPED.match(one.text))
    clean = (one._replace(text=" ") if SPACE.match(one.text) else one for one in kept)
    apart: list[Letter] = []
    for one in clean:
        blank = [one._replace(text=" ")] if IDEOGRAPH.match(one.text) else []
        apart += [*blank, one, *blank]
    plain = _changed(tuple(apart), _decomposed(text_of(apart), compatibly=False))
    return tuple(one._replace(text=small) for one in plain if not ACCENTS.match(one.text) for small in one.text.lower())


def _words_and_punctuation(pretoken: Pretoken) -> Iterator[Pretoken]:
    word: list[Letter] = []
    for one in pretoken.letters:
        is_space, is_mark = SPACE.match(one.text), _PUNCTUATION.match(one.text)
        if (is_space or is_mark) and word:
            yield Pretoken(tuple(word))
            word = []
        if is_mark:
            yield Pretoken((one,))
        elif not is_space:
            word.append(one)
    if word:
        yield Pretoken(tuple(word))


# -- other pre-tokenizers ----------------------------------------------------------------------------------------------


def _bytes(pretoken: Pretoken) -> Iterator[Pretoken]:
    made = (one._replace(text=BYTE_TO_CHAR[byte]) for one in pretoken.letters for byte in one.text.encode())
    yield Pretoken(tuple(made), pretoken.alternative)


def _words_as_bytes(pretoken: Pretoken) -> Iterator[Pretoken]:
    search, spell = _WORDS_AS_BYTES
    for word in search(pretoken):
        yield from spell(word)


def _cut_behind(cut: str, pretoken: Pretoken) -> Iterator[Pretoken]:
    """Cut behind each place at which a string is found."""
    text, at = text_of(pretoken.letters), 0
    while (found := text.find(cut, at)) >= 0:
        yield Pretoken(pretoken.letters[at : found + len(cut)])
        at = found + len(cut)
    if at < len(text):
        yield Pretoken(pretoken.letters[at:])


def _marked(pretoken: Pretoken) -> Iterator[Pretoken]:
    """Mark spaces and the beginning, and cut before each mark."""
    letters = tuple(one._replace(text=METASPACE) if one.text == " " else one for one in pretoken.letters)
    if letters and letters[0].text != METASPACE:
        letters = _prepended(METASPACE, letters)
    starts = [place for place, one in enumerate(letters) if place == 0 or one.text == METASPACE]
    for start, end in zip(starts, [*starts[1:], len(letters)], strict=True):
        yield Pretoken(letters[start:end])


# Patterns in the notation of Oniguruma, each alternative with the same for `regex`. There "{1,3}+" repeats, and "$" is
# the end of the text here, since nothing but white space is before it.
_GPT_4 = {
    **{one: one for one in ALTERNATIVES["cl100k"].values()},
    r"\p{N}{1,3}+": r"\p{N}++",
    r"\s++$": r"\s++\Z",
}
_LLAMA_3 = (  # and of Qwen 2, which takes digits one by one
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|"
    r"\s*[\r\n]+|\s+(?!\S)|\s+"
)
_DEEPSEEK = (  # whose file has line ends in its pattern as they are
    "[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+",
    "[^\r\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+",
    " ?[\\p{P}\\p{S}]+[\r\n]*",
    "\\s*[\r\n]+",
    r"\s+(?!\S)",
    r"\s+",
)
_PATTERNS: Mapping[str, Mapping[str, str]] = {
    "|".join(alternatives): alternatives
    for alternatives in (
        _GPT_4,
        *(
            {as_oniguruma(one): one.replace("$", r"\Z") for one in ALTERNATIVES[name].values()}
            for name in ("gpt2", "cl100k", "llama3", "qwen2", "o200k")
        ),
        *(
            {one: one for one in stage_parts.alternatives(pattern)}
            for pattern in (stage_parts.GPT2, _LLAMA_3, _LLAMA_3.replace("{1,3}", ""))
        ),
        *({one: one} for one in (r"\p{N}{1,3}", "[一-龥぀-ゟ゠-ヿ]+")),
        {one: one for one in _DEEPSEEK},
    )
}


@cache
def _compiled(pattern: str) -> tuple[Any, tuple[str, ...]]:
    every = _PATTERNS[pattern]
    return regex.compile("|".join(f"({one})" for one in every.values())), tuple(every)


def _matched(pattern: str, pretoken: Pretoken) -> Iterator[Pretoken]:
    """Cut at matches, each of which is a pre-token with its alternative, as is what is between. One that stays whole
    keeps the alternative that it has."""
    pieces = list(_pieces(pattern, pretoken.letters))
    if len(pieces) == 1 and pretoken.alternative:
        pieces = [pieces[0]._replace(alternative=pretoken.alternative)]
    yield from pieces


_WORDS_AS_BYTES: tuple[Cut, Cut] = (partial(_matched, stage_parts.GPT2), _bytes)


def _pieces(pattern: str, letters: Letters) -> Iterator[Pretoken]:
    compiled, names = _compiled(pattern)
    text, at = text_of(letters), 0
    for found in compiled.finditer(text):
        if at < found.start():
            yield Pretoken(letters[at : found.start()])
        yield Pretoken(letters[found.start() : found.end()], names[found.lastindex - 1])
        at = found.end()
    if at < len(letters):
        yield Pretoken(letters[at:])
