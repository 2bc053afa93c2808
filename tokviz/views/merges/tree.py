"""The merge tree of a token: which merge made it, from which parts, down to first symbols."""

from __future__ import annotations

import sys
from collections.abc import Container, Mapping
from dataclasses import dataclass, replace

from tokviz.bpe import Model
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.views.encoding.merging import MadeFrom, merges_by_token
from tokviz.views.shared.chips import Chip, Chips
from tokviz.views.shared.display import shorten, visible

MAX_DEPTH = 12
"""A tree is drawn with so many levels; what is below them is one chip."""
MAX_LEAVES = 40
"""Several trees are drawn beside each other as long as they have no more leaves together."""


@dataclass(frozen=True)
class Node:
    """A token in a merge tree.

    step: the merge that made it, counted from 1; None for a first symbol, which has no parts, and where parts were not
    put together by a merge. x is the place of a leaf counted from the left, or the middle of the parts; y the height
    over the leaves.
    """

    token: str
    step: int | None
    parts: tuple[Node, ...]
    x: float
    y: int

    def walk(self) -> list[Node]:
        """Return this node and all below it, parents first."""
        nodes = [self]
        for node in nodes:  # grows while it is read
            nodes.extend(node.parts)
        return nodes


def merge_tree(source: MergeTrace[Step] | Model, token: str) -> Node:
    """Return the tree of `token` by the merges of a trace or a model; a symbol that none of them made is a leaf.

    Leaves are in reading order. The tree is as deep as the token has merges, at most its length.

    >>> from tokviz import Corpus, bpe
    >>> tree = merge_tree(bpe.train(Corpus({"aaab": 1}), rules="course"), "aaab")
    >>> as_text(tree)
    'aaab = aaa + b (3); aaa = aa + a (2); aa = a + a (1)'
    """
    return _tree(merges_by_token(source.merges, source.rules.join), token)


def _tree(made_from: Mapping[str, MadeFrom], token: str) -> Node:
    # A token of a thousand characters may have a tree a thousand deep, so the walk keeps its own stack.
    nodes: list[Node] = []  # finished nodes, parts before the whole
    leaves = 0
    stack: list[tuple[str, int, bool]] = [(token, sys.maxsize, False)]
    while stack:
        name, before, parts_done = stack.pop()
        step, left_part, right_part = made_from.get(name, (before, "", ""))
        if step >= before:  # a first symbol, even where odd marks let a later merge make the same string
            nodes.append(Node(name, None, (), float(leaves), 0))
            leaves += 1
        elif parts_done:
            right, left = nodes.pop(), nodes.pop()
            nodes.append(Node(name, step, (left, right), (left.x + right.x) / 2, max(left.y, right.y) + 1))
        else:
            stack += [(name, before, True), (right_part, step, False), (left_part, step, False)]
    return nodes[0]


@dataclass(frozen=True)
class ChipTree:
    """A node as its chip, above its parts."""

    chip: Chip
    parts: tuple[ChipTree, ...]


def chip_tree(node: Node, total: int, levels: int = MAX_DEPTH, removed: Container[str] = ()) -> ChipTree:
    """Return the tree in chips, colored and numbered by their merges; what is too deep has no parts. total: all
    merges. removed: the tokens that are out of the vocabulary."""
    numbers = {} if node.step is None else {node.token: node.step}
    chip = replace(Chips(numbers, total).chip(node.token, is_numbered=True), is_removed=node.token in removed)
    parts = node.parts if levels > 1 else ()
    return ChipTree(chip, tuple(chip_tree(part, total, levels - 1, removed) for part in parts))


def largest(trace: MergeTrace[Step], k: int) -> tuple[Node, ...]:
    """Return the trees of the longest tokens that are in use after k merges, the longest first, as many as fit; one
    that is part of another is not drawn again."""
    made_from = merges_by_token(trace.merges[:k], trace.rules.join)
    trees: list[Node] = []
    seen: set[str] = set()
    leaves = 0
    for token in sorted(set(trace.symbols(k)) & made_from.keys(), key=lambda token: (-len(token), made_from[token][0])):
        if token in seen:
            continue
        tree = _tree(made_from, token)
        nodes = tree.walk()
        seen.update(node.token for node in nodes)
        leaves += sum(not node.parts for node in nodes)
        if trees and leaves > MAX_LEAVES:
            break
        trees.append(tree)
    return tuple(trees)


def as_text(tree: Node) -> str:
    """Return the tree as equations, the token first, each with the number of its merge if it has one."""
    seen: dict[str, str] = {}
    for node in tree.walk():
        if node.parts:
            step = "" if node.step is None else f" ({node.step})"
            parts = " + ".join(shorten(visible(part.token)) for part in node.parts)
            seen.setdefault(node.token, f"{shorten(visible(node.token))} = {parts}{step}")
    return "; ".join(seen.values()) or visible(tree.token)
