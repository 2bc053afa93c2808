"""Drawn tokenizers without their library: of every element that our own stages apply, one after the other, with every
model, with added tokens, post-processors, lengths and decoders. All that the library makes of a drawn text is made."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.files.styles import BLOOM, CLIP, DEEPSEEK, FALLBACK, GPT4, GPT4O, compiled_map, file_of
from tests.files.test_without_library import HOSTILE
from tokviz.errors import CorpusError, RulesError, TokvizError
from tokviz.files import python_decoders, python_normalizers, python_pretokenizers, python_processors
from tokviz.files.pipeline import Pipeline
from tokviz.files.without_library import open_alone

TEXTS = st.lists(
    st.one_of(
        st.sampled_from(
            [*HOSTILE, " ", "  ", "\n", "▁", "<s>", "[MASK]", "low", "Lower", "don't", "the", "12", "ıİ", "ß"]
        ),
        st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
        st.text(
            st.sampled_from("ab eE'sS\u0301\u0323\u0345\u1100\u1161\u11a8가½ﬁ１ 你▁\n.,ıİßſΣ🤗\u200d\x1c\x85"),
            max_size=10,
        ),
    ),
    max_size=4,
).map("".join)
BEHAVIORS = st.sampled_from(["Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous"])
FLAG = st.booleans()
PATTERNS = (
    *(GPT4, GPT4O, BLOOM, CLIP, *DEEPSEEK, "[0-9][0-9][0-9]", r"\s+", r" {2,}", "[a-e]+|[^a-z]", r"\p{Lu}|\P{L}+"),
    *(r"\p{P}", r"\s+(?!\S)|\s+", r"[\p{M}\p{S}]+", r"\.|\,", r"'(?i:[sdmt]|ll|ve|re)|e$", "x?a"),
)


def element(kind: str, **options: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"type": st.just(kind), **options})


def pattern() -> st.SearchStrategy[dict[str, str]]:
    strings = st.sampled_from([" ", "a", "low", "▁", "``", ".", "é"]).map(lambda one: {"String": one})
    return strings | st.sampled_from(PATTERNS).map(lambda one: {"Regex": one})


@cache
def normalizers() -> dict[str, st.SearchStrategy[dict[str, Any]]]:
    return {
        "BertNormalizer": element(
            "BertNormalizer",
            clean_text=FLAG,
            handle_chinese_chars=FLAG,
            strip_accents=st.none() | FLAG,
            lowercase=FLAG,
        ),
        "Precompiled": element("Precompiled", precompiled_charsmap=st.just(compiled_map())),
        "Prepend": element("Prepend", prepend=st.sampled_from(["▁", "ab", "é "])),
        "Replace": element("Replace", pattern=pattern(), content=st.sampled_from(["", " ", "▁", "ab", "é"])),
        "Strip": element("Strip", strip_left=FLAG, strip_right=FLAG),
        **{
            kind: element(kind)
            for kind in ("ByteLevel", "Lowercase", "NFC", "NFD", "NFKC", "NFKD", "Nmt", "StripAccents")
        },
    }


SCHEMES = st.sampled_from(["always", "first", "never"])
MARKS = st.sampled_from(["▁", "_"])
PRETOKENIZERS = {
    "BertPreTokenizer": element("BertPreTokenizer"),
    "ByteLevel": element("ByteLevel", add_prefix_space=FLAG, trim_offsets=FLAG, use_regex=FLAG),
    "CharDelimiterSplit": element("CharDelimiterSplit", delimiter=st.sampled_from(" a-")),
    "Digits": element("Digits", individual_digits=FLAG),
    "FixedLength": element("FixedLength", length=st.integers(1, 5)),
    "Metaspace": element("Metaspace", replacement=MARKS, prepend_scheme=SCHEMES, split=FLAG),
    "Punctuation": element("Punctuation", behavior=BEHAVIORS),
    "Split": element("Split", pattern=pattern(), behavior=BEHAVIORS, invert=FLAG),
    "Whitespace": element("Whitespace"),
    "WhitespaceSplit": element("WhitespaceSplit"),
}
DECODERS = {
    "BPEDecoder": element("BPEDecoder", suffix=st.sampled_from(["</w>", "e"])),
    "ByteFallback": element("ByteFallback"),
    "ByteLevel": element("ByteLevel", add_prefix_space=FLAG, trim_offsets=FLAG, use_regex=FLAG),
    "CTC": element("CTC", pad_token=st.sampled_from(["<pad>", "a"]), word_delimiter_token=st.just("|"), cleanup=FLAG),
    "Fuse": element("Fuse"),
    "Metaspace": element("Metaspace", replacement=MARKS, prepend_scheme=SCHEMES, split=FLAG),
    "Replace": element("Replace", pattern=pattern(), content=st.sampled_from(["", " ", "ab"])),
    "Strip": element("Strip", content=st.sampled_from(" a"), start=st.integers(0, 2), stop=st.just(0)),
    "WordPiece": element("WordPiece", prefix=st.just("##"), cleanup=FLAG),
}
ENDS = {"sep": ["</s>", 3], "cls": ["<s>", 2]}
SPECIALS = {
    name: {"id": name, "ids": ids, "tokens": tokens}
    for name, ids, tokens in (("<s>", [2], ["<s>"]), ("end", [3, 1], ["a", "b"]))
}
PUTTING = {
    "BertProcessing": st.just({"type": "BertProcessing", **ENDS}),
    "RobertaProcessing": element(
        "RobertaProcessing",
        sep=st.just(ENDS["sep"]),
        cls=st.just(ENDS["cls"]),
        trim_offsets=FLAG,
        add_prefix_space=FLAG,
    ),
    "TemplateProcessing": st.lists(
        st.sampled_from(
            [
                {"Sequence": {"id": "A", "type_id": 0}},
                {"Sequence": {"id": "A", "type_id": 1}},
                {"SpecialToken": {"id": "<s>", "type_id": 0}},
                {"SpecialToken": {"id": "end", "type_id": 1}},
            ]
        ),
        max_size=3,
    ).map(lambda one: {"type": "TemplateProcessing", "single": one, "pair": [], "special_tokens": SPECIALS}),
}
TRIMMING = element("ByteLevel", add_prefix_space=FLAG, trim_offsets=FLAG, use_regex=FLAG)
TRUNCATION = st.fixed_dictionaries(
    {
        "direction": st.sampled_from(["Left", "Right"]),
        "max_length": st.integers(3, 12),
        "strategy": st.sampled_from(["LongestFirst", "OnlyFirst"]),
        "stride": st.just(0),
    }
)
PADDING = st.fixed_dictionaries(
    {
        "strategy": st.just("BatchLongest") | st.integers(0, 12).map(lambda one: {"Fixed": one}),
        "direction": st.sampled_from(["Left", "Right"]),
        "pad_to_multiple_of": st.none() | st.integers(0, 8),
        "pad_id": st.just(0),
        "pad_type_id": st.integers(0, 1),
        "pad_token": st.just("[PAD]"),
    }
)


@cache
def models() -> tuple[dict[str, Any], ...]:
    """The models of the styles, and small ones with what these lack."""
    of_styles = [json.loads(file_of(style))["model"] for style in ("gpt1", "gemma", "qwen2", "t5", "bert-cased")]
    letters = ["<unk>", *"lowerab▁ĠÃ", "lo", "##w", "##e", "er", "##er", "low", "é"]
    ids = {token: number for number, token in enumerate(letters)}
    bpe: dict[str, Any] = {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None}
    bpe |= {"end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False, "ignore_merges": False}
    merges = [["l", "o"], ["e", "r"], ["lo", "w"]]
    pieces = [[token, -1.0 - number / 7] for number, token in enumerate([*letters, *FALLBACK])]
    return (
        *of_styles,
        {**bpe, "vocab": ids, "merges": merges},
        {**bpe, "unk_token": "<unk>", "vocab": ids, "merges": merges},
        {**bpe, "unk_token": "<unk>", "fuse_unk": True, "ignore_merges": True, "vocab": ids, "merges": merges},
        {
            **{**bpe, "continuing_subword_prefix": "##", "unk_token": "<unk>"},
            **{"vocab": ids, "merges": [["lo", "##w"], ["##e", "##er"]][:1]},
        },
        {"type": "Unigram", "unk_id": 0, "vocab": pieces, "byte_fallback": True},
        {"type": "WordLevel", "vocab": ids, "unk_token": "<unk>"},
        {
            **{"type": "WordPiece", "vocab": ids, "unk_token": "<unk>", "continuing_subword_prefix": "##"},
            "max_input_chars_per_word": 12,
        },
    )


ADDED = st.lists(
    st.fixed_dictionaries(
        {
            "content": st.sampled_from(["<s>", "[MASK]", "low", "Lower", " a", "ﬁ", "é", "▁▁", "12"]),
            **dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized", "special"), FLAG),
        }
    ),
    max_size=3,
    unique_by=lambda one: one["content"],
)


@st.composite
def tokenizers(draw: st.DrawFn) -> dict[str, Any]:
    """A tokenizer.json of drawn parts."""

    def some(kinds: dict[str, st.SearchStrategy[dict[str, Any]]], most: int) -> list[dict[str, Any]]:
        return draw(st.lists(st.sampled_from(sorted(kinds)).flatmap(kinds.__getitem__), max_size=most))

    def part(key: str, members: list[dict[str, Any]]) -> dict[str, Any] | None:
        if len(members) < 2:
            return members[0] if members else None
        return {"type": "Sequence", key: members}

    number = draw(st.integers(0, len(models()) - 1))  # which Hypothesis prints where a test fails
    vocabulary = models()[number]["vocab"]
    ids = vocabulary if isinstance(vocabulary, dict) else {row[0]: number for number, row in enumerate(vocabulary)}
    added, following = draw(ADDED), len(vocabulary)
    for one in added:
        one["id"] = ids.get(one["content"], following)
        following += one["content"] not in ids
    return {
        "version": "1.0",
        "truncation": draw(st.none() | TRUNCATION),
        "padding": draw(st.none() | PADDING),
        "added_tokens": added,
        "normalizer": part("normalizers", some(normalizers(), 3)),
        "pre_tokenizer": part("pretokenizers", some(PRETOKENIZERS, 3)),
        "post_processor": part("processors", [*draw(st.lists(TRIMMING, max_size=1)), *some(PUTTING, 1)]),
        "decoder": part("decoders", some(DECODERS, 3)),
        "model": number,
    }


def compare(file: dict[str, Any], text: str) -> None:
    data = json.dumps({**file, "model": models()[file["model"]]}).encode()
    try:
        theirs = Pipeline.from_file(data)
    except TokvizError:
        return
    try:
        ours = open_alone(data)
    except RulesError as error:
        assert error.details == {"part": "added_tokens"}  # noqa: PT017
        return
    try:
        stages, encoded = theirs.stages(text), theirs.encode(text)
    except RulesError:
        return
    try:
        found = ours.stages(text)
    except CorpusError as error:
        assert error.code == "tab-character"  # noqa: PT017
        return
    assert found == stages
    assert ours.encode(text) == encoded
    assert ours.encode(text, special=False) == theirs.encode(text, special=False)
    assert ours.literal(text) == theirs.literal(text)
    for skip in (True, False):
        assert ours.decode(encoded.ids, skip_special=skip) == theirs.decode(encoded.ids, skip_special=skip)
    assert ours.notes == theirs.notes


PLAIN: dict[str, Any] = {
    "version": "1.0",
    **dict.fromkeys(("normalizer", "pre_tokenizer", "post_processor", "decoder")),
}
_NAMED = {"id": 199, "content": "<s>", "normalized": True, "special": True, "single_word": False}


@example(file={**PLAIN, "model": 5}, text="0▁")  # what is dropped moves the places of what is behind it
@example(
    file={
        **{**PLAIN, "model": 0, "normalizer": {"type": "Prepend", "prepend": "▁"}},
        "added_tokens": [{**_NAMED, "lstrip": False, "rstrip": False}],
    },
    text="<s>",
)
@example(file={**PLAIN, "model": 9, "added_tokens": []}, text="<0x41> <0xFF>")  # names of bytes around a byte
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(file=tokenizers(), text=TEXTS)
def test_drawn_tokenizers_are_applied_as_by_the_library(file: dict[str, Any], text: str) -> None:
    compare(file, text)


T5 = 3


def alone(part: str, drawn: dict[str, Any]) -> dict[str, Any]:
    """A file with one drawn element, and the model of T5."""
    return {**PLAIN, part: drawn, "model": T5}


@pytest.mark.parametrize(
    ("part", "kind"),
    [
        *(("normalizer", kind) for kind in python_normalizers.KINDS),
        *(("pre_tokenizer", kind) for kind in python_pretokenizers.KINDS),
        *(("post_processor", kind) for kind in python_processors.KINDS),
        *(("decoder", kind) for kind in python_decoders.KINDS),
    ],
)
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data(), text=TEXTS)
def test_each_element_is_applied_as_by_the_library(part: str, kind: str, data: st.DataObject, text: str) -> None:
    kinds = {
        "normalizer": normalizers(),
        "pre_tokenizer": PRETOKENIZERS,
        "post_processor": {**PUTTING, "ByteLevel": TRIMMING},
        "decoder": DECODERS,
    }
    compare(alone(part, data.draw(kinds[part][kind])), text)
