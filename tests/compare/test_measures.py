"""The measures: by hand on the hug corpus, and what holds for every text."""

from __future__ import annotations

import random
from fractions import Fraction
from math import isclose, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.compare.tokenizers import HUG, pairs
from tests.strategies import corpora
from tokviz import bpe, unigram, wordpiece
from tokviz.bpe import Applier, Encoding
from tokviz.compare.measures import (
    MEASURES,
    Agreement,
    agreement,
    characters_per_token,
    fertility,
    measure,
    overlap,
    renyi,
    renyi_efficiency,
    token_count,
    unknown_share,
    used_share,
    vocabulary_size,
    whole_share,
)
from tokviz.compare.notation import neutral
from tokviz.compare.reading import Split, read
from tokviz.compare.sizes import Tokenizer
from tokviz.compare.spans import UNIT
from tokviz.corpus import Corpus
from tokviz.corpus.passages import plain
from tokviz.errors import CorpusError

# hug 10, pug 5, pun 12, bun 4, hugs 5: 36 words, and 3 (10 + 5 + 12 + 4) + 4 x 5 = 113 characters.
MERGED = bpe.train(HUG, merges=3, rules="course").model()  # u g, u n, h ug
SCORED = wordpiece.train(HUG, merges=3).model()  # ##g ##s, h ##u, hu ##gs


def test_byte_pair_encoding_on_hug_by_hand() -> None:
    reading = read(MERGED, HUG)
    assert {word: split.tokens for word, split in reading.splits.items()} == {
        "hug": ("hug",),
        "pug": ("p", "ug"),
        "pun": ("p", "un"),
        "bun": ("b", "un"),
        "hugs": ("hug", "s"),
    }
    assert vocabulary_size(reading) == 7 + 3  # h u g p n b s, and three merges
    tokens = 10 * 1 + 5 * 2 + 12 * 2 + 4 * 2 + 5 * 2
    assert token_count(reading) == tokens == 62
    assert fertility(reading) == Fraction(62, 36) == Fraction(31, 18)
    assert characters_per_token(reading) == Fraction(113, 62)
    assert whole_share(reading) == Fraction(10, 36)  # hug alone
    assert unknown_share(reading) == 0
    assert used_share(reading) == Fraction(6, 10)  # hug p ug un b s; not h u g n
    # hug 10 + 5, p 5 + 12, ug 5, un 12 + 4, b 4, s 5: 62 tokens in all.
    counts = [15, 17, 5, 16, 4, 5]
    assert sum(counts) == 62
    entropy = log(sum((count / 62) ** 2.5 for count in counts)) / (1 - 2.5)
    assert renyi_efficiency(reading) == pytest.approx(entropy / log(10))
    assert round(entropy, 4) == 1.4916
    assert round(renyi_efficiency(reading), 4) == 0.6478


def test_wordpiece_on_hug_by_hand() -> None:
    reading = read(SCORED, HUG)
    assert [split.tokens for split in reading.splits.values()] == [
        ("hu", "##g"),
        ("p", "##u", "##g"),
        ("p", "##u", "##n"),
        ("b", "##u", "##n"),
        ("hugs",),
    ]
    assert vocabulary_size(reading) == 5 + 7 + 3  # special tokens, h ##u ##g p ##n b ##s, three merges
    assert token_count(reading) == 10 * 2 + 5 * 3 + 12 * 3 + 4 * 3 + 5 * 1 == 88
    assert fertility(reading) == Fraction(88, 36)
    assert whole_share(reading) == Fraction(5, 36)
    assert used_share(reading) == Fraction(7, 15)  # hu ##g p ##u ##n b hugs


def test_agreement_on_hug_by_hand() -> None:
    # Boundaries:  hug -    pug 1     pun 1     bun 1     hugs 3        5 + 12 + 4 + 5 = 26
    #              hug 2    pug 1 2   pun 1 2   bun 1 2   hugs -        10 + 10 + 24 + 8 = 52
    # shared:               5         12        4                       21
    found = agreement(read(MERGED, HUG), read(SCORED, HUG))
    assert found == Agreement(shared=21, left=26, right=52)
    precision, recall = Fraction(21, 52), Fraction(21, 26)
    assert found.f1 == Fraction(2 * 21, 26 + 52) == Fraction(7, 13)
    assert found.f1 == 2 * precision * recall / (precision + recall)


def test_overlap_on_hug_by_hand() -> None:
    # Without marks: seven letters are in both; ug un hug in one, gs hu hugs and five special tokens in the other.
    merged, scored = ({neutral(token, model).text for token in model.vocabulary} for model in (MERGED, SCORED))
    assert merged & scored == set("bghnpsu")
    assert merged - scored == {"hug", "ug", "un"}
    assert scored - merged == {"gs", "hu", "hugs", "[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}
    assert overlap(MERGED, SCORED) == Fraction(7, 7 + 3 + 8)


def test_renyi_as_the_authors_tool_prints_it() -> None:
    """The two lines of the README of tokenization-scorer, which are of order 3 whatever it says."""
    assert renyi([3, 2, 1, 1], 3.0) == pytest.approx(0.8031528501359657)
    assert renyi([3, 3, 2, 2, 1], 3.0) == pytest.approx(0.9105681923824472)


def test_renyi_at_the_edges() -> None:
    assert renyi([7]) == renyi([]) == renyi([0, 0], size=5) == 1
    assert renyi([4, 4, 4]) == pytest.approx(1)
    assert renyi([1], size=4) == 0
    assert renyi([2, 1, 1], 1.0) == pytest.approx(1.5 / log(3, 2))  # Shannon: 1/2 x 1 + 2 x 1/4 x 2 bits
    assert renyi([2, 1, 1], 1.0) == pytest.approx(renyi([2, 1, 1], 1 + 1e-9), abs=1e-6)
    assert renyi([2, 1, 1], 0.0, size=9) == pytest.approx(0.5)  # log 3 / log 9


def test_all_that_is_unknown_is_one_token() -> None:
    model = bpe.Model((), ("h", "u"), encoding=Encoding(unknown="keep"))
    reading = read(model, ["hug", "bus"])
    assert reading.splits["bus"] == Split(("b", "u", "s"), (288, 576), 2, False)
    assert unknown_share(reading) == 1
    counts = [1, 2, 3]  # h, u, and g b s
    assert renyi_efficiency(reading) == pytest.approx(renyi(counts, size=3))
    pieces = unigram.Model({"h": 1.0, "u": 1.0, "<unk>": 1.0}, "<unk>")
    assert renyi_efficiency(read(pieces, ["hug", "bus"])) == pytest.approx(renyi(counts, size=3))
    assert unknown_share(read(pieces, ["hug", "uh"])) == Fraction(1, 2)


def test_dropped_characters_leave_less_than_a_token_a_word() -> None:
    model = bpe.Model((), ("h",), encoding=Encoding(unknown="drop"))
    reading = read(model, ["xyz", "xh", "h"])
    assert fertility(reading) == Fraction(2, 3)
    assert unknown_share(reading) == Fraction(2, 3)
    assert whole_share(reading) == Fraction(1, 3)
    assert characters_per_token(read(model, ["x"])) is None


def test_marks_of_their_own_do_not_break_a_word() -> None:
    model = bpe.Model((("l", "o"),), ("lo", "</w>"), bpe.Rules(end_of_word="</w>"))
    reading = read(model, ["lo"])
    assert fertility(reading) == 2
    assert whole_share(reading) == 1


def test_words_of_a_list_are_encoded_as_they_are() -> None:
    model = bpe.Model((("Ġ", "l"),), ("Ġ", "l", "o", "Ġl"), pretokenizer="gpt2-bytes")
    assert read(model, ["lo"]).splits["lo"] == Split(("l", "o"), (288,), 0, False)
    assert read(model, [" lo"]).splits[" lo"] == Split(("Ġl", "o"), (288,), 0, False)
    spaced = unigram.Model({"▁l": 1.0, "o": 1.0}, pretokenizer="Metaspace(never)")
    assert read(spaced, [" lo"]).splits[" lo"].tokens == ("▁l", "o")


def test_pre_tokenization_cuts_words_too() -> None:
    model = wordpiece.Model(["don", "'", "t"], pretokenizer="bert")
    assert read(model, ["don't"]).splits["don't"].cuts == (3 * UNIT, 4 * UNIT)


def test_without_a_vocabulary() -> None:
    applier = Applier([("l", "o")])
    reading = read(applier, ["low", "lo"])
    assert (vocabulary_size(reading), used_share(reading)) == (None, None)
    assert renyi_efficiency(reading) == pytest.approx(renyi(reading.token_counts.values()))
    assert overlap(applier, MERGED) is None
    assert used_share(read(Applier([("l", "o")], vocabulary={"lo@@", "w", "x"}), ["low"])) == Fraction(2, 3)


def test_no_words_and_other_words() -> None:
    with pytest.raises(CorpusError):
        read(MERGED, [])
    with pytest.raises(ValueError, match="different texts"):
        agreement(read(MERGED, ["hug"]), read(MERGED, ["pug"]))
    assert Agreement(0, 0, 0).f1 == 1
    assert Agreement(0, 0, 3).f1 == 0


def test_plain_words() -> None:
    assert plain(Corpus({"▁low": 2, "▁": 1, "lo": 1}), "metaspace") == Corpus({" low": 2, "lo": 1})
    assert plain(Corpus({"ĠnÃ©": 2}), "gpt2-bytes") == Corpus({" né": 2})
    assert plain(Corpus({" low": 2, "low": 1}), "gpt2") == Corpus({" low": 2, "low": 1})


# -- what always holds -------------------------------------------------------------------------------------------------


@given(pairs())
def test_what_holds_for_every_text(drawn: tuple[Corpus, Tokenizer, Tokenizer]) -> None:
    corpus, one, other = drawn
    readings = [read(tokenizer.model, corpus) for tokenizer in (one, other)]
    for tokenizer, reading in zip((one, other), readings, strict=True):
        assert agreement(reading, reading).f1 == 1
        assert overlap(tokenizer.model, tokenizer.model) == 1
        if not any(split.is_cut_short for split in reading.splits.values()):
            assert (fertility(reading) or 0) >= 1
            assert all(len(split.tokens) > len(split.cuts) for split in reading.splits.values())
        assert 0 <= renyi_efficiency(reading) <= 1
        for share in (whole_share(reading), unknown_share(reading), used_share(reading)):
            assert share is not None
            assert 0 <= share <= 1
        assert (whole_share(reading) or 0) + (unknown_share(reading) or 0) <= 1
        for word, split in reading.splits.items():
            assert all(0 < cut < len(word) * UNIT for cut in split.cuts)
    both, back = agreement(*readings), agreement(*reversed(readings))
    assert both.f1 == back.f1
    assert (both.left, both.right) == (back.right, back.left)
    assert 0 <= both.f1 <= 1
    common = overlap(one.model, other.model)
    assert common is not None
    assert common == overlap(other.model, one.model)


@given(pairs(), st.randoms(use_true_random=False))
def test_the_order_of_the_words_changes_nothing(drawn: tuple[Corpus, Tokenizer, Tokenizer], rng: random.Random) -> None:
    corpus, one, other = drawn
    entries = list(corpus.items())
    rng.shuffle(entries)
    again = Corpus(entries)
    for tokenizer in (one, other):
        assert measure(tokenizer.model, again) == measure(tokenizer.model, corpus)
    assert agreement(read(one.model, again), read(other.model, again)) == agreement(
        read(one.model, corpus), read(other.model, corpus)
    )


@given(corpora(), st.integers(2, 5))
def test_a_text_twice_as_long_has_the_same_shares(corpus: Corpus, times: int) -> None:
    model = wordpiece.Model(["[UNK]", "a", "##a", "ab", "##b"])
    more = Corpus({word: times * count for word, count in corpus.items()})
    once, often = measure(model, corpus), measure(model, more)
    assert often.pop("tokens") == times * int(once.pop("tokens") or 0)
    assert isclose(float(often.pop("renyi") or 0), float(once.pop("renyi") or 0), rel_tol=1e-9)
    assert once == often


@given(st.lists(st.integers(1, 50), min_size=2, max_size=9), st.floats(0, 9))
def test_renyi_is_a_share(counts: list[int], alpha: float) -> None:
    assert 0 <= renyi(counts, alpha) <= 1
    assert renyi(counts, alpha) == renyi(sorted(counts), alpha)


def test_measures_have_names() -> None:
    assert measure(MERGED, HUG) == {name: of(read(MERGED, HUG)) for name, of in MEASURES.items()}
