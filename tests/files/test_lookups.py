"""WordLevel of tokenizers, and the word and char models of SentencePiece: our lookup beside the library."""

from __future__ import annotations

import itertools
import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sentencepiece import sentencepiece_model_pb2

from tests.files.agreement import differs
from tests.files.styles import MIXED, TEXTS, sentencepiece_model
from tokviz.compare.notation import neutral
from tokviz.errors import CorpusError, TokvizError
from tokviz.files.detect import load_any, load_bpe
from tokviz.files.pipeline import Pipeline
from tokviz.lookup import Model

WORDS = ("low lower lowest newest widest low low @ <x>y abc", "the low of the low <x> ok é 你好", *TEXTS)
OPTIONS: dict[str, dict[str, Any]] = {
    "plain": {},
    "symbols": {"user_defined_symbols": "<x>,@,a b,▁zz", "control_symbols": "<pad>"},
    "bytes": {"byte_fallback": True, "vocab_size": 360},
    "no prefix": {"add_dummy_prefix": False, "user_defined_symbols": "<x>"},
    "suffix": {"treat_whitespace_as_suffix": True},
    "spaces": {"remove_extra_whitespaces": False, "normalization_rule_name": "identity"},
}
PARTS = (
    "low",
    "lower",
    "xyz",
    "▁",
    " ",
    "  ",
    "<x>",
    "@",
    "<s>",
    "<pad>",
    "<unk>",
    "a",
    "b",
    "zz",
    "é",
    "你",
    "\n",
    "<0x41>",
)
TEXT = st.lists(st.sampled_from(PARTS) | st.characters(exclude_categories=["Cs"]), max_size=12).map("".join)
PRE_TOKENIZERS: dict[str, Any] = {
    "none": None,
    "Whitespace": {"type": "Whitespace"},
    "ByteLevel": {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True},
    "Metaspace": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True},
}
VOCABULARY = {"[UNK]": 4, "low": 0, "lower": 9, "Ġlow": 2, "▁low": 3, "▁": 11, "é": 12, "a": 13, "<s>": 20}


@cache
def sentencepiece(kind: str, options: str) -> Pipeline:
    size = {"vocab_size": 40}
    return Pipeline.from_file(sentencepiece_model(kind, WORDS, **{**size, **OPTIONS[options]}), name="m.model")


def word_level(pre_tokenizer: Any = None, **changes: Any) -> bytes:
    model = {"type": "WordLevel", "vocab": VOCABULARY, "unk_token": "[UNK]", **changes}
    added = {"id": 20, "content": "<s>", "single_word": False, "lstrip": False, "rstrip": True, "normalized": False}
    file = {"model": model, "pre_tokenizer": pre_tokenizer, "added_tokens": [{**added, "special": True}]}
    return json.dumps(file).encode()


@cache
def of_library(pre_tokenizer: str) -> Pipeline:
    return Pipeline.from_file(word_level(PRE_TOKENIZERS[pre_tokenizer]), name="wl.json")


@given(TEXT)
@pytest.mark.parametrize("pre_tokenizer", PRE_TOKENIZERS)
def test_word_level_is_as_in_tokenizers(pre_tokenizer: str, text: str) -> None:
    pipeline = of_library(pre_tokenizer)
    assert not differs(pipeline, text)


@given(TEXT)
@pytest.mark.parametrize(("kind", "options"), [*itertools.product(("word", "char"), OPTIONS)])
def test_words_and_characters_are_as_in_sentencepiece(kind: str, options: str, text: str) -> None:
    pipeline = sentencepiece(kind, options)
    assert not differs(pipeline, text)
    model = pipeline.text_model.model
    ids = pipeline.encode(text).ids
    assert model.decode([pipeline.tokens[number] for number in ids]) == pipeline.decode(ids).text


@pytest.mark.parametrize(("kind", "options"), [*itertools.product(("word", "char"), OPTIONS)])
def test_texts_of_all_kinds(kind: str, options: str) -> None:
    for text in (*MIXED, *TEXTS):
        assert not differs(sentencepiece(kind, options), text), text


def test_unused_pieces_are_what_the_library_says() -> None:
    message = sentencepiece_model_pb2.ModelProto()  # type: ignore[attr-defined]
    message.ParseFromString(sentencepiece_model("char", WORDS, vocab_size=40))
    next(piece for piece in message.pieces if piece.piece == "o").type = 5
    pipeline = Pipeline.from_file(message.SerializeToString(), name="m.model")
    assert not differs(pipeline, "low lower oo")


def test_one_unknown_token_for_two_words() -> None:
    pipeline = sentencepiece("word", "plain")
    assert pipeline.encode("low xyzzy qqq low").ids == (3, 0, 3)
    assert pipeline.apart("▁low▁xyzzy▁qqq▁low") == ("▁low", "▁xyzzy▁qqq", "▁low")
    assert [stage.name for stage in pipeline.stages("low") if stage.kind == "model"] == ["Word"]


def test_ids_with_gaps() -> None:
    found = load_any([("wl.json", word_level(PRE_TOKENIZERS["Whitespace"]))]).model
    assert isinstance(found, Model)
    assert [found.ids[token] for token in found.encode("low lower xyz")] == [0, 9, 4]


def test_no_unknown_token() -> None:
    pipeline = Pipeline.from_file(word_level(PRE_TOKENIZERS["Whitespace"], unk_token="<none>"))
    assert pipeline.check("low").equal
    with pytest.raises(TokvizError) as raised:
        pipeline.encode("xyz")
    assert raised.value.code == "unk-not-in-vocabulary"


def test_the_pages_of_algorithms_say_where_it_opens() -> None:
    with pytest.raises(CorpusError) as raised:
        load_bpe([("wl.json", word_level())])
    assert raised.value.code == "upload-lookup"


def test_tokens_read_without_marks() -> None:
    model = of_library("ByteLevel").text_model.model
    assert neutral("Ġlow", model).text == "low"
    assert neutral("▁low", of_library("Metaspace").text_model.model).text == "low"
