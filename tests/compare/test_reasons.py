"""Reasons why two tokenizers differ: by hand on hug, on four sentences, and each recorded fact found in the traces."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import accumulate

import pytest
from hypothesis import given

from tests.compare.tokenizers import HUG, pairs
from tokviz import bpe, examples, unigram, wordpiece
from tokviz.algorithms import ALGORITHMS
from tokviz.bpe import ENCODINGS, AddedToken, Applier
from tokviz.compare.accounts import Account, Added, ByMerges, LongestMatch, LookedUp, Other, Probability
from tokviz.compare.alignment import segment
from tokviz.compare.differences import Reason, compared_words, differs, reason
from tokviz.compare.histories import Merge
from tokviz.compare.reading import read
from tokviz.compare.sides import Side
from tokviz.compare.sizes import Tokenizer, at_size
from tokviz.compare.spans import UNIT
from tokviz.corpus import Corpus
from tokviz.corpus.passages import Passage, Text
from tokviz.merging.measures import SCORE
from tokviz.unigram.missing import Missing

MERGES = bpe.train(HUG, rules="course")
SCORES = wordpiece.train(HUG)
PIECES = unigram.train(HUG, vocab_size=10)


def merged(k: int) -> Tokenizer:
    return at_size(MERGES, 7 + k)


def scored(k: int) -> Tokenizer:
    return at_size(SCORES, 7 + k)


def why(word: str, left: Tokenizer, right: Tokenizer) -> Reason:
    found = reason(Passage.alone(word), left, right)
    assert found is not None
    return found


def head(found: Reason) -> tuple[object, object, object]:
    return found.kind, found.place, found.cut


# -- hug ---------------------------------------------------------------------------------------------------------------


def test_hugs_was_merged_otherwise() -> None:
    """BPE: u g, u n, h ug, p un, p ug, hug s. WordPiece: ##g ##s, h ##u, and not yet hu ##gs."""
    found = why("hugs", merged(6), scored(2))
    assert head(found) == ("merge-order", 2, "right")
    left, right = found.left, found.right
    assert isinstance(left, ByMerges)
    assert isinstance(right, ByMerges)
    assert left.merges == (Merge(0, ("u", "g"), 20), Merge(2, ("h", "ug"), 15), Merge(5, ("hug", "s"), 5))
    assert left.crossing == Merge(0, ("u", "g"), 20)
    assert left.made == Merge(5, ("hug", "s"), 5)  # the sixth
    assert right.merges == (
        Merge(0, ("##g", "##s"), Fraction(1, 20), measure=SCORE),
        Merge(1, ("h", "##u"), Fraction(1, 36), measure=SCORE),
    )
    assert right.rival == Merge(0, ("##g", "##s"), Fraction(1, 20), measure=SCORE)
    assert (right.apart, right.later) == (("hu", "##gs"), Merge(2, ("hu", "##gs"), Fraction(1, 15), measure=SCORE))


def test_pug_was_not_merged_yet() -> None:
    found = why("pug", merged(5), scored(3))
    assert head(found) == ("not-merged", 1, "right")
    assert isinstance(found.right, ByMerges)
    assert (found.right.apart, found.right.rival) == (("p", "##u"), None)
    assert found.right.later == Merge(4, ("p", "##u"), Fraction(1, 21), measure=SCORE)
    assert found.right.last == Merge(2, ("hu", "##gs"), Fraction(1, 15), measure=SCORE)


def test_the_longest_match_is_not_what_merges_give() -> None:
    """##b ##c is merged before a ##b, so merges make abc into a ##bc; the longest match begins with ab."""
    corpus = Corpus({"xbc": 5, "ybc": 4, "ab": 3})
    words, pairs = wordpiece.train(corpus, rules="huggingface"), bpe.train(corpus, rules="course")
    assert words.merges == [("##b", "##c"), ("x", "##bc"), ("y", "##bc"), ("a", "##b")]
    tokenizer, other = at_size(words, 99), at_size(pairs, 99)
    found = why("abc", other, tokenizer)
    assert head(found) == ("longest-match", 1, "left")
    assert found.right == LongestMatch("ab", 0, Merge(3, ("a", "##b"), 3), None, ("a", "##bc"))
    cut = why("abc", Tokenizer(wordpiece.Model(["abc"])), tokenizer)
    assert cut.right == LongestMatch("ab", 0, Merge(3, ("a", "##b"), 3), "abc", ("a", "##bc"))


def test_hugs_is_not_a_piece() -> None:
    """The course's start vocabulary has no whole words; and `hug` is a piece for good, so hug s is possible."""
    start = at_size(PIECES, 15)
    found = why("hugs", merged(6), start)
    assert head(found) == ("missing-piece", 1, "right")
    assert isinstance(found.right, Probability)
    assert (found.right.pieces, found.right.other) == (("hugs",), None)
    assert found.right.missing == (Missing("hugs", None, "whole-word", cost=5),)
    assert math.exp(found.right.score) == pytest.approx(0.0017007, abs=1e-7)
    tied = why("hugs", merged(5), start)
    assert tied.kind == "probability"
    assert isinstance(tied.right, Probability)
    assert (tied.right.pieces, tied.right.is_tied) == (("hug", "s"), True)


def test_a_piece_that_was_pruned() -> None:
    gone = next(step for step in PIECES if step.kind == "prune")  # the first
    assert gone.dropped == ("ug",)
    tokenizer = at_size(PIECES, 14)
    found = why("pug", merged(3), tokenizer)
    assert found.kind == "missing-piece"
    assert isinstance(found.right, Probability)
    assert found.right.pieces == ("p", "ug")
    (missing,) = found.right.missing
    assert missing == Missing("ug", gone.index, "pruned", round=1, cost=0.0, limit=0.0)


def test_a_missing_word_of_which_the_corpus_has_longer_ones() -> None:
    """`ug` is no word of the corpus, but a part of three. Of `hugs`, and of `ug` in `pug`, none are named."""
    start = at_size(PIECES, 14)
    joined = at_size(bpe.train(Corpus({"ug": 9, "hugs": 2}), rules="course"), 99)
    missing = {word: missing_pieces(why(word, joined, start).right) for word in ("ug", "hugs")}
    assert [(one.piece, one.words) for one in missing["ug"]] == [("ug", ("hug", "pug", "hugs"))]
    assert [(one.piece, one.words) for one in missing["hugs"]] == [("hugs", ())]
    assert [(one.piece, one.words) for one in missing_pieces(why("pug", merged(3), start).right)] == [("ug", ())]


def missing_pieces(account: Account) -> tuple[Missing, ...]:
    assert isinstance(account, Probability)
    return account.missing


def test_likelier_by_how_much() -> None:
    start = at_size(PIECES, 15)
    found = why("pug", merged(0), start)
    assert head(found) == ("probability", 2, "left")
    assert isinstance(found.right, Probability)
    assert found.right.pieces == ("p", "u", "g")
    assert found.right.other is not None
    assert math.exp(found.right.other) == pytest.approx(0.0013217, abs=1e-7)
    assert math.exp(found.right.score) == pytest.approx(0.0077098, abs=1e-7)


def test_an_unknown_letter() -> None:
    found = why("mug", merged(3), scored(3))
    assert head(found) == ("unknown", 1, "left")
    assert found.right == Other(("mug",), ("[UNK]",), is_known=False)
    alone = why("m", scored(3), Tokenizer(bpe.Model((), ("m",))))
    assert head(alone) == ("unknown", None, None)


def test_other_words() -> None:
    left = Tokenizer(wordpiece.Model(["don", "'", "t"], pretokenizer="bert"))
    right = Tokenizer(wordpiece.Model(["don't"], pretokenizer="whitespace"))
    found = why("don't", left, right)
    assert head(found) == ("pre-tokenization", 3, "left")
    assert found.left == Other(("don", "'", "t"), ("don", "'", "t"))


def test_an_added_token_is_found_before_all_else() -> None:
    left = Tokenizer(unigram.Model({"l": 1.0, "o": 1.0}, added=(AddedToken(9, "lo"),)))
    found = why("lol", left, Tokenizer(bpe.Model((), ("l", "o"))))
    assert head(found) == ("added-token", 1, "right")
    assert (found.left, found.right) == (Added("lo", is_taken=True), Added("lo", is_taken=False))


def test_bytes_and_letters() -> None:
    left = Tokenizer(bpe.Model((), ("Ã", "©"), pretokenizer="gpt2-bytes"))
    right = Tokenizer(wordpiece.Model(["é"]))
    assert (why("é", left, right).kind, why("é", left, right).place) == ("bytes", Fraction(1, 2))
    assert (
        why("é", right, Tokenizer(unigram.Model({"<0xC3>": 1.0, "<0xA9>": 1.0}, byte_fallback=True))).kind == "unknown"
    )
    merges = (("Ã", "©"),)
    joined = Tokenizer(bpe.Model(merges, ("Ã", "©", "Ã©"), pretokenizer="gpt2-bytes"))
    assert why("é", left, joined).kind == "not-merged"


def test_looked_up_as_a_whole() -> None:
    left = Tokenizer(bpe.Model((), ("l", "o", "lo"), encoding=ENCODINGS["tiktoken"], pretokenizer="gpt2"))
    whole = Tokenizer(bpe.Model((), ("l", "o", " lo"), bpe.Rules(), ENCODINGS["tiktoken"], "gpt2"))
    found = why(" lo", whole, Tokenizer(bpe.Model((), ("l", "o"))))
    assert (found.kind, found.left) == ("whole-word", LookedUp(" lo"))
    assert why("lo", left, Tokenizer(bpe.Model((), ("l", "o")))).left == LookedUp("lo")


def test_what_subword_nmt_adds() -> None:
    codes = [("l", "o"), ("lo", "w</w>")]
    plain = Tokenizer(Applier(codes))
    assert why("low", plain, Tokenizer(Applier(codes, vocabulary={"lo@@", "w"}))).kind == "options"
    found = why("low", plain, Tokenizer(Applier(codes[:1])))
    assert found.kind == "not-merged"
    assert isinstance(found.right, ByMerges)
    assert found.right.apart == ("lo", "w</w>")


def test_the_same_is_no_difference() -> None:
    assert reason(Passage.alone("hug"), merged(3), merged(3)) is None
    separate = Tokenizer(bpe.Model((("l", "o"),), (), bpe.Rules(end_of_word="</w>")))
    assert reason(Passage.alone("lo"), separate, Tokenizer(wordpiece.Model(["lo"]))) is None
    with pytest.raises(ValueError, match="different texts"):
        compared_words([read(separate.model, ["lo"]), read(separate.model, ["l"])])


# -- the four sentences ------------------------------------------------------------------------------------------------


def test_the_sentences_of_the_course() -> None:
    example = examples.load("course")
    text = Text.running(*example.documents)
    merges, scores, pieces = (
        ALGORITHMS[name].train(example.corpus_for(name), own.rules, vocab_size=own.vocab_size)
        for name, own in example.recipes.items()
    )
    three = at_size(merges, 49, "gpt2-bytes"), at_size(scores, 65, "bert"), at_size(pieces, 100, "metaspace")
    assert [tokenizer.size for tokenizer in three] == [49, 65, 98]
    readings = [read(tokenizer.model, text) for tokenizer in three]
    assert readings[0].splits["about"].tokens == ("Ġab", "ou", "t")
    kinds = set()
    for left, right in ((0, 1), (0, 2), (1, 2)):
        for each in compared_words([readings[left], readings[right]]).differing:
            found = reason(each.passage, three[left], three[right])
            assert found is not None
            kinds.add(found.kind)
    assert {"not-merged", "missing-piece", "probability", "pre-tokenization"} <= kinds
    about = why(" about", three[0], three[1]).right
    assert isinstance(about, ByMerges)
    assert about.rival is not None
    assert about.rival.pair == ("##u", "##t")
    course = why(" Course", three[0], three[2]).right
    assert isinstance(course, Probability)
    assert (course.pieces, [missing.piece for missing in course.missing]) == (("▁", "C", "ou", "r", "se"), ["se"])
    found = why("Hugging", three[0], three[1])  # Ġ H u g g in g, and Hugg ##i ##n ##g
    assert head(found) == ("not-merged", 1, "left")
    assert isinstance(found.right, ByMerges)
    assert found.right.made is not None
    assert found.right.made.pair == ("Hug", "##g")


# -- every fact can be looked up ---------------------------------------------------------------------------------------


@given(pairs())
def test_every_difference_is_real_and_reported(drawn: tuple[Corpus, Tokenizer, Tokenizer]) -> None:
    corpus, left, right = drawn
    readings = read(left.model, corpus), read(right.model, corpus)
    reported = {each.word for each in compared_words(readings).differing}
    for word in corpus:
        real = inner(word, left) != inner(word, right) or known(word, left) != known(word, right)
        assert (word in reported) == real == (reason(Passage.alone(word), left, right) is not None)
        assert differs(readings[0].splits[word], readings[1].splits[word]) == real
        for reading, tokenizer in zip(readings, (left, right), strict=True):
            side = Side(Passage.alone(word), tokenizer)
            assert side.cuts == reading.splits[word].cuts
            assert side.is_known == reading.splits[word].is_known
            assert inner(word, tokenizer) == tuple(Fraction(cut, UNIT) for cut in reading.splits[word].cuts)


@given(pairs())
def test_every_reason_holds(drawn: tuple[Corpus, Tokenizer, Tokenizer]) -> None:
    corpus, left, right = drawn
    for each in compared_words([read(left.model, corpus), read(right.model, corpus)]).differing:
        check(each.word, why(each.word, left, right), left, right)
        back = why(each.word, right, left)
        assert back.place == why(each.word, left, right).place


def inner(word: str, tokenizer: Tokenizer) -> tuple[Fraction, ...]:
    """Return the beginnings of tokens inside a word, from its segmentation as a text."""
    tokens = [token for token in segment(word, tokenizer.model).tokens if token.end > token.start]
    begins = sorted({token.begin_exact for token in tokens[1:]})
    return tuple(begin for begin in begins if 0 < begin < len(word))


def known(word: str, tokenizer: Tokenizer) -> bool:
    found = segment(word, tokenizer.model)
    return bool(found.boundaries) and not found.dropped and all(token.kind != "unknown" for token in found.tokens)


def check(word: str, found: Reason, left: Tokenizer, right: Tokenizer) -> None:
    """Look up all that a reason says."""
    cuts = {"left": inner(word, left), "right": inner(word, right)}
    if found.cut is None:
        assert cuts["left"] == cuts["right"]
        assert found.kind == "unknown"
        return
    assert found.place == min({*cuts["left"]} ^ {*cuts["right"]})
    assert found.place in cuts[found.cut]
    for account, tokenizer, is_cut, other in (
        (found.left, left, found.cut == "left", right),
        (found.right, right, found.cut == "right", left),
    ):
        assert account_holds(account, tokenizer, is_cut=is_cut), account
        if isinstance(account, ByMerges) and account.rival:
            opposite = found.right if account is found.left else found.left
            assert isinstance(opposite, ByMerges)
            rival_holds(word, int(found.place), account, opposite, tokenizer, other)
    accounts: tuple[Account, Account] = (found.left, found.right)
    match found.kind:
        case "probability" | "missing-piece":
            likely = [one for one in accounts if isinstance(one, Probability)]
            assert any(one.other is None for one in likely) == (found.kind == "missing-piece")
        case "longest-match":
            assert any(isinstance(one, LongestMatch) for one in accounts)
        case "merge-order" | "not-merged":
            assert all(isinstance(one, ByMerges) for one in accounts)
            assert any(isinstance(one, ByMerges) and one.rival for one in accounts) == (found.kind == "merge-order")
        case "unknown":
            assert not (known(word, left) and known(word, right))
        case _:
            assert found.kind == "bytes"
            assert found.place.denominator > 1


def account_holds(account: Account, tokenizer: Tokenizer, *, is_cut: bool) -> bool:
    trace, steps = tokenizer.trace, tokenizer.steps
    match account:
        case ByMerges():
            assert isinstance(trace, bpe.Trace | wordpiece.Trace)
            for merge in account.merges:
                assert merge.step < steps
                assert trace.tokens[merge.step] == trace.rules.join(*merge.pair)
                assert merge.worth == trace.value(merge.step)
                if tokenizer.by_merges is not None and tokenizer.by_merges.encoding.rank_by == "pair":
                    assert trace.merges[merge.step] == merge.pair
            for one in (account.crossing, account.made, account.rival):
                assert one is None or one in account.merges
            if account.later is not None:
                assert account.later.step >= steps
                assert trace.merges[account.later.step] == account.later.pair == account.apart
            if account.apart is not None:
                assert account.apart not in trace.merges[:steps]
            return (account.crossing is None) == is_cut == (account.apart is not None)
        case LongestMatch():
            assert isinstance(tokenizer.model, wordpiece.Model)
            assert account.token in tokenizer.model.ids
            assert account.longer not in tokenizer.model.ids
            if account.made is not None:
                assert trace.merges[account.made.step] == account.made.pair  # type: ignore[union-attr]
                assert trace.tokens[account.made.step] == account.token  # type: ignore[union-attr]
            return (account.longer is not None) == is_cut
        case Probability():
            assert isinstance(tokenizer.model, unigram.Model)
            assert isinstance(trace, unigram.Trace)
            assert sum(score for _, score in account.best) == pytest.approx(account.score)
            scores, strange = tokenizer.model.scores, (tokenizer.model.unknown_score, -math.inf)
            if account.other is not None:
                assert account.score >= account.other - 1e-9
                assert account.other == pytest.approx(sum(scores.get(p, strange[len(p) > 1]) for p in account.pieces))
            for missing in account.missing:
                assert missing.piece not in scores
                if missing.step is not None:
                    assert missing.piece in trace.probabilities(missing.step)
                    assert missing.piece not in trace.probabilities(missing.step + 1)
            return (account.other is None) == bool(account.missing) or not account.pieces
    return isinstance(account, Other)


def rival_holds(
    word: str, place: int, ours: ByMerges, theirs: ByMerges, tokenizer: Tokenizer, other: Tokenizer
) -> None:
    """In the state before their crossing merge two parts meet at the place; after our rival one of them is broken."""
    assert ours.rival is not None
    assert theirs.crossing is not None
    before = edges(word, other, theirs.crossing.step)
    after = edges(word, tokenizer, ours.rival.step + 1)
    if before is None or after is None:
        return
    assert place in before
    assert place in after
    parts = {max(edge for edge in before if edge < place), min(edge for edge in before if edge > place)}
    assert not parts <= set(after)
    earlier = edges(word, tokenizer, ours.rival.step)
    assert earlier is not None
    assert parts <= set(earlier)


def edges(word: str, tokenizer: Tokenizer, k: int) -> list[int] | None:
    """Return the boundaries between the symbols of a word after k merges of the training, both ends included.

    None without merges, for a word that the training text lacks, over bytes, and with marks at the ends of words.
    """
    trace = tokenizer.trace
    if not isinstance(trace, bpe.Trace | wordpiece.Trace) or word not in trace.corpus:
        return None
    rules = trace.rules
    if rules.alphabet == "bytes" or rules.start_of_word or rules.end_of_word:
        return None
    symbols = trace.word(word, k)
    mark = len(rules.continuing_prefix)
    return list(accumulate((len(symbol) - mark * (i > 0) for i, symbol in enumerate(symbols)), initial=0))
