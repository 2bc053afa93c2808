"""The words that tokenizers split differently, and why: the facts that decided, read off models and traces.

A word is compared with the white space around it where that is a part of the difference. A reason is about the first
place in the word, or in the white space before it, where only one of two tokenizers has a boundary. If a border between
the words of one tokenizer is inside of the other's token there, it is about that border, which no vocabulary could
cross. Where all boundaries are the same, it is about a space that only one puts in. What each did there is its account
(:mod:`tokviz.compare.accounts`); the kind says which of the facts in them is the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Literal

from tokviz.compare.accounts import Account, Added, ByMerges, LongestMatch, LookedUp, Marked, Other, Probability
from tokviz.compare.reading import Inserted, Reading, Split, split_of
from tokviz.compare.sides import Side
from tokviz.compare.sizes import Tokenizer
from tokviz.compare.spans import UNIT, Known, Model
from tokviz.corpus.passages import Passage, Stretch

_NEAR = 20  # characters around a word in which it is first looked at


@dataclass(frozen=True)
class Differing:
    """A word that differs, how often it is split like this, and the split of each tokenizer.

    word: with the white space around it where a tokenizer has a boundary in that. passage: where it occurs first.
    """

    word: str
    count: int
    splits: tuple[Split, ...]
    passage: Passage


@dataclass(frozen=True)
class Words:
    """The words of a text that several tokenizers have read. differing: those that are split differently, the most
    frequent first, then in the order of the text. number, total: how many different ones there are, and all of them;
    one word that is split in two ways, such as at the start of the text, counts for two."""

    differing: tuple[Differing, ...]
    number: int
    total: int

    @cached_property
    def occurrences(self) -> int:
        """Return the number of all words that differ."""
        return sum(word.count for word in self.differing)


def compared_words(readings: Sequence[Reading]) -> Words:
    """Return the words of readings of one text.

    >>> from tokviz import Corpus, wordpiece
    >>> from tokviz.compare.reading import read
    >>> hug = Corpus({"hug": 10, "hugs": 5, "bugs": 7})
    >>> models = [wordpiece.Model(["hug", "##s", "[UNK]"]), wordpiece.Model(["hug", "hugs", "[UNK]"])]
    >>> [(word.word, word.count) for word in compared_words([read(model, hug) for model in models]).differing]
    [('hugs', 5)]
    """
    text = readings[0].text
    if any(dict(reading.text.parts) != dict(text.parts) for reading in readings):
        raise ValueError("the readings are of different texts")
    counts: dict[tuple[str, tuple[Split, ...]], int] = {}
    places: dict[tuple[str, tuple[Split, ...]], Passage] = {}
    each = zip(*(reading.each for reading in readings), strict=True)
    for (passage, count), split in zip(text.passages, each, strict=True):
        word = word_with_space(passage, split) if text.is_running else passage.text
        if word or any(tokenizer_split.tokens for tokenizer_split in split):
            key = (word or passage.written, split)
            counts[key] = counts.get(key, 0) + count
            places.setdefault(key, passage)
    differing = [
        Differing(word, count, split, places[word, split])
        for (word, split), count in counts.items()
        if any(differs(split[0], other) for other in split[1:])
    ]
    return Words(tuple(sorted(differing, key=lambda word: -word.count)), len(counts), sum(counts.values()))


def word_with_space(passage: Passage, split: Sequence[Split]) -> str:
    """Return the word, with the white space around it where a tokenizer has a boundary in that."""
    stretch = passage.stretch
    first = (
        stretch.word
        if not any(cut <= 0 for tokenizer_split in split for cut in tokenizer_split.cuts)
        else stretch.start
    )
    behind = (stretch.stop - stretch.word) * UNIT
    last = (
        stretch.stop
        if not any(cut >= behind for tokenizer_split in split for cut in tokenizer_split.cuts)
        else stretch.end
    )
    return passage.text[first:last]


def nearby(passage: Passage, models: Sequence[Model], split: Sequence[Split]) -> Passage:
    """Return the word in a part of its text in which it is split in the same way, since long texts take long. split: by
    each model."""
    text, stretch = passage.text, passage.stretch
    room = _NEAR
    while stretch.start > room or stretch.end + room < len(text):
        begin, end = max(stretch.start - room, 0), min(stretch.end + room, len(text))
        moved = Stretch(*(place - begin for place in stretch))
        part = Passage(text[begin:end], moved, passage.is_running)
        if all(split_of(part, model) == known for model, known in zip(models, split, strict=True)):
            return part
        room *= 8
    return passage


def opposites(splits: Sequence[Split]) -> dict[int, int]:
    """Return each tokenizer, by number, and the first other one that splits the word otherwise; empty if all split
    alike."""
    others = {}
    for number, split in enumerate(splits):
        other = next((place for place, candidate in enumerate(splits) if differs(split, candidate)), None)
        if other is not None:
            others[number] = other
    return others


# -- reasons -----------------------------------------------------------------------------------------------------------

ReasonKind = Literal[
    "inserted-space",
    "white-space",
    "no-white-token",
    "pre-tokenization",
    "added-token",
    "unknown",
    "bytes",
    "characters",
    "unexplained",
    "probability",
    "missing-piece",
    "longest-match",
    "whole-word",
    "superword",
    "removed",
    "merge-order",
    "not-merged",
    "options",
    "algorithm",
]


_OF_ALGORITHMS = frozenset(
    {
        "probability",
        "missing-piece",
        "longest-match",
        "whole-word",
        "removed",
        "merge-order",
        "not-merged",
        "options",
        "algorithm",
    }
)
"""The kinds of what happened inside of a word of the tokenizer."""


@dataclass(frozen=True)
class Reason:
    """The reason why two tokenizers split a word differently.

    place: a boundary that only one of them has, in characters of the word, negative in the white space before it; None
    if they have the same ones. cut: which of them has it. left, right: how each came to that. marks: the spaces that
    the left and the right one put in as a token of its own where the other does not, whatever else the reason is; None
    for none. kind:

    - ``inserted-space``: one of them puts a space in where the text has none, at the start of a text or after a special
      token; place and cut say where, and which (:class:`~tokviz.compare.accounts.Spaced`);
    - ``white-space``: one of them leaves the white space there out, and the other makes tokens of it (the same);
    - ``no-white-token``: one has a token for white space that the vocabulary of the other lacks (of this the same);
    - ``pre-tokenization``: before its algorithm even began, the one that cuts had cut the text into words there;
    - ``added-token``: the other one takes an added token there (:class:`~tokviz.compare.accounts.Added`);
    - ``unknown``: the vocabulary of one of them lacks something of the word;
    - ``bytes``: the place is inside a character, and only one of them takes it apart there;
    - ``characters``: the same, but it becomes several characters, not bytes;
    - ``unexplained``: the library of a file has other tokens there than our model of it
      (:class:`~tokviz.compare.accounts.Unexplained`);
    - ``probability``: a unigram model finds its own split likelier (:class:`~tokviz.compare.accounts.Probability`);
    - ``missing-piece``: a unigram model lacks a piece that the other's split needs, and says when it was pruned;
    - ``longest-match``: WordPiece took the longest known beginning of what was left, not what its merges would give;
    - ``whole-word``: one of them looked the word up as a whole;
    - ``superword``: one of them joined words there that the other had cut before its algorithm even began;
    - ``removed``: one of them had merged across the place, too, and then removed the token;
    - ``merge-order``: one merged across the place; the other's `rival` merge had taken a part of that before;
    - ``not-merged``: one merged across the place; the other did not get to it, at this size or at all;
    - ``options``: something else that a file brought along, such as subword-nmt's glossaries or its vocabulary;
    - ``algorithm``: one of them uses an algorithm that this module does not know.
    """

    kind: ReasonKind
    place: Fraction | None
    cut: Literal["left", "right"] | None
    left: Account
    right: Account
    marks: tuple[Marked | None, Marked | None] = (None, None)


def differs(left: Split, right: Split) -> bool:
    """Tell if two splits of a word differ.

    They do if the word is cut at other places, if only one of them knows all of it, or if one puts a space in where the
    other, which writes spaces, too, has none. How tokens are written is no difference, and neither are marks of words
    that are tokens of their own.
    """
    if left.cuts != right.cuts or left.begins != right.begins or left.is_known != right.is_known:
        return True
    return left.inserted is not None and right.inserted is not None and left.inserted != right.inserted


def reason(passage: Passage, left: Tokenizer, right: Tokenizer) -> Reason | None:
    """Return the reason for two different splits of a word; None if they are the same.

    Raises LimitError for a word too long to explain.

    >>> from tokviz import Corpus, bpe, wordpiece
    >>> from tokviz.compare.sizes import at_size
    >>> hug = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> tokenizer, other = at_size(bpe.train(hug, rules="course"), 13), at_size(wordpiece.train(hug), 9)
    >>> why = reason(Passage.alone("hugs"), tokenizer, other)
    >>> why.kind, why.left.made.step + 1, why.left.made.pair, why.right.rival.step + 1, why.right.rival.pair
    ('merge-order', 6, ('hug', 's'), 1, ('##g', '##s'))
    """
    return between(Side(passage, left), Side(passage, right))


def between(side: Side, other: Side) -> Reason | None:
    """Return the reason for a word that both have split already."""
    if not differs(side.split, other.split):
        return None
    only = sorted(set(side.cuts) ^ set(other.cuts))
    if not only:
        if side.is_known != other.is_known:
            return Reason("unknown", None, None, side.other(), other.other())
        return _inserted(side, other)
    found = _at(only[0], side, other)
    if found.kind in _OF_ALGORITHMS:
        border = _border(only, side, other)
        found = found if border is None else _at(border, side, other)
    return replace(found, marks=(side.marked(other), other.marked(side)))


def _border(only: Sequence[int], side: Side, other: Side) -> int | None:
    """Return the first place between words of one tokenizer that the other's tokens join, up to where both cut."""
    both = min((cut for cut in set(side.cuts) & set(other.cuts) if cut > only[0]), default=side.end)
    for place in only:
        before, behind = (side if place in side.cuts else other).around(place)
        if place < both and before.source != behind.source:
            return place
    return None


def _at(place: int, side: Side, other: Side) -> Reason:
    """Return the reason for a boundary that only one of them has."""
    cuts_left = place in side.cuts
    cutting, joining = (side, other) if cuts_left else (other, side)
    where = Fraction(place, UNIT)
    which: Literal["left", "right"] = "left" if cuts_left else "right"
    if joining.crosses_words(place):
        before, behind = cutting.around(place)
        if before.source != behind.source:
            words = Other(tuple(cutting.sources[token.source].text for token in (before, behind)), cutting.split.tokens)
            joined = joining.account(place, cutting)
            return Reason("superword", where, which, *((words, joined) if cuts_left else (joined, words)))
    if _leaves_out(place, cutting, joining):
        return Reason("white-space", where, which, side.spaced(place), other.spaced(place))
    kind = _before_all(place, cutting, joining)
    covering = joining.at(place)
    if kind == "added-token" and covering is not None:
        token = covering.token
        return Reason(kind, where, which, Added(token, not cuts_left), Added(token, cuts_left))
    if kind is not None:
        at = place if kind == "unknown" else None
        return Reason(kind, where, which, side.other(at), other.other(at))
    unexplained = side.unexplained(place), other.unexplained(place)
    if any(unexplained):
        return Reason("unexplained", where, which, unexplained[0] or side.other(), unexplained[1] or other.other())
    accounts = side.account(place, other), other.account(place, side)
    if cutting.lacks(joining.white_token(place)):
        lacking = cutting.spaced(place, joining=joining)
        both = (lacking, accounts[1]) if cuts_left else (accounts[0], lacking)
        return Reason("no-white-token", where, which, *both)
    is_known = all(isinstance(side.tokenizer.model, Known) for side in (side, other))
    return Reason(_kind(*accounts) if is_known else "algorithm", where, which, *accounts)


def _inserted(left: Side, right: Side) -> Reason:
    """Return the reason for a space that is put in."""
    ours, theirs = (set(side.split.inserted or ()) for side in (left, right))
    first: Inserted = min(ours ^ theirs)
    which: Literal["left", "right"] = "left" if first in ours else "right"
    place = first.place
    marks = left.marked(right), right.marked(left)
    return Reason("inserted-space", Fraction(place, UNIT), which, left.spaced(place), right.spaced(place), marks)


def _leaves_out(place: int, cutting: Side, joining: Side) -> bool:
    """Tell if both cover the white space at a place differently: none, part or all."""
    begin, end = cutting.white_space(place)
    amounts = cutting.covered(begin, end), joining.covered(begin, end)
    return len({0 if not amount else 1 if amount < end - begin else 2 for amount in amounts}) > 1


def _before_all(place: int, cutting: Side, joining: Side) -> ReasonKind | None:
    """Return the kind of a reason that lies before or outside the algorithms."""
    before, behind = cutting.around(place)
    covering = joining.at(place)
    if covering is None:
        return "unknown"
    if before.source != behind.source:
        return "pre-tokenization"
    if covering.kind == "added":
        return "added-token"
    is_spelled = any(token.kind == "byte" for token in (before, behind, covering))
    if is_spelled or cutting.is_unknown_at(place) or joining.is_unknown_at(place):
        return "unknown"
    if place % UNIT and not joining.could_cut(place):
        return "bytes" if cutting.spells(place) else "characters"
    return None


def _kind(left: Account, right: Account) -> ReasonKind:
    both = (left, right)
    likely = [account for account in both if isinstance(account, Probability)]
    if likely:
        return "missing-piece" if any(account.other is None for account in likely) else "probability"
    if any(isinstance(account, LongestMatch) for account in both):
        return "longest-match"
    if any(isinstance(account, LookedUp) for account in both):
        return "whole-word"
    merged = [account for account in both if isinstance(account, ByMerges)]
    if len(merged) < 2:
        return "options"
    if any(account.removed for account in merged):
        return "removed"
    return "merge-order" if any(account.rival for account in merged) else "not-merged"
