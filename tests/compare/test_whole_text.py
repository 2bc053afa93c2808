"""Comparisons of whole texts, beside the libraries and by hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from tests.catalogs import KEYS
from tests.files.mixed import SEEDS, mixed_texts
from tests.files.styles import MIXED, STYLES, file_of, sentencepiece_model
from tokviz import bpe, examples
from tokviz.algorithms import ALGORITHMS
from tokviz.compare.comparison import ComparedCorpus, Engine, Slot
from tokviz.compare.differences import Differing, Reason, compared_words, nearby, reason
from tokviz.compare.measures import MEASURES, agreement
from tokviz.compare.reading import Reading, read, split_of
from tokviz.compare.sizes import Tokenizer
from tokviz.compare.spans import Model
from tokviz.corpus.passages import MAX_COMPARED, Text, beginning
from tokviz.errors import CorpusError
from tokviz.files import tiktoken
from tokviz.files.detect import load_any
from tokviz.files.pipeline import Pipeline
from tokviz.files.reading import Files
from tokviz.views.compare.sentences import sentence
from tokviz.vocabularies.counts import usage
from tokviz.vocabularies.entries import Vocabulary

FAULTS = Path(__file__).parents[1] / "golden" / "faults"
EXPECTED = json.loads((FAULTS / "expected.json").read_text("utf-8"))
COMPARED = (
    "nl1.json",
    "nl2.json",
    "first_always.json",
    "first_never.json",
    "no_unk.json",
    "split_pattern_is_text.json",
)
RANKS = tiktoken.write_ranks(
    bpe.train(examples.load("hug").corpus, merges=5, rules="minbpe").model(pretokenizer="gpt2")
).encode()
WORD_LEVEL = json.dumps(
    {"model": {"type": "WordLevel", "vocab": {"[UNK]": 0, "the": 1, "low": 2}, "unk_token": "[UNK]"}}
    | {"pre_tokenizer": {"type": "Whitespace"}}
).encode()
FILES: dict[str, Callable[[], Files]] = {
    "sentencepiece-unigram": lambda: (("a.model", sentencepiece_model("unigram")),),
    "sentencepiece-bpe": lambda: (("a.model", sentencepiece_model("bpe")),),
    "sentencepiece-unigram-bytes": lambda: (("a.model", sentencepiece_model("unigram", byte_fallback=True)),),
    "sentencepiece-bpe-bytes": lambda: (("a.model", sentencepiece_model("bpe", byte_fallback=True)),),
    "sentencepiece-word": lambda: (("a.model", sentencepiece_model("word")),),
    "sentencepiece-char": lambda: (("a.model", sentencepiece_model("char")),),
    "tiktoken": lambda: (("a.tiktoken", RANKS),),
    "word-level": lambda: (("tokenizer.json", WORD_LEVEL),),
}


@cache
def opened(name: str) -> tuple[Pipeline, Model]:
    if name in STYLES:
        files: Files = (("tokenizer.json", file_of(name).encode()),)
    else:
        files = FILES[name]() if name in FILES else ((name, (FAULTS / name).read_bytes()),)
    return Pipeline.from_files(files), load_any(files).model


def whole(name: str, text: str) -> Reading:
    return read(opened(name)[1], Text.running(text))


def differing(text: str, *names: str) -> tuple[Differing, ...]:
    return compared_words([whole(name, text) for name in names]).differing


def why(one: Differing, left: str, right: str) -> tuple[Reason, str, str]:
    """The reason, and what is said of each."""
    both = Tokenizer(opened(left)[1]), Tokenizer(opened(right)[1])
    found, back = reason(one.passage, *both), reason(one.passage, *reversed(both))
    assert found is not None
    assert back is not None
    return found, sentence(found, "A", KEYS), sentence(back, "B", KEYS)


# -- beside the libraries ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", [*STYLES, *FILES])
def test_tokens_are_those_of_the_library(name: str, seed: int) -> None:
    pipeline, _ = opened(name)
    for text in filter(str.strip, (*MIXED, *mixed_texts(40, seed))):
        reading, encoded = whole(name, text), pipeline.encode(text, special=False)
        assert reading.tokens == len(encoded.ids), text
        assert {pipeline.vocabulary.get(token) for token in reading.token_counts} == set(encoded.ids), text


@pytest.mark.parametrize("name", [*STYLES, *FILES])
def test_vocabularies_are_those_of_the_page_about_them(name: str) -> None:
    pipeline, model = opened(name)
    vocabulary = Vocabulary(pipeline)
    assert Tokenizer(model).entries == MEASURES["vocabulary"](whole(name, "low")) == len(vocabulary)
    text = "It's the quick brown fox, naïve 1,234 low lower"
    known = set(pipeline.encode(text, special=False).ids)
    assert MEASURES["used"](whole(name, text)) == pytest.approx(len(known) / len(vocabulary))
    assert len(usage(vocabulary, text).used) == len(known)


@pytest.mark.parametrize("one", [one for one in EXPECTED if one["file"] in COMPARED], ids=lambda one: one["file"])
def test_files_of_the_review(one: dict[str, object]) -> None:
    reading = whole(str(one["file"]), str(one["text"]))
    assert reading.tokens == len(one["ids"])  # type: ignore[arg-type]
    assert set(reading.token_counts) == set(one["tokens"])  # type: ignore[call-overload]


@pytest.mark.parametrize("kind", ["unigram", "bpe"])
def test_unknown_text_that_spells_a_control_symbol_stays_unknown(kind: str) -> None:
    letters = ("καλημερα κοσμε", "ο κοσμος ειναι μεγαλος", "καλη γλωσσα μεγαλη")
    data = sentencepiece_model(kind, letters, vocab_size=40, control_symbols="<mask>")
    reading = read(load_any((("a.model", data),)).model, Text.running("κοσμε <mask> <s>"))
    ids = Pipeline.from_files((("a.model", data),)).encode("κοσμε <mask> <s>").ids
    assert reading.tokens == len(ids)
    assert reading.token_counts["<unk>"] == ids.count(0) == 2
    assert reading.token_counts.keys().isdisjoint({"<mask>", "<s>"})
    assert MEASURES["unknown"](reading) == Fraction(2, 3)


@pytest.mark.slow
@pytest.mark.parametrize("split", ["whitespace", "words", "gpt2", "gpt2-bytes", "metaspace", "bert"])
@pytest.mark.parametrize("algorithm", list(ALGORITHMS))
def test_tokens_of_what_is_trained_here_are_those_of_its_model(algorithm: str, split: str) -> None:
    engine = Engine(ComparedCorpus.of_example("lighthouse", split))
    for preset in ALGORITHMS[algorithm].presets:
        model = engine.tokenizer(Slot(algorithm, preset), 300, "").model
        for text in ("the lamp\n  shone\n", " two  spaces", *(engine.source.text.parts)):
            reading = read(model, Text.running(text))
            encoded = list(model.encode(text))
            assert reading.tokens == len(encoded), preset
            assert set(reading.token_counts) == set(encoded)


# -- differences in spaces ---------------------------------------------------------------------------------------------


def test_line_ends_and_spaces_are_a_part_of_the_text() -> None:
    text = (FAULTS / "nl.txt").read_text("utf-8")
    one, other = whole("nl1.json", text), whole("nl2.json", text)
    assert (one.tokens, other.tokens) == (13, 9)
    assert agreement(one, other).f1 == pytest.approx(2 * 8 / (12 + 8))  # all of the 8 places are among the 12
    [found] = differing(text, "nl1.json", "nl2.json")
    assert (found.word, found.count) == ("\n     x", 2)
    kind, ours, theirs = why(found, "nl1.json", "nl2.json")
    assert kind.kind == "no-white-token"
    assert ours == "compare.why.end(clause=compare.why.white.no-token(name=A, white=␣␣, tokens=Ċ Ġ Ġ Ġ Ġ Ġx))"
    merged = "compare.why.joins(name=B, pair=Ġ + Ġ, when=compare.why.rank(step=2))"
    assert theirs == f"compare.why.end(clause={merged})"


def test_a_space_before_the_text_is_a_difference() -> None:
    [found] = differing("ab", "first_always.json", "first_never.json")
    assert (found.word, found.count) == ("ab", 1)
    kind, ours, theirs = why(found, "first_always.json", "first_never.json")
    assert kind.kind == "inserted-space"
    assert kind.place == 0
    assert kind.cut == "left"
    assert ours == "compare.why.end(clause=compare.why.space.puts.start(name=A, tokens=▁ab))"
    assert theirs == "compare.why.end(clause=compare.why.space.puts-none.start(name=B, tokens=ab))"
    assert [one.word for one in differing("ab ab ab", "first_always.json", "first_never.json")] == ["ab"]


def test_a_space_after_a_special_token_is_a_difference() -> None:
    text = "low <s>low</s> low"
    again = next(one for one in differing(text, "llama2-legacy", "mistral") if one.passage.word == "<s>low</s>")
    kind, ours, theirs = why(again, "llama2-legacy", "mistral")
    assert kind.kind == "inserted-space"
    assert "compare.why.space.puts.after(name=A, token=<s>, tokens=" in ours
    assert "compare.why.space.puts-none.after(name=B, token=<s>, tokens=" in theirs


def test_white_space_that_is_left_out() -> None:
    found = differing("low\n\tlower", "gpt4", "bert-cased")
    last = next(one for one in found if one.word == "\n\tlower")
    kind, ours, theirs = why(last, "gpt4", "bert-cased")
    assert kind.kind == "white-space"
    assert "compare.why.white.kept(name=A, white=⏎" in ours
    assert "compare.why.white.none(name=B, white=⏎" in theirs


@pytest.mark.slow
@pytest.mark.parametrize(("left", "right"), [("gpt4", "llama2-legacy"), ("t5", "roberta"), ("bert-uncased", "gemma")])
def test_every_difference_has_a_reason(left: str, right: str) -> None:
    models = [opened(name)[1] for name in (left, right)]
    for text in filter(str.strip, (*MIXED, *mixed_texts(12, 5))):
        for one in differing(text, left, right):
            kind, ours, theirs = why(one, left, right)
            assert "(name=A" in ours, kind
            assert "(name=B" in theirs, kind
            part = nearby(one.passage, models, one.splits)
            assert tuple(split_of(part, model) for model in models) == one.splits


def test_words_of_a_list_have_no_text_around_them() -> None:
    words = [read(opened(name)[1], Text.listed(["ab", "ab"])) for name in ("first_always.json", "first_never.json")]
    assert compared_words(words).differing == ()
    assert [one.tokens for one in words] == [2, 2]


# -- texts -------------------------------------------------------------------------------------------------------------


def test_a_text_is_all_of_its_stretches() -> None:
    for text in filter(str.strip, (*MIXED, *mixed_texts(40, 1))):
        passages = [passage for passage, _ in Text.running(text).passages]
        assert "".join(passage.written for passage in passages) == text
        assert [passage.word for passage in passages] == text.split()


def test_a_text_of_white_space_is_none() -> None:
    with pytest.raises(CorpusError):
        Text.running(" \n")


def test_of_a_long_text_the_beginning_is_compared() -> None:
    long = "word " * (MAX_COMPARED // 5 + 10)
    assert len(beginning(long)) <= MAX_COMPARED
    assert beginning(long).endswith("word")
