"""Every other format of the field, and real vocabularies' ways: what the pipeline says is what their libraries say."""

from __future__ import annotations

import base64
import itertools
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import sentencepiece
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import BertWordPieceTokenizer, ByteLevelBPETokenizer

from tests.files.agreement import differs
from tests.files.mixed import SEEDS, mixed_texts
from tests.files.styles import GPT4, MIXED, TEXTS, file_of, sentencepiece_model, theirs
from tests.strategies import texts
from tokviz.errors import CorpusError, FormatError
from tokviz.files.pipeline import Pipeline
from tokviz.pretokenize import pretokenize

VOCABULARY = b'{"l": 0, "o": 1, "w</w>": 2, "lo": 4, "low</w>": 5, "s": 7, "o</w>": 8}'
"""A vocab.json whose ids leave gaps."""
DRAWN = texts() | st.lists(st.sampled_from([*MIXED[3:8], " "]), max_size=3).map("".join)
SENTENCEPIECE: dict[str, tuple[str, dict[str, Any]]] = {
    "unigram": ("unigram", {}),
    "bpe": ("bpe", {}),
    "bpe-bytes": ("bpe", {"byte_fallback": True, "vocab_size": 700}),
    "unigram-bytes": ("unigram", {"byte_fallback": True, "vocab_size": 600, "normalization_rule_name": "identity"}),
    "llama": (
        "bpe",
        {
            "byte_fallback": True,
            "vocab_size": 700,
            "normalization_rule_name": "identity",
            "remove_extra_whitespaces": False,
            "split_digits": True,
            "user_defined_symbols": "<|im|>",
        },
    ),
}


# -- sentencepiece -----------------------------------------------------------------------------------------------------


@cache
def of_sentencepiece(name: str) -> tuple[Pipeline, sentencepiece.SentencePieceProcessor]:
    kind, options = SENTENCEPIECE[name]
    data = sentencepiece_model(kind, **options)
    return Pipeline.from_file(data, name=f"{name}.model"), sentencepiece.SentencePieceProcessor(model_proto=data)


def compared(name: str, text: str) -> None:
    pipeline, library = of_sentencepiece(name)
    found = pipeline.encode(text)
    assert list(found.ids) == library.encode(text)
    assert [library.id_to_piece(number) for number in found.ids if number] == [
        token for token, number in zip(found.tokens, found.ids, strict=True) if number
    ]
    decoded = pipeline.decode(found.ids)
    assert decoded.text == library.decode(list(found.ids))
    assert decoded.streams
    assert not differs(pipeline, text)
    stages = pipeline.stages(text)
    normalized = library.normalize(text)
    assert "".join(stages[1].texts) == "".join(stages[2].texts) == normalized
    for stage in stages:
        for part in stage.parts:
            assert 0 <= part.start <= part.end <= len(text)


@pytest.mark.parametrize("name", SENTENCEPIECE)
@pytest.mark.parametrize("text", [*MIXED, *TEXTS], ids=itertools.count())
def test_a_model_of_sentencepiece_is_its_library(name: str, text: str) -> None:
    compared(name, text)


@pytest.mark.parametrize("name", SENTENCEPIECE)
@settings(max_examples=25)
@given(text=DRAWN)
def test_a_model_of_sentencepiece_is_its_library_on_drawn_texts(name: str, text: str) -> None:
    compared(name, text)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", SENTENCEPIECE)
def test_a_model_of_sentencepiece_is_its_library_on_a_thousand_mixed_texts(name: str, seed: int) -> None:
    for text in mixed_texts(1_000, seed):
        compared(name, text)


def test_words_of_sentencepiece_are_a_stage_of_our_own() -> None:
    stages = of_sentencepiece("bpe")[0].stages("low lower")
    assert [(stage.kind, stage.own) for stage in stages] == [
        ("original", False),
        ("normalizer", False),
        ("pretokenizer", True),
        ("model", False),
    ]
    assert stages[2].texts == ("▁low", "▁lower")
    assert [part.span for part in stages[2].parts] == [(0, 3), (3, 9)]


# -- files without conventions -----------------------------------------------------------------------------------------


@cache
def gpt2() -> tuple[Pipeline, ByteLevelBPETokenizer]:
    file = json.loads(file_of("starcoder"))["model"]
    vocabulary = json.dumps(file["vocab"])
    merges = "#version: 0.2\n" + "".join(f"{left} {right}\n" for left, right in file["merges"])
    pairs = [(left, right) for left, right in file["merges"]]
    library = ByteLevelBPETokenizer(vocab=file["vocab"], merges=pairs, trim_offsets=False)
    files = [("merges.txt", merges.encode()), ("vocab.json", vocabulary.encode())]
    return Pipeline.from_files(files), library


@cache
def bert() -> tuple[Pipeline, BertWordPieceTokenizer]:
    vocabulary = json.loads(file_of("bert-uncased"))["model"]["vocab"]
    data = "".join(f"{token}\n" for token in sorted(vocabulary, key=vocabulary.__getitem__)).encode()
    return Pipeline.from_file(data, name="vocab.txt"), BertWordPieceTokenizer(vocab=vocabulary, lowercase=True)


def as_gpt2(text: str) -> None:
    pipeline, library = gpt2()
    wanted = library.encode(text)
    assert pipeline.encode(text).ids == tuple(wanted.ids)
    assert pipeline.decode(wanted.ids).text == library.decode(wanted.ids)
    assert not differs(pipeline, text)


def as_bert(text: str) -> None:
    pipeline, library = bert()
    wanted = library.encode(text)
    assert pipeline.encode(text).ids == tuple(wanted.ids)
    assert pipeline.encode(text).spans == tuple(wanted.offsets)
    assert not differs(pipeline, text)
    assert [note.code for note in pipeline.notes] == ["vocab-txt-uncased", "vocab-txt-special"]


# -- tiktoken ----------------------------------------------------------------------------------------------------------


@cache
def ranks() -> tuple[Pipeline, tiktoken.Encoding]:
    characters = {character: byte for byte, character in _byte_characters()}
    vocabulary = json.loads(file_of("gpt4"))["model"]["vocab"]
    tokens = sorted((token for token in vocabulary if token != "<|endoftext|>"), key=vocabulary.__getitem__)
    numbered = {bytes(characters[one] for one in token): rank for rank, token in enumerate(tokens)}
    data = "".join(f"{base64.b64encode(token).decode()} {rank}\n" for token, rank in numbered.items())
    special = {"<|endoftext|>": len(numbered) + 5}
    library = tiktoken.Encoding("small", pat_str=GPT4, mergeable_ranks=numbered, special_tokens=special)
    return Pipeline.from_file(data.encode(), name="small.tiktoken", pattern=GPT4, specials=special), library


def _byte_characters() -> list[tuple[int, str]]:
    from tokviz.pretokenize.byte_level import BYTE_TO_CHAR

    return list(BYTE_TO_CHAR.items())


def as_tiktoken(text: str) -> None:
    pipeline, library = ranks()
    wanted = library.encode(text, allowed_special="all")
    assert list(pipeline.encode(text).ids) == wanted
    assert pipeline.decode(wanted, skip_special=False).text == library.decode(wanted)
    assert not differs(pipeline, text)


OTHERS = {"merges and vocabulary": as_gpt2, "vocab.txt": as_bert, "ranks": as_tiktoken}


@pytest.mark.parametrize("kind", OTHERS)
@settings(max_examples=60)
@given(text=DRAWN)
def test_other_files_are_their_libraries(kind: str, text: str) -> None:
    OTHERS[kind](text)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", OTHERS)
def test_other_files_are_their_libraries_on_a_thousand_mixed_texts(kind: str, seed: int) -> None:
    for text in mixed_texts(1_000, seed):
        OTHERS[kind](text)


def test_ranks_have_named_patterns() -> None:
    data = "".join(f"{base64.b64encode(bytes([byte])).decode()} {byte}\n" for byte in range(256)).encode()
    library = tiktoken.Encoding(
        "bytes", pat_str=GPT4, mergeable_ranks={bytes([byte]): byte for byte in range(256)}, special_tokens={}
    )
    for name in ("gpt2", "cl100k", "o200k", "llama3", "qwen2", "nanochat"):
        pipeline = Pipeline.from_file(data, name="tokenizer.model", pattern=name)
        assert not pipeline.engine._is_risky, name  # type: ignore[attr-defined]
        for text in MIXED:  # every byte is a token, whatever the pattern
            assert list(pipeline.encode(text).ids) == library.encode(text)
            split = next(stage for stage in pipeline.stages(text) if stage.name == "Split")
            assert split.texts == pretokenize(text, name)
    words = {stage.name: stage.texts for stage in Pipeline.from_file(data, pattern="cl100k").stages("It's 12345\n x  ")}
    assert words["Split"] == ("It", "'s", " ", "123", "45", "\n", " x", "  ")


# -- files -------------------------------------------------------------------------------------------------------------


def test_a_path_or_bytes(tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text(file_of("gpt4"), encoding="utf-8")
    for file in (path, str(path), path.read_bytes()):
        assert Pipeline.from_file(file).encode("low").ids == tuple(theirs("gpt4").encode("low").ids)
    assert Pipeline.from_file(path).name == "tokenizer.json"
    with pytest.raises(FileNotFoundError):
        Pipeline.from_file(tmp_path / "none.json")


def test_files_that_make_no_tokenizer() -> None:
    for files in ([], [("a.txt", b"a\n"), ("b.txt", b"b\n")], [("a.json", b"{}"), ("b.json", b"{}")]):
        with pytest.raises(CorpusError):
            Pipeline.from_files(files)


@cache
def tekken(has_names: bool) -> Pipeline:
    """The same ranks as Mistral's JSON, behind ten special tokens."""
    _, library = ranks()
    tokens = [library.decode_single_token_bytes(number) for number in range(library.n_vocab - 6)]
    vocab = [
        {"rank": rank, "token_bytes": base64.b64encode(token).decode(), "token_str": None}
        for rank, token in enumerate([*tokens, b"beyond"])
    ]
    config = {"pattern": GPT4, "default_vocab_size": len(tokens) + 10, "default_num_special_tokens": 10}
    special = {"special_tokens": [{"rank": 1, "token_str": "<s>", "is_control": True}]} if has_names else {}
    return Pipeline.from_file(json.dumps({"config": config, "vocab": vocab, **special}).encode())


@settings(max_examples=40)
@given(text=texts())
def test_tekken_is_ranks_behind_special_tokens(text: str) -> None:
    _, library = ranks()
    wanted = [number + 10 for number in library.encode(text, disallowed_special=())]
    for has_names in (False, True):
        assert list(tekken(has_names).encode(text).ids) == wanted
        assert not differs(tekken(has_names), text)


def test_tekken_may_name_its_special_tokens() -> None:
    assert 1 in tekken(True).encode("a<s>").ids
    assert 1 not in tekken(False).encode("a<s>").ids
    assert [note.code for note in tekken(False).notes] == ["tiktoken-merges", "tekken-specials"]
    assert [note.code for note in tekken(True).notes] == ["tiktoken-merges"]
    for wrong in ({"pattern": "a"}, {"pattern": "a", "default_vocab_size": "x"}):
        with pytest.raises(FormatError) as caught:
            Pipeline.from_file(json.dumps({"config": wrong, "vocab": []}).encode())
        assert caught.value.details["part"] == "config"


def test_what_is_done_while_loading_is_told() -> None:
    """Each part once and in order, also where special tokens make another file of it."""
    bert = file_of("bert-uncased").encode()
    one_more = {"[NEW]": len(Pipeline.from_file(bert).vocabulary)}
    letters = "".join(f"{base64.b64encode(bytes([byte])).decode()} {byte}\n" for byte in range(256)).encode()
    for data, specials in ((bert, {}), (bert, one_more), (letters, {})):
        told: list[str] = []
        Pipeline.from_file(data, specials=specials, tell=told.append)
        assert told == ["reading", "library"]


@pytest.mark.parametrize("specials", [{}, {"<s>": 9}])
@pytest.mark.parametrize(
    "files",
    [
        [("merges.txt", b"#version: 0.2\nl o\nlo w</w>\n"), ("vocab.json", VOCABULARY)],
        [("vocab.txt", b"[PAD]\n[UNK]\nlo\n##w\n[CLS]\n[SEP]\nl\no\nw\n")],
    ],
    ids=["merges", "vocab"],
)
def test_our_model_is_the_reader_s(
    files: list[tuple[str, bytes]], specials: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library alone gets a tokenizer.json: no model of ours is read from it."""

    def refuse(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("tokviz.files.tokenizers_engine.model_at", refuse)
    pipeline = Pipeline.from_files(files, specials=specials)
    assert pipeline.check("low slow lo").equal
    assert pipeline.vocabulary.items() >= specials.items()
    assert set(pipeline.model.vocabulary) == set(pipeline.vocabulary)
