"""The numbers in the cards of our guided lessons: each is computed here, and is in the text of every language."""

import math
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import pytest

from tests import guides_of_newer
from tests.guides_of_texts import (
    TWINS,
    every_two_merges,
    german,
    greedy,
    held_out,
    in_bytes,
    measured,
    of_story,
    of_text,
    parameters,
    pretokens,
    real,
    spelled,
    split_by,
    tokens,
)
from tests.unigram.conventions import SOFT
from tokviz import bpe, examples, guides, recorded, unigram, wordpiece
from tokviz.bpe import ENCODINGS, PRESETS
from tokviz.compare.comparison import USUAL, opening_tokenizers
from tokviz.compare.measures import MEASURES, fertility
from tokviz.compare.model_size import BERT_BASE
from tokviz.compare.reading import read
from tokviz.compare.sizes import at_size, common_sizes, size_range, usual_size
from tokviz.compare.spans import Model
from tokviz.compare.three_vocabularies import RUNNER, VOCABULARY_KINDS
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
    ("consequences", 4): {"2024"},
    ("choosing", 6): {"2023", "2024"},
    ("choosing", 7): {"2024"},
    ("newer", 9): {"33"},
}
CITED = re.compile(r"(?:et al\.|(?:&|and) [A-Z]\w+|course|Kudo) \(?(?:19|20)\d\d\b")
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
    yield ("bpe", 8), [str(1 + trace.merges.index(pair)) for pair in (("l", "o"), ("lo", "w"))]
    in_short = guides.load("bpe").cards[8]
    assert [ask.given["step"] for ask in in_short.asks] == [in_short.step] * 2  # the state that the picture shows
    yield ("bpe", 9), [in_short.query["step"]]


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
    yield ("wordpiece", 6), [str(len(trace[1].tied)), str(trace[1].score), *(f"`{step.token}`" for step in trace[:2])]
    card = guides.load("wordpiece").cards[6]
    top_down = wordpiece.train_top_down(corpus, vocab_size=int(card.query["vocab"]))
    one = next(one for one in top_down.candidates(int(card.query["step"])) if one.token == "hug")
    taken = f"`{one.count} − {one.count - one.remains} = {one.remains}`"
    yield ("wordpiece", 7), [str(top_down.trials[0].threshold), taken]
    raised = [f"{one.likelihood_change(0):+.1f}" for one in (trace, counted)]
    yield ("wordpiece", 8), [f"`{' '.join(counted[0].pair)}`", f"`{' '.join(trace[0].pair)}`", *raised]
    score, match = guides.load("wordpiece").cards[8].asks
    shown = guides.load("wordpiece").cards[8].step
    assert score.given["step"] == match.given["step"] == shown  # the state that the picture shows
    assert trace.model(3).encode("huns") == ["hu", "##n", "##s"]
    yield ("wordpiece", 9), [str(shown)]
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

    written = " × ".join(f"{counts[piece]}/{total}" for piece in ("h", "ug"))
    yield ("unigram", 2), [str(len(counts)), str(total), f"`{written} = {product('h', 'ug'):.4f}`"]
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
    yield ("unigram", 5), [f"{share:.0%}", str(times), f"{times * share:.1f}"]
    yield ("unigram", 6), [f"{expected.counts['hug']:.1f}", *(f"{step.loss:.0f}" for step in (expected, after))]
    summed = " + ".join(f"{count} × {share:.4f}" for count, share in parts)
    assert f"{summed} = {expected.counts['hug']:.4f}" in guides.load("unigram").cards[5].notes["en"]
    (without,) = trace.resplit("hug", 1)
    assert without.after == ("h", "ug")
    worse, better = (math.exp(model.lattice("hug").nbest(2)[k].score) for k in (1, 0))
    yield ("unigram", 7), [f"`{times} × ln({better / worse:.1f})` = {without.loss:.2f}"]
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
    shown = [text.replace(" ", "") for text in byte_level.characters("春 ").frame()["printable"]]
    yield ("bytes", 3), [*(f"`{text}`" for text in shown), f"`{ord(' '):X}`"]
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
    found = [recorded.load(*one) for one in ((hindi, "gpt-2"), (hindi, "gpt-4o"), (hindi, "qwen"))]
    yield ("bytes", 7), [str(len(one.tokens)) for one in found]
    fallback = real("llama").encode(guides.load("bytes").cards[7].query["text"]).tokens[2:5]
    assert len(fallback) == len("尊".encode())
    yield ("bytes", 8), [f"`{token}`" for token in fallback]


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
    three = unigram.train(corpus, vocab_size=size, rules="course")
    assert [f"{one.algorithm}:course" for one in (one, two, three)] == [*opening_tokenizers("hug")]
    made = {"BPE": at_size(one, size), "WordPiece": at_size(two, size), "Unigram": at_size(three, size)}
    assert size == usual_size(*common_sizes([size_range(corpus, trace.rules) for trace in (one, two, three)])[:2])
    assert {tokenizer.size for tokenizer in made.values()} == {size}
    models: dict[str, Model] = {name: tokenizer.model for name, tokenizer in made.items()}
    assert guides.load("compare").cards[1].query["size"] == "219"
    assert made["BPE"].steps == made["WordPiece"].steps == 3
    said = [f"`{' '.join(step.pair)}`" for step in (*one[:3], *two[:3])]
    cut = " ".join(f"`{token}`" for token in models["BPE"].encode("hugs"))
    yield ("compare", 1), [str(guides.load("compare").cards[0].until)]
    yield ("compare", 4), [str(len(set("".join(corpus)))), "3", *said[:3], cut]
    yield ("compare", 5), ["3", *said[3:], *(f"`{token}`" for token in models["WordPiece"].encode("bugs"))]
    yield ("compare", 2), [" ".join(f"`{token}`" for token in of_story(USUAL[1], 219).encode("the"))]
    yield ("compare", 7), list(_tokens_per_word(models))


def _tokens_per_word(models: dict[str, Model]) -> Iterator[str]:
    new = Corpus.from_text("hugs bugs mug unhug puns")
    rate = {name: float(fertility(read(model, new)) or 0) for name, model in models.items()}
    unknown = {name: Fraction(MEASURES["unknown"](read(model, new)) or 0) for name, model in models.items()}
    assert min(rate, key=lambda name: rate[name]) == max(unknown, key=lambda name: unknown[name]) == "WordPiece"
    assert unknown["BPE"] == unknown["Unigram"]
    yield f"{rate['WordPiece']:.3f}"
    yield from (f"{float(share):.1%}" for share in (unknown["WordPiece"], unknown["BPE"]))


def _why() -> Iterator[tuple[tuple[str, int], list[str]]]:
    three = of_text("runner")[1]
    size = three.usual
    words = len(three.words)
    yield ("why", 1), [str(size), str(words)]
    found = {kind: held_out("runner", kind, size) for kind in VOCABULARY_KINDS}
    assert found["characters"].unknown == found["subwords"].unknown
    yield ("why", 2), [str(found["words"].words)]
    yield ("why", 3), [str(found["words"].unknown), str(found["words"].words), f"{found['words'].unknown_share:.1%}"]
    lengths = [f"{found[kind].tokens_per_word:.2f}" for kind in VOCABULARY_KINDS]
    yield ("why", 4), [str(three.members("characters", size)), *lengths[:2]]
    yield ("why", 5), [f"`{BERT_BASE.vocabulary:,} × {BERT_BASE.width}`", f"{BERT_BASE.share():.1%}"]
    yield ("why", 6), [str(size), lengths[2], str(RUNNER.train["runner"])]
    tea, parts = (held_out("tea", kind, of_text("tea")[1].usual) for kind in ("words", "subwords"))
    yield ("why", 8), [str(one) for one in (tea.words, tea.unknown, parts.unknown)]
    assert guides.load("why").cards[8].query["size"] == str(three.most)


def _real() -> Iterator[tuple[tuple[str, int], list[str]]]:
    cards = guides.load("tokens").cards
    yield ("tokens", 1), [str(len(pretokens("gpt", cards[0].query["text"])))]
    text = cards[1].query["text"]
    unknown = [one for one in pretokens("bert", text) if tokens("bert", one)[1:-1] == ("[UNK]",)]
    yield ("tokens", 2), [str(len(pretokens("bert", text))), *(f"`{one}`" for one in unknown)]
    yield ("tokens", 3), ["`2,016`"]
    yield ("tokens", 6), [str(len(tokens("gpt", cards[5].query["text"])))]
    pieces = " ".join(f"`{one.replace(' ', '␣')}`" for one in split_by("cl100k", "a 1234"))
    yield ("tokens", 9), ["`a 1234`", pieces]
    groups = split_by("cl100k", "1234567")
    yield (
        ("consequences", 4),
        [*(f"`{one}`" for one in ("1234567", *groups, f"{1234567:,}")), str(max(map(len, groups)))],
    )
    assert guides.load("consequences").cards[4].query["text"] == TWINS[1]
    counts = [in_bytes(text, name) for name in ("lighthouse", "tea") for text in TWINS]
    yield ("consequences", 5), [str(counts[place]) for place in (0, 1, 3)]
    of_record = [("english", "gpt-2"), ("chinese", "gpt-2"), ("chinese", "qwen")]
    yield ("consequences", 6), [str(len(recorded.load(*one).tokens)) for one in of_record]
    size, used = len(spelled().vocabulary(15)), len(spelled().symbols(15))
    yield ("consequences", 8), [str(len(spelled())), str(size), str(used)]


def _choosing() -> Iterator[tuple[tuple[str, int], list[str]]]:
    bpe_ = USUAL[0]
    ids = [f"`{recorded.load('strawberry', name).ids[-1]}`" for name in ("gpt-2", "gpt-4o")]
    yield ("choosing", 1), ids
    yield ("choosing", 2), [f"{measured('fertility', bpe_, 480):.3f}", f"{german('fertility'):.3f}"]
    rows = 250_002 * 768
    every = parameters(250_002)
    yield ("choosing", 3), ["250,002 × 768", f"{rows / 10**6:.0f}M", f"{every / 10**6:.0f}M", f"{rows / every:.1%}"]
    yield ("choosing", 4), ["60", f"{measured('fertility', bpe_, 60, is_new=True):.3f}"]
    yield ("choosing", 6), ["60", f"{measured('renyi', bpe_, 60):.3f}"]
    yield ("choosing", 7), [str(greedy().total_symbols[2]), str(min(every_two_merges().values()))]
    yield ("choosing", 8), [guides.load("choosing").cards[7].query["size"]]


PARTS = (_why, _real, _bpe, _wordpiece, _unigram, _bytes, _compare, _choosing, guides_of_newer.numbers)


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
    text = CITED.sub("", re.sub(r"GPT-\d\w?|UTF-8|T5|(?:Llama|Gemma|Claude|Mistral) \dB?", "", text_of(name, number)))
    assert numbers(text) - proved <= CONSTANTS.get((name, number), set())
