"""Sentences on the reasons of an encoding: which pair of a word is merged, which prefix is taken, which arc is kept.

The facts are those of :mod:`tokviz.bpe.encoding`, :mod:`tokviz.wordpiece.model` and :mod:`tokviz.unigram.reasons`, the
texts ``reason.`` in the catalogs. Narration, picture, questions and exercises take them from here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from tokviz.bpe.encoding import MergeChoice, RankedPair
from tokviz.unigram.reasons import ArcChoice, BestPath
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.reasons import Tense
from tokviz.views.shared.sentences import MAX_LISTED, code, code_pair
from tokviz.wordpiece.model import LongestMatch

PrefixVerdict = Literal["match", "shorter", "unknown"]

_RANK: Mapping[Tense, str] = {"present": "reason.rank.present", "past": "reason.rank.past"}
_PREFIX: Mapping[PrefixVerdict, str] = {
    "match": "reason.prefix.match",
    "shorter": "reason.prefix.shorter",
    "unknown": "reason.prefix.unknown",
}

# -- BPE: which pair is merged -----------------------------------------------------------------------------------------


def merge_choice(choice: MergeChoice, say: Catalog) -> str:
    """Say why a pair of a word is merged, and how many of its pairs never were.

    >>> from tokviz import Corpus, bpe
    >>> from tokviz.views.shared.catalog import load
    >>> from tokviz.views.shared.sentences import as_text, segments
    >>> step = bpe.train(Corpus({"low": 5}), rules="course").model().explain("lo")[0]
    >>> as_text(segments(merge_choice(step.choice, load("en"))))
    'Of the pairs here, training merged `l o` (merge 1). The earliest merge goes first: `l o`.'
    """
    known = [
        say("reason.merge.known", pair=code_pair(*pair.pair), number=(pair.rank or 0) + 1)
        for pair in choice.known[:MAX_LISTED]
    ]
    if rest := len(choice.known) - len(known):
        known.append(say.count("count.other-pairs", rest))
    key = "reason.merge" if choice.is_earliest else "reason.merge.in-turn"
    if len(choice.tied) > 1:
        key = "reason.merge.tied"
    pair, rank = code_pair(*choice.chosen.pair), (choice.chosen.rank or 0) + 1
    text = say(key, known=say.listed(known), pair=pair, rank=rank, tied=len(choice.tied))
    return text + (say.count("reason.merge.never", len(choice.never)) if choice.never else "")


def pair_rank(fact: RankedPair, say: Catalog, tense: Tense = "present") -> str:
    """Say which merge of the training a pair is, or that it is none."""
    if fact.rank is None:
        return say("reason.rank.never", pair=code_pair(*fact.pair))
    return say(_RANK[tense], pair=code_pair(*fact.pair), rank=fact.rank + 1)


def pair_later(fact: RankedPair, say: Catalog) -> str:
    """Say why a pair is not merged: it never was, or another one was learned earlier."""
    return pair_rank(fact, say) + ("" if fact.rank is None else say("reason.rank.later"))


def pair_places(fact: RankedPair, say: Catalog, places: str) -> str:
    """Say which merge a pair is, and where in the word it is. places: the symbols, written out."""
    where = "reason.rank.places.never" if fact.rank is None else "reason.rank.places"
    return pair_rank(fact, say) + say(where, places=places)


def rank_in_short(rank: int | None, say: Catalog) -> str:
    """Say the rank of a pair, which is counted from 0, in a few words."""
    return say("reason.rank.short.never") if rank is None else say("reason.rank.short", rank=rank + 1)


# -- WordPiece: which prefix is taken ----------------------------------------------------------------------------------


def longest_match(fact: LongestMatch, say: Catalog) -> str:
    """Say why a prefix is taken, or none.

    >>> from tokviz.views.shared.catalog import load
    >>> from tokviz.views.shared.sentences import as_text, segments
    >>> as_text(segments(longest_match(LongestMatch("##gs", "##g", 1, "##gs"), load("en"))))
    '`##gs`, all that remains, is in the vocabulary, so nothing shorter is looked up.'
    """
    longest = _code(fact.longest)
    if fact.token is None:
        if fact.tried == 1:
            return say("reason.match.last", longest=longest)
        return say("reason.match.none", tried=fact.tried, longest=longest, shortest=_code(fact.shortest))
    if fact.tried == 1:
        return say("reason.match.whole", longest=longest)
    return say.count("reason.match", fact.tried - 1, longest=longest, token=_code(fact.token))


def prefix_verdict(verdict: PrefixVerdict, say: Catalog) -> str:
    """Say in a few words what becomes of a prefix."""
    return say(_PREFIX[verdict])


def _code(text: str) -> str:
    """Write tokens as code; spaces between several are kept."""
    return code(*text.split(" "))


# -- Unigram: which arc is kept, and which path is the best ------------------------------------------------------------


def arc_kept(fact: ArcChoice, say: Catalog) -> str:
    """Say why an arc is kept at its position."""
    values = {"piece": code(fact.arc.piece), "begin": fact.arc.begin, "sum": cost_sum(fact, say)}
    if fact.ending == 1:
        text = say("reason.arc.only", **values)
    elif len(fact.tied) == 1:
        text = say.count("reason.arc", fact.ending, **values)
    else:
        tied = [code(arc.piece) for arc in fact.tied[:MAX_LISTED]]
        if rest := len(fact.tied) - len(tied):
            tied.append(say.count("lattice.other-pieces", rest))
        key = "reason.arc.tied.rounded" if fact.is_rounded else "reason.arc.tied"
        text = say.count(key, fact.ending, tied=say.listed(tied), cost=cost(fact.score, say), **values)
    return text + ("" if fact.arc.known else say("reason.arc.unknown", piece=code(fact.arc.piece)))


def other_arc(fact: ArcChoice, say: Catalog) -> str:
    """Say why an arc is not kept at its position."""
    return say("reason.arc.other", piece=code(fact.arc.piece), begin=fact.arc.begin, sum=cost_sum(fact, say))


def cost_sum(fact: ArcChoice, say: Catalog) -> str:
    """Write what the best path that ends in an arc costs: that to its begin, and the piece itself."""
    return f"{cost(fact.before, say)} + {cost(fact.arc.score, say)} = {cost(fact.score, say)}"


def cost(score: float, say: Catalog, places: int = 4) -> str:
    """Write minus a score, with so many decimals.

    >>> import math
    >>> from tokviz.views.shared.catalog import load
    >>> cost(math.log(0.5), load("en")), cost(0.0, load("en"), 1)
    ('0.6931', '0.0')
    """
    return say.decimal(0.0 - score, places)


def path_is_best(fact: BestPath, say: Catalog) -> str:
    """Say which segmentation is the best, with its probability, and what comes next to it."""
    text = say("reason.path", path=code(*fact.pieces), value=say.number(fact.probability)) + path_ties(fact, say)
    if fact.following is None:
        return text
    pieces, probability = fact.following
    return text + say("reason.path.next", path=code(*pieces), value=say.number(probability))


def path_ties(fact: BestPath, say: Catalog) -> str:
    """Say which segmentations are as good as the best, after a sentence on that; empty where none is."""
    if not fact.rivals:
        return ""
    paths = [code(*pieces) for pieces in fact.tied[:MAX_LISTED]]
    if rest := fact.rivals - len(paths):
        paths.append(say.count("lattice.other-paths", rest))
    return say("reason.path.tied", paths=say.listed(paths))
