"""tokviz as a programmer types it: what trainers and models take, what is refused with a sentence, what is printed.

mypy reads this file, too, so the types that `assert_type` names hold.
"""

from __future__ import annotations

import io
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stdout
from inspect import signature
from pathlib import Path
from typing import Any, assert_type

import numpy as np
import pandas as pd
import pytest

import tokviz
from tests.catalogs import saying
from tests.test_algorithms import nameless as nameless
from tests.test_protocols import ENCODERS, ENTRIES, MODELS, TRAININGS, trained
from tokviz import Corpus, bpe, examples, parity, picky, superbpe, unigram, wordpiece
from tokviz.__main__ import main
from tokviz.corpus import Words
from tokviz.errors import TokvizError
from tokviz.files.pipeline import Pipeline
from tokviz.superbpe import boundless

TRAINERS: dict[str, Callable[..., Any]] = {
    "bpe": bpe.train,
    "wordpiece": wordpiece.train,
    "top-down": wordpiece.train_top_down,
    "unigram": unigram.train,
    "parity": parity.train,
    "picky": picky.train,
    "superbpe": superbpe.train,
    "boundless": boundless.train,
}
TRAINED = tokviz.bpe.train("low low lower", merges=3)


def test_types_are_exact() -> None:
    shown = tokviz.show(TRAINED, step=1)
    assert_type(shown.step, int)
    shown.step = 2
    frame = TRAINED.to_frame()
    assert_type(frame, pd.DataFrame)
    assert_type(TRAINED.model().decode([0, 1]), str)
    assert_type(TRAINED.merges, list[tuple[str, str]])
    assert (shown.step, len(frame)) == (2, 3)


# -- what is trained on ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TRAINERS)
@pytest.mark.parametrize("make", [list, iter, Counter], ids=["words", "iterator", "counts"])
def test_trainers_take_words(name: str, make: Callable[[list[str]], Words]) -> None:
    assert TRAINERS[name](make(["low", "lower", "low"]), vocab_size=9).corpus == Corpus({"low": 2, "lower": 1})


@pytest.mark.parametrize("name", TRAINERS)
def test_trainers_take_a_text(name: str) -> None:
    across = name in ("superbpe", "boundless")
    expected = ("by the way\n", "by the sea") if across else ("by", "the", "way", "sea")
    assert TRAINERS[name]("by the way\nby the sea", vocab_size=20).corpus.words == expected


def test_a_corpus_is_taken_as_it_is() -> None:
    corpus = examples.load("two-languages").corpus_for("parity")
    assert parity.train(corpus).corpus is Corpus.of(corpus) is corpus
    assert Corpus.of("the cat\nthe dog") == Corpus.from_text("the cat\nthe dog")


@pytest.mark.parametrize("name", TRAINERS)
@pytest.mark.parametrize("value", [None, 5, b"low", object, True])
def test_nothing_else_is_trained_on(name: str, value: Any) -> None:
    with pytest.raises(TokvizError, match=saying("error.corpus-type", type=type(value).__name__)):
        TRAINERS[name](value, vocab_size=9)


@pytest.mark.parametrize("name", TRAINERS)
def test_words_are_texts(name: str) -> None:
    with pytest.raises(TokvizError, match=saying("error.word-not-text", word="1")):
        TRAINERS[name]([1, 2], vocab_size=9)


# -- numbers and rules -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TRAINERS)
@pytest.mark.parametrize("value", [2.5, 3.0, "3", True, [3]])
def test_sizes_are_whole_numbers(name: str, value: Any) -> None:
    for field in {"merges", "vocab_size", "threshold"} & signature(TRAINERS[name]).parameters.keys():
        with pytest.raises(TokvizError, match=saying("error.rules-whole", name=field)):
            TRAINERS[name]("low lower", **{field: value})


def test_integers_of_numpy_are_whole() -> None:
    two: Any = np.int64(2)
    trace = bpe.train("low low lower", merges=two)
    model = trace.model()
    assert len(trace) == 2
    assert model.decode(np.array([model.ids["low"]])) == "low"


@pytest.mark.parametrize("name", TRAINERS)
def test_rules_are_those_of_the_algorithm(name: str) -> None:
    with pytest.raises(TokvizError, match=saying("error.rules-type", value="5")):
        TRAINERS[name]("low", vocab_size=9, rules=5)


@pytest.mark.parametrize("number", ["minimum_count", "character_coverage"])
def test_numbers_of_rules_are_numbers(number: str) -> None:
    values: dict[str, Any] = {number: "2"}
    with pytest.raises(TokvizError, match=number):
        bpe.Rules(**values)


# -- texts and tokens --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ENCODERS)
@pytest.mark.parametrize("method", ["encode", "words", "explain", "encode_word"])
def test_a_text_is_a_text(name: str, method: str) -> None:
    if name == "toy" and method == "explain":
        method = "encode"
    with pytest.raises(TokvizError, match=saying("error.text-not-text", type="int")):
        getattr(ENCODERS[name], method)(5)


@pytest.mark.parametrize("name", MODELS)
def test_ids_are_decoded_as_their_tokens(name: str) -> None:
    model = MODELS[name]
    tokens = [*model.vocabulary, *(token for token in model.ids if token not in model.vocabulary)]
    assert model.decode([model.ids[token] for token in tokens]) == model.decode(tokens)
    assert model.decode([]) == ""


@pytest.mark.parametrize("name", ENCODERS)
@pytest.mark.parametrize("tokens", [["lo", 1], [None], 5, [2.0]], ids=str)
def test_tokens_or_ids(name: str, tokens: Any) -> None:
    with pytest.raises(TokvizError, match=saying("error.tokens-or-ids")):
        ENCODERS[name].decode(tokens)


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("number", [99, -1])
def test_unknown_ids(name: str, number: int) -> None:
    with pytest.raises(TokvizError, match=saying("error.unknown-id", value=str(number))):
        MODELS[name].decode([number])


def test_where_nothing_is_numbered() -> None:
    with pytest.raises(TokvizError, match=saying("error.pipeline-no-ids")):
        ENCODERS["subword-nmt"].decode([0])


def test_both_ids_of_a_token_that_is_listed_twice() -> None:
    model = bpe.Model((), ("a", "b", "a"), bpe.Rules(), pretokenizer="none")
    assert (model.ids["a"], model.decode([0, 1, 2])) == (2, "aba")


def test_ids_of_a_file_are_those_of_its_library() -> None:
    file = b'{"model": {"type": "BPE", "vocab": {"l": 3, "o": 5, "lo": 1}, "merges": ["l o"]}}'
    model = Pipeline.from_file(file).text_model.model
    assert model.decode([1, 3]) == model.decode(["lo", "l"])
    with pytest.raises(TokvizError, match=saying("error.unknown-id", value="0")):
        model.decode([0])


@pytest.mark.parametrize("method", ["encode", "stages", "check"])
def test_a_pipeline_takes_texts(method: str) -> None:
    pipeline = Pipeline.from_file(b'{"model": {"type": "BPE", "vocab": {"l": 0}, "merges": []}}')
    with pytest.raises(TokvizError, match=saying("error.text-not-text", type="int")):
        getattr(pipeline, method)(5)
    with pytest.raises(TokvizError, match=saying("error.pipeline-id", id="l")):
        pipeline.decode(["l"])  # type: ignore[list-item]


# -- names and what is printed -----------------------------------------------------------------------------------------


def test_the_package_lists_its_public_names() -> None:
    assert dir(tokviz) == tokviz.__all__ == sorted(tokviz.__all__)
    assert all(hasattr(tokviz, name) for name in tokviz.__all__)
    assert tokviz.__version__[0].isdigit()
    assert not hasattr(tokviz, "__versions__")


def test_examples_by_name() -> None:
    assert examples.names() == examples.NAMES
    with pytest.raises(TokvizError, match="corpus_for"):
        _ = examples.load("course").corpus


def test_a_file_is_opened_by_its_path(tmp_path: Path) -> None:
    file = tmp_path / "vocab.txt"
    file.write_text("[UNK]\nlow\n##er\n")
    for path in (file, str(file)):
        assert tokviz.load(path).encode("lower").tokens == ("low", "##er")
    assert "\n" not in repr(tokviz.load(file))
    with pytest.raises(FileNotFoundError):
        tokviz.load(tmp_path / "none")


@pytest.mark.parametrize(("name", "preset"), TRAININGS)
def test_traces_are_printed_in_a_line(name: str, preset: str, nameless: None) -> None:
    trace = trained(name, preset)
    printed = repr(trace)
    assert len(printed) < 100
    assert "\n" not in printed
    assert f"{len(trace)}" in printed
    assert (name == "toy") or preset in printed
    assert len(repr(trace.model())) < 100


def test_the_printed_trace() -> None:
    trace = bpe.train(examples.load("sennrich").corpus, merges=10)
    assert repr(trace) == "<Trace bpe sennrich, 10 merges, 4 words>"
    assert "own rules, 1 merge, 1 word>" in repr(bpe.train("aa aa", rules=bpe.Rules(minimum_count=2), merges=1))
    assert repr(TRAINED.model()).startswith("<Model bpe, ")
    assert all(len(repr(model)) < 100 for model in MODELS.values())
    assert len(ENTRIES) == 7


# -- the command, called by a program ----------------------------------------------------------------------------------


def test_the_command_writes_to_and_reads_from_text_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("hugs"))
    with redirect_stdout(io.StringIO()) as written:
        assert main(["encode", "--example", "hug", "-"]) == 0
        assert main(["train", "--example", "hug", "--merges", "1"]) == 0
    assert "hug" in written.getvalue()
    with redirect_stdout(io.StringIO()) as written:
        assert main(["export", "--example", "hug", "--format", "png", "--step", "1"]) == 0
    assert "PNG" in written.getvalue()
