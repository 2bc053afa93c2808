"""Predicates for the conclusions of our errata and notes: each sentence holds because this was computed, not because it
was copied."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest

from tokviz import bpe, examples, unigram, wordpiece
from tokviz.algorithms import ALGORITHMS
from tokviz.bpe import ENCODINGS, PRESETS
from tokviz.corpus import Corpus
from tokviz.files.subword_nmt import load_codes
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


# -- every erratum and every note --------------------------------------------------------------------------------------


def scores(k: int) -> dict[tuple[str, str], Fraction]:
    return {one.pair: Fraction(one.score) for one in wordpiece.train(HUG.corpus, rules="course").candidates(k)}


def whole_words() -> unigram.Trace:
    return unigram.train(HUG.corpus, vocab_size=10, rules=replace(unigram.PRESETS["course"], seeds="substrings"))


def merged_course() -> bpe.Trace:
    example = examples.load("course")
    rules = replace(PRESETS["course"], special_tokens=("<|endoftext|>",))
    assert rules == example.recipes["bpe"].rules
    return bpe.train(example.corpus_for("bpe"), vocab_size=50, rules=rules)


def pruned_course() -> unigram.Trace:
    rules = replace(unigram.PRESETS["course"], seeds="substrings")
    return unigram.train(examples.load("course").corpus_for("unigram"), vocab_size=100, rules=rules)


def losses(trace: unigram.Trace) -> dict[str, float]:
    return {one.piece: round(one.loss or 0, 2) for one in trace.losses(1) if len(one.piece) > 1}


def follow(rules: str) -> bpe.Trace:
    first_seen = replace(PRESETS["sennrich"], end_of_word_attached=True, minimum_count=2)
    return bpe.train(examples.load("follow").corpus, rules=PRESETS.get(rules, first_seen))


def is_so(key: str) -> bool:
    """Tell if the claim of an erratum or a note is right, computed."""
    best = HUG.model(1).lattice
    match key:
        case "sennrich-grows":
            trace = bpe.train(examples.load("sennrich").corpus, rules="sennrich")
            return max(trace.symbols_in_use) == trace.symbols_in_use[0] == 11 and len(trace.vocabulary()) == 26
        case "follow-first-merge":
            counts = follow("own").pairs(0)
            return (counts["l", "o"], counts["w", "e"], counts["e", "s"]) == (8, 8, 6)
        case "follow-two-lists":
            return [follow(name)[0].pair for name in ("own", "subword-nmt")] == [("l", "o"), ("w", "e")] and all(
                set(follow(name)[0].tied) == {("l", "o"), ("w", "e")} for name in ("own", "subword-nmt")
            )
        case "follow-corpus":
            trace = follow("own")
            return set(trace.vocabulary()) == {*trace.symbols(0), *trace.tokens}
        case "follow-version":
            text = "version: 0.2\nl o\n"
            with_mark, without = load_codes(f"#{text}").model, load_codes(text).model
            attached = [one.rules.end_of_word_attached for one in (with_mark, without)]  # which is what 0.2 changed
            return ("version:", "0.2") in set(without.merges) - set(with_mark.merges) and attached == [True, False]
        case "follow-encode":
            return follow("subword-nmt").model().encode("low") == ["low</w>"]  # low never comes from letters: see above
        case "hug-wordpiece-counts":
            return scores(0)["##u", "##g"] == Fraction(20, 36 * 20) == Fraction(25, 36 * 25)
        case "hug-wordpiece-tie":
            ahead = [pair for pair, score in scores(2).items() if score == Fraction(1, 15)]
            return ahead == [("hu", "##gs")] and scores(2)["hu", "##g"] == Fraction(2, 45)
        case "hug-wordpiece-others":
            return scores(2)["##u", "##g"] == Fraction(1, 63) and scores(2)["hu", "##g"] < Fraction(1, 21)
        case "hug-wordpiece-third":
            return [step.token for step in wordpiece.train(HUG.corpus, rules="course")[2:4]] == ["hugs", "hug"]
        case "hug-wordpiece-hugs":
            right = wordpiece.train(HUG.corpus, rules="course").model(4)
            wrong = wordpiece.Model([token for token in right.vocabulary if token != "hugs"])
            return (
                right.encode("hugs") == ["hugs"]
                and wrong.encode("hugs") == ["hug", "##s"]
                and all(right.encode(word) == wrong.encode(word) for word in ("bugs", "mug", "bum"))
            )
        case "wordpiece-score":
            counted = wordpiece.train(HUG.corpus, rules="huggingface")
            return counted[0].count == max(counted.pairs(0).values()) and not hasattr(wordpiece.TopDownTrace, "merges")
        case "wordpiece-library":
            return "huggingface" in ALGORITHMS["wordpiece"].limited
        case "hug-unigram-pug":
            p, ug, pu, g = (HUG.probabilities(1)[piece] for piece in ("p", "ug", "pu", "g"))
            return (f"{p * 36 / 210 * g:.7f}", f"{p * ug:.7f}", f"{pu * g:.7f}") == (
                "0.0013217",
                "0.0077098",
                "0.0077098",
            )
        case "hug-unigram-ties":
            return [len(best(word).best().tied) for word in ("hug", "hugs", "pug", "pun", "bun")] == [1, 3, 2, 2, 2]
        case "hug-unigram-first":
            taken = [best(word).best().path.pieces for word in ("pug", "pun", "bun", "hugs")]
            other = [("pu", "g"), ("pu", "n"), ("bu", "n"), ("hug", "s")]
            return taken == [("p", "ug"), ("p", "un"), ("b", "un"), ("h", "ugs")] and all(
                path in [found.pieces for found in best("".join(path)).best().tied] for path in other
            )
        case "hug-unigram-free":
            return {piece: round(one.loss or 0, 4) for one in HUG.losses(1) if (piece := one.piece) == "hug"} == {
                "hug": 23.5138
            }
        case "hug-unigram-renormalized":
            anew = {one.piece: round(one.renormalized or 0, 3) for one in HUG.losses(1)}
            return (anew["hug"], anew["pu"]) == (18.178, -5.234)
        case "hug-unigram-un":
            return f"{16 / 210:.6f}" == "0.076190" and HUG.probabilities(1)["un"] == 16 / 210
        case "hug-unigram-summary":
            lost = losses(whole_words())
            return (lost["pug"], lost["bun"]) == (6.22, 10.76) and not any(
                lost[piece] for piece in ("ug", "hu", "un", "pu", "bu", "gs", "ugs")
            )
        case "unigram-estimates":
            course_rules, *libraries = (unigram.PRESETS[name] for name in ("course", "huggingface", "sentencepiece"))
            return (course_rules.pruned_share, course_rules.loss, course_rules.passes) == (0.1, "exact", 0) and all(
                (one.pruned_share, one.loss) == (0.25, "reassigned") and one.passes > 0 for one in libraries
            )
        case "unigram-characters":
            return unigram.PRESETS["course"].keep_characters and not any(
                unigram.PRESETS[name].keep_characters for name in ("huggingface", "sentencepiece")
            )
        case "course-size":
            trace = merged_course()
            return (len(trace), sum(len(step.tied) > 1 for step in trace)) == (19, 15)
        case "course-unigram-plus-one":
            pieces = pruned_course()
            costs = [round(-pieces.model(1).lattice(word).best().path.score, 4) for word in ("Hopefully", "This")]
            total = round(-pieces.log_likelihood(1), 4)
            return (pieces.corpus.total, total, costs) == (31, 382.1038, [40.5157, 5.2883])
        case "course-unigram-size":
            left = [size for size in dict.fromkeys(pruned_course().pieces_left) if size]
            return left == [
                300,
                270,
                243,
                219,
                198,
                179,
                162,
                146,
                132,
                119,
                108,
                98,
            ]
        case "aaab-tie":
            trace = bpe.train(Corpus({"aaabdaaabac": 1}), merges=3, rules="minbpe")
            return set(trace[1].tied) == {("aa", "a"), ("a", "b")}  # and both ways end alike: see above
        case "aaab-readme" | "aaab-readme-third":
            trace = bpe.train(Corpus({"aaabdaaabac": 1}), merges=3, rules="minbpe")
            model = trace.model(encoding=ENCODINGS["minbpe"])
            ids = [model.ids[token] for token in model.encode("aaabdaaabac")]
            return trace.tokens == ("aa", "aaa", "aaab") and ids == [258, 100, 258, 97, 99]
    raise AssertionError(f"nobody computed what {key} says")


ALL = [
    erratum for name in examples.NAMES for recipe in examples.load(name).recipes.values() for erratum in recipe.errata
]


@pytest.mark.parametrize("key", sorted({erratum.key for erratum in ALL}))
def test_what_an_erratum_says_is_so(key: str) -> None:
    assert is_so(key)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_accusation_quotes_what_it_accuses_and_a_note_accuses_nobody(language: str) -> None:
    say = load(language)
    for erratum in ALL:
        assert (f"erratum.{erratum.key}.printed" in say) == (not erratum.is_note), erratum.key
        assert f"erratum.{erratum.key}.right" in say
