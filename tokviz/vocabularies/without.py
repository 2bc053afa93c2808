"""A model without one of its tokens: what it would have done instead.

Of BPE the merges that make the token or have it as a part go with it: a library refuses a file that keeps them. All
else stays, ids too. What is returned encodes pre-tokens, as the models do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from tokviz import bpe, lookup, unigram, wordpiece
from tokviz.errors import RulesError, brief
from tokviz.files.models import Model
from tokviz.unigram.lattice import Lattice
from tokviz.unigram.model import UNKNOWN_PENALTY, USER_DEFINED_SCORE
from tokviz.unigram.paths import Arc

__all__ = ["Encode", "parts_without", "without"]

Encode = Callable[[str], tuple[str, ...]]


def without(model: Model, token: str) -> Encode:
    """What encodes words as the model would, had it not this token.

    Raises RulesError for a token that it does not have, or cannot do without: the unknown one.

    >>> model = bpe.Model((("a", "b"), ("ab", "c")), ("a", "b", "c", "ab", "abc"))
    >>> without(model, "abc")("abc"), without(model, "ab")("abc")
    (('ab', 'c'), ('a', 'b', 'c'))
    """
    if token not in model.vocabulary or token == model.unknown_token:
        raise RulesError("vocabulary-kept", token=brief(token))
    vocabulary = tuple([one for one in model.vocabulary if one != token])
    match model:
        case bpe.Model():
            join = model.rules.join
            pairs = tuple([pair for pair in model.merges if token not in pair and join(*pair) != token])
            ranked = None if model.ranked is None else tuple(one for one in model.ranked if one != token)
            return replace(model, merges=pairs, vocabulary=vocabulary, ranked=ranked).encode_word
        case wordpiece.Model() | lookup.Model():
            return replace(model, vocabulary=vocabulary).encode_word
        case unigram.Model():
            best = _best(model, token)
            return lambda word: best(model.marked(word)) if word else ()


def parts_without(model: wordpiece.Model | unigram.Model, token: str) -> tuple[str, ...]:
    """What a model that knows no merges would make of the text of a token of its own.

    >>> parts_without(wordpiece.Model(["a", "##b", "##bc", "##c", "abc"]), "abc")
    ('a', '##bc')
    >>> parts_without(wordpiece.Model(["a", "##b", "##bc", "##c", "abc"]), "##bc")
    ('##b', '##c')
    """
    return _best(model, token)(token) if isinstance(model, unigram.Model) else _longest(model, token)


def _longest(model: wordpiece.Model, token: str) -> tuple[str, ...]:
    known, prefix = model.ids, model.prefix
    is_inside = bool(prefix) and token.startswith(prefix)
    text = token.removeprefix(prefix) if is_inside else token
    found: list[str] = []
    start = 0
    while start < len(text):
        mark = prefix if start or is_inside else ""
        tried = (mark + text[start:end] for end in range(len(text), start, -1))
        piece = next((one for one in tried if one in known and one != token), None)
        if piece is None:
            return (token,)
        found.append(piece)
        start += len(piece) - len(mark)
    return tuple(found)


def _best(model: unigram.Model, token: str) -> Encode:
    """What finds the best path of a text that does not use the token."""
    scores, longest, unknown = model.scores, max(map(len, model.scores)), _unknown_score(model, token)

    def arcs(text: str) -> Iterator[Arc]:
        for begin in range(len(text)):
            for end in range(begin + 1, min(begin + longest, len(text)) + 1):
                piece = text[begin:end]
                score = USER_DEFINED_SCORE if piece in model.user_defined else scores.get(piece)
                if score is not None and piece != token and piece not in model.reserved:
                    yield Arc(begin, end, piece, score)
                elif end == begin + 1:
                    yield Arc(begin, end, piece, unknown, known=False)

    return lambda text: model.tokens(Lattice(text, tuple(arcs(text))).best().path)


def _unknown_score(model: unigram.Model, token: str) -> float:
    """The lowest score of the other tokens, and a penalty."""
    lowest = model.unknown_score + UNKNOWN_PENALTY
    if model.scores[token] > lowest:
        return model.unknown_score
    left_out = {token, *model.reserved, *model.user_defined}
    return min((score for piece, score in model.scores.items() if piece not in left_out), default=0.0) - UNKNOWN_PENALTY
