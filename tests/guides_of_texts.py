"""What the lessons on texts and on choosing look at, and what their sentences claim; see test_guides_claims.py."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import pairwise
from random import Random

from tokviz import bpe, examples
from tokviz.compare.engine import ComparedCorpus, Engine
from tokviz.compare.engine import held_out as held_out_text
from tokviz.compare.measures import MEASURES, Agreement, agreement
from tokviz.compare.reading import Reading, vocabulary
from tokviz.compare.slots import USUAL, Slot, opening_split
from tokviz.compare.sources import Model
from tokviz.compare.three_vocabularies import RULES, RUNNER, Measure, TrainTest, Vocabularies, VocabularyKind, hold_out
from tokviz.corpus import Corpus
from tokviz.location import site
from tokviz.pipeline import Pipeline
from tokviz.pretokenize import with_alternatives
from tokviz.web.address import sample_texts

SHOWN = "a state that the page shows; its numbers are in tests/test_guides_numbers.py"
DOES = "tells the reader what to do or to look at"
MEANS = "says what an algorithm, a mark or a name is"
SOURCE = "what another's text or program says or does; recorded where we read it"
WORLD = "about tokenizers at large; no corpus of ours can show it"

Claims = Mapping[str, Callable[[], bool] | str]


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
    """How many tokens a text takes after 300 merges over bytes, learned from an example."""
    corpus = Corpus.from_text(examples.load(example).text or "", "gpt2")
    trace = bpe.train(corpus, merges=300, rules=bpe.PRESETS["minbpe"])
    return len(trace.model(pretokenizer="gpt2", encoding=bpe.ENCODINGS["minbpe"]).encode(text))


THREE_WORDS = Corpus({"abc": 4, "cdab": 3, "bcd": 4})


@cache
def greedy() -> bpe.Trace:
    return bpe.train(THREE_WORDS, merges=2, rules="course")


def symbols_left(*merges: tuple[str, str]) -> int:
    """How many symbols the three words have after these merges."""
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

WHY: Claims = {
    "knows the members of a **vocabulary**": MEANS,
    "Here it has room for 34": SHOWN,
    "The training text has 44": SHOWN,
    "are in.": lambda: (
        [of_text("runner")[1].encode("words", 34, word) for word in ("runner", "thinking")]
        == [("runner",), ("thinking",)]
    ),
    "is **unknown** as a word": lambda: of_text("runner")[1].encode("words", 34, "running") == (None,),
    "The page held out 31": SHOWN,
    "two letters are new": lambda: [one is None for one in subwords("runner", 34, "quiz")].count(True) == 2,
    "Systems before subwords": SOURCE,
    "Every unknown word was": MEANS,
    "Characters need only 17": lambda: all(
        None not in of_text("runner")[1].encode("characters", 34, word) for word in RUNNER.train
    ),
    "But the text grows": SHOWN,
    "A model has to read": MEANS,
    "**Subwords** stand between": lambda: (
        held_out("runner", "words", 34).tokens
        < held_out("runner", "subwords", 34).tokens
        < held_out("runner", "characters", 34).tokens
    ),
    "Move the size": DOES,
    "Subwords begin with the 17 letters": lambda: of_text("runner")[1].merges(34) == 17,
    "becomes `run` `n` `ing`": lambda: subwords("runner", 34, "running") == ("run", "n", "ing"),
    "You need only the merges": lambda: "winning" not in RUNNER.train,
    "Frequent words get a token": lambda: (
        len(subwords("runner", 60, "runner")) == 1 < len(subwords("runner", 60, "running"))
    ),
    "may help it with every `er`": MEANS,
    "Now there is room for 60": SHOWN,
    "It was held out, too": lambda: RUNNER.test is not None and "thinker" in RUNNER.test,
    "Chinese has no spaces": lambda: " " not in (examples.load("tea").text or "").replace("\n", ""),
    "nearly all but the marks": lambda: (
        all(
            not word.isalpha()
            for word in _held("tea")
            if of_text("tea")[1].encode("words", of_text("tea")[1].usual, word) != (None,)
        )
        and held_out("tea", "words", of_text("tea")[1].usual).unknown == 14
    ),
    "In characters 9 hold": SHOWN,
    "Subwords find `外婆`": lambda: {"外婆", "茶叶", "慢慢"} <= set(of_text("tea")[1].trace.tokens),
    "a station's clock": lambda: subwords("zug", 200, "Bahnhofsuhr") == ("Bahnhof", "s", "uhr"),
    "Who knows the parts": MEANS,
    "not where a word has its seams": lambda: subwords("zug", 200, "Nachtbahn") == ("N", "acht", "bahn"),
    "Words leave new words out": lambda: held_out("runner", "words", 115).unknown > 1,
    "Characters leave nothing out": lambda: (
        held_out("runner", "characters", 115).tokens > 2 * held_out("runner", "subwords", 115).tokens
    ),
    "Subwords keep frequent words": lambda: (
        len(subwords("runner", 34, "thinking")) == 1 < len(subwords("runner", 34, "winning"))
    ),
}


def _held(name: str) -> Corpus:
    test = of_text(name)[0].test
    assert test is not None
    return test


NAIVE = "Naïve cats, 2,016!"

TOKENS: Claims = {
    "more than its merges": MEANS,
    "The text is split into **pre-tokens**": lambda: len(pretokens("gpt", NAIVE)) == 8,
    "The ids are all": MEANS,
    "This one works on bytes": lambda: {"Ã", "¯"} <= set(tokens("gpt", NAIVE)),
    "a **normalizer** comes first": lambda: pretokens("bert", NAIVE)[0] == "naive",
    "Spaces go, too": lambda: (
        len(pretokens("bert", NAIVE)) == 7 and not any(" " in one for one in pretokens("bert", NAIVE))
    ),
    "has never met `2`": lambda: (
        tokens("bert", NAIVE).count("[UNK]") == 3
        and all(tokens("bert", one)[1:-1] == ("[UNK]",) for one in ("2", "016", "!"))
    ),
    "At the ends": lambda: tokens("bert", NAIVE)[0] == "[CLS]" and tokens("bert", NAIVE)[-1] == "[SEP]",
    "Both words look alike": lambda: len("cafe\u0301") == len("café") + 1,
    "The first has `e`": MEANS,
    "different texts with different tokens": lambda: tokens("gpt", "cafe\u0301") != tokens("gpt", "café"),
    "**NFC** joins such pairs": MEANS,
    "The accent alone": lambda: "\u0301".encode() == bytes.fromhex("CC81"),
    "takes the ligature `ﬁ` apart": lambda: pretokens("t5", "ﬁne ①") == ("▁fine", "▁1"),
    "What means the same": MEANS,
    "cannot be undone": lambda: "fine" in back("t5", "ﬁne ①") and "ﬁ" not in back("t5", "ﬁne ①"),
    "Point at a character": DOES,
    "BERT splits at spaces": lambda: (
        [one for one in pretokens("bert", NAIVE) if one in {"2", ",", "016"}][1:]
        == [
            "2",
            ",",
            "016",
        ]
    ),
    "T5 splits at spaces alone": lambda: any("2,016" in one for one in pretokens("t5", NAIVE)),
    "GPT-2 uses a pattern": lambda: split_by("gpt2", "in 20165") == ["in", " 20165"],
    "The model never joins": MEANS,
    "Now comes what the next lessons": MEANS,
    "This one takes the **longest match**": lambda: tokens("bert", "lamps")[1:-1] == ("lam", "##p", "##s"),
    "is a **special token**": MEANS,
    "Who types it": lambda: tokens("bert", "Say [CLS] now") == ("[CLS]", "say", "[CLS]", "now", "[SEP]"),
    "has no such token": lambda: tokens("gpt", "[CLS]") == ("[", "C", "L", "S", "]"),
    "Chat programs have to guard": WORLD,
    "**decoding** gives back every text": lambda: (
        all(back("gpt", text) == text for text in ("A prompt ", NAIVE, "ﬁne ①", "👩\u200d👩\u200d👧 你好\n"))
        and len(tokens("gpt", "A prompt ")) == 6
    ),
    "comes back as `a prompt`": lambda: back("bert", "A prompt ") == "a prompt",
    "Whatever a normalizer threw away": MEANS,
    "each stage changes what comes out": lambda: len({tokens(name, NAIVE) for name in ("gpt", "bert", "t5")}) == 3,
    "Some lose what": lambda: back("bert", NAIVE) != NAIVE,
}

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
    "We group from the right": SHOWN,
    "need not meet": lambda: split_by("cl100k", "1234567")[0] == "123" and split_by("cl100k", "234567")[0] == "234",
    "Commas split the digits": lambda: split_by("cl100k", "1,234,567") == ["1", ",", "234", ",", "567"],
    "With them, GPT-4": SOURCE,
    "Many services charge": SOURCE,
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
    "Real vocabularies have such leftovers": SOURCE,
    "Other tokens were frequent": SOURCE,
    "Both kinds can make": SOURCE,
    "A model sees ids": MEANS,
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
    "BERT has 30,000": SOURCE,
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
    "says how evenly": MEANS,
    "so by this measure 60 beats 480": lambda: measured("renyi", BPE, 60) > measured("renyi", BPE, 480),
    "It went along": SOURCE,
    "In the new sentence BPE places": lambda: (
        (
            (found := boundaries(BPE, UNIGRAM, 240)).shared,
            found.left,
            found.right,
        )
        == (12, 14, 15)
    ),
    "2 × 12 / (14 + 15)": lambda: boundaries(BPE, UNIGRAM, 240).f1 == Fraction(2 * 12, 14 + 15),
    "BPE and WordPiece share 9": lambda: boundaries(BPE, WORDPIECE, 240).shared == 9,
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
    "To find the best merges is NP-hard": SOURCE,
    "**Dropout** leaves out": MEANS,
    "in several segmentations": lambda: len(dropped(0.1)) > 1,
    "This made translation": SOURCE,
    "Set the probability to 0": lambda: len(dropped(0)) == 1,
    "When the model is used": SOURCE,
    "Choose the size by your data": DOES,
}
