"""What a tokenizer knows of some words, as a sheet gives it: of BPE the merges, of WordPiece the tokens, of Unigram the
pieces with their probabilities, as far as they could play a part in these words. Nothing else can change a result.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tokviz import bpe, unigram, wordpiece
from tokviz.model import Encoder, Model
from tokviz.views.lattice.viterbi import weight
from tokviz.views.shared.catalog import Catalog
from tokviz.views.worksheets.parts import Block, given, side_by_side, token, tokens

__all__ = ["LONGEST", "MAX_WORDS", "for_paper", "known"]

MAX_WORDS = 6
"""A sheet has at most so many words."""
LONGEST = 16
"""Words on a sheet are at most so many characters long."""


def for_paper(words: Sequence[str]) -> tuple[str, ...]:
    """The first words that fit on a sheet, each once.

    >>> for_paper(["hug", "x" * 17, "hug", "pug"])
    ('hug', 'pug')
    """
    return tuple(dict.fromkeys(word for word in words if 0 < len(word) <= LONGEST))[:MAX_WORDS]


def known(model: Encoder, words: Sequence[str], say: Catalog, common: int | None = None, title: str = "") -> Block:
    """The block of a model. common: the denominator of all probabilities of Unigram, if they have one."""
    return _KNOWN.get(model.algorithm, _of_other)(model, words, common, title, say)


def _of_bpe(
    model: bpe.Model | bpe.Applier, words: Sequence[str], common: int | None, title: str, say: Catalog
) -> Block:
    # What subword-nmt calls its merges; its `merges` is how many of them are used.
    merges = list(model.codes)[: model.merges] if isinstance(model, bpe.Applier) else model.merges
    starts = ["".join(one.start) for word in words for one in model.explain(word).merged]
    inside = [
        [given(say.integer(number), "number"), given(tokens(pair), "tokens")]
        for number, pair in enumerate(merges, start=1)
        if any("".join(pair) in start for start in starts)
    ]
    titles = [say("worksheet.number"), say("column.pair")]
    notes = () if len(inside) == len(merges) else (say("worksheet.known.some", shown=len(inside), total=len(merges)),)
    return Block(title or say("worksheet.known.merges"), notes, side_by_side(titles, inside, 2))


def _of_wordpiece(model: wordpiece.Model, words: Sequence[str], common: int | None, title: str, say: Catalog) -> Block:
    rows = [
        [given(token(entry), "token")]
        for entry in dict.fromkeys(model.vocabulary)
        if entry == model.unk or any(_is_in(entry, word, model.prefix) for word in words)
    ]
    return Block(title or say("worksheet.known.tokens"), tables=side_by_side([say("column.tokens")], rows, 6))


def _of_unigram(model: unigram.Model, words: Sequence[str], common: int | None, title: str, say: Catalog) -> Block:
    arcs = {arc.piece: arc for word in words for arc in model.explain(word).lattice.arcs}
    titles = [say("column.piece"), say("column.probability")]
    rows = [[given(token(piece), "token"), given(weight(arc, common, say), "number")] for piece, arc in arcs.items()]
    return Block(title or say("worksheet.known.pieces"), tables=side_by_side(titles, rows, 4))


def _of_other(model: Model, words: Sequence[str], common: int | None, title: str, say: Catalog) -> Block:
    rows = [[given(token(entry), "token")] for entry in model.vocabulary if any(entry in word for word in words)]
    return Block(title or say("worksheet.known.tokens"), tables=side_by_side([say("column.tokens")], rows, 6))


_KNOWN: Mapping[str, Callable[..., Block]] = {"bpe": _of_bpe, "wordpiece": _of_wordpiece, "unigram": _of_unigram}


def _is_in(entry: str, word: str, prefix: str) -> bool:
    """Whether a token could be the beginning of a word, or with the mark a later part."""
    if prefix and entry.startswith(prefix):
        return entry[len(prefix) :] in word[1:]
    return word.startswith(entry) if prefix else entry in word
