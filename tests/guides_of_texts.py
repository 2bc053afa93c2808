"""Computations for the lessons on texts and on choosing, and claims of their sentences; see test_guides_claims.py."""

import math
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from string import punctuation

from tokenizers import decoders

from tokviz import bpe, examples, guides, recorded
from tokviz.compare.comparison import USUAL, ComparedCorpus, Engine, Slot, opening_split
from tokviz.compare.comparison import held_out as held_out_text
from tokviz.compare.measures import MEASURES, renyi
from tokviz.compare.reading import Reading, vocabulary
from tokviz.compare.spans import Model
from tokviz.compare.three_vocabularies import RULES, RUNNER, Measure, TrainTest, Vocabularies, VocabularyKind, hold_out
from tokviz.corpus import Corpus
from tokviz.files.pipeline import Pipeline
from tokviz.location import site
from tokviz.pretokenize import with_alternatives
from tokviz.state.bytes import TWINS as SENTENCE_IN_BOTH
from tokviz.views.compare.three_vocabularies import telling

DOES = "tells the reader what to do or to look at"
MEANS = "defines a word, or says what a thing of this kind is"
THINK = "says what we think, or what is probable, in these words"


@dataclass(frozen=True)
class Cited:
    """A claim of another's text: the card or note names the author and the year.

    Compared with the source: Vaswani (Attention Is All You Need, sections 3 and 3.4, table 1), Sennrich (Neural Machine
    Translation of Rare Words with Subword Units, sections 1 and 3), Schuster & Nakajima (Japanese and Korean Voice
    Search), Devlin 2018 (README of google-research/bert; the guide to subword tokenizers of TensorFlow Text says that
    its generator follows the top-down one of BERT), Apple (Technical Note TN1150), Hugging Face (LLM Course, 6.6).

    Compared with the abstract, or with the passage as others quote it: Gage (A New Algorithm for Data Compression),
    Dempster, Laird & Rubin (Maximum Likelihood from Incomplete Data via the EM Algorithm), Kudo (Subword
    Regularization), Kudo & Richardson (SentencePiece), Radford (Language Models are Unsupervised Multitask Learners,
    section 2.2), Provilkov (BPE-Dropout), Touvron (Llama 2), Singh & Strouse (Tokenization Counts), Ahia (Do All
    Languages Cost the Same?), Land & Bartolo (Fishing for Magikarp), Rumbelow & Watkins (SolidGoldMagikarp, three
    posts), Devlin 2019 (BERT), Conneau (Unsupervised Cross-lingual Representation Learning at Scale, table 7), Zouhar
    (Tokenization and the Noiseless Channel), Cognetta (Two Counterexamples to it), Kozma & Voderholzer (Theoretical
    Analysis of Byte-Pair Encoding), Zhang (Counting Ability of Large Language Models and Impact of Tokenization),
    Yehudai (When Can Transformers Count to n?), Foroutan (Parity-Aware Byte-Pair Encoding), Chizhov (BPE Gets Picky),
    Lian (Scaffold-BPE), Liu (SuperBPE), Schmidt (Boundless Byte Pair Encoding), Python (What's New in
    Python 3.7), TensorFlow (the guide to subword tokenizers of TensorFlow Text).
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
    """Return the split and the vocabularies that `/why` learns from an example."""
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


def measured_sentences() -> set[str]:
    """The sentences that cards of lesson "choosing" give in their links, to be measured by tokenizers of the story."""
    queries = [card.query for card in guides.load("choosing").cards]
    return {query["text"] for query in queries if query.get("view") == "measures" and "held" not in query}


def reading(slot: str, size: int, *, is_new: bool = False) -> Reading:
    """Return the splits of the story, or of the sentence of the cards, cut at whitespace as on the page."""
    (sentence,) = measured_sentences()
    new = held_out_text(sentence)
    assert new is not None
    text = new if is_new else story().source.text
    return story().reading(story().tokenizer(Slot.of(slot), size, slot), text)


def measured(measure: str, slot: str, size: int, *, is_new: bool = False) -> float:
    """A measure on the story, or on the sentence that the page holds out."""
    return float(MEASURES[measure](reading(slot, size, is_new=is_new)) or 0)


@cache
def in_bytes(text: str, example: str) -> int:
    """Count the tokens of a text after 300 merges over bytes, learned from an example."""
    corpus = Corpus.from_text(examples.load(example).text or "", "gpt2")
    trace = bpe.train(corpus, merges=300, rules=bpe.PRESETS["minbpe"])
    return len(trace.model(pretokenizer="gpt2", encoding=bpe.ENCODINGS["minbpe"]).encode(text))


@cache
def all_bytes(corpus: Corpus) -> bpe.Trace:
    """Return the first merges over bytes of a corpus."""
    return bpe.train(corpus, merges=50, rules=bpe.PRESETS["minbpe"])


def is_known_over_bytes(text: str, corpus: Corpus) -> bool:
    """Tell if BPE over bytes, trained on a corpus, writes a text and reads it back.

    It writes with its own tokens.
    """
    model = all_bytes(corpus).model(encoding=bpe.ENCODINGS["minbpe"])
    found = model.encode(text)
    return set(found) <= set(all_bytes(corpus).vocabulary()) and model.decode(found) == text


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


@cache
def spelled() -> bpe.Trace:
    return bpe.train(examples.load("sennrich").corpus, rules="sennrich")


# -- sentence by sentence ----------------------------------------------------------------------------------------------

ASKED = ("street", "talks", "thinker")
"""The words that a card asks about."""

WHY: Claims = {
    "entries of its **vocabulary**": MEANS,
    "Ours has room for 34": lambda: (
        of_text("runner")[1].usual == of_text("runner")[1].members("words", 34) == 34 and len(RUNNER.train) == 44
    ),
    "The rarest words stay out": lambda: (
        max(RUNNER.train[word] for word in left_out())
        <= min(RUNNER.train[word] for word in set(RUNNER.train) - left_out())
    ),
    "`running` is one of them": lambda: (
        "running" in left_out() and of_text("runner")[1].encode("words", 34, "running") == (None,)
    ),
    "The page set 31 words": lambda: held("runner").total == 31,
    "Some of them also occur in what was left": lambda: (
        not held("runner").keys() <= RUNNER.train.keys() and len(held("runner").keys() & RUNNER.train.keys()) > 1
    ),
    "Choose an answer first": DOES,
    "Then open **The text**": DOES,
    "two of the three aren't in that text": lambda: (
        [one in RUNNER.train for one in ASKED] == [True, False, False] and {*ASKED} <= held("runner").keys()
    ),
    "at place 24, so it is on the list": lambda: of_text("runner")[1].rank("street") == 24 <= 34,
    "It loses `talks` and `thinker`": lambda: {*ASKED} & lost("runner", "words", 34) == {"talks", "thinker"},
    "this occurrence wasn't used": MEANS,
    "`street` occurs in the training text as well": lambda: RUNNER.train["street"] > 0 < held("runner")["street"],
    "loses 9 of the 31 held-out words": lambda: (
        (held_out("runner", "words", 34).unknown, held("runner").total) == (9, 31) and f"{9 / 31:.1%}" == "29.0%"
    ),
    "All 9 become the same token": lambda: (
        {of_text("runner")[1].encode("words", 34, word) for word in lost("runner", "words", 34)} == {(None,)}
        and held_out("runner", "words", 34).unknown == 9
    ),
    "gets the same input both times": lambda: (
        of_text("runner")[1].encode("words", 34, "thinker") == of_text("runner")[1].encode("words", 34, "running")
        and "thinker" in held("runner")
    ),
    "It can't give back the word": lambda: of_text("runner")[1].encode("words", 34, "thinker") == (None,),
    "Characters need 17 entries": lambda: (
        of_text("runner")[1].members("characters", 34) == 17
        and lost("runner", "characters", 34) == {"quiz"}
        and [one for one in "quiz" if one not in "".join(RUNNER.train)] == ["q", "z"]
    ),
    "But texts get long": lambda: (
        [f"{held_out('runner', kind, 34).tokens_per_word:.2f}" for kind in ("characters", "words")] == ["4.13", "1.00"]
    ),
    "A transformer compares tokens": Cited("Vaswani et al.", 2017),
    "about four times the comparisons": Cited("Vaswani et al.", 2017),
    "Each entry is a row of numbers": lambda: (
        f"{30_522 * 768 / (parameters(30_522, positions=512) + 768):.1%}" == "21.4%"  # and a second type of segments
        and next(one.size for one in recorded.tokenizers() if one.name == "bert") == 30_522
    ),
    "A rare word gives its row few examples": lambda: RUNNER.train["running"] == 1,
    "a list of all training words loses held-out ones": lambda: (
        of_text("runner")[1].members("words", 115) == len(RUNNER.train)
        and held_out("runner", "words", 115).unknown == 7
    ),
    "**Subwords** keep some frequent words whole": lambda: (
        subwords("runner", 34, "runner") == ("runner",)
        and RUNNER.train["runner"] == 14
        and len([word for word in of_text("runner")[1].words[:10] if len(subwords("runner", 34, word)) == 1]) > 1
    ),
    "The others are spelled from parts": lambda: (
        all(None not in subwords("runner", 34, word) for word in RUNNER.train)
        and subwords("runner", 34, "running") == ("run", "n", "ing")
    ),
    "With 34 entries, that makes": lambda: (
        f"{held_out('runner', 'subwords', 34).tokens_per_word:.2f}" == "2.06"
        and of_text("runner")[1].members("subwords", 34) == 34
    ),
    "As with characters, only `quiz`": lambda: (
        lost("runner", "subwords", 34) == lost("runner", "characters", 34) == {"quiz"}
    ),
    "German builds long words from parts": Cited("Sennrich et al.", 2016),
    "Here `schnelleren`": lambda: (
        subwords("zug", 200, "schnelleren") == ("schnell", "er", "en") and "schnelleren" in telling(*of_text("zug"))
    ),
    "you may guess the whole": Cited("Sennrich et al.", 2016),
    "The new word `Nachtbahn`": lambda: (
        subwords("zug", 200, "Nachtbahn") == ("N", "acht", "bahn")
        and "Nachtbahn" not in of_text("zug")[0].train
        and guides.load("why").cards[6].query["word"] == "Nachtbahn"
    ),
    "joined a pair that occurred at least twice": lambda: min(step.count for step in german_merges()) == 2,
    "`Nacht` occurs in one word of the training text, once": lambda: (
        [(word, count) for word, count in of_text("zug")[0].train.items() if "Nacht" in word] == [("Nachtzug", 1)]
        and all(step.count == max(of_text("zug")[1].trace.pairs(k).values()) for k, step in enumerate(german_merges()))
    ),
    "`Bahnhof` has more letters": lambda: len("Bahnhof") > len("Nacht") and "Bahnhof" in german_tokens(),
    "It was trained on this German text alone": lambda: (
        {"uhr", "bahn"} <= german_tokens()
        and all(any(token in word for word in of_text("zug")[0].train) for token in german_tokens())
    ),
    "a stretch between punctuation marks, or a mark": lambda: (
        not any(one.isspace() and one != "\n" for one in examples.load("tea").text or "")
        and all(is_punctuation(word) or not any(map(is_punctuation, word)) for word in (*held("tea"), *trained("tea")))
    ),
    "the list knows only the comma and the full stop": lambda: (
        held("tea").total == 27
        and held_out("tea", "words", TEA).unknown == 14
        and held("tea").keys() - lost("tea", "words", TEA) == {"，", "。"}
    ),
    "Subwords find `外婆`": lambda: (
        {"外婆", "茶叶"} <= set(of_text("tea")[1].trace.tokens[: of_text("tea")[1].merges(TEA)])
        and {"外婆", "茶叶"} <= set(subwords("tea", TEA, guides.load("why").cards[7].query["word"]))
    ),
    "Still, 9 with new characters are unknown": lambda: (
        lost("tea", "subwords", TEA)
        == lost("tea", "characters", TEA)
        == {word for word in held("tea") if set(word) - set("".join(of_text("tea")[0].train))}
        and held_out("tea", "subwords", TEA).unknown == 9
    ),
    "Words lose new words": lambda: (
        lost("runner", "words", 115) == {word for word in held("runner") if word not in RUNNER.train} != set()
    ),
    "Characters lose only new characters": lambda: (
        lost("runner", "characters", 115)
        == {word for word in held("runner") if set(word) - set("".join(RUNNER.train))}
        == {"quiz"}
        and held_out("runner", "characters", 115).tokens > 2 * held_out("runner", "subwords", 115).tokens
    ),
    "Subwords lose no more": lambda: (
        lost("runner", "subwords", 115) == lost("runner", "characters", 115)
        and held_out("runner", "subwords", 115).tokens < held_out("runner", "characters", 115).tokens
    ),
    "Next: how the parts are found": lambda: guides.load("why").next == "bpe",
    "here words have the fewest tokens per word": lambda: (
        held_out("runner", "words", 115).tokens
        < min(held_out("runner", kind, 115).tokens for kind in ("characters", "subwords"))
    ),
    "A name that training never saw isn't on the list": lambda: (
        set(of_text("runner")[1].words) == set(RUNNER.train)
        and of_text("runner")[1].encode("words", of_text("runner")[1].most, "heparin") == (None,)
    ),
    "would become the same unknown token": lambda: (
        {of_text("runner")[1].encode("words", 115, name) for name in ("heparin", "warfarin", "zolpidem")} == {(None,)}
    ),
    "A list takes words of any length": lambda: (
        of_text("runner")[1].encode("words", 34, "sleeping") == ("sleeping",) and len("sleeping") > len("quiz")
    ),
    "So is `talks`, but it can be spelled": lambda: (
        "talks" not in of_text("runner")[1].trace.tokens and None not in subwords("runner", 115, "talks")
    ),
    "115 entries are all that this text can teach": lambda: (
        of_text("runner")[1].most == 115
        and "quiz" in lost("runner", "subwords", 115)
        and not any(one in token for token in of_text("runner")[1].trace.tokens for one in "qz")
    ),
    "Subwords are built from the characters": lambda: (
        set("".join(of_text("runner")[1].trace.tokens)) <= set("".join(RUNNER.train))
    ),
    "The lesson on bytes removes this limit": lambda: (
        is_known_over_bytes("quiz", RUNNER.train) and "256" in guides.load("bytes").cards[1].text["en"]
    ),
    "Its letters `q` and `z`": lambda: not set("qz") & set("".join(RUNNER.train)),
}


def is_punctuation(text: str) -> bool:
    return all(unicodedata.category(character).startswith("P") for character in text)


def trained(name: str) -> Corpus:
    """Return the words of the training text."""
    return of_text(name)[0].train


def left_out() -> set[str]:
    """Return the training words that are not among the 34 of the vocabulary of words."""
    return {word for word in RUNNER.train if of_text("runner")[1].encode("words", 34, word) == (None,)}


def german_merges() -> list[bpe.Step]:
    """Return the merges of the vocabulary on the card about German."""
    three = of_text("zug")[1]
    return list(three.trace)[: three.merges(200)]


def german_tokens() -> set[str]:
    return {step.token for step in german_merges()}


TEA = 308
"""The size of the three vocabularies on the card about Chinese, which the page chooses."""


def held(name: str) -> Corpus:
    test = of_text(name)[0].test
    assert test is not None
    return test


def lost(name: str, kind: VocabularyKind, size: int) -> set[str]:
    """The held-out words that a vocabulary cannot write as a whole."""
    return {word for word in held(name) if None in of_text(name)[1].encode(kind, size, word)}


def replayed(symbols: tuple[str, ...], merges: Iterable[tuple[str, str]]) -> list[str]:
    """The symbols of a word after all merges, one after the other, each from the left wherever its pair is."""
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
UMLAUT, SPELLED = "\u00fc", "u\u0308"
"""A letter in one character, and in two."""


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
        and texts_of("mixed", "bert")[1:6] == ("1", ",", "234", ",", "56")
    ),
    "splits at spaces alone": lambda: (
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
    "loses the capital and the last space": lambda: back("bert", "A prompt ") == "a prompt",
    "Look again at its stages": DOES,
    "joined, its tokens give back the pre-tokens": lambda: (
        pretokens("bert", "A prompt ") == ("a", "prompt")
        and all("".join(token.removeprefix("##") for token in written("bert", one)) == one for one in ("a", "prompt"))
        and (*written("bert", "a"), *written("bert", "prompt")) == written("bert", "A prompt ")
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
    "**BPE** over bytes": lambda: all(
        algorithm_of(name) == "BPE"
        and any(is_part_of_a_character(piece) for text in RECORDED for piece in recorded.load(text, name).pieces)
        for name in ("gpt-2", "gpt-4", "gpt-4o", "llama-3", "qwen")
    ),
    "**WordPiece**: BERT": lambda: algorithm_of("bert") == "WordPiece",
    "**Unigram**: T5": Cited("Hugging Face", 2026),
    "is a library, not an algorithm": Cited("Kudo and Richardson", 2018),
    "Llama 2 and Mistral 7B use its BPE": lambda: (
        [algorithm_of(name) for name in ("llama-2", "mistral-7b")] == ["BPE", "BPE"]
        and next(one.library for one in recorded.tokenizers() if one.name == "mistral-7b") == "sentencepiece"
        and all(recorded.load("english", name).texts[0] == "▁All" for name in ("llama-2", "mistral-7b"))
    ),
    "Even with the same algorithm": lambda: (
        recorded.load("strawberry", "gpt-4").pieces != recorded.load("strawberry", "gpt-4o").pieces
        and algorithm_of("gpt-4") == algorithm_of("gpt-4o")
    ),
    "`ü` has two spellings": lambda: len(UMLAUT) == 1 and unicodedata.normalize("NFD", UMLAUT) == SPELLED,
    "**NFC** joins the two": lambda: (
        unicodedata.normalize("NFC", SPELLED) == unicodedata.normalize("NFC", UMLAUT) == UMLAUT
        and guides.load("tokens").cards[7].query["text"] == f"f{SPELLED}r f{UMLAUT}r ﬁne"
        and tokens("t5", f"f{SPELLED}r") == tokens("t5", f"f{UMLAUT}r")
        and "<unk>" not in tokens("t5", f"f{UMLAUT}r")
        and tokens("gpt", unicodedata.normalize("NFC", SPELLED)) == tokens("gpt", UMLAUT) != tokens("gpt", SPELLED)
    ),
    "This T5-style tokenizer uses **NFKC**": lambda: (
        all(
            "".join(stages("t5", text)["normalizer"]) == unicodedata.normalize("NFKC", text)
            for text in ("ﬁne", f"f{SPELLED}r f{UMLAUT}r ﬁne", "①½ℌ", "ﾊﾝ")
        )
        and unicodedata.normalize("NFKC", "ﬁ") == "fi"
        and unicodedata.normalize("NFC", "ﬁ") == "ﬁ"
    ),
    "Decoding gives `fine`": lambda: back("t5", f"f{SPELLED}r f{UMLAUT}r ﬁne") == f"f{UMLAUT}r f{UMLAUT}r fine",
    "each can change what comes out": lambda: (
        "".join(stages("bert", NAIVE)["normalizer"]) != NAIVE
        and "".join(stages("bert", NAIVE)["pretokenizer"]) != "".join(stages("bert", NAIVE)["normalizer"])
        and stages("bert", NAIVE)["model"] != stages("bert", NAIVE)["pretokenizer"]
        and stages("bert", NAIVE)["postprocessor"] != stages("bert", NAIVE)["model"]
        and list(stages("bert", NAIVE))[-4:] == ["normalizer", "pretokenizer", "model", "postprocessor"]
    ),
    "GPT-4's pattern takes at most three digits": lambda: (
        split_by("cl100k", "a 1234") == ["a", " ", "123", "4"]
        and all(max(map(len, split_by("cl100k", "7" * n))) == min(n, 3) for n in range(1, 20))
    ),
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
TWINS = tuple(SENTENCE_IN_BOTH.values())


CONSEQUENCES: Claims = {
    "These rows were recorded": lambda: all(one.library and one.version and one.date for one in recorded.tokenizers()),
    "GPT-4o reads `st` `raw` `berry`": lambda: (
        [texts_of("strawberry", name) for name in ("gpt-4o", "gpt-4", "bert")]
        == [("st", "raw", "berry"), ("str", "aw", "berry"), ("strawberry",)]
    ),
    "The model receives": MEANS,
    "Hover over a token": DOES,
    "Not for these: Gemma 3 and BERT": lambda: all(
        texts_of("strawberry", name) == ("strawberry",) for name in ("gemma-3", "bert")
    ),
    "GPT-4o gets 302, 1618 and 19772": lambda: recorded.load("strawberry", "gpt-4o").ids == (302, 1618, 19772),
    "None of these numbers shows an r": lambda: "r" not in "".join(map(str, recorded.load("strawberry", "gpt-4o").ids)),
    "An id doesn't contain the letters": lambda: all(type(one) is int for one in ids("gpt", "strawberry")),
    "the tokens join to the whole word": lambda: all(
        b"".join(recorded.load("strawberry", one.name).pieces) == b"strawberry" for one in recorded.tokenizers()
    ),
    "each `r` is a token.": lambda: (
        tokens("gpt", " ".join("strawberry")).count("Ġr") == 3
        and guides.load("consequences").cards[1].query["text"] == " ".join("strawberry")
        and not set(tokens("gpt", "strawberry")) <= set(tokens("gpt", " ".join("strawberry")))
    ),
    "Ask a chat program several times": DOES,
    "tokens were probably part of the trouble": Cited("Zhang et al.", 2024),
    "If not, they are probably not the main reason": THINK,
    "GPT-4 and Llama 3 get the same tokens": lambda: (
        texts_of("strawberry", "gpt-4") == texts_of("strawberry", "llama-3") == ("str", "aw", "berry")
    ),
    "Suppose that they give different answers": DOES,
    "The same tokens can't explain a difference": lambda: (
        recorded.load("strawberry", "gpt-4").pieces == recorded.load("strawberry", "llama-3").pieces
        and recorded.load("strawberry", "gpt-4").ids == recorded.load("strawberry", "llama-3").ids
    ),
    "Look for another reason: the training": DOES,
    "GPT-4 splits `1234567`": lambda: (
        split_by("cl100k", "1234567") == ["123", "456", "7"]
        and {"123", "456", "7"} <= set(texts_of("numbers", "gpt-4"))
        and max(map(len, split_by("cl100k", "9" * 100))) == 3
    ),
    "We group from the right": lambda: f"{1234567:,}" == "1,234,567",
    "improved the sums of GPT-4": Cited("Singh and Strouse", 2024),
    "Many services charge": Cited("Ahia et al.", 2023),
    "With merges trained on **English**": lambda: [in_bytes(one, "lighthouse") for one in TWINS] == [24, 42],
    "With merges trained on **Chinese**": lambda: in_bytes(TWINS[0], "tea") > in_bytes(TWINS[1], "tea") == 23,
    "in English it takes 13 tokens": lambda: (
        [len(texts_of("english", name)) for name in ("gpt-2", "qwen")] == [13, 13]
        and "equal in dignity" in sentence("english").text
        and "一律平等" in sentence("chinese").text
    ),
    "In Chinese, GPT-2 needs 36": lambda: (
        [len(texts_of("chinese", name)) for name in ("gpt-2", "qwen")] == [36, 12]
        and guides.load("consequences").cards[5].query["preset"] == "chinese"
    ),
    "choose Hindi above the rows": DOES,
    "Hover over its tokens": DOES,
    "not one of them has a Hindi letter": lambda: (
        not any("\u0900" <= letter <= "\u097f" for token in texts_of("hindi", "chinese-bert") for letter in token)
    ),
    "All 16 are `[UNK]`": lambda: (
        texts_of("hindi", "chinese-bert") == ("[UNK]",) * 16
        and min(length_of("hindi", one.name) for one in recorded.tokenizers()) == 16
    ),
    "Of the rows that lose nothing, Gemma 3": lambda: (
        min((len(one.tokens), one.tokenizer.name) for one in rows_of("hindi") if one.is_lossless) == (21, "gemma-3")
    ),
    "each becomes one `[UNK]`": lambda: (
        set(texts_of("hindi", "chinese-bert")) == {"[UNK]"}
        and all(piece.decode() in sentence("hindi").text for piece in recorded.load("hindi", "chinese-bert").pieces)
    ),
    "the smallest of all rows": lambda: (
        min(recorded.tokenizers(), key=lambda one: one.size).name == "chinese-bert"
        and round(size_of("chinese-bert"), -3) == 21_000
    ),
    "`Ġ` writes a space": lambda: (
        tokens("gpt", "at the") == ("at", "Ġthe") and decoders.ByteLevel().decode(["Ġ"]) == " "
    ),
    "In running text it belongs": lambda: tokens("gpt", PROMPT) == ("out", "Ġat", "Ġthe", "Ġ"),
    "The last space here is alone": lambda: tokens("gpt", PROMPT)[-1] == "Ġ",
    "the next word is tokenized differently": lambda: (
        tokens("gpt", PROMPT + "rain") == (*tokens("gpt", PROMPT)[:-1], "Ġr", "ain")
        and tokens("gpt", PROMPT + "rain") != (*tokens("gpt", PROMPT), *tokens("gpt", "rain"))
    ),
    "Leave that space to the model": DOES,
    "After 15 merges, each word is one token": lambda: (
        len(spelled()) == 15 and all(len(symbols) == 1 for symbols in spelled().words(15).values())
    ),
    "Of 26 tokens, the corpus still uses 4": lambda: (
        len(spelled().vocabulary(15)) == 26
        and len({token for word in spelled().corpus for token in corpus_tokens(word)}) == 4
    ),
    "Real vocabularies have such leftovers": Cited("Land and Bartolo", 2024),
    "Both can make": Cited("Land and Bartolo", 2024),
    "Tokens play a part in": lambda: all(
        callable(claim := CONSEQUENCES[phrase]) and claim()
        for phrase in (
            "each `r` is a token.",
            "GPT-4 splits `1234567`",
        )
    ),
    "change the tokens and keep the question": DOES,
    "A count doesn't show the tokens": lambda: (
        texts_of("strawberry", "gpt-4") == ("str", "aw", "berry") != texts_of("strawberry", "gpt-4o")
        and len(texts_of("strawberry", "gpt-4")) == len(texts_of("strawberry", "gpt-4o")) == 3
    ),
    "Change one thing at a time": DOES,
    "The question stays the same": lambda: (
        "".join(back("gpt", " ".join("Lyon")).split()) == back("gpt", "Lyon")
        and tokens("gpt", " ".join("Lyon")) != tokens("gpt", "Lyon")
    ),
    "If the error stays, tokens are probably": THINK,
    "Ask the same model": DOES,
}


def corpus_tokens(word: str) -> tuple[str, ...]:
    """Return a word of the corpus after all 15 merges."""
    return spelled().words(15)[word]


def texts_of(name: str, tokenizer: str) -> tuple[str, ...]:
    """Return the recorded tokens of a sentence."""
    return recorded.load(name, tokenizer).texts


def length_of(name: str, tokenizer: str) -> int:
    return len(texts_of(name, tokenizer))


def rows_of(name: str) -> list[recorded.Recorded]:
    """Return a recorded sentence by every tokenizer."""
    return [recorded.load(name, one.name) for one in recorded.tokenizers()]


LANGUAGE_SENTENCES = ("english", "german", "spanish", "russian", "chinese", "japanese", "arabic", "hindi")
"""The recorded sentence that is the same in each language."""


def sentence(name: str) -> recorded.Sentence:
    return next(one for one in recorded.sentences() if one.name == name)


BERRY = ("gpt-2", "gpt-4o")
"""Recorded tokenizers in which a token has different ids."""
GERMAN = "Die Lampe stand auf dem Fels, und der Mann las einen Brief."
STORY = Corpus.from_text(examples.load("lighthouse").text or "", "words")

CHOOSING: Claims = {
    "**If you fine-tune a model, keep its tokenizer**, unless": DOES,
    "a row of numbers per id": Cited("Vaswani et al.", 2017),
    "Hover over `berry`: its id is `8396`": lambda: (
        [
            dict(zip(texts_of("strawberry", one), recorded.load("strawberry", one).ids, strict=True))["berry"]
            for one in BERRY
        ]
        == [8396, 19772]
    ),
    "The other tokenizer leads to wrong rows": lambda: (
        len({recorded.load("strawberry", one).ids[-1] for one in BERRY}) == 2
        and len({texts_of("strawberry", one)[-1] for one in BERRY}) == 1
    ),
    "Its ids would point to rows": lambda: (
        sum(real("llama").vocabulary[token] != real("gpt").vocabulary[token] for token in in_both())
        > len(in_both()) * 0.9
    ),
    "The model has no rows for the additional ids": lambda: (
        size_of("gpt-4o") > size_of("llama-3")
        and [texts_of("strawberry", one)[-1] for one in ("gpt-4o", "llama-3")] == ["berry", "berry"]
        and [recorded.load("strawberry", one).ids[-1] for one in ("gpt-4o", "llama-3")] == [19772, 15717]
    ),
    "add tokens for Burmese": DOES,
    "Keep its own; plan": DOES,
    "For a new model, train a tokenizer": DOES,
    "These were trained on an English story": lambda: {"the", "and", "she", "of", "was"} <= STORY.keys(),
    "There, BPE has 1.205": lambda: round(measured("fertility", BPE, 480), 3) == 1.205,
    "On the held-out German sentence": lambda: (
        german("fertility") == 3
        and german("unknown") > 0
        and guides.load("choosing").cards[1].query["held"] == GERMAN
        and measured("unknown", BPE, 480) == 0
    ),
    "Each token has a row of numbers": Cited("Conneau et al.", 2020),
    "In XLM-R base these are `250,002 × 768`": lambda: (
        round(250_002 * 768 / 10**6) == 192
        and round(parameters(250_002) / 10**6) == 278
        and round(100 * 250_002 * 768 / parameters(250_002), 1) == 69.1
    ),
    "So a small model with a large vocabulary can be": lambda: parameters(250_000) / 2 < 250_000 * 768,
    "Rare tokens give their rows few examples": lambda: (
        min(reading(BPE, 480).token_counts.values()) == 1 < max(reading(BPE, 480).token_counts.values())
    ),
    "so fewer tokens are fewer steps": Cited("Vaswani et al.", 2017),
    "At size 60, BPE has 4.000": lambda: (
        round(measured("fertility", BPE, 60, is_new=True), 3) == 4
        and guides.load("choosing").cards[3].query["size"] == "60"
    ),
    "But each step scores the whole vocabulary": Cited("Vaswani et al.", 2017),
    "Here it is the other way round: at 480": lambda: all(
        measured("fertility", slot, 480, is_new=is_new) < measured("fertility", slot, 60, is_new=is_new)
        for slot in USUAL
        for is_new in (False, True)
    ),
    "BPE saves less from 240 to 480": lambda: saved(240, 480) < saved(60, 240),
    "Later tokens shorten the text less": lambda: (
        (counts := [step.count for step in bpe_on_story()]) == sorted(counts, reverse=True)
        and counts[0] > counts[-1]
        and all(parameters(size + 1) - parameters(size) == 768 for size in (60, 240, 480))
    ),
    "the same at every size in this lesson": lambda: (
        len({measured("unknown", slot, size, is_new=True) for slot in USUAL for size in (60, 240, 480)}) == 1
    ),
    "The story has no `q`": lambda: not any("q" in word.lower() for word in STORY),
    "lose one character of `quiet`": lambda: all(
        of_story(slot, 240).encode("quiet") == list("quiet")
        and [one in (vocabulary(of_story(slot, 240)) or ()) for one in "quiet"] == [False, True, True, True, True]
        for slot in (BPE, UNIGRAM)
    ),
    "WordPiece takes the longest match": lambda: (
        of_story(WORDPIECE, 240).encode("lamp") == ["lamp"]
        and of_story(WORDPIECE, 240).encode("lamps")
        == longest_match("lamps", set(vocabulary(of_story(WORDPIECE, 240)) or ()))
        == ["lamp", "##s"]
    ),
    "Bytes as the alphabet": lambda: all(is_known_over_bytes(text, STORY) for text in ("quiet", "🦙茶é\0")),
    "says how evenly": lambda: (
        math.isclose(renyi([5, 5, 5, 5], size=4), 1)
        and renyi([5, 5, 5, 5], size=8) < 1
        and renyi([9**9, 1, 1, 1], size=4) < renyi([7, 5, 4, 4], size=4) < 1
    ),
    "BPE has 0.842 at size 60 and less at larger sizes": lambda: (
        round(measured("renyi", BPE, 60), 3) == 0.842
        and (values := [measured("renyi", BPE, size) for size in range(60, 481, 60)]) == sorted(values, reverse=True)
    ),
    "It went along": Cited("Zouhar et al.", 2023),
    "a worse tokenizer can raise it": Cited("Cognetta et al.", 2024),
    "They leave 24": lambda: (
        symbols_left(*greedy().merges) == 24 == greedy().total_symbols[2]
        and {n for (one, _), n in every_two_merges().items() if one == greedy().merges[0]} >= {24}
        and min(n for (one, _), n in every_two_merges().items() if one == greedy().merges[0]) == 24
        and guides.load("choosing").cards[6].query["corpus"]
        == ", ".join(f"{one} {n}" for one, n in THREE_WORDS.items())
    ),
    "on paper: 22": lambda: symbols_left(("a", "b"), ("c", "d")) == 22 == min(every_two_merges().values()),
    "greedy isn't always best": lambda: min(every_two_merges().values()) < symbols_left(*greedy().merges),
    "it saves at least a third": Cited("Kozma and Voderholzer", 2024),
    "At size 219, Unigram has fewer": lambda: all(
        (measured("fertility", UNIGRAM, 219, is_new=is_new) > measured("fertility", BPE, 219, is_new=is_new)) is is_new
        for is_new in (False, True)
    ),
    "Train a small model with each": DOES,
    "**Fine-tuning:** keep": DOES,
    "**Text:** your domains": DOES,
    "**Alphabet:** bytes": lambda: all(is_known_over_bytes(text, STORY) for text in ("quiet", "🦙茶é\0")),
    "**Size:** weigh": DOES,
    "**Measure:** on held-out": DOES,
    "**Decide:** by a test": DOES,
    "In a small model most parameters could be rows": lambda: parameters(250_000) / 2 < 250_000 * 768,
    "are each decided for this task": DOES,
    "Train on chats in both": DOES,
    "a Thai letter takes three bytes": lambda: (
        {len(chr(n).encode()) for n in range(0x0E01, 0x0E2F)} == {3} and is_known_over_bytes("ไทย", STORY)
    ),
    "`quiet` is one token for WordPiece here": lambda: of_story(WORDPIECE, 240).encode("quiet") == ["[UNK]"],
    "Read the share of unknown words as well": DOES,
    "A may count unknown words as one token each": lambda: (
        len(of_story(WORDPIECE, 240).encode("quiet")) < len(of_story(BPE, 240).encode("quiet"))
    ),
    "Training text can look too good": lambda: all(
        measured("fertility", slot, 240) < measured("fertility", slot, 240, is_new=True) for slot in (BPE, UNIGRAM)
    ),
    "so each of them is one step more": Cited("Vaswani et al.", 2017),
}


def in_both() -> set[str]:
    """Return the tokens that two of the tokenizers that come with tokviz share."""
    return set(real("llama").vocabulary) & set(real("gpt").vocabulary)


def bpe_on_story() -> bpe.Trace:
    trace = story().tokenizer(Slot.of(BPE), 480, BPE).tokenizer.trace
    assert isinstance(trace, bpe.Trace)
    return trace


def size_of(name: str) -> int:
    """Return the number of entries of a recorded tokenizer."""
    return next(one.size for one in recorded.tokenizers() if one.name == name)


def parameters(
    vocabulary_size: int, width: int = 768, inner: int = 3072, layers: int = 12, positions: int = 514
) -> int:
    """Count the parameters of XLM-R base, from its architecture: rows of tokens, positions and one type, their norm,
    the layers (attention, two linear maps, two norms), and the pooler."""
    norm = 2 * width
    attention = 4 * (width * width + width)
    linear = width * inner + inner + inner * width + width
    rows = (vocabulary_size + positions + 1) * width
    return rows + norm + layers * (attention + linear + 2 * norm) + width * width + width


def saved(small: int, large: int) -> float:
    """Return the tokens per word of the story that BPE's larger vocabulary saves."""
    return measured("fertility", BPE, small) - measured("fertility", BPE, large)


def german(measure: str) -> float:
    """Return a measure of BPE, as the card about domains has it, on its held-out sentence."""
    new = held_out_text(GERMAN)
    assert new is not None
    return float(MEASURES[measure](story().reading(story().tokenizer(Slot.of(BPE), 480, BPE), new)) or 0)
