"""Options of each stage, and patterns that look like a regular expression and are looked for as text."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from tests.catalogs import saying
from tokviz.files.engine import DecoderStage, Stage
from tokviz.files.pipeline import Pipeline
from tokviz.views.shared.catalog import load
from tokviz.views.tokenizers.code_points import code_points, recoded
from tokviz.views.tokenizers.options import options_line, options_of, remarks
from tokviz.views.tokenizers.tables import stages_table

EN, ZH = load("en"), load("zh")
FAULTS = Path(__file__).parents[2] / "golden" / "faults"
MODEL: dict[str, Any] = {"type": "BPE", "vocab": {"a": 0, "b": 1, " ": 2}, "merges": []}


def line(name: str, **options: object) -> str:
    return options_line(options_of(Stage("pretokenizer", name, (), options), EN), EN)


def told(text: str, **parts: Any) -> list[str]:
    pipeline = Pipeline.from_file(json.dumps({"model": MODEL, **parts}).encode())
    return [found for found in remarks(pipeline.stages(text), EN) if found]


def split(pattern: str, kind: str = "String") -> dict[str, Any]:
    return {"type": "Split", "pattern": {kind: pattern}, "behavior": "Isolated", "invert": False}


def test_defaults_come_last() -> None:
    assert line("ByteLevel", add_prefix_space=False, trim_offsets=True, use_regex=True) == (
        "add_prefix_space false; defaults: trim_offsets true, use_regex true"
    )
    assert line("Metaspace", replacement="▁", prepend_scheme="first", split=True) == (
        "prepend_scheme first; defaults: replacement ▁, split true"
    )


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ({"pattern": {"String": "\\s+"}}, "pattern \\s+ (text)"),
        ({"pattern": {"Regex": " +"}}, "pattern ␣+ (regular expression)"),
        ({"prepend": "▁"}, "prepend ▁"),
        ({"precompiled_charsmap": "AAECAw=="}, "precompiled_charsmap 4 bytes"),
        ({"single": [{"SpecialToken": {"id": "<s>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 1}}]},
         "single <s>:0 $A:1"),
        ({"special_tokens": {"<s>": {"id": "<s>", "ids": [1], "tokens": ["<s>"]}}}, "special_tokens <s>=1"),
        ({"sep": ["[SEP]", 3]}, "sep [SEP] 3"),
        ({"strategy": {"Fixed": 8}}, 'strategy {"Fixed":␣8}'),
        ({"unk_id": 2}, "unk_id 2"),
    ],
)  # fmt: skip
def test_values_are_readable(options: dict[str, Any], shown: str) -> None:
    assert line("Other", **options) == shown


def test_long_values_are_shortened_where_that_is_asked_for() -> None:
    found = options_of(DecoderStage("Replace", "", {"content": "x" * 200}), EN)
    assert len(options_line(found, EN, 40)) < 60
    assert len(options_line(found, EN)) > 200


def test_a_pattern_that_is_a_text_is_said() -> None:
    pipeline = Pipeline.from_file(FAULTS / "split_pattern_is_text.json")
    stages = pipeline.stages("a b a")
    assert [found for found in remarks(stages, EN) if found] == [EN("tokenizers.pattern.unmet", pattern="`\\s+`")]
    assert [found for found in remarks(stages, ZH) if found] == [ZH("tokenizers.pattern.unmet", pattern="`\\s+`")]
    assert "\\s+ (text)" in " ".join(stages_table(stages, EN).frame()["options"])
    met = pipeline.stages("a \\s+ a")
    assert [part.text for part in met[1].parts] == ["a ", "\\s+", " a"]
    assert [found for found in remarks(met, EN) if found] == [EN("tokenizers.pattern.text", pattern="`\\s+`")]


@pytest.mark.parametrize("pattern", ["[a-z]+", "a|b", " ?\\p{L}+", "^a", "(?:a)"])
def test_siblings(pattern: str) -> None:
    (said,) = told("a b", normalizer={"type": "Replace", "pattern": {"String": pattern}, "content": "x"})
    assert saying("tokenizers.pattern.unmet").fullmatch(said)
    assert len(told("a b", pre_tokenizer=split(pattern))) == 1
    assert told("a b", pre_tokenizer=split(pattern, "Regex")) == []


@pytest.mark.parametrize("pattern", [" ", "▁", ".", "?", "``", "</s>", "a", "...", "(", "$"])
def test_texts_that_are_meant_as_texts(pattern: str) -> None:
    assert told("a b", pre_tokenizer=split(pattern)) == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_shipped_file_has_its_options(language: str) -> None:
    from tokviz.files.by_name import SHIPPED, on_this_machine

    say = load(language)
    for name in SHIPPED:
        stages = on_this_machine()[name].open().stages("a b")
        table = stages_table(stages, say).frame()
        for stage, shown in zip(stages, table["options"], strict=True):
            assert all(option in shown for option, value in stage.options.items() if value is not None)
        assert not any(remarks(stages, say))


@pytest.mark.parametrize(
    ("normalizer", "text", "changes"),
    [
        ("NFC", "cafe\u0301", [("`é`", "U+0065 U+0301", "U+00E9")]),
        ("NFC", "cafe\u0301 e\u0301 a\u0308", [("`é`", "U+0065 U+0301", "U+00E9"), ("`ä`", "U+0061 U+0308", "U+00E4")]),
        ("NFD", "한a", [("`한`", "U+D55C", "U+1112 U+1161 U+11AB")]),
        ("NFKC", "\u2126\ufb01", [("`Ω`", "U+2126", "U+03A9")]),
        ("NFC", "café", []),
        ("Lowercase", "CAFE", []),
    ],
)
def test_a_change_that_only_code_points_show_is_said(
    normalizer: str, text: str, changes: list[tuple[str, str, str]]
) -> None:
    """A ligature that comes apart can be seen; what is composed already does not change."""
    said = told(text, normalizer={"type": normalizer})
    listed = [EN("tokenizers.recoded.change", text=shown, old=old, new=new) for shown, old, new in changes]
    composed = [unicodedata.normalize("NFC", line) for line in said]
    assert composed == ([EN("tokenizers.recoded", changes=EN("list.comma").join(listed))] if changes else [])


def test_jamo_of_bert_are_said_beside_letters_that_become_small() -> None:
    bert = {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "lowercase": True}
    pipeline = Pipeline.from_file(json.dumps({"model": MODEL, "normalizer": bert}).encode())
    text = "\x00Cafe\u0301 한국"
    before, stage = pipeline.stages(text)[:2]
    assert [(old, code_points(new)) for old, new in recoded(before, stage)] == [
        ("한", ["U+1112", "U+1161", "U+11AB"]),
        ("국", ["U+1100", "U+116E", "U+11A8"]),
    ]
    assert [part.span for part in stage.parts if part.changed][-1] == (8, 9)


def test_many_changes_are_counted() -> None:
    (said,) = told("".join(map(chr, range(0xAC00, 0xAC80))), normalizer={"type": "NFD"})
    assert saying("tokenizers.recoded.more", number=128).fullmatch(said)
