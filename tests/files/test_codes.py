"""Codes of subword-nmt, alone and with the tool's options: what tokviz says is what that library says."""

from __future__ import annotations

import io
import sys
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from subword_nmt.apply_bpe import BPE
from subword_nmt.learn_bpe import learn_bpe

from tests.files.mixed import SEEDS, mixed_texts
from tests.files.styles import MIXED, TEXTS
from tests.strategies import texts
from tokviz.bpe import Applier
from tokviz.errors import LimitError, RulesError
from tokviz.files.detect import load_any
from tokviz.files.pipeline import EngineAround, Pipeline
from tokviz.files.subword_nmt import load_codes
from tokviz.files.subword_nmt_engine import MAX_COMPARED_WORD, Codes

DRAWN = texts() | st.lists(st.sampled_from([*MIXED[3:8], " "]), max_size=3).map("".join)


@cache
def written_codes() -> str:
    written = io.StringIO()
    learn_bpe(io.StringIO("\n".join(TEXTS)), written, 60)
    return written.getvalue()


@cache
def codes() -> tuple[Pipeline, BPE]:
    return Pipeline.from_file(written_codes().encode(), name="codes"), BPE(io.StringIO(written_codes()))


def tokens_words(tokens: list[str]) -> list[str]:
    """The words of tokens with separators."""
    return " ".join(tokens).replace("@@ ", "").split(" ")


def compared(text: str) -> None:
    pipeline, library = codes()
    tokens = [token for line in text.split("\n") for token in library.segment(line).split(" ") if token]
    assert list(pipeline.encode(text).tokens) == tokens
    assert pipeline.check(text).equal
    model = pipeline.text_model.model
    assert [token.removesuffix("</w>") for token in model.encode(text)] == [one.removesuffix("@@") for one in tokens]
    assert model.decode(model.encode(text)).split() == [one for word in tokens_words(tokens) for one in word.split()]
    with pytest.raises(RulesError) as caught:
        pipeline.decode([1])
    assert caught.value.code == "pipeline-no-ids"


@settings(max_examples=60)
@given(text=DRAWN)
def test_codes_are_subword_nmts(text: str) -> None:
    compared(text)


@pytest.mark.parametrize("seed", SEEDS)
def test_codes_are_subword_nmts_on_a_thousand_mixed_texts(seed: int) -> None:
    for text in mixed_texts(1_000, seed):
        compared(text)


@settings(max_examples=60)
@given(
    text=DRAWN,
    separator=st.sampled_from(["@@", "~", "low"]),
    glossaries=st.lists(st.sampled_from(["low", "[0-9]+", "est|2026"]), max_size=2),
    vocabulary=st.none() | st.sets(st.sampled_from(["l@@", "lo@@", "low", "est", "a", "e@@"])),
)
def test_codes_with_options_are_subword_nmts(
    text: str, separator: str, glossaries: list[str], vocabulary: set[str] | None
) -> None:
    loaded = load_codes(written_codes()).model
    applier = replace(Applier.from_model(loaded), separator=separator, glossaries=glossaries, vocabulary=vocabulary)
    library = BPE(io.StringIO(written_codes()), -1, separator, vocabulary, glossaries)
    engine = Codes(applier)
    check = EngineAround(engine).check(text)
    assert check.equal
    words = [part.text for part in engine.pre_tokens(text)]
    assert [engine.theirs(word) for word in words] == [tuple(library.segment_tokens([word])) for word in words]


def test_what_would_take_the_library_long_is_not_asked() -> None:
    applier = Applier.from_model(load_codes(written_codes()).model)
    with pytest.raises(RulesError) as caught:
        EngineAround(Codes(replace(applier, glossaries=["(a+)+b"]))).check("aaa")
    assert caught.value.code == "glossary-unasked"
    with pytest.raises(LimitError) as long:
        EngineAround(Codes(applier)).check("a" * (MAX_COMPARED_WORD + 1))
    assert long.value.details["limit"] == "MAX_COMPARED_WORD"


def test_without_subword_nmt_nothing_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "subword_nmt.apply_bpe", None)
    model = load_any([("x.codes", written_codes().encode())]).model
    assert model.around is not None
    assert model.encode("low") == load_codes(written_codes()).model.encode("low")
    assert (model.around.check("low").library, model.around.check("low").equal) == (None, False)
