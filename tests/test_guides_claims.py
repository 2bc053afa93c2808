"""What the cards of our lessons conclude: every sentence is a claim with a predicate here, or says why it has none.

`tests/test_guides_numbers.py` holds the numbers; a conclusion that is drawn from true numbers can still be false. A
sentence is found by a phrase of it, in English, so that changing it asks for its predicate, too.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from tests.unigram.conventions import SOFT
from tokviz import bpe, examples, guides, unigram, wordpiece
from tokviz.bpe import ENCODINGS, PRESETS
from tokviz.compare.engine import ComparedCorpus, Engine
from tokviz.compare.measures import MEASURES, fertility
from tokviz.compare.reading import read, vocabulary
from tokviz.compare.sizes import Tokenizer, at_size
from tokviz.compare.slots import USUAL, Slot, opening_split
from tokviz.compare.sources import Model
from tokviz.corpus import Corpus
from tokviz.pretokenize import with_alternatives
from tokviz.web.bytes.state import SAMPLES

SHOWN = "a state that the page shows; its numbers are in tests/test_guides_numbers.py"
DOES = "tells the reader what to do or to look at"
MEANS = "says what an algorithm, a mark or a name is"
SOURCE = "what another's text or program says or does; recorded where we read it"
WORLD = "about tokenizers at large; no corpus of ours can show it"

SPECIAL = wordpiece.PRESETS["course"].special_tokens

Claims = Mapping[tuple[str, int], Mapping[str, Callable[[], bool] | str]]


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
    slots, size = [Slot.of(one) for one in USUAL], int(guides.load("compare").cards[6].query["size"])
    slot = Slot("wordpiece", "huggingface") if name == "counted" else slots[("bpe", "wordpiece", "unigram").index(name)]
    return engine.tokenizer(slot, size, name).model


def pieces_now(trace: unigram.Trace, word: str, k: int = 1) -> list[tuple[str, ...]]:
    """The segmentations of a word, the best first."""
    return [path.pieces for path in trace.model(k).lattice(word).nbest(99)]


def together(trace: bpe.Trace, left: str, right: str, k: int) -> int:
    return trace.pairs(k).get((left, right), 0)


# -- sentence by sentence ----------------------------------------------------------------------------------------------

BPE: Claims = {
    ("bpe", 1): {
        "This is the whole corpus": SHOWN,
        "Each word begins as single characters": lambda: all(
            symbols == (*word, "</w>") for word, symbols in newest().words(0).items()
        ),
        "That makes 11": SHOWN,
        "asks one question": MEANS,
    },
    ("bpe", 2): {
        "Every pair of neighbours is counted": lambda: (
            newest().pairs(0)["e", "s"] == sum(n for word, n in newest().corpus.items() if "es" in word)
        ),
        "`e s` is in": SHOWN,
        "Of 14 different": lambda: [list(newest().pairs(0).values()).count(9), len(newest().pairs(0))] == [3, 14],
        "Choose any pair": DOES,
    },
    ("bpe", 3): {
        "The most frequent pair becomes": lambda: (
            newest()[0].count == max(newest().pairs(0).values()) and together(newest(), "e", "s", 1) == 0
        ),
        "Take one step": DOES,
        "had the same count": lambda: (
            set(newest()[0].tied) == {("e", "s"), ("s", "t"), ("t", "</w>")}
            and next(pair for pair in newest().pairs(0) if pair in newest()[0].tied) == ("e", "s")
        ),
        "No single `s` is left": lambda: "s" not in newest().symbols(1) and newest().symbols_in_use[:2] == (11, 11),
    },
    ("bpe", 4): {
        "Counting cannot break a tie": lambda: len({newest().pairs(0)[pair] for pair in newest()[0].tied}) == 1,
        "The paper's listing": lambda: (
            PRESETS["sennrich"].tie_break == "first-seen"
            and newest()[0].pair == ("e", "s")
            and newest()[0].pair
            == next(pair for word in newest().words(0).values() for pair in pairwise(word) if pair in newest()[0].tied)
        ),
        "The library subword-nmt takes the last": lambda: (
            last_wins()[0].pair == max(last_wins()[0].tied) == ("s", "t</w>") and last_wins()[0].count == 9
        ),
        "two lists of merges": lambda: last_wins().merges != newest().merges,
    },
    ("bpe", 5): {
        "Then all pairs are counted anew": lambda: newest()[1].pair == ("es", "t"),
        "gives `est</w>`, an ending": lambda: newest()[2].token.endswith("</w>") and newest()[3].token == "lo",
        "Nobody told BPE": MEANS,
        "It found one because it is frequent": lambda: newest()[2].count == max(newest().pairs(2).values()),
    },
    ("bpe", 6): {
        "Merge 9 joins": SHOWN,
        "Both parts live on": lambda: (
            newest().consumed[8] == ()
            and {"low", "</w>"} <= set(newest().symbols(9))
            and newest().symbols_in_use[8:10] == (9, 10)
        ),
        "Most merges use up": lambda: sum(bool(gone) for gone in newest().consumed) > len(newest()) / 2,
        "keeps every symbol": lambda: len(newest().vocabulary(9)) == 11 + 9,
        "The first number goes up and down": lambda: (
            {a < b for a, b in zip(newest().symbols_in_use, newest().symbols_in_use[1:], strict=False) if a != b}
            == {True, False}
            and list(newest().sizes()) == sorted(set(newest().sizes()))
        ),
    },
    ("bpe", 7): {
        "was not in the corpus": lambda: "lowest" not in newest().corpus,
        "Encoding counts nothing": lambda: (
            [step.rank for step in newest().model().explain("lowest")]
            == sorted(step.rank for step in newest().model().explain("lowest"))
        ),
        "Take the 5 steps": lambda: (
            ["".join(step.pair) for step in newest().model().explain("lowest")][2::2] == ["est</w>", "low"]
        ),
        "nothing is unknown": lambda: set(newest().model().encode("lowest")) <= set(newest().vocabulary()),
    },
    ("bpe", 8): {
        "Under **Whose convention**": DOES,
        "Under **Stop at**": DOES,
        "How the text is pre-tokenized": MEANS,
        "Then choose **Your own text**": DOES,
    },
}

WORDPIECE: Claims = {
    ("wordpiece", 1): {
        "`hug` occurs 10 times": SHOWN,
        "only the `h` goes without": lambda: scored().words(0)["hug"] == ("h", "##u", "##g"),
        "So a letter at the beginning": MEANS,
        "Here are 7": SHOWN,
    },
    ("wordpiece", 2): {
        "BPE takes the most frequent": MEANS,
        "a reconstruction": SOURCE,
        "occurs nowhere else": lambda: (
            scored().occurrences(0)["##s"] == scored().pairs(0)["##g", "##s"]
            and [c.score for c in scored().candidates(0)].count(scored()[0].score) == 1
            and scored()[0].pair == ("##g", "##s")
        ),
    },
    ("wordpiece", 3): {
        "BPE would merge it first": lambda: counted()[0].pair == ("##u", "##g") and counted()[0].count == 20,
        "`##u` stands in all 36": lambda: (
            sum(hug().values()) == 36 and all("##u" in symbols for symbols in scored().words(0).values())
        ),
        "is no surprise": lambda: all(
            candidate.score == scored().candidates(0)[1].score for candidate in scored().candidates(0)[1:]
        ),
        "farthest **right**": lambda: (
            max(scored().candidates(0), key=lambda one: one.count).pair == ("##u", "##g")
            and max(scored().candidates(0), key=lambda one: one.score).pair == ("##g", "##s")
        ),
    },
    ("wordpiece", 4): {
        "Take the steps": lambda: (
            [step.token for step in scored()[:3]] == ["##gs", "hu", "hugs"]
            and len(scored()[1].tied) == 6
            and next(pair for pair in scored().pairs(1) if pair in scored()[1].tied) == ("h", "##u")
            and scored().words(3)["hugs"] == ("hugs",)
        ),
        "never is": lambda: (
            max(scored().pairs(0), key=lambda pair: scored().pairs(0)[pair]) == ("##u", "##g")
            and ("##u", "##g") not in scored().merges
            and not scored().pairs(len(scored()))
            and scored().occurrences(0)["##s"] == scored()[0].count == 5
        ),
    },
    ("wordpiece", 5): {
        "The Hugging Face course says": SOURCE,
        "less than 1/15": lambda: (
            {one.pair: one.score for one in scored().candidates(2)}["hu", "##g"] < scored()[2].score
        ),
        "Where a source is mistaken": MEANS,
    },
    ("wordpiece", 6): {
        "needs no merges, only the vocabulary": lambda: all(
            wordpiece.Model(scored().vocabulary(3)).encode(word) == scored().model(3).encode(word)
            for word in (*hug(), "bugs", "mug", "hubs")
        ),
        "takes the **longest** token": DOES,
        "None is there": lambda: not {"bugs", "bug", "bu"} & set(scored().vocabulary(3)),
        "From the `u` on": SHOWN,
        "Then `##gs`": SHOWN,
        "Step through it": DOES,
    },
    ("wordpiece", 7): {
        "No token begins with `m`": lambda: not any(token.startswith("m") for token in scored().vocabulary(3)),
        "although `##u` and `##g`": lambda: (
            scored().model(3).encode("mug") == ["[UNK]"] and {"##u", "##g"} <= set(scored().vocabulary(3))
        ),
        "Large vocabularies hold": WORLD,
        "It still meets characters": lambda: all(scored().model().encode(one) == ["[UNK]"] for one in "🦙茶"),
    },
    ("wordpiece", 8): {
        "Beware": DOES,
        "goes by **count**": lambda: (
            all(step.count == max(counted().pairs(k).values()) for k, step in enumerate(counted()))
            and counted()[0].pair == ("##u", "##g")
            and scored()[0].pair == ("##g", "##s")
        ),
        "it is not the gain": lambda: (
            scored()[0].pair == ("##g", "##s")
            and by_gain()[0].pair == counted()[0].pair == ("##u", "##g")
            and by_gain().likelihood_change(0) > scored().likelihood_change(0)
        ),
        "works from whole words down": lambda: (
            not hasattr(wordpiece.TopDownTrace, "merges")
            and {"pun", "##ug"} <= set(top_down().vocabulary())
            and all(
                any(word == token or word.endswith(token.removeprefix("##")) for word in hug())
                for token in set(top_down().vocabulary()) - set(SPECIAL)
                if len(token.removeprefix("##")) > 1
            )
        ),
        "What they share is the encoding": lambda: (
            type(top_down().model()) is type(scored().model()) is type(counted().model())
        ),
    },
}

UNIGRAM: Claims = {
    ("unigram", 1): {
        "builds up": lambda: all(list(one.sizes()) == sorted(one.sizes()) for one in (newest(), scored(), counted())),
        "begins with **too many**": lambda: pruned().pieces_left[1] > pruned().pieces_left[-1],
        "the seeds are all parts": lambda: (
            pruned().probabilities(1).keys()
            == {w[i:j] for w in hug() for i in range(len(w)) for j in range(i + 1, len(w) + 1) if j - i < len(w)}
            and "hug" in pruned().probabilities(1)
            and all(word in usual().probabilities(1) for word in hug())  # as the trainers of libraries have it
            and unigram.PRESETS["soft-em"].seeds == "substrings"
        ),
    },
    ("unigram", 2): {
        "divided by the sum": SHOWN,
        "`hug` gets 15/210": SHOWN,
        "as probable as the **product**": MEANS,
        "what “unigram” means": MEANS,
    },
    ("unigram", 3): {
        "`p u g`": SHOWN,
        "`p ug`:": SHOWN,
        "exactly the same": lambda: (
            pruned().model(1).lattice("pug").nbest(2)[0].score == pruned().model(1).lattice("pug").nbest(2)[1].score
        ),
        "few long pieces usually beat": lambda: all(
            len(paths[0]) == min(map(len, paths)) < len(paths[-1])
            for paths in (pieces_now(pruned(), word) for word in (*hug(), "unhug"))
        ),
    },
    ("unigram", 4): {
        "far too many to try": lambda: (
            unigram.Model({"a" * n: 1 / 40 for n in range(1, 41)}).lattice("a" * 40).number_of_paths == 2**39
        ),
        "keeps, at each position, only the best path": MEANS,
    },
    ("unigram", 5): {
        "How often does a piece": DOES,
        "each segmentation counts by its share": SHOWN,
        "counts become probabilities": SHOWN,
        "becomes more probable": lambda: soft().of(3, unigram.Expect).loss < soft().of(1, unigram.Expect).loss,
    },
    ("unigram", 6): {
        "the course looks at the **best**": lambda: pruned().rules.loss == "exact",
        "Without `hug`": SHOWN,
        "Without `pu`": lambda: pruned().resplit("pu", 1) == (),
        "smallest loss goes first": lambda: (
            all(row.loss is not None and row.loss >= 0 for row in pruned().losses(1) if row.fate != "protected")
            and next(iter(set(pruned().scores(1)) - set(pruned().scores(2)))) == "ug"
        ),
        "Single characters stay": lambda: all(
            set("".join(hug())) <= set(pruned().probabilities(k)) for k in range(1, len(pruned()) + 1)
        ),
    },
    ("unigram", 7): {
        "the first of 7 pieces": lambda: (
            next(row.piece for row in pruned().losses(1) if row.loss == 0 and row.fate != "protected") == "ug"
        ),
        "Step 3 divides": lambda: pruned()[2].kind == "maximize",
        "Step 4 drops": lambda: pruned()[3].kind == "prune",
        "down to 10": lambda: pruned().pieces_left[-1] == 10,
        "drop about a quarter": lambda: all(
            unigram.PRESETS[name].pruned_share == 0.25 and unigram.PRESETS[name].passes > 0
            for name in ("huggingface", "sentencepiece")
        ),
    },
    ("unigram", 8): {
        "can be **drawn** at random": lambda: (
            sum(alpha(1)) == pytest.approx(1)
            and len({pruned().model(1).lattice("unhug").sample(Random(seed)).pieces for seed in range(99)}) > 1
        ),
        "meant to make it robust": WORLD,
        "Move the exponent": DOES,
        "all 8 segmentations are equally likely": lambda: alpha(0) == [1 / 8] * 8 and alpha(5)[0] > 0.99 > alpha(1)[0],
    },
}


def alpha(exponent: float) -> list[float]:
    lattice = pruned().model(1).lattice("unhug")
    return [round(lattice.sampling_probability(path, exponent), 9) for path in lattice.nbest(8)]


def cut_by(name: str, text: str) -> list[str]:
    return [token for token, _ in with_alternatives(text, name)]


BYTES: Claims = {
    ("bytes", 1): {
        "A computer stores text": SHOWN,
        "These 35 characters": SHOWN,
        "only 256 different": lambda: len({bytes([n]) for n in range(256)}) == 256,
        "can write **every** text": lambda: all(
            "".join(
                over_bytes("tea", 0)
                .model(pretokenizer="gpt2", encoding=ENCODINGS["minbpe"])
                .decode(encoded(text, "tea", 0))
            )
            == text
            for text in SAMPLES.values()
        ),
    },
    ("bytes", 2): {
        "Many bytes cannot be printed": SOURCE,
        "The space, byte 32": SHOWN,
        "looks like a broken file": MEANS,
    },
    ("bytes", 3): {
        "a pattern splits the text": SHOWN,
        "A space stays with the word": lambda: (
            {" keeper's", "'s"} & set(cut_by("gpt2", SAMPLES["english"])) == {"'s"}
            and any(re.fullmatch(" [a-z]+", one) for one in cut_by("gpt2", SAMPLES["english"]))
        ),
        "No merge ever crosses": lambda: not any("Ġ" in token[1:] for token in tokens_of("gpt2")),
        "BPE could learn tokens such as": lambda: any("ofĠthe" in token for token in tokens_of("none")),
    },
    ("bytes", 4): {
        "the pattern of GPT-4o": SOURCE,
        "`keeper's` stays whole": lambda: (
            {" keeper's", " SHE'LL"} <= set(cut_by("o200k", SAMPLES["english"]))
            and not {" keeper's", " SHE'LL"} & set(cut_by("gpt2", SAMPLES["english"]))
        ),
        "Choose another pattern": DOES,
        "part of a tokenizer": MEANS,
    },
    ("bytes", 5): {
        "2 characters, so 6 bytes": SHOWN,
        "the earliest learned merge goes first": lambda: (
            over_bytes("tea").rules.alphabet == "bytes" and len(encoded("这家", "tea")) == 3
        ),
        "`家` is whole": lambda: encoded("家", "tea") == encoded("这家", "tea")[2:],
        "has `这` only once": lambda: (
            (examples.load("tea").text or "").count("这") == 1
            and len(encoded("这", "tea")) == 2
            and len(encoded("这", "tea", None)) == 1
        ),
    },
    ("bytes", 6): {
        "Token 15 is": SHOWN,
        "Decoded alone": lambda: "这".encode()[:2].decode(errors="replace") == "�",
        "give back the text": lambda: (
            over_bytes("tea")
            .model(pretokenizer="gpt2", encoding=ENCODINGS["minbpe"])
            .decode(encoded(SAMPLES["chinese"], "tea"))
            == SAMPLES["chinese"]
        ),
    },
    ("bytes", 7): {
        "One sentence, twice": SHOWN,
        "Learned from **Chinese**": SHOWN,
        "depends on what the merges were trained on": lambda: all(
            len(encoded(text, own)) < len(encoded(text, other)) == len(text.encode())
            for text, own, other in (
                ("In the evening she drank her tea and looked out at the rain.", "lighthouse", "tea"),
                ("傍晚她喝着茶，看着外面的雨。", "tea", "lighthouse"),
            )
        ),
    },
}


def tokens_of(split: str) -> tuple[str, ...]:
    return over_bytes("lighthouse", 300, split).tokens


def rate(name: str, text: Corpus) -> float:
    return float(fertility(read(compared()[name], text)) or 0)


def unknown(name: str, text: Corpus) -> float:
    return float(MEASURES["unknown"](read(compared()[name], text)) or 0)


def new_words() -> Corpus:
    return Corpus.from_text("hugs bugs mug unhug puns")


def known_words() -> Corpus:
    return Corpus.from_text("hugs bugs puns")


def bare(name: str) -> set[str]:
    return {token.removeprefix("##") for token in vocabulary(compared()[name]) or ()}


def pun_is_lost_last() -> bool:
    """In every round no piece that may go has a greater loss than `pun`."""
    rounds = [k for k, step in enumerate(usual()) if step.kind == "prune"]
    losses = [{row.piece: row.loss for row in usual().losses(k) if row.loss is not None} for k in rounds]
    return bool(losses) and all(max(one, key=lambda piece: one[piece]) == "pun" for one in losses)


COMPARE: Claims = {
    ("compare", 1): {
        "All three have learned": SHOWN,
        "All have 10 tokens": lambda: (
            {one.size for one in made().values()} == {10}
            and made()["WordPiece"].special == 5
            and not {token for word in hug() for token in compared()["WordPiece"].encode(word)} & set(SPECIAL)
        ),
        "So whatever differs here": lambda: (
            len({one.size for one in made().values()}) == 1 and scored().corpus == usual().corpus == hug()
        ),
    },
    ("compare", 2): {
        "goes by **count**": lambda: (
            [step.count == max(merged().pairs(k).values()) for k, step in enumerate(merged()[:3])] == [True] * 3
        ),
        "That gives `hug` `s`": lambda: compared()["BPE"].encode("hugs") == ["hug", "s"],
        "goes by its **score**": lambda: all(
            scored()[k].score == max(one.score for one in scored().candidates(k)) for k in range(3)
        ),
        "It keeps the rarer": lambda: hug()["hugs"] < hug()["hug"] and len(compared()["WordPiece"].encode("hugs")) == 1,
        "what is most **probable**": lambda: compared()["Unigram"].encode("hugs") == ["hug", "s"],
    },
    ("compare", 3): {
        "the most frequent word": lambda: max(hug(), key=lambda word: hug()[word]) == "pun",
        "Only Unigram has it whole": lambda: (
            [name for name in compared() if len(compared()[name].encode("pun")) == 1] == ["Unigram"]
            and set(hug()) <= set(usual().probabilities(1))
            and pun_is_lost_last()
        ),
        "the size was reached before": lambda: merged().tokens.index("un") < 3 <= merged().tokens.index("pun"),
        "a tie at step 2": lambda: (
            all("##u" in symbols for symbols in scored().words(0).values())
            and {("p", "##u"), ("##u", "##n"), ("h", "##u")} <= set(scored()[1].tied)
            and next(pair for pair in scored().pairs(1) if pair in scored()[1].tied) == scored()[1].pair
            and not {("p", "##u"), ("##u", "##n")} & set(scored().merges[:3])
        ),
    },
    ("compare", 4): {
        "Nobody has learned": lambda: not any("m" in "".join(vocabulary(model) or ()) for model in compared().values()),
        "lose that **one character**": lambda: (
            [compared()[name].encode("mug")[1:] for name in ("BPE", "Unigram")] == [["ug"], ["u", "g"]]
            and compared()["WordPiece"].encode("mug") == ["[UNK]"]
        ),
        "It loses `unhug` too": lambda: (
            compared()["WordPiece"].encode("unhug") == ["[UNK]"]
            and set("unhug") <= set("".join(hug()))
            and not any(token.startswith("u") for token in vocabulary(compared()["WordPiece"]) or ())
        ),
        "A mark makes two symbols": lambda: "##u" in scored().symbols(0) and "u" not in scored().symbols(0),
    },
    ("compare", 5): {
        "Tokens per word where": lambda: rate("Unigram", hug()) < rate("BPE", hug()) < rate("WordPiece", hug()),
        "On new words WordPiece has the fewest": lambda: (
            min(compared(), key=lambda name: rate(name, new_words())) == "WordPiece"
            and unknown("WordPiece", new_words()) > unknown("BPE", new_words()) == unknown("Unigram", new_words())
            and compared()["WordPiece"].encode("unhug") == ["[UNK]"]
        ),
        "known to all": lambda: (
            {unknown(name, known_words()) for name in compared()} == {0}
            and len({rate(name, known_words()) for name in compared()}) == 1
        ),
        "Measure on **new**": lambda: (
            sorted(compared(), key=lambda name: rate(name, hug()))
            != sorted(compared(), key=lambda name: rate(name, known_words()))
            or len({rate(name, known_words()) for name in compared()}) == 1
        ),
    },
    ("compare", 6): {
        "only 7, the single letters": lambda: (
            len(bare("BPE") & bare("Unigram")) == 8 and bare("BPE") & bare("WordPiece") == set("".join(hug()))
        ),
        "Marks can take places": lambda: (
            len(wordpiece.train(Corpus({"ab": 1, "ba": 1}), rules="course").symbols(0))
            > len(bpe.train(Corpus({"ab": 1, "ba": 1}), rules="course").symbols(0))
        ),
        "Here none is": lambda: len({symbol.removeprefix("##") for symbol in scored().symbols(0)}) == 7,
        "Choose a token": DOES,
    },
    ("compare", 7): {
        "A short story": SHOWN,
        "keep `the`, `stood` and `rock`": lambda: (
            all(
                on_prose(name).encode(word) == [word]
                for name in ("bpe", "unigram")
                for word in ("the", "stood", "rock")
            )
            and on_prose("unigram").encode("night") == list("night")
        ),
        "prefers rare words": lambda: (
            on_prose("wordpiece").encode("the") == ["th", "##e"]
            and on_prose("wordpiece").encode("lamp") == ["lamp"]
            and on_prose("wordpiece").encode("lighthouse")[0] == "lighthous"
            and all(
                Corpus.from_text(examples.load("lighthouse").text or "", "words").get(word, 0)
                < Corpus.from_text(examples.load("lighthouse").text or "", "words")["the"]
                for word in ("lamp", "lighthouse")
            )
        ),
        "By the count it would": lambda: on_prose("counted").encode("the") == ["the"],
        "No measure says": WORLD,
        "A tokenizer is a choice": MEANS,
    },
}

ALL: Claims = {**BPE, **WORDPIECE, **UNIGRAM, **BYTES, **COMPARE}
HELD = [(*card, phrase) for card, claims in ALL.items() for phrase, said in claims.items() if callable(said)]


def sentences(name: str, number: int) -> list[str]:
    """The sentences of a card's English text. What follows a colon belongs to what stands before it."""
    text = re.sub(r"\s+", " ", guides.load(name).cards[number - 1].text["en"])
    return [one.strip() for one in re.split(r"(?<=[.?!])(?:\*\*)? (?=[A-Z`*“])", text) if one.strip()]


@pytest.mark.parametrize(("name", "number"), list(ALL))
def test_every_sentence_has_its_say(name: str, number: int) -> None:
    """Each sentence holds a phrase of the table, and each phrase stands in one sentence."""
    said = sentences(name, number)
    for phrase in ALL[name, number]:
        assert sum(phrase in sentence for sentence in said) == 1, phrase
    assert [sentence for sentence in said if not any(phrase in sentence for phrase in ALL[name, number])] == []


def test_every_card_is_in_the_table() -> None:
    names = ("bpe", "wordpiece", "unigram", "bytes", "compare")
    assert set(ALL) == {(name, number) for name in names for number in range(1, len(guides.load(name).cards) + 1)}


@pytest.mark.parametrize(("name", "number", "phrase"), HELD)
def test_what_a_card_concludes_is_so(name: str, number: int, phrase: str) -> None:
    claim = ALL[name, number][phrase]
    assert callable(claim)
    assert claim()
