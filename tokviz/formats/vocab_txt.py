"""vocab.txt: a WordPiece vocabulary as BERT stores it, one token a line, its id the number of lines before it.

White space at the end of a line does not count. The file says nothing of the conventions: they are parameters. Source:
`load_vocab` in `tokenization.py` of google-research/bert (which takes leading white space off as well) and
`models/wordpiece` of tokenizers 0.23.3, whose reading is followed. Both let the last of two equal lines win and take an
empty line for an empty token; here these are errors, because ids are then not what the file seems to say.
"""

from __future__ import annotations

import re

from tokviz.errors import FormatError, RulesError, brief
from tokviz.formats.loaded import Loaded, Note, note
from tokviz.formats.reading import check_tokens, check_vocabulary_size, text_of
from tokviz.wordpiece import Model

__all__ = ["load", "write"]

_WHITE_SPACE = "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029"
_WHITE_SPACE += "\u202f\u205f\u3000"  # Unicode's White_Space; what Python strips by itself is four controls more
_SPECIAL = re.compile(r"\[.*\]")
_UNWRITABLE = re.compile("[\0\n\ud800-\udfff]|^\ufeff")


def load(
    data: str | bytes,
    unk: str = "[UNK]",
    prefix: str = "##",
    max_word_length: int = 100,
    pretokenizer: str | None = None,
) -> Loaded[Model]:
    r"""Read vocab.txt as a model. Raises FormatError with the line, LimitError, or RulesError for a negative length.

    Without a `pretokenizer` a vocabulary with capital letters (but for tokens in square brackets) is taken for
    one of "bert-cased" words, any other for one of "bert-uncased" words.

    >>> model = load("[PAD]\n[UNK]\nlow\n##er\n").model
    >>> model.encode("Lower no"), model.ids["low"], model.pretokenizer
    (['low', '##er', '[UNK]'], 2, 'bert-uncased')
    """
    lines = text_of(data).split("\n")
    if not lines[-1]:
        lines.pop()
    if not lines:
        raise FormatError("vocab-empty", line=1)
    check_vocabulary_size(len(lines))
    places: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        token = line.rstrip(_WHITE_SPACE)
        if not token:
            raise FormatError("vocab-line-empty", line=number)
        if token in places:
            raise FormatError("vocab-token-twice", line=number, token=brief(token), first=places[token])
        places[token] = number
    check_tokens(places, lambda token: places[token])
    notes: tuple[Note, ...] = ()
    if pretokenizer is None:
        cased = any(token != token.lower() and not _SPECIAL.fullmatch(token) for token in places)
        pretokenizer = "bert-cased" if cased else "bert-uncased"
        notes = (note("vocab-txt-cased" if cased else "vocab-txt-uncased"),)
    return Loaded(Model(tuple(places), unk, prefix, max_word_length, pretokenizer), notes)


def write(model: Model) -> str:
    r"""Return the vocabulary of a model as vocab.txt; the conventions are not part of it.

    Raises RulesError for a token that would not come back: one that is empty, ends in white space, holds a line end, a
    NUL or half a character, or is there twice.

    >>> write(Model(["[UNK]", "low", "##er"]))
    '[UNK]\nlow\n##er\n'
    """
    ids = model.ids
    for number, token in enumerate(model.vocabulary):
        if not token or token[-1] in _WHITE_SPACE or _UNWRITABLE.search(token) or ids[token] != number:
            raise RulesError("vocab-token", token=brief(token))
    return "".join(f"{token}\n" for token in model.vocabulary)
