"""What the lessons on texts and on choosing look at, and what their sentences claim; see test_guides_claims.py."""

import math
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from random import Random
from string import punctuation

from tokviz import bpe, examples, guides, recorded
from tokviz.compare.comparison import USUAL, ComparedCorpus, Engine, Slot, opening_split
from tokviz.compare.comparison import held_out as held_out_text
from tokviz.compare.measures import MEASURES, Agreement, agreement, renyi
from tokviz.compare.reading import Reading, vocabulary
from tokviz.compare.spans import Model
from tokviz.compare.three_vocabularies import RULES, RUNNER, Measure, TrainTest, Vocabularies, VocabularyKind, hold_out
from tokviz.corpus import Corpus
from tokviz.files.pipeline import Pipeline
from tokviz.location import site
from tokviz.pretokenize import with_alternatives
from tokviz.state import sample_texts

SHOWN = "a state that the page shows; its numbers are in tests/test_guides_numbers.py"
DOES = "tells the reader what to do or to look at"
MEANS = "says what an algorithm, a mark or a name is"


@dataclass(frozen=True)
class Cited:
    """A claim of another's text: the card or note names the author and the year.

    Compared with the source: Vaswani (Attention Is All You Need, table 1), Sennrich (Neural Machine Translation of Rare
    Words with Subword Units, sections 1 and 3), Schuster & Nakajima (Japanese and Korean Voice Search), Devlin 2018
    (README of google-research/bert; the guide to subword tokenizers of TensorFlow Text says that its generator follows
    the top-down one of BERT), Apple (Technical Note TN1150), Hugging Face (LLM Course, 6.6).

    Compared with the abstract, or with the passage as others quote it: Gage (A New Algorithm for Data Compression),
    Dempster, Laird & Rubin (Maximum Likelihood from Incomplete Data via the EM Algorithm), Kudo (Subword
    Regularization), Kudo & Richardson (SentencePiece), Radford (Language Models are Unsupervised Multitask Learners,
    section 2.2), Provilkov (BPE-Dropout), Touvron (Llama 2), Singh & Strouse (Tokenization Counts), Ahia
    (Do All Languages Cost the Same?), Land & Bartolo (Fishing for Magikarp), Rumbelow & Watkins (SolidGoldMagikarp,
    three posts), Devlin 2019 (BERT), Conneau (Unsupervised Cross-lingual Representation Learning at Scale), Zouhar
    (Tokenization and the Noiseless Channel), Cognetta (Two Counterexamples to it), Virpioja (Empirical Comparison of
    Evaluation Methods for Unsupervised Learning of Morphology), Kozma & Voderholzer (Theoretical Analysis of
    Byte-Pair Encoding).
    """

    author: str
    year: int

    def written(self, language: str) -> str:
        """The author as a text of that language writes it."""
        if language != "zh":
            return self.author
        return self.author.replace(" et al.", " 等").replace(" and ", " 与 ").replace(", ", "、")


Claims = Mapping[str, Callable[[], bool] | str | Cited]


# -- what the lessons look at ------------------------------------------------------------------------------------------


@cache
def of_text(name: str) -> tuple[TrainTest, Vocabularies]:
    """What `/why` learns from an example."""
    if name == "runner":
        return RUNNER, Vocabularies(bpe.train(RUNNER.train, rules=RULES))
    split = hold_out(Corpus.from_text(examples.load(name).text or "", "words"))
    return split, Vocabularies(bpe.train(split.train, merges=2000, rules=RULES))


def subwords(name: str, size: int, word: str) -> tuple[str | None, ...]:
    return of_text(name)[1].encode("subwords", size, word)


def held_out(name: str, kind: VocabularyKind, size: int) -> Measure:
    split, three = of_text(name)
    assert split.test is not None
    return three.measure(kind, size, split.test)


@cache
def real(name: str) -> Pipeline:
    """A tokenizer that comes with tokviz."""
    return Pipeline.from_file(site() / "assets" / "tokenizers" / f"{name}.json")


def tokens(name: str, text: str) -> tuple[str, ...]:
    return real(name).encode(text).tokens


def back(name: str, text: str) -> str:
    return real(name).decode(real(name).encode(text).ids).text


def pretokens(name: str, text: str) -> tuple[str, ...]:
    return next(stage.texts for stage in real(name).stages(text) if stage.kind == "pretokenizer")


def split_by(pattern: str, text: str) -> list[str]:
    return [one for one, _ in with_alternatives(text, pattern)]


@cache
def story() -> Engine:
    return Engine(ComparedCorpus.of_example("lighthouse", opening_split("lighthouse")))


@cache
def of_story(slot: str, size: int) -> Model:
    return story().tokenizer(Slot.of(slot), size, slot).model


BPE, WORDPIECE, UNIGRAM = USUAL


def reading(slot: str, size: int, *, is_new: bool = False) -> Reading:
    """How a tokenizer cuts the story, or the sentence that the page holds out: words between white space, as there."""
    new = held_out_text(sample_texts.text("compare", "lighthouse"))
    assert new is not None
    text = new if is_new else story().source.text
    return story().reading(story().tokenizer(Slot.of(slot), size, slot), text)


def boundaries(one: str, other: str, size: int) -> Agreement:
    """How far two agree in the sentence that the page holds out."""
    return agreement(reading(one, size, is_new=True), reading(other, size, is_new=True))


def measured(measure: str, slot: str, size: int, *, is_new: bool = False) -> float:
    """A measure on the story, or on the sentence that the page holds out."""
    return float(MEASURES[measure](reading(slot, size, is_new=is_new)) or 0)


@cache
def in_bytes(text: str, example: str) -> int:
    """Count the tokens of a text after 300 merges over bytes, learned from an example."""
    corpus = Corpus.from_text(examples.load(example).text or "", "gpt2")
    trace = bpe.train(corpus, merges=300, rules=bpe.PRESETS["minbpe"])
    return len(trace.model(pretokenizer="gpt2", encoding=bpe.ENCODINGS["minbpe"]).encode(text))


THREE_WORDS = Corpus({"abc": 4, "cdab": 3, "bcd": 4})


@cache
def greedy() -> bpe.Trace:
    return bpe.train(THREE_WORDS, merges=2, rules="course")


def symbols_left(*merges: tuple[str, str]) -> int:
    """Count the symbols of the three words after these merges."""
    return sum(len(after(word, *merges)) * count for word, count in THREE_WORDS.items())


def pairs_after(*merges: tuple[str, str]) -> set[tuple[str, str]]:
    return {pair for word in THREE_WORDS for pair in pairwise(after(word, *merges))}


def every_two_merges() -> dict[tuple[tuple[str, str], tuple[str, str]], int]:
    """Any two merges, one after the other -> how many symbols they leave."""
    return {(one, two): symbols_left(one, two) for one in pairs_after() for two in pairs_after(one)}


def after(word: str, *merges: tuple[str, str]) -> tuple[str, ...]:
    """A word after merges, one after the other, each from the left."""
    symbols = list(word)
    for left, right in merges:
        done: list[str] = []
        for symbol in symbols:
            if done and done[-1] == left and symbol == right:
                done[-1] = f"\0{left}{right}"  # may not take part again
            else:
                done.append(symbol)
        symbols = [symbol.removeprefix("\0") for symbol in done]
    return tuple(symbols)


def dropped(dropout: float) -> set[tuple[str, ...]]:
    """The segmentations of `lowest` that 99 draws with dropout find."""
    model = spelled().model()
    return {tuple(model.explain("lowest", dropout=dropout, rng=Random(seed)).tokens) for seed in range(99)}


@cache
def spelled() -> bpe.Trace:
    return bpe.train(examples.load("sennrich").corpus, rules="sennrich")


# -- sentence by sentence ----------------------------------------------------------------------------------------------

RUNNING = [("i", "n"), ("in", "g"), ("r", "u"), ("ru", "n")]
"""The merges that a card of the lesson on subwords goes through."""

WHY: Claims = {
    "gets a text as members": MEANS,
    "Here it has room for 34": SHOWN,
    "The training text has 44": SHOWN,
    "are in.": lambda: (
        [of_text("runner")[1].encode("words", 34, word) for word in ("runner", "thinking")]
        == [("runner",), ("thinking",)]
    ),
    "is **unknown** as a word": lambda: (
        RUNNER.train["running"] == 1
        and of_text("runner")[1].rank("running") == 40
        and of_text("runner")[1].encode("words", 34, "running") == (None,)
    ),
    "The page held out 31": SHOWN,
    "two letters are new": lambda: (
        lost("runner", "characters", 34) == lost("runner", "subwords", 34) == {"quiz"}
        and [one for one in "quiz" if one not in "".join(RUNNER.train)] == ["q", "z"]
    ),
    "each of the 9 is the same unknown token": lambda: (
        {of_text("runner")[1].encode("words", 34, word) for word in lost("runner", "words", 34)} == {(None,)}
        and held_out("runner", "words", 34).unknown == 9
    ),
    "Earlier translation systems": Cited("Sennrich et al.", 2016),
    "know every word made of them": lambda: (
        len(of_text("runner")[1].characters) == 17
        and all(
            None not in of_text("runner")[1].encode("characters", 34, word)
            for word in (*RUNNER.train, *rotations(of_text("runner")[1].characters))
        )
    ),
    "But the text grows": SHOWN,
    "With whole words it is 1.00": lambda: all(
        len(of_text("runner")[1].encode("words", 34, word)) == 1 for word in held("runner")
    ),
    "**Subwords** are in between": lambda: (
        held_out("runner", "words", 34).tokens
        < held_out("runner", "subwords", 34).tokens
        < held_out("runner", "characters", 34).tokens
        and set(of_text("runner")[1].trace.symbols(0)) == set(of_text("runner")[1].characters)
    ),
    "Move the size": DOES,
    "Subwords begin with the 17 letters": lambda: (
        len(of_text("runner")[1].trace.symbols(0)) == of_text("runner")[1].merges(34) == 17
        and all(
            list(subwords("runner", 34, word)) == replayed(tuple(word), of_text("runner")[1].trace.merges[:17])
            for word in RUNNER.train
        )
    ),
    "the earliest goes first": lambda: (
        list(subwords("runner", 34, "winning"))
        == replayed(tuple("winning"), of_text("runner")[1].trace.merges[:17])
        != replayed(tuple("winning"), of_text("runner")[1].trace.merges[16::-1])
    ),
    "`i n` makes `in`, then `in g`": lambda: (
        [pair for pair in of_text("runner")[1].trace.merges[:17] if pair in RUNNING]
        == RUNNING
        == [("i", "n"), ("in", "g"), ("r", "u"), ("ru", "n")]
    ),
    "Left are `run` `n` `ing`": lambda: (
        subwords("runner", 34, "running") == tuple(replayed(tuple("running"), RUNNING)) == ("run", "n", "ing")
    ),
    "Do the same with the merges below": DOES,
    "Now there is room for 60": SHOWN,
    "The most frequent words are single tokens": lambda: all(
        len(subwords("runner", 60, word)) == 1 for word, count in RUNNER.train.items() if count >= 6
    ),
    "share `ing`": lambda: (
        all("ing" in subwords("runner", 60, word) for word in ("running", "eating", "reading"))
        and all(RUNNER.train[word] < 6 for word in ("running", "eating", "reading"))
    ),
    "It was held out, too": lambda: {"thinker", "winning"} <= set(held("runner")),
    "This text has no spaces": lambda: (
        not any(one.isspace() and one != "\n" for one in examples.load("tea").text or "")
    ),
    "are known.": lambda: (
        len(held("tea")) == 16
        and held("tea").total == 27
        and held_out("tea", "words", TEA).unknown == 14
        and set(held("tea")) - lost("tea", "words", TEA) == {"，", "。"}
    ),
    "Subwords find `外婆`": lambda: (
        {"外婆", "茶叶", "慢慢"} <= set(of_text("tea")[1].trace.tokens[: of_text("tea")[1].merges(TEA)])
        and {"外婆", "茶叶", "慢慢"} <= set(subwords("tea", TEA, guides.load("why").cards[5].query["word"]))
    ),
    "They need 104": lambda: [held_out("tea", kind, TEA).tokens for kind in ("subwords", "characters")] == [104, 115],
    "both leave the same 9": lambda: (
        lost("tea", "subwords", TEA)
        == lost("tea", "characters", TEA)
        == {word for word in held("tea") if set(word) - set("".join(of_text("tea")[0].train))}
        and held_out("tea", "subwords", TEA).unknown == 9
    ),
    "a station's clock": lambda: subwords("zug", 200, "Bahnhofsuhr") == ("Bahnhof", "s", "uhr"),
    "you may guess the whole": Cited("Sennrich et al.", 2016),
    "not where a word has its seams": lambda: subwords("zug", 200, "Nachtbahn") == ("N", "acht", "bahn"),
    "Words miss new words": lambda: (
        lost("runner", "words", 115) == {word for word in held("runner") if word not in RUNNER.train} != set()
    ),
    "Characters miss only new characters": lambda: (
        lost("runner", "characters", 115)
        == {word for word in held("runner") if set(word) - set("".join(RUNNER.train))}
        == {"quiz"}
        and held_out("runner", "characters", 115).tokens > 2 * held_out("runner", "subwords", 115).tokens
    ),
    "Subwords miss the same": lambda: (
        lost("runner", "subwords", 115) == lost("runner", "characters", 115)
        and all(len(subwords("runner", 115, word)) == 1 for word in RUNNER.train)
        and all(len(subwords("runner", 115, word)) > 1 for word in held("runner") if word not in RUNNER.train)
    ),
}
TEA = 308
"""The size of the three vocabularies on the card about Chinese, which the page chooses."""


def held(name: str) -> Corpus:
    test = of_text(name)[0].test
    assert test is not None
    return test


def lost(name: str, kind: VocabularyKind, size: int) -> set[str]:
    """The held-out words that a vocabulary cannot write as a whole."""
    return {word for word in held(name) if None in of_text(name)[1].encode(kind, size, word)}


def rotations(characters: tuple[str, ...]) -> list[str]:
    """Words that have each of these characters once."""
    return ["".join((*characters[k:], *characters[:k])) for k in range(len(characters))]


def replayed(symbols: tuple[str, ...], merges: Iterable[tuple[str, str]]) -> list[str]:
    """The symbols of a word after all merges, one after the other, each from the left wherever its pair stands."""
    done = list(symbols)
    for left, right in merges:
        place = 0
        while place < len(done) - 1:
            if done[place : place + 2] == [left, right]:
                done[place : place + 2] = [left + right]
            place += 1
    return done


NAIVE = "Naïve cats, 2,016!"
CATS = "Three cats, 2,016!"
RECORDED = ("mixed", "emoji", "chinese")


def stages(name: str, text: str) -> dict[str, tuple[str, ...]]:
    """Return the output of each stage of a tokenizer by kind: of several of a kind the last."""
    return {stage.kind: stage.texts for stage in real(name).stages(text)}


def ids(name: str, text: str) -> tuple[int, ...]:
    return tuple(real(name).encode(text).ids)


def written(name: str, text: str) -> tuple[str, ...]:
    """The tokens of a text or pre-token, without those that the last stage puts around them."""
    return stages(name, text.removeprefix("▁"))["model"]


TOKENS: Claims = {
    "is only one stage of a tokenizer": lambda: (
        [real(name).model.algorithm for name in ("gpt", "bert", "t5")] == ["bpe", "wordpiece", "unigram"]
        and all(len(stages(name, NAIVE)) > 1 for name in ("gpt", "bert", "t5"))
    ),
    "Before it, the text is split": lambda: (
        len(pretokens("gpt", CATS)) == 8
        and list(stages("gpt", CATS)).index("pretokenizer") < list(stages("gpt", CATS)).index("model")
        and sum((tokens("gpt", one) for one in pretokens("gpt", CATS)), ()) == tokens("gpt", CATS)
    ),
    "Every token has a number": lambda: (
        len(ids("gpt", CATS)) == len(tokens("gpt", CATS)) and all(isinstance(one, int) for one in ids("gpt", CATS))
    ),
    "receives the ids": MEANS,
    "begins with a **normalizer**": lambda: (
        list(stages("bert", NAIVE)).index("normalizer") < list(stages("bert", NAIVE)).index("pretokenizer")
        and "".join(stages("bert", NAIVE)["normalizer"]) == "naive cats, 2,016!"
    ),
    "then drops the spaces": lambda: (
        len(pretokens("bert", NAIVE)) == 7
        and " " in "".join(stages("bert", NAIVE)["normalizer"])
        and not any(" " in one for one in pretokens("bert", NAIVE))
    ),
    "can't write `2`": lambda: (
        tokens("bert", NAIVE).count("[UNK]") == 3
        and all(tokens("bert", one)[1:-1] == ("[UNK]",) for one in ("2", "016", "!"))
    ),
    "BERT splits at spaces": lambda: (
        all(pretokens("bert", f"a{mark}b c") == ("a", mark, "b", "c") for mark in punctuation)
        and pretokens("bert", "2,016") == ("2", ",", "016")
    ),
    "T5 splits at spaces alone": lambda: (
        all(pretokens("t5", f"a{mark}b c") == (f"▁a{mark}b", "▁c") for mark in punctuation)
        and pretokens("t5", "2,016") == ("▁2,016",)
    ),
    "never joins two": lambda: all(
        sum((written(name, one) for one in pretokens(name, text)), ()) == written(name, text)
        for name in ("gpt", "bert", "t5")
        for text in (NAIVE, "don't pay 2,016", "out at the rain", "lamps, lamps")
    ),
    "Now the **model** tokenizes": lambda: (
        sum((written("bert", one) for one in pretokens("bert", "lamps, lamps")), ()) == written("bert", "lamps, lamps")
    ),
    "takes the longest match": lambda: (
        longest_match("lamps", set(real("bert").vocabulary))
        == ["lam", "##p", "##s"]
        == [*tokens("bert", "lamps")[1:-1]]
    ),
    "of the same tokenizer decides": lambda: guides.load("tokens").cards[3].query["tokenizer"] == "bert",
    "The last stage puts": lambda: (
        list(stages("bert", "now"))[-1] == "postprocessor"
        and stages("bert", "now")["postprocessor"] == ("[CLS]", *stages("bert", "now")["model"], "[SEP]")
    ),
    "These are **special tokens**": MEANS,
    "a second `[CLS]`": lambda: tokens("bert", "Say [CLS] now") == ("[CLS]", "say", "[CLS]", "now", "[SEP]"),
    "Check what yours does": DOES,
    "**decodes** the text exactly": lambda: (
        all(back("gpt", text) == text for text in ("A prompt ", NAIVE, "ﬁne ①", "👩\u200d👩\u200d👧 你好\n"))
        and len(ids("gpt", "A prompt ")) == 6
    ),
    "gives back only `a prompt`": lambda: back("bert", "A prompt ") == "a prompt",
    "Look again at its stages": DOES,
    "The model decides how": lambda: (
        "".join(token.removeprefix("##") for token in tokens("bert", "a prompt")[1:-1]) == "aprompt"
        and tokens("bert", "a prompt") == tokens("bert", "A prompt ")
    ),
    "The normalizer lowercases": lambda: (
        "".join(stages("bert", "A prompt ")["normalizer"]).rstrip() == "a prompt"
        and pretokens("bert", "A prompt ") == ("a", "prompt")
    ),
    "can't be told apart": lambda: ids("bert", "A prompt ") == ids("bert", "a prompt"),
    "They are gone before there are ids": lambda: (
        pretokens("bert", "A prompt ") == pretokens("bert", "a prompt")
        and ids("bert", "A prompt ") == ids("bert", "a prompt")
    ),
    "There is no `[UNK]`": lambda: "[UNK]" not in tokens("bert", "A prompt "),
    "use **BPE** over bytes": lambda: (
        [algorithm_of(name) for name in ("gpt-2", "gpt-4", "llama-3", "bert")] == [*["BPE"] * 3, "WordPiece"]
        and all(
            any(is_part_of_a_character(piece) for text in RECORDED for piece in recorded.load(text, name).pieces)
            for name in ("gpt-2", "gpt-4", "llama-3")
        )
    ),
    "XLM-R uses **Unigram**": Cited("Conneau et al.", 2020),
    "is a library, not an algorithm": Cited("Kudo & Richardson", 2018),
    "Llama 2 uses its BPE": Cited("Touvron et al.", 2023),
    "`é` has two spellings": lambda: len("\u00e9") == 1 and unicodedata.normalize("NFD", "\u00e9") == "e\u0301",
    "**NFC** joins the two": lambda: (
        unicodedata.normalize("NFC", "cafe\u0301") == "caf\u00e9"
        and tokens("t5", "cafe\u0301") == tokens("t5", "caf\u00e9")
        and tokens("gpt", "cafe\u0301") != tokens("gpt", "caf\u00e9")
    ),
    "T5 uses **NFKC**": lambda: (
        pretokens("t5", "ﬁne") == ("▁fine",)
        and unicodedata.normalize("NFKC", "ﬁ") == "fi"
        and unicodedata.normalize("NFC", "ﬁ") == "ﬁ"
    ),
    "Decoding gives `fine`": lambda: back("t5", "ﬁne") == "fine",
    "each can change what comes out": lambda: (
        len(set(stages("bert", NAIVE).values())) == len(stages("bert", NAIVE)) - 1  # what is added finds nothing here
    ),
    "GPT-4's pattern takes at most three digits": lambda: split_by("cl100k", "a 1234") == ["a", " ", "123", "4"],
}


def algorithm_of(name: str) -> str:
    """Return the algorithm of a recorded tokenizer."""
    return next(one.algorithm for one in recorded.tokenizers() if one.name == name)


def is_part_of_a_character(piece: bytes) -> bool:
    try:
        piece.decode()
    except UnicodeDecodeError:
        return True
    return False


def longest_match(word: str, vocabulary: Set[str], unknown: str = "[UNK]") -> list[str]:
    """The tokens of a word: each the longest that the rest of the word begins with."""
    found: list[str] = []
    rest = word
    while rest:
        mark = "##" if found else ""
        sizes = [size for size in range(len(rest), 0, -1) if mark + rest[:size] in vocabulary]
        if not sizes:
            return [unknown]
        found.append(mark + rest[: sizes[0]])
        rest = rest[sizes[0] :]
    return found


PROMPT = "out at the "
TWINS = "In the evening she drank her tea and looked out at the rain.", "傍晚她喝着茶，看着外面的雨。"


def renamed(symbol: str) -> str:
    """A symbol with other letters, so that it means nothing; the end-of-word mark stays."""
    return symbol.removesuffix("</w>").translate(str.maketrans("lowernstid", "qxzvkyjuch")) + (
        "</w>" if symbol.endswith("</w>") else ""
    )


CONSEQUENCES: Claims = {
    "There are 3.": lambda: "strawberry".count("r") == 3,
    "This tokenizer makes 7": SHOWN,
    "its `r` is not to be seen": lambda: "ber" in tokens("gpt", "strawberry"),
    "do not contain the spelling": lambda: all(type(one) is int for one in real("gpt").encode("strawberry").ids),
    "Spelled out": lambda: (
        tokens("gpt", " ".join("strawberry")) == ("s", *(f"Ġ{letter}" for letter in "trawberry"))
        and tokens("gpt", " ".join("strawberry")).count("Ġr") == 3
    ),
    "what a word means plays no part": lambda: (
        all(step.count == max(spelled().pairs(k).values()) for k, step in enumerate(spelled()))
        and bpe.train(Corpus({renamed(word): n for word, n in spelled().corpus.items()}), rules="sennrich").merges
        == [(renamed(left), renamed(right)) for left, right in spelled().merges]
    ),
    "the earliest goes first": lambda: all(
        step.rank == min(one.rank for one in step.candidates if one.rank is not None)
        for word in ("lowest", "newer", "wider")
        for step in spelled().model().explain(word)
    ),
    "takes up to 3 digits": lambda: split_by("cl100k", "1234567") == ["123", "456", "7"],
    "We group from the right": lambda: f"{1234567:,}" == "1,234,567",
    "need not meet": lambda: split_by("cl100k", "1234567")[0] == "123" and split_by("cl100k", "234567")[0] == "234",
    "Commas split the digits": lambda: split_by("cl100k", "1,234,567") == ["1", ",", "234", ",", "567"],
    "With them, GPT-4": Cited("Singh and Strouse", 2024),
    "Many services charge": Cited("Ahia et al.", 2023),
    "With merges learned from **English**": lambda: in_bytes(TWINS[1], "lighthouse") > in_bytes(TWINS[0], "lighthouse"),
    "Learned from **Chinese**": lambda: in_bytes(TWINS[1], "tea") < in_bytes(TWINS[0], "tea"),
    "decides who pays more": lambda: (
        [in_bytes(TWINS[0], one) > in_bytes(TWINS[1], one) for one in ("lighthouse", "tea")] == [False, True]
    ),
    "`Ġ` writes a space": MEANS,
    "In running text the space belongs": lambda: tokens("gpt", PROMPT) == ("out", "Ġat", "Ġthe", "Ġ"),
    "Here the last space": lambda: tokens("gpt", PROMPT)[-1] == "Ġ",
    "has to follow without a space": lambda: (
        tokens("gpt", "rain") == ("r", "ain") and tokens("gpt", PROMPT + "rain")[-2:] == ("Ġr", "ain")
    ),
    "So leave the space": DOES,
    "share no token": lambda: (
        not set(tokens("gpt", "the")) & set(tokens("gpt", " The"))
        and not set(tokens("gpt", "the")) & set(tokens("gpt", " THE"))
        and not set(tokens("gpt", " The")) & set(tokens("gpt", " THE"))
    ),
    "A normalizer that lowercases": lambda: len(set(tokens("bert", "the The THE")[1:-1])) == 1,
    "After 15 merges": lambda: len(spelled().symbols(15)) == 4 == len(spelled().corpus),
    "the other 22 only helped": lambda: len(set(spelled().vocabulary(15)) - set(spelled().symbols(15))) == 22,
    "uses none of them": lambda: (
        {token for word in spelled().corpus for token in spelled().model(15).encode(word)} == set(spelled().symbols(15))
    ),
    "Real vocabularies have such leftovers": Cited("Land and Bartolo", 2024),
    "Other tokens were frequent": Cited("Land and Bartolo", 2024),
    "Both kinds can make": Cited("Land and Bartolo", 2024),
    "A model sees ids": lambda: all(type(one) is int for one in ids("gpt", "strawberry 2016")),
    "as these cards showed": lambda: all(
        callable(claim := CONSEQUENCES[phrase]) and claim()
        for phrase in ("Spelled out", "need not meet", "decides who pays more", "has to follow without a space")
    ),
    "Whether an answer is true": DOES,
}

CHOOSING: Claims = {
    "Here a larger vocabulary makes": lambda: all(
        measured("fertility", slot, 60, is_new=is_new) > measured("fertility", slot, 480, is_new=is_new)
        for slot in USUAL
        for is_new in (False, True)
    ),
    "From size 60 to 480": SHOWN,
    "But each token is a row": MEANS,
    "BERT has 30,000": Cited("Devlin et al.", 2019),
    "XLM-R has 250,000": Cited("Conneau et al.", 2020),
    "Move the size in the sidebar": DOES,
    "it keeps nearly every word whole": lambda: (
        len(of_story(UNIGRAM, 240).vocabulary or ()) == len(of_story(BPE, 240).vocabulary or ()) == 240
        and sum(
            len(of_story(UNIGRAM, 240).encode(word)) > 1
            for word in Corpus.from_text(examples.load("lighthouse").text or "", "words")
        )
        <= 5  # of 217
    ),
    "On a new sentence": lambda: (
        measured("fertility", UNIGRAM, 240, is_new=True) > measured("fertility", BPE, 240, is_new=True)
        and measured("fertility", UNIGRAM, 240) < measured("fertility", BPE, 240)
    ),
    "and behind on the new one": lambda: all(
        (measured("fertility", UNIGRAM, 240, is_new=is_new) > measured("fertility", BPE, 240, is_new=is_new)) is is_new
        for is_new in (False, True)
    ),
    "**Measure on held-out text": DOES,
    "The story has no `q`": lambda: "q" not in (examples.load("lighthouse").text or "").lower(),
    "lose one character of `quiet`": lambda: all(
        of_story(slot, 240).encode("quiet") == list("quiet")
        and [one in (vocabulary(of_story(slot, 240)) or ()) for one in "quiet"] == [False, True, True, True, True]
        for slot in (BPE, UNIGRAM)
    ),
    "Few tokens per word": lambda: of_story(WORDPIECE, 240).encode("quiet") == ["[UNK]"],
    "says how evenly": lambda: (
        math.isclose(renyi([5, 5, 5, 5], size=4), 1)
        and renyi([5, 5, 5, 5], size=8) < 1
        and renyi([9**9, 1, 1, 1], size=4) < renyi([7, 5, 4, 4], size=4) < 1
    ),
    "so by this measure 60 beats 480": lambda: measured("renyi", BPE, 60) > measured("renyi", BPE, 480),
    "It went along": Cited("Zouhar et al.", 2023),
    "a worse tokenizer can raise it": Cited("Cognetta et al.", 2024),
    "In the new sentence BPE places": lambda: (
        (
            (found := boundaries(BPE, UNIGRAM, 240)).shared,
            found.left,
            found.right,
        )
        == (20, 22, 23)
    ),
    "2 × 20 / (22 + 23)": lambda: boundaries(BPE, UNIGRAM, 240).f1 == Fraction(2 * 20, 22 + 23),
    "BPE and WordPiece share 17": lambda: boundaries(BPE, WORDPIECE, 240).shared == 17,
    "how alike two tokenizers are": MEANS,
    "Held against seams": MEANS,
    "36 symbols": lambda: symbols_left() == 36 == greedy().total_symbols[0],
    "They leave 24": lambda: (
        greedy().tie_sizes[0] == 1
        and symbols_left(*greedy().merges) == 24 == greedy().total_symbols[2]
        and {n for (one, _), n in every_two_merges().items() if one == greedy().merges[0]} >= {24}
        and min(n for (one, _), n in every_two_merges().items() if one == greedy().merges[0]) == 24
    ),
    "on paper: 22": lambda: symbols_left(("a", "b"), ("c", "d")) == 22 == min(every_two_merges().values()),
    "greedy is not always best": lambda: min(every_two_merges().values()) < symbols_left(*greedy().merges),
    "To find the best merges is NP-hard": Cited("Kozma and Voderholzer", 2024),
    "**Dropout** leaves out": MEANS,
    "in several segmentations": lambda: len(dropped(0.1)) > 1,
    "This made translation": Cited("Provilkov et al.", 2020),
    "Set the probability to 0": lambda: len(dropped(0)) == 1,
    "used their trained model": Cited("Provilkov et al.", 2020),
    "Choose the size by your data": DOES,
}
