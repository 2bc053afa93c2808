"""Tokens without the marks of their tokenizer, so that those of different ones can be read and compared side by side.

Each library marks words in its own way: ``</w>`` or a missing ``@@`` at their end, ``▁`` or ``Ġ`` at their beginning,
``##`` wherever they go on; its model says which (:class:`tokviz.pretokenize.marks.Marks`). What is left without them,
bytes read as text, is the neutral notation.
"""

from __future__ import annotations

from dataclasses import dataclass

from tokviz.model import Encoder
from tokviz.pretokenize import METASPACE
from tokviz.pretokenize.byte_level import bytes_of


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


def neutral(token: str, model: Encoder) -> Neutral:
    """Return the token of a model without its marks.

    >>> from tokviz import bpe, wordpiece
    >>> neutral("##gs", wordpiece.Model(["##gs"]))
    Neutral(text='gs', begins=False, ends=None, marks=('##',))
    >>> neutral("est</w>", bpe.Model((), ("est</w>",), bpe.Rules(end_of_word="</w>"))).text
    'est'
    >>> neutral("Ġn", bpe.Model((), ("Ġn",), pretokenizer="gpt2-bytes"))
    Neutral(text='n', begins=True, ends=None, marks=('Ġ',))
    """
    marks = model.marks
    begins: bool | None = None
    ends: bool | None = None
    before: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    if token in marks.textless:
        return Neutral(token, None, None)
    if mark := marks.separator:
        ends = not token.endswith(mark)
        behind = () if ends else (mark,)
        token = token.removesuffix(mark)
    if mark := marks.end_of_word:
        ends = token.endswith(mark)
        behind = (mark,) if ends else ()
        token = token.removesuffix(mark)
    if mark := marks.continuing:
        begins = not token.startswith(mark)
        before = () if begins else (mark,)
        token = token.removeprefix(mark)
    if mark := marks.start_of_word:
        begins = token.startswith(mark)
        before = (mark,) if begins else ()
        token = token.removeprefix(mark)
    text = _read(token, marks.byte_levels)
    if mark := marks.space:
        text = text.replace(METASPACE, " ") if mark == METASPACE else text
        is_first = text.startswith(" ")
        begins = is_first if begins is None else begins
        before = (*before, mark) if is_first else before
        text = text.removeprefix(" ")
    return Neutral(text, begins, ends, (*before, *behind))


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
