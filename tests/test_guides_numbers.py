"""The numbers in the cards of our guided lessons: each is computed here, and stands in the text of every language."""

import math
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import pytest

from tests.guides_of_texts import (
    THREE_WORDS,
    TWINS,
    boundaries,
    every_two_merges,
    greedy,
    held_out,
    in_bytes,
    measured,
    of_text,
    pretokens,
    real,
    spelled,
    split_by,
    tokens,
)
from tests.unigram.conventions import SOFT
from tokviz import bpe, examples, guides, recorded, unigram, wordpiece
from tokviz.bpe import ENCODINGS, PRESETS
from tokviz.compare.comparison import USUAL, ComparedCorpus, Engine, Slot, opening_split
from tokviz.compare.measures import MEASURES, fertility
from tokviz.compare.reading import read
from tokviz.compare.sizes import at_size, common_sizes, size_range, usual_size
from tokviz.compare.spans import Model
from tokviz.compare.three_vocabularies import VOCABULARY_KINDS
from tokviz.corpus import Corpus
from tokviz.pretokenize import with_alternatives
from tokviz.state.bytes import SAMPLES
from tokviz.texts import LANGUAGES
from tokviz.views import byte_level

OURS = guides.ORDER
CONSTANTS = {  # no factor above 1; bounds; sizes of others; years
    ("unigram", 3): {"1"},
    ("unigram", 9): {"0"},
    ("wordpiece", 4): {"2012"},
    ("consequences", 3): {"2024"},
    ("consequences", 4): {"2023"},
    ("consequences", 7): {"2024"},
    ("choosing", 1): {"30,000", "250,000", "2019", "2020"},
    ("choosing", 4): {"1", "2023", "2024"},
    ("choosing", 5): {"1"},
    ("choosing", 6): {"2024"},
    ("choosing", 7): {"0", "2020"},
}
CITED = re.compile(r"(?:et al\.|& [A-Z]\w+|course|Kudo) \(?(?:19|20)\d\d\b")
"""A source with its year."""
EVERY_CARD = [(name, number) for name in OURS for number in range(1, len(guides.load(name).cards) + 1)]


def text_of(name: str, number: int, language: str = "en") -> str:
    return guides.load(name).cards[number - 1].text[language]


def numbers(text: str) -> set[str]:
    return set(re.findall(r"\d[\d.,]*\d|\d", text))


@cache
def facts() -> dict[tuple[str, int], tuple[str, ...]]:
    """Card -> what its text must hold in every language, computed here."""
    return {key: tuple(texts) for part in PARTS for key, texts in part()}


def _bpe() -> Iterator[tuple[tuple[str, int], list[str]]]:
    corpus = examples.load("sennrich").corpus
    trace = bpe.train(corpus, rules="sennrich")
    first, pairs = trace[0], trace.pairs(0)
    parts = " + ".join(f"`{word}` {count}" for word, count in corpus.items() if "lo" in word)
    yield ("bpe", 1), [str(pairs["l", "o"]), parts]
    yield ("bpe", 2), [str(corpus["newest"])]
    parts = " + ".join(f"`{word}` {count}" for word, count in corpus.items() if "es" in word)
    yield ("bpe", 3), [str(first.count), parts, *(f"`{' '.join(pair)}`" for pair in first.tied)]
    card = guides.load("bpe").cards[3]
    follow = bpe.train(examples.load(card.query["example"]).corpus, rules=card.query["vs"])
    yield ("bpe", 4), [str(follow[0].count), *(f"`{' '.join(pair)}`" for pair in follow[0].tied)]
    yield ("bpe", 5), [f"`{' '.join(first.pair)}`", f"`{first.token}`"]
    lengths = [sum(len(symbols) * corpus[word] for word, symbols in trace.words(k).items()) for k in (0, 10)]
    yield ("bpe", 7), [*map(str, lengths), guides.load("bpe").cards[6].query["step"]]
    yield ("bpe", 8), [str(1 + trace.merges.index(pair)) for pair in (("l", "o"), ("lo", "w"))]
    in_short = guides.load("bpe").cards[8]
    assert in_short.asks[0].given["step"] == len(trace)
    yield ("bpe", 9), [str(len(trace)), in_short.query["step"]]


def _wordpiece() -> Iterator[tuple[tuple[str, int], list[str]]]:
    corpus = examples.load("hug").corpus
    trace = wordpiece.train(corpus, rules="course")
    counted = wordpiece.train(corpus, rules="huggingface")

    def scored(k: int, left: str, right: str) -> str:
        symbols = Counter[str]()
        for word, parts in trace.words(k).items():
            for part in parts:
                symbols[part] += corpus[word]
        pair = trace.pairs(k)[left, right]
        return f"{pair} / ({symbols[left]} × {symbols[right]}) = {Fraction(pair, symbols[left] * symbols[right])}"

    yield ("wordpiece", 1), [f"`{token}`" for token in trace.model(3).encode("pugs")]
    assert guides.load("wordpiece").cards[0].query["text"] == "pugs"
    assert trace.model(3).encode("bugs") == ["b", "##u", "##gs"]
    assert trace.model(3).encode("mug") == ["[UNK]"]
    yield ("wordpiece", 5), [scored(0, *trace[0].pair), f"`{' '.join(counted[0].pair)}`"]
    assert [step.token for step in trace[:3]] == ["##gs", "hu", "hugs"]
    yield ("wordpiece", 6), [str(len(trace[1].tied)), str(trace[1].score), f"`{' '.join(trace[0].pair)}`"]
    card = guides.load("wordpiece").cards[6]
    top_down = wordpiece.train_top_down(corpus, vocab_size=int(card.query["vocab"]))
    one = next(one for one in top_down.candidates(int(card.query["step"])) if one.token == "hug")
    taken = f"`{one.count} − {one.count - one.remains} = {one.remains}`"
    yield ("wordpiece", 7), [str(top_down.trials[0].threshold), taken]
    raised = [f"{one.likelihood_change(0):+.1f}" for one in (trace, counted)]
    yield ("wordpiece", 8), [f"`{' '.join(counted[0].pair)}`", f"`{' '.join(trace[0].pair)}`", *raised]
    yield ("wordpiece", 9), [guides.load("wordpiece").cards[8].query["step"]]
    assert scored(2, "hu", "##g") == "10 / (15 × 15) = 2/45"
    assert "10 / (15 × 15) = 2/45" in guides.load("wordpiece").cards[5].notes["en"]


def _unigram() -> Iterator[tuple[tuple[str, int], list[str]]]:
    corpus = examples.load("hug").corpus
    trace = unigram.train(corpus, vocab_size=10, rules="course")
    seed = trace[0]
    assert isinstance(seed, unigram.Seed)
    counts, total = seed.counts, sum(seed.counts.values())
    model = trace.model(1)

    def product(*pieces: str) -> float:
        return math.prod(counts[piece] / total for piece in pieces)

    yield ("unigram", 1), [str(len(counts))]
    written = " × ".join(f"{counts[piece]}/{total}" for piece in ("h", "ug"))
    yield ("unigram", 2), [str(total), f"`{written} = {product('h', 'ug'):.4f}`"]
    yield ("unigram", 3), [f"{product('p', 'u', 'g'):.4f}", f"{product('p', 'ug'):.4f}"]
    lattice = model.lattice("unhug")
    assert lattice.best().path.pieces == ("un", "hug")
    assert guides.load("unigram").cards[3].until == len(model.explain("unhug"))
    yield ("unigram", 4), [str(lattice.number_of_paths)]
    soft = unigram.train(corpus, vocab_size=10, rules=SOFT)
    expected, after = soft[1], soft[3]
    assert isinstance(expected, unigram.Expect)
    assert isinstance(after, unigram.Expect)
    parts = [
        (corpus[word], sum(share for path, share in shares(soft.model(1).lattice(word)) if "hug" in path))
        for word in ("hug", "hugs")
    ]
    times, share = parts[0]
    yield ("unigram", 5), [f"{share:.3f}", f"{times} × {share:.3f} = {times * share:.2f}"]
    yield ("unigram", 6), [f"{expected.counts['hug']:.2f}", *(f"{step.loss:.2f}" for step in (expected, after))]
    summed = " + ".join(f"{count} × {share:.4f}" for count, share in parts)
    assert f"{summed} = {expected.counts['hug']:.4f}" in guides.load("unigram").cards[5].notes["en"]
    (without,) = trace.resplit("hug", 1)
    assert without.after == ("h", "ug")
    worse, better = (math.exp(model.lattice("hug").nbest(2)[k].score) for k in (1, 0))
    yield ("unigram", 7), [f"{times} × `ln({better:.4f}/{worse:.4f})` = {without.loss:.2f}"]
    free = [row.piece for row in trace.losses(1) if row.loss == 0 and row.outcome != "protected"]
    assert set(trace.scores(1)) - set(trace.scores(2)) == {"ug"}
    yield ("unigram", 8), [str(len(free))]
    yield ("unigram", 9), [str(lattice.number_of_paths)]


def shares(lattice: unigram.Lattice) -> list[tuple[tuple[str, ...], float]]:
    """Each segmentation of a word with its share of the word's probability."""
    paths = [(path.pieces, math.exp(path.score)) for path in lattice.nbest(99)]
    total = sum(value for _, value in paths)
    return [(pieces, value / total) for pieces, value in paths]


def _bytes() -> Iterator[tuple[tuple[str, int], list[str]]]:
    chinese, english = SAMPLES["chinese"], SAMPLES["english"]
    spring = "春".encode()
    sizes = [str(len(character.encode())) for character in "aé春"]
    yield ("bytes", 1), [*sizes, f"`{spring.hex(' ').upper()}`"]
    family = guides.load("bytes").cards[1].query["text"]
    yield ("bytes", 2), [str(len(family)), str(len(bytes(range(256))))]
    assert f"{len(family.encode())} numbers" in guides.load("bytes").cards[1].notes["en"]
    shown = [text.replace(" ", "") for text in byte_level.characters("春 ")["printable"]]
    yield ("bytes", 3), [*(f"`{text}`" for text in shown), str(ord(" "))]
    gpt2 = [text for text, _ in with_alternatives(english, "gpt2")]
    assert gpt2[2:7] == [" keeper", "'s", " 2", ",", "016"]
    tokens = _tokens("chinese", "tea")
    piece = with_alternatives(chinese, "gpt2")[4][0]
    of_piece = [token for token in tokens if token.pretoken == 4]
    size = len(piece.encode())
    yield ("bytes", 5), [f"`{piece}`", str(len(piece)), str(size), str(len(of_piece))]
    token = tokens[14]
    (cut,) = byte_level.cuts(chinese, token)
    raw = token.raw.hex(" ").upper()
    yield ("bytes", 6), ["15", f"`{raw}`", str(cut.inside), str(cut.total), f"`{cut.character}`"]
    hindi = guides.load("bytes").cards[6].query["preset"]
    found = [recorded.load(*one) for one in ((hindi, "gpt-2"), ("english", "gpt-2"), (hindi, "gpt-4o"))]
    yield ("bytes", 7), [str(len(one.tokens)) for one in found]
    fallback = real("llama").encode(guides.load("bytes").cards[7].query["text"]).tokens[2:5]
    yield ("bytes", 8), [*(f"`{token}`" for token in fallback), str(len("尊".encode()))]


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
    letters = len(set("".join(corpus)))
    yield ("compare", 2), [str(letters), str(size - letters), *said[:3], *worth[:3]]
    yield ("compare", 3), [cut["BPE"], "`hugs`", "3", *said[3:], *worth[3:]]
    yield ("compare", 4), [str(corpus["pun"]), *said[3:]]
    assert cut["BPE"] == cut["Unigram"]
    assert cut["WordPiece"] == "`hugs`"
    yield ("compare", 5), [str(two[1].score), "2"]
    assert max(corpus.values()) == corpus["pun"]
    assert [len(model.encode("pun")) for model in models.values()] == [2, 3, 1]
    assert one.tokens.index("un") < 3 <= one.tokens.index("pun")
    assert all("##u" in symbols for symbols in two.words(0).values())
    assert "pun" in soft.probabilities(1)
    assert models["BPE"].encode("mug")[1:] == ["ug"]
    assert models["Unigram"].encode("mug")[1:] == ["u", "g"]
    assert [models["WordPiece"].encode(word) for word in ("mug", "unhug")] == [["[UNK]"], ["[UNK]"]]
    assert all("[UNK]" not in models[name].encode("unhug") for name in ("BPE", "Unigram"))
    yield ("compare", 7), list(_tokens_per_word(models, corpus))


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
    yield from (f"{float(share):.0%}" for share in (unknown["WordPiece"], unknown["BPE"]))


def _why() -> Iterator[tuple[tuple[str, int], list[str]]]:
    split, three = of_text("runner")
    size = three.usual
    words, missing = len(three.words), len(three.words) - size
    seen = [str(split.train[word]) for word in ("runner", "thinking")]
    yield ("why", 1), [str(size), str(words), str(missing), *seen, str(three.rank("running"))]
    found = {kind: held_out("runner", kind, size) for kind in VOCABULARY_KINDS}
    assert found["characters"].unknown == found["subwords"].unknown
    lost = [f"{found[kind].unknown_share:.1%}" for kind in ("words", "characters")]
    yield (
        ("why", 2),
        [str(found["words"].unknown), str(found["subwords"].unknown), *lost, str(found["words"].words)],
    )
    lengths = [f"{one.tokens_per_word:.2f}" for one in found.values()]
    yield ("why", 3), [str(three.members("characters", size)), *lengths]
    yield ("why", 4), [str(len(three.characters)), str(three.merges(size))]
    room = int(guides.load("why").cards[4].query["size"])
    parted = [count for word, count in split.train.items() if len(three.encode("subwords", room, word)) > 1]
    yield ("why", 5), [str(room), str(max(parted) + 1)]
    tea, letters, parts = (held_out("tea", kind, of_text("tea")[1].usual) for kind in VOCABULARY_KINDS)
    assert letters.unknown == parts.unknown
    yield ("why", 6), [str(one) for one in (tea.words, tea.unknown, parts.unknown, parts.tokens, letters.tokens)]
    assert guides.load("why").cards[7].query["size"] == str(three.most)
    yield ("why", 8), [str(three.most)]


def _real() -> Iterator[tuple[tuple[str, int], list[str]]]:
    cards = guides.load("tokens").cards
    yield ("tokens", 1), [str(len(pretokens("gpt", cards[0].query["text"])))]
    text = cards[1].query["text"]
    unknown = [one for one in pretokens("bert", text) if tokens("bert", one)[1:-1] == ("[UNK]",)]
    yield ("tokens", 2), [str(len(pretokens("bert", text))), *(f"`{one}`" for one in unknown)]
    yield ("tokens", 3), ["`2,016`"]
    yield ("tokens", 5), [str(len(tokens("bert", cards[4].query["text"])))]
    yield ("tokens", 6), [str(len(tokens("gpt", cards[5].query["text"])))]
    pieces = " ".join(f"`{one.replace(' ', '␣')}`" for one in split_by("cl100k", "a 1234"))
    yield ("tokens", 9), ["`a 1234`", pieces]
    yield ("consequences", 1), [str("strawberry".count("r")), str(len(tokens("gpt", "strawberry")))]
    yield ("consequences", 3), [str(max(map(len, split_by("cl100k", "1234567")))), f"{1234567:,}"]
    english, chinese = TWINS
    assert english in text_of("consequences", 4)
    card = guides.load("consequences").cards[3]
    assert (card.query["text"], card.query["corpus"]) == (chinese, "lighthouse")
    yield ("consequences", 4), [str(in_bytes(text, name)) for name in ("lighthouse", "tea") for text in TWINS]
    size, used = len(spelled().vocabulary(15)), len(spelled().symbols(15))
    yield ("consequences", 7), [str(len(spelled())), str(size), str(used), str(size - used)]


def _choosing() -> Iterator[tuple[tuple[str, int], list[str]]]:
    bpe_, scored_, unigram_ = USUAL
    lengths = [
        f"{measured('fertility', bpe_, size, is_new=is_new):.3f}" for is_new in (False, True) for size in (60, 480)
    ]
    yield ("choosing", 1), [*lengths, "60", "480"]
    flattered = [
        f"{measured('fertility', slot, 240, is_new=is_new):.3f}"
        for slot in (unigram_, bpe_)
        for is_new in (False, True)
    ]
    yield ("choosing", 2), ["240", *flattered]
    yield ("choosing", 4), ["60", "480", *(f"{measured('renyi', bpe_, size):.3f}" for size in (60, 480))]
    likely, scored = (boundaries(bpe_, other, 240) for other in (unigram_, scored_))
    work = f"2 × {likely.shared} / ({likely.left} + {likely.right}) = {float(likely.f1):.3f}"
    counted = [str(number) for number in (likely.left, likely.right, likely.shared, scored.shared)]
    yield ("choosing", 5), [*counted, work, f"{float(scored.f1):.3f}"]
    assert (
        ", ".join(f"{word} {count}" for word, count in THREE_WORDS.items())
        == guides.load("choosing").cards[5].query["corpus"]
    )
    left = [*greedy().total_symbols[::2], min(every_two_merges().values())]
    yield ("choosing", 6), [*map(str, left), *map(str, THREE_WORDS.values())]


PARTS = (_why, _real, _bpe, _wordpiece, _unigram, _bytes, _compare, _choosing)


def test_real_text_is_cut_as_the_lesson_says() -> None:
    engine = Engine(ComparedCorpus.of_example("lighthouse", opening_split("lighthouse")))
    size = int(guides.load("compare").cards[7].query["size"])
    slots = [Slot.of(name) for name in USUAL]
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
    assert len(found) >= 4
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
    text = CITED.sub("", re.sub(r"GPT-\d\w?|UTF-8|T5|Llama \d", "", text_of(name, number)))
    assert numbers(text) - proved <= CONSTANTS.get((name, number), set())
