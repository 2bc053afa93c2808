"""Checks of each claim of a reason, looked up in both tokenizers without the code that found the reason."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any
from unicodedata import normalize

import pytest

from tests.compare.drawn_pairs import Drawn
from tests.compare.measuring import (
    BYTES,
    FALLBACK,
    USER_DEFINED,
    Claim,
    byte_length,
    edges_of,
    length_of,
    measured,
    merged,
    size_of,
    token_ranks,
)
from tests.compare.test_newer_reasons import holds
from tests.views.compare.test_sentences import proved
from tokviz import bpe, lookup, parity, unigram, wordpiece
from tokviz.compare.accounts import ByMerges, LongestMatch, LookedUp, Marked, Other, Probability, Spaced, Unexplained
from tokviz.compare.sides import Side
from tokviz.pretokenize.byte_level import BYTE_TO_CHAR
from tokviz.superbpe import boundless

__all__ = ["CLAIMS", "KINDS", "check", "keys"]

# -- every reason ------------------------------------------------------------------------------------------------------

ALGORITHMS = ("probability", "missing-piece", "longest-match", "merge-order", "not-merged", "removed", "whole-word")


def check(claim: Claim, said: str) -> None:
    """Look up all that a reason and its sentence say."""
    place = claim.place
    cutting, joining = (claim.own, claim.other) if claim.cuts else (claim.other, claim.own)
    if place is not None and claim.reason.kind != "inserted-space":
        cut, joined = edges_of(claim, cutting), edges_of(claim, joining)
        assert cut is None or place in cut, "no boundary there"
        assert joined is None or place not in joined, "a boundary there"
    if place is not None and claim.reason.kind in ALGORITHMS:
        for one, another in ((cutting, joining), (joining, cutting)):
            no_border_decides(claim, int(place), one, another)
    KINDS[claim.reason.kind](claim)
    for key in keys(said):
        CLAIMS[key](claim)
    if isinstance(claim.own.tokenizer.trace, bpe.Trace | wordpiece.Trace | unigram.Trace) and not isinstance(
        claim.own.tokenizer.trace, parity.Trace
    ):
        rest = proved(said, claim.own.tokenizer)
        assert not re.search(r"(?:step|count|score|gain|cost|limit|round)=", rest), rest


def keys(said: str) -> set[str]:
    return set(re.findall(r"(?:compare\.(?:why|gone)|measure)(?:\.[a-z-]+)*", said)) & CLAIMS.keys()


def no_border_decides(claim: Claim, place: int, one: Drawn, another: Drawn) -> None:
    """No border between words of one is inside of a token of the other, up to where both have a boundary."""
    borders = measured(one.model.words(claim.text), claim.text)
    own, theirs = edges_of(claim, one), edges_of(claim, another)
    if borders is None or own is None or theirs is None:
        return
    both = min((edge for edge in {*own} & {*theirs} if edge > place), default=own[-1])
    inside = [edge for edge in borders if place <= edge < both and edge not in theirs]
    assert not inside or is_lifted(one), f"{one.kind} has a border at {inside}"


def is_lifted(drawn: Drawn) -> bool:
    return isinstance(drawn.model, boundless.Model)


# -- kinds -------------------------------------------------------------------------------------------------------------


def accounts(claim: Claim) -> tuple[Any, Any]:
    return claim.reason.left, claim.reason.right


def inserted_space(claim: Claim) -> None:
    left, right = accounts(claim)
    assert left.puts != right.puts or claim.reason.marks != (None, None)


def white_space(claim: Claim) -> None:
    left, right = accounts(claim)
    assert (left.covers, left.has_part) != (right.covers, right.has_part), "no difference is told"


def no_white_token(claim: Claim) -> None:
    assert sum(isinstance(account, Spaced) for account in accounts(claim)) == 1


def pre_tokenization(claim: Claim) -> None:
    assert all(isinstance(account, Other) for account in accounts(claim))


def unknown(claim: Claim) -> None:
    assert not all(account.is_known and not account.is_spelled for account in accounts(claim)), "all is known"


def added_token(claim: Claim) -> None:
    left, right = accounts(claim)
    assert left.token == right.token
    assert left.is_taken != right.is_taken


def is_inside_of_character(claim: Claim) -> None:
    assert claim.at.denominator > 1
    assert len(claim.text[int(claim.at)].encode()) > 1


def one_is(kind: type) -> Callable[[Claim], None]:
    def look(claim: Claim) -> None:
        assert any(isinstance(account, kind) for account in accounts(claim))

    return look


def missing_piece(claim: Claim) -> None:
    assert any(isinstance(account, Probability) and account.missing for account in accounts(claim))


def both_merge(claim: Claim) -> None:
    assert all(isinstance(account, ByMerges) for account in accounts(claim))


def merge_order(claim: Claim) -> None:
    both_merge(claim)
    assert any(account.rival for account in accounts(claim))


def options(claim: Claim) -> None:
    models = [drawn.model for drawn in (claim.own, claim.other)]
    assert any(isinstance(model, bpe.Applier) and (model.vocabulary or model.glossaries) for model in models)


def superword(claim: Claim) -> None:
    joined = claim.reason.right if claim.cuts else claim.reason.left
    assert isinstance(joined, ByMerges)
    assert joined.lift is not None or (joined.crossing is not None and joined.crossing.is_super)


def strange(claim: Claim) -> None:
    assert "strange" in (claim.own.kind, claim.other.kind)


KINDS: dict[str, Callable[[Claim], None]] = {
    "inserted-space": inserted_space,
    "white-space": white_space,
    "no-white-token": no_white_token,
    "pre-tokenization": pre_tokenization,
    "added-token": added_token,
    "unknown": unknown,
    "characters": is_inside_of_character,
    "bytes": is_inside_of_character,
    "probability": one_is(Probability),
    "missing-piece": missing_piece,
    "longest-match": one_is(LongestMatch),
    "whole-word": one_is(LookedUp),
    "superword": superword,
    "removed": both_merge,
    "merge-order": merge_order,
    "not-merged": both_merge,
    "options": options,
    "unexplained": one_is(Unexplained),
    "algorithm": strange,
}

# -- sentences ---------------------------------------------------------------------------------------------------------


def splits(claim: Claim) -> None:
    """A word ends at the place, or an added token does."""
    words = claim.own.model.words(claim.text)
    assert is_part(claim.account.words, words)
    edges = measured(words, claim.text)
    if claim.place is not None and edges is not None:
        assert claim.place in edges, "no border there"


def does_not_split(claim: Claim) -> None:
    words = claim.own.model.words(claim.text)
    assert is_part(claim.account.words, words)
    edges = measured(words, claim.text)
    if claim.place is not None and edges is not None:
        assert claim.place not in edges, "a border there"


def is_part(some: Sequence[str], of: Sequence[str]) -> bool:
    return any(tuple(of[at : at + len(some)]) == tuple(some) for at in range(len(of) + 1))


def gives(claim: Claim) -> None:
    assert is_part(claim.account.tokens, claim.tokens), (claim.account.tokens, claim.tokens)


def known(claim: Claim) -> None:
    """All tokens are in the vocabulary, none is the unknown one or stands for a byte."""
    model, tokens = claim.own.model, claim.account.tokens
    ids = vocabulary(claim) or tokens
    assert all(token in ids for token in tokens)
    assert model.unknown_token not in tokens or str(model.unknown_token) in claim.text
    assert not any(FALLBACK.fullmatch(token) for token in tokens), "bytes for a character"


def not_all_known(claim: Claim) -> None:
    """A token is not in the vocabulary, or something is dropped; no limit of characters made it unknown."""
    model: Any = claim.own.model
    if isinstance(model, wordpiece.Model):
        assert all(len(word) <= model.max_word_length for word in model.words(claim.text))
    ids, unknown = vocabulary(claim), claim.own.model.unknown_token
    controls = () if claim.own.tokenizer.trace is None else ("<s>", "</s>")  # which no text becomes
    is_lacking = any(token not in ids or token in (unknown, *controls) for token in claim.tokens)
    length = sum(map(length_of(claim.own), claim.tokens))
    assert is_lacking or "NFKD" in claim.own.file or length != size_of(claim.text), "nothing is unknown or dropped"


def too_long(claim: Claim) -> None:
    """WordPiece does not look up a word of so many characters."""
    model: Any = claim.own.model
    assert claim.account.limit == model.max_word_length
    assert any(len(word) > model.max_word_length for word in model.words(claim.text))


def reads(claim: Claim) -> None:
    """The words are what the model sees, and the other one sees others."""
    assert is_part(claim.account.words, list(claim.own.model.words(claim.text)))
    assert isinstance(claim.reason.right, Other)
    assert claim.account.words != claim.reason.right.words


def spelled(claim: Claim) -> None:
    bytes_of_characters = [token for token in claim.account.tokens if FALLBACK.fullmatch(token)]
    assert bytes_of_characters


def vocabulary(claim: Claim) -> Container[str]:
    model: Any = claim.own.model
    return (model.vocabulary or ()) if isinstance(model, bpe.Applier) else model.ids


def makes_several(claim: Claim) -> None:
    """A normalizer is there, and makes several characters of the one at the place."""
    char = claim.text[int(claim.at)]
    assert not claim.own.writes_bytes or normalize("NFKC", char).isascii()
    assert len(normalize("NFKD", char)) > 1


def takes_added(claim: Claim) -> None:
    model: Any = claim.own.model
    assert claim.account.token in claim.tokens
    assert claim.account.token in {token.content for token in model.added}


def takes_none(claim: Claim) -> None:
    edges = edges_of(claim, claim.own)
    assert claim.account.token not in claim.tokens or edges is None or claim.place is None or claim.place in edges


def over_bytes(claim: Claim) -> None:
    assert claim.own.writes_bytes


def cannot_split(claim: Claim) -> None:
    """The boundary is not where its bytes meet, if it has any."""
    size = len(claim.text[int(claim.at)].encode())
    is_decomposed = "NFKD" in claim.own.file
    assert not claim.own.writes_bytes or is_decomposed or (claim.at * size).denominator > 1


def is_subword_nmt(claim: Claim) -> None:
    assert isinstance(claim.own.model, bpe.Applier)
    assert claim.own.model.vocabulary or claim.own.model.glossaries


def whole(claim: Claim) -> None:
    model: Any = claim.own.model
    assert claim.account.token in model.ids
    assert claim.account.token in claim.tokens
    assert not isinstance(model, bpe.Model) or model.encoding.whole_word


def not_known(claim: Claim) -> None:
    assert claim.account.token not in claim.own.model.ids or claim.account.token == claim.own.model.unknown_token  # type: ignore[union-attr]


def by_character(claim: Claim) -> None:
    assert isinstance(claim.own.model, lookup.Model)
    assert claim.own.model.unit == "character"


def happens(claim: Claim, merge: Any, *, across: bool) -> None:
    """The merge is one of the tokenizer's, at this step and rank, and happens in the text, at the place if it says
    so."""
    done = merged(claim, claim.own)
    if done is None:
        return
    events = [event for event in done[0] if event.pair == merge.pair]
    assert events, "it does not happen in this text"
    if across and claim.place is not None:
        assert any(event.middle == claim.place for event in events), "it happens elsewhere"


def joins(claim: Claim) -> None:
    if claim.account.crossing is not None:
        happens(claim, claim.account.crossing, across=True)
    else:
        happens(claim, claim.account.rival, across=False)
        rival_decides(claim)


def rival_decides(claim: Claim) -> None:
    """The rival takes a part of what the other's merge across the place joins."""
    ours, theirs = merged(claim, claim.own), merged(claim, claim.other)
    crossing = getattr(claim.reason.right, "crossing", None)
    if ours is None or theirs is None or claim.place is None or crossing is None:
        return
    [their] = [event for event in theirs[0] if event.middle == claim.place and event.pair == crossing.pair]
    for event in ours[0]:
        if event.pair != claim.account.rival.pair or event.begin < claim.place < event.end:
            continue
        if not byte_length(event.pair[0]) or not byte_length(event.pair[1]) or event.begin == event.middle:
            return  # a mark or a space was joined to it
        parts = (their.begin, their.middle), (their.middle, their.end)
        if any(max(event.begin, a) < min(event.end, b) and not (a <= event.begin and event.end <= b) for a, b in parts):
            return
    raise AssertionError("no such merge is in the way")


def joins_at_last(claim: Claim) -> None:
    done = merged(claim, claim.own)
    if done is not None and claim.place is not None:
        across = [event for event in done[0] if event.begin < claim.place < event.end]
        assert across[-1].pair == claim.account.made.pair


def stays_apart(claim: Claim) -> None:
    """The two are beside each other in the end, and no merge of this size joins them."""
    done = merged(claim, claim.own)
    apart = claim.account.apart
    if done is not None and claim.place is not None:
        [pair] = [(a[0], b[0]) for a, b in pairwise(done[1]) if a[2] == claim.place and b[1] == claim.place][:1]
        assert pair == apart
    if done is not None and claim.own.tokenizer.by_merges is not None:
        assert apart not in claim.own.tokenizer.by_merges.merges


def is_last(claim: Claim) -> None:
    learned, steps = claim.own.tokenizer.learned, claim.own.tokenizer.steps
    merges = [step for step in range(steps) if learned[step] is not None]
    assert claim.account.last.step == merges[-1]
    later = {one.pair for one in learned[steps:] if one is not None and not one.is_super}
    assert claim.account.later is not None or claim.account.apart not in later


def comes_later(claim: Claim) -> None:
    learned, later = claim.own.tokenizer.learned, claim.account.later
    one = learned[later.step]
    assert one is not None
    assert (one.pair, one.worth) == (claim.account.apart, later.worth)
    assert later.step >= claim.own.tokenizer.steps


def one_symbol(claim: Claim) -> None:
    """The symbol that covers the place is there before any merge."""
    by_merges = claim.own.tokenizer.by_merges
    assert by_merges is not None
    symbols = [symbol for word in claim.own.model.words(claim.text) for symbol in by_merges.rules.segment(word)]
    edges = measured(symbols, claim.text)
    assert edges is None or claim.place is None or claim.place not in edges


def newer(claim: Claim) -> None:
    """Merges across words, removals and returns are looked up in the traces."""
    side = Side(claim.passage, claim.own.tokenizer)
    if claim.own.tokenizer.trace is not None and not isinstance(claim.own.tokenizer.trace, parity.Trace):
        assert claim.reason.place is not None
        holds(claim.account, side, int(claim.reason.place * 288), is_cut=claim.cuts)


def has_turn(claim: Claim) -> None:
    """The language had the turn, and the pair occurred so often in it."""
    trace = claim.own.tokenizer.trace
    assert isinstance(trace, parity.Trace)
    account = claim.account
    for merge in (account.crossing, account.made, account.rival, account.later, account.last):
        if merge is not None and merge.language:
            step = trace[merge.step]
            assert step.language is not None
            assert trace.languages[step.language].name == merge.language
            assert step.counts_by_language[step.language] == merge.worth


def counted(claim: Claim) -> None:
    """Numbers of steps are looked up in the trace, whatever the algorithm."""
    account, learned = claim.account, claim.own.tokenizer.learned
    if not isinstance(account, ByMerges):
        return
    for merge in (account.crossing, account.made, account.rival, account.later, account.last, account.undone):
        if merge is not None:
            one = learned[merge.step]
            assert one is not None
            assert (one.pair, one.worth) == (merge.pair, merge.worth)


def ranked(claim: Claim) -> None:
    by_merges = claim.own.tokenizer.by_merges
    assert by_merges is not None
    for merge in (claim.account.crossing, claim.account.made, claim.account.rival):
        assert merge is None or by_merges.merges[merge.step] == merge.pair


def ranked_by_token(claim: Claim) -> None:
    """The rank is that of the token that the pair makes."""
    by_merges = claim.own.tokenizer.by_merges
    assert by_merges is not None
    ranks = token_ranks(by_merges)
    for merge in (claim.account.crossing, claim.account.made, claim.account.rival):
        assert merge is None or not merge.is_by_token or ranks[by_merges.rules.join(*merge.pair)] == merge.step


def scored_by_token(claim: Claim) -> None:
    """The score is that which the file has for the token that the pair makes."""
    by_merges = claim.own.tokenizer.by_merges
    assert by_merges is not None
    assert by_merges.scores is not None
    for merge in (claim.account.crossing, claim.account.made, claim.account.rival):
        assert merge is None or by_merges.scores[by_merges.rules.join(*merge.pair)] == merge.worth


def greedy(claim: Claim) -> Iterator[tuple[str, int]]:
    """Each token of the longest match, and where it begins in its word."""
    model: Any = claim.own.model
    for seen in model.words(claim.text):
        word = model.marked(seen)
        at, tokens = 0, []
        while at < len(word):
            prefix = model.prefix if at else ""
            ends = [end for end in range(len(word), at, -1) if prefix + word[at:end] in model.ids]
            if not ends:
                break
            tokens.append((prefix + word[at : ends[0]], max(at - len(word) + len(seen), 0)))
            at = ends[0]
        else:
            yield from tokens


def longest(claim: Claim) -> None:
    account = claim.account
    assert (account.token, account.start) in greedy(claim)


def is_made(claim: Claim) -> None:
    """The merge makes the token, at this step."""
    merging, made = claim.own.tokenizer.merging, claim.account.made
    assert merging is not None
    assert (merging.merges[made.step], merging.tokens[made.step]) == (made.pair, claim.account.token)
    assert merging.value(made.step) == made.worth


def longer(claim: Claim) -> None:
    """It is not known, begins where the token does, and goes on."""
    account = claim.account
    model: Any = claim.own.model
    assert account.longer not in model.ids
    assert account.longer.startswith(account.token)
    assert len(account.longer) > len(account.token)
    plain = account.longer.removeprefix(model.prefix) if account.start else account.longer
    assert any(word.startswith(plain, account.start) for word in model.words(claim.text))


def merges_alone(claim: Claim) -> None:
    assert tuple(claim.account.by_merges) != ()
    assert list(claim.account.by_merges) != claim.tokens


def judged(claim: Claim) -> None:
    trace = claim.own.tokenizer.trace
    assert isinstance(trace, wordpiece.TopDownTrace)
    outcome = trace.outcome(claim.account.longer, claim.own.tokenizer.steps)
    account = claim.account.judged
    assert (account.count, account.remains) == ((outcome.count, outcome.remains) if outcome is not None else (0, 0))
    is_enough = account.remains > account.threshold - (trace.rules.keep != "above")
    assert not is_enough


def missing(claim: Claim) -> None:
    model: Any = claim.own.model
    assert claim.account.missing
    for one in claim.account.missing:
        assert one.piece not in model.scores
        assert one.piece in claim.account.pieces
    joined = "".join(claim.account.pieces)
    assert joined == "".join(piece for piece, _ in claim.account.best)


def likelier(claim: Claim) -> None:
    """Both paths are of one word, all pieces are known, the sums are right, and no path is better than the first."""
    model: Any = claim.own.model
    account = claim.account
    best = [piece for piece, _ in account.best]
    assert "".join(best) == "".join(account.pieces)
    assert best != [*account.pieces]
    lowest = model.unknown_score
    defined = {piece for piece, score in account.best if piece in USER_DEFINED and score != model.scores.get(piece)}
    if defined:
        return  # their score is the library's own
    for piece, score in (*account.best, *zip(account.pieces, account.scores, strict=True)):
        assert score == pytest.approx(model.scores.get(piece, lowest))
    assert sum(score for _, score in account.best) == pytest.approx(account.score)
    assert sum(account.scores) == pytest.approx(account.other)
    word = "".join(best)
    table = [0.0] + [-1e300] * len(word)
    for end in range(1, len(word) + 1):
        for begin in range(end):
            piece = word[begin:end]
            if (score := model.scores.get(piece, lowest if len(piece) == 1 else None)) is not None:
                table[end] = max(table[end], table[begin] + score)
    assert account.score == pytest.approx(table[-1])
    assert account.score >= account.other - 1e-9


def rounding_decides(claim: Claim) -> None:
    """The library adds up in single precision, where the better path may be the worse one by a little."""
    model: Any = claim.own.model
    assert model.is_single
    tied(claim)


def unexplained(claim: Claim) -> None:
    """The library's tokens are in the text, and our model has others for a word of it."""
    account, model = claim.account, claim.own.model
    assert is_part(account.tokens, claim.tokens)
    assert account.tokens != account.modeled
    assert account.modeled in {tuple(model.encode_word(word)) for word in model.words(claim.text)}
    assert account.is_rounded == (claim.own.kind == "equal-scores")


def tied(claim: Claim) -> None:
    likelier(claim)
    assert claim.account.score == pytest.approx(claim.account.other)


def keeps_white(claim: Claim) -> None:
    assert white_of(claim.account.tokens) or not claim.own.writes_bytes
    assert claim.account.white.isspace()


def white_of(tokens: Iterable[str]) -> int:
    return sum(BYTES.get(char, char.encode()).isspace() or char == "▁" for token in tokens for char in token)


def leaves_out_white(claim: Claim) -> None:
    """The tokens of the text have less white space than the text. A mark at the start of each word is no space."""
    if claim.own.tokenizer.trace is not None:
        return
    assert claim.account.white.isspace()
    assert white_of(claim.tokens) < sum(map(str.isspace, claim.text)) + text_begins(claim)


def text_begins(claim: Claim) -> int:
    """The most spaces that can be put in."""
    return 1 + claim.text.count("<s>") + claim.text.count("[SEP]") + claim.text.count("ab") + claim.text.count("lo")


def has_no_token(claim: Claim) -> None:
    white = claim.account.white
    ways = {white, white.replace(" ", "▁"), "".join(BYTE_TO_CHAR[byte] for byte in white.encode())}
    assert not ways & claim.own.model.ids.keys()  # type: ignore[union-attr]


def puts_space(claim: Claim) -> None:
    assert not claim.at or not claim.text[int(claim.at) - 1].isspace() or claim.text[int(claim.at)].isspace()
    assert white_of(claim.tokens) > 0


def puts_none(claim: Claim) -> None:
    assert not claim.account.puts


def puts_mark(claim: Claim) -> None:
    [mark] = [mark for mark in claim.reason.marks[:1] if mark is not None]
    assert isinstance(mark, Marked)
    assert mark.token in ("▁", "Ġ")
    at = claim.tokens.index(mark.before) + 1 if mark.before else None
    if mark.before == "":
        assert claim.tokens[0] == mark.token
        written = "".join(claim.tokens)
        assert len(written) - len(written.lstrip(mark.token)) > len(claim.text) - len(claim.text.lstrip(" "))
    elif at is not None:
        assert claim.tokens[at] == mark.token


def is_gone(claim: Claim) -> None:
    missing(claim)


def is_part_of(claim: Claim) -> None:
    for one in claim.account.missing:
        assert all(one.piece.strip("▁") in word for word in one.words)
        assert not one.words or one.piece.strip("▁") not in {word.strip("▁") for word in one.words}


CLAIMS: dict[str, Callable[[Claim], None]] = {
    "compare.why.split": splits,
    "compare.why.unsplit": does_not_split,
    "compare.why.gives": gives,
    "compare.why.known": known,
    "compare.why.unknown": not_all_known,
    "compare.why.too-long": too_long,
    "compare.why.reads": reads,
    "compare.why.bytes": over_bytes,
    "compare.why.no-bytes": cannot_split,
    "compare.why.characters": makes_several,
    "compare.why.spelled": spelled,
    "compare.why.added": takes_added,
    "compare.why.not-added": takes_none,
    "compare.why.rank.token": ranked_by_token,
    "compare.why.rank.score": scored_by_token,
    "compare.why.options": is_subword_nmt,
    "compare.why.whole": whole,
    "compare.why.word": whole,
    "compare.why.character": by_character,
    "compare.why.not-known": not_known,
    "compare.why.one": one_symbol,
    "compare.why.joins": joins,
    "compare.why.joins.made": joins_at_last,
    "compare.why.joins.super": newer,
    "compare.why.joins.lift": newer,
    "compare.why.joins.lift.before": newer,
    "compare.why.joins.back": newer,
    "compare.why.removed": newer,
    "compare.why.missed": newer,
    "compare.why.parts": newer,
    "compare.why.turn": has_turn,
    "measure.count.when": counted,
    "measure.score.when": counted,
    "measure.gain.when": counted,
    "compare.why.rank": ranked,
    "compare.why.apart": stays_apart,
    "compare.why.never": is_last,
    "compare.why.later": comes_later,
    "compare.why.longest": longest,
    "compare.why.longest.made": is_made,
    "compare.why.longest.longer": longer,
    "compare.why.longest.merges": merges_alone,
    "compare.why.longest.judged": judged,
    "compare.why.longest.judged.above": judged,
    "compare.why.longest.uncounted": judged,
    "compare.why.missing": missing,
    "compare.why.likelier": likelier,
    "compare.why.tied": tied,
    "compare.why.tied.single": rounding_decides,
    "compare.why.unexplained": unexplained,
    "compare.why.rounded": unexplained,
    "compare.why.white.kept": keeps_white,
    "compare.why.white.left-out": leaves_out_white,
    "compare.why.white.none": leaves_out_white,
    "compare.why.white.no-token": has_no_token,
    "compare.why.space.puts.start": puts_space,
    "compare.why.space.puts.after": puts_space,
    "compare.why.space.puts.here": puts_space,
    "compare.why.space.puts-none.start": puts_none,
    "compare.why.space.puts-none.after": puts_none,
    "compare.why.space.puts-none.here": puts_none,
    "compare.why.mark.start": puts_mark,
    "compare.why.mark.after": puts_mark,
    "compare.why.mark.here": puts_mark,
    "compare.gone": is_gone,
    "compare.gone.part-of": is_part_of,
}
