"""The examples of the glossary: each number and each split is computed, or its source is named."""

from __future__ import annotations

import json
import math
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache

import pytest

from tests import guides_of_texts as of
from tests.unigram.conventions import SOFT
from tokviz import bpe, examples, unigram, wordpiece
from tokviz.corpus import Corpus
from tokviz.location import site
from tokviz.pretokenize import PRETOKENIZERS
from tokviz.views.shared import glossary

RESTATES = "puts the definition in other words, with nothing to compute"
SOURCES: Mapping[str, str] = {
    "embedding": "Conneau et al. 2020: XLM-R base has a vocabulary of 250,002 and 768 hidden units",
    "language-model": "their own model cards",
    "byte-level-bpe": "Radford et al. 2019 (GPT-2); the tokenizer files of Llama 3 and Qwen",
    "byte-fallback": "Touvron et al. 2023: Llama 2 decomposes unknown UTF-8 characters into bytes",
    "unigram": "Raffel et al. 2020 (T5), Lan et al. 2020 (ALBERT), Conneau et al. 2020 (XLM-R)",
    "sentencepiece": "Raffel et al. 2020 (T5), Touvron et al. 2023 (Llama 2)",
    "tokenization-model": "Devlin et al. 2019 (BERT), Radford et al. 2019 (GPT-2), Raffel et al. 2020 (T5)",
}
"""Term -> where its example comes from, where it cannot be computed here."""


@cache
def low() -> bpe.Trace:
    """The paper's example."""
    return bpe.train(examples.load("sennrich").corpus, merges=10, rules="sennrich")


@cache
def hug() -> Corpus:
    return examples.load("hug").corpus


@cache
def course() -> unigram.Trace:
    return unigram.train(hug(), vocab_size=10, rules="course")


def recorded(name: str) -> list[tuple[int, str]]:
    """Return the first tokens of a real model with their ids, as they were recorded."""
    data = json.loads((site() / "assets" / "recorded" / f"{name}.json").read_text("utf-8"))
    return [(number, text) for number, text, *_ in data["tokens"]["question"][:2]]


def paths(word: str, pieces: str) -> int:
    """Return in how many ways a word is written with pieces."""
    return len(unigram.Model(dict.fromkeys(pieces.split(), 0.1)).lattice(word).nbest(99))


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
    "tokenizer": lambda: recorded("gpt-4") == [(4438, "How"), (1690, " many")],
    "id": lambda: recorded("gpt-4o")[0] == (5299, "How"),
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
    "bpe": lambda: low()[0].token == "es",
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
    "longest-match": lambda: wordpiece.Model(["[UNK]", "hu", "##g", "##gs"]).encode("hugs") == ["hu", "##gs"],
    "greedy": lambda: (
        wordpiece.Model(["[UNK]", "ab", "a", "##bcd", "##c", "##d"]).encode("abcd") == ["ab", "##c", "##d"]
    ),
    "seed-piece": lambda: (
        set(unigram.train(Corpus({"hug": 1}), vocab_size=3, rules="course").probabilities(1))
        == {"h", "u", "g", "hu", "ug"}
    ),
    "probability": lambda: math.isclose(course().probabilities(1)["hug"], 15 / 210) and 210 / 15 == 14,
    "log-score": lambda: f"{math.log(1 / 2):.3f}" == "-0.693",
    "likelihood": lambda: 1 / 2 * 1 / 4 == 1 / 8,
    "nat": lambda: f"{-math.log(1 / 2):.3f}" == "0.693",
    "cost": lambda: [f"{-math.log(one):.3f}" for one in (1 / 2, 1 / 4, 1 / 8)] == ["0.693", "1.386", "2.079"],
    "perplexity": lambda: math.isclose(math.exp(-math.log(1 / 4)), 4),
    "loss": lambda: f"{lost('hug'):.3f}" == "23.514" and lost("pu") == 0,
    "e-step": lambda: f"{_expected_hug():.2f}" == "8.29",
    "expected-count": lambda: f"{_expected_hug():.2f}" == "8.29",
    "m-step": lambda: (6 / (6 + 2), 2 / (6 + 2)) == (0.75, 0.25),
    "pruning": lambda: 300 - 300 // 10 == 270 and unigram.PRESETS["course"].pruned_share == 0.1,
    "lattice": lambda: paths("hug", "h u g hu ug hug") == 4,
    "viterbi": lambda: paths("hug", "h u g hu ug hug") == 4,
    "fertility": lambda: (2 + 1) / 2 == 1.5,
    "compression": lambda: len("lowest") / 2 == 3,
    "jaccard": lambda: len(set("abc") & set("bcd")) / len(set("abc") | set("bcd")) == 0.5,
    "boundary-f": lambda: f"{2 * 2 / (2 + 4):.3f}" == "0.667",
    "dropout": lambda: low().words(0)["low"] == ("l", "o", "w", "</w>"),
}


def _expected_hug() -> float:
    """Return how often the piece is expected in ten of its words, by the seeds' probabilities."""
    soft = unigram.train(hug(), vocab_size=10, rules=SOFT)
    lattice = soft.model(1).lattice("hug")
    chances = {path.pieces: math.exp(path.score) for path in lattice.nbest(99)}
    return 10 * chances[("hug",)] / sum(chances.values())


RESTATED = {
    *("encoding", "wordpiece", "random-seed", "piece", "em", "subword-regularization", "boundary", "held-out"),
    "renyi-efficiency",
}


def test_every_example_is_computed_or_has_a_source() -> None:
    groups = (COMPUTED.keys(), SOURCES.keys(), RESTATED)
    assert set().union(*groups) == glossary.load().keys()
    assert sum(map(len, groups)) == len(glossary.load())


@pytest.mark.parametrize("key", COMPUTED)
def test_an_example_is_so(key: str) -> None:
    assert COMPUTED[key]()
