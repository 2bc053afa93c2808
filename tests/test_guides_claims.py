"""Conclusions of the cards of our lessons: every sentence is a claim with a predicate here, or says why it has none.

`tests/test_guides_numbers.py` holds the numbers; a conclusion that is drawn from true numbers can still be false. A
sentence is found by a phrase of it, in English, so that changing it asks for its predicate, too.
"""

import math
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from random import Random

import pytest
import regex
from tokenizers import Tokenizer as HuggingFace
from tokenizers import decoders
from tokenizers.models import WordPiece
from tokenizers.pre_tokenizers import ByteLevel, Whitespace
from tokenizers.trainers import WordPieceTrainer

from tests import guides_of_newer, guides_of_texts
from tests.guides_of_texts import DOES, MEANS, Cited, Claims
from tests.unigram.conventions import SOFT
from tokviz import bpe, examples, guides, recorded, unigram, wordpiece
from tokviz.bpe import ENCODINGS, PRESETS
from tokviz.compare.comparison import USUAL, ComparedCorpus, Engine, Slot, opening_split, opening_tokenizers
from tokviz.compare.measures import MEASURES, fertility
from tokviz.compare.reading import read, vocabulary
from tokviz.compare.sizes import Tokenizer, at_size
from tokviz.compare.spans import Model
from tokviz.corpus import Corpus
from tokviz.pretokenize import with_alternatives
from tokviz.state import sample_texts
from tokviz.state.bytes import SAMPLES
from tokviz.unigram.steps import PieceLoss
from tokviz.views import byte_level

SPECIAL = wordpiece.PRESETS["course"].special_tokens


# -- what the lessons look at ------------------------------------------------------------------------------------------


@cache
def newest() -> bpe.Trace:
    return bpe.train(examples.load("sennrich").corpus, rules="sennrich")


@cache
def scored() -> wordpiece.Trace:
    return wordpiece.train(hug(), rules="course")


@cache
def counted() -> wordpiece.Trace:
    return wordpiece.train(hug(), rules="huggingface")


@cache
def by_gain() -> wordpiece.Trace:
    return wordpiece.train(hug(), rules=replace(wordpiece.PRESETS["course"], select_by="gain"))


@cache
def top_down() -> wordpiece.TopDownTrace:
    return wordpiece.train_top_down(hug(), vocab_size=16)


@cache
def pruned() -> unigram.Trace:
    return unigram.train(hug(), vocab_size=10, rules="course")


@cache
def soft() -> unigram.Trace:
    return unigram.train(hug(), vocab_size=10, rules=SOFT)


@cache
def usual() -> unigram.Trace:
    return unigram.train(hug(), vocab_size=10, rules="soft-em")


@cache
def hug() -> Corpus:
    return examples.load("hug").corpus


@cache
def merged() -> bpe.Trace:
    return bpe.train(hug(), rules="course")


@cache
def made() -> Mapping[str, Tokenizer]:
    return {"BPE": at_size(merged(), 10), "WordPiece": at_size(scored(), 10), "Unigram": at_size(pruned(), 10)}


@cache
def compared() -> Mapping[str, Model]:
    return {name: one.model for name, one in made().items()}


@cache
def over_bytes(example: str, merges: int | None = 300, split: str = "gpt2") -> bpe.Trace:
    text = examples.load(example).text or ""
    return bpe.train(Corpus.from_text(text, split), merges=merges, rules=PRESETS["minbpe"])


def encoded(text: str, example: str, merges: int | None = 300) -> list[str]:
    trace = over_bytes(example, merges)
    return trace.model(pretokenizer="gpt2", encoding=ENCODINGS["minbpe"]).encode(text)


@cache
def on_prose(name: str) -> Model:
    engine = Engine(ComparedCorpus.of_example("lighthouse", opening_split("lighthouse")))
    slots, size = [Slot.of(one) for one in USUAL], int(guides.load("compare").cards[1].query["size"])
    slot = Slot("wordpiece", "huggingface") if name == "counted" else slots[("bpe", "wordpiece", "unigram").index(name)]
    return engine.tokenizer(slot, size, name).model


def pieces_now(trace: unigram.Trace, word: str, k: int = 1) -> list[tuple[str, ...]]:
    """The segmentations of a word, the best first."""
    return [path.pieces for path in trace.model(k).lattice(word).nbest(99)]


def together(trace: bpe.Trace, left: str, right: str, k: int) -> int:
    return trace.pairs(k).get((left, right), 0)


def of_words(*words: str) -> int:
    return sum(newest().corpus[word] for word in words)


def long(k: int) -> int:
    """Return the number of symbols that the corpus has after k merges."""
    return sum(len(symbols) * newest().corpus[word] for word, symbols in newest().words(k).items())


def pieces_seen(piece: str) -> int:
    return pruned().of(0, unigram.Seed).counts[piece]


# -- sentence by sentence ----------------------------------------------------------------------------------------------


def recounted(trace: bpe.Trace, k: int) -> Counter[tuple[str, str]]:
    """The pairs after k merges: each place as often as its word occurs."""
    places = Counter[tuple[str, str]]()
    for word, symbols in trace.words(k).items():
        for pair in pairwise(symbols):
            places[pair] += trace.corpus[word]
    return places


def draw_words(letters: str, number: int = 200) -> list[str]:
    """Words of up to seven letters, the same on every run."""
    draw = Random(1)
    return ["".join(draw.choices(letters, k=draw.randint(1, 7))) for _ in range(number)]


@cache
def with_comma() -> bpe.Model:
    return bpe.train(Corpus.from_text("low, lower", "words"), rules="sennrich").model(pretokenizer="words")


@cache
def overlapping() -> bpe.Trace:
    return bpe.train(Corpus({"aaaa": 1}), merges=1, rules="course")


@cache
def first_wins() -> bpe.Trace:
    """Return the training of the second corpus that ties by the pair seen first, as its card opens it."""
    return bpe.train(examples.load("follow").corpus, rules=replace(greatest_wins().rules, tie_break="first-seen"))


@cache
def greatest_wins() -> bpe.Trace:
    return bpe.train(examples.load("follow").corpus, rules="subword-nmt")


@cache
def unmarked() -> bpe.Model:
    """Return a tokenizer without a mark that has learned `est`."""
    return bpe.train(Corpus({"estate": 1, "lowest": 1}), merges=2, rules="course").model()


@cache
def with_mug() -> wordpiece.Trace:
    return wordpiece.train(Corpus({**hug(), "mug": 1}), rules="course")


BPE: Claims = {
    "the whole corpus: four words": lambda: len(newest().corpus) == 4,
    "Each begins as single characters": lambda: all(
        symbols == (*word, "</w>") for word, symbols in newest().words(0).items()
    ),
    "**BPE repeats one step:**": lambda: all(
        newest().pairs(k) == recounted(newest(), k) and step.count == max(newest().pairs(k).values())
        for k, step in enumerate(newest())
    ),
    "`l o` occurs 7 times": lambda: newest().pairs(0)["l", "o"] == of_words("low", "lower") == 7,
    "Each place of a pair counts": lambda: (
        bpe.train(Corpus({"banana": 3}), merges=0, rules="sennrich").pairs(0)["a", "n"] == 6
        and newest().pairs(0)["n", "e"] == of_words("newest") == 6
    ),
    "Choose two neighbors": DOES,
    "Several answers are right": lambda: len(newest()[0].tied) > 1,
    "`e s` occurs 9 times": lambda: newest().pairs(0)["e", "s"] == of_words("newest", "widest") == 9,
    "reach 9, too": lambda: set(newest()[0].tied) == {("e", "s"), ("s", "t"), ("t", "</w>")},
    "Counting can't break a tie": lambda: (
        len({newest().pairs(0)[pair] for pair in newest()[0].tied}) == 1
        and bpe.train(newest().corpus, rules=replace(newest().rules, tie_break="greatest-pair"))[0].pair
        != newest()[0].pair
    ),
    "In today's Python, the paper's code": lambda: (
        newest()[0].pair
        == ("e", "s")
        == next(pair for word in newest().words(0).values() for pair in pairwise(word) if pair in newest()[0].tied)
    ),
    "differ in one convention only": lambda: (
        examples.load("follow").recipes["bpe"].rules
        == first_wins().rules
        == replace(greatest_wins().rules, tie_break="first-seen")
        != greatest_wins().rules
    ),
    "Both find `l o` and `w e` 8 times": lambda: (
        first_wins().pairs(0)["l", "o"] == first_wins().pairs(0)["w", "e"] == 8
        and first_wins().pairs(0) == greatest_wins().pairs(0)
        and (first_wins()[0].pair, greatest_wins()[0].pair) == (("l", "o"), ("w", "e"))
    ),
    "When done, they tokenize": lambda: (
        "lowest" not in first_wins().corpus
        and first_wins().model().encode("lowest") == ["lowe", "s", "t</w>"]
        and greatest_wins().model().encode("lowest") == ["lo", "west</w>"]
    ),
    "Neither is wrong": lambda: all(
        step.count == max(trace.pairs(k).values())
        for trace in (first_wins(), greatest_wins())
        for k, step in enumerate(trace)
    ),
    "was merged **in all words at once**": lambda: together(newest(), "e", "s", 1) == 0 < newest()[0].count,
    "Now BPE counts all pairs again": lambda: (
        newest().pairs(1) == recounted(newest(), 1) and any("es" in pair for pair in newest().pairs(1))
    ),
    "**Guess the next three merges": DOES,
    "no list of endings": lambda: dict(newest().corpus) == {"low": 5, "lower": 2, "newest": 6, "widest": 3},
    "Watch whether it finds one": lambda: newest()[2].token == "est</w>",
    "can only end a word": lambda: all(
        not any(token.endswith("</w>") for token in newest().model().encode(word)[:-1])
        for word in ("lowest", "estate", *draw_words("est"))
    ),
    "Without the mark": lambda: (
        (newest().model(4).encode("estate")[0], newest().model(4).encode("lowest")[-1]) == ("est", "est</w>")
        and unmarked().encode("estate")[0] == unmarked().encode("lowest")[-1] == "est"
    ),
    "**Decoding** uses the mark": lambda: (
        newest().model().decode(newest().model().encode("newest low"))
        == "".join(newest().model().encode("newest low")).replace("</w>", " ").strip()
        == "newest low"
    ),
    "mark the space before a word": lambda: (
        recorded.load("english", "gpt-2").texts[1].startswith(" ")
        and recorded.load("english", "llama-2").texts[1].startswith("▁")
        and not any("</w>" in one for name in ("gpt-2", "llama-2") for one in recorded.load("english", name).texts)
    ),
    "Each merge makes the corpus shorter": lambda: all(
        long(k) - long(k + 1) == newest()[k].count for k in range(len(newest()))
    ),
    "is **greedy**": lambda: all(
        step.count == max(newest().pairs(k).values())
        and bpe.train(newest().corpus, merges=k, rules="sennrich").merges == newest().merges[:k]
        and set(newest().vocabulary(k)) < set(newest().vocabulary(k + 1))
        for k, step in enumerate(newest())
    ),
    "You choose when to stop": lambda: all(
        len(bpe.train(newest().corpus, merges=k, rules="sennrich")) == k
        and len(newest().vocabulary(k)) < len(newest().vocabulary(k + 1))
        and long(k) > long(k + 1)
        for k in range(15)
    ),
    "Each word of the corpus is one symbol by then": lambda: all(
        len(symbols) == 1 for symbols in newest().words(15).values()
    ),
    "Without `es` there is no `est`": lambda: (
        guides_of_texts.replayed(tuple("est"), newest().merges[1:]) == ["e", "s", "t"]
        and newest().merges[:2] == [("e", "s"), ("es", "t")]
        and [step.rank for step in newest().model().explain("lowest")][:2] == [0, 1]
    ),
    "Later merges are built on it": lambda: (
        newest().merges[1] == ("es", "t")
        and "es" in newest().vocabulary(15)
        and not any("es" in symbols for symbols in newest().words(15).values())
    ),
    "BPE only adds tokens": lambda: all(
        set(newest().vocabulary(k)) < set(newest().vocabulary(k + 1)) for k in range(15)
    ),
    "**Training** reads words": lambda: (
        bpe.train(Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3}), rules="sennrich").merges == newest().merges
    ),
    "**Encoding** reads a word": lambda: all(
        newest().model().encode(word) == guides_of_texts.replayed((*word, "</w>"), newest().merges)
        for word in ("lowest", *draw_words("deilnorstw"))
    ),
    "In `lower`, merge 4": lambda: (
        newest().merges[3:5] == [("l", "o"), ("lo", "w")]
        and [step.rank for step in newest().model().explain("lower")][:2] == [3, 4]
    ),
    "BPE counts pairs": lambda: all(
        newest().pairs(k) == recounted(newest(), k) and step.count == max(newest().pairs(k).values())
        for k, step in enumerate(newest())
    ),
    "A convention breaks ties": lambda: first_wins().merges != greatest_wins().merges,
    "Encoding repeats the merges": lambda: all(
        [step.rank for step in newest().model().explain(word)]
        == sorted(step.rank for step in newest().model().explain(word))
        for word in ("lowest", *draw_words("deilnorstw"))
    ),
}


def vocabulary_after(k: int) -> set[str]:
    return set(scored().vocabulary(k))


WORDPIECE: Claims = {
    "BERT's tokenizer is WordPiece": Cited("Devlin et al.", 2019),
    "it needs only a vocabulary": lambda: all(
        wordpiece.Model(scored().vocabulary(3)).encode(word)
        == scored().model(3).encode(word)
        == guides_of_texts.longest_match(word, vocabulary_after(3))
        for word in (*hug(), "bugs", *draw_words("bghnpsu"))
    ),
    "marks tokens that continue a word": lambda: all(
        [one.startswith("##") for one in scored().model(3).encode(word)]
        == [place > 0 for place in range(len(scored().model(3).encode(word)))]
        for word in (*hug(), "bugs")
    ),
    "Step through `pugs`": lambda: scored().model(3).encode("pugs") == ["p", "##u", "##gs"],
    "look in the vocabulary": DOES,
    "The longest match is **greedy**": lambda: (
        wordpiece.Model(["[UNK]", "a", "ab", "##bc"]).encode("abc") == ["[UNK]"]
        and wordpiece.Model(["[UNK]", "a", "##bc"]).encode("abc") == ["a", "##bc"]
    ),
    "No token begins with `m`": lambda: (
        not any(token.startswith("m") for token in scored().vocabulary(3))
        and scored().model(3).encode("mug") == ["[UNK]"]
        and {"##u", "##g"} <= vocabulary_after(3)
    ),
    "Had the training text contained `mug`": lambda: (
        "m" in with_mug().vocabulary(0) and with_mug().model(0).encode("mug") == ["m", "##u", "##g"]
    ),
    "does not have all characters": lambda: with_mug().model().encode("🦙") == ["[UNK]"],
    "describe the aim": Cited("Schuster and Nakajima", 2012),
    "is not in its repository": Cited("Devlin et al.", 2018),
    "so we compare **candidates**": lambda: (
        {card.query.get(name, "") for card in guides.load("wordpiece").cards for name in ("rules", "vs")}
        == {"", "tf-text", "huggingface"}
    ),
    "By **count**": lambda: (
        first_of_library() == "##ug"
        and all(step.count == max(counted().pairs(k).values()) for k, step in enumerate(counted()))
        and counted()[0].pair == max(scored().candidates(0), key=lambda one: one.count).pair == ("##u", "##g")
    ),
    "guesses a **score**": Cited("Hugging Face", 2026),
    "score = pair": lambda: all(one.score == score_by_hand(*one.pair) for one in scored().candidates(0)),
    "gets 5 / (20 × 5)": lambda: (
        max(scored().candidates(0), key=lambda one: one.score).pair == ("##g", "##s")
        and score_by_hand("##g", "##s") == Fraction(5, 20 * 5) == Fraction(1, 20) == scored()[0].score
    ),
    "By the score, `##gs` was made first": lambda: scored()[0].token == "##gs",
    "Then 6 pairs tied at 1/36": lambda: (
        len(scored()[1].tied) == 6
        and {one.score for one in scored().candidates(1)[:6]} == {scored()[1].score} == {Fraction(1, 36)}
        and next(pair for pair in scored().pairs(1) if pair in scored()[1].tied) == scored()[1].pair == ("h", "##u")
        and len(scored()[2].tied) == 1
    ),
    "the score is 1 ÷ the other's count": lambda: all(
        one.score == Fraction(1, other)
        for k in range(4)
        for one in scored().candidates(k)
        for alone, other in ((one.left_count, one.right_count), (one.right_count, one.left_count))
        if one.count == alone
    ),
    "merges nothing": lambda: (
        {"pun", "##ug"} <= set(top_down().vocabulary())
        and not {"pu", "##un"} & set(top_down().vocabulary())  # neither half of `pun` is a token
    ),
    "It counts substrings": lambda: (
        [getattr(step, "length", 0) for step in top_down()[2:4]] == [4, 3] and top_down().trials[0].threshold == 11
    ),
    "Longer ones take their counts away": lambda: (
        [(one.count, one.count - one.remains, one.remains) for one in top_down().candidates(3) if one.token == "hug"]
        == [(15, hug()["hugs"], 10)]
    ),
    "Step on: `pun` is kept": lambda: [one.token for one in top_down().candidates(3) if one.kept] == ["pun"],
    "Back to the aim": DOES,
    "**Likelihood ±** says": lambda: (
        scored()[0].pair == max(scored().candidates(0), key=lambda one: one.score).pair == ("##g", "##s")
        and f"{change_by_hand('##g', '##s'):+.1f}" == f"{scored().likelihood_change(0):+.1f}" == "+9.2"
        and f"{change_by_hand('##u', '##g'):+.1f}" == f"{counted().likelihood_change(0):+.1f}" == "+28.0"
        and max(scored().pairs(0), key=lambda pair: change_by_hand(*pair)) == counted()[0].pair == ("##u", "##g")
    ),
    "Here the count serves the aim better": lambda: counted().likelihood_change(0) > scored().likelihood_change(0),
    "occurs only after `##g`": lambda: scored().occurrences(0)["##s"] == scored().pairs(0)["##g", "##s"] == 5,
    "helps 20 times": lambda: scored().pairs(0)["##u", "##g"] == 20,
    "so a rare pair can win": lambda: (
        scored()[0].count == 5 < max(scored().pairs(0).values())
        and scored()[0].score == max(score_by_hand(*pair) for pair in scored().pairs(0))
    ),
    "It occurs 5 times": lambda: (scored().pairs(0)["##g", "##s"], scored().pairs(0)["##u", "##g"]) == (5, 20),
    "It has all symbols in it": lambda: (
        f"{change_by_hand('##g', '##s'):+.1f}" == "+9.2"
        and scored().pairs(0)["##g", "##s"] < sorted(scored().pairs(0).values())[-1]
    ),
    "WordPiece encodes by the longest match": lambda: (
        all(
            model.encode(word) == guides_of_texts.longest_match(word, set(model.vocabulary))
            for model in (top_down().model(), scored().model(), counted().model())
            for word in (*hug(), *draw_words("bghnpsu"))
        )
        and scored().model(3).encode("hugm") == ["[UNK]"]
    ),
    "Its trainers differ": lambda: (
        scored()[0].pair != counted()[0].pair and set(top_down().vocabulary()) != set(counted().vocabulary())
    ),
}


def score_by_hand(left: str, right: str) -> Fraction:
    """Return the count of a pair at the start, divided by the product of its parts'."""
    symbols = scored().occurrences(0)
    return Fraction(scored().pairs(0)[left, right], symbols[left] * symbols[right])


def change_by_hand(left: str, right: str) -> float:
    """Return the change of the log-likelihood by a first merge, each symbol as probable as its share."""

    def log_likelihood(symbols: Counter[str]) -> float:
        return sum(n * math.log(n / symbols.total()) for n in symbols.values() if n)

    before = Counter(scored().occurrences(0))
    count = scored().pairs(0)[left, right]
    after = before + Counter({left + right.removeprefix("##"): count})
    after.subtract({left: count, right: count})
    return log_likelihood(after) - log_likelihood(before)


UNIGRAM: Claims = {
    "improved translation": Cited("Kudo", 2018),
    "Each path from left to right is a segmentation": lambda: (
        {path.pieces for path in pruned().model(1).lattice("hug").nbest(99)} >= {("h", "ug"), ("hug",)}
        and all("".join(path.pieces) == "hug" for path in pruned().model(1).lattice("hug").nbest(99))
    ),
    "gives each a **probability**": lambda: (
        all(sum(map(lattice.share, lattice.nbest(99))) == pytest.approx(1) for lattice in lattices())
        and len({pruned().model(1).lattice("unhug").sample(Random(seed)).pieces for seed in range(99)}) > 1
    ),
    "XLM-R uses Unigram": Cited("Conneau et al.", 2020),
    "begins with too many pieces": lambda: pruned().pieces_left[1] == 15 > pruned().pieces_left[-1],
    "divided by the sum, 210": lambda: all(
        math.isclose(value, pieces_seen(piece) / 210) for piece, value in pruned().probabilities(1).items()
    ),
    "For a segmentation, take the **product**": lambda: (
        all(
            math.isclose(path.probability, math.prod(pruned().probabilities(1)[piece] for piece in path.pieces))
            for word in (*hug(), "unhug")
            for path in pruned().model(1).lattice(word).nbest(99)
        )
        and (pieces_seen("h"), pieces_seen("ug"), f"{15 / 210 * 20 / 210:.4f}") == (15, 20, "0.0068")
    ),
    "The counts are in the picture": DOES,
    "has the probability 0.0013": lambda: f"{probability_of('p', 'u', 'g'):.4f}" == "0.0013",
    "have 0.0077 each": lambda: (
        probability_of("p", "ug") == probability_of("pu", "g")
        and f"{probability_of('p', 'ug'):.4f}" == "0.0077"
        and set(pieces_now(pruned(), "pug")[:2]) == {("p", "ug"), ("pu", "g")}
    ),
    "a few long pieces usually beat": lambda: all(
        len(paths[0]) == min(map(len, paths)) < len(paths[-1])
        for paths in (pieces_now(pruned(), word) for word in (*hug(), "unhug"))
    ),
    "has all three segmentations": lambda: len(pieces_now(pruned(), "pug")) == 3,
    "keeps only the best path to each position": lambda: all(
        step.cell.score == max(score for _, score in step.cell.candidates)
        for step in pruned().model(1).explain("unhug")
        if step.cell is not None
    ),
    "it finds the best of all 8": lambda: (
        len(pieces_now(pruned(), "unhug")) == 8
        and all(
            lattice.best().path.score == max(path.score for path in lattice.nbest(999))
            for lattice in map(pruned().model(1).lattice, draw_words("bghnpsu"))
        )
        and unigram.Model({"ab": 0.0001, "a": 0.5, "b": 0.4999}).encode("ab") == ["a", "b"]
        and guides_of_texts.longest_match("ab", {"ab", "a", "##b"}) == ["ab"]
    ),
    "Only `u` leads to the first position": lambda: (
        [arc.piece for arc, _ in pruned().model(1).explain("unhug")[0].cell.candidates] == ["u"]
    ),
    "Take the word `hug` first": DOES,
    "share the 10 occurrences": lambda: (
        hug()["hug"] == 10
        and sum(soft().model(1).lattice("hug").share(path) for path in soft().model(1).lattice("hug").nbest(99))
        == pytest.approx(1)
    ),
    "The whole `hug` has 83%": lambda: (
        f"{share_of('hug', 'hug'):.0%}" == "83%"
        and ("h", "ug") in [path.pieces for path in soft().model(1).lattice("hug").nbest(99)]
    ),
    "So here it counts 8.3 times": lambda: f"{10 * share_of('hug', 'hug'):.1f}" == "8.3",
    "add up the shares": lambda: all(
        math.isclose(count, over_all_paths(piece)) for piece, count in soft().of(1, unigram.Expect).counts.items()
    ),
    "is expected 9.8 times": lambda: (
        f"{soft().of(1, unigram.Expect).counts['hug']:.1f}"
        == f"{10 * share_of('hug', 'hug') + 5 * share_of('hugs', 'hug'):.1f}"
        == "9.8"
    ),
    "turn counts into probabilities": lambda: all(
        math.isclose(
            soft().probabilities(3)[piece], count / sum(soft().of(1, unigram.Expect).counts.values()), abs_tol=1e-9
        )
        for piece, count in soft().of(1, unigram.Expect).counts.items()
    ),
    "The words become more probable": lambda: (
        [f"{loss_over_all(k):.0f}" for k in (1, 3)]
        == [f"{soft().of(k, unigram.Expect).loss:.0f}" for k in (1, 3)]
        == ["146", "127"]
    ),
    "how much the **corpus loss** grows without it": lambda: all(
        math.isclose(lost(one.piece), -math.log(corpus_without(one.piece) / corpus_without("")), abs_tol=1e-6)
        for one in may_go()
    ),
    "only best segmentations count": lambda: (
        all(math.isclose(one.loss or 0, lost(one.piece), abs_tol=1e-9) for one in may_go())
        and examples.load("hug").recipes["unigram"].rules == unigram.PRESETS["course"]
    ),
    "Without `hug`, 10 words": lambda: (
        [one.after for one in pruned().resplit("hug", 1)] == [("h", "ug")]
        and f"{lost('hug'):.2f}" == f"{hug()['hug'] * math.log(10.5):.2f}" == "23.51"
    ),
    "Pruning removes the piece": lambda: (
        {one.loss for one in may_go() if one.piece in gone_first()} == {min(one.loss or 0 for one in may_go())}
    ),
    "Here 7 others have none": lambda: (
        len(free_pieces(1)) == 7
        and all(len(piece) > 1 for piece in free_pieces(1))
        and all(
            math.isclose(
                pruned().model(1).lattice(word).best().path.score,
                max(path.score for path in pruned().model(1).lattice(word).nbest(99) if piece not in path.pieces),
            )
            for piece in free_pieces(1)
            for word in hug()
            if piece in word
        )
    ),
    "They **tie**.": lambda: len(free_pieces(1)) > 1 == len(gone_first()),
    "The first listed is taken": lambda: (
        gone_first() == {next(piece for piece in pruned().scores(1) if piece in free_pieces(1))}
    ),
    "Then the probabilities are computed again": lambda: (
        [step.kind for step in pruned()[1:4]] == ["prune", "maximize", "prune"]
        and pruned().probabilities(3)["hug"] > pruned().probabilities(1)["hug"]
    ),
    "as in Kudo (2018)": Cited("Kudo", 2018),
    "Move the exponent": DOES,
    "are equally likely": lambda: alpha(0) == [1 / 8] * 8 and alpha(5)[0] > 0.99 > alpha(1)[0],
    "Unigram gives each piece": lambda: all(value > 0 for value in pruned().probabilities(1).values()),
    "E and M steps fit": lambda: (
        soft().of(3, unigram.Expect).loss < soft().of(1, unigram.Expect).loss
        and all(lattice.best().path.score == max(path.score for path in lattice.nbest(99)) for lattice in lattices())
        and {one.loss for one in may_go() if one.piece in gone_first()} == {min(one.loss or 0 for one in may_go())}
    ),
    "Their probability is above 0": lambda: (
        {arc.begin: score for arc, score in pruned().model(1).explain("unhug")[1].cell.candidates}.keys() == {0, 1}
        and probability_of("u", "n") > 0
    ),
    "stays behind to the end": lambda: all(
        (probability_of(*one) < probability_of(*other)) == (probability_of(*one, *rest) < probability_of(*other, *rest))
        for one, other in ((("u", "n"), ("un",)), (("h", "u", "g"), ("hug",)))
        for rest in (("hug",), ("p", "u"), ("s",))
    ),
    "multiplies all of them by the same factor": lambda: all(
        math.isclose(probability_of(*begin, *rest), probability_of(*begin) * probability_of(*rest))
        for begin in (("u", "n"), ("un",))
        for rest in (("hug",), ("h", "ug"))
    ),
    "a rare long piece can lose": lambda: (
        unigram.Model({"ab": 0.0001, "a": 0.5, "b": 0.4999}).encode("ab") == ["a", "b"]
    ),
}


def probability_of(*pieces: str) -> float:
    return math.prod(pruned().probabilities(1)[piece] for piece in pieces)


def share_of(word: str, piece: str) -> float:
    """Return the share of the segmentations of a word that have a piece."""
    lattice = soft().model(1).lattice(word)
    return sum(lattice.share(path) for path in lattice.nbest(99) if piece in path.pieces)


def loss_over_all(k: int) -> float:
    """Return -ln of the probability of the corpus, in which each word may be segmented in any way."""
    return -sum(
        count * math.log(sum(path.probability for path in soft().model(k).lattice(word).nbest(99)))
        for word, count in hug().items()
    )


def whole_words_are_seeds(rules: str) -> bool:
    """Tell if a library's trainer begins with whole words, where they have room."""
    seeds = unigram.train(hug(), vocab_size=12, rules=rules).probabilities(1)
    return any(word in {seed.removeprefix("▁") for seed in seeds} for word in hug())


def lattices() -> list[unigram.Lattice]:
    return [pruned().model(1).lattice(word) for word in hug()]


def over_all_paths(piece: str) -> float:
    """Return the expected count of a piece, each segmentation counted by its share."""
    found = [(soft().model(1).lattice(word), count) for word, count in hug().items()]
    return sum(n * sum(one.share(path) * path.pieces.count(piece) for path in one.nbest(99)) for one, n in found)


def may_go() -> list[PieceLoss]:
    """Return the candidates of the first pruning: all pieces but single characters."""
    return [row for row in pruned().losses(1) if row.outcome != "protected"]


def free_pieces(k: int) -> set[str]:
    """The pieces without a loss after k steps, single characters left out."""
    return {row.piece for row in pruned().losses(k) if row.outcome != "protected" and row.loss == 0}


def gone_first() -> set[str]:
    return set(pruned().scores(1)) - set(pruned().scores(2))


def lost(piece: str) -> float:
    """Return the loss of the best segmentations of all words without a piece, in nats."""
    paths = {word: pruned().model(1).lattice(word).nbest(99) for word in hug()}
    without = {word: max(one.score for one in found if piece not in one.pieces) for word, found in paths.items()}
    return sum(count * (paths[word][0].score - without[word]) for word, count in hug().items())


def corpus_without(piece: str) -> float:
    """Return the probability of all words of the corpus in their best segmentations without a piece."""
    paths = {word: pruned().model(1).lattice(word).nbest(99) for word in hug()}
    best = {word: max(path.probability for path in found if piece not in path.pieces) for word, found in paths.items()}
    return math.prod(best[word] ** count for word, count in hug().items())


def alpha(exponent: float) -> list[float]:
    lattice = pruned().model(1).lattice("unhug")
    return [round(lattice.sampling_probability(path, exponent), 9) for path in lattice.nbest(8)]


def cut_by(name: str, text: str) -> list[str]:
    return [token for token, _ in with_alternatives(text, name)]


BYTES: Claims = {
    "A computer stores text": MEANS,
    "UTF-8 writes `a` as 1 byte": lambda: (
        [len(one.encode()) for one in "aé春"] == [1, 2, 3] and "春".encode() == bytes.fromhex("E6 98 A5")
    ),
    "The bytes are below each character": lambda: (
        list(byte_level.characters("aé春").frame()["utf8"])
        == [character.encode().hex(" ").upper() for character in guides.load("bytes").cards[0].query["text"]]
    ),
    "It comes five code points before `é`": lambda: ord("é") - ord("ä") == 5,
    "This family is one picture": lambda: (
        (len(FAMILY), FAMILY.count("\u200d")) == (5, 2)
        and guides.load("bytes").cards[1].query["text"] == FAMILY
        and len(regex.findall(r"\X", FAMILY)) == 1
    ),
    "A vocabulary of characters needs them all": lambda: (
        set(bpe.train(Corpus({FAMILY: 1}), merges=0, rules="course").symbols(0)) == set(FAMILY)
    ),
    "only 256 different": lambda: len({bytes([n]) for n in range(256)}) == 256,
    "can write every text": Cited("Radford et al.", 2019),
    "Many bytes can't be printed": lambda: (
        sum(not chr(byte).isprintable() for byte in range(128)) == 33
        and len(ByteLevel.alphabet()) == 256
        and all(character.isprintable() for character in ByteLevel.alphabet())
    ),
    "The space, byte `20`": lambda: (
        ord(" ") == 0x20
        and decoders.ByteLevel().decode(["Ġ"]) == " "
        and decoders.ByteLevel().decode(["æĺ¥"]) == "春"
        and len("春".encode()) == 3
    ),
    "looks like a broken file": lambda: decoders.ByteLevel().decode([*"æĺ¥"]) == "春",
    "a pattern splits the text into": lambda: all(
        any(token in "".join(symbols) for symbols in over_bytes("lighthouse").words(0).values())
        for token in tokens_of("gpt2")
    ),
    "GPT-2's pattern keeps": lambda: (
        cut_by("gpt2", "it's at 2,016 now") == ["it", "'s", " at", " 2", ",", "016", " now"]
    ),
    "The table has an example": lambda: "'s" in SAMPLES["english"] and "2,016" in SAMPLES["english"],
    "2 characters, so 6 bytes": lambda: (len("这家"), len("这家".encode())) == (2, 6),
    "the earliest learned merge goes first": lambda: all(
        step.rank == min(one.rank for one in step.candidates if one.rank is not None)
        for trace, word in ((over_bytes("tea"), "这家"), (newest(), "lowest"))
        for step in trace.model().explain(word)
    ),
    "3 tokens remain": lambda: len(encoded("这家", "tea")) == 3,
    "but only two bytes of `这` have met": lambda: (
        encoded("家", "tea") == encoded("这家", "tea")[2:]
        and [len(one) for one in encoded("这", "tea")] == [2, 1]
        and cut_by("gpt2", SAMPLES["chinese"])[4] == "这家"
    ),
    "Token 15 is": lambda: (
        "这".encode()[:2] == bytes.fromhex("E8 BF")
        and encoded(SAMPLES["chinese"], "tea")[14] == encoded("这", "tea")[0]
    ),
    "Alone, it is no character": lambda: "这".encode()[:2].decode(errors="replace") == "�",
    "Together, all tokens": lambda: back_from_bytes(SAMPLES["chinese"]) == SAMPLES["chinese"],
    "All tokens together give back": lambda: all(back_from_bytes(text) == text for text in SAMPLES.values()),
    "Merges join frequent neighbors": lambda: (
        all(step.count == max(over_bytes("tea").pairs(k).values()) for k, step in enumerate(over_bytes("tea")[:20]))
        and set(over_bytes("tea").symbols(0)) <= set(ByteLevel.alphabet())
    ),
    "BPE sees bytes": lambda: set(over_bytes("tea").symbols(0)) <= set(ByteLevel.alphabet()),
    "begins other characters": lambda: (
        (TEA_BYTES := (examples.load("tea").text or "").encode()).count(bytes.fromhex("E8 BF"))
        > TEA_BYTES.count("这".encode())
        == 1
    ),
    "is a single token of 3 bytes": lambda: [len(one) for one in encoded("家", "tea")] == [3],
    "GPT-2 needs 139": lambda: (
        [len(recorded.load(text, "gpt-2").tokens) for text in ("hindi", "english")] == [139, 13]
        and 139 > 10 * 13
        and guides.load("bytes").cards[6].query["preset"] == "hindi"
    ),
    "Most are shorter than a letter": lambda: (
        {len(chr(code).encode()) for code in range(0x0900, 0x0980)} == {3}
        and sum(len(one) < 3 for one in recorded.load("hindi", "gpt-2").pieces)
        > len(recorded.load("hindi", "gpt-2").pieces) / 2
    ),
    "its tokenizer saw more Hindi": guides_of_texts.THINK,
    "at three times GPT-2's, Qwen needs 78": lambda: (
        [len(recorded.load("hindi", name).tokens) for name in ("gpt-4o", "qwen")] == [25, 78]
        and round(entries("qwen") / entries("gpt-2"), 1) == 3.0
    ),
    "Not every tokenizer": lambda: (
        not any(token.startswith("<0x") or "Ġ" in token for token in guides_of_texts.real("bert").vocabulary)
    ),
    "vocabulary has characters, and bytes": Cited("Touvron et al.", 2023),
    "This small one lacks `尊`": lambda: (
        {f"<0x{n:02X}>" for n in range(256)} <= set(guides_of_texts.real("llama").vocabulary)
        and "茶" in guides_of_texts.real("llama").vocabulary
        and recorded.load("chinese", "llama-2").texts[9:12] == guides_of_texts.tokens("llama", "尊")[2:]
        and "尊" not in guides_of_texts.real("llama").vocabulary
        and guides_of_texts.tokens("llama", "尊")[2:] == ("<0xE5>", "<0xB0>", "<0x8A>")
    ),
    "Over bytes nothing is unknown": lambda: (
        all(set(encoded(text, "tea")) <= set(over_bytes("tea").vocabulary()) for text in ("\0🦙茶é", *SAMPLES.values()))
        and len(encoded("这", "tea")) == 2
    ),
    "A pattern splits the text first": lambda: all(
        any(token in "".join(symbols) for symbols in over_bytes("lighthouse").words(0).values())
        for token in tokens_of("gpt2")
    ),
    "Token counts depend": lambda: len(encoded("茶", "tea")) < len(encoded("茶", "lighthouse")),
}
FAMILY = "👩\u200d👩\u200d👧"


def back_from_bytes(text: str) -> str:
    """Return the text that its tokens over bytes decode to."""
    model = over_bytes("tea").model(pretokenizer="gpt2", encoding=ENCODINGS["minbpe"])
    return model.decode(model.encode(text))


def entries(name: str) -> int:
    """Return the size of the vocabulary of a recorded tokenizer."""
    return next(one.size for one in recorded.tokenizers() if one.name == name)


def tokens_of(split: str) -> tuple[str, ...]:
    return over_bytes("lighthouse", 300, split).tokens


def rate(name: str, text: Corpus) -> float:
    return float(fertility(read(compared()[name], text)) or 0)


def unknown(name: str, text: Corpus) -> float:
    return float(MEASURES["unknown"](read(compared()[name], text)) or 0)


def new_words() -> Corpus:
    return Corpus.from_text("hugs bugs mug unhug puns")


def on_story() -> wordpiece.Trace:
    """Return WordPiece's training on the story up to the size on the cards."""
    trace = guides_of_texts.story().tokenizer(Slot.of(USUAL[1]), 219, "wordpiece").tokenizer.trace
    assert isinstance(trace, wordpiece.Trace)
    return trace


def corpora_on_story() -> list[Corpus]:
    """Return the corpora that the three were trained on."""
    traces = [guides_of_texts.story().tokenizer(Slot.of(one), 219, one).tokenizer.trace for one in USUAL]
    return [trace.corpus for trace in traces if trace is not None]


@cache
def removing() -> unigram.Trace:
    """Return Unigram's training on the first card, from its seed down to the size that the card ends with."""
    return unigram.train(hug(), vocab_size=10, rules="course")


def on_clock() -> list[Tokenizer]:
    """Return the three of the first card at that size."""
    query = guides.load("compare").cards[0].query
    slots = [Slot.of(one) for one in query.get("t", ",".join(opening_tokenizers(query["example"]))).split(",")]
    assert slots == [Slot(name, "course") for name in ("bpe", "wordpiece", "unigram")]
    return [at_size(trace, 10) for trace in (merged(), scored(), removing())]


def follows_the_score(k: int) -> bool:
    """Tell if pairs of the story are scored by counts, and step k merges the best."""
    candidates = on_story().candidates(k)
    scores = [Fraction(one.count, one.left_count * one.right_count) for one in candidates]
    return [one.score for one in candidates] == scores and on_story()[k].score == max(scores)


def rows_by(rules: bpe.Rules) -> list[str]:
    """Return the rows of BPE on the card about a fair comparison, by these conventions and without marks."""
    corpus = guides_of_texts.bpe_on_story().corpus
    alphabet = len(bpe.train(corpus, merges=0, rules=rules).vocabulary())
    model = bpe.train(corpus, merges=219 - alphabet, rules=rules).model()
    words = guides.load("compare").cards[1].query["text"].split()
    return [" ".join(model.encode(word)).replace("</w>", "").strip() for word in words]


def first_of_library() -> str:
    """Return the first token that Hugging Face's trainer of WordPiece adds to the characters of the five words."""
    tokenizer = HuggingFace(WordPiece())
    tokenizer.pre_tokenizer = Whitespace()
    trainer = WordPieceTrainer(vocab_size=12, special_tokens=[], show_progress=False)  # 11 characters and one more
    tokenizer.train_from_iterator((word for word, count in hug().items() for _ in range(count)), trainer)
    return max(tokenizer.get_vocab(), key=lambda token: tokenizer.get_vocab()[token])


def steps_on_story() -> int:
    return guides_of_texts.story().tokenizer(Slot.of(USUAL[1]), 219, "wordpiece").tokenizer.steps


def pieces_lost_first() -> bool:
    """Tell if each round of pruning on the story removes pieces of smallest loss."""
    trace = guides_of_texts.story().tokenizer(Slot.of(USUAL[2]), 219, "unigram").tokenizer.trace
    assert isinstance(trace, unigram.Trace)
    for k in (k for k, step in enumerate(trace) if step.kind == "prune"):
        rows = [row for row in trace.losses(k) if row.outcome != "protected" and row.loss is not None]
        gone = {piece for piece in trace.scores(k) if piece not in trace.scores(k + 1)}
        left = [row.loss or 0 for row in rows if row.piece not in gone]
        if gone and left and max(row.loss or 0 for row in rows if row.piece in gone) > min(left) + 1e-9:
            return False
    return True


STORY = guides_of_texts.STORY

COMPARE: Claims = {
    "All train on the same five words": lambda: (
        {trace.corpus == hug() for trace in (merged(), scored(), removing())} == {True} and len(hug()) == 5
    ),
    "BPE and WordPiece add tokens": lambda: all(
        {*trace.vocabulary(k)} < {*trace.vocabulary(k + 1)} for trace in (merged(), scored()) for k in range(len(trace))
    ),
    "Unigram comes from the other end": lambda: (
        all({*removing().scores(k + 1)} <= {*removing().scores(k)} for k in range(1, len(removing())))
        and len(removing().scores(1)) > 10 == len(removing().scores(len(removing())))
    ),
    "At one size all have equal room": lambda: [one.size for one in on_clock()] == [10, 10, 10],
    "A difference, such as `hugs`": lambda: (
        [one.model.encode("hugs") for one in on_clock()] == [["hug", "s"], ["hugs"], ["hug", "s"]]
        and corpora_on_story() == [on_story().corpus] * 3
        and rows_by(PRESETS["course"])[0] == "the"
        and rows_by(PRESETS["course"]) != rows_by(replace(PRESETS["course"], tie_break="last-seen"))
        and rows_by(PRESETS["course"]) != rows_by(replace(PRESETS["course"], end_of_word="</w>"))
    ),
    "Now one short story": lambda: (
        {guides_of_texts.story().tokenizer(Slot.of(slot), 219, slot).tokenizer.size for slot in USUAL} == {219}
    ),
    "`the` is its most frequent word": lambda: max(STORY, key=lambda word: STORY[word]) == "the" and STORY["the"] == 34,
    "BPE and Unigram keep it whole": lambda: all(on_prose(one).encode("the") == ["the"] for one in ("bpe", "unigram")),
    "WordPiece has `th` `##e`": lambda: (
        on_prose("wordpiece").encode("the") == ["th", "##e"]
        and on_prose("wordpiece").encode("lamp") == ["lamp"]
        and STORY["lamp"] == 2
    ),
    "This WordPiece follows the **score**": lambda: (
        follows_the_score(0) and follows_the_score(1) and follows_the_score(steps_on_story() - 1)
    ),
    "The score doesn't look at length": lambda: follows_the_score(0) and len("lamp") == len("the") + 1,
    "The score prefers parts": lambda: (
        (best := on_story().candidates(0)[0]).score == on_story()[0].score
        and best.count == best.left_count < max(one.count for one in on_story().candidates(0))
    ),
    "`##e` occurs in many other words": lambda: (
        len([word for word in STORY if "e" in word[1:] and word != "the"]) > 50
        and {("th", "##e")} <= {one.pair for one in on_story().candidates(steps_on_story())}
        and next(one for one in on_story().candidates(steps_on_story()) if one.pair == ("th", "##e")).score
        < on_story()[steps_on_story() - 1].score
    ),
    "That is true of each pair that was left out": lambda: (
        len(on_story().candidates(steps_on_story())) > 1 and len(on_story()) > steps_on_story()
    ),
    "why rarer pairs came first": lambda: on_story()[steps_on_story() - 1].count < 34,
    "BPE keeps its steps": lambda: (
        {step.token for step in guides_of_texts.bpe_on_story()[:50]} <= set(guides_of_texts.bpe_on_story().vocabulary())
        and {"ight", "night"} <= set(vocabulary(on_prose("bpe")) or ())
    ),
    "Unigram drops pieces": pieces_lost_first,
    "It keeps `stood`": lambda: STORY["stood"] == 1 and on_prose("unigram").encode("stood") == ["stood"],
    "`night` is only part of words such as `nights`": lambda: (
        "night" not in STORY and "nights" in STORY and on_prose("unigram").encode("night") == list("night")
    ),
    "Now five words": lambda: len(hug()) == 5,
    "Each vocabulary has 7 letters": lambda: (
        len(set("".join(hug()))) == 7 == len(scored().symbols(0)) and {one.size for one in made().values()} == {10}
    ),
    "BPE merges `u g`": lambda: merged().merges[:3] == [("u", "g"), ("u", "n"), ("h", "ug")],
    "Worked: `h u g s`": lambda: (
        guides_of_texts.replayed(tuple("hugs"), merged().merges[:1]) == ["h", "ug", "s"]
        and guides_of_texts.replayed(tuple("hugs"), merged().merges[:3]) == ["hug", "s"]
    ),
    "That is `hug` `s`": lambda: compared()["BPE"].encode("hugs") == ["hug", "s"],
    "**Now `bugs`.**": DOES,
    "WordPiece's 3 merges are": lambda: (
        made()["WordPiece"].steps == 3 and scored().merges[:3] == [("##g", "##s"), ("h", "##u"), ("hu", "##gs")]
    ),
    "It tokenizes by longest match": lambda: all(
        compared()["WordPiece"].encode(word)
        == guides_of_texts.longest_match(word, set(vocabulary(compared()["WordPiece"]) or ()))
        for word in ("hugs", "bugs", "pun", "mug", "unhug")
    ),
    "Worked: `bugs` begins with `b`": lambda: compared()["WordPiece"].encode("bugs") == ["b", "##u", "##gs"],
    "**Now `pun`": lambda: max(hug(), key=lambda word: hug()[word]) == "pun",
    "Training never saw an `m`": lambda: not any("m" in word for word in hug()),
    "lose that one character": lambda: (
        [compared()[name].encode("mug")[1:] for name in ("BPE", "Unigram")] == [["ug"], ["u", "g"]]
    ),
    "WordPiece loses the **whole word**": lambda: compared()["WordPiece"].encode("mug") == ["[UNK]"],
    "`unhug` is `[UNK]`": lambda: (
        compared()["WordPiece"].encode("unhug") == ["[UNK]"] and set("unhug") <= set("".join(hug()))
    ),
    "It needn't: `##n` and `##h`": lambda: (
        wordpiece.Model(["[UNK]", "u", "##n", "##h", "##u", "##g"]).encode("unhug") == ["u", "##n", "##h", "##u", "##g"]
    ),
    "The mark makes `u` and `##u` two symbols": lambda: (
        [one in scored().symbols(0) for one in ("u", "##u")] == [False, True]
    ),
    "No word of the training text begins with `u`": lambda: not any(word.startswith("u") for word in hug()),
    "Length is no obstacle": lambda: (
        len("bugugs") == len("unhug") + 1
        and compared()["WordPiece"].encode("bugugs") == ["b", "##u", "##g", "##u", "##gs"]
    ),
    "On the held-out text, WordPiece has the fewest": lambda: (
        min(compared(), key=lambda name: rate(name, new_words())) == "WordPiece"
        and rate("WordPiece", new_words()) == 2
        and sample_texts.text("compare", "hug") == "hugs bugs mug unhug puns"
    ),
    "But 40.0% of the words": lambda: (
        [unknown(name, new_words()) for name in ("WordPiece", "BPE", "Unigram")] == [0.4, 0.2, 0.2]
    ),
    "An unknown word may be a single token": lambda: compared()["WordPiece"].encode("unhug") == ["[UNK]"],
    "So read both rows together": DOES,
    "the criterion makes the difference": lambda: (
        len({tuple(model.encode("buns")) for model in compared().values()}) > 1
    ),
    "So do conventions": lambda: (
        wordpiece.train(hug(), rules=replace(scored().rules, tie_break="last-seen")).merges[:3] != scored().merges[:3]
        and compared()["WordPiece"].encode("unhug") == ["[UNK]"] != compared()["BPE"].encode("unhug")
        and len(compared()["WordPiece"].encode("mug")) < len(compared()["BPE"].encode("mug"))
    ),
    "The measures here can't say": lambda: (
        min(compared(), key=lambda name: rate(name, new_words()))
        == max(compared(), key=lambda name: unknown(name, new_words()))
        and unknown("BPE", new_words()) < unknown("WordPiece", new_words())
    ),
    "train a model with each and test it": DOES,
    "Popularity doesn't change": DOES,
    "Ask first whether the comparison is fair": DOES,
    "and the most unknown words": lambda: (
        max(compared(), key=lambda name: unknown(name, new_words())) == "WordPiece"
        and min(compared(), key=lambda name: rate(name, new_words())) == "WordPiece"
    ),
    "you saw it split the most frequent word": lambda: on_prose("wordpiece").encode("the") == ["th", "##e"],
}

ALL: Mapping[str, Claims] = {
    "why": guides_of_texts.WHY,
    "tokens": guides_of_texts.TOKENS,
    "consequences": guides_of_texts.CONSEQUENCES,
    "choosing": guides_of_texts.CHOOSING,
    "newer": guides_of_newer.NEWER,
    "bpe": BPE,
    "wordpiece": WORDPIECE,
    "unigram": UNIGRAM,
    "bytes": BYTES,
    "compare": COMPARE,
}
HELD = [(name, phrase) for name, claims in ALL.items() for phrase, said in claims.items() if callable(said)]


def sentences(name: str) -> list[str]:
    """Return the statements of a lesson's English texts.

    Its responses to reasons are among them, and the right reasons. What follows a colon belongs to what is before it.
    """
    cards = guides.load(name).cards
    paragraphs = [part for card in cards for part in card.text["en"].split("\n\n")]
    for reason in (one for card in cards for ask in card.asks for one in ask.reasons):
        paragraphs += [reason.response["en"], *([reason.text["en"]] if reason.is_right else [])]
    texts = (re.sub(r"\s+", " ", part) for part in paragraphs)
    said = (re.split(r"(?<=[.?!])(?:\*\*)? (?=[A-Z`*“])|(?<=[.?!]\*\*) (?=[A-Z`*“])", text) for text in texts)
    stated = (one.strip() for parts in said for one in parts)
    return [one for one in stated if not one.rstrip("*").endswith("?") and not one.startswith("**Two questions")]


@pytest.mark.parametrize("name", list(ALL))
def test_every_sentence_has_its_say(name: str) -> None:
    """Each sentence holds a phrase of the table, and each phrase is in one sentence."""
    said = sentences(name)
    assert {phrase: n for phrase in ALL[name] if (n := sum(phrase in one for one in said)) != 1} == {}
    assert [sentence for sentence in said if not any(phrase in sentence for phrase in ALL[name])] == []


def test_every_lesson_is_in_the_table() -> None:
    assert tuple(sorted(ALL)) == tuple(sorted(guides.ORDER))


@pytest.mark.parametrize(("name", "phrase"), HELD)
def test_what_a_lesson_concludes_is_so(name: str, phrase: str) -> None:
    claim = ALL[name][phrase]
    assert callable(claim)
    assert claim()
