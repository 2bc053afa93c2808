"""Why two tokenizers cut a word differently, in a sentence: the facts of :mod:`tokviz.compare.reasons` in words.

Plain text: what shows it has to put it out of Markdown's reach.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from tokviz.compare.facts import Account, ByMerges, LongestMatch, LookedUp, Merge, Other, Probability
from tokviz.compare.reasons import Reason
from tokviz.views.shared import display
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible

__all__ = ["sentence", "tokens"]

_MOST = 12  # tokens of a word are shown in full up to this many
_LENGTH = 24


def sentence(reason: Reason, left: str, right: str, say: Catalog) -> str:
    """The sentence. left, right: the names of the tokenizers.

    >>> from tokviz import Corpus, bpe, wordpiece
    >>> from tokviz.compare.reasons import reason
    >>> from tokviz.compare.sizes import at_size
    >>> from tokviz.views.shared.catalog import load
    >>> hug = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> one, other = at_size(bpe.train(hug, rules="course"), 14), at_size(wordpiece.train(hug), 9)
    >>> for clause in sentence(reason("hugs", one, other), "BPE", "WordPiece", load("en")).split("; "):
    ...     print(clause)
    BPE merges u + g at step 1 (count 20), in the end hug + s at step 6 (count 5)
    WordPiece had already taken ##g + ##s, at step 1 (score 1/20).
    """
    both = ((left, reason.left), (right, reason.right))
    if reason.kind == "pre-tokenisation":
        name, account = both[0] if reason.cut == "left" else both[1]
        assert isinstance(account, Other)
        return say("cmp.why.split", name=name, words=tokens(account.words))
    clauses = [_clause(name, account, cuts=reason.cut == side, say=say) for side, (name, account) in _sides(both)]
    joined = say("cmp.why.both", left=clauses[0], right=clauses[1])
    return say(f"cmp.kind.{reason.kind}", both=joined) if reason.kind in _LED else joined


_LED = ("unknown", "bytes", "options")  # kinds whose accounts say only what came out


def tokens(names: Iterable[str], separator: str = " ") -> str:
    """Tokens for a sentence or a table: visible, and not too many.

    >>> tokens(["hug", "##s"]), tokens("abcdefghijklmnop")
    ('hug ##s', 'a b c d e f g h i j k … p')
    """
    shown = [shorten(visible(name), _LENGTH) for name in names]
    if len(shown) > _MOST:
        shown = [*shown[: _MOST - 1], "…", shown[-1]]
    return separator.join(shown)


def _sides(both: tuple[tuple[str, Account], tuple[str, Account]]) -> Iterable[tuple[str, tuple[str, Account]]]:
    return zip(("left", "right"), both, strict=True)


def _clause(name: str, account: Account, *, cuts: bool, say: Catalog) -> str:
    """What one of them did there. cuts: whether it has a boundary where the other has none."""
    match account:
        case ByMerges():
            return _by_merges(name, account, cuts=cuts, say=say)
        case LongestMatch():
            return _longest(name, account, say)
        case Probability():
            return _likeliest(name, account, say)
        case LookedUp():
            return say("cmp.why.whole", name=name, token=tokens([account.token]))
        case _:
            return say("cmp.why.gives", name=name, tokens=tokens(account.tokens) or "∅")


def _by_merges(name: str, account: ByMerges, *, cuts: bool, say: Catalog) -> str:
    if account.crossing is not None:
        text = say("cmp.why.joins", name=name, pair=_pair(account.crossing.pair), when=_when(account.crossing, say))
        if account.made is not None and account.made != account.crossing:
            text += say("cmp.why.joins.made", pair=_pair(account.made.pair), when=_when(account.made, say))
        return text
    if account.rival is not None:
        return say("cmp.why.rival", name=name, pair=_pair(account.rival.pair), when=_when(account.rival, say))
    if cuts and account.apart is not None:
        if account.later is not None:
            return say("cmp.why.later", name=name, pair=_pair(account.apart), step=f"{account.later + 1:,}")
        return say("cmp.why.apart", name=name, pair=_pair(account.apart))
    return say("cmp.why.one", name=name)


def _longest(name: str, account: LongestMatch, say: Catalog) -> str:
    text = say("cmp.why.longest", name=name, token=tokens([account.token]))
    if account.made is not None:
        text += say("cmp.why.longest.made", pair=_pair(account.made.pair), when=_when(account.made, say))
    if account.longer is not None:
        text += say("cmp.why.longest.longer", longer=tokens([account.longer]))
    if account.by_merges is not None:
        text += say("cmp.why.longest.merges", tokens=tokens(account.by_merges))
    return text


def _likeliest(name: str, account: Probability, say: Catalog) -> str:
    if account.missing:
        pieces = [
            tokens([one.piece])
            if one.step is None
            else say("cmp.why.pruned", piece=tokens([one.piece]), step=f"{one.step + 1:,}")
            for one in account.missing[:_MOST]
        ]
        return say("cmp.why.missing", name=name, pieces=say.listed(pieces))
    if account.other is None:
        return say("cmp.why.characters", name=name)
    if account.is_tied:
        return say("cmp.why.tied", name=name, score=_score(account.score), pieces=tokens(account.pieces))
    return say(
        "cmp.why.likelier",
        name=name,
        score=_score(account.score),
        other=_score(account.other),
        pieces=tokens(account.pieces),
    )


def _when(merge: Merge, say: Catalog) -> str:
    number = f"{merge.step + 1:,}"
    if merge.worth is None:
        return say("cmp.why.rank", step=number)
    if isinstance(merge.worth, Fraction):
        return say("cmp.why.score", step=number, score=str(merge.worth))
    if isinstance(merge.worth, float):
        return say("cmp.why.gain", step=number, gain=display.number(merge.worth))
    return say("cmp.why.count", step=number, count=f"{merge.worth:,}")


def _pair(pair: tuple[str, str]) -> str:
    return tokens(pair, " + ")


def _score(logarithm: float) -> str:
    return f"{logarithm:.3f}".replace("-", "−")
