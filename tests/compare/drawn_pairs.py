"""Pairs of tokenizers of every kind with a text that both split, drawn by a number: the same pair for it each time."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from tests.compare.newer import train as train_newer
from tests.compare.small_files import BYTES, METASPACE, UNSPLIT, WHITESPACE, Stage, likely, matching, merging, pattern
from tests.compare.small_files import text_of as file_text
from tests.files.styles import STYLES, file_of, sentencepiece_model
from tests.files.test_equal_scores import written
from tokviz import bpe, parity, unigram, wordpiece
from tokviz.compare.sizes import Tokenizer, at_size
from tokviz.compare.spans import Model
from tokviz.corpus import Corpus
from tokviz.corpus.languages import Language, LanguageCorpus
from tokviz.corpus.passages import Text
from tokviz.errors import TokvizError
from tokviz.files.detect import load_any
from tokviz.files.models import WordModel
from tokviz.files.pipeline import model_of
from tokviz.files.tokenizers_engine import HuggingFace
from tokviz.models.text_encoder import WordEncoder
from tokviz.pretokenize import BYTE_LEVEL

__all__ = ["Drawn", "Pair", "pair"]

POOLS = (
    ("low", "lower", "lowest", "new", "newer", "wide", "wider", "slow"),
    ("hug", "pug", "pun", "bun", "hugs", "gus", "ug"),
    ("a", "b", "ab", "ba", "aab", "abab", "aé"),
    ("ab", "abc", "abd", "abcd", "bcd", "abce", "cab", "a34", "1234"),
    ("pH", "eBay", "don't", "a-b", "x1", "2024", "it's,", "low."),
    ("é", "naïve", "café", "½", "你好", "好", "ﬁne", "İ", "🙂"),
)
BETWEEN = (" ",) * 12 + ("  ", "  ", "   ", "\n", "\t", " \n ")
SPLITS = ("whitespace", "whitespace", "words", "gpt2", "bert", "metaspace", "gpt2-bytes", "cl100k-bytes")


@dataclass(frozen=True, eq=False)
class Drawn:
    """A tokenizer. kind: how it was drawn. writes_bytes: whether its tokens are bytes. file: of a tokenizer.json."""

    kind: str
    tokenizer: Tokenizer
    writes_bytes: bool
    file: str = ""

    @property
    def model(self) -> Model:
        return self.tokenizer.model


@dataclass(frozen=True, eq=False)
class Pair:
    """Two tokenizers, and the text that they differ on."""

    left: Drawn
    right: Drawn
    text: Text


def pair(number: int) -> Pair:
    """Return the pair of a number."""
    rng = random.Random(number)
    kinds = [*BY_LIBRARY] if number % 10 == 9 else KINDS
    while True:
        pools = rng.sample(POOLS, rng.choice((1, 1, 2)))
        words = [word for pool in pools for word in pool]
        try:
            left = drawn(rng, words, rng.choice(kinds))
            right = drawn(rng, words, left.kind if rng.random() < 0.25 else rng.choice(KINDS))
        except TokvizError:
            continue
        if rng.random() < 0.2:
            return Pair(left, right, Text.listed([rng.choice(words) for _ in range(6)]))
        return Pair(left, right, Text.running(text(rng, words, 7)))


def text(rng: random.Random, words: Sequence[str], most: int) -> str:
    """Return words with white space between them, perhaps a special token first or in the middle."""
    some = [rng.choice(words) for _ in range(rng.randint(1, most))]
    if rng.random() < 0.15:
        some.insert(rng.randrange(len(some)), rng.choice(("<s>", "[SEP]")))
    start = rng.choice(("", "", "", " "))
    return start + "".join(word + rng.choice(BETWEEN) for word in some[:-1]) + some[-1]


def drawn(rng: random.Random, words: Sequence[str], kind: str) -> Drawn:
    """Return a tokenizer of a kind that has seen these words, or most of them."""
    counts = Counter(rng.choice(words) for _ in range(rng.randint(3, 30)))
    return (TRAINED | FILES | BY_LIBRARY)[kind](rng, kind, counts)


# -- trained here ------------------------------------------------------------------------------------------------------


def corpus_of(counts: Counter[str], split: str) -> Corpus:
    return Corpus.from_text(" ".join(word for word, count in counts.items() for _ in range(count)), split)


def sized(rng: random.Random, kind: str, trace: Any, split: str, writes_bytes: bool) -> Drawn:
    low, high = min(trace.sizes()), max(trace.sizes())
    size = rng.randint(min(low, high), max(low, high) + 1) - len(trace.rules.first_tokens)
    return Drawn(kind, at_size(trace, size, split), writes_bytes)


def of_bpe(rng: random.Random, kind: str, counts: Counter[str]) -> Drawn:
    split = rng.choice(SPLITS)
    spelled, whole = ("course", "huggingface"), ("course", "sennrich", "huggingface", "minbpe", "sentencepiece")
    preset = rng.choice(spelled if split in BYTE_LEVEL or split == "metaspace" else whole)
    trace = bpe.train(corpus_of(counts, split), merges=40, rules=preset)
    return sized(rng, kind, trace, split, split in BYTE_LEVEL or trace.rules.alphabet == "bytes")


def of_wordpiece(rng: random.Random, kind: str, counts: Counter[str]) -> Drawn:
    split, preset = rng.choice(("whitespace", "words", "bert")), rng.choice(("course", "huggingface", "gain"))
    return sized(rng, kind, wordpiece.train(corpus_of(counts, split), merges=30, rules=preset), split, False)


def of_top_down(rng: random.Random, kind: str, counts: Counter[str]) -> Drawn:
    corpus = corpus_of(counts, "bert")
    preset = rng.choice(("tf-text", "tf-text-guide"))
    trace = wordpiece.train_top_down(corpus, vocab_size=rng.randint(10, 40), rules=preset)
    return Drawn(kind, Tokenizer(trace.model(len(trace), pretokenizer="bert"), trace, len(trace)), False)


def of_unigram(rng: random.Random, kind: str, counts: Counter[str]) -> Drawn:
    split = rng.choice(("whitespace", "words", "metaspace"))
    corpus = corpus_of(counts, split)
    rules = unigram.PRESETS[rng.choice(("course", "hard-em", "soft-em", "huggingface", "sentencepiece"))]
    if rng.random() < 0.4:
        rules = replace(rules, seed_size=rng.randint(1, 30), max_piece_length=rng.choice((None, 2, 4)))
    trace = unigram.train(corpus, vocab_size=rng.randint(1, 14) + len(set("".join(corpus))), rules=rules)
    return sized(rng, kind, trace, split, False)


def of_parity(rng: random.Random, kind: str, counts: Counter[str]) -> Drawn:
    half = Counter(dict([*counts.items()][::2]))
    corpus = LanguageCorpus([Language.of("A", dict(half)), Language.of("B", dict(counts - half) or dict(counts))])
    trace = parity.train(corpus, merges=30, rules=parity.Rules(global_merges=rng.randint(0, 2)))
    return sized(rng, kind, trace, "whitespace", False)


def of_newer(rng: random.Random, kind: str, counts: Counter[str]) -> Drawn:
    words = list(counts)
    lines = [" ".join(rng.choice(words) for _ in range(rng.randint(1, 6))) for _ in range(rng.randint(1, 4))]
    trace = train_newer(Corpus(Counter(lines)), kind, rng.choice((0.1, 0.3, 0.5, 0.6, 0.8)), rng.randint(4, 16))
    is_of_lines = kind in ("superbpe", "boundless")
    return sized(rng, kind, trace, "lines" if kind == "boundless" else "whitespace", is_of_lines)


TRAINED: dict[str, Callable[[random.Random, str, Counter[str]], Drawn]] = {
    "bpe": of_bpe,
    "wordpiece": of_wordpiece,
    "top-down": of_top_down,
    "unigram": of_unigram,
    "parity": of_parity,
    **dict.fromkeys(("picky", "at-least", "tally", "scaffold", "superbpe", "boundless"), of_newer),
}

# -- files -------------------------------------------------------------------------------------------------------------

ADDED = ("<s>", "[SEP]", "lo", "ab")
FALLBACK = [f"<0x{byte:02X}>" for byte in range(256)]
PATTERNS = (r" ?\p{L}+", r" ?\p{Lu}*\p{Ll}+|\p{Lu}+", r"\p{N}{1,3}", r"\s?\S+")


def opened(kind: str, model: Stage, cut: Stage, normalizer: Stage | None, rng: random.Random) -> Drawn:
    content = file_text(model, cut, normalizer, rng.sample(ADDED, rng.choice((0, 0, 1, 2))))
    loaded = load_any((("tokenizer.json", content.encode()),)).model
    return Drawn(kind, Tokenizer(loaded), "ByteLevel" in content, content)


def normalizer(rng: random.Random) -> Stage | None:
    kinds = (None, None, None, {"type": "Lowercase"}, {"type": "NFKD"}, {"type": "NFC"})
    return rng.choice(kinds)


def file_of_bytes(rng: random.Random, kind: str, counts: Counter[str]) -> Drawn:
    trace = bpe.train(corpus_of(counts, "gpt2-bytes"), merges=rng.randint(0, 30), rules="course")
    cut = rng.choice((BYTES, BYTES | {"add_prefix_space": True}, UNSPLIT, *map(pattern, PATTERNS)))
    options = {"ignore_merges": rng.random() < 0.3}
    return opened(kind, merging(trace.vocabulary(), trace.merges, **options), cut, normalizer(rng), rng)


def file_of_marks(rng: random.Random, kind: str, counts: Counter[str]) -> Drawn:
    trace = bpe.train(corpus_of(counts, "metaspace"), merges=rng.randint(0, 30), rules="course")
    vocabulary = ["<unk>", *trace.vocabulary()]
    options: dict[str, object] = {"unk_token": rng.choice(("<unk>", None))}
    if rng.random() < 0.4:
        vocabulary, options = [*vocabulary, *FALLBACK], {"unk_token": "<unk>", "byte_fallback": True}
    cut = METASPACE | {"prepend_scheme": rng.choice(("always", "first", "never")), "split": rng.random() < 0.8}
    return opened(kind, merging(vocabulary, trace.merges, **options), cut, normalizer(rng), rng)


def file_of_unigram(rng: random.Random, kind: str, counts: Counter[str]) -> Drawn:
    corpus = corpus_of(counts, "metaspace")
    size = rng.randint(1, 20) + len(set("".join(corpus)))
    scores = dict(unigram.train(corpus, vocab_size=size, rules="soft-em").model().scores)
    scores |= {"▁": -rng.uniform(1, 9)}
    is_spelled = rng.random() < 0.4
    model = likely(scores | dict.fromkeys(FALLBACK if is_spelled else (), -20.0), byte_fallback=is_spelled)
    cut = METASPACE | {"prepend_scheme": rng.choice(("always", "first", "never"))}
    return opened(kind, model, cut, normalizer(rng), rng)


def file_of_wordpiece(rng: random.Random, kind: str, counts: Counter[str]) -> Drawn:
    trace = wordpiece.train(corpus_of(counts, "bert"), merges=rng.randint(0, 30), rules="huggingface")
    known = [token for token in trace.vocabulary() if token != "[UNK]"]
    cut = rng.choice((WHITESPACE, {"type": "BertPreTokenizer"}))
    return opened(kind, matching(["[UNK]", *known]), cut, normalizer(rng), rng)


def file_of_words(rng: random.Random, kind: str, counts: Counter[str]) -> Drawn:
    vocabulary = {token: number for number, token in enumerate(["[UNK]", *counts])}
    return opened(kind, {"type": "WordLevel", "vocab": vocabulary, "unk_token": "[UNK]"}, WHITESPACE, None, rng)


def style(rng: random.Random, kind: str, _: Counter[str]) -> Drawn:
    content = file_of(rng.choice([*STYLES]))
    return Drawn(kind, Tokenizer(loaded_once(content)), "ByteLevel" in content, content)


@cache
def loaded_once(content: str) -> Model:
    return load_any((("tokenizer.json", content.encode()),)).model


@cache
def trained_once(kind: str, byte_fallback: bool, defined: tuple[str, ...]) -> Model:
    texts = tuple(" ".join(pool) for pool in POOLS)
    size = 90 + 300 * byte_fallback
    options = {"byte_fallback": byte_fallback, "user_defined_symbols": ",".join(defined), "vocab_size": size}
    return load_any((("a.model", sentencepiece_model(kind, texts, **options)),)).model


def of_sentencepiece(rng: random.Random, kind: str, _: Counter[str]) -> Drawn:
    form = rng.choice(("unigram", "bpe", "bpe", "char", "word"))
    spelled, defined = rng.random() < 0.3 and form in ("unigram", "bpe"), rng.choice(((), ("we", "ab", "ug")))
    return Drawn(kind, Tokenizer(trained_once(form, spelled, defined)), False)


def of_equal_scores(rng: random.Random, kind: str, counts: Counter[str]) -> Drawn:
    """A `.model` whose pieces have the sum of their letters' scores: rounding, or the place, decides between splits."""
    letters = {letter: rng.choice((-0.7, -1.1, -2.3)) for letter in sorted({"▁", *"".join(counts)})}
    pieces = {word[at : at + size] for word in counts for size in (2, 3) for at in range(len(word) - size + 1)}
    scores = letters | {piece: round(sum(letters[letter] for letter in piece), 1) for piece in sorted(pieces)}
    return Drawn(kind, Tokenizer(load_any((("a.model", written(1, scores)),)).model), False)


def mistaken(rng: random.Random, kind: str, counts: Counter[str]) -> Drawn:
    """A file of merges, and a model of ours that has them the other way round: what the library does is unexplained."""
    trace = bpe.train(corpus_of(counts, "whitespace"), merges=20, rules="course")
    letters = {letter for pool in (*POOLS, ("<s>", "[SEP]")) for word in pool for letter in word}
    vocabulary = (*trace.vocabulary(), *sorted(letters - {*trace.vocabulary()}))
    file = {"model": merging(vocabulary, trace.merges), "pre_tokenizer": WHITESPACE}
    ids = {token: number for number, token in enumerate(vocabulary)}
    ours = bpe.Model(tuple(trace.merges[::-1]), vocabulary, pretokenizer="none")
    engine = HuggingFace(file, json.dumps(file), lambda: WordModel(ours, ids, None))
    return Drawn(kind, Tokenizer(model_of(engine)), False)


def of_subword_nmt(rng: random.Random, kind: str, counts: Counter[str]) -> Drawn:
    trace = bpe.train(Corpus(counts), merges=rng.randint(1, 20), rules="subword-nmt")
    applier = bpe.Applier(trace.merges)
    if rng.random() < 0.6:
        seen = {token for word in counts for token in applier.encode(word)}
        some = set(rng.sample(sorted(seen), max(len(seen) * 2 // 3, 1)))
        applier = replace(applier, vocabulary=some, glossaries=rng.choice(((), ("ab", "low"))))
    return Drawn(kind, Tokenizer(applier), False)


class Strange(WordEncoder):
    """A tokenizer that is not of tokviz: two characters a token."""

    algorithm, unknown_token, vocabulary, ids = "strange", None, (), {}  # type: ignore[var-annotated]
    pretokenizer, around, added, normalizer = "whitespace", None, (), None

    def words(self, text: str) -> tuple[str, ...]:
        return tuple(text.split())

    def encode_word(self, word: str) -> tuple[str, ...]:
        return tuple(word[at : at + 2] for at in range(0, len(word), 2))

    def encode(self, text: str) -> list[str]:
        return [token for word in self.words(text) for token in self.encode_word(word)]


def strange(rng: random.Random, kind: str, counts: Counter[str]) -> Drawn:
    model: Any = Strange()
    return Drawn(kind, Tokenizer(model), False)


FILES: dict[str, Callable[[random.Random, str, Counter[str]], Drawn]] = {
    "bytes": file_of_bytes,
    "marks": file_of_marks,
    "likely": file_of_unigram,
    "matched": file_of_wordpiece,
    "words": file_of_words,
    "style": style,
    "sentencepiece": of_sentencepiece,
    "subword-nmt": of_subword_nmt,
    "strange": strange,
}
KINDS = (*TRAINED, *FILES, "bpe", "wordpiece", "unigram", "unigram", "bytes", "marks", "likely")
BY_LIBRARY = {"equal-scores": of_equal_scores, "mistaken": mistaken}
"""Files whose library has other tokens than our model, for a tenth of the pairs."""
