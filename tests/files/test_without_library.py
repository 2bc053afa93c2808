"""tokenizer.json without its library is what the library makes of it: the tokenizers that come with tokviz, held
against it on the texts of the styles, on random texts and on every character."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.files.mixed import SEEDS, mixed_texts
from tests.files.styles import STYLES, file_of
from tokviz.errors import CorpusError, RulesError, TokvizError
from tokviz.files.by_name import SHIPPED, on_this_machine
from tokviz.files.json_elements import elements
from tokviz.files.pipeline import MAX_STAGED_CHARS, Pipeline
from tokviz.files.unicode_versions import check_characters, tables_of, unlike_in
from tokviz.files.without_library import open_alone
from tools.real.characters import ELEMENTS, points, signatures, telling, their_signatures

HOSTILE = (
    *("a\u0301\u0323\u0327 e\u0301\u0301", "\u1100\u1161\u11a8가\u11a8 각", "ﷺ ½ Ⅻ ㌔ ﬃ", "\u0344\u0958 \U0001d15e"),
    *("'S 'ſ 'LL'll 'Re", "İSTANBUL ΟΔΟΣ ẞ ǅ", "[CLS][SEP]<s></s><|endoftext|><unk>", "<0x41> <0xFF>", "▁▁ ▁ low▁"),
    *("\0\x01\x7f\x85\xad\u200b\u2028\ufeff\ufffd", "   \n\n \t\r\n ", "東京都\u3000です。\U0002b81f", "  x", "x  "),
    *("👩\u200d👩\u200d👧 🇩🇪 👍🏽", "\u0345\u0334a\u0327", "\u0301", "x" * 300, "字" * 120, " " * 40, "a" * 101),
    *("\U000e0041 \U0010ffff \ue000 \u0378 \U00050000", "12345678901 ٣٤٥", "don't  \n  \n x"),
)
TEXTS = st.lists(
    st.one_of(
        st.sampled_from([*HOSTILE, " ", "  ", "\n", "▁", "<s>", "[MASK]", "</s>", "the", "ing"]),
        st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
        st.text(st.sampled_from("ab eE'sS\u0301\u0323\u0327\u0345\u1100\u1161\u11a8가½ﬁ１ 你▁\n"), max_size=12),
    ),
    max_size=6,
).map("".join)
"""Hostile texts and parts of them, beside characters of all of Unicode."""


@cache
def opened(name: str) -> tuple[Pipeline, Pipeline]:
    """Return a tokenizer with the library and without it."""
    (path,) = on_this_machine()[name].files
    return Pipeline.from_file(path, name=name), open_alone(path.read_bytes(), name)


def tables(name: str) -> list[str]:
    """Return the tables of Unicode that a tokenizer's elements go by."""
    settings = opened(name)[1].engine.settings
    parts = (elements(part, settings[part]) for part in ("normalizer", "pre_tokenizer"))
    return [table for members in parts for one in members for table in tables_of(one)]


def assert_equal(name: str, text: str) -> None:
    """Both make the same of a text, or this one names a character of it that the tables treat differently."""
    theirs, ours = opened(name)
    unlike = [found for one in tables(name) if (found := unlike_in(text, one))]
    if unlike:
        with pytest.raises(CorpusError) as refused:
            ours.stages(text)
        assert refused.value.code == "tab-character"
        assert refused.value.details["character"] == unlike[0]
        return
    assert ours.stages(text) == theirs.stages(text)
    assert ours.encode(text) == theirs.encode(text)
    assert ours.encode(text, special=False) == theirs.encode(text, special=False)
    assert ours.engine.pre_tokens(text) == theirs.engine.pre_tokens(text)
    assert ours.engine.characters(text) == theirs.engine.characters(text)
    assert ours.literal(text) == theirs.literal(text)


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_are_treated_as_by_the_library(name: str, text: str) -> None:
    assert_equal(name, text)


@pytest.mark.parametrize("name", SHIPPED)
@example(text="a\u0327\u0301\u0323 \u0345\u0334")
@given(text=TEXTS)
def test_random_texts_are_treated_as_by_the_library(name: str, text: str) -> None:
    assert_equal(name, text)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", SHIPPED)
def test_mixed_texts_are_treated_as_by_the_library(name: str, seed: int) -> None:
    for text in mixed_texts(250, seed):
        assert_equal(name, text)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_rest_is_that_of_the_library(name: str) -> None:
    theirs, ours = opened(name)
    for one in ("vocabulary", "unknown", "notes", "tokens"):
        assert getattr(ours, one) == getattr(theirs, one), one
    for one in ("settings", "kept", "added", "written", "notes_behind"):
        assert getattr(ours.engine, one) == getattr(theirs.engine, one), one
    assert ours.engine.many(["low", "[CLS] 你"]) == theirs.engine.many(["low", "[CLS] 你"])
    assert ours.library is None
    assert ours.check("low").library is None


# -- characters --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("element", ELEMENTS)
def test_every_character_that_is_treated_differently_is_refused(element: str) -> None:
    every = [point for point in telling(element) if point < 0x20000 or point % 64 == 0 or point >= 0xE0000]
    ours, theirs = signatures(element, every), their_signatures(element, every)
    different = [chr(point) for point, here, there in zip(every, ours, theirs, strict=True) if here != there]
    assert [one for one in different if not unlike_in(one, element)] == []


def test_a_character_is_refused_by_name_and_code_where_it_matters() -> None:
    new = next(chr(point) for point in points() if unlike_in(chr(point), "NFKC"))
    with pytest.raises(CorpusError) as refused:
        opened("t5")[1].encode(f"low {new}")
    assert refused.value.details == {"character": new, "code": f"U+{ord(new):04X}"}
    assert opened("llama")[1].encode(f"low {new}").ids == opened("llama")[0].encode(f"low {new}").ids
    check_characters("new emoji: 🥰🫠", tables("gpt"))


def test_most_of_the_characters_in_use_are_not_refused() -> None:
    for name in SHIPPED:
        for text in (*mixed_texts(12, 0), "🥰🫠", "ภาษาไทย", "हिन्दी", "中文", "한국어", "العربية"):
            check_characters(text, tables(name))


# -- what is refused ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", STYLES)
def test_every_style_is_treated_as_by_the_library(style: str) -> None:
    data = file_of(style).encode()
    ours, theirs = open_alone(data), Pipeline.from_file(data)
    for text in mixed_texts(40, 0):
        try:
            stages = ours.stages(text)
        except CorpusError as error:
            assert error.code == "tab-character"  # noqa: PT017
            continue
        assert stages == theirs.stages(text), text
        encoded = theirs.encode(text)
        assert ours.encode(text) == encoded
        assert ours.decode(encoded.ids, skip_special=False) == theirs.decode(encoded.ids, skip_special=False)
    ids = sorted(theirs.vocabulary.values())
    assert ours.vocabulary == theirs.vocabulary
    assert ours.engine.gained(ids) == theirs.engine.gained(ids)
    assert ours.engine.spelled(ids) == theirs.engine.spelled(ids)
    for one in ("notes", "settings", "kept", "added", "written", "notes_behind"):
        assert getattr(ours.engine, one) == getattr(theirs.engine, one), one


def changed(name: str, **parts: Any) -> bytes:
    (path,) = on_this_machine()[name].files
    file = json.loads(path.read_text("utf-8"))
    model = parts.pop("model", {})
    return json.dumps({**file, **parts, "model": {**file["model"], **model}}).encode()


def split(pattern: str) -> dict[str, Any]:
    return {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}


_BOTH = {"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]}


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("gpt", {"truncation": {"max_length": 3, "strategy": "OnlySecond", "stride": 0, "direction": "Right"}}),
        ("bert", {"truncation": {"max_length": 1, "strategy": "LongestFirst", "stride": 0, "direction": "Right"}}),
        ("gpt", {"truncation": 3}),
        ("gpt", {"padding": {"strategy": "BatchLongest"}}),
        ("gpt", {"model": {"dropout": 0.5}}),
        ("llama", {"model": {"continuing_subword_prefix": "##"}}),
        ("bert", {"normalizer": {"type": "BertNormalizer", "lowercase": False}}),
        ("bert", {"normalizer": {"type": "Precompiled", "precompiled_charsmap": "AAAA"}}),
        ("bert", {"pre_tokenizer": {"type": "UnicodeScripts"}}),
        ("bert", {"post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 3]}}),
        ("bert", {"post_processor": {"type": "Sequence", "processors": [_BOTH, _BOTH]}}),
        *(
            ("gpt", {"pre_tokenizer": split(pattern)})
            for pattern in ("(?i:a)", "(?<=a)b", "(a+)+", "a*", r"\bx", "[[:alpha:]]")
        ),
        *(
            ("gpt", {"pre_tokenizer": split(pattern)})
            for pattern in ("[a&&b]", "^a", r"\p{Han}", "a{1,3}+", "(", ")", "[z-a]")
        ),
        ("t5", {"added_tokens": [{"id": 7, "content": "<pad>", "normalized": False, "special": True}]}),
        ("t5", {"added_tokens": "<pad>"}),
    ],
)
def test_a_part_that_needs_the_library_is_refused(name: str, parts: dict[str, Any]) -> None:
    with pytest.raises(TokvizError) as refused:
        open_alone(changed(name, **parts))
    assert refused.value.code in ("tab-part", "tab-element")


_ENDS = {"sep": ["[SEP]", 3], "cls": ["[CLS]", 2]}
_TRIMS = {"type": "ByteLevel", "trim_offsets": True, "add_prefix_space": False}


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("bert", {"post_processor": {"type": "BertProcessing", **_ENDS}}),
        ("gpt", {"post_processor": _TRIMS}),
        ("gpt", {"post_processor": {**_TRIMS, "add_prefix_space": True}}),
        ("gpt", {"post_processor": {**_TRIMS, "type": "RobertaProcessing", **_ENDS}}),
        ("gpt", {"post_processor": {"type": "RobertaProcessing", **_ENDS, "trim_offsets": False}}),
        ("gpt", {"normalizer": {"type": "NFC"}}),
    ],
)
def test_a_part_of_other_models_is_applied_as_by_the_library(name: str, parts: dict[str, Any]) -> None:
    data = changed(name, **parts)
    ours, theirs = open_alone(data), Pipeline.from_file(data)
    for text in (*HOSTILE, *mixed_texts(60, 0)):
        if "normalizer" in parts and unlike_in(text, "NFKC"):
            continue
        assert ours.stages(text) == theirs.stages(text), text
        assert ours.encode(text) == theirs.encode(text)


_STOP = {"type": "Strip", "content": " ", "start": 0, "stop": 1}  # of a shorter token the library panics


def test_long_texts_and_decoders_of_the_library_are_refused() -> None:
    ours = opened("gpt")[1]
    with pytest.raises(TokvizError) as refused:
        ours.stages("a" * (MAX_STAGED_CHARS + 1))
    assert refused.value.code == "limit-staged-chars"
    ours = open_alone(changed("bert", decoder=_STOP))
    for call in (lambda: ours.decode([1]), lambda: ours.engine.joined(["a"]), lambda: ours.engine.gained([1])):
        with pytest.raises(RulesError) as refused:
            call()
        assert refused.value.code == "library-missing"


@pytest.mark.parametrize("name", SHIPPED)
def test_entries_stand_for_what_the_library_decodes_them_to(name: str) -> None:
    theirs, ours = opened(name)
    ids = sorted(theirs.vocabulary.values())
    assert ours.engine.gained(ids) == theirs.engine.gained(ids)
    assert ours.engine.spelled(ids) == theirs.engine.spelled(ids)


def test_no_library_is_imported() -> None:
    program = """
import sys
sys.modules.update(dict.fromkeys(("tokenizers", "sentencepiece", "huggingface_hub", "pandas", "altair", "jinja2")))
from tokviz.files.by_name import SHIPPED, on_this_machine
from tokviz.files.without_library import open_alone
for name in SHIPPED:
    print(open_alone(on_this_machine()[name].files[0].read_bytes(), name).encode("low lower").tokens)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [str(opened(name)[0].encode("low lower").tokens) for name in SHIPPED]
