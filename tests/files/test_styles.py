"""Every style of the field: ids, tokens, special tokens, offsets and decoded text are the library's, our model agrees
with it, and the stages line up."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.files.agreement import differs
from tests.files.mixed import SEEDS, mixed_texts
from tests.files.styles import MIXED, STYLES, TEXTS, file_of, theirs
from tests.strategies import texts
from tokviz.errors import LimitError
from tokviz.files.engine import Stage
from tokviz.files.pipeline import Pipeline

DRAWN = texts() | st.lists(st.sampled_from([*MIXED[3:7], "<mask>", "<s>", " ", "[SEP]"]), max_size=3).map("".join)


@cache
def ours(name: str) -> Pipeline:
    return Pipeline.from_file(file_of(name).encode(), name=name)


def compared(name: str, text: str) -> None:
    """All that can be asked of the library, which has the file by itself here."""
    pipeline, library = ours(name), theirs(name)
    found, wanted = pipeline.encode(text), library.encode(text)
    assert found.ids == tuple(wanted.ids), text
    assert found.tokens == tuple(wanted.tokens)
    assert found.spans == tuple(wanted.offsets)
    assert [int(part.role == "put") for part in found.parts] == wanted.special_tokens_mask
    assert [part.type_id for part in found.parts] == wanted.type_ids
    assert [part.word for part in found.parts] == wanted.word_ids
    for skip in (True, False):
        decoded = pipeline.decode(found.ids, skip_special=skip)
        assert decoded.text == library.decode(wanted.ids, skip_special_tokens=skip)
        assert decoded.stages[-1].text == decoded.text
    assert not differs(pipeline, text)


@pytest.mark.parametrize("name", STYLES)
def test_the_pipeline_is_the_library(name: str) -> None:
    for text in (*MIXED, *TEXTS):
        compared(name, text)


@pytest.mark.parametrize("name", STYLES)
@settings(max_examples=25)
@given(text=DRAWN)
def test_the_pipeline_is_the_library_on_drawn_texts(name: str, text: str) -> None:
    compared(name, text)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", STYLES)
def test_the_pipeline_is_the_library_on_a_thousand_mixed_texts(name: str, seed: int) -> None:
    for text in mixed_texts(1_000, seed):
        compared(name, text)


# -- stages ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", STYLES)
def test_stages_line_up(name: str) -> None:
    for text in MIXED:
        line_up(name, text)


def line_up(name: str, text: str) -> None:
    pipeline = ours(name)
    stages = pipeline.stages(text)
    kinds = [stage.kind for stage in stages]
    assert kinds[0] == "original", text
    before, model, after = stages[: kinds.index("model")], stages[kinds.index("model")], stages[kinds.index("model") :]
    assert stages[0].texts == ((text,) if text else ())
    for stage in stages:
        for part in stage.parts:
            assert 0 <= part.start <= part.end <= len(text)
            assert (part.id is None) == (part.role == "text")
    for stage in before:
        assert_runs(stage, text)
        for one, other in zip(stage.parts, stage.parts[1:], strict=False):
            assert one.start <= other.start  # nothing changes places
    assert model.parts == pipeline.encode(text, special=False).parts
    assert [(part.text, part.span) for part in after[-1].parts] == [
        (part.text, part.span) for part in pipeline.encode(text).parts
    ]
    words = before[-1].parts
    for part in model.parts:
        assert part.word is not None
        assert words[part.word].start <= part.start
        assert part.end <= words[part.word].end
        assert (part.role == "added") == (words[part.word].role == "added")


def assert_runs(stage: Stage, text: str) -> None:
    """A part of several characters that no stage has changed is what the text has."""
    for part in stage.parts:
        if stage.kind == "normalizer" and part.role == "text" and len(part.text) > 1:
            assert part.text == text[part.start : part.end]


@pytest.mark.parametrize("name", STYLES)
def test_explanations_end_in_the_tokens_of_the_library(name: str) -> None:
    pipeline = ours(name)
    for text in MIXED[3:8]:
        theirs = pipeline.encode(text, special=False).parts
        for place, part in enumerate(pipeline.stages(text)[_last_before_model(pipeline, text)].parts):
            if part.role == "text":
                told = [token for word in pipeline.apart(part.text) for token in pipeline.explain(word).tokens]
                assert told == [token.text for token in theirs if token.word == place]


def _last_before_model(pipeline: Pipeline, text: str) -> int:
    return [stage.kind for stage in pipeline.stages(text)].index("model") - 1


def test_what_stages_say_of_a_text() -> None:
    """NFC of e and an accent covers the letter alone; ByteLevel writes a space as Ġ; the bytes of 👍 share its span."""
    stages = {stage.name: stage for stage in reversed(ours("qwen2").stages("e\u0301 👍"))}
    assert [(part.text, part.span, part.changed) for part in stages["NFC"].parts] == [
        ("é", (0, 1), True),
        (" 👍", (2, 4), False),
    ]
    assert stages["Split"].texts == ("é", " 👍")
    assert stages["ByteLevel"].texts[0] == "Ã©"
    spans = [part.span for part in stages["BPE"].parts]
    assert len(set(spans)) < len(spans)
    assert dict(stages["Split"].options)["behavior"] == "Isolated"


def test_a_special_token_in_the_text_is_an_added_one_and_those_put_in_are_not() -> None:
    stages = ours("llama3").stages("<|endoftext|>low")
    assert [(part.text, part.role, part.special) for part in stages[1].parts] == [
        ("<|endoftext|>", "added", True),
        ("low", "text", False),
    ]
    first, second, *_ = stages[-1].parts
    assert (first.text, first.role, first.span, first.changed) == ("<|begin_of_text|>", "put", (0, 0), True)
    assert (second.role, second.special, second.changed) == ("added", True, False)


def test_an_added_token_for_normalized_text_is_looked_for_behind_the_normalizers() -> None:
    kinds = [(stage.kind, stage.name) for stage in ours("xlm-r").stages("low <mask>")]
    assert kinds[:5] == [
        ("original", ""),
        ("added", ""),
        ("normalizer", "Precompiled"),
        ("normalizer", "Replace"),
        ("added", ""),
    ]


def test_truncation_and_padding_are_stages() -> None:
    stages = ours("bert-uncased").stages("low")
    assert [stage.kind for stage in stages[-4:]] == ["model", "postprocessor", "truncation", "padding"]
    assert [part.role for part in stages[-1].parts].count("put") == len(stages[-1].parts) - 1
    assert len(ours("bert-uncased").encode("low " * 50).ids) == 24
    assert len(ours("albert").encode("low " * 50).ids) == 12


def test_decoding_goes_token_by_token() -> None:
    pipeline = ours("llama2-legacy")
    decoded = pipeline.decode(pipeline.encode("low \U00010348").ids)
    assert decoded.text == "low \U00010348"
    assert [stage.name for stage in decoded.stages] == ["", "Replace", "ByteFallback", "Fuse", "Strip"]
    assert decoded.steps[0].skipped
    assert [step.text for step in decoded.steps[-4:]] == ["", "", "", "\U00010348"]


def test_a_text_that_is_one_pre_token_can_be_explained_in_words() -> None:
    pipeline = ours("llama2-legacy")
    text = "low " * 2_000
    (word,) = pipeline.stages(text)[_last_before_model(pipeline, text)].parts
    with pytest.raises(LimitError):
        pipeline.explain(word.text)
    parts = pipeline.apart(word.text)
    assert "".join(parts) == word.text
    told = [token for part in parts for token in pipeline.explain(part).tokens]
    assert tuple(told) == pipeline.encode(text, special=False).tokens


def test_a_difference_is_named() -> None:
    """Our model is put off by hand: the check says where."""
    pipeline = Pipeline.from_file(file_of("gpt4").encode())
    words: Any = pipeline.engine.words
    object.__setattr__(words.model, "merges", ())
    check = pipeline.check("1 lower")
    assert not check.equal
    assert check.difference is not None
    assert check.difference.span == (1, 7)
    assert check.difference.word == "Ġlower"
    assert check.difference.ours[0] == "Ġ"
    assert check.difference.theirs[0] != "Ġ"
