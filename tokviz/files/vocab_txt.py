"""vocab.txt: a WordPiece vocabulary as BERT stores it, one token a line, its id the number of lines before it.

Lines end in "\n" alone, and white space at their end does not count. A line with nothing else is the empty token, which
no text gives; of two equal lines the last gives the id, and no token has the other. Notes tell of both. The file says
nothing of the conventions: they are parameters. Source: `models/wordpiece` of tokenizers 0.23.3; `load_vocab` in
`tokenization.py` of google-research/bert takes leading white space off as well.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tokviz.errors import FormatError, RulesError, brief
from tokviz.files.reading import Loaded, Note, check_tokens, check_vocabulary_size, has_mark, note, text_of
from tokviz.model import Model as AnyModel
from tokviz.wordpiece import Model

_WHITE_SPACE = "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029"
_WHITE_SPACE += "\u202f\u205f\u3000"  # Unicode's White_Space; what Python strips by itself is four controls more
_UNKNOWN = ("[UNK]", "<unk>", "[unk]", "<UNK>", "UNK", "unk")
_SPECIAL = re.compile(r"\[.*\]")
_UNWRITABLE = re.compile("[\0\n\ud800-\udfff]|^\ufeff")


def load(
    data: str | bytes,
    unk: str | None = None,
    prefix: str = "##",
    max_word_length: int = 100,
    pretokenizer: str | None = None,
) -> Loaded[Model]:
    r"""Read vocab.txt as a model. Raises FormatError with the line, LimitError, or RulesError for a negative length.

    Without an `unk` it is [UNK], or where that is missing the first of its other spellings that is there. Without a
    `pretokenizer` a vocabulary with capital letters (but for tokens in square brackets) is taken for one of
    "bert-cased" words, any other for one of "bert-uncased" words.

    >>> model = load("[PAD]\n[UNK]\nlow\n##er\n").model
    >>> model.encode("Lower no"), model.ids["low"], model.pretokenizer
    (['low', '##er', '[UNK]'], 2, 'bert-uncased')
    """
    lines = text_of(data).split("\n")
    if not lines[-1]:
        lines.pop()
    check_vocabulary_size(len(lines))
    tokens = tuple(line.rstrip(_WHITE_SPACE) for line in lines)
    if not any(tokens):
        raise FormatError("vocab-empty")
    check_tokens(tokens, lambda token: tokens.index(token) + 1)
    notes = [note("byte-order-mark", library="tokenizers")] if has_mark(data) else []
    notes += _notes_on_lines(lines, tokens)
    spaced = [number for number, token in enumerate(tokens) if any(map(str.isspace, token))]
    if 2 * len(spaced) > sum(map(bool, tokens)):
        notes.append(note("vocab-txt-spaces", line=spaced[0] + 1, text=brief(tokens[spaced[0]])))
    if unk is None:
        unk = next((token for token in _UNKNOWN if token in tokens), _UNKNOWN[0])
        if unk not in tokens:
            notes.append(note("vocab-txt-no-unk"))
        elif unk != _UNKNOWN[0]:
            notes.append(note("vocab-txt-unk", token=unk))
    if pretokenizer is None:
        cased = any(token != token.lower() and not _SPECIAL.fullmatch(token) for token in tokens)
        pretokenizer = "bert-cased" if cased else "bert-uncased"
        notes.append(note("vocab-txt-cased" if cased else "vocab-txt-uncased"))
    return Loaded(Model(tokens, unk, prefix, max_word_length, pretokenizer), tuple(notes))


def _notes_on_lines(lines: Sequence[str], tokens: Sequence[str]) -> list[Note]:
    """Return notes of the first line without a token, and of the first token that has several lines."""
    notes = []
    last = {token: number for number, token in enumerate(tokens)}
    if "" in last:
        first = tokens.index("")
        notes.append(note("vocab-txt-empty", line=first + 1, text=brief(lines[first]), id=first))
    twice = [(number, token) for number, token in enumerate(tokens) if token and last[token] != number]
    if twice:
        number, token = twice[0]
        notes.append(note("vocab-txt-twice", token=brief(token), line=number + 1, last=last[token] + 1, id=last[token]))
    return notes


def write(model: AnyModel) -> str:
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
