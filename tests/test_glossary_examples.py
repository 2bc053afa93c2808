"""The examples of the glossary: each number and each split is computed, or its source is named."""

from __future__ import annotations

import json
import math
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random

import pytest

from tests import guides_of_newer as newer
from tests import guides_of_texts as of
from tests.unigram.conventions import SOFT
from tokviz import bpe, examples, parity, picky, superbpe, unigram, wordpiece
from tokviz import recorded as recordings
from tokviz.chat import Message, own_template, render
from tokviz.compare.fairness import gini
from tokviz.compare.measures import renyi
from tokviz.compare.morphemes import Found, score, words
from tokviz.compare.spans import UNIT
from tokviz.compare.three_vocabularies import RUNNER
from tokviz.corpus import Corpus
from tokviz.location import site
from tokviz.pretokenize import PRETOKENIZERS
from tokviz.views.shared import glossary

SOURCES: Mapping[str, str] = {
    "embedding": "Conneau et al. 2020: XLM-R base has 250,000 tokens and 768 hidden units; its code adds two tokens",
    "language-model": "their own model cards",
    "unigram": "Hugging Face course, chapter 6.7 (T5, ALBERT); Conneau et al. 2020, section 3 (XLM-R)",
    "sentencepiece": "Hugging Face course, chapter 6.7 (T5); Touvron et al. 2023, section 2.2 (Llama 2)",
    "tokenization-model": "Devlin et al. 2019 (BERT), Radford et al. 2019 (GPT-2), Hugging Face course 6.7 (T5)",
}
"""Term -> where its example comes from, where it cannot be computed here. For T5 that is not its paper (Raffel et al.
2020), which speaks of WordPiece tokens made with SentencePiece."""


@cache
def low() -> bpe.Trace:
    """The paper's example."""
    return bpe.train(examples.load("sennrich").corpus, merges=10, rules="sennrich")


@cache
def hug() -> Corpus:
    return examples.load("hug").corpus


def hopelessness() -> Found:
    """A word of the list, split as `hop el ess ness`."""
    word = next(word for word in words()["en"] if word.text == "hopelessness")
    return Found(word, tuple(place * UNIT for place in (3, 5, 8)))


LESSON = replace(superbpe.PRESETS["superbpe-lesson"], transition=18)


def by_the_way() -> Corpus:
    return examples.load("by-the-way").corpus_for("superbpe")


@cache
def removals(threshold: float) -> picky.Trace:
    return picky.train(examples.load("parts").corpus, rules=picky.Rules(threshold=threshold))


@cache
def scaffolds() -> picky.Trace:
    return picky.train(examples.load("parts").corpus, rules="scaffold")


@cache
def course() -> unigram.Trace:
    return unigram.train(hug(), vocab_size=10, rules="course")


@cache
def soft() -> unigram.Trace:
    return unigram.train(hug(), vocab_size=10, rules=SOFT)


def recorded(name: str) -> list[tuple[int, str]]:
    """Return the first tokens of a real model with their ids, as they were recorded."""
    data = json.loads((site() / "assets" / "recorded" / f"{name}.json").read_text("utf-8"))
    return [(number, text) for number, text, *_ in data["tokens"]["question"][:2]]


def paths(word: str, pieces: str) -> int:
    """Return in how many ways a word is written with pieces."""
    return len(unigram.Model(dict.fromkeys(pieces.split(), 0.1)).lattice(word).nbest(99))


def negative_log_likelihood(words: Mapping[str, tuple[int, float]]) -> float:
    """Return the corpus loss where each word is one piece. words: word -> its count and its probability."""
    model = unigram.Model({word: probability for word, (_, probability) in words.items()})
    return sum(count * -model.lattice(word).nbest(1)[0].score for word, (count, _) in words.items())


def lost(piece: str) -> float | None:
    return {one.piece: one.loss for one in course().of(1, unigram.Prune).losses}[piece]


COMPUTED: Mapping[str, Callable[[], bool]] = {
    "text": lambda: len("Hug the pug!") == 12 and "Hug the pug!".count(" ") == 2,
    "character": lambda: list("low") == ["l", "o", "w"],
    "code-point": lambda: (
        [f"{ord(one):04X}" for form in ("NFC", "NFD") for one in unicodedata.normalize(form, "é")]
        == ["00E9", "0065", "0301"]
    ),
    "grapheme": lambda: len(unicodedata.normalize("NFD", "é")) == 2,
    "byte": lambda: "é".encode().hex(" ").upper() == "C3 A9" and "茶".encode().hex(" ").upper() == "E8 8C B6",
    "utf": lambda: b"a".hex() == "61" and "茶".encode().hex(" ").upper() == "E8 8C B6",
    "corpus": lambda: dict(low().corpus.items()) == {"low": 5, "lower": 2, "newest": 6, "widest": 3},
    "word": lambda: dict(low().corpus.items())["newest"] == 6,
    "normalization": lambda: (
        (unicodedata.normalize("NFC", "e\u0301"), unicodedata.normalize("NFKC", "x²")) == ("é", "x2")
    ),
    "pre-tokenization": lambda: PRETOKENIZERS["bert"]("don't pay") == ("don", "'", "t", "pay"),
    "pre-token": lambda: len(PRETOKENIZERS["bert"]("don't pay")) == 4,
    "pattern": lambda: PRETOKENIZERS["gpt2"]("Hug the pug") == ("Hug", " the", " pug"),
    "token": lambda: low().model(10).encode("lowest") == ["low", "est</w>"],
    "tokenization": lambda: low().model(10).encode("lowest") == ["low", "est</w>"],
    "subword": lambda: low().model(10).encode("lowest") == ["low", "est</w>"],
    "decoding": lambda: low().model(10).decode(["low", "est</w>"]).strip() == "lowest",
    "vocabulary": lambda: len({one for word in low().words(0).values() for one in word}) == 11,
    "alphabet": lambda: bpe.PRESETS["minbpe"].alphabet == "bytes",
    "byte-level-bpe": lambda: all(
        of.algorithm_of(name) == "BPE"
        and any(of.is_part_of_a_character(piece) for piece in recordings.load("emoji", name).pieces)
        for name in ("gpt-2", "llama-3", "qwen")
    ),
    "byte-fallback": lambda: (
        [f"<0x{one:02X}>" for one in "尊".encode()]
        == list(recordings.load("chinese", "llama-2").texts[9:12])
        == ["<0xE5>", "<0xB0>", "<0x8A>"]
    ),
    "tokenizer": lambda: recorded("gpt-4") == [(4438, "How"), (1690, " many")],
    "id": lambda: recorded("gpt-4o")[0] == (5299, "How"),
    "encoding": lambda: recorded("gpt-4o") == [(5299, "How"), (1991, " many")],
    "special-token": lambda: of.tokens("bert", "hug")[::3] == ("[CLS]", "[SEP]"),
    "added-token": lambda: of.tokens("bert", "[MASK]").count("[MASK]") == 1,
    "post-processor": lambda: of.tokens("bert", "hug")[0] == "[CLS]" and of.tokens("bert", "hug")[-1] == "[SEP]",
    "normalizer": lambda: of.tokens("bert", "Hug") == of.tokens("bert", "hug"),
    "unknown": lambda: wordpiece.train(hug()).model().encode("mug") == ["[UNK]"],
    "symbol": lambda: low().words(0)["low"] == ("l", "o", "w", "</w>") and low().words(5)["low"] == ("low", "</w>"),
    "pair": lambda: set(zip("low", "ow", strict=False)) == {("l", "o"), ("o", "w")},
    "candidate": lambda: {("e", "s"), ("l", "o")} <= low().pairs(0).keys(),
    "count": lambda: low().pairs(0)["e", "s"] == 9 == 6 + 3,
    "merge": lambda: (
        low()[0].token == "es" and [w for w, s in low().words(1).items() if "es" in s] == ["newest", "widest"]
    ),
    "merge-number": lambda: low()[0].pair == ("e", "s"),
    "bpe": lambda: low()[0].token == "es" and low()[0].count == 9 and len(low()[0].tied) == 3,
    "parity-aware-bpe": lambda: (
        (first := parity.train(examples.load("two-languages").corpus, merges=1)).lengths(0) == (9, 15)
        and (first[0].language, first[0].pair) == (1, ("n", "e"))
    ),
    "development-text": lambda: (
        (first := parity.train(examples.load("two-languages").corpus, merges=1)).lengths(0) == (9, 15)
        and first[0].language == 1
    ),
    "rank": lambda: list(low().pairs(0).values())[:4] == [9, 9, 9, 8] and list(low().pairs(0))[3] == ("w", "e"),
    "tie": lambda: low()[0].tied == (("e", "s"), ("s", "t"), ("t", "</w>")),
    "convention": lambda: (
        low()[0].pair == ("e", "s") and bpe.train(low().corpus, merges=1, rules="subword-nmt")[0].pair == ("s", "t</w>")
    ),
    "mark": lambda: (
        bpe.PRESETS["sennrich"].end_of_word == "</w>" and wordpiece.PRESETS["course"].continuing_prefix == "##"
    ),
    "score": lambda: (
        str(wordpiece.train(hug())[0].score) == "1/20" and wordpiece.train(hug())[0].pair == ("##g", "##s")
    ),
    "gain": lambda: math.log(1) == 0,
    "segmentation": lambda: (
        sorted(path.pieces for path in course().model(1).lattice("hugs").nbest(3))
        == sorted([("hug", "s"), ("h", "ugs"), ("hu", "gs")])
    ),
    "subword-regularization": lambda: (
        {("hug", "s"), ("h", "ugs")} <= {path.pieces for path in course().model(1).lattice("hugs").nbest(3)}
    ),
    "random-seed": lambda: (
        [course().model(1).lattice("unhug").sample(Random(8)).pieces for _ in range(3)] == [("u", "n", "hug")] * 3
    ),
    "boundary": lambda: len(["hug", "s"]) - 1 == 1,
    "wordpiece": lambda: wordpiece.Model(["[UNK]", "hug", "##s", "h"]).encode("hugs") == ["hug", "##s"],
    "longest-match": lambda: wordpiece.Model(["[UNK]", "hu", "##g", "##gs"]).encode("hugs") == ["hu", "##gs"],
    "greedy": lambda: (
        wordpiece.Model(["[UNK]", "ab", "a", "##bcd", "##c", "##d"]).encode("abcd") == ["ab", "##c", "##d"]
        and wordpiece.Model(["[UNK]", "a", "##bcd"]).encode("abcd") == ["a", "##bcd"]
    ),
    "picky-bpe": lambda: removals(0.5)[4].token == "▁ab" and str(removals(0.5)[4].tests[0].share) == "9/13",
    "scaffold": lambda: (lambda test: (test.part, test.left_over, test.head))(scaffolds()[2].tests[0]) == ("▁a", 0, 9),
    "seed-piece": lambda: (
        set(unigram.train(Corpus({"hug": 1}), vocab_size=3, rules="course").probabilities(1))
        == {"h", "u", "g", "hu", "ug"}
    ),
    "probability": lambda: math.isclose(course().probabilities(1)["hug"], 15 / 210) and 210 / 15 == 14,
    "piece": lambda: math.isclose(course().probabilities(1)["ug"], 20 / 210),
    "log-score": lambda: f"{math.log(1 / 2):.3f}" == "-0.693",
    "likelihood": lambda: 1 / 2 * 1 / 4 == 1 / 8,
    "nat": lambda: f"{-math.log(1 / 2):.3f}" == "0.693",
    "cost": lambda: [f"{-math.log(one):.3f}" for one in (1 / 2, 1 / 4, 1 / 8)] == ["0.693", "1.386", "2.079"],
    "perplexity": lambda: math.isclose(math.exp(-math.log(1 / 4)), 4),
    "corpus-loss": lambda: f"{negative_log_likelihood({'hug': (2, 1 / 2), 'pug': (3, 1 / 4)}):.3f}" == "5.545",
    "loss": lambda: f"{lost('hug'):.3f}" == "23.514" and lost("pu") == 0,
    "e-step": lambda: f"{_expected_hug():.2f}" == "8.29",
    "expected-count": lambda: f"{_expected_hug():.2f}" == "8.29",
    "em": lambda: (
        [f"{-soft().log_likelihood(k):.2f}" for k in (1, 3)] == ["145.55", "126.88"]
        and [step.kind for step in soft()[1:3]] == ["expect", "maximize"]
    ),
    "m-step": lambda: (6 / (6 + 2), 2 / (6 + 2)) == (0.75, 0.25),
    "pruning": lambda: 300 - 300 // 10 == 270 and unigram.PRESETS["course"].pruned_share == 0.1,
    "lattice": lambda: paths("hug", "h u g hu ug hug") == 4,
    "viterbi": lambda: paths("hug", "h u g hu ug hug") == 4,
    "held-out": lambda: RUNNER.test is not None and (RUNNER.train.total, RUNNER.test.total) == (235, 31),
    "renyi-efficiency": lambda: (
        [f"{renyi(counts, size=4):.3f}" for counts in ([5, 5, 5, 5], [97, 1, 1, 1])] == ["1.000", "0.037"]
    ),
    "fertility": lambda: (2 + 1) / 2 == 1.5,
    "gini-coefficient": lambda: gini([4, 12]) == Fraction(1, 4),
    "morpheme": lambda: hopelessness().word.cut == "hope|less|ness",
    "precision-recall": lambda: (
        (score([hopelessness()]).precision, score([hopelessness()]).recall) == (Fraction(1, 3), Fraction(1, 2))
    ),
    "compression": lambda: len("lowest") / 2 == 3,
    "jaccard": lambda: len(set("abc") & set("bcd")) / len(set("abc") | set("bcd")) == 0.5,
    "boundary-f": lambda: f"{2 * 2 / (2 + 4):.3f}" == "0.667",
    "dropout": lambda: low().words(0)["low"] == ("l", "o", "w", "</w>"),
    "chat-template": lambda: _chat(prompt=False) == "<|im_start|>user\nHi<|im_end|>\n",
    "generation-prompt": lambda: _chat(prompt=True).removeprefix(_chat(prompt=False)) == "<|im_start|>assistant\n",
    "turn": lambda: (
        newer.by_turns().lengths(0) == (9, 15)
        and newer.by_turns()[0].language == newer.GERMAN
        and newer.by_turns()[0].pair == ("n", "e")
    ),
    "superword": lambda: (
        (words := {step.token: step.words_in_token for _, step in newer.merged(newer.across())})["ĠtheĠway"] == 2
        and words["nĠtheĠway"] == 3
        and newer.across().words()["on the way"] == ("o", "nĠtheĠway")
    ),
}


def _chat(*, prompt: bool) -> str:
    return render(own_template("chatml"), [Message("user", "Hi")], prompt=prompt).text


def _expected_hug() -> float:
    """Return the piece's expected count in ten of its words, from the seeds."""
    lattice = soft().model(1).lattice("hug")
    chances = {path.pieces: math.exp(path.score) for path in lattice.nbest(99)}
    return 10 * chances[("hug",)] / sum(chances.values())


def test_every_example_is_computed_or_has_a_source() -> None:
    groups = (COMPUTED.keys(), SOURCES.keys())
    assert set().union(*groups) == glossary.load().keys()
    assert sum(map(len, groups)) == len(glossary.load())


@pytest.mark.parametrize("key", COMPUTED)
def test_an_example_is_so(key: str) -> None:
    assert COMPUTED[key]()
