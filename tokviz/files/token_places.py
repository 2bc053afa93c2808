"""The letters of a word that each of its tokens comes from, as tokenizers 0.23.3 counts them, in bytes.

A token that stands for an unknown letter does not spell it, one may have a mark of the model, and the library counts
the bytes of a token without those of letters that were dropped before it.
"""

from __future__ import annotations

from collections.abc import Sequence

from tokviz import bpe, lookup, wordpiece
from tokviz.errors import RulesError
from tokviz.files.models import WordModel
from tokviz.models.decoding import BYTE_PIECES

Places = list[tuple[int, int]]
"""The first and the last letter of each token."""


def places_of(words: WordModel, tokens: Sequence[str], word: str) -> Places:
    """Return the places of the tokens of a word. Raises RulesError for tokens that do not tell.

    >>> places_of(WordModel(wordpiece.Model(["[UNK]", "low", "##er"]), {}, 0), ["low", "##er"], "lower")
    [(0, 2), (3, 4)]
    """
    model = words.model
    last = len(word) - 1
    if isinstance(model, lookup.Model):
        return [(0, last)]
    if isinstance(model, bpe.Model):
        if len(tokens) == 1 and tokens[0] == word:  # which `ignore_merges` may have looked up
            return [(0, last)]
        sizes = _sizes(words, model, tokens, word)
        return _in_bytes(sizes, word)
    if isinstance(model, wordpiece.Model):
        if tuple(tokens) == (model.unk,):
            return [(0, last)]
        tokens = [token.removeprefix(model.prefix) if place else token for place, token in enumerate(tokens)]
        return _in_letters(tokens, word)
    return _in_letters(tokens, word) if not model.byte_fallback else _with_bytes(tokens, word)


def _in_letters(tokens: Sequence[str], word: str) -> Places:
    """Return the places of tokens that spell a word."""
    found, at = [], 0
    for token in tokens:
        found.append((at, at + len(token) - 1))
        at += len(token)
    if at != len(word):
        raise _unknown()
    return found


def _with_bytes(tokens: Sequence[str], word: str) -> Places:
    """Return the places of tokens some of which are bytes; all of a run of unknown letters have that of the run."""
    found: Places = []
    at = place = 0
    while place < len(tokens):
        end, data = place, b""
        while end < len(tokens) and tokens[end] in BYTE_PIECES and not _is_spelled(tokens[end], word, at, data):
            data += bytes([int(tokens[end][3:5], 16)])
            end += 1
        try:
            run = data.decode() or tokens[place]
        except UnicodeDecodeError:
            raise _unknown() from None
        if not word.startswith(run, at):
            raise _unknown()
        found += [(at, at + len(run) - 1)] * max(1, end - place)
        at, place = at + len(run), max(end, place + 1)
    if at != len(word):
        raise _unknown()
    return found


def _is_spelled(token: str, word: str, at: int, data: bytes) -> bool:
    """Tell if a word has the name of a byte itself, behind the letters that the bytes from a place on make.

    >>> _is_spelled("<0xFF>", "a <0xFF>", 1, b" "), _is_spelled("<0xA9>", "é<0xA9>", 0, b"\\xc3")
    (True, False)
    """
    try:
        return word.startswith(token, at + len(data.decode()))
    except UnicodeDecodeError:
        return False


def _sizes(words: WordModel, model: bpe.Model, tokens: Sequence[str], word: str) -> list[int]:
    """Return the number of bytes of each token of BPE."""
    prefix, suffix, encoding = model.rules.continuing_prefix, model.rules.end_of_word, model.encoding
    known, last = words.ids, len(word) - 1
    kept = [  # the letters that are not dropped, whether each is known
        (place, letter, is_known)
        for place, letter in enumerate(word)
        if (is_known := f"{prefix if place else ''}{letter}{'' if place < last else suffix}" in known)
        or encoding.byte_fallback
        or encoding.unknown != "drop"
    ]
    sizes: list[int] = []
    at = bytes_done = 0
    for token in tokens:
        if at >= len(kept):
            raise _unknown()
        place, letter, is_known = kept[at]
        if not is_known and encoding.byte_fallback:
            sizes.append(1)
            bytes_done += 1
            if bytes_done == len(letter.encode()):
                at, bytes_done = at + 1, 0
            continue
        if is_known:
            spelled = token.removeprefix(prefix) if place else token
            is_last = kept[-1][0] == last and at + len(spelled) - len(suffix) == len(kept)
            end = at + len(spelled) - (len(suffix) if is_last and spelled.endswith(suffix) else 0)
        else:
            end = at + 1
            while encoding.fuse_unk and end < len(kept) and not kept[end][2]:
                end += 1
        sizes.append(sum(len(one.encode()) for _, one, _ in kept[at:end]))
        at = end
    if at != len(kept):
        raise _unknown()
    return sizes


def _in_bytes(sizes: Sequence[int], word: str) -> Places:
    letters = [place for place, letter in enumerate(word) for _ in letter.encode()]
    found, at = [], 0
    for size in sizes:
        found.append((letters[at], letters[at + size - 1]))
        at += size
    return found


def _unknown() -> RulesError:
    return RulesError("tab-part", part="model")
