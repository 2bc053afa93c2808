"""Equal scores in a `.model`: our model decides between them as sentencepiece does.

There scores are added up in single precision, so that rounding decides between equal sums, and of pieces with the same
score BPE merges the leftmost.
"""

from __future__ import annotations

import io
import random

import pytest
import sentencepiece
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sentencepiece import sentencepiece_model_pb2

from tokviz.files.pipeline import Pipeline
from tokviz.files.sentencepiece import load_model

LETTERS = "aoné"
NORMAL, UNKNOWN, DEFINED = 1, 2, 4
PIECES = st.text(LETTERS + "▁", min_size=2, max_size=5).filter(lambda piece: "▁" not in piece[1:])
TEXTS = st.lists(st.sampled_from(("o", "oo", "a", "n", "é", " ", "   ", "ono", "z")), min_size=1, max_size=80).map(
    "".join
)


def written(kind: int, scores: dict[str, float], defined: tuple[str, ...] = ()) -> bytes:
    """A `.model` of pieces with these scores."""
    model = sentencepiece_model_pb2.ModelProto()  # type: ignore[attr-defined]
    model.trainer_spec.model_type = kind
    model.normalizer_spec.name = "identity"
    model.normalizer_spec.remove_extra_whitespaces = False
    for piece, score, role in (("<unk>", 0.0, UNKNOWN), *((piece, score, NORMAL) for piece, score in scores.items())):
        model.pieces.add(piece=piece, score=score, type=role)
    for piece in defined:
        model.pieces.add(piece=piece, score=0.0, type=DEFINED)
    return bytes(model.SerializeToString())


@st.composite
def tied_scores(draw: st.DrawFn) -> dict[str, float]:
    """Scores of pieces, many of which are the exact sum of others'."""
    own = [draw(st.floats(-9, -0.01)) for _ in range(2)]
    scores = {letter: draw(st.sampled_from(own)) for letter in ("▁", *LETTERS)}
    for piece in draw(st.lists(PIECES, max_size=9, unique=True)):
        tied = sum(scores[letter] for letter in piece)
        scores[piece] = draw(st.sampled_from((tied, tied, own[0])))
    return scores


@settings(max_examples=200, deadline=None)
@given(scores=tied_scores(), defined=st.lists(PIECES, max_size=1), texts=st.lists(TEXTS, min_size=1, max_size=5))
def test_unigram_finds_the_same_best_path(scores: dict[str, float], defined: list[str], texts: list[str]) -> None:
    data = written(1, scores, tuple(piece for piece in defined if piece not in scores))
    agrees(data, texts)


@settings(max_examples=200, deadline=None)
@given(
    pieces=st.lists(PIECES, min_size=1, max_size=12, unique=True),
    values=st.lists(st.sampled_from((0.0, -0.0, -1.0, -2.0)), min_size=12, max_size=12),
    texts=st.lists(TEXTS, min_size=1, max_size=5),
)
@example(pieces=["na", "ao"], values=[-0.0, 0.0], texts=["nao"])
@example(pieces=["na", "ao"], values=[0.0, -0.0], texts=["nao"])
def test_bpe_merges_the_leftmost_of_pieces_with_one_score(
    pieces: list[str], values: list[float], texts: list[str]
) -> None:
    letters = dict.fromkeys(("▁", *LETTERS), -9.0)
    agrees(written(2, letters | dict(zip(pieces, values, strict=False))), texts)


def agrees(data: bytes, texts: list[str]) -> None:
    """Assert that our model gives the library's pieces, alone and in the pipeline, and that its steps do, too."""
    library, model, pipeline = (
        sentencepiece.SentencePieceProcessor(model_proto=data),
        load_model(data).model,
        Pipeline.from_file(data),
    )
    for text in texts:
        theirs = library.encode(text, out_type=str)
        assert model.encode(text) == theirs
        assert [token for _, tokens in model.encoded_words(text) for token in tokens] == theirs
        assert pipeline.check(text).equal
        for word in model.words(text):
            assert model.explain(word).tokens == model.encode_word(word)


@pytest.fixture(scope="module", params=["unigram", "bpe"])
def learned(request: pytest.FixtureRequest) -> bytes:
    """A model that the library trained on words of few letters, so that many scores are near each other."""
    rng, file = random.Random(4), io.BytesIO()
    lines = ["".join(rng.choice("noh ") * rng.randint(1, 4) for _ in range(9)) for _ in range(60)]
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines),
        model_writer=file,
        model_type=request.param,
        vocab_size=40,
        hard_vocab_limit=False,
        remove_extra_whitespaces=False,
        num_threads=1,
        minloglevel=2,
    )
    return file.getvalue()


@settings(max_examples=60, deadline=None)
@given(texts=st.lists(st.text("noh z", min_size=20, max_size=200), min_size=1, max_size=4))
def test_trained_models_give_the_same_on_long_texts(learned: bytes, texts: list[str]) -> None:
    agrees(learned, texts)


def test_pieces_appended_with_the_score_0_compete_by_their_place() -> None:
    """The usual way to add pieces to a model: `w i`, `d e` and `e s` have one score, and the leftmost is first."""
    scores = dict.fromkeys(("▁", *"widest"), -9.0) | dict.fromkeys(("est", "es", "wi", "de"), 0.0)
    model = load_model(written(2, scores)).model
    assert model.encode("widest") == ["▁", "wi", "de", "s", "t"]
    assert [step.rank for step in model.explain("▁widest")] == [0, 0]  # type: ignore[union-attr]


def test_a_sum_goes_on_from_word_to_word() -> None:
    """Rounding depends on all that is before, so that one word may be split in two ways."""
    scores = {"▁": -3.3, "o": -0.7, "oo": -1.4, "n": -2.1, "▁n": -5.4}
    data = written(1, scores)
    model, text = load_model(data).model, " ".join(["nooooo"] * 60)
    splits = {tokens for word, tokens in model.encoded_words(text) if word == "▁nooooo"}
    assert model.encode(text) == sentencepiece.SentencePieceProcessor(model_proto=data).encode(text, out_type=str)
    assert len(splits) > 1
