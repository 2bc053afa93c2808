"""Where a token comes from and what is made of it: merges by rank, or what a model does where it has no merges.

Of BPE the tree of a token is what merging makes of its own first symbols; a token that is not made like that can come
up in no word, since what is around a token never changes the order of the merges inside it. Of WordPiece and Unigram,
which know no merges, a node's parts are what the model would take if it had not the node itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tokviz import bpe, lookup, unigram, wordpiece
from tokviz.checks import check_limit
from tokviz.files.models import Model
from tokviz.merging.steps import Pair
from tokviz.vocabularies.without import parts_without

__all__ = ["MAX_SYMBOLS", "Merge", "Node", "derived", "made_of", "tree"]

MAX_SYMBOLS = 200
"""The longest token whose tree is built, in symbols."""


@dataclass(frozen=True)
class Node:
    """A token in a tree. rank: of the merge that makes it, from 0; None for a first symbol and without merges."""

    token: str
    rank: int | None = None
    parts: tuple[Node, ...] = ()


@dataclass(frozen=True)
class Merge:
    """A merge that takes part in making a token. is_own: whether the token that it makes is really made by it, and not
    by another pair first."""

    pair: Pair
    token: str
    rank: int
    is_own: bool


def derived(model: bpe.Model, token: str) -> tuple[Node, ...]:
    """What merging makes of the first symbols of a token: one tree if the token is made, else several.

    The leftmost pair of the lowest rank is merged, again and again. Raises LimitError for a long token.

    >>> model = bpe.Model((("a", "b"), ("ab", "c")), ("a", "b", "c", "ab", "abc", "bc"))
    >>> [[node.token for node in derived(model, one)] for one in ("abc", "bc")]
    [['abc'], ['b', 'c']]
    """
    nodes = [Node(symbol) for symbol in _symbols(model, token)]
    check_limit("MAX_SYMBOLS_OF_TREE", MAX_SYMBOLS, met=len(nodes))
    ranks = [model.rank((left.token, right.token)) for left, right in pairwise(nodes)]
    while True:
        known = [(rank, at) for at, rank in enumerate(ranks) if rank is not None]
        if not known:
            return tuple(nodes)
        best, at = min(known)
        left, right = nodes[at : at + 2]
        nodes[at : at + 2] = [Node(model.rules.join(left.token, right.token), best, (left, right))]
        del ranks[at]
        for place in (at - 1, at):
            if 0 <= place < len(ranks):
                ranks[place] = model.rank((nodes[place].token, nodes[place + 1].token))


def tree(model: Model, token: str) -> tuple[Node, ...]:
    """The tree of a token, or several trees where merging does not make it."""
    if isinstance(model, bpe.Model):
        return derived(model, token)
    check_limit("MAX_SYMBOLS_OF_TREE", MAX_SYMBOLS, met=len(token))
    if isinstance(model, lookup.Model):
        return (Node(token),)
    return (_cut(model, token),)


def made_of(model: Model, token: str, most: int) -> tuple[tuple[Merge, ...], int]:
    """The merges that have a token as a part, by rank, the first `most` of them; and how many there are. Only BPE has
    any."""
    if not isinstance(model, bpe.Model):
        return (), 0
    found = sorted(_with_part(model, token))
    shown = []
    for rank, pair in found[:most]:
        made = model.rules.join(*pair)
        trees = derived(model, made) if len(made) <= MAX_SYMBOLS else ()
        is_own = len(trees) == 1 and tuple(part.token for part in trees[0].parts) == pair
        shown.append(Merge(pair, made, rank, is_own))
    return tuple(shown), len(found)


def _with_part(model: bpe.Model, token: str) -> Iterator[tuple[int, Pair]]:
    if model.encoding.rank_by == "pair":
        for pair, rank in model.ranks.items():
            if token in pair:
                yield rank, pair
        return
    known = model.ids
    for one in model.vocabulary:
        if len(one) > len(token):
            rest = one[len(token) :], one[: -len(token)]
            pairs = {(token, rest[0])} if one.startswith(token) and rest[0] in known else set()
            if one.endswith(token) and rest[1] in known:
                pairs.add((rest[1], token))
            for pair in sorted(pairs):
                if (by_token := model.rank(pair)) is not None:
                    yield by_token, pair


def _symbols(model: bpe.Model, token: str) -> Sequence[str]:
    """The first symbols that a token consists of: characters, with the marks that symbols have in its place."""
    rules = model.rules
    end = rules.end_of_word if rules.end_of_word and token.endswith(rules.end_of_word) else ""
    prefix = rules.continuing_prefix
    if prefix and token.startswith(prefix):
        letters = [prefix + letter for letter in token[len(prefix) : len(token) - len(end)]]
    else:
        text = token.removesuffix(end)
        letters = [*text[:1], *(prefix + letter for letter in text[1:])] or [""]
    if not end:
        return letters
    return [*letters[:-1], letters[-1] + end]


def _cut(model: wordpiece.Model | unigram.Model, token: str) -> Node:
    parts = parts_without(model, token)
    known = model.ids
    if len(parts) < 2 or not all(part in known for part in parts):
        return Node(token)
    return Node(token, None, tuple([_cut(model, part) for part in parts]))
