"""Lists of pieces and named symbols: written as a `.model`, they are what SentencePiece makes of such a model."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
import sentencepiece
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.files.agreement import differs
from tests.files.styles import MIXED, TEXTS, sentencepiece_model
from tests.strategies import texts
from tokviz import unigram
from tokviz.corpus import Corpus
from tokviz.errors import FormatError, RulesError
from tokviz.files.detect import load_any
from tokviz.files.pipeline import Pipeline
from tokviz.files.sentencepiece import load_model, model_of_vocab, with_symbols, write_vocab

PLAIN = {"normalization_rule_name": "identity", "remove_extra_whitespaces": False}
KINDS: dict[str, dict[str, Any]] = {
    "unigram": PLAIN,
    "bpe": PLAIN,
    "unigram bytes": {**PLAIN, "byte_fallback": True, "vocab_size": 600},
    "bpe symbols": {**PLAIN, "control_symbols": "<sep>", "user_defined_symbols": "@,<x>,\t"},
    "unigram symbols": {**PLAIN, "control_symbols": "<sep>", "user_defined_symbols": "@,<x>,\t"},
    "bpe large": {**PLAIN, "vocab_size": 900, "user_defined_symbols": "@"},
    "bpe suffix": {**PLAIN, "treat_whitespace_as_suffix": True},
    "unigram suffix": {**PLAIN, "treat_whitespace_as_suffix": True},
    "bpe bytes": {**PLAIN, "byte_fallback": True, "vocab_size": 700, "control_symbols": "<sep>"},
}


def trained(name: str) -> bytes:
    return sentencepiece_model(name.split()[0], **KINDS[name])


def listed(data: bytes) -> bytes:
    """As the library lists its pieces: scores have six digits. A line end as a piece cannot be listed."""
    ask = sentencepiece.SentencePieceProcessor(model_proto=data)
    rows = ((ask.id_to_piece(number), ask.get_score(number)) for number in range(ask.get_piece_size()))
    return "".join("{}\t{:g}\n".format(piece.replace("\n", "\uf8ff"), score) for piece, score in rows).encode()


@cache
def of_list(name: str) -> tuple[Pipeline, sentencepiece.SentencePieceProcessor]:
    return Pipeline.from_files([("m.vocab", listed(trained(name)))]), sentencepiece.SentencePieceProcessor(
        model_proto=trained(name)
    )


@pytest.mark.parametrize("name", KINDS)
def test_a_list_is_told_from_other_files_and_gives_the_models_ids(name: str) -> None:
    """Texts without a tie: six digits of a score may decide one otherwise than all of them."""
    pipeline, library = of_list(name)
    said = {"symbols": ["vocab-symbols"], "large": ["vocab-symbols"], "suffix": ["vocab-suffix"]}
    kind, _, more = name.partition(" ")
    assert [one.code for one in pipeline.notes] == [f"vocab-{kind}", *said.get(more, [])]
    without_name = Pipeline.from_file(listed(trained(name)))
    for text in (*(one.replace("\n", " ") for one in TEXTS), "a@b <x>c @@", "test <x> @ x\ty", "low <sep>"):
        assert list(pipeline.encode(text).ids) == library.encode(text)
        assert without_name.encode(text).ids == pipeline.encode(text).ids
        assert not differs(pipeline, text)
        assert pipeline.decode(pipeline.encode(text).ids).text == library.decode(library.encode(text))


def test_a_trained_model_goes_out_and_in() -> None:
    corpus = Corpus.from_text("\n".join(TEXTS), "metaspace")
    model = unigram.train(corpus, vocab_size=160, rules="sentencepiece").model(pretokenizer="metaspace")
    again = load_model(model_of_vocab(write_vocab(model).encode())[0]).model
    assert isinstance(again, unigram.Model)
    assert dict(again.scores) == pytest.approx({**model.scores, "<unk>": 0.0}, rel=1e-6)
    found = load_any([("m.vocab", write_vocab(model).encode())]).model
    assert found.encode("low lower") == model.encode("low lower")


@pytest.mark.parametrize(
    ("scores", "kind"),
    [
        ([0, -1, -2], "bpe"),
        ([-2, 0, -1], "bpe"),
        ([0], "unigram"),
        ([-1, -2, -3], "unigram"),
        ([0, -1, -3], "unigram"),
        ([0, -1, -1], "unigram"),
        ([0, -1.5, -2], "unigram"),
    ],
)
def test_the_kind_of_a_list(scores: list[float], kind: str) -> None:
    lines = "".join(f"{piece}\t{score}\n" for piece, score in zip("abc", scores, strict=False))
    model = load_model(model_of_vocab(f"<unk>\t0\n<s>\t0\n{lines}".encode())[0]).model
    assert model.algorithm == kind


def test_the_places_of_bpe_go_on_as_far_as_there_are_pieces() -> None:
    lines = "".join(f"p{number}\t-{number}\n" for number in range(1_000))
    assert len(load_model(model_of_vocab(lines.encode())[0]).model.vocabulary) == 1_001


def test_what_a_list_does_not_say_is_said() -> None:
    assert [one.code for one in load_any([("m.vocab", b"a\t0\nb\t-1\n")]).notes] == ["vocab-bpe", "vocab-unknown"]
    with pytest.raises(FormatError) as caught:
        load_any([("m.vocab", b"a\t-1\nb\t-701\n")])
    assert (caught.value.code, caught.value.line) == ("piece-score", 2)


# -- symbols -----------------------------------------------------------------------------------------------------------

SYMBOLS = ("<s>", "<|im|>", "low", "你", "a b")
DRAWN = st.lists(st.sampled_from([*SYMBOLS, " ", "lower", "a", "é", *MIXED[3:8]]) | texts(), max_size=5).map("".join)


@cache
def named(name: str) -> tuple[Pipeline, Any]:
    data = trained(name)
    size = sentencepiece.SentencePieceProcessor(model_proto=data).get_piece_size()
    found = Pipeline.from_file(data, name="m.model")
    ids = {one: found.vocabulary.get(one, -1) for one in SYMBOLS}
    new = [one for one, number in ids.items() if number < 0]
    ids |= {one: size + place for place, one in enumerate(new)}
    return Pipeline.from_files([("m.model", data)], specials=ids), ids


@pytest.mark.parametrize("name", KINDS)
@settings(max_examples=40)
@given(text=DRAWN)
def test_texts_are_cut_at_named_symbols_first(name: str, text: str) -> None:
    pipeline, ids = named(name)
    for text_ in (text, "".join(SYMBOLS)):
        check = pipeline.check(text_)
        assert check.equal, check.difference
        found = pipeline.encode(text_).ids
        for symbol in ("<s>", "<|im|>"):  # no piece of the model goes over these
            assert found.count(ids[symbol]) == text_.count(symbol)


def test_symbols_of_a_model_that_was_trained_with_them() -> None:
    """A symbol named here is what the library calls a user-defined one: the same ids from both."""
    options = {**PLAIN, "vocab_size": 190}
    theirs = sentencepiece_model("unigram", user_defined_symbols="<|im|>", **options)
    library = sentencepiece.SentencePieceProcessor(model_proto=theirs)
    again, model = (
        load_model(with_symbols(theirs, {"<|im|>": library.piece_to_id("<|im|>")})).model,
        load_model(theirs).model,
    )
    assert isinstance(again, unigram.Model)
    assert isinstance(model, unigram.Model)
    assert (again.user_defined, dict(again.scores)) == (model.user_defined, dict(model.scores)) != (frozenset(), {})
    assert Pipeline.from_file(theirs).encode("a<|im|>b").ids == tuple(library.encode("a<|im|>b"))


def test_ids_of_pieces_are_places() -> None:
    data = trained("bpe")
    size = sentencepiece.SentencePieceProcessor(model_proto=data).get_piece_size()
    assert load_any([("m.model", data)], ["<x>"]).model.ids["<x>"] == size
    with pytest.raises(RulesError) as caught:
        load_any([("m.model", data)], [f"<x>={size + 4}"])
    assert (caught.value.code, caught.value.details["next"]) == ("special-in-turn", size)
