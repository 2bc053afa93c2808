"""What the lessons on texts and on choosing look at, and what their sentences claim; see test_guides_claims.py."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import pairwise

from tokviz import bpe, examples
from tokviz.compare.engine import ComparedCorpus, Engine
from tokviz.compare.engine import held_out as held_out_text
from tokviz.compare.measures import MEASURES, Agreement, agreement
from tokviz.compare.reading import Reading
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
def greedy() -> bpe.Trace:
    return bpe.train(Corpus({"aaabaab": 1}), merges=2, rules="course")


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


def every_two_merges(word: str) -> list[tuple[str, ...]]:
    return [after(word, one, two) for one in set(pairwise(word)) for two in set(pairwise(after(word, one)))]


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

CONSEQUENCES: Claims = {
    "There are 3.": lambda: "strawberry".count("r") == 3,
    "This tokenizer makes 7": SHOWN,
    "its `r` is not to be seen": lambda: "ber" in tokens("gpt", "strawberry"),
    "can know the spelling": MEANS,
    "Spelling the word out": lambda: tokens("gpt", " ".join("strawberry")).count("Ġr") == 3,
    "The tokens of a word depend": MEANS,
    "the earliest goes first": MEANS,
    "takes up to 3 digits": lambda: split_by("cl100k", "1234567") == ["123", "456", "7"],
    "We group from the right": SHOWN,
    "the places of two numbers need not meet": lambda: (
        split_by("cl100k", "1234567")[0] == "123" and split_by("cl100k", "234567")[0] == "234"
    ),
    "Commas would help": lambda: split_by("cl100k", "1,234,567") == ["1", ",", "234", ",", "567"],
    "Services are paid": WORLD,
    "This sentence takes 17": SHOWN,
    "has learned from Chinese": lambda: any(
        len(token.encode()) > 3 and token.isprintable() for token in ("çĿĢ", "ï¼Į")
    ),
    "has not: 14 times": lambda: tokens("bert", "傍晚她喝着茶，看着外面的雨。").count("[UNK]") == 14,
    "The training text sets the price": MEANS,
    "`Ġ` writes a space": MEANS,
    "In running text the space belongs": lambda: tokens("gpt", PROMPT) == ("out", "Ġat", "Ġthe", "Ġ"),
    "Here the last space": lambda: tokens("gpt", PROMPT)[-1] == "Ġ",
    "as it has learned it": lambda: (
        tokens("gpt", PROMPT + "rain")[-2:] == ("Ġr", "ain") and tokens("gpt", PROMPT)[-1] not in {"Ġr"}
    ),
    "So leave the space": DOES,
    "have nothing in common": lambda: (
        not set(tokens("gpt", "the")) & set(tokens("gpt", " The"))
        and not set(tokens("gpt", "the")) & set(tokens("gpt", " THE"))
        and not set(tokens("gpt", " The")) & set(tokens("gpt", " THE"))
    ),
    "must be learned from the texts": MEANS,
    "A normalizer that lowercases": lambda: len(set(tokens("bert", "the The THE")[1:-1])) == 1,
    "After 15 merges": lambda: len(spelled().symbols(15)) == 4 == len(spelled().corpus),
    "the other 22 only helped": lambda: len(set(spelled().vocabulary(15)) - set(spelled().symbols(15))) == 22,
    "A model never sees them": MEANS,
    "Real vocabularies hold": WORLD,
    "When one turns up": WORLD,
    "A model sees ids": MEANS,
    "Spelling, sums, prices": MEANS,
    "Meaning and truth do not": MEANS,
}

CHOOSING: Claims = {
    "A larger vocabulary makes": lambda: all(
        measured("fertility", slot, 60) > measured("fertility", slot, 480) for slot in USUAL
    ),
    "In this story, BPE needs": SHOWN,
    "Each token has its price": MEANS,
    "Real vocabularies mostly have": WORLD,
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
    "by heart is not ahead": MEANS,
    "**Measure on held-out text": DOES,
    "The story has no `q`": lambda: "q" not in (examples.load("lighthouse").text or "").lower(),
    "lose one character of `quiet`": lambda: all(
        len(of_story(slot, 240).encode("quiet")) > 2 for slot in (BPE, UNIGRAM)
    ),
    "Few tokens per word": lambda: of_story(WORDPIECE, 240).encode("quiet") == ["[UNK]"],
    "asks how evenly": MEANS,
    "it falls from 0.842": lambda: measured("renyi", BPE, 60) > measured("renyi", BPE, 480),
    "It was found to go along": SOURCE,
    "It is no law": SOURCE,
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
    "One word, `aaabaab`": SHOWN,
    "Then look for two merges": lambda: min(map(len, every_two_merges("aaabaab"))) == 3,
    "BPE ends at 4": lambda: len(greedy().words(2)["aaabaab"]) == 4,
    "Try `a b` first": lambda: after("aaabaab", ("a", "b"), ("a", "ab")) == ("a", "aab", "aab"),
    "Finding the best merges": SOURCE,
    "**Dropout** leaves out": MEANS,
    "in several segmentations": MEANS,
    "Set the probability to 0": DOES,
    "When the model is used": MEANS,
    "Choose the size by your data": DOES,
}
