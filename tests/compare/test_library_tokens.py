"""A file that a library applies is compared by the library's tokens, also where our model of it has others."""

from __future__ import annotations

import json
from base64 import b64encode
from dataclasses import replace
from fractions import Fraction

import pytest
import sentencepiece

from tests.files.test_equal_scores import written
from tokviz import bpe, unigram
from tokviz.cli.encode import OfLibrary
from tokviz.compare.accounts import Probability, Unexplained
from tokviz.compare.alignment import segment
from tokviz.compare.differences import reason
from tokviz.compare.measures import measure
from tokviz.compare.reading import read
from tokviz.compare.sizes import Tokenizer
from tokviz.corpus.passages import Passage, Text
from tokviz.errors import RulesError
from tokviz.files.detect import load_any
from tokviz.files.engine import Engine
from tokviz.files.models import WordModel
from tokviz.files.pipeline import Pipeline, checked, model_of
from tokviz.files.tokenizers_engine import HuggingFace
from tokviz.views.compare.sentences import sentence
from tokviz.views.encoding.applying import encoded_words, explained_words, other_tokens, unexplained
from tokviz.views.shared.catalog import load

SAY = load("en")
TIED_SCORES = {"▁": -3.3, "o": -0.7, "oo": -1.4, "n": -2.1, "▁n": -5.4}
TIED = written(1, TIED_SCORES)
REPEATED = " ".join(["nooooo"] * 60)
"""The same word has several splits in this text, since its sums are equal and rounding depends on what is before."""
FILE = {
    "model": {
        "type": "BPE",
        "vocab": {"l": 0, "o": 1, "w": 2, "lo": 3, "ow": 4},
        "merges": [["l", "o"], ["o", "w"]],
    },
    "pre_tokenizer": {"type": "Whitespace"},
}


def wrong() -> Engine:
    """A file of merges, and a model of ours that has them in another order."""
    model = bpe.Model((("o", "w"), ("l", "o")), ("l", "o", "w", "lo", "ow"), pretokenizer="none")
    return HuggingFace(FILE, json.dumps(FILE), lambda: WordModel(model, FILE["model"]["vocab"], None))  # type: ignore[index]


def test_all_numbers_come_from_the_librarys_tokens() -> None:
    library = sentencepiece.SentencePieceProcessor(model_proto=TIED)
    model = load_any([("tied.model", TIED)]).model
    theirs = library.encode(REPEATED, out_type=str)
    reading = read(model, Text.running(REPEATED))
    assert [token.text for token in segment(REPEATED, model).tokens] == theirs == model.encode(REPEATED)
    assert dict(reading.token_counts) == {token: theirs.count(token) for token in theirs}
    assert [token for split in reading.each for token in split.tokens] == theirs
    assert measure(model, Text.running(REPEATED))["fertility"] == Fraction(len(theirs), 60)
    words = encoded_words(model, model, REPEATED)
    assert [token for _, tokens in words for token in tokens] == theirs
    assert len({tokens for word, tokens in words if word == "▁nooooo"}) > 1


def test_a_word_that_rounding_splits_otherwise_in_its_text_says_so() -> None:
    model, other = load_any([("tied.model", TIED)]).model, bpe.Model((), tuple(" no"), pretokenizer="none")
    text = Text.running(REPEATED)
    kinds = set()
    for (passage, _), split in zip(text.passages, read(model, text).each, strict=True):
        why = reason(passage, Tokenizer(model), Tokenizer(other))
        assert why is not None
        kinds.add(why.kind)
        if why.kind == "unexplained":
            assert isinstance(why.left, Unexplained)
            assert why.left.is_rounded
            assert why.left.tokens == split.tokens != why.left.modeled
    assert "unexplained" in kinds


def test_a_word_that_our_model_splits_otherwise_has_no_reason() -> None:
    engine = wrong()
    model, other = model_of(engine), bpe.Model((), tuple("low"), pretokenizer="none")
    text = Text.running("low lo")
    assert [split.tokens for split in read(model, text).each] == [("lo", "w"), ("lo",)]
    (passage, _), (same, _) = text.passages
    why = reason(passage, Tokenizer(model), Tokenizer(other))
    assert why is not None
    assert (why.kind, why.left) == ("unexplained", Unexplained(("lo", "w"), ("l", "ow")))
    assert sentence(why, "A", SAY).count("l ow") == 1
    explained = reason(same, Tokenizer(model), Tokenizer(other))
    assert explained is not None
    assert explained.kind != "unexplained"


def test_a_tie_in_single_precision_is_no_better_path() -> None:
    """The sum of the chosen path may be the smaller one in double precision."""
    letters = {piece: score for piece, score in TIED_SCORES.items() if piece not in ("oo", "▁n")}
    own, other = (load_any([("x.model", data)]).model for data in (TIED, written(1, letters)))
    why = reason(Passage.alone("nooooo"), Tokenizer(own), Tokenizer(other))
    assert why is not None
    assert isinstance(why.left, Probability)
    assert why.left.is_single
    assert why.left.is_tied


def test_steps_are_of_the_tokens_that_are_encoded_or_none() -> None:
    tokenizer = OfLibrary(Pipeline("wrong", wrong(), ()))
    assert list(tokenizer.different("low lo low")) == [("low", ("lo", "w")), ("lo", ("lo",))]
    assert unexplained("low", ("lo", "w"), tokenizer.model, SAY) is not None
    assert unexplained("lo", ("lo",), tokenizer.model, SAY) is None
    assert explained_words(tokenizer.model, "low lo") == ("lo",)
    assert other_tokens(tokenizer.model, "lo low", "low") == (("lo", "w"), ("l", "ow"))
    assert other_tokens(tokenizer.model, "lo low", "lo") is None


def test_a_model_with_other_options_has_tokens_of_its_own() -> None:
    """A page may change how the merges of a file are applied; the library knows nothing of that."""
    model = model_of(wrong())
    assert model.encode("low") == ["lo", "w"]
    assert replace(model).encode("low") == ["l", "ow"]


def test_what_the_library_refuses_is_compared_neither() -> None:
    """A Unigram without an unknown token, and a character that is no piece."""
    file = {"model": {"type": "Unigram", "vocab": [["a", -1.0], ["b", -2.0]]}}
    model = load_any([("tokenizer.json", json.dumps(file).encode())]).model
    assert read(model, Text.running("ab")).tokens == 2
    for ask in (lambda: read(model, Text.running("abc")), lambda: model.encode("abc"), lambda: segment("abc", model)):
        with pytest.raises(RulesError):
            ask()


def test_a_check_names_a_tie_as_the_cause() -> None:
    """A library that adds up in double precision, and a model of ours that does in single precision."""
    file = {"model": {"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0.0], *map(list, TIED_SCORES.items())]}}
    text = json.dumps(file)
    plain = HuggingFace(file, text).words
    assert isinstance(plain.model, unigram.Model)
    single = WordModel(replace(plain.model, is_single=True), plain.ids, plain.unknown)
    engine = HuggingFace(file, text, lambda: single)
    word = next(word for word in ("n" + "o" * size for size in range(2, 40)) if not checked(engine, word).equal)
    difference = checked(engine, word).difference
    assert difference is not None
    assert difference.is_tied
    assert checked(HuggingFace(file, text), word).equal
    merged = checked(wrong(), "low").difference
    assert merged is not None
    assert not merged.is_tied


def test_a_check_says_when_both_begin_with_one_guess() -> None:
    """A rank file names no pattern: its library gets the one that is guessed here."""
    ranks = b"".join(b64encode(bytes([byte])) + b" %d\n" % byte for byte in range(256))
    guessed, named = (Pipeline.from_file(ranks, name="x.tiktoken", pattern=name) for name in (None, "o200k"))
    assert guessed.check("don't").equal
    assert guessed.check("don't").is_guessed
    assert not named.check("don't").is_guessed
    assert load_any([("x.tiktoken", ranks)]).model.around.check("don't").is_guessed  # type: ignore[union-attr]
    assert not Pipeline.from_file(json.dumps(FILE).encode()).check("low").is_guessed
