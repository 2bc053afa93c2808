"""Tokens without the marks of their tokenizer, so that those of different ones can be read and compared side by side.

Each library marks words in its own way: ``</w>`` or a missing ``@@`` at their end, ``▁`` or ``Ġ`` at their beginning,
``##`` wherever they go on. What is left without marks, bytes read as text, is the neutral notation.
"""

from __future__ import annotations

from dataclasses import dataclass

from tokviz import bpe, lookup, picky, unigram, wordpiece
from tokviz.compare.spans import Model
from tokviz.pretokenize import BYTE_LEVEL, KEEPS_SPACES, MARKS_SPACES, METASPACE
from tokviz.pretokenize.byte_level import bytes_of
from tokviz.superbpe import boundless

__all__ = ["Neutral", "neutral", "spells_bytes", "writes_spaces"]


@dataclass(frozen=True)
class Neutral:
    """A token in neutral notation.

    text: what it stands for; bytes that are no whole character are written ``<0xHH>``, spaces as spaces. begins, ends:
    whether its marks say that a word begins with it, or ends; None where the tokenizer's marks do not tell. marks: the
    marks as they are written, from left to right. What stands for no text (unknown, control, added tokens) is left as
    it is.
    """

    text: str
    begins: bool | None
    ends: bool | None
    marks: tuple[str, ...] = ()


def neutral(token: str, model: Model) -> Neutral:
    """Return the token of a model without its marks.

    >>> from tokviz.bpe import Rules
    >>> neutral("##gs", wordpiece.Model(["##gs"]))
    Neutral(text='gs', begins=False, ends=None, marks=('##',))
    >>> neutral("est</w>", bpe.Model((), ("est</w>",), Rules(end_of_word="</w>"))).text
    'est'
    >>> neutral("Ġn", bpe.Model((), ("Ġn",), pretokenizer="gpt2-bytes"))
    Neutral(text='n', begins=True, ends=None, marks=('Ġ',))
    """
    match model:
        case bpe.Model():
            return _merged(token, model)
        case bpe.Applier():
            mark = model.separator
            goes_on = bool(mark) and token.endswith(mark)
            return Neutral(token.removesuffix(mark), None, not goes_on if mark else None, (mark,) if goes_on else ())
        case wordpiece.Model():
            if token == model.unk:
                return Neutral(token, None, None)
            if model.start_of_word:
                starts = token.startswith(model.start_of_word)
                text = token.removeprefix(model.start_of_word).removeprefix(model.prefix)
                return Neutral(text, starts, None, (model.start_of_word,) if starts else ())
            goes_on = bool(model.prefix) and token.startswith(model.prefix)
            begins = not goes_on if model.prefix else None
            return Neutral(token.removeprefix(model.prefix), begins, None, (model.prefix,) if goes_on else ())
        case unigram.Model():
            if (
                token == model.unk_token
                or token in model.reserved
                or any(token == added.content for added in model.added)
            ):
                return Neutral(token, None, None)
            return _spaced(token, model.pretokenizer, bool(model.start_of_word), METASPACE, ())
        case picky.Model():
            if token in model.rules.first_tokens or any(token == one.content for one in model.added):
                return Neutral(token, None, None)
            mark = model.rules.start_of_word
            starts = bool(mark) and token.startswith(mark)
            return Neutral(token.removeprefix(mark), starts if mark else None, None, (mark,) if starts else ())
        case boundless.Model():
            return _spaced(_read(token, 1), model.pretokenizer, False, "Ġ", ())
        case lookup.Model():
            if (
                token == model.unk_token
                or token in model.reserved
                or any(token == added.content for added in model.added)
            ):
                return Neutral(token, None, None)
            is_bytes = model.pretokenizer in BYTE_LEVEL
            mark = "Ġ" if is_bytes else METASPACE
            return _spaced(_read(token, int(is_bytes)), model.pretokenizer, False, mark, ())
        case _:
            return Neutral(token, None, None)


def spells_bytes(model: Model) -> bool:
    """Return whether the characters of its tokens stand for bytes."""
    if isinstance(model, bpe.Model) and model.rules.alphabet == "bytes":
        return True
    if isinstance(model, boundless.Model):
        return True
    return isinstance(model, bpe.Model | lookup.Model) and model.pretokenizer in BYTE_LEVEL


def writes_spaces(model: Model) -> bool:
    """Return whether its tokens hold the spaces before words, as they are or as a mark."""
    match model:
        case bpe.Model() | unigram.Model():
            own = model.rules.start_of_word if isinstance(model, bpe.Model) else model.start_of_word
            return own == METASPACE or model.pretokenizer in KEEPS_SPACES
        case wordpiece.Model():
            return model.start_of_word == METASPACE or model.pretokenizer in KEEPS_SPACES
        case picky.Model():
            return model.rules.start_of_word == METASPACE
        case boundless.Model():
            return True
    return False


def _merged(token: str, model: bpe.Model) -> Neutral:
    rules = model.rules
    specials = (*rules.special_tokens, model.encoding.unk_token, *(added.content for added in model.added))
    if token in specials:
        return Neutral(token, None, None)
    before: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    begins: bool | None = None
    ends: bool | None = None
    if rules.end_of_word:
        ends = token.endswith(rules.end_of_word)
        behind = (rules.end_of_word,) if ends else ()
        token = token.removesuffix(rules.end_of_word)
    if rules.continuing_prefix:
        begins = not token.startswith(rules.continuing_prefix)
        before = () if begins else (rules.continuing_prefix,)
        token = token.removeprefix(rules.continuing_prefix)
    if rules.start_of_word and rules.start_of_word != METASPACE:
        begins = token.startswith(rules.start_of_word)
        before = (rules.start_of_word,) if begins else ()
        token = token.removeprefix(rules.start_of_word)
    times = (rules.alphabet == "bytes") + (model.pretokenizer in BYTE_LEVEL)
    mark = METASPACE if model.pretokenizer in MARKS_SPACES or not times else "Ġ"
    spaced = _spaced(_read(token, times), model.pretokenizer, rules.start_of_word == METASPACE, mark, behind)
    known = spaced.begins if begins is None else begins
    return Neutral(spaced.text, known, ends, (*before, *spaced.marks))


def _spaced(text: str, pretokenizer: str, is_marked: bool, mark: str, behind: tuple[str, ...]) -> Neutral:
    """Return a token of words that hold the space before them, as it is or as a mark."""
    if pretokenizer not in KEEPS_SPACES and not is_marked:
        return Neutral(text, None, None, behind)
    if pretokenizer in MARKS_SPACES or is_marked:
        text = text.replace(METASPACE, " ")
    elif mark == METASPACE:
        mark = " "
    begins = text.startswith(" ")
    return Neutral(text.removeprefix(" "), begins, None, ((mark,) if begins else ()) + behind)


def _read(token: str, times: int) -> str:
    """Return a token whose characters are bytes as text; where words of bytes are cut into bytes again, twice."""
    if not times:
        return token
    text = bytes_of(token).decode("utf-8", "surrogateescape")
    if times == 2:
        text = bytes_of(text).decode("utf-8", "surrogateescape")
    if text.isascii():
        return text
    return "".join(f"<0x{ord(char) - 0xDC00:02X}>" if "\udc80" <= char <= "\udcff" else char for char in text)
