"""What our errata and notes conclude, as predicates: each sentence holds because this was computed, not because it was
copied."""

from itertools import pairwise

from tokviz import bpe, examples, unigram
from tokviz.bpe import PRESETS
from tokviz.corpus import Corpus
from tokviz.views.shared.catalog import LANGUAGES, load

HUG = unigram.train(Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}), vocab_size=10, rules="course")


def test_the_paper_s_listing_makes_ten_merges_and_its_corpus_gives_fifteen() -> None:
    trace = bpe.train(examples.load("sennrich").corpus, rules="sennrich")
    assert len(trace) == 15
    assert sum(len(step.tied) > 1 for step in trace) == 9


def test_aaab_is_a_tie_and_both_ways_end_alike() -> None:
    trace = bpe.train(Corpus({"aaabdaaabac": 1}), merges=3, rules="minbpe")
    assert set(trace[1].tied) == {("aa", "a"), ("a", "b")}
    assert trace.merges == [("a", "a"), ("aa", "a"), ("aaa", "b")]
    assert trace.words()["aaabdaaabac"] == ("aaab", "d", "aaab", "a", "c")
    other = bpe.Model((("a", "a"), ("a", "b"), ("aa", "ab")), (), trace.rules)
    assert other.encode("aaabdaaabac") == ["aaab", "d", "aaab", "a", "c"]


def test_how_many_best_segmentations_the_words_have() -> None:
    model = HUG.model(1)
    ways = {word: len(model.lattice(word).best().tied) for word in HUG.corpus}
    assert ways == {"hug": 1, "pug": 2, "pun": 2, "bun": 2, "hugs": 3}


def test_seven_removals_cost_nothing() -> None:
    costs = {one.piece: one.loss for one in HUG.losses(1) if len(one.piece) > 1}
    free = {piece for piece, loss in costs.items() if not loss}
    assert free == {"ug", "hu", "pu", "un", "bu", "gs", "ugs"}
    assert {piece for piece, loss in costs.items() if loss} == {"hug"}
    for language in LANGUAGES:
        told = load(language)("erratum.hug-unigram-free.right")
        assert all(f"`{piece}`" in told for piece in (*free, "hug"))


def test_the_codes_of_the_tutorial_never_make_low_from_letters_and_a_mark() -> None:
    """Its codes attach the mark to the last letter; its encode begins with the mark as a symbol of its own."""
    codes = bpe.train(examples.load("follow").corpus, rules="subword-nmt").merges
    ranks = {pair: rank for rank, pair in enumerate(codes)}
    word = ["l", "o", "w", "</w>"]
    while known := [pair for pair in pairwise(word) if pair in ranks]:
        best = min(known, key=lambda pair: ranks[pair])
        place = list(pairwise(word)).index(best)
        word[place : place + 2] = ["".join(best)]
    assert word == ["lo", "w", "</w>"]


def test_whoever_trains_below_the_alphabet_merges_nothing() -> None:
    trace = bpe.train(examples.load("course").corpus_for("bpe"), vocab_size=20, rules=PRESETS["course"])
    assert (len(trace), trace.stopped) == (0, "vocab_size")
