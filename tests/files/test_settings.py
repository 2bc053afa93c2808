"""Settings beside a tokenizer.json beside `from_pretrained` of transformers: the same ids, and the same text back."""

from __future__ import annotations

import json
import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.files.styles import MIXED, TEXTS, file_of
from tokviz.errors import CorpusError, FormatError, TokvizError
from tokviz.files.detect import load_any
from tokviz.files.pipeline import Pipeline

STYLES = ("gpt4", "llama3", "llama2-legacy", "bert-cased", "t5", "xlm-r")
CONTENTS = ("<s>", "</s>", "[CLS]", "[MASK]", "<new>", "<|endoftext|>", "low", "<pad>", "the ")
TEXT = "low <s>lower</s> the <new>[MASK] the  . It 's n't <|endoftext|> [CLS] low , don 't"


def plain(style: str) -> str:
    """The tokenizer.json of a style; transformers gives no two rows of a text that is too long."""
    return json.dumps(json.loads(file_of(style)) | {"truncation": None, "padding": None})


def theirs(style: str, config: dict[str, Any], **others: Any) -> Any:
    os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
    from transformers import AutoTokenizer

    with TemporaryDirectory() as folder:
        Path(folder, "tokenizer.json").write_text(plain(style), encoding="utf-8")
        Path(folder, "tokenizer_config.json").write_text(json.dumps(config), encoding="utf-8")
        for name, content in others.items():
            Path(folder, f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
        return AutoTokenizer.from_pretrained(folder)


def ours(style: str, config: dict[str, Any], **others: Any) -> Pipeline:
    files = [("tokenizer.json", plain(style).encode()), ("tokenizer_config.json", json.dumps(config).encode())]
    files += [(f"{name}.json", json.dumps(content).encode()) for name, content in others.items()]
    return Pipeline.from_files(files)


def same(style: str, config: dict[str, Any], **others: Any) -> Pipeline:
    config = {"tokenizer_class": "PreTrainedTokenizerFast"} | config
    pipeline, other = ours(style, config, **others), theirs(style, config, **others)
    for text in (TEXT, *MIXED, *TEXTS):
        ids = other.encode(text)
        assert list(pipeline.encode(text).ids) == ids
        assert list(pipeline.encode(text, special=False).ids) == other.encode(text, add_special_tokens=False)
        for skip in (False, True):
            decoded = pipeline.decode(ids, skip_special=skip).text
            assert decoded == other.decode(ids, skip_special_tokens=skip)
    assert pipeline.check(TEXT).equal
    return pipeline


def codes(pipeline: Pipeline) -> list[str]:
    return [note.code for note in pipeline.notes if note.code.startswith("settings")]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("begin", [None, False, True])
def test_begin_and_end_tokens(style: str, begin: bool | None) -> None:
    config: dict[str, Any] = {"bos_token": "<s>", "eos_token": {"__type": "AddedToken", "content": "</s>"}}
    if begin is not None:
        config |= {"add_bos_token": begin, "add_eos_token": begin}
    pipeline = same(style, config)
    assert ("settings-ignored" in codes(pipeline)) == (begin is not None)


def test_settings_of_which_tokenizer_json_says_more() -> None:
    pipeline = same("llama3", {"bos_token": "<|begin_of_text|>", "add_bos_token": False})
    assert codes(pipeline) == ["settings-ignored"]
    assert pipeline.encode("low").tokens[0] == "<|begin_of_text|>"
    assert codes(same("llama3", {"bos_token": "<|begin_of_text|>"})) == ["settings-none"]


@pytest.mark.parametrize("style", STYLES)
def test_spaces_are_cleaned_up(style: str) -> None:
    pipeline = same(style, {"clean_up_tokenization_spaces": True})
    is_bpe = json.loads(file_of(style))["model"]["type"] == "BPE"
    assert codes(pipeline) == ["settings-none" if is_bpe else "settings-clean-up"]


def test_names_of_the_older_file() -> None:
    same(
        "gpt4", {"add_bos_token": True}, special_tokens_map={"bos_token": "<new>", "additional_special_tokens": ["low"]}
    )
    with_flags = {"content": "the", "lstrip": True, "rstrip": False, "single_word": True, "normalized": False}
    same("gpt4", {}, special_tokens_map={"mask_token": with_flags})


@pytest.mark.parametrize("space", [False, True])
def test_a_space_before_the_text(space: bool) -> None:
    """For classes that make their pre-tokenizer themselves; the plain class leaves that of the file."""
    config = {"tokenizer_class": "GPT2Tokenizer", "add_prefix_space": space, "unk_token": "<|endoftext|>"}
    config |= {"bos_token": "<|endoftext|>", "eos_token": "<|endoftext|>"}
    file = json.loads(plain("gpt4"))
    file["pre_tokenizer"] = {
        "type": "ByteLevel",
        "add_prefix_space": not space,
        "trim_offsets": True,
        "use_regex": True,
    }
    os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
    from transformers import AutoTokenizer

    with TemporaryDirectory() as folder:
        Path(folder, "tokenizer.json").write_text(json.dumps(file), encoding="utf-8")
        Path(folder, "tokenizer_config.json").write_text(json.dumps(config), encoding="utf-8")
        other: Any = AutoTokenizer.from_pretrained(folder)
        pipeline = Pipeline.from_file(Path(folder, "tokenizer.json"), Path(folder, "tokenizer_config.json"))
    for text in ("low", " low", "don't the 12"):
        assert list(pipeline.encode(text).ids) == other.encode(text)
    assert codes(pipeline) == ["settings-prefix" if space else "settings-no-prefix"]
    assert codes(same("gpt4", {"add_prefix_space": True})) == ["settings-none"]


tokens = st.one_of(
    st.sampled_from(CONTENTS),
    st.fixed_dictionaries(
        {"content": st.sampled_from(CONTENTS)},
        optional={key: st.booleans() for key in ("lstrip", "rstrip", "single_word", "normalized")},
    ).map(lambda token: {"__type": "AddedToken", "special": True} | token),
)
configs = st.fixed_dictionaries(
    {},
    optional={
        **{f"{name}_token": st.one_of(st.none(), tokens) for name in ("bos", "eos", "unk", "mask", "image")},
        "add_bos_token": st.booleans(),
        "add_eos_token": st.booleans(),
        "clean_up_tokenization_spaces": st.booleans(),
        "extra_special_tokens": st.lists(st.sampled_from(CONTENTS), max_size=2, unique=True),
        "model_max_length": st.just(512),
    },
)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(("gpt4", "bert-cased", "t5")), configs)
def test_drawn_settings(style: str, config: dict[str, Any]) -> None:
    same(style, config)


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(("gpt4", "bert-cased")),
    st.dictionaries(
        st.integers(500, 504).map(str),
        st.fixed_dictionaries(
            {"content": st.sampled_from(CONTENTS), "special": st.booleans()}
            | {key: st.booleans() for key in ("lstrip", "rstrip", "single_word", "normalized")}
        ),
        max_size=3,
    ),
)
def test_drawn_added_tokens(style: str, listed: dict[str, Any]) -> None:
    same(style, {"added_tokens_decoder": listed, "eos_token": "</s>"})


def test_settings_go_with_one_tokenizer_alone() -> None:
    config = ("tokenizer_config.json", b'{"bos_token": "<s>"}')
    with pytest.raises(FormatError) as alone:
        Pipeline.from_files([config])
    assert alone.value.code == "json-settings"
    for others in (
        [("a.json", plain("gpt4").encode()), ("b.json", plain("t5").encode())],
        [("vocab.txt", b"[UNK]\na\n")],
    ):
        with pytest.raises((CorpusError, FormatError)):
            Pipeline.from_files([*others, config])
    assert load_any([("x.json", plain("gpt4").encode()), config]).notes[0].code == "settings-tokens"


@pytest.mark.parametrize(
    "config",
    [
        {"added_tokens_decoder": {"x": {"content": "a"}}},
        {"added_tokens_decoder": {"5": "a"}},
        {"added_tokens_decoder": {"5": {"content": 3}}},
        {"bos_token": "<s>", "extra_special_tokens": [3]},
        {"bos_token": "x" * 100_000, "add_bos_token": True},
        {"bos_token": "<s>", "extra_special_tokens": [f"<{number}>" for number in range(60_000)]},
    ],
)
def test_wrong_settings_are_refused(config: dict[str, Any]) -> None:
    with pytest.raises(TokvizError):
        ours("gpt4", config)
