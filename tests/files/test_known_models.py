"""Vocabularies of known models without their library: their elements, rank files and the short form, held against it.

The files are small ones with the parts of the real ones; `make real` holds the real ones against their libraries.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.files.mixed import SEEDS, mixed_texts
from tests.files.test_without_library import HOSTILE, TEXTS
from tokviz import bpe, examples
from tokviz.errors import CorpusError, RulesError
from tokviz.features.hub.models import MODELS
from tokviz.files.by_name import SHORT, Named, on_this_machine
from tokviz.files.pipeline import Pipeline
from tokviz.files.short_form import shortened
from tokviz.files.tiktoken import write_ranks
from tokviz.files.without_library import open_alone, open_ranks_alone, open_short
from tokviz.pretokenize import ALTERNATIVES

SPLITS = (  # of DeepSeek V3, whose file has line ends as they are
    r"\p{N}{1,3}",
    "[一-龥぀-ゟ゠-ヿ]+",
    "[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|[^\r\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+"
    "| ?[\\p{P}\\p{S}]+[\r\n]*|\\s*[\r\n]+|\\s+(?!\\S)|\\s+",
)
BYTES = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
FLAGS = dict.fromkeys(("single_word", "lstrip", "rstrip"), False)
PARTS: dict[str, tuple[str, dict[str, Any]]] = {
    "deepseek": (
        "gpt",
        {
            "normalizer": {"type": "Sequence", "normalizers": []},
            "pre_tokenizer": {
                "type": "Sequence",
                "pretokenizers": [
                    *(
                        {"type": "Split", "pattern": {"Regex": one}, "behavior": "Isolated", "invert": False}
                        for one in SPLITS
                    ),
                    BYTES,
                ],
            },
            "post_processor": {
                "type": "ByteLevel",
                "add_prefix_space": True,
                "trim_offsets": False,
                "use_regex": True,
            },
            "added_tokens": [
                {"id": 0, "content": "<s>", **FLAGS, "normalized": False, "special": True},
                {"id": 0, "content": "<|tool|>", **FLAGS, "normalized": True, "special": False},
                {"id": 0, "content": "12", **FLAGS, "normalized": False, "special": False},
            ],
        },
    ),
    "claude": (
        "gpt",
        {
            "normalizer": {"type": "NFKC"},
            "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True},
            "post_processor": None,
        },
    ),
    "gemma": (
        "llama",
        {
            "normalizer": {"type": "Replace", "pattern": {"String": " "}, "content": "▁"},
            "pre_tokenizer": {
                "type": "Split",
                "pattern": {"String": " "},
                "behavior": "MergedWithPrevious",
                "invert": False,
            },
            "added_tokens": [
                {"id": 0, "content": "\n\n", **FLAGS, "normalized": False, "special": False},
                {"id": 0, "content": "▁▁", **FLAGS, "normalized": False, "special": False},
                {"id": 1, "content": "<s>", **FLAGS, "normalized": False, "special": True},
            ],
        },
    ),
}


@cache
def file_like(model: str) -> bytes:
    """Such a file: what is added has the ids behind those of the vocabulary, as its library would number it."""
    name, parts = PARTS[model]
    (path,) = on_this_machine()[name].files
    file = {**json.loads(path.read_text("utf-8")), **parts}
    ids = file["model"]["vocab"]
    fresh = [one for one in file["added_tokens"] if one["content"] not in ids]
    for number, one in enumerate(fresh, start=len(ids)):
        one["id"] = number
    return json.dumps(file).encode()


@cache
def opened(model: str) -> tuple[Pipeline, tuple[Pipeline, ...]]:
    """A file with its library, and without it: as it is, and in its short form."""
    content = file_like(model)
    short = shortened(content)
    assert short is not None
    return Pipeline.from_file(content), (open_alone(content), open_short(short))


def assert_equal(theirs: Pipeline, ours: Pipeline, text: str) -> None:
    """Both make the same of a text, or it has a character that the tables treat differently."""
    try:
        tokens = ours.encode(text)
    except CorpusError as error:
        assert error.code == "tab-character"  # noqa: PT017
        return
    assert tokens == theirs.encode(text)
    assert ours.stages(text) == theirs.stages(text)
    assert ours.encode(text, special=False) == theirs.encode(text, special=False)


@pytest.mark.parametrize("model", PARTS)
@pytest.mark.parametrize("text", [*HOSTILE, "a  b\n\nc ▁▁ 12 <|tool|><s>", "「東京」 1234567 don't(x) ¿qué?"])
def test_hostile_texts_are_treated_as_by_the_library(model: str, text: str) -> None:
    theirs, every = opened(model)
    for ours in every:
        assert_equal(theirs, ours, text)


@pytest.mark.parametrize("model", PARTS)
@given(text=TEXTS)
def test_random_texts_are_treated_as_by_the_library(model: str, text: str) -> None:
    theirs, every = opened(model)
    for ours in every:
        assert_equal(theirs, ours, text)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("model", PARTS)
def test_mixed_texts_are_treated_as_by_the_library(model: str, seed: int) -> None:
    theirs, every = opened(model)
    for text in mixed_texts(250, seed):
        assert_equal(theirs, every[-1], text)


@pytest.mark.parametrize("model", PARTS)
def test_the_short_form_is_the_same_tokenizer(model: str) -> None:
    theirs, (whole, short) = opened(model)
    assert dict(short.vocabulary) == dict(whole.vocabulary) == dict(theirs.vocabulary)
    assert isinstance(short.model, bpe.Model)
    assert isinstance(whole.model, bpe.Model)
    assert list(short.model.merges) == list(whole.model.merges)
    for word in ("lower", "▁lighthouse", "Ġkeeper", "naïve", ""):
        assert short.explain(word) == whole.explain(word)


@pytest.mark.parametrize("model", ["deepseek", "claude"])
@given(data=st.data())
def test_ids_of_bytes_are_decoded_as_by_the_library(model: str, data: st.DataObject) -> None:
    """Also halves of characters, special tokens, and ids that nothing has."""
    theirs, every = opened(model)
    encoded = every[0].encode(data.draw(TEXTS)) if data.draw(st.booleans()) else None
    some = st.lists(st.integers(0, len(theirs.vocabulary) + 2) | st.integers(0, 300), max_size=8)
    ids = data.draw(some) if encoded is None else encoded.ids[data.draw(st.integers(0, 2)) :]
    for ours in every:
        for skip in (True, False):
            assert ours.decode(ids, skip_special=skip) == theirs.decode(ids, skip_special=skip)


@pytest.mark.parametrize(
    "model",
    [
        {"type": "WordPiece", "vocab": {"a": 0}, "unk_token": "a"},
        {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 5}, "merges": ["a b"]},
        {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": ["a b", "a b"]},
    ],
)
def test_what_has_no_short_form_is_kept_as_it_is(model: dict[str, Any]) -> None:
    assert shortened(json.dumps({"model": model}).encode()) is None


# -- rank files --------------------------------------------------------------------------------------------------------


@cache
def ranks() -> bytes:
    trace = bpe.train(examples.load("lighthouse").corpus, merges=60, rules="minbpe")
    return write_ranks(trace.model()).encode()


@cache
def by_pattern(pattern: str) -> tuple[Pipeline, Pipeline]:
    specials = {"<|end|>": 1000}
    return Pipeline.from_file(ranks(), pattern=pattern, specials=specials), open_ranks_alone(ranks(), pattern, specials)


LOOKS_AHEAD = "threes-from-right"


@pytest.mark.parametrize("pattern", sorted(ALTERNATIVES.keys() - {LOOKS_AHEAD}))
def test_a_rank_file_is_treated_as_by_the_library(pattern: str) -> None:
    theirs, ours = by_pattern(pattern)
    assert [one.code for one in (*ours.notes, *theirs.notes)] == ["tiktoken-merges"], "and only of the library"
    assert ours.library is None
    for text in (*HOSTILE, *mixed_texts(120, 5), "a<|end|>b"):
        assert_equal(theirs, ours, text)
    assert dict(ours.vocabulary) == dict(theirs.vocabulary)
    for word in ("Ġlamps", "lower", "e", ""):
        assert ours.explain(word) == theirs.explain(word)


def test_a_pattern_that_looks_ahead_needs_the_library() -> None:
    assert LOOKS_AHEAD not in {model.pattern for model in MODELS}
    with pytest.raises(RulesError) as refused:
        open_ranks_alone(ranks(), LOOKS_AHEAD, {})
    assert refused.value.code == "tab-element"


# -- by name -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("has_short", [True, False])
def test_a_known_model_is_opened_by_its_short_form(tmp_path: Path, *, has_short: bool) -> None:
    path = tmp_path / "gemma-3.json"
    path.write_bytes(file_like("gemma"))
    short = shortened(file_like("gemma"))
    assert short is not None
    if has_short:
        path.with_suffix(SHORT).write_bytes(short)
        path.write_bytes(b"{")  # nobody reads it
    named = Named("gemma-3", (path,), "known")
    assert named.open_alone().encode("low lower").ids == opened("gemma")[0].encode("low lower").ids


@pytest.mark.parametrize("broken", [b"{", b"{}", b'{"file": {}, "tokens": [], "head": []}', b"\xff"])
def test_a_short_form_that_cannot_be_read_is_passed_over(broken: bytes, tmp_path: Path) -> None:
    path = tmp_path / "gemma-3.json"
    path.write_bytes(file_like("gemma"))
    path.with_suffix(SHORT).write_bytes(broken)
    opened_alone = Named("gemma-3", (path,), "known").open_alone()
    assert opened_alone.encode("low lower").ids == opened("gemma")[0].encode("low lower").ids


def test_other_files_are_opened_alone_too(tmp_path: Path) -> None:
    (tmp_path / "a.tiktoken").write_bytes(ranks())
    (tmp_path / "b.txt").write_text("[UNK]\nlow\n##er\n")
    one, other = (Named(path.name, (path,), "known", "gpt2") for path in sorted(tmp_path.iterdir()))
    assert one.open_alone().encode("low").ids == Pipeline.from_file(ranks(), pattern="gpt2").encode("low").ids
    assert Named("b", other.files, "known").open_alone().encode("lower").tokens == ("low", "##er")
