"""The numbers in the cards of our guided lessons: each is computed here, and stands in the text of every language."""

import math
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import pytest

from tests.unigram.conventions import SOFT
from tokviz import bpe, examples, guides, unigram, wordpiece
from tokviz.bpe import ENCODINGS, PRESETS
from tokviz.compare.engine import ComparedCorpus, Engine
from tokviz.compare.measures import MEASURES, fertility
from tokviz.compare.reading import read, vocabulary
from tokviz.compare.sizes import at_size, common_sizes, size_range, usual_size
from tokviz.compare.slots import USUAL, Slot, opening_split
from tokviz.compare.sources import Model
from tokviz.corpus import Corpus
from tokviz.pretokenize import with_alternatives
from tokviz.texts import LANGUAGES
from tokviz.views.encoding import byte_level
from tokviz.web.bytes.state import SAMPLES

OURS = ("bpe", "wordpiece", "unigram", "bytes", "compare")
CONSTANTS = {  # no factor above 1; the exponent 0; a version of Python; the name of an encoding
    ("unigram", 3): {"1"},
    ("unigram", 8): {"0"},
    ("bpe", 4): {"3.7"},
    ("bytes", 2): {"64"},
}
EVERY_CARD = [(name, number) for name in OURS for number in range(1, len(guides.load(name).cards) + 1)]


def text_of(name: str, number: int, language: str = "en") -> str:
    return guides.load(name).cards[number - 1].text[language]


def numbers(text: str) -> set[str]:
    return set(re.findall(r"\d[\d.,]*\d|\d", text))


@cache
def facts() -> dict[tuple[str, int], tuple[str, ...]]:
    """Card -> what its text must hold in every language, computed here."""
    return {key: tuple(texts) for part in (_bpe, _wordpiece, _unigram, _bytes, _compare) for key, texts in part()}


def _bpe() -> Iterator[tuple[tuple[str, int], list[str]]]:
    corpus = examples.load("sennrich").corpus
    trace = bpe.train(corpus, rules="sennrich")
    other = bpe.train(corpus, rules="subword-nmt")
    yield ("bpe", 1), [*(f"`{word}`" for word in corpus), *map(str, corpus.values()), str(len(trace.symbols(0)))]
    first, pairs = trace[0], trace.pairs(0)
    sums = [count for word, count in corpus.items() if "es" in word]
    yield ("bpe", 2), [f"{' + '.join(map(str, sums))} = {sum(sums)}", str(len(pairs)), str(len(first.tied))]
    tied = [f"`{left} {right}`" for left, right in first.tied]
    new, gone = set(trace.symbols(1)) - set(trace.symbols(0)), set(trace.symbols(0)) - set(trace.symbols(1))
    assert gone == {"s"}
    sizes = [str(len(new)), str(len(gone)), str(len(trace.symbols(1)))]
    yield ("bpe", 3), [*tied, str(first.count), f"`{first.token}`", *sizes]
    yield ("bpe", 4), [f"`{' '.join(first.pair)}`", f"`{' '.join(other[0].pair)}`", str(other[0].count)]
    steps = trace[1:4]
    said = [f"`{' '.join(step.pair)}`" for step in steps] + [f"`{step.token}`" for step in steps]
    yield ("bpe", 5), said + [str(step.count) for step in steps]
    used = [len(trace.symbols(k)) for k in (8, 9)]
    start = len(trace.symbols(0))
    yield ("bpe", 6), [f"`{' '.join(trace[8].pair)}`", *map(str, used), str(start), f"= {start + 9}"]
    tokens = trace.model().encode("lowest")
    ranks = [step.rank + 1 for step in trace.model().explain("lowest")]
    assert ranks == [1, 2, 3, 4, 5]
    yield ("bpe", 7), [" + ".join(f"`{token}`" for token in tokens), *map(str, ranks)]


def _wordpiece() -> Iterator[tuple[tuple[str, int], list[str]]]:
    corpus = examples.load("hug").corpus
    trace = wordpiece.train(corpus, rules="course")
    counted = wordpiece.train(corpus, rules="huggingface")

    def scored(k: int, left: str, right: str) -> str:
        symbols = Counter[str]()
        for word, tokens in trace.words(k).items():
            for token in tokens:
                symbols[token] += corpus[word]
        pair = trace.pairs(k)[left, right]
        return f"{pair} / ({symbols[left]} × {symbols[right]}) = {Fraction(pair, symbols[left] * symbols[right])}"

    yield ("wordpiece", 1), [*map(str, corpus.values()), str(len(trace.symbols(0)))]
    yield ("wordpiece", 2), [scored(0, "##g", "##s"), str(trace[0].score)]
    yield ("wordpiece", 3), [scored(0, "##u", "##g"), str(trace.pairs(0)["##u", "##g"])]
    assert [step.token for step in trace[:3]] == ["##gs", "hu", "hugs"]
    yield (
        ("wordpiece", 4),
        ["1", "2", "3", str(trace[0].score), str(len(trace[1].tied)), str(trace[1].score), scored(2, "hu", "##gs")],
    )
    yield ("wordpiece", 5), [scored(2, "hu", "##g"), str(trace[2].score)]
    tokens = trace.model(3).encode("bugs")
    assert trace.model(3).encode("mug") == ["[UNK]"]
    yield ("wordpiece", 6), [" ".join(f"`{token}`" for token in tokens), "3"]
    yield ("wordpiece", 8), [f"`{' '.join(counted[0].pair)}`", str(counted[0].count), f"`{' '.join(trace[0].pair)}`"]


def _unigram() -> Iterator[tuple[tuple[str, int], list[str]]]:
    corpus = examples.load("hug").corpus
    trace = unigram.train(corpus, vocab_size=10, rules="course")
    seed = trace[0]
    assert isinstance(seed, unigram.Seed)
    counts, total = seed.counts, sum(seed.counts.values())
    model = trace.model(1)

    def product(*pieces: str) -> str:
        value = math.prod(counts[piece] / total for piece in pieces)
        return f"{' × '.join(f'{counts[piece]}/{total}' for piece in pieces)} = {value:.7f}"

    yield ("unigram", 1), [str(len(counts)), str(trace.pieces_left[-1])]
    yield ("unigram", 2), [str(total), product("hug"), product("ug")]
    yield ("unigram", 3), [product("p", "u", "g"), product("p", "ug")]
    lattice, steps = model.lattice("unhug"), len(model.explain("unhug"))
    best = lattice.best().path
    assert best.pieces == ("un", "hug")
    yield (
        ("unigram", 4),
        [*(str(arc.end) for arc in best.arcs), str(lattice.number_of_paths), str(steps), product("un", "hug")],
    )
    soft = unigram.train(corpus, vocab_size=10, rules=SOFT)
    expected, after = soft[1], soft[3]
    assert isinstance(expected, unigram.Expect)
    assert isinstance(after, unigram.Expect)
    rise = math.exp(soft.scores(3)["hug"])
    losses = [f"{step.loss:.4f}" for step in (expected, after)]
    yield ("unigram", 5), [f"{expected.counts['hug']:.4f}", f"{rise:.4f}", *losses]
    (without,) = trace.resplit("hug", 1)
    assert without.after == ("h", "ug")
    worse, better = (math.exp(model.lattice("hug").nbest(2)[k].score) for k in (1, 0))
    times = corpus["hug"]
    written = f"{times} × (−ln {worse:.7f}) − {times} × (−ln {better:.7f}) = {without.loss:.4f}"
    assert trace.resplit("pu", 1) == ()
    yield ("unigram", 6), [written, "0"]
    free = [row.piece for row in trace.losses(1) if row.loss == 0 and row.fate != "protected"]
    dropped = set(trace.scores(1)) - set(trace.scores(2))
    assert [step.kind for step in trace[1:4]] == ["prune", "maximize", "prune"]
    yield (
        ("unigram", 7),
        [
            "2",
            "3",
            "4",
            *(f"`{piece}`" for piece in dropped),
            str(len(free)),
            *map(str, trace.pieces_left[2:5:2]),
            "10",
        ],
    )
    yield ("unigram", 8), [str(lattice.number_of_paths)]


def _bytes() -> Iterator[tuple[tuple[str, int], list[str]]]:
    chinese, english = SAMPLES["chinese"], SAMPLES["english"]
    spring = "春".encode()
    sizes = [str(len(character.encode())) for character in "aé春"]
    yield ("bytes", 1), [*sizes, str(len(chinese)), str(len(chinese.encode())), f"`{spring.hex(' ').upper()}`", "256"]
    shown = [text.replace(" ", "") for text in byte_level.characters("春 ")["printable"]]
    yield ("bytes", 2), [*(f"`{text}`" for text in shown), str(ord(" ")), f"`{spring.hex(' ').upper()}`"]
    gpt2, o200k = ([text for text, _ in with_alternatives(english, pattern)] for pattern in ("gpt2", "o200k"))
    assert gpt2[4:7] == [" 2", ",", "016"]
    yield ("bytes", 3), [str(len(gpt2)), "`2,016`", "3"]
    assert {" keeper's", " SHE'LL"} <= set(o200k)
    yield ("bytes", 4), [str(len(o200k)), " ".join(f"`{text.strip()}`" for text in gpt2[12:15])]
    tokens = {name: _tokens(name, example) for name, example in (("chinese", "tea"), ("english", "lighthouse"))}
    piece = with_alternatives(chinese, "gpt2")[4][0]
    of_piece = [token for token in tokens["chinese"] if token.pretoken == 4]
    size = len(piece.encode())
    yield ("bytes", 5), [f"`{piece}`", str(len(piece)), str(size), str(size - len(of_piece)), str(len(of_piece)), "300"]
    token = tokens["chinese"][14]
    (cut,) = byte_level.cuts(chinese, token)
    raw = token.raw.hex(" ").upper()
    total = len(tokens["chinese"])
    yield ("bytes", 6), ["15", f"`{raw}`", str(cut.inside), str(cut.total), f"`{cut.character}`", str(total)]
    yield ("bytes", 7), ["300", *_parallel()]


def _parallel() -> Iterator[str]:
    """The sentence of the last card in both languages, under merges of both: who is worse off is what changes."""
    english, chinese = "In the evening she drank her tea and looked out at the rain.", "傍晚她喝着茶，看着外面的雨。"
    assert guides.load("bytes").cards[6].query["text"] == chinese
    assert english in text_of("bytes", 7)
    number = {
        (language, corpus): len(_model(corpus).encode(text))
        for corpus in ("lighthouse", "tea")
        for language, text in (("en", english), ("zh", chinese))
    }
    assert number["zh", "lighthouse"] == len(chinese.encode())
    assert number["en", "tea"] == len(english.encode())
    assert number["en", "lighthouse"] < number["zh", "lighthouse"]
    assert number["zh", "tea"] < number["en", "tea"]
    yield from map(str, number.values())


def _tokens(sample: str, example: str) -> tuple[byte_level.ByteToken, ...]:
    return byte_level.tokens(with_alternatives(SAMPLES[sample], "gpt2"), _model(example))


@cache
def _model(example: str) -> bpe.Model:
    text = examples.load(example).text or ""
    trace = bpe.train(Corpus.from_text(text, "gpt2"), merges=300, rules=PRESETS["minbpe"])
    return trace.model(300, pretokenizer="gpt2", encoding=ENCODINGS["minbpe"])


def _compare() -> Iterator[tuple[tuple[str, int], list[str]]]:
    corpus, size = examples.load("hug").corpus, 10
    one = bpe.train(corpus, rules="course")
    two = wordpiece.train(corpus, rules="course")
    soft = unigram.train(corpus, vocab_size=size, rules="soft-em")
    made = {"BPE": at_size(one, size), "WordPiece": at_size(two, size), "Unigram": at_size(soft, size)}
    assert size == usual_size(*common_sizes([size_range(corpus, trace.rules) for trace in (one, two, soft)])[:2])
    assert {tokenizer.size for tokenizer in made.values()} == {size}
    models: dict[str, Model] = {name: tokenizer.model for name, tokenizer in made.items()}
    yield ("compare", 1), [*map(str, corpus.values()), str(size), str(made["WordPiece"].special)]
    cut = {name: " ".join(f"`{token}`" for token in model.encode("hugs")) for name, model in models.items()}
    assert made["BPE"].steps == made["WordPiece"].steps == 3
    said = [f"`{' '.join(step.pair)}`" for step in (*one[:3], *two[:3])]
    worth = [*(f"{step.count}" for step in one[:3]), *(f"{step.score}" for step in two[:3])]
    yield ("compare", 2), [cut["BPE"], "`hugs`", "3", *said, *worth]
    assert cut["BPE"] == cut["Unigram"]
    assert cut["WordPiece"] == "`hugs`"
    yield ("compare", 3), [str(corpus["pun"]), str(two[1].score), "2"]
    assert max(corpus.values()) == corpus["pun"]
    assert [len(model.encode("pun")) for model in models.values()] == [2, 3, 1]
    assert one.tokens.index("un") < 3 <= one.tokens.index("pun")
    assert all("##u" in symbols for symbols in two.words(0).values())
    assert "pun" in soft.probabilities(1)
    assert models["BPE"].encode("mug")[1:] == ["ug"]
    assert models["Unigram"].encode("mug")[1:] == ["u", "g"]
    assert [models["WordPiece"].encode(word) for word in ("mug", "unhug")] == [["[UNK]"], ["[UNK]"]]
    assert all("[UNK]" not in models[name].encode("unhug") for name in ("BPE", "Unigram"))
    yield ("compare", 5), list(_tokens_per_word(models, corpus))
    bare = [{token.removeprefix("##") for token in vocabulary(model) or ()} for model in models.values()]
    yield ("compare", 6), [str(size), str(len(bare[0] & bare[2])), str(len(bare[0] & bare[1]))]


def _tokens_per_word(models: dict[str, Model], corpus: Corpus) -> Iterator[str]:
    new, known = Corpus.from_text("hugs bugs mug unhug puns"), Corpus.from_text("hugs bugs puns")
    rate = {
        name: [float(fertility(read(model, text)) or 0) for text in (corpus, new, known)]
        for name, model in models.items()
    }
    unknown = {name: Fraction(MEASURES["unknown"](read(model, new)) or 0) for name, model in models.items()}
    assert sorted(rate, key=lambda name: rate[name][0]) == ["Unigram", "BPE", "WordPiece"]
    assert min(rate, key=lambda name: rate[name][1]) == max(unknown, key=lambda name: unknown[name]) == "WordPiece"
    assert not any(MEASURES["unknown"](read(model, known)) for model in models.values())
    assert len({values[2] for values in rate.values()}) == 1
    yield from (f"{name} {values[0]:.3f}" for name, values in rate.items())
    yield f"{rate['WordPiece'][1]:.3f}"
    yield f"{rate['BPE'][2]:.3f}"
    yield from (f"{float(share):.0%}".replace("%", " %") for share in (unknown["WordPiece"], unknown["BPE"]))


def test_real_text_is_cut_as_the_lesson_says() -> None:
    engine = Engine(ComparedCorpus.of_example("lighthouse", opening_split("lighthouse")))
    slots, size = [Slot.of(name) for name in USUAL], 500  # that of the card
    merged, scored, likely = (engine.tokenizer(slot, size, slot.name).model for slot in slots)
    for word in ("the", "stood", "rock"):
        assert merged.encode(word) == likely.encode(word) == [word]
    assert likely.encode("night") == list("night")
    assert (scored.encode("the"), scored.encode("lamp")) == (["th", "##e"], ["lamp"])
    assert scored.encode("lighthouse")[0] == "lighthous"
    assert engine.tokenizer(Slot("wordpiece", "huggingface"), size, "counted").model.encode("the") == ["the"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", OURS)
def test_numbers_are_true(name: str, language: str) -> None:
    found = {key: texts for key, texts in facts().items() if key[0] == name}
    assert len(found) >= 5
    lacking = []
    for (_, number), texts in found.items():
        text = text_of(name, number, language)
        lacking += [
            (number, wanted) for wanted in texts if not re.search(rf"(?<![\d.]){re.escape(wanted)}(?!\d)", text)
        ]
    assert lacking == []


@pytest.mark.parametrize(("name", "number"), EVERY_CARD)
def test_no_number_stands_unproved(name: str, number: int) -> None:
    """Every number of a text is among what was computed, or a constant."""
    proved: set[str] = set()
    for wanted in facts().get((name, number), ()):
        proved |= numbers(wanted)
    text = re.sub(r"GPT-\d\w?|UTF-8", "", text_of(name, number))
    assert numbers(text) - proved <= CONSTANTS.get((name, number), set())
