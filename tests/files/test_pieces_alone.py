"""A `.model` without its library is what the library makes of it: tokens, ids, places, stages, and texts of ids."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sentencepiece.sentencepiece_model_pb2 import ModelProto  # type: ignore[attr-defined]

from tests.files.styles import sentencepiece_model
from tests.files.test_sentencepiece_models import LINES, OPTIONS, TEXTS
from tokviz.errors import FormatError, RulesError
from tokviz.files.sentencepiece_engine import PiecesAlone, SentencePiece
from tokviz.models.decoding import BYTE_PIECES

KINDS = ("unigram", "bpe", "word", "char")
SYMBOL_OF_SPACES = 9  # of which a model of words makes one unknown token, as of two unknown marks


@cache
def opened(kind: str, number: int) -> tuple[PiecesAlone, SentencePiece]:
    """Return a trained model without the library and with it."""
    options = {"vocab_size": 75, **OPTIONS[number]} if kind in KINDS[:2] else OPTIONS[number] | {"vocab_size": 60}
    listed = {name: ",".join(value) if isinstance(value, list) else value for name, value in options.items()}
    data = sentencepiece_model(kind, LINES, **listed)
    return PiecesAlone(data), SentencePiece(data)


MODELS = [
    (kind, number)
    for kind in KINDS
    for number, options in enumerate(OPTIONS)
    if kind in KINDS[:2] or not (options.get("byte_fallback") or number == SYMBOL_OF_SPACES)
]


@settings(max_examples=40, deadline=None)
@given(text=TEXTS)
def test_texts_are_split_and_placed_as_by_the_library(text: str) -> None:
    for kind, number in MODELS:
        ours, theirs = opened(kind, number)
        for stages in ("before", "after", "pre_tokens", "characters", "plain", "whole"):
            assert getattr(ours, stages)(text) == getattr(theirs, stages)(text), (kind, OPTIONS[number], stages)


@settings(max_examples=40, deadline=None)
@given(before=TEXTS, run=st.integers(1, 60))
def test_of_equal_sums_rounding_decides_over_all_of_a_text(before: str, run: int) -> None:
    ours, theirs = equal_sums()
    text = f"{before} {'x' * run}"
    assert ours.plain(text) == theirs.plain(text)
    assert ours.after(text) == theirs.after(text)


@cache
def equal_sums() -> tuple[PiecesAlone, SentencePiece]:
    """Return a model with `xx`, so that an odd run of `x` has as many best paths as places for the single one."""
    data = sentencepiece_model("unigram", ("xx xxxx a xx ab xx b xx c xx",), vocab_size=20)
    theirs = SentencePiece(data)
    assert {"x", "xx"} <= theirs.vocabulary.keys()
    return PiecesAlone(data), theirs


@pytest.mark.parametrize(("kind", "number"), MODELS)
def test_the_rest_is_that_of_the_library(kind: str, number: int) -> None:
    ours, theirs = opened(kind, number)
    ids = sorted(theirs.vocabulary.values())
    for one in ("vocabulary", "added", "kept", "settings", "notes", "written"):
        assert getattr(ours, one) == getattr(theirs, one), one
    assert ours.gained(ids) == theirs.gained(ids)
    assert ours.many(["low", "hug pug"]) == theirs.many(["low", "hug pug"])
    assert (ours.library, ours.literal("<s>")) == (None, theirs.literal("<s>"))
    for number in (-1, len(ids)):
        with pytest.raises(RulesError) as refused:
            ours.decode([number], skip_special=False)
        assert refused.value.code == "pipeline-id"


@pytest.mark.parametrize("engine", [PiecesAlone, SentencePiece])
@pytest.mark.parametrize(("piece", "kind"), [("<0x41>", 1), ("low", 6), ("zz", 6)])
def test_bytes_that_are_not_all_there_and_others_are_refused(engine: type[PiecesAlone], piece: str, kind: int) -> None:
    """As by the library, which the tab does not have."""
    model: Any = ModelProto.FromString(sentencepiece_model("bpe", LINES, byte_fallback=True, vocab_size=340))
    found = next((one for one in model.pieces if one.piece == piece), model.pieces[-1])
    found.piece, found.type = piece, kind
    with pytest.raises(FormatError):
        engine(model.SerializeToString())


NAMES = ("zzz", "▁▁", "lo w", "<0xC3", "")  # which no vocabulary has


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_ids_and_tokens_become_the_text_of_the_library(data: st.DataObject) -> None:
    for kind, number in MODELS:
        ours, theirs = opened(kind, number)
        pieces = list(theirs.vocabulary)
        if spelled := [piece for piece in pieces if piece in BYTE_PIECES]:
            pieces = data.draw(st.sampled_from([pieces, [*spelled, *pieces[:8]]]))  # bytes beside bytes are characters
        chosen = data.draw(st.lists(st.sampled_from(pieces), max_size=9))
        ids = [theirs.vocabulary[piece] for piece in chosen]
        for skip in (False, True):
            assert ours.decode(ids, skip_special=skip) == theirs.decode(ids, skip_special=skip), (kind, number)
        named = data.draw(st.lists(st.sampled_from([*pieces, *NAMES]), max_size=6))
        assert ours.joined(named) == theirs.joined(named), (kind, number)


@pytest.mark.parametrize("shown", ["", "?", "▁é"])
def test_an_unknown_piece_and_a_decoded_text_are_written_as_the_file_says(shown: str, tmp_path: Path) -> None:
    rules = tmp_path / "rules.tsv"
    rules.write_text("68\t48\n6C 6F\t4C 4F 20 4C 4F\n", encoding="utf-8")  # h to H, lo to LO LO
    rule = {"denormalization_rule_tsv": str(rules)}
    data = sentencepiece_model("unigram", LINES, vocab_size=60, unk_surface=shown, **rule)
    ours, theirs = PiecesAlone(data), SentencePiece(data)
    ids = [0, *range(len(ours.vocabulary)), 0]
    assert ours.decode(ids, skip_special=False) == theirs.decode(ids, skip_special=False)
    assert ours.gained(ids) == theirs.gained(ids)
    assert "LO LO" in ours.decode(ours.plain("low").ids, skip_special=False).text
