"""`.model` and `.vocab` of SentencePiece: what that library makes of a text, read here without it."""

from __future__ import annotations

import io
from typing import Any

import pytest
import sentencepiece
from hypothesis import given
from hypothesis import strategies as st
from sentencepiece import sentencepiece_model_pb2

from tokviz import bpe, lookup
from tokviz.errors import FormatError, TokvizError
from tokviz.files import reading
from tokviz.files.reading import Loaded
from tokviz.files.sentencepiece import load_model, read_vocab, settings_of
from tokviz.unigram import Model

LINES = ("hug pug pun bun hugs the cat sat on the mat", "café 東京 naïve the hugs of the cat", "a/b//c unhug bug mug")
OPTIONS: dict[str, dict[str, Any]] = {
    "plain": {},
    "bytes": {"byte_fallback": True, "vocab_size": 330},
    "cased control": {"control_symbols": ["<sep>"], "pad_id": 3},
}


def train(**options: Any) -> bytes:
    model = io.BytesIO()
    settings_ = {"vocab_size": 60, "normalization_rule_name": "identity", "hard_vocab_limit": False, **options}
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(LINES * 3),
        model_writer=model,
        num_threads=1,
        minloglevel=2,
        character_coverage=1.0,
        **settings_,
    )
    return model.getvalue()


@pytest.fixture(scope="module", params=OPTIONS)
def made(request: pytest.FixtureRequest) -> tuple[sentencepiece.SentencePieceProcessor, bytes]:
    data = train(**OPTIONS[request.param])
    return sentencepiece.SentencePieceProcessor(model_proto=data), data


def test_models_hold_the_pieces_to_the_last_bit(made: tuple[sentencepiece.SentencePieceProcessor, bytes]) -> None:
    processor, data = made
    model = unigram_of(load_model(data))
    assert list(model.scores.items()) == [
        (processor.id_to_piece(i), processor.get_score(i)) for i in range(processor.get_piece_size())
    ]
    assert model.unk_token == "<unk>"
    assert model.reserved == {
        processor.id_to_piece(i)
        for i in range(processor.get_piece_size())
        if processor.is_control(i) or processor.is_unknown(i) or processor.is_byte(i)
    }


def test_scores_of_bpe_go_on_as_far_as_there_are_pieces() -> None:
    """Beyond 700, where a logarithm would be none."""
    model = load_model(proto(model_type=2, piece={"piece": "b", "score": -31_000.0})).model
    assert isinstance(model, bpe.Model)
    assert model.scores is not None
    assert list(model.scores) == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("", "pieces-missing", None),
        ("a\t-1\nb -2\n", "pieces-tab", 2),
        ("a\t-1\nb\tx\n", "piece-score", 2),
        ("a\t-1\nb\tnan\n", "piece-score", 2),
        ("a\t-1\n\t-2\n", "piece-score", 2),
        ("a\t-1\na\t-2\n", "piece-twice", 2),
        ("a\t-1\n\ud800\t-2\n", "token-surrogate", 2),
    ],
)
def test_bad_vocabs_are_refused(text: str, code: str, line: int | None) -> None:
    with pytest.raises(FormatError) as caught:
        read_vocab(text)
    assert (caught.value.code, caught.value.line) == (code, line)


def unigram_of(file: Loaded[bpe.Model | Model | lookup.Model]) -> Model:
    assert isinstance(file.model, Model)
    return file.model


def proto(**changes: Any) -> bytes:
    message = sentencepiece_model_pb2.ModelProto()  # type: ignore[attr-defined]
    for piece, kind in (("<unk>", 2), ("a", 1)):
        message.pieces.add(piece=piece, score=-1.0, type=kind)
    for name, value in changes.items():
        if name == "piece":
            message.pieces.add(**value)
        else:
            part = message.normalizer_spec if name == "precompiled_charsmap" else message.trainer_spec
            setattr(part, name, value)
    return bytes(message.SerializeToString())


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (proto(model_type=2, piece={"piece": "b", "score": 0.0, "type": 5}), "sentencepiece-part"),
        (proto(precompiled_charsmap=b"abc"), "sentencepiece-damaged"),
        (proto(precompiled_charsmap=b"\xff\0\0\0abcd"), "sentencepiece-damaged"),
        (proto(piece={"piece": "a", "score": -2.0}), "piece-twice"),
        (proto(piece={"piece": "b", "score": float("nan")}), "piece-score"),
        (proto(piece={"piece": "b", "score": -701.0}), "piece-score"),
        (proto(piece={"piece": "", "score": -1.0}), "piece-score"),
        (b"", "pieces-missing"),
        (proto()[:-1] + b"\xff", "sentencepiece-damaged"),
        (proto()[:7], "sentencepiece-damaged"),
        (b"\x0b", "sentencepiece-damaged"),
        (b"\x08\x01", "sentencepiece-damaged"),
        (b"\x0a\x03\x0a\x01\xff", "sentencepiece-damaged"),
    ],
)
def test_bad_models_are_refused(data: bytes, code: str) -> None:
    with pytest.raises(FormatError) as caught:
        load_model(data)
    assert caught.value.code == code


@given(st.binary(max_size=60) | st.binary(max_size=8).map(lambda end: proto()[: 5 + len(end)] + end))
def test_any_bytes_are_a_model_or_an_error_of_ours(data: bytes) -> None:
    try:
        assert isinstance(load_model(data).model, bpe.Model | Model)
    except TokvizError as error:
        assert error.code  # noqa: PT017 - either outcome is right


def test_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_VOCABULARY", 1)
    with pytest.raises(TokvizError, match="the limit is 1"):
        load_model(proto())
    with pytest.raises(TokvizError, match="the limit is 1"):
        read_vocab("a\t-1\nb\t-2\n")


@pytest.mark.parametrize(("number", "name"), [(1, "Unigram"), (2, "BPE"), (3, "Word"), (4, "Char")])
def test_settings_name_the_kind_of_model(number: int, name: str) -> None:
    settings = settings_of(proto(model_type=number))
    assert settings["model"]["type"] == name  # type: ignore[index]
