"""What the cards of our lessons conclude: every sentence is a claim with a predicate here, or says why it has none.

`tests/test_guides_numbers.py` holds the numbers; a conclusion that is drawn from true numbers can still be false. A
sentence is found by a phrase of it, in English, so that changing it asks for its predicate, too.
"""

import ast
import inspect
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
from tiktoken.load import load_tiktoken_bpe
from tiktoken.model import MODEL_TO_ENCODING
from tokenizers import decoders
from tokenizers.pre_tokenizers import ByteLevel

from tests import guides_of_texts
from tests.guides_of_texts import DOES, MEANS, SHOWN, Cited, Claims
from tests.unigram.conventions import SOFT
from tokviz import bpe, examples, guides, recorded, unigram, wordpiece
from tokviz.bpe import ENCODINGS, PRESETS
from tokviz.compare.comparison import USUAL, ComparedCorpus, Engine, Slot, opening_split
from tokviz.compare.measures import MEASURES, fertility
from tokviz.compare.reading import read, vocabulary
from tokviz.compare.sizes import Tokenizer, at_size
from tokviz.compare.spans import Model
from tokviz.corpus import Corpus
from tokviz.pretokenize import with_alternatives
from tokviz.state import sample_texts
from tokviz.state.bytes import SAMPLES
from tokviz.texts import templates
from tokviz.unigram.steps import PieceLoss

SPECIAL = wordpiece.PRESETS["course"].special_tokens


# -- what the lessons look at ------------------------------------------------------------------------------------------


@cache
def newest() -> bpe.Trace:
    return bpe.train(examples.load("sennrich").corpus, rules="sennrich")


@cache
def last_wins() -> bpe.Trace:
    return bpe.train(examples.load("sennrich").corpus, rules="subword-nmt")


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
    return {"BPE": at_size(merged(), 10), "WordPiece": at_size(scored(), 10), "Unigram": at_size(usual(), 10)}


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
    """How many symbols the corpus has after k merges."""
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
def with_mug() -> wordpiece.Trace:
    return wordpiece.train(Corpus({**hug(), "mug": 1}), rules="course")


BPE: Claims = {
    "This is the whole corpus": SHOWN,
    "Each word begins as single characters": lambda: all(
        symbols == (*word, "</w>") for word, symbols in newest().words(0).items()
    ),
    "That makes 11": SHOWN,
    "Every pair of neighbors is counted": lambda: (
        newest().pairs(0) == recounted(newest(), 0) == Counter(newest().pairs(0))
    ),
    "`e s` is once in": lambda: (
        [word.count("es") for word in newest().corpus] == [0, 0, 1, 1]
        and newest().pairs(0)["e", "s"] == of_words("newest", "widest") == 9
    ),
    "Of 14 different": lambda: [list(newest().pairs(0).values()).count(9), len(newest().pairs(0))] == [3, 14],
    "Choose any pair": DOES,
    "Counting cannot break a tie": lambda: len({newest().pairs(0)[pair] for pair in newest()[0].tied}) == 1,
    "The paper's code": lambda: (
        examples.load("sennrich").corpus == newest().corpus
        and newest()[0].pair == ("e", "s")
        and newest()[0].pair
        == next(pair for word in newest().words(0).values() for pair in pairwise(word) if pair in newest()[0].tied)
    ),
    "The library subword-nmt": lambda: (
        all(symbols == (*word[:-1], f"{word[-1]}</w>") for word, symbols in last_wins().words(0).items())
        and last_wins()[0].pair == max(last_wins()[0].tied) == ("s", "t</w>")
        and last_wins()[0].count == 9
    ),
    "Same idea, different merges": lambda: (
        last_wins().merges != newest().merges and last_wins().corpus == newest().corpus
    ),
    "was not in the corpus": lambda: "lowest" not in newest().corpus,
    "Encoding does not count pairs": lambda: all(
        newest().model().encode(word) == guides_of_texts.replayed((*word, "</w>"), newest().merges)
        for word in ("lowest", *draw_words("deilnorstw"))
    ),
    "Each place of a pair counts": lambda: (
        [pairs["a", "n"] for pairs in (bpe.train(Corpus({"banana": 3}), merges=0, rules="sennrich").pairs(0),)] == [6]
        and newest().pairs(0) == recounted(newest(), 0)
        and newest().pairs(0)["n", "e"] == of_words("newest") == 6
        and newest().pairs(0)["e", "s"] == of_words("newest", "widest") == 9
    ),
    "Answer in the picture": DOES,
    "Several answers may be right": lambda: len(newest()[0].tied) > 1,
    "was merged **in all words at once**": lambda: (
        newest()[0].count == max(newest().pairs(0).values())
        and together(newest(), "e", "s", 1) == 0
        and "s" not in newest().symbols(1)
    ),
    "Now all pairs are counted anew": lambda: (
        newest().pairs(1) == recounted(newest(), 1) and any("es" in pair for pair in newest().pairs(1))
    ),
    "**Guess the next three merges**": lambda: [step.token for step in newest()[1:4]] == ["est", "est</w>", "lo"],
    "no list of endings": lambda: (
        dict(newest().corpus) == {"low": 5, "lower": 2, "newest": 6, "widest": 3} and newest()[2].token == "est</w>"
    ),
    "can only end a word": lambda: all(
        not any(token.endswith("</w>") for token in newest().model().encode(word)[:-1])
        for word in ("lowest", "estlow", *draw_words("est"))
    ),
    "Without the mark": lambda: (
        newest().model(4).encode("estlow")[0] == "est"
        and newest().model(4).encode("lowest")[-1] == "est</w>"
        and set(bpe.train(Corpus({"estlow": 1, "lowest": 1}), merges=2, rules="course").words(2)["lowest"]) >= {"est"}
        and "est" in bpe.train(Corpus({"estlow": 1, "lowest": 1}), rules="course").words(2)["estlow"]
    ),
    "**Decoding** needs the mark": lambda: (
        newest().model().decode(newest().model().encode("newest low"))
        == "".join(newest().model().encode("newest low")).replace("</w>", " ").strip()
        == "newest low"
    ),
    "Spacing around punctuation": lambda: with_comma().decode(with_comma().encode("low,")) == "low ,",
    "mark the start of a word": lambda: all(
        guides_of_texts.tokens(name, "the light")[-1 - ends].startswith(mark)
        and not any("</w>" in token for token in guides_of_texts.real(name).vocabulary)
        for name, mark, ends in (("gpt", "Ġ", 0), ("llama", "▁", 0), ("t5", "▁", 1))
    ),
    "At first the corpus is 95": SHOWN,
    "Here each merge saves as many": lambda: (
        all(long(k) - long(k + 1) == newest()[k].count for k in range(len(newest())))
        and long(15) == newest().corpus.total == 16
        and long(10) == 28
        and len(newest()) == 15
    ),
    "Overlaps save less": lambda: (
        overlapping().pairs(0)["a", "a"] == 3
        and len(overlapping().words(0)["aaaa"]) - len(overlapping().words(1)["aaaa"]) == 2
    ),
    "is **greedy**": lambda: all(
        step.count == max(newest().pairs(k).values())
        and bpe.train(newest().corpus, merges=k, rules="sennrich").merges == newest().merges[:k]
        and set(newest().vocabulary(k)) < set(newest().vocabulary(k + 1))
        for k, step in enumerate(newest())
    ),
    "You choose when to stop": lambda: all(
        len(bpe.train(newest().corpus, merges=k, rules="sennrich")) == k for k in range(16)
    ),
    "Go through all 5 steps": lambda: len(newest().model().explain("lowest")) == 5,
    "no part of `lowest` is unknown": lambda: (
        set(newest().model().encode("lowest")) <= set(newest().vocabulary())
        and set("lowest") <= set("".join(newest().corpus))
    ),
    "BPE counts pairs": MEANS,
    "A convention breaks ties": lambda: last_wins().merges != newest().merges,
    "Encoding repeats the merges": lambda: all(
        [step.rank for step in newest().model().explain(word)]
        == sorted(step.rank for step in newest().model().explain(word))
        for word in ("lowest", *draw_words("deilnorstw"))
    ),
}


def vocabulary_after(k: int) -> set[str]:
    return set(scored().vocabulary(k))


WORDPIECE: Claims = {
    "WordPiece adds the unit": Cited("Schuster & Nakajima", 2012),
    "reconstructs this rule": Cited("Hugging Face", 2026),
    "**score = pair": MEANS,
    "`hug` occurs 10 times": SHOWN,
    "only the `h` goes without": lambda: (
        scored().words(0)["hug"] == ("h", "##u", "##g")
        and guides_of_texts.written("bert", "lamps")[1:] == ("##p", "##s")
    ),
    "So a letter at the beginning": lambda: (
        set(wordpiece.train(Corpus({"ab": 1, "ba": 1}), vocab_size=0, rules="course").symbols(0))
        == {"a", "##a", "b", "##b"}
    ),
    "This corpus has 7 symbols": SHOWN,
    "`##u` stands in all 36": lambda: (
        sum(hug().values()) == 36 and all("##u" in symbols for symbols in scored().words(0).values())
    ),
    "farthest **right**": lambda: (
        max(scored().candidates(0), key=lambda one: one.count).pair == ("##u", "##g")
        and max(scored().candidates(0), key=lambda one: one.score).pair == ("##g", "##s")
    ),
    "The Hugging Face course (2026) says": Cited("Hugging Face", 2026),
    "less than 1/15": lambda: (
        {one.pair: one.score for one in scored().candidates(2)}["hu", "##g"] < scored()[2].score == Fraction(1, 15)
    ),
    "what the course printed": lambda: (
        {"hug-wordpiece-tie"}
        <= {
            key.split(".")[1]
            for key in templates("en")
            if re.fullmatch(r"erratum\.hug-wordpiece-tie\.(printed|right)", key)
        }
        and guides.load("wordpiece").cards[4].part == "printed"
    ),
    "needs no merges, only the vocabulary": lambda: all(
        wordpiece.Model(scored().vocabulary(3)).encode(word) == scored().model(3).encode(word)
        for word in (*hug(), *draw_words("bghnpsu"))
    ),
    "takes the **longest** token": lambda: all(
        scored().model(3).encode(word) == guides_of_texts.longest_match(word, vocabulary_after(3))
        for word in (*hug(), "bugs", *draw_words("bghnpsu"))
    ),
    "No token begins with `m`": lambda: not any(token.startswith("m") for token in scored().vocabulary(3)),
    "although `##u` and `##g`": lambda: (
        scored().model(3).encode("mug") == ["[UNK]"] and {"##u", "##g"} <= vocabulary_after(3)
    ),
    "If the training text had `mug`": lambda: (
        with_mug().model(0).encode("mug") == ["m", "##u", "##g"] and "m" in with_mug().vocabulary(0)
    ),
    "does not have all characters": lambda: all(with_mug().model().encode(one) == ["[UNK]"] for one in "🦙茶"),
    "The score merges `##g ##s` first": lambda: scored()[0].pair == ("##g", "##s"),
    "But by **Likelihood ±**": lambda: (
        scored()[0].pair == max(scored().candidates(0), key=lambda one: one.score).pair == ("##g", "##s")
        and f"{change_by_hand('##g', '##s'):+.1f}" == f"{scored().likelihood_change(0):+.1f}" == "+9.2"
        and f"{change_by_hand('##u', '##g'):+.1f}" == f"{counted().likelihood_change(0):+.1f}" == "+28.0"
        and max(scored().pairs(0), key=lambda pair: change_by_hand(*pair)) == counted()[0].pair == ("##u", "##g")
    ),
    "trainer takes `##u ##g`": lambda: (
        all(step.count == max(counted().pairs(k).values()) for k, step in enumerate(counted()))
        and counted()[0].pair == ("##u", "##g")
    ),
    "merges nothing": lambda: (
        not hasattr(wordpiece.TopDownTrace, "merges") and {"pun", "##ug"} <= set(top_down().vocabulary())
    ),
    "is not in its repository": Cited("Devlin et al.", 2018),
    "All encode by the longest match": lambda: all(
        model.encode(word) == guides_of_texts.longest_match(word, set(model.vocabulary))
        for model in (top_down().model(), scored().model(), counted().model())
        for word in (*hug(), *draw_words("bghnpsu"))
    ),
    "`##s` occurs only after `##g`": lambda: (
        scored().occurrences(0)["##s"] == scored().pairs(0)["##g", "##s"]
        and [c.score for c in scored().candidates(0)].count(scored()[0].score) == 1
        and scored()[0].pair == ("##g", "##s")
    ),
    "as **mutual information** does": lambda: (
        [one.pair for one in scored().candidates(0)]
        == [
            one.pair
            for one in sorted(
                scored().candidates(0),
                key=lambda one: (
                    -one.count / (scored().occurrences(0)[one.pair[0]] * scored().occurrences(0)[one.pair[1]])
                ),
            )
        ]
    ),
    "a pair may now lead on to it": lambda: scored()[2].pair == ("hu", "##gs"),
    "First comes a tie of 6": lambda: (
        len(scored()[1].tied) == 6
        and {one.score for one in scored().candidates(1)[:6]} == {scored()[1].score}
        and next(pair for pair in scored().pairs(1) if pair in scored()[1].tied) == scored()[1].pair
    ),
    "**Then it is clear again": lambda: len(scored()[2].tied) == 1 and scored().words(3)["hugs"] == ("hugs",),
    "Say for each position": DOES,
    "The score prefers parts": lambda: (
        scored()[0].pair == ("##g", "##s")
        and counted()[0].pair == ("##u", "##g")
        and ("##u", "##g") not in scored().merges
    ),
    "where no token matches": lambda: (
        scored().model(3).encode("bugs") == ["b", "##u", "##gs"]
        and scored().model(3).encode("mug") == scored().model(3).encode("hugm") == ["[UNK]"]
    ),
}


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
    "10 × (−ln 0.0068027)": SHOWN,
    "builds up": lambda: all(list(one.sizes()) == sorted(one.sizes()) for one in (newest(), scored(), counted())),
    "begins with **too many**": lambda: pruned().pieces_left[1] > pruned().pieces_left[-1],
    "the seeds are all parts": lambda: (  # "real trainers" are those of the two libraries
        all(whole_words_are_seeds(name) for name in ("huggingface", "sentencepiece"))
        and pruned().probabilities(1).keys()
        == {w[i:j] for w in hug() for i in range(len(w)) for j in range(i + 1, len(w) + 1) if j - i < len(w)}
        and "hug" in pruned().probabilities(1)
    ),
    "divided by the sum": SHOWN,
    "`hug` gets 15/210": SHOWN,
    "the **product** of its pieces": lambda: all(
        math.isclose(path.probability, math.prod(pruned().probabilities(1)[piece] for piece in path.pieces))
        for word in (*hug(), "unhug")
        for path in pruned().model(1).lattice(word).nbest(99)
    ),
    "what “unigram” means": MEANS,
    "`p u g`": SHOWN,
    "`p ug`:": SHOWN,
    "exactly the same": lambda: (
        pruned().model(1).lattice("pug").nbest(2)[0].score == pruned().model(1).lattice("pug").nbest(2)[1].score
    ),
    "few long pieces usually beat": lambda: all(
        len(paths[0]) == min(map(len, paths)) < len(paths[-1])
        for paths in (pieces_now(pruned(), word) for word in (*hug(), "unhug"))
    ),
    "far too many to try": lambda: (
        unigram.Model({"a" * n: 1 / 40 for n in range(1, 41)}).lattice("a" * 40).number_of_paths == 2**39
    ),
    "keeps, at each position, only the best path": MEANS,
    "counts become probabilities": SHOWN,
    "only the **best** segmentations count": lambda: (
        all(math.isclose(count, over_all_paths(one)) for one, count in soft().of(1, unigram.Expect).counts.items())
        and all(math.isclose(one.loss or 0, lost(one.piece), abs_tol=1e-9) for one in may_go())
    ),
    "Without `hug` the word is": lambda: [one.after for one in pruned().resplit("hug", 1)] == [("h", "ug")],
    "smallest loss goes first": lambda: (
        {one.loss for one in may_go() if one.piece in gone_first()} == {min(one.loss or 0 for one in may_go())}
        and all(letter in pruned().scores() for letter in "hugpnbs")
    ),
    "can be **drawn** at random": lambda: sum(alpha(1)) == pytest.approx(1),
    "A neural model then sees": lambda: (
        len({pruned().model(1).lattice("unhug").sample(Random(seed)).pieces for seed in range(99)}) > 1
    ),
    "Kudo (2018) found": Cited("Kudo", 2018),
    "Move the exponent": DOES,
    "all 8 segmentations are equally likely": lambda: alpha(0) == [1 / 8] * 8 and alpha(5)[0] > 0.99 > alpha(1)[0],
    "**Work one out:**": DOES,
    "There are 7 steps": lambda: (
        [step.kind for step in pruned().model(1).explain("unhug")] == ["fill"] * 5 + ["trace-back"] * 2
    ),
    "each segmentation of `hug` counts by its share": SHOWN,
    "What explained the words well": lambda: (
        soft().of(3, unigram.Expect).loss < soft().of(1, unigram.Expect).loss
        and soft().probabilities(3)["hug"] > soft().probabilities(1)["hug"]
    ),
    "7 pieces have no loss": lambda: (
        all(
            row.loss
            or math.isclose(
                pruned().model(1).lattice(word).nbest(1)[0].score,
                max(path.score for path in pruned().model(1).lattice(word).nbest(99) if row.piece not in path.pieces),
            )
            for row in pruned().losses(1)
            for word in hug()
            if row.outcome != "protected" and row.piece in word
        )
        and sum(row.loss == 0 and row.outcome != "protected" for row in pruned().losses(1)) == 7
    ),
    "For `pug`, `pu g`": lambda: set(pieces_now(pruned(), "pug")[:2]) == {("p", "ug"), ("pu", "g")},
    "make each of the 7 redundant": lambda: (
        len(free := free_pieces(1)) == 7 and not free_pieces(3) >= free - gone_first()
    ),
    "A tie decides": lambda: gone_first() == {next(piece for piece in pruned().scores(1) if piece in free_pieces(1))},
    "Then the sum is smaller": lambda: (
        [step.kind for step in pruned()[1:4]] == ["prune", "maximize", "prune"]
        and sum(map(pieces_seen, pruned().scores(2))) < sum(map(pieces_seen, pruned().scores(1))) == 210
        and len(pruned().scores(4)) == len(pruned().scores(2)) - 1
    ),
    "Unigram gives each piece": lambda: (
        all(probability > 0 for probability in pruned().probabilities(1).values())
        and all(sum(map(lattice.share, lattice.nbest(99))) == pytest.approx(1) for lattice in lattices())
    ),
    "The E and M steps fit": lambda: (
        soft().of(3, unigram.Expect).loss < soft().of(1, unigram.Expect).loss
        and all(lattice.best().path.score == max(path.score for path in lattice.nbest(99)) for lattice in lattices())
        and {one.loss for one in may_go() if one.piece in gone_first()} == {min(one.loss or 0 for one in may_go())}
    ),
}


def whole_words_are_seeds(rules: str) -> bool:
    """Whether the trainer of a library begins with whole words, where there is room for them."""
    seeds = unigram.train(hug(), vocab_size=12, rules=rules).probabilities(1)
    return any(word in {seed.removeprefix("▁") for seed in seeds} for word in hug())


def lattices() -> list[unigram.Lattice]:
    return [pruned().model(1).lattice(word) for word in hug()]


def over_all_paths(piece: str) -> float:
    """How often a piece is expected when each segmentation of a word counts by its share."""
    found = [(soft().model(1).lattice(word), count) for word, count in hug().items()]
    return sum(n * sum(one.share(path) * path.pieces.count(piece) for path in one.nbest(99)) for one, n in found)


def may_go() -> list[PieceLoss]:
    """What the first pruning chooses from: all pieces but single characters."""
    return [row for row in pruned().losses(1) if row.outcome != "protected"]


def free_pieces(k: int) -> set[str]:
    """The pieces without a loss after k steps, single characters left out."""
    return {row.piece for row in pruned().losses(k) if row.outcome != "protected" and row.loss == 0}


def gone_first() -> set[str]:
    return set(pruned().scores(1)) - set(pruned().scores(2))


def lost(piece: str) -> float:
    """What the best segmentations of all words lose without a piece, in nats."""
    paths = {word: pruned().model(1).lattice(word).nbest(99) for word in hug()}
    without = {word: max(one.score for one in found if piece not in one.pieces) for word, found in paths.items()}
    return sum(count * (paths[word][0].score - without[word]) for word, count in hug().items())


def alpha(exponent: float) -> list[float]:
    lattice = pruned().model(1).lattice("unhug")
    return [round(lattice.sampling_probability(path, exponent), 9) for path in lattice.nbest(8)]


def cut_by(name: str, text: str) -> list[str]:
    return [token for token, _ in with_alternatives(text, name)]


BYTES: Claims = {
    "3 steps lead to 3": SHOWN,
    "300 merges learned from **English**": SHOWN,
    "A computer stores text": MEANS,
    "In UTF-8, `a` takes": SHOWN,
    "These 35 characters": SHOWN,
    "only 256 different": lambda: len({bytes([n]) for n in range(256)}) == 256,
    "can write **every** text": lambda: (
        len(over_bytes("tea", 0).vocabulary()) == 256
        and all(
            "".join(
                over_bytes("tea", 0)
                .model(pretokenizer="gpt2", encoding=ENCODINGS["minbpe"])
                .decode(encoded(text, "tea", 0))
            )
            == text
            for text in SAMPLES.values()
        )
    ),
    "Many bytes cannot be printed": lambda: (
        sum(not chr(byte).isprintable() for byte in range(128)) == 33
        and len(ByteLevel.alphabet()) == 256
        and all(character.isprintable() for character in ByteLevel.alphabet())
        and "b64decode" in inspect.getsource(load_tiktoken_bpe)
    ),
    "The space, byte 32": SHOWN,
    "looks like a broken file": lambda: decoders.ByteLevel().decode(["æĺ¥"]) == "春",
    "a pattern splits the text": SHOWN,
    "No merge crosses": lambda: all(
        any(token in "".join(symbols) for symbols in over_bytes("lighthouse").words(0).values())
        for token in tokens_of("gpt2")
    ),
    "the pattern of GPT-4o": lambda: (
        MODEL_TO_ENCODING["gpt-4o"] == guides.load("bytes").cards[3].query["pattern"] + "_base"
    ),
    "`keeper's` stays whole": lambda: (
        {" keeper's", " SHE'LL"} <= set(cut_by("o200k", SAMPLES["english"]))
        and not {" keeper's", " SHE'LL"} & set(cut_by("gpt2", SAMPLES["english"]))
    ),
    "Choose another pattern": DOES,
    "part of a tokenizer": lambda: (
        {"pretokenizer", "model"} <= guides_of_texts.stages("gpt", "a b").keys()
        and tokens_of("gpt2") != tokens_of("o200k")
    ),
    "2 characters, so 6 bytes": SHOWN,
    "the earliest learned merge goes first": lambda: all(
        step.rank == min(one.rank for one in step.candidates if one.rank is not None)
        for trace, word in ((over_bytes("tea"), "这家"), (newest(), "lowest"))
        for step in trace.model().explain(word)
    ),
    "`家` is whole": lambda: encoded("家", "tea") == encoded("这家", "tea")[2:],
    "has `这` only once": lambda: (
        (examples.load("tea").text or "").count("这") == 1
        and len(encoded("这", "tea")) == 2
        and len(encoded("这", "tea", None)) == 1
    ),
    "Token 15 is": SHOWN,
    "Decoded alone": lambda: "这".encode()[:2].decode(errors="replace") == "�",
    "give back the text": lambda: (
        over_bytes("tea")
        .model(pretokenizer="gpt2", encoding=ENCODINGS["minbpe"])
        .decode(encoded(SAMPLES["chinese"], "tea"))
        == SAMPLES["chinese"]
    ),
    "One sentence, twice": SHOWN,
    "Learned from **Chinese**": SHOWN,
    "depends on what the merges were trained on": lambda: all(
        len(encoded(text, own)) < len(encoded(text, other)) == len(text.encode())
        for text, own, other in (
            ("In the evening she drank her tea and looked out at the rain.", "lighthouse", "tea"),
            ("傍晚她喝着茶，看着外面的雨。", "tea", "lighthouse"),
        )
    ),
    "**Work one out:**": lambda: "ä".encode()[0] == "é".encode()[0] and "é" in SAMPLES["chinese"],
    "In the pattern of GPT-2": lambda: (
        cut_by("gpt2", "The keeper's 2,016 lamps") == ["The", " keeper", "'s", " 2", ",", "016", " lamps"]
    ),
    "The family is one picture": SHOWN,
    "In code, spaces can matter": lambda: (
        is_python("if x:\n    y")
        and not is_python("if x:\ny")
        and "".join(
            over_bytes("tea", 300)
            .model(pretokenizer="gpt2", encoding=ENCODINGS["minbpe"])
            .decode(encoded("if x:\n    y", "tea"))
        )
        == "if x:\n    y"
    ),
    "Over bytes nothing is unknown": lambda: (
        all(set(encoded(text, "tea")) <= set(over_bytes("tea").vocabulary()) for text in ("\0🦙茶é", *SAMPLES.values()))
        and len(encoded("这", "tea")) == 2
        and "�" in decoders.ByteLevel().decode([encoded("这", "tea")[0]])
    ),
    "A pattern splits the text first": lambda: all(
        any(token in "".join(symbols) for symbols in over_bytes("lighthouse").words(0).values())
        for token in tokens_of("gpt2")
    ),
    "What a text takes": lambda: len(encoded("茶", "tea")) < len(encoded("茶", "lighthouse")),
}


def is_python(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


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
    trace = guides_of_texts.story().tokenizer(Slot.of(USUAL[1]), 240, "wordpiece").tokenizer.trace
    assert isinstance(trace, wordpiece.Trace)
    return trace


def steps_on_story() -> int:
    return guides_of_texts.story().tokenizer(Slot.of(USUAL[1]), 240, "wordpiece").tokenizer.steps


def pieces_lost_first() -> bool:
    """Return whether each round of pruning on the story removes pieces whose loss is smallest."""
    trace = guides_of_texts.story().tokenizer(Slot.of(USUAL[2]), 240, "unigram").tokenizer.trace
    assert isinstance(trace, unigram.Trace)
    for k in (k for k, step in enumerate(trace) if step.kind == "prune"):
        rows = [row for row in trace.losses(k) if row.outcome != "protected" and row.loss is not None]
        gone = {piece for piece in trace.scores(k) if piece not in trace.scores(k + 1)}
        left = [row.loss or 0 for row in rows if row.piece not in gone]
        if gone and left and max(row.loss or 0 for row in rows if row.piece in gone) > min(left) + 1e-9:
            return False
    return True


def made_by(algorithm: str) -> set[str]:
    """Return the titles of the recorded tokenizers of an algorithm."""
    return {one.title for one in recorded.tokenizers() if one.algorithm == algorithm}


STORY = guides_of_texts.STORY

COMPARE: Claims = {
    "**BPE** over bytes": lambda: (
        {"GPT-2", "GPT-4", "GPT-4o", "Llama 3", "Qwen"} <= made_by("BPE")
        and all(
            any(token.startswith("<0x") for token in recorded.load("emoji", name).texts)
            for name in ("gpt-2", "gpt-4", "gpt-4o", "llama-3", "qwen")
        )
    ),
    "**WordPiece**: BERT": lambda: {"BERT"} <= made_by("WordPiece"),
    "**Unigram**: T5": Cited("Hugging Face", 2026),
    "is a library, not an algorithm": Cited("Kudo and Richardson", 2018),
    "Llama 2 and Mistral 7B use its BPE": lambda: (
        {"Llama 2", "Mistral 7B v0.3"} <= made_by("BPE")
        and all(recorded.load("english", name).texts[0] == "▁All" for name in ("llama-2", "mistral-7b"))
    ),
    "Even with the same algorithm": lambda: (
        recorded.load("strawberry", "gpt-4").pieces != recorded.load("strawberry", "gpt-4o").pieces
        and {"GPT-4", "GPT-4o"} <= made_by("BPE")
    ),
    "All three were trained on the same short story": lambda: (
        {guides_of_texts.story().tokenizer(Slot.of(slot), 240, slot).tokenizer.size for slot in USUAL} == {240}
    ),
    "WordPiece's 5 special tokens": lambda: (
        guides_of_texts.story().tokenizer(Slot.of(USUAL[1]), 240, "wordpiece").tokenizer.special == 5
        and not {token for word in STORY for token in on_prose("wordpiece").encode(word)} & set(SPECIAL)
    ),
    "So the difference between the rows": lambda: (
        len({made_of.size for made_of in made().values()}) == 1 and scored().corpus == usual().corpus == hug()
    ),
    "`the` is the most frequent word of the story": lambda: (
        max(STORY, key=lambda word: STORY[word]) == "the" and STORY["the"] == 34
    ),
    "BPE and Unigram keep it whole": lambda: all(on_prose(one).encode("the") == ["the"] for one in ("bpe", "unigram")),
    "WordPiece has `th` `##e`": lambda: (
        on_prose("wordpiece").encode("the") == ["th", "##e"]
        and on_prose("wordpiece").encode("lamp") == ["lamp"]
        and STORY["lamp"] == 2
    ),
    "WordPiece's score divides": lambda: all(
        one.score == Fraction(one.count, one.left_count * one.right_count) for one in scored().candidates(0)
    ),
    "The score doesn't look at length": lambda: len("lamp") == len("the") + 1,
    "The score prefers parts": lambda: (
        scored()[0].pair == ("##g", "##s")
        and scored().occurrences(0)["##s"] == scored()[0].count < max(scored().pairs(0).values())
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
        {step.token for step in merged()} <= set(merged().vocabulary(len(merged())))
        and {"ight", "night"} <= set(vocabulary(on_prose("bpe")) or ())
    ),
    "Unigram drops pieces": pieces_lost_first,
    "It keeps `stood`": lambda: STORY["stood"] == 1 and on_prose("unigram").encode("stood") == ["stood"],
    "`night` isn't a word of the story": lambda: (
        "night" not in STORY and on_prose("unigram").encode("night") == list("night")
    ),
    "Now five words": lambda: len(hug()) == 5,
    "Each vocabulary has 7 letters": lambda: (
        len(set("".join(hug()))) == 7 == len(scored().symbols(0)) and {one.size for one in made().values()} == {10}
    ),
    "BPE's are `u g`": lambda: merged().merges[:3] == [("u", "g"), ("u", "n"), ("h", "ug")],
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
        min(USUAL, key=lambda slot: guides_of_texts.measured("fertility", slot, 240))
        != max(USUAL, key=lambda slot: guides_of_texts.measured("renyi", slot, 240))
    ),
    "train a model with each and test it": DOES,
    "doesn't make the comparison fair": DOES,
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
    "bpe": BPE,
    "wordpiece": WORDPIECE,
    "unigram": UNIGRAM,
    "bytes": BYTES,
    "compare": COMPARE,
}
HELD = [(name, phrase) for name, claims in ALL.items() for phrase, said in claims.items() if callable(said)]


def sentences(name: str) -> list[str]:
    """Return what a lesson's English texts state, with its responses to reasons and the right ones. What follows a
    colon belongs to what stands before it."""
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
    """Each sentence holds a phrase of the table, and each phrase stands in one sentence."""
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
