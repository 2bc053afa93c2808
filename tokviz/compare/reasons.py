"""Why two tokenizers cut a word differently: the facts that decided, read off models and traces.

A reason is about the first place in the word, or the white space before it, where one of the two has a boundary and the
other has none; where all boundaries are the same, about a space that only one puts in. What each did there is its
account (:mod:`tokviz.compare.facts`); the kind says which of the facts in them is the reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from tokviz.compare.facts import Account, ByMerges, LongestMatch, LookedUp, Probability
from tokviz.compare.reading import Inserted, Split
from tokviz.compare.sizes import Tokenizer
from tokviz.compare.sources import UNIT, Known
from tokviz.compare.tokenizer_side import Side
from tokviz.corpus.passages import Passage

__all__ = ["Reason", "ReasonKind", "between", "differs", "reason"]

ReasonKind = Literal[
    "inserted-space",
    "white-space",
    "no-white-token",
    "pre-tokenisation",
    "unknown",
    "bytes",
    "probability",
    "missing-piece",
    "longest-match",
    "whole-word",
    "merge-order",
    "not-merged",
    "options",
    "algorithm",
]


@dataclass(frozen=True)
class Reason:
    """Why two tokenizers cut a word differently.

    place: the first boundary that only one of them has, in characters of the word, negative in the white space before
    it; None if they have the same ones. cut: which of them has it. left, right: how each came to that. kind:

    - ``inserted-space``: one of them puts a space in where the text has none, at the start of a text or after a special
      token; place and cut say where, and which (:class:`~tokviz.compare.facts.Spaced`);
    - ``white-space``: one of them leaves the white space there out, and the other makes tokens of it (the same);
    - ``no-white-token``: one has a token for white space that the vocabulary of the other lacks (of this the same);
    - ``pre-tokenisation``: before its algorithm even began, the one that cuts had cut the text into words there, or the
      other had found an added token;
    - ``unknown``: the vocabulary of one of them lacks something of the word;
    - ``bytes``: the place is inside a character, and only one of them takes characters apart;
    - ``probability``: a unigram model finds its own split likelier (:class:`~tokviz.compare.facts.Probability`);
    - ``missing-piece``: a unigram model lacks a piece that the other's split needs, and says when it was pruned;
    - ``longest-match``: WordPiece took the longest known beginning of what was left, not what its merges would give;
    - ``whole-word``: one of them looked the word up as a whole;
    - ``merge-order``: one merged across the place; the other's `rival` merge had taken a part of that before;
    - ``not-merged``: one merged across the place; the other did not get to it, at this size or at all;
    - ``options``: something else that a file brought along, such as subword-nmt's glossaries or its vocabulary;
    - ``algorithm``: one of them goes by an algorithm of whose ways nothing is known here.
    """

    kind: ReasonKind
    place: Fraction | None
    cut: Literal["left", "right"] | None
    left: Account
    right: Account


def differs(left: Split, right: Split) -> bool:
    """Whether a word is cut at other places, or only one of the two knows all of it, or puts a space in while the other
    writes spaces, too, and has none there. How tokens are written is no difference, and neither are marks of words that
    are tokens of their own."""
    if left.cuts != right.cuts or left.begins != right.begins or left.is_known != right.is_known:
        return True
    return left.inserted is not None and right.inserted is not None and left.inserted != right.inserted


def reason(passage: Passage, left: Tokenizer, right: Tokenizer) -> Reason | None:
    """Why two tokenizers split a word of a text differently; None if they do not. Raises LimitError for one too long to
    explain.

    >>> from tokviz import Corpus, bpe, wordpiece
    >>> from tokviz.compare.sizes import at_size
    >>> hug = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> one, other = at_size(bpe.train(hug, rules="course"), 13), at_size(wordpiece.train(hug), 9)
    >>> why = reason(Passage.alone("hugs"), one, other)
    >>> why.kind, why.left.made.step + 1, why.left.made.pair, why.right.rival.step + 1, why.right.rival.pair
    ('merge-order', 6, ('hug', 's'), 1, ('##g', '##s'))
    """
    return between(Side(passage, left), Side(passage, right))


def between(one: Side, other: Side) -> Reason | None:
    """The same for a word that both have split already."""
    if not differs(one.split, other.split):
        return None
    only = set(one.cuts) ^ set(other.cuts)
    if not only:
        if one.is_known != other.is_known:
            return Reason("unknown", None, None, one.other(), other.other())
        return _inserted(one, other)
    place = min(only)
    cuts_left = place in one.cuts
    cutting, joining = (one, other) if cuts_left else (other, one)
    where = Fraction(place, UNIT)
    which: Literal["left", "right"] = "left" if cuts_left else "right"
    if _leaves_out(place, cutting, joining):
        return Reason("white-space", where, which, one.spaced(place), other.spaced(place))
    kind = _before_all(place, cutting, joining)
    if kind is not None:
        return Reason(kind, where, which, one.other(), other.other())
    accounts = one.account(place, other), other.account(place, one)
    if cutting.lacks(joining.white_token(place)):
        lacking = cutting.spaced(place, joining=joining)
        both = (lacking, accounts[1]) if cuts_left else (accounts[0], lacking)
        return Reason("no-white-token", where, which, *both)
    is_known = all(isinstance(side.tokenizer.model, Known) for side in (one, other))
    return Reason(_kind(*accounts) if is_known else "algorithm", where, which, *accounts)


def _inserted(left: Side, right: Side) -> Reason:
    """Why a space is put in."""
    ours, theirs = (set(side.split.inserted or ()) for side in (left, right))
    first: Inserted = min(ours ^ theirs)
    which: Literal["left", "right"] = "left" if first in ours else "right"
    place = first.place
    return Reason("inserted-space", Fraction(place, UNIT), which, left.spaced(place), right.spaced(place))


def _leaves_out(place: int, cutting: Side, joining: Side) -> bool:
    """Whether one of the two has no token for the white space at a place, and the other has."""
    begin, end = cutting.white_space(place)
    if begin == end:
        return False
    return cutting.covers(begin, end) != joining.covers(begin, end) or joining.at(place) is None


def _before_all(place: int, cutting: Side, joining: Side) -> ReasonKind | None:
    """The kind of a reason that lies before or outside the algorithms."""
    before, behind = cutting.around(place)
    covering = joining.at(place)
    if before.source != behind.source or (covering is not None and covering.kind == "added"):
        return "pre-tokenisation"
    gone = (token for token in (*cutting.placed, *joining.placed) if token.kind == "dropped")
    if any(token.begin <= place <= token.end for token in gone):
        return "unknown"
    if covering is None or any(token.kind in ("unknown", "byte") for token in (before, behind, covering)):
        return "unknown"
    if not joining.could_cut(place):
        return "bytes"
    return None


def _kind(left: Account, right: Account) -> ReasonKind:
    both = (left, right)
    likely = [one for one in both if isinstance(one, Probability)]
    if likely:
        return "missing-piece" if any(one.other is None for one in likely) else "probability"
    if any(isinstance(one, LongestMatch) for one in both):
        return "longest-match"
    if any(isinstance(one, LookedUp) for one in both):
        return "whole-word"
    merged = [one for one in both if isinstance(one, ByMerges)]
    if len(merged) < 2:
        return "options"
    return "merge-order" if any(one.rival for one in merged) else "not-merged"
